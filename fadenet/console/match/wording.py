"""How moves are typed and said at the console, and what is asked, in words."""

from __future__ import annotations

from collections.abc import Sequence

from fadenet.console.match.grammar import Grammar
from fadenet.console.match.sight import Sight
from fadenet.console.text import slug
from fadenet.engine import kernel
from fadenet.engine.errors import WrongInput
from fadenet.engine.notation import place
from fadenet.engine.rules import Move
from fadenet.engine.state import MODE


def question(sight: Sight) -> str:
    """What the seat is asked."""
    a = sight.seat.ask
    return sight.face.question(sight.seat.state, a) if a is not None else ""


def modes(sight: Sight) -> tuple[str, ...]:
    """Words for the numbers of the present question, () for none."""
    a = sight.seat.ask
    return sight.face.modes(sight.seat.state, a) if a is not None and a.kind == MODE else ()


def spoken(sight: Sight, move: Move) -> str:
    """A move as it is typed, with the names of what it refers to."""
    words = modes(sight)
    tokens = sight.shown(move)
    if words and len(tokens) == 2 and tokens[1].isdigit():
        return words[int(tokens[1]) - 1]
    return " ".join([tokens[0], *(named(sight, token) for token in tokens[1:])])


def named(sight: Sight, token: str) -> str:
    """A token with the name of what it refers to."""
    name = sight.name_of(token) if "=" not in token else ""
    return f"{token} ({name})" if name else token


def verbs(sight: Sight, options: Sequence[Move]) -> list[str]:
    """The verbs that are legal now, each with its letter if it has one."""
    rules = sight.seat.state.rules
    letters = {verb: letter for letter, verb in sight.face.letters.items()}
    found = dict.fromkeys(rules.verbs[m[0]] for m in options)
    return [f"{letters[v]} {v}" if v in letters else v for v in found]


def grammar(sight: Sight, options: Sequence[Move]) -> Grammar:
    """The legal moves as typed lines."""
    lines = [(sight.shown(m), m) for m in options]
    names: dict[str, str] = {}
    twins = set()
    words = modes(sight)
    for tokens, _ in lines:
        for token in tokens[1:]:
            if token not in names:
                names[token] = _called(sight, token, words)
                if token[0] in sight.face.hand and token[1:].isdigit():
                    twins.add(token)
    return Grammar(lines, sight.face.letters, names, frozenset(twins))


def _called(sight: Sight, token: str, words: Sequence[str]) -> str:
    if "=" in token:
        return token.partition("=")[2]
    if token.isdigit():
        n = int(token)
        return slug(words[n - 1]) if 0 < n <= len(words) else ""
    return slug(sight.name_of(token))


def draft(sight: Sight, line: str) -> Move:
    """The move that a line spells, legal or not. Raises `WrongInput`."""
    words = line.lower().split()
    known = sight.seat.state.rules.verbs
    if not words:
        raise WrongInput("type a move after it")
    begun = [v for v in known if v.startswith(words[0])]
    verb = words[0] if words[0] in known else sight.face.letters.get(words[0], begun[0] if begun else "")
    if not verb:
        raise WrongInput(f"there is no move {words[0]!r}; ? shows what there is")
    tokens = [verb, *(_drafted(sight, word) for word in words[1:])]
    move = sight.seat.parse(" ".join(tokens))
    if move[0] >= len(kernel.VERBS) and len(move) > 1 and (type(move[1]) is tuple or move[1] < 0):
        raise WrongInput(f"say first which card: {verb} CARD ...")
    return move


def _drafted(sight: Sight, word: str) -> str:
    s = sight.seat.state
    h = sight.handle(word)
    if not h and "=" not in word:
        if sight.cell(word):
            raise WrongInput(f"nothing stands in {word}")
        h = sight.named(word)
    return place(s, sight.seat.index, h) if h else word
