"""The lines that each view of a match is told: narrowed records, names in sentences; and values that cannot
be."""

from __future__ import annotations

import dataclasses

import pytest

from fadenet.engine.rules import Rules
from fadenet.table.dealer import Dealer
from fadenet.table.record import Answered, BadRecord, Record, write
from fadenet.table.replay import Replay, narrowed
from tests.builders.playout import FAROE, Playout
from tests.builders.ten import TEN
from tests.table.test_replay import GAMES, both, played
from tests.table.wire import Match


def replay_of(game: str, seed: int = 1, view: str = "all") -> Replay:
    return Replay(played(game, seed, view)[2], GAMES[game])


@pytest.mark.slow
@both
@pytest.mark.parametrize("view", ["public", "p1", "p2"])
def test_a_narrowed_record_is_the_one_that_the_view_would_have_written(game: str, view: str) -> None:
    assert write(narrowed(replay_of(game), view)) == write(played(game, 1, view)[2])


@pytest.mark.slow
@both
def test_a_record_can_be_shown_in_its_own_view_and_in_narrower_ones(game: str) -> None:
    whole, own, public = (replay_of(game, view=view) for view in ("all", "p2", "public"))
    assert whole.views == ("all", "p1", "p2", "public")
    assert own.views == ("p2", "public") and public.views == ("public",)
    assert narrowed(whole, "all") is whole.record
    assert write(narrowed(own, "public")) == write(public.record)


@pytest.mark.slow
def test_who_knows_a_hidden_card_is_told_its_name() -> None:
    # Given the same match stepped through in all views.
    told: dict[str, list[str]] = {}
    replay = replay_of("faroe")
    for view in replay.views:
        here = replay.position(0)
        told[view] = [text for _ in replay.steps for text in replay.told(here, view)]
    # Then the public view has no more to say than the record, and others have names in some places of it.
    assert len({len(lines) for lines in told.values()}) == 1
    names = {card.name for card in FAROE.cards[1:]}
    for view in ("p1", "p2"):
        pairs = zip(told[view], told["public"], strict=True)
        better = [(mine, plain) for mine, plain in pairs if mine != plain]
        assert better and all("a card" in plain or "a hidden card" in plain for _, plain in better)
        assert all(any(name in mine for name in names) for mine, _ in better)
    # And who knows all is told at least as much as both.
    assert sum(map(len, told["all"])) >= max(sum(map(len, told[view])) for view in ("p1", "p2"))


# Values that do not fit.


def spoilt(record: Record, word: str, words: tuple[str, ...], who: int | None = None) -> Record:
    """The record with the first answer of the table that begins with `word` written otherwise."""
    at = next(
        i for i, line in enumerate(record.lines) if isinstance(line, Answered) and line.words[0] == word
    )
    line = record.lines[at]
    assert isinstance(line, Answered)
    other = dataclasses.replace(line, words=words, who=line.who if who is None else who, line=at)
    return dataclasses.replace(record, lines=(*record.lines[:at], other, *record.lines[at + 1 :]))


