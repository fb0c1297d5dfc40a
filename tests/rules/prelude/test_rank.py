"""Ranks: lines, tiers, mastery, what a calling may use, and how one is placed or dropped: the topic
`rank`."""

from __future__ import annotations

import pytest

from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values
from tests.builders import offering
from tests.builders.prelude_scenario import LINE, Prelude, tiers
from tests.builders.prelude_start import Start
from tests.cards.prelude import cards, character, rank

CARDS = (
    cards(*("sword", "club", "axe", "snare", "guard", "wolf"), *("bolt", "ember", "flame", "lone-gladiator"))
    + character(
        "savage",
        icons=["green", "common", "sharp", "barbarian"],
        coin=4,
        training=1,
        keywords="Cross Training",
    )
    + rank(
        "glass-green",
        line="Green Magic",
        tier=5,
        ability={"activate": True, "suspend": 1, "do": {"destroy": "this"}},
    )
    + rank("grim-barbarian", line="Barbarian", keywords="Exclusive")
)
MARTIAL = ("swordsman", "gladiator", "barbarian")
MAGIC = ("green-magic", "red-magic", "blue-magic", "white-magic")


def calling(g: Prelude, seat: int) -> list[tuple[str, int]]:
    """Line and tier of each top card."""
    return [(t.LINES[values.line_of(g.s, h) - 1], values.tier_of(g.s, h)) for h in values.tops(g.s, seat)]


def placeable(g: Prelude, seat: int) -> set[str]:
    """The slugs of the ranks that are offered."""
    verb = g.rules.verbs.index("place")
    return {g.slug(move[1]) for move in g.options(seat) if move[0] == verb}


def taught(g: Prelude, seat: int) -> bool:
    return g.s.num[t.TAUGHT][g.body(seat)] > 0


@pytest.mark.rule("prelude", "rank.defines-character")
def test_the_top_rank_says_what_a_character_is() -> None:
    """given Swordsman 2 on top, when the calling is asked for, then it is a Swordsman of tier 2."""
    g = Prelude("dwarf", "human", cards=CARDS)
    g.ranks(0, "soldier-1", "swordsman-2")
    g.coin(0, 20)
    sword, axe = g.hand(0, "sword"), g.hand(0, "axe")
    assert calling(g, 0) == [("Swordsman", 2)]
    g.play(0, "bring", sword)
    assert g.refused(0, "bring", axe) == "rank.weapon-classes"
    g.quietly(0, "attack", g.equipped(0, "sword"), g.body(1))
    assert g.lost(1) == 3 + 1


@pytest.mark.rule("prelude", "rank.mage-first")
def test_magic_begins_at_tier_one_of_a_colour() -> None:
    """given ranks of Green Magic and Soldier 1, when Preliminaries are placed, then green magic needs tier
    1."""
    deck = ["green-magic-1", "green-magic-2", "green-magic-3", "soldier-1"]
    g = Start("human", "dwarf", decks=[deck, ["soldier-1"]], cards=CARDS)
    assert g.takeable(0) == ["green-magic-1", "soldier-1"]
    g.place(("soldier-1",), ("soldier-1",))
    while g.first() != 0:
        g.next(0)
    bolt, rank = g.hand(0, "bolt"), g.hand(0, "green-magic-1")
    assert g.refused(0, "cast", bolt, g.body(1)) == "rank.weapon-classes"
    assert g.refused(0, "place", rank) == "prelim.binding"


@pytest.mark.rule("prelude", "rank.mage-first")
def test_who_began_with_tier_one_may_use_magic() -> None:
    """given Green Magic 1 as Preliminary, when a green spell is cast, then it takes effect."""
    g = Start("human", "dwarf", decks=[["green-magic-1"], ["soldier-1"]], cards=CARDS)
    g.place(("green-magic-1",), ("soldier-1",))
    g.first()
    g.next(0)
    g.cast(0, "bolt", g.body(1))
    assert g.lost(1) == 4


