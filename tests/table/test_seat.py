"""A seat at a networked match: from READY to RESULT, after crashes, against liars, and in its match file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from fadenet import games
from fadenet.engine import kernel, notation
from fadenet.engine.digest import digest
from fadenet.engine.rules import Move, Rules
from fadenet.games.fade.tables import HAND, ITEM, NZ, REACTION, V_ATTACH, V_PLAY
from fadenet.table.follower import Follower
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from fadenet.table.skew import differs
from protocol.faults import IllegalEntry, LocalError, PeerFault
from protocol.files import FileState, verify_file
from protocol.hello import Config, HelloParts, make_hello, parse_hello
from protocol.messages import MoveMessage, Pass
from tests.builders.playout import FAROE, deck_lists
from tests.builders.ten import TEN, V_LAY, Ten
from tests.table.wire import Brazen, Choice, Match, acting, file_of, give_up, identity, seeded

GAMES: dict[str, Rules] = {"ten": TEN, "faroe": FAROE}
FLIPS = 40
CRASHED = 1
"""The seed of the match of ten in which a node crashes behind every item, or every fifth in a run."""
LONG = 21
"""The seed of the match of faroe in which a node crashes here and there."""
TIRED = 500
"""After so many items of its file it is given up."""

both = pytest.mark.parametrize("game", sorted(GAMES))


# Whole matches.


@cache
def whole_match(game: str) -> Match:
    """A match to its end with an onlooker, which nobody changes any more."""
    return Match(GAMES[game], 3, looking=1).play()


@pytest.mark.slow
@both
def test_a_match_ends_with_one_result_and_a_valid_file(game: str) -> None:
    """given two random players, then both nodes and an onlooker hold one RESULT, and all files are valid."""
    match = whole_match(game)
    one, two = match.seats
    assert one.over and one.result == two.result == match.onlookers[0].result is not None
    assert one.ending.audited is not None and not one.ending.audited.findings
    assert sorted(one.journal) == sorted(two.journal)
    assert all(table.journal[-1] == one.result for table in match.tables)
    for table in match.tables:
        report = verify_file(file_of(table), Replica(GAMES[game]))
        assert (report.state, report.why) == (FileState.VALID, "every check holds")
        assert report.outcome == one.now.outcome if one.now else False


def test_the_same_secrets_and_moves_give_the_same_bytes() -> None:
    """given the same secrets and the same dice, then the match file is the same to the byte."""
    assert file_of(Match(TEN, 5).play().seats[0]) == file_of(Match(TEN, 5).play().seats[0])


@both
def test_conceding_ends_the_match_against_who_concedes(game: str) -> None:
    """given a seat with a free choice, when it concedes, then the other one has won and the file is valid."""
    match = Match(GAMES[game], 8, looking=1)
    table = match.until(acting)
    match.send(table.seat, table.concede())
    match.play()
    other = match.seats[1 - table.seat]
    assert table.over and table.now is not None and table.now.outcome is not None
    places, rule = table.now.outcome
    assert (places[table.seat], places[other.seat], rule) == (2, 1, "format.leaving")
    assert table.result == other.result is not None
    assert verify_file(file_of(match.onlookers[0]), Replica(GAMES[game])).state is FileState.VALID


def test_nobody_concedes_while_nothing_is_asked() -> None:
    """given the seat that is not asked, when it concedes, then the node refuses and nothing is written."""
    match = Match(TEN, 8)
    table = match.until(acting)
    other = match.seats[1 - table.seat]
    before = file_of(other)
    with pytest.raises(LocalError):
        other.concede()
    assert file_of(other) == before and other.result is None


def test_the_file_of_who_was_left_alone_is_incomplete() -> None:
    """given a seat that is gone for good, when the other shows its AUDIT, then the file accuses nobody."""
    match = Match(TEN, 8)
    table = match.until(acting)
    table.give_up()
    report = verify_file(file_of(table), Replica(TEN))
    assert report.state is FileState.INCOMPLETE


# After a crash.


@pytest.mark.slow
@both
def test_a_journal_fed_again_leads_to_the_same_place(game: str) -> None:
    """given a whole journal, when a fresh node reads it, then it stands where the old one stood."""
    match = whole_match(game)
    for table in match.seats:
        again = match.fresh(table.seat)
        again.restore(table.journal[2:])
        assert again.journal == table.journal
        assert again.replica.state is not None and table.replica.state is not None
        assert digest(again.replica.state) == digest(table.replica.state)
        assert (again.known, again.now, again.result) == (table.known, table.now, table.result)
        assert set(again.pump()) <= {table.result}, (
            "the RESULT may be shown again, nothing else is left to say"
        )
        assert again.journal == table.journal


def crashed(match: Match, table: TableSeat, k: int) -> TableSeat:
    """The node of a seat after a crash behind item k of its journal: what peers had sent comes again."""
    fresh = match.fresh(table.seat)
    fresh.restore(table.journal[2:k])
    assert fresh.journal == table.journal[:k]
    theirs = set(match.seats[1 - table.seat].journal)
    for wire in table.journal[k:]:
        if wire in theirs:
            fresh.receive(wire)
    return fresh


def tired(match: Match) -> Choice:
    """A player who gives up where the match has gone on for `TIRED` items."""

    def move(table: TableSeat) -> list[bytes]:
        return (give_up if len(table.journal) > TIRED else match.move)(table)

    return move


def play_with_crash(game: Rules, seed: int, seat: int, k: int) -> Match:
    """A match in which the node of a seat crashes as soon as its journal has k items, own or of others."""
    match = Match(game, seed)
    done = False
    quiet = step = 0
    while quiet < 2:
        table, other = match.seats[step % 2], match.seats[1 - step % 2]
        known = len(table.journal)
        wires = table.pump() or tired(match)(table)
        if table.seat == seat and not done and known < k <= len(table.journal):
            stored = table.journal[known:k]
            match.seats[seat] = crashed(match, table, k)
            wires = [*stored, *match.seats[seat].pump()]
            done = True
        match.send(table.seat, wires)
        if other.seat == seat and not done and len(other.journal) >= k:
            match.seats[seat] = crashed(match, other, k)
            done = True
        quiet = 0 if wires else quiet + 1
        step += 1
    assert done
    return match


@pytest.mark.slow
def test_a_crash_behind_any_item_changes_nothing(so_many: Callable[[int, int], int]) -> None:
    """given a match, when a node crashes behind item k, for any k, then it ends as before, to the byte."""
    whole = Match(TEN, CRASHED).play()
    for k in range(2, len(whole.seats[0].journal) - 1, so_many(5, 1)):
        match = play_with_crash(TEN, CRASHED, k % 2, k)
        assert match.seats[0].result == whole.seats[0].result is not None, k
        for table, never in zip(match.seats, whole.seats, strict=True):
            assert sorted(table.journal) == sorted(never.journal), k


@cache
def long_match() -> Match:
    """A match of faroe in which nobody crashes, and who plays on for long gives up."""
    match = Match(FAROE, LONG)
    return match.play(tired(match))


@pytest.mark.slow
@pytest.mark.parametrize("part", [0, 3, *(pytest.param(part, marks=pytest.mark.long) for part in (1, 2))])
def test_a_crash_in_a_long_match_changes_nothing(part: int) -> None:
    """given a match of faroe, when a node crashes in the course of it, then it ends as it would have."""
    whole = long_match()
    k = 3 + part * (len(whole.seats[0].journal) - 10) // 4 + part
    match = play_with_crash(FAROE, LONG, part % 2, k)
    assert match.seats[0].result == match.seats[1].result == whole.seats[0].result is not None


# Match files.


def test_a_file_with_a_changed_byte_is_not_valid() -> None:
    """given a valid match file, when one bit is flipped, then it is not valid and convicts nobody."""
    data = file_of(Match(TEN, 12).play().seats[0])
    assert verify_file(data, Replica(TEN)).state is FileState.VALID
    random = Random(12)
    for at in sorted({0, 1, len(data) - 1, *(random.randrange(len(data)) for _ in range(FLIPS))}):
        changed = bytearray(data)
        changed[at] ^= 1 << random.randrange(8)
        report = verify_file(bytes(changed), Replica(TEN))
        assert report.state in (FileState.INVALID, FileState.INCOMPLETE), (at, report)


@both
def test_a_file_without_its_end_is_incomplete(game: str) -> None:
    """given the start of a match file, cut between two items, then it is incomplete and nobody is guilty."""
    journal = Match(GAMES[game], 12).until(acting).journal
    for k in (0, 1, 2, 3, len(journal) // 2, len(journal)):
        assert verify_file(b"".join(journal[:k]), Replica(GAMES[game])).state is FileState.INCOMPLETE


# Liars.


def lie_down(game: str, match: Match) -> tuple[TableSeat, Move]:
    """Play until a seat could lay down, face-down, a card that it may not: (that seat's table, the move)."""
    found: list[Move] = []

    def could(table: TableSeat) -> bool:
        if not acting(table) or table.view is None:
            return False
        seat, view, s = table.seat, table.view, table.view.state
        cards = s.rules.cards
        if game == "ten":
            assert isinstance(s.rules, Ten)
            found[:] = [(V_LAY, h) for h in s.rules.unseen(s, seat) if view.code(h) % 2]
        else:
            items = [
                h for h in s.zones[seat * NZ + HAND] if cards[view.code(h)].types & (ITEM | REACTION) == ITEM
            ]
            hosts = [move for move in view.options() if move[0] == V_ATTACH]
            found[:] = [(V_ATTACH, h, *move[2:]) for h in items for move in hosts[:1]]
        found[:] = [move for move in found if kernel.check(s, seat, move) is None]
        return bool(found)

    return match.until(could), found[0]


@both
def test_a_false_face_down_statement_is_named_by_the_audit(game: str) -> None:
    """given a changed client that lays a wrong card face-down, then the audit names seat, entry and rule."""
    match = Match(GAMES[game], 31)
    liar, move = lie_down(game, match)
    assert liar.view is not None and move not in liar.view.options()
    with pytest.raises(AssertionError, match="must not be signed"):
        liar.answer(move)
    liar.view = Brazen(liar.view.state, liar.seat, liar.view.known)
    seq = len(liar.transcript.entries(liar.seat))
    match.send(liar.seat, liar.answer(move))
    match.play(give_up)
    for table in match.seats:
        assert table.ending.audited is not None
        assert table.ending.audited.findings == ((liar.seat, seq, "card.face-down-checked"),)
    assert liar.result == match.seats[1 - liar.seat].result is not None
    report = verify_file(file_of(liar), Replica(GAMES[game]))
    assert report.state is FileState.GUILTY
    assert report.findings == ((liar.seat, seq, "card.face-down-checked"),)


@both
def test_an_illegal_move_is_refused_with_evidence(game: str) -> None:
    """given a changed client that signs a forbidden move, then the other node names it and can prove it."""
    match = Match(GAMES[game], 31)
    liar = match.until(acting)
    honest = match.seats[1 - liar.seat]
    seq = len(liar.transcript.entries(liar.seat))
    assert honest.replica.state is not None
    before = digest(honest.replica.state)
    wire = liar.transcript.write(MoveMessage("yes"))
    with pytest.raises(IllegalEntry) as caught:
        honest.receive(wire)
    fault = caught.value
    assert (fault.author, fault.seq, fault.evidence, fault.proven) == (liar.seat, seq, wire, True)
    assert honest.fault is fault and digest(honest.replica.state) == before
    report = verify_file(file_of(honest), Replica(GAMES[game]))
    assert report.state is FileState.GUILTY
    assert report.findings == ((liar.seat, seq, fault.rule),)


@pytest.mark.parametrize(
    "text",
    ["", "end ", "END", "pick h1", "play h1", "play p1.d9", "end h1", "\x00", "mode 99999", "concede 3"],
)
def test_texts_that_are_no_legal_move_are_refused(text: str) -> None:
    """given a signed text that is not a legal move, then the other node names its author."""
    match = Match(TEN, 31)
    liar = match.until(acting)
    wire = liar.transcript.write(MoveMessage(text))
    with pytest.raises(IllegalEntry) as caught:
        match.seats[1 - liar.seat].receive(wire)
    assert caught.value.author == liar.seat and caught.value.proven


@pytest.mark.parametrize("slug", games.choices("faroe", "legend"))
def test_a_legend_out_of_a_hand_convicts_who_plays_it(slug: str) -> None:
    """given a cheat's deck of nothing but a Legend, when one is played, then the rule that keeps Legends out
    of decks refuses it, and the file proves it."""
    code = FAROE.by_slug[slug].code
    (main, *others) = deck_lists(FAROE, 31)
    match = Match(FAROE, 31, decks=[[code] * len(main), *others])
    liar = match.until(lambda table: acting(table) and code in table.known.values())
    honest, state = match.seats[1 - liar.seat], liar.replica.state
    assert state is not None and liar.transcript.play.vault is not None
    h = state.zones[liar.seat * NZ + HAND][0]
    shown = liar.transcript.play.vault.op(liar.replica.handles.com[h])
    text = notation.format_move(state, liar.seat, (V_PLAY, h))
    seq = len(liar.transcript.entries(liar.seat))
    with pytest.raises(IllegalEntry):
        honest.receive(liar.transcript.write(MoveMessage(text, (shown,))))
    report = verify_file(file_of(honest), Replica(FAROE))
    assert (report.state, report.findings) == (FileState.GUILTY, ((liar.seat, seq, "deck.no-legend-cards"),))


def test_passing_where_it_is_not_allowed_is_refused_by_both_nodes() -> None:
    """given a free choice, when a pass is written, then the own node does not even sign it."""
    table = Match(TEN, 31).until(acting)
    with pytest.raises(LocalError):
        table.transcript.write(Pass())


def test_an_illegal_answer_is_refused_before_it_is_signed() -> None:
    """given our own player's illegal move, when the node is to write it, then it does not."""
    match = Match(TEN, 31)
    table = match.until(acting)
    assert table.view is not None
    foreign = next(h for h in table.view.state.zones[TEN.zone_id(1 - table.seat, 1)])
    before = list(table.journal)
    with pytest.raises(AssertionError, match="must not be signed"):
        table.answer((V_LAY, foreign))
    assert table.journal == before


# Who may sit down together.


@pytest.mark.parametrize("both_have_them", [False, True])
@pytest.mark.parametrize("which", ["rules", "cards"])
def test_other_rules_are_refused(which: str, both_have_them: bool) -> None:
    """given HELLOs for other rules or cards, of one seat or of both, then no table is made of them."""
    match = Match(TEN, 1)
    other = seeded("other")
    hashes = (other, TEN.card_hash) if which == "rules" else (TEN.hash, other)
    config = Config("ten", "duel", 2)
    together = parse_hello(match.hellos[0]).seating
    made = [
        make_hello(
            identity(name),
            match.secrets[i],
            config,
            HelloParts(*hashes, seeded("nonce", i, 1), together),
            True,
        )
        for i, name in enumerate(("ana", "ben"))
    ]
    with pytest.raises(PeerFault):
        Follower(TEN, made if both_have_them else [match.hellos[0], made[1]])


def test_what_differs_is_said_with_the_first_digits_of_both_hashes() -> None:
    """given a side with our rules and other cards, then one sentence says so, with eight digits of each."""
    said = differs(TEN, TEN.hash, b"\xab" * 32, "the host's")
    assert (
        said == f"The rules are the same; the host's cards are abababab, yours are {TEN.card_hash[:4].hex()}."
    )
