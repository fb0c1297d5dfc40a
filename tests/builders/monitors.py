"""Monitors: what the books say of every moment of a match of the family, held against the engine.

A monitor hears every event as it happens and looks at every rest; what is not as the book says it raises a
`Fault`. They watch the exhaustive matches, and each has a planted fault in tests/test_monitors.py.
"""

from __future__ import annotations

from collections import Counter

from fadenet.engine import atoms
from fadenet.engine.acts import A_FLAGS, A_MODE, A_SRC, A_USER
from fadenet.engine.state import (
    ACT,
    ATTACHED,
    HANDLE_MASK,
    RESPOND,
    ROW_ACT,
    ROW_CARD,
    ROW_EVENT,
    UNDER,
    Act,
    Row,
    State,
)
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import board, values
from fadenet.games.fade.typed import rules_of
from tests.builders.plain_reading import Plain

OWN_PILES = frozenset({t.HAND, t.DISCARD, t.RIFT})


class Fault(AssertionError):
    """A monitor saw something else than the book says."""


def _held(holds: bool, what: str, s: State, h: int = 0) -> None:
    if not holds:
        name = s.rules.cards[s.code[h]].slug if h else ""
        raise Fault(f"turn {s.turn}, phase {s.phase}: {what} {name} {h or ''}")


def _waits_for_a_move(s: State) -> bool:
    """Whether the rest is one at which nothing is half done."""
    return any(ask.kind in (ACT, RESPOND) for ask in s.asks)


class Monitor:
    """Hears and looks at one match after another."""

    def hear(self, s: State, row: Row) -> None:
        """An event as it happens: (event, handle, ref, seat, act, n)."""

    def look(self, s: State) -> None:
        """The state at a rest."""


