"""Coloured banners of Terrene and when they may be used: the topic `trigger`."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.engine.state import ACT, CONFIRM, ORDER, ROW_CARD, ROW_N, ROW_SEAT
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values
from fadenet.games.terrene.cards import load
from tests.builders.terrene_scenario import ABILITY, Terrene, rules_with
from tests.cards.terrene import blue, character, command, green

# Witness and Gazer: offered for everybody's recruits. Host: brings somebody in, whoever's turn it is.
CARDS = (
    character("tamer", ability=green(cost=2, if_={"controls": ["Beast"]}, do={"draw": 1}))
    + character("healer", ability=green(cost=1, do={"draw": 1}))
    + character("sniper", ability=blue(cost=1, targets={}, do={"damage": 5}))
    + character(
        "phantom",
        "Interdimensional",
        "Fire",
        ability={"activate": True, "colour": "Purple", "cost": 1, "targets": {}, "do": {"damage": 5}},
    )
    + character(
        "witness",
        ability={
            "on": "recruited",
            "of": "all characters",
            "colour": "Blue",
            "do": {"damage": 5, "to": "enemy players"},
        },
    )
    + character(
        "gazer",
        ability={
            "on": "recruited",
            "of": "all characters",
            "colour": "Blue",
            "do": {"damage": 1, "to": "enemy players"},
        },
    )
    + character(
        "host",
        ability=blue(
            targets={"pick": "your hidden characters", "untargeted": True}, do={"recruit": "target"}
        ),
    )
)


def table() -> Terrene:
    """Four Actions each, and a Character without abilities on either side."""
    g = Terrene(CARDS, edition=True)
    for seat in (0, 1):
        g.actions(seat, 4)
        g.character(seat, "guard")
    return g


@pytest.mark.rule("terrene", "trigger.basics")
@pytest.mark.parametrize("actions", [1, 2])
@pytest.mark.parametrize("beast", [True, False])
def test_an_ability_needs_its_cost_and_its_requirement(actions: int, beast: bool) -> None:
    """given '2 Actions, control a Beast', then it works with both, not with less."""
    g = table()
    x = g.character(0, "tamer")
    g.character(0, "inu-the-inferno", hidden=not beast)
    g.actions(0, actions)
    if not beast:
        assert g.refused(0, "use", x) == "trigger.basics"
    elif actions < 2:
        assert g.refused(0, "use", x) == "action.use-ability"
    else:
        g.play(0, "use", x)
        assert (g.actions_of(0), g.size(0, t.HAND)) == (0, 1)


@pytest.mark.rule("terrene", "trigger.basics")
def test_a_trigger_ability_does_nothing_until_it_is_used() -> None:
    """given an ability that could be used, when turns pass, then nobody has drawn for it."""
    g = table()
    x = g.character(0, "healer")
    g.end_turn()
    g.end_turn()
    assert g.size(0, t.HAND) == 1 and not g.happened("used")
    g.play(0, "use", x)
    assert g.size(0, t.HAND) == 2


@pytest.mark.rule("terrene", "trigger.green")
def test_green_opens_a_chain_in_the_own_action_phase_only() -> None:
    """given a Green ability, then it is refused in other turns, as an answer, and in a battle."""
    g = table()
    x, own = g.character(0, "healer"), g.character(0, "sniper")
    foe = g.character(1, "sniper")
    assert g.can(0, "use", x)
    g.play(0, "use", own, foe)
    g.play(1, "use", foe, own)
    assert g.asked() == [0] and g.refused(0, "use", x) == "trigger.green"
    g.pass_all()
    g.play(0, "attack", own)
    g.play(1, "use", foe, own)
    assert g.asked() == [0] and g.refused(0, "use", x) == "trigger.green"
    g.pass_(0)
    assert g.asked() == [1] and g.refused(0, "use", x) == "action.when"
    g.pass_all()
    assert g.can(0, "use", x)
    g.end_turn()
    assert g.refused(0, "use", x) == "response.active-first"
    g.play(1, "use", foe, own)
    assert g.asked() == [0] and g.refused(0, "use", x) == "trigger.green"
    g.pass_all()
    assert g.size(0, t.HAND) == 0


@pytest.mark.rule("terrene", "trigger.green")
def test_green_may_be_answered_with_blue_and_purple() -> None:
    """given a Green ability announced, then the other player may answer it with either."""
    g = table()
    x = g.character(0, "healer")
    blue, purple = g.character(1, "sniper"), g.character(1, "phantom")
    g.play(0, "use", x)
    assert g.can(1, "use", blue, x) and g.can(1, "use", purple, x)


@pytest.mark.rule("terrene", "trigger.blue")
def test_blue_answers_in_every_turn_and_begins_in_the_own() -> None:
    """given 1 Action kept, then Blue answers the opponent's recruit; before that Action it is refused."""
    g = table()
    g.actions(1, 1)
    x, foe = g.hand(0, "thief"), g.character(1, "sniper")
    friend = g.character(0)
    assert g.refused(1, "use", foe, friend) == "response.active-first"
    g.play(0, "recruit", x)
    g.quietly(1, "use", foe, friend)
    assert (g.damage(friend), g.actions_of(1), g.where(x)) == (5, 0, "Party")
    g.play(0, "attack", friend)
    assert g.refused(1, "use", foe, friend) == "action.use-ability"
    g.pass_all()
    g.end_turn()
    assert g.asked() == [1] and g.can(1, "use", foe, friend)


