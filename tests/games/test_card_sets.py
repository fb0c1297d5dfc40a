"""The card set of F.A.R.O.E. and its decks: how much there is, how varied, and how its text reads."""

from __future__ import annotations

import re
import tomllib
from importlib import resources
from itertools import chain, combinations
from typing import Any

import pytest

from fadenet.engine.card import Card
from fadenet.games import decks
from fadenet.games.decks import Deck
from fadenet.games.fade.edition import load_edition
from fadenet.games.fade.language import vocabulary
from fadenet.games.fade.tables import COUNTERS, ELEMENTS, NULL, RANKS, S_RANK, SUPERTYPES

RULES = load_edition("faroe")
DECKS = ("cinder-circuit", "hourglass-mire", "orrery-of-brass", "thistledown-parade")
CARDS = RULES.cards[1:]
KEYWORDS = tuple(RULES.edition.keywords)
DIFFERENT_MIN = 170
MANIFOLD_MIN = 6
ABLE_SHARE_MIN = 0.75
PRINTED = ("name", "elements", "rank", "archetypes", "cost", "hp", "plv", "level", "rarity", "set", "artist")
NAMING = ("name", "level_up", "archetype", "unique_to")


def tables() -> dict[str, dict[str, Any]]:
    """The cards as they stand in their files, by slug."""
    found: dict[str, dict[str, Any]] = {}
    for file in resources.files("fadenet.games.fade").joinpath("cards", "faroe").iterdir():
        found |= tomllib.loads(file.read_text("utf-8"))["card"]
    return found


TABLES = tables()


def deck(name: str) -> Deck:
    return decks.load_deck(RULES, name)


def decked() -> list[Card]:
    """The different cards of the decks."""
    codes = {code for name in DECKS for part in deck(name).lists for code in part}
    return [RULES.cards[code] for code in sorted(codes)]


def pattern(table: dict[str, Any]) -> str:
    """What a card is beyond names, Elements and figures: its Supertypes and the pattern of its abilities."""
    bare = {key: shape(value, key) for key, value in table.items() if key not in PRINTED}
    bare["ability"] = sorted(bare.get("ability", []), key=repr)
    return repr(sorted(bare.items()))


def shape(value: Any, key: str = "") -> Any:
    """A value of a card table with every name, Element and number made alike."""
    if key in NAMING:
        return "a name"
    if isinstance(value, dict):
        return sorted((k, shape(v, k)) for k, v in value.items())
    if isinstance(value, list):
        rows = [shape(v, key) for v in value]
        return "an Element" if rows and set(map(repr, rows)) == {"'an Element'"} else rows
    if isinstance(value, str) and value in ELEMENTS:
        return "an Element"
    return 0 if type(value) is int else value


def words_of(value: Any) -> set[str]:
    """Every key and every string in a table."""
    if isinstance(value, dict):
        return set(value).union(*(words_of(v) for v in value.values()))
    if isinstance(value, list):
        return set().union(*(words_of(v) for v in value))
    return {value} if isinstance(value, str) else set()


def keywords_of(table: dict[str, Any]) -> set[str]:
    """The keywords that a card has, gives or asks for."""
    found = words_of({k: v for k, v in table.items() if k != "name"}) & set(KEYWORDS)
    named = {"level_up": "Level-Up", "contingency": "Contingency", "surprise": "Surprise"}
    found |= {word for key, word in named.items() if key in table}
    return found | ({"Orbital"} if "orbital" in words_of(table) else set())


def archetypes_in(value: Any) -> set[str]:
    """The archetypes that the text of a card speaks of."""
    if isinstance(value, list):
        return set().union(*map(archetypes_in, value))
    if not isinstance(value, dict):
        return set()
    named = value.get("archetype", [])
    own = {named} if isinstance(named, str) else set(named)
    return own.union(*(archetypes_in(v) for v in value.values()))


def has_ability(table: dict[str, Any]) -> bool:
    """Whether a card does more than to be there or to make one plain attack."""
    if table.get("keywords") or table.get("ability") or table.get("contingency") or table.get("surprise"):
        return True
    do = table.get("do", [])
    return bool(do) and not (len(do) == 1 and set(do[0]) <= {"attack"} and type(do[0]["attack"]) is int)


# How much there is.


def test_there_are_enough_different_cards() -> None:
    """given the set, then Players have at least 170 cards to choose from, and the decks show most of them."""
    assert len(TABLES) == len(CARDS)
    theirs = [card for card in CARDS if not card.legend]
    assert len(theirs) >= DIFFERENT_MIN
    assert len(decked()) >= 2 * len(theirs) // 3


def test_the_decks_are_those_that_come_with_the_game() -> None:
    """given the decks, then these four are packaged for a Player."""
    assert set(DECKS) <= set(decks.packaged(RULES))


