"""The lines of `fnbot 1`: what a bot may say, read and held against the specification (`protocol/FNBOT.md`).

One message a line, UTF-8, the first word its type. Nothing here waits or knows a process.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from fadenet.bots.options import (
    BotOption,
    CheckOption,
    ChoiceOption,
    SpinOption,
    TextOption,
)
from fadenet.engine.errors import WrongInput

VERSION: Final = 1
LINE_MAX: Final = 65_536
"""Bytes of a line of a bot, its end not counted."""
WANTS: Final = ("view", "position", "events", "told", "proposals")
"""The words for all that a bot may be told besides its questions."""
REPLIES: Final = ("move", "info", "pass-until", "resign")
"""The words with which a bot replies to a question."""
NAME_SIGNS: Final = 64
ASIDE: Final = "and what is for people goes to stderr"
OPTIONS_MAX: Final = 64

_WORD: Final = re.compile(r"[a-z][a-z-]{0,31}")
_OPTION: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{0,31}")
_NUMBER: Final = re.compile(r"[0-9]{1,9}")
_SIGNED: Final = re.compile(r"-?[0-9]{1,9}")

AnyOption = BotOption[int] | BotOption[bool] | BotOption[str]


class BotLine(NamedTuple):
    """One line of a bot: its first word, and what stands behind it."""

    word: str
    rest: str


class BotReply(NamedTuple):
    """A reply to a question: one of `REPLIES`, the number of the question, and what is said to it."""

    word: str
    number: int
    text: str


def line_of(raw: bytes) -> BotLine:
    """The message in a line without its end. Raises `WrongInput` if there is none."""
    try:
        text = raw.removesuffix(b"\r").decode()
    except UnicodeDecodeError:
        raise WrongInput("this line is not UTF-8") from None
    if not text.isprintable():
        raise WrongInput("this line has signs that are not printed")
    word, _, rest = text.partition(" ")
    if not _WORD.fullmatch(word):
        raise WrongInput(f"a line begins with a word such as `move`, not with {word[:32]!r}")
    return BotLine(word, rest.strip(" "))


def reply_of(said: BotLine) -> BotReply:
    """A line `WORD N TEXT` that answers a question. Raises `WrongInput`."""
    if said.word not in REPLIES:
        raise WrongInput(f"`{said.word}` answers no question; words: {', '.join(REPLIES)}, {ASIDE}")
    number, _, text = said.rest.partition(" ")
    if not _NUMBER.fullmatch(number):
        raise WrongInput(f"behind `{said.word}` stands the number of the question, not {number[:32]!r}")
    return BotReply(said.word, int(number), text.strip(" "))


def move_of(text: str, legal: Sequence[str]) -> str:
    """The text of the move that an answer names, in its own words or as `@K`, the so-manieth of those that
    were listed. Raises `WrongInput`."""
    if text[:1] != "@":
        return text
    if not _NUMBER.fullmatch(text[1:]) or not 0 < int(text[1:]) <= len(legal):
        raise WrongInput(f"`@K` is one of the listed moves, from @1 to @{len(legal)}, not {text[:32]!r}")
    return legal[int(text[1:]) - 1]


class Introduced:
    """The things that a bot says of itself before its first match, line by line."""

    def __init__(self) -> None:
        self.name = ""
        self.author = ""
        self.games: tuple[str, ...] = ()
        self.wants: frozenset[str] = frozenset()
        self.options: dict[str, AnyOption] = {}

    def take(self, said: BotLine) -> bool:
        """Take a line; True = it was the last one. Raises `WrongInput`."""
        word, rest = said
        if word in ("name", "author"):
            setattr(self, word, rest[:NAME_SIGNS])
        elif word == "games":
            self.games = tuple(rest.split())
        elif word == "want":
            strange = [want for want in rest.split() if want not in WANTS]
            if strange:
                raise WrongInput(f"`want` names some of {', '.join(WANTS)}, not {strange[0][:32]!r}")
            self.wants |= {*rest.split()}
        elif word == "option":
            name, option = option_of(rest)
            if len(self.options) >= OPTIONS_MAX:
                raise WrongInput(f"a bot has at most {OPTIONS_MAX} options")
            self.options[name] = option
        elif word != "ok":
            raise WrongInput(
                f"`{word}` says nothing of a bot; what it says of itself ends with `ok`, {ASIDE}"
            )
        return word == "ok"


def option_of(text: str) -> tuple[str, AnyOption]:
    """`NAME KIND DEFAULT ..`. Raises `WrongInput`."""
    name, *parts = text.split()
    if not _OPTION.fullmatch(name) or not parts:
        raise WrongInput("an option is NAME spin|check|choice|text DEFAULT ..")
    kind, *rest = parts
    if kind == "spin" and len(rest) == 3 and all(map(_SIGNED.fullmatch, rest)):
        default, lo, hi = map(int, rest)
        if lo <= default <= hi:
            return name, SpinOption(default, lo, hi, "")
    if kind == "check" and rest in (["true"], ["false"]):
        return name, CheckOption(rest == ["true"], "")
    if kind == "choice" and rest and rest[0] in rest[1:]:
        return name, ChoiceOption(rest[0], rest[1:], "")
    if kind == "text":
        return name, TextOption(" ".join(rest), "")
    raise WrongInput(
        f"{name} is none of: spin DEFAULT LEAST MOST, check true|false, choice DEFAULT WORD .., text DEFAULT"
    )
