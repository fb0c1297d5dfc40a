"""Stun, Ghost Counters, Lock and Willpower (fade1 keyword.stun, ghost-counter, element-lock, willpower)."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine import position
from fadenet.engine.errors import LoadError
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, KEY_N, STUN
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "quiet")
    + """
[card.tower]
name = "Tower"
types = ["Character"]
hp = 10
plv = 5
def = 3
[card.dazer]
name = "Dazer"
types = ["Character"]
hp = 10
plv = 2
keywords = { Stun = true }
[card.daze]
name = "Daze"
types = ["Skill"]
rank = "Normal"
keywords = { Stun = true }
do = [{ attack = 2 }]
[card.glare]
name = "Glare"
types = ["Skill"]
rank = "Normal"
keywords = { Stun = true }
targets = [{ pick = "enemy characters" }]
do = [{ counter = "Drain", on = "target" }]
[card.thump]
name = "Thump"
types = ["Reaction"]
rank = "Normal"
keywords = { Stun = true }
answers = { to = "attack" }
do = [{ attack = 1 }]
[card.poke]
name = "Poke"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 5 }]
[card.screen]
name = "Screen"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ block = true }]
[card.cut]
name = "Cut"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ negate = true }]
[card.veer]
name = "Veer"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
targets = [{ pick = "your characters" }]
do = [{ deflect = true }]
[card.sentry]
name = "Sentry"
types = ["Character"]
hp = 10
plv = 5
[[card.sentry.ability]]
activate = true
answers = { to = "attack" }
do = [{ block = true }]
[[card.sentry.ability]]
activate = true
do = [{ gain_tp = 1 }]
[card.steady]
name = "Steady"
types = ["Character"]
hp = 10
plv = 5
keywords = { Immune = ["Stun"] }
[card.beam]
name = "Beam"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 2, label = "Energy" }]
[card.blow]
name = "Blow"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 2, label = "Physical" }]
[card.fade-out]
name = "Fade Out"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ counter = "Ghost", n = 2, on = "attacked" }]
[card.mist]
name = "Mist"
types = ["Item"]
rank = "Normal"
keywords = { Ghost = 1 }
targets = [{ pick = "all characters" }]
[card.solid]
name = "Solid"
types = ["Character"]
hp = 10
plv = 5
keywords = { Immune = ["Ghost"] }
[card.keep]
name = "Keep"
types = ["Character"]
elements = ["Fire"]
hp = 10
plv = 5
keywords = { Lock = ["Fire", "Water"] }
[card.bolt]
name = "Bolt"
types = ["Augment"]
rank = "Normal"
elements = ["Earth"]
ability = [{ gives = { Lock = ["Fire"] } }]
[card.torch]
name = "Torch"
types = ["Augment"]
rank = "Normal"
elements = ["Fire"]
ability = [{ gives = { PLV = 2 } }]
[card.sponge]
name = "Sponge"
types = ["Augment"]
rank = "Normal"
elements = ["Water"]
ability = [{ gives = { PLV = 1 } }]
[card.ember]
name = "Ember"
types = ["Skill"]
rank = "Normal"
elements = ["Fire"]
do = [{ attack = 2 }]
[card.steam]
name = "Steam"
types = ["Skill"]
rank = "Normal"
elements = ["Fire", "Water"]
do = [{ attack = 2 }]
[card.rain]
name = "Rain"
types = ["Item"]
rank = "Normal"
elements = ["Water"]
do = [{ mod = "PLV", n = 3, on = "all characters" }, { damage = 1, to = "all characters" }]
[card.stubborn]
name = "Stubborn"
types = ["Character"]
hp = 5
plv = 1
keywords = { Willpower = true }
[card.crush]
name = "Crush"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 20 }]
[card.double]
name = "Double"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 9, hits = 2 }]
[card.venom]
name = "Venom"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ damage = 9, to = "target" }]
[card.doom]
name = "Doom"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ knock_out = "target" }]
"""
)
WORDS = (
    ('in_person = "last-stand"\n', 'in_person = "always"\nbudget = "one"\n'),
    ('Multistrike = { kind = "number", how = "round" }', 'Multistrike = { kind = "number", how = "turn" }'),
    ("[board]", '[cards]\nstats = ["DEF"]\n\n[board]'),
    ('stages = ["own", "times", "receiver"]', 'stages = ["own", "guard", "times", "receiver"]'),
    ('labels = ["Physical"]', 'labels = ["Physical", "Energy", "Unknown"]'),
    ("[upkeep]\n", '[upkeep]\nGhost = { phase = "starting", does = "wear" }\n'),
    (
        "[keywords]\n",
        '[keywords]\nStun = { kind = "plain" }\nGhost = { kind = "counter" }\n'
        'Lock = { kind = "elements" }\nWillpower = { kind = "plain" }\n',
    ),
    (
        'back-row = "',
        'one-attack = "combat.skills-unlimited"\nstunned = "combat.roles"\nghost = "attack.physical"\n'
        'lock = "element.of-attacks"\nback-row = "',
    ),
)
STUNNED, GHOSTLY, LOCKED = "combat.roles", "attack.physical", "element.of-attacks"


def match(*, seats: int = 2) -> Duel:
    """A match of an edition with these words."""
    return differing(CARDS, *WORDS, seats=seats)


def dazed(slug: str = "tower") -> tuple[Duel, int, int]:
    """A Giant of seat 0 (PLV 4) has used a Stun Skill of 2 on one of seat 1, in seat 0's Combat Phase."""
    d = match()
    mine, theirs = d.character(0, "tower"), d.character(1, slug)
    daze = d.on(mine, "daze")
    d.go(0, COMBAT)
    d.play(0, "use", daze, theirs)
    d.pass_all()
    return d, mine, theirs


