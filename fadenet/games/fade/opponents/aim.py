"""The targets of an opponent that nobody plays, and whether a move of a Legend is worth making at all.

faroe legend.targets, legend.helpful: moves and targets get ranks, tuples of numbers, of which the lowest
comes first. Only public facts count.
"""

from __future__ import annotations

from typing import Any, Final

from fadenet.engine.acts import A_ABILITY, A_LINK, A_MODE, A_SEAT, A_SRC, A_TARGETS, new_act, probe
from fadenet.engine.atoms import marked
from fadenet.engine.chain import P_SLOT
from fadenet.engine.kit.arguments import split
from fadenet.engine.language import instructions
from fadenet.engine.rules import Move
from fadenet.engine.state import HANDLE_MASK, Act, Ask, State, is_automaton, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import amounts, falling, legality, reach, values
from fadenet.games.fade.intent import GIVE, HARM, HELP
from fadenet.games.fade.typed import FadeAbility, FadeCard, rules_of

Preference = tuple[int, ...]
NO_HP: Final = 1_000_000  # a card without HP comes after all that have some


# Moves.


def ability_of(s: State, move: Move) -> tuple[FadeAbility | None, int, tuple[int, ...]]:
    """(ability, position of the link, targets) of a move that uses a card or an ability."""
    card = rules_of(s).cards[s.code[move[1]]]
    named, link, line = split(move)
    if move[0] != t.V_ACTIVATE:
        return card.use, link, line
    ability: FadeAbility = card.activated[named.get(t.KEY_N, 1) - 1]
    return ability, link, line[ability.unstack :]


def activated(s: State, move: Move) -> bool:
    """Whether the ability that a move activates has been activated this turn already."""
    ability, _, _ = ability_of(s, move)
    return ability is not None and marked(s, t.P_TURN, t.MK_ABILITY + ability.number, ref(s, move[1])) > 0


def move_rank(s: State, seat: int, move: Move) -> Preference | None:
    """How well a move is aimed; None = it is aimed at the wrong side, or nothing can come of it.

    It answers the newest link, aims at as many as it can, and enters the front (faroe legend.characters).
    """
    if move[0] in t.V_GUARDS:
        return (move[2],)
    card = rules_of(s).cards[s.code[move[1]]]
    named, link, line = split(move)
    if t.KEY_TO in named:
        return (named[t.KEY_TO], *(x for h in line for x in give_rank(s, h)))
    if move[0] == t.V_PLAY and card.attach is not None:
        return _aimed(s, new_act(s, 0, seat, 0, 0, -1), (card.attach_aim,), line, 0)
    ability, link, line = ability_of(s, move)
    if ability is None:
        return ()
    record = _record(s, seat, move, card, ability, link)
    record[A_TARGETS] = tuple([ref(s, h) for h in line])
    if not may_do_something(s, record, ability):
        return None
    return _aimed(s, record, aims_of(ability), line, link)


def aims_of(ability: FadeAbility) -> tuple[int, ...]:
    """The purpose of each target, slot after slot; cards that pay for the ability are not targets."""
    slots = [slot for slot in ability.slots if slot.text]
    return tuple(aim for slot, aim in zip(slots, ability.aims, strict=True) for _ in range(slot.hi))


def _record(s: State, seat: int, move: Move, card: FadeCard, ability: FadeAbility, link: int) -> Act:
    """The act that a move would make, to measure it by."""
    user, mode = seat + 1, (card.types & (t.SKILL | t.REACTION | t.ITEM)).bit_length() - 1
    if move[0] == t.V_ACTIVATE:
        user, mode = legality.performer(s, move[1], ability), t.M_ABILITY
    record = probe(seat, ref(s, move[1]), ref(s, user), ability.number)
    record[A_MODE] = mode
    if link:
        record[A_LINK] = s.chain[link - 1]
    if ability.attack:
        reach.attack_traits(s, record, ability.attack_number)
    return record


def _aimed(
    s: State, record: Act, aims: tuple[int, ...], line: tuple[int, ...], link: int
) -> Preference | None:
    rank: list[int] = [-link, -len(line)]
    for aim, h in zip(aims, line, strict=False):
        if not on_its_side(s, record[A_SEAT], aim, h):
            return None
        rank += target_rank(s, record, aim, h)
    return tuple(rank)


# Targets.


def picking(s: State, ask: Ask, there: list[int]) -> tuple[Act, int | None]:
    """(the act for which cards are picked of these, what they are for); None = any are as good."""
    picker, data = ask.picker, ask.data
    record = s.acts.get(data[0]) or new_act(s, 0, ask.seat, 0, 0, -1)
    ability = rules_of(s).abilities[record[A_ABILITY]] if record[A_ABILITY] >= 0 else None
    if picker == s.rules.picker_number(instructions.pick_hand):
        return record, GIVE
    if ability is None or any(h > s.seats and not s.rules.on_field[s.zone[h]] for h in there):
        return record, None
    if picker == P_SLOT:
        slots = [n for n, slot in enumerate(ability.slots) if slot.text]
        return record, ability.aims[slots.index(data[1])]
    return record, HARM if ability.harms else HELP


