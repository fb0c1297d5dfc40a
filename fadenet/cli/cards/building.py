"""Decks: `fadenet deck ...`."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

from fadenet import games
from fadenet.cli.cards.decks import (
    DeckBox,
    delete_own,
    find_deck,
    game_with,
    is_own,
    own_decks,
    own_path,
    place_of,
)
from fadenet.cli.frame.context import (
    BadInput,
    Context,
    NotFound,
    Usage,
    folded,
    read_bytes,
    write_new,
    write_out,
)
from fadenet.cli.frame.filetypes import DECK, SHARED_DECK, refuse_other_line
from fadenet.cli.frame.guessing import guess
from fadenet.cli.frame.loading import load_game
from fadenet.cli.frame.shelf import SetShelf, game_with_sets, set_named
from fadenet.engine.errors import LoadError
from fadenet.engine.language.english import number_of
from fadenet.engine.language.files import CARD_FILE_BYTES
from fadenet.engine.rules import Rules
from fadenet.games import sharing
from fadenet.games.catalogue import catalogue_of
from fadenet.games.decks import (
    Deck,
    automata,
    check_automaton,
    check_deck,
    is_name,
    load_deck,
    packaged,
    write_deck,
)
from keys import ExitCode

UNNAMED = "New deck"


# Looking.


def deck_list(ctx: Context) -> int:
    """List the decks of a game: the player's own, and those that come with it."""
    rules = game_with_sets(ctx, ctx.args.game)
    own = own_decks(ctx.home, rules.name)
    decks = [(name, _own_deck(ctx.home, rules, name), True) for name in own]
    decks += [(name, load_deck(rules, name), False) for name in [*packaged(rules), *automata(rules)]]
    data = [{"name": name, "title": deck.name, "plan": deck.plan, "own": mine} for name, deck, mine in decks]
    width = max(len(name) for name, _, _ in decks)
    lines = []
    for name, deck, mine in decks:
        title = f"{deck.name} (yours)" if mine else deck.name
        said = f"{name:{width}} {title}{f': {deck.plan}' if deck.plan else ''}"
        lines += folded(said, width + 1)
    ctx.emit({"game": rules.name, "decks": data}, lines)
    return 0


def _rules(ctx: Context, deck: str) -> Rules:
    """The game that a deck is of, with the sets that `--set` names. Raises as `game_with` and `set_named`."""
    if not ctx.args.sets:
        return game_with(ctx.home, deck, ctx.args.game)
    return game_with_sets(ctx, ctx.args.game or set_named(SetShelf(ctx.home), ctx.args.sets[0]).game)


def _own_deck(home: Path, rules: Rules, name: str) -> Deck:
    """A deck of the player's own; one that does not load says so in place of its plan."""
    try:
        return load_deck(rules, own_path(home, rules.name, name))
    except LoadError as error:
        return Deck(name, f"cannot be read ({error.key}: {error.hint})", ((),) * len(rules.deck_tables))


def deck_show(ctx: Context) -> int:
    """Show the cards of a deck."""
    rules = _rules(ctx, ctx.args.deck)
    catalogue = catalogue_of(rules)
    deck = find_deck(ctx.home, rules, ctx.args.deck)
    lines = [f"{deck.name} ({rules.name})", *([deck.plan] if deck.plan else [])]
    for (_, title), codes in zip(rules.deck_tables, deck.lists, strict=True):
        lines += ["", f"{title}: {number_of(len(codes), 'card')}"]
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
    name = ctx.args.deck
    rules = _rules(ctx, name)
    deck = find_deck(ctx.home, rules, name)
    alone = name in automata(rules) and not is_own(ctx.home, rules.name, name)
    broken = check_automaton(rules, name, deck.lists[0]) if alone else check_deck(rules, deck.lists)
    hints = [] if alone else rules.book.deck_hints(deck.lists)
    lines = [f"[{rule}] {why}" for rule, why in broken] or [f"{deck.name} is legal in {rules.name}"]
    lines += [f"hint: {why} [{rule}]" for rule, why in hints]
    told = {k: [{"rule": r, "text": t} for r, t in v] for k, v in (("faults", broken), ("hints", hints))}
    ctx.emit({"name": deck.name, "legal": not broken, **told}, lines)
    if broken:
        ctx.say(f"What a rule says: fadenet rules {rules.name} {broken[0][0]}")
    return int(ExitCode.BAD_INPUT) if broken else 0


