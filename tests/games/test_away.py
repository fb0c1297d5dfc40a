"""A bot that is away passes on whatever it could not answer, and on what is not worth an answer."""

from __future__ import annotations

from fadenet.engine.chain import W_CHAIN, W_GAP, W_PHASE, W_SHOW
from fadenet.engine.policies import ATTACKED
from fadenet.engine.standing import away
from fadenet.games.away import StandingRows, own_turn, sensible
from fadenet.games.prelude import tables as p
from fadenet.games.terrene import tables as terrene
from tests.builders.prelude_scenario import Prelude
from tests.builders.scenario import Duel
from tests.builders.terrene_scenario import Terrene
from tests.cards.fade import cards, reaction

CARDS = cards("pressure") + reaction("dear", cost=3, do={"draw": 1})


def passes(d: Duel | Terrene | Prelude, seat: int) -> StandingRows:
    """The passes of a seat that knows its own cards."""
    return sensible(d.s, seat, d.dealer.known[seat])


def windows(rows: StandingRows) -> int:
    """All windows in which a seat passes whatever comes."""
    return sum(mask & 0xFFFF for mask, _ in rows if not mask >> 17)


def test_a_player_without_anything_to_use_passes_on_all() -> None:
    """given A without a hidden card in its own turn, then it passes between actions up to its next free
    choice, and elsewhere until its turn begins."""
    d = Duel(CARDS)
    d.character(0)
    turn = d.s.turn
    moments, rest = 1 << W_GAP | 1 << W_PHASE, 1 << W_CHAIN | 1 << W_SHOW
    assert passes(d, 0) == (away(moments, turn + 2), away(rest, turn + 1))


def test_a_player_with_a_reaction_is_asked_when_attacked_hard() -> None:
    """given A with a Reaction that it can pay, then it passes on a Chain up to an Attack worth an answer;
    when it has no TP, then on all of them."""
    d = Duel(CARDS)
    d.on(d.character(0), "dear")
    worth = ATTACKED + d.rules.descriptor.slight + 1
    assert away(1 << W_CHAIN, d.s.turn + 1, worth) in passes(d, 0)
    assert not windows(passes(d, 0)) >> W_CHAIN & 1
    d.tp(0, 0)
    assert windows(passes(d, 0)) >> W_CHAIN & 1


def test_what_may_be_anything_is_ready() -> None:
    """given B's face-down card that A does not know, then A cannot say of B that it has no answer."""
    d = Duel(CARDS)
    d.on(d.character(1), "pressure")
    assert d.rules.stakes.ready(d.s, 1, {}, W_CHAIN)


def test_blocks_are_never_left_out_by_a_bot() -> None:
    """given a player of Terrene without anything but Characters, then it passes on all but blocks."""
    g = Terrene()
    g.character(0)
    said = windows(passes(g, 0))
    assert said >> W_CHAIN & 1 and said >> W_SHOW & 1 and not said >> terrene.W_BLOCK & 1


def test_a_character_without_minions_and_immediates_still_defends() -> None:
    """given a character of Prelude with nothing, then it passes on Immediates and guards, not on defences."""
    g = Prelude("human", "dwarf")
    said = windows(passes(g, 0))
    assert said >> p.W_IMMEDIATE & 1 and said >> p.W_GUARD & 1 and not said >> p.W_DEFENCE & 1


def test_the_next_turn_leaves_out_those_who_are_out() -> None:
    """given four players of whom one is out, then the next turn of whoever has the turn is the third from
    now; that of the last seat the second."""
    d = Duel(seats=4)
    assert (own_turn(d.s, 0), own_turn(d.s, 1)) == (d.s.turn + 4, d.s.turn + 1)
    d.s.out = (2,)
    assert (own_turn(d.s, 0), own_turn(d.s, 3)) == (d.s.turn + 3, d.s.turn + 2)
