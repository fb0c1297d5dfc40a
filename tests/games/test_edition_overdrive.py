"""Overdrive that is paid for together with its card (fade2 keyword.overdrive)."""

from __future__ import annotations

import pytest

from fadenet.engine import notation, position
from fadenet.engine.errors import LoadError
from fadenet.engine.state import CONFIRM
from fadenet.games.fade.tables import COMBAT, KEY_AS, KEY_TO, N_DRIVEN, PREPARATION
from tests.builders.cards import cards
from tests.builders.scenario import Duel

DRIVEN = (KEY_AS, N_DRIVEN)
ITEM = """
[card.flask]
name = "Flask"
types = ["Item"]
rank = "Normal"
cost = 2
do = [{ draw = 1 }]
[[card.flask.ability]]
keyword = "Overdrive"
cost = 3
do = [{ draw = 2 }]
"""
CARDS = (
    cards("faroe", "refusal")
    + ITEM
    + """
[card.lunge]
name = "Lunge"
types = ["Skill"]
rank = "Normal"
cost = 1
keywords = { Poison = 1, Replay = 1 }
do = [{ attack = 2 }]
[[card.lunge.ability]]
keyword = "Overdrive"
cost = 2
do = [{ heal = 3, of = "user" }, { counter = "Drain", n = 1, on = "target" }]
[card.parry]
name = "Parry"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ block = true }]
[[card.parry.ability]]
keyword = "Overdrive"
cost = 1
do = [{ draw = 1 }]
[card.racer]
name = "Racer"
types = ["Character"]
cost = 2
hp = 7
plv = 2
level = 3
keywords = { Shield = 1 }
[[card.racer.ability]]
keyword = "Overdrive"
cost = 3
do = [{ counter = "Shield", n = 2, on = "this" }, { draw = 1 }]
[card.banner]
name = "Banner"
types = ["Augment"]
rank = "Normal"
cost = 1
keywords = { Equip = true }
attach = "your characters"
[[card.banner.ability]]
keyword = "Overdrive"
cost = 2
do = [{ heal = 2, of = "host" }]
"""
)


def duel(edition: str = "fade2") -> Duel:
    return Duel(CARDS, edition=edition)


@pytest.mark.rule("fade2", "keyword.overdrive")
@pytest.mark.rule("fade1", "keyword.overdrive")
@pytest.mark.parametrize("edition", ["fade2", "fade1"])
@pytest.mark.parametrize("paid", [False, True])
def test_an_item_is_played_with_or_without_what_overdrive_adds(edition: str, paid: bool) -> None:
    # Given an Item of Cost 2 with Overdrive 3 and 5 TP.
    d = duel(edition)
    flask = d.hand(0, "flask")
    d.go(0, PREPARATION)
    d.tp(0, 5)
    hand = d.size(0, 2)
    # When it is played, then 2 or 5 TP are paid at once, before anybody answers, and 1 or 3 cards are drawn.
    d.play(0, "play", flask, *([DRIVEN] if paid else []))
    assert d.tp_of(0) == (0 if paid else 3)
    d.pass_all()
    assert d.size(0, 2) == hand - 1 + (3 if paid else 1)


@pytest.mark.rule("fade2", "keyword.overdrive")
@pytest.mark.rule("fade1", "keyword.overdrive")
@pytest.mark.parametrize("edition", ["fade2", "fade1"])
def test_overdrive_that_cannot_be_paid_is_not_offered(edition: str) -> None:
    # Given the same with 4 TP, then only the ordinary play is legal.
    d = duel(edition)
    flask = d.hand(0, "flask")
    d.go(0, PREPARATION)
    d.tp(0, 4)
    assert [move[2:] for move in d.options(0) if move[1:2] == (flask,)] == [()]
    assert d.refused(0, "play", flask, DRIVEN) == d.rule("too-dear")


def test_a_skill_does_what_overdrive_adds_after_its_hits_and_counters() -> None:
    # Given a Skill that puts a Poison Counter, whose Overdrive heals its user and puts a Drain Counter.
    d = duel()
    x, y = d.character(0), d.character(1)
    d.damage(x, 4)
    lunge = d.on(x, "lunge")
    d.go(0, COMBAT)
    d.tp(0, 3)
    # When it is used with it, then all of that happens.
    move = d.move("use", lunge, DRIVEN, y)
    assert "as=overdrive" in notation.format_move(d.s, 0, move)
    d.play(0, "use", lunge, DRIVEN, y)
    assert d.tp_of(0) == 0
    d.pass_all()
    assert [d.count(y, name) for name in ("Damage", "Poison", "Drain")] == [2, 1, 1]
    assert d.count(x, "Damage") == 1


