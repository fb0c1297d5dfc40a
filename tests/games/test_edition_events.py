"""Contingency and Trigger at an event: who is asked when, what comes first, and what others can see."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms, invariants, kernel, position
from fadenet.engine.chain import W_CHAIN, W_GAP, W_SHOW
from fadenet.engine.digest import digest
from fadenet.engine.errors import LoadError
from fadenet.engine.state import ACT, RESPOND
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

WITH = (
    ('Contingency = { kind = "plain", how = "condition"', 'Contingency = { kind = "plain", how = "event"'),
    ('Surprise = { kind = "plain", how = "condition"', 'Surprise = { kind = "plain", how = "event"'),
)
QUIET = ("[turn]\n", '[turn]\nquiet_plays = ["Character"]\n')


def match(*slugs: str, seats: int = 2, words: tuple[tuple[str, str], ...] = ()) -> Duel:
    """A match in which Contingency and Surprise wait for events, with these cards: who is asked depends on
    all that there are.
    """
    return differing(cards("events", *slugs), *WITH, *words, seats=seats)


def window(d: Duel) -> int:
    """The window in which somebody is asked for an answer; -1 for a free choice."""
    a = d.s.asks[0]
    return a.window if a.kind == RESPOND else -1


def asked_next(d: Duel, kind: int) -> list[int]:
    """All seats that are asked in windows of a kind, in order, until the turn player's free choice."""
    found = []
    while d.s.asks[0].kind != ACT:
        if window(d) == kind:
            found += d.asked()
        d.step()
    return found


def reach(d: Duel, kind: int) -> None:
    """Pass until somebody is asked in a window of a kind."""
    for _ in range(400):
        if window(d) == kind:
            return
        assert d.s.asks[0].kind != ACT, "nobody was asked that"
        d.step()


def linked(d: Duel) -> list[str]:
    """The names of the cards behind all links so far, or since the log was cleared."""
    return [d.rules.cards[d.s.code[row[1]]].name for row in d.happened("linked")]


def knock_out(d: Duel, seat: int, h: int) -> None:
    """An Item of a seat Knocks Out a Character, as the turn player's free choice."""
    d.play(seat, "play", d.hand(seat, "doom"), h)


# The order (fade2 trigger.window, chain.waiting-items).


def test_triggers_come_first_then_contingency_in_turn_order_then_items() -> None:
    # Given B's Skill Knocks Out two Characters of A that each gain 1 TP, C with a Contingency for that and A
    # with an Item: then A's effects have a Chain each, B, C and A are asked for Contingency, C's starts a
    # Chain, A is asked after it, and only then are the others asked for Items.
    d = match("martyr", "sweep", "dirge", seats=3)
    first, second = d.character(0, "martyr"), d.character(0, "martyr")
    d.character(2)
    attacker = d.character(1)
    d.next_turn(1)
    sweep = d.on(attacker, "sweep")
    for seat in range(3):
        d.empty(seat, HAND)
        d.tp(seat, 5)
    ration, dirge, other = d.hand(0, "ration"), d.hand(2, "dirge"), d.hand(1, "ration")
    d.go(1, COMBAT)
    d.play(1, "use", sweep, first, second)
    while d.s.chain and window(d) != W_SHOW:
        d.step()
        if not d.happened("knocked-out"):
            assert window(d) in (W_CHAIN, -1)
    reach(d, W_SHOW)
    assert d.tp_of(0) == 7 and d.where(first) == d.where(second) == "Discard Pile Zone"
    assert d.asked() == [1] and d.options(1) == [kernel.PASS_MOVE]
    d.play(1, "pass")
    while d.asked() == [1]:
        d.play(1, "pass")
    assert d.asked() == [2] and d.can(2, "use", dirge, d.body(0))
    assert d.refused(2, "show", dirge)
    d.play(2, "use", dirge, d.body(0))
    assert len(d.s.chain) == 1 and d.tp_of(2) == 3
    assert window(d) == W_CHAIN
    reach(d, W_SHOW)
    assert d.count(d.body(0), "Curse") == 1
    asked = []
    while d.s.asks[0].kind != ACT:
        asked.append((window(d), d.asked()[0]))
        if asked[-1] == (W_GAP, 0):
            assert d.can(0, "play", ration)
        d.step()
    shown = [seat for kind, seat in asked if kind == W_SHOW]
    assert shown == [0, 0] and other in d.s.zones[1 * len(d.rules.zone_names) + HAND]
    assert [seat for kind, seat in asked if kind == W_GAP] == [0]


