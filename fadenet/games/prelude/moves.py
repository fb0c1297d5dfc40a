"""The moves of Prelude: the table of its verbs, each with the rules on it (see `kit.verbs`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from fadenet.engine.chain import FREE
from fadenet.engine.choices import Bunch, Choices
from fadenet.engine.kernel import PASS_MOVE, V_PASS, ask_of
from fadenet.engine.kit.moves import Verbs
from fadenet.engine.kit.sources import Ways, lying, may_be
from fadenet.engine.kit.verbs import AnyVerb, Rule, Verb
from fadenet.engine.rules import Move
from fadenet.engine.state import RESPOND, Act, Ask, Codes, Known, State
from fadenet.games.prelude import agreements, aims, deeds, ranks, setup, traps, uses
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import PreludeCard, rules_of

CardRefusal = Callable[[State, int, int, PreludeCard], str]


def judged(against: CardRefusal) -> Rule:
    """A rule on a card of the hand, which says which rule of the book is against it."""

    def leave(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
        cards = rules_of(s).cards
        return [h for h in ways if not against(s, seat, h, cards[s.code[h] or codes.get(h, 0)])]

    def cite(s: State, seat: int, h: int, *more: object) -> str:
        return against(s, seat, h, v.card_of(s, h))

    return Rule(cite, ways=leave)


def foes(s: State, seat: int) -> list[int]:
    """The targets that a seat may attack now: characters by their bodies, then minions (prelude
    attack.targets)."""
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
    """The performer of an action with a card: a minion itself, or the character."""
    return h if s.zone[h] % t.NZ == t.MINIONS else s.ctrl[h] + 1


def _able(s: State, h: int) -> str:
    """The rule against an action of the one that a card is used by: no actions, or a task of its own."""
    user = _user(s, h)
    return v.without_actions(s, user) or ("suspend.one-task" if v.task_of(s, user) is not None else "")


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


_ACTING: Final = (Rule("response.no-actions", seat=_acts), Rule("suspend.one-task", seat=_idle))
_TARGETED: Final = Rule(_unreached, to=_foes_for)


def _foes(s: State, seat: int, codes: Known) -> Ways:
    return foes(s, seat)


# Verbs with rules of their own.


@dataclass(slots=True)
class _TrapLaying(Verb):
    """A trap that is laid face-down: its cost is stated, `states` being the statement of the first of
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
    """The costs that may be stated of a trap: those that can be paid, and are true as far as it is known."""

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


def _trained(s: State, seat: int, ways: Ways, codes: Known) -> Ways:
    """Those whose Training Number is met, as far as they are known."""
    beyond = traps.beyond(s, seat)
    return [h for h in ways if (s.code[h] or codes.get(h, 0)) not in beyond] if beyond else ways


def _laying(free: bool, begins: Callable[..., None]) -> Verb:
    full = Rule(
        "item.trap-field", seat=lambda s, seat: len(v.zone(s, seat, t.TRAPS)) < rules_of(s).figures.traps_max
    )
    page = Rule(
        "race.icons-page", seat=lambda s, seat: v.card_of(s, v.character(s, seat)).types & t.I_TRAP > 0
    )
    met = Rule("xp.training-number-met", ways=_trained)
    rules = [full, page, met, Rule("value.no-debt" if free else "keyword.immediate", to=_costs(free))]
    if not free:
        rules.insert(0, Rule("response.no-actions", seat=_acts))
    cards, states = (may_be(t.TRAP, uses.HAND), t.ST_TRAP) if free else (_immediate_traps, t.ST_INSTANT)
    known = (cards, "item.trap-field", tuple(rules))
    return _TrapLaying(*known, states=states, begins=begins, quiet=True, key=t.KEY_COST)


def _immediate_traps(s: State, seat: int, codes: Known) -> Ways:
    fits = rules_of(s).of_types[t.TRAP] & rules_of(s).printing[t.K_IMMEDIATE]
    hand = uses.HAND(s, seat, codes)
    return [h for h in hand if not (s.code[h] or codes.get(h, 0)) or (s.code[h] or codes[h]) in fits]


def _deed(s: State) -> Act | None:
    """The attack that is defended against at this rest."""
    return s.acts.get(s.frames[-1][1])


def defences(s: State) -> list[Move]:
    """The moves against that attack that are open to the one who is asked; none without an attack."""
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


# Alert.


def _alerted(s: State, seat: int, h: int) -> str:
    """The rule against an attack with a weapon, or of a minion, in the window."""
    card, user = v.card_of(s, h), _user(s, h)
    suspend = v.suspend_of(s, deeds.begun(s, seat, t.V_ATTACK, h, user))
    if why := uses.against_alert(s, seat, h, user, suspend):
        return why
    return "" if card.types & t.FIGHTERS else v.usable(s, seat, card)


def _not_alert(s: State, seat: int, *way: object) -> str:
    """The rule against a card that is neither a weapon in hand nor a minion."""
    h = way[0]
    assert isinstance(h, int)
    mine = s.ctrl[h] == seat and s.zone[h] >= 0 and s.zone[h] % t.NZ == t.STOWED
    if mine and v.keyword(s, h, t.K_ALERT) and seat != s.active:
        return "action.equip-cost"
    return "response.override" if seat == s.active else "response.own-only"