def on_its_side(s: State, seat: int, aim: int, h: int) -> bool:
    """Harm goes to enemies only, help to its own side only; a card that is given up is its own."""
    friend: bool = s.rules.side(s, _owner(s, h)) == s.rules.side(s, seat)
    return friend != (aim == HARM)


def _owner(s: State, h: int) -> int:
    return h - 1 if h <= s.seats else s.ctrl[h]


def target_rank(s: State, record: Act, aim: int, h: int) -> Preference:
    """The place of a target among others.

    Harm: first what it Knocks Out, a Player before Characters, then by Level; else the lowest HP; then whose
    turn comes soonest, then the longest on the field. Help: itself, then the highest HP.
    """
    if aim == GIVE:
        return (*give_rank(s, h), 0, 0)
    body = h <= s.seats
    hp = values.hp(s, h) if body or s.zone[h] % t.NZ in (t.FRONT, t.BACKUP) else NO_HP
    if aim == HELP:
        return (h != record[A_SEAT] + 1, -hp, 0, 0, s.stamp[h])
    soon = _turns_until(s, _owner(s, h))
    if hp < NO_HP and harm_done(s, record, h) >= hp:
        return (0, not body, 0 if body else -values.level(s, h), soon, s.stamp[h])
    return (1, hp, 0, soon, s.stamp[h])


def give_rank(s: State, h: int) -> Preference:
    """The place of a card among those to give up: the lowest Cost, then the newest (faroe
    legend.other-choices).
    """
    line = s.zones[s.zone[h]] if s.zone[h] >= 0 else ()
    newest = line.index(h) if h in line else s.stamp[h]
    return max(s.rules.cards[s.code[h]].stats[t.S_COST], 0), -newest, 0


def _turns_until(s: State, seat: int) -> int:
    """How many turns pass until this seat's next one."""
    n, at = 1, s.rules.next_seat(s, s.active)
    while at != seat and n <= s.seats:
        n, at = n + 1, s.rules.next_seat(s, at)
    return n


def harm_done(s: State, record: Act, h: int) -> int:
    """The damage that an action would do to this if nothing stops it; a Knock Out counts as any amount."""
    number = record[A_ABILITY]
    if number < 0:
        return amounts.hit_amount(s, record, -1, 0, h) if record[A_MODE] == t.M_NORMAL else 0
    total = 0
    for run, arguments in rules_of(s).programs[rules_of(s).abilities[number].program]:
        if run.__name__ == "do_attack":
            row = arguments[0]
            total += sum(
                amounts.hit_amount(s, record, row, hit, h)
                for hit in range(len(rules_of(s).attacks[row].hits))
            )
        elif run.__name__ == "do_damage":
            total += amounts.taken_by(s, record, h, max(arguments[1](s, record), 0))
        elif run.__name__ == "do_fall" and arguments[1] == falling.KO:
            total += NO_HP
    return total


# Whether anything can come of it (faroe legend.must-spend-when).


def may_do_something(s: State, record: Act, ability: FadeAbility) -> bool:
    """Whether any instruction of an ability finds something to do right now.

    Steering words find nothing by themselves; the finds of a loop stand for all that is inside it.
    """
    program = rules_of(s).programs[ability.program]
    return not program or any(_does(s, record, run.__name__, arguments) for run, arguments in program)


_STEERING: Final = frozenset(
    {
        "ask_may",
        "ask_mode",
        "by_mode",
        "each_next",
        "jump_always",
        "jump_unless",
        "repeat_begin",
        "toss_coin",
        "unless_heads",
        "unless_yes",
    }
)


def _does(s: State, record: Act, name: str, arguments: tuple[Any, ...]) -> bool:
    if name in _STEERING:
        return False
    if not arguments or not callable(arguments[0]):
        return True
    there: list[int] = arguments[0](s, record)
    seats = [h - 1 for h in there if h <= s.seats]
    if name == "do_heal":
        return any(s.num[t.DAMAGE][h] for h in there)
    if name == "do_draw":
        return any(_can_draw(s, record, seat) for seat in seats)
    if name == "do_gain_tp":
        return any(s.num[t.TP][seat + 1] - _price(s, record, seat) < values.tp_max(s, seat) for seat in seats)
    if name == "do_lose_tp":
        return any(s.num[t.TP][seat + 1] for seat in seats)
    if name == "do_discard":
        return any(s.zones[seat * t.NZ + t.HAND] for seat in seats)
    if name == "do_mill":
        return any(s.zones[seat * t.NZ + t.DECK] for seat in seats)
    if name == "do_clear":
        return any(s.num[arguments[1]][h] for h in there)
    return bool(there)


def _price(s: State, record: Act, seat: int) -> int:
    """The TP that a seat pays for the card that it uses, and no longer has then."""
    src = record[A_SRC] & HANDLE_MASK
    return legality.cost(s, src, rules_of(s).cards[s.code[src]]) if seat == record[A_SEAT] else 0


def _can_draw(s: State, record: Act, seat: int) -> bool:
    base = seat * t.NZ
    if not is_automaton(s, seat):
        return bool(s.zones[base + t.DECK])
    held = [h for h in s.zones[base + t.HAND] if h != record[A_SRC] & HANDLE_MASK]
    return bool(s.zones[base + t.DECK] or s.zones[base + t.DISCARD]) and len(held) < values.hand_max(s, seat)
