"""Numbers of ten digits, ordered and counted: `grep -E '[0-9]{10}' | sort | uniq -c`.

slowpath suite examples/unix/phones.py:phones --arg 'lines=lists(text(10, digits | " "), N)' --size 8
"""

from slowpath_unix.grep import grep
from slowpath_unix.sort import sort
from slowpath_unix.uniq import uniq


def phones(lines: list[str]) -> list[str]:
    return uniq(sort(grep(lines, pattern="[0-9]{10}", extended=True)), count=True)
