"""The instructions of card programs in every game, and frames that go on once the table has answered.

A frame is pushed by its function (`chain.push`); the game's table of frames gives the number, so a game takes
the functions of `FRAMES` and `PICKERS` into its own tables. Where cards go is read off the game's kinds of
zones: `Rules.deck_kind`, `hand_kind` and `discard_kind`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import A_ID, A_IT, A_N, A_PICKED, A_SEAT, A_SRC, new_act
from fadenet.engine.card import Amount, Select
from fadenet.engine.chain import V_TRIGGER, f_check, f_gather, f_run, push, remember
from fadenet.engine.rules import rules_of
from fadenet.engine.state import (
    ATTACHED,
    BIND,
    HANDLE_MASK,
    INST_SHIFT,
    OPEN,
    PICK,
    POOL,
    TAKE,
    TOSS,
    Act,
    Frames,
    Known,
    Pickers,
    State,
    is_automaton,
    ref,
)


def reachable(s: State, act: Act, pick: Select) -> list[int]:
    """The handles that a selector finds, without those that the action cannot affect."""
    touched = rules_of(s).effects.touched
    return [h for h in pick(s, act) if touched(s, act, h)]


def movable(s: State, act: Act, pick: Select) -> list[int]:
    """The cards that a selector finds, without what the action cannot move elsewhere."""
    return moved(s, act, pick(s, act))


def moved(s: State, act: Act, there: Sequence[int]) -> list[int]:
    """The cards among these that an action can move elsewhere: never the body of a seat."""
    touched, stays = rules_of(s).effects.touched, rules_of(s).effects.stays
    return [h for h in there if h > s.seats and touched(s, act, h) and not stays(s, h)]


def in_play(s: State, there: Sequence[int]) -> list[int]:
    """Those of these that can bear anything: bodies of seats, and cards on the field."""
    return [h for h in there if h <= s.seats or s.rules.on_field[s.zone[h]]]


def seats_in(s: State, act: Act, pick: Select) -> list[int]:
    """The seats among what a selector finds, by their bodies."""
    return [h - 1 for h in reachable(s, act, pick) if h <= s.seats and h - 1 not in s.out]


# Zones of a seat.


def deck_of(s: State, seat: int) -> int:
    """The number of the deck that a seat draws from."""
    return seat * s.rules.decks_per_seat


def deck_line(s: State, seat: int) -> tuple[int, ...]:
    """The slots of that deck from the top on, 0 = not bound to a card yet."""
    line: tuple[int, ...] = s.zones[s.rules.zone_id(seat, s.rules.deck_kind)]
    return line


def hand_of(s: State, seat: int) -> tuple[int, ...]:
    hand: tuple[int, ...] = s.zones[s.rules.zone_id(seat, s.rules.hand_kind)]
    return hand


def bind_top(s: State, seat: int, n: int) -> None:
    """Need a card for every slot among the top n that has none yet."""
    unbound = deck_line(s, seat)[:n].count(0)
    if unbound:
        kernel.need(s, BIND, seat, deck_of(s, seat), unbound, ())


def shuffle(s: State, seat: int, items: tuple[int, ...] = ()) -> None:
    """Shuffle a seat's deck, together with cards that go back into it."""
    if items or deck_line(s, seat):
        kernel.need(s, POOL, seat, deck_of(s, seat), 0, items)


# Drawing, discarding, showing.


def f_draw(s: State, seat: int, n: int, act_id: int) -> None:
    """Draw n cards, or as many as there are."""
    if rules_of(s).automaton.draws(s, seat, n, act_id):
        return
    line = deck_line(s, seat)[: max(n, 0)]
    if line:
        push(s, f_drawn, seat, len(line), act_id)
        bind_top(s, seat, len(line))


def f_drawn(s: State, seat: int, n: int, act_id: int) -> None:
    drawn = deck_line(s, seat)[:n]
    hand = s.rules.zone_id(seat, s.rules.hand_kind)
    for h in drawn:
        atoms.move(s, h, hand, 0, act_id, atoms.DRAWN)
    recall(s, act_id, drawn)


