"""Stock and Carrier: Power Counters, which pay for what a card with Stock does.

An ability of Stock is activated once a round, that of an Item whenever an Item could be played (fade2
keyword.stock), and such an Item is destroyed without any Counter (fade2 item.stock-empty).
"""

from __future__ import annotations

from typing import Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_SRC
from fadenet.engine.chain import W_GAP, W_PHASE
from fadenet.engine.kit.uses import Way
from fadenet.engine.kit.verbs import AnyVerb
from fadenet.engine.state import ATTACHED, HANDLE_MASK, Act, State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition
from fadenet.games.fade.field import falling, legality, values
from fadenet.games.fade.points import Feature, Form, Given, Points
from fadenet.games.fade.typed import FadeCard, fade, rules_of
from fadenet.games.fade.verbs.activating import ACTIVATE_FURTHER

REASON: Final = "stock"


def _has_power(edition: Edition) -> bool:
    return bool(edition.words[t.K_CARRIER] or edition.words[t.K_STOCK])


def _bring(s: State, seat: int, h: int) -> None:
    """A card comes with its Power Counters, even one that does nothing where it comes."""
    if power := values.brought(s, h, t.K_CARRIER) + s.rules.cards[s.code[h]].keywords[t.K_STOCK]:
        atoms.put(s, t.POWER, h, power, 0, seat)


def _is_kept(card: FadeCard, edition: Edition) -> None:
    card.stays |= card.keywords[t.K_STOCK] > 0


def _is_used(s: State, h: int) -> bool:
    """Whether a card has been activated by its Stock in this round."""
    r = ref(s, h)
    return any(atoms.marked(s, t.P_ROUND + seat, t.MK_STOCKED, r) for seat in range(s.seats))


def _once_a_round(s: State, act: Act, way: Way, now: int) -> str:
    assert way.ability is not None
    used = fade(way.ability).by_round and _is_used(s, act[A_SRC] & HANDLE_MASK)
    return REASON if used else ""


def _count(s: State, act: Act, way: Way) -> None:
    assert way.ability is not None
    if fade(way.ability).by_round:
        atoms.mark(s, t.P_ROUND + rules_of(s).policies.round_of(s), t.MK_STOCKED, act[A_SRC])


def _may_activate(s: State, seat: int, window: int) -> bool:
    """Whether an Item of this seat could be activated."""
    if s.phase not in rules_of(s).policies.item_phases:
        return False
    cards, code, power = rules_of(s).cards, s.code, s.num[t.POWER]
    there = [h for h in legality.working_cards(s, seat) if cards[code[h]].types & t.ITEM and power[h]]
    return any(cards[code[h]].keywords[t.K_STOCK] and not _is_used(s, h) for h in there)


def _in_any_phase(verbs: dict[int, AnyVerb], edition: Edition) -> dict[int, AnyVerb]:
    return {t.V_ACTIVATE: ACTIVATE_FURTHER}


def _empty(s: State, changed: bool) -> bool:
    """Those without Counters go, but for the one whose use is under way."""
    cards, code, power, printed = s.rules.cards, s.code, s.num[t.POWER], s.rules.printing[t.K_STOCK]
    if not any([code[h] in printed for line in s.kids.values() for h in line]):
        return changed
    under_way = [s.acts[k][A_SRC] & HANDLE_MASK for k in s.chain]
    empty = [
        h
        for host in sorted(s.kids)
        for h in s.kids[host]
        if code[h] in printed and s.role[h] == ATTACHED and cards[code[h]].types & t.ITEM
        if not power[h] and h not in under_way
    ]
    falling.fall(s, falling.DESTROY, empty)
    return bool(empty) or changed


_FORM: Final = Form(headed=True, counter=t.POWER)
CARRIER: Final = Feature("Carrier", given=Given.COMING)
POWER: Final = Feature("", Points(entering=(_bring,)), there=_has_power)
STOCK: Final = Feature(
    "Stock",
    Points(
        forms=(("Stock", _FORM),),
        facts=(_is_kept,),
        verbs=(_in_any_phase,),
        listed=((W_GAP, (t.V_ACTIVATE,)), (W_PHASE, (t.V_ACTIVATE,))),
        answering=(_may_activate,),
        activating=(_once_a_round,),
        activated=(_count,),
        checks=(_empty,),
    ),
    reasons={REASON: "keywords.Stock"},
    given=Given.OVER,
)
