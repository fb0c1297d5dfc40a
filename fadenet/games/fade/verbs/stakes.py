"""The stakes of a seat that passes in advance in the family's games: Attacks, and its own answers."""

from __future__ import annotations

from fadenet.engine.acts import A_FLAGS, A_SEAT
from fadenet.engine.chain import W_CHAIN, W_SHOW
from fadenet.engine.policies import ATTACKED, Stakes
from fadenet.engine.state import ATTACHED, HANDLE_MASK, Known, State
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import amounts, combat, legality, values
from fadenet.games.fade.typed import rules_of
from fadenet.games.fade.verbs.hidden import attacks_as_link
from fadenet.games.fade.verbs.playing import makes_link


class FadeStakes(Stakes):
    """An Attack counts with the damage that it does to a side if nothing stops it."""

    def stake(self, s: State, seat: int, window: int) -> int:
        act, side = s.acts[s.chain[-1]] if s.chain else None, s.rules.side(s, seat)
        if act is None or not act[A_FLAGS] & t.ATTACK or s.rules.side(s, act[A_SEAT]) == side:
            return super().stake(s, seat, window)
        there = [h for h in combat.is_attacked(s, act) if s.rules.side(s, s.ctrl[h]) == side]
        if not there:
            return super().stake(s, seat, window)
        hits = [
            (number, hit, combat.attack_targets(s, act, number)[part] & HANDLE_MASK)
            for number, hit, part in combat.strikes(s, act)
        ]
        return ATTACKED + sum(amounts.hit_amount(s, act, *one) for one in hits if one[2] in there)

    def ready(self, s: State, seat: int, known: Known, window: int) -> bool:
        """By the cards and the TP that it has now: what waits for its moment, Reactions and what answers
        links, Items, what is shown for an event."""
        rules, code = rules_of(s), s.code
        hand = [(h, rules.cards[code[h] or known.get(h, 0)]) for h in s.zones[seat * t.NZ + t.HAND]]
        laid = [(h, rules.cards[known.get(h, 0)]) for h in _laid(s, seat)]
        if not all(card.code for _, card in (*hand, *laid)) or any(card.from_hand for _, card in hand):
            return True
        links = seat == s.active and rules.links_in[s.phase]
        held = [*hand, *laid] if window != W_CHAIN or links or values.last_stand(s, seat) else laid
        tp = s.num[t.TP][seat + 1]
        cards = [card for h, card in held if legality.cost(s, h, card, s.host[h]) <= tp]
        if any(card.placed or card.from_hand for card in cards):
            return True
        if window == W_SHOW:
            return any(card.hidden for _, card in hand)
        if window != W_CHAIN:
            items = any(card.types & t.ITEM for card in cards)
            return items or any(may(s, seat, window) for may in rules.points.answering)
        if any(card.types & t.REACTION or (card.use and card.use.answers) for card in cards):
            return True
        quiet = rules.edition.quiet_plays
        if links and (s.zones[seat * t.NZ + t.FIGHTERS] or any(makes_link(card, quiet) for card in cards)):
            return True
        fights, joins = seat == s.active and s.phase == t.COMBAT, rules.policies.joins
        if any(legality.bearers(s, seat, column) for column in rules.points.guards):
            return True
        working = [a for h in legality.working_cards(s, seat) for a in rules.cards[code[h]].activated]
        return (fights and attacks_as_link(s, seat)) or any(
            a.answers is not None or (fights and joins(a)) for a in working
        )


def _laid(s: State, seat: int) -> list[int]:
    """The face-down cards of a seat, on Characters and beside Players."""
    there = [k for kids in s.kids.values() for k in kids]
    return [k for k in there if s.ctrl[k] == seat and not s.face[k] and s.role[k] == ATTACHED]