def discard_from_hand(
    s: State, seat: int, n: int, act_id: int = 0, pick: Callable[..., list[int]] | None = None
) -> None:
    """Let a seat discard n cards of its own choice; outside any action if `act_id` is 0.

    pick: the picker for the game's own order of the cards, of which the first goes when time is out.
    """
    if act_id:
        holder = s.acts[act_id]
        holder[A_PICKED] = ()
    else:
        holder = new_act(s, V_TRIGGER, seat, 0, 0, -1)
        act_id = holder[A_ID]
        s.acts[act_id] = holder
    push(s, f_discard, act_id)
    picker = s.rules.picker_number(pick or pick_hand)
    push(s, f_gather, act_id, seat, n, n, picker, (act_id,))


def pick_hand(s: State, seat: int, known: Known, act_id: int) -> list[int]:
    """The cards of a hand that have not been picked yet, the one that came last first."""
    picked = s.acts[act_id][A_PICKED] if act_id in s.acts else ()
    return [h for h in reversed(hand_of(s, seat)) if h not in picked]


def f_discard(s: State, act_id: int) -> None:
    act = s.acts[act_id]
    picked = act[A_PICKED]
    act[A_PICKED] = ()
    if picked:
        recall(s, act_id, picked)
        put_open(s, list(picked), s.rules.discard_kind, act_id, atoms.DISCARDED)
    if not act[A_SRC]:
        del s.acts[act_id]


def discard(s: State, cards: Sequence[int], act_id: int = 0) -> None:
    """Cards go to their owners' discard piles with what lies on them; hidden ones are shown first."""
    there = [k for h in cards for k in (h, *s.kids.get(h, ()))]
    put_open(s, there, s.rules.discard_kind, act_id, atoms.DISCARDED)


def dispose(s: State, act: Act, cards: Sequence[int]) -> None:
    """An action discards cards, other than those that it cannot move."""
    discard(s, moved(s, act, cards), act[A_ID])


def put_open(s: State, cards: list[int], kind: int, act_id: int, why: int) -> None:
    """Move cards to an open zone of their owners; hidden ones are shown first.

    The owner of a hidden card opens it, whoever controls it: only the owner knows it without anybody's word.
    """
    if not cards:
        return
    code, inst, owner = s.code, s.inst, s.owner
    push(s, f_put, tuple([inst[h] << INST_SHIFT | h for h in cards]), kind, act_id, why)
    hidden = [h for h in cards if not code[h]]
    for seat in sorted({owner[h] for h in hidden}) if hidden else ():
        kernel.need(s, OPEN, seat, 0, -1, tuple([h for h in hidden if owner[h] == seat]))


def f_put(s: State, refs: tuple[int, ...], kind: int, act_id: int, why: int) -> None:
    kinds = s.rules.zones_per_seat
    for r in refs:
        h = r & HANDLE_MASK
        if s.inst[h] == r >> INST_SHIFT:
            atoms.move(s, h, s.owner[h] * kinds + kind, 1, act_id, why)
    if s.rules.token_types:
        _end_tokens(s, [r & HANDLE_MASK for r in refs])


def _end_tokens(s: State, cards: list[int]) -> None:
    """A token that has left the field is gone for good."""
    tokens = s.rules.of_types[s.rules.token_types]
    for h in cards:
        if s.code[h] in tokens:
            atoms.take_away(s, h)


# The instructions.


def each_seat(s: State, act: Act, pick: Select, n: Amount) -> list[tuple[int, int]]:
    """The seats for each of which a frame is going to be pushed, and the amount.

    Nothing is "it" before those frames `recall` what they came upon.
    """
    found = [(seat, n(s, act)) for seat in seats_in(s, act, pick)]
    rules_of(s).effects.reached(s, act, [s.rules.body(seat) for seat, _ in found])
    remember(act, [], s)
    return found


def recall(s: State, act_id: int, found: Sequence[int]) -> None:
    """Add to "it" what a frame of an instruction came upon; outside any action nothing is kept."""
    act = s.acts.get(act_id)
    if act is not None:
        act[A_IT] += tuple([ref(s, h) for h in found])
        act[A_N] += len(found)


def do_draw(s: State, act: Act, pick: Select, n: Amount) -> None:
    for seat, many in reversed(each_seat(s, act, pick, n)):
        push(s, f_draw, seat, many, act[A_ID])


def do_mill(s: State, act: Act, pick: Select, n: Amount, kind: int) -> None:
    for seat, many in each_seat(s, act, pick, n):
        push(s, f_mill, seat, many, kind, act[A_ID])


def do_discard(s: State, act: Act, pick: Select, n: Amount, at_random: bool) -> None:
    for seat, many in each_seat(s, act, pick, n):
        push(s, f_give_up, seat, many, int(at_random), act[A_ID])


