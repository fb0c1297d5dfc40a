"""The kernel under random play, with a ten-card game and with faroe: what must hold at every rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rule_books import books

from fadenet import games
from fadenet.engine import atoms, kernel, needs, notation
from fadenet.engine.digest import digest, parts
from fadenet.engine.errors import IllegalMove, WrongInput
from fadenet.engine.kernel import CONCEDE_MOVE, DONE_MOVE, NO_MOVE, PASS_MOVE, YES_MOVE
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import (
    ACT,
    ASK_WORDS,
    BIND,
    NEED_WORDS,
    OPEN,
    POOL,
    RECOMMIT,
    TAKE,
    TOSS,
    State,
    TableNeed,
)
from fadenet.table.dealer import Dealer
from tests.builders.playout import FAROE, Playout, deck_lists, same_but_fresh
from tests.builders.ten import TEN, V_LAY
from tests.engine.fuzz import mutants

GAMES: dict[str, Rules] = {"ten": TEN, "faroe": FAROE}
LOOKS = {"ten": 1, "faroe": 47}
"""In random matches the costly checks look at every so-many-th rest."""

SEEDS = st.integers(0, 2**32)
both = pytest.mark.parametrize("game", [pytest.param("faroe", marks=pytest.mark.slow), "ten"])


def examples(game: str) -> settings:
    """How many matches a property is tried on: one of faroe takes two hundred times as long as one of ten.

    A long run tries eighty times as many.
    """
    usual = 50  # examples of a property in a normal run that says nothing else
    times = 1 if settings().max_examples == usual else 80
    return settings(max_examples=times * (20 if game == "ten" else 1))


def on_matches(check: Callable[[str, int], None]) -> Callable[[str], None]:
    """Try a property of (game, seed) on matches of either game."""

    @both
    def test(game: str) -> None:
        examples(game)(given(seed=SEEDS)(lambda seed: check(game, seed)))()

    test.__doc__ = check.__doc__
    return test


def some(game: str, play: Playout, every: int = 0) -> Iterator[State]:
    """The rests of a match that the costly checks look at."""
    every = every or LOOKS[game]
    for k, s in enumerate(play.rests()):
        if k % every == 0 or s.over:
            yield s


# Rests.


def rests_in_one_way(game: str, seed: int) -> None:
    """given a match, then it always rests with asks, or with needs, or because it is over."""
    play = Playout(GAMES[game], seed)
    for s in play.rests():
        assert [bool(s.asks), bool(s.needs), bool(s.over)].count(True) == 1
        assert s.over or not s.asks or play.owing(), "somebody must still owe an answer"
        assert all(0 <= seat < s.seats and seat not in s.out for seat in play.owing())
        if s.over:
            assert len(s.over[0]) == s.seats and min(s.over[0]) == 1


test_every_rest_is_asks_or_needs_or_over = on_matches(rests_in_one_way)


def test_the_matches_of_these_tests_show_every_kind_of_rest() -> None:
    """given some matches of ten, then all asks and needs that the kernel has for it have come up."""
    seen: Counter[str] = Counter()
    for seed in range(60):
        for s in Playout(GAMES["ten"], seed).rests():
            seen.update(ASK_WORDS[a.kind] for a in s.asks)
            seen.update(NEED_WORDS[w.kind] for w in s.needs)
    assert {"act", "respond", "pick", "mode", "confirm"} <= set(seen)
    assert {"pool", "bind", "take", "open", "recommit", "toss"} <= set(seen)


# Options.


def options_are_accepted(game: str, seed: int) -> None:
    """given what is listed for a seat, then `check` and `apply` accept it, and no two have one text."""
    play = Playout(GAMES[game], seed)
    for s in some(game, play):
        for seat in play.owing() if s.asks else ():
            options = play.options(seat)
            assert options and len(set(options)) == len(options)
            texts = {notation.format_move(s, seat, move) for move in options}
            assert len(texts) == len(options)
            for move in options:
                opened = play.dealer.opening(s, move)
                assert kernel.check(s, seat, move, opened) is None, move
                kernel.apply(s.clone(), seat, move, opened)


test_every_option_is_accepted = on_matches(options_are_accepted)


def moves_survive_notation(game: str, seed: int) -> None:
    """given any move listed at any ask, when its text is read again, then it is the same move."""
    play = Playout(GAMES[game], seed)
    for s in play.rests():
        for seat in play.owing() if s.asks else ():
            for move in (*play.options(seat), CONCEDE_MOVE, s.rules.timeout):
                text = notation.format_move(s, seat, move)
                assert notation.parse_move(s, seat, text) == move, text
                assert len(text) <= notation.TEXT_MAX and text.isascii() and text.isprintable()


test_every_move_survives_its_notation = on_matches(moves_survive_notation)


# Refusals.


@cache
def known_rules(game: str) -> frozenset[str]:
    return frozenset(books()[game].topics) if game == "faroe" else frozenset()


def refused(s: State, seat: int, move: Move, opened: Sequence[tuple[int, int]], game: str) -> bool:
    """Whether the move is refused, as it must be: with a rule of the book, and changing nothing."""
    before, fresh = digest(s), s.clone()
    reason = kernel.check(s, seat, move, opened)
    assert digest(s) == before
    if reason is None:
        return False
    assert reason.text and reason.rule
    assert game == "ten" or reason.rule in known_rules(game), f"{reason.rule} is no rule of the book"
    with pytest.raises(IllegalMove) as caught:
        kernel.apply(s, seat, move, opened)
    assert caught.value.reason.rule == reason.rule
    assert digest(s) == before == digest(same_but_fresh(fresh))
    return True


def shown(play: Playout, move: Move) -> tuple[tuple[int, int], ...]:
    """The openings a move would carry, if it has a form that can carry any."""
    try:
        handles = rules_of(play.s).moves.opens(play.s, move)
    except (IndexError, TypeError):
        return ()
    return tuple((h, play.dealer.truth[h]) for h in handles if h in play.dealer.truth)


def only_options_pass(game: str, seed: int) -> None:
    """given a listed move changed in verb, argument or seat, then it is listed too, or stated, or refused."""
    play = Playout(GAMES[game], seed)
    random = Random(seed)
    for s in some(game, play, LOOKS[game] * 3):
        for seat in play.owing() if s.asks else ():
            options = play.options(seat)
            for move in mutants(s, random.choice(options), random):
                stated = bool(move) and rules_of(s).moves.vouched(s, move)
                if not refused(s, seat, move, shown(play, move), game):
                    assert move in options or stated or move in (CONCEDE_MOVE, s.rules.timeout), (
                        s.asks,
                        move,
                    )
            other = 1 - seat
            if other not in play.owing():
                for move in (*options[:3], PASS_MOVE, YES_MOVE, NO_MOVE, DONE_MOVE, CONCEDE_MOVE):
                    assert refused(s, other, move, shown(play, move), game)


test_changed_moves_are_refused = on_matches(only_options_pass)


def hidden_cards_must_be_shown(game: str, seed: int) -> None:
    """given a move that uses a hidden card, when the card is not shown with it, then it is refused."""
    play = Playout(GAMES[game], seed)
    for s in some(game, play):
        for seat in play.owing() if s.asks else ():
            for move in play.options(seat):
                if rules_of(s).moves.opens(s, move):
                    assert refused(s, seat, move, (), game)


test_a_hidden_card_must_be_shown = on_matches(hidden_cards_must_be_shown)


def test_a_card_shown_that_is_another_one_than_needed_is_refused() -> None:
    """given an answer that needs a card from 6 up, when a lower one is shown, then the answer is refused."""
    wrong = 0
    for seed in range(20):
        play = Playout(GAMES["ten"], seed)
        for s in play.rests():
            for seat in play.owing() if s.asks else ():
                for move in play.options(seat):
                    if rules_of(s).verbs[move[0]] == "answer" and rules_of(s).moves.opens(s, move):
                        assert refused(s, seat, move, ((move[1], 2),), "ten")
                        wrong += 1
    assert wrong


def test_too_many_standing_passes_are_refused_and_change_nothing() -> None:
    """given a legal move with more standing passes than a seat may have, then nothing is changed."""
    play = Playout(GAMES["ten"], 1)
    s = next(s for s in play.rests() if s.asks)
    seat = play.owing()[0]
    before = digest(s)
    rows = tuple((1, n) for n in range(atoms.STANDING_PASS_MAX + 1))
    with pytest.raises(IllegalMove) as caught:
        kernel.apply(s, seat, play.options(seat)[0], (), rows)
    assert caught.value.reason.rule == "response.standing-pass"
    assert digest(s) == before


# Values of the table.


def wrong_values(s: State, w: TableNeed, right: Any) -> list[Any]:
    """Values of a right type that do not answer a need."""
    kind, n, items, top = w.kind, w.n, w.items, len(s.code)
    if kind == POOL:
        return [-1, needs.POOL_MAX + 1] if right is not None else [3]
    if kind == BIND:
        elsewhere = next(h for h in range(top) if h not in s.pool[w.deck])
        twice = (right[0],) * n if n > 1 else (top,)
        return [right[:-1], (*right, right[0]), twice, (*right[:-1], elsewhere), (*right[:-1], top + 5)]
    if kind == OPEN and n < 0:
        return [
            (),
            right[:-1],
            (*right, 1),
            (*right[:-1], 0),
            (*right[:-1], len(s.rules.cards)),
            (-1, *right[1:]),
        ]
    if kind == TOSS:
        return [(), (*right, 0), (*right[:-1], items[-1]), (-1, *right[1:])]
    if kind == RECOMMIT:
        return [0]
    if kind == TAKE:
        owned = (*s.pool[w.deck], *s.zones[s.rules.deck_zone(w.deck)])
        many = tuple(h for h in owned if h)[: n + 1]
        values: list[Any] = [((1,), (1,)), ((top + 3,), (1,)), (right[0], (*right[1], 1, 1))]
        if len(many) > n:
            values.append((many, (1,) * len(many)))
        if right[0]:
            values.append(((right[0][0],) * 2, (right[1] or (1,))[:1] * 2))
            values += [(right[0], ()), (right[0], (0,) * len(right[0]))] if right[1] else []
        return values
    return []


def right_values(play: Playout) -> list[Any]:
    """Values that answer all needs of the rest, from a dealer of the same cards."""
    dealer = Dealer(play.dealer.decks, 2, 0)
    dealer.truth = play.dealer.truth
    return [dealer._value(play.s, w) for w in play.s.needs]


def wrong_values_are_refused(game: str, seed: int) -> None:
    """given a need, when the value has a wrong count or range, then `WrongInput` and no change."""
    play = Playout(GAMES[game], seed)
    for s in play.rests():
        if not s.needs:
            continue
        right = right_values(play)
        before = digest(s)
        bad = [[*right, None], right[:-1]]
        for i, w in enumerate(s.needs):
            bad += [[*right[:i], value, *right[i + 1 :]] for value in wrong_values(s, w, right[i])]
        for values in bad:
            with pytest.raises(WrongInput):
                needs.supply(s, values)
            assert digest(s) == before == digest(same_but_fresh(s)), (s.needs, values)
        after = s.clone()
        needs.supply(after, right)
        assert digest(after) != before


test_wrong_values_are_refused = on_matches(wrong_values_are_refused)


def test_values_that_nobody_needs_are_refused() -> None:
    """given a state that rests with asks, when a value comes, then it is refused."""
    play = Playout(GAMES["ten"], 3)
    s = next(s for s in play.rests() if s.asks)
    with pytest.raises(WrongInput):
        needs.supply(s, [(1,)])
    with pytest.raises(WrongInput):
        kernel.setup(GAMES["ten"], 3)


# Copies and digests.


def clones_are_independent(game: str, seed: int) -> None:
    """given a copy of a state, when one of the two goes on, then the other one stays as it was."""
    play = Playout(GAMES[game], seed)
    for k, s in enumerate(some(game, play, LOOKS[game] * 7)):
        copy = s.clone()
        before = digest(s)
        ahead = Playout(GAMES[game], seed)
        ahead.s = copy
        ahead.dealer.decks = play.dealer.decks
        ahead.dealer.truth = play.dealer.truth.copy()
        ahead.dealer.known = [known.copy() for known in play.dealer.known]
        for n, _ in enumerate(ahead.rests()):
            if n == 40:
                break
        assert k == 0 or s.over or digest(copy) != before
        assert digest(s) == before == digest(same_but_fresh(s))


test_clones_are_independent = on_matches(clones_are_independent)


def digests_are_not_stale(game: str, seed: int) -> None:
    """given a digest that was kept up to date step by step, then it is the one that all columns give anew."""
    play = Playout(GAMES[game], seed)
    for s in play.rests():
        assert digest(s) == digest(same_but_fresh(s)), [
            name for name, part in parts(same_but_fresh(s)).items() if parts(s)[name] != part
        ]


test_digests_are_not_stale = on_matches(digests_are_not_stale)


def index_is_not_stale(game: str, seed: int) -> None:
    """given a copy without what had been derived of it, when both take the same answer, then both agree."""
    play = Playout(GAMES[game], seed)
    for s in some(game, play):
        for seat in play.owing()[:1] if s.asks else ():
            fresh = same_but_fresh(s)
            assert play.options(seat) == kernel.options(fresh, seat, play.dealer.known[seat])
            move = play.random.choice(play.options(seat))
            one, two = s.clone(), fresh
            opened = play.dealer.opening(s, move)
            assert kernel.apply(one, seat, move, opened) == kernel.apply(two, seat, move, opened)
            assert digest(one) == digest(two)


test_what_is_derived_is_not_stale = on_matches(index_is_not_stale)


# Places.


def every_card_has_one_place(game: str, seed: int) -> None:
    """given a match, then every card lies in one zone, or on one card, or in one pool, and says so itself."""
    rules = GAMES[game]
    play = Playout(rules, seed)
    for s in some(game, play, 1 + LOOKS[game] // 4):
        places: Counter[int] = Counter()
        for zone, line in enumerate(s.zones):
            places.update(h for h in line if h)
            assert all(s.zone[h] == zone and not s.host[h] for h in line if h)
        for host, kids in s.kids.items():
            places.update(kids)
            assert kids and all(s.host[h] == host and s.role[h] for h in kids)
        for deck, pool in enumerate(s.pool):
            places.update(pool)
            zone = rules.deck_zone(deck)
            assert list(pool) == sorted(pool) and all(s.zone[h] == zone for h in pool)
            assert s.zones[zone].count(0) == len(pool)
        handles = [h for h in range(s.seats + 1, len(s.code)) if s.zone[h] >= 0]
        assert sorted(places) == handles and set(places.values()) <= {1}
        assert len(handles) in (0, sum(map(len, deck_lists(rules, seed))))
        assert all(h < len(s.code) for h in (*s.host, *s.kids)) and {len(c) for c in s.num} == {len(s.code)}


test_every_card_has_one_place = on_matches(every_card_has_one_place)


# Text from outside.


def middle(game: str) -> Playout:
    """A match that has come some way."""
    play = Playout(GAMES[game], 5)
    for k, s in enumerate(play.rests()):
        if k > (30 if game == "ten" else 300) and s.asks and s.asks[0].kind == ACT:
            break
    return play


@cache
def middles() -> dict[str, Playout]:
    return {game: middle(game) for game in GAMES}


words = st.sampled_from(
    [
        *(verb for rules in GAMES.values() for verb in rules.verbs),
        "h1",
        "p1.h1",
        "p2.f1.1",
        "k1",
        "k0",
        "n=1",
        "as=",
        "-3",
        "00",
        "",
    ]
)
texts = st.one_of(
    st.text(max_size=40), st.lists(st.one_of(words, st.text(max_size=8)), max_size=6).map(" ".join)
)


@pytest.mark.slow
@both
def test_any_text_is_a_move_or_wrong_input(game: str) -> None:
    """given any text, then it names a move that `check` has a word on, or is refused."""

    @settings(max_examples=100)
    @given(text=st.one_of(texts, st.just("play " * 300)))
    def holds(text: str) -> None:
        play = middles()[game]
        s = play.s
        seat = s.asks[0].seat
        try:
            move = notation.parse_move(s, seat, text)
        except WrongInput as error:
            assert str(error)
            return
        assert move[0] in range(len(s.rules.verbs))
        again = notation.format_move(s, seat, move)
        assert notation.parse_move(s, seat, again) == move
        if not (
            move in (*play.options(seat), CONCEDE_MOVE, rules_of(s).timeout)
            or rules_of(s).moves.vouched(s, move)
        ):
            assert refused(s, seat, move, shown(play, move), game)

    holds()


# Leaving.


def anybody_may_leave(game: str, seed: int) -> None:
    """given any rest, when a seat leaves, then the match is over, the other has won, and nothing is owed."""
    play = Playout(GAMES[game], seed)
    for s in some(game, play, LOOKS[game] * 3):
        for seat in range(2) if not s.over else ():
            gone = s.clone()
            assert kernel.leave(gone, seat)
            assert gone.over[0] == ((2, 1), (1, 2))[seat] and gone.out == (seat,)
            assert not gone.asks and not gone.needs
            assert kernel.leave(gone, 1 - seat) == [], "what is over stays over"


test_anybody_may_leave = on_matches(anybody_may_leave)


def test_conceding_is_an_answer_at_an_own_ask_only() -> None:
    """given a seat that is asked, when it gives up, then it has lost; nobody else can give up for it."""
    play = Playout(GAMES["ten"], 7)
    s = next(s for s in play.rests() if s.asks and s.asks[0].kind == ACT)
    seat = play.owing()[0]
    assert refused(s, 1 - seat, CONCEDE_MOVE, (), "ten")
    kernel.apply(s, seat, CONCEDE_MOVE)
    assert s.over[0][seat] == 2 and s.over[1] == "format.leaving"


def test_conceding_at_a_sealed_rest_waits_for_the_other_answer() -> None:
    """given both owe a sealed bid, when one gives up, then the match ends once the other has answered."""
    play = Playout(GAMES["ten"], 7)
    s = next(s for s in play.rests() if s.asks)
    kernel.apply(s, 0, CONCEDE_MOVE)
    assert not s.over and play.owing() == [1]
    kernel.apply(s, 1, play.options(1)[0])
    assert s.over == ((2, 1), "format.leaving")


def test_a_false_statement_loses_when_the_card_is_opened() -> None:
    """given a card laid face-down as even that is odd, when it is flipped, then its owner has lost."""
    false = 0
    for seed in range(30):
        play = Playout(TEN, seed)
        for s in play.rests():
            if s.asks and s.asks[0].kind == ACT and s.turn > 2:
                seat = play.owing()[0]
                odd = [h for h in TEN.unseen(s, seat) if play.dealer.truth[h] % 2]
                if odd:
                    play.answer(seat, (V_LAY, odd[0]))
                    play.answer(seat, (s.rules.verbs.index("flip"), odd[0]))
                    assert s.over[0][seat] == 2 and s.over[1] == "card.face-down-checked"
                    false += 1
                break
    assert false


def test_an_absent_seat_answers_by_default() -> None:
    """given each ask of some matches, then the default answer is a legal one."""
    for game, rules in GAMES.items():
        play = Playout(rules, 11)
        for s in some(game, play):
            for seat in play.owing() if s.asks else ():
                move = kernel.default_answer(s, seat, play.dealer.known[seat])
                assert kernel.check(s, seat, move, play.dealer.opening(s, move)) is None


@pytest.mark.long
@both
def test_many_matches_keep_to_all_of_it(game: str) -> None:
    """given hundreds of matches, then places and digests hold at every rest of each."""
    for seed in range(20_000 if game == "ten" else 300):
        every_card_has_one_place(game, seed)
        digests_are_not_stale(game, seed)


def test_nobody_waits_for_the_values_of_a_seat_that_is_out() -> None:
    """given three who are to lay down their decks, when one leaves, then what stands for its own will do."""
    s = kernel.setup(games.load("faroe", "free-for-all"), 3)
    assert kernel.leave(s, 1) and s.out == (1,) and not s.over
    for _ in range(2):
        values = [needs.absent_value(s, w) if w.who == 1 else 40 for w in s.needs]
        needs.supply(s, values)
        if not s.needs:
            break
    assert s.asks and 1 not in s.owner[s.seats + 1 :], "it lays down no card"
    assert {a.seat for a in s.asks if kernel.ask_of(s, a.seat)} == {0, 2}
