"""The effects of an attack in the older editions when it is Blocked, Deflected, Negated or Prevented."""

from __future__ import annotations

import pytest

from fadenet.engine.state import CONFIRM, PAY
from fadenet.games.fade.tables import COMBAT
from tests.builders import meetings
from tests.builders.scenario import Duel
from tests.cards.fade import cards, skill

CARDS = (
    meetings.CARDS
    + cards("annul", "avert", "crush-4", "deflection", "downgrade", "riposte", "screen")
    + meetings.bearer("wolf", keywords={"Bloodlust": 3})
    + meetings.bearer("twice", keywords={"Multistrike": 1})
    + meetings.bearer(
        "crier",
        ability=[
            {"on": "attacks", "do": {"gain_tp": 1}},
            {"on": "hit", "of": "all characters", "by": "this", "do": {"counter": "Drain", "on": "that"}},
            {"on": "succeeds", "do": {"counter": "Shield", "on": "this"}},
        ],
    )
    + meetings.bearer(
        "victim",
        ability=[
            {"on": "attacked", "do": {"gain_tp": 1}},
            {"on": "takes-damage", "do": {"counter": "Fracture", "on": "this"}},
        ],
    )
    + meetings.bearer("proof", keywords={"Immune": ["Attacks"]})
    + meetings.bearer("shelled", keywords={"Immune": ["Skills"]})
    + skill("soft", do={"attack": 4})
    + skill("sharp", do={"attack": 4, "type": "Unblockable"})
    + skill("venom", keywords={"Poison": 2}, do={"attack": 4})
    + skill("again", keywords={"Replay": 1}, do={"attack": 4})
)
ANSWERS = ("", "screen", "deflection", "annul", "avert")
every_answer = pytest.mark.parametrize("answer", ANSWERS)


class Bout:
    """A Character attacks another one, whose Player answers with a Reaction; a third one stands beside it."""

    def __init__(self, edition: str, attacker: str = "bearer", target: str = "bearer") -> None:
        self.d = Duel(CARDS, edition=edition)
        self.x = self.d.character(0, attacker, at="c3")
        self.y = self.d.character(1, target, at="c3")
        self.z = self.d.character(1, "soldier", at="c4")

    def fight(self, answer: str, skill: str = "") -> int:
        """Attack with a Skill or without one, the answer is used; gives the Skill's handle."""
        d = self.d
        card = d.on(self.x, skill) if skill else 0
        reaction = d.on(self.y, answer) if answer else 0
        d.go(0, COMBAT)
        d.tp(0, int(skill == "again"))
        d.tp(1, 5)
        d.play(0, *(("use", card) if card else ("attack", self.x)), self.y)
        if reaction:
            d.until_asked(1)
            d.play(1, "use", reaction, -1, *[self.z] * (answer == "deflection"))
        if skill != "again":
            d.pass_all()
        return card

    def dealt(self) -> tuple[int, int]:
        """The damage of the target and of the one beside it."""
        return self.d.count(self.y, "Damage"), self.d.count(self.z, "Damage")


DEALT = {"": (5, 0), "screen": (0, 0), "deflection": (0, 5), "annul": (0, 0), "avert": (0, 0)}
"""By answer the damage of a Normal Attack of PLV 5: at its target, and where it is Deflected to."""


@meetings.cited(
    ("defend.block", "defend.block"),
    ("attack.normal-tp", "attack.normal-tp"),
    ("attack.success", "attack.success"),
)
@every_answer
def test_a_normal_attack_brings_a_tp_only_if_it_deals_damage(answer: str, edition: str) -> None:
    # Given a Normal Attack and an answer, then a TP is gained if a hit dealt damage, wherever it went.
    bout = Bout(edition)
    bout.fight(answer)
    assert bout.dealt() == DEALT[answer]
    assert bout.d.tp_of(0) == (sum(DEALT[answer]) > 0)


