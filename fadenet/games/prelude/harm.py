"""Life and what takes it: damage and healing, broken tasks, death, who is out, and how a match ends.

Damage goes one road, `hurt`, whatever deals it: at most the life that is left, one event, the blame of a
seat, and the task that it breaks. Before it stands what one action may do to one of those whom it is on:
Edge is added and defences are taken off once, however many parts its damage has, so `A_PARTS` of the act
remembers both (`_part`).

Nobody dies while a text is being carried out. `check_state` waits until no text is on the stack of frames;
then all minions and characters without life fall in the same moment, so that two players may lose
together. A player is out at once (`lose_all`), but the cards and actions of theirs leave the table before
the next step only (`f_clear`): what was begun beside them is finished first.

The end of a game is the end of the match, or in a best of three one more game won, after which the table
is laid anew (`end`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fadenet.engine import atoms, lasting
from fadenet.engine.acts import A_DEALT, A_FLAGS, A_ID, A_PARTS, A_SEAT, A_SRC, A_TRAITS, A_USER, A_VERB
from fadenet.engine.chain import F_RUN, before_next_step, f_check, f_settle, push
from fadenet.engine.kit import series
from fadenet.engine.language import instructions
from fadenet.engine.policies import Automata
from fadenet.engine.state import HANDLE_MASK, Act, Frames, State, alive, ref
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values as v
from fadenet.games.prelude.typed import rules_of

SPOILS: Final = -1
"""Stands for the action of a draw in which nobody loses life for missing cards."""

# Damage and healing.


def hurt(s: State, h: int, n: int, by: int, act_id: int = 0, before: int = 0) -> int:
    """Damage of one source to a character (by its body) or minion; returns the life lost (prelude
    damage.life).

    by: the seat whose doing it is, -1 = nobody's. So much of one source, with what it took of that before,
    breaks a task (prelude suspend.interrupt-damage).
    """
    n = min(max(n, 0), v.life(s, h))
    if not n:
        return 0
    atoms.put(s, t.HURT, h, n, act_id)
    v.blame(s, h, by)
    atoms.emit(s, t.E_DAMAGED, h, s.ctrl[h], act_id, n)
    task = v.task_of(s, h)
    if task is not None and n + before >= v.threshold(s, h) and not is_steadfast(s, task):
        break_task(s, task)
    return n


def is_steadfast(s: State, task: Act) -> bool:
    """Whether damage does not stop a task: its card or its character says so (prelude keyword.steadfast)."""
    h, user = task[A_SRC] & HANDLE_MASK, task[A_USER] & HANDLE_MASK
    return any(v.keyword(s, one, t.K_STEADFAST) for one in (h, user))


def damage(s: State, act: Act, handles: Sequence[int], n: int) -> None:
    """Damage by a card to characters and minions (prelude rank.edge, defend.evade)."""
    for h in handles:
        if v.affected(s, act, h) and not is_spared(s, act, h):
            act[A_DEALT] += _part(s, act, h, n)


def _part(s: State, act: Act, h: int, n: int) -> int:
    """One part of the damage of a card to a character or minion; returns the life that it took. To those of
    others a spell adds Edge, and defences against it count: both once, however many parts there are (prelude
    rank.edge, defend.evade)."""
    used, dealt = part_of(act, ref(s, h))
    if s.ctrl[h] != act[A_SEAT]:
        n += edge_on(s, act, h) if used < 0 else 0
        less = min(max(lowered(s, act, h) - max(used, 0), 0), max(n, 0))
        used, n = max(used, 0) + less, n - less
    took = hurt(s, h, n, act[A_SEAT], act[A_ID], dealt)
    note(act, ref(s, h), used, dealt + took)
    return took


def part_of(act: Act, r: int) -> tuple[int, int]:
    """The part of an action that fell on one of those whom it is on, by ref: how much was taken off its
    damage, -1 where it has dealt none yet, and the life that it took."""
    parts: tuple[tuple[int, int, int], ...] = act[A_PARTS]
    return next(((used, dealt) for one, used, dealt in parts if one == r), (-1, 0))


def note(act: Act, r: int, used: int, dealt: int) -> None:
    """Keep what an action has come to for one of those whom it is on."""
    others = [(one, *part) for one, *part in act[A_PARTS] if one != r]
    act[A_PARTS] = (*others, (r, used, dealt))


def edge_on(s: State, act: Act, h: int) -> int:
    """The Edge that a spell adds to its damage to somebody else's character or minion (prelude rank.edge)."""
    card = v.card_of(s, act[A_SRC] & HANDLE_MASK)
    return v.edge(s, act[A_SEAT], card) if card.types & t.SPELL and s.ctrl[h] != act[A_SEAT] else 0


