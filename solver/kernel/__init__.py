"""What the search kernel is made of; `solver/_core.pyx` is its door.

All of it is compiled into that one module, so that the compiler sees the whole search at once. A
.pxd file may define functions only as `cdef inline`, so that is what all of them are, recursive
ones included: it lets them stand here and says nothing about what the compiler does with them.

From the bottom up:

- `bits`, `state`, `tiles`, `hands`, `rules`: what a state is, and what a move makes of it;
- `table`, `reach`, `sweep`, `final_round`, `pool`, `end_phase`: why a state fails;
- `context`, `walks`, `first_lines`, `mending`: a line without a search;
- `examine`, `moves`, `search`, `beam`: looking for a line;
- `stages`, `tile_stages`, `decide`: one question, with everything that may answer it;
- `rows`, `perft`: many deals at once, and the numbers that tie the moves to the referee;
- `clock`, `systems.h`: what differs between systems.

`solver/_core.pxd` has the numbers that Python knows too, and the index of the proofs.
"""
