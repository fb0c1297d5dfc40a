"""The things that a Legend leaves alone, and what it keeps to as it plays by itself (F.A.R.O.E., topic
legend)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD, ROW_SEAT
from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND
from tests.builders.fight import Fight
from tests.cards.fade import card, cards, character, item, skill

CARDS = (
    cards("deflection", "refusal")
    + item("hush", targets="all characters", do={"grant": "Mute", "on": "target"})
    + character("decoy", hp=20, plv=1, keywords="Provoke")
    + character("kern", hp=4, plv=1)
    + item("toll", cost=2, do={"damage": 1, "to": "enemy players"})
    + skill("lash", cost=1, do={"attack": 2})
)
SEER = card(
    "seer",
    types=[],
    legend=True,
    hp=[50, 50, 50, 50],
    plv=[4, 4, 4, 4],
    ability={"on": "end-phase", "do": {"damage": 1, "to": "all players"}},
)


@pytest.mark.rule("faroe", "legend.targets")
def test_provoke_draws_the_attacks_of_a_legend() -> None:
    # Given a Character that its Attack would Knock Out, and one with Provoke and 20 HP, of different Players.
    f = Fight(CARDS)
    f.character(0, "kern")
    decoy = f.character(1, "decoy")
    f.fill()
    f.legend_turn()
    # Then it attacks the one with Provoke.
    assert [row[ROW_CARD] for row in f.happened("attacked")] == [decoy]


@pytest.mark.rule("faroe", "legend.reactions")
def test_a_legend_answers_no_link_of_its_own_side() -> None:
    # Given a Legend with two Reactions 'Negate anything' and an Item that it casts.
    f = Fight(CARDS)
    f.held("refusal")
    f.held("refusal")
    f.held("toll")
    f.fill()
    f.legend_tp(3)
    f.legend_at(AFTERMATH)
    # Then it answered neither that nor its Attack.
    assert f.cast() == ["Toll"]
    # When a Player plays an Item, then it answers that, and does not answer its answer.
    f.play(0, "play", f.s.zones[HAND][0])
    f.pass_chain()
    assert f.cast() == ["Toll", "Refusal"]


@pytest.mark.rule("faroe", "legend.reactions")
def test_a_legend_deflects_to_whom_it_would_aim_at() -> None:
    # Given a Legend with a Deflect, attacked for 10 by one of three Characters.
    f = Fight(CARDS)
    giant, kern = f.character(0, "giant"), f.character(1, "kern")
    f.character(1, "decoy")
    f.held("deflection")
    f.tp(f.legend, 1)
    f.go(0, COMBAT)
    # Then the Attack is sent to the one that it Knocks Out.
    f.quietly(0, "attack", giant, f.body(f.legend))
    assert [row[ROW_CARD] for row in f.happened("deflected")] == [kern]
    assert (f.where(kern), f.hp(f.body(f.legend))) == ("Discard Pile Zone", 60)


@pytest.mark.rule("faroe", "legend.combat")
def test_a_legend_uses_its_skills_itself_though_it_has_characters() -> None:
    # Given a Legend with a Character in front, and a Skill that it can pay only after its Attack.
    f = Fight(CARDS)
    kern, lash = f.character(f.legend, "kern"), f.held("lash")
    f.fill()
    f.tp(f.legend, 0)
    f.legend_turn()
    # Then the Skill was never attached, and the Legend itself has used it, behind all Normal Attacks.
    attackers = [row[ROW_CARD] for row in f.happened("attacks")]
    assert attackers == [f.body(f.legend), kern, f.body(f.legend)]
    assert f.where(lash) == "Discard Pile Zone"
    assert not [row for row in f.happened("attached") if row[ROW_CARD] == lash]


@pytest.mark.rule("faroe", "legend.must-spend-when")
def test_what_the_combat_has_brought_is_spent_in_the_aftermath() -> None:
    # Given an Item of Cost 2 and a Legend that has 1 TP before its Attack, which brings 2.
    f = Fight(CARDS)
    f.held("toll")
    f.fill()
    f.legend_tp(1)
    f.legend_at(COMBAT)
    assert f.cast() == []
    # When its Aftermath Phase has come, then the Item is cast.
    f.legend_turn()
    assert f.cast() == ["Toll"]


@pytest.mark.rule("faroe", "legend.personal-effects-limit")
def test_blindness_spoils_an_attack_of_a_legend_and_not_its_effects() -> None:
    # Given a blinded Legend "at the end of its turn each Player takes 1 damage", and a coin that shows Tails.
    f = Fight(CARDS + SEER, legend="seer")
    f.fill()
    f.counters(f.body(f.legend), "Blindness", 2)
    f.coins = [1]
    f.legend_turn()
    # Then its Attack has done nothing, and its personal effect has.
    assert [row[ROW_CARD] for row in f.happened("missed")] == [f.body(f.legend)]
    assert [f.hp(f.body(seat)) for seat in (0, 1)] == [29, 29]


@pytest.mark.rule("faroe", "legend.player-out")
def test_a_legend_keeps_its_turn_when_the_player_before_it_leaves() -> None:
    # Given two Players, of whom the second is Knocked Out in the Legend's turn.
    f = Fight(CARDS)
    f.leave(f.body(1), 4)
    f.fill()
    f.legend_turn()
    assert f.s.out == (1,) and not f.s.over
    # Then the turns are those of the first Player and the Legend.
    f.end_turn()
    turns = [row[ROW_SEAT] for row in f.happened("turn-begins")]
    assert turns[-3:] == [0, 2, 0]
