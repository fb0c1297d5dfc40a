"""The parts of what `make_vectors.py` writes: each file of vectors comes from a file here."""
