"""Blocks of single hits, in the 60-card edition (topic defend)."""

from __future__ import annotations

import pytest

from fadenet.engine import invariants, kernel, position
from fadenet.engine.errors import LoadError
from fadenet.engine.state import PICK, mark_parts
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT, KEY_PART, P_STOPPED
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import cards, character, item, reaction, skill

CARDS = (
    cards("downgrade", "fence", "hero-6", "pole-40", "refute", "screen")
    + character("frail", hp=4, plv=1)
    + skill("crescendo", do={"attack": [{"n": 3}, {"n": 5}, {"n": 7}]})
    + skill("both", targets={"reach": True, "n": 2}, do={"attack": 4, "hits": 2})
    + skill("mixed", do={"attack": [{"n": 3, "type": "Relentless"}, {"n": 5}]})
    + skill("crush", do={"attack": 5, "hits": 2, "type": "Unblockable"})
    + skill("hymn", targets="enemy characters", do={"gain_tp": 1})
    + reaction("parry", answers="attack", do={"block": "hit"})
    + reaction("shield-arm", answers="attack", anyone=True, do=[{"block": "hit"}, {"draw": 1}])
    + reaction("turn", targets="your characters", answers="attack", anyone=True, do={"deflect": True})
    + item(
        "vane",
        cost=0,
        keywords="Equip",
        attach="your characters",
        ability={"activate": True, "answers": "attack", "do": {"block": "hit"}},
    )
)

HITS = pytest.mark.rule("fade1", "defend.block-all-hits")


def part(n: int) -> tuple[int, int]:
    """The part of a move that names a hit."""
    return KEY_PART, n


def match(slug: str, other: str = "pole-40", seats: int = 2, format: str = "") -> tuple[Duel, int, int, int]:
    """(a match, a Striker of seat 0, one of seat 1, a Skill on the former), in the Combat Step."""
    d = Duel(CARDS, seats=seats, format=format, edition="fade1")
    x, y = d.character(0, "hero-6"), d.character(1, other)
    card = d.on(x, slug) if slug else 0
    d.go(0, COMBAT)
    return d, x, y, card


@HITS
@pytest.mark.parametrize(("n", "left"), [(1, 28), (2, 30), (3, 32)])
def test_only_the_hit_that_is_chosen_deals_nothing(n: int, left: int) -> None:
    # Given hits of 3, 5 and 7 and a Reaction "Block one hit", when it names one of them, then that deals 0
    # and the others what they do.
    d, _, y, flurry = match("crescendo")
    parry = d.on(y, "parry")
    d.play(0, "use", flurry, y)
    assert [move for move in d.options(1) if parry in move] == [
        d.move("use", parry, -1, part(k)) for k in (1, 2, 3)
    ]
    assert d.refused(1, "use", parry, -1) == d.refused(1, "use", parry, -1, part(4))
    assert d.refused(1, "use", parry, -1) == d.rule(reasons.WHICH_HIT)
    d.quietly(1, "use", parry, -1, part(n))
    assert d.hp(y) == left
    assert [row[-1] for row in d.happened("hit-blocked")] == [n] and not d.happened("blocked")
    assert len(d.happened("succeeds")) == 1 and not invariants.fault(d.s)


@HITS
def test_of_an_attack_of_one_hit_none_has_to_be_named() -> None:
    # Given a Normal Attack, then "Block one hit" Blocks it, and it is not successful.
    d, x, y, _ = match("")
    parry = d.on(y, "parry")
    d.play(0, "attack", x, y)
    d.quietly(1, "use", parry, -1)
    assert d.hp(y) == 40 and not d.happened("succeeds")


@HITS
@pytest.mark.rule("fade1", "defend.once-per-attack")
def test_hits_on_others_are_not_ones_own_to_block() -> None:
    # Given an attack of 2 hits on each of two enemies' Characters, in order first on the one, then on the
    # other, then each of their Players names those on the own side; who may guard anyone names them too.
    d = Duel(CARDS, seats=3, edition="fade1")
    x, y, z = d.character(0, "hero-6"), d.character(1, "pole-40"), d.character(2, "pole-40")
    both, parry, arm = d.on(x, "both"), d.on(y, "parry"), d.on(z, "shield-arm")
    d.go(0, COMBAT)
    d.play(0, "use", both, y, z)
    d.until_asked(1)
    assert [move[-1] for move in d.options(1) if parry in move] == [part(1), part(3)]
    d.play(1, "use", parry, -1, part(3))
    d.until_asked(2)
    assert [move[-1] for move in d.options(2) if arm in move and -1 in move] == [part(2), part(4)]
    d.quietly(2, "use", arm, -1, part(2))
    assert (d.hp(y), d.hp(z)) == (36, 36)


