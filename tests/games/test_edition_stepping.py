"""Stepping forward into an empty front, coming there tired, and a back row that only Lock-On reaches."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine import kernel
from fadenet.engine.errors import LoadError
from fadenet.engine.state import PICK
from fadenet.games.fade.editions import shape
from fadenet.games.fade.field import slots
from fadenet.games.fade.tables import COMBAT
from fadenet.games.fade.typed import FadeRules
from tests.builders.cells import GRID
from tests.builders.editions import changed, differing
from tests.builders.scenario import Duel

CARDS = """
[card.three]
name = "Three"
types = ["Character"]
hp = 9
plv = 3
cs = 3
[card.four]
name = "Four"
types = ["Character"]
hp = 9
plv = 3
cs = 4
[card.swift]
name = "Swift"
types = ["Character"]
hp = 9
plv = 3
keywords = { Flash = true }
[card.hawk]
name = "Hawk"
types = ["Character"]
hp = 9
plv = 9
keywords = { Lock-On = true }
[card.slay]
name = "Slay"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ destroy = "target" }]
[card.withdraw]
name = "Withdraw"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
targets = [{ pick = "your characters" }]
do = [{ row = "target", to = "backup" }]
"""
WORDS = (
    ('refill = "all"', 'refill = "asked"\nslots = true\nrows = ["ccccccC", "aaaaaaa", "bbbbbbB"]'),
    ('reach = ["front", "backup"]', 'reach = ["front"]'),
    *[(old, new) for old, new in GRID if old.split(" ")[0] not in ("refill", "reach", "enter", "attacks")],
    ('enter = "behind-front"', 'enter = "never"\ntires = true\nreached = "lock-on"'),
    ('retreat = "able"', 'retreat = "ready"'),
    ('forward = "able"', 'forward = "any"'),
    ("[board]\n", '[cards]\nstats = ["CS"]\n\n[board]\n'),
    (
        "[reasons]\n",
        '[reasons]\nslots = "prep.play-character"\nforward = "prep.move"\nbehind = "target.order"\n',
    ),
)


def duel(seats: int = 2) -> Duel:
    return differing(CARDS, *WORDS, figures={"starting_cs": 6}, seats=seats)


def slay(d: Duel, seat: int, h: int) -> None:
    """A Character is destroyed by an Item."""
    d.play(seat, "play", d.hand(seat, "slay"), h)
    while d.lies(h) == "front":
        d.step()


def test_who_steps_forward_is_chosen_as_many_as_fit() -> None:
    """given nobody left in front, and 4 and 3 behind, then their player brings one of them, who is tired, and
    no other fits (fade1 zone.step-forward).
    """
    d = duel()
    front, four, three = d.character(1), d.character(1, "four", True), d.character(1, "three", True)
    d.go(0, COMBAT)
    slay(d, 0, front)
    assert d.until(PICK) == 1 and set(kernel.candidates(d.s, d.s.asks[0], {})) == {four, three}
    assert "to step forward" in FADE.question(d.s, d.s.asks[0], str)
    d.play(1, "pick", three)
    d.pass_all()
    assert (d.lies(three), d.lies(four)) == ("front", "backup")
    assert d.s.since[three] == d.s.turn and slots.left(d.s, 1) == 3


def test_all_that_fit_must_step_forward() -> None:
    """given two of 3 behind an empty front, then both come."""
    d = duel()
    front, a, b = d.character(1), d.character(1, "three", True), d.character(1, "three", True)
    d.go(0, COMBAT)
    slay(d, 0, front)
    d.pass_all()
    assert d.lies(a) == d.lies(b) == "front"


def test_in_the_own_preparation_they_step_forward_as_it_ends() -> None:
    """given the last in front moved back in Preparation, then nobody comes until the Combat Phase."""
    d = duel()
    h = d.character(0)
    d.play(0, "move", h, d.to("backup"))
    assert d.lies(h) == "backup"
    d.go(0, COMBAT)
    assert d.lies(h) == "front" and d.s.since[h] == d.s.turn


def test_if_none_fits_the_player_is_open_to_attack() -> None:
    """given nobody in front and the Maximum lowered beneath those behind, then the Player is in reach."""
    d = differing(CARDS, *WORDS, figures={"starting_cs": 2})
    mine, back = d.character(0), d.character(1, "three", True)
    d.go(0, COMBAT)
    assert d.lies(back) == "backup"
    assert d.can(0, "attack", mine, d.body(1)) and not d.can(0, "attack", mine, back)


def test_who_comes_out_of_the_back_row_is_tired_without_flash() -> None:
    """given two that are moved forward, then Flash Attacks in that turn, the other in the next."""
    d = duel()
    theirs = d.character(1)
    x, swift = d.character(0, backup=True), d.character(0, "swift", True)
    for h in (x, swift):
        d.play(0, "move", h, d.to("front"))
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, theirs) == d.rule("fresh")
    assert d.can(0, "attack", swift, theirs)
    d.next_turn(1)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, theirs)


def test_the_back_row_is_reached_by_lock_on_alone() -> None:
    """given somebody in front and behind, then Lock-On reaches both and the Player, others the front alone
    (fade1 keyword.lock-on).
    """
    d = duel()
    x, hawk = d.character(0), d.character(0, "hawk")
    front, back = d.character(1), d.character(1, backup=True)
    d.go(0, COMBAT)
    assert all(d.can(0, "attack", hawk, h) for h in (front, back, d.body(1)))
    assert [d.can(0, "attack", x, h) for h in (front, back, d.body(1))] == [True, False, False]


def test_an_attack_misses_who_has_gone_behind() -> None:
    """given an answer that moves the target back, then an Attack hits nothing; with Lock-On it hits (fade1
    target.gone-or-illegal).
    """
    for slug in ("soldier", "hawk"):
        d = duel()
        x, front = d.character(0, slug), d.character(1)
        card = d.on(d.character(1), "withdraw")
        d.go(0, COMBAT)
        d.play(0, "attack", x, front)
        d.until_asked(1)
        d.play(1, "use", card, -1, front)
        d.pass_all()
        assert d.lies(front) == "backup"
        assert bool(d.happened("succeeds")) == (slug == "hawk")


def test_elimination_ends_the_question_who_steps_forward() -> None:
    """given three seats and one that is asked, when it gives up, then the match goes on without it."""
    d = duel(3)
    front = d.character(1)
    for slug in ("four", "three"):
        d.character(1, slug, True)
    d.go(0, COMBAT)
    slay(d, 0, front)
    assert d.until(PICK) == 1
    d.answer(1, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.s.out == (1,) and d.s.active == 0 and d.s.phase == COMBAT


def test_a_row_for_lock_on_alone_is_no_group_of_reach() -> None:
    """given both, then the error names the key."""
    text = changed(*WORDS).replace('reach = ["front"]', 'reach = ["front", "backup"]')
    with pytest.raises(LoadError) as fault:
        shape.read(FadeRules.package, "made.toml", text)
    assert fault.value.key == "back.reached"
