"""A match by correspondence at its table: leaving while others are to decide, passes for the time away."""

from __future__ import annotations

import pytest

from fadenet.console.match.commands import enter, pick
from fadenet.console.match.desk import ENDS, NEWS, PASSES, YET, Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.scene import MatchScene
from fadenet.engine import kernel
from fadenet.engine.chain import W_CHAIN, W_GAP, W_PHASE, W_SHOW
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.standing import away
from fadenet.games.away import further, offers, on_own
from fadenet.games.fade.tables import COMBAT, FRONT, HAND, NZ
from fadenet.table.view import Answer, SeatView
from tests.builders.scenario import Duel
from tests.cards.fade import item, reaction
from tests.console.helpers import desk_of, info

CARDS = item("salve", cost=0, do={"draw": 1})
BALM = item("balm", cost=0, targets="your characters", do={"heal": 1, "of": "target"})
REST = "Your turn is over. Mara has 3 days, until Fri 18:00. Enter leaves"


def to_end(by_post: bool = True) -> tuple[Duel, Desk]:
    """A desk whose player is in a free turn, with an Item in Hand."""
    d = Duel(CARDS)
    d.character(0)
    d.hand(0, "salve")
    desk = desk_of(d)
    desk.by_post = by_post
    assert desk.dialogue.asked is not None
    return d, desk


def ended(desk: Desk) -> Answer:
    answer = desk.dialogue.answer
    assert answer is not None
    return answer


@pytest.mark.parametrize("number", [1, 2])
def test_a_turn_ends_with_the_passes_that_are_chosen(number: int) -> None:
    """given the end of a turn, when a number is typed, then the turn ends with the passes of that line."""
    d, desk = to_end()
    found = offers(d.s, 0, d.dealer.known[0])
    enter(desk, "end")
    assert not desk.dialogue.given and desk.page is not None and desk.page.title == ENDS
    assert [f"{i} {one.sentence}" for i, one in enumerate(found, 1)] == desk.page.paragraphs[1:]
    assert pick(desk, number)
    assert ended(desk) == Answer(d.rules.end_move, found[number - 1].rows)


def test_a_turn_ends_with_no_passes_by_itself() -> None:
    """given the end of a turn, when Enter alone is typed, then nothing is passed on; any other line goes on
    with the turn; a number that is not there does so, and is refused."""
    d, desk = to_end()
    enter(desk, "end")
    enter(desk, "field")
    assert desk.dialogue.waits and desk.dialogue.handover is None
    enter(desk, "end")
    pick(desk, 99)
    assert desk.dialogue.waits
    enter(desk, "")
    enter(desk, "end")
    enter(desk, "")
    assert ended(desk) == Answer(d.rules.end_move)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_pass_may_be_said_for_more_than_this(number: int) -> None:
    """given an Attack by another, when pass is typed and then a number, then more is passed on; Enter alone
    passes on this one, and any other line on nothing."""
    d = Duel(CARDS + reaction("wince", cost=0, do={"draw": 1}))
    x, y = d.character(0), d.character(1)
    d.on(y, "wince")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    desk = desk_of(d, 1)
    desk.by_post = True
    enter(desk, "pass")
    assert not desk.dialogue.given and desk.page is not None and desk.page.title == PASSES
    enter(desk, "field")
    assert desk.dialogue.waits and desk.log[-1].text == YET
    enter(desk, "pass")
    assert pick(desk, number)
    found = further(d.s, 1, d.dealer.known[1], W_CHAIN)
    assert ended(desk) == Answer(PASS_MOVE, found[number - 1].rows if number else None)


@pytest.mark.parametrize("full", [False, True])
def test_a_move_says_that_it_is_not_answered_by_oneself(full: bool) -> None:
    """given a match by correspondence, when a move is made in one's own turn, then it says that one passes on
    it as long as nobody answers; at full control, where one is asked behind own moves, it does not."""
    d, desk = to_end()
    desk.dialogue.stops.full = full
    (salve,) = d.s.zones[HAND]
    move = d.move("play", salve)
    desk.give(move)
    own = on_own(d.s, d.s.asks[0], move)
    assert ended(desk) == Answer(move, None if full else own) and own is not None


def test_a_pass_in_ones_own_turn_is_for_this_alone() -> None:
    """given an answer to one's own Attack, when one passes on it, then that is all."""
    d = Duel(CARDS + reaction("wince", cost=0, do={"draw": 1}))
    x, y = d.character(0), d.character(1)
    d.on(x, "wince")
    wince = d.on(y, "wince")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", wince)
    desk = desk_of(d, 0)
    desk.by_post = True
    enter(desk, "pass")
    assert ended(desk) == Answer(PASS_MOVE)


def asked_for_what_is_nothing_to_it(by_post: bool = True) -> tuple[Duel, Desk]:
    """B, who has a Reaction, while A plays an Item on its own Character."""
    d = Duel(CARDS + reaction("wince", cost=0, do={"draw": 1}) + BALM)
    x, y = d.character(0), d.character(1)
    d.on(y, "wince")
    d.play(0, "play", d.hand(0, "balm"), x)
    desk = Desk()
    desk.by_post = by_post
    desk.start(info(1, 2, "duel", "faroe"), SeatView(d.s, 1, d.dealer.known[1]))
    return d, desk


