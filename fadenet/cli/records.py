"""Match files offline: `fadenet verify` judges one, `fadenet replay` tells it turn by turn.

Neither needs a network, an identity or the other players.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import keys
from fadenet import games
from fadenet.cli.context import FAULT_PROVEN, BadInput, Context, NotFound, load_game, read_bytes
from fadenet.engine.state import Row, State
from fadenet.table.audit import TableJudge
from fadenet.table.replica import Replica
from protocol.audit import Ruling
from protocol.encoding import item_end
from protocol.faults import PeerFault
from protocol.files import Report, verify_file
from protocol.files import State as FileState
from protocol.hello import Hello, parse_hello
from protocol.messages import Drop, Move, Pass, Reveal
from protocol.needs import Batch, Rest
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
    names = _names(ctx, replica, report)
    ctx.emit(_report_data(report, names), _report_lines(report, names))
    if hello is not None and report.state in (FileState.VALID, FileState.INCOMPLETE):
        ctx.say(f"To read it: fadenet replay {ctx.args.file} --text")
    return CODES[report.state]


def _rules_of(data: bytes) -> tuple[Any, Hello | None]:
    """The rules that a file was played with, and its first HELLO; what has none is judged by any rules."""
    try:
        hello = parse_hello(data[: item_end(data[:65536])])
    except PeerFault:
        return load_game(games.NAMES[0]), None
    if hello.config.game not in games.NAMES:
        known = ", ".join(games.NAMES)
        raise NotFound(
            f"This is a match of {hello.config.game!r}, which this fadenet does not have ({known})."
        )
    rules = load_game(hello.config.game)
    if (hello.rules, hello.card_set) != (rules.hash, rules.card_hash):
        raise VersionSkew(
            "This match was played with other rules or cards; judge it with that version of fadenet."
        )
    return rules, hello


def _names(ctx: Context, replica: Replica, report: Report) -> list[str]:
    """Who sat where: names of contacts and of our own, else fingerprints."""
    transcript = getattr(replica, "transcript", None)
    publics = [player.binding.ik for player in transcript.players] if transcript is not None else []
    known = {contact.public: contact.petname for contact in keys.Contacts.load(ctx.home)}
    known |= {own.public: own.name for own in keys.IdentityStore(ctx.home).list()}
    return [known.get(public) or " ".join(keys.fingerprint_words(public)) for public in publics]


def _seat(names: Sequence[str], seat: int) -> str:
    return f"p{seat + 1} ({names[seat]})" if seat < len(names) else f"p{seat + 1}"


def _report_lines(report: Report, names: Sequence[str]) -> list[str]:
    place = "" if report.place is None else f" (item {report.place})"
    lines = [f"{report.state}: {report.why}{place}"]
    if report.game_id:
        lines.append(f"match {report.game_id.hex()[:32]}")
    lines += [f"{_seat(names, i)}" for i in range(len(names))]
    if report.outcome is not None:
        lines.append(_ended(report.outcome))
    lines += [f"guilty: {_seat(names, seat)}, entry {seq}, [{rule}]" for seat, seq, rule in report.findings]
    return lines


def _ended(outcome: tuple[tuple[int, ...], str]) -> str:
    places, rule = outcome
    first = [f"p{i + 1}" for i, place in enumerate(places) if place == 1]
    return f"{first[0]} won [{rule}]" if len(first) == 1 else f"drawn between {', '.join(first)} [{rule}]"


def _report_data(report: Report, names: Sequence[str]) -> dict[str, Any]:
    outcome = report.outcome
    return {
        "state": str(report.state),
        "why": report.why,
        "item": report.place,
        "match": report.game_id.hex()[:32] if report.game_id else None,
        "players": list(names),
        "places": None if outcome is None else list(outcome[0]),
        "rule": None if outcome is None else outcome[1],
        "findings": [{"seat": seat, "entry": seq, "rule": rule} for seat, seq, rule in report.findings],
    }


# Telling a match.


class _Listener(TableJudge):
    """The judge of the audit, which also hears what card lay behind every commitment."""

    def __init__(self, teller: Teller) -> None:
        super().__init__(teller)
        self._teller = teller

    def replay(self, batches: Sequence[Batch], cards: Mapping[Com, int]) -> Ruling:
        self._teller.learned = dict(cards)
        return super().replay(batches, cards)


class Teller(Replica):
    """A replica that writes down what happens. `cards`: hidden cards to name, as far as they are known."""

    def __init__(self, rules: Any, cards: Mapping[Com, int]) -> None:
        super().__init__(rules, self._events)
        self.cards = cards
        self.learned: dict[Com, int] = {}
        self.lines: list[str] = []
        self._count = 0

    def judge(self) -> TableJudge:
        return _Listener(self)

    def follow(self, batch: Batch) -> Rest:
        """Decisions first, then what came of them."""
        for entry in batch.entries:
            payload = entry.payload
            move = payload.move if isinstance(payload, Reveal) else payload
            if isinstance(move, Move):
                self._decision(entry.seat, move.text)
            elif isinstance(move, Pass):
                self._decision(entry.seat, "pass")
            elif isinstance(move, Drop):
                self._decision(entry.seat, "votes out a silent seat")
        return super().follow(batch)

    def _decision(self, seat: int, text: str) -> None:
        self._count += 1
        self.lines.append(f"{self._count}. p{seat + 1} {text}")

    def _events(self, s: State, rows: Sequence[Row]) -> None:
        phases = set(self.rules.phases)
        for row in rows:
            text = self._sentence(s, row)
            if text.startswith("turn "):
                self.lines += ["", text]
            elif text in phases:
                self.lines.append(f"- {text}")
            elif text:
                self.lines.append(f"    {text}")

    def _sentence(self, s: State, row: Row) -> str:
        """What an event says, with the name of a hidden card where the audit has shown it."""
        text: str = self.rules.describe_event(s, row)
        h = row[1]
        code = self.cards.get(self.com[h], 0) if text and h in self.com and not s.code[h] else 0
        if code:
            name = self.rules.cards[code].name
            for hidden in ("a hidden card", "a card"):
                if hidden in text:
                    return text.replace(hidden, name, 1)
        return text


def replay(ctx: Context) -> int:
    """Tell a match from its file; hidden cards have names if the file holds the AUDITs."""
    data = read_bytes(ctx.args.file)
    rules, hello = _rules_of(data)
    if hello is None:
        raise BadInput(
            f"{ctx.args.file} holds no match that can be told. See: fadenet verify {ctx.args.file}"
        )
    first = Teller(rules, {})
    report = verify_file(data, first)
    teller = first
    if first.learned:
        teller = Teller(rules, first.learned)
        report = verify_file(data, teller)
    names = _names(ctx, teller, report)
    head = [f"{rules.title}", *(f"p{i + 1} {name}" for i, name in enumerate(names))]
    tail = ["", _ended(report.outcome) if report.outcome is not None else f"{report.state}: {report.why}"]
    ctx.emit({**_report_data(report, names), "lines": teller.lines}, [*head, *teller.lines, *tail])
    if not first.learned:
        ctx.say("The file does not hold the AUDIT of all players, so hidden cards stay hidden.")
    return CODES[report.state] if report.state is FileState.INVALID else 0
