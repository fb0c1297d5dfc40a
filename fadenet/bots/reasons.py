"""Why a move is good, in a sentence: what it gains if nobody answers, and what it leaves open to others.

Two states are compared, the one before the move (for an answer, the one that a pass leads to) and the one to
which it leads on a copy that knows no more than the seat does, with the quietest answer of everybody (see
`lookahead`). Where somebody else might answer, that is said, and so is what hangs on chance. A move whose
gain no figure shows has a purpose (see `purposes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from fadenet.bots import lookahead
from fadenet.bots.base import Prospect, Thought
from fadenet.bots.purposes import purpose
from fadenet.bots.sides import Fighter, Sides, lead_said, side_of
from fadenet.engine import kernel, needs
from fadenet.engine.kernel import NO_MOVE, PASS_MOVE
from fadenet.engine.kit.series import Series, wins
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, OPEN, TAKE, TOSS, State
from fadenet.games.fade.typed import FadeRules
from fadenet.table.view import SeatView

GAINS_MAX = 3
RESTS_MAX = 256
ALONE = "there is nothing else to do"
TASTE = "a matter of taste"
KEPT = "what could be done here is not worth what it costs"
ENDS = "nothing that can be done now makes the position better"
EITHER_WAY = "the game is won either way"
UNLESS, IF_CHANCE = " unless answered", ", if chance has it so"
WINS, LOSES, DRAWS = "wins the game", "loses the game", "ends the game with no winner"
SAVES = "saves the game"
FELLED = {"fade": "knocks out", "terrene": "defeats", "prelude": "kills"}
Called = Callable[[int], str]
"""The name of a card on the field, by its handle."""


class Led(NamedTuple):
    """To what a move leads: the state; whether somebody of another side might have answered; whether it hangs
    on what nobody here can know."""

    state: State
    answered: bool
    guessed: bool


def reason(seat: SeatView, move: Move, called: Called) -> str:
    """Why a move is good, in a sentence without its end."""
    s, ask = seat.state, seat.ask
    assert ask is not None
    options = seat.options()
    if len(options) == 1:
        return ALONE
    if not s.turn:
        return TASTE
    if move in (PASS_MOVE, NO_MOVE):
        return KEPT
    answers = PASS_MOVE in options
    led = _after(seat, move)
    before, after = _after(seat, PASS_MOVE).state if answers else s, led.state
    unless = UNLESS * led.answered + IF_CHANCE * led.guessed
    if decided := _decided(s, after, seat.index):
        return f"{decided}{unless}"
    if decided := _decided(s, before, seat.index):  # its figures are those of no game, or of the next one
        return EITHER_WAY if decided in ("wins", WINS) else f"{SAVES}{unless}"
    then, now = ([side_of(state, e) for e in range(state.seats)] for state in (before, after))
    gains = [text for _, text in sorted(_gains(seat, (before, after), then, now, answers))]
    fears = _fears(seat, after, now, called) if ask.kind == ACT else ""
    ends = ask.kind == ACT and len(move) == 1 and not gains
    said = ", ".join(gains[:GAINS_MAX]) + unless if gains else ENDS if ends else purpose(seat, move)
    return f"{said}; {fears}" if fears else said


def foreseen(thought: Thought | None) -> str:
    """The outlook of a search in a clause: how it stands at the seat's next turn in the worlds that were
    played out, against now and against the next best move; "" if nothing was searched."""
    if thought is None or thought.outlook is None:
        return ""
    now, best, other = thought.outlook
    said = f"{_prospect(best)} (now {lead_said(now)})" if best.ahead != now else _prospect(best)
    beside = f"; with the next best move {_prospect(other)}" if other != best else ""
    return f"after the likely answer {said}{beside}; the {thought.text}"


def _prospect(one: Prospect) -> str:
    """How it stands after a move, in words."""
    kinds = (("won", one.won), ("lost", one.lost))
    ends = [f"the game is {word} in {n} of {number_of(one.worlds, 'world')}" for word, n in kinds if n]
    if one.won + one.lost < one.worlds:
        ends.append(f"{'else ' * bool(ends)}you are {lead_said(one.ahead)}")
    return ", ".join(ends)


def _decided(s: State, later: State, me: int) -> str:
    """How the game of `s`, or the whole match, has ended for a seat in a later state, "" if it goes on."""
    if later.over:
        places = later.over[0]
        return "wins" if places[me] < max(places) else "ends the match"
    rules = rules_of(s)
    if Series not in rules.parts:
        return ""
    games = rules.part(Series).games
    if later.vars[games] == s.vars[games]:
        return ""
    before, after, mine = wins(s), wins(later), s.rules.side(s, me)
    return WINS if after[mine] > before[mine] else DRAWS if after == before else LOSES


def _after(seat: SeatView, move: Move) -> Led:
    """The state at the next free choice of anybody, as far as guesses lead."""
    s, me = seat.state.clone(), seat.index
    answered = guessed = False
    if not s.rules.automata:  # the own side lets it happen
        own = [who for who in range(s.seats) if s.rules.side(s, who) == s.rules.side(s, me)]
        s.passes = tuple((who, -1, lookahead.TURN_MAX) for who in own)
    kernel.play(s, me, move, seat.opened(move))
    for _ in range(RESTS_MAX):
        if s.over or not s.turn:
            break
        if s.needs:
            guessed = guessed or any(want.kind in (TOSS, OPEN, TAKE) for want in s.needs)
            needs.supply(s, [lookahead.guess(s, seat, want) for want in s.needs])
            continue
        a = next(a for a in s.asks if kernel.ask_of(s, a.seat))
        answer = None if a.kind == ACT else lookahead.quiet_answer(s, seat, a)
        if answer is None:
            break
        answered = answered or s.rules.side(s, a.seat) != s.rules.side(s, me)
        kernel.play(s, a.seat, answer, lookahead.shown(s, seat, answer))
    return Led(s, answered, guessed)


def _gains(
    seat: SeatView,
    states: tuple[State, State],
    before: Sequence[Sides],
    after: Sequence[Sides],
    answers: bool,
) -> Iterator[tuple[int, str]]:
    """The gains of a seat, each with its place among the others.

    states: those that are compared. answers: `before` is what a pass leads to, so that what is better has
    been spared.
    """
    me, s = seat.index, states[1]
    for e in range(s.seats):
        foe, lost = s.rules.side(s, e) != s.rules.side(s, me), before[e].life - after[e].life
        for h, then in before[e].fighters.items():
            yield from _changed(states, seat, h, then, after[e].fighters.get(h), foe)
        if foe and lost > 0:
            yield 1, f"{lost} damage to p{e + 1}: {after[e].life} left"
        elif e == me and lost < 0:
            yield 1, f"spares you {-lost} damage" if answers else _mended(s, -lost)
    for h, one in after[me].fighters.items():
        if h not in before[me].fighters:
            name = _name(seat, states, h) or "a hidden Character"
            yield (
                (1, f"saves {name}")
                if answers and _stands(seat.state, h)
                else (2, f"brings {name}, who hits for {one.blow}")
            )
    for name, n in after[me].counts.items():
        if n > before[me].counts.get(name, 0):
            yield 4, f"+{n - before[me].counts.get(name, 0)} {name}"


def _changed(
    states: tuple[State, State], seat: SeatView, h: int, then: Fighter, now: Fighter | None, foe: bool
) -> Iterator[tuple[int, str]]:
    """The gains of a seat by what has become of one that fights, each with its place. foe: that is another
    side's."""
    name = _name(seat, states, h) or "a hidden card"
    if foe and now is None and _stands(seat.state, h):
        yield 0, f"{_felled(states[1], h)} {name}"
    elif foe and now is None:
        yield 0, f"keeps {name} off the field"
    elif now is not None and foe and now.left < then.left:
        yield 2, f"{then.left - now.left} damage to {name}: {now.left} left"
    elif now is not None and not foe and now.left > then.left:
        yield 3, f"spares {name} {now.left - then.left} damage"
    if now is not None and (now.blow < then.blow if foe else now.blow > then.blow):
        yield 3, f"{name} hits for {now.blow} in place of {then.blow}"


