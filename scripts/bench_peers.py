"""How many decisions a second other pure Python game libraries make, and how many times that fadenet makes.

    python3 scripts/bench_peers.py [--games N] [--rounds N] [--peers-only]

The peers are installed, at the versions named here, in an environment of their own, `.venv-peers`. Everybody
plays whole games of random legal moves, each peer alone in a process of its own, in CPU time. A decision is
one whole action of a player who had two or more options; an action without a choice is played, not counted. A
peer's figure is the median of its rounds; fadenet's come from `scripts/bench.py --json`, which prints one
object, decisions per second by game.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import environment
from environment import ROOT, RUNTIME_LOCK, SetupFailed, say

PEERS = {"dgisim": "dgisim==0.5.0", "chess": "chess==1.11.2"}
FOLDER = ROOT / ".venv-peers"


def main(arguments: list[str]) -> int:
    """Set up, measure and print; the exit code is 2 when an environment cannot be made."""
    parser = argparse.ArgumentParser(description="Compare decisions per second with other game libraries.")
    parser.add_argument("--games", type=int, default=20, help="games a round (default: 20)")
    parser.add_argument("--rounds", type=int, default=2, help="rounds (default: 2)")
    parser.add_argument("--peers-only", action="store_true", help="leave fadenet's own benchmark out")
    parser.add_argument("--play", choices=PEERS, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.play:
        print(json.dumps(play(PLAYERS[options.play], options.games, options.rounds)))
        return 0
    try:
        peers_python = peers_environment()
        own_python = None if options.peers_only else environment.ready(RUNTIME_LOCK)
    except SetupFailed as failure:
        say(str(failure))
        return 2
    length = ["--games", str(options.games), "--rounds", str(options.rounds)]
    figures = {name: measured([str(peers_python), __file__, "--play", name, *length]) for name in PEERS}
    for name, figure in figures.items():
        rate, each, share = figure["decisions_per_s"], figure["decisions_per_game"], figure["unforced"]
        print(
            f"{PEERS[name]:<16} {rate:>10,.0f} decisions/s  {each:>5,.0f} a game, {share:.0%} of all actions"
        )
    if own_python:
        for game, rate in measured([str(own_python), str(ROOT / "scripts" / "bench.py"), "--json"]).items():
            ratios = "  ".join(
                f"{rate / figure['decisions_per_s']:.2f} x {name}" for name, figure in figures.items()
            )
            print(f"{'fadenet ' + game:<16} {rate:>10,.0f} decisions/s  {ratios}")
    return 0


def peers_environment() -> Path:
    """The Python of an environment that holds the peers; made anew when their versions have changed."""
    python, stamp = environment.python_of(FOLDER), FOLDER / "peers.json"
    if python.exists() and stamp.exists() and json.loads(stamp.read_text()) == PEERS:
        return python
    say(f"setting up {FOLDER} with {', '.join(PEERS.values())}")
    environment.create(FOLDER)
    command = [str(python), "-m", "pip", "install", "--quiet", "--no-input", *PEERS.values()]
    if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode:
        raise SetupFailed(
            "pip could not install the peers (its words are above); is a package index in reach?"
        )
    stamp.write_text(json.dumps(PEERS))
    return python


def measured(command: list[str]) -> dict[str, float]:
    """The JSON object that a benchmark prints."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True, text=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def play(player: Callable[[], tuple[int, int]], games: int, rounds: int) -> dict[str, float]:
    """Play rounds of games; the median rate of decisions a CPU second, and the mean counts."""
    rates, all_actions, all_decisions = [], 0, 0
    random.seed(0)
    player()
    for turn in range(rounds):
        decisions, started = 0, time.process_time()
        for game in range(games):
            random.seed(1_000 * turn + game)
            chosen, actions = player()
            decisions += chosen
            all_actions += actions
        rates.append(decisions / (time.process_time() - started))
        all_decisions += decisions
    return {
        "decisions_per_s": statistics.median(rates),
        "decisions_per_game": all_decisions / (games * rounds),
        "unforced": all_decisions / all_actions,
    }


def play_chess() -> tuple[int, int]:
    """One random game of chess to its end: (moves chosen among two or more, all moves)."""
    import chess

    board, decisions, actions = chess.Board(), 0, 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        decisions += len(moves) > 1
        actions += 1
        board.push(random.choice(moves))
    return decisions, actions


def play_dgisim() -> tuple[int, int]:
    """One random game of dgisim by its own random agent: (actions with a choice, all actions).

    The agent builds an action step by step; a step that offers two or more actions or targets, or cards to
    choose from, makes the whole action a decision. Which dice pay the library selects: that is no choice.
    """
    from dgisim import ActionGenerator, GameState
    from dgisim.agents import RandomAgent

    offered = ActionGenerator.choices
    chose = False

    def watched(generator: ActionGenerator) -> object:
        nonlocal chose
        choices = offered(generator)
        if isinstance(choices, tuple):
            chose = chose or len(choices) > 1
        elif hasattr(choices, "num_cards"):
            chose = chose or choices.num_cards() > 0
        return choices

    state, agent, decisions, actions = GameState.from_default(), RandomAgent(), 0, 0
    ActionGenerator.choices = watched
    while not state.game_end():
        seat = state.waiting_for()
        if seat is None:
            state = state.step()
            continue
        chose = False
        action = agent.choose_action([state], seat)
        decisions += chose
        actions += 1
        state = state.action_step(seat, action)
    ActionGenerator.choices = offered
    return decisions, actions


PLAYERS = {"dgisim": play_dgisim, "chess": play_chess}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
