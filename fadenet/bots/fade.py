"""The F.A.D.E. family: the moves that cost nothing and pay off later, and which ones are tried.

Rows and what is attached where follow a plan, for looking ahead shows nothing of them: before the Combat
Phase everybody who can Attack stands in front; after it one Character stays there as a wall for the others.
Where there are cells, those in front who stand behind a place that a Zone card has opened are safe as well.
Where the back row rests, a Character that can Attack goes forward as soon as there is room, and none is sent
back for a newcomer while TP are scarce. Skills wait in Hand until they can be used; Reactions are attached
for the turns of others. Of many moves those are tried that promise most, by what is printed and by where the
cards lie.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from fadenet.bots import fade_worth
from fadenet.bots.fade_worth import (
    ABILITIES_MAX,
    PER_ABILITY,
    PER_DEF,
    PER_PLV,
    WON,
    character,
    endurance,
    held,
    is_supplied,
    ready,
)
from fadenet.engine import atoms
from fadenet.engine.acts import probe
from fadenet.engine.kernel import NO_MOVE, YES_MOVE
from fadenet.engine.language.filters import enemies
from fadenet.engine.rules import Move
from fadenet.engine.state import ACT, ATTACHED, MODE, RESPOND, Ask, Row, State, TableNeed, ref
from fadenet.games.fade.field import board, combat, commands, values
from fadenet.games.fade.tables import (
    AFTERMATH,
    BACKUP,
    CELL,
    COMMAND,
    FRONT,
    HAND,
    K_FLASH,
    K_MASTERY,
    K_PROVOKE,
    KEY_TO,
    M_REACTION,
    M_SKILL,
    MK_MOVED,
    NZ,
    P_TURN,
    PREPARATION,
    REACTION,
    S_COST,
    S_DEF,
    S_HP,
    S_PLV,
    SHIELD,
    SKILL,
    TP,
    V_ATTACH,
    V_END,
    V_LAY,
    V_MIX,
    V_MOVE,
    V_PLACE,
    V_PLAY,
    V_REATTACH,
    V_TAG,
    V_USE,
    V_VEIL,
)
from fadenet.games.fade.tables import CHARACTER as FIGHTER
from fadenet.games.fade.typed import FadeCard, rules_of
from fadenet.table.view import SeatView

QUIET: Final = frozenset({V_ATTACH, V_END, V_MIX, V_MOVE, V_PLACE, V_REATTACH, V_TAG, V_VEIL})
USES: Final = frozenset({V_PLAY, V_USE})
PASSED: Final = -1
GRAIN: Final = 3
MEANS: Final[tuple[int, ...]] = (TP,)
NOTABLE: Final[Mapping[str, Callable[[State, Row], bool]]] = {}
CHEAP: Final = 2  # a first hand is kept if so many of its cards cost at most so much
CHEAP_WANTED: Final = 2
CROWDED: Final = 25  # points of the Attack of whoever goes back to make room
TP_SPARE: Final = 5  # from so many TP on a newcomer is worth it that somebody goes back
FIGHTERS_MAX: Final = 5  # Characters, ways to use a card and cells that are tried
WAYS_MAX: Final = 8
COMMAND_CELLS: Final = 3
PER_COST: Final = 4  # points of a TP that a Character costs
HAND_FULL: Final = 8
MOVES_MAX: Final = 2  # moves of a Character in a turn, to the front and back: they can change who is the wall
TP_AHEAD: Final = 3  # TP that are likely to come until a card is needed


# The functions of a `Judgement`.

position = fade_worth.position


def left(s: State, seat: int) -> int:
    """The Hit Points of a Player, or of all Raiders."""
    body: int = s.rules.body(seat)
    opponent = rules_of(s).opponent
    return sum(values.hp(s, h) for h in (opponent.standing(s) if opponent.is_nobody(s, body) else (body,)))


def short_of_win(s: State, seat: int) -> int | None:
    """Not known: no win is looked for."""
    return None


def opening(seat: SeatView, options: list[Move], random: Random) -> Move:
    """Before the first turn: the throw is chance; a first hand of dear cards goes back."""
    ask = seat.ask
    assert ask is not None
    if ask.kind == MODE:
        return random.choice(options)
    cards = seat.state.rules.cards
    hand = seat.state.zones[seat.index * NZ + HAND]
    cheap = sum(1 for h in hand if cards[seat.code(h)].stats[S_COST] <= CHEAP)
    return NO_MOVE if cheap >= CHEAP_WANTED else YES_MOVE


def wanted(
    seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int], random: Random
) -> int:
    """Of cards of the own deck the dearest."""
    cards = rules_of(seat.state).cards
    return min(there, key=lambda h: (-held(cards[seat.code(h)]), h))


def beginnings(seat: SeatView, need: TableNeed) -> list[list[int]]:
    """None."""
    return []


def alike(seat: SeatView, move: Move) -> Move:
    """Another copy of a card in Hand or Fighter Pool does the same, and another cell of the same kind.

    For a Command it matters what is around the cell.
    """
    if move[0] != V_PLAY:
        return move
    code, cell = seat.code(move[1]), cell_named(seat.state, move)
    rest = move[2:]
    card = rules_of(seat.state).cards[code]
    if cell and not card.laid_on and not card.types & COMMAND:
        place = place_of(seat.state, seat.index, cell)
        rest = tuple((KEY_TO, -place) if part == (KEY_TO, cell) else part for part in rest)
    return (V_PLAY, -code, *rest)


def worth_trying(seat: SeatView, moves: list[Move]) -> list[Move]:
    """Where there are cells: the Characters that promise most, a few ways to use any card, and Materials
    only where a Command lacks some.
    """
    if not rules_of(seat.state).grid or seat.ask is None or seat.ask.kind not in (ACT, RESPOND):
        return moves
    ways: dict[tuple[int, int], list[Move]] = {}
    for move in moves:
        ways.setdefault((move[0], move[1] if len(move) > 1 else 0), []).append(move)
    wanting = lacking_cells(seat.state, seat.index)
    kept: set[Move] = set()
    promising = _promising(seat, [h for verb, h in ways if verb == V_PLAY])
    for (verb, h), found in ways.items():
        if verb == V_LAY:
            found = [move for move in found if cell_named(seat.state, move) in wanting]
        elif verb == V_PLAY and _is_fighter(seat, h) and h not in promising:
            found = []
        elif verb == V_PLAY and _card(seat, h).types & COMMAND:
            found = sorted(found, key=lambda move: -_company(seat, move))[:COMMAND_CELLS]
        kept.update(found[:: len(found) // WAYS_MAX + 1])
    return [move for move in moves if move in kept]


def _card(seat: SeatView, h: int) -> FadeCard:
    return rules_of(seat.state).cards[seat.code(h)]


def _is_fighter(seat: SeatView, h: int) -> bool:
    card = _card(seat, h)
    return bool(card.types & FIGHTER) and not card.laid_on


def _promising(seat: SeatView, there: Sequence[int]) -> list[int]:
    """Of the Characters that may be played those that are worth most beyond their Cost."""
    fighters = [h for h in there if _is_fighter(seat, h)]
    return sorted(fighters, key=lambda h: -_printed(_card(seat, h)))[:FIGHTERS_MAX]


def _printed(card: FadeCard) -> int:
    stats = card.stats
    n = endurance(stats[S_HP]) + PER_PLV * stats[S_PLV] + PER_DEF * max(stats[S_DEF], 0)
    return n + PER_ABILITY * min(len(card.abilities), ABILITIES_MAX) - PER_COST * max(stats[S_COST], 0)


def _company(seat: SeatView, move: Move) -> int:
    """How many cards are where a Command points that comes into the cell that a move names."""
    s, cell = seat.state, cell_named(seat.state, move)
    taken = (*board.standing(s, seat.index), *board.worn_in(s, seat.index))
    near = rules_of(s).grid.near[cell]
    return sum(near[way] in taken for way in _card(seat, move[1]).directions)


def lacking_cells(s: State, seat: int) -> set[int]:
    """The cells at which own Commands point that lack what they need."""
    found = set[int]()
    for h in commands.layout(s).working:
        if s.ctrl[h] == seat and not is_supplied(s, h):
            found |= {
                rules_of(s).grid.near[board.cell_of(s, h)][way] for way in rules_of(s).directions[s.code[h]]
            }
    return found


def bias(seat: SeatView, move: Move) -> int:
    """A Character that cannot Attack yet is safer behind others; Zone cards that open a place bring most.

    A card is left where it lies if laying it from cell to cell brings nothing.
    """
    if move[0] != V_PLAY:
        return -1 if move[0] == V_LAY else 0
    s, cell = seat.state, cell_named(seat.state, move)
    card = rules_of(s).cards[seat.code(move[1])]
    if rules_of(s).points.resting and card.types & FIGHTER and not card.laid_on:
        scarce = s.num[TP][seat.index + 1] < TP_SPARE
        return -CROWDED if scarce and rules_of(s).board.lacking(s, seat.index, card, ()) else 0
    if cell and not card.types & FIGHTER:
        return 2 if board.kind_of(s, seat.index, cell) < 0 else 0
    safe = place_of(s, seat.index, cell) in (BEHIND, SHELTERED) if cell else (KEY_TO, 1) in move
    return 1 if safe and not card.keywords[K_FLASH] else 0


PLAIN: Final = 1
BEHIND: Final = 2
SHELTERED: Final = 3
CLOSED: Final = 4
"""Kinds of cells: one that is out in the open, behind the front, in it behind another front, not open yet."""


def cell_named(s: State, move: Move) -> int:
    """The cell that a move names, 0 = none."""
    if not rules_of(s).grid:
        return 0
    return next((part[1] for part in move[2:] if type(part) is tuple and part[0] == KEY_TO), 0)


def place_of(s: State, seat: int, cell: int) -> int:
    """The kind of a seat's cell, by the shelter that it gives: PLAIN, BEHIND, SHELTERED or CLOSED."""
    kind = board.kind_of(s, seat, cell)
    if kind == FRONT and any(board.kind_of(s, seat, x) == FRONT for x in rules_of(s).grid.ahead[cell]):
        return SHELTERED
    return CLOSED if kind < 0 else BEHIND if kind == BACKUP else PLAIN