def test_what_a_use_sets_off_comes_before_the_rest_and_new_chances_after_them() -> None:
    # Given B and A hold cards for a Knock Out, when B's first one Knocks Out another Character, then what
    # that triggers comes next, then A is asked for the first Knock Out, and B about the other card for it;
    # after that B is asked for the second one.
    d = match("martyr", "doom", "reaper", "dirge", seats=3)
    mine, theirs = d.character(0), d.character(2, "martyr")
    d.character(1)
    d.next_turn(1)
    for seat in range(3):
        d.empty(seat, HAND)
        d.tp(seat, 5)
    reaper, dirge, again = d.hand(1, "reaper"), d.hand(0, "dirge"), d.hand(1, "dirge")
    knock_out(d, 1, mine)
    reach(d, W_SHOW)
    d.play(1, "use", reaper, theirs)
    reach(d, W_SHOW)
    assert d.tp_of(2) == 6 and d.asked() == [0]
    d.play(0, "use", dirge, d.body(1))
    reach(d, W_SHOW)
    assert d.asked() == [1] and d.can(1, "use", again, d.body(0))
    assert asked_next(d, W_SHOW) == [1, 1]


def test_a_chance_passed_up_is_gone_until_it_happens_anew() -> None:
    # Given a Contingency for a Knock Out that its Player passes up, then it cannot be used in the gap or in
    # the own Combat Phase; the next Knock Out is another chance.
    d = match("doom", "dirge")
    first, second = d.character(1), d.character(1)
    d.character(0)
    dirge = d.hand(0, "dirge")
    assert d.refused(0, "use", dirge, d.body(1)) == "keyword.contingency"
    knock_out(d, 0, first)
    reach(d, W_SHOW)
    d.play(0, "pass")
    d.go(0, COMBAT)
    assert d.refused(0, "use", dirge, d.body(1)) == "keyword.contingency"
    d.next_turn(0)
    knock_out(d, 0, second)
    reach(d, W_SHOW)
    d.play(0, "use", dirge, d.body(1))
    d.pass_all()
    assert d.count(d.body(1), "Curse") == 1 and d.where(dirge) == "Discard Pile Zone"


def test_contingency_costs_what_the_card_costs() -> None:
    # Given a Contingency card of Cost 2, when an ally is Knocked Out in an enemy's turn, then it is used with
    # 2 TP; with 1 nobody is asked (fade2 keyword.contingency).
    for tp in (1, 2):
        d = match("doom", "dirge")
        mine = d.character(0)
        d.character(0)
        d.next_turn(1)
        d.empty(0, HAND)
        dirge = d.hand(0, "dirge")
        d.tp(0, tp)
        d.empty(1, HAND)
        knock_out(d, 1, mine)
        if tp == 1:
            assert 0 not in asked_next(d, W_SHOW)
            continue
        reach(d, W_SHOW)
        d.play(0, "use", dirge, d.body(1))
        d.pass_all()
        assert d.tp_of(0) == 0 and d.count(d.body(1), "Curse") == 1


def test_what_starts_by_contingency_is_answered_and_negated() -> None:
    # Given a Contingency used for a Knock Out, when it is Negated, then it does nothing, its Cost stays paid,
    # and it is used up.
    d = match("doom", "dirge", "denial")
    mine, theirs = d.character(0), d.character(1)
    d.character(0)
    denial, dirge = d.on(theirs, "denial"), d.hand(0, "dirge")
    knock_out(d, 0, mine)
    reach(d, W_SHOW)
    d.play(0, "use", dirge, d.body(1))
    d.play(1, "use", denial, -1)
    d.pass_all()
    assert d.count(d.body(1), "Curse") == 0 and d.tp_of(0) == 8 and d.where(dirge) == "Discard Pile Zone"


# Trigger (fade2 keyword.trigger, keyword.trigger-optional).


