"""Tontafel turns the wiki of a tabletop role-playing campaign into characters, a site and sheets."""

__version__ = "0.1.0"
