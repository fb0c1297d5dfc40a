"""Keywords of the older editions with three and four at the table, in teams, and when somebody is out."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT, HAND, PREPARATION
from tests.builders import meetings
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, reaction, skill

CARDS = (
    meetings.CARDS
    + meetings.bearer("mourner", ability={"keyword": "Vengeance", "do": {"gain_tp": 1}})
    + meetings.bearer("engine", ability={"keyword": "Stock", "n": 3, "activate": True, "do": {"draw": 1}})
    + meetings.bearer("marked", keywords="Deathmark")
    + meetings.bearer("glass", keywords="Concussion")
    + meetings.bearer("kin", keywords={"Affinity": ["Fire"]})
    + meetings.bearer("sniper", keywords="Lock-On")
    + meetings.bearer("neutral", keywords="Neutrality")
    + meetings.bearer("dancer", keywords="Tag-Out")
    + meetings.bearer("source", keywords={"{Charge}": 2})
    + meetings.bearer("captain", ability={"gives": {"PLV": 1}, "to": "your characters"})
    + cards("doom-5", "flint", "frailty", "lay-low", "snare", "storm-5")
    + augment("coliseum", cost=0, keywords="Arena", ability={"gives": {"PLV": 1}, "to": "all characters"})
    + skill("requiem", cost=0, contingency={"on": "knocked-out", "of": "ally characters"}, do={"gain_tp": 2})
    + reaction("aside", cost=0, targets="all fighters", answers="attack", do={"deflect": True})
    + reaction("void", cost=0, answers="attack", do={"negate": True})
    + reaction("lash", cost=0, answers="attack", do={"attack": 9})
)


def table(edition: str, seats: int = 3, format: str = "") -> Duel:
    """Three every one for themselves, or four in teams: 0 and 2 against 1 and 3."""
    return Duel(CARDS, seats=seats, format=format, edition=edition)


def teams(edition: str) -> Duel:
    return table(edition, 4, "teams")


def out(d: Duel, seat: int, by: int) -> None:
    """A Player with 5 HP is eliminated by another one's Item, in that one's turn."""
    d.go(by, PREPARATION)
    d.leave(d.body(seat), 5)
    d.quietly(by, "play", d.hand(by, "doom-5"))
    assert d.s.out == (seat,)


# Teams.


@meetings.cited(("keyword.ally", "format.allies"), ("keyword.vengeance", "keyword.vengeance"))
@pytest.mark.parametrize(("falls", "gained"), [(0, 1), (2, 1), (1, 0), (3, 0)])
def test_vengeance_is_for_the_whole_team(falls: int, gained: int, edition: str) -> None:
    # Given A's Mourner, when a Character of A or of A's team-mate is Knocked Out, then Vengeance happens; not
    # for one of the other team.
    d = teams(edition)
    d.character(0, "mourner", at="c1")
    there = {seat: d.character(seat, "bearer", at="c3") for seat in range(4)}
    d.tp(0, 0)
    d.quietly(0, "play", d.hand(0, "lay-low"), there[falls])
    assert d.tp_of(0) == gained


@meetings.cited(("keyword.ally", "format.allies"), ("keyword.deathmark", "keyword.deathmark"))
@pytest.mark.parametrize(("falls", "doomed"), [(0, True), (2, True), (1, False), (3, False)])
def test_deathmark_asks_for_the_whole_team(falls: int, doomed: bool, edition: str) -> None:
    # Given A's Character with Deathmark, when one of Level 2 in the team is destroyed, then it falls.
    d = teams(edition)
    x = d.character(0, "marked", at="c1")
    there = {seat: d.character(seat, "bearer", at="c3") for seat in range(4)}
    d.quietly(0, "play", d.hand(0, "wreck"), there[falls])
    assert (d.lies(x) == "discard") == doomed


@meetings.cited(("keyword.ally", "format.allies"), ("keyword.contingency", "keyword.contingency"))
@pytest.mark.parametrize(("falls", "asked"), [(0, [0]), (2, [0]), (1, []), (3, [])])
def test_contingency_for_an_ally_is_for_the_whole_team(falls: int, asked: list[int], edition: str) -> None:
    # Given A's Contingency "an ally is Knocked Out" in Hand, then A is asked when one of the team is.
    d = teams(edition)
    there = {seat: d.character(seat, "bearer", at="c3") for seat in range(4)}
    d.hand(0, "requiem")
    d.play(0, "play", d.hand(0, "lay-low"), there[falls])
    assert d.chances() == asked


@meetings.cited(("keyword.affinity", "keyword.element-affinity"), ("format.teams", "format.teams"))
def test_affinity_is_for_its_own_player(edition: str) -> None:
    # Given A's Fire Affinity, then A's Fire Item is cheaper, the team-mate's is not; and "your Characters"
    # are A's alone.
    d = teams(edition)
    d.character(0, "kin", at="c1")
    mine, theirs = d.character(0, "captain", at="c3"), d.character(2, "bearer", at="c3")
    assert (d.plv(mine), d.plv(theirs)) == (6, 5)
    d.tp(0, 0)
    assert d.can(0, "play", d.hand(0, "flint"))
    d.go(2, PREPARATION)
    d.tp(2, 0)
    assert d.refused(2, "play", d.hand(2, "flint")) == d.rule("too-dear")


@meetings.cited(("keyword.lock-on", "keyword.lock-on"), ("format.teams", "format.teams"))
def test_lock_on_reaches_enemies_alone(edition: str) -> None:
    # Given Lock-On, then both enemies and what stands behind is attacked, the team-mate's side is not.
    d = teams(edition)
    x = d.character(0, "sniper", at="c3")
    for seat in (1, 2, 3):
        d.character(seat, "bearer", at="c3")
    behind = {seat: d.character(seat, "bearer", at="b1") for seat in (1, 2, 3)}
    d.go(0, COMBAT)
    for seat in (1, 3):
        assert d.can(0, "attack", x, behind[seat]) and d.can(0, "attack", x, d.body(seat))
    assert d.refused(0, "attack", x, behind[2]) == d.rule("enemies-only")
    assert d.refused(0, "attack", x, d.body(2)) == d.rule("enemies-only")


@meetings.cited(("keyword.neutrality", "keyword.neutrality-control"), ("format.teams", "format.teams"))
@pytest.mark.parametrize(("seat", "targets"), [(1, (0, 2)), (2, (1, 3)), (3, (0, 2))])
def test_a_neutral_character_fights_for_whoever_has_the_turn(
    seat: int, targets: tuple[int, ...], edition: str
) -> None:
    # Given A's Neutral Character in another's turn, then it attacks that one's enemies, though it stands on
    # A's side.
    d = teams(edition)
    x = d.character(0, "neutral", at="c3")
    d.go(seat, COMBAT)
    assert d.s.ctrl[x] == seat
    attack = d.rules.verbs.index("attack")
    assert {move[2] for move in d.options(seat) if move[:2] == (attack, x)} == {d.body(n) for n in targets}


@meetings.cited(("keyword.power-source", "keyword.power-source"), ("format.teams", "format.teams"))
def test_power_source_is_its_controllers(edition: str) -> None:
    # Given A's Power Source 2, then it gives A's TP, in A's Starting Phase alone.
    d = teams(edition)
    d.character(0, "source", at="c1")
    for seat in range(4):
        d.tp(seat, 0)
    gain = d.rules.figures.tp_gain_starting_phase
    for seat in (1, 2, 3, 0):
        d.next_turn(seat)
        assert d.tp_of(seat) == gain + 2 * (seat == 0)


# Three and four, every one for themselves.


@meetings.cited(("trigger.window", "chain.late-answers"), ("keyword.trigger", "keyword.trigger"))
@pytest.mark.parametrize("first", [0, 1, 2, 3])
def test_trigger_is_asked_for_from_the_turn_player_on(first: int, edition: str) -> None:
    # Given a Trigger Reaction beside each of four Players, when a Character is Knocked Out, then they are
    # asked in turn order, beginning with whose turn it is.
    d = table(edition, 4)
    falls = d.character(3, "bearer", at="c3")
    for seat in range(4):
        d.character(seat, "bearer", at="c1")
        d.on(d.body(seat), "snare")
    d.go(first, PREPARATION)
    for seat in range(4):
        d.empty(seat, HAND)
    d.play(first, "play", d.hand(first, "lay-low"), falls)
    assert d.chances() == [(first + n) % 4 for n in range(4)]


@meetings.cited(
    ("keyword.poison-counter", "keyword.poison-counter"), ("counter.victims-phases", "counter.whose-phase")
)
@pytest.mark.parametrize("name", ["Poison", "Timebomb"])
def test_counters_count_in_their_victims_phases(name: str, edition: str) -> None:
    # Given three Players and such Counters on a Character of each, then those of one change in that one's
    # turn.
    d = table(edition)
    there = {seat: d.character(seat, "bearer", at="c3") for seat in range(3)}
    for h in there.values():
        d.counters(h, name, 3)
    d.next_turn(1)
    changed = {"Poison": (3, 2, 3), "Timebomb": (4, 3, 3)}[name]
    assert tuple(d.count(h, name) for h in there.values()) == changed


@meetings.cited(("keyword.stock", "keyword.stock"), ("turn.round-count", "turn.round"))
def test_a_round_ends_before_the_first_players_turn(edition: str) -> None:
    # Given three Players and C's Engine, then C activates it once in each of C's turns; B, who takes control
    # of it in the next round, may do so before C's turn comes.
    d = table(edition)
    x = d.character(2, "engine", at="c3")
    d.counters(x, "Power", 3)
    for _ in range(2):
        d.next_turn(2)
        d.go(2, COMBAT)
        d.quietly(2, "activate", x)
        assert d.refused(2, "activate", x) == d.rule("stock")
    assert d.count(x, "Power") == 1
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "seize"), x)
    d.go(1, COMBAT)
    assert d.can(1, "activate", x)


@meetings.cited(("keyword.tag-out", "keyword.tag-out"), ("chain.waiting-items", "chain.waiting-queue"))
def test_tag_out_in_another_players_turn(edition: str) -> None:
    # Given three Players and C's Tag-Out, then C is asked when A leaves the Preparation Step, changes places,
    # and not while a Chain is running.
    d = table(edition)
    x, other = d.character(2, "dancer", at="c3"), d.character(2, "bearer", at="b3")
    attacker = d.character(0, "bearer", at="c3")
    void = d.on(other, "void")
    d.go(0, PREPARATION)
    d.play(0, "end")
    assert d.asked() == [2]
    tag = next(move for move in d.options(2) if move[:2] == d.move("tag", x))
    d.answer(2, tag)
    assert (d.at(x), d.at(other)) == ("b3", "c3")
    d.go(0, COMBAT)
    d.play(0, "attack", attacker, other)
    d.until_asked(2)
    assert not any(move[0] == d.rules.verbs.index("tag") for move in d.options(2))
    assert d.can(2, "use", void, -1)


@meetings.cited(("keyword.tag-out", "keyword.tag-out"))
def test_after_a_tag_out_everybody_is_asked_again(edition: str) -> None:
    # Given three Players, B's and C's Tag-Out, when A leaves the Preparation Step and B changes places, then
    # C is asked, and A goes on in the same Step; when A leaves it again, neither may any more.
    d = table(edition)
    for seat in (1, 2):
        d.character(seat, "dancer", at="c3")
        d.character(seat, "bearer", at="b3")
    verb = d.rules.verbs.index("tag")
    d.go(0, PREPARATION)
    d.play(0, "end")
    for seat in (1, 2):
        assert d.asked() == [seat]
        d.answer(seat, next(move for move in d.options(seat) if move[0] == verb))
    assert d.asked() == [0] and d.s.phase == PREPARATION
    d.play(0, "end")
    assert d.asked() == [0] and d.s.phase == COMBAT


@meetings.cited(("keyword.concussion", "keyword.concussion"), ("defend.deflect", "defend.deflect"))
@pytest.mark.parametrize("shield", [False, True])
def test_an_attack_deflected_to_a_third_players_character(shield: bool, edition: str) -> None:
    # Given C's Character with Concussion, when B Deflects A's attack to it, then it is Knocked Out, unless a
    # Shield Counter on it Negates the attack; the TP of a successful Normal Attack are A's.
    d = table(edition)
    x, y = d.character(0, "bearer", at="c3"), d.character(1, "bearer", at="c3")
    z = d.character(2, "glass", at="c3")
    d.counters(z, "Shield", int(shield))
    aside = d.on(y, "aside")
    d.tp(0, 0)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.until_asked(1)
    d.quietly(1, "use", aside, -1, z)
    assert (d.lies(z), d.tp_of(0)) == (("front", 0) if shield else ("discard", 1))


@pytest.mark.rule("fade1", "target.free-choice-of-opponent", "keyword.shield-counter")
def test_a_shield_of_one_enemy_negates_the_attack_on_both() -> None:
    # Given a Skill at a Character of B and one of C, which has a Shield Counter, then neither is damaged: the
    # 60-card edition lets an attack choose targets of several enemies.
    d = table("fade1")
    x = d.character(0, "bearer", at="c3")
    y, z = d.character(1, "bearer", at="c3"), d.character(2, "bearer", at="c3")
    d.counters(z, "Shield", 1)
    card = d.on(x, "storm-5")
    d.go(0, COMBAT)
    d.quietly(0, "use", card, y, z)
    assert (d.count(y, "Damage"), d.count(z, "Damage"), d.count(z, "Shield")) == (0, 0, 0)


@pytest.mark.rule("fade2", "target.each-enemy", "target.multi-targets")
def test_the_targets_of_an_attack_are_one_enemys() -> None:
    # Given a Skill with two targets in the 40-card edition, then two of B's are chosen, one of B's and one of
    # C's are refused, and so is a target named twice.
    d = table("fade2")
    x = d.character(0, "bearer", at="c3")
    y, z = d.character(1, "bearer", at="c3"), d.character(2, "bearer", at="c3")
    second = d.character(1, "bearer", at="c4")
    card = d.on(x, "storm-5")
    d.go(0, COMBAT)
    assert d.can(0, "use", card, y, second)
    assert d.refused(0, "use", card, y, z) == "target.zone-order"
    assert d.refused(0, "use", card, y, y) == "target.chosen-when"


# Somebody is out.


@meetings.cited(("win.elimination", "win.elimination-cards"), ("keyword.arena-single", "keyword.arena"))
def test_the_arena_is_empty_when_its_player_is_out(edition: str) -> None:
    # Given C's Coliseum, when C is eliminated, then its effect ends; the next one destroys nothing.
    d = table(edition)
    x = d.character(0, "bearer", at="c3")
    d.go(2, PREPARATION)
    d.quietly(2, "play", d.hand(2, "coliseum"))
    assert d.plv(x) == 6
    out(d, 2, by=0)
    assert d.plv(x) == 5
    d.quietly(0, "play", d.hand(0, "coliseum"))
    assert d.plv(x) == 6 and not any(
        d.lies(row[ROW_CARD]) == "nowhere" for row in d.happened("destroyed")[-1:]
    )


@meetings.cited(("win.elimination", "win.elimination-cards"), ("keyword.concussion", "keyword.concussion"))
@pytest.mark.parametrize("leaves", [True, False])
def test_a_keyword_that_another_player_has_given_goes_with_that_one(leaves: bool, edition: str) -> None:
    # Given C's Augment that gives Concussion to B's Character, when C is eliminated, then damage no longer
    # Knocks that Out.
    d = table(edition)
    x = d.character(1, "bearer", at="c3")
    d.on(x, "frailty", face=1, seat=2)
    if leaves:
        out(d, 2, by=0)
    d.go(0, PREPARATION)
    d.quietly(0, "play", d.hand(0, "dart-1"), x)
    assert (d.lies(x) == "front") == leaves


@meetings.cited(("win.elimination", "win.elimination-cards"), ("trigger.window", "chain.late-answers"))
def test_who_is_out_is_asked_for_no_card(edition: str) -> None:
    # Given a Trigger Reaction beside A and one beside C, who is out, when B's Item Knocks a Character Out,
    # then A alone is asked.
    d = table(edition)
    falls = d.character(0, "bearer", at="c3")
    for seat in (0, 2):
        d.on(d.body(seat), "snare")
    out(d, 2, by=1)
    d.play(1, "play", d.hand(1, "lay-low"), falls)
    assert d.chances() == [0]


@meetings.cited(("win.elimination", "win.elimination-cards"), ("defend.deflect", "defend.deflect"))
def test_a_player_who_falls_by_a_deflected_attack(edition: str) -> None:
    # Given C with 5 HP and no Character, when B Deflects A's attack of 5 to C, then C is out in mid-Chain, A
    # gains the TP, and the turn goes on.
    d = table(edition)
    x, y = d.character(0, "bearer", at="c3"), d.character(1, "bearer", at="c3")
    d.leave(d.body(2), 5)
    aside = d.on(y, "aside")
    d.tp(0, 0)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.until_asked(1)
    d.quietly(1, "use", aside, -1, d.body(2))
    assert d.s.out == (2,) and not d.s.over
    assert (d.tp_of(0), d.s.active, d.count(y, "Damage"), d.lies(aside)) == (1, 0, 0, "discard")


@pytest.mark.rule("fade1", "win.elimination-chain", "target.split-hits")
@pytest.mark.parametrize("first", [True, False])
def test_the_other_target_of_an_attack_that_eliminates(first: bool) -> None:
    # Given a Skill of 5 at C with 5 HP and at a Character of B, in either order, then C is out and the other
    # is damaged.
    d = table("fade1")
    x, y = d.character(0, "bearer", at="c3"), d.character(1, "bearer", at="c3")
    d.leave(d.body(2), 5)
    card = d.on(x, "storm-5")
    d.go(0, COMBAT)
    d.quietly(0, "use", card, *([d.body(2), y] if first else [y, d.body(2)]))
    assert d.s.out == (2,) and d.count(y, "Damage") == 5 and d.lies(card) == "discard"


@meetings.cited(("win.elimination", "win.elimination-cards"), ("defend.counter-hit", "defend.counter-hit"))
def test_a_counter_hit_that_eliminates_the_neutral_attackers_owner_does_not_stop_others(edition: str) -> None:
    # Given B attacks C's Character in person with 1 HP left, and C's Counter-hit eliminates B, then A's
    # Neutral Character, which B controlled, stays and is C's in C's turn.
    d = table(edition)
    x = d.character(0, "neutral", at="c3")
    z = d.character(2, "bearer", at="c3")
    lash = d.on(z, "lash")
    d.go(1, COMBAT)
    assert d.s.ctrl[x] == 1
    d.leave(d.body(1), 1)
    d.play(1, "attack", d.body(1), z)
    d.until_asked(2)
    d.quietly(2, "use", lash, -1)
    assert d.s.out == (1,) and d.s.active == 2 and d.count(z, "Damage") == 0
    assert (d.lies(x), d.s.ctrl[x]) == ("front", 2)


@meetings.cited(("win.team", "win.team"), ("keyword.vengeance", "keyword.vengeance"))
def test_the_characters_of_who_is_out_are_not_knocked_out(edition: str) -> None:
    # Given teams, A's Mourner and Characters of A's team-mate C, when C is eliminated, then Vengeance does
    # not happen: they leave the game.
    d = teams(edition)
    d.character(0, "mourner", at="c1")
    z = d.character(2, "bearer", at="c3")
    d.go(1, PREPARATION)
    d.tp(0, 0)
    out(d, 2, by=1)
    assert d.tp_of(0) == 0 and d.lies(z) == "nowhere" and not d.happened("knocked-out")


@pytest.mark.rule("fade1", "ko.controller-loses-level", "win.elimination-chain")
@pytest.mark.parametrize("low", [True, False])
def test_a_knock_out_may_eliminate_its_controller_in_mid_chain(low: bool) -> None:
    # Given three Players of the 60-card edition and C with 2 HP, when C's Character of Level 2 is Knocked Out
    # by a Skill that is aimed at B's too, then C is out, and B's is damaged all the same.
    d = table("fade1")
    x = d.character(0, "bearer", at="c3")
    y, z = d.character(1, "bearer", at="c3"), d.character(2, "bearer", at="c3")
    d.leave(z, 5)
    d.leave(d.body(2), 2 if low else 3)
    card = d.on(x, "storm-5")
    d.go(0, COMBAT)
    d.quietly(0, "use", card, z, y)
    assert (d.s.out == (2,)) == low and d.count(y, "Damage") == 5
    assert low or d.hp(d.body(2)) == 1
