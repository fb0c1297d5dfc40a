"""The rules of being kept from acting (F.A.R.O.E., topic action)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item

CARDS = character(
    "sentry",
    cost=1,
    level=3,
    hp=12,
    keywords="Provoke",
    ability=[{"keyword": "Vengeance", "do": {"draw": 1}}, {"activate": True, "do": {"draw": 1}}],
) + item("outburst", cost=0, targets="enemy characters", do={"knock_out": "target"})


@pytest.mark.editions("action.cannot-act")
def test_having_just_entered_is_not_being_kept_from_acting() -> None:
    # Given a Character that entered this turn.
    d = Duel(CARDS)
    d.character(0)
    fresh = d.character(0, fresh=True)
    # When it is moved to the Backup Zone in the Aftermath Phase, then it is legal.
    d.go(0, AFTERMATH)
    d.play(0, "move", fresh)
    assert d.where(fresh) == "Backup Zone"


@pytest.mark.editions("action.cannot-act")
def test_a_paralyzed_character_does_nothing_by_choice() -> None:
    # Given a Paralyzed Character with an attached Reaction and Skill, and another one with its own Reaction.
    d = Duel(CARDS)
    x = d.character(0)
    sentry, other = d.character(1, "sentry"), d.character(1)
    mine, strike, theirs = d.on(sentry, "guard"), d.on(sentry, "strike"), d.on(other, "guard")
    d.counters(sentry, "Paralyze", 1)
    d.end_turn()
    d.hand(1, "plain")
    # Then it can neither be moved nor Attack, activate its abilities or use its cards.
    assert d.refused(1, "move", sentry) == "action.cannot-act"
    d.go(1, COMBAT)
    assert d.refused(1, "attack", sentry, x) == "action.cannot-act"
    assert d.refused(1, "activate", sentry) == "action.cannot-act"
    assert d.refused(1, "use", strike, x) == "action.cannot-act"
    # When it is attacked, then it cannot use the Reaction, but another Character may use its own.
    d.next_turn(0)
    d.go(0, COMBAT)
    d.play(0, "attack", x, sentry)
    assert d.refused(1, "use", mine, -1) == "action.cannot-act"
    d.quietly(1, "use", theirs, -1)
    assert d.hp(sentry) == 12


@pytest.mark.editions("action.passive-remains")
def test_what_works_by_itself_goes_on() -> None:
    # Given a Paralyzed Character with Provoke and Vengeance.
    d = Duel(CARDS)
    x = d.character(0)
    sentry, other = d.character(1, "sentry"), d.character(1)
    outburst = d.hand(0, "outburst")
    d.counters(sentry, "Paralyze", 1)
    d.end_turn()
    d.next_turn(0)
    # When an ally is Knocked Out, then Vengeance happens.
    before = d.size(1, HAND)
    d.quietly(0, "play", outburst, other)
    assert d.where(other) == "Discard Pile Zone"
    assert d.size(1, HAND) == before + 1
    # When an enemy attacks, then the Attack must target it.
    another = d.character(1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, another) == "keyword.provoke"
    assert d.can(0, "attack", x, sentry)


@pytest.mark.rule("faroe", "action.cannot-act")
@pytest.mark.parametrize("how", ["attacked", "muted"])
def test_who_has_attacked_or_is_muted_can_still_act(how: str) -> None:
    # Given a Character that has performed its Normal Attack, or is Muted.
    d = Duel(CARDS + cards("gag"))
    x, foe = d.character(0), d.character(1)
    d.character(0)
    strike = d.on(x, "strike")
    if how == "muted":
        d.on(x, "gag", face=1, seat=1)
    d.go(0, COMBAT)
    if how == "attacked":
        d.quietly(0, "attack", x, foe)
    # Then it uses its Skill, and moves in the Aftermath Phase.
    assert d.can(0, "use", strike, foe)
    d.go(0, AFTERMATH)
    assert d.can(0, "move", x)
