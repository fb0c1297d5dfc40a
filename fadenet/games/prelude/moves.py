"""What may be done in Prelude: the table of its verbs, each with the rules on it (see `kit.verbs`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fadenet.engine import atoms
from fadenet.engine.acts import A_FLAGS, A_SEAT, A_SRC, A_TARGETS, A_USER
from fadenet.engine.card import Card
from fadenet.engine.chain import FREE
from fadenet.engine.kernel import PASS_MOVE, V_PASS, ask_of
from fadenet.engine.kit.abilities import AbilityUse
from fadenet.engine.kit.moves import Verbs
from fadenet.engine.kit.sources import Ways, are, joined, lying, may_be
from fadenet.engine.kit.uses import Way
from fadenet.engine.kit.verbs import AnyVerb, Rule, Verb
from fadenet.engine.policies import Codes
from fadenet.engine.rules import Move
from fadenet.engine.state import HANDLE_MASK, RESPOND, Act, Known, State, ref
from fadenet.games.prelude import agreements, aims, deeds, ranks, setup, traps
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import PreludeCard, rules_of

Against = Callable[[State, int, int, PreludeCard], str]


def judged(against: Against) -> Rule:
    """A rule on a card of the hand, which says which rule of the book is against it."""

    def leave(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
        cards = rules_of(s).cards
        return [h for h in ways if not against(s, seat, h, cards[s.code[h] or codes.get(h, 0)])]

    def cite(s: State, seat: int, h: int, *more: object) -> str:
        return against(s, seat, h, v.card_of(s, h))

    return Rule(cite, ways=leave)


# The cards that a verb may name.

_HAND, _STOWED, _EQUIPPED, _MINIONS = lying(t.HAND), lying(t.STOWED), lying(t.EQUIPPED), lying(t.MINIONS)


def _quick(types: int) -> Callable[[State, int, Known], Ways]:
    """Stowed cards of these types with Suspend 0, which are brought out by their first use."""

    def find(s: State, seat: int, codes: Known) -> Ways:
        return [h for h in _STOWED(s, seat, codes) if v.card_of(s, h).types & types and not v.printed(s, h)]

    return find


_WEAPONS = joined(are(t.WEAPON, _EQUIPPED), _quick(t.WEAPON))


def foes(s: State, seat: int) -> list[int]:
    """Whom a seat may attack now: characters by their bodies, then minions (prelude attack.targets)."""
    there = [e for e in v.enemies(s, seat) if not v.may_be_attacked(s, seat, e)]
    return [e + 1 for e in there] + [h for e in there for h in v.zone(s, e, t.MINIONS)]


def _foes_for(s: State, seat: int, ways: Ways, codes: Known) -> Sequence[tuple[int, Ways]]:
    there = foes(s, seat)
    return [(h, there) for h in ways]


def _unreached(s: State, seat: int, *way: object) -> str:
    """The rule against a target."""
    h = way[-1]
    assert isinstance(h, int)
    other = s.ctrl[h]
    if not h or other == seat or (h > s.seats and s.zone[h] % t.NZ != t.MINIONS) or other in s.out:
        return "attack.targets"
    return v.may_be_attacked(s, seat, other) or "attack.targets"


# Rules on actions.


def _idle(s: State, seat: int) -> bool:
    """Whether the character carries no task (prelude suspend.one-task)."""
    return v.task_of(s, seat + 1) is None


def _user(s: State, h: int) -> int:
    """Who performs what is done with a card: a minion itself, or the character."""
    return h if s.zone[h] % t.NZ == t.MINIONS else s.ctrl[h] + 1


def _able(s: State, h: int) -> str:
    """The rule against an action of the one that a card is used by: no actions, or a task of its own."""
    user = _user(s, h)
    if not v.actions(s, user):
        fresh = user > s.seats and s.since[user] >= s.turn
        return "minion.no-actions-yet" if fresh else "response.no-actions"
    return "suspend.one-task" if v.task_of(s, user) is not None else ""


def _may_use(s: State, seat: int, h: int) -> str:
    """The rule against using gear, or a minion."""
    if why := _able(s, h):
        return why
    card = v.card_of(s, h)
    return "" if card.types & t.FIGHTERS else v.usable(s, seat, card)


def _may_bring_out(s: State, seat: int, h: int) -> str:
    return "" if s.zone[h] % t.NZ != t.STOWED else v.may_hold(s, seat, v.card_of(s, h))


def _acts(s: State, seat: int) -> bool:
    return v.actions(s, seat + 1) > 0


_ACTING = (Rule("response.no-actions", seat=_acts), Rule("suspend.one-task", seat=_idle))
_TARGETED = Rule(_unreached, to=_foes_for)


def _foes(s: State, seat: int, codes: Known) -> Ways:
    return foes(s, seat)


# Verbs with rules of their own.


@dataclass(slots=True)
class _Laying(Verb):
    """A trap that is laid face-down: what it costs is stated, `states` being the statement of the first of
    `TRAP_COSTS`. Without a word of that it is refused for what stands against laying it at all.
    """

    def reads(self, move: Move) -> bool:
        return Verb.reads(self, self._whole(move, 0))

    def breaks(self, s: State, seat: int, move: Move, now: int) -> str:
        if self._whole(move, 0) == move:
            return Verb.breaks(self, s, seat, move, now)
        stats = v.card_of(s, move[1]).stats
        pair = stats[t.S_PRICE], stats[t.Q_SUSPEND]
        if pair not in t.TRAP_COSTS:
            return "item.trap-field"
        whole = self._whole(move, t.TRAP_COSTS.index(pair))
        return Verb.breaks(self, s, seat, whole, now) or str(s.rules.cites["moves"])

    def _whole(self, move: Move, at: int) -> Move:
        """A move with this cost in place of none."""
        named = len(move) > 2 and type(move[2]) is tuple
        return move if named else (*move[:2], (self.key, at))

    def statement(self, move: Move) -> int:
        return self.states + move[2][1] if len(move) > 2 and type(move[2]) is tuple else 0


def _costs(free: bool) -> Callable[[State, int, Ways, Known], Sequence[tuple[int, Ways]]]:
    """What a trap may be stated to cost: what can be paid, and what is true as far as it is known."""

    def find(s: State, seat: int, ways: Ways, codes: Known) -> Sequence[tuple[int, Ways]]:
        coin, found = s.num[t.COIN][seat + 1], []
        for h in ways:
            card = rules_of(s).cards[s.code[h] or codes.get(h, 0)]
            there = [
                at
                for at, (price, suspend) in enumerate(t.TRAP_COSTS)
                if price <= coin and (free or max(suspend, 1) <= v.actions(s, seat + 1))
                if not card.code or (card.stats[t.S_PRICE], card.stats[t.Q_SUSPEND]) == (price, suspend)
            ]
            found.append((h, [(t.KEY_COST, at) for at in there]))
        return found

    return find


def _laying(free: bool, begins: Callable[..., None]) -> Verb:
    full = Rule(
        "item.trap-field", seat=lambda s, seat: len(v.zone(s, seat, t.TRAPS)) < rules_of(s).figures.traps_max
    )
    page = Rule(
        "race.icons-page", seat=lambda s, seat: v.card_of(s, v.character(s, seat)).types & t.I_TRAP > 0
    )
    rules = [full, page, Rule("value.no-debt" if free else "keyword.immediate", to=_costs(free))]
    if not free:
        rules.insert(0, Rule("response.no-actions", seat=_acts))
    cards, states = (may_be(t.TRAP, _HAND), t.ST_TRAP) if free else (_immediate_traps, t.ST_INSTANT)
    known = (cards, "item.trap-field", tuple(rules))
    return _Laying(*known, states=states, begins=begins, quiet=True, key=t.KEY_COST)


def _immediate_traps(s: State, seat: int, codes: Known) -> Ways:
    fits = rules_of(s).of_types[t.TRAP] & rules_of(s).printing[t.K_IMMEDIATE]
    hand = _HAND(s, seat, codes)
    return [h for h in hand if not (s.code[h] or codes.get(h, 0)) or (s.code[h] or codes[h]) in fits]


def _deed(s: State) -> Act | None:
    """The attack that is defended against at this rest."""
    return s.acts.get(s.frames[-1][1])


def defences(s: State) -> list[Move]:
    """What may be done against that attack by the one who is asked."""
    act = _deed(s)
    return deeds.defences(s, act, s.frames[-1][2]) if act is not None else []


def _guards(s: State, seat: int, codes: Known) -> Ways:
    return deeds.guards(s, seat)


def _parries(s: State, seat: int, codes: Known) -> Ways:
    return [move[1] for move in defences(s) if len(move) > 1]


def _evades(s: State, seat: int) -> bool:
    return (t.V_EVADE,) in defences(s)


def _no_evade(s: State, seat: int, *way: object) -> str:
    act = _deed(s)
    return (deeds.against_evade(s, s.frames[-1][2]) if act is not None else "") or "response.no-actions"


def _no_parry(s: State, seat: int, h: int) -> str:
    act = _deed(s)
    if act is not None and not v.actions(s, seat + 1):
        return "response.no-actions"
    return "defend.parry"


# Uses.


class _Use(AbilityUse):
    """What spells, energies, items and abilities have in common."""

    event, late, limited = t.E_USED, "keyword.immediate", "action.ability-cost"
    unspent, unpaid = "item.single-use", "value.no-debt"

    def unmet(self, s: State, act: Act) -> str:
        return "card.text-overrides"

    def performer(self, s: State, seat: int, h: int, way: Way) -> int:
        return h if s.zone[h] >= 0 and s.zone[h] % t.NZ == t.MINIONS else seat + 1

    def against_choice(self, s: State, act: Act, way: Way, line: Move) -> str:
        """The rule against attacking one of those whom a move names, else that against what it names."""
        act[A_TARGETS] = tuple([ref(s, h) for h in line if 0 < h < len(s.code)])
        why = aims.barred(s, act)
        act[A_TARGETS] = ()
        harms = way.ability is None or "damage" in way.ability.tags
        return why or ("attack.targets" if harms else super().against_choice(s, act, way, line))

    def spared(self, s: State, act: Act, way: Way, now: int) -> str:
        """The rule against hurting one of those whom an ability could hurt, whatever is chosen for it."""
        return aims.barred(s, act)

    def able(self, s: State, act: Act, way: Way, now: int) -> str:
        """The rule against an action of the one who performs it."""
        user = act[A_USER] & HANDLE_MASK
        if not v.actions(s, user):
            return "response.no-actions"
        return "suspend.one-task" if now == FREE and v.task_of(s, user) is not None else ""

    def fresh_card(self, s: State, act: Act, kind: int) -> None:
        """A card from the hand comes to where it is used, as another incarnation."""
        h = act[A_SRC] & HANDLE_MASK
        atoms.move(s, h, act[A_SEAT] * t.NZ + kind, 1, act[0])
        act[A_SRC] = ref(s, h)


class _Cast(_Use):
    """Spells and energies from the hand (prelude spell.cast, spell.energy)."""

    def __init__(self, immediate: bool = False) -> None:
        self.immediate = immediate
        before = (self.instant,) if immediate else ()
        super().__init__(
            *(self.misplaced, *before, self.able, self.payable, self.against_condition),
            *(self.against_cost, self.spared),
        )

    def cards(self, s: State, seat: int, codes: Known, now: int) -> list[int]:
        types = t.MAGIC | t.ITEM if self.immediate else t.MAGIC
        fits = rules_of(s).of_types[types]
        if self.immediate:
            fits = fits & rules_of(s).printing[t.K_IMMEDIATE]
        return [h for h in v.zone(s, seat, t.HAND) if (s.code[h] or codes.get(h, 0)) in fits]

    def ways(self, card: Card) -> Sequence[Way]:
        if card.types & t.ENERGY:
            return [Way(0, (), None)]
        return super().ways(card) if card.types & (t.SPELL | (t.ITEM if self.immediate else 0)) else ()

    def misplaced(self, s: State, act: Act, way: Way, now: int) -> str:
        h = act[A_SRC] & HANDLE_MASK
        return "" if h in v.zone(s, act[A_SEAT], t.HAND) else "spell.cast"

    def instant(self, s: State, act: Act, way: Way, now: int) -> str:
        """Only Immediates are played in the window, and all their actions are paid on the spot."""
        h = act[A_SRC] & HANDLE_MASK
        if not v.card_of(s, h).keywords[t.K_IMMEDIATE]:
            return "response.override"
        return "" if v.actions(s, act[A_SEAT] + 1) >= v.suspend_of(s, act) else "keyword.immediate"

    def payable(self, s: State, act: Act, way: Way, now: int) -> str:
        """The rule against paying its price, its Training Number or its icons."""
        seat, card = act[A_SEAT], v.card_of(s, act[A_SRC] & HANDLE_MASK)
        if why := v.usable(s, seat, card):
            return why
        if card.types & t.ITEM:
            return "" if ranks.price(card) <= s.num[t.COIN][seat + 1] else "card.price"
        there = [*v.zone(s, seat, t.ENERGIES), *v.zone(s, seat, t.CASTING)]
        energies = [h for h in there if v.card_of(s, h).types & t.ENERGY]
        if card.types & t.ENERGY and len(energies) >= rules_of(s).figures.energies_max:
            return "spell.energy"
        return ranks.against_magic(s, seat, card)

    def pay(self, s: State, act: Act, way: Way) -> None:
        if way.ability is not None:
            super().pay(s, act, way)
        h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
        card = v.card_of(s, h)
        if card.types & t.ITEM:
            atoms.put(s, t.COIN, seat + 1, -ranks.price(card), act[0], seat)
            self.fresh_card(s, act, t.STOWED if v.may_hold(s, seat, card) else t.EQUIPPED)
        else:
            if not card.types & t.ENERGY:
                ranks.pay_magic(s, seat, card)
            self.fresh_card(s, act, t.CASTING)

    def adds(self, s: State, act: Act, way: Way) -> None:
        if self.immediate:
            act[A_FLAGS] |= t.F_IMMEDIATE
        if v.card_of(s, act[A_SRC] & HANDLE_MASK).types & t.ENERGY:
            ranks.spend(s, act)
        else:
            deeds.perform(s, act)


class _Ability(_Use):
    """Items in hand, and abilities of characters, ranks, minions and energies that must be used."""

    def __init__(self) -> None:
        super().__init__(
            self.misplaced,
            self.awake,
            self.able,
            self.against_limit,
            self.against_condition,
            self.against_cost,
            self.spared,
        )

    def cards(self, s: State, seat: int, codes: Known, now: int) -> list[int]:
        return _in_use(s, seat)

    def misplaced(self, s: State, act: Act, way: Way, now: int) -> str:
        h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
        card = v.card_of(s, h)
        if card.types & t.ITEM and h in v.zone(s, seat, t.STOWED):
            if v.printed(s, h):
                return "action.equip-cost"
            return v.may_hold(s, seat, card) or v.usable(s, seat, card)
        if h not in self.cards(s, seat, {}, now):
            return "race.icons-page" if s.ctrl[h] == seat else "attack.targets"
        return v.usable(s, seat, card) if card.types & t.GEAR else ""

    def awake(self, s: State, act: Act, way: Way, now: int) -> str:
        """In others' Responses only what is Alert, and paid on the spot (prelude keyword.alert)."""
        if now == FREE:
            return ""
        h, user = act[A_SRC] & HANDLE_MASK, act[A_USER] & HANDLE_MASK
        return _against_alert(s, act[A_SEAT], h, user, v.suspend_of(s, act))

    def pay(self, s: State, act: Act, way: Way) -> None:
        super().pay(s, act, way)
        deeds.brought_out(s, act[A_SEAT], act[A_SRC] & HANDLE_MASK)

    def adds(self, s: State, act: Act, way: Way) -> None:
        if act[A_SEAT] != s.active:
            act[A_FLAGS] |= t.F_ALERT
        deeds.perform(s, act)


