"""Commands inside sentences: begun as this run was, for the data folder that was named, in one piece.

Every text of ours calls the program `fadenet`; a command that a person reads begins as that person began, so
that it can be pasted: `fadenet learn`, or `python3 scripts/play.py learn` in a checkout. This module alone
decides which.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
import textwrap
from functools import cache

NAME = "fadenet"
COMMANDS = (
    *(
        "play",
        "learn",
        "puzzle",
        "host",
        "invite",
        "join",
        "seek",
        "post",
        "inbox",
        "tables",
        "watch",
        "resume",
        "matches",
        "history",
    ),
    *("verify", "replay", "record", "position", "key", "contact", "deck", "cards", "rules", "formats"),
    *("bot", "node", "status", "relay", "config", "doctor", "completion", "help", "man", "version"),
)
"""The words behind the name of the program that make a command of a sentence's words."""
LAUNCHED = ("play.py", f"-m {NAME}", ".pyz")
"""How the beginnings end that whoever starts us has put in place of the path of a program."""

_OURS = re.compile(rf"(?<![\w/.-])(?<!-m ){NAME}(?= (?:--home |--help\b|(?:{'|'.join(COMMANDS)})\b))")
_OTHERS = re.compile(r"(?:Give|Whoever|Others|Ask) |.*\bthe line of `")
"""How sentences begin that tell what somebody else types."""
JOINT = "\0"
"""The sign that stands for a blank in a command or an answer while lines are broken."""
_ANSWER = re.compile(r"\[\d+ [^][]*\]")
"""Finds the answers to a question with their numbers."""
_BELOW = " " * 8


def program() -> str:
    """The command that began this run, as it is typed again."""
    begun = sys.argv[0]
    if begun.removesuffix("'").endswith(LAUNCHED):
        return begun
    if os.path.splitext(os.path.basename(begun))[0] != NAME:
        return NAME
    found = shutil.which(NAME)
    return NAME if begun == NAME or (found and os.path.samefile(found, begun)) else shlex.quote(begun)


def as_begun(text: str, home: str | None = None) -> str:
    """The text with its commands begun as this run was. home: the data folder as it was named, which stands
    in commands that are not for others to type; None = none was."""
    begun = program()
    if home is not None and not _OTHERS.match(text):
        text = _named(text, f"{NAME} --home {shlex.quote(home)} ")
    return text if begun == NAME else _OURS.sub(lambda _: begun, text)


def _named(text: str, begun: str) -> str:
    def put(found: re.Match[str]) -> str:
        rest = found[0].removeprefix(f"{NAME} ")
        return f"{NAME} {rest}" if rest.startswith("--home") else begun + rest

    return whole(NAME).sub(put, text)


@cache
def whole(begun: str) -> re.Pattern[str]:
    """Finds commands that begin so, from there to their ends."""
    begin = rf"{re.escape(begun)} (?:--home (?:'[^']*'|\S+) )?[a-z]"
    return re.compile(
        rf"(?<=: ){begin}.*?(?=\.?$|\. [A-Z]|[;,] | {{3}})|(?<=`){begin}[^`]*(?=`)|(?<=\(){begin}[^)]*(?=\))"
    )


def in_columns(text: str, width: int) -> str:
    """The lines of a text with what each of its commands does beside it or, where that is wider, below it."""
    lines = text.split("\n")
    if max(map(len, lines)) <= width:
        return text
    row = re.compile(rf"(  {re.escape(program())} .*?\S) {{2,}}(\S.*)")
    rows = [found.groups() for found in map(row.fullmatch, lines) if found]
    beside = max((len(command) for command, _ in rows), default=0) + 2
    fits = all(beside + len(about) <= width for _, about in rows)

    def laid(found: re.Match[str]) -> str:
        return f"{found[1]:{beside}}{found[2]}" if fits else f"{found[1]}\n{_BELOW}{found[2]}"

    return "\n".join(row.sub(laid, line) for line in lines)


def in_one_piece(text: str, most: int | None = None) -> str:
    """The text with `JOINT` for the blanks in its commands, and in the answers that it shows in brackets, as
    far as they have at most so many signs."""

    def joined(found: re.Match[str]) -> str:
        return found[0].replace(" ", JOINT) if most is None or len(found[0]) <= most else found[0]

    return _ANSWER.sub(joined, whole(program()).sub(joined, text))


def unbroken(text: str, width: int) -> str:
    """The sentence in lines of so many cells, broken between words but not inside a command or an answer."""
    lines = textwrap.wrap(in_one_piece(text), width, break_long_words=False, break_on_hyphens=False)
    return "\n".join(lines).replace(JOINT, " ")
