"""How cards are used: casting from the hand, items and abilities, Alert cards (see `kit.uses`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_FLAGS, A_SEAT, A_SRC, A_TARGETS, A_USER
from fadenet.engine.card import Card
from fadenet.engine.chain import FREE
from fadenet.engine.kit.abilities import KEY_MODE, Abilities, AbilityPayer, run_ability
from fadenet.engine.kit.sources import Ways, are, joined, lying
from fadenet.engine.kit.uses import Against, TargetFinder, Use, Way
from fadenet.engine.rules import Move
from fadenet.engine.state import HANDLE_MASK, Act, Known, State, ref
from fadenet.games.prelude import aims, deeds, ranks
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import rules_of

# The cards that a verb may name.

HAND: Final = lying(t.HAND)
STOWED: Final = lying(t.STOWED)
EQUIPPED: Final = lying(t.EQUIPPED)
MINIONS: Final = lying(t.MINIONS)


def quick(types: int) -> Callable[[State, int, Known], Ways]:
    """Stowed cards of these types with Suspend 0, which are brought out by their first use."""

    def find(s: State, seat: int, codes: Known) -> Ways:
        return [h for h in STOWED(s, seat, codes) if v.card_of(s, h).types & types and not v.printed(s, h)]

    return find


WEAPONS: Final = joined(are(t.WEAPON, EQUIPPED), quick(t.WEAPON))
ARMS: Final = joined(WEAPONS, MINIONS)


_UNPAID: Final[tuple[str, ...]] = "item.single-use", "value.no-debt", "action.ability-cost"
"""The rules against a use that the card cannot pay, that the player cannot pay, and that is one too many."""


class _UseTargets(TargetFinder):
    """The targets of a use, some of whom nobody may attack."""

    def against(self, s: State, act: Act, way: Way, line: Move) -> str:
        """The rule against attacking one of those whom a move names, else that against what it names."""
        act[A_TARGETS] = tuple([ref(s, h) for h in line if 0 < h < len(s.code)])
        why = aims.barred(s, act)
        act[A_TARGETS] = ()
        harms = way.ability is None or rules_of(s).abilities[way.ability.number].hurts
        return why or ("attack.targets" if harms else super().against(s, act, way, line))


_TARGETS: Final = _UseTargets(KEY_MODE)


class _Use(Use):
    """The common part of the use of spells, energies, items and abilities."""

    event = t.E_USED

    def resolve(self, s: State, act: Act) -> None:
        run_ability(s, act)

    def unmet(self, s: State, act: Act) -> str:
        return "card.text-overrides"

    def performer(self, s: State, seat: int, h: int, way: Way) -> int:
        return h if s.zone[h] >= 0 and s.zone[h] % t.NZ == t.MINIONS else seat + 1

    def spared(self, s: State, act: Act, way: Way, now: int) -> str:
        """The rule against hurting one of those whom an ability could hurt, whatever is chosen for it."""
        return aims.barred(s, act)

    def able(self, s: State, act: Act, way: Way, now: int) -> str:
        """The rule against an action of the one who performs it."""
        user = act[A_USER] & HANDLE_MASK
        busy = now == FREE and v.task_of(s, user) is not None
        return v.without_actions(s, user) or ("suspend.one-task" if busy else "")


class _CastingWays(Abilities):
    """Spells are cast for their abilities, energies for themselves; among Immediates items are used, too."""

    def __init__(self, types: int) -> None:
        super().__init__()
        self.types = types

    def of(self, card: Card) -> Sequence[Way]:
        if card.types & t.ENERGY:
            return [Way(0, (), None)]
        return super().of(card) if card.types & self.types else ()


class _CastingPayer(AbilityPayer):
    """A card that is cast is paid for, and comes from the hand to where it is used as another incarnation."""

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
            kind = t.STOWED if v.may_hold(s, seat, card) else t.EQUIPPED
        else:
            if not card.types & t.ENERGY:
                ranks.pay_magic(s, seat, card)
            kind = t.CASTING
        atoms.move(s, h, seat * t.NZ + kind, 1, act[0])
        act[A_SRC] = ref(s, h)


class _UsingPayer(AbilityPayer):
    """A stowed item is brought out by its use."""

    def pay(self, s: State, act: Act, way: Way) -> None:
        super().pay(s, act, way)
        deeds.brought_out(s, act[A_SEAT], act[A_SRC] & HANDLE_MASK)


class Casting(_Use):
    """Spells and energies from the hand (prelude spell.cast, spell.energy)."""

    def __init__(self, immediate: bool = False) -> None:
        self.immediate = immediate
        before = (self.instant,) if immediate else ()
        ways, payer = _CastingWays(t.SPELL | (t.ITEM if immediate else 0)), _CastingPayer(*_UNPAID)
        price = (payer.payable, self.against_condition, payer.against_cost, self.spared)
        rules: tuple[Against, ...] = (self.misplaced, *before, self.able, *price)
        super().__init__(ways, payer, *rules, targets=_TARGETS)

    def cards(self, s: State, seat: int, codes: Known, now: int) -> list[int]:
        types = t.MAGIC | t.ITEM if self.immediate else t.MAGIC
        fits = rules_of(s).of_types[types]
        if self.immediate:
            fits = fits & rules_of(s).printing[t.K_IMMEDIATE]
        return [h for h in v.zone(s, seat, t.HAND) if (s.code[h] or codes.get(h, 0)) in fits]

    def misplaced(self, s: State, act: Act, way: Way, now: int) -> str:
        h = act[A_SRC] & HANDLE_MASK
        return "" if h in v.zone(s, act[A_SEAT], t.HAND) else "spell.cast"

    def instant(self, s: State, act: Act, way: Way, now: int) -> str:
        """Only Immediates are played in the window, and all their actions are paid on the spot."""
        h = act[A_SRC] & HANDLE_MASK
        if not v.card_of(s, h).keywords[t.K_IMMEDIATE]:
            return "response.override"
        return "" if v.actions(s, act[A_SEAT] + 1) >= v.suspend_of(s, act) else "keyword.immediate"

    def adds(self, s: State, act: Act, way: Way) -> None:
        if self.immediate:
            act[A_FLAGS] |= t.F_IMMEDIATE
        if v.card_of(s, act[A_SRC] & HANDLE_MASK).types & t.ENERGY:
            ranks.spend(s, act)
        else:
            deeds.perform(s, act)


class Using(_Use):
    """Items in hand, and abilities of characters, ranks, minions and energies that must be used."""

    def __init__(self) -> None:
        payer = _UsingPayer(*_UNPAID)
        price = (payer.against_limit, self.against_condition, payer.against_cost, self.spared)
        rules: tuple[Against, ...] = (self.misplaced, self.awake, self.able, *price)
        super().__init__(Abilities(), payer, *rules, targets=_TARGETS)

    def cards(self, s: State, seat: int, codes: Known, now: int) -> list[int]:
        return in_use(s, seat)

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
        return against_alert(s, act[A_SEAT], h, user, v.suspend_of(s, act))

    def adds(self, s: State, act: Act, way: Way) -> None:
        if act[A_SEAT] != s.active:
            act[A_FLAGS] |= t.F_ALERT
        deeds.perform(s, act)


def in_use(s: State, seat: int) -> list[int]:
    """The cards of a seat that have an ability to use, where it can be used."""
    there = [*v.zone(s, seat, t.CHARACTER), *v.tops(s, seat)]
    there += [*v.zone(s, seat, t.EQUIPPED), *quick(t.ITEM)(s, seat, {})]
    there += [*v.zone(s, seat, t.MINIONS), *v.zone(s, seat, t.ENERGIES)]
    using = rules_of(s).passing[_has_use]
    return [h for h in there if s.code[h] in using]


def alert(s: State, seat: int) -> list[int]:
    """The cards of a seat that may be used in others' Responses."""
    there = [*ARMS(s, seat, {}), *in_use(s, seat)]
    return [h for h in there if v.keyword(s, h, t.K_ALERT)]


def _has_use(card: Card) -> bool:
    return bool(card.activated) and not card.types & (t.SPELL | t.TRAP)


def against_alert(s: State, seat: int, h: int, user: int, suspend: int) -> str:
    """The rule against using a card in the window for so many actions of its user, be it a weapon, a minion,
    or what has an ability (prelude keyword.alert)."""
    if not v.keyword(s, h, t.K_ALERT):
        return "response.override" if seat == s.active else "response.own-only"
    return "keyword.alert" if seat == s.active or suspend > v.actions(s, user) else ""
