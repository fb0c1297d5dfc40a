"""Pages about what lies on the table and what has happened, for whoever plays and whoever looks on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fadenet.console.match.help import explain, rule_text
from fadenet.console.match.labels import together
from fadenet.console.match.sight import Sight
from fadenet.console.match.table import Table
from fadenet.console.match.worded import told
from fadenet.console.shell.stage import Stage
from fadenet.engine.position import dump
from fadenet.engine.rules import rules_of
from fadenet.games.lessons import book_of
from fadenet.games.spelling import plain, slug

RULES = "The rule book in the order in which one learns it: rules and the number of a chapter, as in rules 1."


def about(stage: Stage, sight: Sight, words: str) -> None:
    """? WORDS: help about them."""
    stage.open_page(*explain(sight, words))


def look(stage: Stage, sight: Sight, words: str) -> None:
    """look [pN] [zone]: the cards there."""
    s = sight.seat.state
    parts = words.lower().split()
    owner = sight.seat.index
    if parts and parts[0] in {f"p{i + 1}" for i in range(s.seats)}:
        owner = int(parts.pop(0)[1:]) - 1
    zones = zip(rules_of(s).zone_names, s.rules.zone_letters, strict=True)
    by_word = {name.lower(): letter for name, letter in zones}
    by_word |= {"field": sight.face.field, **dict(sight.face.counts)}
    letters = by_word.get(parts[0], parts[0]) if parts else sight.face.field
    if set(letters) <= set(s.rules.zone_letters):
        stage.open_page(f"look {words}".strip(), _listed(sight, owner, letters))
        return
    h = sight.handle(words.lower()) or sight.named(words)
    if h or sight.cell(words):
        stage.open_page(*explain(sight, words))
        return
    piles = ", ".join(word for word, _ in sight.face.counts)
    stage.write("refused", f"look at what? a card, or [p1..p{s.seats}] and one of: field, {piles}")


def _listed(sight: Sight, owner: int, letters: str) -> list[str]:
    """The cards in zones of a seat, equal ones that are not on the field in one line."""
    s, there = sight.seat.state, sight.lying(owner, letters)
    if letters == sight.face.field:
        there += sight.beside(owner)
    alike: dict[tuple[str, int], list[int]] = {}
    for h in there:
        if sight.seat.code(h):
            lies = h if s.rules.on_field[s.zone[h]] else 0
            alike.setdefault((sight.face.detail(s, h, sight.seat.code(h)), lies), []).append(h)
    said = []
    for (text, _), equal in alike.items():
        copies = f"{len(equal)}x " if len(equal) > 1 else ""
        said.append(f"{together([sight.token(h) for h in equal])} {copies}{text}")
    hidden = sum(not sight.seat.code(h) for h in there)
    return said + ([f"{hidden} hidden"] if hidden else []) or ["nothing that can be seen lies there"]


def hand(stage: Stage, sight: Sight, _: str) -> None:
    """hand: the own Hand."""
    stage.open_page("hand", _listed(sight, sight.seat.index, sight.face.hand))


def field(stage: Stage, sight: Sight, _: str) -> None:
    """field: all players and their fields."""
    s = sight.seat.state
    said: list[str] = []
    for seat in range(s.seats):
        said += [sight.face.detail(s, seat + 1, 0), *_listed(sight, seat, sight.face.field)]
    stage.open_page("field", said)


def board(stage: Stage, sight: Sight, _: str) -> None:
    """board: the table in words, row by row, as who looks on sees it."""
    told_of(stage, Table(sight, "", frozenset(), "", "", "", 0))


def told_of(stage: Stage, table: Table) -> None:
    """A table in words."""
    stage.open_page("board", told(table))


def log(stage: Stage, sight: Sight, words: str) -> None:
    """log [words]: what has happened."""
    said = [e.lead + e.text for e in stage.log if plain(words) in plain(e.text)]
    stage.open_page("log", said or ["nothing yet"], top=len(said))


def position(stage: Stage, sight: Sight, _: str) -> None:
    """position: the public state as one line, for a puzzle or a bug report."""
    stage.open_page("position", [dump(sight.seat.state)])


def rules(stage: Stage, sight: Sight, words: str) -> None:
    """rules [CHAPTER]: the chapters of the rule book, or one of them by its number or its title."""
    book = book_of(rules_of(sight.seat.state))
    said = slug(words)
    if not said:
        stage.open_page("rules", [RULES, *(f"{n} {title}" for n, (title, _) in enumerate(book, 1))])
        return
    found = [part for n, part in enumerate(book, 1) if said == str(n) or said in slug(part[0])]
    if not found:
        stage.write(
            "refused", f"there is no chapter {words[:40]!r}; rules lists them, ? {words[:40]} asks for words"
        )
        return
    title, told = found[0]
    stage.open_page(title, [text for rule in told for text in rule_text(rule)])


LOOKING: Mapping[str, Callable[[Stage, Sight, str], None]] = {
    "look": look,
    "hand": hand,
    "field": field,
    "board": board,
    "log": log,
    "rules": rules,
}
