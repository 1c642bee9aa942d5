"""Examples in what introduces a distribution."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from slowpath.shape.examples import example_texts
from slowpath.shape.readme import readme_blocks

METADATA = """Metadata-Version: 2.1
Name: reader

# Reader

Some `words`.

```python
read("<b>bold</b>")
```

    >>> read("# a *title*")
    'no example'

A sample:

~~~
key = "value"  ; remark
[section]
~~~
"""


def module_at(folder: Path, *, record: str = "reading/__init__.py,,\n") -> ModuleType:
    info = folder / "reader-1.0.dist-info"
    info.mkdir()
    (info / "RECORD").write_text(record)
    (info / "METADATA").write_text(METADATA)
    (folder / "reading").mkdir()
    module = ModuleType("reading.inner")
    module.__file__ = str(folder / "reading" / "inner.py")
    return module


def test_blocks_of_code_and_samples(tmp_path: Path) -> None:
    assert list(readme_blocks(module_at(tmp_path))) == [
        'read("<b>bold</b>")\n',
        'key = "value"  ; remark\n[section]\n',
        'read("# a *title*")\n',
    ]


def test_texts_of_code_and_lines_of_samples(tmp_path: Path) -> None:
    texts = example_texts(module_at(tmp_path))
    assert {"<b>bold</b>", "# a *title*", 'key = "value"  ; remark', "[section]"} <= set(texts)
    assert "no example" not in texts


def test_a_distribution_that_installed_something_else(tmp_path: Path) -> None:
    assert list(readme_blocks(module_at(tmp_path, record="readings/__init__.py,,\n"))) == []


def test_a_module_without_a_distribution(tmp_path: Path) -> None:
    module = ModuleType("alone")
    module.__file__ = str(tmp_path / "alone.py")
    assert list(readme_blocks(module)) == []
    assert list(readme_blocks(ModuleType("without_a_file"))) == []
