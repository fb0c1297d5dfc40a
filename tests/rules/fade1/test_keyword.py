"""Keywords of the 60-card edition alone (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import RESPOND
from fadenet.games.fade.field import slots
from fadenet.games.fade.tables import COMBAT, FRONT, HAND, PREPARATION
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction, skill

CARDS = (
    cards("regain", "wreck")
    + character("fire", "Fire", hp=10, plv=3)
    + character("water", "Water", hp=10, plv=3)
    + character("spark", "Fire", hp=10, plv=3, cs=1)
    + character("mist", "Fire", "Water", hp=10, plv=3, cs=2)
    + character("warm", hp=10, plv=3, cs=1, keywords={"Friendship": ["Fire", "Water", 2]})
    + character("martyr", level=3, hp=10, plv=3)
    + character("elder", level=4, hp=10, plv=3)
    + character("neutral", hp=10, plv=3, cs=2, keywords="Neutrality")
    + character("runner", hp=10, plv=3, keywords="Tag-Out")
    + character("big", hp=10, plv=3, cs=5)
    + character("quick", hp=10, plv=3, keywords="Flash")
    + character("jester", "Fire", hp=10, plv=3, keywords="Wildcard")
    + character("oracle", "Fire", "Water", hp=10, plv=3, ability={"keyword": "Paradox", "do": {"gain_tp": 1}})
    + item("brand", targets="all characters", do={"grant": "Deathmark", "on": "target", "until": "end"})
    + item("tide", do={"draw": {"count": {"from": "your characters", "element": "Water"}}})
    + skill("steam", "Water", "Light", cost=7, do={"attack": 1})
    + skill("plain-hit", cost=7, do={"attack": 1})
    + reaction("water-screen", "Water", cost=3, answers="attack", do={"block": True})
    + augment("halo", "Light", cost=3, keywords="Equip", ability={"gives": {"PLV": 1}})
)
RECONSTRUCTED = ("Barrier", "Blindness", "Drain", "Fracture", "Poison", "Shield", "Timebomb")


def match(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "keyword.gained-and-lost")
def test_a_keyword_of_a_stated_time_is_lost_at_its_end() -> None:
    # Given 'a Character gains Lock-On until the end of the turn', then it attacks past who stands in front in
    # this turn, and does not in its next one.
    reaching = item(
        "reaching", targets="all characters", do={"grant": "Lock-On", "on": "target", "until": "turn"}
    )
    d = Duel(CARDS + reaching, edition="fade1")
    x = d.character(0, "elder")
    d.character(1, "elder")
    d.quietly(0, "play", d.hand(0, "reaching"), x)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, d.body(1))
    d.next_turn(0)
    d.go(0, COMBAT)
    assert not d.can(0, "attack", x, d.body(1))


@pytest.mark.rule("fade1", "keyword.gained-and-lost")
def test_a_keyword_lasts_as_long_as_its_bearer_is_there() -> None:
    # Given 'an enemy Character gains Deathmark', when two rounds have passed, then it still has it.
    d = match()
    d.character(0)
    y = d.character(1, "martyr")
    d.quietly(0, "play", d.hand(0, "brand"), y)
    d.next_turn(0)
    d.next_turn(0)
    elder = d.character(1, "elder")
    d.quietly(0, "play", d.hand(0, "wreck"), elder)
    assert d.lies(y) == "discard"
    # When it has left the field and was played again, then it has it no more.
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "regain"), y)
    assert d.lies(y) == "front"
    other = d.character(1, "elder")
    d.quietly(1, "play", d.hand(1, "wreck"), other)
    assert d.lies(y) == "front"


@pytest.mark.rule("fade1", "keyword.reconstructed")
def test_the_counters_of_the_edition() -> None:
    # Given the keyword list of this edition, when it is loaded, then all its Counters are there.
    d = match()
    x = d.character(0, "martyr")
    assert {*RECONSTRUCTED, "Curse", "Ghost", "Paralyze"} <= {*d.rules.edition.counters}
    assert not {"Aura", "Bloodlust"} & {*d.rules.edition.counters}
    # Then they do their work: Poison harms, and Blindness wears off.
    d.counters(x, "Poison", 1)
    d.counters(x, "Blindness", 1)
    d.next_turn(0)
    assert (d.hp(x), d.count(x, "Poison"), d.count(x, "Blindness")) == (9, 0, 0)


@pytest.mark.rule("fade1", "keyword.element-friendship-details")
@pytest.mark.parametrize(("slug", "taken"), [("spark", 1), ("mist", 1)])
def test_friends_save_one_and_never_the_last(slug: str, taken: int) -> None:
    # Given Fire/Water Friendship 2 fulfilled by its bearer's side, Reserve included.
    d = match()
    d.character(0, "warm")
    d.character(0, "fire", backup=True)
    water = d.character(0, "water", backup=True)
    before = slots.left(d.s, 0)
    # When a Fire or Fire/Water Character is played, then it takes up 1 CS, whether it has 1 or 2.
    h = d.fighter(0, slug)
    d.quietly(0, "play", h, d.to("front"))
    assert slots.left(d.s, 0) == before - taken
    # When the number drops later, then it keeps its reduced CS; the next one saves none.
    d.quietly(0, "play", d.hand(0, "wreck"), water)
    assert slots.left(d.s, 0) == before - taken


@pytest.mark.rule("fade1", "keyword.element-friendship-details")
def test_reduced_cs_are_gone_when_it_leaves() -> None:
    # Given a Character of 2 CS that takes up 1, when it is destroyed and comes back without friends.
    d = match()
    warm = d.character(0, "warm")
    d.character(0, "fire", backup=True)
    d.character(0, "water", backup=True)
    h = d.fighter(0, "mist")
    d.quietly(0, "play", h, d.to("front"))
    assert slots.left(d.s, 0) == 6 - 1 - 1
    d.quietly(0, "play", d.hand(0, "wreck"), h)
    d.quietly(0, "play", d.hand(0, "wreck"), warm)
    d.quietly(0, "play", d.hand(0, "regain"), h)
    # Then it takes up 2, as whatever comes without being played.
    front = d.s.zones[FRONT]
    assert (
        slots.left(d.s, 0) == 6 - sum(slots.taken_by(d.s, k) for k in front) and slots.taken_by(d.s, h) == 2
    )


@pytest.mark.rule("fade1", "keyword.neutrality-control")
def test_the_player_whose_turn_it_is_controls_it() -> None:
    # Given A's Neutrality Character of 2 CS, when B's turn starts.
    d = match()
    n, a = d.character(0, "neutral"), d.character(0, "spark")
    d.character(1, "spark")
    d.go(0, COMBAT)
    assert d.s.ctrl[n] == 0
    d.go(1, COMBAT)
    # Then B controls it and attacks with it, even A's Characters, while 2 of A's 6 CS stay in use.
    assert d.s.ctrl[n] == 1 and slots.left(d.s, 0) == 6 - 2 - 1 and slots.left(d.s, 1) == 6 - 1
    d.quietly(1, "attack", n, a)
    assert d.hp(a) == 7
    # Then in A's next turn it is A's again.
    d.go(0, PREPARATION)
    assert d.s.ctrl[n] == 0


@pytest.mark.rule("fade1", "keyword.paradox")
@pytest.mark.parametrize(("other", "happens"), [("water", 1), ("fire", 0)])
def test_paradox_is_triggered_when_all_elements_are_there(other: str, happens: int) -> None:
    # Given a Fire/Water card with Paradox and a Fire Character.
    d = match()
    d.character(0, "oracle")
    d.character(0, "fire")
    d.go(0, PREPARATION)
    d.tp(0, 0)
    # When a Water Character comes, then the effect happens; with a second Fire one it does not.
    d.quietly(0, "play", d.fighter(0, other), d.to("front"))
    assert d.tp_of(0) == happens


@pytest.mark.rule("fade1", "keyword.tag-out")
def test_two_change_cells_and_all_stays_with_its_card() -> None:
    # Given X with Tag-Out, 2 cards and 1 Poison Counter in Character Zone 2, and Y in Reserve Zone 4.
    d = match()
    x, y = d.character(0, "runner", at="c2"), d.character(0, at="b4")
    there = [d.on(x, "halo", 1), d.on(x, "water-screen")]
    d.counters(x, "Poison", 1)
    # When X is tagged out, then they have changed places, with all that they have.
    d.play(0, "tag", x, to(d, "b4"))
    assert (d.at(x), d.at(y)) == ("b4", "c2") and not d.s.chain
    assert d.s.kids[x] == tuple(there) and d.count(x, "Poison") == 1 and d.lies(y) == "front"


@pytest.mark.rule("fade1", "keyword.tag-out")
def test_only_one_in_reserve_takes_its_cell() -> None:
    # Given X with Tag-Out, another Character in front and one in Reserve, then X changes cells with the
    # latter alone: not with the former, and it goes to no empty cell.
    d = match()
    x = d.character(0, "runner", at="c2")
    d.character(0, at="c4")
    d.character(0, at="b4")
    assert [move[2] for move in d.options(0) if move[:2] == d.move("tag", x)] == [to(d, "b4")]
    assert d.refused(0, "tag", x, to(d, "c4")) == d.refused(0, "tag", x, to(d, "b1")) == d.rule("tag-out")


@pytest.mark.rule("fade1", "keyword.tag-out-details")
def test_it_waits_for_the_end_of_a_chain_and_is_used_once_a_turn() -> None:
    # Given X under a declared attack, with a Reaction, when its controller wants to Tag-Out.
    d = match()
    x, behind = d.character(1, "runner", at="c2"), d.character(1, "quick", at="b4")
    foe = d.character(0)
    d.on(x, "water-screen")
    d.go(0, COMBAT)
    d.play(0, "attack", foe, x)
    assert d.asked_kind() == RESPOND and d.refused(1, "tag", x, to(d, "b4"))
    # Then it has to wait until that Chain is over.
    d.pass_chain()
    assert d.hp(x) == 7
    while not d.can(1, "tag", x, to(d, "b4")):
        d.step()
    d.play(1, "tag", x, to(d, "b4"))
    assert d.at(x) == "b4" and not d.s.chain
    # Then a second one in the same turn is refused, and possible in the next.
    d.next_turn(1)
    d.play(1, "move", x, to(d, "c5"))
    d.play(1, "move", behind, to(d, "b3"))
    assert d.can(1, "tag", x, to(d, "b3"))


@pytest.mark.rule("fade1", "keyword.tag-out-details")
def test_a_second_tag_out_in_a_turn_is_refused() -> None:
    # Given X tagged out, and moved to a Character Zone again, then it is not tagged out once more.
    d = match()
    x, y = d.character(0, "runner", at="c2"), d.character(0, at="b4")
    d.play(0, "tag", x, to(d, "b4"))
    d.play(0, "move", x, to(d, "c3"))
    z = d.character(0, at="b5")
    assert d.refused(0, "tag", x, to(d, "b5")) == d.rule("tag-out")
    assert (d.at(x), d.at(y), d.at(z)) == ("c3", "c2", "b5")


@pytest.mark.rule("fade1", "keyword.tag-out-details")
def test_who_comes_in_must_fit_and_does_not_attack() -> None:
    # Given Tag-Out, one of 5 CS in Reserve with 4 CS free, and one without Flash and one with it.
    d = match()
    x, y = d.character(0, "runner", at="c2"), d.character(1)
    second = d.character(0, "runner", at="c3")
    big, plain, quick = (
        d.character(0, slug, at=f"b{n}") for n, slug in enumerate(("big", "soldier", "quick"), 1)
    )
    d.character(0, "mist", at="c4")
    # Then the one that does not fit is refused.
    assert d.refused(0, "tag", x, to(d, "b1")) == d.rule("tag-out")
    d.play(0, "tag", x, to(d, "b2"))
    d.play(0, "tag", second, to(d, "b3"))
    d.go(0, COMBAT)
    # Then who came in attacks only with Flash.
    assert d.refused(0, "attack", plain, y) == d.rule("fresh")
    assert d.can(0, "attack", quick, y) and d.lies(big) == "backup"


@pytest.mark.rule("fade1", "keyword.tag-out-details")
def test_who_cannot_act_is_not_tagged_out_and_who_is_new_is() -> None:
    # Given X that is Paralyzed, and one that came in this turn.
    d = match()
    x, new = d.character(0, "runner", at="c2"), d.character(0, "runner", at="c3", fresh=True)
    d.character(0, at="b4")
    d.counters(x, "Paralyze", 1)
    assert d.refused(0, "tag", x, to(d, "b4")) and d.can(0, "tag", new, to(d, "b4"))


@pytest.mark.rule("fade1", "keyword.wildcard")
def test_a_wildcard_matches_every_element_of_what_it_uses() -> None:
    # Given a Fire Character with Wildcard and another one.
    d = match()
    jester, fire, y = d.character(0, "jester"), d.character(0, "fire"), d.character(1)
    steam, same, null = d.on(jester, "steam"), d.on(fire, "steam"), d.on(jester, "plain-hit")
    d.go(0, COMBAT)
    d.tp(0, 6)
    # Then a Skill without Elements, and another Character's Water/Light Skill of cost 7, are not cheaper.
    assert d.refused(0, "use", null, y) == d.refused(0, "use", same, y) == d.rule("too-dear")
    # When it uses such a Skill itself, then it costs 3.
    d.play(0, "use", steam, y)
    assert d.tp_of(0) == 3


@pytest.mark.rule("fade1", "keyword.wildcard")
def test_reactions_and_augments_are_cheaper_too_and_it_is_no_element() -> None:
    # Given a Wildcard that bears what it casts, then a Light Augment of cost 3 costs 1.
    d = match()
    jester = d.character(0, "jester")
    foe = d.character(1)
    d.tp(0, 1)
    d.quietly(0, "play", d.hand(0, "halo"), jester)
    assert d.tp_of(0) == 0 and d.plv(jester) == 4
    # Then an effect that counts Water Characters does not count it.
    hand = d.size(0, HAND)
    d.quietly(0, "play", d.hand(0, "tide"))
    assert d.size(0, HAND) == hand
    # Then its Water Reaction of cost 3 costs 1 as well.
    screen = d.on(jester, "water-screen")
    d.go(1, COMBAT)
    d.tp(0, 1)
    d.play(1, "attack", foe, jester)
    d.play(0, "use", screen, -1)
    assert d.tp_of(0) == 0
    d.pass_all()
    assert d.hp(jester) == 10
