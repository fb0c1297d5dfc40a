"""The answers that the console gives by itself, what it holds for the person, and how a match ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
import trio

from fadenet.cli.past.afterwards import ONWARD
from fadenet.cli.seat.hints import Strongest
from fadenet.console.learn.desk import LessonDesk
from fadenet.console.match import wording
from fadenet.console.match.commands import TAKING_HELP, complete, enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.dialogue import Taken, Wish
from fadenet.console.match.help import basics, explain
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.scene import MatchScene
from fadenet.engine import kernel
from fadenet.engine.kernel import CONCEDE_MOVE, PASS_MOVE
from fadenet.engine.rules import rules_of
from fadenet.engine.state import MODE, TAKE, TableNeed
from fadenet.games.fade.tables import COMBAT, PREPARATION
from fadenet.table.view import SeatView
from tests.builders.scenario import Duel
from tests.cards.fade import item
from tests.console.helpers import asked, faroe, info


class Sparing(Strongest):
    """A helper who would take no card."""

    def card(
        self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]
    ) -> tuple[int, str]:
        return 0, "the one with most to give"


def attacked(*, knowing: bool) -> Desk:
    """A desk whose Giant is attacked, with a face-down Guard on it as the only answer. knowing: whether the
    seat knows that card; else nothing is legal for it, which others cannot see."""
    d = Duel()
    mine, giant = d.character(0, "soldier"), d.character(1, "giant")
    d.on(giant, "guard")
    d.tp(1, 9)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, giant)
    d.until_asked(1)
    desk = Desk()
    desk.start(info(1), SeatView(d.s, 1, d.dealer.known[1] if knowing else {}))
    return desk


def responding() -> Desk:
    """A desk with a question that something legal answers."""
    desk = attacked(knowing=True)
    assert desk.open() is None
    return desk


def test_a_chance_with_something_legal_stops() -> None:
    desk = responding()
    assert len(desk.dialogue.options) > 1
    assert desk.question()


def test_a_chance_without_anything_legal_is_passed_by_itself_unless_held() -> None:
    desk = attacked(knowing=False)
    assert desk.sight.seat.options() == [PASS_MOVE]
    answer = desk.open()
    assert answer is not None and answer.move == PASS_MOVE
    assert answer.empty and not answer.own, "so that a node does not send it at once"
    enter(desk, "hold")
    assert desk.open() is None
    assert not desk.dialogue.stops.hold


def test_who_wants_to_be_asked_always_is_asked_where_others_cannot_see_that_nothing_is_legal() -> None:
    """given an answer and a free turn for which hidden cards alone could be of use, then both are asked."""
    desks = [attacked(knowing=False)]
    d = Duel()
    d.hand(0, "guard")
    d.go(0, PREPARATION)
    desks.append(Desk())
    desks[1].start(info(0), SeatView(d.s, 0, {}))
    for desk in desks:
        seat = desk.sight.seat
        verbs = {seat.state.rules.verbs[move[0]] for move in seat.options()}
        assert verbs <= desk.sight.face.idle and seat.concerned()
        assert desk.open() is not None
        enter(desk, "stops always on")
        assert desk.open() is None


def test_a_stop_that_is_off_passes_there_and_nowhere_else() -> None:
    desk = responding()
    a = desk.sight.seat.ask
    assert a is not None
    names = [window.name for window in desk.sight.face.windows]
    here = names[a.window]
    other = names[(a.window + 1) % len(names)]
    enter(desk, f"stops {other} off")
    assert desk.open() is None
    enter(desk, f"stops {here} off")
    answer = desk.open()
    assert answer is not None
    assert answer.move == PASS_MOVE
    assert not (answer.empty or answer.own), "as the player wants it, whatever could be answered"
    enter(desk, "stops all on")
    assert desk.open() is None


def test_yielding_a_turn_passes_and_stands_for_it() -> None:
    desk = responding()
    enter(desk, "yield turn")
    assert desk.dialogue.answer is not None
    assert desk.dialogue.answer.move == PASS_MOVE
    assert desk.dialogue.answer.standing == ((15, desk.sight.seat.state.turn),)
    answer = desk.open()
    assert answer is not None
    assert answer.standing is None
    enter(desk, "yield off")
    assert desk.open() is None
    enter(desk, "pass")
    assert desk.dialogue.answer is not None
    assert desk.dialogue.answer.standing is not None
    assert not desk.dialogue.answer.standing


def test_enter_gives_the_move_once_and_closes_the_question() -> None:
    desk = next(asked(0))
    enter(desk, "rock")
    assert desk.dialogue.answer is not None
    assert desk.sight.seat.text(desk.dialogue.answer.move) == "mode 1"
    enter(desk, "paper")
    assert desk.sight.seat.text(desk.dialogue.answer.move) == "mode 1"
    assert not desk.dialogue.asked


def test_giving_up_needs_the_word_twice_and_waits_for_a_question() -> None:
    desk = next(asked(0))
    enter(desk, "concede")
    enter(desk, "con")
    assert desk.dialogue.wish is Wish.PLAY
    desk.withdraw()
    enter(desk, "concede")
    enter(desk, "concede")
    assert desk.dialogue.answer is None
    answer = desk.open()
    assert answer is not None
    assert answer.move == CONCEDE_MOVE


def lots(desk: Desk, handles: Iterable[int]) -> list[list[int]]:
    """Cards, equal ones together, in the order in which they are listed."""
    found: dict[int, list[int]] = {}
    for h in sorted(handles, key=lambda h: (desk.sight.seat.code(h), h)):
        found.setdefault(desk.sight.seat.code(h), []).append(h)
    return list(found.values())


@pytest.mark.parametrize(("typed", "taken"), [("1 3", [(0, 0), (2, 0)]), ("2", [(1, 0)]), ("none", [])])
async def test_a_search_takes_cards_by_their_numbers(typed: str, taken: list[tuple[int, int]]) -> None:
    """given a search, then equal cards are one line with their number, and each number takes one of them."""
    desk = next(asked(0))
    desk.withdraw()
    need = TableNeed(0, TAKE, desk.sight.seat.index, 2 * desk.sight.seat.index + 1, 2, (0, 0, 0))
    there = lots(desk, desk.sight.seat.takeable(need))
    player = ConsolePlayer(desk, linger=False)
    found: list[list[int]] = []

    async def take() -> None:
        found.append(list(await player.take(desk.sight.seat, need)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(take)
        await trio.testing.wait_all_tasks_blocked()
        assert len(desk.choices()) == len(there) and any("2x " in line for line in desk.choices())
        alone = next(n for n, lot in enumerate(there, 1) if len(lot) == 1)
        for wrong in ("1 2 3", f"{len(there) + 1}", f"{alone} {alone}", "x", ""):
            enter(desk, wrong)
            assert desk.dialogue.taking
        enter(desk, typed)
    assert found == [[there[i][k] for i, k in taken]]


async def test_a_hint_names_the_card_to_take() -> None:
    """given a search for two cards, then `hint` says which ones the helper takes, by number and name."""
    desk = next(asked(0))
    desk.withdraw()
    desk.advise = Strongest()
    need = TableNeed(0, TAKE, desk.sight.seat.index, 2 * desk.sight.seat.index + 1, 2, (0, 0, 0))
    there = sorted(desk.sight.seat.takeable(need), key=lambda h: (desk.sight.seat.code(h), h))
    player = ConsolePlayer(desk, linger=False)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(player.take, desk.sight.seat, need)
        await trio.testing.wait_all_tasks_blocked()
        enter(desk, "hint")
        first, _ = desk.advise.card(desk.sight.seat, need, (), there)
        second, _ = desk.advise.card(desk.sight.seat, need, (first,), desk.sight.seat.takeable(need, [first]))
        numbers = [[h in lot for lot in lots(desk, there)].index(True) + 1 for h in (first, second)]
        said = [f"{n} {desk.card_name(h)}" for n, h in zip(numbers, (first, second), strict=True)]
        assert desk.log[-1].text.startswith(f"hint: {', '.join(said)} (")
        enter(desk, "none")


async def test_a_line_of_numbers_says_what_it_takes() -> None:
    """given two cards that are to be chosen, then the row of hints names those of the numbers that are typed,
    and how many are lacking or too many; the log says which were taken."""
    desk = next(asked(0))
    desk.withdraw()
    need = TableNeed(0, TAKE, desk.sight.seat.index, 2 * desk.sight.seat.index + 1, 2, (0, 0, 0))
    there = sorted(desk.sight.seat.takeable(need), key=lambda h: (desk.sight.seat.code(h), h))
    scene, names = MatchScene(desk), [desk.card_name(lot[0]) for lot in lots(desk, there)]
    desk.start_taking(there, 2, "what goes", 2)
    said = {line: scene.hints(line, 120).rstrip() for line in ("1", "1, 2", "1 2 3", "9999", "conc")}
    assert said["1"] == f"1 more to choose: {names[0]}" and said["1, 2"] == f"take {names[0]}, {names[1]}"
    assert said["1 2 3"] == f"1 too many: {names[0]}, {names[1]}, {names[2]}"
    assert said["9999"] == "nothing legal begins like this; Enter says why" and said["conc"] == "concede"
    twin = next(n for n, lot in enumerate(lots(desk, there), 1) if len(lot) > 1)
    enter(desk, f"{twin} {twin}")
    assert (desk.log[-1].kind, desk.log[-1].text) == ("you", f"take 2x {names[twin - 1]}")


async def test_a_search_takes_a_card_by_its_name_and_as_the_hint_says_it() -> None:
    """given a search for one card, then a few letters of its name take it, as does the hint as it stands
    there; Tab completes the name, ? says so; no card's name, or that of another number, is refused.
    """
    desk = next(asked(0))
    desk.withdraw()
    desk.advise = Strongest()
    seat = desk.sight.seat
    need = TableNeed(0, TAKE, seat.index, 2 * seat.index + 1, 1, (0, 0, 0))
    there = sorted(seat.takeable(need), key=lambda h: (seat.code(h), h))
    first, second = (lot[0] for lot in lots(desk, there)[:2])
    player = ConsolePlayer(desk, linger=False)

    async def typed(*lines: str) -> int:
        """The cards that the last of these lines takes; those before it take nothing."""
        found: list[int] = []

        async def take() -> None:
            found.extend(await player.take(seat, need))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(take)
            await trio.testing.wait_all_tasks_blocked()
            for line in lines:
                assert desk.dialogue.taking
                enter(desk, line)
        return found[0]

    assert await typed(desk.card_name(first).lower()[:-1]) == first
    assert await typed("zzz", f"1 {desk.card_name(second)}", f"2 {desk.card_name(second)}") == second
    async with trio.open_nursery() as nursery:
        nursery.start_soon(player.take, seat, need)
        await trio.testing.wait_all_tasks_blocked()
        assert complete(desk, desk.card_name(second)[:-1]) == ("", [desk.card_name(second)])
        enter(desk, "?")
        assert desk.page is not None and desk.page.paragraphs[1] == TAKING_HELP
        enter(desk, "hint")
        said = desk.log[-1].text.removeprefix("hint: ").rpartition(" (")[0]
        enter(desk, "none")
    best, _ = desk.advise.card(seat, need, (), there)
    assert await typed(said) == best


async def test_a_hint_to_take_nothing_says_why() -> None:
    """given a search that may find nothing and a helper who would take nothing, then the hint says so."""
    desk = next(asked(0))
    desk.withdraw()
    desk.advise = Sparing()
    seat = desk.sight.seat
    need = TableNeed(0, TAKE, seat.index, 2 * seat.index + 1, 1, (0, 0, 0))
    player = ConsolePlayer(desk, linger=False)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(player.take, seat, need)
        await trio.testing.wait_all_tasks_blocked()
        enter(desk, "hint")
        assert desk.log[-1].text == "hint: none (none of these is worth taking)"
        enter(desk, "1")


@pytest.mark.rule("faroe", "zone.hidden-choice")
@pytest.mark.parametrize("fits", [True, False])
async def test_nobody_is_offered_to_find_none_where_something_fits(
    fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a search for a card that is there, then "none" is refused; for another one, nothing is asked."""
    desk = next(asked(0))
    desk.withdraw()
    seat = desk.sight.seat
    rules = rules_of(seat.state)
    need = TableNeed(0, TAKE, seat.index, 2 * seat.index + 1, 1, (0, 0, 0))
    there = {seat.code(h) for h in seat.takeable(need)}
    card = next(c for c in rules.cards[1:] if (c.code in there) is fits)
    number = len(rules.predicates) + 1 + fits
    monkeypatch.setattr(rules, "predicates", [*rules.predicates, card.__eq__, card.__eq__])
    search = need._replace(items=(number, 1, 0))
    player = ConsolePlayer(desk, linger=False)
    found: list[int] = []

    async def take() -> None:
        found.extend(await player.take(seat, search))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(take)
        await trio.testing.wait_all_tasks_blocked()
        assert bool(desk.dialogue.taking) is fits
        if fits:
            assert desk.question() == "Take one of these cards, by its number"
            enter(desk, "none")
            assert desk.dialogue.taking
            assert desk.log[-1].text.startswith("type one number from 1 to")
            assert desk.log[-1].text.endswith((" or a card's name", ", a card's name, or none"))
            enter(desk, "1")
    assert [seat.code(h) for h in found] == [card.code] * fits
    assert seat.settled(search, []) == found, "whoever says none takes one all the same"


