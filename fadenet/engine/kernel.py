"""The loop that runs frames until the match rests, and the handful of calls by which a match goes on.

Theory of operation. A state holds a stack of frames: tuples of a number and its arguments. `run` takes the
last one and calls the function of that number, which may change the state through atoms, push further
frames, and ask or need something. The match rests in exactly three ways: named seats owe an answer
(`s.asks`), the table owes values (`s.needs`), or it is over (`s.over`). A function that asks or needs
something first pushes the frame that goes on with the answer: it finds the answers in `s.ans` (in the order
of the asks) and the values in `s.got` (in the order of the needs). All that are owed at one rest are
answered before anything runs, so every replica passes through the same states.

Nothing here knows where answers and values come from: a person, a bot, the network, a record or a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from fadenet.engine import atoms
from fadenet.engine.acts import A_SRC
from fadenet.engine.choices import WHOLE, Bunch, Choices
from fadenet.engine.errors import Illegal, IllegalMove, WrongInput
from fadenet.engine.looking import looked_at
from fadenet.engine.rules import Rules, rules_of
from fadenet.engine.standing import is_back
from fadenet.engine.state import (
    ACT,
    AMOUNT,
    COLUMNS,
    CONFIRM,
    EVERY_PART,
    HANDLE_MASK,
    MODE,
    OPEN,
    ORDER,
    PAY,
    PICK,
    RESPOND,
    TOSS,
    Ask,
    Frame,
    InForce,
    Known,
    Move,
    Row,
    State,
    TableNeed,
    is_automaton,
)

# More frames between two rests are endless repetition: the game says what comes of it.
FRAMES_PER_STEP: Final = 200_000
WORK_PER_STEP: Final = 50_000
"""The same where cards of sets are played with, of which nobody knows what they come to: see `_work`."""
CHARACTERS_A_UNIT: Final = 40
MODS_A_UNIT: Final = 8
DEPENDING_UNITS: Final = 20  # of a continuous effect that depends on values, others being one
F_RUN: Final = 0
"""The frame that carries out an instruction of an act's program, see `chain.f_run`."""
LINKS_MAX: Final = 4_096
ARGUMENTS_MAX: Final = 256  # of a move
NUMBER_MAX: Final = 10**9  # the size of a number in a move

# Moves that every game has. A game's own verbs are numbered from len(VERBS) on.
VERBS: Final[tuple[str, ...]] = ("pass", "pick", "done", "yes", "no", "mode", "concede")
V_PASS: Final = 0
V_PICK: Final = 1
V_DONE: Final = 2
V_YES: Final = 3
V_NO: Final = 4
V_MODE: Final = 5
V_CONCEDE: Final = 6

PASS_MOVE: Final[Move] = (V_PASS,)
DONE_MOVE: Final[Move] = (V_DONE,)
YES_MOVE: Final[Move] = (V_YES,)
NO_MOVE: Final[Move] = (V_NO,)
CONCEDE_MOVE: Final[Move] = (V_CONCEDE,)

_KINDS_OF_VERB: Final = {
    V_PASS: (RESPOND,),
    V_PICK: (PICK, ORDER),
    V_DONE: (PICK,),
    V_YES: (CONFIRM, PAY),
    V_NO: (CONFIRM, PAY),
    V_MODE: (MODE, AMOUNT),
}


def setup(rules: Rules, players: int, people: Sequence[int] | None = None) -> State:
    """A new match for this number of players, at its first rest. Nothing random happens in here.

    Automata sit behind the players. people: the seats that persons play, all if left out. Raises `WrongInput`
    for a number of players that the game is not for.
    """
    if players not in rules.seat_counts:
        counts = " or ".join(str(n) for n in rules.seat_counts)
        raise WrongInput(f"{rules.format} is for {counts} players, not {players} [{rules.cites['players']}]")
    s = blank(rules, players + rules.automata)
    for seat in range(s.seats):
        atoms.grow(s, seat, -1, 1)
    rules.automaton.seat_kinds(s, range(players) if people is None else people)
    rules.course.begin(s)
    run(s)
    return s


