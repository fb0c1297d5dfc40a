"""How cards and Players of the F.A.D.E. family are shown: PLV and HP, TP, Counters, what lies on them."""

from __future__ import annotations

from functools import cache

from fadenet.console.faces import fade_cells
from fadenet.engine.card import Card
from fadenet.engine.rules import Rules
from fadenet.engine.state import ATTACHED, LAID, TURNED, State, is_automaton
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import commands, natures, reach, slots, values
from fadenet.games.fade.language.effects import keyword_text
from fadenet.games.fade.language.printed import printed
from fadenet.games.fade.opponents import legend, raiders
from fadenet.games.fade.typed import FadeCard, rules_being_made, rules_of

ELEMENTS_SHOWN_MAX = 3
_SHORT_TYPE = dict(
    zip(t.SUPERTYPES, ("Char", "Skill", "React", "Item", "Augm", "Zone", "Cmd", "World"), strict=True)
)


def _types(card: Card) -> str:
    return "/".join(_SHORT_TYPE[table] for i, table in enumerate(t.SUPERTYPES) if card.types >> i & 1)


def worth(s: State, h: int, code: int) -> str:
    """The figures of a card, short; of a Command the directions from which it takes its Materials."""
    card = rules_of(s).cards[code]
    if h and s.zone[h] == legend.legend_seat(s) * t.NZ + t.HAND and s.rules.automata:
        return f"{_types(card)} {_intent(s, h, max(card.stats[t.S_COST], 0))}".strip()
    if h and _is_worn(s, h):
        return f"{_types(card)} {values.hp(s, h)}HP"
    if card.types & t.CHARACTER:
        if stands(s, h):
            return f"{values.plv(s, h)}/{values.hp(s, h)}{_guard(values.defense(s, h), values.agility(s, h))}"
        more = _guard(card.stats[t.S_DEF], card.stats[t.S_AGI])
        return f"{card.stats[t.S_PLV]}/{card.stats[t.S_HP]}{more} {_price(card)}"
    pointing = "/".join("".join(filter(str.isupper, t.DIRECTIONS[d])) for d in card.directions)
    said = [_types(card), *([pointing] if card.types & t.COMMAND else [])]
    return " ".join([*said, _price(card)] if card.stats[t.S_COST] >= 0 and not s.face[h] else said)


def _guard(defense: int, agility: int) -> str:
    """DEF and AGI behind other figures, where a Character has them."""
    said = [f"{letter}{n}" for letter, n in (("D", defense), ("A", agility)) if n > 0]
    return f" {''.join(said)}" if said else ""


def _price(card: FadeCard) -> str:
    """The price of a card: the slots of a Character that takes some, else TP, and HP that are paid."""
    slots_taken = card.stats[t.S_CS]
    paid = f" {card.use.pay_hp}HP" if card.use is not None and card.use.pay_hp else ""
    return f"{slots_taken}CS" if slots_taken >= 0 else f"{max(card.stats[t.S_COST], 0)}TP{paid}"


def stands(s: State, h: int) -> bool:
    """Whether this is a Character on the field that all can see."""
    return h > 0 and s.rules.zone_kind(s.zone[h]) in (t.FRONT, t.BACKUP) and not values.is_face_down(s, h)


def bears_harm(s: State, h: int) -> bool:
    """Whether this has Hit Points now that all can see: a Character on the field, or a card worn by one."""
    return stands(s, h) or (bool(s.host[h]) and _is_worn(s, h))


def health(s: State, h: int, code: int) -> tuple[int, int]:
    """(HP left, whole) of a card that has any where it lies, (0, 0) of others."""
    if not code or not bears_harm(s, h):
        return 0, 0
    return values.hp(s, h), values.full_hp(s, h)


def in_reach(s: State, seat: int) -> list[int]:
    """The handles that a Normal Attack of a seat could be aimed at as the field stands; [] for a Legend and
    Raiders, which choose by rules of their own."""
    if is_automaton(s, seat) or seat in s.out or not s.turn:
        return []
    front = [h for h in s.zones[seat * t.NZ + t.FRONT] if s.ctrl[h] == seat] or [seat + 1]
    return reach.reach(s, seat, False, reach.attack_probe(s, seat, front[0], front[0], t.M_NORMAL, -1))


def _is_lent(s: State, h: int) -> bool:
    """Whether a Character is controlled by another player than the one on whose side it stands."""
    if s.rules.zone_kind(s.zone[h]) not in (t.FRONT, t.BACKUP):
        return False
    return s.ctrl[h] != s.zone[h] // t.NZ


def _is_worn(s: State, h: int) -> bool:
    """Whether this is an attached card with HP of its own."""
    return any([h in worn(s, s.host[h]) for worn in rules_of(s).points.wearing])


