"""Laying Command Materials: what may be laid where and when, what it costs, what is left over."""

from __future__ import annotations

from fadenet.console.faces.fade import FADE
from fadenet.engine import kernel, notation, position
from fadenet.engine.invariants import fault
from fadenet.engine.state import ATTACHED, LAID, ROW_CARD, UNDER
from fadenet.games.fade.field import board, commands
from fadenet.games.fade.tables import AFTERMATH, CELL, COMBAT, DISCARD, DRAWING, HAND, PREPARATION
from tests.builders.cells import to
from tests.builders.commands import REASONS, duel
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item

CARDS = (
    cards("downward", "manacle", "topple", "upward")
    + character("lord", plv=1, keywords={"Boss": 1})
    + character("veteran", cost=1, plv=4, level_up=["Squire"])
    + character(
        "herald", plv=1, in_deck=True, ability={"on": "enters", "of": "ally characters", "do": {"gain_tp": 1}}
    )
    + character("tower", plv=1, keywords={"Stacker": 2})
    + augment("crank", ability={"activate": True, "do": {"draw": 1}})
    + augment("crate", keywords={"Stacker": 1})
    + item("scour", targets="all attached cards", do={"destroy": "target"})
    + augment("venom", keywords={"Poison": 2}, attach="enemy characters")
)
STACKER = ('how = "up to"', 'how = "exactly"')


def match(*pairs: tuple[str, str], seats: int = 2) -> Duel:
    return duel(CARDS, *pairs, seats=seats)


def materials(d: Duel) -> set[int]:
    return {*commands.layout(d.s).materials}


def laid(d: Duel) -> list[int]:
    return [row[ROW_CARD] for row in d.happened("laid")]


# When and where.


def test_a_skill_is_laid_in_any_phase_of_the_own_turn_beside_a_command() -> None:
    # Given a Command in c2 that points right, when it is the own Draw Phase, then a Skill of the Hand may be
    # laid in c3, not in c1; it costs its TP, is Material, and the Phase goes on.
    d = match()
    d.command(0, "right", "c2")
    skill = d.hand(0, "strike")
    d.next_turn(1)
    assert not [move for move in d.options(1) if skill in move[1:2]]
    d.go(0, DRAWING)
    assert d.asked() == [0] and d.can(0, "lay", skill, to(d, "c3"))
    assert d.refused(0, "lay", skill, to(d, "c1")) == REASONS["lay-cell"]
    tp = d.tp_of(0)
    d.play(0, "lay", skill, to(d, "c3"))
    cost = d.rules.cards[d.s.code[skill]].stats[0]
    assert (d.at(skill), d.tp_of(0), d.s.phase) == ("c3", tp - cost, DRAWING)
    assert materials(d) == {skill} and laid(d) == [skill]
    d.go(0, PREPARATION)
    assert d.s.active == 0


def test_with_an_empty_hand_the_own_field_may_be_laid() -> None:
    # Given a Command with a free cell, a Soldier elsewhere and no card in Hand, then its Player is asked in
    # the own Draw Phase, and may lay the Soldier.
    d = match()
    d.command(0, "right", "c2")
    h = d.character(0, at="c5")
    d.next_turn(1)
    d.go(0, DRAWING)
    assert d.asked() == [0] and d.s.phase == DRAWING and d.can(0, "lay", h, to(d, "c3"))


def test_without_a_free_cell_beside_a_command_nobody_is_asked() -> None:
    # Given a Command whose only cell is taken, then its Player is asked nothing before the Preparation Phase.
    d = match()
    d.command(0, "right", "c2")
    d.character(0, at="c3")
    d.next_turn(1)
    d.empty(1, HAND)
    while d.s.active == 1:
        d.step()
    assert d.asked() == [0] and d.s.phase == PREPARATION


