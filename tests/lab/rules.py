"""The nftables rules of the lab's routers, one set for each kind of site.

Both tables see connections (`ct`), so what goes out is let back in. A stranger's packets are counted as
`refused` and then dropped, or answered with RST. Linux keeps a source port as long as nobody else behind the
router uses it, which makes its plain `masquerade` the mapping that RFC 4787 section 4.1 calls
endpoint-independent; with `fully-random` each connection has a port of its own.
"""

from __future__ import annotations

from typing import Final

OPEN: Final = "open"
CONE: Final = "cone"
RST_CONE: Final = "rst-cone"
SYMMETRIC: Final = "symmetric"
V6_FIREWALL: Final = "v6-firewall"
UPNP: Final = "upnp"
KINDS: Final = (OPEN, CONE, RST_CONE, SYMMETRIC, V6_FIREWALL, UPNP)
"""A site: with a public address; behind an endpoint-independent mapping that drops what strangers send; the
same with an answer to them; behind an endpoint-dependent mapping; with global IPv6 addresses and no others,
behind a stateful firewall; behind a router that opens ports when asked."""

_RULES: Final = """
table inet filter {{
    counter refused {{ }}
    chain input {{
        type filter hook input priority filter; policy accept
        iifname != "wan" accept
        ct state established,related accept
        meta l4proto ipv6-icmp accept
        {refuse}
    }}
    chain forward {{
        type filter hook forward priority filter; policy accept
        iifname != "wan" accept
        ct state established,related accept
        ct status dnat accept
        {refuse}
    }}
}}
"""
_DROP: Final = """counter name "refused" drop"""
_RST: Final = """meta l4proto tcp counter name "refused" reject with tcp reset
        drop"""
_NAT: Final = """
table ip nat {{
    chain postrouting {{
        type nat hook postrouting priority srcnat
        oifname "wan" {masquerade}
    }}
}}
"""


def rules(kind: str) -> str:
    """The rules that `nft -f` is to read on the router of a site of this kind."""
    filters = _RULES.format(refuse=_RST if kind == RST_CONE else _DROP)
    if kind == V6_FIREWALL:
        return filters
    return filters + _NAT.format(
        masquerade="masquerade random,fully-random" if kind == SYMMETRIC else "masquerade"
    )


def shares_a_way(host: str, joiner: str) -> bool:
    """Whether two sites of these kinds can have a direct connection, with a helper to introduce them.

    Between an endpoint-dependent mapping and anything that is not open to strangers there is none, and none
    between IPv4 and IPv6. A router that opens ports counts as open.
    """
    either = {host, joiner}
    if V6_FIREWALL in either:
        return either <= {V6_FIREWALL, OPEN}
    return SYMMETRIC not in either or bool(either & {OPEN, UPNP})