def blank(rules: Rules, seats: int) -> State:
    """A state in which nothing is yet, not even the bodies of seats: `setup` and loading begin with it."""
    if not rules.hearers:
        rules.hearers = [rules.hearers_of(event) for event in range(len(rules.events))]
    s = State.__new__(State)
    s.rules = rules
    s.seats = seats
    for name in COLUMNS:
        setattr(s, name, [0])
    s.num = [[0] for _ in range(rules.numbers)]
    s.zones = [()] * (rules.zones_per_seat * seats)
    s.pool = [()] * (rules.decks_per_seat * seats)
    s.kids = {}
    s.frames, s.events, s.witnesses = [], [], ()
    s.acts, s.marks, s.answers = {}, {}, {}
    s.chain = s.queue = s.mods = s.passes = s.out = s.asks = s.needs = s.ans = s.got = s.over = s.peeked = ()
    s.vars = (0,) * rules.scalars
    s.index, s.indexing = None, False
    s.counted, s.packed = b"", []
    s.shared = s.kept = 0
    s.stale = EVERY_PART
    s.periods = -1
    s.active = s.turn = s.phase = s.next_id = 0
    return s


def run(s: State) -> None:
    """Run frames until the match rests; the asks of a seat that is out are answered by default."""
    frames = s.frames
    table = s.rules.frames
    weighed = bool(rules_of(s).sets)
    while True:
        left = WORK_PER_STEP if weighed else FRAMES_PER_STEP
        while left >= 0:
            while s.asks and not s.needs and not s.over:
                if s.out or s.rules.automata:
                    _answer_for_absent(s)
                if len(s.answers) < len(s.asks):
                    return
                _take_answers(s)
            if s.needs or s.over or not frames:
                return
            frame = frames.pop()
            left -= _work(s, frame) if weighed else 1
            size = len(frame)
            if size == 1:
                table[frame[0]](s)
            elif size == 2:
                table[frame[0]](s, frame[1])
            elif size == 4:
                table[frame[0]](s, frame[1], frame[2], frame[3])
            else:
                table[frame[0]](s, *frame[1:])
        rules_of(s).course.endless(s)


def _work(s: State, frame: Frame) -> int:
    """How much a frame takes to carry out at the most, in units of about 10 microseconds.

    It depends on what is public alone: how much the card says whose instruction it is, the continuous effects
    in force, and the changes with an end.
    """
    work = 1 + _weight(s.rules.index_of(s)) + len(s.mods) // MODS_A_UNIT
    if frame[0] == F_RUN:
        card = s.rules.cards[s.code[s.acts[frame[1]][A_SRC] & HANDLE_MASK]]
        work += len(card.text) // CHARACTERS_A_UNIT
    return work


def _weight(index: InForce) -> int:
    """How much it takes to work out what the continuous effects in force change."""
    if _weight not in index.memo:
        depends = [ability.static.asks for line in index.statics.values() for _, ability in line]
        index.memo[_weight] = len(depends) + (DEPENDING_UNITS - 1) * sum(depends)
    return index.memo[_weight]  # type: ignore[no-any-return]


def step(s: State) -> None:
    """Carry out the next frame and no more."""
    number, *arguments = s.frames.pop()
    s.rules.frames[number](s, *arguments)


def _answer_for_absent(s: State) -> None:
    """Answer for automata, and by default for seats that are out."""
    for a in s.asks:
        seat = a.seat
        if seat in s.answers:
            continue
        if seat in s.out:
            s.answers[seat] = default_answer(s, seat, {})
        elif is_automaton(s, seat):
            ways = rules_of(s).automaton.answers(s, a)
            if len(ways) == 1:
                s.answers[seat] = ways[0]
            else:
                need(s, TOSS, -1, seat, 0, (len(ways),))


