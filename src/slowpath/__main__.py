"""`python -m slowpath`"""

import os
import sys

# Python puts the current folder first on the path; its modules are for the worker, not for slowpath.
sys.path[:] = [entry for entry in sys.path if entry not in ("", os.getcwd())]

if __name__ == "__main__":
    from slowpath.cli.entry import main

    main()
