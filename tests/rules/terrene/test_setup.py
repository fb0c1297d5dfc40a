"""How a game of Terrene begins: rolls, secret picks, Terrains (topics setup, mulligan)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from fadenet import games
from fadenet.engine import kernel, needs
from fadenet.engine.errors import WrongInput
from fadenet.engine.kernel import DONE_MOVE, NO_MOVE, PASS_MOVE, V_PICK, YES_MOVE
from fadenet.engine.rules import Move
from fadenet.engine.state import ACT, OPEN, PICK, POOL, ROW_CARD, ROW_N, ROW_SEAT, TAKE, TOSS
from fadenet.games.decks import load_deck
from fadenet.games.terrene import tables as t
from fadenet.table.view import SeatView
from tests.builders.playout import brisk
from tests.builders.terrene_scenario import DECK, Terrene
from tests.cards.terrene import command, green

CHARACTERS = ("grunt", "guard", "thief", "mage")
HELD = ("stone", "dart", "tonic", "order")

# One SP 2 Character beside four different ones of SP 1.
FOUR_AND_TITAN = ["titan" if slug == "planner" else slug for slug in DECK]

# The cards of the game that the checks name, and enough others.
NAMED = [
    *["wanderer-from-a-previous-world"] * 3,
    *["sammy-the-agile", "scout", "luminous", "ivan-the-organic", "akos-the-perceptive"],
    *["jin-s-ambition"] * 2,
    *["fire-bomb", "fireball", "prophecy", "silence"],
    *["emberstadt", "training-grounds", "terroria"],
    *["fire-storm"] * 2,
    *["isaac-the-observer"] * 3,
    *["inu-the-inferno"] * 3,
    *["flare"] * 3,
    *["taunt"] * 2,
]
PARTY = ("wanderer-from-a-previous-world", "sammy-the-agile", "scout", "luminous")
ARMS = ("jin-s-ambition", "fire-bomb", "fireball", "prophecy")

PLACES = (t.HAND, t.PARTY, t.TERRAINS, t.DISCARD)

HEAP = command("heap", ability=green(do={"mill": 12}))


def rolled(*rolls: tuple[int, ...], decks: list[list[str]] | None = None, cards: str = "") -> Terrene:
    """Dice have fallen, and whoever rolled highest is asked who begins."""
    g = Terrene(cards, setup=False, rolls=rolls or [(2, 1)], decks=decks or (), edition=decks is not None)
    assert g.asked_kind() == PICK
    return g


def picking(decks: list[list[str]] | None = None) -> Terrene:
    """SeatView 0 begins; both seats owe their picks."""
    g = rolled(decks=decks)
    g.answer(0, (V_PICK, 1), settle=False)
    return g


def begun(decks: list[list[str]] | None = None, first: int = 0, cards: str = "") -> Terrene:
    """Both have picked PARTY, ARMS and Emberstadt (of `decks`) or the like of CARDS; turn 1 is under way."""
    g = rolled(decks=decks, cards=cards)
    for seat in range(2):
        g.picks(seat, *((*PARTY, *ARMS, "emberstadt") if decks else (*CHARACTERS, *HELD, "meadow")))
    g.pick(0, first + 1)
    assert (g.s.turn, g.s.active, g.asked_kind()) == (1, first, ACT)
    return g


def needed(g: Terrene) -> list[tuple[int, int]]:
    """(kind, seat) of everything that the table owes."""
    return [(need.kind, need.who) for need in g.s.needs]


def refused_pick(g: Terrene, *slugs: str) -> int:
    """The number of the first of seat 0's picks that is not allowed; nothing has been taken in then."""
    before = g.s.needs
    g.picks(0, *slugs)
    with pytest.raises(WrongInput) as caught:
        g.settle()
    assert g.s.needs == before and not g.zone(0, t.PARTY)
    return int(str(caught.value).rpartition(" ")[2])


