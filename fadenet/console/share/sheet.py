"""Cards as pages to print, each as large as a real one: those of a deck, or of a set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from fadenet.engine.card import Card
from fadenet.engine.cardset import CardSet
from fadenet.engine.language.english import counted
from fadenet.engine.rules import Rules
from fadenet.games.catalogue import catalogue_of
from fadenet.games.decks import Deck

ROW, SHEET = 3, 9
"""Cards beside each other, and on a sheet."""
WIDTH_MM, HEIGHT_MM, EDGE_MM, LINE_MM = 63, 88, 3, 3.2
LEFT_MM, TOP_MM = 10.5, 16.5
"""Where the first card lies on a sheet of A4, 210 by 297 mm, so that all lie in its middle."""
SVG = """<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 210 297">
<style>
rect { fill: #fff; stroke: #000; stroke-width: .3; }
text { font-family: ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre; }
</style>"""
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


def set_page(rules: Rules, card_set: CardSet) -> str:
    """The cards of a set of these rules in the same way, each once, nine a page."""
    parts = [HEAD.format(title=escape(about(rules, card_set))), "<ul>"]
    parts += [_card(rules, card) for card in cards_of(rules, card_set)]
    return "\n".join([*parts, "</ul>", "</body>", "</html>"]) + "\n"


def set_sheets(rules: Rules, card_set: CardSet) -> list[str]:
    """The same as SVG, a sheet of A4 for each nine cards."""
    cards = cards_of(rules, card_set)
    return [_sheet(rules, cards[at : at + SHEET]) for at in range(0, len(cards), SHEET)]


def about(rules: Rules, card_set: CardSet) -> str:
    """The heading of the cards of a set."""
    by = f", by {card_set.by}" if card_set.by else ""
    terms = f" ({card_set.license})" if card_set.license else ""
    return f"{card_set.name}, version {card_set.version}{by}{terms}: {rules.title}"


def cards_of(rules: Rules, card_set: CardSet) -> list[Card]:
    """The cards of a set, in the order of its text."""
    return [rules.by_slug[card_set.slug(slug)] for slug in card_set.cards]


def _card(rules: Rules, card: Card) -> str:
    return f"<li><pre>{escape(chr(10).join(_face(rules, card)))}</pre></li>"


def _face(rules: Rules, card: Card) -> list[str]:
    return [line.rstrip() for line in catalogue_of(rules).face(card, SIGNS)]


def _sheet(rules: Rules, cards: Sequence[Card]) -> str:
    """Up to nine cards on a page, in millimetres; a card with many lines has smaller letters."""
    parts = [SVG]
    for n, card in enumerate(cards):
        lines = _face(rules, card)
        x, y = LEFT_MM + n % ROW * WIDTH_MM, TOP_MM + n // ROW * HEIGHT_MM
        step = min(LINE_MM, (HEIGHT_MM - 2 * EDGE_MM) / max(1, len(lines)))
        parts.append(f'<rect x="{x}" y="{y}" width="{WIDTH_MM}" height="{HEIGHT_MM}" rx="3"/>')
        for row, line in enumerate(lines, 1):
            place = f'x="{x + EDGE_MM}" y="{y + EDGE_MM + row * step - step / 4:.2f}"'
            weight = ' font-weight="bold"' if row == 1 else ""
            parts.append(f'<text {place} font-size="{step * 0.8:.2f}"{weight}>{escape(line)}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _body(rules: Rules, deck: Deck) -> Iterator[str]:
    if deck.plan:
        yield f"<p>{escape(deck.plan)}</p>"
    for (_, title), codes in zip(rules.deck_tables, deck.lists, strict=True):
        if codes:
            many = counted(str(len(codes)), "card")
            yield f"<h2>{escape(title)}: {many}</h2>\n<ul>"
            yield from (_card(rules, rules.cards[code]) for code in codes)
            yield "</ul>"
    yield "</body>\n</html>"
