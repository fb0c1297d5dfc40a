"""Decks, cards and rules: `fadenet deck ...`, `fadenet cards` and `fadenet rules`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from fadenet.cli import search
from fadenet.cli.catalogue import Catalogue, catalogue_of
from fadenet.cli.context import Context, NotFound, folded, write_new
from fadenet.cli.decks import find_deck
from fadenet.cli.loading import load_game
from fadenet.engine.card import Card
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck, automata, check_automaton, check_deck, load_deck, packaged
from keys import ExitCode

HITS_MAX = 20
FACE_WIDTH = 72


# Decks.


def deck_list(ctx: Context) -> int:
    """List the packaged decks of a game."""
    rules = load_game(ctx.args.game)
    decks = [(name, load_deck(rules, name)) for name in [*packaged(rules), *automata(rules)]]
    data = [{"name": name, "title": deck.name, "plan": deck.plan} for name, deck in decks]
    width = max(len(name) for name, _ in decks)
    lines = [
        line for name, deck in decks for line in folded(f"{name:{width}} {deck.name}: {deck.plan}", width + 1)
    ]
    ctx.emit({"game": rules.name, "decks": data}, lines)
    return 0


def deck_show(ctx: Context) -> int:
    """Show the cards of a deck."""
    rules = load_game(ctx.args.game)
    catalogue = catalogue_of(rules)
    deck = find_deck(rules, ctx.args.deck)
    lines = [f"{deck.name} ({rules.name})", *([deck.plan] if deck.plan else [])]
    for (_, title), codes in zip(rules.deck_tables, deck.lists, strict=True):
        lines += ["", f"{title}: {len(codes)} cards"]
        lines += [f"{n} {catalogue.line(rules.cards[code])}" for code, n in Counter(codes).items()]
    ctx.emit(
        {
            "game": rules.name,
            "name": deck.name,
            "plan": deck.plan,
            **{k: _counts(rules, codes) for (k, _), codes in zip(rules.deck_tables, deck.lists, strict=True)},
        },
        lines,
    )
    return 0


def deck_check(ctx: Context) -> int:
    """Name every rule that a deck breaks; 3 if there is one."""
    rules = load_game(ctx.args.game)
    name = ctx.args.deck
    deck = find_deck(rules, name)
    alone = name in automata(rules)
    broken = check_automaton(rules, name, deck.lists[0]) if alone else check_deck(rules, deck.lists)
    hints = [] if alone else rules.book.deck_hints(deck.lists)
    lines = [f"[{rule}] {why}" for rule, why in broken] or [f"{deck.name} is legal in {rules.name}"]
    lines += [f"hint: {why} [{rule}]" for rule, why in hints]
    told = {k: [{"rule": r, "text": t} for r, t in v] for k, v in (("faults", broken), ("hints", hints))}
    ctx.emit({"name": deck.name, "legal": not broken, **told}, lines)
    if broken:
        ctx.say(f"What a rule says: fadenet rules {rules.name} {broken[0][0]}")
    return int(ExitCode.BAD_INPUT) if broken else 0


def deck_new(ctx: Context) -> int:
    """Write a legal deck drawn at random."""
    import secrets

    from fadenet.bots.arena import random_deck

    rules = load_game(ctx.args.game)
    seed = secrets.randbits(32) if ctx.args.seed is None else ctx.args.seed
    deck = random_deck(rules, Random(seed))
    text = _deck_text(rules, deck)
    if ctx.args.file == "-":
        ctx.emit({"file": None, "seed": seed, "text": text}, text.splitlines())
    else:
        write_new(ctx.args.file, text)
        ctx.emit({"file": ctx.args.file, "seed": seed}, [])
        ctx.say(f"Change {ctx.args.file} as you like, then: fadenet deck check {ctx.args.file}")
    return 0


def _deck_text(rules: Rules, deck: Deck) -> str:
    lines = [f'game = "{rules.name}"', f'name = "{deck.name}"', 'plan = ""']
    for (table, _), codes in zip(rules.deck_tables, deck.lists, strict=True):
        lines += ["", f"[{table}]", *(f"{slug} = {n}" for slug, n in sorted(_counts(rules, codes).items()))]
    return "\n".join(lines) + "\n"


def _counts(rules: Rules, codes: Sequence[int]) -> dict[str, int]:
    return dict(Counter(rules.cards[code].slug for code in codes))


# Cards.


def cards(ctx: Context) -> int:
    """Show the cards that a query finds."""
    rules = load_game(ctx.args.game)
    catalogue = catalogue_of(rules)
    query = search.parse(ctx.args.query, catalogue)
    for token, why in query.ignored:
        ctx.say(f"ignored: {token} ({why})")
    found = [card for card in rules.cards[1:] if query.fits(card)]
    found.sort(key=lambda card: card.name)
    data = [catalogue.facts(card) for card in found]
    ctx.emit({"game": rules.name, "cards": data}, _card_lines(catalogue, found))
    if not found:
        raise NotFound("No card fits. Leave a word out, or see: fadenet cards --help")
    ctx.say(f"{len(found)} card{'s' if len(found) != 1 else ''}")
    return 0


def _card_lines(catalogue: Catalogue, found: Sequence[Card]) -> list[str]:
    if len(found) > 1:
        return [catalogue.line(card) for card in found]
    return [line.rstrip() for card in found for line in catalogue.face(card, FACE_WIDTH)]


# Rules.


def rules(ctx: Context) -> int:
    """Show a rule by its id, find rules by words, or list all ids."""
    game = load_game(ctx.args.game)
    words = " ".join(ctx.args.words).strip()
    if not words:
        book = game.book.rules
        lines = [f"{i}: {_first(rule['text'])}" for i, rule in book.items()]
        ctx.emit({"game": game.name, "rules": list(book)}, lines)
        return 0
    found = find_rules(game.book.rules, words)
    if not found:
        raise NotFound(f"No rule of {game.name} speaks of {words[:60]!r}. All ids: fadenet rules {game.name}")
    data = [{k: rule[k] for k in ("id", "topic", "text", "check", "ruling") if rule.get(k)} for rule in found]
    ctx.emit({"game": game.name, "rules": data}, _rule_lines(found))
    return 0


def find_rules(book: Mapping[str, Any], words: str) -> list[Any]:
    """The rule of this id alone; else those with the words in their id, then those with all in their text."""
    if words in book:
        return [book[words]]
    said = re.sub(r"[\s_]+", "-", words.lower())
    by_id = [i for i in book if said in i]
    wanted = words.lower().split()
    by_text = [i for i in book if i not in by_id and all(w in book[i]["text"].lower() for w in wanted)]
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
