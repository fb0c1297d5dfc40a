"""The moves of players: the rules on verbs and uses, what is listed and refused, and what their links do."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import A_ID, A_LINK, A_MODE, A_TARGETS, A_VERB, A_X, probe
from fadenet.engine.chain import FREE, V_TRIGGER, W_CHAIN, W_SHOW
from fadenet.engine.errors import IllegalMove
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.kit.abilities import KEY_ABILITY, KEY_MODE
from fadenet.engine.kit.moves import moment
from fadenet.engine.kit.uses import Use, card_of
from fadenet.engine.kit.verbs import Rule, Verb
from fadenet.engine.language import instructions
from fadenet.engine.policies import uses
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ATTACHED, OPEN, PICK, ROW_EVENT, State, ref
from tests.builders import yard as y
from tests.builders.yard import (
    BELL,
    BOOK,
    BOULDER,
    DRUM,
    END,
    HAMMER,
    HAND,
    PEBBLE,
    SLING,
    YARD,
    A,
    B,
    C,
    D,
    W,
    X,
    Yard,
    happened,
    match,
    put,
    tie,
    zone,
)


def moves(s: State, verb: int, seat: int = 0, known: dict[int, int] | None = None) -> list[Move]:
    return [move for move in kernel.options(s, seat, known or {}) if move[0] == verb]


def broken(s: State, move: Move, code: int = 0, seat: int = 0) -> str:
    """The id of the rule for which a move is refused, its card being shown as `code`; "" if it is legal."""
    why = kernel.check(s, seat, move, [(move[1], code)] if code else ())
    return why.rule if why else ""


def test_a_verb_lists_the_ways_that_its_rules_leave() -> None:
    """given cards that are known to be stones and tools, then they may be played; an unknown one may not."""
    s = match()
    assert moves(s, y.V_PLAY) == []
    assert moves(s, y.V_PLAY, known={C: HAMMER, A: PEBBLE}) == [(y.V_PLAY, A), (y.V_PLAY, C)]
    s.num[y.COINS][1] = 0
    assert moves(s, y.V_PLAY, known={A: PEBBLE}) == []


def test_the_first_rule_that_is_broken_is_cited() -> None:
    """given a move that breaks several rules, then the source comes first, then the rules as they stand."""
    s = match()
    assert broken(s, (y.V_PLAY, A), PEBBLE) == ""
    assert broken(s, (y.V_PLAY, A)) == "yard.hand", "it is not shown"
    assert broken(s, (y.V_PLAY, W)) == "yard.elsewhere"
    for h in (B, C, D):
        put(s, {h: PEBBLE})
    assert broken(s, (y.V_PLAY, A), PEBBLE) == "yard.room"
    s.num[y.COINS][1] = 0
    assert broken(s, (y.V_PLAY, A), PEBBLE) == "yard.coins"
    assert broken(s, (y.V_PLAY, W)) == "yard.elsewhere"
    why = kernel.check(s, 0, (y.V_PLAY, A), [(A, PEBBLE)])
    assert why is not None and "The rule yard.coins" in str(why) and "More of it" not in str(why)


def test_what_is_written_otherwise_is_no_verb() -> None:
    """given moves with too few or too many cards, or ones that are not there, then none is looked at."""
    s = match()
    put(s, {A: PEBBLE})
    wrong: list[Move] = [
        (y.V_PUSH,),
        (y.V_PUSH, A, A),
        (y.V_PUSH, 0),
        (y.V_PUSH, -1),
        (y.V_PUSH, (KEY_MODE, 1)),
        (y.V_SWAP, A),
        (y.V_END, A),
    ]
    for move in wrong:
        assert broken(s, move) == "yard.moves"
    assert broken(s, (y.V_PUSH, A)) == "" and broken(s, (y.V_SWAP, A, A)) == "yard.swap"


def test_a_played_card_is_paid_for_and_announced_before_it_comes() -> None:
    """given a card that is played, then its price is gone and its event there at once; it lies in the yard
    once the other seat, which has something to answer with, has passed."""
    s = match()
    put(s, {W: PEBBLE})
    assert happened(kernel.apply(s, 0, (y.V_PLAY, A), [(A, PEBBLE)]), y.E_PLAYED) == [A] and not s.marks
    assert s.num[y.COINS][1] == 1 and zone(s, 0, YARD) == () and A in zone(s, 0, HAND)
    assert kernel.ask_of(s, 0) is None and moves(s, 0, seat=1) == [PASS_MOVE]
    kernel.apply(s, 1, PASS_MOVE)
    assert zone(s, 0, YARD) == (A,) and s.face[A] == 1 and kernel.ask_of(s, 0)


def test_a_card_that_stays_hidden_is_vouched_for_and_done_once_a_turn() -> None:
    """given a card that is laid, then its owner has said that it is a stone, and lays no other this turn."""
    s = match()
    known = {A: PEBBLE, B: HAMMER}
    assert moves(s, y.V_LAY, known=known) == [(y.V_LAY, A), (y.V_LAY, C), (y.V_LAY, D)]
    rows = kernel.apply(s, 0, (y.V_LAY, A))
    assert happened(rows, y.E_LAID) == [A] and (s.stated[A], s.code[A], s.face[A]) == (1, 0, 0)
    while s.asks[0][1:3] != (0, 0):
        kernel.apply(s, s.asks[0].seat, PASS_MOVE)
    assert moves(s, y.V_LAY, known=known) == [] and broken(s, (y.V_LAY, C)) == "yard.lay"
    for seat in (0, 1):
        kernel.apply(s, seat, END)
    assert moves(s, y.V_LAY, known=known) == [(y.V_LAY, C), (y.V_LAY, D)]
    with pytest.raises(IllegalMove):
        kernel.apply(s, 0, (y.V_LAY, A))


def test_a_verb_of_two_cards_judges_them_together() -> None:
    """given two hosts, one with a tool on it, then a card can be tied to the other one."""
    s = match()
    put(s, {A: PEBBLE, B: BOULDER})
    tie(s, D, B)
    assert moves(s, y.V_TIE) == [(y.V_TIE, C, A)]
    assert broken(s, (y.V_TIE, C, B)) == "yard.one-tool"
    assert broken(s, (y.V_TIE, C, D)) == broken(s, (y.V_TIE, A, B)) == "yard.tie"
    kernel.apply(s, 0, (y.V_TIE, C, A))
    assert s.kids[A] == (C,) and (s.host[C], s.role[C], s.face[C], s.stated[C]) == (A, ATTACHED, 0, 2)
    assert s.zone[C] == s.rules.zone_id(0, YARD)


def test_a_pair_is_named_in_one_order() -> None:
    """given two cards that are swapped, then they are named as they lie, and both are carried along."""
    s = match()
    put(s, {A: PEBBLE, B: PEBBLE, C: PEBBLE})
    assert moves(s, y.V_SWAP) == [(y.V_SWAP, A, B), (y.V_SWAP, A, C), (y.V_SWAP, B, C)]
    assert broken(s, (y.V_SWAP, B, A)) == "yard.swap"
    put(s, {W: PEBBLE})
    assert [row[ROW_EVENT] for row in kernel.apply(s, 0, (y.V_SWAP, A, B))] == [atoms.LINKED]
    kernel.apply(s, 1, PASS_MOVE)
    assert zone(s, 0, YARD) == (C, A, B)


def test_a_keyword_bars_the_cards_that_have_it() -> None:
    """given a heavy card, printed or by a change with an end, then only one with a charge can be pushed."""
    s = match()
    put(s, {A: PEBBLE, B: BOULDER})
    assert moves(s, y.V_PUSH) == [(y.V_PUSH, A)]
    assert broken(s, (y.V_PUSH, B)) == "yard.heavy"
    atoms.put(s, y.CHARGES, B, 1)
    assert moves(s, y.V_PUSH) == [(y.V_PUSH, A), (y.V_PUSH, B)]
    atoms.modify(s, y.HEAVY, ref(s, A), 1, (9, 9), 0)
    assert moves(s, y.V_PUSH) == [(y.V_PUSH, B)] and broken(s, (y.V_PUSH, A)) == "yard.heavy"


def test_a_keyword_that_no_card_can_have_is_not_looked_for() -> None:
    """given a keyword that nothing prints or changes, then the ways are left as they are, unseen."""
    s = match()
    ways = [A, B]
    assert Rule("x", bars=y.MUTE).sift()(s, 0, ways, {}) is ways
    put(s, {A: PEBBLE})
    atoms.modify(s, y.MUTE, ref(s, A), 1, (9, 9), 0)
    assert Rule("x", bars=y.MUTE).sift()(s, 0, ways, {}) == [B]


def test_what_is_counted_is_refused_a_second_time() -> None:
    """given a card that was pushed, then it cannot be again in this turn without two charges."""
    s = match()
    put(s, {A: PEBBLE, B: PEBBLE})
    put(s, {W: PEBBLE})
    kernel.apply(s, 0, (y.V_PUSH, A))
    kernel.apply(s, 1, PASS_MOVE)
    assert moves(s, y.V_PUSH) == [(y.V_PUSH, B)] and broken(s, (y.V_PUSH, A)) == "yard.tired"
    atoms.put(s, y.CHARGES, A, 2)
    assert moves(s, y.V_PUSH) == [(y.V_PUSH, A), (y.V_PUSH, B)]
    atoms.put(s, y.HURT, A, 1)
    assert broken(s, (y.V_PUSH, A)) == "yard.whole"
    for seat in (0, 1):
        kernel.apply(s, seat, END)
    atoms.put(s, y.CHARGES, A, -2)
    atoms.put(s, y.HURT, A, -1)
    assert broken(s, (y.V_PUSH, A)) == "", "another turn has begun"


def test_a_link_whose_card_is_no_longer_right_does_nothing() -> None:
    """given a link that waits to be carried out, when its card, its place or a rule on it has changed, then
    nothing comes of it; what its rules ask of the seat is not asked again."""

    def carried_out(change: str) -> bool:
        s = match()
        put(s, {W: PEBBLE})
        kernel.apply(s, 0, (y.V_PLAY, A), [(A, PEBBLE)])
        if change == "another":
            s.inst[A] += 1
        elif change == "gone":
            atoms.move(s, A, s.rules.zone_id(0, y.HEAP), 1)
        elif change == "full":
            for h in (B, C, D):
                put(s, {h: PEBBLE})
        elif change == "poor":
            s.num[y.COINS][1] = 0
        kernel.apply(s, 1, PASS_MOVE)
        return A in zone(s, 0, YARD)

    changes = ("nothing", "another", "gone", "full", "poor")
    assert [change for change in changes if carried_out(change)] == ["nothing", "poor"]


def test_a_link_is_held_against_every_card_that_it_names() -> None:
    """given a card that is to be tied, when its host has become another one, then it stays in the hand."""
    s = match()
    put(s, {A: PEBBLE, W: PEBBLE})
    kernel.apply(s, 0, (y.V_TIE, C, A))
    s.inst[A] += 1
    kernel.apply(s, 1, PASS_MOVE)
    assert C in zone(s, 0, HAND) and A not in s.kids


def test_a_verb_without_cards_makes_no_link() -> None:
    """given a shout, then it happens at once and the seat goes on; too poor, it is refused."""
    s = match()
    put(s, {W: PEBBLE})
    assert moves(s, y.V_SHOUT) == [(y.V_SHOUT,)]
    assert happened(kernel.apply(s, 0, (y.V_SHOUT,)), y.E_SHOUTED) == [1]
    assert kernel.ask_of(s, 0) and not s.chain
    s.num[y.COINS][1] = 1
    assert moves(s, y.V_SHOUT) == [] and broken(s, (y.V_SHOUT,)) == "yard.voice"


def test_only_what_has_neither_cards_nor_rules_is_free() -> None:
    """given the verbs, then the end alone is listed without being looked at."""
    assert [v for v, verb in y.VERB_TABLE.items() if isinstance(verb, Verb) and verb.free] == [y.V_END]
    assert kernel.options(match(), 0, {})[-1] == END


def test_a_moment_has_its_own_verbs() -> None:
    """given a window of a chain, then a verb of the free choice is against the rules there, a pass is not."""
    s = match()
    put(s, {W: PEBBLE})
    kernel.apply(s, 0, (y.V_PLAY, A), [(A, PEBBLE)])
    assert moment(s, 1) == W_CHAIN
    assert broken(s, (y.V_PUSH, W), seat=1) == broken(s, END, seat=1) == "yard.answers"
    assert broken(s, PASS_MOVE, seat=1) == ""
    with pytest.raises(AssertionError):
        moment(s, 0)


def test_only_a_verb_that_shows_opens_its_card() -> None:
    """given verbs on hidden, open and missing cards, then what is played is shown, what is laid is stated."""
    s = match()
    s.code[B] = PEBBLE
    for move, shown, stated in (
        ((y.V_PLAY, A), (A,), 0),
        ((y.V_PLAY, B), (), 0),
        ((y.V_PLAY, 1), (), 0),
        ((y.V_PLAY, len(s.code)), (), 0),
        ((y.V_USE, A), (A,), 0),
        ((y.V_LAY, A), (), 1),
        ((y.V_TIE, A, B), (), 2),
        ((y.V_USE, (KEY_ABILITY, 1)), (), 0),
        ((kernel.V_PICK, A), (), 0),
        (END, (), 0),
    ):
        assert (rules_of(s).moves.opens(s, move), rules_of(s).moves.vouched(s, move)) == (shown, stated)


def test_a_card_picked_to_be_shown_is_opened() -> None:
    """given a choice that reveals what is chosen, then one hidden card that is picked is shown."""
    s = match()
    s.asks = ()
    kernel.ask(s, 0, PICK, (1, 1), picker=s.rules.picker_number(instructions.pick_revealed))
    assert rules_of(s).moves.opens(s, (kernel.V_PICK, A)) == (A,)
    assert (
        rules_of(s).moves.opens(s, (kernel.V_PICK, A, B))
        == rules_of(s).moves.opens(s, (kernel.V_DONE, A))
        == ()
    )


# Uses.


def test_only_cards_that_are_hidden_are_opened_for_everybody() -> None:
    """given a selector that finds all players, a card that lies open and two that do not, when they are
    opened, then each player owes its own hidden one and nothing else."""
    s = match()
    put(s, {A: PEBBLE})
    players = [s.rules.body(seat) for seat in range(s.seats)]
    # when
    instructions.do_open(s, probe(0, ref(s, A), 0, -1), lambda s, act: [*players, A, B, W])
    # then
    assert [(need.kind, need.who, need.n, need.items) for need in s.needs] == [
        (OPEN, 0, -1, (B,)),
        (OPEN, 1, -1, (W,)),
    ]


def test_a_use_names_ability_and_way_only_where_there_are_several() -> None:
    """given a hammer with one ability and a book with two, then the book's are numbered, and so are ways."""
    s = match()
    put(s, {A: HAMMER, B: BOOK, W: PEBBLE, X: BOULDER})
    read = (y.V_USE, B, (KEY_ABILITY, 1))
    assert moves(s, y.V_USE) == [
        (y.V_USE, A, W),
        (y.V_USE, A, X),
        (*read, (KEY_MODE, 1)),
        (*read, (KEY_MODE, 2)),
    ]
    unnamed: list[Move] = [
        (y.V_USE, A, (KEY_ABILITY, 1), W),
        (y.V_USE, B, (KEY_MODE, 1)),
        (*read[:2], (KEY_ABILITY, 3)),
        (*read[:2], (KEY_ABILITY, 0)),
    ]
    for move in unnamed:
        assert broken(s, move) == "target.chosen-when"
    said = [kernel.check(s, 0, move, []) for move in unnamed[:2]]
    assert [why.text for why in said if why] == [
        "its one ability is used without ability=",
        "say which of its 2 abilities is used, ability=1 to ability=2",
    ]
    unfit: list[Move] = [
        (y.V_USE, A, B),
        (y.V_USE, A),
        (y.V_USE, A, W, X),
        (y.V_USE, A, W, (KEY_MODE, 1)),
        read,
        (*read, (KEY_MODE, 3)),
    ]
    for move in unfit:
        assert broken(s, move) == "target.chosen-when"
    unread: list[Move] = [
        (y.V_USE,),
        (y.V_USE, (KEY_ABILITY, 1)),
        (y.V_USE, B, (KEY_MODE, 1), (KEY_ABILITY, 1)),
        (y.V_USE, A, W, (KEY_MODE, 0)),
        (*read, (KEY_ABILITY, 1), (KEY_MODE, 1)),
        (y.V_USE, A, (KEY_MODE, 1), W),
    ]
    for move in unread:
        assert broken(s, move) == "yard.moves"


