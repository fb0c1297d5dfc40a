"""The arguments of `learn`, `puzzle`, `deck`, `formats`, `cards` and `rules`."""

from __future__ import annotations

from fadenet import games
from fadenet.cli.frame.options import (
    CLUSTER,
    DECK,
    GAME,
    USUAL,
    Subcommands,
    card_sets,
    computing,
    identity,
    match_format,
)
from fadenet.cli.frame.parser import Parser, count, deck, whole

OWN = "a card set: a TOML file, or a folder of them"
ANY = f"{OWN}, a packed one, or the code of one that is kept"


def add_learn(commands: Subcommands) -> None:
    """`learn`: the lessons of a game."""
    learn = commands.add(
        "learn",
        ("cards.learning", "learn"),
        "learn a game by playing: short lessons, and its rules on one screen",
        "A lesson that was left is taken up where you were.\n"
        "examples:\n  fadenet learn                  which lessons there are, which are done\n"
        "  fadenet learn faroe            the first one that you have not done\n"
        "  fadenet learn faroe chain      this one\n  fadenet learn faroe --quick    a game on one screen",
    )
    learn.add_argument("game", nargs="?", default="", metavar="GAME", help=GAME)
    learn.add_argument("lesson", nargs="?", default="", metavar="LESSON", help="its number or its name")
    learn.add_argument("--again", action="store_true", help="begin the lesson anew")
    learn.add_argument("--quick", action="store_true", help="show the game on one screen instead")


def add_puzzle(commands: Subcommands) -> None:
    """`puzzle`: positions with one right move."""
    puzzle = commands.add(
        "puzzle",
        ("cards.puzzling", "puzzle"),
        "find the one right move in a position: a new one each day",
        "All Hands lie open, and the move has to do whatever is answered and drawn. The\n"
        "first answer counts; concede shows the right one. Everybody has the same\n"
        "puzzle on a day, and the days in a row on which you found it are counted.\n"
        "examples:\n  fadenet puzzle                     how many you have solved\n"
        "  fadenet puzzle faroe               that of today\n"
        "  fadenet puzzle faroe --random      any that you have not solved yet\n"
        "  fadenet puzzle faroe 3             this one\n"
        "  fadenet puzzle faroe 3 --answer    what is right there, and why",
    )
    puzzle.add_argument("game", nargs="?", default="", metavar="GAME", help=GAME)
    puzzle.add_argument("number", nargs="?", default="", metavar="PUZZLE", help="its number or its name")
    puzzle.add_argument(
        "--random", action="store_true", help="any, one that is not solved yet if there is one"
    )
    puzzle.add_argument("--date", dest="day", default="", metavar="DAY", help="that of a day, as 2026-11-30")
    puzzle.add_argument("--answer", action="store_true", help="print it with its answer")


def add_deck(commands: Subcommands) -> None:
    """`deck ...`: decks of one's own."""
    group = commands.group("deck", "decks")
    listing = group.add(
        "list", ("cards.building", "deck_list"), "list your own decks and those that come with a game"
    )
    listing.add_argument("game", nargs="?", default=USUAL, metavar="GAME", help=f"the game ({USUAL})")
    card_sets(listing)
    for name, help in (
        ("show", "show a deck"),
        ("check", "check a deck against the rules; names every rule that it breaks"),
    ):
        one = group.add(name, ("cards.building", f"deck_{name}"), help)
        _named(one, DECK + ", - for stdin")
    new = group.add(
        "new",
        ("cards.building", "deck_new"),
        "build a new deck; without a terminal, or into a file, one is drawn at random",
        "examples:\n  fadenet deck new faroe                        begin with nothing\n"
        "  fadenet deck new faroe --from cinder-circuit  begin with the cards of a deck\n"
        "  fadenet deck new faroe sparks                 begin with nothing, and call it so\n"
        "  fadenet deck new faroe my-deck.toml           write one drawn at random into a file",
    )
    new.add_argument("game", metavar="GAME", help=GAME)
    new.add_argument(
        "file", nargs="?", metavar="NAME", help="its name; or a file, such as sparks.toml, - for stdout"
    )
    card_sets(new)
    source = new.add_mutually_exclusive_group()
    source.add_argument("--from", type=deck, dest="source", metavar="D", help="begin with this deck")
    source.add_argument("--seed", type=whole, metavar="S", help="draw the same deck again")
    edit = group.add(
        "edit",
        ("cards.building", "deck_edit"),
        "change a deck, with the rules looking on",
        "Typed there: +3 fire-storm, -1 storm, words that look for cards, check,\n"
        "curve, hand, undo, save NAME, quit, ?. Your own decks are in the data folder;\n"
        "a deck that comes with a game becomes your own when it is saved.",
    )
    _named(edit, DECK)
    taken = group.add(
        "import",
        ("cards.building", "deck_import"),
        "keep a deck that you were sent: a line, a list, or a deck file",
        "A list has a line for each card, such as: 2 Comet Uppercut\n"
        "examples:\n  fadenet deck import fadenet-deck:faroe:aeam...\n"
        "  fadenet deck import list.txt --game faroe --name Sparks",
    )
    taken.add_argument("text", nargs="*", metavar="FILE|LINE", help="the line or a file; stdin without it")
    taken.add_argument("--game", default="", metavar="GAME", help="the game of a list that does not say it")
    taken.add_argument("--name", metavar="NAME", help="keep it under this name")
    away = group.add("delete", ("cards.building", "deck_delete"), "delete a deck of your own")
    _named(away, "a deck of your own, by its name")
    away.add_argument("--yes", action="store_true", help="do it; without this the deck stays")
    given = group.add(
        "export", ("cards.building", "deck_export"), "print a deck as a line to paste into a chat"
    )
    _named(given, DECK + ", - for stdin")
    how = given.add_mutually_exclusive_group()
    how.add_argument("--list", action="store_true", help="print a list that people read, instead of the line")
    how.add_argument("--html", action="store_true", help="write a page of cards to print and cut out")
    given.add_argument("--out", metavar="OUT", help="where to: a new file (DECK.html), - for stdout")


