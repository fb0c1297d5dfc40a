"""`fadenet` alone, on a terminal: the home screen, from which everything else is reached.

A choice is a command; it is shown, run as if it had been typed, and leads back here.
"""

from __future__ import annotations

import calendar
import io
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import replace
from itertools import islice
from pathlib import Path

from fadenet import games
from fadenet.cli.cards.building import read_text
from fadenet.cli.cards.choosing import deck_menu
from fadenet.cli.cards.decks import own_decks, remember_deck
from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context, listed
from fadenet.cli.frame.loading import described, load_game
from fadenet.cli.frame.options import USUAL
from fadenet.cli.frame.parser import LEVELS
from fadenet.cli.frame.settings import KEYS, STOPS, shown
from fadenet.cli.frame.settings import load as load_settings
from fadenet.cli.frame.signals import ENDING, TERMINATED, Stopped
from fadenet.cli.net.inviting import partners
from fadenet.cli.net.turns import by_post, ours, your_turn
from fadenet.cli.past import kept, replaying
from fadenet.cli.past.solo import by_record, next_up, read_solo
from fadenet.cli.seat.person import options_of, run_async
from fadenet.cli.top.resuming import ago, unfinished
from fadenet.cli.top.variants import begun, kinds, position
from fadenet.console.menu.menu import Menu, MenuItem, Prompt, TextPage, Words
from fadenet.console.run import choose, full_screen
from fadenet.engine.errors import LoadError
from fadenet.games import sharing
from fadenet.games.decks import load_deck, packaged
from fadenet.node.errors import BadInvite
from fadenet.node.lobby.invite import PREFIX, parse_invite, parse_seat
from fadenet.node.match import saved
from fadenet.node.match.ids import short_id
from keys.errors import UserError
from protocol.armour import ENDS, MARKS, TEXT_MAX, unarmoured

STAYS_OPEN = ("learn", "puzzle", "play", "resume", "replay", "deck edit", "deck new")
"""Commands at whose end nothing is left on the terminal that must be read first."""
FIRST = ("play", USUAL, "--level", "easy", "--opening", "even", "--against", "orrery-of-brass")
"""A first match: of the packaged decks these two come to blows soonest; whoever begins gains little by it."""
RECORDS_SHOWN = 50
PARTNERS_SHOWN = 20
DECK = "--deck"
END = "end"
"""The last line of a list of cards that is pasted."""

PASTED = (
    "Paste what you were sent, all of it: its first line says BEGIN FADENET, its last one END FADENET. Words "
    "may stand around it."
)
ABOUT_LEVEL = {
    "easy": "makes many mistakes",
    "normal": "makes some",
    "hard": "makes the best move it sees",
}


def home(ctx: Context) -> int:
    """Show the home screen again and again, until the person leaves it."""
    while True:
        words = chosen(ctx, top(ctx))
        if not words:
            return 0
        ctx.say(f"fadenet {' '.join(words)}" if len(words[-1]) < 200 else f"fadenet {words[0]} ..")
        remember_choice(ctx, words)
        stays = words[0] in STAYS_OPEN or " ".join(words[:2]) in STAYS_OPEN
        stays &= not _by_post(ctx, words)
        code = run(ctx, words)
        if code == TERMINATED or ENDING.number:
            return TERMINATED
        if not stays and ctx.may_ask:
            ctx.ask("Enter goes back to the home screen.")


def _by_post(ctx: Context, words: Words) -> bool:
    """Whether a command goes on with a match by correspondence, at whose end a parcel may stand."""
    if words[0] != "resume":
        return False
    return any(short_id(one.match) == words[1] for one in by_post(ctx.home))


def remember_choice(ctx: Context, words: Words) -> None:
    """Remember the deck of a command that begins a match."""
    if DECK in words[:-1]:
        with comfort(ctx.say, "Which deck you chose is not remembered"):
            remember_deck(ctx.home, words[1], words[words.index(DECK) + 1])


def chosen(ctx: Context, menu: Menu | Prompt) -> Words:
    """Let the person choose; () if they leave."""
    options = options_of(ctx)
    return run_async(lambda: choose(menu, options), options)


