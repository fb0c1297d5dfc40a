"""Match files offline: `fadenet verify` judges one, and any of them can become a match record.

Neither needs a network, an identity or the other players.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import keys
from fadenet import games
from fadenet.cli.frame.context import (
    CLAIMED,
    FAULT_PROVEN,
    BadInput,
    Context,
    folded,
    listed,
    read_bytes,
)
from fadenet.cli.frame.filetypes import MATCH, refuse_other
from fadenet.cli.frame.loading import game_of, load_game
from fadenet.cli.frame.progress import Progress
from fadenet.cli.frame.shelf import SetShelf, set_named
from fadenet.cli.past.outcomes import broken, ending
from fadenet.engine.cardset import keep
from fadenet.engine.language.english import number_of
from fadenet.engine.rules import Rules
from fadenet.table import skew
from fadenet.table.record import ALL, PUBLIC, Note, Record, Seated
from fadenet.table.replica import Replica
from fadenet.table.scribe import Scribe
from protocol.encoding import decode, item_end
from protocol.evidence import check_evidence
from protocol.faults import PeerFault
from protocol.files import FileState, Report, verify_file
from protocol.hello import Hello, parse_hello
from protocol.result import Result
from protocol.transcript import Transcript
from protocol.values import EVIDENCE, HELLO, RESULT, VERSION, Finding

CODES = {
    FileState.VALID: 0,
    FileState.INVALID: int(keys.ExitCode.BAD_INPUT),
    FileState.INCOMPLETE: int(keys.ExitCode.NOT_FOUND),
    FileState.GUILTY: FAULT_PROVEN,
    FileState.CLAIMED: CLAIMED,
}


_ID = re.compile(r"[0-9a-f]{4,32}")
"""The id of a match, or the beginning of it."""


class OtherVersion(keys.UserError):
    """A match of other rules or cards than ours, or of another version of the protocol."""

    exit_code = keys.ExitCode.NETWORK


def read_named(ctx: Context) -> bytes:
    """The file that was named. Where there is none of that name, it is the file of the match here whose id,
    as `fadenet matches` has it, begins so. The card sets that were named with it are known from now on."""
    for one in getattr(ctx.args, "sets", None) or ():
        keep(set_named(SetShelf(ctx.home), one))
    name = ctx.args.file
    if _ID.fullmatch(name) and not Path(name).exists():
        from fadenet.node.match import saved  # a file of somebody else needs nothing of a node

        found = [*(ctx.home / saved.FOLDER).glob(f"{name}*.match")]
        if len(found) == 1:
            ctx.args.file = str(found[0])
    return read_bytes(ctx.args.file)


def verify(ctx: Context) -> int:
    """Judge a file."""
    data = read_named(ctx)
    refuse_other(ctx.args.file, data, MATCH)
    rules, hello = _rules_of(data)
    replica = Replica(rules)
    told = ctx.progress("verify", "items")
    try:
        with told:
            report = judged(data, replica, told)
    except KeyboardInterrupt:
        ctx.say(
            f"Stopped: {told.done} of {number_of(told.total, 'item')} looked at, and up to there all holds."
        )
        raise
    transcript = replica.transcript
    publics = _publics(replica, report) or _accused(data)
    names = _names(ctx, publics)
    prints = [keys.fingerprint_text(public) if public else None for public in publics]
    mine = {own.public for own in keys.IdentityStore(ctx.home).list()}
    yours = [public in mine for public in publics]
    answer = {**report_data(report, names), "keys": prints, "yours": yours}
    ctx.emit(answer, judgement(report, names, prints, transcript, rules, yours))
    readable = hello is not None and report.state in (FileState.VALID, FileState.INCOMPLETE)
    if readable and ctx.args.file != "-":
        ctx.say(f"To read it: fadenet replay {ctx.args.file}")
    return CODES[report.state]


def judged(data: bytes, replica: Replica, told: Progress) -> Report:
    """The report on a file, with the id of its match wherever its HELLOs tell it."""
    report = verify_file(data, replica, told)
    transcript = replica.transcript
    return replace(report, game_id=report.game_id or (transcript.game_id if transcript is not None else b""))


def told_by(why: str) -> str:
    """The reason for a report, with seats called as players know them; the protocol counts from 0."""
    return re.sub(r"\bseat (\d)", lambda seat: f"p{int(seat[1]) + 1}", why)


def _rules_of(data: bytes) -> tuple[Any, Hello | None]:
    """The rules that a file was played with, and its first HELLO; without one it is judged by any rules."""
    try:
        first = data[: item_end(data[:65536])]
        _same_version(decode(first))
        hello = parse_hello(first)
    except PeerFault:
        return load_game(games.NAMES[0]), None
    rules = game_of(hello.config.game, hello.config.format, hello.config.opts)
    if not skew.fits(rules, hello.rules, hello.card_set):
        raise OtherVersion(
            "This match was played with other rules or cards; judge it with that version of fadenet. "
            + skew.differs(rules, hello.rules, hello.card_set, "the file's")
        )
    if hello.config.seats not in rules.seat_counts:
        raise BadInput(
            f"{hello.config.seats} nodes do not play {rules.name} as {rules.format}; nothing to judge."
        )
    return rules, hello


def _same_version(item: Any) -> None:
    """Raises `OtherVersion` for a HELLO, RESULT or EVIDENCE of another version of the protocol."""
    if type(item) is not list or [type(field) for field in item[:2]] != [int, int]:
        return
    if item[0] != VERSION and item[1] in (HELLO, RESULT, EVIDENCE):
        raise OtherVersion(
            f"This file is of version {item[0]} of the protocol, and this fadenet judges version {VERSION}; "
            "judge it with the one that made it."
        )


def names_of(ctx: Context, replica: Replica, report: Report) -> list[str]:
    """The names of those who played, by seat: of contacts and of our own, else four words of fingerprints."""
    return _names(ctx, _publics(replica, report))


def _publics(replica: Replica, report: Report) -> list[bytes]:
    """The keys of the players, by seat, as far as the file says who they were."""
    transcript = replica.transcript
    if transcript is not None:
        return [player.binding.ik for player in transcript.players]
    return [] if report.result is None else [binding.ik for binding in report.result.players]


def _accused(data: bytes) -> list[bytes]:
    """The key of whom an EVIDENCE item convicts, in the place of its seat; b"" for all before it."""
    try:
        guilt = check_evidence(data)
    except PeerFault:
        return []
    return [b""] * guilt.seat + [guilt.ik]


def _names(ctx: Context, publics: Sequence[bytes]) -> list[str]:
    known = _noted(Path(ctx.args.file))
    known |= {contact.public: contact.petname for contact in keys.Contacts.load(ctx.home)}
    known |= {own.public: own.name for own in keys.IdentityStore(ctx.home).list()}
    known[b""] = ""
    return [known[ik] if ik in known else " ".join(keys.fingerprint_words(ik)) for ik in publics]


def _noted(file: Path) -> dict[bytes, str]:
    """The names that the others of a match of ours gave themselves, by key, out of the note beside its file;
    {} without such a note."""
    if not file.with_suffix(".table").exists():
        return {}
    from fadenet.node.match import saved  # a file of somebody else needs nothing of a node

    try:
        note = saved.read_table(file.parent.parent, file.stem)
    except keys.UserError:  # the proof of a file does not hang on names
        return {}
    return {bytes.fromhex(peer.key): peer.name for peer in note.peers}


def _seat(names: Sequence[str], seat: int) -> str:
    return f"p{seat + 1} ({names[seat]})" if names[seat:] and names[seat] else f"p{seat + 1}"


def judgement(
    report: Report,
    names: Sequence[str],
    prints: Sequence[str | None],
    transcript: Transcript | None,
    rules: Rules,
    yours: Sequence[bool] = (),
) -> list[str]:
    """The report on a file on one screen: who won, who signed, whether anybody cheated and how that is known.

    prints: fingerprints, by seat, as names are given by whoever keeps them, and four words can be forged;
    None = nothing is said of who sits there. transcript: of its match, None for an item that stands alone.
    yours: by seat, whether its key is one of this data folder.
    """
    you = [seat < len(yours) and yours[seat] for seat in range(len(names))]
    winners = [f"{name} (you)" if own else name for name, own in zip(names, you, strict=True)]
    names = [f"{name}, you" if own else name for name, own in zip(names, you, strict=True)]
    place = "" if report.place is None else f" (item {report.place})"
    lines = folded(f"{report.state}: {told_by(report.why)}{place}")
    result = report.result
    if report.game_id:
        lines.append(f"match {report.game_id.hex()[:32]}{_played(transcript, result)}")
    places = result.places() if result is not None else None
    for seat, key in enumerate(prints):
        if key is None:
            continue
        said = [_place(places, seat)] if places is not None else []
        if transcript is not None:
            said.append(transcript.players[seat].declared)
        said += [_signed(result, seat, transcript)] if result is not None else []
        lines += folded(f"{_seat(names, seat)}: {', '.join(said)}" if said else _seat(names, seat))
        lines.append(f"  key {key}")
    if report.outcome is not None:
        where, rule = report.outcome
        where = places or where
        sides = () if transcript is None else rules.sides_by(where, len(where))
        lines += folded(ending(winners, where, rule, sides))
    elif result is not None and places is None:
        lines += folded("void: all players have ended this match together, without a winner")
    for seat, seq, rule in report.findings:
        lines += folded(f"guilty: {broken(_seat(names, seat), seq, rule, rules)}")
    for seat, seq, rule in _claimed(report):
        lines += folded(f"claimed: {broken(_seat(names, seat), seq, rule)}")
    for text in _grounds(report, names, transcript):
        lines += folded(text)
    return lines


def _played(transcript: Transcript | None, result: Result | None) -> str:
    if transcript is None:
        return "" if result is None else f", {result.game}"
    config = transcript.players[0].config
    chosen = [f"{name} {value}" for name, value in config.opts]
    return f", {' '.join([config.game, config.format, *chosen])}"


def _place(places: Sequence[int], seat: int) -> str:
    """How a seat came out: in words, as far as there are no more than winners and losers."""
    place, all_places = places[seat], set(places)
    if len(all_places) > 2:
        return f"place {place} of {len(places)}"
    return "lost" if place > 1 else "won" if len(all_places) == 2 else "drawn"


def _signed(result: Result, seat: int, transcript: Transcript | None) -> str:
    """The words for what a seat has signed of the ending. transcript: of the match, None = only its RESULT is
    there."""
    if seat not in result.absent:
        return "signed the result"
    if result.ended[seat]:
        return "signed the end of the game, not the result"
    if transcript is None:
        return "has begun the match, and has not signed how it ended"
    if seat in transcript.played_out():
        return "played to the end of the game, and signed nothing after it"
    return "left without signing"


def _claimed(report: Report) -> list[Finding]:
    """The findings of a RESULT that stand on the word of its signers alone."""
    found = report.result.findings if report.result is not None else ()
    return [finding for finding in found if finding not in report.findings]


def _grounds(report: Report, names: Sequence[str], transcript: Transcript | None) -> list[str]:
    """How it is known, and what it does not tell."""
    if report.state is FileState.INVALID:
        return [
            "This file proves nothing about anybody. Each player of the match has a copy: ask for another."
        ]
    if report.state is FileState.INCOMPLETE and report.place is None:
        return []  # no whole item, so no signature either
    if transcript is None:
        if report.state is FileState.GUILTY:
            return ["Both signatures hold, and nobody signs two things for one place by accident."]
        result = report.result
        signers = [_seat(names, i) for i in range(len(names)) if result is None or i not in result.absent]
        return [
            f"The signatures hold: {listed(signers)} {'says' if len(signers) == 1 else 'say'} so of the "
            "match. Whether it is true only the whole match file can show."
        ]
    if report.state is FileState.INCOMPLETE:
        return [
            "Up to there all signatures hold and all moves keep the rules; the hidden cards are not checked."
        ]
    audits = transcript.closing.audits
    unseen = [_seat(names, seat) for seat in range(len(names)) if seat not in audits]
    told = ["Checked: every signature, every move by the rules of the game"]
    if audits:
        told[0] += ", and every shuffle, draw and hidden card against what was committed to before"
    told[0] += "."
    if unseen and audits:
        told.append(f"The hidden cards of {listed(unseen)} were never shown, and are not checked.")
    if report.state is FileState.VALID:
        told.append("Nobody cheated, as far as this shows." if unseen else "Nobody cheated.")
    return told


def report_data(report: Report, names: Sequence[str]) -> dict[str, Any]:
    """The report on a file, as JSON."""
    outcome, result = report.outcome, report.result
    places = result.places() if result is not None else outcome[0] if outcome is not None else None
    return {
        "state": str(report.state),
        "why": report.why,
        "item": report.place,
        "match": report.game_id.hex()[:32] if report.game_id else None,
        "players": list(names),
        "places": None if places is None else list(places),
        "rule": None if outcome is None else outcome[1],
        "absent": [] if result is None else list(result.absent),
        "signed": [] if result is None else [i for i in range(len(result.players)) if i not in result.absent],
        "findings": [{"seat": seat, "entry": seq, "rule": rule} for seat, seq, rule in report.findings],
        "claimed": [{"seat": seat, "entry": seq, "rule": rule} for seat, seq, rule in _claimed(report)],
    }


# From match files to records.


def record_of(ctx: Context, data: bytes) -> tuple[Record, Any, Report]:
    """(record, rules, what the file came to) of a match file, as far as it can be followed.

    Hidden cards have names if the file holds the AUDITs of all.
    """
    refuse_other(ctx.args.file, data, MATCH)
    rules, hello = _rules_of(data)
    replica = Replica(rules, None, Scribe(rules, PUBLIC))
    with ctx.progress("checking", "items") as told:
        report = judged(data, replica, told)
    if hello is None or replica.state is None:
        raise BadInput(
            f"{ctx.args.file} holds no match that can be told. See: fadenet verify {ctx.args.file}"
        )
    assert replica.transcript is not None
    whole = bool(replica.shown) and len(replica.transcript.closing.audits) == replica.transcript.seats
    if whole:
        replica = Replica(rules, None, Scribe(rules, ALL), replica.shown)
        with ctx.progress("telling", "items") as told:
            report = judged(data, replica, told)
    transcript = replica.transcript
    assert replica.scribe is not None and replica.state is not None and transcript is not None
    names = names_of(ctx, replica, report)
    players = [
        Seated(name, "bot" if p.bot else "human", f"b32:{keys.fingerprint_text(p.binding.ik)}")
        for name, p in zip(names, transcript.players, strict=True)
    ]
    audits = transcript.closing.audits
    unknown = ((),) * rules.decks_per_seat
    lists = [audits[seat].decks if whole else unknown for seat in range(transcript.seats)]
    decks = [deck for own in (*lists, rules.ownerless) for deck in own]
    replica.scribe.lines += [
        Note(f"guilty: p{seat + 1}, entry {seq} of its own, [{rule}]") for seat, seq, rule in report.findings
    ]
    root = report.result.root.hex() if report.result is not None else ""
    clock = hello.config.days or (hello.config.bank, hello.config.bonus)
    record = replica.scribe.record(replica.state, players, decks, clock=clock, head=root)
    return record, rules, report
