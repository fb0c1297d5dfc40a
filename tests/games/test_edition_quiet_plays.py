"""Cards whose playing is no link: they come at once, while no Chain is running; what they trigger waits."""

from __future__ import annotations

import pytest

from fadenet.engine.state import PICK
from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND, KEY_TO
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "refusal")
    + """
[card.herald]
name = "Herald"
types = ["Character"]
cost = 2
hp = 9
plv = 1
[[card.herald.ability]]
on = "enters"
of = "this"
do = [{ draw = 1 }]
[card.veteran]
name = "Veteran"
types = ["Character"]
hp = 9
plv = 1
level_up = ["Soldier"]
[card.charm]
name = "Charm"
types = ["Augment"]
rank = "Normal"
cost = 1
keywords = { Poison = 2 }
[[card.charm.ability]]
activate = true
do = [{ draw = 1 }]
[card.mirror]
name = "Mirror"
types = ["Augment", "Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ block = true }]
[card.cache]
name = "Cache"
types = ["Zone"]
keywords = { Stacker = 1 }
[card.listener]
name = "Listener"
types = ["Character"]
hp = 9
plv = 1
[[card.listener.ability]]
on = "played"
of = "all cards in use"
do = [{ gain_tp = 1 }]
[[card.listener.ability]]
on = "targeted"
of = "this"
do = [{ gain_tp = 2 }]
[[card.listener.ability]]
on = "used"
of = "all cards in use"
do = [{ gain_tp = 4 }]
[card.lookout]
name = "Lookout"
types = ["Character"]
hp = 9
plv = 1
[[card.lookout.ability]]
on = "enters"
of = "enemy cards"
do = [{ heal = 1 }]
"""
)
TOWER = """
[card.tower]
name = "Tower"
types = ["Skill"]
rank = "Normal"
keywords = { Buildup = 2 }
do = [{ attack = 4 }]
"""
LINE = 'round = "cycle"\n'
FRONT = (KEY_TO, 0)
ALL = 'quiet_plays = ["Character", "Augment", "Zone"]'


def match(quiet: str = ALL, seats: int = 2, cards: str = CARDS) -> Duel:
    """A match of an edition in which these Supertypes are played without a link."""
    return differing(cards, (LINE, f"{LINE}{quiet}\n"), seats=seats)


def test_a_character_comes_at_once_and_its_ability_starts_a_chain() -> None:
    # Given a Reaction that Negates anything, when a Character is played, then nobody answers that: it is
    # there and paid for; its On Enter ability is a link that can be Negated.
    d = match()
    refusal = d.on(d.character(1), "refusal")
    herald = d.fighter(0, "herald")
    d.play(0, "play", herald, FRONT)
    assert d.where(herald) == "Character Zone" and d.tp_of(0) == 8
    assert d.links() == ["Herald"] and d.asked() == [1]
    d.play(1, "use", refusal, -1)
    d.pass_all()
    assert d.size(0, HAND) == 0 and d.where(herald) == "Character Zone" and not d.s.acts


def test_an_augment_takes_effect_at_once_and_its_ability_can_be_answered() -> None:
    # Given an Augment, when it is played, then it lies on its bearer with its Counters, without a Chain; when
    # it is activated, then that is a link.
    d = match()
    mine, theirs = d.character(0), d.character(1)
    d.on(theirs, "refusal")
    charm = d.hand(0, "charm")
    d.play(0, "play", charm, mine)
    assert d.s.host[charm] == mine and d.count(mine, "Poison") == 2 and d.asked() == [0]
    assert not d.s.chain and not d.happened("linked") and not d.s.acts
    d.go(0, COMBAT)
    d.play(0, "activate", charm)
    assert d.asked() == [1]


def test_while_a_chain_is_running_nothing_is_played_quietly() -> None:
    # Given a Chain in the own Preparation Phase, then Character, Augment and Zone are refused until it is
    # over, and who could only do that is not asked.
    d = match()
    mine = d.character(0)
    cards = [(d.fighter(0, "herald"), (FRONT,)), (d.hand(0, "charm"), (mine,)), (d.hand(0, "cache"), ())]
    d.on(d.character(1), "refusal")
    d.play(0, "play", d.hand(0, "ration"))
    assert d.s.chain and d.asked() == [1]
    d.play(1, "pass")
    assert not d.s.chain and d.asked() == [0]
    assert all(d.can(0, "play", card, *more) for card, more in cards)


def test_a_quiet_play_as_an_answer_is_refused_with_the_rule() -> None:
    # Given one who is asked for another reason while a Chain runs, then quiet plays are refused, with the
    # rule that a Chain is running; what still is a link may be linked.
    d = match('quiet_plays = ["Character", "Augment"]')
    mine = d.character(0)
    herald, charm, cache = d.fighter(0, "herald"), d.hand(0, "charm"), d.hand(0, "cache")
    guard = d.on(d.character(1), "refusal")
    d.play(0, "play", d.hand(0, "ration"))
    d.play(1, "use", guard, -1)
    assert d.asked() == [0]
    assert d.refused(0, "play", herald, FRONT) == d.refused(0, "play", charm, mine) == "chain.no-chain"
    assert d.can(0, "play", cache)


