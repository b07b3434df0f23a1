"""Characters in, verdicts and numbers out: the game systems. Knows no markup and no files."""
