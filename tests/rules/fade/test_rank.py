"""The rules of Ranks: their order, who has one, and that they set no limits (topic rank)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, RANKS
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, item, reaction, skill

CARDS = (
    reaction(
        "scorn", cost=1, answers={"to": "reaction", "rank_below": "Hyper"}, rank="Hyper", do={"negate": True}
    )
    + reaction("rank-guard", cost=1, answers={"to": "attack", "rank": "Normal"}, do={"block": True})
    + item(
        "rust", cost=0, targets={"pick": {"from": "all cards", "rank": "Special"}}, do={"destroy": "target"}
    )
    + augment("special-edge", rank="Special", keywords="Equip", ability={"gives": {"PLV": 1}})
    + skill("special-skill", cost=2, rank="Special", do={"attack": 2})
    + skill("hyper-skill", cost=2, rank="Hyper", do={"attack": 2})
    + "".join(
        reaction(
            f"block-{rank.lower()}",
            name=f"{rank} Block",
            cost=1,
            rank=rank,
            answers="attack",
            do={"block": True},
        )
        for rank in RANKS
    )
)


@pytest.mark.editions("rank.order", fade2="rank.order", fade1="rank.order")
@pytest.mark.parametrize("rank", RANKS)
def test_lower_than_hyper_means_normal_and_special(rank: str, edition: str) -> None:
    # Given an effect 'Negate a Reaction of lower Rank than Hyper'.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    scorn, block = d.on(x, "scorn"), d.on(y, f"block-{rank.lower()}")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", block, -1)
    # Then it may answer Normal and Special, and none of the higher Ranks.
    if rank in ("Normal", "Special"):
        d.quietly(0, "use", scorn, -2)
        assert d.hp(y) == 7
    else:
        assert d.refused(0, "use", scorn, -2) == d.rule("which-link")


@pytest.mark.editions("rank.who-has", fade2="rank.bearers", fade1="rank.who-has-one")
def test_zones_characters_and_commands_have_no_rank(edition: str) -> None:
    # Given 'destroy a Special Rank card', and a Zone, a Character, a Command where there are any, and a
    # Special Augment on the field.
    has_commands = edition != "faroe"
    d = Duel(CARDS + cards("right") * has_commands, edition=edition)
    x, zone = d.character(0), d.zone(0, "plain")
    others = [x, zone, d.command(0, "right", d.aside())] if has_commands else [x, zone]
    augment = d.on(x, "special-edge", face=1)
    item = d.hand(0, "rust")
    # Then only the Augment may be chosen.
    for other in others:
        assert d.refused(0, "play", item, other) == d.rule("no-target")
    d.quietly(0, "play", item, augment)
    assert d.lies(augment) == "discard" and d.plv(x) == 3


@pytest.mark.editions("rank.normal", fade2="rank.normal", fade1="rank.normal")
def test_a_normal_attack_is_of_normal_rank(edition: str) -> None:
    # Given a Reaction 'Block a Normal Rank Attack'.
    d = Duel(CARDS, edition=edition)
    x, other, y = d.character(0), d.character(0), d.character(1)
    skill, guard = d.on(other, "special-skill"), d.on(y, "rank-guard")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    assert d.refused(1, "use", guard, -1) == d.rule("which-link")
    d.pass_all()
    # When a Normal Attack is performed, then it may be used.
    d.play(0, "attack", x, y)
    d.quietly(1, "use", guard, -1)
    assert d.hp(y) == 8


@pytest.mark.editions("rank.special-hyper", fade2="rank.meaning", fade1="rank.special")
@pytest.mark.parametrize("slug", ["special-skill", "hyper-skill"])
def test_the_rank_alone_changes_no_rule_of_use(slug: str, edition: str) -> None:
    # Given a Special and a Hyper Skill, both of Cost 2, and 2 TP.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    skill = d.on(x, slug)
    d.tp(0, 2)
    d.go(0, COMBAT)
    # When a Character chooses, then either may be used under the same conditions.
    d.quietly(0, "use", skill, y)
    assert d.hp(y) == 8 and d.tp_of(0) == 0
