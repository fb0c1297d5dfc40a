"""The rules of the Defending Mechanics: Block, Deflect, Negate and Counter (topic defend)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import PICK, ROW_CARD, TURNED
from fadenet.games.fade.field import board
from fadenet.games.fade.tables import ATTACH, COMBAT, HAND, KEY_PART
from tests.builders import offering
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, reaction, skill

CARDS = (
    cards(
        "attack-4", "bodyguard", "carapace", "dear-guard", "mirror", "refusal", "riposte", "veto", "wide-shot"
    )
    + skill("lecture", cost=1, do=[{"attack": 5}, {"draw": 1}])
    + character(
        "turnabout",
        level=1,
        hp=10,
        plv=1,
        ability={
            "activate": True,
            "cost": 1,
            "answers": "attack",
            "targets": "all fighters",
            "do": {"deflect": True},
        },
    )
    + reaction("scarecrow", cost=1, targets="all zones", answers="attack", do={"deflect": True})
    + reaction(
        "detour",
        cost=1,
        targets=[{"pick": "your characters"}, {"pick": "all characters"}],
        answers="attack",
        do=[{"heal": 2, "of": "first target"}, {"deflect": True}],
    )
    + reaction(
        "mending",
        cost=1,
        targets="your characters",
        answers="attack",
        do=[{"attack": 2}, {"heal": 3, "of": "second target"}],
    )
    + character("shade", level=1, hp=10, plv=3, keywords={"Immune": ["Reactions"]})
    + augment("thorns", ability={"activate": True, "answers": "attack", "do": {"attack": 3}})
    + reaction("rain", answers="attack", do={"attack": 3, "hits": 3})
)

OLDER = (
    CARDS
    + cards("attack-drummer", "hp-tonic", "plain-four", "prayer", "ward-off")
    + character("fencer", keywords={"Multistrike": 1})
)


@pytest.mark.editions("defend.block", fade2="defend.block", fade1="defend.block")
def test_a_blocked_skill_still_does_the_rest(edition: str) -> None:
    # Given a Skill 'deal 5 damage and draw a card'.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    skill, guard = d.on(x, "lecture"), d.on(y, "guard")
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    # When it is Blocked.
    d.play(0, "use", skill, y)
    d.quietly(1, "use", guard, -1)
    # Then it deals 0 damage, is not successful, and its user still draws a card.
    assert d.hp(y) == 10 and not d.happened("succeeds")
    assert d.size(0, HAND) == hand + 1


@pytest.mark.editions("defend.block", fade2="defend.block", fade1="defend.block")
def test_a_block_stops_all_hits_against_all_targets(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    a, x, y = d.character(0), d.character(1), d.character(1)
    skill, guard = d.on(a, "wide-shot"), d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x, y)
    d.quietly(1, "use", guard, -1)
    assert d.hp(x) == d.hp(y) == 10


@pytest.mark.editions("defend.deflect", fade2="defend.deflect", fade1="defend.deflect")
def test_a_deflected_attack_hits_somebody_else(edition: str) -> None:
    # Given an Attack of 4 damage on your Character X.
    d = Duel(CARDS, edition=edition)
    a, other = d.character(0), d.character(0)
    x = d.character(1)
    skill, mirror = d.on(a, "attack-4"), d.on(x, "mirror")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x)
    # When you Deflect it to the attacker's other Character.
    d.quietly(1, "use", mirror, -1, other)
    # Then that one takes 4 damage and X takes none.
    assert d.hp(other) == 6 and d.hp(x) == 10


@pytest.mark.editions(
    "defend.deflect-several", fade2="defend.deflect-several", fade1="defend.deflect-several"
)
@pytest.mark.editions("chain.filo", fade2="chain.filo", fade1="chain.filo")
@pytest.mark.parametrize("negated", [False, True])
def test_a_deflect_of_what_another_one_sends_on_is_overruled_by_it(negated: bool, edition: str) -> None:
    # Given an Attack of A on B's X, which B Deflects to A's Y.
    d = Duel(CARDS, seats=3, edition=edition)
    a, y = d.character(0), d.character(0)
    x, z = d.character(1), d.character(2)
    one, two = d.on(x, "mirror"), d.on(y, "mirror")
    refusal = d.on(z, "refusal")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.play(1, "use", one, -1, y)
    # When A's side Deflects it once more, to C's Z, and C Negates the first of them or does not.
    d.until_asked(0)
    d.play(0, "use", two, -1, z)
    if negated:
        d.until_asked(2)
        d.play(2, "use", refusal, -2)
    d.pass_all()
    # Then the first one, which resolves last, decides; if it was Negated the other one does.
    assert [row[ROW_CARD] for row in d.happened("deflected")] == ([z] if negated else [z, y])
    assert (d.hp(x), d.hp(y), d.hp(z)) == ((10, 10, 7) if negated else (10, 7, 10))


ELSEWHERE = {"fade2": "defend.deflect", "fade1": "defend.deflect-target"}


@pytest.mark.editions("defend.deflect-choice", **ELSEWHERE)
def test_a_deflect_does_not_name_the_target_that_the_attack_has(edition: str) -> None:
    # Given A's Attack on B's X, which B Deflects.
    d = Duel(CARDS, edition=edition)
    a, y = d.character(0), d.character(0)
    x, other = d.character(1), d.character(1)
    mirror, again = d.on(x, "mirror"), d.on(y, "mirror")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    # When X is named, then that is refused; anybody else may be, the own side and the attacker included.
    assert d.refused(1, "use", mirror, -1, x) == d.rule("deflect-target")
    assert all(d.can(1, "use", mirror, -1, h) for h in (other, a, y, d.body(0), d.body(1)))
    assert offering.faults(d.s, d.dealer) == []
    # When it is sent to Y, then Y's side sends it neither back to X nor to Y itself.
    d.play(1, "use", mirror, -1, y)
    d.until_asked(0)
    assert {d.refused(0, "use", again, -1, h) for h in (x, y)} == {d.rule("deflect-target")}
    assert d.can(0, "use", again, -1, other) and offering.faults(d.s, d.dealer) == []


@pytest.mark.editions("defend.deflect-choice", **ELSEWHERE)
def test_each_part_of_an_attack_is_deflected_to_another_target_than_its_own(edition: str) -> None:
    # Given an Attack on X and Y, whose side Deflects one part of it.
    d = Duel(CARDS, edition=edition)
    a, x, y = d.character(0), d.character(1), d.character(1)
    spread, mirror = d.on(a, "wide-shot"), d.on(x, "mirror")
    d.go(0, COMBAT)
    d.play(0, "use", spread, x, y)
    # Then a part is not sent to its own target, and may be to that of the other part.
    for n, own, other in ((1, x, y), (2, y, x)):
        assert d.refused(1, "use", mirror, -1, (KEY_PART, n), own) == d.rule("deflect-target")
        assert d.can(1, "use", mirror, -1, (KEY_PART, n), other)
    assert offering.faults(d.s, d.dealer) == []
    d.quietly(1, "use", mirror, -1, (KEY_PART, 1), y)
    assert d.hp(x) == 10 and d.hp(y) == 10 - 3 - 3


@pytest.mark.editions("defend.deflect-choice", **ELSEWHERE)
def test_what_a_card_lets_a_deflect_name_is_no_more_than_the_rule_does(edition: str) -> None:
    # Given a Deflect to "a Zone card", then that is refused: an Attack is on a Character or Player.
    d = Duel(CARDS, edition=edition)
    a, x, zone = d.character(0), d.character(1), d.zone(1, "plain")
    scarecrow = d.on(x, "scarecrow")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    assert d.refused(1, "use", scarecrow, -1, zone) == d.rule("deflect-target")


@pytest.mark.editions("defend.deflect", fade2="defend.deflect", fade1="defend.deflect")
def test_an_ability_deflects_too(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    a, x = d.character(0), d.character(1, "turnabout")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.quietly(1, "activate", x, -1, a)
    assert d.hp(x) == 10 and d.hp(a) == 7


@pytest.mark.editions("defend.deflect", fade2="defend.deflect", fade1="defend.deflect")
def test_an_attack_goes_to_what_a_deflect_names_last(edition: str) -> None:
    # Given a Deflect that chooses whom it heals, and then where the Attack goes.
    d = Duel(CARDS, edition=edition)
    a, y = d.character(0), d.character(0)
    x, friend = d.character(1), d.character(1)
    d.damage(friend, 5)
    detour = d.on(x, "detour")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    # When it names a friend and then Y, then the friend is healed and Y is hit.
    d.quietly(1, "use", detour, -1, friend, y)
    assert (d.hp(x), d.hp(friend), d.hp(y)) == (10, 7, 7)
    assert [row[ROW_CARD] for row in d.happened("deflected")] == [y]


@pytest.mark.editions("defend.negate", fade2="defend.negate", fade1="defend.negate")
def test_a_negated_skill_does_nothing_at_all(edition: str) -> None:
    # Given a Skill 'deal 5 damage; draw a card even if this deals no damage'.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    skill, veto = d.on(x, "lecture"), d.on(y, "veto")
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    d.play(0, "use", skill, y)
    # When it is Negated, then no damage is dealt and no card is drawn.
    d.quietly(1, "use", veto, -1)
    assert d.hp(y) == 10 and d.size(0, HAND) == hand


@pytest.mark.editions("defend.counter", fade2="defend.counter", fade1="defend.counter")
def test_a_counter_strikes_first_and_protects_nobody(edition: str) -> None:
    # Given X is attacked for 4 and answers with a Counter dealing 2 to the attacker (6 HP).
    d = Duel(CARDS, edition=edition)
    a, x = d.character(0), d.character(1)
    d.damage(a, 4)
    skill, riposte = d.on(a, "attack-4"), d.on(x, "riposte")
    d.go(0, COMBAT)
    d.play(0, "use", skill, x)
    d.play(1, "use", riposte, -1)
    # When the Chain resolves, then the attacker drops to 4 HP first and then X takes 4.
    d.pass_all()
    assert [row[ROW_CARD] for row in d.happened("takes-damage")] == [a, x]
    assert d.hp(a) == 4 and d.hp(x) == 6


@pytest.mark.editions("defend.counter", fade2="defend.counter", fade1="defend.counter")
def test_other_targets_of_a_counter_card_are_not_struck(edition: str) -> None:
    # Given a Counter of 2 that also heals one of the own Characters.
    d = Duel(CARDS, edition=edition)
    a, x, hurt = d.character(0), d.character(1), d.character(1)
    d.damage(hurt, 5)
    mending = d.on(x, "mending")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.quietly(1, "use", mending, -1, hurt)
    # Then only the attacker is struck and the other one is healed.
    assert d.hp(a) == 8 and d.hp(hurt) == 8
    assert not [row for row in d.happened("attacked") if row[ROW_CARD] == hurt]


@pytest.mark.editions("defend.counter-target", fade2="defend.counter-hit", fade1="defend.counter-hit")
def test_an_attacker_out_of_bounds_cannot_be_countered(edition: str) -> None:
    # Given an attacker Immune to Reactions.
    d = Duel(CARDS, edition=edition)
    a, x = d.character(0, "shade"), d.character(1)
    riposte = d.on(x, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    # Then the Counter has no legal target.
    assert d.refused(1, "use", riposte, -1) == d.rule("counter-target")


@pytest.mark.editions("defend.whom", fade2="defend.user", fade1="defend.who-may-react")
@pytest.mark.editions("defend.whom", fade2="defend.third-players", fade1="defend.who-may-react")
def test_any_own_character_defends_and_bystanders_only_negate(edition: str) -> None:
    # Given 3 Players: A attacks B's Character.
    d = Duel(CARDS, seats=3, edition=edition)
    a, b, b2, c = d.character(0), d.character(1), d.character(1), d.character(2)
    block_b, block_c, veto_c = d.on(b2, "guard"), d.on(c, "guard"), d.on(c, "veto")
    counter_c, mirror_c = d.on(c, "riposte"), d.on(c, "mirror")
    d.go(0, COMBAT)
    d.play(0, "attack", a, b)
    # When another of B's Characters Blocks, then it is allowed.
    assert d.asked() == [1]
    assert d.can(1, "use", block_b, -1)
    d.step()
    # When C tries to Block, Counter or Deflect, then it is refused; C may Negate.
    assert d.asked() == [2]
    assert d.refused(2, "use", block_c, -1) == d.rule("not-concerned")
    assert d.refused(2, "use", counter_c, -1) == d.rule("not-concerned")
    assert d.refused(2, "use", mirror_c, -1, a) == d.rule("not-concerned")
    d.quietly(2, "use", veto_c, -1)
    assert d.hp(b) == 10


@pytest.mark.editions("defend.whom", fade2="defend.third-players", fade1="defend.who-may-react")
def test_a_text_can_say_that_anyone_may_be_guarded(edition: str) -> None:
    # Given 3 Players: A attacks B's Character. When C Blocks "an Attack on anyone", then it is allowed.
    d = Duel(CARDS, seats=3, edition=edition)
    a, b, c = d.character(0), d.character(1), d.character(2)
    watchman = d.on(c, "bodyguard")
    d.go(0, COMBAT)
    d.play(0, "attack", a, b)
    assert d.asked() == [2]
    d.quietly(2, "use", watchman, -1)
    assert d.hp(b) == 10
    assert d.rules.by_slug["bodyguard"].text == "Answer an Attack on anyone: Block it."


@pytest.mark.editions("defend.whom", fade2="defend.user", fade1="defend.who-may-react")
def test_whoever_a_deflect_points_at_may_defend(edition: str) -> None:
    # Given 3 Players: A attacks B's Character, and B Deflects to C's.
    d = Duel(CARDS, seats=3, edition=edition)
    a, b, c = d.character(0), d.character(1), d.character(2)
    mirror, block_c = d.on(b, "mirror"), d.on(c, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", a, b)
    d.play(1, "use", mirror, -1, c)
    # Then C may Block the Attack that the Deflect in the Chain is sending there.
    assert d.asked() == [2]
    d.quietly(2, "use", block_c, -1)
    assert d.hp(b) == d.hp(c) == 10


@pytest.mark.editions(fade2="defend.use-card", fade1="defend.use-card")
def test_each_attack_may_be_answered_by_a_reaction(edition: str) -> None:
    # Given three separate attacks in one Combat Step and enough TP.
    d = Duel(CARDS, edition=edition)
    attackers, y = [d.character(0) for _ in range(3)], d.character(1)
    blocks = [d.on(y, "guard") for _ in range(3)]
    d.go(0, COMBAT)
    # When the defender flips one Reaction against each, then all three are legal.
    for x, block in zip(attackers, blocks, strict=True):
        d.play(0, "attack", x, y)
        d.quietly(1, "use", block, -1)
        assert d.lies(block) == "discard"
    assert d.count(y, "Damage") == 0


@pytest.mark.editions(fade2="defend.once-per-attack", fade1="defend.once-per-attack")
def test_against_one_attack_a_player_uses_one_card(edition: str) -> None:
    # Given A attacks B, who has three Reactions on two Characters; A has one.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    block, back, more = d.on(y, "guard"), d.on(y, "riposte"), d.on(d.character(1), "guard")
    mine = d.on(x, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When B has linked a Counter-hit, then a second card against the same attack is refused.
    d.play(1, "use", back, -1)
    d.play(0, "use", mine, -2)
    assert d.refused(1, "use", block, -1) == d.rule("defended")
    assert d.refused(1, "use", more, -1) == d.rule("defended")
    # Against A's own Counter-hit, which is a new attack, B uses one card again.
    d.play(1, "use", block, -3)
    assert not [move for move in d.options(1) if move[1:2] == (more,)]
    d.pass_all()
    assert d.count(y, "Damage") == 3


@pytest.mark.editions(fade2="defend.use-effect", fade1="defend.use-effect")
def test_effects_of_face_up_cards_are_used_as_often_as_they_are_paid_for(edition: str) -> None:
    # Given an Augment with 'pay 1 TP: 1 damage less' and 3 TP.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "giant"), d.character(1)
    shell = d.on(y, "carapace", face=1)
    d.go(0, COMBAT)
    d.tp(1, 3)
    d.play(0, "attack", x, y)
    # When its player uses it three times in one attack, then all are legal and 3 damage less are dealt.
    for _ in range(3):
        d.until_asked(1)
        d.play(1, "activate", shell, -1)
    d.pass_all()
    assert (d.count(y, "Damage"), d.tp_of(1)) == (2, 0)


@pytest.mark.editions(fade2="defend.prevent", fade1="defend.prevent")
def test_what_is_prevented_lies_there_without_effect(edition: str) -> None:
    # Given a Skill of Cost 3 attached to X.
    d = Duel(OLDER, edition=edition)
    x, y = d.character(0), d.character(1)
    skill, ward = d.on(x, "plain-four"), d.on(y, "ward-off")
    d.go(0, COMBAT)
    d.tp(0, 3)
    d.play(0, "use", skill, y)
    # When it is Prevented, then it does nothing, lies face-up on X, and the 3 TP are gone.
    d.quietly(1, "use", ward, -1)
    assert (d.count(y, "Damage"), d.tp_of(0)) == (0, 0)
    assert (d.lies(skill), d.s.host[skill], d.s.face[skill]) == ("attached", x, 1)
    # And it cannot be used again in the next turn either.
    d.next_turn(0)
    d.go(0, COMBAT)
    d.tp(0, 9)
    assert d.refused(0, "use", skill, y)
    assert not [move for move in d.options(0) if move[1:2] == (skill,)]


@pytest.mark.editions(fade2="defend.prevent-place", fade1="defend.prevented-card-stays")
def test_a_prevented_item_takes_the_place_of_an_older_card(edition: str) -> None:
    # Given an Item that is Prevented, and no room beside its player, when the Chain ends, then the player
    # discards one card there, which may be the Item where any may go, and the Item lies there sideways.
    d = Duel(OLDER, edition=edition)
    x, user = d.character(0), d.character(1)
    d.damage(x, 3)
    names, old = d.rules.grid.names, []
    while cells := board.free(d.s, 0, ATTACH):
        old.append(d.on(d.body(0), "edge", 1, at=names[cells[0]]))
    tonic, ward = d.hand(0, "hp-tonic"), d.on(user, "ward-off")
    d.play(0, "play", tonic, x)
    d.until_asked(1)
    d.play(1, "use", ward, -1)
    assert d.until(PICK) == 0
    newest = {tonic} if d.rules.edition.board.makes_room == "any" else set()
    assert set(kernel.candidates(d.s, d.s.asks[0], {})) == {*old} | newest
    place = d.at(old[2])
    d.quietly(0, "pick", old[2])
    assert d.lies(old[2]) == "discard" and d.at(tonic) == place
    assert d.s.role[tonic] == TURNED and d.hp(x) == 7


@pytest.mark.editions(fade2="defend.prevent-removal", fade1="defend.prevented-card-stays")
def test_a_prevented_skill_may_make_room_for_a_new_card(edition: str) -> None:
    # Given a Character with a Prevented Skill among 5 cards, then nothing offers to discard it; when a new
    # card is attached, then its player may discard the Prevented one.
    d = Duel(OLDER, edition=edition)
    x, user = d.character(0, "attack-drummer"), d.character(1)
    balm, ward = d.on(x, "prayer"), d.on(user, "ward-off")
    rest = [d.on(x, "strike") for _ in range(4)]
    d.go(0, COMBAT)
    d.play(0, "use", balm)
    d.until_asked(1)
    d.quietly(1, "use", ward, -1)
    assert d.s.role[balm] == TURNED and d.s.host[balm] == x
    d.next_turn(0)
    new = d.hand(0, "guard")
    assert not [move for move in d.options(0) if move[1:2] == (balm,)]
    d.play(0, "attach", new, x)
    assert d.until(PICK) == 0
    newest = {new} if d.rules.edition.board.makes_room == "any" else set()
    assert set(kernel.candidates(d.s, d.s.asks[0], d.dealer.known[0])) == {balm, *rest} | newest
    d.quietly(0, "pick", balm)
    assert d.lies(balm) == "discard" and d.s.host[new] == x


@pytest.mark.editions(fade2="defend.counter-hit-gone", fade1="defend.counter-hit-gone")
def test_a_counter_hit_at_somebody_gone_hits_nothing(edition: str) -> None:
    # Given two Counter-hits against X with 2 HP, of a Reaction and of a card that lies face-up.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.leave(x, 2)
    d.character(0)
    back, thorns = d.on(y, "riposte"), d.on(y, "thorns", face=1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", back, -1)
    # When the later one resolves first and Knocks Out X, then the earlier one hits nothing.
    d.until_asked(1)
    d.quietly(1, "activate", thorns, -1)
    assert d.lies(x) == "discard"
    assert len(d.happened("hit")) == 1


@pytest.mark.editions(fade2="defend.use-card", fade1="defend.use-card")
def test_a_defender_pays_for_a_reaction_and_uses_no_skill(edition: str) -> None:
    # Given Y under attack with a Block of Cost 2 and a Skill.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    wall, skill = d.on(y, "dear-guard"), d.on(y, "strike")
    d.go(0, COMBAT)
    d.tp(1, 2)
    d.play(0, "attack", x, y)
    # When its controller has 2 TP, then the Block is linked for them, and the Skill is not.
    assert d.refused(1, "use", skill, x)
    d.tp(1, 1)
    assert d.refused(1, "use", wall, -1) == d.rule("too-dear")
    d.tp(1, 2)
    d.play(1, "use", wall, -1)
    assert (len(d.s.chain), d.tp_of(1)) == (2, 0)


@pytest.mark.editions(fade2="defend.once-per-attack", fade1="defend.once-per-attack")
def test_against_one_attack_each_player_uses_a_card(edition: str) -> None:
    # Given A attacks B, who has used a Block, and C with two cards that Negate.
    d = Duel(CARDS, seats=3, edition=edition)
    x, y, z = d.character(0), d.character(1), d.character(2)
    block, first, second = d.on(y, "guard"), d.on(z, "veto"), d.on(z, "veto")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", block, -1)
    # When C uses one, then it is accepted, and the other one is refused.
    d.play(2, "use", first, -1)
    while d.s.chain and d.asked() != [2]:
        d.step()
    assert not [move for move in d.options(2) if move[1:2] == (second,)] and d.lies(second) == "attached"


@pytest.mark.editions(fade2="defend.prevent-place", fade1="defend.prevent-not-a-card")
def test_who_made_a_prevented_normal_attack_is_not_turned(edition: str) -> None:
    # Given X with Multistrike 1, whose first Normal Attack is Prevented.
    d = Duel(OLDER, edition=edition)
    x, y = d.character(0, "fencer"), d.character(1)
    ward = d.on(y, "ward-off")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", ward, -1)
    # Then X stands there as before and makes its second one.
    assert d.count(y, "Damage") == 0 and d.s.role[x] != TURNED
    d.quietly(0, "attack", x, y)
    assert d.count(y, "Damage") == 2
    assert d.refused(0, "attack", x, y) == d.rule("normal-once")


@pytest.mark.editions(fade2="defend.counter-hit-gone", fade1="defend.counter-hit-gone")
def test_hits_of_a_counter_hit_are_not_given_to_another_target(edition: str) -> None:
    # Given Y's Counter-hit of three hits of 3 on X with 3 HP, and a second enemy Character in front.
    d = Duel(CARDS, edition=edition)
    x, other, y = d.character(0), d.character(0), d.character(1)
    d.leave(x, 3)
    rain = d.on(y, "rain")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", rain, -1)
    # When the first Knocks Out X, then the others are lost.
    d.pass_all()
    assert d.lies(x) == "discard" and d.count(other, "Damage") == 0 and len(d.happened("hit")) == 1
