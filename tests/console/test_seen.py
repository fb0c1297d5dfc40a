"""A typed word means what is seen: labels that are gone, rows in one line, hints by one key, lines kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet.cli.seat.hints import Strongest
from fadenet.console.match.commands import complete, enter
from fadenet.console.match.desk import Advice, Desk
from fadenet.console.match.scene import MatchScene
from fadenet.console.shell.editor import LineEditor
from fadenet.engine.state import CONFIRM, ORDER
from fadenet.games.fade.tables import AFTERMATH, BACKUP, COMBAT, FRONT, PREPARATION
from fadenet.table.view import SeatView
from tests.builders.scenario import Duel
from tests.builders.terrene_scenario import Terrene
from tests.cards.fade import character
from tests.console.helpers import info
from tests.console.test_asking import MOURNERS
from tests.console.test_choices import CARDS


def desk_at(d: Duel | Terrene, advise: Advice | None = None, seat: int = 0) -> Desk:
    desk = Desk(advise)
    desk.confirms = True
    desk.start(info(seat, d.s.seats, d.rules.format, d.rules.name), SeatView(d.s, seat, d.dealer.known[seat]))
    desk.open()
    return desk


def done(desk: Desk, d: Duel | Terrene) -> None:
    """A question that the desk holds is answered, and told, until it is asked again."""
    while True:
        answer = desk.dialogue.answer
        assert answer is not None
        desk.dialogue.now = None
        d.answer(0, answer.move)
        desk.tell([])
        while not any(a.seat == 0 for a in d.s.asks):
            d.step()
        again = desk.open()
        if again is None:
            return
        desk.dialogue.now = again


def test_a_label_that_is_gone_says_so_and_never_means_another_card() -> None:
    """given a card that was played, then its label says that, in a move, to `why` and to `?`; the labels of
    the others stay, and ten of them leave room for no mistake."""
    d = Duel()
    d.character(0, "soldier")
    first, *others = [d.hand(0, slug) for slug in ("ration", *["edge"] * 10)]
    d.tp(0, 9)
    desk = desk_at(d)
    labels = [desk.sight.token(h) for h in others]
    gone = desk.sight.token(first)
    enter(desk, f"play {gone}")
    if desk.dialogue.answer is None:
        enter(desk, "1")
    done(desk, d)
    assert [desk.sight.token(h) for h in others] == labels and f"{gone}0" in labels
    before = desk.dialogue.decided
    for line in (f"play {gone}", f"attach {gone}", f"play {gone} c1"):
        enter(desk, line)
        assert desk.log[-1].text == f"{gone} (Ration) was played" and desk.dialogue.decided == before
    enter(desk, f"? {gone}")
    assert desk.page is not None and desk.page.paragraphs == [f"{gone} (Ration) was played."]


def test_labels_on_the_field_do_not_close_up_before_the_turn_is_over() -> None:
    """given two Characters of either side and the first one dismissed, then the second one keeps its label
    for this turn, the first label is that of nobody, and when a turn begins both are as in notation."""
    g = Terrene()
    first, second = g.character(0, "grunt"), g.character(0, "guard")
    g.character(1, "grunt")
    desk = desk_at(g)
    assert [desk.sight.token(h) for h in (first, second)] == ["c1", "c2"]
    g.play(0, "dismiss", first)
    desk.tell([])
    assert desk.sight.token(second) == "c2" and desk.sight.handle("c1") == 0
    desk.open()
    enter(desk, "attack c1")
    assert desk.log[-1].kind == "refused" and desk.log[-1].text.startswith("c1 (Grunt) is gone")
    g.end_turn()
    desk.tell([])
    assert desk.sight.token(second) == "c1" and desk.sight.handle("c1") == second


@pytest.mark.parametrize("edition", ["faroe", "fade2"])
def test_one_line_brings_a_whole_row_back(edition: str) -> None:
    """given three Characters in front in the Aftermath Phase, then one line brings all of them back or some,
    as one decision; in faroe the last one has to stay (faroe prep.move-last-front)."""
    last = int(edition == "faroe")
    for line, stay in (
        ("move all to=backup", last),
        ("m all to=b", last),
        ("m all b", last),
        ("m 1 3 back", 1),
        ("m but 2 b", 1),
        ("move all but c2", 1),
        ("move c1 c3 to=backup", 1),
        ("move all but c2 to=backup", 1),
    ):
        d = Duel(edition=edition)
        there = [d.character(0, at=at) for at in (("c1", "c2", "c3") if edition == "fade2" else ("",) * 3)]
        d.go(0, AFTERMATH)
        desk = desk_at(d)
        decided = desk.dialogue.decided
        enter(desk, line)
        done(desk, d)
        rows = [d.rules.zone_kind(d.s.zone[h]) for h in there]
        assert rows.count(FRONT) == stay and rows.count(BACKUP) == 3 - stay, line
        assert desk.dialogue.decided == decided + 1
        assert desk.log[-1].kind == "ask" and any(e.kind == "you" and "to=backup" in e.text for e in desk.log)


def press_tab(desk: Desk) -> str:
    editor = LineEditor(MatchScene(desk))
    editor.tab()
    return editor.text


def typed_bang(desk: Desk) -> str:
    enter(desk, "!")
    answer = desk.dialogue.answer
    assert answer is not None
    return " ".join(desk.sight.shown(answer.move))


@pytest.mark.parametrize("key", [press_tab, typed_bang], ids=["Tab", "!"])
def test_a_hint_is_taken_by_one_key(key: Callable[[Desk], str]) -> None:
    """given a helper, then Tab on an empty line types its move, and `!` makes it; why it would stands in the
    log."""
    d = Duel()
    d.character(0, "soldier")
    d.character(1, "soldier")
    d.go(0, COMBAT)
    desk = desk_at(d, Strongest())
    assert key(desk) == "attack c1 p2.c1"
    assert any(e.text.startswith("hint: attack c1 (Soldier) p2.c1 (Soldier) (") for e in desk.log)
    assert complete(desk, "")[1] or desk.dialogue.answer is not None


def test_the_end_of_every_phase_asks_once_for_what_hint_would_still_do() -> None:
    """given a card in Hand that hint would play in the Preparation Phase, then `end` asks once, by its number
    too."""
    d = Duel()
    d.character(0, "soldier")
    d.fighter(0, "giant")
    d.tp(0, 9)
    d.go(0, PREPARATION)
    desk = desk_at(d, Strongest())
    advised = desk.advised()
    assert advised is not None and advised.typed != "end"
    end = [line if isinstance(line, str) else line.text for line in desk.numbered()].index("end") + 1
    MatchScene(desk).take(str(end))
    assert desk.dialogue.answer is None and f"you could still {advised.spoken}" in desk.log[-1].text
    MatchScene(desk).take(str(end))
    assert desk.dialogue.answer is not None


HEALER = character(
    "healer", hp=5, plv=1, ability={"activate": True, "do": {"may": [{"heal": 3, "of": "you"}]}}
)


@pytest.mark.parametrize(("hurt", "asked"), [(0, False), (2, True)])
def test_a_choice_that_changes_nothing_is_not_asked_for(hurt: int, asked: bool) -> None:
    """given an ability by which its Player may heal 3 HP, then that is asked of who is hurt, and of nobody
    else: both answers come to the same.
    """
    d = Duel(HEALER)
    healer = d.character(0, "healer")
    d.damage(d.body(0), hurt)
    d.go(0, COMBAT)
    d.play(0, "activate", healer)
    d.until(CONFIRM)
    desk = Desk(Strongest())
    desk.start(info(0), SeatView(d.s, 0, d.dealer.known[0]))
    by_itself = desk.open()
    assert desk.dialogue.waits == asked and (by_itself is None) == asked


@pytest.mark.parametrize(("mourners", "fallen"), [(1, 2), (2, 4)])
def test_the_order_of_what_comes_to_the_same_is_not_asked_for(mourners: int, fallen: int) -> None:
    """given abilities that wait, two or eight, each of which draws a card, then nobody is asked which comes
    first.
    """
    d = Duel(CARDS + MOURNERS, edition="fade2")
    for n in range(mourners):
        d.character(0, "mourner", at=f"c{n + 1}")
    for n in range(fallen):
        d.character(1, "dear", at=f"c{n + 1}")
    d.play(0, "play", d.hand(0, "storm"))
    d.until(ORDER)
    desk = Desk(Strongest())
    desk.start(info(0, 2, "duel", "fade2"), SeatView(d.s, 0, d.dealer.known[0]))
    assert len(desk.sight.seat.options()) == mourners * fallen
    assert desk.open() is not None and not desk.dialogue.waits


def test_a_line_typed_while_nothing_is_asked_stays() -> None:
    """given nothing that is asked, then a scene holds what is not a command; once it is asked, it does
    not."""
    g = Terrene()
    g.character(0, "grunt")
    desk = desk_at(g)
    scene = MatchScene(desk)
    assert not scene.holds
    desk.withdraw()
    assert scene.holds and scene.is_command("log") and not scene.is_command("attack c1")
