"""Cards and rules: `fadenet cards` and `fadenet rules`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from fadenet.cli.frame.context import Context, NotFound, folded
from fadenet.cli.frame.guessing import guess_in
from fadenet.cli.frame.loading import load_game
from fadenet.cli.frame.shelf import game_with_sets
from fadenet.engine.card import Card
from fadenet.engine.rules import Rules
from fadenet.games import search
from fadenet.games.catalogue import Catalogue, catalogue_of
from fadenet.games.lessons import book_of
from fadenet.games.spelling import plain, slug

HITS_MAX = 20
FACE_WIDTH = 72
FACTS = ("id", "topic", "text", "check", "ruling")


# Cards.


def cards(ctx: Context) -> int:
    """Show the cards that a query finds."""
    rules = game_with_sets(ctx, ctx.args.game)
    catalogue = catalogue_of(rules)
    query = search.parse(ctx.args.query, catalogue)
    for token, why in query.ignored:
        ctx.say(f"ignored: {token} ({why})")
    found = query.found(rules.cards[1:], catalogue)
    data = [catalogue.facts(card) for card in found]
    ctx.emit({"game": rules.name, "cards": data}, _card_lines(catalogue, found))
    if not found:
        near = guess_in(" ".join(_words(ctx.args.query)), (card.name for card in rules.cards[1:]))
        raise NotFound(f"No card fits{near} Leave a word out, or see: fadenet cards {rules.name} --help")
    ctx.say(f"{len(found)} card{'s' if len(found) != 1 else ''}")
    return 0


def _words(query: Sequence[str]) -> list[str]:
    """The words of a query that are names, or parts of them."""
    return [
        word for one in query for word in one.split() if word.replace("-", "").isalnum() and word[0] != "-"
    ]


def _card_lines(catalogue: Catalogue, found: Sequence[Card]) -> list[str]:
    if len(found) > 1:
        return [catalogue.line(card) for card in found]
    return [line.rstrip() for card in found for line in catalogue.face(card, FACE_WIDTH)]


# Rules.


def rules(ctx: Context) -> int:
    """Show a rule by its id, find rules by words, or list all ids."""
    game = load_game(ctx.args.game)
    words = " ".join(ctx.args.words).strip()
    if ctx.args.read:
        return _read(ctx, game, words)
    if not words:
        book = game.book.rules
        lines = [f"{i}: {_first(rule['text'])}" for i, rule in book.items()]
        ctx.emit({"game": game.name, "rules": list(book)}, lines)
        return 0
    found = find_rules(game.book.rules, words)
    if not found:
        near = guess_in(words, (f"{i} {rule['text']}" for i, rule in game.book.rules.items()))
        raise NotFound(
            f"No rule of {game.name} speaks of {words[:60]!r}{near} All ids: fadenet rules {game.name}"
        )
    data = [{k: rule[k] for k in FACTS if rule.get(k)} for rule in found]
    ctx.emit({"game": game.name, "rules": data}, _rule_lines(found))
    return 0


def _read(ctx: Context, game: Rules, words: str) -> int:
    """Read the book in the order in which one learns it, or one chapter of it."""
    book = list(enumerate(book_of(game), 1))
    said = slug(words)
    found = [(n, part) for n, part in book if not said or said in (str(n), slug(part[0]))]
    found = found or [(n, part) for n, part in book if said in slug(part[0])]
    if not found:
        known = ", ".join(f"{n} {title}" for n, (title, _) in book)
        raise NotFound(f"The book of {game.name} has no chapter {words[:40]!r}. Chapters: {known}.")
    lines: list[str] = []
    for n, (title, told) in found:
        heading = f"{n} {title}"
        lines += [*([""] if lines else []), heading, "=" * len(heading)]
        for rule in told:
            lines += ["", *(line for text in _rule_lines([rule]) for line in folded(text))]
    data = [
        {"chapter": title, "rules": [{k: rule[k] for k in FACTS if rule.get(k)} for rule in told]}
        for _, (title, told) in found
    ]
    ctx.emit({"game": game.name, "chapters": data}, lines)
    return 0


def find_rules(book: Mapping[str, Any], words: str) -> list[Any]:
    """The rule of this id alone; else those with the words in their id, then those with all in their text."""
    if words in book:
        return [book[words]]
    said = re.sub(r"[\s_]+", "-", plain(words))
    by_id = [i for i in book if said in i]
    wanted = plain(words).split()
    by_text = [i for i in book if i not in by_id and all(w in plain(book[i]["text"]) for w in wanted)]
    return [book[i] for i in [*by_id, *by_text]]


def _rule_lines(found: Sequence[Any]) -> list[str]:
    if len(found) > 1:
        listed = [f"{rule['id']}: {_first(rule['text'])}" for rule in found[:HITS_MAX]]
        return listed + ([f"and {len(found) - HITS_MAX} more"] if len(found) > HITS_MAX else [])
    rule = found[0]
    labels = (("check", "Example"), ("ruling", "Ruling"))
    return [f"[{rule['id']}] {rule['text']}", *(f"{say}: {rule[k]}" for k, say in labels if rule.get(k))]


def _first(text: str) -> str:
    """The first sentence of a rule."""
    return re.split(r"(?<=[.!?]) ", text, maxsplit=1)[0]
