"""Where Terrene's cards lie, who sees them, and what they keep when they move: the topic `zone`."""

from __future__ import annotations

import pytest

from fadenet import games
from fadenet.console.match.desk import Desk
from fadenet.console.match.scene import MatchScene
from fadenet.engine import kernel
from fadenet.engine.kernel import V_PICK
from fadenet.engine.rules import Move
from fadenet.games.terrene import tables as t
from fadenet.table.seat import TableSeat
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.terrene_scenario import DECK, Terrene
from tests.builders.terrene_words import fight
from tests.cards.terrene import blue, cards, character, command, green, item
from tests.table.wire import Brazen, Match, acting

CARDS = (
    cards("charm")
    + command(
        "callback",
        ability=green(
            targets={"pick": {"from": "your discard pile", "type": "Character"}, "untargeted": True},
            do={"return": "target"},
        ),
    )
    + character(
        "robber",
        "Thief",
        "Dark",
        ability=green(
            targets={"pick": "enemy held cards", "untargeted": True}, do={"steal": "target", "to": "this"}
        ),
    )
    + character("stoker", "Engineer", "Fire", ability=green(do={"counter": "Charge", "on": "this"}))
    + item("spear", ability=blue(targets={}, do={"damage": 20}))
    + command("bow", ability=green(targets="all characters", do={"defeat": "target"}))
)


def seen(g: Terrene, viewer: int, handles: list[int]) -> list[str]:
    """The names of cards as a player's client knows them, "" = unknown."""
    seat = SeatView(g.s, viewer, g.dealer.known[viewer])
    return [g.rules.cards[seat.code(h)].name for h in handles]


def screen(g: Terrene, viewer: int) -> str:
    """All that stands on a player's screen."""
    desk = Desk()
    info = MatchInfo("m", "terrene", "duel", viewer, ("Ana", "Ben"), ("human", "human"), (), 0)
    desk.start(info, SeatView(g.s, viewer, g.dealer.known[viewer]))
    return "\n".join(MatchScene(desk).lines(200, 60))


@pytest.mark.rule("terrene", "zone.list")
def test_what_another_player_sees_of_ones_zones() -> None:
    """given cards everywhere, then P2 gets P1's deck and hand as counts, and all that is open by name."""
    g = Terrene()
    g.character(0, "grunt"), g.character(1)
    g.hand(0, "tonic"), g.hand(0, "dart")
    g.discard(0, "order")
    g.terrain(0, "harbour")
    g.deck_size(0, 12)
    top = g.deck_top(0, "banner")
    assert (g.size(0, t.DECK), g.size(0, t.HAND)) == (13, 2)
    assert seen(g, 1, g.zone(0, t.HAND)) == ["", ""] and seen(g, 0, g.zone(0, t.HAND)) == ["Tonic", "Dart"]
    assert seen(g, 1, top) == seen(g, 0, top) == [""]
    for viewer in range(2):
        assert seen(g, viewer, g.zone(0, t.PARTY)) == ["Grunt"]
        assert seen(g, viewer, g.zone(0, t.DISCARD)) == ["Order"]
        assert seen(g, viewer, g.zone(0, t.TERRAINS)) == ["Meadow", "Harbour"]
    assert "hand 2 deck 13 disc 1" in " ".join(screen(g, 1).split())
    assert "Tonic" in screen(g, 0) and "Tonic" not in screen(g, 1) and "Grunt" in screen(g, 1)
    assert "Banner" not in screen(g, 0) + screen(g, 1)


@pytest.mark.rule("terrene", "zone.list")
def test_a_drawn_card_is_seen_by_its_owner_only() -> None:
    """given a deck in an order that nobody knows, when a card is drawn, then its owner alone knows it."""
    g = Terrene()
    g.character(0), g.character(1)
    g.next_turn(0)
    (drawn,) = g.zone(0, t.HAND)
    assert seen(g, 0, [drawn]) != [""] and seen(g, 1, [drawn]) == [""]


