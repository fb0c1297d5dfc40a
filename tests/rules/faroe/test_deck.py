"""What a Deck and a Fighter Pool may hold: the checks of the rule book's topic `deck`, and Mythical."""

from __future__ import annotations

from pathlib import Path

import pytest

from fadenet.engine import kernel
from fadenet.engine.errors import LoadError
from fadenet.engine.state import POOL
from fadenet.games import decks
from fadenet.games.fade import edition
from fadenet.games.fade.typed import FadeRules
from fadenet.table.dealer import Dealer

FILLERS = 20

CARDS = (
    "".join(
        f"""
[card.kick-{n}]
name = "Kick {n}"
types = ["Skill"]
rank = "Normal"
do = [{{ attack = 1 }}]
[card.fighter-{n}]
name = "Fighter {n}"
types = ["Character"]
hp = 5
plv = 1
level = 1
"""
        for n in range(FILLERS)
    )
    + """
[card.rising-kick]
name = "Rising Kick"
types = ["Skill"]
rank = "Normal"
rarity = "Omega Rare"
do = [{ attack = 3 }]
[card.five]
name = "Level Five"
types = ["Character"]
hp = 5
plv = 1
level = 5
copies = 20
[card.six]
name = "Level Six"
types = ["Character"]
hp = 6
plv = 1
level = 6
[card.edge]
name = "Edge"
types = ["Augment"]
rank = "Normal"
[card.living-blade]
name = "Living Blade"
types = ["Character", "Augment"]
rank = "Normal"
hp = 3
plv = 2
in_deck = true
[card.crowd]
name = "Crowd"
types = ["Skill"]
rank = "Normal"
copies = 20
do = [{ attack = 1 }]
[card.relic]
name = "Relic"
types = ["Skill"]
rank = "Normal"
keywords = { Mythical = true }
do = [{ attack = 9 }]
[card.myth]
name = "Myth"
types = ["Character"]
hp = 9
plv = 9
keywords = { Mythical = true }
[card.titan]
name = "Titan"
types = []
hp = [30, 60, 90, 120]
plv = [5, 5, 5, 5]
legend = true
[card.titan-fist]
name = "Titan Fist"
types = ["Skill"]
rank = "Legendary"
unique_to = ["Titan"]
do = [{ attack = 9 }]
"""
)


@pytest.fixture(scope="module")
def rules() -> FadeRules:
    made = edition.bare_edition("faroe")
    edition.add_cards(made, [("deck.toml", CARDS)])
    return made


def deck_of(rules: FadeRules, n: int, **more: int) -> list[int]:
    """A Deck of n cards: those named (with _ for -) as often as said, the rest plain Skills, 4 of a kind."""
    there = [rules.code_of(slug.replace("_", "-")) for slug, times in more.items() for _ in range(times)]
    fill = [rules.code_of(f"kick-{k % FILLERS}") for k in range(n - len(there))]
    return there + fill


def pool_of(rules: FadeRules, n: int = 0, **more: int) -> list[int]:
    """A Fighter Pool: n plain Characters of Level 1, and those named."""
    fill = [rules.code_of(f"fighter-{k % FILLERS}") for k in range(n)]
    return fill + [
        rules.code_of(slug.replace("_", "-")) for slug, times in more.items() for _ in range(times)
    ]


def broken(rules: FadeRules, deck: list[int], pool: list[int]) -> list[str]:
    """The ids of the rules that a list breaks."""
    return [rule for rule, _ in decks.check_deck(rules, (deck, pool))]


@pytest.mark.editions("deck.size")
@pytest.mark.parametrize(("n", "found"), [(39, ["deck.size"]), (40, []), (60, []), (61, ["deck.size"])])
def test_a_deck_holds_40_to_60_cards(rules: FadeRules, n: int, found: list[str]) -> None:
    assert broken(rules, deck_of(rules, n), []) == found


@pytest.mark.editions("deck.pool-size")
@pytest.mark.parametrize(("n", "found"), [(0, []), (20, []), (21, ["deck.pool-size"])])
def test_a_fighter_pool_holds_at_most_20_cards(rules: FadeRules, n: int, found: list[str]) -> None:
    assert broken(rules, deck_of(rules, 40), pool_of(rules, n)) == found


