"""The print on a card of the 60-card edition (topic card)."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine.errors import LoadError
from fadenet.games.fade.field import values
from fadenet.games.fade.language.printed import lines, printed
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, cards, character, item, zone

CARDS = (
    cards("circlet")
    + character("veteran", level=4, hp=12, plv=6, def_=2, agi=1, cs=3)
    + item("agi-charm", cost=0, keywords="Equip", ability={"gives": {"AGI": 1}})
)


def duel() -> Duel:
    return Duel(CARDS, edition="fade1")


@pytest.mark.rule("fade1", "card.name")
def test_equal_names_with_different_set_codes_are_one_card() -> None:
    # Given two cards with equal names and different set codes, then they cannot be counted as two.
    with pytest.raises(LoadError, match="'Fen' is the name of 'fen' too"):
        rules_with(zone("fen", set="F1") + zone("other", name="Fen", set="F2"), edition="fade1")


@pytest.mark.rule("fade1", "card.stats-shown")
def test_hp_and_def_stand_left_and_plv_and_agi_right() -> None:
    # Given a Character with HP 12, DEF 2, PLV 6, AGI 1, when its card view is drawn.
    veteran = duel().rules.by_slug["veteran"]
    face = printed(veteran)
    # Then HP and DEF are at the left and PLV and AGI at the right of the middle, and CS in the top corner.
    assert (face.left, face.right, face.cost) == ("12 HP 2 DEF", "6 PLV 1 AGI", "3 CS")
    line = lines(veteran)[1]
    assert line.startswith("12 HP 2 DEF") and line.endswith("6 PLV 1 AGI")


@pytest.mark.rule("fade1", "card.symbols-stats")
def test_each_of_the_six_stats_has_its_own_symbol() -> None:
    # Given card text that refers to all six stats.
    stats = {"HP": "HP", "PLV": "PLV", "DEF": "DEF", "AGI": "AGI", "CS": "Maximum CS"}
    text = [augment(f"more-{s.lower()}", ability={"gives": {word: 1}}) for s, word in stats.items()]
    d = Duel("".join([*text, item("more-tp", cost=0, do={"gain_tp": 1})]), edition="fade1")
    # When it is rendered, then each has its own symbol, and none of the others beside it.
    for symbol in (*stats, "TP"):
        words = d.rules.by_slug[f"more-{symbol.lower()}"].text.replace(".", "").split()
        assert {symbol} == {word for word in words if word in (*stats, "TP")}


@pytest.mark.rule("fade1", "card.symbols-counters")
def test_no_two_kinds_of_counter_have_one_marker() -> None:
    # Given one Counter of every kind of the book on a Character, then each has a marker of its own.
    d = duel()
    x = d.character(0)
    kinds = [
        "Power",
        "Barrier",
        "Blindness",
        "Curse",
        "Drain",
        "Fracture",
        "Ghost",
        "Paralyze",
        "Poison",
        "Shield",
        "Timebomb",
    ]
    shown = set[str]()
    for name in kinds:
        d.counters(x, name, 1)
        (new,) = {*FADE.marks(d.s, x).split()} - shown - {"c1"}
        shown.add(new)
        assert new[-1] == "1" and name.startswith(new[:-1])


@pytest.mark.rule("fade1", "card.missing-value")
def test_what_an_augment_does_not_print_it_does_not_give() -> None:
    # Given an Augment printing only PLV 2, when it is attached, then it grants +2 PLV and nothing else.
    d = duel()
    x = d.character(0, "veteran")
    before = d.hp(x), d.plv(x), values.defense(d.s, x), values.agility(d.s, x)
    d.quietly(0, "play", d.hand(0, "circlet"), x)
    after = d.hp(x), d.plv(x), values.defense(d.s, x), values.agility(d.s, x)
    assert [b - a for a, b in zip(before, after, strict=True)] == [0, 2, 0, 0]


@pytest.mark.rule("fade1", "card.missing-value")
def test_an_equip_item_without_hp_has_no_limit_of_uses() -> None:
    # Given an Equip Item with no HP, when its bearer has attacked 10 times, then it is still there.
    d = Duel(CARDS + character("post", hp=99, plv=3), edition="fade1")
    x, y = d.character(0), d.character(1, "post")
    charm = d.on(x, "agi-charm", face=1)
    for _ in range(10):
        d.go(0, COMBAT)
        d.quietly(0, "attack", x, y)
        d.next_turn(1)
    assert d.hp(y) == 99 - 10 * 3 and d.s.host[charm] == x