@pytest.mark.rule("terrene", "zone.face-down-information")
def test_face_down_cards_are_known_to_their_owner_only() -> None:
    """given a hidden Gregory with Haste Potion, then P2 sees two unknown cards, P1 both names."""
    g = Terrene(edition=True)
    g.character(0, "grunt"), g.character(1, "guard")
    gregory = g.character(0, "gregory-the-hoarder", hidden=True)
    potion = g.hold(gregory, "haste-potion")
    assert seen(g, 1, [gregory, potion]) == ["", ""]
    assert seen(g, 0, [gregory, potion]) == ["Gregory the Hoarder", "Haste Potion"]
    assert gregory in g.zone(0, t.PARTY) and g.held(gregory) == [potion]
    assert not g.s.code[gregory] and not g.s.code[potion]
    mine, theirs = screen(g, 0), screen(g, 1)
    assert "Gregory" in mine and "Gregory" not in theirs and "Haste" not in theirs
    assert "hid ?" in theirs
    g.next_turn(0)
    assert seen(g, 1, [gregory, potion]) == ["", ""]


# What is said of hidden cards.


@pytest.mark.rule("terrene", "zone.hidden-audit")
def test_a_false_starting_character_loses_as_soon_as_it_is_turned_up() -> None:
    """given a set-up Character of SP 2, when it is recruited, then its player has lost the match at once."""
    deck = ["titan" if slug == "planner" else slug for slug in DECK]
    g = started(deck, "titan", "guard", "thief", "mage")
    liar, other = g.zone(1, t.PARTY)[:2]
    g.quietly(1, "dismiss", other)
    g.play(1, "recruit", liar)
    assert g.s.over == ((1, 2), "zone.hidden-audit") and not g.s.face[liar]


@pytest.mark.rule("terrene", "zone.hidden-audit")
@pytest.mark.parametrize("how", ["recruited", "discarded", "held"])
def test_a_false_second_copy_loses_as_soon_as_it_is_seen(how: str) -> None:
    """given two set-up cards of one name, when the second one is turned up or discarded, then it is lost."""
    if how == "held":
        g = started(DECK, "grunt", "guard", "thief", "mage", held=("dart", "dart", "tonic", "order"))
    else:
        g = started(DECK, "guard", "guard", "thief", "mage")
    first, second = g.zone(1, t.PARTY)[:2]
    if how == "held":
        first, second = g.held(first)[0], g.held(second)[0]
    g.quietly(1, "dismiss", first)
    assert not g.s.over and g.where(first) == "Discard Pile"
    g.quietly(1, "recruit" if how == "recruited" else "dismiss", second)
    assert g.s.over == ((1, 2), "zone.hidden-audit")


@pytest.mark.rule("terrene", "zone.hidden-audit")
def test_true_cards_change_nothing() -> None:
    """given legal picks, and copies laid down later, when all are seen, then the match goes on."""
    g = started(DECK, "grunt", "guard", "thief", "mage")
    for h in g.zone(1, t.PARTY)[:3]:
        g.quietly(1, "dismiss", h)
    copy, dart = g.hand(1, "grunt"), g.hand(1, "dart")
    g.quietly(1, "hide", copy)
    g.quietly(1, "assign", dart, copy)
    g.quietly(1, "dismiss", copy)
    assert not g.s.over and g.names(1, t.DISCARD) == [
        *("Grunt", "Stone", "Guard", "Dart", "Thief", "Tonic"),
        *("Grunt", "Dart"),
    ]


@pytest.mark.rule("terrene", "zone.hidden-audit")
@pytest.mark.parametrize(("slug", "verb"), [("harbour", "hide"), ("grunt", "assign")])
def test_a_lie_about_a_card_from_the_hand_is_seen_when_it_is_discarded(slug: str, verb: str) -> None:
    """given a Terrain hidden, or a Character assigned, when it is dismissed, then the match is lost."""
    g = Terrene()
    host, foe = g.character(0), g.character(1)
    liar = g.hand(0, slug)
    g.quietly(0, verb, liar, *((host,) if verb == "assign" else ()))
    assert not g.s.over and g.s.zone[liar] >= 0 and seen(g, 1, [liar]) == [""]
    fight(g, host)
    assert g.hp_of(1) == 30 and foe in g.zone(1, t.PARTY)
    g.quietly(0, "dismiss", liar)
    assert g.s.over == ((2, 1), "zone.hidden-audit")


