"""The additions of 2015: the topic `additions` (the Villain is with the decks)."""

from __future__ import annotations

import pytest

from fadenet import games
from fadenet.engine import atoms
from fadenet.engine.errors import WrongInput
from fadenet.engine.state import RESPOND, ROW_CARD, ROW_EVENT
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import ABILITY, Terrene
from tests.cards.terrene import blue, character, command, green, item

# Spark: as weak as it is cheap. Sniper: Blue without a limit. Juggler: two such abilities. Phantom: Purple.
# Echo: an SP 0 Character.
CARDS = (
    item("spark", ability=blue(targets={}, do={"damage": 5}))
    + command("plan", ability=green(cost=1, do={"draw": 1}))
    + item("expensive", ability=green(cost=3, if_={"controls": ["Warrior"]}, do={"draw": 1}))
    + item("lure", ability=green(targets={}, do={"control": "target"}))
    + character("sniper", hp=60, ability=blue(cost=1, targets={}, do={"damage": 5}))
    + character(
        "juggler",
        hp=60,
        ability=[blue(cost=1, targets={}, do={"damage": 5}), blue(cost=1, targets={}, do={"damage": 1})],
    )
    + character(
        "phantom",
        "Interdimensional",
        "Dark",
        hp=60,
        ability={"activate": True, "colour": "Purple", "cost": 1, "targets": {}, "do": {"damage": 1}},
    )
    + character("echo", "Energy", "Dark", sp=0, hp=10, atk=5)
)

EDITIONS = pytest.mark.parametrize("additions", [True, False])


def table(additions: bool = True, slug: str = "guard", seats: int = 2) -> Terrene:
    """Six Actions each, and one such Character on every side."""
    g = Terrene(CARDS, seats, additions=additions, edition=True)
    for seat in range(seats):
        g.actions(seat, 6)
        g.character(seat, slug)
    return g


@EDITIONS
@pytest.mark.rule("terrene", "additions.second-player-action")
@pytest.mark.parametrize("seats", [2, 4])
def test_the_second_player_gains_one_action_once(additions: bool, seats: int) -> None:
    """given a second player whose Terrain gives 4, then 5 Actions in the first turn of it, 4 in the next."""
    kinds = ("grunt", "guard", "thief", "mage", "stone", "dart", "tonic", "order", "meadow")
    deck = [slug for slug in kinds for _ in range(3)]
    g = Terrene(CARDS, seats, additions=additions, edition=True, setup=False, decks=[deck] * seats)
    while not g.s.turn:
        g.pick(g.asked()[0], g.options(g.asked()[0])[0][1])
    found = []
    for _ in range(2 * seats):
        found.append(g.actions_of(g.s.active))
        g.end_turn()
    assert found == [4, 4 + additions] + [4] * (2 * seats - 2)


@EDITIONS
@pytest.mark.rule("terrene", "additions.unique-character")
def test_a_second_character_of_a_name_is_not_recruited(additions: bool) -> None:
    """given a recruited Luminous, when a second one is recruited, then it is refused; hiding it is not."""
    g = table(additions)
    g.character(0, "luminous")
    g.character(1, "luminous")
    second, hidden = g.hand(0, "luminous"), g.character(0, "luminous", hidden=True)
    if additions:
        assert g.refused(0, "recruit", second) == "additions.unique-character"
        assert g.refused(0, "recruit", hidden) == "additions.unique-character"
        g.play(0, "hide", second)
        assert g.where(second) == "Party" and not g.s.face[second]
    else:
        g.play(0, "recruit", hidden)
        assert g.s.face[hidden]


@pytest.mark.rule("terrene", "additions.unique-character")
def test_a_hidden_copy_and_one_of_the_teammate_bar_nobody() -> None:
    """given a Luminous that was turned face-down and a recruited one of the teammate, when another is
    recruited, then it is there; with that one the hidden copy is refused."""
    g = table(seats=4)
    hidden, second = g.character(0, "luminous"), g.hand(0, "luminous")
    atoms.turn_face(g.s, hidden, False)
    g.character(2, "luminous")
    g.quietly(0, "recruit", second)
    assert g.s.face[second] and g.where(second) == "Party"
    assert g.refused(0, "recruit", hidden) == "additions.unique-character"


@EDITIONS
@pytest.mark.rule("terrene", "additions.unique-character")
def test_no_effect_brings_a_second_one_in(additions: bool) -> None:
    """given an ability that recruits a hidden copy, then it stays hidden with the additions."""
    g = table(additions)
    zile = g.character(0, "zile-the-recruiter")
    g.character(0, "luminous")
    hidden = g.character(0, "luminous", hidden=True)
    g.quietly(0, "use", zile, hidden)
    assert bool(g.s.face[hidden]) is not additions


