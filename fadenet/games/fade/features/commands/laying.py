"""The verb that lays Command Materials: cards of Hand, Fighter Pool and field, into cells by a Command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_ID, A_SEAT, A_SRC, A_TO
from fadenet.engine.card import Card
from fadenet.engine.chain import FREE, W_PHASE
from fadenet.engine.choices import Bunch
from fadenet.engine.kit.uses import Against, PartFinder, Priced, TargetFinder, Use, Way, WayFinder, card_of
from fadenet.engine.kit.verbs import Lists
from fadenet.engine.looking import once_a_look
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import ATTACHED, HANDLE_MASK, LAID, Act, Known, State
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import board, bound, commands, legality, moving, values
from fadenet.games.fade.field.combat import at_home
from fadenet.games.fade.turn import play
from fadenet.games.fade.typed import FadeCard, fade_card, rules_of
from fadenet.games.fade.verbs.playing import (
    against_coming,
    entry_choices,
    entry_refusal,
    pay_for_entry,
)
from fadenet.games.fade.verbs.using import CardPayer, FadeUse

REASON: Final = "lay"
LAY_CELL: Final = "lay-cell"
LAY_CHARACTER: Final = "lay-character"


class _LayingWays(WayFinder):
    """One; a Zone card is the ground of a cell, and a Legend's card of text alone lies nowhere."""

    def of(self, card: Card) -> Sequence[Way]:
        assert isinstance(card, FadeCard)
        if card.types in (0, t.ZONECARD):
            return ()
        return (Way(0, (), None, (), t.M_CHARACTER if card.types & t.CHARACTER else t.M_LAID),)

    def named(self, s: State, move: Move) -> Way | None:
        return next(iter(self.of(card_of(s, move[1], {}))), None)

    def missing(self, use: Use, s: State, seat: int, move: Move, now: int) -> str:
        return reasons.HIDDEN if move[1] and not s.code[move[1]] else REASON


class _LayingPayer(CardPayer):
    """Nothing is paid for a card that was paid for as it came onto the field."""

    def cost(self, s: State, act: Act, way: Way) -> Priced:
        h = act[A_SRC] & HANDLE_MASK
        paid = s.rules.on_field[s.zone[h]] and not values.unpaid(s, (h,), {})
        return () if paid else super().cost(s, act, way)

    def pay(self, s: State, act: Act, way: Way) -> None:
        h = act[A_SRC] & HANDLE_MASK
        if not s.rules.on_field[s.zone[h]]:
            if way.kind == t.M_CHARACTER:
                pay_for_entry(s, act)
            super().pay(s, act, way)
            return
        atoms.mark(s, t.P_TURN, t.MK_MOVED, act[A_SRC])
        for column, n in self.cost(s, act, way):
            atoms.put(s, column, s.rules.body(act[A_SEAT]), -n, act[A_ID], act[A_SEAT])


class _MaterialCell(PartFinder):
    """The free cells at which a Command points: Characters stay in the rows that are theirs."""

    def of(self, s: State, act: Act, way: Way) -> Sequence[Move]:
        h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
        if way.kind == t.M_CHARACTER:
            return [(to,) for to in _for_character(s, seat, h)]
        return [((self.key, x),) for x in commands.free_cells(s, seat)]


class _LaidTargets(TargetFinder):
    """The cards that a Character takes which is laid from elsewhere than the field."""

    def of(self, s: State, act: Act, way: Way) -> list[Move]:
        on_field = s.rules.on_field[s.zone[act[A_SRC] & HANDLE_MASK]]
        if on_field or way.kind == t.M_LAID:
            return [()]
        lines = entry_choices(s, act[A_SEAT], fade_card(s, act[A_SRC] & HANDLE_MASK))
        return [line for line in lines if not _lacks_slots(s, act, line)]

    def fits(self, s: State, act: Act, way: Way, line: Move) -> bool:
        on_field = s.rules.on_field[s.zone[act[A_SRC] & HANDLE_MASK]]
        if on_field or way.kind == t.M_LAID:
            return not line
        refused = entry_refusal(s, act[A_SEAT], fade_card(s, act[A_SRC] & HANDLE_MASK), line)
        return not refused and not _lacks_slots(s, act, line)

    def against(self, s: State, act: Act, way: Way, line: Move) -> str:
        h, seat, cell = act[A_SRC] & HANDLE_MASK, act[A_SEAT], act[A_TO]
        why = LAY_CELL
        if cell in commands.free_cells(s, seat):
            kind = board.kind_of(s, seat, cell)
            why = (_against_kind(s, seat, h, kind) if way.kind == t.M_CHARACTER else "") or REASON
            if why == REASON and way.kind == t.M_CHARACTER and not s.rules.on_field[s.zone[h]]:
                why = entry_refusal(s, seat, fade_card(s, h), line) or why
                why = reasons.SLOTS if why == REASON and _lacks_slots(s, act, line) else why
        return why


