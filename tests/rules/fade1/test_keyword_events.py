"""The Players who use a card of Contingency or Trigger in the 60-card edition, and when (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.chain import W_SHOW
from fadenet.engine.state import ACT
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, reaction, skill

CARDS = (
    cards("jab-2", "lay-low")
    + character("burning", "Fire", hp=20, plv=3)
    + character("wall", hp=20, plv=1)
    + character("weak", hp=1, plv=1)
    + skill(
        "dirge", "Fire", cost=2, contingency={"on": "knocked-out", "of": "all characters"}, do={"gain_tp": 0}
    )
    + skill("avenge", cost=1, contingency={"on": "knocked-out", "of": "all characters"}, do={"attack": 4})
    + reaction(
        "knell", "Fire", cost=2, surprise={"on": "knocked-out", "of": "all characters"}, do={"gain_tp": 0}
    )
    + reaction("alarm", cost=1, surprise={"on": "attacked", "of": "your characters"}, do={"gain_tp": 0})
)


def reach(d: Duel) -> None:
    """All pass until somebody is asked for a card that something has set off."""
    while d.s.asks[0].window != W_SHOW:
        assert d.s.asks[0].kind != ACT
        d.step()


def fallen(tp: int) -> tuple[Duel, int, int]:
    """(a match in seat 0's Preparation Step, its Fire Character, seat 1's Wall, beside whom one can fall)."""
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, "burning"), d.character(1, "wall")
    d.go(0, PREPARATION)
    d.tp(0, tp)
    return d, x, y


@pytest.mark.rule("fade1", "keyword.contingency-details", "keyword.trigger-details")
@pytest.mark.parametrize(
    ("slug", "place", "cost"), [("dirge", "hand", 2), ("dirge", "on", 0), ("knell", "beside", 2)]
)
def test_the_bearer_or_else_the_player_is_the_user(slug: str, place: str, cost: int) -> None:
    # Given a Fire card of cost 2 with Contingency in Hand or on a Fire Character, or with Trigger beside the
    # Player, when somebody is Knocked Out, then it is matched where the Character uses it alone.
    d, x, _ = fallen(2)
    held = d.hand(0, slug) if place == "hand" else d.on(x if place == "on" else d.body(0), slug)
    d.play(0, "play", d.hand(0, "lay-low"), d.character(1, "weak"))
    reach(d)
    d.play(0, "use", held)
    assert d.tp_of(0) == 2 - cost


@pytest.mark.rule("fade1", "keyword.contingency-details")
def test_contingency_is_optional_and_is_no_attack_of_the_turn() -> None:
    # Given an attack Skill with Contingency and another Skill on a Character, when somebody is Knocked Out in
    # the own Combat Step, then it may be passed by.
    for wanted in (False, True):
        d, x, y = fallen(1)
        avenge, jab = d.on(x, "avenge"), d.on(x, "jab-2")
        d.go(0, COMBAT)
        d.tp(0, 1)
        d.play(0, "play", d.hand(0, "lay-low"), d.character(1, "weak"))
        reach(d)
        if wanted:
            d.play(0, "use", avenge, y)
        d.pass_all()
        assert (d.hp(y), d.lies(avenge)) == ((16, "discard") if wanted else (20, "attached"))
        # Then the Character still has its attack of the turn.
        assert d.can(0, "use", jab, y) and d.can(0, "attack", x, y)


@pytest.mark.rule("fade1", "keyword.trigger-details")
def test_a_trigger_links_while_links_are_added() -> None:
    # Given "Trigger: one of yours is attacked" beside a Player, when that happens, then it is a link of the
    # same Chain, which resolves first.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, "burning"), d.character(1, "wall")
    alarm = d.on(d.body(1), "alarm")
    d.tp(1, 1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    reach(d)
    assert d.s.chain and d.asked() == [1]
    d.play(1, "use", alarm)
    assert d.links() == ["Burning", "Alarm"]
    d.pass_all()
    assert d.lies(alarm) == "discard" and d.hp(y) == 17
