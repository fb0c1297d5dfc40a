"""The signs that a keyword or another word of Terrene Odyssey is at work, read off the events of a match."""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.acts import A_ABILITY, A_SEAT, A_VERB
from fadenet.engine.chain import FREE
from fadenet.engine.choices import Choices
from fadenet.engine.kit.moves import verbs_of
from fadenet.engine.language import instructions
from fadenet.engine.rules import Rules
from fadenet.engine.state import ATTACHED, HANDLE_MASK, ROW_CARD, ROW_EVENT, ROW_N, Act, Row, State
from fadenet.games.terrene import tables as t
from fadenet.games.terrene import values as v
from fadenet.games.terrene.typed import TerreneRules, rules_of


def keywords_of(rules: Rules) -> set[str]:
    """The keywords that a card of the set has or gives."""
    found = {k for card in rules.cards for k, n in enumerate(card.keywords) if n}
    given = [a.static.what for a in rules.abilities if a.static is not None]
    given += [row[1][1] for program in rules.programs for row in program if row[0] is instructions.do_mod]
    return {t.KEYWORDS[k] for k in found | {what - t.Q_KEYWORD for what in given if what >= t.Q_KEYWORD}}


def banner(rules: TerreneRules, number: int) -> str:
    """The kind of an ability: its colour, and whether it is used or an event sets it off."""
    ability = rules.abilities[number]
    return f"{t.COLOURS[ability.colour] or 'Passive'}, {ability.kind}"


def keywords(s: State, row: Row, act: Act | None) -> set[str]:
    """The keywords that this event shows at work. act: the action that caused it, if it is still known."""
    event, h = row[ROW_EVENT], row[ROW_CARD]
    if event == t.E_ATTACKS:
        return _attacking(s, h)
    if event == atoms.LINKED and act is not None:
        return {"Immune"} if any(not v.touched(s, act, x) for x in v.all_recruited(s)) else set()
    if event == atoms.PHASE_BEGINS and row[ROW_N] == t.ACTING:
        return _standing(s)
    if event == t.E_USED and s.role[h] == ATTACHED and act is not None:
        price = rules_of(s).abilities[act[A_ABILITY]].cost
        return {"Resourceful"} if price and _has(s, s.host[h], t.K_RESOURCEFUL) else set()
    if event == t.E_DAMAGED and act is None and h == s.vars[t.G_ATTACKER] & HANDLE_MASK:
        return {"Retaliate"}
    if event == t.E_WOUNDS:
        blocked = v.figure(s, s.vars[t.G_BLOCKER] & HANDLE_MASK, t.Q_DEF)
        return {"Stab"} if blocked and _has(s, h, t.K_STAB) else set()
    if event == t.E_STRIKES and _has(s, h, t.K_UNBLOCKABLE):
        side = s.rules.side(s, s.ctrl[h])
        others = [x for x in v.all_recruited(s) if s.rules.side(s, s.ctrl[x]) != side]
        return {"Unblockable"} if any(v.can_fight(s, x) for x in others) else set()
    return set()


def _attacking(s: State, h: int) -> set[str]:
    """The cost of an attack, how often one may come, and who cannot block it."""
    found = {word for word, k in (("Haste", t.K_HASTE), ("Slow", t.K_SLOW)) if _has(s, h, k)}
    again = atoms.marked(s, t.P_TURN, t.MK_ATTACK, s.vars[t.G_ATTACKER]) > 1
    idle = any(s.ctrl[x] != s.ctrl[h] and _has(s, x, t.K_STUN) for x in v.all_recruited(s))
    return (found if len(found) == 1 else set()) | {
        word for word, there in (("Extra Attack", again), ("Stun", idle)) if there
    }


def _standing(s: State) -> set[str]:
    """The words that keep Characters of the player whose Actions begin from doing or suffering something."""
    mine = [h for h in v.party(s, s.active) if s.face[h]]
    kept = [h for h in mine if _has(s, h, t.K_STEADFAST)]
    dismissals = Choices(verbs_of(s).lists[t.V_DISMISS, FREE](s, s.active, {})).listed()
    assert not {(t.V_DISMISS, h) for h in kept}.intersection(dismissals)
    silent = any(v.card_of(s, h).abilities for h in s.rules.index_of(s).muted)
    return {word for word, there in (("Steadfast", kept), ("Silence", silent)) if there}


def used(s: State, row: Row, act: Act | None) -> int:
    """The handle of the card that this event puts to use, 0 = none."""
    event: int = row[ROW_EVENT]
    h: int = row[ROW_CARD]
    token = event == atoms.ENTERS and v.card_of(s, h).types & t.TOKEN
    if token or event in (t.E_RECRUITED, t.E_TERRAIN):
        return h
    activated = event == atoms.RESOLVED and act is not None and act[A_VERB] == t.V_USE
    return h if activated and v.card_of(s, h).types & t.HOLDABLE else 0


def others(s: State, row: Row, act: Act | None) -> list[tuple[str, str]]:
    """Events, counters, rewards for XP, banners and answers that this event shows."""
    event, n = row[ROW_EVENT], row[ROW_N]
    found = [("events", t.EVENTS[event])] if event >= len(atoms.EVENTS) else []
    if event in (atoms.COUNTER_PUT, atoms.COUNTER_GONE):
        found += [("counters", f"{word}, {t.EVENTS[event]}") for word, k in t.COUNTERS.items() if k == n]
    elif event == t.E_XP:
        found.append(("rewards", str(min(n, rules_of(s).figures.xp_free_choice_from))))
    elif event == atoms.RESOLVED and act is not None:
        if act[A_ABILITY] >= 0:
            found.append(("banners", banner(rules_of(s), act[A_ABILITY])))
        before = s.acts[s.chain[-2]] if len(s.chain) > 1 else act
        if before[A_SEAT] != act[A_SEAT]:
            found.append(("answers", t.VERBS[before[A_VERB]]))
    return found


def _has(s: State, h: int, k: int) -> bool:
    return v.keyword(s, h, k) > 0
