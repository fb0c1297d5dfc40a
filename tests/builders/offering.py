"""Offers against what is accepted: every short move of every card at a rest, tried both ways.

A list of moves and the judgement of one are the same rules asked in two ways. Here the judge is asked about
all that can be said shortly: each verb alone and of each card that its seat knows, in each way to use it, as
an answer to each link, with each part or mode, and with one thing named behind that. All that it accepts must
be offered, and it must accept what is offered. Only a use of which `Rules.listed_max` moves are listed may
have more than those.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from fadenet.engine import kernel, notation
from fadenet.engine.kernel import CONCEDE_MOVE, PASS_MOVE, V_PICK, VERBS
from fadenet.engine.kit.arguments import cut_uses, use_of
from fadenet.engine.kit.moves import Verbs, moment
from fadenet.engine.kit.uses import Use, card_of
from fadenet.engine.kit.verbs import AnyVerb, Verb
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, RESPOND, Ask, State
from fadenet.table.dealer import Dealer

NUMBERS = 12
"""So many values are tried of a named argument that has no words."""


def faults(s: State, dealer: Dealer) -> list[str]:
    """A sentence for every short move at this rest of which offer and acceptance differ; [] = none.

    dealer: says what each seat knows of hidden cards. The state stays as it is. It takes some thousands of
    judgements: 0.05 to 0.2 seconds.
    """
    asked = [a for a in s.asks if a.seat not in s.answers and a.seat < len(dealer.known)]
    return [fault for a in asked for fault in _Trial(s, a, dealer).faults()]


def lacks(s: State, seat: int, move: Move, dealer: Dealer) -> bool:
    """Whether a list lacks this move of a seat that is asked, short or not, and says so by nothing."""
    asked = kernel.ask_of(s, seat)
    anytime = CONCEDE_MOVE, s.rules.timeout
    return asked is not None and move not in anytime and not _Trial(s, asked, dealer).has(move)


class _Trial:
    """The moves of one seat at a rest: offered, and asked for."""

    def __init__(self, s: State, ask: Ask, dealer: Dealer) -> None:
        self.s, self.ask, self.seat, self.dealer = s, ask, ask.seat, dealer
        self.known = dealer.known[ask.seat]
        self.offered = kernel.options(s, ask.seat, self.known)
        self.there, self.cut = {*self.offered}, {*cut_uses(s, self.offered)}
        self.accepted: list[Move] = []

    def faults(self) -> list[str]:
        found = []
        for move in self.offered:
            if why := self.verdict(move):
                found.append(f"offered, and refused by {why}: {self.told(move)}")
        self.accepted = []
        if self.ask.kind in (ACT, RESPOND):
            self.try_verbs()
        else:
            self.try_answers()
        return found + [f"accepted, and not offered: {self.told(move)}" for move in self.accepted]

    def verdict(self, move: Move) -> str:
        """The rule against a move, "" = it is legal, which is noted if nobody offered it."""
        opened = self.dealer.opening(self.s, move)
        why = kernel.check(self.s, self.seat, move, opened)
        if why is not None:
            return why.rule
        if not self.has(move):
            self.accepted.append(move)
        return ""

    def has(self, move: Move) -> bool:
        """Whether a move is offered, or lacks in the list for a reason: it shows a card that its seat does
        not know, or names no card but a number, of which a few are listed.
        """
        if move in self.there or use_of(move) in self.cut or self.is_false(move):
            return True
        moves, opened = rules_of(self.s).moves, self.dealer.opening(self.s, move)
        verb = moves.table.get(move[0]) if isinstance(moves, Verbs) else None
        counts = verb is not None and not isinstance(verb, Verb | Use)
        return counts or any(h not in self.known for h, _ in opened)

    def is_false(self, move: Move) -> bool:
        """Whether a move would state of a hidden card what its seat knows to be false: the others cannot see
        that, and whoever says it loses."""
        s, moves, known = self.s, rules_of(self.s).moves, self.known
        stated, h = moves.vouched(s, move), move[1] if len(move) > 1 else 0
        vouched = stated and not s.code[h] and known.get(h, 0) not in s.rules.meeting[stated]
        return bool(vouched) or any(known.get(x, 0) in codes for x, codes in moves.denied(s, self.seat, move))

    def told(self, move: Move) -> str:
        """A move in the words of the game, with the names of what it is about, and when it was tried."""
        s, rules = self.s, rules_of(self.s)
        named = [x for x in move[1:] if type(x) is int and 0 < x < len(s.code)]
        names = [rules.cards[s.code[x] or self.known.get(x, 0)].name for x in named]
        text = notation.format_move(s, self.seat, move)
        return f"{text} {names} in turn {s.turn}, phase {s.phase}, {self.ask}"

    # What can be said shortly.

    def try_answers(self) -> None:
        """The answers to a question that is not a free choice of moves."""
        for verb in range(len(VERBS)):
            if (verb,) != CONCEDE_MOVE:
                self.verdict((verb,))
                for n in range(NUMBERS):
                    self.verdict((verb, (0, n)))
        for h in range(-NUMBERS, len(self.s.code)):
            self.verdict((V_PICK, h))

    def try_verbs(self) -> None:
        """The verbs that may be given now, of no card and of each that may be named: of those that lie off
        the field on another side one in each zone.
        """
        moves, s = rules_of(self.s).moves, self.s
        assert isinstance(moves, Verbs)
        self.verdict(PASS_MOVE)
        there = self.cards()
        alike = self.alike(there)
        theirs = {s.zone[h]: h for h in there if s.ctrl[h] != self.seat and not s.rules.on_field[s.zone[h]]}
        mine = [
            h for h in there if s.ctrl[h] == self.seat or h in theirs.values() or s.rules.on_field[s.zone[h]]
        ]
        for number in sorted(moves.answering[moment(s, self.seat)] & moves.table.keys()):
            verb = moves.table[number]
            self.verdict((number,))
            for h in mine if verb.names else ():
                self.try_card(number, verb, h, alike)

    def cards(self) -> list[int]:
        """The bodies of the seats, and the cards that the seat knows: off the field equal ones but once."""
        s, found = self.s, dict[Any, int]()
        for h in range(1, len(s.code)):
            code = s.code[h] or self.known.get(h, 0)
            if h <= s.seats or s.rules.on_field[s.zone[h]]:
                found[h] = h
            elif code and s.zone[h] >= 0:
                found.setdefault((code, s.zone[h], s.host[h], s.stated[h]), h)
        return [h for h in found.values() if h <= s.seats or s.code[h] or h in self.known]

    def alike(self, there: Sequence[int]) -> list[list[int]]:
        """Cards by whose they are, where they lie, on what kind of thing, and whether face-up."""
        s, groups = self.s, defaultdict[Any, list[int]](list)
        for h in there:
            on = (s.role[h], s.host[h] > s.seats) if s.host[h] else ()
            groups[h <= s.seats, s.ctrl[h], s.zone[h], s.face[h], on].append(h)
        return [*groups.values()]

    def try_card(self, number: int, verb: AnyVerb, h: int, alike: Sequence[Sequence[int]]) -> None:
        """One verb of one card, in all that may be said of it."""
        links = [(-n,) for n in range(1, len(self.s.chain) + 1)]
        if isinstance(verb, Verb):
            self.verdict((number, h))
            for said in links if verb.key < 0 else _pairs(self.s, verb.key):
                self.verdict((number, h, *said))
            if verb.names > 1 and verb.key < 0:
                self.try_targets((number, h), alike)
        elif isinstance(verb, Use):
            ways = {way.named for way in verb.ways.of(card_of(self.s, h, self.known))}
            for head in sorted({(), *ways}):
                self.try_use((number, h, *head), links, _pairs(self.s, verb.parts.key), alike)

    def try_use(
        self, head: Move, links: Sequence[Move], parts: Sequence[Move], alike: Sequence[Sequence[int]]
    ) -> None:
        """One way to use a card. Parts beyond it are gone into as far as it changes the verdict, and of
        several parts with one verdict the first one.
        """
        plain = self.try_targets(head, alike)
        for link in [(), *links]:
            why = self.verdict((*head, *link)) if link else plain
            if why != plain:
                self.try_targets((*head, *link), alike)
            met = {why}
            for part in parts:
                at = self.verdict((*head, *link, *part))
                if at not in met:
                    self.try_targets((*head, *link, *part), alike)
                    met.add(at)

    def try_targets(self, head: Move, alike: Sequence[Sequence[int]]) -> str:
        """A move with one card more behind it: of what lies alike one, and the others if that changes the
        verdict. Returns the rule against the move without any.
        """
        why = self.verdict(head)
        for group in alike:
            if self.verdict((*head, group[0])) != why:
                for x in group[1:]:
                    self.verdict((*head, x))
        return why


def _pairs(s: State, key: int) -> list[tuple[Any, ...]]:
    """The values that a named argument can have, each as the end of a move."""
    if key < 0:
        return []
    words = s.rules.key_words.get(key)
    return [((key, n),) for n in range(NUMBERS if words is None else len(words))]