@pytest.mark.editions("deck.pool-level")
def test_levels_in_the_pool_add_up_to_at_most_100(rules: FadeRules) -> None:
    deck = deck_of(rules, 40)
    assert broken(rules, deck, pool_of(rules, five=20)) == []
    assert decks.check_deck(rules, (deck, pool_of(rules, five=19, six=1))) == [
        ("deck.pool-level", "the Levels in the Fighter Pool add up to 101; at most 100 may")
    ]


@pytest.mark.editions("deck.pool-characters-only")
def test_every_card_of_a_pool_is_a_character(rules: FadeRules) -> None:
    deck = deck_of(rules, 40)
    assert broken(rules, deck, pool_of(rules, 5, living_blade=1)) == []
    assert broken(rules, deck, pool_of(rules, 5, edge=1)) == ["deck.pool-characters-only"]


@pytest.mark.editions("deck.no-characters")
def test_a_players_deck_has_no_characters(rules: FadeRules) -> None:
    found = decks.check_deck(rules, (deck_of(rules, 40, six=1), []))
    assert [rule for rule, _ in found] == ["deck.no-characters"]
    assert "'Level Six'" in found[0][1]


@pytest.mark.editions("deck.copies")
def test_four_copies_of_a_name_are_legal_and_a_fifth_is_not(rules: FadeRules) -> None:
    assert broken(rules, deck_of(rules, 40, rising_kick=4), []) == []
    assert broken(rules, deck_of(rules, 40, rising_kick=5), []) == ["deck.copies"]
    assert broken(rules, deck_of(rules, 40, crowd=20), []) == []  # the card says otherwise


@pytest.mark.editions("deck.copies")
def test_a_name_is_one_card_whatever_set_it_is_printed_in(rules: FadeRules) -> None:
    again = '[card.kick-of-set-two]\nname = "Rising Kick"\ntypes = ["Skill"]\nrank = "Normal"\nset = "S2"\n'
    with pytest.raises(LoadError, match="Rising Kick"):
        edition.add_cards(edition.bare_edition("faroe"), [("deck.toml", CARDS), ("two.toml", again)])
    assert broken(rules, deck_of(rules, 40, rising_kick=5), []) == ["deck.copies"]


@pytest.mark.editions("deck.copies-together")
def test_copies_are_counted_over_deck_and_pool_together(rules: FadeRules) -> None:
    assert broken(rules, deck_of(rules, 40, living_blade=3), pool_of(rules, living_blade=1)) == []
    assert broken(rules, deck_of(rules, 40, living_blade=3), pool_of(rules, living_blade=2)) == [
        "deck.copies-together"
    ]


@pytest.mark.editions("keyword.mythical")
def test_a_mythical_card_is_there_once(rules: FadeRules) -> None:
    assert broken(rules, deck_of(rules, 40, relic=1), pool_of(rules, myth=1)) == []
    assert broken(rules, deck_of(rules, 40, relic=2), []) == ["keyword.mythical"]
    assert broken(rules, deck_of(rules, 40), pool_of(rules, myth=2)) == ["keyword.mythical"]


@pytest.mark.rule("faroe", "deck.no-legend-cards")
def test_cards_of_legends_are_refused_by_name(rules: FadeRules) -> None:
    assert decks.check_deck(rules, (deck_of(rules, 40, titan_fist=1), [])) == [
        ("deck.no-legend-cards", "'Titan Fist' is for a Legend; a Player may not have it")
    ]
    assert broken(rules, deck_of(rules, 40, titan=1), []) == ["deck.no-legend-cards"]
    assert "deck.no-legend-cards" in broken(rules, deck_of(rules, 40), pool_of(rules, titan=1))


@pytest.mark.editions("card.rarity-no-effect")
def test_rarity_does_not_matter_for_a_deck(rules: FadeRules) -> None:
    assert rules.by_slug["rising-kick"].print[0] == "Omega Rare"
    assert rules.by_slug["crowd"].print[0] == "Common"
    assert broken(rules, deck_of(rules, 40, rising_kick=4, crowd=4), []) == []


