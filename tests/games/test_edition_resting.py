"""A back row that rests: of its Characters, and of what lies on them, only what stands under Backup works."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.games.fade.field import commands, values
from fadenet.games.fade.tables import (
    AFTERMATH,
    BACKUP,
    COMBAT,
    HAND,
    K_IMMUNE,
    K_LOCK_ON,
    NZ,
    PREPARATION,
)
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

RESTS = ("last_front_stays = true\n", "last_front_stays = true\nrests = true\n")

CARDS = (
    cards("faroe", "charm", "plate")
    + """
[card.captain]
name = "Captain"
types = ["Character"]
hp = 9
plv = 2
[[card.captain.ability]]
gives = { PLV = 1 }
to = "your front characters"
[[card.captain.ability]]
keyword = "Backup"
gives = { PLV = 3, Lock-On = true }
to = "your characters"
[card.stoic]
name = "Stoic"
types = ["Character"]
hp = 9
plv = 2
keywords = { Immune = ["Items"], Concussion = true }
[card.warded]
name = "Warded"
types = ["Character"]
hp = 9
plv = 2
[[card.warded.ability]]
keyword = "Backup"
gives = { Immune = ["Items"] }
[card.muster]
name = "Muster"
types = ["Character"]
hp = 9
plv = 2
[[card.muster.ability]]
on = "enters"
do = [{ draw = 1 }]
[[card.muster.ability]]
on = "destroyed"
do = [{ draw = 1 }]
[card.scholar]
name = "Scholar"
types = ["Character"]
hp = 9
plv = 2
[[card.scholar.ability]]
activate = true
do = [{ draw = 1 }]
[card.push]
name = "Push"
types = ["Reaction"]
rank = "Normal"
answers = { to = "ability" }
targets = [{ pick = "enemy characters" }]
do = [{ row = "target", to = "backup" }]
[card.dart]
name = "Dart"
types = ["Item"]
rank = "Normal"
cost = 0
targets = [{ pick = "all characters" }]
do = [{ damage = 3, to = "target" }]
[card.slay]
name = "Slay"
types = ["Item"]
rank = "Normal"
cost = 0
targets = [{ pick = "all characters" }]
do = [{ destroy = "target" }]
[card.exhume]
name = "Exhume"
types = ["Item"]
rank = "Normal"
cost = 0
targets = [{ pick = "your discard pile" }]
do = [{ enter = "target", to = "backup" }]
[card.hush]
name = "Hush"
types = ["Item"]
rank = "Normal"
cost = 0
targets = [{ pick = "all characters" }]
do = [{ grant = "Mute", on = "target" }]
[card.muzzle]
name = "Muzzle"
types = ["Augment"]
rank = "Normal"
attach = "enemy characters"
keywords = { Equip = true }
[[card.muzzle.ability]]
gives = { Mute = true }
[card.gift]
name = "Gift"
types = ["Item"]
rank = "Normal"
cost = 0
targets = [{ pick = "your characters" }]
do = [{ grant = "Lock-On", on = "target" }, { mod = "PLV", n = 1, on = "target" }]
"""
)
OLDER = (
    CARDS
    + """