# The order of things.


@pytest.mark.rule("terrene", "setup.order")
def test_a_game_is_set_up_step_by_step() -> None:
    """given a new game, then rolls, picks of both, shuffles, both Terrains at once, then turn 1."""
    g = rolled((3, 5))
    assert not g.happened("moved")
    g.answer(1, (V_PICK, 1), settle=False)
    assert g.s.active == 0 and needed(g) == [(TAKE, 0), (TAKE, 1)]
    g.log += g.dealer.deal(g.s)
    assert needed(g) == [(POOL, 0), (POOL, 1)]
    g.log += g.dealer.deal(g.s)
    assert needed(g) == [(OPEN, 0), (OPEN, 1)] and g.s.turn == 0
    g.settle()
    assert g.s.turn == 1 and g.s.active == 0
    assert g.order("rolled", "moved", "shuffled", "flipped", "game-begins", "turn-begins") == [
        *["shuffled"] * 2,
        *["rolled"] * 2,
        *["moved"] * 10,
        *["shuffled"] * 2,
        *["flipped"] * 2,
        *["game-begins", "turn-begins"],
    ]


@pytest.mark.rule("terrene", "setup.order")
def test_no_terrain_is_shown_while_somebody_still_picks() -> None:
    """given picks that are owed, when a seat would show its Terrain, or only one has picked, then no."""
    g = picking()
    meadow = next(h for h in g.s.pool[0] if g.slug(h) == "meadow")
    assert g.refused(0, "terrain", meadow) == "mulligan.none"
    chosen = tuple(g._handles(g.s.needs[0], (*CHARACTERS, *HELD, "meadow")))
    with pytest.raises(WrongInput):
        needs.supply(g.s, [(chosen, ())])
    assert needed(g) == [(TAKE, 0), (TAKE, 1)] and not g.s.code[meadow]


# Who begins.


@pytest.mark.rule("terrene", "setup.starting-player")
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(("rolls", "chooser"), [((3, 5), 1), ((6, 2), 0)])
def test_the_highest_roll_chooses_who_begins(rolls: tuple[int, int], chooser: int, first: int) -> None:
    """given 3 and 5, then P2 alone is asked, given 6 and 2, P1; whom it names takes turn 1."""
    g = rolled(rolls)
    assert g.asked() == [chooser] and g.options(chooser) == [(V_PICK, 1), (V_PICK, 2)]
    assert kernel.check(g.s, 1 - chooser, (V_PICK, 1)) is not None
    g.pick(chooser, first + 1)
    assert (g.s.turn, g.s.active, g.asked()) == (1, first, [first])


@pytest.mark.rule("terrene", "setup.starting-player")
def test_tied_dice_are_rolled_again_by_those_who_tied() -> None:
    """given a tie, then both roll again; of four, only the two that tied highest."""
    g = rolled((4, 4), (2, 2), (6, 1))
    assert g.asked() == [0] and len(g.happened("rolled")) == 6
    four = Terrene(seats=4, setup=False, rolls=[(6, 2, 5, 6), (3, 4)])
    assert four.asked() == [3]
    assert [(row[ROW_SEAT], row[ROW_N]) for row in four.happened("rolled")[4:]] == [(0, 3), (3, 4)]


@pytest.mark.rule("terrene", "setup.starting-player")
def test_a_die_has_six_sides() -> None:
    """given two seats, then two numbers below 6 are owed by everybody together."""
    s = kernel.setup(games.load("terrene"), 2)
    needs.supply(s, [30, 30])
    assert [need[1:3] for need in s.needs] == [(TOSS, -1)] and s.needs[0].items == (6, 6)
    with pytest.raises(WrongInput):
        needs.supply(s, [(6, 0)])


# The picks.


