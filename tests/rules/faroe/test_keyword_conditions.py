"""The keywords that make abilities active, idle or mute (F.A.R.O.E., topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT
from fadenet.games.fade.field import natures
from fadenet.games.fade.tables import COMBAT, NULL
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

CARDS = (
    cards("taunting-banner", "focus", "gag", "general", "charged-worker")
    + character("battery", cost=1, level=2, keywords={"Charge": 2})
    + skill(
        "eclipse",
        "Light",
        "Darkness",
        cost=0,
        keywords="Paradox",
        do=[{"attack": 1}, {"if": {"paradox": True}, "then": {"gain_tp": 3}}],
    )
    + character("day", "Light", cost=1, level=2)
    + character("night", "Darkness", cost=1, level=2)
    + character("hour", "Time", cost=1, level=2)
    + character("void", "Space", name="Vast", cost=1, level=2)
    + character("warp", "Time", "Space", cost=1, level=2, ability={"keyword": "Paradox", "gives": {"PLV": 4}})
    + character("prism", "Fire", cost=1, level=2, keywords="Wildcard")
    + item(
        "melt",
        cost=0,
        targets={"pick": {"from": "all characters", "element": "Metal"}},
        do={"destroy": "target"},
    )
    + item(
        "erase",
        cost=0,
        targets={"pick": {"from": "all characters", "element": "Null"}},
        do={"destroy": "target"},
    )
    + item(
        "union", cost=0, if_={"elements_among": "your characters", "all": ["Fire", "Space"]}, do={"draw": 1}
    )
)


@pytest.mark.rule("faroe", "keyword.reinforce")
def test_reinforce_counts_the_backup_zone() -> None:
    # Given Reinforce 2 with "+2 PLV" and 3 Backup Characters.
    d = Duel(CARDS)
    general = d.character(0, "general")
    back = [d.character(0, backup=True) for _ in range(3)]
    assert d.plv(general) == 3
    # When one moves forward, it goes on; when another does, it is over.
    d.play(0, "move", back[0])
    assert d.plv(general) == 3
    d.play(0, "move", back[1])
    assert d.plv(general) == 1


@pytest.mark.editions("keyword.charge")
@pytest.mark.parametrize(("tp", "after"), [(5, 8), (9, 10)])
def test_charge_gains_tp_in_the_starting_phase(tp: int, after: int) -> None:
    # Given Charge 2 and 5, or 9, TP.
    d = Duel(CARDS)
    d.on(d.character(0), "focus")
    d.character(1, "battery")
    d.tp(1, tp)
    d.play(0, "end")
    # Then it is a triggered ability that can be answered.
    while d.links() != ["Battery"]:
        d.step()
    assert d.asked() == [0]
    # When your Starting Phase is over, then you have 2 + 1 TP more, 10 at the most.
    d.end_turn()
    assert d.tp_of(1) == after


@pytest.mark.rule("faroe", "keyword.mute-details")
def test_what_a_muted_character_keeps() -> None:
    # Given a Muted Character with Lock-On, 2 Aura Counters and a Skill attached.
    d = Duel(CARDS)
    worker, y = d.character(0, "charged-worker"), d.character(1)
    d.character(0)
    back = d.character(1, backup=True)
    strike = d.on(worker, "strike")
    d.counters(worker, "Aura", 2)
    d.on(worker, "gag", face=1)
    d.on(worker, "taunting-banner", face=1)
    assert d.can(0, "move", worker)
    d.go(0, COMBAT)
    # When it attacks, then it must follow the Combat Zone Order, keeps +2 PLV and may use the Skill.
    assert d.refused(0, "attack", worker, back) == "target.order"
    assert d.plv(worker) == 4
    assert d.can(0, "use", strike, y)
    d.quietly(0, "attack", worker, y)
    assert d.hp(y) == 6
    # And abilities granted by Augments are Muted too.
    d.next_turn(1)
    d.go(1, COMBAT)
    assert d.can(1, "attack", y, d.s.zones[0][1])


@pytest.mark.rule("faroe", "keyword.paradox")
@pytest.mark.parametrize(("second", "active"), [("night", True), ("day", False)])
def test_paradox_needs_each_element_among_your_characters(second: str, active: bool) -> None:
    # Given a Light/Darkness Skill with Paradox.
    d = Duel(CARDS)
    x, y = d.character(0, "day"), d.character(1)
    d.character(0, second)
    eclipse = d.on(x, "eclipse")
    d.go(0, COMBAT)
    d.tp(0, 2)
    d.quietly(0, "use", eclipse, y)
    # With a Light and a Darkness Character its Paradox is active; with two Light Characters it is not.
    assert d.tp_of(0) == (5 if active else 2)


@pytest.mark.rule("faroe", "keyword.paradox-self")
def test_a_character_with_paradox_does_not_count_itself() -> None:
    # Given a Time/Space Character with Paradox alone on your field.
    d = Duel(CARDS)
    warp = d.character(0, "warp")
    # Then its Paradox is not active.
    assert d.plv(warp) == 2
    # With another Time and another Space Character it is.
    d.character(0, "hour")
    assert d.plv(warp) == 2
    d.character(0, "void")
    assert d.plv(warp) == 6


@pytest.mark.rule("faroe", "keyword.wildcard")
def test_wildcard_has_every_element_except_null() -> None:
    # Given a Character with Wildcard.
    d = Duel(CARDS)
    prism = d.character(0, "prism")
    union, melt, erase = d.hand(0, "union"), d.hand(0, "melt"), d.hand(0, "erase")
    # Then it meets "Fire and Space among your Characters" alone.
    assert d.can(0, "play", union)
    # And "destroy a Metal Character" may choose it, "destroy a Null Character" may not.
    assert d.can(0, "play", melt, prism)
    assert d.refused(0, "play", erase, prism) == "target.chosen-when"
    assert not natures.elements(d.s, prism) & NULL
    assert d.asked_kind() == ACT
