// The yardstick for speed: one greedy line for each of many random base deals, no bounds, no proofs.
//
// Times on a shared machine differ by a factor of two from one minute to the next, so a time says
// little unless something known is measured beside it. This is that, and it never changes, whatever
// becomes of the solver: one "line" is its time for a deal, without the shuffle.
//
// Its argument is the number of deals; it prints players, share won, microseconds a deal and turns.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

using namespace std;
typedef uint64_t u64;

static u64 FULL, ONES;
static u64 rs = 88172645463325252ULL;

static inline int pc(u64 x) { return __builtin_popcountll(x); }

static inline u64 rnd() {
    rs ^= rs << 13;
    rs ^= rs >> 7;
    rs ^= rs << 17;
    return rs;
}

enum { PLAY, DISCARD, CLUE };

// One line; 1 if it reaches the goal.
template <int P, int H> static int roll(const uint8_t *deck, int N, int &turns) {
    u64 hand[P];
    u64 played = 0;
    int pos = P * H, tok = 8, left = -1;
    u64 rest[64];
    u64 acc = 0;
    for (int i = N - 1; i >= pos; i--) {
        acc |= 1ULL << deck[i];
        rest[i] = acc;
    }
    rest[N] = 0;
    for (int p = 0; p < P; p++) {
        u64 m = 0;
        for (int j = 0; j < H; j++) m |= 1ULL << deck[p * H + j];
        hand[p] = m;
    }
    int goal = pc(FULL);
    int p = 0;
    turns = 0;
    for (;;) {
        turns++;
        u64 h = hand[p];
        u64 next = (played + ONES) & FULL;
        u64 fits = next & h;
        u64 others = pos < N ? rest[pos] : 0;
        for (int q = 0; q < P; q++)
            if (q != p) others |= hand[q];
        u64 card = 0;
        int kind;
        if (fits) {
            // The lowest, of those whose successor is about if there are any.
            u64 follow = fits & ((others & FULL) >> 1);
            u64 c = follow ? follow : fits;
            u64 b = c & (0 - c);
            int bl = 9;
            u64 best = b;
            for (u64 x = c; x; x &= x - 1) {
                u64 y = x & (0 - x);
                int l = __builtin_ctzll(y) & 7;
                if (l < bl) {
                    bl = l;
                    best = y;
                }
            }
            card = best;
            kind = PLAY;
        } else {
            int total = pc(played);
            int pace = total + (N - pos) + P - goal;
            int trash = H - pc(h);
            int rc = tok ? 460 + 20 * tok : -1;
            int rd = -1;
            if (tok < 8) {
                if (trash)
                    rd = 600 + 15 * min(pace, 6) - 10 * tok;
                else
                    rd = 0;
            }
            if (left >= 0 && left < 99) {
                if (tok)
                    kind = CLUE;
                else
                    kind = DISCARD;
            } else if (rc >= rd && rc > 0)
                kind = CLUE;
            else if (rd >= 0)
                kind = DISCARD;
            else
                kind = CLUE;
            if (kind == DISCARD) {
                if (trash)
                    card = 0;
                else {
                    // A useful card of which another copy is about, the highest first.
                    u64 c = h & others;
                    if (!c) return 0;
                    int bl = -1;
                    for (u64 x = c; x; x &= x - 1) {
                        u64 y = x & (0 - x);
                        int l = __builtin_ctzll(y) & 7;
                        if (l > bl) {
                            bl = l;
                            card = y;
                        }
                    }
                }
            }
            if (kind == CLUE && !tok) return 0;
        }
        if (kind == PLAY) {
            played |= card;
            hand[p] ^= card;
            if ((__builtin_ctzll(card) & 7) == 4 && tok < 8) tok++;
            for (int q = 0; q < P; q++) hand[q] &= ~card;
            if (played == FULL) return 1;
        } else if (kind == DISCARD) {
            hand[p] &= ~card;
            tok++;
        } else
            tok--;
        if (kind != CLUE && pos < N) {
            u64 b = 1ULL << deck[pos++];
            if (!(played & b)) hand[p] |= b;
            if (pos == N) left = P + 1;
        }
        if (left > 0) {
            left--;
            if (left == 0) return 0;
        }
        p = p + 1 == P ? 0 : p + 1;
    }
}

template <int P, int H> void test(int n) {
    static const int copies[] = {3, 2, 2, 2, 1};
    vector<uint8_t> d;
    for (int s = 0; s < 5; s++)
        for (int v = 0; v < 5; v++)
            for (int i = 0; i < copies[v]; i++) d.push_back(8 * s + v);
    vector<uint8_t> all(n * 50);
    for (int i = 0; i < n; i++) {
        for (int j = 49; j > 0; j--) swap(d[j], d[rnd() % (j + 1)]);
        copy(d.begin(), d.end(), all.begin() + 50 * i);
    }
    long won = 0, all_turns = 0;
    int turns;
    clock_t began = clock();
    for (int i = 0; i < n; i++) {
        won += roll<P, H>(&all[50 * i], 50, turns);
        all_turns += turns;
    }
    double us = (double)(clock() - began) / CLOCKS_PER_SEC * 1e6 / n;
    printf("%d %.4f %.4f %.1f\n", P, (double)won / n, us, (double)all_turns / n);
}

int main(int count, char **words) {
    int deals = count > 1 ? atoi(words[1]) : 200000;
    for (int s = 0; s < 5; s++) {
        FULL |= 31ULL << 8 * s;
        ONES |= 1ULL << 8 * s;
    }
    test<2, 5>(deals);
    test<3, 5>(deals);
    test<4, 4>(deals);
    test<5, 4>(deals);
}
