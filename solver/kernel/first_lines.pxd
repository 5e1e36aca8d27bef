"""A line first, proofs later: most deals are won by one line of play, without a single bound.

A line is followed from the state to its end: no table, no bounds, no lists of moves. Whoever can
play plays, else the weights say whether to discard or to clue. What a line reaches is reached, and
it is believed only after the kernel's rules have replayed it; that it fails means nothing.

Further lines choose at random, more or less. Only lines that are mended know misplays: of trash at
the maximum of tokens, where nobody may discard.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memset

from solver._core cimport ANNOUNCED, CLUE, DISCARD, MISPLAY, PLAY, REACHED, UNKNOWN
from solver.kernel.bits cimport check, popcount, runs, suit_of
from solver.kernel.context cimport Search
from solver.kernel.rules cimport is_allowed, move_on
from solver.kernel.state cimport (
    MAX_LINE, MAX_PLAYERS, Game, Move, State, game_of, held_types, next_types,
)
from solver.kernel.tile_lines cimport (
    card_at, gives_token, is_choice, lost_with, may_choose, skip_choice, takes_to_come, types_from,
    use_tiles_of_line,
)
from solver.kernel.walks cimport MAX_WALKS, Bin, Walk

cdef enum:
    LONG_PACE = 99          # where turns are not counted
    TURNS_A_NODE = 16       # turns of a line that cost as much as a node of the search
    TURNS_WITH_TILES = 40   # the same with tiles, where a node costs more
    CHOICES = 2             # moves with tiles that may follow a play

# How a line with noise differs; the last four are for 1,024 turns. With noise 2 the first and the
# third count twice.
cdef enum:
    NOISE = 200             # added to the sum of the weights, or taken away, at the most
    ANY_PLAY = 307          # any card that fits is played
    NO_PLAY = 82            # a card that fits is not played
    ANY_COPY = 896          # any useful card of which there is another copy is given up
    LEND = 30               # any useful card is given up if a tile may bring it back
    STRIKE = 800            # with noise 2: trash is misplayed at the maximum of tokens

# What speaks for a discard and against a clue. Found by trial, for each number of players: the
# values that won most among 4,000 deals each of base, avalanche-10, black-powder and avalanche-5.
cdef struct Weights:
    int trash               # a trash card to put away
    int copy                # or else a useful one of which there is another copy
    int pace                # for each turn that may be lost, up to …
    int pace_most
    int token               # for each token there is
    int next_locked         # the next player can only clue or lose a useful card
    int locked              # for each other player of whom that is true
    int next_plays          # the next player has a card to play
    int plays               # for each other player who has
    int draw                # the card to be drawn is a useful one
    int draw_fits           # and can be played at once
    int late                # the pile has no more cards than there are players


cdef inline Weights weights_of(int players) noexcept nogil:
    if players == 2:
        return Weights(99, 68, 16, 6, -30, 153, 64, -35, -40, 21, -13, -80)
    if players == 3:
        return Weights(108, 65, 30, 7, -30, 76, 35, -21, -93, 10, 9, -80)
    if players == 4:
        return Weights(36, 1, 40, 6, -30, 61, 35, -40, -61, 81, 9, -65)
    return Weights(98, -42, 22, 9, -27, 25, 34, -27, -47, 78, -24, -94)


cdef inline uint64_t lowest_of(uint64_t types) noexcept nogil:
    """The type of the lowest level."""
    cdef uint64_t level = <uint64_t>0x0101010101010101
    while not types & level:
        level <<= 1
    types &= level
    return types & (0 - types)


cdef inline uint64_t highest_of(uint64_t types) noexcept nogil:
    """The type of the highest level."""
    cdef uint64_t level = <uint64_t>0x8080808080808080
    while not types & level:
        level >>= 1
    types &= level
    return types & (0 - types)


cdef inline bint often(uint64_t random, int use, int times) noexcept nogil:
    """True so many times out of 1,024; each use has bits of its own."""
    return random >> 34 + 10 * use & 1023 < times


cdef inline uint64_t any_of(uint64_t types, uint64_t random) noexcept nogil:
    """Any of the types."""
    cdef int _skipped
    for _skipped in range(<int>((random >> 20) % <uint64_t>popcount(types))):
        types &= types - 1
    return types & (0 - types)


cdef inline int follow(
    Search* c, const Walk* begin, const int players, const bint tiles, int noise,
    uint64_t random, Move* line, Walk* walks, int* length
) noexcept nogil:
    """The total that one line comes to, from a turn of it on; `line` gets its moves, and a length.

    The line ends where the target is reached or out of reach. `walks`, unless it is NULL, gets what
    was before each turn. Called with a constant number of players, so that each has loops of its
    own, and with or without tiles.
    """
    cdef const Game* g = &c.game
    cdef Weights w = weights_of(players)
    cdef uint64_t hand[MAX_PLAYERS]
    cdef int count[MAX_PLAYERS]
    cdef uint64_t played = begin.played, wanted = begin.wanted
    cdef uint64_t types, fits, others, follows, bit, drawn
    cdef int player = begin.player, pos = begin.pos, tokens = begin.tokens
    cdef int turns_left = begin.turns_left, strikes = begin.strikes
    cdef int total = popcount(played)
    cdef int spare = popcount(wanted) - c.target
    cdef int pace, trash, wish, i, next_player, kind, turn, depth = begin.turn
    cdef int turns = TURNS_WITH_TILES if tiles else TURNS_A_NODE
    cdef int most = <int>min(
        depth + (c.node_limit - c.nodes - 1) * turns,
        <uint64_t>(MAX_LINE if walks == NULL else MAX_WALKS)
    )
    cdef bint last_round, someone, lend = False
    cdef Bin bin
    cdef int size = g.size, takes = 0, tile = 0
    if tiles:
        bin = begin.bin
        size += bin.joker >= 0
        takes = takes_to_come(g, played)
        most -= CHOICES
    for i in range(players):
        hand[i] = begin.hand[i]
        count[i] = begin.count[i]
    c.nodes += 1
    while total < c.target:
        if depth % turns == turns - 1:
            c.nodes += 1
        if noise:
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
        last_round = pos == size and not g.bouquet
        pace = total - c.target + (turns_left if last_round else size - pos + players)
        if tiles:
            pace += takes
        if g.bouquet:
            pace = LONG_PACE
        if pace < 0 or depth >= most:
            break
        if walks != NULL:
            for i in range(players):
                walks[depth].hand[i] = hand[i]
                walks[depth].count[i] = count[i]
            walks[depth].played = played
            walks[depth].wanted = wanted
            walks[depth].player = player
            walks[depth].pos = pos
            walks[depth].tokens = tokens
            walks[depth].turns_left = turns_left
            walks[depth].strikes = strikes
            walks[depth].turn = depth
            if tiles:
                walks[depth].bin = bin
        turn = depth
        next_player = 0 if player + 1 == players else player + 1
        types = hand[player]
        fits = (played + g.ones) & wanted
        others = types_from(g, &bin, pos) if tiles else g.rest[pos]
        for i in range(players):
            if i != player:
                others |= hand[i]
        line[depth].useful = types
        bit = 0
        if types & fits and not (noise and not last_round and often(random, 0, noise * NO_PLAY)):
            fits &= types
            follows = fits & others >> 1
            bit = lowest_of(follows if follows else fits)
            if noise and often(random, 1, ANY_PLAY):
                bit = any_of(fits, random)
            kind = PLAY
            if g.announce and tokens < g.max_tokens:
                kind = ANNOUNCED
                tokens += 1
            if tiles:
                tile = g.tile[popcount(played & g.fives)] if bit & g.fives else 0
                bin.gone &= ~bit
            if bit & g.tops and tokens < g.max_tokens:
                if not tiles or gives_token(g, played, bit):
                    tokens += 1
            played |= bit
            total += 1
            for i in range(players):
                hand[i] &= ~bit
        else:
            trash = count[player] - popcount(types)
            if tiles:
                lend = noise and types and popcount(bin.lent) < takes and often(random, 2, LEND)
            if tokens == g.max_tokens or (last_round and tokens):
                kind = CLUE
                if noise > 1 and trash and strikes and pace > 0 and often(random, 2, STRIKE):
                    if not (types & fits or last_round):
                        kind = MISPLAY
            elif not tokens:
                kind = DISCARD
            elif pace == 0 or not (trash or types & others or lend):
                kind = CLUE
            else:
                wish = w.token * tokens
                wish += w.trash + w.pace * min(pace, w.pace_most) if trash else w.copy
                for i in range(players):
                    if i != player:
                        if hand[i] & fits:
                            wish += w.plays
                            if i == next_player:
                                wish += w.next_plays
                        elif popcount(hand[i]) == count[i]:
                            wish += w.locked
                            if i == next_player:
                                wish += w.next_locked
                if pos < size:
                    drawn = card_at(g, &bin, pos) if tiles else g.pile[pos]
                    if drawn & wanted & ~(played | types):
                        wish += w.draw
                        if drawn & fits:
                            wish += w.draw_fits
                if size - pos <= players:
                    wish += w.late
                if noise:
                    wish += noise * (<int>((random >> 20) % (2 * NOISE + 1)) - NOISE)
                kind = DISCARD if wish > 0 else CLUE
            if kind == CLUE:
                someone = False
                for i in range(players):
                    someone |= i != player and count[i] > 0
                if not someone:
                    break
                tokens -= 1
            elif kind == MISPLAY:
                strikes -= 1
                if tiles:
                    bin.discards += 1
            else:
                if tiles:
                    bin.discards += 1
                if not trash or lend:
                    if not types:
                        break
                    follows = types & others
                    bit = highest_of(follows if follows else types)
                    if lend:
                        bit = any_of(types, random)
                    elif noise and follows and often(random, 1, ANY_COPY):
                        bit = any_of(follows, random)
                    hand[player] ^= bit
                    if tiles:
                        bin.gone |= bit
                    if tiles and not others & bit and popcount(bin.lent) < takes:
                        bin.lent |= bit
                    elif not others & bit and not last_round:
                        # The last copy takes itself and all above it away.
                        types = wanted & suit_of(bit) & ~(bit - 1)
                        spare -= popcount(types)
                        if spare < 0:
                            break
                        wanted ^= types
                        for i in range(players):
                            hand[i] &= wanted
                tokens += 1
        line[depth].kind = kind
        line[depth].bit = bit
        depth += 1
        if tiles and (kind == PLAY or kind == ANNOUNCED) and bit & g.fives:
            if tile >= 5:
                depth = use_tiles_of_line(
                    g, &bin, tile, wanted, pos, random, &played, &tokens, line, depth
                )
                size = g.size + (bin.joker >= 0)
                total = popcount(played)
                for i in range(players):
                    hand[i] &= ~played
                if walks != NULL:
                    for i in range(turn + 1, depth):
                        walks[i] = walks[turn]
            takes = takes_to_come(g, played)
            while popcount(bin.lent) > takes:
                types = lost_with(wanted, bin.lent & (0 - bin.lent))
                spare -= popcount(types)
                wanted ^= types
                bin.lent &= wanted
                for i in range(players):
                    hand[i] &= wanted
            if spare < 0:
                break
        if last_round:
            turns_left -= 1
        if kind != CLUE:
            if pos < size:
                drawn = card_at(g, &bin, pos) if tiles else g.pile[pos]
                hand[player] |= drawn & wanted & ~played
                pos += 1
                turns_left = players
            else:
                count[player] -= 1
        player = next_player
    length[0] = depth
    return total


cdef inline int follow_for(
    Search* c, const Walk* begin, int noise, uint64_t random, Move* line, Walk* walks,
    int* length
) noexcept nogil:
    if c.game.fives:
        return follow(c, begin, c.game.players, True, noise, random, line, walks, length)
    if c.game.players == 2:
        return follow(c, begin, 2, False, noise, random, line, walks, length)
    if c.game.players == 3:
        return follow(c, begin, 3, False, noise, random, line, walks, length)
    if c.game.players == 4:
        return follow(c, begin, 4, False, noise, random, line, walks, length)
    if c.game.players == 5:
        return follow(c, begin, 5, False, noise, random, line, walks, length)
    return follow(c, begin, 6, False, noise, random, line, walks, length)


cdef inline bint begin_walk(const Search* c, const State* root, Walk* walk) noexcept nogil:
    """The root as lines see it; false if there are none for it."""
    cdef const Game* g = &c.game
    cdef int i
    if g.twin_tops or root.pile or (c.target < g.goal and not c.can_finish):
        return False
    walk.played = root.played
    walk.wanted = runs((root.played | held_types(g, root) | g.rest[root.pos]) & g.full, g.ones)
    walk.player = root.to_move
    walk.pos = root.pos
    walk.tokens = root.tokens
    walk.turns_left = root.turns_left
    walk.strikes = g.max_strikes - 1 - root.strikes
    walk.turn = 0
    walk.bin.gone = root.gone & walk.wanted & ~root.played
    walk.bin.lent = 0
    walk.bin.discards = g.cards - (g.size - root.pos) - popcount(root.played)
    walk.bin.joker = -1
    walk.bin.joker_bit = 0
    for i in range(g.players):
        walk.hand[i] = root.hand[i] & walk.wanted & ~root.played
        walk.count[i] = root.count[i]
        walk.bin.discards -= root.count[i]
    return popcount(walk.wanted) >= c.target


cdef inline bint replays(Search* c, const State* root) noexcept nogil:
    """Whether the line reaches the target by the kernel's rules.

    A line with tiles that has lent one of two copies in a hand takes the other one for trash. It
    may not be misplayed then, because it may fit.
    """
    cdef State s = root[0]
    cdef uint64_t left[MAX_PLAYERS]     # useful types that a hand may hold, for the line as trash
    cdef int i
    memset(left, 0, sizeof(left))
    for i in range(c.length):
        c.line[i].lenient = False
        if is_choice(&c.line[i]):
            if not may_choose(c, &s, &c.line[i]):
                return False
            move_on(&c.game, &s, &c.line[i])
            continue
        if s.choosing:
            skip_choice(c, &s)
        if not is_allowed(game_of(&c.game, &s), &s, &c.line[i]):
            return False
        left[s.to_move] |= s.hand[s.to_move] & ~c.line[i].useful
        if c.line[i].kind == MISPLAY and left[s.to_move] & next_types(&c.game, s.played):
            return False
        s.hand[s.to_move] = c.line[i].useful
        move_on(&c.game, &s, &c.line[i])
    return popcount(s.played) >= c.target


cdef inline bint is_believed(Search* c, const State* root) noexcept nogil:
    """The same; without tiles it is a fault of this program if it does not."""
    cdef bint known = replays(c, root)
    check(known or c.game.fives != 0)
    return known


# 17. A line first. Only what is reached is believed, so there is nothing to prove. A total below
# the highest is reached for good only if any game can be played out (`can_finish`). Copies that
# count (`twin_tops`) are not known here.
cdef inline int try_lines(Search* c, const State* root, int lines, int noise) noexcept nogil:
    """Follow so many lines from the start: REACHED or UNKNOWN."""
    cdef Walk begin
    cdef uint64_t random = 0
    cdef int _line, total
    if not begin_walk(c, root, &begin):
        return UNKNOWN
    for _line in range(lines):
        if c.nodes >= c.next_poll:
            c.poll(c)
        if c.stopped or c.nodes >= c.node_limit:
            break
        random += <uint64_t>0x9E3779B97F4A7C15
        total = follow_for(c, &begin, noise, random, c.line, NULL, &c.length)
        if total >= c.target and is_believed(c, root):
            return REACHED
    return UNKNOWN