def _take_answers(s: State) -> None:
    """All have answered: the frames find it in `s.ans`; if any gave up or ran out of time, the others are
    asked anew."""
    answers, s.answers = s.answers, {}
    rules, moves = s.rules, answers.values()
    if CONCEDE_MOVE not in moves and rules.timeout not in moves:
        s.ans = tuple([answers[a.seat] for a in s.asks] if len(answers) > 1 else answers.values())
        s.asks = ()
        return
    for seat, move in sorted(answers.items()):
        if move in (CONCEDE_MOVE, rules.timeout) and not s.over:
            rules_of(s).course.lose(s, seat, rules.cites["leaving" if move == CONCEDE_MOVE else "time"])


_named: Final = tuple.__new__  # makes a row in half the time that its own constructor takes


def ask(
    s: State,
    seat: int,
    kind: int,
    many: tuple[int, int] = (0, 0),
    picker: int = 0,
    data: tuple[int, ...] = (),
    sealed: int = 0,
) -> None:
    """Owe an answer of `seat`. many: at least and at the most so many, or from which number to which. picker
    and data say where the options come from, never what they are."""
    lo, hi = many
    s.next_id += 1
    s.asks += (_named(Ask, (s.next_id, seat, kind, lo, hi, 0, sealed, picker, data)),)
    if kind == ACT and s.passes:
        is_back(s, seat)


def invite(s: State, seat: int, window: int, data: tuple[int, ...] = (), sealed: int = 0) -> None:
    """Owe an answer of `seat` to a round of asking, or that it passes."""
    s.next_id += 1
    s.asks += (_named(Ask, (s.next_id, seat, RESPOND, 0, 0, window, sealed, 0, data)),)


def need(s: State, kind: int, who: int, deck: int, n: int, items: tuple[int, ...]) -> None:
    """Owe a value of the table: see the notes at `needs.supply`.

    A need of an automaton is owed by everybody. Nothing is shown to an automaton alone: it knows no secrets.
    """
    if s.rules.automata:
        if kind == OPEN and is_automaton(s, n):
            return
        if is_automaton(s, who):
            who = -1
    s.next_id += 1
    s.needs += (_named(TableNeed, (s.next_id, kind, who, deck, n, items)),)


def ask_of(s: State, seat: int) -> Ask | None:
    """The ask that a seat still owes at this rest."""
    if seat in s.answers:
        return None
    for a in s.asks:
        if a.seat == seat:
            return a
    return None


def options(s: State, seat: int, known: Known) -> list[Move]:
    """Every legal answer of a seat, in canonical order, given what that seat privately knows."""
    return choices(s, seat, known).listed()


def choices(s: State, seat: int, known: Known) -> Choices:
    """The same answers, none of them made yet: how many there are, and each by its number in `options`."""
    a = ask_of(s, seat)
    if a is None:
        return Choices(())
    kind = a.kind
    if kind in (ACT, RESPOND):
        return Choices(looked_at(s, rules_of(s).moves.bunches, a, known))
    if kind in (CONFIRM, PAY):
        return Choices(((WHOLE, 0, (YES_MOVE, NO_MOVE)),))
    if kind in (MODE, AMOUNT):
        return Choices(((V_MODE, 0, [(0, n) for n in range(a.lo, a.hi + 1)]),))
    found: list[Bunch] = [(V_PICK, 0, candidates(s, a, known))]
    if kind == PICK and a.lo <= 0:
        found.append((WHOLE, 0, (DONE_MOVE,)))
    return Choices(found)


def pick(s: State, seat: int, known: Known, dice: Callable[[int], int]) -> Move:
    """One of these answers, of which there is at least one, as likely as any other.

    dice: draws evenly one of so many numbers, from 0 on.
    """
    there = choices(s, seat, known)
    return there[dice(len(there))]