@pytest.mark.parametrize("line", ["?", "look p2", "stops", "attack c1"])
def test_before_the_match_begins_a_line_can_only_leave(line: str) -> None:
    desk = Desk()
    enter(desk, line)
    assert "has not begun yet" in desk.log[-1].text and desk.page is None
    enter(desk, "quit")
    assert desk.leaving == "quit"


def test_who_is_out_has_nothing_to_give_up() -> None:
    """given a player of three who is out, then concede says so, and promises nothing for later."""
    desk = next(desk for desk in asked(1, 3) if desk.sight.seat.state.turn)
    kernel.leave(desk.sight.seat.state, desk.sight.seat.index)
    desk.withdraw()
    enter(desk, "concede")
    assert not desk.dialogue.confirming and "you are out of this match already" in desk.log[-1].text


def test_who_is_out_early_is_told_when_it_happens_and_at_the_end() -> None:
    """given a player of three who is out while others play on, then the log says so once, and the result."""
    desk = next(desk for desk in asked(1, 3) if desk.sight.seat.state.turn)
    seat = desk.sight.seat
    desk.tell(kernel.leave(seat.state, seat.index))
    turn = seat.state.turn
    desk.tell([])
    told = [entry.text for entry in desk.log if entry.text.startswith("you are out of this match")]
    assert told == [f"you are out of this match, in turn {turn}; the others play on"]
    desk.finish([1 if i != seat.index else 3 for i in range(3)], "win.lose-ko")
    assert desk.result.startswith(f"You were out in turn {turn}. ")


