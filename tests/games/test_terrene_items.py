"""The effects of the Items, Commands and Terrains of Terrene, each played in a real position."""

from __future__ import annotations

import pytest

from fadenet.engine import position
from fadenet.engine.digest import digest
from fadenet.engine.kernel import V_PICK, YES_MOVE
from fadenet.engine.kit.books import RuleBook
from fadenet.engine.rules import rules_of
from fadenet.engine.state import CONFIRM, MODE, PICK, ROW_EVENT
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values
from tests.builders.scene import Scene
from tests.builders.terrene_scenario import ABILITY, WAY


@pytest.fixture
def p() -> Scene:
    return Scene()


# Items.


def test_bombs(p: Scene) -> None:
    a, b = p.there(1), p.there(1)
    p.uses("fire-bomb", a)
    assert p.damage(a) == 5
    p.uses("haze-bomb")
    assert (p.figure(a, "ATK"), p.figure(b, "ATK")) == (15, 15)
    p.uses("sticky-bomb", a, b)
    assert p.has(a, "Slow") and p.has(b, "Slow")
    p.turns(1)
    assert p.has(a, "Slow") and p.figure(a, "ATK") == 20
    p.turns(1)
    assert not p.has(a, "Slow")


def test_the_blinding_bomb_takes_a_blocker_away(p: Scene) -> None:
    foe = p.there(1)
    x = p.uses("blinding-bomb", foe)
    p.quietly(0, "attack", x)
    assert p.hp_of(1) == 30 and not p.happened("blocks")


def test_the_smoke_bomb_cancels_an_attack(p: Scene) -> None:
    x, foe = p.there(0), p.there(1)
    k = p.hold(foe, "smoke-bomb")
    p.turns(1)
    assert p.refused(1, "use", k) == "trigger.basics"
    p.turns(1)
    p.play(0, "attack", x)
    p.quietly(1, "use", k)
    assert p.hp_of(1) == 50 and p.happened("cancelled")


def test_the_flare_lights_up_who_hides(p: Scene) -> None:
    hidden = p.character(1, "scout", hidden=True)
    p.uses("flare")
    assert p.dealer.known[0][hidden] and p.size(0, t.HAND) == 1


def test_the_orb_silences(p: Scene) -> None:
    foe = p.there(1, "prague-the-last-of-them")
    p.uses("silence-orb", foe)
    assert p.figure(foe, "ATK") == 20


def test_the_salve_heals_and_cleanses(p: Scene) -> None:
    foe, x = p.there(1), p.there(0)
    k = p.hold(foe, "silence-orb")
    p.set(x, "Damage", 20)
    p.turns(1)
    p.quietly(1, "use", k, x)
    p.turns(1)
    p.uses("healing-salve", x)
    assert p.damage(x) == 5 and not p.has(x, "Silence")


def test_potions(p: Scene) -> None:
    p.there(1)
    x = p.uses("life-potion")
    assert p.figure(x, "HP") == 40
    y = p.uses("strength-potion")
    assert p.figure(y, "ATK") == 30
    p.uses("defense-potion", x)
    z = p.uses("haste-potion", x)
    assert p.figure(x, "DEF") == 15 and p.damage(x) == 0 and p.has(x, "Haste")
    p.uses("haste-potion", z)
    assert p.damage(z) == 5 and p.has(z, "Haste")
    p.turns(1)
    assert p.figure(x, "DEF") == 15 and p.figure(y, "ATK") == 20 and p.figure(x, "HP") == 40


def test_the_prophecy_comes_true(p: Scene) -> None:
    top = p.deck_top(0, "plain", "flare", "fireball", "taunt")
    x = p.there(0)
    p.play(0, "use", p.hold(x, "prophecy"))
    p.until(PICK)
    p.pick(0, top[2])
    assert p.names(0, t.HAND) == ["?"] and p.where(top[2]) == "Hand"


