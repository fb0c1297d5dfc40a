"""Keywords of Terrene Odyssey and Prelude: what gives them changes something, or is refused at loading."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import vocabulary
from tests.builders import prelude_scenario, terrene_scenario
from tests.builders.terrene_scenario import Terrene

FIGURES = "sp = 1\nlv = 1\nhp = 20\natk = 5\ndef = 0\n"


def character(slug: str, row: str, more: str = "") -> str:
    """A Character of Terrene with one ability."""
    head = f'[card.{slug}]\nname = "{slug.title()}"\ntype = "Character"\nclass = "Warrior"\n'
    return f'{head}affiliation = "Earth"\n{FIGURES}{more}[[card.{slug}.ability]]\n{row}\n'


ARCHER = character(
    "archer",
    'activate = true\ncolour = "Green"\ntargets = [{ pick = "all characters" }]\ndo = [{ damage = 5 }]',
)


def giver(way: str, word: str, value: str = "1", to: str = "your characters") -> str:
    """A Character that gives a keyword to those on its side, all the time or when it is used."""
    if way == "gives":
        return character("giver", f'gives = {{ "{word}" = {value} }}\nto = "{to}"')
    done = f'{{ mod = "{word}", n = {value}, on = "{to}", until = "end" }}'
    return character("giver", f'activate = true\ncolour = "Green"\ndo = [{done}]')


def given(way: str, word: str, value: str = "1") -> tuple[Terrene, int]:
    """A match in which a grunt of seat 0 is given a keyword, and the grunt."""
    g = Terrene(ARCHER + giver(way, word, value))
    x, source, _ = g.character(0), g.character(0, "giver"), g.character(1)
    if way == "mod":
        g.quietly(0, "use", source)
    return g, x


@pytest.mark.parametrize("way", ["gives", "mod"])
@pytest.mark.parametrize("word", [word for word in t.KEYWORDS if word != "Immune"])
def test_a_keyword_of_terrene_is_given_or_refused(word: str, way: str) -> None:
    """given a Character that gives a keyword, then its neighbour has it; Silence has a time that is named."""
    if word in vocabulary.make_language(terrene_scenario.rules_with()).withheld and way == "gives":
        with pytest.raises(LoadError, match=f"{word} is not given: a Character has it until a time"):
            given(way, word)
        return
    g, x = given(way, word)
    assert g.has(x, word) == 1 and not g.has(g.character(1), word)


@pytest.mark.parametrize(("kind", "damage"), [("Character", 0), ("Item", 5)])
def test_immune_is_given_to_kinds_of_sources(kind: str, damage: int) -> None:
    """given a Character that makes its neighbours Immune to a kind of abilities, then these are barred."""
    g, x = given("gives", "Immune", f'["{kind}"]')
    archer = g.character(1, "archer")
    g.next_turn(1)
    g.quietly(1, "use", archer, x)
    assert g.damage(x) == damage
    assert g.rules.by_slug["giver"].text == f"Your Characters gain Immune to {kind} abilities."


REFUSED = [
    (giver("gives", "Immune", "2"), "2 is no kind of source"),
    (giver("mod", "Immune"), "'Immune' is no value"),
    (giver("gives", "Haste", "0"), "Haste is there or is not: 0 of it gives nothing"),
    (giver("mod", "Stun", "-1"), "Stun is there or is not: -1 of it gives nothing"),
    *[
        (character("born", "gives = { ATK = 1 }", f"keywords = {{ {x} = true }}\n"), f"'{x}' is no keyword")
        for x in ("Slow", "Stun", "Silence")
    ],
]


@pytest.mark.parametrize(("text", "why"), REFUSED)
def test_a_keyword_of_terrene_that_would_do_nothing_is_refused(text: str, why: str) -> None:
    """given a card that says it, then it is not loaded, and the error says why."""
    with pytest.raises(LoadError, match=why):
        terrene_scenario.rules_with(text)


PRELUDE = '[card.holder]\nname = "Holder"\ntype = "Minion"\nlife = 30\nattack = 1\nsuspend = 1\nprice = 2\n'


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ('gives = { Eager = 0 }\nto = "your minions"', "Eager is there or is not: 0 of it gives nothing"),
        ('gives = { Immediate = 1 }\nto = "your hand"', "'Immediate' is had by a spell or a trap"),
        ('gives = { Exclusive = 1 }\nto = "your minions"', "'Exclusive' is had by a rank alone"),
        ('gives = { "Cross Training" = 1 }\nto = "you"', "'Cross Training' is no thing to be given"),
    ],
)
def test_a_keyword_of_prelude_that_would_do_nothing_is_refused(row: str, why: str) -> None:
    """given a Minion that gives it, then it is not loaded, and the error says why."""
    with pytest.raises(LoadError, match=why):
        prelude_scenario.rules_with(f"{PRELUDE}[[card.holder.ability]]\n{row}\n")
