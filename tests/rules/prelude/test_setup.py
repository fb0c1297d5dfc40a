"""How a game of Prelude begins: characters, trimmed decks, cuts, who is first (topics setup, mulligan)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from fadenet.engine import atoms, kernel, needs
from fadenet.engine.errors import WrongInput
from fadenet.engine.kit.abilities import KEY_MODE
from fadenet.engine.state import ACT, CONFIRM, OPEN, POOL, ROW_CARD, ROW_N, ROW_SEAT, TAKE, TOSS, TableNeed
from fadenet.games.prelude import tables as t
from fadenet.games.prelude import values
from fadenet.table.view import SeatView
from tests.builders.prelude_scenario import AT, LINE, Prelude, rules_with
from tests.cards.prelude import cards, character, item, minion

GOODS = ("sword", "club", "axe", "bolt", "ember", "flame", "squire", "guard")
CARDS = cards(*GOODS)


def hero(slug: str, initiative: int) -> str:
    """A character with every icon."""
    return character(
        slug, initiative=initiative, coin=4, training=1, icons=t.ICONS, keywords="Cross Training"
    )


def fighter(slug: str, life: int) -> str:
    """A minion of so much life, which any character may use that has minions."""
    return minion(slug, life=life, price=1, attack=1, suspend=3)


HEROES = hero("slow", 8) + hero("quick", 14) + hero("quickest", 20)
LIVES = CARDS + HEROES + fighter("two", 2) + fighter("five", 5) + fighter("eight", 8)


def deck(*slugs: str, size: int = 60, rest: str = "copper-purse") -> list[str]:
    """These cards, and others up to a size."""
    return [*slugs, *[rest] * (size - len(slugs))]


class Waiting(Prelude):
    """A match that rests at its very first need, until `go` is called."""

    waits = True

    def __init__(
        self,
        *characters: str,
        decks: Sequence[Sequence[str]],
        cards: str = CARDS,
        seed: int = 1,
        agreements: bool = False,
    ) -> None:
        super().__init__(*characters, cards=cards, seed=seed, setup=False, decks=decks, agreements=agreements)

    def settle(self) -> None:
        if not self.waits:
            super().settle()

    def go(self) -> None:
        self.waits = False
        self.settle()

    def owed(self, kind: int) -> list[int]:
        """Deal on until something of this kind is owed; returns by whom."""
        while not (self.s.needs and self.s.needs[0].kind == kind):
            if self.s.needs:
                self.deal()
            else:
                assert self._proposing()
                self.pass_(self.asked()[0])
        return [need.who for need in self.s.needs]


def placed(
    *characters: str,
    decks: Sequence[Sequence[str]],
    ranks: Sequence[Sequence[str]],
    cards: str = CARDS,
    seed: int = 1,
) -> Waiting:
    """The second callings are asked for: everybody has chosen these Preliminaries."""
    g = Waiting(*characters, decks=decks, cards=cards, seed=seed)
    for seat, slugs in enumerate(ranks):
        g.picks(seat, *slugs)
    g.go()
    assert g.window() == t.W_CALLING and g.asked() == list(range(len(characters)))
    return g


def trimmed(
    *characters: str,
    decks: Sequence[Sequence[str]],
    ranks: Sequence[Sequence[str]],
    cards: str = CARDS,
    seed: int = 1,
) -> Waiting:
    """The decks have been trimmed and shuffled, and the first cut is asked for."""
    g = placed(*characters, decks=decks, ranks=ranks, cards=cards, seed=seed)
    g.step()
    assert g.window() == t.W_CUT
    return g


def aside(g: Prelude, seat: int) -> Counter[str]:
    """The cards that a seat's deck was trimmed by."""
    return Counter(map(g.slug, g.zone(seat, t.ASIDE)))


def inside(g: Prelude, seat: int) -> Counter[str]:
    """The cards in a seat's deck, as nobody at the table knows before it is drawn."""
    return Counter(map(g.slug, {*g.s.pool[2 * seat], *g.zone(seat, t.CHEST)}))


SOLDIERS = deck("soldier-1", "soldier-1")
PLAIN = (("soldier-1",), ("soldier-1",))


# The order of things.


@pytest.mark.rule("prelude", "setup.sequence")
def test_a_game_is_set_up_step_by_step() -> None:
    """given a new game, then characters, Preliminaries, trimming, shuffles, cuts, who is first, hands."""
    g = Waiting("human", "dwarf", decks=[SOLDIERS, SOLDIERS])
    assert g.owed(POOL) == [0, 0, 1, 1]
    g.deal()
    assert g.owed(TAKE) == [0, 1] and not g.happened("moved")
    for seat, slugs in enumerate(PLAIN):
        g.picks(seat, *slugs)
    g.deal()
    assert g.owed(OPEN) == [0, 1] and not g.happened("placed")
    g.deal()
    assert g.owed(TAKE) == [0, 1] and all(g.s.code[values.character(g.s, seat)] for seat in range(2))
    g.go()
    assert g.window() == t.W_CALLING and not g.happened("placed")
    g.step()
    assert len(g.happened("placed")) == 2 and g.window() == t.W_CUT and not g.happened("first")
    while g.window() == t.W_CUT:
        assert not g.happened("drawn")
        g.step()
    assert len(g.happened("first")) == 1 and len(g.happened("drawn")) == 14 and g.s.turn == 0
    assert g.window() == t.W_MULLIGAN
    g.pass_all()
    assert (g.s.turn, g.s.active) == (1, g.s.vars[t.G_FIRST])


