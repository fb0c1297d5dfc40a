"""The lines that Enter sends: moves, and the words that are not moves (help, looking, stops, leaving)."""

from __future__ import annotations

from collections.abc import Callable

from fadenet.console.match import looking, rows, wording
from fadenet.console.match.desk import Desk, Pace
from fadenet.console.match.dialogue import Asked, Taking
from fadenet.console.match.grammar import LINE_MAX, Unclear, words_of
from fadenet.console.match.help import basics, rule_text
from fadenet.console.match.looking import LOOKING
from fadenet.console.match.sight import Sight
from fadenet.console.shell.stage import Stage
from fadenet.console.text import clean
from fadenet.engine.errors import WrongInput
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move, rules_of
from fadenet.games.spelling import slug

CHOICES_MAX = 8
SAY_MAX = 200
SAY_BYTES_MAX = 256
TAKING_HELP = "The number of a card takes it, or the start of its name; Tab completes that."
TAKE_HINT = "!"
"""Typed alone it does what `hint` says."""
EARLY = ("say", "quit")
"""The words that may be typed before the match begins."""


def enter(desk: Desk, line: str) -> None:
    """Carry out one typed line: a command, an answer, or a move."""
    desk.hurry()
    line = clean(line[: LINE_MAX + 1], LINE_MAX).strip()
    bare = desk.page in (None, desk.choice)  # plain mode shows no page
    if not line and bare and desk.dialogue.taking and desk.dialogue.taking.usual:
        desk.prepare()
        return
    if not line and desk.dialogue.handover is not None:
        desk.hand_over(0)
        return
    handover, desk.dialogue.handover = desk.dialogue.handover, None
    if handover is not None:
        desk.close_page()
        desk.write("note", handover.stays)
    if not line and bare and desk.at_rest and not (desk.dialogue.waits or desk.result):
        desk.leave("quit")
        return
    if not line:
        desk.ended = desk.ended or bool(desk.result and desk.page is None)
        desk.close_page()
        desk.notify()
        return
    confirming, desk.dialogue.confirming = desk.dialogue.confirming, ""
    if confirming == line == "concede":
        desk.concede()
        return
    if confirming == line and line in ("void", "claim"):
        _refer(desk, line)
        return
    if confirming == "concede":
        desk.write("note", "you play on")
    word, _, rest = line.partition(" ")
    if desk.begun:
        desk.name(line)
    if not desk.begun and word not in EARLY:
        desk.write("note", "the match has not begun yet; quit leaves")
    elif line.startswith("?"):
        _help(desk, line[1:].strip())
    elif word.lower() in COMMANDS:
        COMMANDS[word.lower()](desk, rest.strip())
    elif desk.result:
        _over(desk)
    elif desk.dialogue.taking and line != TAKE_HINT:
        _take(desk, desk.dialogue.taking, line)
    elif line == TAKE_HINT:
        _take_hint(desk)
    elif desk.dialogue.asked:
        _move(desk, desk.dialogue.asked, line)
    else:
        desk.write("note", "it is not your turn to say something; ? helps, quit leaves")


def complete(desk: Desk, line: str) -> tuple[str, list[str]]:
    """(what stays of the line, words that may follow it): tokens of legal moves, names of cards that can be
    taken, or else commands."""
    asked, taking = desk.dialogue.asked, desk.dialogue.taking
    if taking and (named := [name for name in taking.names if slug(name).startswith(slug(line) or " ")]):
        return "", named
    stem, found = asked.grammar.complete(line) if asked else (line, [])
    if found or " " in line or not line:
        return stem, found
    return "", [word for word in COMMANDS if word.startswith(line)]


def _move(desk: Desk, asked: Asked, line: str) -> None:
    try:
        march = rows.read(desk.sight, asked.options, line)
        if march is not None:
            desk.march(march)
            return
        move = asked.grammar.parse(line)
    except Unclear as unclear:
        move = desk.unlisted(line)
        if not move:
            _unclear(desk, asked, line, unclear)
            return
    _choose(desk, asked, move)


