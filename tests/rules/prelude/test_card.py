"""The print on cards, what races can do, and where cards lie: the topics `card`, `race` and `zone`."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values
from fadenet.table.view import SeatView
from tests.builders.prelude_scenario import CHEAP, COST, DEEP, Prelude, rules_with
from tests.builders.prelude_start import Start
from tests.cards.prelude import armour, cards, character, item, minion, spell, trap, weapon

SLUGS = (
    "sword",
    "club",
    "fine-whip",
    "axe",
    "shield",
    "mail",
    "flask",
    "snare",
    "deep-snare",
    "guard",
    "bolt",
    "ember",
    "moss",
    "wolf",
    "flame",
)
CARDS = (
    cards(*SLUGS)
    + spell("flare", "red", "energy", price=2, ability={"activate": True, "targets": {}, "do": {"damage": 3}})
    + weapon("heavy-mace", price=3, attack=7, suspend=2, guard=1)
    + minion(
        "vain-guard",
        price=3,
        attack=3,
        suspend=3,
        ability={"gives": {"Attack": {"stat": "Attack", "of": "this"}}},
    )
    + character("novice", icons=["green"], top=1)
    + minion(
        "elder-twin",
        price=3,
        attack=3,
        suspend=3,
        ability={"gives": {"Attack": {"stat": "Attack", "of": {"from": "your minions", "other": True}}}},
    )
    + minion(
        "younger-twin",
        price=3,
        attack=2,
        suspend=3,
        ability={"gives": {"Attack": {"stat": "Attack", "of": {"from": "your minions", "other": True}}}},
    )
    + weapon("great-axe", "barbarian", price=5, attack=11, suspend=3, hands=2, guard=2)
    + trap(
        "slow-snare", price=4, suspend=3, ability={"on": "attacked", "do": {"damage": 4, "to": "attacker"}}
    )
    + item("harness", "armour", uses=3, ability={"activate": True, "do": {"heal": 2}})
)
RACES = {
    "human": (30, 1, 10, 4, 1, "green red energy common sharp armour item trap minion"),
    "elf": (22, 0, 14, 3, 1, "green red blue white energy common item trap creature"),
    "dwarf": (46, 2, 6, 6, 0, "common sharp barbarian armour item trap minion"),
    "orc": (32, 1, 8, 4, 0, "red common barbarian sharp armour item minion creature"),
}


def icons(types: int) -> set[str]:
    return {word for n, word in enumerate(t.TYPES) if word in t.ICONS and types >> n & 1}


# card


@pytest.mark.rule("prelude", "card.types")
def test_an_immediate_spell_is_a_spell() -> None:
    """given a spell marked Immediate, when it is used, then it is a spell, and all spell rules apply to
    it."""
    g = Prelude("human", "dwarf", cards=CARDS)
    assert values.card_of(g.s, g.stowed(0, "moss")).types & (t.SPELL | t.ITEM | t.TRAP | t.ENERGY) == t.SPELL
    (top,) = g.ranks(0, "green-magic-1")
    moss = g.hand(0, "moss")
    g.reserve(top, 0)
    assert g.refused(0, "cast", moss) == "value.no-debt"
    g.reserve(top, 6)
    g.quietly(0, "cast", moss)
    assert g.where(moss) == "Cemetery" and g.s.num[t.RESERVE][top] == 5 and g.free(g.body(0)) == 2


@pytest.mark.rule("prelude", "card.types")
def test_every_card_is_of_one_type() -> None:
    """given all cards of the tests and the ranks and Values, when they are read, then each has one of the
    types."""
    every = (t.IS_CHARACTER, t.RANK, t.VALUE, t.WEAPON, t.ARMOUR, t.ITEM, t.TRAP, t.SPELL, t.ENERGY)
    rules = Prelude("human", "dwarf", cards=CARDS).rules
    for card in rules.cards[1:]:
        assert sum(card.types & kind > 0 for kind in (*every, t.MINION, t.CREATURE)) == 1, card.slug


@pytest.mark.rule("prelude", "card.character-anatomy")
def test_the_human_card() -> None:
    """given the Human card, when it is read, then it shows its life, Suspend, Initiative, values and nine
    icons."""
    g = Prelude("human", "dwarf")
    card = values.card_of(g.s, values.character(g.s, 0))
    assert t.RACES[card.stats[t.S_RACE] - 1] == "Human"
    figures = (t.Q_LIFE, t.Q_SUSPEND, t.S_INITIATIVE, t.S_COIN, t.S_TRAINING)
    assert [card.stats[n] for n in figures] == [30, 1, 10, 4, 1]
    assert len(icons(card.types)) == 9
    assert g.left(g.body(0)) == 30 and g.free(g.body(0)) == 3


@pytest.mark.rule("prelude", "card.casting-needs")
def test_all_icons_are_needed() -> None:
    """given a spell that needs red and energy, when an Orc without energy casts it, then it is refused."""
    g = Prelude("orc", "human", cards=CARDS, ranks="red-magic-1")
    assert g.refused(0, "cast", g.hand(0, "flare"), g.body(1)) == "card.casting-needs"
    assert g.can(0, "cast", g.hand(0, "ember"), g.body(1))
    g.next(1)
    g.cast(1, "flare", g.body(0))
    assert g.lost(0) == 3


@pytest.mark.rule("prelude", "card.training-number")
def test_a_training_number_is_no_icon() -> None:
    """given a common weapon of Training Number 4, when the deck is trimmed, then it stays; the axe does
    not."""
    deck = ["soldier-1", "fine-whip", "axe"]
    g = Start("human", "dwarf", decks=[deck, ["soldier-1"]], cards=CARDS)
    g.place(("soldier-1",), ("soldier-1",))
    while not g.happened("first"):
        g.step()
    mine = [h for h in g.dealer.truth if g.s.owner[h] == 0]
    where = {g.slug(h): g.where(h) for h in mine if g.slug(h) in deck}
    kept = [g.slug(h) for h in mine if g.where(h) != "Aside"]
    assert "fine-whip" in kept and "axe" not in kept and where["axe"] == "Aside"


@pytest.mark.rule("prelude", "card.suspend-ball")
def test_a_use_takes_up_its_suspend() -> None:
    """given a weapon of Suspend 2 and 3 actions, when it is used, then 1 is left; set trap and spell take
    theirs."""
    g = Prelude("human", "dwarf", cards=CARDS)
    g.ranks(0, "green-magic-1")
    mace, trap = g.equipped(0, "heavy-mace"), g.trap(0, "deep-snare", set=False)
    assert g.free(g.body(0)) == 3
    g.quietly(0, "attack", mace, g.body(1))
    assert g.free(g.body(0)) == 1
    g.actions(0, 3)
    g.quietly(0, "set", trap)
    assert g.free(g.body(0)) == 1 and g.s.num[t.SET][trap] == 1
    g.cast(0, "bolt", g.body(1))
    assert g.free(g.body(0)) == 0


@pytest.mark.rule("prelude", "card.suspend-ball", "card.price")
@pytest.mark.parametrize(
    ("price", "suspend"), [(1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (5, 3)]
)
def test_a_trap_costs_its_price_and_takes_its_suspend_to_set(price: int, suspend: int) -> None:
    """given a trap of whatever price and Suspend, when it is laid for these and set, then so much Coin and so
    many actions are gone, 1 for Suspend 0, and it springs without a fault."""
    gin = trap(
        "gin", price=price, suspend=suspend, ability={"on": "attacked", "do": {"damage": 4, "to": "attacker"}}
    )
    g = Prelude("human", "human", cards=CARDS + gin, ranks="soldier-1")
    laid = g.hand(0, "gin")
    g.coin(0, 5)
    (cost,) = [move[2] for move in g.options(0) if move[:2] == g.move("lay", laid)]
    g.play(0, "lay", laid, cost)
    assert g.purse(0) == 5 - price and g.free(g.body(0)) == 3
    g.quietly(0, "set", laid)
    assert g.free(g.body(0)) == 3 - max(suspend, 1)
    g.next(1)
    g.play(1, "attack", g.equipped(1, "club"), g.body(0))
    g.when_asked(0, t.W_SPRING, "spring", laid)
    assert g.lost(1) == 4 and not g.s.over


@pytest.mark.rule("prelude", "card.price")
def test_who_cannot_pay_does_not_field() -> None:
    """given a sword priced 3 and 2 Coin, when it is fielded, then it is refused and 2 Coin are there."""
    g = Prelude("human", "dwarf", cards=CARDS)
    g.ranks(0, "soldier-1")
    g.coin(0, 2)
    sword = g.hand(0, "sword")
    assert g.refused(0, "bring", sword) == "card.price"
    assert g.purse(0) == 2 and g.where(sword) == "Hand"
    g.coin(0, 3)
    g.play(0, "bring", sword)
    assert g.purse(0) == 0


@pytest.mark.rule("prelude", "card.price")
def test_goods_cost_coin_and_magic_costs_reserve() -> None:
    """given Coin and reserve, when gear, minion, creature and spell come, then each is paid from its own."""
    g = Prelude("elf", "dwarf", cards=CARDS)
    (top,) = g.ranks(0, "green-magic-1")
    g.coin(0, 9)
    g.play(0, "bring", g.hand(0, "flask"))
    assert (g.purse(0), g.s.num[t.RESERVE][top]) == (7, 6)
    g.play(0, "lay", g.hand(0, "snare"), CHEAP)
    assert (g.purse(0), g.s.num[t.RESERVE][top]) == (5, 6)
    g.play(0, "bring", g.hand(0, "wolf"))
    assert (g.purse(0), g.s.num[t.RESERVE][top]) == (5, 3)
    g.play(0, "cast", g.hand(0, "bolt"), g.body(1))
    assert (g.purse(0), g.s.num[t.RESERVE][top]) == (5, 1)
    assert all(not card.stats[t.S_PRICE] for card in g.rules.cards if card.types & (t.RANK | t.VALUE))


@pytest.mark.rule("prelude", "card.own-effect")
def test_an_effect_asks_for_a_figure_without_itself() -> None:
    """given a minion of Attack 3 that has as much more as its own Attack, then its Attack is 6."""
    g = Prelude("human", "dwarf", cards=CARDS)
    assert values.figure(g.s, g.minion(0, "vain-guard"), t.Q_ATTACK) == 6


@pytest.mark.rule("prelude", "card.own-effect")
def test_effects_that_ask_for_each_other_are_each_told_without_those_that_ask() -> None:
    """given minions of Attack 3 and 2 that each have as much more as the other's Attack, when the Attack of
    the first is read, then it is 3 and the other's 5, which is 2 and its own 3."""
    g = Prelude("human", "dwarf", cards=CARDS)
    elder, younger = g.minion(0, "elder-twin"), g.minion(0, "younger-twin")
    assert values.figure(g.s, elder, t.Q_ATTACK) == 3 + (2 + 3)
    assert values.figure(g.s, younger, t.Q_ATTACK) == 2 + (3 + 2)


