"""Contingency and Trigger in the two older editions: cards that are used when something happens."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import ACT, ROW_CARD
from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND, KEY_AS, N_MYSTIFIED, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, reaction, skill

SPITE, TRIPWIRE = cards("spite"), cards("tripwire")
PLAYED = (
    cards("slay")
    + skill("blast", targets="enemy fighters", do={"attack": 8})
    + skill("dart", targets="enemy fighters", do={"attack": 4})
    + skill("bolt", targets="enemy fighters", do={"attack": 5})
)
DIRGE = skill("dirge", cost=2, contingency={"on": "knocked-out", "of": "all characters"}, do={"gain_tp": 4})
HEIRLOOM = augment(
    "heirloom", keywords="Equip", attach="all characters", ability={"on": "destroyed", "do": {"gain_tp": 1}}
)


def table(edition: str, *more: str, seats: int = 2) -> Duel:
    """Nobody holds a card, all have 5 TP, and it is the second seat's turn."""
    d = Duel(PLAYED + "".join(more), seats=seats, edition=edition)
    d.go(1, PREPARATION)
    for seat in range(seats):
        d.empty(seat, HAND)
        d.tp(seat, 5)
    return d


def reach(d: Duel) -> None:
    """All pass until somebody is asked for such a card."""
    while not d.is_chance():
        assert d.s.asks[0].kind != ACT
        d.step()


def linked(d: Duel) -> list[str]:
    """The names of the cards behind all links so far, none of which anybody could answer."""
    return [d.rules.cards[d.s.code[row[ROW_CARD]]].name for row in d.happened("linked")]


def cannot_pay(d: Duel, h: int) -> None:
    """Nobody uses a card: its Player is not asked, or refused where Elements might have made it cheaper."""
    while d.s.asks[0].kind != ACT:
        if d.is_chance():
            assert d.refused(0, "use", h) == d.rule("too-dear")
        d.step()
    assert d.lies(h) != "discard"


# Trigger.


@cited(("keyword.trigger", "keyword.trigger"), ("zone.equip-player", "zone.player-equip"))
def test_a_trigger_reaction_is_placed_face_down_for_nothing(edition: str) -> None:
    # Given a Reaction with Trigger and 0 TP, then it is placed beside the Player in the Preparation and in
    # the Aftermath Step, face-down and unpaid, and in no Combat Step; its program places none without it.
    d = Duel(PLAYED + SPITE, edition=edition)
    d.tp(0, 0)
    plain, first, second = d.hand(0, "guard"), d.hand(0, "spite"), d.hand(0, "spite")
    assert d.move("place", plain, *d.beside()) not in d.options(0)
    d.play(0, "place", first, *d.beside())
    assert d.s.host[first] == d.body(0) and not d.s.code[first] and d.at(first)[0] == "a"
    d.go(0, COMBAT)
    assert not d.can(0, "place", second, *d.beside())
    d.go(0, AFTERMATH)
    d.play(0, "place", second, *d.beside())
    assert d.s.host[second] == d.body(0) and d.tp_of(0) == 0


@cited(("keyword.trigger", "keyword.trigger"), ("keyword.trigger-optional", "keyword.trigger-details"))
@pytest.mark.parametrize(
    ("skill", "tp", "used"), [("dart", 2, False), ("bolt", 1, False), ("bolt", 2, True), ("blast", 2, True)]
)
def test_it_is_turned_up_when_its_trigger_is_met_and_can_be_paid(
    skill: str, tp: int, used: bool, edition: str
) -> None:
    # Given "Trigger: you take 5 or more damage" of Cost 2, then after 4, or with 1 TP, it stays face-down;
    # after 5 or more with 2 TP it is turned up in the enemy's turn, used by the Player, and discarded.
    d = table(edition, SPITE)
    attacker = d.character(1, "giant")
    spite, shot = d.on(d.body(0), "spite"), d.on(attacker, skill)
    d.tp(0, tp)
    d.go(1, COMBAT)
    d.play(1, "use", shot, d.body(0))
    if not used:
        cannot_pay(d, spite)
        assert not d.s.face[spite] and d.tp_of(0) == tp
        return
    reach(d)
    assert d.asked() == [0]
    d.quietly(0, "use", spite)
    assert (d.tp_of(0), d.lies(spite)) == (5, "discard")


@cited(("keyword.trigger-optional", "keyword.trigger-details"))
@pytest.mark.parametrize("poor", [True, False])
def test_what_is_not_turned_up_lies_there_for_the_next_time(poor: bool, edition: str) -> None:
    # Given that the Trigger is met with 1 TP, or that its Player does not want it, then the card stays
    # face-down, and is used when the Trigger is met again.
    d = table(edition, SPITE)
    shots = [d.on(d.character(1, "giant"), "bolt") for _ in range(2)]
    spite = d.on(d.body(0), "spite")
    d.tp(0, 1 if poor else 2)
    d.go(1, COMBAT)
    d.play(1, "use", shots[0], d.body(0))
    if poor:
        cannot_pay(d, spite)
    else:
        assert d.chances() == [0]
    assert not d.s.face[spite]
    d.tp(0, 2)
    d.play(1, "use", shots[1], d.body(0))
    reach(d)
    d.quietly(0, "use", spite)
    assert d.lies(spite) == "discard"


