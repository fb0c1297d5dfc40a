"""The moves of the F.A.D.E. family in words: what each verb does, what a player should know of a choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fadenet.engine.acts import A_TYPES
from fadenet.engine.rules import Move
from fadenet.engine.state import Act, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import legality, reach
from fadenet.games.fade.typed import FadeAbility, FadeCard, fade, rules_of
from fadenet.games.fade.verbs.activating import ACTIVATE

_DEEDS = {
    "attack": "attack CARD TARGET: a Normal Attack, for the PLV of the one who attacks",
    "use": "use CARD [k1] [TARGETS]: a Skill, a Reaction, or another card that may be used now; k1 is the"
    " Link of the Chain that it answers",
    "play": "play CARD [WHERE] [TARGETS]: a card of your Hand or a Character of your Fighter Pool",
    "attach": "attach CARD CHARACTER: lay a Skill or Reaction face-down on a Character of yours, who can use"
    " it later",
    "move": "move CHARACTER [WHERE]: between the {front} and the {back}",
    "place": "place CARD [WHERE]: lay a card with {surprise} face-down beside you, for when its time comes",
    "reattach": "reattach CARD TARGET: give an attached card to another of yours",
    "activate": "activate CARD [TARGETS]: an ability of a card on the field",
    "shield": "shield CARD k1: spend its Shield Counter to Block that Link",
    "barrier": "barrier CARD k1: spend its Barrier Counter to Negate that Link",
    "end": "end: leave the {phase}",
    "mix": "mix: put your Hand into another order, so that nobody can tell which card came when",
    "show": "show CARD: show a card of your Hand, for what its text then does",
    "tag": "tag CHARACTER WHERE: Tag-Out, to another cell; who stands there takes the place that is left",
    "lay": "lay CARD WHERE: put a card into a free cell as Material of a Command",
    "veil": "veil CHARACTER WHERE: play a Character with {mystify} face-down",
    "unveil": "unveil CHARACTER: turn it face-up, for its Cost if it has one",
    "decline": "decline CHARACTER k1: it does not Defend, so that its DEF lowers no damage of this Attack",
    "pass": "pass: do nothing now",
}


_DEFENCES = {"block": "Block", "deflect": "Deflect", "negate": "Negate", "counter": "a Counter-hit"}


def deed(s: State, verb: str) -> str:
    """How a verb is typed and what it does, "" for one that only answers a question."""
    rules = rules_of(s)
    words, zones = rules.edition.words, rules.edition.zones
    phase = rules.phases[s.phase] if s.turn else "set-up"
    return _DEEDS.get(verb, "").format(
        front=zones[t.FRONT],
        back=zones[t.BACKUP],
        surprise=words[t.K_SURPRISE],
        mystify=words[t.K_MYSTIFY],
        phase=phase,
    )


def remark(s: State, seat: int, move: Move, code_of: Callable[[int], int]) -> str:
    """The price of a move, if that is not printed, and whether a defence would do nothing; "" for neither."""
    if move[0] not in (t.V_USE, t.V_PLAY, t.V_ACTIVATE):
        return ""
    h = next((x for x in move[1:] if type(x) is int and x > 0), 0)
    card = rules_of(s).cards[code_of(h)] if h else None
    if card is None:
        return ""
    said = [] if move[0] == t.V_ACTIVATE else [*_price(s, seat, move, h, card)]
    link = next((-x for x in move[1:] if type(x) is int and x < 0), 0)
    if 0 < link <= len(s.chain):
        way = ACTIVATE.ways.named(s, move) if move[0] == t.V_ACTIVATE else None
        ability = card.use if way is None else way.ability
        said += _in_vain(s, s.acts[s.chain[link - 1]], fade(ability)) if ability is not None else ()
    return "; ".join(said)


def _price(s: State, seat: int, move: Move, h: int, card: FadeCard) -> Iterator[str]:
    """The TP that a card costs now, if these are others than are printed (fade1 element.matching)."""
    if card.stats[t.S_COST] < 0:
        return
    driven = (t.KEY_AS, t.AS_WORDS.index("overdrive")) in move
    user = s.host[h] or seat + 1
    if move[0] == t.V_PLAY:
        aimed = [x for x in move[2:] if type(x) is int and x > 0]
        user = aimed[0] if aimed and card.types & t.AUGMENT else 0
    matched = rules_of(s).figures.element_matching_reduction_per_element
    n = legality.cost(s, h, card, user if matched else 0) + (card.keywords[t.K_OVERDRIVE] if driven else 0)
    if n != card.stats[t.S_COST]:
        yield f"for {n} TP"


def _in_vain(s: State, other: Act, ability: FadeAbility) -> Iterator[str]:
    """Defences that the Damage Type of a link withstands as it stands now (fade2 damage.class-matrix)."""
    for tag, word in _DEFENCES.items():
        defends = ability.counters if tag == "counter" else tag in ability.tags
        if defends and rules_of(s).policies.withstood[tag] and reach.forbids(s, other, tag):
            shared = tag in ("block", "deflect")
            types = other[A_TYPES] & 15 if shared else other[A_TYPES] >> 4
            names = [name for i, name in enumerate(t.DAMAGE_TYPES) if types >> i & 1]
            yield f"{word} does nothing against {'/'.join(names)} damage"
