"""The content of a deck of Terrene: the checks of the topic `deck`, and the Villain of the additions."""

from __future__ import annotations

from random import Random

import pytest

from fadenet import games
from fadenet.engine.rules import Rules
from fadenet.games import decks
from fadenet.games.terrene import tables as t

RULES = games.load("terrene")
TWENTY_FIFTEEN = games.load("terrene", additions="2015")

STARTERS = {"sammy-the-agile": 1, "scout": 1, "luminous": 1, "ivan-the-organic": 1}
HELD = {"fireball": 1, "prophecy": 1, "spell-book": 1, "silence": 1}
PLAIN = {"hot-springs": 1}
SPARE = (
    "akos-the-perceptive",
    "isaac-the-observer",
    "zile-the-recruiter",
    "ike-the-aggressive",
    "inu-the-inferno",
    "hooks-in-the-zephyr",
    "dagger-on-the-edge",
)


def deck(*parts: dict[str, int], size: int = 30, fill: bool = True) -> list[int]:
    """A list with these cards, filled up with Characters that nothing else limits."""
    codes = [RULES.code_of(slug) for part in parts for slug, n in part.items() for _ in range(n)]
    spare = [RULES.code_of(slug) for slug in SPARE for _ in range(3)]
    return (codes + spare)[:size] if fill else codes


def broken(codes: list[int], rules: Rules = RULES) -> list[str]:
    return [rule for rule, _ in decks.check_deck(rules, [codes])]


LEGAL = deck(STARTERS, HELD, PLAIN)


@pytest.mark.rule("terrene", "deck.size")
@pytest.mark.parametrize(("size", "rules"), [(29, ["deck.size"]), (30, []), (31, ["deck.size"])])
def test_a_deck_has_exactly_30_cards(size: int, rules: list[str]) -> None:
    """given decks of 29, 30 and 31 cards that meet all else, then only the one with 30 is legal."""
    codes = deck(STARTERS, HELD, PLAIN, {"flare": 1, "taunt": 1}, size=size)
    assert len(codes) == size and broken(codes) == rules


@pytest.mark.rule("terrene", "deck.types")
def test_any_cards_may_be_combined() -> None:
    """given the shape of the Jin deck, 19 Characters of many kinds and no Item, then it is legal."""
    codes = list(decks.load_deck(RULES, "jin").lists[0])
    characters = [RULES.cards[code] for code in codes if RULES.cards[code].types & t.CHARACTER]
    assert len(characters) == 19
    assert len({c.stats[t.S_CLASS] for c in characters}) >= 6
    assert len({c.stats[t.S_AFFILIATION] for c in characters}) >= 5
    assert not any(RULES.cards[code].types & t.ITEM for code in codes)
    assert broken(codes) == []


@pytest.mark.rule("terrene", "deck.hero")
@pytest.mark.parametrize(
    ("heroes", "rules"),
    [
        ({}, []),
        ({"jin-the-ambitious": 1}, []),
        ({"jin-the-ambitious": 1, "skylar-the-determined": 1}, ["deck.hero"]),
        ({"jin-the-ambitious": 2}, ["deck.hero"]),
    ],
)
def test_a_deck_has_at_most_one_hero(heroes: dict[str, int], rules: list[str]) -> None:
    """given no, one or two Heroes, of one name or of two, then two are refused."""
    assert broken(deck(heroes, STARTERS, HELD, PLAIN)) == rules


@pytest.mark.rule("terrene", "deck.four-supply-one")
def test_four_different_names_of_supply_1_are_needed() -> None:
    """given Scout x 2 and Wanderer x 3 as the only ones of SP 1, then it is refused; with four names not."""
    big = {
        slug: 3
        for slug in (
            "pernicious",
            "avis-the-predecessor",
            "prague-the-last-of-them",
            "gerald-the-silent",
            "susana-the-glacial",
            "asu-the-flame-hellion",
        )
    }
    two = {"scout": 2, "wanderer-from-a-previous-world": 3}
    held = {**HELD, "flare": 2}
    assert broken(deck(two, held, PLAIN, big)) == ["deck.four-supply-one"]
    four = {"scout": 2, "wanderer-from-a-previous-world": 1, "luminous": 1, "sammy-the-agile": 1}
    assert broken(deck(four, held, PLAIN, big)) == []


