"""The reference of Prelude's card language names every word there is, and its examples are true."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import msgspec
import pytest

from fadenet.engine.errors import LoadError
from fadenet.engine.language.compiler import Compiler
from fadenet.engine.language.filters import listed
from fadenet.games.prelude import cards, vocabulary
from fadenet.games.prelude import tables as t
from fadenet.games.prelude.rules import make_rules
from fadenet.games.prelude.typed import PACKAGE
from tests.builders.language_docs import Reference, fields, marked

RULES = make_rules()
LANGUAGE = vocabulary.make_language(RULES)
ANATOMY = vocabulary.ANATOMY
DOCS = Reference(
    PACKAGE,
    (
        *("Cards", "Keywords", "Abilities", "Events", "Selectors", "Filters", "Amounts", "Conditions"),
        *("Effects", "Changes"),
    ),
)
ARITHMETIC = ("count", "stat", "plus", "minus", "times", "min", "max", "half")


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("Cards", fields(cards.CardShape)),
        ("Types and icons", set(t.KINDS)),
        ("Keywords", set(t.KEYWORDS)),
        ("Abilities", fields(cards.AbilityTable)),
        ("Events", set(LANGUAGE.events)),
        ("Selectors", {*LANGUAGE.bases, *LANGUAGE.groups}),
        ("Filters", set(LANGUAGE.filters)),
        ("Amounts", {*LANGUAGE.amounts, *ARITHMETIC}),
        ("Conditions", set(LANGUAGE.conditions)),
        ("Effects", set(LANGUAGE.effects)),
        ("Changes", {*LANGUAGE.quantities, *LANGUAGE.untils}),
    ],
)
def test_the_table_names_these_words_and_no_others(section: str, words: set[str]) -> None:
    """given a section of the reference, then its first column is exactly the vocabulary."""
    assert DOCS.words(section) == words


@pytest.mark.parametrize(
    ("section", "opening", "words"),
    [
        ("Types and icons", "The icons are ", t.ICONS),
        ("Types and icons", "Lines are ", t.LINES),
        ("Types and icons", "Races are ", t.RACES),
        ("Types and icons", "Values are ", t.VALUES),
        ("Selectors", "Sides are ", tuple(LANGUAGE.sides)),
        ("Filters", "Values are ", tuple(LANGUAGE.stats)),
    ],
)
def test_the_sentence_names_these_words_and_no_others(
    section: str, opening: str, words: tuple[str, ...]
) -> None:
    """given a sentence that lists words, then it lists exactly the vocabulary, in its order."""
    sentence = re.search(rf"{opening}(.*?)[.;(]", DOCS.sections[section], re.S)
    assert sentence is not None and marked(sentence[1]) == list(words)


def test_every_effect_names_its_keys() -> None:
    """given the row of an effect, then its second column names the keys that it takes and no others."""
    assert DOCS.effect_keys() == {word: effect.keys for word, effect in LANGUAGE.effects.items()}


def test_every_place_is_named() -> None:
    """given the places into which cards are returned, then the row of the effect names each."""
    there = re.findall(r'\("([a-z]+)"\)', DOCS.row("Effects", "return")[2])
    assert there == [*LANGUAGE.places, "deck"]


@pytest.mark.parametrize("figure", t.FIGURES)
def test_the_bounds_of_a_figure_are_those_of_the_game(figure: str) -> None:
    """given the row of a figure of a card, then it says from what to what it goes."""
    least, most = ANATOMY.figures[figure]
    assert DOCS.row("Cards", figure.lower())[1].startswith(f"{least} to {most}")


@pytest.mark.parametrize("kind", t.KINDS)
def test_what_a_card_must_say_is_what_is_demanded(kind: str) -> None:
    """given the row of a type, then its last column names the keys that such a card must have."""
    demanded = {
        key for demand in ANATOMY.demands if kind in listed(demand["of"]["type"]) for key in demand["has"]
    }
    assert set(marked(DOCS.row("Types and icons", kind)[2])) == demanded


@pytest.mark.parametrize("event", LANGUAGE.events)
def test_an_event_says_what_it_is_about_and_whether_it_springs_a_trap(event: str) -> None:
    """given the row of an event, then it names the selector that is meant, and the five that traps may
    wait for."""
    _, _, of, trap, *_ = DOCS.row("Events", event)
    (waited,) = [row["has"]["on"] for row in ANATOMY.row_demands if row["of"] == {"type": "Trap"}]
    assert of.strip('"') == LANGUAGE.subjects.get(event, "this")
    assert trap == ("yes" if event in waited else "no")


@pytest.mark.parametrize("keyword", t.KEYWORDS)
def test_the_rule_of_a_keyword_is_in_the_book(keyword: str) -> None:
    """given the row of a keyword, then the rule that it names is one of the game's."""
    assert DOCS.row("Keywords", keyword)[2] in RULES.book.rules


