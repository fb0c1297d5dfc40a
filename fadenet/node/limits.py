"""Every bound that the node puts on a peer, in one table, so that nothing grows because somebody else wants
it to.

Names end in their unit: `_S` seconds, `_BYTES` bytes, `_PER_S` a rate; all others are counts.
"""

from __future__ import annotations

from typing import Final

# Before a peer is known.
HANDSHAKES_AT_ONCE: Final = 64
"""Handshakes whose gate is still shut."""
HANDSHAKES_OPEN: Final = 64
"""Handshakes whose gate was opened with a token that strangers may have."""
HANDSHAKES_KEPT: Final = 16
"""Handshakes whose gate was opened with the token of the players of a match."""
HANDSHAKE_YIELDS_S: Final = 1.5
"""Where all of these places are taken, one whose gate has been open for so long goes for a newcomer."""
HANDSHAKES_PER_SOURCE: Final = 4
"""At once, from one IPv4 address or one IPv6 /64."""
HANDSHAKES_PER_SITE: Final = 8
"""At once, from one IPv6 /48, which one customer of a provider may have whole."""
HANDSHAKES_PER_S: Final = 10
HANDSHAKES_BURST: Final = 20
SOURCES_REMEMBERED: Final = 4096
"""Sources whose handshake rate is kept; the one that was quiet longest is forgotten first."""
FIRST_MESSAGE_S: Final = 1.0
HANDSHAKE_S: Final = 5.0
HANDSHAKE_BYTES: Final = 512
REPLAY_MEMORY_S: Final = 600.0
REPLAY_MEMORY: Final = 4096
"""Ephemeral keys of gates that were opened, kept against replay."""

# Dialling.
CONNECT_S: Final = 5.0
DIAL_STAGGER_S: Final = 0.15
CANDIDATES: Final = 8
RELAY_DIAL_S: Final = 0.3
"""So much later than the first direct candidate the first relay is dialled, unless all others have failed."""
DIALS_PER_S: Final = 1
DIALS_BURST: Final = 4
"""Of one candidate, whoever has named it: nobody can make us hammer a third."""
CANDIDATES_REMEMBERED: Final = 1024
PLAYERS_REMEMBERED: Final = 4096
"""Players of whom we know where they can be dialled; the one that was not heard of longest is forgotten
first."""

# Records inside a channel.
RECORD_BYTES: Final = 65_535
"""Noise's own limit, tag included."""
STRANGER_RECORD_BYTES: Final = 16 * 1024
TAG_BYTES: Final = 16
DATA_BYTES: Final = RECORD_BYTES - TAG_BYTES - 1
"""The most that one `Channel.send` may carry: a record less its tag and its kind."""
RECORDS_PER_KEY: Final = 2**32
RECORD_S: Final = 10.0
"""A started record must be complete within this."""
SLOW_AFTER_S: Final = 5.0
SLOW_BYTES_PER_S: Final = 1024
"""A record that is still incomplete after `SLOW_AFTER_S` must have come at this rate."""

# Silence.
PING_S: Final = 10.0
DOWN_S: Final = 25.0
BYE_S: Final = 1.0
"""How long closing waits for the BYE to leave."""

# Rates of what a peer sends.
ADMITTED_MESSAGES_PER_S: Final = 50
ADMITTED_MESSAGES_BURST: Final = 200
ADMITTED_BYTES_PER_S: Final = 256 * 1024
STRANGER_MESSAGES_PER_S: Final = 5
STRANGER_BYTES_PER_S: Final = 16 * 1024
STRANGER_PATIENCE_S: Final = 30.0
"""A stranger that stays over its rate for so long is disconnected."""

