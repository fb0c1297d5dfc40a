"""The attacks that count, however its damage is written, and whom a blast of two colours reaches."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms, kernel
from fadenet.engine.state import CONFIRM, PICK
from fadenet.games.prelude import aims
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude, tiers
from tests.cards.prelude import cards, spell

_WORDS: dict[str, object] = {
    "to": {"damage": 3, "to": "enemy fighters"},
    "each": {"each": "enemy fighters", "do": {"damage": 3, "to": "them"}},
    "picked": [{"pick": "enemy fighters"}, {"damage": 3, "to": "it"}],
    "drawn": [{"random": "enemy fighters"}, {"damage": 3, "to": "it"}],
    "branch": {"choose": [[{"heal": 1}], [{"damage": 3, "to": "enemy fighters"}]]},
    "if": {
        "if": {"amount": {"stat": "Coin", "of": "you"}, "min": 99},
        "then": {"damage": 3, "to": "enemy fighters"},
    },
    "repeat": {"repeat": 2, "do": {"damage": 3, "to": "enemy fighters"}},
    "nested": {
        "each": "enemy characters",
        "do": {"each": "enemy fighters", "do": {"damage": 3, "to": "them"}},
    },
    "either": [
        {
            "if": {"amount": {"stat": "Coin", "of": "you"}, "min": 99},
            "then": {"pick": "enemy fighters"},
            "else": {"pick": "your fighters"},
        },
        {"damage": 3, "to": "it"},
    ],
    "round": {"repeat": 2, "do": [{"damage": 3, "to": "it"}, {"pick": "enemy fighters"}]},
    "may": {"may": [{"pick": "enemy fighters"}, {"damage": 3, "to": "it"}]},
    "changed": [{"mod": "Vanguard", "on": "enemy fighters"}, {"damage": 3, "to": "it"}],
}
"""A spell that hurts enemies, in every way in which that can be written."""
_CHOSEN = {"picked", "either", "round", "may"}
"""Those in which its player chooses whom, while it runs."""


def spoken(slug: str, do: object, colour: str = "red", tier: int = 1, **more: object) -> str:
    """A spell of price 1 and Suspend 1."""
    return spell(slug, colour, tier=tier, ability={"activate": True, **more, "do": do})


SHARED = cards(*("sword", "snare", "guard", "bolt", "chill", "slow-bolt"))
CARDS = SHARED + "".join(
    [
        *[spoken(f"words-{word}", do) for word, do in _WORDS.items()],
        spoken("lash", {"damage": 1}, "green", 2, targets={}),
        spoken("ring", {"damage": 3, "to": "enemy fighters"}, tier=3),
        spoken("calm", {"heal": 1, "of": "your fighters"}),
        spoken("frost", {"slow": 1, "who": "target"}, targets="enemy characters"),
        spoken("pick-own", [{"pick": "enemy fighters"}, {"pick": "your gear"}, {"damage": 1, "to": "it"}]),
        spoken("own-pain", [{"slow": 1}, {"damage": 1, "to": "you"}], targets={}),
        spoken("twice", [{"damage": 2}, {"damage": 2}], targets={}),
        spoken(
            "torch",
            {"if": {"is": "target", "damaged": True}, "then": {"damage": 5}, "else": {"damage": 3}},
            targets={},
        ),
        spoken("guess", {"choose": [[{"damage": 5}], [{"damage": 3}]]}, targets={}),
        spoken("spear", [{"damage": 4}, {"draw": 1}], targets={}),
        spoken("gamble", [{"draw": 1}, {"damage": 4}], targets={}),
    ]
)


def mage(seats: int = 2, turn: int = 5, first: int = 0, red: int = 1, green: int = 1) -> Prelude:
    """A Mage of Red and Green against Soldiers."""
    g = Prelude(*["human"] * seats, cards=CARDS, turn=turn, first=first)
    g.ranks(0, *tiers("red-magic", red))
    g.ranks(0, *tiers("green-magic", green), more=True)
    for seat in range(1, seats):
        g.ranks(seat, "soldier-1")
    return g


# However it is written.


@pytest.mark.rule("prelude", "turn.what-is-attack", "turn.first-no-attack")
@pytest.mark.parametrize("word", _WORDS)
def test_the_first_turn_bans_an_attack_however_it_is_written(word: str) -> None:
    """given Player One's first Turn, then a spell that could hurt an enemy is refused, in whatever words."""
    g = mage(turn=1)
    h = g.hand(0, f"words-{word}")
    assert g.refused(0, "cast", h) == "turn.first-no-attack"
    g = mage()
    assert g.can(0, "cast", g.hand(0, f"words-{word}"))


