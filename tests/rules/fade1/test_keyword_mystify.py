"""Characters that lie face-down in the 60-card edition, and the slots that they take up (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine import notation, position
from fadenet.engine.state import CONFIRM, RESPOND
from fadenet.games.fade.field import slots, values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, KEY_N, KEY_TO, PREPARATION, ST_SIZED
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item

CARDS = (
    cards("screen")
    + character("mask", cost=2, level=3, plv=4, def_=2, cs=3, keywords={"Mystify": 1})
    + character("imp", plv=4, cs=1, keywords={"Mystify": 1})
    + character("four", "Fire", plv=4, cs=4)
    + character("friend", plv=4, cs=1, keywords={"Friendship": ["Fire", 1]})
    + character("hero", hp=20, plv=5, cs=1)
    + item("spores", cost=0, do={"counter": "Poison", "n": 2, "on": "enemy characters"})
    + item("shards", cost=0, do={"counter": "Damage", "n": 2, "on": "enemy characters"})
    + item("quake", cost=0, do={"damage": 4, "to": "enemy characters"})
    + item("rout", do={"row": "your characters", "to": "backup"})
    + item("recall", targets="your discard pile", do={"return": "target"})
)


def match() -> Duel:
    return Duel(CARDS, edition="fade1")


def veil(d: Duel, slug: str = "mask", at: str = "c2", cs: int = 3, seat: int = 0) -> int:
    """A Character is played face-down from the Fighter Pool, and stated to be of so many CS."""
    h = d.fighter(seat, slug)
    d.play(seat, "veil", h, to(d, at), (KEY_N, cs))
    return h


@pytest.mark.rule("fade1", "keyword.mystify-details")
def test_it_takes_up_the_slots_that_are_stated() -> None:
    # Given a Mystify Character of 3 CS, when it is played face-down, then nothing is paid, and its player
    # states
    # 3, which no one else can see to be true.
    d = match()
    tp = d.tp_of(0)
    mask = veil(d)
    assert not d.s.code[mask] and d.tp_of(0) == tp and d.s.stated[mask] == ST_SIZED + 3
    assert slots.left(d.s, 0) == 3
    # Then one of 4 does not fit beside it, one of 1 does.
    assert d.refused(0, "play", d.fighter(0, "four"), d.to("front")) == d.rule("slots")
    assert d.can(0, "play", d.fighter(0, "hero"), d.to("front"))


@pytest.mark.rule("fade1", "keyword.mystify-details")
def test_it_is_played_face_down_only_where_it_fits() -> None:
    # Given 4 of 6 CS in use, then one of 3 is not played face-down, and one of 1 is.
    d = match()
    d.character(0, "four")
    mask, imp = d.fighter(0, "mask"), d.fighter(0, "imp")
    assert d.refused(0, "veil", mask, to(d, "c2"), (KEY_N, 3)) == d.rule("slots")
    assert d.can(0, "veil", imp, to(d, "c2"), (KEY_N, 1))
    # Then its player is offered the true number alone; a move without one is none.
    moves = [move for move in d.options(0) if move[0] == d.move("veil")[0]]
    assert {move[-1] for move in moves} == {(KEY_N, 1)} and {move[1] for move in moves} == {imp}
    assert d.refused(0, "veil", imp, to(d, "c2"))


@pytest.mark.rule("fade1", "keyword.mystify-details", "setup.hidden-checks")
def test_a_false_number_loses_when_it_is_shown() -> None:
    # Given one of 3 CS that was stated to be of 1, when it is turned face-up, then its player has lost.
    d = match()
    d.character(0, "four")
    mask = veil(d, cs=1)
    assert slots.left(d.s, 0) == 1
    d.play(0, "unveil", mask)
    assert d.s.over == ((2, 1), d.rule("statement"))


@pytest.mark.rule("fade1", "keyword.mystify-details")
def test_it_is_shown_before_anybody_answers_and_has_its_def() -> None:
    # Given a face-down Character (DEF 2) that is attacked, then it is turned face-up and paid for before
    # anybody
    # answers.
    d = match()
    x = d.character(0, "hero")
    d.go(1, PREPARATION)
    mask = veil(d, seat=1)
    block = d.on(mask, "screen")
    d.go(0, COMBAT)
    d.tp(1, 2)
    d.play(0, "attack", x, mask)
    assert d.asked() == [1] and d.asked_kind() == CONFIRM
    d.yes(1)
    assert d.s.code[mask] and d.tp_of(1) == 0 and values.defense(d.s, mask) == 2
    # Then its player may answer with its Reaction, or it takes 5 - 2.
    assert d.asked_kind() == RESPOND and d.can(1, "use", block, -1)
    d.pass_all()
    assert d.hp(mask) == 6 and slots.left(d.s, 1) == 3


@pytest.mark.rule("fade1", "keyword.mystify-details")
@pytest.mark.parametrize(
    ("slug", "counter", "n"), [("spores", "Poison", 2), ("shards", "Damage", 2), ("quake", "Damage", 4)]
)
@pytest.mark.parametrize(("tp", "lies"), [(2, "front"), (1, "discard")])
def test_what_reaches_it_without_a_target_shows_it(
    slug: str, counter: str, n: int, tp: int, lies: str
) -> None:
    # Given a face-down Character of Cost 2 and DEF 2 beside an open one, when an Item puts 2 Poison or Damage
    # Counters on all enemy Characters, or deals 4 damage to them.
    d = match()
    d.go(1, PREPARATION)
    mask, other = veil(d, seat=1), d.character(1, "hero")
    d.go(0, PREPARATION)
    d.tp(1, tp)
    d.play(0, "play", d.hand(0, slug))
    if tp == 2:
        assert d.until(CONFIRM) == 1 and not d.count(mask, counter)
        d.yes(1)
    # Then it is shown, and has them if it is paid for; without the TP nobody is asked, and it is destroyed.
    while d.s.chain:
        assert d.asked_kind() != CONFIRM
        d.step()
    assert d.lies(mask) == lies and d.count(mask, counter) == (2 if tp == 2 else 0)
    assert d.count(other, counter) == n and d.s.code[mask]


@pytest.mark.rule("fade1", "keyword.mystify-details", "target.player-protected")
def test_it_shields_its_player_and_cannot_attack() -> None:
    # Given a face-down Character, then its player is not attacked, and it has no effects and makes no attack.
    d = match()
    x = d.character(1, "hero")
    mask = veil(d)
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", mask, x)
    assert (d.plv(mask), values.defense(d.s, mask)) == (0, 0)
    d.go(1, COMBAT)
    assert d.refused(1, "attack", x, d.body(0)) == d.rule("out-of-reach") and d.can(1, "attack", x, mask)


@pytest.mark.rule("fade1", "keyword.mystify-details")
@pytest.mark.parametrize(("phase", "shown"), [(PREPARATION, True), (COMBAT, False), (AFTERMATH, False)])
def test_its_player_shows_it_in_the_own_preparation_step_alone(phase: int, shown: bool) -> None:
    # Given a face-down Character of Cost 2 and 2 TP, then it is shown in the Preparation Step and not later.
    d = match()
    mask = veil(d)
    d.go(0, phase)
    d.tp(0, 2)
    assert d.can(0, "unveil", mask) == shown


@pytest.mark.rule("fade1", "keyword.mystify-details", "value.cs-only-character-zones")
def test_its_slots_are_free_while_it_is_in_reserve() -> None:
    # Given a face-down Character of 3 CS, which cannot act, then its player does not put it into Reserve.
    d = match()
    mask = veil(d)
    d.next_turn(0)
    assert d.refused(0, "move", mask, *d.across(mask)) == d.rule("cannot-act")
    # When an effect does, then it takes up none and stays hidden; it comes back only if 3 are free.
    d.quietly(0, "play", d.hand(0, "rout"))
    assert d.lies(mask) == "backup" and not d.s.code[mask] and slots.left(d.s, 0) == 6
    four = d.character(0, "four")
    assert d.refused(0, "move", mask, (KEY_TO, d.cell("c5")))
    d.play(0, "move", four, *d.across(four))
    d.play(0, "move", mask, (KEY_TO, d.cell("c5")))
    assert slots.left(d.s, 0) == 3 and not d.s.code[mask]


@pytest.mark.rule("fade1", "keyword.mystify-details", "keyword.element-friendship-details")
def test_friendship_saves_nothing_of_what_nobody_can_see() -> None:
    # Given Fire Friendship 1 fulfilled, then a face-down Character takes up what is stated, before and
    # after it
    # is shown.
    d = match()
    d.character(0, "friend")
    d.character(0, "four", backup=True)
    before = slots.left(d.s, 0)
    mask = veil(d)
    assert slots.left(d.s, 0) == before - 3
    d.play(0, "unveil", mask)
    assert d.s.code[mask] and slots.left(d.s, 0) == before - 3


@pytest.mark.rule("fade1", "keyword.mystify-details")
def test_the_number_is_written_and_read() -> None:
    # Given the move and the position after it, when they are written and read again, then they are the same.
    d = match()
    h = d.fighter(0, "mask")
    move = d.move("veil", h, to(d, "c2"), (KEY_N, 3))
    text = notation.format_move(d.s, 0, move)
    assert text.endswith("to=c2 n=3") and notation.parse_move(d.s, 0, text) == move
    d.answer(0, move)
    assert d.rules.moves.vouched(d.s, move) == ST_SIZED + 3
    again = position.load(d.rules, position.dump(d.s))
    assert slots.left(again, 0) == 3


@pytest.mark.rule("fade1", "keyword.mystify", "zone.character-in-hand")
def test_one_in_the_hand_is_played_face_down_as_one_of_the_fighter_pool() -> None:
    # Given a Mystify Character that an effect puts into the Hand, then it is played face-down for nothing in
    # the Preparation Step, where it fits and with its CS stated; what else lies in the Hand is not.
    d = match()
    mask = d.discard(0, "mask")
    for slug in ("rout", "hero"):
        d.hand(0, slug)
    assert d.refused(0, "veil", mask, to(d, "c2"), (KEY_N, 3)) == d.rule("mystify")
    d.quietly(0, "play", d.hand(0, "recall"), mask)
    assert d.lies(mask) == "hand"
    assert {move[1] for move in d.options(0) if move[0] == d.move("veil")[0]} == {mask}
    tp = d.tp_of(0)
    d.play(0, "veil", mask, to(d, "c2"), (KEY_N, 3))
    assert d.at(mask) == "c2" and not d.s.face[mask] and d.tp_of(0) == tp
    assert values.is_face_down(d.s, mask) and d.s.stated[mask] == ST_SIZED + 3
    assert slots.left(d.s, 0) == 3 and d.plv(mask) == 0
    again = position.load(d.rules, position.dump(d.s))
    assert (again.face[mask], again.stated[mask]) == (0, ST_SIZED + 3)
    # When it is attacked, then it is turned up for its Cost and has its DEF.
    x = d.character(1, "hero")
    d.go(1, COMBAT)
    d.play(1, "attack", x, mask)
    assert d.until(CONFIRM) == 0
    d.yes(0)
    d.pass_all()
    assert d.s.face[mask] and d.hp(mask) == 9 - (5 - 2)


@pytest.mark.rule("fade1", "keyword.mystify-details", "zone.character-in-hand")
@pytest.mark.parametrize("cs", [1, 3])
def test_a_hidden_one_of_the_hand_keeps_its_secret(cs: int) -> None:
    # Given a Mystify Character of 3 CS in Hand that nobody has seen there, when it is played face-down with
    # 3 CS or 1 stated, then the others see a hidden card, and a false number loses as it is turned up.
    d = match()
    mask = d.hand(0, "mask")
    d.play(0, "veil", mask, to(d, "c2"), (KEY_N, cs))
    assert not d.s.code[mask] and d.rules.predicate_texts[d.s.stated[mask] - 1]
    d.quietly(0, "unveil", mask)
    assert bool(d.s.over) == (cs != 3) and (cs != 3 or d.s.face[mask])


@pytest.mark.rule("fade1", "zone.character-in-hand")
def test_one_of_the_hand_is_not_played_face_down_out_of_time() -> None:
    # Given one in Hand, then it is refused in the Aftermath Step, in another's turn, and without room.
    d = match()
    mask = d.hand(0, "mask")
    d.character(0, "four", at="c1")
    assert d.refused(0, "veil", mask, to(d, "c2"), (KEY_N, 3)) == d.rule("slots")
    assert d.refused(0, "veil", mask, to(d, "b2"), (KEY_N, 1)) == d.rule("no-room")
    d.go(0, AFTERMATH)
    assert d.refused(0, "veil", mask, to(d, "c2"), (KEY_N, 1)) == d.rule("no-characters-now")


@pytest.mark.rule("fade2", "deck.pool-characters-only")
def test_in_the_40_card_edition_no_character_is_played_from_the_hand_in_any_way() -> None:
    # Given a Mystify Character in Hand of the edition that knows no way to play it from there, then it is not
    # played face-down either.
    d = Duel(character("mask", cost=2, plv=4, keywords={"Mystify": 1}), edition="fade2")
    mask = d.hand(0, "mask")
    assert d.refused(0, "veil", mask, to(d, "c2")) == d.rule("mystify")
    assert not [move for move in d.options(0) if mask in move]
