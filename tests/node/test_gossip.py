"""The dealings of a node on the board with what comes on its links: notices go round, and liars keep nothing
from who has one honest link."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest

from fadenet.node import limits
from fadenet.node.limits import HAVE_GATHERED_S, NOTICE_ASKED_S
from fadenet.node.link.candidates import Address, RelayAddress
from fadenet.node.reach.asking import BadPost
from fadenet.node.reach.gossip import MOMENT_S
from fadenet.node.reach.held import NOBODY, Certainty, Teller, network_of
from fadenet.node.reach.known import First
from fadenet.node.reach.notice import CLOCK_S, NOTICE_BYTES
from fadenet.node.reach.posts import (
    Have,
    Other,
    Peers,
    Post,
    RawNotice,
    Topics,
    Want,
    board_token,
    parse_post,
)
from fadenet.node.reach.ties import Tie
from protocol.encoding import encode
from protocol.faults import BadEncoding, PeerFault
from tests.node.boards import NOW, TABLE, Solo, notice, other, place, talk

HONEST = 50


def said(solo: Solo, tie: Tie, kind: type[Post] | None = None) -> list[Post]:
    """The posts that it says on a link now, but whom it names and its topics."""
    posts = [parse_post(data) for data in solo.says(tie)]
    return [one for one in posts if (isinstance(one, kind) if kind else not isinstance(one, Peers | Topics))]


def linked(a: Solo, b: Solo) -> tuple[Solo, Tie, Solo, Tie]:
    """A link that a has dialled."""
    return a, a.tie(b.n, topics=None), b, b.tie(a.n, dialled=False, topics=None)


def wanted(solo: Solo, tie: Tie) -> list[bytes]:
    return [id for one in said(solo, tie, Want) if isinstance(one, Want) for id in one.ids]


def visits(solo: Solo, seconds: float) -> list[tuple[float, bytes]]:
    """The nodes that it visits in so many seconds, and when."""
    there = []
    for _ in range(int(seconds)):
        whom = solo.gossip.wanted(solo.now)
        if whom is not None:
            there.append((solo.now, whom.fingerprint))
        solo.now += 1
    return there


def ids(number: int, first: int = 0) -> tuple[bytes, ...]:
    """Names of notices that nobody has made."""
    return tuple(n.to_bytes(8, "big") for n in range(first, first + number))


# Notices go round.


def test_a_new_link_is_told_all_and_gives_what_is_wanted() -> None:
    """given a node that holds notices and one that holds others, when they are linked, then both hold all."""
    a, b = Solo(1), Solo(2)
    first, second = [notice(n) for n in range(10, 13)], [notice(n) for n in range(20, 25)]
    for solo, there in ((a, first), (b, second)):
        tie = solo.tie(90)
        solo.hears(tie, Have(tuple(one.id for one in there)).pack())
        for one in there:
            solo.hears(tie, RawNotice(one.wire).pack())
    talk([linked(a, b)])
    assert all(solo.holds(one) for solo in (a, b) for one in [*first, *second])


def test_what_is_new_is_passed_on_but_not_to_whom_it_has_come_from() -> None:
    a, one = Solo(1), notice(10)
    giver, other_tie = a.tie(2), a.tie(3)
    for tie in (giver, other_tie):
        said(a, tie)
    a.hears(giver, Have((one.id,)).pack())
    assert said(a, giver) == [Want((one.id,))]
    a.hears(giver, RawNotice(one.wire).pack())
    assert said(a, giver) == [] and said(a, other_tie) == [Have(heard=(one.id,))]
    # nor to who has said so itself meanwhile
    late = a.tie(4)
    a.hears(late, Have((one.id,)).pack())
    assert said(a, late) == []


def test_our_own_notice_is_told_at_once_and_all_else_is_gathered() -> None:
    """given a link that was told something just now, then what is new waits for more, our own does not."""
    a = Solo(1)
    giver, tie = a.tie(2), a.tie(3)
    first, second, third = notice(10), notice(11), notice(12)
    for n, one in enumerate((first, second, third)):
        a.hears(giver, Have((one.id,)).pack())
        said(a, giver)
        a.hears(giver, RawNotice(one.wire).pack())
        assert said(a, tie) == ([Have(heard=(first.id,))] if n == 0 else [])
    assert a.gossip.due(tie, a.now) == a.now + HAVE_GATHERED_S
    a.now += HAVE_GATHERED_S
    assert said(a, tie) == [Have(heard=(second.id, third.id))]
    own = notice(1)
    a.post(own)
    assert said(a, tie) == [RawNotice(own.wire)]


def test_a_table_that_is_closed_takes_its_notice_away_everywhere() -> None:
    a, b = Solo(1), Solo(2)
    pairs = [linked(a, b)]
    opened, closed = notice(1, made=NOW), notice(1, made=NOW + 1)
    a.post(opened)
    talk(pairs)
    assert b.holds(opened)
    a.now = b.now = a.now + 1
    a.post(closed)
    talk(pairs)
    assert b.holds(closed) and not b.holds(opened)


def test_a_notice_of_an_earlier_life_of_ours_is_left_alone() -> None:
    a, own = Solo(1), notice(1)
    tie = a.tie(2)
    a.hears(tie, Have((own.id,)).pack())
    assert wanted(a, tie) == [own.id]
    a.hears(tie, RawNotice(own.wire).pack())
    assert not a.holds(own)
    a.hears(tie, Have((own.id,)).pack())
    assert wanted(a, tie) == []


def test_what_is_over_is_neither_told_nor_given() -> None:
    a, one = Solo(1), notice(1, life=10)
    a.post(one)
    a.now += 10
    tie = a.tie(2)
    assert said(a, tie) == []
    a.hears(tie, Want((one.id,)).pack())
    assert said(a, tie) == []


# Topics.

OTHER = replace(TABLE, game="another")


def test_a_notice_goes_to_links_of_its_topic_and_that_of_a_neighbour_to_all() -> None:
    """given links of a topic and of another, when a notice of the first comes, then only the first hear of
    it; what a neighbour says of itself all hear of."""
    a, one = Solo(1), notice(10)
    giver, alike, aside = a.tie(2), a.tie(3), a.tie(4, topics=[OTHER.topic])
    a.hears(giver, Have((one.id,)).pack())
    said(a, giver)
    a.hears(giver, RawNotice(one.wire).pack())
    assert said(a, alike) == [Have(heard=(one.id,))] and said(a, aside) == []
    own = notice(2)
    a.hears(giver, RawNotice(own.wire).pack())
    a.now += HAVE_GATHERED_S
    assert said(a, alike) == [Have(met=(own.id,))] and said(a, aside) == [Have(aside=(own.id,))]


def test_what_is_of_none_of_our_topics_is_told_to_all() -> None:
    """given a node without a topic, when a notice comes, be it only heard of, then all links are told of it:
    those of its topic by that, the others aside."""
    a, one = Solo(1, topics=()), notice(10)
    giver, alike, aside = a.tie(2), a.tie(3), a.tie(4, topics=[OTHER.topic])
    a.hears(giver, Have(aside=(one.id,)).pack())
    said(a, giver)
    a.hears(giver, RawNotice(one.wire).pack())
    assert said(a, alike) == [Have(heard=(one.id,))] and said(a, aside) == [Have(aside=(one.id,))]


def test_what_is_only_heard_of_goes_no_further() -> None:
    """given a notice of which a link has only heard, then others are not told of it, now or when they come;
    when another link has met its player, they are."""
    a, one = Solo(1), notice(10)
    giver, second, alike = a.tie(2), a.tie(3), a.tie(4)
    a.hears(giver, Have(heard=(one.id,)).pack())
    said(a, giver)
    a.hears(giver, RawNotice(one.wire).pack())
    assert a.holds(one) and said(a, alike) == said(a, a.tie(5)) == []
    a.hears(second, Have(met=(one.id,)).pack())
    assert said(a, a.tie(6)) == [Have(heard=(one.id,))]


def test_who_names_a_topic_later_hears_of_it_then() -> None:
    a, there = Solo(1), [notice(n) for n in range(10, 13)]
    for one in there:
        a.gossip.held.take(one, NOW, Teller(b"t" * 16, "there"), vouched=True)
    tie = a.tie(2, topics=None)
    assert said(a, tie) == []
    a.hears(tie, Topics((TABLE.topic,)).pack())
    (have,) = said(a, tie)
    assert isinstance(have, Have) and set(have.heard) == {one.id for one in there} and not have.aside
    a.hears(tie, Topics((TABLE.topic, OTHER.topic)).pack())
    assert said(a, tie) == []


def test_a_change_of_game_is_told_to_those_of_the_old_one() -> None:
    """given a notice that is held, when its player offers another game, then links of the first hear so."""
    a = Solo(1)
    giver, alike = a.tie(2), a.tie(3)
    a.hears(giver, RawNotice(notice(2).wire).pack())
    said(a, alike)
    later = notice(2, OTHER, made=NOW + 1)
    a.hears(giver, RawNotice(later.wire).pack())
    a.now += HAVE_GATHERED_S
    assert said(a, alike) == [Have(met=(later.id,))]


def test_so_many_topics_of_a_link_are_heeded() -> None:
    a, rare = Solo(1), notice(10, OTHER)
    a.gossip.held.take(rare, NOW, Teller(b"t" * 16, "there"))
    tie = a.tie(2, topics=None)
    for n in range(0, limits.TOPICS_NAMED, limits.TOPICS_AT_ONCE):
        a.hears(tie, Topics(ids(limits.TOPICS_AT_ONCE, n)).pack())
    said(a, tie)
    a.hears(tie, Topics((OTHER.topic,)).pack())
    assert tie.topics is not None and len(tie.topics) == limits.TOPICS_NAMED and said(a, tie) == []


def test_a_few_of_other_topics_are_told_at_first_and_then_one_at_a_time() -> None:
    """given many notices of one topic and one of another, when a link of a third comes, then it hears of few,
    and of the rare one for certain; after a while of one more."""
    a = Solo(1)
    rare, many = notice(10, OTHER), [notice(n) for n in range(11, 211)]
    for one in [rare, *many]:
        a.gossip.held.take(one, NOW, Teller(b"t" * 16, "there"))
    tie = a.tie(2, topics=())
    (have,) = said(a, tie)
    assert isinstance(have, Have) and not have.met and not have.heard
    assert rare.id in have.aside and len(have.aside) <= limits.NOTICES_TOLD_ASIDE
    a.now += limits.NOTICES_TOLD_ASIDE_S - 0.01
    assert said(a, tie) == []
    a.now += 0.01
    (have,) = said(a, tie)
    assert isinstance(have, Have) and len(have.aside) == 1


def test_players_of_our_topics_are_dialled_and_others_too() -> None:
    """given notices of our topic and first addresses, then so many links lead to players of these, and so
    many elsewhere."""
    a = Solo(1)
    for n in range(10, 20):
        a.gossip.known.name(First(other(n), False))
        a.gossip.held.take(notice(100 + n), NOW, Teller(bytes([n]) * 16, f"site {n}"))
    kin, apart = (
        [other(n).fingerprint for n in range(110, 120)],
        [other(n).fingerprint for n in range(10, 20)],
    )
    whom = []
    while (there := a.gossip.wanted(a.now)) is not None and there.fingerprint not in a.gossip.visits:
        whom.append(there.fingerprint)
        a.gossip.dialling.add(there.fingerprint)
    assert len(whom) == limits.BOARD_LINKS + 1
    assert sum(one in kin for one in whom) == limits.BOARD_LINKS_KIN
    assert sum(one in apart for one in whom) == limits.BOARD_LINKS_APART


def test_with_links_enough_one_is_dialled_now_and_then_to_see_who_is_there() -> None:
    """given all links, then the players of notices are dialled, none twice a minute; who is there is told of
    as met, who is not stands last."""
    a = Solo(1)
    ties = [a.tie(n) for n in range(10, 10 + limits.BOARD_LINKS + 1)]
    for tie in ties:
        said(a, tie)
    there = [notice(n) for n in range(100, 103)]
    for one in there:
        a.gossip.held.take(one, NOW, Teller(b"t" * 16, "there"))
    tried = [who for _, who in visits(a, limits.BOARD_KIN_AGAIN_S)]
    assert len(tried) == 3 and set(tried) == {one.fingerprint for one in there} == a.gossip.visits
    a.gossip.reached(there[0].fingerprint, network_of(place(100).host))
    a.gossip.missed(there[1].fingerprint, a.wall)
    assert all(said(a, tie, Have) == [Have(met=(there[0].id,))] for tie in ties)
    assert [kept.notice for kept in a.gossip.held.ranked()] == [there[0], there[2], there[1]]


def test_who_has_a_table_open_shows_itself_where_somebody_is_known_to_be() -> None:
    """given all links and a table, when more nodes are known than are visited at once, then so many of them
    are visited at once and then one every so often, none twice as long as our notice is new, and of a flood
    of players no more than a share."""
    a, burst = Solo(1), limits.BOARD_VISITS_BURST
    for n in range(10, 10 + limits.BOARD_LINKS + 1):
        a.tie(n)
    near = [other(n) for n in range(100, 100 + 2 * burst)]
    for one in near:
        a.gossip.known.name(First(one, False))
    for n in range(1_000, 1_000 + 2 * burst):
        a.gossip.held.take(notice(n), NOW, Teller(b"t" * 16, "there"))
    a.post(notice(1))
    seen = visits(a, limits.POST_AGAIN_S)
    pauses = [after - before for (before, _), (after, _) in pairwise(seen)]
    assert pauses[: burst - 1] == [1] * (burst - 1) and set(pauses[burst + 4 :]) == {limits.BOARD_VISITS_S}
    whom = Counter(who for _, who in seen)
    known = sum(one.fingerprint in whom for one in near)
    assert set(whom.values()) == {1} and 0.6 * len(whom) < known < 0.9 * len(whom)
    assert a.gossip.shown == RawNotice(notice(1).wire).pack()


def test_who_comes_with_its_notice_is_met_and_told_of() -> None:
    """given a player whom nobody can dial, when it comes, shows its notice and goes, then it counts as met,
    and links of its topic are told so; who shows that of another is at fault."""
    a = Solo(1)
    kin, apart = a.tie(2), a.tie(3, topics=[b"another."])
    said(a, kin), said(a, apart)
    shy = notice(10, where=[RelayAddress(b"r" * 16, "198.51.100.1")])
    a.gossip.visited(shy.fingerprint, "203.0.10.0/24", shy.wire, a.now, a.wall)
    kept = a.gossip.held.get(shy.id)
    assert kept is not None and kept.is_met and kept.teller == NOBODY
    assert said(a, kin, Have) == [Have(met=(shy.id,))]
    with pytest.raises(BadPost):
        a.gossip.visited(other(11).fingerprint, "203.0.11.0/24", shy.wire, a.now, a.wall)


@pytest.mark.parametrize("stays", [True, False])
def test_so_many_new_players_of_one_network_count_as_met_a_time(stays: bool) -> None:
    """given one network from which ever new players come, for a link or a visit, then so many count as met at
    once, and then one every so often; one that counts already does not count again."""
    a, site = Solo(1), "198.51.100.0/24"

    def comes(n: int, made: int = NOW) -> bool:
        one = notice(n, made=made)
        if stays:
            tie = Tie(one.fingerprint, dialled=False, now=a.now, site=site)
            a.gossip.meet(tie, a.wall)
            a.hears(tie, RawNotice(one.wire).pack())
            a.gossip.part(tie, a.now)
        else:
            a.gossip.visited(one.fingerprint, site, one.wire, a.now, a.wall)
        kept = a.gossip.held.get(one.id)
        assert kept is not None
        return kept.is_met

    most = limits.NOTICES_PER_SITE
    assert [comes(n) for n in range(10, 10 + most + 2)] == [True] * most + [False] * 2
    assert comes(11, NOW + 1) and not comes(20)
    a.now += limits.BOARD_COMERS_S
    assert [comes(30), comes(31)] == [True, False]


def test_a_notice_that_names_a_relay_is_not_held_for_false_where_it_cannot_be_dialled() -> None:
    a = Solo(1)
    a.tie(2)
    one = notice(10, where=[place(10), RelayAddress(b"r" * 16, "198.51.100.1")])
    a.gossip.held.take(one, NOW, Teller(b"t" * 16, "there"))
    a.gossip.missed(one.fingerprint, a.wall)
    kept = a.gossip.held.get(one.id)
    assert kept is not None and kept.certainty is Certainty.HEARD


def test_nobody_is_held_for_false_by_who_is_cut_off() -> None:
    a, one = Solo(1), notice(10)
    a.gossip.held.take(one, NOW, Teller(b"t" * 16, "there"))
    a.gossip.missed(one.fingerprint, a.wall)
    kept = a.gossip.held.get(one.id)
    assert kept is not None and kept.certainty is Certainty.HEARD


# Who is there.


def test_a_node_names_itself_and_whom_it_has_reached_once_a_minute() -> None:
    a = Solo(1)
    a.tie(3)
    tie = a.tie(2)
    assert [parse_post(one) for one in a.says(tie)] == [Topics((TABLE.topic,)), Peers((other(1),))]
    assert tie.peers_at == a.now + limits.BOARD_PEERS_EVERY_S
    hidden = Solo(1, dialable=False)
    assert [parse_post(one) for one in hidden.says(hidden.tie(2))] == [Topics((TABLE.topic,))]


def test_who_has_dialled_us_is_tried_before_it_is_named_to_others() -> None:
    """given somebody who says where it is, then we dial that once; only then others hear of it."""
    a, late = Solo(1), 3
    tie = a.tie(2, dialled=False)
    a.hears(tie, Peers((other(2),)).pack())
    assert a.gossip.known.others(()) == ()
    assert a.gossip.wanted(a.now) == other(2)
    a.gossip.known.reached(other(2).fingerprint)
    assert a.gossip.wanted(a.now) is None
    told = [parse_post(one) for one in a.says(a.tie(late))]
    assert told == [Topics((TABLE.topic,)), Peers((other(1), other(2)))]


def test_so_many_links_are_dialled_and_one_more_to_a_contact() -> None:
    a = Solo(1, topics=())
    for n in range(10, 10 + limits.BOARD_LINKS + 2):
        a.gossip.known.name(First(other(n), False))
    for _ in range(limits.BOARD_LINKS):
        there = a.gossip.wanted(a.now)
        assert there is not None
        a.gossip.dialling.add(there.fingerprint)
    assert a.gossip.wanted(a.now) is None
    a.gossip.dialling.clear()
    ties = [a.tie(n) for n in range(10, 10 + limits.BOARD_LINKS)]
    assert a.gossip.wanted(a.now) is None and a.gossip.spare(a.now) is None
    # when a contact turns up, then it is dialled all the same, and one of the strangers goes for it
    a.gossip.known.name(First(other(30), True))
    assert a.gossip.wanted(a.now) == other(30)
    a.tie(30)
    assert a.gossip.spare(a.now) in ties and a.gossip.wanted(a.now) is None


def test_a_node_without_room_is_left_alone_while_others_are_tried() -> None:
    """given nodes that were reached and have no room, then those that were only heard of are dialled before
    them, and they themselves after 30 s; one with which there was a link, after 5 s."""
    a = Solo(1)
    a.gossip.known.name(First(other(10), False))
    a.gossip.known.name(First(other(11), False))
    full, link = a.tie(10, topics=None), a.tie(11)
    for tie in (full, link):
        a.gossip.part(tie, a.now)
    for n in range(20, 23):
        a.gossip.known.hear(other(10).fingerprint, [other(n)])
    dialled = []
    for _ in range(40):
        a.now += 1
        if (there := a.gossip.wanted(a.now)) is not None:
            dialled.append((a.now, there))
            a.gossip.known.left(there.fingerprint, a.now, 100)
    again = {there: when - 1_000 for when, there in dialled}
    assert again[other(10)] == limits.BOARD_FULL_S and again[other(11)] == limits.BOARD_AGAIN_S[0]
    assert max(again[other(n)] for n in range(20, 23)) < limits.BOARD_FULL_S


def test_who_sees_few_of_its_game_asks_one_node_after_the_other() -> None:
    """given links of other topics that have had 3 s, and others who could be dialled, then one gives way
    after the other, and none of them is dialled again soon: 20 at once, then one every 30 s; not once 8
    players of our topics are seen or a link leads to one, nor without topics, nor a link to a contact."""
    elsewhere = b"elsewher"
    a = Solo(1)
    for n in range(10, 60):
        a.gossip.known.name(First(other(n), n == 10))
    ties = [a.tie(n, topics=(elsewhere,)) for n in range(10, 10 + limits.BOARD_LINKS)]
    assert a.gossip.spare(a.now) is None
    gone: list[bytes] = []

    def turns(seconds: int) -> int:
        before = len(gone)
        for _ in range(seconds):
            a.now += 1
            if (spare := a.gossip.spare(a.now)) is not None:
                gone.append(spare.peer)
                a.gossip.part(spare, a.now)
                there = a.gossip.wanted(a.now)
                assert there is not None and there.fingerprint not in gone
                ties.append(a.tie(next(n for n in range(60) if other(n) == there), topics=(elsewhere,)))
        return len(gone) - before

    assert turns(2) == 0 and turns(60) >= limits.BOARD_TURNS_BURST
    assert turns(60) == 2
    assert other(10).fingerprint not in gone
    a.now += 60
    tie = ties[-1]
    for n in range(limits.BOARD_FEW):
        assert a.gossip.held.players(a.gossip.held.topics) == n
        kin = Tie(other(90).fingerprint, dialled=False, now=a.now)
        kin.topics = dict.fromkeys((TABLE.topic,))
        a.gossip.ties[kin] = None
        assert a.gossip.spare(a.now + n) is None
        del a.gossip.ties[kin]
        seen = notice(100 + n)
        a.hears(tie, Have((), (), (seen.id,)).pack())
        assert wanted(a, tie) == [seen.id]
        a.hears(tie, RawNotice(seen.wire).pack())
    assert a.gossip.spare(a.now + limits.BOARD_TURNS_S) is None
    idle = Solo(2, topics=())
    for n in range(10, 20):
        idle.gossip.known.name(First(other(n), False))
    for n in range(10, 10 + limits.BOARD_LINKS):
        idle.tie(n, topics=(elsewhere,))
    assert idle.gossip.spare(idle.now + 60) is None


# Liars.


def test_one_honest_link_is_enough_among_liars() -> None:
    """given links that all name a notice first and never give it, then it is asked of twice as many each
    time, until the honest one gives it."""
    a, one = Solo(1), notice(10)
    liars = [a.tie(100 + n) for n in range(limits.BOARD_LINKS_TAKEN + limits.BOARD_LINKS - 1)]
    for tie in liars:
        a.hears(tie, Have((one.id,)).pack())
    honest = a.tie(HONEST)
    a.hears(honest, Have((one.id,)).pack())
    begun, asked = a.now, []
    while not a.holds(one):
        for tie in liars:
            asked += wanted(a, tie)
        if wanted(a, honest):
            a.hears(honest, RawNotice(one.wire).pack())
        a.now += NOTICE_ASKED_S
    assert a.now - begun <= 6 * NOTICE_ASKED_S + NOTICE_ASKED_S
    # from then on who has given what it was asked for is asked before them
    second = notice(11)
    for tie in [*liars[:8], honest]:
        a.hears(tie, Have((second.id,)).pack())
    assert [wanted(a, tie) for tie in (liars[0], honest)] == [[second.id], []]
    a.now += NOTICE_ASKED_S
    a.says(liars[0])
    assert wanted(a, honest) == [second.id]


def test_a_link_that_names_without_end_and_never_gives_ends() -> None:
    """given names without end, then so many are asked for at once and remembered, and then it ends."""
    a = Solo(1)
    tie = a.tie(2)
    asked: list[bytes] = []
    with pytest.raises(BadPost):
        for n in range(100):
            a.hears(tie, Have(ids(limits.HAVES, n * limits.HAVES)).pack())
            asked += wanted(a, tie)
            assert len(tie.asked) <= limits.NOTICES_ASKED and max(map(len, tie.offers)) <= limits.HAVES
            a.now += NOTICE_ASKED_S
    assert len(asked) == limits.NOTICES_WITHHELD == tie.unanswered


def test_a_link_that_gives_now_and_then_stays() -> None:
    a, given = Solo(1), [notice(n) for n in range(10, 14)]
    tie, n = a.tie(2), 0
    for one in given:
        a.hears(tie, Have((one.id, *ids(20, n))).pack())
        n += 20
        wanted(a, tie)
        a.hears(tie, RawNotice(one.wire).pack())
        a.now += NOTICE_ASKED_S
    assert tie.unanswered <= 20


@pytest.mark.parametrize(
    "wire",
    [
        b"",
        b"no notice",
        notice(10).wire[:-1] + bytes([notice(10).wire[-1] ^ 1]),
        notice(10).wire + b"\0",
        bytes(NOTICE_BYTES),
        bytes(NOTICE_BYTES + 1),
    ],
)
def test_what_is_no_notice_ends_the_link(wire: bytes) -> None:
    """given something that was asked for, when a forged or overlong one comes, then nobody hears of that."""
    a, one = Solo(1), notice(10)
    tie, watching = a.tie(2), a.tie(3)
    said(a, watching)
    a.hears(tie, Have((one.id,)).pack())
    wanted(a, tie)
    with pytest.raises(PeerFault):
        a.hears(tie, RawNotice(wire).pack())
    assert said(a, watching) == [] and len(a.gossip.held) == 0


@pytest.mark.parametrize("made", [NOW - CLOCK_S - 1, NOW + CLOCK_S + 1])
def test_an_old_or_future_notice_is_left_out_and_not_asked_for_again(made: int) -> None:
    """given a replayed one, or a wrong clock, then it is nobody's fault, and goes no further."""
    a, one = Solo(1), notice(10, made=made, life=900)
    tie, watching = a.tie(2), a.tie(3)
    said(a, watching)
    a.hears(tie, Have((one.id,)).pack())
    assert wanted(a, tie) == [one.id]
    a.hears(tie, RawNotice(one.wire).pack())
    a.hears(watching, Have((one.id,)).pack())
    assert not a.holds(one) and said(a, watching) == []