# Bounds of what we hold for a peer.
SEND_QUEUE_MESSAGES: Final = 256
SEND_QUEUE_BYTES: Final = 1024 * 1024
RING_BYTES: Final = 256 * 1024
INBOX_MESSAGES: Final = 256
INBOX_BYTES: Final = 512 * 1024
PEERS_ADMITTED: Final = 16
"""Channels at the door of one match."""
LOOKERS: Final = 32
"""Guests at a table that look at its offer and have not sat down. Twice as many channels are theirs,
besides."""
SEAT_YIELDS_S: Final = 1.5
"""A guest that has looked for so long may have to go for another one, and so may one that has sat down and
owed something for so long."""
IDLE_VISITS: Final = 2
IDLE_VISITS_S: Final = 120.0
"""So many visits from one source, and then one in so many seconds, may end while they owe something to a
table. Behind that a guest from there waits, and so it does at once behind one that had a seat."""
SET_PIECE_BYTES: Final = 12 * 1024
SETS_GIVEN: Final = 2
"""So often a host gives a guest all card sets of its table."""
LOOKERS_PER_SOURCE: Final = 4
"""At all tables of a headless node."""
CHANNELS_AT_ONCE: Final = 4096
"""Admitted, at all doors of a process together."""
CHANNELS_PER_PEER: Final = 4
"""At one door, by one and the same player: the one in use, and those that it has just replaced. One more
takes the place of the oldest. At a helper so many for asking and so many to be called."""
PEER_BYTES: Final = 2 * 1024 * 1024
"""All that is held for one admitted peer: ring, inbox, outbox, what the link has brought, and entries that it
has signed ahead."""
UNKNOWN_PEER_BYTES: Final = 256 * 1024
"""All that is held for one connection that nobody is proven on yet."""

# Sessions.
REDIAL_FIRST_S: Final = 0.25
REDIAL_LAST_S: Final = 8.0
REDIAL_SHARE: Final = 1 / 32
"""The pause between two dials, as a share of the time without a connection: a peer that comes back is found
soon, and one that stays away is dialled ever less often."""
ACK_DELAY_S: Final = 0.05
ACK_AFTER_BYTES: Final = 64 * 1024
DUPLICATE_WINDOW_S: Final = 5.0
"""Two channels made within this of one another are two dials that crossed, not a reconnect."""

# Headless nodes.
MATCHES: Final = 64
"""At once, unless the node is told another number, up to `MATCHES_MOST`."""
MATCHES_MOST: Final = 2_000
MATCHES_PER_KEY: Final = 2
MATCHES_PER_SOURCE: Final = 8
BEHIND_NAT: Final = 32
"""Handshakes at once, handshakes a second, and matches, of one source, where all guests come from behind one
address."""
LAG_LOOK_S: Final = 0.1
LAG_S: Final = 0.3
"""A loop in which a sleep of `LAG_LOOK_S` takes longer than this lets nobody new in."""
TIMES_KEPT: Final = 4_096
"""The last times of which a status says what is usual."""
LAG_HELD_S: Final = 0.3
"""So long after a loop has lagged nobody new is let in."""
TABLES_OFFERED: Final = 16
"""Each with a standing invitation."""
FILES_SHARE: Final = 0.8
"""Of the file descriptors that a process may have, so many are used before guests are turned away."""
FILES_PER_MATCH: Final = 3
"""Its match file, its mark and a connection."""
ARCHIVED_MOST: Final = 64
"""Finished matches that a headless node gives out at once, the latest ones."""

# Knocking.
KNOCK_AGAIN_S: Final = (1.0, 2.0, 4.0, 8.0)
"""After these times somebody who is turned away knocks again, and then every time after the last."""
KNOCKS_UNANSWERED: Final = 4
"""So often it does when it was hung up on, which is also what a wrong invitation comes to."""
KNOCKS_AT_STANDING: Final = 10
"""So often at the node of a standing invitation, at which hundreds may knock at once: for about a minute."""
HOST_AWAITED_S: Final = 600.0
"""How long a person waits for a host whose node is not up yet, if nothing else is said."""

