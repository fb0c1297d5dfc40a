"""Decks as text: a line with check digits and a plain list, read back however people mangle them."""

from __future__ import annotations

import base64
import re
from collections import Counter
from hashlib import blake2b

import pytest

from fadenet import games
from fadenet.engine.errors import LoadError
from fadenet.engine.rules import Rules
from fadenet.games import sharing
from fadenet.games.decks import (
    NAME_MAX,
    PLAN_MAX,
    Deck,
    load_deck,
    packaged,
    read_deck,
    write_deck,
)
from fadenet.games.sharing import (
    FAULTS_MAX,
    BadDeckText,
    deck_line,
    deck_list,
    read_line,
    read_list,
    read_shared,
)

FAROE = games.load("faroe")
SPARKS = load_deck(FAROE, "cinder-circuit")
LINE = deck_line(FAROE, SPARKS)


def same(a: Deck, b: Deck) -> bool:
    """Whether two decks hold the same cards under the same name."""
    return a.name == b.name and [*map(Counter, a.lists)] == [*map(Counter, b.lists)]


def why(text: str, game: str = "") -> str:
    """The sentence with which a text is refused."""
    with pytest.raises(BadDeckText) as refused:
        read_shared(text, games.load, game)
    assert str(refused.value).isprintable()
    return str(refused.value)


@pytest.mark.parametrize("game", games.NAMES)
def test_every_packaged_deck_comes_back_from_line_list_and_file(game: str) -> None:
    rules = games.load(game)
    for name in packaged(rules):
        deck = load_deck(rules, name)
        for text in (deck_line(rules, deck), deck_list(rules, deck), write_deck(rules, deck)):
            found, again = read_shared(text, games.load)
            assert found is rules and same(again, deck)
        assert read_list(deck_list(rules, deck), games.load)[1].plan == deck.plan
        assert f"\n{rules.deck_tables[0][1]}\n" in deck_list(rules, deck)
        line = deck_line(rules, deck)
        assert line.startswith(f"fadenet-deck:{game}:") and len(line) < 450 and line.isascii()


@pytest.mark.parametrize("game", games.NAMES)
def test_every_card_has_an_id_of_its_own(game: str) -> None:
    cards = games.load(game).cards[1:]
    assert len({sharing.card_id(card.slug) for card in cards}) == len(cards)


@pytest.mark.parametrize(
    "text",
    [
        LINE.upper(),
        "\n".join(LINE[i : i + 30] for i in range(0, len(LINE), 30)),
        f"try this one: `{LINE}`, it burns",
        f"> {LINE[:50]} \r\n> {LINE[50:]} :)".replace("\n> ", "\n"),
        LINE[:19] + LINE[19:].replace("o", "0").replace("l", "1"),
        f"\u0130\u0130 {LINE}",
    ],
    ids=["upper case", "lines", "words", "quoted", "lookalikes", "letters that grow"],
)
def test_a_line_is_read_however_it_was_pasted(text: str) -> None:
    assert same(read_line(text, games.load)[1], SPARKS)


def test_every_slip_in_a_line_is_found_out() -> None:
    """given a line with one letter changed, left out or doubled, or its game changed, then it is refused."""
    begun = len("fadenet-deck:faroe:")
    for i in range(begun, len(LINE), 3):
        other = "x" if LINE[i] != "x" else "y"
        for text in (LINE[:i] + other + LINE[i + 1 :], LINE[:i] + LINE[i + 1 :], LINE[:i] + other + LINE[i:]):
            assert "opy the whole line again" in why(text) or "newer version" in why(text)
    assert "check digits" in why(LINE.replace("faroe", "fade2"))


def test_a_line_that_breaks_off_says_so() -> None:
    for n in range(len("fadenet-deck:faroe:"), len(LINE) - 1, 7):
        assert "breaks off" in why(LINE[:n])
    assert "No deck begins" in why("fadenet-deck:")


def made(game: str, body: bytes, version: int = sharing.VERSION) -> str:
    """A line with right check digits round any body."""
    data = bytes([version]) + len(body).to_bytes(2, "big") + body
    check = blake2b(game.encode() + b":" + data, digest_size=4).digest()
    return f"fadenet-deck:{game}:{base64.b32encode(data + check).decode().rstrip('=')}"


def test_a_line_of_another_form_or_another_card_set_is_told() -> None:
    assert "form 2" in why(made("faroe", b"\x01x\x00\x00", version=2))
    stranger = b"\x01x" + b"\x02" + b"abc\x01" + b"abd\x02" + b"\x00"
    assert "2 of its cards are not in the card set of faroe" in why(made("faroe", stranger))


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x01x",
        b"\x01x\x00",
        b"\x00\x00\x00",
        b"\x01x\x00\x00\x00",
        b"\x05x\x00\x00",
        b"\x01\n\x00\x00",
        b"\x01x\x09\x00",
    ],
)
def test_a_body_that_is_no_deck_is_refused(body: bytes) -> None:
    """given a line whose check digits are right, when its body lacks lists, has bytes left, or no name, then
    it is refused in a sentence."""
    assert "not a deck of this game" in why(made("faroe", body))


