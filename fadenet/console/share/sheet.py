"""A deck as a page to print: each card as large as a real one, as often as it is in the deck."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from fadenet.engine.language.english import counted
from fadenet.engine.rules import Rules
from fadenet.games.catalogue import catalogue_of
from fadenet.games.decks import Deck

SIGNS = 36
"""Signs in a line of a card."""
HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>
body {{ font: 8.5pt/1.25 system-ui, sans-serif; margin: 8mm; }}
h1 {{ font-size: 12pt; margin: 0 0 2mm; }}
h2 {{ font-size: 10pt; margin: 4mm 0 2mm; break-after: avoid; }}
ul {{ display: flex; flex-wrap: wrap; gap: 0; list-style: none; margin: 0; padding: 0; }}
li {{ box-sizing: border-box; width: 63mm; height: 88mm; border: .3mm solid #000; border-radius: 3mm;
  padding: 3mm; overflow: hidden; break-inside: avoid; }}
li pre {{ font: 7.2pt/1.25 ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; margin: 0;
  white-space: pre-wrap; overflow-wrap: anywhere; }}
li pre::first-line {{ font-weight: bold; }}
@page {{ size: A4; margin: 8mm; }}
@media print {{ body {{ margin: 0; }} }}
</style>
</head>
<body>
<h1>{title}</h1>
"""


def deck_page(rules: Rules, deck: Deck) -> str:
    """A deck as HTML, in cards of 63 by 88 mm; the page asks nobody for anything."""
    return HEAD.format(title=escape(f"{deck.name}: {rules.title}")) + "\n".join(_body(rules, deck)) + "\n"


def _body(rules: Rules, deck: Deck) -> Iterator[str]:
    if deck.plan:
        yield f"<p>{escape(deck.plan)}</p>"
    for (_, title), codes in zip(rules.deck_tables, deck.lists, strict=True):
        if codes:
            many = counted(str(len(codes)), "card")
            yield f"<h2>{escape(title)}: {many}</h2>\n<ul>"
            for code in codes:
                lines = catalogue_of(rules).face(rules.cards[code], SIGNS)
                yield f"<li><pre>{escape(chr(10).join(line.rstrip() for line in lines))}</pre></li>"
            yield "</ul>"
    yield "</body>\n</html>"
