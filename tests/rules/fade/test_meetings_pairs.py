"""Where a keyword or Counter of the older editions meets another one on the same card, or beside it."""

from __future__ import annotations

import pytest

from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.state import CONFIRM, PAY
from fadenet.games.fade.tables import COMBAT, FRONT, HAND, KEY_AS, KEY_TO, N_DRIVEN, NZ, RIFT
from tests.builders import meetings
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, skill

CARDS = (
    meetings.CARDS
    + meetings.bearer("glass", keywords="Concussion")
    + meetings.bearer("hollow", keywords="Void")
    + meetings.bearer("hollow-glass", keywords={"Void": True, "Concussion": True})
    + meetings.bearer("marked", keywords="Deathmark")
    + meetings.bearer("wolf", keywords={"Bloodlust": 3, "Aura": 3})
    + meetings.bearer("twice", keywords={"Multistrike": 1})
    + meetings.bearer("sniper", keywords={"Lock-On": True, "Timid": 3})
    + meetings.bearer("drowned", keywords={"Infused": ["Water"], "Mastery": ["Fire"]})
    + meetings.bearer("torch", keywords={"Infused": ["Fire"], "Mastery": ["Fire"]})
    + meetings.bearer(
        "blazing",
        keywords={"Mastery": ["Fire"]},
        ability={"keyword": "Signature", "activate": True, "do": {"attack": 4}},
    )
    + meetings.bearer(
        "geyser",
        keywords={"Infused": ["Fire"], "Mastery": ["Fire"]},
        ability={"activate": True, "do": {"attack": 4}},
    )
    + meetings.bearer("dry", keywords={"Immune": ["Water"]})
    + meetings.bearer("clean", keywords={"Immune": ["Poison"], "Concussion": True})
    + meetings.bearer("kin", keywords={"Affinity": ["Fire"], "Friendship": ["Fire", 1]})
    + meetings.bearer("quick", level_up=["Bearer"], keywords="Flash")
    + meetings.bearer("mourner", ability={"keyword": "Vengeance", "do": {"gain_tp": 1}})
    + meetings.bearer("drummer", ability={"keyword": "Signature", "activate": True, "do": {"attack": 4}})
    + meetings.bearer("smith", ability={"keyword": "Arm Up", "n": 1, "gives": {"PLV": 3}})
    + cards("crush-4", "screen", "step-aside")
    + skill("ember", "Fire", do={"attack": 4})
    + skill("echo", keywords={"Replay": 1}, do={"attack": 2})
    + skill(
        "drive",
        keywords={"Replay": 1},
        do={"attack": 2},
        ability={"keyword": "Overdrive", "cost": 1, "do": {"draw": 1}},
    )
    + reaction("soften", answers="attack", do=[{"downgrade": True}, {"block": True}])
    + item(
        "kindling",
        "Fire",
        cost=1,
        do={"gain_tp": 1},
        ability={"keyword": "Overdrive", "cost": 2, "do": {"draw": 1}},
    )
    + character("sprig", "Fire", cost=3, level=1, hp=3, plv=1)
    + item("blade", cost=1, keywords={"Equip": True, "Mystify": 1}, attach="your characters", do=[])
    + character("lord", cost=0, plv=1, keywords={"Boss": 2})
)


def facing(edition: str, mine: str = "bearer", theirs: str = "bearer") -> tuple[Duel, int, int]:
    """A Character of each Player in c3, and a Soldier of Level 3 of each in c5."""
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, mine, at="c3"), d.character(1, theirs, at="c3")
    for seat in (0, 1):
        d.character(seat, "soldier", at="c5")
    return d, x, y


def soldier(d: Duel, seat: int) -> int:
    """The Soldier of a Player."""
    return next(h for h in d.s.zones[seat * NZ + FRONT] if d.at(h) == "c5")


# Concussion.


