"""How the F.A.D.E. family is shown: rows of Characters, PLV and HP, TP, Counters, a Legend's intent."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from fadenet.console.faces.face import Face, ability_text, how_many, name_of, topics
from fadenet.engine.acts import A_FLAGS, A_SEAT, A_SRC, A_TARGETS, A_USER
from fadenet.engine.card import Card
from fadenet.engine.chain import W_SHOW
from fadenet.engine.language.flow import ways
from fadenet.engine.notation import place
from fadenet.engine.rules import Q_SHOW
from fadenet.engine.state import (
    ACT,
    ATTACHED,
    CONFIRM,
    HANDLE_MASK,
    LAID,
    MODE,
    ORDER,
    PICK,
    RESPOND,
    ROW_CARD,
    ROW_EVENT,
    ROW_N,
    TURNED,
    Ask,
    Row,
    State,
    Waiting,
)
from fadenet.games.fade.field import (
    board,
    combat,
    commands,
    moving,
    places,
    raiders,
    reserving,
    stepping,
    values,
)
from fadenet.games.fade.language.printed import printed
from fadenet.games.fade.opponents import legend, raider_policy
from fadenet.games.fade.tables import (
    ATTACK,
    BACKUP,
    CELL,
    CHARACTER,
    COMBO,
    DAMAGE,
    ELEMENT_SHORT,
    ELEMENTS,
    FRONT,
    HAND,
    NZ,
    RANKS,
    RIFT,
    S_COST,
    S_HP,
    S_LEVEL,
    S_PLV,
    S_RANK,
    STUN,
    SUPERTYPES,
    TP,
    UP_BUILT,
    UP_CHARGE,
    UP_REPLAY,
    ZONES,
    K,
)
from fadenet.games.fade.turn import leftover, votes
from fadenet.games.fade.turn.phases import THROWS
from fadenet.games.fade.typed import rules_of
from fadenet.games.fade.verbs import springing, tagging

ELEMENTS_SHOWN_MAX = 3
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
_SHORT_TYPE = dict(
    zip(SUPERTYPES, ("Char", "Skill", "React", "Item", "Augm", "Zone", "Cmd", "World"), strict=True)
)


def _types(card: Card) -> str:
    return "/".join(_SHORT_TYPE[t] for i, t in enumerate(SUPERTYPES) if card.types >> i & 1)


def _worth(s: State, h: int, code: int) -> str:
    card = rules_of(s).cards[code]
    cost = card.stats[S_COST]
    if h and s.zone[h] == legend.legend_seat(s) * NZ + HAND and s.rules.automata:
        return f"{_types(card)} {_intent(s, h, max(cost, 0))}".strip()
    if h and _is_worn(s, h):
        return f"{_types(card)} {values.hp(s, h)}HP"
    if not card.types & CHARACTER:
        return _types(card) + (f" {cost}TP" if cost >= 0 and not s.face[h] else "")
    if _stands(s, h):
        return f"{values.plv(s, h)}/{values.hp(s, h)}"
    return f"{card.stats[S_PLV]}/{card.stats[S_HP]} {max(cost, 0)}TP"


def _stands(s: State, h: int) -> bool:
    """Whether this is a Character on the field that all can see."""
    return s.rules.zone_kind(s.zone[h]) in (FRONT, BACKUP) and not values.is_veiled(s, h)


def _is_lent(s: State, h: int) -> bool:
    """Whether a Character is controlled by another player than the one on whose side it stands."""
    if s.rules.zone_kind(s.zone[h]) not in (FRONT, BACKUP):
        return False
    return s.ctrl[h] != s.zone[h] // NZ


def _is_worn(s: State, h: int) -> bool:
    """Whether this is an attached card with HP of its own."""
    return rules_of(s).wears_out and h in combat.worn(s, s.host[h])


def _intent(s: State, h: int, cost: int) -> str:
    """Cost of a card in a Legend's Hand and how many TP it lacks (faroe legend.intent)."""
    lacking = dict(legend.intent(s))[h]
    said = f"{cost}TP" + (f" -{lacking}" if lacking else "")
    return f"{said} next" if h == legend.next_intent(s) else said


def _elements(s: State, h: int, code: int) -> str:
    shown = s.code[h] and not values.is_veiled(s, h)
    mask = values.elements(s, h) if shown else s.rules.cards[code].traits
    found = [short for i, short in enumerate(ELEMENT_SHORT) if mask >> i & 1]
    return "/".join(found or ["Nu"]) if len(found) <= ELEMENTS_SHOWN_MAX else "All"