def test_materials_are_laid_between_attacks_and_not_in_a_chain_or_another_turn() -> None:
    # Given Gate in c2, then an Augment is laid in the Combat Phase between two Attacks; not while a Chain is
    # running, and not in an enemy's turn.
    d = match()
    d.command(0, "gate", "c2")
    me, foe = d.character(0, at="b1"), d.character(1, at="c1")
    d.play(0, "move", me, to(d, "c4"))
    edge, theirs = d.hand(0, "edge"), d.hand(1, "strike")
    d.go(0, COMBAT)
    d.on(me, "guard")
    d.on(foe, "guard")
    d.play(0, "attack", me, foe)
    while d.s.chain:
        for seat in d.asked():
            assert not [move for move in d.options(seat) if move[1:2] in ((edge,), (theirs,))]
        if d.asked() == [0]:
            assert d.refused(0, "lay", edge, to(d, "c3")) == REASONS["lay"]
        d.step()
    d.pass_all()
    d.play(0, "lay", edge, to(d, "c3"))
    assert d.at(edge) == "c3"
    d.go(1, PREPARATION)
    assert d.refused(1, "lay", theirs, to(d, "c3")) == REASONS["lay-cell"]


def test_what_is_laid_must_be_there_and_its_cell_free() -> None:
    # Given Gate in c2 and a Soldier in c3, then nothing is laid there; neither an enemy's card, a Zone card
    # nor one in a Stack is laid anywhere, and without a Command nothing is.
    d = match()
    gate, soldier = d.command(0, "gate", "c2"), d.character(0, at="c3")
    skill, ground = d.hand(0, "strike"), d.hand(0, "plain")
    under, theirs = d.under(soldier, "squire"), d.character(1, at="c1")
    assert d.refused(0, "lay", skill, to(d, "c3")) == REASONS["lay-cell"]
    assert d.refused(0, "lay", skill) == REASONS["lay-cell"]
    assert d.refused(0, "lay", ground, to(d, "c1")) == REASONS["lay"]
    assert d.refused(0, "lay", theirs, to(d, "c1")) == REASONS["lay"]
    assert d.refused(0, "lay", under, to(d, "c1")) == REASONS["lay"]
    assert d.can(0, "lay", skill, to(d, "c1"))
    d.play(0, "play", d.hand(0, "topple"), gate)
    d.pass_all()
    assert d.refused(0, "lay", skill, to(d, "c1")) == REASONS["lay-cell"]


def test_only_a_command_that_works_has_materials_laid() -> None:
    # Given K at c1 pointing right at L in c2, which points right too, then nothing is laid beside L.
    d = match()
    d.command(0, "right", "c1")
    d.command(0, "right", "c2")
    skill = d.hand(0, "strike")
    assert d.refused(0, "lay", skill, to(d, "c3")) == REASONS["lay-cell"]


# Characters.


def test_a_character_is_laid_for_its_cost_and_has_come_this_turn() -> None:
    # Given 1 TP and a Flame of cost 3 in the Fighter Pool, then it is too dear; with 3 TP it comes into c3,
    # in the Aftermath too, and does not attack in this turn.
    d = match()
    d.command(0, "gate", "c2")
    flame, other = d.fighter(0, "fire-spirit"), d.fighter(0, "fire-spirit")
    d.character(1, at="c1")
    d.tp(0, 1)
    assert d.refused(0, "lay", flame, to(d, "c3")) == "value.costs"
    d.tp(0, 3)
    d.play(0, "lay", flame, to(d, "c3"))
    assert (d.at(flame), d.tp_of(0), d.where(flame)) == ("c3", 0, "Character Zone")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", flame, d.body(1)) == "combat.entry-delay"
    d.go(0, AFTERMATH)
    d.tp(0, 3)
    d.play(0, "lay", other, to(d, "c1"))
    assert d.at(other) == "c1" and materials(d) == {flame, other}
    assert not fault(d.s)


def test_a_character_is_not_laid_beside_its_player() -> None:
    # Given a Command in b3 that points down, then no Character is laid in a3, an Augment is, and works there.
    d = match()
    d.command(0, "downward", "b3")
    flame, edge = d.fighter(0, "fire-spirit"), d.hand(0, "edge")
    there = d.character(0, at="c1")
    for h in (flame, there):
        assert d.refused(0, "lay", h, to(d, "a3")) == REASONS["lay-character"]
    plv = d.plv(d.body(0))
    d.play(0, "lay", edge, to(d, "a3"))
    assert d.at(edge) == "a3" and materials(d) == {edge} and d.plv(d.body(0)) == plv + 2


