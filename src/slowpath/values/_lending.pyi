from typing import Self

from typing_extensions import disjoint_base

@disjoint_base
class Lender:  # subclasses have lend(changing), which is told before C code gets the buffer
    def __new__(cls, view: memoryview) -> Self: ...
    @property
    def view(self) -> memoryview: ...