def test_what_was_not_asked_for_is_left_out() -> None:
    a, one, more = Solo(1), notice(10), notice(11)
    tie = a.tie(2)
    for _ in range(limits.NOTICES_PUSHED):
        a.hears(tie, RawNotice(one.wire).pack())
    a.hears(tie, RawNotice(b"not even read").pack())
    a.hears(tie, Have((more.id,)).pack())
    wanted(a, tie)
    a.hears(tie, RawNotice(one.wire).pack())
    assert not a.holds(one)
    a.hears(tie, RawNotice(more.wire).pack())
    a.hears(tie, RawNotice(more.wire).pack())
    assert a.holds(more)


def test_what_a_lost_link_owes_is_asked_of_others() -> None:
    a, one = Solo(1), notice(10)
    lost, there = a.tie(2), a.tie(3)
    for tie in (lost, there):
        a.hears(tie, Have((one.id,)).pack())
    assert wanted(a, lost) == [one.id] and wanted(a, there) == []
    a.gossip.part(lost, a.now)
    assert wanted(a, there) == [one.id]


# Bounds.


def test_what_a_link_has_brought_is_nobody_s_when_it_has_ended() -> None:
    """given a link that says that it has met a player, when it ends, then nobody says so any more, until
    another does."""
    a, one = Solo(1), notice(10)
    tie, lasting = a.tie(2), a.tie(3)
    a.hears(tie, Have(met=(one.id,)).pack())
    assert wanted(a, tie) == [one.id]
    a.hears(tie, RawNotice(one.wire).pack())
    kept = a.gossip.held.get(one.id)
    assert kept is not None and (kept.certainty, kept.teller) == (Certainty.TOLD, tie.teller)
    a.gossip.part(tie, a.now)
    assert (kept.certainty, kept.teller) == (Certainty.HEARD, NOBODY)
    a.hears(lasting, Have(met=(one.id,)).pack())
    assert (kept.certainty, kept.teller) == (Certainty.TOLD, lasting.teller)


