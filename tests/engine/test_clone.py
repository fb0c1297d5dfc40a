"""Clones share what is large until one of them writes it: what one of them does, no other one sees."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from itertools import islice

import pytest

from fadenet.engine import atoms, position
from fadenet.engine.digest import digest, parts
from fadenet.engine.rules import rules_of
from fadenet.engine.state import ATTACHED, HANDLE_MASK, State, Waiting, mark_parts, ref
from fadenet.games.terrene import tables as t
from tests.builders.playout import Playout, Table, in_turn, same_but_fresh

RESTS = 120  # at which the two matches of a table are compared
ONE: Table = Table("terrene", "duel", 2)


@cache
def ground() -> State:
    """A duel after some rests, with a change in force, a Character with a card attached, a hidden card in
    hand of which its owner has said something, a card bound to a slot of its deck, one of the other seat's
    Characters taken over, and a body turned over."""
    rests = Playout(ONE.rules, 1).rests()
    s = next(s for s in islice(rests, 60, None) if s.mods and fighter(s) and s.zones[t.HAND])
    atoms.turn_face(s, s.rules.body(1), False)
    atoms.control(s, s.zones[t.NZ + t.PARTY][0], 0, t.PARTY)
    atoms.vouch(s, hidden(s), 1)
    atoms.bind(s, 1, deck(s) + t.NZ, s.pool[1][:1])
    return s


def fighter(s: State) -> int:
    """A Character on which something lies, 0 = none."""
    return next((h for h in s.kids if h > s.seats and not s.host[h]), 0)


def burden(s: State) -> int:
    return s.kids[fighter(s)][0]


def hidden(s: State) -> int:
    return next(h for h in s.zones[t.HAND] if not s.code[h])


def taken(s: State) -> int:
    return s.zones[t.PARTY][-1]


def pile(s: State) -> int:
    """A zone in which several cards lie, but no deck."""
    return next(zone for zone, line in enumerate(s.zones) if len({*line}) > 1)


def deck(s: State) -> int:
    return int(s.rules.deck_zone(0))


def prune(s: State) -> None:
    """A card that a change is about becomes another one, so that the change is over."""
    atoms.forget(s, s.mods[0].target & HANDLE_MASK)
    atoms.prune_mods(s)


ATOMS: dict[str, Callable[[State], object]] = {
    "grow": lambda s: atoms.grow(s, 0, -1, 2),
    "new_deck": lambda s: atoms.new_deck(s, 0, 0, deck(s), 2),
    "set_pool": lambda s: atoms.set_pool(s, 0, deck(s), (hidden(s),)),
    "set_pool, of no card": lambda s: atoms.set_pool(s, 0, deck(s), ()),
    "set_pool, of one in a slot": lambda s: atoms.set_pool(s, 1, deck(s) + t.NZ, ()),
    "set_pool, of a card on the field": lambda s: atoms.set_pool(s, 1, deck(s) + t.NZ, (taken(s),)),
    "place_pool": lambda s: atoms.place_pool(s, 0, deck(s)),
    "refresh": lambda s: atoms.refresh(s, (hidden(s),)),
    "bind": lambda s: atoms.bind(s, 0, deck(s), s.pool[0][:1]),
    "claim": lambda s: atoms.claim(s, 0, deck(s), s.pool[0][:1]),
    "open_card": lambda s: atoms.open_card(s, hidden(s), 1),
    "hide_codes": lambda s: atoms.hide_codes(s, [fighter(s)]),
    "peek_code": lambda s: atoms.peek_code(s, hidden(s), 1),
    "show_body": lambda s: atoms.show_body(s, 1),
    "come_anew": lambda s: atoms.come_anew(s, hidden(s)),
    "turn_face": lambda s: atoms.turn_face(s, fighter(s), False),
    "take_away": lambda s: atoms.take_away(s, burden(s)),
    "clear_deck": lambda s: atoms.clear_deck(s, 0, deck(s)),
    "forget": lambda s: atoms.forget(s, fighter(s)),
    "move": lambda s: atoms.move(s, hidden(s), t.DISCARD, 1),
    "move, of what lies on another card": lambda s: atoms.move(s, burden(s), t.DISCARD, 1),
    "move, home": lambda s: atoms.move(s, taken(s), t.NZ + t.DISCARD, 1),
    "shift": lambda s: atoms.shift(s, s.zones[pile(s)][0], 1),
    "lay_on": lambda s: atoms.lay_on(s, hidden(s), fighter(s), ATTACHED, 1, s.zone[fighter(s)]),
    "lay_on, from another card": lambda s: atoms.lay_on(s, burden(s), taken(s), ATTACHED, 1, t.DISCARD),
    "vouch": lambda s: atoms.vouch(s, hidden(s), 2),
    "cut": lambda s: atoms.cut(s, pile(s), (1,), (1, 0), atoms.SHUFFLED),
    "control": lambda s: atoms.control(s, fighter(s), 1 - s.ctrl[fighter(s)], t.DISCARD),
    "put": lambda s: atoms.put(s, t.DAMAGE, fighter(s), 1),
    "set_number": lambda s: atoms.set_number(s, t.DAMAGE, fighter(s), 77),
    "modify": lambda s: atoms.modify(s, 0, ref(s, fighter(s)), 1, (1, 0), 0),
    "drop_mods": lambda s: atoms.drop_mods(s, s.mods[0].until, s.mods[0].arg),
    "prune_mods": prune,
    "mark": lambda s: atoms.mark(s, 0, 1, ref(s, hidden(s))),
    "unmark": lambda s: atoms.unmark(s, *mark_parts(min(s.marks))),
    "clear_marks": lambda s: atoms.clear_marks(s, mark_parts(min(s.marks))[0]),
    "drop_marks": atoms.drop_marks,
    "enqueue": lambda s: atoms.enqueue(s, 0, 0, 0, 0, ()),
    "keep_waiting": lambda s: atoms.keep_waiting(s, [Waiting(0, 0, 0, 0, (), 1)]),
    "set_var": lambda s: atoms.set_var(s, 0, 99),
    "stand": lambda s: atoms.stand(s, 0, ((1, 99),)),
    "leave_seat": lambda s: atoms.leave_seat(s, 0),
    "end_match": lambda s: atoms.end_match(s, (1, 2), "win.hp"),
    "rezone": lambda s: atoms.rezone(s, fighter(s), t.DISCARD),
    "rezone, of what lies on another card": lambda s: atoms.rezone(s, burden(s), t.DISCARD),
}
"""By the name of an atom a call that changes the ground, though it may be one that no rule would make."""


NOT_WRITING = {"marked", "denied", "emit", "deny"}
"""Those that read or tell, or write by another one, `mark`."""


@pytest.mark.python
def test_these_are_all_atoms() -> None:
    public = {name for name, one in inspect.getmembers(atoms, inspect.isfunction) if name[0] != "_"}
    here = {name for name in public if getattr(atoms, name).__module__ == atoms.__name__}
    assert here - NOT_WRITING == {name.partition(",")[0] for name in ATOMS}


def resumed(s: State) -> State:
    return position.load(rules_of(s), position.dump(s))


@pytest.mark.parametrize("origin", [State.clone, resumed])
@pytest.mark.parametrize("name", ATOMS)
def test_what_an_atom_writes_no_clone_sees(name: str, origin: Callable[[State], State]) -> None:
    """given a state, its clone and a clone of that, digested before or not, when one of the three is written,
    then the other two are as they were, and every digest is the one that all columns give anew."""
    before = parts(ground())
    for writer in range(3):
        for digested in (False, True):
            first = origin(ground())
            if digested:
                digest(first)
            second = first.clone()
            states = [first, second, second.clone()]
            ATOMS[name](states[writer])
            changed = [parts(s) != before for s in states]
            assert changed == [n == writer for n in range(3)]
            assert [digest(s) for s in states] == [digest(same_but_fresh(s)) for s in states]
            assert parts(ground()) == before


@pytest.mark.parametrize("name", ATOMS)
def test_what_an_atom_writes_is_digested_anew(name: str) -> None:
    """given a state that was digested and never cloned, when it is written, then its digest is the one that
    all columns give anew."""
    s = resumed(ground())
    before = digest(s)
    assert digest(s) == before == digest(resumed(s))
    ATOMS[name](s)
    assert digest(s) == digest(same_but_fresh(s)) != before


@in_turn(6)
def test_a_match_goes_on_in_clones_as_in_one_state(table: Table) -> None:
    """given two equal matches, when one goes on in a clone after each rest, or half of the times in what was
    cloned, then both come through the same states with the same events."""
    one, two = (Playout(table.rules, 7, players=table.players) for _ in range(2))
    left: list[tuple[State, bytes]] = []
    for n, (s, _) in enumerate(islice(zip(one.rests(), two.rests(), strict=True), RESTS)):
        assert s.events == two.s.events
        assert digest(s) == digest(same_but_fresh(two.s))
        left = [*left[-2:], (two.s, digest(s))]
        copy = two.s.clone()
        if n % 2:
            left[-1] = copy, digest(s)
        else:
            two.s = copy
        assert all(digest(same_but_fresh(other)) == before for other, before in left)
