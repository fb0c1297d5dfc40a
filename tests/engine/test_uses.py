"""Uses that name their way, the link that they answer and a part of it: what is listed is what is legal."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

from fadenet.engine import kernel
from fadenet.engine.acts import A_LINK, A_MODE, A_SEAT, A_SRC, A_TARGETS, A_USER, A_X
from fadenet.engine.card import Ability, Card, Slot
from fadenet.engine.chain import FREE, W_CHAIN
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.kit.arguments import split
from fadenet.engine.kit.uses import (
    NO_LINK,
    NO_PART,
    LinkFinder,
    NewestLink,
    PartFinder,
    Payer,
    TargetFinder,
    Use,
    Way,
    WayFinder,
)
from fadenet.engine.rules import Move
from fadenet.engine.state import HANDLE_MASK, Act, Known, State, ref
from tests.builders import yard as y
from tests.builders.yard import (
    BOOK,
    BOULDER,
    HAMMER,
    PEBBLE,
    YARD,
    A,
    B,
    C,
    D,
    W,
    X,
    Y,
    Yard,
    happened,
    put,
    zone,
)

V_REPLY = len(y.VERBS)
KEY_WAY, KEY_SIDE = 1, 2
GENTLY, FIRMLY = 1, 2  # the ways
TOSS = 6  # the ability
TOSSING = Ability(
    TOSS,
    HAMMER,
    "activate",
    "",
    cost=((y.COINS, 1),),
    slots=(Slot(lambda s, act: [h for h in zone(s, 1 - act[A_SEAT], YARD) if s.face[h]], 1, 1, ""),),
    program=0,
    answers=lambda s, act, link: bool(s.acts[link][1] == y.V_PLAY),
)


class ReplyWays(WayFinder):
    """Two ways of a hammer, and one of a book."""

    def of(self, card: Card) -> Sequence[Way]:
        if card.code != HAMMER:
            return [Way(1, (), None)] if card.code == BOOK else ()
        return [Way(n, ((KEY_WAY, n),), TOSSING, TOSSING.slots, n) for n in (GENTLY, FIRMLY)]

    def missing(self, use: Use, s: State, seat: int, move: Move, now: int) -> str:
        return "yard.way"


class Replied(LinkFinder):
    """Every link that may be answered, by its name."""

    named = True

    def of(self, s: State, act: Act, ability: Ability) -> Sequence[int]:
        assert ability.answers is not None
        return [n for n, k in enumerate(s.chain, 1) if ability.answers(s, act, k)]

    def against(self, s: State, act: Act, ability: Ability, link: int) -> str:
        return "" if link in self.of(s, act, ability) else "yard.link"


class Side(PartFinder):
    """A boulder has two sides, nothing else has any."""

    def of(self, s: State, act: Act, way: Way) -> Sequence[Move]:
        answered = s.acts[act[A_LINK]][A_SRC] & HANDLE_MASK if act[A_LINK] else 0
        return [((self.key, n),) for n in (1, 2)] if s.code[answered] == BOULDER else NO_PART

    def missing(self, way: Way) -> str:
        return "yard.side"


class Target(TargetFinder):
    """One rule is against targets, for whatever is wrong with them."""

    def against(self, s: State, act: Act, way: Way, line: Move) -> str:
        return "yard.target"


class Replying(Use):
    """Hammers of the yard answer a card that is played, gently or firmly, a boulder from one of two sides;
    books answer nothing."""

    event = y.E_USED

    def __init__(self) -> None:
        payer = Payer("", "yard.coins")
        rules, side = (self.placed, payer.against_cost), Side(KEY_SIDE)
        super().__init__(ReplyWays(KEY_WAY), payer, *rules, links=Replied(), parts=side, targets=Target())

    def cards(self, s: State, seat: int, codes: Known, now: int) -> Sequence[int]:
        return zone(s, seat, YARD)

    def placed(self, s: State, act: Act, way: Way, now: int) -> str:
        return "" if act[A_SRC] & HANDLE_MASK in zone(s, act[A_SEAT], YARD) else "yard.place"

    def performer(self, s: State, seat: int, h: int, way: Way) -> int:
        return seat + 1

    def reads(self, move: Move) -> bool:
        """In any order: what is misplaced is refused for what is wrong with it."""
        return len(move) > 1 and type(move[1]) is int


class Court(Yard):
    """A yard in which the other seat may reply to what is played."""

    def __init__(self) -> None:
        super().__init__()
        self.take_verbs((*y.VERBS, "reply"), self.end_move)
        table = {**y.VERB_TABLE, V_REPLY: Replying()}
        answers = {**y.ANSWERS, FREE: (y.V_PLAY, y.V_END), W_CHAIN: (kernel.V_PASS, V_REPLY)}
        self.moves = CourtMoves(self, table, answers)
        self.add_ability(TOSSING)


class CourtMoves(y.YardMoves):
    """Links may be named."""

    def exists(self, s: State, x: int) -> bool:
        return super().exists(s, x) or -len(s.chain) <= x < 0


def challenged(code: int) -> State:
    """Seat 0, which has two cards in its yard, plays another one; seat 1 has two hammers and a coin."""
    s = kernel.setup(Court(), 2)
    put(s, {B: PEBBLE, C: BOULDER, W: HAMMER, X: HAMMER})
    s.num[y.COINS][2] = 1
    kernel.apply(s, 0, (y.V_PLAY, A), [(A, code)])
    return s


def broken(s: State, *behind: object) -> str:
    why = kernel.check(s, 1, (V_REPLY, *behind), [])
    return why.rule if why else ""


def way(n: int) -> tuple[int, int]:
    return (KEY_WAY, n)


def side(n: int) -> tuple[int, int]:
    return (KEY_SIDE, n)


def test_a_list_goes_through_cards_ways_links_parts_and_targets() -> None:
    """given two hammers and a boulder that is played, then each is listed in both ways, from both sides, at
    both targets; a pebble has no sides."""
    s = challenged(BOULDER)
    assert kernel.options(s, 1, {}) == [
        PASS_MOVE,
        *(
            (V_REPLY, h, way(n), -1, side(m), t)
            for h, n, m, t in product((W, X), (GENTLY, FIRMLY), (1, 2), (B, C))
        ),
    ]
    s = challenged(PEBBLE)
    assert kernel.options(s, 1, {}) == [
        PASS_MOVE,
        *((V_REPLY, h, way(n), -1, t) for h, n, t in product((W, X), (GENTLY, FIRMLY), (B, C))),
    ]


@pytest.mark.slow
def test_what_is_listed_is_all_that_is_not_refused() -> None:
    """given every move of up to four arguments, then those are legal that are listed, and no others."""
    for code in (PEBBLE, BOULDER):
        s = challenged(code)
        arguments: list[object] = [way(1), way(2), way(3), side(1), side(2), side(3), -1, 0, B, C, W]
        legal = [
            (V_REPLY, h, *behind)
            for h in (W, A, B)
            for n in range(5)
            for behind in product(arguments, repeat=n)
            if not broken(s, h, *behind)
        ]
        assert sorted(map(repr, legal)) == sorted(
            repr(move) for move in kernel.options(s, 1, {}) if move != PASS_MOVE and move[1] == W
        )


def test_the_first_rule_that_a_use_breaks_is_cited() -> None:
    """given a use that is wrong in all that it says, then way, place, price, link, part and targets are cited
    one after the other as each is put right."""
    s = challenged(BOULDER)
    put(s, {A: HAMMER})
    s.num[y.COINS][2] = 0
    assert broken(s, A, way(3), side(3), W) == "yard.way"
    assert broken(s, A, way(1), side(3), W) == "yard.place"
    assert broken(s, W, way(1), side(3), W) == "yard.coins"
    s.num[y.COINS][2] = 1
    s.code[A] = BOULDER
    assert broken(s, W, way(1), side(3), W) == "yard.link"
    assert broken(s, W, way(1), -1, side(3), W) == "yard.side"
    assert broken(s, W, way(1), -1, side(2), W) == "yard.target"
    assert broken(s, W, way(1), -1, side(2), B) == ""
    for wrong in ((-1, way(1), side(2), B), (way(1), side(2), -1, B), (way(1), -1, B, side(2))):
        assert broken(s, W, *wrong) == "yard.target", "it is not in order"


def test_a_use_is_performed_paid_for_and_carried_out() -> None:
    """given a reply, then its act says who performs it, in which way, at what, and to what; the coin is gone,
    and the target is hurt once nobody answers."""
    s = challenged(BOULDER)
    assert happened(kernel.apply(s, 1, (V_REPLY, W, way(FIRMLY), -1, side(2), C)), y.E_USED) == [W]
    act = s.acts[s.chain[1]]
    assert (act[A_SRC], act[A_USER], act[A_MODE]) == (ref(s, W), ref(s, 2), FIRMLY)
    assert (act[A_LINK], act[A_X], act[A_TARGETS]) == (s.chain[0], 2, (ref(s, C),))
    assert s.num[y.COINS][2] == 0 and s.num[y.HURT][C] == 0
    while s.asks[0][1:3] != (0, 0):
        kernel.apply(s, s.asks[0].seat, PASS_MOVE)
    assert s.num[y.HURT][C] == 1


def test_what_answers_nothing_names_no_link() -> None:
    """given a book, which has one way and answers nothing, then it is named alone."""
    s = challenged(PEBBLE)
    put(s, {Y: BOOK})
    assert kernel.options(s, 1, {})[-1] == (V_REPLY, Y) and broken(s, Y) == ""
    for behind in ((-1,), (way(1),), (B,), (side(1),)):
        assert broken(s, Y, *behind) in ("yard.target", "yard.way")


def test_an_answer_needs_a_link_that_it_may_answer() -> None:
    """given a reply to a reply, then only the card that was played may be named."""
    s = challenged(PEBBLE)
    put(s, {D: HAMMER})
    kernel.apply(s, 1, (V_REPLY, W, way(GENTLY), -1, B))
    assert [move[3] for move in kernel.options(s, 0, {}) if move != PASS_MOVE] == [-1] * 4
    why = kernel.check(s, 0, (V_REPLY, D, way(GENTLY), -2, W), [])
    assert why is not None and why.rule == "yard.link"


def test_a_link_that_no_move_names_is_the_newest() -> None:
    """given a card that is played and a reply to it, then what answers either of them answers the reply, and
    what answers a card that is played goes behind that."""
    s = challenged(PEBBLE)
    kernel.apply(s, 1, (V_REPLY, W, way(GENTLY), -1, B))
    either = Ability(TOSS, HAMMER, "activate", "", answers=lambda s, act, link: True)
    found = [NewestLink().of(s, s.acts[s.chain[1]], ability) for ability in (either, TOSSING)]
    assert found == [[2], [1]] and LinkFinder().of(s, s.acts[s.chain[1]], either) == NO_LINK


def test_a_move_is_taken_apart() -> None:
    """given a move, then what stands behind its card is told apart, in whatever order it comes."""
    assert split((V_REPLY, W, C, way(2), -1, side(1), B)) == ({KEY_WAY: 2, KEY_SIDE: 1}, 1, (C, B))
    assert split((V_REPLY, W)) == ({}, 0, ())
