"""The Preparation and Aftermath Phases: playing, attaching, moving, reattaching (topic prep)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import TURNED
from fadenet.games.fade.tables import AFTERMATH, COMBAT, FIGHTERS, HAND, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, skill

CARDS = (
    cards("reprisal", "fish", "page")
    + character("knight", "Fire", cost=2, hp=6)
    + character("baron", "Fire", cost=3, hp=6)
    + skill("great-strike", cost=4, rank="Hyper", do={"attack": 6})
    + augment("plate", cost=2, keywords="Equip")
    + augment(
        "ember",
        keywords="Equip",
        attach={"from": "your characters", "element": "Fire"},
        ability={"on": "enters", "do": {"gain_tp": 1}},
    )
    + item("blade", keywords="Equip", ability={"gives": {"PLV": 1}})
)


def there(d: Duel, seat: int = 0, phase: int = PREPARATION) -> Duel:
    """The Duel at this seat's free choice in a Phase."""
    d.go(seat, phase)
    return d


@pytest.mark.editions("prep.actions", fade2="prep.any-order", fade1="prep.any-number-any-order")
def test_everything_in_any_order_in_one_phase(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    skill, item = d.hand(0, "strike"), d.hand(0, "ration")
    one, two = d.fighter(0, "page"), d.fighter(0, "page")
    there(d)
    d.play(0, "attach", skill, x)
    d.quietly(0, "play", one, d.to("front"))
    d.quietly(0, "play", item)
    row = "front" if d.rules.edition.back.enter == "never" else "backup"
    d.quietly(0, "play", two, d.to(row))
    d.play(0, "move", x, *d.across(x))
    assert d.s.phase == PREPARATION
    assert [d.lies(h) for h in (x, skill, item, one, two)] == ["backup", "attached", "discard", "front", row]


@pytest.mark.editions("prep.character-cost", fade2="prep.character-cost")
def test_a_character_is_paid_for_when_it_is_played(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    dear, fair = d.fighter(0, "baron"), d.fighter(0, "knight")
    d.tp(0, 2)
    there(d)
    assert d.refused(0, "play", dear, d.to("front")) == d.rule("too-dear")
    d.play(0, "play", fair, d.to("front"))
    assert d.tp_of(0) == 0
    d.pass_all()
    assert d.lies(fair) == "front"


@pytest.mark.editions("prep.attach", fade2="prep.attach", fade1="prep.attach-face-down")
@pytest.mark.editions("prep.attach", fade2="prep.attach-free", fade1="prep.attach-pay-later")
def test_attaching_is_free_and_using_costs(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    y = d.character(1)
    skill = d.hand(0, "great-strike")
    d.tp(0, 0)
    there(d)
    d.play(0, "attach", skill, x)
    assert (d.s.face[skill], d.s.code[skill], d.s.host[skill], d.tp_of(0)) == (0, 0, x, 0)
    there(d, 0, COMBAT)
    d.tp(0, 3)
    assert d.refused(0, "use", skill, y) == d.rule("too-dear")
    d.tp(0, 4)
    d.play(0, "use", skill, y)
    assert d.s.code[skill] == d.rules.code_of("great-strike")
    assert d.tp_of(0) == 0


@pytest.mark.editions("prep.attach", fade2="prep.attach", fade1="prep.attach-face-down")
def test_a_skill_of_the_hand_is_not_played_but_attached(edition: str) -> None:
    """given a Skill in Hand in the Preparation Step, when it is played at anybody, that rule is cited."""
    d = Duel(CARDS, edition=edition)
    d.character(0)
    foe = d.character(1)
    skill = d.hand(0, "great-strike")
    there(d)
    d.tp(0, 9)
    assert d.refused(0, "play", skill) == d.refused(0, "play", skill, foe) == d.rule("attach")


@pytest.mark.editions("prep.attach-own", fade2="prep.attach", fade1="prep.attach-characters-only")
def test_cards_are_attached_to_own_characters_only(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.character(0)
    new = d.character(0, "page", backup=True, fresh=True)
    foe = d.character(1)
    guard = d.hand(0, "guard")
    there(d)
    assert d.refused(0, "attach", guard, foe) == d.rule("attach-own")
    assert d.refused(0, "attach", guard, d.body(0)) == d.rule("attach-own")
    d.play(0, "attach", guard, new)
    assert d.s.host[guard] == new


@pytest.mark.editions("prep.attach-own", fade2="prep.attach", fade1="prep.attach-characters-only")
def test_a_character_that_cannot_act_can_be_given_cards(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(1)
    d.counters(x, "Paralyze", 1)
    guard = d.hand(1, "guard")
    there(d, 1)
    d.play(1, "attach", guard, x)
    assert d.s.host[guard] == x


@pytest.mark.editions("prep.attach-no-chain", fade2="chain.other-plays", fade1="chain.plays-outside")
def test_attaching_is_not_answered_and_the_card_is_ready_this_turn(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    y = d.character(1)
    d.on(y, "reprisal")
    d.hand(1, "ration")
    skill = d.hand(0, "strike")
    there(d)
    d.play(0, "attach", skill, x)
    assert not d.s.chain
    assert d.asked() == [0]  # the turn player goes on, nobody was asked
    there(d, 0, COMBAT)
    assert d.can(0, "use", skill, y)


@pytest.mark.editions("prep.items-augments", fade2="prep.item-augment", fade1="prep.items-augments")
def test_items_and_augments_are_played_face_up_and_paid_at_once(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
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
    assert d.refused(0, "play", further) == d.rule("too-dear")


@pytest.mark.editions("prep.aftermath", fade2="prep.aftermath-like-preparation", fade1="prep.aftermath-same")
def test_the_aftermath_phase_works_like_the_preparation_phase(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    augment, zone, item = d.hand(0, "plate"), d.hand(0, "plain"), d.hand(0, "ration")
    attached = [d.hand(0, "strike"), d.hand(0, "guard")]
    there(d, 0, AFTERMATH)
    d.tp(0, 3)
    d.quietly(0, "play", augment, x)
    for card in attached:
        d.play(0, "attach", card, x)
    d.quietly(0, "play", zone, *d.ground())
    d.quietly(0, "play", item)
    assert [d.s.host[h] for h in (augment, *attached)] == [x, x, x]
    assert (d.lies(zone), d.lies(item), d.tp_of(0)) == ("zone", "discard", 0)


@pytest.mark.editions("prep.aftermath", fade2="prep.aftermath-like-preparation")
def test_characters_change_their_row_in_the_aftermath_phase(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.character(0)
    y = d.character(0)
    there(d, 0, AFTERMATH)
    d.play(0, "move", y, *d.across(y))
    assert d.lies(y) == "backup"


@pytest.mark.editions(
    "prep.aftermath-no-characters", fade2="prep.aftermath-no-pool", fade1="prep.aftermath-no-characters"
)
def test_no_characters_are_played_in_the_aftermath_phase(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    pooled = d.fighter(0, "page")
    there(d, 0, AFTERMATH)
    d.tp(0, 5)
    assert d.refused(0, "play", pooled, d.to("front")) == d.rule("no-characters-now")
    assert (d.tp_of(0), d.size(0, FIGHTERS)) == (5, 1)


@pytest.mark.editions("prep.reattach", fade2="prep.aftermath-rearrange", fade1="prep.aftermath-rearrange")
def test_attached_cards_change_their_holder_in_the_aftermath_phase(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x, y, z = (d.character(0) for _ in range(3))
    skill = d.on(x, "strike")
    augment = d.on(y, "plate", face=1)
    there(d)
    assert d.refused(0, "reattach", skill, z) == d.rule("reattach")
    assert d.refused(0, "reattach", augment, z) == d.rule("reattach")
    there(d, 0, AFTERMATH)
    tp = d.tp_of(0)
    for h in (skill, augment):
        assert d.can(0, "reattach", h, z)
        d.play(0, "reattach", h, z)
    assert [d.s.host[h] for h in (skill, augment)] == [z, z]
    assert (d.s.face[skill], d.s.code[skill], d.tp_of(0)) == (0, 0, tp)


@pytest.mark.editions(
    "prep.reattach-limits", fade2="prep.aftermath-rearrange-limits", fade1="prep.aftermath-rearrange-limits"
)
def test_a_card_is_reattached_only_where_it_could_be_attached(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    knight, fish, baron = d.character(0, "knight"), d.character(0, "fish"), d.character(0, "baron")
    ember = d.on(knight, "ember", face=1)
    there(d, 0, AFTERMATH)
    d.tp(0, 5)
    for wrong in (fish, d.body(0)):
        assert d.refused(0, "reattach", ember, wrong) == d.rule("reattach-whom")
    entered = len(d.happened("enters"))
    d.play(0, "reattach", ember, baron)
    assert d.s.host[ember] == baron
    assert not d.s.chain
    assert d.tp_of(0) == 5  # its 'enters the field' did not trigger
    assert len(d.happened("enters")) == entered


@pytest.mark.editions(
    "prep.reattach-limits", fade2="prep.aftermath-rearrange-limits", fade1="prep.aftermath-rearrange-limits"
)
def test_skills_and_equip_cards_stay_with_own_characters(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(0, backup=True)
    foe = d.character(1)
    skill, blade = d.on(x, "strike"), d.on(x, "blade", face=1)
    there(d, 0, AFTERMATH)
    for wrong in (foe, d.body(0)):
        assert d.refused(0, "reattach", skill, wrong) == d.rule("reattach-whom")
    assert d.refused(0, "reattach", blade, foe) == d.rule("reattach-whom")
    assert d.can(0, "reattach", blade, y)
    d.play(0, "reattach", skill, y)
    assert d.size(0, HAND) == 0


@cited(("prep.aftermath-rearrange-limits", "prep.aftermath-rearrange-limits"))
def test_what_is_rearranged_fits_its_new_place(edition: str) -> None:
    # Given a Character with 5 attached cards, a Fire Character with an Augment for such ones, a Prevented
    # Skill, a Prevented Equip Item and a Zone card.
    d = Duel(CARDS + cards("fire-born", "free-jab", "ward-off"), edition=edition)
    full, spare, flame = d.character(0), d.character(0), d.character(0, "fire-born")
    for _ in range(5):
        d.on(full, "strike")
    sixth, ember, jab = d.on(spare, "guard"), d.on(flame, "ember", face=1), d.on(spare, "free-jab")
    ground = d.zone(0, "plain", at="c5")
    foe = d.character(1)
    wards, blade = [d.on(foe, "ward-off") for _ in range(2)], d.hand(0, "blade")
    d.go(0, COMBAT)
    for ward, move in zip(wards, [("use", jab, foe), ("play", blade, flame)], strict=True):
        d.play(0, *move)
        d.until_asked(1)
        d.quietly(1, "use", ward, -1)
    assert d.s.role[jab] == d.s.role[blade] == TURNED
    # When it is the Aftermath Step, then a sixth card is refused, and the Augment where there is no Fire.
    d.go(0, AFTERMATH)
    assert d.refused(0, "reattach", sixth, full) == d.rule("reattach-whom")
    assert d.refused(0, "reattach", ember, spare) == d.rule("reattach-whom")
    assert d.can(0, "reattach", sixth, flame)
    # Then the Prevented cards and the Zone card are not moved at all.
    assert d.refused(0, "reattach", jab, flame) and d.refused(0, "reattach", blade, flame)
    assert not [move for move in d.options(0) if move[1:2] in [(jab,), (blade,), (ground,)]]