@meetings.cited(
    ("keyword.concussion", "keyword.concussion"), ("keyword.poison-counter", "keyword.poison-counter")
)
def test_poison_knocks_out_who_has_concussion(edition: str) -> None:
    # Given Concussion and 2 Poison Counters, then the Damage Counter of the Starting Phase Knocks it Out.
    d, x, _ = facing(edition, "glass")
    d.counters(x, "Poison", 2)
    d.next_turn(0)
    assert d.lies(x) == "discard" and d.happened("knocked-out")


@meetings.cited(("keyword.concussion", "keyword.concussion"), ("keyword.immune", "keyword.effect-immune"))
def test_immune_to_poison_saves_who_has_concussion(edition: str) -> None:
    # Given Concussion, Immune to Poison and 2 Poison Counters, then it stays.
    d, x, _ = facing(edition, "clean")
    d.counters(x, "Poison", 2)
    d.next_turn(0)
    assert d.lies(x) == "front" and d.count(x, "Damage") == 0


@meetings.cited(
    ("keyword.concussion", "keyword.concussion"),
    ("keyword.fracture-counter", "keyword.fracture-counter"),
    ("attack.attacker-gone", "attack.attacker-gone"),
)
def test_fracture_fells_an_attacker_with_concussion(edition: str) -> None:
    # Given Concussion and a Fracture Counter, when it attacks, then it is Knocked Out and deals nothing.
    d, x, y = facing(edition, "glass")
    d.counters(x, "Fracture", 1)
    d.go(0, COMBAT)
    d.quietly(d.s.ctrl[x], "attack", x, y)
    assert d.lies(x) == "discard" and d.count(y, "Damage") == 0


@meetings.cited(
    ("keyword.concussion", "keyword.concussion"), ("keyword.shield-counter", "keyword.shield-counter")
)
def test_a_shield_saves_who_has_concussion_once(edition: str) -> None:
    # Given Concussion and a Shield Counter, then the first attack is Negated, the second Knocks it Out.
    d, x, y = facing(edition, "twice", "glass")
    d.counters(y, "Shield", 1)
    d.go(0, COMBAT)
    d.quietly(d.s.ctrl[x], "attack", x, y)
    assert d.lies(y) == "front" and d.count(y, "Shield") == 0
    d.quietly(d.s.ctrl[x], "attack", x, y)
    assert d.lies(y) == "discard"


@meetings.cited(
    ("keyword.concussion", "keyword.concussion"), ("keyword.barrier-counter", "keyword.barrier-counter")
)
def test_a_barrier_saves_who_has_concussion_from_an_item(edition: str) -> None:
    # Given Concussion and a Barrier Counter, then an Item that damages it is Negated, an attack is not.
    d, x, y = facing(edition, "bearer", "glass")
    d.counters(y, "Barrier", 1)
    d.quietly(0, "play", d.hand(0, "dart-1"), y)
    assert d.lies(y) == "front" and d.count(y, "Barrier") == 0
    d.counters(y, "Barrier", 1)
    d.go(0, COMBAT)
    d.quietly(d.s.ctrl[x], "attack", x, y)
    assert d.lies(y) == "discard"


@meetings.cited(("keyword.concussion", "keyword.concussion"), ("defend.block", "defend.block"))
@pytest.mark.parametrize(
    ("slug", "answer", "falls"),
    [
        ("ember", "", True),
        ("ember", "screen", False),
        ("ember", "soften", False),
        ("crush-4", "screen", True),
        ("crush-4", "soften", True),
    ],
)
def test_a_block_saves_who_has_concussion_as_far_as_it_works(
    slug: str, answer: str, falls: bool, edition: str
) -> None:
    # Given Concussion and a Skill of 4, Basic or Relentless, that is Blocked: only Basic damage is stopped; a
    # downgrade by one step makes Relentless damage Unblockable, which a Block does not stop either.
    d, x, y = facing(edition, "bearer", "glass")
    card = d.on(x, slug)
    block = d.on(y, answer) if answer else 0
    d.go(0, COMBAT)
    d.play(0, "use", card, y)
    if block:
        d.until_asked(1)
        d.play(1, "use", block, -1)
    d.pass_all()
    assert (d.lies(y) == "discard") == falls