def test_another_man_s_treasure(p: Scene) -> None:
    rubbish, treasure, body = p.hand(0, "taunt"), p.discard(0, "fireball"), p.discard(0, "plain")
    x = p.there(0)
    p.play(0, "use", p.hold(x, "another-man-s-treasure"))
    p.until(PICK)
    assert (V_PICK, treasure) in p.options(0) and (V_PICK, body) not in p.options(0)
    p.pick(0, treasure)
    p.pick(0, rubbish)
    assert p.where(treasure) == p.where(rubbish) == "Hand"


def test_the_spell_book_teaches(p: Scene) -> None:
    x = p.there(0, "alexie-the-studious")
    p.there(1)
    old = p.discard(0, "fireball")
    book = p.hold(x, "spell-book")
    p.use(book)
    assert p.figure(x, "LV") == 2 and p.s.face[book]
    p.answer(0, (t.V_END,))
    while p.s.active == 1 or p.asked_kind() != PICK:
        p.step()
    p.pick(0, old)
    assert p.where(old) == "Deck"


def test_the_spell_book_works_on_while_its_trigger_is_a_link(p: Scene) -> None:
    x = p.there(0, "alexie-the-studious")
    p.there(1)
    p.discard(0, "fireball")
    book = p.hold(x, "spell-book")
    p.use(book)
    p.answer(0, (t.V_END,))
    while p.s.active == 1 or not p.s.chain:
        p.step()
    # When its trigger is a link, then it teaches still, and so it does where the position is read again.
    for s in (p.s, position.load(rules_of(p.s), position.dump(p.s))):
        assert values.figure(s, x, t.Q_LV) == 2
        assert digest(s) == digest(p.s)


# Commands.


def test_intimidate_stuns_the_weak(p: Scene) -> None:
    weak, strong = p.there(1, "luminous"), p.there(1)
    other = p.there(0)
    assert p.refused(0, "use", p.hold(other, "intimidate")) == "command.class"
    p.uses("intimidate", holder="ike-the-aggressive")
    assert p.has(weak, "Stun") and not p.has(strong, "Stun")


def test_ongoing_commands_stay(p: Scene) -> None:
    x = p.uses("aggressively-engaged", holder="ike-the-aggressive")
    assert (p.figure(x, "ATK"), p.figure(x, "DEF")) == (25, 0)
    y = p.uses("retaliate")
    assert p.has(y, "Retaliate")
    z = p.uses("tactician-s-point-man", holder="just-a-traveler")
    assert (p.figure(x, "ATK"), p.figure(z, "ATK")) == (30, 10)


def test_item_expertise_makes_the_others_resourceful(p: Scene) -> None:
    x, y = p.there(0), p.uses("item-expertise")
    assert p.has(x, "Resourceful") and not p.has(y, "Resourceful")
    p.actions(0, 0)
    assert p.can(0, "use", p.hold(x, "zowie-s-ingenuity"))


def test_pillage_and_embezzle(p: Scene) -> None:
    p.there(1)
    p.hand(1, "flare")
    p.uses("pillage", holder="jace-the-saboteur")
    assert (p.size(1, t.HAND), p.size(0, t.HAND)) == (0, 1)
    p.uses("embezzle", holder="jace-the-saboteur")
    assert p.actions_of(1) == 8


def test_disorientate_makes_one_drop_its_card(p: Scene) -> None:
    foe = p.there(1)
    p.there(1)
    k = p.hold(foe, "flare")
    p.uses("disorientate")
    assert p.where(k) == "Discard Pile"


def test_the_tripwire_waits_for_an_attack(p: Scene) -> None:
    x, foe = p.there(0), p.there(1)
    p.there(1, "just-a-traveler")
    k = p.hold(foe, "tripwire")
    p.actions(0, 1)
    p.play(0, "attack", x)
    p.quietly(1, "use", k)
    assert p.damage(x) == 5 and p.hp_of(1) == 50 and p.where(k) == "Discard Pile"
    assert p.happened("cancelled")


