"""Mystify where Characters take up slots: a move that plays one face-down states how many (fade1
keyword.mystify-details)."""

from __future__ import annotations

from fadenet.engine.kit.verbs import Lists, Verb
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import Known, State
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import slots
from fadenet.games.fade.typed import rules_of
from fadenet.games.fade.verbs.veiling import VEIL, veiling


class _Sized(Verb):
    """The move that plays a Character face-down names its CS."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.names = 3

    def lists(self, rules: Rules, verb: int, now: int) -> Lists:
        plain = super().lists(rules, verb, now)

        def legal(s: State, seat: int, codes: Known) -> list[Move]:
            found, left = list[Move](), slots.left(s, seat)
            for move in plain(s, seat, codes):
                size = max(rules_of(s).cards[s.code[move[1]] or codes[move[1]]].stats[t.S_CS], 0)
                if size <= left:
                    found.append((*move, (t.KEY_N, size)))
            return found

        return legal

    def reads(self, move: Move) -> bool:
        size = move[-1]
        stated = len(move) == 4 and type(size) is tuple and size[0] == t.KEY_N
        return stated and size[1] in range(t.CS_MAX + 1) and VEIL.reads(move[:-1])

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        return super().breaks(s, seat, move, now) or (
            reasons.SLOTS if move[-1][1] > slots.left(s, seat) else ""
        )

    def statement(self, move: Move) -> int:
        _, size = move[-1]
        return t.ST_SIZED + int(size)


SIZED_VEIL = veiling(_Sized)
