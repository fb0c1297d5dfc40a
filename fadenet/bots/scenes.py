"""Finds a position in which a card can be used: bots play until a seat has it and may.

So what it costs is there, and so is whatever it is aimed at, in every game alike; and other cards, if they
are asked for, where they are to lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from fadenet.bots.base import Bot, run_now
from fadenet.bots.naming import make
from fadenet.engine.errors import LoadError
from fadenet.engine.position import HiddenState
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.state import State, TableNeed
from fadenet.games.catalogue import catalogue_of
from fadenet.games.decks import check_deck, load_deck, packaged
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, MatchInfo, SeatView

COPIES: Final = 4
"""So many of the card are put into a deck that has none."""
TRIES: Final = (("random", 60), ("greedy", 6))
"""Matches that are played by which bots."""
DECKS: Final = 24
"""So many decks are drawn until one may be played."""
PATIENCE: Final = 4
"""So many times as many where other cards are to lie there too."""
USES: Final = frozenset(
    {
        *("use", "play", "activate", "show", "recruit", "terrain", "cast", "equip", "value", "alert"),
        *("spring", "parry"),
    }
)
"""The verbs by which a card does what it is for; where none comes up, any other will do."""
IDLE: Final = frozenset({"pick", "mix", "hide", "dismiss", "bring", "cut", "mulligan"})
"""The verbs by which it does nothing."""


class SceneCard(NamedTuple):
    """A card that is to lie somewhere: its code, whose deck it comes out of, and the zones, by number."""

    code: int
    seat: int
    zones: frozenset[int]


class FoundPosition(Exception):
    """Raised out of a match at the position that was looked for."""

    def __init__(self, state: State, hidden: HiddenState) -> None:
        super().__init__("a position in which the card can be used")
        self.state, self.hidden = state, hidden


class _Seeker(Bot):
    """Plays as a bot does, until a move uses the card while all that is wished for lies there. match: set
    before it is played. other: the first position in which a move does something else with the card, None =
    there was none."""

    def __init__(self, bot: str, code: int, wishes: Sequence[SceneCard]) -> None:
        super().__init__()
        self.bot = make(bot)
        self.code = code
        self.wishes = wishes
        self.match: LocalMatch | None = None
        self.other: FoundPosition | None = None

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await self.bot.start(match, seat)

    async def choose(self, seat: SeatView) -> Answer:
        options = seat.options()
        words = {
            rules_of(seat.state).verbs[move[0]] for move in options if _begins_with(seat, move, self.code)
        }
        if words - IDLE and len(options) > 1 and seat.state.turn and self.is_laid_out(seat.state):
            assert self.match is not None
            if words & USES:
                raise FoundPosition(seat.state.clone(), self.match.dealer.clone().hidden())
            self.other = self.other or FoundPosition(seat.state.clone(), self.match.dealer.clone().hidden())
        return await self.bot.choose(seat)

    def is_laid_out(self, s: State) -> bool:
        """Whether each card that is wished lies where it is to, each another one."""
        assert self.match is not None
        truth, taken = self.match.dealer.truth, set[int]()
        for wish in self.wishes:
            there = [h for h in range(s.seats + 1, len(s.code)) if s.zone[h] in wish.zones and h not in taken]
            h = next((h for h in there if (s.code[h] or truth.get(h, 0)) == wish.code), 0)
            if not h:
                return False
            taken.add(h)
        return True

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        return await self.bot.take(seat, need)


def _begins_with(seat: SeatView, move: Sequence[object], code: int) -> bool:
    h = move[1] if len(move) > 1 else 0
    return type(h) is int and h > 0 and seat.code(h) == code


def scene_of(rules: Rules, slug: str, wishes: Sequence[SceneCard] = ()) -> FoundPosition | None:
    """A position of a duel in which the first seat may use the card of a slug, while other cards lie where
    they are wished, with all Hands open; None if none came up. Raises `WrongInput` where the cards make no
    deck."""
    code = rules.code_of(slug)
    mine = _deck_with(rules, code)
    others = [name for name in packaged(rules) if _legal(rules, name) is not None]
    theirs = _legal(rules, others[0]) if others else mine
    assert theirs is not None
    mine = _with(rules, mine, [code, *(wish.code for wish in wishes if wish.seat == 0)])
    theirs = _with(rules, theirs, [wish.code for wish in wishes if wish.seat == 1])
    other: FoundPosition | None = None
    for bot, matches in TRIES:
        for seed in range(matches * (PATIENCE if wishes else 1)):
            seeker = _Seeker(bot, code, wishes)
            match = LocalMatch(rules, [seeker, make(bot)], [*mine, *theirs], seed)
            seeker.match = match
            try:
                run_now(match.play())
            except FoundPosition as scene:
                return _opened(scene)
            other = other or seeker.other
    return _opened(other) if other is not None else None


def _deck_with(rules: Rules, code: int) -> Sequence[Sequence[int]]:
    """The lists of a deck with a card: the first of a set that has it, else one into which it is put."""
    for name in reversed(packaged(rules)):
        lists = _legal(rules, name)
        if lists is not None and any(code in codes for codes in lists):
            return lists
    there = [lists for name in packaged(rules) if (lists := _legal(rules, name)) is not None]
    return _with(rules, there[0] if there else rules.book.draw_deck(Random(0).shuffle), [code])


def _with(rules: Rules, lists: Sequence[Sequence[int]], codes: Sequence[int]) -> Sequence[Sequence[int]]:
    """The lists of a deck with copies of these cards, those that it lacks in place of others like them. Where
    such a deck may not be played, but some other one with these cards, it is that."""
    table, made = catalogue_of(rules).table, [list(part) for part in lists]
    for code in codes:
        card = rules.cards[code]
        own = made[table(card)]
        if code not in own:
            like = [n for n in range(len(own)) if own[n] not in codes]
            like.sort(key=lambda n: rules.cards[own[n]].types != card.types)
            for n in like[:COPIES]:
                own[n] = code
    for seed in range(DECKS if check_deck(rules, made) else 0):
        seen = [[code for code in codes if table(rules.cards[code]) == at] for at in range(len(made))]
        found = rules.book.complete_deck(seen, [*map(len, made)], Random(seed).shuffle)
        if not check_deck(rules, found):
            return found
    return made


def _legal(rules: Rules, name: str) -> Sequence[Sequence[int]] | None:
    """The lists of a packaged deck, None if it may not be played."""
    try:
        lists = load_deck(rules, name).lists
    except LoadError:
        return None
    return None if check_deck(rules, lists) else lists


def opened(state: State, hidden: HiddenState) -> HiddenState:
    """The same with all that lies in Hands and on the field known to every seat."""
    pooled = {h for pool in state.pool for h in pool}
    open_ = {h: code for h, code in hidden.truth.items() if not state.code[h] and h not in pooled}
    return HiddenState(hidden.decks, hidden.truth, [open_.copy() for _ in hidden.known])


def _opened(scene: FoundPosition) -> FoundPosition:
    return FoundPosition(scene.state, opened(scene.state, scene.hidden))
