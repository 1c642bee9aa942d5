"""zip: an archive of members, each compressed by DEFLATE."""

from __future__ import annotations

import zlib

from slowpath_unix.deflate import DEFAULT, deflate

VERSION = 20  # of the format: the first that has DEFLATE
DEFLATED = 8
NAMES = 0x800  # the flag that names are UTF-8
# The first day that an archive can name, 1 January 1980: equal data gives equal archives.
TIME, DAY = 0, 0x21


def zip_stream(data: bytes, *, level: int = DEFAULT) -> bytes:
    """Return an archive whose one member, called `-`, holds the data: what `zip` does as a filter."""
    return archive([("-", data)], level=level)


def archive(members: list[tuple[str, bytes]], *, level: int = DEFAULT) -> bytes:
    """Return an archive of members, given by name and content."""
    body = b""
    directory = b""
    for name, data in members:
        packed = deflate(data, level)
        common = _numbers((VERSION, 2), (NAMES, 2), (DEFLATED, 2), (TIME, 2), (DAY, 2), (zlib.crc32(data), 4))
        common += _numbers((len(packed), 4), (len(data), 4), (len(name.encode()), 2), (0, 2))
        directory += b"PK\x01\x02" + _numbers((VERSION, 2)) + common
        directory += _numbers((0, 2), (0, 2), (0, 2), (0, 4), (len(body), 4)) + name.encode()
        body += b"PK\x03\x04" + common + name.encode() + packed
    count = len(members)
    end = _numbers((0, 2), (0, 2), (count, 2), (count, 2), (len(directory), 4), (len(body), 4), (0, 2))
    return body + directory + b"PK\x05\x06" + end


def _numbers(*fields: tuple[int, int]) -> bytes:
    """Numbers with their widths in bytes, the lowest byte first."""
    return b"".join([number.to_bytes(width, "little") for number, width in fields])
