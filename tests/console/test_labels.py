"""How cards of one's own that lie hidden are called: equal ones together, and after a takeback as before."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.labels import holds, together
from fadenet.console.match.player import ConsolePlayer
from fadenet.engine.state import ACT
from fadenet.table.local import LocalMatch
from tests.builders.prelude_scenario import Prelude
from tests.builders.scenario import Duel
from tests.builders.terrene_scenario import Terrene
from tests.cards import prelude
from tests.console.helpers import NAMES, Dice, decks, desk_of, faroe, hints, view


def two_and_one(game: str) -> tuple[Desk, list[int]]:
    """A table with three cards in Hand, of which the first and the last are equal."""
    if game == "terrene":
        g: Duel | Terrene | Prelude = Terrene()
        return desk_of(g), [g.hand(0, slug) for slug in ("dart", "tonic", "dart")]
    if game == "prelude":
        g = Prelude("human", "elf", cards=prelude.cards("sword", "bolt"))
        return desk_of(g), [g.hand(0, slug) for slug in ("sword", "bolt", "sword")]
    g = Duel(edition=game)
    return desk_of(g), [g.hand(0, slug) for slug in ("ration", "edge", "ration")]


def test_labels_stand_together_and_each_can_be_read() -> None:
    assert together(["h2"]) == "h2" and together(["h2", "h3", "h4", "h7"]) == "h2-4,7"
    assert together(["p2.h1", "p2.h2"]) == "p2.h1-2"
    assert [n for n in range(10) if holds("h2-4,7", f"h{n}")] == [2, 3, 4, 7]
    assert not holds("h2-4", "f3") and not holds("h2-", "h2") and not holds("to=c1-3", "c2")


@pytest.mark.parametrize("game", ["faroe", "fade2", "fade1", "terrene", "prelude"])
@pytest.mark.parametrize("size", [(80, 22), (120, 38)])
def test_equal_cards_of_the_hand_stand_once_with_all_their_labels(game: str, size: tuple[int, int]) -> None:
    """given two equal cards in Hand beside another, then the table and the list of the Hand show them in one
    place, each of them can be asked about, and what is typed about one is marked there."""
    desk, (first, other, second) = two_and_one(game)
    desk.sight.labels.update(desk.sight.seat)
    a, b, c = (desk.sight.token(h) for h in (first, other, second))
    name, both = desk.sight.name_of(a), together([a, c])
    table = view(desk, *size)
    assert sum(f"2x {name}" in line.partition("\u2502")[0] for line in table) == 1
    assert any(f"{both}  2x {name}" in line for line in table)
    assert any(f"{b}  {desk.sight.name_of(b)}" in line for line in table)
    assert desk.sight.handle(a) == desk.sight.handle(both) == first and desk.sight.handle(c) == second
    desk.typed = f"? {c}"
    assert any(f"[{both}] 2x {name}" in line for line in view(desk, *size))
    enter(desk, "hand")
    assert desk.page is not None
    assert [line.split(":")[0] for line in desk.page.paragraphs] == [
        f"{both} 2x {name}",
        f"{b} {desk.sight.name_of(b)}",
    ]


def test_equal_cards_are_typed_as_they_stand_there() -> None:
    """given two equal cards, then what stands before them, on the table and in the row of hints, is one of
    them; what holds another card as well is refused."""
    d = Duel()
    first, second, edge = (d.hand(0, slug) for slug in ("ration", "ration", "edge"))
    desk = desk_of(d)
    a, c, b = (desk.sight.token(h) for h in (first, second, edge))
    assert hints(desk, "play ", 80).rstrip() == f"{together([a, c])} {desk.sight.name_of(a)}   {b} Edge"
    for line in (f"play {together([a, c])}", f"p {a}", f"p {c}"):
        enter(desk, line)
        answer = desk.dialogue.collect()
        assert answer is not None and "play" in desk.log[-1].text, line
        desk.open()
    enter(desk, f"play {together([a, b])}")
    assert desk.dialogue.asked and not desk.dialogue.given


async def test_after_a_takeback_every_card_is_called_as_before() -> None:
    """given a turn in which cards have left and come, when it is taken back answer by answer, then each card
    has the label again that it had at that answer."""
    desk = Desk()
    player = ConsolePlayer(desk, False)
    match = LocalMatch(faroe(), [player, Dice(1)], decks(faroe(), 2, 3), 3, NAMES[:2], ("human", "bot"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(match.play)
        called: list[dict[str, str]] = []
        while len(called) < 6:
            await trio.testing.wait_all_tasks_blocked()
            ask = desk.sight.seat.ask
            assert ask is not None and desk.dialogue.asked
            if ask.kind == ACT:
                called.append(labels_of(desk))
            desk.give(desk.dialogue.options[0])
        await trio.testing.wait_all_tasks_blocked()
        while called:
            enter(desk, "takeback")
            await trio.testing.wait_all_tasks_blocked()
            ask = desk.sight.seat.ask
            if ask is not None and ask.kind == ACT:
                assert labels_of(desk) == called.pop()
        nursery.cancel_scope.cancel()


def labels_of(desk: Desk) -> dict[str, str]:
    """The names of the own hidden cards by their labels."""
    sight = desk.sight
    there = sight.lying(sight.seat.index, sight.face.hand)
    return {sight.token(h): sight.name_of(sight.token(h)) for h in there}
