"""Every bound that the node puts on a peer, in one table, so that nothing grows because somebody else wants
it to.

Names end in their unit: `_S` seconds, `_BYTES` bytes, `_PER_S` a rate; all others are counts.
"""

from __future__ import annotations

from typing import Final

# Before a peer is known.
HANDSHAKES_AT_ONCE: Final = 64
HANDSHAKES_PER_SOURCE: Final = 4
"""At once, from one IPv4 address or one IPv6 /64."""
HANDSHAKES_PER_SITE: Final = 8
"""At once, from one IPv6 /48, which one customer of a provider may have whole."""
HANDSHAKES_KEPT: Final = 16
"""At once, besides all others, from where players of our matches have come or can be dialled."""
SOURCES_KNOWN: Final = 64
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

# Records inside a channel.
RECORD_BYTES: Final = 65_535
"""Noise's own limit, tag included."""
STRANGER_RECORD_BYTES: Final = 16 * 1024
TAG_BYTES: Final = 16
DATA_BYTES: Final = RECORD_BYTES - TAG_BYTES - 1
"""What one `Channel.send` may carry: a record less its tag and its kind."""
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

# What we hold for a peer.
SEND_QUEUE_MESSAGES: Final = 256
SEND_QUEUE_BYTES: Final = 1024 * 1024
RING_BYTES: Final = 256 * 1024
INBOX_MESSAGES: Final = 256
INBOX_BYTES: Final = 512 * 1024
PEERS_ADMITTED: Final = 16
CHANNELS_PER_PEER: Final = 4
"""Of the admitted, by one and the same player: the one in use, and those that it has just replaced."""
PEER_BYTES: Final = 2 * 1024 * 1024
"""All that is held for one admitted peer: ring, inbox, outbox, what the link has brought, and entries that it
has signed ahead."""
UNKNOWN_PEER_BYTES: Final = 256 * 1024
"""All that is held for one connection that nobody is proven on yet."""

# Sessions.
REDIAL_FIRST_S: Final = 0.25
REDIAL_LAST_S: Final = 8.0
REDIAL_SHARE: Final = 1 / 32
"""How long a pause between dials is, of the time that there has been no connection: who comes back is found
soon, and who does not is dialled ever less often."""
ACK_DELAY_S: Final = 0.05
ACK_AFTER_BYTES: Final = 64 * 1024
DUPLICATE_WINDOW_S: Final = 5.0
"""Two channels made within this of one another are two dials that crossed, not a reconnect."""

# Invitations.
INVITE_BYTES: Final = 256
INVITE_TEXT: Final = 4096
"""Characters looked at when an invitation is parsed, wrapping and quoting included."""

# Match files.
MATCH_FILE_BYTES: Final = 64 * 1024 * 1024

# Matches.
BEAT_S: Final = 1.0
"""With three or four seats and while an answer is owed, each node says this often what it holds."""
HEADS_AGAIN: Final = 8
"""What it has said twice to somebody it says again only at every so many-th beat."""
CATCH_UP_ENTRIES: Final = 128
"""Entries sent at once to a node that lacks them; it asks again for more."""
CATCH_UP_BYTES_PER_S: Final = 32 * 1024
CATCH_UP_BURST_BYTES: Final = 1024 * 1024
CATCH_UP_LEAST_BYTES: Final = 4096
"""One node is sent so much of what it says it lacks; looking for it counts as this many bytes. A node that
asks for more is not heard until it has paid for it with time."""
CHAT_BYTES: Final = 256
CHAT_PER_S: Final = 1
CHAT_BURST: Final = 5
"""What one player says: bytes of a line, lines a second and at once. What is over it is not heard."""
OUTBOX_MESSAGES: Final = 1024
OUTBOX_BYTES: Final = 512 * 1024
"""Messages that wait for one node; what is over is left out, and the node asks for it when it can."""
SYNC_S: Final = 3.0
"""How long a restored node with several others waits for all of them, once one has told what it holds."""
ARCHIVED_AT_ONCE: Final = 8
ARCHIVED_S: Final = 30 * 86_400.0
"""A node that is up gives out so many finished matches that somebody lacks, none of them older."""
