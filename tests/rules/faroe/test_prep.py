"""The Preparation and Aftermath Phases: playing, attaching, moving, reattaching (F.A.R.O.E., topic prep)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import FIGHTERS, HAND
from tests.builders.cards import cards
from tests.builders.scenario import AFTERMATH, COMBAT, PREPARATION, Duel

FRONT, BACK = (1, 0), (1, 1)

CARDS = (
    cards("faroe", "fish")
    + """
[card.page]
name = "Page"
types = ["Character"]
cost = 1
hp = 3
plv = 1
[card.knight]
name = "Knight"
types = ["Character"]
elements = ["Fire"]
cost = 2
hp = 6
plv = 2
[card.baron]
name = "Baron"
types = ["Character"]
elements = ["Fire"]
cost = 3
hp = 6
plv = 2
[card.great-strike]
name = "Great Strike"
types = ["Skill"]
rank = "Hyper"
cost = 4
do = [{ attack = 6 }]
[card.plate]
name = "Plate"
types = ["Augment"]
rank = "Normal"
cost = 2
[card.ember]
name = "Ember"
types = ["Augment"]
rank = "Normal"
attach = { from = "your characters", element = "Fire" }
[[card.ember.ability]]
on = "enters"
do = [{ gain_tp = 1 }]
[card.ambush]
name = "Ambush"
types = ["Reaction"]
rank = "Normal"
answers = { to = "card", by = "enemy" }
targets = [{ pick = "enemy characters" }]
do = [{ knock_out = "target" }]
[card.toll]
name = "Toll"
types = ["Zone"]
cost = 2
[card.trap]
name = "Trap"
types = ["Reaction"]
rank = "Normal"
surprise = { your_turn = true }
do = [{ draw = 1 }]
[card.blade]
name = "Blade"
types = ["Item"]
rank = "Normal"
keywords = { Equip = true }
[[card.blade.ability]]
gives = { PLV = 1 }
"""
)


def there(d: Duel, seat: int = 0, phase: int = PREPARATION) -> Duel:
    """The Duel at this seat's free choice in a Phase."""
    d.go(seat, phase)
    return d


@pytest.mark.editions("prep.actions")
def test_everything_in_any_order_in_one_phase() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    skill, item = d.hand(0, "strike"), d.hand(0, "ration")
    one, two = d.fighter(0, "page"), d.fighter(0, "page")
    there(d)
    d.play(0, "attach", skill, x)
    d.play(0, "play", one, FRONT)
    d.pass_all()
    d.play(0, "play", item)
    d.pass_all()
    d.play(0, "play", two, BACK)
    d.pass_all()
    d.play(0, "move", x)
    assert d.s.phase == PREPARATION
    assert [d.where(h) for h in (x, skill, item, one, two)] == [
        "Backup Zone",
        "attached",
        "Discard Pile Zone",
        "Character Zone",
        "Backup Zone",
    ]


@pytest.mark.rule("faroe", "prep.play-character")
def test_any_number_of_characters_to_the_zones_chosen() -> None:
    d = Duel(CARDS)
    pool = [d.fighter(0, "page") for _ in range(3)]
    d.tp(0, 3)
    there(d)
    for h, zone in zip(pool, (FRONT, BACK, BACK), strict=True):
        d.play(0, "play", h, zone)
        d.pass_all()
    assert [d.where(h) for h in pool] == ["Character Zone", "Backup Zone", "Backup Zone"]
    assert [d.s.face[h] for h in pool] == [1, 1, 1]
    assert d.tp_of(0) == 0


@pytest.mark.editions("prep.character-cost")
def test_a_character_is_paid_for_when_it_is_played() -> None:
    d = Duel(CARDS)
    dear, fair = d.fighter(0, "baron"), d.fighter(0, "knight")
    d.tp(0, 2)
    there(d)
    assert d.refused(0, "play", dear, FRONT) == "value.costs"
    d.play(0, "play", fair, FRONT)
    assert d.tp_of(0) == 0
    d.pass_all()
    assert d.where(fair) == "Character Zone"


