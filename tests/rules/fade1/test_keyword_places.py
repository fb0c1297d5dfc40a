"""Keywords of who comes, stands and is equipped where, in the 60-card edition (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms
from fadenet.engine.state import CONFIRM, PICK, ROW_CARD
from fadenet.games.fade import reasons
from fadenet.games.fade.features import level_up
from fadenet.games.fade.field import slots, values
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, skill

CARDS = (
    cards("bricklayer", "fire-born", "wreck")
    + cards("right")
    + character("comet", name="Kid Comet", cs=2)
    + character("nova", hp=10, plv=3, cs=3, level_up=["Kid Comet"])
    + character("frail", hp=5, plv=3, level_up=["Kid Comet"])
    + character("dash", keywords="Flash")
    + character("bolt", level_up=["Dash", "Slow"], keywords="Flash")
    + character("slow", cs=1)
    + character("later", level_up=["Slow"])
    + augment("cape", keywords={"Equip": True, "Flash": True})
    + character(
        "warden",
        plv=1,
        ability=[
            {"keyword": "Reinforce", "n": 2, "do": {"draw": 1}},
            {"keyword": "Reinforce", "n": 3, "gives": {"PLV": 2}},
        ],
    )
    + character(
        "sage",
        "Fire",
        plv=1,
        ability=[{"keyword": "Paradox", "do": {"draw": 1}}, {"keyword": "Paradox", "gives": {"PLV": 2}}],
    )
    + character(
        "linked",
        plv=1,
        ability={
            "keyword": "Synchronize",
            "n": 2,
            "directions": ["Left", "Right"],
            "among": {"type": "Character"},
            "gives": {"PLV": 3},
        },
    )
    + skill("tower", cost=2, keywords={"Buildup": 1}, do={"attack": {"stat": "PLV", "of": "user"}})
    + skill("bell-tower", cost=0, keywords={"Buildup": 1, "Replay": 0}, do={"attack": 2})
    + augment(
        "lamp", keywords="Equip", ability={"keyword": "Stock", "n": 1, "activate": True, "do": {"gain_tp": 1}}
    )
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


# Flash, and what a keyword is of.


@pytest.mark.rule("fade1", "keyword.flash")
def test_flash_lets_a_character_do_all_that_waits() -> None:
    # Given a Character with Flash and one without that came this turn.
    d = duel()
    d.character(0)
    dash, slow, y = d.character(0, "dash", fresh=True), d.character(0, "slow", fresh=True), d.character(1)
    # When they are to Level Up or be reserved, then one is accepted and the other refused.
    bolt, later = d.fighter(0, "bolt"), d.fighter(0, "later")
    assert d.can(0, "play", bolt, to(d, d.at(dash)), dash, d.character(0, "slow"))
    assert d.refused(0, "play", later, to(d, d.at(slow)), slow) == d.rule(level_up.WAIT)
    assert d.can(0, "move", dash, to(d, "b1")) and not d.can(0, "move", slow, to(d, "b1"))
    # When they are to attack, as well.
    d.go(0, COMBAT)
    assert d.can(0, "attack", dash, y)
    assert d.refused(0, "attack", slow, y) == d.rule(reasons.FRESH)


@pytest.mark.rule("fade1", "keyword.general")
def test_a_keyword_is_that_of_its_own_card() -> None:
    # Given an Augment with Flash printed for itself, on a Character that came this turn.
    d = duel()
    x, y = d.character(0, "slow", fresh=True), d.character(1)
    d.on(x, "cape", face=1)
    # Then the bearer does not have it.
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, y) == d.rule(reasons.FRESH)


# Level Up.


@pytest.mark.rule("fade1", "keyword.level-up")
def test_a_level_up_stands_where_its_base_stood() -> None:
    # Given 'Level Up Kid Comet', and one in Hand, Fighter Pool and Reserve alone, then it is refused.
    d = duel()
    d.character(0, at="c1")
    nova, back = d.fighter(0, "nova"), d.character(0, "comet", at="b2")
    d.fighter(0, "comet")
    d.hand(0, "comet")
    for there in ("b2", "c2"):
        assert d.refused(0, "play", nova, to(d, there), back) == d.rule(level_up.REASON)
    # When one is in Character Zone 4 since last turn, then it stands there with a Stack of 1, for no TP.
    comet = d.character(0, "comet", at="c4")
    d.tp(0, 0)
    d.quietly(0, "play", nova, to(d, "c4"), comet)
    assert (d.at(nova), d.s.kids[nova], d.lies(comet)) == ("c4", (comet,), "stack")
    assert not d.happened("destroyed") and not d.happened("knocked-out")


@pytest.mark.rule("fade1", "keyword.level-up-carry-over")
def test_a_level_up_keeps_what_was_lost_and_takes_its_own_slots() -> None:
    # Given Kid Comet (2 CS) with 3 HP lost, 2 attached cards and 1 CS free.
    d = duel()
    comet, nova = d.character(0, "comet", at="c4"), d.fighter(0, "nova")
    others = [d.character(0, "slow", fresh=True) for _ in range(3)]
    cards_on = [d.on(comet, "strike"), d.on(comet, "edge", face=1)]
    d.damage(comet, 3)
    assert slots.left(d.s, 0) == 6 - 2 - len(others)
    # When a Level Up Character of 3 CS and 10 HP is laid on it, then it has 7 HP and both cards.
    d.quietly(0, "play", nova, to(d, "c4"), comet)
    assert d.hp(nova) == 7 and [d.s.host[h] for h in cards_on] == [nova, nova]
    assert slots.left(d.s, 0) == 0


@pytest.mark.rule("fade1", "keyword.level-up-carry-over")
@pytest.mark.parametrize("ready", [True, False])
def test_a_level_up_without_slots_needs_somebody_to_be_reserved(ready: bool) -> None:
    # Given 0 CS free, and others that came this turn, or one among them that is ready.
    d = duel()
    comet, nova = d.character(0, "comet", at="c4"), d.fighter(0, "nova")
    others = [d.character(0, "slow", fresh=not (ready and n == 0)) for n in range(4)]
    if not ready:
        assert d.refused(0, "play", nova, to(d, "c4"), comet) == d.rule(reasons.SLOTS)
        return
    d.quietly(0, "play", nova, to(d, "c4"), comet)
    assert d.at(nova) == "c4" and d.lies(others[0]) == "backup"


@pytest.mark.rule("fade1", "keyword.level-up-carry-over")
def test_a_level_up_of_too_few_hp_is_knocked_out() -> None:
    # Given Kid Comet with 5 HP lost, when a Level Up Character of 5 HP is laid on it.
    d = duel()
    d.character(0)
    comet, frail = d.character(0, "comet", at="c4"), d.fighter(0, "frail")
    d.damage(comet, 5)
    d.quietly(0, "play", frail, to(d, "c4"), comet)
    # Then it is Knocked Out, and the old card goes to the Discard Pile with it.
    assert (d.lies(frail), d.lies(comet)) == ("discard", "discard")
    assert [row[ROW_CARD] for row in d.happened("knocked-out")] == [frail]


@pytest.mark.rule("fade1", "keyword.level-up-carry-over")
def test_of_several_bases_one_gives_its_counters_and_all_their_cards() -> None:
    # Given 'Level Up Dash + Slow', each with lost HP, Counters, 3 attached cards, and a Stack.
    d = duel()
    dash, slow, bolt = d.character(0, "dash", at="c2"), d.character(0, "slow", at="c3"), d.fighter(0, "bolt")
    mine = [d.on(h, "strike") for h in (dash, slow) for _ in range(3)]
    below = d.under(slow, "comet")
    d.damage(dash, 1)
    d.damage(slow, 4)
    d.counters(dash, "Poison", 2)
    d.counters(slow, "Drain", 1)
    # When it is laid where Slow stands, then it has 4 damage and Drain, and nothing of Dash.
    d.play(0, "play", bolt, to(d, "c3"), dash, slow)
    assert d.until(PICK) == 0
    d.quietly(0, "pick", mine[0])
    assert (d.at(bolt), d.hp(bolt), d.count(bolt, "Drain"), d.count(bolt, "Poison")) == ("c3", 5, 1, 0)
    # All attached cards are on it but for one beyond five, and the old Stack has joined the new one.
    assert d.lies(mine[0]) == "discard"
    assert set(d.s.kids[bolt]) == {*mine[1:], dash, slow, below}
    assert not d.happened("destroyed")


# Counting who is there.


@pytest.mark.rule("fade1", "keyword.reinforce")
def test_reinforce_happens_on_reaching_its_number() -> None:
    # Given Reinforce 2 'draw 1' and one Character in Reserve.
    d = duel()
    warden = d.character(0, "warden", at="c1")
    d.character(0, at="b1")
    second, third = d.character(0, "dash", at="c2"), d.character(0, at="c3")
    # When a second one is reserved, then 1 card is drawn; with a third there is nothing more.
    d.quietly(0, "move", second, to(d, "b2"))
    assert (d.size(0, HAND), d.plv(warden)) == (1, 1)
    d.quietly(0, "move", third, to(d, "b3"))
    assert d.size(0, HAND) == 1
    # A lasting bonus of Reinforce 3 holds as long as three are there.
    assert d.plv(warden) == 3


@pytest.mark.rule("fade1", "keyword.reinforce")
def test_reinforce_happens_anew_in_a_later_turn_alone() -> None:
    # Given the same, when one with Flash comes out and goes in again in this turn, then nothing is drawn.
    d = duel()
    d.character(0, "warden", at="c1")
    d.character(0, at="b1")
    second = d.character(0, "dash", at="c2")
    for there in ("b2", "c2", "b2"):
        d.quietly(0, "move", second, to(d, there))
    assert d.size(0, HAND) == 1
    # When it does so in a later turn, then it is.
    d.next_turn(0)
    drawn = d.size(0, HAND)
    for there in ("c2", "b2"):
        d.quietly(0, "move", second, to(d, there))
    assert d.size(0, HAND) == drawn + 1


@pytest.mark.rule("fade1", "keyword.paradox-details")
def test_paradox_happens_when_others_come_to_have_its_elements() -> None:
    # Given a Fire Character with 'Paradox: draw 1' that is alone, then nothing happens.
    d = duel()
    sage = d.fighter(0, "sage")
    d.quietly(0, "play", sage, to(d, "c1"))
    assert (d.size(0, HAND), d.plv(sage)) == (0, 1)
    # When a second Fire Character comes into play, then 1 card is drawn, and a lasting bonus is there.
    torch = d.fighter(0, "fire-born")
    d.quietly(0, "play", torch, to(d, "c2"))
    assert (d.size(0, HAND), d.plv(sage)) == (1, 3)
    # One in Reserve counts as well, and nothing becomes true anew.
    d.next_turn(0)
    drawn = d.size(0, HAND)
    d.quietly(0, "move", torch, to(d, "b1"))
    assert (d.lies(torch), d.plv(sage), d.size(0, HAND)) == ("backup", 3, drawn)


@pytest.mark.rule("fade1", "keyword.synchronize")
def test_synchronize_counts_face_up_cards_of_its_types() -> None:
    # Given Synchronize (Left, Right) 2 (Character) '+3 PLV' in Character Zone 3, one on the left and a
    # Command on the right, then it has no bonus.
    d = duel()
    linked, left = d.character(0, "linked", at="c3"), d.character(0, at="c2")
    command = d.on(d.body(0), "right", face=1, at="c4")
    assert d.plv(linked) == 1
    # When Characters stand on both sides, then it has +3 PLV; when one leaves, it does not.
    atoms.take_away(d.s, command)
    d.character(0, at="c4")
    assert d.plv(linked) == 4
    d.quietly(0, "play", d.hand(0, "wreck"), left)
    assert d.plv(linked) == 1


# Buildup and Stock.


@pytest.mark.rule("fade1", "keyword.buildup", "keyword.buildup-details")
def test_a_buildup_skill_strikes_with_the_players_plv() -> None:
    # Given a Player with one Character who places a Buildup 1 Skill of cost 2 into a Character Zone.
    d = duel()
    x, y = d.character(0, "slow", at="c1"), d.character(1)
    tower = d.hand(0, "tower")
    d.tp(0, 2)
    d.quietly(0, "play", tower, to(d, "c3"))
    # Then the cost is paid, it takes up no slots, is no Character and cannot be attacked.
    assert (d.at(tower), d.tp_of(0), slots.left(d.s, 0)) == ("c3", 0, 5)
    d.go(1, COMBAT)
    assert d.refused(1, "attack", y, tower)
    # When an effect puts a card under it in the opponent's turn, then it hits for 5 after the current Chain.
    brick, spare = d.hand(0, "bricklayer"), d.hand(0, "strike")
    d.play(1, "attack", y, x)
    d.pass_chain()
    assert d.asked() == [0]
    d.quietly(0, "play", brick)
    assert d.count(y, "Damage") == 5
    assert [d.lies(h) for h in (tower, spare)] == ["discard", "discard"]
    assert not values.last_stand(d.s, 0)
    # It was not the Player's attack of any turn.
    d.go(0, COMBAT)
    assert d.can(0, "attack", d.body(0), y)


@pytest.mark.rule("fade1", "keyword.stock-details")
def test_an_augment_whose_stock_is_used_up_stays() -> None:
    # Given an Augment with Stock 1, then it is not used in the Preparation Step, as an Item is; when its last
    # Power Counter is used in the Combat Step, then it stays.
    d = duel()
    x = d.character(0)
    lamp = d.hand(0, "lamp")
    d.quietly(0, "play", lamp, x)
    assert d.count(lamp, "Power") == 1
    assert d.refused(0, "activate", lamp) == d.rule("ability-times")
    d.go(0, COMBAT)
    left = d.tp_of(0)
    d.quietly(0, "activate", lamp)
    assert (d.tp_of(0), d.count(lamp, "Power"), d.lies(lamp)) == (left + 1, 0, "attached")


# Equip.


@pytest.mark.rule("fade1", "keyword.replay-details")
def test_a_buildup_skill_that_activates_by_itself_is_not_replayed() -> None:
    # Given a Buildup 1 Skill with Replay 0, when a card comes under it, then it hits once: it was not played
    # in the ordinary way, and nobody is asked.
    d = duel()
    y = d.character(1)
    tower = d.hand(0, "bell-tower")
    d.quietly(0, "play", tower, to(d, "c3"))
    brick, _ = d.hand(0, "bricklayer"), d.hand(0, "strike")
    d.play(0, "play", brick)
    while d.lies(tower) != "discard":
        assert d.asked_kind() != CONFIRM and not d.s.over
        d.step()
    assert d.count(y, "Damage") == 2 and not d.s.chain


@pytest.mark.rule("fade1", "keyword.buildup-details")
def test_a_buildup_skill_is_neither_the_attack_of_the_turn_nor_the_one_card() -> None:
    # Given a Player in The Last Stand with a Buildup 1 Skill in a Character Zone, when a card comes under it
    # in the own Combat Step, then it hits.
    d = duel()
    y = d.character(1)
    d.quietly(0, "play", d.hand(0, "tower"), to(d, "c3"))
    d.go(0, COMBAT)
    brick, _ = d.hand(0, "bricklayer"), d.hand(0, "edge")
    d.quietly(0, "play", brick)
    assert d.count(y, "Damage") == 5
    # Then the Player still makes the Normal Attack, or uses a Skill from Hand.
    strike = d.hand(0, "strike")
    d.tp(0, 10)
    assert d.can(0, "attack", d.body(0), y) and d.can(0, "use", strike, y)


@pytest.mark.rule("fade1", "keyword.synchronize")
@pytest.mark.parametrize("among", [{"among": {"type": "Character"}}, {}])
def test_synchronize_does_not_count_what_lies_face_down(among: dict[str, object]) -> None:
    # Given Synchronize (Left, Right) 2 in Character Zone 3, of Characters or any cards, with a Character on
    # the left and one that was played face-down on the right, then it has no bonus.
    beside = {"keyword": "Synchronize", "n": 2, "directions": ["Left", "Right"], **among, "gives": {"PLV": 3}}
    more = character("paired", plv=1, ability=beside) + character(
        "mask", plv=1, cs=1, keywords={"Mystify": 2}
    )
    d = Duel(CARDS + more, edition="fade1")
    x = d.character(0, "paired", at="c3")
    d.character(0, at="c2")
    mask = d.veiled(0, "mask", "c4")
    assert d.plv(x) == 1
    # When that one is turned face-up, then it has.
    d.quietly(0, "unveil", mask)
    assert d.s.face[mask] and d.plv(x) == 4


@pytest.mark.rule("fade1", "keyword.synchronize")
def test_synchronize_asks_for_so_many_cards_or_more() -> None:
    # Given Synchronize (Left, Right) 1 in Character Zone 3, when one Character or two stand beside it, then
    # it has +3 PLV.
    beside = {"keyword": "Synchronize", "n": 1, "directions": ["Left", "Right"], "gives": {"PLV": 3}}
    d = Duel(CARDS + character("joined", plv=1, ability=beside), edition="fade1")
    x = d.character(0, "joined", at="c3")
    for at in ("c2", "c4"):
        d.character(0, at=at)
        assert d.plv(x) == 4
