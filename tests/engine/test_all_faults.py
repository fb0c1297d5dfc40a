"""All that is wrong with cards is told at once, and what is only missing because of it is not."""

from __future__ import annotations

import pytest

from fadenet import games
from fadenet.engine import cardset
from fadenet.engine.errors import LoadError, LoadErrors
from fadenet.engine.language.meant import nearest
from fadenet.engine.language.sets import read_set
from fadenet.engine.language.shapes import key_of, path_of, without
from fadenet.games.starting import first_set


def refused(game: str, *changes: tuple[str, str]) -> LoadErrors:
    """The faults of the set with which somebody begins, with these changes."""
    text = first_set(game, "", "ash", "Ash", "")
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    one = read_set([("ash.toml", text)])
    cardset.keep(one)
    with pytest.raises(LoadErrors) as told:
        games.load(game, sets=one.id)
    return told.value


def told(error: LoadErrors) -> list[tuple[str, str, str]]:
    """(card, key, word) of each fault."""
    return [(fault.card.removeprefix("ash:"), fault.key, fault.word) for fault in error.faults]


def test_faults_of_all_kinds_in_one_card_are_told_at_once() -> None:
    # Given a card with a wrong kind of value, a wrong word, keys that there are not, in it and its ability,
    # and a wrong event, then each is told.
    error = refused(
        "faroe",
        ("hp = 5", 'hp = "five"'),
        ('"Fire"', '"Fier"'),
        ("cost = 1", "cost = 1\nharmless = true"),
        ('on = "enters"', 'on = "entres"\nlimti = 3'),
    )
    assert sorted(told(error)) == [
        ("ashen-page", "ability 1", "entres"),
        ("ashen-page", "ability 1.limti", "limti"),
        ("ashen-page", "elements", "Fier"),
        ("ashen-page", "harmless", "harmless"),
        ("ashen-page", "hp", "five"),
    ]
    assert sum("did you mean" in fault.hint for fault in error.faults) == 3


def test_each_effect_of_a_list_is_looked_at() -> None:
    # Given a Skill whose Attack is misspelt, and an effect inside a condition as well, then both are told,
    # and not that what depends on the Attack finds none.
    error = refused("faroe", ("attack = 4", "attak = 4"), ("draw = 1", "drow = 1"))
    assert told(error) == [("bell-tongue", "do 1", "attak"), ("bell-tongue", "do 2", "drow")]


def test_each_ability_is_looked_at() -> None:
    error = refused(
        "terrene", ("cost = 1\n\n[[card.night", "cost = 100\n\n[[card.night"), ("DEF = 5", "DEFF = 5")
    )
    assert told(error) == [("night-watch", "ability 1.cost", "100"), ("night-watch", "ability 2", "DEFF")]


def test_what_is_missing_is_told_beside_what_is_wrong() -> None:
    # Given a Character without PLV whose ability names no event that there is, then both are told.
    error = refused("faroe", ("plv = 1\n", ""), ('on = "enters"', 'on = "comes"'))
    assert [key for _, key, _ in told(error)] == ["types", "ability 1"]
    assert "prints HP and PLV" in error.faults[0].hint


def test_what_was_wrong_is_not_told_to_be_missing() -> None:
    error = refused("prelude", ("life = 4", "life = true"))
    assert [(fault.key, fault.hint) for fault in error.faults] == [
        ("life", "write a whole number here, not true or false")
    ]


def test_faults_of_several_cards_are_told_and_what_can_be_read_is_left() -> None:
    error = refused("prelude", ("damage = 3", "damge = 3"), ("price = 4", "price = 400"))
    assert {card for card, _, _ in told(error)} == {"ash-whisper", "belfry-lookout"}
    left = error.left["ash:belfry-lookout"]
    assert (left["price"], left["life"]) == (0, 4)


def test_a_word_out_of_a_short_list_is_guessed() -> None:
    error = refused("terrene", ('colour = "Blue"', 'colour = "Bleu"'))
    assert told(error) == [("lantern-oil", "ability 1.colour", "Bleu")]
    assert "did you mean Blue?" in error.faults[0].hint and "Purple" in error.faults[0].hint


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("hp", ("hp",)),
        ("ability 2.limit", ("ability", 1, "limit")),
        ("keywords.Lock-On", ("keywords", "Lock-On")),
        ("do 1.then 2", ("do", 0, "then", 1)),
    ],
)
def test_a_key_is_a_path(key: str, path: tuple[str | int, ...]) -> None:
    assert path_of(key) == path and key_of(path) == key


def test_a_table_loses_what_stands_at_a_path() -> None:
    table = {"hp": 1, "ability": [{"on": "a"}, {"on": "b", "limit": 2}]}
    assert without(table, ("hp",)) == {"ability": table["ability"]}
    assert without(table, ("ability", 1, "limit")) == {"hp": 1, "ability": [{"on": "a"}, {"on": "b"}]}
    assert without(table, ("ability", 0)) == {"hp": 1, "ability": [{"on": "b", "limit": 2}]}
    assert without(table, ("ability", 0, "cost")) == {"hp": 1, "ability": [{"on": "b", "limit": 2}]}
    assert without(table, ("plv",)) is None


def test_the_nearest_word_is_the_one_that_was_meant() -> None:
    assert nearest("Fier", ["Fire", "Water"]) == "Fire"
    assert nearest("dra", ["draw", "damage"]) == "draw"
    assert nearest("xyzzy", ["draw", "damage"]) == ""


def test_a_single_fault_is_its_own_only_one() -> None:
    error = LoadError("f", "c", "k", "mend it")
    assert error.faults == (error,)
