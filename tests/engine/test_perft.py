"""Lines of legal moves from fixed positions: their numbers, and that the listed moves are the legal ones."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable, Sequence
from functools import cache

import perft
import pytest

from fadenet import games
from fadenet.engine import kernel, position
from fadenet.engine.choices import WHOLE, Bunch, Choices
from fadenet.engine.errors import WrongInput
from fadenet.engine.state import ACT, RESPOND, Ask, Known, State
from fadenet.games.fade.rules import FadeMoves
from tests.builders.playout import FAROE, Playout

POSITIONS_MIN = 20
SLICE = 1  # position of a game that the slow count looks at in a normal run
ONE_IN = 16  # so few of the moves that are refused it tries with a second argument
LINES_SLICE = 300  # a normal run counts those of 3 answers where they are so many at the most

every_game = pytest.mark.parametrize("game", perft.counted())


@cache
def nodes(game: str) -> list[tuple[perft.FixedPosition, perft.TreeNode]]:
    try:
        return [(p, p.node()) for p in perft.read(game)]
    except WrongInput as error:
        pytest.fail(
            f"{error}; python3 scripts/perft.py --renew {game} brings them up to date and says what differs"
        )


@pytest.mark.slow
@every_game
def test_the_numbers_of_lines_are_as_they_were(game: str, so_many: Callable[[int, int], int]) -> None:
    """given the positions of a game, then each has as many lines of 1, 2 and 3 answers as its file says."""
    assert len(nodes(game)) >= POSITIONS_MIN
    most = so_many(LINES_SLICE, sys.maxsize)
    for p, node in nodes(game):
        answers = range(1, len(p.counts) + (p.counts[-1] <= most))
        assert tuple(perft.count(node, n) for n in answers) == p.counts[: len(answers)], p.name
    assert len({p.counts for p, _ in nodes(game)}) > POSITIONS_MIN // 3


@every_game
def test_positions_show_moments_of_every_format(game: str) -> None:
    """given the positions of a game, then each of its formats is among them."""
    formats = {position.head_of(p.line).format for p, _ in nodes(game)}
    assert formats == set(games.GAMES[game].formats)


def free(game: str) -> list[perft.TreeNode]:
    """The positions at which a seat has a move of the game to make, the smallest first."""
    found = [perft.dealt(node) for _, node in nodes(game)]
    found = [(s, hidden) for s, hidden in found if s.asks and s.asks[0].kind in (ACT, RESPOND)]
    return sorted(found, key=lambda node: len(perft.placed(node[0])))


@pytest.mark.slow
@pytest.mark.python
@every_game
def test_what_is_listed_is_what_is_not_refused(game: str) -> None:
    """given a position, when every move with one argument is tried, and some of those with two, then the
    listed ones are legal."""
    met = perft.beginnings([node for _, node in nodes(game)])
    for node in free(game)[:SLICE]:
        assert perft.slow_fault(node, met, 1, tries_max=0, one_in=ONE_IN) == ""


@pytest.mark.long
@pytest.mark.python
@every_game
def test_what_is_listed_everywhere_is_what_is_not_refused(game: str) -> None:
    """given all positions, then the same holds there and after every move from the smaller ones."""
    met = perft.beginnings([node for _, node in nodes(game)])
    for _, node in nodes(game):
        depth = 2 if perft.count(node, 1) < 20 else 1
        assert perft.slow_fault(node, met, depth) == ""


@pytest.mark.slow
@pytest.mark.python
@pytest.mark.parametrize("change", ["forgotten", "invented"])
def test_the_slow_count_notices_a_wrong_list(change: str) -> None:
    """given rules that list a move too few, or one that is refused, then the slow count says so."""

    class Changed(FadeMoves):
        def bunches(self, s: State, ask: Ask, known: Known) -> Sequence[Bunch]:
            moves = Choices(super().bunches(s, ask, known)).listed()
            return ((WHOLE, 0, moves[1:] if change == "forgotten" else [*moves, (kernel.V_DONE,)]),)

    rules = copy.copy(FAROE)
    assert isinstance(FAROE.moves, FadeMoves)
    rules.moves = Changed(FAROE, FAROE.moves.table, FAROE.moves.answers, gaps=True)
    play = Playout(FAROE, 1)
    line = next(position.dump(s) for s in play.rests() if s.asks and s.asks[0].kind == ACT)
    node = position.load(rules, line), play.dealer.hidden()
    said = perft.slow_fault(node, set(), 1, tries_max=0, one_in=ONE_IN)
    assert ("accepted, not listed: ['(" if change == "forgotten" else "listed, not accepted: ['(") in said
