"""Cells and Equip Zones of the 40-card edition: what fits where, what is rearranged (prep, limit, zone)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import MODE, PICK
from fadenet.games.fade.field import commands
from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND, PREPARATION
from tests.builders.cells import fill, to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item

CARDS = (
    cards(
        "exhume",
        "fire-born",
        "free-jab",
        "gate",
        "idle-lamp",
        "raze",
        "right",
        "riposte",
        "shove",
        "snack",
        "upward",
        "ward-off",
    )
    + character("heron")
    + augment("hide", hp=3, keywords="Equip")
    + item("pin", cost=0, targets="all fighters", do={"damage": 2, "to": "target"})
    + character("elder", plv=4, level_up=["Soldier"])
    + augment("torch", cost=0, keywords="Equip", attach={"from": "your characters", "element": "Fire"})
    + augment("shell", cost=0, ability={"gives": {"HP": 3}})
    + item("mill", cost=0, ability={"keyword": "Stock", "n": 2, "activate": True, "do": {"draw": 1}})
)


def duel() -> Duel:
    return Duel(CARDS, edition="fade2")


def lain(d: Duel, n: int, slug: str = "idle-lamp") -> list[int]:
    """Cards in the first n places beside seat 0."""
    return [d.on(d.body(0), slug, 1, at=f"a{x}") for x in range(1, n + 1)]


@pytest.mark.rule("fade2", "prep.aftermath-rearrange", "prep.aftermath-rearrange-limits")
@pytest.mark.rule("fade2", "status.fresh-is-waiting")
def test_who_came_this_turn_is_shifted_in_its_row_alone() -> None:
    # Given Y, who entered this turn, in c2 and X in c1, then no shift in the row is offered before Combat.
    d = duel()
    x, y = d.character(0, at="c1"), d.character(0, at="c2", fresh=True)
    d.go(0, PREPARATION)
    assert d.refused(0, "move", x, to(d, "c4")) and not d.can(0, "move", y, to(d, "c4"))
    # When it is the Aftermath Step, then Y goes to c4 and not to b4, and trades places with X.
    d.go(0, AFTERMATH)
    assert d.refused(0, "move", y, to(d, "b4")) and d.can(0, "move", x, to(d, "b4"))
    d.play(0, "move", y, to(d, "c4"))
    assert d.at(y) == "c4"
    d.play(0, "move", y, to(d, "c1"))
    assert (d.at(y), d.at(x)) == ("c1", "c4")


@pytest.mark.rule("fade2", "limit.equip", "limit.equip-counted", "zone.full-field")
@pytest.mark.parametrize("new", ["idle-lamp", "mill"])
def test_a_sixth_card_beside_a_player_sends_an_older_one_away(new: str) -> None:
    # Given a Command and four Augments beside a Player, and a Zone card under one of these.
    d = duel()
    old = [*lain(d, 4), d.command(0, "gate", "a5")]
    ground = d.zone(0, "plain", at="a1")
    card = d.hand(0, new)
    # When an Augment or a Stock Item is to lie in the Command's place, then it does, and the Command has been
    # discarded, which is not being destroyed; nothing else has gone.
    assert all(d.can(0, "play", card, to(d, f"a{n}")) for n in range(1, 6))
    d.quietly(0, "play", card, to(d, "a5"))
    assert d.at(card) == "a5" and [d.lies(h) for h in old] == ["attached"] * 4 + ["discard"]
    assert d.lies(ground) == "zone" and not d.happened("destroyed")


@pytest.mark.rule("fade2", "zone.full-field")
def test_an_effect_finds_no_room_in_a_full_row() -> None:
    # Given a full back row, then an effect sends nobody there, and brings nobody there from the Discard Pile.
    d = duel()
    fill(d, 0, "b")
    h, dead = d.character(0, at="c1"), d.discard(0, "heron")
    d.quietly(0, "play", d.hand(0, "shove"), h)
    d.quietly(0, "play", d.hand(0, "exhume"), dead)
    assert d.at(h) == "c1" and d.lies(dead) == "discard"


@pytest.mark.rule("fade2", "item.staying", "limit.equip-counted")
def test_an_item_of_one_use_takes_no_place() -> None:
    # Given five cards beside a Player, when an Item of one use is played, then none of them has to go.
    d = duel()
    old = lain(d, 5)
    snack = d.hand(0, "snack")
    d.quietly(0, "play", snack)
    assert d.lies(snack) == "discard" and d.size(0, HAND) == 1
    assert [d.lies(h) for h in old] == ["attached"] * 5


@pytest.mark.rule("fade2", "command.lay-materials", "prep.aftermath-no-pool")
def test_what_is_laid_comes_from_pool_and_field_into_open_cells_without_a_chain() -> None:
    # Given Spire in c3, which lists Up, then nothing is laid into the closed c8; once that is open, it is.
    d = duel()
    d.command(0, "upward", "c3")
    d.command(0, "gate", "b2")
    page, stand = d.fighter(0, "squire"), d.character(0, at="c5")
    assert d.refused(0, "lay", page, to(d, "c8")) == d.rule("lay-cell")
    d.zone(0, "plain", at="c8")
    assert d.can(0, "lay", page, to(d, "c8"))
    # While a Chain is running nothing is laid.
    d.on(stand, "guard")
    d.on(d.character(1), "guard")
    d.play(0, "play", d.hand(0, "ration"))
    while d.s.chain:
        assert not [move for move in d.options(d.asked()[0]) if move[0] == d.rules.verbs.index("lay")]
        d.step()
    # In the Aftermath Step no Character is played or levelled up, but one is laid from the Pool.
    d.go(0, AFTERMATH)
    elder = d.fighter(0, "elder")
    assert d.refused(0, "play", page, to(d, "c1")) == d.rule("no-characters-now")
    assert d.refused(0, "play", elder, to(d, "c5"), stand) == d.rule("no-characters-now")
    d.play(0, "lay", page, to(d, "c8"))
    d.play(0, "lay", stand, to(d, "b3"))
    assert (d.at(page), d.at(stand)) == ("c8", "b3")


@pytest.mark.rule("fade2", "zone.adjacent", "command.materials")
def test_what_is_attached_to_a_character_is_beside_nothing() -> None:
    # Given a Character to the right of a Command, with a face-up Augment on it, then that is no Material.
    d = duel()
    x = d.character(0, "fire-born", at="c3")
    torch = d.on(x, "torch", face=1)
    d.command(0, "right", "c2")
    assert commands.layout(d.s).materials == {x} and d.s.host[torch] == x


@pytest.mark.rule("fade2", "combat.backup-attack")
def test_backup_characters_attack_from_where_they_stand_once_nobody_is_in_front() -> None:
    # Given X in c1 and Y in b1, then Y does not attack.
    d = duel()
    x, y, foe = d.character(0, at="c1"), d.character(0, at="b1"), d.character(1)
    d.leave(x, 1)
    back = d.on(foe, "riposte")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", y, foe) == "combat.backup-attack"
    # When X is Knocked Out in this Combat Step, then Y attacks, and stands in b1 as before.
    d.play(0, "attack", x, foe)
    d.quietly(1, "use", back, -1)
    assert d.lies(x) == "discard"
    d.quietly(0, "attack", y, foe)
    assert d.count(foe, "Damage") == 3 and d.at(y) == "b1" and not d.happened("moved-up")


@pytest.mark.rule("fade2", "zonecard.reverts")
def test_its_controller_chooses_where_a_character_goes_whose_ground_is_gone() -> None:
    # Given a Character in the opened c7 and two free cells.
    d = duel()
    ground, x = d.zone(1, "plain", at="c7"), d.character(1, at="c7")
    fill(d, 1, "c", 2)
    fill(d, 1, "b", 5)
    # When the Zone card is destroyed, then its controller is asked, and it goes where that one says.
    d.play(0, "play", d.hand(0, "raze"), ground)
    assert d.until(MODE) == 1
    assert len(d.options(1)) == 2
    d.answer(1, d.options(1)[1])
    d.pass_all()
    assert d.at(x) == "b5"


@pytest.mark.rule("fade2", "limit.equip", "ko.zero-hp")
def test_a_character_that_lived_by_a_card_which_makes_room_falls_before_the_next_move() -> None:
    # Given a Character with as much damage as HP of its own, an Augment that gives it 3 more, and four cards.
    d = duel()
    h = d.character(0, "heron", at="c1")
    own, shell = d.hp(h), d.on(h, "shell", 1)
    for _ in range(4):
        d.on(h, "ward-off")
    d.counters(h, "Damage", own)
    assert d.hp(h) == 3
    # When a Skill is attached and the Augment goes for it, then the Character falls, and its cards with it.
    jab = d.hand(0, "free-jab")
    d.play(0, "attach", jab, h)
    assert d.until(PICK) == 0
    d.play(0, "pick", shell)
    assert [d.lies(k) for k in (shell, h, jab)] == ["discard"] * 3


@pytest.mark.rule("fade2", "prep.character-cost")
def test_a_character_without_a_cost_is_free() -> None:
    # Given 0 TP and a Character without a printed Cost, then it is played.
    d = duel()
    d.tp(0, 0)
    elder = d.fighter(0, "heron")
    d.quietly(0, "play", elder, d.to("front"))
    assert d.lies(elder) == "front" and d.tp_of(0) == 0


@pytest.mark.rule("fade2", "item.hp")
@pytest.mark.parametrize("on", ["character", "player"])
def test_an_augment_with_hp_suffers_what_its_bearer_suffers(on: str) -> None:
    # Given an Augment with 3 HP on a Character or a Player, when that takes 2 damage, then it has 1 HP left;
    # at the next 2 it is destroyed, and the bearer has taken 4.
    d = duel()
    h = d.character(1) if on == "character" else d.body(1)
    hide = d.on(h, "hide", face=1)
    d.quietly(0, "play", d.hand(0, "pin"), h)
    assert d.hp(hide) == 1
    d.quietly(0, "play", d.hand(0, "pin"), h)
    assert d.lies(hide) == "discard" and d.count(h, "Damage") == 4
