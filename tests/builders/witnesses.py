"""The signs that a keyword or a kind of Counter of F.A.R.O.E. is at work, read off the events of a match.

Each witness looks at the state at the very moment of an event. A keyword that only sets a limit for Decks
(Mythical) is at work when such a card is carried out.
"""

from __future__ import annotations

from fadenet.engine import atoms
from fadenet.engine.acts import A_ABILITY, A_FLAGS, A_MODE, A_SEAT, A_SRC, A_TRAITS, A_USER, probe
from fadenet.engine.state import ATTACHED, HANDLE_MASK, ROW_CARD, ROW_EVENT, ROW_N, Act, Row, State, ref
from fadenet.games.fade import tables as t
from fadenet.games.fade.features import infused, lock_on, mastery
from fadenet.games.fade.field import combat, natures, values
from fadenet.games.fade.typed import FadeCard, FadeRules, rules_of

UNDER_CONDITIONS = ("Arm Up", "Backup", "Paradox", "Reinforce")


def keywords(s: State, row: Row, act: Act | None) -> set[str]:
    """The keywords that this event shows at work. act: the action that caused it, if it is still known."""
    event, h = row[ROW_EVENT], row[ROW_CARD]
    found: set[str] = set()
    if event == atoms.PHASE_BEGINS:
        return _standing(s)
    if event == t.E_RETURNED:
        return {"Orbital"}
    if event == t.E_KO:
        found |= {"Concussion"} if _has(s, h, "Concussion") else set()
        doomed = atoms.marked(s, t.P_TURN, t.MK_DOOMED, ref(s, h))
        found |= {"Deathmark"} if doomed and _has(s, h, "Deathmark") else set()
    elif event == t.E_ATTACKED and act is not None:
        found |= _reached(s, h, act)
    elif event == t.E_STACKED:
        top = _card(s, s.host[h])
        found |= {"Level-Up"} if top.laid_on and act is not None else set()
        found |= {"Stacker"} if act is None and top.keywords[t.K["Stacker"]] else set()
    elif event == t.E_IMPRISONED:
        found |= {"Void"} if _has(s, h, "Void") else set()
        paid = act is not None and act[A_MODE] == t.M_CHARACTER and not act[A_SRC]
        found |= {"Boss"} if paid else set()
    elif event == atoms.ENTERS:
        found |= {"Equip"} if s.role[h] == ATTACHED and _card(s, h).keywords[t.K["Equip"]] else set()
    if act is not None:
        found |= _acting(s, row, act)
    return found


def _acting(s: State, row: Row, act: Act) -> set[str]:
    """The words that show in the action behind an event."""
    event, h = row[ROW_EVENT], row[ROW_CARD]
    if event == t.E_ATTACKS:
        return _striking(s, h, act)
    if event == atoms.RESOLVED:
        return _resolving(s, act)
    if event == atoms.COUNTER_PUT and act[A_SRC]:
        name = t.COUNTERS[row[ROW_N] - 1] if row[ROW_N] else ""
        return {name} if name in t.K and _card(s, act[A_SRC]).keywords[t.K[name]] else set()
    if event == t.E_USED and act[A_USER] & HANDLE_MASK <= s.seats and not values.last_stand(s, act[A_SEAT]):
        return {word for word in ("Contingency", "Surprise") if _card(s, h).keywords[t.K[word]]}
    if event == t.E_GAINS_TP:
        assert isinstance(s.rules, FadeRules)
        return (
            {"Charge"}
            if act[A_ABILITY] == s.rules.built_in["Charge"].number and act[A_MODE] == t.M_TRIGGER
            else set()
        )
    if event == atoms.LINKED:
        return _linked(s, act)
    return set()


def _striking(s: State, u: int, act: Act) -> set[str]:
    found = {"Flash"} if s.since[u] == s.turn and _has(s, u, "Flash") else set()
    found |= {"Multistrike"} if atoms.marked(s, t.P_ROUND + s.active, t.MK_STRIKES, ref(s, u)) else set()
    found |= {"Infused"} if infused.infused(s, u) else set()
    found |= {"Wildcard"} if _has(s, u, "Wildcard") else set()
    return found | ({"Mastery"} if mastery.mastery(s, act) & act[A_TRAITS] else set())


