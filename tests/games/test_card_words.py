"""Words of the card language that look at what another action is doing, and their English."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, character, item, reaction

CARDS = (
    character(
        "viper",
        cost=1,
        hp=5,
        ability={"on": "attacks", "do": {"counter": "Poison", "n": 1, "on": "attacked"}},
    )
    + character("seer", cost=1, hp=5, plv=1, ability={"activate": True, "do": {"draw": 1}})
    + reaction(
        "hush",
        cost=0,
        answers={"to": "ability", "by": "enemy"},
        do=[{"negate": True}, {"grant": "Mute", "on": "answered", "until": "round"}],
    )
    + item("clasp", cost=0, keywords={"Equip": True, "Shield": 2}, attach="your characters")
)


def test_a_trigger_can_mean_what_is_attacked() -> None:
    """given "when this card Attacks", when it attacks one of two, then that one gets the Counter."""
    d = Duel(CARDS)
    viper = d.character(0, "viper")
    aimed, other = d.character(1, "giant"), d.character(1, "soldier")
    d.go(0, COMBAT)
    d.quietly(0, "attack", viper, aimed)
    assert (d.count(aimed, "Poison"), d.count(other, "Poison")) == (1, 0)
    assert d.rules.by_slug["viper"].text == "When this card Attacks, put 1 Poison Counter on what it attacks."


def test_an_answer_can_mean_the_source_of_an_ability() -> None:
    """given an ability that is Negated, when the answer goes on, then the card with the ability is Muted."""
    d = Duel(CARDS)
    seer = d.character(0, "seer")
    hush = d.on(d.character(1), "hush")
    d.go(0, COMBAT)
    d.play(0, "activate", seer)
    d.quietly(1, "use", hush, -1)
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
    d.quietly(0, "play", clasp, bearer)
    assert (d.count(bearer, "Shield"), d.count(clasp, "Shield")) == (2, 0)
    assert d.rules.by_slug["clasp"].text == "Shield 2 on its bearer. Equip to one of your Characters."


NOTHING_FOUND: dict[str, dict[str, object]] = {
    "random": {"random": "enemy characters"},
    "draw": {"draw": 1},
    "mill": {"mill": 1},
    "look": {"look": 1},
    "search": {"search": 1},
    "discard": {"discard": 1},
    "discard at random": {"discard": 1, "random": True},
    "discard of nobody": {"discard": 1, "who": "ally players"},
}


@pytest.mark.parametrize("word", NOTHING_FOUND)
def test_what_finds_nothing_leaves_no_it(word: str) -> None:
    """given a choice and then a word that finds nothing, then "it" is nothing, and "that many" is none."""
    finds = [{"pick": "your characters"}, NOTHING_FOUND[word], {"counter": "Aura", "on": "it"}, {"draw": "n"}]
    d = Duel(item("fumble", do=finds))
    mine = d.character(0)
    fumble = d.hand(0, "fumble")
    if word != "discard of nobody":
        d.deck_size(0, 0)
    d.play(0, "play", fumble)
    d.pass_chain()
    assert d.happened("link-resolved")
    assert (d.count(mine, "Aura"), d.size(0, HAND)) == (0, 0)


EVERYBODY = item(
    "landslide", do=[{"mill": 2, "who": "enemy players"}, {"return": "it", "to": "hand"}, {"gain_tp": "n"}]
)


def test_it_is_what_came_of_everybody() -> None:
    """given cards milled from two Decks, when "it" goes to its owner's Hand, then all of them do."""
    d = Duel(EVERYBODY, seats=3)
    d.character(0)
    d.tp(0, 0)
    d.play(0, "play", d.hand(0, "landslide"))
    d.pass_chain()
    assert [len(d.names(seat, HAND)) for seat in (1, 2)] == [2, 2]
    assert d.tp_of(0) == 4


