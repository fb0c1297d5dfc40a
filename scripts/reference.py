"""Makes a folder of pages to read and search in a browser: commands, rules, cards, documents.

    python3 scripts/reference.py --into FOLDER

All of it is generated: commands from their arguments, rules and cards from the games, the rest from the
documents of the checkout. No server is needed: a box on each page searches headings, commands, rules and
cards in `index.js`. Links between documents lead from page to page; those to other files are left as their
text. `reference.html` is the frame of a page.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import chain
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from markdown_it import MarkdownIt
from markdown_it.token import Token

from fadenet import games
from fadenet.cli.about.manual import commands
from fadenet.cli.options import build_parser
from fadenet.engine.rules import Rules
from fadenet.games.catalogue import catalogue_of
from fadenet.games.lessons import book_of, tutorial_of

ROOT = Path(__file__).resolve().parent.parent
FRAME = Path(__file__).with_suffix(".html")
DOCUMENTS = (
    "README.md", "fadenet/node/PLAYING.md", "fadenet/node/OPERATING.md", "fadenet/NOTEBOOK.md",
    "fadenet/games/WORKSHOP.md",
    "SECURITY.md", "CHANGELOG.md",
    "CONTRIBUTING.md", "keys/README.md", "protocol/README.md", "protocol/PLAY.md", "protocol/ENDINGS.md",
    "protocol/FNBOT.md",
    "fadenet/engine/README.md", "fadenet/games/README.md", "fadenet/games/fade/README.md",
    "fadenet/games/terrene/README.md", "fadenet/games/prelude/README.md", "fadenet/table/README.md",
    "fadenet/node/README.md", "fadenet/node/WIRE.md", "fadenet/history/README.md", "fadenet/bots/README.md",
    "fadenet/bots/arena/CLUSTER.md",
    "fadenet/console/README.md", "fadenet/cli/README.md", "scripts/README.md", "tests/README.md",
)  # fmt: skip
"""In the order of the contents, those for players first."""
SHORT = 160
"""Characters of a text that a hit of the search shows."""
FACE_WIDTH = 60


class Hit(NamedTuple):
    """An entry that the search may find: its title, the page and place, and the text that it is found by."""

    title: str
    place: str
    text: str


@dataclass(slots=True)
class HtmlPage:
    """A page: its file name, title, inner HTML, and what the search finds on it."""

    file: str
    title: str
    body: list[str] = field(default_factory=list)
    hits: list[Hit] = field(default_factory=list)

    def heading(self, level: int, title: str, text: str, anchor: str) -> None:
        """Begin a part that the search finds by its title and text."""
        self.body.append(f'<h{level} id="{escape(anchor)}">{escape(title)}</h{level}>')
        self.hits.append(Hit(title, f"{self.file}#{anchor}", " ".join(text.split())[:SHORT]))


def pages() -> list[HtmlPage]:
    """All pages in the order of the contents."""
    rules = [games.load(name) for name in games.NAMES]
    return [command_page(), *chain(*map(game_pages, rules)), *map(document_page, DOCUMENTS)]


def command_page() -> HtmlPage:
    """Every command that can be run, with its help."""
    page = HtmlPage("commands.html", "Commands")
    for name, parser in commands(build_parser()):
        page.heading(2, name, parser.description or "", anchor_of(name))
        page.body.append(f"<pre>{escape(parser.format_help())}</pre>")
    return page


def game_pages(rules: Rules) -> Iterator[HtmlPage]:
    """The book of a game in the order in which one learns it, and its cards."""
    book = HtmlPage(f"{rules.name}-rules.html", f"{rules.title}: rules")
    book.body.append(f"<pre>{escape(chr(10).join(tutorial_of(rules).quick))}</pre>")
    for chapter, told in book_of(rules):
        book.heading(2, chapter, "", anchor_of(chapter))
        for rule in told:
            book.heading(3, rule["id"], rule["text"], rule["id"])
            book.body.append(f"<p>{escape(rule['text'])}</p>")
            for key, label in (("check", "Example"), ("ruling", "Ruling")):
                if rule.get(key):
                    book.body.append(f"<p><b>{label}:</b> {escape(rule[key])}</p>")
    yield book
    cards = HtmlPage(f"{rules.name}-cards.html", f"{rules.title}: cards")
    face = catalogue_of(rules).face
    for card in sorted(rules.cards[1:], key=lambda card: card.name):
        cards.heading(3, card.name, card.text, card.slug)
        cards.body.append(f"<pre>{escape(chr(10).join(face(card, FACE_WIDTH)))}</pre>")
    yield cards


def document_page(path: str) -> HtmlPage:
    """A document of the checkout. Its headings have the anchors that links to it name."""
    markdown = MarkdownIt("commonmark").enable("table")
    tokens = markdown.parse((ROOT / path).read_text("utf-8"))
    page = HtmlPage(file_of(path), path)
    anchors: Counter[str] = Counter()
    for token, inline in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and inline is not None:
            title = "".join(part.content for part in inline.children or ())
            anchor = anchor_of(title)
            token.attrSet("id", f"{anchor}-{anchors[anchor]}" if anchors[anchor] else anchor)
            anchors[anchor] += 1
            page.hits.append(Hit(title, f"{page.file}#{token.attrs['id']}", path))
            page.title = title if token.tag == "h1" else page.title
        token.children = [lead(part, path) for part in token.children or ()]
    page.body.append(markdown.renderer.render(tokens, markdown.options, {}))
    return page


def lead(token: Token, path: str) -> Token:
    """A link of a document, led to the page of what it names; unchanged what is not a link."""
    href = str(token.attrGet("href") or "")
    if token.type != "link_open" or re.match(r"[a-z]+:", href):
        return token
    target, _, anchor = href.partition("#")
    named = (ROOT / path).parent.joinpath(target).resolve().relative_to(ROOT).as_posix() if target else path
    if named in DOCUMENTS:
        token.attrSet("href", file_of(named) + (f"#{anchor}" if anchor else ""))
    else:
        token.attrs.pop("href")
    return token


def file_of(path: str) -> str:
    """The page of a document."""
    return path.removesuffix(".md").replace("/", "-").lower() + ".html"


def anchor_of(title: str) -> str:
    """The anchor of a heading, as forges make it: small letters, hyphens for spaces, no punctuation."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def write(into: Path) -> list[HtmlPage]:
    """Write all pages, their contents and what is searched into a folder, which is made."""
    into.mkdir(parents=True, exist_ok=True)
    frame, made = FRAME.read_text("utf-8"), pages()
    contents = "".join(f'<li><a href="{page.file}">{escape(page.title)}</a></li>' for page in made)
    home = HtmlPage("index.html", "fadenet", [f"<h1>fadenet</h1><ul>{contents}</ul>"])
    for page in (home, *made):
        title = page.title if page is home else f"{page.title} - fadenet"
        body = "\n".join(page.body)
        if "<h1" not in body:
            body = f"<h1>{escape(page.title)}</h1>\n{body}"
        text = frame.replace("{{title}}", escape(title)).replace("{{body}}", body)
        (into / page.file).write_text(text, "utf-8")
    hits = json.dumps([hit for page in made for hit in page.hits], ensure_ascii=False)
    (into / "index.js").write_text(f"const HITS = {hits};\n", "utf-8")
    return made


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--into", type=Path, required=True, metavar="FOLDER", help="it is made if it is not there"
    )
    into = parser.parse_args().into
    made = write(into)
    print(
        f"{len(made)} pages, {sum(len(page.hits) for page in made):,} things to find: {into / 'index.html'}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
