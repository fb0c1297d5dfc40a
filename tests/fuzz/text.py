"""Targets made of text, of anybody's hand: card sets, decks, positions, records, key files, typed lines."""

from __future__ import annotations

import contextlib
import io
import sqlite3
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

import keys
from fadenet import games
from fadenet.cli.about.completing import answers
from fadenet.cli.cards.learning import LEARNED
from fadenet.cli.cards.puzzling import SOLVED
from fadenet.cli.frame import settings
from fadenet.cli.frame.context import BadInput
from fadenet.cli.frame.parser import ParserExit
from fadenet.cli.frame.settings import BadSetting
from fadenet.cli.options import build_parser, read_arguments
from fadenet.cli.people.contacts import _public
from fadenet.console.deck.editor import DeckEditor
from fadenet.console.deck.scene import DeckScene
from fadenet.console.match.commands import complete, enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.dialogue import Taking, Wish
from fadenet.console.match.grammar import Unclear
from fadenet.console.text import cells, clean, fit, wrap
from fadenet.engine import cardset, kernel, notation
from fadenet.engine.cardset import CardSet
from fadenet.engine.errors import LoadError, WrongInput
from fadenet.engine.language import files
from fadenet.engine.language.sets import packed, set_of, unpacked
from fadenet.engine.position import dump, head_of, load_whole
from fadenet.engine.rules import Rules
from fadenet.engine.state import State
from fadenet.games import sharing
from fadenet.games.catalogue import catalogue_of
from fadenet.games.checking import Checked, check
from fadenet.games.decks import Deck, check_deck, load_deck, packaged, read_deck, write_deck
from fadenet.games.fade.edition import add_cards as add_fade_cards
from fadenet.games.fade.edition import bare_edition
from fadenet.games.prelude.cards import add_cards as add_prelude_cards
from fadenet.games.prelude.rules import make_rules as prelude_rules
from fadenet.games.search import parse as parse_query
from fadenet.games.spelling import slug
from fadenet.games.starting import first_set
from fadenet.games.terrene.cards import add_cards as add_terrene_cards
from fadenet.games.terrene.rules import make_rules as terrene_rules
from fadenet.history.index import FILE, HistoryTrouble
from fadenet.history.reading import NoMatch, read_match
from fadenet.node.match.saved import FOLDER
from fadenet.table import reading
from fadenet.table.record import BadRecord, write
from fadenet.table.replay import Replay, narrowed
from keys.contacts import Contacts
from keys.errors import KeyFileError, UserError, WeakKey
from keys.keyfile import decode_key, encode_key, read_header
from keys.names import alike, clean_name, readings
from keys.store import public_line
from tests.builders.strange_sets import a_set
from tests.console.helpers import asked
from tests.fuzz.target import Target, assert_clean
from tests.fuzz.wire import folder, in_file, match_file
from tests.history.folder import Home, id_of, rules_of, signed
from tests.meetings.shelves import game
from tests.table.test_local import Brisk, Wrong
from tests.table.test_replay import seen
from tests.table.wire import Match, acting, identity

GAMES: Final = {name: games.load(name) for name in games.NAMES}
CARDS_A_SEED: Final = 3
TOML: Final = (
    b"[card.x]",
    b"[[card.x.ability]]",
    b"{ if = 1 }",
    b"inf",
    b"nan",
    b"1979-05-27",
    b'"""',
    b"#",
    b"0xff",
)
WORDS: Final = (
    b"p2",
    b"p2.c1",
    b"h1",
    b"c1.1",
    b"k1",
    b"f3",
    b"?",
    b"why",
    b"look",
    b"all",
    b"-",
    b"p\xc2\xb2",
)


# Content.


def _card_files(package: str, *path: str) -> list[bytes]:
    """The cards of a game, a few to a file."""
    found = []
    for _, text in files.sources(package, *path):
        cards = [f"[card.{card}" for card in f"\n{text}".split("\n[card.")[1:]]
        found += ["\n".join(cards[i : i + CARDS_A_SEED]).encode() for i in range(0, len(cards), CARDS_A_SEED)]
    return found


