/* What differs between systems and compilers in the compiled code: counting bits, two clocks, and
   where the stack ends.

   The twin of solver/systems.py, which has what differs in Python. Everything else is plain C.
   With HANABI_SOLVE_PLAIN_C defined every function is the one for a system that nobody knows;
   tests/kernel/test_systems.py compiles it both ways and compares. */

#ifndef HANABI_SOLVE_SYSTEMS_H
#define HANABI_SOLVE_SYSTEMS_H

#include <stdint.h>
#include <stdlib.h>
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

#if (defined(__linux__) || defined(__APPLE__)) && !defined(HANABI_SOLVE_PLAIN_C)
#include <pthread.h>
#endif
#if defined(__linux__) && !defined(HANABI_SOLVE_PLAIN_C)
/* Declared only for those who define _GNU_SOURCE before anything is included. */
extern int pthread_getattr_np(pthread_t, pthread_attr_t *);
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

/* The lowest address of this thread's stack, or 0 where it is not known. */
static inline uintptr_t find_stack_lowest(void)
{
#if defined(_WIN32) && !defined(HANABI_SOLVE_PLAIN_C)
    ULONG_PTR lowest, highest;
    GetCurrentThreadStackLimits(&lowest, &highest);
    return lowest;
#elif defined(__APPLE__) && !defined(HANABI_SOLVE_PLAIN_C)
    pthread_t thread = pthread_self();
    return (uintptr_t)pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread);
#elif defined(__linux__) && !defined(HANABI_SOLVE_PLAIN_C)
    pthread_attr_t thread;
    void *lowest = NULL;
    size_t size = 0;
    if (pthread_getattr_np(pthread_self(), &thread))
        return 0;
    if (pthread_attr_getstack(&thread, &lowest, &size))
        lowest = NULL;
    pthread_attr_destroy(&thread);
    return (uintptr_t)lowest;
#else
    return 0;
#endif
}

/* The same, asked once in each thread: for a program's first thread Linux reads a file. */
static inline uintptr_t stack_lowest(void)
{
#if defined(_MSC_VER)
    static __declspec(thread) uintptr_t lowest = 0;
#else
    static _Thread_local uintptr_t lowest = 0;
#endif
    if (!lowest)
        lowest = find_stack_lowest();
    return lowest;
}

/* About where the stack is now; it grows towards lower addresses on every system that is meant. */
static inline uintptr_t stack_here(void)
{
#if (defined(__GNUC__) || defined(__clang__)) && !defined(HANABI_SOLVE_PLAIN_C)
    return (uintptr_t)__builtin_frame_address(0);
#else
    volatile char here = 0;
    return (uintptr_t)&here + (uintptr_t)here;
#endif
}

#endif
