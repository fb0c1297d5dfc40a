"""The rules of battles: who may fight, with what, how often and when (topic combat)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, FRONT, NZ, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, skill

CARDS = (
    cards("heavy-blow", "hurt-sentry", "riposte", "soothe")
    + skill("jab", cost=2, do={"attack": 1})
    + item("recall", cost=0, targets="your discard pile", do={"enter": "target"})
    + character(
        "gunner",
        level=1,
        hp=5,
        plv=1,
        ability={
            "activate": True,
            "cost": 1,
            "targets": "all characters",
            "do": {"damage": 1, "to": "target"},
        },
    )
    + augment(
        "whetstone",
        keywords="Equip",
        ability={"activate": True, "cost": 1, "do": {"mod": "PLV", "n": 2, "on": "host"}},
    )
    + augment(
        "hex",
        keywords="Equip",
        ability={
            "activate": True,
            "cost": 1,
            "answers": "attack",
            "do": {"mod": "PLV", "n": -2, "on": "attacker"},
        },
    )
)


@pytest.mark.editions("combat.phase", fade2="combat.step", fade1="combat.attack-order")
def test_attacks_and_skills_follow_one_another_in_one_combat_phase(edition: str) -> None:
    # Given two Characters that can Attack, and one with an attached Skill whose Cost can be paid.
    d = Duel(CARDS, edition=edition)
    first, second, third = d.character(0), d.character(0), d.character(0)
    skill = d.on(third, "strike")
    foe = d.character(1, "giant")
    d.go(0, COMBAT)
    # When the turn player attacks with one, uses the Skill and attacks with the other.
    for move in (("attack", first, foe), ("use", skill, foe), ("attack", second, foe)):
        assert not d.s.chain
        d.quietly(0, *move)
        assert d.s.phase == COMBAT
    # Then all three have dealt their damage in one Combat Phase.
    assert d.hp(foe) == 20 - 3 - 4 - 3


@pytest.mark.editions("combat.entry-delay", fade2="combat.fresh-character", fade1="combat.fresh-characters")
def test_a_character_played_this_turn_uses_only_skills_that_are_no_attacks(edition: str) -> None:
    # Given a Character played this turn with an attack Skill and a healing Skill attached.
    d = Duel(CARDS, edition=edition)
    foe = d.character(1)
    card = d.fighter(0)
    d.quietly(0, "play", card, d.to("front"))
    assert d.lies(card) == "front"
    attack, heal = d.on(card, "strike"), d.on(card, "soothe")
    d.damage(card, 5)
    # When the Combat Phase comes.
    d.go(0, COMBAT)
    # Then its Normal Attack and the attack Skill are refused and the healing Skill is allowed, unless every
    # Skill is an attack.
    assert d.refused(0, "attack", card, foe) == d.rule("fresh")
    assert d.refused(0, "use", attack, foe) == d.rule("fresh")
    if d.rules.edition.attacks.skills == "all":
        assert d.refused(0, "use", heal, card) == d.rule("fresh")
        return
    d.quietly(0, "use", heal, card)
    assert d.hp(card) == 7


@pytest.mark.editions(
    "combat.entry-delay-other", fade2="combat.fresh-character", fade1="combat.fresh-characters"
)
def test_a_character_returned_by_a_card_waits_a_turn_too(edition: str) -> None:
    # Given an Item returns a Character from the own Discard Pile to the Character Zone.
    d = Duel(CARDS, edition=edition)
    foe = d.character(1, "giant")
    back = d.discard(0, "soldier")
    d.quietly(0, "play", d.hand(0, "recall"), back)
    assert d.lies(back) == "front"
    # When the Combat Phase of this turn comes, then it cannot attack; in the next own turn it can.
    d.go(0, COMBAT)
    assert d.refused(0, "attack", back, foe) == d.rule("fresh")
    d.go(1, PREPARATION)
    d.go(0, COMBAT)
    assert d.can(0, "attack", back, foe)


@pytest.mark.editions("combat.backup-cannot-attack", fade2="combat.backup-attack")
def test_backup_characters_block_but_neither_attack_nor_counter(edition: str) -> None:
    # Given a Backup Character with a Blocking Reaction and one with a Counter Attack.
    d = Duel(CARDS, edition=edition)
    x, back = d.character(0), d.character(0, backup=True)
    foe = d.character(1)
    block, counter = d.on(back, "guard"), d.on(back, "riposte")
    # When the own Combat Phase comes, then its Normal Attack is refused.
    d.go(0, COMBAT)
    assert d.refused(0, "attack", back, foe) == d.rule("back-row")
    # When the opponent attacks the front Character, then it may Block and may not Counter.
    d.go(1, COMBAT)
    d.play(1, "attack", foe, x)
    assert d.refused(0, "use", counter, -1) == d.rule("back-row")
    d.quietly(0, "use", block, -1)
    assert d.hp(x) == 10


@pytest.mark.editions("combat.attacker-card", fade2="attack.use-card", fade1="attack.use-card")
@pytest.mark.editions("combat.attacker-card", fade2="attack.card-cost", fade1="attack.card-cost")
@pytest.mark.editions("combat.attacker-card", fade2="attack.card-discard", fade1="attack.card-discarded")
def test_a_flipped_skill_is_paid_and_then_discarded(edition: str) -> None:
    # Given 3 TP and an attached Skill of Cost 3.
    d = Duel(CARDS, edition=edition)
    x, foe = d.character(0), d.character(1)
    skill = d.on(x, "heavy-blow")
    d.go(0, COMBAT)
    # With 2 TP it cannot be flipped and stays face-down.
    d.tp(0, 2)
    assert d.refused(0, "use", skill, foe) == d.rule("too-dear")
    assert d.s.code[skill] == 0 and not d.s.face[skill]
    # When it is flipped with 3 TP, then TP become 0 and it ends in the Discard Pile.
    d.tp(0, 3)
    d.play(0, "use", skill, foe)
    assert d.tp_of(0) == 0
    d.pass_all()
    assert d.hp(foe) == 7
    assert d.lies(skill) == "discard" and d.s.owner[skill] == 0


@pytest.mark.editions("combat.skills-unlimited", fade2="attack.no-card-limit")
def test_a_character_uses_all_its_skills_and_attacks_too(edition: str) -> None:
    # Given 6 TP and a Character with Skills of Cost 2, 2 and 2.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    skills = [d.on(x, "jab") for _ in range(3)]
    d.tp(0, 6)
    d.go(0, COMBAT)
    # When it uses all three and then its Normal Attack, then all are legal.
    for used in skills:
        d.quietly(0, "use", used, y)
    assert d.tp_of(0) == 0
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 10 - 3 - 3


@pytest.mark.editions("combat.abilities", fade2="attack.use-effect", fade1="attack.use-effect")
def test_an_activated_ability_is_repeated_while_tp_last(edition: str) -> None:
    # Given a Character with an ability of 1 TP and 3 TP.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "gunner"), d.character(1)
    d.tp(0, 3)
    d.go(0, COMBAT)
    # When it is activated three times in one Combat Phase, then all are legal and TP are 0.
    for _ in range(3):
        d.quietly(0, "activate", x, y)
    assert d.tp_of(0) == 0 and d.hp(y) == 7
    # A fourth is refused for lack of TP.
    assert d.refused(0, "activate", x, y) == d.rule("too-dear")


@pytest.mark.editions("combat.ability-times", fade2="attack.effect-moment", fade1="attack.effect-moment")
def test_an_ability_starts_a_chain_only_in_the_own_combat_phase(edition: str) -> None:
    # Given an Augment with an activated ability that answers nothing.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    edge = d.on(x, "whetstone", face=1)
    guard = d.on(y, "guard")
    # In the Preparation Phase with no Chain running it is refused.
    assert d.refused(0, "activate", edge) == d.rule("ability-times")
    # In the Combat Phase it is allowed; as a further Link after a Reaction only where abilities join Chains.
    d.go(0, COMBAT)
    assert d.can(0, "activate", edge)
    d.play(0, "attack", x, y)
    d.play(1, "use", guard, -1)
    joins = edition == "faroe"
    assert d.can(0, "activate", edge) == joins
    if not joins:
        d.pass_chain()
    d.quietly(0, "activate", edge)
    assert d.plv(x) == 5


@pytest.mark.editions("combat.ability-times", fade2="attack.effect-moment", fade1="attack.effect-moment")
def test_on_other_turns_an_ability_only_answers_what_it_speaks_of(edition: str) -> None:
    # Given an Augment that answers nothing and one that speaks of an attacker.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    plain, hex_ = d.on(x, "whetstone", face=1), d.on(x, "hex", face=1)
    # When the opponent attacks in the opponent's Combat Phase.
    d.go(1, COMBAT)
    d.play(1, "attack", y, x)
    # Then the first is refused and the second may be added.
    assert d.refused(0, "activate", plain) == d.rule("ability-times")
    d.quietly(0, "activate", hex_, -1)
    assert d.hp(x) == 10 - (3 - 2)


@pytest.mark.editions("combat.no-attack-needed", fade2="turn.skip-steps", fade1="combat.step-end")
def test_the_combat_phase_may_end_without_an_attack(edition: str) -> None:
    # Given three Characters that could Attack.
    d = Duel(CARDS, edition=edition)
    mine = [d.character(0) for _ in range(3)]
    foe = d.character(1)
    d.go(0, COMBAT)
    assert all(d.can(0, "attack", x, foe) for x in mine)
    # When the turn player ends the Combat Phase at once, then nothing happens to the Characters.
    d.play(0, "end")
    assert d.s.phase == COMBAT + 1
    assert [d.hp(x) for x in mine] == [10, 10, 10] and d.hp(foe) == 10


@pytest.mark.editions(fade2="combat.player-attack", fade1="combat.player-attacks")
def test_a_player_attacks_once_a_turn_whatever_stands_on_the_field(edition: str) -> None:
    # Given a player with two Characters, and an enemy Character with 4 HP more than the player's PLV.
    d = Duel(CARDS, edition=edition)
    d.character(0)
    d.character(0)
    y = d.character(1)
    d.leave(y, d.rules.figures.starting_plv + 4)
    d.go(0, COMBAT)
    d.tp(0, 3)
    # When the player makes a Normal Attack, then 4 HP are left there and 1 TP is gained; a second is refused.
    d.quietly(0, "attack", d.body(0), y)
    assert (d.hp(y), d.tp_of(0)) == (4, 4)
    assert d.refused(0, "attack", d.body(0), y) == d.rule("normal-once")


@pytest.mark.editions(fade2="status.cannot-act", fade1="combat.can-act")
def test_who_is_paralyzed_does_nothing_by_choice_and_the_rest_goes_on(edition: str) -> None:
    # Given a Paralyzed Character with a Block attached and an effect on taking damage.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "hurt-sentry")
    block = d.on(y, "guard")
    d.counters(y, "Paralyze", 2)
    d.go(0, COMBAT)
    d.tp(1, 5)
    # When it is attacked for 3, then the Block cannot be flipped, it takes 3, and its effect triggers.
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    assert d.refused(1, "use", block, -1) == d.rule("cannot-act")
    d.pass_all()
    assert (d.count(y, "Damage"), d.tp_of(1)) == (3, 6)
    # And in its own turn it neither attacks, nor activates, nor leaves its zone.
    d.go(1, PREPARATION)
    assert not [move for move in d.options(1) if move[0] == d.rules.verbs.index("move")]
    d.go(1, COMBAT)
    assert d.refused(1, "attack", y, x) == d.rule("cannot-act")
    assert d.refused(1, "activate", y) == d.rule("cannot-act")


@pytest.mark.editions("combat.entry-delay", fade2="combat.fresh-character", fade1="combat.fresh-characters")
def test_a_character_played_this_turn_activates_and_answers(edition: str) -> None:
    # Given a Character that entered this turn, with an ability that is not an Attack and with a Reaction.
    d = Duel(CARDS + cards("focus"), edition=edition)
    x, new, foe = d.character(0), d.character(0, "gunner", fresh=True), d.character(1)
    guard, focus = d.on(foe, "guard"), d.on(new, "focus")
    d.go(0, COMBAT)
    # Then it activates the ability, and uses the Reaction in the Chain of another's Attack; it cannot Attack.
    assert d.refused(0, "attack", new, foe) == d.rule("fresh")
    d.quietly(0, "activate", new, foe)
    assert d.hp(foe) == 9
    d.play(0, "attack", x, foe)
    d.play(1, "use", guard, -1)
    assert d.can(0, "use", focus)


@pytest.mark.editions(
    "combat.entry-delay-other", fade2="combat.fresh-character", fade1="combat.fresh-characters"
)
@pytest.mark.parametrize("fresh", [True, False])
def test_a_change_of_control_makes_nobody_ready_and_delays_nobody(fresh: bool, edition: str) -> None:
    # Given an enemy's Character that has entered this turn, or before, when control of it is taken.
    d = Duel(CARDS + cards("charm"), edition=edition)
    d.character(0)
    x, foe = d.character(1, fresh=fresh), d.character(1)
    d.quietly(0, "play", d.hand(0, "charm"), x)
    d.go(0, COMBAT)
    # Then it may Attack in this turn if it has been there before, whoever controlled it.
    if fresh:
        assert d.refused(0, "attack", x, foe) == d.rule("fresh")
    else:
        assert d.can(0, "attack", x, foe)


@pytest.mark.editions("combat.backup-cannot-attack", fade2="combat.backup-attack")
def test_a_backup_character_uses_all_that_is_not_an_attack(edition: str) -> None:
    # Given a Backup Character with an ability, an attack Skill and a Reaction that is not an Attack.
    d = Duel(CARDS + cards("focus"), edition=edition)
    x, back, foe = d.character(0), d.character(0, "gunner", backup=True), d.character(1)
    strike, focus = d.on(back, "strike"), d.on(back, "focus")
    d.go(0, COMBAT)
    # Then only the Skill is refused.
    assert d.refused(0, "use", strike, foe) == d.rule("back-row")
    d.quietly(0, "activate", back, foe)
    assert (d.hp(foe), d.can(0, "attack", x, foe)) == (9, True)
    d.go(1, COMBAT)
    d.play(1, "attack", foe, x)
    assert d.can(0, "use", focus)


@pytest.mark.editions("combat.ability-times", fade2="attack.effect-moment", fade1="attack.effect-moment")
def test_an_ability_that_answers_nothing_joins_no_chain_of_the_preparation(edition: str) -> None:
    # Given an activated ability that answers nothing, and a Chain in the own Preparation, to which its Player
    # may add a Reaction.
    d = Duel(CARDS + cards("focus"), edition=edition)
    x, foe = d.character(0, "gunner"), d.character(1)
    d.on(x, "focus")
    answer = d.on(foe, "focus")
    d.play(0, "play", d.hand(0, "ration"))
    d.play(1, "use", answer)
    d.until_asked(0)
    # Then the ability is not added.
    assert d.s.chain and not d.can(0, "activate", x, foe)


@cited(("combat.fresh-may-defend", "combat.can-act"))
def test_who_came_this_turn_blocks_and_strikes_nobody_back(edition: str) -> None:
    # Given A's attacker, which an enemy Counter-hit answers, and one that came this turn, with two Reactions.
    d = Duel(CARDS, edition=edition)
    x, fresh, y = d.character(0), d.character(0, fresh=True), d.character(1)
    block, back, answer = d.on(fresh, "guard"), d.on(fresh, "riposte"), d.on(y, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", answer, -1)
    # Then the Block may be used, the Counter-hit may not.
    assert d.refused(0, "use", back, -2) == d.rule("fresh")
    d.quietly(0, "use", block, -2)
    assert d.count(x, "Damage") == 0


ENTERED = pytest.mark.editions(
    "combat.entry-delay-other", fade2="combat.fresh-character", fade1="combat.fresh-characters"
)


@ENTERED
def test_a_character_comes_out_of_the_pile_of_another_player(edition: str) -> None:
    # Given a Character in an opponent's Discard Pile, when an effect puts it onto your field, then it is
    # yours, may attack in your next turn, and goes to its owner's Discard Pile when it falls.
    d = Duel(
        CARDS + item("graverobber", cost=0, targets="enemy discard pile", do={"enter": "target"}),
        edition=edition,
    )
    d.character(0)
    y, h = d.character(1), d.discard(1, "soldier")
    d.quietly(0, "play", d.hand(0, "graverobber"), h)
    assert (d.lies(h), d.s.zone[h], d.s.ctrl[h], d.s.owner[h]) == ("front", FRONT, 0, 1)
    d.go(0, COMBAT)
    assert not d.can(0, "attack", h, y)
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.can(0, "attack", h, y)
    d.damage(h, 10)
    d.quietly(0, "attack", h, y)
    assert d.lies(h) == "discard" and (d.s.zone[h] // NZ, d.s.ctrl[h]) == (1, 1)


@ENTERED
@pytest.mark.parametrize("whose", ["enemy", "your"])
def test_a_character_on_the_field_does_not_come_onto_it(edition: str, whose: str) -> None:
    # Given Characters on the field, when an effect would put one of them onto it, then it stays where it is,
    # under the same control.
    d = Duel(
        CARDS + item("call", cost=0, targets=f"{whose} characters", do={"enter": "target"}), edition=edition
    )
    d.character(0)
    h = d.character(0 if whose == "your" else 1)
    before = d.s.zone[h], d.s.ctrl[h], d.s.inst[h]
    d.quietly(0, "play", d.hand(0, "call"), h)
    assert (d.s.zone[h], d.s.ctrl[h], d.s.inst[h]) == before


@pytest.mark.rule("faroe", "keyword.orbital-return")
def test_no_effect_brings_an_orbital_character_back() -> None:
    # Given an Item that makes a Character Orbital and then puts it onto the field, then it stays Orbital with
    # what is attached to it, and returns in its Player's next turn.
    d = Duel(
        CARDS
        + item("slingshot", cost=0, targets="all characters", do=[{"orbital": "target"}, {"enter": "target"}])
    )
    d.character(0)
    h = d.character(1)
    skill = d.on(h, "strike")
    d.quietly(0, "play", d.hand(0, "slingshot"), h)
    assert (d.lies(h), d.s.host[skill], d.s.ctrl[h]) == ("orbital", h, 1)
    d.next_turn(1)
    assert (d.lies(h), d.s.host[skill]) == ("front", h)