@pytest.mark.rule("terrene", "setup.characters")
def test_four_different_characters_of_sp_1_are_picked() -> None:
    """given one SP 2 Character among four, or three Characters, then the pick is refused; four pass."""
    g = picking()
    assert g.takeable(0) == ["grunt", "guard", "mage", "planner", "thief"]
    assert refused_pick(g, "grunt", "guard", "thief", "stone") == 4
    g = Terrene(setup=False, rolls=[(2, 1)], decks=[FOUR_AND_TITAN, DECK])
    g.answer(0, (V_PICK, 1), settle=False)
    assert refused_pick(g, "grunt", "guard", "thief", "titan") == 4
    assert g.takeable(0, "grunt", "guard", "thief") == ["mage"]
    g.picks(0, *CHARACTERS, *HELD, "meadow")
    g.settle()
    assert [g.slug(h) for h in g.zone(0, t.PARTY)] == list(CHARACTERS)


@pytest.mark.rule("terrene", "setup.characters")
@pytest.mark.parametrize("n", [0, 8, 10])
def test_nine_cards_are_picked_no_more_and_no_less(n: int) -> None:
    """given eight picks or ten, then everybody refuses them, though nobody sees what they are."""
    g = picking()
    some = tuple(sorted(g.s.pool[0])[:n])
    good = tuple(g._handles(g.s.needs[1], (*CHARACTERS, *HELD, "meadow")))
    with pytest.raises(WrongInput):
        needs.supply(g.s, [(some, ()), (good, ())])
    assert needed(g) == [(TAKE, 0), (TAKE, 1)]


@pytest.mark.rule("terrene", "setup.no-duplicates")
def test_no_two_picks_of_a_player_share_a_name() -> None:
    """given two Wanderers or two of Jin's Ambition, then refused; both players may pick Sammy."""
    g = picking([NAMED, NAMED])
    wanderer, ambition = PARTY[0], ARMS[0]
    assert refused_pick(g, wanderer, "scout", wanderer) == 3
    assert refused_pick(g, *PARTY, ambition, "fire-bomb", ambition) == 7
    for seat in range(2):
        g.picks(seat, *PARTY, *ARMS, "emberstadt")
    g.settle()
    assert [[g.slug(h) for h in g.zone(seat, t.PARTY)][1] for seat in range(2)] == ["sammy-the-agile"] * 2


@pytest.mark.rule("terrene", "setup.no-duplicates")
def test_copies_may_be_hidden_later() -> None:
    """given a Wanderer from the start, when another is hidden on turn 3, then both lie there."""
    g = begun([NAMED, NAMED])
    g.next_turn(0)
    assert g.s.turn == 3
    g.quietly(0, "dismiss", g.zone(0, t.PARTY)[3])
    second = g.hand(0, PARTY[0])
    g.quietly(0, "hide", second)
    assert [g.slug(h) for h in g.zone(0, t.PARTY)] == [*PARTY[:3], PARTY[0]]


@pytest.mark.rule("terrene", "setup.items-and-commands")
def test_every_character_gets_one_item_or_command() -> None:
    """given three Items, or two for one and none for another, then refused; one each is accepted."""
    g = picking()
    assert refused_pick(g, *CHARACTERS, "stone", "dart", "tonic", "meadow") == 8
    assert refused_pick(g, *CHARACTERS, *HELD, "order") == 9
    assert g.takeable(0, *CHARACTERS) == ["dart", "order", "stone", "tonic"]
    g.picks(0, *CHARACTERS, "order", "stone", "dart", "tonic", "meadow")
    g.settle()
    pairs = [(g.slug(h), [g.slug(k) for k in g.held(h)]) for h in g.zone(0, t.PARTY)]
    assert pairs == [("grunt", ["order"]), ("guard", ["stone"]), ("thief", ["dart"]), ("mage", ["tonic"])]


