"""One word per concept: the glossary lists words that are used, and no two public classes share a name."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"
CLASS = re.compile(r"^class (?P<name>[A-Z]\w*)", re.MULTILINE)
ENTRY = re.compile(r"^\| (?P<word>[^|]+) \| (?P<meaning>[^|]+) \|$", re.MULTILINE)


def entries() -> list[tuple[str, str]]:
    found = [(each["word"].strip(), each["meaning"].strip()) for each in ENTRY.finditer(GLOSSARY.read_text())]
    return [(word, meaning) for word, meaning in found if word != "word" and not meaning.startswith("---")]


@pytest.fixture(scope="module")
def texts() -> str:
    """The source and the documentation, without the glossary itself."""
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").rglob("*.md"), ROOT / "README.md"]
    return "\n".join(path.read_text() for path in files if path != GLOSSARY).lower()


def test_every_word_has_one_entry() -> None:
    words = [word for word, _ in entries()]
    assert len(words) > 60
    assert sorted(set(words)) == sorted(words)


def test_every_word_is_used(texts: str) -> None:
    spelled = {word: r"\b" + r"[-_ ]".join(re.split("[- ]", word)) for word, _ in entries()}
    unused = [word for word, pattern in spelled.items() if not re.search(pattern, texts)]
    assert unused == []


def test_every_public_class_has_a_name_of_its_own() -> None:
    # Types that are written in C stand in stubs.
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.pyi")]
    names = Counter(name for path in files for name in CLASS.findall(path.read_text()))
    assert len(names) > 300
    assert [name for name, count in names.items() if count > 1] == []
