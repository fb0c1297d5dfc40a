"""The rules of Ranks: their order, who has one, and that they set no limits (F.A.R.O.E., topic rank)."""

from __future__ import annotations

import pytest

from fadenet.games.decks import check_deck
from fadenet.games.fade.tables import CHARACTER, COMBAT, RANKS
from tests.builders.scenario import Duel, rules_with

CARDS = """
[card.scorn]
name = "Scorn"
types = ["Reaction"]
rank = "Hyper"
cost = 1
answers = { to = "reaction", rank_below = "Hyper" }
do = [{ negate = true }]
[card.rank-guard]
name = "Rank Guard"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "attack", rank = "Normal" }
do = [{ block = true }]
[card.rust]
name = "Rust"
types = ["Item"]
rank = "Normal"
cost = 0
targets = [{ pick = { from = "all cards", rank = "Special" } }]
do = [{ destroy = "target" }]
[card.special-edge]
name = "Special Edge"
types = ["Augment"]
rank = "Special"
[[card.special-edge.ability]]
gives = { PLV = 1 }
[card.special-skill]
name = "Special Skill"
types = ["Skill"]
rank = "Special"
cost = 2
do = [{ attack = 2 }]
[card.hyper-skill]
name = "Hyper Skill"
types = ["Skill"]
rank = "Hyper"
cost = 2
do = [{ attack = 2 }]
[card.legendary-skill]
name = "Legendary Skill"
types = ["Skill"]
rank = "Legendary"
cost = 2
do = [{ attack = 2 }]
[card.tyrant]
name = "Tyrant"
types = []
hp = [30, 60, 90, 120]
plv = [5, 5, 5, 5]
legend = true
""" + "".join(
    f"""
[card.block-{rank.lower()}]
name = "{rank} Block"
types = ["Reaction"]
rank = "{rank}"
cost = 1
answers = {{ to = "attack" }}
do = [{{ block = true }}]
"""
    for rank in RANKS
)


@pytest.mark.editions("rank.order")
@pytest.mark.parametrize("rank", RANKS)
def test_lower_than_hyper_means_normal_and_special(rank: str) -> None:
    # Given an effect 'Negate a Reaction of lower Rank than Hyper'.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    scorn, block = d.on(x, "scorn"), d.on(y, f"block-{rank.lower()}")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", block, -1)
    # Then it may answer Normal and Special, and none of the higher Ranks.
    if rank in ("Normal", "Special"):
        d.play(0, "use", scorn, -2)
        d.pass_all()
        assert d.hp(y) == 7
    else:
        assert d.refused(0, "use", scorn, -2) == "defend.which-link"


@pytest.mark.editions("rank.who-has")
def test_zones_and_characters_have_no_rank() -> None:
    # Given 'destroy a Special Rank card', and a Zone, a Character and a Special Augment on the field.
    d = Duel(CARDS)
    x, zone = d.character(0), d.zone(0, "plain")
    augment = d.on(x, "special-edge", face=1)
    item = d.hand(0, "rust")
    # Then only the Augment may be chosen.
    assert d.refused(0, "play", item, x) == "target.chosen-when"
    assert d.refused(0, "play", item, zone) == "target.chosen-when"
    d.play(0, "play", item, augment)
    d.pass_all()
    assert d.where(augment) == "Discard Pile Zone" and d.plv(x) == 3


@pytest.mark.editions("rank.normal")
def test_a_normal_attack_is_of_normal_rank() -> None:
    # Given a Reaction 'Block a Normal Rank Attack'.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    skill, guard = d.on(x, "special-skill"), d.on(y, "rank-guard")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    assert d.refused(1, "use", guard, -1) == "defend.which-link"
    d.pass_all()
    # When a Normal Attack is performed, then it may be used.
    d.play(0, "attack", x, y)
    d.play(1, "use", guard, -1)
    d.pass_all()
    assert d.hp(y) == 8


@pytest.mark.editions("rank.special-hyper")
@pytest.mark.parametrize("slug", ["special-skill", "hyper-skill"])
def test_the_rank_alone_changes_no_rule_of_use(slug: str) -> None:
    # Given a Special and a Hyper Skill, both of Cost 2, and 2 TP.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    skill = d.on(x, slug)
    d.tp(0, 2)
    d.go(0, COMBAT)
    # When a Character chooses, then either may be used under the same conditions.
    d.play(0, "use", skill, y)
    d.pass_all()
    assert d.hp(y) == 8 and d.tp_of(0) == 0


@pytest.mark.editions("rank.ultra-to-legendary")
def test_the_highest_rank_is_no_legend() -> None:
    # Given a 40-card Deck with 4 copies of a Legendary Rank Skill, when it is checked, then it is legal.
    rules = rules_with(CARDS)
    skill, boss = rules.code_of("legendary-skill"), rules.code_of("tyrant")
    rest = [card.code for card in rules.cards[1:] if not card.types & CHARACTER and not card.legend]
    filler = [code for code in rest if code != skill for _ in range(4)][:36]
    assert check_deck(rules, ([skill] * 4 + filler, [])) == []
    # A Legend card in the Deck is refused.
    assert [rule for rule, _ in check_deck(rules, ([boss] + [skill] * 3 + filler, []))] == [
        "deck.no-legend-cards"
    ]
    # The Rank sets no limit of use either.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    use = d.on(x, "legendary-skill")
    d.go(0, COMBAT)
    d.play(0, "use", use, y)
    d.pass_all()
    assert d.hp(y) == 8
