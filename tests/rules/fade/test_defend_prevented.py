"""Prevented cards, Deflects and Counter-hits in the older editions: what becomes of them (topic defend)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD, TURNED
from fadenet.games.fade.tables import COMBAT
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, item, reaction, skill

CARDS = (
    cards("focus", "mirror", "ward-off")
    + reaction("ambush", targets="all characters", answers="reaction", do={"destroy": "target"})
    + skill("jab", cost=1, do={"attack": 2}, ability={"on": "destroyed", "do": {"gain_tp": 5}})
    + item("break-all", cost=0, targets="all attached cards", do={"destroy": "target"})
    + item("blade", cost=0, keywords="Equip", ability={"gives": {"PLV": 2}})
)


def prevented(edition: str) -> tuple[Duel, int, int]:
    """Seat 0's Character, and its Skill that seat 1 has Prevented, at seat 0's next choice."""
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    jab, ward = d.on(x, "jab"), d.on(y, "ward-off")
    d.go(0, COMBAT)
    d.play(0, "use", jab, y)
    d.until_asked(1)
    d.quietly(1, "use", ward, -1)
    assert d.s.role[jab] == TURNED and d.s.host[jab] == x
    return d, x, jab


@cited(("defend.prevent", "defend.prevent"), ("defend.prevent-removal", "defend.prevented-card-stays"))
def test_an_effect_destroys_a_prevented_card(edition: str) -> None:
    # Given a Prevented Skill 'when destroyed, gain 5 TP', when an effect destroys it, then it lies in the
    # Discard Pile, and has no effect even then.
    d, x, jab = prevented(edition)
    d.tp(0, 0)
    d.quietly(0, "play", d.hand(0, "break-all"), jab)
    assert d.tp_of(0) == 0
    assert d.lies(jab) == "discard" and not d.s.kids.get(x) and d.lies(x) == "front"


@cited(("defend.prevent-removal", "defend.prevented-card-stays"))
def test_a_prevented_card_goes_with_its_bearer(edition: str) -> None:
    # Given a Prevented Skill on a Character, when that is Knocked Out, then both lie in the Discard Pile.
    d, x, jab = prevented(edition)
    d.leave(x, 1)
    d.go(1, COMBAT)
    d.quietly(1, "attack", d.body(1), x)
    assert d.lies(x) == d.lies(jab) == "discard"


@cited(("defend.prevent-removal", "defend.prevented-card-stays"))
def test_a_card_whose_user_falls_before_it_is_prevented_is_destroyed(edition: str) -> None:
    # Given X's Skill that is to be Prevented, when X is destroyed by a later link, then the Skill has nobody
    # to lie on, and is discarded.
    d = Duel(CARDS, edition=edition)
    x, y, friend = d.character(0), d.character(1), d.character(0)
    jab, ward, ambush = d.on(x, "jab"), d.on(y, "ward-off"), d.on(friend, "ambush")
    d.go(0, COMBAT)
    d.play(0, "use", jab, y)
    d.play(1, "use", ward, -1)
    d.quietly(0, "use", ambush, -2, x)
    assert d.lies(x) == d.lies(jab) == "discard" and d.hp(y) == 10


@cited(("defend.prevent", "defend.prevented-card-stays"), ("item.staying", "item.equip-item-grants"))
@pytest.mark.parametrize("answer", ["ward-off", "deny", ""])
def test_an_equip_item_that_is_stopped_gives_nothing(answer: str, edition: str) -> None:
    # Given an Equip Item '+2 PLV' that is Prevented or Negated, then it lies turned beside its Player, or in
    # the Discard Pile, and neither its target nor the Player has anything of it.
    d = Duel(CARDS + cards("deny"), edition=edition)
    x, y = d.character(0), d.character(1)
    plv = [d.plv(h) for h in (x, d.body(0))]
    blade, stop = d.hand(0, "blade"), d.on(y, answer or "focus")
    d.play(0, "play", blade, x)
    if answer:
        d.play(1, "use", stop, -1)
    d.pass_all()
    assert [d.plv(h) for h in (x, d.body(0))] == [plv[0] + 2 * (not answer), plv[1]]
    assert d.s.host[blade] == {"ward-off": d.body(0), "deny": 0, "": x}[answer]
    assert (d.s.role[blade] == TURNED) == (answer == "ward-off")
    assert (d.lies(blade) == "discard") == (answer == "deny")


@cited(("defend.prevent-place", "defend.prevented-card-stays"))
def test_a_card_from_the_hand_that_is_prevented_lies_beside_its_player(edition: str) -> None:
    # Given a Player in The Last Stand, when a Skill out of the Hand is Prevented, then it lies turned beside
    # the Player, its Cost is gone, and it is not used again.
    d = Duel(CARDS, edition=edition)
    y = d.character(1)
    jab, ward = d.hand(0, "jab"), d.on(y, "ward-off")
    d.go(0, COMBAT)
    d.tp(0, 5)
    d.play(0, "use", jab, y)
    d.quietly(1, "use", ward, -1)
    assert (d.s.role[jab], d.s.host[jab], d.tp_of(0), d.hp(y)) == (TURNED, d.body(0), 4, 10)
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.refused(0, "use", jab, y)


@cited(("defend.deflect", "defend.deflect-target"))
def test_a_deflect_names_nobody_at_whom_the_attack_is_aimed(edition: str) -> None:
    # Given A's attack on B's X, then B does not Deflect it to X.
    d = Duel(CARDS, seats=3, edition=edition)
    a, x, z = d.character(0), d.character(1), d.character(2)
    other = d.character(2)
    one, two = d.on(x, "mirror"), d.on(z, "mirror")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    assert d.refused(1, "use", one, -1, x) == d.rule("deflect-target")
    # When B has Deflected it to C's Z, then C Deflects it neither to Z nor to X, but to somebody else.
    d.play(1, "use", one, -1, z)
    d.until_asked(2)
    assert [d.can(2, "use", two, -1, h) for h in (z, x, other, a)] == [False, False, True, True]


@cited(("defend.deflect", "defend.deflect-target"))
def test_what_is_deflected_to_somebody_gone_hits_nothing(edition: str) -> None:
    # Given A's attack on X, which B Deflects to W, when W is destroyed before that, then nobody is hit.
    d = Duel(CARDS, edition=edition)
    a, x, w = d.character(0), d.character(1), d.character(1)
    mirror, ambush = d.on(x, "mirror"), d.on(a, "ambush")
    d.go(0, COMBAT)
    d.tp(0, 5)
    d.play(0, "attack", a, x)
    d.play(1, "use", mirror, -1, w)
    d.quietly(0, "use", ambush, -2, w)
    assert d.lies(w) == "discard" and d.hp(x) == 10 and not d.happened("hit")


@pytest.mark.rule("fade2", "defend.deflect")
def test_a_deflect_ignores_the_combat_zone_order() -> None:
    # Given an attacker with Characters in front and behind, then its attack is Deflected to the latter.
    d = Duel(CARDS, edition="fade2")
    a, behind, x = d.character(0), d.character(0, backup=True), d.character(1)
    mirror = d.on(x, "mirror")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.quietly(1, "use", mirror, -1, behind)
    assert (d.hp(behind), d.hp(x)) == (7, 10)


@pytest.mark.rule("fade2", "defend.counter-hit")
def test_a_counter_hit_strikes_the_attacker_past_those_in_front() -> None:
    # Given A, who attacks in person with Characters in front, when Y makes a Counter-hit, then A is hit.
    d = Duel(CARDS + cards("riposte"), edition="fade2")
    x, y = d.character(0), d.character(1)
    back, again = d.on(y, "riposte"), d.on(x, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", d.body(0), y)
    d.play(1, "use", back, -1)
    # When X answers that with another one, then Y is hit, which made the newest attack.
    d.quietly(0, "use", again, -2)
    assert d.count(d.body(0), "Damage") == 2 and d.count(x, "Damage") == 0
    assert [row[ROW_CARD] for row in d.happened("hit")] == [y, d.body(0), y]


@cited(("defend.deflect-several", "defend.deflect-several"))
def test_of_two_deflects_the_later_one_decides_if_the_first_is_prevented(edition: str) -> None:
    # Given A's attack on B's X, which B Deflects to A's Y and A to C's Z, when C Prevents the first of them.
    d = Duel(CARDS, seats=3, edition=edition)
    a, y, x, z = d.character(0), d.character(0), d.character(1), d.character(2)
    first, second, ward = d.on(x, "mirror"), d.on(y, "mirror"), d.on(z, "ward-off")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.play(1, "use", first, -1, y)
    d.until_asked(0)
    d.play(0, "use", second, -1, z)
    d.until_asked(2)
    d.quietly(2, "use", ward, -2)
    # Then Z is hit, and the first Deflect lies turned on X.
    assert (d.hp(x), d.hp(y), d.hp(z)) == (10, 10, 7)
    assert (d.s.role[first], d.s.host[first], d.lies(second)) == (TURNED, x, "discard")
