"""Terrene Odyssey: party-based card combat for two players, or two teams of two, on the kernel."""
