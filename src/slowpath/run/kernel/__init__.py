"""What Linux itself refuses to a process that asks for it: Landlock, seccomp, fewer capabilities."""
