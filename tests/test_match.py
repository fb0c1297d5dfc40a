"""A match held in a script asks, deals and tells as a match of players does; the README's example runs."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest
from wcwidth import wcswidth

import fadenet
from fadenet import bots, games
from fadenet.bots.base import run_now
from fadenet.bots.fnbot.host import told_of
from fadenet.bots.random_ import RandomBot
from fadenet.engine.errors import IllegalMove, WrongInput
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import TableNeed
from fadenet.games.decks import load_deck, packaged
from fadenet.match import DONE, Match
from fadenet.table import reading
from fadenet.table.local import LocalMatch
from fadenet.table.record import TABLE, Answered, Seated, write
from fadenet.table.replay import Replay
from fadenet.table.scribe import Scribe
from fadenet.table.view import SeatView
from tests.builders.playout import Table, deck_lists, wander

ROOT = Path(__file__).resolve().parent.parent

TABLES = [
    Table("ten", "free-for-all", 3),
    Table("faroe", "duel", 2),
    Table("faroe", "teams", 4),
    Table("faroe", "legend", 2, (("legend", "vantarel-the-hollow-sun"),)),
    Table("terrene", "duel", 2),
    Table("terrene", "2v2", 4),
]


class Wanderer(RandomBot):
    """A random player who comes to an end sooner."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return wander(self.random, rules_of(seat.state), options)

    def pick_card(self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]) -> int:
        """The first copy of any card: one is as good as another, but what lies behind it is shuffled anew."""
        wanted = seat.code(self.random.choice(there))
        return next(h for h in there if seat.code(h) == wanted)


def begin(table: Table, seed: int = 5) -> Match:
    return Match(table.rules, deck_lists(table.rules, seed, table.players), table.players, seed)


def at_random(m: Match, dice: Random) -> None:
    """Any legal move, of a verb drawn first."""
    legal = m.legal()
    verb = dice.choice(sorted({text.partition(" ")[0] for text in legal} - {"run"} or {"run"}))
    m.play(dice.choice([text for text in legal if text.partition(" ")[0] == verb]))


def played(m: Match, answers: Sequence[tuple[int, str]], takes: Sequence[Answered]) -> None:
    """Give a match the answers of another one: moves of seats, and what they took out of their decks."""
    moves, searches = iter(answers), {entry: iter(entry.words[1:]) for entry in takes}
    while not m.over:
        seat = m.asked[0]
        if not m.legal()[0].startswith("take "):
            who, text = next(moves)
            m.play(text, f"p{who + 1}")
            continue
        entry = next(entry for entry in searches if f"p{entry.who + 1}" == seat)
        for word in (word for word in searches.pop(entry) if word != "shown"):
            m.play(f"take {word.partition('=')[2]}", seat)
        if seat in m.asked and DONE in m.legal(seat):
            m.play(DONE, seat)


@pytest.mark.slow
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_it_goes_as_a_match_of_players_with_the_same_answers(table: Table) -> None:
    # Given a match that random players have played.
    rules, lists = table.rules, deck_lists(table.rules, 5, table.players)
    kinds = ["human"] * table.players
    local = LocalMatch(rules, [Wanderer() for _ in kinds], lists, 5, kinds=kinds)
    local.scribe = Scribe(rules)
    run_now(local.play())
    assert local.scribe is not None
    record = local.scribe.record(local.state, [Seated(name) for name in local.names], local.decks)
    # When a match in hand is dealt by the same seed and given their answers.
    takes = [line for line in record.lines if isinstance(line, Answered) and line.words[0] == "take"]
    m = begin(table)
    played(m, local.answers, [entry for entry in takes if entry.who != TABLE])
    # Then it comes to the same end, and its record is the same to the letter.
    assert m.text() == write(record)
    assert m.result == record.result and not m.asked and not m.legal()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_whatever_is_legal_can_be_played_and_its_record_replayed(table: Table) -> None:
    m, dice = begin(table), Random(3)
    for _ in range(150):
        if m.over:
            break
        at_random(m, dice)
    replay = Replay(reading.parse(m.text()), m.rules)
    assert replay.length > 10 and (replay.record.result is not None) == m.over


def test_what_several_owe_at_once_is_seen_by_nobody_before_all_have_answered() -> None:
    m = fadenet.Match.new("faroe", seed=1)
    before = m.text()
    assert m.asked == ("p1", "p2")
    m.play("mode 2", "p2")
    # Then nothing has happened yet, and the other one is asked as before.
    assert list(m.asked) == ["p1"] and not m.told and m.text() == before
    assert m.legal("p2") == [] and m.legal() == ["mode 1", "mode 2", "mode 3"]
    m.play("mode 1")
    assert m.told[:2] == ("p1 throws Rock", "p2 throws Paper")


