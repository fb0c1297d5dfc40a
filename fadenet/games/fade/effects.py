"""The effects that cards of the F.A.D.E. family are written with, each with the English that it stands for."""

from __future__ import annotations

from typing import Any

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import (
    A_DEALT,
    A_FLAGS,
    A_ID,
    A_LINK,
    A_PARTS,
    A_PICKED,
    A_SEAT,
    A_SRC,
    A_TARGETS,
    A_USER,
    A_X,
    NEGATED,
)
from fadenet.engine.chain import F_CHECK, F_GATHER
from fadenet.engine.ops.language import Compiler, Effect, Language, Said
from fadenet.engine.ops.nouns import counted, each_of, measured, one_of, some_of, verb
from fadenet.engine.rules import Amount, Select
from fadenet.engine.state import HANDLE_MASK, INST_SHIFT, OPEN, POOL, TAKE, TOSS, UNDER, Act, State, ref
from fadenet.games.fade import combat, keywords, targets, turn, values
from fadenet.games.fade.tables import (
    ATTACK,
    BACKUP,
    BANS,
    BLOCKED,
    CHARACTER,
    COUNTERS,
    DAMAGE,
    DAMAGE_TYPES,
    DECK,
    DISCARD,
    ELEMENTS,
    E_BLOCKED,
    E_DEFLECTED,
    E_NEGATED,
    E_ORBITAL,
    FIGURE_NAMES,
    FRONT,
    F_DRAW,
    F_FOUND,
    F_GIVE_UP,
    F_LOOK,
    F_LOOKED,
    F_MILL,
    F_MILLED,
    F_PICKED,
    F_RANDOM,
    F_STRIKE,
    F_TOSSED_AWAY,
    F_UNDER,
    HAND,
    IMMUNITIES,
    KEYWORDS,
    MK_DOOMED,
    NZ,
    ORBIT,
    P_CHOICE,
    P_TURN,
    QUANTITY_NAMES,
    Q_ELEMENTS,
    Q_FORBID,
    Q_KEYWORD,
    Q_LAST_STAND,
    RIFT,
    U_FOREVER,
    U_ROUND,
    U_TURN,
)

UNTILS = {"turn": U_TURN, "round": U_ROUND, "end": U_FOREVER}
UNTIL_SAID = {"turn": " this turn", "round": " this round", "end": ""}


def reachable(s: State, act: Act, pick: Select) -> list[int]:
    """What a selector finds, without what Immune shuts out."""
    rules = s.rules
    return [h for h in pick(s, act) if rules.touched(s, act, h)]


def seats_in(s: State, act: Act, pick: Select) -> list[int]:
    """The seats of the Players among what a selector finds."""
    return [h - 1 for h in reachable(s, act, pick) if h <= s.seats and h - 1 not in s.out]


# What the instructions do.


def do_draw(s: State, act: Act, pick: Select, n: Amount) -> None:
    for seat in reversed(seats_in(s, act, pick)):
        s.frames.append((F_DRAW, seat, n(s, act), act[A_ID]))


def do_mill(s: State, act: Act, pick: Select, n: Amount, kind: int) -> None:
    for seat in seats_in(s, act, pick):
        s.frames.append((F_MILL, seat, n(s, act), kind, act[A_ID]))


def do_discard(s: State, act: Act, pick: Select, n: Amount, at_random: bool) -> None:
    for seat in seats_in(s, act, pick):
        s.frames.append((F_GIVE_UP, seat, n(s, act), int(at_random), act[A_ID]))


def do_gain_tp(s: State, act: Act, pick: Select, n: Amount) -> None:
    for seat in seats_in(s, act, pick):
        combat.gain_tp(s, seat, n(s, act), act[A_ID])


def do_lose_tp(s: State, act: Act, pick: Select, n: Amount) -> None:
    for seat in seats_in(s, act, pick):
        combat.lose_tp(s, seat, n(s, act), act[A_ID])


def do_damage(s: State, act: Act, pick: Select, n: Amount) -> None:
    hurt = reachable(s, act, pick)
    amount, halved = combat.dealt_by(s, act, act[A_USER] & HANDLE_MASK, max(n(s, act), 0))
    amount >>= halved
    dealer = act[A_USER] if act[A_FLAGS] & ATTACK else act[A_SRC]
    for h in hurt:
        took = combat.taken_by(s, act, h, amount)
        if took:
            act[A_DEALT] += took
            combat.damage(s, h, took, act, dealer & HANDLE_MASK)
    chain.remember(act, hurt, s, amount)
    s.frames.append((F_CHECK,))


