"""The strategies, one module each. None imports another; what a large one needs besides has a folder of its
own beside this one."""
