"""The commands for nodes without a player: relays, and nodes that offer tables."""

from __future__ import annotations

from fadenet.cli.frame.parser import circuits, count, delay, matches_at_once, watchers
from fadenet.cli.options.shared import USUAL, Commands, board, identity, lan, mapping
from fadenet.node.limits import CIRCUITS, MATCHES, WATCHERS, WATCHERS_MOST


def nodes(commands: Commands) -> None:
    """`relay`, `node` and `status`."""
    _relay(commands)
    _node(commands)
    _status(commands)


def _relay(commands: Commands) -> None:
    relay = commands.add(
        "relay",
        ("net.relays", "relay"),
        "bring players together who cannot dial each other, and carry what they say",
        "It never learns what is played, nor an invitation. Run it where everybody can\n"
        "dial it, and give the line that it prints to those who host:\n"
        "  fadenet relay add LINE     from now on my tables can be joined through it\n"
        "  fadenet relay list         which relays I use\n"
        "  fadenet relay remove NAME  use it no more",
    )
    relay.add_argument("--listen", action="append", metavar="ADDR", help="host:port to listen on")
    mapping(relay)
    relay.add_argument(
        "--for",
        dest="serves",
        choices=("line", "contacts"),
        default="line",
        help="whom it serves: who has its line (line), or of those only players you know",
    )
    most = f"how many circuits it carries at once ({CIRCUITS})"
    relay.add_argument("--circuits", type=circuits, default=CIRCUITS, metavar="N", help=most)
    board(relay, "be on the board of strangers, and keep it up for others")
    identity(relay)
    what = commands.under(relay, "[ACTION]")
    add = what.add("add", ("net.relays", "relay_add"), "use a relay from now on")
    add.add_argument("line", nargs="+", metavar="LINE", help="the line of `fadenet relay`, - for stdin")
    add.add_argument("--name", metavar="NAME", help="what to call it")
    what.add("list", ("net.relays", "relay_list"), "list the relays that you use")
    remove = what.add("remove", ("net.relays", "relay_remove"), "use a relay no more")
    remove.add_argument("name", metavar="NAME", help="what you call it")


def _node(commands: Commands) -> None:
    node = commands.add(
        "node",
        ("net.serving", "node"),
        "offer tables with bots, many matches at once, without any interface",
        "A table is GAME=BOT, or GAME:OPTION=VALUE,..=BOT with the options format, seats,\n"
        "deck, clock and those of the game. Each has one invitation, which stays good.\n"
        "SIGTERM ends it within 5 s; its matches go on at the next start.\n"
        "examples:\n"
        "  fadenet node --table faroe=greedy --table terrene:format=2v2=random\n"
        "  fadenet node --table faroe:clock=300+5=greedy --max 500 --json\n"
        "  fadenet status            how it is doing\n"
        "  fadenet node --table faroe=greedy --unit > fadenet.service\n"
        "In a container, from a checkout:\n"
        "  FROM python:3.13-slim\n"
        "  COPY . /src\n"
        "  RUN pip install --no-cache-dir /src && install -d -m 700 -o 1000 /data /marks\n"
        "  USER 1000\n"
        "  ENV FADENET_HOME=/data FADENET_MARKS=/marks LOGNAME=node\n"
        '  VOLUME ["/data", "/marks"]\n'
        "  EXPOSE 47070\n"
        '  ENTRYPOINT ["fadenet", "--no-input", "node", "--table", "faroe=greedy"]',
    )
    node.add_argument("--table", action="append", metavar="T", help=f"what is offered ({USUAL}=greedy)")
    most = f"matches at once at most ({MATCHES})"
    node.add_argument("--max", type=matches_at_once, default=MATCHES, metavar="N", help=most)
    node.add_argument("--matches", type=count, metavar="K", help="end after so many matches")
    node.add_argument(
        "--watch",
        nargs="?",
        type=delay,
        metavar="DELAY",
        help="others may look on, so many seconds behind (0)",
    )
    how_many = f"how many may look on at a match at once, at most {WATCHERS_MOST} ({WATCHERS})"
    node.add_argument("--watchers", type=watchers(WATCHERS_MOST), metavar="N", help=how_many)
    node.add_argument("--relay", action="store_true", help="be a relay too")
    crowd = "all guests may come from one address, as through a router or a proxy: 32 at once"
    node.add_argument("--behind-nat", action="store_true", help=crowd)
    kept = "give up matches that nobody has come back to for so many days (7)"
    node.add_argument("--keep-days", type=count, default=7, metavar="D", help=kept)
    drain = "on SIGTERM wait for the running matches, at most an hour; else they go on at the next start"
    node.add_argument("--drain", action="store_true", help=drain)
    node.add_argument("--unit", action="store_true", help="print a systemd unit that runs this, and end")
    node.add_argument(
        "--listen", action="append", metavar="ADDR", help="host:port to listen on; port 0 takes a free one"
    )
    mapping(node)
    identity(node)
    lan(node, "not without this")
    board(node, "tell strangers too, on the board")


def _status(commands: Commands) -> None:
    status = commands.add(
        "status", ("net.serving", "status"), "say how the node of this data folder is doing"
    )
    status.add_argument("--prometheus", action="store_true", help="in the text format of Prometheus")
