"""The keywords and mechanics of the family, a file each; `table` has their order, and those of an edition."""