def candidates(s: State, a: Ask, known: Known) -> list[int]:
    """The choices of a `pick` or `order` ask: handles, or the stamps of queue rows as negative ints."""
    return s.rules.pickers[a.picker](s, a.seat, known, *a.data)


def default_answer(s: State, seat: int, known: Known) -> Move:
    """The answer for a seat whose time has run out.

    It passes where it may and ends its free choice, declines what is optional, and takes the first of what
    must be chosen; in a game that says `newest_first`, of cards that lie together the one that came last. The
    seat must be asked.
    """
    rules = rules_of(s)
    a = ask_of(s, seat)
    assert a is not None
    kind = a.kind
    if kind == RESPOND:
        return rules.moves.foregone(s, seat, known)
    if kind == ACT:
        return rules.end_move
    if kind in (CONFIRM, PAY):
        return NO_MOVE
    if kind == PICK and a.lo <= 0:
        return DONE_MOVE
    moves = options(s, seat, known)
    first = moves[0]
    if kind != PICK or first[1] <= s.seats or not rules.newest_first:
        return first
    h = first[1]
    line = s.kids[s.host[h]] if s.host[h] else s.zones[s.zone[h]]
    return max((m for m in moves if m[1] in line), key=lambda m: line.index(m[1]))


def check(s: State, seat: int, move: object, opened: Sequence[tuple[int, int]] = ()) -> Illegal | None:
    """Why a move is refused, or None. opened: (handle, code) of every card that the move shows."""
    a = ask_of(s, seat)
    if a is None:
        return Illegal(rules_of(s).course.unasked(s, seat), "no answer of this seat is asked for now")
    if not is_move(s, move):
        return Illegal(rules_of(s).course.unasked(s, seat), "that is no move")
    assert isinstance(move, tuple)
    if opened != () and not _may_open(s, move, opened):
        return Illegal(
            rules_of(s).course.unasked(s, seat), "a move shows the hidden cards that it uses, and no others"
        )
    if move in (CONCEDE_MOVE, s.rules.timeout):
        return None
    shown = []
    for h, code in opened:
        if not s.code[h]:
            atoms.peek_code(s, h, code)
            shown.append(h)
    reason = _refusal(s, a, seat, move)
    if shown:
        atoms.hide_codes(s, shown)
    return reason


def is_move(s: State, move: object) -> bool:
    """Whether this is a verb with handles, links and numbers that exist, legal or not."""
    if type(move) is not tuple or not 0 < len(move) <= ARGUMENTS_MAX or type(move[0]) is not int:
        return False
    top = len(s.code)
    for x in move[1:]:
        if type(x) is int:
            if not -NUMBER_MAX <= x < top:
                return False
        elif not _is_named(rules_of(s), x):
            return False
    return 0 <= move[0] < len(s.rules.verbs)


def _is_named(rules: Rules, x: Any) -> bool:
    """Whether this is a pair (key, value) of a key that there is and a value that it can have."""
    if type(x) is not tuple or not is_line(x) or len(x) != 2 or not 0 <= x[0] < len(rules.keys):
        return False
    words = rules.key_words.get(x[0])
    return bool(0 <= x[1] < (NUMBER_MAX if words is None else len(words)))


def opens(s: State, move: Any) -> tuple[int, ...]:
    """The handles that a move shows, among those that are not public yet; () if `move` is not a move."""
    return rules_of(s).moves.opens(s, move) if is_move(s, move) else ()


def _may_open(s: State, move: Move, opened: Any) -> bool:
    """Whether all these cards are ones that the move shows, each named once with a card that exists."""
    if type(opened) not in (tuple, list) or not all(is_line(pair) and len(pair) == 2 for pair in opened):
        return False
    there = rules_of(s).moves.opens(s, move)
    named = [h for h, _ in opened]
    cards = len(s.rules.cards)
    return len(set(named)) == len(named) and all(h in there and 0 < code < cards for h, code in opened)