def _named(parser: Parser, help: str) -> None:
    """Which deck, and of which game where that is not clear."""
    parser.add_argument("deck", type=deck, metavar="DECK", help=help)
    parser.add_argument("--game", default="", metavar="GAME", help="its game, if the name leaves that open")
    card_sets(parser)


def add_formats(commands: Subcommands) -> None:
    """`formats`: the kinds of match."""
    listing = commands.add("formats", ("cards.formats", "formats"), "list the formats of a game, or of all")
    listing.add_argument("game", nargs="?", default="", metavar="GAME", help=GAME)


def add_cards(commands: Subcommands) -> None:
    """`cards ...`: finds cards, and helps to write some of one's own."""
    group = commands.group("cards", "cards: find them, write your own")
    for name, game in games.GAMES.items():
        _found(group, name, game.queries)
    for added in (_new, _words, _check, _try, _print, _pack, _weigh, _kept):
        added(group)


def _new(group: Subcommands) -> None:
    """`cards new`: begins a set."""
    new = group.add(
        "new",
        ("cards.writing", "cards_new"),
        "begin a card set of your own: a file with three cards and a deck",
        "example: fadenet cards new faroe ash.toml",
    )
    new.add_argument("game", metavar="GAME", help=GAME)
    new.add_argument("file", metavar="FILE", help="a new file, such as ash.toml, - for stdout")


def _words(group: Subcommands) -> None:
    """`cards words`: explains the language."""
    words = group.add(
        "words",
        ("cards.wording", "cards_words"),
        "explain the words that cards are written with, each with a card that says it",
        "examples:\n  fadenet cards words faroe            all words: effects, events, selectors ..\n"
        "  fadenet cards words faroe heal       this one, with a card as it stands in its file",
    )
    words.add_argument("game", metavar="GAME", help=GAME)
    words.add_argument("word", nargs="?", default="", metavar="WORD", help="one word; all without it")


def _check(group: Subcommands) -> None:
    """`cards check`: finds what is wrong."""
    check = group.add(
        "check",
        ("cards.checking", "cards_check"),
        "say what is wrong or odd with a card set, and how its cards read",
        "Each error stands with its line, and with the word that was probably meant.\n"
        "A warning is about what works, but perhaps not as you want it.\n"
        "examples:\n  fadenet cards check ash.toml            once; 3 if something is wrong\n"
        "  fadenet cards check ash.toml --watch    again whenever you save",
    )
    check.add_argument("file", metavar="FILE", help=f"{OWN}, or a packed one")
    check.add_argument("--watch", action="store_true", help="look again at every save, until Ctrl-C")


def _try(group: Subcommands) -> None:
    """`cards try`: tries a card."""
    tried = group.add(
        "try",
        ("past.trying", "cards_try"),
        "try a card at a table: in your hand, with what it costs, all hands open",
        "A position comes up in which it may be used, with cards beside it that you\n"
        "name by --scene; with --position it is yours.\n"
        "takeback goes back to your last decision; reload reads the file again and\n"
        "puts the card as it is now into the same position.\n"
        "examples:\n  fadenet cards try ash.toml ember-oath\n"
        "  fadenet cards try ash.toml ember-oath --scene 'p2.field=Rookie Ace'",
    )
    tried.add_argument("file", metavar="FILE", help=OWN)
    tried.add_argument("slug", metavar="CARD", help="the card, as it is called behind [card.")
    begun = tried.add_mutually_exclusive_group()
    begun.add_argument(
        "--position", metavar="P", help="begin here: a line of `fadenet position`, or its file"
    )
    lying = "cards that lie there too: p1 (who tries) or p2, a place such as hand, field, discard, and names"
    begun.add_argument("--scene", action="append", default=[], metavar="PLACE=CARDS", help=lying)
    tried.add_argument("--bot", metavar="BOT", default="greedy", help="who plays the other side (greedy)")