def run(ctx: Context, words: Words) -> int:
    """Run a command as if it had been typed, with what was said to this one."""
    said = [*(["--home", ctx.args.home] if ctx.args.home else []), *["--plain"] * bool(ctx.args.plain)]
    said += ["--ascii"] * bool(ctx.args.ascii)
    said += ["--color", ctx.args.color] if ctx.args.color != "auto" else []
    try:
        return ctx.line.run([words[0], *said, *words[1:]])
    except Stopped as stopped:
        return stopped.code


def reading(ctx: Context, *words: str) -> TextPage | Words:
    """The output of a command, to be read in its menu; in plain mode the command, which prints it."""
    if not full_screen(options_of(ctx)):
        return words

    def read() -> list[str]:
        printed = io.StringIO()
        with redirect_stdout(printed), redirect_stderr(printed):
            run(ctx, words)
        return printed.getvalue().splitlines()

    return TextPage(words, read)


# The menus.


def top(ctx: Context) -> Menu:
    """The home screen."""
    left = _left(ctx)
    entries = [*_turns(ctx), MenuItem("Learn", "lessons of a few minutes on real positions", _learn)]
    if _is_new(ctx):
        entries.append(
            MenuItem("Play a first match", f"{USUAL}: an easy opponent, no clock, with takeback", FIRST)
        )
    entries += [MenuItem(what, about, words) for what, about, words in next_up(ctx)]
    if left:
        entries.append(MenuItem("Go on", f"{len(left)} unfinished: {left[0].label}", lambda: _go_on(left)))
    entries += [
        MenuItem(
            "Play", "against a bot on this machine", lambda: _games("Play what?", lambda g: _play(ctx, g))
        ),
        MenuItem("Puzzle", "a position with one right move, a new one each day", _puzzle),
        MenuItem(
            "Host", "open a table and invite a friend", lambda: _games("Host what?", lambda g: _host(ctx, g))
        ),
        *_again(ctx),
        MenuItem("Join", "paste the invitation of a friend", lambda: invited(ctx, "join")),
        MenuItem("Tables nearby", "who plays on this network", ("tables",)),
        MenuItem(
            "Seek a stranger",
            "who looks for an opponent",
            lambda: _games("Seek what?", lambda g: ("seek", g)),
        ),
        MenuItem("Post", "paste what you were sent in a match by correspondence", lambda: pasted()),
        MenuItem("Watch", "look on at a match you are invited to", lambda: invited(ctx, "watch")),
        MenuItem("Watch a replay", "step through what was played here", lambda: _replays(ctx)),
        MenuItem(
            "Decks",
            "build your own, look at those of a game",
            lambda: _games("Decks of what?", lambda g: _decks(ctx, g)),
        ),
        MenuItem(
            "Cards and rules",
            "look them up, read the book",
            lambda: _games("Of what?", lambda g: _book(ctx, g)),
        ),
        MenuItem("People and history", "ratings, past matches, friends, who you are", lambda: _people(ctx)),
        MenuItem("Settings", "what holds for every command", lambda: _settings(ctx)),
    ]
    title = "fadenet: trading-card games between friends, with no server"
    return Menu(title, entries, pasted=lambda text: leads_to(ctx, text))


def _turns(ctx: Context) -> list[MenuItem]:
    """The match by correspondence in which it is our turn, the one that has waited longest, and how many more
    there are."""
    there = ours(ctx.home)
    if not there:
        return []
    lead, _, about = your_turn(there[0], time.time()).partition(" against ")
    more = f"; and in {len(there) - 1} more, see: fadenet inbox" if there[1:] else ""
    return [MenuItem(lead, f"against {about}{ctx.typed(more)}", ("resume", short_id(there[0].match)))]


def _again(ctx: Context) -> list[MenuItem]:
    """Those whom one has played with, to be invited or joined by name."""
    there, now = [*islice(partners(ctx), PARTNERS_SHOWN)], time.time()

    def whom(command: str) -> Callable[[], Menu]:
        def entry(name: str, last: saved.SavedMatch) -> MenuItem:
            return MenuItem(name, f"{last.note.game}, {ago(now - last.note.when)}", (command, name))

        return lambda: Menu("Whom have you in mind?", [entry(*one) for one in there])

    entries = [
        MenuItem("Invite", "somebody you have played with; nothing is pasted", whom("invite")),
        MenuItem("Accept", "the invitation of somebody you have played with", whom("join")),
    ]
    return entries if there else []


