"""How Terrene Odyssey is shown: parties with what they hold, figures, Actions, Supply and the score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from fadenet.console.faces.face import (
    Events,
    Face,
    Stop,
    Window,
    ability_act,
    ability_text,
    asked_whom,
    how_many,
    name_of,
    opposed_seats,
)
from fadenet.engine import chain
from fadenet.engine.acts import A_SEAT, A_SRC, A_TARGETS, A_VERB
from fadenet.engine.card import Card
from fadenet.engine.kit import series
from fadenet.engine.language.english import number_of
from fadenet.engine.language.flow import ways
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import (
    ACT,
    CONFIRM,
    HANDLE_MASK,
    MODE,
    ORDER,
    PICK,
    RESPOND,
    ROW_CARD,
    Ask,
    Row,
    State,
    TableNeed,
)
from fadenet.games.terrene import battle, values
from fadenet.games.terrene import tables as t
from fadenet.games.terrene.typed import rules_of

_SHORT_AFFILIATION = ("Ea", "Fi", "Wa", "Wi", "Li", "Da")
_STYLES = ("ansigreen", "ansired", "ansiblue", "ansicyan", "ansibrightyellow", "ansimagenta")
_SHORT_KEYWORD = ("SLOW", "STUN", "SIL", "Haste", "Stab", "Res", "Ret", "Imm", "Unbl", "Extra", "Stead")
_FIGURES = ("SP", "LV", "HP", "ATK", "DEF")


def _types(card: Card) -> str:
    return "/".join(word for i, word in enumerate(t.TYPES) if card.types >> i & 1)


def _class(card: Card) -> str:
    return t.CLASSES[card.stats[t.S_CLASS] - 1] if card.stats[t.S_CLASS] else ""


_SHORTS = {
    **dict(zip(_SHORT_AFFILIATION, t.AFFILIATIONS, strict=True)),
    **dict(zip(_SHORT_KEYWORD, t.KEYWORDS, strict=False)),
    **{f"{word[:2]}#": word for word in t.COUNTERS},
    **{word[:4]: word for word in t.TYPES},
    **{word[:5]: word for word in t.CLASSES},
}
"""The abbreviations on the screen, each with its meaning."""


class TerreneFace(Face):
    """How Terrene Odyssey is shown."""

    field = "ct"
    groups = ("ct",)
    hand = "h"
    counts = (("hand", "h"), ("deck", "d"), ("disc", "x"))
    letters: ClassVar[Mapping[str, str]] = {
        "r": "recruit",
        "a": "attack",
        "u": "use",
        "t": "terrain",
        "h": "hide",
        "s": "assign",
        "x": "trade",
        "d": "dismiss",
        "b": "block",
        ".": "pass",
        "e": "end",
    }
    attacks = frozenset({"attack"})
    idle = frozenset({"pass", "end", "run", "dismiss"})
    chances = frozenset({"attack", "use", "recruit"})
    colours: ClassVar[Mapping[str, str]] = dict(zip(_SHORT_AFFILIATION, _STYLES, strict=True))
    windows = (
        Window("answer", "an Action of another player can be answered", Stop.MINE),
        Window("gap", ""),
        Window("phase", ""),
        Window("show", "a Trap may be used for what happened"),
        Window("block", "an attack can be blocked"),
    )
    examples = "recruit c2, use c1, terrain t2"
    events = Events(
        plays=frozenset({"used"}),
        attacks=frozenset({"attacks"}),
        aims=frozenset(),
        harms=frozenset({"takes-damage", "hurt"}),
        heals=frozenset({"healed"}),
        lost=frozenset({"defeated"}),
        futile=frozenset({"link-stopped", "cancelled"}),
        closing=frozenset({"battle-over"}),
    )
    untold = frozenset(
        {
            *("enters", "moved", "leaves", "link-resolved"),
            *("takes-battle-damage", "damages-character", "defeats"),
        }
    )

    def reach(self, s: State, seat: int) -> list[int]:
        """The players of the other side, each of whom may block."""
        return [e + 1 for e in opposed_seats(s, seat)] if s.turn and seat not in s.out else []

    def shorts(self, rules: Rules) -> Mapping[str, str]:
        return _SHORTS

    def legend(self, s: State) -> str:
        return (
            "ATK/DEF/HP left, -5 damage, SP, level, XP, conditions, hid(den), what they hold (+ open,"
            " ? face-down). * can be used, > attack now."
        )

    def naming(self, s: State) -> str:
        return "c1 is your first Character, t1 your first Terrain, k1 the first link of a chain."

    def fates(self, rules: Rules) -> dict[str, str]:
        return super().fates(rules) | {"format.best-of-three": "{who} lost more games than the other side"}

    def worth(self, s: State, h: int, code: int) -> str:
        """Of a Character ATK/DEF and the HP left; else what kind of card it is."""
        card = rules_of(s).cards[code]
        if card.types & t.CHARACTER:
            if values.recruited(s, h):
                left = values.figure(s, h, t.Q_HP) - s.num[t.DAMAGE][h]
                return f"{values.figure(s, h, t.Q_ATK)}/{values.figure(s, h, t.Q_DEF)}/{left}"
            stats = card.stats
            short = "" if h and s.zone[h] % t.NZ == t.PARTY and stats[t.Q_SP] == 1 else f" {stats[t.Q_SP]}SP"
            return f"{stats[t.Q_ATK]}/{stats[t.Q_DEF]}/{stats[t.Q_HP]}{short}"
        if card.types & t.TERRAIN:
            return f"Terrain {card.stats[t.Q_ACTIONS]}A"
        kinds = [word for i, word in enumerate(t.TYPES) if card.types >> i & 1]
        more = kinds[1] if len(kinds) > 1 else _class(card)
        return f"{kinds[0][:4]} {more[:5]}".strip()

    def elements(self, s: State, h: int, code: int) -> str:
        n = s.rules.cards[code].stats[t.S_AFFILIATION]
        return _SHORT_AFFILIATION[n - 1] if n else "--"

    def marks(self, s: State, h: int) -> str:
        """Hidden or not, level and XP, conditions and abilities in force, counters, and what it holds."""
        if h <= s.seats or s.zone[h] < 0 or s.zone[h] % t.NZ not in t.ON_FIELD:
            return ""
        said = []
        if values.recruited(s, h):
            said.append(f"L{values.figure(s, h, t.Q_LV)}")
            said += [f"XP{s.num[t.XP][h]}"] if s.num[t.XP][h] else []
            said += [short for k, short in enumerate(_SHORT_KEYWORD) if values.keyword(s, h, k)]
            said += [f"{word[:2]}{s.num[k][h]}" for word, k in t.COUNTERS.items() if s.num[k][h]]
        elif not s.face[h] and s.zone[h] % t.NZ == t.PARTY:
            said.append("hid")
        said += ["+" if s.face[k] else "?" for k in s.kids.get(h, ())]
        return " ".join(said)

    def figures(self, s: State, seat: int) -> str:
        left, whole = values.hit_points(s, seat), rules_of(s).figures.starting_hp
        actions, gained = s.num[t.ACTIONS][seat + 1], s.num[t.GAINED][seat + 1]
        supply = rules_of(s).supply - values.supply_left(s, seat)
        wins = series.wins(s)[s.rules.side(s, seat)]
        said = f"HP {left:>2}/{whole}  Act {actions}/{gained}  SP {supply}/{rules_of(s).supply}  won {wins}"
        return said + ("  OUT" if seat in s.out else "")

    def detail(self, s: State, h: int, code: int) -> str:
        if 0 < h <= s.seats:
            return f"p{h}: {self.figures(s, h - 1)}"
        if not code:
            return "a hidden card"
        card = rules_of(s).cards[code]
        said = [f"{card.name}: {_types(card)}"]
        affiliation = card.stats[t.S_AFFILIATION]
        said += [" ".join(w for w in (affiliation and t.AFFILIATIONS[affiliation - 1], _class(card)) if w)]
        if card.types & t.CHARACTER:
            shown = bool(h) and values.recruited(s, h)
            now = [values.figure(s, h, q) if shown else card.stats[q] for q in range(len(_FIGURES))]
            said += [f"{word} {n}" for word, n in zip(_FIGURES, now, strict=True)]
            said += [f"{s.num[t.DAMAGE][h]} damage"] if shown and s.num[t.DAMAGE][h] else []
        elif card.types & t.TERRAIN:
            said.append(f"{number_of(card.stats[t.Q_ACTIONS], 'Action')} a turn")
        return ", ".join(w for w in said if w) + "." + (f" {card.text}" if card.text else "")

    def phase(self, s: State) -> str:
        game = f"game {s.vars[t.G_GAMES] + 1}"
        return f"{game}  {rules_of(s).phases[s.phase]}" if s.turn else f"{game}  Set-up"

    def link(self, s: State, called: Callable[[int], str], n: int) -> str:
        act = s.acts[s.chain[n - 1]]
        own = act[A_VERB] >= 0 and act[A_VERB] not in (t.V_USE, t.V_ATTACK)
        verb = f"{t.VERBS[act[A_VERB]]} " if own else "attacks with " if act[A_VERB] == t.V_ATTACK else ""
        at = ", ".join([f"{called(r & HANDLE_MASK)} {name_of(s, r)}" for r in act[A_TARGETS]])
        return f"k{n} p{act[A_SEAT] + 1} {verb}{name_of(s, act[A_SRC])}" + (f" > {at}" if at else "")

    def question(self, s: State, a: Ask, called: Callable[[int], str]) -> str:
        kind = a.kind
        if kind == ACT:
            return f"Your move: {number_of(s.num[t.ACTIONS][a.seat + 1], 'Action')} left"
        if kind == RESPOND:
            return self._respond_question(s, a, called)
        if not s.turn:
            return "Who goes first?"
        text = ability_text(s, a.seat, a.data)
        if kind == CONFIRM:
            return self._confirm_question(s, a, text)
        if kind == MODE:
            return "Choose a reward" if not ability_act(s, a.data) else f"Choose one: {text}"
        if kind == PICK and a.picker == s.rules.picker_number(battle.pick_supply):
            return "Too much Supply is used: dismiss one"
        if kind == PICK:
            many = how_many(a)
            return asked_whom(s, a) or f"Choose {many}" + (f": {text}" if text else "")
        return "Several things wait: which one comes first?" if kind == ORDER else "Answer?"

    def _confirm_question(self, s: State, a: Ask, text: str) -> str:
        data = a.data
        if len(data) > 1 and not data[0] and 0 < data[1] <= s.seats:
            return f"p{data[1]} wants to run: give up this game?"
        if len(data) > 1 and not data[0]:
            return f"Pay 1 Action more for the attack of {name_of(s, data[1])}, which has become Slow?"
        return f"Do it: {text}?" if text else "Do it?"

    def _respond_question(self, s: State, a: Ask, called: Callable[[int], str]) -> str:
        if a.window == t.W_BLOCK:
            h = s.vars[t.G_ATTACKER] & HANDLE_MASK
            return f"{name_of(s, h)} attacks with ATK {values.figure(s, h, t.Q_ATK)}: who blocks?"
        if a.window == chain.W_SHOW:
            return "Use a Trap for what has happened?"
        return f"Answer {self.link(s, called, len(s.chain))}?" if s.chain else "Answer?"

    def picking(self, s: State, need: TableNeed, taken: Sequence[int], must: bool) -> str:
        """The picks of the set-up (terrene setup.characters, setup.items-and-commands, setup.terrain)."""
        if not must:
            return ""
        party, at = rules_of(s).party, len(taken)
        if at < party:
            return f"a Character for your party ({at + 1} of {party})"
        if at < 2 * party:
            return f"the Item or Command of {s.rules.cards[taken[at - party]].name}"
        return "the Terrain that you start on"

    def modes(self, s: State, a: Ask) -> tuple[str, ...]:
        """The rows of the active Terrain, or the ways of an effect."""
        act = ability_act(s, a.data)
        if a.kind != MODE or (act is None and a.data != (0,)):
            return ()
        if act is None:
            rows = values.card_of(s, values.terrain(s, a.seat)).rewards
            return tuple(rows[: a.hi])
        return ways(s)

    def warning(self, s: State, seat: int, move: Move) -> str:
        """The warning of a move that dismisses the last Character of a side, which loses the game (terrene
        action.dismiss-last); "" for any other."""
        side = [e for e in range(s.seats) if s.rules.side(s, e) == s.rules.side(s, seat)]
        left = [h for e in side for h in values.party(s, e)]
        return "without Characters the game is lost" if move[0] == t.V_DISMISS and left == [move[1]] else ""

    def health(self, s: State, h: int, code: int) -> tuple[int, int]:
        """(HP left, whole) of a recruited Character."""
        if not code or h <= s.seats or not values.recruited(s, h):
            return 0, 0
        whole = values.figure(s, h, t.Q_HP)
        return max(whole - s.num[t.DAMAGE][h], 0), whole

    def left(self, s: State, row: Row) -> str:
        h = row[ROW_CARD]
        if not self.events.hurt_or_heal(s, row) or not (h <= s.seats or values.recruited(s, h)):
            return ""
        if h <= s.seats:
            left, whole = values.hit_points(s, h - 1), rules_of(s).figures.starting_hp
        else:
            whole = values.figure(s, h, t.Q_HP)
            left = whole - s.num[t.DAMAGE][h]
        return f"{max(left, 0)} of {whole} HP left"

    def touches(self, s: State, seat: int) -> bool:
        """An attack of another side is on whoever may block it, with nobody named (terrene
        attack.declare)."""
        act = s.acts[s.chain[-1]] if s.chain else None
        if act is None or act[A_VERB] != t.V_ATTACK:
            return super().touches(s, seat)
        return bool(s.rules.side(s, act[A_SEAT]) != s.rules.side(s, seat))


TERRENE = TerreneFace()
