"""A look at a state: what is asked again is worked out once, and as it is without one."""

from __future__ import annotations

import pytest

from fadenet import games
from fadenet.engine.looking import looked_at, once_a_look
from fadenet.engine.policies import Index
from fadenet.engine.rules import rules_of
from fadenet.engine.state import State
from fadenet.games.fade.field import board, combat, natures, values
from fadenet.games.fade.tables import B_ACT, B_ACTIVATE, B_ATTACK, B_MOVE, KEYWORDS
from tests.builders.playout import Playout
from tests.builders.scenario import Duel
from tests.builders.ten import Ten
from tests.cards.fade import character

asked: list[int] = []


@once_a_look
def doubled(s: State, n: int) -> int:
    asked.append(n)
    return 2 * n


def test_within_a_look_each_thing_is_worked_out_once_and_after_it_anew() -> None:
    # Given a function that is kept for a look, when it is asked twice for each of two arguments in one look.
    s = Playout(Ten(), 1).s
    asked.clear()
    found = looked_at(s, lambda s: [doubled(s, n) for n in (3, 4, 3, 4)])
    # Then it was worked out once for each, and in the next look, or without one, it is again.
    assert found == [6, 8, 6, 8] and asked == [3, 4]
    assert looked_at(s, doubled, 3) == doubled(s, 3) == doubled(s, 3) == 6
    assert asked == [3, 4, 3, 3, 3]


def test_a_look_within_a_look_is_the_same_one_and_an_error_ends_it() -> None:
    s = Playout(Ten(), 1).s
    asked.clear()
    looked_at(s, lambda s: (doubled(s, 5), looked_at(s, doubled, 5), doubled(s, 5)))
    assert asked == [5]
    with pytest.raises(ZeroDivisionError):
        looked_at(s, lambda s: doubled(s, 5) // 0)
    doubled(s, 5)
    assert asked == [5, 5, 5]


def read(s: State) -> list[object]:
    """All that the family works out of cards and cells, card by card."""
    found: list[object] = []
    for seat in range(s.seats):
        there = (seat + 1, *combat.characters(s, seat))
        for h in there:
            found += [values.plv(s, h), values.hp(s, h), values.defense(s, h), natures.elements(s, h)]
            found += [values.keyword(s, h, k) for k in range(len(KEYWORDS))]
        found += [values.all_banned(s, there, ban) for ban in (B_ACT, B_ATTACK, B_ACTIVATE, B_MOVE)]
        found += [values.those_with(s, there, k) for k in range(len(KEYWORDS))]
        found += [board.standing(s, seat), board.all_free(s, seat), values.immunities(s, (seat + 1,))]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", ["fade1", "fade2"])
def test_values_are_the_same_in_a_look_and_without_one(game: str) -> None:
    # Given every fifteenth rest of a random match, then all that is worked out of them is the same both ways.
    seen = 0
    for n, s in enumerate(Playout(games.load(game), 1).rests()):
        if n > 900 or s.over:
            break
        if n % 15 == 0 and s.turn:
            seen += 1
            assert looked_at(s, read) == read(s)
    assert seen > 40


@pytest.mark.python
def test_the_index_of_one_match_is_whole_while_that_of_another_is_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """given two matches by the same rules, as a node and its bot in a thread have, when an index is asked for
    while the other one is built, then it is what it is alone."""
    cards = character("drummer", level=1, hp=4, plv=1, ability={"gives": {"PLV": 1}, "to": "your characters"})
    one, other = Duel(cards), Duel(cards)
    for duel in (one, other):
        duel.character(0, "drummer")
    rules = rules_of(one.s)
    assert rules is other.s.rules
    other.s.index = None
    alone = len(rules.index_of(other.s).changes)
    built, asked = rules.triggers.build_index, list[int]()

    def beside(s: State) -> Index:
        if s is one.s:
            other.s.index = None
            asked.append(len(rules.index_of(other.s).changes))
        return built(s)

    monkeypatch.setattr(rules.triggers, "build_index", beside)
    one.s.index = None
    rules.index_of(one.s)
    assert asked == [alone] and alone > 0
