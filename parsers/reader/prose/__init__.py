"""Values that stand in sentences, and whose they are."""