def do_heal(s: State, act: Act, pick: Select, n: Amount) -> None:
    healed = 0
    for h in reachable(s, act, pick):
        healed += combat.heal(s, h, max(n(s, act), 0), act[A_ID])
    chain.remember(act, [], s, healed)


def do_counter(s: State, act: Act, pick: Select, column: int, n: Amount, sign: int) -> None:
    touched = []
    for h in reachable(s, act, pick):
        if sign > 0 and values.ignores(s, h, column):
            continue
        touched.append(h)
        amount = max(n(s, act), 0)
        if column == DAMAGE and sign > 0:
            combat.take_counters(s, h, amount, act[A_ID])
        else:
            atoms.put(s, column, h, sign * amount, act[A_ID], act[A_SEAT])
    chain.remember(act, touched, s)
    s.frames.append((F_CHECK,))


def do_clear(s: State, act: Act, pick: Select, column: int) -> None:
    for h in reachable(s, act, pick):
        atoms.put(s, column, h, -s.num[column][h], act[A_ID], act[A_SEAT])


def do_fall(s: State, act: Act, pick: Select, how: int) -> None:
    fallen = []
    for h in reachable(s, act, pick):
        if h > s.seats:
            fallen.append(h)
        elif how == combat.KO:
            atoms.mark(s, P_TURN, MK_DOOMED, ref(s, h))
    chain.remember(act, fallen, s, len(fallen))
    s.frames.append((F_CHECK,))
    combat.fall(s, how, fallen, act[A_ID])


def do_put(s: State, act: Act, pick: Select, kind: int, at: int) -> None:
    """Cards go to their owners' Hand, Deck, Discard Pile or Rift Zone."""
    cards = [h for h in reachable(s, act, pick) if h > s.seats]
    for h in cards:
        for k in combat.tree(s, h):
            combat.fall(s, combat.DESTROY, [k], act[A_ID])
    if kind in (DISCARD, RIFT):
        turn.put_open(s, cards, kind, act[A_ID], atoms.MOVED)
        return
    for h in cards:
        atoms.move(s, h, s.owner[h] * NZ + kind, 0, act[A_ID], atoms.MOVED, at)


def do_shuffle_in(s: State, act: Act, pick: Select) -> None:
    for seat in range(s.seats):
        mine = tuple(h for h in reachable(s, act, pick) if h > s.seats and s.owner[h] == seat)
        if mine:
            kernel.need(s, POOL, seat, seat * 2, 0, mine)


def do_shuffle(s: State, act: Act, pick: Select) -> None:
    for seat in seats_in(s, act, pick):
        if s.zones[seat * NZ + DECK]:
            kernel.need(s, POOL, seat, seat * 2, 0, ())


def do_mod(s: State, act: Act, pick: Select, what: int, n: Amount, until: int) -> None:
    touched = reachable(s, act, pick)
    for h in touched:
        arg = s.turn if until == U_TURN else s.active
        atoms.modify(s, what, ref(s, h), n(s, act), until, arg, act[3], act[A_ID])
    chain.remember(act, touched, s)
    s.frames.append((F_CHECK,))


def do_block(s: State, act: Act) -> None:
    other = s.acts.get(act[A_LINK])
    if other is not None and not targets.forbids(s, other, "block"):
        other[A_FLAGS] |= BLOCKED
        atoms.emit(s, E_BLOCKED, act[3] & HANDLE_MASK, act[A_SEAT], other[A_ID])


def do_negate(s: State, act: Act) -> None:
    other = s.acts.get(act[A_LINK])
    if other is not None and other[A_ID] in s.chain and not targets.forbids(s, other, "negate"):
        other[A_FLAGS] |= NEGATED
        atoms.emit(s, E_NEGATED, act[3] & HANDLE_MASK, act[A_SEAT], other[A_ID])


def do_deflect(s: State, act: Act) -> None:
    """The part that was chosen, its number in `A_X`, goes to the target named last (faroe defend.deflect-several)."""
    other = s.acts.get(act[A_LINK])
    if other is None or targets.forbids(s, other, "deflect") or not act[A_TARGETS]:
        return
    chosen = act[A_TARGETS][-1]
    new = chosen if s.inst[chosen & HANDLE_MASK] == chosen >> INST_SHIFT else 0
    other[A_PARTS] = (*other[A_PARTS], (other[A_TARGETS][act[A_X] - 1], new))
    atoms.emit(s, E_DEFLECTED, chosen & HANDLE_MASK, act[A_SEAT], other[A_ID])


