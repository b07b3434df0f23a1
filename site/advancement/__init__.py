"""The end of an evening: what characters learn, asked for, judged and written back into the pages."""