def _reached(s: State, h: int, act: Act) -> set[str]:
    seat = s.ctrl[h]
    found = {"Provoke"} if _has(s, h, "Provoke") else set()
    beyond = h <= s.seats or s.zone[h] % t.NZ == t.BACKUP
    covered = bool(s.zones[seat * t.NZ + t.FRONT]) and not values.last_stand(s, seat)
    return found | ({"Lock-On"} if beyond and covered and lock_on.locks_on(s, act) else set())


def _resolving(s: State, act: Act) -> set[str]:
    card = _card(s, act[A_SRC]) if act[A_SRC] else rules_of(s).cards[0]
    found = {"Mythical"} if card.keywords[t.K["Mythical"]] else set()
    found |= {"Buildup"} if act[A_FLAGS] & t.BUILT else set()
    found |= {"Replay"} if act[A_FLAGS] & t.REPLAYED else set()
    if act[A_MODE] == t.M_TRIGGER:
        event = rules_of(s).abilities[act[A_ABILITY]].event
        found |= {"Vengeance"} if event == t.E_KO and card.keywords[t.K["Vengeance"]] else set()
        found |= {"Overdrive"} if event == atoms.ENTERS and card.keywords[t.K["Overdrive"]] else set()
    return found


def _linked(s: State, act: Act) -> set[str]:
    """Immune and Mute show in what a link cannot do, and who is silent meanwhile."""
    found = {"Mute"} if s.rules.index_of(s).muted else set()
    nature = natures.nature(s, act)
    shut = any(
        values.keyword(s, h, t.K["Immune"]) & nature for e in range(s.seats) for h in combat.characters(s, e)
    )
    return found | ({"Immune"} if shut else set())


def _standing(s: State) -> set[str]:
    """The keywords under which a continuous ability is active now."""
    found = set()
    for seat in range(s.seats):
        for host in (*combat.characters(s, seat), seat + 1):
            for h in (host, *combat.attached(s, host)):
                card = _card(s, h)
                seen = probe(seat, ref(s, h), ref(s, h), -1)
                for word in UNDER_CONDITIONS:
                    if card.keywords[t.K[word]] and any(
                        a.static and a.static.condition and a.static.condition(s, seen) for a in card.statics
                    ):
                        found.add(word)
    return found


def counters(s: State, row: Row, act: Act | None) -> set[str]:
    """The kinds of Counters that this event shows at work."""
    event, h = row[ROW_EVENT], row[ROW_CARD]
    if event == t.E_ATTACKS:
        return {t.COUNTERS[k - 1] for k in (t.AURA, t.DRAIN, t.FRACTURE) if s.num[k][h]}
    if event == t.E_MISSED:
        return _on(s, h, t.BLINDNESS)
    if event == t.E_HEALED:
        return _on(s, h, t.BLOODLUST)
    if event == t.E_IMPRISONED:
        return _on(s, h, t.CURSE)
    if event == t.E_DAMAGE_COUNTERS:
        return _on(s, h, t.DAMAGE)
    if event == t.E_KO and s.num[t.TIMEBOMB][h] >= rules_of(s).figures.timebomb_knock_out_at:
        return _on(s, h, t.TIMEBOMB)
    if event == atoms.COUNTER_GONE and row[ROW_N] in (t.PARALYZE, t.POISON):
        return {t.COUNTERS[row[ROW_N] - 1]}
    if event == atoms.RESOLVED and act is not None:
        return {
            t.COUNTERS[k - 1]
            for k, mode in ((t.SHIELD, t.M_SHIELD), (t.BARRIER, t.M_BARRIER))
            if act[A_MODE] == mode
        }
    return set()


def _on(s: State, h: int, column: int) -> set[str]:
    return {t.COUNTERS[column - 1]} if s.num[column][h] else set()


def _has(s: State, h: int, word: str) -> bool:
    return values.keyword(s, h, t.K[word]) > 0


def _card(s: State, h: int) -> FadeCard:
    return rules_of(s).cards[s.code[h & HANDLE_MASK]]