def test_characters_of_the_pool_are_not_laid_where_none_are_played() -> None:
    # Given enter = "never" and a Command in c3 that points down, then a Character of the Fighter Pool is not
    # laid in b3; one on the field is.
    d = match(('enter = "behind-front"', 'enter = "never"'))
    d.command(0, "downward", "c3")
    flame, there = d.fighter(0, "fire-spirit"), d.character(0, at="c1")
    assert d.refused(0, "lay", flame, to(d, "b3")) == REASONS["lay-character"]
    d.play(0, "lay", there, to(d, "b3"))
    assert (d.at(there), d.where(there)) == ("b3", "Backup Zone")


def test_a_character_of_the_hand_may_be_laid() -> None:
    # Given a Herald in Hand, then it is not played, but laid; being Material it hears nobody come.
    d = match()
    d.command(0, "gate", "c2")
    herald, squire = d.hand(0, "herald"), d.fighter(0, "squire")
    assert not [move for move in d.options(0) if move[:2] == (d.rules.verbs.index("play"), herald)]
    d.play(0, "lay", herald, to(d, "c1"))
    tp = d.tp_of(0)
    d.play(0, "play", squire, to(d, "c5"))
    d.pass_all()
    assert d.tp_of(0) == tp and d.where(herald) == "Character Zone"


def test_what_keywords_ask_for_is_asked_of_what_is_laid() -> None:
    # Given a Boss, then a Character of the Discard Pile is imprisoned for it; a Level-Up card comes into the
    # free cell, with the Squire underneath; a Tower needs two cards for its Stack.
    d = match(STACKER)
    d.command(0, "gate", "c2")
    lord, veteran, tower = [d.fighter(0, slug) for slug in ("lord", "veteran", "tower")]
    assert d.refused(0, "lay", lord, to(d, "c1")) == "keyword.boss"
    assert d.refused(0, "lay", veteran, to(d, "c1")) == "keyword.level-up"
    assert d.refused(0, "lay", tower, to(d, "c1")) == "keyword.stacker"
    dead, squire = d.discard(0, "squire"), d.character(0, "squire", at="c5")
    d.play(0, "lay", lord, to(d, "c1"), dead)
    assert d.where(dead) == "Rift Zone" and d.at(lord) == "c1"
    d.play(0, "lay", veteran, to(d, "c3"), squire)
    assert d.at(veteran) == "c3" and d.s.role[squire] == UNDER and d.s.num[CELL][squire] == 0


# What is on the field.


def test_a_card_of_the_field_is_laid_for_nothing_and_keeps_what_it_has() -> None:
    # Given a Soldier in c5 with damage and an Edge on it, then it goes to c3 for no TP, as it is.
    d = match()
    d.command(0, "gate", "c2")
    h = d.character(0, at="c5")
    edge = d.on(h, "edge", 1)
    d.damage(h, 2)
    d.tp(0, 0)
    d.play(0, "lay", h, to(d, "c3"))
    assert d.at(h) == "c3" and d.count(h, "Damage") == 2 and d.s.host[edge] == h
    assert d.plv(h) == 5 and materials(d) == {h}


def test_who_cannot_act_is_not_laid_in_the_other_row() -> None:
    # Given a Soldier in b5 that cannot act, then it is laid in b3, and not in c3.
    d = match()
    d.command(0, "gate", "c2")
    d.command(0, "gate", "b2")
    h = d.character(0, at="b5")
    d.play(0, "play", d.hand(0, "manacle"), h)
    d.pass_all()
    assert d.refused(0, "lay", h, to(d, "c3")) == "action.cannot-act"
    assert d.can(0, "lay", h, to(d, "b3"))


