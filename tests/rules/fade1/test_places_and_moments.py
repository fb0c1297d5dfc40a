"""The Players to whose places cards go, who sees them, and which moments come up (topics card, setup, turn,
timing)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.chain import W_SHOW
from fadenet.engine.state import MODE
from fadenet.games.fade.field import commands
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DECK, FIGHTERS, HAND, NZ, PREPARATION, STARTING
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, command, item, skill, zone

BACK = ("hand", "deck top", "deck bottom", "rift", "discard")
HEARD = {
    "target": {"on": "attacked", "of": "host"},
    "bruise": {"on": "takes-damage", "of": "host"},
    "knuckle": {"on": "hit", "of": "all characters", "by": "host"},
    "wreath": {"on": "succeeds", "of": "host"},
}
"""By card the moment in which it gains its Player 1 TP, said of its bearer."""
CARDS = (
    cards("charm", "exhume", "greeter", "snack")
    + "".join(
        item(f"to-{place.replace(' ', '-')}", targets="all characters", do={"return": "target", "to": place})
        for place in BACK
    )
    + zone("gateway", ability={"on": "enters", "do": {"gain_tp": 1}})
    + character("runner", keywords="Tag-Out")
    + character("dawn", ability={"on": "starting-phase", "do": {"gain_tp": 1}})
    + character("coin", ability={"on": "drawn", "hidden": True, "do": {"gain_tp": 1}})
    + character("usher", ability={"on": "enters", "of": "your characters", "do": {"gain_tp": 1}})
    + command("arrow", directions=["Left"], ability={"activate": True, "do": {"draw": 1}})
    + "".join(
        augment(slug, cost=0, keywords="Equip", ability={**event, "do": {"gain_tp": 1}})
        for slug, event in HEARD.items()
    )
    + skill("twice", cost=0, do={"attack": 2, "hits": 2})
    + item("fork", cost=0, do={"choose": [[{"gain_tp": 1}], [{"gain_tp": 3}]]})
    + augment("horn", cost=0, keywords="Equip", ability={"on": "enters", "do": {"gain_tp": 1}})
    + item("tribute", cost=0, do={"discard": 1, "who": "enemy players"})
)


def duel() -> Duel:
    return Duel(CARDS, edition="fade1")


@pytest.mark.rule("fade1", "card.owner-and-controller")
@pytest.mark.parametrize("place", BACK)
def test_wherever_a_controlled_card_goes_it_goes_to_its_owner(place: str) -> None:
    # Given A's Character that B controls, when B's Item puts it into a Hand, a Deck, a Rift Zone or a
    # Discard Pile.
    d = duel()
    x = d.character(0, "greeter")
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "charm"), x)
    assert d.s.ctrl[x] == 1
    sizes = [d.size(seat, DECK) for seat in (0, 1)]
    d.quietly(1, "play", d.hand(1, f"to-{place.replace(' ', '-')}"), x)
    # Then that place is A's.
    if place.startswith("deck"):
        assert [d.size(seat, DECK) for seat in (0, 1)] == [sizes[0] + 1, sizes[1]]
    else:
        assert (d.lies(x), d.s.zone[x] // NZ) == (place, 0)


@pytest.mark.rule("fade1", "setup.hidden-information")
def test_a_player_knows_the_own_hand_pool_and_face_down_cards_and_no_deck() -> None:
    # Given a Deck of Skills and a Fighter Pool of each player, when the opening Hands have been drawn.
    d = Duel(CARDS, setup=False, first=0, edition="fade1")
    for deck in (0, 2):
        for h in d.s.pool[deck]:
            d.dealer.truth[h] = d.rules.code_of("strike")
    d.begin()
    # Then each player knows the own Hand and Pool, and no other card: nothing of the others', and no Deck.
    d.keep()
    d.go(0, PREPARATION)
    own = [{*d.s.zones[seat * NZ + HAND], *d.s.zones[seat * NZ + FIGHTERS]} for seat in (0, 1)]
    assert [len(cards) for cards in own] == [9, 7]
    assert [set(known) for known in d.dealer.known] == own
    # When one is attached face-down, then its player still knows it, and the other does not.
    skill, x = d.s.zones[HAND][0], d.character(0)
    d.play(0, "attach", skill, x)
    assert d.s.host[skill] == x and not d.s.code[skill]
    assert [skill in known for known in d.dealer.known] == [True, False]


@pytest.mark.rule("fade1", "setup.fighter-pool-aside")
@pytest.mark.parametrize("n", [0, 1, 2])
def test_any_card_of_the_pool_may_be_played_first(n: int) -> None:
    # Given A, B and C in the Fighter Pool, when one of them is played first, then it is that one.
    d = duel()
    pool = [d.fighter(0, slug) for slug in ("greeter", "runner", "dawn")]
    d.go(0, PREPARATION)
    d.quietly(0, "play", pool[n], to(d, "c1"))
    assert [d.lies(h) == "front" for h in pool] == [i == n for i in range(3)]


@pytest.mark.rule("fade1", "timing.on-enter-field")
def test_the_reserve_and_an_extra_zone_are_of_the_field() -> None:
    # Given "when one of your Characters enters the field, gain 1 TP", when an effect brings one into a
    # Reserve Zone, then 1 TP is gained, and none as it steps forward.
    d = duel()
    x = d.discard(0, "soldier")
    d.character(0, "usher")
    d.go(0, PREPARATION)
    d.tp(0, 5)
    d.quietly(0, "play", d.hand(0, "exhume"), x)
    assert (d.lies(x), d.tp_of(0)) == ("backup", 6)
    d.quietly(0, "move", x, d.to("front"))
    assert (d.lies(x), d.tp_of(0)) == ("front", 6)
    # Given it on a Zone card, when that is played into an Extra Zone, then 1 TP is gained.
    gate = d.hand(0, "gateway")
    d.quietly(0, "play", gate, to(d, "c7"))
    assert (d.lies(gate), d.tp_of(0)) == ("zone", 7)


@pytest.mark.rule("fade1", "timing.on-draw")
def test_a_mulligan_sets_nothing_off() -> None:
    # Given a Player whose whole Deck is 'On Draw: gain 1 TP', when the opening Hand is put back for another.
    d = Duel(CARDS, setup=False, first=0, edition="fade1")
    for h in d.s.pool[2]:
        d.dealer.truth[h] = d.rules.code_of("coin")
    d.begin()
    d.yes(1)
    # Then nobody is asked to show a card of the new one, and nothing is gained.
    assert d.size(1, HAND) == 6
    assert all(ask.window != W_SHOW for ask in d.s.asks)
    d.no(0)
    assert d.s.turn == 1 and d.size(1, HAND) == 6
    assert all(ask.window != W_SHOW for ask in d.s.asks) and d.tp_of(1) == 0


@pytest.mark.rule("fade1", "turn.action-windows")
def test_the_starting_phase_has_one_chance_between_its_effects_and_its_tp() -> None:
    # Given one with Tag-Out, one that gives 1 TP in the Starting Phase, and an Item that costs nothing.
    d = duel()
    x = d.character(1, "runner", at="c2")
    d.character(1, "dawn", at="b4")
    d.character(1, "dawn", at="c3")
    free = d.hand(1, "snack")
    d.tp(1, 0)
    while d.s.active != 1 or not d.can(1, "tag", x, to(d, "b4")):
        assert d.s.phase == STARTING or d.s.active == 0
        d.step()
    # When its Player may tag out, then the effect has happened, the 5 TP have not come, and no Item may
    # be played; these TP come after it.
    assert (d.s.phase, d.tp_of(1)) == (STARTING, 1)
    assert d.refused(1, "play", free)
    d.play(1, "tag", x, to(d, "b4"))
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 6


@pytest.mark.rule("fade1", "prep.aftermath-rearrange-limits")
def test_what_is_rearranged_may_be_again_and_triggers_nothing() -> None:
    # Given an Augment 'On Enter Field: gain 1 TP', when it is moved to and fro, then no TP come or go.
    d = duel()
    x, y = d.character(0), d.character(0)
    horn, down = d.on(x, "horn", face=1), d.on(x, "strike")
    d.go(0, AFTERMATH)
    tp = d.tp_of(0)
    for host in (y, x, y):
        d.play(0, "reattach", horn, host)
        d.play(0, "reattach", down, host)
        assert d.s.host[horn] == d.s.host[down] == host and not d.s.chain
    assert (d.tp_of(0), d.s.face[down], d.s.code[down]) == (tp, 0, 0)


@pytest.mark.rule("fade1", "timing.optional-or-not")
def test_who_is_named_chooses() -> None:
    # Given 'each enemy discards 1 card', when it resolves, then the enemy chooses which.
    d = duel()
    kept, lost = d.hand(1, "snack"), d.hand(1, "tribute")
    d.go(0, PREPARATION)
    d.play(0, "play", d.hand(0, "tribute"))
    d.until_asked(1)
    while not d.can(1, "pick", lost):
        d.step()
    d.play(1, "pick", lost)
    assert (d.lies(kept), d.lies(lost)) == ("hand", "discard")


@pytest.mark.parametrize(
    ("slug", "times"),
    [
        pytest.param("target", 1, marks=pytest.mark.rule("fade1", "timing.on-attacked")),
        pytest.param("bruise", 2, marks=pytest.mark.rule("fade1", "timing.on-taking-damage")),
        pytest.param("knuckle", 2, marks=pytest.mark.rule("fade1", "timing.on-hit")),
        pytest.param("wreath", 1, marks=pytest.mark.rule("fade1", "timing.on-successful-attack")),
    ],
)
def test_a_moment_on_an_augment_is_one_of_its_bearer(slug: str, times: int) -> None:
    # Given an Augment that gains 1 TP in a moment of its bearer, on who attacks or who is attacked.
    d = duel()
    x, y = d.character(0), d.character(1)
    bearer, seat = (y, 1) if slug in ("target", "bruise") else (x, 0)
    d.on(bearer, slug, face=1)
    skill = d.on(x, "twice")
    d.go(0, COMBAT)
    d.tp(seat, 0)
    # When an attack of two hits is carried out, then it happens once, or at each of the hits.
    d.play(0, "use", skill, y)
    d.pass_chain()
    d.pass_all()
    assert d.tp_of(seat) == times


@pytest.mark.rule("fade1", "card.face-down")
@pytest.mark.parametrize("face", [0, 1])
def test_a_face_down_card_is_no_material(face: int) -> None:
    # Given a Command in c3 that points left, at a Character's cell c2 and what lies with it.
    d = duel()
    x = d.character(0, at="c2")
    d.on(x, "strike", face=face, at="a2")
    arrow = d.on(d.body(0), "arrow", face=1, at="a3")
    # Then a card in the Equip Zone a2 is Material if it is face-up.
    assert len(commands.materials_of(d.s, arrow)) == face


@pytest.mark.rule("fade1", "setup.hidden-information")
def test_what_is_discarded_from_a_hand_is_open_to_all() -> None:
    # Given B's card in Hand, which A does not know, when B discards it, then A may read it in that pile.
    d = duel()
    secret = d.hand(1, "strike")
    assert not d.s.code[secret] and secret not in d.dealer.known[0]
    d.go(0, PREPARATION)
    d.quietly(0, "play", d.hand(0, "tribute"))
    assert (d.lies(secret), d.s.code[secret]) == ("discard", d.rules.code_of("strike"))


@pytest.mark.rule("fade1", "timing.no-answer-is-pass")
def test_of_what_must_be_chosen_the_first_legal_option_is_taken() -> None:
    # Given an Item that gains 1 TP or 3 TP, when its player does not choose in time, then 1 TP is gained.
    d = duel()
    d.tp(0, 0)
    d.play(0, "play", d.hand(0, "fork"))
    assert d.until(MODE) == 0 and len(d.options(0)) == 2
    d.answer(0, kernel.default_answer(d.s, 0, d.dealer.known[0]))
    d.pass_all()
    assert d.tp_of(0) == 1


@pytest.mark.rule("fade1", "prep.any-number-any-order")
def test_each_of_the_allowed_things_may_be_done_more_than_once() -> None:
    # Given two Characters to go into Reserve, two to come out, and two each of Augments, Zone cards and
    # Commands, when they are moved and played in turn, then all is accepted.
    d = duel()
    x, y = d.character(0, at="c2"), d.character(0, at="c3")
    out = [d.character(0, backup=True, at=name) for name in ("b1", "b2")]
    d.go(0, PREPARATION)
    played = []
    for goes, comes, back, equip in zip((x, y), out, ("b3", "b4"), ("a5", "a6"), strict=True):
        horn, gate, arrow = (d.hand(0, slug) for slug in ("horn", "gateway", "arrow"))
        d.quietly(0, "play", horn, goes)
        d.play(0, "move", goes, to(d, back))
        d.quietly(0, "play", gate, to(d, equip))
        d.quietly(0, "play", arrow, to(d, equip))
        d.play(0, "move", comes, d.to("front"))
        played += [horn, gate, arrow]
    assert d.s.phase == PREPARATION
    assert [d.lies(h) for h in (x, y, *out)] == ["backup"] * 2 + ["front"] * 2
    assert [d.lies(h) for h in played] == ["attached", "zone", "attached"] * 2
