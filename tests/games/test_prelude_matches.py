"""Whole matches of Prelude at random, watched by what the book says of every position."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from fadenet import games
from fadenet.engine.acts import A_FLAGS, A_SEAT, A_USER, A_X
from fadenet.engine.state import ACT, State
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import rules_of
from tests.builders.playout import Playout

TABLES = (("duel", 2), ("melee", 3), ("melee", 4))
UNUSED_MAX = 0.15
"""So great a share of the cards may not have come into play in the matches of a normal run."""


def matches(seeds: int) -> Iterator[Playout]:
    """Matches of all formats, by turns with the starter decks and with decks drawn from all cards."""
    for seed in range(seeds):
        format, players = TABLES[seed % len(TABLES)]
        rules = games.load("prelude", format)
        drawn: list[list[int]] = []
        for _ in range(players if seed % 2 else 0):
            drawn += [list(deck) for deck in rules.book.draw_deck(Random(seed).shuffle)]
        yield Playout(rules, seed, drawn or None, players)


def fault(s: State) -> str:
    """The part of a position that the book does not allow, "" = nothing."""
    figures = rules_of(s).figures
    for seat in range(s.seats):
        if seat in s.out or not s.turn or s.over:
            continue
        body = seat + 1
        for kind, most in (
            (t.MINIONS, figures.minions_max),
            (t.ENERGIES, figures.energies_max),
            (t.TRAPS, figures.traps_max),
        ):
            if len(v.zone(s, seat, kind)) > most:
                return f"limit of {t.ZONE_NAMES[kind]}"
        if len([h for h in v.zone(s, seat, t.EQUIPPED) if v.is_worn(v.card_of(s, h))]) > 1:
            return "action.hands: more than one armour"
        tasks = [act for act in s.acts.values() if act[A_FLAGS] & t.F_CARRIED and act[A_SEAT] == seat]
        if len({act[A_USER] for act in tasks}) < len(tasks) or any(act[A_X] < 0 for act in tasks):
            return "suspend.one-task"
        who = v.card_of(s, v.character(s, seat))
        for h in v.tops(s, seat):
            bound = s.num[t.BOUND][body] >> v.line_of(s, h) & 1 or s.num[t.TAUGHT][body]
            if not bound or not v.has_icons(who, v.card_of(s, h)):
                return "prelim.binding"
        if s.asks and s.asks[0].kind == ACT:
            if not v.life(s, body):
                return "win.death"
            if v.hands_used(s, seat) > figures.hands:
                return "action.hands"
            if any(v.zone(s, seat, t.CASTING)) and not tasks:
                return "spell.cast: nothing is being cast"
    return ""


@pytest.mark.slow
def test_no_position_is_one_that_the_book_does_not_allow(so_many: Callable[[int, int], int]) -> None:
    """given matches at random, then at every rest the limits hold, nobody carries two tasks, and the dead are
    out; every match ends; and nearly every card has come into play."""
    met: set[int] = set()
    ends: set[str] = set()
    for play in matches(so_many(18, 400)):
        for s in play.rests():
            assert fault(s) == ""
            met |= {s.code[h] for line in s.zones[t.CHARACTER :: t.NZ] for h in line}
            for kind in (*t.STACKS, t.EQUIPPED, t.MINIONS, t.ENERGIES, t.CASTING, t.CEMETERY):
                met |= {s.code[h] for line in s.zones[kind :: t.NZ] for h in line}
        ends.add(play.s.over[1])
    unseen = [card.slug for card in rules_of(play.s).cards[1:] if card.code not in met]
    assert len(unseen) <= UNUSED_MAX * len(rules_of(play.s).cards), unseen
    assert {"win.death", "limit.turn-cap"} <= ends


def test_a_fault_in_a_position_is_noticed() -> None:
    """given a position to which a fourth minion, or a second task, is added, then that is noticed."""
    play = next(matches(1))
    s = next(s for s in play.rests() if s.turn and s.asks and s.asks[0].kind == ACT)
    assert fault(s) == ""
    zone = t.MINIONS
    held = s.zones[zone]
    s.zones[zone] = (*held, *[held[0] if held else 1] * 4)
    assert fault(s) == "limit of Minions"
    s.zones[zone] = held
    s.num[t.HURT][1] = 99
    assert fault(s) == "win.death"