@pytest.mark.rule("terrene", "trigger.purple")
def test_purple_closes_the_chain() -> None:
    """given recruit, Blue, Purple, when Purple is announced, then all resolve downward, unasked."""
    g = table()
    purple, own = g.character(0, "phantom"), g.character(0, "sniper")
    blue, other = g.character(1, "sniper"), g.character(1, "phantom")
    x = g.hand(0, "thief")
    g.play(0, "recruit", x)
    g.play(1, "use", blue, own)
    g.log.clear()
    assert g.can(1, "use", other, own) is False
    assert g.can(0, "use", own, blue)
    g.play(0, "use", purple, blue)
    assert g.asked() == [0] and g.asked_kind() == ACT and not g.s.chain
    order = [row[ROW_CARD] for row in g.happened("link-resolved")]
    assert order == [purple, blue, x]
    assert (g.damage(blue), g.damage(own), g.where(x)) == (5, 5, "Party")


@pytest.mark.rule("terrene", "trigger.purple")
def test_purple_opens_a_chain_that_nobody_answers() -> None:
    """given Purple used in the own Action Phase, then nobody is asked for Blue or Purple."""
    g = table()
    purple, blue = g.character(0, "phantom"), g.character(1, "sniper")
    g.play(0, "use", purple, blue)
    assert g.asked() == [0] and g.damage(blue) == 5
    g.end_turn()
    g.play(1, "use", blue, purple)
    g.quietly(0, "use", purple, blue)
    assert (g.damage(blue), g.damage(purple)) == (10, 5)


@pytest.mark.rule("terrene", "trigger.purple")
@pytest.mark.parametrize("kind", t.CLASSES)
def test_purple_is_found_on_interdimensional_characters_only(kind: str) -> None:
    """given card data with Purple on a Warrior, then it is rejected."""
    text = character("x", kind, ability={"activate": True, "colour": "Purple", "do": {"draw": 1}})
    if kind == "Interdimensional":
        g = Terrene(text)
        x = g.character(0, "x")
        g.character(1)
        assert g.can(0, "use", x)
    else:
        with pytest.raises(LoadError, match=r"trigger\.purple"):
            Terrene(text)


@pytest.mark.rule("terrene", "trigger.event")
def test_an_event_is_offered_once_and_for_nothing() -> None:
    """given Jin recruited, when his offer is refused, then it cannot be used later."""
    g = table()
    g.actions(0, 1)
    jin = g.hand(0, "jin-the-ambitious")
    g.deck_top(0, "scout")
    g.play(0, "recruit", jin)
    assert g.where(jin) == "Party" and not g.s.chain and g.until(CONFIRM) == 0
    g.no(0)
    assert "Scout" not in g.names(0, t.PARTY)
    assert g.refused(0, "use", jin) == "item.illegal-activation"
    g.end_turn()
    g.end_turn()
    assert g.refused(0, "use", jin) == "item.illegal-activation"


@pytest.mark.rule("terrene", "trigger.event")
def test_an_accepted_offer_may_be_answered() -> None:
    """given Jin's offer accepted, then the opponent may answer with Blue before the search."""
    g = table()
    jin, foe = g.hand(0, "jin-the-ambitious"), g.character(1, "sniper")
    (scout,) = g.deck_top(0, "scout")
    g.play(0, "recruit", jin)
    g.pass_(1)
    assert g.asked() == [0] and g.asked_kind() == CONFIRM
    g.yes(0)
    assert g.asked() == [1] and len(g.s.chain) == 1 and g.where(scout) == "Deck"
    g.play(1, "use", foe, foe)
    assert g.damage(foe) == 5 and g.actions_of(0) == 3
    g.until(CONFIRM)
    assert g.where(scout) == "Party"


@pytest.mark.rule("terrene", "trigger.event")
@pytest.mark.parametrize(("slug", "offered"), [("sabre-in-the-sun", False), ("witness", True)])
def test_green_offers_come_in_the_own_turn_only(slug: str, offered: bool) -> None:
    """given a recruit in the opponent's turn, then its Green ability is not offered, a Blue one is."""
    g = table()
    host, x = g.character(0, "host"), g.character(0, slug, hidden=True)
    foe = g.character(1)
    g.end_turn()
    g.play(1, "attack", foe)
    g.play(0, "use", host, x)
    g.pass_chain()
    assert g.s.face[x]
    assert (g.asked_kind() == CONFIRM) is offered
    g.pass_all()
    g.end_turn()
    g.play(0, "recruit", g.hand(0, "sabre-in-the-sun"))
    assert g.until(CONFIRM) == 0