@HITS
@pytest.mark.rule("fade1", "defend.judged-on-resolution")
@pytest.mark.parametrize(
    ("slug", "n", "softened", "left"),
    [("mixed", 1, False, 32), ("mixed", 2, False, 37), ("crush", 1, False, 30), ("crush", 1, True, 35)],
)
def test_the_type_of_that_hit_is_what_counts(slug: str, n: int, softened: bool, left: int) -> None:
    # Given a Relentless hit of 3 and a Basic one of 5, or two Unblockable ones of 5, downgraded in time or
    # not, then a Block of one hit works if that is Basic as it resolves.
    d = Duel(CARDS, seats=3, edition="fade1")
    x, y, third = d.character(0, "hero-6"), d.character(1, "pole-40"), d.character(2, "pole-40")
    card, parry, soften = d.on(x, slug), d.on(y, "parry"), d.on(third, "downgrade")
    d.go(0, COMBAT)
    d.play(0, "use", card, y)
    d.play(1, "use", parry, -1, part(n))
    if softened:
        d.until_asked(2)
        d.play(2, "use", soften, -1)
    d.pass_all()
    assert d.hp(y) == left


@HITS
@pytest.mark.rule("fade1", "ko.overflow")
@pytest.mark.parametrize(("n", "hp", "left"), [(1, 4, 33), (2, 3, 33), (3, 3, 35)])
def test_a_hit_stays_blocked_at_the_target_that_gets_the_rest(n: int, hp: int, left: int) -> None:
    # Given hits of 3, 5 and 7 on a Character with 4 or 3 HP, one of which is Blocked, when it falls and the
    # rest goes to a new target, then the hit named deals 0 to whom it lands on.
    d, _, y, flurry = match("crescendo", "frail")
    z = d.character(1, "pole-40")
    parry = d.on(y, "parry")
    d.leave(y, hp)
    d.play(0, "use", flurry, y)
    d.play(1, "use", parry, -1, part(n))
    d.until(PICK)
    again = position.load(d.rules, position.dump(d.s))
    assert not invariants.fault(again) and d.lies(y) == "discard"
    d.quietly(0, "pick", z)
    assert d.hp(z) == left


@HITS
@pytest.mark.rule("fade1", "ko.overflow")
def test_nothing_is_kept_of_a_hit_that_never_lands() -> None:
    # Given a Blocked hit among those that are left over and lost, when the turn ends, then nothing is kept.
    d, _, y, flurry = match("crescendo", "frail")
    d.character(1, "pole-40")
    parry = d.on(y, "parry")
    d.leave(y, 3)
    d.play(0, "use", flurry, y)
    d.play(1, "use", parry, -1, part(3))
    d.until(PICK)
    d.quietly(0, "done")
    assert P_STOPPED in {mark_parts(mark)[0] for mark in d.s.marks}
    d.next_turn(1)
    assert P_STOPPED not in {mark_parts(mark)[0] for mark in d.s.marks}


@HITS
@pytest.mark.rule("fade1", "ko.overflow-answers")
def test_the_hits_of_the_rest_are_counted_anew() -> None:
    # Given hits 2 and 3 left over at a new target, then its side names them 1 and 2; with 2 the last one
    # deals 0.
    d, _, y, flurry = match("crescendo", "frail")
    z = d.character(1, "pole-40")
    parry = d.on(z, "parry")
    d.leave(y, 3)
    d.play(0, "use", flurry, y)
    d.until(PICK)
    d.play(0, "pick", z)
    d.until_asked(1)
    assert [move[-1] for move in d.options(1) if parry in move] == [part(1), part(2)]
    d.quietly(1, "use", parry, -1, part(2))
    assert d.hp(z) == 35