def _is_new(ctx: Context) -> bool:
    """Whether nothing has been played here yet."""
    return not any((ctx.home / name).is_dir() for name in (replaying.FOLDER, kept.FOLDER, saved.FOLDER))


def _games(title: str, then: Callable[[str], Menu | Words]) -> Menu:
    """A choice of a game, and what comes behind it."""

    def entry(name: str) -> MenuItem:
        found = then(name)
        return MenuItem(name, described(name).about, found if isinstance(found, tuple) else lambda: found)

    return Menu(title, [entry(name) for name in games.NAMES])


def _learn() -> Menu:
    return _games("Learn what?", lambda game: ("learn", game))


def _puzzle() -> Menu:
    return _games("A puzzle of what?", lambda game: ("puzzle", game))


def _play(ctx: Context, game: str) -> Menu:
    """The level, then the deck; or first another kind of match, the deck of the opponent, a position."""
    words = ("play", game)
    menu = _levels(ctx, game, words)
    more = [
        MenuItem(
            "Another kind of match",
            "more players, teams, what all fight together, other rules",
            lambda: kinds(game, words, lambda kind: _levels(ctx, game, kind), alone=True),
        ),
        MenuItem("Against a deck", "choose that of your opponent too", lambda: _against(ctx, game, words)),
        MenuItem("From a position", "go on where a record or a match stood", lambda: position(ctx)),
    ]
    return replace(menu, entries=[*menu.entries, *more])


def _levels(ctx: Context, game: str, words: Words) -> Menu:
    """How good the others are, where there are any."""

    def level(name: str) -> MenuItem:
        return MenuItem(name, ABOUT_LEVEL[name], lambda: _with_deck(ctx, game, (*words, "--level", name)))

    at = LEVELS.index(ctx.settings.level)
    return Menu("How good shall your opponent be?", [level(name) for name in LEVELS], at=at)


def _against(ctx: Context, game: str, words: Words) -> Menu:
    """Decks for the opponent, then as ever."""

    def deck(name: str, about: str) -> MenuItem:
        return MenuItem(name, about, lambda: _levels(ctx, game, (*words, "--against", name)))

    there = deck_menu(ctx, load_game(game), lambda name: (name,)).entries
    return Menu("Which deck shall your opponent have?", [deck(one.label, one.about) for one in there])


def _host(ctx: Context, game: str) -> Menu:
    """The deck; or first another kind of match."""
    words = ("host", game)
    menu = _with_deck(ctx, game, words)
    more = [
        MenuItem(
            "By correspondence",
            "days for each decision, by text that you give each other; nobody has to be there",
            lambda: _with_deck(ctx, game, (*words, "--by-hand")),
        ),
        MenuItem(
            "Another kind of match",
            "more players, teams, what all fight together, other rules",
            lambda: kinds(game, words, lambda kind: _with_deck(ctx, game, kind), alone=False),
        ),
    ]
    return replace(menu, entries=[*menu.entries, *more])


def _with_deck(ctx: Context, game: str, words: Words) -> Menu:
    """The decks that may be played, the one that was chosen last first; behind them what else is asked."""
    return deck_menu(ctx, load_game(game), lambda name: begun(game, (*words, DECK, name)))


def invited(ctx: Context, command: str) -> Prompt:
    """Asks for an invitation, until all of it is there."""
    about = "Paste what you were sent, all of it; it may have several lines and words around it."
    return Prompt("The invitation?", [about], lambda text: _accepted(ctx, command, text))


def leads_to(ctx: Context, text: str) -> Prompt | None:
    """The prompt that takes a text which is pasted into the home screen, None where it is none of ours."""
    if any(mark in text for mark in MARKS):
        return pasted()
    if PREFIX in text:
        return invited(ctx, "join")
    return None


def pasted() -> Prompt:
    """Asks for such a text until all of it is there."""
    return Prompt("The text?", [PASTED], _whole)