def _marks(s: State, h: int) -> str:
    edition = rules_of(s).edition
    there = [name for name, k in edition.counters.items() if k != DAMAGE and s.num[k][h]]
    said = [_short(name, (*edition.counters,)) + str(s.num[edition.counters[name]][h]) for name in there]
    if edition.words[K["Combo"]] and s.num[COMBO][h]:
        said.append(f"Co{s.num[COMBO][h]}")
    if edition.words[K["Stun"]] and s.num[STUN][h]:
        said.append("St")
    if edition.grid is not None and s.num[CELL][h]:
        said.insert(0, edition.grid.names[s.num[CELL][h]] + _becomes(s, h))
    if h in commands.layout(s).materials:
        said.append("mat")
    if s.role[h] == LAID:
        said.append("idle")
    if _is_lent(s, h):
        said.append(f"@p{s.ctrl[h] + 1}")
    if values.is_veiled(s, h):
        said.append("down")
    lying = s.kids.get(h, ())
    kids = [k for k in lying if s.role[k] in (ATTACHED, LAID)]
    turned = sum(s.role[k] == TURNED for k in lying)
    up = sum(1 for k in kids if s.face[k])
    down = len(kids) - up
    on_it = (f"{up}+" if up else "") + (f"{down}?" if down else "") + (f"{turned}x" if turned else "")
    return " ".join([*said, on_it] if on_it else said)


@cache
def _short(name: str, among: tuple[str, ...]) -> str:
    """The marker of a kind of Counter: as much of its name as tells it from all others, at least two letters
    (fade1 card.symbols-counters).
    """
    begins = (name[:n] for n in range(2, len(name) + 1))
    return next(mark for mark in begins if [one for one in among if one.startswith(mark)] == [name])


def _becomes(s: State, h: int) -> str:
    """The letter of what a Zone card makes of its cell, if it says so."""
    makes = rules_of(s).cards[s.code[h]].makes
    return f"={ZONES[makes][0]}" if makes >= 0 else ""


def _figures(s: State, seat: int) -> str:
    body = seat + 1
    if raiders.is_nobody(s, body):
        return "OUT" if seat in s.out else _prey(s)
    said = f"HP {values.hp(s, body):>2}/{values.full_hp(s, body)}  TP {s.num[TP][body]:>2}"
    if s.code[body]:
        said += f"  PLV {values.plv(s, body)}"
    for name, k in rules_of(s).edition.counters.items():
        if k != DAMAGE and s.num[k][body]:
            said += f"  {name} {s.num[k][body]}"
    if rules_of(s).edition.words[K["Combo"]] and s.num[COMBO][body]:
        said += f"  Combo {s.num[COMBO][body]}"
    if seat in s.out:
        said += "  OUT"
    elif s.turn and values.last_stand(s, seat) and not s.code[body]:
        said += "  LAST STAND"
    return said


def _prey(s: State) -> str:
    """Whom each Raider attacks in its next turn (fade2 raider.target-player)."""
    there = [(h, raider_policy.next_quarry(s, h)) for h in raiders.standing(s)]
    said = [f"{board.grid_of(s).names[s.num[CELL][h]]} > p{seat + 1}" for h, seat in there if seat >= 0]
    return f"next: {'  '.join(said)}" if said else ""


def _detail(s: State, h: int, code: int) -> str:
    if 0 < h <= s.seats:
        if s.code[h]:
            card = s.rules.cards[s.code[h]]
            return f"{card.name}: {_figures(s, h - 1)}. {card.text}"
        if raiders.is_nobody(s, h):
            return f"p{h}: the side of the Raiders, behind whom there is no player"
        return f"p{h}: {_figures(s, h - 1)}  PLV {values.plv(s, h)}"
    if not code:
        return "a hidden card"
    card = rules_of(s).cards[code]
    said = [f"{card.name}: {'/'.join(printed(card).types)}"]
    if card.types & CHARACTER:
        if h and _stands(s, h):
            said.append(f"PLV {values.plv(s, h)}, HP {values.hp(s, h)}/{values.full_hp(s, h)}")
            if "DEF" in rules_of(s).edition.stats:
                said.append(f"DEF {values.defense(s, h)}")
        else:
            said.append(f"PLV {card.stats[S_PLV]}, HP {card.stats[S_HP]}")
        said.append(f"Level {max(card.stats[S_LEVEL], 0)}")
    elif h and _is_worn(s, h):
        said.append(f"HP {values.hp(s, h)}/{values.full_hp(s, h)}, {RANKS[card.stats[S_RANK]]}")
    elif card.stats[S_RANK] >= 0:
        said.append(RANKS[card.stats[S_RANK]])
    shown = h and s.code[h] and not values.is_veiled(s, h)
    mask = values.elements(s, h) if shown else card.traits
    said.append("/".join(e for i, e in enumerate(ELEMENTS) if mask >> i & 1) or "Null")
    if card.stats[S_COST] >= 0:
        said.append(f"costs {card.stats[S_COST]} TP")
    if h:
        edition = rules_of(s).edition
        said += [f"{name} {s.num[k][h]}" for name, k in edition.counters.items() if s.num[k][h]]
        if edition.words[K["Combo"]] and s.num[COMBO][h]:
            said.append(f"{edition.columns[COMBO]} {s.num[COMBO][h]}")
        if edition.words[K["Stun"]] and s.num[STUN][h]:
            said.append(edition.columns[STUN])
        if edition.grid is not None and s.num[CELL][h]:
            said.append(f"in {edition.grid.names[s.num[CELL][h]]}")
        if h in commands.layout(s).materials:
            said.append("Command Material")
        if s.role[h] == LAID:
            said.append("idle")
        if _is_lent(s, h):
            said.append(f"controlled by p{s.ctrl[h] + 1}")
        if (after := raider_policy.next_quarry(s, h)) >= 0:
            said.append(f"attacks p{after + 1} next")
    if h and s.role[h] == TURNED:
        said.append("Prevented")
    if h and values.is_veiled(s, h):
        said.append("face-down")
    if card.words:
        said.append(" ".join(sorted(card.words)))
    return ", ".join(said) + "." + (f" {card.text}" if card.text else "")