@pytest.mark.rule("prelude", "turn.what-is-attack", "setup.agreement-kinds")
@pytest.mark.parametrize("word", _WORDS)
def test_a_truce_bans_an_attack_however_it_is_written(word: str) -> None:
    """given a truce of A and B, then A's spell that could hurt B is refused, in whatever words; where its
    player chooses, it is an attack on C alone, and B is not offered."""
    g = mage(3)
    atoms.mark(g.s, t.P_GAME, t.MK_TRUCE, 0 << 4 | 1, 9)
    h = g.hand(0, f"words-{word}")
    if word not in _CHOSEN:
        assert g.refused(0, "cast", h) == "setup.agreement-kinds"
        return
    snare, guard = g.trap(1, "snare"), g.minion(2, "guard", 0)
    g.coin(0, 99)
    g.play(0, "cast", h)
    while g.asked_kind() != PICK:
        assert g.asked() != [1], "B is not attacked"
        g.yes(0) if g.asked_kind() == CONFIRM else g.step()
    assert g.options(0) == [(kernel.V_PICK, g.body(2)), (kernel.V_PICK, guard)]
    assert g.where(snare) == "Traps"


@pytest.mark.rule("prelude", "turn.what-is-attack", "format.melee-grace")
@pytest.mark.parametrize("word", _WORDS)
def test_the_grace_of_a_melee_bans_an_attack_however_it_is_written(word: str) -> None:
    """given C who has not responded yet, then B's spell that could hurt C is refused, in whatever words."""
    g = mage(3, turn=1, first=2)
    assert g.refused(0, "cast", g.hand(0, f"words-{word}")) == "format.melee-grace"


@pytest.mark.rule("prelude", "turn.what-is-attack", "defend.evade", "item.trap-springs")
@pytest.mark.parametrize("word", _WORDS)
def test_traps_and_evades_know_an_attack_however_it_is_written(word: str) -> None:
    """given B with a Snare, when A casts a spell that could hurt B, then the Snare deals its 4 and B is asked
    to evade."""
    g = mage()
    snare = g.trap(1, "snare")
    g.play(0, "cast", g.hand(0, f"words-{word}"))
    g.when_asked(1, t.W_SPRING, "spring", snare)
    assert g.until(t.W_DEFENCE) == 1
    assert g.lost(0) == 4


@pytest.mark.rule("prelude", "turn.what-is-attack", "defend.guard")
def test_a_minion_guards_against_a_target_that_is_gone_through() -> None:
    """given a spell that deals its damage in an `each` over its target, then a minion guards against it."""
    more = spoken("through", {"each": "target", "do": {"damage": 3, "to": "them"}}, targets={})
    g = Prelude("human", "human", cards=CARDS + more, ranks=("red-magic-1", "soldier-1"))
    squire = g.minion(1, "guard", 1)
    g.play(0, "cast", g.hand(0, "through"), g.body(1))
    g.when_asked(1, t.W_GUARD, "guard", squire)
    g.pass_all()
    assert (g.lost(1), g.left(squire)) == (0, 2)