SAYING = item("probe")
SAYS = {
    "targets = [{ reach = true }]\ndo = [{ damage = 1 }]": "Deal 1 damage to an enemy within reach.",
    'targets = [{ pick = { from = "enemy characters", level_min = 5 }, reach = true, n = 2 }]\n'
    "do = [{ damage = 1 }]": "Deal 1 damage to 2 enemy Characters with Level 5 or more within reach.",
    'targets = [{ pick = "enemy cards", untargeted = true }]\ndo = [{ destroy = "target" }]': (
        "Destroy an enemy card on the field (not targeted)."
    ),
    'targets = [{ pick = "your characters" }, { pick = "enemy characters" }]\n'
    'do = [{ may = [{ damage = 1, to = "second target" }] }, { heal = 1, of = "first target" }]': (
        "Target one of your Characters and an enemy Character: you may deal 1 damage to the second "
        "target; then the "
        "first target heals 1 HP."
    ),
    'do = [{ pick = "your characters", n = 2 }, { grant = "Flash", on = "it" }]': (
        "Choose 2 of your Characters, then each of them gains Flash this turn."
    ),
    'do = [{ if = { not = { count = "your zones", min = 1 } }, then = [{ draw = 1 }] }, { gain_tp = 1 }]': (
        "If you have no Zone cards, draw 1 card; then gain 1 TP."
    ),
    'answers = { to = "attack" }\nanyone = true\ndo = [{ block = true }]': "Answer an Attack on anyone: "
    "Block it.",
}


@pytest.mark.parametrize("table", SAYS)
def test_the_text_says_what_and_when_is_chosen(table: str) -> None:
    """given a use, then its text says what may be chosen, whether it is targeted, and what is done to it."""
    assert rules_with(SAYING + table).by_slug["probe"].text == SAYS[table]


STACKS = augment("shaft", keywords={"Stacker": 1}) + item(
    "bury", targets="your discard pile", do={"under": "target", "onto": "your augments"}
)


def test_a_card_goes_under_the_oldest_of_several() -> None:
    """given two Augments, the older one on the younger Character, when a card goes under one, then under "
    "that."""
    d = Duel(STACKS)
    first, second = d.character(0), d.character(0)
    old, young = d.on(second, "shaft", face=1), d.on(first, "shaft", face=1)
    buried = d.discard(0, "edge")
    d.play(0, "play", d.hand(0, "bury"), buried)
    d.pass_chain()
    assert d.s.host[buried] == old != young
    assert d.rules.by_slug["bury"].text == (
        "Put a card in your Discard Pile underneath the oldest of your Augments."
    )


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ({}, "Vengeance: draw 1 card."),
        ({"on": "knocked-out", "of": "ally characters"}, "Vengeance: draw 1 card."),
        (
            {"of": {"from": "ally characters", "element": "Fire"}, "limit": 1},
            "Vengeance, when an ally Fire Character is Knocked Out (once a turn): draw 1 card.",
        ),
        (
            {"by": "enemy fighters"},
            "Vengeance, when an ally Character is Knocked Out by an enemy Character or Player: draw 1 card.",
        ),
    ],
)
def test_a_vengeance_says_what_narrows_it_down(row: dict[str, object], said: str) -> None:
    """given Vengeance for all allies, for some, or for those felled by somebody, then the text says so."""
    assert rules_with(_under("Vengeance", row)).by_slug["heir"].text == said


@pytest.mark.parametrize(
    ("keyword", "row"),
    [
        ("Vengeance", {"on": "destroyed"}),
        ("Vengeance", {"of": "enemy characters"}),
        ("Vengeance", {"min": 2}),
        ("Overdrive", {"cost": 1, "on": "destroyed"}),
        ("Overdrive", {"cost": 1, "of": "ally characters"}),
        ("Overdrive", {"cost": 1, "by": "you"}),
    ],
)
def test_a_keyword_that_is_an_event_takes_no_other_one(keyword: str, row: dict[str, object]) -> None:
    """given an ability under a keyword that is an event, then another one is refused and not dropped."""
    with pytest.raises(LoadError, match=f"{keyword} is an event itself"):
        rules_with(_under(keyword, row))


def _under(keyword: str, row: dict[str, object]) -> str:
    """A Character with an ability under a keyword."""
    return character("heir", ability={"keyword": keyword, **row, "do": {"draw": 1}})