@EDITIONS
@pytest.mark.rule("terrene", "additions.unique-character")
def test_a_second_one_is_not_taken_from_the_other_side(additions: bool) -> None:
    """given Luminous on both sides, when a player takes the other, then it stays; a token changes sides."""
    g = table(additions)
    mine = g.character(0, "luminous")
    theirs, token = g.character(1, "luminous"), g.character(1, "energy")
    g.character(0, "energy")
    for h in (theirs, token):
        g.quietly(0, "use", g.hold(mine, "lure"), h)
    assert (g.s.ctrl[theirs], g.s.ctrl[token]) == (int(additions), 0)


@pytest.mark.rule("terrene", "additions.unique-character")
def test_tokens_may_share_a_name() -> None:
    """given an Energy token, when a second one is made, then it is there."""
    g = table()
    factory = g.hold(g.character(0, "demattei-the-architect"), "energy-factory", face=1)
    for _ in range(2):
        g.quietly(0, "use", factory, (ABILITY, 2))
        g.end_turn()
        g.next_turn(0)
    assert g.names(0, t.PARTY).count("Energy") == 2


@EDITIONS
@pytest.mark.rule("terrene", "additions.zero-supply-start")
def test_a_character_of_supply_0_may_start(additions: bool) -> None:
    """given an SP 0 Character and three of SP 1, then they may start together; without the option not."""
    crew, kit = ("echo", "grunt", "guard", "thief"), ("stone", "dart", "tonic", "order")
    deck = [*crew, *kit, "meadow", *(("mage", "planner", "guard") * 7)]
    g = Terrene(CARDS, additions=additions, edition=True, setup=False, decks=[deck, deck])
    g.picks(0, *crew, *kit, "meadow")
    if additions:
        g.pick(g.asked()[0], 1)
        assert [g.slug(h) for h in g.zone(0, t.PARTY)] == list(crew)
    else:
        with pytest.raises(WrongInput, match="echo may not be picked as number 1"):
            g.pick(g.asked()[0], 1)


@EDITIONS
@pytest.mark.rule("terrene", "additions.single-trigger")
def test_an_ability_is_used_once_in_a_chain(additions: bool) -> None:
    """given an ability on the chain, when it is added again, then it is refused; afterwards it is free."""
    g = table(additions, "sniper")
    (x,), (foe,) = g.zone(0, t.PARTY), g.zone(1, t.PARTY)
    other = g.character(0, "sniper")
    g.play(0, "use", x, foe)
    g.play(1, "use", foe, x)
    assert g.can(0, "use", other, foe)
    if additions:
        assert g.refused(0, "use", x, foe) == "additions.single-trigger"
        g.pass_all()
        assert g.damage(foe) == 5 and g.can(0, "use", x, foe)
    else:
        g.quietly(0, "use", x, foe)
        assert g.damage(foe) == 10
    g.play(0, "use", x, foe)
    assert len(g.s.chain) == 1


@pytest.mark.rule("terrene", "additions.single-trigger")
def test_another_ability_of_the_same_card_is_added_to_the_chain() -> None:
    """given a Character with two abilities, when one is on the chain, then the other may be added, once."""
    g = table(slug="juggler")
    (x,), (foe,) = g.zone(0, t.PARTY), g.zone(1, t.PARTY)
    for n in (1, 2):
        g.play(0, "use", x, (ABILITY, n), foe)
        g.play(1, "use", foe, (ABILITY, n), x)
        assert g.refused(0, "use", x, (ABILITY, n), foe) == "additions.single-trigger"
    g.pass_all()
    assert (g.damage(foe), g.damage(x)) == (6, 6)


@EDITIONS
@pytest.mark.rule("terrene", "additions.chain-interruption")
@pytest.mark.parametrize("seats", [2, 4])
def test_everybody_is_asked_again_between_two_links(additions: bool, seats: int) -> None:
    """given two links, when the upper one has resolved, then all are asked in turn order; else nobody."""
    g = table(additions, "sniper", seats)
    x, foe = (g.zone(seat, t.PARTY)[0] for seat in (0, 1))
    g.play(0, "use", x, foe)
    g.play(1, "use", foe, x)
    while not g.damage(x):
        g.pass_(g.asked()[0])
    if not additions:
        assert not g.s.chain and g.damage(foe) == 5
        return
    asked = []
    for _ in range(seats):
        assert len(g.s.chain) == 1 and g.asked_kind() == RESPOND and g.damage(foe) == 0
        asked += g.asked()
        g.pass_(asked[-1])
    assert asked == list(range(seats)) and not g.s.chain and g.damage(foe) == 5


@pytest.mark.rule("terrene", "additions.chain-interruption")
def test_what_is_added_between_two_links_comes_before_the_lower_one() -> None:
    """given the upper link resolved, when the first player answers, then that comes first."""
    g = table(True, "sniper")
    (x,), (foe,) = g.zone(0, t.PARTY), g.zone(1, t.PARTY)
    spark, mine = g.hold(foe, "spark"), g.hold(x, "spark")
    g.play(0, "use", x, foe)
    g.play(1, "use", foe, x)
    g.pass_(0)
    assert g.damage(x) == 5 and g.asked() == [0]
    g.play(0, "use", mine, foe)
    assert g.asked() == [1]
    g.play(1, "use", spark, x)
    g.pass_(0)
    assert (g.damage(x), g.damage(foe)) == (10, 0) and len(g.s.chain) == 2
    g.pass_all()
    assert [row[ROW_CARD] for row in g.happened("link-resolved")] == [foe, spark, mine, x]
    assert (g.damage(x), g.damage(foe)) == (10, 10)


