"""Noun phrases: every form that a sentence on a card needs, with articles and verbs that agree."""

from __future__ import annotations

import pytest

from fadenet.engine.language.english import (
    OTHER,
    THEM,
    Noun,
    counted,
    each_of,
    either,
    exceeds,
    is_several,
    measured,
    negated,
    one_of,
    some_of,
    there_are,
    verb,
)

YOURS = Noun("your", "Cat", "Cats")
THEIRS = Noun("enemy", "Cat", "Cats")
ALL = Noun("all", "Cat", "Cats")
HELD = Noun("enemy", "held toy", "held toys")
PILE = Noun("your", "card in {} Pile", "cards in {} Pile")


@pytest.mark.parametrize(
    ("noun", "forms"),
    [
        (YOURS, ("your Cats", "one of your Cats", "each of your Cats", "2 of your Cats")),
        (THEIRS, ("enemy Cats", "an enemy Cat", "each enemy Cat", "2 enemy Cats")),
        (ALL, ("all Cats", "a Cat", "each Cat", "2 Cats")),
        (
            PILE,
            ("cards in your Pile", "a card in your Pile", "each card in your Pile", "2 cards in your Pile"),
        ),
        (
            YOURS.qualified([OTHER, "red"]),
            ("your other red Cats", "one of your other red Cats", "each of your other red Cats",
             "2 of your other red Cats"),
        ),
        (
            THEIRS.qualified(["with 2 or less life", OTHER]),
            ("other enemy Cats with 2 or less life", "another enemy Cat with 2 or less life",
             "each other enemy Cat with 2 or less life", "2 other enemy Cats with 2 or less life"),
        ),
        (
            ALL.qualified([OTHER]),
            ("all other Cats", "another Cat", "each other Cat", "2 other Cats"),
        ),
        (
            PILE.qualified(["red", "named X"]),
            ("red cards named X in your Pile", "a red card named X in your Pile",
             "each red card named X in your Pile", "2 red cards named X in your Pile"),
        ),
        (
            HELD.qualified(["Red", "old"]),
            ("enemy old held Red toys", "an enemy old held Red toy", "each enemy old held Red toy",
             "2 enemy old held Red toys"),
        ),
        (
            HELD.qualified(["held by it"]),
            ("enemy toys held by it", "an enemy toy held by it", "each enemy toy held by it",
             "2 enemy toys held by it"),
        ),
        (
            YOURS.qualified(["with 2 lives", "with 1 fur"]),
            ("your Cats with 2 lives and 1 fur", "one of your Cats with 2 lives and 1 fur",
             "each of your Cats with 2 lives and 1 fur", "2 of your Cats with 2 lives and 1 fur"),
        ),
        (
            Noun("enemy", "card in {} Pile", "cards in {} Pile"),
            ("cards in an enemy's Pile", "a card in an enemy's Pile", "each card in an enemy's Pile",
             "2 cards in an enemy's Pile"),
        ),
        (
            Noun("all", "card in {} Pile", "cards in {} Pile"),
            ("cards in any Pile", "a card in any Pile", "each card in any Pile", "2 cards in any Pile"),
        ),
    ],
)  # fmt: skip
def test_a_group_has_all_its_forms(noun: Noun, forms: tuple[str, str, str, str]) -> None:
    """given a group, then plural, choice of one, one by one, and so many of it read as English does."""
    assert (str(noun), one_of(noun), each_of(noun), some_of(noun, "2")) == forms


def test_phrases_of_its_own_last_until_a_group_is_narrowed_down() -> None:
    """given a group with fixed phrases, then it uses them, but not once an adjective has joined."""
    noun = Noun("your", "Cat", "Cats", fixed=("you and yours", "you or yours", "you and each of yours"))
    assert (str(noun), one_of(noun), each_of(noun)) == (
        "you and yours",
        "you or yours",
        "you and each of yours",
    )
    assert one_of(noun.qualified(["red"])) == "one of your red Cats"


def test_a_single_thing_stays_what_it_is() -> None:
    """given plain text, then only the targets are taken one by one."""
    assert one_of("this card") == each_of("this card") == "this card"
    assert each_of("the targets") == "each of the targets"
    assert some_of("the targets", "2") == "2 of the targets"


def test_what_is_there_is_counted() -> None:
    """given a number, then what is yours you have, and what is not is there."""
    assert there_are(YOURS, "2 or more") == "you have 2 or more Cats"
    assert there_are(PILE, "no") == "you have no cards in your Pile"
    assert there_are(THEIRS, "no") == "there are no enemy Cats"
    assert there_are("the targets", "2") == "there are 2 of the targets"
    assert there_are(YOURS, "at most 1") == "you have at most 1 Cat"
    assert there_are(THEIRS, "1") == "there is 1 enemy Cat"
    assert (some_of(THEIRS, "up to 1"), some_of(YOURS, "up to 1")) == (
        "up to 1 enemy Cat",
        "up to 1 of your Cats",
    )
    assert (YOURS.group, ALL.group) == ("your Cats", "Cats")


def test_verbs_agree() -> None:
    """given a verb as for "you", then an order stays one and any other subject takes the third person."""
    assert verb("you", "draw") == "draw"
    assert verb(THEIRS, "draw") == "each enemy Cat draws"
    assert verb("this card", "get +1 life") == "this card gets +1 life"
    assert verb("it", "discard") == "it discards"
    assert verb("it", "catch") == "it catches"
    assert verb(THEM, "draw") == "each of them draws"
    both = Noun("your", "Cat", "Cats", fixed=("you and yours", "you or yours", "you and each of yours"))
    assert verb(both, "draw") == "you and each of yours draw"


def test_it_is_known_what_may_be_several() -> None:
    """given a single thing, a group or what came of one, then only the last two may be more than one."""
    you = Noun("your", "Player", "Players", fixed=("you", "you", "you"))
    assert [is_several(x) for x in ("it", "this card", you)] == [False] * 3
    assert [is_several(x) for x in (THEM, "the targets", YOURS)] == [True] * 3


def test_what_goes_to_a_pile_is_not_in_it_yet() -> None:
    """given a pile, then what goes there is said to be somebody's."""
    piles = [PILE, Noun("enemy", PILE.singular, PILE.plural), Noun("all", PILE.singular, PILE.plural)]
    assert [x.moved for x in piles] == ["one of your cards", "an enemy's card", "a card"]
    assert YOURS.moved == one_of(YOURS)


def test_lists_and_negations_read_as_english() -> None:
    """given words or a statement, then one of them is named, and its opposite is said."""
    assert [either(list(x)) for x in ("A", "AB", "ABC")] == ["A", "A or B", "A, B or C"]
    assert negated("2 or more targets were chosen") == "fewer than 2 targets were chosen"
    assert negated("you have 1 or more Cats") == "you have no Cats"
    assert negated("your TP is 4 or more") == "your TP is less than 4"
    assert negated("it is your turn") == "it is not your turn"
    assert negated(exceeds("your TP minus 4")) == "your TP is not greater than 4"
    assert negated("you control a Cat") == "it is not true that you control a Cat"


def test_amounts_agree() -> None:
    """given a number or a sentence that gives one, then the noun stands where it must."""
    assert (counted("1", "card"), counted("2", "card")) == ("1 card", "2 cards")
    assert counted("the life of it", "card") == "cards equal to the life of it"
    assert (measured("-2", "life"), measured("that many", "life")) == ("-2 life", "that many life")
    assert measured("that many", "damage") == "that much damage"
    assert measured("the total life", "damage") == "damage equal to the total life"
