"""The resource game as a game of open_spiel: `pip install riftcore[openspiel]`, import this, load "python_riftcore".

Two players take one turn each from a position (`load(line)`, a line of riftcore's notation). On their turn a player
plays cards, uses abilities, Adds, moves and hides, and ends the turn with the last integer; what they put on the chain
resolves immediately. At the end each scores the printed cost of the cards that they played. The result is the
difference.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel  # type: ignore[import-not-found, unused-ignore]

from riftcore import Catalog, State

POSITION = (
    "0 main 0 - 8 A=TheGrandPlaza@0,B=ZaunWarrens@1 - / runes=fury:4,order:3 legend=DariusHandOfNoxus"
    " board=SealOfRage,Gold hand=LegionRearguard,VoidSeeker,VanguardSergeant,BrazenBuccaneer"
    " / runes=fury:3,chaos:3 legend=JinxLooseCannon board=FlameChompers@B hand=JinxRebel,FlameChompers,LegionRearguard"
)
END = State.num_distinct_actions()
MAX_ACTIONS = 200  # of one turn: some abilities cost nothing
MAX_SCORE = 500.0

TYPE = pyspiel.GameType(
    short_name="python_riftcore",
    long_name="Riftbound resources",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=False,
    parameter_specification={"position": ""},
)


class RiftcoreGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """One turn of each player from `position`: a line of notation, percent-encoded, since parameters hold no signs."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        info = pyspiel.GameInfo(
            num_distinct_actions=END + 1,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-MAX_SCORE,
            max_utility=MAX_SCORE,
            utility_sum=0.0,
            max_game_length=2 * MAX_ACTIONS,
        )
        super().__init__(TYPE, info, params)
        self.start = State.parse(unquote(params.get("position", "")) or POSITION, Catalog.builtin())
        if self.start.n_players != 2:
            raise ValueError(f"position: expected two players, found {self.start.n_players}")

    def new_initial_state(self) -> RiftcoreState:
        return RiftcoreState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RiftcoreObserver:
        return RiftcoreObserver()


class RiftcoreState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    def __init__(self, game: RiftcoreGame) -> None:
        super().__init__(game)
        self.core = turn_of(game.start, 0)
        self.turn = 0  # 0, 1, then 2: over
        self.taken = 0  # actions of this turn
        self.scores = [0.0, 0.0]

    def current_player(self) -> int:
        return int(pyspiel.PlayerId.TERMINAL) if self.turn == 2 else self.turn

    def _legal_actions(self, player: int) -> list[int]:
        if self.taken >= MAX_ACTIONS - 1:
            return [END]
        return [*self.core.legal_actions(player), END]

    def _apply_action(self, action: int) -> None:
        self.taken += 1
        if action == END:
            self.turn += 1
            self.taken = 0
            if self.turn == 1:
                self.core = turn_of(self.core, 1)
            return
        played = self.core.action(action).get("play")
        if played is not None:
            # A facedown card is named by its id.
            card: Any = self.core.situation().objects().get(played) or self.core.catalog.card(played)
            self.scores[self.turn] += card.energy + card.power
        self.core.apply_action(action, undo=False)
        resolve(self.core)

    def _action_to_string(self, player: int, action: int) -> str:
        return "end the turn" if action == END else self.core.action_to_string(player, action)

    def is_terminal(self) -> bool:
        return self.turn == 2

    def returns(self) -> list[float]:
        if self.turn < 2:
            return [0.0, 0.0]
        ahead = self.scores[0] - self.scores[1]
        return [ahead, -ahead]

    def __str__(self) -> str:
        return f"{self.core} ; turn {self.turn}, scores {self.scores[0]:g} {self.scores[1]:g}"


class RiftcoreObserver:
    """What a player sees: riftcore's observation (docs/observation.md)."""

    def __init__(self) -> None:
        self.tensor = np.zeros(State.observation_size(), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RiftcoreState, player: int) -> None:
        state.core.observation(player, self.tensor)

    def string_from(self, state: RiftcoreState, player: int) -> str:
        return str(state)


def load(line: str = POSITION) -> Any:
    """The game of this position."""
    return pyspiel.load_game("python_riftcore", {"position": quote(line, safe="")})


def turn_of(state: State, player: int) -> State:
    """The position at the main phase of this player: pools are empty, nothing has happened this turn."""
    data = state.to_scenario()
    data["turn"] = {"player": player}
    state = State.from_scenario(data, state.catalog)
    state.push({"event": "end of turn"})
    return state.copy()


def resolve(state: State) -> None:
    """What is on the chain resolves, the newest first."""
    while state.situation().turn.chain:
        state.push({"event": "resolved"}, undo=False)


pyspiel.register_game(TYPE, RiftcoreGame)
