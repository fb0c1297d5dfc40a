"""The seat that nobody plays: who it is, what it aims at and how it decides."""