@meetings.cited(("keyword.concussion", "keyword.concussion"), ("keyword.void", "keyword.void"))
def test_concussion_and_void(edition: str) -> None:
    # Given both on one Character, when it takes 1 damage, then it is Knocked Out and lies in the Rift Zone.
    d, _, y = facing(edition, "bearer", "hollow-glass")
    d.quietly(0, "play", d.hand(0, "dart-1"), y)
    assert d.lies(y) == "rift" and d.happened("knocked-out")


# Void, Deathmark, Vengeance, Boss.


@meetings.cited(("keyword.void", "keyword.void"), ("keyword.level-up-carry", "keyword.level-up-carry-over"))
def test_what_has_gone_under_another_has_no_void(edition: str) -> None:
    # Given a Character with Void, when another one is played onto it and that is destroyed, then both lie in
    # the Discard Pile.
    d, x, _ = facing(edition, "hollow")
    elder = meetings.levelled(d, x)
    d.quietly(0, "play", d.hand(0, "wreck"), elder)
    assert (d.lies(elder), d.lies(x)) == ("discard", "discard") and d.size(0, RIFT) == 0


@meetings.cited(
    ("keyword.curse-counter", "keyword.curse-counter"), ("keyword.vengeance", "keyword.vengeance")
)
def test_curse_imprisons_without_destroying(edition: str) -> None:
    # Given a Curse Counter that nobody pays for, then its bearer lies in the Rift Zone, and Vengeance of an
    # ally does not happen: it was neither Knocked Out nor destroyed.
    d, x, _ = facing(edition)
    d.character(0, "mourner", at="c1")
    d.counters(x, "Curse", 1)
    d.tp(0, 0)
    d.next_turn(0)
    assert d.lies(x) == "rift" and not d.happened("destroyed") and not d.happened("knocked-out")
    assert d.tp_of(0) == d.rules.figures.tp_gain_starting_phase


@meetings.cited(("keyword.deathmark", "keyword.deathmark"), ("keyword.vengeance", "keyword.vengeance"))
def test_deathmark_feeds_vengeance(edition: str) -> None:
    # Given a Mourner, one with Deathmark of Level 2 and a Soldier of Level 3 with 1 HP, when the Soldier is
    # Knocked Out, then the marked one falls too, and Vengeance happens once for each.
    d, x, _ = facing(edition, "marked")
    d.character(0, "mourner", at="c1")
    falls = soldier(d, 0)
    d.leave(falls, 1)
    d.tp(0, 0)
    d.quietly(0, "play", d.hand(0, "dart-1"), falls)
    assert (d.lies(falls), d.lies(x)) == ("discard", "discard") and d.tp_of(0) == 2


@meetings.cited(("keyword.deathmark", "keyword.deathmark"))
def test_deathmarks_fall_one_after_the_other(edition: str) -> None:
    # Given three with Deathmark of Level 2, when one of them is destroyed, then all are gone.
    d = Duel(CARDS, edition=edition)
    there = [d.character(0, "marked", at=f"c{n}") for n in (1, 2, 3)]
    d.quietly(0, "play", d.hand(0, "wreck"), there[1])
    assert [d.lies(h) for h in there] == ["discard"] * 3


@meetings.cited(("keyword.deathmark", "keyword.deathmark"), ("zone.control-change", "zone.control-change"))
def test_deathmark_asks_who_is_an_ally_now(edition: str) -> None:
    # Given one with Deathmark that B has taken from A, then A's fall leaves it there, and B's fells it; it
    # lies in A's Discard Pile.
    d, x, _ = facing(edition, "marked")
    mine, theirs = soldier(d, 0), soldier(d, 1)
    meetings.taken(d, x)
    d.quietly(1, "play", d.hand(1, "wreck"), mine)
    assert d.lies(x) == "front"
    d.quietly(1, "play", d.hand(1, "wreck"), theirs)
    assert d.lies(x) == "discard" and d.s.zone[x] // NZ == 0


