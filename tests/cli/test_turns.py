"""A match by correspondence at the console and from home: two data folders that share nothing but text."""

from __future__ import annotations

import json
import logging
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
import trio
from trio.testing import MockClock

import keys
from fadenet.cli.frame import settings
from fadenet.cli.frame.context import Context
from fadenet.cli.net import giving, turns
from fadenet.cli.net.giving import HandOut, give
from fadenet.cli.options import read_arguments
from fadenet.cli.seat.absent import Absent
from fadenet.cli.seat.by_post import DAY_S
from fadenet.cli.top import home
from fadenet.console.menu.menu import Menu, Prompt
from fadenet.console.menu.scene import MenuScene
from fadenet.console.shell.osc import COPIED_MAX, NOTICES, clipboard
from fadenet.engine.chain import W_GAP
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.state import RESPOND
from fadenet.games.fade.tables import COMBAT
from fadenet.node.mail import kept
from fadenet.node.match import saved
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.scenario import Duel
from tests.cards.fade import item
from tests.cli.helpers import FADENET, ROOT, Cli, sentence


class Pair:
    """Two players with a command line each; what one prints, the other is given."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], game: str) -> None:
        self.ann, self.bob = Cli(folder / "ann", capsys), Cli(folder / "bob", capsys)
        for cli, name in ((self.ann, "Ann"), (self.bob, "Bob")):
            keys.IdentityStore(cli.home).create(name)
        assert self.ann("host", game, "--by-hand") == 0
        text, to = self.ann.out, self.bob
        while True:
            assert to("post", "--text", text) == 0
            if not to.out:
                break
            text, to = to.out, self.ann if to is self.bob else self.bob
        both = (self.ann, self.bob)
        self.asked, self.other = both if turns.ours(self.ann.home) else both[::-1]

    @property
    def match(self) -> str:
        """The id of the match."""
        return turns.by_post(self.asked.home)[0].match

    def answered(self) -> str:
        """The parcel of the player who was asked, once they have answered all that only they can."""
        for _ in range(4):
            assert self.asked.typing("1\n\n\n\n", "resume", self.match[:8], ends=True) == 0
            if "-----BEGIN" in self.asked.out:
                return self.asked.out[self.asked.out.index("-----BEGIN") :].strip()
        raise AssertionError(self.asked.out + self.asked.err)


@pytest.fixture
def pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Pair:
    """given a match of terrene by text that has come to its first question"""
    return Pair(tmp_path, capsys, "terrene")


def context(cli: Cli, **set: object) -> Context:
    now = replace(settings.NOTHING_SET, **set)  # type: ignore[arg-type]
    arguments = read_arguments(["inbox", "--home", str(cli.home), "--color", "auto"])
    return Context(arguments, cli.home, FADENET, now)


def test_resume_answers_and_prints_a_parcel(pair: Pair) -> None:
    """given our turn, when resume answers, then it says that the turn is over and until when the other has,
    prints a parcel when it is left, and the other is asked by that; a second visit prints none."""
    asked, other = pair.asked, pair.other
    name = "Bob" if other is pair.bob else "Ann"
    assert asked.typing("1\n\n\n\n", "resume", pair.match[:8], ends=True) == 0
    said = asked.out.splitlines()
    (over,) = [line for line in said if "Your turn is over." in line]
    assert f"{name} has 3 days, until " in over and over.endswith("Enter leaves")
    assert not any("away" in line or "reconnect" in line or "Looking for" in line for line in said)
    assert f"Give the text below to {name}." in asked.err and "-----BEGIN FADENET PARCEL-----" in said
    text = asked.out
    assert other("post", "--text", text) == 0 and "it is your turn, until " in other.err
    assert asked.typing("\n", "resume", pair.match[:8], ends=True) == 0
    assert "There is nothing to decide for you." in asked.out and "PARCEL" not in asked.out
    assert "To have your last parcel once more: " in asked.err
    assert asked("post", pair.match[:8]) == 0 and "PARCEL" in asked.out


def test_a_match_that_is_left_in_the_middle_of_a_turn_gives_nothing_away(pair: Pair) -> None:
    """given our turn, when the match is left without an answer, then it says that it is our turn still, and
    how one goes on; `quit` and the end of the input leave it so."""
    for typed, ends in (("quit\n", False), ("", True)):
        assert pair.asked.typing(typed, "resume", pair.match[:8], ends=ends) == 0
        assert "it is your turn, until " in pair.asked.err and "Play on: " in pair.asked.err
        assert "PARCEL" not in pair.asked.out


def test_news_are_what_came_since_the_last_answer(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """given a player who comes back, then what happened since its last answer is told, and nothing that it
    knew already; with nothing known of that, all is told."""
    monkeypatch.setattr("fadenet.console.shell.stage.PAST_SHOWN", 0)
    asked = pair.asked
    asked.typing("1\n\n\n", "resume", pair.match[:8], ends=True)
    mail = kept.read_mail(asked.home, pair.match)
    assert mail.answered > 1
    told = []
    for answered in (10**6, 1, 0):
        kept.write_mail(asked.home, pair.match, msgspec.structs.replace(mail, answered=answered))
        asked.typing("zzz\nquit\n", "resume", pair.match[:8], ends=True)
        lines = asked.out.splitlines()
        told.append([line for line in lines if line.startswith(("you: ", "p1: ", "p2: ", "table: "))])
    assert told[0] == [] and 0 < len(told[1]) < len(told[2]) and told[2][-len(told[1]) :] == told[1]


def test_before_there_is_a_table_resume_says_for_whom_it_waits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """given a match that has begun for the host alone, when the host resumes it, then it leaves at once."""
    ann, bob = Cli(tmp_path / "ann", capsys), Cli(tmp_path / "bob", capsys)
    ann("host", "terrene", "--by-hand")
    bob("post", "--text", ann.out)
    ann("post", "--text", bob.out)
    match = turns.by_post(ann.home)[0].match
    assert ann.typing("", "resume", match[:8], ends=True) == 0
    assert "it waits for " in ann.err


def test_claim_and_clock_at_the_table(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """given the other's turn, then clock says the days, and claim that nothing can be claimed; three days
    later it ends the match."""
    asked = pair.asked
    asked.typing("1\n\n\n\n", "resume", pair.match[:8], ends=True)
    assert asked.typing("clock\nclaim\nclaim\nwait\n\n", "resume", pair.match[:8], ends=True) == 0
    assert "each decision has 3 days; " in asked.out and "until " in asked.out
    assert "nobody's days are over yet" in asked.out and "by correspondence nobody is given up" in asked.out
    note = saved.read_table(asked.home, pair.match)
    waits = tuple(wait._replace(since=wait.since - 4 * DAY_S) for wait in note.waits)
    saved.write_table(asked.home, pair.match, replace(note, waits=waits))
    assert asked.typing("\n", "resume", pair.match[:8], ends=True) == 0
    assert "which are over (claim: say that they have left)" in asked.out
    assert asked.typing("claim\nclaim\n", "resume", pair.match[:8], ends=True) == 0
    assert "did not answer for 3 days; the match ends here" in asked.out + asked.err


def test_home_leads_to_the_match_in_which_it_is_our_turn(pair: Pair) -> None:
    """given our turn, then the first line of home says so, and leads to the match; the other's says nothing
    of it."""
    first = home.top(context(pair.asked)).entries[0]
    name = "Bob" if pair.other is pair.bob else "Ann"
    assert (first.label, first.then) == ("Your turn", ("resume", pair.match[:8]))
    assert first.about.startswith(f"against {name} in terrene (until ")
    assert home.top(context(pair.other)).entries[0].label != "Your turn"


@pytest.mark.parametrize("by_line", [False, True], ids=["pasted", "lines"])
def test_a_parcel_that_is_pasted_into_home_is_taken(pair: Pair, by_line: bool) -> None:
    """given a parcel with words around it, when it is pasted into the home screen, at once or line by line,
    then it is posted; with a line missing that is named, and nothing is chosen."""
    whole = pair.answered()
    text = f"{whole}\n" if by_line else f"hello,\n{whole}\nyours"
    for cut, chosen in ((False, True), (True, False)):
        scene = MenuScene(home.top(context(pair.other)))
        lines = text.split("\n")
        pasted = "\n".join([*lines[:5], *lines[6:]] if cut else lines)
        if by_line:
            for line in pasted.split("\n"):
                scene.enter(line)
        else:
            assert scene.paste(pasted)
        assert bool(scene.chosen) == chosen
        refused = [entry.text for entry in scene.stage.log if entry.kind == "refused"]
        if chosen:
            assert scene.chosen[:2] == ("post", "--text") and not refused
            assert home.run(context(pair.other), scene.chosen) == 0
            assert turns.ours(pair.other.home)
        else:
            assert any(".000" in line and "missing" in line for line in refused)


def test_other_text_that_is_pasted_into_home_goes_where_it_did(pair: Pair) -> None:
    """given any other text, when it is pasted into a menu, then it goes into the line that is typed."""
    scene = MenuScene(home.top(context(pair.asked)))
    assert not scene.paste("learn")
    assert isinstance(home.leads_to(context(pair.asked), "fn1-join:abc"), Prompt | None)
    assert Menu("", ()).pasted("-----BEGIN FADENET PARCEL-----") is None


def test_matches_say_whose_turn_it_is(pair: Pair) -> None:
    """given our turn, then `matches` and `inbox` say so, until when, and since when; as JSON too."""
    asked, other = pair.asked, pair.other
    assert asked("matches") == 0
    told = " ".join(asked.out.split())
    assert "it is your turn, until " in told and ", since " in told
    assert asked("inbox") == 0 and "it is your turn, until " in asked.out
    assert asked.typing("", "post", ends=True) == 0 and "it is your turn, until " in asked.out
    assert asked("matches", "--json") == 0
    (match,) = json.loads(asked.out)["matches"]
    assert match["days"] == 3 and match["turn"] and match["waits"] == []
    assert other("inbox", "--json") == 0
    (match,) = json.loads(other.out)["matches"]
    assert match["turn"] is None and match["waits"][0]["since"]


# Being told.


def hooked(cli: Cli) -> Path:
    """A file to which the hook of this data folder adds its text."""
    told = cli.home / "hook told"
    script = cli.home / "hook.py"
    script.write_text("import sys\nopen(sys.argv[1], 'a').write(sys.argv[2] + '\\n')\n")
    command = f"{sys.executable} '{script}' '{told}' '>{{text}}'"
    settings.change(cli.home, {settings.HOOK: command})
    return told


def test_a_hook_runs_once_a_turn(pair: Pair) -> None:
    """given a hook, when commands see our turn again and again, then it runs once, without a shell, with the
    text in its argument."""
    told = hooked(pair.asked)
    ctx = context(pair.asked, hook_turn=settings.load(pair.asked.home).hook_turn)
    (pair.asked.home / turns.FILE).unlink(missing_ok=True)
    for _ in range(3):
        turns.tell_turns(ctx)
    name = "Bob" if pair.other is pair.bob else "Ann"
    (line,) = told.read_text().splitlines()
    assert line.startswith(f">Your turn against {name} in terrene (until ")


def test_a_turn_before_the_persons_eyes_is_told_to_nobody(pair: Pair) -> None:
    """given a hook, when the match is the one that the person has just left, then nothing runs for it then or
    later."""
    told = hooked(pair.asked)
    ctx = context(pair.asked, hook_turn=settings.load(pair.asked.home).hook_turn)
    (pair.asked.home / turns.FILE).unlink(missing_ok=True)
    turns.tell_turns(ctx, pair.match)
    turns.tell_turns(ctx)
    assert not told.exists()


@pytest.mark.parametrize(
    ("command", "logged"),
    [
        ("no-such-command-at-all {text}", "has failed"),
        (f"{sys.executable} -c 'raise SystemExit(3)'", "exit code 3"),
        (f"{sys.executable} -c 'import time; time.sleep(60)'", "has failed"),
    ],
    ids=["missing", "fails", "hangs"],
)
def test_a_hook_that_fails_is_logged(
    command: str, logged: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "HOOK_S", 0.5)
    with caplog.at_level(logging.WARNING):
        turns.run_hook(command, "Your turn")
    assert logged in caplog.text


def test_inbox_waits_until_it_is_our_turn(pair: Pair) -> None:
    """given our turn, when inbox waits, then it prints a line and leaves at once; as JSON too."""
    assert pair.asked("inbox", "--wait") == 0
    assert pair.asked.out.startswith("Your turn against ") and pair.asked.out.count("\n") == 1
    assert pair.asked("inbox", "--wait", "--json") == 0
    assert [one["match"] for one in json.loads(pair.asked.out)["matches"]] == [pair.match]


async def test_inbox_looks_until_a_turn_comes(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given nobody's turn, when a parcel is taken a minute later, then the wait ends with the next look."""
    peers = (saved.SavedPeer("mara", "00" * 32, ()),)
    note = saved.SavedTable("faroe", "duel", {}, "host", "ana", peers, "", "", (), (), "human", "", "d", 0)
    folder, match = saved.folder_of(tmp_path), "a" * 32
    folder.create(match).close()
    (folder.path / f"{match}.secret").touch()
    saved.write_table(tmp_path, match, replace(note, days=3))
    found: list[float] = []

    async def wait() -> None:
        assert [one.match for one in await turns.next_turns(tmp_path)] == [match]
        found.append(trio.current_time())

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        began = trio.current_time()
        await trio.sleep(60)
        assert not found
        saved.write_table(tmp_path, match, replace(note, days=3, turn=1_800_000_000))
    assert 60 <= found[0] - began <= 60 + turns.LOOK_S


