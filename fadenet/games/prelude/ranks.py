"""Ranks and what is free: lines that are climbed and dropped, Value cards, cards that are paid for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine import atoms, kernel
from fadenet.engine.acts import A_ABILITY, A_ID, A_SEAT, A_SRC
from fadenet.engine.card import Card
from fadenet.engine.chain import f_check, f_run, f_settle, push
from fadenet.engine.language import instructions
from fadenet.engine.state import HANDLE_MASK, PICK, Act, Frames, Known, Pickers, State
from fadenet.games.prelude import deeds, traps
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import PreludeCard, rules_of

# Placing a rank.


def stack_for(s: State, seat: int, card: PreludeCard) -> int:
    """The stack that a rank card goes onto, by kind of zone: that of its line, or a free one."""
    line = card.stats[t.S_LINE]
    for kind in v.lines_there(s, seat):
        if v.opened_lines(v.line_of(s, v.top(s, seat, kind))) & v.opened_lines(line):
            return kind
    return next((kind for kind in t.STACKS if not v.zone(s, seat, kind)), -1)


def against_placing(s: State, seat: int, h: int, card: PreludeCard) -> str:
    """The rule against placing a rank card now; "" = none."""
    if not card.types & t.RANK:
        return "prelim.identifier"
    who = v.card_of(s, v.character(s, seat))
    line, tier = card.stats[t.S_LINE], card.stats[t.S_TIER]
    if not v.has_icons(who, card) or 0 < who.stats[t.S_TOP] < tier:
        return "race.unreachable-ranks"
    if why := _against_line(s, seat, card):
        return why
    kind = stack_for(s, seat, card)
    above = v.top(s, seat, kind)
    if above:
        if not _follows(s, above, line, tier):
            return "prelim.stack"
    elif tier != 1:
        return "rank.tier-order"
    if card.stats[t.S_NUMBER] > s.num[t.TRAINING][seat + 1]:
        return "xp.training-number-met"
    return "" if may_place(s, seat) else "rank.placement-rate"


def may_place(s: State, seat: int) -> bool:
    """Whether no rank has been placed or dropped in this Response (prelude rank.placement-rate)."""
    return not atoms.marked(s, t.P_RESPONSE, t.MK_PLACED, seat)


def _follows(s: State, above: int, line: int, tier: int) -> bool:
    """The next tier of the line, or tier 1 again (prelude prelim.stack, rank.common-rank)."""
    now, top_tier = v.line_of(s, above), v.tier_of(s, above)
    if tier == 1:
        return (v.is_magic(line) and line == now) or line == t.L_SOLDIER or line == now
    return tier == top_tier + 1 and (line == now or now == t.COMMON_OF.get(line))


def _against_line(s: State, seat: int, card: PreludeCard) -> str:
    """The rule against a line beside those that are there (prelude prelim.binding, rank.one-until-mastered,
    rank.second-calling, rank.exclusive)."""
    line, body = card.stats[t.S_LINE], seat + 1
    ranks = [v.card_of(s, h) for kind in v.lines_there(s, seat) for h in v.zone(s, seat, kind)]
    strange = [one for one in ranks if not _related(line, one.stats[t.S_LINE])]
    if strange and any([one.keywords[t.K_EXCLUSIVE] for one in (card, *strange)]):
        return "rank.exclusive"
    if v.opened_lines(line) & s.num[t.BOUND][body]:
        return ""
    second = s.num[t.SECOND][body]
    if not second or not v.named_lines(second) >> line & 1:
        return "prelim.binding"
    return "" if s.num[t.TAUGHT][body] else "rank.one-until-mastered"


def _related(line: int, other: int) -> bool:
    """Whether two lines are one, or one is the common rank of the other."""
    return line == other or t.COMMON_OF.get(line) == other or t.COMMON_OF.get(other) == line


def place(s: State, seat: int, h: int) -> None:
    """A rank card is laid on its stack."""
    atoms.mark(s, t.P_RESPONSE, t.MK_PLACED, seat)
    lay(s, seat, h)
    push(s, f_check)


def lay(s: State, seat: int, h: int) -> None:
    """It becomes the top card, and gives its rank value (prelude value.startup, prelim.refill)."""
    card = v.card_of(s, h)
    line, tier = card.stats[t.S_LINE], card.stats[t.S_TIER]
    atoms.move(s, h, seat * t.NZ + stack_for(s, seat, card), 1)
    if v.is_magic(line):
        who = v.card_of(s, v.character(s, seat))
        atoms.put(s, t.RESERVE, h, card.stats[t.S_RESERVE] + (who.stats[t.S_FOUNT] if tier == 1 else 0))
    else:
        atoms.put(s, t.COIN, seat + 1, card.stats[t.S_COIN], 0, seat)
    atoms.emit(s, t.E_PLACED, h, seat, 0, tier)
    taught = s.num[t.TAUGHT][seat + 1]
    if line != t.L_SOLDIER and tier == v.mastery(s, line) and not taught:
        atoms.put(s, t.TAUGHT, seat + 1, 1, 0, seat)
        atoms.emit(s, t.E_TAUGHT, h, seat)


def common_cards(s: State, seat: int, codes: Known) -> list[int]:
    """The common rank that a stack may be dropped to, the nearest one (prelude rank.drop-to-common)."""
    found = []
    for kind in v.lines_there(s, seat):
        line = v.zone(s, seat, kind)
        below = [h for h in line[:-1] if v.line_of(s, h) == t.L_SOLDIER]
        if below and v.line_of(s, line[-1]) in t.SHARING:
            found.append(below[-1])
    return found


def drop(s: State, seat: int, h: int) -> None:
    """All cards above the common rank go to the cemetery; it pays out nothing again."""
    atoms.mark(s, t.P_RESPONSE, t.MK_PLACED, seat)
    line = s.zones[s.zone[h]]
    atoms.emit(s, t.E_DROPPED, h, seat)
    instructions.discard(s, line[line.index(h) + 1 :])


# Value cards.


def against_value(s: State, seat: int, h: int, card: PreludeCard) -> str:
    kind = card.stats[t.S_VALUE]
    if not kind:
        return "value.types"
    if atoms.marked(s, t.P_RESPONSE, t.MK_VALUE, seat << 4 | kind):
        return "value.one-of-each"
    if kind == t.V_MAGIC and not v.counted_colours(s, seat):
        return "value.magic"
    return ""


def value(s: State, seat: int, h: int) -> None:
    """Its figure is added, it is spent, and it does what else it says (prelude value.coin, value.magic,
    value.training-card, value.card-spent)."""
    card = v.card_of(s, h)
    for ability in reversed(card.activated):  # the frame of the first comes to lie on top
        act = deeds.begin(s, seat, t.V_VALUE, h, seat + 1)
        act[A_ABILITY] = ability.number
        s.acts[act[A_ID]] = act
        push(s, f_check)
        push(s, instructions.f_carried_out, act[A_ID])
        push(s, f_run, act[A_ID], rules_of(s).abilities[ability.number].program, 0)
    kind, n = card.stats[t.S_VALUE], card.stats[t.S_AMOUNT]
    atoms.mark(s, t.P_RESPONSE, t.MK_VALUE, seat << 4 | kind)
    atoms.emit(s, t.E_VALUE, h, seat, 0, n)
    atoms.move(s, h, s.owner[h] * t.NZ + t.CEMETERY, 1)
    if kind == t.V_COIN:
        atoms.put(s, t.COIN, seat + 1, n, 0, seat)
    elif kind == t.V_TRAINING:
        atoms.put(s, t.TRAINING, seat + 1, n, 0, seat)
    else:
        fills(s, seat, n)


def fills(s: State, seat: int, n: int) -> None:
    """Reserve goes to one counted magic rank of the player's choice."""
    there = pick_magic(s, seat, {})
    if len(there) == 1:
        atoms.put(s, t.RESERVE, there[0], n, 0, seat)
    elif there:
        push(s, f_filled, n)
        kernel.ask(s, seat, PICK, (1, 1), picker=s.rules.picker_number(pick_magic))