@pytest.mark.rule("prelude", "setup.sequence")
def test_no_preliminary_is_placed_before_all_have_accepted_the_agreements() -> None:
    """given an agreement that one has not accepted, then no Preliminary is placed until both have."""
    g = Waiting("human", "dwarf", decks=[SOLDIERS, SOLDIERS], agreements=True)
    g.go()
    assert g.window() == t.W_AGREEMENT and g.asked() == [0]
    g.play(0, "propose", (t.KEY_CAP, 10))
    assert (g.asked(), g.asked_kind()) == ([1], CONFIRM)
    rank = next(h for h in g.s.pool[0] if g.slug(h) == "soldier-1")
    for _ in range(3):
        assert not g.s.needs and g.refused(0, "place", rank) and g.refused(1, "place", rank)
        with pytest.raises(WrongInput):
            needs.supply(g.s, [((rank,), ())])
        if g.asked_kind() == CONFIRM:
            g.yes(1)
        else:
            g.waits = g.asked() == [1]
            g.pass_(g.asked()[0])
    assert [(need.kind, need.who) for need in g.s.needs] == [(TAKE, 0), (TAKE, 1)]
    g.go()
    assert g.window() == t.W_CALLING and len(g.happened("agreed")) == 1


@pytest.mark.rule("prelude", "setup.sequence")
def test_no_step_begins_before_all_have_finished_the_one_before() -> None:
    """given one player who is ready, then nothing goes on until the other is, and no later move is taken."""
    g = placed("human", "dwarf", decks=[SOLDIERS, SOLDIERS], ranks=PLAIN)
    g.play(0, "name", (LINE, 0))
    assert g.asked() == [1] and g.window() == t.W_CALLING
    for verb in (("cut", (AT, 20)), ("mulligan",), ("end",)):
        for seat in range(2):
            assert g.refused(seat, *verb)
    assert not g.happened("placed") and not g.zone(0, t.ASIDE) and not g.happened("cut")
    g.play(1, "name", (LINE, 0))
    assert g.window() == t.W_CUT and len(g.happened("placed")) == 2


# Characters and callings.


@pytest.mark.rule("prelude", "setup.choose-character")
def test_one_character_is_picked() -> None:
    """given a Human and a Dwarf in the list, when the Dwarf is picked, then the Human takes no part."""
    g = Waiting("dwarf", "human", decks=[SOLDIERS, SOLDIERS])
    g.owed(POOL)
    g.deal()
    assert g.owed(TAKE) == [0, 1]
    assert g.takeable(0) == ["dwarf", "human"] and g.takeable(0, "dwarf") == []
    both, one = tuple(sorted(g.s.pool[1])), (g.s.pool[3][0],)
    for many in (both, ()):
        with pytest.raises(WrongInput):
            needs.supply(g.s, [(many, ()), (one, ())])
    assert g.owed(TAKE) == [0, 1]
    g.go()
    assert [g.slug(h) for h in g.zone(0, t.CHARACTER)] == ["dwarf"]
    g.pass_all()
    human = next(h for h in g.s.pool[1] if g.slug(h) == "human")
    assert g.size(0, t.CHARACTER) == 1 and g.s.zone[human] == t.ROSTER and g.size(0, t.ROSTER) == 1
    assert (g.left(g.body(0)), g.left(g.body(1))) == (46, 30)


@pytest.mark.rule("prelude", "setup.choices-together")
def test_all_characters_are_shown_together() -> None:
    """given one choice, then it is not taken without the other; both lie unseen, then both are shown."""
    g = Waiting("elf", "human", decks=[deck("green-magic-1"), SOLDIERS])
    g.owed(POOL)
    g.deal()
    elf = next(h for h in g.s.pool[1] if g.slug(h) == "elf")
    with pytest.raises(WrongInput):
        needs.supply(g.s, [((elf,), ())])
    assert not g.size(0, t.CHARACTER)
    g.deal()
    assert g.owed(OPEN) == [0, 1]
    lying = [g.zone(seat, t.CHARACTER)[0] for seat in range(2)]
    assert SeatView(g.s, 1, g.dealer.known[1]).code(lying[0]) == 0
    assert SeatView(g.s, 0, g.dealer.known[0]).code(lying[1]) == 0
    assert [g.s.face[h] for h in lying] == [0, 0]
    shown = len(g.happened("opened"))
    g.deal()
    assert len(g.happened("opened")) == shown + 2
    assert [g.slug(h) for h in lying] == ["elf", "human"] and all(g.s.code[h] for h in lying)
    g.go()
    other = next(h for h in g.s.pool[1] if g.slug(h) != "elf")
    while g.s.turn == 0:
        assert kernel.check(g.s, 0, (kernel.V_PICK, other)) is not None
        g.step()
    assert g.zone(0, t.CHARACTER) == [elf]