@pytest.mark.rule("terrene", "deck.terrain-minimum")
def test_a_terrain_that_can_start_is_needed() -> None:
    """given Fire Storm x 2 as the only Terrains, then it is refused; with Hot Springs added it passes."""
    assert broken(deck(STARTERS, HELD, {"fire-storm": 2})) == ["deck.terrain-minimum"]
    assert broken(deck(STARTERS, HELD, {"fire-storm": 2}, PLAIN)) == []


@pytest.mark.rule("terrene", "deck.items-commands-minimum")
def test_four_different_items_and_commands_are_needed() -> None:
    """given Fireball x 3 and one Prophecy, then it is refused; with four names it passes."""
    few = {"fireball": 3, "prophecy": 1}
    assert broken(deck(STARTERS, few, PLAIN)) == ["deck.items-commands-minimum"]
    assert broken(LEGAL) == []


@pytest.mark.rule("terrene", "deck.copies")
@pytest.mark.parametrize(("n", "rules"), [(3, []), (4, ["deck.copies"])])
def test_three_copies_of_a_card_at_most(n: int, rules: list[str]) -> None:
    """given Fireball three or four times, then only four are refused."""
    assert broken(deck(STARTERS, {**HELD, "fireball": n}, PLAIN)) == rules


@pytest.mark.rule("terrene", "deck.recommended-characters")
def test_many_characters_are_legal_and_get_a_hint() -> None:
    """given a legal deck with 16 or more Characters, then there is a hint and no error."""
    assert broken(LEGAL) == []
    hints = RULES.book.deck_hints([LEGAL])
    assert [rule for rule, _ in hints] == ["deck.recommended-characters"]
    assert "25 Characters" in hints[0][1] and "8 to 12" in hints[0][1]
    assert RULES.book.deck_hints(decks.load_deck(RULES, "mr-white").lists) == []


@pytest.mark.rule("terrene", "deck.preconstructed")
def test_six_ready_made_decks() -> None:
    """given the six listed decks, then each has 30 cards, one Hero and a Terrain that is not a Storm."""
    names = decks.packaged(RULES)
    assert names == ["gregory", "jin", "mr-white", "sk", "skylar", "zowie"]
    for name in names:
        made = decks.load_deck(RULES, name)
        cards = [RULES.cards[code] for code in made.lists[0]]
        assert len(cards) == 30 and broken(list(made.lists[0])) == []
        assert [c.name for c in cards if c.types & t.HERO] == [made.name]
        assert any(c.types & t.TERRAIN and not c.types & t.STORM for c in cards)


@pytest.mark.rule("terrene", "additions.villain")
def test_one_villain_with_the_additions() -> None:
    """given two Characters of SP 3, then with the additions it is refused, without them it passes."""
    two = deck(STARTERS, HELD, PLAIN, {"zane-the-ender": 1, "the-banisher": 1})
    assert broken(two) == [] and broken(two, TWENTY_FIFTEEN) == ["additions.villain"]
    one = deck(STARTERS, HELD, PLAIN, {"zane-the-ender": 1})
    assert broken(one, TWENTY_FIFTEEN) == []


@pytest.mark.parametrize("seed", range(5))
def test_decks_drawn_at_random_are_legal(seed: int) -> None:
    """given dice, when a deck is drawn of all cards, then it is legal, with the additions too."""
    for rules in (RULES, TWENTY_FIFTEEN):
        assert rules.book.deck_faults(rules.book.draw_deck(Random(seed).shuffle)) == []