def test_what_is_not_quiet_is_a_link_as_ever() -> None:
    # Given Augments alone that are quiet, then a Character and a Zone are links, and so is what Buildup lays
    # down; without the word all are.
    d = match('quiet_plays = ["Augment"]', cards=CARDS + TOWER)
    mine = d.character(0)
    d.on(d.character(1), "refusal")
    d.play(0, "play", d.hand(0, "charm"), mine)
    assert not d.s.chain
    for card, more in (
        (d.fighter(0, "herald"), (FRONT,)),
        (d.hand(0, "cache"), ()),
        (d.hand(0, "tower"), ()),
    ):
        d.play(0, "play", card, *more)
        assert len(d.s.chain) == 1
        d.pass_all()
    d = match("")
    d.on(d.character(1), "refusal")
    d.play(0, "play", d.hand(0, "charm"), d.character(0))
    assert len(d.s.chain) == 1


def test_stacker_of_a_quiet_zone_is_asked_for_at_once() -> None:
    # Given a Zone with Stacker, when it is played, then its Player chooses what goes underneath, and the one
    # before it is destroyed.
    d = match()
    old, cache, below = d.zone(0, "plain"), d.hand(0, "cache"), d.hand(0, "ration")
    d.hand(0, "ration")
    d.play(0, "play", cache)
    assert d.until(PICK) == 0
    d.play(0, "pick", below)
    d.pass_all()
    assert d.s.host[below] == cache and d.where(old) == "Discard Pile Zone" and not d.s.acts


def test_a_level_up_is_quiet() -> None:
    # Given a Level-Up card, when it is played onto a Soldier, then it stands there at once.
    d = match()
    soldier, veteran = d.character(0), d.fighter(0, "veteran")
    d.on(d.character(1), "refusal")
    d.play(0, "play", veteran, FRONT, soldier)
    assert d.where(veteran) == "Character Zone" and d.s.host[soldier] == veteran and d.asked() == [0]


@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_quiet_play_triggers_waits_for_chains_of_its_own(seats: int) -> None:
    # Given one who listens to what is played and who is targeted, and another to what enters, when an Augment
    # is played on the first, then each ability has a Chain of its own, and none is lost.
    d = match(seats=seats)
    listener, lookout = d.character(0, "listener"), d.character(1, "lookout")
    d.damage(d.body(1), 5)
    d.tp(0, 4)
    before, told = d.hp(d.body(1)), len(d.log)
    d.play(0, "play", d.hand(0, "charm"), listener)
    d.pass_all()
    assert sum(d.rules.events[row[0]] == "chain-over" for row in d.log[told:]) == 3
    assert d.tp_of(0) == 4 - 1 + 1 + 2 and d.hp(d.body(1)) == before + 1
    assert lookout and not d.s.acts


def test_a_card_of_two_supertypes_is_played_and_used() -> None:
    # Given a card that is Augment and Reaction, when it is played quietly, then it counts as played and as
    # used.
    d = match()
    mine = d.character(0, "listener")
    other = d.character(0)
    d.tp(0, 4)
    d.play(0, "play", d.hand(0, "mirror"), other)
    d.pass_all()
    assert mine and d.tp_of(0) == 4 + 1 + 4


def test_one_with_something_to_link_is_asked() -> None:
    # Given a card set in which Buildup lays down Skills, which is a link, then the turn player is asked.
    d = match(cards=CARDS + TOWER)
    d.character(0)
    tower = d.hand(0, "tower")
    d.on(d.character(1), "refusal")
    d.play(0, "play", d.hand(0, "ration"))
    d.play(1, "pass")
    assert d.s.chain and d.asked() == [0] and d.can(0, "play", tower)


def test_the_others_are_asked_for_items_only_after_a_chain() -> None:
    # Given an enemy with an Item in Hand, when a Zone is played quietly, then that one is not asked before
    # the Phase ends.
    d = match()
    ration = d.hand(1, "ration")
    d.play(0, "play", d.hand(0, "cache"))
    assert d.asked() == [0]
    d.play(0, "end")
    assert d.asked() == [1] and d.can(1, "play", ration)


def test_quiet_plays_are_for_the_own_phases() -> None:
    # Given quiet plays, then an Augment is played in Preparation and Aftermath, a Character in the first.
    d = match()
    mine = d.character(0)
    charm, herald = d.hand(0, "charm"), d.fighter(0, "herald")
    d.go(0, COMBAT)
    assert not d.can(0, "play", charm, mine)
    d.go(0, AFTERMATH)
    assert d.can(0, "play", charm, mine) and not d.can(0, "play", herald, FRONT)