def deck_with(rules: Rules, *codes: int) -> Deck:
    return Deck("many", "", (codes, *((),) * (len(rules.deck_tables) - 1)))


def test_a_line_holds_so_many_copies_and_cards_and_no_more() -> None:
    most = deck_with(FAROE, *[1] * sharing.COPIES_MAX)
    assert same(read_line(deck_line(FAROE, most), games.load)[1], most)
    with pytest.raises(BadDeckText, match="more than 255"):
        deck_line(FAROE, deck_with(FAROE, *[1] * (sharing.COPIES_MAX + 1)))
    wide = deck_with(FAROE, *range(1, sharing.KINDS_MAX + 1))
    assert same(read_line(deck_line(FAROE, wide), games.load)[1], wide)
    with pytest.raises(BadDeckText, match="more than 255"):
        deck_line(FAROE, deck_with(FAROE, *range(1, sharing.KINDS_MAX + 2)))


def test_the_longest_line_fits_and_what_stands_behind_is_not_looked_at() -> None:
    codes = tuple(range(1, sharing.KINDS_MAX + 1))
    longest = deck_line(FAROE, Deck("\U0001f525" * NAME_MAX, "", (codes, codes)))
    begun = "fadenet-deck:faroe:"
    code = longest.removeprefix(begun)
    assert len(code) < sharing.LINE_CHARS_MAX
    blanks = " " * (sharing.LINE_CHARS_MAX - len(code))
    assert len(read_line(begun + blanks + code, games.load)[1].lists[1]) == len(codes)
    assert "breaks off" in why(f"{begun} {blanks}{code}")


def test_a_list_is_read_as_people_write_it() -> None:
    """given counts with and without x, names and slugs in any letters, comments, headings and none, then each
    card is in the list that it is said to be in, else where it belongs."""
    cards = "2 Comet Uppercut\n1x rising-kick\n3 x COMET UPPERCUT\nRookie Ace\n"
    text = f"# mine\nGame: faroe\nName: Sparks\n{cards}"
    rules, deck = read_list(text, games.load)
    slugs = [Counter(rules.cards[code].slug for code in codes) for codes in deck.lists]
    assert deck.name == "Sparks"
    assert slugs == [{"comet-uppercut": 5, "rising-kick": 1}, {"rookie-ace": 1}]
    text = "[Fighter Pool]\n1 Rising Kick\nDeck: 40 cards\n2 Rookie Ace (Fire; 1 TP): x"
    headed = read_list(text, games.load, "faroe")
    assert [[rules.cards[code].slug for code in codes] for codes in headed[1].lists] == [
        ["rookie-ace", "rookie-ace"],
        ["rising-kick"],
    ]


@pytest.mark.parametrize(
    "line",
    [
        "2 Comet Uppercut",
        "2\u00d7 Comet Uppercut",
        "x2 Comet Uppercut",
        "Comet Uppercut x2",
        "Comet Uppercut \u00d72",
        "Comet Uppercut (2)",
        "Comet Uppercut: 2",
        "- 2 Comet Uppercut",
        "\u2022 2x Comet Uppercut",
        "* Comet Uppercut x2",
        "2\u00a0Comet\u00a0Uppercut",
        "\uff12 \uff23\uff4f\uff4d\uff45\uff54 Uppercut",
        "2 Comet\u2011Uppercut",
        "2 Come\u200bt Uppercut\u200b",
        "2 Comet Uppercut (BASE) 137",
        "2 Comet Uppercut [BASE] *F*",
        "2 Comet Uppercut *F*",
        "2 Comet Uppercut #burn",
        '"2","Comet Uppercut","Base, first print"',
        "Comet Uppercut;Base;2",
        "2\tComet Uppercut\tfoil",
        "Name,Number in set,Count\nComet Uppercut,137,2",
        "Quantity;Card;Set\n2;Comet Uppercut;Base",
    ],
)
def test_a_card_is_found_by_its_letters_however_the_line_is_written(line: str) -> None:
    """given a line as chats, tables and other programs write it, then it is two of that card and no other."""
    rules, deck = read_list(f"\ufeffGame: faroe\n{line}\n", games.load)
    assert [[rules.cards[code].slug for code in codes] for codes in deck.lists] == [
        ["comet-uppercut"] * 2,
        [],
    ]