def _refusal(s: State, a: Ask, seat: int, move: Move) -> Illegal | None:
    rules = rules_of(s)
    kind = a.kind
    verb = move[0]
    if verb < len(VERBS) and kind not in _KINDS_OF_VERB.get(verb, ()):
        return Illegal(
            rules_of(s).course.unasked(s, seat), f"'{s.rules.verbs[verb]}' does not answer this question"
        )
    if kind in (ACT, RESPOND):
        return rules.moves.refusal(s, seat, move)
    if move in options(s, seat, {}):
        return None
    if verb in (V_PICK, V_MODE):
        return Illegal(rules.cites["choice"], "that is not among the things to choose from")
    if verb == V_DONE:
        return Illegal(rules.cites["choice"], f"{a.lo} more must be chosen")
    return Illegal(rules_of(s).course.unasked(s, seat), "that does not answer this question")


def apply(
    s: State,
    seat: int,
    move: object,
    opened: Sequence[tuple[int, int]] = (),
    standing: Sequence[tuple[int, int]] | None = None,
) -> list[Row]:
    """Give a seat's answer; once all that are asked have answered, run to the next rest.

    opened: (handle, code) of the hidden cards that the move shows. standing: the seat's standing passes from
    now on, rows of (window mask, last turn); None = as they are. Returns the events of the step. Raises
    `IllegalMove` for a refused move, the state being as before.
    """
    reason = judge(s, seat, move, opened, standing)
    if reason is not None:
        raise IllegalMove(reason)
    assert isinstance(move, tuple)
    return play(s, seat, move, opened, standing)


def judge(
    s: State,
    seat: int,
    move: object,
    opened: Sequence[tuple[int, int]] = (),
    standing: Sequence[tuple[int, int]] | None = None,
) -> Illegal | None:
    """Why an answer with its standing passes would be refused by `apply`, or None."""
    reason = check(s, seat, move, opened)
    if reason is not None or standing is None:
        return reason
    if len(standing) > atoms.STANDING_PASS_MAX:
        return Illegal(s.rules.cites["standing"], "too many standing passes at once")
    if not all(is_line(r) and len(r) == 2 and 0 <= min(r) <= max(r) <= NUMBER_MAX for r in standing):
        return Illegal(s.rules.cites["standing"], "that is no standing pass")
    return None


def play(
    s: State,
    seat: int,
    move: Move,
    opened: Sequence[tuple[int, int]] = (),
    standing: Sequence[tuple[int, int]] | None = None,
) -> list[Row]:
    """`apply` without its judgement: for what `judge` has let pass, and for searches and random play, whose
    moves come from `options` as it is.

    The cards that the move shows must be opened as they are. Returns the events of the step.
    """
    s.events = []
    if standing is not None:
        atoms.stand(s, seat, tuple(standing))
    if s.rules.denials >= 0:
        for h, codes in rules_of(s).moves.denied(s, seat, move):
            atoms.deny(s, h, codes)
    s.answers[seat] = move
    for h, code in opened:
        show_card(s, h, code)
    run(s)
    return s.events


def show_card(s: State, h: int, code: int) -> None:
    """A card is opened; a statement that its owner made of it must be true (a false one loses)."""
    true = not s.stated[h] or rules_of(s).hidden.is_true(s, h, code)
    true = true and not atoms.denied(s, h, code)
    atoms.open_card(s, h, code)
    if not true:
        rules_of(s).course.lose(s, s.owner[h], s.rules.cites["statement"])


_INT: Final = frozenset({int})


def is_line(value: Any) -> bool:
    """Whether this is a line of integers."""
    return type(value) in (tuple, list) and _INT.issuperset(map(type, value))


def leave(s: State, seat: int, rule: str = "") -> list[Row]:
    """A seat gives up or is dropped, at any rest: it has lost, and what it owed is owed no longer."""
    s.events = []
    if not s.over and seat not in s.out:
        rules_of(s).course.lose(s, seat, rule or s.rules.cites["leaving"])
        if not s.over:
            run(s)
    return s.events