@pytest.mark.rule("prelude", "rank.lines")
def test_two_lines_begin_with_the_soldier() -> None:
    """given Soldier 1, when its owner holds Swordsman 2 and Gladiator 2, then either may follow."""
    g = Prelude("human", "dwarf", cards=CARDS)
    g.ranks(0, "soldier-1")
    sword, net = g.hand(0, "swordsman-2"), g.hand(0, "gladiator-2")
    assert g.can(0, "place", sword) and g.can(0, "place", net)
    g.play(0, "place", net)
    assert calling(g, 0) == [("Gladiator", 2)]


@pytest.mark.rule("prelude", "rank.lines")
@pytest.mark.parametrize("line", (*MAGIC, *MARTIAL))
def test_each_line_has_eight_tiers(line: str) -> None:
    """given a line, when its cards are counted, then there are tiers 1 to 8, tier 1 being shared or its
    own."""
    rules = Prelude("human", "dwarf").rules
    shared = line in ("swordsman", "gladiator")
    assert (f"{line}-1" in rules.by_slug) == (not shared)
    for tier in range(1 + shared, 9):
        card = rules.by_slug[f"{line}-{tier}"]
        assert card.types & t.RANK and card.stats[t.S_TIER] == tier
        assert t.LINES[card.stats[t.S_LINE] - 1].lower().replace(" ", "-") == line
    assert f"{line}-9" not in rules.by_slug


@pytest.mark.rule("prelude", "rank.tier-order")
def test_no_tier_is_skipped() -> None:
    """given Barbarian 2 on top, when Barbarian 4 is to be placed, then it is refused, and Barbarian 3 is
    not."""
    g = Prelude("dwarf", "human")
    g.ranks(0, "barbarian-1", "barbarian-2")
    g.training(0, 15)
    three, four = g.hand(0, "barbarian-3"), g.hand(0, "barbarian-4")
    assert g.refused(0, "place", four) == "prelim.stack"
    g.play(0, "place", three)
    assert calling(g, 0) == [("Barbarian", 3)]


@pytest.mark.rule("prelude", "rank.tier-order")
def test_a_new_line_begins_at_tier_one() -> None:
    """given a mastered line and a second calling, when its tier 2 is to be placed first, then it is
    refused."""
    g = Prelude("elf", "human")
    g.ranks(0, "green-magic-4")
    g.second_calling(0, t.L_RED)
    g.training(0, 15)
    g.play(0, "place", g.hand(0, "green-magic-5"))
    g.next(0)
    assert g.refused(0, "place", g.hand(0, "red-magic-2")) == "rank.tier-order"
    assert g.can(0, "place", g.hand(0, "red-magic-1"))


@pytest.mark.rule("prelude", "rank.tier-order")
def test_beyond_tier_eight_there_is_only_a_refill() -> None:
    """given Green Magic 8 on top and all tiers in hand, when a rank is placed, then only tier 1 is
    offered."""
    g = Prelude("elf", "human")
    g.ranks(0, *tiers("green-magic", 8))
    g.training(0, 15)
    for n in range(1, 9):
        g.hand(0, f"green-magic-{n}")
    assert placeable(g, 0) == {"green-magic-1"}


@pytest.mark.rule("prelude", "rank.mastery-tier")
@pytest.mark.parametrize(
    ("line", "tier"), [(line, 4) for line in MARTIAL[:2]] + [(line, 5) for line in (*MAGIC, "barbarian")]
)
def test_a_line_is_mastered_at_its_tier(line: str, tier: int) -> None:
    """given the tier before mastery, when it and the next are placed, then only the second is mastery."""
    g = Prelude("dwarf" if line in MARTIAL else "elf", "human")
    g.ranks(0, f"{line}-{tier - 2}")
    g.training(0, 15)
    g.play(0, "place", g.hand(0, f"{line}-{tier - 1}"))
    assert not taught(g, 0) and not g.happened("taught")
    g.next(0)
    g.play(0, "place", g.hand(0, f"{line}-{tier}"))
    assert taught(g, 0) and len(g.happened("taught")) == 1


