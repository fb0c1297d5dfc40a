"""Token buckets: how much of something a peer may do now, and how long it must wait otherwise."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)


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

    def debt(self, amount: float, now: float) -> float:
        """The seconds that taking `amount` would have to be waited for."""
        self._fill(now)
        return max(0.0, (amount - self._level) / self.rate)

    def _fill(self, now: float) -> None:
        self._level = min(self.burst, self._level + (now - self._at) * self.rate)
        self._at = now


class Rates(Generic[K]):
    """A bucket for each of many: sources, candidates. Remembers at most `most` of them; the one that was
    quiet longest is forgotten first."""

    def __init__(self, rate: float, burst: float, most: int) -> None:
        self._rate = rate
        self._burst = burst
        self._most = most
        self._buckets: OrderedDict[K, Bucket] = OrderedDict()

    def allow(self, one: K, now: float) -> bool:
        """Whether it may do one more of what is counted at `now` (seconds)."""
        return self._bucket(one, now).try_take(1, now)

    def has(self, one: K, now: float) -> bool:
        """Whether it might do one more; nothing is counted."""
        bucket = self._buckets.get(one)
        return bucket is None or not bucket.debt(1, now)

    def wait(self, one: K, now: float, most: float) -> float | None:
        """Count one more, and say how many seconds it has to be waited for; None, and nothing is counted, if
        that were more than `most`."""
        bucket = self._bucket(one, now)
        return None if bucket.debt(1, now) > most else bucket.take(1, now)

    def _bucket(self, one: K, now: float) -> Bucket:
        bucket = self._buckets.get(one)
        if bucket is None:
            bucket = self._buckets[one] = Bucket(self._rate, self._burst, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(one)
        return bucket
