"""The text of `protocol/PLAY.md`, held against the games: hashes of cards and rules, states, whole matches.

The other side of each comparison is read off the text: `tomllib` and `hashlib`, the second checker.
"""

from __future__ import annotations

import contextlib
import json
import re
import tomllib
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import check_match
import pytest
from checker.cbor import Bad
from checker.position import SIZES, Sizes, StateAtRest
from hypothesis import given
from hypothesis import strategies as st

import protocol
from fadenet import games
from fadenet.engine import kernel, needs, notation, position
from fadenet.engine.digest import digest
from fadenet.engine.position import head_of
from fadenet.engine.rules import rules_of
from fadenet.engine.state import NEED_WORDS, State

FOLDER = Path(protocol.__file__).parent
TEXT = (FOLDER / "PLAY.md").read_text()
PACKAGES = Path(games.__file__).parent


@cache
def load(name: str) -> Any:
    return json.loads((FOLDER / "vectors" / f"{name}.json").read_text())


def rows_of(heading: str) -> dict[str, list[str]]:
    """The table of `PLAY.md` whose head begins so: by game the other columns."""
    lines = TEXT[TEXT.index(f"| game | {heading}") :].split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0]: row[1:] for row in cells}


def written(value: Any) -> str:
    """WIRE.md, "Rules and cards"."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{written(key)}:{written(value[key])}" for key in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(written, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)


@pytest.mark.parametrize("game", games.NAMES)
def test_the_files_that_are_named_make_the_card_set(game: str) -> None:
    # given the tables of the folders that the text names
    tables: dict[str, Any] = {}
    for folder in re.findall(r"`(.+?)`", rows_of("folders")[game][0]):
        for path in (PACKAGES / folder).glob("*.toml"):
            for slug, table in tomllib.loads(path.read_text()).get("card", {}).items():
                printed = table.pop("in", {game: {}})
                if game in printed:
                    both = {
                        key: table[key] + printed[game][key] for key in table.keys() & printed[game].keys()
                    }
                    tables[slug] = table | printed[game] | both
    # then
    rules = games.load(game)
    assert [card.slug for card in rules.cards[1:]] == sorted(tables)
    text = written([[slug, tables[slug]] for slug in sorted(tables)])
    made = blake2b(text.encode(), digest_size=32, person=b"fn1/cards".ljust(16, b"\0")).hexdigest()
    assert made == rules.card_hash.hex() == load("numbers")[game]["cards"]


@pytest.mark.parametrize("game", games.NAMES)
def test_the_text_tells_the_sizes_of_a_state(game: str) -> None:
    zones, decks, numbers, scalars = rows_of("zones")[game]
    found = load("numbers")[game]
    assert int(zones) == len(found["zones"])
    assert (int(numbers), int(scalars)) == (found["numbers"], found["scalars"])
    assert [int(n) for n in re.findall(r"\d+", decks)] == found["decks"]
    assert SIZES[game] == Sizes(found["numbers"], found["scalars"], tuple(found["decks"]))


@pytest.mark.slow
def test_the_second_checker_computes_the_digest_of_every_position() -> None:
    rows = load("positions")["positions"]
    assert {head_of(row["position"]).game for row in rows} == set(games.NAMES)
    for row in rows:
        head = head_of(row["position"])
        rules = games.load(head.game, head.format, **head.options)
        assert digest(position.load(rules, row["position"])).hex() == row["digest"]
        assert StateAtRest(row["position"]).digest.hex() == row["digest"]


@pytest.mark.parametrize("game", games.NAMES)
def test_a_whole_match_goes_from_digest_to_digest(game: str) -> None:
    # given the rests of the vector and nothing else
    told = load(f"played-{game}")
    rules = games.load(told["game"], told["format"])
    s = kernel.setup(rules, 2, [])
    for row in told["rests"]:
        assert digest(s).hex().startswith(row["state"])
        if "needs" in row:
            assert [[NEED_WORDS[w.kind], w.who, w.deck, w.n, [*w.items]] for w in s.needs] == row["needs"]
            needs.supply(s, list(map(rows_in, row["values"])))
        else:
            decide(s, row)
    assert [list(s.over[0]), s.over[1]] == [told["places"], told["rule"]]


def decide(s: State, row: dict[str, Any]) -> None:
    """The text of a row is canonical, and legal with what it opens and claims; so is `concede`."""
    rules, seat = rules_of(s), row["seat"]
    move = notation.parse_move(s, seat, row["move"])
    assert notation.format_move(s, seat, move) == row["move"]
    vouched = rules.moves.vouched(s, move)
    assert row.get("claims", []) == ([[vouched, [move[1]]]] if vouched else [])
    given_up = notation.parse_move(s, seat, "concede")
    assert kernel.check(s, seat, given_up) is None and notation.format_move(s, seat, given_up) == "concede"
    kernel.apply(s, seat, move, [(h, code) for h, code in row.get("opens", ())], row.get("standing"))


def rows_in(value: Any) -> Any:
    """Lists of JSON as the rows of the engine."""
    return tuple(map(rows_in, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("game", games.NAMES)
def test_first_pools_take_their_decks_in_the_order_that_the_text_tells(game: str) -> None:
    told = load(f"played-{game}")
    decks = [w[2] for w in told["rests"][0]["needs"]]
    per = len(load("numbers")[game]["decks"])
    family = game in ("fade1", "fade2", "faroe")
    assert decks == sorted(range(2 * per), key=lambda deck: (deck % per, deck) if family else deck)
    assert told["rests"][0]["values"] == [len(told["decks"][deck]) for deck in decks]


# The second checker reads lines from anybody.


def lines() -> list[str]:
    return [row["position"] for row in load("positions")["positions"]]


def checked(line: str) -> str:
    """The line with a check that fits."""
    text = line.rpartition(" #")[0]
    return f"{text} #{blake2b(text.encode(), digest_size=4).hexdigest()}"


@given(st.data())
def test_a_damaged_position_is_refused_and_never_worse(data: st.DataObject) -> None:
    line = data.draw(st.sampled_from(lines()))
    at = data.draw(st.integers(0, len(line) - 1))
    put = data.draw(st.text("()*:,_=0123456789 |#-ax\xff", max_size=4))
    damaged = line[:at] + put + line[at + data.draw(st.integers(0, 3)) :]
    with contextlib.suppress(Bad):
        StateAtRest(damaged)
    with contextlib.suppress(Bad):
        StateAtRest(checked(damaged))


@pytest.mark.parametrize(
    "field",
    [
        "vars=0*999999999",
        "vars=0:99999999999",
        "frames=(((((((((1)))))))))",
        "frames=((((0*9999)*9999)*9999)*9999)",
        "vars=1,(",
        "vars=_:4",
        "handles=_",
        "handles=99999999999999",
        "kids=(1,999999)",
    ],
)
def test_what_would_take_too_much_is_refused(field: str) -> None:
    handles = "" if field.startswith("handles") else "handles=9 "
    with pytest.raises(Bad):
        StateAtRest(checked(f"fnp1 faroe duel 2 {'0' * 16} {'0' * 16} {handles}clock=0,1,0,7 {field} #"))


def test_the_script_prints_the_digest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = load("positions")["positions"][0]
    path = tmp_path / "there.txt"
    path.write_text(row["position"] + "\n")
    assert check_match.main([str(path)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "game fade1",
        "format duel",
        "seats 2",
        f"digest {row['digest']}",
    ]
    path.write_text(row["position"][:-1])
    assert check_match.main([str(path)]) == 3
    assert "check does not fit" in capsys.readouterr().out