@meetings.cited(("keyword.boss", "keyword.boss"), ("keyword.void", "keyword.void"))
@pytest.mark.parametrize(("first", "enough"), [("hollow", False), ("bearer", True)])
def test_who_has_void_is_no_food_for_a_boss(first: str, enough: bool, edition: str) -> None:
    # Given two Characters that were destroyed, one of them with Void, then a Boss of 2 is not played for
    # them.
    d, x, _ = facing(edition, first)
    other = d.character(0, "bearer", at="c1")
    for h in (x, other):
        d.quietly(0, "play", d.hand(0, "wreck"), h)
    lord = d.fighter(0, "lord")
    assert any(lord in move[1:2] for move in d.options(0)) == enough
    if not enough:
        assert d.refused(0, "play", lord, d.to("front"), other) == d.rule("boss")


# Numbers that meet.


@meetings.cited(("keyword.aura", "keyword.aura"), ("keyword.bloodlust", "keyword.bloodlust"))
def test_bloodlust_heals_before_aura_counts(edition: str) -> None:
    # Given Aura 3 and Bloodlust 3 with 9 damage, then PLV is 8; its attack heals 3 first and deals 7.
    d, x, y = facing(edition, "wolf")
    d.damage(x, 9)
    assert d.plv(x) == 8
    d.go(0, COMBAT)
    d.quietly(d.s.ctrl[x], "attack", x, y)
    assert (d.count(x, "Damage"), d.count(y, "Damage")) == (6, 7)


@meetings.cited(
    ("keyword.bloodlust", "keyword.bloodlust"),
    ("keyword.fracture-counter", "keyword.fracture-counter"),
    ("attack.sequence", "combat.attack-sequence"),
)
@pytest.mark.parametrize(("left", "falls"), [(3, True), (4, False)])
def test_fracture_comes_before_bloodlust(left: int, falls: bool, edition: str) -> None:
    # Given 3 Fracture Counters and Bloodlust 3, when one with 3 HP attacks, then it is Knocked Out at once,
    # and one with 4 HP has 4 afterwards.
    d, x, y = facing(edition, "wolf")
    d.counters(x, "Fracture", 3)
    d.leave(x, left)
    d.go(0, COMBAT)
    d.quietly(d.s.ctrl[x], "attack", x, y)
    assert d.lies(x) == "discard" if falls else d.hp(x) == 4


@meetings.cited(("keyword.aura", "keyword.aura"), ("keyword.drain-counter", "keyword.drain-counter"))
def test_aura_and_drain_are_added_up(edition: str) -> None:
    # Given Aura 3 with 6 damage and 4 Drain Counters, then PLV is 5 + 2 - 4; with 9 Drain Counters it is 0.
    d, x, _ = facing(edition, "wolf")
    d.damage(x, 6)
    d.counters(x, "Drain", 4)
    assert d.plv(x) == 3
    d.counters(x, "Drain", 5)
    assert d.plv(x) == 0


@meetings.cited(
    ("keyword.multistrike", "keyword.multistrike"), ("keyword.fracture-counter", "keyword.fracture-counter")
)
def test_fracture_hurts_at_every_attack(edition: str) -> None:
    # Given Multistrike 1 and 2 Fracture Counters, then both attacks put 2 Damage Counters on the attacker.
    d, x, y = facing(edition, "twice")
    d.counters(x, "Fracture", 2)
    d.go(0, COMBAT)
    d.quietly(d.s.ctrl[x], "attack", x, y)
    d.quietly(d.s.ctrl[x], "attack", x, y)
    assert (d.count(x, "Damage"), d.count(y, "Damage"), d.count(x, "Fracture")) == (4, 10, 2)


@meetings.cited(
    ("keyword.multistrike", "keyword.multistrike"), ("keyword.blindness-counter", "keyword.blindness-counter")
)
def test_a_coin_is_flipped_for_every_attack(edition: str) -> None:
    # Given Multistrike 1 and a Blindness Counter, then what falls on Tails does nothing, the other one hits.
    d, x, y = facing(edition, "twice")
    d.counters(x, "Blindness", 1)
    d.go(0, COMBAT)
    d.coins = [1, 0]
    d.quietly(d.s.ctrl[x], "attack", x, y)
    assert d.count(y, "Damage") == 0
    d.quietly(d.s.ctrl[x], "attack", x, y)
    assert d.count(y, "Damage") == 5