@pytest.mark.editions("deck.check-before-game")
def test_every_breach_is_reported_at_once_and_the_audit_finds_the_first(rules: FadeRules) -> None:
    deck, pool = deck_of(rules, 38), pool_of(rules, five=16, six=4)
    assert decks.check_deck(rules, (deck, pool)) == [
        ("deck.size", "the Deck has 38 cards; it must have 40 to 60"),
        ("deck.pool-level", "the Levels in the Fighter Pool add up to 104; at most 100 may"),
    ]
    assert rules.deck_fault((deck_of(rules, 40), pool)) == "deck.pool-level"
    assert rules.deck_fault((deck_of(rules, 40), pool_of(rules, 5))) is None


@pytest.mark.editions("setup.materials")
def test_a_pool_is_optional_and_a_deck_is_not(rules: FadeRules) -> None:
    assert broken(rules, deck_of(rules, 40), []) == []
    assert broken(rules, [], pool_of(rules, 5)) == ["deck.size"]
    dealer = Dealer([deck_of(rules, 40), [], deck_of(rules, 40), pool_of(rules, 3)], 2, 1)
    s = kernel.setup(rules, 2)
    assert [need[1] for need in s.needs] == [POOL] * 4
    while s.needs:
        dealer.deal(s)
    assert len(s.asks) == 2  # both throw: the match goes on without a Fighter Pool


# Deck files.

FILE = """
game = "faroe"
name = "Kicks"
plan = "Kick."
[deck]
rising-kick = 4
crowd = 3
[pool]
five = 2
"""


def test_a_deck_file_names_its_cards_and_their_number(rules: FadeRules, tmp_path: Path) -> None:
    path = tmp_path / "kicks.toml"
    path.write_text(FILE, "utf-8")
    made = decks.load_deck(rules, path)
    kick, crowd, five = (rules.code_of(x) for x in ("rising-kick", "crowd", "five"))
    assert made == decks.Deck("Kicks", "Kick.", ((kick,) * 4 + (crowd,) * 3, (five,) * 2))
    assert decks.load_deck(rules, str(path)) == made


@pytest.mark.parametrize(
    ("was", "becomes", "key"),
    [
        ('game = "faroe"', 'game = "other"', "game"),
        ('name = "Kicks"', "name = 7", "name"),
        ("crowd = 3", "crowd = 0", "deck.crowd"),
        ("crowd = 3", "crowd = true", "deck.crowd"),
        ("crowd = 3", "crowd = 99999999999999999999", "deck.crowd"),
        ("crowd = 3", "croud = 3", "deck.croud"),
        ('plan = "Kick."', "plan = 3", "plan"),
        ("[pool]", "[fighters]", "fighters"),
        ("[deck]\n", "deck = 4\n[x]\n", "x"),
    ],
)
def test_a_faulty_deck_file_is_refused_with_its_key(
    rules: FadeRules, was: str, becomes: str, key: str
) -> None:
    with pytest.raises(LoadError) as caught:
        decks.read_deck(rules, FILE.replace(was, becomes), "kicks.toml")
    assert (caught.value.file, caught.value.key) == ("kicks.toml", key)


def test_files_that_cannot_be_read_are_load_errors_too(rules: FadeRules, tmp_path: Path) -> None:
    with pytest.raises(LoadError, match=r"nowhere\.toml"):
        decks.load_deck(rules, tmp_path / "nowhere.toml")
    (tmp_path / "big.toml").write_bytes(b"#" * 300_000)
    with pytest.raises(LoadError, match="larger"):
        decks.load_deck(rules, tmp_path / "big.toml")
    (tmp_path / "odd.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(LoadError, match="UTF-8"):
        decks.load_deck(rules, tmp_path / "odd.toml")
    with pytest.raises(LoadError):
        decks.read_deck(rules, "[" * 5_000, "deep.toml")


def test_every_deck_that_comes_with_the_game_is_legal() -> None:
    rules = edition.load_edition("faroe")
    for name in decks.packaged(rules):
        made = decks.load_deck(rules, name)
        assert decks.check_deck(rules, made.lists) == []
