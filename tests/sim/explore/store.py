"""How states of nodes are kept: packed, to go on from, and as a digest, to be known again.

A node is a function of what has befallen it, so each of its states is made once, whatever the others do
meanwhile. Two states count as one if they hold the same: all attributes of all objects are compared but for
those named here, which follow from others or are of no consequence without time and sockets. The items of a
file are compared as a set: the product promises that the order in which items came makes no difference.
"""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Callable
from enum import Enum
from hashlib import blake2b
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

from fadenet.engine.rules import Rules
from fadenet.engine.state import State
from fadenet.node.match.messages import Heads
from fadenet.node.match.peers import Peer
from protocol import messages as protocol_messages
from protocol.chains import OwnChains
from protocol.faults import PeerFault
from protocol.hello import Hello
from protocol.messages import Entry, ResultMessage, Statement
from protocol.needs import Accepted, Batch
from protocol.secrets import Secrets
from tests.sim.explore.node import Node

_SHARED: Final = (Rules, Secrets, Ed25519PrivateKey, X25519PrivateKey, Hello)
_shared: list[Any] = []
_number: dict[int, int] = {}
_walks: dict[int, object] = {}  # of what is shared, and compared


def _get(number: int) -> Any:
    return _shared[number]


def _message(wire: bytes) -> Any:
    return protocol_messages.parse_message(wire)


def _is_value(obj: Any) -> bool:
    """Whether nobody changes this, so that one of it is enough for all states."""
    if isinstance(obj, _SHARED):
        return True
    made_as = getattr(type(obj), "__dataclass_params__", None)
    return made_as is not None and made_as.frozen


class _Packer(pickle.Pickler):
    """A value that nobody changes is kept once, for all states."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Entry | Statement):
            return _message, (obj.wire,)
        if isinstance(obj, OwnChains):  # without the links, which it works out again
            return copyreg.__newobj__, (OwnChains,), {**vars(obj), "_rounds": {}}  # type: ignore[attr-defined]
        if not isinstance(obj, type) and _is_value(obj):
            if id(obj) not in _number:
                _number[id(obj)] = len(_shared)
                _shared.append(obj)
            return _get, (_number[id(obj)],)
        return NotImplemented


def pack(node: Node) -> bytes:
    """The whole state of a node."""
    into = io.BytesIO()
    _Packer(into, pickle.HIGHEST_PROTOCOL).dump(node)
    return into.getvalue()


def unpack(packed: bytes) -> Node:
    """The node again, which nobody else has."""
    node = pickle.loads(packed)
    assert isinstance(node, Node)
    return node


_NOT_COMPARED: Final = {
    "Node": {"_table", "kept", "mesh"},
    "TableSeat": {"rules", "replica", "view", "known", "_watch", "_own", "_own_cards", "_stage", "now"},
    "Transcript": {"players", "play", "batches", "_own", "game_id", "_intake"},
    "Closing": {"_authors", "_own", "_stale", "bears_out"},
    "Leaving": {"_authors", "_closing"},
    "Forks": {"_authors", "_closing", "_votes", "_decks"},
    "Votes": {"_players", "_playing"},
    "Ending": {"_transcript", "_replica", "_found"},
    "Journal": {"revision", "_hellos"},
    "Exchange": {
        "mesh",
        "follower",
        "holdings",
        "chat",
        "news",
        "moved",
        "_where",
        "_opening",
        "_heard",
        "_meet",
        "_name",
        "_seen",
    },
    "Cheats": {"_follower", "_mesh", "_news", "_evidence", "keep"},
    "Parting": {"_follower", "_mesh", "_proven"},
    "MatchClock": {
        "_seat",
        "_own",
        "_names",
        "_mesh",
        "_exchange",
        "_say",
        "_ended",
        "banks",
        "_paused",
        "_counted",
        "_counts",
        "_rests",
        "_unreached",
        "_unsigned",
        "bank",
    },
    "Present": {"needs", "heads"},
}
_AS_SETS: Final = {("Journal", "items"), ("Journal", "_late")}


def digest(node: Node) -> bytes:
    """The key that tells this state of a node from all that are different."""
    parts = [
        _walked(node),
        node.kept.mark.signed if node.kept.mark else (),
        *map(_of_peer(node), node.mesh.peers),
    ]
    parts.append(node.seat.transcript._intake._refused)
    return blake2b(repr(parts).encode(), digest_size=16).digest()


def _of_peer(node: Node) -> Callable[[Peer], object]:
    """The memory of a peer, as far as it makes a difference now."""
    exchange = node.exchange
    forks = bool(exchange.cheats.not_dropped())

    def walked(peer: Peer) -> object:
        confirmed = exchange.holdings.confirmed(peer.seat, peer.held)
        heads = peer.heads if forks and isinstance(peer.heads, Heads) else None
        return peer.seat, peer.synced, peer.shunned, confirmed, heads

    return walked


def _walked(obj: Any) -> object:
    """Plain values in place of objects, in an order of their own."""
    kind = type(obj)
    if obj is None or kind in (bytes, int, str, bool, float):
        return obj
    if kind in (tuple, list):
        return [_walked(one) for one in obj]
    if kind in (set, frozenset):
        return sorted([_walked(one) for one in obj], key=repr)
    if isinstance(obj, dict):
        return sorted([(_walked(k), _walked(v)) for k, v in obj.items()], key=repr)
    if isinstance(obj, Enum):
        return obj.name
    if id(obj) in _walks:
        return _walks[id(obj)]
    if isinstance(obj, Entry | Statement | ResultMessage | Accepted):
        return obj.wire
    if isinstance(obj, PeerFault):
        return kind.__name__, obj.author, obj.seq, obj.rule
    if isinstance(obj, Rules | State | Batch) or callable(obj):
        raise AssertionError(f"{kind.__name__} is not to be compared")
    name = kind.__name__
    left_out = _NOT_COMPARED.get(name, ())
    found = []
    for attribute in _attributes(obj):
        if attribute not in left_out:
            value = getattr(obj, attribute)
            if (name, attribute) in _AS_SETS:
                value = frozenset(value)
            found.append((attribute, _walked(value)))
    if id(obj) in _number:
        _walks[id(obj)] = repr(found)
        return _walks[id(obj)]
    return name, found


def _attributes(obj: Any) -> list[str]:
    slots = [slot for kind in type(obj).__mro__ for slot in getattr(kind, "__slots__", ())]
    return sorted({*getattr(obj, "__dict__", ()), *slots})
