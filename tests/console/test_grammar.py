"""Every legal move can be typed, every completion is legal, and nothing typed is ever guessed."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fadenet import games
from fadenet.console.faces import face_of
from fadenet.console.match import wording
from fadenet.console.match.commands import COMMANDS, enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.grammar import Grammar, Unclear
from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import Move
from fadenet.games.spelling import slug
from tests.console.helpers import asked, faroe, grammar

SEEDS = range(2)
DUEL: list[tuple[tuple[str, ...], Move]] = [
    (("attack", "c1", "p2.c1"), (1,)),
    (("attack", "c1", "p2.c3"), (2,)),
    (("attack", "c2", "p2.c1"), (3,)),
    (("attack", "c2", "p2.c3"), (4,)),
    (("play", "h1", "to=front"), (5,)),
    (("play", "h1", "to=backup"), (6,)),
    (("play", "h4", "to=front"), (7,)),
    (("place", "h4"), (8,)),
    (("end",), (9,)),
]
NAMES = {
    "c1": "jin-the-ambitious",
    "c2": "sammy",
    "p2.c1": "golem",
    "p2.c3": "scout",
    "h1": "fire-storm",
    "h4": "fire-storm",
    "to=front": "front",
    "to=backup": "backup",
}
LETTERS = {"a": "attack", "p": "play", "l": "place", "e": "end", ".": "pass"}


def duel() -> Grammar:
    return Grammar(DUEL, LETTERS, NAMES, frozenset({"h1", "h4"}))


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("attack c1 p2.c3", (2,)),
        ("a c1 p2.c3", (2,)),
        ("a 1 3", (2,)),
        ("a jin scout", (2,)),
        ("a ambitious scout", (2,)),
        ("a the ambitious golem", (1,)),
        ("play storm front", (5,)),
        ("a jin the ambitious golem", (1,)),
        ("A Sammy GOLEM", (3,)),
        ("att 2 3", (4,)),
        ("l", (8,)),
        ("pla 4 ", (8,)),
        ("p 4", (7,)),
        ("p fire storm backup", (6,)),
        ("p 1 f", (5,)),
        ("e", (9,)),
    ],
)
def test_shortcuts_name_the_move(line: str, move: Move) -> None:
    if line == "pla 4 ":
        with pytest.raises(Unclear, match="could be"):
            duel().parse(line)
    else:
        assert duel().parse(line) == move


@pytest.mark.parametrize("line", ["", "a", "a 1", "x", ".", "p", "a 1 9", "end 3", "a 1 3 3", "z z"])
def test_what_fits_no_move_or_several_is_never_guessed(line: str) -> None:
    with pytest.raises(Unclear):
        duel().parse(line)


def test_a_fixed_letter_means_its_verb_even_when_that_is_not_legal() -> None:
    grammar = Grammar([(("end",), (1,))], LETTERS, {})
    with pytest.raises(Unclear, match="'attack' is not possible now"):
        grammar.parse("a")


def test_answers_need_no_verb() -> None:
    grammar = Grammar(
        [(("pick", "c1"), (1,)), (("pick", "p2.c2"), (2,)), (("done",), (3,))], LETTERS, {"c1": "jin"}
    )
    assert [grammar.parse(line) for line in ("1", "jin", "2", "p2.c2", "d")] == [(1,), (1,), (2,), (2,), (3,)]


def test_completion_of_a_name_in_several_words_puts_the_reference() -> None:
    assert duel().complete("p fire st") == ("p ", ["h1", "h4"])
    assert duel().complete("a jin the amb") == ("a ", ["c1"])
    assert duel().complete("a 1 ") == ("a 1 ", ["p2.c1", "p2.c3"])
    assert duel().complete("a 1 3") == ("a 1 ", ["p2.c3"])


def test_letters_verbs_and_commands_never_clash() -> None:
    for name in games.NAMES:
        rules = games.load(name)
        face, verbs = face_of(rules), rules.verbs
        assert set(face.letters.values()) <= set(verbs)
        assert not (set(face.letters) | set(verbs)) & set(COMMANDS) - {"concede"}
        assert not set(face.letters) & set(verbs)
        assert face.stopping in verbs


def lines_of(desk: Desk) -> list[tuple[tuple[str, ...], Move]]:
    return [(desk.sight.shown(move), move) for move in desk.dialogue.options]


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_every_legal_move_parses_back_from_what_is_shown(
    seed: int, so_many: Callable[[int, int], int]
) -> None:
    asks = moves = 0
    for desk in asked(seed, asks_max=so_many(300, 600)):
        asks += 1
        for tokens, move in lines_of(desk):
            moves += 1
            line = " ".join(tokens)
            assert grammar(desk).parse(line) == move
            assert wording.draft(desk.sight, line) == move
    assert asks > 50
    assert moves > 200


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_every_completion_leads_to_a_legal_move_and_every_move_is_completed(seed: int) -> None:
    dice = random.Random(seed)
    for desk in asked(seed, asks_max=400):
        assert grammar(desk) is not None
        line = ""
        while True:
            stem, found = grammar(desk).complete(line)
            if not found:
                break
            line = f"{stem}{dice.choice(found)} "
        assert grammar(desk).parse(line) in desk.dialogue.options
        tokens, move = dice.choice(lines_of(desk))
        for at, token in enumerate(tokens):
            before = "".join(f"{t} " for t in tokens[:at])
            assert token in grammar(desk).complete(before)[1]
            assert token in grammar(desk).complete(before + token)[1]
        assert grammar(desk).parse(" ".join(tokens)) == move


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
def test_shortened_tokens_name_their_move_or_nothing(seed: int) -> None:
    dice = random.Random(seed)
    named = 0
    for desk in asked(seed, asks_max=400):
        for tokens, move in dice.sample(lines_of(desk), min(5, len(desk.dialogue.options))):
            short = " ".join(t[: dice.randint(1, len(t))] for t in tokens)
            try:
                read = grammar(desk).parse(short)
            except Unclear:
                continue
            if tokens[0] == "attack" and short.startswith("a "):
                assert desk.sight.seat.state.rules.verbs[read[0]] == "attack"
            named += read == move
            assert read in desk.dialogue.options
    assert named


TYPED = (
    "a u p . e attack use play move c1 c2 p2.c1 h1 f2 p1 p2 k1 -1 to=front as=item n=9 1 99999 c1.1 p9.c1 h0"
)
WORDS = st.lists(st.sampled_from([*TYPED.split(), "rookie ace"]) | st.text(max_size=5), max_size=5)


@cache
def in_mid_play() -> Desk:
    """A question with more than five answers."""
    return next(d for d in asked(3) if d.sight.seat.state.turn > 4 and len(d.dialogue.options) > 5)


@given(WORDS)
def test_any_line_is_a_legal_move_or_refused_with_a_reason(words: list[str]) -> None:
    desk, line = in_mid_play(), " ".join(words)
    try:
        assert grammar(desk).parse(line) in desk.dialogue.options
    except Unclear as unclear:
        assert str(unclear)
    try:
        move = wording.draft(desk.sight, line)
    except WrongInput as wrong:
        assert str(wrong)
    else:
        reason = desk.sight.seat.refusal(move)
        assert reason is None or reason.text


@given(st.sampled_from(["?", "why ", "look ", "stops ", "log ", "yield ", "x "]), WORDS)
def test_no_typed_command_breaks_anything(word: str, words: list[str]) -> None:
    desk = in_mid_play()
    told = desk.told
    desk.page = None
    enter(desk, word + " ".join(words))
    assert desk.page is not None or desk.told > told


def test_an_illegal_move_is_refused_with_its_rule_and_why_shows_it() -> None:
    desk = next(
        d
        for d in asked(0)
        if d.sight.seat.state.turn and "attack" not in " ".join(wording.verbs(d.sight, d.dialogue.options))
    )
    enter(desk, "attack p1 p2")
    assert desk.log[-1].kind == "refused"
    assert desk.refusal is not None
    assert f"[{desk.refusal.rule}]" in desk.log[-1].text
    enter(desk, "why")
    assert desk.page is not None
    assert faroe().book.rules[desk.refusal.rule]["text"] in " ".join(desk.page.paragraphs)


def test_a_move_may_be_typed_as_the_screen_shows_it() -> None:
    """given a list with names in brackets, when a line of it is typed as it stands, then it is that move."""
    desk = next(desk for desk in asked(1) if any(" (" in line for line in desk.choices()))
    line = next(line for line in desk.choices() if " (" in line)
    legal = [*desk.dialogue.options]
    enter(desk, f"why {line}")
    assert desk.log[-1].text == "that is legal"
    enter(desk, line)
    assert desk.dialogue.answer is not None and desk.dialogue.answer.move in legal


def test_why_tells_that_a_legal_move_is_legal() -> None:
    desk = next(asked(0))
    enter(desk, "why mode 1")
    assert desk.log[-1].text == "that is legal"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("", "legal"),
        ("rookie ace", "Rookie Ace: Character"),
        ("turn.starting-tp-everyone", faroe().book.rules["turn.starting-tp-everyone"]["text"]),
        ("charge", faroe().book.rules["keyword.charge"]["text"]),
        ("multistrike", faroe().book.rules["keyword.multistrike"]["text"]),
        ("zzzz", "Nothing is known"),
    ],
)
def test_help_finds_cards_keywords_and_rules(words: str, shown: str) -> None:
    desk = next(asked(1))
    enter(desk, f"? {words}")
    assert desk.page is not None
    assert shown in " ".join(desk.page.paragraphs)


def test_every_card_keyword_and_rule_has_its_page() -> None:
    desk = next(asked(1))
    for words in [c.name for c in faroe().cards[1:]] + list(faroe().book.rules):
        enter(desk, f"? {words}")
        assert desk.page is not None
        assert "Nothing is known" not in desk.page.paragraphs[0]


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        ("attack c1", [(1,), (2,)]),
        ("attack", [(1,), (2,), (3,), (4,)]),
        ("play h1 to=front", [(5,)]),
        ("play", [(5,), (6,), (7,)]),
        ("attack c9", []),
        ("shoot", []),
    ],
)
def test_the_moves_under_a_line_are_those_that_begin_as_it_does(line: str, moves: list[Move]) -> None:
    """given a line that goes only so far, then all moves that it leads to are found, in their order."""
    assert duel().under(line) == moves


@pytest.mark.parametrize("game", games.GAMES)
def test_every_printed_name_can_be_typed(game: str) -> None:
    """given all cards of a game to choose between, then each is named by what is printed on it, with plain or
    bent apostrophes or none, with hyphens or blanks, and completed from all but its last letter."""
    cards = games.load(game).cards[1:]
    lines: list[tuple[tuple[str, ...], Move]] = [(("use", f"h{card.code}"), (card.code,)) for card in cards]
    there = Grammar(lines, {}, {f"h{card.code}": slug(card.name) for card in cards})
    for card in cards:
        bent = card.name.replace("'", "\u2019")
        for said in (card.name, card.name.upper(), bent, card.name.replace("'", ""), bent.replace("-", " ")):
            assert there.parse(f"use {said}") == (card.code,), said
        assert f"h{card.code}" in there.complete(f"use {card.name[:-1]}".rstrip())[1], card.name


def test_a_whole_name_goes_before_the_beginning_of_a_label() -> None:
    """given a card called "E" beside one at e1, then its name means it."""
    there = Grammar([(("use", "e1"), (1,)), (("use", "h1"), (2,))], {}, {"h1": "e", "e1": "lantern"})
    assert there.parse("use e") == (2,)