def _in_use(s: State, seat: int) -> list[int]:
    """The cards of a seat that have an ability to use, where it can be used."""
    there = [*v.zone(s, seat, t.CHARACTER), *v.tops(s, seat)]
    there += [*v.zone(s, seat, t.EQUIPPED), *_quick(t.ITEM)(s, seat, {})]
    there += [*v.zone(s, seat, t.MINIONS), *v.zone(s, seat, t.ENERGIES)]
    using = rules_of(s).passing[_has_use]
    return [h for h in there if s.code[h] in using]


def _alert(s: State, seat: int) -> list[int]:
    """The cards of a seat that may be used in others' Responses."""
    there = [*are(t.WEAPON, _EQUIPPED)(s, seat, {}), *_in_use(s, seat)]
    return [h for h in there if v.keyword(s, h, t.K_ALERT)]


def _has_use(card: Card) -> bool:
    return bool(card.activated) and not card.types & (t.SPELL | t.TRAP)


def _against_alert(s: State, seat: int, h: int, user: int, suspend: int) -> str:
    """The rule against using a card in the window for so many actions of its user."""
    if not v.keyword(s, h, t.K_ALERT):
        return "response.own-only"
    return "keyword.alert" if seat == s.active or suspend > v.actions(s, user) else ""


def _alerted(s: State, seat: int, h: int) -> str:
    """The rule against an attack with a weapon in the window."""
    suspend = max(v.figure(s, h, t.Q_SUSPEND), 1)
    return _against_alert(s, seat, h, seat + 1, suspend) or _may_use(s, seat, h)


