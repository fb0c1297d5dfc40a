"""Attacks, who makes them, whom they reach in the 40-card edition (topics combat, attack, target, zone)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import AFTERMATH, COMBAT, KEY_AS, KEY_TO, M_SKILL, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import card, cards, character, item, reaction, skill

CARDS = (
    cards("flurry", "hunch", "hurt-sentry", "marksman", "prayer", "refusal", "riposte")
    + card("both", types=["Skill", "Reaction"], name="Both Ways", rank="Normal", do={"attack": 2})
    + skill("pair", targets={"reach": True, "n": 2}, do={"attack": 2})
    + skill("upto", name="Up To", targets={"reach": True, "n": 2, "up_to": True}, do={"attack": 2})
)


CARDS += (
    skill("mend", targets="all characters", do={"heal": 3, "of": "target"})
    + skill("taint", targets="enemy characters", do={"counter": "Poison", "n": 1, "on": "target"})
    + item("fume", targets="enemy characters", do={"counter": "Poison", "n": 1, "on": "target"})
    + character(
        "crier",
        keywords={"Bloodlust": 1},
        ability=[{"on": "attacks", "do": {"gain_tp": 1}}, {"on": "attacked", "do": {"gain_tp": 2}}],
    )
    + reaction("turn-away", targets="all fighters", answers="attack", anyone=True, do={"deflect": True})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


# Who may attack.


@pytest.mark.rule("fade2", "combat.roles")
def test_who_is_struck_back_is_the_defender_of_that() -> None:
    # Given A attacks and B links a Counter-hit.
    d = duel()
    x, y = d.character(0), d.character(1)
    block, back = d.on(x, "guard"), d.on(y, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", back, -1)
    # When A is asked, then a Reaction may be flipped against it, and not against A's own attack.
    assert d.asked() == [0]
    assert d.refused(0, "use", block, -1) == "defend.user"
    d.quietly(0, "use", block, -2)
    assert d.count(x, "Damage") == 0 and d.count(y, "Damage") == 3


@pytest.mark.rule("fade2", "combat.backup-may-defend")
def test_a_backup_character_blocks_but_strikes_nobody_back() -> None:
    # Given Y in a Backup Zone, attacked by a Character with Lock-On, while X stands in front.
    d = duel()
    sniper, _, y = d.character(0, "marksman"), d.character(1), d.character(1, backup=True)
    block, back = d.on(y, "guard"), d.on(y, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", sniper, y)
    # Then a Block is legal, a Counter-hit is refused.
    assert d.refused(1, "use", back, -1) == "combat.backup-attack"
    d.quietly(1, "use", block, -1)
    assert d.count(y, "Damage") == 0


@pytest.mark.rule("fade2", "status.fresh-is-waiting")
def test_who_entered_this_turn_stays_in_its_row_and_may_use_effects() -> None:
    # Given X, who entered this turn.
    d = duel()
    x, ready = d.character(0, "hurt-sentry", fresh=True), d.character(0)
    d.go(0, PREPARATION)
    # When its player moves it to a Backup Zone, then that is refused; another's move is not.
    moving = [move[1] for move in d.options(0) if move[0] == d.rules.verbs.index("move")]
    assert x not in moving and ready in moving
    # When its effect is activated in the Combat Step, then that is legal.
    d.go(0, COMBAT)
    d.quietly(0, "activate", x)
    assert len(d.happened("drawn")) > 12


# What is an attack.


@pytest.mark.rule("fade2", "attack.no-reaction")
def test_a_reaction_opens_no_attack() -> None:
    # Given the active player in the Combat Step, no Chain, and cards that answer nothing in particular.
    d = duel()
    x, y = d.character(0), d.character(1)
    reaction, both = d.on(x, "hunch"), d.on(x, "both")
    d.go(0, COMBAT)
    # When a Reaction is flipped, then it is refused; one that is a Skill as well is accepted as such.
    assert d.refused(0, "use", reaction) == "link.reactions"
    d.quietly(0, "use", both, (KEY_AS, M_SKILL), y)
    assert d.count(y, "Damage") == 2
    # In answer to a link it may be used.
    d.go(1, COMBAT)
    d.play(1, "attack", y, x)
    assert d.can(0, "use", reaction)


@pytest.mark.rule("fade2", "attack.skills-are-attacks")
def test_a_skill_that_only_heals_is_an_attack_of_its_user() -> None:
    # Given a Skill that only heals its user, who has an effect On Attack, Bloodlust and Fracture.
    d = duel()
    x, y = d.character(0, "crier"), d.character(1)
    d.damage(x, 6)
    d.counters(x, "Fracture", 2)
    prayer, refusal, block = d.on(x, "prayer"), d.on(y, "refusal"), d.on(x, "guard")
    d.go(0, COMBAT)
    d.tp(0, 0)
    # When it is used, then all of that happens as it is declared, once; it can be Negated as an attack.
    d.play(0, "use", prayer)
    assert (d.count(x, "Damage"), d.tp_of(0)) == (6 + 2 - 1, 0)
    d.until_asked(1)
    assert d.can(1, "use", refusal, -1)
    d.pass_all()
    assert (d.count(x, "Damage"), d.tp_of(0), d.happened("succeeds")) == (5, 1, [])
    # A Block Reaction triggers no On Attack of its user.
    d.go(1, COMBAT)
    d.tp(0, 5)
    d.play(1, "attack", y, x)
    d.until_asked(0)
    d.quietly(0, "use", block, -1)
    assert d.tp_of(0) == 5 - d.rules.by_slug["guard"].stats[0] + 2


@pytest.mark.rule("fade2", "attack.skills-are-attacks")
@pytest.mark.parametrize("there", ["fresh", "behind"])
def test_who_may_not_attack_uses_no_skill_that_heals(there: str) -> None:
    # Given a Character who entered this turn, or stands behind another one, with a Skill that only heals.
    d = duel()
    x = d.character(0, fresh=there == "fresh", backup=there == "behind")
    d.character(0)
    prayer = d.on(x, "prayer")
    d.go(0, COMBAT)
    # Then using it is refused as an attack is.
    rule = "combat.fresh-character" if there == "fresh" else "combat.backup-attack"
    assert d.refused(0, "use", prayer) == rule


@pytest.mark.rule("fade2", "target.order-scope")
def test_a_skill_without_damage_obeys_the_order_and_an_item_does_not() -> None:
    # Given an enemy X in a Character Zone and Y in a Backup Zone.
    d = duel()
    a, x, y = d.character(0), d.character(1), d.character(1, backup=True)
    taint, fume = d.on(a, "taint"), d.hand(0, "fume")
    d.go(0, COMBAT)
    # When a Skill puts a Counter on an enemy Character, then it must choose X; an Item may choose Y.
    assert d.refused(0, "use", taint, y) == "target.zone-order"
    assert [move[2:] for move in d.options(0) if move[1:2] == (taint,)] == [(x,)]
    d.quietly(0, "play", fume, y)
    d.quietly(0, "use", taint, x)
    assert (d.count(x, "Poison"), d.count(y, "Poison")) == (1, 1)


@pytest.mark.rule("fade2", "target.enemies-only")
def test_a_skill_that_heals_a_friend_is_no_attack_for_that_friend() -> None:
    # Given a Skill 'heal 3 to a Character', a wounded friend and a wounded enemy, both with a Shield Counter.
    d = duel()
    x, friend, foe = d.character(0), d.character(0, "crier"), d.character(1)
    for h in (friend, foe):
        d.damage(h, 5)
        d.counters(h, "Shield", 1)
    mend, again = d.on(x, "mend"), d.on(x, "mend")
    d.go(0, COMBAT)
    d.tp(0, 0)
    # When the friend is chosen, then nothing is Negated and On Attacked does not trigger.
    d.quietly(0, "use", mend, friend)
    assert (d.count(friend, "Damage"), d.count(friend, "Shield"), d.tp_of(0)) == (2, 1, 0)
    # When the enemy is chosen, then its Shield Counter Negates that attack.
    d.quietly(0, "use", again, foe)
    assert (d.count(foe, "Damage"), d.count(foe, "Shield")) == (5, 0)


@pytest.mark.rule("fade2", "target.enemies-only")
def test_a_barrier_counter_of_a_friend_negates_a_skill_that_heals() -> None:
    # Given a wounded friend with a Barrier Counter.
    d = duel()
    x, friend = d.character(0), d.character(0)
    d.character(1)
    d.damage(friend, 5)
    d.counters(friend, "Barrier", 1)
    mend = d.on(x, "mend")
    d.go(0, COMBAT)
    # When a Skill heals it, then for the friend that is an effect, which the Counter Negates.
    d.quietly(0, "use", mend, friend)
    assert (d.count(friend, "Damage"), d.count(friend, "Barrier")) == (5, 0)


@pytest.mark.rule("fade2", "defend.deflect")
def test_what_a_skill_does_without_damage_goes_where_it_is_deflected() -> None:
    # Given X puts a Poison Counter on Y by a Skill, and heals itself by another one.
    d = duel()
    x, y = d.character(0), d.character(1)
    taint, prayer, away = d.on(x, "taint"), d.on(x, "prayer"), d.on(y, "turn-away")
    d.go(0, COMBAT)
    # Then the one that is aimed at nobody is not Deflected; the other one is, to X.
    d.play(0, "use", prayer)
    assert d.refused(1, "use", away, -1, x) == "defend.user"
    d.pass_all()
    d.play(0, "use", taint, y)
    d.quietly(1, "use", away, -1, x)
    assert (d.count(x, "Poison"), d.count(y, "Poison")) == (1, 0)


# Whom an attack reaches.


@pytest.mark.rule("fade2", "target.zone-order", "zone.front-most")
def test_five_groups_shield_each_other() -> None:
    # Given P in Frontline/2, opened by a Zone card, Q in Character/2 and R in Backup/5.
    d = duel()
    d.zone(1, "plain", at="c7")
    p, q, r = (d.character(1, at=cell) for cell in ("c7", "c2", "b5"))
    x = d.character(0)
    d.go(0, COMBAT)
    # Then only P may be chosen; once P is gone only R, then Q, then the player.
    line = [p, r, q, d.body(1)]
    for n, target in enumerate(line):
        for other in line[n + 1 :]:
            assert d.refused(0, "attack", x, other) == "target.zone-order"
        assert d.can(0, "attack", x, target)
        if target != d.body(1):
            d.s.zones[d.s.zone[target]] = tuple(h for h in d.s.zones[d.s.zone[target]] if h != target)
            d.s.zone[target] = -1
            d.s.index = None


@pytest.mark.rule("fade2", "target.plain-field")
def test_without_extra_zones_the_front_shields_the_backup_and_both_the_player() -> None:
    # Given X in Character/1 and Y in Backup/4.
    d = duel()
    x, y = d.character(1, at="c1"), d.character(1, at="b4")
    a, b = d.character(0), d.character(0)
    d.leave(x, 3)
    d.go(0, COMBAT)
    # When an attacker chooses Y or the player, then both are refused.
    assert d.refused(0, "attack", a, y) == "target.zone-order"
    assert d.refused(0, "attack", a, d.body(1)) == "target.zone-order"
    # When X is Knocked Out, then Y is legal and the player is not.
    d.quietly(0, "attack", a, x)
    assert d.refused(0, "attack", b, d.body(1)) == "target.zone-order"
    assert d.can(0, "attack", b, y)


@pytest.mark.rule("fade2", "target.multi-targets")
def test_several_targets_are_all_of_the_first_group() -> None:
    # Given one enemy Character in front and two in Backup Zones.
    d = duel()
    x, y, z = d.character(0), d.character(1), d.character(1, backup=True)
    d.character(1, backup=True)
    pair, upto = d.on(x, "pair"), d.on(x, "upto")
    d.go(0, COMBAT)
    # When a Skill targets two, then it is refused; one for up to two may target the one in front.
    assert d.refused(0, "use", pair, y, z) == "target.zone-order"
    assert not [move for move in d.options(0) if move[1:2] == (pair,)]
    assert d.refused(0, "use", upto, y, z) == "target.zone-order"
    d.quietly(0, "use", upto, y)
    assert d.count(y, "Damage") == 2


# Moving and playing.


@pytest.mark.rule("fade2", "prep.play-character", "zone.character-backup")
def test_a_character_is_played_into_any_free_zone_of_both_kinds() -> None:
    # Given an empty field, when a Character is played, then every Character and Backup Zone may be chosen.
    d = duel()
    squire = d.fighter(0, "squire")
    names = d.rules.grid.names
    cells = [names[move[2][1]] for move in d.options(0) if move[1:2] == (squire,)]
    assert cells == [f"{row}{n}" for row in "cb" for n in range(1, 6)]
    d.play(0, "play", squire, (KEY_TO, d.cell("b2")))
    assert d.at(squire) == "b2" and d.s.face[squire] == 1
    # It is never played face-down.
    assert d.refused(0, "attach", d.fighter(0, "squire"), squire) == "prep.attach"


@pytest.mark.rule("fade2", "prep.move-character")
def test_characters_who_can_act_move_between_the_two_kinds_of_zones() -> None:
    # Given X in Character/1 since last turn, Y who entered this turn, and Z who is Paralyzed.
    d = duel()
    x, y, z = d.character(0, at="c1"), d.character(0, at="c2", fresh=True), d.character(0, at="c3")
    d.counters(z, "Paralyze", 1)
    d.tp(0, 0)
    d.go(0, PREPARATION)
    # When the player moves them back, then X moves for nothing, the others are refused.
    d.play(0, "move", x, (KEY_TO, d.cell("b1")))
    assert (d.at(x), d.lies(x), d.tp_of(0)) == ("b1", "backup", 0)
    for other in (y, z):
        assert d.refused(0, "move", other, (KEY_TO, d.cell("b2")))
    d.go(0, AFTERMATH)
    d.play(0, "move", x, (KEY_TO, d.cell("c5")))
    assert d.at(x) == "c5"


@pytest.mark.rule("fade2", "prep.move-swap")
@pytest.mark.parametrize("held", [False, True])
def test_two_characters_trade_places_if_both_can_act(held: bool) -> None:
    # Given all zones full, X in Character/1 and Y in Backup/1.
    d = duel()
    front = [d.character(0, at=f"c{n}") for n in range(1, 6)]
    back = [d.character(0, at=f"b{n}") for n in range(1, 6)]
    d.counters(back[0], "Paralyze", int(held))
    d.go(0, PREPARATION)
    # When they trade places, then it is legal; with Y Paralyzed it is refused.
    if held:
        assert d.refused(0, "move", front[0], (KEY_TO, d.cell("b1"))) == "zone.full-field"
    else:
        d.play(0, "move", front[0], (KEY_TO, d.cell("b1")))
        assert (d.at(front[0]), d.at(back[0])) == ("b1", "c1")


@pytest.mark.rule("fade2", "zone.one-occupant", "zone.full-field")
def test_a_zone_holds_one_character_and_a_full_field_takes_no_more() -> None:
    # Given a Character in Character/1, when another is played there, then that is refused.
    d = duel()
    d.character(0, at="c1")
    squire = d.fighter(0, "squire")
    assert d.refused(0, "play", squire, (KEY_TO, d.cell("c1"))) == "zone.full-field"
    assert d.can(0, "play", squire, (KEY_TO, d.cell("c2")))
    # Given all ten zones are taken, when an eleventh is played, then it is refused and no TP are spent.
    for cell in [*(f"c{n}" for n in range(2, 6)), *(f"b{n}" for n in range(1, 6))]:
        d.character(0, at=cell)
    for n in range(1, 26):
        assert d.refused(0, "play", squire, (KEY_TO, n)) == "zone.full-field"
    assert d.tp_of(0) == 10


@pytest.mark.rule("fade2", "zone.extra", "zonecard.places")
def test_an_extra_zone_is_closed_until_a_zone_card_lies_in_it() -> None:
    # Given no Zone card in Frontline Extra/3, when a Character is put there, then it is refused.
    d = duel()
    squire, card = d.fighter(0, "squire"), d.hand(0, "plain")
    assert d.refused(0, "play", squire, (KEY_TO, d.cell("c8"))) == "zone.full-field"
    # When a Zone card is played into it for nothing, then it is a Character Zone and takes one.
    d.tp(0, d.rules.by_slug["squire"].stats[0])
    d.play(0, "play", card, (KEY_TO, d.cell("c8")))
    d.play(0, "play", squire, (KEY_TO, d.cell("c8")))
    assert (d.at(squire), d.lies(squire), d.s.owner[card]) == ("c8", "front", 0)
    # A Backline Extra Zone becomes a Backup Zone.
    d.play(0, "play", d.hand(0, "plain"), (KEY_TO, d.cell("b7")))
    d.play(0, "play", d.fighter(0, "squire"), (KEY_TO, d.cell("b7")))
    assert d.size(0, 1) == 1
    assert d.s.ctrl[card] == 0 and not d.s.zones[d.rules.zone_id(1, 7)]


@pytest.mark.rule("fade2", "zone.equip-character")
def test_what_is_attached_travels_with_its_character() -> None:
    # Given a Character with 3 attached cards in Character/2.
    d = duel()
    x = d.character(0, at="c2")
    kids = [d.on(x, "guard"), d.on(x, "flurry"), d.on(x, "edge", face=1)]
    d.go(0, PREPARATION)
    # When it moves to Backup/5, then all three are still attached to it.
    d.play(0, "move", x, (KEY_TO, d.cell("b5")))
    assert d.at(x) == "b5" and [d.s.host[k] for k in kids] == [x] * 3
    assert d.plv(x) == 5


@pytest.mark.rule("fade2", "zone.grid")
def test_a_side_has_five_rows_of_five_zones() -> None:
    # Given a new game, then there are 5 Character Zones, 5 Backup Zones and 5 Player Equip places, and in
    # front and behind 5 closed Extra Zones.
    d = duel()
    grid = d.rules.grid
    assert len(grid.names) == 27 and grid.names[26] == "arena"
    rows = [[grid.names[5 * row + n] for n in range(1, 6)] for row in range(5)]
    assert ["".join(name[0] for name in row) for row in rows] == ["ccccc", "ccccc", "bbbbb", "aaaaa", "bbbbb"]
    assert [sum(5 * row + n in grid.closed for n in range(1, 6)) for row in range(5)] == [5, 0, 0, 0, 5]


@pytest.mark.rule("fade2", "target.order-scope")
def test_a_skill_for_all_ignores_the_order() -> None:
    # Given a Skill that puts 2 Poison Counters on each enemy Character, then those behind have them too.
    d = Duel(
        CARDS + skill("miasma", do={"counter": "Poison", "n": 2, "on": "enemy characters"}), edition="fade2"
    )
    x, y, z = d.character(0), d.character(1), d.character(1, backup=True)
    miasma = d.on(x, "miasma")
    d.go(0, COMBAT)
    d.quietly(0, "use", miasma)
    assert [d.count(h, "Poison") for h in (y, z)] == [2, 2]