@pytest.mark.rule("terrene", "setup.items-and-commands")
def test_items_and_commands_are_mixed_freely() -> None:
    """given one Item and three Commands, one per Character, then they are accepted."""
    g = begun([NAMED, NAMED])
    kinds = [g.rules.by_slug[g.slug(k)].types for h in g.zone(0, t.PARTY) for k in g.held(h)]
    assert [bool(types & t.COMMAND) for types in kinds] == [True, False, True, False]
    assert sum(bool(types & t.ITEM) for types in kinds) == 2


@pytest.mark.rule("terrene", "setup.terrain")
def test_one_terrain_is_picked() -> None:
    """given no Terrain or two, then refused; Emberstadt is accepted and active."""
    g = picking([NAMED, NAMED])
    assert refused_pick(g, *PARTY, *ARMS, "flare") == 9
    assert refused_pick(g, *PARTY, *ARMS[:3], "training-grounds", "emberstadt") == 8
    assert g.takeable(0, *PARTY, *ARMS, "emberstadt") == []
    g.picks(0, *PARTY, *ARMS, "emberstadt")
    g.settle()
    assert g.names(0, t.TERRAINS) == ["Emberstadt"] and g.actions_of(0) == 4


@pytest.mark.rule("terrene", "setup.storm-not-pickable")
def test_storms_cannot_be_picked_but_played() -> None:
    """given Fire Storm and Terroria, then the Storm is refused at set-up, and playable from turn 1 on."""
    g = picking([NAMED, NAMED])
    assert refused_pick(g, *PARTY, *ARMS, "fire-storm") == 9
    assert g.takeable(0, *PARTY, *ARMS) == ["emberstadt", "terroria", "training-grounds"]
    g.picks(0, *PARTY, *ARMS, "terroria")
    g.settle()
    storm = g.hand(0, "fire-storm")
    assert g.s.turn == 1 and g.can(0, "terrain", storm)
    g.quietly(0, "terrain", storm)
    assert g.names(0, t.TERRAINS) == ["Terroria", "Fire Storm"]


# What lies there.


@pytest.mark.rule("terrene", "setup.face-down")
def test_all_picks_lie_face_down() -> None:
    """given a finished set-up, then the other player sees four times two unknown cards and the Terrain."""
    g = begun([NAMED, NAMED])
    other, own = (SeatView(g.s, seat, g.dealer.known[seat]) for seat in (1, 0))
    there = g.zone(0, t.PARTY)
    held = [k for h in there for k in g.held(h)]
    assert [len(g.held(h)) for h in there] == [1] * 4
    assert [other.code(h) for h in (*there, *held)] == [0] * 8
    assert [g.s.face[h] for h in (*there, *held)] == [0] * 8
    assert [g.rules.cards[own.code(h)].slug for h in (*there, *held)] == [*PARTY, *ARMS]
    assert g.names(0, t.TERRAINS) == ["Emberstadt"] and g.s.face[g.zone(0, t.TERRAINS)[0]]
    assert g.used(0) == g.used(1) == 4


@pytest.mark.rule("terrene", "setup.shuffle")
def test_the_other_21_cards_are_shuffled() -> None:
    """given 30 cards and nine picks, then 21 lie in an order that nobody knows and chance sets."""
    drawn = []
    for seed in (1, 2):
        g = Terrene(setup=False, rolls=[(2, 1)], seed=seed)
        g.picks(0, *CHARACTERS, *HELD, "meadow")
        g.answer(0, (V_PICK, 2), settle=False)
        g.log += g.dealer.deal(g.s)
        assert needed(g) == [(POOL, 0), (POOL, 1)]
        g.settle()
        assert g.s.zones[t.DECK] == (0,) * 21 and len(g.s.pool[0]) == 21
        assert not any(h in known for known in g.dealer.known for h in g.s.pool[0])
        for _ in range(4):
            g.next_turn(0)
        drawn.append([g.slug(h) for h in g.zone(0, t.HAND)])
    assert len(drawn[0]) == len(drawn[1]) == 4 and drawn[0] != drawn[1]


