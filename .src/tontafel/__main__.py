"""`python -m tontafel`: the same as the command `tontafel`."""

from tontafel.site.cli import main

if __name__ == "__main__":
    main()
