"""The second implementation behind `check_match.py`: it shares no code with the project, only the README.

Numbers of sections in its comments are those of `protocol/README.md`.
"""
