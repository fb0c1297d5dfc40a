"""Matches between nodes as processes of their own, over loopback."""

from __future__ import annotations

import json
import os
import shutil
import signal
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from trio.testing import MockClock

import keys
from fadenet.cli.frame.context import Context
from fadenet.cli.options import read_arguments
from fadenet.cli.top import home as screen
from fadenet.console.menu.menu import Menu
from fadenet.node.match import saved
from tests.cli.helpers import FADENET, GAME, LIGHT, Cli, ended_by, process, sentence
from tests.history.folder import Home
from tests.node.tables import Party, Stuck, table


@dataclass(frozen=True)
class Played:
    """Two data folders with a match between them, and what their commands said: its invitation and outcome,
    and what the host printed."""

    homes: tuple[Path, Path]
    invite: str
    outcome: dict[str, Any]
    out: str
    err: str


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A match that `host` and `join` have played: to be copied, not changed."""
    folder = tmp_path_factory.mktemp("played")
    homes = folder / "host", folder / "join"
    options = ("--bot", "greedy", "--clock", "15+1", "--listen", "127.0.0.1:0")
    host = process(homes[0], "host", "terrene", *options)
    assert host.stdout is not None
    invite = host.stdout.readline().strip()
    join = process(homes[1], "join", invite, "--bot", "random", "--json")
    joined, join_err = join.communicate(timeout=60)
    hosted, host_err = host.communicate(timeout=60)
    assert (host.returncode, join.returncode) == (0, 0), host_err + join_err
    return Played(homes, invite, json.loads(joined), hosted, host_err)


@pytest.fixture
def played(once: Played, tmp_path: Path) -> Played:
    """That match in data folders of the test's own."""
    copies = [shutil.copytree(home, tmp_path / home.name) for home in once.homes]
    return replace(once, homes=(copies[0], copies[1]))


@pytest.mark.slow
def test_host_and_join_play_a_match_that_both_can_verify(cli: Cli, played: Played) -> None:
    homes, outcome = played.homes, played.outcome
    assert played.invite.startswith("fadenet:")
    assert "made the identity" in played.err and " wins [" in played.out
    assert outcome["signed"] and not outcome["findings"]
    files = [next((home / "matches").glob("*.match")) for home in homes]
    assert files[0].name == files[1].name
    for path in files:
        assert cli("verify", path) == 0
    assert cli("replay", files[0], "--text") == 0 and "turn 1: " in cli.out
    for home, path in zip(homes, files, strict=True):
        path.unlink()  # each has it in its history since it was over
        cli.home = home
        assert cli("history", "--json") == 0
        (past,) = json.loads(cli.out)["matches"]
        assert past["match"] == outcome["match"] and past["signed"] == "signed"
        assert {seat["kind"] for seat in past["seats"]} == {"bot"}


@pytest.mark.slow
def test_a_finished_match_is_given_to_who_comes_back_for_it(cli: Cli, played: Played) -> None:
    """given two nodes that do not know whether the other has the result, when both resume, then they do."""
    homes, match = played.homes, played.outcome["match"]
    cli.home = homes[0]
    assert cli("resume", match[:8]) == 3 and "is over (" in cli.err
    # given
    for home in homes:
        note = saved.read_table(home, match)
        assert note.lacking == ()
        saved.write_table(home, match, replace(note, lacking=tuple(peer.key for peer in note.peers)))
    assert cli("matches") == 0 and "may not have the result yet" in " ".join(cli.out.split())
    # when
    other = process(homes[1], "resume", match[:8])
    assert cli("resume", match[:8]) == 0, cli.err
    _, err = other.communicate(timeout=60)
    assert other.returncode == 0, err
    for said in (cli.err, err):
        assert "Now everybody has the result." in said, said
        assert "Waiting for " in said and f"Match {match[:8]} is over (" in said
    # then
    for home in homes:
        assert saved.read_table(home, match).lacking == ()