def do_attack(s: State, act: Act, number: int) -> None:
    s.frames.append((F_STRIKE, act[A_ID], number, 0, 0))


def do_orbital(s: State, act: Act, pick: Select) -> None:
    """Cards leave the field with all that lies on and under them (faroe keyword.orbital)."""
    for h in reachable(s, act, pick):
        if h > s.seats and s.zone[h] >= 0 and s.zone[h] % NZ in (FRONT, BACKUP):
            seat = s.ctrl[h]
            s.rules.note_orbit(s, h)
            atoms.move(s, h, seat * NZ + ORBIT, 1, act[A_ID], E_ORBITAL, keep=True)
            s.rules.rezone_tree(s, h, True)
    s.frames.append((F_CHECK,))


def do_under(s: State, act: Act, pick: Select, onto: Select) -> None:
    tops = onto(s, act)
    if not tops:
        return
    top = tops[0]
    for h in pick(s, act):
        if h > s.seats and h != top:
            if s.rules.on_field[s.zone[h]]:
                for k in combat.tree(s, h):
                    combat.fall(s, combat.DESTROY, [k], act[A_ID])
            if not s.code[h]:
                s.frames.append((F_UNDER, ref(s, h), ref(s, top), act[A_ID]))
                kernel.need(s, OPEN, s.ctrl[h], 0, -1, (h,))
                return
            keywords.lay_under(s, h, top, act[A_ID])


def do_unstack(s: State, act: Act, pick: Select, kind: int) -> None:
    for h in pick(s, act):
        if s.role[h] == UNDER:
            keywords.take_out(s, h, kind, 0 if kind == HAND else 1, act)


def do_row(s: State, act: Act, pick: Select, kind: int) -> None:
    for h in reachable(s, act, pick):
        zone = s.zone[h]
        if h > s.seats and zone >= 0 and zone % NZ in (FRONT, BACKUP) and zone % NZ != kind:
            seat = s.ctrl[h]
            if kind == BACKUP and len(s.zones[seat * NZ + FRONT]) < 2:
                continue
            atoms.move(s, h, seat * NZ + kind, 1, act[A_ID], keep=True)
    s.frames.append((F_CHECK,))


def do_control(s: State, act: Act, pick: Select) -> None:
    """Take control of Characters (faroe card.control-change)."""
    for h in reachable(s, act, pick):
        zone = s.zone[h]
        if h > s.seats and zone >= 0 and zone % NZ in (FRONT, BACKUP) and s.ctrl[h] != act[A_SEAT]:
            seat = act[A_SEAT]
            kind = zone % NZ if s.zones[seat * NZ + FRONT] else FRONT
            atoms.control(s, h, seat, seat * NZ + kind, act[A_ID])
    s.frames.append((F_CHECK,))


def do_enter(s: State, act: Act, pick: Select, kind: int) -> None:
    """Characters come onto the field from a pile (faroe combat.entry-delay-other)."""
    for h in pick(s, act):
        if h > s.seats and s.code[h] and s.rules.cards[s.code[h]].types & CHARACTER:
            seat = act[A_SEAT]
            s.rules.enter_character(s, act, h, seat, kind if s.zones[seat * NZ + FRONT] else FRONT)


def do_look(s: State, act: Act, pick: Select, n: Amount) -> None:
    """Look at the top cards of a Deck; they stay where they are (faroe zone.hidden-look)."""
    for seat in seats_in(s, act, pick):
        s.frames.append((F_LOOK, seat, act[A_SEAT], n(s, act), act[A_ID]))


def do_show_hand(s: State, act: Act, pick: Select) -> None:
    for seat in seats_in(s, act, pick):
        hidden = tuple(h for h in s.zones[seat * NZ + HAND] if not s.code[h])
        if hidden and seat != act[A_SEAT]:
            kernel.need(s, OPEN, seat, 0, act[A_SEAT], hidden)


