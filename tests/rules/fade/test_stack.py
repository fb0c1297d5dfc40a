"""The rules of Stacks: the cards underneath a card (topic stack)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.kit.moves import Verbs
from fadenet.engine.notation import place
from fadenet.engine.rules import rules_of
from fadenet.engine.state import PICK
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DISCARD, STACK
from tests.builders.scenario import Duel
from tests.cards.fade import augment, character, item, reaction

CARDS = (
    character(
        "tower",
        cost=2,
        level=4,
        hp=12,
        ability={
            "activate": True,
            "unstack": 1,
            "targets": "enemy characters",
            "do": {"damage": 2, "to": "target"},
        },
    )
    + character("taunter", "Fire", cost=1, level=2, hp=5, plv=1, keywords={"Flash": True, "{Charge}": 1})
    + character(
        "rallied", cost=1, level=2, hp=5, plv=3, ability={"keyword": "Reinforce", "n": 1, "gives": {"PLV": 2}}
    )
    + character(
        "ember", "Fire", cost=1, level=2, hp=5, plv=3, ability={"keyword": "Paradox", "gives": {"PLV": 2}}
    )
)

IDLE = character(
    "wily", cost=1, level=2, hp=5, plv=3, ability={"activate": True, "do": {"gain_tp": 1}}
) + augment("gadget", cost=1, ability={"activate": True, "do": {"gain_tp": 1}})


@pytest.mark.editions("stack.what", fade2="stack.definition", fade1="stack.definition")
@pytest.mark.editions("stack.open", fade2="stack.definition", fade1="stack.add-and-remove")
def test_an_ability_takes_a_chosen_card_out_of_the_stack(edition: str) -> None:
    # Given a Character with a Stack of 3 and "remove a card from this card's Stack: deal 2 damage".
    d = Duel(CARDS, edition=edition)
    tower, y = d.character(0, "tower"), d.character(1)
    stack = [d.under(tower, slug) for slug in ("soldier", "giant", "squire")]
    # Then everybody can see all 3 names.
    assert [d.rules.cards[d.s.code[h]].name for h in stack] == ["Soldier", "Giant", "Squire"]
    assert [place(d.s, 1, h) for h in stack] == ["p1.c1.1", "p1.c1.2", "p1.c1.3"]
    d.go(0, COMBAT)
    # When it is activated, its Player chooses which card goes.
    for h in stack:
        assert d.can(0, "activate", tower, h, y)
    d.quietly(0, "activate", tower, stack[1], y)
    # Then the Stack has 2 cards and the removed card is in its owner's Discard Pile.
    assert d.s.kids[tower] == (stack[0], stack[2])
    assert d.s.zones[DISCARD] == (stack[1],)
    assert d.hp(y) == 8


@pytest.mark.editions("stack.what", fade2="stack.definition", fade1="stack.definition")
def test_without_a_stack_the_ability_cannot_be_activated(edition: str) -> None:
    # Given the same Character without any card underneath.
    d = Duel(CARDS, edition=edition)
    tower, y = d.character(0, "tower"), d.character(1)
    d.go(0, COMBAT)
    # Then its ability cannot be activated.
    assert d.refused(0, "activate", tower, y) == d.rule("no-target")


@pytest.mark.editions("stack.inactive", fade2="stack.inert", fade1="stack.no-effects")
def test_a_card_in_a_stack_has_no_function(edition: str) -> None:
    # Given a Fire Character with Flash and Charge lies in a Stack.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    tower, ember, rallied = d.character(1, "tower"), d.character(1, "ember"), d.character(1, "rallied")
    d.under(tower, "taunter")
    # Then it does not count for Paradox or Reinforce.
    assert d.plv(ember) == 3
    assert d.plv(rallied) == 3
    # And it does not draw Attacks.
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, ember)
    # And its Charge gives nothing.
    d.tp(1, 3)
    d.end_turn()
    assert d.tp_of(1) == 3 + d.rules.figures.tp_gain_starting_phase


@pytest.mark.editions("stack.inactive", fade2="stack.inert", fade1="stack.no-effects")
@pytest.mark.parametrize("slug", ["wily", "gadget"])
def test_nothing_is_done_with_a_card_in_a_stack(edition: str, slug: str) -> None:
    # Given a card with an ability that is activated for nothing lies in a Stack.
    d = Duel(CARDS + IDLE, edition=edition)
    x, y = d.character(0, "tower"), d.character(1)
    below = d.under(x, slug)
    d.under(x, "soldier")
    d.go(0, COMBAT)
    # When its Player would attack with it, activate it, or do anything else with it.
    moves = rules_of(d.s).moves
    assert isinstance(moves, Verbs)
    said = [(verb, below, *more) for verb in moves.table for more in ((), (y,), (x,), (below,), (1,), (2,))]
    # Then all that is refused, and nothing of it offered.
    assert [move for move in said if kernel.check(d.s, 0, move, ()) is None] == []
    assert [move for move in kernel.options(d.s, 0, {}) if move[1:2] == (below,)] == []


@pytest.mark.editions("stack.inactive", fade2="stack.inert", fade1="stack.no-effects")
def test_a_stack_does_not_keep_its_player_out_of_the_last_stand(edition: str) -> None:
    # Given a Player's only Character, with a Character in its Stack, is Knocked Out.
    d = Duel(CARDS, edition=edition)
    x, weak = d.character(0), d.character(1, "squire")
    d.under(weak, "taunter")
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, weak)
    # Then that Player is in The Last Stand, and the Stack is gone with its owner.
    assert values.last_stand(d.s, 1)
    assert sorted(d.names(1, DISCARD)) == ["Squire", "Taunter"]


@pytest.mark.editions("stack.inactive", fade2="stack.inert", fade1="stack.no-effects")
@pytest.mark.parametrize("where", ["hand", "deck", "deck bottom"])
def test_what_lies_on_a_card_goes_when_that_is_returned(edition: str, where: str) -> None:
    # Given a Character with a face-down Reaction attached to it and a card in its Stack.
    sweep = item("sweep", targets="enemy characters", do={"return": "target", "to": where})
    d = Duel(CARDS + reaction("wince", do={"draw": 1}) + sweep, edition=edition)
    y = d.character(1)
    d.character(1)
    there = [d.on(y, "wince"), d.under(y, "soldier")]
    # When it goes to the Hand, into the Deck, which is shuffled, or under that.
    d.quietly(0, "play", d.hand(0, "sweep"), y)
    # Then both are in the Discard Pile, and nothing lies on a card in a pile.
    assert d.lies(y) == where.split()[0]
    assert [d.lies(h) for h in there] == ["discard", "discard"] and y not in d.s.kids


@pytest.mark.editions("stack.no-transfer", fade2="stack.no-transfer", fade1="stack.not-transferred")
def test_a_stack_stays_with_its_owner(edition: str) -> None:
    # Given Character X with a Stack of 2 and Character Y.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "tower"), d.character(0)
    stack = [d.under(x, "soldier"), d.under(x, "squire")]
    # When X moves, the Stack moves along.
    d.play(0, "move", x, *d.across(x))
    assert d.s.kids[x] == tuple(stack)
    assert d.lies(x) == "backup"
    # When the Stack is to be moved to Y in the Aftermath Phase, it is refused.
    d.go(0, AFTERMATH)
    for h in stack:
        assert d.refused(0, "reattach", h, y) == d.rule("stacked")


@pytest.mark.editions("stack.no-transfer", fade2="stack.no-transfer", fade1="stack.not-transferred")
def test_a_card_in_a_stack_lies_on_the_side_of_the_card_over_it(edition: str) -> None:
    # Given a card in the other Player's Discard Pile.
    d = Duel(
        CARDS + item("graverobber", cost=0, do={"under": "enemy discard pile", "onto": "your characters"}),
        edition=edition,
    )
    x = d.character(0, "tower")
    found = d.discard(1, "squire")
    # When an effect puts it into the Stack of an own Character, then it lies there, on that Character's side.
    d.quietly(0, "play", d.hand(0, "graverobber"))
    assert d.s.host[found] == x and d.s.zone[found] == STACK
    assert (d.s.owner[found], d.size(1, DISCARD)) == (1, 0)


@pytest.mark.editions("stack.open", fade2="stack.definition", fade1="stack.add-and-remove")
def test_a_card_leaves_a_stack_for_where_the_ability_says(edition: str) -> None:
    # Given a Character with a Stack of 2, "take a card of this card's Stack into your Hand".
    taken = [{"pick": "stack"}, {"unstack": "it", "to": "hand"}]
    d = Duel(character("vault", plv=1, ability={"activate": True, "do": taken}), edition=edition)
    vault = d.character(0, "vault")
    d.character(1)
    one, two = d.under(vault, "soldier"), d.under(vault, "squire")
    d.go(0, COMBAT)
    # When it is activated and the second is chosen, then that one is in the Hand, and the other one stays.
    d.play(0, "activate", vault)
    d.until(PICK)
    d.quietly(0, "pick", two)
    assert (d.lies(two), d.s.kids[vault], d.size(0, DISCARD)) == ("hand", (one,), 0)