@pytest.mark.parametrize("name", ["Jin's Ambition", "Jin\u2019s Ambition", "jins ambition", "jin-s-ambition"])
def test_an_apostrophe_is_no_letter(name: str) -> None:
    rules, deck = read_list(f"3 {name}", games.load, "terrene")
    assert [rules.cards[code].slug for code in deck.lists[0]] == ["jin-s-ambition"] * 3


def test_every_name_is_read_in_any_spelling() -> None:
    """given each card of each game, when its name is written with bent apostrophes, hard spaces and stretched
    hyphens, or its slug, then a list has just that card."""
    bent = str.maketrans({"'": "\u2019", " ": "\u00a0", "-": "\u2013"})
    for game in games.NAMES:
        rules = games.load(game)
        bent_names = [card.name.translate(bent) for card in rules.cards[1:]]
        for names in (bent_names, [card.slug for card in rules.cards[1:]]):
            lines = [f"1 {name}" for name in names]
            deck = read_list("\n".join(lines), games.load, game)[1]
            assert sorted(code for codes in deck.lists for code in codes) == list(range(1, len(rules.cards)))


def test_all_faulty_lines_of_a_list_are_told_at_once() -> None:
    """given lines that name no card, and one with too many of one, then each is told, with its number; of
    many the first twenty."""
    said = why("2 Comet Upercut\n1 Rising Kick\nzzzz\n\n300 Rookie Ace\n1 qqqq", "faroe")
    assert re.findall("Line [0-9]+:", said) == ["Line 1:", "Line 3:", "Line 5:", "Line 6:"]
    said = why("\n".join(["1 zzzz"] * 30), "faroe")
    assert said.count("Line") == FAULTS_MAX and said.endswith("And 10 more such lines.")
    assert "at most 300 characters" in why("1 " + "x" * 300, "faroe")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2 Comet Upercut", "Line 1: faroe has no card 'Comet Upercut'; did you mean Comet Uppercut"),
        ("2 comet", "Comet Hitcher or Comet Uppercut"),
        ("2 zzzz", "no card 'zzzz'."),
        ("0 Rising Kick", "1 to 255 copies"),
        ("Deck\n", "There is no card"),
        ("Name: \n1 Rising Kick", "printable characters"),
        (f"Name: {'n' * (NAME_MAX + 1)}\n1 Rising Kick", "printable characters"),
        (f"Plan: {'n' * (PLAN_MAX + 1)}\n1 Rising Kick", "printable characters"),
        ("1 \x1b[2J", "no card"),
    ],
)
def test_a_bad_list_names_the_line_and_what_was_meant(text: str, words: str) -> None:
    assert words in why(text, "faroe")


def test_a_list_must_say_its_game() -> None:
    assert "Game: NAME" in why("1 Rising Kick")


def test_a_list_has_so_many_lines_characters_and_copies_and_no_more() -> None:
    full = "1 Rising Kick\n" + "\n" * (sharing.LIST_LINES_MAX - 1)
    assert read_list(full, games.load, "faroe")
    assert "1000 lines" in why(full + "\n", "faroe")
    long = "1 Rising Kick\n#" + "x" * (sharing.LIST_CHARS_MAX - 15)
    assert len(long) == sharing.LIST_CHARS_MAX and read_list(long, games.load, "faroe")
    assert "characters" in why(long + "x", "faroe")
    most = f"{sharing.COPIES_MAX - 1} Rising Kick\n1 Rising Kick\n"
    assert len(read_list(most, games.load, "faroe")[1].lists[0]) == sharing.COPIES_MAX
    assert "Line 3" in why(most + "1 Rising Kick", "faroe")


def test_all_faulty_lines_of_a_deck_file_are_told_at_once() -> None:
    """given a deck file with wrong lines in both its lists, then each is told, with what was meant."""
    lists = "[deck]\nrising-kik = 2\ncomet-uppercut = 0\n[pool]\nzzz = 1\nrookie-ace = 1\n"
    text = f'game = "faroe"\nname = "x"\n{lists}'
    with pytest.raises(LoadError) as refused:
        read_deck(FAROE, text, "x.toml")
    assert list(map(str, refused.value.faults)) == [
        "x.toml: deck.rising-kik: there is no such card (did you mean rising-kick?)",
        "x.toml: deck.comet-uppercut: the count is a whole number from 1 to 1000, not 0",
        "x.toml: pool.zzz: there is no such card",
    ]


def test_a_deck_file_says_what_it_said() -> None:
    """given a name and a plan with quotes and strokes in them, then they come back from the file."""
    deck = Deck('The "\\" of it', 'say "no"', SPARKS.lists)
    again = read_deck(FAROE, write_deck(FAROE, deck), "x.toml")
    assert same(again, deck) and again.plan == deck.plan
