"""Keywords and Counters that the two older editions share (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, CONFIRM
from fadenet.games.fade.tables import COMBAT, DISCARD, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction, skill, zone

CARDS = (
    cards("fish", "flurry", "mirror", "mourner", "quiet", "wreck")
    + augment("temper", ability={"gives": {"Aura": 2}})
    + character("grudge", hp=20, plv=1, keywords={"Aura": 3})
    + character("wolf", keywords={"Bloodlust": 2})
    + augment("fang", ability={"gives": {"Bloodlust": 1}})
    + item("dart", cost=0, targets="all characters", do={"damage": 1, "to": "target"})
    + character(
        "caster",
        ability={"activate": True, "targets": "enemy characters", "do": {"damage": 1, "to": "target"}},
    )
    + character("adept", keywords={"Affinity": ["Fire", "Storm"]})
    + skill("fire-storm", "Fire", "Storm", cost=3, do={"attack": 1})
    + skill("steam", "Fire", "Water", cost=3, do={"attack": 1})
    + skill("nothing", cost=3, do={"attack": 1})
    + character("golem", "Fire", "Earth", cost=3)
    + character(
        "machine",
        cost=1,
        keywords={"Carrier": 3},
        ability={"activate": True, "spend": {"Power": 1}, "do": {"draw": 1}},
    )
    + item("mill", cost=0, ability={"keyword": "Stock", "n": 3, "activate": True, "do": {"gain_tp": 1}})
    + character(
        "drum", level=2, ability={"keyword": "Signature", "activate": True, "cost": 3, "do": {"attack": 4}}
    )
    + character(
        "rebel",
        plv=1,
        ability={
            "keyword": "Signature",
            "on": "takes-damage",
            "targets": "enemy characters",
            "do": {"attack": 2},
        },
    )
    + character(
        "avenger",
        "Fire",
        plv=1,
        ability={
            "keyword": "Signature",
            "on": "takes-damage",
            "targets": "enemy characters",
            "do": {"attack": 2},
        },
    )
    + reaction("asbestos", answers={"to": "attack", "element": "Fire"}, do={"block": True})
    + augment("blessing", keywords="Equip", ability={"gives": {"Affinity": ["Fire"]}})
    + character(
        "shieldmaid",
        "Fire",
        ability={"keyword": "Signature", "activate": True, "answers": "attack", "do": {"block": True}},
    )
    + character("mouse", plv=1, keywords={"Timid": 3})
    + character("hare", plv=1, keywords={"Timid": 5})
    + augment("qualm-3", keywords="Equip", attach="your characters", ability={"gives": {"Timid": 3}})
    + augment("qualm-5", keywords="Equip", attach="your characters", ability={"gives": {"Timid": 5}})
    + character("level-four", level=4, plv=1)
    + character("level-five", level=5, plv=1)
    + character("level-two", level=2, plv=1)
    + character("level-three", level=3, plv=1)
    + character("tower", cost=0, keywords={"Stacker": 2})
    + zone(
        "yard",
        ability=[
            {"gives": {"Stacker": 1}, "to": "your characters"},
            {"gives": {"Buildup": 1}, "to": "your attached cards"},
        ],
    )
    + skill("kiln", keywords={"Buildup": 2}, do={"attack": 4})
    + item(
        "brick",
        do={"under": {"from": "your hand"}, "onto": {"from": "your attached cards", "keyword": "Buildup"}},
    )
    + character(
        "shade", level=1, hp=2, plv=1, keywords="Void", ability={"on": "destroyed", "do": {"gain_tp": 1}}
    )
    + character("bold", cost=0, plv=1, keywords={"Boss": 1})
    + skill(
        "duet",
        "Fire",
        "Water",
        do=[{"if": {"paradox": True}, "then": {"mod": "damage", "n": 2, "on": "user"}}, {"attack": 2}],
    )
    + character("spring", plv=1, keywords={"Power Source": 1})
    + augment("well", ability={"gives": {"Power Source": 2}})
    + character("prophet", "Fire", "Water", plv=1, ability={"keyword": "Paradox", "do": {"gain_tp": 1}})
    + item("salve", cost=0, targets="your characters", do={"heal": 6, "of": "target"})
)


def duel(edition: str, seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition=edition)


@cited(("keyword.poison-counter", "keyword.poison-counter"))
def test_poison_harms_by_one_each_turn(edition: str) -> None:
    # Given 3 Poison Counters and 5 HP, when three of its controller's Starting Phases have passed.
    d = duel(edition)
    y = d.character(1)
    d.leave(y, 5)
    d.counters(y, "Poison", 3)
    for left in (2, 1, 0):
        d.next_turn(1)
        assert (d.count(y, "Poison"), d.hp(y)) == (left, 2 + left)
    # Then it has none and 2 HP; at 1 HP it is Knocked Out by it.
    d.leave(y, 1)
    d.counters(y, "Poison", 1)
    d.next_turn(1)
    assert d.lies(y) == "discard"


@cited(("keyword.shield-counter", "keyword.shield-counter"))
def test_a_shield_negates_one_attack_and_no_item(edition: str) -> None:
    # Given 1 Shield Counter and two Normal Attacks on the card.
    d = duel(edition)
    first, second, y = d.character(0), d.character(0), d.character(1)
    d.counters(y, "Shield", 1)
    d.play_out(0, d.hand(0, "dart"), y)
    assert (d.count(y, "Damage"), d.count(y, "Shield")) == (1, 1)
    d.go(0, COMBAT)
    d.tp(0, 0)
    # Then the first does nothing, brings no TP and removes it, the second hits.
    d.play(0, "attack", first, y)
    d.pass_all()
    assert (d.count(y, "Damage"), d.count(y, "Shield"), d.tp_of(0)) == (1, 0, 0)
    assert [row[1] for row in d.happened("negated")] == [y]
    d.play(0, "attack", second, y)
    d.pass_all()
    assert (d.count(y, "Damage"), d.tp_of(0)) == (4, 1)


@cited(
    ("keyword.shield-counter", "keyword.shield-counter"),
    ("keyword.barrier-counter", "keyword.barrier-counter"),
)
def test_there_is_no_move_to_spend_a_shield_or_barrier(edition: str) -> None:
    # Given a Shield and a Barrier Counter on a Character whose Attack can be answered, then its player spends
    # neither by a move.
    d = duel(edition)
    x, y = d.character(0), d.character(1)
    d.on(y, "guard")
    for name in ("Shield", "Barrier"):
        d.counters(y, name, 1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    for verb in ("shield", "barrier"):
        assert d.refused(1, verb, y, -1) == d.rule("moves")


@cited(("keyword.barrier-counter", "keyword.barrier-counter"))
@pytest.mark.parametrize(("counter", "hit"), [("Barrier", 3), ("Shield", 0)])
def test_a_barrier_stops_a_deflect_that_names_its_bearer(counter: str, hit: int, edition: str) -> None:
    # Given an attack on X, whose player Deflects it to the attacker's Y, which bears a Barrier Counter: then
    # the Deflect is Negated, and X is hit. With a Shield Counter the attack is stopped where it was sent.
    d = duel(edition)
    a, y, x = d.character(0), d.character(0), d.character(1)
    d.counters(y, counter, 1)
    mirror = d.on(x, "mirror")
    d.go(0, COMBAT)
    d.play(0, "attack", a, x)
    d.play(1, "use", mirror, -1, y)
    d.pass_all()
    assert (d.count(y, counter), d.count(x, "Damage"), d.count(y, "Damage")) == (0, hit, 0)


@cited(("keyword.barrier-counter", "keyword.barrier-counter"))
def test_a_barrier_negates_effects_and_no_attack(edition: str) -> None:
    # Given 2 Barrier Counters, when an Item and an activated effect target the card, then both do nothing.
    d = duel(edition)
    x, y = d.character(0, "caster"), d.character(1)
    d.counters(y, "Barrier", 2)
    d.play_out(0, d.hand(0, "dart"), y)
    d.go(0, COMBAT)
    d.play(0, "activate", x, y)
    d.pass_all()
    assert (d.count(y, "Damage"), d.count(y, "Barrier")) == (0, 0)
    # A Normal Attack is not stopped and removes none.
    d.counters(y, "Barrier", 1)
    d.play(0, "attack", x, y)
    d.pass_all()
    assert (d.count(y, "Damage"), d.count(y, "Barrier")) == (2, 1)


@cited(
    ("counter.victims-phases", "counter.whose-phase"),
    ("keyword.paralyze-counter", "keyword.paralyze-counter"),
)
def test_paralyze_counters_wear_off_in_the_end_phases_of_the_victims_player(edition: str) -> None:
    # Given 2 Paralyze Counters put on B's Character in A's turn.
    d = duel(edition)
    x, y = d.character(0), d.character(1)
    d.counters(y, "Paralyze", 2)
    # When A's End Phase comes, then none is removed; in B's turn it cannot attack or change zones.
    d.go(1, PREPARATION)
    assert d.count(y, "Paralyze") == 2
    assert not [move for move in d.options(1) if move[:2] == (d.rules.verbs.index("move"), y)]
    d.go(1, COMBAT)
    assert d.refused(1, "attack", y, x) == d.rule("cannot-act")
    # One is removed in B's End Phase, the last one in B's End Phase after that.
    d.go(0, PREPARATION)
    assert d.count(y, "Paralyze") == 1
    d.go(1, PREPARATION)
    assert d.count(y, "Paralyze") == 1
    d.go(0, PREPARATION)
    assert d.count(y, "Paralyze") == 0


@cited(("keyword.aura", "keyword.aura"))
@pytest.mark.parametrize(("missing", "more"), [(12, 4), (11, 3), (6, 2), (2, 0)])
def test_aura_gives_one_plv_for_every_full_number_of_hp_missing(
    missing: int, more: int, edition: str
) -> None:
    # Given Aura 3 and that many missing HP.
    d = duel(edition)
    x = d.character(0, "grudge")
    d.damage(x, missing)
    assert d.plv(x) == 1 + more
    # When 6 HP are gained, then the bonus goes with them.
    d.play_out(0, d.hand(0, "salve"), x)
    assert d.plv(x) == 1 + max(missing - 6, 0) // 3


@cited(("keyword.bloodlust", "keyword.bloodlust"))
def test_bloodlust_gives_hp_once_for_an_attack(edition: str) -> None:
    # Given Bloodlust 2 and 4 of 9 HP, when it uses a Skill of three hits that is Blocked.
    d = duel(edition)
    x, y = d.character(0, "wolf"), d.character(1)
    d.leave(x, 4)
    flurry, block = d.on(x, "flurry"), d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "use", flurry, y)
    d.until_asked(1)
    d.play(1, "use", block, -1)
    d.pass_all()
    # Then it gains 2 HP once and has 6.
    assert (d.hp(x), d.count(y, "Damage")) == (6, 0)


@cited(("keyword.stacking", "keyword.numbers-add"))
def test_a_keyword_twice_counts_once_unless_it_adds_up(edition: str) -> None:
    # Given Bloodlust 2 and an Augment granting Bloodlust 1, when it attacks, then it gains 3 HP.
    d = duel(edition)
    x, y, grudge = d.character(0, "wolf"), d.character(1), d.character(0, "grudge")
    d.leave(x, 4)
    d.on(x, "fang", face=1)
    d.on(grudge, "temper", face=1)
    d.damage(grudge, 6)
    # Of Aura 3 and Aura 2 only Aura 2 applies.
    assert d.plv(grudge) == 1 + 3
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.pass_all()
    assert d.hp(x) == 7
    # Two Characters with Fire Affinity make a Fire card cheaper by 2.
    d.character(0, "adept")
    d.character(0, "adept")
    steam = d.on(d.character(0), "steam")
    d.tp(0, 1)
    assert d.can(0, "use", steam, y)


@cited(("keyword.stacking", "keyword.numbers-add"), ("keyword.power-source", "keyword.power-source"))
def test_power_sources_of_one_card_are_added(edition: str) -> None:
    # Given Power Source 1 on a Character, and an Augment on it that gives Power Source 2, when the Starting
    # Phase comes, then it gives 3 TP beside those of the Phase.
    d = duel(edition)
    d.on(d.character(0, "spring"), "well", face=1)
    d.go(1, PREPARATION)
    d.tp(0, 0)
    d.next_turn(0)
    assert d.tp_of(0) == d.rules.figures.tp_gain_starting_phase + 3


@cited(("keyword.stacking", "keyword.numbers-add"), ("keyword.stacker", "keyword.stacker"))
def test_of_two_stackers_the_higher_one_counts(edition: str) -> None:
    # Given Stacker 2, a Zone card that gives Stacker 1, and 3 cards in Hand, then 2 go underneath.
    d = duel(edition)
    d.zone(0, "yard", at="c5")
    hand = [d.hand(0, "plain") for _ in range(3)]
    tower = d.fighter(0, "tower")
    d.play(0, "play", tower, d.to("front"))
    for card in hand[:2]:
        d.play(0, "pick", card)
    d.pass_all()
    assert set(d.s.kids[tower]) == {*hand[:2]} and d.lies(hand[2]) == "hand"


@cited(("keyword.stacking", "keyword.numbers-add"), ("keyword.buildup", "keyword.buildup"))
def test_of_two_buildups_the_higher_one_counts(edition: str) -> None:
    # Given a Skill with Buildup 2 and a Zone card that gives it Buildup 1, when a second card comes under it,
    # then it activates.
    d = duel(edition)
    d.zone(0, "yard", at="c5")
    y = d.character(1)
    d.character(0, at="c1")
    kiln = d.on(d.body(0), "kiln", face=1, at="c2")
    for dealt in (0, 4):
        d.hand(0, "plain")
        d.play_out(0, d.hand(0, "brick"))
        assert d.count(y, "Damage") == dealt
    assert d.lies(kiln) == "discard"


@cited(("keyword.affinity", "keyword.element-affinity"))
@pytest.mark.parametrize(("slug", "cost"), [("fire-storm", 1), ("steam", 2), ("nothing", 3)])
def test_affinity_makes_cards_of_its_elements_cheaper(slug: str, cost: int, edition: str) -> None:
    # Given Fire/Storm Affinity on one of your Characters, when another flips a Skill of Cost 3.
    d = duel(edition)
    d.character(0, "adept")
    x, y = d.character(0), d.character(1)
    skill = d.on(x, slug)
    d.go(0, COMBAT)
    d.tp(0, 3)
    d.play(0, "use", skill, y)
    assert d.tp_of(0) == 3 - cost


@cited(("keyword.affinity", "keyword.element-affinity"))
def test_affinity_that_is_given_is_for_cards_of_its_player_alone(edition: str) -> None:
    # Given an Augment that gives Fire Affinity to an enemy Character, then a Fire Skill of Cost 3 costs 3;
    # with another one on an own Character it costs 2.
    d = duel(edition)
    x, y = d.character(0), d.character(1)
    skill = d.on(x, "fire-storm")
    d.on(y, "blessing", face=1)
    d.go(0, COMBAT)
    d.tp(0, 2)
    assert d.refused(0, "use", skill, y) == d.rule("too-dear")
    d.on(x, "blessing", face=1)
    assert d.can(0, "use", skill, y)


@cited(("keyword.carrier", "keyword.carrier"), ("counter.power", "counter.power"))
def test_power_counters_come_with_their_card_and_pay_for_what_it_does(edition: str) -> None:
    # Given Carrier 3, when the card is played, then it has 3; moving adds none.
    d = duel(edition)
    d.character(0)
    machine = d.fighter(0, "machine")
    d.play_out(0, machine, d.to("front"))
    assert d.count(machine, "Power") == 3
    for _ in range(2):
        d.next_turn(0)
        d.play(0, "move", machine, *d.across(machine))
    assert (d.lies(machine), d.count(machine, "Power")) == ("front", 3)
    # Given 2 of them, when 'remove 1: draw 1' is activated twice, then 2 are drawn and a third is refused.
    d.counters(machine, "Power", -1)
    d.go(0, COMBAT)
    drawn = len(d.happened("drawn"))
    for _ in range(2):
        d.play(0, "activate", machine)
        d.pass_all()
    assert len(d.happened("drawn")) == drawn + 2
    assert d.refused(0, "activate", machine) == d.rule("too-dear")


@cited(("keyword.stock", "keyword.stock"), ("keyword.stock-moment", "keyword.stock-details"))
def test_stock_is_used_once_a_round_whenever_an_item_could_be(edition: str) -> None:
    # Given a Stock Item played in one's Preparation Step.
    d = duel(edition)
    mill = d.hand(0, "mill")
    d.play_out(0, mill, *d.beside())
    assert d.count(mill, "Power") == 3 and d.lies(mill) == "attached"
    # When it is activated in the enemy's Combat Step with no Chain going on, then that starts one.
    d.go(1, COMBAT)
    d.play(1, "end")
    assert d.asked() == [0]
    d.play(0, "activate", mill)
    assert d.links() == ["Mill"]
    d.pass_all()
    assert d.count(mill, "Power") == 2
    # When it is activated again in the same round, then that is refused; in the next round it is allowed.
    d.hand(0, "dart")
    d.go(1, COMBAT)
    d.play(1, "end")
    assert d.asked() == [0]
    assert d.refused(0, "activate", mill) == d.rule("stock")
    d.go(0, PREPARATION)
    assert d.can(0, "activate", mill)


@cited(("keyword.signature", "keyword.signature"))
def test_a_signature_skill_is_paid_and_its_card_stays(edition: str) -> None:
    # Given a Character with 'Signature 3 TP: 4 damage'.
    d = duel(edition)
    x, y = d.character(0, "drum"), d.character(1)
    d.go(0, COMBAT)
    d.tp(0, 2)
    assert d.refused(0, "activate", x, y) == d.rule("too-dear")
    # When its player pays 3 TP, then it attacks for 4 and stays on the field.
    d.tp(0, 3)
    d.play(0, "activate", x, y)
    d.pass_all()
    assert (d.count(y, "Damage"), d.tp_of(0), d.lies(x)) == (4, 0, "front")


@cited(("keyword.signature-rules", "keyword.signature-details"))
@pytest.mark.parametrize("fresh", [True, False])
def test_a_signature_that_attacks_waits_for_who_has_just_come(fresh: bool, edition: str) -> None:
    # Given a Character with "Signature: when it takes damage, it attacks", when it is hit, then its player is
    # asked about it, unless the Character came in this turn.
    d = duel(edition)
    x, y = d.character(0), d.character(1, "rebel", fresh=fresh)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    asked: list[int] = []
    while d.s.chain or d.asked_kind() != ACT:
        asked += d.asked() if d.asked_kind() == CONFIRM else []
        d.step()
    assert asked == ([] if fresh else [1])


@cited(("keyword.signature-rules", "keyword.signature-details"))
def test_a_signature_attacks_with_the_elements_of_its_card(edition: str) -> None:
    # Given a Fire Character with "Signature: when it takes damage, it attacks", when it does so, then what
    # Blocks Fire attacks may answer.
    d = duel(edition)
    x, y = d.character(0), d.character(1, "avenger")
    shirt = d.on(x, "asbestos")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.until(CONFIRM) == 1
    d.yes(1)
    d.until_asked(0)
    d.play(0, "use", shirt, -1)
    d.pass_all()
    assert d.count(x, "Damage") == 0


@cited(("keyword.signature-rules", "keyword.signature-details"))
def test_a_signature_reaction_is_the_one_card_against_an_attack(edition: str) -> None:
    # Given a Character with a Signature Reaction and another Reaction of that player.
    d = duel(edition)
    x, y = d.character(0), d.character(1, "shieldmaid")
    block = d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When it is used, then the other is refused.
    d.play(1, "activate", y, -1)
    d.until_asked(1)
    assert d.refused(1, "use", block, -1) == d.rule("defended")
    d.pass_all()
    assert (d.count(y, "Damage"), d.lies(block)) == (0, "attached")


@cited(("keyword.timid", "keyword.timid"))
def test_the_timid_attack_nobody_of_a_high_level(edition: str) -> None:
    # Given Timid 3, when it attacks a Level 2 Character, then it is legal; Level 3 is refused.
    d = duel(edition, seats=3)
    x, two, three = d.character(0, "mouse"), d.character(1, "level-two"), d.character(1, "level-three")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, three) == d.rule("timid")
    assert d.can(0, "attack", x, two)
    # A player within reach is legal.
    assert d.can(0, "attack", x, d.body(2))


@cited(("keyword.stacking", "keyword.numbers-add"), ("keyword.timid", "keyword.timid"))
def test_of_two_timid_numbers_the_one_that_the_book_names_counts(edition: str) -> None:
    # Given Timid 3 on a Character with an Augment granting Timid 5, and the other way round, then the 40-card
    # edition takes the stronger one, by which Level 3 is barred, and the 60-card edition the one that is best
    # for its controller, by which Level 4 is attacked and Level 5 refused.
    for slug, given in (("mouse", "qualm-5"), ("hare", "qualm-3")):
        d = duel(edition)
        x = d.character(0, slug)
        d.on(x, given, face=1)
        levels = {n: d.character(1, f"level-{n}") for n in ("two", "three", "four", "five")}
        d.go(0, COMBAT)
        open_to = {n for n, y in levels.items() if d.can(0, "attack", x, y)}
        assert open_to == ({"two"} if edition == "fade2" else {"two", "three", "four"})
        assert d.refused(0, "attack", x, levels["five"]) == d.rule("timid")


@cited(("keyword.stacker", "keyword.stacker"))
def test_stacker_takes_exactly_so_many_cards(edition: str) -> None:
    # Given Stacker 2 and 1 card in Hand, when the player plays it, then it is refused.
    d = duel(edition)
    tower = d.fighter(0, "tower")
    hand = [d.hand(0, "plain")]
    assert d.refused(0, "play", tower, d.to("front")) == d.rule("stacker")
    # With 3 cards 2 of the player's choice go underneath.
    hand += [d.hand(0, "ration"), d.hand(0, "edge")]
    d.play(0, "play", tower, d.to("front"))
    d.play(0, "pick", hand[0])
    assert d.refused(0, "done") == d.rule("choice")
    d.play(0, "pick", hand[2])
    d.pass_all()
    assert sorted(d.s.kids[tower]) == [hand[0], hand[2]] and d.lies(hand[1]) == "hand"


@cited(("keyword.void", "keyword.void"))
def test_void_sends_what_is_destroyed_to_the_rift(edition: str) -> None:
    # Given a victim of Void that is Knocked Out, beside a Character with Vengeance.
    d = duel(edition)
    x, shade, mourner = d.character(0), d.character(1, "shade"), d.character(1, "mourner")
    boss = d.fighter(1, "bold")
    d.tp(1, 0)
    d.go(0, COMBAT)
    d.play(0, "attack", x, shade)
    d.pass_all()
    # Then it lies in the Rift Zone, On Destroyed and Vengeance trigger, and it does not count for Boss.
    assert (d.lies(shade), d.tp_of(1), d.count(mourner, "Fracture")) == ("rift", 1, 1)
    d.go(1, PREPARATION)
    assert d.size(1, DISCARD) == 0
    assert d.refused(1, "play", boss, d.to("front", 1)) == d.rule("boss")


@cited(("keyword.paradox", "keyword.paradox-details"))
@pytest.mark.parametrize(("slug", "dealt"), [("fish", 4), ("", 2)])
def test_a_paradox_needs_all_elements_among_the_own_characters(slug: str, dealt: int, edition: str) -> None:
    # Given a Fire/Water Skill with Paradox: 2 more damage, a Fire Character and maybe one of Water.
    d = duel(edition)
    x, y = d.character(0, "golem"), d.character(1)
    if slug:
        d.character(0, slug)
    skill = d.on(x, "duet")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    d.pass_all()
    assert d.count(y, "Damage") == dealt


@cited(("keyword.paradox", "keyword.paradox-details"))
def test_a_muted_paradox_misses_what_becomes_true_meanwhile(edition: str) -> None:
    # Given a Fire/Water Character with "Paradox: gain 1 TP" that is Mute for this turn, and a Fire Character,
    # when one of Water comes, then nothing happens, nor when it speaks again.
    d = duel(edition)
    prophet, wave = d.character(0, "prophet"), d.fighter(0, "fish")
    d.character(0, "golem")
    d.play_out(0, d.hand(0, "quiet"), prophet)
    d.play_out(0, wave, d.to("front"))
    d.next_turn(0)
    assert not d.happened("becomes-true")
    # When it becomes true anew, then 1 TP is gained.
    d.tp(0, 5)
    d.play_out(0, d.hand(0, "wreck"), wave)
    d.play_out(0, d.fighter(0, "fish"), d.to("front"))
    assert d.tp_of(0) == 5 + 1
