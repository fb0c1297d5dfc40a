"""Help: what can be typed, and what cards, keywords and rules say."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from fadenet.console.match.meaning import meaning
from fadenet.console.match.sight import Sight
from fadenet.engine.language.effects import LOOKS
from fadenet.engine.rules import rules_of
from fadenet.games.spelling import slug, typed

HITS_MAX = 20
NUMBERS = re.compile(r"(?<=[a-zA-Z]) +\d+\Z")
NAMES_MAX = 4
RULES_MAX = 3
EDGES = " ,.:;()[]!?~\"'"
"""The signs that may stand around a word of the screen, and behind one that is cut."""
SPOKEN = "Cards that speak of {words}: {n}; here are the first."
UNKNOWN = "Nothing is known about '{words}'. Try a card's name, a keyword, or a word of the rules."

BASICS = (
    "Type a move and press Enter. Tab completes it, and every completion is legal.",
    "A move is a verb and what it is about: {examples}. ? attack: what it does.",
    "{naming} h2 is a card of your hand (h2-3: two equal ones), c1.2 the second card on or under c1,"
    " p2.c1 what p2 has there, p2 who plays there.",
    "Shorter: the verb's letter; a number where only one card has it; a card's name or the start of it;"
    " what leaves no choice may be left out. On the table, * stands before a card that you can use now.",
    "? c2, ? {keyword}, ? mulligan, or ? and a card's name: about a card, a keyword, rules. why: the rule"
    " behind the last refusal. why MOVE: whether a move is legal.",
    "legal: every legal move; of equal cards the first, and of places the first with the others behind it."
    " look p2, look {pile}: cards lying somewhere.",
    "hand, field, board, log: what they say. rules: the rule book, chapter by chapter.",
    "position: all that is public as one line of text.",
    "takeback: go back to your last decision, in a match against bots on this machine.",
    "stops: when you are asked for an answer. hold: ask me next time. full: ask me every time.",
    "yield turn: pass for the rest of it. pace: whether much that the others do is shown at once, in steps,"
    " or at your turn.",
    "clock: what is left of the time banks, and of the time for this answer. help: this page, as ? alone.",
    "wait, drop: what becomes of players who are away from a network match, once their time banks are spent."
    " void: end the match without a winner, if all agree. claim: by correspondence, that those whose days"
    " are over have left.",
    "who: who the others of a network match are, and how well you know that.",
    "An answer may take {timer} s on the network; then your node answers as the rules say. By correspondence"
    " it has days, nobody has to be there, and quit gives you what the others are to get.",
    "say WORDS: talk to the players who are connected now; nobody who looks on hears it. mute p2: hear no"
    " more of what p2 says.",
    "hint: what a helper would do. !: do that; Tab on an empty line types it. concede: give up. quit: leave;"
    " a network match waits.",
)

LIMITS = {
    LOOKS: "Between nodes the owner of that deck sees these cards too: nobody can show a card unseen.",
}
"""The facts that the protocol cannot hide, by the tag of the abilities concerned."""


def basics(sight: Sight) -> list[str]:
    """The help on all that can be typed, a paragraph each."""
    s, rules = sight.seat.state, rules_of(sight.seat.state)
    discards, queries = rules.zone_letters[rules.discard_kind], rules.descriptor.queries
    parts = {
        "timer": rules_of(s).decision_timer,
        "naming": sight.face.naming(s),
        "examples": sight.face.examples,
        "keyword": next(word for word in " ".join(queries).split() if word.startswith("kw:"))[3:],
        "pile": next(word for word, zone in sight.face.counts if zone == discards),
    }
    return [text.format(**parts) for text in BASICS]


def explain(sight: Sight, words: str) -> tuple[str, list[str]]:
    """(title, paragraphs) about what stands on the screen, a word of the console, a card, a rule, a keyword,
    or words of the rules: the meaning comes first, then the rules about it.
    """
    said = words.strip().lstrip("*>!").strip() or words.strip()
    bare = said.strip(EDGES)
    for ask in dict.fromkeys((said, said.strip("[]"), bare, bare.lower().removeprefix("the "))):
        for answer in (_there, _meant, _written, _named):
            title, told = answer(sight, ask) if ask else ("", [])
            if told:
                return title, told
    parts = bare.split("/" if "/" in bare else "-")
    told = [text for part in parts[1:] and parts for text in explain(sight, part)[1][:1]]
    if told and not any(text.startswith(UNKNOWN.partition("{")[0]) for text in told):
        return words, told
    return words, [UNKNOWN.format(words=words)]


def _word(sight: Sight, word: str) -> list[str]:
    """The sentences of `basics` about a word that is typed and is not a move."""
    said = []
    for sentence in (text for paragraph in basics(sight) for text in paragraph.rstrip(".").split(". ")):
        heads, colon, _ = sentence.partition(": ")
        if colon and word in [head.split()[0] for head in heads.split(", ")]:
            said.append(f"{sentence}.")
    return said


def _there(sight: Sight, words: str) -> tuple[str, list[str]]:
    """About a card, a place or a Link by what it is called."""
    word = words.lower()
    h = sight.handle(word)
    if h or sight.cell(words):
        return words if sight.cell(words) else sight.token(h), [*about_card(sight, h), *sight.cell(words)]
    gone = sight.gone(word)
    return words, [f"{gone}."] if gone else sight.about_link(word)


def _meant(sight: Sight, words: str) -> tuple[str, list[str]]:
    """(the words as a title, paragraphs): the meaning of a word, an abbreviation or a figure, and the rules
    about it; cards so called are named. No paragraphs where nothing has that name."""
    rules = rules_of(sight.seat.state)
    deed = sight.face.deed(sight.seat.state, words.lower())
    means, ruled_as = meaning(sight, words)
    told = [*_word(sight, words.lower()), *means, *([f"{deed}."] if deed else [])]
    said = slug(ruled_as or words)
    keyword = slug(NUMBERS.sub("", words))
    if f"keyword.{keyword}" in rules.book.rules and said not in {card.slug for card in rules.cards[1:]}:
        said = keyword
    topics = sight.face.topics(rules, said) if said else []
    own = bool(topics) and topics[0].endswith(f".{said}")
    topics = [i for i in topics if own and (i.endswith(f".{said}") or f".{said}-" in i)][:RULES_MAX]
    chapter = [f"{i}: {r['text']}" for i, r in rules.book.rules.items() if said and i.startswith(f"{said}.")]
    ruled = _found(sight, words) if deed else [p for i in topics for p in rule_text(rules.book.rules[i])]
    if ruled_as and not ruled and not chapter:
        ruled = _found(sight, ruled_as)[:RULES_MAX]
    if not told and not ruled and not chapter:
        return words, []
    exact = next((c for c in rules.cards[1:] if slug(c.name) == slug(words)), None)
    if exact is not None and not told:
        return words, _told(sight, 0, exact.code)
    return words, [*told, *(ruled or chapter), *_namesakes(sight, words)]


def _namesakes(sight: Sight, words: str) -> list[str]:
    """Which cards have a name that begins in the same way."""
    said = slug(words)
    names = [c.name for c in rules_of(sight.seat.state).cards[1:] if said and slug(c.name).startswith(said)]
    if not names:
        return []
    listed = ", ".join(names[:NAMES_MAX]) + (" ..." if len(names) > NAMES_MAX else "")
    return [f"That is what the rules mean by it. A card's whole name tells of the card: {listed}."]


def _written(sight: Sight, words: str) -> tuple[str, list[str]]:
    """A rule by its id, or a card by its name or the beginning of it, those that lie here first."""
    rules = rules_of(sight.seat.state)
    if words in rules.book.rules:
        return words, rule_text(rules.book.rules[words])
    h = sight.named(words)
    if h:
        return sight.token(h), about_card(sight, h)
    said = slug(words)
    cards = [c for c in rules.cards[1:] if slug(c.name).startswith(said)] if said else []
    exact = [c for c in cards if slug(c.name) == said]
    if len(exact or cards) == 1:
        return words, _told(sight, 0, (exact or cards)[0].code)
    return words, [sight.face.detail(sight.seat.state, 0, c.code) for c in (exact or cards)[:HITS_MAX]]


def _named(sight: Sight, words: str) -> tuple[str, list[str]]:
    """A Player by the name, a card by one word of its name, else what the rules say with these words."""
    s, said = sight.seat.state, slug(words)
    for seat, name in enumerate(sight.names):
        if words and words.lower() in name.lower().split():
            return words, [sight.face.detail(s, seat + 1, 0)]
    found = _found(sight, words)
    if found:
        return words, found
    for h in sight.visible() if said else ():
        code = sight.seat.code(h)
        if code and f"-{said}" in f"-{slug(s.rules.cards[code].name)}":
            return sight.token(h), about_card(sight, h)
    return words, _spoken_of(sight, words) if said else []


def _spoken_of(sight: Sight, words: str) -> list[str]:
    """The cards that have these words in their name, their kind or their text."""
    s, begun = sight.seat.state, re.compile(rf"(?<!\w){re.escape(typed(words))}", re.IGNORECASE)
    told = [sight.face.detail(s, 0, card.code) for card in rules_of(s).cards[1:]]
    found = [text for text in told if begun.search(text)]
    return [SPOKEN.format(n=len(found), words=words), *found[:NAMES_MAX]] if found else []


def _found(sight: Sight, words: str) -> list[str]:
    """The rules that words are about, then those in whose text a word begins like them."""
    book, rules = rules_of(sight.seat.state).book.rules, rules_of(sight.seat.state)
    topics = sight.face.topics(rules, slug(words)) if slug(words) else []
    begun = re.compile(rf"(?<!\w){re.escape(typed(words))}", re.IGNORECASE)
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
    """The text of a card, as far as it is known, and of the cards on it; [] for handle 0."""
    if not h:
        return []
    said = _told(sight, h, sight.seat.code(h))
    for kid in sight.seat.state.kids.get(h, ()):
        first, *more = _told(sight, kid, sight.seat.code(kid))
        said += [f"{sight.token(kid)} on it: {first}", *more]
    return said


def _told(sight: Sight, h: int, code: int) -> list[str]:
    """The text of a card, and the `LIMITS` of its abilities between nodes."""
    abilities = rules_of(sight.seat.state).cards[code].abilities if code else ()
    tags = {tag for ability in abilities for tag in ability.tags}
    return [
        sight.face.detail(sight.seat.state, h, code),
        *(text for tag, text in LIMITS.items() if tag in tags),
    ]
