"""Character Slots: how many Characters fit in front, and who makes room for one that is played."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine.errors import LoadError
from fadenet.engine.kernel import ask_of
from fadenet.engine.state import PICK
from fadenet.games.fade import reasons
from fadenet.games.fade.editions import shape
from fadenet.games.fade.field import slots
from fadenet.games.fade.tables import AFTERMATH, PREPARATION
from fadenet.games.fade.typed import FadeRules
from tests.builders.cards import cards
from tests.builders.cells import GRID, fill, to
from tests.builders.editions import changed, differing
from tests.builders.scenario import Duel

ONE, TWO, THREE, HEIR, FRIEND, NEUTRAL = (
    f"""
[card.{slug}]
name = "{slug.title()}"
types = ["Character"]
hp = 9
plv = 3
cs = {n}
{more}
"""
    for slug, n, more in (
        ("one", 1, ""),
        ("two", 2, 'elements = ["Fire"]'),
        ("three", 3, ""),
        ("heir", 4, 'level_up = ["Three"]'),
        ("friend", 1, 'keywords = { Friendship = ["Fire", 2] }'),
        ("drifter", 2, "keywords = { Neutrality = true }"),
    )
)
CARDS = (
    cards("faroe", "seize", "shove", "shackle", "exhume")
    + ONE
    + TWO
    + THREE
    + HEIR
    + FRIEND
    + NEUTRAL
    + """
