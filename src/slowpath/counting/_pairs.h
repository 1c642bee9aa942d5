/* Pairs of objects that a walk over two structures has entered: a pair that occurs many times is walked once. */
#ifndef SLOWPATH_PAIRS_H
#define SLOWPATH_PAIRS_H

#include <Python.h>
#include <stdint.h>

typedef struct {
    const void *one, *other;
    int note;
} Pair;

typedef struct {
    Pair *slots;
    size_t mask, count;
} Pairs;

static Pair *
pairs_slot(const Pairs *pairs, const void *one, const void *other)
{
    size_t slot = (((uintptr_t)one >> 4) * 31 + ((uintptr_t)other >> 4)) * 0x9E3779B97F4A7C15u >> 20;
    for (;; slot++) {
        Pair *pair = &pairs->slots[slot & pairs->mask];
        if (pair->one == NULL || (pair->one == one && pair->other == other)) {
            return pair;
        }
    }
}

static int
pairs_grow(Pairs *pairs)
{
    Pairs more = {.mask = pairs->slots == NULL ? 63 : pairs->mask * 2 + 1, .count = pairs->count};
    more.slots = PyMem_Calloc(more.mask + 1, sizeof(Pair));
    if (more.slots == NULL) {
        return -1;
    }
    for (size_t i = 0; pairs->slots != NULL && i <= pairs->mask; i++) {
        if (pairs->slots[i].one != NULL) {
            *pairs_slot(&more, pairs->slots[i].one, pairs->slots[i].other) = pairs->slots[i];
        }
    }
    PyMem_Free(pairs->slots);
    *pairs = more;
    return 0;
}

/* True for a pair that is new, or has a smaller note than `note`; it is entered. False without memory. */
static int
pairs_enter(Pairs *pairs, const void *one, const void *other, int note)
{
    if ((pairs->slots == NULL || 2 * pairs->count > pairs->mask) && pairs_grow(pairs) < 0) {
        return 0;
    }
    Pair *pair = pairs_slot(pairs, one, other);
    if (pair->one != NULL && pair->note >= note) {
        return 0;
    }
    pairs->count += pair->one == NULL;
    *pair = (Pair){one, other, note};
    return 1;
}

static void
pairs_free(Pairs *pairs)
{
    PyMem_Free(pairs->slots);
}

#endif