@meetings.cited(
    ("keyword.multistrike", "keyword.multistrike"), ("keyword.paralyze-counter", "keyword.paralyze-counter")
)
def test_paralyze_takes_all_attacks(edition: str) -> None:
    # Given Multistrike 1 and a Paralyze Counter, then it does not attack; without it in the next turn twice.
    d, x, y = facing(edition, "twice")
    d.counters(x, "Paralyze", 1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, y) == d.rule("cannot-act")
    d.next_turn(0)
    d.go(0, COMBAT)
    d.quietly(d.s.ctrl[x], "attack", x, y)
    assert d.can(0, "attack", x, y)


@meetings.cited(
    ("keyword.blindness-counter", "keyword.blindness-counter"),
    ("keyword.shield-counter", "keyword.shield-counter"),
)
def test_a_shield_is_not_spent_on_an_attack_that_misses(edition: str) -> None:
    # Given a Blind attacker that flips Tails, then the Shield Counter of its target stays.
    d, x, y = facing(edition)
    d.counters(x, "Blindness", 1)
    d.counters(y, "Shield", 1)
    d.go(0, COMBAT)
    d.coins = [1]
    d.quietly(d.s.ctrl[x], "attack", x, y)
    assert d.count(y, "Shield") == 1 and d.count(y, "Damage") == 0


@meetings.cited(("keyword.barrier-counter", "keyword.barrier-counter"))
@pytest.mark.parametrize("name", ["Poison", "Fracture"])
def test_a_barrier_is_no_matter_to_counters(name: str, edition: str) -> None:
    # Given a Barrier Counter and another that harms, then that does so, and the Barrier stays.
    d, x, y = facing(edition)
    d.counters(x, "Barrier", 1)
    d.counters(x, name, 1)
    d.next_turn(0)
    if name == "Fracture":
        d.go(0, COMBAT)
        d.quietly(d.s.ctrl[x], "attack", x, y)
    assert (d.count(x, "Damage"), d.count(x, "Barrier")) == (1, 1)


# Elements.


@meetings.cited(
    ("keyword.infused", "keyword.element-infused"), ("keyword.mastery", "keyword.element-mastery")
)
def test_mastery_asks_for_the_elements_of_the_card(edition: str) -> None:
    # Given one infused with Water that has Fire Mastery, then its Fire Skill of 4 deals 8.
    d, x, y = facing(edition, "drowned")
    card = d.on(x, "ember")
    d.go(0, COMBAT)
    d.quietly(0, "use", card, y)
    assert d.count(y, "Damage") == 8


@meetings.cited(
    ("keyword.infused", "keyword.element-infused"), ("keyword.mastery", "keyword.element-mastery")
)
@pytest.mark.parametrize(("verb", "mine", "dealt"), [("attack", "torch", 5), ("activate", "geyser", 4)])
def test_mastery_doubles_no_attack_that_is_made_without_a_card(
    verb: str, mine: str, dealt: int, edition: str
) -> None:
    # Given a Character infused with Fire that has Fire Mastery, then its Normal Attack is not doubled, and
    # neither is the attack of its ability.
    d, x, y = facing(edition, mine)
    d.go(0, COMBAT)
    d.quietly(0, verb, x, y)
    assert d.count(y, "Damage") == dealt


@meetings.cited(
    ("keyword.signature-rules", "keyword.signature-details"), ("keyword.mastery", "keyword.element-mastery")
)
def test_mastery_doubles_a_signature_where_that_is_made_with_its_card(edition: str) -> None:
    # Given a Fire Character with Fire Mastery and a Signature Skill of 4: in the 40-card edition the card
    # performs it, in the 60-card edition it is no card.
    d, x, y = facing(edition, "blazing")
    d.go(0, COMBAT)
    d.quietly(0, "activate", x, y)
    assert d.count(y, "Damage") == (8 if edition == "fade2" else 4)


