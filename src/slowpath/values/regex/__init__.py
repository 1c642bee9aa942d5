"""Regular expressions over symbolic text: the interpreter's own engine answers, and what its answer depends
on is recorded.

    answers     questions about the characters of one text, each asked once
    state       what the matcher knows, and the choices it left
    repeats     the repeats among its instructions
    matcher     the backtracking matcher that asks them, in the order in which the engine does
    match       what `re.Match` is for symbolic text
    template    the replacement of sub() and of expand()
    scanning    one match after another, and the calls that look for them
    replacing   sub() and subn()
    operations  the methods of patterns and the functions of `re`
    classes     the characters that a pattern tells apart

Patterns stay the interpreter's own objects. A call on symbolic text is performed on the plain one first,
where it is charged and ends at the budget; so results, errors and costs are those of the count build.
"""
