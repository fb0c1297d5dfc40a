"""Each word of a card finds its thing in each place where cards may say it, or is refused at loading.

A table says for each kind of place what each word stands for in a position that is played, "" = refused.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import character

FIGHTER = character("fighter", hp=60, plv=3)
HIT = 20  # the Damage Counters by which it is seen what a word stands for
WAITS = 'of = "your characters"'


class Played(Duel):
    """A duel that knows its cards."""

    def __init__(self, text: str, edition: str) -> None:
        self.text = text
        super().__init__(text, edition=edition)


def holder(types: str, rest: str) -> str:
    """The card that is looked at; rest: what a card file says of it, as the tests write it in many ways."""
    return f'[card.holder]\nname = "Holder"\ntypes = ["{types}"]\n{rest}\n'


def ability(head: str, do: str, types: str = "Character") -> str:
    """A card with one ability."""
    figures = "hp = 60\nplv = 1\n" if types == "Character" else ""
    return holder(types, f"{figures}[[card.holder.ability]]\n{head}\n{do}\n")


def skill(rest: str) -> str:
    return holder("Skill", f'rank = "Normal"\n{rest}')


def reaction(do: str, answers: str = 'to = "attack"') -> str:
    return holder("Reaction", f'rank = "Normal"\nanswers = {{ {answers} }}\n{do}')


def attacked(d: Duel, slug: str = "holder", on: str = "") -> dict[str, int]:
    """A's x attacks B's y, beside which B's holder stands, or on which it lies."""
    x, y = d.character(0, "fighter"), d.character(1, "fighter")
    h = d.on(y, slug) if on else d.character(1, slug)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    return {"x": x, "y": y, "holder": h}


def waits(d: Played) -> dict[str, int]:
    there = attacked(d)
    d.pass_all()
    return there


def sprung(d: Played) -> dict[str, int]:
    x, y, h = d.character(0, "fighter"), d.character(1, "fighter"), d.hand(1, "holder")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.until_shown(1)
    d.quietly(1, "use", h)
    return {"x": x, "y": y, "holder": h}


def phase(d: Played) -> dict[str, int]:
    there = {"holder": d.character(0, "holder")}
    d.go(0, COMBAT)
    d.pass_all()
    return there


def activated(d: Played) -> dict[str, int]:
    h, y = d.character(0, "holder"), d.character(1, "fighter")
    d.go(0, COMBAT)
    d.quietly(0, "activate", h, *[y] * ("targets" in d.text))
    return {"holder": h, "y": y}


def answering(d: Played) -> dict[str, int]:
    there = attacked(d)
    d.quietly(1, "activate", there["holder"], -1)
    return there


def reacting(d: Played) -> dict[str, int]:
    there = attacked(d, on="y")
    d.quietly(1, "use", there["holder"], -1)
    return there


def using(d: Played) -> dict[str, int]:
    x, y = d.character(0, "fighter"), d.character(1, "fighter")
    h = d.on(x, "holder")
    d.go(0, COMBAT)
    aims = "attack" in d.text.split("[card.fighter]")[0] or "targets" in d.text
    d.quietly(0, "use", h, *[y] * aims)
    return {"x": x, "y": y, "holder": h}


TARGETS = 'targets = [{ pick = "enemy characters" }]'
KINDS: dict[str, tuple[Callable[[str], str], Callable[[Played], dict[str, int]]]] = {
    "waiting": (lambda do: ability(f'on = "takes-damage"\n{WAITS}', do), waits),
    "joining": (lambda do: ability(f'on = "attacked"\n{WAITS}', do), waits),
    "of a phase": (lambda do: ability('on = "combat-phase"', do), phase),
    "activated": (lambda do: ability("activate = true", do), activated),
    "activated at": (lambda do: ability(f"activate = true\n{TARGETS}", do), activated),
    "answering": (lambda do: ability('activate = true\nanswers = { to = "attack" }', do), answering),
    "reaction": (reaction, reacting),
    "attack": (lambda do: skill(do.replace("[", "[{ attack = 1 }, ", 1)), using),
    "skill": (skill, using),
    "skill at": (lambda do: skill(f"{TARGETS}\n{do}"), using),
    "sprung": (lambda do: skill(f'contingency = {{ on = "takes-damage", {WAITS} }}\n{do}'), sprung),
}
CAUSE = {"attacker": "x", "answered": "x", "attacked": "y", "target": "y", "targets": "y"}
CAUSED = {**CAUSE, "answered player": "p0", "target's player": "p1"}
NOTHING = dict.fromkeys((*CAUSED, "that", "first target", "second target", "it", "them", "host", "here"), "")
FINDS: dict[str, dict[str, str]] = {
    "waiting": {**NOTHING, **CAUSED, "that": "y", "this": "holder", "user": "holder", "you": "p1"},
    "joining": {**NOTHING, **CAUSED, "that": "y", "this": "holder", "user": "holder", "you": "p1"},
    "of a phase": {**NOTHING, "that": "p0", "this": "holder", "user": "holder", "you": "p0"},
    "activated": {**NOTHING, "this": "holder", "user": "holder", "you": "p0"},
    "activated at": {
        **NOTHING,
        **dict.fromkeys(("target", "targets", "first target"), "y"),
        "target's player": "p1",
        "this": "holder",
    },
    "answering": {**NOTHING, **CAUSED, "this": "holder", "user": "holder"},
    "reaction": {**{k: v for k, v in NOTHING.items() if k != "host"}, **CAUSED, "user": "y", "you": "p1"},
    "attack": {
        **{k: v for k, v in NOTHING.items() if k != "host"},
        **dict.fromkeys(("attacked", "target", "targets", "first target"), "y"),
        "target's player": "p1",
        "user": "x",
    },
    "skill": {**{k: v for k, v in NOTHING.items() if k != "host"}, "user": "x", "you": "p0"},
    "skill at": {
        **{k: v for k, v in NOTHING.items() if k != "host"},
        **dict.fromkeys(("target", "targets", "first target"), "y"),
        "target's player": "p1",
        "user": "x",
    },
    "sprung": {**{k: v for k, v in NOTHING.items() if k != "host"}, **CAUSED, "that": "y", "user": "p1"},
}
ROWS = [(kind, word, what) for kind, words in FINDS.items() for word, what in words.items()]
EDITIONS = ("faroe", "fade2", "fade1")


