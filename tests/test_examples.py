"""The examples run as they stand, print what they are about, and the README leads to each of them."""

from __future__ import annotations

import re
import runpy
import sys
from pathlib import Path

import pytest

from fadenet import Match, games
from fadenet.bots import make
from fadenet.bots.fnbot.trying import tried
from fadenet.bots.random_ import RandomBot
from fadenet.engine.errors import WrongInput
from tests.examples import learning
from tests.node.test_verify import memory_match

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "tests" / "examples"


def printed(name: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines that an example prints."""
    runpy.run_path(str(FOLDER / name), run_name="__main__")
    return capsys.readouterr().out.splitlines()


def test_the_readme_leads_to_every_example() -> None:
    linked = re.findall(r"\(tests/examples/(\w+\.py)\)", (ROOT / "README.md").read_text("utf-8"))
    assert sorted(linked) == sorted(path.name for path in FOLDER.glob("*.py"))


@pytest.mark.slow
def test_a_bot_of_ones_own_plays_and_its_wins_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    *matches, sum_up = printed("bot.py", capsys)
    ends = [re.fullmatch(r"match (\d): (.+) wins in turn \d+ by win\.\S+", line) for line in matches]
    assert [end and int(end[1]) for end in ends] == [*range(1, 9)]
    wins = sum(end is not None and end[2] == "the brawler" for end in ends)
    assert wins and sum_up == f"the brawler has won {wins} of 8 matches"


@pytest.mark.slow
def test_a_bot_that_searches_wins_its_match(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = printed("rollout.py", capsys)
    assert re.fullmatch(r"the thinker wins in turn \d+ by format\.\S+", line)


@pytest.mark.slow
def test_a_policy_learns_and_is_a_bot_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """given a generation of few policies, then what has come of it is written, and plays as a bot; given no
    such file, then that is said."""
    for name, n in (("POPULATION", 4), ("ELITE", 2), ("MATCHES", 1)):
        monkeypatch.setattr(learning, name, n)
    path = tmp_path / "policy.json"
    monkeypatch.setattr(sys, "argv", ["learning.py", str(path), "0"])
    learning.main()
    generation, sum_up = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"generation 1: [+-]\d\.\d\d on average, [+-]\d\.\d\d the best", generation)
    assert re.fullmatch(r"\d+% of 4 matches against random", sum_up)
    name = f"tests.examples.learning:Learnt:weights={path}"
    match = Match.new("prelude", seed=1)
    for _ in range(30):
        match.play(match.advice(name if match.asked[0] == "p1" else "easy"))
    with pytest.raises(WrongInput, match="weights names a file that this program has written"):
        make(f"tests.examples.learning:Learnt:weights={tmp_path / 'none.json'}")


@pytest.mark.long
def test_five_minutes_of_learning_beat_random(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """given four minutes of a processor to learn, and the fifth to be judged, then the policy takes two of
    three points from random moves. (A test of more than five is taken for hung.)"""
    monkeypatch.setattr(sys, "argv", ["learning.py", str(tmp_path / "policy.json"), "240"])
    learning.main()
    sum_up = capsys.readouterr().out.splitlines()[-1]
    share = re.fullmatch(r"(\d+)% of 200 matches against random", sum_up)
    assert share is not None and int(share[1]) >= 67


@pytest.mark.slow
def test_a_notebook_plays_looks_ahead_and_keeps_a_record(capsys: pytest.CaptureFixture[str]) -> None:
    """given its cells, then the throws are told, some moves lead to something, and the match has an end."""
    lines = printed("notebook.py", capsys)
    assert {"p1 throws Rock", "p2 throws Scissors"} < set(lines)
    ahead = lines[lines.index("asked: p2") + 1 : -1]
    assert len(ahead) >= 4 and all(re.match(r"[a-z]+( \S+)*: ", line) for line in ahead)
    assert any("; p2 plays " in line for line in ahead)
    assert re.fullmatch(r"p\d>p\d win\.\S+ after \d+ turns; a record of \d{3,} lines", lines[-1])


def test_a_card_of_ones_own_is_read_and_resolves(capsys: pytest.CaptureFixture[str]) -> None:
    text, *told = printed("new_card.py", capsys)
    assert text.startswith("Ember Bell: Deal 2 damage to an enemy Character, then, if you have 2")
    assert told[0].endswith("Ember Bell resolves") and any(line.endswith("takes 2 damage") for line in told)


@pytest.mark.slow
def test_a_match_file_is_read_and_a_changed_one_proves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """given the file of a match that a seat has conceded, then its players, events and places are printed;
    given the same with one bit changed, then no places, and the exit code is 1."""
    path = tmp_path / "some.match"
    path.write_bytes(b"".join(memory_match(turns=2, seed=1)))
    monkeypatch.setattr(sys, "argv", ["read_match.py", str(path)])
    with pytest.raises(SystemExit) as ended:
        printed("read_match.py", capsys)
    lines = capsys.readouterr().out.splitlines()
    assert ended.value.code == 0
    assert [line[:6] for line in lines[-4:-2]] == ["p1 is ", "p2 is "]
    places = "(1, 2)" if "turn 2: p2 has lost" in lines else "(2, 1)"
    assert "turn 2: Starting Phase" in lines and lines[-2:] == [
        "faroe, duel: valid, every check holds",
        f"places by seat: {places}, by the rule format.leaving",
    ]
    changed = bytearray(path.read_bytes())
    changed[len(changed) // 2] ^= 1
    path.write_bytes(changed)
    with pytest.raises(SystemExit) as ended:
        printed("read_match.py", capsys)
    assert ended.value.code == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("faroe, duel: invalid, ")


def test_the_first_program_is_the_one_that_is_shown() -> None:
    """given the first bot in any language, then the specification and the page for authors show all of it."""
    text = (FOLDER / "dice.py").read_text("utf-8")
    for path in ("protocol/FNBOT.md", "fadenet/bots/README.md"):
        assert f"```python\n{text}```\n" in (ROOT / path).read_text("utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "called"), [("dice.py", "Dice"), ("looker.py", "Looker")])
@pytest.mark.parametrize("game", ["prelude", "terrene"])
def test_a_program_plays_a_match_and_does_nothing_wrong(name: str, called: str, game: str) -> None:
    """given an example that speaks fnbot, when it is tried, then it ends its match without a mistake, under
    its name."""
    said: list[str] = []
    command = f"{sys.executable} -S -E {FOLDER / name}"
    trial = tried(command, {}, games.load(game), RandomBot(), 1, said.append)
    assert (trial.failed, trial.wrong) == (False, []) and len(trial.answers_s) > 10
    assert f"< name {called}" in said
    assert (name == "dice.py") or any(re.fullmatch(r"< info \d+ \d+ places, .*", line) for line in said)


def test_one_that_looks_attacks_the_weakest() -> None:
    """given a view with two cards that can be attacked, then the attack on the weaker one is worth more, and
    ending the turn less than anything else."""
    looker = runpy.run_path(str(FOLDER / "looker.py"), run_name="looker")
    zone = {"count": 2, "cards": [{"at": f"p2.c{n}", "figures": {"HP": hp}} for n, hp in ((1, 9), (2, 4))]}
    there = looker["lives"]({"seats": [{"seat": "p2", "figures": {"HP": 30}, "zones": {"Party": zone}}]})
    assert there == {"p2": 30, "p2.c1": 9, "p2.c2": 4}
    best = sorted(
        ["attack c1 p2.c1", "attack c1 p2.c2", "end", "play h1"], key=lambda m: looker["worth"](m, there)
    )
    assert best == ["end", "play h1", "attack c1 p2.c1", "attack c1 p2.c2"]
