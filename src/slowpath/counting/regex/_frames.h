/* The stack of choices. A choice is a frame of words; read from the top:
 *
 *   kind | marks << 8 | address << 32    what it is, how many marks it saves, the instruction that made it;
 *                                        machines with more of either than there is room for are not made
 *   at
 *   last_mark | last_index << 32
 *   repeat
 *   further words by kind, then the marks
 *
 * The macros are used inside the matcher, whose variables they name.
 */
#ifndef SLOWPATH_FRAMES_H
#define SLOWPATH_FRAMES_H

#include "_machine.h"

#define FRAME_WORDS 4
#define MARKS_MOST ((1 << 24) - 1)
#define CODE_MOST INT32_MAX
#define FRAME(top) (stack + (top) - 1)

/* Make room for a frame with `extra` further words and `marks` marks. */
#define RESERVE(extra, marks)                                                                                    \
    if (top + FRAME_WORDS + (extra) + (size_t)(marks) > memory->stack_size) {                                   \
        if (grow((void **)&memory->stack, &memory->stack_size, sizeof(int64_t),                                \
                 top + FRAME_WORDS + (extra) + (size_t)(marks)) < 0) {                                           \
            return NO_MEMORY;                                                                                    \
        }                                                                                                        \
        stack = memory->stack;                                                                                  \
    }

#define PUSH_MARKS(count)                                                                                        \
    memcpy(stack + top, marks, (size_t)(count) * sizeof(int64_t));                                               \
    top += (size_t)(count)

#define PUSH_HEAD(kind, count, address)                                                                          \
    stack[top] = repeat;                                                                                         \
    stack[top + 1] = (int64_t)((uint64_t)(uint32_t)job->last_mark | (uint64_t)job->last_index << 32);            \
    stack[top + 2] = at;                                                                                         \
    stack[top + 3] = (int64_t)((uint64_t)(kind) | (uint64_t)(count) << 8 | (uint64_t)(address) << 32);           \
    top += FRAME_WORDS

/* Marks to save by a choice that saves them only inside a Repeat. */
#define SAVED_MARKS(open) ((open) >= 0 ? job->last_mark + 1 : 0)

/* A choice of the instruction at `pc` that knows the count n. */
#define PUSH_COUNT(kind, saved)                                                                                  \
    count = (saved);                                                                                             \
    RESERVE(1, count);                                                                                           \
    PUSH_MARKS(count);                                                                                           \
    stack[top++] = n;                                                                                            \
    PUSH_HEAD(kind, count, pc)

/* The instruction at `pc` begins a sub-pattern that ends with END; `number` is what it knows. */
#define PUSH_BARRIER(number, saved)                                                                              \
    count = (saved);                                                                                             \
    RESERVE(3, count);                                                                                           \
    PUSH_MARKS(count);                                                                                           \
    stack[top++] = (number);                                                                                     \
    stack[top++] = repeats;                                                                                      \
    stack[top++] = barrier;                                                                                      \
    PUSH_HEAD(F_BARRIER, count, pc);                                                                             \
    barrier = (int64_t)top

/* Open the Repeat of the instruction at `pc`. */
#define OPEN_REPEAT()                                                                                            \
    if ((size_t)repeats >= memory->repeats_size &&                                                              \
        grow((void **)&memory->repeats, &memory->repeats_size, sizeof(Repeat), (size_t)repeats + 1) < 0) {     \
        return NO_MEMORY;                                                                                        \
    }                                                                                                            \
    memory->repeats[repeats] = (Repeat){pc, -1, NONE, repeat};                                                  \
    RESERVE(0, 0);                                                                                               \
    PUSH_HEAD(F_UNDO_OPEN, 0, pc);                                                                               \
    repeat = repeats++

enum frame {
    F_BRANCH,        /* -; address: the head of the next alternative, or 0 */
    F_MANY,          /* count */
    F_LAZY,          /* count */
    F_MAX_TRY,       /* n, last */
    F_MIN_TRY,       /* n */
    F_BARRIER,       /* barrier before, repeats used, count: a sub-pattern that ends with END */
    F_UNDO_OPEN,     /* a Repeat was opened: its outer one is open again */
    F_UNDO_LEAVE,    /* a Repeat was left: it is open again */
    F_UNDO_COUNT,    /* count */
    F_UNDO_ROUND,    /* count, last */
};

#endif