def test_what_is_replayed_is_replayed_without_its_overdrive() -> None:
    # Given such a Skill with Replay 1, and one TP more.
    d = duel()
    x, y = d.character(0), d.character(1)
    d.damage(x, 7)
    lunge = d.on(x, "lunge")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "use", lunge, DRIVEN, y)
    # When it is Replayed, then it hits again and heals nothing more.
    d.until(CONFIRM)
    d.yes(0)
    d.pass_all()
    assert d.count(x, "Damage") == 4


def test_a_negated_card_does_nothing_of_both() -> None:
    # Given such a Skill that is Negated.
    d = duel()
    x, y = d.character(0), d.character(1)
    d.damage(x, 4)
    lunge, refusal = d.on(x, "lunge"), d.on(y, "refusal")
    d.go(0, COMBAT)
    d.tp(0, 3)
    d.tp(1, 9)
    d.play(0, "use", lunge, DRIVEN, y)
    # Then the TP are gone and nobody is healed.
    d.play(1, "use", refusal, -1)
    d.pass_all()
    assert (d.count(x, "Damage"), d.count(y, "Drain"), d.tp_of(0)) == (4, 0, 0)


def test_a_reaction_answers_what_it_answers_with_its_overdrive() -> None:
    # Given an attacked Character with a Block whose Overdrive draws a card.
    d = duel()
    x, y = d.character(0), d.character(1)
    parry = d.on(y, "parry")
    d.go(0, COMBAT)
    d.tp(1, 1)
    d.play(0, "attack", x, y)
    hand = d.size(1, 2)
    d.play(1, "use", parry, DRIVEN, -1)
    d.pass_all()
    assert (d.count(y, "Damage"), d.size(1, 2), d.tp_of(1)) == (0, hand + 1, 0)


def test_a_character_has_what_overdrive_adds_as_it_comes() -> None:
    # Given a Character that comes with a Shield Counter, whose Overdrive puts two more.
    d = duel()
    racer, other = d.fighter(0, "racer"), d.fighter(0, "racer")
    d.on(d.character(1), "refusal")
    d.go(0, PREPARATION)
    d.tp(0, 7)
    # When it is played without a link with it, then it has three; another one, played without, has one.
    d.play(0, "play", racer, DRIVEN, (KEY_TO, d.cell("c1")))
    assert not d.links()
    d.play(0, "play", other, (KEY_TO, d.cell("c2")))
    d.pass_all()
    assert (d.count(racer, "Shield"), d.count(other, "Shield"), d.tp_of(0)) == (3, 1, 0)
    assert d.at(racer) == "c1"


def test_an_attached_card_does_what_overdrive_adds_to_its_bearer() -> None:
    # Given a wounded Character and an Equip Augment whose Overdrive heals its bearer.
    d = duel()
    x = d.character(0)
    d.damage(x, 4)
    banner = d.hand(0, "banner")
    d.go(0, PREPARATION)
    d.tp(0, 3)
    d.play(0, "play", banner, DRIVEN, x)
    d.pass_all()
    assert (d.s.host[banner], d.count(x, "Damage"), d.tp_of(0)) == (x, 2, 0)


def test_a_position_in_the_middle_of_it_is_read_back() -> None:
    # Given a driven Item on the Chain.
    d = duel()
    flask = d.hand(0, "flask")
    d.character(1)
    d.go(0, PREPARATION)
    d.play(0, "play", flask, DRIVEN)
    # Then the position is written and read, and is the same one.
    text = position.dump(d.s)
    assert position.dump(position.load(d.rules, text)) == text


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("cost = 3", "cost = 0", "has a cost"),
        ("cost = 3", "cost = 3\nlimit = 1", "nothing but what is done"),
        ("do = [{ draw = 2 }]", "do = [{ attack = 2 }]", "adds no Attack"),
        ('["Item"]', '["Item", "Skill"]', "one Supertype"),
        ("do = [{ draw = 1 }]", "keywords = { Mystify = 1 }\ndo = [{ draw = 1 }]", "one Supertype"),
    ],
)
def test_an_overdrive_that_cannot_be_is_an_error(old: str, new: str, said: str) -> None:
    with pytest.raises(LoadError, match=said):
        Duel(ITEM.replace(old, new), edition="fade2")


def test_the_face_says_what_overdrive_adds() -> None:
    card = duel().rules.by_slug["flask"]
    assert "Overdrive 3: draw 2 cards" in card.text
