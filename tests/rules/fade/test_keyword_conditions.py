"""The keywords that make abilities active, idle or mute (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item

CARDS = (
    cards("gag", "smith", "charged-worker")
    + character("armed", cost=1, level=2, ability={"keyword": "Arm Up", "n": 2, "gives": {"PLV": 3}})
    + item("blade", cost=0, keywords="Equip", ability={"gives": {"HP": 1}})
    + augment("rig", cost=0, keywords="Equip", ability={"gives": {"HP": 1}})
    + augment("hp-charm", cost=0, ability={"gives": {"HP": 1}})
    + character(
        "captain",
        cost=1,
        level=2,
        ability={"keyword": "Backup", "gives": {"PLV": 1}, "to": "your characters"},
    )
)


@pytest.mark.editions("keyword.arm-up", fade2="keyword.arm-up", fade1="keyword.arm-up")
def test_arm_up_counts_equip_cards(edition: str) -> None:
    # Given Arm Up 2 with "+3 PLV" on a Character with 2 PLV.
    rust = item("rust", targets="your equips", do={"destroy": "target"})
    d = Duel(CARDS + rust, edition=edition)
    armed = d.character(0, "armed")
    # With 1 Equip card and 1 Augment without Equip it is 2; with 2 Equip cards its PLV is 5.
    d.on(armed, "blade", face=1)
    d.on(armed, "hp-charm", face=1)
    assert d.plv(armed) == 2
    blade = d.on(armed, "blade", face=1)
    assert d.plv(armed) == 5
    # When one of them is gone, then it is 2 again.
    d.quietly(0, "play", d.hand(0, "rust"), blade)
    assert d.lies(blade) == "discard" and d.plv(armed) == 2
    # With 3 of them it is 5.
    for _ in range(2):
        d.on(armed, "blade", face=1)
    assert d.plv(armed) == 5


@pytest.mark.editions("keyword.arm-up", fade2="keyword.arm-up", fade1="keyword.arm-up")
def test_arm_up_counts_equip_augments_where_it_is_not_for_items(edition: str) -> None:
    # Given Arm Up 2 on a Character with 2 PLV, an Equip Item and an Augment with Equip, then it is Armed Up
    # where that counts Equip cards, and not where it counts Equip Items.
    d = Duel(CARDS, edition=edition)
    armed = d.character(0, "armed")
    d.on(armed, "blade", face=1)
    d.on(armed, "rig", face=1)
    assert d.plv(armed) == (5 if edition == "faroe" else 2)


@pytest.mark.editions("keyword.backup", fade2="keyword.backup", fade1="keyword.backup")
def test_backup_abilities_work_in_the_backup_zone_only(edition: str) -> None:
    # Given a Character with "Backup: your Characters have +1 PLV" in the Backup Zone.
    d = Duel(CARDS, edition=edition)
    front, captain = d.character(0, "smith"), d.character(0, "captain", backup=True)
    # Then your front Character of 2 PLV has 3.
    assert d.plv(front) == 3
    # When the bearer moves to the Character Zone, it has 2 again.
    d.play(0, "move", captain, *d.across(captain))
    assert d.plv(front) == 2


@pytest.mark.editions("keyword.mute", fade2="keyword.mute", fade1="keyword.mute")
def test_a_muted_character_has_no_abilities(edition: str) -> None:
    # Given a Character with Charge 1 and an activated ability that gains Mute.
    d = Duel(CARDS, edition=edition)
    d.character(0)
    worker = d.character(1, "charged-worker")
    d.tp(1, 5)
    d.on(worker, "gag", face=1)
    # When its Starting Phase comes, then no Charge TP are gained, and activating is refused.
    d.end_turn()
    assert d.tp_of(1) == 5 + d.rules.figures.tp_gain_starting_phase
    d.go(1, COMBAT)
    assert d.refused(1, "activate", worker) == d.rule("mute")