# Moving.
LOOK_S: Final = 0.5
"""How often a node looks whether its addresses have changed."""
LOOKED_AT: Final = 64
"""Hosts whose way is looked at each time."""

MOVES_PER_S: Final = 1
MOVES_BURST: Final = 4
"""Of one node, that are noted on our disk."""

# Helpers.
CIRCUIT_TOKENS: Final = 64
"""By which one host may be found."""
RESERVATIONS: Final = 64
"""Hosts that may be found at one helper."""
GUESTS: Final = 192
"""Guests of these hosts that may be found at one helper too."""
GUESTS_PER_TOKEN: Final = 3
"""By the circuit token of one match: all but its host."""
HELPERS_OF_HOST: Final = 2
"""At which its guests are to be found too."""
RESERVATION_S: Final = 24 * 3600
RESERVE_AGAIN_S: Final = 600.0
HELPER_LOOK_S: Final = 5.0
"""How often a host pings its helpers: when its router has got another address, nobody can find it there."""
RESERVED_S: Final = 3.0
"""How long an invitation waits for the helpers that it is to name."""
CIRCUITS: Final = 64
"""At once, unless the helper is told another number, up to `CIRCUITS_MOST`."""
CIRCUITS_MOST: Final = 1_024
CIRCUITS_PER_TOKEN: Final = 32
CIRCUITS_OF_HOST: Final = 4
"""At once, for the guests of one table, at its host."""
CIRCUIT_BYTES_PER_S: Final = 64 * 1024
CIRCUIT_BURST_BYTES: Final = 256 * 1024
CIRCUIT_BYTES: Final = 64 * 1024 * 1024
CIRCUIT_S: Final = 6 * 3600.0
CIRCUIT_QUIET_S: Final = 600.0
PIECE_BYTES: Final = 16 * 1024 - TAG_BYTES - 1
"""Of a circuit, in one record."""
CALLS_PER_S: Final = 1
CALLS_BURST: Final = 10
"""Of one source, whomever it asks for."""
CALLS_PER_TOKEN_S: Final = 32
"""For one circuit token, of all together, a second and at once."""
MEETINGS: Final = 256
"""Calls under way at one helper, besides circuits."""
CALL_S: Final = 10.0
"""How long one side of a circuit is waited for."""
WORD_BYTES: Final = 8 * 1024
"""Of one who speaks with a helper, while nothing is carried for it."""
HANDSHAKES_PER_RELAY: Final = 64
"""At once, through one helper; `HANDSHAKES_PER_SOURCE` from one place where it sees somebody."""
HANDSHAKES_PER_RELAY_S: Final = 256
"""A second and at once, through one helper."""
ARRIVALS_KEPT: Final = 16
"""Direct channels that were made before anybody has asked for them."""
PUNCH_S: Final = 5.0
PUNCH_TRY_S: Final = 0.6
PUNCH_PAUSE_S: Final = (0.03, 0.12)
PUNCHES_PER_S: Final = 2
PUNCHES_BURST: Final = 16
"""To one IPv4 address or one IPv6 /64, for all meetings together."""
PUNCHES_AT_ONCE: Final = 64
"""Sockets that dial for this in one process."""
UPGRADE_S: Final = (2.0, 5.0, 30.0, 300.0)
"""After these times on a relayed path a direct one is tried again, and then every time after the last."""
PROBE_RELAY_S: Final = 1.0
"""A relayed connection takes the place of a direct one that has not answered for so long."""
PROBE_S: Final = 1.5
"""A channel on which something is unconfirmed for so long is pinged; if nothing comes for as long again, the
session dials beside it."""

