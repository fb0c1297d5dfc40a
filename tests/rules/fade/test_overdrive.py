"""Overdrive of what stays on the field, in the older editions (topic keyword)."""

from __future__ import annotations

from fadenet.games.fade.tables import KEY_AS, N_DRIVEN
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, character

CARDS = character(
    "racer",
    cost=2,
    hp=7,
    keywords={"Shield": 1},
    ability={"keyword": "Overdrive", "cost": 3, "do": {"counter": "Shield", "n": 2, "on": "this"}},
) + augment(
    "banner",
    cost=1,
    keywords="Equip",
    attach="your characters",
    ability={"keyword": "Overdrive", "cost": 2, "do": {"heal": 2, "of": "host"}},
)


@cited(("keyword.overdrive", "keyword.overdrive"))
def test_a_character_has_what_overdrive_adds_as_it_comes(edition: str) -> None:
    # Given a Character with Shield 1 whose Overdrive 3 puts 2 Shield Counters on it, when it is played with
    # that, which is not a Link, then it has 3; another one, played without, has 1.
    d = Duel(CARDS, edition=edition)
    racer, other = d.fighter(0, "racer"), d.fighter(0, "racer")
    d.tp(0, 2 + 3 + 2)
    d.play(0, "play", racer, (KEY_AS, N_DRIVEN), d.to("front"))
    assert not d.s.chain
    d.quietly(0, "play", other, d.to("front"))
    assert (d.count(racer, "Shield"), d.count(other, "Shield"), d.tp_of(0)) == (3, 1, 0)


@cited(("keyword.overdrive", "keyword.overdrive"))
def test_an_attached_card_does_what_overdrive_adds_to_its_bearer(edition: str) -> None:
    # Given a Character with 4 damage, when an Equip Augment is played with its Overdrive 2 that heals its
    # bearer by 2, then it lies there, and 2 are left.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    d.damage(x, 4)
    banner = d.hand(0, "banner")
    d.tp(0, 3)
    d.quietly(0, "play", banner, (KEY_AS, N_DRIVEN), x)
    assert (d.s.host[banner], d.count(x, "Damage"), d.tp_of(0)) == (x, 2, 0)
