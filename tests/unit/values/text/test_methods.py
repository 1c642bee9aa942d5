"""Every method on symbolic text gives what it gives on plain text, and its conditions tell why."""

import string
from _string import formatter_parser  # type: ignore[import-not-found]

from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.values.calls import modelled
from tests.unit.values.text.symbolic import Inputs, check, method, under

ALPHABETS = [
    "ab",
    "ab ",
    "aB1_",
    "a\n\r",
    "a\t b",
    "ßİŉa",
    "Σaσ .",
    "ǅǆa",
    "\ud800aé",
    "0+-9",
    "é€😀a",
    "'\"\\a",
    "\x1c\x85\u2028a",
    "٣3x",
    "²½a1",
]
TESTS = [
    "isalpha",
    "isalnum",
    "isascii",
    "isdecimal",
    "isdigit",
    "isidentifier",
    "islower",
    "isnumeric",
    "isprintable",
    "isspace",
    "istitle",
    "isupper",
]
CHANGES = (
    "lower",
    "upper",
    "casefold",
    "capitalize",
    "swapcase",
    "title",
)


@st.composite
def texts(draw, most=4):
    """(inputs, alphabet, text)"""
    alphabet = draw(st.sampled_from(ALPHABETS))
    inputs = Inputs()
    value = draw(st.text(st.sampled_from(alphabet), max_size=most))
    fixed = draw(st.sampled_from(["", "", "", alphabet[0]]))
    return inputs, alphabet, inputs.text(value, alphabet, fixed)


@st.composite
def needles(draw, inputs, alphabet, most=2):
    value = draw(st.text(st.sampled_from(alphabet + "x"), max_size=most))
    return inputs.text(value, alphabet + "x") if draw(st.booleans()) and len(value) < 2 else value


COUNTS = st.integers(-2, 3)
BOUNDS = st.lists(st.one_of(st.none(), st.integers(-5, 5)), max_size=2)


@settings(max_examples=300, deadline=None)
@given(
    texts(), st.sampled_from((*TESTS, *CHANGES, "strip", "lstrip", "rstrip", "split", "rsplit", "splitlines"))
)
def test_methods_without_arguments(drawn, name):
    inputs, _, text = drawn
    check(inputs, lambda text: method(text, name), text)


@settings(max_examples=300, deadline=None)
@given(st.data(), st.sampled_from(["find", "rfind", "index", "rindex", "count", "startswith", "endswith"]))
def test_searches(data, name):
    inputs, alphabet, text = data.draw(texts())
    needle, bounds = data.draw(needles(inputs, alphabet)), data.draw(BOUNDS)
    check(inputs, lambda text, needle: method(text, name, needle, *bounds), text, needle)


@settings(max_examples=300, deadline=None)
@given(
    st.data(),
    st.sampled_from(
        (
            *("partition", "rpartition", "strip", "lstrip", "rstrip", "removeprefix", "removesuffix"),
            *("__contains__", "__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__add__"),
        )
    ),
)
def test_methods_of_two_texts(data, name):
    inputs, alphabet, text = data.draw(texts())
    other = data.draw(needles(inputs, alphabet))
    check(inputs, lambda text, other: method(text, name, other), text, other)


@settings(max_examples=200, deadline=None)
@given(st.data(), st.sampled_from(["split", "rsplit"]), COUNTS)
def test_splitting(data, name, most):
    inputs, alphabet, text = data.draw(texts())
    separator = data.draw(st.one_of(st.none(), needles(inputs, alphabet)))
    check(inputs, lambda text, separator: method(text, name, separator, most), text, separator)


@settings(max_examples=100, deadline=None)
@given(texts(), st.booleans())
def test_lines(drawn, keep):
    inputs, _, text = drawn
    check(inputs, lambda text: text.splitlines(keep), text)


@settings(max_examples=200, deadline=None)
@given(st.data(), COUNTS)
def test_replacing(data, most):
    inputs, alphabet, text = data.draw(texts())
    old, new = data.draw(needles(inputs, alphabet)), data.draw(needles(inputs, alphabet))
    check(inputs, lambda text, old, new: method(text, "replace", old, new, most), text, old, new)


@settings(max_examples=100, deadline=None)
@given(
    texts(),
    st.sampled_from(["center", "ljust", "rjust", "zfill", "expandtabs", "__mul__"]),
    st.integers(-1, 7),
)
def test_padding(drawn, name, width):
    inputs, _, text = drawn
    check(inputs, lambda text: method(text, name, width), text)


@settings(max_examples=100, deadline=None)
@given(texts(), *[st.one_of(st.none(), st.integers(-5, 5)) for _ in range(3)])
def test_slices(drawn, start, stop, step):
    inputs, _, text = drawn
    check(inputs, lambda text: text[start:stop:step], text)
    check(inputs, lambda text: text[start or 0], text)
    assert not inputs.decisions


@settings(max_examples=200, deadline=None)
@given(texts(3), st.sampled_from(["utf-8", "latin-1", "ascii"]))
def test_encoding_and_back(drawn, encoding):
    inputs, _, text = drawn
    encoded = check(inputs, lambda text: text.encode(encoding), text)
    if isinstance(encoded, bytes):
        check(inputs, lambda text: text.encode(encoding).decode(encoding), text)
        check(inputs, lambda text: list(text.encode(encoding)), text)


HANDLERS = ["strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace", "surrogateescape"]
OCTETS = [0x61, 0x80, 0x9F, 0xA0, 0xBB, 0xBF, 0xC0, 0xC3, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF4, 0xFF]