def _fade_cards(data: bytes) -> Rules:
    rules = bare_edition("faroe")
    add_fade_cards(rules, [("x.toml", data.decode(errors="replace"))])
    return _readable(rules)


def _terrene_cards(data: bytes) -> Rules:
    return _readable(add_terrene_cards(terrene_rules(), [("x.toml", data.decode(errors="replace"))]))


def _prelude_cards(data: bytes) -> Rules:
    return _readable(add_prelude_cards(prelude_rules(), [("x.toml", data.decode(errors="replace"))]))


def _sets() -> list[bytes]:
    """The cards of all games as card sets of somebody's own, a few to a set."""
    found = []
    for name in games.NAMES:
        tables = game(name).tables
        slugs = sorted(tables)
        for at in range(0, len(slugs), CARDS_A_SEED):
            found.append(packed(a_set(name, {slug: tables[slug] for slug in slugs[at : at + CARDS_A_SEED]})))
    return found


def _card_set(data: bytes) -> CardSet:
    """A set as it comes from a stranger, and its cards in the rules of its game; it may be written in any
    way, so that more of it is read.
    """
    try:
        tables = msgspec.json.decode(data, type=dict[str, Any])
    except (ValueError, RecursionError) as error:
        raise LoadError("x", "", "", f"this is no JSON: {clean(str(error))}") from None
    one = set_of(tables, "x")
    cardset.keep(one)
    if one.game in games.NAMES:
        _readable(games.load(one.game, sets=one.id))
    assert unpacked(packed(one), "x") == one
    return one


def _checked(data: bytes) -> Checked:
    """A set while it is written: whatever stands there, all that is wrong with it is told."""
    checked = check([("x.toml", data.decode("utf-8", "replace"))], readings)
    for remark in (*checked.faults, *checked.warnings):
        assert_clean(remark.said)
        assert remark.place is None or remark.place.line > 0 < remark.place.column
    assert checked.rules is not None or checked.faults
    return checked


def _readable(rules: Rules) -> Rules:
    """Every card that was let in can be shown."""
    for card in rules.cards[1:]:
        assert_clean(card.name)
        assert all(line.isprintable() for line in card.text.splitlines())
        assert catalogue_of(rules).line(card) and catalogue_of(rules).face(card, 40)
    return rules


def _decks() -> list[bytes]:
    """The packaged decks of all games, with a byte in front that says which."""
    found = []
    for i, rules in enumerate(GAMES.values()):
        shelf = Path(games.__file__).parent / rules.package.rpartition(".")[2] / "decks"
        texts = {path.stem: path.read_bytes() for path in shelf.rglob("*.toml")}
        found += [bytes([48 + i]) + texts[name] for name in packaged(rules)[:4]]
    return found


def _read_deck(data: bytes) -> Any:
    rules = list(GAMES.values())[(data[0] - 48 if data else 0) % len(GAMES)]
    deck = read_deck(rules, data[1:].decode(errors="replace"), "deck.toml")
    for _, why in check_deck(rules, deck.lists):
        assert_clean(why)
    assert_clean(deck.name)
    return deck


# Positions, moves, records.


@cache
def _states() -> tuple[State, ...]:
    """Positions with a free choice in three games."""
    found = []
    for rules, seed in ((GAMES["faroe"], 3), (GAMES["terrene"], 4), (GAMES["prelude"], 5)):
        match = Match(rules, seed)
        match.play(steps=60)
        state = match.until(acting).replica.state
        assert state is not None
        found.append(state)
    return tuple(found)


def _position(data: bytes) -> Any:
    """A line whose check somebody has mended, so that what stands in it is looked at."""
    line = data.decode(errors="replace").rpartition(" #")[0]
    text = f"{line} #{position_check(line)}" if data[-1:] != b"!" else data.decode(errors="replace")
    head = head_of(text)
    if head.game not in GAMES:
        raise WrongInput("another game")
    s, hidden = load_whole(games.load(head.game, head.format, **head.options), text)
    return s, hidden


def position_check(line: str) -> str:
    from hashlib import blake2b

    return blake2b(line.encode(), digest_size=4).hexdigest()