@pytest.mark.rule("prelude", "card.figures")
def test_all_see_the_figures_of_a_weapon() -> None:
    """given a great axe, when it is fielded, then Attack, Guard, Suspend, hands and class are there for
    all."""
    g = Prelude("dwarf", "human", cards=CARDS)
    g.ranks(0, "barbarian-1")
    g.coin(0, 5)
    axe = g.hand(0, "great-axe")
    theirs = SeatView(g.s, 1, g.dealer.known[1])
    assert theirs.code(axe) == 0
    g.play(0, "bring", axe)
    card = g.rules.cards[theirs.code(axe)]
    assert [card.stats[n] for n in (t.Q_ATTACK, t.Q_GUARD, t.Q_SUSPEND, t.S_HANDS)] == [11, 2, 3, 2]
    assert icons(card.types) == {"barbarian"}


@pytest.mark.rule("prelude", "card.figures", "action.hands", "response.action-count")
@pytest.mark.parametrize(
    ("card", "why"),
    [
        (weapon("x", price=1, attack=2, hands=None), "1 or 2 hands"),
        (weapon("x", price=1, attack=2, hands=0), "1 or 2 hands"),
        (item("x", hands=2), "one hand"),
        (item("x", hands=0), "one hand"),
        (armour("x", price=1, guard=2, hands=2), "one hand"),
        (character("x", suspend=4, icons=["green"]), "Suspend is 0 to 3"),
    ],
)
def test_a_figure_that_a_card_of_its_kind_cannot_have_is_refused(card: str, why: str) -> None:
    """given a weapon without a hand, an item or shield for none or both, or a character of Suspend 4, when
    the cards are loaded, then that is refused."""
    with pytest.raises(LoadError, match=why):
        rules_with(card)


