"""Is a cost a problem, and why?"""