@pytest.mark.rule("faroe", "prep.character-zone-lost")
def test_a_character_for_the_backup_zone_fills_a_front_that_was_lost_meanwhile() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    y = d.character(1)
    trap = d.on(y, "ambush")
    new = d.fighter(0, "page")
    there(d)
    d.play(0, "play", new, BACK)
    d.play(1, "use", trap, -1, x)
    d.pass_all()
    assert d.where(x) == "Discard Pile Zone"
    assert d.where(new) == "Character Zone"
    # It went there itself: it did not enter the Backup Zone and move up.
    assert not d.happened("moved-up")


@pytest.mark.editions("prep.attach")
def test_attaching_is_free_and_using_costs() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    y = d.character(1)
    skill = d.hand(0, "great-strike")
    d.tp(0, 0)
    there(d)
    d.play(0, "attach", skill, x)
    assert (d.s.face[skill], d.s.code[skill], d.s.host[skill], d.tp_of(0)) == (0, 0, x, 0)
    there(d, 0, COMBAT)
    d.tp(0, 3)
    assert d.refused(0, "use", skill, y) == "value.costs"
    d.tp(0, 4)
    d.play(0, "use", skill, y)
    assert d.s.code[skill] == d.rules.code_of("great-strike")
    assert d.tp_of(0) == 0


@pytest.mark.editions("prep.attach-own")
def test_cards_are_attached_to_own_characters_only() -> None:
    d = Duel(CARDS)
    d.character(0)
    new = d.character(0, "page", backup=True, fresh=True)
    foe = d.character(1)
    guard = d.hand(0, "guard")
    there(d)
    assert d.refused(0, "attach", guard, foe) == "prep.attach-own"
    assert d.refused(0, "attach", guard, d.body(0)) == "prep.attach-own"
    d.play(0, "attach", guard, new)
    assert d.s.host[guard] == new


@pytest.mark.editions("prep.attach-own")
def test_a_character_that_cannot_act_can_be_given_cards() -> None:
    d = Duel(CARDS)
    x = d.character(1)
    d.counters(x, "Paralyze", 1)
    guard = d.hand(1, "guard")
    there(d, 1)
    d.play(1, "attach", guard, x)
    assert d.s.host[guard] == x


@pytest.mark.editions("prep.attach-no-chain")
def test_attaching_is_not_answered_and_the_card_is_ready_this_turn() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    y = d.character(1)
    d.on(y, "ambush")
    d.hand(1, "ration")
    skill = d.hand(0, "strike")
    there(d)
    d.play(0, "attach", skill, x)
    assert not d.s.chain
    assert d.asked() == [0]  # the turn player goes on, nobody was asked
    there(d, 0, COMBAT)
    assert d.can(0, "use", skill, y)


@pytest.mark.rule("faroe", "prep.attach-unlimited")
def test_a_seventh_card_can_be_attached() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    for _ in range(6):
        d.on(x, "strike")
    seventh = d.hand(0, "strike")
    there(d)
    d.play(0, "attach", seventh, x)
    assert len(d.s.kids[x]) == 7


@pytest.mark.editions("prep.items-augments")
def test_items_and_augments_are_played_face_up_and_paid_at_once() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    item, augment, further = d.hand(0, "ration"), d.hand(0, "plate"), d.hand(0, "ration")
    d.tp(0, 3)
    there(d)
    d.play(0, "play", item)
    assert d.s.code[item]
    assert d.tp_of(0) == 2
    d.pass_all()
    d.play(0, "play", augment, x)
    assert d.tp_of(0) == 0
    d.pass_all()
    assert (d.s.host[augment], d.s.face[augment]) == (x, 1)
    assert d.refused(0, "play", further) == "value.costs"


@pytest.mark.editions("prep.zones")
def test_a_zone_costs_only_what_it_prints() -> None:
    d = Duel(CARDS)
    free, dear = d.hand(0, "plain"), d.hand(0, "toll")
    d.tp(0, 0)
    there(d)
    assert d.refused(0, "play", dear) == "value.costs"
    d.play(0, "play", free)
    d.pass_all()
    assert d.where(free) == "Zone"
    assert d.tp_of(0) == 0


