"""`fadenet cards words`: the language of a game's cards, word by word."""

from __future__ import annotations

from typing import Any

from fadenet.cli.frame.context import Context, NotFound, folded
from fadenet.cli.frame.guessing import guess
from fadenet.cli.frame.loading import load_game
from fadenet.engine.rules import Rules
from fadenet.games.wordbook import CardWord, card_source, words_of


def cards_words(ctx: Context) -> int:
    """List the words of a game's cards, or show one with a card that says it."""
    rules, said = load_game(ctx.args.game), ctx.args.word
    there = words_of(rules)
    if not said:
        ctx.emit({"game": rules.name, "words": [_facts(rules, word) for word in there]}, _listed(there))
        ctx.say(
            f"A word with a card that says it: fadenet cards words {rules.name} {there[-1].words[0].lower()}"
        )
        return 0
    found = [word for word in there if said.lower() in map(str.lower, word.words)]
    if not found:
        near = guess(said, [one for word in there for one in word.words])
        raise NotFound(
            f"No word of {rules.name} is {said[:40]!r}{near} All of them: fadenet cards words {rules.name}"
        )
    ctx.emit(
        {"game": rules.name, "words": [_facts(rules, word) for word in found]},
        [line for word in found for line in _shown(rules, word)],
    )
    return 0


def _listed(there: list[CardWord]) -> list[str]:
    lines: list[str] = []
    section = ""
    for word in there:
        if word.section != section:
            section = word.section
            lines += [*([""] if lines else []), section, "=" * len(section)]
        lines += folded(f"{', '.join(word.words)}: {word.means}" if word.means else ", ".join(word.words), 4)
    return lines


def _shown(rules: Rules, word: CardWord) -> list[str]:
    """A word: what it does, how it is written, and a card that says it, in both ways."""
    lines = folded(f"{', '.join(word.words)} ({word.section}): {word.means}")
    lines += folded(f"Beside it: {word.keys}") if word.keys else []
    lines += folded(f"Written: {word.example}") if word.example else []
    if word.card:
        card = rules.by_slug[word.card]
        lines += [
            "",
            *card_source(card.slug, rules.written[card.slug]),
            "",
            *folded(f"{card.name}: {card.text}"),
            "",
        ]
    return lines


def _facts(rules: Rules, word: CardWord) -> dict[str, Any]:
    """A word for `--json`."""
    card = rules.by_slug.get(word.card)
    said: dict[str, Any] = {"section": word.section, "words": list(word.words), "keys": word.keys}
    said |= {"means": word.means, "example": word.example, "card": word.card or None}
    return {**said, "text": card.text if card is not None else None}
