"""How the words of a command are read: options anywhere among them, values, one sentence for a mistake."""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import deque
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, NoReturn

from fadenet.cli.frame.escape import harmless
from fadenet.console.typed import NAME, as_begun, in_columns, program
from fadenet.engine.language.meant import nearest
from fadenet.games.descriptors import GAMES
from fadenet.games.spelling import slug
from fadenet.node.limits import CIRCUITS_MOST, MATCHES_MOST, WATCH_DELAY_S
from protocol.values import DAYS_MAX

LEVELS = ("easy", "normal", "hard")
WIDTH = 80
"""Of a terminal, in cells."""
USUAL_DELAY = -1
"""The value of a delay that was not named."""
_VALUE = re.compile(r"[0-9]+|default|[a-z]+://.*")
_NEGATION = re.compile(r"-[A-Za-z]{2,}|-[A-Za-z]+[:<>=].*")


class ParserExit(Exception):
    """argparse has said all there is to say."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help whose commands begin as this run did."""

    def __init__(self, prog: str) -> None:
        super().__init__(program() + prog.removeprefix(NAME))

    def _expand_help(self, action: argparse.Action) -> str:
        return as_begun(super()._expand_help(action))

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return in_columns(as_begun(super()._fill_text(text, width, indent)), WIDTH)


class Parser(argparse.ArgumentParser):
    """`negations`: whether words such as -t:item are not options but words to be left out.

    An option whose value may be missing takes the next word only if that is a number, a URL or `default`. A
    word that nothing is called by is answered with the one that was probably meant.
    """

    negations = False

    def __init__(self, **settings: Any) -> None:
        settings.setdefault("formatter_class", _Formatter)
        super().__init__(allow_abbrev=False, **settings)
        self.color = False  # Python 3.14 colours help, whatever --color says

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """As ever, but options are taken anywhere among the words of a command."""
        words = sys.argv[1:] if args is None else list(args)
        read, left = super().parse_known_args(words if self._subparsers else self._in_order(words), namespace)
        if left:
            self.error(self._too_much(left[0].partition("=")[0]))
        return read, left

    def _too_much(self, word: str) -> str:
        if not word.startswith("-"):
            return f"{word!r} is one word too many"
        return f"there is no option {word}{self._meant(word, self._option_string_actions)}"

    @staticmethod
    def _meant(word: str, known: Collection[str]) -> str:
        meant = nearest(word, known)
        return f"; did you mean {meant}?" if meant else ""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [str(one) for one in action.choices]
        if isinstance(action, argparse._SubParsersAction):
            if value in GAMES:
                raise argparse.ArgumentError(
                    None, f"{value} is a game: {NAME} play {value}, {NAME} learn {value}"
                )
            what = f"there is no command {self.prog.partition(' ')[2]} {value}".replace("  ", " ")
            there = [one for one in known if one in GAMES]
            what += f", nor a game of that name ({', '.join(there)})" if there else ""
        else:
            name = "/".join(action.option_strings) or action.metavar
            what = f"{name} is one of {', '.join(known)}, not {value!r}"
        raise argparse.ArgumentError(None, what + self._meant(str(value), known))

    def _in_order(self, words: Sequence[str]) -> list[str]:
        """The options first, as argparse takes the words of `nargs="*"` in one piece, the first, or none."""
        options: list[str] = []
        others: list[str] = []
        left = deque(words)
        while left:
            word = left.popleft()
            action = self._option_string_actions.get(word.partition("=")[0])
            if word == "--":
                others += [word, *left]
                left.clear()
            elif action is not None and action.nargs == "?" and "=" not in word:
                options.append(f"{word}={left.popleft() if left and _VALUE.fullmatch(left[0]) else ''}")
            elif action is not None:
                options.append(word)
                if action.nargs is None and "=" not in word and left:
                    options.append(left.popleft())
            else:
                others.append("!" + word[1:] if self.negations and _NEGATION.fullmatch(word) else word)
        return options + others

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        if message:
            print(message, end="", file=sys.stderr, flush=True)
        raise ParserExit(status)

    def error(self, message: str) -> NoReturn:
        end = "" if message.endswith("?") else "."
        text = as_begun(f"fadenet: {message}{end} See: {self.prog} --help")
        print(harmless(text), file=sys.stderr, flush=True)
        raise ParserExit(2)


def commands_of(parser: argparse.ArgumentParser) -> dict[str, Parser]:
    """The commands behind a name, by the word that is typed."""
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    return {word: child for group in groups for word, child in group.choices.items()}


# Values; each raises `ArgumentTypeError` for a text that is none.