def pick_magic(s: State, seat: int, known: Known) -> list[int]:
    return sorted(v.counted_colours(s, seat).values())


def f_filled(s: State, n: int) -> None:
    h = s.ans[0][1]
    atoms.put(s, t.RESERVE, h, n, 0, s.ctrl[h])


# Cards that are paid for.


def price(card: Card) -> int:
    return card.stats[t.S_PRICE]


def against_fielding(s: State, seat: int, h: int, card: PreludeCard) -> str:
    """The rule against bringing a card onto the field (prelude value.pay-to-enter, minion.enter)."""
    if not card.types & (t.GEAR | t.FIGHTERS):
        return "value.pay-to-enter"
    if card.types & t.FIGHTERS and len(v.zone(s, seat, t.MINIONS)) >= rules_of(s).figures.minions_max:
        return "minion.enter"
    if why := v.usable(s, seat, card):
        return why
    if card.types & t.CREATURE:
        return against_magic(s, seat, card)
    return "" if price(card) <= s.num[t.COIN][seat + 1] else "card.price"


def against_magic(s: State, seat: int, card: PreludeCard) -> str:
    """The rule against paying for a spell, energy or creature (prelude spell.tier, spell.reserve)."""
    colours = v.counted_colours(s, seat)
    if card.types & t.ENERGY:
        best = max([s.num[t.RESERVE][h] for h in colours.values()], default=-1)
        return "" if best >= price(card) else "value.no-debt"
    h = colours.get(card.types & t.COLOURS, 0)
    if not h:
        return "element.colours"
    if card.stats[t.S_TIER] > v.tier_of(s, h):
        return "spell.tier"
    return "" if s.num[t.RESERVE][h] >= price(card) else "value.no-debt"


