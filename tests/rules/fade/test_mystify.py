"""Mystify of cards that are not Characters, in the two older editions: face-down, shown, paid for then."""

from __future__ import annotations

import pytest

from fadenet.engine import invariants, kernel, position
from fadenet.engine.chain import W_SHOW
from fadenet.engine.errors import LoadError
from fadenet.engine.state import CONFIRM
from fadenet.games.fade import tables as t
from fadenet.table.view import SeatView
from tests.builders import offering
from tests.builders.cells import to
from tests.builders.meetings import cited
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, cards, character, command, item, reaction, skill, zone

MYSTIFY = cited(("keyword.mystify", "keyword.mystify"))
PLACES = cited(("keyword.mystify-places", "keyword.mystify"))
SHOWN = cited(("keyword.mystify-face-down", "keyword.mystify-details"))

MORE = (t.KEY_AS, t.N_MYSTIFIED)
"""The part of a move that pays for Mystify."""
CARDS = (
    cards("gag")
    + reaction(
        "feint",
        cost=2,
        answers="attack",
        do={"block": True},
        ability={"keyword": "Mystify", "cost": 1, "do": {"draw": 1}},
    )
    + skill(
        "slash",
        cost=1,
        do={"attack": 3},
        ability={"keyword": "Mystify", "cost": 2, "do": {"counter": "Poison", "n": 2, "on": "target"}},
    )
    + augment(
        "cloak",
        cost=3,
        keywords="Equip",
        attach={"from": "your characters", "element": "Null"},
        ability=[{"gives": {"PLV": 2}}, {"keyword": "Mystify", "cost": 2, "do": {"draw": 2}}],
    )
    + augment("lamp", cost=1, keywords={"Mystify": 1}, ability={"gives": {"PLV": 1}, "to": "your characters"})
    + command(
        "bell",
        cost=2,
        directions=["Up"],
        keywords={"Mystify": 1},
        ability={"activate": True, "do": {"draw": 1}},
    )
    + item(
        "trap",
        cost=2,
        targets="enemy characters",
        do={"damage": 2, "to": "target"},
        ability={"keyword": "Mystify", "cost": 1, "do": {"draw": 1}},
    )
    + item(
        "orb",
        cost=1,
        keywords={"Mystify": 1},
        do=[],
        ability={"keyword": "Stock", "n": 2, "activate": True, "do": {"draw": 1}},
    )
    + augment("plain-augment")
    + character("phantom", cost=1, level=2, keywords={"Mystify": 1})
    + character("flame", "Fire", plv=1)
)


def duel(edition: str, tp: int = 10) -> Duel:
    d = Duel(CARDS, edition=edition)
    d.tp(0, tp)
    return d


def offered(d: Duel, seat: int, h: int) -> set[str]:
    """The verbs by which a seat may do something with a card now."""
    return {d.rules.verbs[move[0]] for move in d.options(seat) if h in move[1:2]}


# Skills and Reactions lie face-down anyway: Mystify is paid with them.


@MYSTIFY
@pytest.mark.parametrize(("tp", "full"), [(3, True), (2, False)])
def test_a_reaction_is_turned_up_with_its_mystify_or_without(tp: int, full: bool, edition: str) -> None:
    # Given a Reaction of Cost 2 with Mystify 1 on an attacked Character, then with 3 TP it may be used for 2,
    # or for 3 with what Mystify adds; with 2 TP only the former is offered.
    d = duel(edition)
    x, y = d.character(0), d.character(1)
    feint = d.on(y, "feint")
    d.tp(1, tp)
    d.go(0, t.COMBAT)
    d.play(0, "attack", x, y)
    assert d.can(1, "use", feint, -1)
    assert d.can(1, "use", feint, MORE, -1) == full
    hand = d.size(1, t.HAND)
    d.quietly(1, "use", feint, *[MORE] * full, -1)
    assert d.count(y, "Damage") == 0 and d.tp_of(1) == 0 and d.size(1, t.HAND) == hand + full
    assert d.lies(feint) == "discard"


@MYSTIFY
def test_a_skill_does_more_in_the_same_link(edition: str) -> None:
    # Given a Skill of Cost 1 with Mystify 2, when it is used with Mystify, then 3 TP are paid and its target
    # has the damage and the Counters of one link.
    d = duel(edition, tp=3)
    x, y = d.character(0), d.character(1, "giant")
    slash = d.on(x, "slash")
    d.go(0, t.COMBAT)
    d.quietly(0, "use", slash, MORE, y)
    assert (d.tp_of(0), d.count(y, "Damage"), d.count(y, "Poison")) == (0, 3, 2)
    assert len(d.happened("linked")) == 1


