"""Which words of the table colour repeats: whose side something is on, what is left of whom, what is new.

Every one of them stands there as text; the styles are the sixteen colours of the terminal.
"""

from __future__ import annotations

import re

from fadenet.console.match.drawing import HARM, HEALTH, HEALTH_SIGNS
from fadenet.console.match.sight import Sight

OURS, THEIRS, NOW = "ansibrightgreen", "ansibrightred", "ansibrightcyan"
WELL, HURT, NEAR_DEATH = "ansigreen", "ansiyellow", "ansired"
LEFT = "bold"
"""The style of the HP left to a card."""
HARMED = "ansired"
BARS = [re.escape(HEALTH * n + HARM * (HEALTH_SIGNS - n)) for n in range(HEALTH_SIGNS + 1)]
_MORE = r"(?:\.\d+)*(?:[-,]\d+)*"
_LABEL = rf"(?:\.[a-z]\d+)?{_MORE}"
_COUNTED = re.compile(r"([A-Za-z]+) +(-?\d+)/(\d+)")
_LIFE = ("HP", "life")


def colours_of(sight: Sight) -> dict[str, str]:
    """Styles by regular expressions without groups, the first that fits counts."""
    s, face, me = sight.seat.state, sight.face, sight.seat.index
    found = {r"^\+(?= )|(?<=[\u2502|] )\+(?= )": NOW, re.escape(face.phase(s)): NOW}
    for seat in range(s.seats):
        ours = sight.side_of(seat) == sight.side_of(me)
        name = re.escape(sight.names[seat])
        found[rf"p{seat + 1}(?: {name}(?!\w)|{_LABEL}(?!\w|\.\w))"] = OURS if ours else THEIRS
        for word, left, whole in _COUNTED.findall(face.figures(s, seat)):
            there = rf"{word} +{left}/{whole}(?!\d)"
            found[there] = _health(int(left), int(whole)) if word in _LIFE else ""
    mine = rf"[{''.join(s.rules.zone_letters)}]\d+{_MORE}"
    found[rf"(?<![\w.]){mine}(?!\w|\.\w)|your turn|you(?=: )"] = OURS
    found[r"(?<=\d/)\d+(?![\d/])|\d+(?= of \d+ (?:HP|life) left)"] = LEFT
    found[r"LAST STAND|OUT"] = NEAR_DEATH
    found |= {health: _health(n, HEALTH_SIGNS) for n, health in enumerate(BARS)}
    found[r"(?<= )-\d+(?= |$)"] = HARMED
    return found | dict(face.colours)


def _health(left: int, whole: int) -> str:
    return WELL if 2 * left > whole else HURT if 4 * left > whole else NEAR_DEATH
