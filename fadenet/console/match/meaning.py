"""The meanings of the words, abbreviations and figures on the screen, out of the game's own terms."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fadenet.console.match.sight import Sight
from fadenet.console.typed import as_begun
from fadenet.engine.chain import W_CHAIN
from fadenet.engine.rules import rules_of
from fadenet.games import GAMES
from fadenet.games.lessons import tutorial_of

SAME = "= "
"""Before the word that a term is another word for."""
LESSONS = "Lessons of a few minutes teach the game step by step: quit, then type `fadenet learn`."
SIGNS = {
    "*": "* stands before what you can use now.",
    ">": "> stands before what can attack now.",
    "!": "! stands before what an attack of yours, or of whose turn it is, can be aimed at.",
    "closed": "A closed place opens when a card that opens it is played there.",
    "empty": "Nothing lies in these places.",
    "reach": "you reach, p2 reaches: what attacks of that player can be aimed at, as the table stands.",
    "<": "< stands behind the line of the player whose turn it is.",
    "~": "~ ends a name for which there was not enough room: ? and its label tells all of it.",
    "--": "-- stands where a card has none of what others show there.",
    "you": "(you) stands behind your own name; your cards are named without a seat, those of p2 as p2.c1.",
    "your": "your turn: it is you who acts; else the line says whose turn it is.",
    "ally": "(ally) stands behind who plays on your side.",
    "of": "turn of p2: whose turn it is.",
    "stops": "stops say when you are asked for an answer; the word behind it says how they are set.",
    "usual": "stops: usual: they are as they are at first.",
    "own": "stops: own: you have set some of them.",
    "full": "stops: full: you are asked wherever you have an answer.",
    "yes": "yes, or y: do what is asked.",
    "no": "no, or n: do not do it.",
    "pick": "pick CARD: choose it, where an effect or the rules ask for a choice.",
    "done": "done: no more are chosen.",
    "mode": "mode NUMBER: choose the way of that number.",
    ".": "A point is short for pass.",
    **dict.fromkeys(("tutorial", "lesson", "lessons", "learn"), LESSONS),
    **dict.fromkeys(
        ("undo", "back"), "takeback goes back to your last decision, against bots on this machine."
    ),
    "chat": "say WORDS talks to the players who are connected now.",
    "rematch": "A rematch is offered when the match is over, and so is a look back at it.",
    "pass": "pass, or a point: answer nothing, so that what waits goes on.",
    "now": "* stands before what you can use now.",
    "marks": "* marks what you can use now.",
    "happened": "What has happened is the last that the log says.",
    "more": "So many cards more lie there than there was room for; the word behind it shows them.",
}
LINKED = {">": f"{SIGNS['>'][:-1]}, and before what a link of the chain is aimed at."}
"""The meanings of signs that only games have in which links are answered."""
PART = "A part of a move: {key}={value} says which {key} is meant; to=c1 is a place, at=10 a number of cards."
FIGURES = {
    r"-\d+": "A number with - before it is the damage on a card.",
    r"(?=.)#*\.*": "A bar shows how much of its HP or life a card has: # is left, a point is gone.",
    r"\+?\d+": "A number stands behind what it counts: cards of a pile, or how much a player has of"
    " something.",
}
"""The meanings of figures of any game, by regular expressions."""
NUMBER_BEHIND = "#"
"""Behind an abbreviation of a game's face that has a number behind it on the screen."""
_DIGITS = re.compile(r"\d+\Z")


def meaning(sight: Sight, words: str) -> tuple[list[str], str]:
    """(what words on the screen mean, [] if that is not known; by which word the rules speak of it)."""
    rules, word = rules_of(sight.seat.state), _DIGITS.sub("", " ".join(words.lower().split())).rstrip()
    tutorial = tutorial_of(rules)
    said = tutorial.terms.get(word, "")
    if said.startswith(SAME):
        word = said.removeprefix(SAME)
        said = tutorial.terms[word]
    if said:
        return [said], word
    signs = SIGNS | LINKED if sight.face.windows[W_CHAIN].what else SIGNS
    if word in signs:
        return [as_begun(signs[word])], ""
    if words in GAMES:
        return [rules.title], ""
    if words in sight.face.letters:
        verb = sight.face.letters[words]
        return [f"{words} is short for {verb}."], verb
    long = _long(sight, words)
    if long:
        return [f"{words}: {', '.join(long)}"], long[0]
    shown = _shown(sight, words)
    if shown:
        return [shown], words
    key, equals, value = words.partition("=")
    if equals and key.isalpha() and value:
        return [PART.format(key=key, value=value)], ""
    return _figured([*((one.like, one.says) for one in tutorial.figures), *FIGURES.items()], words), ""


def _figured(figures: Sequence[tuple[str, str]], words: str) -> list[str]:
    """The meanings of figures of this form; of a sign alone first those with a number behind or before it."""
    signed = words and not re.search(r"\d", words)
    forms = [f"{words}1", f"1{words}", words] if signed else [words] if words else []
    fits = [says for form in forms for like, says in figures if re.fullmatch(like, form)]
    return list(dict.fromkeys(fits))


def _shown(sight: Sight, words: str) -> str:
    """How a word stands on the screen that is abbreviated there, "" if it is not."""
    for short, name in sight.face.shorts(rules_of(sight.seat.state)).items():
        if name.lower() == words.lower() and not short.endswith(NUMBER_BEHIND):
            return f"{name} is written {short} on the screen."
    return ""


def _long(sight: Sight, words: str) -> list[str]:
    """The words for an abbreviation, alone, with a number behind it, or with others and / between; [] for
    anything else."""
    shorts = sight.face.shorts(rules_of(sight.seat.state))
    whole = {name: name for name in shorts.values()} if "/" in words else {}
    known = {key.removesuffix(NUMBER_BEHIND): name for key, name in shorts.items()} | {**shorts, **whole}
    parts = [known.get(_DIGITS.sub(NUMBER_BEHIND, part), "") for part in words.split("/")]
    return list(dict.fromkeys(parts)) if all(parts) else []