@EDITIONS
@pytest.mark.rule("terrene", "additions.chain-interruption")
def test_what_lies_below_a_purple_ability_may_be_answered(additions: bool) -> None:
    """given recruit, Blue, Purple, when Purple has resolved, then Blue may be answered."""
    g = table(additions, "sniper")
    (x,), (foe,) = g.zone(0, t.PARTY), g.zone(1, t.PARTY)
    phantom = g.character(0, "phantom")
    h = g.hand(0, "thief")
    g.play(0, "recruit", h)
    g.play(1, "use", foe, x)
    g.play(0, "use", phantom, foe)
    assert g.damage(foe) == 1
    if additions:
        assert g.asked() == [0] and len(g.s.chain) == 2 and g.damage(x) == 0
        g.quietly(0, "use", x, foe)
        assert g.damage(foe) == 6
    assert not g.s.chain and g.damage(x) == 5 and g.where(h) == "Party"


@EDITIONS
@pytest.mark.rule("terrene", "additions.resourceful-once")
def test_resourceful_spares_one_cost_a_turn(additions: bool) -> None:
    """given a Resourceful Character that uses an Item, then a Command of cost 1, then 0 and 1 are paid."""
    g = table(additions)
    x = g.character(0, "sniper")
    g.give(x, "Resourceful")
    g.quietly(0, "use", g.hold(x, "expensive"))
    assert g.actions_of(0) == 6
    g.quietly(0, "use", g.hold(x, "plan"))
    assert g.actions_of(0) == 6 - additions
    g.next_turn(0)
    n = g.actions_of(0)
    g.quietly(0, "use", g.hold(x, "plan"))
    assert g.actions_of(0) == n
    second = g.hold(x, "expensive")
    g.actions(0, 2)
    assert g.can(0, "use", second) is not additions


@pytest.mark.rule("terrene", "additions.resourceful-once")
def test_what_costs_nothing_spares_nothing_and_other_demands_stay() -> None:
    """given an Item without a cost used first, then the next is spared; without a Warrior it is refused."""
    g = table()
    x, foe = g.character(0, "thief"), g.zone(1, t.PARTY)[0]
    g.give(x, "Resourceful")
    g.quietly(0, "use", g.hold(x, "spark"), foe)
    item = g.hold(x, "expensive")
    assert g.refused(0, "use", item) == "trigger.basics"
    g.character(0, "grunt")
    g.quietly(0, "use", item)
    assert g.actions_of(0) == 6


@EDITIONS
@pytest.mark.rule("terrene", "additions.storm-timing")
@pytest.mark.parametrize("switched", [False, True])
def test_a_storm_strikes_in_its_player_s_next_turn_and_goes(additions: bool, switched: bool) -> None:
    """given a Storm of A that deals 10 to all, then in A's next turn, less DEF, and it goes at its end."""
    g = table(additions)
    a, b, foe = g.zone(0, t.PARTY)[0], g.character(0, "grunt"), g.character(1, "mage")
    hidden, storm, other = g.character(1, hidden=True), g.hand(0, "gale"), g.hand(0, "harbour")
    g.quietly(0, "terrain", storm)
    assert g.actions_of(0) == 6 and g.zone(0, t.TERRAINS)[-1] == storm
    g.end_turn()
    assert not any(g.damage(h) for h in (a, b, foe)) and g.where(storm) == "Terrains"
    turn, at = g.s.turn, len(g.log)
    g.next_turn(0)
    assert g.s.turn == turn + 1 and g.actions_of(0) == 2
    assert [g.damage(h) for h in (a, b, foe, hidden)] == [0, 10, 10, 0]
    since = [t.EVENTS[row[ROW_EVENT]] for row in g.log[at:]]
    assert since.index("turn-begins") < since.index("takes-damage") < since.index("drawn")
    if switched:
        g.quietly(0, "terrain", other)
    g.end_turn()
    assert g.where(storm) == "Discard Pile" and g.size(0, t.TERRAINS) == 1 + switched
    g.next_turn(0)
    assert [g.damage(h) for h in (a, b, foe)] == [0, 10, 10]


@pytest.mark.rule("terrene", "additions.storm-timing")
def test_storms_give_fewer_actions_than_other_terrains() -> None:
    """given all Terrains of the game, then Storms give 2 or 3 Actions, others 3 or 4."""
    rules = games.load("terrene")
    given: dict[bool, list[int]] = {True: [], False: []}
    for card in rules.cards:
        if card.types & t.TERRAIN:
            given[bool(card.types & t.STORM)].append(card.stats[t.Q_ACTIONS])
    assert sorted(given[True]) == [2, 2, 2, 3] and sorted(given[False]) == [3, 3, 4, 4, 4, 4, 4]