def test_an_attached_card_is_laid_face_up_and_does_nothing_there() -> None:
    # Given a face-down Strike and an Edge on a Soldier, when they are laid in c1 and c3, then they lie open
    # there, idle: the Soldier has lost what the Edge gave, its Player has not got it, and no Strike is used.
    d = match()
    d.command(0, "gate", "c2")
    h = d.character(0, at="c5")
    d.character(1, at="c1")
    strike, edge = d.on(h, "strike"), d.on(h, "edge", 1)
    plv = d.plv(d.body(0))
    d.play(0, "lay", strike, to(d, "c1"))
    d.play(0, "lay", edge, to(d, "c3"))
    assert (d.s.face[strike], d.s.role[strike], d.s.role[edge]) == (1, LAID, LAID)
    assert d.plv(h) == 3 and d.plv(d.body(0)) == plv and materials(d) == {strike, edge}
    assert "idle" in FADE.marks(d.s, edge) and "idle" in FADE.detail(d.s, edge, d.s.code[edge])
    d.go(0, COMBAT)
    assert not [move for move in d.options(0) if move[:2] == (d.rules.verbs.index("use"), strike)]
    assert not fault(d.s)


def test_what_comes_where_it_does_nothing_brings_no_counters() -> None:
    # Given Venom, an Augment for enemies with Poison 2, when it is laid in c3, then nobody is poisoned.
    d = match()
    d.command(0, "gate", "c2")
    venom = d.hand(0, "venom")
    d.play(0, "lay", venom, to(d, "c3"))
    assert d.s.role[venom] == LAID and not any(d.count(h, "Poison") for h in range(len(d.s.code)))


def test_what_lies_idle_is_not_activated() -> None:
    # Given a Crank, an Augment with an ability, on a Soldier, when it is laid in c3, then it is not activated
    # as a Material, nor once its Command is gone.
    d = match()
    gate, crank = d.command(0, "gate", "c2"), d.on(d.character(0, at="c5"), "crank", 1)
    d.go(0, COMBAT)
    assert d.can(0, "activate", crank)
    d.play(0, "lay", crank, to(d, "c3"))
    assert d.refused(0, "activate", crank) == "card.where-active"
    d.play(0, "play", d.hand(0, "topple"), gate)
    d.pass_all()
    assert d.refused(0, "activate", crank) == "card.where-active"


def test_a_stack_is_asked_for_where_its_card_lies_idle() -> None:
    # Given an Augment that needs one card underneath, when it is laid in c3, then a card of the Hand goes
    # underneath; without one it is not laid.
    d = match(STACKER)
    d.command(0, "gate", "c2")
    crate = d.hand(0, "crate")
    assert d.refused(0, "lay", crate, to(d, "c3")) == "keyword.stacker"
    d.hand(0, "ration")
    d.play(0, "lay", crate, to(d, "c3"))
    d.pass_all()
    assert [d.s.role[k] for k in d.s.kids[crate]] == [UNDER] and d.s.role[crate] == LAID


def test_cards_are_not_laid_without_end() -> None:
    # Given a Soldier between two cells of Gate, then it is laid 60 times in a turn and no more.
    d = match()
    d.command(0, "gate", "c2")
    h = d.character(0, at="c5")
    for n in range(60):
        d.play(0, "lay", h, to(d, "c1" if n % 2 else "c3"))
    assert d.refused(0, "lay", h, to(d, "c3")) == "limit.repeat"
    d.next_turn(0)
    assert d.can(0, "lay", h, to(d, "c3"))


# What is left over.


def test_what_is_left_over_lies_idle_until_it_is_material_again() -> None:
    # Given a Strike laid in c3, when Gate is destroyed, then it still fills c3, does nothing and is no
    # Material; beside another Command it is again; the laid Character is a Character as ever.
    d = match()
    gate, skill, flame = d.command(0, "gate", "c2"), d.hand(0, "strike"), d.fighter(0, "fire-spirit")
    d.play(0, "lay", skill, to(d, "c3"))
    d.play(0, "lay", flame, to(d, "c1"))
    d.play(0, "play", d.hand(0, "topple"), gate)
    d.pass_all()
    assert not materials(d) and d.at(skill) == "c3" and d.s.role[skill] == LAID
    assert d.refused(0, "play", d.fighter(0, "squire"), to(d, "c3")) == "prep.move"
    assert "idle" in FADE.marks(d.s, skill) and "mat" not in FADE.marks(d.s, skill)
    d.play(0, "play", d.hand(0, "gate"), to(d, "c4"))
    assert materials(d) == {skill}
    d.play(0, "lay", skill, to(d, "c5"))
    assert d.at(skill) == "c5" and d.s.role[skill] == LAID
    d.next_turn(0)
    d.go(0, COMBAT)
    assert [move for move in d.options(0) if move[:2] == (d.rules.verbs.index("attack"), flame)]