@pytest.mark.parametrize(("skill", "tp"), [("dart", 2), ("bolt", 1), ("bolt", 2)])
def test_a_trigger_reaction_is_turned_up_when_its_event_comes_and_can_be_paid(skill: str, tp: int) -> None:
    # Given "Trigger: you take 5 or more damage" of Cost 2 beside its Player, then after 4 damage, or with
    # 1 TP, it stays face-down; after 5 with 2 TP it is used in the enemy's turn, without a Character.
    d = match("spite", "dart", "bolt")
    spite, mine = d.on(d.body(0), "spite"), d.character(1)
    d.next_turn(1)
    bolt = d.on(mine, skill)
    d.tp(0, tp)
    d.go(1, COMBAT)
    d.play(1, "use", bolt, d.body(0))
    if (skill, tp) != ("bolt", 2):
        assert 0 not in asked_next(d, W_SHOW)
        assert not d.s.face[spite] and d.refused(0, "use", spite) == "turn.definition"
        return
    reach(d, W_SHOW)
    assert d.asked() == [0] and d.count(d.body(0), "Damage") == 5
    d.play(0, "use", spite)
    d.pass_all()
    assert d.tp_of(0) == 5 and d.where(spite) == "Discard Pile Zone"


def test_a_trigger_reaction_that_is_not_used_lies_there_for_the_next_time() -> None:
    # Given such a Reaction that its Player does not want, when its event comes again, then it is used.
    d = match("spite", "bolt")
    spite, mine = d.on(d.body(0), "spite"), d.character(1)
    d.next_turn(1)
    bolts = [d.on(mine, "bolt"), d.on(mine, "bolt")]
    d.go(1, COMBAT)
    d.play(1, "use", bolts[0], d.body(0))
    reach(d, W_SHOW)
    d.play(0, "pass")
    d.pass_all()
    d.play(1, "use", bolts[1], d.body(0))
    reach(d, W_SHOW)
    d.log.clear()
    d.play(0, "use", spite)
    assert linked(d) == ["Spite"]


@pytest.mark.parametrize("quiet", [False, True])
def test_a_trigger_for_a_played_card_links_to_it_or_starts_a_chain(quiet: bool) -> None:
    # Given "Trigger: an enemy plays a Character or Item" (fade2 link.reactions), then it is linked to a card
    # that is a link, and starts a Chain after a Character that comes without one; not for an own card.
    d = match("ambush", words=(QUIET,) if quiet else ())
    ambush, mine = d.on(d.body(1), "ambush"), d.on(d.body(0), "ambush")
    d.play(0, "play", d.fighter(0), (1, 0))
    assert window(d) == W_SHOW and d.asked() == [1] and len(d.s.chain) == (not quiet)
    d.play(1, "use", ambush)
    assert linked(d) == (["Ambush"] if quiet else ["Soldier", "Ambush"])
    d.pass_all()
    assert not d.s.face[mine] and d.tp_of(0) == 10 - 2 - 1 and d.where(ambush) == "Discard Pile Zone"
    d.play(0, "play", d.hand(0, "ration"))
    assert W_SHOW not in (window(d), *asked_next(d, W_SHOW))


def test_a_trigger_answers_the_attack_that_sets_it_off() -> None:
    # Given "Trigger: an enemy Attacks" that Negates it, when an Attack is declared, then its Player is asked
    # before anybody answers otherwise, and the Attack does nothing; without an Attack it is refused.
    d = match("tripwire")
    wire, mine, theirs = d.on(d.body(1), "tripwire"), d.character(0), d.character(1)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    assert window(d) == W_SHOW and d.asked() == [1]
    d.play(1, "use", wire, -1)
    assert linked(d) == ["Soldier", "Tripwire"]
    d.pass_all()
    assert d.count(theirs, "Damage") == 0


