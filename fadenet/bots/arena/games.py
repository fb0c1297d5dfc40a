"""One game between bots, and who begins it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from fadenet import games
from fadenet.bots import make
from fadenet.bots.arena.timing import Thinking, TimedPlayer
from fadenet.bots.base import run_now
from fadenet.engine import atoms
from fadenet.engine.cardset import keep
from fadenet.engine.errors import WrongInput
from fadenet.engine.language.sets import packed, unpacked
from fadenet.engine.rules import Rules
from fadenet.engine.state import ROW_EVENT, ROW_N, ROW_SEAT, Row, State
from fadenet.games.decks import Deck
from fadenet.table.local import LocalMatch
from fadenet.table.scribe import short_digest
from fadenet.table.view import StepListener

STEPS_MAX: Final = 50_000
"""Answers and dealt values of one game: hundreds of times what any real game takes."""
DEALS_MAX: Final = 64
"""So often cards are dealt anew until the seat begins that is to."""
NOBODY: Final = -1
UNTIMED: Final = (Thinking(), Thinking())
"""The thinking in a game that was played by another run."""


@dataclass(frozen=True, slots=True)
class Variant:
    """The kind of match that is played: the arguments of `games.load`, and the number of seats.

    sets: the card sets that its options name, packed, for a process that has no other way to know them.
    """

    game: str
    format: str = "duel"
    seats: int = 2
    options: tuple[tuple[str, str], ...] = ()
    sets: tuple[bytes, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, rules: Rules, seats: int) -> Variant:
        """The kind of match that is played by these rules."""
        return cls(
            *(rules.name, rules.format, seats, tuple(rules.options.items())),
            tuple(packed(one) for one in rules.sets),
        )

    def rules(self) -> Rules:
        """The rules that are played by. Raises as `games.load` does."""
        for line in self.sets:
            keep(unpacked(line, self.game))
        return games.load(self.game, self.format, **dict(self.options))


@dataclass(frozen=True, slots=True)
class GameResult:
    """How one game went. score: 2 = only even seats won, 1 = even and odd ones or nobody, 0 = only odd ones.

    Against an automaton: 2 = all players won, 0 = they lost, or agreed on none to play against.
    """

    score: int
    rule: str  # the rule that ended it
    turns: int
    answers: int
    began: int = NOBODY  # the seat that had the first turn
    digest: str = ""  # of the state at the end: 8 bytes in hexadecimal digits
    deal: int = 0  # how often the cards were dealt anew, see `play_begun_by`
    thinking: tuple[Thinking, Thinking] = field(default=UNTIMED, compare=False)  # of even and odd seats


class _AnotherBegins(Exception):
    """The first turn is that of another seat than it was to be."""


class _Referee:
    """Sees to it that a game ends, and who begins it. wanted: the seat that is to; `NOBODY` = any."""

    def __init__(self, wanted: int, more: StepListener | None) -> None:
        self.began = NOBODY
        self._wanted = wanted
        self._more = more
        self._steps = 0

    def __call__(self, s: State, rows: Sequence[Row]) -> None:
        self._steps += 1
        if self._steps > STEPS_MAX:
            raise AssertionError(f"a game is still running in turn {s.turn}")
        if self.began == NOBODY:
            first = [row[ROW_SEAT] for row in rows if row[ROW_EVENT] == atoms.TURN_BEGINS and row[ROW_N] == 1]
            self.began = first[0] if first else NOBODY
            if first and self._wanted not in (NOBODY, first[0]):
                raise _AnotherBegins
        if self._more is not None:
            self._more(s, rows)


def play_game(
    rules: Rules, bots: Sequence[str], decks: Sequence[Deck], seed: int, watch: StepListener | None = None
) -> GameResult:
    """One game, one bot and one deck a seat. Raises `AssertionError` for a game that never ends."""
    return _played(rules, bots, decks, seed, _Referee(NOBODY, watch))


def play_begun_by(
    first: int, rules: Rules, bots: Sequence[str], decks: Sequence[Deck], seed: int
) -> GameResult:
    """The same, where a certain seat begins: if another one does, the cards are dealt anew, at most
    `DEALS_MAX` times. If it never does, as where a bot always gives way, whoever begins, begins."""
    for deal in range(DEALS_MAX):
        with suppress(_AnotherBegins):
            found = _played(rules, bots, decks, dealt_anew(seed, deal), _Referee(first, None))
            return replace(found, deal=deal)
    return play_game(rules, bots, decks, seed)


def dealt_anew(seed: int, deal: int) -> int:
    """The seed by which the cards are dealt anew for the so-manieth time."""
    return Random(f"{seed} {deal}").getrandbits(32) if deal else seed


def match_of(
    rules: Rules, bots: Sequence[str], decks: Sequence[Deck], seed: int, watch: StepListener | None = None
) -> LocalMatch:
    """The match of a game, which has not begun."""
    codes = [part for deck in decks for part in deck.lists]
    return LocalMatch(rules, [make(name) for name in bots], codes, seed, bots, watch=watch)


def _played(
    rules: Rules, bots: Sequence[str], decks: Sequence[Deck], seed: int, referee: _Referee
) -> GameResult:
    """Play a game to its end."""
    match = match_of(rules, bots, decks, seed, referee)
    players = [TimedPlayer(player) for player in match.players]
    match.players[:] = players
    places, rule = run_now(match.play())
    won = frozenset(seat % 2 for seat in range(len(bots)) if places[seat] == 1)
    s, score = match.state, {frozenset({0}): 2, frozenset({1}): 0}.get(won, 1)
    if rules.automata:
        score = 2 if max(places[: len(bots)]) == 1 else 0
    even, odd = (sum((player.thinking for player in players[side::2]), Thinking()) for side in (0, 1))
    return GameResult(
        score, rule, s.turn, len(match.answers), referee.began, short_digest(s), thinking=(even, odd)
    )


def random_deck(rules: Rules, random: Random) -> Deck:
    """A legal deck drawn from all cards of a set, so that in many games every card is played.

    Raises `WrongInput` for a card set that is too small for one.
    """
    lists = rules.book.draw_deck(random.shuffle)
    for rule, why in rules.book.deck_faults(lists):
        raise WrongInput(f"these cards make no deck: {why} [{rule}]")
    return Deck("drawn at random", "", lists)