@HITS
@pytest.mark.rule("fade1", "defend.deflect-target")
def test_a_hit_stays_blocked_where_it_is_deflected_to() -> None:
    # Given an attack of 3, 5 and 7, whose last hit is Blocked, when a partner Deflects it all, then the
    # Character named takes 8.
    d, _, y, flurry = match("crescendo", seats=4, format="teams")
    z = d.character(3, "pole-40")
    parry, turn = d.on(y, "parry"), d.on(z, "turn")
    d.play(0, "use", flurry, y)
    d.until_asked(1)
    d.play(1, "use", parry, -1, part(3))
    d.until_asked(3)
    d.quietly(3, "use", turn, -1, z)
    assert (d.hp(y), d.hp(z)) == (40, 32)


@HITS
@pytest.mark.rule("fade1", "defend.defend")
def test_the_others_are_defended_against_hit_by_hit() -> None:
    # Given hits of 3, 5 and 7 on DEF 2 with the last one Blocked, then 1 and 3 are dealt.
    d, _, y, flurry = match("crescendo", "fence")
    parry = d.on(y, "parry")
    d.play(0, "use", flurry, y)
    d.quietly(1, "use", parry, -1, part(3))
    assert d.hp(y) == 16


@HITS
@pytest.mark.rule("fade1", "defend.negate")
def test_a_block_that_is_negated_stops_no_hit() -> None:
    # Given a Block of one hit that the attacker's side Negates, then all hits land.
    d, x, y, flurry = match("crescendo", seats=4, format="teams")
    third = d.character(2, "pole-40")
    parry, bar = d.on(y, "parry"), d.on(third, "refute")
    d.play(0, "use", flurry, y)
    d.until_asked(1)
    d.play(1, "use", parry, -1, part(3))
    d.until_asked(2)
    d.quietly(2, "use", bar, -2)
    assert d.hp(y) == 25 and x


@HITS
@pytest.mark.rule("fade1", "win.elimination-chain")
def test_who_leaves_takes_the_block_along() -> None:
    # Given three Players, when the one who would Block a hit gives up before that resolves, then nothing is
    # Blocked and the others go on.
    d = Duel(CARDS, seats=3, edition="fade1")
    x, y, third = d.character(0, "hero-6"), d.character(1, "pole-40"), d.character(2, "pole-40")
    flurry, parry = d.on(x, "crescendo"), d.on(y, "parry")
    d.on(third, "downgrade")
    d.go(0, COMBAT)
    d.play(0, "use", flurry, y)
    d.play(1, "use", parry, -1, part(1))
    d.log += kernel.leave(d.s, 1)
    d.pass_all()
    assert not d.happened("hit-blocked") and not d.s.over and not invariants.fault(d.s)


@HITS
def test_an_attack_without_hits_has_none_to_block() -> None:
    # Given a Skill that deals no damage to the enemy that it targets, then it is not answered so.
    d, _, y, hymn = match("hymn")
    parry, screen = d.on(y, "parry"), d.on(y, "screen")
    d.play(0, "use", hymn, y)
    assert d.can(1, "use", screen, -1)
    assert d.refused(1, "use", parry, -1) == d.rule(reasons.NOT_CONCERNED)


@HITS
@pytest.mark.rule("fade1", "defend.use-effect")
def test_an_ability_may_block_a_hit() -> None:
    # Given an Equip Item whose ability answers an attack on its bearer's side, when it names hit 2 of 3, then
    # that one deals 0.
    d, _, y, flurry = match("crescendo")
    vane = d.on(y, "vane", 1)
    d.play(0, "use", flurry, y)
    d.quietly(1, "activate", vane, -1, part(2))
    assert d.hp(y) == 30


def test_the_text_says_it_and_no_other_book_does() -> None:
    # Given the word, then the card says so; it names one part of an Attack alone, and other editions lack it.
    assert rules_with(CARDS, edition="fade1").by_slug["parry"].text == (
        "Answer an Attack: Block one hit of it."
    )
    for edition in ("fade2", "faroe"):
        with pytest.raises(LoadError, match="single hit"):
            rules_with(reaction("odd", answers="attack", do={"block": "hit"}), edition=edition)
    one, all_of_it = {"block": "hit"}, {"deflect": True}
    for do in ([one, all_of_it], [all_of_it, one]):
        with pytest.raises(LoadError, match="one part"):
            rules_with(reaction("odd", targets="your characters", answers="attack", do=do), edition="fade1")