@pytest.mark.rule("prelude", "turn.what-is-attack", "turn.first-no-attack")
def test_what_hurts_nobody_else_is_no_attack() -> None:
    """given Player One's first Turn, then a spell that slows an enemy and hurts its own caster is cast."""
    g = mage(turn=1)
    assert g.can(0, "cast", g.hand(0, "own-pain"), g.body(1)) and g.can(0, "cast", g.hand(0, "pick-own"))
    g.cast(0, "own-pain", g.body(1))
    assert (g.lost(0), g.lost(1)) == (1, 0)


@pytest.mark.rule("prelude", "turn.what-is-attack", "suspend.finish-timing")
def test_damage_that_nobody_was_there_to_take_is_not_dealt_to_whom_may_not_be_attacked() -> None:
    """given Player One's spell against minions, begun while there are none, when it ends in the first Turn
    and a minion has come, then that takes nothing."""
    more = spell(
        "sweep", "red", suspend=4, ability={"activate": True, "do": {"damage": 3, "to": "enemy minions"}}
    )
    g = Prelude("human", "human", cards=CARDS + more, ranks=("red-magic-1", "soldier-1"), turn=1)
    g.begin(0, "cast", g.hand(0, "sweep"), paid=3)
    g.end(0)
    g.pass_all()
    guard = g.minion(1, "guard", 0)
    g.next()
    assert g.happened("spell-finished") and g.left(guard) == 5


# Two parts of one spell.


def master() -> Prelude:
    """Red Magic 4, of Edge 2."""
    return mage(red=4)


@pytest.mark.rule("prelude", "rank.edge")
def test_a_spell_of_two_parts_has_its_edge_once() -> None:
    """given Edge 2, when a spell deals 2 and then 2, then that is 6."""
    g = master()
    g.cast(0, "twice", g.body(1))
    assert g.lost(1) == 6


@pytest.mark.rule("prelude", "rank.edge")
def test_a_spell_has_its_edge_on_everybody_whom_it_hurts() -> None:
    """given Edge 2, when a spell of 3 hits a character and its minion, then each takes 5."""
    g = master()
    guard = g.minion(1, "guard", 0)
    g.cast(0, "ring")
    assert (g.lost(1), g.where(guard)) == (5, "Cemetery")


@pytest.mark.rule("prelude", "defend.evade")
def test_an_evade_is_taken_off_a_spell_of_two_parts_once() -> None:
    """given a spell that deals 2 and then 2, when it is evaded, then it deals 3."""
    g = mage()
    g.play(0, "cast", g.hand(0, "twice"), g.body(1))
    g.when_asked(1, t.W_DEFENCE, "evade")
    g.pass_all()
    assert g.lost(1) == 3


@pytest.mark.rule("prelude", "defend.evade")
@pytest.mark.parametrize(("less", "dealt"), [(1, 3), (3, 1), (5, 0)])
def test_what_weakens_a_spell_of_two_parts_is_taken_off_the_whole(less: int, dealt: int) -> None:
    """given a spell that deals 2 and then 2, when so much is taken off it, then the rest of 4 is dealt."""
    more = spell("damp", keywords="Immediate", ability={"activate": True, "do": {"weaken": less}})
    g = Prelude("human", "human", cards=CARDS + more, ranks=("red-magic-1", "green-magic-1"))
    damp = g.hand(1, "damp")
    g.play(0, "cast", g.hand(0, "twice"), g.body(1))
    g.when_asked(1, t.W_IMMEDIATE, "play", damp)
    g.pass_all()
    assert g.lost(1) == dealt


@pytest.mark.rule("prelude", "suspend.interrupt-damage")
def test_both_parts_of_a_spell_count_together_against_a_task() -> None:
    """given an Elf, whose task 3 damage stop, when one spell deals 2 and then 2, then its task stops."""
    g = Prelude("human", "elf", cards=CARDS, ranks=("red-magic-1", "green-magic-1"))
    g.next()
    g.begin(1, "cast", g.hand(1, "slow-bolt"), g.body(0), paid=1)
    g.next()
    assert g.carries(g.body(1))
    g.cast(0, "twice", g.body(1))
    assert g.lost(1) == 4 and not g.carries(g.body(1))


