"""How often each word of a text occurs, as `tr -cs a-z '\n' | sort | uniq -c` counts: stages of one pipeline.

slowpath find examples/unix/words.py:frequencies --scope slowpath_unix
slowpath cost examples/unix/words.py:frequencies -i "text='b a ' * N" --size 100 --scope slowpath_unix
"""

from slowpath_unix.sort import sort
from slowpath_unix.text import lines_of
from slowpath_unix.tr import tr
from slowpath_unix.uniq import uniq


def frequencies(text: str) -> list[str]:
    words = lines_of(tr(text, first="a-z", second="\\n", complement=True, squeeze=True))
    return uniq(sort(words), count=True)
