"""The part that all bots share: they answer at once, with dice of their own, from what their seat sees."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar

from fadenet.bots.options import set_options
from fadenet.engine.errors import Illegal
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import Row, TableNeed
from fadenet.table.view import Answer, MatchInfo, SeatView

T = TypeVar("T")
PROPOSE = "propose"
"""The verb of a proposal."""


class Prospect(NamedTuple):
    """How it stands for a seat after a move. worlds: that were played out; won, lost: the game was in so many
    of them; ahead: by the words of the game what its side has more than others in the middle one of the rest.
    """

    worlds: int
    won: int
    lost: int
    ahead: Mapping[str, int]


class Outlook(NamedTuple):
    """How a seat stands, as `Prospect.ahead`, and how it will after the best move and the next best one."""

    now: Mapping[str, int]
    best: Prospect
    next: Prospect


class Thought(NamedTuple):
    """The thought behind a move. gain: what it hopes for, from -1 = to lose to 1 = to win; playouts: matches
    that were played on to find it; text: more of it, for a person; outlook: what it has seen."""

    gain: float
    playouts: int
    text: str
    outlook: Outlook | None = None


class Bot:
    """A `fadenet.table.view.Player` that never waits. A bot says in `pick` which move it makes.

    Given the same `MatchInfo.seed` and the same view of its seat, a bot gives the same answer: its dice begin
    anew with every question, so that a match which goes back, or is resumed, goes on as it would have.

    The first line of the docstring is what `fadenet bot list` says of it; its options are attributes of the
    class (`fadenet.bots.options`).
    """

    late = False
    """Whether its last answer came too late, and is what the rules answer in its place."""
    proposes = False
    """Whether it may propose what players agree on before a game, anything that is open to it."""

    def __init__(self, **options: int | bool | str) -> None:
        """options: by name, as values or as text. Raises `WrongInput`."""
        set_options(self, options)
        self.random = Random(0)
        self._seed = 0

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        """One of at least two legal moves."""
        raise NotImplementedError

    def propose(self, seat: SeatView, options: list[Move]) -> Move:
        """One of these legal moves, where some of them are proposals: any."""
        return self.random.choice(options)

    def pick_card(self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]) -> int:
        """The card after `taken` for a search: one of these of the own deck, 0 = no more."""
        return there[0]

    def meet(self, game: str = "") -> None:
        """Be ready to sit down at a game, "" = it is not known yet at which: a program is started, and says
        what it is. Nothing, for most bots."""

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        """Take up a match."""
        self._seed = match.seed

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        """Nothing: a bot looks at the state when it is asked."""

    async def choose(self, seat: SeatView) -> Answer:
        return self.decide(seat)

    def decide(self, seat: SeatView) -> Answer:
        """Answer the ask of the seat; one that leaves no choice is not thought about."""
        options = seat.options()
        self._shake(seat)
        verbs = rules_of(seat.state).verbs
        proposals = [move for move in options if move and verbs[move[0]] == PROPOSE]
        if proposals and self.proposes:
            return Answer(self.propose(seat, options))
        options = [move for move in options if move not in proposals]
        if len(options) == 1:
            return Answer(options[0], own=False, empty=True)
        return Answer(self.pick(seat, options))

    def thought(self) -> Thought | None:
        """The thought behind the last pick, for whom it can tell."""
        return None

    def hurry(self) -> None:
        """End what is thought now with what is there, from any thread. Nothing, for a bot that is quick."""

    async def take(self, seat: SeatView, need: TableNeed) -> Sequence[int]:
        """Choose cards of the own deck for a search."""
        self._shake(seat)
        taken: list[int] = []
        while (there := seat.takeable(need, taken)) and (h := self.pick_card(seat, need, taken, there)):
            taken.append(h)
        return taken

    def _shake(self, seat: SeatView) -> None:
        self.random.seed(self._seed << 32 | seat.state.next_id)

    async def refused(self, seat: SeatView, reason: Illegal) -> None:
        """Raises `AssertionError`: a bot only gives moves that were listed as legal."""
        raise AssertionError(f"a listed move was refused ({reason.rule}): {reason.text}")

    async def over(self, seat: SeatView, places: Sequence[int], rule: str) -> None:
        """Nothing: a bot keeps no memory of a match."""


def run_now(coroutine: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never waits. Raises `AssertionError` if it does."""
    try:
        coroutine.send(None)
    except StopIteration as done:
        return done.value  # type: ignore[no-any-return]
    coroutine.close()
    raise AssertionError("this coroutine waits for something, so it cannot be run at once")