def _counts(rules: Rules, codes: Sequence[int]) -> dict[str, int]:
    return dict(Counter(rules.cards[code].slug for code in codes))


# Building.


def deck_new(ctx: Context) -> int:
    """Build a deck at a terminal; elsewhere, or into a file, write one that is drawn at random."""
    import secrets

    args = ctx.args
    rules = game_with_sets(ctx, args.game)
    drawn = args.source is None
    seed = secrets.randbits(32) if args.seed is None else args.seed
    named = args.file is not None and _is_title(args.file)
    where = _free_place(ctx, rules, args.file, f"fadenet deck new {rules.name} NAME") if named else ""
    if (named or args.file is None) and ctx.may_ask and sys.stdout.isatty() and not ctx.json:
        empty = drawn and args.seed is None
        deck = Deck(UNNAMED, "", ((),) * len(rules.deck_tables)) if empty else _first(ctx, rules, seed)
        return _build(ctx, rules, replace(deck, name=args.file or deck.name), where)
    deck = _first(ctx, rules, seed)
    text = write_deck(rules, deck)
    data = {"file": args.file, "seed": seed if drawn else None}
    if named:
        said = DeckBox(ctx.home, rules).keep(where, replace(deck, name=args.file))
        ctx.emit({**data, "file": None, "name": where}, [f"{args.file} ({rules.name}) is {said}"])
        ctx.say(f"Change it as you like: fadenet deck edit {where}")
    elif args.file in (None, "-"):
        ctx.emit({**data, "file": None, "text": text}, text.splitlines())
    else:
        write_new(args.file, text)
        ctx.emit(data, [])
        ctx.say(f"Change it as you like: fadenet deck edit {args.file}")
    return 0


def _is_title(text: str) -> bool:
    """Whether a deck is kept under these words, and not in a file of that name."""
    return text != "-" and not Path(text).suffix and Path(text).name == text


def _free_place(ctx: Context, rules: Rules, title: str, how: str) -> str:
    """Under what a deck of this title is kept. how: another one is given. Raises `BadInput`."""
    where = place_of(title)
    if not where or not is_name(title):
        raise BadInput(f"A deck needs a name with a letter or a digit in it: {how}")
    if is_own(ctx.home, rules.name, where):
        raise BadInput(f"You have a deck {where} already. Keep this one under another name: {how}")
    return where


def _first(ctx: Context, rules: Rules, seed: int) -> Deck:
    """The deck as which a new one begins: another one, or one that is drawn at random."""
    from fadenet.bots.arena import random_deck

    if ctx.args.source is not None:
        return find_deck(ctx.home, rules, ctx.args.source)
    return random_deck(rules, Random(seed))


def deck_edit(ctx: Context) -> int:
    """Change a deck: one of the player's own, one of a file, or another one into one's own."""
    name = ctx.args.deck
    if name == "-":
        raise Usage("What is typed comes from stdin; name a deck or a file.")
    rules = _rules(ctx, name)
    deck = find_deck(ctx.home, rules, name)
    comes_with = name in [*packaged(rules), *automata(rules)]
    return _build(ctx, rules, deck, name if is_own(ctx.home, rules.name, name) or not comes_with else "")


def _build(ctx: Context, rules: Rules, deck: Deck, where: str) -> int:
    """Let the person build; changes that somebody is torn away from are kept as a draft."""
    import secrets

    from fadenet.cli.seat.person import options_of, run_async
    from fadenet.console.deck.editor import DeckEditor
    from fadenet.console.deck.scene import DeckScene
    from fadenet.console.run import build_deck

    shelf, options = DeckBox(ctx.home, rules), options_of(ctx)
    editor = DeckEditor(rules, deck, where, secrets.SystemRandom().shuffle)
    scene = DeckScene(editor, shelf)
    try:
        run_async(lambda: build_deck(scene, options), options)
    finally:
        if scene.unsaved:
            draft = shelf.draft(editor.deck)
            ctx.say(f"What was not saved is kept: fadenet deck edit {draft} --game {rules.name}")
    return 0