[card.famine]
name = "Famine"
types = ["Item"]
rank = "Normal"
do = [{ mod = "Maximum CS", n = -4, on = "you", until = "end" }]
[card.rally]
name = "Rally"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "your characters" }]
do = [{ row = "target", to = "front" }]
"""
)
SLOTS = (
    *[(old, new) for old, new in GRID if "enter" not in old],
    ('enter = "behind-front"', 'enter = "never"'),
    ('retreat = "able"', 'retreat = "ready"'),
    ('forward = "able"', 'forward = "any"'),
    ("[board]\n", '[cards]\nstats = ["CS"]\n\n[board]\nslots = true\n'),
    (
        "[keywords]\n",
        '[keywords]\nNeutrality = { kind = "plain" }\nFriendship = { kind = "elements and number" }\n',
    ),
    ("[turn]\n", '[turn]\nquiet_plays = ["Character"]\n'),
    ("[reasons]\n", '[reasons]\nslots = "prep.play-character"\nforward = "prep.move"\n'),
)


def duel() -> Duel:
    return differing(CARDS, *SLOTS, figures={"starting_cs": 6})


def leavers(d: Duel, seat: int) -> list[int]:
    """Who of a seat may go to the back row now."""
    a = ask_of(d.s, seat)
    assert a is not None and a.kind == PICK
    return [move[1] for move in d.options(seat)]


def test_a_character_takes_up_as_many_slots_as_it_prints() -> None:
    """given 2 and 3 in front and 3 in the back row, then 1 of 6 is left (fade1 value.cs)."""
    d = duel()
    d.character(0, "two")
    d.character(0, "three")
    assert slots.left(d.s, 0) == 1
    d.character(0, "three", backup=True)
    assert slots.left(d.s, 0) == 1 and slots.left(d.s, 1) == 6


def test_one_that_fits_comes_without_anybody_leaving() -> None:
    """given 6 free slots, then 2 and 2 are played and 2 are left; they cost no TP."""
    d = duel()
    for _ in range(2):
        d.play(0, "play", d.fighter(0, "two"), d.to("front"))
    assert d.can(0, "play", d.fighter(0, "two"), d.to("front"))
    assert slots.left(d.s, 0) == 2 and d.size(0, 0) == 2 and d.tp_of(0) == 10


def test_who_makes_room_is_chosen_as_part_of_playing() -> None:
    """given two ready ones of 3, when one of 2 is played, then one of them goes to the back row, with all
    that it has, and 5 are in use (fade1 prep.cs-overflow).
    """
    d = duel()
    a, b = d.character(0, "three"), d.character(0, "three")
    d.damage(b, 2)
    h = d.fighter(0, "two")
    d.play(0, "play", h, d.to("front"))
    assert sorted(leavers(d, 0)) == [a, b]
    assert "for others to have room" in FADE.question(d.s, d.s.asks[0], str)
    d.play(0, "pick", b)
    d.pass_all()
    assert [d.lies(x) for x in (a, b, h)] == ["front", "backup", "front"]
    assert slots.left(d.s, 0) == 1 and d.hp(b) == 7


def test_only_those_are_asked_for_whose_leaving_is_enough() -> None:
    """given 1, 2 and 3 in front and one free cell behind, when one of 3 is played, then the 3 leaves."""
    d = duel()
    one, two, three = d.character(0, "one"), d.character(0, "two"), d.character(0, "three")
    fill(d, 0, "b", 5)
    h = d.fighter(0, "three")
    d.play(0, "play", h, d.to("front"))
    assert [d.lies(x) for x in (one, two, three, h)] == ["front", "front", "backup", "front"]


@pytest.mark.parametrize("why", ["fresh", "barred", "full"])
def test_without_anybody_who_can_leave_none_is_played(why: str) -> None:
    """given 6 in use by ones that are fresh, cannot act, or have no cell to go to, then one of 1 is refused
    (fade1 prep.cs-blocked).
    """
    d = duel()
    there = [d.character(0, "three", fresh=why == "fresh") for _ in range(2)]
    if why == "barred":
        for h in there:
            d.play_out(0, d.hand(0, "shackle"), h)
    if why == "full":
        fill(d, 0, "b")
    h = d.fighter(0, "one")
    assert d.refused(0, "play", h, d.to("front")) == d.rule(reasons.SLOTS)
    assert not [move for move in d.options(0) if h in move[1:2]]


def test_the_back_row_comes_forward_only_into_free_slots() -> None:
    """given 5 in use, then one of 2 stays behind until another has left (fade1 prep.reserve-out)."""
    d = duel()
    two, three = d.character(0, "two"), d.character(0, "three")
    back = d.character(0, "two", backup=True)
    assert not d.can(0, "move", back, d.to("front"))
    assert d.can(0, "move", back, to(d, d.at(two))) and d.can(0, "move", back, to(d, d.at(three)))
    d.play(0, "move", two, d.to("backup"))
    assert d.can(0, "move", back, d.to("front"))


def test_effects_bring_none_forward_that_does_not_fit() -> None:
    """given 5 in use, when an effect moves one of 2 to the front, then it stays; with 4 in use it goes."""
    for there, row in ((("two", "three"), "backup"), (("one", "three"), "front")):
        d = duel()
        for slug in there:
            d.character(0, slug)
        back = d.character(0, "two", backup=True)
        d.play(0, "play", d.hand(0, "rally"), back)
        d.pass_all()
        assert d.lies(back) == row


def test_one_taken_over_goes_behind_where_it_does_not_fit() -> None:
    """given 6 in use, when its player takes control of another's 2, then that comes to the back row (fade1
    zone.control-change); with 4 in use it comes to the front.
    """
    for there, row in ((("three", "three"), "backup"), (("three", "one"), "front")):
        d = duel()
        for slug in there:
            d.character(0, slug)
        fill(d, 0, "b", 5)
        theirs = d.character(1, "two")
        d.play(0, "play", d.hand(0, "seize"), theirs)
        d.pass_all()
        assert d.s.ctrl[theirs] == 0 and d.lies(theirs) == row


def test_too_many_leave_in_the_next_own_preparation() -> None:
    """given 6 in use and the Maximum lowered to 2 in the Aftermath, then nobody leaves until the next own
    Preparation, when Characters must until they fit (fade1 zone.cs-over-maximum).
    """
    d = duel()
    a, b = d.character(0, "three"), d.character(0, "three")
    d.go(0, AFTERMATH)
    d.play_out(0, d.hand(0, "famine"))
    assert slots.left(d.s, 0) == -4 and d.lies(a) == d.lies(b) == "front"
    d.next_turn(1)
    d.go(0, PREPARATION)
    assert d.lies(a) == d.lies(b) == "backup" and slots.left(d.s, 0) == 2


def test_friends_leave_slots_free_for_as_long_as_the_character_stays() -> None:
    """given Friendship of Fire 2 and 2 Characters, then one of 2 that is Fire takes up 1, also when it
    is gone (fade1 keyword.element-friendship-details).
    """
    d = duel()
    friend, _ = d.character(0, "friend"), d.character(0, "one")
    h = d.fighter(0, "two")
    d.play(0, "play", h, d.to("front"))
    assert slots.left(d.s, 0) == 3
    d.damage(friend, 9)
    d.s.since[h] = 0
    d.play(0, "move", h, d.to("backup"))
    d.play(0, "move", h, d.to("front"))
    assert slots.taken_by(d.s, h) == 1


def test_who_lies_under_a_level_up_card_takes_up_nothing() -> None:
    """given 3 and 3 in use, when one of 4 is laid on the first, then the other one leaves; a fresh one does
    not, and it is refused (fade1 keyword.level-up-carry-over).
    """
    d = duel()
    a, b = d.character(0, "three"), d.character(0, "three")
    h = d.fighter(0, "heir")
    d.play(0, "play", h, to(d, d.at(a)), a)
    d.pass_all()
    assert [d.lies(x) for x in (h, b)] == ["front", "backup"] and slots.left(d.s, 0) == 2
    d = duel()
    a, b = d.character(0, "three"), d.character(0, "three", fresh=True)
    assert d.refused(0, "play", d.fighter(0, "heir"), to(d, d.at(a)), a) == d.rule(reasons.SLOTS)


def test_a_neutral_character_takes_up_slots_of_the_side_it_stands_on() -> None:
    """given one with Neutrality, whoever has the turn, then its owner has 2 in use (fade1
    keyword.neutrality-control).
    """
    d = duel()
    d.character(0, "drifter")
    d.next_turn(1)
    d.go(1, PREPARATION)
    assert slots.left(d.s, 0) == 4 and slots.left(d.s, 1) == 6


UNFIT = {
    "board.slots": ('stats = ["CS"]', "stats = []"),
    "back.enter": ('enter = "never"', 'enter = "free"'),
    "keywords.Tag-Out.how": (
        "[keywords]\n",
        '[keywords]\nTag-Out = { kind = "plain", how = "anywhere" }\n',
    ),
}
"""What slots do not go together with, by the key that the error names."""


@pytest.mark.parametrize("key", UNFIT)
def test_what_slots_do_not_go_together_with(key: str) -> None:
    """given an edition with slots and a word at odds with them, then the error names it."""
    text = changed(*SLOTS).replace(*UNFIT[key])
    if key.endswith("how"):
        text = text.replace("[reasons]\n", '[reasons]\ntag-out = "prep.move"\n')
    with pytest.raises(LoadError) as fault:
        shape.read(FadeRules.package, "made.toml", text)
    assert fault.value.key == key
