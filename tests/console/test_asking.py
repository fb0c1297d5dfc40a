"""The words of `?` and of the rows below the table about what is on the screen; and a refusal says why."""

from __future__ import annotations

import pytest

from fadenet.console.faces import face_of_family
from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Desk
from fadenet.engine import kernel
from fadenet.engine.kernel import V_MODE
from fadenet.engine.state import ORDER, PICK
from fadenet.games.fade.tables import COMBAT
from fadenet.table.dealer import Dealer
from fadenet.table.scribe import sentences
from tests.builders.playout import FAROE, deck_lists
from tests.builders.scenario import Duel
from tests.cards.fade import character, item
from tests.console.helpers import asked, desk_of, view
from tests.console.test_choices import CARDS, of_cells, page

MOURNERS = (
    character(
        "mourner", hp=20, plv=9, ability={"on": "knocked-out", "of": "all characters", "do": {"draw": 1}}
    )
    + character("dear", cost=1, hp=3, plv=1)
    + item("storm", do={"damage": 12, "to": "enemy characters"})
    + item(
        "marker",
        targets={"pick": "enemy characters", "n": 2, "up_to": True},
        do={"grant": "Void", "on": "targets", "until": "end"},
    )
    + character(
        "herald",
        "Fire",
        "Water",
        hp=20,
        plv=3,
        keywords={"Flash": True, "Wildcard": True, "Lock-On": True, "Deathmark": True},
        ability={
            "on": "enters",
            "targets": "enemy characters",
            "do": [{"grant": "Void", "on": "targets", "until": "end"}, {"damage": 1, "to": "all players"}],
        },
    )
)


def waiting() -> Desk:
    """A seat whose Mourner has seen two Characters Knocked Out at once says which of the two comes first."""
    d = Duel(CARDS + MOURNERS, edition="fade2")
    d.character(0, "mourner", at="c1")
    d.character(1, "soldier", at="c1")
    d.character(1, "torch", at="c3")
    d.play(0, "play", d.hand(0, "storm"))
    d.until(ORDER)
    return desk_of(d)


def test_after_a_tie_the_question_says_so() -> None:
    """given both have thrown Rock, then the question that comes again says why."""
    s = kernel.setup(FAROE, 2)
    Dealer(deck_lists(FAROE), 2, 1).deal(s)
    assert face_of_family("fade").question(s, s.asks[0], str).startswith("Rock, paper")
    for seat in (0, 1):
        kernel.apply(s, seat, (V_MODE, (0, 1)))
    assert face_of_family("fade").question(s, s.asks[0], str).startswith("A tie. Rock, paper")


def test_who_goes_first_is_said_where_a_new_hand_is_asked_for() -> None:
    """given Paper against Rock, then both are told who goes first before they keep their Hands."""
    s = kernel.setup(FAROE, 2)
    dealer = Dealer(deck_lists(FAROE), 2, 1)
    dealer.deal(s)
    for seat in (0, 1):
        kernel.apply(s, seat, (V_MODE, (0, 1 + seat)))
    dealer.deal(s)
    asked = [face_of_family("fade").question(s, a, str) for a in s.asks]
    assert asked == [
        "p2 goes first. Take a new Hand (mulligan)?",
        "You go first. Take a new Hand (mulligan)?",
    ]


def test_a_phase_that_passes_because_nothing_can_be_done_says_so() -> None:
    """given a Combat Phase with no Character but one that has just come, then it ends by itself, and that is
    said."""
    d = Duel(CARDS)
    d.character(0, fresh=True)
    d.go(0, COMBAT)
    desk = desk_of(d)
    assert not desk.dialogue.waits
    assert desk.log[-1].text == "Combat Phase: nothing of yours can attack"


# What waits.