def _move_lines() -> list[bytes]:
    found = []
    for i, s in enumerate(_states()):
        (ask,) = (a for a in s.asks)
        moves = kernel.options(s, ask.seat, {})
        found += [b"%d%s" % (i, notation.format_move(s, ask.seat, move).encode()) for move in moves[:20]]
    return found


def _move(data: bytes) -> Any:
    """The text of a move, which is then looked at as one that came from outside."""
    s = _states()[data[:1] == b"1"]
    seat = s.asks[0].seat
    move = notation.parse_move(s, seat, data[1:].decode(errors="replace"))
    reason = kernel.check(s, seat, move, ())
    if reason is not None:
        assert_clean(reason.text)
    kernel.opens(s, move)
    return data[:1], notation.format_move(s, seat, move)


@cache
def _records() -> tuple[bytes, ...]:
    found = []
    for rules in GAMES.values():
        for view in ("all", "p1", "public"):
            _, _, record = seen(rules, 5, Brisk(), Brisk(), view=view, choices_max=25)
            found.append(write(record).encode())
    _, _, left = seen(GAMES["faroe"], 3, Wrong(10**9), Brisk())
    return (*found, write(left).encode())


def _replay(data: bytes) -> Any:
    record = reading.read(data)
    if record.game not in GAMES:
        raise BadRecord(0, "another game")
    played = Replay(record, GAMES[record.game])
    for view in played.views:
        assert write(narrowed(played, view))
    return record


# Keys.


def _key_files() -> list[bytes]:
    key = identity("ana").key
    return [encode_key(key, None), encode_key(key, "x", rounds=1)]


def _key(data: bytes) -> Any:
    """A key file; what asks for a passphrase is given a wrong one if that costs little."""
    header = read_header(data, "x.key")
    if header.encrypted:
        return encode_key(identity("ana").key, None)
    return encode_key(decode_key(data, None, "x.key"), None)


def _contacts() -> list[bytes]:
    path = folder() / "contacts.json"
    path.unlink(missing_ok=True)
    for i, name in enumerate(("ana", "ben", "cid")):
        contacts = Contacts.load(folder())
        keep = contacts.meet if name == "cid" else contacts.add
        keep(identity(name).public, name, i)
    return [path.read_bytes()]


def _read_contacts(data: bytes) -> Contacts:
    in_file("contacts.json", data)
    contacts = Contacts.load(folder())
    for contact in (*contacts, *contacts.met):
        assert_clean(contact.petname)
        assert contacts.find(keys.fingerprint_text(contact.public)) == contact
    return contacts


def _write_contacts(contacts: Contacts) -> bytes:
    from keys.contacts import _encode

    return _encode(contacts._known)


def _find_contact(data: bytes) -> Any:
    in_file("contacts.json", _contacts()[0])
    return Contacts.load(folder()).find(data.decode(errors="replace"))


def _name(data: bytes) -> str:
    """A name or a line from a peer, as it is shown; from the middle of a character on, too."""
    text = data.decode(errors="surrogatepass" if data[:1] == b"\xed" else "replace")
    name, line = clean_name(text), clean(text)
    assert name.isprintable() and clean_name(name) == name and alike(name, name)
    assert line.isprintable() and clean(line) == line
    assert cells(fit(line, 20)) == 20 and all(cells(part) <= 20 for part in wrap(line, 20))
    return name


# What is typed.


@cache
def _desk() -> Desk:
    return next(desk for desk in asked(3) if len(desk.dialogue.options) > 8)


def _typed() -> list[bytes]:
    desk = _desk()
    moves = [desk.sight.seat.text(move) for move in desk.dialogue.options[:30]]
    words = (
        "? c2",
        "why play h1",
        "look p2",
        "legal",
        "stops",
        "hold",
        "yield turn",
        "hand",
        "position",
        "say hi",
    )
    return [*(move.encode() for move in moves), *(word.encode() for word in words)]