def pick(desk: Desk, number: int) -> bool:
    """Do what stands behind a number on the screen; False where nothing is asked to which numbers answer."""
    if desk.dialogue.handover is not None and desk.hand_over(number):
        return True
    asked, numbered = desk.dialogue.asked, desk.numbered()
    if asked is None or desk.result:
        return False
    if not 0 < number <= len(numbered):
        more = "; legal lists all" if len(numbered) < len(asked.move_lines) else ""
        desk.write("refused", f"there is no {number} on the screen, only 1 to {len(numbered)}{more}")
        return True
    chosen = numbered[number - 1]
    if isinstance(chosen, str):
        _move(desk, asked, chosen)
    else:
        _choose(desk, asked, chosen.move)
    return True


def _choose(desk: Desk, asked: Asked, move: Move) -> None:
    """Answer with a move, unless there is something to be said of it first."""
    warning = desk.sight.face.warning(desk.sight.seat.state, desk.sight.seat.index, move)
    warning = warning or _left_undone(desk, asked, move)
    if warning and desk.dialogue.unsure != move:
        desk.dialogue.unsure = move
        desk.write("note", f"{warning}: to go ahead all the same, type it once more")
    elif not desk.hands_over(move):
        desk.give(move)


def _left_undone(desk: Desk, asked: Asked, move: Move) -> str:
    """Words for a move that is left undone when this one ends a free turn; "" for none, or for a person who
    wants no such question. It is the move of a helper, unless that ends the turn too; without a helper the
    first of the `Face.chances`."""
    face, verbs = desk.sight.face, desk.sight.seat.state.rules.verbs
    if not desk.confirms or verbs[move[0]] != face.stopping:
        return ""
    advised = desk.advised()
    if advised is not None:
        return f"you could still {advised.spoken}" if advised.move != move else ""
    better = next((one for one in asked.options if verbs[one[0]] in face.chances), move)
    return f"you could still {wording.spoken(desk.sight, better)}" if better != move else ""


def _unclear(desk: Desk, asked: Asked, line: str, unclear: Unclear) -> None:
    """Answer a line that is not one legal move: refuse an illegal move with its rule, and anything else with
    what would fit. Several moves that begin so are listed to choose from; a single one is made."""
    gone = next((said for word in words_of(line)[1:] or [line] if (said := desk.sight.gone(word))), "")
    if gone:
        desk.write("refused", gone)
        return
    begun = asked.grammar.under(line)
    found = wording.move_lines(desk.sight, begun)
    if len(found) == 1:
        found = wording.move_lines(desk.sight, begun, apart=True)
    if len(found) == 1:
        _choose(desk, asked, found[0].move)
        return
    if found:
        desk.open_list("which one: type its number, or the move", found)
        return
    if not unclear.short:
        try:
            move = wording.draft(desk.sight, line)
            reason = desk.sight.seat.refusal(move)
        except WrongInput:
            reason = None
        if reason is not None:
            whole = tuple(words_of(line)) == desk.sight.shown(move)
            desk.refused(reason, "" if whole else wording.spoken(desk.sight, move))
            return
    listed = wording.listed(desk.sight, unclear.choices, CHOICES_MAX)
    desk.write("refused", f"{unclear}" + (f": {listed}" if listed else ""))


def _take(desk: Desk, taking: Taking, line: str) -> None:
    if line[:1].isdecimal() and desk.page is not desk.choice and not desk.lasting:
        desk.close_page()
        desk.write("note", "these are the cards: type the number again")
        return
    chosen = taking.chosen(line)
    if chosen is not None:
        desk.take(chosen)
        return
    there, most = len(taking.lots), taking.most
    least = f"{taking.least} to {most}" if taking.least > 1 else f"up to {most}"
    numbers = "one number" if most == 1 else f"{least} different numbers"
    or_none = f", a card's name{taking.way_out}" if taking.way_out else " or a card's name"
    desk.write("refused", f"type {numbers} from 1 to {there}{or_none}")


