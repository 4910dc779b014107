"""The ties between records, kept in both directions at once so that neither can disagree with the other."""

from collections.abc import Iterator

from leads.sandbox.association_types import TYPES, AssociationType

type Ends = dict[str, frozenset[int]]


class Edges:
    """Who is tied to whom, and by which type ids."""

    def __init__(self) -> None:
        self._out: dict[tuple[str, str], dict[str, Ends]] = {}
        # One object for each combination of types: a large portal repeats a handful of them.
        self._kept: dict[frozenset[int], frozenset[int]] = {}

    def ends(self, from_kind: str, from_id: str, to_kind: str) -> Ends:
        """Ids of the other side, each with its type ids; not to be changed by the caller."""
        return self._out.get((from_kind, from_id), {}).get(to_kind, {})

    def kinds(self, from_kind: str, from_id: str) -> list[str]:
        """The kinds to which a record is tied at all."""
        return [kind for kind, ends in self._out.get((from_kind, from_id), {}).items() if ends]

    def of_type(self, from_kind: str, from_id: str, to_kind: str, type_id: int) -> str | None:
        """The first record tied by this very type."""
        ends = self.ends(from_kind, from_id, to_kind)
        return next((end for end, types in ends.items() if type_id in types), None)

    def put(self, from_id: str, to_id: str, kind: AssociationType) -> bool:
        """Tie two records; a primary tie brings its plain one and takes the place of the former primary.

        Answers whether anything changed.
        """
        before = self.ends(kind.from_kind, from_id, kind.to_kind).get(to_id, frozenset())
        if {kind.id, kind.plain} <= before:
            return False
        self._depose(from_id, to_id, kind)
        for one in {kind.id, kind.plain}:
            self._add(from_id, to_id, TYPES[one])
        return True

    def _depose(self, from_id: str, to_id: str, kind: AssociationType) -> None:
        owner, holder = (kind, from_id) if kind.single else (TYPES[kind.back], to_id)
        if not owner.single:
            return
        other = self.of_type(owner.from_kind, holder, owner.to_kind, owner.id)
        if other is not None:
            self.cut(owner.from_kind, holder, owner.to_kind, other, {owner.id})

    def _add(self, from_id: str, to_id: str, kind: AssociationType) -> None:
        for one, start, end in ((kind, from_id, to_id), (TYPES[kind.back], to_id, from_id)):
            ends = self._out.setdefault((one.from_kind, start), {}).setdefault(one.to_kind, {})
            ends[end] = self._keep(ends.get(end, frozenset()) | {one.id})

    def _keep(self, types: frozenset[int]) -> frozenset[int]:
        return self._kept.setdefault(types, types)

    def cut(
        self, from_kind: str, from_id: str, to_kind: str, to_id: str, only: set[int] | None = None
    ) -> bool:
        """Take away the named types between two records, or all of them; answers whether any was there."""
        there = self.ends(from_kind, from_id, to_kind).get(to_id, frozenset())
        going = there if only is None else there & only
        for type_id in going:
            self._remove(from_kind, from_id, to_kind, to_id, type_id)
            self._remove(to_kind, to_id, from_kind, from_id, TYPES[type_id].back)
        return bool(going)

    def _remove(self, from_kind: str, from_id: str, to_kind: str, to_id: str, gone: int) -> None:
        ends = self._out.get((from_kind, from_id), {}).get(to_kind, {})
        left = ends.get(to_id, frozenset()) - {gone}
        if left:
            ends[to_id] = self._keep(left)
        else:
            ends.pop(to_id, None)

    def every(self, kind: str, record_id: str) -> Iterator[tuple[str, str, frozenset[int]]]:
        """Each tie of one record: the other kind, the other id, the type ids."""
        for to_kind, ends in list(self._out.get((kind, record_id), {}).items()):
            for to_id, types in list(ends.items()):
                yield to_kind, to_id, types

    def drop(self, kind: str, record_id: str) -> None:
        """Forget all ties of a record."""
        for to_kind, to_id, _ in self.every(kind, record_id):
            self.cut(kind, record_id, to_kind, to_id)
        self._out.pop((kind, record_id), None)

    def move(self, kind: str, old: str, new: str) -> None:
        """Hand all ties of one record to another; a primary that the survivor already has stays his own."""
        for to_kind, to_id, types in self.every(kind, old):
            self.cut(kind, old, to_kind, to_id)
            for one in (TYPES[t] for t in sorted(types)):
                taken = one.single and self.of_type(kind, new, to_kind, one.id)
                if to_id != new:
                    self.put(new, to_id, TYPES[one.plain] if taken else one)
