"""The matches that the history takes from a match file: real matches, however they ended, and files that are
none."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fadenet import games
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.rules import Rules
from fadenet.history import Endorsement
from fadenet.history.reading import NoMatch, read_match
from fadenet.node.match import saved
from protocol.evidence import HEADS, make_evidence
from protocol.hashing import sign
from protocol.messages import Entry, MoveMessage, ResultMessage, parse_message
from tests.builders.playout import deck_lists
from tests.history.folder import FAROE, START, Home, file_of_own, give_up, id_of, played, rules_of, signed
from tests.table.wire import Match, acting, identity, seeded


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def seat_of(name: str, match: Match) -> int:
    return next(t.seat for t in match.seats if t.players[t.seat].binding.ik == identity(name).public)


def test_a_match_that_was_signed_by_all(home: Home) -> None:
    """given a real match in which somebody gave up, then the row tells who, how and when."""
    match = played()
    home.put(file_of_own(match))
    (row,), refused = home.take_in()
    assert not refused
    outcome = match.seats[0].now.outcome if match.seats[0].now is not None else None
    assert outcome is not None
    loser = match.seats[outcome[0].index(2)]
    assert row.game_id == loser.transcript.game_id and row.ended == START
    assert (row.game, row.format, row.rule, row.signed) == (
        "faroe",
        "duel",
        "format.leaving",
        Endorsement.ALL,
    )
    assert [seat.place for seat in row.seats] == [2 if i == loser.seat else 1 for i in range(2)]
    assert [seat.ik for seat in row.seats] == [p.binding.ik for p in loser.players]
    assert row.own == seat_of("ana", match) and all(seat.bot for seat in row.seats)
    assert row.rated and not any(seat.absent or seat.left for seat in row.seats)


def test_a_match_of_three_in_which_somebody_gave_up(home: Home) -> None:
    """given three nodes at a table, then each pair of them are opponents."""
    match = Match(games.load("faroe", "free-for-all"), 1, players=3).play(give_up)
    home.put(file_of_own(match))
    (row,), refused = home.take_in()
    assert not refused and row.signed is Endorsement.ALL and row.rated
    assert row.opponents(row.own) == tuple(i for i in range(3) if i != row.own)
    assert sorted(seat.place for seat in row.seats) == [1, 2, 2]


def test_who_was_eliminated_and_goes_before_the_end_leaves_the_others_rated(home: Home) -> None:
    """given one of three who gives up and closes its node, then all are rated: it owed no END."""
    match = Match(games.load("faroe", "free-for-all"), 3, players=3)
    ana = match.seats[seat_of("ana", match)]
    gone = match.until(lambda table: acting(table) and table is not ana)
    match.send(gone.seat, gone.concede())
    match.silent.add(gone.seat)
    match.finish(give_up)
    # when
    home.put(file_of_own(match))
    (row,), refused = home.take_in()
    # then
    assert not refused and row.signed is Endorsement.END and row.rated
    out = row.seats[gone.seat]
    assert out.absent and not out.left and out.place == 3


@pytest.mark.parametrize(("format", "players"), [("duel", 2), ("teams", 4)])
def test_who_has_played_to_the_end_is_rated_whatever_it_signs_behind_it(
    home: Home, format: str, players: int
) -> None:
    """given a player who loses and whose node is silent from then on, when the others await its END in vain,
    then all are rated: its entries show how the game has ended."""
    match = Match(games.load("faroe", format), 3, players=players)
    ana = match.seats[seat_of("ana", match)]
    gone = match.until(lambda table: acting(table) and table.seat % 2 != ana.seat % 2)
    entry, *_ = gone.concede()
    match.send(gone.seat, [entry])
    match.silent.add(gone.seat)
    match.finish(give_up)
    # when
    home.put(file_of_own(match))
    (row,), refused = home.take_in()
    # then
    assert ana.over and not refused and row.signed is Endorsement.END and row.rated
    lost = row.seats[gone.seat]
    assert lost.absent and not lost.left and lost.place == max(seat.place for seat in row.seats) > 1


def test_who_leaves_in_mid_game_is_not_rated_though_the_others_play_to_the_end(home: Home) -> None:
    """given one of three who is voted out, when the others come to a RESULT, then it has left."""
    match = Match(games.load("faroe", "free-for-all"), 3, players=3)
    ana = match.seats[seat_of("ana", match)]
    gone = match.until(lambda table: acting(table) and table is not ana)
    match.silent.add(gone.seat)
    match.finish(give_up)
    # when
    home.put(file_of_own(match))
    (row,), refused = home.take_in()
    # then
    assert not refused and row.signed is Endorsement.LEFT and not row.rated
    assert [seat.left for seat in row.seats] == [i == gone.seat for i in range(3)]


def test_the_seat_that_the_audit_names_is_guilty_and_last(home: Home) -> None:
    """given a deck that the rules forbid, when the audit names its owner, then so does the row."""
    lists = [list(deck) for deck in deck_lists(FAROE, 1)]
    lists[FAROE.decks_per_seat] = lists[FAROE.decks_per_seat][:1] * len(lists[FAROE.decks_per_seat])
    match = Match(FAROE, 1, decks=lists).play(give_up)
    home.put(file_of_own(match))
    (row,), _ = home.take_in()
    ben = seat_of("ben", match)
    ((accused, seq, rule),) = row.findings
    assert (accused, seq) == (ben, 0) and rule.startswith("deck.") and row.signed is Endorsement.ALL
    assert (row.seats[ben].place, row.seats[row.own].place) == (2, 1) and row.rated


def test_a_fault_on_the_way_ends_the_match(home: Home) -> None:
    """given a peer that signs a forbidden move, then the file proves it, and it is not rated."""
    match = Match(FAROE, 31)
    liar = match.until(acting)
    honest = match.seats[1 - liar.seat]
    data = b"".join(honest.journal)
    wire = liar.transcript.write(MoveMessage("yes"))
    who = next(n for n in ("ana", "ben") if honest.players[honest.seat].binding.ik == identity(n).public)
    mine = Home(home.path / "mine", who) if who != "ana" else home
    path = mine.put(data, secret=True)
    assert mine.take_in() == ([], []), "as long as it can go on it is not finished"
    path.write_bytes(data + wire)
    (row,), refused = mine.take_in()
    assert not refused and row.signed is Endorsement.FAULT and not row.rated
    assert [seat for seat, _, _ in row.findings] == [liar.seat] and row.rule == row.findings[0][2]
    assert (row.seats[honest.seat].place, row.seats[liar.seat].place) == (1, 2)


def test_a_double_signature_beside_the_file_ends_the_match(home: Home) -> None:
    """given proof that the other seat has signed two entries for one place, then it is guilty."""
    match = Match(FAROE, 8)
    match.until(acting)
    ana = match.seats[seat_of("ana", match)]
    ben = match.seats[1 - ana.seat]
    path = home.put(b"".join(ana.journal), secret=True)
    assert home.take_in() == ([], [])
    entry = parse_message(ben.transcript.entries(ben.seat)[0])
    assert isinstance(entry, Entry)
    binding, sk = ben.players[ben.seat].binding, match.secrets[ben.seat].sk
    raw = entry.head.raw  # the last byte is the era, and before it stands the hash of the payload
    other = raw[:-2] + bytes([raw[-2] ^ 1]) + raw[-1:]
    pair = (entry.head.raw, entry.signature, other, sign(sk, "fn1/msg", other))
    path.with_suffix(".evidence").write_bytes(make_evidence(HEADS, binding, *pair))
    (row,), _ = home.take_in()
    assert row.findings == ((ben.seat, 0, "equivocation"),) and row.signed is Endorsement.FAULT


def test_who_is_gone_has_left_and_nobody_is_rated(home: Home) -> None:
    """given a node that waits no longer, when its secret is deleted, then the other has left the match."""
    match = Match(FAROE, 8)
    ana = match.seats[seat_of("ana", match)]
    match.until(lambda table: acting(table) and table is not ana)
    match.silent.add(1 - ana.seat)
    ana.give_up()
    path = home.put(b"".join(ana.journal), secret=True)
    assert home.take_in() == ([], [])
    path.with_suffix(".secret").unlink()
    (row,), refused = home.take_in()
    assert not refused and row.signed is Endorsement.LEFT and row.rule == "format.leaving" and not row.rated
    ours, theirs = row.seats[ana.seat], row.seats[1 - ana.seat]
    assert (ours.place, ours.left, theirs.place, theirs.left) == (1, False, 2, True)


def test_a_match_that_has_not_begun_was_left_by_nobody(home: Home) -> None:
    """given a file in which the other has never signed READY, when our AUDIT is in it and its secret is gone,
    then none was played, and nobody has left one."""
    match = Match(FAROE, 8)
    ana = match.seats[seat_of("ana", match)]
    ana.pump()
    assert not ana.begun
    shown = ana.transcript.audit(alone=True)
    home.put(b"".join([*ana.journal, shown]))
    assert home.take_in() == ([], [])


def test_an_absent_seat_that_signed_the_end_is_rated(home: Home) -> None:
    home.put(signed(("ana", "ben"), ((2, 1), "win.x"), absent=["ben"]))
    (row,), _ = home.take_in()
    assert row.signed is Endorsement.END and row.rated
    ben = row.seats[1 - row.own]
    assert ben.absent and not ben.left and (row.seats[row.own].place, ben.place) == (1, 2)


def test_an_absent_seat_that_signed_nothing_has_left(home: Home) -> None:
    three = games.load("faroe", "free-for-all")
    home.put(signed(("ana", "ben", "cid"), ((2, 1, 3), "win.x"), rules=three, left=["ben"]))
    (row,), _ = home.take_in()
    assert row.signed is Endorsement.LEFT and not row.rated
    by_ik = {seat.ik: seat for seat in row.seats}
    ben = by_ik[identity("ben").public]
    assert ben.left and ben.place == 3 and by_ik[identity("ana").public].place == 1


def test_a_void_match_has_no_places(home: Home) -> None:
    home.put(signed(("ana", "ben"), None))
    (row,), _ = home.take_in()
    assert [seat.place for seat in row.seats] == [0, 0] and (row.rule, row.rated) == ("", False)


def test_an_accusation_of_who_has_not_signed_needs_the_match(home: Home) -> None:
    """given a RESULT that accuses an absent seat, when the match proves nothing, then it is only absent."""
    home.put(signed(("ana", "ben"), ((1, 2), "win.x"), absent=["ben"], findings=[(1, 4, "audit.pool")]))
    (row,), _ = home.take_in()
    assert not row.findings and row.seats[1 - row.own].absent


def test_a_finding_that_the_guilty_seat_has_signed_counts(home: Home) -> None:
    home.put(signed(("ana", "ben"), ((2, 1), "win.x"), findings=[(1, 4, "audit.pool")]))
    (row,), _ = home.take_in()
    assert row.findings == ((1 - row.own, 4, "audit.pool"),)
    assert row.seats[row.own].place == 1 and row.rated


def test_sides_come_from_the_rules(home: Home) -> None:
    """given teams, and a match against a Legend, then partners are on one side."""
    names = ("ana", "ben", "cid", "dea")
    home.put(signed(names, ((1, 1, 1, 1), "win.x"), rules=games.load("faroe", "teams")))
    legend = games.load("faroe", "legend", legend="vantarel-the-hollow-sun", choice="vote")
    home.put(signed(names[:2], ((2, 2), "win.x"), rules=legend))
    (teams, together), refused = home.take_in()
    assert not refused and [seat.side for seat in teams.seats] == [0, 1, 0, 1]
    assert len({seat.side for seat in together.seats}) == 1 and not together.opponents(together.own)
    assert together.options["legend"] == "vantarel-the-hollow-sun"


def test_files_that_are_no_finished_match_of_ours_are_named(home: Home) -> None:
    """given damage, strangers and other names, then each is one sentence, and the good one is taken."""
    good = signed(("ana", "ben"), ((1, 2), "win.x"))
    other = signed(("ana", "ben"), ((1, 2), "win.x"), number=1)
    foreign = signed(("ben", "cid"), ((1, 2), "win.x"))
    home.put(good)
    home.put(other[:-70] + bytes([other[-70] ^ 1]) + other[-69:], id_of(other))
    home.put(foreign)
    home.put(good, "f" * 32)
    home.put(b"\xff\xff", "e" * 32)
    home.put(
        signed(("ana", "ben"), ((1, 2), "x"), number=2) + b"\x82",
        id_of(signed(("ana", "ben"), None, number=2)),
    )
    rows, refused = home.take_in()
    assert [row.id for row in rows] == [id_of(good)] and len(refused) == 5
    assert all("\n" not in why and ".match: " in why for why in refused)
    assert sum("key of this data folder" in why for why in refused) == 1
    assert sum("it holds another match" in why for why in refused) == 1
    assert sum("follows its RESULT" in why for why in refused) == 1


def test_a_game_that_is_not_here_is_named(home: Home) -> None:
    whist = Rules(Descriptor("whist", "", {"duel": (2,)}))
    whist.hash, whist.card_hash = seeded("rules"), seeded("cards")
    home.put(signed(("ana", "ben"), ((1, 2), "x"), rules=whist))
    rows, (why,) = home.take_in()
    assert not rows and "no whist as duel" in why


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_changed_file_never_gives_another_row(home: Home, data: st.DataObject) -> None:
    """given a bit flipped anywhere in HELLOs or RESULT, then no row comes, and no error but `NoMatch`."""
    whole = bytearray(signed(("ana", "ben"), ((1, 2), "win.x")))
    at = data.draw(st.integers(0, len(whole) - 1))
    name = id_of(bytes(whole))
    whole[at] ^= 1 << data.draw(st.integers(0, 7))
    path = home.put(bytes(whole), name, secret=True)
    try:
        assert read_match(path, {identity("ana").public}, rules_of) is None
    except NoMatch as reason:
        assert path.name in reason.message


def test_who_has_played_to_the_end_and_waits_in_vain_has_not_left(home: Home) -> None:
    """given a match that is lost on the table, whose winner says nothing more, when its note says that
    it has none, then the history calls nobody one who has left the game, and nobody is rated."""
    match = Match(FAROE, 1)
    ana = match.seats[seat_of("ana", match)]
    while not ana.over:
        for table in match.seats:
            match.send(table.seat, table.pump() or (give_up(table) if table is ana else match.move(table)))
    said = [item for item in ana.journal[2:] if not isinstance(parse_message(item), ResultMessage)]
    path = home.put(b"".join([*ana.journal[:2], *said]))
    note = saved.SavedTable("faroe", "duel", {}, "host", "ana", (), "", "", (), (), "human", "", "d", 0)
    saved.write_table(home.path, path.stem, replace(note, result=f"{saved.NO_RESULT} [format.leaving]"))
    # when
    (row,), refused = home.take_in()
    # then
    assert not refused and row.signed is Endorsement.END and not row.rated
    assert not any(seat.left or seat.place for seat in row.seats)