@pytest.mark.long
def test_a_duel_of_terrene_with_additions_is_played_and_proven(cli: Cli, tmp_path: Path) -> None:
    """given a table with an option, then who joins loads the same rules, and the file tells all the rest."""
    homes = [tmp_path / "host", tmp_path / "join"]
    options = ("--bot", "greedy", "--additions", "2015", "--deck", "jin", "--listen", "127.0.0.1:0")
    host = process(homes[0], "host", "terrene", *options)
    assert host.stdout is not None
    invite = host.stdout.readline().strip()
    join = process(homes[1], "join", invite, "--bot", "random", "--json")
    joined, join_err = join.communicate(timeout=60)
    _, host_err = host.communicate(timeout=60)
    assert (host.returncode, join.returncode) == (0, 0), host_err + join_err
    assert "terrene with additions 2015" in join_err and json.loads(joined)["signed"]
    (path,) = (homes[0] / "matches").glob("*.match")
    data = path.read_bytes()
    assert cli("verify", path) == 0 and "valid" in cli.out
    flipped, cut = tmp_path / "flipped.match", tmp_path / "cut.match"
    flipped.write_bytes(data[:5000] + bytes([data[5000] ^ 1]) + data[5001:])
    cut.write_bytes(data[:-10_000])
    assert cli("verify", flipped) == 3 and cli("verify", cut) == 4
    assert cli("record", "convert", path, tmp_path / "match.fnr") == 0
    for file in (path, tmp_path / "match.fnr"):
        assert cli("replay", file, "--text") == 0 and "game 2 begins" in cli.out
    cli.home = homes[0]
    assert cli("matches", "--json") == 0
    (kept,) = json.loads(cli.out)["matches"]
    assert (kept["game"], kept["format"], kept["options"]) == ("terrene", "duel", {"additions": "2015"})


@pytest.mark.slow
def test_an_even_duel_is_said_beside_the_invitation_and_to_who_joins(cli: Cli, tmp_path: Path) -> None:
    """given a host with --opening even, then both sides are told so, and the match file is judged by it."""
    homes = [tmp_path / "host", tmp_path / "join"]
    options = ("--opening", "even", "--bot", "random", "--listen", "127.0.0.1:0", "--json")
    host = process(homes[0], "host", GAME, *options)
    assert host.stdout is not None
    invited = json.loads(host.stdout.readline())
    assert invited["options"] == {"opening": "even"}
    cli.home = homes[1]
    assert cli.typing("concede\nconcede\n", "join", invited["invite"], "--plain") == 0, cli.err
    join_err = cli.err
    hosted, host_err = host.communicate(timeout=60)
    assert host.returncode == 0, host_err
    assert "It leads to faroe with opening even; you play " in host_err
    assert "Others reach you at 127.0.0.1:" in host_err
    assert "plays faroe with opening even. The second player begins with 2 TP" in join_err
    assert json.loads(hosted)["signed"]
    (path,) = (homes[0] / "matches").glob("*.match")
    assert cli("verify", path) == 0 and "faroe duel opening even" in " ".join(cli.out.split())


