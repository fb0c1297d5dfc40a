"""Matches between nodes written down while their files are verified: the records replay to the same end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fadenet import games
from fadenet.engine.digest import digest
from fadenet.engine.rules import Rules
from fadenet.engine.state import BIND, NEED_WORDS
from fadenet.table.record import Answered, Record, Seated
from fadenet.table.replay import Replay, narrowed
from fadenet.table.replica import Replica
from fadenet.table.scribe import LEAVE, Scribe
from protocol.files import FileState, verify_file
from tests.builders.playout import FAROE
from tests.builders.ten import TEN
from tests.table.wire import Match, file_of, give_up

LEGEND = games.load("faroe", "legend", legend=games.choices("faroe", "legend")[0])
FREE = games.load("faroe", "free-for-all")


def written(match: Match, rules: Rules, view: str, knowing: Sequence[int] = range(4)) -> Record:
    """The record that a stranger writes of a match; in the view of all with the cards that these seats
    know."""
    vaults = [table.transcript.play.vault for table in match.seats if table.seat in knowing]
    cards = {com: card for vault in vaults if vault is not None for com, card in vault.card.items()}
    replica = Replica(rules, None, Scribe(rules, view), cards if view == "all" else {})
    report = verify_file(file_of(match.present[0]), replica)
    assert report.state == FileState.VALID
    seated = [Seated(f"seat {seat}", "bot") for seat in range(len(match.seats))]
    decks = [deck for own in match.secrets for deck in own.decks]
    assert replica.scribe is not None and replica.state is not None
    return replica.scribe.record(replica.state, seated, [*decks, *rules.ownerless])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "players"), [(TEN, 2), (FAROE, 2), (LEGEND, 2)], ids=["ten", "faroe", "legend"]
)
def test_the_record_of_a_network_match_replays_to_the_same_state(rules: Rules, players: int) -> None:
    # Given a match over the protocol that was played for a while and then conceded.
    match = Match(rules, 2, players=players).play(steps=600).play(give_up)
    end = match.seats[0].replica.state
    assert end is not None and end.over
    # When a verifier writes it down, then the record replays to the state that the seats came to.
    whole = Replay(written(match, rules, "all"), rules)
    assert digest(whole.position(whole.length).state) == digest(end)
    # And without the hidden cards it is the same match, as narrowing the whole record shows.
    public = written(match, rules, "public")
    assert Replay(public, rules).length == whole.length
    assert narrowed(whole, "public").lines == public.lines


@pytest.mark.parametrize(("rules", "others"), [(TEN, {1}), (LEGEND, {1, -1})], ids=["ten", "legend"])
def test_a_card_that_nobody_has_shown_has_no_name_in_the_record(rules: Rules, others: set[int]) -> None:
    """given the cards that one of two seats knows, then a record names those that it drew, but none that the
    other has drawn, nor a Legend as long as it lies face down."""
    match = Match(rules, 2, players=2).play(steps=60).play(give_up)
    record = written(match, rules, "all", knowing=[0])
    drawn = [
        (line.who, word.partition("=")[2])
        for line in record.lines
        if isinstance(line, Answered) and line.words[0] == NEED_WORDS[BIND]
        for word in line.words[1:]
    ]
    assert {who for who, slug in drawn if slug != "?"} == {0}
    assert {who for who, slug in drawn if slug == "?"} == others


@pytest.mark.slow
def test_a_seat_that_was_voted_out_leaves_in_the_record() -> None:
    # Given three seats of which one falls silent for good and is voted out.
    match = Match(FREE, 5, players=3).play(steps=300)
    match.silent = {1}
    match.finish()
    # Then the record says when it left, and replays to the same end.
    record = written(match, FREE, "public")
    left = [line for line in record.lines if isinstance(line, Answered) and line.words[0] == LEAVE]
    assert [line.who for line in left] == [1]
    replay = Replay(record, FREE)
    end = match.seats[0].replica.state
    assert end is not None
    assert digest(replay.position(replay.length).state) == digest(end)
