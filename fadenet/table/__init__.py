"""One seat at one match, without any input or output of its own."""
