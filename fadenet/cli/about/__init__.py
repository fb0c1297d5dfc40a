"""Fadenet itself: help, settings, the health of this machine, and what shells complete."""