def test_help_tells_how_long_an_answer_may_take() -> None:
    said = basics(next(asked(0)).sight)
    assert f"may take {faroe().decision_timer} s on the network" in " ".join(said)


def test_a_legend_is_called_one() -> None:
    _, said = explain(next(asked(0)).sight, "vantarel")
    assert said[0].startswith("Vantarel, the Hollow Sun: Legend, Fire/Light.")


def test_the_end_says_who_has_won_and_by_which_rule() -> None:
    for places, rule, said in (
        ((1, 2), "win.lose-ko", "You have won [win.lose-ko]: p2's HP came to 0 before the first turn."),
        ((2, 1), "format.leaving", "p2 Mara has won [format.leaving]: you gave up before the first turn."),
        ((1, 1), "win.draw", "a draw [win.draw]: all who were left lost at once before the first turn."),
        ((1, 2), "legend.deck-size", f"[legend.deck-size]: {faroe().book.rules['legend.deck-size']['text']}"),
    ):
        desk = next(asked(0))
        assert desk.sight.seat.index == 0
        desk.finish(places, rule)
        assert said.split(":")[0] in desk.result
        assert said in desk.log[-1].text


def test_a_legal_move_beyond_the_end_of_the_list_may_be_typed_in_full() -> None:
    """given more ways to choose targets than are listed, then one of the others is made as it is typed."""
    hails = item("hail", targets={"pick": "all characters", "n": 4}, do={"damage": 2, "to": "targets"})
    d = Duel(hails, seats=4)
    there = [d.character(seat) for seat in range(4) for _ in range(3)]
    hail = d.hand(0, "hail")
    desk = Desk()
    seat = SeatView(d.s, 0, d.dealer.known[0])
    desk.start(info(0, 4, "free-for-all"), seat)
    assert desk.open() is None
    assert len([move for move in desk.dialogue.options if move[1:2] == (hail,)]) == d.rules.listed_max
    enter(desk, "legal")
    assert desk.page is not None and "there are more ways than these" in desk.page.paragraphs[-1]
    desk.page = None
    last = d.move("play", hail, *there[-4:])
    for line in (there[-3:], there[-4:]):
        assert desk.dialogue.answer is None
        enter(desk, " ".join(desk.sight.shown(d.move("play", hail, *line))))
    assert desk.dialogue.answer is not None
    assert desk.dialogue.answer.move == last
    assert [e.kind for e in desk.log][-2:] == ["refused", "you"]


