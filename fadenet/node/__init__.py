"""The node: links, channels, sessions and match files. Carries opaque bytes, knows no match and no rule."""

from fadenet.node.channel import Channel, Purpose
from fadenet.node.dial import dial
from fadenet.node.gate import Gate, Gates
from fadenet.node.handshake import Admitted, Refused
from fadenet.node.identity import Kind, NodeIdentity
from fadenet.node.invite import Invite, make_invite, parse_invite
from fadenet.node.links import Address, everywhere
from fadenet.node.listener import NodeListener, open_node_listener
from fadenet.node.session import PeerRestarted, Session, open_session
from fadenet.node.storage import MatchFile, MatchFolder

__all__ = [
    "Address",
    "Admitted",
    "Channel",
    "Gate",
    "Gates",
    "Invite",
    "Kind",
    "MatchFile",
    "MatchFolder",
    "NodeIdentity",
    "NodeListener",
    "PeerRestarted",
    "Purpose",
    "Refused",
    "Session",
    "dial",
    "everywhere",
    "make_invite",
    "open_node_listener",
    "open_session",
    "parse_invite",
]
