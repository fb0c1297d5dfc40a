"""Defend, and what answers an attack as a whole, in the 60-card edition (topic defend)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction, skill

CARDS = (
    cards(
        "annul",
        "avert",
        "crush-5",
        "daze-5",
        "fence",
        "hero-6",
        "note",
        "pierce-5",
        "pole-40",
        "riposte-3",
        "screen",
        "veer",
    )
    + character("sniper", hp=20, plv=6, keywords="Lock-On")
    + character("wall", hp=20, plv=1, def_=4)
    + augment("greaves", cost=0, def_=4, keywords="Equip", attach="all fighters")
    + skill("five", do={"attack": 5})
    + skill("flurry-5x2", do={"attack": 5, "hits": 2})
    + reaction("soften", answers="attack", do=[{"downgrade": True}, {"downgrade": True}])
    + item("dart", cost=0, targets="all characters", do={"damage": 5, "to": "target"})
)


def match(other: str = "wall", seats: int = 2) -> tuple[Duel, int, int]:
    """(a match, a Striker of seat 0, one of seat 1), in the Combat Step of seat 0."""
    d = Duel(CARDS, seats=seats, edition="fade1")
    x, y = d.character(0, "hero-6"), d.character(1, other)
    d.go(0, COMBAT)
    return d, x, y


@pytest.mark.rule("fade1", "defend.defend")
def test_def_lowers_the_damage_of_every_attack_of_a_turn() -> None:
    # Given a hit of 6 on a target with DEF 4, when it Defends, then it takes 2; a second attack of 6 in the
    # same turn deals 2 again, and nothing was paid.
    d, x, y = match()
    other = d.character(0, "hero-6")
    d.tp(1, 0)
    for n, attacker in enumerate((x, other), 1):
        d.quietly(0, "attack", attacker, y)
        assert d.hp(y) == 20 - 2 * n
    assert d.tp_of(1) == 0


@pytest.mark.rule("fade1", "defend.defend")
def test_each_hit_is_lowered_and_a_player_defends_too() -> None:
    # Given 2 hits of 5 on DEF 4, then 1 and 1 are dealt.
    d, x, y = match()
    d.quietly(0, "use", d.on(x, "flurry-5x2"), y)
    assert d.hp(y) == 18
    # Given a Player with DEF 4 by an Augment, then a hit of 6 deals 2.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0, "hero-6")
    d.on(d.body(1), "greaves", face=1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, d.body(1))
    # And attached HP are none, so 50 - 2 are left.
    assert d.hp(d.body(1)) == 48


@pytest.mark.rule("fade1", "defend.automatic")
@pytest.mark.parametrize(("slug", "taken"), [("five", 3), ("pierce-5", 5), ("crush-5", 5)])
def test_a_target_defends_without_being_asked_unless_it_is_unable_to(slug: str, taken: int) -> None:
    # Given a target with DEF 2 whose controller does nothing, when a hit of 5 lands, then it takes 3; when
    # the damage is Unblockable or Relentless, it takes 5.
    d, x, y = match("fence")
    d.quietly(0, "use", d.on(x, slug), y)
    assert d.hp(y) == 20 - taken


@pytest.mark.rule("fade1", "defend.automatic")
def test_the_stunned_do_not_defend() -> None:
    # Given a target with DEF 2 that is Stunned by a hit that it Defends against, when 6 more land, then 6.
    d, x, y = match("fence")
    d.quietly(0, "use", d.on(x, "daze-5"), y)
    assert d.hp(y) == 17
    d.quietly(0, "attack", x, y)
    assert d.hp(y) == 11


@pytest.mark.rule("fade1", "defend.automatic")
@pytest.mark.parametrize(("declined", "left"), [(False, 17), (True, 15)])
def test_who_uses_a_reaction_still_defends_unless_that_is_declined(declined: bool, left: int) -> None:
    # Given a target with DEF 2 that uses a Reaction which does not defend, when a hit of 5 lands, then it
    # takes 3; if its controller declines while answers are open, 5.
    d, x, y = match("fence")
    shrug = d.on(y, "note")
    d.play(0, "use", d.on(x, "five"), y)
    if declined:
        d.play(1, "decline", y, -1)
    d.quietly(1, "use", shrug, -1)
    assert d.hp(y) == left and d.lies(shrug) == "discard"
    assert [row[ROW_CARD] for row in d.happened("declined")] == [y] * declined


@pytest.mark.rule("fade1", "defend.automatic")
def test_only_whom_an_attack_meets_with_its_def_declines_and_once() -> None:
    # Given an attack on a target with DEF 2, then neither another Character, one without DEF nor the attacker
    # declines; nor does the target a second time.
    d, x, y = match("fence")
    other, post = d.character(1, "fence"), d.character(1, "pole-40")
    for h in (y, post):
        d.on(h, "screen")
    d.play(0, "attack", x, y)
    for h in (other, post, x, d.body(1)):
        assert d.refused(1, "decline", h, -1) == "defend.automatic"
    d.play(1, "decline", y, -1)
    assert d.asked() == [1] and d.refused(1, "decline", y, -1) == "defend.automatic"
    d.pass_all()
    # And one without DEF does not, when it is attacked.
    d.play(0, "attack", d.character(0, "hero-6"), post)
    assert d.refused(1, "decline", post, -1) == "defend.automatic"


@pytest.mark.rule("fade1", "defend.automatic")
def test_def_lowers_basic_damage_of_an_item_as_well() -> None:
    # Given an Item of 5 damage on DEF 2, then it takes 3: nobody is asked whether it Defends.
    d = Duel(CARDS, edition="fade1")
    y = d.character(1, "fence")
    d.play(0, "play", d.hand(0, "dart"), y)
    assert not d.can(1, "decline", y, -1) if d.asked() == [1] else True
    d.pass_all()
    assert d.hp(y) == 17


@pytest.mark.rule("fade1", "defend.block-all-hits")
@pytest.mark.parametrize("slug", ["screen", "annul", "veer", "avert"])
def test_one_answer_is_for_the_attack_with_all_its_hits(slug: str) -> None:
    # Given a 2-hit attack and a Reaction that Blocks, Negates, Deflects or Prevents.
    d, x, y = match("pole-40")
    other = d.character(1, "pole-40")
    answer, flurry = d.on(y, slug), d.on(x, "flurry-5x2")
    d.play(0, "use", flurry, y)
    d.quietly(1, "use", answer, -1, *[other] * (slug == "veer"))
    # When it resolves, then both hits deal 0, or both are dealt to the other one.
    assert (d.hp(y), d.hp(other)) == (40, 30 if slug == "veer" else 40)


@pytest.mark.rule("fade1", "defend.block-all-hits")
def test_a_counter_answers_once_for_all_hits_and_defend_hit_by_hit() -> None:
    # Given a 2-hit attack of 5 on DEF 2 and a Reaction that hits back for 3, then 3 come back, not 6.
    d, x, y = match("fence")
    back = d.on(y, "riposte-3")
    d.play(0, "use", d.on(x, "flurry-5x2"), y)
    d.quietly(1, "use", back, -1)
    assert (d.hp(x), d.hp(y)) == (17, 20 - 3 - 3)


@pytest.mark.rule("fade1", "defend.judged-on-resolution")
@pytest.mark.parametrize(("softened", "taken"), [(False, 5), (True, 0)])
def test_a_block_is_linked_against_any_attack_and_judged_as_it_resolves(softened: bool, taken: int) -> None:
    # Given a Relentless attack of 5 answered by Block, when the Block resolves, then it does nothing; if a
    # later link downgraded the attack twice first, it works.
    d = Duel(CARDS, seats=3, edition="fade1")
    x, y, third = d.character(0, "hero-6"), d.character(1, "wall"), d.character(2, "pole-40")
    screen, soften, crush = d.on(y, "screen"), d.on(third, "soften"), d.on(x, "crush-5")
    d.go(0, COMBAT)
    d.play(0, "use", crush, y)
    d.play(1, "use", screen, -1)
    if softened:
        d.until_asked(2)
        d.play(2, "use", soften, -1)
    d.pass_all()
    assert d.hp(y) == 20 - taken and d.lies(screen) == "discard"


@pytest.mark.rule("fade1", "defend.judged-on-resolution")
def test_a_downgrade_that_resolves_after_the_block_comes_too_late() -> None:
    # Given a downgrade linked before the Block, so that it resolves after it, then the Block did nothing;
    # the hits are Basic, and DEF 4 lowers the 5 to 1.
    d = Duel(CARDS, seats=3, edition="fade1")
    x, y, third = d.character(0, "hero-6"), d.character(1, "wall"), d.character(2, "pole-40")
    screen, soften, crush = d.on(y, "screen"), d.on(third, "soften"), d.on(x, "crush-5")
    d.go(0, COMBAT)
    d.play(0, "use", crush, y)
    d.until_asked(2)
    d.play(2, "use", soften, -1)
    d.until_asked(1)
    d.quietly(1, "use", screen, -1)
    assert d.hp(y) == 19


@pytest.mark.rule("fade1", "defend.deflect-target", "keyword.lock-on")
@pytest.mark.parametrize("attacker", ["hero-6", "sniper"])
def test_no_attack_is_deflected_to_who_is_in_reserve(attacker: str) -> None:
    # Given an attack with or without Lock-On, and a Deflect to one of one's own Characters.
    d = Duel(CARDS, edition="fade1")
    x, y, other = d.character(0, attacker), d.character(1, "pole-40"), d.character(1, "pole-40")
    back, turn = d.character(1, "pole-40", backup=True), d.on(y, "veer")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # Then it may be sent to the other one in front, and not to the one in Reserve.
    assert d.can(1, "use", turn, -1, other)
    reached = "defend.deflect-target" if attacker == "sniper" else "target.reserve-unreachable"
    assert d.refused(1, "use", turn, -1, back) == reached