def test_the_lethal_counter_attack(p: Scene) -> None:
    x, foe = p.there(0), p.there(1)
    p.there(1, "just-a-traveler")
    k = p.hold(foe, "lethal-counter-attack")
    p.play(0, "attack", x)
    p.to_block()
    p.play(1, "block", foe)
    while not p.can(1, "use", k, x):
        p.step()
    p.quietly(1, "use", k, x)
    assert p.damage(x) == 20 and p.where(k) == "Discard Pile"


@pytest.mark.parametrize(("mode", "atk", "def_", "haste"), [(1, 35, 5, 0), (2, 20, 20, 0), (3, 20, 5, 1)])
def test_adaptive_combat(p: Scene, mode: int, atk: int, def_: int, haste: int) -> None:
    x = p.there(0)
    p.use(p.hold(x, "adaptive-combat"), (WAY, mode))
    assert (p.figure(x, "ATK"), p.figure(x, "DEF"), p.has(x, "Haste")) == (atk, def_, haste)


def test_persuaded_with_power(p: Scene) -> None:
    foe = p.there(1)
    p.there(1)
    x = p.there(0, "ike-the-aggressive")
    k = p.hold(x, "persuaded-with-power")
    assert not p.can(0, "use", k, foe)
    p.set(foe, "Damage", 5)
    p.use(k, foe)
    assert p.s.ctrl[foe] == 0


def test_no_more_hiding(p: Scene) -> None:
    p.there(1)
    hidden = p.character(1, "scout", hidden=True)
    p.uses("no-more-hiding", hidden)
    assert p.where(hidden) == "Discard Pile" and p.hp_of(1) == 50


def test_a_perfect_block(p: Scene) -> None:
    x, foe = p.there(0), p.there(1)
    k = p.hold(foe, "perfect-block")
    p.play(0, "attack", x)
    p.play(1, "use", k)
    p.to_block()
    p.quietly(1, "block", foe)
    assert p.damage(foe) == 0 and p.figure(foe, "DEF") == 30


def test_the_assassin_s_agenda(p: Scene) -> None:
    foe, guarded = p.there(1, "sammy-the-agile"), p.there(1)
    x = p.there(0, "sabre-in-the-sun")
    k = p.hold(x, "assassin-s-agenda")
    assert not p.can(0, "use", k, guarded)
    p.use(k, foe)
    assert p.where(foe) == "Discard Pile" and p.hp_of(1) == 45 and p.count(x, "XP") == 1


@pytest.mark.parametrize(("holder", "left"), [("plain", 9), ("zowie-the-ingenuic", 11)])
def test_zowie_s_ingenuity(p: Scene, holder: str, left: int) -> None:
    p.uses("zowie-s-ingenuity", holder=holder)
    assert p.actions_of(0) == left and p.size(0, t.HAND) == 2


def test_a_critical_strike(p: Scene) -> None:
    foe = p.there(1)
    x = p.uses("critical")
    p.fight(x, foe)
    assert p.damage(foe) == 25


def test_taunt(p: Scene) -> None:
    foe = p.there(1, "asu-the-flame-hellion")
    p.uses("taunt", foe)
    assert (p.figure(foe, "ATK"), p.figure(foe, "DEF")) == (15, 0)


def test_scoops_mcgee_and_johny_donuts_come(p: Scene) -> None:
    p.set(1, "Hurt", 20)
    p.uses("scoops-mcgee-and-johny-donuts")
    assert p.names(0, t.PARTY)[1:] == ["Scoops McGee", "Johny Donuts"] and p.hp_of(0) == 35


@pytest.mark.parametrize(("holder", "xp"), [("plain", 1), ("jin-the-ambitious", 2)])
def test_jin_s_ambition(p: Scene, holder: str, xp: int) -> None:
    assert p.count(p.uses("jin-s-ambition", holder=holder), "XP") == xp


