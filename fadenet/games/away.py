"""Passes for a seat that is away while others have their turns, by the cards that it has.

The meaning of a row stands in `fadenet.engine.standing`. All of them are public.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from fadenet.engine.policies import ATTACKED, TOUCHED, UNTOUCHED
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.standing import LEAST_MAX, away
from fadenet.engine.state import ACT, Ask, Known, State

StandingRows = tuple[tuple[int, int], ...]

ANSWERS: Final = ("answer", "immediate")
"""The windows in which an action of somebody is answered."""
MOMENTS: Final = ("gap", "phase")
"""Those between actions."""
SHOWS: Final = ("show",)
"""The one in which a hidden card is used for what happened."""
DEFENCES: Final = ("block", "guard", "defence")
"""Those in which an attack is met by what lies open."""
MEETING: Final = {
    "block": "block with whoever takes least and lives, else with the lowest LV, but not with your last one",
    "defence": "parry and evade as long as an attack would hurt",
}
"""The windows in which a game has a rule for meeting attacks (`Stakes.meet`), and that rule."""
BETWEEN: Final = "; between actions, pass up to your next free choice"
"""The end of each sentence."""


class OfferedPass(NamedTuple):
    """Passes that a player may say for the time until its next turn, and what they are, as it is told."""

    sentence: str
    rows: StandingRows


def offers(s: State, seat: int, known: Known) -> list[OfferedPass]:
    """The passes that a seat may be offered as it ends its turn, those first that let most be asked.

    Each passes between actions as well, up to the seat's next free choice. known: its hidden cards; by these
    what it has nothing for is told apart. The sentences say all that is passed on.
    """
    rules = rules_of(s)
    met = [name for name in DEFENCES if name in rules.windows and is_ready(s, seat, known, name)]
    found = [pass_until(s, seat, TOUCHED), pass_until(s, seat, ATTACKED)]
    if n := rules.descriptor.slight:
        found.append(pass_until(s, seat, ATTACKED + n + 1))
    if not any(is_ready(s, seat, known, name) for name in (*ANSWERS, *SHOWS)):
        but = f"all but {_listed([f'{name}s' for name in met])}" if met else "everything until your turn"
        sentence = f"Pass on {but}, as you have nothing to use{BETWEEN}."
        found.append(OfferedPass(sentence, passes(s, seat, None, asked=met)))
    for name in set(met).intersection(MEETING):
        rows = (
            *passes(s, seat, ATTACKED, asked=[name]),
            away(mask(rules, [name]), own_turn(s, seat) - 1, meet=True),
        )
        found.append(OfferedPass(f"Pass until you are attacked, and {MEETING[name]}{BETWEEN}.", rows))
    return [*found, pass_all(s, seat, bool(met))]


def further(s: State, seat: int, known: Known, window: int) -> list[OfferedPass]:
    """The passes that a seat may be offered as it passes in a window of another's turn: on all that is no
    more to it than this, and on everything."""
    rules = rules_of(s)
    least = max(rules.stakes.stake(s, seat, window) + 1, TOUCHED)
    met = any(name in rules.windows and is_ready(s, seat, known, name) for name in DEFENCES)
    return [pass_until(s, seat, least)] * (least < LEAST_MAX) + [pass_all(s, seat, met)]


def pass_until(s: State, seat: int, least: int) -> OfferedPass:
    """The offer to pass up to a stake."""
    more = least - ATTACKED
    what = "you are attacked" if more >= 0 else "something comes to you or yours"
    much = f" with {more} or more" if more > 0 else ""
    return OfferedPass(f"Pass until {what}{much}{BETWEEN}.", passes(s, seat, least))


def pass_all(s: State, seat: int, met: bool) -> OfferedPass:
    """The offer to pass whatever comes. met: attacks could be met by what lies open."""
    through = ", and let every attack through" if met else ""
    return OfferedPass(f"Pass on everything until your turn{through}{BETWEEN}.", passes(s, seat, None))


def passes(s: State, seat: int, least: int | None, asked: Iterable[str] = ()) -> StandingRows:
    """Rows by which a seat passes between actions up to its next free choice, and until its turn wherever its
    stake is below `least`, None = whatever it is. asked: the windows in which it is asked all the same."""
    turn = own_turn(s, seat)
    rest = mask(rules_of(s), {*ANSWERS, *SHOWS, *DEFENCES} - {*asked})
    return away(mask(rules_of(s), MOMENTS), turn), away(rest, turn - 1, least)


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def sensible(s: State, seat: int, known: Known, passed: int = UNTOUCHED) -> StandingRows:
    """The passes of a bot up to its next free choice; those on showing cards, which may be drawn ones, end
    before its turn. known: its hidden cards; passed: the stake on which it passes just now.

    It passes between actions, and wherever nothing that the seat has could be used; elsewhere on all but
    attacks on something of its own that are worth an answer, and harder than one on which it has passed. It
    blocks and defends by the rule of the game.
    """
    rules, turn = rules_of(s), own_turn(s, seat)
    asked = {name for name in (*ANSWERS, *SHOWS, *DEFENCES) if is_ready(s, seat, known, name)}
    never = {*ANSWERS, *DEFENCES, *MOMENTS} - asked
    worth = max(ATTACKED + rules.descriptor.slight, passed) + 1
    rows = (
        (mask(rules, never), turn),
        (mask(rules, {*SHOWS} - asked), turn - 1),
        (mask(rules, asked.intersection(ANSWERS)), turn, worth),
        (mask(rules, asked.intersection(SHOWS)), turn - 1, worth),
        (mask(rules, asked.intersection(DEFENCES)), turn - 1, None, True),
    )
    return tuple([away(*row) for row in rows if row[0]])


def on_own(s: State, ask: Ask, move: Move) -> StandingRows | None:
    """The passes that a seat has said, and one on this move of its own: as long as nobody answers, and up to
    its next free choice. Else an entry with a pass follows each move. None: the turn ends, or it is set-up.
    """
    if not s.turn or ask.kind != ACT or ask.sealed or move == s.rules.end_move:
        return None
    return _besides(s, ask.seat, [away(mask(rules_of(s), ANSWERS), s.turn, TOUCHED)])


def ahead(s: State, seat: int, off: int, mine: int) -> StandingRows | None:
    """The passes that a seat has said, and those by which its node passes anyway in the turns of others.
    None: all of these are among those.

    off: the windows in which it passes, as bits; mine: those in which it does as long as nothing comes to it.
    """
    turn, moments = own_turn(s, seat), mask(rules_of(s), MOMENTS)
    rows = (off & moments, turn, None), (off & ~moments, turn - 1, None), (mine, turn - 1, TOUCHED)
    return _besides(s, seat, [away(*row) for row in rows if row[0]])


def _besides(s: State, seat: int, rows: Sequence[tuple[int, int]]) -> StandingRows | None:
    """The rows of a seat that still hold, and these behind them; None = all of them are there."""
    said = [(windows, until) for who, windows, until in s.passes if who == seat and until >= s.turn]
    new = [row for row in rows if row not in said]
    return (*said, *new) if new else None


def may_answer(s: State, seat: int, known: Known) -> bool:
    """Whether a seat may come to answer a link with what it has now."""
    return any(is_ready(s, seat, known, name) for name in ANSWERS)


def is_ready(s: State, seat: int, known: Known, name: str) -> bool:
    """Whether a seat may come to use something in windows of this name (`Stakes.ready`)."""
    rules = rules_of(s)
    return name in rules.windows and rules.stakes.ready(s, seat, known, rules.windows.index(name))


def mask(rules: Rules, names: Iterable[str]) -> int:
    """The bits of these windows, as far as a game has them."""
    return sum(1 << rules.windows.index(name) for name in names if name in rules.windows)


def own_turn(s: State, seat: int) -> int:
    """The number of the seat's next turn, as far as it can be foreseen; in set-up that of the second turn."""
    if not s.turn:
        return 2
    ahead, other = 1, s.rules.next_seat(s, s.active)
    while other != seat and ahead < s.seats:
        ahead += other not in s.out
        other = s.rules.next_seat(s, other)
    return s.turn + ahead
