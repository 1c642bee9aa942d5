"""gzip and zip: the real programs unpack what ours pack."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from slowpath_unix.gzip import gzip
from slowpath_unix.zip import archive, zip_stream
from tests.unit.slowpath_unix.gnu import gnu


@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.binary(max_size=200).map(lambda data: data * 3))
def test_the_real_gzip_unpacks_it(data: bytes) -> None:
    assert gnu(["gzip", "-dc"], gzip(data)) == data


def test_levels_look_harder() -> None:
    data = bytes(i * i % 251 for i in range(3000)) * 2
    assert len(gzip(data, level=9)) <= len(gzip(data, level=4)) < len(data)
    with pytest.raises(ValueError, match="level"):
        gzip(b"", level=2)


def test_an_archive_holds_its_members() -> None:
    members = [("a.txt", b"aaaa" * 50), ("folder/é", b""), ("b", bytes(range(256)))]
    with zipfile.ZipFile(io.BytesIO(archive(members))) as opened:
        assert opened.testzip() is None
        assert [(each.filename, opened.read(each)) for each in opened.infolist()] == members
    with zipfile.ZipFile(io.BytesIO(zip_stream(b"abc"))) as opened:
        assert opened.read("-") == b"abc"


def test_the_member_of_a_filter_has_the_name_that_the_real_zip_gives_it() -> None:
    with zipfile.ZipFile(io.BytesIO(gnu(["zip", "-q", "-", "-"], b"abc"))) as opened:
        assert opened.namelist() == ["-"]
