"""Which kind of match is meant: `--format`, `--seats` and a format's options, one way for all commands."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import dataclass
from typing import TYPE_CHECKING

import keys
from fadenet import games
from fadenet.cli.frame.context import Context, Usage, folded
from fadenet.cli.frame.guessing import guess
from fadenet.cli.frame.loading import described, told_apart
from fadenet.cli.frame.shelf import chosen_sets
from fadenet.engine.cardset import option_of
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import WrongInput
from fadenet.games.spelling import slug

if TYPE_CHECKING:
    from fadenet.engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Kind:
    """A game in a format, for a number of players; `typed` says the same as arguments of a command."""

    rules: Rules
    seats: int
    typed: str


def kind_of(args: Namespace) -> Kind:
    """The kind of match that the arguments ask for. Raises `Usage`, which says which formats and numbers of
    players there are.

    Without `--format` it is the first format of the game that fits the other arguments.
    """
    offered = described(args.game)
    options = {name: value for name in games.OPTIONS if (value := getattr(args, name, None)) is not None}
    format = args.format or _meant(offered, args.seats, tuple(options))
    if format not in offered.formats:
        raise Usage(f"{args.game} has no format {format!r}{guess(format, offered.formats)} {_known(offered)}")
    for name, value in options.items():
        if name not in offered.taken(format):
            raise Usage(
                f"--{name} does not belong to the format {format}; leave it out or choose a format with it. "
                f"{_known(offered)}"
            )
        several = value.split(",") if offered.taken(format)[name].each else [value]
        options[name] = ",".join([_chosen(args.game, name, word) for word in several])
    names = getattr(args, "sets", None)
    sets = chosen_sets(keys.data_home(args.home), names) if names else []
    counts = offered.formats[format]
    seats = counts[0] if args.seats is None else args.seats
    for name, value in options.items():
        if offered.taken(format)[name].each and value.count(",") >= seats:
            raise Usage(f"--{name} lists one for each player at most, and {seats} play.")
    if seats not in counts:
        raise Usage(f"The format {format} is for {counted(counts)}, not {seats}. {_known(offered)}")
    try:
        rules = told_apart(games.load(args.game, format, **options, **option_of(sets)))
    except WrongInput as error:
        raise Usage(f"The format {format} cannot be played so: {error}.") from None
    typed = [f"--set {one.id}" for one in rules.sets]
    typed += [f"--format {format}"] if format != "duel" else []
    typed += [f"--seats {seats}"] if seats != counts[0] else []
    typed += [f"--{name} {value}" for name, value in options.items()]
    return Kind(rules, seats, "".join(f" {word}" for word in typed))


def _chosen(game: str, option: str, value: str) -> str:
    """The value that is meant by its beginning; `Usage` for one that there is not."""
    there = games.choices(game, option)
    begun = [word for word in there if word.startswith(slug(value) or value)]
    found = begun[0] if len(begun) == 1 else value
    if not games.takes(game, option, found):
        known = f"{', '.join(there)}{guess(value, there)}"
        raise Usage(f"There is no {option.removesuffix('s')} {value!r} in {game}: {known}")
    return found


def between_nodes(args: Namespace) -> Kind:
    """A match over the network, of two players at least; `Usage` for one that nobody else can join."""
    kind = kind_of(args)
    if kind.seats == 1 and args.seats is None and 2 in kind.rules.seat_counts:
        args.seats = 2
        kind = kind_of(args)
    if kind.seats < 2:
        raise Usage(
            f"One player alone needs no network: fadenet play {args.game}{kind.typed}. "
            "Others can join with --seats 2 or more."
        )
    return kind


def _meant(offered: Descriptor, seats: int | None, options: tuple[str, ...]) -> str:
    """The first format that takes all these options and this number of players."""
    for format, counts in offered.formats.items():
        takes = set(options) <= set(offered.taken(format))
        if takes and (seats is None or seats in counts):
            return format
    said = [f"--{name}" for name in options] + ([f"{seats} players"] if seats is not None else [])
    raise Usage(f"{offered.name} has no format with {' and '.join(said)}. {_known(offered)}")


def counted(counts: tuple[int, ...]) -> str:
    """A format's numbers of players in words."""
    said = f"{min(counts)} to {max(counts)}" if len(counts) > 2 else " or ".join(str(n) for n in counts)
    return f"{said} player{'s' if counts != (1,) else ''}"


def _known(offered: Descriptor) -> str:
    listed = ", ".join(
        f"{format} ({', '.join([counted(counts), *(f'--{name}' for name in offered.taken(format))])})"
        for format, counts in offered.formats.items()
    )
    return f"Formats of {offered.name}: {listed}. See: fadenet formats {offered.name}"


def formats(ctx: Context) -> int:
    """List the formats of a game, or of all games."""
    data, lines = [], []
    for game in [ctx.args.game] if ctx.args.game else games.NAMES:
        offered = described(game)
        for format, counts in offered.formats.items():
            options = {name: list(games.choices(game, name)) for name in offered.taken(format)}
            data.append({"game": game, "format": format, "players": list(counts), "options": options})
            lines.append(f"{game:8} {format:14} {counted(counts)}")
            for name, values in options.items():
                lines += folded(f"{'':23} --{name} {' | '.join(values)}", 26)
                for value, means in offered.taken(format)[name].asked:
                    lines += folded(f"{'':25} {value}: {means}", 28)
    ctx.emit({"formats": data}, lines)
    return 0
