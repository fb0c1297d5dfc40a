"""How moves are typed and said at the console, and what is asked, in words."""

from __future__ import annotations

from collections.abc import Sequence
from string import digits
from typing import NamedTuple

from fadenet.console.match.grammar import NAME_WORDS_MAX, Grammar, words_of
from fadenet.console.match.labels import ranges
from fadenet.console.match.sight import Sight
from fadenet.engine import kernel
from fadenet.engine.errors import WrongInput
from fadenet.engine.kit.arguments import cut_uses
from fadenet.engine.notation import place
from fadenet.engine.rules import Move
from fadenet.engine.state import MODE, ORDER
from fadenet.games.spelling import slug

TO = "to="


def question(sight: Sight) -> str:
    """The question that the seat is asked, "" while nothing is asked."""
    a = sight.seat.ask
    return sight.face.question(sight.seat.state, a, sight.token) if a is not None else ""


def modes(sight: Sight) -> tuple[str, ...]:
    """Words for the numbers of the present question, () for none."""
    a = sight.seat.ask
    return sight.face.modes(sight.seat.state, a) if a is not None and a.kind == MODE else ()


def spoken(sight: Sight, move: Move) -> str:
    """A move as it is typed, with the names of what it refers to."""
    words = modes(sight)
    tokens = sight.shown(move)
    if words and len(tokens) == 2 and tokens[1].isdecimal():
        return words[int(tokens[1]) - 1]
    return " ".join([tokens[0], *(named(sight, token) for token in tokens[1:])])


def said(sight: Sight, move: Move) -> str:
    """The same, and what is to be known of it."""
    known = remark(sight, move)
    return f"{spoken(sight, move)}: {known}" if known else spoken(sight, move)


def remark(sight: Sight, move: Move) -> str:
    """The remark on a move; of a move that says which waiting ability comes first, its text. "" for none."""
    seat, waits = sight.seat, move[1] if len(move) == 2 and type(move[1]) is int and move[1] < 0 else 0
    if waits and seat.ask is not None and seat.ask.kind == ORDER:
        return sight.waits_for(-waits)
    return sight.face.remark(seat.state, seat.index, move, seat.code)


class MoveLine(NamedTuple):
    """A line of a list of legal moves: the move that it stands for, and what is said of it. places: to how
    many it may lead."""

    move: Move
    text: str
    places: int = 1


def move_lines(sight: Sight, options: Sequence[Move], apart: bool = False) -> list[MoveLine]:
    """The legal moves as lines. One line stands for those with another copy of an own hidden card and, if
    they are not wanted apart, for those that differ in the place they lead to.
    """
    alike: dict[tuple[str, ...], list[tuple[Move, str]]] = {}
    for move in options:
        tokens = sight.shown(move)
        to = next((token for token in tokens if token.startswith(TO)), "")
        key = tuple(TO if token == to else _copy(sight, token) for token in tokens)
        alike.setdefault(key, []).append((move, to.removeprefix(TO)))
    found: list[MoveLine] = []
    for there in alike.values():
        by_place = {to: move for move, to in reversed(there)}
        places = [to for to in dict.fromkeys(to for _, to in there)]
        many = len(places) > 1 and places[0][-1] in digits and not apart
        for to in places[:1] if many else places:
            text = said(sight, by_place[to])
            found.append(
                MoveLine(by_place[to], f"{text} (or {', '.join(ranges(places[1:]))})", len(places))
                if many
                else MoveLine(by_place[to], text)
            )
    return found


def cut(sight: Sight, options: Sequence[Move]) -> list[str]:
    """A line for each use that has more ways to choose its targets than a list holds."""
    uses = [said(sight, use) for use in cut_uses(sight.seat.state, options)]
    return [f"{use}: there are more ways than these; type its targets in full" for use in uses]


def priced(sight: Sight, line: MoveLine) -> str:
    """The text of a move, with the figures of the card that it brings into play, its cost among them."""
    tokens = sight.shown(line.move)
    token = tokens[1] if len(tokens) > 1 else ""
    h = sight.handle(token)
    s, code = sight.seat.state, sight.seat.code(h) if h > 0 else 0
    if not code or (s.face[h] and s.rules.on_field[s.zone[h]]):
        return line.text
    worth = sight.face.worth(s, h, code)
    return line.text.replace(named(sight, token), f"{token} ({sight.name_of(token)}, {worth})", 1)


