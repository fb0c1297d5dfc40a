"""Keywords when something changes before they are done: sides, Orbital (F.A.R.O.E., topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction, skill, zone

CARDS = (
    cards("deny", "rookie", "seize")
    + character("flail", cost=1, level=2, hp=8, plv=1, keywords={"Multistrike": 2})
    + character("novice", cost=1, level=2, hp=6)
    + character("ace", cost=2, level=4, hp=10, plv=4, level_up=["Rookie Ace", "Novice"])
    + reaction(
        "banish",
        cost=0,
        targets={"pick": "enemy characters", "n": 2, "up_to": True},
        answers="card",
        do={"orbital": "targets"},
    )
    + item("launch", cost=0, targets="enemy characters", do={"orbital": "target"})
    + item("wreck-foe", cost=0, targets="enemy characters", do={"destroy": "target"})
    + augment("relic", cost=0, keywords="Void", ability={"on": "destroyed", "do": {"heal": 3}})
    + item(
        "harness",
        cost=0,
        keywords={"Equip": True, "Void": True},
        attach="your characters",
        ability={"on": "destroyed", "do": {"heal": 3}},
    )
    + skill(
        "kiln",
        cost=0,
        keywords={"Buildup": 1, "Void": True},
        do={"draw": 1},
        ability={"on": "destroyed", "do": {"heal": 3}},
    )
    + zone("chasm", rank="Normal", keywords="Void", ability={"on": "destroyed", "do": {"heal": 3}})
    + character(
        "wraith", cost=1, level=2, hp=6, keywords="Void", ability={"on": "destroyed", "do": {"heal": 3}}
    )
    + character("salamander", "Fire", cost=1, level=2, hp=6)
    + augment(
        "ember", cost=0, attach={"from": "your characters", "element": "Fire"}, ability={"gives": {"PLV": 1}}
    )
    + item(
        "brand",
        cost=0,
        keywords="Equip",
        attach={"from": "your characters", "element": "Fire"},
        ability={"gives": {"PLV": 1}},
    )
    + reaction(
        "douse", cost=0, targets="enemy characters", answers="card", do={"become": "Water", "on": "target"}
    )
    + reaction("lure", cost=0, targets="enemy characters", answers="card", do={"control": "target"})
)


def taken_over(d: Duel, seat: int, h: int) -> None:
    """A Player takes control of a Character with an Item, in the own Preparation Phase."""
    d.quietly(seat, "play", d.hand(seat, "seize"), h)


@pytest.mark.rule("faroe", "keyword.multistrike", "turn.round-duration")
def test_extra_attacks_of_a_round_are_used_up_in_the_next_players_turn_too() -> None:
    # Given Multistrike 2, and one extra Normal Attack made in A's turn.
    d = Duel(CARDS)
    flail, y, keeper = d.character(0, "flail"), d.character(1, "giant"), d.character(0, "giant")
    d.go(0, COMBAT)
    for _ in range(2):
        d.quietly(0, "attack", flail, y)
    # When B takes control of it, then one extra Normal Attack is left in B's turn, beside the one a turn.
    d.next_turn(1)
    taken_over(d, 1, flail)
    d.go(1, COMBAT)
    for _ in range(2):
        d.quietly(1, "attack", flail, keeper)
    assert d.refused(1, "attack", flail, keeper) == "attack.normal-once"
    # When A has it back in the next turn, then the one from A's turn has come back, that from B's has not.
    d.next_turn(0)
    taken_over(d, 0, flail)
    d.go(0, COMBAT)
    for _ in range(2):
        d.quietly(0, "attack", flail, y)
    assert d.refused(0, "attack", flail, y) == "attack.normal-once"


def levelling(d: Duel) -> tuple[int, int, int]:
    """A Rookie Ace in front and a Novice in the Backup Zone, and an Ace that Levels-Up onto both."""
    return d.character(0, "rookie"), d.character(0, "novice", backup=True), d.fighter(0, "ace")


@pytest.mark.rule("faroe", "keyword.level-up-details", "keyword.orbital-state")
def test_level_up_leaves_alone_what_became_orbital_in_answer() -> None:
    # Given a Level-Up card played onto two listed cards, the one in front with an Augment and a Counter.
    d = Duel(CARDS)
    rookie, novice, ace = levelling(d)
    edge = d.on(rookie, "edge", face=1)
    d.counters(rookie, "Aura", 2)
    banish = d.on(d.character(1), "banish")
    d.play(0, "play", ace, (1, 0), rookie, novice)
    # When an answer makes the front one Orbital.
    d.quietly(1, "use", banish, -1, rookie)
    # Then it goes on the other one alone, which has moved up, and stands in its place.
    assert d.s.kids[ace] == (novice,)
    assert (d.where(ace), d.where(rookie)) == ("Character Zone", "Orbital")
    # The Orbital one keeps what it had, and returns with it.
    assert (d.s.kids[rookie], d.count(rookie, "Aura")) == ((edge,), 2)
    d.next_turn(0)
    assert (d.where(rookie), d.plv(rookie)) == ("Character Zone", 6)


@pytest.mark.rule("faroe", "keyword.level-up-details")
def test_level_up_onto_nothing_enters_where_its_player_said() -> None:
    # Given a Level-Up card played to the Backup Zone onto two listed cards, beside another Character.
    d = Duel(CARDS)
    rookie, novice, ace = levelling(d)
    d.character(0)
    banish = d.on(d.character(1), "banish")
    d.play(0, "play", ace, (1, 1), rookie, novice)
    # When an answer makes both Orbital.
    d.quietly(1, "use", banish, -1, rookie, novice)
    # Then it enters there, without a Stack.
    assert d.where(ace) == "Backup Zone"
    assert ace not in d.s.kids
    assert (d.where(rookie), d.where(novice)) == ("Orbital", "Orbital")


@pytest.mark.rule("faroe", "keyword.level-up-details")
def test_level_up_leaves_alone_what_changed_sides_in_answer() -> None:
    # Given a Level-Up card played onto two listed cards.
    d = Duel(CARDS)
    rookie, novice, ace = levelling(d)
    lure = d.on(d.character(1), "lure")
    d.play(0, "play", ace, (1, 0), rookie, novice)
    # When an answer takes control of one of them.
    d.quietly(1, "use", lure, -1, rookie)
    # Then that one stays where it is now, and the card goes on the other one alone.
    assert (d.where(rookie), d.s.ctrl[rookie]) == ("Character Zone", 1)
    assert (d.where(ace), d.s.kids[ace]) == ("Character Zone", (novice,))


@pytest.mark.rule("faroe", "keyword.level-up-details")
def test_the_stacks_of_listed_cards_join_the_new_one() -> None:
    # Given two listed cards with a Stack of 1 and of 2.
    d = Duel(CARDS)
    rookie, novice, ace = levelling(d)
    stacks = [d.under(rookie, "squire"), d.under(novice, "giant"), d.under(novice, "strike")]
    # When the Level-Up card enters, then its Stack holds the listed cards and all that lay under them.
    d.quietly(0, "play", ace, (1, 0), rookie, novice)
    assert sorted(d.s.kids[ace]) == sorted([rookie, novice, *stacks])
    assert {d.where(h) for h in d.s.kids[ace]} == {"Stack"}
    assert not {rookie, novice} & set(d.s.kids)


def launched(d: Duel, *line: int) -> None:
    """Characters of the other side become Orbital, one after the other."""
    for target in line:
        d.quietly(0, "play", d.hand(0, "launch"), target)


@pytest.mark.rule("faroe", "keyword.orbital-return")
@pytest.mark.parametrize("front_first", [True, False])
def test_cards_that_return_together_go_to_their_rows_whichever_left_first(front_first: bool) -> None:
    # Given a Character of each row made Orbital, and then nobody else on their side.
    d = Duel(CARDS)
    x, y, last = d.character(1), d.character(1, "giant", backup=True), d.character(1)
    launched(d, *((x, y) if front_first else (y, x)))
    d.quietly(0, "play", d.hand(0, "wreck-foe"), last)
    # When both return, then each is in the row that it left.
    d.end_turn()
    assert (d.where(x), d.where(y)) == ("Character Zone", "Backup Zone")


@pytest.mark.rule("faroe", "keyword.orbital-return")
def test_all_that_return_to_an_empty_character_zone_go_there() -> None:
    # Given two Backup Characters made Orbital, and then nobody else on their side.
    d = Duel(CARDS)
    x, y, last = d.character(1, backup=True), d.character(1, "giant", backup=True), d.character(1)
    launched(d, x, y)
    d.quietly(0, "play", d.hand(0, "wreck-foe"), last)
    # When both return, then both are in the Character Zone, and neither has moved up to it.
    d.end_turn()
    assert (d.where(x), d.where(y)) == ("Character Zone", "Character Zone")
    assert not d.happened("moved-up")


@pytest.mark.rule("faroe", "timing.destroyed", "defend.negate-spent", "chain.permanent-enters")
@pytest.mark.parametrize("slug", ["relic", "harness"])
@pytest.mark.parametrize("how", ["negated", "gone"])
def test_what_never_came_onto_the_field_is_not_destroyed(slug: str, how: str) -> None:
    # Given an Augment or Equip card with Void and 'when destroyed, heal 3 HP'.
    d = Duel(CARDS)
    x, keeper = d.character(0), d.character(1)
    deny, lure = d.on(keeper, "deny"), d.on(keeper, "banish")
    d.damage(d.body(0), 10)
    card = d.hand(0, slug)
    d.play(0, "play", card, x)
    # When it is Negated, or the Character that it was for is gone.
    d.quietly(1, "use", *((deny, -1) if how == "negated" else (lure, -1, x)))
    # Then it goes to the Discard Pile, Void or not, and nobody heals.
    assert d.where(card) == "Discard Pile Zone"
    assert card not in [row[ROW_CARD] for row in d.happened("destroyed") + d.happened("imprisoned")]
    assert d.hp(d.body(0)) == 20


@pytest.mark.rule("faroe", "timing.destroyed", "defend.negate-spent", "keyword.buildup")
@pytest.mark.parametrize("slug", ["kiln", "chasm", "wraith"])
def test_what_is_negated_as_it_is_laid_down_is_not_destroyed(slug: str) -> None:
    # Given a Buildup Skill, a Zone or a Character with Void and 'when destroyed, heal 3 HP' that is played.
    d = Duel(CARDS)
    keeper = d.character(1)
    deny = d.on(keeper, "deny")
    d.damage(d.body(0), 10)
    card = d.fighter(0, slug) if slug == "wraith" else d.hand(0, slug)
    d.play(0, "play", card, *([(1, 0)] if slug == "wraith" else []))
    # When it is Negated, then it has not come onto the field: it is discarded, and nobody heals.
    d.quietly(1, "use", deny, -1)
    assert d.where(card) == "Discard Pile Zone"
    assert card not in [row[ROW_CARD] for row in d.happened("destroyed") + d.happened("imprisoned")]
    assert d.hp(d.body(0)) == 20


@pytest.mark.rule("faroe", "zone.attached-requirement", "chain.permanent-enters")
@pytest.mark.parametrize("slug", ["ember", "brand"])
@pytest.mark.parametrize("answer", ["douse", "lure"])
def test_a_holder_must_still_be_of_its_kind_when_the_link_resolves(slug: str, answer: str) -> None:
    # Given an Augment or Equip card 'attach to a Fire Character that you control', played on such a one.
    d = Duel(CARDS)
    x = d.character(0, "salamander")
    d.character(0)
    reply = d.on(d.character(1), answer)
    card = d.hand(0, slug)
    d.play(0, "play", card, x)
    # When an answer makes it a Water Character, or takes control of it.
    d.quietly(1, "use", reply, -1, x)
    # Then the card is not attached and goes to the Discard Pile, as if its holder had gone.
    assert d.where(card) == "Discard Pile Zone"
    assert (d.plv(x), d.s.kids.get(x, ())) == (2, ())
