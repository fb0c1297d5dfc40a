"""What stands on a card, what it counts as, and whose it is (F.A.R.O.E., topic card)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.digest import digest
from fadenet.engine.errors import LoadError
from fadenet.games.fade import edition
from fadenet.games.fade.field import values
from fadenet.games.fade.language.printed import lines, printed
from fadenet.games.fade.tables import (
    BACKUP,
    CHARACTER,
    DISCARD,
    ELEMENTS,
    FRONT,
    HAND,
    NZ,
    RANKS,
    RARITIES,
    SUPERTYPES,
    V_ATTACH,
)
from fadenet.table.view import SeatView
from tests.builders.cards import cards
from tests.builders.scenario import AFTERMATH, COMBAT, PREPARATION, Duel

AS_SKILL, AS_REACTION, AS_ITEM, AS_AUGMENT = ((2, n) for n in (1, 2, 3, 4))
TO_FRONT, TO_BACK = (1, 0), (1, 1)

CARDS = (
    cards("faroe", "slay")
    + """
[card.forge-punch]
name = "Forge Punch"
types = ["Skill"]
elements = ["Fire", "Metal"]
rank = "Hyper"
cost = 3
artist = "A. Smith"
set = "F1"
do = [{ attack = 5 }]
[card.corsair]
name = "Corsair"
types = ["Character"]
archetypes = ["Pirate", "Robot"]
elements = ["Water", "Time"]
cost = 2
level = 4
hp = 8
plv = 3
[card.automaton]
name = "Automaton"
types = ["Character"]
archetypes = ["Robot"]
level = 4
hp = 8
plv = 3
[card.dear]
name = "Dear"
types = ["Item"]
rank = "Normal"
cost = 3
do = [{ draw = 1 }]
[card.gratis]
name = "Gratis"
types = ["Item"]
rank = "Normal"
do = [{ draw = 1 }]
[card.charger]
name = "Charger"
types = ["Character"]
cost = 1
hp = 5
plv = 1
keywords = { Charge = 2 }
[card.charged-kick]
name = "Charged Kick"
types = ["Skill"]
rank = "Normal"
keywords = { Charge = 2 }
do = [{ attack = 1 }]
[card.colours]
name = "Colours"
types = ["Zone"]
[[card.colours.ability]]
gives = { PLV = 1 }
to = { from = "your characters", archetype = "Pirate" }
[card.reservoir]
name = "Reservoir"
types = ["Zone"]
[[card.reservoir.ability]]
gives = { "maximum TP" = 5 }
to = "you"
[card.prism]
name = "Prism"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "your characters" }]
do = [{ grant = "Wildcard", on = "target" }]
[card.flicker]
name = "Flicker"
types = ["Character"]
hp = 5
plv = 2
keywords = { Flash = true }
[card.hush]
name = "Hush"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ forbid = "attack", on = "target" }]
[card.veto]
name = "Veto"
types = ["Reaction"]
rank = "Normal"
cost = 1
answers = { to = "item", by = "enemy" }
do = [{ negate = true }]
[card.throwing-knife]
name = "Throwing Knife"
types = ["Skill", "Item"]
rank = "Normal"
do = [{ attack = 2 }]
[card.smoke]
name = "Smoke"
types = ["Reaction", "Item"]
rank = "Normal"
do = [{ gain_tp = 2 }]
[card.banner]
name = "Banner"
types = ["Item", "Augment"]
rank = "Normal"
do = [{ gain_tp = 2 }]
[[card.banner.ability]]
gives = { PLV = 2 }
[card.golem]
name = "Golem"
types = ["Character", "Item"]
rank = "Normal"
cost = 1
hp = 5
plv = 2
do = [{ draw = 1 }]
[card.charm]
name = "Charm"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "enemy characters" }]
do = [{ control = "target" }]
[card.apprentice]
name = "Apprentice"
types = ["Character"]
hp = 5
plv = 1
[[card.apprentice.ability]]
on = "played"
of = { from = "your cards in use", type = "Item" }
do = [{ draw = 1 }]
[card.scholar]
name = "Scholar"
types = ["Character"]
hp = 5
plv = 1
[[card.scholar.ability]]
on = "used"
of = { from = "your cards in use", type = ["Skill", "Reaction"] }
do = [{ draw = 1 }]
[card.paint]
name = "Paint"
types = ["Skill", "Augment"]
rank = "Normal"
do = [{ attack = 1 }]
[card.flare]
name = "Flare"
types = ["Item"]
rank = "Normal"
surprise = { count = "your characters", min = 1 }
do = [{ gain_tp = 1 }]
[card.isle]
name = "Isle"
types = ["Character", "Zone"]
hp = 8
plv = 1
[card.armour]
name = "Armour"
types = ["Character", "Augment"]
rank = "Normal"
hp = 8
plv = 1
[card.blade]
name = "Blade"
types = ["Character", "Item"]
rank = "Normal"
hp = 8
plv = 1
keywords = { Equip = true }
[card.no-zones]
name = "No Zones"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "enemy zones" }]
do = [{ destroy = "target" }]
[card.no-augments]
name = "No Augments"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "enemy augments" }]
do = [{ destroy = "target" }]
[card.no-equips]
name = "No Equips"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "enemy equips" }]
do = [{ destroy = "target" }]
[card.mound]
name = "Mound"
types = ["Skill"]
rank = "Normal"
keywords = { Buildup = 2 }
do = [{ attack = 1 }]
[card.no-skill]
name = "No Skill"
types = ["Reaction"]
rank = "Normal"
answers = { to = "skill", by = "enemy", rank = "Normal" }
do = [{ negate = true }]
[card.douse]
name = "Douse"
types = ["Item"]
rank = "Normal"
targets = [{ pick = { from = "all cards", element = "Fire" } }]
do = [{ destroy = "target" }]
[card.strip]
name = "Strip"
types = ["Item"]
rank = "Normal"
targets = [{ pick = { from = "all attached cards", attached_to = "all characters" } }]
do = [{ destroy = "target" }]
"""
)


def play(d: Duel, seat: int, h: int, *line: object) -> None:
    """Play a card and let everything come of it that nobody answers."""
    d.play(seat, "play", h, *line)
    d.pass_all()


def load(text: str) -> None:
    """Load one more card beside the test cards."""
    edition.add_cards(edition.bare_edition("faroe"), [("one.toml", text)])


def shown(d: Duel, slug: str) -> list[str]:
    """The face of a card that lies open in a match, as everybody sees it."""
    d.go(0, PREPARATION)
    h = d.discard(0, slug)
    return lines(d.rules.cards[d.s.code[h]])


# The face of a card.


@pytest.mark.rule("faroe", "card.top-line")
def test_elements_stand_left_the_name_in_the_middle_and_the_cost_right() -> None:
    top = shown(Duel(CARDS), "forge-punch")[0]
    assert top.startswith("Fire/Metal ")
    assert top.endswith(" 3 TP")
    assert "Forge Punch" in top[10:-4]


@pytest.mark.editions("card.type-line")
def test_level_and_archetypes_stand_under_the_supertype() -> None:
    face = shown(Duel(CARDS), "corsair")
    assert "Character" in face[1]
    assert face[2] == "Level 4, Pirate, Robot"


@pytest.mark.editions("card.ability-text")
def test_artist_and_set_code_stand_at_the_bottom_and_do_not_matter() -> None:
    # Given two printings of a card, with different Artist and Set Code.
    faces, states = [], []
    for text in (CARDS, CARDS.replace('artist = "A. Smith"\nset = "F1"', 'artist = "B. Jones"\nset = "F2"')):
        d = Duel(text)
        faces.append(shown(d, "forge-punch"))
        x, y = d.character(0), d.character(1)
        punch = d.on(x, "forge-punch")
        d.go(0, COMBAT)
        d.play(0, "use", punch, y)
        d.pass_all()
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


@pytest.mark.editions("card.ability-text")
def test_two_cards_of_one_name_are_the_same_card() -> None:
    # Given a card of the same name with another Artist and Set Code, then it cannot be another card.
    punch = CARDS[CARDS.index("[card.forge-punch]") : CARDS.index("[card.corsair]")]
    other = (
        punch.replace("card.forge-punch", "card.other").replace("A. Smith", "B. Jones").replace("F1", "F2")
    )
    with pytest.raises(LoadError, match="'Forge Punch' is the name of 'forge-punch' too"):
        load(punch + other)
    load(punch + other.replace("Forge Punch", "Other Punch"))


@pytest.mark.editions("card.rarity")
def test_the_set_symbol_shows_the_rarity() -> None:
    text = "".join(
        f'[card.c{n}]\nname = "C{n}"\ntypes = ["Zone"]\nrarity = "{rarity}"\n'
        for n, rarity in enumerate(RARITIES)
    )
    d = Duel(text)
    d.go(0, PREPARATION)
    codes = [d.rules.by_slug[f"c{n}"].code for n in range(6)]
    assert [printed(d.rules.cards[code]).set_colour for code in codes] == [
        "black with a white outline",
        "gray",
        "green",
        "blue",
        "pink/purple",
        "gold",
    ]


@pytest.mark.editions("card.symbols-stats-ranks")
def test_a_ranked_card_shows_its_cost_and_rank_and_no_level() -> None:
    d = Duel(CARDS)
    d.go(0, PREPARATION)
    h = d.discard(0, "forge-punch")
    p = printed(d.rules.cards[d.s.code[h]])
    assert (p.cost, p.rank, p.kind) == ("3 TP", "H", "Hyper Rank")
    fighter = d.character(0)
    face = printed(d.rules.cards[d.s.code[fighter]])
    assert face.left.endswith(" HP") and face.right.endswith(" PLV")
    assert RANKS == ("Normal", "Special", "Hyper", "Ultra", "Devastation", "Legendary")


# Elements, Supertypes, Cost, HP and PLV.


@pytest.mark.editions("card.elements-max")
def test_two_elements_are_printed_at_most_and_effects_give_more() -> None:
    with pytest.raises(LoadError, match=r"card\.elements-max"):
        load('[card.x]\nname = "X"\ntypes = ["Zone"]\nelements = ["Fire", "Water", "Earth"]\n')
    d = Duel(CARDS)
    x = d.character(0, "corsair")
    item = d.hand(0, "prism")
    d.go(0, PREPARATION)
    play(d, 0, item, x)
    assert [e for i, e in enumerate(ELEMENTS) if values.elements(d.s, x) >> i & 1] == list(ELEMENTS[:10])
    d.end_turn()
    assert [e for i, e in enumerate(ELEMENTS) if values.elements(d.s, x) >> i & 1] == ["Water", "Time"]


@pytest.mark.editions("card.symbols-elements")
def test_there_are_eleven_elements_and_no_other() -> None:
    names = "Fire, Water, Earth, Storm, Nature, Metal, Light, Darkness, Time, Space, Null"
    assert ", ".join(ELEMENTS) == names
    with pytest.raises(LoadError, match="Wind"):
        load('[card.x]\nname = "X"\ntypes = ["Zone"]\nelements = ["Wind"]\n')
    d = Duel(
        "".join(
            f'[card.e{n}]\nname = "E{n}"\ntypes = ["Zone"]\nelements = ["{e}"]\n'
            for n, e in enumerate(ELEMENTS)
        )
    )
    found = [values.elements(d.s, d.discard(0, f"e{n}")) for n in range(11)]
    assert found == [1 << n for n in range(11)]


@pytest.mark.editions("card.supertypes")
def test_every_card_has_one_of_the_six_supertypes() -> None:
    with pytest.raises(LoadError, match=r"card\.supertypes"):
        load('[card.x]\nname = "X"\ntypes = []\n')
    with pytest.raises(LoadError, match="Sorcery"):
        load('[card.x]\nname = "X"\ntypes = ["Sorcery"]\n')
    assert SUPERTYPES == ("Character", "Skill", "Reaction", "Item", "Augment", "Zone")
    d = Duel(CARDS)
    assert all(card.types for card in d.rules.cards[1:])


@pytest.mark.editions("card.cost")
def test_a_card_is_paid_with_tp() -> None:
    d = Duel(CARDS)
    item, gratis, zone = d.hand(0, "dear"), d.hand(0, "gratis"), d.hand(0, "plain")
    d.go(0, PREPARATION)
    d.tp(0, 2)
    assert d.refused(0, "play", item) == "value.costs"
    assert d.tp_of(0) == 2
    d.tp(0, 3)
    play(d, 0, item)
    assert d.tp_of(0) == 0
    play(d, 0, gratis)  # no Cost printed: 0 TP
    play(d, 0, zone)
    assert d.tp_of(0) == 0


@pytest.mark.editions("card.hp-plv")
def test_hp_are_the_life_and_plv_the_damage() -> None:
    d = Duel(CARDS)
    x, y = d.character(0, "corsair"), d.character(1, "giant")
    d.damage(x, 7)
    d.go(0, COMBAT)
    assert d.hp(x) == 1
    d.play(0, "attack", x, y)
    d.pass_all()
    assert d.count(y, "Damage") == 3
    d.damage(x, 1)
    d.end_turn()
    assert d.where(x) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "card.where-active")
def test_keywords_work_only_face_up_on_the_field() -> None:
    """Given Charge 2 in the Discard Pile, the Pool and face-down; then no TP, but 2 once it was played."""
    d = Duel(CARDS)
    x = d.character(1)
    d.discard(1, "charger")
    pooled = d.fighter(1, "charger")
    d.on(x, "charged-kick")
    d.tp(1, 0)
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 1
    play(d, 1, pooled, TO_FRONT)
    d.go(0, PREPARATION)
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 3


@pytest.mark.rule("faroe", "card.supertype-character")
def test_a_character_in_front_shields_its_player() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, d.body(1)) == "target.order"
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("faroe", "card.supertype-skill")
def test_a_skill_is_an_extra_action() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1, "giant")
    skill = d.on(x, "strike")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    d.pass_all()
    d.play(0, "attack", x, y)
    d.pass_all()
    assert d.count(y, "Damage") == 7


@pytest.mark.rule("faroe", "card.supertype-reaction")
def test_a_reaction_answers_a_card() -> None:
    d = Duel(CARDS)
    y = d.character(1)
    veto = d.on(y, "veto")
    item = d.hand(0, "ration")
    d.go(0, PREPARATION)
    d.play(0, "play", item)
    d.play(1, "use", veto, -1)
    assert [row[5] for row in d.happened("linked")] == [1, 2]
    d.pass_all()
    assert d.size(0, HAND) == 0  # the Item drew nothing


@pytest.mark.rule("faroe", "card.supertype-rest")
def test_items_go_augments_are_attached_and_zones_stay() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    item, augment, zone = d.hand(0, "gratis"), d.hand(0, "edge"), d.hand(0, "plain")
    d.go(0, PREPARATION)
    play(d, 0, item)
    play(d, 0, augment, x)
    play(d, 0, zone)
    assert (d.where(item), d.s.host[augment], d.where(zone)) == ("Discard Pile Zone", x, "Zone")


# Several Supertypes.


@pytest.mark.editions("card.multi-supertype")
def test_a_skill_and_item_is_an_item_even_when_used_as_a_skill() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    knife = d.on(x, "throwing-knife")
    veto = d.on(y, "veto")
    d.go(0, COMBAT)
    d.play(0, "use", knife, AS_SKILL, y)
    d.play(1, "use", veto, -1)
    d.pass_all()
    assert d.count(y, "Damage") == 0


@pytest.mark.editions("card.multi-supertype")
@pytest.mark.parametrize(("slug", "way"), [("smoke", (AS_REACTION,)), ("flare", ())])
def test_an_item_is_an_item_that_is_played_whichever_way(slug: str, way: tuple[object, ...]) -> None:
    # Given "when one of your Items is played".
    d = Duel(CARDS)
    x = d.character(0, "apprentice")
    card = d.on(x, slug) if way else d.on(d.body(0), slug)
    d.go(0, COMBAT)
    before = len(d.happened("drawn"))
    # When a Reaction/Item is used as a Reaction, or an Item by its Surprise, then it is heard once.
    d.play(0, "use", card, *way)
    d.pass_all()
    assert len(d.happened("drawn")) == before + 1
    # The log says it in one line.
    said = [d.rules.book.event_line(d.s, row) for row in d.happened("used") + d.happened("played")]
    assert [line.text() for line in said if line] == [f"p1 uses {slug.capitalize()}"]


@pytest.mark.editions("card.multi-supertype")
def test_a_skill_is_a_skill_that_is_used_even_when_played_as_an_augment() -> None:
    # Given "when one of your Skills is used". When a Skill/Augment is played as an Augment, then it is heard.
    d = Duel(CARDS)
    x = d.character(0, "scholar")
    paint, edge = d.hand(0, "paint"), d.hand(0, "edge")
    before = len(d.happened("drawn"))
    play(d, 0, paint, x)
    assert len(d.happened("drawn")) == before + 1
    # A plain Augment is not.
    play(d, 0, edge, x)
    assert len(d.happened("drawn")) == before + 1


@pytest.mark.editions("card.multi-supertype")
@pytest.mark.parametrize(
    ("slug", "against"), [("isle", "no-zones"), ("armour", "no-augments"), ("blade", "no-equips")]
)
def test_what_stands_as_a_character_counts_as_its_other_supertypes(slug: str, against: str) -> None:
    # Given a Character/Zone (/Augment, /Item with Equip) that was played as a Character, and a plain one.
    d = Duel(CARDS)
    plain, both = d.character(1), d.character(1, slug)
    item = d.hand(0, against)
    # When an Item destroys a Zone (an Augment, an Equip card), then it may choose the first, not the second.
    assert d.refused(0, "play", item, plain) == "target.chosen-when"
    play(d, 0, item, both)
    assert d.where(both) == "Discard Pile Zone"


@pytest.mark.editions("card.multi-supertype")
def test_a_skill_with_buildup_is_a_skill_when_it_is_put_down() -> None:
    # Given a Normal Skill with Buildup. When it is put on the field, then "Negate a Normal Skill" may answer.
    d = Duel(CARDS)
    y = d.character(1)
    mound, veto = d.hand(0, "mound"), d.on(y, "no-skill")
    d.play(0, "play", mound)
    d.play(1, "use", veto, -1)
    d.pass_all()
    assert d.where(mound) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "card.multi-supertype-mode")
def test_a_reaction_and_item_continues_a_chain_only_as_a_reaction() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    attached, held = d.on(y, "smoke"), d.hand(1, "smoke")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.refused(1, "play", held) == "chain.items-start-only"
    assert d.refused(1, "use", attached, AS_ITEM) == "chain.items-start-only"
    assert d.refused(1, "use", attached, AS_SKILL) == "card.multi-supertype-mode"
    d.play(1, "use", attached, AS_REACTION)
    assert [row[5] for row in d.happened("linked")] == [1, 2]


@pytest.mark.rule("faroe", "card.multi-supertype-mode")
@pytest.mark.parametrize("as_item", [True, False])
def test_an_augment_and_item_stays_only_as_an_augment(as_item: bool) -> None:
    d = Duel(CARDS)
    x = d.character(0)
    banner = d.hand(0, "banner")
    d.go(0, PREPARATION)
    d.tp(0, 0)
    if as_item:
        play(d, 0, banner, AS_ITEM)
        assert (d.where(banner), d.tp_of(0), d.plv(x)) == ("Discard Pile Zone", 2, 3)
    else:
        play(d, 0, banner, AS_AUGMENT, x)
        assert (d.s.host[banner], d.tp_of(0), d.plv(x)) == (x, 0, 5)


@pytest.mark.rule("faroe", "card.multi-supertype-pool")
def test_from_the_pool_a_card_is_only_a_character() -> None:
    d = Duel(CARDS)
    golem = d.fighter(1, "golem")
    d.hand(1, "gratis")
    x = d.character(0)
    d.go(0, COMBAT)
    d.play(0, "attack", x, d.body(1))
    d.pass_chain()
    assert d.asked() == [1]  # between Chains Items may be played
    assert d.refused(1, "play", golem, AS_ITEM) == "card.multi-supertype-pool"
    d.go(1, PREPARATION)
    assert d.refused(1, "play", golem, AS_ITEM) == "card.multi-supertype-pool"
    play(d, 1, golem, TO_FRONT)
    assert d.where(golem) == "Character Zone"
    assert d.rules.cards[d.s.code[golem]].types & CHARACTER


@pytest.mark.rule("faroe", "card.archetypes")
def test_a_card_counts_as_each_of_its_archetypes() -> None:
    d = Duel(CARDS)
    pirate, robot = d.character(0, "corsair"), d.character(0, "automaton")
    zone = d.hand(0, "colours")
    d.go(0, PREPARATION)
    play(d, 0, zone)
    assert (d.plv(pirate), d.plv(robot)) == (4, 3)


# Text against rules, text against text.


@pytest.mark.editions("card.text-overrides")
def test_a_card_is_followed_against_the_rules_for_what_it_says() -> None:
    d = Duel(CARDS)
    d.zone(0, "reservoir")
    assert (d.tp_of(0), d.tp_of(1)) == (10, 10)
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 10
    d.go(0, PREPARATION)
    assert d.tp_of(0) == 11


@pytest.mark.editions("card.cannot-beats-can")
def test_what_one_effect_forbids_no_other_allows() -> None:
    d = Duel(CARDS)
    x = d.character(0, "flicker", fresh=True)
    y = d.character(1)
    item = d.hand(0, "hush")
    d.go(0, COMBAT)
    d.s.since[x] = d.s.turn
    assert d.can(0, "attack", x, y)
    play(d, 0, item, x)
    assert d.refused(0, "attack", x, y) == "action.cannot-act"


# Whose a card is.


@pytest.mark.editions("card.owner-controller")
def test_a_card_under_foreign_control_shields_there_and_falls_to_its_owner() -> None:
    d = Duel(CARDS)
    mine = d.character(0)
    x = d.character(1)
    charm, slay = d.hand(0, "charm"), d.hand(0, "slay")
    d.go(0, PREPARATION)
    play(d, 0, charm, x)
    assert (d.s.ctrl[x], d.s.owner[x]) == (0, 1)
    d.go(0, COMBAT)
    assert d.can(0, "attack", mine, d.body(1))  # it shields seat 1 no longer
    d.go(0, AFTERMATH)
    play(d, 0, slay, mine)
    d.go(1, COMBAT)
    assert d.refused(1, "attack", d.body(1), d.body(0)) == "target.order"
    assert d.can(1, "attack", d.body(1), x)
    d.damage(x, 9)
    d.play(1, "attack", d.body(1), x)
    d.pass_all()
    assert x in d.s.zones[NZ + DISCARD]
    assert d.s.ctrl[x] == 1


@pytest.mark.rule("faroe", "card.control-change")
def test_attached_cards_keep_their_controller_when_a_character_changes_sides() -> None:
    """Given B's Character with B's Skill; when A takes it; then nobody can use the Skill, B may move it."""
    d = Duel(CARDS)
    x, stays = d.character(1), d.character(1)
    enemy = d.character(0)
    skill = d.on(x, "strike")
    edge = d.on(x, "edge", face=1)
    d.counters(x, "Aura", 1)
    d.under(x, "squire")
    charm = d.hand(0, "charm")
    d.go(0, PREPARATION)
    told = len(d.log)
    play(d, 0, charm, x)
    assert x in d.s.zones[FRONT]
    assert d.plv(x) == 3 + 2 + 1
    assert [d.s.ctrl[h] for h in (skill, edge)] == [1, 1]
    assert len(d.s.kids[x]) == 3
    moved = {d.rules.events[row[0]] for row in d.log[told:] if row[1] == x}
    assert "control-changed" in moved
    assert not moved & {"enters", "leaves"}
    assert skill not in d.dealer.known[0]
    d.go(0, COMBAT)
    assert d.refused(0, "use", skill, stays) == "turn.definition"
    d.go(1, COMBAT)
    assert d.refused(1, "use", skill, enemy) == "card.control-change"
    d.go(1, AFTERMATH)
    d.play(1, "reattach", skill, stays)
    assert (d.s.host[skill], d.s.code[skill]) == (stays, 0)


@pytest.mark.rule("faroe", "card.control-change")
def test_a_backup_character_goes_to_the_same_row_or_to_an_empty_front() -> None:
    d = Duel(CARDS)
    d.character(1)
    one, two = d.character(1, backup=True), d.character(1, backup=True)
    charms = [d.hand(0, "charm"), d.hand(0, "charm")]
    d.go(0, PREPARATION)
    play(d, 0, charms[0], one)
    assert one in d.s.zones[FRONT]
    play(d, 0, charms[1], two)
    assert two in d.s.zones[BACKUP]


# Hidden cards.


@pytest.mark.editions("card.face-down")
def test_a_face_down_card_has_no_element_but_is_attached() -> None:
    d = Duel(CARDS)
    x = d.character(1)
    skill = d.on(x, "strike")
    douse, strip = d.hand(0, "douse"), d.hand(0, "strip")
    d.go(0, PREPARATION)
    assert d.refused(0, "play", douse, skill) == "target.chosen-when"
    play(d, 0, strip, skill)
    assert d.names(1, DISCARD) == ["Strike"]
    assert d.s.face[skill] == 1


@pytest.mark.editions("card.face-down-checked")
def test_the_owners_game_refuses_to_lay_a_wrong_card_face_down() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    item, skill = d.hand(0, "ration"), d.hand(0, "strike")
    d.go(0, PREPARATION)
    assert (V_ATTACH, item, x) not in d.options(0)
    assert (V_ATTACH, skill, x) in d.options(0)
    reason = SeatView(d.s, 0, d.dealer.known[0]).refusal((V_ATTACH, item, x))
    assert reason is not None
    assert reason.rule == "card.face-down-checked"
    assert d.s.code[item] == 0


@pytest.mark.editions("card.face-down-checked")
def test_a_wrong_card_that_is_revealed_loses_the_match() -> None:
    """Given a changed program that attached an Item; when it is revealed; then its Player has lost."""
    d = Duel(CARDS)
    x = d.character(0)
    item = d.hand(0, "ration")
    strip = d.hand(1, "strip")
    d.go(0, PREPARATION)
    kernel.apply(d.s, 0, (V_ATTACH, item, x))  # nobody else can see what it is
    d.go(1, PREPARATION)
    d.play(1, "play", strip, item)
    d.pass_all()
    assert d.s.over == ((2, 1), "card.face-down-checked")


@pytest.mark.editions("card.face-down-checked")
def test_what_is_still_face_down_at_the_end_carries_its_statement() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    item = d.hand(0, "ration")
    d.go(0, PREPARATION)
    kernel.apply(d.s, 0, (V_ATTACH, item, x))
    holds = d.rules.predicates[d.s.stated[item] - 1]
    assert not holds(d.rules.cards[d.dealer.truth[item]])  # what the audit looks at
    assert holds(d.rules.by_slug["strike"])
    assert holds(d.rules.by_slug["guard"])