def whole(text: str) -> int:
    """A whole number from 0 up."""
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 up")
    return int(text)


def view(text: str) -> str:
    """A view, which says whose hidden cards are shown: p1 to p8, public or all."""
    if not re.fullmatch(r"all|public|p[1-8]", text):
        raise argparse.ArgumentTypeError(f"{text!r} is no view; views are p1, p2 .., public and all")
    return text


def deck(text: str) -> str:
    """A deck as it is kept: by its title too, in any spelling; a word that could be a file stays as it is."""
    named = all(ch.isalnum() or ch in " '-\u2019\u00a0\u2011" for ch in text)
    return slug(text) or text if named and not os.path.exists(text) else text


def count(text: str) -> int:
    """How many of something there are to be."""
    number = whole(text)
    if not 1 <= number <= 1_000_000:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 1000000")
    return number


def matches_at_once(text: str) -> int:
    """How many matches a headless node plays at once."""
    number = whole(text)
    if not 1 <= number <= MATCHES_MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of matches from 1 to {MATCHES_MOST}")
    return number


def circuits(text: str) -> int:
    """How many circuits a relay carries at once."""
    number = whole(text)
    if not 1 <= number <= CIRCUITS_MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of circuits from 1 to {CIRCUITS_MOST}")
    return number


def delay(text: str) -> int:
    """How many seconds behind those who look on are; `USUAL_DELAY` where none is named."""
    number = whole(text) if text else USUAL_DELAY
    if number > WATCH_DELAY_S:
        raise argparse.ArgumentTypeError(f"{text!r} is not a delay from 0 to {WATCH_DELAY_S} seconds")
    return number


def watchers(most: int) -> Callable[[str], int]:
    """How many may look on at once."""

    def read(text: str) -> int:
        number = whole(text)
        if not 1 <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number of onlookers from 1 to {most}")
        return number

    return read


def hours(text: str) -> int:
    """A time, in hours."""
    number = whole(text)
    if not 1 <= number <= 24 * 365:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of hours from 1 to {24 * 365}")
    return number


class TableTime(NamedTuple):
    """The time that a table gives. bank, bonus: seconds; days: for each decision of a match by
    correspondence, which counts no seconds, 0 = all are there together."""

    bank: int
    bonus: int
    days: int = 0

    def __str__(self) -> str:
        return f"days:{self.days}" if self.days else f"{self.bank}+{self.bonus}"


CLOCK = TableTime(600, 5)
"""The time of a table where none is named."""
CLOCK_FORM = (
    f"seconds as 600+5, at most 86400 in the bank and 3600 an answer, or days as days:3, at most {DAYS_MAX}"
)
"""How a clock is written."""


def clock(text: str) -> TableTime:
    """A clock: a bank and a bonus in seconds, or the days of a match by correspondence."""
    word, colon, days = text.partition(":")
    if word == "days" and colon and days.isascii() and days.isdigit() and 0 < int(days[:3]) <= DAYS_MAX:
        return TableTime(0, 0, int(days))
    bank, plus, bonus = text.partition("+")
    seconds = [part if part.isascii() and part.isdigit() and len(part) < 6 else "" for part in (bank, bonus)]
    if not plus or not all(seconds) or int(bank) > 86400 or int(bonus) > 3600:
        raise argparse.ArgumentTypeError(f"{text!r} is not a clock; write {CLOCK_FORM}")
    return TableTime(int(bank), int(bonus))


def sprt(text: str) -> tuple[float, float]:
    """The shares of points between which a test decides, under H0 and under H1."""
    found = re.fullmatch(r"(0(?:\.\d{1,6})?|1)[:](0(?:\.\d{1,6})?|1(?:\.0{1,6})?)", text)
    if found is None or float(found[1]) >= float(found[2]):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a test; write two shares of the points as 0.50:0.55, the smaller one first"
        )
    return float(found[1]), float(found[2])


def elo(text: str) -> tuple[float, float]:
    """The shares of points of a test, told by differences in Elo."""
    found = re.fullmatch(r"(-?\d{1,4}(?:\.\d{1,3})?):(-?\d{1,4}(?:\.\d{1,3})?)", text)
    if found is None or float(found[1]) >= float(found[2]):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a test; write two differences in Elo as 0:35, the smaller one first"
        )
    low, high = (1 / (1 + 10 ** (-float(difference) / 400)) for difference in found.groups())
    return low, high


def journal(text: str) -> str:
    """The name of an arena's journal, which is part of a file's name."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}", text):
        raise argparse.ArgumentTypeError(
            f"{text!r} is not a name for a journal; take letters, digits, dots and dashes, at most 64"
        )
    return text