def _type(data: bytes) -> None:
    """A line at the console: completed, then entered; the question stays until it is answered."""
    line, desk = data.decode(errors="replace"), _desk()
    assert desk.dialogue.asked is not None
    grammar = desk.dialogue.asked.grammar
    with contextlib.suppress(Unclear):
        assert grammar.parse(line) in desk.dialogue.options
    assert set(Taking([[5], [6]], 2, "", 0, names=("Ember", "Ember Bell")).chosen(line) or ()) <= {5, 6}
    stem, words = complete(desk, line)
    assert all(word.isprintable() for word in words) and isinstance(stem, str)
    enter(desk, line)
    assert all(entry.text.isprintable() for entry in list(desk.log)[-4:])
    if desk.dialogue.answer is not None or desk.leaving or desk.dialogue.wish is not Wish.PLAY:
        _desk.cache_clear()


def _shared() -> list[bytes]:
    """Packaged decks of all games as lines and as lists."""
    found = []
    for rules in GAMES.values():
        deck = load_deck(rules, packaged(rules)[0])
        found += [sharing.deck_line(rules, deck).encode(), sharing.deck_list(rules, deck).encode()]
    return found


def _read_shared(data: bytes) -> tuple[Rules, Deck]:
    """A deck that somebody has pasted; its card set is one of ours."""

    def rules_of(name: str) -> Rules:
        if name not in GAMES:
            raise BadInput("There is no such game.")
        return GAMES[name]

    rules, deck = sharing.read_shared(data.decode(errors="replace"), rules_of)
    assert_clean(deck.name)
    assert all(rules.cards[code].code == code for codes in deck.lists for code in codes)
    return rules, deck


def _built(data: bytes) -> Any:
    """Lines typed into the deck editor, on each game; whatever they are, it shows its deck."""
    rules = list(GAMES.values())[(data[0] - 48 if data else 0) % len(GAMES)]
    lists: tuple[tuple[int, ...], ...] = ((),) * len(rules.deck_tables)
    scene = DeckScene(DeckEditor(rules, Deck("x", "", lists), "", lambda cards: cards.reverse()), _Nowhere())
    for line in data[1:].decode(errors="replace").split("\n")[:8]:
        scene.complete(line)
        scene.take(line)
        assert all(entry.text.isprintable() for entry in list(scene.stage.log)[-8:])
        assert all(cells(text) == 80 for text in scene.lines(80, 22))
    return scene


class _Nowhere:
    """A store that keeps nothing."""

    def place(self, title: str) -> str:
        return slug(title)

    def has(self, where: str) -> bool:
        return False

    def keep(self, where: str, deck: Deck) -> str:
        return where


def _built_lines() -> list[bytes]:
    cards = [card.slug for card in GAMES["faroe"].cards[1:7]]
    lines = [
        f"+3 {cards[0]}\n-1 {cards[0]}\n+ {cards[1]}",
        f"t:skill cost<=2 sort:cost\n1\n+2 3\n? 2\n-1 {cards[2]}",
    ]
    lines += [
        "curve\nhand\ncheck\nlist\nundo",
        "save x\nquit\nquit",
        "plan x\nmove 2 a\n? storm\nfind e:fire",
    ]
    return [bytes([48 + i]) + line.encode() for i in range(len(GAMES)) for line in lines]


def _query(data: bytes) -> Any:
    query = parse_query(data.decode(errors="replace").split("\n"), catalogue_of(GAMES["faroe"]))
    return sum(query.fits(card) for card in GAMES["faroe"].cards[1:20])


def _settings_seeds() -> list[bytes]:
    return [
        b"plain = true\ncolor = 'never'\nclock = \"900+10\"\nname = 'ana'\n\n[deck]\nfaroe = \"x.toml\"\n",
        b'board = ["a", "b"]\nstops = ["gap on", "phase off"]\nlevel = "hard"\npace = "turn"\n',
    ]


def _settings(data: bytes) -> Any:
    """A file of settings; one that makes sense can be changed, and all else in it stays."""
    in_file(settings.FILE, data)
    found = settings.load(folder(), {})
    settings.change(folder(), {"pace": "once"})
    assert settings.load(folder(), {}) == replace(found, pace="once")
    return found


def _complete(data: bytes) -> list[str]:
    words = [word for word in data.decode(errors="replace").split("\n") if "\0" not in word]
    lines = answers(build_parser(), words)
    assert all(line.replace("\t", "").isprintable() for line in lines)
    return lines