# Giving away.


@pytest.mark.parametrize(("copies", "terminal"), [(True, True), (False, True), (True, False)])
def test_a_parcel_is_copied_where_a_terminal_may_do_that(
    cli: Cli,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    copies: bool,
    terminal: bool,
) -> None:
    """given a terminal and a player who wants that, then the text is on the clipboard too, and it is said to
    whom to paste it; else neither."""
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    give(context(cli, copy=copies), {}, [HandOut("Ann", b"abc", giving.PARCEL)])
    out, err = capsys.readouterr()
    text = out[out.index("-----BEGIN") : out.index("END FADENET PARCEL-----") + 23]
    assert (clipboard(text) in out) == ("paste it to Ann" in err) == (copies and terminal)
    assert ("\x1b" in out) == (copies and terminal)


def test_sequences_of_terminals_carry_no_other() -> None:
    """given a text that would end its sequence, then it does not; what is too long is not copied."""
    assert clipboard("x" * COPIED_MAX) == ""
    for name, made in NOTICES.items():
        said = made("a\x1b\\b;c\x07")
        assert said.count("\x1b") == 2 and "\x07" not in said and "b;c" not in said, name


def test_a_bad_hook_is_refused(cli: Cli) -> None:
    """given a command that no shell could read, then the setting says what it must be."""
    assert cli("config", "set", "hook.turn", "notify-send 'x") != 0
    assert "must be a command and its arguments" in sentence(cli.err)


