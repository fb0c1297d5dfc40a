"""Prelude: a role-playing card game of Responses and actions."""