@MYSTIFY
def test_out_of_the_hand_nothing_is_turned_up(edition: str) -> None:
    # Given a Player in The Last Stand with such a Skill in Hand, then it is used without Mystify alone.
    d = duel(edition)
    d.character(1)
    slash, y = d.hand(0, "slash"), d.character(1, "giant")
    d.go(0, t.COMBAT)
    assert d.can(0, "use", slash, y)
    assert d.refused(0, "use", slash, MORE, y) == d.rule("mystify")


# Where other cards lie.


@PLACES
def test_an_augment_lies_face_down_where_it_could_lie_face_up(edition: str) -> None:
    # Given an Augment "Equip one of your Null Characters" with Mystify, then it is attached face-down for
    # nothing to such a Character, not to a Fire one, and not placed beside the Player; without a Null one it
    # is placed there. One without Mystify is never laid face-down.
    d = duel(edition, tp=0)
    fire, cloak, plain = d.character(0, "flame"), d.hand(0, "cloak"), d.hand(0, "plain-augment")
    assert offered(d, 0, cloak) == {"place"} and offered(d, 0, plain) <= {"play"}
    null = d.character(0)
    assert offered(d, 0, cloak) == {"attach"}
    assert d.move("attach", cloak, fire) not in d.options(0)
    d.play(0, "attach", cloak, null)
    assert d.s.host[cloak] == null and not d.s.face[cloak] and not d.s.code[cloak] and d.tp_of(0) == 0
    assert not invariants.fault(d.s)


@PLACES
def test_whoever_lays_a_card_face_down_says_that_it_belongs_there(edition: str) -> None:
    # Given a Null and a Fire Character, when an Augment for Null ones is placed beside the Player, or one
    # attached to the Fire one, then all that is offered is accepted and the other way round, and its Player,
    # who has said that it is no such card, has lost as it is shown.
    more = augment("badge", cost=0, keywords={"Equip": True, "Mystify": 1}, attach="your characters")
    for wrong in ("place", "attach"):
        d = Duel(CARDS + more + cards("slay"), edition=edition)
        null, fire, cloak = d.character(0), d.character(0, "flame"), d.hand(0, "cloak")
        assert d.hand(0, "badge") and not offering.faults(d.s, d.dealer)
        move = d.move("place", cloak, *d.beside()) if wrong == "place" else d.move("attach", cloak, fire)
        assert move not in d.options(0) and SeatView(d.s, 0, d.dealer.known[0]).refusal(move)
        kernel.apply(d.s, 0, move)
        d.settle()
        if wrong == "place":
            d.go(0, t.PREPARATION)
            d.tp(0, 3)
            d.quietly(0, "play", cloak, null)
        else:
            d.quietly(0, "play", d.hand(0, "slay"), fire)
        assert d.s.over == ((2, 1), d.rule("statement"))


@PLACES
def test_a_command_lies_face_down_beside_the_player_alone(edition: str) -> None:
    # Given a Command with Mystify, then it is laid face-down beside the Player and refused in c2, where no
    # move of the 60-card edition places it; turned up there, it works.
    d = duel(edition, tp=0)
    bell = d.hand(0, "bell")
    d.character(0, at="b5" if edition == "fade2" else "c5")
    named, at = edition == "fade2", "a5" if edition == "fade2" else "a7"
    assert d.refused(0, "place", bell, to(d, "c2")) == d.rule("no-room" if named else "not-now")
    size = [(t.KEY_N, 1)] * (not named)
    if named:
        assert d.refused(0, "veil", bell, to(d, "c2")) == d.rule("mystify")
    else:  # what lies in the Hand may be a Character there: it would be stated to be one
        assert d.move("veil", bell, to(d, "c2"), *size) not in d.options(0)
        of_size = d.rules.predicates[t.ST_SIZED]
        assert not of_size(d.rules.by_slug["bell"])
    d.play(0, "place", bell, *[to(d, at)] * named)
    assert d.at(bell) == at and not d.s.code[bell]
    d.tp(0, 2)
    d.play(0, "unveil", bell)
    # When it is turned up for its Cost, then it is activated where it lies.
    assert d.tp_of(0) == 0 and d.s.face[bell] and d.at(bell) == at
    d.quietly(0, "activate", bell)
    assert len(d.happened("activated")) == 1


