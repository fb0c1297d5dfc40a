"""The arguments of `key` and `contact`."""

from __future__ import annotations

from fadenet.cli.frame.options import AS, PASS, Subcommands


def add_key(commands: Subcommands) -> None:
    """`key ...`: identities of one's own."""
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


def add_contact(commands: Subcommands) -> None:
    """`contact ...`: the players that are known."""
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