@pytest.mark.rule("prelude", "action.hands")
def test_an_item_takes_a_hand_without_saying_so() -> None:
    """given a club and an item that says nothing of hands, when it is equipped, then both hands are full."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    g.equipped(0, "club")
    harness, flask = g.stowed(0, "harness"), g.stowed(0, "flask")
    assert g.can(0, "equip", flask)
    g.quietly(0, "equip", harness)
    assert g.refused(0, "equip", flask) == "action.hands"


@pytest.mark.rule("prelude", "card.text-overrides")
def test_text_goes_before_rules() -> None:
    """given Vanguard and Clumsy on the Orc's card, when Turn 1 is played, then it attacks, and cannot
    evade."""
    g = Prelude("human", "orc", cards=CARDS, turn=1)
    g.ranks(0, "soldier-1")
    assert g.refused(0, "attack", g.equipped(0, "club"), g.body(1)) == "turn.first-no-attack"
    g = Prelude("orc", "human", cards=CARDS, turn=1, ranks=("barbarian-1", "soldier-1"))
    g.play(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.until(t.W_DEFENCE) == 1 and g.can(1, "evade")
    g.pass_all()
    assert g.lost(1) == 5
    g.next(1)
    shield = g.equipped(0, "shield")
    g.play(1, "attack", g.equipped(1, "club"), g.body(0))
    assert g.until(t.W_DEFENCE) == 0
    assert g.can(0, "parry", shield) and g.refused(0, "evade") == "race.roster"


# race


@pytest.mark.rule("prelude", "race.gifts-and-limits", "race.unreachable-ranks")
def test_a_dwarf_has_no_magic() -> None:
    """given a Dwarf, when Green Magic 1 is to be placed at the start or in play, then it is refused."""
    g = Start("dwarf", "human", decks=[["soldier-1", "green-magic-1"], ["soldier-1"]])
    assert g.takeable(0) == ["soldier-1"]
    g.place(("soldier-1",), ("soldier-1",))
    g.first()
    g.next(0)
    assert g.refused(0, "place", g.hand(0, "green-magic-1")) == "race.unreachable-ranks"


@pytest.mark.rule("prelude", "race.unreachable-ranks")
def test_a_human_does_not_rise_above_tier_six() -> None:
    """given a Human and an Elf at tier 6 with Training 12, when tier 7 is placed, then only the Elf may."""
    g = Prelude("human", "elf", ranks="green-magic-6")
    g.training(0, 12)
    assert g.refused(0, "place", g.hand(0, "green-magic-7")) == "race.unreachable-ranks"
    g.next(1)
    g.training(1, 12)
    assert g.can(1, "place", g.hand(1, "green-magic-7"))


@pytest.mark.rule("prelude", "race.unreachable-ranks")
def test_a_human_rises_to_tier_six() -> None:
    """given a Human at tier 5 with Training 9, when tier 6 is placed, then it becomes the top card."""
    g = Prelude("human", "elf", ranks="green-magic-5")
    g.training(0, 9)
    six = g.hand(0, "green-magic-6")
    g.play(0, "place", six)
    assert values.tops(g.s, 0) == [six]


@pytest.mark.rule("prelude", "race.unreachable-ranks")
def test_a_character_may_be_barred_from_every_tier_but_the_first() -> None:
    """given a character whose card bars it from ranks above tier 1, then tier 2 is placed neither at the
    start nor later; tier 1 is."""
    ranks = ["green-magic-1", "green-magic-1", "green-magic-2"]
    start = Start("novice", "elf", decks=[ranks, ranks], cards=CARDS)
    assert start.takeable(0) == ["green-magic-1"] and start.takeable(0, "green-magic-1") == []
    assert start.takeable(1, "green-magic-1") == ["green-magic-2"]
    g = Prelude("novice", "elf", cards=CARDS, ranks="green-magic-1")
    assert g.refused(0, "place", g.hand(0, "green-magic-2")) == "race.unreachable-ranks"
    assert g.can(0, "place", g.hand(0, "green-magic-1"))


@pytest.mark.rule("prelude", "race.icons-page")
def test_without_the_icon_nothing_that_needs_it_works() -> None:
    """given an Elf without the armour icon, when an ability that needs it is used, then it is refused."""
    g = Prelude("elf", "human", cards=CARDS, ranks=("green-magic-1", "soldier-1"))
    g.coin(0, 9)
    assert g.refused(0, "use", g.equipped(0, "harness")) == "card.casting-needs"
    assert g.refused(0, "bring", g.hand(0, "mail")) == "card.casting-needs"
    g.next(1)
    assert g.can(1, "use", g.equipped(1, "harness"))


@pytest.mark.rule("prelude", "race.icons-page")
def test_an_orc_lays_no_traps() -> None:
    """given an Orc without the trap icon, when it lays a trap, then it is refused; a Human may."""
    g = Prelude("orc", "human", cards=CARDS, ranks="soldier-1")
    for seat in range(2):
        g.coin(seat, 9)
    assert g.refused(0, "lay", g.hand(0, "snare"), CHEAP) == "race.icons-page"
    g.next(1)
    assert g.can(1, "lay", g.hand(1, "snare"), CHEAP)


@pytest.mark.rule("prelude", "race.icon-list")
def test_an_elf_without_the_sharp_icon_is_no_soldier() -> None:
    """given an Elf, when Soldier 1 is to be placed, then it is refused; Blue Magic 1 is allowed."""
    deck = ["soldier-1", "barbarian-1", "blue-magic-1"]
    g = Start("elf", "dwarf", decks=[deck, [*deck, "well-of-magic"]])
    assert g.takeable(0) == ["blue-magic-1"] and g.takeable(1) == ["barbarian-1", "soldier-1"]
    g.place(("blue-magic-1",), ("soldier-1",))
    while not g.happened("first"):
        g.step()
    theirs = {g.slug(h): g.where(h) for h in g.dealer.truth if g.s.owner[h] == 1}
    assert theirs["well-of-magic"] == "Aside"
    assert g.s.active in (0, 1) and len(g.zone(0, t.LINE_A)) == 1


@pytest.mark.rule("prelude", "race.icon-list")
def test_the_icons_of_each_kind_of_card() -> None:
    """given the cards, when their needs are read, then there are thirteen icons, one for each kind and
    colour."""
    rules = Prelude("human", "dwarf", cards=CARDS).rules
    need = {slug: icons(card.types) for slug, card in rules.by_slug.items()}
    assert len(t.ICONS) == 13 and set().union(*need.values()) == set(t.ICONS)
    for slug in ("soldier-1", "swordsman-2", "gladiator-2"):
        assert need[slug] == {"sharp"}
    assert need["barbarian-1"] == {"barbarian"} and need["white-magic-3"] == {"white"}
    assert need["mail"] == {"armour"} and need["guard"] == {"minion"} and need["flask"] == {"item"}
    assert need["snare"] == {"trap"} and need["wolf"] == {"green", "creature"} and need["flame"] == {"energy"}
    assert need["silver-purse"] == need["long-march"] == set()
    assert need["well-of-magic"] == {"green", "red", "blue", "white"}


@pytest.mark.rule("prelude", "race.several-types")
def test_two_types_only_where_the_card_says_so() -> None:
    """given an Orc and a Human, when a second type is to be placed at the start, then only the Human may."""
    deck = ["barbarian-1", "soldier-1", "red-magic-1"]
    g = Start("orc", "human", decks=[deck, deck])
    assert g.takeable(0) == ["barbarian-1", "red-magic-1", "soldier-1"]
    assert g.takeable(0, "barbarian-1") == []
    assert g.takeable(1, "soldier-1") == ["red-magic-1"]
    g.place(("barbarian-1",), ("soldier-1", "red-magic-1"))
    g.first()
    assert [g.slug(h) for h in values.tops(g.s, 1)] == ["soldier-1", "red-magic-1"]
    assert [g.slug(h) for h in values.tops(g.s, 0)] == ["barbarian-1"]


@pytest.mark.rule("prelude", "race.roster")
def test_a_dwarf_adds_its_armour_to_what_it_wears() -> None:
    """given a Dwarf in armour 2, when an attack of 7 hits without any defence, then it deals 4."""
    g = Prelude("orc", "dwarf", cards=CARDS, ranks="soldier-1")
    mail = g.equipped(1, "mail")
    g.quietly(0, "attack", g.equipped(0, "heavy-mace"), g.body(1))
    assert g.lost(1) == 4
    g.quietly(0, "strike", g.body(1))
    assert g.lost(1) == 4 and g.where(mail) == "Equipped"


@pytest.mark.rule("prelude", "race.roster")
@pytest.mark.parametrize("race", sorted(RACES))
def test_the_roster(race: str) -> None:
    """given a race's card in the edition, when it is read, then life, Suspend and all else are as listed."""
    rules = Prelude("human", "dwarf").rules
    life, suspend, initiative, coin, training, page = RACES[race]
    card = rules.by_slug[race]
    figures = (t.Q_LIFE, t.Q_SUSPEND, t.S_INITIATIVE, t.S_COIN, t.S_TRAINING)
    assert [card.stats[n] for n in figures] == [life, suspend, initiative, coin, training]
    assert icons(card.types) == set(page.split())
    g = Prelude(race, "human" if race != "human" else "elf")
    assert g.free(g.body(0)) == 4 - suspend and g.left(g.body(0)) == life


