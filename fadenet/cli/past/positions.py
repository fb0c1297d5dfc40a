"""Positions as lines of text: `fadenet position` tells or makes one, `play --position` goes on from one."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from fadenet.cli.frame.context import BadInput, Context, Usage, read_bytes
from fadenet.cli.frame.loading import game_of
from fadenet.engine import kernel
from fadenet.engine.digest import digest
from fadenet.engine.errors import WrongInput
from fadenet.engine.language.english import number_of
from fadenet.engine.position import LINE_MAX, VERSION, HiddenState, dump, head_of, load_whole
from fadenet.engine.state import ASK_WORDS, NEED_WORDS


@dataclass(frozen=True, slots=True)
class Start:
    """A position to go on from, with all that is hidden in it."""

    state: Any
    hidden: HiddenState


def position(ctx: Context) -> int:
    """Tell what a line holds, or print the line of a place in a match record."""
    args = ctx.args
    text = line_of(args.file)
    if text is None:
        return _of_record(ctx)
    if args.at is not None:
        raise Usage("--at is a place in a record; this is a position already.")
    s, hidden = _read(text)
    rules = s.rules
    owed = [f"p{a.seat + 1} owes an answer ({ASK_WORDS[a.kind]})" for a in s.asks]
    owed += [f"the table owes values ({NEED_WORDS[w.kind]})" for w in s.needs]
    owed += [f"it is over: {', '.join(map(str, s.over[0]))} [{s.over[1]}]"] if s.over else []
    known = hidden.known if hidden is not None else [{} for _ in range(s.seats)]
    asked = [a.seat for a in s.asks if kernel.ask_of(s, a.seat) is not None and not s.needs]
    moves = {f"p{seat + 1}": len(kernel.choices(s, seat, known[seat])) for seat in asked}
    ctx.emit(
        {
            "game": rules.name,
            "format": rules.format,
            "seats": s.seats,
            "turn": s.turn,
            "owed": owed,
            "moves": moves,
            "hidden": hidden is not None,
            "digest": digest(s).hex(),
        },
        [
            f"{rules.title}, {rules.format}, {number_of(s.seats, 'seat')}, turn {s.turn}",
            *owed,
            *(f"{seat} has {number_of(n, 'legal move')}" for seat, n in moves.items()),
            f"digest {digest(s).hex()}",
        ],
    )
    if hidden is None:
        ctx.say("It does not say what lies hidden, so it cannot be played on.")
    elif not s.over:
        ctx.say(
            f"To play on: fadenet play {rules.name} --position {args.file if args.file != text else 'LINE'}"
        )
    return 0


def start_of(ctx: Context) -> Start:
    """The position that `--position` names, to be played on."""
    start = start_at(ctx.args.position)
    game = start.state.rules.name
    if game != ctx.args.game:
        raise Usage(f"This is a position of {game}: fadenet play {game} --position ..")
    return start


def start_at(source: str) -> Start:
    """The position of a line or a file, to be played on."""
    text = line_of(source)
    if text is None:
        raise BadInput(f"{source} is no position. Make one of a record: fadenet position RECORD")
    s, hidden = _read(text)
    if s.over:
        raise BadInput("The match is over in this position; there is nothing to play on.")
    if hidden is None or not any(hidden.decks) or not _completed(s, hidden):
        raise BadInput("This position does not say what lies hidden, so nobody can deal from it.")
    return Start(s, hidden)


def _completed(s: Any, hidden: HiddenState) -> bool:
    """Lay the rest of each seat's cards behind the handles still in decks, of which a record says nothing.

    Any order will do, as they come out of the deck at random. Whether every card is accounted for now.
    """
    per = s.rules.decks_per_seat
    for seat in range(s.seats):
        handles = [h for h in range(s.seats + 1, len(s.code)) if s.owner[h] == seat and s.zone[h] >= 0]
        rest = Counter(code for deck in hidden.decks[seat * per : seat * per + per] for code in deck)
        rest.subtract(hidden.truth[h] for h in handles if h in hidden.truth)
        unknown = [h for h in handles if h not in hidden.truth]
        pools = [set(pool) for pool in s.pool[seat * per : seat * per + per]]
        if unknown and not any(pool.issuperset(unknown) for pool in pools):
            return False
        left = sorted(code for code, n in rest.items() for _ in range(n))
        if unknown and len(left) != len(unknown):
            return False
        hidden.truth.update(zip(unknown, left, strict=False))
    return True


def line_of(source: str) -> str | None:
    """The line that was given, or stands in the file of that name; None for a file of something else."""
    if source.startswith(f"{VERSION} "):
        return source
    data = read_bytes(source)
    if not data.startswith(VERSION.encode()):
        return None
    return data[: LINE_MAX + 2].decode("ascii", "replace").strip()


def _read(text: str) -> tuple[Any, HiddenState | None]:
    try:
        head = head_of(text)
        return load_whole(game_of(head.game, head.format, head.options.items()), text)
    except WrongInput as error:
        raise BadInput(f"{str(error)[:1].upper()}{str(error)[1:]}.") from None


def _of_record(ctx: Context) -> int:
    """The line of the position before an answer of a match record, by default of the last one."""
    from fadenet.cli.past.replaying import carried_out, load_file

    record, rules, _ = load_file(ctx)
    played = carried_out(ctx, record, rules)
    here = played.position(played.length if ctx.args.at is None else played.at_number(ctx.args.at))
    hidden = None
    if record.view == "all" and not ctx.args.public:
        decks = [[played.codes[slug] for slug in deck] for deck in record.decks]
        players = here.state.seats - rules.automata
        hidden = HiddenState([*decks, *map(list, rules.ownerless)], here.truth, here.known[:players])
    line = dump(here.state, hidden)
    ctx.emit({"position": line}, [line])
    return 0