@pytest.mark.parametrize("name", DECKS)
def test_the_decks_are_legal_and_have_a_plan(name: str) -> None:
    """given a deck, then the rules allow it, it has 40 to 60 cards, and it says how it means to win."""
    one = deck(name)
    assert decks.check_deck(RULES, one.lists) == []
    assert 40 <= len(one.lists[0]) <= 60
    assert one.lists[1]
    assert one.plan.endswith(".")


def test_the_decks_have_different_plans() -> None:
    """given the decks, then no two share a card or a plan."""
    for first, second in combinations(map(deck, DECKS), 2):
        assert not {*chain(*first.lists)} & {*chain(*second.lists)}
        assert first.plan != second.plan


@pytest.mark.parametrize("n", range(len(SUPERTYPES)), ids=SUPERTYPES)
def test_every_supertype_is_there_on_all_sides(n: int) -> None:
    """given a Supertype, then each deck or its Fighter Pool has a card of it."""
    for name in DECKS:
        one = deck(name)
        assert any(RULES.cards[code].types >> n & 1 for code in chain(*one.lists))


@pytest.mark.parametrize("n", range(len(ELEMENTS)), ids=ELEMENTS)
def test_every_element_is_there(n: int) -> None:
    """given an Element, then some card of the decks shows it; Null is shown by a card without any."""
    assert any((card.traits or NULL) >> n & 1 for card in decked())


@pytest.mark.parametrize("rank", RANKS)
def test_every_rank_is_there_twice(rank: str) -> None:
    """given a Rank, then at least two cards have it."""
    assert sum(card.stats[S_RANK] == RANKS.index(rank) for card in CARDS) >= 2


def test_there_are_cards_of_several_supertypes() -> None:
    """given all cards, then several are of more than one Supertype, and each Supertype is among them."""
    several = [card.types for card in CARDS if card.types.bit_count() > 1]
    assert len(several) >= MANIFOLD_MIN
    assert all(any(types >> n & 1 for types in several) for n in range(len(SUPERTYPES)))


def test_archetypes_matter() -> None:
    """given the archetypes that cards speak of, then each is on several cards."""
    spoken = {word for table in TABLES.values() for word in archetypes_in(table)}
    assert len(spoken) >= 4
    for word in spoken:
        assert sum(word in table.get("archetypes", []) for table in TABLES.values()) >= 4, word


# How varied it is.


def test_most_cards_have_an_ability() -> None:
    """given all cards, then at least three quarters do more than stand there or strike once."""
    able = [slug for slug, table in TABLES.items() if has_ability(table)]
    assert len(able) >= ABLE_SHARE_MIN * len(TABLES)


def test_no_two_cards_differ_only_in_name_element_or_figures() -> None:
    """given all cards, when names, Elements and figures are left out, then each is still one of its own."""
    seen: dict[str, str] = {}
    for slug, table in TABLES.items():
        key = pattern(table)
        assert key not in seen, f"{slug} is {seen.get(key)} in other words"
        seen[key] = slug


def test_a_variation_would_be_found() -> None:
    """given a card with another name, Element, archetype and figures, then its pattern is the same."""
    table = TABLES["hedge-marshal"]
    ability = {**table["ability"][0], "limit": 3}
    ability["of"] = {"other": True, "archetype": "Beast", "from": "your characters"}
    other = {**table, "name": "Copy", "elements": ["Fire"], "hp": 9, "ability": [ability]}
    assert pattern(other) == pattern(table)
    assert pattern({**other, "keywords": {"Flash": True}}) != pattern(table)


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_every_keyword_is_on_two_cards(keyword: str) -> None:
    """given a keyword of the rule book, then at least two cards have it, give it or ask for it."""
    assert sum(keyword in keywords_of(table) for table in TABLES.values()) >= 2


@pytest.mark.parametrize("counter", COUNTERS)
def test_every_counter_is_on_two_cards(counter: str) -> None:
    """given a kind of Counter, then at least two cards put it or speak of it."""
    assert sum(counter in words_of(table) for table in TABLES.values()) >= 2


@pytest.mark.parametrize("event", vocabulary.TRIGGERS)
def test_every_event_triggers_something(event: str) -> None:
    """given an event of the language, then an ability of some card waits for it."""
    assert any(event == row.get("on") for table in TABLES.values() for row in table.get("ability", []))


def test_every_card_has_its_key_from_its_name() -> None:
    """given a card, then its key is its name in lower case with hyphens."""
    for slug, table in TABLES.items():
        assert slug == re.sub(r"[^a-z0-9]+", "-", table["name"].lower().replace("'", "")).strip("-")


# How it reads.