def test_what_happens_while_a_chain_is_built_is_answered_by_a_link() -> None:
    # Given an attacker that Fracture Knocks Out as it declares its Attack, then a Contingency for that is
    # offered at once and is a link of the same Chain; nobody is asked for it again afterwards.
    d = match("dirge")
    mine, theirs = d.character(0, "squire"), d.character(1)
    d.character(0)
    d.counters(mine, "Fracture", 3)
    dirge = d.hand(1, "dirge")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    assert d.where(mine) == "Discard Pile Zone" and window(d) == W_SHOW
    d.play(1, "use", dirge, d.body(0))
    assert linked(d) == ["Squire", "Dirge"]
    assert asked_next(d, W_SHOW) == []
    assert d.count(d.body(0), "Curse") == 1


def test_an_item_with_contingency_starts_a_chain_and_joins_none() -> None:
    # Given Items "Contingency: one of yours gains Damage Counters", then one is used after the Chain in which
    # an Attack hits, and for those of Fracture, which come while it is built, nobody is asked.
    d = match("flood", "bolt")
    mine, theirs = d.character(0), d.character(1)
    bolt, flood = d.on(mine, "bolt"), d.hand(1, "flood")
    d.go(0, COMBAT)
    d.counters(mine, "Fracture", 1)
    other = d.hand(0, "flood")
    d.play(0, "use", bolt, theirs)
    reach(d, W_SHOW)
    assert not d.s.chain and d.count(mine, "Damage") == 1
    assert d.asked() == [1] and not d.s.code[other]
    d.play(1, "use", flood)
    assert linked(d)[1:] == ["Flood"]
    d.pass_all()
    assert d.size(1, HAND) == 1


# From where it lies (fade2 keyword.contingency).


def test_contingency_works_from_a_character_that_is_then_the_user() -> None:
    # Given a Skill "Contingency: its user is attacked" on one of two Characters, when that one is attacked,
    # then it is used from there by it; when the other is, nobody is asked.
    d = match("vendetta")
    mine, first, second = d.character(0), d.character(1), d.character(1)
    vendetta = d.on(first, "vendetta")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, second)
    assert asked_next(d, W_SHOW) == []
    d.next_turn(0)
    d.go(0, COMBAT)
    d.log.clear()
    d.play(0, "attack", mine, first)
    assert window(d) == W_SHOW
    d.play(1, "use", vendetta, d.body(0))
    assert linked(d) == ["Soldier", "Vendetta"]
    d.pass_all()
    assert d.count(d.body(0), "Curse") == 2


def test_a_character_that_cannot_act_uses_nothing() -> None:
    # Given such a Character that cannot act, then its card is refused, though its Player is asked: what lies
    # there is hidden.
    d = match("vendetta", "gag")
    mine, first = d.character(0), d.character(1)
    vendetta = d.on(first, "vendetta")
    d.play(0, "play", d.hand(0, "gag"), first)
    d.pass_all()
    d.go(0, COMBAT)
    d.play(0, "attack", mine, first)
    assert d.refused(1, "use", vendetta, d.body(0)) == "action.cannot-act"


# What others can see (fade2 response.empty-skip).


def test_only_who_may_hold_such_a_card_is_asked() -> None:
    # Given a Knock Out and a Contingency for it in the card set, then a Player with a hidden card in Hand is
    # asked whatever it is, one whose Hand is known is not, nor one without a Hand, nor one with a face-down
    # card beside the Player, which would have to have Surprise.
    for hand, asked in (("dirge", True), ("ration", True), ("known", False), ("", False), ("beside", False)):
        d = match("doom", "dirge", "spite")
        mine = d.character(0)
        d.character(0)
        if hand == "known":
            atoms.open_card(d.s, d.hand(1, "ration"), d.rules.code_of("ration"))
        elif hand == "beside":
            d.on(d.body(1), "spite")
        elif hand:
            d.hand(1, hand)
        knock_out(d, 0, mine)
        assert (1 in asked_next(d, W_SHOW)) == asked


def test_a_card_on_a_character_may_be_one_for_this() -> None:
    # Given a face-down card on a Character, then its Player is asked though the Hand is empty.
    d = match("doom", "dirge")
    mine, theirs = d.character(0), d.character(1)
    d.character(0)
    d.on(theirs, "strike")
    knock_out(d, 0, mine)
    assert asked_next(d, W_SHOW) == [1]


