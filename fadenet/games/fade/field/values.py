"""The values of cards and Players right now: PLV, HP, keywords, bans, and the changes to them.

Each is the printed value, changed by continuous effects of cards in play, by changes with an end, and by
counters, in this order (faroe value.minimum: the sum is kept, only what is read is never below 0).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Sequence
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import probe
from fadenet.engine.card import Ability
from fadenet.engine.kit.quantities import depends
from fadenet.engine.looking import left_out, looked_at, once_a_look, who_asks
from fadenet.engine.state import HANDLE_MASK, INST_SHIFT, Act, Known, State, alive, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import commands
from fadenet.games.fade.field.board import rests
from fadenet.games.fade.typed import rules_of, world_of

Q_IMMUNE: Final = t.Q_KEYWORD + t.K_IMMUNE
Q_MUTE: Final = t.Q_KEYWORD + t.K_MUTE
_JUDGING: Final = "immunities"  # the key of `Index.memo` while it is found out who is Immune
_WORKING: Final = t.LIVE | {t.USED}
Q_HELD: Final = t.Q_FORBID + t.B_ACT
_ACTING: Final = frozenset({Q_HELD, t.Q_FORBID + t.B_ATTACK, t.Q_FORBID + t.B_ACTIVATE})


# The nature of effects, and what Immune keeps away.


def _named(s: State, ability: Ability) -> int:
    """The bits of the keyword that an ability stands under."""
    return rules_of(s).abilities[ability.number].names


def immunities(s: State, there: Collection[int]) -> dict[int, int]:
    """By card or Player, of those given, the mask of all that it is free of, by Immune and by other features;
    those that are free of nothing are left out.
    """
    found = _immunities(s, there)
    for _, frees in rules_of(s).points.free:
        frees(s, there, found)
    return found


def _freed(s: State, h: int, mask: int) -> int:
    """The same of one, of which Immune lists these."""
    found = {h: mask}
    for _, frees in rules_of(s).points.free:
        frees(s, (h,), found)
    return found[h]


def _immunities(s: State, there: Collection[int]) -> dict[int, int]:
    """By card or Player, of those given that have Immune, the mask of all that it lists (faroe
    keyword.immune).

    Only a card at work has it (faroe card.where-active). An effect that gives Immune is kept away by printed
    Immune alone, not by what else gives it: so no two of them undo each other. While it asks for values,
    printed Immune alone counts there too.
    """
    index = s.index or s.rules.index_of(s)
    found = _printed_immunities(s, there, index.muted)
    if Q_IMMUNE in index.changes and not index.asking.get(Q_IMMUNE):
        for h, _, mask, _, _ in _giving_immunity(s, there):
            if h not in index.muted and at_work(s, h):
                found[h] = found.get(h, 0) | mask
    return found


def _giving_immunity(s: State, there: Collection[int]) -> list[Change]:
    index = s.index or s.rules.index_of(s)
    if index.look is None:
        return changes(s, index.statics, Q_IMMUNE, dict.fromkeys(there))
    return [change for h in there for change in changes_of(s, Q_IMMUNE, h)]


def _printed_immunities(s: State, there: Iterable[int], muted: Container[int]) -> dict[int, int]:
    printed, code, found = rules_of(s).immune, s.code, dict[int, int]()
    if s.rules.printing[t.K_IMMUNE].isdisjoint(code):
        return found
    for h in there:
        if (mask := printed[code[h]]) and s.face[h] and h not in muted and at_work(s, h) and not rests(s, h):
            found[h] = mask
    if found and s.index is not None and (bare := commands.layout(s).bare):
        found = {h: mask for h, mask in found.items() if h not in bare}
    return found


def at_work(s: State, h: int) -> bool:
    """Whether a card is where its keywords count (faroe card.where-active), or is a Player."""
    return s.zone[h] % t.NZ in _WORKING if s.zone[h] >= 0 else True


def _kept_away(s: State, what: int, there: Collection[int]) -> dict[int, int]:
    """The bits of what cannot change this quantity of these: none for all but a few cards."""
    index = s.index
    if index is None or what == Q_MUTE:  # Mute decides which cards are Immune
        return _printed_immunities(s, there, ())
    if what == Q_IMMUNE or Q_IMMUNE not in index.changes or _JUDGING in index.memo:
        return _printed_immunities(s, there, index.muted)
    # An effect that gives Immune may ask for values: there only printed ones count, so none of them is kept.
    index.memo[_JUDGING], look, index.look = True, index.look, None
    try:
        return _immunities(s, there)
    finally:
        del index.memo[_JUDGING]
        index.look = look


def is_face_down(s: State, h: int) -> bool:
    """Whether this is a Character that lies face-down: it does nothing, and has neither Level, Elements nor
    PLV (fade2 keyword.mystify-face-down, keyword.mystify-places).
    """
    return not s.face[h] and s.zone[h] >= 0 and s.zone[h] % t.NZ in (t.FRONT, t.BACKUP)


def unpaid(s: State, there: Iterable[int], known: Known) -> list[int]:
    """Those of these cards on the field that are open or known, and paid for once they lie face-up."""
    hidden, found = [h for h in there if not s.face[h]], list[int]()
    for among in rules_of(s).points.unpaid if hidden else ():
        found += among(s, hidden, known)
    return found


# Changes: continuous effects, and those with an end.

Change = tuple[int, int, int, int, Callable[[State, Act], bool] | None]


def changes(
    s: State, statics: dict[int, list[tuple[int, Ability]]], what: int, there: Collection[int]
) -> list[Change]:
    """Everything that changes a quantity of these cards and Players, in the order in which it counts.

    Each as (card or Player, 0 = add, 1 = set, 2 = halve, amount, stamp of its source, test of an Attack).
    Changes that Immune lists are left out (faroe keyword.immune, keyword.immune-present). Where keywords are
    for cards alone, nothing gives a Player one (fade1 keyword.not-on-players, fade2 keyword.general). The
    call is one look where an effect asks for values.
    """
    if s.index is not None and depends(s, statics.get(what, ())):
        return looked_at(s, _changes, statics, what, there)
    return _changes(s, statics, what, there)


def _changes(
    s: State, statics: dict[int, list[tuple[int, Ability]]], what: int, there: Collection[int]
) -> list[Change]:
    first = s.seats + 1 if what in rules_of(s).policies.quantities_of_cards else 1
    found: list[Change] = []
    shut: dict[int, int] | None = None
    changing = rules_of(s).points.changing
    index = s.index
    for src, ability in statics.get(what, ()):
        if index is not None and left_out(index, what, src, ability.number):
            continue
        try:
            reached, amount = _given(s, src, ability, first, there)
        finally:
            if index is not None:
                index.asking[what].pop()
        if reached:
            if shut is None:
                shut = _kept_away(s, what, there)
            if shut and src > s.seats:  # the continuous effects of a Legend are personal
                kind = t.I_ABILITIES | rules_of(s).cards[s.code[src]].breed | _named(s, ability)
                reached = [h for h in reached if not shut.get(h, 0) & kind]
            if changing:
                made = s.rules.cards[s.code[src]].traits or t.NULL if src > s.seats else 0
                for left in changing:
                    reached = left(s, what, src, made, reached)
            if reached:
                static = ability.static
                assert static is not None
                found += [(h, static.op, amount, s.stamp[src], static.about) for h in reached]
    for m in s.mods:
        if m.what == what and (h := m.target & HANDLE_MASK) >= first and h in there and alive(s, m.target):
            if shut is None:
                shut = _kept_away(s, what, there)
            made = (m.nature & t.I_ALL_ELEMENTS) >> t.I_ELEMENT
            if not all([left(s, what, 0, made, [h]) for left in changing]):
                continue
            if not shut.get(h, 0) & m.nature:
                found.append((h, 0, m.n, m.stamp, None))
    if what == Q_HELD and (idle := rules_of(s).points.idle):
        rows = (*s.zones[t.FRONT :: t.NZ], *s.zones[t.BACKUP :: t.NZ])
        standing = [h for row in rows for h in row if h in there]
        for idles in idle:
            found += [(h, 0, 1, 0, None) for h in idles(s, standing)]
    return found


def _given(s: State, src: int, ability: Ability, first: int, there: Container[int]) -> tuple[list[int], int]:
    """Which of these cards and Players, from the first one on, a continuous effect reaches now, and by how
    much it changes them.
    """
    static = ability.static
    assert static is not None
    seen = probe(s.ctrl[src], s.inst[src] << INST_SHIFT | src, 0, ability.number)
    if static.condition is not None and not static.condition(s, seen):
        return [], 0
    reached = [h for h in static.scope(s, seen) if h >= first and h in there]
    return reached, static.amount(s, seen) if reached else 0


def changed(s: State, h: int, what: int, n: int) -> int:
    """The value n of `what` on h after continuous effects and changes with an end; may be below 0."""
    for _, op, amount, _, _ in changes_of(s, what, h):
        n = amount if op else n + amount
    return n


def changes_of(s: State, what: int, h: int) -> Sequence[Change]:
    """Everything that changes a quantity of one card or Player."""
    index = s.index or s.rules.index_of(s)
    there: dict[int, list[Change]] | None = index.look.get(what) if index.look is not None else None
    if there is None:
        there = _all_changes(s, what)
    if there is None:
        return changes(s, index.statics, what, (h,))
    return there.get(h, ())


def _all_changes(s: State, what: int) -> dict[int, list[Change]] | None:
    """By card and Player everything that changes a quantity, worked out together while a state is looked at.

    None outside of a look, and where the same effects ask for it while it is worked out.
    """
    index = s.index or s.rules.index_of(s)
    look = index.look
    if look is None:
        return None
    key = (what, who_asks(index)) if any(index.asking.values()) else what
    if key not in look:
        look[key], before = None, index.left_out
        found: dict[int, list[Change]] = {}
        for change in changes(s, index.statics, what, range(1, len(s.code))):
            found.setdefault(change[0], []).append(change)
        look[key] = found
        if index.left_out == before:
            look[what] = found  # which is so for everybody
    there: dict[int, list[Change]] | None = look[key]
    return there


def change_all(s: State, what: int, n: dict[int, int]) -> dict[int, int]:
    """`changed` for many cards or Players at once: alters their values, by handle, in place."""
    for h, op, amount, _, _ in changes(s, (s.index or s.rules.index_of(s)).statics, what, n):
        n[h] = amount if op else n[h] + amount
    return n


def may_lower(s: State, what: int) -> bool:
    """Whether anything in force might make this quantity of a card or Player less than what is printed."""
    index = s.index or s.rules.index_of(s)
    if what not in index.changes:
        return False
    for src, ability in index.statics.get(what, ()):
        static = ability.static
        assert static is not None
        if static.rises:
            continue
        seen = probe(s.ctrl[src], s.inst[src] << INST_SHIFT | src, 0, ability.number)
        if static.op or static.amount(s, seen) < 0:
            return True
    return any([m.n < 0 for m in s.mods if m.what == what])


def is_bare(s: State, h: int) -> bool:
    """Whether a card has lost its printed keywords, as it rests or is a Material (fade1
    command.materials-lose-effects).
    """
    for resting in rules_of(s).points.resting:
        if resting(s, (h,)):
            return True
    return h in commands.layout(s).bare


def keyword(s: State, h: int, k: int) -> int:
    """The value of a keyword on a card or Player: 0 = absent, 1 = present, or its number or mask."""
    index = s.index or s.rules.index_of(s)
    if k == t.K_IMMUNE:
        if Q_IMMUNE in index.changes:
            return immunities(s, (h,)).get(h, 0)
        rules = rules_of(s)
        mask = rules.immune[s.code[h]]
        works = mask and s.face[h] and h not in index.muted and at_work(s, h) and not is_bare(s, h)
        return _freed(s, h, mask if works else 0) if rules.points.free else mask if works else 0
    if index.muted and h in index.muted and k != t.K_MUTE:
        return 0
    n: int = s.rules.cards[s.code[h]].keywords[k] if s.face[h] else 0
    if n and is_bare(s, h):
        n = 0
    what = t.Q_KEYWORD + k
    if what in index.changes:
        n = rules_of(s).policies.merges[k](s, h, what, n)
    if n <= 0 or (rules_of(s).immune_named & t.I_KEYWORDS[k] and keyword(s, h, t.K_IMMUNE) & t.I_KEYWORDS[k]):
        return 0
    return n


def printed_keyword(s: State, h: int, k: int) -> int:
    """The number or mask of a keyword that a card prints and has not lost, 0 = none."""
    n: int = s.rules.cards[s.code[h]].keywords[k]
    if not n or not s.face[h] or h in (s.index or s.rules.index_of(s)).muted or is_bare(s, h):
        return 0
    return n


def brought(s: State, h: int, k: int) -> int:
    """The number of a keyword with which a card comes onto the field: the printed one counts also where it
    loses its effects as it comes, as Material, in a back row that rests or Muted (fade1 keyword.stacker).
    """
    printed: int = s.rules.cards[s.code[h]].keywords[k]
    return max(printed, keyword(s, h, k))


def those_with(s: State, there: Iterable[int], k: int) -> list[int]:
    """Those of these cards and Players that have a keyword."""
    printed, code, found = s.rules.printing[k], s.code, []
    given = t.Q_KEYWORD + k in (s.index or s.rules.index_of(s)).changes
    for h in there:
        if (given or code[h] in printed) and keyword(s, h, k):
            found.append(h)
    return found


@once_a_look
def each(s: State, h: int, k: int) -> set[int]:
    """The values of a keyword on a card, printed and given; a value that is there twice counts once.

    fade2 keyword.stacking
    """
    index = s.index or s.rules.index_of(s)
    if h in index.muted:
        return set()
    given = {amount for _, _, amount, _, _ in changes_of(s, t.Q_KEYWORD + k, h)}
    return (given | {printed_keyword(s, h, k)}) - {0}


def plv(s: State, h: int) -> int:
    """PLV of a card or Player (faroe counter.lasting, value.minimum)."""
    rules = rules_of(s)
    if not s.face[h] and is_face_down(s, h):
        return 0
    n = rules.cards[s.code[h]].stats[t.S_PLV] if h > s.seats else _body_plv(s, h)
    if n < 0:
        n = 0
    index = s.index or rules.index_of(s)
    if t.Q_PLV in index.changes:
        n = changed(s, h, t.Q_PLV, n)
    points = rules.points
    for column, each in points.counted:
        if (there := s.num[column][h]) and not ignores(s, h, column):
            n += each * there
    for alters in points.plv:
        n = alters(s, h, n)
    return n if n > 0 else 0


def defense(s: State, h: int) -> int:
    """DEF of a card or Player, 0 without one (fade1 value.def, card.missing-value)."""
    n = s.rules.cards[s.code[h]].stats[t.S_DEF] if h > s.seats else world_of(s).figures.starting_def
    n = max(n, 0)
    return max(changed(s, h, t.Q_DEF, n), 0) if t.Q_DEF in (s.index or s.rules.index_of(s)).changes else n


def agility(s: State, h: int) -> int:
    """AGI of a card or Player, 0 without one (fade1 value.agi, card.missing-value)."""
    n = s.rules.cards[s.code[h]].stats[t.S_AGI] if h > s.seats else world_of(s).figures.starting_agi
    n = max(n, 0)
    return max(changed(s, h, t.Q_AGI, n), 0) if t.Q_AGI in (s.index or s.rules.index_of(s)).changes else n


def _body_plv(s: State, h: int) -> int:
    rules = rules_of(s)
    return rules.opponent.plv[s.seats - 2] if s.code[h] else world_of(s).figures.starting_plv


def full_hp(s: State, h: int) -> int:
    """HP without damage (faroe damage.heal)."""
    rules = s.rules
    n = rules.cards[s.code[h]].stats[t.S_HP] if h > s.seats else _body_hp(s, h)
    index = s.index or rules.index_of(s)
    if t.Q_HP in index.changes:
        n = changed(s, h, t.Q_HP, n)
    return n


def _body_hp(s: State, h: int) -> int:
    rules = rules_of(s)
    return rules.opponent.hp[s.seats - 2] if s.code[h] else world_of(s).figures.starting_hp


def full_hps(s: State, there: list[int]) -> dict[int, int]:
    """`full_hp` of many cards or Players by handle."""
    rules, code = s.rules, s.code
    cards = rules.cards
    n = {h: cards[code[h]].stats[t.S_HP] if h > s.seats else _body_hp(s, h) for h in there}
    return change_all(s, t.Q_HP, n) if t.Q_HP in (s.index or rules.index_of(s)).changes else n


def hp(s: State, h: int) -> int:
    """Current HP: full HP minus Damage Counters (faroe damage.is-counters)."""
    n = full_hp(s, h) - hurt(s, h)
    return n if n > 0 else 0


def hurt(s: State, h: int) -> int:
    """The Damage Counters on something that count: under Immune only those of a Legend's personal effects.

    faroe keyword.immune-present, legend.personal-effects: healing takes the other Counters first.
    """
    n = s.num[t.DAMAGE][h]
    if n and ignores(s, h, t.DAMAGE):
        return min(n, atoms.marked(s, t.P_GAME, t.MK_PERSONAL, ref(s, h)))
    return n


def level(s: State, h: int) -> int:
    """Level of a Character, 0 without one (faroe level.none)."""
    n: int = s.rules.cards[s.code[h]].stats[t.S_LEVEL]
    return 0 if n < 0 or is_face_down(s, h) else n


def has_level(s: State, h: int) -> bool:
    """Whether this has a Level, be it 0: every Character has, unless it lies face-down (faroe level.none,
    fade2 keyword.mystify-face-down).
    """
    return bool(h > s.seats and rules_of(s).cards[s.code[h]].types & t.CHARACTER and not is_face_down(s, h))


def ignores(s: State, h: int, counter: int) -> bool:
    """Whether Immune makes a kind of Counter do nothing to its bearer (faroe keyword.immune-present)."""
    return bool(keyword(s, h, t.K_IMMUNE) & t.I_COLUMNS[counter])


def is_free(s: State, h: int, bits: int) -> bool:
    """Whether Immune of a card or Player lists any of these."""
    return bool(keyword(s, h, t.K_IMMUNE) & bits)


def banned(s: State, h: int, ban: int) -> bool:
    """Whether an effect forbids something to a card or Player (faroe card.cannot-beats-can)."""
    what = t.Q_FORBID + ban
    return what in (s.index or s.rules.index_of(s)).changes and changed(s, h, what, 0) > 0


def all_banned(s: State, there: Sequence[int], ban: int) -> Sequence[int]:
    """Those of these cards and Players to which an effect forbids something."""
    what = t.Q_FORBID + ban
    if not there or what not in (s.index or s.rules.index_of(s)).changes:
        return ()
    by_card = _all_changes(s, what)
    among = there if by_card is None else [h for h in there if h in by_card]
    return [h for h in among if changed(s, h, what, 0) > 0]


def cannot_act(s: State, h: int) -> bool:
    """Kept from both Attacking and activating, or told so by a card (faroe action.cannot-act)."""
    if not _ACTING.isdisjoint((s.index or s.rules.index_of(s)).changes):
        return banned(s, h, t.B_ACT) or (banned(s, h, t.B_ATTACK) and banned(s, h, t.B_ACTIVATE))
    return False


def last_stand(s: State, seat: int) -> bool:
    """Whether a Player is in The Last Stand (faroe laststand.when)."""
    base = seat * t.NZ
    if not s.zones[base + t.FRONT] and not s.zones[base + t.BACKUP]:
        return True
    return (
        t.Q_LAST_STAND in (s.index or s.rules.index_of(s)).changes
        and changed(s, seat + 1, t.Q_LAST_STAND, 0) > 0
    )


def _who_plays(s: State) -> int:
    """The seat whose turn it is (faroe turn.round-duration)."""
    return s.active


def _who_began(s: State) -> int:
    """The seat that began the match (fade2 turn.round-duration)."""
    return s.vars[t.V_FIRST]


ROUNDS: Final = {"cycle": _who_plays, "table": _who_began}
"""The seat whose next turn ends what lasts a round from now on, by the edition's word."""


def _figure(s: State, body: int, what: int, n: int) -> int:
    """A figure of the book for a Player; cards do not set those of World Rules (fade2 worldrule.what)."""
    fixed = what in world_of(s).fixed
    for _, op, amount, _, _ in changes_of(s, what, body):
        if op == 0:
            n += amount
        elif not fixed:
            n = amount
    return n


def tp_max(s: State, seat: int) -> int:
    """The most TP that a Player can have (faroe limit.tp, card.text-overrides); Raiders have none."""
    if rules_of(s).opponent.is_nobody(s, seat + 1):
        return 0
    return max(_figure(s, seat + 1, t.Q_TP_MAX, world_of(s).figures.tp_most), 0)


def hand_max(s: State, seat: int) -> int:
    """The Maximum Hand Size of a Player (faroe limit.hand)."""
    n = rules_of(s).opponent.hand if s.code[seat + 1] else world_of(s).figures.hand_max
    return max(_figure(s, seat + 1, t.Q_HAND_MAX, n), 0)
