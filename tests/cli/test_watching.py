"""`fadenet watch`, and `fadenet host --watch`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from fadenet.cli.frame.parser import USUAL_DELAY, ParserExit
from fadenet.cli.net import watching
from fadenet.cli.net.tables import watch_of
from fadenet.cli.options import read_arguments
from fadenet.node.limits import WATCH_DELAY_S, WATCHERS, WATCHERS_MOST
from fadenet.node.link.candidates import Address
from fadenet.node.lobby.invite import Invite, make_invite
from fadenet.node.match.messages import UNWATCHED, Watch
from tests.cli.helpers import FADENET, Cli, process, sentence


def line(token: int = 1, spectator: bool = True, port: int = 9) -> str:
    there = (Address("127.0.0.1", port),)
    return make_invite(Invite(bytes(16), bytes([token]) * 12, 0, there, spectator=spectator))


# How it is typed.


@pytest.mark.parametrize(
    ("words", "delay"),
    [
        (["host", "faroe"], None),
        (["host", "faroe", "--watch"], USUAL_DELAY),
        (["host", "--watch", "faroe"], USUAL_DELAY),
        (["host", "faroe", "--watch", "30"], 30),
        (["host", "--watch", "30", "faroe"], 30),
        (["host", "--watch=0", "faroe", "--bot", "random"], 0),
        (["host", "faroe", "--watch", "--bot", "random"], USUAL_DELAY),
        (["host", "faroe", "--watch", str(WATCH_DELAY_S)], WATCH_DELAY_S),
    ],
)
def test_a_delay_may_be_left_out(words: list[str], delay: int | None) -> None:
    args = read_arguments(words)
    assert (args.game, args.watch) == ("faroe", delay)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--watch", str(WATCH_DELAY_S + 1)], "'601' is not a delay from 0 to 600 seconds"),
        (["--watch=soon"], "'soon' is not a whole number from 0 up"),
        (["--watchers", str(WATCHERS + 1)], "'33' is not a number of onlookers from 1 to 32"),
        (["--watchers", "0"], "'0' is not a number of onlookers from 1 to 32"),
    ],
)
def test_what_is_out_of_bounds_is_refused(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ParserExit):
        read_arguments(["host", "faroe", *words])
    assert said in capsys.readouterr().err
    assert read_arguments(["host", "faroe", "--watchers", str(WATCHERS)]).watchers == WATCHERS


def test_a_headless_node_shows_a_match_to_more(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["node", "--table", "faroe=random", "--watchers"]
    assert read_arguments([*words, str(WATCHERS_MOST)]).watchers == WATCHERS_MOST
    with pytest.raises(ParserExit):
        read_arguments([*words, str(WATCHERS_MOST + 1)])
    assert "'1001' is not a number of onlookers from 1 to 1000" in capsys.readouterr().err


def test_people_are_looked_on_at_a_minute_behind_and_bots_as_they_play(cli: Cli) -> None:
    """given `--watch` without a number, then it is 60 s, or 0 if a bot plays; a number counts as it is."""
    from fadenet.cli.frame.context import Context

    def of(*words: str) -> Watch:
        return watch_of(Context(read_arguments(["host", "faroe", *words]), cli.home, FADENET))

    assert of() == UNWATCHED
    assert of("--watch") == Watch(True, 60)
    assert of("--watch", "--bot", "random") == Watch(True, 0)
    assert of("--watch", "5") == Watch(True, 5) and of("--watch", "5", "--bot", "random") == Watch(True, 5)
    assert read_arguments(["host", "faroe"]).watchers is None and WATCHERS == 32


# What fails.


def test_lines_to_two_matches_are_refused(cli: Cli) -> None:
    assert cli("watch", line(1), line(2)) == 2
    assert sentence(cli.err) == "These lines lead to different matches; look on at one of them."


def test_who_only_looks_on_listens_nowhere(cli: Cli) -> None:
    assert cli("watch", line(), "--listen", "127.0.0.1:0") == 2
    assert sentence(cli.err) == "--listen is for --share alone: who only looks on listens nowhere."


def test_what_is_no_line_is_refused(cli: Cli) -> None:
    assert cli("watch", "hello") != 0
    assert "copy the whole line that begins with fadenet:" in sentence(cli.err)


def test_a_file_that_is_there_is_left_alone(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "there").write_bytes(b"x")
    assert cli("key", "new", "ana", "--no-passphrase") == 0
    assert cli("watch", line(), "--save", tmp_path / "there") != 0
    assert sentence(cli.err).endswith("is there already. Choose another name, or move that file away.")


def test_nobody_at_that_address_is_told(cli: Cli) -> None:
    assert cli("key", "new", "ana", "--no-passphrase") == 0
    assert cli("watch", line(), "--text") != 0
    assert sentence(cli.err).startswith("Nobody could be reached at 127.0.0.1:9")


# Over loopback.


def unnamed(text: str) -> list[str]:
    """The lines of a match with their places for names: in a file the players have those of their keys."""
    for name in [line.partition(" ")[2] for line in text.splitlines()[1:3]]:
        text = text.replace(name, "[name]")
    return text.splitlines()


@pytest.mark.slow
def test_what_is_told_is_what_a_replay_of_the_file_tells(cli: Cli, tmp_path: Path) -> None:
    """given a host that may be watched, when somebody looks on and keeps the match, then the host prints a
    second line for that and how many look on, the lines told are those of `replay`, and `verify` finds the
    file valid; by the first line another one looks on with JSON."""
    options = ("--bot", "random", "--clock", "60+5", "--listen", "127.0.0.1:0", "--watch")
    host = process(tmp_path / "host", "host", "terrene", *options)
    assert host.stdout is not None
    seat, look = host.stdout.readline().strip(), host.stdout.readline().strip()
    assert seat != look and look.startswith("fadenet:")
    kept = tmp_path / "seen.match"
    first = process(tmp_path / "a", "watch", look, "--text", "--save", kept)
    second = process(tmp_path / "b", "watch", seat, "--json")
    for onlooker in (first, second):  # both are on their way before anybody plays
        assert onlooker.stderr is not None and "made the identity" in onlooker.stderr.readline()
    join = process(tmp_path / "join", "join", seat, "--bot", "random")
    told, said = first.communicate(timeout=120)
    events, _ = second.communicate(timeout=60)
    _, joined = join.communicate(timeout=60)
    _, hosted = host.communicate(timeout=60)
    assert (host.returncode, join.returncode, first.returncode, second.returncode) == (0, 0, 0, 0), said
    assert "This table may be watched, as it is played." in joined
    assert "gets this second line: fadenet watch LINE" in hosted and "look" in hosted
    assert "You look on as it is played." in said and f"To check it: fadenet verify {kept}" in said
    assert cli("verify", kept) == 0
    assert cli("replay", kept, "--text", "--seat", "public") == 0
    own, file = unnamed(told), unnamed(cli.out)
    assert own == file and len(own) > 30
    assert own[-1].startswith("What decided it: ") and any("] wins [" in line for line in own)
    assert cli("replay", kept, "--seat", "public", "--json") == 0
    listed = json.loads(cli.out)["lines"]
    data = [json.loads(event) for event in events.splitlines()]
    assert data[0]["event"] == "shown" and data[0]["delay"] == 0 and data[0]["kinds"] == ["bot", "bot"]
    assert data[-1]["event"] == "over" and data[-1]["signed"] and data[-1]["file"] is None
    assert [one["text"] for one in data[1:-1]] == listed


def test_an_end_without_a_result_is_one_sentence() -> None:
    assert watching.NO_RESULT == "The match has ended there, and nobody has signed a result."