@meetings.cited(("keyword.infused", "keyword.element-infused"), ("keyword.immune", "keyword.effect-immune"))
@pytest.mark.parametrize("mine", ["drowned", "bearer"])
def test_infused_attacks_meet_immune_to_their_element(mine: str, edition: str) -> None:
    # Given one that is Immune to Water, then one infused with Water does not attack it, with its Fire Skill
    # neither; a Fire Character does.
    d, x, y = facing(edition, mine, "dry")
    card = d.on(x, "ember")
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, y) == (mine == "bearer")
    assert d.can(0, "use", card, y) == (mine == "bearer")


@meetings.cited(("keyword.affinity", "keyword.element-affinity"), ("keyword.overdrive", "keyword.overdrive"))
def test_affinity_makes_the_card_cheaper_and_not_its_overdrive(edition: str) -> None:
    # Given Fire Affinity and a Fire Item of Cost 1 with Overdrive 2, then it is free, and costs 2 with that.
    d, _, _ = facing(edition, "kin")
    d.tp(0, 1)
    card = d.hand(0, "kindling")
    assert d.can(0, "play", card) and not d.can(0, "play", card, (KEY_AS, N_DRIVEN))
    d.tp(0, 2)
    d.quietly(0, "play", card, (KEY_AS, N_DRIVEN))
    assert d.tp_of(0) == 1


@pytest.mark.rule("fade2", "keyword.affinity", "keyword.friendship")
def test_affinity_and_friendship_of_one_card_are_added_up() -> None:
    # Given Fire Affinity and Fire Friendship 1, then a Fire Character of Cost 3 costs 1; with a second such
    # card it would cost less than nothing, and is free.
    d, _, _ = facing("fade2", "kin")
    sprig = d.fighter(0, "sprig")
    d.tp(0, 0)
    assert d.refused(0, "play", sprig, d.to("front")) == d.rule("too-dear")
    d.tp(0, 1)
    assert d.can(0, "play", sprig, d.to("front"))
    d.character(0, "kin", at="c1")
    d.tp(0, 0)
    assert d.can(0, "play", sprig, d.to("front"))


# Attacks.


@meetings.cited(("keyword.lock-on", "keyword.lock-on"), ("keyword.timid", "keyword.timid"))
def test_lock_on_does_not_make_the_timid_bold(edition: str) -> None:
    # Given Lock-On and Timid 3, then a Soldier of Level 3 is not attacked, in front or behind; one of Level 2
    # behind and the Player are.
    d, x, y = facing(edition, "sniper")
    behind, bold = d.character(1, "bearer", at="b1"), d.character(1, "soldier", at="b2")
    d.go(0, COMBAT)
    for h in (soldier(d, 1), bold):
        assert d.refused(0, "attack", x, h) == d.rule("timid")
    assert all(d.can(0, "attack", x, h) for h in (y, behind, d.body(1)))


@meetings.cited(("keyword.mastery", "keyword.element-mastery"), ("defend.deflect", "defend.deflect"))
def test_mastery_doubles_what_is_deflected_too(edition: str) -> None:
    # Given Fire Mastery and a Fire Skill of 4 that is Deflected to another, then that one takes 8.
    d, x, y = facing(edition, "drowned")
    z = d.character(1, "bearer", at="c1")
    card, aside = d.on(x, "ember"), d.on(y, "step-aside")
    d.go(0, COMBAT)
    d.play(0, "use", card, y)
    d.until_asked(1)
    d.quietly(1, "use", aside, -1, z)
    assert (d.count(y, "Damage"), d.count(z, "Damage")) == (0, 8)


