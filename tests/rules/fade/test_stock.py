"""Carrier, Stock and Power Counters (topic keyword)."""

from __future__ import annotations

from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character

CARDS = cards("dart-1", "tp-mill") + character(
    "machine",
    cost=1,
    keywords={"Carrier": 3},
    ability={"activate": True, "spend": {"Power": 1}, "do": {"draw": 1}},
)


@cited(("keyword.carrier", "keyword.carrier"), ("counter.power", "counter.power"))
def test_power_counters_come_with_their_card_and_pay_for_what_it_does(edition: str) -> None:
    # Given Carrier 3, when the card is played, then it has 3; moving adds none.
    d = Duel(CARDS, edition=edition)
    d.character(0)
    machine = d.fighter(0, "machine")
    d.quietly(0, "play", machine, d.to("front"))
    assert d.count(machine, "Power") == 3
    for _ in range(2):
        d.next_turn(0)
        d.play(0, "move", machine, *d.across(machine))
    assert (d.lies(machine), d.count(machine, "Power")) == ("front", 3)
    # Given 2 of them, when 'remove 1: draw 1' is activated twice, then 2 are drawn and a third is refused.
    d.counters(machine, "Power", -1)
    d.go(0, COMBAT)
    drawn = len(d.happened("drawn"))
    for _ in range(2):
        d.quietly(0, "activate", machine)
    assert len(d.happened("drawn")) == drawn + 2
    assert d.refused(0, "activate", machine) == d.rule("too-dear")


@cited(("keyword.stock", "keyword.stock"), ("keyword.stock-moment", "keyword.stock-details"))
def test_stock_is_used_once_a_round_whenever_an_item_could_be(edition: str) -> None:
    # Given a Stock Item played in one's Preparation Step.
    d = Duel(CARDS, edition=edition)
    mill = d.hand(0, "tp-mill")
    d.quietly(0, "play", mill, *d.beside())
    assert d.count(mill, "Power") == 3 and d.lies(mill) == "attached"
    # When it is activated in the enemy's Combat Step with no Chain going on, then that starts one.
    d.go(1, COMBAT)
    d.play(1, "end")
    assert d.asked() == [0]
    d.play(0, "activate", mill)
    assert d.links() == ["Tp Mill"]
    d.pass_all()
    assert d.count(mill, "Power") == 2
    # When it is activated again in the same round, then that is refused; in the next round it is allowed.
    d.hand(0, "dart-1")
    d.go(1, COMBAT)
    d.play(1, "end")
    assert d.asked() == [0]
    assert d.refused(0, "activate", mill) == d.rule("stock")
    d.go(0, PREPARATION)
    assert d.can(0, "activate", mill)
