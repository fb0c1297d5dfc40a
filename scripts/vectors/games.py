"""Vectors for another program that plays: the numbers and words of each game, positions, whole matches."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from environment import ROOT

from fadenet import games
from fadenet.bots import make
from fadenet.bots.base import Bot, run_now
from fadenet.engine import notation, position
from fadenet.engine.digest import digest
from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import NEED_WORDS, Row, State, TableNeed
from fadenet.games.decks import load_deck, packaged
from fadenet.table.local import LocalMatch
from fadenet.table.record import Answered
from fadenet.table.scribe import CODE_OF, Scribe
from fadenet.table.view import Answer, MatchInfo, SeatView

PUBLISHED = ROOT / "protocol" / "vectors"
ANSWERS_MAX = 2_000


class Playout(NamedTuple):
    """A match to be played, by which bot, with which dice, and after how many answers it is enough.

    A whole match is played as it was published while the rules allow that, whatever the bot would do now.
    """

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


class Repeater(Bot):
    """Gives the answers of a published match, each as its text; its bot takes cards for it.

    Where the next answer of the seat is not a move it gives any: that question goes, as another seat answers.
    """

    def __init__(self, bot: Bot, answers: Sequence[str], seat: int, noted: Noted) -> None:
        super().__init__()
        self._bot = bot
        self._answers = answers
        self._seat = seat
        self._noted = noted

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await self._bot.start(match, seat)

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        return await self._bot.take(seat, need)

    async def choose(self, seat: SeatView) -> Answer:
        given = sum(row.get("seat") == self._seat for row in self._noted.rows)
        with suppress(WrongInput, IndexError):
            move = notation.parse_move(seat.state, self._seat, self._answers[given])
            if seat.refusal(move) is None:
                return Answer(move)
        return Answer(seat.options()[0])


def again(setting: Playout) -> tuple[LocalMatch, Noted] | None:
    """The match as it was published, None if it was not or the rules do not allow it any more."""
    path = PUBLISHED / f"played-{setting.game}.json"
    if setting not in MATCHES or not path.exists():
        return None
    told = _answers(json.loads(path.read_text("utf-8"))["rests"])
    noted = _noted(setting)
    players = [
        Repeater(make(setting.bot), [move for who, move in told if who == i], i, noted)
        for i in range(setting.players)
    ]
    match = _match(setting, players, noted)
    return (match, noted) if _answers(noted.rows) == told else None


def _answers(rows: Sequence[dict[str, Any]]) -> list[tuple[int, str]]:
    return [(row["seat"], row["move"]) for row in rows if "move" in row]


@cache
def _played(setting: Playout) -> tuple[LocalMatch, Noted]:
    noted = _noted(setting)
    players = [make(setting.bot) for _ in range(setting.players)]
    return again(setting) or (_match(setting, players, noted), noted)


def _noted(setting: Playout) -> Noted:
    return Noted(games.load(setting.game, setting.format, **dict(setting.options)), setting.answers)


def _match(setting: Playout, players: Sequence[Bot], noted: Noted) -> LocalMatch:
    rules = noted.rules
    decks = [load_deck(rules, deck) for deck in (list(packaged(rules)) * 2)[: setting.players]]
    codes = [part for deck in decks for part in deck.lists]
    match = LocalMatch(rules, players, codes, setting.seed)
    match.scribe = noted
    with suppress(Enough):
        run_now(match.play())
    return match


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
        "zone_names": list(rules.zone_names),
        "decks": decks[: rules.decks_per_seat],
        "numbers": rules.numbers,
        "columns": list(rules.columns),
        "quantities": list(rules.quantities),
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
