"""The rules of the field: values, reach, combat, keywords and how a match ends."""
