"""Raiders: how they come, the targets of each of them, and how they choose (fade2 raider.attacks and others).

They are the Characters of a seat that nobody plays, the last one. All that they do follows from the public
state; nothing is left to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from fadenet.engine import atoms
from fadenet.engine.acts import A_EVENT, A_SRC
from fadenet.engine.atoms import marked
from fadenet.engine.card import Test
from fadenet.engine.errors import WrongInput
from fadenet.engine.kernel import DONE_MOVE, PASS_MOVE, V_PICK, YES_MOVE, options
from fadenet.engine.kit.arguments import split
from fadenet.engine.kit.moves import verbs_of
from fadenet.engine.rules import Move
from fadenet.engine.state import (
    CONFIRM,
    HANDLE_MASK,
    PAY,
    PICK,
    RESPOND,
    Act,
    Ask,
    State,
    is_automaton,
    ref,
    seat_order,
)
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import board, values
from fadenet.games.fade.opponents import aim
from fadenet.games.fade.opponents.aim import NO_HP, Preference
from fadenet.games.fade.typed import FadeRules, Opponent, rules_of


def standing(s: State) -> list[int]:
    """The Raiders on the field, by column."""
    there = [h for h in s.zones[(s.seats - 1) * t.NZ + t.FRONT] if is_raider(s, h)]
    return sorted(there, key=lambda h: s.num[t.CELL][h])


def is_raider(s: State, h: int) -> bool:
    """Whether a card is one."""
    return rules_of(s).cards[s.code[h]].keywords[t.K_RAIDER] > 0


def column(s: State, h: int) -> int:
    """The column in which a card stands, from 1 on, 0 = in none."""
    cell = s.num[t.CELL][h]
    return (cell - 1) % rules_of(s).grid.width + 1 if cell else 0


def quarry(s: State, h: int) -> int:
    """The seat of the Player whom a Raider attacks in this round (fade2 raider.target-player)."""
    left = [seat for seat in seat_order(s, s.vars[t.V_FIRST]) if not is_automaton(s, seat)]
    return left[(s.vars[t.V_ROUND] + column(s, h) - 2) % len(left)]


def next_quarry(s: State, h: int) -> int:
    """The `quarry` of a Raider for all to see, -1 for any other card, and before and after the match."""
    return quarry(s, h) if s.turn and not s.over and h in rules_of(s).opponent.standing(s) else -1


def _rank(s: State, raider: int, h: int) -> Preference:
    """The place of a target among others: on the side of whom it attacks in this round, then of those after
    that one; by the groups of the Combat Zone Order; the fewest HP (fade2 raider.target-character).
    """
    seat, order = _side(s, h), seat_order(s, quarry(s, raider))
    after = order.index(seat) if seat in order else len(order)
    there = h <= s.seats or s.zone[h] % t.NZ in (t.FRONT, t.BACKUP)
    return (
        after,
        _group(s, h),
        values.hp(s, h) if there else NO_HP,
        column(s, h),
        s.num[t.CELL][h],
        s.stamp[h],
    )


def _group(s: State, h: int) -> int:
    """The number of its group in the Combat Zone Order; a Player comes after all Characters."""
    groups = rules_of(s).policies.zone_order
    for n, (row, foremost) in enumerate(groups):
        if h > s.seats and s.zone[h] % t.NZ == row and (not foremost or board.is_foremost(s, h)):
            return n
    return len(groups)


def _next_move(s: State) -> Move:
    """The next move of the Raiders: by column, each first activates abilities, then makes Normal Attacks."""
    seat = s.active
    found = verbs_of(s).listed(s, seat, {}, t.CASTING)
    for h in standing(s):
        mine = [move for move in found if move[1] == h]
        move = _activation(s, h, mine) or _attack(s, h, mine)
        if move:
            return move
    return (t.V_END,)


def _activation(s: State, h: int, mine: list[Move]) -> Move:
    """The first of its activated abilities that it has not used this turn; none after its first Attack."""
    if marked(s, t.P_TURN, t.MK_NORMAL, ref(s, h)):
        return ()
    ranked: list[tuple[int, int, list[Preference], Move]] = []
    for move in mine:
        if move[0] != t.V_ACTIVATE or aim.activated(s, move):
            continue
        ability, _, line = aim.ability_of(s, move)
        aims = aim.aims_of(ability) if ability is not None else ()
        if all(aim.on_its_side(s, s.active, x, k) for x, k in zip(aims, line, strict=False)):
            named = split(move).named
            ranked.append((named.get(t.KEY_N, 1), -len(line), [_rank(s, h, k) for k in line], move))
    return min(ranked)[3] if ranked else ()


def _attack(s: State, h: int, mine: list[Move]) -> Move:
    """A Normal Attack on the side of whom it attacks in this round."""
    at = quarry(s, h)
    attacks = [move for move in mine if move[0] == t.V_ATTACK and _side(s, move[2]) == at]
    return min(attacks, key=lambda move: _rank(s, h, move[2]), default=())


def _side(s: State, h: int) -> int:
    """The seat on whose side something stands that can be attacked."""
    return h - 1 if h <= s.seats else s.zone[h] // t.NZ


def _are_met(s: State) -> bool:
    """Whether any Raider was agreed on; else their seat is out (fade2 raider.agreement)."""
    return s.seats - 1 not in s.out


class Raiders(Opponent):
    """One to four Raiders, in one common turn after the Players'."""

    seats = 1
    is_last = True  # fade2 raider.players-respond
    phases: Sequence[int] = (t.STARTING, t.COMBAT, t.ENDING)  # fade2 raider.turn

    def standing(self, s: State) -> list[int]:
        return standing(s)

    def includes(self, s: State, h: int) -> bool:
        return is_raider(s, h)

    def named(self, rules: FadeRules, deck_of: Callable[[str], Sequence[int]]) -> None:
        """The Players bring them; there is one at least. Raises `WrongInput`."""
        slugs = rules.options["raiders"].split(",") if "raiders" in rules.options else ()
        self.brought = rules.brought(slugs, "Raider", lambda card: card.keywords[t.K_RAIDER])
        there = [rules.cards[code].name for code in self.brought if code]
        if not there:
            raise WrongInput("name a Raider to fight")
        rules.ownerless = ((), ())
        rules.automaton_names = (there[0] if len(there) == 1 else "The Raid",)

    def listening(self, test: Test) -> Test:
        """Their turn passes it as that of one of them (fade2 raider.player-words).

        They are the enemy Players, but the event is about the body of their seat.
        """

        def theirs(s: State, act: Act) -> bool:
            if test(s, act):
                return True
            event, h, *more = act[A_EVENT]
            there = standing(s) if h == s.seats else ()
            if not there:
                return False
            of_one = [*act]
            of_one[A_EVENT] = (event, there[0], *more)
            return test(s, of_one)

        return theirs

    def side(self, s: State, seat: int) -> int:
        """All Players are one team against them (fade2 raider.purpose). If none is agreed on their seat is
        out, and each Player is for themselves (fade2 raider.agreement).
        """
        return int(is_automaton(s, seat)) if _are_met(s) else seat

    def is_nobody(self, s: State, h: int) -> bool:
        return h == s.seats

    def over(self, s: State, fallen: Collection[int] = ()) -> str:
        """The last one is destroyed (fade2 raider.win)."""
        return reasons.RAIDERS_GONE if _are_met(s) and {*standing(s)} <= {*fallen} else ""

    def join(self, s: State, code: int) -> None:
        """It comes to the first free Character Zone, with the Counters that it brings (fade2 raider.side)."""
        seat = s.seats - 1
        cell = board.free(s, seat, t.FRONT)[0]
        (h,) = atoms.grow(s, seat, -1, 1)
        atoms.open_card(s, h, code)
        atoms.move(s, h, seat * t.NZ + t.FRONT, 1)
        board.put(s, h, cell)
        card = rules_of(s).cards[code]
        brings = [
            *zip(t.COUNTER_COLUMNS.values(), card.counters, strict=True),
            (t.POWER, card.keywords[t.K_CARRIER]),
        ]
        for kind, n in brings:
            if n:
                atoms.put(s, kind, h, n)

    def enter(self, s: State, seat: int) -> None:
        atoms.show_body(s, seat)

    def act(self, s: State) -> None:
        s.ans = (_next_move(s),)

    def draws(self, s: State, seat: int, n: int, act_id: int) -> bool:
        """They have neither Hand nor Deck (fade2 raider.turn)."""
        return is_automaton(s, seat)

    def searches(self, s: State, act: Act, predicate: int, n: int) -> None:
        """There is nothing to be searched."""

    def answers(self, s: State, ask: Ask) -> list[Move]:
        """The choices that a Raider's text leaves open: it does all that it may, or takes the first way
        (fade2 raider.choices).
        """
        if ask.kind == RESPOND:
            return [PASS_MOVE]
        if ask.kind in (CONFIRM, PAY):
            return [YES_MOVE]
        there = options(s, ask.seat, {})
        picks = [move[1] for move in there if ask.kind == PICK and move[0] == V_PICK]
        if not picks:
            return there[:1]
        record, purpose = aim.picking(s, ask, picks)
        if purpose is not None:
            picks = [h for h in picks if aim.on_its_side(s, ask.seat, purpose, h)]
        by = record[A_SRC] & HANDLE_MASK
        chosen = min(picks, key=lambda h: _rank(s, by, h), default=0)
        return [(V_PICK, chosen) if chosen else DONE_MOVE if DONE_MOVE in there else there[0]]