# Whom a blast reaches.


@pytest.mark.rule("prelude", "element.explosion")
def test_a_blast_reaches_all_on_whom_the_second_spell_took_effect() -> None:
    """given a tier 2 green spell, when a tier 3 red one hits all enemies, then each of them takes 5 more."""
    g = mage(3, red=3, green=2)
    guard = g.minion(1, "guard", 0)
    g.life(guard, 5)
    g.life(g.body(0), 20)
    g.cast(0, "lash", g.body(1))
    g.cast(0, "ring")
    edge = 1  # of Red Magic 3, and of Green Magic 2
    assert (g.lost(1), g.lost(2)) == (1 + edge + 3 + edge + 5, 3 + edge + 5)
    assert g.where(guard) == "Cemetery" and g.left(g.body(0)) == 15


@pytest.mark.rule("prelude", "element.explosion")
def test_a_blast_reaches_the_own_minions_that_a_spell_healed() -> None:
    """given a green spell on B, when a red one heals the caster and its minion, then both take the blast."""
    g = mage()
    giant = g.minion(0, "guard", 0)
    g.life(giant, 4)
    g.cast(0, "bolt", g.body(1))
    g.cast(0, "calm")
    assert (g.left(giant), g.lost(0), g.lost(1)) == (3, 2, 4)


@pytest.mark.rule("prelude", "element.explosion", "turn.first-no-attack")
def test_two_harmless_spells_in_the_first_turn_blast_their_caster_alone() -> None:
    """given Player One's first Turn, when two colours are cast at B that hurt nobody, then the blast takes A
    alone; in Turn 2 it takes both."""
    for turn, lost in ((1, 0), (2, 2)):
        g = mage(turn=turn)
        g.cast(0, "chill", g.body(1))
        g.cast(0, "frost", g.body(1))
        assert (g.lost(0), g.lost(1)) == (2, lost)


@pytest.mark.rule("prelude", "element.explosion", "setup.agreement-kinds", "format.melee-grace")
@pytest.mark.parametrize("protects", ["truce", "grace"])
def test_a_truce_and_the_grace_of_a_melee_protect_from_a_blast(protects: str) -> None:
    """given B whom A may not attack, when two harmless colours are cast at B, then A alone is hit."""
    g = mage(3, turn=5 if protects == "truce" else 1, first=2)
    if protects == "truce":
        atoms.mark(g.s, t.P_GAME, t.MK_TRUCE, 0 << 4 | 1, 9)
    g.cast(0, "chill", g.body(1))
    g.cast(0, "frost", g.body(1))
    assert (g.lost(0), g.lost(1)) == (2, 0)


# What threatens.


def threat(slug: str, *, hurt: int = 0) -> int | None:
    """The damage that a spell at B would deal, as B is told when it defends."""
    g = mage()
    g.life(g.body(1), 30 - hurt)
    g.play(0, "cast", g.hand(0, slug), g.body(1))
    assert g.until(t.W_DEFENCE) == 1
    (act,) = g.s.acts.values()
    before = g.s.clone()
    told = aims.threatens(g.s, act, g.body(1))
    assert before.num == g.s.num and before.frames == g.s.frames and before.acts == g.s.acts
    return told


@pytest.mark.parametrize(
    ("slug", "hurt", "told"),
    [
        ("torch", 0, 3),
        ("torch", 1, 5),
        ("guess", 0, None),
        ("twice", 0, 4),
        ("spear", 0, 4),
        ("gamble", 0, None),
        ("bolt", 0, 4),
    ],
)
def test_a_defender_is_told_what_would_be_dealt_now_or_nothing(
    slug: str, hurt: int, told: int | None
) -> None:
    """given branches, then the one that holds counts; what hangs on a choice or a draw is not told."""
    assert threat(slug, hurt=hurt) == told
