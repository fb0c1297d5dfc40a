"""Vectors for another program that plays: the numbers and words of each game, positions, whole matches."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from fadenet import games
from fadenet.bots import make
from fadenet.bots.base import run_now
from fadenet.engine import notation, position
from fadenet.engine.digest import digest
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import NEED_WORDS, Row, State, TableNeed
from fadenet.games.decks import load_deck, packaged
from fadenet.table.local import LocalMatch
from fadenet.table.record import Answered
from fadenet.table.scribe import CODE_OF, Scribe

ANSWERS_MAX = 2_000


class Playout(NamedTuple):
    """A match to be played, by which bot, with which dice, and after how many answers it is enough."""

    game: str
    format: str
    players: int
    seed: int
    bot: str = "greedy"
    answers: int = ANSWERS_MAX
    options: tuple[tuple[str, str], ...] = ()


MATCHES = tuple(
    Playout(game, "duel", 2, seed)  # seeds of short matches
    for game, seed in (("fade1", 3), ("fade2", 2), ("faroe", 1), ("terrene", 3), ("prelude", 3))
)
OTHERS = (
    Playout("fade1", "free-for-all", 3, 1, "random", 300),
    Playout("fade2", "raiders", 2, 1, "random", 300, (("raiders", "old-hunger-under-the-hill,none"),)),
    Playout("faroe", "teams", 4, 1, "random", 300),
    Playout(
        "faroe", "legend", 3, 1, "random", 300, (("choice", "vote"), ("legend", "vantarel-the-hollow-sun"))
    ),
    Playout("terrene", "2v2", 4, 1, "random", 300),
    Playout("prelude", "melee", 3, 1, "random", 300),
)
"""Of these there are positions too, with more seats, and with automata."""
POSITIONS = 6


class Noted(Scribe):
    """The answers at each rest, until there are `most` answers, and the states at the rests."""

    def __init__(self, rules: Rules, most: int) -> None:
        super().__init__(rules)
        self.most = most
        self.rows: list[dict[str, object]] = []
        self.states: list[State] = []

    def supplied(self, s: State, values: Sequence[Any], code_of: CODE_OF) -> None:
        self._rest(s)
        needs = [_need(w) for w in s.needs]
        self.rows.append({"state": _short(s), "needs": needs, "values": list(values)})

    def answer(
        self,
        s: State,
        seat: int,
        move: Move,
        opened: Sequence[tuple[int, int]],
        standing: Sequence[tuple[int, int]] | None,
    ) -> Answered:
        self._rest(s)
        row: dict[str, object] = {
            "state": _short(s),
            "seat": seat,
            "move": notation.format_move(s, seat, move),
        }
        if opened:
            row["opens"] = [[h, code] for h, code in opened]
        if standing is not None:
            row["standing"] = [list(one) for one in standing]
        if vouched := self.rules.moves.vouched(s, move):
            row["claims"] = [[vouched, [move[1]]]]
        self.rows.append(row)
        return Answered(seat, ())

    def answered(self, entry: Answered) -> None:
        pass

    def happened(self, s: State, rows: Sequence[Row]) -> None:
        if s.over:
            self._rest(s)

    def _rest(self, s: State) -> None:
        if len(self.rows) == self.most:
            raise Enough
        self.states.append(s.clone())


def _need(w: TableNeed) -> list[object]:
    return [NEED_WORDS[w.kind], w.who, w.deck, w.n, list(w.items)]


def _short(s: State) -> str:
    return digest(s).hex()[:16]


class Enough(Exception):
    """As much has been played as is wanted."""


@cache
def _played(setting: Playout) -> tuple[LocalMatch, Noted]:
    rules = games.load(setting.game, setting.format, **dict(setting.options))
    noted = Noted(rules, setting.answers)
    decks = [load_deck(rules, deck) for deck in (list(packaged(rules)) * 2)[: setting.players]]
    codes = [part for deck in decks for part in deck.lists]
    players = [make(setting.bot) for _ in decks]
    match = LocalMatch(rules, players, codes, setting.seed)
    match.scribe = noted
    with suppress(Enough):
        run_now(match.play())
    return match, noted


def numbers() -> dict[str, object]:
    """What stands for what in the states and moves of each game; ../PLAY.md tells how to read it."""
    return {name: _numbers(games.load(name)) for name in games.NAMES}


def _numbers(rules: Rules) -> dict[str, object]:
    seats = rules.seat_counts[0]
    decks = [rules.deck_zone(deck) for deck in range(rules.decks_per_seat * seats)]
    return {
        "rules": rules.hash.hex(),
        "cards": rules.card_hash.hex(),
        "zones": list(rules.zone_letters),
        "decks": decks[: rules.decks_per_seat],
        "numbers": rules.numbers,
        "scalars": rules.scalars,
        "verbs": list(rules.verbs),
        "keys": list(rules.keys),
        "words": {rules.keys[key]: list(words) for key, words in sorted(rules.key_words.items())},
        "windows": list(rules.windows),
        "phases": list(rules.phases),
        "events": list(rules.events),
        "frames": list(map(_signature, rules.frames)),
        "pickers": list(map(_signature, rules.pickers)),
        "claims": ["", *rules.predicate_texts],
    }


def _signature(run: Callable[..., object]) -> str:
    """A function as its frame names it: its name, and what the numbers behind it are."""
    return f"{run.__name__}({', '.join(list(inspect.signature(run).parameters)[1:])})"


def positions() -> dict[str, object]:
    """States at rest as positions, with their digests; ../PLAY.md tells how to read a line."""
    rows = []
    for setting in (*MATCHES, *OTHERS):
        _, noted = _played(setting)
        n = len(noted.states)
        for at in sorted({k * (n - 1) // (POSITIONS - 1) for k in range(POSITIONS)}):
            state = noted.states[at]
            rows.append({"digest": digest(state).hex(), "position": position.dump(state)})
    return {"positions": rows}


def played_of(setting: Playout) -> dict[str, object]:
    """A whole match, rest by rest, as ../PLAY.md tells."""
    match, noted = _played(setting)
    places, rule = match.state.over
    return {
        "about": inspect.getdoc(played_of),
        "game": setting.game,
        "format": setting.format,
        "decks": match.decks,
        "places": list(places),
        "rule": rule,
        "rests": noted.rows,
    }
