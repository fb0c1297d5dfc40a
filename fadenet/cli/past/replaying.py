"""Match records: `fadenet replay` shows or tells one, `fadenet record` checks and converts them.

All of them take a match file as well, and make a record of it on the way.
"""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from fadenet.cli.frame.context import BadInput, Context, Usage, write_new, write_out
from fadenet.cli.frame.loading import game_of
from fadenet.cli.past.outcomes import ending
from fadenet.cli.past.records import CODES, OtherVersion, read_named, record_of, report_data, told_by
from fadenet.engine.cardset import SETS, keep
from fadenet.engine.errors import LoadError
from fadenet.engine.language.english import number_of
from fadenet.engine.language.sets import unpacked
from fadenet.engine.rules import Rules
from fadenet.table import reading, skew
from fadenet.table.local import LocalMatch
from fadenet.table.record import ALL, BadRecord, Record, Seated, entry_text, write
from fadenet.table.replay import Replay, decisions, narrowed
from keys.files import make_folder, replace_private
from protocol.files import FileState, Report

if TYPE_CHECKING:
    from fadenet.console.replay.tale import Tale
    from fadenet.console.replay.viewer import Viewer

FOLDER = "records"
SUFFIX = ".fnr"
BEGUN = "%Y%m%d-%H%M%S"
"""How the name of a record here begins: when the match was begun, in UTC."""
PICTURE_SIZE, FILM_SIZE = (120, 40), (100, 30)
"""Columns and rows of what is shared."""
NAMES_MAX = 1_000
"""Records of one second with one seed: more are a mistake."""


# Replaying.


def replay(ctx: Context) -> int:
    """Step through a record on the full screen, or tell it as lines of text."""
    record, rules, report, played = _watched(ctx)
    view = _view(ctx, played)
    at = played.at_number(ctx.args.at) if ctx.args.at else None
    invalid = report.why if report is not None and report.state is FileState.INVALID else ""
    code = CODES[FileState.INVALID] if invalid else 0
    players = [player.name for player in record.players]
    names = [*players, *rules.automaton_names]
    ended = _ended(played, report, names)
    for kind, shared in SHARED.items():
        if getattr(ctx.args, kind):
            name = f"{Path(ctx.args.file).stem or 'replay'}.{kind}"
            views = [view] if ctx.args.seat else played.views
            return write_out(ctx, name, shared(played, views, at, ended)) or code
    if _on_screen(ctx, rules):
        from fadenet.console.replay.viewer import Viewer

        warning = f"this file is invalid: {told_by(invalid)}" if invalid else ""
        _show(ctx, Viewer(played, view, at, warning, ended))
        return code
    if ctx.json:
        data = report_data(report, names) if report is not None else {"players": names}
        result = None if record.result is None else str(record.result)
        ctx.emit({**data, "view": view, "result": result, "lines": list(_listed(played, view, at or 0))}, [])
    else:
        _put_all(ctx, played, view, at or 0, ended)
    if record.view != ALL:
        ctx.say("The record does not hold what everybody had, so hidden cards stay hidden.")
    return code


def replay_kept(ctx: Context, path: str) -> int:
    """The same for a record that was written a moment ago, from its first position on."""
    given = {"file": path, "at": 0, "seat": None, **dict.fromkeys(SHARED, False)}
    return replay(replace(ctx, args=Namespace(**{**vars(ctx.args), **given})))


def load_file(ctx: Context) -> tuple[Record, Any, Report | None]:
    """(record, rules, what a match file came to, None for a record) of the file that was named."""
    return _loaded(ctx, read_named(ctx))


def _loaded(ctx: Context, data: bytes) -> tuple[Record, Any, Report | None]:
    if not reading.is_record(data):
        return record_of(ctx, data)
    return *_with_rules(reading.read(data)), None


def _with_rules(record: Record) -> tuple[Record, Any]:
    _keep_sets(record)
    rules = game_of(record.game, record.format, record.options)
    written = bytes.fromhex(record.rules), bytes.fromhex(record.cards)
    if not skew.fits(rules, *written):
        raise OtherVersion(
            "This record is of other rules or cards; replay it with the version of fadenet that wrote it. "
            + skew.differs(rules, *written, "the record's")
        )
    return record, rules


def _keep_sets(record: Record) -> None:
    """Know the card sets that the record brings, as far as it is a match with them. Raises `BadRecord`."""
    ids = dict(record.options).get(SETS, "").split(",")
    for n, line in enumerate(record.sets, 1):
        try:
            one = unpacked(line.encode(), f"Set{n}")
        except LoadError as error:
            raise BadRecord(0, str(error)) from None
        if one.id not in ids:
            raise BadRecord(0, f"Set{n} is no card set of this match")
        keep(one)


def carried_out(ctx: Context, record: Record, rules: Rules, cut: bool = False) -> Replay:
    """A record carried out from its start, if it is `cut` as far as it goes. Raises `BadRecord`."""
    with ctx.progress("replaying", "lines") as told:
        return Replay(record, rules, told, cut)


