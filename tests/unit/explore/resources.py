"""Programs whose memory, or native work, depends on the input."""


def reserve(n: int) -> int:
    """Takes 8 bytes for each of n, or of 100."""
    if n > 100:
        n = 100
    room = [0] * n
    return len(room)


def pair(n: int, m: int) -> int:
    left, right = [0] * n, [None] * m
    if n + m == 10:
        return 1
    return len(left) - len(right)


class Node:
    def __init__(self, value: int) -> None:
        self.value = value
        self.next = None


def chain(xs: list[int]) -> list[Node]:
    nodes = []
    for x in xs:
        if x > 0:
            nodes.append(Node(x))
    return nodes


def containers(x: int) -> object:
    table = {x: 1}
    table[x + 1] = 2
    table[x] = 3
    text = "ab" + "cd"
    return [x, x], (x, text), {x}, table, [y + 1 for y in (1, 2, 3)], [1, 2, 3][1:], list("ab")


def depth(n: int) -> int:
    return 0 if n <= 0 else 1 + depth(n - 1)


def even(n: int) -> bool:
    return True if n == 0 else odd(n - 1)


def odd(n: int) -> bool:
    return False if n == 0 else even(n - 1)


def nested(n: int, m: int) -> int:
    total = depth(n)
    for _ in range(m):
        total += 1
    return total


def nonlinear(n: int, m: int) -> int:
    if n * m * n == 175 * m + 30:
        return 1
    return 0
