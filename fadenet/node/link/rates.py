"""Token buckets: how much of something a peer may do now, and how long it must wait otherwise."""

from __future__ import annotations

from collections import OrderedDict

from fadenet.node.limits import HANDSHAKES_BURST, HANDSHAKES_PER_S, SOURCES_REMEMBERED


class Bucket:
    """Fills at `rate` per second up to `burst`; may go below zero once, which then has to be waited for."""

    __slots__ = ("_at", "_level", "burst", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self._level = burst
        self._at = now

    def take(self, amount: float, now: float) -> float:
        """Take `amount`; the seconds until the bucket is out of debt again (0.0 when it is not in debt)."""
        self._fill(now)
        self._level -= amount
        return max(0.0, -self._level / self.rate)

    def try_take(self, amount: float, now: float) -> bool:
        """Take `amount` if it is there."""
        self._fill(now)
        if self._level < amount:
            return False
        self._level -= amount
        return True

    def _fill(self, now: float) -> None:
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now


class SourceRates:
    """The handshake rate of each source; remembers a bounded number of sources."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allow(self, source: str, now: float) -> bool:
        """Whether `source` may begin one more handshake at `now` (seconds)."""
        bucket = self._buckets.get(source)
        if bucket is None:
            bucket = self._buckets[source] = Bucket(HANDSHAKES_PER_S, HANDSHAKES_BURST, now)
            if len(self._buckets) > SOURCES_REMEMBERED:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(source)
        return bucket.try_take(1, now)
