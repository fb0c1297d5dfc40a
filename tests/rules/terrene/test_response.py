"""The answers in Terrene, whose they are, and in which order: the topic `response`."""

from __future__ import annotations

import pytest

from fadenet.engine import chain, kernel
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.state import ACT, RESPOND, ROW_CARD, ROW_EVENT, ROW_SEAT
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import blue, character

CARDS = character("sniper", hp=40, ability=blue(cost=1, targets={}, do={"damage": 5})) + character(
    "phantom",
    "Interdimensional",
    "Dark",
    hp=40,
    ability={"activate": True, "colour": "Purple", "cost": 1, "targets": {}, "do": {"damage": 5}},
)


def table(seats: int = 2) -> Terrene:
    """Four Actions each, and a Character with a Blue ability in every party."""
    g = Terrene(CARDS, seats, edition=True)
    for seat in range(seats):
        g.actions(seat, 4)
        g.character(seat, "sniper")
    return g


def sniper(g: Terrene, seat: int) -> int:
    return g.zone(seat, t.PARTY)[0]


def an_action(g: Terrene, verb: str) -> tuple[int, ...]:
    """The cards that the verb names in a position in which seat 0 may do it."""
    x = sniper(g, 0)
    if verb == "recruit":
        return (g.hand(0, "thief"),)
    if verb in ("attack", "use"):
        return (x,) if verb == "attack" else (x, sniper(g, 1))
    if verb == "terrain":
        return (g.hand(0, "harbour"),)
    if verb == "hide":
        return (g.hand(0, "thief"),)
    if verb == "assign":
        return (g.hand(0, "tonic"), x)
    other = g.character(0, "guard")
    g.hold(x, "tonic")
    g.hold(other, "order")
    return (x, other) if verb == "trade" else (other,)


@pytest.mark.rule("terrene", "response.to-actions")
@pytest.mark.parametrize(
    "verb", ["recruit", "attack", "use", "terrain", "hide", "assign", "trade", "dismiss"]
)
def test_every_action_of_another_player_may_be_answered(verb: str) -> None:
    """given the opponent's Action, when Blue answers it, then the answer comes before the Action is done."""
    g = table()
    foe, x = sniper(g, 1), sniper(g, 0)
    g.log.clear()
    g.play(0, verb, *an_action(g, verb))
    assert g.asked() == [1] and g.can(1, "use", foe, x)
    g.quietly(1, "use", foe, x)
    assert g.damage(x) == 5
    seats = [row[ROW_SEAT] for row in g.happened("link-resolved")]
    assert seats == [1, 0]


@pytest.mark.rule("terrene", "response.to-actions")
def test_an_answer_to_hiding_comes_before_the_character_enters() -> None:
    """given the opponent hides a Character, when Blue is used in answer, then it is still in hand."""
    g = table()
    h = g.hand(0, "thief")
    g.play(0, "hide", h)
    assert g.where(h) == "Hand"
    g.quietly(1, "use", sniper(g, 1), sniper(g, 0))
    assert g.where(h) == "Party"
    assert [row[ROW_CARD] for row in g.log if row[ROW_EVENT] in (t.E_DAMAGED, t.E_HIDDEN)][-2:] == [
        sniper(g, 0),
        h,
    ]


@pytest.mark.rule("terrene", "response.to-actions")
def test_a_block_may_be_answered_by_the_attacking_side() -> None:
    """given a declared block, then the active player may answer it before the damage."""
    g = table()
    x, foe = sniper(g, 0), sniper(g, 1)
    g.play(0, "attack", x)
    g.pass_(1)
    g.play(1, "block", foe)
    assert g.asked() == [0] and g.damage(foe) == 0
    g.play(0, "use", x, foe)
    assert g.asked() == [1]
    g.pass_all()
    assert g.damage(foe) == 15


@pytest.mark.rule("terrene", "response.to-actions")
def test_running_cannot_be_answered() -> None:
    """given a Blue ability, when the opponent runs, then the game is over before anybody is asked."""
    g = table()
    g.play(0, "run")
    assert g.ended() == ["action.run"] and g.wins() == (0, 1)


@pytest.mark.rule("terrene", "response.to-actions")
def test_phases_and_drawing_cannot_be_answered() -> None:
    """given the opponent's Draw Phase, when Blue is used, then it is refused, and nobody is asked."""
    g = table()
    g.answer(0, (t.V_END,))
    assert g.s.active == 1 and g.s.phase == t.ACTING
    g.answer(1, (t.V_END,), settle=False)
    rests = 0
    foe = sniper(g, 1)
    while g.s.needs:
        assert not g.s.asks
        if g.s.phase == t.DRAWING:
            rests += 1
            why = kernel.check(g.s, 1, g.move("use", foe, sniper(g, 0)))
            assert why is not None and why.rule == "response.active-first"
        g.dealer.deal(g.s)
    assert rests and g.asked() == [0] and g.asked_kind() == ACT


@pytest.mark.rule("terrene", "response.to-actions")
def test_damage_xp_and_passives_cannot_be_answered() -> None:
    """given an unblocked attack by Skylar, then after the battle's damage nobody is asked for an answer."""
    g = table()
    skylar = g.character(0, "skylar-the-determined", damage=10)
    g.play(0, "attack", skylar)
    g.pass_(1)
    assert g.s.chain == () and g.s.asks[0].window == t.W_BLOCK
    g.pass_(1)
    assert g.asked() == [0] and g.asked_kind() == ACT
    assert (g.hp_of(1), g.damage(skylar)) == (20, 0)


