"""A link whose source has left goes on with the values that the source last had (topic chain)."""

from __future__ import annotations

import pytest

from fadenet.engine import position
from fadenet.engine.digest import digest
from fadenet.engine.state import mark_parts
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction

GONE = pytest.mark.editions("chain.source-gone", fade2="chain.source-gone", fade1="chain.source-gone")
FELL = reaction("fell", answers="ability", do={"destroy": "answered"})
TRIP = reaction("trip", answers="reaction", do={"destroy": "answered"})
PLAIN = cards("hero-3") + augment("plume", keywords="Equip")
AMOUNTS: dict[str, tuple[object, int]] = {
    "PLV": ({"stat": "PLV", "of": "this"}, 2 + 2),
    "HP": ({"stat": "HP", "of": "this"}, 9 - 4),
    "full HP": ({"stat": "full HP", "of": "this"}, 9),
    "damage": ({"stat": "damage", "of": "this"}, 4),
    "Level": ({"stat": "Level", "of": "this"}, 3),
    "Counters": ({"counters": "Poison", "of": "this"}, 3),
    "half": ({"half": {"counters": "Poison", "of": "this"}}, 1),
    "attached": ({"count": {"from": "your attached cards", "attached_to": "this"}}, 2),
    "stack": ({"count": "stack"}, 2),
}
"""Amounts that speak of a Character of Level 3 with 9 HP and 2 PLV, and what each comes to."""


def sage(amount: object, **when: object) -> str:
    """A Character with an ability, activated if not told otherwise, that gives as many TP as an amount."""
    return character("sage", level=3, ability={**(when or {"activate": True}), "do": {"gain_tp": amount}})


def equipped(d: Duel) -> int:
    """A Sage of seat 0: +2 PLV this turn, 4 Damage and 3 Poison Counters, two cards on and two under it."""
    x = d.character(0, "sage")
    d.tp(0, 5)
    d.quietly(0, "play", d.hand(0, "plv-tonic"), x)
    d.damage(x, 4)
    d.counters(x, "Poison", 3)
    for _ in range(2):
        d.on(x, "plume", face=1)
        d.under(x, "hero-3")
    d.tp(0, 0)
    return x


TONIC = cards("plv-tonic")


@GONE
@pytest.mark.parametrize("what", AMOUNTS)
def test_an_ability_counts_with_what_its_source_last_had(what: str, edition: str) -> None:
    # Given an activated ability 'gain as many TP as ...' on the Chain, when its Character is destroyed in
    # response, with all that lies on it, then as many come as it had.
    amount, n = AMOUNTS[what]
    d = Duel(sage(amount) + PLAIN + FELL + TONIC, edition=edition)
    x, y = equipped(d), d.character(1, "hero-3")
    fell = d.on(y, "fell")
    d.go(0, COMBAT)
    d.play(0, "activate", x)
    d.quietly(1, "use", fell, -1)
    assert d.lies(x) == "discard" and d.tp_of(0) == n


@GONE
@pytest.mark.parametrize(
    ("what", "way"), [*((what, "destroy") for what in AMOUNTS), ("PLV", "return"), ("attached", "return")]
)
def test_an_ability_that_waits_counts_with_it_too(what: str, way: str, edition: str) -> None:
    # Given 'when this takes damage, gain as many TP as ...', when the Character leaves the field while that
    # waits, destroyed or returned to the Hand, then as many come as it had.
    amount, n = AMOUNTS[what]
    dart = item("dart", targets="your characters", do=[{"damage": 1, "to": "target"}, {way: "target"}])
    d = Duel(sage(amount, on="takes-damage") + PLAIN + TONIC + dart, edition=edition)
    x = equipped(d)
    d.quietly(0, "play", d.hand(0, "dart"), x)
    assert d.lies(x) != "front" and d.tp_of(0) == n + {"HP": -1, "damage": 1}.get(what, 0)


@GONE
@pytest.mark.parametrize("of", ["this", "that"])
def test_the_fallen_count_with_what_they_had(of: str, edition: str) -> None:
    # Given 'when ... is Knocked Out, gain as many TP as its PLV', on itself or on another one, when it falls
    # by an Attack with +2 PLV, then 4 TP come, of one with 3 PLV 5.
    amount = {"stat": "PLV", "of": of}
    when = {"on": "knocked-out"} | ({"of": "your characters"} if of == "that" else {})
    cards = PLAIN + TONIC + reaction("brace", answers="attack", do={"mod": "PLV", "n": 2, "on": "attacked"})
    cards += sage(amount, **when)
    if of == "that":
        cards += character("mourner", plv=1, ability={**when, "do": {"gain_tp": amount}})
    d = Duel(cards, edition=edition)
    y = d.character(1, "sage" if of == "this" else "hero-3")
    if of == "that":
        d.character(1, "mourner")
    a = d.character(0, "hero-3")
    brace = d.on(y, "brace")
    d.leave(y, 1)
    d.tp(1, 0)
    d.go(0, COMBAT)
    d.play(0, "attack", a, y)
    d.quietly(1, "use", brace, -1)
    assert d.lies(y) == "discard" and d.tp_of(1) == (4 if of == "this" else 5)