@pytest.mark.parametrize(("stops", "rests"), [((), False), (("gap on",), True)])
async def test_a_person_who_is_away_passes_by_their_stops(
    stops: tuple[str, ...], rests: bool, autojump_clock: MockClock
) -> None:
    """given a chance at which the usual stops pass, when nobody is there, then it is passed; with that stop
    on the question waits for the person."""
    d = Duel(item("salve", cost=0, targets="all characters", do={"heal": 1}), edition="fade2")
    d.hand(1, "salve")
    soldier, giant = d.character(0, at="c2"), d.character(1, "giant", at="c3")
    d.go(0, COMBAT)
    d.play(0, "attack", soldier, giant)
    while not (d.s.asks[0].seat == 1 and d.s.asks[0].kind == RESPOND and d.s.asks[0].window == W_GAP):
        d.step()
    player, view = Absent(stops), SeatView(d.s, 1, d.dealer.known[1])
    await player.start(MatchInfo("m", "fade2", "duel", 1, ("Ann", "Bob"), ("human",) * 2, (), 0), view)
    settled = trio.Event()
    player.rests = settled.set
    with trio.move_on_after(1) as waited:
        assert (await player.choose(view)).move == PASS_MOVE
    assert waited.cancelled_caught == settled.is_set() == rests


def test_the_page_on_correspondence_can_be_typed(pair: Pair) -> None:
    """given the commands that the page for players shows, then each reads as one, and those that only look
    run."""
    page = (ROOT / "fadenet" / "node" / "PLAYING.md").read_text("utf-8")
    part = page.partition("## By correspondence\n")[2].partition("\n## ")[0]
    shown = part.split("```")[1].strip().splitlines()
    typed = [shlex.split(line, comments=True)[1:] for line in shown]
    assert ["inbox"] in typed and ["config", "set", "hook.turn", "notify-send {text}"] in typed
    for words in filter(None, typed):
        words = [pair.match[:8] if word == "MATCH" else word for word in words]
        read_arguments(words)
        if words[0] in ("inbox", "post", "config"):
            assert pair.asked(*words) == 0, words
