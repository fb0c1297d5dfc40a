"""Settings, once for all: the file, the variables, the options over both, and `fadenet config`."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from fadenet.cli.frame import settings
from fadenet.cli.frame.parser import TableTime
from fadenet.cli.frame.settings import (
    FILE,
    FILE_BYTES,
    KEYS,
    LIST_MAX,
    TEXT_CHARS,
    BadSetting,
    Settings,
    change,
    load,
    save,
)
from tests.cli.helpers import ROOT, Cli, sentence

NOTED = """# mine
plain = true   # no screen here
"color" = 'never'

[deck]
# for the league
faroe = "cinder-circuit"
"""

ALL: dict[str, tuple[str, object]] = {
    "plain": ("true", True),
    "color": ("never", "never"),
    "ascii": ("yes", True),
    "name": ("ana", "ana"),
    "clock": ("900+10", TableTime(900, 10)),
    "level": ("hard", "hard"),
    "hint": ("rollout:worlds=2", "rollout:worlds=2"),
    "pace": ("turn", "turn"),
    "confirm": ("off", False),
    "bell": ("false", False),
    "title": ("no", False),
    "notice": ("osc777", "osc777"),
    "copy": ("off", False),
    "hook.turn": ("notify-send {text}", "notify-send {text}"),
    "board": ("a line, another", ("a line", "another")),
    "strangers": ("true", True),
    "stops": ("gap on, phase off", ("gap on", "phase off")),
}


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    """given nothing in the environment but what a test puts there."""
    for key in KEYS:
        monkeypatch.delenv(settings.variable(key), raising=False)


def written(home: Path, text: str) -> Path:
    home.mkdir(mode=0o700, exist_ok=True)
    (home / FILE).write_text(text, "utf-8")
    return home / FILE


def test_every_key_is_read_from_the_file_and_from_its_variable(tmp_path: Path) -> None:
    assert {key for key in KEYS if not key.startswith(settings.DECK)} == set(ALL)
    for key, (text, value) in ALL.items():
        home = tmp_path / key
        name = key.replace(".", "_")
        assert getattr(load(home, {settings.variable(key): text}), name) == value
        change(home, {key: text})
        assert getattr(load(home, {}), name) == value != getattr(Settings(), name)
    assert load(tmp_path, {"FADENET_DECK_FAROE": "x.toml"}).decks == {"faroe": "x.toml"}


def test_a_variable_counts_more_than_the_file(tmp_path: Path) -> None:
    change(tmp_path, {"level": "easy", "color": "never"})
    found = load(tmp_path, {"FADENET_LEVEL": "hard", "FADENET_COLOR": "", "FADENET_HOME": "elsewhere"})
    assert (found.level, found.color) == ("hard", "never")


def test_a_change_leaves_all_other_lines_as_they_were(tmp_path: Path) -> None:
    """given a file with notes, when values are set and taken out, then every other line stays."""
    path = written(tmp_path, NOTED)
    change(tmp_path, {"color": "always", "bell": False, "deck.faroe": "tide-table", "deck.terrene": "x"})
    assert path.read_text() == (
        '# mine\nplain = true   # no screen here\n"color" = "always"\nbell = false\n\n'
        '[deck]\n# for the league\nfaroe = "tide-table"\nterrene = "x"\n'
    )
    change(tmp_path, {"color": None, "bell": None, "deck.terrene": None, "deck.faroe": None})
    assert path.read_text() == "# mine\nplain = true   # no screen here\n\n[deck]\n# for the league\n"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ('deck.faroe = "x"\n', 'deck.faroe = "y"\nboard = ["b"]\n'),
        ('board = [\n  "a",\n]  # ours\n', 'board = ["b"]  # ours\n\n[deck]\nfaroe = "y"\n'),
        ('[ "deck" ]\nfaroe = "x"\n', 'board = ["b"]\n\n[ "deck" ]\nfaroe = "y"\n'),
        ('deck = {faroe = "x", prelude = "z"}\n', 'deck = {faroe = "y", prelude = "z"}\nboard = ["b"]\n'),
    ],
)
def test_a_key_is_changed_however_it_is_written(tmp_path: Path, text: str, after: str) -> None:
    """given dotted keys, lists of several lines, quoted and inline tables, then what is set changes there."""
    path = written(tmp_path, text)
    change(tmp_path, {"deck.faroe": "y", "board": "b"})
    assert path.read_text() == after


def test_a_file_that_cannot_hold_a_setting_is_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path, "deck = 3\n")
    with pytest.raises(BadSetting, match="Change it in an editor"):
        change(tmp_path, {"deck.faroe": "y"})
    assert path.read_text() == "deck = 3\n"


def test_only_what_was_changed_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """given a variable, when another setting is saved, then the file holds that one alone."""
    monkeypatch.setenv("FADENET_PLAIN", "1")
    save(tmp_path, replace(load(tmp_path), pace="turn", stops=("gap on",)))
    assert settings.read_file(tmp_path) == {"pace": "turn", "stops": ("gap on",)}
    save(tmp_path, replace(load(tmp_path), stops=()))
    assert settings.read_file(tmp_path) == {"pace": "turn"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("colour = 1", "There is no setting 'colour'; did you mean color?"),
        ("[deck]\nwhist = 'x'", "There is no setting 'deck.whist'"),
        ("plain = 3", "plain is '3', but must be true or false"),
        ("clock = '600'", "clock is '600', but must be seconds as 600+5"),
        ("level = 'mad'", "level is 'mad', but must be one of easy, normal, hard"),
        ("name = '-a'", "name is '-a', but must be a name"),
        ("stops = ['gap maybe']", "stops is \"['gap maybe']\", but must be a list such as"),
        ("board = [1]", "board is '[1]', but must be a text"),
        (f"board = ['{'x' * (TEXT_CHARS + 1)}']", "must be a text of 1 to 1000"),
        ("plain = tru", "is not TOML: "),
        ("#" * (FILE_BYTES + 1), "is larger than"),
        ("plain = true\n\0", "is not TOML: "),
    ],
)
def test_what_makes_no_sense_is_named_with_its_file(cli: Cli, text: str, said: str) -> None:
    """given such a file, then a command says what is wrong and where, and the file stays as it is."""
    path = written(cli.home, text)
    assert cli("cards", "faroe", "t:item") == 3
    told = sentence(cli.err)
    assert said in told and str(path) in told and path.read_text() == text
    assert cli("help") == 0 and cli("config", "path") == 0 and cli("version") == 0
    assert cli("doctor") == 3 and f"WRONG settings       {told}" in cli.out


def test_a_list_has_so_many_texts_and_no_more(tmp_path: Path) -> None:
    change(tmp_path, {"board": [f"line {n}" for n in range(LIST_MAX)]})
    assert len(load(tmp_path, {}).board) == LIST_MAX
    with pytest.raises(BadSetting, match=f"a list of at most {LIST_MAX} texts"):
        change(tmp_path, {"board": ["x"] * (LIST_MAX + 1)})


def test_the_longest_text_and_the_largest_file_are_taken(tmp_path: Path) -> None:
    longest = "x" * TEXT_CHARS
    text = f"board = ['{longest}']\n"
    written(tmp_path, text + "#" * (FILE_BYTES - len(text)))
    assert load(tmp_path, {}).board == (longest,)


def test_a_wrong_variable_is_named(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FADENET_COLOR", "pink")
    assert cli("cards", "faroe", "t:item") == 3
    assert "FADENET_COLOR: color is 'pink', but must be one of auto, always, never" in sentence(cli.err)


def test_config_sets_gets_lists_and_unsets(cli: Cli) -> None:
    assert cli("config", "path") == 0 and cli.out == f"{cli.home / FILE}\n"
    assert cli("config", "get", "deck.faroe") == 4
    assert cli("config", "set", "deck.faroe", "cinder-circuit") == 0
    assert cli("config", "set", "stops", "gap", "on,", "answer", "mine") == 0
    assert cli("config", "get", "stops") == 0 and cli.out == "gap on, answer mine\n"
    assert cli("config", "get", "deck.faroe", "--json") == 0
    assert json.loads(cli.out) == {"v": 1, "key": "deck.faroe", "value": "cinder-circuit"}
    assert cli("config", "list") == 0
    assert "[config.toml]" in next(line for line in cli.out.splitlines() if line.startswith("deck.faroe"))
    assert max(map(len, cli.out.splitlines())) <= 80
    assert cli("config", "unset", "deck.faroe") == 0 and cli("config", "unset", "deck.faroe") == 4
    assert settings.raw(cli.home) == {"stops": ["gap on", "answer mine"]}


def test_a_deck_that_is_set_is_there_from_everywhere(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """given a deck by its title, by a file of this folder, and one that there is not, then its name is kept,
    the place of the file, and nothing."""
    assert cli("deck", "new", "faroe", "My Sparks") == 0
    assert cli("config", "set", "deck.faroe", "My", "Sparks") == 0
    assert settings.raw(cli.home) == {"deck.faroe": "my-sparks"}
    assert cli("config", "set", "deck.faroe", "nosuch") == 4 and "There is no deck 'nosuch'" in cli.err
    assert settings.raw(cli.home) == {"deck.faroe": "my-sparks"}
    monkeypatch.chdir(tmp_path)
    assert cli("deck", "new", "faroe", "mine.toml") == 0
    assert cli("config", "set", "deck.faroe", "mine.toml") == 0
    assert settings.raw(cli.home) == {"deck.faroe": str(tmp_path / "mine.toml")}


def test_config_can_mend_what_it_names(cli: Cli) -> None:
    """given a file with an unknown key and a bad value, then both can be put right with config alone."""
    written(cli.home, "colour = 1\nplain = 3\n")
    assert cli("config", "list") == 3 and "colour" in sentence(cli.err)
    assert cli("config", "unset", "colour") == 0 and cli("config", "set", "plain", "on") == 0
    assert cli("config", "get", "plain") == 0 and cli.out == "true\n"


@pytest.mark.parametrize(
    ("argv", "code", "said"),
    [
        (("set", "colour", "always"), 3, "There is no setting 'colour'; did you mean color?"),
        (("set", "color", "pink"), 3, "color is 'pink', but must be one of auto, always, never."),
        (("get", "pase"), 4, "There is no setting 'pase'; did you mean pace?"),
        (("unset", "pase"), 4, "does not set 'pase'; did you mean pace?"),
    ],
)
def test_config_names_what_it_does_not_know(cli: Cli, argv: tuple[str, ...], code: int, said: str) -> None:
    assert cli("config", *argv) == code
    assert said in sentence(cli.err) and not (cli.home / FILE).exists()


def test_config_says_when_a_variable_counts_instead(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FADENET_LEVEL", "hard")
    assert cli("config", "set", "level", "easy") == 0
    assert "As long as FADENET_LEVEL is set" in cli.err
    assert cli("config", "get", "level") == 0 and cli.out == "hard\n"


def test_an_option_counts_more_than_what_is_set(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """given a deck that is set, then a match is played with it, unless the command names another."""
    own = cli.home / "own.toml"
    written(cli.home, f"[deck]\nprelude = '{own}'\n")
    packaged = (ROOT / "fadenet/games/prelude/decks/tide-and-dawn.toml").read_text("utf-8")
    own.write_text(packaged.replace('name = "', 'name = "My Own '), "utf-8")
    play = ("play", "prelude", "--auto", "--seed", "1", "--bot", "random", "--json")
    assert cli(*play) == 0 and json.loads(cli.out)["decks"][0].startswith("My Own ")
    assert cli(*play, "--deck", "axe-and-ember") == 0
    assert "My Own" not in cli.out
    monkeypatch.setenv("FADENET_DECK_PRELUDE", "nothing")
    assert cli(*play[:-1]) == 4 and "There is no deck 'nothing'" in sentence(cli.err)


def test_the_name_that_is_set_is_who_plays(cli: Cli) -> None:
    cli("config", "set", "name", "Zoe")
    assert cli("play", "prelude", "--seed", "1", "--bot", "random", "--auto", "--json") == 0
    assert cli("key", "new", "other") == 0
    assert cli("key", "show") == 4 and "Zoe" in cli.err