def is_spared(s: State, act: Act, h: int) -> bool:
    """Whether the use of a card deals nothing to somebody else's character or minion, because its player may
    not be attacked now (prelude turn.what-is-attack)."""
    uses = act[A_VERB] in (t.V_CAST, t.V_USE, t.V_PLAY) and s.ctrl[h] != act[A_SEAT]
    return uses and v.may_be_attacked(s, act[A_SEAT], s.ctrl[h]) != ""


def lowered(s: State, act: Act, h: int) -> int:
    """The damage taken off an attack for one of those whom it is on: by parries and texts, and by its own
    evade (prelude attack.strength, defend.evade)."""
    evades = atoms.marked(s, t.P_DEED, t.MK_EVADED, ref(s, h)) == act[A_ID]
    evaded: int = rules_of(s).figures.evade_reduction if evades else 0
    return int(act[A_TRAITS]) + evaded


def heal(s: State, act: Act, h: int, n: int) -> None:
    """Healing goes up to the printed life, and brings nobody back (prelude damage.heal)."""
    if v.life(s, h):
        healed = -atoms.put(s, t.HURT, h, -max(n, 0), act[A_ID], act[A_SEAT])
        if healed:
            atoms.emit(s, t.E_HEALED, h, act[A_SEAT], act[A_ID], healed)


def lose_life(s: State, seat: int, n: int) -> None:
    """Time catches up with a character: that is not damage (prelude limit.empty-chest, damage.direct)."""
    atoms.put(s, t.HURT, seat + 1, min(n, v.life(s, seat + 1)))
    v.blame(s, seat + 1, -1)
    atoms.emit(s, t.E_LOSES, seat + 1, seat, 0, n)
    push(s, f_check)


# Tasks that are stopped.


def break_task(s: State, task: Act) -> None:
    """A task is given up: all actions used for it are wasted, and a spell or energy dissolves (prelude
    suspend.wasted, suspend.spell-dissolves)."""
    h, seat = task[A_SRC] & HANDLE_MASK, task[A_SEAT]
    atoms.emit(s, t.E_BROKEN, h, seat, task[A_ID])
    end_deed(s, task)


def end_deed(s: State, act: Act) -> None:
    """An action is over, or comes to nothing: a card that lies where it is cast goes to the cemetery."""
    h = act[A_SRC] & HANDLE_MASK
    s.acts.pop(act[A_ID], None)
    if alive(s, act[A_SRC]) and s.zone[h] >= 0 and s.zone[h] % t.NZ == t.CASTING:
        atoms.move(s, h, s.owner[h] * t.NZ + t.CEMETERY, 1, act[A_ID], atoms.DISCARDED)


def f_done(s: State, act_id: int) -> None:
    """An action is over (prelude timing.checks)."""
    act = s.acts.get(act_id)
    if act is not None:
        h = act[A_SRC] & HANDLE_MASK
        if act[A_VERB] == t.V_SPRING and alive(s, act[A_SRC]):
            atoms.move(s, h, s.owner[h] * t.NZ + t.CEMETERY, 1, act_id, atoms.DISCARDED)
        end_deed(s, act)
    push(s, f_settle, 0)
    push(s, f_check)


def lapse(s: State) -> None:
    """Tasks whose card is no longer where it is used stop at once (prelude suspend.target-gone)."""
    for act in [act for act in s.acts.values() if act[A_FLAGS] & t.F_CARRIED]:
        if not is_in_place(s, act):
            break_task(s, act)


def is_in_place(s: State, act: Act) -> bool:
    """Whether the card of an action is still there, and equipped if it has to be."""
    h, user = act[A_SRC] & HANDLE_MASK, act[A_USER]
    if not alive(s, user):
        return False
    if act[A_VERB] == t.V_STRIKE:
        return True
    if not alive(s, act[A_SRC]) or s.zone[h] < 0:
        return False
    kind = s.zone[h] % t.NZ
    if act[A_VERB] == t.V_ATTACK:
        return bool(kind in (t.EQUIPPED, t.MINIONS))
    if act[A_VERB] == t.V_USE and v.card_of(s, h).types & t.GEAR:
        return bool(kind == t.EQUIPPED)
    if act[A_VERB] == t.V_SET:
        return bool(kind == t.TRAPS)
    return bool(s.rules.on_field[s.zone[h]])


# Death.


def check_state(s: State) -> bool:
    """Minions die, players are out, and the game is over, all at once, and not before the text that is being
    carried out has done all that it says (prelude timing.checks)."""
    lapse(s)
    if any(frame[0] == F_RUN for frame in s.frames):
        return False
    dead = [h for seat in range(s.seats) for h in v.zone(s, seat, t.MINIONS) if not v.life(s, h)]
    fallen = [seat for seat in range(s.seats) if seat not in s.out and s.turn and not v.life(s, seat + 1)]
    for h in dead:
        task = v.task_of(s, h)
        if task is not None:
            break_task(s, task)
        atoms.emit(s, t.E_KILLED, h, s.ctrl[h])
    if dead:
        lasting.keep(s, dead)
        instructions.discard(s, dead)
    if fallen:
        fall(s, fallen)
    return bool(dead or fallen)


