"""The print on a card, what it counts as, and whose it is (F.A.R.O.E., topic card)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD, ROW_EVENT, ROW_N
from fadenet.games.fade import edition
from fadenet.games.fade.field import natures
from fadenet.games.fade.language.printed import lines
from fadenet.games.fade.tables import (
    AFTERMATH,
    BACKUP,
    CHARACTER,
    COMBAT,
    ELEMENTS,
    FRONT,
    HAND,
    NZ,
    PREPARATION,
)
from tests.builders.scenario import Duel
from tests.cards.fade import card, cards, character, item, reaction, skill, zone

AS_SKILL, AS_REACTION, AS_ITEM, AS_AUGMENT = ((2, n) for n in (1, 2, 3, 4))
TO_FRONT, TO_BACK = (1, 0), (1, 1)

CARDS = (
    cards("charm", "corsair", "forge-punch", "gratis", "veto-item")
    + character("automaton", level=4, hp=8, plv=3, archetypes=["Robot"])
    + character("charger", cost=1, hp=5, plv=1, keywords={"Charge": 2})
    + skill("charged-kick", keywords={"Charge": 2}, do={"attack": 1})
    + zone("colours", ability={"gives": {"PLV": 1}, "to": {"from": "your characters", "archetype": "Pirate"}})
    + item("prism", targets="your characters", do={"grant": "Wildcard", "on": "target"})
    + card("smoke", types=["Reaction", "Item"], rank="Normal", do={"gain_tp": 2})
    + card(
        "banner", types=["Item", "Augment"], rank="Normal", do={"gain_tp": 2}, ability={"gives": {"PLV": 2}}
    )
    + card("golem", types=["Character", "Item"], rank="Normal", cost=1, hp=5, plv=2, do={"draw": 1})
    + character(
        "apprentice",
        hp=5,
        plv=1,
        ability={"on": "played", "of": {"from": "your cards in use", "type": "Item"}, "do": {"draw": 1}},
    )
    + character(
        "scholar",
        hp=5,
        plv=1,
        ability={
            "on": "used",
            "of": {"from": "your cards in use", "type": ["Skill", "Reaction"]},
            "do": {"draw": 1},
        },
    )
    + card("paint", types=["Skill", "Augment"], rank="Normal", do={"attack": 1})
    + item("flare", surprise={"count": "your characters", "min": 1}, do={"gain_tp": 1})
    + skill("mound", keywords={"Buildup": 2}, do={"attack": 1})
    + reaction("no-skill", answers={"to": "skill", "by": "enemy", "rank": "Normal"}, do={"negate": True})
)


def load(text: str) -> None:
    """Load one more card beside the test cards."""
    edition.add_cards(edition.bare_edition("faroe"), [("one.toml", text)])


def shown(d: Duel, slug: str) -> list[str]:
    """The face of a card that lies open in a match, as everybody sees it."""
    d.go(0, PREPARATION)
    h = d.discard(0, slug)
    return lines(d.rules.cards[d.s.code[h]])


# The face of a card.


@pytest.mark.rule("faroe", "card.top-line")
def test_elements_stand_left_the_name_in_the_middle_and_the_cost_right() -> None:
    top = shown(Duel(CARDS), "forge-punch")[0]
    assert top.startswith("Fire/Metal ")
    assert top.endswith(" 3 TP")
    assert "Forge Punch" in top[10:-4]


# Elements, Supertypes, Cost, HP and PLV.


@pytest.mark.rule("faroe", "card.elements-max")
def test_effects_give_more_elements_than_can_be_printed() -> None:
    d = Duel(CARDS)
    x = d.character(0, "corsair")
    item = d.hand(0, "prism")
    d.go(0, PREPARATION)
    d.quietly(0, "play", item, x)
    assert [e for i, e in enumerate(ELEMENTS) if natures.elements(d.s, x) >> i & 1] == list(ELEMENTS[:10])
    d.end_turn()
    assert [e for i, e in enumerate(ELEMENTS) if natures.elements(d.s, x) >> i & 1] == ["Water", "Time"]


@pytest.mark.rule("faroe", "card.where-active")
def test_keywords_work_only_face_up_on_the_field() -> None:
    """Given Charge 2 in the Discard Pile, the Pool and face-down; then no TP, but 2 once it was played."""
    d = Duel(CARDS)
    x = d.character(1)
    d.discard(1, "charger")
    pooled = d.fighter(1, "charger")
    d.on(x, "charged-kick")
    d.tp(1, 0)
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 1
    d.quietly(1, "play", pooled, TO_FRONT)
    d.go(0, PREPARATION)
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 3


@pytest.mark.rule("faroe", "card.supertype-character")
def test_a_character_in_front_shields_its_player() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, d.body(1)) == "target.order"
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("faroe", "card.supertype-skill")
def test_a_skill_is_an_extra_action() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1, "giant")
    skill = d.on(x, "strike")
    d.go(0, COMBAT)
    d.quietly(0, "use", skill, y)
    d.quietly(0, "attack", x, y)
    assert d.count(y, "Damage") == 7


@pytest.mark.rule("faroe", "card.supertype-reaction")
def test_a_reaction_answers_a_card() -> None:
    d = Duel(CARDS)
    y = d.character(1)
    veto = d.on(y, "veto-item")
    item = d.hand(0, "ration")
    d.go(0, PREPARATION)
    d.play(0, "play", item)
    d.play(1, "use", veto, -1)
    assert [row[ROW_N] for row in d.happened("linked")] == [1, 2]
    d.pass_all()
    assert d.size(0, HAND) == 0  # the Item drew nothing


@pytest.mark.rule("faroe", "card.supertype-rest")
def test_items_go_augments_are_attached_and_zones_stay() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    item, augment, zone = d.hand(0, "gratis"), d.hand(0, "edge"), d.hand(0, "plain")
    d.go(0, PREPARATION)
    d.quietly(0, "play", item)
    d.quietly(0, "play", augment, x)
    d.quietly(0, "play", zone)
    assert (d.where(item), d.s.host[augment], d.where(zone)) == ("Discard Pile Zone", x, "Zone")


# Several Supertypes.


@pytest.mark.editions("card.multi-supertype")
@pytest.mark.parametrize(("slug", "way"), [("smoke", (AS_REACTION,)), ("flare", ())])
def test_an_item_is_an_item_that_is_played_whichever_way(slug: str, way: tuple[object, ...]) -> None:
    # Given "when one of your Items is played".
    d = Duel(CARDS)
    x = d.character(0, "apprentice")
    card = d.on(x, slug) if way else d.on(d.body(0), slug)
    d.go(0, COMBAT)
    before = len(d.happened("drawn"))
    # When a Reaction/Item is used as a Reaction, or an Item by its Surprise, then it is heard once.
    d.quietly(0, "use", card, *way)
    assert len(d.happened("drawn")) == before + 1
    # The log says it in one line.
    said = [d.rules.book.event_line(d.s, row) for row in d.happened("used") + d.happened("played")]
    assert [line.text() for line in said if line] == [f"p1 uses {slug.capitalize()}"]


@pytest.mark.editions("card.multi-supertype")
def test_a_skill_is_a_skill_that_is_used_even_when_played_as_an_augment() -> None:
    # Given "when one of your Skills is used". When a Skill/Augment is played as an Augment, then it is heard.
    d = Duel(CARDS)
    x = d.character(0, "scholar")
    paint, edge = d.hand(0, "paint"), d.hand(0, "edge")
    before = len(d.happened("drawn"))
    d.quietly(0, "play", paint, x)
    assert len(d.happened("drawn")) == before + 1
    # A plain Augment is not.
    d.quietly(0, "play", edge, x)
    assert len(d.happened("drawn")) == before + 1


@pytest.mark.editions("card.multi-supertype")
def test_a_skill_with_buildup_is_a_skill_when_it_is_put_down() -> None:
    # Given a Normal Skill with Buildup. When it is put on the field, then "Negate a Normal Skill" may answer.
    d = Duel(CARDS)
    y = d.character(1)
    mound, veto = d.hand(0, "mound"), d.on(y, "no-skill")
    d.play(0, "play", mound)
    d.quietly(1, "use", veto, -1)
    assert d.where(mound) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "card.multi-supertype-mode")
def test_a_reaction_and_item_continues_a_chain_only_as_a_reaction() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    attached, held = d.on(y, "smoke"), d.hand(1, "smoke")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.refused(1, "play", held) == "chain.items-start-only"
    assert d.refused(1, "use", attached, AS_ITEM) == "chain.items-start-only"
    assert d.refused(1, "use", attached, AS_SKILL) == "card.multi-supertype-mode"
    d.play(1, "use", attached, AS_REACTION)
    assert [row[ROW_N] for row in d.happened("linked")] == [1, 2]


@pytest.mark.rule("faroe", "card.multi-supertype-mode")
@pytest.mark.parametrize("as_item", [True, False])
def test_an_augment_and_item_stays_only_as_an_augment(as_item: bool) -> None:
    d = Duel(CARDS)
    x = d.character(0)
    banner = d.hand(0, "banner")
    d.go(0, PREPARATION)
    d.tp(0, 0)
    if as_item:
        d.quietly(0, "play", banner, AS_ITEM)
        assert (d.where(banner), d.tp_of(0), d.plv(x)) == ("Discard Pile Zone", 2, 3)
    else:
        d.quietly(0, "play", banner, AS_AUGMENT, x)
        assert (d.s.host[banner], d.tp_of(0), d.plv(x)) == (x, 0, 5)


@pytest.mark.rule("faroe", "card.multi-supertype-pool")
def test_from_the_pool_a_card_is_only_a_character() -> None:
    d = Duel(CARDS)
    golem = d.fighter(1, "golem")
    d.hand(1, "gratis")
    x = d.character(0)
    d.go(0, COMBAT)
    d.play(0, "attack", x, d.body(1))
    d.pass_chain()
    assert d.asked() == [1]  # between Chains Items may be played
    assert d.refused(1, "play", golem, AS_ITEM) == "card.multi-supertype-pool"
    d.go(1, PREPARATION)
    assert d.refused(1, "play", golem, AS_ITEM) == "card.multi-supertype-pool"
    d.quietly(1, "play", golem, TO_FRONT)
    assert d.where(golem) == "Character Zone"
    assert d.rules.cards[d.s.code[golem]].types & CHARACTER


@pytest.mark.rule("faroe", "card.archetypes")
def test_a_card_counts_as_each_of_its_archetypes() -> None:
    d = Duel(CARDS)
    pirate, robot = d.character(0, "corsair"), d.character(0, "automaton")
    zone = d.hand(0, "colours")
    d.go(0, PREPARATION)
    d.quietly(0, "play", zone)
    assert (d.plv(pirate), d.plv(robot)) == (4, 3)


# Text against rules, text against text.


# Whose a card is.


@pytest.mark.rule("faroe", "card.control-change")
def test_attached_cards_keep_their_controller_when_a_character_changes_sides() -> None:
    """Given B's Character with B's Skill; when A takes it; then nobody can use the Skill, B may move it."""
    d = Duel(CARDS)
    x, stays = d.character(1), d.character(1)
    enemy = d.character(0)
    skill = d.on(x, "strike")
    edge = d.on(x, "edge", face=1)
    d.counters(x, "Aura", 1)
    d.under(x, "squire")
    charm = d.hand(0, "charm")
    d.go(0, PREPARATION)
    told = len(d.log)
    d.quietly(0, "play", charm, x)
    assert x in d.s.zones[FRONT]
    assert d.plv(x) == 3 + 2 + 1
    assert [d.s.ctrl[h] for h in (skill, edge)] == [1, 1]
    assert len(d.s.kids[x]) == 3
    moved = {d.rules.events[row[ROW_EVENT]] for row in d.log[told:] if row[ROW_CARD] == x}
    assert "control-changed" in moved
    assert not moved & {"enters", "leaves"}
    assert skill not in d.dealer.known[0]
    d.go(0, COMBAT)
    assert d.refused(0, "use", skill, stays) == "turn.definition"
    d.go(1, COMBAT)
    assert d.refused(1, "use", skill, enemy) == "card.control-change"
    d.go(1, AFTERMATH)
    d.play(1, "reattach", skill, stays)
    assert (d.s.host[skill], d.s.code[skill]) == (stays, 0)


@pytest.mark.rule("faroe", "card.control-change")
def test_a_backup_character_goes_to_the_same_row_or_to_an_empty_front() -> None:
    d = Duel(CARDS)
    d.character(1)
    one, two = d.character(1, backup=True), d.character(1, backup=True)
    charms = [d.hand(0, "charm"), d.hand(0, "charm")]
    d.go(0, PREPARATION)
    d.quietly(0, "play", charms[0], one)
    assert one in d.s.zones[FRONT]
    d.quietly(0, "play", charms[1], two)
    assert two in d.s.zones[BACKUP]


BORROW = item("borrow", targets="enemy characters", do={"control": "target", "until": "turn"})
VANISH = item("vanish", targets="all characters", do={"orbital": "target"})


@pytest.mark.rule("faroe", "card.control-change")
def test_a_borrowed_character_goes_back_to_the_row_it_stands_in() -> None:
    # Given B's Character behind another one that A borrows for a turn, then it comes to A's back row, and
    # goes back to B's when the turn is over.
    d = Duel(CARDS + BORROW)
    for seat in (0, 1):
        d.character(seat)
    x = d.character(1, backup=True)
    d.quietly(0, "play", d.hand(0, "borrow"), x)
    assert x in d.s.zones[BACKUP]
    d.next_turn(1)
    assert (d.s.ctrl[x], d.s.zone[x]) == (1, NZ + BACKUP)


@pytest.mark.rule("faroe", "card.control-change", "keyword.orbital")
def test_a_borrowed_character_that_is_orbital_returns_on_its_owners_side() -> None:
    # Given B's Character that A borrows for a turn and makes Orbital, then it returns in B's turn, to B.
    d = Duel(CARDS + BORROW + VANISH)
    x = d.character(1)
    for slug in ("borrow", "vanish"):
        d.quietly(0, "play", d.hand(0, slug), x)
    assert d.lies(x) == "orbital"
    d.next_turn(1)
    assert (d.s.ctrl[x], d.s.zone[x]) == (1, NZ + FRONT) and d.happened("returned")


@pytest.mark.rule("faroe", "card.face-down")
@pytest.mark.parametrize(
    "what",
    [
        {"name": "Strike"},
        {"type": "Skill"},
        {"rank_below": "Hyper"},
        {"cost_max": 5},
        {"at_most": {"of": "Cost", "n": 5}},
    ],
)
def test_a_face_down_card_shows_nothing_to_what_asks_for_its_face(what: dict[str, object]) -> None:
    # Given an Item 'destroy an attached card' of a name, a Supertype, a Rank or a Cost.
    pick = {"pick": {"from": "enemy attached cards", **what}}
    d = Duel(CARDS + item("hunt", targets=pick, do={"destroy": "target"}))
    x = d.character(1)
    hidden, shown = d.on(x, "strike"), d.on(x, "strike", face=1)
    card = d.hand(0, "hunt")
    # Then a card that has all of these is chosen face-up only.
    assert d.refused(0, "play", card, hidden) == "target.chosen-when"
    d.quietly(0, "play", card, shown)
    assert (d.where(shown), d.where(hidden)) == ("Discard Pile Zone", "attached")


@pytest.mark.rule("faroe", "card.face-down")
@pytest.mark.parametrize("extreme", ["lowest", "highest"])
def test_a_face_down_card_is_neither_the_cheapest_nor_the_dearest(extreme: str) -> None:
    # Given an Item 'destroy the enemy's attached card of the lowest (highest) Cost'.
    pry = item("pry", do={"destroy": {"from": "enemy attached cards", extreme: "Cost"}})
    d = Duel(CARDS + pry)
    x = d.character(1)
    hidden, shown = d.on(x, "strike"), d.on(x, "strike", face=1)
    # Then one that lies face-down is not compared.
    d.quietly(0, "play", d.hand(0, "pry"))
    assert (d.where(shown), d.where(hidden)) == ("Discard Pile Zone", "attached")
