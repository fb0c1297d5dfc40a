"""Keywords that ask where Characters and cards lie, in the 40-card edition (keyword, zone, limit)."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms, kernel
from fadenet.engine.state import ACT, CONFIRM, MODE, PICK, TURNED
from fadenet.games.fade.field import board
from fadenet.games.fade.tables import AFTERMATH, COMBAT, FRONT, HAND, PREPARATION, ST_VEILED
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill, zone

CARDS = (
    cards("bricklayer", "masked-4", "scout-trap", "tagger", "turncoat-20", "ward-off")
    + character("wraith", plv=3, level_up=["Tagger", "Warden"])
    + character("warden", plv=1, ability={"keyword": "Reinforce", "n": 2, "do": {"draw": 1}})
    + skill(
        "tower",
        keywords={"Buildup": 3},
        do={"attack": 4},
        ability={"activate": True, "limit": 1, "do": [{"pick": "your hand"}, {"under": "it"}]},
    )
    + item("miasma", do={"counter": "Poison", "on": "enemy characters"})
    + item("scratch", do={"counter": "Damage", "on": "enemy characters"})
    + zone("burrow", makes="backup")
    + zone("rack", makes="attached")
    + item("helm", hp=4, keywords="Equip")
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


def combat(d: Duel, seat: int) -> None:
    """The next turn of a seat, in its Combat Step."""
    d.next_turn(seat)
    d.go(seat, COMBAT)


# Neutrality.


@pytest.mark.rule("fade2", "keyword.neutrality-cost")
def test_its_owner_pays_for_it_once() -> None:
    # Given A plays a Neutral Character of Cost 2, when control passes to B and back, then nobody pays more.
    d = duel()
    f = d.fighter(0, "turncoat-20")
    d.tp(0, 2)
    d.tp(1, 5)
    d.quietly(0, "play", f, to(d, "c1"))
    assert d.tp_of(0) == 0
    d.next_turn(1)
    assert d.s.ctrl[f] == 1 and d.tp_of(1) == 5 + 3
    d.next_turn(0)
    assert d.s.ctrl[f] == 0 and d.tp_of(0) == 3


# Tag-Out.


@pytest.mark.rule("fade2", "keyword.tag-out")
def test_two_characters_change_places_with_all_they_have() -> None:
    # Given X with Tag-Out in c1, a Skill, damage and a Poison Counter on it, and Y with a Skill in b2, when X
    # tags out to b2, then both stand in the other's place with all of it; a second time X is refused.
    d = duel()
    x, y = d.character(0, "tagger", at="c1"), d.character(0, at="b2")
    on_x, on_y = d.on(x, "strike"), d.on(y, "guard")
    d.damage(x, 2)
    d.counters(x, "Poison", 1)
    d.play(0, "tag", x, to(d, "b2"))
    assert (d.at(x), d.at(y)) == ("b2", "c1")
    assert (d.s.host[on_x], d.s.host[on_y], d.hp(x), d.count(x, "Poison")) == (x, y, 7, 1)
    assert d.refused(0, "tag", x, to(d, "c1")) == "keyword.tag-out"


@pytest.mark.rule("fade2", "keyword.tag-out-details")
def test_tag_out_needs_another_character_and_no_chain() -> None:
    # Given X alone, then it cannot tag out to the empty b3. With two others its player chooses who takes its
    # place; while an attack's Chain runs it is refused, and Paralyzed it is too.
    d = duel()
    x = d.character(0, "tagger", at="c1", fresh=True)
    assert d.refused(0, "tag", x, to(d, "b3")) == "keyword.tag-out"
    y, z = d.character(0, at="c2"), d.character(0, at="b1")
    d.on(x, "guard")
    foe = d.character(1)
    d.counters(x, "Paralyze", 1)
    assert not d.can(0, "tag", x, to(d, "b3"))
    d.counters(x, "Paralyze", -1)
    d.play(0, "tag", x, to(d, "b3"))
    d.until(PICK)
    assert set(kernel.candidates(d.s, d.s.asks[0], {})) == {y, z}
    d.play(0, "pick", z)
    assert (d.at(x), d.at(z), d.at(y)) == ("b3", "c1", "c2") and not d.happened("linked")
    # When B attacks in B's turn, then X does not dodge while the Chain runs.
    combat(d, 1)
    d.play(1, "attack", foe, z)
    verb = d.rules.verbs.index("tag")
    while d.s.chain:
        assert not [move for seat in d.asked() for move in d.options(seat) if move[0] == verb]
        d.step()


@pytest.mark.rule("fade2", "keyword.tag-out-details")
def test_the_only_other_character_takes_the_cell_that_was_left() -> None:
    # Given X with Tag-Out in c1 and Y in c4 alone, when X tags out to the empty b3, then Y stands in c1, and
    # nobody is asked.
    d = duel()
    x, y = d.character(0, "tagger", at="c1"), d.character(0, at="c4")
    d.play(0, "tag", x, to(d, "b3"))
    assert (d.at(x), d.at(y)) == ("b3", "c1") and d.asked() == [0] and d.asked_kind() == ACT


# Mystify.


@pytest.mark.rule("fade2", "keyword.mystify-face-down")
def test_a_face_down_character_is_revealed_when_it_is_attacked() -> None:
    # Given B's face-down Mystify Character of Cost 3 in c1 and 1 TP, when it is attacked, then it is
    # revealed, cannot be paid and is destroyed, and the attack hits nothing.
    d = duel()
    x = d.character(0)
    mask = d.card(1, "masked-4", FRONT, 0)
    board.put(d.s, mask, d.cell("c1"))
    atoms.vouch(d.s, mask, ST_VEILED)
    d.tp(1, 1)
    d.go(0, COMBAT)
    assert not d.s.code[mask]
    d.quietly(0, "attack", x, mask)
    assert d.lies(mask) == "discard" and d.s.code[mask] and not d.happened("hit") and d.tp_of(1) == 1


@pytest.mark.rule("fade2", "keyword.mystify-face-down")
def test_a_face_down_character_does_nothing_until_it_is_paid_for() -> None:
    # Given A plays it face-down for nothing; in A's next turn it cannot attack; when A reveals it for its
    # Cost outside a Chain, then it can.
    d = duel()
    mask, foe = d.fighter(0, "masked-4"), d.character(1)
    d.tp(0, 0)
    d.play(0, "veil", mask, to(d, "c1"))
    assert d.at(mask) == "c1" and not d.s.code[mask] and d.tp_of(0) == 0
    combat(d, 0)
    assert d.refused(0, "attack", mask, foe) == "status.cannot-act"
    d.tp(0, 2)
    assert d.refused(0, "unveil", mask) == "value.floors"
    d.tp(0, 3)
    d.play(0, "unveil", mask)
    assert d.tp_of(0) == 0 and d.can(0, "attack", mask, foe)


@pytest.mark.rule("fade2", "keyword.mystify-places")
def test_a_face_down_character_is_revealed_by_damage_counters_alone() -> None:
    # Given B's face-down Mystify Character, when an effect puts a Poison Counter on all of B's Characters,
    # then it stays face-down with that Counter; Damage Counters reveal it, and it has one once it is paid.
    d = duel()
    mask = d.veiled(1, "masked-4", "c1")
    d.quietly(0, "play", d.hand(0, "miasma"))
    assert not d.s.face[mask] and d.count(mask, "Poison") == 1
    d.play(0, "play", d.hand(0, "scratch"))
    assert d.until(CONFIRM) == 1
    d.yes(1)
    assert d.s.face[mask] and d.count(mask, "Damage") == 1


# Reinforce, Buildup.


@pytest.mark.rule("fade2", "keyword.reinforce")
def test_reinforce_happens_when_its_number_is_reached_once_a_turn() -> None:
    # Given Reinforce 2: draw 1, and one Character in Backup, when a second one moves there, then 1 is drawn;
    # a third draws nothing, and neither does one that moves out and in again in this turn.
    d = duel()
    d.character(0, "warden", at="c1")
    d.character(0, at="b1")
    second, third = d.character(0, at="c2"), d.character(0, at="c3")
    d.go(0, PREPARATION)
    d.quietly(0, "move", second, to(d, "b2"))
    assert d.size(0, HAND) == 1
    d.quietly(0, "move", third, to(d, "b3"))
    for h, there in ((third, "c3"), (second, "c2"), (second, "b2")):
        d.go(0, AFTERMATH)
        d.quietly(0, "move", h, to(d, there))
    assert d.size(0, HAND) == 1 and d.at(second) == "b2"


@pytest.mark.rule("fade2", "keyword.buildup-grow")
def test_cards_come_under_a_buildup_skill_by_effects_alone() -> None:
    # Given a Buildup 3 Skill with "once per turn: put 1 card from your Hand under this card", when its player
    # uses it in two own turns, then the Stack has 2; a second use in a turn and any other way are refused.
    d = duel()
    d.character(0, at="c1")
    tower = d.on(d.body(0), "tower", 1, at="c3")
    ways = {d.rules.verbs.index(verb) for verb in ("lay", "attach", "place", "reattach")}
    for n in (1, 2):
        spare = d.hand(0, "strike")
        assert not [m for m in d.options(0) if m[0] in ways and tower in m[2:]]
        assert d.refused(0, "attach", spare, tower)
        d.go(0, COMBAT)
        d.quietly(0, "activate", tower)
        assert len(d.s.kids.get(tower, ())) == n
        assert d.refused(0, "activate", tower)
        d.next_turn(0)
    assert d.at(tower) == "c3"


@pytest.mark.rule("fade2", "keyword.buildup")
def test_a_buildup_skill_whose_cell_is_taken_meanwhile_goes_to_another_one() -> None:
    # Given a Buildup Skill on the Chain for c2, when a Character comes to stand there before it resolves,
    # then its player chooses one of the other cells in front.
    d = duel()
    d.on(d.character(1, at="c1"), "ward-off")
    tower = d.hand(0, "tower")
    d.play(0, "play", tower, to(d, "c2"))
    d.character(0, at="c2")
    assert d.until(MODE) == 0 and len(d.options(0)) == 4
    d.answer(0, d.move("mode", (0, 4)))
    assert d.at(tower) == "c5"


@pytest.mark.rule("fade2", "defend.prevent-place")
def test_a_prevented_buildup_skill_lies_beside_its_player_or_where_it_was() -> None:
    # Given a Buildup Skill that is Prevented as it is played for c4, then it lies turned in a1. Another one
    # in c2 that is Prevented as it activates lies turned there.
    d = duel()
    user = d.character(1, at="c1")
    wards = d.on(user, "ward-off"), d.on(user, "ward-off")
    first, second = d.hand(0, "tower"), d.on(d.body(0), "tower", 1, at="c2")
    for _ in range(2):
        d.under(second, "squire")
    d.play(0, "play", first, to(d, "c4"))
    d.quietly(1, "use", wards[0], -1)
    assert d.at(first) == "a1" and d.s.role[first] == TURNED
    d.hand(0, "strike")
    d.play(0, "play", d.hand(0, "bricklayer"))
    while not d.can(1, "use", wards[1], -1) or d.links() != ["Tower"]:
        d.step()
    d.quietly(1, "use", wards[1], -1)
    assert d.at(second) == "c2" and d.s.role[second] == TURNED


# Places.


@pytest.mark.rule("fade2", "zone.equip-player")
def test_a_reaction_with_trigger_lies_in_a_place_beside_the_player() -> None:
    # Given a1 taken and a Reaction with Trigger, when it is played, then it lies face-down in a place of its
    # choice of the five, and no sixth card finds one.
    d = duel()
    d.on(d.body(0), "edge", 1, at="a1")
    ambush = d.hand(0, "scout-trap")
    assert d.refused(0, "place", ambush, to(d, "a1"))
    assert d.refused(0, "place", ambush, to(d, "c1"))
    d.play(0, "place", ambush, to(d, "a3"))
    assert d.at(ambush) == "a3" and not d.s.face[ambush] and not d.s.code[ambush]


@pytest.mark.rule("fade2", "zone.equip-player")
def test_a_card_for_the_player_names_a_free_place_beside_it() -> None:
    # Given a2 taken and an Equip Item, then for the Player a free place beside it is named, and for a
    # Character none.
    d = duel()
    d.on(d.body(0), "edge", 1, at="a2")
    x, edge = d.character(0, at="c1"), d.hand(0, "edge")
    me = d.body(0)
    for line in ((to(d, "a2"), me), (to(d, "c2"), me), (me,), (to(d, "a4"), x)):
        assert d.refused(0, "play", edge, *line) == d.rule("no-room")
    assert d.can(0, "play", edge, x)
    d.quietly(0, "play", edge, to(d, "a4"), me)
    assert d.at(edge) == "a4"


@pytest.mark.rule("fade2", "limit.equip", "keyword.level-up-carry")
def test_a_level_up_keeps_five_of_the_cards_of_both() -> None:
    # Given two Characters with 4 and 3 cards, when one is played onto both, then its player discards two of
    # all seven.
    d = duel()
    below = d.character(0, "tagger", at="c1"), d.character(0, "warden", at="c2")
    there = [d.on(below[0], "guard") for _ in range(4)] + [d.on(below[1], "edge", 1) for _ in range(3)]
    h = d.fighter(0, "wraith")
    d.play(0, "play", h, to(d, "c1"), *below)
    assert d.until(PICK) == 0
    for gone in (there[6], there[0]):
        assert gone in [move[1] for move in d.options(0)]
        d.play(0, "pick", gone)
    d.pass_all()
    assert sorted({*d.s.kids[h]} & {*there}) == there[1:6] and len(d.happened("discarded")) == 2


@pytest.mark.rule("fade2", "limit.equip", "limit.equip-counted")
@pytest.mark.parametrize("downs", [5, 3])
def test_a_sixth_card_on_a_character_sends_an_older_one_away(downs: int) -> None:
    # Given 5 cards on a Character, face-down Skills and Augments, when a Reaction is attached, then its
    # player discards one of the five, and not the new one.
    d = duel()
    h = d.character(0)
    old = [d.on(h, "strike") for _ in range(downs)] + [d.on(h, "edge", 1) for _ in range(5 - downs)]
    new = d.hand(0, "guard")
    d.play(0, "attach", new, h)
    d.until(PICK)
    assert set(kernel.candidates(d.s, d.s.asks[0], d.dealer.known[0])) == {*old}
    d.quietly(0, "pick", old[-1])
    assert d.lies(old[-1]) == "discard" and d.s.host[new] == h and len(d.s.kids[h]) == 5


@pytest.mark.rule("fade2", "zonecard.occupied")
def test_a_zone_card_goes_under_a_character_who_could_stand_there() -> None:
    # Given a Character in c1, then a Zone card that makes an Equip Zone is refused there, and one that makes
    # a Backup Zone accepted; the Character stands in a Backup Zone now, and the Zone stays when it moves on.
    d = duel()
    h, rack, burrow = d.character(0, at="c1"), d.hand(0, "rack"), d.hand(0, "burrow")
    assert d.refused(0, "play", rack, to(d, "c1")) == "zonecard.places"
    d.quietly(0, "play", burrow, to(d, "c1"))
    assert board.kinds(d.s, 0)[d.cell("c1")] != FRONT and d.lies(h) == "backup" and d.at(h) == "c1"
    d.go(0, PREPARATION)
    d.play(0, "move", h, to(d, "c2"))
    assert d.lies(h) == "front" and d.at(burrow) == "c1"


@pytest.mark.rule("fade2", "item.hp")
def test_an_attached_item_suffers_what_its_user_suffers() -> None:
    # Given an Equip Item with 4 HP on a Character with 9 HP, when a hit deals 3, then they have 6 and 1 HP;
    # after another hit of 3 the Item is destroyed.
    d = duel()
    attackers = [d.character(0) for _ in range(2)]
    h = d.character(1, "tagger", at="c1")
    helm = d.on(h, "helm", 1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", attackers[0], h)
    assert (d.hp(h), d.hp(helm)) == (6, 1)
    d.quietly(0, "attack", attackers[1], h)
    assert d.hp(h) == 3 and d.lies(helm) == "discard"