@pytest.mark.rule("prelude", "race.roster")
def test_magic_enters_stronger_with_an_elf() -> None:
    """given an Elf, when tiers 1 and 2 are placed, then only tier 1 enters with 2 more reserve."""
    g = Prelude("elf", "human")
    g.ranks(0, "green-magic-1")
    g.play(0, "place", g.hand(0, "green-magic-1"))
    assert values.reserve(g.s, 0, t.GREEN) == 6 + 2
    g.next(0)
    g.play(0, "place", g.hand(0, "green-magic-2"))
    assert values.reserve(g.s, 0, t.GREEN) == 9


# zone


@pytest.mark.rule("prelude", "zone.list")
def test_a_fielded_sword_is_stowed() -> None:
    """given a sword, when it is fielded and not equipped, then it is on the field among the stowed cards."""
    g = Prelude("human", "dwarf", cards=CARDS)
    g.ranks(0, "soldier-1")
    g.coin(0, 3)
    sword = g.hand(0, "sword")
    assert g.zone(0, t.STOWED) == [] and not g.rules.on_field[g.s.zone[sword]]
    g.play(0, "bring", sword)
    assert g.zone(0, t.STOWED) == [sword] and g.zone(0, t.EQUIPPED) == []
    assert g.rules.on_field[g.s.zone[sword]]
    g.quietly(0, "equip", sword)
    assert g.zone(0, t.STOWED) == [] and g.zone(0, t.EQUIPPED) == [sword]


