"""Check a match file without the project's code: a second implementation of `protocol/README.md`.

    python scripts/check_match.py FILE [--json]

Who verifies a match with the program that played it trusts that program. This one shares nothing with it but
the specification: it imports the standard library, `cryptography` and `cbor2`. It knows no rules of any game,
so it checks all but them, and says what it could not check. Section numbers in comments are the README's. Of
the line of a position (`protocol/PLAY.md`) it prints the digest of the state.

Exit codes: 0 valid, 3 invalid, 4 incomplete, 6 guilty, 10 claimed: a RESULT alone, or one with findings that
only the rules can check (2: the file cannot be read).
"""

from __future__ import annotations

import argparse
import errno
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from checker.audit import Auditor
from checker.cbor import ITEM_MAX, Bad, Cut, Finding, Reader, array, decode
from checker.match import Shown, Walk
from checker.messages import (
    EVIDENCE,
    HELLO,
    POOL,
    PRIVATE,
    RECOMMIT,
    RESULT,
    check_evidence,
    check_result,
    entry_of,
    statement_of,
)
from checker.position import LINE_MAX, MARK, StateAtRest

VALID, INVALID, INCOMPLETE, GUILTY, CLAIMED = "valid", "invalid", "incomplete", "guilty", "claimed"
CODES = {VALID: 0, INVALID: 3, INCOMPLETE: 4, GUILTY: 6, CLAIMED: 10}


SURE = ("audit.master", "audit.deck", "audit.chain", "audit.choose")
"""The rules that an AUDIT alone shows to be kept or broken."""
AUDITED = {"audit.pool": POOL, "audit.recommit": RECOMMIT, "audit.open": PRIVATE}
"""The rules that an AUDIT may show to be broken together with those of the game, and in which entries."""

ITEM_MIN, PARTS_MAX = 142, 28
"""The fewest bytes and the most data items that a message has (section 11)."""
FILE_MAX = 64 * 1024 * 1024
"""Bytes of the longest file that is looked at."""


@dataclass
class Report:
    """The verdict on a file, and why. claimed: what the RESULT finds beyond `findings`, on its signers'
    word."""

    state: str
    why: str
    place: int | None = None
    findings: list[Finding] = field(default_factory=list)
    game: bytes = b""
    outcome: Any = None
    claimed: list[Finding] = field(default_factory=list)
    checked: dict[str, int] = field(default_factory=dict)


UNCHECKED = (
    "the state digest inside every table digest after the first rest, and with it the order of batches",
    "who owed what at which rest, and what a move does",
    "how many slots a bind or split was for, what an open or recommit was to name, the numbers of a toss",
    "that a later POOL or RECOMMIT replaces just the commitments that it was asked to replace",
    "claims, hidden decisions and the legality of decks",
    "who was eliminated, and so whose token, vote, END or AUDIT may be missing",
)


def split(data: bytes) -> tuple[list[bytes], bytes, Bad | None]:
    """The whole items of a CBOR sequence, what is left behind them, the damage at which reading stopped."""
    items: list[bytes] = []
    at = 0
    while at < len(data):
        reader = Reader(data, at, PARTS_MAX)
        try:
            reader.whole()
        except Cut:
            tail = data[at:]
            damaged = len(tail) > ITEM_MAX or holds_item(tail)
            return items, tail, Bad("a damaged length") if damaged else None
        except Bad as bad:
            return items, data[at:], bad
        if reader.at - at < ITEM_MIN:
            return items, data[at:], Bad("an item shorter than any message")
        items.append(data[at : reader.at])
        at = reader.at
    return items, b"", None


def holds_item(tail: bytes) -> bool:
    """Whether a whole entry, statement or RESULT begins behind the first byte of an incomplete item."""
    for start, length in ((b"\x83\x58", 3), (b"\x84\x02", 4), (b"\x85\x02\x11", 5)):
        at = tail.find(start, 1)
        while at >= 0:
            try:
                fields = array(Reader(tail, at, PARTS_MAX).whole(), length)
                if length < 5:
                    entry_of(fields) if length == 3 else statement_of(fields)
                return True
            except (Bad, Cut):
                at = tail.find(start, at + 1)
    return False


def check(data: bytes) -> Report:
    """Check a file; never raises for what is in it."""
    items, tail, damage = split(data)
    try:
        report = check_items(items, tail)
    except Bad as bad:
        report = Report(INVALID, bad.why, 0)
    if damage is not None and (report.place is None or report.place >= len(items)):
        return Report(INVALID, damage.why, len(items))
    return report


