"""Each monitor of the family sees the fault that it is there for."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fadenet.engine import atoms
from fadenet.engine.state import Row, State, ref
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import CELL, COMBAT, DAMAGE, DRAIN, E_ATTACKS, HAND, NZ, TP, U_ROUND
from tests.builders import monitors
from tests.builders.monitors import Bans, Cells, Chain, Conserved, Fault, Figures, Monitor, Sides, Worth
from tests.builders.plain_reading import Q_MUTE, Plain
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character

CARDS = (
    cards("gag", "deny")
    + character("keeper", ability={"gives": {"PLV": 1}, "to": "your characters"})
    + character("proof", keywords={"Immune": ["Attacks"]})
    + augment("bandage", ability={"gives": {"Immune": ["Drain"]}})
)


def duel(edition: str) -> Duel:
    """A Character and a Keeper against two Characters, one of them with an Augment."""
    d = Duel(CARDS, edition=edition)
    d.character(0)
    d.character(0, "keeper")
    x = d.character(1)
    d.on(x, "edge", face=1)
    d.on(x, "deny")
    d.go(0, COMBAT)
    return d


EDITIONS = pytest.mark.parametrize("edition", ["faroe", "fade2"])


@EDITIONS
def test_monitors_are_silent_when_all_is_well(edition: str) -> None:
    """given a position and an Attack that is answered, then no monitor says anything."""
    d = duel(edition)
    watching = monitors.monitors()

    def hear(s: State, row: Row) -> None:
        for monitor in watching:
            monitor.hear(s, row)

    numbers = range(len(d.rules.events))
    d.rules.hearers = [(hear, *d.rules.hearers_of(n)) for n in numbers]
    try:
        x, y = d.s.zones[0][0], d.s.zones[NZ][0]
        deny = d.s.kids[y][1]
        d.play(0, "attack", x, y)
        d.until_asked(1)
        d.quietly(1, "use", deny, -1)
    finally:
        d.rules.hearers = [d.rules.hearers_of(n) for n in numbers]
    for monitor in watching:
        monitor.look(d.s)


def twice(s: State) -> None:
    s.zones[HAND] += s.zones[0][:1]


def lost(s: State) -> None:
    s.zones[0] = s.zones[0][1:]


def strayed(s: State) -> None:
    s.owner[s.zones[0][0]] = 1
    atoms.move(s, s.zones[0][0], HAND, 1)


def seized(s: State) -> None:
    s.ctrl[s.zones[0][0]] = 1


def crowded(s: State) -> None:
    s.num[CELL][s.zones[0][0]] = s.num[CELL][s.zones[0][1]]


def nowhere(s: State) -> None:
    s.num[CELL][s.zones[0][0]] = 0


def rich(s: State) -> None:
    s.num[TP][1] = 99


def owing(s: State) -> None:
    s.num[DRAIN][s.zones[0][0]] = -1


def drained(s: State) -> None:
    s.num[DRAIN][1] = 1


def stale(s: State) -> None:
    """The index forgets a continuous effect."""
    index = s.index or s.rules.index_of(s)
    index.statics.clear()
    s.index = index


def undead(s: State) -> None:
    s.num[DAMAGE][s.zones[0][0]] = 50


FAULTS: list[tuple[str, Monitor, Callable[[State], None]]] = [
    ("fade2", Conserved(), twice),
    ("faroe", Conserved(), lost),
    ("faroe", Conserved(), strayed),
    ("faroe", Sides(), seized),
    ("fade2", Sides(), seized),
    ("fade2", Cells(), crowded),
    ("fade2", Cells(), nowhere),
    ("faroe", Figures(), rich),
    ("fade2", Figures(), owing),
    ("fade2", Figures(), drained),
    ("faroe", Worth(), stale),
    ("fade2", Worth(), stale),
    ("fade2", Worth(), undead),
]


@pytest.mark.parametrize(
    ("edition", "monitor", "plant"), FAULTS, ids=lambda it: getattr(it, "__name__", type(it).__name__)
)
def test_a_planted_fault_is_seen(edition: str, monitor: Monitor, plant: Callable[[State], None]) -> None:
    """given a position that is well, when a fault is planted, then the monitor says so."""
    d = duel(edition)
    d.s.index = None
    monitor.look(d.s)
    plant(d.s)
    with pytest.raises(Fault):
        monitor.look(d.s)


@EDITIONS
def test_links_in_a_wrong_order_are_seen(edition: str) -> None:
    """given two links, when the older one is carried out first, then that is a fault."""
    d = duel(edition)
    chain = Chain()
    for act in (7, 8):
        d.s.chain += (act,)
        chain.hear(d.s, (atoms.LINKED, 0, 0, 0, act, 1))
    with pytest.raises(Fault):
        chain.hear(d.s, (atoms.RESOLVED, 0, 0, 0, 7, 0))


def test_who_attacks_paralyzed_is_seen() -> None:
    """given an Attack under way, when a Paralyzed Character is said to make it, then that is a fault."""
    d = duel("fade2")
    x, y = d.s.zones[0][0], d.s.zones[NZ][0]
    d.play(0, "attack", x, y)
    row = (E_ATTACKS, x, 0, 0, d.s.chain[0], 0)
    Bans().hear(d.s, row)
    d.counters(x, "Paralyze", 1)
    with pytest.raises(Fault):
        Bans().hear(d.s, row)


def test_a_hit_on_the_immune_is_seen() -> None:
    """given a Character that is Immune to Attacks, when an Attack is said to hit it, then that is a fault."""
    d = duel("fade2")
    x, y, proof = d.s.zones[0][0], d.s.zones[NZ][0], d.character(1, "proof")
    d.play(0, "attack", x, y)
    act = d.s.acts[d.s.chain[0]]
    Bans().immune(d.s, y, act)
    with pytest.raises(Fault):
        Bans().immune(d.s, proof, act)


def test_the_plain_reading_knows_mute() -> None:
    """given an Augment on a Muted Character, then fade2's book keeps what it gives and faroe's does not."""
    worth = {}
    for edition in ("faroe", "fade2"):
        d = duel(edition)
        y = d.s.zones[NZ][0]
        d.on(y, "gag", face=1)
        worth[edition] = Plain(d.s).plv(y) - 3
        assert values.plv(d.s, y) == Plain(d.s).plv(y)
    assert worth == {"faroe": 0, "fade2": 2}


def test_the_plain_reading_of_an_augment_that_is_mute_itself() -> None:
    """given an Augment that keeps Drain Counters away, when it alone has Mute, then they count again."""
    d = duel("fade2")
    x = d.s.zones[0][0]
    bandage = d.on(x, "bandage", face=1)
    d.counters(x, "Drain", 1)
    plv = values.plv(d.s, x)
    assert Plain(d.s).plv(x) == plv
    atoms.modify(d.s, Q_MUTE, ref(d.s, bandage), 1, (U_ROUND, d.s.turn), 0)
    assert values.plv(d.s, x) == plv - 1
    assert Plain(d.s).plv(x) == plv - 1


@pytest.mark.parametrize("edition", ["fade2", "fade1"])
def test_the_plain_reading_knows_world_rules(edition: str) -> None:
    """given a World Rule that gives all Characters PLV, then it counts, for the Muted too."""
    d = Duel(CARDS + cards("sharp-world"), edition=edition, worlds=("sharp-world",))
    x, y = d.character(0), d.character(0)
    d.on(y, "gag", face=1)
    assert [Plain(d.s).plv(h) for h in (x, y)] == [d.plv(x), d.plv(y)] == [4, 4]


@pytest.mark.rule("fade1", "keyword.element-lock-scope")
def test_a_world_rule_is_no_card_that_lock_keeps_away() -> None:
    """given a Character with Darkness Lock, then a World Rule, which is a rule of the game, gives it PLV, and
    an Augment without Elements does not."""
    vault = character("vault", plv=3, keywords={"Lock": ["Darkness"]})
    d = Duel(CARDS + vault + cards("sharp-world"), edition="fade1", worlds=("sharp-world",))
    x = d.character(0, "vault")
    d.on(x, "edge", face=1)
    assert d.plv(x) == Plain(d.s).plv(x) == 4
