"""`fadenet help` and `fadenet man`: what the description of the arguments says, as text and as a page."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from fadenet.cli.frame.context import Context, Usage
from fadenet.cli.frame.guessing import guess
from fadenet.cli.frame.parser import Parser, commands_of
from fadenet.cli.frame.version import version

ENVIRONMENT = (
    ("FADENET_HOME", "the data folder, where --home names none"),
    ("FADENET_MARKS", "the folder that tells how far each match was signed; never inside the data folder"),
    ("FADENET_PLAIN, FADENET_DECK_FAROE, ..", "any setting of `fadenet config list`"),
)
EXIT_CODES = (
    (0, "done"),
    (1, "a mistake in fadenet itself"),
    (2, "arguments that make no sense"),
    (3, "a file, deck or setting that makes no sense"),
    (4, "something that was named is not there"),
    (5, "the network: nobody reached, or another version"),
    (6, "somebody is proven to have broken the rules"),
    (7, "a bot has failed"),
    (8, "a key or a permission is missing, or the output cannot be written"),
    (9, "refused, by the rules or by the other side"),
    (10, "a result without its match, which only its signers claim"),
    (130, "ended by Ctrl-C"),
    (141, "nobody reads the output any more"),
    (143, "ended by a signal"),
)
FILES = (
    ("config.toml", "the settings; see: fadenet config"),
    ("matches", "matches with others, as signed"),
    ("records", "records of matches on this machine"),
    ("node.log", "what a node has noted"),
    ("bots", "logs of bots that are programs; see: fadenet bot log"),
)
"""Of the data folder."""


def help_(ctx: Context) -> int:
    """Print the help of fadenet, or of a command."""
    parser = ctx.line.parser()
    for word in ctx.args.command:
        there = commands_of(parser)
        if word not in there:
            name = f"{parser.prog} {word}".removeprefix("fadenet ")
            raise Usage(f"There is no command {name}{guess(word, tuple(there))} See: fadenet help")
        parser = there[word]
    text = parser.format_help()
    ctx.emit({"help": text}, text.splitlines())
    return 0


def man(ctx: Context) -> int:
    """Print the manual page."""
    lines = list(page(ctx.line.parser()))
    ctx.emit({"page": "\n".join(lines)}, lines)
    return 0


# The page, in the macros of man(7).


def page(parser: Parser) -> Iterator[str]:
    """The lines of the manual page, fadenet(1). parser: that of the whole command line."""
    common = _options(parser)
    shared = {text for action in common for text in action.option_strings}
    yield f'.TH FADENET 1 "" "fadenet {_safe(version())}" "User Commands"'
    yield from (".SH NAME", r"fadenet \- trading-card games between peers")
    yield from (".SH SYNOPSIS", r".B fadenet", r"[\fIOPTION\fR]... \fICOMMAND\fR [\fIARGUMENT\fR]...")
    yield from (".SH DESCRIPTION", *_prose(parser.description or ""))
    yield from (".SH OPTIONS", "These are taken by every command, before its name or behind it.")
    for action in common:
        yield from _option(action)
    yield ".SH COMMANDS"
    for name, command in commands(parser):
        yield from _command(name, command, shared)
    yield ".SH EXIT STATUS"
    for code, meaning in EXIT_CODES:
        yield from (".TP", f"{_bold(str(code))}", _safe(meaning))
    yield ".SH ENVIRONMENT"
    for variable, meaning in ENVIRONMENT:
        yield from (".TP", _bold(variable), _safe(meaning))
    yield from (".SH FILES", "In the data folder:")
    for file, meaning in FILES:
        yield from (".TP", rf"\fI{_safe(file)}\fR", _safe(meaning))
    yield from (".SH EXAMPLES", *_example((parser.epilog or "").split("\n\n")[0].partition("\n")[2]))


def commands(parser: Parser, name: str = "fadenet") -> Iterator[tuple[str, Parser]]:
    """Every command that can be run, by all that is typed, in the order of the help."""
    for word, child in commands_of(parser).items():
        if child.get_default("run"):
            yield f"{name} {word}", child
        yield from commands(child, f"{name} {word}")


def _command(name: str, parser: Parser, shared: set[str]) -> Iterator[str]:
    """A command: how it is typed, what it does, its own arguments and options."""
    arguments = [one for one in parser._actions if not one.option_strings and one.help != argparse.SUPPRESS]
    arguments = [one for one in arguments if not isinstance(one, argparse._SubParsersAction)]
    own = [one for one in _options(parser) if not shared.intersection(one.option_strings)]
    words = [_bold(name), *([r"[\fIOPTION\fR]..."] if own else []), *map(_argument, arguments)]
    yield from (f".SS {_quoted(' '.join(words))}", *_prose(parser.description or ""))
    for argument in arguments:
        yield from (".TP", rf"\fI{_safe(str(argument.metavar))}\fR", _safe(argument.help or ""))
    for option in own:
        yield from _option(option)
    if parser.epilog:
        yield from (".PP", *_example(parser.epilog))


def _options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [one for one in parser._actions if one.option_strings and one.help != argparse.SUPPRESS]


def _argument(action: argparse.Action) -> str:
    shown = rf"\fI{_safe(str(action.metavar))}\fR"
    return {"*": f"[{shown}]...", "+": f"{shown}...", "?": f"[{shown}]"}.get(str(action.nargs), shown)


def _option(action: argparse.Action) -> Iterator[str]:
    value = action.metavar or ("{" + ",".join(map(str, action.choices)) + "}" if action.choices else "")
    shown = rf" \fI{_safe(str(value))}\fR" if value else ""
    shown = f" [{shown.strip()}]" if value and action.nargs == "?" else shown
    yield from (".TP", ", ".join(f"{_bold(text)}{shown}" for text in action.option_strings))
    yield _safe(re.sub(r"\s*\(default: %\(default\)s\)", "", action.help or ""))


def _prose(text: str) -> Iterator[str]:
    yield from (_safe(line) for line in text.split("\n") if line)


def _example(text: str) -> Iterator[str]:
    """Lines as they stand."""
    yield from (".nf", *(_safe(line) for line in text.strip("\n").split("\n")), ".fi")


def _bold(text: str) -> str:
    return rf"\fB{_safe(text)}\fR"


def _quoted(text: str) -> str:
    """One argument of a macro."""
    return '"' + text.replace('"', r"\(dq") + '"'


def _safe(text: str) -> str:
    """Text that roff prints as it stands."""
    plain = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga")
    return rf"\&{plain}" if plain.startswith(".") else plain