def _from_hand(against: CardRefusal, refusal: str, begins: Callable[..., None]) -> Verb:
    """A free play of a card of the hand, which is shown."""
    return Verb(uses.HAND, refusal, (judged(against),), begins=begins, shows=True, quiet=True, known=True)


VERB_TABLE: Final[dict[int, AnyVerb]] = {
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
    t.V_LAY: _laying(True, traps.lay),
    t.V_STOW: Verb(uses.EQUIPPED, "action.hands", begins=ranks.stow, quiet=True),
    t.V_EQUIP: Verb(
        uses.STOWED,
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
        uses.ARMS,
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
    t.V_CAST: uses.Casting(),
    t.V_USE: uses.Using(),
    t.V_SET: Verb(
        lying(t.TRAPS),
        "suspend.trap-setting",
        (*_ACTING, Rule("suspend.trap-setting", cards=lambda s, h: not s.num[t.SET][h])),
        begins=deeds.set_trap,
        quiet=True,
    ),
    t.V_PLAY: uses.Casting(immediate=True),
    t.V_ARM: _laying(False, deeds.arm),
    t.V_ALERT: Verb(
        uses.ARMS,
        _not_alert,
        (Rule(gate=_alerted), Rule(gate=_may_bring_out), _TARGETED),
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
ANSWERS: Final = {
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

WINDOW_RULES: Final = {
    t.W_IMMEDIATE: "response.override",
    t.W_SPRING: "item.trap-springs",
    t.W_GUARD: "attack.sequence",
    t.W_DEFENCE: "attack.sequence",
    t.W_CALLING: "setup.sequence",
    t.W_CUT: "setup.sequence",
    t.W_MULLIGAN: "setup.sequence",
    t.W_AGREEMENT: "setup.sequence",
}
"""The rule on each window, cited against what is not done in it."""
_MOMENTS: Final = {
    **dict.fromkeys((t.V_PLAY, t.V_ARM), "keyword.immediate"),
    **dict.fromkeys((t.V_GUARD, t.V_PARRY, t.V_EVADE), "attack.sequence"),
    t.V_ALERT: "keyword.alert",
    t.V_SPRING: "item.trap-springs",
    t.V_NAME: "rank.second-calling",
    t.V_CUT: "setup.shuffle",
    t.V_MULLIGAN: "mulligan.once",
    t.V_PROPOSE: "setup.agreements-close",
}
"""The rule on each verb that has a moment of its own, cited against it at any other."""


class PreludeMoves(Verbs):
    """Its verbs, and when they answer."""

    def bunches(self, s: State, ask: Ask, known: Known) -> Sequence[Bunch]:
        """Where a trap has to spring that is all there is."""
        found = super().bunches(s, ask, known)
        if ask.kind == RESPOND and ask.window == t.W_SPRING and len(found) > 1:
            return found[1:]
        return found

    def may_respond(self, s: State, seat: int, window: int) -> bool:
        """Whether a seat may hold an Immediate that it can pay for, or has something Alert, as long as the
        action can do anything (prelude response.no-actions, timing.comes-to-nothing)."""
        deed = s.acts.get(s.vars[t.G_DEED])
        if deed is None or not aims.stands(s, deed) or not any(v.actions(s, h) for h in v.fighters(s, seat)):
            return False
        instant = rules_of(s).printing[t.K_IMMEDIATE]
        if v.actions(s, seat + 1) and any(
            not s.code[h] or s.code[h] in instant for h in v.zone(s, seat, t.HAND)
        ):
            return True
        return seat != s.active and any(v.actions(s, _user(s, h)) for h in uses.alert(s, seat))

    def denied(self, s: State, seat: int, move: Move) -> Sequence[tuple[int, Codes]]:
        """No trap has to spring, or no older one than this; the Training Number of one that is laid is met
        (prelude item.trap-springs, xp.training-number-met)."""
        if move[0] in (t.V_LAY, t.V_ARM) and (beyond := traps.beyond(s, seat)):
            return [(move[1], beyond)]
        ask = ask_of(s, seat)
        if ask is None or ask.kind != RESPOND or ask.window != t.W_SPRING:
            return ()
        there = traps.springing(s)
        order = [h for h, _ in there]
        passed = order.index(move[1]) if move[0] == t.V_SPRING and move[1] in order else len(there)
        return [(h, codes) for h, codes in there[:passed] if not s.code[h]]

    def foregone(self, s: State, seat: int, known: Known) -> Move:
        ask = ask_of(s, seat)
        if ask is not None and ask.window in (t.W_SPRING, t.W_CALLING):
            return Choices(self.bunches(s, ask, known))[0]
        return PASS_MOVE

    def untimely(self, s: State, seat: int, move: Move, now: int) -> str:
        """The rule that says when a verb is done, where it has a moment of its own; else that on this one."""
        if move[0] in _MOMENTS:
            return _MOMENTS[move[0]]
        if now == FREE:
            return super().untimely(s, seat, move, now)
        if s.turn and seat != s.active:
            return "response.own-only"
        return WINDOW_RULES[now]

    def opens(self, s: State, move: Move) -> tuple[int, ...]:
        """A mulligan shows the whole hand (prelude mulligan.once)."""
        if move == (t.V_MULLIGAN,):
            seats = [a.seat for a in s.asks if a.window == t.W_MULLIGAN]
            return tuple([h for seat in seats for h in v.zone(s, seat, t.HAND) if not s.code[h]])
        return super().opens(s, move)