def test_factories(p: Scene) -> None:
    p.there(1)
    x = p.there(0, "demattei-the-architect")
    k = p.hold(x, "machine-factory")
    p.quietly(0, "use", k, (ABILITY, 1))
    assert p.count(k, "Charge") == 1
    p.turns(2)
    assert p.count(k, "Charge") == 2
    p.quietly(0, "use", k, (ABILITY, 2))
    y = p.there(0, "demattei-the-architect")
    k = p.hold(y, "energy-factory", face=1)
    p.quietly(0, "use", k, (ABILITY, 2))
    assert p.names(0, t.PARTY)[1::2] == ["Wanderer Alpha", "Energy"]
    assert p.refused(0, "use", k, (ABILITY, 2)) == "limit.once-per-turn"


def test_spells_grow_with_their_caster(p: Scene) -> None:
    foe, small = p.there(1, "guntram-the-malefactor"), p.there(1)
    other = p.there(0)
    assert p.refused(0, "use", p.hold(other, "fireball"), foe) == "keyword.spell"
    x = p.uses("fireball", foe, holder="susana-the-glacial")
    assert p.damage(foe) == 20
    p.uses("intensity", x, holder="susana-the-glacial")
    assert p.figure(x, "ATK") == 30
    p.uses("shadow-veil", holder="alexie-the-studious")
    assert p.figure(x, "DEF") == 10
    p.uses("silence", holder="susana-the-glacial")
    assert not p.has(foe, "Silence") and p.has(small, "Silence")


# Terrains.


def terrain(p: Scene, slug: str, *characters: str) -> int:
    for name in characters:
        p.there(0, name)
    return p.terrain(0, slug)


def ability(p: Scene, h: int, n: int, *targets: int) -> None:
    several = len(p.rules.cards[p.s.code[h]].activated) > 1
    p.quietly(0, "use", h, *([(ABILITY, n)] if several else []), *targets)


def test_seaside_market(p: Scene) -> None:
    x = p.there(1)
    h = terrain(p, "seaside-market", "squire")
    p.set(x, "Damage", 15)
    assert p.refused(0, "use", h, (ABILITY, 2), x) == "terrain.affiliation-ability"
    p.there(0, "page")
    ability(p, h, 1)
    ability(p, h, 2, x)
    assert (p.actions_of(0), p.size(0, t.HAND), p.damage(x)) == (8, 1, 10)


def test_terrain_abilities(p: Scene) -> None:
    foe, mine = p.there(1), p.there(0, "pawn")
    for slug in ("squire", "page", "luminous", "insidious", "plain"):
        p.there(0, slug)
    h = p.terrain(0, "emberstadt")
    ability(p, h, 1, mine)
    ability(p, h, 2, foe)
    assert p.figure(mine, "ATK") == 25 and p.damage(foe) == 5
    ability(p, p.terrain(0, "training-grounds"), 1, mine)
    assert p.count(mine, "XP") == 1 and p.damage(mine) == 0
    ability(p, p.terrain(0, "the-plateau"), 2, mine)
    assert p.has(mine, "Unblockable")
    p.actions(0, 10)
    p.set(mine, "Damage", 15)
    springs = p.terrain(0, "hot-springs")
    ability(p, springs, 1, mine)
    ability(p, springs, 2)
    assert p.damage(mine) == 5
    h = p.terrain(0, "terroria")
    p.hand(1, "flare")
    ability(p, h, 1, foe)
    ability(p, h, 2)
    assert p.figure(foe, "ATK") == 10 and p.size(1, t.HAND) == 0
    ability(p, p.terrain(0, "steam-fields"), 1, mine)
    assert not p.s.face[mine] and p.size(0, t.HAND) == 1


def test_the_plateau_lets_one_choose_what_comes(p: Scene) -> None:
    h = terrain(p, "the-plateau", "page")
    top = p.deck_top(0, "flare")[0]
    p.play(0, "use", h, (ABILITY, 1))
    p.until(CONFIRM)
    p.answer(0, YES_MOVE)
    assert p.where(top) == "Discard Pile"