def test_a_network_is_asked_for_no_more_by_making_its_links_anew() -> None:
    """given a network whose links end and come again, then all of them are asked for as much together as one
    would be; another network has its own."""
    a = Solo(1)

    def asked(n: int, site: str) -> int:
        tie = Tie(other(n).fingerprint, dialled=False, now=a.now, site=site)
        a.gossip.meet(tie, a.wall)
        a.hears(tie, Have(heard=ids(limits.HAVES, n * limits.HAVES)).pack())
        number = len(wanted(a, tie))
        a.gossip.part(tie, a.now)
        return number

    links = [asked(n, "198.51.100.0/24") for n in range(10, 15)]
    assert sum(links) == limits.NOTICES_BURST and links[-1] == 0
    assert asked(20, "203.0.113.0/24") == limits.NOTICES_ASKED


def test_so_much_is_given_to_one_link_at_once_and_then_a_second() -> None:
    """given somebody who wants all again and again, then it gets a burst, and then so many a second."""
    a = Solo(1)
    many = [notice(n) for n in range(20, 20 + limits.NOTICES_BURST + 10)]
    for one in many:
        a.gossip.held.take(one, NOW, Teller(b"t" * 16, "there"))
    tie = a.tie(2)
    names = [one.id for one in many]
    for at in range(0, len(names), limits.WANTS):
        a.hears(tie, Want(tuple(names[at : at + limits.WANTS])).pack())
    assert len(tie.wants) == limits.NOTICES_BURST
    assert len(said(a, tie, RawNotice)) == limits.NOTICES_BURST
    a.hears(tie, Want(tuple(names[: limits.WANTS])).pack())
    assert said(a, tie, RawNotice) == []
    assert a.gossip.due(tie, a.now) == pytest.approx(a.now + 1 / limits.NOTICES_PER_S + MOMENT_S)
    a.now += 1
    assert len(said(a, tie, RawNotice)) == limits.NOTICES_PER_S