@pytest.mark.rule("prelude", "zone.cemetery")
def test_a_drunk_flask_lies_open_in_the_cemetery() -> None:
    """given a flask, when it has been drunk, then it is in its owner's cemetery, open, and stays there."""
    g = Prelude("human", "dwarf", cards=CARDS)
    g.ranks(0, "soldier-1")
    flask = g.equipped(0, "flask")
    g.life(g.body(0), 10)
    g.quietly(0, "use", flask)
    assert g.left(g.body(0)) == 16
    assert g.zone(0, t.CEMETERY) == [flask] and g.s.face[flask]
    theirs = SeatView(g.s, 1, g.dealer.known[1])
    assert g.rules.cards[theirs.code(flask)].slug == "flask"
    g.next(0)
    assert flask in g.zone(0, t.CEMETERY)
    assert not any(flask in move[1:] for move in g.options(0))


@pytest.mark.rule("prelude", "zone.cemetery")
def test_a_discarded_card_lies_open_in_the_cemetery() -> None:
    """given 8 cards in hand, when one is discarded in the close, then the opponent sees what it is."""
    g = Prelude("human", "dwarf", cards=CARDS, ranks="soldier-1")
    hand = [g.hand(0, "sword") for _ in range(8)]
    theirs = SeatView(g.s, 1, g.dealer.known[1])
    assert theirs.code(hand[3]) == 0
    g.end(0)
    g.play(0, "pick", hand[3])
    assert g.zone(0, t.CEMETERY) == [hand[3]] and g.s.face[hand[3]]
    assert g.rules.cards[theirs.code(hand[3])].slug == "sword"


