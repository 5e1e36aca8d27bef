"""The counts of `Counts` for games with bonus tiles: each that takes saves a turn or adds one."""

from __future__ import annotations

from solver.search.sat.counts import Counts
from solver.search.sat.tiles import TileEncoding


class TileCounts(Counts):
    """What was wasted may come back."""

    encoding: TileEncoding

    def _count_turns(self) -> int:
        """Tile 6 plays a card; so does tile 5, or it adds a step, which is among the steps."""
        encoding = self.encoding
        return encoding.steps - encoding.has_joker + len(encoding.taking)

    def add(self) -> None:
        """Add all clauses; what only a tile allows to be wasted needs that tile."""
        super().add()
        encoding = self.encoding
        spare = self._count_turns() - self.needed
        used = [encoding.used(tile) for tile in encoding.taking]
        most = self.wasted(encoding.steps, spare)
        for tile in used:
            encoding.imply([most], tile)
        if len(used) == 2:
            encoding.imply([self.wasted(encoding.steps, spare - 1)], *used)

    def _brought_back(self, suit: int, level: int) -> list[int]:
        return [self.encoding.picks_type(tile, suit, level) for tile in self.encoding.taking]

    def _add_spoilt_before(self, step: int, least: int, drawn: int) -> None:
        """The joker comes after all other cards here, whenever it is drawn."""
        encoding = self.encoding
        if not encoding.has_joker:
            super()._add_spoilt_before(step, least, drawn)
            return
        drawn, wasted = min(drawn, encoding.joker), [self.wasted(step, least)]
        encoding.imply(wasted, self.spoilt_before(drawn, least), self.spoilt(encoding.joker))
        encoding.imply(wasted, self.spoilt_before(drawn, least - 1))
