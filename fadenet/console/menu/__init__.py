"""Menus: a list to choose from, and lines that are asked for."""
