"""Editions whose cards print DEF, which lowers every hit (fade1 damage.plv-against-def)."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.field import values
from fadenet.games.fade.language.printed import lines, printed
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "piercing", "quiet")
    + """
[card.wall]
name = "Wall"
types = ["Character"]
hp = 12
plv = 4
cs = 2
def = 3
agi = 1
[card.flurry]
name = "Flurry"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 4, hits = 3 }]
[card.spark]
name = "Spark"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all fighters" }]
do = [{ damage = 5, to = "target" }]
[card.lance]
name = "Lance"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all fighters" }]
do = [{ damage = 5, to = "target", type = "Unblockable" }]
[card.plating]
name = "Plating"
types = ["Augment"]
rank = "Normal"
[[card.plating.ability]]
gives = { DEF = 2 }
[card.rust]
name = "Rust"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ mod = "DEF", n = -5, on = "target" }]
[card.scholar]
name = "Scholar"
types = ["Skill"]
rank = "Normal"
keywords = { Mastery = ["Fire"] }
elements = ["Fire"]
do = [{ attack = 5 }]
[card.mirror-wall]
name = "Mirror Wall"
types = ["Character"]
hp = 9
plv = 1
[[card.mirror-wall.ability]]
gives = { PLV = { stat = "DEF", of = "your characters" } }
"""
)
GUARD = (
    ("[board]", '[cards]\nstats = ["CS", "DEF", "AGI"]\n\n[board]'),
    ('stages = ["own", "times", "receiver"]', 'stages = ["own", "guard", "times", "receiver"]'),
    ('Unblockable = ["block", "deflect"]', 'Unblockable = ["defend", "block"]'),
)


def match() -> tuple[Duel, int, int]:
    """A Giant of seat 0 (PLV 4) against a Wall of seat 1 (DEF 3, HP 12)."""
    d = differing(CARDS, *GUARD)
    return d, d.character(0, "giant"), d.character(1, "wall")


def struck(d: Duel, mine: int, theirs: int, slug: str) -> int:
    """The HP that the Wall has left after a Skill on it."""
    skill = d.on(mine, slug)
    d.go(0, COMBAT)
    d.play(0, "use", skill, theirs)
    d.pass_all()
    return values.hp(d.s, theirs)


def test_a_normal_attack_sets_plv_against_def() -> None:
    """given PLV 4 against DEF 3, then 1 is dealt; the Attack of one whose PLV is no higher deals nothing."""
    d, mine, theirs = match()
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    d.pass_all()
    assert values.hp(d.s, theirs) == 12 - (values.plv(d.s, mine) - 3)
    soft = d.character(0, "soldier")
    before = values.hp(d.s, theirs)
    d.play(0, "attack", soft, theirs)
    d.pass_all()
    assert values.plv(d.s, soft) <= 3 and values.hp(d.s, theirs) == before
    assert len(d.happened("succeeds")) == 1


@pytest.mark.parametrize(("slug", "left"), [("flurry", 9), ("piercing", 10), ("scholar", 8)])
def test_every_hit_is_defended_against_before_it_is_doubled(slug: str, left: int) -> None:
    """given 3 hits of 4, one of 2 that withstands Defend, one of 5 that is doubled, against DEF 3."""
    d, mine, theirs = match()
    assert struck(d, mine, theirs, slug) == left


@pytest.mark.parametrize(("slug", "left"), [("spark", 10), ("lance", 7)])
def test_def_lowers_damage_that_is_no_attack_as_well(slug: str, left: int) -> None:
    """given an effect of 5 damage, Basic or Unblockable, then DEF 3 lowers the first alone."""
    d, _, theirs = match()
    item = d.hand(0, slug)
    d.go(0, PREPARATION)
    d.play(0, "play", item, theirs)
    d.pass_all()
    assert values.hp(d.s, theirs) == left


def test_def_is_read_at_the_hit_and_never_below_nothing() -> None:
    """given DEF 3, an Augment that gives 2, or an Item that takes 5 and Mute, then it is 5, or 0."""
    d, mine, theirs = match()
    d.on(theirs, "plating", face=1)
    assert values.defense(d.s, theirs) == 5
    assert struck(d, mine, theirs, "scholar") == 12
    d, mine, theirs = match()
    items = [d.hand(0, slug) for slug in ("rust", "quiet")]
    d.go(0, PREPARATION)
    for item in items:
        d.play(0, "play", item, theirs)
        d.pass_all()
    assert values.defense(d.s, theirs) == 0
    assert struck(d, mine, theirs, "scholar") == 2


def test_players_have_the_def_that_their_book_gives() -> None:
    """given a book by which Players begin with DEF 2, then a hit of 5 deals 3 to one."""
    d = differing(CARDS, *GUARD, figures={"starting_def": 2})
    spark = d.hand(0, "spark")
    d.go(0, PREPARATION)
    full = values.hp(d.s, 2)
    d.play(0, "play", spark, 2)
    d.pass_all()
    assert values.hp(d.s, 2) == full - 3


def test_the_figures_stand_on_the_card_and_can_be_counted() -> None:
    """given a card with CS, DEF and AGI, then its face shows them; amounts sum DEF up."""
    d, _, theirs = match()
    face = printed(d.rules.cards[d.s.code[theirs]])
    assert (face.cost, face.left, face.right) == ("2 CS", "12 HP 3 DEF", "4 PLV 1 AGI")
    assert "12 HP 3 DEF" in lines(d.rules.cards[d.s.code[theirs]])[1]
    glass = d.character(1, "mirror-wall")
    assert values.plv(d.s, glass) == 1 + values.defense(d.s, theirs) == 4


def test_a_card_that_prints_what_its_edition_has_not_is_refused() -> None:
    """given a card with DEF in an edition without it, then loading names the card and the key."""
    with pytest.raises(LoadError, match=r"wall.*def.*no card here prints DEF"):
        Duel("[card.wall]\nname = 'Wall'\ntypes = ['Character']\nhp = 1\nplv = 1\ndef = 1\n")
    plating = """
[card.plating]
name = "Plating"
types = ["Augment"]
rank = "Normal"
ability = [{ gives = { DEF = 2 } }]
"""
    with pytest.raises(LoadError, match="plating: ability 1: 'DEF' is no thing to be given"):
        Duel(plating)