@pytest.mark.rule("terrene", "response.active-first")
@pytest.mark.parametrize("slug", ["sniper", "phantom"])
def test_the_first_action_belongs_to_the_active_player(slug: str) -> None:
    """given no Action yet, then Blue and Purple of the other are refused; after the first they are legal."""
    g = table()
    foe, x = g.character(1, slug), sniper(g, 0)
    g.end_turn()
    g.end_turn()
    assert g.s.active == 0 and g.refused(1, "use", foe, x) == "response.active-first"
    g.play(0, "hide", g.hand(0, "thief"))
    assert g.can(1, "use", foe, x)
    g.pass_all()
    assert g.refused(1, "use", foe, x) == "response.active-first"


@pytest.mark.rule("terrene", "response.not-to-oneself")
def test_nobody_answers_himself() -> None:
    """given P1's attack and a pass of P2, then P1 is not asked; after an answer of P2, P1 may answer that."""
    g = table()
    x, foe = sniper(g, 0), sniper(g, 1)
    g.play(0, "attack", x)
    assert g.asked() == [1] and g.refused(0, "use", x, foe) == "response.not-to-oneself"
    other = g.s.clone()
    g.pass_(1)
    assert g.s.chain == () and g.asked() == [1] and g.s.asks[0].window == t.W_BLOCK
    g.s = other
    g.play(1, "use", foe, x)
    assert g.asked() == [0] and g.refused(1, "use", foe, x) == "response.not-to-oneself"
    g.play(0, "use", x, foe)
    assert g.asked() == [1] and len(g.s.chain) == 3
    g.pass_(1)
    assert (g.damage(x), g.damage(foe)) == (5, 5) and not g.s.chain


@pytest.mark.rule("terrene", "response.order")
def test_the_round_of_answers_goes_on_from_who_answered() -> None:
    """given an attack by A1, when B1 and A2 pass and B2 answers, then A1, B1 and A2 are asked in order."""
    g = table(4)
    x = sniper(g, 0)
    asked = []
    g.play(0, "attack", x)
    for _ in range(2):
        asked += g.asked()
        g.pass_(g.asked()[0])
    assert asked == [1, 2] and g.asked() == [3]
    assert g.refused(1, "use", sniper(g, 1), x) == "response.order"
    g.play(3, "use", sniper(g, 3), x)
    asked = []
    for _ in range(3):
        assert g.damage(x) == 0
        asked += g.asked()
        g.pass_(g.asked()[0])
    assert asked == [0, 1, 2] and g.damage(x) == 5 and not g.s.chain
    assert g.asked() == [1] and g.s.asks[0].window == t.W_BLOCK


@pytest.mark.rule("terrene", "response.order")
def test_who_has_passed_may_answer_what_is_added_later() -> None:
    """given B1 passed on the attack and B2 answered, then B1 may answer that, and A2 its own teammate."""
    g = table(4)
    x = sniper(g, 0)
    g.play(0, "attack", x)
    g.pass_(1)
    g.play(2, "use", sniper(g, 2), sniper(g, 1))
    assert g.asked() == [3]
    g.pass_(3)
    assert g.asked() == [0]
    g.pass_(0)
    g.play(1, "use", sniper(g, 1), x)
    assert g.asked() == [2] and len(g.s.chain) == 3
    g.pass_chain()
    assert (g.damage(x), g.damage(sniper(g, 1))) == (5, 5)


@pytest.mark.rule("terrene", "response.order")
@pytest.mark.parametrize("seats", [2, 4])
def test_an_answer_is_one_ability_or_a_pass(seats: int) -> None:
    """given an attack, then all that a seat is offered is to pass or to use something."""
    g = table(seats)
    g.play(0, "attack", sniper(g, 0))
    assert {t.VERBS[move[0]] for move in g.options(1)} == {"pass", "use"}
    assert PASS_MOVE in g.options(1)


@pytest.mark.rule("terrene", "response.auto-pass")
def test_only_public_facts_say_who_is_asked() -> None:
    """given P2 with no colour but Green, then it is not asked; with any face-down card it is."""
    found = []
    for holds in ("", "strength-potion", "fire-bomb"):
        g = Terrene(CARDS, edition=True)
        g.character(1, "zile-the-recruiter")
        x, foe = g.hand(0, "thief"), g.character(1, "guard")
        g.character(0, "guard")
        if holds:
            g.hold(foe, holds)
        g.play(0, "recruit", x)
        found.append((g.asked(), g.asked_kind(), len(g.options(1))))
    assert found[0] == ([0], ACT, 0)
    assert found[1] == ([1], RESPOND, 1)
    assert found[2][:2] == ([1], RESPOND) and found[2][2] > 1


@pytest.mark.rule("terrene", "response.auto-pass")
def test_a_player_may_pass_in_advance() -> None:
    """given a standing pass for answers until this turn ends, then P2 is not asked until the next."""
    g = table()
    g.play(0, "hide", g.hand(0, "thief"))
    assert g.asked() == [1]
    g.log += kernel.apply(g.s, 1, PASS_MOVE, (), ((1 << chain.W_CHAIN, g.s.turn),))
    g.settle()
    g.play(0, "hide", g.hand(0, "thief"))
    assert g.asked() == [0]
    g.play(0, "attack", sniper(g, 0))
    assert g.asked() == [1] and g.s.asks[0].window == t.W_BLOCK
    g.pass_all()
    g.end_turn()
    g.end_turn()
    g.play(0, "attack", sniper(g, 0))
    assert g.asked() == [1] and g.s.asks[0].window == chain.W_CHAIN