@pytest.mark.parametrize(
    ("word", "words", "why"),
    [
        ("toss", ("toss", "heads"), "a toss is one number or more"),
        ("toss", ("bind", "#1=?"), "toss' is owed here"),
        ("pool", ("pool", "many"), "a new deck has a number of cards"),
        ("pool", ("pool", "60", "#1=?"), "other cards lie in this deck"),
        ("pool", ("pool", "60", "first"), "is no card; write #HANDLE=CARD"),
        ("bind", ("bind", "#1=no-such-card"), "there is no card 'no-such-card'"),
        ("open", ("open", "#1=?"), "other cards are to be opened here|is to see the cards here"),
        ("recommit", ("recommit", "#1=?"), "other cards are to be committed to anew here"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_name(word: str, words: tuple[str, ...], why: str) -> None:
    record = played("faroe", 1)[2]
    with pytest.raises(BadRecord, match=why):
        Replay(spoilt(record, word, words), FAROE)


def test_an_answer_of_no_seat_is_refused() -> None:
    record = played("ten", 1)[2]
    decided = next(step.entries[0] for step in Replay(record, TEN).steps if step.decided)
    lines = tuple(dataclasses.replace(line, who=-1) if line == decided else line for line in record.lines)
    with pytest.raises(BadRecord, match="a seat's answer is asked for here"):
        Replay(dataclasses.replace(record, lines=lines), TEN)


@pytest.mark.parametrize(
    ("who", "words", "values"),
    [
        (0, ("leave",), 0),
        (0, ("leave", "format.leaving", "early"), 0),
        (2, ("leave", "format.leaving"), 0),
        (0, ("leave", "format.leaving"), 1),
    ],
    ids=["by no rule", "by two rules", "a seat that is not there", "between two values of one rest"],
)
def test_a_seat_leaves_alone_and_by_a_rule(who: int, words: tuple[str, ...], values: int) -> None:
    # Given a record of two players with such a leaving at a rest at which several values are owed.
    record = played("faroe", 1)[2]
    at = next(i for i, line in enumerate(record.lines) if isinstance(line, Answered)) + values
    left = Answered(who, words, line=at + 1)
    lines = (*record.lines[:at], left, *record.lines[at:])
    # Then it is refused, with the line that says so.
    with pytest.raises(BadRecord, match="a seat leaves alone, by a rule") as caught:
        Replay(dataclasses.replace(record, lines=lines), FAROE)
    assert caught.value.line == at + 1


def test_a_record_that_stops_within_a_rest_is_refused() -> None:
    # Given a record that ends behind the first of several values of one rest.
    record = played("faroe", 1)[2]
    entries = [i for i, line in enumerate(record.lines) if isinstance(line, Answered)]
    joint = next(step for step in Replay(record, FAROE).steps if len(step.entries) > 1)
    cut = dataclasses.replace(record, lines=record.lines[: entries[joint.number - 1] + 1], result=None)
    with pytest.raises(BadRecord, match="more values are owed"):
        Replay(cut, FAROE)


def test_an_answer_behind_the_end_is_refused() -> None:
    record = played("ten", 1)[2]
    last = [line for line in record.lines if isinstance(line, Answered)][-1]
    with pytest.raises(BadRecord, match="the match is over before it"):
        Replay(dataclasses.replace(record, lines=(*record.lines, last)), TEN)


@pytest.mark.parametrize("rules", [TEN, FAROE], ids=lambda rules: rules.name)
def test_a_dealer_goes_on_from_what_lay_hidden(rules: Rules) -> None:
    # Given a match under way, and a second dealer who takes up what lies behind its handles.
    match = Playout(rules, 4)
    for _ in zip(range(20), match.rests(), strict=False):
        pass
    again = Dealer.resumed(match.dealer.hidden(), 9)
    # Then it knows the same, and what one of them learns later the other does not.
    assert (again.truth, again.known) == (match.dealer.truth, match.dealer.known)
    again.truth.clear()
    again.known[0].clear()
    assert match.dealer.truth and match.dealer.known[0]


# What a seat at a network match knows.


@pytest.mark.parametrize("rules", [TEN, FAROE], ids=lambda rules: rules.name)
def test_each_move_of_a_seat_has_a_text_that_says_which_it_is(rules: Rules) -> None:
    # Given a seat that has to decide, and may do so in several ways.
    match = Match(rules, 4)
    seat = match.until(lambda table: table.view is not None and len(table.view.options()) > 1)
    assert seat.view is not None
    # Then each has a text of its own, which names just that move.
    moves = list(seat.view.options())
    texts = [seat.view.text(move) for move in moves]
    assert len({*texts}) == len(moves) and [seat.view.parse(text) for text in texts] == moves


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "steps"), [(TEN, 2_000), (FAROE, 900)], ids=["ten", "faroe"])
def test_a_seat_knows_at_any_time_what_its_vault_holds_of_hidden_cards(rules: Rules, steps: int) -> None:
    looked = 0

    def look(match: Match) -> None:
        nonlocal looked
        for table in match.seats:
            state, vault = table.replica.state, table.transcript.play.vault
            if state is None or vault is None:
                continue
            looked += 1
            there = {
                h: vault.card[com] for com, h in table.replica.handles.handle.items() if com in vault.card
            }
            hidden = {h: card for h, card in there.items() if h < len(state.code) and not state.code[h]}
            assert table.known == hidden

    Match(rules, 6, after=look).play(steps=steps)
    assert looked > 100
