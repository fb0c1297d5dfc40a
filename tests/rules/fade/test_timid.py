"""Timid (topic keyword)."""

from __future__ import annotations

from fadenet.games.fade.tables import COMBAT
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, character

CARDS = (
    character("mouse", plv=1, keywords={"Timid": 3})
    + character("hare", plv=1, keywords={"Timid": 5})
    + augment("qualm-3", keywords="Equip", attach="your characters", ability={"gives": {"Timid": 3}})
    + augment("qualm-5", keywords="Equip", attach="your characters", ability={"gives": {"Timid": 5}})
    + character("level-two", level=2, plv=1)
    + character("level-three", level=3, plv=1)
    + character("level-four", level=4, plv=1)
    + character("level-five", level=5, plv=1)
)


@cited(("keyword.timid", "keyword.timid"))
def test_the_timid_attack_nobody_of_a_high_level(edition: str) -> None:
    # Given Timid 3, when it attacks a Level 2 Character, then it is legal; Level 3 is refused.
    d = Duel(CARDS, seats=3, edition=edition)
    x, two, three = d.character(0, "mouse"), d.character(1, "level-two"), d.character(1, "level-three")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, three) == d.rule("timid")
    assert d.can(0, "attack", x, two)
    # A player within reach is legal.
    assert d.can(0, "attack", x, d.body(2))


@cited(("keyword.stacking", "keyword.numbers-add"), ("keyword.timid", "keyword.timid"))
def test_of_two_timid_numbers_the_one_that_the_book_names_counts(edition: str) -> None:
    # Given Timid 3 on a Character with an Augment granting Timid 5, and the other way round, then the 40-card
    # edition takes the stronger one, by which Level 3 is barred, and the 60-card edition the one that is best
    # for its controller, by which Level 4 is attacked and Level 5 refused.
    for slug, given in (("mouse", "qualm-5"), ("hare", "qualm-3")):
        d = Duel(CARDS, edition=edition)
        x = d.character(0, slug)
        d.on(x, given, face=1)
        levels = {n: d.character(1, f"level-{n}") for n in ("two", "three", "four", "five")}
        d.go(0, COMBAT)
        open_to = {n for n, y in levels.items() if d.can(0, "attack", x, y)}
        assert open_to == ({"two"} if edition == "fade2" else {"two", "three", "four"})
        assert d.refused(0, "attack", x, levels["five"]) == d.rule("timid")
