"""Face-down cards are nothing to the texts of other cards (topic card)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import character, item, skill

FACE_DOWN = pytest.mark.editions("card.face-down", fade2="card.hidden-information", fade1="card.face-down")

ALLIED = "ally face-down cards"
CARDS = (
    skill("rivet", "Metal", "Time", cost=1, archetypes=["Forge"], do={"attack": 2})
    + character(
        "pacifist",
        ability={"if": {"elements_among": ALLIED, "all": ["Metal", "Time"]}, "gives": {"forbid": "attack"}},
    )
    + character(
        "censor",
        ability={
            "if": {"count": {"from": "enemy hand", "type": "Skill"}, "min": 1},
            "gives": {"forbid": "attack"},
            "to": "enemy players",
        },
    )
    + item("recall", cost=0, targets={"pick": "all attached cards"}, do={"return": "target", "to": "hand"})
    + item("toll", cost=0, do={"gain_tp": {"stat": "Cost", "of": "all attached cards"}})
    + item(
        "void",
        cost=0,
        do={
            "if": {"elements_among": "enemy face-down cards", "all": ["Null"]},
            "then": [{"gain_tp": 1}],
        },
    )
)
READS = {
    "element": "Metal",
    "type": "Skill",
    "name": "Rivet",
    "archetype": "Forge",
    "rank": "Normal",
    "rank_below": "Hyper",
    "cost_max": 5,
    "at_most": {"of": "Cost", "n": 5},
}


@FACE_DOWN
def test_no_text_hears_of_a_face_down_card_before_it_is_shown(edition: str) -> None:
    # Given "cannot Attack if Metal and Time are found among ally face-down cards" and such a Skill on it,
    # then the Character attacks with that: nobody has known of it.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "pacifist"), d.character(1)
    rivet = d.on(x, "rivet")
    d.go(0, COMBAT)
    move = d.move("use", rivet, y)
    assert move in d.options(0)
    d.quietly(0, "use", rivet, y)
    assert d.hp(y) == 10 - 2


@pytest.mark.editions("laststand.attack", fade2="laststand.hand-cards", fade1="laststand.cards-from-hand")
@pytest.mark.parametrize("known", [False, True])
def test_no_text_hears_of_a_card_in_hand_before_it_is_shown(known: bool, edition: str) -> None:
    # Given "you cannot Attack while a Skill is found in your Hand" and a Skill there that nobody has seen,
    # or that has returned from the field, then only the latter is found.
    d = Duel(CARDS, edition=edition)
    y = d.character(1, "censor")
    rivet = d.on(d.body(0), "rivet", face=1) if known else d.hand(0, "rivet")
    d.go(0, PREPARATION)
    if known:
        d.quietly(0, "play", d.hand(0, "recall"), rivet)
    d.go(0, COMBAT)
    assert d.lies(rivet) == "hand"
    assert d.can(0, "use", rivet, y) == (d.move("use", rivet, y) in d.options(0)) == (not known)


@FACE_DOWN
@pytest.mark.parametrize("read", READS)
def test_a_face_down_card_is_nothing_though_all_have_seen_it(read: str, edition: str) -> None:
    # Given a Skill that has returned from the field to the Hand and is attached face-down, and "destroy an
    # attached card" of an Element, a Supertype or the like, then it is not chosen; face-up it is.
    pick = {"pick": {"from": "all attached cards", read: READS[read]}}
    d = Duel(CARDS + item("hunt", cost=0, targets=pick, do={"destroy": "target"}), edition=edition)
    y = d.character(1)
    rivet = d.on(y, "rivet", face=1)
    hunt = d.hand(0, "hunt")
    d.go(0, PREPARATION)
    assert d.can(0, "play", hunt, rivet)
    d.quietly(0, "play", d.hand(0, "recall"), rivet)
    d.go(1, PREPARATION)
    d.play(1, "attach", rivet, y)
    d.go(0, PREPARATION)
    assert d.s.code[rivet] and not d.s.face[rivet]
    assert d.refused(0, "play", hunt, rivet) == d.rule("no-target")


@FACE_DOWN
def test_a_face_down_card_has_no_cost(edition: str) -> None:
    # Given a Skill of Cost 1 that has returned to the Hand and is attached face-down, one that nobody has
    # seen, and one face-up, when TP are gained as many as attached cards cost, then it is 1.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    rivet = d.on(x, "rivet", face=1)
    d.go(0, PREPARATION)
    d.quietly(0, "play", d.hand(0, "recall"), rivet)
    d.play(0, "attach", rivet, x)
    d.on(x, "rivet")
    d.on(x, "rivet", face=1)
    d.tp(0, 0)
    d.quietly(0, "play", d.hand(0, "toll"))
    assert d.tp_of(0) == 1


@FACE_DOWN
def test_a_face_down_card_is_not_null(edition: str) -> None:
    # Given an enemy's face-down Skill and "if Null is found among enemy face-down cards, gain 1 TP", then
    # nothing is gained.
    d = Duel(CARDS, edition=edition)
    d.on(d.character(1), "rivet")
    d.go(0, PREPARATION)
    d.tp(0, 0)
    d.quietly(0, "play", d.hand(0, "void"))
    assert d.tp_of(0) == 0
