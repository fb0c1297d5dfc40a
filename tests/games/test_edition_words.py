"""The effects of the words of an edition's file: the one that is there, but for a word, and a case of it."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms
from fadenet.engine.state import CONFIRM, PICK
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import B_ATTACK, COMBAT, DRAWING, HAND, KEY_TO, STARTING
from tests.builders.editions import differing
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill, zone

SQUAD = (
    cards("bodyguard", "charm", "exhume", "manacle", "shove", "veer")
    + skill("piercing", do={"attack": 2, "type": "Unblockable"})
    + character("dynamo", plv=1, keywords={"Charge": 2})
    + character("captain", level=3, hp=1, plv=1)
    + character("shade", hp=1, plv=1, keywords="Void")
    + character("flailer", plv=1, keywords={"Multistrike": 1})
    + character("sprinter", plv=1, keywords="Flash")
    + zone("pile", keywords={"Stacker": 2})
    + character("wraith", plv=1, level_up=["Soldier", "Dynamo"])
    + character("prism", keywords="Wildcard")
    + item("melt", targets={"pick": {"from": "all characters", "element": "Metal"}}, do={"destroy": "target"})
    + item("erase", targets={"pick": {"from": "all characters", "element": "Null"}}, do={"destroy": "target"})
    + item("hush", targets="all characters", do={"forbid": "attack", "on": "target", "until": "round"})
    + item("anchor", targets="all characters", do={"forbid": "move", "on": "target"})
)
STAYS = ('refill = "all"', 'refill = "none"')
TO_FRONT, TO_BACK = (KEY_TO, 0), (KEY_TO, 1)


def duel(*pairs: tuple[str, str], seats: int = 2, setup: bool = True, **figures: int) -> Duel:
    """A match of the edition that is there, but for some words of its file and figures of its book."""
    return differing(SQUAD, *pairs, figures=figures, seats=seats, setup=setup)


def test_a_toss_says_who_begins() -> None:
    # Given first = "toss", when a match begins, then nobody throws: all are asked for a mulligan at once.
    d = duel(('first = "throws"', 'first = "toss"'), setup=False)
    assert {a.kind for a in d.s.asks} == {CONFIRM} and not d.happened("thrown")


@pytest.mark.parametrize("over", ["all", "each"])
def test_enemies_are_shielded_together_or_each_for_itself(over: str) -> None:
    # Given two enemies, one of whom has a Character behind an empty front, then with over = "each" it can be
    # attacked, with "all" the front Character of the other one shields it as well.
    stays = ('refill = "all"', 'refill = "none"')
    d = duel(stays, ('over = "all"', f'over = "{over}"'), seats=3)
    me, front, behind = d.character(0), d.character(1), d.character(2, backup=True)
    d.go(0, COMBAT)
    assert d.can(0, "attack", me, front)
    assert d.can(0, "attack", me, behind) == (over == "each")


def test_a_back_row_that_stays_leaves_the_front_empty() -> None:
    # Given refill = "none", when the last Character in front falls, then the others stay where they are.
    d = duel(('refill = "all"', 'refill = "none"'))
    me, captain, behind = d.character(0), d.character(1, "captain"), d.character(1, backup=True)
    d.go(0, COMBAT)
    d.quietly(0, "attack", me, captain)
    assert d.where(captain) == "Discard Pile Zone" and d.where(behind) == "Backup Zone"


def test_a_knock_out_costs_the_level_of_the_character() -> None:
    # Given knock_out_costs = "Level" and a Character of Level 3, when it falls, then its Player loses 3 HP.
    d = duel(('knock_out_costs = "nothing"', 'knock_out_costs = "Level"'))
    me, captain = d.character(0), d.character(1, "captain")
    before = d.hp(d.body(1))
    d.go(0, COMBAT)
    d.quietly(0, "attack", me, captain)
    assert d.where(captain) == "Discard Pile Zone" and d.hp(d.body(1)) == before - 3


def test_a_damage_type_withstands_what_its_edition_says() -> None:
    # Given Unblockable that withstands Blocks alone, when such an Attack is Deflected, then another is hit.
    d = duel(('Unblockable = ["block", "deflect"]', 'Unblockable = ["block"]'))
    me, first, second = d.character(0), d.character(1), d.character(1)
    skill, aside = d.on(me, "piercing"), d.on(first, "veer")
    d.go(0, COMBAT)
    d.play(0, "use", skill, first)
    d.quietly(1, "use", aside, -1, second)
    assert (d.count(first, "Damage"), d.count(second, "Damage")) == (0, 2)


def test_charge_without_a_chain_gives_its_tp_at_once() -> None:
    # Given Charge in the upkeep and a Character with Charge 2, when its Player's turn begins, then the TP
    # come without a Chain.
    d = duel(('how = "chain"', 'how = "upkeep"'))
    d.character(0, "dynamo")
    d.next_turn(1)
    d.tp(0, 0)
    d.log.clear()
    d.go(0, STARTING)
    d.go(0, DRAWING)
    assert d.tp_of(0) == 3 and not d.happened("linked")


def test_a_card_with_void_is_destroyed_as_well() -> None:
    # Given Void that destroys, when a Character with Void falls, then it is destroyed and in the Rift Zone.
    d = duel(('how = "imprisoned"', 'how = "destroyed"'))
    me, shade = d.character(0), d.character(1, "shade")
    d.go(0, COMBAT)
    d.quietly(0, "attack", me, shade)
    assert d.where(shade) == "Rift Zone" and d.happened("destroyed") and d.happened("imprisoned")


def test_counters_wear_off_in_the_phase_that_the_edition_names() -> None:
    # Given Drain that wears in the Combat Phase, when it begins, then each bearer has one Counter less.
    d = duel(("[upkeep]", '[upkeep]\nDrain = { phase = "combat", does = "wear" }'))
    me = d.character(0)
    d.counters(me, "Drain", 2)
    d.go(0, COMBAT)
    assert d.count(me, "Drain") == 1


@pytest.mark.parametrize(("does", "left"), [("harm", 0), ("harm one", 2)])
def test_poison_goes_at_once_or_one_by_one(does: str, left: int) -> None:
    # Given 3 Poison Counters, when their bearer's turn begins, then all or one came back as Damage Counters.
    row = 'Poison = { phase = "starting", does = "harm'
    d = duel((row, row.replace("harm", does)))
    theirs = d.character(1)
    d.counters(theirs, "Poison", 3)
    d.next_turn(1)
    assert (d.count(theirs, "Poison"), d.count(theirs, "Damage")) == (left, 3 - left)


# Keywords.


@pytest.mark.parametrize("how", ["up to", "exactly"])
def test_stacker_takes_up_to_so_many_cards_or_exactly_so_many(how: str) -> None:
    # Given Stacker 2, then with "exactly" it is not played beside one other card in Hand, and takes two of
    # three.
    d = duel(('how = "up to"', f'how = "{how}"'))
    pile, few = d.hand(0, "pile"), how == "up to"
    mine = [d.hand(0, "ration")]
    assert d.can(0, "play", pile) == few
    if not few:
        assert d.refused(0, "play", pile) == "keyword.stacker"
    mine += [d.hand(0, "ration"), d.hand(0, "ration")]
    d.play(0, "play", pile)
    d.until(PICK)
    assert d.can(0, "done") == few
    d.play(0, "pick", mine[0])
    assert d.can(0, "done") == few
    d.quietly(0, "pick", mine[2])
    assert d.size(0, HAND) == 1 and d.s.host[mine[0]] == d.s.host[mine[2]] == pile


@pytest.mark.parametrize("how", ["bare", "keeps"])
def test_a_level_up_card_keeps_counters_or_does_not(how: str) -> None:
    # Given Counters on a Soldier in front and a Dynamo in the back, when a card is laid on both in the back,
    # then it has those of the Dynamo, Damage included, or none.
    d = duel(STAYS, ('how = "bare"', f'how = "{how}"'))
    soldier, dynamo = d.character(0), d.character(0, "dynamo", backup=True)
    for h, name, n in ((soldier, "Drain", 1), (dynamo, "Aura", 2), (dynamo, "Damage", 3)):
        d.counters(h, name, n)
    wraith = d.fighter(0, "wraith")
    d.quietly(0, "play", wraith, TO_BACK, soldier, dynamo)
    kept = (2, 3, 0) if how == "keeps" else (0, 0, 0)
    assert tuple(d.count(wraith, name) for name in ("Aura", "Damage", "Drain")) == kept
    assert d.where(wraith) == "Backup Zone"


@pytest.mark.parametrize("how", ["round", "turn"])
def test_extra_normal_attacks_are_for_a_round_or_for_each_turn(how: str) -> None:
    # Given Multistrike 1, used in seat 1's turn, and control taken by seat 0, then in seat 0's turn it is
    # back where it is for each turn.
    d = duel(('how = "round"', f'how = "{how}"'))
    assert extra_is_back(d) == (how == "turn")


@pytest.mark.parametrize("how", ["not Null", "all"])
def test_wildcard_has_every_element_with_null_or_without(how: str) -> None:
    # Given a Character with Wildcard, then it is chosen as a Metal one, and as a Null one only with "all".
    d = duel(('how = "not Null"', f'how = "{how}"'))
    prism = d.character(0, "prism")
    assert d.can(0, "play", d.hand(0, "melt"), prism)
    assert d.can(0, "play", d.hand(0, "erase"), prism) == (how == "all")


# Rounds and Items.


@pytest.mark.parametrize("what", ["cycle", "table"])
def test_a_round_lasts_until_whoever_began_it_or_the_first_player_is_next(what: str) -> None:
    # Given what seat 1 forbids for a round, then with round = "cycle" it lasts until seat 1's next turn, with
    # "table" until seat 0's; and so do the marks of an extra Normal Attack and of Paralyze.
    d = duel(('round = "cycle"', f'round = "{what}"'))
    mine, theirs = d.character(0), d.character(1, "flailer")
    d.counters(theirs, "Paralyze", 1)
    d.next_turn(1)
    d.quietly(1, "play", d.hand(1, "hush"), mine)
    assert values.banned(d.s, mine, B_ATTACK) and values.banned(d.s, theirs, B_ATTACK)
    d.next_turn(0)
    held = what == "cycle"
    assert (values.banned(d.s, mine, B_ATTACK), values.banned(d.s, theirs, B_ATTACK)) == (held, held)
    d.next_turn(1)
    assert not values.banned(d.s, mine, B_ATTACK) and not values.banned(d.s, theirs, B_ATTACK)


@pytest.mark.parametrize("what", ["cycle", "table"])
def test_extra_attacks_of_a_round_come_back_with_the_next_one(what: str) -> None:
    # Given Multistrike 1 used in seat 1's turn and control taken by seat 0, then in seat 0's turn it is back
    # only where that begins a round.
    d = duel(('round = "cycle"', f'round = "{what}"'))
    assert extra_is_back(d) == (what == "table")


def test_items_are_played_in_the_phases_that_the_edition_names() -> None:
    # Given items in the Combat Phase alone, then they are refused in the others, where nobody is asked.
    line = 'items = ["starting", "draw", "preparation", "combat", "aftermath", "end"]'
    d = duel((line, 'items = ["combat"]'))
    ration, theirs = d.hand(0, "ration"), d.hand(1, "ration")
    assert d.refused(0, "play", ration) == "item.any-turn"
    d.play(0, "end")
    assert d.s.phase == COMBAT and d.asked() == [0]
    assert d.can(0, "play", ration)
    d.play(0, "end")
    assert d.asked() == [1] and d.can(1, "play", theirs)


def extra_is_back(d: Duel) -> bool:
    """Whether Multistrike 1 that seat 1 has used up in its turn is there in seat 0's, which takes control."""
    enemy, flurry = d.character(0, "giant"), d.character(1, "flailer")
    d.next_turn(1)
    d.go(1, COMBAT)
    for _ in range(2):
        d.quietly(1, "attack", flurry, enemy)
    assert d.refused(1, "attack", flurry, enemy) == "attack.normal-once"
    d.next_turn(0)
    d.quietly(0, "play", d.hand(0, "charm"), flurry)
    other = d.character(1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", flurry, other)
    return d.can(0, "attack", flurry, other)


# The back row.


def test_a_back_row_that_stands_alone_attacks() -> None:
    # Given attacks = "alone", then a Character in the back Attacks only once nobody is in front of it.
    d = duel(STAYS, ('attacks = "never"', 'attacks = "alone"'))
    front, back, enemy = d.character(0), d.character(0, backup=True), d.character(1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", back, enemy) == "combat.backup-cannot-attack"
    d.quietly(0, "attack", front, enemy)
    atoms.take_away(d.s, front)
    assert d.can(0, "attack", back, enemy)
    d.quietly(0, "attack", back, enemy)
    assert d.count(enemy, "Damage") == 6 and d.where(back) == "Backup Zone"


def test_a_back_row_that_never_attacks_does_not_even_alone() -> None:
    # Given attacks = "never", then a Character in the back does not Attack with nobody in front of it.
    d = duel(STAYS)
    back, enemy = d.character(0, backup=True), d.character(1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", back, enemy) == "combat.backup-cannot-attack"


@pytest.mark.parametrize("enter", ["behind-front", "free", "never"])
def test_when_characters_come_into_the_back_row(enter: str) -> None:
    # Given enter = "free", then a Character is played there though nobody is in front, with "behind-front"
    # only behind another, with "never" not at all.
    d = duel(STAYS, ('enter = "behind-front"', f'enter = "{enter}"'))
    first, second = d.fighter(0), d.fighter(0)
    assert d.can(0, "play", first, TO_BACK) == (enter == "free")
    d.quietly(0, "play", first, TO_FRONT)
    assert d.can(0, "play", second, TO_BACK) == (enter != "never")
    if enter == "never":
        assert d.refused(0, "play", second, TO_BACK) == "zone.backup-needs-front"


@pytest.mark.parametrize("enter", ["behind-front", "free", "never"])
def test_what_effects_bring_into_the_back_row_stands_there_unless_it_needs_a_front(enter: str) -> None:
    # Given nobody in front, when effects bring Characters into the back row, then they stand in front only
    # with enter = "behind-front"; with "never" so does one of which control is taken.
    d = duel(STAYS, ('enter = "behind-front"', f'enter = "{enter}"'))
    other, fallen = d.character(1, backup=True), d.discard(0, "soldier")
    d.quietly(0, "play", d.hand(0, "charm"), other)
    assert d.where(other) == ("Backup Zone" if enter == "free" else "Character Zone")
    atoms.take_away(d.s, other)
    d.quietly(0, "play", d.hand(0, "exhume"), fallen)
    assert d.where(fallen) == ("Character Zone" if enter == "behind-front" else "Backup Zone")


@pytest.mark.parametrize("word", ["forward", "retreat"])
def test_any_character_is_moved_where_it_need_not_be_able_to_act(word: str) -> None:
    # Given forward or retreat = "any" and Characters in both rows that cannot act, then those are moved that
    # way and not the other; one that cannot be moved is not.
    d = duel((f'{word} = "able"', f'{word} = "any"'))
    front, back = d.character(0), d.character(0, backup=True)
    d.character(0)
    for h in (front, back):
        d.quietly(0, "play", d.hand(0, "manacle"), h)
    assert (d.can(0, "move", front), d.can(0, "move", back)) == (word == "retreat", word == "forward")
    d.quietly(0, "play", d.hand(0, "anchor"), front if word == "retreat" else back)
    assert not d.can(0, "move", front) and not d.can(0, "move", back)


@pytest.mark.parametrize("word", ["forward", "retreat"])
def test_only_those_are_moved_that_did_not_come_in_this_turn(word: str) -> None:
    # Given forward or retreat = "ready" and Characters in both rows that came in this turn, then they are not
    # moved that way but the other, one with Flash is, and in the next turn all are.
    d = duel((f'{word} = "able"', f'{word} = "ready"'))
    back = word == "forward"
    new, other = d.character(0, backup=back, fresh=True), d.character(0, backup=not back, fresh=True)
    quick, there = d.character(0, "sprinter", backup=back, fresh=True), d.character(0, backup=back)
    d.character(0)
    assert [d.can(0, "move", h) for h in (new, other, quick, there)] == [False, True, True, True]
    d.next_turn(0)
    assert d.can(0, "move", new)


LEAVES = (
    ("last_front_stays = true", "last_front_stays = false"),
    ('last-in-front = "prep.move-last-front"\n', ""),
)


@pytest.mark.parametrize("stays", [True, False])
def test_the_last_in_front_stays_there_or_does_not(stays: bool) -> None:
    # Given last_front_stays = false, then the last Character in front is moved to the back, by its Player
    # and by an effect.
    d = duel(STAYS, *(() if stays else LEAVES))
    mine, other = d.character(0), d.character(1)
    assert d.can(0, "move", mine) != stays
    d.quietly(0, "play", d.hand(0, "shove"), other)
    assert d.where(other) == ("Character Zone" if stays else "Backup Zone")


# Attacks.


@pytest.mark.parametrize("when", ["last-stand", "always"])
def test_a_player_attacks_in_the_last_stand_or_always(when: str) -> None:
    # Given in_person = "always", then a Player with a Character Attacks in person.
    d = duel(('in_person = "last-stand"', f'in_person = "{when}"'))
    d.character(0)
    enemy = d.character(1)
    d.go(0, COMBAT)
    assert d.can(0, "attack", d.body(0), enemy) == (when == "always")


# Figures: a limit that is 0 is none.


@pytest.mark.parametrize("most", [10, 0])
def test_tp_have_a_maximum_or_none(most: int) -> None:
    # Given a maximum of 0 TP, which is none, when a Player with 10 TP gains more, then there are 11.
    d = duel(tp_max=most)
    d.next_turn(1)
    d.tp(0, 10)
    d.next_turn(0)
    assert d.tp_of(0) == (10 if most else 11)


@pytest.mark.parametrize("most", [60, 0])
def test_decks_have_a_most_or_none(most: int) -> None:
    # Given no most for Deck and Fighter Pool, then any number of cards is legal, and too few are not.
    d = duel(deck_max=most, fighter_pool_max_cards=most // 3, copies_max_same_name=100)
    zone, squire = d.rules.code_of("plain"), d.rules.code_of("squire")
    faults = [rule for rule, _ in d.rules.book.deck_faults([[zone] * 70, [squire] * 30])]
    assert faults == (["deck.size", "deck.pool-size"] if most else [])
    few = d.rules.book.deck_faults([[zone] * 3, []])
    assert few == [
        ("deck.size", f"the Deck has 3 cards; it must have {'40 to 60' if most else 'at least 40'}")
    ]
    assert d.rules.book.draw_deck(lambda cards: None)[1]


@pytest.mark.parametrize("most", [0, 1])
def test_so_many_cards_of_a_seat_are_used_against_one_attack(most: int) -> None:
    # Given one card a seat against an Attack, then a second one is refused, but not one of another seat, nor
    # one against another Attack; Counters are no cards.
    d = duel(seats=3, defender_cards_per_attack=most)
    mine, theirs, third = d.character(0), d.character(1), d.character(2)
    first, second, friend = d.on(theirs, "guard"), d.on(theirs, "guard"), d.on(third, "bodyguard")
    skill = d.on(mine, "strike")
    d.counters(theirs, "Shield", 1)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    d.play(1, "shield", theirs, -1)
    while d.asked() != [1]:
        d.step()
    d.play(1, "use", first, -1)
    while d.asked() != [2]:
        d.step()
    d.play(2, "use", friend, -1)
    d.play(0, "use", skill, theirs)
    assert d.can(1, "use", second, -5)
    assert d.can(1, "use", second, -1) == (not most)
    if most:
        assert d.refused(1, "use", second, -1) == "combat.defender-card"


def test_players_have_the_def_that_their_book_gives() -> None:
    # Given a book by which Players begin with DEF 2, then a Normal Attack of PLV 3 deals 1 to one of them.
    d = duel(
        ("[board]", '[cards]\nstats = ["DEF"]\n\n[board]'),
        ('stages = ["own", "times", "receiver"]', 'stages = ["own", "guard", "times", "receiver"]'),
        ('Unblockable = ["block", "deflect"]', 'Unblockable = ["defend", "block"]'),
        starting_def=2,
    )
    x = d.character(0)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, d.body(1))
    assert (d.plv(x), d.count(d.body(1), "Damage")) == (3, 1)