def test_so_much_is_asked_of_one_link_at_once_and_then_a_second() -> None:
    """given a link that gives all at once, then it is asked for a burst, and then for so many a second."""
    a, many = Solo(1), [notice(n) for n in range(20, 20 + limits.NOTICES_BURST + 30)]
    tie = a.tie(2)
    a.hears(tie, Have(tuple(one.id for one in many)).pack())
    by_id, got = {one.id: one for one in many}, 0
    while there := wanted(a, tie):
        assert len(there) <= limits.NOTICES_ASKED
        got += len(there)
        for id in there:
            a.hears(tie, RawNotice(by_id[id].wire).pack())
    assert got == limits.NOTICES_BURST
    assert a.now < a.gossip.due(tie, a.now) <= a.now + 1 / limits.NOTICES_TAKEN_PER_S + MOMENT_S
    a.now += 1
    assert len(wanted(a, tie)) == limits.NOTICES_TAKEN_PER_S
    # and a new link of the same network is asked for no more than that
    second = a.tie(3)
    assert second.site != tie.site and second.asks is not tie.asks
    again = Tie(b"again " * 2 + b"....", dialled=False, now=a.now, site=tie.site)
    a.gossip.meet(again, a.wall)
    assert again.asks is tie.asks


def test_so_much_is_asked_of_all_links_together_and_each_network_has_its_turn() -> None:
    """given links of one network that name without end and one of another, when as much was taken as may
    be at once, then what is asked for in the seconds after that is asked of both networks in turn."""
    a = Solo(1)
    many = [a.tie(n) for n in range(10, 18)]
    for tie in many:
        tie.site = many[0].site
    a.gossip._asking._turns = {many[0].site: dict.fromkeys(many)}
    one = a.tie(2)
    for n, tie in enumerate([*many, one]):
        a.hears(tie, Have(ids(limits.HAVES, 1_000 * n)).pack())
    asked = Counter[Tie]()

    def ask(seconds: int) -> None:
        for _ in range(seconds):
            for tie in [*many, one]:
                for id in wanted(a, tie):
                    asked[tie] += 1
                    del tie.asked[id]
                    a.gossip._asking._unasked(id)
            a.now += 1

    ask(30)
    assert limits.NOTICES_TAKEN_BURST <= asked.total() <= limits.NOTICES_TAKEN_BURST + 40
    asked.clear()
    ask(100)
    assert 99 <= asked.total() <= 101 and 49 <= asked[one] <= 51
    # of other topics fewer, and these are counted apart
    for n, tie in enumerate([*many, one]):
        a.hears(tie, Have(aside=ids(limits.HAVES, 20_000 + 1_000 * n)).pack())
        tie.offers[0].clear()
    asked.clear()
    ask(30)
    burst = limits.NOTICES_ASIDE_BURST
    assert burst <= asked.total() <= burst + 30 * limits.NOTICES_ASIDE_PER_S + 1