def _phase(s: State) -> str:
    return rules_of(s).phases[s.phase] if s.turn else "Set-up"


def _link(s: State, seat: int, n: int) -> str:
    act = s.acts[s.chain[n - 1]]
    user, src = act[A_USER] & HANDLE_MASK, act[A_SRC] & HANDLE_MASK
    name = name_of(s, src)
    what = f"{name} attacks with PLV {values.plv(s, user)}" if act[A_FLAGS] & ATTACK and src == user else name
    at = [_aim(s, seat, r & HANDLE_MASK) for r in act[A_TARGETS]]
    return f"k{n} p{act[A_SEAT] + 1} {what}" + (f" > {', '.join(at)}" if at else "")


def _aim(s: State, seat: int, h: int) -> str:
    where = place(s, seat, h)
    if h <= s.seats:
        return where
    shown = f"{where} {name_of(s, h)}"
    return f"{shown} (HP {values.hp(s, h)})" if _stands(s, h) else shown


_KEYWORD_ROWS = {UP_BUILT: K["Buildup"], UP_REPLAY: K["Replay"], UP_CHARGE: K["Charge"]}


def _why(s: State, what: int) -> str:
    """The Counter or keyword because of which something waits without a chain, "" for an ability."""
    rules = rules_of(s)
    if what in rules.upkeep_of:
        return rules.edition.columns[rules.upkeep_of[what][0]]
    return rules.edition.words[_KEYWORD_ROWS[what]] if what in _KEYWORD_ROWS else ""


def _waiting(s: State, row: Waiting, code_of: Callable[[int], int]) -> str:
    """What waits: the card whose ability it is, or the card for which one may be shown."""
    h = row.src & HANDLE_MASK or row.event[ROW_CARD]
    name = f"p{h}" if 0 < h <= s.seats else s.rules.cards[code_of(h)].name or "a hidden card"
    if row.kind == Q_SHOW:
        return f"show for {name}"
    return f"{name} {_why(s, row.ability)}".rstrip()


def _vote(s: State, code: int) -> str:
    """About which World Rule or Raider is voted, what it says, and what is at odds with it."""
    card, rivals = rules_of(s).cards[code], votes.rivals(s, code)
    if card.keywords[K["Raider"]]:
        figures = f"PLV {card.stats[S_PLV]}, HP {card.stats[S_HP]}"
        return f"Fight the Raider {card.name} ({figures}) together? What it does: ? {card.name}"
    odds = f" (At odds with {' and '.join(rivals)}: the lower seat's counts.)" if rivals else ""
    return f"Play by the World Rule {card.name}? {card.text}{odds}"


