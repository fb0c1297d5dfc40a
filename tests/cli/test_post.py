"""Matches by correspondence from the command line: two homes that share nothing but texts."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from fadenet import games
from fadenet.cli.frame.shelf import SetShelf
from fadenet.engine import cardset
from fadenet.engine.language.sets import packed, read_set
from fadenet.engine.rules import Rules
from fadenet.node.mail import content, kept
from fadenet.node.match import saved
from fadenet.node.match.messages import Heads
from fadenet.node.sitting import config_of
from keys import Identity, IdentityStore
from protocol.armour import armoured, unarmoured
from protocol.messages import MoveMessage
from protocol.parcels import seal
from tests.attacks.hostile import entry_of
from tests.builders.own_sets import ASH, written
from tests.cli.helpers import Cli, process

Two = tuple[Cli, Cli]


@pytest.fixture
def two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Two:
    """Ann and Bob, each with a data folder of their own."""
    pair = Cli(tmp_path / "ann", capsys), Cli(tmp_path / "bob", capsys)
    for name, cli in zip(("Ann", "Bob"), pair, strict=True):
        assert cli("key", "new", name) == 0
    return pair


def post(cli: Cli, text: str, *more: str) -> str:
    """Give a text to `post`; what it prints for the other."""
    assert cli.typing(text, "post", *more, ends=True) == 0, cli.err
    return cli.out


def begun(two: Two, game: str, *bots: str) -> str:
    """Begin a match by text; what Ann prints first. bots: of both seats, "" = a person."""
    ann, bob = two
    named = [["--bot", bot] if bot else [] for bot in (*bots, "", "")[:2]]
    assert ann("host", game, "--by-hand", "--clock", "days:2", *named[0]) == 0
    answer = post(bob, ann.out, *named[1])
    assert "Ann invites you to" in bob.err and "2 days for each decision" in bob.err
    return post(ann, answer)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
def test_a_duel_is_played_by_text_alone(two: Two, game: str) -> None:
    """given an invitation as text; when each gives the other what `post` prints, and one gives up after a few
    answers, then both hold the RESULT that both have signed, nothing is left to give, and `verify` says so of
    both files."""
    ann, bob = two
    text = begun(two, game, "greedy", "greedy")
    for _ in range(8):
        text = post(ann, post(bob, text))
    match = saved.saved_matches(bob.home)[0].match
    for _ in range(8):
        text = post(bob, text, "--concede") if text else ""
        text = post(ann, text) if text else ""

    assert text == ""
    for cli in two:
        only = saved.saved_matches(cli.home)[0]
        assert only.finished and only.lacking == ()
        assert cli("verify", cli.home / saved.FOLDER / f"{match}.match") == 0
    assert saved.saved_matches(ann.home)[0].note.result.startswith("won")
    assert saved.saved_matches(bob.home)[0].note.result.startswith("lost")
    assert not kept.waiting_parcels(ann.home)


def test_an_inbox_says_whose_turn_it_is_and_until_when(two: Two) -> None:
    """given a match in which a person sits against a bot; when both have answered what leaves no choice, then
    the person is to decide, and both inboxes say so."""
    ann, bob = two
    text = begun(two, "terrene", "greedy")
    for _ in range(6):
        text = post(bob, text)
        text = post(ann, text) if text else ""
        if not text:
            break

    assert bob("inbox") == 0
    assert "terrene with Ann: it is your turn, until " in bob.out
    assert ann("inbox", "--json") == 0
    assert json.loads(ann.out)["matches"][0]["turn"] is None


def test_what_is_given_by_mistake_is_named(two: Two) -> None:
    """given prose, a damaged text, an invitation of one's own, a parcel for somebody else; when they are
    posted, then an error names each, and nothing is begun."""
    ann, bob = two
    assert ann("host", "terrene", "--by-hand") == 0
    invitation = ann.out
    cases = [
        (bob, "Hello Bob, how are you?", "There is no parcel in this text."),
        (bob, invitation.replace(".0003", ".9003"), "Line .0003 is missing. Copy the text once more, whole."),
        (ann, invitation, "This invitation is your own. Give it to whom you want to play with."),
    ]
    for cli, text, said in cases:
        assert cli.typing(text, "post", ends=True) != 0
        assert said in cli.err
    answer = post(bob, invitation)
    assert bob.typing(answer, "post", ends=True) != 0
    assert "This parcel is for nobody here" in bob.err
    assert saved.saved_matches(bob.home) == []


def test_the_first_who_accepts_has_the_seat(
    two: Two, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """given an invitation that two accept; when the host takes both, then the second is told, and the first
    plays."""
    ann, bob = two
    eve = Cli(tmp_path / "eve", capsys)
    assert eve("key", "new", "Eve") == 0
    assert ann("host", "terrene", "--by-hand", "--chat") == 2  # an option of post
    assert ann("host", "terrene", "--by-hand") == 0
    invitation = ann.out
    first, second = post(bob, invitation), post(eve, invitation)
    post(ann, first)
    refusal = post(ann, second)
    assert "Eve has accepted as well, and somebody else has the seat." in ann.err
    assert post(eve, refusal) == ""
    assert "Word from Ann: Somebody else has taken this invitation." in eve.err
    assert len(saved.saved_matches(ann.home)) == 1


@pytest.mark.slow
def test_a_match_goes_on_by_boxes_at_a_relay(two: Two, tmp_path: Path) -> None:
    """given a relay whose line both have, and an invitation by text; when each types `post` in turn, then all
    parcels go by its boxes: no text is printed any more, and the match goes on."""
    ann, bob = two
    relay = process(tmp_path / "relay", "relay", "--listen", "127.0.0.1:0")
    try:
        assert relay.stdout is not None
        line = relay.stdout.readline().strip()
        for cli in two:
            assert cli("relay", "add", line) == 0
        assert ann("host", "terrene", "--by-hand", "--bot", "greedy") == 0
        assert bob.typing(ann.out, "post", "--bot", "greedy", ends=True) == 0
        assert bob.out == "" and "Put into Ann's box at 127.0.0.1:" in bob.err
        for cli, name in ((ann, "Bob"), (bob, "Ann")):
            assert cli.typing("", "post", ends=True) == 0, cli.err
            assert "BEGIN FADENET" not in cli.out and f"Put into {name}'s box at" in cli.err
    finally:
        relay.kill()
        relay.communicate()
    (match,) = saved.saved_matches(bob.home)
    assert match.note.waits[0].since and match.note.waits[0].signed
    assert not (kept.waiting_parcels(ann.home) or kept.waiting_parcels(bob.home))


@pytest.mark.parametrize("command", ["post", "resume"])
def test_an_invitation_in_a_box_is_not_taken_up(two: Two, command: str) -> None:
    """given something else than a parcel of the match in a box of ours, be it a sound invitation; when we
    come by, then nobody answers it for us, it is not in the way, and the match goes on."""
    ann, bob = two
    text = begun(two, "terrene", "greedy")
    post(bob, text)
    match = saved.saved_matches(bob.home)[0].match
    assert ann("host", "terrene", "--by-hand") == 0
    for data in (unarmoured(ann.out).whole[0], b"\x8b nonsense", b"\x01"):
        kept.keep_parcel(bob.home, data)
    named, typed = ([match], "quit\n") if command == "resume" else ([], "")
    assert bob.typing(typed, command, *named, ends=True) == 0, bob.err
    assert kept.waiting_parcels(bob.home) == []
    assert [open_.match for _, open_ in kept.open_invitations(bob.home)] == [match]


def test_an_invitation_is_taken_back(two: Two) -> None:
    """given an invitation that was taken back; when somebody accepts it, then nothing is begun, and the guest
    is told."""
    ann, bob = two
    assert ann("host", "prelude", "--by-hand") == 0
    invitation = ann.out
    answer = post(bob, invitation)
    assert ann("inbox") == 0
    id, _, told = ann.out.partition("  ")
    assert told.startswith("prelude: nobody has taken your invitation yet.")
    assert bob("inbox") == 0 and "prelude: Ann is to begin." in bob.out
    assert ann.typing("", "post", id, "--withdraw", ends=True) == 0
    refusal = post(ann, answer)
    assert "Bob has accepted, after you took the invitation back." in ann.err
    assert post(bob, refusal) == ""
    assert "Word from Ann: The host has taken this invitation back." in bob.err
    assert saved.saved_matches(ann.home) == [] and kept.open_invitations(bob.home) == []


def test_by_hand_a_table_for_more_or_with_seconds_is_refused(two: Two) -> None:
    ann, _ = two
    assert ann("host", "faroe", "--by-hand", "--seats", "3", "--format", "free-for-all") == 2
    assert "By hand two play." in ann.err
    assert ann("host", "faroe", "--by-hand", "--clock", "600+5") == 2
    assert "Write days: --clock days:3" in ann.err


# Texts of whoever likes to send some.

HEADS = Heads(((0, bytes(32)),) * 2, bytes(16))
EVE = Identity.from_seed("Eve", bytes(32))


def word(invitation: str, said: content.Content) -> str:
    """A text in which Eve says this to the host of an invitation."""
    (data,) = unarmoured(invitation).whole
    there = content.parse_invitation(data)
    return armoured(seal(EVE, there.ik, there.id, 1, content.pack(said), os.urandom), "PARCEL")


def test_somebody_elses_word_ends_no_invitation(two: Two) -> None:
    """given an invitation that a third has seen as well; when she tells its host that it is taken back, and
    what nobody was asked, then each is left out in a sentence, and the guest has the seat as ever."""
    ann, bob = two
    assert ann("host", "terrene", "--by-hand") == 0
    invitation = ann.out
    answer = post(bob, invitation)
    for said in (content.Decline(content.TAKEN), content.Items(HEADS, True, ())):
        assert ann.typing(word(invitation, said), "post", ends=True) == 3
        assert "Not taken: a parcel that " in ann.err and "broke the protocol" not in ann.err
    # and beside a parcel that is taken it stops nothing
    text = post(ann, word(invitation, content.Decline(content.TAKEN)) + "\n" + answer)
    assert "Not taken: a parcel that " in ann.err and "BEGIN FADENET PARCEL" in text
    assert len(saved.saved_matches(ann.home)) == 1


def invited(rules: Rules, *sets: bytes) -> str:
    """An invitation of Eve's to these rules, with which these packed sets come."""
    hashes = rules.hash, rules.card_hash
    config = config_of(rules, 2, 0, 0, 0, 3)
    one = content.Invitation(bytes(16), config, *hashes, "Eve", EVE.public, bytes(32), sets=sets)
    return armoured(content.pack_invitation(one, EVE), "INVITATION")


