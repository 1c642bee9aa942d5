"""`python -m slowpath`"""

from slowpath.cli.main import main

if __name__ == "__main__":
    main()
