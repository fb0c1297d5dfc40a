"""The sight of one seat at a match: how what lies there is called, and what typed words refer to.

The notation of the engine names a card by its zone and place, which changes whenever a card before it
leaves. A player types labels that stay: `c2` is the same Character until it leaves, and a label that is
free is not given again in the same turn (`labels.py`). A sight translates both ways: `token` and `shown`
from a handle or a move to what is typed, `handle` from what is typed to a handle, and `gone` says what
became of a card whose label is typed too late. Cards that lie in numbered cells are called by the cell,
and onlookers see places instead of labels.

Names of players are strangers' text: `called` cuts and quotes those that could be read as part of the
table.
"""

from __future__ import annotations

import re
from typing import Any

from fadenet.console.faces import face_of
from fadenet.console.faces.face import Face
from fadenet.console.match.grammar import FILLER_VERBS
from fadenet.console.match.labels import ON, CardKey, Labels
from fadenet.console.text import clean, fit
from fadenet.engine.acts import A_SRC
from fadenet.engine.cardset import options_said
from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import HANDLE_MASK, ORDER
from fadenet.games.spelling import slug
from fadenet.table.view import MatchInfo, SeatView

NAME_CELLS = 20
SAID = re.compile(
    r"""(?ix) [\W\d_].* | p\d+ | [cht]p | all | ally | away | back | conceded | draw | drawn | everybody
    | guilty | hidden | here | lost | nobody | none | out | pass | passed | passes | ready | resigned
    | somebody | turn | void | wait | waiting | waits | win | winner | wins | won | you | your"""
)
"""Names that could be taken for a figure, a seat or what a table says of one."""
NOBODY = -1
"""The index of a seat from which nobody looks: there each card is called as its own player calls it."""
SEAT, PART_SIGNS = re.compile(r"p\d"), 4
WAITS = "w"
"""Before the number of what waits, while its player says which comes first."""


def called(name: str) -> str:
    """A name as it stands behind the number of its seat: cut, and in quotes where it reads as something
    else."""
    cut = fit(clean(name), NAME_CELLS).rstrip()
    return f'"{cut}"' if SAID.fullmatch(cut) else cut


