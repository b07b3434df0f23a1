"""FHTAGN: horror, skills in percent."""