def _lifted(s: State, act: Act, pick: Select) -> list[int]:
    """The cards that an effect takes into piles; what lies on them goes where it belongs first."""
    cards = movable(s, act, pick)
    rules_of(s).effects.reached(s, act, cards)
    for h in cards:
        rules_of(s).effects.shed(s, h, act[A_ID])
    return cards


def do_put(s: State, act: Act, pick: Select, kind: int, at: int) -> None:
    """Cards go to a zone of their owners; one that cards are seen in is entered face-up."""
    cards = _lifted(s, act, pick)
    if kind not in (s.rules.hand_kind, s.rules.deck_kind):
        put_open(s, cards, kind, act[A_ID], atoms.MOVED)
        return
    for h in cards:
        atoms.move(s, h, s.rules.zone_id(s.owner[h], kind), 0, act[A_ID])
        if at >= 0:
            atoms.shift(s, h, at)
    _end_tokens(s, cards)


def do_shuffle_in(s: State, act: Act, pick: Select) -> None:
    """Cards go back into their owners' decks, which are shuffled."""
    cards = _lifted(s, act, pick)
    for seat in range(s.seats):
        mine = tuple(h for h in cards if s.owner[h] == seat)
        if mine:
            shuffle(s, seat, mine)


def do_shuffle(s: State, act: Act, pick: Select) -> None:
    for seat in seats_in(s, act, pick):
        shuffle(s, seat)


def do_counter(s: State, act: Act, pick: Select, column: int, n: Amount, sign: int) -> None:
    """Put counters of a kind on what is in play or take them away, as far as the game lets them."""
    touched, total = [], 0
    for h in in_play(s, reachable(s, act, pick)):
        many = max(n(s, act), 0)
        if rules_of(s).effects.put_counters(s, act, h, column, sign * many):
            touched.append(h)
            total += many
    remember(act, touched, s, total)
    push(s, f_check)


def do_clear(s: State, act: Act, pick: Select, column: int) -> None:
    for h in reachable(s, act, pick):
        atoms.put(s, column, h, -s.num[column][h], act[A_ID], act[A_SEAT])


def do_mod(s: State, act: Act, pick: Select, what: int, n: Amount, until: int) -> None:
    """Change a value of cards or seats until a moment that the game numbers."""
    touched = reachable(s, act, pick)
    rules_of(s).effects.reached(s, act, touched)
    for h in touched:
        rules_of(s).effects.change(s, act, h, what, n(s, act), until)
    remember(act, touched, s)
    push(s, f_check)


def do_look(s: State, act: Act, pick: Select, n: Amount) -> None:
    """Look at the top cards of a deck; they stay where they are."""
    for seat, many in each_seat(s, act, pick, n):
        push(s, f_look, seat, act[A_SEAT], many, act[A_ID])


def do_show(s: State, act: Act, pick: Select) -> None:
    """The acting seat alone sees hidden cards of others."""
    for seat in range(s.seats):
        there = reachable(s, act, pick)
        hidden = tuple(h for h in there if h > s.seats and not s.code[h] and s.owner[h] == seat)
        if hidden and seat != act[A_SEAT]:
            kernel.need(s, OPEN, seat, 0, act[A_SEAT], hidden)


def do_open(s: State, act: Act, pick: Select) -> None:
    """Everybody sees hidden cards."""
    for seat in range(s.seats):
        hidden = tuple(h for h in pick(s, act) if h > s.seats and not s.code[h] and s.owner[h] == seat)
        if hidden:
            kernel.need(s, OPEN, seat, 0, -1, hidden)


def hand_over(s: State, act: Act, card: int, host: int) -> None:
    """A card that lies on one goes to another; the seat that controls it from now on may look at it."""
    seat = s.ctrl[host]
    zone = s.rules.zone_id(seat, s.rules.zone_kind(s.zone[card]))
    if s.ctrl[card] != seat:
        if not s.code[card]:
            for viewer in (seat, *rules_of(s).confidants(s, seat)):
                if viewer != s.owner[card]:
                    kernel.need(s, OPEN, s.owner[card], 0, viewer, (card,))
        atoms.control(s, card, seat, zone, act[A_ID])
    atoms.lay_on(s, card, host, ATTACHED, s.face[card], zone, act[A_ID])


def bears(s: State, host: int, card: int) -> bool:
    """Whether a card can lie on another: that is on the field, and is not the card, nor lies on anything."""
    return host != card and host > s.seats and s.rules.on_field[s.zone[host]] and not s.host[host]


