"""The cards that Characters of Terrene hold and use: the topics `item` and `command`."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import ROW_CARD, ROW_EVENT, ROW_N
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import ABILITY, Terrene
from tests.cards.terrene import blue, item

# A Blue Item that is as strong as it must be, beside the cards of the game.
CARDS = item("bolt", ability=blue(targets={}, do={"damage": 50}))


def table() -> Terrene:
    """Four Actions each, and somebody hidden on seat 1's side."""
    g = Terrene(CARDS, edition=True)
    g.actions(0, 4)
    g.character(1, "grunt", hidden=True)
    return g


@pytest.mark.rule("terrene", "item.through-character")
@pytest.mark.parametrize("zone", [t.HAND, t.DISCARD, t.DECK])
def test_an_item_works_only_behind_a_character(zone: int) -> None:
    """given Fire Bomb in hand, deck or discard pile, when it is used, then no; assigned, it works."""
    g = table()
    holder, foe = g.character(0), g.character(1, "guard")
    if zone == t.DECK:
        (bomb,) = g.deck_top(0, "fire-bomb")
    else:
        bomb = g.card(0, "fire-bomb", zone, int(zone == t.DISCARD))
    assert g.refused(0, "use", bomb, foe) == "item.through-character"
    if zone == t.HAND:
        g.play(0, "assign", bomb, holder)
        g.play(0, "use", bomb, foe)
        assert g.where(bomb) == "Discard Pile" and g.actions_of(0) == 3


@pytest.mark.rule("terrene", "item.one-per-character")
@pytest.mark.parametrize("freed", ["used", "dismissed"])
def test_a_character_holds_one_item_or_one_command(freed: str) -> None:
    """given Smoke Bomb behind a Character, then no Command comes beside it before it is used or dismissed."""
    g = table()
    holder, foe = g.character(0), g.character(1)
    bomb, command = g.hold(holder, "smoke-bomb"), g.hand(0, "taunt")
    assert g.refused(0, "assign", command, holder) == "item.one-per-character"
    if freed == "used":
        g.end_turn()
        g.play(1, "attack", foe)
        g.quietly(0, "use", bomb)
        g.end_turn()
    else:
        g.play(0, "dismiss", bomb)
    assert g.where(bomb) == "Discard Pile" and g.hp_of(0) == 50
    g.play(0, "assign", command, holder)
    assert g.held(holder) == [command]


@pytest.mark.rule("terrene", "item.one-per-character")
def test_commands_are_traded_and_discarded_like_items() -> None:
    """given a Command and an Item, when they are traded and a holder dismissed, then its card goes."""
    g = table()
    a, b = g.character(0), g.character(0, "thief")
    command, item = g.hold(a, "taunt"), g.hold(b, "fire-bomb")
    g.play(0, "trade", a, b)
    assert (g.held(a), g.held(b)) == ([item], [command])
    g.play(0, "dismiss", b)
    assert [g.where(h) for h in (b, command, item)] == ["Discard Pile", "Discard Pile", "Held"]


@pytest.mark.rule("terrene", "item.activation")
def test_an_item_is_paid_shown_carried_out_and_discarded() -> None:
    """given 2 Actions and a cost of 1, then 1 is left, it has worked, is gone, and there is room again."""
    g = table()
    g.actions(0, 2)
    holder, foe = g.character(0), g.character(1, "thief")
    g.hold(foe, "fire-bomb")
    bomb, other = g.hold(holder, "fire-bomb"), g.hand(0, "taunt")
    g.play(0, "use", bomb, foe)
    assert (g.actions_of(0), g.s.face[bomb], g.damage(foe), g.where(bomb)) == (1, 1, 0, "Held")
    assert g.refused(1, "assign", other, holder) == "response.to-actions"
    g.pass_(1)
    assert (g.actions_of(0), g.damage(foe), g.where(bomb)) == (1, 5, "Discard Pile")
    g.quietly(0, "assign", other, holder)
    assert g.held(holder) == [other]


@pytest.mark.rule("terrene", "item.activation")
@pytest.mark.parametrize("why", ["hidden holder", "class", "requirement", "cost"])
def test_an_item_asks_for_all_that_stands_on_it(why: str) -> None:
    """given a hidden holder, another class, an unmet banner or too few Actions, then it is refused."""
    g = table()
    holder = g.character(0, "grunt", hidden=why == "hidden holder")
    foe = g.character(1)
    if why == "requirement":
        assert g.refused(0, "use", g.hold(holder, "smoke-bomb")) == "trigger.basics"
    elif why == "class":
        assert g.refused(0, "use", g.hold(holder, "fireball"), foe) == "keyword.spell"
    else:
        g.actions(0, 4 if why == "hidden holder" else 0)
        assert g.refused(0, "use", g.hold(holder, "fire-bomb"), foe) == "action.use-ability"


@pytest.mark.rule("terrene", "item.illegal-activation")
def test_a_refused_activation_shows_and_costs_nothing() -> None:
    """given a face-down Spell behind a Thief, when it is tried, then it stays unknown and unpaid."""
    g = table()
    holder, foe = g.character(0, "sammy-the-agile"), g.character(1)
    spell = g.hold(holder, "fireball")
    assert g.refused(0, "use", spell, foe) == "keyword.spell"
    assert (g.s.face[spell], g.s.code[spell], g.actions_of(0)) == (0, 0, 4)
    assert spell not in g.dealer.known[1] and g.dealer.known[0][spell]
    assert spell not in [row[ROW_CARD] for row in g.log]


