"""Tarua Katoc: attributes, stages and skills from 0 to 10, two ten-sided dice."""
