"""Who bears keywords and Counters in the older editions, and who does not (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, KEYWORDS
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, item, skill

MULTISTRIKE = KEYWORDS.index("Multistrike")
CARDS = (
    item("boon", cost=0, do={"grant": "Multistrike", "value": 1, "on": "your fighters"})
    + augment("crown", cost=0, keywords="Equip", attach="you", ability={"gives": {"PLV": 1}})
    + augment("halo", cost=0, keywords="Equip", attach="you", ability={"gives": {"Multistrike": 1}})
    + augment("mirror-coat", cost=0, keywords="Equip", attach="you", ability={"gives": {"Immune": ["Items"]}})
    + item("dart", cost=0, targets="enemy fighters", do={"damage": 3, "to": "target"})
    + skill("volley", cost=0, targets={"reach": True, "n": 2}, do={"attack": 2})
)


@cited(("keyword.general", "keyword.not-on-players"))
@pytest.mark.parametrize("by", ["boon", "halo"])
def test_players_are_given_no_keywords(by: str, edition: str) -> None:
    # Given Multistrike 1 that an Item gives to a Player and a Character, or an Augment to its Player.
    d = Duel(CARDS, edition=edition)
    x, y, me = d.character(0), d.character(1, "giant"), d.body(0)
    if by == "boon":
        d.play_out(0, d.hand(0, "boon"))
    else:
        d.on(me, "halo", face=1)
    assert values.keyword(d.s, x, MULTISTRIKE) == (by == "boon") and not values.keyword(d.s, me, MULTISTRIKE)
    # When the Player has attacked, then there is no second Normal Attack; the Character has one.
    d.go(0, COMBAT)
    d.play(0, "attack", me, y)
    d.pass_all()
    assert d.refused(0, "attack", me, y) == d.rule("normal-once")
    d.play(0, "attack", x, y)
    d.pass_all()
    assert d.can(0, "attack", x, y) == (by == "boon")


@cited(("keyword.general", "keyword.not-on-players"))
def test_a_player_is_immune_to_nothing(edition: str) -> None:
    # Given an Augment on a Player that says Immune (Items), then an Item is aimed at the Player and works.
    d = Duel(CARDS, edition=edition)
    d.on(d.body(1), "mirror-coat", face=1)
    d.play_out(0, d.hand(0, "dart"), d.body(1))
    assert d.count(d.body(1), "Damage") == 3


@cited(("keyword.equip", "keyword.equip"))
def test_what_a_player_is_equipped_with_goes_to_no_character(edition: str) -> None:
    # Given 'Equip Player: +1 PLV', then it is refused on a Character; it lies beside the Player, who has it.
    d = Duel(CARDS, edition=edition)
    x, crown = d.character(0), d.hand(0, "crown")
    plv = d.plv(d.body(0))
    assert not [move for move in d.options(0) if move[1:2] == (crown,) and x in move[2:]]
    d.play_out(0, crown, *d.beside(), d.body(0))
    assert d.s.host[crown] == d.body(0) and d.at(crown)[0] == "a" and d.plv(d.body(0)) == plv + 1


@cited(("keyword.shield-counter", "keyword.shield-counter"))
def test_of_two_shields_against_one_attack_the_first_is_spent(edition: str) -> None:
    # Given an attack on two Characters with a Shield Counter each, then it is Negated as a whole, and the one
    # that was chosen first has lost its Counter.
    d = Duel(CARDS, edition=edition)
    x, y, z = d.character(0), d.character(1), d.character(1)
    for h in (y, z):
        d.counters(h, "Shield", 1)
    volley = d.on(x, "volley")
    d.go(0, COMBAT)
    d.play(0, "use", volley, z, y)
    d.pass_all()
    assert [d.count(h, "Shield") for h in (y, z)] == [1, 0]
    assert [d.count(h, "Damage") for h in (y, z)] == [0, 0]