def check_items(items: list[bytes], tail: bytes) -> Report:
    if not items:
        return Report(INCOMPLETE, "there is no whole item in the file")
    first = decode(items[0])
    kind = first[1] if type(first) is list and len(first) > 1 and type(first[1]) is int else -1
    if kind == HELLO:
        return check_match(items, tail)
    if kind not in (RESULT, EVIDENCE):
        raise Bad("the file begins with none of HELLO, RESULT, EVIDENCE")
    if len(items) > 1 or tail:
        return Report(INVALID, "this item stands alone in its file", 1)
    if kind == EVIDENCE:
        game, finding = check_evidence(items[0])
        return Report(GUILTY, "two signatures for one place", 0, [finding], game)
    result = check_result(items[0])
    return Report(CLAIMED, signers(result), 0, [], result["game"], result["outcome"], result["findings"])


def signers(result: dict[str, Any]) -> str:
    """On whose word a RESULT stands."""
    return f"claimed by {result['seats'] - len(result['absent'])} of {result['seats']}"


def check_match(items: list[bytes], tail: bytes) -> Report:
    try:
        match = Walk(items)
    except Cut:
        return Report(INCOMPLETE, "HELLOs are missing", len(items))
    try:
        match.walk()
        match.finish(whole=match.result is not None)
        report = conclude(match, tail)
    except Bad as bad:
        findings = [bad.blames] if bad.blames else []
        report = Report(GUILTY if findings else INVALID, bad.why, match.place, findings)
    report.game = match.game
    kinds = Counter(entry.kind for entry in match.entries)
    report.checked = {
        "seats": match.seats,
        "entries": len(match.entries),
        "rests": match.rests,
        "tokens": sum(q for q, _ in match.chains.values()),
        "epochs": len(match.ledger.epochs),
        "openings": len(match.ledger.shown),
        "private openings": kinds[PRIVATE],
        "audits": len(match.audits),
    }
    return report


def conclude(match: Walk, tail: bytes) -> Report:
    """All items fit; what do they come to?"""
    result, place = match.result, match.place
    if result is None:
        why = "the last item is cut" if tail else "the match ends before its RESULT"
        return Report(INCOMPLETE, why, place)
    if tail:
        raise Bad("something follows the RESULT")
    outcome, root, absent = result["outcome"], result["root"], set(result["absent"])
    if not outcome and match.dropped:
        raise Bad("a void RESULT of a match from which a seat was dropped")
    if not outcome and not result["findings"] and root in (match.root(), match.stood):
        return Report(VALID, "void: ended by all")
    for seat in range(match.seats):
        if seat not in match.audits and seat not in absent:
            return Report(INCOMPLETE, f"the AUDIT of seat {seat} is missing", place)
    ends = [end for seat, said in match.ends.items() if seat not in absent for end in said]
    ends = ends or [end for said in match.ends.values() for end in said]  # only who was eliminated is present
    if not any(at == match.root() and other for at, other in ends):
        return Report(INCOMPLETE, "the ENDs are missing", place)
    if root != match.root() or (root, outcome) not in ends:
        raise Bad("the RESULT is of another end of the match")
    if any((root, outcome) not in match.ends.get(seat, ()) for seat in set(match.dropped) - absent):
        raise Bad("a dropped seat that has not ended is not absent in the RESULT")
    if not stands(outcome, result["findings"], absent, set(match.dropped)):
        raise Bad("too few have signed the RESULT, and one of them came behind a seat that it calls absent")
    named, ways = result["findings"], []
    for audits in product(*judged_by(match, absent)):
        match.audits = {seat: one for seat, one in zip(sorted(match.shown), audits, strict=True) if one}
        auditor = Auditor(match)
        found = auditor.findings()
        ways.append(
            (found, [finding for finding in named if finding not in found], match.audits, auditor.unsure)
        )
    fitting = [way for way in ways if all(finding in named for finding in way[0])]
    if not fitting:
        raise Bad("the RESULT leaves out what the audit finds")
    sound = [
        (found, claimed)
        for found, claimed, shown, unsure in fitting
        if not any(finding not in unsure and refuted(match, finding, shown) for finding in claimed)
    ]
    if not sound:
        raise Bad("the RESULT names what the audit does not find")
    found, claimed = min(sound, key=lambda way: len(way[1]))
    if claimed and not found:
        return Report(CLAIMED, signers(result), None, found, outcome=outcome, claimed=claimed)
    state = GUILTY if found else VALID
    why = "the audit names somebody" if found else "every check that needs no rules holds"
    return Report(state, why, None, found, outcome=outcome, claimed=claimed)