def _stands(s: State, h: int) -> bool:
    """Whether a card lies on the field; one that an effect has yet to make does not."""
    return h < len(s.zone) and s.zone[h] >= 0 and bool(s.rules.on_field[s.zone[h]])


def _name(seat: SeatView, states: Iterable[State], h: int) -> str:
    """The name of a card of one of these states, as far as it is known there or to the seat, else ""."""
    codes = [s.code[h] for s in (seat.state, *states) if h < len(s.code)]
    code = next(filter(None, codes), seat.known.get(h, 0))
    return str(seat.state.rules.cards[code].name)


def _mended(s: State, n: int) -> str:
    """The words of the game's book for a Player that has HP again (fade1 value.hp-maximum)."""
    rules = rules_of(s)
    gains = isinstance(rules, FadeRules) and rules.edition.damage.heals == "gain"
    return f"you gain {n} HP" if gains else f"heals you by {n}"


def _felled(s: State, h: int) -> str:
    """How somebody is called who has left the field."""
    rules = rules_of(s)
    lies = s.zone[h] >= 0 and rules.zone_letters[rules.zone_kind(s.zone[h])] == "x"
    return FELLED[rules.descriptor.family] if lies else "removes"


def _fears(seat: SeatView, s: State, after: Sequence[Sides], called: Called) -> str:
    """The words for the best of the seat's own that one blow of the other side can fell; "" = none can be."""
    foes = [e for e in range(s.seats) if s.rules.side(s, e) != s.rules.side(s, seat.index)]
    blows = [(one.blow, h) for e in foes for h, one in after[e].fighters.items()]
    blow, by = max(blows, default=(0, 0))
    mine = [(one.blow, h) for h, one in after[seat.index].fighters.items() if one.open and one.left <= blow]
    if not mine:
        return ""
    _, h = max(mine)
    own, foe = (called(k) if k < len(seat.state.code) else _name(seat, (s,), k) for k in (h, by))
    return f"leaves {own} open to {foe} ({blow})"