def fall(s: State, fallen: list[int]) -> None:
    """Characters without life are dead, and their players out (prelude win.death, win.draw)."""
    killers = [atoms.marked(s, t.P_BLAME, t.MK_BLAME, ref(s, seat + 1)) - 1 for seat in fallen]
    for seat in fallen:
        atoms.emit(s, t.E_KILLED, seat + 1, seat)
    if not lose_all(s, fallen, "win.death"):
        return
    for killer in killers:  # prelude format.melee-spoils
        if killer >= 0 and killer not in s.out:
            push(s, instructions.f_draw, killer, rules_of(s).figures.melee_spoils_cards, SPOILS)


def lose(s: State, seat: int, rule: str) -> None:
    """A player gives up or is left behind: that gives nobody a reward (prelude win.leave)."""
    lose_all(s, [seat], rule)


def lose_all(s: State, seats: list[int], rule: str) -> bool:
    """Players are out in the same moment; the last one left has won. Returns whether others play on."""
    before = [seat for seat in range(s.seats) if seat not in s.out]
    losers = [seat for seat in seats if seat in before]
    for seat in losers:
        atoms.leave_seat(s, seat)
    left = [seat for seat in before if seat not in losers]
    if len(left) <= 1:
        end(s, left or before, rule if left else "win.draw")
        return False
    for seat in losers if s.turn else ():
        before_next_step(s, f_clear, seat)
    return True


def f_clear(s: State, seat: int) -> None:
    """All cards of a player who is out leave the game, with all actions begun, and their changes end (prelude
    format.melee-out)."""
    for act in [act for act in s.acts.values() if act[A_SEAT] == seat]:
        del s.acts[act[A_ID]]
    cards = [h for h in range(s.seats + 1, len(s.code)) if s.owner[h] == seat and s.zone[h] >= 0]
    lasting.keep(s, [seat + 1, *cards])
    ends = [(t.U_RESPONSE, seat), (t.U_FOREVER, seat)]
    for until, arg in [*ends, *[(t.U_TURN, v.closing(s, seat, later)) for later in (0, 1)]]:
        atoms.drop_mods(s, until, arg)
    for deck in (2 * seat, 2 * seat + 1):
        atoms.clear_deck(s, deck, s.rules.deck_zone(deck))
    for h in cards:
        if s.zone[h] >= 0:
            atoms.take_away(s, h)
    push(s, f_check)


def end(s: State, first: Sequence[int], rule: str) -> None:
    """A game is over, and with the last one the match: these are first, all others second.

    A drawn one of several games is replayed once; a second draw uses that game up. A player who leaves
    gives up the whole match (prelude win.leave, format.best-of-three).
    """
    if v.several(s) and rule != "win.leave" and not s.over:
        winner = first[0] if len(first) == 1 else -1
        again = winner < 0 and not s.vars[t.G_DRAWN]
        atoms.set_var(s, t.G_DRAWN, int(again))
        series.over(s, winner, rule, counts=not again)
    else:
        atoms.end_match(s, tuple([1 if seat in first else 2 for seat in range(s.seats)]), rule)


def by_share(s: State) -> None:
    """After the last Turn the largest share of life wins (prelude limit.turn-cap)."""
    left = [seat for seat in range(s.seats) if seat not in s.out]
    whole = {seat: v.printed_life(s, seat + 1) for seat in left}
    rest = {seat: v.life(s, seat + 1) for seat in left}
    first = [
        seat for seat in left if all(rest[seat] * whole[other] >= rest[other] * whole[seat] for other in left)
    ]
    end(s, first, "limit.turn-cap")


class Draws(Automata):
    """A player who must draw and cannot loses life for each card (prelude limit.empty-chest)."""

    def draws(self, s: State, seat: int, n: int, act_id: int) -> bool:
        missing = n - len(v.zone(s, seat, t.CHEST))
        if missing > 0 and act_id != SPOILS and seat not in s.out:
            part = v.share(v.printed_life(s, seat + 1), rules_of(s).figures.exhaustion_percent)
            push(s, f_exhausted, seat, missing * part)
        return False


def f_exhausted(s: State, seat: int, n: int) -> None:
    if seat not in s.out:
        lose_life(s, seat, n)


FRAMES: Final[Frames] = (f_done, f_clear, f_exhausted)
STEPS: Final[Frames] = (f_done,)