@PLACES
def test_everybody_knows_what_may_lie_there(edition: str) -> None:
    # Given cards with Mystify, then what is stated of them is true where they may lie, and nowhere else.
    d = Duel(CARDS + cards("slay"), edition=edition)
    on_character, beside = d.rules.predicates[:2]
    those = {slug: d.rules.by_slug[slug] for slug in ("cloak", "slash", "lamp", "bell", "trap", "orb")}
    assert {slug for slug, card in those.items() if on_character(card)} == {"cloak", "slash"}
    assert not on_character(d.rules.by_slug["gag"])  # an Equip Augment without it
    assert {slug for slug, card in those.items() if beside(card)} == {"lamp", "bell", "trap", "orb"} | {
        "cloak"
    }
    # When a changed program lays an Augment without it face-down, then that is seen as its bearer falls, and
    # its Player has lost.
    x, plain = d.character(0), d.hand(0, "plain-augment")
    kernel.apply(d.s, 0, d.move("attach", plain, x))
    d.settle()
    d.quietly(0, "play", d.hand(0, "slay"), x)
    assert d.s.over == ((2, 1), d.rule("statement"))


# How they are shown.


@MYSTIFY
@pytest.mark.parametrize(("tp", "more"), [(5, True), (5, False), (4, None), (2, None)])
def test_an_augment_is_turned_up_for_its_cost_and_more(tp: int, more: bool | None, edition: str) -> None:
    # Given an Augment of Cost 3 with Mystify 2 face-down on a Character, then it gives nothing; with 5 TP it
    # is turned up for 3 and 2 more may be paid, with 4 only the former, with 2 it is refused and lies there.
    d = duel(edition, tp=tp)
    x = d.character(0)
    cloak, plv, hand = d.on(x, "cloak"), d.plv(x), d.size(0, t.HAND)
    if tp < 3:
        assert d.refused(0, "unveil", cloak) == d.rule("too-dear")
        assert not d.s.face[cloak] and d.plv(x) == plv
        return
    d.play(0, "unveil", cloak)
    assert d.s.face[cloak] and d.plv(x) == plv + 2
    if more is not None:
        assert d.asked() == [0] and d.asked_kind() == CONFIRM
        (d.yes if more else d.no)(0)
    d.pass_all()
    assert (d.tp_of(0), d.size(0, t.HAND)) == (tp - 3 - 2 * bool(more), hand + 2 * bool(more))
    assert not d.happened("enters")[1:]


@SHOWN
def test_what_lies_face_down_does_nothing(edition: str) -> None:
    # Given a Lamp and a Stock Item with Mystify face-down beside the Player, then the Lamp gives nothing and
    # the Item is not activated; turned up, one does and the other is, with its Power Counters.
    d = duel(edition)
    x = d.character(0)
    lamp = d.on(d.body(0), "lamp", at=d.aside())
    orb = d.on(d.body(0), "orb", at=d.aside())
    plv = d.plv(x)
    assert not d.can(0, "activate", orb) and d.count(orb, "Power") == 0
    d.play(0, "unveil", lamp)
    d.play(0, "unveil", orb)
    assert d.plv(x) == plv + 1 and d.count(orb, "Power") == 2 and d.tp_of(0) == 8
    d.quietly(0, "activate", orb)
    assert d.count(orb, "Power") == 1


@SHOWN
def test_where_it_could_not_lie_face_up_it_is_not_turned_up(edition: str) -> None:
    # Given an Augment for Null Characters face-down on one that has become a Fire one, then it is refused;
    # so is a Skill, which is turned up only as it is used.
    d = duel(edition)
    fire = d.character(0, "flame")
    cloak, slash = d.on(fire, "cloak"), d.on(fire, "slash")
    for h in (cloak, slash):
        assert d.refused(0, "unveil", h) == d.rule("unveil")
    assert offered(d, 0, cloak) == set()