def test_rules_that_the_text_names_are_in_the_book() -> None:
    """given what stands in brackets like the id of a rule, then it is one."""
    cited = {rule for text in DOCS.sections.values() for rule in re.findall(r"\(([a-z]+\.[a-z-]+)\)", text)}
    assert len(cited) > 5
    assert cited <= set(RULES.book.rules)


def test_the_keys_of_a_choice_of_targets_are_all_named() -> None:
    """given a choice of targets, then the section names every key that it may have."""
    text = (
        '[card.x]\nname = "X"\ntype = "Item"\nprice = 1\n'
        "[[card.x.ability]]\nactivate = true\ntargets = [{ no = 1 }]"
    )
    with pytest.raises(LoadError, match="known: ") as refused:
        cards.add_cards(make_rules(), [("README", text)])
    for key in str(refused.value).partition("known: ")[2].split(", "):
        assert f"`{key}`" in DOCS.sections["Abilities"], key


def test_the_card_that_opens_the_reference_is_one_of_the_set() -> None:
    """given the card that stands there in full, then it is in the file of its kind like that."""
    (block,) = re.findall(r"```toml\n(.*?)```", DOCS.sections["Cards"], re.S)
    assert DOCS.cards["counterchant"].strip() == block.strip()


def test_examples_stand_in_the_cards_named_beside_them() -> None:
    """given an example with a card's slug, then the card's own lines hold it, letter for letter."""
    assert len(DOCS.with_cards()) > 80
    assert not DOCS.untrue()


def value_of(text: str) -> Any:
    return tomllib.loads(f"x = {text}")["x"]


@pytest.mark.parametrize(
    ("section", "text"), [(section, text) for section, text, _ in DOCS.without_cards()], ids=lambda x: x[:40]
)
def test_examples_without_a_card_compile(section: str, text: str) -> None:
    """given an example that no card of the set says, when it is compiled, then it is taken."""
    c = Compiler(LANGUAGE, "README", section)
    if section in ("Cards", "Keywords"):
        table = {"name": "X", "type": "Rank", **tomllib.loads(text)}
        msgspec.convert(table, cards.CardShape)
        assert any(ANATOMY.stats_of(c, table)) or any(ANATOMY.keywords_of(c, table))
    elif section in ("Abilities", "Events"):
        row = msgspec.convert(tomllib.loads(text), cards.AbilityTable)
        assert row.on is None or row.on in LANGUAGE.events
        c.select(row.by or "this")
    elif section == "Amounts":
        c.amount(value_of(text))
    elif section == "Conditions":
        c.condition(value_of(text))
    elif section in ("Selectors", "Filters") and (text.startswith('"') or "from" in value_of(text)):
        c.select(value_of(text))
    else:
        c.program([value_of(text)])