@pytest.mark.parametrize(
    ("slug", "hurt", "word", "mine"),
    [
        ("fire-storm", 10, "", 10),
        ("thunder-storm", 5, "Silence", 5),
        ("rain-storm", 0, "", 0),
        ("snow-storm", 5, "Slow", 5),
    ],
)
def test_storms_act_on_all_and_blow_over(p: Scene, slug: str, hurt: int, word: str, mine: int) -> None:
    x, foe, hidden = p.there(0), p.there(1), p.character(1, "plain", hidden=True)
    storm = p.hand(0, slug)
    p.quietly(0, "terrain", storm)
    p.turns(1)
    assert p.damage(foe) == 0
    p.turns(1)
    assert (p.damage(foe), p.damage(x), p.damage(hidden)) == (hurt, mine, 0)
    assert not word or (p.has(foe, word) and p.has(x, word))
    assert slug != "rain-storm" or p.figure(foe, "DEF") == 0
    p.turns(1)
    assert p.where(storm) == "Discard Pile"


ROWS = (
    "seaside-market",
    "emberstadt",
    "training-grounds",
    "the-plateau",
    "hot-springs",
    "steam-fields",
    "terroria",
)
STORMS = ("fire-storm", "thunder-storm", "rain-storm", "snow-storm")


@pytest.mark.parametrize("slug", [*ROWS, *STORMS])
def test_every_row_of_a_terrain_gives_something(slug: str) -> None:
    """given each Terrain, when one gains four XP, then each row does something, and 3 and 4 give a level."""
    p = Scene()
    p.there(1)
    h = p.terrain(0, slug)
    p.hand(1, "flare")
    for xp in range(1, 5):
        x = p.there(0)
        p.set(x, "XP", xp - 1)
        p.set(x, "Damage", 10)
        before = len(p.log)
        k = p.hold(x, "jin-s-ambition")
        p.play(0, "use", k)
        while p.s.chain or p.asked_kind() == MODE:
            p.step()
        p.pass_all()
        names = {p.rules.events[row[ROW_EVENT]] for row in p.log[before:]}
        assert p.count(x, "XP") == xp
        assert names & {"healed", "drawn", "counter-put", "modified", "discarded", "takes-damage", "hurt"}
        assert p.figure(x, "LV") == (2 if xp > 2 else 1), (slug, xp)
    assert h


# What the log tells.


def told(p: Scene) -> list[str]:
    return [line.text() for row in p.log if (line := p.rules.book.event_line(p.s, row))]


def test_the_log_tells_which_figure_an_effect_changes_and_until_when(p: Scene) -> None:
    """given effects on ATK and a Status Condition, then a line names the card, the change and its end."""
    foe, other = p.there(1), p.there(1)
    book = p.rules.book
    assert isinstance(book, RuleBook)
    name = book.name_of(p.s, foe)
    p.uses("haze-bomb")
    assert f"{name}: -5 ATK until the end of turn {p.s.turn}" in told(p)
    p.uses("sticky-bomb", foe, other)
    assert f"{name}: Slow until the end of turn {p.s.turn + 1}" in told(p)


@pytest.mark.parametrize("slug", [*ROWS, *STORMS])
def test_no_figure_changes_without_a_line(p: Scene, slug: str) -> None:
    """given a Character that gains four XP by each Terrain, then all changes of its figures are told."""
    p.terrain(0, slug)
    x = p.there(0)
    for xp in range(1, 5):
        p.set(x, "XP", xp - 1)
        before, lines = [p.figure(x, word) for word in ("ATK", "DEF", "HP")], len(told(p))
        p.play(0, "use", p.hold(x, "jin-s-ambition"))
        while p.s.chain or p.asked_kind() == MODE:
            p.step()
        p.pass_all()
        fresh = told(p)[lines:]
        level = any("levels up" in line for line in fresh)
        for word, was in zip(("ATK", "DEF", "HP"), before, strict=True):
            now = p.figure(x, word)
            said = any(f"{now - was:+d} {word}" in line for line in fresh)
            assert now == was or level or said, (word, was, now, fresh)