@pytest.mark.long
def test_three_nodes_play_a_match_that_all_can_verify(cli: Cli, tmp_path: Path) -> None:
    """given one invitation for two people, one of whom lets nobody dial, then all prove the same result."""
    names = ("ana", "ben", "cai")
    for name in names:
        cli.home = tmp_path / name
        assert cli("key", "new", name, "--no-passphrase") == 0
    seats = ("--seats", "3", "--bot", "greedy", "--listen", "127.0.0.1:0", "--json")
    host = process(tmp_path / "ana", "host", GAME, *seats)
    assert host.stdout is not None
    invite = json.loads(host.stdout.readline())["invite"]
    guests = [
        process(tmp_path / name, "join", invite, "--plain", *door)
        for name, door in (("ben", ("--listen", "127.0.0.1:0")), ("cai", ("--no-listen",)))
    ]
    for guest in guests:
        assert guest.stdin is not None
        guest.stdin.write("concede\nconcede\n")  # stdin stays open: who is out stays to the end
        guest.stdin.flush()
    for guest in guests:
        guest.wait(timeout=60)
    ends = [one.communicate(timeout=60) for one in (host, *guests)]
    assert [one.returncode for one in (host, *guests)] == [0, 0, 0], ends
    outcome = json.loads(ends[0][0])
    assert outcome["signed"] and outcome["places"][outcome["seat"]] == 1
    assert {*outcome["players"]} == {*names} and "3 of 3 are here" in ends[0][1]
    for name in names:
        (path,) = (tmp_path / name / "matches").glob("*.match")
        assert cli("verify", path) == 0
    assert cli("matches") == 0 and "faroe free-for-all with " in cli.out
    assert "All players have signed this result." in ends[1][1]
    assert cli("contact", "list") == 0 and "ben" in cli.out


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_no_two_people_of_one_name_sit_at_a_table_of_several(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a host and a guest of one name, then the guest hears what to do, and the table stays open."""
    table = ("host", GAME, "--seats", "3", "--plain", "--listen", "127.0.0.1:0")
    host = process(tmp_path / "a", *table, env={"FADENET_NAME": "ana"})
    assert host.stdout is not None and host.stderr is not None
    monkeypatch.setenv("FADENET_NAME", "ANA")
    assert cli.typing("", "join", host.stdout.readline().strip(), "--plain") == 9
    assert "fadenet key new NAME" in cli.err and "--as NAME" in cli.err
    heard = [next(host.stderr)]
    while "does not sit down: somebody of this name" not in heard[-1]:
        heard.append(next(host.stderr))
    ended_by(host, signal.SIGTERM, 143)
    # and both were told before what such a table means
    for told in (cli.err, "".join(heard)):
        assert "two who agree can vote the third out" in " ".join(told.split())


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_deck_of_another_game_is_said_to_both(cli: Cli, tmp_path: Path) -> None:
    """given a table of terrene, when somebody joins with a deck of faroe, then both hear why nobody plays;
    while it is open, no other node starts in its data folder."""
    host = process(tmp_path / "a", "host", "terrene", "--bot", "random", "--listen", "127.0.0.1:0")
    assert host.stdout is not None and host.stderr is not None
    invite = host.stdout.readline().strip()
    assert cli.typing("", "join", invite, "--deck", "cinder-circuit", "--plain") == 4
    assert "There is no deck 'cinder-circuit'" in cli.err and "Decks of terrene" in cli.err
    assert any("cannot sit down" in line for line in host.stderr)
    cli.home = tmp_path / "a"
    assert cli("host", GAME, "--bot", "random", "--listen", "127.0.0.1:0") == 8
    assert "--home" in sentence(cli.err)
    ended_by(host, signal.SIGTERM, 143)  # its table was still open


@pytest.mark.long
@pytest.mark.parametrize(
    ("argv", "seats"),
    [
        ((GAME, "--legend", "vantarel"), 2),
        (("terrene", "--format", "2v2"), 4),
    ],
)
def test_every_other_seat_is_a_node_of_its_own(cli: Cli, argv: tuple[str, ...], seats: int) -> None:
    """given any format with --net, then all its players are nodes, whose folders go when it is over."""
    assert cli("play", *argv, "--net", "--auto", "--bot", "random", "--json") == 0
    outcome = json.loads(cli.out)
    assert outcome["signed"] and not outcome["findings"] and len(outcome["players"]) >= seats
    assert cli("verify", outcome["file"]) == 0 and "(random): " in cli.out
    assert not list((cli.home / "opponents").iterdir())


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a match with a second node that SIGTERM has ended: to be copied, not changed."""
    home = tmp_path_factory.mktemp("left") / "home"
    child = process(home, "play", LIGHT, "--net", "--plain", "--bot", "random")
    assert child.stdout is not None
    for line in child.stdout:
        if line.startswith("ask "):
            break
    assert "fadenet resume " in ended_by(child, signal.SIGTERM, 143)
    return home


@pytest.fixture
def left_match(left: Path, cli: Cli) -> Path:
    """That match in the data folder of `cli`."""
    return Path(shutil.copytree(left, cli.home))


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_match_with_a_second_node_goes_on_after_it_was_ended(left_match: Path, cli: Cli) -> None:
    assert cli("matches", "--json") == 0
    (left,) = json.loads(cli.out)["matches"]
    assert not left["finished"] and left["peers"] == ["random"]
    assert len(list((cli.home / "opponents").iterdir())) == 1
    assert cli("matches", "--forget", left["match"][:8]) == 2 and "--yes" in cli.err

    assert cli.typing("concede\nconcede\n", "resume", left["match"][:8], "--plain") == 0, cli.err
    assert "random wins" in cli.out
    assert cli("matches", "--json") == 0
    (over,) = json.loads(cli.out)["matches"]
    assert over["finished"] and not list((cli.home / "opponents").iterdir())
    assert cli("verify", over["file"]) == 0


@pytest.mark.parametrize(
    ("door", "why"),
    [
        (["--no-listen"], "None of the others can be dialled"),
        (["--listen", "192.0.2.1:47070"], "none of the addresses to listen on"),
    ],
)
@pytest.mark.usefixtures("no_waiting_for_sync")
def test_a_resume_listens_where_it_is_told(cli: Cli, door: list[str], why: str) -> None:
    """given a host whose guest only dials, when it cannot listen where it is told, then it says so."""
    home = Home(cli.home)
    host = replace(table(home.path, 0, Stuck(3)), identity=home.own)
    both = Party(host, table(cli.home.parent / "b", 1, Stuck(3)))
    both.deaf = {1}
    trio.run(partial(both.play, patience=100), clock=MockClock(autojump_threshold=0))
    assert cli("resume", *door) == 5 and why in sentence(cli.err)


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_match_that_nobody_will_resume_is_given_up(left_match: Path, cli: Cli) -> None:
    """given an unfinished match, when it is forgotten, then its secret goes and what was signed stays."""
    assert cli("matches", "--json") == 0
    (left,) = json.loads(cli.out)["matches"]
    assert cli("matches", "--forget", left["match"][:8], "--yes") == 0
    assert "its secrets are deleted" in " ".join(cli.out.split()) and left["file"] in cli.out.replace(
        "\n", ""
    )
    there = [path.name for path in (cli.home / "matches").iterdir()]
    assert there == [f"{left['match']}.match"] and not list((cli.home / "opponents").iterdir())
    assert cli("matches") == 0 and not cli.out
    assert cli("history") == 0 and "skipped" not in cli.err
    assert cli("verify", left["file"]) == 4 and "incomplete" in cli.out
    assert cli("resume", left["match"]) == 4
    assert cli("matches", "--forget", left["match"], "--yes") == 4


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="signals as POSIX has them")
def test_a_match_of_terrene_goes_on_after_kill_9(tmp_path: Path, cli: Cli) -> None:
    """given a match with a second node that is killed in its set-up or later, then both come back to it."""
    child = process(cli.home, "play", "terrene", "--net", "--additions", "2015", "--plain", "--bot", "random")
    assert child.stdin is not None and child.stdout is not None
    asked = 0
    for line in child.stdout:
        asked += line.startswith("ask ")
        if asked == 2:
            break
        if line.startswith("ask "):
            child.stdin.write("1\n")
            child.stdin.flush()
    child.kill()
    child.communicate()
    assert cli("matches") == 0
    assert "terrene with additions 2015 against random, not finished" in " ".join(cli.out.split())
    assert max(map(len, cli.out.splitlines())) <= 80
    again = process(cli.home, "resume", "--plain")
    assert again.stdin is not None
    again.stdin.write("concede\nconcede\n")
    again.stdin.flush()
    again.wait(timeout=60)  # its stdin stays open: the end of the input is another way to leave
    out, err = again.communicate()
    # Who gives up says so at the next question, and a random player may run from both games before that.
    assert again.returncode == 0, err
    assert "wins [win.leaving]" in out or "wins [format.best-of-three]" in out
    assert cli("matches", "--json") == 0
    assert cli("verify", json.loads(cli.out)["matches"][0]["file"]) == 0