def do_search(s: State, act: Act, predicate: int, n: Amount, open_: int) -> None:
    """Take cards out of the own Deck, which is shuffled afterwards (faroe zone.deck-search, zone.hidden-choice)."""
    seat = act[A_SEAT]
    if s.zones[seat * NZ + DECK]:
        s.frames.append((F_FOUND, act[A_ID]))
        kernel.need(s, TAKE, seat, seat * 2, max(n(s, act), 0), (predicate, open_))


def do_pick(s: State, act: Act, seat_of: Select, slot: int) -> None:
    """Choose among things while the effect runs."""
    act[A_PICKED] = ()
    s.frames.append((F_PICKED, act[A_ID]))
    for seat in seats_in(s, act, seat_of)[:1]:
        lo, hi = s.rules.choices[slot][1:3]
        s.frames.append((F_GATHER, act[A_ID], seat, lo, hi, P_CHOICE, (act[A_ID], slot)))


def do_random(s: State, act: Act, pick: Select) -> None:
    there = pick(s, act)
    if there:
        chain.remember(act, there, s)
        s.frames.append((F_RANDOM, act[A_ID]))
        kernel.need(s, TOSS, -1, 0, 1, (len(there),))


# Frames that go on after a need.


def f_mill(s: State, seat: int, n: int, kind: int, act_id: int) -> None:
    line = s.zones[seat * NZ + DECK][: max(n, 0)]
    if line:
        s.frames.append((F_MILLED, seat, len(line), kind, act_id))
        turn.bind_top(s, seat, len(line))


def f_milled(s: State, seat: int, n: int, kind: int, act_id: int) -> None:
    cards = list(s.zones[seat * NZ + DECK][:n])
    if act_id in s.acts:
        chain.remember(s.acts[act_id], cards, s, n)
    turn.put_open(s, cards, kind, act_id, atoms.MILLED)


def f_give_up(s: State, seat: int, n: int, at_random: int, act_id: int) -> None:
    hand = s.zones[seat * NZ + HAND]
    n = min(n, len(hand))
    if n <= 0:
        return
    if at_random:
        s.frames.append((F_TOSSED_AWAY, seat, act_id))
        kernel.need(s, TOSS, -1, 0, 1, tuple(len(hand) - k for k in range(n)))
    else:
        turn.discard_from_hand(s, seat, n, act_id)


def f_tossed_away(s: State, seat: int, act_id: int) -> None:
    hand = list(s.zones[seat * NZ + HAND])
    cards = [hand.pop(k) for k in s.got[0]]
    if act_id in s.acts:
        chain.remember(s.acts[act_id], cards, s, len(cards))
    turn.put_open(s, cards, DISCARD, act_id, atoms.DISCARDED)


def f_look(s: State, seat: int, viewer: int, n: int, act_id: int) -> None:
    line = s.zones[seat * NZ + DECK][: max(n, 0)]
    if line:
        s.frames.append((F_LOOKED, seat, viewer, len(line), act_id))
        turn.bind_top(s, seat, len(line))


def f_looked(s: State, seat: int, viewer: int, n: int, act_id: int) -> None:
    cards = s.zones[seat * NZ + DECK][:n]
    if act_id in s.acts:
        chain.remember(s.acts[act_id], list(cards), s, n)
    hidden = tuple(h for h in cards if not s.code[h])
    if hidden and viewer != seat:
        kernel.need(s, OPEN, seat, 0, viewer, hidden)
    elif hidden:
        atoms.emit(s, atoms.LOOKED, hidden[0], seat, act_id, len(hidden))


def f_found(s: State, act_id: int) -> None:
    """Cards taken from a Deck go to the Hand; the rest is shuffled."""
    act = s.acts[act_id]
    seat = act[A_SEAT]
    taken = s.got[0]
    if not taken:
        atoms.emit(s, atoms.FOUND_NONE, seat + 1, seat, act_id)
    for h in taken:
        atoms.move(s, h, seat * NZ + HAND, 0, act_id)
    chain.remember(act, list(taken), s, len(taken))
    if s.zones[seat * NZ + DECK]:
        kernel.need(s, POOL, seat, seat * 2, 0, ())


def f_picked(s: State, act_id: int) -> None:
    act = s.acts[act_id]
    chain.remember(act, list(act[A_PICKED]), s, len(act[A_PICKED]))
    act[A_PICKED] = ()


def f_random(s: State, act_id: int) -> None:
    act = s.acts[act_id]
    act[13] = (act[13][s.got[0][0]],)


