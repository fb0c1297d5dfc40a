"""Words of the card language that look at what another action is doing, and their English."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, HAND
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


NOTHING_FOUND = {
    "random": 'random = "enemy characters"',
    "draw": "draw = 1",
    "mill": "mill = 1",
    "look": "look = 1",
    "search": "search = 1",
    "discard": "discard = 1",
    "discard at random": "discard = 1, random = true",
    "discard of nobody": 'discard = 1, who = "ally players"',
}
PICKING = """
[card.fumble]
name = "Fumble"
types = ["Item"]
rank = "Normal"
do = [{{ pick = "your characters" }}, {{ {} }}, {{ counter = "Aura", on = "it" }}, {{ draw = "n" }}]
"""


@pytest.mark.parametrize("word", NOTHING_FOUND)
def test_what_finds_nothing_leaves_no_it(word: str) -> None:
    """given a choice and then a word that finds nothing, then "it" is nothing, and "that many" is none."""
    d = Duel(PICKING.format(NOTHING_FOUND[word]))
    mine = d.character(0)
    fumble = d.hand(0, "fumble")
    if word != "discard of nobody":
        d.deck_size(0, 0)
    d.play(0, "play", fumble)
    d.pass_chain()
    assert d.happened("link-resolved")
    assert (d.count(mine, "Aura"), d.size(0, HAND)) == (0, 0)


EVERYBODY = """
[card.landslide]
name = "Landslide"
types = ["Item"]
rank = "Normal"
do = [{ mill = 2, who = "enemy players" }, { return = "it", to = "hand" }, { gain_tp = "n" }]
"""


def test_it_is_what_came_of_everybody() -> None:
    """given cards milled from two Decks, when "it" goes to its owner's Hand, then all of them do."""
    d = Duel(EVERYBODY, seats=3)
    d.character(0)
    d.tp(0, 0)
    d.play(0, "play", d.hand(0, "landslide"))
    d.pass_chain()
    assert [len(d.names(seat, HAND)) for seat in (1, 2)] == [2, 2]
    assert d.tp_of(0) == 4