def test_a_use_is_paid_for_counted_and_carried_out() -> None:
    """given a hammer, then its use costs a coin and hurts its target; the act knows the hammer's strength."""
    s = match()
    put(s, {A: HAMMER, W: PEBBLE})
    atoms.put(s, y.HURT, A, 1)
    assert happened(kernel.apply(s, 0, (y.V_USE, A, W)), y.E_USED) == [A]
    act = s.acts[s.chain[0]]
    assert (act[A_VERB], act[A_X], act[A_TARGETS], act[A_MODE]) == (y.V_USE, 11, (ref(s, W),), 0)
    assert act[A_ID] == s.chain[0] and s.num[y.COINS][1] == 1 and s.num[y.HURT][W] == 0
    kernel.apply(s, 1, PASS_MOVE)
    assert s.num[y.HURT][W] == 1
    assert uses(s, rules_of(s).abilities[y.STRIKE], ref(s, A)) == 1
    s.num[y.COINS][1] = 0
    assert moves(s, y.V_USE) == [] and broken(s, (y.V_USE, A, W)) == "yard.coins"


def test_a_limit_of_uses_ends_with_the_turn() -> None:
    """given a book that may be read once a turn, then not again before the next one."""
    s = match()
    put(s, {A: BOOK})
    read = (y.V_USE, A, (KEY_ABILITY, 1), (KEY_MODE, 2))
    kernel.apply(s, 0, read)
    assert s.num[y.HURT][1] == 1
    assert moves(s, y.V_USE) == [] and broken(s, read) == "yard.often"
    for seat in (0, 1):
        kernel.apply(s, seat, END)
    assert broken(s, read) == ""