@pytest.mark.parametrize(("format", "seats"), [("duel", 2), ("free-for-all", 3)])
def test_a_seat_concedes_while_the_others_answer(format: str, seats: int) -> None:
    # Given a throw for which one seat concedes, and the others throw.
    m = fadenet.Match.new("faroe", format, seed=1)
    m.play("concede")
    for _ in range(seats - 1):
        m.play("mode 2")
    # Then the match is over, or those who are left go on, and its record can be followed.
    assert m.over == (seats == 2) and "p1" not in m.asked
    assert Replay(reading.parse(m.text()), m.rules).length


def test_what_is_refused_changes_nothing_and_says_why() -> None:
    m = fadenet.Match.new("faroe", seed=1)
    before = m.text()
    with pytest.raises(IllegalMove) as refused:
        m.play("mode 4")
    assert refused.value.reason.rule in m.rules.book.rules
    for move, seat in (("dance", ""), ("mode 1", "p3"), ("mode x", "p2")):
        with pytest.raises(WrongInput):
            m.play(move, seat)
    assert m.text() == before and m.asked == ("p1", "p2")
    m.play("mode 1", "p1")
    with pytest.raises(WrongInput, match="p1 is not asked"):
        m.play("mode 1", "p1")


def test_a_card_that_does_not_fit_is_not_taken() -> None:
    """given Terrene, whose players choose their first cards out of the deck, then only what fits is taken."""
    m = fadenet.Match.new("terrene", seed=1)
    while not m.legal()[0].startswith("take "):
        m.play(m.legal()[0])
    first, there = m.asked[0], m.legal()
    for move in ("take nobody", DONE, "pass"):
        with pytest.raises(WrongInput, match="is not one of: take "):
            m.play(move)
    m.play(there[0])
    assert m.asked[0] == first and there[0] not in m.legal()
    # And the owner sees its deck, nobody else does.
    own, other = (m.view(seat) for seat in (first, "p2" if first == "p1" else "p1"))
    assert len(own.known) >= 30 and not own.known.keys() & other.known.keys()


def test_nobody_is_asked_for_what_is_not_in_the_deck() -> None:
    """given decks of nothing but a search for Skills, then it is carried out without a question."""
    rules, dice = games.load("faroe"), Random(1)
    flares = [rules.code_of("signal-flare")] * 40
    pool = load_deck(rules, packaged(rules)[0]).lists[1]
    m, fired = Match(rules, [flares, pool] * 2, 2, 1), 0
    while not fired:
        at_random(m, dice)
        fired += "Signal Flare resolves" in m.told
        assert m.legal() != [DONE]


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
def test_a_clone_goes_its_own_way_by_the_same_dice(game: str) -> None:
    m, dice = fadenet.Match.new(game, seed=9), Random(4)
    for _ in range(40):
        # Whatever it stands before: of two clones one is given the same answer, and the other one none.
        twin, aside, before, same = m.clone(), m.clone(), (m.text(), m.legal()), dice.getstate()
        at_random(m, dice)
        dice.setstate(same)
        at_random(twin, dice)
        assert (twin.text(), twin.told, twin.asked) == (m.text(), m.told, m.asked)
        assert twin.legal() == m.legal() and (aside.text(), aside.legal()) == before


def test_decks_seats_and_options_are_named() -> None:
    shelf = packaged(games.load("faroe"))
    m = fadenet.Match.new("faroe", decks=[shelf[1], shelf[1], shelf[0]], format="free-for-all", seed=2)
    assert m.players == 3 and m.seed == 2 and (m.turn, m.active) == (0, "")
    assert fadenet.Match.new("faroe", opening="even").rules.options == {"opening": "even"}
    assert fadenet.Match.new("faroe", "free-for-all", seats=4).players == 4
    assert fadenet.Match.new("faroe").seed != fadenet.Match.new("faroe").seed
    with pytest.raises(WrongInput, match="2 decks do not go round among 3 seats"):
        fadenet.Match.new("faroe", "free-for-all", shelf[:2], seats=3)
    with pytest.raises(WrongInput, match="is for 2 players, not 3"):
        fadenet.Match.new("faroe", seats=3)
    with pytest.raises(WrongInput, match="no format 'solo'"):
        fadenet.Match.new("faroe", "solo")


def test_a_deck_that_breaks_a_rule_is_not_played(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text('game = "faroe"\nname = "Small"\n[deck]\nrising-kick = 1\n')
    with pytest.raises(WrongInput, match=r"the deck Small is not legal: .* \[deck\."):
        fadenet.Match.new("faroe", decks=[str(path), str(path)])


def test_the_package_loads_no_rules_until_a_match_is_wanted() -> None:
    code = (
        "import sys, fadenet, fadenet.cli.options as o; o.build_parser()\n"
        "assert not {'fadenet.match', 'fadenet.engine.rules'} & set(sys.modules)\n"
        "assert fadenet.Match.__module__ == 'fadenet.match' and not hasattr(fadenet, 'Game')"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["README.md", "fadenet/NOTEBOOK.md"])
def test_the_examples_of_a_page_run_as_they_stand(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / page).read_text("utf-8").replace("\n```", "\n\n")
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert any("fadenet.Match.new" in example.source for example in test.examples)
    told: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
    assert not told, "".join(told)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        (lambda: Match.new("chess"), "there is no game 'chess'; games: faroe, "),
        (lambda: Match.new("faroe", decks="cinder-circuit"), "decks are several names, one a seat"),
        (lambda: bots.make("stockfish"), "there is no bot 'stockfish'; bots: rollout, greedy, "),
    ],
)
def test_what_there_is_not_is_said_with_what_there_is(made: Callable[[], object], said: str) -> None:
    with pytest.raises(WrongInput, match=re.escape(said)):
        made()