@pytest.mark.rule("prelude", "setup.choices-together")
def test_callings_become_known_together() -> None:
    """given one calling that is named, then it cannot be changed, and nobody sees it or a Preliminary."""
    g = placed("human", "dwarf", decks=[SOLDIERS, SOLDIERS], ranks=PLAIN)
    ranks = [g.zone(seat, t.CASTING)[0] for seat in range(2)]
    g.play(0, "name", (LINE, t.L_RED))
    assert g.s.num[t.SECOND][1] == 0 and not any(g.s.code[h] for h in ranks)
    assert SeatView(g.s, 1, g.dealer.known[1]).code(ranks[0]) == 0
    assert g.refused(0, "name", (LINE, 0))
    g.play(1, "name", (LINE, 0))
    assert g.s.num[t.SECOND][1] == t.L_RED and all(g.s.code[h] for h in ranks)


# Trimming.


@pytest.mark.rule("prelude", "setup.trim-by-race")
def test_cards_whose_icon_is_missing_leave() -> None:
    """given a Dwarf and five green spells, then all five leave, and none can be drawn."""
    decks = [deck("soldier-1", *["bolt"] * 5), SOLDIERS]
    g = trimmed("dwarf", "human", decks=decks, ranks=PLAIN)
    assert aside(g, 0) == {"bolt": 5} and not aside(g, 1)
    assert "bolt" not in inside(g, 0) and inside(g, 0).total() == g.size(0, t.CHEST) == 54
    bolt = g.rules.by_slug["bolt"]
    assert (
        values.unusable(g.rules.by_slug["dwarf"], values.opened_lines(t.L_GREEN), bolt)
        == "setup.trim-by-race"
    )


@pytest.mark.rule("prelude", "setup.trim-by-rank")
def test_ranks_of_other_callings_leave_with_what_only_they_could_use() -> None:
    """given a Barbarian with six Swordsman ranks and four sharp swords, then those ten leave."""
    swords = [*["swordsman-2"] * 3, *["swordsman-3"] * 3, *["sword"] * 4]
    decks = [deck("barbarian-1", "barbarian-1", *swords), SOLDIERS]
    g = trimmed("dwarf", "human", decks=decks, ranks=(("barbarian-1",), ("soldier-1",)))
    assert aside(g, 0) == {"swordsman-2": 3, "swordsman-3": 3, "sword": 4}
    assert inside(g, 0) == {"barbarian-1": 1, "copper-purse": 48}


@pytest.mark.rule("prelude", "setup.trim-by-rank")
def test_a_line_that_shares_the_common_rank_is_spared() -> None:
    """given a Swordsman with Gladiator 2 and Barbarian 1, then Gladiator 2 stays and Barbarian 1 leaves."""
    decks = [deck("soldier-1", "swordsman-2", "gladiator-2", "barbarian-1"), SOLDIERS]
    g = trimmed("dwarf", "human", decks=decks, ranks=(("soldier-1", "swordsman-2"), ("soldier-1",)))
    assert aside(g, 0) == {"barbarian-1": 1} and inside(g, 0)["gladiator-2"] == 1


@pytest.mark.rule("prelude", "setup.trim-by-rank")
@pytest.mark.parametrize(("line", "leaves"), [(0, 7), (t.L_BARBARIAN, 3)])
def test_a_named_second_calling_is_spared(line: int, leaves: int) -> None:
    """given Barbarian named beside Swordsman, then its ranks and axes stay; given none, they leave."""
    decks = [deck("soldier-1", *["barbarian-1"] * 2, *["axe"] * 2, *["bolt"] * 3), SOLDIERS]
    g = placed("dwarf", "human", decks=decks, ranks=PLAIN)
    g.play(0, "name", (LINE, line))
    g.step()
    assert aside(g, 0).total() == leaves and inside(g, 0)["axe"] == (2 if line else 0)


@pytest.mark.rule("prelude", "setup.trim-swordsman")
def test_a_swordsman_keeps_no_magic_and_no_barbarian_weapon() -> None:
    """given 3 red spells, 2 energies, 2 axes and 4 swords, then 7 cards leave and the swords stay."""
    goods = [*["ember"] * 3, *["flame"] * 2, *["axe"] * 2, *["sword"] * 4]
    decks = [deck("soldier-1", "swordsman-2", *goods), SOLDIERS]
    g = trimmed(
        "slow", "human", cards=LIVES, decks=decks, ranks=(("soldier-1", "swordsman-2"), ("soldier-1",))
    )
    assert aside(g, 0) == {"ember": 3, "flame": 2, "axe": 2} and inside(g, 0)["sword"] == 4
    who, lines = g.rules.by_slug["slow"], values.opened_lines(t.L_SWORDSMAN)
    reasons = {values.unusable(who, lines, g.rules.by_slug[slug]) for slug in ("ember", "flame", "axe")}
    assert reasons == {"setup.trim-swordsman"}


