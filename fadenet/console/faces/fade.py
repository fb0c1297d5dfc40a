"""How the F.A.D.E. family is shown: rows of Characters, PLV and HP, TP, Counters, a Legend's intent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from fadenet.console.faces import fade_cards, fade_cells, fade_moves
from fadenet.console.faces.face import (
    Events,
    Face,
    Stop,
    Window,
    ability_text,
    asked_whom,
    how_many,
    name_of,
)
from fadenet.engine.acts import A_FLAGS, A_LINK, A_SEAT, A_SRC, A_TARGETS, A_USER
from fadenet.engine.atoms import MODIFIED
from fadenet.engine.chain import W_SHOW
from fadenet.engine.language.flow import ways
from fadenet.engine.rules import Q_SHOW, Rules
from fadenet.engine.state import (
    ACT,
    CONFIRM,
    HANDLE_MASK,
    MODE,
    ORDER,
    PICK,
    RESPOND,
    ROW_CARD,
    ROW_EVENT,
    ROW_MORE,
    ROW_N,
    Ask,
    Row,
    State,
    TableNeed,
    Waiting,
)
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import legality, moving, places, reserving, stepping, values
from fadenet.games.fade.opponents import legend_policy
from fadenet.games.fade.turn import votes
from fadenet.games.fade.turn.throwing import THROWS
from fadenet.games.fade.typed import rules_of

_ELEMENT_STYLES = (
    "ansired",
    "ansiblue",
    "ansiyellow",
    "ansimagenta",
    "ansigreen",
    "ansibrightblack",
    "ansibrightyellow",
    "ansibrightmagenta",
    "ansicyan",
    "ansibrightblue",
    "",
)


def _aim(s: State, called: Callable[[int], str], h: int) -> str:
    where = called(h)
    if h <= s.seats:
        return where
    shown = f"{where} {name_of(s, h)}"
    return f"{shown} (HP {values.hp(s, h)})" if fade_cards.stands(s, h) else shown


def _why(s: State, what: int) -> str:
    """The Counter or keyword because of which something waits without a chain, "" for an ability."""
    rules = rules_of(s)
    if what in rules.policies.upkeep_of:
        return rules.columns[rules.policies.upkeep_of[what][0]]
    return next((rules.edition.words[k] for number, k, _ in rules.points.due if number == what), "")


def _called(s: State, h: int, code_of: Callable[[int], int]) -> str:
    return f"p{h}" if 0 < h <= s.seats else s.rules.cards[code_of(h)].name or "a hidden card"


def _vote(s: State, code: int) -> str:
    """About which World Rule or Raider is voted, what it says, and what is at odds with it."""
    card, rivals = rules_of(s).cards[code], votes.rivals(s, code)
    if not card.types & t.WORLD_RULE:
        figures = f"PLV {card.stats[t.S_PLV]}, HP {card.stats[t.S_HP]}"
        return f"Fight the Raider {card.name} ({figures}) together? What it does: ? {card.name}"
    odds = f" (At odds with {' and '.join(rivals)}: the lower seat's counts.)" if rivals else ""
    return f"Play by the World Rule {card.name}? {card.text}{odds}"


def _asked_by_its_frame(s: State, a: Ask) -> str:
    """The question of the frame that asks, "" if it is none of its own."""
    asking = s.rules.frames[s.frames[-1][0]]
    said = (_QUESTIONS | dict(rules_of(s).points.questions)).get(asking)
    return "" if said is None else said(s, a)


_QUESTIONS: dict[Callable[..., None], Callable[[State, Ask], str]] = {
    legend_policy.f_voted: lambda s, a: f"Vote: what does {rules_of(s).automaton_names[0]} cast next?",
    moving.f_chosen: lambda s, a: f"Choose a cell for {name_of(s, a.data[0])}",
    places.f_made_room: lambda s, a: f"Choose a card to discard: {name_of(s, a.data[0])} takes its place",
    places.f_limited: lambda s, a: f"Choose a card to discard: too many lie on {name_of(s, a.data[0])}",
    stepping.f_stepped: lambda s, a: f"Choose 1: to step forward into the {_zone(s, t.FRONT)}",
    reserving.f_made_room: lambda s, a: (
        f"Choose 1: to go to the {_zone(s, t.BACKUP)}, for others to have room"
    ),
}
"""The questions of frames of the core; features have those of their own."""


def _zone(s: State, kind: int) -> str:
    return rules_of(s).edition.zones[kind]


_TOLD_PLACES = frozenset({t.FRONT, t.BACKUP, t.RIFT})
_COUNTED = frozenset({"DEF", "AGI", "Maximum CS"})
_FATES = {
    reasons.NO_HP: "{whose} HP came to 0 {when}",
    reasons.EMPTY_DECK: "{whose} Deck was empty {when}",
    reasons.DRAW: "all who were left lost at once {when}",
    reasons.ENDLESS: "effects set each other off without an end {when}",
    reasons.RAIDERS_GONE: "the last Raider was destroyed {when}",
}


class FadeFace(Face):
    """How every edition of the F.A.D.E. family is shown."""

    field = "cbz"
    hand = "hf"
    counts = (("hand", "h"), ("deck", "d"), ("disc", "x"), ("pool", "f"), ("rift", "r"), ("orbit", "o"))
    letters: ClassVar[Mapping[str, str]] = {
        "a": "attack",
        "u": "use",
        "p": "play",
        "t": "attach",
        "m": "move",
        "l": "place",
        "r": "reattach",
        "v": "activate",
        "s": "shield",
        "b": "barrier",
        "g": "tag",
        "c": "lay",
        "f": "veil",
        "o": "unveil",
        "d": "decline",
        ".": "pass",
        "e": "end",
    }
    attacks = frozenset({"attack"})
    # To decline is of one's own accord (fade1 defend.automatic).
    idle = frozenset({"pass", "end", "mix", "decline"})
    chances = frozenset({"attack", "use"})
    colours: ClassVar[Mapping[str, str]] = dict(zip(t.ELEMENT_SHORT, _ELEMENT_STYLES, strict=True))
    windows = (
        Window("answer", "a Link of a Chain can be answered", Stop.MINE),
        Window("gap", "between two Chains", Stop.OFF),
        Window("phase", "a Phase is about to end", Stop.OFF),
        Window("show", "a hidden card may be shown for what happened"),
    )
    examples = "attack c1 p2.c1, play f3, attach h2 c1"
    events = Events(
        plays=frozenset({"played", "used", "activated"}),
        attacks=frozenset({"attacks"}),
        aims=frozenset({"attacked"}),
        harms=frozenset({"takes-damage", "loses-hp"}),
        heals=frozenset({"healed"}),
        lost=frozenset({"destroyed", "knocked-out", "imprisoned"}),
        futile=frozenset({"link-stopped", "missed"}),
        marks=("counter-put", t.DAMAGE),
    )
    untold = frozenset({"opened", "shuffled", "link-resolved", "enters", "succeeds", "deals-damage"})

    place = staticmethod(fade_cells.place)
    find = staticmethod(fade_cells.find)
    celled = staticmethod(fade_cells.celled)
    order = staticmethod(fade_cells.order)
    cell = staticmethod(fade_cells.about)
    rows = staticmethod(fade_cells.rows)
    row_of = staticmethod(fade_cells.row_of)
    naming = staticmethod(fade_cells.naming)
    reach = staticmethod(fade_cards.in_reach)
    health = staticmethod(fade_cards.health)
    worth = staticmethod(fade_cards.worth)
    elements = staticmethod(fade_cards.elements)
    marks = staticmethod(fade_cards.marks)
    figures = staticmethod(fade_cards.figures)
    detail = staticmethod(fade_cards.detail)
    shorts = staticmethod(fade_cards.shorts)
    legend = staticmethod(fade_cards.key)
    deed = staticmethod(fade_moves.deed)
    remark = staticmethod(fade_moves.remark)

    def has_cell(self, s: State, h: int) -> bool:
        return bool(fade_cells.cell_of(s, h))

    def picking(self, s: State, need: TableNeed, taken: Sequence[int], must: bool) -> str:
        return "a card" if must else ""

    def fates(self, rules: Rules) -> dict[str, str]:
        own = {rules.cites[why]: said for why, said in _FATES.items() if why in rules.cites}
        return super().fates(rules) | own

    def link(self, s: State, called: Callable[[int], str], n: int) -> str:
        """A link of the chain: whose it is, what is used by whom, what it answers, and at whom it is
        aimed."""
        act = s.acts[s.chain[n - 1]]
        user, src = act[A_USER] & HANDLE_MASK, act[A_SRC] & HANDLE_MASK
        said = [f"k{n} p{act[A_SEAT] + 1}", *([] if src <= s.seats else [name_of(s, src)])]
        if act[A_FLAGS] & t.ATTACK and src == user:
            said.append(f"attacks with PLV {values.plv(s, user)}")
        elif user > s.seats and user != src:
            said.append(f"by {called(user)}")
        if act[A_LINK] in s.chain:
            said.append(f"answers k{s.chain.index(act[A_LINK]) + 1}")
        at = [_aim(s, called, r & HANDLE_MASK) for r in act[A_TARGETS]]
        return " ".join(said) + (f" > {', '.join(at)}" if at else "")

    def waiting(self, s: State, row: Waiting, code_of: Callable[[int], int]) -> str:
        """A row of the queue in words: the card whose ability waits and the one that set it off, or the card
        for which one may be shown.
        """
        h, cause = row.src & HANDLE_MASK, row.event[ROW_CARD] if row.ability >= 0 and row.event else 0
        name = _called(s, h or row.event[ROW_CARD], code_of)
        if row.kind == Q_SHOW:
            return f"show for {name}"
        after = f" after {_called(s, cause, code_of)}" if cause and h and cause != h else ""
        return f"{name}{after} {_why(s, row.ability)}".rstrip()

    def terms(self, s: State) -> list[str]:
        """The World Rules that all have agreed on (fade2 worldrule.agreement)."""
        rules = rules_of(s)
        agreed = [code for seat, code in enumerate(rules.worlds) if s.vars[t.V_WORLDS] >> seat & 1]
        names = [rules.cards[code].name for code in dict.fromkeys(agreed)]
        return [f"World Rules: {', '.join(names)}"] if names else []

    def question(self, s: State, a: Ask, called: Callable[[int], str]) -> str:
        kind, data = a.kind, a.data
        if kind == ACT:
            return f"Your move in the {self.phase(s)}"
        if kind == RESPOND:
            return self._respond_question(s, a, called)
        if not s.turn and kind == CONFIRM and len(data) > 2:
            return _vote(s, data[2])
        if not s.turn and kind == MODE:
            tie = "A tie. " if s.vars[t.V_TIES] else ""
            return f"{tie}Rock, paper or scissors: who goes first?"
        if not s.turn:
            first = "You go first" if s.active == a.seat else f"p{s.active + 1} goes first"
            return f"{first}. Take a new Hand (mulligan)?"
        if said := _asked_by_its_frame(s, a):
            return said
        text = ability_text(s, a.seat, data)
        if kind == PICK:
            if whom := asked_whom(s, a):
                return whom
            many, what = how_many(a), text or ("to discard from your Hand" if a.picker == 2 else "")
            return f"Choose {many}: {what}" if what else f"Choose {many}"
        if kind == MODE and self.modes(s, a):
            return f"Choose one for {name_of(s, s.acts[data[0]][A_SRC])}"
        if kind == ORDER:
            return "Several things wait: which one comes first?"
        return {CONFIRM: "Do it", MODE: "Choose one"}.get(kind, "Answer") + (f": {text}?" if text else "?")

    def _respond_question(self, s: State, a: Ask, called: Callable[[int], str]) -> str:
        window = a.window
        if window == W_SHOW and legality.is_chance(s.frames[-1][2]):
            return "Use a card for what has happened?"
        if window == 0 and s.chain:
            return f"Answer {self.link(s, called, len(s.chain))}?"
        return {
            1: "Between two Chains: do you want to act?",
            3: "Show a card from your Hand for this?",
        }.get(window, f"The {self.phase(s)} of p{s.active + 1} is about to end: do you want to act?")

    def nothing(self, s: State) -> str:
        return f"{self.phase(s)}: nothing of yours can attack" if s.phase == t.COMBAT else super().nothing(s)

    def modes(self, s: State, a: Ask) -> tuple[str, ...]:
        if a.picker == s.rules.picker_number(moving.pick_cell):
            names = rules_of(s).grid.names
            return tuple(names[cell] for cell in moving.pick_cell(s, a.seat, {}, *a.data))
        return ways(s) if s.turn else THROWS

    def tells(self, s: State, row: Row) -> bool:
        """Leave out what another line of the same step says as well."""
        event = s.rules.events[row[ROW_EVENT]]
        if event == "enters":
            kind: int = s.rules.zone_kind(s.zone[row[ROW_CARD]])
            return kind not in _TOLD_PLACES
        if event == "moved":
            return row[ROW_N] % t.NZ in _TOLD_PLACES
        return super().tells(s, row)

    def words(self, s: State, row: Row, what: str) -> str:
        """By how much a number changes of which the book only says that it does."""
        if row[ROW_EVENT] != MODIFIED or rules_of(s).quantities[row[ROW_N]] not in _COUNTED:
            return what
        return what.replace(": ", f": {row[ROW_MORE]:+} ", 1)

    def left(self, s: State, row: Row) -> str:
        h = row[ROW_CARD]
        if not self.events.hurt_or_heal(s, row) or not (h <= s.seats or fade_cards.bears_harm(s, h)):
            return ""
        return f"{values.hp(s, h)} of {values.full_hp(s, h)} HP left"


FADE = FadeFace()
