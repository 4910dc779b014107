"""A sorted list that is filled fast and kept in order afterwards, for ids and for modified dates."""

from bisect import bisect_left, bisect_right, insort
from typing import Protocol, Self


class Sortable(Protocol):
    """Anything that can be compared with its like."""

    def __lt__(self, other: Self, /) -> bool: ...


class Ordered[K: Sortable]:
    """Keys in ascending order. Filling in bulk sorts once, at the first question."""

    def __init__(self) -> None:
        self._keys: list[K] = []
        self._sorted = True

    def __len__(self) -> int:
        return len(self._keys)

    def add(self, key: K) -> None:
        """Put a key in; the caller keeps keys distinct."""
        if self._sorted and self._keys and key < self._keys[-1]:
            # Far from the end means a bulk filling in no order: leave it to one sort.
            if len(self._keys) - bisect_left(self._keys, key) <= 10_000:
                insort(self._keys, key)
                return
            self._sorted = False
        self._keys.append(key)

    def discard(self, key: K) -> None:
        """Take a key out, if it is there."""
        keys = self.in_order()
        place = bisect_left(keys, key)
        if place < len(keys) and not key < keys[place]:
            del keys[place]

    def in_order(self) -> list[K]:
        """All keys in order; not to be changed by the caller."""
        if not self._sorted:
            self._keys.sort()
            self._sorted = True
        return self._keys

    def at_or_after(self, key: K) -> int:
        """Place of the first key that is not below this one."""
        return bisect_left(self.in_order(), key)

    def after(self, key: K) -> int:
        """Place of the first key above this one."""
        return bisect_right(self.in_order(), key)
