"""gzip: data compressed by DEFLATE, with its checksum."""

from __future__ import annotations

import zlib

from slowpath_unix.deflate import DEFAULT, deflate

# Magic number, method, no flags, no time, no hint of the effort, unknown system (RFC 1952).
HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


def gzip(data: bytes, *, level: int = DEFAULT) -> bytes:
    """Return a gzip file that holds the data."""
    trailer = zlib.crc32(data).to_bytes(4, "little") + (len(data) % 2**32).to_bytes(4, "little")
    return HEADER + deflate(data, level) + trailer