def f_under(s: State, r: int, top: int, act_id: int) -> None:
    keywords.lay_under(s, r & HANDLE_MASK, top & HANDLE_MASK, act_id)


# The words.


def _who(c: Compiler, t: dict[str, Any], default: str = "you") -> tuple[Select, Said]:
    return c.select(t.get("who", default))


def _whose(who: Said) -> Said:
    return "your" if who == "you" else "their"


def _draw(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["draw"])
    pick, who = _who(c, t)
    c.emit(do_draw, pick, n)
    return f"{verb(who, 'draw')} {counted(many, 'card')}"


def _mill(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["mill"])
    pick, who = _who(c, t)
    c.emit(do_mill, pick, n, DISCARD)
    mine = _whose(who)
    what = "the top card" if many == "1" else f"the top {counted(many, 'card')}"
    return f"{verb(who, 'put')} {what} of {mine} Deck into {mine} Discard Pile"


def _discard(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["discard"])
    pick, who = _who(c, t)
    c.emit(do_discard, pick, n, bool(t.get("random", False)))
    return f"{verb(who, 'discard')} {counted(many, 'card')}{' at random' if t.get('random') else ''}"


def _gain(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["gain_tp"])
    pick, who = _who(c, t)
    c.emit(do_gain_tp, pick, n)
    return f"{verb(who, 'gain')} {measured(many, 'TP')}"


def _lose(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["lose_tp"])
    pick, who = _who(c, t, "enemy players")
    c.emit(do_lose_tp, pick, n)
    return f"{verb(who, 'lose')} {measured(many, 'TP')}"


def _damage(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["damage"])
    pick, whom = c.select(t.get("to", "target"))
    c.emit(do_damage, pick, n)
    noun = "damage"
    if "type" in t:
        noun = f"{c.word(t['type'], DAMAGE_TYPES, 'Damage Type')} damage"
        mask = 1 << DAMAGE_TYPES.index(t["type"])
        c.facts["types"] = c.facts.get("types", 0) | mask | mask << 4
    return f"deal {measured(many, noun)} to {each_of(whom)}"


def _heal(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["heal"])
    pick, whom = c.select(t.get("of", "you"))
    c.emit(do_heal, pick, n)
    return f"{verb(whom, 'heal')} {measured(many, 'HP')}"


def _counter(c: Compiler, t: dict[str, Any]) -> Said:
    name = c.word(t["counter"], COUNTERS, "Counter")
    column = COUNTERS.index(name) + 1
    pick, where = c.select(t.get("on", "target"))
    if t.get("remove") == "all":
        c.emit(do_clear, pick, column)
        return f"remove all {name} Counters from {each_of(where)}"
    key = "remove" if "remove" in t else "n"
    n, many = c.amount(t.get(key, 1))
    c.emit(do_counter, pick, column, n, -1 if key == "remove" else 1)
    if key == "remove":
        return f"remove {counted(many, f'{name} Counter')} from {each_of(where)}"
    return f"put {counted(many, f'{name} Counter')} on {each_of(where)}"


def _falls(word: str, how: int, said: str) -> Effect:
    def make(c: Compiler, t: dict[str, Any]) -> Said:
        pick, whom = c.select(t[word])
        c.emit(do_fall, pick, how)
        return f"{said} {each_of(whom)}"

    return Effect(make, frozenset(), intent="harm", rests=True)


PLACES = {"hand": (HAND, -1), "discard": (DISCARD, -1), "rift": (RIFT, -1), "deck top": (DECK, 0), "deck bottom": (DECK, -1)}
PLACE_SAID = {
    "hand": "return {} to its owner's Hand",
    "discard": "put {} into its owner's Discard Pile",
    "rift": "put {} into its owner's Rift Zone",
    "deck top": "put {} on top of its owner's Deck",
    "deck bottom": "put {} at the bottom of its owner's Deck",
}


def _return(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["return"])
    where = t.get("to", "hand")
    if where == "deck":
        c.emit(do_shuffle_in, pick)
        return f"shuffle {each_of(what)} into its owner's Deck"
    kind, at = PLACES[c.word(where, PLACES, "place")]
    c.emit(do_put, pick, kind, at)
    return PLACE_SAID[where].format(each_of(what))


def _shuffle(c: Compiler, t: dict[str, Any]) -> Said:
    pick, who = c.select(t["shuffle"])
    c.emit(do_shuffle, pick)
    return f"{verb(who, 'shuffle')} {_whose(who)} Deck"