def _from_hand(against: Against, refusal: str, begins: Callable[..., None]) -> Verb:
    """A free play of a card of the hand, which is shown."""
    return Verb(_HAND, refusal, (judged(against),), begins=begins, shows=True, quiet=True, known=True)


VERB_TABLE: dict[int, AnyVerb] = {
    t.V_VALUE: _from_hand(ranks.against_value, "value.types", ranks.value),
    t.V_PLACE: _from_hand(ranks.against_placing, "prelim.identifier", ranks.place),
    t.V_DESCEND: Verb(
        ranks.common_cards,
        "rank.drop-to-common",
        (
            Rule(
                "rank.placement-rate",
                seat=ranks.may_place,
            ),
        ),
        begins=ranks.drop,
        quiet=True,
    ),
    t.V_BRING: _from_hand(ranks.against_fielding, "value.pay-to-enter", ranks.field),
    t.V_LAY: _laying(True, ranks.lay_trap),
    t.V_STOW: Verb(_EQUIPPED, "action.hands", begins=ranks.stow, quiet=True),
    t.V_EQUIP: Verb(
        _STOWED,
        "action.equip-cost",
        (
            *_ACTING,
            Rule(gate=lambda s, seat, h: v.may_hold(s, seat, v.card_of(s, h))),
            Rule(gate=lambda s, seat, h: v.usable(s, seat, v.card_of(s, h))),
        ),
        begins=deeds.equip,
        quiet=True,
    ),
    t.V_ATTACK: Verb(
        joined(_WEAPONS, _MINIONS),
        "action.equip-cost",
        (Rule(gate=_may_use), Rule(gate=_may_bring_out), _TARGETED),
        begins=deeds.attack,
        quiet=True,
    ),
    t.V_STRIKE: Verb(
        _foes,
        _unreached,
        (
            *_ACTING,
            Rule("action.unarmed", seat=lambda s, seat: v.hands_used(s, seat) < rules_of(s).figures.hands),
        ),
        begins=deeds.strike_unarmed,
        quiet=True,
    ),
    t.V_CAST: _Cast(),
    t.V_USE: _Ability(),
    t.V_SET: Verb(
        lying(t.TRAPS),
        "suspend.trap-setting",
        (*_ACTING, Rule("suspend.trap-setting", cards=lambda s, h: not s.num[t.SET][h])),
        begins=deeds.set_trap,
        quiet=True,
    ),
    t.V_PLAY: _Cast(immediate=True),
    t.V_ARM: _laying(False, deeds.arm),
    t.V_ALERT: Verb(
        are(t.WEAPON, _EQUIPPED),
        "response.own-only",
        (Rule(gate=_alerted), _TARGETED),
        begins=deeds.alert,
        quiet=True,
    ),
    t.V_SPRING: Verb(traps.due, "item.trap-springs", shows=True, quiet=True),
    t.V_GUARD: Verb(_guards, "defend.guard", quiet=True),
    t.V_PARRY: Verb(_parries, _no_parry, quiet=True),
    t.V_EVADE: Verb(rules=(Rule(_no_evade, seat=_evades),), quiet=True),
    t.V_NAME: setup.NAMING,
    t.V_CUT: setup.CUTTING,
    t.V_MULLIGAN: setup.MULLIGAN,
    t.V_PROPOSE: agreements.Proposing(),
    t.V_END: Verb(),
}
ANSWERS = {
    FREE: (
        *(t.V_VALUE, t.V_PLACE, t.V_DESCEND, t.V_BRING, t.V_LAY, t.V_STOW, t.V_EQUIP, t.V_ATTACK, t.V_STRIKE),
        *(t.V_CAST, t.V_USE, t.V_SET, t.V_END),
    ),
    t.W_IMMEDIATE: (V_PASS, t.V_USE, t.V_PLAY, t.V_ARM, t.V_ALERT),
    t.W_SPRING: (V_PASS, t.V_SPRING),
    t.W_GUARD: (V_PASS, t.V_GUARD),
    t.W_DEFENCE: (V_PASS, t.V_PARRY, t.V_EVADE),
    t.W_CALLING: (t.V_NAME,),
    t.W_CUT: (V_PASS, t.V_CUT),
    t.W_MULLIGAN: (V_PASS, t.V_MULLIGAN),
    t.W_AGREEMENT: (V_PASS, t.V_PROPOSE),
}


