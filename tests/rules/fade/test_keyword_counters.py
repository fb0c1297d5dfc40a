"""The keywords that are Counters: Shield to Timebomb (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import CONFIRM
from fadenet.games.fade.tables import COMBAT, RIFT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, item, reaction

CARDS = (
    cards("flurry", "rookie-2")
    + item("weaken", cost=0, targets="enemy characters", keywords={"Drain": 2})
    + item("crush", cost=0, targets="enemy characters", keywords={"Drain": 5})
)
FUSE = item("fuse", cost=0, targets="enemy characters", do={"counter": "Timebomb", "n": 2, "on": "target"})


@pytest.mark.editions("keyword.drain", fade2="keyword.drain-counter", fade1="keyword.drain-counter")
@pytest.mark.parametrize(("item", "left"), [("weaken", 1), ("crush", 0)])
def test_drain_lowers_plv_to_0_at_the_least(item: str, left: int, edition: str) -> None:
    # Given a Character with 3 PLV that gets Drain 2, or Drain 5.
    d = Duel(CARDS, edition=edition)
    y = d.character(1)
    d.play(0, "play", d.hand(0, item), y)
    d.pass_all()
    # Then it has 1 PLV, or 0.
    assert d.plv(y) == left


@pytest.mark.editions(
    "keyword.blindness", fade2="keyword.blindness-counter", fade1="keyword.blindness-counter"
)
@pytest.mark.parametrize("tails", [0, 1])
def test_blindness_flips_a_coin(tails: int, edition: str) -> None:
    # Given a Character with 2 Blindness Counters.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.counters(x, "Blindness", 2)
    d.go(0, COMBAT)
    d.tp(0, 5)
    # When it Attacks and the coin shows Tails, then nothing at all; on Heads the Attack is normal.
    d.coins = [tails]
    d.play(0, "attack", x, y)
    d.pass_all()
    assert (d.hp(y), d.tp_of(0)) == ((10, 5) if tails else (7, 6))
    # After its End Phase 1 Counter is left.
    d.end_turn()
    assert d.count(x, "Blindness") == 1


@pytest.mark.editions(
    "keyword.blindness-details", fade2="keyword.blindness-counter", fade1="keyword.blindness-counter-flip"
)
def test_one_coin_decides_over_all_hits(edition: str) -> None:
    # Given 3 Blindness Counters and a Skill of Cost 1 with 3 hits.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    flurry = d.on(x, "flurry")
    d.on(y, "guard")
    d.counters(x, "Blindness", 3)
    d.go(0, COMBAT)
    d.tp(0, 5)
    tosses = len(d.happened("tossed"))
    d.coins = [1]
    # When it is declared, then exactly one coin is flipped, before anyone answers.
    d.play(0, "use", flurry, y)
    assert len(d.happened("tossed")) == tosses + 1
    assert (d.asked(), d.links(), d.tp_of(0)) == ([1], ["Flurry"], 4)
    # On Tails all 3 hits are lost and the Skill goes to the Discard Pile.
    d.pass_all()
    assert not d.happened("hit") and d.hp(y) == 10
    assert len(d.happened("tossed")) == tosses + 1
    assert d.lies(flurry) == "discard"


@pytest.mark.editions("keyword.curse", fade2="keyword.curse-counter", fade1="keyword.curse-counter")
@pytest.mark.parametrize("paid", [True, False])
def test_curse_is_paid_or_imprisons(paid: bool, edition: str) -> None:
    # Given a Character with 2 Curse Counters and 3 TP.
    d = Duel(CARDS, edition=edition)
    d.character(1)
    cursed = d.character(1)
    d.counters(cursed, "Curse", 2)
    d.tp(1, 3)
    assert d.until(CONFIRM) == 1
    if paid:
        # When you pay, then 1 TP is left, the Character stays and keeps 2 Counters.
        d.yes(1)
        assert d.lies(cursed) == "front"
        assert d.count(cursed, "Curse") == 2
    else:
        # When you decline, then it goes to its owner's Rift Zone and 3 TP stay.
        d.no(1)
        assert d.s.zones[13 + RIFT] == (cursed,)
    # The Phase's own TP come afterwards.
    d.end_turn()
    assert d.tp_of(1) == (1 if paid else 3) + d.rules.figures.tp_gain_starting_phase


@pytest.mark.editions(
    "keyword.curse-details", fade2="keyword.curse-counter", fade1="keyword.curse-counter-details"
)
def test_every_curse_is_decided_alone_and_paid_in_full(edition: str) -> None:
    # Given Characters X with 1 and Y with 3 Curse Counters and 3 TP.
    d = Duel(CARDS, edition=edition)
    d.character(1)
    x, y = d.character(1), d.character(1)
    d.counters(x, "Curse", 1)
    d.counters(y, "Curse", 3)
    d.tp(1, 3)
    d.play(0, "end")
    while d.s.active == 0:
        d.step()
    # When you choose X first and pay 1 for it.
    row = {r[5]: r for r in d.s.queue}
    (first,) = [m for m in d.options(1) if row[-m[1]][3] & 0xFFFF == x]
    d.answer(1, first)
    d.yes(1)
    # Then Y, needing 3 with 2 TP left, is imprisoned without a question.
    assert d.asked_kind() != CONFIRM
    d.end_turn()
    assert d.lies(x) == "front"
    assert d.lies(y) == "rift"
    assert d.tp_of(1) == 3 - 1 + d.rules.figures.tp_gain_starting_phase
    # And it comes due again every Starting Phase.
    assert d.until(CONFIRM) == 1


@pytest.mark.editions("keyword.fracture", fade2="keyword.fracture-counter", fade1="keyword.fracture-counter")
def test_fracture_hurts_on_every_attack(edition: str) -> None:
    # Given a Character with 2 Fracture Counters and 5 HP.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "rookie-2"), d.character(1, "giant")
    d.counters(x, "Fracture", 2)
    d.go(0, COMBAT)
    # When it performs 2 Attacks in a turn, then it is at 1 HP.
    for _ in range(2):
        d.play(0, "attack", x, y)
        d.pass_all()
    assert d.hp(x) == 1
    assert d.hp(y) == 16


@pytest.mark.editions("keyword.fracture", fade2="keyword.fracture-counter", fade1="keyword.fracture-counter")
def test_fracture_can_knock_out_on_declaring(edition: str) -> None:
    # Given 2 HP left and 2 Fracture Counters.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "rookie-2"), d.character(1)
    d.on(y, "guard")
    d.damage(x, 3)
    d.counters(x, "Fracture", 2)
    d.go(0, COMBAT)
    # When it Attacks, then it is Knocked Out on declaring, and the Attack does nothing.
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    assert d.lies(x) == "discard"
    d.pass_all()
    assert d.hp(y) == 10


@pytest.mark.editions("keyword.timebomb", fade2="keyword.timebomb-counter", fade1="keyword.timebomb-counter")
def test_timebomb_ticks_every_end_phase(edition: str) -> None:
    # Given a Character with 8 Timebomb Counters, and one with 0.
    d = Duel(CARDS, edition=edition)
    x, other = d.character(0), d.character(0)
    d.counters(x, "Timebomb", 8)
    # When two of its Player's End Phases pass, then it has 9 and then 10, and is Knocked Out.
    d.end_turn()
    assert d.count(x, "Timebomb") == 9
    d.next_turn(1)
    assert d.lies(x) == "discard"
    # With 0 Counters none is added.
    assert d.count(other, "Timebomb") == 0
    assert d.lies(other) == "front"


@pytest.mark.editions(
    "keyword.blindness-details",
    fade2="keyword.blindness-counter",
    fade1="keyword.blindness-counter-flip",
)
def test_a_counter_put_on_after_the_declaration_costs_no_coin(edition: str) -> None:
    # Given a Reaction that puts 1 Blindness Counter on the attacker.
    dazzle = reaction("dazzle", answers="attack", do={"counter": "Blindness", "on": "attacker"})
    d = Duel(CARDS + dazzle, edition=edition)
    x, y = d.character(0), d.character(1)
    answer, tosses = d.on(y, "dazzle"), len(d.happened("tossed"))
    d.go(0, COMBAT)
    # When it answers an Attack, then the Attack hits without a coin, and the Counter is there.
    d.play(0, "attack", x, y)
    d.play(1, "use", answer, -1)
    d.pass_all()
    assert d.count(y, "Damage") > 0
    assert (d.count(x, "Blindness"), len(d.happened("tossed"))) == (1, tosses)


@pytest.mark.editions(
    "keyword.timebomb-details", fade2="keyword.timebomb-counter", fade1="keyword.timebomb-counter"
)
@pytest.mark.parametrize(("there", "falls"), [(7, False), (8, True), (9, True)])
def test_ten_timebombs_knock_out_at_any_time(there: int, falls: bool, edition: str) -> None:
    # Given Timebomb Counters on a Character, when an Item puts 2 on it, then it falls at once at 10 or more.
    d = Duel(CARDS + FUSE, edition=edition)
    x = d.character(1)
    d.counters(x, "Timebomb", there)
    d.play_out(0, d.hand(0, "fuse"), x)
    assert (d.lies(x) == "discard") == falls
