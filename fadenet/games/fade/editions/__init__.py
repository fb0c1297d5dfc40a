"""The editions of the family, each described by a file `<name>.toml` that `shape` reads."""