def _print(group: Subcommands) -> None:
    """`cards print`: makes sheets to cut."""
    sheets = group.add(
        "print",
        ("cards.keeping", "cards_print"),
        "write the cards of a set to print and cut out, 63 by 88 mm, nine a page",
        "examples:\n  fadenet cards print ash.toml          a page for any browser, ash.html\n"
        "  fadenet cards print ash.toml --svg    sheets to draw on, ash-1.svg ..",
    )
    sheets.add_argument("file", metavar="SET", help=ANY)
    how = sheets.add_mutually_exclusive_group()
    how.add_argument("--html", action="store_true", help="one page (so it is without this)")
    how.add_argument("--svg", action="store_true", help="a picture for each sheet of nine")
    sheets.add_argument("--out", metavar="OUT", help="where to: a new file; for sheets its beginning")


def _pack(group: Subcommands) -> None:
    """`cards pack`: packs a set."""
    pack = group.add(
        "pack",
        ("cards.keeping", "cards_pack"),
        "pack a set into one file to give away",
        "A signature says whose the set is, not that it is good. With --set others take\n"
        "the file as they would take one that they have written.\n"
        "examples:\n  fadenet cards pack ash.toml            writes ash-1.fnset\n"
        "  fadenet cards pack ash.toml --sign     the same, signed by you",
    )
    pack.add_argument("file", metavar="SET", help=ANY)
    pack.add_argument("--sign", action="store_true", help="sign it with your key")
    pack.add_argument("--out", metavar="OUT", help="where to: a new file (CODE-VERSION.fnset)")
    identity(pack)


def _weigh(group: Subcommands) -> None:
    """`cards weigh`: weighs cards."""
    weigh = group.add(
        "weigh",
        ("top.weighing", "cards_weigh"),
        "play games with the cards of a set, and say what each of them is worth",
        "Bots play each other with decks drawn so that the cards of the set are often in\n"
        "them. Ctrl-C ends it with what came so far.\n"
        + CLUSTER
        + "examples:\n  fadenet cards weigh ash.toml\n"
        "  fadenet cards weigh ash.toml --games 20    for a first look",
    )
    weigh.add_argument("file", metavar="SET", help=ANY)
    weigh.add_argument("--games", type=count, metavar="N", help="so many; without it as many as it takes")
    weigh.add_argument("--bot", default="greedy", metavar="NAME", help="the bot that plays (greedy)")
    computing(weigh)
    match_format(weigh)


def _kept(group: Subcommands) -> None:
    """`cards sets`: lists what is kept."""
    kept = group.add(
        "sets", ("cards.keeping", "cards_sets"), "list the sets that are kept here, or delete one"
    )
    kept.add_argument("--forget", dest="set_id", metavar="SET", help="delete the set of this code or id")


def _found(group: Subcommands, name: str, queries: tuple[str, ...]) -> None:
    """`cards GAME`: finds cards of a game. queries: lines of help on the words that find them."""
    cards = group.add(
        name,
        ("cards.content", "cards"),
        f"find cards of {name}",
        "query: words of the name, and\n"
        + "".join(f"  {line}\n" for line in queries)
        + "  - before any of them means not; sort:cost (or another number, or name)\n"
        "  puts them in order, -sort:cost with the highest first\n"
        'example: fadenet cards faroe t:skill e:fire "cost<=2" o:"damage to" -kw:mythical',
    )
    cards.negations = True
    cards.set_defaults(game=name)
    cards.add_argument("query", nargs="*", metavar="QUERY", help="which cards; all without it")
    card_sets(cards)


def add_rules(commands: Subcommands) -> None:
    """`rules`: looks rules up."""
    rules = commands.add(
        "rules",
        ("cards.content", "rules"),
        "look up rules by id or by words, or read the book",
        "examples:\n  fadenet rules faroe chain           rules that speak of it\n"
        "  fadenet rules faroe chain.filo      this rule, with its example\n"
        "  fadenet rules faroe --read          the book, in the order of learning it\n"
        "  fadenet rules faroe --read 3        its third chapter",
    )
    rules.add_argument(
        "--read", action="store_true", help="read the book, or the chapter of a number or title"
    )
    rules.add_argument("game", metavar="GAME", help=GAME)
    rules.add_argument(
        "words", nargs="*", metavar="ID|WORDS", help="a rule's id, or words; all ids without it"
    )
