"""The arguments of `help`, `man`, `config`, `doctor`, `completion` and `version`."""

from __future__ import annotations

from fadenet.cli.frame.options import Subcommands


def add_help(commands: Subcommands) -> None:
    """`help`: tells about a command."""
    told = commands.add("help", ("about.manual", "help_"), "tell about fadenet, or about a command")
    told.add_argument("command", nargs="*", metavar="COMMAND", help="the command, such as play or key new")


def add_man(commands: Subcommands) -> None:
    """`man`: the manual page."""
    commands.add(
        "man",
        ("about.manual", "man"),
        "print a manual page of all commands",
        "examples:\n  fadenet man | man -l -\n  fadenet man > ~/.local/share/man/man1/fadenet.1",
    )


def add_config(commands: Subcommands) -> None:
    """`config ...`: settings."""
    config = commands.group("config", "what you have set once for all")
    config.add("list", ("about.config", "config_list"), "list all settings, and who has set them")
    get = config.add("get", ("about.config", "config_get"), "print a setting")
    get.add_argument("key", metavar="KEY", help="which one")
    put = config.add(
        "set",
        ("about.config", "config_set"),
        "keep a setting",
        "What an option says counts more, then the variable FADENET_KEY, then this.\n"
        "examples:\n  fadenet config set plain true\n  fadenet config set deck.faroe cinder-circuit\n"
        "  fadenet config set clock 900+10",
    )
    put.add_argument("key", metavar="KEY", help="which one; see: fadenet config list")
    put.add_argument("value", nargs="+", metavar="VALUE", help="what it is from now on")
    unset = config.add("unset", ("about.config", "config_unset"), "have a setting as it was at first")
    unset.add_argument("key", metavar="KEY", help="which one")
    config.add("path", ("about.config", "config_path"), "print where the file with the settings is")


def add_doctor(commands: Subcommands) -> None:
    """`doctor`: looks this machine over."""
    doctor = commands.add(
        "doctor", ("about.health", "doctor"), "check this machine, the data folder and the keys"
    )
    net = "how this machine can be reached: asks the own router, relays and network, and nobody else"
    doctor.add_argument("--net", action="store_true", help=net)
    doctor.add_argument("--listen", action="append", metavar="ADDR", help="as with `host`")


def add_completion(commands: Subcommands) -> None:
    """`completion`: for shells."""
    completion = commands.add(
        "completion",
        ("about.health", "completion"),
        "print what makes a shell complete commands, decks, matches and more",
        "examples:\n  source <(fadenet completion bash)       in ~/.bashrc\n"
        "  source <(fadenet completion zsh)        in ~/.zshrc\n"
        "  fadenet completion fish > ~/.config/fish/completions/fadenet.fish",
    )
    shells = ("bash", "zsh", "fish")
    completion.add_argument("shell", choices=shells, metavar="SHELL", help="bash, zsh or fish")


def add_version(commands: Subcommands) -> None:
    """`version`: the version of fadenet."""
    commands.add("version", ("about.health", "version_"), "print the version")