def spend(s: State, act: Act) -> None:
    """An energy is paid from the counted reserve that its player names (prelude spell.energy)."""
    s.acts[act[A_ID]] = act
    seat, n = act[A_SEAT], price(v.card_of(s, act[A_SRC] & HANDLE_MASK))
    there = pick_payer(s, seat, {}, n)
    push(s, f_spent, act[A_ID], n)
    if len(there) > 1:
        kernel.ask(s, seat, PICK, (1, 1), picker=s.rules.picker_number(pick_payer), data=(n,))
    else:
        s.ans = ((kernel.V_PICK, there[0]),)


def f_spent(s: State, act_id: int, n: int) -> None:
    act = s.acts.get(act_id)
    if act is not None:
        atoms.put(s, t.RESERVE, s.ans[0][1], -n, act_id, act[A_SEAT])
        deeds.perform(s, act)


def pick_payer(s: State, seat: int, known: Known, n: int) -> list[int]:
    """The counted magic ranks whose reserve holds so much."""
    return [h for h in sorted(v.counted_colours(s, seat).values()) if s.num[t.RESERVE][h] >= n]


def pay_magic(s: State, seat: int, card: PreludeCard) -> None:
    """A spell or creature is paid from the reserve of its colour."""
    h = v.counted_colours(s, seat)[card.types & t.COLOURS]
    atoms.put(s, t.RESERVE, h, -price(card), 0, seat)


def field(s: State, seat: int, h: int) -> None:
    """A card is paid for and lies on the field: gear is stowed, minions and creatures stand."""
    card = v.card_of(s, h)
    if card.types & t.CREATURE:
        pay_magic(s, seat, card)
    else:
        atoms.put(s, t.COIN, seat + 1, -price(card), 0, seat)
    fights = card.types & t.FIGHTERS
    atoms.move(s, h, seat * t.NZ + (t.MINIONS if fights else t.STOWED), 1)
    if fights:
        atoms.put(s, t.ACTIONS, h, v.pool(s, h))
        push(s, f_settle, 0)
        act = deeds.begin(s, seat, t.V_BRING, h, seat + 1)
        traps.happens(s, act, (t.E_FIELDED, h))
    push(s, f_check)


def stow(s: State, seat: int, h: int) -> None:
    """A card is put away at no cost (prelude action.hands)."""
    atoms.move(s, h, seat * t.NZ + t.STOWED, 1, 0, t.E_STOWED, keep=True)
    push(s, f_check)


def seats_of(s: State, handles: Sequence[int]) -> list[int]:
    return [s.ctrl[h] for h in handles]


FRAMES: Final[Frames] = (f_filled, f_spent)
PICKERS: Final[Pickers] = (pick_magic, pick_payer)