def test_the_games_own_rule_knows_what_is_free() -> None:
    """given a sling, which costs nothing, then the game keeps it to two uses; a hammer costs a coin."""
    s = match()
    put(s, {A: SLING, B: HAMMER, C: PEBBLE, W: PEBBLE})
    for h in (A, B):
        atoms.mark(s, y.TURN, y.MK_USES + rules_of(s).cards[s.code[h]].abilities[0].number, ref(s, h), 2)
    assert broken(s, (y.V_USE, A, C)) == "yard.free" and broken(s, (y.V_USE, B, W)) == ""
    assert moves(s, y.V_USE) == [(y.V_USE, B, W)]


def test_a_condition_on_targets_is_held_against_each_of_them() -> None:
    """given a sling that must not name itself, then only ways without it are listed and legal."""
    s = match()
    put(s, {A: PEBBLE, B: SLING, C: PEBBLE})
    assert moves(s, y.V_USE) == [(y.V_USE, B, A), (y.V_USE, B, C), (y.V_USE, B, A, C)]
    assert broken(s, (y.V_USE, B, A, B)) == broken(s, (y.V_USE, B, B)) == "yard.unmet-sling"
    assert broken(s, (y.V_USE, B, A, C)) == "" and broken(s, (y.V_USE, B, C, A)) == "target.chosen-when"


