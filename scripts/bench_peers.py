"""How many decisions a second other game libraries make, and how many times that fadenet makes.

    python3 scripts/bench_peers.py [--games N] [--rounds N] [--peers-only | --wheel FILE]

The peers are installed, at the versions named here, in an environment of their own, `.venv-peers`: those in
Python by pip, the one in JavaScript by npm, where Node is there. Everybody plays whole games of random
legal moves, each peer alone in a process of its own, in CPU time; nobody gives a game up. A decision is one
whole action of a player who had two or more options; an action without a choice is played, not counted. All
the cards that are chosen at once, for a set-up or out of a deck, are one action with everybody. In a round
each of them plays the same games as in the others, one after the other; fadenet's figures come from
`scripts/bench.py --json`, which prints one object, decisions per second by table: those of the source, and
with `--wheel` those of the compiled rules besides, out of a wheel that `scripts/compiled.py --into` has made.
Everybody's best round counts, so that a machine that is slow for a while slows nobody down alone. Last come
the bars that fadenet sets itself; missing one is printed and changes no exit code.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import logging
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import environment
from environment import ROOT, RUNTIME_LOCK, SetupFailed, say

PEERS = {
    "dgisim": ["dgisim==0.5.0"],
    "fireplace2": ["fireplace2==1.0.2", "hearthstone==7.15.3", "hearthstone-data==133122.1"],
    "chess": ["chess==1.11.2"],
    "gin": ["open_spiel==2.0.2"],
}
SHOWDOWN = "showdown"
NODE_PEERS = {SHOWDOWN: ["@pkmn/sim@0.10.11", "@pkmn/randoms@0.10.6"]}
FOLDER = ROOT / ".venv-peers"
BARS = {"dgisim": 10.0, "fireplace2": 10.0, "chess": 0.5}  # least ratio of a game to a peer
COMPILED_BARS = {"dgisim": 12.0, "fireplace2": 10.0, "chess": 0.5}
FASTEST_BARS = {"chess": 2.0, "gin": 1.0}  # least ratio of compiled faroe
SEATS_BAR = 0.6  # least ratio of a game with four seats to the same with two
COMPILED_BAR = 2.5  # least ratio of compiled rules to the source
COMPILED = "compiled "
TURNS_MAX = 89  # Hearthstone calls it a draw then
FIREPLACE_FAULTS = (AssertionError, IndexError)  # what cards of fireplace2 die of in the middle of a game

Measures = dict[str, float]
NOTHING: Measures = {"decisions_per_s": 0.0}


def main(arguments: list[str]) -> int:
    """Set up, measure and print; the exit code is 2 when an environment cannot be made."""
    parser = argparse.ArgumentParser(description="Compare decisions per second with other game libraries.")
    parser.add_argument("--games", type=int, default=20, help="games a round (default: 20)")
    parser.add_argument("--rounds", type=int, default=9, help="rounds (default: 9)")
    own_rules = parser.add_mutually_exclusive_group()
    own_rules.add_argument("--peers-only", action="store_true", help="leave fadenet's own benchmark out")
    own_rules.add_argument("--wheel", type=Path, metavar="FILE", help="measure its compiled rules as well")
    parser.add_argument("--play", choices=PEERS, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.play:
        print(json.dumps(play(PLAYERS[options.play], options.games)))
        return 0
    try:
        peers_python = peers_environment()
        own_python = None if options.peers_only else environment.ready(RUNTIME_LOCK)
    except SetupFailed as failure:
        say(str(failure))
        return 2
    commands = {
        name: [str(peers_python), __file__, "--play", name, "--games", str(options.games)] for name in PEERS
    }
    if node_environment():
        script = str(ROOT / "scripts" / "peer_showdown.cjs")
        commands[SHOWDOWN] = ["node", script, str(FOLDER / "node"), str(options.games)]
    figures: dict[str, Measures] = {}
    rates: Measures = {}
    with TemporaryDirectory(prefix="fadenet-peers-") as scratch:
        own = {"": ROOT} if own_python else {}
        if options.wheel:
            own[COMPILED] = unpacked(options.wheel, Path(scratch, "there"))
        for n in range(1, options.rounds + 1):
            say(f"round {n} of {options.rounds}")
            for name, command in commands.items():
                figures[name] = max(figures.get(name, NOTHING), measured(command), key=rate_of)
            for form, folder in own.items():
                bench = [str(own_python), str(folder / "scripts" / "bench.py"), "--json"]
                for table, rate in measured(bench).items():
                    rates[form + table] = max(rates.get(form + table, 0.0), rate)
    for name, figure in figures.items():
        rate, each, share = rate_of(figure), figure["decisions_per_game"], figure["unforced"]
        version = (PEERS.get(name) or NODE_PEERS[name])[0]
        print(f"{version:<28} {rate:>10,.0f} decisions/s  {each:>5,.0f} a game, {share:.0%} of all actions")
    compare(rates, figures)
    return 0


def rate_of(figure: Measures) -> float:
    """Decisions a second."""
    return figure["decisions_per_s"]


def unpacked(wheel: Path, folder: Path) -> Path:
    """A folder with what a wheel holds, and the scripts of this checkout, which measure that there."""
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    shutil.unpack_archive(wheel, folder, "zip")
    return folder


def compare(rates: Measures, figures: dict[str, Measures]) -> None:
    """Print fadenet's rates with their ratios to the peers', then the bars: those, and the ratios of compiled
    rules to the source and of four seats to two."""
    bars = []
    for table, rate in rates.items():
        ratios = {name: rate / rate_of(figure) for name, figure in figures.items()}
        said = "  ".join(f"{ratio:.2f} x {name}" for name, ratio in ratios.items())
        print(f"{'fadenet ' + table:<28} {rate:>10,.0f} decisions/s  {said}")
        game, _, seats = table.partition(", ")
        source = table.removeprefix(COMPILED)
        if seats:
            bars.append((f"{table} >= {SEATS_BAR} x {game}", rate / rates[game], SEATS_BAR))
        else:
            least = BARS if source == table else COMPILED_BARS
            least = {**least, **FASTEST_BARS} if table == f"{COMPILED}faroe" else least
            bars += [(f"{table} >= {bar:g} x {name}", ratios[name], bar) for name, bar in least.items()]
        if source != table:
            bars.append((f"{table} >= {COMPILED_BAR} x {source}", rate / rates[source], COMPILED_BAR))
    for said, ratio, bar in bars:
        print(f"{'pass' if ratio >= bar else 'FAIL'}  {said}: {ratio:.2f}")


def peers_environment() -> Path:
    """The Python of an environment that holds the peers; made anew when their versions have changed."""
    python, stamp = environment.python_of(FOLDER), FOLDER / "peers.json"
    if python.exists() and stamp.exists() and json.loads(stamp.read_text()) == PEERS:
        return python
    wanted = [requirement for requirements in PEERS.values() for requirement in requirements]
    say(f"setting up {FOLDER} with {', '.join(wanted)}")
    environment.create(FOLDER)
    command = [str(python), "-P", "-m", "pip", "install", "--quiet", "--no-input", *wanted]
    if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode:
        raise SetupFailed(
            "pip could not install the peers (its words are above); is a package index in reach?"
        )
    stamp.write_text(json.dumps(PEERS))
    return python


def node_environment() -> bool:
    """Whether there is a folder with the peers for Node, made anew when their versions have changed."""
    wanted = [package for packages in NODE_PEERS.values() for package in packages]
    names = ", ".join(wanted)
    folder = FOLDER / "node"
    stamp = folder / "peers.json"
    if not shutil.which("node") or not shutil.which("npm"):
        say(f"left out for want of Node and npm: {names}")
        return False
    if stamp.exists() and json.loads(stamp.read_text()) == wanted:
        return True
    say(f"setting up {folder} with {names}")
    folder.mkdir(exist_ok=True)
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--no-save"]
    command += ["--prefix", str(folder), *wanted]
    if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode:
        say(f"left out, npm could not install it (its words are above): {names}")
        return False
    stamp.write_text(json.dumps(wanted))
    return True


def measured(command: list[str]) -> dict[str, Any]:
    """The JSON object that a benchmark prints."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True, text=True)
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def play(player: Callable[[], tuple[int, int]], games: int) -> Measures:
    """Play a round of games: decisions a CPU second, decisions a game, and their share of all actions."""
    decisions = actions = 0
    random.seed(0)
    player()
    started = time.process_time()
    for game in range(games):
        random.seed(game)
        chosen, taken = player()
        decisions += chosen
        actions += taken
    return {
        "decisions_per_s": decisions / (time.process_time() - started),
        "decisions_per_game": decisions / games,
        "unforced": decisions / actions,
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


def play_gin() -> tuple[int, int]:
    """One random game of gin rummy by the C++ of OpenSpiel: (moves chosen among two or more, all moves). Each
    deal is a draw of chance: no action."""
    import pyspiel

    state = pyspiel.load_game("gin_rummy").new_initial_state()
    decisions = actions = 0
    while not state.is_terminal():
        moves = state.legal_actions()
        if not state.is_chance_node():
            decisions += len(moves) > 1
            actions += 1
        state.apply_action(random.choice(moves))
    return decisions, actions


def play_dgisim() -> tuple[int, int]:
    """One random game of dgisim by its own random agent: (actions with a choice, all actions).

    The agent builds an action step by step; a step that offers two or more actions or targets, or cards to
    choose from, makes the whole action a decision. The library selects which dice pay: that is not a choice.
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


def play_fireplace() -> tuple[int, int]:
    """One random game of fireplace2 between two drafted decks: (actions with a choice, all actions).

    Every legal action counts once: a card, way and target, the hero power on a target, an attack, the end of
    the turn. Some games die of a card of the library (`FIREPLACE_FAULTS`), or come to a choice among nothing:
    such a one ends there, its actions count.
    """
    from fireplace import cards
    from fireplace.utils import setup_game

    logging.disable(logging.CRITICAL)
    decisions = actions = 0
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(*FIREPLACE_FAULTS):
        if not cards.db.initialized:
            cards.db.initialize()
        game = setup_game()
        for player in game.players:
            there = list(player.choice.cards)
            decisions, actions = decisions + 1, actions + 1
            player.choice.choose(*random.sample(there, random.randint(0, len(there))))
        while not game.ended and game.turn <= TURNS_MAX:
            ways = fireplace_ways(game)
            if not ways:
                break
            decisions, actions = decisions + (len(ways) > 1), actions + 1
            act, arguments = random.choice(ways)
            act(*arguments)
    return decisions, actions


def fireplace_ways(game: Any) -> list[tuple[Callable[..., Any], tuple[Any, ...]]]:
    """Every legal action of the player whose turn it is, or every answer to an open choice."""
    player = game.current_player
    if player.choice:
        return [(player.choice.choose, (card,)) for card in player.choice.cards]
    ways: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [(game.end_turn, ())]
    power = player.hero.power
    if power and power.is_usable():
        ways += [(power.use, line) for line in aims(power)]
    for card in player.hand:
        if card.is_playable():
            for way in card.choose_cards if card.must_choose_one else [card]:
                ways += [(way.play, line) for line in aims(way)]
    for character in player.characters:
        if character.can_attack():
            ways += [(character.attack, (target,)) for target in character.targets]
    return ways


def aims(card: Any) -> list[tuple[Any, ...]]:
    """The arguments with which a card may be used."""
    return [(target,) for target in card.targets] if card.requires_target() else [()]


PLAYERS = {"dgisim": play_dgisim, "fireplace2": play_fireplace, "chess": play_chess, "gin": play_gin}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
