"""The moves of a game whose verbs stand in a table (see `kit.verbs`): which are legal, why others are not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import A_VERB
from fadenet.engine.chain import FREE, W_CHAIN, W_SHOW
from fadenet.engine.choices import WHOLE, Bunch, Choices
from fadenet.engine.errors import Illegal
from fadenet.engine.kernel import PASS_MOVE, V_PASS, V_PICK
from fadenet.engine.kit.abilities import run_ability
from fadenet.engine.kit.verbs import AnyVerb, Lists, Verb
from fadenet.engine.language import instructions
from fadenet.engine.policies import Q_SHOW
from fadenet.engine.rules import Filled, Rules, rules_of
from fadenet.engine.standing import is_away
from fadenet.engine.state import ACT, Act, Ask, Codes, Frames, Known, Move, Row, State, Waiting


class Verbs:
    """The `Moves` of a game that has its verbs in a table.

    table: the verbs by number. answers: by moment what is listed there, in canonical order: the pass, verbs,
    and in brackets those that are listed together, card by card. gaps: whether what a move does not name
    stands as 0, which is nothing, so that it is refused for what forbids it whatever is named, else for what
    is missing.
    """

    def __init__(
        self,
        rules: Rules,
        table: Mapping[int, AnyVerb],
        answers: Mapping[int, tuple[int | tuple[int, ...], ...]],
        gaps: bool = False,
    ) -> None:
        self.rules, self.table, self.answers, self.gaps = rules, table, answers, gaps
        self.offered = Filled(self._offered)  # by moment and phase: the verbs alone, and what lists each
        self.lists = Filled(self._lists)  # by verb and moment: what lists it
        self.answering = Filled(self._answering)  # by moment: the verbs that answer there

    def _lists(self, key: tuple[int, int]) -> Lists:
        return self.table[key[0]].lists(self.rules, *key)

    def _offered(self, rest: tuple[int, int]) -> list[tuple[Bunch, Lists | None]]:
        found: list[tuple[Bunch, Lists | None]] = []
        for row in self.answers[rest[0]]:
            numbers = row if isinstance(row, tuple) else (row,)
            verbs = [(n, self.table[n]) for n in numbers if n != V_PASS]
            verbs = [(n, verb) for n, verb in verbs if verb.done_at(*rest)]
            alone = WHOLE, 0, ((numbers[0],),)
            if len(verbs) > 1:
                found.append((alone, self._card_by_card([n for n, _ in verbs], rest[0])))
            elif numbers == (V_PASS,) or verbs:
                free = not verbs or verbs[0][1].free
                found.append((alone, None if free else self.lists[numbers[0], rest[0]]))
        return found

    def _answering(self, now: int) -> frozenset[int]:
        rows = [n if isinstance(n, tuple) else (n,) for n in self.answers[now]]
        return frozenset([n for row in rows for n in row])

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        """Whether public facts leave a seat any answer in this window."""
        raise NotImplementedError

    def may_show(self, s: State, seat: int) -> bool:
        """Whether a seat may hold a hidden card to show for an event, as far as the others can see."""
        return False

    def bunches(self, s: State, ask: Ask, known: Known) -> Sequence[Bunch]:
        return self.bunches_at(s, ask.seat, known, FREE if ask.kind == ACT else ask.window)

    def bunches_at(self, s: State, seat: int, known: Known, now: int) -> list[Bunch]:
        """Every move that is legal at a moment of this kind, in canonical order."""
        found: list[Bunch] = []
        for alone, legal in self.offered[now, s.phase]:
            if legal is None:
                found.append(alone)
            else:
                found += legal(s, seat, known)
        return found

    def listed(self, s: State, seat: int, known: Known, now: int) -> list[Move]:
        """The same moves, made."""
        return Choices(self.bunches_at(s, seat, known, now)).listed()

    def _card_by_card(self, numbers: Sequence[int], now: int) -> Lists:
        """A function that lists several verbs: all of them for the first card, then for the next one."""
        rows, first = [self.lists[n, now] for n in numbers], self.table[numbers[0]]

        def legal(s: State, seat: int, codes: Known) -> Sequence[Bunch]:
            found: list[Bunch] = []
            listing = 0
            for lists in rows:
                before = len(found)
                found += lists(s, seat, codes)
                listing += len(found) > before
            if listing < 2 or not isinstance(first, Verb):
                return found
            line, moves = first.cards(s, seat, codes), Choices(found).listed()
            moves.sort(key=lambda move: line.index(move[1]))
            return ((WHOLE, 0, moves),)

        return legal

    def refusal(self, s: State, seat: int, move: Move) -> Illegal | None:
        now, n, hint = moment(s, seat), move[0], ""
        if move == PASS_MOVE and V_PASS in self.answering[now]:
            return None
        verb = self.table.get(n)
        there = all(self.exists(s, x) for x in move[1:] if type(x) is int)
        if verb is not None and self.gaps:
            move += (0,) * (1 + verb.names - len(move))
        if verb is None or not there or not verb.reads(move):
            why = self.misread(s, seat, move, now)
        elif n not in self.answering[now]:
            why = self.untimely(s, seat, move, now)
        else:
            why = verb.breaks(s, seat, move, now)
            hint = verb.hint(s, move, why) if why else ""
        return rules_of(s).illegal(why, hint) if why else None

    def exists(self, s: State, x: int) -> bool:
        """Whether a bare argument of a move stands for something that there is."""
        return 0 < x < len(s.code)

    def misread(self, s: State, seat: int, move: Move, now: int) -> str:
        """The rule against a move that is not written as its verb is."""
        return s.rules.cites["answers" if now == W_CHAIN else "moves"]

    def untimely(self, s: State, seat: int, move: Move, now: int) -> str:
        """The rule against a verb at moments of a kind at which it is not listed."""
        return s.rules.cites["answers" if now == W_CHAIN else "moves"]

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        """The hidden card that a verb shows, or one that is picked to be shown."""
        verb = self.table.get(move[0])
        shows = move[0] == V_PICK if verb is None else verb.shows
        if not shows or len(move) < 2:
            return ()
        h = move[1] if type(move[1]) is int else 0
        if not s.seats < h < len(s.code) or s.code[h]:
            return ()
        return (h,) if verb is not None or (len(move) == 2 and instructions.reveals(s, h)) else ()

    def vouched(self, s: State, move: Move) -> int:
        verb = self.table.get(move[0])
        return 0 if verb is None else verb.statement(move)

    def denied(self, s: State, seat: int, move: Move) -> Sequence[tuple[int, Codes]]:
        return ()

    def foregone(self, s: State, seat: int, known: Known) -> Move:
        return PASS_MOVE

    def perform(self, s: State, seat: int, move: Move) -> None:
        self.table[move[0]].announce(s, seat, move, ())

    def resolve(self, s: State, act: Act) -> None:
        if rules_of(s).links.lapsed(s, act):
            return
        if act[A_VERB] == chain.V_TRIGGER:
            run_ability(s, act)
        else:
            self.table[act[A_VERB]].resolve(s, act)

    def occasion(self, s: State, row: Row) -> None:
        for seat in range(s.seats):
            if self.may_show(s, seat):
                atoms.enqueue(s, Q_SHOW, seat, -1, 0, row)

    def offer(self, s: State, row: Waiting) -> None:
        f_offer(s, row.seat, row.event)

    def offer_rest(self, s: State, seat: int, move: Move, event: Row) -> None:
        """A seat is about to show a card for an event: each of its other cards has its chance afterwards."""
        chain.push(s, f_offer, seat, event)


def moment(s: State, seat: int) -> int:
    """The window in which a seat is asked, or FREE."""
    for a in s.asks:
        if a.seat == seat:
            return FREE if a.kind == ACT else int(a.window)
    raise AssertionError("the seat is asked")


def verbs_of(s: State) -> Verbs:
    """The verbs of a match whose game has them in a table."""
    moves = rules_of(s).moves
    assert isinstance(moves, Verbs)
    return moves


def f_offer(s: State, seat: int, event: Row) -> None:
    """A seat may show a hidden card for an event, if it may hold one as far as all can see."""
    if seat not in s.out and not is_away(s, seat, W_SHOW) and verbs_of(s).may_show(s, seat):
        chain.push(s, f_shown, seat, event)
        kernel.invite(s, seat, W_SHOW)


def f_shown(s: State, seat: int, event: Row) -> None:
    """A seat has shown a hidden card for an event, or has not."""
    move = s.ans[0]
    if move != PASS_MOVE:
        verbs_of(s).offer_rest(s, seat, move, event)
        verbs_of(s).table[move[0]].announce(s, seat, move, event)


def uncovers(s: State, h: int, stacks: Mapping[int, int]) -> None:
    """A card is about to leave the field, maybe from the top of its stack.

    stacks: kinds of zones of which the last card alone counts, with the event of a card that comes to be the
    last one because the one above it has left.
    """
    zone = s.zone[h]
    event, line = stacks.get(s.rules.zone_kind(zone)), s.zones[zone]
    if event is not None and len(line) > 1 and line[-1] == h:
        chain.push(s, f_uncovered, event, line[-2], zone)


def f_uncovered(s: State, event: int, h: int, zone: int) -> None:
    """A card that another lay upon is the last of its stack, unless it has left as well."""
    if s.zones[zone][-1:] == (h,):
        atoms.emit(s, event, h, s.ctrl[h])


FRAMES: Final[Frames] = (f_shown, f_uncovered, f_offer)
