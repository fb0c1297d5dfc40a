"""The second checker, `scripts/check_match.py`: against the vectors, what nodes wrote, and the verifier.

Two programs that share nothing but the specification read the same files here. Where the rules of the game
are needed to tell, the checker may know less than the verifier; it never says more.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any

import check_match
import pytest
from check_match import check
from checker.audit import Auditor
from checker.cbor import Bad, Cut, Reader, array, decode
from checker.match import Walk
from checker.messages import check_config, entry_of, head_of, parse_body, parse_payload, statement_of
from hypothesis import given, settings
from hypothesis import strategies as st
from vectors.forger import Forger

from fadenet import games
from fadenet.cli import main
from fadenet.engine.rules import Move
from fadenet.games.decks import load_deck
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from protocol import messages, statements
from protocol.boxes import seal
from protocol.encoding import encode
from protocol.faults import BadEncoding
from protocol.files import split_items, verify_file
from protocol.hello import Config
from protocol.secrets import Derived, Secrets
from protocol.values import VERSION, Com, Op
from tests.attacks.hostile import sign_otherwise
from tests.protocol.test_cddl import PAYLOADS
from tests.protocol.test_files import crowded
from tests.protocol.toy import Table, Toy, Veiling
from tests.protocol.vectors import published, shape_id
from tests.table.wire import Match, acting, file_of, give_up

SCRIPT = Path(check_match.__file__)
FLIPS = {"match": 40, "match4": 15, "forked": 15}


@cache
@cache
def items_of(base: str) -> list[bytes]:
    return [bytes.fromhex(item) for item in published(base)["items"]]


@cache
def of_three() -> bytes:
    """A match of three that the others play on without a seat that they voted out."""
    match = Match(games.load("faroe", "free-for-all"), 16, players=3)
    match.silent.add(match.until(lambda table: match.decisions > 200 and acting(table)).seat)
    return file_of(match.finish(give_up).present[0])


def edited(row: dict[str, Any]) -> bytes:
    """The file that a row of `forged.json` tells."""
    items = items_of(row["base"])
    put = [items[one] if isinstance(one, int) else bytes.fromhex(one) for one in row["put"]]
    rest = items[row["at"] + row["cut"] :] if row["on"] else []
    return b"".join([*items[: row["at"]], *put, *rest])


@cache
def of_faroe() -> bytes:
    """A match of the real game, as a node wrote it; somebody concedes after some turns."""
    match = Match(games.load("faroe"), 3)
    match.until(lambda table: match.decisions > 250)
    return file_of(match.play(give_up).seats[0])


@cache
def of_terrene() -> bytes:
    return file_of(Match(games.load("terrene"), 3).play().seats[1])


@cache
def of_fade2() -> bytes:
    """A match of the 40-card edition in which a Character is played face-down out of the Fighter Pool, and
    turned face-up."""
    rules = games.load("fade2")
    hooded = [rules.by_slug["nobody-under-the-hood"].code] * 4
    match = Match(rules, 1, decks=[list(load_deck(rules, "masked-ball").lists[0]), hooded] * 2)

    def offered(verb: int, table: TableSeat) -> list[Move]:
        return [m for m in table.view.options() if m[0] == verb] if acting(table) and table.view else []

    def is_offered(verb: int, table: TableSeat) -> bool:
        return bool(offered(verb, table))

    for verb in map(rules.verbs.index, ("veil", "unveil")):
        author = match.until_rest(partial(is_offered, verb))
        match.send(author.seat, author.answer(offered(verb, author)[0]))
    return file_of(match.play(give_up).seats[0])


def parse_as(rule: str, data: bytes) -> object:
    """The message that the checker takes the bytes for, if they are to be the message of a rule of
    `messages.cddl`."""
    numbers = {name: number for number, name in PAYLOADS.items()}
    if rule == "head":
        return head_of(data)
    if rule == "entry":
        return entry_of(array(decode(data), 3))
    if rule == "statement":
        return statement_of(array(decode(data), 4))
    number = numbers[rule]
    return parse_payload(number, data) if number <= 12 else parse_body(number, data)


def test_the_checker_shares_no_code_with_the_project() -> None:
    allowed = sys.stdlib_module_names | {"cbor2", "cryptography", "checker"}
    for path in [SCRIPT, *(SCRIPT.parent / "checker").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text())):
            named = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            named += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert {name.split(".")[0] for name in named} <= allowed, path.name


BY_POST = Config("toy", "open", 2, timer=0, bank=0, bonus=0, days=3).wire()


@pytest.mark.parametrize("days", [1, 14])
def test_a_config_may_have_days(days: int) -> None:
    config = BY_POST | {"days": days}
    assert check_config(config) == Config.parse(config).wire() == config


@pytest.mark.parametrize("change", [{"days": 0}, {"days": 15}, {"days": True}, {"bank": 1}, {"weeks": 1}])
def test_a_config_with_other_days_is_refused_by_both(change: dict[str, object]) -> None:
    with pytest.raises(BadEncoding):
        Config.parse(BY_POST | change)
    with pytest.raises(Bad):
        check_config(BY_POST | change)


@pytest.mark.parametrize("base", ["match", "match4", "forked", "veiled"])
def test_the_matches_of_the_vectors_are_valid(base: str) -> None:
    report = check(b"".join(items_of(base)))
    assert (report.state, report.findings, report.game.hex()) == ("valid", [], published(base)["G"])
    assert report.checked["entries"] == len(published(base)["entries (author, seq, type, link)"])
    assert report.checked["audits"] == report.checked["seats"] - (base == "forked")


@pytest.mark.parametrize("wrong", ["again", "of another", "not at all"])
def test_what_a_move_takes_is_looked_at(wrong: str) -> None:
    """given the match in which cards are played face-down, when one is taken a second time, or one of the
    other seat is, or one that is opened is left in its pool, then both programs see it there."""
    items = items_of("veiled")
    secrets = [Secrets.load(bytes.fromhex(one)) for one in published("veiled")["secrets by seat"]]
    forger = Forger("veiled", items, secrets)
    first, second, last = forger.every(2)
    at = last if wrong == "again" else second
    move = forger.value(at)
    if wrong == "not at all":
        move[5] = move[5][:1]
    else:
        move[5] = forger.value(first)[5]
    data = b"".join([*items[:at], forger.entry(at, move)])
    ours, other = verify_file(data, Veiling()), check(data)
    assert [one[:2] for one in ours.findings] == [(forger.author(at), forger.head(at)[4])]
    assert (str(ours.state), other.state) == ("guilty", "invalid")
    assert ours.place == other.place == at


@pytest.mark.parametrize("what", ["heads", "votes", "resumes"])
def test_the_evidence_of_the_vectors_convicts(what: str) -> None:
    vector = published("evidence")
    report = check(bytes.fromhex(vector[what]))
    assert report.state == "guilty"
    assert report.findings == [(*vector[f"{what} prove (seat, seq)"], "equivocation")]


FORGED = [row for name in ("forged", "results", "resumes") for row in published(name)["files"]]


@pytest.mark.slow
@pytest.mark.parametrize("row", FORGED, ids=lambda row: f"{row['base']}: {row['name']}")
def test_what_must_be_said_of_a_forged_file(row: dict[str, Any]) -> None:
    data = edited(row)
    ours, other = verify_file(data, Toy()), check(data)
    assert (str(ours.state), other.state) == (row["says"], row["blind"]), (ours, other)
    for findings in (ours.findings, other.findings):
        assert not findings or row["blind"] == "guilty" != row["says"] or list(findings[0]) == row["finding"]


@pytest.mark.parametrize("row", published("rejects")["encoding"], ids=lambda row: str(row["name"]))
def test_what_is_no_item_is_refused(row: dict[str, Any]) -> None:
    data = bytes.fromhex(row["hex"])
    with pytest.raises(Bad):
        decode(data)
    if row["name"].endswith("over") or row["name"].endswith("more"):
        return
    with pytest.raises(Cut if row["cut"] else Bad):
        Reader(data).whole()


@pytest.mark.parametrize("row", published("rejects")["shapes"], ids=shape_id)
def test_what_has_no_message_s_shape_is_refused(row: dict[str, Any]) -> None:
    with pytest.raises(Bad):
        parse_as(row["rule"], bytes.fromhex(row["hex"]))


@cache
def payloads() -> list[tuple[int, Any]]:
    """Every payload and body of a match of the vectors, decoded."""
    fields = [decode(item) for item in items_of("match4")[4:-1]]
    return [(head_of(f[0]).kind, decode(f[1])) if len(f) == 3 else (f[1], decode(f[2])) for f in fields]


ATOMS = st.one_of(
    st.integers(0, 3),
    st.sampled_from(
        [255, 256, 1023, 1024, 2**32 - 1, 2**32, True, False, "", "x", b"", bytes(16), bytes(32)]
    ),
    st.sampled_from([bytes(31), bytes(64), bytes(80), {}, [], [[]], {0: "x"}, [0, 0, 0]]),
)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=100)
def test_both_programs_take_the_same_payloads(data: st.DataObject) -> None:
    """given a payload with a value in it replaced, then both programs take it or both refuse it."""
    kind, value = data.draw(st.sampled_from(payloads()))
    value = changed(data, value)
    wire = encode(value)
    refused = []
    for parse, parse_stated, fault in (
        (parse_payload, parse_body, Bad),
        (messages.parse_payload, statements.parse_body, BadEncoding),
    ):
        try:
            parse(kind, wire) if kind <= 12 else parse_stated(kind, wire)
        except fault:
            refused.append(parse)
    assert len(refused) != 1, (kind, value, refused)


def changed(data: st.DataObject, value: Any) -> Any:
    """A value with one of those inside it replaced."""
    inside = (
        list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    )
    if not inside or not data.draw(st.integers(0, 3)):
        return data.draw(ATOMS)
    at = data.draw(st.sampled_from(inside))
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[at] = changed(data, value[at])
    return copy


@pytest.mark.slow
@given(st.data())
@settings(max_examples=60, deadline=None)
def test_whatever_is_in_a_file_the_checker_says_something(data: st.DataObject) -> None:
    """given a match with an item changed and signed again, then both programs come to a report."""
    at = data.draw(st.integers(2, len(items_of("match")) - 10))
    secrets = [Secrets.load(bytes.fromhex(one)) for one in published("match")["secrets by seat"]]
    forger = Forger("match", items_of("match"), secrets)
    item = forger.entry(at, changed(data, forger.value(at)))
    file = b"".join([*items_of("match")[:at], item, *items_of("match")[at + 1 :]])
    ours, other = verify_file(file, Toy()), check(file)
    assert other.state in (str(ours.state), "invalid", "incomplete"), (ours, other)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_s_file_is_valid(seats: int) -> None:
    table = Table(seats)
    table.play()
    table.close()
    for node in table.nodes:
        assert check(node.file).state == "valid"


@pytest.mark.slow
@pytest.mark.parametrize("data", [of_faroe, of_terrene, of_three, of_fade2])
def test_what_nodes_wrote_is_valid_and_incomplete_when_it_is_cut(data: Any) -> None:
    file = data()
    report = check(file)
    assert (report.state, report.findings) == ("valid", [])
    assert report.checked["epochs"] and report.checked["openings"] and report.checked["tokens"]
    for end in range(0, len(file) - 1, len(file) // 5):
        assert check(file[:end]).state == "incomplete"


def _flips(file: bytes, count: int) -> Iterator[tuple[int, bytes]]:
    dice = Random(len(file))
    for _ in range(count):
        at = dice.randrange(8 * len(file))
        flipped = bytearray(file)
        flipped[at // 8] ^= 1 << at % 8
        yield at, bytes(flipped)


@pytest.mark.parametrize("base", FLIPS)
def test_a_flipped_bit_is_never_valid_and_never_anybody_s_guilt(base: str) -> None:
    for at, data in _flips(b"".join(items_of(base)), FLIPS[base]):
        ours, other = verify_file(data, Toy()), check(data)
        assert str(ours.state) == other.state, (at, ours, other)
        assert other.state in ("invalid", "incomplete"), at


def test_who_was_voted_out_must_be_absent_and_says_nothing_more() -> None:
    """given the votes against a seat in the file, when it is called present, then the file is invalid."""
    walk = Walk(split_items(of_three())[0])
    walk.walk()
    assert walk.result is not None and list(walk.dropped) == walk.result["absent"]
    walk.result["absent"] = []
    walk.audits |= {seat: walk.audits[min(walk.audits)] for seat in walk.dropped}
    with pytest.raises(Bad, match="dropped"):
        check_match.conclude(walk, b"")


@pytest.mark.slow
def test_a_flipped_bit_in_a_match_of_the_real_game() -> None:
    rules = games.load("terrene")
    for at, data in _flips(of_terrene(), 10):
        ours, other = verify_file(data, Replica(rules)), check(data)
        assert str(ours.state) == other.state and other.state in ("invalid", "incomplete"), (at, ours, other)


@pytest.mark.slow
def test_both_programs_exit_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """given a whole match, with flipped bits, cut, its RESULT alone, and an EVIDENCE, then both exit codes
    are the same."""
    path, file = tmp_path / "one.match", of_terrene()
    evidence = bytes.fromhex(published("evidence")["heads"])
    told = {0: [file], 6: [evidence], 4: [file[:-1]], 3: [data for _, data in _flips(file, 8)]}
    told[10] = split_items(file)[0][-1:]
    for code, files in told.items():
        for data in files:
            path.write_bytes(data)
            ours = main(["--home", str(tmp_path / "home"), "verify", str(path)])
            assert (ours, check_match.main([str(path)])) == (code, code), capsys.readouterr()


def test_a_flipped_bit_in_a_file_of_one_item() -> None:
    lone = [bytes.fromhex(published("evidence")[what]) for what in ("heads", "votes", "resumes")] + [
        items_of("match")[-1]
    ]
    for item in lone:
        for at, data in _flips(item, 60):
            ours, other = verify_file(data, Toy()), check(data)
            assert str(ours.state) == other.state and other.state in ("invalid", "incomplete"), (
                at,
                ours,
                other,
            )


SMALL = {
    "tiny items": b"\x41\x41",
    "tiny parts": b"\x98\x8c" + bytes(140),
    "a head": b"\x83\x58",
    "no head": b"\xff",
    "too short": encode([VERSION, 14, bytes(70), bytes(64)]),
    "too many parts": encode([bytes(10)] * 22),
}


@pytest.mark.parametrize("name", SMALL)
def test_both_programs_stop_where_no_message_can_begin(name: str) -> None:
    """given junk alone, in the middle, behind a match and behind a lone item, then both say the same."""
    items, junk = items_of("match"), SMALL[name]
    result = items[-1]
    for before in (b"", b"".join(items[:1]), b"".join(items[:9]), b"".join(items), result):
        for data in (before + junk, before + junk * 3, before + junk + result):
            ours, other = verify_file(data, Toy()), check(data)
            assert (str(ours.state), ours.place) == (other.state, other.place), (len(before), ours, other)
            assert ours.state != "valid"


def test_the_checker_looks_through_a_cut_item_in_no_time() -> None:
    began = time.process_time()
    items, tail, damage = check_match.split(crowded())
    assert (items, tail, damage) == ([], crowded(), None)
    assert time.process_time() - began < 2


def test_the_audit_finds_what_M_does_not_explain() -> None:
    """given a seat that lies in one thing at a time, then both audits name the same entry and rule."""
    walk = Walk(items_of("match"))
    walk.walk()
    walk.finish()
    assert Auditor(walk).findings() == []
    pool, later, recommit = (
        next(e for e in walk.ledger.epochs if test(e))
        for test in (
            lambda e: e.first,
            lambda e: e.deck is not None and not e.first,
            lambda e: e.deck is None,
        )
    )
    for epoch, rule in ((pool, "audit.pool"), (later, "audit.pool"), (recommit, "audit.recommit")):
        kept = epoch.hashes[:]
        epoch.hashes[0], epoch.hashes[-1] = kept[-1], kept[0]
        for com, made in zip(epoch.coms(), epoch.hashes, strict=True):
            walk.ledger.made[com] = made
        assert (epoch.owner, epoch.seq, rule) in Auditor(walk).findings()
        epoch.hashes[:] = kept
        for com, made in zip(epoch.coms(), epoch.hashes, strict=True):
            walk.ledger.made[com] = made
    author, seq, salt, place, move = walk.choices[0]
    walk.choices[0] = (author, seq, bytes(16), place, move)
    assert Auditor(walk).findings() == [(author, seq, "audit.choose")]
    walk.choices[0] = (author, seq, salt, place, move)
    author, seq, deck, era, round_, anchor = walk.anchors[0]
    walk.anchors[0] = (author, seq, deck, era, round_, bytes(32))
    assert Auditor(walk).findings() == [(author, seq, "audit.chain")]
    walk.anchors[0] = (author, seq, deck, era, round_, anchor)
    sealed = walk.privates[0]
    seat, ephemeral, boxes = sealed.payload
    sealed.payload = (seat, ephemeral, boxes[::-1])
    assert Auditor(walk).findings() == [(sealed.author, sealed.seq, "audit.open")]
    sealed.payload = (seat, ephemeral, boxes)
    master, decks = walk.audits[0]
    walk.audits[0] = (master, [[*decks[0][:-1], decks[0][-1] + 1]])
    assert Auditor(walk).findings() == [(0, 0, "audit.deck")]
    walk.audits[0] = (bytes(32), decks)
    assert Auditor(walk).findings()[0] == (0, 0, "audit.master")


def test_a_private_opening_of_what_cannot_be_opened_is_named_by_the_audit() -> None:
    """given boxes that M explains, when they name a card twice, an open one or one in a pool, then that is
    not what was asked, whatever the rules are."""
    walk = Walk(items_of("match"))
    walk.walk()
    walk.finish()
    entry = walk.privates[0]
    seat, ephemeral, _ = entry.payload
    own = Secrets.load(bytes.fromhex(published("match")["secrets by seat"][entry.author]))
    derived, xk = Derived(own.master, walk.game, entry.author), walk.players[seat].xk
    pool = next(one for one in walk.ledger.epochs if one.first and one.owner == entry.author)
    cards = derived.order(pool.number, list(own.decks[0]))
    ops = [Op(Com(*com), cards[com[2]], derived.card_salt(*com[1:], cards[com[2]])) for com in pool.coms()]
    at = next(nth for nth, op in enumerate(ops) if op.com in entry.held)
    inside = next(op for op in ops if op.com not in walk.ledger.shown)
    shown = next(op for op in ops if op.com in walk.ledger.shown and op.com not in entry.held)

    def named(*coms: Op) -> list[tuple[int, int, str]]:
        key = derived.ephemeral(entry.place)
        sealed = seal(walk.game, entry.author, seat, entry.seq, key, xk, coms)
        entry.payload = (seat, ephemeral, list(sealed.boxes))
        return Auditor(walk).findings()

    guilty = [(entry.author, entry.seq, "audit.open")]
    assert named(ops[at]) == []
    assert named(ops[at], ops[at]) == named(shown) == guilty
    entry.held -= {inside.com}
    assert named(inside) == guilty


def test_the_command_line(tmp_path: Path) -> None:
    """given a file of every kind, then the exit code says which, and the JSON says what was not checked."""
    items = items_of("match")
    files = {
        0: b"".join(items),
        3: b"".join(items[1:]),
        4: b"".join(items[:-1]),
        6: bytes.fromhex(published("evidence")["heads"]),
    }
    for code, data in files.items():
        path = tmp_path / "one.match"
        path.write_bytes(data)
        for more in ([], ["--json"]):
            assert check_match.main([str(path), *more]) == code
    assert check_match.main([str(tmp_path / "none.match")]) == 2
    path.write_bytes(files[0])
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(path), "--json"], capture_output=True, check=True, cwd=tmp_path
    )
    told = json.loads(done.stdout)
    assert told["state"] == "valid" and told["not checked"]


def test_what_a_file_says_does_not_steer_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """given a RESULT that names a rule full of signs that steer a terminal or turn text, then the report
    shows it without them."""
    secrets = [Secrets.load(bytes.fromhex(one)) for one in published("match")["secrets by seat"]]
    forger = Forger("match", items_of("match"), secrets)
    path = tmp_path / "one.match"
    path.write_bytes(forger.result(findings=[[0, 3, "\x1b]0;you won\x07\u202eaudit.pool\r\n"]]))
    check_match.main([str(path)])
    told = capsys.readouterr().out
    assert "audit.pool" in told and told.replace("\n", "").isprintable()


def test_no_more_is_read_than_a_match_file_can_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a file that is longer than any match file, or has no end, then it is not read to there."""
    monkeypatch.setattr(check_match, "FILE_MAX", 1000)
    path = tmp_path / "one.match"
    path.write_bytes(b"".join(items_of("match")))
    for name in (str(path), "/dev/zero"):
        assert check_match.main([name]) == 2
        assert "larger than 1,000 bytes" in capsys.readouterr().err


def test_a_vote_that_was_signed_twice_is_no_other_vote() -> None:
    """given a file with one vote in it twice, each time under another signature that holds, then neither
    program takes that for two votes, nor for damage."""
    items = items_of("match4")
    at = next(i for i, item in enumerate(items) if decode(item)[:2] == [VERSION, 13])
    version, kind, body, _ = decode(items[at])
    secrets = Secrets.load(bytes.fromhex(published("match4")["secrets by seat"][decode(body)[1]]))
    again = encode([version, kind, body, sign_otherwise(secrets.sk, "fn1/stmt", bytes([kind]) + body)])
    data = b"".join([*items[: at + 1], again, *items[at + 1 :]])
    assert (str(verify_file(data, Toy()).state), check(data).state) == ("valid", "valid")
