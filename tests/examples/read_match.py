"""The proof in a match file, read by a program: who played, what happened, how it ended.

    python tests/examples/read_match.py FILE

Nodes keep the files of their matches under `matches/` of the data folder; `fadenet play faroe --net --auto`
plays one between two bots. Every signature, shuffle and move in it is checked again; neither a key nor a
network is needed.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import keys
from fadenet import games
from fadenet.engine.state import Row, State
from fadenet.table.replica import Replica
from fadenet.table.scribe import sentences
from protocol.encoding import item_end
from protocol.files import FileState, verify_file
from protocol.hello import parse_hello


def main(path: Path) -> int:
    """Print what happened and what the file proves; the exit code is 1 where it does not prove a result.

    Raises `PeerFault` for a file that does not begin as a match does.
    """
    data = path.read_bytes()
    config = parse_hello(data[: item_end(data)]).config  # the first item says what is played
    rules = games.load(config.game, config.format, **dict(config.opts))

    def tell(state: State, rows: Sequence[Row]) -> None:
        for sentence in sentences(rules, state, rows):
            print(f"turn {state.turn}: {sentence}")

    replica = Replica(rules, watch=tell)  # the rules' part of the check: it follows the match item by item
    report = verify_file(data, replica)
    if replica.transcript is not None:
        for seat, player in enumerate(replica.transcript.players):
            print(f"p{seat + 1} is {keys.fingerprint_text(player.binding.ik)}")
    print(f"{config.game}, {config.format}: {report.state.value}, {report.why}")
    if report.outcome is not None:
        print(f"places by seat: {report.outcome[0]}, by the rule {report.outcome[1]}")
    return 0 if report.state is FileState.VALID else 1


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