@pytest.mark.rule("prelude", "rank.tier-table")
def test_tier_four_pays_five_and_asks_for_four_training() -> None:
    """given Swordsman 3 and Training 3, then 4, when tier 4 is placed, then only 4 suffices and 5 Coin
    come."""
    g = Prelude("human", "dwarf")
    g.ranks(0, "soldier-1", "swordsman-2", "swordsman-3")
    g.coin(0, 1)
    g.training(0, 3)
    four = g.hand(0, "swordsman-4")
    assert g.refused(0, "place", four) == "xp.training-number-met"
    g.training(0, 4)
    g.play(0, "place", four)
    assert g.purse(0) == 6 and values.figure(g.s, four, t.Q_EDGE) == 2


@pytest.mark.rule("prelude", "rank.tier-table")
@pytest.mark.parametrize("line", (*MAGIC, *MARTIAL))
def test_the_figures_of_the_tiers(line: str) -> None:
    """given the cards of a line, when they are read, then Edge, Training Number, reserve and Coin are
    these."""
    rules = Prelude("human", "dwarf").rules
    first = "soldier-1" if line in ("swordsman", "gladiator") else f"{line}-1"
    stats = [rules.by_slug[slug].stats for slug in (first, *[f"{line}-{n}" for n in range(2, 9)])]
    assert [row[t.Q_EDGE] for row in stats] == [0, 1, 1, 2, 2, 3, 3, 4]
    assert [row[t.S_NUMBER] for row in stats] == [0, 0, 2, 4, 6, 9, 12, 15]
    reserves = [6, 9, 12, 15, 18, 21, 24, 27] if line in MAGIC else [0] * 8
    assert [row[t.S_RESERVE] for row in stats] == reserves
    assert [row[t.S_COIN] for row in stats] == ([2, 3, 4, 5, 6, 7, 8, 9] if line in MARTIAL else [0] * 8)


@pytest.mark.rule("prelude", "rank.edge")
def test_a_spell_has_the_edge_of_its_colour() -> None:
    """given Green Magic 4 and Red Magic 1, when a spell of each is cast, then only the green one has Edge
    2."""
    g = Prelude("human", "dwarf", cards=CARDS)
    g.ranks(0, "green-magic-4")
    g.ranks(0, "red-magic-1", more=True)
    g.cast(0, "bolt", g.body(1))
    assert g.lost(1) == 4 + 2
    g.next(0)
    g.cast(0, "ember", g.body(1))
    assert g.lost(1) == 6 + 3


@pytest.mark.rule("prelude", "rank.edge")
def test_what_has_no_edge() -> None:
    """given Green Magic 4, when a club, a fist, a minion and a trap hurt, then it has no Edge."""
    g = Prelude("human", "elf", cards=CARDS)
    g.ranks(0, "green-magic-4")
    g.actions(0, 3)
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.lost(1) == 5
    g.quietly(0, "strike", g.body(1))
    assert g.lost(1) == 5 + 1
    g.quietly(0, "attack", g.minion(0, "guard", 1), g.body(1))
    assert g.lost(1) == 6 + 3
    g.trap(0, "snare")
    g.ranks(1, "white-magic-1")
    g.next(1)
    g.quietly(1, "strike", g.body(0))
    assert g.happened("springs") and g.lost(1) == 9 + 4