def replies(s: State, seat: int, ask: Ask) -> list[Move]:
    """Nobody's answers are thought through."""
    return []


def free_move(seat: SeatView, options: Sequence[Move]) -> Move:
    """The best Character that does nothing in a back row that rests comes forward, as it might find no room
    later; () = none. All else that costs nothing waits until nothing else is worth it."""
    s = seat.state
    if not rules_of(s).points.resting or s.phase != PREPARATION:
        return ()
    there = [m for m in options if m[0] == V_MOVE and _comes_forward(s, seat.index, m)]
    return max(there, key=lambda m: character(s, m[1]), default=())


def _comes_forward(s: State, seat: int, move: Move) -> bool:
    """Whether somebody who does nothing in a back row that rests goes to the front."""
    h = move[1]
    ahead = board.rests(s, h) and board.kind_of(s, seat, cell_named(s, move)) == FRONT
    return ahead and rules_of(s).works_at_rest[s.code[h]] is None


def quiet_move(seat: SeatView, options: Sequence[Move]) -> Move:
    """The next step of the plan, else the end of the Phase."""
    s = seat.state
    found: Move = (V_END,)
    most = 0
    wall = _wall(s, seat.index) if s.phase == AFTERMATH else 0
    for move in options:
        if move[0] == V_MOVE:
            n = _move_gain(s, seat.index, move, wall)
        elif move[0] == V_ATTACH:
            n = _attach_gain(seat, move[1], move[2])
        elif move[0] == V_PLACE:
            n = 1
        else:
            continue
        if n > most:
            found, most = move, n
    return found