def _question(s: State, a: Ask) -> str:
    kind, data = a.kind, a.data
    if kind == ACT:
        return f"Your move in the {_phase(s)}"
    if kind == RESPOND:
        return _respond_question(s, a)
    if not s.turn and kind == CONFIRM and len(data) > 2:
        return _vote(s, data[2])
    if not s.turn:
        return "Rock, paper or scissors: who goes first?" if kind == MODE else "Take a new Hand (mulligan)?"
    if kind == PICK and a.picker == s.rules.picker_number(legend.pick_vote):
        return f"Vote: what does {rules_of(s).legend.name} cast next?"
    if kind == PICK and a.picker == s.rules.picker_number(leftover.pick_target):
        return "Choose a new target for the hits that are left, or none"
    text = ability_text(s, data)
    if kind == CONFIRM and len(data) > 3:
        return f"Pay {data[2]} TP for {name_of(s, data[1])}, or it is destroyed?"
    if kind == CONFIRM and len(data) > 2:
        cost = rules_of(s).cards[s.code[data[1]]].replay_cost
        return f"Pay {cost} TP to Replay {name_of(s, data[1])}?"
    if kind == CONFIRM and len(data) > 1 and not data[0]:
        column = rules_of(s).paid_for
        cost, name = s.num[column][data[1]], rules_of(s).edition.columns[column]
        return f"Pay {cost} TP for the {name} of {name_of(s, data[1])}, or it is imprisoned?"
    if kind == PICK and a.picker == s.rules.picker_number(places.pick_spare):
        return f"Choose a card to discard: {name_of(s, data[0])} takes its place"
    if kind == PICK and a.picker == s.rules.picker_number(places.pick_excess):
        bearer = f"p{data[0]}" if data[0] <= s.seats else name_of(s, data[0])
        return f"Choose a card to discard: too many lie on {bearer}"
    if kind == PICK:
        many = how_many(a)
        what = text or ("to discard from your Hand" if a.picker == 2 else "")
        if a.picker == s.rules.picker_number(tagging.pick_partner):
            what = f"to take the cell that {name_of(s, data[0])} left"
        if a.picker == s.rules.picker_number(stepping.pick_stepper):
            what = f"to step forward into the {rules_of(s).edition.zones[FRONT]}"
        if a.picker == s.rules.picker_number(reserving.pick_leaver):
            what = f"to go to the {rules_of(s).edition.zones[BACKUP]}, for others to have room"
        return f"Choose {many}: {what}" if what else f"Choose {many}"
    if kind == MODE and a.picker == s.rules.picker_number(moving.pick_cell):
        return f"Choose a cell for {name_of(s, data[0])}"
    if kind == MODE and _modes(s, a):
        return f"Choose one for {name_of(s, s.acts[data[0]][A_SRC])}"
    if kind == ORDER:
        return "Several things wait: which one comes first?"
    return {CONFIRM: "Do it", MODE: "Choose one"}.get(kind, "Answer") + (f": {text}?" if text else "?")


def _respond_question(s: State, a: Ask) -> str:
    window = a.window
    if window == W_SHOW and springing.is_chance(s.frames[-1][2]):
        return "Use a card for what has happened?"
    if window == 0 and s.chain:
        return f"Answer {_link(s, a.seat, len(s.chain))}?"
    return {
        1: "Between two Chains: do you want to use a card?",
        3: "Show a card from your Hand for this?",
    }.get(window, f"The {_phase(s)} of p{s.active + 1} is about to end: do you want to use a card?")


def _modes(s: State, a: Ask) -> tuple[str, ...]:
    if a.picker == s.rules.picker_number(moving.pick_cell):
        names = board.grid_of(s).names
        return tuple(names[cell] for cell in moving.pick_cell(s, a.seat, {}, *a.data))
    return ways(s) if s.turn else THROWS


_UNTOLD = frozenset({"opened", "shuffled", "link-resolved", "enters", "succeeds", "deals-damage"})
_TOLD_PLACES = frozenset({FRONT, BACKUP, RIFT})


def _tells(s: State, row: Row) -> bool:
    """Leave out what another line of the same step says as well."""
    event = s.rules.events[row[ROW_EVENT]]
    if event == "enters":
        kind: int = s.rules.zone_kind(s.zone[row[ROW_CARD]])
        return kind not in _TOLD_PLACES
    if event == "moved":
        return row[ROW_N] % NZ in _TOLD_PLACES
    if event in ("counter-put", "counter-gone") and row[ROW_N] == DAMAGE:
        return bool(event == "counter-gone")
    return event not in _UNTOLD


FADE = Face(
    field="cbz",
    hand="hf",
    counts=(("hand", "h"), ("deck", "d"), ("disc", "x"), ("pool", "f"), ("rift", "r"), ("orbit", "o")),
    letters={
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
    },
    idle=frozenset({"pass", "end", "mix"}),
    stopping="end",
    worth=_worth,
    elements=_elements,
    marks=_marks,
    figures=_figures,
    detail=_detail,
    phase=_phase,
    link=_link,
    waiting=_waiting,
    question=_question,
    picking=lambda s, need, taken: "a card",
    modes=_modes,
    colours=dict(zip(ELEMENT_SHORT, _ELEMENT_STYLES, strict=True)),
    windows=(
        ("answer", "a Link of a Chain can be answered"),
        ("gap", "between two Chains"),
        ("phase", "a Phase is about to end"),
        ("show", "a hidden card may be shown for what happened"),
    ),
    legend="Cards show Elements, PLV/HP, cost, Counters, and cards on them (1+ open, 1? face-down)."
    " * marks what you can use now.",
    tells=_tells,
    topics=topics,
    warning=lambda s, seat, move: "",
)