@meetings.cited(("keyword.bloodlust", "keyword.bloodlust"), ("attack.sequence", "combat.attack-sequence"))
@every_answer
def test_bloodlust_comes_with_the_declaration(answer: str, edition: str) -> None:
    # Given Bloodlust 3 and 10 damage, then 3 HP are gained whatever becomes of the attack.
    bout = Bout(edition, "wolf")
    bout.d.damage(bout.x, 10)
    bout.fight(answer)
    assert bout.d.count(bout.x, "Damage") == 7


@meetings.cited(
    ("keyword.fracture-counter", "keyword.fracture-counter"), ("attack.sequence", "combat.attack-sequence")
)
@every_answer
def test_fracture_comes_with_the_declaration(answer: str, edition: str) -> None:
    # Given 2 Fracture Counters on the attacker, then they harm it whatever becomes of the attack.
    bout = Bout(edition)
    bout.d.counters(bout.x, "Fracture", 2)
    bout.fight(answer)
    assert bout.d.count(bout.x, "Damage") == 2


@meetings.cited(("keyword.blindness-counter", "keyword.blindness-counter"))
@every_answer
def test_the_blind_who_miss_do_nothing_whatever_is_answered(answer: str, edition: str) -> None:
    # Given a Blindness Counter and Tails, then nobody is damaged, and the Reaction is used up all the same.
    bout = Bout(edition)
    bout.d.counters(bout.x, "Blindness", 1)
    bout.d.coins = [1]
    bout.fight(answer)
    assert bout.dealt() == (0, 0) and not bout.d.s.kids.get(bout.y)


@meetings.cited(("attack.normal-limit", "attack.normal-once"), ("keyword.multistrike", "keyword.multistrike"))
@pytest.mark.parametrize(("attacker", "more"), [("bearer", False), ("twice", True)])
@every_answer
def test_a_declared_normal_attack_is_used_up(attacker: str, more: bool, answer: str, edition: str) -> None:
    # Given a Character with one Normal Attack or two, then the first is used up by being declared.
    bout = Bout(edition, attacker)
    bout.fight(answer)
    assert bout.d.can(0, "attack", bout.x, bout.y) == more
    if not more:
        assert bout.d.refused(0, "attack", bout.x, bout.y) == bout.d.rule("normal-once")


@meetings.cited(("trigger.when-declared", "chain.triggered-effects"))
@every_answer
def test_what_attacking_triggers_is_a_link_of_its_own(answer: str, edition: str) -> None:
    # Given an attacker and a target that gain a TP On Attack and On Attacked, then both happen.
    bout = Bout(edition, "crier", "victim")
    bout.fight(answer)
    assert bout.d.tp_of(0) == 1 + (sum(DEALT[answer]) > 0)
    assert bout.d.tp_of(1) == 5 + 1 - (answer == "deflection")


@meetings.cited(
    ("defend.block", "defend.block"),
    ("defend.negate", "defend.negate"),
    ("trigger.when-resolving", "chain.triggered-effects"),
)
@pytest.mark.parametrize(
    ("answer", "drained"),
    [("", (1, 0)), ("screen", (1, 0)), ("deflection", (0, 1)), ("annul", (0, 0)), ("avert", (0, 0))],
)
def test_on_hit_happens_at_blocked_hits_and_where_they_were_deflected(
    answer: str, drained: tuple[int, int], edition: str
) -> None:
    # Given On Hit: 1 Drain Counter, then a Blocked hit puts one, a Negated or Prevented attack hits nobody.
    bout = Bout(edition, "crier")
    bout.fight(answer)
    assert (bout.d.count(bout.y, "Drain"), bout.d.count(bout.z, "Drain")) == drained


