"""Wikis of other programs in, campaign folders out."""