def editions(kind: str) -> tuple[str, ...]:
    """Those that have such cards: some are used at events in the older ones alone."""
    return EDITIONS[1:] if kind == "sprung" else EDITIONS


def rows(found: bool) -> list[tuple[str, str, str, str]]:
    """(kind, word, what it stands for, edition); what is refused is so in the same way everywhere."""
    there = [row for row in ROWS if bool(row[2]) == found]
    return [(*row, edition) for row in there for edition in editions(row[0])[: None if found else 1]]


@pytest.mark.parametrize(("kind", "word", "what", "edition"), rows(True) + rows(False))
def test_a_selector_finds_its_thing_or_is_refused(kind: str, word: str, what: str, edition: str) -> None:
    write, play = KINDS[kind]
    text = write(f'do = [{{ counter = "Damage", n = {HIT}, on = "{word}" }}]') + FIGHTER
    grid = edition != "faroe"
    if not what:
        known = word != "here" or grid
        with pytest.raises(LoadError, match="finds nothing here" if known else "selects nothing") as refused:
            Played(text, edition)
        assert refused.value.file == "test" and refused.value.card == "holder" and refused.value.key
        return
    d = Played(text, edition)
    there = play(d) | {"p0": d.body(0), "p1": d.body(1)}
    assert [name for name, h in there.items() if d.count(h, "Damage") >= HIT] == [what]


AMOUNTS = {  # by kind what "the damage dealt" and "that many" come to; -1 = refused
    "waiting": (3, 3),
    "joining": (0, -1),
    "of a phase": (-1, -1),
    "activated": (-1, -1),
    "answering": (0, -1),
    "reaction": (0, -1),
    "attack": (1, -1),
    "skill": (-1, -1),
    "sprung": (3, 3),
}


@pytest.mark.parametrize(("kind", "edition"), [(kind, e) for kind in AMOUNTS for e in editions(kind)])
@pytest.mark.parametrize("word", ["dealt", "n", "x"])
def test_an_amount_comes_to_something_or_is_refused(kind: str, word: str, edition: str) -> None:
    write, play = KINDS[kind]
    text = write(f'do = [{{ counter = "Damage", n = {{ plus = [{HIT}, "{word}"] }}, on = "you" }}]') + FIGHTER
    n = -1 if word == "x" else AMOUNTS[kind][word == "n"]
    if n < 0:
        with pytest.raises(LoadError, match="is no amount" if word == "x" else "finds nothing here"):
            Played(text, edition)
        return
    d = Played(text, edition)
    play(d)
    assert max(d.count(d.body(seat), "Damage") for seat in range(2)) == HIT + n


CONDITIONS = {  # by kind whether each can hold; None = refused
    "waiting": (True, None),
    "joining": (False, None),
    "of a phase": (None, None),
    "activated": (None, None),
    "activated at": (None, True),
    "answering": (False, None),
    "attack": (True, True),
    "skill": (None, None),
    "skill at": (None, True),
}