# Boxes at a helper.
PARCEL_BYTES_MAX: Final = 64 * 1024
PARCELS_PER_SENDER: Final = 2
"""In one box. The latest says all that its sender has to say, and the one before may be on its way
already."""
PARCELS_PER_BOX: Final = 8
"""Two of each of three others at a table, and two more for one of them that has a new identity."""
BOX_BYTES: Final = 256 * 1024
"""Of all parcels in one box: four of the largest, and many of those that a turn comes to."""
BOXES_PER_OWNER: Final = 64
"""One for each match, as `CIRCUIT_TOKENS`; for more the one goes that ends first."""
BOXES: Final = 4_096
"""At one helper; where there are so many, whoever has most gives way."""
BOX_BYTES_PER_SITE: Final = 8 * 1024 * 1024
"""Of the boxes that were opened from one IPv4 address or one IPv6 /48, with as many identities as anybody
likes."""
BOX_BYTES_IN_ALL: Final = 256 * 1024 * 1024
"""On the disk of a helper; where there are so many, the parcel goes that ends first, of the site with
most."""
BOX_DAYS: Final = 30
"""How long a box may be open without a word of its owner, and how long a parcel is kept."""
BOX_YIELDS_S: Final = 86_400.0
"""In a full box a parcel that has lain for so long may go for one of a sender who has none there."""
BOX_LOOK_S: Final = 600.0
"""How often a helper looks for boxes and parcels whose time is over."""
BOX_CALLS_BURST: Final = 64
"""Of one source at once, and then `CALLS_PER_S`: a player puts into and takes out of as many boxes one after
another as it may have."""
BOX_CHANNELS: Final = 64
"""Of those who come by the tags of boxes, at once; and as many of those who have the line."""
BOX_ERRANDS: Final = 2
"""That one process has at boxes at once: fewer than `CHANNELS_PER_PEER`."""
BOX_ERRANDS_PER_S: Final = 5
BOX_ERRANDS_BURST: Final = 5
"""That one process begins: fewer than `HANDSHAKES_PER_S` and `HANDSHAKES_BURST`, by which a helper hangs up
on whoever comes too often."""
PARCEL_S: Final = 60.0
"""How long one parcel may take to come or to go, with its answer."""

# Invitations.
INVITE_BYTES: Final = 256
INVITE_TEXT: Final = 4096
"""Characters looked at when an invitation is parsed, wrapping and quoting included."""

# Match files.
MATCH_FILE_BYTES: Final = 64 * 1024 * 1024
SYNCS_AT_ONCE: Final = 8
"""Files that one process makes durable at the same time, each in a thread."""
UNSYNCED_S: Final = 0.25
"""How long what others have signed may wait for the disk, as long as nothing that we say waits for it."""
WAITING_FOR_SYNC: Final = 1024
"""The items, and notes of how far our seat has signed, that may wait for the disk in one match. When there
are more the loop waits for the disk."""

# Matches.
BEAT_S: Final = 1.0
"""With three or four seats and while an answer is owed, each node says this often what it holds."""
HEADS_AGAIN: Final = 8
"""Heads that a node has said twice to a peer it says again only at every so many-th beat."""
CATCH_UP_ENTRIES: Final = 128
"""Entries sent at once to a node that lacks them; it asks again for more."""
CATCH_UP_BYTES_PER_S: Final = 32 * 1024
CATCH_UP_BURST_BYTES: Final = 1024 * 1024
CATCH_UP_LEAST_BYTES: Final = 4096
"""One node is sent so much of what it says it lacks; looking for it counts as this many bytes. A node that
asks for more is not heard until it has paid for it with time."""
WATCH_DELAY_S: Final = 600
"""How far behind those who look on may be at most, whole seconds."""
CHAT_BYTES: Final = 256
CHAT_PER_S: Final = 1
CHAT_BURST: Final = 5
"""The talk of one player: bytes of a line, lines a second and at once. A line over it is not heard."""
CHAT_FILE_BYTES: Final = 64 * 1024
"""The talk that is kept of one match."""
OUTBOX_MESSAGES: Final = 1024
OUTBOX_BYTES: Final = 512 * 1024
"""Messages that wait for one node; what is over is left out, and the node asks for it when it can."""
SYNC_S: Final = 3.0
"""How long a restored node with several others waits for all of them, once one has told what it holds."""
ARCHIVED_AT_ONCE: Final = 8
ARCHIVED_S: Final = 30 * 86_400.0
"""A node that is up gives out so many finished matches that somebody lacks, none of them older."""

