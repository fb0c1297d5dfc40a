"""What each edition of the family says of itself: `<name>.toml`, read by `shape`."""
