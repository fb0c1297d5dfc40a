"""The choices of an ability of Terrene: the topic `target`."""

from __future__ import annotations

import pytest

from fadenet.engine.state import PICK, ROW_CARD, TOSS
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import ABILITY, Terrene
from tests.cards.terrene import blue, cards, green, item, terrain

# Items are free and Blue. Spring: a Terrain whose ability asks for nothing but a target.
CARDS = (
    cards("veil")
    + item("hook", ability=blue(targets={}, do={"destroy": "target"}))
    + item("volley", ability=blue(targets={"n": 2}, do=[{"damage": 10, "to": "targets"}, {"draw": 1}]))
    + item(
        "curse",
        ability=blue(
            do=[
                {"damage": 10, "to": "all hidden characters"},
                {"mod": "Stun", "on": "all hidden characters"},
                {"xp": 1, "of": "all hidden characters"},
                {"mod": "Haste", "on": "all hidden characters"},
            ]
        ),
    )
    + item("theft", ability=blue(do={"discard": 1, "who": "enemy players"}))
    + item("fog", ability=blue(do={"discard": 1, "who": "enemy players", "random": True}))
    + item(
        "lantern",
        ability=blue(targets={"pick": "enemy hidden characters", "untargeted": True}, do={"show": "target"}),
    )
    + item(
        "crowbar",
        ability=blue(targets={"pick": "enemy held cards", "untargeted": True}, do={"destroy": "target"}),
    )
    + item(
        "censor",
        ability=blue(
            do=[
                {"return": {"from": "enemy hidden characters", read: value}, "to": "hand"}
                for read, value in (
                    ("class", "Guardian"),
                    ("name", "Guard"),
                    ("at_least", {"of": "HP", "n": 1}),
                    ("at_least", {"of": "damage", "n": 20}),
                )
            ]
        ),
    )
    + terrain(
        "spring",
        xp=[[{"draw": 1}], [{"draw": 1}], [{"draw": 1}], [{"draw": 1}]],
        ability=green(targets={}, do={"heal": 5, "of": "target"}),
    )
)


def table() -> Terrene:
    """Four Actions each; on either side somebody hidden."""
    g = Terrene(CARDS, edition=True)
    for seat in (0, 1):
        g.actions(seat, 4)
        g.character(seat, "thief", hidden=True)
    return g


def offered(g: Terrene, source: int) -> list[int]:
    """The choices for the only target of a card of seat 0."""
    return [move[-1] for move in g.options(0) if move[:2] == (t.V_USE, source)]


@pytest.mark.rule("terrene", "target.choice")
def test_a_target_character_is_any_recruited_one() -> None:
    """given Seaside Market's heal, then own and opposing recruited Characters are offered."""
    g = table()
    mine = [g.character(0, "olivia-the-graceless"), g.character(0, "just-a-traveler")]
    foe = g.character(1, "guard", damage=15)
    market = g.terrain(0, "seaside-market")
    moves = [move for move in g.options(0) if move[:3] == (t.V_USE, market, (ABILITY, 2))]
    assert sorted(move[-1] for move in moves) == [*mine, foe]
    g.play(0, "use", market, (ABILITY, 2), foe)
    assert (g.damage(foe), g.actions_of(0)) == (10, 3)


@pytest.mark.rule("terrene", "target.choice")
def test_without_a_target_an_ability_is_not_used() -> None:
    """given nobody recruited, when an ability that needs a target is used, then it is refused."""
    g = table()
    spring = g.terrain(0, "spring")
    assert g.refused(0, "use", spring) == "target.choice"
    assert g.refused(0, "use", spring, g.zone(0, t.PARTY)[0]) == "target.choice"
    x = g.character(0, "guard", damage=5)
    assert g.refused(0, "use", spring) == "target.choice"
    g.play(0, "use", spring, x)
    assert g.damage(x) == 0


@pytest.mark.rule("terrene", "target.choice")
def test_a_narrowed_target_is_what_the_text_says() -> None:
    """given 'an enemy Character', then an own one is refused, and so is a card that is not a Character."""
    g = table()
    x, foe = g.character(0), g.character(1)
    bomb = g.hold(x, "blinding-bomb")
    assert offered(g, bomb) == [foe]
    for wrong in (x, g.zone(1, t.TERRAINS)[0], 2):
        assert g.refused(0, "use", bomb, wrong) == "target.choice"
    assert g.refused(0, "use", bomb, foe, foe) == "target.choice"


@pytest.mark.rule("terrene", "target.gone")
def test_a_target_that_has_left_is_spared() -> None:
    """given Fire Bomb on Sammy, who is dismissed in response, then no damage, no refund, the bomb is gone."""
    g = table()
    bomb = g.hold(g.character(0), "fire-bomb")
    sammy = g.character(1, "sammy-the-agile")
    hook = g.hold(g.character(1, "guard"), "hook")
    g.play(0, "use", bomb, sammy)
    g.quietly(1, "use", hook, sammy)
    assert g.where(sammy) == g.where(bomb) == "Discard Pile" and g.actions_of(0) == 3
    assert not g.happened("takes-damage") and (g.hp_of(0), g.hp_of(1)) == (50, 50)
    assert not g.happened("gains-xp")


@pytest.mark.rule("terrene", "target.gone")
def test_other_targets_and_parts_go_on() -> None:
    """given two targets of which one leaves, then the other is hit, and the part after it happens."""
    g = table()
    volley = g.hold(g.character(0), "volley")
    one, two = g.character(1, "grunt"), g.character(1, "thief")
    hook = g.hold(two, "hook")
    g.play(0, "use", volley, one, two)
    g.quietly(1, "use", hook, one)
    assert [row[ROW_CARD] for row in g.happened("takes-damage")] == [two]
    assert (g.damage(two), g.where(one), g.size(0, t.HAND)) == (5, "Discard Pile", 1)


