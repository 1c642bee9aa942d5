"""Symbolic text: a fixed number of characters, each with the set of code points it may still be.

    classes     sets of code points that tests ask for, and maps between code points
    char        one character that depends on the input, and questions about it
    scan        questions about runs of characters: where is a needle, where does a piece end
    case        lower, upper, title, casefold
    predicates  isalpha, isdigit, istitle, ...
    numerals    int() and float() of text
    figures     text of an int, by any format
    coding      encode and decode
    binary      hexadecimal digits and base64
    database    unicodedata
    formatting  format, %, join
    shared      the methods that str and bytes have in common
    symbolic    what SymStr and SymBytes have in common
    text        SymStr

Plain characters are their code points, so text and bytes share everything but their classes.
"""
