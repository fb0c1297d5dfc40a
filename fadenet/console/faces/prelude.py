"""How Prelude is shown: characters with life and actions, lines of ranks, gear, minions, traps, tasks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fadenet.console.faces.face import Face, ability_text, all_but, how_many, name_of, topics
from fadenet.engine.acts import A_SRC, A_TARGETS, A_TRAITS, A_USER, A_VERB, A_X
from fadenet.engine.kernel import ask_of
from fadenet.engine.language.flow import ways
from fadenet.engine.notation import find, place
from fadenet.engine.rules import Move
from fadenet.engine.state import (
    ACT,
    CONFIRM,
    HANDLE_MASK,
    MODE,
    NEED_ITEMS,
    ORDER,
    PICK,
    Act,
    Ask,
    Need,
    State,
    Waiting,
)
from fadenet.games.prelude import deeds, values
from fadenet.games.prelude import tables as t
from fadenet.games.prelude.printed import kinds_of, printed
from fadenet.games.prelude.typed import PreludeCard, rules_of

_COLOURS = ("Gr", "Re", "Bl", "Wh")
_STYLES = ("ansigreen", "ansired", "ansiblue", "ansiwhite")
_KINDS = ("Char", "Rank", "Val", "Weap", "Arm", "Item", "Trap", "Spel", "Ener", "Min", "Crea")
_SHORT_KEYWORD = ("Imm", "Alert", "Stead", "Pierce", "Eager", "Vang", "Cross", "Excl", "Clumsy")


def _kind(card: PreludeCard) -> str:
    return next((short for i, short in enumerate(_KINDS) if card.types >> i & 1), "")


def _worth(s: State, h: int, code: int) -> str:
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
        return f"{stats[t.Q_LIFE]} life S{stats[t.Q_SUSPEND]}"
    tier = f"T{stats[t.S_TIER]} " if card.types & t.SPELL else ""
    return f"{_kind(card)} {tier}S{stats[t.Q_SUSPEND]}{price}"


def _colour(s: State, h: int, code: int) -> str:
    card = rules_of(s).cards[code]
    bits = card.types & t.COLOURS
    if card.types & (t.IS_CHARACTER | t.VALUE) or not bits or bits & bits - 1:
        return "--"
    return _COLOURS[(bits // t.GREEN).bit_length() - 1]


def _marks(s: State, h: int) -> str:
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


def _figures(s: State, seat: int) -> str:
    if not values.character(s, seat):
        return "OUT" if seat in s.out else ""
    body = seat + 1
    left, whole = values.life(s, body), values.printed_life(s, body)
    locked = f"+{s.num[t.LOCKED][body]} locked" if s.num[t.LOCKED][body] else ""
    said = f"life {left:>2}/{whole}  act {values.actions(s, body)}{locked}"
    said += f"  coin {s.num[t.COIN][body]}  train {s.num[t.TRAINING][body]}"
    said += "  taught" if s.num[t.TAUGHT][body] else ""
    return said + ("  OUT" if seat in s.out else "")


def _detail(s: State, h: int, code: int) -> str:
    if 0 < h <= s.seats:
        return f"p{h}: {_figures(s, h - 1)}"
    if not code:
        if h and s.zone[h] >= 0 and s.zone[h] % t.NZ == t.TRAPS:
            return f"a trap that lies face-down, {'set' if s.num[t.SET][h] else 'not set yet'}"
        return "a hidden card"
    card = rules_of(s).cards[code]
    said = [f"{card.name}: {kinds_of(card)}", *printed(card)]
    return ", ".join(said) + "." + (f" {card.text}" if card.text else "")


def _phase(s: State) -> str:
    return f"Turn {s.turn}  {rules_of(s).phases[s.phase]} of p{s.active + 1}" if s.turn else "Set-up"


def _deed(s: State, act: Act | None) -> str:
    """An action in words: who does what with what to whom."""
    if act is None:
        return "what has happened"
    verb = {t.V_ATTACK: "attacks with", t.V_STRIKE: "strikes", t.V_EQUIP: "equips", t.V_SET: "sets"}
    word = verb.get(act[A_VERB], "uses")
    what = "" if act[A_VERB] == t.V_STRIKE else f" {name_of(s, act[A_SRC])}"
    if act[A_VERB] == t.V_ATTACK and act[A_SRC] == act[A_USER]:
        word, what = "attacks", ""
    at = [name_of(s, r) for r in act[A_TARGETS]]
    return f"{name_of(s, act[A_USER])} {word}{what}" + (f" at {', '.join(at)}" if at else "")


def _question(s: State, a: Ask) -> str:
    kind = a.kind
    if kind == ACT:
        return f"Your move: {values.actions(s, a.seat + 1)} actions left"
    if kind == CONFIRM:
        text = ability_text(s, a.data[:1])
        act = s.acts.get(a.data[0]) if a.data else None
        if act is not None and a.data[1:] == (t.TASKS,):
            return f"{_deed(s, act)}: {act[A_X]} more to pay. Abandon it?"
        if not s.turn and len(a.data) == AGREED:
            return f"p{a.data[1] + 1} proposes {proposal(*a.data[2:])}: do you accept?"
        return f"Do it: {text}?" if text else "Do it?"
    if kind == PICK:
        text = ability_text(s, a.data)
        return f"Choose {how_many(a)}" + (f": {text}" if text else "")
    if kind == ORDER:
        return "Several things happen at the same moment: which one comes first?"
    if kind == MODE:
        return f"Choose one: {ability_text(s, a.data)}"
    return _respond_question(s, a)


AGREED = 4  # what a question about an agreement says of it: (0, seat, key, number)


def proposal(key: int, n: int) -> str:
    """An agreement in words (prelude setup.agreement-kinds)."""
    if key == t.KEY_GAMES:
        return f"a match of {n} games"
    if key == t.KEY_CAP:
        return f"that the game ends after Turn {n}"
    return f"a truce with you until Turn {n}" if key == t.KEY_TRUCE else "that each of you stakes a card"


def _respond_question(s: State, a: Ask) -> str:
    if a.window == t.W_CALLING:
        return "Which line is your second calling, for when you are a master? none is an answer"
    if a.window == t.W_AGREEMENT:
        return "Do you propose an agreement? pass = no"
    if a.window == t.W_CUT:
        whose = "your own deck" if a.data[0] == a.seat else f"the deck of p{a.data[0] + 1}"
        return f"Cut {whose}?"
    if a.window == t.W_MULLIGAN:
        return "Keep this hand (pass), or show it and draw anew?"
    if a.window == t.W_SPRING:
        return "Does a trap spring?"
    if a.window == t.W_IMMEDIATE:
        return f"{_deed(s, s.acts.get(s.vars[t.G_DEED]))}: an Immediate?"
    act = s.acts.get(s.frames[-1][1])
    if a.window == t.W_GUARD:
        return f"{_deed(s, act)}: does a minion guard?"
    strength = deeds.strength(s, act) if act is not None and deeds.by_weapon(act) else 0
    less = act[A_TRAITS] if act is not None else 0
    said = f" (strength {strength}{f', {less} less' if less else ''})" if strength else ""
    return f"{_deed(s, act)}{said}: defend?"


def _picking(s: State, need: Need, taken: Sequence[int]) -> str:
    what = need[NEED_ITEMS][0]
    if what == t.ST_CHARACTER:
        return "your character"
    if what == t.ST_PRELIMINARY:
        return f"Preliminary {len(taken) + 1} of at most {need.n}"
    return "cards to leave out of this game"


def _modes(s: State, a: Ask) -> tuple[str, ...]:
    return ways(s) if a.kind == MODE else ()


_UNTOLD = frozenset({"enters", "moved", "leaves", "damages", "response-closes", "chosen"})


def _waiting(s: State, row: Waiting, code_of: Callable[[int], int]) -> str:
    return s.rules.cards[code_of(row.src & HANDLE_MASK)].name or "a hidden card"


def _remark(s: State, seat: int, move: Move, code_of: Callable[[int], int]) -> str:
    """What a use would still owe (prelude suspend.carry-over)."""
    ask = ask_of(s, seat)
    if ask is None or ask.kind != ACT or move[0] not in (t.V_ATTACK, t.V_CAST, t.V_SET) or len(move) < 2:
        return ""
    h = move[1]
    if s.zone[h] % t.NZ == t.MINIONS:
        return ""
    suspend = max(rules_of(s).cards[code_of(h)].stats[t.Q_SUSPEND], 1)
    owed = suspend - values.actions(s, seat + 1)
    return f"is carried: {owed} more in the Responses after this" if owed > 0 else ""


PRELUDE = Face(
    field="cabsemtngw",
    place=place,
    find=find,
    order=lambda s, h: 0,
    cell=lambda s, seat, text: [],
    board=lambda s, seat, told: [],
    hand="h",
    counts=(("hand", "h"), ("chest", "d"), ("cem", "x")),
    letters={
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
    },
    idle=frozenset({"pass", "end", "stow", "descend"}),
    stopping="end",
    worth=_worth,
    elements=_colour,
    marks=_marks,
    figures=_figures,
    detail=_detail,
    phase=_phase,
    link=lambda s, seat, n: "",
    waiting=_waiting,
    question=_question,
    picking=_picking,
    modes=_modes,
    colours=dict(zip(_COLOURS, _STYLES, strict=True)),
    windows=(
        ("answer", ""),
        ("gap", ""),
        ("phase", ""),
        ("show", ""),
        ("immediate", "an action of somebody can be answered with an Immediate"),
        ("spring", "a trap of yours may have to spring"),
        ("guard", "a minion of yours can guard"),
        ("defence", "an attack on you can be parried or evaded"),
        ("calling", "a second calling can be named"),
        ("cutting", "a deck can be cut"),
        ("mulligan", "the opening hand can go back"),
        ("agreement", "something can be agreed on before the game"),
    ),
    legend=lambda s: (
        "A attack, S Suspend, G guard, Ar armour, T tier, E Edge, R reserve, $ price; minions attack/life"
        " left and A actions. * marks what you can use now."
    ),
    naming=lambda s: "c1 is your character, a and b are your lines of ranks, e what you have equipped.",
    terms=lambda s: [],
    tells=all_but(_UNTOLD),
    topics=topics,
    deed=lambda s, verb: "",
    remark=_remark,
    warning=lambda s, seat, move: "",
)
