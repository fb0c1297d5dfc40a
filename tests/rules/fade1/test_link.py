"""The links that are added to a Chain in the 60-card edition, and what is not (topic link)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import RESPOND, ROW_CARD
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item

CARDS = (
    cards("deny-item", "jab-1", "refute", "riposte-2")
    + item("tonic", do={"gain_tp": 3})
    + augment("belt", keywords="Equip", ability={"gives": {"PLV": 2}})
    + character(
        "parrier", hp=10, plv=3, ability={"activate": True, "answers": "attack", "do": {"gain_tp": 1}}
    )
)


@pytest.mark.rule("fade1", "link.attacks")
def test_attacks_and_effects_are_added_to_a_chain() -> None:
    # Given a Chain started by a Normal Attack.
    d = Duel(CARDS, edition="fade1")
    x, z, y = d.character(0), d.character(0), d.character(1, "parrier")
    riposte, jab = d.on(y, "riposte-2"), d.on(z, "jab-1")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When the defender uses a Counter-hit, then it becomes link 2; a Skill of the turn player in answer to it
    # is link 3, and an effect that speaks of Attacks link 4.
    d.play(1, "use", riposte, -1)
    d.play(0, "use", jab, y)
    d.play(1, "activate", y, -3)
    assert d.links() == ["Soldier", "Riposte 2", "Jab 1", "Parrier"]
    d.pass_all()
    # Then they resolve from the last to the first.
    assert [row[ROW_CARD] for row in d.happened("link-resolved")] == [y, jab, riposte, x]
    assert (d.hp(x), d.hp(y)) == (8, 10 - 1 - 3)


@pytest.mark.rule("fade1", "link.augments-never")
def test_an_augment_waits_until_there_is_no_chain() -> None:
    # Given a Chain in progress in the own turn, when an Augment is to be played.
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0), d.character(1)
    deny, belt = d.on(y, "deny-item"), d.hand(0, "belt")
    d.on(x, "refute")
    d.play(0, "play", d.hand(0, "tonic"))
    d.play(1, "use", deny, -1)
    # Then it is refused until the Chain has ended.
    assert d.asked() == [0] and d.asked_kind() == RESPOND
    assert d.refused(0, "play", belt, x) == d.rule("chain-running")
    d.pass_all()
    # Then it enters at once, is no link, and nobody can answer it.
    d.play(0, "play", belt, x)
    assert not d.s.chain and d.plv(x) == 5