@pytest.mark.rule("prelude", "setup.trim-mage")
def test_a_mage_keeps_no_other_colour_and_nothing_sharp() -> None:
    """given 4 green and 3 red spells, 2 common weapons and 2 sharp ones, then red and sharp ones leave."""
    goods = [*["bolt"] * 4, *["ember"] * 3, *["club"] * 2, *["sword"] * 2]
    decks = [deck("green-magic-1", *goods), SOLDIERS]
    g = trimmed("human", "human", decks=decks, ranks=(("green-magic-1",), ("soldier-1",)))
    assert aside(g, 0) == {"ember": 3, "sword": 2}
    assert (inside(g, 0)["bolt"], inside(g, 0)["club"]) == (4, 2)
    who, lines = g.rules.by_slug["human"], values.opened_lines(t.L_GREEN)
    assert {values.unusable(who, lines, g.rules.by_slug[slug]) for slug in ("ember", "sword")} == {
        "setup.trim-mage"
    }


@pytest.mark.rule("prelude", "setup.trim-two-ranks")
def test_who_begins_with_two_ranks_keeps_what_either_may_use() -> None:
    """given a Cross Trained Soldier and Green Mage, then swords and green spells stay, red ones leave."""
    goods = [*["sword"] * 2, *["bolt"] * 3, *["ember"] * 2]
    decks = [deck("soldier-1", "green-magic-1", *goods), SOLDIERS]
    g = trimmed("human", "human", decks=decks, ranks=(("soldier-1", "green-magic-1"), ("soldier-1",)))
    assert aside(g, 0) == {"ember": 2}
    assert (inside(g, 0)["sword"], inside(g, 0)["bolt"]) == (2, 3)
    g.pass_all()
    while g.s.turn == 1 or g.s.active:
        g.next()
    sword, bolt = g.hand(0, "sword"), g.hand(0, "bolt")
    assert g.can(0, "bring", sword) and g.can(0, "cast", bolt, g.body(1))


@pytest.mark.rule("prelude", "setup.removed-kept")
def test_trimmed_cards_stay_in_the_collection() -> None:
    """given 9 cards trimmed for a Dwarf, then none is in the cemetery or comes back; a Human uses all 9."""
    first = deck("soldier-1", "green-magic-1", *["bolt"] * 5, *["flame"] * 3)
    ranks = (("soldier-1",), ("soldier-1",))
    g = trimmed("dwarf", "human", decks=[first, SOLDIERS], ranks=ranks)
    away = g.zone(0, t.ASIDE)
    assert aside(g, 0) == {"bolt": 5, "flame": 3, "green-magic-1": 1} and not g.size(0, t.CEMETERY)
    g.pass_all()
    assert g.s.turn == 1 and not g.size(0, t.CEMETERY)
    if g.s.active:
        g.next(0)
    for h in away:
        for verb in ("value", "place", "bring", "cast"):
            assert g.refused(0, verb, h)
    for _ in range(4):
        g.next()
    assert g.zone(0, t.ASIDE) == away
    again = trimmed("human", "human", decks=[first, SOLDIERS], ranks=(("green-magic-1",), ("soldier-1",)))
    assert not aside(again, 0) & Counter({"bolt": 5, "flame": 3}) and inside(again, 0)["bolt"] == 5
    assert inside(again, 0)["flame"] == 3 and again.slug(again.zone(0, t.LINE_A)[0]) == "green-magic-1"


@pytest.mark.rule("prelude", "setup.removed-kept")
def test_nobody_keeps_what_the_rules_remove() -> None:
    """given a spell that a Dwarf held back from the trimming, when it is shown, then the game is lost."""
    decks = [deck("soldier-1", *["bolt"] * 5), SOLDIERS]
    g = placed("dwarf", "human", decks=decks, ranks=PLAIN)
    g.waits = True
    g.step()
    g.owed(TAKE)
    need = g.s.needs[0]
    bolts = [h for h in g.s.pool[0] if g.slug(h) == "bolt"]
    g.dealer.choose_take[need.id] = bolts[1:]
    g.go()
    g.pass_all()
    assert aside(g, 0) == {"bolt": 4}
    while g.s.turn == 1 or g.s.active or "bolt" not in map(g.slug, g.zone(0, t.HAND)):
        g.next()
    assert not g.s.over
    bolt = next(h for h in g.zone(0, t.HAND) if g.slug(h) == "bolt")
    g.end(0)
    g.answer(0, (kernel.V_PICK, bolt))
    g.step()
    assert g.s.over == ((2, 1), "setup.trim-by-race")


