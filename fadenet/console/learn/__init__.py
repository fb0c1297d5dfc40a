"""Lessons: a match in which each step says what to do, and what is done is checked."""