def test_stun_and_a_friends_reaction() -> None:
    # Given DEF 3 and a Stun Skill of 2, then nothing is dealt and Stun holds: on the attacker's extra Normal
    # Attack the own Block is refused, a friend's is accepted; without it 5 are dealt, and Stun is over.
    for blocked in (False, True):
        d, mine, theirs = dazed()
        friend = d.character(1)
        own, other = d.on(theirs, "screen"), d.on(friend, "screen")
        assert d.hp(theirs) == 10 and d.s.num[STUN][theirs] == 1
        d.play(0, "attack", mine, theirs)
        assert d.refused(1, "use", own, -1) == STUNNED and d.can(1, "use", other, -1)
        if blocked:
            d.play(1, "use", other, -1)
        d.pass_all()
        assert d.hp(theirs) == (10 if blocked else 5) and d.s.num[STUN][theirs] == 0
        assert d.refused(0, "attack", mine, theirs) == "attack.normal-once"
        second = d.character(0, "tower")
        d.play(0, "attack", second, theirs)
        assert d.can(1, "use", own, -1)
        d.pass_all()
        assert d.hp(theirs) == (8 if blocked else 3)


def test_the_extra_attack_may_be_a_card_and_is_one() -> None:
    # Given a Stun Skill and a second one, then a third Attack is refused; a Stun Skill again gives one more.
    d, mine, theirs = dazed()
    poke, third, again = d.on(mine, "poke"), d.on(mine, "poke"), d.on(mine, "daze")
    d.play(0, "use", poke, theirs)
    d.pass_all()
    assert d.refused(0, "use", third, theirs) == d.refused(0, "use", again, theirs)
    d, mine, theirs = dazed()
    again = d.on(mine, "daze")
    d.play(0, "use", again, theirs)
    d.pass_all()
    assert d.s.num[STUN][theirs] == 1 and d.hp(theirs) == 8 and d.can(0, "attack", mine, theirs)


def test_a_stunned_character_neither_attacks_nor_answers_by_ability() -> None:
    # Given a Stunned one with an ability that answers, then that is refused in the next Attack, and not in
    # the one after it; an ability that answers nothing is not refused.
    d, mine, theirs = dazed("sentry")
    d.on(d.character(1), "screen")
    d.play(0, "attack", mine, theirs)
    assert d.refused(1, "activate", theirs, (KEY_N, 1), -1) == STUNNED
    d.pass_all()
    d.play(0, "attack", d.character(0), theirs)
    assert d.can(1, "activate", theirs, (KEY_N, 1), -1)
    d = match()
    mine, theirs = d.character(0, "sentry"), d.character(1, "tower")
    thump = d.on(theirs, "thump")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    d.play(1, "use", thump, -1)
    d.pass_all()
    assert d.s.num[STUN][mine] == 1 and d.can(0, "activate", mine, (KEY_N, 2))