@pytest.mark.parametrize("wrong", ["another", "none", "no set"])
def test_a_set_that_the_match_is_not_played_with_is_not_kept(two: Two, wrong: str) -> None:
    """given an invitation to a match with a card set, with which another one comes, or what is none; when it
    is posted, then a sentence says what is missing, and nothing is kept."""
    _, bob = two
    one, other = (read_set([("ash.toml", written(ASH, name=name))]) for name in ("Ash", "Ember"))
    cardset.keep(one)
    rules = games.load("faroe", **cardset.option_of([one]))
    cardset.drop(one.id)
    sets = {"another": [packed(other)], "none": [], "no set": [b"fadenet-set 1 {"]}[wrong]
    assert bob.typing(invited(rules, *sets), "post", ends=True) != 0
    assert (
        f"This match is played with the card set {one.id}, which is not here." in bob.err or wrong == "no set"
    )
    assert "mistake in fadenet" not in bob.err and bob.err.strip().endswith((".", "FILE"))
    assert not SetShelf(bob.home).path(other.id).exists() and not kept.open_invitations(bob.home)


def test_a_fault_that_comes_by_post_is_told_with_its_proof(two: Two) -> None:
    """given a guest who is to decide, and signs a text that is not a move; when its parcel is posted, then
    the host is told of player, rule and proof, and nothing more is taken in that match."""
    ann, bob = two
    text = begun(two, "terrene", "greedy")
    while text:
        text = post(bob, text)
        text = post(ann, text) if text else ""
    match = saved.saved_matches(bob.home)[0].match
    assert bob.typing("", "post", match, ends=True) == 0
    if bob.out:  # while only Bob can go on, it is not printed unasked
        post(ann, bob.out)
    folder = saved.folder_of(bob.home)
    secrets = saved.read_secrets(folder, match)
    with folder.open(match) as file:
        seat = saved.restored(games.load("terrene"), file, 2, secrets, lambda state, rows: None)
    wire = entry_of(seat, secrets, MoveMessage("no such move"))
    said = content.Items(Heads(seat.transcript.heads(), bytes(16)), False, (wire,))
    host = seat.players[1 - seat.seat].binding.ik
    own = IdentityStore(bob.home).load("Bob")
    parcel = seal(own, host, bytes.fromhex(match), 2**31, content.pack(said), os.urandom)
    assert ann.typing(armoured(parcel, "PARCEL"), "post", ends=True) == 6
    assert f"p{seat.seat + 1} Bob broke the protocol with entry" in ann.err
    assert f"fadenet verify {ann.home / saved.FOLDER / match}.match" in ann.err
    assert ann("verify", ann.home / saved.FOLDER / f"{match}.match") == 6
    assert ann.typing("", "post", match, ends=True) != 0 and "is over: broken off [" in ann.err