@SHOWN
def test_who_took_control_of_its_bearer_does_not_turn_it_up(edition: str) -> None:
    # Given a face-down Augment on a Character, when another Player takes control of that, then neither turns
    # it up.
    d = Duel(CARDS + cards("seize"), edition=edition)
    x = d.character(0)
    cloak = d.on(x, "cloak")
    d.go(1, t.PREPARATION)
    d.quietly(1, "play", d.hand(1, "seize"), x)
    assert d.s.ctrl[x] == 1
    assert offered(d, 1, cloak) == set()
    d.go(0, t.PREPARATION)
    assert offered(d, 0, cloak) == set()


@SHOWN
@pytest.mark.parametrize("full", [True, False])
def test_an_item_is_shown_as_it_is_played(full: bool, edition: str) -> None:
    # Given an Item of Cost 2 with Mystify 1 face-down beside the Player, then it is not turned up there, but
    # played from there at its target, for 2 or 3 TP, starts a Chain and is used up.
    d = duel(edition, tp=3)
    y = d.character(1, "giant")
    guard = d.on(y, "guard")
    trap, hand = d.on(d.body(0), "trap", at=d.aside()), d.size(0, t.HAND)
    assert d.refused(0, "unveil", trap) == d.rule("unveil")
    d.go(0, t.COMBAT)
    d.play(0, "play", trap, *[MORE] * full, y)
    assert d.links() == ["Trap"] and d.asked() == [1] and not d.s.face[guard]
    d.pass_all()
    assert (d.count(y, "Damage"), d.lies(trap)) == (2, "discard")
    assert (d.tp_of(0), d.size(0, t.HAND)) == (1 - full, hand + full)


@SHOWN
def test_an_item_of_the_hand_is_played_without_mystify(edition: str) -> None:
    # Given the same Item in Hand, then it is played as ever, and not with Mystify.
    d = duel(edition)
    y, trap = d.character(1, "giant"), d.hand(0, "trap")
    assert d.refused(0, "play", trap, MORE, y) == d.rule("mystify") and d.can(0, "play", trap, y)


@SHOWN
def test_an_augment_beside_the_player_is_attached_as_it_is_shown(edition: str) -> None:
    # Given the Augment for Null Characters placed beside the Player while there was none, when one comes,
    # then it is shown by being played onto it, as from the Hand.
    d = duel(edition)
    cloak = d.hand(0, "cloak")
    d.play(0, "place", cloak, *d.beside())
    assert offered(d, 0, cloak) == set()
    x = d.character(0)
    plv = d.plv(x)
    assert d.refused(0, "unveil", cloak) == d.rule("unveil")
    d.quietly(0, "play", cloak, x)
    assert d.s.host[cloak] == x and d.plv(x) == plv + 2 and d.tp_of(0) == 7


@pytest.mark.rule("fade2", "keyword.mystify-face-down")
def test_in_the_40_card_edition_all_is_shown_in_the_own_battle() -> None:
    # Given a face-down Augment and a face-down Item, then they are shown in all three Steps of the own Battle
    # Phase, and not in another's.
    d = duel("fade2")
    x, y = d.character(0), d.character(1, "giant")
    cloak, trap = d.on(x, "cloak"), d.on(d.body(0), "trap", at="a1")
    for phase in (t.PREPARATION, t.COMBAT, t.AFTERMATH):
        d.go(0, phase)
        assert d.can(0, "unveil", cloak) and d.can(0, "play", trap, y)
    ration = d.hand(0, "ration")
    for phase in (t.PREPARATION, t.COMBAT):
        d.go(1, phase)
        d.play(1, "end")
        assert d.asked() == [0] and offered(d, 0, ration) == {"play"}
        assert not offered(d, 0, trap) and not offered(d, 0, cloak)


@pytest.mark.rule("fade1", "keyword.mystify-details")
def test_in_the_60_card_edition_it_is_shown_when_it_could_be_played() -> None:
    # Given a face-down Augment, then it is shown in the own Preparation and Aftermath Step and not in the
    # Combat Step; a face-down Item whenever Items are played, in another's turn too, where its Player is
    # asked without a card in Hand.
    d = duel("fade1")
    x, y = d.character(0), d.character(1, "giant")
    cloak, trap = d.on(x, "cloak"), d.on(d.body(0), "trap", at="a7")
    for phase, shown in ((t.PREPARATION, True), (t.COMBAT, False), (t.AFTERMATH, True)):
        d.go(0, phase)
        assert d.can(0, "unveil", cloak) == shown and d.can(0, "play", trap, y)
    d.go(1, t.PREPARATION)
    d.empty(0, t.HAND)
    d.play(1, "end")
    assert d.asked() == [0]
    d.quietly(0, "play", trap, y)
    assert d.lies(trap) == "discard" and d.count(y, "Damage") == 2