def test_what_waits_is_told_apart_by_what_set_it_off() -> None:
    """given two Knock-Outs that wait for one ability, then each is named with its own."""
    desk = waiting()
    draws = ": when a Character is Knocked Out, draw 1 card"
    said = [f"pick w1 (Mourner after Soldier){draws}", f"pick w2 (Mourner after Torch){draws}"]
    assert sorted(desk.choices()) == said
    assert page(desk, "? w2") == "Mourner after Torch: when a Character is Knocked Out, draw 1 card."
    enter(desk, "why pick w2")
    assert desk.log[-1].text == "that is legal"
    enter(desk, "w2")
    assert desk.dialogue.answer is not None
    assert desk.dialogue.answer.move[1] == -desk.sight.stamp("w2") != 0


def test_w_numbers_name_nothing_while_nothing_waits() -> None:
    """given a free move, then w1 is nothing."""
    desk = desk_of(Duel(CARDS, edition="fade2"))
    assert desk.sight.stamp("w1") == 0 and "Nothing is known" in page(desk, "? w1")


# Links of the Chain.


def attacked(attacker: str = "", cards: str = CARDS) -> Desk:
    """Seat 1 is asked to answer a Normal Attack by a Character or, without one, by a Player."""
    d = Duel(cards, edition="fade2")
    user = d.character(0, attacker, at="c1") if attacker else d.body(0)
    target = d.character(1, at="c3")
    d.on(target, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", user, target)
    d.until_asked(1)
    return desk_of(d, 1)


def test_a_link_can_be_asked_about() -> None:
    """given an Attack that stands on the screen as k1, then ? k1 tells of it, and k2 is nothing."""
    said = page(attacked("torch"), "? k1")
    assert "k1 p1 Torch attacks with PLV 3 > c3 Soldier (HP 10)" in said and "Torch: Character" in said
    assert "Nothing is known" in page(attacked("torch"), "? k2")


def test_an_attack_by_a_player_takes_no_rows_for_figures_that_stand_there_already() -> None:
    """given an Attack by p1, then its figures stand once on the table, and the key in its rows."""
    shown = view(attacked(), 80, 22)
    assert sum("HP 50/50" in line for line in shown) == 2 and any("PLV/HP" in line for line in shown)


# The rows about a card.


def test_the_rows_about_a_card_show_the_ability_that_asks() -> None:
    """given a Herald whose text does not fit two rows, then while its ability asks for a target they say it
    whole; a card that is typed about has the rows that the log can spare, what is cut ends with a mark."""
    d = Duel(CARDS + MOURNERS, edition="fade2")
    d.character(1, at="c1")
    d.character(1, at="c2")
    d.play(0, "play", d.fighter(0, "herald"), *d.in_front())
    d.until(PICK)
    desk = desk_of(d)
    told = next(i for i, line in enumerate(view(desk, 80, 22)) if line.startswith("c1 Herald"))
    rows = " ".join(line.rstrip() for line in view(desk, 80, 22)[told : told + 2])
    assert rows.startswith("c1 Herald: when this card enters the field") and rows.endswith("Player.")
    desk.typed = "? c1"
    lines = view(desk, 80, 22)
    rows_typed = lines[told : lines.index("\u2500" * 80)]
    assert "Character, PLV 3" in rows_typed[0] and len(rows_typed) > 2
    assert rows_typed[-1].rstrip().endswith(d.rules.by_slug["herald"].text[-20:])
    for _ in range(9):
        d.hand(0, "herald")
    assert any(line.endswith("~") for line in view(desk, 60, 16))


@of_cells
def test_keywords_that_were_given_are_told(edition: str) -> None:
    """given a Character that has gained Void, then ? tells so, and of another one it does not."""
    d = Duel(CARDS + MOURNERS, edition=edition)
    foe, other = d.character(1, at="c1"), d.character(1, at="c2")
    d.quietly(0, "play", d.hand(0, "marker"), foe)
    desk = desk_of(d)
    assert ", has Void" in page(desk, "? p2.c1") and "Void" not in page(desk, "? p2.c2")
    assert other


# Words that are no moves.


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("stops", "stops: when you are asked for an answer."),
        ("hold", "hold: ask me next time."),
        ("drop", "wait, drop: what becomes of players who are away"),
        ("why", "why: the rule behind the last refusal.\nwhy MOVE: whether a move is legal."),
        ("look", "look p2, look disc: cards lying somewhere."),
    ],
)
def test_words_of_the_console_are_explained(word: str, said: str) -> None:
    """given a word that the help names, then ? and the word says what it does."""
    assert page(next(asked(0)), f"? {word}").startswith(said)