def trapped(slug: str, cost: tuple[int, int]) -> tuple[Prelude, int]:
    """Seat 1 has laid and set a trap for a price that it states."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    g.next(1)
    g.coin(1, 9)
    trap = g.hand(1, slug)
    g.play(1, "lay", trap, cost)
    g.quietly(1, "set", trap)
    g.next(0)
    return g, trap


@pytest.mark.rule("prelude", "zone.hidden-audit")
def test_a_trap_that_was_not_paid_for_loses_when_it_springs() -> None:
    """given a trap priced 4 laid for 2 Coin, when it springs, then the breach is named and its owner
    loses."""
    g = Prelude("human", "human", cards=CARDS)
    g.ranks(1, "soldier-1")
    g.next(1)
    g.coin(1, 9)
    trap = g.hand(1, "deep-snare")
    assert g.move("lay", trap, CHEAP) not in g.options(1) and g.can(1, "lay", trap, DEEP)
    g, trap = trapped("deep-snare", CHEAP)
    assert g.purse(1) == 9 - 2 and not g.s.over
    g.play(0, "attack", g.equipped(0, "club"), g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", trap)
    assert g.s.over == ((1, 2), "zone.hidden-audit") and g.lost(0) == 0


@pytest.mark.rule("prelude", "zone.hidden-audit")
@pytest.mark.parametrize(("suspend", "kept"), [(2, False), (3, True)])
def test_a_trap_that_took_too_few_actions_to_set_loses_when_it_springs(suspend: int, kept: bool) -> None:
    """given a trap of price 4 and Suspend 3 that was paid in full and laid as one of Suspend 2, when it
    springs, then its owner loses."""
    g, trap = trapped("slow-snare", (COST, t.TRAP_COSTS.index((4, suspend))))
    assert g.purse(1) == 9 - 4 and g.s.num[t.SET][trap]
    g.play(0, "attack", g.equipped(0, "club"), g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", trap)
    assert g.s.over == (() if kept else ((1, 2), "zone.hidden-audit"))
    assert g.lost(0) == (4 if kept else 0)


@pytest.mark.rule("prelude", "zone.hidden-audit")
def test_a_trap_that_was_paid_for_springs() -> None:
    """given a trap priced 4 laid for 4 Coin, when it springs, then it takes effect and the game goes on."""
    g, trap = trapped("deep-snare", DEEP)
    assert g.purse(1) == 9 - 4
    g.play(0, "attack", g.equipped(0, "club"), g.body(1))
    assert g.until(t.W_SPRING) == 1
    assert g.options(1) == [g.move("spring", trap)]
    g.quietly(1, "spring", trap)
    assert not g.s.over and g.lost(0) == 4 and g.where(trap) == "Cemetery"


@pytest.mark.rule("prelude", "zone.hidden-audit")
def test_a_trap_that_was_kept_back_loses_when_it_is_shown() -> None:
    """given a set trap whose condition is met, when its owner lets it lie and it springs later, then that
    loses."""
    g, trap = trapped("deep-snare", DEEP)
    club = g.equipped(0, "club")
    g.play(0, "attack", club, g.body(1))
    assert g.until(t.W_SPRING) == 1
    g.pass_(1)
    g.pass_all()
    assert not g.s.over
    g.play(0, "attack", club, g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", trap)
    assert g.s.over == ((1, 2), "zone.hidden-audit")


@pytest.mark.rule("prelude", "zone.hidden")
def test_what_an_opponent_sees() -> None:
    """given hands, chests and a set trap, when the opponent looks, then it sees counts, and that a trap is
    set."""
    g, trap = trapped("snare", CHEAP)
    mine = g.hand(1, "sword")
    eyes, own = SeatView(g.s, 0, g.dealer.known[0]), SeatView(g.s, 1, g.dealer.known[1])
    assert eyes.code(trap) == 0 and own.code(trap) == g.rules.code_of("snare")
    assert eyes.code(mine) == 0 and own.code(mine) == g.rules.code_of("sword")
    assert g.s.zone[trap] == t.NZ + t.TRAPS and g.s.num[t.SET][trap] == 1
    assert len(g.s.zones[t.NZ + t.HAND]) == g.size(1, t.HAND) > 0
    for seat in range(2):
        chest = g.s.pool[2 * seat]
        assert len(g.s.zones[seat * t.NZ + t.CHEST]) >= len(chest) > 30
        below = [h for h in chest if eyes.code(h) or own.code(h)]
        assert not below
    g.play(0, "attack", g.equipped(0, "club"), g.body(1))
    g.when_asked(1, t.W_SPRING, "spring", trap)
    assert eyes.code(trap) == g.rules.code_of("snare")
