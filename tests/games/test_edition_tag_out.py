"""Tag-Out: once a turn a Character goes to another cell between chains, and another one takes its own."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine import kernel, notation
from fadenet.engine.chain import W_GAP, W_PHASE
from fadenet.engine.errors import LoadError
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.state import PICK
from fadenet.games.fade.editions import shape
from fadenet.games.fade.tables import AFTERMATH, BACKUP, COMBAT, DRAWING, FRONT, NZ, PREPARATION, STARTING
from fadenet.games.fade.typed import FadeRules
from tests.builders.cards import cards
from tests.builders.cells import GRID, to
from tests.builders.editions import changed, differing
from tests.builders.scenario import Duel

ANYWHERE = ("[keywords]\n", '[keywords]\nTag-Out = { kind = "plain", how = "anywhere" }\n')
BEHIND = ("[keywords]\n", '[keywords]\nTag-Out = { kind = "plain", how = "behind" }\n')
REASON = ("[reasons]\n", '[reasons]\ntag-out = "prep.move"\n')
STEPS = (
    'items = ["starting", "draw", "preparation", "combat", "aftermath", "end"]',
    'items = ["preparation", "combat", "aftermath"]',
)
CARDS = (
    cards("faroe", "gag", "seize", "shackle")
    + """
[card.runner]
name = "Runner"
types = ["Character"]
hp = 9
plv = 3
keywords = { Tag-Out = true }
[card.charger]
name = "Charger"
types = ["Character"]
hp = 9
plv = 1
keywords = { Charge = 1 }
[card.snare]
name = "Snare"
types = ["Skill"]
rank = "Normal"
surprise = { attacked = "your fighters" }
do = [{ draw = 1 }]
[card.hobble]
name = "Hobble"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ forbid = "move", on = "target" }]
[card.relay]
name = "Relay"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "your characters" }]
do = [{ grant = "Tag-Out", on = "target" }]
[card.crumb]
name = "Crumb"
types = ["Item"]
rank = "Normal"
do = [{ heal = 1 }]
"""
)


TURNCOAT = """
[card.turncoat]
name = "Turncoat"
types = ["Character"]
hp = 9
plv = 3
keywords = { Neutrality = true, Tag-Out = true }
"""


def duel(how: tuple[str, str] = ANYWHERE, *pairs: tuple[str, str], seats: int = 2) -> Duel:
    return differing(CARDS, *GRID, how, REASON, *pairs, seats=seats)


def asked_in(d: Duel, seat: int, phase: int, window: int = W_PHASE) -> None:
    """Play on quietly until a seat is asked in a Phase, in a window of this kind."""
    for _ in range(200):
        asks = [a for a in d.s.asks if a.seat == seat and a.window == window and a.kind == 1]
        if d.s.phase == phase and asks:
            return
        d.step()
    raise AssertionError("it was never asked")


def test_two_change_places_with_all_that_they_have() -> None:
    # Given a Runner in c1 with a Skill, damage and a Poison Counter, and a Soldier in b2 with a Stack, when
    # the Runner tags out to b2, then each stands where the other stood, with all of that; no chain came of
    # it, and the Runner does it no second time in this turn.
    d = duel()
    x, y = d.character(0, "runner", at="c1"), d.character(0, at="b2")
    skill, under = d.on(x, "strike"), d.under(y, "squire")
    d.damage(x, 2)
    d.counters(x, "Poison", 1)
    d.play(0, "tag", x, to(d, "b2"))
    assert (d.at(x), d.at(y), d.s.zone[x], d.s.zone[y]) == ("b2", "c1", BACKUP, FRONT)
    assert (d.s.host[skill], d.s.host[under], d.hp(x), d.count(x, "Poison")) == (x, y, 7, 1)
    assert not d.happened("linked") and not d.happened("enters")
    assert d.refused(0, "tag", x, to(d, "c1")) == "prep.move"
    d.next_turn(0)
    assert d.can(0, "tag", x, to(d, "c1"))


def test_into_an_empty_cell_somebody_else_takes_the_one_that_was_left() -> None:
    # Given a Runner in c1, a Soldier in c2 and another in b2, when the Runner tags out to the empty b5, then
    # its player chooses which of the two goes to c1.
    d = duel()
    x, y, z = d.character(0, "runner", at="c1"), d.character(0, at="c2"), d.character(0, at="b2")
    d.play(0, "tag", x, to(d, "b5"))
    assert d.until(PICK) == 0 and FADE.question(d.s, d.s.asks[0], str).endswith(
        "to take the cell that Runner left"
    )
    assert set(kernel.candidates(d.s, d.s.asks[0], {})) == {y, z}
    d.play(0, "pick", z)
    assert (d.at(x), d.at(y), d.at(z), d.s.zone[z]) == ("b5", "c2", "c1", FRONT)


def test_with_one_other_nobody_is_asked_and_alone_it_cannot() -> None:
    # Given a Runner and a Soldier, then the Soldier takes the cell by itself; a Runner alone cannot tag out.
    d = duel()
    x = d.character(0, "runner", at="c1")
    assert not d.can(0, "tag", x, to(d, "b3")) and d.refused(0, "tag", x, to(d, "b3")) == "prep.move"
    y = d.character(0, at="c4")
    d.play(0, "tag", x, to(d, "b3"))
    assert (d.at(x), d.at(y)) == ("b3", "c1")


def test_it_is_for_open_cells_of_characters_and_for_who_has_it() -> None:
    # Given a Runner and a Soldier, then the Runner goes to no closed cell, no cell of the Player's own and
    # not to where it stands; the Soldier goes nowhere; Mute takes it away, and it can be given.
    d = duel()
    x, y = d.character(0, "runner", at="c1"), d.character(0, at="b1")
    for name in ("c1", "c6", "a1"):
        assert d.refused(0, "tag", x, to(d, name)) == "prep.move"
    assert d.can(0, "tag", x, to(d, "c2"))
    assert d.refused(0, "tag", y, to(d, "c2")) == "prep.move" and d.refused(0, "tag", x)
    d.play(0, "play", d.hand(0, "relay"), y)
    d.pass_all()
    d.play(0, "play", d.hand(0, "gag"), x)
    d.pass_all()
    assert d.refused(0, "tag", x, to(d, "c2")) == "prep.move" and d.can(0, "tag", y, to(d, "c1"))


def test_who_is_new_may_and_who_cannot_act_may_not() -> None:
    # Given a Runner that came in this turn, then it may; one that cannot act may not, but is changed places
    # with; one that cannot be moved does neither.
    d = duel()
    x, y = d.character(0, "runner", at="c1", fresh=True), d.character(0, "runner", at="b1")
    assert d.can(0, "tag", x, to(d, "b1"))
    d.play(0, "play", d.hand(0, "shackle"), y)
    d.pass_all()
    assert d.refused(0, "tag", y, to(d, "c1")) == "action.cannot-act" and d.can(0, "tag", x, to(d, "b1"))
    d.play(0, "play", d.hand(0, "hobble"), y)
    d.pass_all()
    assert not d.can(0, "tag", x, to(d, "b1")) and not d.can(0, "tag", x, to(d, "b2"))
    d.character(0, at="c2")
    d.play(0, "play", d.hand(0, "hobble"), x)
    d.pass_all()
    assert d.refused(0, "tag", x, to(d, "c2")) == "action.cannot-act"


def test_while_a_chain_runs_nobody_tags_out() -> None:
    # Given a Runner under Attack, and a Block on it so that its player is asked, then it stays until the
    # chain is over; then it may, in the gap.
    d = duel()
    mine = d.character(0, at="c1")
    x, y = d.character(1, "runner", at="c1"), d.character(1, at="b1")
    d.on(x, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, x)
    assert d.asked() == [1] and d.refused(1, "tag", x, to(d, "b1")) == "chain.no-chain"
    d.answer(1, PASS_MOVE)
    assert d.s.asks[0].window == W_GAP and not d.s.chain
    d.play(1, "tag", x, to(d, "b1"))
    assert (d.at(x), d.at(y)) == ("b1", "c1") and d.asked() == [0]


def test_it_is_used_as_any_phase_ends_and_then_everybody_is_asked_again() -> None:
    # Given p2's Runner and p3's, in p1's turn, then both are asked as p1 ends a Phase, p2 first; when p2 has
    # tagged out, p3 is asked, and p1 goes on in the same Phase.
    d = duel(seats=3)
    x, _ = d.character(1, "runner", at="c1"), d.character(1, at="b1")
    z, _ = d.character(2, "runner", at="c1"), d.character(2, at="b1")
    d.play(0, "end")
    assert d.asked() == [1] and d.s.asks[0].window == W_PHASE
    d.play(1, "tag", x, to(d, "b1"))
    assert d.asked() == [2] and d.s.asks[0].window == W_GAP
    d.play(2, "tag", z, to(d, "b1"))
    assert d.asked() == [0] and d.s.phase == PREPARATION
    d.play(0, "end")
    assert d.asked() == [0] and d.s.phase == COMBAT  # neither may again


@pytest.mark.parametrize("phase", [STARTING, DRAWING])
def test_in_phases_without_items_it_is_used_before_they_end(phase: int) -> None:
    # Given Items are played in three Phases, then a Runner tags out as another one ends, in the own turn and
    # in that of another; an Item is not played there.
    d = duel(ANYWHERE, STEPS)
    x = d.character(0, "runner", at="c1")
    d.character(0, at="b1")
    item = d.hand(0, "crumb")
    for name in ("b1", "c1"):
        asked_in(d, 0, phase)
        assert not d.can(0, "play", item)
        d.play(0, "tag", x, to(d, name))
        assert d.at(x) == name and d.s.phase >= phase
        d.end_turn()


def test_a_gap_of_a_phase_without_items_is_no_moment_for_it() -> None:
    # Given Items are played in three Phases and an ability that has a chain in the Starting Phase, then
    # nobody is asked in the gap behind it because of a Runner, but as the Phase ends; nor can it be used
    # there.
    d = duel(ANYWHERE, STEPS)
    d.character(0, "charger", at="c1")
    x = d.character(1, "runner", at="c1")
    d.character(1, at="b1")
    d.next_turn(1)
    gaps = []
    while d.s.active != 0 or d.s.phase != DRAWING:
        gaps += [a.window for a in d.s.asks if a.seat == 1 and a.kind == 1 and d.s.active == 0]
        d.step()
    assert gaps == [W_PHASE] and d.happened("linked")
    d.on(d.body(1), "snare")
    asked_in(d, 1, STARTING, W_GAP)
    assert d.refused(1, "tag", x, to(d, "b1")) == "prep.move"


def test_in_another_turn_only_at_such_moments() -> None:
    # Given p2 is asked to answer nothing and to choose nothing, then p2's Runner stays where it is in p1's
    # free choice.
    d = duel()
    x = d.character(1, "runner", at="c1")
    d.character(1, at="b1")
    with pytest.raises(Exception, match="no answer of this seat"):
        d.play(1, "tag", x, to(d, "b1"))


def test_who_has_a_runner_but_nobody_to_change_with_is_not_asked() -> None:
    # Given p2's Runner alone, when p1 ends a Phase, then p2 is not asked.
    d = duel()
    d.character(1, "runner", at="c1")
    d.play(0, "end")
    assert d.asked() == [0] and d.s.phase == COMBAT


def test_what_is_under_control_of_another_stays() -> None:
    # Given p1 controls p2's Runner on p1's side, then p1 tags out with it; p2's own others do not.
    d = duel()
    x = d.character(1, "runner", at="c1")
    y = d.character(0, at="b1")
    d.play(0, "play", d.hand(0, "seize"), x)
    d.step()
    d.pass_all()
    assert d.s.ctrl[x] == 0
    d.play(0, "tag", x, to(d, "b1"))
    assert d.at(x) == "b1" and d.at(y) == "c1" and d.s.zone[x] // NZ == 0


def test_a_neutral_one_is_tagged_out_on_its_own_side_alone() -> None:
    # Given p1's Runner and Soldier with Neutrality in p2's turn, then neither p1, who does not control them,
    # nor p2, on whose side they do not stand, tags out.
    both = (ANYWHERE[0], ANYWHERE[1] + 'Neutrality = { kind = "plain" }\n')
    d = differing(CARDS + TURNCOAT, *GRID, both, REASON)
    x = d.character(0, "turncoat", at="c1")
    for seat, name in ((0, "b1"), (1, "c1")):
        d.character(seat, at=name)
    assert d.can(0, "tag", x, to(d, "b1"))
    z = d.character(0, "runner", at="c2")
    d.next_turn(1)
    assert d.s.ctrl[x] == 1 and not d.can(1, "tag", x, to(d, "b2"))
    d.play(1, "end")
    assert d.asked() == [0] and d.refused(0, "tag", z, to(d, "c1")) == "prep.move"
    assert not d.can(0, "tag", x, to(d, "b1")) and d.can(0, "tag", z, to(d, "b1"))


def test_in_some_editions_it_only_changes_places_with_one_behind() -> None:
    # Given how = "behind", then a Runner in front changes places with a Character behind, goes to no other
    # cell, and not from behind.
    d = duel(BEHIND)
    x, y = d.character(0, "runner", at="c1"), d.character(0, at="c2")
    z = d.character(0, "runner", at="b4")
    assert d.can(0, "tag", x, to(d, "b4"))
    for h, name in ((x, "c2"), (x, "b1"), (z, "c1"), (z, "c3")):
        assert d.refused(0, "tag", h, to(d, name)) == "prep.move"
    d.play(0, "tag", x, to(d, "b4"))
    assert (d.at(x), d.at(z), d.at(y)) == ("b4", "c1", "c2")
    d.go(0, AFTERMATH)
    assert d.can(0, "tag", z, to(d, "b4"))


def test_a_seat_that_leaves_while_it_chooses_leaves() -> None:
    # Given three seats, when one that has to choose a partner gives up, then its cards leave and play goes
    # on.
    d = duel(seats=3)
    x = d.character(1, "runner", at="c1")
    d.character(1, at="c2")
    d.character(1, at="c3")
    d.play(0, "end")
    d.play(1, "tag", x, to(d, "b1"))
    assert d.until(PICK) == 1
    d.answer(1, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.s.out == (1,) and d.s.zone[x] < 0 and d.s.phase == PREPARATION


def test_it_is_written_with_the_name_of_a_cell() -> None:
    # Given a Runner, then its move is written and read with a cell, and "g" stands for it.
    d = duel()
    x = d.character(0, "runner", at="c1")
    d.character(0, at="b1")
    move = d.move("tag", x, to(d, "b4"))
    assert notation.format_move(d.s, 0, move) == "tag c1 to=b4"
    assert notation.parse_move(d.s, 0, "tag c1 to=b4") == move and FADE.letters["g"] == "tag"


def test_without_cells_there_is_none() -> None:
    # Given Tag-Out in an edition without [board] rows, then the error names it.
    with pytest.raises(LoadError) as fault:
        shape.read(FadeRules.package, "made.toml", changed(ANYWHERE, REASON))
    assert fault.value.key == "keywords.Tag-Out"
