"""The print on a card, what it counts as, and whose it is (topic card)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine import kernel
from fadenet.engine.digest import digest
from fadenet.engine.errors import LoadError
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import natures
from fadenet.games.fade.language.printed import lines, printed
from fadenet.table.view import SeatView
from tests.builders.decklists import CARDS as LISTED
from tests.builders.decklists import broken, deck_of
from tests.builders.meetings import cited
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import card, cards, character, item, skill, zone

CARDS = (
    cards("charm", "corsair", "forge-punch", "gratis", "slay", "veto-item")
    + item("dear", cost=3, do={"draw": 1})
    + zone("reservoir", ability={"gives": {"maximum TP": 5}, "to": "you"})
    + zone("satchel", ability={"gives": {"Maximum Hand Size": 3}, "to": "you"})
    + character("flicker", hp=5, keywords="Flash")
    + item("hush", targets="all characters", do={"forbid": "attack", "on": "target"})
    + item("douse", targets={"pick": {"from": "all cards", "element": "Fire"}}, do={"destroy": "target"})
    + item(
        "strip",
        targets={"pick": {"from": "all attached cards", "attached_to": "all characters"}},
        do={"destroy": "target"},
    )
    + card("throwing-knife", types=["Skill", "Item"], rank="Normal", do={"attack": 2})
    + card("isle", types=["Character", "Zone"], hp=8, plv=1)
    + card("armour", types=["Character", "Augment"], rank="Normal", hp=8, plv=1)
    + card("blade", types=["Character", "Item"], rank="Normal", hp=8, plv=1, keywords="Equip")
    + item("no-zones", targets="enemy zones", do={"destroy": "target"})
    + item("no-augments", targets="enemy augments", do={"destroy": "target"})
    + item("no-equips", targets="enemy equips", do={"destroy": "target"})
    + character("courier", hp=5, ability={"on": "enters", "do": {"gain_tp": 1}})
    + item("no-items", targets={"pick": {"from": "enemy cards", "type": "Item"}}, do={"destroy": "target"})
    + item("banner", keywords="Equip", ability={"gives": {"PLV": 1}})
)


def shown(d: Duel, slug: str) -> list[str]:
    """The face of a card that lies open in a match, as everybody sees it."""
    d.go(0, t.PREPARATION)
    h = d.discard(0, slug)
    return lines(d.rules.cards[d.s.code[h]])


@pytest.mark.editions("card.type-line", fade2="card.level-or-rank", fade1="card.typecasting")
def test_level_and_archetypes_stand_under_the_supertype(edition: str) -> None:
    face = shown(Duel(CARDS, edition=edition), "corsair")
    assert "Character" in face[1]
    assert face[2] == "Level 4, Pirate, Robot"


@pytest.mark.editions("card.ability-text", fade2="card.print-line", fade1="card.footer")
def test_artist_and_set_code_stand_at_the_bottom_and_do_not_matter(edition: str) -> None:
    # Given two printings of a card, with different Artist and Set Code.
    faces, states = [], []
    for text in (CARDS, CARDS.replace("A. Smith", "B. Jones").replace('"F1"', '"F2"')):
        d = Duel(text, edition=edition)
        faces.append(shown(d, "forge-punch"))
        x, y = d.character(0), d.character(1)
        punch = d.on(x, "forge-punch")
        d.go(0, t.COMBAT)
        d.quietly(0, "use", punch, y)
        assert d.hp(y) == 5
        states.append(digest(d.s))
    # Then only the bottom line tells them apart.
    assert faces[0][3] == "Deal 5 damage to an enemy."
    assert faces[0][:-1] == faces[1][:-1]
    assert [(face[-1].split("  ")[0], face[-1][-2:]) for face in faces] == [
        ("A. Smith", "F1"),
        ("B. Jones", "F2"),
    ]
    # And in play nothing does.
    assert states[0] == states[1]


@pytest.mark.editions("card.ability-text", fade2="card.print-line", fade1="card.footer")
def test_two_cards_of_one_name_are_the_same_card(edition: str) -> None:
    # Given a card of the same name with another Artist and Set Code, then it cannot be another card.
    punch = cards("forge-punch")
    other = skill(
        "other",
        "Fire",
        "Metal",
        name="Forge Punch",
        rank="Hyper",
        artist="B. Jones",
        set="F2",
        do={"attack": 5},
    )
    with pytest.raises(LoadError, match="'Forge Punch' is the name of 'forge-punch' too"):
        rules_with(punch + other, edition=edition)
    rules_with(punch + other.replace("Forge Punch", "Other Punch"), edition=edition)


COLOURS = {
    "Common": ("black", "black", "black with a white outline"),
    "Uncommon": ("gray", "black", "gray"),
    "Rare": ("green", "black", "green"),
    "Super Rare": ("blue", "sky blue", "blue"),
    "Ultra Rare": ("pink", "red", "pink/purple"),
    "Omega Rare": ("yellow", "gold", "gold"),
}
"""By rarity those of text, border and set symbol."""


def rarity_cases() -> Iterator[object]:
    """Each rarity in each edition: one rule of F.A.R.O.E., and one of its own in the others."""
    for rarity in COLOURS:
        own = f"card.rarity-{rarity.lower().replace(' ', '-')}"
        for edition, rule in (("faroe", "card.rarity"), ("fade2", own), ("fade1", own)):
            yield pytest.param(rarity, edition, marks=pytest.mark.rule(edition, rule))


@pytest.mark.parametrize(("rarity", "edition"), [*rarity_cases()])
def test_a_rarity_has_its_colours(rarity: str, edition: str) -> None:
    # Given a card of a rarity, when it is shown, then text, border and set symbol have its colours.
    d = Duel(zone("gem", rarity=rarity), edition=edition)
    h = d.discard(0, "gem")
    face = printed(d.rules.cards[d.s.code[h]])
    assert (face.text_colour, face.border_colour, face.set_colour) == COLOURS[rarity]


@cited(("card.name", "card.name"))
def test_a_name_finds_every_copy_and_limits_them(edition: str) -> None:
    # Given two copies of a card in the Discard Pile, when an effect looks for the name, then both are found.
    look = {"count": {"from": "your discard pile", "name": "Forge Punch"}}
    d = Duel(CARDS + item("census", cost=0, do={"gain_tp": look}), edition=edition)
    for slug in ("forge-punch", "forge-punch", "strike"):
        d.discard(0, slug)
    d.tp(0, 0)
    d.quietly(0, "play", d.hand(0, "census"))
    assert d.tp_of(0) == 2
    # And they share one limit, in the Deck and the Fighter Pool together.
    rules = rules_with(LISTED, edition=edition)
    assert broken(rules, deck_of(rules, rising_kick=5), []) == [rules.cites["copies"]]
    assert broken(rules, deck_of(rules, rising_kick=4), []) == []


@pytest.mark.editions("card.symbols-stats-ranks", fade2="card.symbols-ranks", fade1="card.symbols-ranks")
def test_a_ranked_card_shows_its_cost_and_rank_and_no_level(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.go(0, t.PREPARATION)
    h = d.discard(0, "forge-punch")
    p = printed(d.rules.cards[d.s.code[h]])
    assert (p.cost, p.rank, p.kind) == ("3 TP", "H", "Hyper Rank")
    fighter = d.character(0)
    face = printed(d.rules.cards[d.s.code[fighter]])
    assert face.left.endswith(" HP") and face.right.endswith(" PLV")
    assert t.RANKS == ("Normal", "Special", "Hyper", "Ultra", "Devastation", "Legendary")


@pytest.mark.editions("card.symbols-elements", fade2="card.symbols-elements", fade1="card.symbols-elements")
def test_there_are_eleven_elements_and_no_other(edition: str) -> None:
    names = "Fire, Water, Earth, Storm, Nature, Metal, Light, Darkness, Time, Space, Null"
    assert ", ".join(t.ELEMENTS) == names
    with pytest.raises(LoadError, match="Wind"):
        rules_with(zone("x", "Wind"), edition=edition)
    d = Duel("".join(zone(f"e{n}", element) for n, element in enumerate(t.ELEMENTS)), edition=edition)
    found = [natures.elements(d.s, d.discard(0, f"e{n}")) for n in range(11)]
    assert found == [1 << n for n in range(11)]


@pytest.mark.editions("card.cost", fade2="card.cost", fade1="card.cost")
def test_a_card_is_paid_with_tp(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    item, gratis, zone = d.hand(0, "dear"), d.hand(0, "gratis"), d.hand(0, "plain")
    d.go(0, t.PREPARATION)
    d.tp(0, 2)
    assert d.refused(0, "play", item) == d.rule("too-dear")
    assert d.tp_of(0) == 2
    d.tp(0, 3)
    d.quietly(0, "play", item)
    assert d.tp_of(0) == 0
    d.quietly(0, "play", gratis)  # no Cost printed: 0 TP
    d.quietly(0, "play", zone, *d.ground())
    assert d.tp_of(0) == 0


@pytest.mark.editions("card.hp-plv", fade2="card.hp", fade1="value.hp")
@pytest.mark.editions("card.hp-plv", fade2="card.plv", fade1="value.plv")
def test_hp_are_the_life_and_plv_the_damage(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "corsair"), d.character(1, "giant")
    d.damage(x, 7)
    d.go(0, t.COMBAT)
    assert d.hp(x) == 1
    d.quietly(0, "attack", x, y)
    assert d.count(y, "Damage") == 3
    d.damage(x, 1)
    d.end_turn()
    assert d.lies(x) == "discard"


@pytest.mark.editions("card.text-overrides", fade2="card.text-box")
def test_a_card_is_followed_against_the_rules_for_what_it_says(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.zone(0, "reservoir")
    most = d.rules.figures.tp_max
    d.tp(0, most)
    d.tp(1, most)
    d.go(1, t.PREPARATION)
    assert d.tp_of(1) == most
    d.go(0, t.PREPARATION)
    assert d.tp_of(0) == most + d.rules.figures.tp_gain_starting_phase


@pytest.mark.editions("card.text-overrides", fade2="card.text-box", fade1="card.text-beats-book")
def test_a_card_that_allows_more_is_for_its_player_alone(edition: str) -> None:
    # Given a Zone card 'your Maximum Hand Size is 3 more', and two Players with 4 cards more than the book's.
    d = Duel(CARDS, edition=edition)
    d.zone(0, "satchel")
    most, kept = d.rules.figures.hand_max, []
    for seat in (0, 1):
        d.go(seat, t.AFTERMATH)
        d.empty(seat, t.HAND)
        for _ in range(most + 4):
            d.hand(seat, "plain")
        # When their turns end, then the one discards 1 card and the other 4.
        d.end_turn()
        kept.append(d.size(seat, t.HAND))
    assert kept == [most + 3, most]


@pytest.mark.editions("card.cannot-beats-can", fade2="card.text-box", fade1="card.text-beats-book")
def test_what_one_effect_forbids_no_other_allows(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(0, "flicker", fresh=True)
    y = d.character(1)
    item = d.hand(0, "hush")
    d.go(0, t.COMBAT)
    d.s.since[x] = d.s.turn
    assert d.can(0, "attack", x, y)
    d.quietly(0, "play", item, x)
    assert d.refused(0, "attack", x, y) == d.rule("cannot-act")


@pytest.mark.editions(
    "card.owner-controller", fade2="card.owner-controller", fade1="card.owner-and-controller"
)
def test_a_card_under_foreign_control_shields_there_and_falls_to_its_owner(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    mine = d.character(0)
    x = d.character(1)
    charm, slay = d.hand(0, "charm"), d.hand(0, "slay")
    d.go(0, t.PREPARATION)
    d.quietly(0, "play", charm, x)
    assert (d.s.ctrl[x], d.s.owner[x]) == (0, 1)
    d.go(0, t.COMBAT)
    assert d.can(0, "attack", mine, d.body(1))  # it shields seat 1 no longer
    d.go(0, t.AFTERMATH)
    d.quietly(0, "play", slay, mine)
    d.go(1, t.COMBAT)
    assert d.refused(1, "attack", d.body(1), d.body(0)) == d.rule("out-of-reach")
    assert d.can(1, "attack", d.body(1), x)
    d.damage(x, 9)
    d.quietly(1, "attack", d.body(1), x)
    assert x in d.s.zones[t.NZ + t.DISCARD]
    assert d.s.ctrl[x] == 1


@pytest.mark.editions("card.face-down", fade2="card.hidden-information", fade1="card.face-down")
def test_a_face_down_card_has_no_element_but_is_attached(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(1)
    skill = d.on(x, "strike")
    douse, strip = d.hand(0, "douse"), d.hand(0, "strip")
    d.go(0, t.PREPARATION)
    assert d.refused(0, "play", douse, skill) == d.rule("no-target")
    d.quietly(0, "play", strip, skill)
    assert d.names(1, t.DISCARD) == ["Strike"]
    assert d.s.face[skill] == 1


@pytest.mark.editions("card.face-down-checked", fade2="card.hidden-check", fade1="setup.hidden-checks")
def test_the_owners_game_refuses_to_lay_a_wrong_card_face_down(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    item, skill = d.hand(0, "ration"), d.hand(0, "strike")
    d.go(0, t.PREPARATION)
    assert (t.V_ATTACH, item, x) not in d.options(0)
    assert (t.V_ATTACH, skill, x) in d.options(0)
    reason = SeatView(d.s, 0, d.dealer.known[0]).refusal((t.V_ATTACH, item, x))
    assert reason is not None
    assert reason.rule == d.rule("statement")
    assert d.s.code[item] == 0


@pytest.mark.editions("card.face-down-checked", fade2="card.hidden-check", fade1="setup.hidden-checks")
def test_a_wrong_card_that_is_revealed_loses_the_match(edition: str) -> None:
    """Given a changed program that attached an Item; when it is revealed; then its Player has lost."""
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    item = d.hand(0, "ration")
    strip = d.hand(1, "strip")
    d.go(0, t.PREPARATION)
    kernel.apply(d.s, 0, (t.V_ATTACH, item, x))  # nobody else can see what it is
    d.go(1, t.PREPARATION)
    d.quietly(1, "play", strip, item)
    assert d.s.over == ((2, 1), d.rule("statement"))


@pytest.mark.editions("card.face-down-checked", fade2="card.hidden-check", fade1="setup.hidden-checks")
def test_what_is_still_face_down_at_the_end_carries_its_statement(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    item = d.hand(0, "ration")
    d.go(0, t.PREPARATION)
    kernel.apply(d.s, 0, (t.V_ATTACH, item, x))
    holds = d.rules.predicates[d.s.stated[item] - 1]
    assert not holds(d.rules.cards[d.dealer.truth[item]])  # what the audit looks at
    assert holds(d.rules.by_slug["strike"])
    assert holds(d.rules.by_slug["guard"])


@pytest.mark.editions("card.elements-max", fade2="card.elements", fade1="card.elements-shown")
def test_a_card_shows_two_elements_at_most_and_none_is_null(edition: str) -> None:
    # Given cards with 3, 2, 1 and 0 Elements, when they are loaded, then the first is refused.
    odd = zone("odd", "Fire", "Water", "Earth")
    d = Duel(CARDS, edition=edition)
    with pytest.raises(LoadError, match=re.escape(f"[{d.rule('elements')}]")):
        rules_with(odd, edition=edition)
    # Then the others have so many, and one with none is Null.
    there = [natures.elements(d.s, d.character(0, slug)) for slug in ("corsair", "giant", "soldier")]
    assert [mask.bit_count() for mask in there] == [2, 1, 1] and there[2] == t.NULL


@pytest.mark.editions("card.ability-text", fade2="card.text-box", fade1="card.text-box")
def test_only_a_text_does_anything_beside_figures_and_type(edition: str) -> None:
    # Given a Character without any text, and one that gains 1 TP on entering the field.
    d = Duel(CARDS, edition=edition)
    plain, courier = d.fighter(0), d.fighter(0, "courier")
    before = len(d.happened("gains-tp"))
    # When they are played, then the first has its figures and nothing happens by it.
    d.quietly(0, "play", plain, d.to("front"))
    assert (d.hp(plain), d.plv(plain), d.lies(plain)) == (10, 3, "front")
    assert len(d.happened("gains-tp")) == before
    d.quietly(0, "play", courier, d.to("front"))
    assert len(d.happened("gains-tp")) == before + 1


@pytest.mark.editions("card.supertypes", fade2="card.supertypes", fade1="card.supertypes")
def test_every_card_has_one_of_the_supertypes_of_the_book(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    with pytest.raises(LoadError, match=re.escape(f"[{d.rule('supertypes')}]")):
        rules_with(card("x", types=[]), edition=edition)
    with pytest.raises(LoadError, match="Sorcery"):
        rules_with(card("x", types=["Sorcery"]), edition=edition)
    there = ("Character", "Skill", "Reaction", "Item", "Augment", "Zone")
    assert d.rules.edition.supertypes == there + (() if edition == "faroe" else ("Command", "World Rule"))
    assert all(card.types for card in d.rules.cards[1:])


@pytest.mark.editions("card.supertypes", fade2="card.supertypes", fade1="card.supertypes")
def test_an_equip_item_is_an_item_and_an_augment_is_not(edition: str) -> None:
    # Given an Equip Item and an Augment there, when an effect destroys an Item, then that is the first.
    d = Duel(CARDS, edition=edition)
    x = d.character(1)
    banner, edge, item = d.on(x, "banner", face=1), d.on(x, "edge", face=1), d.hand(0, "no-items")
    assert d.refused(0, "play", item, edge) == d.rule("no-target")
    d.quietly(0, "play", item, banner)
    assert d.lies(banner) == "discard" and d.lies(edge) == "attached"


@pytest.mark.editions("card.multi-supertype", fade1="card.several-supertypes")
def test_a_skill_and_item_is_an_item_even_when_used_as_a_skill(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    knife = d.on(x, "throwing-knife")
    veto = d.on(y, "veto-item")
    d.go(0, t.COMBAT)
    d.play(0, "use", knife, (t.KEY_AS, t.M_SKILL), y)
    d.quietly(1, "use", veto, -1)
    assert d.count(y, "Damage") == 0


@pytest.mark.editions("card.multi-supertype", fade1="card.several-supertypes")
@pytest.mark.parametrize(
    ("slug", "against"), [("isle", "no-zones"), ("armour", "no-augments"), ("blade", "no-equips")]
)
def test_a_character_counts_as_its_other_supertypes(slug: str, against: str, edition: str) -> None:
    # Given a Character/Zone (/Augment, /Item with Equip) that was played as a Character, and a plain one.
    d = Duel(CARDS, edition=edition)
    plain, both = d.character(1), d.character(1, slug)
    item = d.hand(0, against)
    # When an Item destroys a Zone (an Augment, an Equip card), then it may choose the first, not the second.
    assert d.refused(0, "play", item, plain) == d.rule("no-target")
    d.quietly(0, "play", item, both)
    assert d.lies(both) == "discard"


@cited(("card.symbols-counters", "card.symbols-counters"))
def test_a_card_shows_how_many_counters_of_each_kind_lie_on_it(edition: str) -> None:
    # Given a Character with 2 Blindness Counters, 1 Poison and 3 Power Counters, when it is drawn, then all
    # show, each in its own letters.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    for name, n in (("Blindness", 2), ("Poison", 1), ("Power", 3)):
        d.counters(x, name, n)
    assert [mark for mark in FADE.marks(d.s, x).split() if mark != d.at(x)] == ["Bl2", "Poi1", "Pow3"]