def test_a_counter_with_stun_bars_its_victim_and_gives_no_extra_attack() -> None:
    # Given a Counter with Stun, then the attacker is Stunned: it can neither Attack nor use a card. Who
    # Countered has no Attack more in the own turn.
    d = match()
    mine, theirs = d.character(0, "tower"), d.character(1, "tower")
    thump, poke = d.on(theirs, "thump"), d.on(mine, "poke")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    d.play(1, "use", thump, -1)
    d.pass_all()
    assert d.refused(0, "attack", mine, theirs) == d.refused(0, "use", poke, theirs) == STUNNED
    d.next_turn(1)
    d.go(1, COMBAT)
    d.play(1, "attack", theirs, mine)
    d.pass_all()
    assert d.refused(1, "attack", theirs, mine) == "attack.normal-once"


@pytest.mark.parametrize(("slug", "stunned"), [("screen", True), ("cut", False), ("veer", False), ("", True)])
def test_stun_holds_after_a_block_and_not_after_what_stops_the_attack(slug: str, stunned: bool) -> None:
    # Given a Stun Skill that is Blocked, then Stun holds; Negated, it does not; Deflected, it is on the new
    # target. The extra Attack goes with it.
    d = match()
    mine, theirs, friend = d.character(0, "tower"), d.character(1, "tower"), d.character(1, "tower")
    daze, answer = d.on(mine, "daze"), d.on(friend, slug or "screen")
    d.go(0, COMBAT)
    d.play(0, "use", daze, theirs)
    if slug:
        d.play(1, "use", answer, -1, *[friend] * (slug == "veer"))
    d.pass_all()
    assert (d.s.num[STUN][theirs] == 1) == stunned
    assert (d.s.num[STUN][friend] == 1) == (slug == "veer")
    assert d.can(0, "attack", mine, theirs) == (slug != "cut")


def test_stun_ends_with_the_end_phase_and_stays_with_its_bearer_until_then() -> None:
    # Given a Stunned Character, then Stun is there in the Aftermath, shown and written down, and gone as the
    # End Phase begins; it leaves with the card.
    d, _, theirs = dazed()
    assert FADE.marks(d.s, theirs).split()[0] == "St" and "Stunned" in FADE.detail(
        d.s, theirs, d.s.code[theirs]
    )
    d.go(0, AFTERMATH)
    assert position.load(d.rules, position.dump(d.s)).num[STUN][theirs] == 1
    d.play(0, "end")
    d.pass_all()
    assert not any(d.s.num[STUN])
    d, _, theirs = dazed()
    d.play(0, "end")
    d.go(0, AFTERMATH)
    d.play(0, "play", d.hand(0, "doom"), theirs)
    d.pass_all()
    assert d.where(theirs) == "Discard Pile Zone" and d.s.num[STUN][theirs] == 0


def test_stun_of_a_character_is_for_its_own_attacks_and_players_are_not_stunned() -> None:
    # Given a Character with Stun, then its Normal Attack Stuns, and gives another; on a Player it does
    # neither.
    d = match()
    mine, theirs = d.character(0, "dazer"), d.character(1, "tower")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    d.pass_all()
    assert d.s.num[STUN][theirs] == 1 and d.can(0, "attack", mine, theirs)
    d = match()
    mine = d.character(0, "dazer")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, d.body(1))
    d.pass_all()
    assert d.s.num[STUN][d.body(1)] == 0 and d.refused(0, "attack", mine, d.body(1)) == "attack.normal-once"


def test_a_skill_without_damage_stuns_and_immune_keeps_stun_away() -> None:
    # Given a Stun Skill that deals nothing, then its target is Stunned; one Immune to Stun takes the damage
    # alone, and there is no extra Attack.
    d = match()
    mine, theirs = d.character(0, "tower"), d.character(1, "tower")
    glare = d.on(mine, "glare")
    d.go(0, COMBAT)
    d.play(0, "use", glare, theirs)
    d.pass_all()
    assert d.s.num[STUN][theirs] == 1 and d.can(0, "attack", mine, theirs)
    d, mine, theirs = dazed("steady")
    assert d.hp(theirs) == 8 and d.s.num[STUN][theirs] == 0
    assert d.refused(0, "attack", mine, theirs) == "attack.normal-once"


