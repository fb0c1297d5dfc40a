"""The rules of Attacks: what one is, what it deals and pays, how it is declared (topic attack)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD, ROW_EVENT, ROW_N
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, reaction, skill

CARDS = (
    cards("armor", "flurry", "plate-mail", "dear-riposte", "spread-shot", "veto")
    + skill("big", cost=1, do={"attack": 6})
    + skill("two-tp", name="Two", cost=2, do={"attack": 2})
    + skill("rising", cost=1, do={"attack": [{"n": 1}, {"n": 2}, {"n": 3}]})
    + skill("volley", cost=1, targets={"n": 2, "up_to": True, "reach": True}, do={"attack": 1, "hits": 2})
)


ZEALOT = character(
    "zealot", ability={"on": "hit", "of": "all characters", "by": "this", "do": {"damage": 1, "to": "this"}}
)


@pytest.mark.editions("attack.normal", fade2="attack.normal", fade1="attack.normal")
def test_a_normal_attack_deals_plv_and_costs_nothing(edition: str) -> None:
    # Given a Character with 3 PLV, a target with 5 HP, and 0 TP.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.damage(y, 5)
    d.tp(0, 0)
    d.go(0, COMBAT)
    # When it performs its Normal Attack and nothing answers.
    d.quietly(0, "attack", x, y)
    # Then the target has 2 HP left, by one hit, and no TP were spent: there is only the reward.
    assert d.hp(y) == 2
    assert len(d.happened("hit")) == 1
    assert d.tp_of(0) == 1


@pytest.mark.editions("attack.normal-once", fade2="attack.normal-limit", fade1="attack.normal-once")
def test_one_normal_attack_a_turn(edition: str) -> None:
    # Given a Character that has performed its Normal Attack this turn.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "giant")
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    # When it tries a second one, then it is refused.
    assert d.refused(0, "attack", x, y) == d.rule("normal-once")
    # In its controller's next turn it may do so again.
    d.go(1, PREPARATION)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, y)


@pytest.mark.editions("attack.normal-tp", fade2="attack.normal-tp", fade1="attack.normal-tp")
def test_a_successful_normal_attack_gives_one_tp_and_a_skill_none(edition: str) -> None:
    # Given 4 TP and a Normal Attack that deals damage.
    d = Duel(CARDS, edition=edition)
    x, other, y = d.character(0), d.character(0), d.character(1, "giant")
    d.counters(x, "Drain", 1)
    skill = d.on(other, "big")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "attack", x, y)
    # Then TP become 5 once it has resolved.
    d.pass_all()
    assert d.hp(y) == 18 and d.tp_of(0) == 5
    # Given a Skill that deals 6 damage, then no TP are gained.
    d.quietly(0, "use", skill, y)
    assert d.hp(y) == 12 and d.tp_of(0) == 4


@pytest.mark.editions("attack.success", fade2="attack.success", fade1="attack.success")
def test_one_damaging_hit_makes_an_attack_successful(edition: str) -> None:
    # Given a 3-hit Attack whose first two hits are reduced to 0 and whose third deals 1.
    d = Duel(CARDS, edition=edition)
    x, other, y = d.character(0), d.character(0), d.character(1)
    d.on(y, "plate-mail", face=1)
    skill, weak = d.on(x, "rising"), d.on(other, "flurry")
    d.go(0, COMBAT)
    d.quietly(0, "use", skill, y)
    # Then the Attack is successful.
    assert d.hp(y) == 9
    assert len(d.happened("succeeds")) == 1
    # If all three are reduced to 0, then it is not.
    d.quietly(0, "use", weak, y)
    assert d.hp(y) == 9
    assert len(d.happened("succeeds")) == 1


@pytest.mark.editions("attack.zero", fade2="attack.zero-damage", fade1="damage.zero-damage")
def test_an_attack_of_zero_damage_is_performed_without_success(edition: str) -> None:
    # Given a Character with 0 PLV and 1 Fracture Counter.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.counters(x, "Drain", 3)
    d.counters(x, "Fracture", 1)
    d.go(0, COMBAT)
    d.tp(0, 4)
    # When it performs a Normal Attack.
    d.quietly(0, "attack", x, y)
    # Then the target loses nothing, no TP are gained, and the attacker gets 1 Damage Counter.
    assert d.hp(y) == 10 and d.tp_of(0) == 4
    assert d.count(x, "Damage") == 1
    assert not d.happened("succeeds")


@pytest.mark.editions("attack.multi-hit", fade2="damage.hits", fade1="damage.multi-hit-one-attack")
def test_every_hit_is_reduced_for_itself(edition: str) -> None:
    # Given a Skill with 3 hits of 2 damage and a target that reduces damage it takes by 1.
    d = Duel(CARDS, edition=edition)
    x, other, y = d.character(0), d.character(0), d.character(1)
    d.on(y, "armor", face=1)
    one, two, guard = d.on(x, "flurry"), d.on(other, "flurry"), d.on(y, "guard")
    d.go(0, COMBAT)
    # When it resolves, then three instances of 1 damage are dealt as one Attack.
    d.quietly(0, "use", one, y)
    assert [row[ROW_N] for row in d.happened("takes-damage")] == [1, 1, 1]
    assert len(d.happened("attacks")) == 1
    assert d.hp(y) == 7
    # One Block stops it altogether.
    d.play(0, "use", two, y)
    d.quietly(1, "use", guard, -1)
    assert d.hp(y) == 7


@pytest.mark.editions(
    "attack.several-targets", fade2="damage.simultaneous-targets", fade1="target.split-hits"
)
def test_several_targets_are_hit_in_the_order_chosen(edition: str) -> None:
    # Given a Skill 'deal 3 damage to up to 2 enemies' aimed at X and Y.
    d = Duel(CARDS, edition=edition)
    a, b, c = d.character(0), d.character(0), d.character(0)
    x, y = d.character(1), d.character(1)
    spread, volley, one = d.on(a, "spread-shot"), d.on(b, "volley"), d.on(c, "spread-shot")
    d.go(0, COMBAT)
    # A Normal Attack aimed at two targets is refused.
    assert d.refused(0, "attack", a, x, y) == d.rule("one-target")
    d.quietly(0, "use", spread, y, x)
    # Then Y takes 3 and then X takes 3, as chosen.
    assert [row[ROW_CARD] for row in d.happened("takes-damage")] == [y, x]
    assert d.hp(x) == d.hp(y) == 7
    # With several hits each hit goes to all targets before the next hit.
    d.quietly(0, "use", volley, x, y)
    assert [row[ROW_CARD] for row in d.happened("takes-damage")][2:] == [x, y, x, y]
    # 'Up to' may be fewer, and the same target is not chosen twice.
    assert d.refused(0, "use", one, x, x) == d.rule("no-target")
    assert d.can(0, "use", one, x)


@pytest.mark.editions(
    "attack.several-targets", fade2="damage.simultaneous-targets", fade1="target.split-hits"
)
def test_an_attack_that_needs_no_reach_hits_in_the_order_chosen_too(edition: str) -> None:
    # Given a Skill 'deal 1 damage to 2 enemy Characters', whatever the Combat Zone Order says.
    comet = skill("comet", targets={"pick": "enemy characters", "n": 2}, do={"attack": 1})
    d = Duel(comet, edition=edition)
    a, x, y = d.character(0), d.character(1), d.character(1)
    used = d.on(a, "comet")
    d.go(0, COMBAT)
    # When the younger one is named first, then it is hit first.
    d.quietly(0, "use", used, y, x)
    assert [row[ROW_CARD] for row in d.happened("takes-damage")] == [y, x]


@pytest.mark.editions("attack.declare", fade2="attack.sequence", fade1="combat.attack-sequence")
def test_costs_come_before_the_coin_and_the_coin_before_answers(edition: str) -> None:
    # Given a Skill of Cost 2, 2 TP and 1 Blindness Counter on the attacker.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.counters(x, "Blindness", 1)
    skill = d.on(x, "two-tp")
    d.on(y, "guard")
    d.go(0, COMBAT)
    d.tp(0, 2)
    at = len(d.log)
    # When the Attack is declared.
    d.play(0, "use", skill, y)
    # Then the TP are paid before the coin is flipped, and the coin is known before the opponent is asked.
    events = [d.rules.events[row[ROW_EVENT]] for row in d.log[at:]]
    assert events.index("counter-gone") < events.index("linked") < events.index("tossed")
    assert d.tp_of(0) == 0
    assert d.asked() == [1] and len(d.s.chain) == 1


@pytest.mark.editions(
    "attack.spent-when-stopped", fade2="attack.normal-limit", fade1="attack.counts-when-stopped"
)
def test_a_negated_attack_is_used_up(edition: str) -> None:
    # Given a Normal Attack that is Negated.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    veto = d.on(y, "veto")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "attack", x, y)
    d.play(1, "use", veto, -1)
    # When the Chain is over.
    d.pass_all()
    # Then that Character has no Normal Attack left this turn and no TP were gained.
    assert d.hp(y) == 10 and d.tp_of(0) == 4
    assert d.refused(0, "attack", x, y) == d.rule("normal-once")


@pytest.mark.editions(
    "attack.spent-when-stopped", fade2="attack.normal-limit", fade1="attack.counts-when-stopped"
)
def test_a_blocked_skill_stays_paid_and_is_discarded(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    skill, guard = d.on(x, "two-tp"), d.on(y, "guard")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "use", skill, y)
    d.quietly(1, "use", guard, -1)
    assert d.tp_of(0) == 2 and d.lies(skill) == "discard" and d.hp(y) == 10


@pytest.mark.editions("attack.attacker-gone", fade2="attack.attacker-gone", fade1="attack.attacker-gone")
def test_a_counter_that_fells_the_attacker_saves_the_defender(edition: str) -> None:
    # Given Character X (2 HP) attacks and the defender answers with a Counter dealing 3 damage.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.character(0)
    d.damage(x, 8)
    riposte = d.on(y, "dear-riposte")
    d.go(0, COMBAT)
    d.tp(0, 4)
    d.play(0, "attack", x, y)
    d.play(1, "use", riposte, -1)
    # When the Chain resolves, then X falls first and its Attack deals no damage and gives no TP.
    d.pass_all()
    assert d.lies(x) == "discard"
    assert d.hp(y) == 10 and d.tp_of(0) == 4


@pytest.mark.editions("attack.declare", fade2="attack.sequence", fade1="combat.attack-sequence")
def test_an_attack_without_a_target_is_refused_for_what_is_missing(edition: str) -> None:
    # Given the own Combat Phase, and Characters who may attack and who may not.
    d = Duel(CARDS, edition=edition)
    a, fresh, y = d.character(0), d.character(0), d.character(1)
    d.go(0, COMBAT)
    # Then an Attack lacks its target, or its attacker, and not the turn.
    assert d.refused(0, "attack", a) == d.rule("declaration")
    assert d.refused(0, "attack") == d.rule("declaration")
    assert d.refused(0, "attack", y) == d.rule("declaration")
    assert d.refused(0, "attack", y, a) == d.rule("declaration")
    # And whatever forbids it with any target comes before that.
    d.quietly(0, "attack", a, y)
    assert d.refused(0, "attack", a) == d.refused(0, "attack", a, y) == d.rule("normal-once")
    assert d.refused(0, "attack", fresh) == d.rule("declaration")
    d.go(1, COMBAT)
    assert d.refused(0, "attack", fresh) == d.rule("waiting")


@pytest.mark.editions(
    "attack.spent-when-stopped", fade2="attack.normal-limit", fade1="attack.counts-when-stopped"
)
@pytest.mark.parametrize("how", ["blocked", "deflected", "missed", "target gone"])
def test_a_normal_attack_that_comes_to_nothing_is_used_up(how: str, edition: str) -> None:
    # Given a Normal Attack that is Blocked or Deflected, misses through Blindness, or finds its target gone.
    vanish = reaction("vanish", answers="attack", do={"imprison": "attacked"})
    d = Duel(CARDS + cards("deflection") + vanish, edition=edition)
    x, y, keeper = d.character(0), d.character(1), d.character(1)
    answers = {"blocked": "guard", "deflected": "deflection", "target gone": "vanish"}
    d.go(0, COMBAT)
    d.tp(0, 4)
    if how == "missed":
        d.counters(x, "Blindness", 1)
        d.coins = [1]
    else:
        answer = d.on(keeper, answers[how])
    d.play(0, "attack", x, y)
    if how != "missed":
        d.play(1, "use", answer, -1, *([keeper] if how == "deflected" else []))
    d.pass_all()
    # Then none is left this turn, and only the one that hit somebody else was rewarded.
    assert (d.lies(y), d.count(y, "Damage")) == ("rift" if how == "target gone" else "front", 0)
    assert d.tp_of(0) == (4 + d.rules.figures.tp_gain_normal_attack if how == "deflected" else 4)
    assert d.refused(0, "attack", x, keeper) == d.rule("normal-once")


@pytest.mark.editions(fade2="attack.attacker-gone", fade1="attack.attacker-gone")
def test_an_attacker_that_falls_between_its_hits_makes_no_more(edition: str) -> None:
    # Given an attacker with 2 HP left that takes 1 damage at each of its hits, and a Skill of three hits.
    d = Duel(CARDS + ZEALOT, edition=edition)
    x, y = d.character(0, "zealot"), d.character(1)
    d.leave(x, 2)
    flurry = d.on(x, "flurry")
    d.go(0, COMBAT)
    d.quietly(0, "use", flurry, y)
    # When it is Knocked Out at the second, then only the first one has hurt, and the Skill is used up.
    assert d.lies(x) == d.lies(flurry) == "discard" and d.count(y, "Damage") == 2
    assert len(d.happened("hit")) == 2
