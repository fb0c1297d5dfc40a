"""The headless node as a process: its invitations, events, status and end; and what is typed for it."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from fadenet.cli.frame.options import USUAL
from fadenet.cli.frame.parser import CLOCK, USUAL_DELAY, TableTime
from fadenet.cli.net import offers, relays, serving, units
from fadenet.cli.options import read_arguments
from fadenet.node import limits
from fadenet.node.link.gate import TOKEN_BYTES
from fadenet.node.lobby.invite import parse_invite, parse_relay_line
from fadenet.node.match.messages import UNWATCHED, Watch
from fadenet.node.status import METRICS
from protocol.files import split_items
from protocol.messages import Entry, MoveMessage, Pass, parse_message, parse_payload
from tests.bots.fnbot.programs import written
from tests.cli.helpers import GAME, ROOT, Cli, process, sentence

TABLE = "terrene=random"
METRIC = "fadenet_[a-z_]+"
VALUE = rf'{METRIC}({{(reason|quantile)="[a-z0-9_.]+"}})? -?[0-9.e+-]+'
LISTEN = ("--listen", "127.0.0.1:0")


class Node:
    """A headless node as a process, and what it says: events, one a line."""

    def __init__(self, home: Path, *argv: str) -> None:
        self.home = home
        self._child = process(home, "node", "--json", *(argv or ("--table", TABLE, *LISTEN)))
        self._passed_over: list[dict[str, Any]] = []

    def event(self, name: str) -> dict[str, Any]:
        """The next event of this name that was not asked for yet: of two matches one may be over before the
        other has begun."""
        for earlier in self._passed_over:
            if earlier["event"] == name:
                self._passed_over.remove(earlier)
                return earlier
        assert self._child.stdout is not None
        for line in self._child.stdout:
            told: dict[str, Any] = json.loads(line)
            assert told["v"] == 1
            if told["event"] == name:
                return told
            self._passed_over.append(told)
        raise AssertionError(f"no event {name}: {self._child.communicate()[1]}")

    def signal(self, number: int = signal.SIGTERM) -> None:
        self._child.send_signal(number)

    def ended(self) -> int:
        """Its exit code."""
        self._child.wait(timeout=120)
        _, err = self._child.communicate()
        assert "Traceback" not in err, err
        return self._child.returncode

    def kill(self) -> None:
        self._child.kill()
        self._child.communicate()


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[ExitStack]:
    """All that is started is gone when the test is over."""
    with ExitStack() as stack:
        yield stack


def started(nodes: ExitStack, home: Path, *argv: str) -> Node:
    node = Node(home, *argv)
    nodes.callback(node.kill)
    return node


@contextmanager
def guest(home: Path, invite: str, *argv: str) -> Iterator[subprocess.Popen[str]]:
    """Somebody who comes by an invitation; a bot if one is named, else a person who types on a pipe."""
    child = process(home, "join", invite, "--no-listen", *argv)
    try:
        yield child
    finally:
        child.kill()
        child.communicate()


def gives_up(child: subprocess.Popen[str]) -> None:
    """Have a person give the match up at the first question, and wait until that is done."""
    assert child.stdout is not None
    assert any(line.startswith("ask ") for line in child.stdout)
    out, err = child.communicate("concede\nconcede\n", timeout=60)
    assert child.returncode == 0, out + err


def answers(path: Path) -> list[int]:
    """How often each seat has answered in a match, by its file."""
    items = split_items(path.read_bytes())[0][2:]  # behind both HELLOs
    signed = [message for item in items if isinstance(message := parse_message(item), Entry)]
    said = [(one.head.author, parse_payload(one.head.kind, one.payload)) for one in signed]
    authors = [author for author, payload in said if isinstance(payload, MoveMessage | Pass)]
    return [authors.count(seat) for seat in range(2)]


@pytest.mark.slow
def test_a_node_serves_several_at_once_and_says_how_it_is_doing(
    cli: Cli, tmp_path: Path, nodes: ExitStack
) -> None:
    """given a node that ends after two matches, when two bots come by its invitation at once, then both play;
    every event is a line, and the status says afterwards what there was."""
    node = started(nodes, cli.home, "--table", TABLE, *LISTEN, "--matches", "2", "--watch", "7")
    invited = node.event("invite")
    invite = parse_invite(invited["invite"])
    assert invited["table"] == TABLE and invite.standing and not invite.expires
    with (
        guest(tmp_path / "a", invited["invite"], "--bot", "random", "--json") as one,
        guest(tmp_path / "b", invited["invite"], "--bot", "random", "--json") as two,
    ):
        begun = [node.event("begun") for _ in range(2)]
        assert all(told["table"] == TABLE and len(told["names"]) == 2 for told in begun)
        assert all(parse_invite(told["watch"]).spectator for told in begun)
        assert cli("status", "--json") == 0 and json.loads(cli.out)["up"]
        ended = [json.loads(child.communicate(timeout=60)[0]) for child in (one, two)]
    over = [node.event("over") for _ in range(2)]
    assert sorted(told["match"] for told in over) == sorted(told["match"] for told in ended)
    assert {told["match"] for told in begun} == {told["match"] for told in over}
    assert node.ended() == 0
    assert cli("status", "--json") == 0
    there = json.loads(cli.out)
    assert not there["up"] and there["ended"] and there["v"] == 1
    assert there["matches"] == {"now": 0, "most": 64, "ended": 2, "asleep": 0}
    one_match, other = (answers(path) for path in (cli.home / "matches").glob("*.match"))
    assert there["decisions"]["ended"] in {a + b for a in one_match for b in other}
    assert set(there["answer_ms"]) == {"p50", "p95", "p99"}
    assert there["tables"] == {TABLE: invited["invite"]} and set(there["sync_ms"]) == {"p50", "p95", "p99"}
    assert cli("status") == 0
    lines = cli.out.splitlines()
    assert lines[0].startswith("not up any more, since ") and " MB, " in lines[0]
    assert lines[1] == "matches: 0 of 64 now, 2 ended, 0 asleep until a player comes back"
    # a goodbye may still be on its way
    assert re.fullmatch(r"there: players 0, onlookers 0, connections [012], circuits 0", lines[2])
    assert lines[3].startswith("decisions: ") and "; answers: " in lines[3] and "; disk: p95 " in lines[3]
    assert lines[-1] == f"{TABLE}: {invited['invite']}"
    assert cli("status", "--prometheus") == 0
    for line in cli.out.splitlines():
        assert re.fullmatch(rf"# (HELP {METRIC} .+|TYPE {METRIC} (gauge|counter))|{VALUE}", line), line
    assert "fadenet_matches_ended_total 2" in cli.out.splitlines() and "fadenet:" not in cli.out
    assert {metric.path.partition(".")[0] for metric in METRICS} == there.keys() - {"v", "tables", "error"}
    assert cli("history", "--json") == 0 and len(json.loads(cli.out)["matches"]) == 2


@pytest.mark.slow
def test_sigterm_ends_a_node_and_its_match_goes_on_at_the_next_start(
    tmp_path: Path, nodes: ExitStack
) -> None:
    """given a match under way, when the node is told to end and started again, then its status counts that
    match as asleep, the invitation is the same, and the match goes on when its player, who has stayed,
    knocks."""
    home = tmp_path / "node"
    node = started(nodes, home)
    invite = node.event("invite")["invite"]
    with guest(tmp_path / "guest", invite, "--plain") as person:
        begun = node.event("begun")
        node.signal()
        assert node.ended() == 0
        assert json.loads((home / "status.json").read_text())["matches"]["asleep"] == 1
        (address,) = parse_invite(invite).candidates
        again = started(nodes, home, "--table", TABLE, "--listen", str(address))
        assert again.event("invite")["invite"] == invite
        assert again.event("begun")["match"] == begun["match"]
        gives_up(person)
        over = again.event("over")
        assert over["match"] == begun["match"] and over["table"] == f"match {begun['match'][:8]}"
    again.signal()
    assert again.ended() == 0


@pytest.mark.slow
def test_a_node_that_drains_waits_for_its_match(tmp_path: Path, nodes: ExitStack) -> None:
    """given `--drain` and a match under way, when the node is told to end, then it does once that is over."""
    node = started(nodes, tmp_path / "node", "--table", TABLE, *LISTEN, "--drain")
    with guest(tmp_path / "guest", node.event("invite")["invite"], "--plain") as person:
        node.event("begun")
        node.signal()
        node.event("draining")
        gives_up(person)
        node.event("over")
    assert node.ended() == 0


@pytest.mark.slow
def test_a_second_sigterm_ends_a_node_that_drains(tmp_path: Path, nodes: ExitStack) -> None:
    node = started(nodes, tmp_path / "node", "--table", TABLE, *LISTEN, "--drain")
    with guest(tmp_path / "guest", node.event("invite")["invite"], "--plain"):
        node.event("begun")
        node.signal()
        node.event("draining")
        node.signal()
        assert node.ended() == 0


@pytest.mark.slow
def test_ctrl_c_ends_a_node_as_it_does_other_commands(tmp_path: Path, nodes: ExitStack) -> None:
    node = started(nodes, tmp_path / "node")
    node.event("invite")
    node.signal(signal.SIGINT)
    assert node.ended() == 130
    assert json.loads((tmp_path / "node" / "status.json").read_text())["ended"]


@pytest.mark.slow
def test_a_full_node_is_knocked_at_politely(tmp_path: Path, nodes: ExitStack) -> None:
    """given a node that plays one match at most, when a second guest of the same name comes, then it says
    that it tries again, and sits down when the first is over."""
    node = started(nodes, tmp_path / "node", "--table", TABLE, *LISTEN, "--max", "1", "--matches", "2")
    invite = node.event("invite")["invite"]
    with (
        guest(tmp_path / "a", invite, "--plain") as first,
        guest(tmp_path / "b", invite, "--plain") as second,
    ):
        node.event("begun")
        waits = next(child for child in (first, second) if _is_turned_away(child))
        gives_up(first if waits is second else second)
        node.event("over")
        node.event("begun")
        gives_up(waits)
    node.event("over")
    assert node.ended() == 0


def _is_turned_away(child: subprocess.Popen[str]) -> bool:
    """Whether somebody says that the node is full rather than what is played."""
    assert child.stderr is not None
    for line in child.stderr:
        if line.startswith("This node plays all the matches that it takes; trying again in "):
            assert line.endswith(" s (Ctrl-C stops).\n")
            return True
        if " plays terrene" in line:
            return False
    raise AssertionError("neither")


@pytest.mark.slow
def test_a_node_is_a_relay_too_if_it_is_told_so(tmp_path: Path, nodes: ExitStack) -> None:
    node = started(nodes, tmp_path / "node", "--table", TABLE, *LISTEN, "--relay")
    assert parse_relay_line(node.event("relay")["line"]).relay


@pytest.mark.slow
def test_two_nodes_do_not_share_a_folder_nor_a_port(cli: Cli, nodes: ExitStack) -> None:
    """given a node, then a second one in its folder, or at its port, ends with a sentence that says so."""
    node = started(nodes, cli.home)
    (address,) = parse_invite(node.event("invite")["invite"]).candidates
    assert cli("node", "--table", TABLE, *LISTEN) == 8
    assert "Another fadenet is using" in sentence(cli.err)
    other = process(cli.home.parent / "other", "node", "--table", TABLE, "--listen", str(address), "-q")
    _, err = other.communicate(timeout=120)
    assert other.returncode == 5 and "is in use" in sentence(err)


@pytest.mark.slow
def test_guests_are_told_which_program_sits_at_a_table(tmp_path: Path, nodes: ExitStack) -> None:
    """given a node whose bot is a program, when a guest comes by its invitation, then that is told that a bot
    sits there, and how the program calls itself."""
    bot = f"exec:{written(tmp_path)}"
    node = started(nodes, tmp_path / "node", "--table", f"prelude={bot}", *LISTEN)
    with guest(tmp_path / "guest", node.event("invite")["invite"], "--plain") as child:
        assert child.stderr is not None
        assert any("(the bot Dice, new) plays prelude." in line for line in child.stderr)


# What is typed.


@pytest.mark.parametrize(
    ("text", "game", "format", "seats", "bot", "clock"),
    [
        ("terrene", "terrene", "bo3", 2, "greedy", CLOCK),
        ("terrene=random", "terrene", "bo3", 2, "random", CLOCK),
        ("terrene:format=2v2", "terrene", "2v2", 4, "greedy", CLOCK),
        ("terrene:format=2v2=random", "terrene", "2v2", 4, "random", CLOCK),
        ("faroe:seats=3,clock=300+5=greedy", "faroe", "free-for-all", 3, "greedy", TableTime(300, 5)),
        ("faroe:opening=even", "faroe", "duel", 2, "greedy", CLOCK),
        ("faroe:legend=vantarel", "faroe", "legend", 2, "greedy", CLOCK),
    ],
)
def test_a_table_is_read(text: str, game: str, format: str, seats: int, bot: str, clock: TableTime) -> None:
    table = offers.read_table(text, Path())
    assert (table.name, table.bot, table.clock) == (text, bot, clock)
    config = table.config
    assert (config.game, config.seats, config.bank, config.bonus) == (game, seats, clock.bank, clock.bonus)
    if format != "bo3":
        assert config.format == format


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("whist=greedy", 4, "There is no game 'whist'"),
        ("faroe=deep-blue", 4, "There is no bot 'deep-blue'"),
        ("faroe:seats=3=deep-blue", 4, "There is no bot 'deep-blue'"),
        ("faroe:deck=nothing=greedy", 4, "There is no deck 'nothing'"),
        ("faroe:speed=9=greedy", 2, "there is no option 'speed'. Write it as GAME:OPTION=VALUE"),
        ("faroe:seats", 2, "'seats' is no option with a value. Write it as"),
        ("faroe:seats=", 2, "'seats=' is no option with a value"),
        ("faroe:=3", 2, "'=3' is no option with a value"),
        ("faroe:seats=3,seats=4", 2, "seats is there twice"),
        ("faroe:seats=many", 2, "--table faroe:seats=many: 'many' is not a whole number"),
        ("faroe:clock=5", 2, "'5' is not a clock; write seconds as 600+5"),
        ("faroe:clock=0+5", 2, "would keep the table for ever. Give all a time bank, as in clock=600+5"),
        ("faroe:format=tennis", 2, "--table faroe:format=tennis: faroe has no format 'tennis'"),
        ("faroe:seats=9", 2, "faroe has no format with 9 players"),
        ("faroe:legend=vantarel,seats=1", 2, "One player alone needs no network"),
    ],
)
def test_a_bad_table_is_one_sentence(cli: Cli, text: str, code: int, said: str) -> None:
    assert cli("node", "--table", text) == code
    assert said in sentence(cli.err) and not cli.out and not cli.home.exists()


def test_so_many_tables_are_offered_and_each_once(cli: Cli) -> None:
    names = [f"terrene:clock={n}+5" for n in range(60, 61 + limits.TABLES_OFFERED)]
    words = [word for name in names for word in ("--table", name)]
    assert cli("node", *words[:-2], "--unit") == 0
    assert cli("node", *words, "--unit") == 2
    assert "Offer at most 16 tables, each of them once." in sentence(cli.err)
    assert cli("node", "--table", TABLE, "--table", TABLE) == 2
    assert "each of them once" in sentence(cli.err)


def test_invitations_are_kept_for_their_owner_alone(tmp_path: Path) -> None:
    """given tokens that were made for two tables, then one more table leaves theirs as they are."""
    first = offers.tokens_of(tmp_path, ["a", "b"], print)
    again = offers.tokens_of(tmp_path, ["b", "c"], print)
    assert again["b"] == first["b"] and again["a"] == first["a"] and len(set(again.values())) == 3
    assert stat.S_IMODE((tmp_path / offers.FILE).stat().st_mode) == 0o600


def test_a_node_whose_invitations_cannot_be_kept_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a full disk, then there are tokens all the same, and it is said how long they are good."""
    opened = os.open

    def full(path: Path, flags: int, *more: int) -> int:
        if flags & os.O_CREAT:
            raise OSError(errno.ENOSPC, "No space left on device")
        return opened(path, flags, *more)

    monkeypatch.setattr(os, "open", full)
    said: list[str] = []
    assert len(offers.tokens_of(tmp_path, ["a"], said.append)["a"]) == TOKEN_BYTES
    assert len(said) == 1 and said[0].startswith("These invitations are good until the node ends")
    assert len(relays.own_token(tmp_path, said.append)) == TOKEN_BYTES and len(said) == 2


