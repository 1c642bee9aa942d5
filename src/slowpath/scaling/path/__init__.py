"""Worst cases in path space: the worst path learned at small sizes, written down at a large one, solved once.

After Saumya, Koo, Kulkarni and Bagchi, "XSTRESSOR: Automatic Generation of Large-Scale Worst-Case Test
Inputs by Inferring Path Conditions" (ICST 2019). docs/explanation/scaling.md tells what differs.
"""