def test_another_condition_is_asked_once() -> None:
    """given a seat with too many coins, then it cannot read its book in any way."""
    s = match()
    put(s, {A: BOOK})
    s.num[y.COINS][1] = 9
    assert moves(s, y.V_USE) == []
    assert broken(s, (y.V_USE, A, (KEY_ABILITY, 1), (KEY_MODE, 1))) == "yard.unmet-book"


def test_where_a_card_lies_is_judged_first() -> None:
    """given a hammer in the hand, one face-down and one of the other seat, then none of them is used."""
    s = match()
    put(s, {B: HAMMER}, 0)
    put(s, {W: HAMMER})
    for h in (A, B, W):
        assert broken(s, (y.V_USE, h, W), HAMMER if h == A else 0) == "yard.place"
    assert moves(s, y.V_USE, known={A: HAMMER}) == []


def test_what_is_tied_to_a_card_is_used_by_it() -> None:
    """given a hammer tied to a pebble, then the pebble is the user of its act."""
    s = match()
    put(s, {A: PEBBLE, W: PEBBLE})
    tie(s, B, A, HAMMER)
    use = y.VERB_TABLE[y.V_USE]
    assert isinstance(use, Use)
    (way,) = use.ways.of(rules_of(s).cards[HAMMER])
    assert use.sketch(s, 0, B, way, ())[3:5] == [ref(s, B), ref(s, A)]
    put(s, {C: HAMMER})
    assert card_of(s, B, {B: BOOK}).code == HAMMER
    assert [card_of(s, D, known).code for known in ({}, {D: BOOK})] == [0, BOOK]
    assert use.sketch(s, 0, C, way, ())[3:5] == [ref(s, C), ref(s, C)]
    assert moves(s, y.V_USE) == [(y.V_USE, B, W), (y.V_USE, C, W)]
    s.num[y.COINS][1] = 0
    assert moves(s, y.V_USE) == [(y.V_USE, B, W)] and broken(s, (y.V_USE, B, W)) == "", "it is cheaper there"