def deck_delete(ctx: Context) -> int:
    """Delete a deck of the player's own, also one that cannot be read."""
    name, named = ctx.args.deck, ctx.args.game
    among = [load_game(named).name] if named else games.NAMES
    of = [game for game in among if is_own(ctx.home, game, name)]
    if not of:
        own = [deck for game in among for deck in own_decks(ctx.home, game)]
        raise NotFound(
            f"You have no deck {name!r} of your own{guess(name, own)} Yours: fadenet deck list {among[0]}"
        )
    if len(of) > 1:
        raise Usage(f"You have a deck {name} of {' and of '.join(of)}. Say which: --game {of[0]}")
    game = of[0]
    if not ctx.args.yes:
        raise Usage(
            f"Your deck {name} of {game} would be gone for good. If that is what you want, repeat with --yes."
        )
    delete_own(ctx.home, game, name)
    ctx.emit({"game": game, "name": name, "deleted": True}, [f"Your deck {name} of {game} is deleted."])
    if ctx.settings.decks.get(game) == name:
        ctx.say(f"Your settings still name it: fadenet config unset deck.{game}")
    return 0


# Sharing.


def deck_export(ctx: Context) -> int:
    """Print a deck as one line to paste, or as a list."""
    rules = _rules(ctx, ctx.args.deck)
    deck = find_deck(ctx.home, rules, ctx.args.deck)
    if ctx.args.html:
        from fadenet.console.share.sheet import deck_page

        return write_out(ctx, f"{place_of(deck.name) or 'deck'}.html", deck_page(rules, deck))
    listed = sharing.deck_list(rules, deck)
    try:
        line = sharing.deck_line(rules, deck)
    except sharing.BadDeckText as error:
        if not ctx.args.list:
            raise BadInput(f"{error} A list holds it: fadenet deck export {ctx.args.deck} --list") from None
        line = ""
    data = {"game": rules.name, "name": deck.name, "line": line, "list": listed}
    ctx.emit(data, listed.splitlines() if ctx.args.list else [line])
    if not ctx.args.list:
        ctx.say("Whoever gets this line: fadenet deck import LINE")
    return 0


def deck_import(ctx: Context) -> int:
    """Keep a deck that somebody has sent: a line, a list, or a deck file."""
    pasted = _pasted(ctx)
    refuse_other_line(pasted, SHARED_DECK, DECK)
    rules, deck = read_text(pasted, ctx.args.game)
    title = ctx.args.name or deck.name
    where = _free_place(ctx, rules, title, "--name NAME")
    deck = Deck(title, deck.plan, deck.lists)
    said = DeckBox(ctx.home, rules).keep(where, deck)
    broken = check_deck(rules, deck.lists)
    told = [{"rule": rule, "text": why} for rule, why in broken]
    about = f"{deck.name} ({rules.name}) is {said}"
    lines = [f"{about}; it is not legal yet:", *(f"[{rule}] {why}" for rule, why in broken)]
    data = {"game": rules.name, "name": where, "title": deck.name, "legal": not broken, "faults": told}
    ctx.emit(data, lines if broken else [about])
    return 0


def read_text(text: str, game: str) -> tuple[Rules, Deck]:
    """The deck of pasted text; BadInput or LoadError says what is wrong with it. game: "" = as it says."""
    try:
        rules, deck = sharing.read_shared(text, load_game, game)
    except sharing.BadDeckText as error:
        raise BadInput(str(error)) from None
    if game and rules.name != game:
        raise BadInput(f"This is a deck of {rules.name}, not of {game}.")
    return rules, deck


def _pasted(ctx: Context) -> str:
    """The text to read a deck from: the words of the command, a file that they name, or stdin. Raises
    `NotFound` for a word that names no file, `BadInput` for a file that is not UTF-8."""
    words = ctx.args.text
    if not words and ctx.may_ask:
        ctx.say("Paste the line or the list, then Enter and Ctrl-D.")
    first = words[0] if words else "-"
    if len(words) > 1 or sharing.PREFIX in first.lower() or "\n" in first:
        return " ".join(words)
    refuse_other_line(first, SHARED_DECK, DECK)
    if first != "-" and not os.path.isfile(first):
        raise NotFound(f"{first[:60]!r} is neither a file nor a deck: a line begins with {sharing.PREFIX}")
    try:
        return read_bytes(first, CARD_FILE_BYTES).decode()
    except UnicodeDecodeError:
        raise BadInput("This is not text in UTF-8. Save it as such.") from None
