"""The commands for identities, contacts and past matches."""

from __future__ import annotations

from fadenet.cli.frame.parser import count
from fadenet.cli.options.shared import AS, PASS, Commands


def people(commands: Commands) -> None:
    """`history`, `key` and `contact`."""
    history = commands.add(
        "history",
        ("past.history", "history"),
        "list past matches, ratings, and what came of those against bots",
        "A match was signed by all; or ended: somebody signed its end, not the result;\n"
        "or left: somebody signed no end; or broken off by a proven fault. The last two,\n"
        "and void ones, are not rated. Ratings are Glicko-2, one a game, and this node's\n"
        "own view: of no matches but those it has played. What a bot played in your place\n"
        "does not count, nor do matches on this machine: those are told by themselves.\n"
        "--json is all of it, to take along.",
    )
    history.add_argument("--opponents", action="store_true", help="a line for each opponent and game")
    history.add_argument("--game", metavar="GAME", help="only this game")
    history.add_argument("--limit", type=count, default=20, metavar="N", help="at most so many lines (20)")

    key = commands.group("key", "your identities")
    new = key.add("new", ("people.identities", "key_new"), "make an identity")
    new.add_argument("name", nargs="?", metavar="NAME", help="its name (your login)")
    new.add_argument("--no-passphrase", action="store_true", help="leave the key file unencrypted")
    new.add_argument("--passphrase-file", metavar="FILE", help=PASS)
    show = key.add("show", ("people.identities", "key_show"), "show an identity")
    show.add_argument("name", nargs="?", metavar="NAME", help="which one")
    key.add("list", ("people.identities", "key_list"), "list your identities")
    change = key.add("passphrase", ("people.identities", "key_passphrase"), "change a key file's passphrase")
    change.add_argument("name", nargs="?", metavar="NAME", help="which one")
    change.add_argument("--passphrase-file", metavar="FILE", help="file with the passphrase until now")
    change.add_argument("--new-passphrase-file", metavar="FILE", help="file with the new one; empty for none")
    export = key.add(
        "export",
        ("people.identities", "key_export"),
        "print the public key, or copy the key file to FILE",
        "examples:\n  fadenet key export            the line that others add as a contact\n"
        "  fadenet key export aud a.key  a copy to keep or to take to another machine",
    )
    export.add_argument("name", nargs="?", metavar="NAME", help="which one")
    export.add_argument("file", nargs="?", metavar="FILE", help="where to put a copy of the key file")
    read = key.add(
        "import", ("people.identities", "key_import"), "add an Ed25519 key file of OpenSSH's format"
    )
    read.add_argument("name", metavar="NAME", help="what to call it")
    read.add_argument("file", metavar="FILE", help="the key file")
    read.add_argument("--passphrase-file", metavar="FILE", help=PASS)

    contact = commands.group("contact", "the players you know")
    add = contact.add("add", ("people.contacts", "contact_add"), "know a player from now on")
    add.add_argument("name", metavar="NAME", help="what you call the player")
    add.add_argument(
        "key",
        nargs="*",
        metavar="KEY",
        help="the line of `fadenet key export`, a file with it, or, of somebody you have met, the name or "
        "the start of the fingerprint (default: whoever you met under this NAME)",
    )
    contact.add(
        "list", ("people.contacts", "contact_list"), "list the players you know, and those you have met"
    )
    for name, run, help in (
        ("show", "contact_show", "show a player: the words to compare, and what came of your matches"),
        ("remove", "contact_remove", "forget a player"),
        ("verify", "contact_verify", "note that you have compared the words with the player"),
    ):
        one = contact.add(name, ("people.contacts", run), help)
        one.add_argument("name", metavar="NAME", help="a name, or the start of a fingerprint")
        if name == "verify":
            one.add_argument("--yes", action="store_true", help="the words were the same; do not ask")
        if name != "remove":
            one.add_argument("--as", dest="identity", metavar="NAME", help=AS)
    rename = contact.add("rename", ("people.contacts", "contact_rename"), "give a player another name")
    rename.add_argument("name", metavar="NAME", help="the name until now")
    rename.add_argument("new_name", metavar="NEW", help="the new name")