def test_an_answer_needs_a_link_that_it_may_answer() -> None:
    """given a book that echoes what is played, then it answers that alone, for a charge of its own."""
    s = match()
    put(s, {W: BOOK, A: PEBBLE})
    echo = (y.V_USE, W, (KEY_ABILITY, 2))
    s.num[y.COINS][2] = 9  # it does not read
    kernel.apply(s, 0, (y.V_PUSH, A))
    atoms.put(s, y.CHARGES, W, 1)
    assert moves(s, y.V_USE, seat=1) == [] and broken(s, echo, seat=1) == "yard.late"
    kernel.apply(s, 1, PASS_MOVE)
    kernel.apply(s, 0, (y.V_PLAY, B), [(B, PEBBLE)])
    assert moves(s, y.V_USE, seat=1) == [echo]
    atoms.put(s, y.CHARGES, W, -1)
    assert moves(s, y.V_USE, seat=1) == [] and broken(s, echo, seat=1) == "yard.charges"
    atoms.put(s, y.CHARGES, W, 1)
    kernel.apply(s, 1, echo)
    assert s.acts[s.chain[1]][A_LINK] == s.chain[0] and s.num[y.CHARGES][W] == 0
    kernel.apply(s, 0, PASS_MOVE)
    assert s.num[y.HURT][2] == 1 and zone(s, 0, YARD) == (A, B)


