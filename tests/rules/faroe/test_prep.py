"""The Preparation and Aftermath Phases: playing, attaching, moving, reattaching (F.A.R.O.E., topic prep)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import AFTERMATH, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, reaction, skill

FRONT, BACK = (1, 0), (1, 1)

CARDS = cards("reprisal", "page") + reaction("trap", surprise={"your_turn": True}, do={"draw": 1})


@pytest.mark.rule("faroe", "prep.play-character")
def test_any_number_of_characters_to_the_zones_chosen() -> None:
    d = Duel(CARDS)
    pool = [d.fighter(0, "page") for _ in range(3)]
    d.tp(0, 3)
    d.go(0, PREPARATION)
    for h, zone in zip(pool, (FRONT, BACK, BACK), strict=True):
        d.quietly(0, "play", h, zone)
    assert [d.where(h) for h in pool] == ["Character Zone", "Backup Zone", "Backup Zone"]
    assert [d.s.face[h] for h in pool] == [1, 1, 1]
    assert d.tp_of(0) == 0


@pytest.mark.rule("faroe", "prep.character-zone-lost")
def test_a_character_for_the_backup_zone_fills_a_front_that_was_lost_meanwhile() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    y = d.character(1)
    trap = d.on(y, "reprisal")
    new = d.fighter(0, "page")
    d.go(0, PREPARATION)
    d.play(0, "play", new, BACK)
    d.quietly(1, "use", trap, -1, x)
    assert d.where(x) == "Discard Pile Zone"
    assert d.where(new) == "Character Zone"
    # It went there itself: it did not enter the Backup Zone and move up.
    assert not d.happened("moved-up")


@pytest.mark.rule("faroe", "prep.attach-unlimited")
def test_a_seventh_card_can_be_attached() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    for _ in range(6):
        d.on(x, "strike")
    seventh = d.hand(0, "strike")
    d.go(0, PREPARATION)
    d.play(0, "attach", seventh, x)
    assert len(d.s.kids[x]) == 7


@pytest.mark.editions("prep.move")
def test_who_cannot_act_cannot_be_moved() -> None:
    d = Duel(CARDS)
    hurt, well = d.character(1), d.character(1)
    d.counters(hurt, "Paralyze", 1)
    d.go(1, PREPARATION)
    tp = d.tp_of(1)
    assert d.refused(1, "move", hurt) == "action.cannot-act"
    for zone in ("Backup Zone", "Character Zone", "Backup Zone"):
        d.play(1, "move", well)
        assert d.where(well) == zone
    assert d.tp_of(1) == tp


@pytest.mark.rule("faroe", "prep.move-last-front")
def test_the_last_character_in_front_stays_there() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    y = d.character(0, backup=True)
    d.go(0, PREPARATION)
    assert d.refused(0, "move", x) == "prep.move-last-front"
    d.play(0, "move", y)
    d.play(0, "move", x)
    assert (d.where(x), d.where(y)) == ("Backup Zone", "Character Zone")


@pytest.mark.editions("prep.reattach-limits")
def test_surprise_cards_stay_with_their_player() -> None:
    d = Duel(CARDS)
    x, trap = d.character(0), d.on(d.body(0), "trap")
    d.go(0, AFTERMATH)
    assert d.refused(0, "reattach", trap, x) == "prep.reattach-limits"


@pytest.mark.rule("faroe", "prep.reattach-limits")
def test_buildup_cards_stay_with_their_player_and_nothing_goes_back_to_the_hand() -> None:
    # Given a Buildup card beside its Player, and an Augment on a Character with a Counter and a Stack.
    kiln = skill("kiln", keywords={"Buildup": 3}, do={"draw": 1})
    d = Duel(CARDS + kiln)
    x, y = d.character(0), d.character(0)
    built, edge = d.on(d.body(0), "kiln", face=1), d.on(x, "edge", face=1)
    under = d.under(x, "squire")
    d.counters(x, "Aura", 2)
    d.go(0, AFTERMATH)
    # Then it is reattached nowhere else, nor is what lies in a Stack.
    assert d.refused(0, "reattach", built, x) == "prep.reattach-limits"
    assert d.refused(0, "reattach", under, y) == "stack.no-transfer"
    # When the Augment goes to another one, then the Counters stay where they are.
    d.play(0, "reattach", edge, y)
    assert (d.count(x, "Aura"), d.count(y, "Aura"), d.s.host[under]) == (2, 0, x)