class _Laying(FadeUse):
    """The cell is a part. A card from Hand or Fighter Pool is paid for, and has to meet what its keywords ask
    for; one that is on the field already goes there for nothing, unless Mystify let it lie face-down unpaid
    (fade2 command.lay-materials, keyword.mystify-face-down).
    """

    event = t.E_LAID

    def __init__(self) -> None:
        payer = _LayingPayer()
        rules: tuple[Against, ...] = (_against_moment, payer.against_cost, _against_coming)
        cell, targets = _MaterialCell(t.KEY_TO, A_TO), _LaidTargets()
        super().__init__(_LayingWays(), payer, *rules, parts=cell, targets=targets)

    def performer(self, s: State, seat: int, h: int, way: Way) -> int:
        return seat + 1

    def cards(self, s: State, seat: int, codes: Known, now: int) -> Sequence[int]:
        """Those that are paid for; others on the field already are listed apart."""
        if seat != s.active or not commands.free_cells(s, seat):
            return ()
        fighters, hand = s.zones[seat * t.NZ + t.FIGHTERS], s.zones[seat * t.NZ + t.HAND]
        if fighters and not _for_character(s, seat, fighters[0]):  # they are all Characters
            fighters = ()
        unpaid = values.unpaid(s, _movable(s, seat), codes)
        return legality.affordable(s, seat, [*fighters, *hand, *unpaid], codes, legality.any_card)

    def lists(self, rules: Rules, verb: int, now: int) -> Lists:
        paid_for, ways = super().lists(rules, verb, now), [self.ways.of(card) for card in rules.cards]

        def legal(s: State, seat: int, codes: Known) -> Sequence[Bunch]:
            cells = commands.free_cells(s, seat) if seat == s.active else ()
            if not cells:
                return ()
            found, all_cells = [*paid_for(s, seat, codes)], [(t.KEY_TO, x) for x in cells]
            there = () if moving.is_over(s) else _movable(s, seat)
            unpaid = values.unpaid(s, there, codes)
            for h in there:
                if h in unpaid:
                    continue
                for way in ways[s.code[h] or codes.get(h, 0)]:
                    to_cells = all_cells if way.kind == t.M_LAID else _for_character(s, seat, h)
                    if to_cells:
                        found.append((verb, h, to_cells))
            return found

        return legal

    def adds(self, s: State, act: Act, way: Way) -> None:
        self.tells(s, act)
        play.at_once(s, act, play.enter_laid)


def _for_character(s: State, seat: int, h: int) -> list[tuple[int, int]]:
    """Those of these cells that may be a Character's, as a move names them."""
    there: list[tuple[int, int]] = []
    for kind, line in _by_kind(s, seat).items():
        if not _against_kind(s, seat, h, kind):
            there += line
    return there


@once_a_look
def _by_kind(s: State, seat: int) -> dict[int, list[tuple[int, int]]]:
    """The free cells at which a Command points by kind, as a move names them."""
    kinds, found = board.kinds(s, seat), dict[int, list[tuple[int, int]]]()
    for x in commands.free_cells(s, seat):
        found.setdefault(kinds[x], []).append((t.KEY_TO, x))
    return found


@once_a_look
def _movable(s: State, seat: int) -> list[int]:
    """The cards of a seat on its own side that may be laid: Characters that nothing keeps where they are, and
    cards attached to them or to the Player; none that lie face-down, are Prevented or have Arena, and no Zone
    cards.
    """
    mine = [h for h in at_home(s, seat) if not values.is_face_down(s, h)]
    arena = rules_of(s).grid.arena
    there = [k for h in (seat + 1, *mine) for k in s.kids.get(h, ()) if s.role[k] in (ATTACHED, LAID)]
    free = [k for k in there if s.ctrl[k] == seat and (not arena or s.num[t.CELL][k] != arena)]
    return [*bound.not_fixed(s, seat, mine, {}), *free]


def _against_moment(s: State, act: Act, way: Way, now: int) -> str:
    """In the own turn, whenever its Player is asked and no Chain is running."""
    h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
    if seat != s.active or now not in (FREE, W_PHASE):
        return REASON
    if s.zone[h] - seat * t.NZ in (t.HAND, t.FIGHTERS):
        return ""
    if h not in _movable(s, seat):
        return REASON
    return reasons.TOO_OFTEN if moving.is_over(s) else ""


def _against_coming(s: State, act: Act, way: Way, now: int) -> str:
    return "" if s.rules.on_field[s.zone[act[A_SRC] & HANDLE_MASK]] else against_coming(s, act, way, now)


def _against_kind(s: State, seat: int, h: int, kind: int) -> str:
    """The reason that keeps a Character out of the free cells of a kind at which a Command points, "" = none
    (fade2 command.character-out-of-place).

    One that cannot act does not change its row; one from the Fighter Pool comes into the back row only where
    such are played there.
    """
    row = s.zone[h] % t.NZ
    if kind in board.BESIDE:
        return LAY_CHARACTER
    if not s.rules.on_field[s.zone[h]]:
        shut = row == t.FIGHTERS and kind == t.BACKUP and t.BACKUP not in rules_of(s).policies.rows_entered
        return LAY_CHARACTER if shut else ""
    if s.host[h] or kind == row:
        return ""
    if kind == t.FRONT and not rules_of(s).board.allows(s, seat, h, 0):
        return reasons.SLOTS
    return "" if bound.not_held(s, seat, [h], {}) else reasons.CANNOT_ACT


def _lacks_slots(s: State, act: Act, line: tuple[int, ...]) -> bool:
    """Whether a Character that is laid finds no slots: for it nobody leaves the front (fade1
    command.playing-materials-cost).
    """
    card = fade_card(s, act[A_SRC] & HANDLE_MASK)
    return rules_of(s).board.lacking(s, act[A_SEAT], card, line[card.imprisons :]) > 0


LAY: Final = _Laying()
