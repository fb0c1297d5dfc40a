"""Help: what can be typed, and what cards, keywords and rules say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fadenet.console.match.sight import Sight
from fadenet.console.text import slug
from fadenet.engine.language.effects import LOOKS
from fadenet.engine.rules import rules_of

HITS_MAX = 20

BASICS = (
    "Type a move and press Enter. Tab completes it, and every completion is legal.",
    "A move is a verb and what it is about: {examples}. ? attack: what it does.",
    "{naming} h2 is a card of your Hand, c1.2 the second card on or under c1, p2.c1 what p2 has there, k1 the"
    " first Link of the Chain, p2 the Player.",
    "Shorter: the verb's letter; a number where only one card has it; a card's name or the start of it;"
    " what leaves no choice may be left out. On the table, * stands before a card that you can use now.",
    "? c2, ? immune, ? mulligan, or ? and a card's name: about a card, a keyword, rules. why: the rule behind"
    " the last refusal. why MOVE: whether a move is legal.",
    "legal: every legal move; of equal cards the first, and of places the first with the others behind it."
    " look p2, look disc: cards lying somewhere.",
    "hand, field, board, log: what they say. position: all that is public as one line of text.",
    "takeback: go back to your last decision, in a match against bots on this machine.",
    "stops: when you are asked for an answer. hold: ask me next time. full: ask me every time.",
    "yield turn: pass for the rest of it.",
    "wait, drop: what becomes of players who are away from a network match, once their time banks are spent."
    " void: end the match without a winner, if all agree.",
    "An answer may take {timer} s on the network; then your node answers as the rules say.",
    "say WORDS: talk to the others. mute p2: hear no more of what p2 says.",
    "hint: what a helper would do. concede: give up. quit: leave; a network match waits.",
)

LIMITS = {
    LOOKS: "Between nodes the owner of that deck sees these cards too: nobody can show a card unseen.",
}
"""What the protocol cannot hide, by the tag of the abilities concerned."""


def basics(sight: Sight) -> list[str]:
    """What can be typed."""
    s = sight.seat.state
    parts = {
        "timer": rules_of(s).decision_timer,
        "naming": sight.face.naming(s),
        "examples": sight.face.examples,
    }
    return [text.format(**parts) for text in BASICS]


def explain(sight: Sight, words: str) -> tuple[str, list[str]]:
    """(title, paragraphs) about a word of the console, a reference, a card, a rule, a keyword, or words of
    the rules.
    """
    title, said = _explained(sight, words)
    return title, [*_word(sight, words.lower()), *said] or [
        f"Nothing is known about '{words}'. Try a card's name, a keyword, or a word of the rules."
    ]


def _word(sight: Sight, word: str) -> list[str]:
    """What the help says of a word that is typed and is not a move."""
    said = []
    for sentence in (text for paragraph in basics(sight) for text in paragraph.rstrip(".").split(". ")):
        heads, colon, _ = sentence.partition(": ")
        if colon and word in [head.split()[0] for head in heads.split(", ")]:
            said.append(f"{sentence}.")
    return said


def _explained(sight: Sight, words: str) -> tuple[str, list[str]]:
    rules = rules_of(sight.seat.state)
    h = sight.handle(words.lower()) or sight.named(words)
    if h or sight.cell(words):
        return words if sight.cell(words) else sight.token(h), [*about_card(sight, h), *sight.cell(words)]
    linked = sight.about_link(words.lower())
    if linked:
        return words, linked
    deed = sight.face.deed(sight.seat.state, words.lower())
    if deed:
        return words, [f"{deed}.", *_found(sight, words)]
    if words in rules.book.rules:
        return words, rule_text(rules.book.rules[words])
    said = slug(words)
    cards = [c for c in rules.cards[1:] if slug(c.name).startswith(said)] if said else []
    exact = [c for c in cards if slug(c.name) == said]
    topics = sight.face.topics(rules, said) if said else []
    if topics and topics[0].endswith(f".{said}"):
        return words, [p for i in topics[:3] for p in rule_text(rules.book.rules[i])]
    chapter = [f"{i}: {r['text']}" for i, r in rules.book.rules.items() if i.startswith(f"{said}.")]
    if chapter and not exact:
        return words, chapter
    if len(exact or cards) == 1:
        return words, _told(sight, 0, (exact or cards)[0].code)
    if cards:
        there = (exact or cards)[:HITS_MAX]
        return words, [sight.face.detail(sight.seat.state, 0, c.code) for c in there]
    return words, _found(sight, words)


def _found(sight: Sight, words: str) -> list[str]:
    """The rules that words are about, then those in whose text a word begins like them."""
    book, rules = rules_of(sight.seat.state).book.rules, rules_of(sight.seat.state)
    topics = sight.face.topics(rules, slug(words)) if slug(words) else []
    begun = re.compile(rf"(?<!\w){re.escape(words)}", re.IGNORECASE)
    texts = [i for i, r in book.items() if begun.search(r["text"]) and i not in topics]
    return [f"{i}: {book[i]['text']}" for i in [*topics, *texts][:HITS_MAX]]


def rule_text(rule: Mapping[str, Any]) -> list[str]:
    """A rule of the book as paragraphs."""
    return [f"[{rule['id']}] {rule['text']}"] + [
        f"{label}: {rule[key]}"
        for key, label in (("check", "Example"), ("ruling", "Ruling"))
        if rule.get(key)
    ]


def about_card(sight: Sight, h: int) -> list[str]:
    """What a card says, as far as it is known, and the cards on it; nothing about no card."""
    if not h:
        return []
    said = _told(sight, h, sight.seat.code(h))
    for kid in sight.seat.state.kids.get(h, ()):
        first, *more = _told(sight, kid, sight.seat.code(kid))
        said += [f"{sight.token(kid)} on it: {first}", *more]
    return said


def _told(sight: Sight, h: int, code: int) -> list[str]:
    """What a card says, and what of it holds otherwise between nodes than on a table."""
    abilities = rules_of(sight.seat.state).cards[code].abilities if code else ()
    tags = {tag for ability in abilities for tag in ability.tags}
    return [
        sight.face.detail(sight.seat.state, h, code),
        *(text for tag, text in LIMITS.items() if tag in tags),
    ]