@pytest.mark.parametrize(
    ("argv", "code"),
    [
        (["join", "fadenet:nonsense", "--bot", "random"], 5),
        (["join", "hello", "--bot", "random"], 5),
        (["join", "hello", "--deck", "nowhere"], 4),
        (["host", GAME, "--bot", "random", "--listen", "127.0.0.1:99999"], 2),
        (["host", GAME, "--bot", "random", "--listen", "203.0.113.7:47070"], 5),
        (["host", GAME, "--bot", "random", "--as", "nobody"], 4),
        (["resume"], 4),
        (["resume", "abcd"], 4),
    ],
)
def test_a_mistake_is_a_sentence_with_its_code(cli: Cli, argv: list[str], code: int) -> None:
    cli("key", "new", "--no-passphrase")
    assert cli(*argv) == code
    assert sentence(cli.err)


def test_matches_of_an_empty_folder(cli: Cli) -> None:
    assert cli("matches") == 0
    assert not cli.out and "fadenet play" in cli.err
    assert not cli.home.exists()


def test_an_opponent_that_fails_ends_the_match_with_7(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho it has a cold >&2\nexit 3\n")
    broken.chmod(0o700)
    monkeypatch.setattr("sys.executable", str(broken))
    assert cli("play", GAME, "--net", "--auto", "-q") == 7
    assert "it has a cold" in sentence(cli.err)
    assert not list((cli.home / "opponents").iterdir())


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="finds the child in Linux's /proc")
def test_an_opponent_that_is_killed_leaves_a_match_to_go_on_with(tmp_path: Path) -> None:
    """given a match with a second node, when that is killed, then the signal is named, and how to go on."""
    ours = process(tmp_path, "play", LIGHT, "--net", "--plain", "--bot", "random")
    assert ours.stdout is not None
    for line in ours.stdout:
        if line.startswith("ask "):
            break
    tasks = Path(f"/proc/{ours.pid}/task").iterdir()
    (child,) = [int(pid) for task in tasks for pid in (task / "children").read_text().split()]
    os.kill(child, signal.SIGKILL)
    ours.wait(timeout=120)  # its stdin stays open: the end of the input is another way to leave
    _, err = ours.communicate()
    said = err.splitlines()[-1]
    assert ours.returncode == 7, err
    assert said.startswith("fadenet: The opponent's node was ended by the signal SIGKILL. The match is kept.")
    (match,) = (tmp_path / "matches").glob("*.match")
    assert said.endswith(f"To go on: fadenet resume {match.name[:8]}")