def test_wait_and_drop_are_for_matches_from_which_somebody_can_be_away() -> None:
    desk = next(asked(1))
    enter(desk, "wait")
    assert "nobody can be away" in desk.log[-1].text
    desk.referee = lambda word: f"heard {word}"
    enter(desk, "drop")
    assert desk.log[-1].text == "heard drop"


def test_a_match_is_ended_as_void_by_the_word_said_twice() -> None:
    desk = next(asked(1))
    enter(desk, "void")
    assert "quit leaves" in desk.log[-1].text, "nobody is there to agree"
    heard: list[str] = []

    def referee(word: str) -> str:
        heard.append(word)
        return "done"

    desk.referee = referee
    enter(desk, "void")
    assert heard == [] and "type the word void once more" in desk.log[-1].text
    enter(desk, "log")
    enter(desk, "void")
    assert heard == [] and "once more" in desk.log[-1].text, "something else was typed in between"
    enter(desk, "void")
    assert heard == ["void"] and desk.log[-1].text == "done"
    desk.finish((), "")
    assert desk.result == desk.log[-1].text == "All have agreed that the match ends without a winner"


@pytest.mark.parametrize("way_out", [Desk.way_out, LessonDesk.way_out, ONWARD])
@pytest.mark.parametrize("line", ["rematch", "concede", "takeback", "void"])
def test_what_is_typed_after_the_end_is_told_how_one_goes_on(way_out: str, line: str) -> None:
    """given a match that is over, then what is too late says the same as the row of hints."""
    desk = next(asked(1))
    desk.way_out = way_out
    desk.finish((1, 2), "win.lose-ko")
    enter(desk, line)
    assert desk.log[-1].text == f"the match is over; {way_out}" and not desk.ended
    assert MatchScene(desk).hints("", 60).startswith(f"{way_out}   log ")


