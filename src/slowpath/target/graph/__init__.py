"""The code of a target as a graph: control flow, calls, loops, and the goals that follow from them.

- `source`: the modules of a target as text, with the numbers of their sites.
- `symbols`: the functions, classes and names that the text defines.
- `types`: what an expression may be, and so which functions a call may reach.
- `control`: the control flow of one function.
- `callgraph`: all functions that a target may reach, with their calls.
- `goals`: the loops at a depth, and the blocks that every way to one of them passes.
"""