@pytest.mark.rule("terrene", "zone.hidden-audit")
def test_who_takes_a_false_card_is_not_to_blame() -> None:
    """given a Character assigned like an Item, when it is stolen and seen, then its owner has lost."""
    g = Terrene(CARDS)
    thief, host = g.character(1, "robber"), g.character(0)
    liar = g.hand(0, "grunt")
    g.quietly(0, "assign", liar, host)
    g.end_turn()
    g.quietly(1, "use", thief, liar)
    assert g.held(thief) == [liar] and g.s.ctrl[liar] == 1
    g.quietly(1, "dismiss", liar)
    assert g.s.over == ((2, 1), "zone.hidden-audit")


@pytest.mark.rule("terrene", "zone.hidden-audit")
def test_a_lie_that_nobody_sees_is_named_after_the_match() -> None:
    """given a client that hides a Terrain as a Character, when all is opened, then the breach is named."""
    found: list[Move] = []

    def could(table: TableSeat) -> bool:
        known, seat = table.view, table.seat
        if not acting(table) or known is None:
            return False
        s = known.state
        hand = s.zones[seat * t.NZ + t.HAND]
        terrains = [h for h in hand if s.rules.cards[known.code(h)].types & t.TERRAIN]
        found[:] = [(t.V_HIDE, h) for h in terrains if kernel.check(s, seat, (t.V_HIDE, h)) is None]
        return bool(found)

    match = Match(games.load("terrene"), 3)
    liar = match.until(could)
    assert liar.view is not None and found[0] not in liar.view.options()
    liar.view = Brazen(liar.view.state, liar.seat, liar.view.known)
    seq = len(liar.transcript.entries(liar.seat))
    match.send(liar.seat, liar.answer(found[0]))
    match.play(lambda table: table.concede() if table.question() is not None else [])
    for table in match.seats:
        assert table.ending.audited is not None
        assert table.ending.audited.findings == ((liar.seat, seq, "zone.hidden-audit"),)


def started(deck: list[str], *characters: str, held: tuple[str, ...] = ()) -> Terrene:
    """SeatView 1 has these starting Characters, whatever the rules say, and acts in turn 1."""
    g = Terrene(setup=False, rolls=[(1, 2)], decks=[DECK, deck])
    g.answer(1, (V_PICK, 2), settle=False)
    picks = (*characters, *(held or ("stone", "dart", "tonic", "order")), "meadow")
    (need,) = (want for want in g.s.needs if want.who == 1)
    g.dealer.choose_take[need.id] = g._handles(need, picks)
    g.settle()
    assert g.s.turn == 1 and g.asked() == [1]
    return g


# Piles, leaving play, owners, places.


@pytest.mark.rule("terrene", "zone.discard")
def test_discard_piles_are_public() -> None:
    """given a hidden Sammy with a face-down Fire Bomb, when Sammy is dismissed, then P2 reads both names."""
    g = Terrene(edition=True)
    g.character(0, "grunt"), g.character(1, "guard")
    sammy = g.character(0, "sammy-the-agile", hidden=True)
    bomb = g.hold(sammy, "fire-bomb")
    g.quietly(0, "dismiss", sammy)
    assert sorted(g.zone(0, t.DISCARD)) == [sammy, bomb]
    assert seen(g, 1, [sammy, bomb]) == ["Sammy the Agile", "Fire Bomb"]
    assert [g.s.face[h] for h in (sammy, bomb)] == [1, 1]


@pytest.mark.rule("terrene", "zone.leaving-play-reset")
def test_a_card_that_comes_back_is_a_fresh_card() -> None:
    """given 3 XP, +5 DEF and LV 2 on a defeated Character, when it is recruited again, then it has none."""
    g = Terrene(CARDS)
    x, other, foe = g.character(0, "thief", xp=3, level=1), g.character(0), g.character(1, "giant")
    g.counters(x, "gain-DEF", 5)
    g.counters(x, "Charge", 2)
    g.counters(x, "Decay", 5)
    for word in ("Slow", "Stab"):
        g.give(x, word)
    assert (g.lv(x), g.defence(x), g.xp(x)) == (2, 5, 3)
    g.end_turn()
    g.play(1, "attack", foe)
    g.to_block()
    g.play(0, "block", x)
    g.end_turn()
    assert g.where(x) == "Discard Pile" and g.s.code[x]
    g.quietly(0, "use", g.hold(other, "callback"), x)
    assert g.where(x) == "Hand"
    g.quietly(0, "recruit", x)
    assert g.where(x) == "Party" and g.s.face[x]
    assert (g.xp(x), g.defence(x), g.lv(x), g.damage(x), g.count(x, "Charge")) == (0, 5, 1, 0, 0)
    assert not g.has(x, "Slow") and not g.has(x, "Stab") and not g.count(x, "Decay")
    g.actions(0, 1)
    assert g.can(0, "attack", x)


