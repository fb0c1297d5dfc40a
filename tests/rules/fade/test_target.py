"""The rules of targets: Combat Zone Order, reach, choosing and looking again (topic target)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, skill

CARDS = (
    cards("dear-dart", "jab-2", "mirror", "spread-and-draw")
    + item(
        "longbow",
        cost=1,
        targets={"pick": "enemy characters", "reach": True},
        do={"damage": 2, "to": "target"},
    )
    + skill("mortar", targets="enemy characters", do={"attack": 2})
    + skill("comet", targets="enemy fighters", do={"attack": 2})
    + item("breaker", cost=1, targets="all augments", do={"destroy": "target"})
    + reaction(
        "retreat",
        cost=1,
        targets="your front characters",
        answers="attack",
        do={"row": "target", "to": "backup"},
    )
    + character("ghost", level=2, hp=10, plv=1, keywords={"Immune": ["Skills"]})
    + reaction("exile", cost=1, targets="your characters", answers="attack", do={"imprison": "target"})
    + reaction(
        "ward",
        cost=1,
        targets="your characters",
        answers="attack",
        do={"grant": "Immune", "value": ["Attacks"], "on": "target"},
    )
    + reaction(
        "veil", cost=1, targets="your characters", answers="attack", do={"forbid": "target", "on": "target"}
    )
)


@pytest.mark.editions("target.reach-needed", fade2="target.order-scope", fade1="target.reserve-unreachable")
def test_only_what_needs_reach_follows_the_order(edition: str) -> None:
    # Given an opponent with Characters in both zones.
    d = Duel(CARDS, edition=edition)
    front, back = d.character(1), d.character(1, backup=True)
    free, bound = d.hand(0, "dear-dart"), d.hand(0, "longbow")
    # An Item that does not speak of reach may choose a Backup Character.
    d.quietly(0, "play", free, back)
    assert d.hp(back) == 8
    # An ability that says it requires reach may choose only front Characters.
    assert d.refused(0, "play", bound, back) == d.rule("behind" if edition == "fade1" else "out-of-reach")
    assert d.refused(0, "play", bound, d.body(1)) == d.rule("out-of-reach")
    d.quietly(0, "play", bound, front)
    assert d.hp(front) == 8


@pytest.mark.editions("target.reach-needed", fade2="target.order-scope", fade1="target.reserve-unreachable")
def test_an_attack_that_needs_no_reach_says_so(edition: str) -> None:
    # Given an enemy Character in front and one behind, a Skill that chooses any enemy Character, and one that
    # chooses any enemy.
    d = Duel(CARDS, edition=edition)
    x, front, back = d.character(0), d.character(1), d.character(1, backup=True)
    skills = [d.on(x, slug) for slug in ("jab-2", "mortar", "comet")]
    d.go(0, COMBAT)
    # Then each reads as far as it reaches: in the 60-card edition no Attack gets at who is in Reserve.
    free, texts = edition != "fade1", [d.rules.by_slug[slug].text for slug in ("jab-2", "mortar", "comet")]
    there = [[d.can(0, "use", h, t) for t in (front, back, d.body(1))] for h in skills]
    assert there == [[True, False, False], [True, free, False], [True, free, True]]
    assert ["within reach or not" in text for text in texts] == [False, free, True]


@pytest.mark.editions("target.reach-needed", fade2="target.order-scope", fade1="target.reserve-unreachable")
def test_a_player_in_reach_is_still_no_character(edition: str) -> None:
    # Given an ability for enemy Characters that needs reach, and an enemy without any.
    d = Duel(CARDS, edition=edition)
    d.character(0)
    bound = d.hand(0, "longbow")
    assert d.refused(0, "play", bound, d.body(1)) == d.rule("no-target")


@pytest.mark.editions("target.enemies-only", fade2="target.enemies-only", fade1="target.enemies-only")
def test_attacks_are_aimed_at_enemies(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(0)
    d.character(1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, y) == d.rule("enemies-only")
    assert d.refused(0, "attack", x, d.body(0)) == d.rule("enemies-only")


@pytest.mark.editions("target.enemies-only", fade2="target.enemies-only", fade1="target.enemies-only")
def test_a_deflect_may_send_an_attack_to_a_teammate(edition: str) -> None:
    # Given a team game, the seats alternating.
    d = Duel(CARDS, seats=4, format="teams", edition=edition)
    x, mate = d.character(0), d.character(2)
    y = d.character(1)
    d.character(3)
    mirror = d.on(y, "mirror")
    d.go(0, COMBAT)
    # When you try to attack your teammate's Character, then it is refused.
    assert d.refused(0, "attack", x, mate) == d.rule("enemies-only")
    assert d.refused(0, "attack", x, d.body(2)) == d.rule("enemies-only")
    # When an opponent Deflects your Attack to that Character, then it is hit.
    d.play(0, "attack", x, y)
    d.quietly(1, "use", mirror, -1, mate)
    assert d.hp(mate) == 7 and d.hp(y) == 10


@pytest.mark.editions("target.chosen-when", fade2="target.chosen-when", fade1="target.needs-legal-target")
def test_what_needs_a_target_cannot_be_used_without_one(edition: str) -> None:
    # Given an Item 'destroy an Augment' and no Augment on the field.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    item = d.hand(0, "breaker")
    # When you try to play it, then it is refused and costs nothing.
    assert d.refused(0, "play", item) == d.rule("no-target")
    assert d.refused(0, "play", item, x) == d.rule("no-target")
    assert d.tp_of(0) == 10 and d.lies(item) == "hand"


@pytest.mark.editions("target.chosen-when", fade2="target.chosen-when", fade1="target.needs-legal-target")
def test_targets_are_known_before_anybody_answers(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x, y, z = d.character(0), d.character(1), d.character(1)
    d.on(z, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    assert [row[ROW_CARD] for row in d.happened("targeted")] == [y]


@pytest.mark.editions("target.recheck", fade2="target.gone", fade1="target.gone-or-illegal")
def test_whether_a_target_that_merely_moves_back_is_hit(edition: str) -> None:
    # Given an Attack on front Character X and a Reaction that moves X to the Backup Zone.
    d = Duel(CARDS, edition=edition)
    a, x = d.character(0), d.character(1)
    d.character(1)
    retreat = d.on(x, "retreat")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.play(1, "use", retreat, -1, x)
    # When the Attack resolves, then X is still hit, unless nothing reaches it there.
    d.pass_all()
    assert d.lies(x) == "backup" and d.hp(x) == (10 if edition == "fade1" else 7)
    assert bool(d.happened("succeeds")) == (edition != "fade1")


@pytest.mark.editions("target.recheck", fade2="target.gone", fade1="target.gone-or-illegal")
@pytest.mark.parametrize("answer", ["exile", "ward", "veil"])
def test_a_target_that_is_gone_or_shut_off_is_not_affected(answer: str, edition: str) -> None:
    # Given an Attack on X and Y, and a Reaction that imprisons X or makes it Immune or untargetable.
    d = Duel(CARDS, edition=edition)
    a, x, y = d.character(0), d.character(1), d.character(1)
    skill, reaction = d.on(a, "spread-and-draw"), d.on(y, answer)
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    d.play(0, "use", skill, x, y)
    d.until_asked(1)
    d.play(1, "use", reaction, -1, x)
    # When the Attack resolves, then X is not hit; the other target and the other effect go on.
    d.pass_all()
    assert d.count(x, "Damage") == 0 and d.lies(x) == ("rift" if answer == "exile" else "front")
    assert d.hp(y) == 7 and d.size(0, HAND) == hand + 1


@pytest.mark.editions(
    "target.immune-wall", fade2="target.untargetable", fade1="keyword.ghost-counter-details"
)
def test_an_immune_character_still_stands_in_front(edition: str) -> None:
    # Given an opponent's only front Character is Immune to Skills.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    ghost, back = d.character(1, "ghost"), d.character(1, backup=True)
    skill = d.on(x, "strike")
    d.go(0, COMBAT)
    # When you use an attack Skill, then it has no legal target at all.
    assert d.refused(0, "use", skill, ghost) == d.rule("immune")
    assert d.refused(0, "use", skill, back) == d.rule("behind" if edition == "fade1" else "out-of-reach")
    assert d.refused(0, "use", skill, d.body(1)) == d.rule("out-of-reach")
    assert not [move for move in d.options(0) if move[1:2] == (skill,)]
    # The Normal Attack may target the Character.
    assert d.can(0, "attack", x, ghost)
    assert d.refused(0, "attack", x, back) == d.rule("behind" if edition == "fade1" else "out-of-reach")


@cited(("target.each-enemy", "target.free-choice-of-opponent"))
def test_each_enemy_is_shielded_by_the_own_characters_alone(edition: str) -> None:
    # Given four players each for themselves, B and D with a Character and C with none.
    d = Duel(CARDS, seats=4, edition=edition)
    first, second = d.character(0), d.character(0)
    y, z = d.character(1), d.character(3)
    d.go(0, COMBAT)
    # When A attacks, then C, B's Character or D's may be chosen, but neither B nor D.
    for h in (d.body(2), y, z):
        assert d.can(0, "attack", first, h)
    for seat in (1, 3):
        assert d.refused(0, "attack", first, d.body(seat)) == d.rule("out-of-reach")
    # Two Characters attack different enemies in one turn.
    for x, target in ((first, y), (second, z)):
        d.quietly(0, "attack", x, target)
    assert (d.hp(y), d.hp(z)) == (7, 7)