def test_what_is_a_keyword_too_is_told_as_both() -> None:
    """given void, which ends a match and is a Keyword, then ? void tells of both."""
    said = page(next(asked(0, game="fade2")), "? void")
    assert said.startswith("void: end the match") and "[keyword.void]" in said


def test_a_chapter_of_the_rules_goes_before_cards_that_begin_like_it() -> None:
    """given cards whose names begin with Turn and Win, then ? turn and ? win show the rules about these."""
    for word, rule in (("turn", "turn.phase-order: "), ("win", "win.hp-zero: ")):
        assert rule in page(next(asked(0, game="fade2")), f"? {word}")
    assert page(next(asked(0, game="fade2")), "? turn him").startswith("Turn Him toward the Sun: Reaction")


def test_words_of_the_rules_are_found_where_a_word_begins_like_them() -> None:
    """given the verb lay, then ? lay tells of the rules about laying, and of none that has but a player."""
    said = page(next(asked(0, game="fade2")), "? lay")
    assert "command.lay-materials: " in said and "setup.player-count" not in said


# Refusals and the log.


def test_two_answers_at_once_are_refused_as_that() -> None:
    """given a choice of up to two, then naming both at once says that they come one at a time."""
    d = Duel(CARDS + MOURNERS, edition="fade2")
    d.character(1, at="c1")
    d.character(1, at="c2")
    d.character(1, at="c3")
    d.play(0, "play", d.fighter(0, "herald"), *d.in_front())
    d.until(PICK)
    desk = desk_of(d)
    for line in ("pick p2.c1 p2.c2", "p2.c1 p2.c2"):
        enter(desk, line)
        assert desk.log[-1].text == "one answer at a time, without 'p2.c2'"
    enter(desk, "pick p2.c2")
    assert desk.dialogue.answer is not None


@of_cells
def test_a_card_that_cannot_be_paid_for_is_refused_as_that_where_a_cell_is_named(edition: str) -> None:
    """given a Fighter of Cost 1 and no TP, then `play f1 c3` is refused for them, as with to=c3."""
    d = Duel(CARDS + MOURNERS, edition=edition)
    d.fighter(0, "dear")
    d.character(0, at="c1")  # so that there is something to do
    d.tp(0, 0)
    desk = desk_of(d)
    for line in ("play f1 to=c3", "play f1 c3", "p dear c3"):
        enter(desk, line)
        assert desk.refusal is not None and "TP" in desk.refusal.text
        desk.refusal = None
    enter(desk, "why attack f1 p2.c3")
    assert desk.log[-1].text == "nothing stands in p2.c3"


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        ("fade2", "p2 attaches a hidden card to Soldier (c3)"),
        ("fade1", "p2 attaches a hidden card to Soldier (c3)"),
        ("faroe", "p2 attaches a hidden card"),
    ],
)
def test_the_log_says_on_whom_a_card_is_laid(edition: str, said: str) -> None:
    """given cells, then the log says to whom a hidden card is attached, and where that one stands."""
    d = Duel(CARDS, edition=edition)
    soldier = d.character(1, at="" if edition == "faroe" else "c3")
    d.next_turn(1)
    card = d.hand(1, "strike")
    before = len(d.log)
    d.play(1, "attach", card, soldier)
    assert said in list(sentences(d.rules, d.s, d.log[before:]))