def test_who_wants_what_is_not_there_gets_nothing() -> None:
    a = Solo(1)
    tie = a.tie(2)
    said(a, tie)
    for n in range(50):
        a.hears(tie, Want(ids(limits.WANTS, n * limits.WANTS)).pack())
    assert said(a, tie) == [] and not tie.wants


def test_whom_others_name_is_heard_twice_a_minute_at_most() -> None:
    """given somebody who names others without end, and nonsense, then few of them are ever dialled."""
    a = Solo(1)
    tie = a.tie(2)
    a.hears(tie, Peers(tuple(other(n) for n in range(10, 18))).pack())
    a.hears(tie, Peers((other(30),)).pack())
    assert len(a.gossip.known) == 8
    a.now += limits.BOARD_PEERS_EVERY_S / 2
    nowhere = [Address("0.0.0.0", 1), Address("224.0.0.1", 1), Address("192.0.2.1", 0), Address("fe80::1", 1)]
    a.hears(tie, Peers(tuple(Other(bytes([n]) * 16, (one,)) for n, one in enumerate(nowhere))).pack())
    assert len(a.gossip.known) == 8
    a.hears(a.tie(3), Peers((Other(other(1).fingerprint, (place(77),)),)).pack())
    assert len(a.gossip.known) == 8