def _until(c: Compiler, t: dict[str, Any]) -> tuple[int, Said]:
    word = c.word(t.get("until", "turn"), UNTILS, "duration")
    return UNTILS[word], UNTIL_SAID[word]


def _mod(c: Compiler, t: dict[str, Any]) -> Said:
    names = {**QUANTITY_NAMES, **FIGURE_NAMES}
    name = c.word(t["mod"], names, "value")
    n, many = c.amount(t.get("n", 1))
    pick, whom = c.select(t.get("on", "target"))
    until, when = _until(c, t)
    c.emit(do_mod, pick, names[name], n, until)
    return f"{_stated(whom, figure_text(name, many))}{when}"


def _grant(c: Compiler, t: dict[str, Any]) -> Said:
    name = c.word(t["grant"], KEYWORDS, "keyword")
    value = keyword_value(c, name, t.get("value", True))
    pick, whom = c.select(t.get("on", "target"))
    until, when = _until(c, t)
    c.emit(do_mod, pick, Q_KEYWORD + KEYWORDS.index(name), lambda s, act: value, until)
    return f"{_stated(whom, f'gain {keyword_text(name, value)}')}{when}"


def _become(c: Compiler, t: dict[str, Any]) -> Said:
    names = t["become"] if type(t["become"]) is list else [t["become"]]
    mask = sum(1 << ELEMENTS.index(c.word(e, ELEMENTS, "Element")) for e in names)
    pick, whom = c.select(t.get("on", "target"))
    until, when = _until(c, t)
    c.emit(do_mod, pick, Q_ELEMENTS, lambda s, act: mask, until)
    return f"{_stated(whom, 'become ' + ' and '.join(names))}{when}"


def _forbid(c: Compiler, t: dict[str, Any]) -> Said:
    name = c.word(t["forbid"], BANS, "thing to forbid")
    pick, whom = c.select(t.get("on", "target"))
    until, when = _until(c, t)
    c.emit(do_mod, pick, Q_FORBID + BANS.index(name), lambda s, act: 1, until)
    return f"{each_of(whom)} cannot {BAN_SAID[name]}{when}"


BAN_SAID = {
    "attack": "Attack",
    "activate": "activate abilities",
    "act": "act",
    "move": "be moved between zones",
    "target": "be targeted",
    "answer": "use attached cards",
}


def _stated(who: Said, words: Said) -> Said:
    """A statement about somebody, the word given as for "you"."""
    return f"you {words}" if who == "you" else verb(who, words)


def figure_text(name: str, many: Said) -> Said:
    """What a change of a value means, as for "you": "get +1 PLV", "deal 2 more damage", "take 1 less damage"."""
    less = many.startswith("-")
    if name in ("damage", "damage taken"):
        amount = measured(many.removeprefix("-"), "").strip()
        word = "take" if name == "damage taken" else "deal"
        if amount.isdigit():
            return f"{word} {amount} {'less' if less else 'more'} damage"
        return f"{word} more damage {amount}"
    if many.lstrip("-").isdigit():
        return f"get {'' if less else '+'}{many} {name}"
    return f"get additional {name} {measured(many, '').strip()}"


def _stand(c: Compiler, t: dict[str, Any]) -> Said:
    pick, whom = c.select(t["last_stand"])
    until, when = _until(c, t)
    c.emit(do_mod, pick, Q_LAST_STAND, lambda s, act: 1, until)
    return f"{_stated(whom, 'count as being in The Last Stand')}{when}"


def _attack(c: Compiler, t: dict[str, Any]) -> Said:
    """Hits: one amount, or a list of tables { n, type } for different hits."""
    value = t["attack"]
    types = t.get("type", ["Basic"])
    rows = value if type(value) is list else [{"n": value, "type": types}] * c.number(t.get("hits", 1), "hits", 1, 10)
    hits, said = [], []
    for row in rows:
        n, many = c.amount(row["n"])
        names = row.get("type", types)
        names = names if type(names) is list else [names]
        mask = sum(1 << DAMAGE_TYPES.index(c.word(x, DAMAGE_TYPES, "Damage Type")) for x in names)
        hits.append((n, mask))
        kind = "" if mask == 1 else " " + " ".join(names)
        said.append(measured(many, f"{kind.strip()} damage".strip()))
    c.facts["attack"] = len(c.rules.attacks)  # type: ignore[attr-defined]
    c.rules.attacks.append(AttackRow(tuple(hits), c.facts.get("attack_slot", (0, -1))))  # type: ignore[attr-defined]
    c.emit(do_attack, c.facts["attack"])
    to = c.facts.get("attack_said", "the target")
    if len(set(said)) == 1:
        times = f", {'twice' if len(said) == 2 else f'{len(said)} times'}" if len(said) > 1 else ""
        return f"deal {said[0]} to {to}{times}"
    return f"deal {' and then '.join(said)} to {to}"