def take_over(s: State, act: Act, h: int, kind: int) -> None:
    """The acting seat takes control of a card in a zone of its own, and may look at what lies on it."""
    seat = act[A_SEAT]
    atoms.control(s, h, seat, s.rules.zone_id(seat, kind), act[A_ID])
    for k in s.kids.get(h, ()):
        hand_over(s, act, k, h)


def make_card(s: State, act: Act, code: int, kind: int) -> int:
    """A card that was in no deck comes face-up into a zone of the acting seat; it is "it". Its handle."""
    (h,) = atoms.grow(s, act[A_SEAT], -1, 1)
    atoms.open_card(s, h, code, act[A_ID])
    atoms.move(s, h, s.rules.zone_id(act[A_SEAT], kind), 1, act[A_ID])
    remember(act, [h], s)
    return h


def do_steal(s: State, act: Act, pick: Select, to: Select) -> None:
    """Cards that lie on others are handed over to cards on which nothing lies."""
    for card, host in zip(pick(s, act), to(s, act), strict=False):
        if s.host[card] and bears(s, host, card) and host not in s.kids and s.face[host]:
            hand_over(s, act, card, host)


def do_swap(s: State, act: Act, first: Select, second: Select) -> None:
    """The cards that lie on one card and those that lie on another change places, if each may bear the
    other's; for cards that two selectors find, pair by pair."""
    for a, b in zip(first(s, act), second(s, act), strict=False):
        if bears(s, a, b) and bears(s, b, a):
            swap(s, act, a, b)


def swap(s: State, act: Act, a: int, b: int) -> None:
    """The cards that lie on two cards change places."""
    for card, host in [(k, b) for k in s.kids.get(a, ())] + [(k, a) for k in s.kids.get(b, ())]:
        hand_over(s, act, card, host)


def do_show_hand(s: State, act: Act, pick: Select) -> None:
    for seat in seats_in(s, act, pick):
        hidden = tuple(h for h in hand_of(s, seat) if not s.code[h])
        if hidden and seat != act[A_SEAT]:
            kernel.need(s, OPEN, seat, 0, act[A_SEAT], hidden)


def do_search(s: State, act: Act, predicate: int, n: Amount, open_: int) -> None:
    """Take cards out of the own deck, then shuffle it."""
    seat, many = act[A_SEAT], max(n(s, act), 0)
    remember(act, [], s)
    if is_automaton(s, seat):
        rules_of(s).automaton.searches(s, act, predicate, many)
    elif deck_line(s, seat):
        push(s, f_found, act[A_ID])
        kernel.need(s, TAKE, seat, deck_of(s, seat), many, (predicate, int(bool(predicate or open_)), 0))


def do_reveal(s: State, act: Act, predicate: int) -> None:
    """Let the acting seat show one card of its hand that passes a statement; that card is "it"."""
    remember(act, [], s)
    if hand_of(s, act[A_SEAT]):
        push(s, f_revealed, act[A_ID])
        picker = s.rules.picker_number(pick_revealed)
        kernel.ask(s, act[A_SEAT], PICK, (0, 1), picker=picker, data=(act[A_ID], predicate))


def do_pick(s: State, act: Act, seat_of: Select, slot: int) -> None:
    """Choose among things while the effect runs."""
    act[A_PICKED] = ()
    push(s, f_picked, act[A_ID])
    for seat in seats_in(s, act, seat_of)[:1]:
        lo, hi = rules_of(s).choices[slot][1:3]
        picker = s.rules.picker_number(pick_choice)
        push(s, f_gather, act[A_ID], seat, lo, hi, picker, (act[A_ID], slot))


def do_random(s: State, act: Act, pick: Select) -> None:
    there = pick(s, act)
    remember(act, there, s)
    if there:
        push(s, f_random, act[A_ID])
        kernel.need(s, TOSS, -1, 0, 1, (len(there),))


# Programs outside any chain.


def carry_out(s: State, seat: int, src: int, user: int, program: int) -> None:
    """Run a program of a card as an act of its own, which nobody may answer; src and user are refs."""
    act = new_act(s, V_TRIGGER, seat, src, user, -1)
    s.acts[act[A_ID]] = act
    push(s, f_carried_out, act[A_ID])
    push(s, f_run, act[A_ID], program, 0)


def f_carried_out(s: State, act_id: int) -> None:
    del s.acts[act_id]


# Frames that go on after a need.