@pytest.mark.parametrize(
    "text", ["", "[]", '{"version": 2, "tables": {}}', '{"version": 1, "tables": {"a": "x"}}']
)
def test_tokens_that_make_no_sense_are_not_put_right_in_silence(cli: Cli, text: str) -> None:
    cli.home.mkdir(mode=0o700)
    path = cli.home / offers.FILE
    path.write_text(text)
    path.chmod(0o600)
    assert cli("node", "--table", TABLE, *LISTEN, "-q") == 3
    assert "node.json makes no sense" in sentence(cli.err) and "Take it away" in cli.err
    assert path.read_text() == text


def test_the_usual_limits_are_those_of_the_node() -> None:
    assert read_arguments(["node"]).max == limits.MATCHES
    args = read_arguments(["node", "--max", str(limits.MATCHES_MOST)])
    assert (args.max, args.keep_days) == (limits.MATCHES_MOST, units.KEPT_DAYS)
    assert f"{USUAL}=greedy" == serving.USUAL_TABLE


@pytest.mark.slow
def test_a_serving_node_loads_no_console() -> None:
    """given a process that only serves, then nothing of the interface is in its memory."""
    code = (
        "import sys; from fadenet.cli.net import serving; "
        "print([m for m in sys.modules if m in ('prompt_toolkit', 'asyncio', 'sqlite3')"
        " or m.startswith('fadenet.console.') and m != 'fadenet.console.typed'])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# The service.


def test_a_unit_runs_what_was_typed(cli: Cli) -> None:
    """given a command with all its options, then the unit runs just that."""
    words = ["--table", "faroe=greedy", "--table", "terrene:deck=a b%c$d=random", "--listen", "127.0.0.1:4"]
    words += ["--strength", "/a/league.jsonl"]
    words += ["--max", "500", "--keep-days", "3", "--watch", "9", "--watchers", "5", "--as", "aud"]
    words += [
        "--relay",
        "--no-boxes",
        "--lan",
        "--board",
        "--board-at",
        "fadenet:x",
        "--behind-nat",
        "--drain",
    ]
    args = read_arguments(["node", *words, "--unit"])
    text = units.unit(["/usr/bin/fadenet"], args, 7, 8192)
    (start,) = [line for line in text.splitlines() if line.startswith("ExecStart=")]
    assert start == (
        "ExecStart=/usr/bin/fadenet --no-input --quiet node --table faroe=greedy "
        '--table "terrene:deck=a b%%c$$d=random" --listen 127.0.0.1:4 '
        "--strength /a/league.jsonl --max 500 --keep-days 3 --watch 9 --watchers 5 --as aud "
        "--relay --no-boxes --lan --board --board-at fadenet:x --behind-nat --drain"
    )
    assert "TimeoutStopSec=7" in text
    plain = units.unit(["fadenet"], read_arguments(["node", "--watch"]), 10, 8192)
    assert "ExecStart=fadenet --no-input --quiet node --watch\n" in plain and "TimeoutStopSec=10\n" in plain
    for line in (
        "Restart=on-failure",
        "DynamicUser=yes",
        "ProtectSystem=strict",
        "StateDirectory=fadenet fadenet-marks",
        "LimitNOFILE=8192",
    ):
        assert line in plain.splitlines()
    for drain, stop_s in (((), 10), (("--drain",), 3_610)):
        assert cli("node", *drain, "--unit") == 0 and f"TimeoutStopSec={stop_s}\n" in cli.out


def test_what_a_program_needs_is_found_behind_links_and_first_lines(tmp_path: Path) -> None:
    """given a script for all users that is a link into an environment in somebody's home, and one that names
    its Python there, then both lead there."""
    environment = tmp_path / "home" / "ana" / "venv"
    (environment / "bin").mkdir(parents=True)
    python, script = environment / "bin" / "python", environment / "bin" / "fadenet"
    python.symlink_to(sys.executable)
    script.write_text(f"#!{python} -P\n")
    link, copy = tmp_path / "link", tmp_path / "copy"
    link.symlink_to(script)
    copy.write_text(f"#!{python}\n")
    for program in (link, copy):
        assert {environment / "bin" / "python", Path(sys.executable).resolve()} <= {*units.needed_by(program)}
    assert script in {*units.needed_by(link)} and environment in {*units.needed_by(link)}
    (tmp_path / "odd").write_bytes(b"#!\n")
    assert tmp_path / "odd" in {*units.needed_by(tmp_path / "odd")}
    assert tmp_path / "none" in {*units.needed_by(tmp_path / "none")}


def test_a_unit_that_starts_what_it_may_not_read_says_so(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(units, "HOMES", (str(ROOT),))
    assert cli("node", "--unit") == 0
    said = " ".join(cli.err.split())
    assert "lies in somebody's home" in said and " -P -m fadenet " in cli.out


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd-analyze")
def test_systemd_understands_the_unit(cli: Cli, tmp_path: Path) -> None:
    assert cli("node", "--table", f"{GAME}:clock=300+5=greedy", "--max", "9", "--unit") == 0
    text = cli.out
    assert cli("node", "--table", f"{GAME}:clock=300+5=greedy", "--max", "9", "--unit", "--json") == 0
    assert json.loads(cli.out)["unit"] + "\n" == text
    unit = tmp_path / "fadenet.service"
    unit.write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0 and not done.stderr, done.stderr


def test_a_program_in_a_home_is_warned_of(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: "/home/aud/bin/fadenet")
    assert cli("node", "--unit") == 0
    assert "/home/aud/bin/fadenet" in cli.err and "pipx install --global" in cli.err


# Status.


def test_where_no_node_has_been_there_is_no_status(cli: Cli) -> None:
    assert cli("status") == 4
    assert "No node has kept a status" in sentence(cli.err) and "fadenet node --table" in cli.err


def test_what_keeps_guests_out_is_said() -> None:
    """given a node that drains while its disk is full, then its status names both, and who was refused."""
    there: dict[str, Any] = {
        "up": True,
        "since": 0,
        "memory_mb": 60.0,
        "cpu_seconds": 1.5,
        "matches": {"now": 1, "most": 2, "ended": 3, "asleep": 4},
        "players": 1,
        "watchers": 0,
        "connections": 1,
        "circuits": 0,
        "decisions": {"a_second": 0.5, "ended": 9},
        "answer_ms": {},
        "sync_ms": {},
        "draining": True,
        "disk_full": True,
        "lags": False,
        "refused": {"busy": 7, "full": 0},
        "error": "ten: no room",
        "tables": {},
    }
    lines = serving._status_lines(there)
    assert "lets nobody new in: draining and its disk is full" in lines
    assert "refused: 7 busy" in lines and lines[-1] == "last error: ten: no room"
    assert "no answer yet" in lines[3]
    on_board = serving._status_lines({**there, "board": {"links": 4, "notices": 31}})
    assert [line for line in on_board if line not in lines] == ["board: links 4, notices 31"]
    kept = serving._status_lines({**there, "boxes": {"open": 3, "parcels": 2, "bytes": 250_000}})
    assert [line for line in kept if line not in lines] == ["boxes: open 3, parcels 2, 0.2 MB"]


def test_a_delay_of_a_node_is_none_at_all_if_not_named() -> None:
    assert serving._watch(None) == UNWATCHED
    assert serving._watch(USUAL_DELAY) == Watch(True, 0) and serving._watch(9).delay == 9
    assert Namespace(**vars(read_arguments(["node", "--watch"]))).watch == USUAL_DELAY