def test_an_answer_is_not_for_the_free_choice() -> None:
    """given a charged book and no chain, then it only reads; where the game bars it, a hammer is silent."""
    s = match()
    put(s, {A: BOOK, W: HAMMER})
    atoms.put(s, y.CHARGES, A, 1)
    assert broken(s, (y.V_USE, A, (KEY_ABILITY, 2))) == "yard.late"
    assert all(move[2] == (KEY_ABILITY, 1) for move in moves(s, y.V_USE))
    s.num[y.COINS][2] = 1
    kernel.apply(s, 0, (y.V_PUSH, A))
    assert moves(s, y.V_USE, seat=1) == [] and broken(s, (y.V_USE, W, A), seat=1) == "yard.silence"


def test_what_is_due_follows_from_card_and_moment() -> None:
    """given cards and moments, then it is known which abilities can be used there at all."""
    rules = Yard()
    use = y.VERB_TABLE[y.V_USE]
    assert isinstance(use, Use)
    due = [
        [[way.n for way in use.ways.due(rules.cards[code], now)] for code in (PEBBLE, HAMMER, BOOK, BELL)]
        for now in (FREE, W_CHAIN, W_SHOW)
    ]
    assert due == [
        [[], [1], [1], []],
        [[], [], [1, 2], []],
        [[], [1], [1, 2], [1]],
    ]


