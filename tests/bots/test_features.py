"""The numbers of views and answers: each says what its name says, and none of them what is hidden."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from fadenet import Match, games
from fadenet.bots.features import ANSWER, FIELD_CARDS, LINKS, TAKE, Features
from fadenet.engine.rules import rules_of
from fadenet.table.plain import PlainData, view_of
from fadenet.table.view import SeatView
from tests.bots.test_worlds import GAMES, moments
from tests.builders.playout import Table, in_turn

README = (Path(__file__).resolve().parents[2] / "fadenet" / "bots" / "README.md").read_text("utf-8")


@cache
def features_of(table: Table) -> Features:
    return Features(table.rules, moments(table, 6)[0].seat.state.seats)


def numbers(view: SeatView, features: Features) -> dict[str, int]:
    """By name."""
    return dict(zip(features.names, features.position(view), strict=True))


def said(seat: PlainData, features: Features) -> dict[str, int]:
    """The numbers of a seat that its plain data say."""
    told = {word: seat.get("figures", {}).get(word, 0) for word in features.figures}
    told |= {word: seat.get("numbers", {}).get(word, 0) for word in features.columns}
    return told | {zone: seat.get("zones", {}).get(zone, {}).get("count", 0) for zone in features.zones}


@in_turn(3, GAMES)
def test_numbers_of_a_view_are_those_of_its_plain_data(table: Table) -> None:
    """given views of random matches, then the numbers of each seat are what the same view says in words."""
    features = features_of(table)
    assert len({*features.names}) == len(features.names)
    for view in [moment.seat for moment in moments(table, 6)]:
        found, s = numbers(view, features), view.state
        for i, seat in enumerate(view_of(view)["seats"]):
            n = (i - view.index) % s.seats
            by = f"+{n}" if n else "own"
            assert {word: found[f"{by} {word}"] for word in said(seat, features)} == said(seat, features)
            words = ["card", "down", *features.figures, *features.columns]
            rows = [[found[f"{by} field {k + 1} {word}"] for word in words] for k in range(FIELD_CARDS)]
            told, there = lying(seat, features), [row for row in rows if row[0]]
            assert there == told[: len(there)]
            assert len(there) == len(told) or found[f"{by} field {FIELD_CARDS} zone"]
        assert found["turn"] == s.turn and found["links"] == len(s.chain)
        assert found["active"] == ((s.active - view.index) % s.seats + 1 if s.turn else 0)
        assert found["question"] == (view.ask.kind + 1 if view.ask is not None else 0)
        waiting = [found[f"link {k + 1} seat"] > 0 for k in range(LINKS)]
        assert waiting == [k < len(s.chain) for k in range(LINKS)]


def lying(seat: PlainData, features: Features) -> list[list[int]]:
    """Of each card that is known on the field of a seat, its number, whether it lies face-down, its figures
    and counters, as the plain data say them."""
    rules = features.rules
    zones = [name for name, on_field in zip(rules.zone_names, rules.on_field, strict=False) if on_field]
    cards = [card for name in zones for card in seat.get("zones", {}).get(name, {}).get("cards", [])]
    rows = []
    while cards:
        card = cards.pop(0)
        cards[:0] = card.get("on", [])
        told = {**card.get("figures", {}), **card.get("numbers", {})}
        words = (*features.figures, *features.columns)
        if "card" in card:
            down = int(card.get("down", False))
            rows.append([rules.code_of(card["card"]), down, *[told.get(word, 0) for word in words]])
    return rows


@in_turn(5, GAMES)
def test_nothing_that_lies_hidden_is_in_a_number(table: Table) -> None:
    """given views of random matches and other worlds that could lie behind each of them, then position and
    answers have the same numbers in all of them."""
    features = features_of(table)
    for one in moments(table, 6):
        other = one.behind(one.worlds().draw(Random(one.seat.state.next_id)))
        assert features.position(one.seat) == features.position(other.seat)
        for move in one.seat.options():
            text = one.seat.text(move)
            assert features.answer(one.seat, text) == features.answer(other.seat, text)


def test_a_view_that_knows_more_has_other_numbers() -> None:
    """given a view into which all hidden cards have leaked, then its numbers are other ones: it is found."""
    table = next(table for table in GAMES if table.game == "prelude")
    later = [one for one in moments(table, 6) if one.seat.state.turn]
    for one in later:
        leak = SeatView(one.seat.state, one.seat.index, one.truth, one.seat.sightings)
        assert features_of(table).position(leak) != features_of(table).position(one.seat)
    assert later


def test_a_card_to_be_taken_is_told_by_its_number() -> None:
    """given prelude's first question, for a character, then an answer says which card is taken."""
    match = Match.new("prelude", seed=7)
    row = Features(match.rules, 2).answer(match.view("p1"), match.legal("p1")[0])
    assert dict(zip(ANSWER, row, strict=True)) == {
        **dict.fromkeys(ANSWER, 0),
        "verb": len(match.rules.verbs) + 1,
        "card": match.rules.code_of("wat-the-ferryman"),
        "seat": 1,
        "places": 1,
    }


def test_a_move_is_told_by_what_it_names() -> None:
    """given a random match of faroe, then a card of the Hand that can be played is told as one's own, an
    attack by whom it is aimed at, and a choice of several by its number."""
    match, dice, met = Match.new("faroe", seed=7), Random(1), set[str]()
    features = Features(match.rules, 2)
    while not {"play", "attack", "mode"} <= met:
        view = match.view(match.asked[0])
        for text in match.legal():
            verb, *named = view.parse(text)
            row = dict(zip(ANSWER, features.answer(view, text), strict=True))
            assert row["verb"] == verb + 1
            if text.startswith("play h"):
                assert (row["card"], row["seat"]) == (view.code(named[0]), 1)
            elif text.startswith("attack") and len(named) == 2 and f" p{2 - view.index}." in text:
                assert (row["target"], row["target seat"]) == (view.code(named[1]), 2)
            elif text.startswith("mode"):
                assert (row["key"], row["number"]) == (1, int(text.split()[1]))
            met.add(text.split()[0])
        match.play(dice.choice(match.legal()))


@pytest.mark.parametrize("game", games.NAMES)
def test_every_listed_answer_has_numbers_that_fit(game: str) -> None:
    """given a random match, then each row of an answer has a number for each name, none below 0."""
    match = Match.new(game, seed=2)
    features = Features(match.rules, 2)
    for n in range(120):
        if match.over:
            break
        view, legal = match.view(match.asked[0]), match.legal()
        for text in legal:
            row = features.answer(view, text)
            assert len(row) == len(ANSWER) and min(row) >= 0
            assert text.startswith(TAKE) == (row[0] == len(rules_of(view.state).verbs) + 1)
        match.play(legal[n % len(legal)])


@pytest.mark.parametrize("game", games.NAMES)
def test_the_table_of_the_readme_names_the_words_and_the_length(game: str) -> None:
    features = Features(games.load(game), 2)
    words = [", ".join(group) for group in (features.figures, features.columns, features.zones)]
    assert f"| {game} | {' | '.join(words)} | {len(features.names):,} |" in README
