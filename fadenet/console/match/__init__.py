"""A match at the terminal: what one seat sees, what it is asked, what typed words mean."""
