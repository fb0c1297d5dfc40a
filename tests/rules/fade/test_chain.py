"""The rules of the Chain: what opens it, what joins it, and how it is carried out (topic chain)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, PICK
from fadenet.games.fade.tables import COMBAT, DISCARD, HAND
from tests.builders.cards import cards
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "focus")
    + """
[card.regret]
name = "Regret"
types = ["Reaction"]
rank = "Normal"
cost = 0
do = [{ discard = 1 }]
[card.heavy]
name = "Heavy"
types = ["Reaction"]
rank = "Normal"
cost = 3
answers = { to = "attack" }
do = [{ block = true }]
[card.supplies]
name = "Supplies"
types = ["Item"]
rank = "Normal"
cost = 1
do = [{ draw = 2 }]
[card.confiscate]
name = "Confiscate"
types = ["Reaction"]
rank = "Hyper"
cost = 3
answers = { to = "item" }
do = [{ negate = true }]
[card.overrule]
name = "Overrule"
types = ["Reaction"]
rank = "Special"
cost = 2
answers = { to = "reaction", rank = "Hyper" }
do = [{ negate = true }]
[card.bargain]
name = "Bargain"
types = ["Item"]
rank = "Normal"
cost = 1
targets = [{ pick = "enemy characters" }]
do = [{ discard = 2 }, { damage = 3, to = "target" }]
[card.martyr]
name = "Martyr"
types = ["Character"]
cost = 1
hp = 9
plv = 1
level = 1
[[card.martyr.ability]]
on = "takes-damage"
do = [{ draw = 1 }]
[card.victor]
name = "Victor"
types = ["Character"]
cost = 1
hp = 9
plv = 2
level = 1
[[card.victor.ability]]
on = "succeeds"
do = [{ draw = 1 }]
[card.captain]
name = "Captain"
types = ["Character"]
cost = 1
hp = 5
plv = 1
level = 1
[[card.captain.ability]]
keyword = "Backup"
gives = { PLV = 1 }
to = "your characters"
"""
)


@pytest.mark.editions("chain.filo", fade2="chain.filo", fade1="chain.filo")
def test_the_last_link_happens_first(edition: str) -> None:
    # Given links 1, 2 and 3 added in this order.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    mine, theirs = d.on(x, "focus"), d.on(y, "focus")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", theirs)
    d.play(0, "use", mine)
    # When all Players pass.
    d.pass_chain()
    # Then 3 resolves, then 2, then 1.
    assert [row[1] for row in d.happened("link-resolved")] == [mine, theirs, x]


@pytest.mark.editions("chain.items-start-only", fade2="chain.start-items", fade1="link.items-never")
def test_items_wait_until_the_chain_is_over(edition: str) -> None:
    # Given a Normal Attack on the chain.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "giant")
    d.on(y, "focus")
    ration = d.hand(1, "ration")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When the defender tries to play an Item, it is refused and stays in the Hand.
    assert d.refused(1, "play", ration) == d.rule("item-starts")
    assert d.lies(ration) == "hand"
    # After the chain it may be played.
    d.pass_chain()
    assert d.asked() == [1]
    assert d.can(1, "play", ration)


@pytest.mark.editions("chain.one-at-a-time", fade2="chain.wait", fade1="chain.wait-for-earlier")
def test_what_triggers_meanwhile_gets_chains_of_its_own(edition: str) -> None:
    # Given a chain is being resolved and two abilities trigger.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "victor"), d.character(1, "martyr")
    d.on(x, "focus")
    d.on(y, "focus")
    d.go(0, COMBAT)
    hands = [d.size(seat, HAND) for seat in (0, 1)]
    d.play(0, "attack", x, y)
    before = len(d.happened("chain-over"))
    # Then they start chains one after the other, only after the first chain is empty.
    chains: list[tuple[int, list[str]]] = []
    while d.asked_kind() != ACT:
        if d.s.chain:
            at = (len(d.happened("chain-over")) - before, d.links())
            chains += [at] if at not in chains else []
        d.step()
    assert chains == [(0, ["Victor"]), (1, ["Victor"]), (2, ["Martyr"])]
    assert [d.size(seat, HAND) for seat in (0, 1)] == [hands[0] + 1, hands[1] + 1]


@pytest.mark.editions(
    "chain.example-negate", fade2="chain.example-negate", fade1="chain.example-negated-negation"
)
def test_worked_example_of_an_item_negated_and_saved(edition: str) -> None:
    # Given A with 10 TP plays an Item, B with 5 TP Negates it, and A Negates that Hyper Reaction.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    overrule, confiscate, item = d.on(x, "overrule"), d.on(y, "confiscate"), d.hand(0, "supplies")
    d.tp(1, 5)
    d.play(0, "play", item)
    d.play(1, "use", confiscate, -1)
    d.play(0, "use", overrule, -2)
    # When all pass.
    d.pass_all()
    # Then B's Reaction does nothing, A draws 2 cards, and all three cards are used up.
    assert [row[1] for row in d.happened("link-stopped")] == [confiscate]
    assert d.size(0, HAND) == 2
    assert (d.tp_of(0), d.tp_of(1)) == (7, 2)
    assert sorted(d.names(0, DISCARD)) == ["Overrule", "Supplies"]
    assert d.names(1, DISCARD) == ["Confiscate"]


@pytest.mark.editions("chain.cost-on-adding", fade2="attack.card-cost", fade1="chain.costs-when-linked")
def test_costs_are_paid_when_a_link_is_added(edition: str) -> None:
    # Given 4 TP and a Reaction of Cost 3.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.on(x, "focus")
    heavy = d.on(y, "heavy")
    d.go(0, COMBAT)
    d.tp(1, 4)
    d.play(0, "attack", x, y)
    # When it is added as Link 2.
    d.play(1, "use", heavy, -1)
    # Then TP are 1 at once, before anything resolves, and the card is face-up.
    assert len(d.s.chain) == 2
    assert not d.happened("link-resolved")
    assert d.tp_of(1) == 1
    assert d.s.face[heavy] == 1


@pytest.mark.editions(
    "chain.closed-while-resolving", fade2="chain.closed-while-resolving", fade1="chain.closing"
)
def test_nothing_is_added_to_a_chain_that_resolves(edition: str) -> None:
    # Given a chain of 3 links of which Link 3 has resolved.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    mine, late, regret, theirs = d.on(x, "focus"), d.on(x, "focus"), d.on(y, "regret"), d.on(y, "focus")
    d.hand(1, "plain")
    d.hand(1, "plain")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", regret)
    d.play(0, "use", mine)
    assert d.until(PICK) == 1
    assert [row[1] for row in d.happened("link-resolved")] == [mine, regret]
    # When a Player tries to answer Link 2 with a Reaction, it is refused.
    assert d.refused(0, "use", late) == d.rule("closed")
    assert d.refused(1, "use", theirs) == d.rule("closed")


@pytest.mark.editions("chain.link-finish", fade2="chain.fizzle", fade1="link.right-object")
def test_as_much_of_a_link_is_done_as_possible(edition: str) -> None:
    # Given a link "discard 2 cards, then deal 3 damage" and a user with 1 card in Hand.
    d = Duel(CARDS, edition=edition)
    d.character(0)
    y = d.character(1)
    bargain, last = d.hand(0, "bargain"), d.hand(0, "plain")
    # When it resolves.
    d.play(0, "play", bargain, y)
    d.pass_all()
    # Then 1 card is discarded, 3 damage are dealt, and only then the Item goes to the Discard Pile.
    assert d.hp(y) == 7
    assert d.s.zones[0 * 13 + DISCARD] == (last, bargain)


@pytest.mark.editions("chain.no-chain", fade2="chain.automatic", fade1="chain.keyword-effects")
def test_moving_asks_nobody_and_works_at_once(edition: str) -> None:
    # Given an opponent who could answer, and a Character with a Backup ability.
    d = Duel(CARDS, edition=edition)
    x, captain = d.character(0), d.character(0, "captain")
    d.on(d.character(1), "focus")
    assert d.plv(x) == 3
    # When it moves to the Backup Zone in the Preparation Phase.
    d.play(0, "move", captain, *d.across(captain))
    # Then no opponent is asked, and the ability works at once.
    assert d.asked() == [0]
    assert d.asked_kind() == ACT
    assert d.plv(x) == 4