# Ghost Counters.


def test_what_is_physical_does_not_aim_at_a_ghost() -> None:
    # Given the only enemy Character with a Ghost Counter, then Normal Attacks reach neither it nor its
    # Player; a Physical Skill is refused, one of Energy and one of no label are not.
    d = match()
    mine, theirs = d.character(0, "tower"), d.character(1)
    blow, beam, poke = (d.on(mine, slug) for slug in ("blow", "beam", "poke"))
    d.counters(theirs, "Ghost", 1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", mine, theirs) == d.refused(0, "use", blow, theirs) == GHOSTLY
    assert not d.can(0, "attack", mine, d.body(1))
    assert d.can(0, "use", poke, theirs) and d.can(0, "use", beam, theirs)
    d.play(0, "use", beam, theirs)
    d.pass_all()
    assert d.hp(theirs) == values.full_hp(d.s, theirs) - 2


def test_a_ghost_attacks_physically_as_ever() -> None:
    # Given an attacker with Ghost Counters, then its Normal Attack deals its damage.
    d = match()
    mine, theirs = d.character(0, "tower"), d.character(1, "giant")
    d.counters(mine, "Ghost", 2)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    d.pass_all()
    assert d.count(theirs, "Damage") == 5


def test_a_physical_attack_under_way_does_nothing_to_a_ghost_and_one_wears_off_a_turn() -> None:
    # Given a Normal Attack that is answered with 2 Ghost Counters, then it deals nothing; one goes in each of
    # the bearer's Starting Phases, then it is struck again. Immune to Ghost is struck all along.
    d = match()
    mine, theirs = d.character(0, "tower"), d.character(1)
    out = d.on(theirs, "fade-out")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    d.play(1, "use", out, -1)
    d.pass_all()
    assert d.count(theirs, "Ghost") == 2 and d.count(theirs, "Damage") == 0
    for left in (1, 0):
        d.next_turn(0)
        d.go(0, COMBAT)
        assert d.count(theirs, "Ghost") == left and d.can(0, "attack", mine, theirs) == (not left)
    solid = d.character(1, "solid")
    d.counters(solid, "Ghost", 1)
    assert d.can(0, "attack", mine, solid)


def test_ghost_is_put_by_cards_and_survives_mute() -> None:
    # Given an Item with Ghost 1, then its target has one, which the face shows, with Mute on it as well.
    d = match()
    mine, theirs = d.character(0, "tower"), d.character(1)
    for slug in ("mist", "quiet"):
        d.play(0, "play", d.hand(0, slug), theirs)
        d.pass_all()
    assert d.count(theirs, "Ghost") == 1 and "Gh1" in FADE.marks(d.s, theirs)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", mine, theirs) == GHOSTLY


# Lock.


def test_only_what_has_all_elements_of_a_lock_targets_its_bearer() -> None:
    # Given Fire/Water Lock, then a Fire Skill and a Normal Attack are refused and a Fire/Water Skill is not;
    # the bearer shields its Player.
    d = match()
    mine, keep = d.character(0, "tower"), d.character(1, "keep")
    ember, steam = d.on(mine, "ember"), d.on(mine, "steam")
    d.go(0, COMBAT)
    assert d.refused(0, "use", ember, keep) == d.refused(0, "attack", mine, keep) == LOCKED
    assert not d.can(0, "attack", mine, d.body(1))
    d.play(0, "use", steam, keep)
    d.pass_all()
    assert d.hp(keep) == 8


def test_a_lock_keeps_out_the_own_side_and_what_was_there_before() -> None:
    # Given an Earth Augment that gives Fire Lock, then it keeps out a Water Augment, and what a Water Item
    # did before; a Fire Augment is attached, and the card moves. When the Lock is gone, what was there before
    # counts again, and what was kept out has not happened.
    d = match()
    d.character(0)
    mine = d.character(0, "tower")
    d.play(0, "play", d.hand(0, "rain"))
    d.pass_all()
    sponge = d.on(mine, "sponge", face=1)
    assert (d.plv(mine), d.hp(mine)) == (5 + 3 + 1, 10)
    bolt = d.hand(0, "bolt")
    d.play(0, "play", bolt, mine)
    d.pass_all()
    assert d.plv(mine) == 5
    other, torch = d.hand(0, "sponge"), d.hand(0, "torch")
    assert d.refused(0, "play", other, mine) == "augment.whom"
    d.play(0, "play", torch, mine)
    d.pass_all()
    assert d.plv(mine) == 7 and d.can(0, "move", mine)
    before = d.hp(mine)
    d.play(0, "play", d.hand(0, "rain"))
    d.pass_all()
    assert (d.plv(mine), d.hp(mine)) == (7, before)
    free = d.character(0)
    moved = d.on(free, "sponge", face=1)
    d.go(0, AFTERMATH)
    assert not d.can(0, "reattach", moved, mine) and d.can(0, "reattach", torch, free)
    d.play(0, "reattach", bolt, free)
    d.pass_all()
    assert d.plv(mine) == 5 + 3 + 2 + 1 and d.where(sponge) == "attached"


def test_lock_in_the_discard_pile_keeps_nothing_out() -> None:
    # Given a Character with Lock in the Discard Pile, then a card without its Elements takes it back.
    cards_with = CARDS + (
        '[card.salvage]\nname = "Salvage"\ntypes = ["Item"]\nrank = "Normal"\n'
        'targets = [{ pick = "your discard pile" }]\ndo = [{ return = "target", to = "deck top" }]\n'
    )
    d = differing(cards_with, *WORDS)
    keep = d.discard(0, "keep")
    d.play(0, "play", d.hand(0, "salvage"), keep)
    d.pass_all()
    assert d.where(keep) == "Deck Zone"


# Willpower.


@pytest.mark.parametrize(("slug", "left"), [("crush", 1), ("double", 0), ("poke", 1), ("daze", 3)])
def test_willpower_survives_a_hit_with_1_hp(slug: str, left: int) -> None:
    # Given 5 HP and Willpower, then a hit of 20 or 5 leaves 1, one of 2 leaves 3; a second hit is too much.
    d = match()
    mine, theirs = d.character(0, "tower"), d.character(1, "stubborn")
    skill = d.on(mine, slug)
    d.go(0, COMBAT)
    d.play(0, "use", skill, theirs)
    d.pass_all()
    assert d.hp(theirs) == left if left else d.where(theirs) == "Discard Pile Zone"


@pytest.mark.parametrize("slug", ["venom", "doom"])
def test_willpower_is_no_help_against_what_is_no_hit(slug: str) -> None:
    # Given an effect that deals damage without an Attack, or Knocks Out, then the bearer of Willpower falls;
    # so it does by a hit with Mute on it, and with 1 HP left.
    d = match()
    theirs = d.character(1, "stubborn")
    d.play(0, "play", d.hand(0, slug), theirs)
    d.pass_all()
    assert d.where(theirs) == "Discard Pile Zone"
    for hush in (True, False):
        d = match()
        mine, theirs = d.character(0, "tower"), d.character(1, "stubborn")
        if hush:
            d.play(0, "play", d.hand(0, "quiet"), theirs)
            d.pass_all()
        else:
            d.damage(theirs, 4)
        d.go(0, COMBAT)
        d.play(0, "attack", mine, theirs)
        d.pass_all()
        assert d.where(theirs) == "Discard Pile Zone"


def test_what_is_no_word_of_an_edition_is_refused() -> None:
    # Given an edition without these keywords, then a card with one, or Immune to it, is refused; there is no
    # edition with Stun and free Attacks.
    for words in ("Stun = true", 'Immune = ["Stun"]', "Ghost = 1", 'Lock = ["Fire"]', "Willpower = true"):
        head = "[card.odd]\nname = 'Odd'\ntypes = ['Character']\nhp = 1\nplv = 1\n"
        with pytest.raises(LoadError, match="odd"):
            Duel(f"{head}keywords = {{ {words} }}\n")
    stun = ("[keywords]\n", '[keywords]\nStun = { kind = "plain" }\n')
    with pytest.raises(LoadError, match=r"keywords\.Stun"):
        differing("", stun, ('fresh = "', 'stunned = "combat.roles"\nfresh = "'))