def _whole(text: str) -> Words | tuple[str, bool]:
    """The command that takes a text, once it is whole; else what is missing in it."""
    found = unarmoured(text)
    if found.whole and not found.broken:
        return "post", "--text", text
    if text.rstrip().splitlines()[-1].startswith(ENDS) or len(text) > TEXT_MAX:
        return " ".join(found.broken) or "There is no parcel in this text.", False
    return "", False


def _accepted(ctx: Context, command: str, text: str) -> Words | tuple[str, bool]:
    """The command for an invitation that is whole; else what is wrong with it. It may be broken into lines,
    and words may stand around it."""
    pieces = text[max(text.find(PREFIX), 0) :].split()
    wrong = "There is no invitation in this."
    for n in range(1, len(pieces) + 1):
        line = "".join(pieces[:n])
        try:
            (parse_seat if command == "join" else parse_invite)(line)
        except BadInvite as error:
            wrong = ctx.typed(error.message)
        else:
            return command, line
    return f"{wrong} Paste the rest of it, or the whole once more.", False


def _left(ctx: Context) -> list[MenuItem]:
    """Unfinished matches, the one that was played last first."""
    now = time.time()
    return [MenuItem(one.label, one.about(now), ("resume", one.name)) for one in unfinished(ctx.home)]


def _go_on(left: list[MenuItem]) -> Menu:
    return Menu("Go on with which match?", left)


def _replays(ctx: Context) -> Menu:
    """The menu of matches that are over, on this machine alone and between nodes, the latest first."""
    found = sorted((*_recorded(ctx), *_between_nodes(ctx.home)), key=lambda one: -one[0])
    if not found:
        return Menu("No match has ended here yet", [MenuItem("Play a first match", "", FIRST)])
    now = time.time()

    def entry(when: float, told: str, path: Path) -> MenuItem:
        label, _, how = told.partition(": ")
        about = [how] * bool(how) + [ago(now - when)] * bool(when)
        return MenuItem(label, ", ".join(about), ("replay", str(path)))

    return Menu("Which match?", [entry(*one) for one in found[:RECORDS_SHOWN]])


def _recorded(ctx: Context) -> Iterator[tuple[float, str, Path]]:
    """(when it was begun, in unix seconds, 0 = not told by the name of its record; its line in the history,
    else that name; the file) of each match that has a record.
    """
    known: Mapping[str, str] = {}
    with comfort(lambda text: None, "What was played is not known"):
        known = by_record(read_solo(ctx))
    for path in (ctx.home / replaying.FOLDER).glob(f"*{replaying.SUFFIX}"):
        try:
            begun = calendar.timegm(time.strptime(path.stem[: len("20260101-120000")], replaying.BEGUN))
        except ValueError:
            begun = 0
        yield begun, known.get(path.name, path.stem), path


def _between_nodes(home: Path) -> Iterator[tuple[float, str, Path]]:
    """(when it ended, what was played against whom, the file) of each match between nodes that is over."""
    for one in saved.saved_matches(home):
        if one.finished:
            what = saved.played(one.note.game, one.note.format, one.note.options)
            path = home / saved.FOLDER / f"{one.match}.match"
            yield one.note.when, f"{what} against {listed(one.peers)}", path


def _decks(ctx: Context, game: str) -> Menu:
    """The menu of a game's decks: ways to a new one, then its decks, the player's own first."""
    rules, own = load_game(game), own_decks(ctx.home, game)

    def listed(name: str, about: str, mine: bool) -> MenuItem:
        return MenuItem(name, about, lambda: _deck(ctx, game, name, mine))

    entries = [
        MenuItem("New", "build a deck, card by card", ("deck", "new", game)),
        MenuItem("Import", "paste a deck that you were sent", lambda: imported(game)),
        *(listed(name, "yours", True) for name in own),
        *(listed(name, load_deck(rules, name).plan, False) for name in packaged(rules) if name not in own),
    ]
    return Menu(f"Decks of {game}", entries)