# Where it meets other rules.


@SHOWN
def test_it_is_destroyed_with_its_bearer_and_seen_then(edition: str) -> None:
    # Given a face-down Augment on a Character that is Knocked Out, then it lies in the Discard Pile, shown.
    d = Duel(CARDS + cards("slay"), edition=edition)
    x = d.character(0)
    cloak = d.on(x, "cloak")
    d.quietly(0, "play", d.hand(0, "slay"), x)
    assert d.lies(cloak) == "discard" and d.s.code[cloak] == d.rules.code_of("cloak")


@SHOWN
def test_mute_silences_what_is_turned_up_on_its_bearer(edition: str) -> None:
    # Given a Muted Character with a face-down Augment, then that is turned up for its Cost, what it adds by
    # Mystify does not happen, and what it gives to the PLV does, as with any other Augment there.
    d = duel(edition)
    x = d.character(0)
    cloak, plv = d.on(x, "cloak"), d.plv(x)
    d.on(x, "gag", face=1)
    d.play(0, "unveil", cloak)
    assert d.s.asks[0].kind != CONFIRM and d.tp_of(0) == 7 and d.plv(x) == plv + 2


@SHOWN
def test_a_card_with_counters_brings_them_as_it_is_shown(edition: str) -> None:
    # Given an Augment with Barrier 1 and Mystify, then its Counters come as it is turned up, not before.
    more = augment(
        "aegis", cost=0, keywords={"Equip": True, "Mystify": 1, "Barrier": 1}, attach="your characters"
    )
    d = Duel(CARDS + more, edition=edition)
    x, aegis = d.character(0), d.hand(0, "aegis")
    d.play(0, "attach", aegis, x)
    assert d.count(x, "Barrier") == 0
    d.play(0, "unveil", aegis)
    assert d.count(x, "Barrier") == 1


@SHOWN
@pytest.mark.parametrize(("tp", "laid"), [(1, True), (0, False)])
def test_what_is_laid_as_material_is_paid_for_as_it_is_shown(tp: int, laid: bool, edition: str) -> None:
    # Given a Stock Item of Cost 1 face-down beside the Player, then it is laid as Command Material, which
    # shows it, for 1 TP and with its Power Counters; a Skill on a Character is laid for nothing.
    d = Duel(CARDS + cards("gate"), edition=edition)
    x = d.character(0, at="c5")
    orb, slash = d.on(d.body(0), "orb", at=d.aside()), d.on(x, "slash")
    d.command(0, "gate", "a3")
    d.tp(0, tp)
    assert d.can(0, "lay", orb, to(d, "a4")) == laid and d.can(0, "lay", slash, to(d, "a4"))
    if laid:
        d.play(0, "lay", orb, to(d, "a4"))
        assert (d.at(orb), d.s.face[orb], d.count(orb, "Power"), d.tp_of(0)) == ("a4", 1, 2, 0)


@PLACES
def test_what_lies_face_down_is_rearranged_to_where_it_could_lie_face_up(edition: str) -> None:
    # Given a face-down Augment for Null Characters, then in the Aftermath Step it goes to another such one,
    # and to no Fire Character; a Skill goes to both.
    d = duel(edition)
    null, other, fire = d.character(0), d.character(0), d.character(0, "flame")
    cloak, slash = d.on(null, "cloak"), d.on(null, "slash")
    d.go(0, t.AFTERMATH)
    assert {move[2] for move in d.options(0) if move[:2] == d.move("reattach", cloak)} == {other}
    assert {move[2] for move in d.options(0) if move[:2] == d.move("reattach", slash)} == {other, fire}
    d.play(0, "reattach", cloak, other)
    assert d.s.host[cloak] == other and not d.s.face[cloak]


