"""Policies: how the decisions of worst paths generalise, and guided runs at sizes out of reach.

After Burnim, Juvekar and Sen, "WISE: Automated Test Generation for Worst-Case Complexity" (ICSE 2009), and
Luckow, Kersten and Pasareanu, "Symbolic Complexity Analysis Using Context-Preserving Histories" (ICST 2017).
docs/explanation/policies.md tells what differs.
"""