@pytest.mark.parametrize("edition", ["faroe", "fade1"])
@pytest.mark.parametrize("at", range(2))
@pytest.mark.parametrize("kind", CONDITIONS)
def test_a_condition_asks_about_something_or_is_refused(kind: str, at: int, edition: str) -> None:
    write, play = KINDS[kind]
    asked = ("landed = true", "targets = 1")[at]
    hurt = f'{{ counter = "Damage", n = {HIT}, on = "you" }}'
    text = write(f"do = [{{ if = {{ {asked} }}, then = [{hurt}] }}]") + FIGHTER
    holds = CONDITIONS[kind][at]
    if kind in ("skill", "skill at") and edition != "faroe" and at == 0:
        holds = None
    if holds is None:
        with pytest.raises(LoadError, match="finds nothing here"):
            Played(text, edition)
        return
    d = Played(text, edition)
    play(d)
    assert any(d.count(d.body(seat), "Damage") >= HIT for seat in range(2)) == holds


@pytest.mark.parametrize("word", [*CAUSED, "that", "it", "them", "user", "first target"])
def test_what_works_all_the_time_speaks_of_no_action(word: str) -> None:
    # Given a continuous ability that is given to the attacker, "it", its user and so on, then it is refused.
    text = character("holder", ability={"gives": {"PLV": 1}, "to": word})
    with pytest.raises(LoadError, match="finds nothing here"):
        Played(text + FIGHTER, "faroe")


@pytest.mark.parametrize(
    ("do", "found"),
    [
        ('{ pick = "your characters" }, { counter = "Damage", on = "it" }', True),
        ('{ gain_tp = 1 }, { counter = "Damage", on = "it" }', False),
        ('{ heal = 1 }, { draw = "n" }', True),
        ('{ mod = "PLV", on = "you" }, { draw = "n" }', False),
        ('{ each = "your characters", do = [{ counter = "Damage", on = "them" }] }', True),
        ('{ each = "your characters", do = [{ gain_tp = 1 }] }, { counter = "Damage", on = "them" }', False),
        ('{ repeat = 2, do = [{ counter = "Damage", on = "it" }, { heal = 1 }] }', True),
        ('{ repeat = 2, do = [{ counter = "Damage", on = "it" }, { may = [{ heal = 1 }] }] }', True),
        ('{ repeat = 2, do = [{ gain_tp = "n" }, { gain_tp = 1 }] }', False),
        ('{ each = "your characters", do = [{ draw = "n" }, { heal = 1 }] }', True),
        ('{ may = [{ heal = 1 }] }, { counter = "Damage", on = "it" }', True),
        ('{ if = { your_turn = true }, then = [{ draw = 1 }] }, { counter = "Damage", on = "it" }', True),
    ],
)
def test_it_and_that_many_stand_behind_what_brings_them(do: str, found: bool) -> None:
    text = ability("activate = true", f"do = [{do}]") + FIGHTER
    if found:
        Played(text, "faroe")
    else:
        with pytest.raises(LoadError, match="finds nothing here"):
            Played(text, "faroe")


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ('to = "ability", rank = "Normal"', "no Rank"),
        ('to = "ability", rank_below = "Hyper"', "no Rank"),
        ('to = "normal attack", rank = "Hyper"', "such a Rank"),
    ],
)
def test_an_answer_to_what_never_comes_is_refused(answers: str, why: str) -> None:
    text = reaction("do = [{ negate = true }]", answers)
    with pytest.raises(LoadError, match=why):
        Played(text + FIGHTER, "faroe")


@pytest.mark.parametrize(
    ("event", "why"),
    [
        ('on = "turn-begins"\nby = "enemy characters"', "nobody causes that"),
        ('on = "end-phase"\nof = "your characters"', "to Players alone"),
        ('on = "gains-tp"\nof = { from = "enemy characters", damaged = true }', "to Players alone"),
        ('on = "knocked-out"\nof = "enemy players"', "to cards alone"),
        ('on = "enters"\nof = "you"', "to cards alone"),
    ],
)
def test_an_event_that_never_comes_is_refused(event: str, why: str) -> None:
    with pytest.raises(LoadError, match=why) as refused:
        Played(ability(event, "do = [{ gain_tp = 1 }]") + FIGHTER, "faroe")
    assert refused.value.key == "ability 1"


@pytest.mark.parametrize(
    ("row", "key"),
    [
        *(("gives = { PLV = 1 }", key) for key in ('of = "this"', 'by = "this"', "cost = 1", "limit = 1")),
        ("gives = { PLV = 1 }", "targets = [{}]"),
        ("gives = { PLV = 1 }", "do = [{ draw = 1 }]"),
        *(("activate = true\ndo = [{ draw = 1 }]", f'{key} = "this"') for key in ("of", "by", "to")),
        ('on = "knocked-out"\ndo = [{ draw = 1 }]', 'to = "this"'),
    ],
)
def test_a_key_that_means_nothing_is_refused(row: str, key: str) -> None:
    with pytest.raises(LoadError, match=f"'{key.partition(' ')[0]}' means nothing beside") as refused:
        Played(ability(row, key) + FIGHTER, "faroe")
    assert refused.value.key == "ability 1"