def _intent(s: State, h: int, cost: int) -> str:
    """Cost of a card in a Legend's Hand and how many TP it lacks (faroe legend.intent)."""
    lacking = dict(legend.intent(s))[h]
    said = f"{cost}TP" + (f" lacks {lacking}" if lacking else "")
    return f"{said} next" if h == legend.next_intent(s) else said


def elements(s: State, h: int, code: int) -> str:
    shown = s.code[h] and not values.is_face_down(s, h)
    mask = natures.elements(s, h) if shown else s.rules.cards[code].traits
    found = [short for i, short in enumerate(t.ELEMENT_SHORT) if mask >> i & 1]
    return "/".join(found or ["Nu"]) if len(found) <= ELEMENTS_SHOWN_MAX else "All"


@cache
def _short(name: str, names: tuple[str, ...]) -> str:
    """As many of the first letters of a Counter's name as tell it from the others of its edition."""
    others = [other for other in names if other != name]
    return next(name[:n] for n in range(2, len(name) + 1) if not any(o.startswith(name[:n]) for o in others))


def marks(s: State, h: int) -> str:
    """The Counters and state of a card, short, and how many cards lie on it; of a Player only the last."""
    said = [] if 0 < h <= s.seats else [*_counters(s, h), *_standing(s, h)]
    lying = s.kids.get(h, ())
    kids = [k for k in lying if s.role[k] in (ATTACHED, LAID)]
    turned = sum(s.role[k] == TURNED for k in lying)
    up = sum(1 for k in kids if s.face[k])
    down = len(kids) - up
    on_it = (f"{up}+" if up else "") + (f"{down}?" if down else "") + (f"{turned}x" if turned else "")
    return " ".join([*said, on_it] if on_it else said)


def _counters(s: State, h: int) -> list[str]:
    """The cell of a card if it is not called by it, its Counters, Combo Potential, whether it is Stunned."""
    edition, cell = rules_of(s).edition, fade_cells.label(s, h)
    kinds = {name: k for name, k in edition.counters.items() if k != t.DAMAGE}
    said = [cell] if cell else []
    said += [f"{_short(name, tuple(kinds))}{s.num[k][h]}" for name, k in kinds.items() if s.num[k][h]]
    return said + [mark.replace("#", str(n)) for _, _, mark, n in _more(s, h)]


def _more(s: State, h: int) -> list[tuple[int, int, str, int]]:
    """Those columns beside the ones of Counters in which there is anything, with its number."""
    return [(*row, n) for row in rules_of(s).points.columns if (n := s.num[row[0]][h])]


def _standing(s: State, h: int) -> list[str]:
    """Whether a card is Command Material, lies idle, is controlled by somebody else, or is face-down."""
    said = ["mat"] if h in commands.layout(s).materials else []
    said += ["idle"] if s.role[h] == LAID else []
    said += [f"@p{s.ctrl[h] + 1}"] if _is_lent(s, h) else []
    return [*said, "down"] if values.is_face_down(s, h) else said


def figures(s: State, seat: int) -> str:
    """The figures of a Player in one line; of a side without a player, whom its Raiders attack next."""
    body, edition = seat + 1, rules_of(s).edition
    if rules_of(s).opponent.is_nobody(s, body):
        return "OUT" if seat in s.out else _prey(s)
    said = [f"HP {values.hp(s, body):>2}/{values.full_hp(s, body)}", f"TP {s.num[t.TP][body]:>2}"]
    if s.code[body] or edition.attacks.in_person == "always":
        said.append(f"PLV {values.plv(s, body)}{_guard(values.defense(s, body), values.agility(s, body))}")
    if edition.board.slots:
        most = slots.most(s, seat)
        said.append(f"CS {most - slots.left(s, seat)}/{most}")
    said += [
        f"{name} {s.num[k][body]}" for name, k in edition.counters.items() if k != t.DAMAGE and s.num[k][body]
    ]
    said += [f"{edition.words[k]} {n}" for _, k, _, n in _more(s, body)]
    if seat in s.out:
        said.append("OUT")
    elif s.turn and values.last_stand(s, seat) and not s.code[body]:
        said.append("LAST STAND")
    return "  ".join(said)


def _prey(s: State) -> str:
    """The Player that each Raider attacks in its next turn (fade2 raider.target-player); "" for none."""
    there = [(h, raiders.next_quarry(s, h)) for h in rules_of(s).opponent.standing(s)]
    said = [f"{rules_of(s).grid.names[s.num[t.CELL][h]]} > p{seat + 1}" for h, seat in there if seat >= 0]
    return f"next: {'  '.join(said)}" if said else ""