@cited(("keyword.trigger", "keyword.trigger"), ("link.reactions", "link.reaction-without-trigger"))
def test_a_trigger_starts_a_chain_after_what_makes_none(edition: str) -> None:
    # Given "Trigger: an enemy plays a Character or Item" of Cost 3, when an enemy plays a Character, which
    # makes no Chain, then it starts one; it is not turned up before that.
    d = table(edition, TRIPWIRE)
    tripwire = d.on(d.body(0), "tripwire")
    fighter = d.fighter(1)
    assert not [move for move in d.options(0) if tripwire in move[1:2]]
    d.play(1, "play", fighter, d.to("front", 1))
    assert d.is_chance() and d.asked() == [0] and not d.s.chain
    d.play(0, "use", tripwire)
    assert linked(d) == ["Tripwire"]
    d.pass_all()
    assert d.tp_of(0) == 2 and d.lies(tripwire) == "discard"


# Contingency.


@cited(("keyword.contingency", "keyword.contingency"), ("keyword.contingency", "keyword.contingency-details"))
@pytest.mark.parametrize(("tp", "payable"), [(2, True), (1, False)])
def test_contingency_is_used_from_the_hand_in_anothers_turn(tp: int, payable: bool, edition: str) -> None:
    # Given a Skill "Contingency: a Character is Knocked Out" of Cost 2 in Hand of a Player with Characters,
    # when one is Knocked Out in the enemy's turn, then with 2 TP it is used by the Player, with 1 it is not.
    d = table(edition, DIRGE)
    falls = d.character(0)
    d.character(0)
    d.tp(0, tp)
    dirge = d.hand(0, "dirge")
    d.play(1, "play", d.hand(1, "slay"), falls)
    if not payable:
        cannot_pay(d, dirge)
        return
    reach(d)
    assert d.asked() == [0] and not d.s.chain
    d.quietly(0, "use", dirge)
    assert linked(d) == ["Slay", "Dirge"]
    assert (d.tp_of(0), d.lies(dirge)) == (4, "discard")


@cited(("keyword.contingency", "keyword.contingency"))
def test_without_its_event_contingency_lets_nothing_be_used_from_the_hand(edition: str) -> None:
    # Given such a Skill in Hand and Characters in front, then it is refused in the own Combat Step.
    d = table(edition, DIRGE)
    d.character(0)
    dirge = d.hand(0, "dirge")
    d.go(0, COMBAT)
    d.tp(0, 5)
    assert d.refused(0, "use", dirge) == d.rule("contingency")


@cited(("link.reactions", "link.reaction-without-trigger"), ("keyword.trigger", "keyword.trigger"))
@pytest.mark.parametrize("slug", ["knell", "spite"])
@pytest.mark.parametrize("from_hand", [True, False])
def test_a_reaction_that_waits_for_an_event_links_to_nothing_else(
    slug: str, from_hand: bool, edition: str
) -> None:
    # Given a Reaction with Contingency or Trigger that answers nothing by itself, on a Character or in the
    # Hand of a Player in The Last Stand, when something else is attacked, then it is refused.
    knell = reaction(
        "knell", cost=0, contingency={"on": "knocked-out", "of": "all characters"}, do={"gain_tp": 1}
    )
    d = table(edition, SPITE, knell)
    x = d.character(1)
    target = d.body(0) if from_hand else d.character(0)
    card = d.hand(0, slug) if from_hand else d.on(target, slug)
    d.go(1, COMBAT)
    d.play(1, "attack", x, target)
    assert d.asked() == [0]
    why = "surprise" if slug == "spite" else "contingency"
    assert d.refused(0, "use", card) == d.rule(why)


@cited(("trigger.window", "chain.late-answers"), ("keyword.contingency", "keyword.contingency-details"))
def test_what_happens_while_a_chain_is_built_is_answered_by_a_link(edition: str) -> None:
    # Given a Contingency "one of yours is attacked" in Hand, when that happens, then the card is a link of
    # the same Chain, and nobody is asked for it again once that is over.
    more = skill("rally", cost=1, contingency={"on": "attacked", "of": "your characters"}, do={"gain_tp": 4})
    d = table(edition, more)
    x, y = d.character(1), d.character(0)
    rally = d.hand(0, "rally")
    d.go(1, COMBAT)
    d.play(1, "attack", x, y)
    assert d.is_chance() and d.s.chain and d.asked() == [0]
    d.play(0, "use", rally)
    assert linked(d) == ["Soldier", "Rally"]
    assert d.chances() == [] and d.tp_of(0) == 5 - 1 + 4