def test_a_command_that_is_laid_stands_and_works_when_it_is_no_material() -> None:
    # Given Gate in c2, when a Command is laid in c3, then it is Material; Gate gone, it works.
    d = match()
    gate, second = d.command(0, "gate", "c2"), d.hand(0, "right")
    d.play(0, "lay", second, to(d, "c3"))
    assert d.s.role[second] == ATTACHED and materials(d) == {second}
    assert d.refused(0, "activate", second) == REASONS["command-material"]
    d.play(0, "play", d.hand(0, "topple"), gate)
    d.pass_all()
    assert d.can(0, "activate", second)


def test_what_was_laid_is_destroyed_as_other_cards_are() -> None:
    # Given a Strike laid in c3, when it is destroyed, then its cell is free, and it remembers none.
    d = match()
    d.command(0, "gate", "c2")
    skill = d.hand(0, "strike")
    d.play(0, "lay", skill, to(d, "c3"))
    assert board.standing(d.s, 0)[d.cell("c3")] == skill
    d.play(0, "play", d.hand(0, "scour"), skill)
    d.pass_all()
    assert skill in d.s.zones[DISCARD] and d.s.num[CELL][skill] == 0
    assert not board.standing(d.s, 0).get(d.cell("c3"))


# Seats, positions, words.


def test_a_seat_that_leaves_takes_what_it_has_laid() -> None:
    # Given three seats, when one that has laid cards gives up, then they leave with it.
    d = match(seats=3)
    d.command(0, "gate", "c2")
    skill, flame = d.hand(0, "strike"), d.fighter(0, "fire-spirit")
    d.play(0, "lay", skill, to(d, "c3"))
    d.play(0, "lay", flame, to(d, "c1"))
    d.answer(0, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.s.zone[skill] < 0 and d.s.zone[flame] < 0 and not materials(d)
    assert not fault(d.s)


def test_a_position_keeps_what_is_laid() -> None:
    # Given a Strike and a Soldier laid beside Gate, then the position out of its text says the same of them.
    d = match()
    d.command(0, "gate", "c2")
    skill, h = d.hand(0, "strike"), d.character(0, at="c5")
    d.play(0, "lay", skill, to(d, "c3"))
    d.play(0, "lay", h, to(d, "c1"))
    text = position.dump(d.s)
    again = position.load(d.rules, text)
    assert commands.layout(again).materials == {skill, h} and position.dump(again) == text


def test_moves_that_lay_are_written_with_cells() -> None:
    # Given a Strike in Hand beside a Command, then the move is written, and read, with its cell.
    d = match()
    d.command(0, "gate", "c2")
    move = d.move("lay", d.hand(0, "strike"), to(d, "c3"))
    text = notation.format_move(d.s, 0, move)
    assert text == "lay h1 to=c3" and notation.parse_move(d.s, 0, text) == move


def test_the_log_tells_what_is_played_and_laid_once() -> None:
    # Given a Gate that is played and a Strike and an Edge that are laid, then each has one line that says so.
    d = match()
    gate, skill, edge = d.hand(0, "gate"), d.hand(0, "strike"), d.hand(0, "edge")
    for move in (("play", gate, "c2"), ("lay", skill, "c1"), ("lay", edge, "c3")):
        d.play(0, move[0], move[1], to(d, move[2]))
    lines = [d.rules.book.event_line(d.s, row) for row in d.log if FADE.tells(d.s, row)]
    told = [line.text() for line in lines if line is not None]
    assert [text for text in told if any(name in text for name in ("Gate", "Strike", "Edge"))] == [
        "p1 plays Gate",
        "Gate enters the field (c2)",
        "p1 lays Strike as Command Material",
        "p1 lays Edge as Command Material",
    ]