def test_tries_that_are_remembered_are_bounded() -> None:
    """given liars who come again and again, then what was asked for in vain is not kept for ever."""
    a = Solo(1)
    for n in range(limits.NOTICES_SEEN // limits.NOTICES_ASKED + 2):
        tie = a.tie(10 + n)
        a.hears(tie, Have(ids(limits.NOTICES_ASKED, n * limits.NOTICES_ASKED)).pack())
        a.says(tie)
        a.now += NOTICE_ASKED_S
        a.says(tie)
        a.gossip.part(tie, a.now)
    assert len(a.gossip._asking._tries) == limits.NOTICES_SEEN and not a.gossip._asking._asked


# Bytes.


def test_messages_have_bounds() -> None:
    """given each message at its bound and one over it, then the first is read and the second is not."""
    for have in (Have(ids(limits.HAVES)), Have((), ids(limits.HAVES), ids(12)), Have()):
        assert parse_post(have.pack()) == have
    eight_topics = Topics(ids(limits.TOPICS_AT_ONCE))
    assert parse_post(eight_topics.pack()) == eight_topics and parse_post(Topics(()).pack()) == Topics(())
    assert parse_post(Want(ids(limits.WANTS)).pack()) == Want(ids(limits.WANTS))
    eight = tuple(other(n) for n in range(limits.BOARD_PEERS))
    assert parse_post(Peers(eight).pack()) == Peers(eight)
    assert parse_post(RawNotice(bytes(NOTICE_BYTES)).pack()) == RawNotice(bytes(NOTICE_BYTES))
    wrong = [
        Have(ids(limits.HAVES + 1)).pack(),
        Have((), (), ids(limits.HAVES + 1)).pack(),
        Topics(ids(limits.TOPICS_AT_ONCE + 1)).pack(),
        Want(ids(limits.WANTS + 1)).pack(),
        Want(()).pack(),
        Have((b"seven by",)).pack()[:-1],
        Peers((*eight, other(99))).pack(),
        RawNotice(bytes(NOTICE_BYTES + 1)).pack(),
        b"",
        b"\x05" + encode([[]]),
        b"\x00" + encode([[b"8 bytes."]]),
        b"\x00" + encode([[b"seven by"[:7]], [], []]),
        b"\x04" + encode([[b"seven by"[:7]]]),
        b"\x03" + encode([[[bytes(15), []]]]),
    ]
    for data in wrong:
        with pytest.raises(BadEncoding):
            parse_post(data)


def test_the_token_of_a_board_is_that_of_its_player() -> None:
    tokens = [board_token(other(n).fingerprint) for n in (1, 1, 2)]
    assert tokens[0] == tokens[1] != tokens[2] and len(tokens[0]) == 12


def test_messages_have_these_bytes() -> None:
    """The text of WIRE.md, byte by byte, by hashes that are made here anew."""
    one = notice(1)

    def blake(data: bytes, size: int, person: bytes) -> bytes:
        return hashlib.blake2b(data, digest_size=size, person=person).digest()

    assert Have((b"8 bytes.",)).pack().hex() == "00838148382062797465732e8080"
    assert Topics((b"8 bytes.",)).pack().hex() == "04818148382062797465732e"
    assert Want((b"8 bytes.",)).pack().hex() == "01818148382062797465732e"
    assert RawNotice(b"notice").pack() == b"\x02notice"
    packed = Peers((Other(bytes(range(16)), (Address("203.0.1.1", 47070),)),)).pack()
    assert packed.hex() == "0381818250000102030405060708090a0b0c0d0e0f814711cb000101b7de"
    assert board_token(bytes(16)) == blake(bytes(16), 32, b"fn1/board3")[:12]
    assert one.id == blake(one.body, 32, b"fn1/nid")[:8]
    what = ["ten", "duel", {}, 2, [60, 600, 5], b"r" * 8, b"c" * 8]
    assert one.topics == (TABLE.topic,) == (blake(encode(what), 32, b"fn1/topic")[:8],)