class Conserved(Monitor):
    """Every card is in exactly one place, off the field in its owner's piles.

    faroe and fade2 card.owner-controller
    """

    def look(self, s: State) -> None:
        places = Counter(h for zone in s.zones for h in zone if h)
        lying = Counter(k for kids in s.kids.values() for k in kids)
        pooled = Counter(h for pool in s.pool for h in pool)
        for h in range(s.seats + 1, len(s.code)):
            once = places[h] + lying[h] + pooled[h]
            _held(once == (s.zone[h] >= 0), f"lies in {once} places", s, h)
            if s.host[h]:
                _held(h in s.kids.get(s.host[h], ()), "lies on nothing that bears it", s, h)
            elif places[h]:
                _held(h in s.zones[s.zone[h]], "is not where it says", s, h)
            if s.zone[h] >= 0 and s.zone[h] % t.NZ in OWN_PILES:
                _held(s.zone[h] // t.NZ == s.owner[h], "lies in a pile of another Player", s, h)
                _held(not any(column[h] for column in s.num), "keeps Counters off the field", s, h)


class Sides(Monitor):
    """A Character stands on the side of whoever controls it, unless it is Neutral in another's turn.

    faroe card.control-change; fade2 and fade1 zone.control-change; fade2 keyword.neutrality
    """

    def look(self, s: State) -> None:
        for zone, line in enumerate(s.zones):
            if zone % t.NZ in (t.FRONT, t.BACKUP):
                for h in line:
                    neutral = s.ctrl[h] == s.active and values.keyword(s, h, t.K_NEUTRALITY) > 0
                    _held(neutral or s.ctrl[h] == zone // t.NZ, "stands on the side of another Player", s, h)


class Cells(Monitor):
    """One card stands in a cell, beside a Player as many as it has room for, and one Zone card lies under it
    at most (fade2 zone.one-occupant, fade1 zone.cell-capacity).
    """

    def look(self, s: State) -> None:
        grid = rules_of(s).grid
        if not grid or not _waits_for_a_move(s):
            return  # a card may be on its way to a cell that is being chosen
        for seat in range(s.seats):
            base = seat * t.NZ
            rows = s.zones[base + t.FRONT] + s.zones[base + t.BACKUP]
            beside = [h for h in s.kids.get(seat + 1, ()) if s.role[h] == ATTACHED and s.num[t.CELL][h]]
            worn = [k for h in s.zones[base + t.FRONT] for k in s.kids.get(h, ()) if s.role[k] != UNDER]
            worn_in = [grid.worn[s.num[t.CELL][s.host[k]]] for k in worn]
            kinds = board.kinds(s, seat)
            for there, room in (([*rows, *beside], grid.room), (s.zones[base + t.ZONE], 1)):
                cells = Counter([s.num[t.CELL][h] for h in there] + (worn_in if room > 1 else []))
                cells.pop(0, 0)
                full = [x for x, n in cells.items() if n > (room if kinds[x] in (t.ATTACH, t.EQUIP) else 1)]
                _held(not full, f"the cells {full} hold too much", s)
            _held(all(s.num[t.CELL][h] for h in rows), "a Character stands in no cell", s)


class Figures(Monitor):
    """Numbers stay within what the book allows: TP, Counters, what lives.

    faroe limit.tp, damage.zero-hp; fade2 limit.tp, ko.zero-hp, counter.not-on-players
    """

    def look(self, s: State) -> None:
        for column in s.num:
            _held(min(column) >= 0, "there are fewer than no Counters", s)
        elsewhere = (
            []
            if rules_of(s).edition.on_players
            else [n for n in range(1, len(t.COUNTERS) + 1) if n != t.DAMAGE]
        )
        for seat in range(s.seats):
            if seat in s.out:
                continue
            body = seat + 1
            _held(s.num[t.TP][body] <= values.tp_max(s, seat), "a Player has too many TP", s)
            borne = [column for column in elsewhere if s.num[column][body]]
            _held(not borne, f"a Player bears {borne}", s)


class Worth(Monitor):
    """PLV, HP, DEF, AGI and what is Muted are as a plain reading of what is printed and in force says."""

    def look(self, s: State) -> None:
        index = s.index or s.rules.index_of(s)
        if not _waits_for_a_move(s):
            return
        plain = Plain(s)
        for h in plain.works:
            _held((h in index.muted) == (h in plain.silent), "is Muted or not", s, h)
            if s.zone[h] < 0 or s.zone[h] % t.NZ in (t.FRONT, t.BACKUP):
                self.compare(s, h, plain)

    def compare(self, s: State, h: int, plain: Plain) -> None:
        """One Character or Player."""
        _held(values.plv(s, h) == plain.plv(h), f"PLV {values.plv(s, h)}, by the book {plain.plv(h)}", s, h)
        for name, found, what in (("DEF", values.defense, t.Q_DEF), ("AGI", values.agility, t.Q_AGI)):
            by_book = max(plain.stat(h, what), 0)
            _held(found(s, h) == by_book, f"{name} {found(s, h)}, by the book {by_book}", s, h)
        if s.zone[h] >= 0:
            _held(values.hp(s, h) == plain.hp(h), f"HP {values.hp(s, h)}, by the book {plain.hp(h)}", s, h)
            _held(plain.hp(h) > 0, "lives without HP", s, h)


class Chain(Monitor):
    """The last link is carried out first (faroe chain.order, fade2 chain.order)."""

    def __init__(self) -> None:
        self.links: list[int] = []
        self.resolving = 0

    def hear(self, s: State, row: Row) -> None:
        if row[ROW_EVENT] == atoms.LINKED:
            _held(s.chain[-1:] == (row[ROW_ACT],), "a link is not the last one", s)
            self.links.append(row[ROW_ACT])
        elif row[ROW_EVENT] in (atoms.RESOLVED, atoms.STOPPED) and row[ROW_ACT] != self.resolving:
            _held(self.links[-1:] == [row[ROW_ACT]], "an older link is carried out before a newer one", s)
            self.resolving = self.links.pop()
        elif row[ROW_EVENT] == atoms.CHAIN_OVER:
            _held(not self.links, "a Chain ends before its links", s)


class Bans(Monitor):
    """Nobody attacks who may not, and nobody is hit who is Immune to it.

    fade2 status.cannot-act, keyword.paralyze-counter, keyword.immune; faroe action.cannot-act, keyword.immune
    """

    def hear(self, s: State, row: Row) -> None:
        act = s.acts.get(row[ROW_ACT])
        if row[ROW_EVENT] == t.E_ATTACKS and act is not None:
            user = act[A_USER] & HANDLE_MASK
            plain = Plain(s)
            if user not in plain.works:
                return
            barred = [n for ban in (t.B_ATTACK, t.B_ACT) for n in plain.given(t.Q_FORBID + ban, user)]
            _held(not barred, "attacks although that is forbidden", s, user)
            if rules_of(s).edition.hows[t.K_PARALYZE] == "state" and s.num[t.PARALYZE][user]:
                _held(bool(plain.immunity(user) & t.I_COLUMNS[t.PARALYZE]), "attacks Paralyzed", s, user)
        elif row[ROW_EVENT] == t.E_HIT and act is not None and act[A_FLAGS] & t.ATTACK:
            self.immune(s, row[ROW_CARD], act)

    def immune(self, s: State, h: int, act: Act) -> None:
        """A card that an Attack hits is not Immune to it."""
        plain = Plain(s)
        src = act[A_SRC] & HANDLE_MASK
        if h not in plain.works or (src <= s.seats and s.code[src]):
            return
        kinds = t.I_ATTACKS
        if act[A_MODE] not in (t.M_NORMAL, t.M_ABILITY, t.M_TRIGGER):
            kinds |= rules_of(s).cards[s.code[src]].breed
        _held(not plain.immunity(h) & kinds, "is hit although it is Immune", s, h)


def monitors() -> list[Monitor]:
    """One of each, for the matches of one run."""
    return [Conserved(), Sides(), Cells(), Figures(), Worth(), Chain(), Bans()]
