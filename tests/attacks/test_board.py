"""Attacks on the board of strangers: keys and addresses without number, which cost nothing, against notices
of honest players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from fadenet.node.limits import NOTICES_ASIDE_PER_S, NOTICES_HELD, NOTICES_WITHHELD
from fadenet.node.reach.notice import Notice
from fadenet.node.reach.posts import Have, RawNotice, Want, parse_post
from fadenet.node.reach.ties import Tie
from tests.node.boards import TABLE, Solo, notice

HONEST, SYBILS = 60, 512


Brought = tuple[Tie, Sequence[Notice], bool]
"""A link, the notices that it names, and whether it says that it has met their players."""


def bring(solo: Solo, *links: Brought, seconds: int = 20) -> None:
    """Links name notices, and give what they are asked for as long as that."""
    by_id = {one.id: one for _, notices, _ in links for one in notices}
    for tie, notices, met in links:
        ids = tuple(one.id for one in notices)
        solo.hears(tie, (Have(ids) if met else Have((), ids)).pack())
    for _ in range(seconds):
        for tie, _, _ in links:
            for post in map(parse_post, solo.says(tie)):
                for id in post.ids if isinstance(post, Want) else ():
                    solo.hears(tie, RawNotice(by_id[id].wire).pack())
        solo.now += 1


def visible(solo: Solo, notices: Iterable[Notice]) -> int:
    return sum(solo.holds(one) for one in notices)


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("topics", [(TABLE.topic,), ()])
def test_keys_and_addresses_without_number_push_out_no_honest_notice(
    first: bool, topics: tuple[bytes, ...]
) -> None:
    """given 60 notices that one honest link brings, when another brings 512 of made-up keys and addresses,
    before or after, to a node that looks for that game or not, then all 60 are there."""
    solo = Solo(1, topics=topics)
    honest, hostile = solo.tie(2), solo.tie(3)
    true = [notice(n) for n in range(100, 100 + HONEST)]
    false = [notice(n) for n in range(1_000, 1_000 + SYBILS)]
    links = [(honest, true, False), (hostile, false, True)]
    bring(solo, links[0 if first else 1])
    bring(solo, *links, seconds=int(2 * HONEST / NOTICES_ASIDE_PER_S))
    assert visible(solo, true) == HONEST


@pytest.mark.slow
def test_who_has_many_links_of_one_key_each_gains_no_more_than_their_shares() -> None:
    """given an attacker with three links of four, each of which names false notices without end, then all
    that the fourth brings is there, and of what the attacker brings the rest."""
    solo = Solo(1)
    true = [notice(n) for n in range(100, 100 + HONEST)]
    false = [[notice(n) for n in range(at, at + 200)] for at in (1_000, 1_200, 1_400)]
    links = [(solo.tie(10 + n), there, True) for n, there in enumerate(false)]
    bring(solo, *links, (solo.tie(2), true, False), seconds=NOTICES_HELD // 2)
    assert visible(solo, true) == HONEST and len(solo.gossip.held) > NOTICES_HELD - 10


@pytest.mark.slow
def test_links_that_come_and_go_gain_nothing() -> None:
    """given an attacker whose machine brings the notice of each new key over a link of its own, so that each
    seems to be there, when these links end, then no honest notice has gone for them."""
    solo = Solo(1)
    honest, true = solo.tie(2), [notice(n) for n in range(100, 100 + HONEST)]
    bring(solo, (honest, true, True))
    for n in range(1_000, 1_000 + SYBILS):
        tie = solo.tie(n, dialled=False, host="198.51.100.7")
        solo.hears(tie, RawNotice(notice(n).wire).pack())
        solo.gossip.part(tie, solo.now)
    assert visible(solo, true) == HONEST


def test_names_of_nothing_do_not_use_up_what_may_be_asked_for() -> None:
    """given an attacker who names what it never gives, then an honest link is asked all the same."""
    solo = Solo(1)
    hostile, honest = [solo.tie(n) for n in range(10, 14)], solo.tie(2)
    for round in range(4):
        for k, tie in enumerate(hostile):
            ids = [(round << 40 | k << 32 | n).to_bytes(8, "big") for n in range(NOTICES_WITHHELD // 4)]
            solo.hears(tie, Have(tuple(ids)).pack())
            solo.says(tie)
        true = [notice(n) for n in range(100 + 15 * round, 115 + 15 * round)]
        bring(solo, (honest, true, True))
        assert visible(solo, true) == len(true)


def test_what_nobody_could_reach_is_shown_behind_all_others() -> None:
    """given false notices with addresses at which nobody is, when these were dialled, then honest ones stand
    before them, and are what is told to others."""
    solo = Solo(1)
    true, false = [notice(n) for n in range(100, 110)], [notice(n) for n in range(1_000, 1_050)]
    bring(solo, (solo.tie(3), false, True))
    bring(solo, (solo.tie(2), true, True))
    for one in false:
        solo.gossip.missed(one.fingerprint, solo.wall)
    assert [kept.notice in true for kept in solo.gossip.held.ranked()] == [True] * 10 + [False] * 50
    told = [parse_post(data) for data in solo.says(solo.tie(4))]
    (have,) = [post for post in told if isinstance(post, Have)]
    assert set(have.met + have.heard + have.aside) == {one.id for one in true}
