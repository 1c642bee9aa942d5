"""Functions that read files, some of them slow."""

import os
from pathlib import Path


def split(path):
    with open(path) as file:
        rest = file.read()
    fields = []
    while ";" in rest:
        field, _, rest = rest.partition(";")
        fields.append(field)
    return fields


def distinct(path: Path) -> list[str]:
    seen = []
    for line in path.read_text().split("\n"):
        if line not in seen:
            seen.append(line)
    return seen


def magic(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == b"PK"


def comments(path):
    count = 0
    with open(path, encoding="utf-8", newline="") as file:
        for line in file:
            if line.startswith("#"):
                count += 1
    return count


def matching(folder):
    count = 0
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            if file.read() == "ab":
                count += 1
    return count


def same(first, second):
    with open(first) as one, open(second) as other:
        return one.read() == other.read()


def descriptor(path):
    number = os.open(path, os.O_RDONLY)
    try:
        return os.read(number, 1) == b"a"
    finally:
        os.close(number)


def appended(path):
    with open(path, "a+") as file:
        file.write("x" * 10)
        file.seek(0)
        return sum(1 for _ in file.read())


def overwrite(path):
    with open(path, "w") as file:
        file.write("x")