class AttackRow:
    """One Attack of the card set: its hits as (amount, Damage Types) and which of the chosen targets it hits."""

    __slots__ = ("hits", "targets")

    def __init__(self, hits: tuple[tuple[Amount, int], ...], targets: tuple[int, int]) -> None:
        self.hits = hits
        self.targets = targets


def _block(c: Compiler, t: dict[str, Any]) -> Said:
    c.emit(do_block)
    return "Block it"


def _negate(c: Compiler, t: dict[str, Any]) -> Said:
    c.emit(do_negate)
    return "Negate it"


def _deflect(c: Compiler, t: dict[str, Any]) -> Said:
    c.emit(do_deflect)
    return "Deflect it to the target"


def _orbital(c: Compiler, t: dict[str, Any]) -> Said:
    pick, whom = c.select(t["orbital"])
    c.emit(do_orbital, pick)
    return _stated(whom, "become Orbital")


def _under(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["under"])
    onto, top = c.select(t.get("onto", "this"))
    c.emit(do_under, pick, onto)
    return f"put {each_of(what)} underneath {one_of(top)}"


def _unstack(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["unstack"])
    where = c.word(t.get("to", "discard"), {"discard": 0, "hand": 0, "rift": 0}, "place")
    c.emit(do_unstack, pick, PLACES[where][0])
    return PLACE_SAID[where].format(each_of(what))


def _row(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["row"])
    kind = {"front": FRONT, "backup": BACKUP}[c.word(t.get("to"), {"front": 0, "backup": 0}, "row")]
    c.emit(do_row, pick, kind)
    return f"move {each_of(what)} to the {'Character' if kind == FRONT else 'Backup'} Zone"


def _control(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["control"])
    c.emit(do_control, pick)
    return f"take control of {each_of(what)}"


def _enter(c: Compiler, t: dict[str, Any]) -> Said:
    pick, what = c.select(t["enter"])
    kind = {"front": FRONT, "backup": BACKUP}[c.word(t.get("to", "front"), {"front": 0, "backup": 0}, "row")]
    c.emit(do_enter, pick, kind)
    return f"put {each_of(what)} onto the field in your {'Character' if kind == FRONT else 'Backup'} Zone"


def _look(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["look"])
    pick, who = _who(c, t)
    c.emit(do_look, pick, n)
    what = "the top card" if many == "1" else f"the top {counted(many, 'card')}"
    whose = "your" if who == "you" else f"{each_of(who)}'s"
    return f"look at {what} of {whose} Deck"


def _show_hand(c: Compiler, t: dict[str, Any]) -> Said:
    pick, who = c.select(t["show_hand"])
    c.emit(do_show_hand, pick)
    return f"look at {each_of(who)}'s Hand"


def _search(c: Compiler, t: dict[str, Any]) -> Said:
    n, many = c.amount(t["search"])
    table = t.get("for", {})
    if table:
        predicate, said = c.rules.predicate(c, table)  # type: ignore[attr-defined]
        c.emit(do_search, predicate, n, 1)
        them = "it" if many == "1" else "them"
        said = said if many == "1" else said.replace("card", "cards", 1)
        taken = f"take {many} {said} from your Deck, show {them}, put {them} into your Hand"
        return f"{taken}, then shuffle your Deck"
    c.emit(do_search, 0, n, 0)
    return f"take {counted(many, 'card')} from your Deck into your Hand, then shuffle your Deck"


def _pick(c: Compiler, t: dict[str, Any]) -> Said:
    pick, noun = c.select(t["pick"])
    lo = c.number(t.get("min", t.get("n", 1)), "min", 0, 10)
    hi = c.number(t.get("n", 1), "n", 1, 10)
    who, said = _who(c, t)
    c.rules.choices.append((pick, lo, hi))  # type: ignore[attr-defined]
    c.emit(do_pick, who, len(c.rules.choices) - 1)  # type: ignore[attr-defined]
    some = one_of(noun) if lo == hi == 1 else some_of(noun, f"{'up to ' if lo < hi else ''}{hi}")
    return f"{verb(said, 'choose')} {some}"