@settings(max_examples=300, deadline=None)
@given(
    st.text("a\xe9\udc80\udcff\ud800€😀", max_size=3),
    st.sampled_from(["utf-8", "latin-1", "ascii", "utf-8-sig", "raw-unicode-escape"]),
    st.sampled_from([*HANDLERS, "surrogatepass"]),
)
def test_encoding_with_error_handlers(value, encoding, errors):
    inputs = Inputs()
    text = inputs.text(value, "a\xe9\udc80\udcff\ud800€😀")
    check(inputs, lambda text: text.encode(encoding, errors), text)


@settings(max_examples=400, deadline=None)
@given(
    st.lists(st.sampled_from(OCTETS), max_size=4),
    st.sampled_from(["utf-8", "ascii", "utf-8-sig"]),
    st.sampled_from(["strict", "ignore", "replace", "backslashreplace", "surrogateescape", "surrogatepass"]),
)
def test_decoding_with_error_handlers(codes, encoding, errors):
    inputs = Inputs()
    blob = inputs.blob(bytes(codes), bytes(codes) + b"a\x80\xc3\xed")
    check(inputs, lambda blob: blob.decode(encoding, errors), blob)


@settings(max_examples=100, deadline=None)
@given(
    texts(), st.dictionaries(st.sampled_from("aß b3"), st.sampled_from(["", "x", "yz", None, 97]), max_size=3)
)
def test_translating(drawn, table):
    inputs, _, text = drawn
    check(inputs, lambda text: text.translate(str.maketrans(table)), text)


@settings(max_examples=100, deadline=None)
@given(texts(), st.sampled_from(["", "s", ">6", "*^7", "<5", ".2", "03", "5.1", "=5", "d", "é>6"]))
def test_formatting(drawn, specification):
    inputs, _, text = drawn
    check(inputs, lambda text: format(text, specification), text)
    check(inputs, lambda text: method("[{:" + specification + "}]", "format", text), text, exact=False)


@settings(max_examples=100, deadline=None)
@given(texts(), texts(), st.sampled_from(["%s", "a%sb", "%5s|", "%-5s|", "%.1s", "%%%s", "%d", "%s%s", "%"]))
def test_percent(drawn, other, template):
    inputs, _, text = drawn
    check(inputs, lambda text: method(template, "__mod__", text), text, exact=False)
    check(inputs, lambda text: method(template, "__mod__", (text,)), text, exact=False)


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_joining(data):
    inputs, alphabet, text = data.draw(texts(3))
    other = data.draw(needles(inputs, alphabet))
    check(inputs, lambda text, other: method(text, "join", ["x", other, text]), text, other)
    check(inputs, lambda text, other: method(text, "join", other), text, other)
    check(inputs, lambda text, other: text + "-" + other, text, other)


@settings(max_examples=100, deadline=None)
@given(texts())
def test_representation(drawn):
    inputs, _, text = drawn
    check(inputs, repr, text)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=4), st.sampled_from((*TESTS, *CHANGES, "split", "strip", "splitlines")))
def test_any_character_of_unicode(value, name):
    inputs = Inputs()
    check(inputs, lambda text: method(text, name), inputs.text(value))


def test_whole_of_unicode_is_one_question_per_character():
    inputs = Inputs()
    text = inputs.text("abc")
    assert text.isalpha() is True
    assert len(inputs.decisions) == 3
    assert text.lower() == "abc"  # one more
    assert len(inputs.decisions) < 3 + 8


def test_a_word_is_one_question():
    inputs = Inputs()
    assert inputs.text("word", string.ascii_letters) == "word"
    assert len(inputs.decisions) == 1


def test_a_character_in_a_text_is_one_question():
    inputs = Inputs()
    assert method("xyabc", "__contains__", inputs.text("b"))
    assert inputs.decisions == [("Member(index=0, chars=CharSet[a-cxy])", True)]


def test_questions_outside_the_alphabet_are_not_asked():
    inputs = Inputs()
    text = inputs.text("ab", "ab")
    assert text != "ax"
    assert text.isalpha()
    assert not inputs.decisions


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_templates_that_depend_on_the_input(data):
    alphabet = data.draw(st.sampled_from(["a{}", "{}0!rs", "{}:<3", "{}[]k.", "{}!:"]))
    value = data.draw(st.text(alphabet, max_size=6))
    inputs = Inputs()
    template = inputs.text(value, alphabet)
    check(inputs, lambda template: template.format("x", [1]), template, exact=False)
    check(inputs, lambda template: template.format(template), template, exact=False)
    check(inputs, lambda template: template.format_map({"a": 1, "k": "y", "": 3}), template, exact=False)
    assert not inputs.lost


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_percent_templates_that_depend_on_the_input(data):
    alphabet = data.draw(st.sampled_from(["a%s", "%sd5", "%()ks", "%-r."]))
    value = data.draw(st.text(alphabet, max_size=5))
    inputs = Inputs()
    template = inputs.text(value, alphabet)
    for values in ((), (1,), ("x", 2), "y", {"k": "z"}):
        check(inputs, lambda template, values=values: template % values, template, exact=False)
    assert not inputs.lost


def test_only_the_fields_of_a_template_are_told_from_others():
    inputs = Inputs()
    template = inputs.text("ab{}c", string.printable)
    filled = template.format("--")
    assert filled == "ab--c"
    assert under(filled, inputs.model | {0: ord("x"), 4: ord("y")}) == "xb--y"
    assert inputs.decisions[:3] == [
        ("Member(index=0, chars=CharSet[{}])", False),
        ("Member(index=1, chars=CharSet[{}])", False),
        ("Member(index=2, chars=CharSet[{}])", True),
    ]
    assert not inputs.lost


@settings(max_examples=60, deadline=None)
@given(st.text("a{}0:", max_size=5))
def test_the_parser_of_templates(value):
    inputs = Inputs()
    parse = modelled(formatter_parser)
    check(inputs, lambda template: list(parse(template)), inputs.text(value, "a{}0:"))
