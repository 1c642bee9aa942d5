"""Every path of a target, one run each."""
