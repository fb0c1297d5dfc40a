"""The rules of the Chain: what opens it, what joins it, and how it is carried out (topic chain)."""

from __future__ import annotations

import pytest

from fadenet.engine.chain import W_GAP, W_SHOW
from fadenet.engine.state import ACT, PICK, RESPOND, ROW_CARD
from fadenet.games.fade.tables import COMBAT, DISCARD, HAND, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction, skill

CARDS = (
    cards("carapace", "focus", "prayer", "refusal", "riposte", "salve-2")
    + reaction("regret", cost=0, do={"discard": 1})
    + reaction("heavy", cost=3, answers="attack", do={"block": True})
    + item("supplies", cost=1, do={"draw": 2})
    + reaction("confiscate", cost=3, answers="item", rank="Hyper", do={"negate": True})
    + reaction(
        "overrule", cost=2, answers={"to": "reaction", "rank": "Hyper"}, rank="Special", do={"negate": True}
    )
    + item("bargain", cost=1, targets="enemy characters", do=[{"discard": 2}, {"damage": 3, "to": "target"}])
    + character("martyr", cost=1, level=1, plv=1, ability={"on": "takes-damage", "do": {"draw": 1}})
    + character("victor", cost=1, level=1, ability={"on": "succeeds", "do": {"draw": 1}})
    + character(
        "captain",
        cost=1,
        level=1,
        hp=5,
        plv=1,
        ability={"keyword": "Backup", "gives": {"PLV": 1}, "to": "your characters"},
    )
    + augment("charmed", keywords="Equip", ability={"activate": True, "do": {"draw": 1}})
    + character(
        "poisoner",
        ability={
            "activate": True,
            "cost": 2,
            "targets": "enemy characters",
            "do": {"counter": "Poison", "on": "target"},
        },
    )
)