def test_a_hidden_card_is_shown_for_an_event_or_not() -> None:
    """given a laid card, then each seat with hidden cards may show its bell, and no card that does not wait
    for that; what is shown becomes a link, and who passes keeps it hidden."""
    s = match()
    put(s, {D: PEBBLE, X: HAMMER})
    s.num[y.COINS][2] = 1
    kernel.apply(s, 0, (y.V_LAY, A))
    kernel.apply(s, 1, PASS_MOVE)
    assert moment(s, 0) == W_SHOW
    assert moves(s, y.V_USE, known={B: BELL, C: PEBBLE}) == [(y.V_USE, B)]
    kernel.apply(s, 0, PASS_MOVE)
    assert s.code[B] == 0 and moment(s, 1) == W_SHOW
    assert kernel.options(s, 1, {W: BELL}) == [PASS_MOVE, (y.V_USE, W)]
    assert broken(s, (y.V_USE, X, D), seat=1) == "yard.late"
    kernel.apply(s, 1, (y.V_USE, W), [(W, BELL)])
    while s.asks[0][1:3] != (0, 0):
        kernel.apply(s, s.asks[0].seat, PASS_MOVE)
    assert s.num[y.HURT][2] == 1 and s.code[W] == BELL and not s.chain


def test_what_is_triggered_is_carried_out_like_a_use() -> None:
    """given a drum, when a card is pushed, then it is heard on a chain of its own after that."""
    s = match()
    put(s, {A: DRUM, B: PEBBLE, W: PEBBLE})
    kernel.apply(s, 0, (y.V_PUSH, B))
    kernel.apply(s, 1, PASS_MOVE)
    assert [s.acts[k][A_VERB] for k in s.chain] == [V_TRIGGER] and s.num[y.HURT][1] == 0
    kernel.apply(s, 1, PASS_MOVE)
    assert s.num[y.HURT][1] == 1


def test_a_muted_card_does_nothing() -> None:
    """given a hammer that is muted when its link is carried out, then the link is stopped."""
    s = match()
    put(s, {A: HAMMER, W: PEBBLE})
    kernel.apply(s, 0, (y.V_USE, A, W))
    atoms.modify(s, y.MUTE, ref(s, A), 1, (9, 9), 0)
    assert happened(kernel.apply(s, 1, PASS_MOVE), atoms.STOPPED) == [A]
    assert s.num[y.HURT][W] == 0
