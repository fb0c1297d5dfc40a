"""The person or the bot that sits at a match: signals, the console, whom a match waits for."""