class Sight:
    """A match from the place of one seat.

    watching: an onlooker looks from there, who sits nowhere, and cards are called by their places.
    open_hands: all that lies hidden is known here. names: of all seats. played: the own cards that
    own moves have taken from where they were.
    """

    def __init__(
        self, info: MatchInfo, seat: SeatView, watching: bool = False, open_hands: bool = False
    ) -> None:
        self.info = info
        self.seat = seat
        self.watching = watching
        self.open_hands = open_hands
        self.face: Face = face_of(rules_of(seat.state))
        numbered = "".join(z for z in self.face.field if z not in self.face.celled(seat.state))
        self.labels = Labels("") if watching else Labels(self.face.hand, numbered)
        self.kept: tuple[object, Any] | None = None  # the table as it was laid out last, and of what
        names = [*info.names, *["the game"] * (seat.state.seats - len(info.names))]
        self.names = tuple(called(name) for name in names)
        self.played: set[CardKey] = set()

    def side_of(self, seat: int) -> int:
        """The side on which a seat plays."""
        s = self.seat.state
        side: int = s.rules.side(s, seat)
        return side

    def fingerprint(self) -> object:
        """A value that differs whenever something differs that this seat sees."""
        s = self.seat.state
        return (
            *(s.turn, s.phase, s.active, s.chain, s.out, s.mods, s.asks, tuple(s.zones), tuple(s.vars)),
            *(tuple(s.face), tuple(s.ctrl), tuple(s.role), tuple(s.code), tuple(map(tuple, s.num))),
            *(tuple(s.kids.items()), tuple(s.marks.items()), tuple(map(tuple, s.acts.values()))),
            *(tuple(self.seat.known.items()), self.labels.given),
        )

    @property
    def alone(self) -> bool:
        """Whether all others are bots."""
        return all(kind == "bot" for seat, kind in enumerate(self.info.kinds) if seat != self.info.seat)

    @property
    def options_said(self) -> str:
        """The options of the match in words, "" if it has none."""
        return ", ".join(options_said(rules_of(self.seat.state).options))

    def handle(self, token: str) -> int:
        """The handle that a typed reference names, 0 for none."""
        return self._labelled(token)[0]

    def gone(self, token: str) -> str:
        """The words about a label whose card is not there any more, "" for any other word."""
        h, left = self._labelled(token)
        if h or not left:
            return ""
        s, code = self.seat.state, self.seat.code(left[0])
        name = f" ({s.rules.cards[code].name})" if code else ""
        if left in self.played:
            return f"{token}{name} was played"
        zone = s.zone[left[0]]
        lies = zone >= 0 and s.code[left[0]] and not s.rules.on_field[zone]
        where = f": {rules_of(s).zone_names[s.rules.zone_kind(zone)]}" if lies else ""
        return f"{token}{name} is gone{where}"

    def _labelled(self, token: str) -> tuple[int, CardKey | None]:
        """(the handle that a reference names, 0 for none; which card was called so last, if none is now)."""
        s, mine = self.seat.state, self.seat.index
        seat, dot, rest = token.partition(".")
        named = bool(dot) and SEAT.fullmatch(seat) is not None and rest[:1].isalpha()
        owner = int(seat[1]) - 1 if named else mine
        first, _, below = (rest if named else token).partition(".")
        label = self.labels.read(rules_of(s), owner, owner == mine, first)
        if label is None:
            h, left = self._found(f"{seat}.{first}" if named else first), None
        else:
            h, left = self.labels.handle(s, label), self.labels.gone(label)
        for part in below.split(".") if below and h else ():
            n = int(part) if part.isdecimal() and len(part) < PART_SIGNS else 0
            h, left = self._lying_on(h, n)
        return h, left

    def _lying_on(self, host: int, n: int) -> tuple[int, CardKey | None]:
        """The same for what lies on or under a card, by its number."""
        s, kids = self.seat.state, self.seat.state.kids.get(host, ())
        if self.watching:
            return kids[n - 1] if 0 < n <= len(kids) else 0, None
        return self.labels.handle(s, ((host, ON), n)), self.labels.gone(((host, ON), n))

    def _found(self, token: str) -> int:
        """The handle at a reference that is not a label, 0 for none."""
        try:
            return self.face.find(self.seat.state, self.seat.index, token)
        except WrongInput:
            return 0

    def name_of(self, token: str) -> str:
        """The name of what a token refers to, "" if nobody here knows one."""
        s = self.seat.state
        if token[:1] == WAITS and token[1:].isdecimal():
            return self._waiting(self.stamp(token))
        if token[:1] == "k" and token[1:].isdecimal():
            return self._linked(int(token[1:]))
        h = self.handle(token)
        if 0 < h <= s.seats:
            return self.names[h - 1]
        code = self.seat.code(h) if h else 0
        return s.rules.cards[code].name if code else "hidden" if h else ""

    def _waiting(self, stamp: int) -> str:
        s = self.seat.state
        found = (self.face.waiting(s, row, self.seat.code) for row in s.queue if row.stamp == stamp)
        return next(found, "")

    def _linked(self, n: int) -> str:
        s = self.seat.state
        if 0 < n <= len(s.chain):
            h = s.acts[s.chain[n - 1]][A_SRC] & HANDLE_MASK
            name: str = s.rules.cards[s.code[h]].name
            return self.names[h - 1] if 0 < h <= s.seats else name or "hidden"
        return ""

    def _waiting_stamps(self) -> tuple[int, ...]:
        """The stamps of what waits while the seat says which comes first, in the order of asking."""
        ask = self.seat.ask
        return ask.data if ask is not None and ask.kind == ORDER else ()

    def stamp(self, token: str) -> int:
        """The stamp of what waits that a typed reference such as w2 names, 0 for none."""
        stamps = self._waiting_stamps()
        n = int(token[1:]) if token[:1] == WAITS and token[1:].isdecimal() else 0
        return stamps[n - 1] if 0 < n <= len(stamps) else 0

    def about_link(self, words: str) -> list[str]:
        """About the Link of the Chain, or what waits, that words name; [] if they name none."""
        s, n = self.seat.state, int(words[1:]) if words[1:].isdecimal() else 0
        if words[:1] == "k" and 0 < n <= len(s.chain):
            source = s.acts[s.chain[n - 1]][A_SRC] & HANDLE_MASK
            return [
                self.face.link(s, self.token, n),
                self.face.detail(s, source, self.seat.code(source)),
            ]
        row = next((row for row in s.queue if row.stamp == self.stamp(words)), None)
        if row is None:
            return []
        text = f": {rules_of(s).abilities[row.ability].text}" if row.ability >= 0 else ""
        return [f"{self.face.waiting(s, row, self.seat.code)}{text}."]

    def waits_for(self, stamp: int) -> str:
        """The text of the waiting ability with this stamp, led by its player if that is another one; "" for
        anything else that waits."""
        s = self.seat.state
        row = next((row for row in s.queue if row.stamp == stamp and row.ability >= 0), None)
        if row is None:
            return ""
        owner = s.ctrl[row.src & HANDLE_MASK]
        whose = "" if owner == self.seat.index else f"p{owner + 1}'s, "
        return f"{whose}{rules_of(s).abilities[row.ability].text}"

    def token(self, h: int) -> str:
        """How a card is typed."""
        s, index = self.seat.state, self.seat.index
        label = self.labels.of(s, h)
        if label is None or self.face.has_cell(s, h):
            return self.face.place(s, s.ctrl[h] if index == NOBODY else index, h)
        (where, letter), n = label
        if letter == ON:
            return f"{self.token(where)}.{n}"
        return f"{letter}{n}" if where == index else f"p{where + 1}.{letter}{n}"

    def shown(self, move: Move) -> tuple[str, ...]:
        """The tokens of a move as they are shown and typed."""
        words = self.seat.text(move).split(" ")
        return (words[0], *(self._shown(x) or word for x, word in zip(move[1:], words[1:], strict=True)))

    def _shown(self, x: object) -> str:
        """How a card, or what waits, is typed, "" for what is typed as in notation."""
        if type(x) is not int:
            return ""
        stamps = self._waiting_stamps()
        return self.token(x) if x > 0 else f"{WAITS}{stamps.index(-x) + 1}" if -x in stamps else ""

    def brief(self, h: int) -> str:
        """A card with its figures, in a few words."""
        code, s = self.seat.code(h), self.seat.state
        marks = self.face.marks(s, h)
        said = [s.rules.cards[code].name, self.face.worth(s, h, code)] if code else ["hidden"]
        return " ".join([*said, *([marks] if marks else [])])

    def plays(self, move: Move) -> None:
        """A move of the own seat is made: a card that it takes out of the Hand has been played."""
        s, h = self.seat.state, move[1] if len(move) > 1 else 0
        label = self.labels.of(s, h) if type(h) is int and h > 0 else None
        if label is not None and label[0][1] in self.face.hand and s.rules.verbs[move[0]] not in FILLER_VERBS:
            self.played.add((h, s.inst[h]))

    def cell(self, words: str) -> list[str]:
        """About the place of the board that words name, [] if they name none."""
        return self.face.cell(self.seat.state, self.seat.index, words.lower())

    def lying(self, owner: int, letters: str) -> list[int]:
        """The cards in zones of a seat, each followed by what is attached to it."""
        s = self.seat.state
        found: list[int] = []
        for letter in letters:
            zone = s.rules.zone_id(owner, s.rules.zone_letters.index(letter))
            for h in sorted(filter(None, s.zones[zone]), key=self._order):
                found.append(h)
                found += s.kids.get(h, ())
        return found

    def counted(self, seat: int) -> list[tuple[str, int]]:
        """The piles of a seat, as its line names them, and how many cards lie in each."""
        s, letters = self.seat.state, self.seat.state.rules.zone_letters
        return [
            (word, len(s.zones[s.rules.zone_id(seat, letters.index(letter))]))
            for word, letter in self.face.counts
        ]

    def _order(self, h: int) -> tuple[int, int]:
        """Where a card comes among those of its zone."""
        label = self.labels.of(self.seat.state, h)
        return self.face.order(self.seat.state, h), label[1] if label else 0

    def beside(self, owner: int) -> list[int]:
        """The handles of the cards attached to a seat's Player, in their order."""
        s = self.seat.state
        return sorted(s.kids.get(owner + 1, ()), key=lambda h: self.face.order(s, h))

    def visible(self) -> list[int]:
        """All cards that can be referred to: the own hand first, then the field."""
        s = self.seat.state
        me = self.seat.index
        found = self.lying(me, self.face.hand)
        for seat in [me, *(i for i in range(s.seats) if i != me)]:
            found += [*self.lying(seat, self.face.field), *self.beside(seat)]
        return found

    def named(self, words: str) -> int:
        """The first visible card whose name begins with these words, 0 for none."""
        said = slug(words)
        for h in self.visible() if said else ():
            code = self.seat.code(h)
            if code and slug(self.seat.state.rules.cards[code].name).startswith(said):
                return h
        return 0

    def last_in(self, line: str) -> int:
        """The handle that the last reference among the words of a line points to, 0 for none."""
        words = line.lower().split()
        for at in range(len(words) - 1, -1, -1):
            h = self.handle(words[at])
            if not h and len(words[at]) > 2 and at:
                h = self.named(words[at])
            if h:
                return h
        return 0
