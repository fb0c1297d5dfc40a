"""The words of an ability that waits for the end of the Chain about the action that set it off (topic
trigger)."""

from __future__ import annotations

import pytest

from fadenet.engine import position
from fadenet.engine.digest import digest
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import character, item, skill

EVENTS = {  # by event, of whom a watcher on the side of the one that is attacked hears it
    "takes-damage": "your characters",
    "damage-counters": "your characters",
    "deals-damage": "enemy characters",
    "succeeds": "enemy characters",
    "hit": "your characters",
}
FALLS = ("knocked-out", "destroyed")


def watcher(event: str, of: str, do: object, **more: object) -> str:
    """A Character of the one that is attacked, which waits for an event."""
    return character("watcher", hp=20, plv=1, ability={"on": event, "of": of, **more, "do": do})


def struck(cards: str, edition: str, hp: int = 20) -> tuple[Duel, int, int]:
    """A Normal Attack of 3 on an enemy Character beside which the watcher stands; what came of it is done."""
    d = Duel(cards + character("fighter", hp=20, plv=3), edition=edition)
    a = d.character(0, "fighter")
    d.character(1, "watcher")
    b = d.character(1, "fighter")
    d.leave(b, hp)
    d.tp(1, 0)
    d.go(0, COMBAT)
    d.quietly(0, "attack", a, b)
    return d, a, b


CAUSE = pytest.mark.editions("trigger.cause", fade2="trigger.cause", fade1="timing.cause")


@CAUSE
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize(("word", "who"), [("attacker", 0), ("attacked", 1), ("targets", 1)])
def test_what_waits_finds_who_took_part(event: str, word: str, who: int, edition: str) -> None:
    # Given "when ..., put 1 Poison Counter on the attacker" and the like, when an Attack has been carried out
    # and its Chain is over, then the Counter lies on the one that the text names.
    d, *both = struck(watcher(event, EVENTS[event], {"counter": "Poison", "on": word}), edition)
    assert [d.count(h, "Poison") for h in both] == [int(n == who) for n in range(2)]


@CAUSE
@pytest.mark.parametrize("event", EVENTS)
def test_what_waits_knows_the_damage_dealt(event: str, edition: str) -> None:
    # Given "when ..., gain as many TP as the damage dealt" and an Attack for 3, then 3 TP come; when a hit
    # sets it off while the damage is still to come, none has been dealt.
    d, *_ = struck(watcher(event, EVENTS[event], {"gain_tp": "dealt"}), edition)
    inline = event == "hit" and d.rules.edition.attacks.on_hit == "inline"
    assert d.tp_of(1) == 3 * (not inline)


@CAUSE
@pytest.mark.parametrize("event", [event for event in EVENTS if event != "hit"])
@pytest.mark.parametrize("asked", [{"landed": True}, {"attacked": "your characters"}])
def test_what_waits_knows_that_the_attack_was_successful(
    event: str, asked: dict[str, object], edition: str
) -> None:
    # Given "when ..., if this Attack was successful, gain 1 TP", then it comes behind the Chain.
    do = {"if": asked, "then": {"gain_tp": 1}}
    d, *_ = struck(watcher(event, EVENTS[event], do), edition)
    assert d.tp_of(1) == 1


@CAUSE
@pytest.mark.parametrize("event", FALLS)
@pytest.mark.parametrize("how", ["attack", "item"])
def test_what_harmed_the_fallen_last_has_knocked_it_out(event: str, how: str, edition: str) -> None:
    # Given "when one of your Characters is Knocked Out, the attacker's Player loses 2 TP" and one with 2 HP
    # left, when an Attack for 3 is carried out on it, or an Item deals it as much, then they are lost.
    cards = watcher(event, "your characters", {"lose_tp": 2, "who": "answered player"})
    cards += item("dart", targets="enemy characters", do={"damage": 3, "to": "target"})
    d = Duel(cards + character("fighter", hp=20, plv=3), edition=edition)
    d.character(1, "watcher")
    a, b = d.character(0, "fighter"), d.character(1, "fighter")
    d.leave(b, 2)
    dart = d.hand(0, "dart")
    if how == "attack":
        d.go(0, COMBAT)
        d.tp(0, 4)
        d.quietly(0, "attack", a, b)
    else:
        d.tp(0, 4)
        d.quietly(0, "play", dart, b)
    gained = d.rules.figures.tp_gain_normal_attack if how == "attack" else 0
    assert d.lies(b) == "discard" and d.tp_of(0) == 2 + gained


@CAUSE
def test_each_hit_is_told_apart(edition: str) -> None:
    # Given "when this deals damage, gain as many TP as the damage dealt" and a Skill that deals 1 and then 4,
    # then 1 and 4 TP come, not the sum of both again.
    cards = character("fighter", hp=20, plv=3, ability={"on": "deals-damage", "do": {"gain_tp": "dealt"}})
    cards += skill("combination", do={"attack": [{"n": 1}, {"n": 4}]})
    d = Duel(cards, edition=edition)
    a, b = d.character(0, "fighter"), d.character(1, "fighter")
    combination = d.on(a, "combination")
    d.tp(0, 0)
    d.go(0, COMBAT)
    before = d.tp_of(0)
    d.quietly(0, "use", combination, b)
    assert d.tp_of(0) == before + 5


@CAUSE
def test_one_that_has_left_since_is_not_found(edition: str) -> None:
    # Given two abilities of which the first destroys the attacker, when the second asks for it, then it does
    # nothing, and the match goes on.
    heard = {"on": "takes-damage", "of": "your characters"}
    poisons = [{"counter": "Poison", "on": "attacker"}, {"gain_tp": 1}]
    two = [{**heard, "do": {"destroy": "attacker"}}, {**heard, "do": poisons}]
    d = Duel(
        character("watcher", hp=20, plv=1, ability=two) + character("fighter", hp=20, plv=3), edition=edition
    )
    a = d.character(0, "fighter")
    d.character(1, "watcher")
    b = d.character(1, "fighter")
    d.tp(1, 0)
    d.go(0, COMBAT)
    d.quietly(0, "attack", a, b)
    assert d.lies(a) == "discard" and d.tp_of(1) == 1 and not d.s.acts


@CAUSE
def test_who_comes_in_later_knows_it_too(edition: str) -> None:
    # Given an ability that waits with a choice to be made when the Chain is over, when somebody goes on from
    # the position as it was written down, then it finds the attacker as everybody else does.
    do = [{"counter": "Poison", "on": "target"}, {"counter": "Poison", "on": "attacker"}]
    d = Duel(
        watcher("takes-damage", "your characters", do, targets="your characters")
        + character("fighter", hp=20, plv=3),
        edition=edition,
    )
    a = d.character(0, "fighter")
    d.character(1, "watcher")
    b = d.character(1, "fighter")
    d.go(0, COMBAT)
    d.play(0, "attack", a, b)
    while not any(ask.picker == 1 for ask in d.s.asks):
        d.step()
    there = position.load(d.rules, position.dump(d.s))
    assert digest(there) == digest(d.s) and there.acts
    d.s = there
    d.pass_all()
    assert d.count(a, "Poison") == 1