@pytest.mark.rule("terrene", "setup.no-opening-hand")
def test_no_hand_is_dealt() -> None:
    """given turn 1, when its Action Phase is reached, then one player holds 1 card, the other none."""
    g = begun(first=1)
    assert g.s.phase == t.ACTING
    assert (g.size(1, t.HAND), g.size(0, t.HAND)) == (1, 0)
    assert len(g.happened("drawn")) == 1


@pytest.mark.rule("terrene", "setup.reveal-terrains")
def test_both_terrains_are_turned_up_together() -> None:
    """given both ready, then both Terrains become public in one step, and no other card does."""
    g = picking()
    g.log += g.dealer.deal(g.s)
    g.log += g.dealer.deal(g.s)
    assert needed(g) == [(OPEN, 0), (OPEN, 1)]
    public = [h for h in range(3, len(g.s.code)) if g.s.code[h]]
    face_up = [h for h in range(3, len(g.s.code)) if g.s.face[h]]
    assert public == face_up == []
    g.log += g.dealer.deal(g.s)
    terrains = [g.zone(seat, t.TERRAINS)[0] for seat in range(2)]
    assert (
        [row[ROW_CARD] for row in g.happened("opened")]
        == [row[ROW_CARD] for row in g.happened("flipped")]
        == terrains
    )
    assert [h for h in range(3, len(g.s.code)) if g.s.code[h]] == terrains
    assert g.names(0, t.TERRAINS) == g.names(1, t.TERRAINS) == ["Meadow"]


@pytest.mark.rule("terrene", "setup.start-state")
def test_everybody_starts_with_nothing_but_50_hp() -> None:
    """given a fresh game before turn 1, then HP 50, no Actions, no hand, no discards, no marks."""
    g = picking()
    g.log += g.dealer.deal(g.s)
    g.log += g.dealer.deal(g.s)
    assert needed(g) == [(OPEN, 0), (OPEN, 1)] and g.s.turn == 0
    for seat in range(2):
        assert (g.hp_of(seat), g.actions_of(seat)) == (50, 0)
        assert (g.size(seat, t.HAND), g.size(seat, t.DISCARD)) == (0, 0)
    assert not any(n for column in g.s.num for n in column) and not g.s.mods and not g.s.marks


@pytest.mark.rule("terrene", "setup.start-state")
def test_the_second_player_has_no_actions_in_turn_1() -> None:
    """given turn 1, when the second player would use a Blue card of cost 1, then no; one of cost 0 works."""
    g = begun()
    foe, hidden = g.character(1), g.zone(0, t.PARTY)[0]
    stone = g.hold(foe, "stone")
    dart = g.hold(g.character(1), "dart")
    g.play(0, "recruit", hidden)
    assert g.asked() == [1] and g.actions_of(1) == 0
    assert g.refused(1, "use", stone, foe) == "action.use-ability"
    assert g.can(1, "use", dart, foe)


@pytest.mark.rule("terrene", "setup.own-cards-only")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nobody_uses_other_cards_than_the_30_of_the_deck(seed: int) -> None:
    """given ready-made decks, when turns are played, then every deck's 30 cards lie there, and no others."""
    rules, random = games.load("terrene"), Random(seed)
    decks = [[rules.cards[c].slug for c in load_deck(rules, name).lists[0]] for name in ("jin", "gregory")]
    g = Terrene(setup=False, decks=decks, edition=True, seed=seed)
    last = len(g.s.code)
    looked = 0
    for _ in range(400):
        if g.games():
            break
        seat = g.asked()[0]
        moves = [move for move in g.options(seat) if move[0] != t.V_RUN]
        g.answer(seat, brisk(random, moves))
        if g.asked_kind() != ACT or g.games():
            continue
        looked += 1
        for owner in range(2):
            there = [h for seat in range(2) for kind in PLACES for h in g.zone(seat, kind)]
            there += [k for h in there for k in g.held(h)]
            mine = [h for h in there if g.s.owner[h] == owner and h < last]
            assert len(mine) == len(set(mine)) and len(mine) + g.size(owner, t.DECK) == 30
            whole = [*mine, *g.s.pool[owner], *g.zone(owner, t.DECK)]
            assert Counter(map(g.slug, whole)) == Counter(decks[owner])
    assert looked > 20