def _deck(ctx: Context, game: str, name: str, mine: bool) -> Menu:
    of = (name, "--game", game)
    edit = MenuItem("Edit", "change it" if mine else "make one of your own out of it", ("deck", "edit", *of))
    entries = [
        edit,
        MenuItem("Look at it", "all its cards, with their texts", reading(ctx, "deck", "show", *of)),
        MenuItem("Check", "whether the rules allow it", reading(ctx, "deck", "check", *of)),
        MenuItem("Export", "one line to paste into a chat", ("deck", "export", *of)),
    ]
    if mine:
        sure = MenuItem("Yes, delete it", "there is no way back", ("deck", "delete", *of, "--yes"))
        entries.append(MenuItem("Delete", "", lambda: Menu(f"Delete the deck {name}?", [sure])))
    return Menu(name, entries)


def imported(game: str) -> Prompt:
    """Asks for a deck, until all of it is there."""
    about = f"Paste the line that you were sent; or a list, and below it a line that says: {END}"
    return Prompt("The deck?", [about], lambda text: _taken(game, text))


def _taken(game: str, text: str) -> Words | tuple[str, bool]:
    """The command for a deck that is whole; else what is wrong with it."""
    whole = text[: -len(END)] if text.lower().split()[-1:] == [END] else text
    if whole == text and sharing.PREFIX not in text.lower():
        return f"a list goes on until a line that says: {END}", False
    try:
        read_text(whole, game)
    except LoadError as error:
        return f"{error}. Begin again.", True
    except UserError as error:
        again = whole != text or len(text) > sharing.LINE_CHARS_MAX
        return f"{error.message} {'Begin again.' if again else 'Paste the rest of it.'}", again
    return "deck", "import", "--game", game, whole


def _book(ctx: Context, game: str) -> Menu:
    entries = [
        MenuItem(
            "Quick start",
            "all you need for a first match, on one screen",
            reading(ctx, "learn", game, "--quick"),
        ),
        MenuItem(
            "Read the rules", "in the order in which one learns them", reading(ctx, "rules", game, "--read")
        ),
        MenuItem("All cards", "with their texts", reading(ctx, "cards", game)),
        MenuItem("Words of cards", "for cards of your own", reading(ctx, "cards", "words", game)),
        MenuItem("Card sets", "those that you have played with", reading(ctx, "cards", "sets")),
        MenuItem("Formats", "for how many players, with which options", reading(ctx, "formats", game)),
    ]
    return Menu(f"Cards and rules of {game}", entries)


def _people(ctx: Context) -> Menu:
    entries = [
        MenuItem("History", "past matches with others, and ratings", reading(ctx, "history")),
        MenuItem("Matches", "all that this data folder holds", reading(ctx, "matches")),
        MenuItem("Friends", "the players you know", reading(ctx, "contact", "list")),
        MenuItem("Who you are", "your name and the words that prove it", reading(ctx, "key", "list")),
    ]
    return Menu("People and history", entries)


def _settings(ctx: Context) -> Menu:
    """All settings that have a few values, with what holds now."""
    now = shown(load_settings(ctx.home))
    entries = []
    for key, about in KEYS.items():
        if about.values:
            entries.append(
                MenuItem(f"{key} = {_said(now.get(key))}", about.about, _setting(key, about.values))
            )
    asked = ", ".join(map(str, now.get(STOPS) or ())) or "usual"
    entries.append(MenuItem(f"{STOPS} = {asked}", KEYS[STOPS].about, _stops))
    entries.append(MenuItem("All of them", "with where each is set", reading(ctx, "config", "list")))
    return Menu("Settings", entries)


def _stops() -> Prompt:
    """Asks at which chances our player is asked."""
    about = [
        "Such as: gap on; or: answer on, phase off. Each chance is on, mine (where it comes to something of "
        "yours) or off.",
        "In a match, stops shows and changes them, hold asks at the next chance, full at every one, and pace "
        "says how much of what others do is shown at once. ? and such a word tells more.",
    ]
    return Prompt("When shall you be asked?", about, lambda text: ("config", "set", STOPS, *text.split()))


def _setting(key: str, values: tuple[str, ...]) -> Callable[[], Menu]:
    return lambda: Menu(f"{key}:", [MenuItem(value, "", ("config", "set", key, value)) for value in values])


def _said(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
