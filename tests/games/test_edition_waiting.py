"""Who is new waits, and who cannot act does nothing by choice: what either may and may not do, with cells."""

from __future__ import annotations

from tests.builders.cells import GRID, to
from tests.builders.editions import differing
from tests.builders.scenario import AFTERMATH, COMBAT, Duel

STATE = ('Paralyze = { kind = "counter", how = "removal" }', 'Paralyze = { kind = "counter", how = "state" }')
WEARS = ('Paralyze = { phase = "starting", does = "bar" }', 'Paralyze = { phase = "end", does = "wear" }')
ANYWHERE = ("[keywords]\n", '[keywords]\nTag-Out = { kind = "plain", how = "anywhere" }\n')
REASON = ("[reasons]\n", '[reasons]\ntag-out = "prep.move"\n')
WAITING = (
    ('forward = "able"', 'forward = "ready"'),
    ('retreat = "able"', 'retreat = "ready"'),
)
CARDS = """
[card.handy]
name = "Handy"
types = ["Character"]
hp = 9
plv = 3
keywords = { Tag-Out = true }
[[card.handy.ability]]
activate = true
do = [{ gain_tp = 1 }]
[[card.handy.ability]]
on = "takes-damage"
of = "this"
do = [{ draw = 1 }]
[[card.handy.ability]]
gives = { PLV = 1 }
to = "your characters"
[card.flashy]
name = "Flashy"
types = ["Character"]
hp = 9
plv = 3
keywords = { Flash = true }
[card.back]
name = "Back"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 2 }]
"""


def duel() -> Duel:
    return differing(CARDS, *GRID, *WAITING, STATE, WEARS, ANYWHERE, REASON)


def test_who_is_new_waits_with_attacks_and_with_moves_between_the_rows() -> None:
    # Given a Character that came in this turn, with a Skill, then it is not moved between the rows, in
    # Preparation and in the Aftermath, neither attacks nor uses the Skill; it activates, tags out, is shifted
    # within its row, and cards are attached to it. One with Flash is moved and attacks.
    d = duel()
    h, skill = d.character(0, "handy", at="c1", fresh=True), d.hand(0, "strike")
    other, flashy = d.character(0, at="b1"), d.character(0, "flashy", at="c2", fresh=True)
    assert d.refused(0, "move", h, to(d, "b2")) == "action.cannot-act"
    assert d.refused(0, "move", other, to(d, "c1")) == "prep.move"  # who stands there would have to make room
    assert d.can(0, "move", flashy, to(d, "b2")) and d.can(0, "tag", h, to(d, "b2"))
    d.play(0, "attach", skill, h)
    d.play(0, "play", d.hand(0, "edge"), h)
    d.pass_all()
    d.go(0, COMBAT)
    assert (
        d.refused(0, "attack", h, d.body(1)) == d.refused(0, "use", skill, d.body(1)) == "combat.entry-delay"
    )
    assert (
        d.can(0, "activate", h) and d.can(0, "attack", flashy, d.body(1)) and d.can(0, "tag", h, to(d, "c3"))
    )
    d.go(0, AFTERMATH)
    assert not d.can(0, "move", h, to(d, "b2")) and d.can(0, "move", h, to(d, "c3"))
    d.next_turn(0)
    assert d.can(0, "move", h, to(d, "b2"))


def test_who_is_new_defends_but_strikes_nobody_back() -> None:
    # Given a Character of p1 that came in this turn with a Block and a Counter-hit, when p2 answers p1's
    # Attack with a Counter-hit at it, then the Block can be used, and the Counter-hit not.
    d = duel()
    mine, theirs = d.character(0, "flashy", at="c1", fresh=True), d.character(1, at="c1")
    h = d.character(0, "handy", at="c2", fresh=True)
    block, back = d.on(h, "guard"), d.on(h, "back")
    strike = d.on(theirs, "back")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    d.play(1, "use", strike, -1)
    assert d.refused(0, "use", back, -2) == "combat.entry-delay" and d.can(0, "use", block, -2)


def test_who_cannot_act_does_nothing_by_choice() -> None:
    # Given a Character with a Paralyze Counter, a Skill and a Block, then it is not moved, tagged out, used
    # to attack, and neither its ability nor its Skill is used; when it is attacked, its Block cannot be used,
    # and what it does by itself goes on.
    d = duel()
    h = d.character(0, "handy", at="c1")
    other, skill, block = d.character(0, at="b1"), d.on(h, "strike"), d.on(h, "guard")
    theirs = d.character(1, at="c1")
    d.counters(h, "Paralyze", 3)
    for name in ("b1", "b2"):
        assert not d.can(0, "move", h, to(d, name)) and not d.can(0, "tag", h, to(d, name))
    assert not d.can(0, "move", other, to(d, "c1")) and d.can(0, "move", other, to(d, "c2"))
    assert d.can(0, "attach", d.hand(0, "strike"), h) and d.plv(other) == 4
    d.go(0, COMBAT)
    for move in (("attack", h, theirs), ("use", skill, theirs), ("activate", h)):
        assert d.refused(0, *move) == "action.cannot-act"
    d.go(1, COMBAT)
    before = len([row for row in d.happened("drawn") if row[3] == 0])
    d.play(1, "attack", theirs, h)
    assert d.asked() == [0] and d.refused(0, "use", block, -1) == "action.cannot-act"
    d.pass_all()
    assert d.hp(h) == 6 and len([row for row in d.happened("drawn") if row[3] == 0]) == before + 1