def _arguments(data: bytes) -> Any:
    with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
        return read_arguments(
            [word for word in data.decode(errors="replace").split("\n") if "\0" not in word]
        )


# The history.


@cache
def _home() -> tuple[Home, bytes]:
    """A data folder with one match in its history, and the file of that."""
    home = Home(folder() / "history")
    home.put(signed(["ana", "ben"], ((1, 2), "faroe.win")))
    assert len(home.take_in()[0]) == 1
    return home, (home.path / FILE).read_bytes()


def _history(data: bytes) -> Any:
    """A file of the history in which bytes have changed; all of it is read."""
    home, _ = _home()
    (home.path / FILE).write_bytes(data)
    home.said.clear()
    with home.history() as history:
        found = history.matches()
    for one in found:
        assert len(one.id) == 32 and one.rated in (True, False)
        assert [one.opponents(seat) for seat in range(len(one.seats))]
    return found


def _history_rows() -> list[bytes]:
    return [
        b"signed\nsigned",
        b"options\n{}",
        b"findings\n[]",
        b'findings\n[[0, 1, "x"]]',
        b"rule\nx",
        b"ended\n7",
        b"place\n1",
        b"side\n1",
        b"name\nben",
    ]


def _row(data: bytes) -> Any:
    """One value of a sound file of the history, replaced by anything."""
    home, sound = _home()
    (home.path / FILE).write_bytes(sound)
    column, _, value = data.decode(errors="replace").partition("\n")
    table = {"place": "seats", "side": "seats", "name": "seats"}.get(column, "matches")
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(home.path / FILE)) as database,
    ):
        if column in {"signed", "options", "findings", "rule", "ended", "place", "side", "name"}:
            database.execute(f"UPDATE {table} SET {column} = ?", (value,))
            database.commit()
    return _history((home.path / FILE).read_bytes())


def _read_match(data: bytes) -> Any:
    """A match file as the history reads it."""
    name = id_of(match_file())
    path = in_file(f"{FOLDER}/{name}.match", data)
    return read_match(path, {identity("ana").public, identity("ben").public}, rules_of)