@pytest.mark.parametrize("game", games.NAMES)
def test_a_printed_match_shows_the_table(game: str) -> None:
    """given a match of each game at its first questions, then its text shows cards of both seats by name
    and who is asked, and when it is over how it ended."""
    m = Match.new(game, seed=7)
    while not m.turn:
        m.play(m.legal()[0])
    shown = str(m).split("\n")
    held = {m.rules.cards[code].name for seat in ("p1", "p2") for code in m.view(seat).known.values()}
    assert sum(any(name[:10] in line for line in shown) for name in held) >= 8
    assert shown[-1] == f"asked: {', '.join(m.asked)}" and max(map(len, shown)) <= 80
    m.play("concede")
    assert str(m).endswith(f"over: {m.result}")


class Page:
    """The printer that IPython hands to `_repr_pretty_`."""

    def __init__(self) -> None:
        self.written = ""

    def text(self, text: str) -> None:
        self.written += text


def test_a_notebook_shows_the_table_for_a_match() -> None:
    m, page = Match.new("terrene", seed=1), Page()
    m._repr_pretty_(page, False)
    assert page.written == str(m)


@pytest.mark.parametrize("table", TABLES[1:], ids=str)
def test_the_table_fits_its_columns_wherever_a_match_stands(table: Table) -> None:
    m, dice = begin(table), Random(8)
    for answer in range(300):
        if m.over:
            break
        at_random(m, dice)
        if answer % 60 == 0:
            shown = str(m).split("\n")
            assert max(map(wcswidth, shown)) <= 80 and len(shown) <= 60


@pytest.mark.parametrize("game", games.NAMES)
def test_a_view_as_plain_data_is_what_a_program_is_told(game: str) -> None:
    """given matches of a game, when a program that wants the view is asked, then it is told the same."""
    m, dice = Match.new(game, seed=4), Random(4)
    for _ in range(60):
        if m.over:
            break
        at_random(m, dice)
        for seat in m.asked:
            (line,) = told_of(m.view(seat), {"view"})
            assert json.loads(line.removeprefix("view ")) == m.plain(seat)


def test_what_a_seat_can_tell_apart_is_its_information() -> None:
    """given a match in which two cards that p2 alone knows lie the other way round, then p1 has the same
    information and p2 has not; when p1 sees something else, then p1 has another one."""
    m = Match.new("terrene", seed=1)
    while not m.turn:
        m.play(m.legal()[0])
    other, known = m.clone(), m.view("p2").known
    one, two = sorted(h for h in known if not m.view("p1").code(h))[:2]
    assert known[one] != known[two]
    for cards in (other._dealer.truth, other._dealer.known[1]):
        cards[one], cards[two] = cards[two], cards[one]
    assert other.view("p1").information() == m.view("p1").information()
    assert other.view("p2").information() != m.view("p2").information()
    before = m.view("p1").information()
    m.play("concede")
    assert m.view("p1").information() != before


def test_a_match_begins_again_with_the_same_decks() -> None:
    m = Match.new("faroe", decks=packaged(games.load("faroe"))[2:4], seed=3, opening="even")
    m.play("mode 1")
    again = m.again(seed=3)
    assert again.text() == Match.new("faroe", decks=packaged(m.rules)[2:4], seed=3, opening="even").text()
    assert m.again().seed != m.again().seed


@pytest.mark.slow
@pytest.mark.parametrize("game", ["faroe", "terrene", "prelude"])
def test_bots_give_the_answers_that_they_give_at_a_table(game: str) -> None:
    """given a match of greedy against easy, when a match in hand of the same deal asks them for each of
    its answers, then it goes as that one."""
    m = Match.new(game, seed=6)
    names = ("greedy", "easy")
    local = LocalMatch(m.rules, [bots.make(name) for name in names], m._decks, 6)
    local.scribe = Scribe(m.rules)
    run_now(local.play())
    while not m.over:
        seat = m.asked[0]
        m.play(m.advice(names[int(seat[1]) - 1], seat), seat)
    record = local.scribe.record(local.state, [Seated("p1"), Seated("p2")], local.decks)
    assert m.text() == write(record)


def test_a_bot_is_asked_for_a_seat_that_owes_an_answer() -> None:
    m = Match.new("faroe", seed=1)
    m.play("mode 1", "p1")
    with pytest.raises(WrongInput, match="p1 is not asked for anything now"):
        m.advice("greedy", "p1")
    with pytest.raises(WrongInput, match="there is no bot 'stockfish'"):
        m.advice("stockfish")
    assert m.advice("random") in m.legal("p2")