# Help.


def _help(desk: Desk, words: str) -> None:
    if words:
        looking.about(desk, desk.sight, words)
        return
    options, taking = desk.dialogue.options, desk.dialogue.taking
    now = []
    if taking:
        now = [desk.question(), TAKING_HELP]
    elif options:
        legal = ", ".join(wording.verbs(desk.sight, options))
        now = [desk.question(), f"Legal verbs: {legal}", *wording.deeds(desk.sight, options)]
    desk.open_page("help", [*now, *basics(desk.sight)])


def _why(desk: Desk, line: str) -> None:
    rules = rules_of(desk.sight.seat.state)
    reason = desk.refusal
    if line:
        try:
            reason = desk.sight.seat.refusal(wording.draft(desk.sight, line))
        except WrongInput as error:
            desk.write("refused", str(error))
            return
        if reason is None:
            desk.write("note", "that is legal")
            return
    if reason is None:
        desk.write("note", "no rule was against your last line; why MOVE tells about a move")
        return
    rule = rules.book.rules.get(reason.rule)
    desk.open_page("why", [f"{reason.text} [{reason.rule}]", *(rule_text(rule) if rule else [])])


def _legal(desk: Desk, _: str) -> None:
    asked, taking = desk.dialogue.asked, desk.dialogue.taking
    if asked is not None:
        desk.open_list("legal", asked.move_lines, wording.cut(desk.sight, asked.options))
    elif taking is not None:
        desk.close_page()
    else:
        desk.open_page("legal", ["nothing is asked of you now"])


# Talking and advice.


def _say(desk: Desk, words: str) -> None:
    if desk.speak is None:
        desk.write("note", f"nobody listens {'any more' if desk.result else 'in this match'}")
    elif words:
        said = clean(words, SAY_MAX).encode()[:SAY_BYTES_MAX].decode(errors="ignore")
        missed = desk.speak(said)
        if missed is None:
            desk.write("refused", "that is more than others can read; say it a little later")
            return
        desk.write("chat", said, "you")
        if missed:
            desk.write("note", missed)
    else:
        desk.write("refused", "say what? say WORDS talks to the others")


def _clock(desk: Desk, _: str) -> None:
    """Write the time left in the banks, and for the present answer."""
    if desk.term:
        desk.write("note", desk.term)
        return
    if not desk.banks and not desk.countdown:
        desk.write("note", "no time is counted in this match")
        return
    said = [f"p{i + 1} {desk.sight.names[i]} {left}" for i, left in enumerate(desk.banks)]
    now = f"; {desk.countdown} for this answer" if desk.countdown and desk.dialogue.waits else ""
    desk.write("note", f"time left: {', '.join(said) or 'any'}{now}")


def _mute(desk: Desk, words: str) -> None:
    """mute pN: show no more of what that seat says; once more: show it again."""
    others = {f"p{i + 1}": i for i in range(len(desk.sight.names)) if i != desk.sight.seat.index}
    seat = others.get(words.lower())
    if seat is None:
        desk.write("refused", f"say whom: mute {'|'.join(others)}")
        return
    desk.muted ^= {seat}
    heard = "hear nothing of" if seat in desk.muted else "hear"
    desk.write("note", f"you {heard} what {words.lower()} says; mute {words.lower()} changes that")


def _hint(desk: Desk, _: str) -> None:
    """Say what a helper would do: at once, or when it has looked at it longer."""
    if not desk.look_longer():
        tell_advice(desk)


def tell_advice(desk: Desk) -> None:
    """Say what a helper would do, and why."""
    taking, advised = desk.dialogue.taking, desk.advised()
    if desk.advise is None:
        desk.write("note", "no hint is to be had")
    elif taking is not None and taking.advice is not None:
        handles, reason = taking.advice()
        by_number: dict[int, list[int]] = {}
        for n, h in zip(taking.numbers(handles), handles, strict=True):
            by_number.setdefault(n, []).append(h)
        said = ", ".join(f"{n} {desk.names_of(there)}" for n, there in by_number.items())
        desk.write("note", f"hint: {said or 'none'} ({reason})")
    elif advised is not None:
        desk.write("note", f"hint: {advised.spoken} ({advised.why})")
    else:
        desk.write("note", "nothing is asked of you now")


