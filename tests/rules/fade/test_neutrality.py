"""Neutrality (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, DISCARD, FRONT
from tests.builders.cells import to
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character

CARDS = cards("turncoat-20") + character("slow", plv=3, keywords={"Neutrality": True, "Paralyze": 2})


def combat(d: Duel, seat: int) -> None:
    """The next turn of a seat, in its Combat Step."""
    d.next_turn(seat)
    d.go(seat, COMBAT)


@cited(("keyword.neutrality", "keyword.neutrality-details"))
def test_a_neutral_character_fights_for_whose_turn_it_is_where_it_stands(edition: str) -> None:
    # Given A's Neutral Character in c1 and no other of A, when B's turn comes, then B controls it where it
    # stands, attacks A directly with it, and cannot attack it; A is not in The Last Stand.
    d = Duel(CARDS, edition=edition)
    h = d.character(0, "turncoat-20", at="c1")
    mine = d.character(1, at="c1")
    combat(d, 1)
    assert d.s.ctrl[h] == 1 and d.at(h) == "c1" and not values.last_stand(d.s, 0)
    assert d.refused(1, "attack", mine, h) == d.rule("enemies-only")
    assert d.can(1, "attack", mine, d.body(0))
    before = d.hp(d.body(0))
    d.quietly(1, "attack", h, d.body(0))
    assert d.hp(d.body(0)) == before - 3
    # When it is A's turn again, then A controls it and a card of A on it is used by A alone.
    combat(d, 0)
    assert d.s.ctrl[h] == 0 and d.can(0, "attack", h, mine)


@pytest.mark.rule("fade2", "combat.backup-attack", "keyword.neutrality")
@pytest.mark.parametrize("row", ["c1", "b1"])
def test_a_neutral_character_counts_for_whoever_controls_it_on_whichever_side(row: str) -> None:
    # Given A's Neutral Character in front, or behind another one of A, and B with one in a Backup Zone alone.
    d = Duel(CARDS, edition="fade2")
    h, mine = d.character(0, "turncoat-20", at=row), d.character(1, at="b1")
    if row == "b1":
        d.character(0, at="c1")
    goal = d.body(0) if row == "c1" else d.s.zones[FRONT][0]
    combat(d, 1)
    # When it is B's turn, then B has it in front, which holds B's other one back; behind A's it holds nobody
    # back, and A's is none of B's.
    assert d.can(1, "attack", h, goal)
    if row == "c1":
        assert d.refused(1, "attack", mine, goal) == "combat.backup-attack"
        d.quietly(1, "attack", h, goal)
        assert d.refused(1, "attack", mine, goal) == "combat.backup-attack"
    else:
        assert d.can(1, "attack", mine, goal)


@cited(("keyword.neutrality", "keyword.neutrality-details"))
def test_cards_on_a_neutral_character_belong_to_who_attached_them(edition: str) -> None:
    # Given A's Skill on A's Neutral Character, then A uses it in A's turn, and nobody in B's.
    d = Duel(CARDS, edition=edition)
    h, foe = d.character(0, "turncoat-20", at="c1"), d.character(1, at="c1")
    skill = d.on(h, "strike", seat=0)
    d.go(0, COMBAT)
    assert d.can(0, "use", skill, foe)
    combat(d, 1)
    assert not [move for seat in (0, 1) for move in d.options(seat) if move[1:2] == (skill,)]


@cited(("win.elimination", "keyword.neutrality-details"))
def test_a_neutral_character_stays_when_who_controls_it_gives_up(edition: str) -> None:
    # Given three Players and B, in B's turn, with A's Neutral Character under control, an Augment of B on it,
    # and a Soldier that B has taken from A.
    d = Duel(CARDS + cards("seize"), seats=3, edition=edition)
    h, taken = d.character(0, "turncoat-20", at="c1"), d.character(0, at="c2")
    d.next_turn(1)
    d.quietly(1, "play", d.hand(1, "seize"), taken)
    edge = d.on(h, "edge", face=1, seat=1)
    assert d.s.ctrl[taken] == d.s.ctrl[h] == 1
    # When B gives up, then it stands where it stood, the Soldier is in A's Discard Pile, the Augment is gone,
    # and C, whose turn it is, controls it.
    d.answer(1, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.s.out == (1,) and h in d.s.zones[FRONT] and d.at(h) == "c1" and d.s.zone[edge] < 0
    assert taken in d.s.zones[DISCARD] and d.s.active == d.s.ctrl[h] == 2


@cited(("keyword.neutrality-act", "keyword.neutrality-act"))
def test_it_acts_in_every_turn_from_the_first_on(edition: str) -> None:
    # Given A plays it and attacks with it at once, when B's turn comes, then B attacks with it once as well.
    d = Duel(CARDS, edition=edition)
    f = d.fighter(0, "turncoat-20")
    d.play(0, "play", f, to(d, "c1"))
    d.go(0, COMBAT)
    d.quietly(0, "attack", f, d.body(1))
    combat(d, 1)
    d.quietly(1, "attack", f, d.body(0))
    assert d.refused(1, "attack", f, d.body(0)) == d.rule("normal-once")


@cited(("keyword.neutrality-act", "keyword.neutrality-act"))
def test_paralyze_counters_wear_off_it_in_everybodys_end_phase(edition: str) -> None:
    # Given one that came with 2 Paralyze Counters, then it acts in neither of the next two turns, as A's End
    # Phase takes one and B's the other, and acts in the third.
    d = Duel(CARDS, edition=edition)
    f = d.fighter(0, "slow")
    d.play(0, "play", f, to(d, "c1"))
    d.go(0, COMBAT)
    assert d.count(f, "Paralyze") == 2
    assert d.refused(0, "attack", f, d.body(1)) == d.rule("cannot-act")
    combat(d, 1)
    assert d.count(f, "Paralyze") == 1
    assert d.refused(1, "attack", f, d.body(0)) == d.rule("cannot-act")
    combat(d, 0)
    assert d.can(0, "attack", f, d.body(1))