def _random(c: Compiler, t: dict[str, Any]) -> Said:
    pick, noun = c.select(t["random"])
    c.emit(do_random, pick)
    return f"choose {one_of(noun)} at random"


# Keywords as words of card files.


def keyword_value(c: Compiler, name: str, value: Any) -> int:
    """The number under which a keyword is kept: 1 for plain ones, a mask for lists, else its amount."""
    if name == "Immune":
        names = value if type(value) is list else [value]
        return sum(1 << IMMUNITIES.index(c.word(x, IMMUNITIES, "thing to be Immune to")) for x in names)
    if name in ("Mastery", "Infused"):
        names = value if type(value) is list else [value]
        return sum(1 << ELEMENTS.index(c.word(x, ELEMENTS, "Element")) for x in names)
    if value is True:
        return 1
    return c.number(value, name, 1, 99)


def keyword_text(name: str, value: int) -> Said:
    """A keyword as it stands on a card, such as Charge 2 or Immune (Items)."""
    if name == "Immune":
        return f"Immune ({', '.join(x for i, x in enumerate(IMMUNITIES) if value >> i & 1)})"
    if name in ("Mastery", "Infused"):
        return f"{name} ({', '.join(x for i, x in enumerate(ELEMENTS) if value >> i & 1)})"
    return f"{name} {value}" if name in NUMBERED else name


NUMBERED = frozenset(
    {*COUNTERS, "Arm Up", "Boss", "Buildup", "Charge", "Multistrike", "Reinforce", "Stacker", "Overdrive", "Replay"}
)


def teach(language: Language) -> None:
    """Add these words to the family's language."""
    none: frozenset[str] = frozenset()
    who = frozenset({"who"})
    language.effects.update(
        {
            "draw": Effect(_draw, who, info="owner", intent="help", rests=True),
            "mill": Effect(_mill, who, intent="harm", rests=True),
            "discard": Effect(_discard, who | {"random"}, intent="harm", rests=True),
            "gain_tp": Effect(_gain, who, intent="help"),
            "lose_tp": Effect(_lose, who, intent="harm"),
            "damage": Effect(_damage, frozenset({"to", "type"}), intent="harm", tag="damage"),
            "heal": Effect(_heal, frozenset({"of"}), intent="help"),
            "counter": Effect(_counter, frozenset({"n", "on", "remove"})),
            "destroy": _falls("destroy", combat.DESTROY, "destroy"),
            "knock_out": _falls("knock_out", combat.KO, "Knock Out"),
            "imprison": _falls("imprison", combat.IMPRISON, "imprison"),
            "return": Effect(_return, frozenset({"to"}), rests=True),
            "shuffle": Effect(_shuffle, none, rests=True),
            "mod": Effect(_mod, frozenset({"n", "on", "until"})),
            "grant": Effect(_grant, frozenset({"value", "on", "until"})),
            "become": Effect(_become, frozenset({"on", "until"})),
            "forbid": Effect(_forbid, frozenset({"on", "until"}), intent="harm"),
            "last_stand": Effect(_stand, frozenset({"until"})),
            "attack": Effect(_attack, frozenset({"hits", "type"}), intent="harm", rests=True, tag="attack"),
            "block": Effect(_block, none, intent="help", tag="block"),
            "negate": Effect(_negate, none, intent="harm", tag="negate"),
            "deflect": Effect(_deflect, none, intent="help", tag="deflect"),
            "orbital": Effect(_orbital, none),
            "under": Effect(_under, frozenset({"onto"}), rests=True),
            "unstack": Effect(_unstack, frozenset({"to"})),
            "row": Effect(_row, frozenset({"to"})),
            "control": Effect(_control, none, intent="harm"),
            "enter": Effect(_enter, frozenset({"to"}), intent="help"),
            "look": Effect(_look, who, info="foe", rests=True),
            "show_hand": Effect(_show_hand, none, info="foe", rests=True),
            "search": Effect(_search, frozenset({"for"}), info="owner", intent="help", rests=True),
            "pick": Effect(_pick, frozenset({"n", "min", "who"}), rests=True),
            "random": Effect(_random, none, info="joint", rests=True),
        }
    )