def test_the_home_screen_names_those_whom_one_has_played_with(played: Played) -> None:
    """given a match with somebody who is known, then the home screen leads to inviting that player and to
    accepting; with nobody known it does not."""

    def offered() -> list[object]:
        top = screen.top(Context(read_arguments(["version", "--color", "auto"]), played.homes[0], FADENET))
        menus = [entry.then for entry in top.entries if entry.label in ("Invite", "Accept")]
        return [entry.then for menu in menus if callable(menu) for entry in cast(Menu, menu()).entries]

    assert offered() == []
    (peer,) = saved.read_table(played.homes[0], played.outcome["match"]).peers
    keys.Contacts.load(played.homes[0]).add(bytes.fromhex(peer.key), "Ann", 0)
    assert offered() == [("invite", "Ann"), ("join", "Ann")]


@pytest.mark.slow
def test_a_player_of_before_is_invited_by_name(cli: Cli, played: Played) -> None:
    """given two who have played, when one invites the other by name, who joins by name, then they play once
    more with no line between them."""
    for home, name in zip(played.homes, ("Ann", "Bob"), strict=True):
        (peer,) = saved.read_table(home, played.outcome["match"]).peers
        keys.Contacts.load(home).add(bytes.fromhex(peer.key), name, 0)
    host = process(played.homes[0], "invite", "Ann", "--bot", "greedy", "--clock", "15+1")
    assert host.stderr is not None
    said = [line := next(host.stderr)]
    while line != "Waiting for Ann.\n":
        said.append(line := next(host.stderr))
    assert any(line.startswith("Ask Ann to type: fadenet join ") for line in said)
    cli.home = played.homes[1]
    assert cli("join", "Bob", "--bot", "random", "--json") == 0, cli.err
    outcome = json.loads(cli.out)
    _, host_err = host.communicate(timeout=60)
    assert host.returncode == 0, host_err
    assert outcome["signed"] and outcome["match"] != played.outcome["match"]


def test_who_has_not_been_played_with_is_not_invited_by_name(cli: Cli, played: Played) -> None:
    """given a player who is known, and one who is not, then it is said what leads to them; a match of three
    has no such table."""
    stranger = bytes(Ed25519PrivateKey.generate().public_key().public_bytes_raw())
    cli.home = played.homes[0]
    (peer,) = saved.read_table(cli.home, played.outcome["match"]).peers
    contacts = keys.Contacts.load(cli.home)
    contacts.add(stranger, "Cid", 0)
    contacts.add(bytes.fromhex(peer.key), "Ann", 0)
    for command in ("invite", "join"):
        assert cli(command, "Cid") == 3 and "played no match with Cid yet" in sentence(cli.err)
    assert cli("invite", "Dot") == 4 and "No contact answers to 'Dot'" in sentence(cli.err)
    assert cli("join", "Dot") == 5 and "This is no fadenet line" in sentence(cli.err)
    assert cli("invite", "Ann", "faroe", "--seats", "3") == 2
    assert "so two play" in sentence(cli.err) and "--format free-for-all --seats 3" in sentence(cli.err)