@meetings.cited(
    ("keyword.signature", "keyword.signature"),
    ("keyword.fracture-counter", "keyword.fracture-counter"),
    ("keyword.paralyze-counter", "keyword.paralyze-counter"),
)
def test_a_signature_is_an_attack_of_its_card(edition: str) -> None:
    # Given a Signature Skill of 4 and 2 Fracture Counters on its card, then a Paralyze Counter forbids it,
    # and without one using it is attacking.
    d, x, y = facing(edition, "drummer")
    d.counters(x, "Fracture", 2)
    d.counters(x, "Paralyze", 1)
    d.go(0, COMBAT)
    assert d.refused(0, "activate", x, y) == d.rule("cannot-act")
    d.counters(x, "Paralyze", -1)
    d.quietly(0, "activate", x, y)
    assert (d.count(x, "Damage"), d.count(y, "Damage")) == (2, 4)


# Cards of the own side.


@meetings.cited(("keyword.arm-up", "keyword.arm-up"), ("keyword.mystify", "keyword.mystify"))
def test_arm_up_counts_what_lies_face_up(edition: str) -> None:
    # Given Arm Up 1 and an Equip Item face-down by Mystify, then it counts once it is turned up; Muted, the
    # Character has nothing of it.
    d, x, _ = facing(edition, "smith")
    blade = d.hand(0, "blade")
    d.play(0, "attach", blade, x)
    assert d.plv(x) == 5
    d.play(0, "unveil", blade)
    assert d.plv(x) == 8
    meetings.muted(d, x)
    assert d.plv(x) == 5


@meetings.cited(
    ("keyword.level-up", "keyword.level-up"),
    ("keyword.flash", "keyword.flash"),
    ("keyword.level-up-wait", "keyword.level-up-timing"),
)
def test_who_levels_up_with_flash_attacks_at_once(edition: str) -> None:
    # Given a Character with Flash that is played onto a Bearer with 4 damage and a Drain Counter, then it
    # attacks in that turn with what it has kept.
    d, x, y = facing(edition)
    d.damage(x, 4)
    d.counters(x, "Drain", 1)
    quick = d.fighter(0, "quick")
    d.quietly(0, "play", quick, (KEY_TO, d.cell("c3")), x)
    assert (d.count(quick, "Damage"), d.plv(quick)) == (4, 4)
    d.go(0, COMBAT)
    d.quietly(d.s.ctrl[quick], "attack", quick, y)
    assert d.count(y, "Damage") == 4


# Replay.


def replay(d: Duel, y: int) -> None:
    """The Player pays for Replay as soon as that is asked, and aims it at y."""
    while d.asked_kind() not in (CONFIRM, PAY):
        d.step()
    d.answer(d.asked()[0], YES_MOVE)
    while d.s.asks[0].seat == 0 and d.move("pick", y) in d.options(0):
        d.play(0, "pick", y)
    d.pass_all()


@meetings.cited(("keyword.replay", "keyword.replay"), ("defend.block", "defend.block"))
def test_what_was_blocked_is_replayed_unblocked(edition: str) -> None:
    # Given a Skill of 2 with Replay 1 that is Blocked, then its second use deals 2, and it is discarded.
    d, x, y = facing(edition)
    card, bar = d.on(x, "echo"), d.on(y, "screen")
    d.tp(0, 1)
    d.go(0, COMBAT)
    d.play(0, "use", card, y)
    d.until_asked(1)
    d.play(1, "use", bar, -1)
    replay(d, y)
    assert (d.tp_of(0), d.count(y, "Damage"), d.lies(card), d.lies(bar)) == (0, 2, "discard", "discard")


@meetings.cited(("keyword.replay", "keyword.replay"), ("keyword.overdrive", "keyword.overdrive"))
def test_replay_is_the_card_without_its_overdrive(edition: str) -> None:
    # Given a Skill with Replay 1 and Overdrive 1, used with both, then what Overdrive adds is done once.
    d, x, y = facing(edition)
    card = d.on(x, "drive")
    d.tp(0, 2)
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    d.play(0, "use", card, (KEY_AS, N_DRIVEN), y)
    replay(d, y)
    assert (d.tp_of(0), d.count(y, "Damage"), d.size(0, HAND)) == (0, 4, hand + 1)
