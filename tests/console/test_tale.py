"""A whole match as lines of text: what a player would say of it, and nothing of how the engine calls it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain, pairwise

import pytest

from fadenet import bots
from fadenet.bots.base import run_now
from fadenet.console.faces import face_of
from fadenet.console.replay.tale import SET_UP, Tale
from fadenet.engine.rules import Rules
from fadenet.engine.state import ROW_CARD, ROW_EVENT, Row, State
from fadenet.node.watch.narrator import Narrator
from fadenet.table.local import LocalMatch
from fadenet.table.record import ALL, PUBLIC, Answered, Record, Seated, entry_text
from fadenet.table.replay import Replay, decisions, narrowed
from tests.builders.playout import TABLES, Table, deck_lists
from tests.console.helpers import NAMES
from tests.console.test_live import TwoScribes

DUELS = ("faroe-duel-2", "fade1-duel-2", "terrene-duel-2", "prelude-duel-2")
OTHERS = (
    "faroe-legend-vantarel-the-hollow-sun-1",
    "fade2-raiders-mother-of-switches-1",
    "terrene-2v2-4",
    "prelude-melee-3",
)
"""Of the other formats and editions, those whose matches are short."""
SHOWN = [table for table in TABLES if table.game != "ten"]
each_table = pytest.mark.parametrize(
    "table",
    [pytest.param(one, marks=[pytest.mark.long] * (str(one) not in DUELS + OTHERS)) for one in SHOWN],
    ids=str,
)
LABEL = r"(?:p\d\.)?[a-z]\d+(?:\.\d+)*"
GONE = (
    *(
        "is Knocked Out",
        "is destroyed",
        "is imprisoned",
        "is defeated",
        "is discarded",
        "is killed",
        "is out",
    ),
    *("goes to the cemetery", "has lost"),
)


@cache
def played(table: Table) -> tuple[Record, list[str]]:
    """The record of a match of bots, and the lines that somebody was told who looked on."""
    rules, names = table.rules, NAMES[: table.players]
    tale, told = Tale(rules, names), []

    def decided(number: int, entry: Answered) -> None:
        told.extend(tale.answered(entry))

    def happened(s: State, rows: Sequence[Row]) -> None:
        told.extend(tale.tell(s, rows, {}))

    lists = deck_lists(rules, 3, table.players)
    scribe = TwoScribes(Narrator(rules, decided, lambda text: None))
    players = [bots.make("greedy") for _ in names]
    match = LocalMatch(rules, players, lists, 5, names=names, watch=happened)
    match.scribe = scribe
    run_now(match.play())
    assert match.scribe is not None
    record = match.scribe.record(match.state, [Seated(name, "bot") for name in names], lists)
    return record, [*told, *tale.end()]


@cache
def replayed(table: Table, view: str = ALL) -> Replay:
    """That match, as far as a view knows it."""
    whole = Replay(played(table)[0], table.rules)
    return whole if view == ALL else Replay(narrowed(whole, view), table.rules)


def steps(replay: Replay, view: str) -> Iterator[tuple[list[str], State, list[Row]]]:
    """The lines of each step, the state after it, and its events."""
    tale = Tale(replay.rules, NAMES[: len(replay.record.players)], view == ALL)
    here = replay.position(0)
    for step in replay.steps:
        lines = [line for _, entry in decisions(step) for line in tale.answered(entry)]
        rows = replay.advance(here)
        yield lines + tale.tell(here.state, rows, here.seen(view)), here.state, rows
    yield tale.end(), here.state, []


def lines_of(replay: Replay, view: str) -> list[str]:
    return [line for lines, _, _ in steps(replay, view) for line in lines]


@cache
def told_of(table: Table) -> list[list[str]]:
    """The lines of each step of that match, with all that is known of it."""
    return [lines for lines, _, _ in steps(replayed(table), ALL)]


@cache
def names_and_words(rules: Rules) -> tuple[re.Pattern[str], frozenset[str]]:
    """The names of all cards, longer ones first, and the words of two parts that the engine has for cards and
    events."""
    names = sorted((card.name for card in rules.cards[1:]), key=len, reverse=True)
    words = [*(card.slug for card in rules.cards[1:]), *rules.events]
    return re.compile("|".join(map(re.escape, names))), frozenset(word for word in words if "-" in word)


def engine_words(rules: Rules, line: str) -> str:
    """The word of a line that only records and the engine use, "" for none."""
    names, words = names_and_words(rules)
    said = names.sub("Card", re.sub(r"\[[a-z0-9.-]+\]", "", line))  # the id of a rule stands in brackets
    bare = re.sub(rf"\({LABEL}\)|goes to {LABEL}$", "", said)  # a label stands in brackets behind a name
    patterns = (
        r"^\s*\d+\.",  # the number of an answer
        r"\w_\w|[#={}?<>]|\.\w",  # names of things in code, handles, arguments
        rf"\b(?!p\d\b){LABEL}(?![\w'])",  # a label without a name
        r"\b(?:mode|pick|yes|pass|passes|resolves|in use|opened|linked|None)\b",
        r"\(\d+\)|: \d+$",  # a bare number
    )
    found = [match[0] for pattern in patterns for match in re.finditer(pattern, bare)]
    found += [word for word in re.findall(r"[a-z0-9]+(?:-[a-z0-9]+)+", bare) if word in words]
    return ", ".join(found)


@pytest.mark.slow
@each_table
def test_a_match_is_told_without_the_engines_words(table: Table) -> None:
    """given a whole match of bots, then no line of it has a word, a number or a label that only a record or
    the engine would use, to those who know everything and to those who know what everybody sees."""
    for lines in ([*chain.from_iterable(told_of(table))], played(table)[1]):
        found = [(line, words) for line in lines if (words := engine_words(table.rules, line))]
        assert len(lines) > 80 and not found, found[:20]


def test_a_record_as_it_is_written_has_many_of_them() -> None:
    """given the answers and events of the same match as a record has them, then those words are found."""
    table = next(one for one in SHOWN if str(one) == "faroe-duel-2")
    record = played(table)[0]
    answers = [f"{n}. {entry_text(entry)}" for n, entry in enumerate(record.entries, 1)]
    assert all(engine_words(table.rules, line) for line in answers)
    for line in (
        "Rookie Ace goes to the in use",
        "p1 resolves",
        "p1 proposes an agreement (10)",
        "c1 attacks",
    ):
        assert engine_words(table.rules, line), line


@each_table
def test_every_harm_says_what_is_left_or_what_is_lost(table: Table) -> None:
    """given any step of a match in which somebody is hurt, then what is left of them stands behind the last
    harm that is told of them, or they are gone in that step, by themselves or with their player."""
    harms, hurt = face_of(table.rules).events.harms, 0
    for lines, s, rows in steps(replayed(table), ALL):
        told = [line for line in lines if re.search(r"takes \d+ damage|loses \d+ (?:HP|life)", line)]
        lost = [f"p{seat + 1}: has lost" in "\n".join(lines) for seat in range(s.seats)]
        names = {
            f"p{h}" if h <= s.seats else table.rules.cards[s.code[h]].name: h > s.seats and lost[s.owner[h]]
            for row in rows
            if table.rules.events[row[ROW_EVENT]] in harms and (h := row[ROW_CARD])
        }
        names.pop("", None)
        assert bool(told) == bool(names), (lines, names)
        hurt += len(told)
        for name, out in names.items():
            about = [line for line in lines if name in line]
            left = any(re.search(r": \d+ of \d+ (?:HP|life) left", line) for line in about)
            assert left or out or any(word in line for line in about for word in GONE), (name, lines)
    assert hurt > 5


@pytest.mark.slow
@each_table
def test_what_is_told_as_it_happens_is_what_a_replay_tells(table: Table) -> None:
    """given a match that is looked on at, then the same lines come, one for one, from its record, from what
    the public knows of it, and from telling it again."""
    live = played(table)[1]
    assert live == lines_of(replayed(table), PUBLIC)
    assert live == lines_of(replayed(table, PUBLIC), PUBLIC)
    assert lines_of(replayed(table), ALL) == [*chain.from_iterable(told_of(table))] != live


@each_table
def test_turns_are_headings_and_passes_have_no_line(table: Table) -> None:
    """given a match, then it begins with the set-up, each turn has a heading of its own with the name of
    whose turn it is, passes of which nothing comes have no line, and the end says how it went and why."""
    replay = replayed(table)
    told = told_of(table)
    whole = [line for lines in told for line in lines]
    assert whole[:2] == ["", SET_UP]
    heads = [line for before, line in pairwise(whole) if not before][1:]
    turns = [line for line in heads if re.match(r"[Tt]urn \d+", line)]
    names = [*NAMES[: table.players], *table.rules.automaton_names]
    assert turns == heads and len(turns) > 1
    assert all(re.fullmatch(rf"turn \d+: p\d (?:{'|'.join(names)})|Turn \d+ begins", line) for line in turns)
    assert whole[-1].startswith("What decided it: ") and f"{len(turns)} turns." in told[-1]
    passes = [
        lines
        for step, lines in zip(replay.steps, told, strict=False)
        if step.decided and all(entry.words[0] == "pass" for entry in step.entries)
    ]
    assert sum(not lines for lines in passes) > len(passes) / 4 or not passes