def stands(outcome: Any, findings: Sequence[Finding], absent: set[int], dropped: set[int]) -> bool:
    """Whether more than half of the seats not dropped have signed, or none of them came behind a seat that
    they call absent and find nothing against."""
    places, lost = outcome[0], absent - dropped
    present = {*range(len(places))} - absent
    clean = lost - {seat for seat, _, _ in findings}
    return len(present) > len(lost) or all(places[one] <= places[gone] for one in present for gone in clean)


def refuted(match: Walk, finding: Finding, shown: dict[int, Shown]) -> bool:
    """Whether a finding that our audit has not made is false, whatever the rules say. shown: the AUDITs."""
    seat, seq, rule = finding
    kind = next((one.kind for one in match.entries if (one.author, one.seq) == (seat, seq)), None)
    if rule in SURE or kind is None:
        return True
    if rule not in AUDITED:
        return False
    first = {(epoch.owner, epoch.seq) for epoch in match.ledger.epochs if epoch.first}
    return seat not in shown or kind != AUDITED[rule] or (seat, seq) in first


def judged_by(match: Walk, absent: set[int]) -> list[list[Shown | None]]:
    """The AUDITs by which each seat may have been judged: any that it has shown, and where it is absent none,
    as they may have come after the others had signed."""
    return [
        [*reversed(match.shown[seat]), *([None] if seat in absent else [])] for seat in sorted(match.shown)
    ]


def plain(report: Report) -> dict[str, Any]:
    """The report as JSON shows it."""
    return {
        "state": report.state,
        "why": report.why,
        "item": report.place,
        "match": report.game.hex(),
        "outcome": report.outcome or None,
        "findings": [list(finding) for finding in report.findings],
        "claimed": [list(finding) for finding in report.claimed],
        "checked": report.checked,
        "not checked": list(UNCHECKED),
    }


def lines(report: Report) -> Iterator[str]:
    """The report as a person reads it."""
    yield f"{report.state}: {report.why}" + (f" (item {report.place})" if report.place is not None else "")
    if report.game:
        yield f"match {report.game.hex()[:32]}"
    for seat, seq, rule in report.findings:
        yield f"guilty: seat {seat}, entry {seq}" + (f", {visible(rule)}" if rule else "")
    for seat, seq, rule in report.claimed:
        yield f"the RESULT names seat {seat}, entry {seq}, {visible(rule)}: not checked here"
    if report.checked:
        yield "checked: " + ", ".join(f"{number} {name}" for name, number in report.checked.items())
        yield from (f"not checked: {what}" for what in UNCHECKED)


def visible(text: str) -> str:
    """A text out of a file, without signs that steer a terminal, reorder text or hide in it."""
    return "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def read(path: Path) -> bytes:
    """A file, as far as it is looked at. Raises `OSError` where it is longer."""
    with path.open("rb") as file:
        data = file.read(FILE_MAX + 1)
    if len(data) > FILE_MAX:
        raise OSError(errno.EFBIG, f"larger than {FILE_MAX:,} bytes")
    return data


def tell_position(data: bytes, as_json: bool) -> int:
    """Print the digest of a position, or what is wrong with it; the exit code."""
    try:
        there = StateAtRest(data[: LINE_MAX + 2].decode("ascii", "replace").rstrip("\r\n"))
    except Bad as bad:
        print(f"{INVALID}: {bad.why}")
        return CODES[INVALID]
    told = {"game": there.game, "format": there.format, "seats": there.seats, "digest": there.digest.hex()}
    print(json.dumps(told, indent=1) if as_json else "\n".join(f"{key} {told[key]}" for key in told))
    return CODES[VALID]


def main(arguments: Sequence[str] | None = None) -> int:
    """Check one file; the exit code says what it is."""
    parser = argparse.ArgumentParser(description="Check a match file by the specification alone.")
    parser.add_argument("file", type=Path, help="a match file, or a file of one RESULT, EVIDENCE or position")
    parser.add_argument("--json", action="store_true", help="say it as JSON")
    options = parser.parse_args(arguments)
    try:
        data = read(options.file)
    except OSError as error:
        print(f"{options.file}: {error.strerror}", file=sys.stderr)
        return 2
    if data.startswith(MARK.encode()):
        return tell_position(data, options.json)
    report = check(data)
    print(json.dumps(plain(report), indent=1) if options.json else "\n".join(lines(report)))
    return CODES[report.state]


if __name__ == "__main__":
    sys.exit(main())