BAD = (
    r"  ",
    r" [,.;:]",
    r"\.\.",
    r"[,;:]\.",
    r"\b[Aa] [aeiouAEIOU]",
    r"\b[Aa]n [^aeiouAEIOU\W]",
    r"\b[Aa]n? an?\b",
    r"\byou (is|has|gains|gets|draws|loses|heals|puts|may you)\b",
    r"\b(this card|its bearer|the attacker|the target) (are|have|get|gain|heal|deal|take)\b",
    r"\beach (of )?all\b",
    r"\b1 (cards|hits|times|Counters|\w+ Counters)\b",
    r"\b(\w+) \1\b",
    r"[{}\[\]_]",
    r"\byou and each of your (\w+ )?Characters (heals|takes|gets|gains)\b",
    r"\b(up to|at most) 1 [\w ]*(cards|Characters|Zones)\b",
    r"\b(\w+) or \w+ or\b",
    r"\bnot \(",
    r"\bDiscard Pile is\b",
    r"\bNone\b|\bTrue\b(?! damage)",
)


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.slug)
def test_the_text_is_well_formed(card: Card) -> None:
    """given a card, then it has a text of whole sentences without slips of grammar."""
    assert card.text
    assert card.text == card.text.strip()
    assert card.text.endswith(".")
    for sentence in card.text[:-1].split(". "):
        assert sentence[0].isupper(), sentence
    for bad in BAD:
        assert not re.search(bad, card.text), (bad, card.text)
    assert card.text.count("(") == card.text.count(")")


READS = {
    "rising-kick": "Deal 3 damage to an enemy.",
    "snap-back": "Answer an Attack: deal 3 damage to the attacker.",
    "keeper-of-two-tides": "Paradox: your front Characters take 1 less damage and get +1 PLV.",
    "exhume": "Put a Character card with Level 4 or less in your Discard Pile onto the field in your "
    "Backup Zone.",
    "gravity-well": "For each enemy Character, put 2 Damage Counters on it, then put 1 Drain Counter on it.",
    "halo-of-wagers": "Attach to you. When one of your Characters makes a successful Attack, you may pay 1 "
    "TP: draw 1 card.",
    "second-wind-wager": "Contingency (you are in The Last Stand). Answer an Attack: flip a coin; on Heads, "
    "Block it; on Tails, draw 1 card.",
    "mirror-shade": "Wildcard. Once a turn, pay 1 TP: one of your other Characters becomes Water and Time "
    "this turn, then put 1 Shield Counter on the target.",
    "undertow-grip": "Deal 2 damage to an enemy, then, if this Attack was successful, move the target to "
    "the Backup Zone.",
    "bring-down-the-tower": "Deal 6 damage to an enemy Character with Level 5 or more.",
    "magnet-guard": "Answer a Normal Attack: Block it, then put 1 Aura Counter on this card's user.",
    "good-neighbour": "Answer an enemy's Attack on anyone: Block it, then you heal 1 HP.",
    "hourglass-hex": "Timebomb 6 on the target. Target an enemy Character.",
    "soul-tax": "Curse 2 on the target. Target an enemy Character. Each enemy Player loses 1 TP.",
    "weigh-the-crown": "Target an enemy Character: if the target has Level 5 or more, put 1 Curse Counter "
    "on the "
    "target; otherwise, put 2 Drain Counters on the target.",
    "split-verdict": "Deal 3 damage to up to 2 enemies, then, if fewer than 2 targets were chosen, draw 1 "
    "card, "
    "then put 1 Blindness Counter on the target.",
    "rising-silt": "Use only if you have 1 or more attached cards with Buildup. Put the top 2 cards of "
    "your Deck "
    "into your Discard Pile, then put each of them underneath the oldest of your attached cards with "
    "Buildup, "
    "then draw 1 card.",
    "pollen-veil": "You and each of your Characters take 1 less damage this round.",
    "ledger-wraith": "Void. When an enemy's card is discarded, deal 1 damage to each enemy Player.",
    "tangled-leash": "Drain 2 on the one answered. Answer an enemy's Skill: Negate it.",
    "war-paint": "As an Augment: attach to one of your Characters. As a Skill: deal 2 damage to an enemy, "
    "then put 1 "
    "Bloodlust Counter on its user. Its bearer deals 1 more damage with Attacks.",
    "errant-observatory": "This card may be in your Deck. When your Starting Phase begins, look at the "
    "top 2 cards "
    "of your Deck, then you may shuffle your Deck; then you heal 1 HP.",
    "tower-owl": "When an enemy Player's Draw Phase begins, look at the top card of each enemy Player's "
    "Deck, then "
    "you may put each of them at the bottom of its owner's Deck.",
    "ragpickers-satchel": "Return each of up to 2 cards with a lower Rank than Hyper and Cost 1 or less "
    "in your "
    "Discard Pile to its owner's Hand.",
    "hidden-footpath": "One of your Characters gains Lock-On this turn, then you draw 1 card.",
    "champions-license": "Attach to you. You may Attack in person and get +1 PLV.",
    "storm-arcade": "When one of your Storm or Metal Characters enters the field (once a turn), gain 1 TP.",
    "signal-flare": "Take 1 Skill card with Cost 3 or less from your Deck, show it, put it into your Hand, "
    "then shuffle your Deck.",
}


@pytest.mark.parametrize("slug", READS)
def test_what_some_cards_say(slug: str) -> None:
    """given a card of each way of writing, then its text says what its table does."""
    assert RULES.by_slug[slug].text == READS[slug]