def leaving_out(size: int) -> tuple[Waiting, TableNeed]:
    """All decks are trimmed; seat 0, with so many cards besides its Preliminary, may leave out more."""
    decks = [deck("soldier-1", *["club"] * 20, size=size + 1), deck("soldier-1", size=41)]
    g = placed("human", "dwarf", decks=decks, ranks=PLAIN)
    g.waits = True
    g.step()
    assert g.owed(TAKE) == [0, 1]
    g.deal()
    (need,) = g.s.needs
    assert (need.kind, need.who, need.items[0], g.size(0, t.CHEST)) == (TAKE, 0, 0, size)
    return g, need


@pytest.mark.rule("prelude", "setup.removed-kept", "deck.size")
def test_a_player_takes_out_further_cards_by_choice_down_to_forty() -> None:
    """given 55 cards after the trimming, when 16 are to be left out, then that is refused; 15 lie aside with
    what was trimmed, not in the cemetery, and 40 are the Battle Chest."""
    g, need = leaving_out(55)
    clubs = [h for h in g.s.pool[0] if g.slug(h) == "club"]
    with pytest.raises(WrongInput):
        needs.supply(g.s, [(tuple(clubs[:16]), ())])
    g.dealer.choose_take[need.id] = clubs[:15]
    g.log += g.dealer.deal(g.s)
    g.go()
    assert aside(g, 0) == {"club": 15} and inside(g, 0)["club"] == 5
    assert g.size(0, t.CHEST) == 40 and not g.size(0, t.CEMETERY) and g.window() == t.W_CUT


@pytest.mark.rule("prelude", "deck.size")
def test_a_battle_chest_holds_sixty_cards_at_the_most() -> None:
    """given 74 cards after the trimming, when 13 are to be left out, then that is refused; 14 have to be."""
    g, need = leaving_out(74)
    clubs = [h for h in g.s.pool[0] if g.slug(h) == "club"]
    with pytest.raises(WrongInput):
        needs.supply(g.s, [(tuple(clubs[:13]), ())])
    g.dealer.choose_take[need.id] = clubs[:14]
    g.log += g.dealer.deal(g.s)
    g.go()
    assert g.size(0, t.CHEST) == 60 and aside(g, 0) == {"club": 14}


@pytest.mark.rule("prelude", "deck.size")
@pytest.mark.parametrize(("size", "over"), [(39, True), (40, False)])
def test_a_battle_chest_that_is_too_small_is_not_played(size: int, over: bool) -> None:
    """given a deck of which 39 cards are left, when it is to be shuffled, then its player has lost."""
    decks = [deck("soldier-1", size=size + 1), SOLDIERS]
    g = placed("human", "dwarf", decks=decks, ranks=PLAIN)
    g.step()
    assert g.s.over == (((2, 1), "deck.size") if over else ())


# Shuffling and cutting.

MANY = [
    *["soldier-1"] * 3,
    *[
        slug
        for slug in ("sword", "club", "squire", "guard", "copper-purse", "silver-purse")
        for _ in range(8)
    ],
    "swordsman-2",
]


def drawn(seed: int) -> list[str]:
    """Everything that a seat ever draws from a deck of 52, all cuts being passed."""
    ranks = (("soldier-1", "swordsman-2"), ("soldier-1",))
    g = trimmed("human", "dwarf", decks=[MANY, MANY], ranks=ranks, seed=seed)
    assert g.size(0, t.CHEST) == 50
    while g.size(0, t.CHEST):
        g.step()
    return [g.slug(row[ROW_CARD]) for row in g.happened("drawn") if g.s.owner[row[ROW_CARD]] == 0]


@pytest.mark.rule("prelude", "setup.shuffle")
def test_the_same_chance_gives_the_same_order() -> None:
    """given 52 cards, 2 of them Preliminaries, and a seed, then 50 come in the same order both times."""
    one, again, other = drawn(1), drawn(1), drawn(2)
    assert len(one) == 50 and one == again != other
    assert Counter(one) == Counter(MANY) - Counter(["soldier-1", "swordsman-2"])


@pytest.mark.rule("prelude", "setup.shuffle")
def test_a_cut_names_one_to_three_places_and_an_order() -> None:
    """given a deck of 59, then up to three places are taken, in order and inside it; nobody sees a card."""
    places = [(AT, 10), (AT, 20), (AT, 30)]
    g = trimmed("human", "dwarf", decks=[SOLDIERS, SOLDIERS], ranks=PLAIN)
    assert g.asked() == [1] and g.size(0, t.CHEST) == 59
    for wrong in (((AT, 0),), ((AT, 59),), ((AT, 20), (AT, 10)), ((AT, 10), (AT, 10))):
        assert g.refused(1, "cut", *wrong) == "setup.shuffle"
    assert g.refused(1, "cut", *places, (KEY_MODE, 24)) == "setup.shuffle"
    g.play(1, "cut", *places, (KEY_MODE, 23))
    assert [(row[ROW_SEAT], row[ROW_N]) for row in g.happened("cut")] == [(1, 4)]
    assert not any(g.s.code[h] for h in g.s.pool[0]) and g.s.zones[t.CHEST] == (0,) * 59


