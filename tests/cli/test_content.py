"""Decks, cards and rules from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fadenet import games
from fadenet.games import search
from fadenet.games.catalogue import catalogue_of
from fadenet.games.fade.language.printed import printed
from fadenet.games.fade.typed import FadeCard
from tests.cli.helpers import GAME, Cli, sentence

CARDS = [card for card in games.load(GAME).cards if isinstance(card, FadeCard)][1:]


def test_packaged_decks_are_listed_shown_and_legal(cli: Cli) -> None:
    assert cli("deck", "list", "--json") == 0
    decks = [deck["name"] for deck in json.loads(cli.out)["decks"]]
    assert len(decks) >= 2
    for name in decks:
        assert cli("deck", "show", name, "--json") == 0
        least = 30 if name in games.choices(GAME, "legend") else 40
        assert sum(json.loads(cli.out)["deck"].values()) >= least
        assert cli("deck", "check", name) == 0 and "legal" in cli.out


def test_a_new_deck_is_legal_and_the_same_for_a_seed(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    assert cli("deck", "new", GAME, path, "--seed", "4") == 0
    assert cli("deck", "check", path) == 0
    assert cli("deck", "new", "--seed", "4", GAME) == 0
    assert cli.out == path.read_text()
    assert cli("deck", "new", GAME, path) == 3 and "already" in sentence(cli.err)


def test_check_names_every_broken_rule_by_id(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('game = "faroe"\nname = "Bad"\n[deck]\nrising-kick = 9\n[pool]\nrookie-ace = 21\n')
    assert cli("deck", "check", path) == 3
    for rule in ("deck.size", "deck.pool-size", "deck.copies"):
        assert f"[{rule}]" in cli.out and rule in games.load(GAME).book.rules
    assert cli("play", GAME, "--auto", "--deck", path) == 3
    assert "fadenet deck check" in sentence(cli.err)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("not toml at all", 3, "TOML"),
        ('game = "chess"\nname = "x"\n', 3, "game"),
        ('game = "faroe"\nname = "x"\n[deck]\nno-such-card = 1\n', 3, "no-such-card"),
        (None, 4, "cinder-circuit"),
    ],
)
def test_a_bad_deck_file_names_the_place(
    cli: Cli, tmp_path: Path, text: str | None, code: int, words: str
) -> None:
    path = tmp_path / "d.toml"
    if text is not None:
        path.write_text(text)
    assert cli("deck", "check", path) == code
    assert words in sentence(cli.err)


@pytest.mark.parametrize("command", ["rules", "play", "host"])
def test_an_unknown_game_is_4_and_names_those_there_are(cli: Cli, command: str) -> None:
    assert cli(command, "chess") == 4
    assert GAME in sentence(cli.err)


def test_cards_of_an_unknown_game_are_usage_and_name_those_there_are(cli: Cli) -> None:
    assert cli("cards", "faroo", "t:item") == 2
    assert "prelude" in sentence(cli.err) and "did you mean faroe?" in cli.err


def query_of(*query: str) -> search.Query:
    parsed = search.parse(query, catalogue_of(games.load(GAME)))
    assert not parsed.ignored
    return parsed


def found(*query: str) -> set[str]:
    parsed = query_of(*query)
    return {card.slug for card in CARDS if parsed.fits(card)}


def test_filters_find_what_is_printed() -> None:
    for card in CARDS:
        p = printed(card)
        assert query_of(f"t:{p.types[0].lower()}", *(f"e:{e}" for e in p.elements), p.name).fits(card)
        if p.cost:
            assert query_of(f"cost={p.cost.split()[0]}").fits(card)
            assert not query_of(f"cost>{p.cost.split()[0]}").fits(card)


def test_a_negation_is_the_rest() -> None:
    every = {card.slug for card in CARDS}
    for query in ("t:skill", "cost<=2", "kw:charge", 'o:"gain 1 tp"', "kick"):
        assert found(f"-{query}") == found(f"!{query}") == every - found(query)
        assert found(query)


def test_quotes_hold_together_with_and_without_the_shell() -> None:
    assert found('o:"gain 1 tp"') == found("o:gain 1 tp") != set()
    assert found("t:skill e:fire") == found("t:skill") & found("e:fire")
    assert found("o:draw", "t:skill") == found("o:draw") & found("t:skill")


def listed(cli: Cli, *query: str) -> list[dict[str, Any]]:
    """The cards that a query finds, in its order."""
    assert cli("cards", *query, "--json") == 0
    cards: list[dict[str, Any]] = json.loads(cli.out)["cards"]
    return cards


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
def test_cards_are_sorted_by_whatever_a_game_prints(cli: Cli, game: str) -> None:
    """given a number of a game, then sort: puts the lowest first, -sort: the highest, equal ones by name; a
    card without it comes last."""
    for fact in catalogue_of(games.load(game)).numbers:
        for sign in (1, -1):
            query = f"{'-' * (sign < 0)}sort:{fact}"
            found = [
                (card[fact] is None, sign * (card[fact] or 0), card["name"])
                for card in listed(cli, game, query)
            ]
            assert found == sorted(found), query
    names = [card["name"] for card in listed(cli, game, "-sort:name")]
    assert names == sorted(names, reverse=True)


def test_cards_are_sorted_by_several_things_and_a_wrong_one_names_the_right_ones(cli: Cli) -> None:
    found = [
        (card["cost"], -card["hp"]) for card in listed(cli, GAME, "t:character", "sort:cost", "-sort:hp")
    ]
    assert found == sorted(found)
    assert cli("cards", GAME, "t:zone", "sort:zz") == 0
    assert "ignored: sort:zz" in cli.err and "name, cost, hp, plv, level" in cli.err


@pytest.mark.parametrize("token", ["zz:3", "cost<=two", "t<3", "e:", "cost:"])
def test_what_is_not_known_is_named_and_left_out(cli: Cli, token: str) -> None:
    assert cli("cards", GAME, "t:zone", token) == 0
    assert f"ignored: {token}" in cli.err
    whole = cli.out
    assert cli("cards", GAME, "t:zone") == 0 and cli.out == whole


def test_cards_as_text_json_and_none(cli: Cli) -> None:
    assert cli("cards", GAME, "borrowed", "face") == 0
    assert "Borrowed Face" in cli.out
    assert cli("cards", GAME, "-t:character", "-hp>3", "kw:mythical", "--json") == 0
    answer = json.loads(cli.out)
    assert answer["v"] == 1 and all("Mythical" in card["keywords"] for card in answer["cards"])
    assert cli("cards", GAME, "no such card") == 4 and "--help" in sentence(cli.err)


@pytest.mark.parametrize(
    ("argv", "meant"),
    [
        (("rules", GAME, "chian"), "'chian'; did you mean chain?"),
        (("rules", GAME, "damgae", "chain"), "did you mean damage chain?"),
        (("cards", GAME, "e:fire", "comte", "uppercut"), "did you mean comet uppercut?"),
        (("cards", GAME, "e:fire", "xyzzy"), "No card fits. Leave"),
    ],
)
def test_a_slip_in_what_is_looked_up_is_mended(cli: Cli, argv: tuple[str, ...], meant: str) -> None:
    """given words that no card and no rule has, then each is said as it was probably meant."""
    assert cli(*argv) == 4 and meant in sentence(cli.err)


def test_a_rule_by_id_by_words_and_all(cli: Cli) -> None:
    assert cli("rules", GAME, "keyword.orbital") == 0
    assert cli.out.startswith("[keyword.orbital]") and "Example:" in cli.out
    assert cli("rules", GAME, "fighter", "pool") == 0 and "setup." in cli.out
    assert cli("rules", GAME, "--json") == 0
    assert json.loads(cli.out)["rules"] == list(games.load(GAME).book.rules)
    assert cli("rules", GAME, "xyzzy") == 4 and "fadenet rules faroe" in sentence(cli.err)


@pytest.mark.parametrize("game", games.NAMES)
def test_what_help_says_of_a_games_cards_is_understood(game: str) -> None:
    """given the examples that a game gives, then its catalogue knows each key and each number."""
    catalogue = catalogue_of(games.load(game))
    examples = [word for line in games.GAMES[game].queries for word in line.split()]
    assert len(examples) > 5
    for word in examples:
        assert not search.parse([word], catalogue).ignored
        assert not word.isalpha() or word in catalogue.numbers


def test_terrenes_cards_are_found_by_what_they_print(cli: Cli) -> None:
    rules = games.load("terrene")

    def slugs(*query: str) -> set[str]:
        parsed = search.parse(query, catalogue_of(rules))
        assert not parsed.ignored
        return {card.slug for card in rules.cards[1:] if parsed.fits(card)}

    thieves, strong = slugs("c:thief"), slugs("atk>=20")
    assert "sammy-the-agile" in thieves
    assert "jin-the-ambitious" in strong
    assert slugs("c:thief", "atk>=20") == thieves & strong
    assert slugs("t:terrain") == slugs("actions>0")
    assert not slugs("t:terrain") & slugs("hp>0")
    assert cli("cards", "terrene", "jin", "the") == 0
    assert "1 SP, 2 LV, 30 HP, 20 ATK, 5 DEF" in cli.out
    assert "(Of this project: affiliation.)" in " ".join(cli.out.split())


def test_terrenes_decks_are_listed_and_legal(cli: Cli) -> None:
    assert cli("deck", "list", "terrene") == 0
    names = [line.split()[0] for line in cli.out.splitlines() if not line.startswith(" ")]
    assert names == ["gregory", "jin", "mr-white", "sk", "skylar", "zowie"]
    for name in names:
        assert cli("deck", "check", name, "--game", "terrene") == 0
