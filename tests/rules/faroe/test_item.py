"""The rules of Items: used once, on any turn, or Equipped (F.A.R.O.E., topic item)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import card, item

CARDS = (
    card(
        "bulwark",
        types=["Character", "Item"],
        rank="Normal",
        cost=0,
        hp=9,
        plv=1,
        level=3,
        in_deck=True,
        attach="your characters",
        keywords={"Equip": True, "Provoke": True},
    )
    + item(
        "census", cost=0, do=[{"gain_tp": {"count": "all characters"}}, {"damage": 1, "to": "all characters"}]
    )
    + item("bolt", cost=0, targets="enemy characters", do={"destroy": "target"})
    + item("rust", cost=0, targets="enemy equips", do={"destroy": "target"})
)


@pytest.mark.rule("faroe", "card.multi-supertype-mode", "keyword.equip")
def test_a_character_that_is_attached_as_an_item_is_no_character_meanwhile() -> None:
    # Given a card that is Character and Item with Provoke, Equipped to a Character.
    d = Duel(CARDS)
    attacker, x = d.character(0), d.character(1)
    bulwark = d.on(x, "bulwark", face=1)
    bolt, rust = d.hand(0, "bolt"), d.hand(0, "rust")
    # Then what names Characters passes it by, and what names Equip cards finds it.
    d.tp(0, 0)
    d.quietly(0, "play", d.hand(0, "census"))
    assert (d.tp_of(0), d.count(bulwark, "Damage"), d.count(x, "Damage")) == (2, 0, 1)
    assert d.refused(0, "play", bolt, bulwark) == "target.chosen-when"
    assert d.can(0, "play", rust, bulwark)
    # Nobody can attack it, and its Provoke draws nothing.
    d.go(0, COMBAT)
    assert d.can(0, "attack", attacker, x)
    assert not d.can(0, "attack", attacker, bulwark)
    # When its holder is destroyed, it goes too: its Player is in The Last Stand, and can be attacked.
    d.quietly(0, "play", bolt, x)
    assert d.where(bulwark) == "Discard Pile Zone"
    assert d.can(0, "attack", attacker, d.body(1))
