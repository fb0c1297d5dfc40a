"""Bots in any language: programs that speak `fnbot 1` over stdin and stdout (`protocol/FNBOT.md`)."""
