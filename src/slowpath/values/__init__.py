"""Symbolic values: subclasses of the builtin types that carry their concrete value.

A symbolic value *is* its concrete value to whatever does not know it; to whatever asks it, it tells an
expression over the variables of the input and the trace of the run. The rules, for every type:

- An operation computes the concrete result with the builtin type's own method first, so results,
  exceptions and NotImplemented are the builtin's. Then it gives the result an expression.
- A result that does not depend on the input is a plain value.
- A question with a plain answer (a comparison, a truth value, a membership) is a *decision*: the trace
  notes the condition with the answer it has in this run, and the answer is a plain bool.
- What would raise on some inputs and not on others is decided before (is the divisor zero?).
- What is not modelled uses the concrete value, and `trace.give_up` notes it in `lost`.
"""
