/* The machine of a program: its code, the tests of single characters, and the memory that matching needs. */
#ifndef SLOWPATH_MACHINE_H
#define SLOWPATH_MACHINE_H

#include "../_extension.h"
#include <ctype.h>
#include <stdint.h>
#include <string.h>

/* As `Opcode` in instructions.py. */
enum op {
    MATCH, END, CHAR, MARK, AT, BACKREF, CONDITION, JUMP, FAIL, BRANCH, ASSERT, ASSERT_NOT, ATOMIC, MANY_ONE,
    LAZY_ONE, POSSESSIVE_ONE, REPEAT, MAX_UNTIL, MIN_UNTIL, POSSESSIVE, ELSE
};

/* As `Where` there. */
enum where { BEGINNING, BEGINNING_LINE, AT_END, END_LINE, END_STRING, BOUNDARY, NON_BOUNDARY };

/* As `Fold` there. */
enum fold { FOLD_NOTHING, FOLD_ASCII, FOLD_UNICODE, FOLD_LOCALE };

/* As `TestForm` in chartest.py. */
enum form { LITERAL, NOT_LITERAL, ANY, ALL, SET, FOLDED, FOLDED_SET };

/* As `StepKind` there; FREE is a slot that nobody reads. */
enum step { STEP, BACKTRACK, START, SCAN, SCAN_SET, RUN, RUN_SET, FREE, STEP_KINDS };

#define NONE (-1)
#define NO_LIMIT INT64_MAX
/* Words of memory that a machine keeps between matches, half a megabyte: ordinary matches allocate nothing, and what
 * a catastrophic one took is given back. */
#define STACK_KEPT ((size_t)1 << 16)

typedef struct {
    int form;
    int step;
    Py_UCS4 literal;
    unsigned char small[256]; /* whether each of the first 256 characters passes */
    Py_ssize_t span_count;
    Py_UCS4 *spans; /* first, last, first, last, ... of the characters beyond these */
} Test;

/* An open repeat. */
typedef struct {
    int64_t address, count, last;
    int64_t outer;
} Repeat;

/* What a match works with. It belongs to one match at a time: a signal handler that runs in the middle of a match may start
 * another with the same machine. */
typedef struct {
    int64_t *marks;
    int64_t *stack;
    size_t stack_size;
    Repeat *repeats;
    size_t repeats_size;
} Memory;

typedef struct {
    PyObject_HEAD
    Py_ssize_t code_count, test_count, prefix_count, groups;
    int64_t *code;
    Test *tests;
    Py_UCS4 *prefix;
    int64_t *overlap;
    int64_t width, skip, first;
    int whole, anchored;
    int of_bytes;
    int possessive_opens; /* choices inside a possessive repeat save marks, as if a Repeat were open */
    int64_t weights[STEP_KINDS]; /* micro-ops per step */
    Memory kept; /* for the next match; without marks while one has it */
    long long spent; /* micro-ops that were charged since it was set to 0 */
} Machine;

/* One operation on one text. */
typedef struct {
    Machine *machine;
    Memory memory;
    const void *text;
    Py_UCS4 widest; /* the largest character that the text can hold */
    Py_ssize_t length, end, start, at;
    int strict, full, advance;
    int64_t last_mark, last_index;
    int64_t limit; /* micro-ops after which it stops */
    int64_t due;   /* events until the limit is looked at */
    int64_t steps[STEP_KINDS];
} Job;

/* INTERRUPTED: a signal handler has raised an exception. */
enum verdict { FAILED = 0, MATCHED = 1, STOPPED = -1, NO_MEMORY = -2, INTERRUPTED = -3 };

/* Events between two looks at the limit and at signals: a look computes the cost, which takes as long as ten events. A match
 * goes on for at most so many events after its limit. An event is a choice taken back, a round of a repeat, or a run over
 * 64 characters: whatever a pattern does, it soon comes to one. */
#define CHECK_EVERY 1024
#define EVENTS_OF_RUN(characters) ((characters) >> 6)

static int64_t
job_cost(const Job *job)
{
    int64_t cost = 0;
    for (int kind = 0; kind < FREE; kind++) {
        int64_t part;
        if (__builtin_mul_overflow(job->steps[kind], job->machine->weights[kind], &part) ||
            __builtin_add_overflow(cost, part, &cost)) {
            return INT64_MAX;
        }
    }
    return cost;
}

/* STOPPED where the limit is reached, INTERRUPTED after a signal, else 0; looked at after so many events. */
static inline int
job_is_over(Job *job, int64_t events)
{
    job->due -= events;
    if (job->due > 0) {
        return 0;
    }
    job->due = CHECK_EVERY;
    if (job_cost(job) > job->limit) {
        return STOPPED;
    }
    return PyErr_CheckSignals() < 0 ? INTERRUPTED : 0;
}

/* Leave the function with the verdict of a job that is over. */
#define LEAVE_IF_OVER(events)                                                                                    \
    do {                                                                                                         \
        int over_ = job_is_over(job, (events));                                                                  \
        if (over_ != 0) {                                                                                        \
            return over_;                                                                                        \
        }                                                                                                        \
    } while (0)

static int
spans_hold(const Test *test, Py_UCS4 c)
{
    Py_ssize_t low = 0, high = test->span_count;
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        if (c > test->spans[2 * middle + 1]) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < test->span_count && test->spans[2 * low] <= c;
}

static inline int
passes(const Test *test, Py_UCS4 c)
{
    return c < 256 ? test->small[c] : spans_hold(test, c);
}

static inline Py_UCS4
folded(int fold, Py_UCS4 c)
{
    switch (fold) {
    case FOLD_ASCII:
        return c >= 'A' && c <= 'Z' ? c + 32 : c;
    case FOLD_UNICODE:
        return Py_UNICODE_TOLOWER(c);
    case FOLD_LOCALE:
        return c < 256 ? (Py_UCS4)tolower((int)c) : c;
    }
    return c;
}

static int
grow(void **memory, size_t *size, size_t unit, size_t needed)
{
    size_t wanted = *size == 0 ? 256 : *size;
    while (wanted < needed) {
        if (wanted > (size_t)PY_SSIZE_T_MAX / unit / 2) {
            return -1;
        }
        wanted *= 2;
    }
    void *more = PyMem_RawRealloc(*memory, wanted * unit);
    if (more == NULL) {
        return -1;
    }
    *memory = more;
    *size = wanted;
    return 0;
}

#endif
