"""Matches for programs that learn: an environment with the interface of PettingZoo (the extra `fadenet[rl]`).

    environment = fadenet.rl.env("prelude", seed=1)
    environment.reset()
    for agent in environment.agent_iter():
        observation, reward, termination, truncation, info = environment.last()
        space = environment.action_space(agent)
        environment.step(None if termination else space.sample(observation["action_mask"]))

An action is the place of an answer in `info["legal"]`. `fadenet/bots/README.md` says what each number of an
observation is.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final, TypedDict

from fadenet.bots.features import ANSWER, Features
from fadenet.engine.errors import WrongInput
from fadenet.match import Match

try:
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
    from pettingzoo import AECEnv
except ImportError as error:
    raise ImportError('fadenet.rl needs the extra fadenet[rl]: pip install "fadenet[rl]"') from error

Numbers = np.ndarray[Any, np.dtype[np.int32]]
Mask = np.ndarray[Any, np.dtype[np.int8]]

ACTIONS: Final = 512
"""Actions that there are; of more legal answers so many are offered."""
SEED_BITS: Final = 32


class Observation(TypedDict):
    """The observation of an agent. action_mask: 1 for what it may do, all 0 when it is not asked; answers: of
    each action a row of `fadenet.bots.features.ANSWER`, zeros where the mask has them."""

    observation: Numbers
    answers: Numbers
    action_mask: Mask


class MatchEnv(AECEnv):  # type: ignore[misc]
    """Matches of one game, format and set of decks, one after another; the agents are the seats p1, p2 ...

    match: the one that is played. features: what the numbers of an observation are.
    """

    def __init__(self, match: Match, seed: int | None, render_mode: str | None) -> None:
        """match: of the kind that is played, each dealt anew."""
        self.metadata = {"name": f"fadenet_{match.rules.name}", "render_modes": ["ansi"]}
        self.render_mode = render_mode
        self.match = match
        self.features = Features(match.rules, match.view("p1").state.seats)
        self.possible_agents = [f"p{i + 1}" for i in range(match.players)]
        self._dice = Random(seed)
        least, most = np.iinfo(np.int32).min, np.iinfo(np.int32).max
        self.action_spaces = {agent: Discrete(ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                {
                    "observation": Box(least, most, (len(self.features.names),), np.int32),
                    "answers": Box(least, most, (ACTIONS, len(ANSWER)), np.int32),
                    "action_mask": MultiBinary(ACTIONS),
                }
            )
            for agent in self.possible_agents
        }
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> Dict:
        """The space of `Observation`, the same object each time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """The places of the list, the same object each time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal another match. seed: from it all matches from here on follow; None = as they would have."""
        if seed is not None:
            self._dice.seed(seed)
        self.match = self.match.again(self._dice.getrandbits(SEED_BITS))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def step(self, action: int | None) -> None:
        """Answer for the agent that is asked. action: None when the match is over. Raises `WrongInput` for an
        action that the mask does not have, and where none is owed as no match is under way."""
        if not self.agents:
            raise WrongInput("no match is under way: call reset() first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        legal = self.infos[agent]["legal"]
        if action is None or not 0 <= action < len(legal):
            raise WrongInput(f"an action is from 0 to {len(legal) - 1} here, not {action}; see action_mask")
        self._cumulative_rewards[agent] = 0
        self.match.play(legal[action], agent)
        if self.match.over:
            self.rewards = self._result()
            self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._ask()

    def observe(self, agent: str) -> Observation:
        """The numbers of an agent's view and answers: nothing that its seat may not know."""
        view, legal = self.match.view(agent), self.infos.get(agent, {}).get("legal", [])
        answers = np.zeros((ACTIONS, len(ANSWER)), np.int32)
        mask = np.zeros(ACTIONS, np.int8)
        if legal:
            answers[: len(legal)] = [self.features.answer(view, text) for text in legal]
            mask[: len(legal)] = 1
        position = np.array(self.features.position(view), np.int32)
        return {"observation": position, "answers": answers, "action_mask": mask}

    def render(self) -> str | None:
        """The table as `print(match)` shows it, with the mode "ansi"."""
        return str(self.match) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held."""

    def _ask(self) -> None:
        """Turn to the seat that is asked, the first one when the match is over."""
        asked = self.match.asked[0] if self.match.asked else self.agents[0]
        self.agent_selection = asked
        legal = offered(self.match.legal(asked))
        self.infos = {agent: {"legal": legal if agent == asked else []} for agent in self.agents}

    def _result(self) -> dict[str, int]:
        """1 for all seats of the side that has won, 0 for those that share the first place with others, -1
        for the rest."""
        result, sides = self.match.result, self.match.rules.sides
        first = {sides[seat] for seat in result.order[0]} if result is not None else set()
        best = int(len(first) == 1)
        return {agent: best if sides[i] in first else -1 for i, agent in enumerate(self.agents)}


def offered(legal: Sequence[str]) -> list[str]:
    """At most `ACTIONS` of the legal answers: of more, the first, the last, and as many evenly between."""
    if len(legal) <= ACTIONS:
        return list(legal)
    return [legal[i * (len(legal) - 1) // (ACTIONS - 1)] for i in range(ACTIONS)]


def env(
    game: str,
    format: str = "duel",
    decks: Sequence[str] = (),
    seed: int | None = None,
    *,
    seats: int | None = None,
    render_mode: str | None = None,
    **options: str,
) -> MatchEnv:
    """Matches of a game by its name, as `fadenet.Match.new` names games, decks, seats and options.

    seed: from it all matches follow, as from that of `reset`; None = from a fresh one. render_mode: "ansi" or
    None. Raises what `Match.new` does.
    """
    if render_mode not in (None, "ansi"):
        raise WrongInput(f'render_mode is "ansi" or None, not {render_mode!r}')
    return MatchEnv(Match.new(game, format, decks, None, seats=seats, **options), seed, render_mode)
