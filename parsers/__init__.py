"""Wiki text in, document tree and structured characters out. Knows markup, no game."""
