"""How strong bots are, by the journal of a contest in which `greedy` has played too: for whoever offers them
to others, who count from `greedy` as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from fadenet.bots.arena.games import Variant
from fadenet.bots.arena.journal import JournalRefused, pair_in, read_row, setting, unreadable
from fadenet.bots.arena.league import LeaguePlace, ratings
from fadenet.bots.arena.pairs import Contest
from fadenet.bots.arena.score import classes_of
from fadenet.bots.naming import one_name
from fadenet.engine.errors import WrongInput

ANCHOR: Final = "greedy"
"""The bot whose strength is 0."""


class Measurement(NamedTuple):
    """The content of a journal. places: the bots by `one_name`; of_other_rules, of_other_bots: whether
    rules or cards, or the code of the bots, were others than they are here and now."""

    variant: Variant
    places: Mapping[str, LeaguePlace]
    of_other_rules: bool
    of_other_bots: bool


class _Head(msgspec.Struct):
    """The setting of a contest."""

    game: str
    format: str
    seats: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    decks: str
    mirror: bool
    rules: str
    cards: str
    bot_code: str

    @property
    def contest(self) -> Contest:
        variant = Variant(self.game, self.format, self.seats, tuple(self.options.items()))
        return Contest(variant, self.bots, self.decks, self.mirror)


def measured(path: Path) -> Measurement:
    """The strengths of the bots of a contest, by its journal, which may still grow.

    Raises `JournalRefused` for what is not one or tells too little, and `OSError`.
    """
    first, *lines = path.read_bytes().split(b"\n")[:-1] or [b""]  # a line without its end is being written
    try:
        head = msgspec.convert(read_row(path, 1, first), _Head)
    except msgspec.ValidationError:
        raise unreadable(path, 1) from None
    contest = head.contest
    anchor = next((bot for bot in head.bots if one_name(bot) == one_name(ANCHOR)), "")
    if not anchor or len(head.bots) < 2:
        raise JournalRefused(
            f"{path} does not tell how strong a bot is: that is counted from {ANCHOR}, which has not played. "
            f"Let it play too: fadenet bot league {ANCHOR} BOT --game {head.game} --journal NAME"
        )
    try:
        now = setting(Contest(contest.variant, ()))
    except WrongInput as error:
        raise JournalRefused(f"{path} is of a match that is not played here: {error}.") from None
    rows = (pair_in(read_row(path, n, line), path, n, contest) for n, line in enumerate(lines, 2))
    pairs = {pair.number: pair for pair in rows}.values()
    classes = {two: classes_of(one for one in pairs if one.bots == two) for two in contest.pairings}
    if not all(map(any, classes.values())):
        raise JournalRefused(
            f"{path} tells too little: not every two of its bots have played yet. Give the command that has "
            "begun it once more, and it goes on."
        )
    places = {one_name(one.bot): one for one in ratings(head.bots, classes, anchor)}
    other_rules = (head.rules, head.cards) != (now["rules"], now["cards"])
    return Measurement(contest.variant, places, other_rules, _code_of(contest) != head.bot_code)


def _code_of(contest: Contest) -> str:
    """The hash of the code of its bots as it is here, "" where one of them has gone."""
    try:
        return str(setting(contest)["bot_code"])
    except (OSError, WrongInput):
        return ""
