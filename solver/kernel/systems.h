/* What differs between systems and compilers in the compiled code: counting bits, and two clocks.

   The twin of solver/systems.py, which has what differs in Python. Everything else is plain C.
   With HANABI_SOLVE_PLAIN_C defined every function is the one for a system that nobody knows;
   tests/kernel/test_systems.py compiles it both ways and compares. */

#ifndef HANABI_SOLVE_SYSTEMS_H
#define HANABI_SOLVE_SYSTEMS_H

#include <stdint.h>
#include <time.h>

#if defined(_WIN32) && !defined(HANABI_SOLVE_PLAIN_C)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
#endif

#if defined(_MSC_VER) && defined(_M_X64) && !defined(HANABI_SOLVE_PLAIN_C)
#include <intrin.h>
#endif

/* The number of bits that are set. */
static inline int count_bits(uint64_t bits)
{
#if (defined(__GNUC__) || defined(__clang__)) && !defined(HANABI_SOLVE_PLAIN_C)
    return __builtin_popcountll(bits);
#elif defined(_MSC_VER) && defined(_M_X64) && !defined(HANABI_SOLVE_PLAIN_C)
    return (int)__popcnt64(bits);
#else
    /* Sums of neighbouring bits, then pairs, then nibbles; the product adds up the bytes. */
    bits -= (bits >> 1) & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + ((bits >> 2) & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (int)((bits * 0x0101010101010101u) >> 56);
#endif
}

/* Seconds since some moment, never going back. */
static inline double clock_now(void)
{
#if defined(_WIN32) && !defined(HANABI_SOLVE_PLAIN_C)
    LARGE_INTEGER ticks, rate;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&rate);
    return (double)ticks.QuadPart / (double)rate.QuadPart;
#elif defined(CLOCK_MONOTONIC) && !defined(HANABI_SOLVE_PLAIN_C)
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
#else
    /* The time of day: somebody may set it, but a deadline that is a little off proves nothing. */
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
#endif
}

/* Seconds of processor time of this thread, which other programs do not lengthen. */
static inline double clock_worked(void)
{
#if defined(_WIN32) && !defined(HANABI_SOLVE_PLAIN_C)
    FILETIME made, ended, kernel, user;
    ULARGE_INTEGER in_kernel, in_user;
    if (!GetThreadTimes(GetCurrentThread(), &made, &ended, &kernel, &user))
        return clock_now();
    in_kernel.LowPart = kernel.dwLowDateTime;
    in_kernel.HighPart = kernel.dwHighDateTime;
    in_user.LowPart = user.dwLowDateTime;
    in_user.HighPart = user.dwHighDateTime;
    return (double)(in_kernel.QuadPart + in_user.QuadPart) * 1e-7;
#elif defined(CLOCK_THREAD_CPUTIME_ID) && !defined(HANABI_SOLVE_PLAIN_C)
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
#else
    /* That of the whole process: all there is in plain C. */
    return (double)clock() / CLOCKS_PER_SEC;
#endif
}

#endif
