"""The numbers that the kernel and Python share, each named here and nowhere else.

Python sees them as enumerations of `solver._core`, and the words that a user reads are made from
the members' names.

**The arguments of the search, by number.** Every pruning has its argument above its function, its
counter, its switch (a bit of `off`) and its member of `Cut`, whose number is one less.

 1 dead type            kernel/reach.pxd
 2 pace                 kernel/sweep.pxd
 3 must-hold            kernel/sweep.pxd
 4 last card            kernel/reach.pxd
 5 final round          kernel/final_round.pxd
 6 last draw            kernel/final_round.pxd
 7 pool                 kernel/pool.pxd
 8 table                kernel/table.pxd
 9 trash first          kernel/moves.pxd
10 misplay at maximum   kernel/moves.pxd
11 last-round pass      kernel/moves.pxd
12 play first           kernel/moves.pxd
13 end phase            kernel/end_phase.pxd

Four more are about what is searched, and in which order:

14 clear winner first   kernel/stages.pxd
15 bold tries           kernel/tile_stages.pxd
16 the lenient game     kernel/tile_stages.pxd
17 a line first         kernel/first_lines.pxd, kernel/mending.pxd
"""

cpdef enum Cut:
    CUT_DEAD_TYPE
    CUT_PACE
    CUT_MUST_HOLD
    CUT_LAST_CARD
    CUT_FINAL_ROUND
    CUT_LAST_DRAW
    CUT_POOL
    CUT_TABLE
    CUT_TRASH_FIRST
    CUT_MISPLAY_AT_MAXIMUM
    CUT_LAST_ROUND_PASS
    CUT_PLAY_FIRST
    CUT_END_PHASE

cpdef enum Kind:
    PLAY
    DISCARD
    CLUE
    ANNOUNCED
    MISPLAY
    # What is done with a tile: moves of their own, by the player who turned it, before the draw.
    PUT                     # a discarded card into play
    SHUFFLE                 # a discarded card into the pile
    SKIP
    FROM_PILE               # the pile's last card is played from there, whether it fits or not

cpdef enum Reply:
    FAILED                  # proven: the target is out of reach
    REACHED                 # `line` reaches it
    UNKNOWN                 # a limit ran out, or nothing decides yet

cpdef enum Stop:
    RUNNING
    BY_NODES
    BY_SECONDS
    BY_INTERRUPT            # Ctrl-C, or another thread asked for it
    BY_MEMORY               # no room for a pile that tile 5 makes

cpdef enum Stage:
    FIRST_LINES
    FIRST_RUN
    LONG_PROOF
    SHORT_RUNS
    BEAM
    EXHAUSTIVE
