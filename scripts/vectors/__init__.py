"""What `make_vectors.py` writes, in parts: what stands in a file of vectors comes from a file here."""