def test_whoever_stands_by_is_not_asked() -> None:
    # Given a Player who passes on all chances of a kind in advance, then nobody asks for this either.
    d = match("doom", "dirge")
    mine = d.character(0)
    d.character(0)
    d.hand(1, "dirge")
    atoms.stand(d.s, 1, ((1 << W_SHOW, d.s.turn),))
    knock_out(d, 0, mine)
    assert asked_next(d, W_SHOW) == []


# Elimination, positions, words.


def test_who_leaves_is_asked_no_more_and_the_others_still_are() -> None:
    # Given A, B and C of whom each may answer a Knock Out, when A gives up as it is asked, then B and C are
    # asked; when B's body falls by what comes of it, C still is.
    d = match("doom", "dirge", seats=3)
    mine = d.character(0)
    for seat in range(3):
        d.character(seat)
        d.hand(seat, "dirge")
    knock_out(d, 0, mine)
    reach(d, W_SHOW)
    assert d.asked() == [0]
    d.answer(0, kernel.CONCEDE_MOVE)
    assert d.asked() == [1] and window(d) == W_SHOW
    d.play(1, "pass")
    assert d.asked() == [2] and window(d) == W_SHOW


def test_when_another_leaves_the_question_is_put_anew() -> None:
    # Given B is asked for a Knock Out and D is to be, when C gives up, which triggers an effect of B's, then
    # that comes first, B is asked the same again and can use the card, and D is asked; Items come last.
    d = match("heirloom", "doom", "dirge", seats=4)
    mine = d.character(0)
    for seat in range(4):
        d.character(seat)
    d.on(d.character(2), "heirloom", face=1, seat=1)
    dirge = d.hand(1, "dirge")
    d.hand(2, "dirge")
    d.hand(3, "dirge")
    d.tp(1, 5)
    knock_out(d, 0, mine)
    reach(d, W_SHOW)
    assert d.asked() == [1]
    d.log += kernel.leave(d.s, 2)
    d.settle()
    assert d.tp_of(1) == 6 and d.asked() == [1] and window(d) == W_SHOW
    d.play(1, "use", dirge, d.body(0))
    reach(d, W_SHOW)
    assert d.count(d.body(0), "Curse") == 1 and d.asked() == [3]
    assert not d.happened("played")[1:]


def test_a_chance_survives_a_written_position() -> None:
    # Given seats that wait to be asked for a Knock Out, when the position is written and read, then it is the
    # same, sound, and the one who is asked has the same moves.
    d = match("doom", "dirge", seats=4)
    mine = d.character(0)
    d.character(0)
    for seat in range(4):
        d.hand(seat, "dirge")
    knock_out(d, 0, mine)
    reach(d, W_SHOW)
    assert [row.seat for row in d.s.queue] == [1, 2, 3] and not invariants.fault(d.s)
    again = position.load(d.rules, position.dump(d.s))
    assert digest(again) == digest(d.s)
    assert kernel.options(again, 0, d.dealer.known[0]) == d.options(0)
    d.s = again
    d.play(0, "pass")
    assert d.asked() == [1] and window(d) == W_SHOW


def test_cards_say_their_event() -> None:
    # Given such cards, then their text names the event in the words of triggered abilities.
    said = match("dirge", "spite", "ambush").rules.by_slug
    assert said["dirge"].text.startswith("Contingency (a Character is Knocked Out).")
    assert said["spite"].text.startswith("Surprise (you take 5 or more damage).")
    assert "Surprise (an enemy Character or Item card is played by an enemy Player)" in said["ambush"].text


BAD = {
    "no event": "contingency = { of = 'you' }",
    "a condition": "contingency = { your_turn = true }",
    "no such event": "surprise = { on = 'sneezes' }",
    "no number": "surprise = { on = 'attacks', min = 2 }",
}


@pytest.mark.parametrize("what", BAD)
def test_other_words_are_refused(what: str) -> None:
    # Given a card whose Contingency or Surprise is no event, when it is loaded, then the error says where.
    card = f"[card.x]\nname = 'X'\ntypes = ['Reaction']\nrank = 'Normal'\ndo = [{{ draw = 1 }}]\n{BAD[what]}"
    with pytest.raises(LoadError) as fault:
        differing(card, *WITH)
    assert fault.value.key in ("contingency", "surprise")
