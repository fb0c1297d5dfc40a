"""The moments that card texts speak of, and the checks between them (topic timing)."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms, position
from fadenet.engine.chain import W_SHOW
from fadenet.engine.digest import digest
from fadenet.engine.state import ACT, ORDER, ROW_ACT, ROW_EVENT
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, DRAWING, HAND, MK_TRIGGERS, P_TURN, PREPARATION, S_COST
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, reaction, skill

CARDS = (
    cards("dart-3", "deflection", "drawn-coin", "drizzle", "flurry", "keepsake", "refusal", "riposte", "veto")
    + skill("uneven", cost=1, do={"attack": [{"n": 2}, {"n": 0}, {"n": 2}]})
    + character(
        "wither",
        plv=1,
        ability={
            "on": "hit",
            "by": "this",
            "of": "all characters",
            "do": {"mod": "HP", "n": -20, "on": "that"},
        },
    )
    + character(
        "nemesis",
        hp=20,
        plv=1,
        ability={
            "on": "hit",
            "of": "this",
            "do": {"damage": 99, "to": {"from": "enemy players", "at_most": {"of": "HP", "n": 5}}},
        },
    )
    + character(
        "twin",
        hp=20,
        plv=3,
        ability=[
            {
                "on": "hit",
                "by": "this",
                "of": "all fighters",
                "do": {"mod": "PLV", "n": 1, "on": "this", "until": "end"},
            },
            {"on": "hit", "by": "this", "of": "all fighters", "do": {"gain_tp": 1}},
        ],
    )
    + character("victor", cost=1, level=1, ability={"on": "succeeds", "do": {"gain_tp": 1}})
    + character("courier", cost=1, ability={"on": "enters", "do": {"gain_tp": 1}})
    + character("chosen", hp=20, ability={"on": "targeted", "do": {"heal": 1, "of": "this"}})
    + character(
        "hitter",
        ability={"on": "hit", "of": "all characters", "by": "this", "do": {"counter": "Drain", "on": "that"}},
    )
    + character("feud", ability={"on": "hit", "of": "all players", "do": {"attack": 0}})
    + character("bruised", ability={"on": "takes-damage", "do": {"gain_tp": 1}})
    + character("zealot", hp=30, ability={"on": "attacks", "do": {"heal": 1, "of": "this"}})
    + character("martyr", hp=30, ability={"on": "attacked", "do": {"gain_tp": 1}})
    + skill("encore", cost=1, do={"attack": 2}, ability={"on": "destroyed", "do": {"gain_tp": 1}})
)
FETCH = cards("fetch-any", "seek-item")
PITFALL = reaction(
    "pitfall",
    answers="attack",
    anyone=True,
    surprise={"on": "attacked", "of": "your characters"},
    do={"negate": True},
)


@pytest.mark.editions("timing.enters-field", fade2="timing.on-enter-field", fade1="timing.on-enter-field")
def test_entering_is_coming_from_outside_the_field(edition: str) -> None:
    # Given a Character with "when this card enters the field, gain 1 TP".
    d = Duel(CARDS, edition=edition)
    d.character(0)
    courier = d.fighter(0, "courier")
    left = 10 - max(d.rules.by_slug["courier"].stats[S_COST], 0)
    # When it is played from the Fighter Pool, then its Player gains 1.
    d.quietly(0, "play", courier, d.to("front"))
    assert d.tp_of(0) == left + 1
    # When it later moves to the back row and forward again, then nothing is gained.
    d.next_turn(0)
    tp = d.tp_of(0)
    for row in ("backup", "front"):
        d.play(0, "move", courier, *d.across(courier))
        assert d.lies(courier) == row
    assert d.tp_of(0) == tp


@pytest.mark.editions("timing.destroyed", fade2="timing.on-destroyed", fade1="timing.on-destroyed")
def test_an_augment_is_destroyed_with_its_holder(edition: str) -> None:
    # Given an Augment "when destroyed, draw 1 card" on a Character that is Knocked Out.
    d = Duel(CARDS, edition=edition)
    x, weak = d.character(0), d.character(1, "squire")
    d.on(weak, "keepsake", face=1)
    d.go(0, COMBAT)
    before = d.size(1, HAND)
    d.quietly(0, "attack", x, weak)
    # Then its controller draws 1.
    assert d.size(1, HAND) == before + 1


@pytest.mark.editions("timing.destroyed", fade2="timing.on-destroyed", fade1="timing.on-destroyed")
def test_discarding_is_not_destroying(edition: str) -> None:
    # Given the same Augment in a Hand that is too large.
    d = Duel(CARDS, edition=edition)
    for _ in range(values.hand_max(d.s, 0)):
        d.hand(0, "plain")
    relic = d.hand(0, "keepsake")
    # When it is discarded for the hand limit.
    d.end_turn()
    # Then nothing is drawn.
    assert d.lies(relic) == "discard"
    assert d.size(0, HAND) == values.hand_max(d.s, 0)


@pytest.mark.editions("timing.destroyed", fade2="timing.on-destroyed", fade1="timing.on-destroyed")
def test_a_card_whose_use_is_over_is_destroyed(edition: str) -> None:
    # Given a Skill "when destroyed, gain 1 TP" of Cost 1.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    encore = d.on(x, "encore")
    d.go(0, COMBAT)
    told = len(d.log)
    # When it has been used, then 1 TP is gained after its Chain.
    d.quietly(0, "use", encore, y)
    assert (d.lies(encore), d.tp_of(0)) == ("discard", 10 - 1 + 1)
    names = [d.rules.events[row[ROW_EVENT]] for row in d.log[told:]]
    assert names.index("destroyed") < names.index("chain-over") < names.index("gains-tp")


@pytest.mark.editions("timing.draw", fade2="timing.on-draw", fade1="timing.on-draw")
@pytest.mark.parametrize("shown", [True, False])
def test_a_drawn_card_counts_if_it_is_shown_at_once(shown: bool, edition: str) -> None:
    # Given a card "when drawn, gain 1 TP" on top of the Deck.
    d = Duel(CARDS, edition=edition)
    d.character(0)
    (coin,) = d.deck_top(1, "drawn-coin")
    # When it is drawn in a Draw Phase.
    d.tp(1, 3)
    d.until_shown(1)
    assert (d.s.active, d.s.phase) == (1, DRAWING)
    before = d.tp_of(1)
    if shown:
        # When it is shown, then its Player gains 1 TP.
        d.play(1, "show", coin)
    else:
        # Kept hidden it gives nothing.
        d.play(1, "pass")
    d.go(1, PREPARATION)
    assert d.tp_of(1) == before + int(shown)
    assert d.lies(coin) == "hand"


@pytest.mark.editions("timing.draw", fade2="timing.on-draw")
@pytest.mark.parametrize("way", ["fetch-any", "seek-item"])
def test_a_card_that_comes_to_the_hand_in_another_way_is_not_drawn(way: str, edition: str) -> None:
    # Given a card "when drawn, gain 1 TP" in a pile or the Deck, and an Item that returns or finds it.
    d = Duel(CARDS + FETCH, edition=edition)
    item = d.hand(0, way)
    d.deck_size(0, 5)
    coin = d.discard(0, "drawn-coin") if way == "fetch-any" else d.deck_top(0, "drawn-coin")[0]
    d.play(0, "play", item, *[coin] * (way == "fetch-any"))
    # Then nobody is asked to show it.
    while d.asked_kind() != ACT:
        assert d.s.asks[0].window != W_SHOW
        d.step()
    assert d.size(0, HAND) == 1 and d.tp_of(0) == 10


@pytest.mark.editions("timing.draw", fade2="timing.on-draw", fade1="timing.on-draw")
def test_the_opening_hand_triggers_nothing(edition: str) -> None:
    # Given a Player whose whole Deck is such cards.
    d = Duel(CARDS, setup=False, first=0, edition=edition)
    for h in d.s.pool[2]:
        d.dealer.truth[h] = d.rules.code_of("drawn-coin")
    # When the opening Hand is drawn.
    while not d.s.turn:
        assert d.s.asks[0].window != W_SHOW
        d.step()
    # Then nobody is asked to show one, and nothing is gained.
    assert d.size(1, HAND) == d.rules.figures.opening_hand
    assert d.s.asks[0].window != W_SHOW
    assert not [row for row in d.happened("gains-tp") if row[ROW_ACT]]


@pytest.mark.editions("timing.attacks", fade2="timing.on-attack", fade1="timing.on-attack")
@pytest.mark.editions("timing.attacks", fade2="timing.on-attacked", fade1="timing.on-attacked")
def test_attacking_happens_once_on_declaring(edition: str) -> None:
    # Given an attacker with 2 Fracture Counters and a Skill with 3 hits.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    flurry, veto = d.on(x, "flurry"), d.on(y, "veto")
    d.counters(x, "Fracture", 2)
    d.go(0, COMBAT)
    # When the Skill is declared, then 2 Damage Counters are put on the attacker.
    d.play(0, "use", flurry, y)
    assert d.count(x, "Damage") == 2
    # Once, even if the Skill is Negated.
    d.quietly(1, "use", veto, -1)
    assert d.count(x, "Damage") == 2
    assert len(d.happened("attacks")) == 1
    assert d.hp(y) == 10


@cited(("timing.on-attack", "timing.on-attack"))
@pytest.mark.parametrize(("answer", "healed"), [("guard", 0), ("riposte", 1)])
def test_who_answers_attacks_only_by_hitting_somebody(answer: str, healed: int, edition: str) -> None:
    # Given 'On Attack: gain 1 HP' on both sides and an attack by a Skill with 3 hits.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "zealot"), d.character(1, "zealot")
    for h in (x, y):
        d.damage(h, 10)
    skill, reaction = d.on(x, "flurry"), d.on(y, answer)
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    d.until_asked(1)
    d.quietly(1, "use", reaction, -1)
    # Then the attacker gains 1 HP, who Blocks none, and who hits back 1.
    dealt, struck = (0, 0) if answer == "guard" else (6, 2)
    assert d.count(x, "Damage") == 10 - 1 + struck
    assert d.count(y, "Damage") == 10 - healed + dealt


@cited(("timing.on-attacked", "timing.on-attacked"), ("defend.deflect-consequences", "defend.deflect-target"))
@pytest.mark.parametrize("answer", ["", "guard", "deflection"])
def test_being_attacked_happens_once_for_whom_the_attack_is_turned_on(answer: str, edition: str) -> None:
    # Given 'On Attacked: gain 1 TP' on two enemies of different players and an attack of 3 hits on one.
    d = Duel(CARDS, seats=3, edition=edition)
    x, y, z = d.character(0), d.character(1, "martyr"), d.character(2, "martyr")
    skill = d.on(x, "flurry")
    reaction = d.on(y, answer or "plain")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    if answer:
        d.until_asked(1)
        d.play(1, "use", reaction, -1, *[z] * (answer == "deflection"))
    d.pass_all()
    # Then it happens once, Blocked or not, and to the new target of a Deflect once as well.
    assert d.tp_of(1) == 10 + 1 - bool(answer)
    assert d.tp_of(2) == 10 + (answer == "deflection")


@cited(("timing.on-attacked", "timing.on-attacked"), ("defend.deflect-consequences", "defend.deflect-target"))
def test_the_new_target_of_a_deflect_may_spring_what_waits_for_an_attack(edition: str) -> None:
    # Given C's face-down Reaction with Trigger for an Attack on C's Characters, and B who Deflects to one.
    d = Duel(cards("deflection") + PITFALL, seats=3, edition=edition)
    x, y, z = d.character(0), d.character(1), d.character(2)
    pitfall = d.on(d.body(2), "pitfall", at={"fade2": "a1", "fade1": "a7"}[edition])
    deflection = d.on(y, "deflection")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.refused(2, "use", pitfall, -1)
    d.until_asked(1)
    d.play(1, "use", deflection, -1, z)
    # When C is asked, then it may be sprung, and Negates the Attack.
    d.until_asked(2)
    d.quietly(2, "use", pitfall, -1)
    assert [d.hp(h) for h in (y, z)] == [10, 10] and d.lies(pitfall) == "discard"


@pytest.mark.editions(
    "timing.success", fade2="timing.on-successful-attack", fade1="timing.on-successful-attack"
)
def test_success_comes_once_an_attack(edition: str) -> None:
    # Given a 3-hit Attack with two hits dealing damage and "on a successful Attack, gain 1 TP".
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "victor"), d.character(1)
    uneven = d.on(x, "uneven")
    d.go(0, COMBAT)
    d.tp(0, 5)
    # When it has resolved.
    d.quietly(0, "use", uneven, y)
    # Then 1 TP is gained, not 2.
    assert d.hp(y) == 6
    assert d.tp_of(0) == 5 - 1 + 1


@pytest.mark.editions("target.who-chooses", fade2="timing.on-targeted", fade1="timing.on-targeted")
@pytest.mark.editions("timing.targeted", fade2="timing.on-targeted", fade1="timing.on-targeted")
def test_only_what_chooses_a_target_targets(edition: str) -> None:
    # Given "when targeted, heal 1 HP", when an Item chooses that Character, then it heals.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "chosen")
    d.damage(y, 5)
    d.quietly(0, "play", d.hand(0, "dart-3"), y)
    assert d.count(y, "Damage") == 5 - 1 + 3
    # An effect on all Characters chooses no target.
    d.quietly(0, "play", d.hand(0, "drizzle"))
    assert d.count(y, "Damage") == 7 + 1
    # When an Attack chooses it, then it heals again.
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.count(y, "Damage") == 8 - 1 + 3


@pytest.mark.editions("timing.hit-and-damage", fade2="timing.on-hit", fade1="timing.on-hit")
@pytest.mark.parametrize(("answer", "put", "damage"), [("", 3, 4), ("guard", 3, 0), ("refusal", 0, 0)])
def test_on_hit_happens_at_every_hit_that_is_attempted(
    answer: str, put: int, damage: int, edition: str
) -> None:
    # Given "on hit, put 1 Drain Counter on the target" and an Attack of three hits, the second one of 0.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "hitter"), d.character(1)
    uneven, card = d.on(x, "uneven"), d.on(y, answer or "plain")
    d.go(0, COMBAT)
    d.play(0, "use", uneven, y)
    if answer:
        d.play(1, "use", card, -1)
    # When it hits or is Blocked, then 3 are put; if it is Negated none.
    d.pass_all()
    assert (d.count(y, "Drain"), d.count(y, "Damage")) == (put, damage)


@cited(("timing.on-hit", "timing.on-hit"))
def test_several_effects_of_a_hit_come_in_the_order_that_their_player_says(edition: str) -> None:
    # Given two "on hit" abilities of one Character, when it hits, then its player is asked for their order
    # before any damage, and the PLV that one of them gives counts for that hit.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "twin"), d.character(1)
    d.go(0, COMBAT)
    d.tp(0, 0)
    d.play(0, "attack", x, y)
    assert d.until(ORDER) == 0 and d.count(y, "Damage") == 0
    d.pass_all()
    assert (d.count(y, "Damage"), d.tp_of(0)) == (3 + 1, 1 + 1)


@cited(("timing.on-hit", "timing.on-hit"))
def test_whoever_falls_by_an_effect_of_a_hit_takes_no_damage_of_it(edition: str) -> None:
    # Given "on hit: the target has 20 HP less this turn", when it hits, then that falls before the damage.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "wither"), d.character(1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.lies(y) == "discard" and not d.happened("takes-damage")


@cited(("timing.on-hit", "timing.on-hit"), ("win.elimination-active", "win.elimination-turn"))
def test_a_player_who_is_out_by_an_effect_of_the_own_hit_deals_no_damage(edition: str) -> None:
    # Given three Players, A with 5 HP who attacks in person, and B's "when this is hit: 99 damage to enemy
    # Players with at most 5 HP", then A is out, B's Character is unhurt, and B and C play on.
    d = Duel(CARDS, seats=3, edition=edition)
    y = d.character(1, "nemesis")
    d.leave(d.body(0), 5)
    d.go(0, COMBAT)
    d.quietly(0, "attack", d.body(0), y)
    assert d.s.out == (0,) and not d.s.over and d.s.active == 1 and d.count(y, "Damage") == 0


@cited(("trigger.loop-guard", "limit.endless-effects"))
def test_the_thousandth_effect_may_be_one_of_a_hit(edition: str) -> None:
    # Given 998 compulsory triggered effects in this turn, when an Attack of three hits triggers one at each,
    # then the game is a draw at the second.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "hitter"), d.character(1)
    uneven = d.on(x, "uneven")
    d.go(0, COMBAT)
    atoms.mark(d.s, P_TURN, MK_TRIGGERS, 0, 998)
    d.quietly(0, "use", uneven, y)
    assert d.s.over == ((1, 1), d.rule("endless")) and d.count(y, "Drain") == 1


@pytest.mark.slow
@cited(("trigger.loop-guard", "limit.endless-effects"))
def test_a_position_is_written_however_many_effects_of_hits_are_under_way(edition: str) -> None:
    # Given three Players and "when a Player is hit, an Attack of 0", which its Player aims at another each
    # time, when 999 have set each other off, then the position is read as it was written; the next one ends
    # the game.
    d = Duel(CARDS, seats=3, edition=edition)
    x = d.character(0, "feud")
    d.go(0, COMBAT)
    d.play(0, "attack", x, d.body(1))
    while atoms.marked(d.s, P_TURN, MK_TRIGGERS, 0) < 999:
        d.step()
    assert digest(position.load(d.rules, position.dump(d.s))) == digest(d.s)
    d.step()
    assert d.s.over == ((1, 1, 1), d.rule("endless"))


@pytest.mark.editions(
    "timing.hit-and-damage", fade2="timing.on-taking-damage", fade1="timing.on-taking-damage"
)
def test_taking_damage_happens_for_each_hit_that_deals_any(edition: str) -> None:
    # Given an Attack of three hits of 2, 0 and 2, then "when it takes damage" happens twice.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "bruised")
    uneven = d.on(x, "uneven")
    d.go(0, COMBAT)
    d.tp(1, 0)
    d.quietly(0, "use", uneven, y)
    assert (d.count(y, "Damage"), d.tp_of(1)) == (4, 2)


@pytest.mark.editions("timing.item-window", fade2="chain.waiting-items", fade1="turn.action-windows")
def test_items_find_their_gap_when_a_phase_is_to_end(edition: str) -> None:
    # Given A ends the Preparation Phase.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    ration = d.hand(1, "ration")
    strike = d.hand(0, "strike")
    d.tp(1, 2)
    d.play(0, "end")
    # When B plays an Item of Cost 1 from 2 TP.
    assert d.asked() == [1]
    d.play(1, "play", ration)
    # Then it starts a chain in A's turn and B has 1 TP left.
    assert d.s.active == 0
    assert d.tp_of(1) == 1
    d.pass_all()
    # And A may still take Preparation actions afterwards.
    assert (d.s.phase, d.asked(), d.asked_kind()) == (PREPARATION, [0], ACT)
    assert d.can(0, "attach", strike, x)


@cited(("chain.waiting-items", "turn.action-windows"))
def test_others_are_asked_for_items_after_each_chain_and_not_in_between(edition: str) -> None:
    # Given A in the Preparation Step and B with an Item.
    d = Duel(edition=edition)
    x = d.character(0)
    skill, mine, theirs = d.hand(0, "strike"), d.hand(0, "ration"), d.hand(1, "ration")
    # When A attaches a Skill, then B is not asked.
    d.play(0, "attach", skill, x)
    assert (d.asked(), d.asked_kind()) == ([0], ACT)
    # When A has used an Item and its Chain is over, then B is offered the own one, and A goes on after it.
    d.play(0, "play", mine)
    while d.s.chain:
        d.step()
    assert d.asked() == [1] and d.lies(mine) == "discard"
    d.quietly(1, "play", theirs)
    assert (d.s.phase, d.asked(), d.lies(theirs)) == (PREPARATION, [0], "discard")
