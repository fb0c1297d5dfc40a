"""What Enter does with a line: moves, and the words that are none (help, looking, stops, leaving)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fadenet.console.match.desk import Desk
from fadenet.console.match.grammar import LINE_MAX, Unclear
from fadenet.console.text import clean, slug
from fadenet.engine.errors import WrongInput
from fadenet.engine.language.effects import LOOKS
from fadenet.engine.position import dump

HITS_MAX = 20
SAY_MAX = 200
SAY_BYTES_MAX = 256

BASICS = (
    "Type a move and press Enter. Tab completes it, and every completion is legal.",
    "A move is a verb and what it is about: attack c1 p2.c1, play f3, attach h2 c1.",
    "c1 is the first card of your Character Zone, h2 of your Hand, f3 of your Fighter Pool, p2.c1 one of"
    " p2's, c1.2 the second card on or under c1, k1 the first Link of the Chain, p2 the Player.",
    "Shorter: the verb's letter; a number where only one card has it; a card's name or the start of it;"
    " what leaves no choice may be left out. On the table, * stands before a card that you can use now.",
    "? c2, ? charge, ? rising kick, ? turn.phases: about a card, a keyword, a rule. why: the rule behind the"
    " last refusal. why MOVE: whether a move is legal.",
    "legal: every legal move. look p2, look disc: cards lying somewhere.",
    "hand, field, log: what they say. position: all that is public as one line of text.",
    "takeback: go back to your last decision, in a match against bots on this machine.",
    "stops: when you are asked for an answer. hold: ask me next time. yield turn: pass for the rest of it.",
    "wait, drop: what becomes of players who are away from a network match, once their time banks are spent."
    " void: end it without a winner, if all agree.",
    "An answer may take {timer} s on the network; then your node answers as the rules say.",
    "say WORDS: talk to the others. mute p2: hear no more of what p2 says.",
    "hint: what a helper would do. concede: give up. quit: leave; a network match waits.",
)

LIMITS = {
    LOOKS: "Between nodes the owner of that deck sees these cards too: nobody can show a card unseen.",
}
"""What the protocol cannot hide, by the tag of the abilities concerned."""


def enter(desk: Desk, line: str) -> None:
    """Carry out one typed line: a command, an answer, or a move."""
    line = clean(line[: LINE_MAX + 1], LINE_MAX).strip()
    if not line:
        desk.read_to_end = desk.read_to_end or bool(desk.result and desk.page is None)
        desk.close_page()
        desk.notify()
        return
    if desk.conceding:
        desk.conceding = False
        if line == "concede":
            desk.concede()
            return
        desk.write("note", "you play on")
    if desk.voiding:
        desk.voiding = False
        if line == "void":
            _refer(desk, "void")
            return
    word, _, rest = line.partition(" ")
    if line.startswith("?"):
        _help(desk, line[1:].strip())
    elif word.lower() in COMMANDS:
        COMMANDS[word.lower()](desk, rest.strip())
    elif desk.result:
        desk.write("note", "the match is over; quit leaves")
    elif desk.taking:
        _take(desk, line)
    else:
        _move(desk, line)


def complete(desk: Desk, line: str) -> tuple[str, list[str]]:
    """(what stays of the line, words that may follow it): tokens of legal moves, or else commands."""
    stem, found = desk.grammar.complete(line) if desk.grammar else (line, [])
    if found or " " in line or not line:
        return stem, found
    return "", [word for word in COMMANDS if word.startswith(line)]


def _move(desk: Desk, line: str) -> None:
    if desk.grammar is None:
        desk.write("note", "it is not your turn to say something; ? helps, quit leaves")
        return
    try:
        move = desk.read(line)
    except Unclear as unclear:
        move = desk.unlisted(line)
        if not move:
            _unclear(desk, line, unclear)
            return
    warning = desk.face.warning(desk.seat.state, desk.seat.index, move)
    if warning and desk.unsure != move:
        desk.unsure = move
        desk.write("note", f"{warning}: to do it, type it once more")
    else:
        desk.give(move)


def _unclear(desk: Desk, line: str, unclear: Unclear) -> None:
    """An illegal move is refused with its rule; what is no move is told what would fit."""
    if not str(unclear).startswith(("say which", "type")):
        try:
            reason = desk.seat.refusal(desk.draft(line))
        except WrongInput:
            reason = None
        if reason is not None:
            desk.refused(reason)
            return
    listed = ", ".join(_labelled(desk, token) for token in unclear.choices[:8])
    more = f" and {len(unclear.choices) - 8} more" if len(unclear.choices) > 8 else ""
    desk.write("refused", f"{unclear}" + (f": {listed}{more}" if listed else ""))


def _labelled(desk: Desk, token: str) -> str:
    name = "" if "=" in token else desk.refs.name_of(token)
    return f"{token} ({name})" if name else token


def _take(desk: Desk, line: str) -> None:
    assert desk.taking is not None
    chosen = desk.taking.chosen(line)
    if chosen is not None:
        desk.take(chosen)
        return
    there, most = len(desk.taking.handles), desk.taking.most
    numbers = "one number" if most == 1 else f"up to {most} different numbers"
    desk.write("refused", f"type {numbers} from 1 to {there}{desk.taking.way_out}")


# Help.


def _help(desk: Desk, words: str) -> None:
    title, paragraphs = explain(desk, words)
    desk.open_page(title, paragraphs)


def explain(desk: Desk, words: str) -> tuple[str, list[str]]:
    """(title, paragraphs) about nothing, a reference, a card, a rule, a keyword, or words of the rules."""
    rules: Any = desk.seat.state.rules
    if not words:
        now = [desk.question(), "Legal verbs: " + ", ".join(desk.verbs())] if desk.options else []
        return "help", [*now, *(text.format(timer=rules.decision_timer) for text in BASICS)]
    h = desk.refs.handle(words.lower()) or desk.refs.named(words)
    if h:
        return desk.refs.token(h), _card(desk, h, desk.seat.code(h))
    if words in rules.book:
        return words, rule_text(rules.book[words])
    said = slug(words)
    cards = [c for c in rules.cards[1:] if slug(c.name).startswith(said)] if said else []
    cards = [c for c in cards if slug(c.name) == said] or cards
    topics = desk.face.topics(rules, said) if said else []
    if topics and topics[0].endswith(f".{said}"):
        return words, [p for i in topics[:3] for p in rule_text(rules.book[i])]
    if len(cards) == 1:
        return words, _told(desk, 0, cards[0].code)
    if cards:
        return words, [desk.face.detail(desk.seat.state, 0, c.code) for c in cards[:HITS_MAX]]
    texts = [i for i, r in rules.book.items() if words.lower() in r["text"].lower() and i not in topics]
    found = [*topics, *texts][:HITS_MAX]
    if not found:
        return words, [
            f"Nothing is known about '{words}'. Try a card's name, a keyword, or a word of the rules."
        ]
    return words, [f"{i}: {rules.book[i]['text']}" for i in found]


def rule_text(rule: dict[str, str]) -> list[str]:
    """A rule of the book as paragraphs."""
    return [f"[{rule['id']}] {rule['text']}"] + [
        f"{label}: {rule[key]}"
        for key, label in (("check", "Example"), ("ruling", "Ruling"))
        if rule.get(key)
    ]


def _card(desk: Desk, h: int, code: int) -> list[str]:
    said = _told(desk, h, code)
    for kid in desk.seat.state.kids.get(h, ()):
        first, *more = _told(desk, kid, desk.seat.code(kid))
        said += [f"{desk.refs.token(kid)} on it: {first}", *more]
    return said


def _told(desk: Desk, h: int, code: int) -> list[str]:
    """What a card says, and what of it holds otherwise between nodes than on a table."""
    abilities = desk.seat.state.rules.cards[code].abilities if code else ()
    tags = {tag for ability in abilities for tag in ability.tags}
    return [
        desk.face.detail(desk.seat.state, h, code),
        *(text for tag, text in LIMITS.items() if tag in tags),
    ]


def _why(desk: Desk, line: str) -> None:
    rules: Any = desk.seat.state.rules
    reason = desk.refusal
    if line:
        try:
            reason = desk.seat.refusal(desk.draft(line))
        except WrongInput as error:
            desk.write("refused", str(error))
            return
        if reason is None:
            desk.write("note", "that is legal")
            return
    if reason is None:
        desk.write("note", "nothing has been refused; why MOVE tells about a move")
        return
    rule = rules.book.get(reason.rule)
    desk.open_page("why", [f"{reason.text} [{reason.rule}]", *(rule_text(rule) if rule else [])])


# Looking.


def _look(desk: Desk, words: str) -> None:
    """look [pN] [zone]: the cards there."""
    s = desk.seat.state
    parts = words.lower().split()
    owner = desk.seat.index
    if parts and parts[0] in {f"p{i + 1}" for i in range(s.seats)}:
        owner = int(parts.pop(0)[1:]) - 1
    by_word = dict(desk.face.counts)
    letters = by_word.get(parts[0], parts[0]) if parts else desk.face.field
    if not set(letters) <= set(s.rules.zone_letters):
        h = desk.refs.handle(words.lower()) or desk.refs.named(words)
        if not h:
            zones = ", ".join(word for word, _ in desk.face.counts)
            desk.write("refused", f"look at what? a card, or [p1..p{s.seats}] and one of: field, {zones}")
            return
        desk.open_page(desk.refs.token(h), _card(desk, h, desk.seat.code(h)))
    else:
        desk.open_page(f"look {words}".strip(), _listed(desk, owner, letters))


def _listed(desk: Desk, owner: int, letters: str) -> list[str]:
    there = desk.refs.lying(owner, letters)
    if owner == desk.seat.index or letters == desk.face.field:
        there += desk.seat.state.kids.get(owner + 1, ()) if letters == desk.face.field else ()
    said = [
        f"{desk.refs.token(h)} {desk.face.detail(desk.seat.state, h, desk.seat.code(h))}"
        for h in there
        if desk.seat.code(h)
    ]
    hidden = len(there) - len(said)
    return said + ([f"{hidden} hidden"] if hidden else []) or ["nothing lies there"]


def _hand(desk: Desk, _: str) -> None:
    desk.open_page("hand", _listed(desk, desk.seat.index, desk.face.hand))


def _field(desk: Desk, _: str) -> None:
    s = desk.seat.state
    said: list[str] = []
    for seat in range(s.seats):
        said += [desk.face.detail(s, seat + 1, 0), *_listed(desk, seat, desk.face.field)]
    desk.open_page("field", said)


def _log(desk: Desk, words: str) -> None:
    said = [e.lead + e.text for e in desk.log if words.lower() in e.text.lower()]
    desk.open_page("log", said or ["nothing yet"], top=len(said))


def _position(desk: Desk, _: str) -> None:
    """The public state as one line, for a puzzle or a bug report."""
    desk.open_page("position", [dump(desk.seat.state)])


def _legal(desk: Desk, _: str) -> None:
    desk.open_page("legal", desk.choices() or ["nothing is asked of you now"])


# Talking and advice.


def _say(desk: Desk, words: str) -> None:
    if desk.speak is None:
        desk.write("note", "nobody listens in this match")
    elif words:
        said = clean(words, SAY_MAX).encode()[:SAY_BYTES_MAX].decode(errors="ignore")
        if desk.speak(said):
            desk.write("chat", said, "you")
        else:
            desk.write("refused", "that is more than others can read; say it a little later")


def _mute(desk: Desk, words: str) -> None:
    """mute pN: show no more of what that seat says; once more: show it again."""
    others = {f"p{i + 1}": i for i in range(len(desk.names)) if i != desk.seat.index}
    seat = others.get(words.lower())
    if seat is None:
        desk.write("refused", f"say whom: mute {'|'.join(others)}")
        return
    desk.muted ^= {seat}
    heard = "hear nothing of" if seat in desk.muted else "hear"
    desk.write("note", f"you {heard} what {words.lower()} says; mute {words.lower()} changes that")


def _hint(desk: Desk, _: str) -> None:
    if desk.advise is None or not desk.ask_id:
        desk.write("note", "no hint is to be had" if desk.advise is None else "nothing is asked of you now")
        return
    move, reason = desk.advise(desk.seat)
    desk.write("note", f"hint: {desk.spoken(move)}" + (f" ({reason})" if reason else ""))


# Chances to answer.


STOPS = (
    "You are asked when you have a legal answer and the stop is on. Where you have none you pass: between"
    " nodes after as long as you take where you have one, so that nobody can tell. Where a stop is off you"
    " pass at once."
)


def _stops(desk: Desk, words: str) -> None:
    """stops [window|all|always on|off]."""
    names = [name for name, _ in desk.face.windows]
    known = [name for name, what in desk.face.windows if what]
    parts = words.lower().split()
    if len(parts) == 2 and parts[0] == "always" and parts[1] in ("on", "off"):
        desk.stops.always = parts[1] == "on"
    elif len(parts) == 2 and parts[0] in (*known, "all") and parts[1] in ("on", "off"):
        which = set(range(len(names))) if parts[0] == "all" else {names.index(parts[0])}
        desk.stops.off = desk.stops.off - which if parts[1] == "on" else desk.stops.off | which
    elif parts:
        desk.write("refused", f"say: stops {'|'.join((*known, 'all', 'always'))} on|off")
        return
    said = [
        f"{name} {'off' if i in desk.stops.off else 'on'}: {what}"
        for i, (name, what) in enumerate(desk.face.windows)
        if what
    ]
    always = "on" if desk.stops.always else "off"
    said.append(f"always {always}: even where you have no answer, if only you can know that")
    desk.open_page("stops", [STOPS, *said])


def _hold(desk: Desk, _: str) -> None:
    desk.stand_up()
    desk.stops.hold = True
    desk.write("note", "you will be asked at the next chance, whatever you can do there")


def _yield(desk: Desk, words: str) -> None:
    if words == "off":
        desk.stand_up()
        desk.write("note", "you are asked again")
    elif words == "turn":
        desk.stand_by()
        desk.write("note", "you pass on every chance in this turn; hold or yield off takes it back")
        if desk.ask_id and desk.seat.ask is not None and ("pass",) in _tokens(desk):
            desk.give(desk.read("pass"))
    else:
        desk.write("refused", "say: yield turn, or yield off")


def _tokens(desk: Desk) -> set[tuple[str, ...]]:
    return {desk.labels.shown(desk.seat, m) for m in desk.options}


# Going back and leaving.


def _takeback(desk: Desk, _: str) -> None:
    assert desk.info is not None
    if desk.result:
        desk.write("note", "the match is over; quit leaves")
    elif not desk.info.takeback:
        local = desk.info.match == "local"
        what = "you do not play against bots alone" if local else "an answer is signed when it is given"
        desk.write("note", f"nothing can be taken back in this match: {what}")
    elif not desk.decided:
        desk.write("note", "there is no decision of yours to take back")
    else:
        desk.take_back()


def _wait(desk: Desk, _: str) -> None:
    _refer(desk, "wait")


def _drop(desk: Desk, _: str) -> None:
    _refer(desk, "drop")


def _refer(desk: Desk, word: str) -> None:
    alone = "nobody can be away from this match"
    desk.write("note", alone if desk.referee is None else desk.referee(word))


def _void(desk: Desk, _: str) -> None:
    if desk.result or desk.referee is None:
        text = "the match is over" if desk.result else "a match on one machine is left, not ended as void"
        desk.write("note", f"{text}: quit leaves")
        return
    desk.voiding = True
    text = "to end this match without a winner, if all agree, type the word void once more"
    desk.write("note", f"{text} (and to take that back, in the same way); anything else plays on")


def _concede(desk: Desk, _: str) -> None:
    if desk.result:
        desk.write("note", "the match is over; quit leaves")
        return
    if desk.seat.index in desk.seat.state.out:
        desk.write("note", "you are out of this match already; stay to its end, or quit")
        return
    desk.conceding = True
    desk.write("note", "to give up this match, type the word concede once more; anything else plays on")


def _quit(desk: Desk, _: str) -> None:
    desk.leave("quit")


COMMANDS: dict[str, Callable[[Desk, str], None]] = {
    "help": _help,
    "why": _why,
    "legal": _legal,
    "look": _look,
    "hand": _hand,
    "field": _field,
    "log": _log,
    "position": _position,
    "say": _say,
    "mute": _mute,
    "hint": _hint,
    "stops": _stops,
    "hold": _hold,
    "yield": _yield,
    "takeback": _takeback,
    "wait": _wait,
    "drop": _drop,
    "void": _void,
    "concede": _concede,
    "quit": _quit,
}