def _watched(ctx: Context) -> tuple[Record, Any, Report | None, Replay]:
    """A file to look at: as `load_file`, and carried out. A record that breaks off, as on a full disk or in a
    download, is one up to there, and that is said."""
    data = read_named(ctx)
    try:
        record, rules, report = _loaded(ctx, data)
        return record, rules, report, carried_out(ctx, record, rules)
    except BadRecord:
        whole_lines = data[: data.rfind(b"\n") + 1]
        with suppress(BadRecord):
            record, rules = _with_rules(reading.read(whole_lines))
            played = carried_out(ctx, record, rules, cut=True)
            if played.steps:
                ctx.say(f"This record breaks off after answer {_last(played)}: what came before is there.")
                return record, rules, None, played
        raise


def _last(played: Replay) -> int:
    """The number of the last answer."""
    return played.steps[-1].number + len(played.steps[-1].entries) - 1


def _load_valid(ctx: Context) -> tuple[Record, Any]:
    """(record, rules) of the file that was named; BadInput for a match file that is not valid."""
    record, rules, report = load_file(ctx)
    if report is not None and report.state is FileState.INVALID:
        raise BadInput(
            f"{ctx.args.file} is not valid: {told_by(report.why)}. See: fadenet verify {ctx.args.file}"
        )
    return record, rules


def _html(played: Replay, views: Sequence[str], at: int | None, ended: str) -> str:
    from fadenet.console.share.page import ReplayPage

    return ReplayPage(played, views, at, ended).html()


def _svg(played: Replay, views: Sequence[str], at: int | None, ended: str) -> str:
    from fadenet.console.replay.viewer import Viewer
    from fadenet.console.share.picture import still

    return still(Viewer(played, views[0], played.length if at is None else at, "", ended), *PICTURE_SIZE)


def _cast(played: Replay, views: Sequence[str], at: int | None, ended: str) -> str:
    from fadenet.console.replay.viewer import Viewer
    from fadenet.console.share.picture import film

    return "\n".join(film(Viewer(played, views[0], at or 0, "", ended), *FILM_SIZE)) + "\n"


SHARED = {"html": _html, "svg": _svg, "cast": _cast}
"""The functions that write a replay for others, by the option, which is the ending of the file's name too."""


def _view(ctx: Context, played: Replay) -> str:
    """The view that was named, else all that the record holds."""
    wanted: str = ctx.args.seat or played.views[0]
    if wanted not in played.views:
        raise Usage(f"This record cannot be seen as {wanted} sees it; views: {', '.join(played.views)}.")
    return wanted


def _on_screen(ctx: Context, rules: Rules) -> bool:
    if ctx.args.text or ctx.json or ctx.args.no_input:
        return False
    from fadenet.cli.seat.person import options_of
    from fadenet.console.faces import is_shown
    from fadenet.console.run import full_screen

    return full_screen(options_of(ctx)) and is_shown(rules)


def _show(ctx: Context, viewer: Viewer) -> None:
    """The full screen; comments that were added go into the file."""
    from fadenet.cli.seat.person import options_of, run_async
    from fadenet.console.run import view_record

    options = options_of(ctx)
    run_async(lambda: view_record(viewer, options), options)
    record = viewer.changed_record
    if record is not None:
        _keep_comments(ctx, record)


async def look_back(
    ctx: Context, path: Path, news: Callable[[Viewer], Awaitable[None]] | None = None
) -> None:
    """Show what was played while Trio runs, which goes on meanwhile; without a full screen it is told.

    news: runs beside what is shown, until that is left, and may have it say something at every place.
    """
    import trio

    from fadenet.cli.seat.person import options_of
    from fadenet.console.replay.viewer import Viewer
    from fadenet.console.run import full_screen, view_record

    options = options_of(ctx)
    shown = replace(ctx, args=Namespace(**{**vars(ctx.args), "file": str(path), "seat": None}))

    def load() -> tuple[Replay, str]:
        record, rules, report, played = _watched(shown)
        names = [*(player.name for player in record.players), *rules.automaton_names]
        return played, _ended(played, report, names)

    played, ended = await trio.to_thread.run_sync(load)
    if not full_screen(options):
        _put_all(ctx, played, played.views[0], 0, ended)
        return
    viewer = Viewer(played, played.views[0], None, "", ended)
    try:
        async with trio.open_nursery() as nursery:
            if news is not None:
                nursery.start_soon(news, viewer)
            await view_record(viewer, options)
            nursery.cancel_scope.cancel()
    finally:  # it may be broken off, as what is played next begins
        if viewer.changed_record is not None:
            _keep_comments(shown, viewer.changed_record)


def _keep_comments(ctx: Context, record: Record) -> None:
    """Into the record that was shown; beside it, if that was a match file."""
    shown = Path(ctx.args.file)
    path = shown if shown.suffix == SUFFIX else shown.with_suffix(SUFFIX)
    if ctx.args.file == "-" or (path != shown and path.exists()):
        path = _free(Path(), f"commented{SUFFIX}")
    replace_private(path, write(record).encode())
    ctx.say(f"The comments are in {path}")