# Those who look on.
WATCHERS: Final = 32
"""At one feed of somebody who plays."""
WATCHERS_MOST: Final = 1_000
"""At one feed of a headless node, if it is told so."""
WATCHERS_SHARED: Final = 8
"""At a feed of somebody who looks on and shares that."""
WATCHERS_TURNED_AWAY: Final = 8
"""At once, besides these: they are told of other feeds."""
WATCHER_MESSAGES: Final = 256
WATCHER_BYTES: Final = 256 * 1024
"""The messages, and the bytes, that wait for one watcher; when there are more, we say goodbye."""
WATCHER_PIECE_BYTES: Final = 16 * 1024
"""Items that leave a feed together are one message up to so many; an item that is longer goes alone."""
WATCH_WINDOW_BYTES: Final = 128 * 1024
"""Besides `CATCH_UP_ENTRIES`, of what somebody who looks on is sent at once; an item that is longer goes
alone."""
WATCHER_ASKS_S: Final = 10.0
"""How long somebody who looks on may take to ask, once the match is shown."""
FEEDS: Final = 8
"""Others that show the match, in one message."""
FEEDS_KNOWN: Final = 16
"""Feeds that somebody who looks on remembers."""
FEED_EVERY_S: Final = 0.25
"""Items that come within this leave a feed together; within twice that where the loop lags."""
FEEDS_AGAIN_S: Final = 5.0
"""Those who look on are not told more often than this who else shows the match, nor our player how many look
on."""
FEED_PARTING_S: Final = 5.0
"""How long a match that is over waits for those who look on to have all of it."""
FEED_LOST_S: Final = 60.0
"""How long somebody who looks on tries all feeds again before it gives up."""
FEED_FIRST_S: Final = 10.0
"""How long a feed may take to say the first thing that it owes."""
LOOK_ACROSS_S: Final = 10.0
"""How often two feeds are compared."""
SHOWN_MESSAGES_PER_S: Final = 500
SHOWN_MESSAGES_BURST: Final = 2_048
SHOWN_BYTES_PER_S: Final = 256 * 1024
SHOWN_BURST_BYTES: Final = 2 * 1024 * 1024
"""The rates at which a feed is read: it may show a whole match at once."""