@meetings.cited(("attack.success", "attack.success"))
@every_answer
def test_success_is_told_by_damage(answer: str, edition: str) -> None:
    # Given what happens on success and on taking damage, then both need a hit that deals more than 0.
    bout = Bout(edition, "crier", "victim")
    bout.fight(answer)
    assert bout.d.count(bout.x, "Shield") == (sum(DEALT[answer]) > 0)
    assert bout.d.count(bout.y, "Fracture") == (DEALT[answer][0] > 0)


@meetings.cited(("attack.card-discard", "attack.card-discarded"), ("defend.prevent", "defend.prevent"))
@every_answer
def test_a_used_skill_is_discarded_unless_prevented(answer: str, edition: str) -> None:
    # Given a Skill and an answer, then it is discarded; a Prevented one lies on its user, face-up.
    bout = Bout(edition)
    skill = bout.fight(answer, "soft")
    assert bout.d.lies(skill) == ("attached" if answer == "avert" else "discard")
    assert bout.d.s.face[skill] == 1


@meetings.cited(("defend.negate", "defend.negate"), ("keyword.poison-counter", "keyword.poison-counter"))
@pytest.mark.parametrize(
    ("answer", "put"),
    [("", (2, 0)), ("screen", (2, 0)), ("deflection", (0, 2)), ("annul", (0, 0)), ("avert", (0, 0))],
)
def test_counters_of_a_skill_are_an_effect_beside_its_damage(
    answer: str, put: tuple[int, int], edition: str
) -> None:
    # Given a Skill with 2 Poison, then Block stops its damage alone, Negate and Prevent the whole card.
    bout = Bout(edition)
    bout.fight(answer, "venom")
    assert (bout.d.count(bout.y, "Poison"), bout.d.count(bout.z, "Poison")) == put


@meetings.cited(("keyword.replay", "keyword.replay"))
@every_answer
def test_what_was_negated_may_be_replayed_and_what_was_prevented_not(answer: str, edition: str) -> None:
    # Given a Skill with Replay and an answer, then Replay is offered unless it was Prevented.
    bout = Bout(edition)
    bout.fight(answer, "again")
    d = bout.d
    while d.s.chain and not d.s.over and d.asked_kind() not in (CONFIRM, PAY):
        d.step()
    assert (d.asked_kind() in (CONFIRM, PAY)) == (answer != "avert")


# Classes.


@meetings.cited(
    ("damage.class-matrix", "damage.class-strength"),
    ("damage.downgrade", "damage.downgrade"),
    ("keyword.shield-counter", "keyword.shield-counter"),
)
@pytest.mark.parametrize(
    ("skill", "weaken", "dealt"),
    [
        ("soft", False, 0),
        ("sharp", False, 0),
        ("crush-4", False, 4),
        ("soft", True, 0),
        ("sharp", True, 0),
        ("crush-4", True, 0),
    ],
)
def test_a_shield_sees_the_class_to_which_an_attack_was_downgraded(
    skill: str, weaken: bool, dealt: int, edition: str
) -> None:
    # Given a Shield Counter and an attack that was downgraded or not, then it Negates what Negate works on.
    bout = Bout(edition)
    bout.d.counters(bout.y, "Shield", 1)
    bout.fight("downgrade" if weaken else "", skill)
    assert bout.d.count(bout.y, "Damage") == dealt
    assert bout.d.count(bout.y, "Shield") == (dealt > 0)


# Shields and answers.


@meetings.cited(
    ("defend.deflect-consequences", "defend.deflect-target"),
    ("keyword.shield-counter", "keyword.shield-counter"),
)
@pytest.mark.parametrize("answer", ["screen", "deflection", "annul", "avert"])
def test_a_shield_is_spent_only_on_what_would_resolve(answer: str, edition: str) -> None:
    # Given a Shield Counter on the target and an answer: only a Blocked attack would still resolve there.
    bout = Bout(edition)
    bout.d.counters(bout.y, "Shield", 1)
    bout.fight(answer)
    assert bout.d.count(bout.y, "Shield") == (answer != "screen")


