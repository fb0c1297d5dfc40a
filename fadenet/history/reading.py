"""From a match file to what the history keeps of it: is it over, who sat there, what came of it?

A RESULT proves itself by its signatures, one of which is ours unless we are absent: this node had followed
and audited the match before it signed. So a match with a RESULT is not played back, unless its signatures say
too little because somebody is absent in it; one without a RESULT always is.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import keys
from fadenet.engine.rules import Rules
from fadenet.history.past import ENDED_MAX, Endorsement, PastMatch, Seat
from fadenet.node.errors import NodeError
from fadenet.node.limits import MATCH_FILE_BYTES
from fadenet.node.match import saved
from fadenet.table import skew
from fadenet.table.ending import places_alone
from fadenet.table.replica import Replica
from protocol.evidence import check_evidence
from protocol.faults import PeerFault
from protocol.files import FileState, split_items, verify_file
from protocol.hello import Config, Hello, game_id, parse_hello, seat_hellos
from protocol.messages import Entry, ResultMessage, Statement, parse_message
from protocol.result import Result, check_result
from protocol.standing import ELIMINATED
from protocol.statements import Audit, parse_body
from protocol.values import AUDIT, READY, Finding

RulesByFormat = Callable[[str, str, Iterable[tuple[str, Any]]], Rules]
"""The rules of (game, format, options). Raises `keys.UserError` when this fadenet does not have them."""

EVIDENCE_BYTES = 4096
TAIL_BYTES = 16_384
"""So much of the end of a match file tells whether it has changed: a RESULT is the last thing in it."""


class NoMatch(keys.UserError):
    """A file that tells of no finished match of ours; the message names it and says why."""


@dataclass(frozen=True, slots=True)
class _MatchContent:
    """The content of a match file before it is judged."""

    path: Path
    data: bytes
    ended: int
    items: list[bytes]
    players: tuple[Hello, ...]
    game_id: bytes
    names: Mapping[bytes, str]
    result: str
    """As the note beside it says."""

    @property
    def config(self) -> Config:
        return self.players[0].config

    def beside(self, suffix: str) -> Path:
        return self.path.with_suffix(suffix)


def read_match(path: Path, own: Collection[bytes], rules_of: RulesByFormat) -> PastMatch | None:
    """The finished match of a file, `own` being our IKs; None while it can still go on. Raises `NoMatch`."""
    try:
        file = _open(path)
        if file is None:
            return None
        if not {player.binding.ik for player in file.players} & set(own):
            raise NoMatch(f"{path.name}: nobody in it plays with a key of this data folder")
        rules = rules_of(file.config.game, file.config.format, file.config.opts)
        if len(file.players) not in rules.seat_counts:
            raise NoMatch(f"{path.name}: {len(file.players)} do not play {rules.name} as {rules.format}")
        last = parse_message(file.items[-1]) if len(file.items) > len(file.players) else None
        if isinstance(last, ResultMessage):
            return _with_result(file, own, rules)
        return _without_result(file, own, rules)
    except PeerFault as fault:
        raise NoMatch(f"{path.name}: {fault.why}") from fault
    except NoMatch:
        raise
    except keys.UserError as error:
        raise NoMatch(f"{path.name}: {error.message}") from error
    except OSError as error:
        raise NoMatch(f"{path.name}: it cannot be read ({error.strerror})") from error


def stamp(path: Path) -> str:
    """Something that changes with all that `read_match` looks at, and not with a copy of it: the size and the
    end of the file, and what lies beside it. Raises OSError."""
    there = [path.with_suffix(suffix).exists() for suffix in (".secret", ".evidence")]
    with path.open("rb") as stream:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - TAIL_BYTES))
        tail = stream.read(TAIL_BYTES)
    return blake2b(repr((size, there)).encode() + tail, digest_size=8).hexdigest()


def _open(path: Path) -> _MatchContent | None:
    """None for a file whose match has not begun."""
    with path.open("rb") as stream:
        data = stream.read(MATCH_FILE_BYTES + 1)
    if len(data) > MATCH_FILE_BYTES:
        raise NoMatch(f"{path.name}: it is larger than {MATCH_FILE_BYTES >> 20} MiB")
    items, _ = split_items(data)
    seats = parse_hello(items[0]).config.seats if items else 0
    if not items or len(items) < seats:
        return None
    players = seat_hellos(items[:seats])
    game = game_id(player.binding for player in players)
    if path.stem != game.hex()[:32]:
        raise NoMatch(f"{path.name}: it holds another match, {game.hex()[:32]}")
    note = _note(path)
    ended = note.when if note is not None else saved.written(path)
    ended = max(-ENDED_MAX, min(ended, ENDED_MAX))
    result = "" if note is None else note.result
    return _MatchContent(path, data, ended, items, players, game, _names(note), result)


def _with_result(file: _MatchContent, own: Collection[bytes], rules: Rules) -> PastMatch:
    result = check_result(file.items[-1])
    if result.game_id != file.game_id or result.game != file.config.game:
        raise NoMatch(f"{file.path.name}: its RESULT is of another match")
    if sum(map(len, file.items)) != len(file.data):
        raise NoMatch(f"{file.path.name}: something follows its RESULT")
    findings, stayed = _judged(file, result, rules)
    places = result.places()
    rule = result.outcome[1] if result.outcome is not None else findings[0][2] if findings else ""
    left = [seat for seat in result.absent if not (result.ended[seat] or seat in stayed)]
    signed = Endorsement.ALL if not result.absent else Endorsement.LEFT if left else Endorsement.END
    end = _Finish(rule, signed, findings, places or (), result.absent, left)
    return _match(file, own, rules, end)


def _judged(file: _MatchContent, result: Result, rules: Rules) -> tuple[tuple[Finding, ...], Collection[int]]:
    """The findings that count, as those against seats that have not signed need the match to prove them; and
    the seats that have played to the end that the RESULT tells of, as far as one is absent from it."""
    unsigned = set(result.absent) & {seat for seat, _, _ in result.findings}
    proven, stayed = ((), ()) if not result.absent else _replayed(file, result, rules)
    return tuple(f for f in result.findings if f[0] not in unsigned or f in proven), stayed


def _replayed(
    file: _MatchContent, result: Result, rules: Rules
) -> tuple[tuple[Finding, ...], Collection[int]]:
    """The findings that the match itself proves, and the seats that have played to this end; neither under
    other rules."""
    if not _same(file, rules):
        return (), ()
    replica = Replica(rules)
    findings, transcript = verify_file(file.data, replica).findings, replica.transcript
    if transcript is None or transcript.outcome != result.outcome:
        return findings, ()
    return findings, transcript.played_out()


def _without_result(file: _MatchContent, own: Collection[bytes], rules: Rules) -> PastMatch | None:
    """Broken off by a proven fault, or left; None while it can be resumed."""
    over, given_up = not file.beside(".secret").exists(), not file.beside(".table").exists()
    if not _same(file, rules):
        if over and not given_up:
            first = file.players[0]
            differs = skew.differs(rules, first.rules, first.card_set, "the file's")
            raise NoMatch(
                f"{file.path.name}: it has no RESULT, and was played with other rules or cards. {differs}"
            )
        return None
    replica = Replica(rules)
    report = verify_file(file.data, replica)
    if report.state is FileState.INVALID:
        raise NoMatch(f"{file.path.name}: {report.why} (item {report.place})")
    findings = report.findings or _evidence(file)
    if findings:
        guilty = {seat for seat, _, _ in findings}
        places = _places(rules, len(file.players), guilty)
        return _match(file, own, rules, _Finish(findings[0][2], Endorsement.FAULT, findings, places))
    if not _begun(file):
        return None
    seats, audits = range(len(file.players)), _given_up(file, replica)
    mine = [seat for seat in seats if file.players[seat].binding.ik in own]
    if not over or (given_up and not audits):
        return None
    leaving = rules.cites["leaving"]
    if not audits and file.result.startswith(saved.NO_RESULT):
        played = () if replica.transcript is None else replica.transcript.played_out()
        gone = [seat for seat in mine if seat not in played]
        how = Endorsement.LEFT if gone else Endorsement.END
        return _match(file, own, rules, _Finish(leaving, how, absent=mine, left=gone))
    if not audits:
        raise NoMatch(f"{file.path.name}: it ends without a RESULT, and nobody had waited for one in vain")
    if not (audits & {*mine} or file.result.startswith(saved.LOST)):
        return _match(file, own, rules, _Finish(leaving, Endorsement.LEFT, absent=audits, left=audits))
    stayed = audits & {*mine} or audits
    out = () if replica.transcript is None else replica.transcript.who_is(ELIMINATED)
    left = [seat for seat in seats if seat not in stayed and seat not in out]
    places = places_alone(rules, len(seats), audits, mine)
    return _match(file, own, rules, _Finish(leaving, Endorsement.LEFT, (), places, left, left))


def _same(file: _MatchContent, rules: Rules) -> bool:
    return skew.fits(rules, file.players[0].rules, file.players[0].card_set)


def _evidence(file: _MatchContent) -> tuple[Finding, ...]:
    """The finding against a seat that has signed two things for one place, if the proof lies beside the file;
    () = none."""
    path = file.beside(".evidence")
    if not path.exists():
        return ()
    with path.open("rb") as stream:
        guilt = check_evidence(stream.read(EVIDENCE_BYTES))
    players = dict(enumerate(player.binding.ik for player in file.players))
    if guilt.game != file.game_id or players.get(guilt.seat) != guilt.ik:
        return ()
    return ((guilt.seat, guilt.seq, "equivocation"),)


def _begun(file: _MatchContent) -> bool:
    """Whether all have signed READY: a seat that has not is in no match, and has left none."""
    messages = map(parse_message, file.items[len(file.players) :])
    ready = {one.head.author for one in messages if isinstance(one, Entry) and one.head.kind == READY}
    return len(ready) == len(file.players)


def _given_up(file: _MatchContent, replica: Replica) -> set[int]:
    """The seats that have shown their AUDIT in mid-game: one that goes on alone does so when it gives up
    waiting."""
    found = set[int]()
    if replica.transcript is None or replica.transcript.ended:
        return found
    for item in file.items[len(file.players) :]:
        message = parse_message(item)
        if isinstance(message, Statement) and message.kind == AUDIT:
            body = parse_body(AUDIT, message.body)
            assert isinstance(body, Audit)
            found.add(body.seat)
    return found


def _places(rules: Rules, seats: int, last: Collection[int]) -> tuple[int, ...]:
    """The seats of `last` come last, all others are first. Nobody has a place against automata: these have
    neither won nor lost, whichever seat goes."""
    if rules.automata:
        return ()
    return tuple(seats - len(last) + 1 if seat in last else 1 for seat in range(seats))


class _Finish(NamedTuple):
    """The end of a match. rule: the one that decided, "" = none. places: by seat, () = nobody has one.
    absent: seats that have not signed; left: those of them that have gone."""

    rule: str
    signed: Endorsement
    findings: Sequence[Finding] = ()
    places: Sequence[int] = ()
    absent: Collection[int] = ()
    left: Collection[int] = ()


def _match(file: _MatchContent, own: Collection[bytes], rules: Rules, end: _Finish) -> PastMatch:
    config = file.config
    sides = rules.sides_by(end.places, config.seats)
    seats = tuple(
        Seat(
            ik := player.binding.ik,
            keys.clean_name(file.names.get(ik, "")),
            ik in own,
            player.bot,
            sides[seat],
            end.places[seat] if end.places else 0,
            seat in end.absent,
            seat in end.left,
            player.bot_name,
        )
        for seat, player in enumerate(file.players)
    )
    options = {key: str(value) for key, value in config.opts}
    return PastMatch(
        file.game_id,
        file.ended,
        config.game,
        config.format,
        options,
        end.rule,
        end.signed,
        tuple(end.findings),
        seats,
    )


def _note(path: Path) -> saved.SavedTable | None:
    """The note beside a match file, None if there is none that makes sense."""
    try:
        return saved.read_table(path.parent.parent, path.stem)
    except NodeError:
        return None


def _names(note: saved.SavedTable | None) -> Mapping[bytes, str]:
    """The names that the others gave themselves, by IK, as far as the note tells."""
    try:
        return {bytes.fromhex(peer.key): peer.name for peer in (note.peers if note is not None else ())}
    except ValueError:
        return {}
