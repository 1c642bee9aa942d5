"""What the strategy `program` needs: programs that use a target, and how they are made to grow.

- `slice`: the statements of a piece of code that matter for one call.
- `mining`: programs and arguments that doctests, tests, README files and call sites of the package show.
- `workshop`: what can be made and done, learnt by running it: constructors, functions, methods of values.
- `declared`: values that a type hint allows.
- `assembly`: programs put together from what the workshop knows.
- `steps`: what leads an object to code that a new one does not reach.
- `inlining`: plain values in the place of their names, so that each can differ.
- `variants`: a program with something in it repeated N times, made distinct, or N times as long.
"""