LATE = (
    cards("beneficiary")
    + skill("sweep", targets={"reach": True, "n": 2, "up_to": True}, do={"attack": 3})
    + skill(
        "dirge",
        cost=2,
        targets="all players",
        contingency={"on": "knocked-out", "of": "all characters"},
        do={"counter": "Curse", "on": "target"},
    )
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
    assert [row[ROW_CARD] for row in d.happened("link-resolved")] == [mine, theirs, x]


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
    assert [row[ROW_CARD] for row in d.happened("link-stopped")] == [confiscate]
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
    assert [row[ROW_CARD] for row in d.happened("link-resolved")] == [mine, regret]
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
    d.quietly(0, "play", bargain, y)
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


@pytest.mark.editions(fade2="chain.definition", fade1="chain.what-it-is")
def test_an_attack_opens_a_chain_and_answers_make_it_longer(edition: str) -> None:
    # Given no Chain, when a Normal Attack is declared, then it is link 1; a Counter-hit becomes link 2.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    back, shell = d.on(y, "riposte"), d.on(x, "carapace", face=1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.links() == ["Soldier"]
    d.play(1, "use", back, -1)
    assert d.links() == ["Soldier", "Riposte"]
    # An effect whose text answers an attack may be link 3.
    d.play(0, "activate", shell, -2)
    assert d.links() == ["Soldier", "Riposte", "Carapace"]
    d.pass_all()
    assert d.count(x, "Damage") == 1


@pytest.mark.editions(fade2="chain.start-attacks", fade1="chain.start-attacks")
def test_a_skill_that_only_heals_starts_a_chain(edition: str) -> None:
    # Given a Skill that only heals, when it is flipped with no Chain, then it is link 1 and answered.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.damage(x, 4)
    prayer, refusal = d.on(x, "prayer"), d.on(y, "refusal")
    d.go(0, COMBAT)
    d.play(0, "use", prayer)
    assert d.links() == ["Prayer"] and d.asked() == [1]
    d.quietly(1, "use", refusal, -1)
    assert d.count(x, "Damage") == 4


@pytest.mark.editions(fade2="chain.augments-no-start", fade1="chain.augments-do-not-start")
@pytest.mark.editions(fade2="augment.timing", fade1="augment.when-played")
def test_an_augment_is_played_without_a_chain_in_the_own_turn(edition: str) -> None:
    # Given an opponent with a Negate, when an Augment is played, then nobody is asked.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    refusal = d.on(y, "refusal")
    charmed = d.hand(0, "charmed")
    d.play(0, "play", charmed, x)
    assert not d.s.chain and d.asked() == [0] and d.s.host[charmed] == x
    # When its effect is activated later, then that starts a Chain and can be answered.
    d.go(0, COMBAT)
    d.play(0, "activate", charmed)
    assert d.links() == ["Charmed"] and d.asked() == [1] and d.can(1, "use", refusal, -1)
    d.pass_all()
    # In B's turn A plays an Item, and no Augment.
    other, ration = d.hand(0, "charmed"), d.hand(0, "ration")
    d.go(1, PREPARATION)
    d.play(1, "end")
    assert d.asked() == [0]
    assert d.refused(0, "play", other, x) == d.rule("waiting")
    assert d.can(0, "play", ration)


@pytest.mark.editions(fade2="chain.start-effects", fade1="chain.start-effects")
def test_an_activated_effect_is_link_one(edition: str) -> None:
    # Given 'pay 2 TP: put 1 Poison Counter on an enemy Character' and a Negate.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "poisoner"), d.character(1)
    refusal = d.on(y, "refusal")
    d.go(0, COMBAT)
    d.tp(0, 2)
    d.play(0, "activate", x, y)
    assert d.links() == ["Poisoner"] and d.tp_of(0) == 0
    d.quietly(1, "use", refusal, -1)
    assert d.count(y, "Poison") == 0


@pytest.mark.editions(fade2="chain.example-counter-hit", fade1="chain.example-waiting-item")
def test_the_second_example_of_the_book(edition: str) -> None:
    # Given X (PLV 3, 6 HP) attacks Y (5 HP), whose Counter-hit deals 2, and an Item that heals 2.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.leave(x, 6)
    d.leave(y, 5)
    back, salve = d.on(y, "riposte"), d.hand(0, "salve-2")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", back, -1)
    # When it is played while the Chain runs, then it is refused.
    assert d.asked() == [0]
    assert d.refused(0, "play", salve, x) == d.rule("item-starts")
    d.pass_all()
    assert (d.hp(x), d.hp(y)) == (4, 2)
    # Then it is a Chain of its own.
    d.quietly(0, "play", salve, x)
    assert d.hp(x) == 6


def reach(d: Duel, window: int) -> list[int]:
    """Pass until somebody is asked in a window: who that is."""
    while d.asked_kind() != RESPOND or d.s.asks[0].window != window:
        assert d.asked_kind() != ACT
        d.step()
    return d.asked()


@pytest.mark.editions(fade2="trigger.window", fade1="chain.late-answers")
def test_what_comes_too_late_for_a_chain_waits_for_what_triggered_and_goes_before_items(edition: str) -> None:
    # Given A's Skill that Knocks Out B's Character with an On Destroyed effect, a Contingency for a Knock Out
    # in B's Hand, and Items in the Hands of A and C.
    d = Duel(LATE, seats=3, edition=edition)
    x, heir = d.character(0), d.character(1, "beneficiary")
    d.character(1), d.character(2)
    sweep = d.on(x, "sweep")
    d.go(0, COMBAT)
    for seat in range(3):
        d.empty(seat, HAND)
        d.tp(seat, 5)
    d.hand(0, "ration")
    dirge, ration = d.hand(1, "dirge"), d.hand(2, "ration")
    # When the Chain has ended, then the effect has one of its own, and only then A and B are asked.
    d.play(0, "use", sweep, heir)
    assert reach(d, W_SHOW) == [0] and not d.s.chain
    assert d.lies(heir) == "discard" and d.tp_of(1) == 6
    d.step()
    assert d.asked() == [1] and d.can(1, "use", dirge, d.body(1))
    # B's card starts a Chain, and C is asked about the Item only after it.
    d.play(1, "use", dirge, d.body(1))
    assert d.links() == ["Dirge"] and d.refused(2, "play", ration)
    assert reach(d, W_GAP) == [2]
    assert d.lies(dirge) == "discard" and d.can(2, "play", ration)


@pytest.mark.editions(fade2="trigger.window", fade1="chain.late-answers")
def test_a_chance_that_is_passed_up_is_gone(edition: str) -> None:
    # Given the same Contingency, and two Characters that are Knocked Out one after the other.
    d = Duel(LATE, edition=edition)
    one, two = d.character(0), d.character(0)
    first, second = d.character(1, "beneficiary"), d.character(1, "beneficiary")
    d.character(1)
    blows = [d.on(one, "sweep"), d.on(two, "sweep")]
    d.go(0, COMBAT)
    d.empty(1, HAND)
    dirge = d.hand(1, "dirge")
    # When B passes up the first chance, then the card cannot be used later, until it happens anew.
    d.play(0, "use", blows[0], first)
    reach(d, W_SHOW)
    d.pass_all()
    assert d.refused(1, "use", dirge, d.body(1))
    d.play(0, "use", blows[1], second)
    while reach(d, W_SHOW) != [1]:
        d.step()
    assert d.can(1, "use", dirge, d.body(1))