def _copy(sight: Sight, token: str) -> str:
    """A token, or what all copies of a card have in common: in the same zone beside the field, or hidden on
    the same card."""
    s, h = sight.seat.state, 0 if "=" in token else sight.handle(token)
    code = sight.seat.code(h) if h > s.seats else 0
    if not code or s.zone[h] < 0:
        return token
    if s.host[h]:
        return token if s.face[h] else f"{s.host[h]}.{code}.{[column[h] for column in s.num]}"
    return token if s.rules.on_field[s.zone[h]] else f"{s.zone[h]}:{code}"


def listed(sight: Sight, tokens: Sequence[str], most: int) -> str:
    """Tokens with their names, the places drawn together, at most so many of them."""
    places = [token.removeprefix(TO) for token in tokens if token.startswith(TO)]
    found = [named(sight, token) for token in tokens if not token.startswith(TO)]
    found += [f"{TO}{name}" for name in ranges(places)]
    return ", ".join(found[:most]) + (f" and {len(found) - most} more" if len(found) > most else "")


def named(sight: Sight, token: str) -> str:
    """A token with the name of what it refers to."""
    name = sight.name_of(token) if "=" not in token else ""
    return f"{token} ({name})" if name else token


def verbs_of(sight: Sight, options: Sequence[Move]) -> list[str]:
    """The verbs that are legal now."""
    return list(dict.fromkeys(sight.seat.state.rules.verbs[m[0]] for m in options))


def verbs(sight: Sight, options: Sequence[Move]) -> list[str]:
    """The verbs that are legal now, each with its letter if it has one."""
    letters = {verb: letter for letter, verb in sight.face.letters.items()}
    return [f"{letters[v]} {v}" if v in letters else v for v in verbs_of(sight, options)]


def deeds(sight: Sight, options: Sequence[Move]) -> list[str]:
    """Sentences on the verbs that are legal now, as far as what they do needs words."""
    said = [sight.face.deed(sight.seat.state, verb) for verb in verbs_of(sight, options)]
    return [f"{text}." for text in said if text]


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
                if token[0] in sight.face.hand and token[1:].isdecimal():
                    twins.add(token)
    return Grammar(lines, sight.face.letters, names, frozenset(twins))


def _called(sight: Sight, token: str, words: Sequence[str]) -> str:
    if "=" in token:
        return token.partition("=")[2]
    if token.isdecimal():
        n = int(token)
        return slug(words[n - 1]) if 0 < n <= len(words) else ""
    return slug(sight.name_of(token))


def draft(sight: Sight, line: str) -> Move:
    """The move that a line spells, legal or not. Raises `WrongInput`."""
    words = words_of(line)
    known = sight.seat.state.rules.verbs
    if not words:
        raise WrongInput("type a move after it")
    begun = [v for v in known if v.startswith(words[0])]
    verb = words[0] if words[0] in known else sight.face.letters.get(words[0], begun[0] if begun else "")
    if not verb:
        raise WrongInput(f"there is no move {words[0]!r}; ? shows what there is")
    tokens, at = [verb], 1
    while at < len(words):
        h, used = _whole_name(sight, words[at:])
        token = place(sight.seat.state, sight.seat.index, h) if h else _drafted(sight, words[at], at > 1)
        tokens.append(token)
        at += used
    move = sight.seat.parse(" ".join(tokens))
    if move[0] >= len(kernel.VERBS) and len(move) > 1 and (type(move[1]) is tuple or move[1] < 0):
        raise WrongInput(f"say first which card: {verb} CARD ...")
    return move


def _whole_name(sight: Sight, words: Sequence[str]) -> tuple[int, int]:
    """The visible card that several words name, and how many they are; (0, 1) if there is none."""
    for used in range(min(NAME_WORDS_MAX, len(words)), 1, -1):
        h = sight.named(" ".join(words[:used]))
        if h:
            return h, used
    return 0, 1


def _drafted(sight: Sight, word: str, after: bool) -> str:
    """A word as in notation; the empty cell of one's own that stands after a card is where that one goes."""
    s = sight.seat.state
    stamp = sight.stamp(word)
    if stamp:
        return f"k{stamp}"
    h = sight.handle(word)
    if not h and (gone := sight.gone(word)):
        raise WrongInput(gone)
    if not h and "=" not in word:
        if sight.cell(word) and after and "." not in word:
            return f"{TO}{word}"
        if sight.cell(word):
            raise WrongInput(f"nothing stands in {word}")
        h = sight.named(word)
    return place(s, sight.seat.index, h) if h else word