def _take_hint(desk: Desk) -> None:
    """!: do what `hint` says."""
    taking, advised = desk.dialogue.taking, desk.advised()
    tell_advice(desk)
    if taking is not None and taking.advice is not None:
        desk.take(taking.advice()[0])
    elif advised is not None and advised.march is not None:
        desk.march(advised.march)
    elif advised is not None and not desk.hands_over(advised.move):
        desk.give(advised.move)


def proposal(desk: Desk) -> str:
    """The line that does what `hint` says, "" where there is nothing to say; why stands in the log."""
    taking, advised = desk.dialogue.taking, desk.advised()
    if desk.advise is None or not desk.dialogue.waits or desk.result:
        return ""
    tell_advice(desk)
    if taking is not None:
        chosen = taking.advice()[0] if taking.advice is not None else []
        return " ".join(str(n) for n in taking.numbers(chosen)) or "none"
    return advised.typed if advised is not None else ""


# Chances to answer.


PACES = {
    Pace.ONCE: "pace once: what the others do is shown all at once",
    Pace.STEP: "pace step: much at once is shown a few lines at a time, whenever you are asked",
    Pace.TURN: "pace turn: much at once is shown a few lines at a time, when your turn begins",
}
STOPS = (
    "You are asked when you have a legal answer and the stop is on. mine: when something of yours is"
    " attacked, targeted or answered. Behind your own plays you are not asked: hold asks you at the next"
    " chance, full at all of them.",
    "Where you have no answer you pass: between nodes after as long as you take where you have one, so that"
    " nobody can tell. Where a stop is off you pass at once.",
    "To change one: stops gap on, stops answer mine, stops all off. stops usual: as they were at first.",
)


def _stops(desk: Desk, words: str) -> None:
    """stops [window|all on|mine|off], stops always on|off, stops usual."""
    stops, windows = desk.dialogue.stops, desk.sight.face.windows
    known = {window.name: i for i, window in enumerate(windows) if window.what}
    if words and not stops.change(desk.sight.face, words):
        desk.write("refused", f"say: stops {'|'.join((*known, 'all'))} on|mine|off, always on|off, or usual")
        return
    said = [f"{name} {stops.of(desk.sight, i).value}: {windows[i].what}" for name, i in known.items()]
    always, full = ("on" if on else "off" for on in (stops.always, stops.full))
    said.append(f"always {always}: even where you have no answer, if only you can know that")
    said.append(
        f"full {full}: asked wherever you have an answer, behind your own plays too (full changes it)"
    )
    desk.open_page("stops", [*STOPS, *said])


def _full(desk: Desk, _: str) -> None:
    """Full control: asked wherever something is legal; once more: as the stops say."""
    stops = desk.dialogue.stops
    stops.full = not stops.full
    if stops.full:
        desk.stand_up()
    said = (
        "you are asked wherever you have an answer" if stops.full else "you are asked where the stops are on"
    )
    desk.write("note", f"{said}; full changes that")


def _pace(desk: Desk, words: str) -> None:
    """pace [once|step|turn]."""
    paces = {pace.value: pace for pace in Pace}
    if words in paces:
        desk.set_pace(paces[words])
    elif words:
        desk.write("refused", f"say: pace {'|'.join(paces)}")
        return
    desk.write("note", f"{PACES[desk.pace]}; pace {'|'.join(paces)} changes that")


def _hold(desk: Desk, _: str) -> None:
    desk.stand_up()
    desk.dialogue.stops.hold = True
    desk.write("note", "you will be asked at the next chance, whatever you can do there")


