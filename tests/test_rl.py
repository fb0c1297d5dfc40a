"""Matches for programs that learn: PettingZoo's own conformance tests, rewards by side, nothing hidden."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from fadenet import games
from fadenet.engine.errors import WrongInput
from fadenet.rl import ACTIONS, MatchEnv, env, offered

ROOT = Path(__file__).resolve().parent.parent


def played(environment: MatchEnv, seed: int) -> dict[str, float]:
    """Play a match at random; the rewards by agent, as `last` gives them to each."""
    dice, found = Random(seed), {}
    environment.reset(seed)
    for agent in environment.agent_iter():
        _, reward, over, cut, info = environment.last(observe=False)
        assert not cut
        if over:
            found[agent] = reward
        else:
            assert reward == 0
        environment.step(None if over else dice.randrange(len(info["legal"])))
    return found


@pytest.mark.slow
def test_the_example_of_the_readme_plays_a_match() -> None:
    text = (ROOT / "fadenet" / "bots" / "README.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(import fadenet\.rl\n.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["environment"].match.over and not names["environment"].agents


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("game", games.NAMES)
def test_it_keeps_to_the_interface(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """given PettingZoo's tests of the interface and of seeds, then both pass, in a duel of each game."""
    api_test(env(game, seed=1, render_mode="ansi"), num_cycles=20)
    seed_test(lambda: env(game), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("game", "format", "options"),
    [
        ("faroe", "free-for-all", {}),
        ("terrene", "2v2", {}),
        ("faroe", "legend", {"legend": "vantarel-the-hollow-sun"}),
        pytest.param("prelude", "melee", {}, marks=pytest.mark.long),
        pytest.param("fade1", "teams", {}, marks=pytest.mark.long),
        pytest.param("fade2", "free-for-all", {}, marks=pytest.mark.long),
    ],
)
def test_other_formats_keep_to_it(game: str, format: str, options: dict[str, str]) -> None:
    api_test(env(game, format, (), 1, seats=None, render_mode=None, **options), num_cycles=20)


def test_what_it_says_fits_its_spaces() -> None:
    """given random play, then the agent that is asked has as many actions as answers, each with numbers, and
    no other agent has any."""
    environment, dice = env("faroe", "free-for-all", seats=3), Random(1)
    environment.reset(seed=1)
    assert environment.agents == ["p1", "p2", "p3"]
    for _ in range(60):
        for agent in environment.agents:
            seen, legal = environment.observe(agent), environment.infos[agent]["legal"]
            assert environment.observation_space(agent).contains(seen)
            assert seen["action_mask"].sum() == np.any(seen["answers"], axis=1).sum() == len(legal)
            assert bool(legal) == (agent == environment.agent_selection)
            assert legal == offered(environment.match.legal(agent))[: len(legal)]
        environment.step(dice.randrange(len(environment.infos[environment.agent_selection]["legal"])))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "format", "expected"), [("terrene", "2v2", {1, -1}), ("prelude", "duel", {0})]
)
def test_only_the_end_is_rewarded_and_by_side(game: str, format: str, expected: set[int]) -> None:
    """given random matches, then each side that has won has 1 a seat, the others -1, and in a draw, which
    players of prelude can agree on, all have 0."""
    environment, met = env(game, format), set[float]()
    for seed in range(10, 30):
        rewards, sides = played(environment, seed), environment.match.rules.sides
        assert environment.match.result is not None
        won = {sides[seat] for seat in environment.match.result.order[0]}
        best = 1 if len(won) == 1 else 0
        assert rewards == {f"p{i + 1}": best if sides[i] in won else -1 for i in range(len(rewards))}
        met |= {*rewards.values()}
        if expected <= met:
            return
    raise AssertionError(f"{expected} was not met in any of these matches")


def test_an_opponent_that_is_a_bot_has_its_action() -> None:
    """given a match in which p2 does as greedy advises, then its answer is one of the actions, to the end."""
    environment, dice = env("prelude"), Random(2)
    environment.reset(seed=2)
    for agent in environment.agent_iter():
        *_, over, _, info = environment.last(observe=False)
        own = agent == "p1"
        action = None
        if not over:
            legal = info["legal"]
            action = dice.randrange(len(legal)) if own else legal.index(environment.match.advice("greedy"))
        environment.step(action)
    assert environment.match.over


def test_a_seed_deals_the_same_matches_one_after_another() -> None:
    first, second = env("terrene", seed=7), env("terrene")
    first.reset()
    second.reset(seed=7)
    for _ in range(2):
        assert first.match.seed == second.match.seed
        first.reset()
        second.reset()
    assert first.match.seed != env("terrene", seed=8).match.seed


def test_an_answer_that_others_may_not_see_yet_is_in_nothing_they_observe() -> None:
    """given a throw that p1 has made, then p2 observes the same, whichever it was."""
    seen = []
    for action in (0, 1):
        environment = env("faroe")
        environment.reset(seed=1)
        environment.step(action)
        assert environment.agent_selection == "p2"
        seen.append(environment.last())
    for one, other in zip(seen[0][0].values(), seen[1][0].values(), strict=True):
        assert np.array_equal(one, other)
    assert seen[0][1:] == seen[1][1:]


def test_of_very_many_answers_some_are_offered_evenly() -> None:
    legal = [f"move {n}" for n in range(2_000)]
    found = offered(legal)
    assert len({*found}) == ACTIONS and found == sorted(found, key=legal.index)
    assert (found[0], found[-1]) == (legal[0], legal[-1])
    places = [*map(legal.index, found)]
    assert max(b - a for a, b in pairwise(places)) <= 4
    assert offered(legal[:ACTIONS]) == legal[:ACTIONS]


def test_what_is_wrong_is_said_and_changes_nothing() -> None:
    environment = env("faroe", seed=1)
    with pytest.raises(WrongInput, match=r"call reset\(\) first"):
        environment.step(0)
    environment.reset()
    before = environment.match.text()
    for action in (3, -1, None):
        with pytest.raises(WrongInput, match="an action is from 0 to 2 here"):
            environment.step(action)
    assert environment.match.text() == before and environment.agent_selection == "p1"
    with pytest.raises(WrongInput, match='render_mode is "ansi" or None'):
        env("faroe", render_mode="human")
    with pytest.raises(WrongInput, match="there is no game 'chess'"):
        env("chess")


def test_the_table_is_shown_when_it_is_wanted() -> None:
    environment = env("terrene", seed=1, render_mode="ansi")
    environment.reset()
    assert environment.render() == str(environment.match)
    assert env("terrene").render() is None


def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "fadenet.rl")
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ImportError, match=r'pip install "fadenet\[rl\]"'):
        importlib.import_module("fadenet.rl")


def test_nothing_else_loads_what_the_extra_brings() -> None:
    code = "import sys, fadenet.cli, fadenet.match, fadenet.bots.features; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