[card.drifter]
name = "Drifter"
types = ["Character"]
hp = 9
plv = 2
keywords = { Neutrality = true }
[card.relay]
name = "Relay"
types = ["Character"]
hp = 9
plv = 2
[[card.relay.ability]]
keyword = "Synchronize"
n = 1
directions = ["Left"]
among = { type = "Character" }
gives = { PLV = 2 }
[card.reserve-call]
name = "Reserve Call"
types = ["Character"]
hp = 9
plv = 2
[[card.reserve-call.ability]]
keyword = "Reinforce"
n = 2
do = [{ draw = 1 }]
"""
)


def older(seats: int = 2) -> Duel:
    return Duel(OLDER, seats=seats, edition="fade1")


def locked_on(d: Duel, h: int) -> bool:
    return values.keyword(d.s, h, K_LOCK_ON) > 0


def test_it_rests_without_cells_too() -> None:
    # Given an edition without cells whose back row rests, when a Captain goes there and comes back, then its
    # effects change at once.
    d = differing(CARDS, RESTS)
    x, captain = d.character(0), d.character(0, "captain")
    assert (d.plv(x), d.plv(captain)) == (4, 3)
    d.play(0, "move", captain)
    assert (d.plv(x), d.plv(captain)) == (6, 5) and locked_on(d, captain)
    d.go(0, AFTERMATH)
    d.play(0, "move", captain)
    assert (d.plv(x), d.plv(captain)) == (4, 3) and not locked_on(d, captain)


def test_where_it_does_not_rest_all_of_it_works() -> None:
    # Given the edition as it is, then Immune works there, and so does a Reaction.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    stoic = d.character(0, "stoic", backup=True)
    block = d.on(stoic, "guard")
    assert values.keyword(d.s, stoic, K_IMMUNE)
    d.go(1, COMBAT)
    d.play(1, "attack", y, x)
    assert d.can(0, "use", block, -1)


@pytest.mark.parametrize("made", [lambda: differing(CARDS, RESTS), older])
def test_neither_immune_nor_concussion_is_there(made: type[Duel]) -> None:
    # Given one that is Immune to Items, with Concussion, in the back row, when an Item hurts it, then it is
    # hurt and stands.
    d = made()
    d.character(1)
    stoic = d.character(1, "stoic", backup=True)
    d.play_out(0, d.hand(0, "dart"), stoic)
    assert (d.lies(stoic), d.count(stoic, "Damage")) == ("backup", 3)


def test_what_backup_gives_its_own_card_is_there() -> None:
    # Given 'Backup: this is Immune to Items', then it is in Reserve, and not in front.
    d = older()
    ahead, behind = d.character(1, "warded"), d.character(1, "warded", backup=True)
    dart = d.hand(0, "dart")
    assert d.refused(0, "play", dart, behind) == d.rule("immune")
    assert d.can(0, "play", dart, ahead)


def test_a_card_that_gives_mute_goes_on_there() -> None:
    # Given an Augment that makes its bearer Mute, when that is in Reserve, then its Backup is silent.
    d = older()
    x, captain = d.character(0), d.character(0, "captain", backup=True)
    assert d.plv(x) == 6
    d.on(captain, "muzzle", face=1, seat=1)
    assert d.plv(x) == 3


def test_mute_reaches_there_and_silences_backup() -> None:
    # Given a Captain in Reserve, when it becomes Mute, then its Backup is silent as well.
    d = older()
    x, captain = d.character(0), d.character(0, "captain", backup=True)
    assert d.plv(x) == 6
    # What gives a keyword to a card there gives none, but for Mute.
    d.play_out(0, d.hand(0, "gift"), captain)
    assert d.plv(captain) == 2 + 3 + 1 and locked_on(d, captain)
    d.play_out(0, d.hand(0, "hush"), captain)
    assert (d.plv(x), d.plv(captain)) == (3, 3)


def test_a_keyword_given_there_is_there_when_its_bearer_comes_to_the_front() -> None:
    # Given a Character in Reserve that is given Lock-On and 1 PLV for the turn.
    d = older()
    d.character(0)
    x = d.character(0, backup=True)
    d.play_out(0, d.hand(0, "gift"), x)
    # Then it has the PLV alone, and both once it comes to the front.
    assert d.plv(x) == 4 and not locked_on(d, x)
    d.play(0, "move", x, *d.across(x))
    assert d.plv(x) == 4 and locked_on(d, x)


def test_who_is_taken_to_the_front_works_there() -> None:
    # Given B's Captain in Reserve, when A takes it into a Character Zone, then its other effects are A's.
    d = older()
    d.character(1)
    x, captain = d.character(0), d.character(1, "captain", backup=True)
    d.play_out(0, d.hand(0, "charm"), captain)
    assert (d.s.ctrl[captain], d.lies(captain)) == (0, "front")
    assert d.plv(x) == 4


def test_nothing_is_triggered_by_coming_there_or_falling_there() -> None:
    # Given effects On Enter Field and On Destroyed, when their card comes to Reserve and is destroyed there.
    d = older()
    d.character(0)
    muster = d.discard(0, "muster")
    d.play_out(0, d.hand(0, "exhume"), muster)
    assert d.lies(muster) == "backup"
    d.play_out(0, d.hand(0, "slay"), muster)
    # Then no card is drawn.
    assert d.lies(muster) == "discard" and d.size(0, HAND) == 0


def test_an_effect_that_is_under_way_is_carried_out() -> None:
    # Given an effect on the Chain, and an answer that puts its card into Reserve, then it draws all the same.
    d = older()
    d.character(0)
    scholar, push = d.character(0, "scholar"), d.on(d.character(1), "push")
    d.go(0, COMBAT)
    before = d.size(0, HAND)
    d.play(0, "activate", scholar)
    d.play(1, "use", push, -1, scholar)
    d.pass_all()
    assert d.lies(scholar) == "backup" and d.size(0, HAND) == before + 1


def test_what_becomes_true_there_does_not_happen() -> None:
    # Given Reinforce 2 on a Character in front and on one in Reserve, when a second and a third come there.
    d = older()
    d.character(0, "reserve-call")
    behind, first, second = d.character(0, "reserve-call", backup=True), d.character(0), d.character(0)
    for goes in (first, second):
        d.play(0, "move", goes, *d.across(goes))
        d.pass_all()
    # Then the one in front draws a card.
    assert d.size(0, HAND) == 1
    # When the other one comes to the front, and there are two in Reserve as before, then it has missed that.
    d.play(0, "move", behind, *d.across(behind))
    d.pass_all()
    assert d.size(0, HAND) == 1
    # When there is one and two again in a later turn, then both draw.
    d.next_turn(0)
    d.empty(0, HAND)
    for goes in (first, first):
        d.play(0, "move", goes, *d.across(goes))
        d.pass_all()
        d.s.since[first] = 0
    assert d.size(0, HAND) == 2


def test_a_card_with_synchronize_there_is_no_command() -> None:
    # Given 'Synchronize Left 1 Character: +2 PLV' in front and in Reserve, with Characters to the left.
    d = older()
    beside, ahead = d.character(0, at="c1"), d.character(0, "relay", at="c2")
    other, behind = d.character(0, at="b1"), d.character(0, "relay", at="b2")
    # Then the one in front has it, and its neighbour is Command Material; the other one is not.
    assert (d.plv(ahead), d.plv(behind)) == (4, 2)
    assert commands.layout(d.s).materials == {beside} and other not in commands.layout(d.s).working


def test_neutrality_is_off_there() -> None:
    # Given A's Character with Neutrality in Reserve, when B's turn comes, then it is still A's.
    d = older()
    d.character(0)
    drifter = d.character(0, "drifter", backup=True)
    d.go(1, PREPARATION)
    assert d.s.ctrl[drifter] == 0


def test_what_lay_on_one_of_another_player_leaves_with_that() -> None:
    # Given three players, C's Augment on A's Character in Reserve, when C leaves, then the rest is as before.
    d = older(3)
    d.character(0)
    x = d.character(0, "captain", backup=True)
    plate = d.on(x, "plate", face=1, seat=2)
    kernel.leave(d.s, 2)
    d.settle()
    assert d.lies(plate) == "nowhere" and x in d.s.zones[0 * NZ + BACKUP] and d.plv(x) == 5