@pytest.mark.rule("terrene", "zone.leaving-play-reset", "chain.source-gone")
def test_no_counter_waits_on_a_card_that_has_left() -> None:
    """given 'put a Charge on this Character', defeated in answer, then it has none, nor when it is back."""
    g = Terrene(CARDS)
    x, other, foe = g.character(0, "stoker"), g.character(0), g.character(1, "giant")
    spear = g.hold(foe, "spear")
    g.play(0, "use", x)
    g.quietly(1, "use", spear, x)
    assert (g.where(x), g.count(x, "Charge")) == ("Discard Pile", 0)
    g.quietly(0, "use", g.hold(other, "callback"), x)
    g.quietly(0, "recruit", x)
    assert (g.where(x), g.count(x, "Charge")) == ("Party", 0)


@pytest.mark.rule("terrene", "zone.ownership")
def test_a_card_goes_back_to_its_owner() -> None:
    """given P2 in control of P1's Character, when it is defeated, then P1's pile, and overkill to P2."""
    g = Terrene(CARDS)
    x, taker, other = g.character(0, "thief"), g.character(1), g.character(0, "titan")
    item = g.hold(x, "stone")
    g.end_turn()
    g.quietly(1, "use", g.hold(taker, "charm"), x)
    assert x in g.zone(1, t.PARTY) and g.s.ctrl[x] == 1 and g.held(x) == [item]
    g.counters(x, "Damage", 20)
    g.end_turn()
    g.fight(other, x)
    assert g.zone(0, t.DISCARD) == [x, item] and x not in g.zone(1, t.DISCARD)
    assert g.s.ctrl[x] == g.s.ctrl[item] == 0
    assert (g.hp_of(1), g.hp_of(0)) == (50 - 15, 50)


@pytest.mark.rule("terrene", "zone.party-position")
def test_what_lies_behind_a_character_stays_its_own() -> None:
    """given Gregory with Haste Potion, when others leave and come, then it is his in whatever place."""
    g = Terrene(edition=True)
    first, _, _ = g.character(0, "grunt"), g.character(0), g.character(1, "guard")
    gregory = g.character(0, "gregory-the-hoarder")
    potion, stone = g.hold(gregory, "haste-potion"), g.hold(first, "stone")
    assert g.text(0, "attack", gregory) == "attack c3"
    g.quietly(0, "dismiss", first)
    assert g.text(0, "attack", gregory) == "attack c2"
    assert g.held(gregory) == [potion] and g.where(stone) == "Discard Pile"
    g.quietly(0, "dismiss", gregory)
    assert g.where(potion) == "Discard Pile"


@pytest.mark.rule("terrene", "zone.party-position")
def test_the_order_of_characters_has_no_effect() -> None:
    """given the same Characters in two orders, when the same is done, then the same comes of it."""
    found = []
    for order in (("grunt", "guard", "thief"), ("thief", "grunt", "guard")):
        g = Terrene(CARDS)
        foe = g.character(1, "giant")
        there = {slug: g.character(0, slug) for slug in order}
        held = g.hold(there["grunt"], "stone")
        verbs = sorted((move[0], g.slug(move[1])) for move in g.options(0) if len(move) > 1)
        g.quietly(0, "use", held, foe)
        g.fight(there["guard"])
        g.end_turn()
        g.fight(foe, there["guard"])
        found.append((verbs, g.hp_of(1), g.hp_of(0), g.damage(foe), g.used(0), sorted(g.names(0, t.PARTY))))
    assert found[0] == found[1]
    assert not {"move", "order", "swap"} & set(t.VERBS)