@meetings.cited(("defend.deflect-consequences", "defend.deflect-target"))
def test_a_shield_of_the_new_target_negates_what_is_deflected(edition: str) -> None:
    # Given a Shield Counter on the one to which it is Deflected, then nobody is damaged and it is spent.
    bout = Bout(edition)
    bout.d.counters(bout.z, "Shield", 1)
    bout.fight("deflection")
    assert bout.dealt() == (0, 0) and bout.d.count(bout.z, "Shield") == 0


# Immune.


@meetings.cited(("keyword.immune", "keyword.effect-immune"), ("defend.deflect", "defend.deflect"))
@pytest.mark.parametrize(
    ("target", "skill", "open_to"),
    [("proof", "", False), ("proof", "soft", False), ("shelled", "", True), ("shelled", "soft", False)],
)
@pytest.mark.parametrize("mute", [False, True])
def test_the_immune_are_neither_attacked_nor_deflected_to(
    target: str, skill: str, open_to: bool, mute: bool, edition: str
) -> None:
    # Given one who is Immune to attacks or to Skills, Muted or not, beside one who is not.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "bearer", at="c3"), d.character(1, "bearer", at="c3")
    z = d.character(1, target, at="c4")
    if mute:
        d.on(z, "gag", face=1)
    card, answer = d.on(x, skill) if skill else 0, d.on(y, "deflection")
    d.go(0, COMBAT)
    line = ("use", card) if card else ("attack", x)
    # Then it may be attacked only if Immune is Muted or names something else, and so with a Deflect to it.
    assert d.can(0, *line, z) == (open_to or mute)
    d.play(0, *line, y)
    d.until_asked(1)
    assert d.can(1, "use", answer, -1, z) == (open_to or mute)


# Who attacks is gone, or another's.


@meetings.cited(
    ("attack.attacker-gone", "attack.attacker-gone"),
    ("ko.attached-cards", "ko.attached-and-stack"),
    ("keyword.relentless-damage", "keyword.relentless-damage"),
)
@pytest.mark.parametrize(
    ("skill", "falls"), [("", True), ("soft", True), ("sharp", True), ("crush-4", False)]
)
def test_an_attacker_that_falls_first_deals_nothing(skill: str, falls: bool, edition: str) -> None:
    # Given an attacker with 1 HP left and a Counter-hit, then its attack does nothing, its Skill is used up;
    # against Relentless damage the Counter-hit is the one that does nothing.
    bout = Bout(edition)
    d = bout.d
    d.leave(bout.x, 1)
    d.tp(1, 5)
    card = d.on(bout.x, skill) if skill else 0
    riposte = d.on(bout.y, "riposte")
    d.go(0, COMBAT)
    d.play(0, *(("use", card) if card else ("attack", bout.x)), bout.y)
    d.until_asked(1)
    d.quietly(1, "use", riposte, -1)
    assert d.lies(bout.x) == ("discard" if falls else "front")
    assert bout.dealt() == (0 if falls else 4, 0)
    assert not card or d.lies(card) == "discard"


@meetings.cited(
    ("zone.control-change", "zone.control-change"), ("link.requires-card", "link.needs-earlier-card")
)
def test_cards_attached_by_another_are_not_used_by_who_took_control(edition: str) -> None:
    # Given a Character with a face-down Skill, when another Player takes control of it.
    d = Duel(CARDS, edition=edition)
    x = d.character(0, "bearer", at="c3")
    y = d.character(0, "soldier", at="c4")
    skill = d.on(x, "soft")
    meetings.taken(d, x)
    d.go(1, COMBAT)
    d.next_turn(1)
    d.go(1, COMBAT)
    # Then the new controller attacks with it, but neither uses that Skill nor knows it.
    assert d.can(1, "attack", x, y)
    assert not [move for move in d.options(1) if move[:2] == (d.rules.verbs.index("use"), skill)]
    assert skill not in d.dealer.known[1]