def test_a_match_that_was_broken_off_has_no_result() -> None:
    desk = next(asked(1))
    desk.finish((), "format.leaving")
    assert desk.result == "The match has no result [format.leaving]"


def test_what_is_said_is_heard_unless_it_is_muted() -> None:
    """given a match with people, then words leave cleaned and cut, and a muted seat is not shown."""
    desk = next(asked(1))
    player = ConsolePlayer(desk, linger=False)
    enter(desk, "say hello")
    assert "nobody listens" in desk.log[-1].text
    sent: list[str] = []

    def speak(text: str) -> str | None:
        sent.append(text)
        return ("", "p2 does not hear that", None)[len(sent) - 1]

    desk.speak = speak
    enter(desk, "say")
    assert desk.log[-1].kind == "refused" and "say WORDS" in desk.log[-1].text and not sent
    enter(desk, "say well \x1b[31mplayed\u202e")
    assert sent == ["well \ufffd[31mplayed"] and (desk.log[-1].kind, desk.log[-1].text) == ("chat", sent[0])
    enter(desk, "say " + "\u20ac" * 300)
    assert len(sent[1].encode()) <= 256
    assert [(entry.kind, entry.text) for entry in list(desk.log)[-2:]] == [
        ("chat", sent[1]),
        ("note", "p2 does not hear that"),
    ]
    enter(desk, "say more")
    assert desk.log[-1].kind == "refused", "too much at once"
    other = 1 - desk.sight.seat.index
    player.hear(other, "one")
    enter(desk, f"mute p{other + 1}")
    player.hear(other, "two")
    enter(desk, f"mute p{other + 1}")
    player.hear(other, "three")
    assert [e.text for e in desk.log if e.kind == "chat" and e.who == f"p{other + 1}"] == ["one", "three"]
    enter(desk, f"mute p{desk.sight.seat.index + 1}")
    assert desk.log[-1].kind == "refused"
    desk.finish((1, 2), "format.leaving")
    desk.speak = None
    enter(desk, "say good game")
    assert (desk.log[-1].kind, desk.log[-1].text) == ("note", "nobody listens any more")


def test_a_card_that_looks_at_the_deck_of_another_says_what_the_protocol_cannot_hide() -> None:
    """given Tower Owl, whose owner looks at an opponent's top card, then its page says who sees that too."""
    desk = next(asked(1))
    _, said = explain(desk.sight, "tower owl")
    assert len(said) == 2 and "the owner of that deck sees these cards too" in said[1]
    assert len(explain(desk.sight, "brass colossus")[1]) == 1