def test_the_first_pass_in_anothers_turn_is_the_persons() -> None:
    """given a player who has said nothing of passes, when the stops would pass in another's turn, then the
    person is asked, once a turn, and may say what else is passed on."""
    d, desk = asked_for_what_is_nothing_to_it()
    assert desk.open() is None and desk.dialogue.waits
    enter(desk, "pass")
    assert desk.page is not None and desk.page.title == PASSES
    assert pick(desk, 1)
    found = further(d.s, 1, d.dealer.known[1], W_CHAIN)
    assert found[0].sentence.startswith("Pass until something comes to you")
    assert ended(desk) == Answer(PASS_MOVE, found[0].rows)


def test_who_has_said_what_is_passed_on_is_not_asked_again() -> None:
    """given passes of the player that hold in this turn, which do not cover this, then the desk passes."""
    d, desk = asked_for_what_is_nothing_to_it()
    d.s.passes = ((1, away(1 << W_SHOW, d.s.turn)[0], d.s.turn),)
    answer = desk.open()
    assert answer is not None and answer.move == PASS_MOVE


def test_what_the_stops_pass_on_is_said_once() -> None:
    """given a person who has passed on one thing alone, when the stops pass on the next one, then this says
    it for the whole turn: a third is not asked about, an Attack is."""
    d, desk = asked_for_what_is_nothing_to_it()
    assert desk.open() is None
    answer = desk.open()
    assert answer is not None and answer.move == PASS_MOVE and answer.standing is not None
    d.log += kernel.apply(d.s, 1, PASS_MOVE, (), answer.standing)
    d.pass_all()
    d.quietly(0, "play", d.hand(0, "balm"), d.s.zones[FRONT][0])
    d.go(0, COMBAT)
    d.play(0, "attack", d.s.zones[FRONT][0], d.s.zones[NZ + FRONT][0])
    assert d.asked() == [1]


def test_what_was_said_before_is_said_with_it() -> None:
    d, desk = asked_for_what_is_nothing_to_it()
    d.s.passes = ((1, 1 << W_SHOW, d.s.turn), (0, 1, 9))
    answer = desk.open()
    assert answer is not None and answer.standing is not None
    assert answer.standing[0] == (1 << W_SHOW, d.s.turn) and (1, 9) not in answer.standing


@pytest.mark.parametrize("words", ["always on", "all off"])
def test_stops_say_ahead_what_they_pass_on_alone(words: str) -> None:
    """given stops by which one is asked everywhere, or nowhere, then nothing is said ahead, or everything."""
    _, desk = asked_for_what_is_nothing_to_it()
    desk.dialogue.stops.change(desk.sight.face, words)
    assert desk.open() is None
    answer = desk.open()
    assert answer is not None
    rows = answer.standing or ()
    passed = sum(mask & 0xFFFF for mask, _ in rows if not mask >> 17)
    assert passed == (0 if words == "always on" else 1 << W_CHAIN | 1 << W_GAP | 1 << W_PHASE | 1 << W_SHOW)


def test_where_all_are_there_nothing_is_said_ahead() -> None:
    _, desk = asked_for_what_is_nothing_to_it(by_post=False)
    answer = desk.open()
    assert answer is not None and answer.standing is None


def test_where_all_are_there_nothing_is_offered() -> None:
    """given a match with a clock, when a turn ends, then it ends at once."""
    d, desk = to_end(by_post=False)
    enter(desk, "end")
    assert ended(desk) == Answer(d.rules.end_move)


def test_passes_are_taken_back() -> None:
    """given passes, when yield off is typed, then the next answer takes them back."""
    d, desk = to_end()
    enter(desk, "end")
    pick(desk, 1)
    desk.dialogue.collect()
    enter(desk, "yield off")
    desk.dialogue.give(d.rules.end_move)
    assert ended(desk).standing == ()


def test_enter_leaves_while_only_others_can_go_on() -> None:
    """given a match that rests, then it says so once, Enter leaves it, and a line stays in it; while
    something is asked Enter does not leave."""
    _, desk = to_end()
    player, scene = ConsolePlayer(desk, linger=False), MatchScene(desk)
    player.rest("")
    enter(desk, "")
    assert not desk.leaving
    desk.dialogue.withdraw()
    assert not scene.waits
    player.rest(REST)
    player.rest(REST.replace("3 days", "2 days"))
    assert [entry.text for entry in desk.log if entry.text.startswith("Your turn is over")] == [REST]
    assert scene.waits and "Enter leaves" in scene.hints("", 80)
    assert any("2 days" in line for line in scene.lines(80, 24))
    enter(desk, "log")
    assert desk.page is not None
    enter(desk, "")
    assert not desk.leaving
    enter(desk, "")
    assert desk.leaving == "quit"


def test_who_comes_back_reads_first_what_has_happened() -> None:
    """given a player who comes back, when it is asked, then what has happened stands on a page, once, led by
    what it comes to."""
    d, desk = to_end()
    desk.room, desk.returns = 10, True
    desk.answered = desk.told
    before = len(d.log)
    d.quietly(0, "play", d.hand(0, "salve"))
    desk.tell(d.log[before:])
    desk.open()
    assert desk.page is not None and desk.page.title == NEWS
    assert desk.page.paragraphs[0] == "In short: you: 1 card played; lost: your Salve."
    desk.close_page()
    desk.open()
    assert desk.page is None


def test_the_days_stand_in_place_of_banks() -> None:
    """given the days of a match, then clock says them, and claim asks for the word once more."""
    _, desk = to_end()
    desk.term = "each decision has 3 days"
    enter(desk, "clock")
    assert desk.log[-1].text == desk.term
    asked: list[str] = []

    def referee(word: str) -> str:
        asked.append(word)
        return "you claim it"

    desk.referee = referee
    enter(desk, "claim")
    assert not asked
    enter(desk, "claim")
    assert asked == ["claim"] and desk.log[-1].text == "you claim it"
