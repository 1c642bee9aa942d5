"""A vector that doubles its capacity when it is full, and a function whose memory depends on its input."""


class Vector:
    def __init__(self, icap):
        if icap > 0:
            self.elems = [0] * icap
            self.cap = icap
            self.size = 0
        else:
            raise ValueError("the capacity must be positive")

    def add(self, x):
        if self.size >= self.cap:
            self.realloc()
        self.elems[self.size] = x
        self.size += 1

    def realloc(self):
        ncap = self.cap * 2
        nelems = [0] * ncap
        for i in range(self.cap):
            nelems[i] = self.elems[i]
        self.cap = ncap
        self.elems = nelems


def multiples(ns: list[int], div: int, icap: int) -> Vector:
    """Return the elements of ns that div divides, in a vector of initial capacity icap."""
    v = Vector(icap)
    for n in ns:
        if n % div == 0:
            v.add(n)
    return v
