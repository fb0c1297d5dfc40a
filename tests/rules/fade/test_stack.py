"""The rules of Stacks: the cards underneath a card (topic stack)."""

from __future__ import annotations

import pytest

from fadenet.engine import invariants, kernel
from fadenet.engine.errors import LoadErrors
from fadenet.engine.kit.moves import Verbs
from fadenet.engine.notation import place
from fadenet.engine.rules import rules_of
from fadenet.engine.state import PICK, UNDER
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DECK, DISCARD, HAND, STACK
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


@pytest.mark.editions("stack.inactive", fade2="stack.inert", fade1="stack.no-effects")
@pytest.mark.parametrize("pile", [DISCARD, HAND, DECK])
def test_no_position_has_a_stack_in_a_pile(edition: str, pile: int) -> None:
    # Given a Character with a card in its Stack, then that is sound, and not once it lies in a pile with it.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    d.under(x, "soldier")
    assert not invariants.fault(d.s)
    line, pile_line = d.s.zones[d.s.zone[x]], d.s.zones[pile]
    d.s.zones[d.s.zone[x]] = tuple(h for h in line if h != x)
    d.s.zones[pile], d.s.zone[x] = (*pile_line, x), pile
    assert invariants.fault(d.s) == f"what lies on {x}, which lies in a pile"
    # Nor once it has left the match.
    d.s.zones[pile], d.s.zone[x] = pile_line, -1
    assert invariants.fault(d.s) == f"what lies on {x}, which has left the match"


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


@pytest.mark.editions("stack.what", fade2="stack.definition", fade1="stack.definition")
@pytest.mark.parametrize("onto", ["this", "first target", "second target", "you"])
def test_only_a_card_on_the_field_has_a_stack(edition: str, onto: str) -> None:
    # Given an Item that puts a card of the Hand underneath itself, as it is used up, a Player, a card in a
    # Discard Pile or one in a Stack.
    targets = [{"pick": "your discard pile"}, {"pick": "your stacked cards"}]
    mole = item("mole", cost=0, targets=targets, do=[{"pick": "your hand"}, {"under": "it", "onto": onto}])
    d = Duel(CARDS + mole, edition=edition)
    x = d.character(0)
    stack = [d.under(x, "soldier")]
    d.character(1)
    card, found, used = d.hand(0, "giant"), d.discard(0, "squire"), d.hand(0, "mole")
    # When it is used, then the card stays in the Hand, and there is no other Stack than before.
    d.quietly(0, "play", used, found, *stack)
    assert (d.lies(card), d.lies(used)) == ("hand", "discard")
    assert {h: list(line) for h, line in d.s.kids.items() if h > d.s.seats} == {x: stack}
    assert not invariants.fault(d.s)


@pytest.mark.parametrize("place", ["your hand", "enemy discard pile", "all stacked cards"])
def test_no_card_says_that_another_lies_on_one_in_a_pile(place: str) -> None:
    # Given cards that would lay cards under or on others in a Hand, a Discard Pile or a Stack, then they are
    # refused, whether these are all or some of them.
    for group in (place, {"from": place, "type": "Character"}):
        for card in (
            item("mole", do={"under": "your characters", "onto": group}),
            augment("tick", attach=group, ability={"gives": {"PLV": 2}}),
        ):
            with pytest.raises(LoadErrors, match=f"nothing is laid on or under '{place}'"):
                Duel(CARDS + card)


@pytest.mark.editions("stack.what", fade2="stack.definition", fade1="stack.definition")
def test_nothing_goes_underneath_what_lies_on_it(edition: str) -> None:
    # Given a Character with an Augment and a face-down Skill attached to it, and an Item that puts all own
    # cards on the field and all of the Hand underneath the oldest attached one.
    sash = augment("sash", cost=0, keywords="Equip", attach="your characters", ability={"gives": {"PLV": 2}})
    do = [{"under": f"your {place}", "onto": "your attached cards"} for place in ("cards", "hand")]
    mole = item("mole", cost=0, do=do)
    d = Duel(CARDS + sash + mole, edition=edition)
    x, other = d.character(0), d.character(0)
    top, skill = d.on(x, "sash", face=1), d.on(x, "strike")
    d.character(1)
    d.on(other, "strike")
    hand = [d.hand(0, "giant"), d.hand(0, "squire")]
    # When it is used, then the Character stays with the Augment, all else is shown and goes underneath, and
    # nothing lies on cards that are in a Stack.
    d.quietly(0, "play", d.hand(0, "mole"))
    assert d.s.host[top] == x and not d.s.host[x]
    assert {other, skill, *hand} <= set(d.s.kids[top])
    assert all(d.s.code[h] and d.s.role[h] == UNDER for h in d.s.kids[top])
    assert not [h for h in d.s.kids[top] if h in d.s.kids]
    assert not invariants.fault(d.s)


@pytest.mark.editions("stack.what", fade2="stack.definition", fade1="stack.definition")
def test_the_stack_of_a_used_card_goes_with_it(edition: str) -> None:
    # Given a face-down Skill with a card in its Stack.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    skill = d.on(x, "strike")
    there = d.under(skill, "soldier")
    # When it is used, then both are in the Discard Pile, and nothing lies on a card there.
    d.go(0, COMBAT)
    d.quietly(0, "use", skill, y)
    assert [d.lies(h) for h in (skill, there)] == ["discard", "discard"]
    assert skill not in d.s.kids and not invariants.fault(d.s)


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
