"""The places of cards: what is hidden, what is open, and what happens on the way (topic zone)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DECK, DISCARD, FIGHTERS, HAND, NZ, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item

CARDS = (
    cards("beg", "fish", "greeter", "slay")
    + item("dispel", targets="enemy augments", do={"destroy": "target"})
    + item(
        "recall",
        targets={"pick": {"from": "your discard pile", "type": "Character"}},
        do={"return": "target"},
    )
    + item("sink", targets="enemy face-down cards", do={"return": "target", "to": "rift"})
    + item("flood", targets="your characters", do={"grant": "Infused", "value": "Water", "on": "target"})
    + augment(
        "ember",
        keywords="Equip",
        attach={"from": "your characters", "element": "Fire"},
        ability={"gives": {"PLV": 3}},
    )
    + character("salamander", "Fire", hp=6)
    + item("muster", cost=0, do={"gain_tp": {"count": "your cards"}})
)
HEIR = character("heir", ability={"on": "destroyed", "do": {"gain_tp": 5}})
SALVAGE = item(
    "salvage",
    cost=0,
    targets={"pick": {"from": "your rift zone", "type": "Character"}},
    do={"return": "target"},
)
STAGE = augment("stage", cost=0, keywords="Arena")


@pytest.mark.editions("zone.deck", fade2="zone.deck", fade1="zone.deck")
def test_the_number_of_cards_in_a_deck_is_public_and_nothing_else(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    d.deck_size(0, 12)
    item = d.hand(0, "ration")
    d.go(0, PREPARATION)
    assert d.names(0, DECK) == ["?"] * 12
    assert all(not known.get(h) for known in d.dealer.known for h in d.s.zones[DECK])
    (top,) = d.deck_top(0, "giant")
    d.quietly(0, "play", item)
    assert d.size(0, DECK) == 12
    assert d.s.zones[HAND] == (top,)
    assert d.s.code[top] == 0


@pytest.mark.editions("zone.fighter-pool", fade2="zone.fighter-pool", fade1="zone.fighter-pool")
def test_any_character_of_the_pool_may_be_played_and_only_their_number_is_seen(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    pool = [d.fighter(0, "soldier") for _ in range(9)]
    d.go(0, PREPARATION)
    assert d.names(0, FIGHTERS) == ["?"] * 9
    d.quietly(0, "play", pool[2], d.to("front"))
    assert d.lies(pool[2]) == "front"
    assert d.size(0, FIGHTERS) == 8


@pytest.mark.editions("zone.discard", fade2="zone.discard", fade1="zone.discard")
def test_a_destroyed_card_goes_face_up_to_its_owners_pile(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    y = d.character(1)
    augment = d.on(y, "edge", face=1)
    item = d.hand(0, "dispel")
    d.go(0, PREPARATION)
    d.quietly(0, "play", item, augment)
    assert d.names(1, DISCARD) == ["Edge"]
    assert d.s.face[augment] == 1
    assert d.names(0, DISCARD) == ["Dispel"]


@pytest.mark.editions("zone.discard", fade2="zone.discard", fade1="zone.discard")
def test_used_and_discarded_cards_go_there_too_and_lie_open(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    y = d.character(1, "giant")
    d.on(x, "strike")
    guard = d.on(y, "guard")
    thrown = d.hand(1, "ration")
    item = d.hand(0, "beg")
    d.go(0, PREPARATION)
    d.quietly(0, "play", item, d.body(1))
    assert d.s.code[thrown] == d.rules.code_of("ration")
    d.go(0, COMBAT)
    d.play(0, "use", d.s.kids[x][0], y)
    d.quietly(1, "use", guard, -1)
    assert d.names(0, DISCARD) == ["Beg", "Strike"]
    assert d.names(1, DISCARD) == ["Ration", "Guard"]


@pytest.mark.editions("zone.rift", fade2="zone.rift", fade1="zone.rift")
def test_a_hidden_card_that_goes_there_is_shown(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    y = d.character(1)
    guard = d.on(y, "guard")
    item = d.hand(0, "sink")
    d.go(0, PREPARATION)
    d.quietly(0, "play", item, guard)
    assert (d.lies(guard), d.s.face[guard]) == ("rift", 1)
    assert d.s.code[guard] == d.rules.code_of("guard")


@pytest.mark.editions("zone.rift", fade2="zone.rift", fade1="zone.rift")
def test_what_is_in_the_rift_zone_stays_there(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    lost = d.rift(0, "soldier")
    item = d.hand(0, "recall")
    d.go(0, PREPARATION)
    assert d.refused(0, "play", item, lost) == d.rule("no-target")
    fallen = d.discard(0, "soldier")
    d.quietly(0, "play", item, fallen)
    assert (d.lies(fallen), d.lies(lost)) == ("hand", "rift")


@pytest.mark.editions("zone.hand", fade2="zone.hand", fade1="zone.hand")
def test_only_the_size_of_a_hand_is_seen(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    for _ in range(7):
        d.hand(0, "strike")
    d.go(0, PREPARATION)
    assert d.names(0, HAND) == ["?"] * 7
    assert not any(h in d.dealer.known[1] for h in d.s.zones[HAND])


@pytest.mark.editions(
    "zone.move-keeps-state", fade2="prep.keep-status", fade1="prep.reserve-keeps-everything"
)
def test_moving_between_the_rows_changes_nothing_else(edition: str) -> None:
    polish = item("polish", targets="your characters", do={"mod": "PLV", "n": 1, "on": "target"})
    d = Duel(CARDS + polish, edition=edition)
    d.character(0)
    x = d.character(0, "greeter")
    augment = d.on(x, "edge", face=1)
    under = d.under(x, "squire")
    d.counters(x, "Poison", 2)
    d.damage(x, 3)
    d.go(0, PREPARATION)
    d.quietly(0, "play", d.hand(0, "polish"), x)
    tp, plv = d.tp_of(0), d.plv(x)
    told = len(d.log)
    d.play(0, "move", x, *d.across(x))
    assert d.lies(x) == "backup"
    assert (d.s.host[augment], d.count(x, "Poison"), d.count(x, "Damage")) == (x, 2, 3)
    assert (d.s.host[under], d.lies(under)) == (x, "stack")
    assert d.plv(x) == plv == 2 + 2 + 1  # printed, by the Augment, and until the end of the turn
    assert d.tp_of(0) == tp
    assert not [row for row in d.log[told:] if row in d.happened("enters") + d.happened("leaves")]


@pytest.mark.editions("zone.leaves-field", fade2="ko.attached-cards", fade1="ko.attached-and-stack")
def test_all_that_lies_on_a_card_goes_with_it(edition: str) -> None:
    """Given a Reaction, an Augment, a Stack of 2, 4 Shields; when it falls; then 5 cards are in the pile."""
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    guard = d.on(x, "guard")
    d.on(x, "edge", face=1)
    d.under(x, "squire")
    d.under(x, "squire")
    d.counters(x, "Shield", 4)
    item = d.hand(0, "slay")
    d.go(0, PREPARATION)
    d.quietly(0, "play", item, x)
    assert sorted(d.names(0, DISCARD)) == ["Edge", "Guard", "Slay", "Soldier", "Squire", "Squire"]
    assert d.s.code[guard] == d.rules.code_of("guard")
    assert d.count(x, "Shield") == 0


@pytest.mark.editions("zone.leaves-field", fade2="ko.attached-cards", fade1="ko.attached-and-stack")
def test_each_attached_card_goes_to_its_own_owner_and_the_card_has_no_memory(edition: str) -> None:
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    theirs = d.on(x, "edge", face=1, seat=1)
    slay, recall = d.hand(0, "slay"), d.hand(0, "recall")
    d.go(0, PREPARATION)
    inst = d.s.inst[x]
    d.quietly(0, "play", slay, x)
    assert theirs in d.s.zones[NZ + DISCARD]
    assert d.s.inst[x] != inst
    d.quietly(0, "play", recall, x)
    assert d.lies(x) == "hand"


@cited(("zone.side", "zone.what-is-field"))
def test_the_own_side_is_what_lies_on_the_field(edition: str) -> None:
    # Given a card that counts cards on your side, a Character in the back row with a face-down Skill, a Zone
    # card, and cards off the field and on the other side.
    d = Duel(CARDS, edition=edition)
    x = d.character(0, backup=True)
    d.on(x, "strike")
    d.zone(0, "plain")
    d.discard(0, "strike")
    d.rift(0, "strike")
    d.hand(0, "strike")
    d.fighter(0)
    d.character(1)
    d.tp(0, 0)
    # When it counts, then the three on the own side are included and no others; the Last Stand has not come.
    d.quietly(0, "play", d.hand(0, "muster"))
    assert d.tp_of(0) == 3
    assert not values.last_stand(d.s, 0)


@pytest.mark.editions("zone.attached-requirement", fade1="keyword.equip-details")
def test_an_attachment_is_looked_at_only_when_it_is_attached(edition: str) -> None:
    # Given an Augment for Fire Characters on one that becomes Water as well, then it stays and works.
    d = Duel(CARDS, edition=edition)
    x, fish = d.character(0, "salamander"), d.character(0, "fish")
    ember = d.on(x, "ember", face=1)
    item = d.hand(0, "flood")
    d.go(0, AFTERMATH)
    d.quietly(0, "play", item, x)
    assert (d.s.host[ember], d.plv(x)) == (x, 5)
    # When it is to be attached to a Water Character instead, then it is refused.
    assert d.refused(0, "reattach", ember, fish) == d.rule("reattach-whom")


@cited(("ko.attached-cards", "ko.attached-and-stack"), ("stack.inert", "stack.no-effects"))
def test_nothing_is_triggered_for_a_card_in_a_stack(edition: str) -> None:
    # Given 'when destroyed, gain 5 TP' under a Character, then an Item is not aimed at it; when the Character
    # is destroyed, then it lies in the Discard Pile too, and nothing has happened for it.
    d = Duel(CARDS + HEIR, edition=edition)
    x, other = d.character(0), d.character(0, "heir")
    below, slay, again = d.under(x, "heir"), d.hand(0, "slay"), d.hand(0, "slay")
    assert d.refused(0, "play", slay, below)
    d.tp(0, 5)
    d.quietly(0, "play", slay, x)
    left = d.tp_of(0)
    assert d.lies(x) == d.lies(below) == "discard" and left <= 5
    assert below not in [row[ROW_CARD] for row in d.happened("destroyed")]
    # One that stands there gains them.
    d.quietly(0, "play", again, other)
    assert d.tp_of(0) == 2 * left


@cited(("zone.rift", "zone.rift"))
def test_what_names_the_rift_zone_takes_a_card_from_there(edition: str) -> None:
    # Given an Item for a Character in the own Rift Zone, then one in the Discard Pile is not chosen.
    d = Duel(CARDS + SALVAGE, edition=edition)
    lost, fallen = d.rift(0, "soldier"), d.discard(0, "soldier")
    salvage = d.hand(0, "salvage")
    assert d.refused(0, "play", salvage, fallen) == d.rule("no-target")
    d.quietly(0, "play", salvage, lost)
    assert (d.lies(lost), d.lies(fallen)) == ("hand", "discard")


@cited(("zone.side", "zone.what-is-field"))
def test_the_arena_is_part_of_the_own_side(edition: str) -> None:
    # Given a card with Arena of each Player in turn, then only the own one is counted.
    d = Duel(CARDS + STAGE, edition=edition)
    d.quietly(0, "play", d.hand(0, "stage"))
    d.tp(0, 0)
    d.quietly(0, "play", d.hand(0, "muster"))
    assert d.tp_of(0) == 1
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "stage"))
    d.go(0, PREPARATION)
    d.tp(0, 0)
    d.quietly(0, "play", d.hand(0, "muster"))
    assert d.tp_of(0) == 0


@pytest.mark.rule("fade1", "zone.fighter-pool")
def test_a_character_in_the_fighter_pool_does_nothing() -> None:
    # Given a Character with Power Source 2 that lies open in the Fighter Pool, and none on the field.
    d = Duel(CARDS + character("plant", plv=1, keywords={"Power Source": 2}), edition="fade1")
    x, plant = d.character(0), d.card(1, "plant", FIGHTERS)
    # Then it cannot be attacked and shields nobody; when its Player's turn starts, then it gives no TP.
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, d.body(1)) and not d.can(0, "attack", x, plant)
    d.tp(1, 0)
    d.go(1, PREPARATION)
    assert d.tp_of(1) == d.rules.figures.tp_gain_starting_phase