# The next game of a match.


@pytest.mark.rule("terrene", "setup.every-game-afresh")
def test_every_game_is_set_up_afresh() -> None:
    """given a game won with 20 HP and 12 cards discarded, then the next one begins with everything anew."""
    deck = ["heap" if slug == "order" else slug for slug in DECK]
    g = Terrene(HEAP, setup=False, rolls=[(2, 1)], decks=[deck, deck])
    g.picks(0, *CHARACTERS, "heap", *HELD[:3], "meadow")
    g.pick(0, 1)
    g.next_turn(0)
    x = g.zone(0, t.PARTY)[0]
    g.quietly(0, "recruit", x)
    g.quietly(0, "use", g.held(x)[0])
    assert g.size(0, t.DISCARD) == 13
    g.counters(x, "XP", 2)
    g.counters(x, "gain-ATK", 5)
    g.give(x, "Haste")
    g.hurt(0, 30)
    g.hurt(1, 45)
    g.rolls = [(1, 6)]
    g.play(0, "attack", x)
    while not g.games():
        g.step()
    assert g.wins() == (1, 0) and g.asked() == [1] and g.s.turn == 0
    g.answer(1, (V_PICK, 2), settle=False)
    assert g.s.active == 1 and needed(g) == [(TAKE, 0), (TAKE, 1)]
    assert [len(g.s.pool[seat]) for seat in range(2)] == [30, 30]
    assert [sorted(map(g.slug, g.s.pool[seat])) for seat in range(2)] == [sorted(deck)] * 2
    assert [g.hp_of(seat) for seat in range(2)] == [50, 50]
    assert not any(n for column in g.s.num for n in column) and not g.s.mods and not g.s.marks
    assert not any(g.s.code[3:])
    assert [g.size(seat, kind) for seat in range(2) for kind in PLACES] == [0] * 8
    g.picks(0, "planner", "mage", "guard", "thief", "heap", *HELD[:3], "meadow")
    g.settle()
    assert g.slug(g.zone(0, t.PARTY)[0]) == "planner"
    assert g.s.turn == 1 and g.asked() == [1] and (g.size(1, t.HAND), g.size(0, t.HAND)) == (1, 0)


# No mulligan.

LOCKED: list[Move] = [PASS_MOVE, YES_MOVE, NO_MOVE, DONE_MOVE, (t.V_END,)]


@pytest.mark.rule("terrene", "mulligan.none")
def test_there_is_no_mulligan() -> None:
    """given locked picks, when a player would change them or reshuffle, then no; nobody is ever asked."""
    g = picking()
    g.log += g.dealer.deal(g.s)
    picked = g.zone(0, t.PARTY)
    while g.s.turn == 0:
        assert not g.s.asks and TAKE not in [kind for kind, _ in needed(g)]
        for seat in range(2):
            for move in (*LOCKED, (V_PICK, picked[0]), (t.V_DISMISS, picked[0])):
                reason = kernel.check(g.s, seat, move)
                assert reason is not None and reason.rule == "mulligan.none"
        chosen = tuple(sorted(g.s.pool[0])[:9])
        with pytest.raises(WrongInput):
            needs.supply(g.s, [(chosen, ()), (chosen, ())])
        g.log += g.dealer.deal(g.s)
    g.settle()
    assert g.zone(0, t.PARTY) == picked and len(g.happened("shuffled")) == 4
    assert (g.asked(), g.asked_kind()) == ([0], ACT)