def test_an_attack_that_names_no_target_is_refused_for_what_forbids_it() -> None:
    """given a Character whose Normal Attack is used up, then that is said, and not whose turn it is."""
    d = Duel()
    a, _, y = d.character(0), d.character(0), d.character(1)
    d.go(0, COMBAT)
    desk = Desk()
    view = SeatView(d.s, 0, d.dealer.known[0])
    desk.start(info(0), view)
    d.quietly(0, "attack", a, y)
    desk.tell(())
    assert desk.open() is None
    enter(desk, "attack c1")
    assert desk.log[-1].kind == "refused" and "[attack.normal-once]" in desk.log[-1].text
    enter(desk, "why attack c2")
    assert desk.page is not None and "[attack.declare]" in desk.page.paragraphs[0]


def test_the_ways_of_a_choice_are_called_by_what_they_do() -> None:
    """given a choice inside a choice, then each question has its own ways and takes their words."""
    within = {"choose": [[{"draw": 1}], [{"draw": 2}]]}
    d = Duel(item("fork", do={"choose": [[within], [{"draw": 3}]]}))
    desk = Desk()
    desk.start(info(0), SeatView(d.s, 0, d.dealer.known[0]))
    d.play(0, "play", d.hand(0, "fork"))
    asked_for = []
    for typed in ("choose-one", "draw-2"):
        d.until(MODE)
        assert desk.open() is None
        asked_for.append(wording.modes(desk.sight))
        enter(desk, typed)
        assert desk.dialogue.answer is not None
        d.answer(0, desk.dialogue.answer.move)
    inner = ("draw 1 card", "draw 2 cards")
    assert asked_for == [("choose one: draw 1 card; or draw 2 cards", "draw 3 cards"), inner]


async def test_two_equal_cards_are_taken_by_one_number_twice() -> None:
    """given two copies of a card, when its number is typed twice, then both are taken."""
    desk = next(asked(0))
    desk.withdraw()
    need = TableNeed(0, TAKE, desk.sight.seat.index, 2 * desk.sight.seat.index + 1, 2, (0, 0, 0))
    there = lots(desk, desk.sight.seat.takeable(need))
    n = next(i for i, lot in enumerate(there, 1) if len(lot) > 1)
    player, found = ConsolePlayer(desk, linger=False), []

    async def take() -> None:
        found.append(list(await player.take(desk.sight.seat, need)))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(take)
        await trio.testing.wait_all_tasks_blocked()
        enter(desk, f"{n} {n}")
    assert found == [there[n - 1][:2]]


def test_what_must_be_taken_is_left_to_an_empty_line() -> None:
    """given one card that must be taken for something, when Enter is pressed, then it is the one that was
    taken for the same before, and the first time the one that a helper would take."""
    desk = next(asked(0))
    desk.withdraw()
    seat = desk.sight.seat
    need = TableNeed(0, TAKE, seat.index, 2 * seat.index + 1, 2, (0, 0, 0))
    handles = sorted(seat.takeable(need), key=lambda h: (seat.code(h), h))
    best = handles[-1]
    desk.start_taking(handles, 1, "the first one", 1, lambda: ([best], "because"))
    assert desk.question().endswith(f"(Enter takes {seat.state.rules.cards[seat.code(best)].name})")
    enter(desk, "1")
    assert desk.dialogue.collect() == Taken([handles[0]])
    desk.start_taking(handles, 1, "the first one", 1, lambda: ([best], "because"))
    enter(desk, "")
    assert desk.dialogue.collect() == Taken([handles[0]]), "as before"
    desk.start_taking(handles, 1, "the second one", 1, lambda: ([best], "because"))
    enter(desk, "")
    assert desk.dialogue.collect() == Taken([next(h for h in handles if seat.code(h) == seat.code(best))])
    desk.start_taking(handles, 1, "the third one", 0, lambda: ([best], "because"))
    enter(desk, "")
    assert desk.dialogue.taking, "where nothing must be taken an empty line takes nothing"


@pytest.mark.parametrize("edition", ["faroe", "fade2", "fade1"])
def test_a_refusal_of_a_short_line_says_what_it_was_read_as(edition: str) -> None:
    """given an attack by one's own Character on itself, then its refusal names both if a shorter line was
    typed, and only the rule if the whole one was."""
    d = Duel(edition=edition)
    own = d.character(0)
    d.character(1)
    d.go(0, COMBAT)
    desk = Desk()
    desk.start(info(0, game=edition), SeatView(d.s, 0, d.dealer.known[0]))
    desk.open()
    token = desk.sight.token(own)
    name = desk.sight.name_of(token)
    enter(desk, f"a {token} {token}")
    short = desk.log[-1].text
    enter(desk, f"attack {token} {token}")
    assert short == f"attack {token} ({name}) {token} ({name}): {desk.log[-1].text}"