# The board.
NOTICES_HELD: Final = 512
"""Of topics that are offered or looked for here."""
NOTICES_ASIDE: Final = 512
"""Of all others."""
NOTICES_PER_SITE: Final = 8
"""Of players reached in one network, IPv4 /24 or IPv6 /48."""
NOTICES_TAKEN_PER_S: Final = 1
NOTICES_TAKEN_BURST: Final = 512
"""Asked for at all links together, of our topics."""
NOTICES_ASIDE_PER_S: Final = 0.5
NOTICES_ASIDE_BURST: Final = 256
"""Asked for at all links together, of other topics."""
NOTICES_TOLD_ASIDE: Final = 64
NOTICES_TOLD_ASIDE_S: Final = 4.0
"""A link is told at first of so many of topics that it has not named, and then of one more each time."""
NOTICES_PUSHED: Final = 4
"""Own ones of a link at once, and then one every `POST_PAUSE_S`; what is over is left out."""
TOPICS_AT_ONCE: Final = 8
"""In one message."""
TOPICS_NAMED: Final = 32
"""On one link, and by this node: more are not heeded."""
NOTICES_SEEN: Final = 4_096
"""Notices that are not asked for again."""
NOTICES_PER_S: Final = 20
NOTICES_BURST: Final = 64
"""Given to one link. As many are asked of one network at once, so that none uses up what may be asked of all,
and then `NOTICES_TAKEN_PER_S`."""
NOTICES_ASKED: Final = 32
"""Of one link, that have not come yet."""
NOTICE_ASKED_S: Final = 3.0
"""After so long a notice is asked of others too, of twice as many each time."""
NOTICES_WITHHELD: Final = 64
"""A link that was asked so often, one time after another, and gave nothing, ends."""
HAVES: Final = 512
WANTS: Final = 64
"""Names of notices in one message."""
HAVE_GATHERED_S: Final = 0.25
"""At most so often one link is told what is new."""
BOARD_LINKS: Final = 4
"""That a node dials, and one more where some lead to nodes that have a topic with it in common."""
BOARD_LINKS_KIN: Final = 3
"""So many of them are to lead to such, if there are any."""
BOARD_LINKS_APART: Final = 2
"""So many are to lead elsewhere."""
BOARD_KIN_AGAIN_S: Final = 60.0
"""The player of a notice is not dialled more often than this."""
BOARD_FULL_S: Final = 30.0
"""So long a node is not dialled again that had no room for us: else the few that were reached are dialled
over and over, and none of those who are only heard of."""
BOARD_FEW: Final = 8
"""While fewer players of its topics are seen by a node, and no link leads to such,"""
BOARD_TURN_S: Final = 3.0
"""a link that it has dialled, and that has had so long to tell of them, gives way to another one:"""
BOARD_TURNS_BURST: Final = 20
"""so often one after another, and"""
BOARD_TURNS_S: Final = 30.0
"""then once every so many seconds."""
BOARD_VISITS_S: Final = 10.0
BOARD_VISITS_BURST: Final = 32
"""With links enough so many are visited at once, and then one every so many seconds."""
BOARD_VISITS_KIN: Final = 4
"""Of so many visits of a host about one is to a player of its topics, who may be made up."""
BOARD_COMERS_S: Final = 60.0
"""Of one network `NOTICES_PER_SITE` new players count as met at once because they have come, and then one
every so many seconds."""
BOARD_LINKS_TAKEN: Final = 32
BOARD_LINKS_HEADLESS: Final = 96
"""That it takes."""
BOARD_LINKS_PER_SITE: Final = 8
"""That it takes from one network, IPv4 /24 or IPv6 /48; with all taken the one with most gives way."""
BOARD_TURNED_AWAY: Final = 4
"""At once, besides these: they are told of others."""
BOARD_MESSAGES_PER_S: Final = 40
BOARD_MESSAGES_BURST: Final = 200
BOARD_BYTES_PER_S: Final = 16 * 1024
BOARD_BURST_BYTES: Final = 64 * 1024
"""The rates at which one link is read: notices and all else."""
BOARD_PEERS: Final = 8
"""Others on the board, in one message."""
BOARD_PEERS_EVERY_S: Final = 60.0
BOARD_PEERS_KNOWN: Final = 256
BOARD_PEERS_PER_SITE: Final = 8
"""Of one network, by their first candidates."""
BOARD_PEERS_PER_TELLER: Final = 32
"""That one node has named."""
BOARD_DIALS_PER_S: Final = 1
BOARD_DIALS_BURST: Final = 8
BOARD_AGAIN_S: Final = (5.0, 300.0)
"""After the first of these, and twice as long each time up to the last, a node is dialled again that could
not be reached."""
POST_LIFE_S: Final = 600
POST_AGAIN_S: Final = 300.0
"""After so long our notice is signed anew."""
POST_PAUSE_S: Final = 2.0
"""At least so long lies between two notices of ours."""

# Looking for somebody to play with.
SEEK_WAIT_S: Final = 3.0
"""So long a seeker waits for one with a larger key to come to it."""
SEEK_PATIENCE_S: Final = 20.0
"""So long a seeker waits for what another node owes at once: there are other tables."""
SEEK_AGAIN_S: Final = 30.0
"""After so long a table is tried again at which nothing came of it."""