@pytest.mark.editions("prep.move")
def test_who_cannot_act_cannot_be_moved() -> None:
    d = Duel(CARDS)
    hurt, well = d.character(1), d.character(1)
    d.counters(hurt, "Paralyze", 1)
    there(d, 1)
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
    there(d)
    assert d.refused(0, "move", x) == "prep.move-last-front"
    d.play(0, "move", y)
    d.play(0, "move", x)
    assert (d.where(x), d.where(y)) == ("Backup Zone", "Character Zone")


@pytest.mark.editions("prep.aftermath")
def test_the_aftermath_phase_works_like_the_preparation_phase() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(0)
    augment, skill, zone = d.hand(0, "plate"), d.hand(0, "strike"), d.hand(0, "plain")
    there(d, 0, AFTERMATH)
    d.tp(0, 2)
    d.play(0, "play", augment, x)
    d.pass_all()
    d.play(0, "attach", skill, x)
    d.play(0, "play", zone)
    d.pass_all()
    d.play(0, "move", y)
    assert (d.s.host[augment], d.s.host[skill], d.where(zone), d.where(y)) == (x, x, "Zone", "Backup Zone")


@pytest.mark.editions("prep.aftermath-no-characters")
def test_no_characters_are_played_in_the_aftermath_phase() -> None:
    d = Duel(CARDS)
    pooled = d.fighter(0, "page")
    there(d, 0, AFTERMATH)
    d.tp(0, 5)
    assert d.refused(0, "play", pooled, FRONT) == "prep.aftermath-no-characters"
    assert (d.tp_of(0), d.size(0, FIGHTERS)) == (5, 1)


@pytest.mark.editions("prep.reattach")
def test_attached_cards_change_their_holder_in_the_aftermath_phase() -> None:
    d = Duel(CARDS)
    x, y, z = (d.character(0) for _ in range(3))
    skill = d.on(x, "strike")
    augment = d.on(y, "plate", face=1)
    there(d)
    assert d.refused(0, "reattach", skill, z) == "prep.reattach"
    assert d.refused(0, "reattach", augment, z) == "prep.reattach"
    there(d, 0, AFTERMATH)
    tp = d.tp_of(0)
    for h in (skill, augment):
        assert d.can(0, "reattach", h, z)
        d.play(0, "reattach", h, z)
    assert [d.s.host[h] for h in (skill, augment)] == [z, z]
    assert (d.s.face[skill], d.s.code[skill], d.tp_of(0)) == (0, 0, tp)


@pytest.mark.editions("prep.reattach-limits")
def test_a_card_is_reattached_only_where_it_could_be_attached() -> None:
    d = Duel(CARDS)
    knight, fish, baron = d.character(0, "knight"), d.character(0, "fish"), d.character(0, "baron")
    ember = d.on(knight, "ember", face=1)
    there(d, 0, AFTERMATH)
    d.tp(0, 5)
    for wrong in (fish, d.body(0)):
        assert d.refused(0, "reattach", ember, wrong) == "prep.reattach-limits"
    entered = len(d.happened("enters"))
    d.play(0, "reattach", ember, baron)
    assert d.s.host[ember] == baron
    assert not d.s.chain
    assert d.tp_of(0) == 5  # its 'enters the field' did not trigger
    assert len(d.happened("enters")) == entered


@pytest.mark.editions("prep.reattach-limits")
def test_skills_stay_with_own_characters_and_surprise_cards_with_their_player() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(0, backup=True)
    foe = d.character(1)
    skill, trap, blade = d.on(x, "strike"), d.on(d.body(0), "trap"), d.on(x, "blade", face=1)
    there(d, 0, AFTERMATH)
    for wrong in (foe, d.body(0)):
        assert d.refused(0, "reattach", skill, wrong) == "prep.reattach-limits"
    assert d.refused(0, "reattach", trap, x) == "prep.reattach-limits"
    assert d.refused(0, "reattach", blade, foe) == "prep.reattach-limits"
    assert d.can(0, "reattach", blade, y)
    d.play(0, "reattach", skill, y)
    assert d.size(0, HAND) == 0
