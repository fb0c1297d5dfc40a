"""How Prelude is shown: characters with life and actions, lines of ranks, gear, minions, traps, tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from fadenet.console.faces import prelude_asks as asks
from fadenet.console.faces.face import (
    Events,
    Face,
    Window,
    opposed_seats,
)
from fadenet.engine.acts import A_ABILITY, A_SEAT, A_SRC, A_TARGETS, A_X
from fadenet.engine.rules import Rules
from fadenet.engine.state import (
    HANDLE_MASK,
    ROW_CARD,
    ROW_EVENT,
    ROW_SEAT,
    Act,
    Ask,
    Row,
    State,
)
from fadenet.games.prelude import aims, setup, values
from fadenet.games.prelude import tables as t
from fadenet.games.prelude.printed import kinds_of, printed
from fadenet.games.prelude.typed import PreludeCard, rules_of
from fadenet.table.view import SeatView

_COLOURS = ("Gr", "Re", "Bl", "Wh")
_STYLES = ("ansigreen", "ansired", "ansiblue", "ansiwhite")
_KINDS = ("Char", "Rank", "Val", "Weap", "Arm", "Item", "Trap", "Spel", "Ener", "Min", "Crea")
_SHORT_KEYWORD = ("Imm", "Alert", "Stead", "Pierce", "Eager", "Vang", "Cross", "Excl", "Clumsy")


def _kind(card: PreludeCard) -> str:
    return next((short for i, short in enumerate(_KINDS) if card.types >> i & 1), "")


_FATES = {
    "win.death": "{whose} character died {when}",
    "win.draw": "all who were left died at once {when}",
    "limit.turn-cap": "the last Turn was over, and the largest share of life was left to the winner",
    "format.best-of-three": "{who} lost more games than the other side",
}


_SHORTS = {
    **dict(zip(_COLOURS, ("Green", "Red", "Blue", "White"), strict=True)),
    **dict(zip(_KINDS, t.TYPES, strict=False)),
    **dict(zip(_SHORT_KEYWORD, t.KEYWORDS, strict=False)),
}
"""The abbreviations on the screen, each with its meaning."""


class PreludeFace(Face):
    """How Prelude is shown."""

    field = "cabsemtngw"
    groups = ("m", "tng", "cab", "esw")
    hand = "h"
    counts = (("hand", "h"), ("chest", "d"), ("cem", "x"))
    letters: ClassVar[Mapping[str, str]] = {
        "v": "value",
        "p": "place",
        "d": "descend",
        "b": "bring",
        "l": "lay",
        "w": "stow",
        "q": "equip",
        "a": "attack",
        "k": "strike",
        "c": "cast",
        "u": "use",
        "s": "set",
        ".": "pass",
        "e": "end",
    }
    attacks = frozenset({"attack", "strike"})
    idle = frozenset({"pass", "end"})
    chances = frozenset({"attack", "strike", "cast"})
    colours: ClassVar[Mapping[str, str]] = dict(zip(_COLOURS, _STYLES, strict=True))
    windows = (
        Window("answer", ""),
        Window("gap", ""),
        Window("phase", ""),
        Window("show", ""),
        Window("immediate", "an action of somebody can be answered with an Immediate"),
        Window("spring", "a trap of yours may have to spring"),
        Window("guard", "a minion of yours can guard"),
        Window("defence", "an attack on you can be parried or evaded"),
        Window("calling", "a second calling can be named", prepares=True),
        Window("cutting", "a deck can be cut", prepares=True),
        Window("mulligan", "the opening hand can go back"),
        Window("agreement", "something can be agreed on before the game", people=True),
    )
    examples = "attack e1 p2, cast h3 p2, bring h2"
    events = Events(
        plays=frozenset({"used"}),
        attacks=frozenset(),
        aims=frozenset({"attacked"}),
        harms=frozenset({"damaged", "loses-life"}),
        heals=frozenset({"healed"}),
        lost=frozenset({"killed"}),
        futile=frozenset({"link-stopped", "task-broken"}),
    )
    untold = frozenset({"enters", "moved", "leaves", "damages", "response-closes", "chosen"})

    question, picking, at_once = (
        staticmethod(asks.question),
        staticmethod(asks.picking),
        staticmethod(asks.at_once),
    )
    terms = staticmethod(asks.terms)
    deed = staticmethod(asks.deed)
    remark = staticmethod(asks.remark)

    def nothing(self, s: State) -> str:
        return "your Response: nothing that you can do"

    def shorts(self, rules: Rules) -> Mapping[str, str]:
        return _SHORTS

    def legend(self, s: State) -> str:
        return (
            "A attack, S Suspend, G guard, Ar armour, T tier, E Edge, R reserve, $ price; minions attack/life"
            " left, A actions. * can be used, > attack, ! in reach now."
        )

    def naming(self, s: State) -> str:
        return (
            "A character is named by its player, as p2; c1 is its card, a and b are lines of ranks, s what is"
            " stowed, e equipped, m minions, t traps, n energies, g what is being cast."
        )

    def fates(self, rules: Rules) -> dict[str, str]:
        return super().fates(rules) | _FATES

    def worth(self, s: State, h: int, code: int) -> str:
        """The figures that count: Attack and Suspend of a weapon, life of a minion, reserve of a rank ..."""
        card = rules_of(s).cards[code]
        stats, there = card.stats, h > s.seats and s.zone[h] >= 0 and s.rules.on_field[s.zone[h]]
        price = "" if there or not stats[t.S_PRICE] else f" {stats[t.S_PRICE]}$"
        if card.types & t.RANK:
            held = s.num[t.RESERVE][h] if there else stats[t.S_RESERVE]
            return f"T{stats[t.S_TIER]} E{stats[t.Q_EDGE]}" + (f" {held}R" if stats[t.S_RESERVE] else "")
        if card.types & t.VALUE:
            return f"{t.VALUES[stats[t.S_VALUE] - 1]} {stats[t.S_AMOUNT]}"
        if card.types & t.FIGHTERS:
            left = values.life(s, h) if there else stats[t.Q_LIFE]
            attack = values.figure(s, h, t.Q_ATTACK) if there else stats[t.Q_ATTACK]
            acts = f" {s.num[t.ACTIONS][h]}A" if there else ""
            return f"{attack}/{left}{acts}{price}"
        if card.types & t.WEAPON:
            attack = values.figure(s, h, t.Q_ATTACK) if there else stats[t.Q_ATTACK]
            return f"A{attack} S{stats[t.Q_SUSPEND]} G{stats[t.Q_GUARD]}{price}"
        if card.types & t.ARMOUR:
            return (f"G{stats[t.Q_GUARD]}" if stats[t.S_HANDS] else f"Ar{stats[t.Q_ARMOUR]}") + price
        if card.types & t.IS_CHARACTER:
            plays = there and s.face[h] and h == values.character(s, s.ctrl[h])
            left = values.life(s, s.ctrl[h] + 1) if plays else stats[t.Q_LIFE]
            return f"{left} life S{stats[t.Q_SUSPEND]}"
        tier = f"T{stats[t.S_TIER]} " if card.types & t.SPELL else ""
        return f"{_kind(card)} {tier}S{stats[t.Q_SUSPEND]}{price}"

    def elements(self, s: State, h: int, code: int) -> str:
        card = rules_of(s).cards[code]
        bits = card.types & t.COLOURS
        if card.types & (t.IS_CHARACTER | t.VALUE) or not bits or bits & bits - 1:
            return "--"
        return _COLOURS[(bits // t.GREEN).bit_length() - 1]

    def marks(self, s: State, h: int) -> str:
        """Keywords in force, what a trap is, uses left, and the task that a card is used for."""
        if h <= s.seats or s.zone[h] < 0 or not s.rules.on_field[s.zone[h]]:
            return ""
        said = []
        if s.zone[h] % t.NZ == t.TRAPS:
            said.append("set" if s.num[t.SET][h] else "not set")
        if s.code[h]:
            said += [short for k, short in enumerate(_SHORT_KEYWORD) if values.keyword(s, h, k)]
            uses = values.card_of(s, h).stats[t.S_USES]
            said += [f"{uses - s.num[t.USES][h]}x"] if uses > 1 else []
        for act in s.acts.values():
            if act[A_SRC] & HANDLE_MASK == h and act[A_X]:
                said.append(f"owes {act[A_X]}")
        return " ".join(said)

    def figures(self, s: State, seat: int) -> str:
        if not values.character(s, seat):
            return "OUT" if seat in s.out else ""
        body = seat + 1
        left, whole = values.life(s, body), values.printed_life(s, body)
        locked = f"+{s.num[t.LOCKED][body]} locked" if s.num[t.LOCKED][body] else ""
        said = f"life {left:>2}/{whole}  act {values.actions(s, body)}{locked}"
        said += f"  coin {s.num[t.COIN][body]}  train {s.num[t.TRAINING][body]}"
        said += "  taught" if s.num[t.TAUGHT][body] else ""
        return said + ("  OUT" if seat in s.out else "")

    def detail(self, s: State, h: int, code: int) -> str:
        if 0 < h <= s.seats:
            return f"p{h}: {self.figures(s, h - 1)}"
        if not code:
            if h and s.zone[h] >= 0 and s.zone[h] % t.NZ == t.TRAPS:
                return f"a trap that lies face-down, {'set' if s.num[t.SET][h] else 'not set yet'}"
            return "a hidden card"
        card = rules_of(s).cards[code]
        said = [f"{card.name}: {kinds_of(card)}", *printed(card)]
        text = ", ".join(said) + "." + (f" {card.text}" if card.text else "")
        return text + (f" {asks.left_out(s, h, card)}" if h and s.zone[h] % t.NZ == t.ASIDE else "")

    def words(self, s: State, row: Row, what: str) -> str:
        """The log's words for an event: a cut says whose deck is cut, a proposal what is proposed, as it
        stands in the question to those who are asked. what: the book's words."""
        if row[ROW_EVENT] == t.E_CUT:
            whose = "own deck" if row[ROW_CARD] == row[ROW_SEAT] + 1 else f"deck of p{row[ROW_CARD]}"
            return f"{{who}} cuts the {whose} into {{n}} packets"
        if row[ROW_EVENT] != t.E_PROPOSED:
            return super().words(s, row, what)
        asked = next((a for a in s.asks if len(a.data) == asks.AGREED and a.data[1] == row[ROW_SEAT]), None)
        if asked is None:
            return what
        key, n = asked.data[2:]
        return f"{{who}} proposes {asks.proposal(key, n, f'p{asked.seat + 1}')}"

    def topics(self, rules: Rules, word: str) -> list[str]:
        """A keyword without a rule of its own is explained where races are."""
        return ["race.roster"] if word == "clumsy" else super().topics(rules, word)

    def health(self, s: State, h: int, code: int) -> tuple[int, int]:
        """(life left, whole) of a minion or creature in play."""
        if (
            not code
            or h <= s.seats
            or not s.rules.on_field[s.zone[h]]
            or not s.rules.cards[code].types & t.FIGHTERS
        ):
            return 0, 0
        return values.life(s, h), values.printed_life(s, h)

    def reach(self, s: State, seat: int) -> list[int]:
        """Characters and minions of all who may be attacked."""
        if not s.turn or seat in s.out:
            return []
        foes = [e for e in opposed_seats(s, seat) if not values.may_be_attacked(s, seat, e)]
        return [h for e in foes for h in (e + 1, *values.zone(s, e, t.MINIONS))]

    def left(self, s: State, row: Row) -> str:
        h = row[ROW_CARD]
        there = values.character(s, h - 1) if h <= s.seats else s.rules.on_field[s.zone[h]]
        if not self.events.hurt_or_heal(s, row) or not there:
            return ""
        return f"{values.life(s, h)} of {values.printed_life(s, h)} life left"

    def answered(self, s: State) -> Act | None:
        """The action over which Immediates may be played, while somebody is asked for one."""
        return s.acts.get(s.vars[t.G_DEED]) if any(a.window == t.W_IMMEDIATE for a in s.asks) else None

    def touches(self, s: State, seat: int) -> bool:
        """An action of another is on something of a seat's, or on nobody by name."""
        act = self.answered(s)
        if act is None or act[A_SEAT] == seat:
            return act is None
        on = {s.ctrl[h] for h in (*aims.victims(s, act), *[r & HANDLE_MASK for r in act[A_TARGETS]])}
        return seat in on or (not on and act[A_ABILITY] >= 0)

    def moot(self, seat: SeatView, ask: Ask, deck: Sequence[int]) -> bool:
        """A second calling that the deck can never open is not asked for (prelude rank.second-calling)."""
        if ask.window != t.W_CALLING or not deck:
            return False
        placed = [seat.code(h) for h in values.zone(seat.state, seat.index, t.CASTING)]
        lines = range(1, t.L_SOLDIER)
        return not any(setup.may_open(seat.state, seat.index, line, placed, deck) for line in lines)


PRELUDE = PreludeFace()