def f_mill(s: State, seat: int, n: int, kind: int, act_id: int) -> None:
    line = deck_line(s, seat)[: max(n, 0)]
    if line:
        push(s, f_milled, seat, len(line), kind, act_id)
        bind_top(s, seat, len(line))


def f_milled(s: State, seat: int, n: int, kind: int, act_id: int) -> None:
    cards = list(deck_line(s, seat)[:n])
    recall(s, act_id, cards)
    put_open(s, cards, kind, act_id, atoms.MILLED)


def f_give_up(s: State, seat: int, n: int, at_random: int, act_id: int) -> None:
    hand = hand_of(s, seat)
    n = min(n, len(hand))
    if n <= 0:
        return
    if at_random:
        push(s, f_tossed_away, seat, act_id)
        kernel.need(s, TOSS, -1, 0, 1, tuple(len(hand) - k for k in range(n)))
    else:
        discard_from_hand(s, seat, n, act_id)


def f_tossed_away(s: State, seat: int, act_id: int) -> None:
    hand = list(hand_of(s, seat))
    cards = [hand.pop(k) for k in s.got[0]]
    recall(s, act_id, cards)
    put_open(s, cards, s.rules.discard_kind, act_id, atoms.DISCARDED)


def f_look(s: State, seat: int, viewer: int, n: int, act_id: int) -> None:
    line = deck_line(s, seat)[: max(n, 0)]
    if line:
        push(s, f_looked, seat, viewer, len(line), act_id)
        bind_top(s, seat, len(line))


def f_looked(s: State, seat: int, viewer: int, n: int, act_id: int) -> None:
    cards = deck_line(s, seat)[:n]
    recall(s, act_id, cards)
    hidden = tuple(h for h in cards if not s.code[h])
    if hidden and viewer != seat:
        kernel.need(s, OPEN, seat, 0, viewer, hidden)
    elif hidden:
        atoms.emit(s, atoms.LOOKED, hidden[0], seat, act_id, len(hidden))


def f_found(s: State, act_id: int) -> None:
    """Cards taken from a deck go to the hand; the rest is shuffled."""
    act = s.acts[act_id]
    seat = act[A_SEAT]
    taken = s.got[0]
    if not taken:
        atoms.emit(s, atoms.FOUND_NONE, seat + 1, seat, act_id)
    for h in taken:
        atoms.move(s, h, s.rules.zone_id(seat, s.rules.hand_kind), 0, act_id)
    recall(s, act_id, taken)
    shuffle(s, seat)


def f_revealed(s: State, act_id: int) -> None:
    move = s.ans[0]
    if len(move) > 1:
        recall(s, act_id, [move[1]])


def f_picked(s: State, act_id: int) -> None:
    act = s.acts[act_id]
    remember(act, list(act[A_PICKED]), s, len(act[A_PICKED]))
    act[A_PICKED] = ()


def f_random(s: State, act_id: int) -> None:
    act = s.acts[act_id]
    act[A_IT] = (act[A_IT][s.got[0][0]],)


# Pickers.


def pick_choice(s: State, seat: int, known: Known, act_id: int, slot: int) -> list[int]:
    """The handles that may still be chosen in a choice of a running effect."""
    act = s.acts[act_id]
    picked = act[A_PICKED]
    return [h for h in rules_of(s).choices[slot][0](s, act) if h not in picked]


def pick_revealed(s: State, seat: int, known: Known, act_id: int, predicate: int) -> list[int]:
    """The cards of a hand that pass a statement, as far as it is known what they are."""
    test, cards = rules_of(s).predicates[predicate - 1], rules_of(s).cards
    there = ((h, s.code[h] or known.get(h, 0)) for h in hand_of(s, seat))
    return [h for h, code in there if code and test(cards[code])]


def reveals(s: State, h: int) -> bool:
    """Whether picking this hidden card shows it, at the present rest."""
    pickers = s.rules.pickers
    return not s.code[h] and any(a.kind == PICK and pickers[a.picker] is pick_revealed for a in s.asks)


FRAMES: Final[Frames] = (
    f_draw,
    f_drawn,
    f_discard,
    f_put,
    f_mill,
    f_milled,
    f_give_up,
    f_tossed_away,
    f_look,
    f_looked,
    f_found,
    f_picked,
    f_random,
    f_revealed,
    f_carried_out,
)
PICKERS: Final[Pickers] = (pick_hand, pick_choice, pick_revealed)
