"""The card set of Terrene and its six decks: what is known is as printed, the rest is varied and marked."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from typing import Any

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games import decks
from fadenet.games.terrene import cards
from fadenet.games.terrene import tables as t
from fadenet.games.terrene.rules import make_rules
from fadenet.games.terrene.typed import TerreneCard
from tests.builders.terrene_scenario import ABILITY, Terrene

RULES = cards.load()
PACKAGE = resources.files(RULES.package)
TABLES: dict[str, dict[str, Any]] = {}
for source in PACKAGE.joinpath("cards").iterdir():
    TABLES |= tomllib.loads(source.read_text("utf-8"))["card"]
CARDS = RULES.cards[1:]
DECKS = {
    "gregory": (4, 13, 10, 3, "Gregory the Hoarder"),
    "sk": (3, 11, 9, 7, "S.K. the Art Historian"),
    "mr-white": (5, 12, 4, 9, "Mr. White the Astute"),
    "skylar": (3, 13, 5, 9, "Skylar the Determined"),
    "zowie": (7, 15, 2, 6, "Zowie the Ingenuic"),
    "jin": (3, 19, 0, 8, "Jin the Ambitious"),
}
"""By name: how many Terrains, Characters, Items and Commands the printed list has, and its Hero."""

FIGURES = ("name", "own", "number", "sp", "lv", "hp", "atk", "def", "actions", "class", "affiliation", "hero")


def card(name: str) -> TerreneCard:
    return next(c for c in CARDS if c.name == name)


def stat(name: str, *which: str) -> tuple[int, ...]:
    return tuple(card(name).stats[t.QUANTITIES.index(x)] for x in which)


def shape(value: Any) -> Any:
    """A card table without what makes it a mere variation: names and figures."""
    if isinstance(value, dict):
        return {k: shape(v) for k, v in value.items() if k not in FIGURES}
    if isinstance(value, list):
        return [shape(v) for v in value]
    return 0 if type(value) is int else value


# How much there is.


def test_the_set_is_what_the_six_decks_hold_and_their_tokens() -> None:
    """given the six decks, then together they hold every card that is not a token: 103 different ones."""
    held = {code for name in DECKS for code in decks.load_deck(RULES, name).lists[0]}
    tokens = {c.code for c in CARDS if c.types & t.TOKEN}
    assert (len(held), len(tokens)) == (103, 5)
    assert held | tokens == {c.code for c in CARDS} and not held & tokens


@pytest.mark.parametrize("name", DECKS)
def test_the_decks_are_the_printed_lists(name: str) -> None:
    """given a ready-made deck, then it has the printed numbers of each kind, one Hero, and is legal."""
    made = [RULES.cards[code] for code in decks.load_deck(RULES, name).lists[0]]
    kinds = tuple(
        sum(bool(c.types & kind) for c in made) for kind in (t.TERRAIN, t.CHARACTER, t.ITEM, t.COMMAND)
    )
    heroes = [c.name for c in made if c.types & t.HERO]
    assert (*kinds, *heroes) == DECKS[name]
    assert len(made) == 30 and decks.check_deck(RULES, [[c.code for c in made]]) == []


@pytest.mark.parametrize("name", DECKS)
def test_the_decks_are_legal_with_the_additions(name: str) -> None:
    """given the additions of 2015, then the decks are legal too: none has two Villains."""
    rules = make_rules("duel", {"additions": "2015"})
    cards.add_cards(rules, [(f.name, f.read_text("utf-8")) for f in PACKAGE.joinpath("cards").iterdir()])
    assert decks.check_deck(rules, decks.load_deck(rules, name).lists) == []
    assert rules.card_hash == RULES.card_hash and rules.hash != RULES.hash


# What is known.


def test_known_characters_are_as_printed() -> None:
    """given what the rule book says and shows of Characters, then their figures are these."""
    assert stat("Jin the Ambitious", "LV", "SP", "HP", "ATK", "DEF") == (2, 1, 30, 20, 5)
    jin = card("Jin the Ambitious")
    assert jin.types & t.HERO and jin.keywords[t.K_IMMUNE] == t.CHARACTER and jin.number == "013/108"
    assert t.CLASSES[jin.stats[t.S_CLASS] - 1] == "Engineer"
    assert stat("Ethan the Resilient", "ATK") == (20,)
    assert stat("Inu the Inferno", "HP", "DEF") == (20, 0)
    assert stat("Asu the Flame Hellion", "DEF") == (10,) and stat("Asu the Flame Hellion", "HP")[0] >= 15
    assert stat("Sammy the Agile", "LV", "HP", "DEF") == (1, 20, 0)
    revenant = card("The Revenant")
    assert revenant.stats[t.S_CLASS] == t.INTERDIMENSIONAL
    assert [a.colour for a in revenant.abilities] == [t.PURPLE]


def test_the_market_is_as_printed() -> None:
    """given Seaside Market, then its Actions, rows and abilities read as the rule book gives them."""
    market = card("Seaside Market")
    assert market.number == "002/108" and stat("Seaside Market", "Actions") == (4,)
    for line in (
        "Green (1 Action; if you control a Water Character; once per turn): draw 1 card.",
        "1 XP: this Character gets +5 DEF for good.",
        "2 XP: draw 2 cards.",
        "3 XP: LEVEL UP, then draw 2 cards, then heal 10 damage from this Character.",
        "choose one: heal 20 damage from this Character; or draw 4 cards.",
        "5 XP and more: any earlier row.",
    ):
        assert line in market.text


def test_tokens_have_the_published_kinds() -> None:
    """given the tokens, then affiliation and class are the published ones."""
    kinds = {"Energy": ("Light", "Energy")}
    for name in ("Energy", "Wanderer Alpha", "Wanderer Beta", "Scoops McGee", "Johny Donuts"):
        stats = card(name).stats
        found = t.AFFILIATIONS[stats[t.S_AFFILIATION] - 1], t.CLASSES[stats[t.S_CLASS] - 1]
        assert found == kinds.get(name, ("Dark", "Machine"))


def test_the_haste_potion_is_the_published_one() -> None:
    """given the published correction, then Haste Potion is Blue, costs nothing, hurts and hastens."""
    potion = card("Haste Potion").abilities[0]
    assert potion.colour == t.BLUE and potion.cost == () and TABLES["haste-potion"]["own"] is False
    assert "deal 10 damage to one of your Characters, then the target gains Haste" in potion.text


# How varied it is, and how it reads.


def test_no_two_cards_are_variations_of_one_pattern() -> None:
    """given all cards with text, then no two tables differ in names and figures only."""
    seen: dict[str, str] = {}
    for slug, table in TABLES.items():
        if table.get("ability") or table.get("keywords"):
            key = repr(shape(table))
            assert key not in seen, (slug, seen[key])
            seen[key] = slug


def test_every_card_but_plain_tokens_does_something() -> None:
    """given the set, then every card has an ability, a keyword or rows, but for three tokens."""
    idle = [c.name for c in CARDS if not c.abilities and not any(c.keywords) and not c.xp]
    assert idle == ["Energy", "Wanderer Alpha", "Wanderer Beta"]


def test_heroes_have_an_ability_of_their_own() -> None:
    """given the six Heroes, then each has a passive or Trigger Ability."""
    heroes = [c for c in CARDS if c.types & t.HERO]
    assert len(heroes) == 6 and all(c.abilities for c in heroes)


@pytest.mark.parametrize("slug", TABLES)
def test_text_and_mark_of_a_card(slug: str) -> None:
    """given a card, then its text is made of sentences, and beside it stands what this project designed."""
    made, own = RULES.by_slug[slug], TABLES[slug]["own"]
    assert not re.search(r"\b(\w+) \1\b|\(\)|  |\{|None", made.text)
    assert all(part[:1].isupper() or part[:1] in "(0123456789" for part in made.text.split(". "))
    said = "all but the name" if own is True else ", ".join(own or [])
    assert made.origin == (f"(Of this project: {said}.)" if own else "") and "project" not in made.text


def test_colours_and_classes_keep_the_rules() -> None:
    """given the set, then Purple is Interdimensional only, Traps name an event, Spells are Commands."""
    for c in CARDS:
        for a in c.abilities:
            if a.kind != "static" and a.colour == t.PURPLE:
                assert c.stats[t.S_CLASS] == t.INTERDIMENSIONAL
        if c.types & t.TRAP:
            assert all(a.answers is not None or a.event >= 0 for a in c.activated)
        if c.types & (t.SPELL | t.TRAP):
            assert c.types & t.COMMAND


READS = {
    "talon-the-pickpocket": "When this card deals battle damage to a Character: if this card holds "
    "nothing, this "
    "card takes an enemy card held by the blocker.",
    "s-k-the-art-historian": "Green (2 Actions; once per turn): swap the cards held by one of your "
    "Characters holding "
    "a card and an enemy Character holding a card.",
    "disorientate": "Blue (1 Action): choose an enemy Character holding a card at random, then discard "
    "each enemy "
    "card held by it.",
    "alexie-the-studious": "When one of your held Spell cards is used: this card gains 1 XP.",
    "another-man-s-treasure": "Green (1 Action): discard 1 card, then choose up to 2 Item, Command or "
    "Terrain cards in "
    "your discard pile, then return each of them to its owner's hand.",
    "spell-book": "On-going. Green (1 Action). When your turn starts: choose up to 1 Spell card in your "
    "discard pile, "
    "then shuffle it into its owner's deck. Its holder gets +1 LV.",
    "jace-the-saboteur": "Green (2 Actions; once per turn): discard an enemy held card (not targeted).",
    "adaptive-combat": "Blue (1 Action): when you announce this, choose one: its holder gets +15 ATK "
    "until the end "
    "of the turn; or its holder gets +15 DEF until the end of the turn; or its holder gains Haste until "
    "the end of "
    "the turn.",
}


@pytest.mark.parametrize("slug", READS)
def test_what_some_cards_say(slug: str) -> None:
    """given a card whose words could be misread, then its text says what its table does."""
    assert RULES.by_slug[slug].text == READS[slug]


@pytest.mark.parametrize("named", [c.slug for c in CARDS if c.types & t.TOKEN])
def test_tokens_are_brought_by_some_card(named: str) -> None:
    """given a token, then a card of the set brings it by its name."""
    assert any(f'token": "{RULES.by_slug[named].name}"' in repr(x).replace("'", '"') for x in TABLES.values())


# What is refused.

BASE = 'name = "X"\ntype = "Character"\nclass = "Warrior"\naffiliation = "Fire"\nhp = 10\n'
TRAP = 'name = "X"\ntype = "Command"\nsubtype = "Trap"\n'
FINE = 'on = "attacks"\ndo = [{ draw = 1 }]\n'


@pytest.mark.parametrize(
    ("text", "key"),
    [
        (BASE.replace("Warrior", "Bard"), "class"),
        (BASE.replace("Fire", "Ice"), "affiliation"),
        (BASE.replace("hp = 10", "hp = 100"), "hp"),
        (BASE + "actions = 4\nxp = [[], [], [], []]\n", "type"),
        (BASE + "keywords = { Flight = true }\n", "keywords"),
        (BASE + f'[[card.x.ability]]\ncolour = "Purple"\n{FINE}', "ability 1"),
        (BASE + "[[card.x.ability]]\nactivate = true\ndo = [{ draw = 1 }]\n", "ability 1"),
        (BASE + f"[[card.x.ability]]\ngives = {{ ATK = 1 }}\n{FINE}", "ability 1"),
        (TRAP + '[[card.x.ability]]\nactivate = true\ncolour = "Blue"\n', "ability 1"),
        ('name = "X"\ntype = "Terrain"\nactions = 4\n', "type"),
    ],
)
def test_a_wrong_card_is_refused_with_its_place(text: str, key: str) -> None:
    """given a card that breaks a rule of cards, then the error names file, card and key."""
    with pytest.raises(LoadError) as caught:
        cards.add_cards(make_rules(), [("test.toml", f"[card.x]\n{text}")])
    assert str(caught.value).startswith(f"test.toml: x: {key}")


def test_only_a_condition_that_asks_about_the_targets_is_held_against_each() -> None:
    """given an Item with two uses, one if its target is damaged, one if the other side attacks: the first is
    listed for the damaged Character alone, and only it counts as asking about targets."""
    head = '[[card.x.ability]]\nactivate = true\ncolour = "Blue"\ntargets = [{}]\ndo = [{ damage = 1 }]\n'
    text = '[card.x]\nname = "X"\ntype = "Item"\n'
    text += head + 'if = { is = "target", damaged = true }\n' + head + "if = { attacked = true }\n"
    g = Terrene(text)
    first, second = g.rules.by_slug["x"].activated
    assert (first.aimed, second.aimed) == (True, False)
    ann, bob = g.character(0, "grunt"), g.character(1, "grunt", damage=5)
    x = g.hold(ann, "x")
    uses = [move for move in g.options(0) if move[:2] == (t.V_USE, x)]
    assert uses == [(t.V_USE, x, (ABILITY, 1), bob)]