@pytest.mark.rule("terrene", "item.illegal-activation")
def test_a_use_that_names_no_ability_is_refused_for_what_stops_it() -> None:
    """given a face-down Machine Factory, then its activation's obstacle is named, else what is missing."""
    g = table()
    maker, thief = g.character(0, "zowie-the-ingenuic"), g.character(0, "sammy-the-agile")
    plain, _ = g.character(0, "grunt"), g.character(1)
    factory, other = g.hold(maker, "machine-factory"), g.hold(thief, "machine-factory")
    assert g.refused(0, "use", other) == "command.class"
    g.actions(0, 0)
    assert g.refused(0, "use", factory) == g.refused(0, "use", factory, (ABILITY, 1)) == "action.use-ability"
    g.actions(0, 1)
    code = [(factory, g.rules.code_of("machine-factory"))]
    why = kernel.check(g.s, 0, (t.V_USE, factory), code)
    assert why is not None and why.rule == "target.choice"
    assert why.text == "say which of its 2 abilities is used, ability=1 to ability=2"
    g.play(0, "use", factory, (ABILITY, 1))
    why = kernel.check(g.s, 0, (t.V_USE, plain), [])
    assert why is not None and (why.rule, why.text) == ("item.illegal-activation", "it has no ability to use")
    # And face-up, what the other one lacks.
    assert g.refused(0, "use", factory) == g.refused(0, "use", factory, (ABILITY, 2)) == "counter.charge"


@pytest.mark.rule("terrene", "item.holder-defeated")
def test_an_item_outlives_its_holder_but_nobody_learns_from_it() -> None:
    """given Ethan's Fire Bomb answered by his defeat, then both go first, it works, and gives no XP."""
    g = table()
    ethan, sammy = g.character(0, "ethan-the-resilient"), g.character(1, "sammy-the-agile", damage=10)
    other = g.character(0, "grunt")
    bomb = g.hold(ethan, "fire-bomb")
    bolt = g.hold(g.character(1, "guard"), "bolt")
    g.play(0, "use", bomb, sammy)
    g.quietly(1, "use", bolt, ethan)
    assert [g.where(h) for h in (ethan, bomb, sammy)] == ["Discard Pile"] * 3
    gone = [row[ROW_CARD] for row in g.log if row[ROW_EVENT] in (t.E_DAMAGED, t.EVENTS.index("discarded"))]
    assert gone.index(ethan) < gone.index(bomb) < gone.index(sammy)
    assert [row[ROW_N] for row in g.happened("takes-damage") if row[ROW_CARD] == sammy] == [10]
    assert [g.xp(h) for h in (ethan, other)] == [0, 0] and g.actions_of(0) == 3
    assert len(g.happened("gains-xp")) == 2 and g.hp_of(0) == 50 - (50 - 5 - 35)


@pytest.mark.rule("terrene", "item.stun-slow-silence")
def test_conditions_do_not_keep_a_character_from_its_item() -> None:
    """given a Slow, Stunned and Silenced holder of Healing Salve, when it pays 1, then it is healed."""
    g = table()
    holder = g.character(0, "guard", damage=20)
    salve = g.hold(holder, "healing-salve")
    for word in t.KEYWORDS[: t.STATUSES]:
        g.give(holder, word)
    g.play(0, "use", salve, holder)
    assert (g.damage(holder), g.actions_of(0), g.where(salve)) == (5, 3, "Discard Pile")
    assert not any(g.has(holder, word) for word in ("Slow", "Stun", "Silence"))


@pytest.mark.rule("terrene", "command.class")
def test_a_command_is_held_by_anybody_and_used_by_its_class() -> None:
    """given Assassin's Agenda behind a Warrior from the set-up, then after a trade an Assassin uses it."""
    starters = ("grunt", "hooks-in-the-zephyr", "guard", "thief")
    held = ("assassin-s-agenda", "stone", "dart", "tonic")
    deck = [*starters, *held, "meadow"] + ["grunt", "guard", "mage"] * 7
    g = Terrene(CARDS, edition=True, setup=False, decks=[deck, deck])
    for seat in (0, 1):
        g.picks(seat, *starters, *held, "meadow")
    g.pick(g.asked()[0], 1)
    warrior, assassin = g.zone(0, t.PARTY)[:2]
    (agenda,) = g.held(warrior)
    foe = g.zone(1, t.PARTY)[0]
    assert [g.slug(h) for h in (warrior, assassin, agenda)] == [starters[0], starters[1], held[0]]
    for h in (warrior, assassin):
        g.play(0, "recruit", h)
    g.end(0)
    g.pass_all()
    g.quietly(1, "recruit", foe)
    g.end(1)
    g.pass_all()
    assert g.s.turn == 3 and g.actions_of(0) == 4 and g.defence(foe) == 0
    assert g.refused(0, "use", agenda, foe) == "command.class"
    assert g.actions_of(0) == 4 and not g.s.code[agenda]
    g.quietly(0, "trade", warrior, assassin)
    g.quietly(0, "use", agenda, foe)
    assert g.actions_of(0) == 1 and g.where(foe) == g.where(agenda) == "Discard Pile"


@pytest.mark.rule("terrene", "command.class")
def test_a_command_without_a_class_works_for_everyone() -> None:
    """given Taunt behind a Thief and behind a Guardian, when it is used, then both may."""
    for holder in ("thief", "guard"):
        g = table()
        foe, x = g.character(1, "titan"), g.character(0, holder)
        g.play(0, "use", g.hold(x, "taunt"), foe)
        assert (g.atk(foe), g.defence(foe)) == (35, 0)
