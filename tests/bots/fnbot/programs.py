"""Bots as programs, in Python, written into a folder for a test."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from fadenet.bots.fnbot.host import ProgramBot

ASKED = """
import random, sys
def say(*words): print(*words, flush=True)
say("name Dice"); say("author A. Uthor"); {introduced}say("ok")
legal, number = [], "0"
for line in sys.stdin:
    word, _, rest = line.rstrip("\\n").partition(" ")
    if word == "legal":
        legal.append(rest)
    elif word == "go":
        number = rest.split()[0]
        {answers}
        legal = []
    {other}
"""
DICE = 'say("move", number, "@1")'


def written(folder: Path, answers: str = DICE, introduced: str = "", other: str = "") -> str:
    """The command of a program that answers by these statements, and says that of itself besides."""
    path = folder / "dice.py"
    path.write_text(ASKED.format(answers=answers, introduced=introduced, other=other))
    return command(path)


def whole(folder: Path, text: str) -> str:
    """The command of a program with this text."""
    path = folder / "whole.py"
    path.write_text(text)
    return command(path)


def command(path: Path) -> str:
    return f"{sys.executable} -S -E {path}"


def program(line: str, options: Mapping[str, str] | None = None) -> ProgramBot:
    return ProgramBot(line, options or {})