@GONE
def test_what_lies_on_a_card_counts_with_what_that_had(edition: str) -> None:
    # Given an Augment 'when its bearer is Knocked Out, gain as many TP as its bearer's PLV', then as many
    # come as the bearer had, though both have left.
    gains = {"on": "knocked-out", "of": "host", "do": {"gain_tp": {"stat": "PLV", "of": "host"}}}
    d = Duel(PLAIN + augment("veil", keywords="Equip", ability=gains), edition=edition)
    a, y = d.character(0, "hero-3"), d.character(1, "hero-3")
    veil = d.on(y, "veil", face=1)
    d.leave(y, 1)
    d.tp(1, 0)
    d.go(0, COMBAT)
    d.quietly(0, "attack", a, y)
    assert d.lies(y) == d.lies(veil) == "discard" and d.tp_of(1) == 3


@GONE
def test_a_reaction_counts_with_what_its_user_last_had(edition: str) -> None:
    # Given a Reaction 'gain as many TP as the PLV of this card's user', used by a Character with 3 PLV, when
    # that is destroyed in response, then 3 TP come.
    cards = PLAIN + TRIP + sage(1)
    cards += reaction("recoil", answers="ability", do={"gain_tp": {"stat": "PLV", "of": "user"}})
    d = Duel(cards, edition=edition)
    x, y = d.character(0, "sage"), d.character(1, "hero-3")
    recoil, trip = d.on(y, "recoil"), d.on(x, "trip")
    d.tp(1, 0)
    d.go(0, COMBAT)
    d.play(0, "activate", x)
    d.play(1, "use", recoil, -1)
    d.quietly(0, "use", trip, -2)
    assert d.lies(y) == "discard" and d.tp_of(1) == 3


@GONE
def test_a_condition_asks_what_the_source_last_had(edition: str) -> None:
    # Given 'if this card has 2 or more Poison Counters, gain 1 TP; if it is damaged, 1 more', when it is
    # destroyed in response, then what it had counts.
    conditions: list[dict[str, object]] = [
        {"amount": {"counters": "Poison", "of": "this"}, "min": 2},
        {"is": "this", "damaged": True},
        {"count": {"from": "your attached cards", "attached_to": "this"}, "min": 2},
    ]
    asked = [{"if": condition, "then": {"gain_tp": 1}} for condition in conditions]
    asker = character("sage", level=3, ability={"activate": True, "do": asked})
    d = Duel(asker + PLAIN + FELL + TONIC, edition=edition)
    x, y = equipped(d), d.character(1, "hero-3")
    fell = d.on(y, "fell")
    d.go(0, COMBAT)
    d.play(0, "activate", x)
    d.quietly(1, "use", fell, -1)
    assert d.tp_of(0) == 3


@GONE
def test_what_is_there_counts_as_it_is_now(edition: str) -> None:
    # Given an ability that counts Poison Counters on its Character, when the Reaction only takes some of them
    # away, then what is left counts; nothing is kept of a card that has not left.
    ease = reaction("ease", answers="ability", do={"counter": "Poison", "remove": 2, "on": "answered"})
    d = Duel(sage({"counters": "Poison", "of": "this"}) + PLAIN + TONIC + ease, edition=edition)
    x, y = equipped(d), d.character(1, "hero-3")
    eased = d.on(y, "ease")
    d.go(0, COMBAT)
    d.play(0, "activate", x)
    d.quietly(1, "use", eased, -1)
    assert d.tp_of(0) == 1


@GONE
def test_what_is_kept_is_part_of_the_position_and_forgotten_afterwards(edition: str) -> None:
    # Given an ability that waits for a choice after its Character has left, when somebody goes on from the
    # position as written down, then the same comes of it; when nothing waits any more, nothing is kept.
    waits = sage({"stat": "PLV", "of": "this"}, on="knocked-out", targets="your characters")
    d = Duel(waits + PLAIN + TONIC, edition=edition)
    a, y = d.character(0, "hero-3"), d.character(1, "sage")
    d.character(1, "hero-3")
    d.character(1, "hero-3")
    d.leave(y, 1)
    d.tp(1, 0)
    d.go(0, COMBAT)
    d.play(0, "attack", a, y)
    while not any(ask.picker == 1 for ask in d.s.asks):
        d.step()
    there = position.load(d.rules, position.dump(d.s))
    assert digest(there) == digest(d.s)
    d.s = there
    d.pass_all()
    assert d.tp_of(1) == 2
    assert not any(mark_parts(mark)[0] == d.rules.lasts for mark in d.s.marks)
