"""The questions of Prelude and its moves in words: questions, agreements, verbs, uses that are carried."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fadenet.console.faces.face import ability_text, asked_whom, how_many, name_of
from fadenet.engine import atoms
from fadenet.engine.acts import A_SRC, A_TARGETS, A_USER, A_VERB, A_X
from fadenet.engine.kernel import ask_of
from fadenet.engine.language import instructions
from fadenet.engine.language.english import counted, number_of
from fadenet.engine.rules import Move
from fadenet.engine.state import (
    ACT,
    CONFIRM,
    MODE,
    ORDER,
    PICK,
    Act,
    Ask,
    State,
    TableNeed,
    ref,
)
from fadenet.games.prelude import aims, harm, ranks, setup, turn, values
from fadenet.games.prelude import tables as t
from fadenet.games.prelude.typed import PreludeCard, rules_of

_DEEDS = {
    "value": "value CARD: a Value card, one of each type in a Response; it costs nothing",
    "place": "place CARD: the next rank of your line, or tier 1 of it anew; one in a Response, for no action",
    "descend": "descend CARD: drop your line to a common rank under it; the ranks above go to the cemetery",
    "bring": "bring CARD: pay for gear, a minion or a creature of your hand. Gear is stowed, minions stand",
    "lay": "lay CARD cost=PRICE/SUSPEND: a trap, face-down, for what stands on it; it is then to be set",
    "stow": "stow CARD: put something equipped away, to free a hand; it costs nothing",
    "equip": "equip CARD: take something stowed in hand, or put armour on, for 1 action; what has Suspend 0"
    " is better used at once, which brings it out",
    "attack": "attack CARD TARGET: with an equipped weapon, a stowed one of Suspend 0 or a minion, at a"
    " minion or a character; that is named by its player, as p2",
    "strike": "strike TARGET: without a weapon, with a free hand",
    "cast": "cast CARD [TARGETS]: a spell or energy of your hand, for reserve and actions",
    "use": "use CARD [TARGETS]: an item in hand, or an ability of a card that works",
    "set": "set CARD: make a trap that is laid ready to spring, for as many actions as its Suspend",
    "play": "play CARD [TARGETS]: an Immediate, at once; all its actions are paid on the spot",
    "arm": "arm CARD cost=PRICE/SUSPEND: an Immediate trap, laid and set in one go",
    "alert": "alert CARD TARGET: attack with an Alert weapon or minion in the Response of somebody else",
    "spring": "spring CARD: the trap whose moment has come",
    "guard": "guard MINION: it becomes the target in place of your character, for 1 of its actions",
    "parry": "parry CARD: an equipped weapon or shield takes its guard off the damage, for 1 action",
    "evade": "evade: 1 damage less, for 1 action; once against each attack",
    "name": "name LINE: your second calling; none is an answer",
    "cut": "cut [places]: cut a deck before the game",
    "mulligan": "mulligan: show a hand without Value cards and draw anew",
    "propose": "propose games=three is best of three; cap=TURN ends the game after that Turn; truce=TURN pN,"
    " in a Melee, forbids attacks between you and pN through that Turn; stake=card records a card of each. It"
    " holds if all whom it names accept. That is asked when the characters are shown, among bots alone only"
    " with stops agreement on",
    "end": "end: close your Response",
    "pass": "pass: do nothing now",
}


def deed(s: State, verb: str) -> str:
    """How a verb is typed and what it does."""
    return _DEEDS.get(verb, "")


def _deed(s: State, act: Act | None) -> str:
    """An action in words: who does what with what to whom."""
    if act is None:
        return "what has happened"
    verb = {t.V_ATTACK: "attacks with", t.V_STRIKE: "strikes", t.V_EQUIP: "equips", t.V_SET: "sets"}
    word = verb.get(act[A_VERB], "uses")
    what = "" if act[A_VERB] == t.V_STRIKE else f" {name_of(s, act[A_SRC])}"
    if act[A_VERB] == t.V_ATTACK and act[A_SRC] == act[A_USER]:
        word, what = "attacks", ""
    at = [name_of(s, r) for r in act[A_TARGETS]]
    return f"{name_of(s, act[A_USER])} {word}{what}" + (f" at {', '.join(at)}" if at else "")


def question(s: State, a: Ask, called: Callable[[int], str]) -> str:
    kind = a.kind
    if kind == ACT:
        return f"Your move: {counted(str(values.actions(s, a.seat + 1)), 'action')} left"
    if kind == CONFIRM:
        text = ability_text(s, a.seat, a.data[:1])
        act = s.acts.get(a.data[0]) if a.data else None
        if act is not None and a.data[1:] == (t.TASKS,):
            return f"{_deed(s, act)}: {act[A_X]} more to pay. Abandon it?"
        if not s.turn and len(a.data) == AGREED:
            return f"p{a.data[1] + 1} proposes {proposal(a.data[2], a.data[3])}: do you accept?"
        return f"Do it: {text}?" if text else "Do it?"
    if kind == PICK:
        return _picked(s, a)
    if kind == ORDER:
        return "Several things happen at the same moment: which one comes first?"
    if kind == MODE:
        return f"Choose one: {ability_text(s, a.seat, a.data)}"
    return _respond_question(s, a)


def _picked(s: State, a: Ask) -> str:
    many, text = how_many(a), ability_text(s, a.seat, a.data)
    number = s.rules.picker_number
    if a.picker == number(turn.pick_oldest):
        return f"You may hold {number_of(rules_of(s).figures.hand_limit, 'card')}: choose {many} to discard"
    if a.picker == number(ranks.pick_magic):
        return "Which of your ranks does the Magic go to?"
    if a.picker == number(ranks.pick_payer):
        return f"Which of your ranks pays {a.data[0]} reserve?"
    if a.picker == number(turn.pick_due):
        return "Whose task ends first?"
    if not text and a.picker == number(instructions.pick_hand):
        text = "to discard from your hand"
    return asked_whom(s, a) or f"Choose {many}" + (f": {text}" if text else "")


AGREED = 4  # the length of the data of a question about an agreement: (0, seat, key, number)


def proposal(key: int, n: int, whom: str = "you") -> str:
    """An agreement in words (prelude setup.agreement-kinds). whom: with whom a truce is proposed."""
    if key == t.KEY_GAMES:
        return f"a match of {number_of(n, 'game')}"
    if key == t.KEY_CAP:
        return f"that the game ends after Turn {n}"
    truce = f"a truce with {whom} through Turn {n}"
    return truce if key == t.KEY_TRUCE else "that each of you stakes a card"


def _respond_question(s: State, a: Ask) -> str:
    if a.window == t.W_CALLING:
        return "A second calling? Its cards stay in your deck. none = no"
    if a.window == t.W_AGREEMENT:
        what = "games, cap" if s.seats == 2 else "cap, truce"
        return f"Do you propose something: {what} or stake (? propose says more)? pass = no"
    if a.window == t.W_CUT:
        whose = "your own deck" if a.data[0] == a.seat else f"the deck of p{a.data[0] + 1}"
        return f"Cut {whose}?"
    if a.window == t.W_MULLIGAN:
        return "Keep this hand (pass), or show it and draw anew?"
    if a.window == t.W_SPRING:
        return "Does a trap spring?"
    if a.window == t.W_IMMEDIATE:
        return f"{_deed(s, s.acts.get(s.vars[t.G_DEED]))}: an Immediate?"
    act = s.acts.get(s.frames[-1][1])
    if act is None:
        return "Defend?"
    guarding = a.window == t.W_GUARD
    h = a.seat + 1 if guarding else s.frames[-1][2]
    strength = aims.threatens(s, act, h)
    less = harm.lowered(s, act, h)
    said = f" (strength {strength}{f', {less} less' if less else ''})" if strength else ""
    return f"{_deed(s, act)}{said}: {'does a minion guard' if guarding else 'defend'}?"


def picking(s: State, need: TableNeed, taken: Sequence[int], must: bool) -> str:
    what = need.items[0]
    if what == t.ST_CHARACTER:
        return "your character"
    if what == t.ST_PRELIMINARY:
        return f"Preliminary {len(taken) + 1} of at most {need.n}"
    return "a card to put at stake" if what == t.ST_ANY else "cards to leave out of this game"


def at_once(need: TableNeed) -> bool:
    """Whether all cards are chosen in one go: those that are left out."""
    return not need.items[0]


_LEFT_OUT = {
    "setup.trim-by-race": "your character lacks an icon that it needs",
    "setup.trim-by-rank": "it is of another calling",
    "setup.trim-mage": "no line of yours may use it",
    "setup.trim-swordsman": "no line of yours may use it",
    "": "by choice",
}


def left_out(s: State, h: int, card: PreludeCard) -> str:
    """Why a card lies aside (prelude setup.removed-kept)."""
    seat = s.owner[h]
    who = values.card_of(s, values.character(s, seat))
    why = values.unusable(who, setup.usable_lines(s, seat), card)
    return f"Left out: {_LEFT_OUT[why]}" + (f" [{why}]." if why else ".")


def terms(s: State) -> list[str]:
    """The agreements of the players, a sentence each (prelude setup.agreement-kinds)."""
    said = []
    if s.vars[t.G_GAMES]:
        said.append(f"Agreed: a match of up to {number_of(s.vars[t.G_GAMES], 'game')}.")
    if s.vars[t.G_CAP]:
        said.append(f"Agreed: the game ends after Turn {s.vars[t.G_CAP]}.")
    for a in range(s.seats):
        for b in range(a + 1, s.seats):
            until = atoms.marked(s, t.P_GAME, t.MK_TRUCE, a << 4 | b)
            if until >= max(s.turn, 1):
                said.append(f"Agreed: p{a + 1} and p{b + 1} do not attack each other through Turn {until}.")
    staked = [
        f"p{s.owner[h] + 1} {name_of(s, ref(s, h))}"
        for seat in range(s.seats)
        for h in values.zone(s, seat, t.STAKES)
    ]
    return [*said, *([f"Agreed: at stake are {', '.join(staked)}."] if staked else [])]


def remark(s: State, seat: int, move: Move, code_of: Callable[[int], int]) -> str:
    """The actions that a use would still owe, in words (prelude suspend.carry-over); "" for none."""
    ask = ask_of(s, seat)
    if ask is None or ask.kind != ACT or move[0] not in (t.V_ATTACK, t.V_CAST, t.V_SET) or len(move) < 2:
        return ""
    h = move[1]
    if s.zone[h] % t.NZ == t.MINIONS:
        return ""
    suspend = max(rules_of(s).cards[code_of(h)].stats[t.Q_SUSPEND], 1)
    owed = suspend - values.actions(s, seat + 1)
    return f"is carried: {owed} more in the Responses after this" if owed > 0 else ""