# Plan.


def _move_gain(s: State, seat: int, move: Move, wall: int) -> int:
    h, cell = move[1], cell_named(s, move)
    if atoms.marked(s, P_TURN, MK_MOVED, ref(s, h)) >= MOVES_MAX:
        return 0
    front = s.zone[h] == seat * NZ + FRONT
    now = place_of(s, seat, s.num[CELL][h]) if cell else BEHIND if not front else PLAIN
    then = place_of(s, seat, cell) if cell else PLAIN if not front else BEHIND
    if now == then:
        return 0
    if cell and (other := board.standing(s, seat).get(cell)):
        return 15 if s.phase == PREPARATION and not front and _strikes(s, h) > _strikes(s, other) else 0
    if s.phase == PREPARATION:
        comes = not front and _strikes(s, h) > 0
        return (21 if then == SHELTERED else 20) if comes and then != BEHIND else 0
    if h == wall:
        return 30 if then == PLAIN else 0
    if now != PLAIN or not wall or s.zone[wall] != seat * NZ + FRONT:
        return 0
    return 25 if then == SHELTERED else 20


def _strikes(s: State, h: int) -> int:
    """The PLV of a Character that can Attack this turn, 0 of another one."""
    return values.plv(s, h) if ready(s, h) else 0


def _wall(s: State, seat: int) -> int:
    """The Character that stands in front during the other turns, 0 = none: of those that outlive them the one
    with most left, else the one that is missed least."""
    threat = sum(values.plv(s, h) for foe in enemies(s, seat) for h in combat.characters(s, foe))
    found, most = 0, (-1, 0)
    for h in combat.characters(s, seat):
        left = values.hp(s, h) + threat * s.num[SHIELD][h] // 2
        if values.keyword(s, h, K_PROVOKE):
            left += 2
        rank = (1, left) if left > threat else (0, WON - character(s, h))
        if rank > most:
            found, most = h, rank
    return found


def _attach_gain(seat: SeatView, h: int, host: int) -> int:
    """How well a card of the Hand is placed on a Character, 0 = it stays in Hand."""
    s = seat.state
    card = rules_of(s).cards[seat.code(h)]
    ability = card.use
    if ability is None:  # it is laid down to be turned up
        return 0
    if card.stats[S_COST] > s.num[TP][seat.index + 1] + TP_AHEAD or board.rests(s, host):
        return 0
    attack = card.attacks_as(M_SKILL if card.types & SKILL else M_REACTION)
    answers = ability.answers is not None
    if not answers and s.phase == AFTERMATH and len(s.zones[seat.index * NZ + HAND]) < HAND_FULL:
        return 0
    if attack and not answers and not ready(s, host):
        return 0
    n = 10 + min(values.hp(s, host), 12) // 2
    n -= 3 * sum(1 for k in s.kids.get(host, ()) if s.role[k] == ATTACHED)
    if attack:
        n += 4 if s.zone[host] == seat.index * NZ + FRONT else 0
        n += 4 if values.keyword(s, host, K_MASTERY) & card.traits else 0
    elif card.types & REACTION and s.zone[host] != seat.index * NZ + FRONT:
        n += 4
    if ability.condition is not None:
        seen = probe(seat.index, ref(s, h), ref(s, host), ability.number)
        n += 4 if ability.condition(s, seen) else -4
    return max(n, 1)