def test_every_word_of_arithmetic_is_one() -> None:
    """given the amounts that are tables, then each compiles, and counters are not among them."""
    c = Compiler(LANGUAGE, "README", "Amounts")
    for word in ARITHMETIC:
        parts = {"count": "you", "stat": "Coin", "half": 1}
        c.amount({word: parts.get(word, [1, 2])})
    with pytest.raises(LoadError):
        c.amount({"counters": "Coin"})


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (
            "activate = true\nlimit = 1\ncost = 2\nsuspend = 1",
            "Once a Response, 1 action, 2 Coin: draw 1 card.",
        ),
        ('on = "response-begins"\ncost = 2', "When your Response begins, you may pay 2 Coin: draw 1 card."),
        ("activate = true\nlimit = 2", "2 times a Response: draw 1 card."),
    ],
)
def test_a_text_says_how_often_and_for_what(row: str, text: str) -> None:
    card = f'[card.x]\nname = "X"\ntype = "Minion"\nlife = 3\nprice = 1\n[[card.x.ability]]\n{row}\n'
    rules = cards.add_cards(make_rules(), [("test", card + "do = [{ draw = 1 }]\n")])
    assert rules.cards[rules.code_of("x")].text == text


TRAP = '[card.x]\nname = "X"\ntype = "Trap"\nprice = {}\nsuspend = {}\n'
ROW = '[[card.x.ability]]\non = "{}"\n{}do = [{{ damage = 1, to = "attacker" }}]\n'


@pytest.mark.parametrize(
    ("card", "why"),
    [
        (TRAP.format(1, 1) + ROW.format("evades", ""), "a trap waits for"),
        (TRAP.format(1, 1) + 2 * ROW.format("attacked", ""), "a trap has one ability"),
        (TRAP.format(1, 1) + ROW.format("attacked", "targets = [{}]\n"), "chooses and pays nothing"),
        (TRAP.format(1, 1) + ROW.format("attacked", "cost = 1\n"), "chooses and pays nothing"),
        (TRAP.format(9, 3) + ROW.format("attacked", ""), "price and Suspend are one of"),
    ],
)
def test_a_trap_that_could_not_do_what_it_says_is_refused(card: str, why: str) -> None:
    with pytest.raises(LoadError, match=why):
        cards.add_cards(make_rules(), [("test", card)])


@pytest.mark.parametrize("what", ['type = ["blue"]', 'type = "Trap"\nicons = 1'])
def test_a_type_or_icons_of_a_wrong_kind_are_refused(what: str) -> None:
    with pytest.raises(LoadError, match="test: x"):
        cards.add_cards(make_rules(), [("test", f'[card.x]\nname = "X"\n{what}\n')])


VALUE = '[card.x]\nname = "X"\ntype = "Value"\nvalue = "Coin"\namount = 2\n[[card.x.ability]]\n{}'


@pytest.mark.parametrize(
    "row",
    [
        'on = "damaged"\ndo = [{ heal = 1 }]',
        "activate = true\ntargets = [{}]\ndo = [{ slow = 1 }]",
        "activate = true\ncost = 1\ndo = [{ heal = 1 }]",
        "activate = true\nsuspend = 1\ndo = [{ heal = 1 }]",
        "activate = true\nlimit = 1\ndo = [{ heal = 1 }]",
        "activate = true\nif = { your_turn = true }\ndo = [{ heal = 1 }]",
    ],
)
def test_a_value_card_that_would_not_do_what_it_says_is_refused(row: str) -> None:
    with pytest.raises(LoadError, match="what a Value card says"):
        cards.add_cards(make_rules(), [("test", VALUE.format(row))])


def test_nobody_is_chosen_whom_nobody_may_attack() -> None:
    spell = '[card.x]\nname = "X"\ntype = "Spell"\nicons = ["red"]\ntier = 1\nprice = 1\n[[card.x.ability]]\n'
    with pytest.raises(LoadError, match="never chosen"):
        cards.add_cards(
            make_rules(),
            [("test", spell + "activate = true\ntargets = [{ untargeted = true }]\ndo = [{ damage = 1 }]\n")],
        )
