"""What slowpath knows before it starts, as data: each entry has the reason that it is there.

`catalogue` has all of it (`ALL`) and nothing of it (`NONE`). What Python itself defines is not knowledge:
type hints, the methods of its types, the functions of `re`.
"""
