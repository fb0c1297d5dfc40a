"""The run of a turn, and every Action as a link of a chain."""

from __future__ import annotations

from fadenet.engine import atoms, chain, kernel
from fadenet.engine.acts import A_ABILITY, A_ID, A_SEAT, A_SRC, A_TARGETS, A_VERB, new_act, numbered
from fadenet.engine.chain import F_CHECK, F_RUN, F_SETTLE, V_TRIGGER, push
from fadenet.engine.kernel import NO_MOVE, PASS_MOVE
from fadenet.engine.ops import deeds, games, steps
from fadenet.engine.rules import Move
from fadenet.engine.state import ACT, ATTACHED, CONFIRM, HANDLE_MASK, Act, Row, State, alive, ref
from fadenet.games.terrene import battle, moves
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v


def lay_picks(s: State, seat: int, cards: tuple[int, ...]) -> None:
    """Characters, what they hold, and the Terrain lie face-down (terrene setup.face-down)."""
    n, base = s.rules.party, seat * t.NZ
    for h, held in zip(cards[:n], cards[n:-1], strict=True):
        atoms.vouch(s, h, t.ST_STARTER)
        atoms.vouch(s, held, t.ST_PICKED)
        atoms.move(s, h, base + t.PARTY, 0)
        atoms.lay_on(s, held, h, ATTACHED, 0, base + t.HELD)
    atoms.vouch(s, cards[-1], t.ST_TERRAIN)
    atoms.move(s, cards[-1], base + t.TERRAINS, 0)


# Phases (terrene turn.*).


def f_turn(s: State, seat: int) -> None:
    """The Command Phase: decay ends, unspent Actions go, new ones come, then what starts with a turn."""
    s.turn += 1
    s.active = seat
    atoms.clear_marks(s, t.P_TURN)
    for until, arg in ((t.U_TURN, s.turn - 1), (t.U_START, seat)):
        atoms.drop_mods(s, until, arg)
    for h in v.party(s, seat):
        atoms.put(s, t.DECAY, h, -s.num[t.DECAY][h])
    push(s, f_draw)
    _phase(s, t.COMMANDING)
    n = v.figure(s, v.terrain(s, seat), t.Q_ACTIONS) + (s.rules.additions and s.turn == 2)
    for column in (t.ACTIONS, t.GAINED):
        atoms.put(s, column, seat + 1, n - s.num[column][seat + 1])
    atoms.emit(s, atoms.TURN_BEGINS, seat + 1, seat, 0, s.turn)
    atoms.emit(s, t.E_START, seat + 1, seat, 0, s.turn)
    _check(s)


def _check(s: State) -> None:
    """What has ended may defeat Characters, whose XP is settled then (terrene ko.hp-lowered, xp.timing)."""
    push(s, battle.f_after)
    s.frames.append((F_CHECK,))


def _phase(s: State, phase: int) -> None:
    """A Phase begins; what it sets off comes before what its frame has pushed below."""
    s.phase = phase
    s.frames.append((F_SETTLE, 0))
    atoms.emit(s, atoms.PHASE_BEGINS, s.active + 1, s.active, 0, phase)


def f_draw(s: State) -> None:
    """One card, two in the first turn after running (terrene action.run-bonus)."""
    ran = s.vars[games.X_MARK] == s.active + 1
    if ran:
        atoms.set_var(s, games.X_MARK, 0)
    push(s, f_ready)
    _phase(s, t.DRAWING)
    n = s.rules.figures["draw_first_turn_after_run" if ran else "draw_per_turn"]
    push(s, steps.f_draw, s.active, n, 0)


def f_ready(s: State) -> None:
    push(s, f_act)
    _phase(s, t.ACTING)


def f_act(s: State) -> None:
    push(s, f_acted)
    kernel.ask(s, s.active, ACT)


def f_acted(s: State) -> None:
    move, seat = s.ans[0], s.active
    mates = s.rules.confidants(s, seat)
    if move[0] == t.V_END:
        push(s, f_ended)
        _phase(s, t.ENDING)
        atoms.emit(s, t.E_END, seat + 1, seat, 0, s.turn)
    elif move[0] == t.V_RUN:
        push(s, f_run)
        if mates:  # terrene format.2v2-run-and-leave
            kernel.ask(s, mates[0], CONFIRM, picker=chain.P_SLOT, data=(0, seat + 1))
    else:
        push(s, f_act)
        perform(s, seat, move)


def f_run(s: State) -> None:
    if s.ans[0] == NO_MOVE:
        push(s, f_act)
    else:
        battle.game_over(s, 1 - s.rules.side(s, s.active), "action.run", s.active + 1)


def f_ended(s: State) -> None:
    """What lasted until now ends, and a Storm that has had its turn goes (terrene terrain.storm)."""
    atoms.drop_mods(s, t.U_TURN, s.turn)
    atoms.emit(s, atoms.TURN_ENDS, s.active + 1, s.active, 0, s.turn)
    push(s, f_next)
    _check(s)
    for h in moves.zone(s, s.active, t.TERRAINS):
        if v.card_of(s, h).types & t.STORM and s.since[h] < s.turn:
            battle.discard(s, [h])


def f_next(s: State) -> None:
    """Idle turns and the last turn of all end a game (terrene win.stalemate, win.turn-limit)."""
    figures = s.rules.figures
    atoms.set_var(s, t.G_IDLE, 0 if s.vars[t.G_BUSY] else s.vars[t.G_IDLE] + 1)
    atoms.set_var(s, t.G_BUSY, 0)
    if s.turn >= figures["turn_limit_per_player"] * s.seats:
        a, b = v.hit_points(s, 0), v.hit_points(s, 1)
        battle.game_over(s, -1 if a == b else int(b > a), "win.turn-limit")
    elif s.vars[t.G_IDLE] >= figures["stalemate_turns"]:
        battle.game_over(s, -1, "win.stalemate")
    else:
        push(s, f_turn, s.rules.next_seat(s, s.active))