def _yield(desk: Desk, words: str) -> None:
    if words == "off":
        desk.stand_up()
        desk.write("note", "you are asked again")
    elif words == "turn":
        desk.stand_by()
        desk.write("note", "you pass on every chance in this turn; hold or yield off takes it back")
        if PASS_MOVE in desk.dialogue.options:
            desk.give(PASS_MOVE)
    else:
        desk.write("refused", "say: yield turn, or yield off")


# Going back and leaving.


def _takeback(desk: Desk, _: str) -> None:
    info = desk.sight.info
    if desk.result:
        _over(desk)
    elif not info.takeback:
        local = info.match == "local"
        what = "you do not play against bots alone" if local else "an answer is signed when it is given"
        desk.write("note", f"nothing can be taken back in this match: {what}")
    elif not desk.dialogue.decided:
        desk.write("note", "there is no decision of yours to take back")
    else:
        desk.take_back()


def _reload(desk: Desk, _: str) -> None:
    """reload: begin anew with a card as its file is now, where one is tried."""
    desk.reload()


def _wait(desk: Desk, _: str) -> None:
    _refer(desk, "wait")


def _drop(desk: Desk, _: str) -> None:
    _refer(desk, "drop")


def _who(desk: Desk, _: str) -> None:
    if desk.referee is None:
        desk.write("note", "all others are bots on this machine")
    else:
        _refer(desk, "who")


def _refer(desk: Desk, word: str) -> None:
    alone = "nobody can be away from this match"
    desk.write("note", alone if desk.referee is None else desk.referee(word))


def _void(desk: Desk, _: str) -> None:
    text = "to end this match without a winner, if all agree, type the word void once more"
    _confirm(
        desk,
        "void",
        f"{text} (and to take that back, in the same way)",
        alone="a match on one machine is left, not ended as void: quit leaves",
    )


def _claim(desk: Desk, _: str) -> None:
    text = "to claim that those whose days are over have left the match, type the word claim once more"
    _confirm(desk, "claim", text, alone="nobody's time is counted in this match")


def _confirm(desk: Desk, word: str, text: str, *, alone: str) -> None:
    """Ask for a word once more that the referee is to hear. alone: what is said where there is none."""
    if desk.result:
        _over(desk)
    elif desk.referee is None:
        desk.write("note", alone)
    else:
        desk.dialogue.confirming = word
        desk.write("note", f"{text}; anything else plays on")


def _concede(desk: Desk, _: str) -> None:
    if desk.result:
        _over(desk)
        return
    if desk.sight.seat.index in desk.sight.seat.state.out:
        desk.write("note", "you are out of this match already; stay to its end, or quit")
        return
    desk.dialogue.confirming = "concede"
    desk.write("note", f"{desk.conceding}, type the word concede once more; anything else plays on")


def _over(desk: Desk) -> None:
    desk.write("note", f"the match is over; {desk.way_out}")


def _quit(desk: Desk, _: str) -> None:
    desk.leave("quit")


def _board(desk: Desk, _: str) -> None:
    """board: the table in words, with what can be done now."""
    looking.told_of(desk, desk.table())


def _shown(show: Callable[[Stage, Sight, str], None]) -> Callable[[Desk, str], None]:
    return lambda desk, words: show(desk, desk.sight, words)


COMMANDS: dict[str, Callable[[Desk, str], None]] = {
    "help": _help,
    "why": _why,
    "legal": _legal,
    **{word: _shown(show) for word, show in LOOKING.items()},
    "board": _board,
    "position": _shown(looking.position),
    "say": _say,
    "mute": _mute,
    "clock": _clock,
    "who": _who,
    "hint": _hint,
    "stops": _stops,
    "pace": _pace,
    "hold": _hold,
    "full": _full,
    "yield": _yield,
    "takeback": _takeback,
    "reload": _reload,
    "wait": _wait,
    "drop": _drop,
    "claim": _claim,
    "void": _void,
    "concede": _concede,
    "quit": _quit,
}
