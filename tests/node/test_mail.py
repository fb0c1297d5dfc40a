"""Mail of matches by correspondence from whoever likes to send some: nothing crashes, bloats, accuses an
honest player or loses the match, and a sentence says what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fadenet.bots.greedy import GreedyBot
from fadenet.node.lobby.seating import OwnSeating
from fadenet.node.mail import beginning, content, kept
from fadenet.node.mail.content import Accept, Decline, Items, Started
from fadenet.node.mail.desk import Nobody, Outgoing
from fadenet.node.mail.sorting import NotOurs, subject_of
from fadenet.node.match import saved
from fadenet.node.match.messages import Attendee, CannotPlay, Heads, Sitting
from protocol.encoding import ENTRY_MAX, encode
from protocol.faults import BadHello, BadParcel, PeerFault
from protocol.files import split_items
from protocol.hello import Config
from protocol.messages import MoveMessage
from protocol.parcels import PARCEL_BYTES_MAX
from tests.attacks.hostile import entry_of
from tests.node.letters import Post, post, seat_of, writer

SENTENCE = r"[.]$"


async def begun(path: Path, seed: int = 0) -> tuple[Post, tuple[Outgoing, ...]]:
    """A match that is under way; what the guest has made last lies there, and the host has not seen it."""
    there = post(path, seed=seed)
    outgoing = await there.begin()
    for n in range(6):
        reader = there.both[n % 2]
        outgoing = (await reader.attend(*(one.parcel for one in outgoing))).outgoing
    assert outgoing and outgoing[0].to == there.host.entrant.identity.name
    return there, outgoing


def said_in(there: Post, outgoing: Sequence[Outgoing]) -> Items:
    """The content of a parcel from the guest to the host."""
    said = content.parse(there.host.opened(outgoing[0].parcel).content)
    assert isinstance(said, Items)
    return said


async def assert_goes_on(there: Post, outgoing: Sequence[Outgoing]) -> None:
    """The match is played to its end, by what the guest had made and all that follows."""
    await there.carry(outgoing)
    ends = [one.last.end for one in there.both if one.last is not None]
    assert all(end is not None and end.result is not None and not end.findings for end in ends)


async def test_a_match_is_begun_and_played_by_parcels_alone(tmp_path: Path) -> None:
    there = post(tmp_path)
    await assert_goes_on(there, await there.begin())
    # and both know that the other has the RESULT, and nothing secret is left
    for one in there.both:
        assert one.last is not None and not one.last.note.lacking
        assert not any(letter.fresh for letter in (await one.attend()).outgoing)
        assert not list(one.home.glob("matches/*.secret")) and not list((one.home.parent / "marks").iterdir())


async def test_a_parcel_that_comes_again_changes_nothing(tmp_path: Path) -> None:
    # given all parcels of a match, each of which comes twice, and all that came before once more
    there = post(tmp_path)
    outgoing, seen = await there.begin(), dict[str, list[bytes]]()
    for n in range(8):
        reader = there.both[n % 2]
        new = [one.parcel for one in outgoing]
        seen.setdefault(reader.match + reader.entrant.identity.name, []).extend(new)
        outgoing = (await reader.attend(*new, *new)).outgoing
        # when, then nothing is added by what is known, and there is nothing fresh to send for it
        before = reader.file
        again = await reader.attend(*seen[reader.match + reader.entrant.identity.name])
        assert reader.file == before and not any(one.fresh for one in again.outgoing)
    await assert_goes_on(there, outgoing)
    assert not there.host.said and not there.guest.said


async def test_a_parcel_of_another_match_or_for_somebody_else_does_not_open(tmp_path: Path) -> None:
    there, outgoing = await begun(tmp_path / "one")
    other, others = await begun(tmp_path / "two", seed=1)
    assert there.host.match != other.host.match
    # when, then
    with pytest.raises(BadParcel, match="for somebody else, or of another match"):
        there.host.opened(others[0].parcel)
    with pytest.raises(BadParcel, match="for somebody else, or of another match"):
        there.guest.opened(outgoing[0].parcel)
    # and a home that knows nothing of it says so
    with pytest.raises(NotOurs, match="for nobody here"):
        subject_of(other.guest.home, lambda name: other.guest.ik, outgoing[0].parcel)


@pytest.mark.parametrize(
    "lie",
    [
        {"by_seat": ((10**9, bytes(32)), (10**9, bytes(32)))},
        {"by_seat": ((2**63 - 1, b"\1" * 32), (2**63 - 1, b"\2" * 32))},
        {"by_seat": ((0, bytes(32)), (0, bytes(32)))},
        {"by_seat": ((1, b"\1" * 32), (3, b"\2" * 32))},
        {"era": 7},
        {"era": 255, "by_seat": ((0, bytes(32)), (2**62, bytes(32)))},
        {"digest": b"\1" * 16},
    ],
)
async def test_who_tells_false_heads_harms_nobody(tmp_path: Path, lie: dict[str, Any]) -> None:
    # given a guest that says it holds what it does not
    there, outgoing = await begun(tmp_path)
    said = said_in(there, outgoing)
    false = Items(replace(said.heads, **lie), True, ())
    late = there.guest.sealed(there.host.ik, false, number=2**32 - 1)
    # when it comes, also twice, then the answer is as short as any
    before = there.host.file
    for _ in range(2):
        done = await there.host.attend(late)
        assert all(len(one.parcel) <= PARCEL_BYTES_MAX for one in done.outgoing)
        assert there.host.file == before and done.end is None
    assert not there.host.said
    # and the match goes on with whatever that guest sends then
    await there.host.attend(*(one.parcel for one in outgoing))
    assert len(there.host.file) > len(before)


async def test_heads_of_another_number_of_seats_are_left_out(tmp_path: Path) -> None:
    there, outgoing = await begun(tmp_path)
    heads = Heads(((0, bytes(32)),) * 3, bytes(16))
    wrong = there.guest.sealed(there.host.ik, Items(heads, False, ()), number=2**31)
    before = there.host.file
    await there.host.attend(wrong)
    assert there.host.file == before
    (said,) = there.host.said
    assert "p1" in said and "left out" in said and said.endswith(".")
    await assert_goes_on(there, outgoing)


async def test_a_parcel_of_somebody_else_stops_none_of_the_others(tmp_path: Path) -> None:
    """given somebody who looks on, and so knows the match, then what it sends is left out, and the parcel
    beside it is taken."""
    there, outgoing = await begun(tmp_path)
    third = writer(tmp_path / "c", 7, Nobody(), rules=there.host.entrant.rules, clock=there.clock)
    third.match = there.host.match
    stray = third.sealed(there.host.ik, said_in(there, outgoing), number=9)
    before = there.host.file
    answer = (await there.host.attend(stray, outgoing[0].parcel)).outgoing
    assert len(there.host.file) > len(before)
    assert there.host.said == ["A parcel of somebody who does not play in this match is left out."]
    assert [one.key for one in answer] == [there.guest.ik]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff" * 40,
        encode([9, 1]),
        encode(7),
        encode([0]),
        encode([0, [], True]),
        encode([1, "x", bytes(32), []]),
        encode([3, 9]),
        encode([3, 0]) + encode([0]),
        b"\x9f" * 400,
    ],
)
async def test_a_content_that_is_none_is_left_out(tmp_path: Path, data: bytes) -> None:
    there, _ = await begun(tmp_path)
    before = there.host.file
    done = await there.host.attend(there.guest.sealed(there.host.ik, data, number=5))
    assert done.end is None and there.host.file == before
    (said,) = there.host.said
    assert "left out" in said and said.endswith(".")


async def test_items_that_are_none_of_this_match_are_not_taken(tmp_path: Path) -> None:
    # given items of another match, one that is too large, and an entry with a changed signature
    there, outgoing = await begun(tmp_path / "one")
    other, _ = await begun(tmp_path / "two", seed=1)
    said = said_in(there, outgoing)
    foreign = split_items(other.guest.file)[0]
    good = said.items[0]
    before = there.host.file
    for n, items in enumerate(
        (
            (foreign[2],),
            tuple(foreign),
            (foreign[0],),
            (good[:-1] + bytes([good[-1] ^ 1]),),
            (encode([b"\0" * 9, b"", bytes(64)]),),
            (encode(bytes(ENTRY_MAX + 9)),),
        )
    ):
        # when they come, then nothing of it is kept, and nobody is convicted
        wrong = there.guest.sealed(there.host.ik, Items(said.heads, False, items), number=n)
        done = await there.host.attend(wrong)
        assert done.end is None and there.host.file == before
        assert there.host.said and all(
            "left out" in one or "proves nothing" in one for one in there.host.said
        )
        there.host.said.clear()
    # and the right ones are taken as ever
    await assert_goes_on(there, outgoing)


async def test_of_two_parcels_with_one_number_each_is_taken(tmp_path: Path) -> None:
    """given a parcel in two halves under one number, then together they are as good as one."""
    there, outgoing = await begun(tmp_path)
    said = said_in(there, outgoing)
    assert len(said.items) > 1
    halves = [Items(said.heads, False, said.items[:1]), Items(said.heads, False, said.items[1:])]
    parcels = [there.guest.sealed(there.host.ik, one, number=2**31) for one in halves]
    answer = (await there.host.attend(*parcels)).outgoing
    assert not there.host.said
    await there.carry((await there.guest.attend(*(one.parcel for one in answer))).outgoing)
    assert there.host.last is not None and there.host.last.end is not None


async def test_ten_thousand_letters_are_taken(tmp_path: Path) -> None:
    """given as many parcels of one guest, then they are read in one pass, and nothing of them is left."""
    there, outgoing = await begun(tmp_path)
    one = there.host.opened(outgoing[0].parcel)
    said = said_in(there, outgoing)
    empty = content.pack(Items(said.heads, False, ()))
    many = [replace(one, number=n, content=empty) for n in range(10_000)]
    done = await there.host.attend(*many, one)
    assert done.end is None and not there.host.said
    assert sum(path.stat().st_size for path in there.host.home.rglob("*") if path.is_file()) < 200_000
    await assert_goes_on(there, (await there.guest.attend(*(a.parcel for a in done.outgoing))).outgoing)


async def test_an_illegal_move_convicts_whoever_signed_it(tmp_path: Path) -> None:
    # given a guest who is to decide, and signs what is no move
    there = post(tmp_path, players=(GreedyBot(), Nobody()))
    await there.carry(await there.begin())
    assert there.guest.last is not None and there.guest.last.ours
    seat = seat_of(there.guest)
    secrets = saved.read_secrets(saved.folder_of(there.guest.home), there.guest.match)
    wire = entry_of(seat, secrets, MoveMessage("no such move"))
    heads = Heads(seat.transcript.heads(), bytes(16))
    # when it comes
    with pytest.raises(PeerFault) as fault:
        await there.host.attend(there.guest.sealed(there.host.ik, Items(heads, False, (wire,)), number=2**31))
    # then that is proven, and the match ends with it as it does over a connection
    assert fault.value.proven and fault.value.author == seat.seat
    note = saved.read_table(there.host.home, there.host.match)
    assert note.result.startswith("broken off [")


# Beginnings.


def test_somebody_elses_word_takes_back_no_invitation(tmp_path: Path) -> None:
    # given a guest that has accepted, and another one who has seen the invitation
    there = post(tmp_path)
    there.invite()
    there.accept(there.guest)
    assert there.invitation is not None
    third = writer(tmp_path / "c", 7, Nobody(), rules=there.host.entrant.rules, clock=there.clock)
    id, open_ = there.invitation.id, there.open_of(there.guest)
    # when it says that somebody else has the seat, to host or guest, then that counts for nothing
    for one in there.both:
        word = third.sealed(one.ik, Decline(content.TAKEN), subject=id)
        with pytest.raises(BadParcel, match="answers nothing"):
            beginning.declined(there.invitation, there.open_of(one), one.opened(word, id))
    # and from the guest to the host neither, but from the host to the guest it does
    word = there.guest.sealed(there.host.ik, Decline(0), subject=id)
    with pytest.raises(BadParcel, match="answers nothing"):
        beginning.declined(there.invitation, there.open_of(there.host), there.host.opened(word, id))
    word = there.host.sealed(there.guest.ik, Decline(content.WITHDRAWN), subject=id)
    why = beginning.declined(there.invitation, open_, there.guest.opened(word, id))
    assert why == content.REASONS[content.WITHDRAWN]


async def test_an_invitation_that_has_become_a_match_is_not_taken_back(tmp_path: Path) -> None:
    there = post(tmp_path)
    await there.begin()
    assert there.invitation is not None
    id = there.invitation.id
    word = there.host.sealed(there.guest.ik, Decline(content.WITHDRAWN), subject=id)
    with pytest.raises(BadParcel, match="a match has begun"):
        beginning.declined(there.invitation, there.open_of(there.guest), there.guest.opened(word, id))


def test_nobody_but_the_host_seats_a_guest(tmp_path: Path) -> None:
    """given a third who makes a table of its own out of an acceptance that it has seen, and what the guest
    says to itself, then nothing is begun."""
    there = post(tmp_path)
    there.invite()
    acceptance = there.accept(there.guest)
    assert there.invitation is not None
    id = there.invitation.id
    said = content.parse(there.host.opened(acceptance, id).content)
    assert isinstance(said, Accept)
    players = (Sitting("ann", said.hello), Sitting("ben", said.hello))
    false = Started(bytes(12), players, Items(Heads(((0, bytes(32)),) * 2, bytes(16)), False, ()))
    third = writer(tmp_path / "c", 7, Nobody(), rules=there.host.entrant.rules, clock=there.clock)
    for one in (third, there.guest):
        with pytest.raises(BadParcel, match="answers nothing"):
            there.sit_down(there.guest, one.sealed(there.guest.ik, false, subject=id))
    assert not saved.saved_matches(there.guest.home)


@pytest.mark.parametrize("wrong", ["config", "players", "twice", "mine alone", "not mine"])
def test_a_host_seats_a_guest_at_no_other_table(tmp_path: Path, wrong: str) -> None:
    # given a host who makes another table than that of its invitation
    there = post(tmp_path)
    there.invite()
    acceptance = there.accept(there.guest)
    assert there.invitation is not None
    id, entrant = there.invitation.id, there.host.entrant
    said = content.parse(there.host.opened(acceptance, id).content)
    assert isinstance(said, Accept)
    own = OwnSeating(
        entrant,
        replace(there.config, days=14) if wrong == "config" else there.config,
        b"n" * 32 if wrong == "players" else there.invitation.nonce,
    )
    mine = own.hello([own.present(), Attendee(said.name, there.guest.ik, said.nonce)])
    players = {
        "twice": (said.hello, said.hello),
        "mine alone": (mine, mine),
        "not mine": (mine, mine[:-1] + b"\0"),
    }.get(wrong, (mine, said.hello))
    sitting = tuple(Sitting("x", hello) for hello in players)
    false = Started(bytes(12), sitting, Items(Heads(((0, bytes(32)),) * 2, bytes(16)), False, ()))
    # when the guest hears of it, then it sits down nowhere
    with pytest.raises((BadHello, CannotPlay)):
        there.sit_down(there.guest, there.host.sealed(there.guest.ik, false, subject=id))
    assert not saved.saved_matches(there.guest.home)
    # and the right word seats it still
    match = there.take(acceptance)
    assert saved.read_table(there.host.home, match).days == there.config.days


def test_an_acceptance_with_the_hello_of_another_key_seats_nobody(tmp_path: Path) -> None:
    # given a third who passes the acceptance of a guest on as its own
    there = post(tmp_path)
    there.invite()
    acceptance = there.accept(there.guest)
    assert there.invitation is not None
    id = there.invitation.id
    said = content.parse(there.host.opened(acceptance, id).content)
    third = writer(tmp_path / "c", 7, Nobody(), rules=there.host.entrant.rules, clock=there.clock)
    # when, then
    with pytest.raises(BadHello, match="another player"):
        there.take(third.sealed(there.host.ik, said, subject=id))
    assert not saved.saved_matches(there.host.home)
    # and the guest itself is seated
    assert there.take(acceptance)


@pytest.mark.parametrize("answer", [b"", b"\xa0", bytes(700)])
def test_an_acceptance_without_a_hello_seats_nobody(tmp_path: Path, answer: bytes) -> None:
    there = post(tmp_path)
    there.invite()
    assert there.invitation is not None
    said = encode([1, "ben", bytes(32), []]) + answer
    with pytest.raises(PeerFault):
        there.take(there.guest.sealed(there.host.ik, said, subject=there.invitation.id))
    assert not saved.saved_matches(there.host.home)


async def test_the_first_of_two_guests_has_the_seat(tmp_path: Path) -> None:
    # given two who accept one invitation
    there = post(tmp_path)
    there.invite()
    assert there.invitation is not None
    third = writer(tmp_path / "c", 7, Nobody(), rules=there.host.entrant.rules, clock=there.clock)
    first, second = there.accept(there.guest), there.accept(third)
    there.host.match = there.take(first)
    # when the second comes, then it is told so, and by its node in a sentence
    with pytest.raises(beginning.TooLate, match=SENTENCE) as late:
        there.take(second)
    word = third.opened(late.value.parcel, there.invitation.id)
    assert beginning.declined(there.invitation, there.open_of(third), word) == content.REASONS[content.TAKEN]
    # and the first begins, also when its acceptance comes again
    assert there.take(first) == there.host.match
    (letter,) = (await there.host.attend()).outgoing
    opened = there.sit_down(there.guest, letter.parcel)
    assert there.guest.match == there.host.match
    await assert_goes_on(there, (await there.guest.attend(opened)).outgoing)


async def test_a_host_that_seats_a_guest_twice_has_one_match_with_it(tmp_path: Path) -> None:
    """given a host whose folder was put back to before it took the acceptance, then the second table is not
    sat down at, and the first goes on as far as the guest is concerned."""
    there = post(tmp_path)
    outgoing = await there.begin()
    assert outgoing and there.invitation is not None
    kept.write_invitation(there.host.home, there.invitation.id, replace_match(there, ""))
    acceptance = there.accept(there.guest)
    again = there.take(acceptance)
    assert again != there.host.match
    first, there.host.match = there.host.match, again
    (letter,) = (await there.host.attend()).outgoing
    opened = there.sit_down(there.guest, letter.parcel)
    assert there.guest.match == first
    before = there.guest.file
    await there.guest.attend(opened)
    assert there.guest.file == before


def replace_match(there: Post, match: str) -> kept.OpenInvitation:
    """The invitation of the host as if it had become this match."""
    open_ = there.open_of(there.host)
    fields = {name: getattr(open_, name) for name in open_.__struct_fields__}
    return kept.OpenInvitation(**{**fields, "match": match})


def test_an_invitation_under_the_number_of_another_one_is_refused(tmp_path: Path) -> None:
    """given somebody who makes an invitation of its own with the number of one that is here already, ours or
    taken by us, then it is refused, and the first stays."""
    there = post(tmp_path)
    data = there.invite()
    assert there.invitation is not None
    there.accept(there.guest)
    third = writer(tmp_path / "c", 7, Nobody(), rules=there.host.entrant.rules, clock=there.clock)
    false = replace(there.invitation, ik=third.ik)
    forged = content.pack_invitation(false, third.entrant.identity)
    for one in there.both:
        before = there.open_of(one)
        with pytest.raises(CannotPlay, match=SENTENCE):
            beginning.accept(one.entrant, content.parse_invitation(forged), forged)
        assert there.open_of(one) == before
    with pytest.raises(CannotPlay, match="your own"):
        beginning.accept(there.host.entrant, there.invitation, data)


async def test_a_damaged_invitation_stops_no_match(tmp_path: Path) -> None:
    there, outgoing = await begun(tmp_path)
    (path,) = (there.host.home / kept.INVITATIONS).glob("*.json")
    path.write_bytes(b"{")
    found = subject_of(there.host.home, lambda name: there.host.ik, outgoing[0].parcel)
    assert found.match == there.host.match
    path.with_name(f"{'0' * 32}.json").write_bytes(b"[")
    path.unlink()
    with pytest.raises(NotOurs):
        subject_of(there.host.home, lambda name: there.host.ik, bytes([1]) + bytes(400))


def test_days_are_a_number_of_days(tmp_path: Path) -> None:
    """given a config of a match that is not by correspondence, then nobody is invited to it by parcels."""
    there = post(tmp_path, days=3)
    there.config = Config("prelude", "duel", 2, bank=600)
    with pytest.raises(PeerFault, match="match by correspondence between two"):
        content.parse_invitation(there.invite())


async def test_mail_that_is_damaged_begins_anew(tmp_path: Path) -> None:
    """given a mail file that somebody has written over, then the next parcel is longer, and the match goes
    on."""
    there, outgoing = await begun(tmp_path)
    (path,) = there.host.home.glob("matches/*.mail")
    for damage in (b"{", b"[" * 9_000, b'{"v": 9}', b'{"others": {"x": {"heads": "00"}}}', bytes(9)):
        path.write_bytes(damage)
        await there.host.attend()
    await assert_goes_on(there, outgoing)


async def test_a_host_whose_mail_is_gone_is_asked_once_more(tmp_path: Path) -> None:
    """given a host that has lost its mail before the guest knew who plays, then the acceptance of the guest
    leads there again, also when the match is under way."""
    there = post(tmp_path)
    there.invite()
    acceptance = there.accept(there.guest)
    there.host.match = there.take(acceptance)
    (path,) = there.host.home.glob("matches/*.mail")
    path.unlink()
    assert there.take(acceptance) == there.host.match
    (letter,) = (await there.host.attend()).outgoing
    outgoing = (await there.guest.attend(there.sit_down(there.guest, letter.parcel))).outgoing
    await there.host.attend(*(one.parcel for one in outgoing))
    assert there.take(acceptance) == there.host.match
    (letter,) = (await there.host.attend()).outgoing
    await assert_goes_on(
        there, (await there.guest.attend(there.sit_down(there.guest, letter.parcel))).outgoing
    )