@pytest.mark.rule("terrene", "trigger.colour-missing")
def test_the_market_whose_colour_is_lost_counts_as_green() -> None:
    """given Seaside Market, when its player would draw in the opponent's turn, then it is refused."""
    g = table()
    market = g.terrain(0, "seaside-market")
    g.character(0, "olivia-the-graceless")
    g.hold(g.zone(0, t.PARTY)[0], "fire-bomb")
    assert g.can(0, "use", market, (ABILITY, 1))
    g.end_turn()
    g.play(1, "recruit", g.hand(1, "thief"))
    assert g.asked() == [0] and g.refused(0, "use", market, (ABILITY, 1)) == "trigger.green"


@pytest.mark.rule("terrene", "trigger.colour-missing")
def test_every_banner_of_the_set_has_a_colour() -> None:
    """given all cards, then every Trap is Blue and what has a cost has a colour; data without is rejected."""
    rules = load()
    used = [(card, a) for card in rules.cards for a in card.abilities if a.kind == "activate"]
    assert all(a.colour in (t.GREEN, t.BLUE, t.PURPLE) for _, a in used)
    assert {a.colour for card, a in used if card.types & t.TRAP} == {t.BLUE}
    with pytest.raises(LoadError, match=r"trigger\.basics"):
        rules_with(character("x", ability={"activate": True, "do": {"draw": 1}}))


@pytest.mark.rule("terrene", "trigger.simultaneous")
def test_abilities_of_one_event_form_a_chain() -> None:
    """given a recruit that sets off one ability of each player, then P1 announces first, P2's comes first."""
    g = table()
    g.character(0, "witness"), g.character(1, "gazer")
    g.play(0, "recruit", g.hand(0, "thief"))
    announced = []
    while g.asked_kind() == CONFIRM:
        announced.append(g.asked()[0])
        g.yes(g.asked()[0])
    assert announced == [0, 1] and g.s.chain == ()
    assert [(row[ROW_SEAT], row[ROW_N]) for row in g.happened("hurt")] == [(0, 1), (1, 5)]


@pytest.mark.rule("terrene", "trigger.simultaneous")
def test_each_player_orders_the_own_abilities() -> None:
    """given two abilities of P1 set off at once, then P1 says which is announced first."""
    found = []
    for pick in (0, 1):
        g = table()
        g.character(0, "witness"), g.character(0, "gazer")
        g.play(0, "recruit", g.hand(0, "thief"))
        assert g.until(ORDER) == 0 and len(g.options(0)) == 2
        g.answer(0, g.options(0)[pick])
        while g.asked_kind() == CONFIRM:
            g.yes(0)
        found.append([row[ROW_N] for row in g.happened("hurt")])
    assert sorted(found) == [[1, 5], [5, 1]]


@pytest.mark.rule("terrene", "trigger.basics")
def test_a_hidden_character_uses_no_ability() -> None:
    """given a hidden Character with an ability, then it does nothing, and counts for no requirement."""
    g = table()
    x = g.character(0, "healer", hidden=True)
    assert g.refused(0, "use", x) == "action.use-ability"
    assert x not in values.working(g.s)


@pytest.mark.rule("terrene", "trigger.event", "target.choice")
@pytest.mark.parametrize("target", [True, False])
def test_an_event_offers_nothing_without_a_target(target: bool) -> None:
    """given Sabre recruited, then his damage is offered only if an enemy Character is recruited."""
    g = Terrene(CARDS, edition=True)
    g.character(0), g.character(1, hidden=not target)
    g.play(0, "recruit", g.hand(0, "sabre-in-the-sun"))
    assert (g.asked(), g.asked_kind()) == ([0], CONFIRM if target else ACT)


SNARES = command(
    "pit",
    subtype="Trap",
    own=True,
    ability={
        "on": "takes-battle-damage",
        "of": "your characters",
        "colour": "Blue",
        "cost": 1,
        "targets": "enemy characters",
        "do": {"damage": 15, "to": "target"},
    },
)


@pytest.mark.rule("terrene", "trigger.simultaneous", "keyword.trap-trigger")
def test_each_trap_of_a_player_is_offered_for_an_event() -> None:
    """given two Traps of one player for one event, then both are used, and form one chain."""
    g = Terrene(SNARES)
    x, foe = g.character(0, "titan"), g.character(1, "titan")
    planner = g.character(1, "planner")
    first, second = g.hold(foe, "pit"), g.hold(planner, "pit")
    g.actions(1, 2)
    g.play(0, "attack", x)
    g.to_block()
    g.play(1, "block", foe)
    while not g.can(1, "use", first, x):
        g.step()
    hurt, chains = g.damage(x), len(g.happened("chain-over"))
    g.play(1, "use", first, x)
    # Then the other one is offered before anybody answers the first; the target's DEF is 10.
    assert g.can(1, "use", second, x) and len(g.s.chain) == 1
    g.quietly(1, "use", second, x)
    assert g.damage(x) == hurt + 10 and len(g.happened("chain-over")) == chains + 1