# Actions.


def perform(s: State, seat: int, move: Move, event: Row = ()) -> None:
    """An Action or an answer is announced and paid for (terrene action.payment); it resolves as a link."""
    verb, h = move[0], move[1]
    if verb == t.V_ATTACK:
        battle.attack(s, seat, h)
        return
    if verb == t.V_USE:
        _use(s, seat, move, event)
        return
    act = new_act(s, verb, seat, ref(s, h), ref(s, h), -1)
    act[A_TARGETS] = tuple(ref(s, x) for x in move[2:])
    if verb == t.V_RECRUIT:
        atoms.put(s, t.ACTIONS, seat + 1, -1, act[A_ID], seat)
    elif verb in (t.V_TERRAIN, t.V_TRADE):
        atoms.mark(s, t.P_TURN, t.MK_TERRAIN if verb == t.V_TERRAIN else t.MK_TRADE, seat)
    elif verb in (t.V_HIDE, t.V_ASSIGN):
        atoms.vouch(s, h, s.rules.vouched(s, move))
    chain.start(s, act, True)


def _use(s: State, seat: int, move: Move, event: Row) -> None:
    h, ability = move[1], deeds.ability_of(s, move, {})
    assert ability is not None
    act = numbered(s, moves.act_for(s, seat, move, ability, event))
    price = moves.actions_for(s, h, ability)
    if price < sum(n for _, n in ability.cost):
        atoms.mark(s, t.P_TURN, t.MK_RESOURCEFUL, ref(s, s.host[h]))
    deeds.pay(s, act, ((t.ACTIONS, price),), (t.P_TURN, t.P_CHAIN))
    if s.host[h]:
        atoms.turn_face(s, h, True)
    if event:
        chain.add_link(s, act)
    else:
        chain.start(s, act, True)
    atoms.emit(s, t.E_USED, h, seat, act[A_ID])


def resolve(s: State, act: Act) -> None:
    """What a link does, as far as it still can (terrene chain.partial, keyword.silence-on-chain)."""
    h, seat = act[A_SRC] & HANDLE_MASK, act[A_SEAT]
    if act[A_VERB] in (t.V_USE, V_TRIGGER):
        if alive(s, act[A_SRC]) and h in s.rules.index_of(s).muted:
            atoms.emit(s, atoms.STOPPED, h, seat, act[A_ID])
        else:
            s.frames.append((F_RUN, act[A_ID], s.rules.abilities[act[A_ABILITY]].program, 0))
    elif act[A_VERB] in _RESOLVE and all(alive(s, r) for r in (act[A_SRC], *act[A_TARGETS])):
        _RESOLVE[act[A_VERB]](s, act, seat, h)


def _recruit(s: State, act: Act, seat: int, h: int) -> None:
    if h in moves.zone(s, seat, t.HAND) or (h in v.party(s, seat) and not s.face[h]):
        battle.enter(s, seat, h, False, act[A_ID])


def _terrain(s: State, act: Act, seat: int, h: int) -> None:
    atoms.move(s, h, seat * t.NZ + t.TERRAINS, 1, act[A_ID])
    atoms.emit(s, t.E_TERRAIN, h, seat, act[A_ID])


def _hide(s: State, act: Act, seat: int, h: int) -> None:
    if v.supply_left(s, seat) > 0 and h in moves.zone(s, seat, t.HAND):
        atoms.move(s, h, seat * t.NZ + t.PARTY, 0, act[A_ID])
        atoms.emit(s, t.E_HIDDEN, h, seat, act[A_ID])


def _assign(s: State, act: Act, seat: int, h: int) -> None:
    host = act[A_TARGETS][0] & HANDLE_MASK
    if host not in s.kids and host in v.party(s, seat) and h in moves.zone(s, seat, t.HAND):
        atoms.lay_on(s, h, host, ATTACHED, 0, seat * t.NZ + t.HELD, act[A_ID])
        atoms.emit(s, t.E_ASSIGNED, h, seat, act[A_ID])


def _trade(s: State, act: Act, seat: int, h: int) -> None:
    other = act[A_TARGETS][0] & HANDLE_MASK
    pair = [*s.kids.get(h, ()), *s.kids.get(other, ())]
    if len(pair) == 2 and not any(s.face[k] for k in pair):
        for k, host in zip(pair, (other, h), strict=True):
            atoms.lay_on(s, k, host, ATTACHED, 0, s.zone[k], act[A_ID])
        atoms.emit(s, t.E_TRADED, h, seat, act[A_ID])


def _dismiss(s: State, act: Act, seat: int, h: int) -> None:
    battle.dismiss(s, h, act[A_ID])


_RESOLVE = dict(
    zip(
        (t.V_RECRUIT, t.V_TERRAIN, t.V_HIDE, t.V_ASSIGN, t.V_TRADE, t.V_DISMISS),
        (_recruit, _terrain, _hide, _assign, _trade, _dismiss),
        strict=True,
    )
)


def f_shown(s: State, seat: int, event: Row) -> None:
    if s.ans[0] != PASS_MOVE:
        perform(s, seat, s.ans[0], event)


FRAMES = (f_turn, f_draw, f_ready, f_act, f_acted, f_run, f_ended, f_next, f_shown)