def detail(s: State, h: int, code: int) -> str:
    """A card or a Player in one paragraph."""
    if 0 < h <= s.seats:
        if s.code[h]:
            card = s.rules.cards[s.code[h]]
            return f"{card.name}: {figures(s, h - 1)}. {card.text}"
        if rules_of(s).opponent.is_nobody(s, h):
            return f"p{h}: the side of the Raiders, behind whom there is no player"
        plv = "" if rules_of(s).edition.attacks.in_person == "always" else f"  PLV {values.plv(s, h)}"
        return f"p{h}: {figures(s, h - 1)}{plv}"
    if not code:
        return "a hidden card"
    card = rules_of(s).cards[code]
    said = [f"{card.name}: {'/'.join(printed(card).types)}", *_stats(s, h, card)]
    mask = natures.elements(s, h) if h and s.code[h] and not values.is_face_down(s, h) else card.traits
    said.append("/".join(e for i, e in enumerate(t.ELEMENTS) if mask >> i & 1) or "Null")
    if card.stats[t.S_COST] >= 0:
        said.append(f"costs {card.stats[t.S_COST]} TP")
    said += _state(s, h) if h else []
    if card.words:
        said.append(" ".join(sorted(card.words)))
    return ", ".join(said) + "." + (f" {card.text}" if card.text else "")


def _stats(s: State, h: int, card: FadeCard) -> list[str]:
    """The figures of a card: those of one on the field as they are now."""
    stats, prints = card.stats, rules_of(s).edition.stats
    if not card.types & t.CHARACTER:
        worn = [f"HP {values.hp(s, h)}/{values.full_hp(s, h)}"] if h and _is_worn(s, h) else []
        return worn + ([t.RANKS[stats[t.S_RANK]]] if stats[t.S_RANK] >= 0 else [])
    now = h and stands(s, h)
    hp = f"{values.hp(s, h)}/{values.full_hp(s, h)}" if now else f"{stats[t.S_HP]}"
    said = [f"PLV {values.plv(s, h) if now else stats[t.S_PLV]}", f"HP {hp}"]
    if "DEF" in prints:
        said.append(f"DEF {values.defense(s, h) if now else max(stats[t.S_DEF], 0)}")
    if "AGI" in prints:
        said.append(f"AGI {values.agility(s, h) if now else max(stats[t.S_AGI], 0)}")
    if "CS" in prints:
        said.append(f"CS {max(stats[t.S_CS], 0)}")
    return [*said, f"Level {max(stats[t.S_LEVEL], 0)}"]


def _state(s: State, h: int) -> list[str]:
    """The state of a card in words: its Counters, where it lies, who controls it, whom it attacks next."""
    edition = rules_of(s).edition
    said = [f"{name} {s.num[k][h]}" for name, k in edition.counters.items() if s.num[k][h]]
    said += [
        rules_of(s).columns[column] + (f" {n}" if "#" in mark else "") for column, _, mark, n in _more(s, h)
    ]
    said += fade_cells.told(s, h)
    said += _gained(s, h)
    if h in commands.layout(s).materials:
        said.append("Command Material")
    if s.role[h] == LAID:
        said.append("idle")
    if _is_lent(s, h):
        said.append(f"controlled by p{s.ctrl[h] + 1}")
    if (after := raiders.next_quarry(s, h)) >= 0:
        said.append(f"attacks p{after + 1} next")
    if s.role[h] == TURNED:
        said.append("Prevented")
    if values.is_face_down(s, h):
        said.append("face-down")
    return said


def _gained(s: State, h: int) -> list[str]:
    """The Keywords that a Character has now and that are not printed on it, and the printed ones it lacks."""
    rules, printed_here = rules_of(s), rules_of(s).cards[s.code[h]].keywords
    if not stands(s, h):
        return []
    said = []
    for k, name in enumerate(rules.edition.words):
        now = values.keyword(s, h, k) if name and rules.edition.kinds[k] != "counter" else printed_here[k]
        if now != printed_here[k]:
            said.append(f"has {keyword_text(rules.edition, k, now)}" if now else f"without {name}")
    return said


def shorts(rules: Rules) -> dict[str, str]:
    """The abbreviations on the screen, each with its meaning: Elements, Supertypes, Counters."""
    made = rules_being_made(rules)
    edition = made.edition
    kinds = tuple(name for name, k in edition.counters.items() if k != t.DAMAGE)
    found = dict(zip(t.ELEMENT_SHORT, t.ELEMENTS, strict=True)) | {"All": "every Element"}
    for _, k, mark in made.points.columns:
        found[mark] = f"{found[mark]} or {edition.words[k]}" if mark in found else edition.words[k]
    found |= {short: name for name, short in _SHORT_TYPE.items()}
    return found | {f"{_short(name, kinds)}#": name for name in kinds}


def key(s: State) -> str:
    """The key to the figures and marks on the table, in two lines of 80 cells."""
    edition = rules_of(s).edition
    guard = ", D its DEF, A its AGI" if {"DEF", "AGI"} <= set(edition.stats) else ""
    return (
        f"PLV/HP{guard}, -2 damage, cost, Counters, cards on them (1+ open, 1? face-down)."
        " * can be used, > attack, ! in reach now."
    )