TARGETS: Final = (
    Target(
        "cards-faroe",
        lambda: _card_files("fadenet.games.fade", "cards", "faroe"),
        _fade_cards,
        (LoadError,),
        form="text",
        tokens=TOML,
        cost=40,
    ),
    Target(
        "cards-terrene",
        lambda: _card_files("fadenet.games.terrene", "cards"),
        _terrene_cards,
        (LoadError,),
        form="text",
        tokens=TOML,
        cost=40,
    ),
    Target(
        "cards-prelude",
        lambda: _card_files("fadenet.games.prelude", "cards"),
        _prelude_cards,
        (LoadError,),
        form="text",
        tokens=TOML,
        cost=40,
    ),
    Target(
        "card-set",
        _sets,
        _card_set,
        (LoadError, WrongInput),
        packed,
        exact=False,
        form="text",
        tokens=(b'"do":[', b'"gives":{', b'{"from":', b'"name":"', b'"ability":[{', b'"with":[]'),
        cost=40,
    ),
    Target(
        "card-check",
        lambda: [first_set(name, "", "own", "Own", "").encode() for name in ("prelude", "terrene")],
        _checked,
        (),
        form="text",
        tokens=(*TOML, b"[set]", b"[card.", b"[[card.", b"[deck."),
        cost=150,
        seconds=10.0,
        memory=64 << 20,
    ),
    Target("deck", _decks, _read_deck, (LoadError,), form="text", tokens=TOML, cost=2),
    Target(
        "deck-shared",
        _shared,
        _read_shared,
        (sharing.BadDeckText, LoadError, BadInput),
        lambda read: write_deck(*read).encode(),
        exact=False,
        form="text",
        tokens=(b"fadenet-deck:faroe:", b"Game: faroe", b"Name: x", b"[Deck]", b"255 "),
        cost=2,
    ),
    Target(
        "deck-typed",
        _built_lines,
        _built,
        (),
        form="text",
        tokens=(b"+3 ", b"-1 ", b"? ", b"sort:cost"),
        cost=20,
    ),
    Target(
        "position",
        lambda: [dump(s).encode() for s in _states()],
        _position,
        (WrongInput,),
        lambda read: dump(*read).encode(),
        exact=False,
        form="text",
        cost=10,
    ),
    Target(
        "move",
        _move_lines,
        _move,
        (WrongInput,),
        lambda read: read[0] + read[1].encode(),
        exact=False,
        form="text",
        tokens=WORDS,
    ),
    Target(
        "record",
        _records,
        reading.read,
        (BadRecord,),
        lambda record: write(record).encode(),
        exact=False,
        form="text",
    ),
    Target("replay", _records, _replay, (BadRecord,), form="text", cost=60, seconds=10.0),
    Target("key-file", _key_files, _key, (KeyFileError,), form="text", cost=2),
    Target(
        "public-key",
        lambda: [public_line("ana", identity("ana").public).encode()],
        lambda data: _public("ssh-" + data.decode(errors="replace").removeprefix("ssh-")),
        (BadInput,),
        form="text",
    ),
    Target("public", lambda: [identity("ana").public, bytes(32)], keys.check_public, (WeakKey,)),
    Target(
        "contacts", _contacts, _read_contacts, (UserError,), _write_contacts, exact=False, form="text", cost=2
    ),
    Target(
        "contact",
        lambda: [
            b"ana",
            keys.fingerprint_text(identity("ben").public).encode(),
            " ".join(keys.fingerprint_words(identity("cid").public)).encode(),
        ],
        _find_contact,
        (UserError,),
        form="text",
        cost=8,
    ),
    Target(
        "name",
        lambda: ["ana \u202e\x1b[31m b\u0301\u0301\u0301 \u5b57 \U0001f1e6".encode(), b"\xed\xa0\x80"],
        _name,
        (UnicodeDecodeError,),
        form="text",
    ),
    Target("typed", _typed, _type, (), form="text", tokens=WORDS, cost=4),
    Target(
        "query",
        lambda: [b"t:skill\ne:fire\ncost<=2\no:draw a card\n-kw:charge\n!mythical"],
        _query,
        (),
        form="text",
        tokens=(b"hp>", b"cost<=", b"o:", b'"', b"-", b"!"),
    ),
    Target(
        "lessons",
        lambda: [b"{}", b'{"faroe":{"wins":2,"turn":7},"prelude":{}}'],
        lambda data: LEARNED.parse(data, LEARNED.file),
        (BadInput,),
        form="text",
        tokens=(b'"faroe"', b'{"a":{"b":1}}', b"-1", b"1e9", b"null", b"[[[["),
    ),
    Target(
        "puzzles",
        lambda: [b"{}", b'{"faroe":{"streak":2,"best":3,"last":"2026-11-30","solved":["wall"]}}'],
        lambda data: SOLVED.parse(data, SOLVED.file),
        (BadInput,),
        form="text",
        tokens=(b'"faroe"', b'"last":null', b"-1", b"1e9", b'"0000-00-00"', b"[[[["),
    ),
    Target("settings", _settings_seeds, _settings, (BadSetting,), form="text", tokens=TOML, cost=20),
    Target(
        "completions",
        lambda: [
            b"host\nfaroe\n--deck\n=\nci",
            b"config\nset\ncolor\n",
            b"resume\n0",
            b"--home\n\nkey\nshow\n",
        ],
        _complete,
        (),
        form="text",
        cost=60,
    ),
    Target(
        "arguments",
        lambda: [
            b"cards\nfaroe\nt:skill\n-e:water",
            b"host\nfaroe\n--clock\n600+5",
            b"replay\nx\n--at\n3\n--view\np1",
            b"history\n--json",
        ],
        _arguments,
        (ParserExit,),
        form="text",
        cost=20,
    ),
    Target("history", lambda: [_home()[1]], _history, (HistoryTrouble,), cost=8),
    Target("history-row", _history_rows, _row, (HistoryTrouble,), form="text", cost=8),
    Target("history-match", lambda: [match_file()], _read_match, (NoMatch,), cost=40, seconds=10.0),
)
