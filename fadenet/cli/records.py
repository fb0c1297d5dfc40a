"""Match files offline: `fadenet verify` judges one, and any of them can become a match record.

Neither needs a network, an identity or the other players.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import keys
from fadenet import games
from fadenet.cli.context import FAULT_PROVEN, BadInput, Context, NotFound, load_game, read_bytes
from fadenet.cli.local import ending
from fadenet.engine.errors import WrongInput
from fadenet.table.audit import TableJudge
from fadenet.table.record import ALL, PUBLIC, Note, Record, Seated
from fadenet.table.replica import Replica
from fadenet.table.scribe import Scribe
from protocol.audit import Ruling
from protocol.encoding import item_end
from protocol.faults import PeerFault
from protocol.files import Report, verify_file
from protocol.files import State as FileState
from protocol.hello import Hello, parse_hello
from protocol.needs import Batch
from protocol.values import Com

CODES = {
    FileState.VALID: 0,
    FileState.INVALID: int(keys.ExitCode.BAD_INPUT),
    FileState.INCOMPLETE: int(keys.ExitCode.NOT_FOUND),
    FileState.GUILTY: FAULT_PROVEN,
}


class VersionSkew(keys.UserError):
    """A match of other rules or cards than ours."""

    exit_code = keys.ExitCode.NETWORK


def verify(ctx: Context) -> int:
    """Judge a file."""
    data = read_bytes(ctx.args.file)
    rules, hello = _rules_of(data)
    replica = Replica(rules)
    report = verify_file(data, replica)
    names = names_of(ctx, replica, report)
    ctx.emit(report_data(report, names), _report_lines(report, names, rules if hello is not None else None))
    if hello is not None and report.state in (FileState.VALID, FileState.INCOMPLETE):
        ctx.say(f"To read it: fadenet replay {ctx.args.file}")
    return CODES[report.state]


def _rules_of(data: bytes) -> tuple[Any, Hello | None]:
    """The rules that a file was played with, and its first HELLO; what has none is judged by any rules."""
    try:
        hello = parse_hello(data[: item_end(data[:65536])])
    except PeerFault:
        return load_game(games.NAMES[0]), None
    rules = game_of(hello.config.game, hello.config.format, hello.config.opts)
    if (hello.rules, hello.card_set) != (rules.hash, rules.card_hash):
        raise VersionSkew(
            "This match was played with other rules or cards; judge it with that version of fadenet."
        )
    if hello.config.seats not in rules.seat_counts:
        raise BadInput(
            f"{hello.config.seats} nodes do not play {rules.name} as {rules.format}; nothing to judge."
        )
    return rules, hello


def game_of(game: str, format: str, options: Iterable[tuple[str, Any]]) -> Any:
    """The rules of a game in a format, as a file or another node names them."""
    if game not in games.NAMES:
        known = ", ".join(games.NAMES)
        raise NotFound(f"This is a match of {game!r}, which this fadenet does not have ({known}).")
    chosen = dict(options)
    unknown = [repr(key) for key, value in chosen.items() if value not in games.choices(game, key)]
    if unknown:
        raise BadInput(f"{game} has no such options here: {', '.join(unknown)}. Try a newer version.")
    try:
        return games.load(game, format, **chosen)
    except WrongInput as error:
        raise BadInput(f"This fadenet cannot play such a match: {error}. Try a newer version.") from None


def names_of(ctx: Context, replica: Replica, report: Report) -> list[str]:
    """Who sat where: names of contacts and of our own, else fingerprints."""
    transcript = getattr(replica, "transcript", None)
    publics = [player.binding.ik for player in transcript.players] if transcript is not None else []
    known = {contact.public: contact.petname for contact in keys.Contacts.load(ctx.home)}
    known |= {own.public: own.name for own in keys.IdentityStore(ctx.home).list()}
    return [known.get(public) or " ".join(keys.fingerprint_words(public)) for public in publics]


def _seat(names: Sequence[str], seat: int) -> str:
    return f"p{seat + 1} ({names[seat]})" if seat < len(names) else f"p{seat + 1}"


def _report_lines(report: Report, names: Sequence[str], rules: Any) -> list[str]:
    """What a file came to. rules: of its match; None for an item that stands alone."""
    place = "" if report.place is None else f" (item {report.place})"
    lines = [f"{report.state}: {report.why}{place}"]
    if report.game_id:
        lines.append(f"match {report.game_id.hex()[:32]}")
    lines += [f"{_seat(names, i)}" for i in range(len(names))]
    if report.outcome is not None:
        places, rule = report.outcome
        sides = () if rules is None else [0] * len(places) if rules.automata else rules.sides
        lines.append(ending(names, places, rule, sides))
    if report.result is not None:
        lines += [f"absent: {_seat(names, seat)}" for seat in report.result.absent]
    lines += [f"guilty: {_seat(names, seat)}, entry {seq}, [{rule}]" for seat, seq, rule in report.findings]
    return lines


def report_data(report: Report, names: Sequence[str]) -> dict[str, Any]:
    """What a file came to, as JSON."""
    outcome = report.outcome
    return {
        "state": str(report.state),
        "why": report.why,
        "item": report.place,
        "match": report.game_id.hex()[:32] if report.game_id else None,
        "players": list(names),
        "places": None if outcome is None else list(outcome[0]),
        "rule": None if outcome is None else outcome[1],
        "absent": [] if report.result is None else list(report.result.absent),
        "findings": [{"seat": seat, "entry": seq, "rule": rule} for seat, seq, rule in report.findings],
    }


# From match files to records.


class _Listener(TableJudge):
    """The judge of the audit, which also hears what card lay behind every commitment."""

    def __init__(self, follower: Follower) -> None:
        super().__init__(follower)
        self._follower = follower

    def replay(self, batches: Sequence[Batch], cards: Mapping[Com, int]) -> Ruling:
        self._follower.learned = dict(cards)
        return super().replay(batches, cards)


class Follower(Replica):
    """A replica that keeps what the audit learns. cards: hidden cards to name, as far as they are known."""

    def __init__(self, rules: Any, view: str, cards: Mapping[Com, int] | None = None) -> None:
        super().__init__(rules, None, Scribe(rules, view), cards)
        self.learned: dict[Com, int] = {}

    def judge(self) -> TableJudge:
        return _Listener(self)


def record_of(ctx: Context, data: bytes) -> tuple[Record, Any, Report]:
    """(record, rules, what the file came to) of a match file, as far as it can be followed.

    Hidden cards have names if the file holds the AUDITs of all.
    """
    rules, hello = _rules_of(data)
    follower = Follower(rules, PUBLIC)
    report = verify_file(data, follower)
    if hello is None or follower.state is None:
        raise BadInput(
            f"{ctx.args.file} holds no match that can be told. See: fadenet verify {ctx.args.file}"
        )
    transcript = follower.transcript
    whole = bool(follower.learned) and len(transcript.closing.audits) == transcript.seats
    if whole:
        follower = Follower(rules, ALL, follower.learned)
        report = verify_file(data, follower)
        transcript = follower.transcript
    names = names_of(ctx, follower, report)
    players = [
        Seated(name, "bot" if p.bot else "human", f"b32:{keys.fingerprint_text(p.binding.ik)}")
        for name, p in zip(names, transcript.players, strict=True)
    ]
    audits = transcript.closing.audits
    assert follower.scribe is not None and follower.state is not None
    unknown = ((),) * rules.decks_per_seat
    lists = [audits[seat].decks if whole else unknown for seat in range(transcript.seats)]
    decks = [deck for own in (*lists, rules.ownerless) for deck in own]
    follower.scribe.lines += [
        Note(f"guilty: p{seat + 1}, entry {seq} of its own, [{rule}]") for seat, seq, rule in report.findings
    ]
    root = report.result.root.hex() if report.result is not None else ""
    clock = (hello.config.bank, hello.config.bonus)
    record = follower.scribe.record(follower.state, players, decks, clock=clock, head=root)
    return record, rules, report