@pytest.mark.rule("terrene", "target.gone")
def test_a_target_that_became_illegal_is_spared() -> None:
    """given Fire Bomb on a Character that is turned face-down in response, then it has no damage."""
    g = table()
    bomb = g.hold(g.character(0), "fire-bomb")
    foe = g.character(1)
    veil = g.hold(g.character(1, "guard"), "veil")
    g.play(0, "use", bomb, foe)
    g.quietly(1, "use", veil, foe)
    assert (g.s.face[foe], g.damage(foe), g.where(bomb), g.actions_of(0)) == (0, 0, "Discard Pile", 3)


@pytest.mark.rule("terrene", "target.hidden")
def test_a_hidden_character_is_offered_to_nobody_who_does_not_look_for_it() -> None:
    """given Fire Bomb and one recruited, one hidden opponent, then only the recruited one is offered."""
    g = table()
    x, foe = g.character(0), g.character(1)
    hidden = g.zone(1, t.PARTY)[0]
    bomb = g.hold(x, "fire-bomb")
    assert offered(g, bomb) == [x, foe]
    assert g.refused(0, "use", bomb, hidden) == "target.choice"


@pytest.mark.rule("terrene", "target.hidden")
def test_what_speaks_of_hidden_characters_or_of_cards_reaches_them() -> None:
    """given effects on hidden Characters and on held cards, then hidden ones and theirs are offered."""
    g = table()
    foe = g.character(1)
    hidden = g.zone(1, t.PARTY)[0]
    held, other = g.hold(hidden, "tonic"), g.hold(foe, "tonic")
    lantern, crowbar = g.hold(g.character(0), "lantern"), g.hold(g.character(0), "crowbar")
    assert offered(g, lantern) == [hidden]
    assert offered(g, crowbar) == [held, other]
    g.quietly(0, "use", lantern, hidden)
    assert g.dealer.known[0][hidden] == g.rules.code_of("thief") and not g.s.face[hidden]
    g.quietly(0, "use", crowbar, held)
    assert g.where(held) == "Discard Pile" and g.s.code[held] and not g.s.code[hidden]


@pytest.mark.rule("terrene", "target.hidden")
def test_no_effect_marks_a_hidden_character() -> None:
    """given damage, Stun, XP and Haste for all hidden Characters, then they have none of it."""
    g = table()
    g.quietly(0, "use", g.hold(g.character(0), "curse"))
    for seat in (0, 1):
        h = g.zone(seat, t.PARTY)[0]
        assert not g.s.face[h] and (g.damage(h), g.xp(h)) == (0, 0)
        assert not g.has(h, "Stun") and not g.has(h, "Haste")


@pytest.mark.rule("terrene", "target.hidden")
def test_what_a_hidden_character_is_counts_for_nothing_though_all_have_seen_it() -> None:
    """given two Guards that have been turned face-down, when hidden Guardians, those named so, those with HP,
    and those with 20 damage on them are returned, then only the one with that damage is."""
    g = table()
    unhurt, hurt = g.character(1, "guard"), g.character(1, "guard", damage=20)
    g.actions(0, 9)
    for foe in (unhurt, hurt):
        g.quietly(0, "use", g.hold(g.character(0), "veil"), foe)
    g.quietly(0, "use", g.hold(g.character(0), "censor"))
    assert (g.where(hurt), g.where(unhurt)) == ("Hand", "Party") and g.s.code[unhurt]


@pytest.mark.rule("terrene", "target.player-choice")
@pytest.mark.parametrize("cards", [0, 1, 2])
def test_a_player_chooses_among_own_cards(cards: int) -> None:
    """given 'the opponent discards a card', then the opponent is asked, and nobody for an empty hand."""
    g = table()
    hand = [g.hand(1, slug) for slug in ("grunt", "stone")[:cards]]
    g.play(0, "use", g.hold(g.character(0), "theft"))
    if cards == 2:
        assert g.asked() == [1] and g.asked_kind() == PICK
        assert sorted(move[1] for move in g.options(1)) == hand
        g.pick(1, hand[1])
        assert g.zone(1, t.HAND) == hand[:1]
    assert g.size(1, t.HAND) == max(cards - 1, 0) and g.size(1, t.DISCARD) == min(cards, 1)
    assert g.asked() == [0]


@pytest.mark.rule("terrene", "target.player-choice")
def test_a_player_chooses_which_own_character_is_dismissed() -> None:
    """given too much Supply on P2's side after P1's effect, then P2 is asked which Character goes."""
    g = table()
    x, other = g.character(1, "giant"), g.character(1)
    g.play(0, "use", g.hold(g.character(0), "theft"))
    assert g.asked() == [1] and g.asked_kind() == PICK
    assert sorted(move[1] for move in g.options(1)) == sorted([g.zone(1, t.PARTY)[0], x, other])
    g.pick(1, x)
    assert g.where(x) == "Discard Pile" and g.asked() == [0]


@pytest.mark.rule("terrene", "target.player-choice")
def test_chance_is_everybody_s() -> None:
    """given a discard at random, then the table owes a joint toss over the cards, and no player is asked."""
    g = table()
    hand = [g.hand(1, slug) for slug in ("grunt", "stone", "tonic")]
    g.answer(0, g.move("use", g.hold(g.character(0), "fog")), settle=False)
    (need,) = g.s.needs
    assert (need.kind, need.who, need.items) == (TOSS, -1, (3,))
    g.rolls = [(3,)]
    g.settle()
    assert g.zone(1, t.HAND) == hand[:2] and g.where(hand[2]) == "Discard Pile"