@pytest.mark.rule("prelude", "rank.edge")
def test_the_higher_edge_of_two_counts() -> None:
    """given Swordsman 4 (Edge 2) and Barbarian 2 (Edge 1), when a club strikes, then 2 is added."""
    g = Prelude("dwarf", "elf", cards=CARDS)
    g.ranks(0, "barbarian-2")
    g.ranks(0, "swordsman-4", more=True)
    g.quietly(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.lost(1) == 5 + 2


@pytest.mark.rule("prelude", "rank.weapon-classes")
@pytest.mark.parametrize(
    ("who", "rank", "allowed", "barred"),
    [
        ("dwarf", "barbarian-1", ("axe", "club"), ("sword",)),
        ("dwarf", "soldier-1", ("sword", "club"), ("axe",)),
        ("dwarf", "swordsman-2", ("sword", "club"), ("axe",)),
        ("dwarf", "gladiator-2", ("sword", "club"), ("axe",)),
        ("human", "green-magic-1", ("club",), ("sword",)),
    ],
)
def test_weapons_of_a_calling(who: str, rank: str, allowed: tuple[str, ...], barred: tuple[str, ...]) -> None:
    """given a calling and weapons of all classes, when they are fielded, then only those of the calling
    enter."""
    g = Prelude(who, "elf", cards=CARDS)
    g.ranks(0, rank)
    g.coin(0, 20)
    for slug in barred:
        assert g.refused(0, "bring", g.hand(0, slug)) == "rank.weapon-classes"
    for slug in allowed:
        h = g.hand(0, slug)
        g.play(0, "bring", h)
        assert g.where(h) == "Stowed"


@pytest.mark.rule("prelude", "rank.weapon-classes")
def test_magic_needs_a_magic_rank_of_its_colour() -> None:
    """given Red Magic 1, then Soldier 1, when magic is used, then green needs green, and energy any
    colour."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(0, "red-magic-1")
    assert g.refused(0, "cast", g.hand(0, "bolt"), g.body(1)) == "rank.weapon-classes"
    assert g.can(0, "cast", g.hand(0, "ember"), g.body(1)) and g.can(0, "cast", g.hand(0, "flame"))
    g.ranks(1, "soldier-1")
    g.next(1)
    assert g.refused(1, "cast", g.hand(1, "flame")) == "rank.weapon-classes"
    assert g.refused(1, "value", g.hand(1, "well-of-magic")) == "value.magic"


@pytest.mark.rule("prelude", "rank.weapon-classes")
def test_a_creature_needs_a_magic_rank_of_its_colour() -> None:
    """given Red Magic 1, then a green creature does not enter; under Green Magic 1 it does."""
    g = Prelude("elf", "elf", cards=CARDS, ranks=("red-magic-1", "green-magic-1"))
    assert g.refused(0, "bring", g.hand(0, "wolf")) == "rank.weapon-classes"
    g.next(1)
    assert g.can(1, "bring", g.hand(1, "wolf"))


@pytest.mark.rule("prelude", "rank.one-until-mastered")
def test_a_second_line_waits_for_mastery() -> None:
    """given Barbarian 4 and Swordsman to come, when Soldier 1 is placed, then it waits for Barbarian 5."""
    g = Prelude("dwarf", "elf", cards=CARDS)
    g.ranks(0, "barbarian-4")
    g.second_calling(0, t.L_SWORDSMAN)
    g.training(0, 6)
    soldier = g.hand(0, "soldier-1")
    assert g.refused(0, "place", soldier) == "rank.one-until-mastered"
    g.play(0, "place", g.hand(0, "barbarian-5"))
    g.next(0)
    g.play(0, "place", soldier)
    assert calling(g, 0) == [("Barbarian", 5), ("Soldier", 1)]
    g.coin(0, 20)
    assert g.can(0, "bring", g.hand(0, "axe")) and g.can(0, "bring", g.hand(0, "sword"))


@pytest.mark.rule("prelude", "rank.keep-colour")
def test_a_second_colour_waits_for_mastery() -> None:
    """given Green Magic 4 and Red to come, when Red Magic 1 is placed, then it waits for Green Magic 5."""
    g = Prelude("elf", "human", cards=CARDS)
    g.ranks(0, "green-magic-4")
    g.second_calling(0, t.L_RED)
    g.training(0, 6)
    red = g.hand(0, "red-magic-1")
    assert g.refused(0, "place", red) == "rank.one-until-mastered"
    g.play(0, "place", g.hand(0, "green-magic-5"))
    g.next(0)
    g.play(0, "place", red)
    assert calling(g, 0) == [("Green Magic", 5), ("Red Magic", 1)]
    assert g.can(0, "cast", g.hand(0, "bolt"), g.body(1)) and g.can(0, "cast", g.hand(0, "ember"), g.body(1))


@pytest.mark.rule("prelude", "rank.keep-colour", "rank.acknowledgement")
def test_a_lesson_outlives_the_card_that_taught_it() -> None:
    """given a rank of Green Magic 5 that is destroyed, when Red Magic 1 is placed later, then it may be,
    beside Green Magic 4."""
    g = Prelude("elf", "human", cards=CARDS)
    g.ranks(0, "green-magic-4")
    g.second_calling(0, t.L_RED)
    g.training(0, 6)
    glass = g.hand(0, "glass-green")
    g.play(0, "place", glass)
    assert taught(g, 0)
    g.quietly(0, "use", glass)
    assert (g.where(glass), calling(g, 0)) == ("Cemetery", [("Green Magic", 4)])
    g.next(0)
    g.play(0, "place", g.hand(0, "red-magic-1"))
    assert calling(g, 0) == [("Green Magic", 4), ("Red Magic", 1)]


@pytest.mark.rule("prelude", "rank.second-calling")
def test_mastery_opens_nothing_that_was_not_named() -> None:
    """given Green Magic 5 and no second calling, when Red Magic 1 is placed, then it is refused."""
    g = Prelude("elf", "human")
    g.ranks(0, "green-magic-4")
    g.training(0, 6)
    g.play(0, "place", g.hand(0, "green-magic-5"))
    g.next(0)
    assert g.refused(0, "place", g.hand(0, "red-magic-1")) == "prelim.binding"


@pytest.mark.rule("prelude", "rank.acknowledgement")
def test_a_lesson_learned_stays_learned() -> None:
    """given Green Magic 5 covered by tier 1, when Red Magic 1 is placed, then it may be; White Magic 1
    never."""
    g = Prelude("elf", "human")
    g.ranks(0, "green-magic-4")
    g.second_calling(0, t.L_RED)
    g.training(0, 6)
    g.play(0, "place", g.hand(0, "green-magic-5"))
    g.next(0)
    g.play(0, "place", g.hand(0, "green-magic-1"))
    assert calling(g, 0) == [("Green Magic", 1)]
    g.next(0)
    g.play(0, "place", g.hand(0, "red-magic-1"))
    assert calling(g, 0) == [("Green Magic", 1), ("Red Magic", 1)]
    g.next(0)
    assert g.refused(0, "place", g.hand(0, "white-magic-1")) == "prelim.binding"


@pytest.mark.rule("prelude", "rank.second-calling")
def test_a_second_calling_is_held_until_mastery() -> None:
    """given a Swordsman who named Green, when Green Magic 1 is drawn, then it is kept until Swordsman 4."""
    deck = ["soldier-1", "swordsman-2", "green-magic-1", "bolt", "red-magic-1", "ember"]
    g = Start("human", "dwarf", decks=[deck, ["soldier-1"]], cards=CARDS)
    g.place(("soldier-1", "swordsman-2"), ("soldier-1",))
    g.play(0, "name", (LINE, t.L_GREEN))
    assert g.s.num[t.SECOND][g.body(0)] == 0 and not g.happened("placed")
    g.play(1, "name", (LINE, 0))
    assert g.s.num[t.SECOND][g.body(0)] == t.L_GREEN and len(g.happened("placed")) == 3
    kept = {g.slug(h) for h in g.s.pool[0]}
    assert {"green-magic-1", "bolt"} <= kept and not {"red-magic-1", "ember"} & kept
    g.first()
    g.next(0)
    g.training(0, 4)
    assert g.refused(0, "place", g.hand(0, "green-magic-1")) == "rank.one-until-mastered"
    g.play(0, "place", g.hand(0, "swordsman-3"))
    g.next(0)
    g.play(0, "place", g.hand(0, "swordsman-4"))
    g.next(0)
    bolt = g.hand(0, "bolt")
    assert g.refused(0, "cast", bolt, g.body(1)) == "rank.weapon-classes"
    g.play(0, "place", g.hand(0, "green-magic-1"))
    assert g.can(0, "cast", bolt, g.body(1))


@pytest.mark.rule("prelude", "rank.second-calling")
def test_a_line_of_the_same_common_rank_is_not_named() -> None:
    """given Soldier 1 and Swordsman 2, when Gladiator is named, then that is not offered, and loses if
    shown."""
    g = Start("human", "dwarf", decks=[["soldier-1", "swordsman-2"], ["soldier-1"]])
    g.place(("soldier-1", "swordsman-2"), ("soldier-1",))
    verb = g.rules.verbs.index("name")
    offered = {move[1][1] for move in g.options(0) if move[0] == verb}
    assert offered == {0, t.L_GREEN, t.L_RED}
    g.play(0, "name", (LINE, t.L_GLADIATOR))
    g.play(1, "name", (LINE, 0))
    assert g.s.over == ((2, 1), "rank.second-calling")


@pytest.mark.rule("prelude", "rank.second-calling")
def test_no_second_calling_is_said_in_one_way() -> None:
    """given the question for a second calling, then it is answered with none by name, and not by a pass."""
    g = Start("human", "dwarf", decks=[["soldier-1"], ["soldier-1"]])
    g.place(("soldier-1",), ("soldier-1",))
    assert g.refused(0, "pass") == "turn.parts"
    assert offering.faults(g.s, g.dealer) == []


@pytest.mark.rule("prelude", "rank.second-calling")
def test_who_starts_with_two_lines_names_none() -> None:
    """given Cross Training with Soldier 1 and Green Magic 1, when Red is named, then that is not offered."""
    g = Start("human", "dwarf", decks=[["soldier-1", "green-magic-1"], ["soldier-1"]])
    g.place(("soldier-1", "green-magic-1"), ("soldier-1",))
    assert g.options(0) == [g.move("name", (LINE, 0))]
    g.play(0, "name", (LINE, t.L_RED))
    g.play(1, "name", (LINE, 0))
    assert g.s.over == ((2, 1), "rank.second-calling")


@pytest.mark.rule("prelude", "rank.common-rank")
def test_the_soldier_is_common_to_two_lines() -> None:
    """given Soldier and Swordsman 2, when they are read, then only the first stands for both lines."""
    g = Prelude("dwarf", "human")
    by_slug = g.rules.by_slug
    assert by_slug["soldier-1"].stats[t.S_LINE] == t.L_SOLDIER
    assert [line for line, common in t.COMMON_OF.items() if common == t.L_SOLDIER] == [
        t.L_SWORDSMAN,
        t.L_GLADIATOR,
    ]
    assert by_slug["swordsman-2"].stats[t.S_LINE] == t.L_SWORDSMAN
    g.ranks(0, "soldier-1")
    for slug in ("swordsman-2", "gladiator-2"):
        assert g.can(0, "place", g.hand(0, slug))
    g.play(0, "place", g.hand(0, "swordsman-2"))
    g.next(0)
    g.training(0, 9)
    assert g.refused(0, "place", g.hand(0, "gladiator-3")) == "prelim.stack"
    assert g.can(0, "place", g.hand(0, "swordsman-3"))


@pytest.mark.rule("prelude", "rank.drop-to-common")
def test_dropping_to_the_soldier() -> None:
    """given Swordsman 3, when its player drops to Soldier, then 2 cards go, and Gladiator 2 follows later."""
    g = Prelude("human", "dwarf")
    soldier, two, three = g.ranks(0, "soldier-1", "swordsman-2", "swordsman-3")
    g.coin(0, 1)
    g.training(0, 9)
    free = g.free(g.body(0))
    other, skip = g.hand(0, "gladiator-2"), g.hand(0, "gladiator-3")
    g.play(0, "descend", soldier)
    assert g.where(two) == g.where(three) == "Cemetery" and calling(g, 0) == [("Soldier", 1)]
    assert g.purse(0) == 1 and g.free(g.body(0)) == free
    assert g.refused(0, "place", other) == "rank.placement-rate"
    g.next(0)
    assert g.refused(0, "place", skip) == "prelim.stack"
    g.play(0, "place", other)
    assert calling(g, 0) == [("Gladiator", 2)]


@pytest.mark.rule("prelude", "rank.drop-to-common")
def test_dropping_goes_to_the_nearest_common_card() -> None:
    """given a stack with two Soldiers, when it is dropped, then only what lies above the upper one goes."""
    g = Prelude("human", "dwarf")
    lower, two, upper, again = g.ranks(0, "soldier-1", "swordsman-2", "soldier-1", "swordsman-2")
    assert g.refused(0, "descend", lower) == "rank.drop-to-common"
    g.play(0, "descend", upper)
    assert g.where(again) == "Cemetery" and g.where(two) == g.where(lower) == "First Line"


@pytest.mark.rule("prelude", "rank.drop-to-common")
def test_dropping_is_the_placement_of_its_response() -> None:
    """given a rank placed in this Response, when its stack is dropped, then it is refused until the next."""
    g = Prelude("human", "dwarf")
    soldier, _ = g.ranks(0, "soldier-1", "swordsman-2")
    g.training(0, 9)
    g.play(0, "place", g.hand(0, "swordsman-3"))
    assert g.refused(0, "descend", soldier) == "rank.placement-rate"
    g.next(0)
    assert g.can(0, "descend", soldier)


@pytest.mark.rule("prelude", "rank.exclusive")
def test_an_exclusive_rank_starts_alone() -> None:
    """given an Exclusive Barbarian 1 and Cross Training, when Green Magic 1 is placed with it, it is
    refused."""
    deck = ["grim-barbarian", "barbarian-1", "green-magic-1"]
    g = Start("savage", "dwarf", decks=[deck, ["soldier-1"]], cards=CARDS)
    assert g.takeable(0) == ["barbarian-1", "green-magic-1", "grim-barbarian"]
    assert g.takeable(0, "grim-barbarian") == []
    assert g.takeable(0, "green-magic-1") == ["barbarian-1"]


@pytest.mark.rule("prelude", "rank.exclusive")
def test_an_exclusive_rank_is_no_second_calling() -> None:
    """given a mastered line, when an Exclusive card of the second calling is placed, then it is refused."""
    g = Prelude("dwarf", "human", cards=CARDS)
    g.ranks(0, "soldier-1", "swordsman-3")
    g.second_calling(0, t.L_BARBARIAN)
    g.training(0, 15)
    g.play(0, "place", g.hand(0, "swordsman-4"))
    g.next(0)
    assert g.refused(0, "place", g.hand(0, "grim-barbarian")) == "rank.exclusive"
    assert g.can(0, "place", g.hand(0, "barbarian-1"))


@pytest.mark.rule("prelude", "rank.exclusive")
def test_an_exclusive_rank_that_is_covered_still_stands_alone() -> None:
    """given a mastered line that began with an Exclusive card, when a second is begun, then it is refused."""
    g = Prelude("dwarf", "human", cards=CARDS)
    g.ranks(0, "grim-barbarian", "barbarian-4")
    g.second_calling(0, t.L_SWORDSMAN)
    g.training(0, 15)
    g.play(0, "place", g.hand(0, "barbarian-5"))
    g.next(0)
    assert g.refused(0, "place", g.hand(0, "soldier-1")) == "rank.exclusive"


@pytest.mark.rule("prelude", "rank.placement-rate")
def test_one_rank_in_each_response() -> None:
    """given Green Magic 3 and 4 and Training 9, when both are to be placed, then the second waits."""
    g = Prelude("human", "dwarf")
    g.ranks(0, "green-magic-1", "green-magic-2")
    g.training(0, 9)
    three, four = g.hand(0, "green-magic-3"), g.hand(0, "green-magic-4")
    free = g.free(g.body(0))
    g.play(0, "place", three)
    assert g.free(g.body(0)) == free and g.purse(0) == 0
    assert g.refused(0, "place", four) == "rank.placement-rate"
    g.next(0)
    g.play(0, "place", four)
    assert calling(g, 0) == [("Green Magic", 4)]
