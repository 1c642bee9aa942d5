"""Every command and option writes the bytes that the GNU command writes in the C locale."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from tests.unit.slowpath_unix.gnu import FIXED, INPUTS, assert_same

LINES = (
    "sort", "sort -r", "sort -n", "sort -u", "sort -nr", "sort -nu", "sort -ru", "sort -nru",
    "grep a", "grep -v a", "grep -i AB", "grep -c a", "grep -vi a", "grep ''", "grep -F a.",
    "grep -iF A", "grep '^a.*b$'", r"grep 'a\{2\}'", "grep '[[:digit:]][^a]'", r"grep '\(a\|b\)\1'",
    "grep '*a'", r"grep 'a\+'", "grep -E '[0-9]{2}'", "grep -E '(a|b)+[01]?$'", "grep -iE '[A-B]{2,}'",
    "grep -vE '^$'", "grep -E 'a{,2}b'", r"grep '\<a'", r"grep 'b\>'", r"grep '\w\W'", "grep -E '[]a]'",
    r"grep -E '[a\]'", "grep -E 'a|'", "grep -E '(a*)*b'", "grep -E '[[:alnum:]+]*-[[:alnum:]+]*'",
    "grep -iv é",
    "grep -E '^a+?$'", "grep -E '^a{2}*$'",
    "cut -d : -f 2", "cut -d, -f 1,3-", "cut -f 1", "cut -d ' ' -f -2 -s", "cut -c 2-3", "cut -c 1,4-",
    "cut -d a -f 2,1",
    "cat", "cat -n",
    "uniq", "uniq -c", "uniq -d", "uniq -cd",
    "tr a b", "tr a-z A-Z", "tr '[:lower:]' '[:upper:]'", "tr abc x", "tr -d 0-9", "tr -s ' \\n'",
    "tr -s a-b x", "tr -cs A-Za-z '\\n'", "tr -ds a b", "tr -d '\\n'", "tr -c a-z_ '*'",
    r"tr '\101' '\12'", "tr aa bc", "tr -cd '[:print:]'",
    "wc", "wc -l", "wc -w", "wc -c", "wc -lw", "wc -cl",
    "head", "head -n 2", "head -1", "head -n 0",
    "tee",
    "grep -v 0 | sort -r | uniq -c | head -n 2",
    "tr -cs a-z '\\n' | sort | uniq -c | sort -rn", "tr -d '\\n' | wc -l",
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=INPUTS)
def test_same_bytes(line: str, data: bytes) -> None:
    assert_same(line, data)


@pytest.mark.parametrize("data", FIXED)
@pytest.mark.parametrize(
    "line", ["sort -n", "grep -v a", "cut -c 1", "cat -n", "uniq -c", "tr b x", "wc", "head -1"]
)
def test_same_bytes_at_the_edges(line: str, data: bytes) -> None:
    assert_same(line, data)