@SHOWN
def test_a_contingency_item_is_used_from_where_it_lies(edition: str) -> None:
    # Given an Item with Contingency and Mystify face-down beside the Player, when its event comes, then it is
    # used from there, with Mystify or without.
    more = item(
        "alarm",
        cost=1,
        contingency={"on": "knocked-out", "of": "all characters"},
        do={"gain_tp": 3},
        ability={"keyword": "Mystify", "cost": 1, "do": {"draw": 1}},
    )
    d = Duel(CARDS + more + cards("slay"), edition=edition)
    alarm, falls = d.on(d.body(0), "alarm", at=d.aside()), d.character(1)
    d.empty(0, t.HAND)
    d.play(0, "play", d.hand(0, "slay"), falls)
    while d.s.asks[0].window != W_SHOW or d.asked() != [0]:
        d.step()
    hand = d.size(0, t.HAND)
    d.quietly(0, "use", alarm, MORE)
    assert (d.tp_of(0), d.size(0, t.HAND), d.lies(alarm)) == (10 - 2 + 3, hand + 1, "discard")


@PLACES
def test_a_position_with_such_cards_is_written_and_read(edition: str) -> None:
    # Given face-down cards of all kinds, then the position is sound and read as it was written.
    d = duel(edition)
    x = d.character(0)
    d.play(0, "attach", d.hand(0, "cloak"), x)
    d.play(0, "place", d.hand(0, "trap"), *d.beside())
    again = position.load(d.rules, position.dump(d.s))
    assert not invariants.fault(again) and again.stated == d.s.stated


AT_MOST = [{"at_most": {"of": value, "n": 30}} for value in ("HP", "PLV", "Level")]


@cited(("keyword.mystify-places", "keyword.mystify-details"))
@pytest.mark.parametrize("what", [*AT_MOST, {"level_max": 9}, {"cost_max": 9}, {"element": "Null"}])
def test_a_face_down_character_has_no_value_that_a_text_asks_for(
    what: dict[str, object], edition: str
) -> None:
    # Given an Item for an enemy Character with no more of a value than this, one face-up and one face-down.
    pick = {"pick": {"from": "enemy characters", **what}}
    d = Duel(CARDS + item("sieve", cost=0, targets=pick, do={"destroy": "target"}), edition=edition)
    plain, hidden = d.character(1), d.veiled(1, "phantom", "c1")
    sieve = d.hand(0, "sieve")
    # Then the one that lies face-down is not such a Character, as nobody knows what it is worth.
    assert d.can(0, "play", sieve, plain)
    assert d.refused(0, "play", sieve, hidden) == d.rule("no-target")


@SHOWN
def test_what_lowers_all_hp_fells_no_face_down_character(edition: str) -> None:
    # Given a Zone card by which all Characters lose 3 HP for good, one of 3 HP and one that lies face-down.
    winter = zone("winter", ability={"gives": {"HP": -3}, "to": "all characters"})
    d = Duel(CARDS + winter + character("frail", hp=3), edition=edition)
    hidden, frail = d.veiled(0, "phantom", "c1"), d.character(0, "frail")
    # When it lies there, then the first one falls, and the other one stays as it is.
    d.zone(1, "winter")
    d.next_turn(1)
    assert (d.lies(frail), d.lies(hidden), d.s.face[hidden]) == ("discard", "front", 0)


WRONG = {
    "a Zone card": zone("odd", keywords={"Mystify": 1}),
    "Arena": augment("odd", keywords={"Mystify": 1, "Arena": True}),
    "Buildup": skill("odd", keywords={"Mystify": 1, "Buildup": 2}),
    "Stacker": augment("odd", keywords={"Mystify": 1, "Stacker": 1}),
}


@PLACES
@pytest.mark.parametrize("what", WRONG)
def test_what_has_a_place_of_its_own_has_no_mystify(what: str, edition: str) -> None:
    # Given a card that lies in a place of its own, or asks for others as it comes, then Mystify is refused.
    with pytest.raises(LoadError, match="face-down"):
        rules_with(WRONG[what], edition=edition)


@MYSTIFY
def test_the_texts_say_it(edition: str) -> None:
    # Given these cards, then their text names the price and what it brings, and the refusal says what lies
    # face-down.
    d = duel(edition)
    said = d.rules.by_slug
    assert said["feint"].text.endswith("Mystify 1: draw 1 card.") and said["feint"].keywords[t.K_MYSTIFY] == 1
    assert "Mystify 2: draw 2 cards." in said["cloak"].text and said["lamp"].text.startswith("Mystify 1.")
    x, plain = d.character(0), d.hand(0, "plain-augment")
    reason = SeatView(d.s, 0, d.dealer.known[0]).refusal(d.move("attach", plain, x))
    assert reason is not None and "with Mystify" in reason.text
