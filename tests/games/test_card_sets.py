"""The card sets of the family's editions and their decks: how much there is, how varied, how it reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations
from typing import Any

import pytest

from fadenet.engine.card import Card
from fadenet.engine.errors import LoadError
from fadenet.games import decks
from fadenet.games.fade import tables as t
from fadenet.games.fade.typed import FadeCard
from tests.builders.card_sets import SETS, CardSet, words_of
from tests.builders.scenario import rules_with

FAROE, FADE2, FADE1 = SETS["faroe"], SETS["fade2"], SETS["fade1"]
ABLE_SHARE_MIN = 0.75
PRINTED = (
    *("name", "elements", "rank", "archetypes", "cost", "hp", "plv", "level", "cs", "def", "agi"),
    *("rarity", "set", "artist"),
)
NAMING = ("name", "level_up", "archetype", "unique_to")

of_each_set = pytest.mark.parametrize("it", SETS.values(), ids=SETS)
each_deck = pytest.mark.parametrize(
    ("it", "name"), [(it, name) for it in SETS.values() for name in it.decks], ids=str
)


def pattern(table: dict[str, Any]) -> str:
    """The kind of a card beyond names, Elements and figures: its Supertypes and the pattern of its
    abilities."""
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
    if isinstance(value, str) and value in t.ELEMENTS:
        return "an Element"
    return 0 if type(value) is int else value


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


@of_each_set
def test_there_are_enough_different_cards(it: CardSet) -> None:
    """given a set, then Players have enough cards to choose from, and the decks show most of them."""
    assert len(it.tables) == len(it.cards)
    theirs = [card for card in it.cards if not card.legend]
    assert len(theirs) >= it.least
    assert len(it.decked()) >= it.shown * len(theirs)


@of_each_set
def test_the_decks_are_those_that_come_with_the_game(it: CardSet) -> None:
    """given the decks, then these four are packaged for a Player."""
    assert set(it.decks) <= set(decks.packaged(it.rules))


@each_deck
def test_the_decks_are_legal_and_have_a_plan(it: CardSet, name: str) -> None:
    """given a deck, then the rules allow it, it has 40 to 60 cards, and it says how it means to win."""
    one = it.deck(name)
    assert decks.check_deck(it.rules, one.lists) == []
    assert 40 <= len(one.lists[0]) <= 60
    assert one.lists[1]
    assert one.plan.endswith(".")


@of_each_set
def test_the_decks_have_different_plans(it: CardSet) -> None:
    """given the decks, then no two share a card or a plan."""
    for first, second in combinations(map(it.deck, it.decks), 2):
        assert not {*chain(*first.lists)} & {*chain(*second.lists)}
        assert first.plan != second.plan


@each_deck
def test_every_supertype_is_there_on_all_sides(it: CardSet, name: str) -> None:
    """given a deck and its Fighter Pool, then of each Supertype of the set it has a card."""
    there = {n for n in range(len(t.SUPERTYPES)) if any(card.types >> n & 1 for card in it.cards)}
    cards = [it.rules.cards[code] for code in chain(*it.deck(name).lists)]
    assert {n for n in there if any(card.types >> n & 1 for card in cards)} == there


@of_each_set
def test_every_element_is_there(it: CardSet) -> None:
    """given an Element, then some card of the decks shows it; Null is shown by a card without any."""
    shown = {n for card in it.decked() for n in range(len(t.ELEMENTS)) if (card.traits or t.NULL) >> n & 1}
    assert [name for n, name in enumerate(t.ELEMENTS) if n not in shown] == []


@of_each_set
def test_every_rank_is_there_twice(it: CardSet) -> None:
    """given a Rank, then at least two cards have it."""
    ranks = [card.stats[t.S_RANK] for card in it.cards]
    assert [rank for n, rank in enumerate(t.RANKS) if ranks.count(n) < 2] == []


@of_each_set
def test_there_are_cards_of_several_supertypes(it: CardSet) -> None:
    """given a set that has any, then several are of more than one Supertype, and each is among them."""
    several = [card.types for card in it.cards if card.types.bit_count() > 1]
    assert len(several) >= it.several
    there = [n for n in range(len(t.SUPERTYPES)) if any(card.types >> n & 1 for card in it.cards)]
    assert not it.several or all(any(types >> n & 1 for types in several) for n in there)


@of_each_set
def test_archetypes_matter(it: CardSet) -> None:
    """given the archetypes that cards speak of, then each is on several cards."""
    spoken = {word for table in it.tables.values() for word in archetypes_in(table)}
    assert len(spoken) >= 4
    for word in spoken:
        assert sum(word in table.get("archetypes", []) for table in it.tables.values()) >= 4, word


LEAST = {
    "fade1": {
        **{"Character": 45, "Skill": 35, "Reaction": 26, "Item": 18, "Augment": 14, "Zone": 8, "Command": 8},
        **{"World Rule": 6},
        **{
            "Character: Level-Up": 6,
            "Character: Neutrality": 3,
            "Character: Mystify": 3,
            "Character: Boss": 3,
        },
        **{"Character: Tag-Out": 3, "Character: Stacker": 2, "Skill: Stun": 3, "Skill: Combo": 3},
        **{f"under {word}": 2 for word in ("Backup", "Paradox", "Reinforce", "Synchronize", "Arm Up")},
        **{"under Signature": 2, "Skill: Buildup": 3, "Skill: Replay": 2, "Skill for several": 2},
        **{
            "Item: Equip": 6,
            "Item: Stock": 4,
            "Item alone": 8,
            "Augment: Arena": 3,
            "Augment for Players": 3,
        },
        **{
            "Reaction with Trigger": 4,
            "with Contingency": 3,
            "Reaction: downgrade": 2,
            "Reaction: counter": 4,
        },
    },
    "fade2": {
        **{"Character": 45, "Skill": 32, "Reaction": 24, "Item": 18, "Augment": 14, "Zone": 9, "Command": 8},
        **{"World Rule": 6, "Item: Equip with HP": 4, "Augment with HP": 3, "Augment: Arena": 3},
        **{"Zone that makes something": 4, "Reaction with Trigger": 4, "with Contingency": 3},
        **{"Character: Neutrality": 3, "Character: Tag-Out": 3, "Skill: Buildup": 3, "Skill: Replay": 2},
        **{"Reaction: downgrade": 2, "Reaction: counter": 4, "Item: Stock": 4, "Skill for several": 2},
        **{f"under {word}": 2 for word in ("Backup", "Paradox", "Reinforce", "Synchronize", "Arm Up")},
    },
}
"""How many cards of a kind a set has at least."""


def kinds_of(it: CardSet, card: FadeCard) -> Iterator[str]:
    """The kinds of cards that are counted, of which a card is one."""
    table = it.tables.get(card.slug, {})
    types = [name for n, name in enumerate(t.SUPERTYPES) if card.types >> n & 1]
    yield from types
    yield from (f"under {word}" for word in {row.get("keyword") for row in table.get("ability", [])} if word)
    if "contingency" in table:
        yield "with Contingency"
    for name in types:
        yield from (f"{name}: {word}" for word in t.KEYWORDS if card.keywords[t.K[word]])
        yield from (f"{name} {word}" for word in traits_of(card, table))
        yield from (f"{name}: {tag}" for tag in defences_of(card))
        if card.stats[t.S_HP] > 0:
            yield from (f"{name}: Equip with HP",) if card.keywords[t.K["Equip"]] else ()


def traits_of(card: FadeCard, table: dict[str, Any]) -> Iterator[str]:
    """The other counts of cards of a Supertype."""
    if card.stats[t.S_HP] > 0:
        yield "with HP"
    if not card.keywords[t.K["Equip"]] and not card.keywords[t.K["Stock"]]:
        yield "alone"
    if table.get("attach") == "your players":
        yield "for Players"
    if "surprise" in table:
        yield "with Trigger"
    if card.makes >= 0:
        yield "that makes something"
    if card.use is not None and any(slot.hi > 1 for slot in card.use.slots):
        yield "for several"


def defences_of(card: FadeCard) -> set[str]:
    """The effect of a card on the link that it answers."""
    if card.use is None:
        return set()
    return {*(card.use.tags & {*t.DEFENCES, "downgrade"}), *(["counter"] if card.use.counters else [])}


@pytest.mark.parametrize("edition", LEAST)
def test_there_are_as_many_of_each_kind_as_there_should_be(edition: str) -> None:
    """given a set, then of each kind it has the least number of cards or more."""
    it = SETS[edition]
    there = Counter(kind for card in it.rules.cards[1:] for kind in kinds_of(it, card))
    assert {kind: n for kind, n in LEAST[edition].items() if there[kind] < n} == {}


@pytest.mark.parametrize("edition", LEAST)
def test_skills_are_of_every_rank_type_and_element_twice(edition: str) -> None:
    """given the Skills of a set, then two or more are of each Rank, Element, Damage Type and label."""
    it = SETS[edition]
    skills = [card for card in it.cards if card.types & t.SKILL]
    ranks = Counter(t.RANKS[card.stats[t.S_RANK]] for card in skills)
    elements = Counter(
        name for card in skills for n, name in enumerate(t.ELEMENTS) if (card.traits or t.NULL) >> n & 1
    )
    words = Counter(word for card in skills for word in words_of(it.tables[card.slug]))
    assert min(ranks[name] for name in t.RANKS) >= 2 and min(elements[name] for name in t.ELEMENTS) >= 2
    # The weakest Damage Type and the last label are what an Attack has that names none.
    assert min(words[name] for name in [*it.rules.edition.classes][1:]) >= 2
    assert min(words[name] for name in it.rules.edition.labels[:-1]) >= 2


@pytest.mark.parametrize("edition", LEAST)
def test_every_defence_is_there_below_hyper_rank_and_above(edition: str) -> None:
    """given the Reactions of a set, then each defence is on one below Hyper Rank and on one from it on."""
    reactions = [card for card in SETS[edition].cards if card.types & t.REACTION]
    hyper = t.RANKS.index("Hyper")
    low = {tag for card in reactions if card.stats[t.S_RANK] < hyper for tag in defences_of(card)}
    high = {tag for card in reactions if card.stats[t.S_RANK] >= hyper for tag in defences_of(card)}
    wanted = {"block", "deflect", "negate", "counter", "prevent", "downgrade"}
    assert low == high == wanted


@pytest.mark.parametrize("edition", LEAST)
def test_commands_point_in_one_to_four_directions(edition: str) -> None:
    """given the Commands of a set, then some list 1 direction, some 2, some 3 and some 4."""
    commands = [card for card in SETS[edition].cards if card.types & t.COMMAND]
    assert {len(card.directions) for card in commands} == {1, 2, 3, 4}


@pytest.mark.parametrize("edition", [name for name in LEAST if "Combo" in SETS[name].rules.edition.keywords])
def test_there_is_combo_1_2_and_3(edition: str) -> None:
    """given the Skills of a set with Combo, then some cost 1 Combo Potential, some 2 and some 3."""
    assert {card.keywords[t.K["Combo"]] for card in SETS[edition].cards} == {0, 1, 2, 3}


# How varied it is.


@of_each_set
def test_most_cards_have_an_ability(it: CardSet) -> None:
    """given all cards, then at least three quarters do more than stand there or strike once."""
    able = [slug for slug, table in it.tables.items() if has_ability(table)]
    assert len(able) >= ABLE_SHARE_MIN * len(it.tables)


@of_each_set
def test_no_two_cards_differ_only_in_name_element_or_figures(it: CardSet) -> None:
    """given all cards, when names, Elements and figures are left out, then each is still one of its own."""
    seen: dict[str, str] = {}
    for slug, table in it.tables.items():
        key = pattern(table)
        assert key not in seen, f"{slug} is {seen.get(key)} in other words"
        seen[key] = slug


def test_a_variation_would_be_found() -> None:
    """given a card with another name, Element, archetype and figures, then its pattern is the same."""
    table = FAROE.tables["hedge-marshal"]
    ability = {**table["ability"][0], "limit": 3}
    ability["of"] = {"other": True, "archetype": "Beast", "from": "your characters"}
    other = {**table, "name": "Copy", "elements": ["Fire"], "hp": 9, "ability": [ability]}
    assert pattern(other) == pattern(table)
    assert pattern({**other, "keywords": {"Flash": True}}) != pattern(table)


@of_each_set
def test_every_keyword_is_on_two_cards(it: CardSet) -> None:
    """given the keywords of the rule book, then at least two cards have each, give it or ask for it."""
    found = [word for table in it.tables.values() for word in it.keywords_of(table)]
    rare = [word for word in it.keywords if found.count(word) < 2]
    assert rare == [], "put each on two cards of the set, or let cards give it or ask for it"


@of_each_set
def test_every_counter_is_on_two_cards(it: CardSet) -> None:
    """given the kinds of Counters, then at least two cards put each or speak of it."""
    found = [word for table in it.tables.values() for word in words_of(table)]
    assert [word for word in it.rules.edition.counters if found.count(word) < 2] == []


@of_each_set
def test_every_damage_type_and_label_is_on_two_cards(it: CardSet) -> None:
    """given the Damage Types and labels of damage but for those that are meant without being named."""
    found = [word for table in it.tables.values() for word in words_of(table)]
    named = [*list(it.rules.edition.classes)[1:], *it.rules.edition.labels]
    assert [word for word in named if found.count(word) + found.count(word.lower()) < 1] == []


@of_each_set
def test_every_event_triggers_something(it: CardSet) -> None:
    """given the events of the language, then an ability of some card waits for each."""
    rows = [row for table in it.tables.values() for row in table.get("ability", [])]
    waited = {row.get("on", "" if "activate" in row or "gives" in row else "becomes-true") for row in rows}
    assert set(it.language.events) - waited == set()


@of_each_set
def test_every_effect_word_is_on_a_card(it: CardSet) -> None:
    """given that all instructions are carried out, then no word for effects is left without a card."""
    written = set().union(*(words_of(table) for table in it.tables.values()))
    assert set(it.language.effects) - written == set()


@of_each_set
def test_every_card_has_its_key_from_its_name(it: CardSet) -> None:
    """given a card, then its key is its name in lower case with hyphens."""
    for card in it.rules.cards[1:]:
        assert card.slug == re.sub(r"[^a-z0-9]+", "-", card.name.lower().replace("'", "")).strip("-")


@pytest.mark.parametrize("row", ['on = "moved-up"\ndo = [{ draw = 1 }]', "gives = { may_attack = true }"])
def test_what_cannot_happen_in_an_edition_is_no_word_there(row: str) -> None:
    """given an edition whose back row stays behind and whose Players always Attack, then it says neither."""
    card = f'[card.odd]\nname = "Odd"\ntypes = ["Character"]\nhp = 1\nplv = 1\n[[card.odd.ability]]\n{row}\n'
    assert rules_with(card).by_slug["odd"].text
    with pytest.raises(LoadError):
        rules_with(card, edition="fade2")


def test_a_limit_of_none_is_not_written_as_0() -> None:
    """given an ability with a limit of 0 uses, which would be taken for none, then the card is refused."""
    card = '[card.odd]\nname = "Odd"\ntypes = ["Character"]\nhp = 1\nplv = 1\n[[card.odd.ability]]\n{}\n'
    row = "activate = true\ndo = [{ draw = 1 }]"
    assert rules_with(card.format(row)).by_slug["odd"].activated[0].limit == 0
    with pytest.raises(LoadError, match="limit"):
        rules_with(card.format(f"{row}\nlimit = 0"))


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


@pytest.mark.parametrize(
    "card", [card for it in SETS.values() for card in it.rules.cards[1:]], ids=lambda card: card.slug
)
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


FAROE_READS = {
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
    "shadow-puppetry": "Enemy Characters cannot use attached cards this turn, then you draw 1 card.",
    "forge-marshal": "Your other front Characters get +1 PLV. Overdrive 1: each of your Characters gains "
    "Flash this turn.",
    "champions-license": "Attach to you. You may Attack in person and get +1 PLV.",
    "storm-arcade": "When one of your Storm or Metal Characters enters the field (once a turn), gain 1 TP.",
    "signal-flare": "Take 1 Skill card with Cost 3 or less from your Deck, show it, put it into your Hand, "
    "then shuffle your Deck.",
}

FADE2_READS = {
    "old-left-hand": "Signature: pay 1 TP: answer an Attack: deal Physical damage equal to the PLV of this "
    "card to the attacker.",
    "curtain-of-knives": "Deal 2 Physical damage and then 3 Unblockable Physical damage and then 4 "
    "Relentless Physical damage to an enemy.",
    "hive-in-a-drum": "Stock 4: once a round, remove 1 Power Counter from this card: put 2 Poison Counters "
    "on an enemy Character.",
    "fists-of-the-manager": "Equip to you. You get +2 PLV and +10 maximum TP.",
    "whistle-hound": "Friendship 3 (Fire, Storm).",
    "pocket-boiler": "Power Source 1. When this card enters the field, if the number of enemy Characters is "
    "greater than the number of your Characters, gain 1 TP.",
    "puppet-on-loan": "Take control of an enemy Character with Level 7 or less this turn, then the target "
    "gains Flash this turn.",
    "blunt-the-edge": "Answer an enemy's Attack: downgrade it, then what it attacks takes 3 less damage this "
    "turn.",
    "inkwell-eel": "When an enemy Character takes damage from this card, put 2 Poison Counters on that card.",
    "deed-to-the-lot": "Equip to you. When one of your Zone cards is destroyed, deal 2 damage to each enemy "
    "Player. You get +2 Maximum Hand Size.",
    "cellar-of-spare-parts": "The cell over this card is an Equip Zone. When your Starting Phase begins, if "
    "you have 3 or more cards attached to you, gain 1 TP.",
    "third-rail-twins": "Synchronize Left, Right 1 Command Material: this card has Multistrike 1.",
    "lights-out": "Enemy Characters cannot use attached cards this turn, then each of your front Characters "
    "gets +1 PLV this turn.",
    "lullaby-in-brass": "Up to 2 enemy Characters cannot act until your next turn.",
    "boxer-in-a-boxer-in-a-boxer": "Stacker 3. This card gets additional PLV and HP equal to the number of "
    "cards in this card's Stack. When this card takes damage (once a turn), choose a card in this card's "
    "Stack, then return it to its owner's Hand.",
    "second-act-finale": "Mythical. Deal Unblockable Energy damage equal to 2 plus half of the number of "
    "cards in your Discard Pile (rounded down) to an enemy.",
    "patient-landslide": "Buildup 3. Deal 12 Physical damage to an enemy. When a Character is Knocked Out, "
    "put that card underneath this card.",
}

FADE1_READS = {
    "tempered-by-hand": "One of your Machine or Tinker Characters gets +2 PLV for good, then the target gets "
    "+1 DEF for good.",
    "pocket-boiler": "Power Source 1.",
    "relay-of-two-colours": "Tag-Out. When this card Attacks (once a turn), if you have 1 or more Reserve "
    "Characters, gain 1 TP.",
    "next-in-the-queue": "When this card steps forward, this card gets +1 PLV for good, then you gain 1 TP.",
    "buttress-of-the-long-wall": "The Character over this card gets +2 DEF.",
    "cheers-from-the-back": "Use only if you have 1 or more Reserve Characters. Once for each of your "
    "Reserve Characters: choose one of your front Characters, then it gains 2 HP.",
    "bath-house-matron": "When one of your Characters gains HP (once a turn), that card gets +2 PLV until "
    "your next turn.",
    "astronomer-at-noon": "When your Draw Phase begins, look at the top 2 cards of your Deck, then you may "
    "shuffle your Deck. Paradox: your Characters have Mastery (Time, Space).",
    "weight-of-the-wall": "Deal Physical damage equal to 5 plus twice the DEF of its user to an enemy.",
    "third-rail-twins": "Synchronize Left, Right 1 card: this card has Multistrike 1.",
    "pattern-maker": "Synchronize Down-Left, Down, Down-Right 1 Item or Augment card: this card gets +2 PLV "
    "and +1 DEF.",
    "asked-to-say-it-slower": "Answer an enemy's Attack: downgrade it twice, then Block it.",
    "feather-on-the-rope": "When one of your cards with Combo is used (twice a turn), this card gets +1 PLV "
    "this turn.",
    "gloves-off-says-the-crowd": "All Characters and Players deal 1 more damage. Characters cannot be moved "
    "between zones.",
    "market-day": "Everybody gains 7 TP as their own turn begins. The Maximum Hand Size is 8.",
}


@pytest.mark.parametrize(
    ("it", "slug", "text"),
    [
        (it, slug, text)
        for it, reads in ((FAROE, FAROE_READS), (FADE2, FADE2_READS), (FADE1, FADE1_READS))
        for slug, text in reads.items()
    ],
    ids=str,
)
def test_what_some_cards_say(it: CardSet, slug: str, text: str) -> None:
    """given a card of each way of writing, then its text says what its table does."""
    assert it.rules.by_slug[slug].text == text
