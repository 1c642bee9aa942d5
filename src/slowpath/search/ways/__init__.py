"""A worst case of a large size by whichever way gets there: path space, policies, input space.

- `attempt`: what one way comes to.
- `plan`: what each way may take.
- `way`: what small sizes lead to, a function for each way.
- `rivals`: random inputs, and a climb, which know nothing of small sizes.
- `attempts`: one way after the other, within one budget.
"""
