"""Words of the card language that look at what another action is doing, and their English."""

from __future__ import annotations

from fadenet.games.fade.tables import COMBAT
from tests.scenario import Duel

CARDS = """
[card.viper]
name = "Viper"
types = ["Character"]
cost = 1
hp = 5
plv = 2
[[card.viper.ability]]
on = "attacks"
do = [{ counter = "Poison", n = 1, on = "attacked" }]

[card.seer]
name = "Seer"
types = ["Character"]
cost = 1
hp = 5
plv = 1
[[card.seer.ability]]
activate = true
do = [{ draw = 1 }]

[card.hush]
name = "Hush"
types = ["Reaction"]
rank = "Normal"
cost = 0
answers = { to = "ability", by = "enemy" }
do = [{ negate = true }, { grant = "Mute", on = "answered", until = "round" }]

[card.clasp]
name = "Clasp"
types = ["Item"]
rank = "Normal"
cost = 0
attach = "your characters"
keywords = { Equip = true, Shield = 2 }
"""


def test_a_trigger_can_mean_what_is_attacked() -> None:
    """given "when this card Attacks", when it attacks one of two, then that one gets the Counter."""
    d = Duel(CARDS)
    viper = d.character(0, "viper")
    aimed, other = d.character(1, "giant"), d.character(1, "soldier")
    d.go(0, COMBAT)
    d.play(0, "attack", viper, aimed)
    d.pass_all()
    assert (d.count(aimed, "Poison"), d.count(other, "Poison")) == (1, 0)
    assert d.rules.by_slug["viper"].text == "When this card Attacks, put 1 Poison Counter on what it attacks."


def test_an_answer_can_mean_the_source_of_an_ability() -> None:
    """given an ability that is Negated, when the answer goes on, then the card with the ability is Muted."""
    d = Duel(CARDS)
    seer = d.character(0, "seer")
    hush = d.on(d.character(1), "hush")
    d.go(0, COMBAT)
    d.play(0, "activate", seer)
    d.play(1, "use", hush, -1)
    d.pass_all()
    assert d.happened("negated")
    assert d.refused(0, "activate", seer) == "keyword.mute"
    assert d.rules.by_slug["hush"].text == (
        "Answer an enemy's ability: Negate it, then its source gains Mute this round."
    )


def test_counters_of_an_equip_card_go_on_its_bearer_once() -> None:
    """given an Equip card with Shield 2, when it is attached, then its bearer has 2 Shield Counters."""
    d = Duel(CARDS)
    bearer = d.character(0)
    clasp = d.hand(0, "clasp")
    d.play(0, "play", clasp, bearer)
    d.pass_all()
    assert (d.count(bearer, "Shield"), d.count(clasp, "Shield")) == (2, 0)
    assert d.rules.by_slug["clasp"].text == "Shield 2 on its bearer. Equip to one of your Characters."
