"""Signature (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, CONFIRM
from fadenet.games.fade.tables import COMBAT
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import character, reaction

CARDS = (
    character(
        "drum", level=2, ability={"keyword": "Signature", "activate": True, "cost": 3, "do": {"attack": 4}}
    )
    + character(
        "rebel",
        plv=1,
        ability={
            "keyword": "Signature",
            "on": "takes-damage",
            "targets": "enemy characters",
            "do": {"attack": 2},
        },
    )
    + character(
        "avenger",
        "Fire",
        plv=1,
        ability={
            "keyword": "Signature",
            "on": "takes-damage",
            "targets": "enemy characters",
            "do": {"attack": 2},
        },
    )
    + reaction("asbestos", answers={"to": "attack", "element": "Fire"}, do={"block": True})
    + character(
        "shieldmaid",
        "Fire",
        ability={"keyword": "Signature", "activate": True, "answers": "attack", "do": {"block": True}},
    )
)


@cited(("keyword.signature", "keyword.signature"))
def test_a_signature_skill_is_paid_and_its_card_stays(edition: str) -> None:
    # Given a Character with 'Signature 3 TP: 4 damage'.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "drum"), d.character(1)
    d.go(0, COMBAT)
    d.tp(0, 2)
    assert d.refused(0, "activate", x, y) == d.rule("too-dear")
    # When its player pays 3 TP, then it attacks for 4 and stays on the field.
    d.tp(0, 3)
    d.quietly(0, "activate", x, y)
    assert (d.count(y, "Damage"), d.tp_of(0), d.lies(x)) == (4, 0, "front")


@cited(("keyword.signature-rules", "keyword.signature-details"))
@pytest.mark.parametrize("fresh", [True, False])
def test_a_signature_that_attacks_waits_for_who_has_just_come(fresh: bool, edition: str) -> None:
    # Given a Character with "Signature: when it takes damage, it attacks", when it is hit, then its player is
    # asked about it, unless the Character came in this turn.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "rebel", fresh=fresh)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    asked: list[int] = []
    while d.s.chain or d.asked_kind() != ACT:
        asked += d.asked() if d.asked_kind() == CONFIRM else []
        d.step()
    assert asked == ([] if fresh else [1])


@cited(("keyword.signature-rules", "keyword.signature-details"))
def test_a_signature_attacks_with_the_elements_of_its_card(edition: str) -> None:
    # Given a Fire Character with "Signature: when it takes damage, it attacks", when it does so, then what
    # Blocks Fire attacks may answer.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "avenger")
    shirt = d.on(x, "asbestos")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.until(CONFIRM) == 1
    d.yes(1)
    d.until_asked(0)
    d.quietly(0, "use", shirt, -1)
    assert d.count(x, "Damage") == 0


@cited(("keyword.signature-rules", "keyword.signature-details"))
def test_a_signature_reaction_is_the_one_card_against_an_attack(edition: str) -> None:
    # Given a Character with a Signature Reaction and another Reaction of that player.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "shieldmaid")
    block = d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When it is used, then the other is refused.
    d.play(1, "activate", y, -1)
    d.until_asked(1)
    assert d.refused(1, "use", block, -1) == d.rule("defended")
    d.pass_all()
    assert (d.count(y, "Damage"), d.lies(block)) == (0, "attached")
