"""Shares as a bar, a course as columns: one line of text each."""

from __future__ import annotations

from fadenet.cli.top.bars import WIDTH, bar, columns


def test_a_bar_gives_every_class_its_share() -> None:
    """given classes that have a fifth each, one of which is empty, or all, then so much of the bar is
    theirs, and it is as long as ever."""
    assert bar([1, 1, 1, 1, 1]) == " " * 10 + "░" * 10 + "▒" * 10 + "▓" * 10 + "█" * 10
    assert bar([0, 3, 0, 1, 0], ascii=True) == "." * 38 + "=" * 12
    assert len(bar([1, 2, 4, 5, 1])) == WIDTH


def test_columns_stand_between_their_bounds() -> None:
    """given values within bounds and beyond them, then each has the height of its share, at most the whole;
    of too many the last one of each cell is shown."""
    assert columns([-9, -3, 0.1, 3, 9], -3, 3) == "▁▁▅██"
    assert columns([-3, 3], -3, 3, ascii=True) == "_#"
    many = columns([-3.0, 3.0] * WIDTH, -3, 3)
    assert many == "█" * WIDTH
