from typing import Self

class Lender:
    def __new__(cls, view: memoryview) -> Self: ...
    @property
    def view(self) -> memoryview: ...
    def lend(self, changing: bool) -> None: ...  # of a subclass: told before C code gets the buffer
