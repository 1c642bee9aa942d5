"""What is run of CPython's own tests, as shipped with the interpreter.

LIBRARY lines: a module (or package) that is copied, then the test modules run against the copy.
LANGUAGE lines: a name, then test modules that are copied themselves: their code uses the language in
every way there is, and must still find what it expects when it is rewritten.
A test module that this version of Python does not have is left out.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass

LIBRARY = """
    argparse      test_argparse
    ast           test_ast
    base64        test_base64
    bisect        test_bisect
    calendar      test_calendar
    collections   test_collections test_ordered_dict test_userdict test_userlist test_userstring
    configparser  test_configparser
    contextlib    test_contextlib test_contextlib_async
    copy          test_copy
    csv           test_csv
    dataclasses   test_dataclasses
    difflib       test_difflib
    email         test_email
    enum          test_enum
    fnmatch       test_fnmatch
    fractions     test_fractions
    functools     test_functools
    glob          test_glob
    graphlib      test_graphlib
    heapq         test_heapq
    html          test_html test_htmlparser
    http          test_http_cookies
    ipaddress     test_ipaddress
    json          test_json
    mimetypes     test_mimetypes
    ntpath        test_ntpath
    operator      test_operator
    optparse      test_optparse
    pathlib       test_pathlib
    plistlib      test_plistlib
    posixpath     test_posixpath
    pprint        test_pprint
    quopri        test_quopri
    random        test_random
    re            test_re
    reprlib       test_reprlib
    shlex         test_shlex
    statistics    test_statistics
    string        test_string
    tarfile       test_tarfile
    textwrap      test_textwrap
    tokenize      test_tokenize
    tomllib       test_tomllib
    traceback     test_traceback
    typing        test_typing
    urllib        test_urlparse
    xml           test_xml_etree
    zipfile       test_zipfile
"""

LANGUAGE = """
    statements    test_grammar test_augassign test_unpack test_global test_scope test_named_expressions
    control       test_with test_raise test_exceptions test_exception_variations test_except_star test_patma
    functions     test_call test_keywordonlyarg test_positional_only_arg test_decorators test_funcattrs
    classes       test_class test_descr test_super test_property test_subclassinit test_abc test_dynamic
    suspension    test_generators test_generator_stop test_yield_from test_coroutines test_asyncgen
    annotations   test_type_annotations test_type_params test_type_aliases test_types
    comparisons   test_compare test_richcmp test_contains test_isinstance test_bool test_hash test_typechecks
    operators     test_binop test_unary test_operator test_index test_pow test_slice test_fractions
    numbers       test_int test_long test_float test_complex test_math
    text          test_str test_unicode test_fstring test_format test_string_literals test_unicode_identifiers
    bytes         test_bytes test_memoryview test_struct
    sequences     test_list test_tuple test_range test_array test_deque test_userlist
    mappings      test_dict test_dictviews test_dictcomps test_defaultdict test_ordered_dict test_userdict
    sets          test_set test_weakset
    iteration     test_iter test_iterlen test_enumerate test_itertools test_sort test_builtin
    inspection    test_code test_frame test_sys_setprofile test_exception_group test_baseexception
    algorithms    test_heapq test_bisect test_random test_statistics test_decimal
"""


@dataclass(frozen=True)
class Subject:
    """`tops`: top-level modules that are copied. `counted`: modules in which blocks must be counted."""

    name: str
    tops: frozenset[str]
    counted: tuple[str, ...]
    tests: tuple[str, ...]


def subjects() -> dict[str, Subject]:
    """Return the subjects by name."""
    library = [_library(*line.split()) for line in LIBRARY.strip().splitlines()]
    language = [_language(*line.split()) for line in LANGUAGE.strip().splitlines()]
    return {subject.name: subject for subject in (*library, *language)}


def _library(module: str, *tests: str) -> Subject:
    return Subject(module, frozenset({module}), (module,), _present(tests))


def _language(name: str, *tests: str) -> Subject:
    present = _present(tests)
    return Subject(f"language-{name}", frozenset({"test"}), present, present)


def _present(tests: tuple[str, ...]) -> tuple[str, ...]:
    names = [f"test.{name}" for name in tests]
    return tuple(name for name in names if has_tests() and importlib.util.find_spec(name))


def has_tests() -> bool:
    """Tell whether this Python comes with CPython's tests; some distributions leave them out."""
    return (
        importlib.util.find_spec("test") is not None and importlib.util.find_spec("test.support") is not None
    )
