"""Paradox and Reinforce whose effects happen each time their condition becomes true: words of an edition."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms, invariants, kernel, position
from fadenet.engine.digest import digest
from fadenet.engine.errors import LoadError
from fadenet.engine.state import CONFIRM, ORDER
from fadenet.games.fade.tables import COMBAT, FRONT, KEY_TO, NZ
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "charm", "slay")
    + cards("events", "denial")
    + """
[card.prophet]
name = "Prophet"
types = ["Character"]
elements = ["Fire", "Water"]
hp = 9
plv = 1
[[card.prophet.ability]]
keyword = "Paradox"
do = [{ gain_tp = 1 }]
[[card.prophet.ability]]
keyword = "Paradox"
gives = { PLV = 2 }
[card.warden]
name = "Warden"
types = ["Character"]
hp = 9
plv = 1
[[card.warden.ability]]
keyword = "Reinforce"
n = 2
do = [{ gain_tp = 1 }]
[card.chooser]
name = "Chooser"
types = ["Character"]
elements = ["Fire"]
hp = 9
plv = 1
[[card.chooser.ability]]
keyword = "Paradox"
cost = 2
do = [{ draw = 1 }]
[card.flame]
name = "Flame"
types = ["Character"]
elements = ["Fire"]
hp = 3
plv = 1
[card.wave]
name = "Wave"
types = ["Character"]
elements = ["Water", "Earth"]
hp = 3
plv = 1
[card.hush]
name = "Hush"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ grant = "Mute", on = "target", until = "turn" }]
[card.geyser]
name = "Geyser"
types = ["Skill"]
elements = ["Fire", "Water"]
rank = "Normal"
targets = [{ pick = "enemy characters" }]
do = [{ attack = 2 }, { if = { paradox = true }, then = [{ attack = 2 }] }]
"""
)
WITH = (
    ('Paradox = { kind = "plain", how = "condition"', 'Paradox = { kind = "plain", how = "edge"'),
    ('Reinforce = { kind = "number", how = "condition"', 'Reinforce = { kind = "number", how = "edge"'),
    ('refill = "all"', 'refill = "none"'),
    ("last_front_stays = true", "last_front_stays = false"),
    ('last-in-front = "prep.move-last-front"\n', ""),
    ("[turn]\n", '[turn]\nquiet_plays = ["Character"]\n'),
    ('enter = "behind-front"', 'enter = "free"'),
)
TO_FRONT, TO_BACK = (KEY_TO, 0), (KEY_TO, 1)


def match(seats: int = 2) -> Duel:
    """A match of an edition in which Paradox and Reinforce are edges; everybody has 5 TP."""
    d = differing(CARDS, *WITH, seats=seats)
    for seat in range(seats):
        d.tp(seat, 5)
    return d


def comes(d: Duel, seat: int, slug: str, to: tuple[int, int] = TO_FRONT) -> int:
    """A Character that its Player plays without a Chain, and what comes of it."""
    h = d.fighter(seat, slug)
    d.play(seat, "play", h, to)
    d.pass_all()
    return h


def falls(d: Duel, seat: int, h: int) -> None:
    """A Character that an Item destroys."""
    d.play(seat, "play", d.hand(seat, "slay"), h)
    d.pass_all()


def mute(d: Duel, h: int) -> None:
    d.play(0, "play", d.hand(0, "hush"), h)
    d.pass_all()


def test_it_happens_each_time_the_condition_becomes_true() -> None:
    # Given a Fire and Water card with "Paradox: gain 1 TP" and a Fire Character, when a Water one comes, then
    # it happens once, in a Chain of its own; not for another one; when both are gone and one comes, again.
    d = match()
    d.character(0, "prophet")
    d.character(0, "flame")
    assert not d.happened("becomes-true")
    first = comes(d, 0, "wave")
    assert d.tp_of(0) == 6 and d.log[-1][0] == d.rules.events.index("chain-over")
    second = comes(d, 0, "wave")
    assert d.tp_of(0) == 6
    for h in (first, second):
        falls(d, 0, h)
    assert d.tp_of(0) == 6
    comes(d, 0, "wave")
    assert d.tp_of(0) == 7


def test_a_lasting_effect_is_there_as_long_as_the_condition_is_true() -> None:
    # Given "Paradox: +2 PLV" of the same card, then it has it while a Fire and a Water Character are there.
    d = match()
    prophet = d.character(0, "prophet")
    d.character(0, "flame")
    assert d.plv(prophet) == 1
    wave = comes(d, 0, "wave")
    assert d.plv(prophet) == 3
    falls(d, 0, wave)
    assert d.plv(prophet) == 1


def test_a_card_that_is_used_asks_when_it_does_what_it_says() -> None:
    # Given a Fire and Water Skill with "Paradox: 2 more damage" (fade2 keyword.paradox), then it deals 4 with
    # a Fire and a Water Character there, and 2 with only the former.
    for there, dealt in (("flame", 2), ("wave", 4)):
        d = match()
        user, enemy = d.character(0, "flame"), d.character(1, "giant")
        d.character(0, there)
        skill = d.on(user, "geyser")
        d.go(0, COMBAT)
        d.play(0, "use", skill, enemy)
        d.pass_all()
        assert d.count(enemy, "Damage") == dealt


def test_reinforce_happens_when_its_number_is_reached_once_a_turn() -> None:
    # Given "Reinforce 2: gain 1 TP" and one Character in the back, when a second one moves there, then it
    # happens; not for a third one, nor when they go out and in again this turn; in a later turn it does.
    d = match()
    d.character(0, "warden")
    d.character(0, backup=True)
    second, third = d.character(0), d.character(0)
    d.play(0, "move", second)
    d.pass_all()
    assert d.tp_of(0) == 6
    d.play(0, "move", third)
    for _ in range(2):
        for h in (second, third):
            d.play(0, "move", h)
    d.pass_all()
    assert len(d.happened("becomes-true")) == 2 and d.tp_of(0) == 6
    d.next_turn(0)
    d.tp(0, 5)
    for h in (second, third, third):
        d.play(0, "move", h)
    d.pass_all()
    assert d.tp_of(0) == 6


def test_a_card_that_comes_while_it_holds_finds_it_becoming_true() -> None:
    # Given a Fire and a Water Character, when the card comes, then it happens; when it has left and comes
    # back, once more.
    d = match()
    d.character(0, "flame")
    d.character(0, "wave")
    prophet = comes(d, 0, "prophet")
    assert d.tp_of(0) == 6
    falls(d, 0, prophet)
    d.tp(0, 5)
    atoms.move(d.s, prophet, FRONT, 1)
    d.play(0, "move", d.character(0))
    d.pass_all()
    assert d.tp_of(0) == 6


def test_a_silent_card_misses_what_becomes_true_meanwhile() -> None:
    # Given a Mute card, when its condition becomes true, then nothing happens, nor when it speaks again; when
    # it becomes true anew, it does. What was true before it was Mute does not happen again afterwards.
    d = match()
    prophet = d.character(0, "prophet")
    d.character(0, "flame")
    mute(d, prophet)
    wave = comes(d, 0, "wave")
    assert d.tp_of(0) == 5
    d.next_turn(0)
    d.tp(0, 5)
    d.play(0, "move", wave)
    assert d.tp_of(0) == 5 and not d.happened("becomes-true")
    falls(d, 0, wave)
    d.tp(0, 5)
    comes(d, 0, "wave")
    assert d.tp_of(0) == 6
    mute(d, prophet)
    d.next_turn(0)
    assert len(d.happened("becomes-true")) == 1


def test_whoever_takes_control_counts_with_the_characters_there() -> None:
    # Given a card of seat 1 whose condition does not hold there and a Fire and a Water Character of seat 0,
    # when seat 0 takes control of it, then it happens for seat 0.
    d = match()
    prophet = d.character(1, "prophet")
    d.character(0, "flame")
    d.character(0, "wave")
    d.play(0, "play", d.hand(0, "charm"), prophet)
    d.pass_all()
    assert d.s.ctrl[prophet] == 0 and len(d.happened("becomes-true")) == 1 and d.tp_of(1) == 5


def test_several_at_once_come_in_turn_order_and_each_orders_its_own() -> None:
    # Given a Character that two cards of seat 0 and one of seat 1 wait for, when seat 0's field shows all
    # Elements, then seat 0 orders its two; those of others do not count for it.
    d = match(seats=3)
    mine = [d.character(0, "prophet"), d.character(0, "prophet")]
    d.character(1, "prophet")
    d.character(1, "flame")
    d.character(2, "prophet")
    d.play(0, "play", d.fighter(0, "wave"), TO_FRONT)
    assert not d.happened("becomes-true")[2:]
    assert {row[1] for row in d.happened("becomes-true")} == {*mine}
    assert d.s.asks[0].kind == ORDER and d.asked() == [0]
    d.pass_all()
    assert [d.tp_of(seat) for seat in range(3)] == [7, 5, 5]


def test_a_price_may_be_paid_or_not() -> None:
    # Given "Paradox: you may pay 2 TP: draw 1 card", when it becomes true, then its Player is asked.
    d = match()
    d.character(0, "chooser")
    d.play(0, "play", d.fighter(0, "flame"), TO_FRONT)
    assert d.asked_kind() == CONFIRM
    d.yes(0)
    d.pass_all()
    assert d.tp_of(0) == 3


def test_it_is_negated_as_any_triggered_effect() -> None:
    # Given such an effect, when it is Negated, then nothing comes of it, and it does not happen again.
    d = match()
    d.character(0, "prophet")
    d.character(0, "flame")
    denial = d.on(d.character(1), "denial")
    d.play(0, "play", d.fighter(0, "wave"), TO_FRONT)
    d.play(1, "use", denial, -1)
    d.pass_all()
    assert d.tp_of(0) == 5 and len(d.happened("becomes-true")) == 1


def test_what_waits_for_one_who_leaves_does_not_happen() -> None:
    # Given an effect that seat 1 could pay for in seat 0's turn, when seat 1 leaves as it is asked, then the
    # match goes on without it.
    d = match(seats=3)
    d.character(1, "chooser")
    flame = d.character(0, "flame")
    d.s.queue = ()
    atoms.control(d.s, flame, 1, 1 * NZ + FRONT)
    d.play(0, "move", d.character(0))
    assert d.asked() == [1] and d.asked_kind() == CONFIRM
    d.log.clear()
    d.answer(1, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.asked() == [0] and not d.happened("linked") and not d.happened("drawn")


def test_what_held_last_stands_in_positions() -> None:
    # Given a condition that holds, when the position is written and read, then it is the same, and it does
    # not become true once more.
    d = match()
    d.character(0, "prophet")
    d.character(0, "flame")
    comes(d, 0, "wave")
    assert not invariants.fault(d.s)
    again = position.load(d.rules, position.dump(d.s))
    assert digest(again) == digest(d.s)
    d.s = again
    comes(d, 0, "wave")
    assert d.tp_of(0) == 6


def test_cards_say_what_happens_under_the_keyword() -> None:
    # Given such cards, then their text names the keyword ahead of what happens.
    said = match().rules.by_slug
    assert said["warden"].text == "Reinforce 2: gain 1 TP."
    assert said["chooser"].text == "Paradox: you may pay 2 TP: draw 1 card."


@pytest.mark.parametrize("word", ["", 'on = "becomes-true"'])
def test_the_event_has_no_word_of_its_own(word: str) -> None:
    # Given an ability that names the event, or one under no keyword, then the card is refused.
    keyword = 'keyword = "Paradox"\n' if word else ""
    row = f"[[card.x.ability]]\n{keyword}{word}\ndo = [{{ draw = 1 }}]"
    with pytest.raises(LoadError) as fault:
        differing(f"[card.x]\nname = 'X'\ntypes = ['Zone']\n{row}", *WITH)
    assert fault.value.key == "ability 1"