@pytest.mark.rule("prelude", "setup.shuffle")
def test_a_cut_names_no_fourth_place() -> None:
    """given a deck of 59, when it is to be cut at four places, then that is refused."""
    g = trimmed("human", "dwarf", decks=[SOLDIERS, SOLDIERS], ranks=PLAIN)
    assert g.can(1, "cut", (AT, 59 // 4))
    assert g.refused(1, "cut", (AT, 10), (AT, 20), (AT, 30), (AT, 40)) == "setup.shuffle"


@pytest.mark.rule("prelude", "setup.left-cut")
def test_the_left_neighbour_cuts() -> None:
    """given A, B, C clockwise, when A has shuffled, then B and nobody else is asked to cut A's deck."""
    g = trimmed("human", "dwarf", "orc", decks=[SOLDIERS] * 3, ranks=(*PLAIN, ("soldier-1",)))
    asked = []
    while g.window() == t.W_CUT:
        asked.append((g.s.asks[0].data, g.asked()))
        for seat in {0, 1, 2} - {*g.asked()}:
            assert g.refused(seat, "cut", (AT, 20))
        g.play(g.asked()[0], "cut", (AT, 20))
    assert asked[0] == ((0, 0), [1])
    assert asked == [((seat, step), [(seat + 1 - step) % 3]) for seat in range(3) for step in range(2)]
    assert [row[ROW_SEAT] for row in g.happened("cut")] == [1, 0, 2, 1, 0, 2]


@pytest.mark.rule("prelude", "setup.left-cut")
@pytest.mark.parametrize(("mode", "order"), [(0, (2, 1, 0)), (1, (0, 2, 1)), (3, (1, 2, 0))])
def test_the_packets_of_a_cut_come_in_the_order_that_was_named(mode: int, order: tuple[int, ...]) -> None:
    """given 50 cards cut at 10 and 30, when an order of the three packets is named, then they lie in that
    order; without one the last comes first."""
    decks = [deck("soldier-1", size=51)] * 2
    g = trimmed("human", "dwarf", decks=decks, ranks=PLAIN)
    atoms.bind(g.s, 0, t.CHEST, g.s.pool[0][:50])
    before = g.zone(0, t.CHEST)
    packets = before[:10], before[10:30], before[30:]
    g.play(1, "cut", (AT, 10), (AT, 30), *([(KEY_MODE, mode)] if mode else []))
    assert g.zone(0, t.CHEST) == [h for n in order for h in packets[n]]


@pytest.mark.rule("prelude", "setup.owner-cut")
def test_the_owner_cuts_once_more_into_two_halves() -> None:
    """given 50 cards, when the owner cuts at 20, then card 21 is the top card; a second cut is refused."""
    decks = [deck("soldier-1", size=51)] * 3
    g = trimmed("human", "dwarf", "orc", decks=decks, ranks=(*PLAIN, ("soldier-1",)))
    g.play(1, "cut", (AT, 30))
    assert g.asked() == [0] and g.s.asks[0].data == (0, 1) and g.size(0, t.CHEST) == 50
    atoms.bind(g.s, 0, t.CHEST, g.s.pool[0][:50])
    before = g.zone(0, t.CHEST)
    assert g.refused(0, "cut", (AT, 10), (AT, 20)) == "setup.owner-cut"
    g.play(0, "cut", (AT, 20))
    assert g.zone(0, t.CHEST) == before[20:] + before[:20]
    assert g.asked() == [2] and g.refused(0, "cut", (AT, 20))


@pytest.mark.rule("prelude", "setup.owner-cut")
def test_the_owner_may_decline() -> None:
    """given a deck that was cut, when its owner passes, then it stays so, and the next deck is cut."""
    g = trimmed("human", "dwarf", "orc", decks=[SOLDIERS] * 3, ranks=(*PLAIN, ("soldier-1",)))
    g.pass_(1)
    g.pass_(0)
    assert g.asked() == [2] and g.s.asks[0].data == (1, 0) and not g.happened("cut")


@pytest.mark.rule("prelude", "setup.battle-chest")
def test_all_draws_come_from_the_top_of_the_battle_chest() -> None:
    """given a Battle Chest of 50, when 7 are drawn, then 43 are left, and it was the top seven."""
    reading = item("reading", suspend=0, hands=1, ability={"activate": True, "do": {"draw": 7}})
    g = Prelude("human", "dwarf", cards=reading, decks=[deck("soldier-1"), SOLDIERS])
    g.ranks(0, "soldier-1")
    g.chest(0, 50)
    atoms.bind(g.s, 0, t.CHEST, g.s.pool[0])
    there = g.zone(0, t.CHEST)
    assert len(there) == 50
    g.quietly(0, "use", g.equipped(0, "reading"))
    assert g.zone(0, t.CHEST) == there[7:] and g.zone(0, t.HAND) == there[:7] and g.size(0, t.CHEST) == 43


@pytest.mark.rule("prelude", "setup.battle-chest")
def test_the_battle_chest_lies_face_down() -> None:
    """given a finished deck of 50, then nobody knows a card of it, and 43 are left after the first hand."""
    decks = [deck("soldier-1", size=51)] * 2
    g = trimmed("human", "dwarf", decks=decks, ranks=PLAIN)
    assert g.s.zones[t.CHEST] == (0,) * 50
    assert not any(h in known for known in g.dealer.known for h in g.s.pool[0])
    g.pass_all()
    assert g.size(g.s.active, t.CHEST) == 43 == g.size(1 - g.s.active, t.CHEST)
    assert not any(g.s.face[h] for h in g.zone(0, t.CHEST))


# Who is first.


def bottoms(*lives: str, who: Sequence[str] = (), toss: int = -1) -> Waiting:
    """Decks of one fighter each, so that everybody shows one of it; rests at the first mulligan."""
    characters = tuple(who) or ("slow",) * len(lives)
    decks = [deck("soldier-1", size=51, rest=life) for life in lives]
    g = trimmed(*characters, cards=LIVES, decks=decks, ranks=[("soldier-1",)] * len(lives))
    if toss >= 0:
        g.rolls.append((toss,))
    g.until(t.W_MULLIGAN)
    return g


@pytest.mark.rule("prelude", "setup.first-by-life")
@pytest.mark.parametrize(("lives", "first"), [(("eight", "five"), 0), (("five", "eight"), 1)])
def test_the_highest_life_at_the_bottom_goes_first(lives: tuple[str, str], first: int) -> None:
    """given bottom cards with life 8 and 5, then whose is 8 is Player One, and draws and plays first."""
    g = bottoms(*lives)
    assert [g.slug(g.zone(seat, t.CHEST)[-1]) for seat in range(2)] == list(lives)
    assert g.s.vars[t.G_FIRST] == first
    assert g.s.owner[g.happened("drawn")[0][ROW_CARD]] == first
    g.pass_all()
    assert (g.s.turn, g.s.active) == (1, first)


@pytest.mark.rule("prelude", "setup.first-no-life")
@pytest.mark.parametrize(("lives", "first"), [(("squire", "sword"), 0), (("sword", "squire"), 1)])
def test_a_card_without_life_counts_0_and_stays_at_the_bottom(lives: tuple[str, str], first: int) -> None:
    """given a minion of life 3 and a sword, then 3 goes first; the sword is still there, for all to know."""
    g = bottoms(*lives)
    assert g.s.vars[t.G_FIRST] == first
    for seat in range(2):
        lowest = g.s.zones[seat * t.NZ + t.CHEST][-1]
        assert lowest and g.rules.cards[g.s.code[lowest]].slug == lives[seat]
        assert g.s.zones[seat * t.NZ + t.CHEST][:-1] == (0,) * 42
    g.pass_all()
    assert g.rules.cards[g.s.code[g.zone(1, t.CHEST)[-1]]].slug == lives[1] and len(g.zone(1, t.CHEST)) == 1


@pytest.mark.rule("prelude", "setup.first-tie")
@pytest.mark.parametrize("lives", [("five", "five", "two")])
def test_who_ties_compares_initiative(lives: tuple[str, ...]) -> None:
    """given 5, 5 and 2 with Initiatives 8, 14 and 20, then B goes first."""
    g = bottoms(*lives, who=("slow", "quick", "quickest"))
    assert g.s.vars[t.G_FIRST] == 1 and not g.happened("tossed")


@pytest.mark.rule("prelude", "setup.first-tie")
@pytest.mark.parametrize("first", [0, 1])
def test_who_is_still_equal_is_drawn_at_random(first: int) -> None:
    """given life 5 and Initiative 8 of both, then chance decides between these two."""
    g = trimmed(
        *("slow", "slow", "quickest"),
        cards=LIVES,
        decks=[deck("soldier-1", size=51, rest=life) for life in ("five", "five", "two")],
        ranks=[("soldier-1",)] * 3,
    )
    g.waits = True
    while not (g.s.needs and g.s.needs[0].kind == TOSS):
        g.deal() if g.s.needs else g.step()
    assert [(need.who, need.items) for need in g.s.needs] == [(-1, (2,))]
    g.rolls.append((first,))
    g.go()
    assert g.s.vars[t.G_FIRST] == first


@pytest.mark.rule("prelude", "setup.play-order")
def test_responses_pass_to_the_left() -> None:
    """given C as Player One of A, B, C, D, then the Responses of a Turn are those of C, D, A, B."""
    g = bottoms("two", "two", "eight", "two")
    g.pass_all()
    order = []
    for _ in range(8):
        order.append((g.s.turn, g.s.active))
        g.next()
    assert order == [(turn, seat) for turn in (1, 2) for seat in (2, 3, 0, 1)]


@pytest.mark.rule("prelude", "setup.mode-overrides")
@pytest.mark.parametrize("size", [5, 7])
def test_a_mode_may_say_how_many_cards_are_drawn(size: int) -> None:
    """given a mode that states an opening hand of 5, then each player has 5 cards, not 7."""
    text = CARDS + fighter(f"mode-{size}", 1)
    rules = rules_with(text)
    rules.figures = replace(rules.figures, opening_hand=size)
    g = trimmed("human", "dwarf", cards=text, decks=[SOLDIERS, SOLDIERS], ranks=PLAIN)
    g.pass_all()
    assert [g.size(seat, t.HAND) for seat in range(2)] == [size, size]


@pytest.mark.rule("prelude", "setup.opening-draw")
@pytest.mark.parametrize("lives", [("two", "eight", "two"), ("eight", "two", "two")])
def test_everybody_holds_seven_cards_before_the_first_response(lives: tuple[str, ...]) -> None:
    """given a Melee of three, when the first Response begins, then all three hands hold 7, drawn in order."""
    g = bottoms(*lives)
    first = lives.index("eight")
    owners = [g.s.owner[row[ROW_CARD]] for row in g.happened("drawn")]
    assert owners == [(first + n) % 3 for n in range(3) for _ in range(7)]
    assert not g.happened("response-begins")
    g.pass_all()
    assert (g.s.turn, g.s.active, g.asked_kind()) == (1, first, ACT)
    assert [g.size(seat, t.HAND) for seat in range(3)] == [7] * 3


# The mulligan.


@pytest.mark.rule("prelude", "mulligan.once")
def test_a_hand_without_value_may_be_exchanged_once() -> None:
    """given no Value in hand, when it is exchanged and none comes again, then the second hand is kept."""
    g = bottoms("eight", "five")
    assert g.asked() == [0]
    before = g.zone(0, t.HAND)
    lowest = g.zone(0, t.CHEST)[-1]
    assert g.can(0, "mulligan")
    g.play(0, "mulligan")
    assert g.asked() == [1] and g.window() == t.W_MULLIGAN
    assert {h for row in g.happened("opened") for h in [row[ROW_CARD]]}.issuperset(before)
    assert g.size(0, t.HAND) == 7 and g.size(0, t.CHEST) == 43 and g.s.vars[t.G_FIRST] == 0
    assert g.s.zones[t.CHEST] == (0,) * 43 and lowest not in g.zone(0, t.CHEST)
    assert not any(g.s.code[h] for h in (*g.zone(0, t.HAND), *g.s.pool[0]))
    assert g.refused(0, "mulligan")
    g.pass_(1)
    assert (g.s.turn, g.asked(), g.asked_kind()) == (1, [0], ACT)
    assert len(g.happened("mulligan")) == 1 and not g.happened("cut")


@pytest.mark.rule("prelude", "mulligan.once")
def test_a_hand_with_value_is_kept() -> None:
    """given a hand of Value cards, when it is to be exchanged, then that is refused."""
    g = trimmed("human", "dwarf", decks=[SOLDIERS, SOLDIERS], ranks=PLAIN)
    g.rolls.append((0,))
    seat = g.until(t.W_MULLIGAN)
    assert g.refused(seat, "mulligan") == "mulligan.once"
    before = g.zone(seat, t.HAND)
    g.pass_all()
    assert g.zone(seat, t.HAND) == before


@pytest.mark.rule("prelude", "mulligan.once")
@pytest.mark.parametrize("lives", [("two", "eight", "two"), ("eight", "two", "two")])
def test_players_decide_on_a_mulligan_in_order(lives: tuple[str, ...]) -> None:
    """given a Melee, then Player One decides first and the others after it, clockwise; it stays first."""
    g = bottoms(*lives)
    first = lives.index("eight")
    for n in range(3):
        seat = (first + n) % 3
        assert g.asked() == [seat] and g.window() == t.W_MULLIGAN
        g.play(seat, "mulligan")
    assert (g.s.turn, g.s.active) == (1, first)


@pytest.mark.rule("prelude", "zone.hidden-audit")
@pytest.mark.parametrize("kind", ["character", "preliminary"])
def test_who_takes_something_else_unseen_loses_when_it_is_shown(kind: str) -> None:
    """given a changed client that takes a Value card for a Preliminary, or nothing that is a character, then
    it has lost as soon as all are shown."""
    g = Waiting("human", "dwarf", decks=[deck("soldier-1"), deck("soldier-1")])
    liar = 1
    for n in range(1 + (kind == "preliminary")):
        g.owed(TAKE)
        need = next(need for need in g.s.needs if need.who == liar)
        if n == (kind == "preliminary"):
            there = sorted(g.s.pool[need.deck])
            wrong = next((h for h in there if g.slug(h) == "copper-purse"), there[0])
            if kind == "character":
                g.dealer.truth[there[0]] = g.rules.code_of("copper-purse")
            g.dealer.choose_take[need.id] = [wrong]
        g._picked[liar].clear()
        g.deal()
    g.go()
    while not g.s.over:
        g.step()
    assert g.s.over[0] == (1, 2) and g.s.over[1] == "zone.hidden-audit"