class PreludeMoves(Verbs):
    """Its verbs, and when they answer."""

    def options(self, s: State, seat: int, known: Known) -> list[Move]:
        """Where a trap has to spring that is all there is."""
        found = super().options(s, seat, known)
        ask = ask_of(s, seat)
        if ask is not None and ask.kind == RESPOND and ask.window == t.W_SPRING and len(found) > 1:
            return found[1:]
        return found

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        """Whether a seat may hold an Immediate that it can pay for, or has something Alert (prelude
        response.no-actions)."""
        if s.vars[t.G_DEED] not in s.acts or not any(v.actions(s, h) for h in v.fighters(s, seat)):
            return False
        instant = rules_of(s).printing[t.K_IMMEDIATE]
        if v.actions(s, seat + 1) and any(
            not s.code[h] or s.code[h] in instant for h in v.zone(s, seat, t.HAND)
        ):
            return True
        return seat != s.active and any(v.actions(s, _user(s, h)) for h in _alert(s, seat))

    def denied(self, s: State, seat: int, move: Move) -> Sequence[tuple[int, Codes]]:
        """No trap has to spring, or no older one than this (prelude item.trap-springs)."""
        ask = ask_of(s, seat)
        if ask is None or ask.kind != RESPOND or ask.window != t.W_SPRING:
            return ()
        rows: traps.Rows = s.frames[-1][1]
        there = traps.set_traps(s, seat, rows)
        passed = there[: there.index(move[1])] if move[0] == t.V_SPRING and move[1] in there else there
        return [(h, traps.springing(s, seat, h, rows)) for h in passed if not s.code[h]]

    def foregone(self, s: State, seat: int, known: Known) -> Move:
        ask = ask_of(s, seat)
        if ask is not None and ask.window in (t.W_SPRING, t.W_CALLING):
            return self.options(s, seat, known)[0]
        return PASS_MOVE

    def untimely(self, s: State, seat: int, move: Move, now: int) -> str:
        """Agreements are made before the Preliminaries, or never (prelude setup.agreements-close)."""
        if move[0] == t.V_PROPOSE:
            return "setup.agreements-close"
        return super().untimely(s, seat, move, now) if now == FREE else "response.own-only"

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        """A mulligan shows the whole hand (prelude mulligan.once)."""
        if move == (t.V_MULLIGAN,):
            seats = [a.seat for a in s.asks if a.window == t.W_MULLIGAN]
            return tuple([h for seat in seats for h in v.zone(s, seat, t.HAND) if not s.code[h]])
        return super().opens(s, move)
