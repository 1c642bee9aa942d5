/* Whether a program stays within its bounds: its marks, tests and addresses are those of the machine. Programs come from the
 * interpreter's parse trees, which need not be sound (a phrase of re.Scanner may have groups that nobody counted). */
#ifndef SLOWPATH_CHECK_H
#define SLOWPATH_CHECK_H

#include "_frames.h"

/* Words of each instruction, with its operands. */
static const unsigned char WORDS[] = {
    [MATCH] = 1, [END] = 1,        [CHAR] = 2,     [MARK] = 2,     [AT] = 3,             [BACKREF] = 3, [CONDITION] = 3,
    [JUMP] = 2,  [FAIL] = 1,       [BRANCH] = 3,   [ASSERT] = 3,   [ASSERT_NOT] = 3,     [ATOMIC] = 2,  [MANY_ONE] = 5,
    [LAZY_ONE] = 4, [POSSESSIVE_ONE] = 4, [REPEAT] = 4, [MAX_UNTIL] = 2, [MIN_UNTIL] = 2, [POSSESSIVE] = 4, [ELSE] = 3,
};

/* A machine, and which of its words begin an instruction. */
typedef struct {
    const Machine *machine;
    const char *begins;
} Checked;

static int
is_between(int64_t number, int64_t low, int64_t high)
{
    return low <= number && number <= high;
}

static int
is_test(const Checked *checked, int64_t number)
{
    return is_between(number, 0, checked->machine->test_count - 1);
}

static int
is_test_or_none(const Checked *checked, int64_t number)
{
    return number == NONE || is_test(checked, number);
}

/* True for an instruction behind the word `p`: the matcher goes back only where it looks at its limit. */
static int
is_ahead(const Checked *checked, int64_t p, int64_t address)
{
    return is_between(address, p + 1, checked->machine->code_count - 1) && checked->begins[address];
}

static int
is_until(int64_t op)
{
    return op == MAX_UNTIL || op == MIN_UNTIL;
}

/* True for the address behind a sub-pattern that ends with END. */
static int
is_behind_end(const Checked *checked, int64_t p, int64_t after)
{
    return is_ahead(checked, p, after) && checked->begins[after - 1] && checked->machine->code[after - 1] == END;
}

static int
is_sound(const Checked *checked, int64_t p)
{
    const Machine *machine = checked->machine;
    const int64_t *word = machine->code + p;
    switch (word[0]) {
    case CHAR:
        return is_test(checked, word[1]);
    case MARK:
        return is_between(word[1], 0, 2 * machine->groups - 1);
    case AT:
        return is_between(word[1], BEGINNING, NON_BOUNDARY) && (word[1] < BOUNDARY || is_test(checked, word[2]));
    case BACKREF:
        return is_between(word[1], 1, machine->groups) && is_between(word[2], FOLD_NOTHING, FOLD_LOCALE);
    case CONDITION:
        return is_between(word[1], 1, machine->groups) && is_ahead(checked, p, word[2]);
    case JUMP:
        return is_ahead(checked, p, word[1]);
    case BRANCH:
    case ELSE:
        return is_test_or_none(checked, word[2]) &&
               (word[1] == 0 || (is_ahead(checked, p, word[1]) && machine->code[word[1]] == ELSE));
    case ASSERT:
    case ASSERT_NOT:
        return word[1] >= 0 && is_behind_end(checked, p, word[2]);
    case ATOMIC:
        return is_behind_end(checked, p, word[1]);
    case MANY_ONE:
        return is_test(checked, word[1]) && is_between(word[2], 0, word[3]) && is_test_or_none(checked, word[4]);
    case LAZY_ONE:
    case POSSESSIVE_ONE:
        return is_test(checked, word[1]) && is_between(word[2], 0, word[3]);
    case REPEAT:
        return is_between(word[1], 0, word[2]) && is_ahead(checked, p, word[3]) && is_until(machine->code[word[3]]) &&
               machine->code[word[3] + 1] == p;
    case MAX_UNTIL:
    case MIN_UNTIL:
        return is_between(word[1], 0, p - 1) && checked->begins[word[1]] && machine->code[word[1]] == REPEAT;
    case POSSESSIVE:
        return is_between(word[1], 0, word[2]) && is_behind_end(checked, p, word[3]);
    }
    return 1;
}

/* Mark the first words of instructions; false where they do not fill the code, or it does not end with MATCH. */
static int
mark_instructions(const Machine *machine, char *begins)
{
    int64_t p = 0, last = NONE;
    while (p < machine->code_count && is_between(machine->code[p], MATCH, ELSE)) {
        begins[p] = 1;
        last = p;
        p += WORDS[machine->code[p]];
    }
    return p == machine->code_count && last != NONE && machine->code[last] == MATCH;
}

static int
is_sound_start(const Checked *checked)
{
    const Machine *machine = checked->machine;
    for (Py_ssize_t i = 0; i < machine->prefix_count; i++) {
        if (!is_between(machine->overlap[i], 0, i)) {
            return 0;
        }
    }
    for (int kind = 0; kind < FREE; kind++) {
        if (machine->weights[kind] < 0) {
            return 0;
        }
    }
    return machine->width >= 0 && is_between(machine->skip, 0, machine->prefix_count) &&
           2 * machine->skip < machine->code_count && checked->begins[2 * machine->skip] &&
           is_test_or_none(checked, machine->first);
}

/* -1 with ValueError for a machine that would leave its memory. */
static int
machine_check(const Machine *machine)
{
    if (!is_between(machine->groups, 0, MARKS_MOST / 2) || machine->code_count > CODE_MOST) {
        PyErr_SetString(PyExc_ValueError, "a program with too many groups or instructions");
        return -1;
    }
    char *begins = PyMem_Calloc((size_t)machine->code_count + 1, 1);
    if (begins == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    Checked checked = {machine, begins};
    int sound = mark_instructions(machine, begins) && is_sound_start(&checked);
    for (Py_ssize_t p = 0; sound && p < machine->code_count; p++) {
        sound = !begins[p] || is_sound(&checked, p);
    }
    PyMem_Free(begins);
    if (!sound) {
        PyErr_SetString(PyExc_ValueError, "a program with a mark, test or address that it does not have");
        return -1;
    }
    return 0;
}

#endif