def _put_all(ctx: Context, played: Replay, view: str, at: int, ended: str) -> None:
    """Print a record as it is told."""
    from fadenet.console.replay.tale import Tale

    tale = Tale(played.rules, [player.name for player in played.record.players], view == ALL)
    for line in _told(played, view, at, tale):
        ctx.put(line)
    for line in ("", ended, *tale.end()):
        ctx.put(line)


def _told(played: Replay, view: str, at: int, tale: Tale) -> Iterator[str]:
    """A record as a person tells it, with its comments; from a position on, if not from the first."""
    yield from tale.head()
    here = played.position(0)
    for step in played.steps:
        begins = here.at == at > 0
        lines = [f"; {note}" for note in step.notes]
        for _, entry in decisions(step):
            lines += tale.answered(entry)
        turn, rows = here.state.turn, played.advance(here)
        lines += tale.tell(here.state, rows, here.seen(view))
        remarks = (f"{entry.mark} {entry.comment}".strip() for entry in step.entries)
        lines += [f"; {remark}" for remark in remarks if remark]
        if begins:
            yield from ("", f"turn {turn}, from answer {step.number} on")
        if here.at > at:
            yield from lines


def _listed(played: Replay, view: str, at: int) -> Iterator[str]:
    """A record as it is written, answer by answer: turns, phases, numbered decisions, what came of them."""
    phases = set(played.rules.phases)
    here = played.position(at)
    for step in played.steps[at:]:
        for note in step.notes:
            yield f"; {note}"
        for number, entry in decisions(step):
            yield f"{number}. {entry_text(entry)}"
        for text in played.told(here, view):
            if text.startswith("turn "):
                yield ""
                yield text
            else:
                yield f"- {text}" if text in phases else f"    {text}"


def _ended(played: Replay, report: Report | None, names: Sequence[str]) -> str:
    """How it ended, in one sentence."""
    over = played.position(played.length).state.over
    if not over or (report is not None and report.outcome is None):
        return f"{report.state}: {told_by(report.why)}" if report is not None else "not finished"
    players = len(played.record.players)
    places = over[0][:players]
    return ending(names, places, over[1], played.rules.sides_by(places, players))


# Checking and converting.


def record_check(ctx: Context) -> int:
    """Whether a record follows from its own start, answer by answer and digest by digest."""
    record, rules = _load_valid(ctx)
    played = carried_out(ctx, record, rules)
    data = read_named(ctx) if ctx.args.file != "-" else b""
    canonical = not reading.is_record(data) or write(record).encode() == data
    turns = played.position(played.length).state.turn
    answers = len(record.entries)
    result = str(record.result) if record.result is not None else None
    ctx.emit(
        {
            "state": "valid",
            "game": record.game,
            "format": record.format,
            "players": [player.name for player in record.players],
            "view": record.view,
            "answers": answers,
            "turns": turns,
            "result": result,
            "canonical": canonical,
        },
        [f"valid: {number_of(answers, 'answer')} in {number_of(turns, 'turn')}, {result or 'not finished'}"],
    )
    if not canonical:
        ctx.say(f"It could be written more plainly: fadenet record convert {ctx.args.file} NEW")
    return 0


def record_convert(ctx: Context) -> int:
    """Write a match file as a record, or a record in its canonical form or with fewer hidden cards named."""
    record, rules = _load_valid(ctx)
    played = carried_out(ctx, record, rules)
    text = write(narrowed(played, _view(ctx, played)) if ctx.args.seat else record)
    if ctx.args.out == "-":
        ctx.emit({"record": text}, text.removesuffix("\n").split("\n"))
        return 0
    write_new(ctx.args.out, text)
    ctx.emit({"file": ctx.args.out}, [])
    ctx.say(f"Wrote {ctx.args.out}")
    return 0


# Keeping the record of a local match.


def keep_record(ctx: Context, match: LocalMatch, begun: float) -> str:
    """Write what was played, to the file that was named or else into the data folder; returns where.

    begun: seconds since the epoch.
    """
    assert match.scribe is not None
    now = time.gmtime(begun)
    seated = [Seated(name, kind) for name, kind in zip(match.names, match.kinds, strict=True)]
    date = time.strftime("%Y-%m-%dT%H:%M:%SZ", now)
    text = write(match.scribe.record(match.state, seated, match.decks, date=date))
    if getattr(ctx.args, "record", None):
        path = Path(ctx.args.record)
    else:
        make_folder(ctx.home)
        make_folder(ctx.home / FOLDER)
        name = f"{time.strftime(BEGUN, now)}-{match.rules.name}-{match.seed}{SUFFIX}"
        path = _free(ctx.home / FOLDER, name)
    write_new(str(path), text)
    return str(path)


def _free(folder: Path, name: str) -> Path:
    """A name in a folder that no file has yet."""
    stem = name.removesuffix(SUFFIX)
    names = [name, *(f"{stem}-{n}{SUFFIX}" for n in range(2, NAMES_MAX))]
    return next((folder / one for one in names if not (folder / one).exists()), folder / name)