@cited(("keyword.mystify", "keyword.mystify"), ("keyword.trigger", "keyword.trigger"))
@pytest.mark.parametrize("more", [True, False])
def test_a_trigger_reaction_is_turned_up_with_its_mystify(more: bool, edition: str) -> None:
    # Given a Reaction of Cost 2 with Trigger and Mystify 1 beside the Player, when its event comes, then it
    # is used for 2 TP, or for 3 with what Mystify adds.
    mire = reaction(
        "mire",
        cost=2,
        surprise={"on": "knocked-out", "of": "all characters"},
        do={"gain_tp": 1},
        ability={"keyword": "Mystify", "cost": 1, "do": {"draw": 1}},
    )
    d = table(edition, mire)
    falls = d.character(0)
    card = d.on(d.body(0), "mire")
    d.play(1, "play", d.hand(1, "slay"), falls)
    reach(d)
    hand = d.size(0, HAND)
    d.quietly(0, "use", card, *[(KEY_AS, N_MYSTIFIED)] * more)
    assert (d.tp_of(0), d.size(0, HAND)) == (5 - 2 - more + 1, hand + more)


# When it is asked for.


@cited(("trigger.window", "chain.late-answers"))
@pytest.mark.parametrize("uses", [True, False])
def test_players_are_asked_in_turn_order_and_once_for_an_event(uses: bool, edition: str) -> None:
    # Given turn order A, B, C, B's turn, and A and C each with a Contingency for a Knock Out, when a Chain
    # Knocks one out, then C is asked before A once it is over; after C's Chain A may still use theirs.
    d = table(edition, DIRGE, seats=3)
    falls = d.character(0)
    for seat in range(3):
        d.character(seat)
    first, last = d.hand(2, "dirge"), d.hand(0, "dirge")
    d.play(1, "play", d.hand(1, "slay"), falls)
    while d.s.chain:
        assert not d.is_chance()
        d.step()
    assert d.is_chance() and d.asked() == [2]
    d.play(2, "use", first)
    reach(d)
    assert linked(d) == ["Slay", "Dirge"]
    assert d.asked() == [0]
    if uses:
        d.quietly(0, "use", last)
        assert linked(d) == ["Slay", "Dirge", "Dirge"]
        return
    # If A passes, then it cannot be used for this Knock Out later.
    assert d.chances() == [0]
    d.go(1, COMBAT)
    assert not [move for move in d.options(0) if last in move[1:2]]


@cited(("trigger.window", "chain.late-answers"), ("chain.waiting-items", "chain.waiting-queue"))
def test_triggered_effects_come_first_then_these_cards_and_items_last(edition: str) -> None:
    # Given A's Character with an On Destroyed effect that B Knocks Out, a Contingency in A's Hand and an Item
    # in C's, then its effect has its Chain, A is asked for the card, and only then C for the Item.
    d = table(edition, DIRGE, cards("beneficiary"), seats=3)
    falls = d.character(0, "beneficiary")
    for seat in range(3):
        d.character(seat)
    dirge, ration = d.hand(0, "dirge"), d.hand(2, "ration")
    d.play(1, "play", d.hand(1, "slay"), falls)
    order: list[tuple[str, int]] = []
    while d.s.asks[0].kind != ACT:
        order.append(("card" if d.is_chance() else "item", d.asked()[0]))
        assert d.happened("linked")[1:], "the effect has its Chain before anybody is asked"
        if order[-1] == ("card", 0):
            assert d.tp_of(0) == 6
            d.play(0, "use", dirge)
        else:
            d.step()
    assert linked(d) == ["Slay", "Beneficiary", "Dirge"] and d.lies(ration) == "hand"
    assert order == [("card", 2), ("card", 0), ("item", 2)]


@pytest.mark.rule("fade2", "response.empty-skip", "keyword.contingency")
@pytest.mark.parametrize("tp", [1, 2])
def test_nobody_is_asked_who_could_pay_for_no_such_card(tp: int) -> None:
    # Given a Contingency of Cost 2 for a Knock Out, then its player is asked with 2 TP, and not with 1.
    d = table("fade2", DIRGE)
    mine, _ = d.character(0), d.character(0)
    d.hand(0, "dirge")
    d.tp(0, tp)
    d.play(1, "play", d.hand(1, "slay"), mine)
    assert (0 in d.chances()) == (tp == 2)


@cited(("trigger.window", "chain.late-answers"), ("win.elimination", "win.elimination-cards"))
def test_a_question_is_put_anew_after_what_a_leaving_player_sets_off(edition: str) -> None:
    # Given four Players with a Contingency for a Knock Out, the first of whom is asked, when another one
    # leaves on whose Character the first one's Augment lies, which then gains 1 TP.
    d = table(edition, DIRGE, HEIRLOOM, seats=4)
    mine = d.character(1)
    for seat in range(4):
        d.character(seat)
    d.on(d.character(3), "heirloom", face=1, seat=2)
    dirge, *_ = (d.hand(seat, "dirge") for seat in (2, 3, 0))
    d.play(1, "play", d.hand(1, "slay"), mine)
    reach(d)
    assert d.asked() == [2]
    d.log += kernel.leave(d.s, 3)
    d.settle()
    # Then that comes first, and the first one is asked again, uses the card, and the last one is asked.
    assert d.tp_of(2) == 5 + 1 and d.asked() == [2] and d.is_chance()
    d.play(2, "use", dirge)
    reach(d)
    assert d.asked() == [0] and d.tp_of(2) == 6 - 2 + 4
