/* The matcher for one width of characters: included once per width, with CHARACTER and ENGINE(name) defined.
 *
 * It works as instructions.py and program.py say; _frames.h has its stack of choices.
 */

/* The position behind the characters from `at` that pass a test, at most `most` of them. */
static Py_ssize_t
ENGINE(run)(Job *job, const Test *test, Py_ssize_t at, int64_t most)
{
    const CHARACTER *from = (const CHARACTER *)job->text + at, *text = from;
    const CHARACTER *end = (const CHARACTER *)job->text + job->end;
    if (most < end - text) {
        end = text + most;
    }
    switch (test->form) {
    case ALL:
        text = end;
        break;
    case LITERAL:
        while (text < end && *text == test->literal) {
            text++;
        }
        break;
    case NOT_LITERAL:
        while (text < end && *text != test->literal) {
            text++;
        }
        break;
    case ANY:
        while (text < end && *text != '\n') {
            text++;
        }
        break;
    default:
        while (text < end && passes(test, *text)) {
            text++;
        }
    }
    job->steps[test->step] += text - from;
    return at + (text - from);
}

static int
ENGINE(is_at)(const Job *job, Py_ssize_t at, int64_t where, int64_t number)
{
    const CHARACTER *text = job->text;
    switch (where) {
    case BEGINNING:
        return at == 0;
    case BEGINNING_LINE:
        return at == 0 || text[at - 1] == '\n';
    case AT_END:
        return at == job->end || (at == job->end - 1 && text[at] == '\n');
    case END_LINE:
        return at == job->end || (at < job->length && text[at] == '\n');
    case END_STRING:
        return at == job->end;
    }
    if (job->end == 0) {
        return 0;
    }
    const Test *word = &job->machine->tests[number];
    int before = at > 0 && passes(word, text[at - 1]);
    int behind = at < job->end && passes(word, text[at]);
    return (before != behind) == (where == BOUNDARY);
}

/* The position behind the group's text at `at`, or -1. */
static Py_ssize_t
ENGINE(refer)(Job *job, Py_ssize_t at, int64_t from, int64_t to, int fold)
{
    const CHARACTER *text = job->text;
    int64_t before = from;
    while (from < to) {
        if (at >= job->end || (text[at] != text[from] && folded(fold, text[at]) != folded(fold, text[from]))) {
            at = -1;
            break;
        }
        from++;
        at++;
    }
    job->steps[RUN] += from - before;
    return at;
}

/* Match from address `pc` and position `at`. */
static int
ENGINE(match)(Job *job, int64_t pc, Py_ssize_t at)
{
    Machine *machine = job->machine;
    const int64_t *code = machine->code;
    const CHARACTER *text = job->text;
    const Py_ssize_t end = job->end;
    Memory *memory = &job->memory;
    int64_t *marks = memory->marks, *stack = memory->stack;
    int64_t *steps = job->steps;
    size_t top = 0;
    int64_t repeat = NONE, repeats = 0, barrier = 0;
    Repeat *open;
    int64_t n, low, high, count, head;
    const Test *test;

    for (;;) {
        steps[STEP]++;
        switch (code[pc]) {
        case MATCH:
            if (job->strict && ((job->full && at != end) || (job->advance && at == job->start))) {
                goto fail;
            }
            job->at = at;
            return MATCHED;

        case CHAR:
            test = &machine->tests[code[pc + 1]];
            if (at >= end || !(test->form == LITERAL ? text[at] == test->literal : passes(test, text[at]))) {
                goto fail;
            }
            at++;
            pc += 2;
            continue;

        case MARK:
            n = code[pc + 1];
            if (n & 1) {
                job->last_index = n / 2 + 1;
            }
            if (n > job->last_mark) {
                for (int64_t i = job->last_mark + 1; i < n; i++) {
                    marks[i] = NONE;
                }
                job->last_mark = n;
            }
            marks[n] = at;
            pc += 2;
            continue;

        case AT:
            if (!ENGINE(is_at)(job, at, code[pc + 1], code[pc + 2])) {
                goto fail;
            }
            pc += 3;
            continue;

        case BACKREF:
        case CONDITION: {
            int64_t m = 2 * code[pc + 1] - 2;
            int set = m < job->last_mark && marks[m] >= 0 && marks[m + 1] >= 0 && marks[m] <= marks[m + 1];
            if (code[pc] == CONDITION) {
                pc = set ? pc + 3 : code[pc + 2];
                continue;
            }
            if (!set) {
                goto fail;
            }
            LEAVE_IF_OVER(EVENTS_OF_RUN(marks[m + 1] - marks[m]));
            at = ENGINE(refer)(job, at, marks[m], marks[m + 1], (int)code[pc + 2]);
            if (at < 0) {
                goto fail;
            }
            pc += 3;
            continue;
        }

        case JUMP:
            pc = code[pc + 1];
            continue;

        case BRANCH:
            head = pc;
        alternatives:
            while (code[head + 2] >= 0) {
                test = &machine->tests[code[head + 2]];
                if (at < end && passes(test, text[at])) {
                    break;
                }
                steps[STEP]++;
                head = code[head + 1];
                if (head == 0) {
                    goto fail;
                }
            }
            count = SAVED_MARKS(repeat);
            RESERVE(0, count);
            PUSH_MARKS(count);
            PUSH_HEAD(F_BRANCH, count, code[head + 1]);
            pc = head + 3;
            continue;

        case ASSERT:
        case ASSERT_NOT:
            if (at < code[pc + 1]) {
                if (code[pc] == ASSERT) {
                    goto fail;
                }
                pc = code[pc + 2];
                continue;
            }
            PUSH_BARRIER(0, code[pc] == ASSERT_NOT ? SAVED_MARKS(repeat) : 0);
            at -= code[pc + 1];
            pc += 3;
            continue;

        case ATOMIC:
            PUSH_BARRIER(0, 0);
            pc += 2;
            continue;

        case POSSESSIVE:
            if (machine->possessive_opens) {
                OPEN_REPEAT();
            }
            n = 0;
        again:
            /* The n-th round of the possessive repeat at `pc`. */
            LEAVE_IF_OVER(1);
            PUSH_BARRIER(n, n < code[pc + 1] ? 0 : job->last_mark + 1);
            pc += 4;
            continue;

        case END: {
            /* The sub-pattern has matched: its choices are forgotten. */
            if (barrier == 0) {
                goto fail; /* in no sub-pattern: not made by the assembler */
            }
            const int64_t *frame = stack + barrier - 1;
            int64_t from = (int64_t)((uint64_t)frame[0] >> 32), before = frame[-1];
            size_t words = FRAME_WORDS + 3 + (((uint64_t)frame[0] >> 8) & 0xffffff);
            repeat = frame[-3];
            n = frame[-6];
            repeats = frame[-5];
            top = (size_t)barrier - words;
            barrier = frame[-4];
            pc = from;
            switch (code[pc]) {
            case ASSERT:
                at = before;
                pc = code[pc + 2];
                continue;
            case ASSERT_NOT:
                goto fail;
            case ATOMIC:
                pc = code[pc + 1];
                continue;
            }
            low = code[pc + 1];
            high = code[pc + 2];
            if (n + 1 < low || (n + 1 < high && (n < low || at != before))) {
                n++;
                goto again;
            }
        leave:
            if (machine->possessive_opens) {
                repeat = memory->repeats[repeat].outer;
            }
            pc = code[pc + 3];
            continue;
        }

        case MANY_ONE:
        case POSSESSIVE_ONE: {
            low = code[pc + 2];
            if (low > end - at) {
                goto fail;
            }
            Py_ssize_t behind = ENGINE(run)(job, &machine->tests[code[pc + 1]], at, code[pc + 3]);
            count = behind - at;
            LEAVE_IF_OVER(EVENTS_OF_RUN(count));
            if (count < low) {
                goto fail;
            }
            at = behind;
            if (code[pc] == POSSESSIVE_ONE) {
                pc += 4;
                continue;
            }
            n = count;
        fewer:
            /* Try the code behind the repeat at `pc` with n characters, then with fewer. */
            low = code[pc + 2];
            if (code[pc + 4] >= 0) {
                Py_UCS4 wanted = machine->tests[code[pc + 4]].literal;
                Py_ssize_t from = at;
                while (n >= low && (at >= end || text[at] != wanted)) {
                    at--;
                    n--;
                }
                steps[RUN] += from - at;
                LEAVE_IF_OVER(EVENTS_OF_RUN(from - at));
            }
            if (n < low) {
                goto fail;
            }
            PUSH_COUNT(F_MANY, SAVED_MARKS(repeat));
            pc += 5;
            continue;
        }

        case LAZY_ONE:
            n = code[pc + 2];
            if (n > end - at) {
                goto fail;
            }
            if (n > 0) {
                Py_ssize_t behind = ENGINE(run)(job, &machine->tests[code[pc + 1]], at, n);
                LEAVE_IF_OVER(EVENTS_OF_RUN(behind - at));
                if (behind - at < n) {
                    goto fail;
                }
                at = behind;
            }
        more:
            PUSH_COUNT(F_LAZY, SAVED_MARKS(repeat));
            pc += 4;
            continue;

        case REPEAT:
            OPEN_REPEAT();
            pc = code[pc + 3];
            continue;

        case MAX_UNTIL:
        case MIN_UNTIL:
            if (repeat < 0) {
                goto fail; /* in no repeat: not made by the assembler */
            }
            LEAVE_IF_OVER(1);
            open = &memory->repeats[repeat];
            n = open->count + 1;
            if (n < code[open->address + 1]) {
                RESERVE(1, 0);
                stack[top++] = open->count;
                PUSH_HEAD(F_UNDO_COUNT, 0, pc);
                open->count = n;
                pc = open->address + 4;
                continue;
            }
            if (code[pc] == MIN_UNTIL) {
                PUSH_COUNT(F_MIN_TRY, SAVED_MARKS(open->outer));
                repeat = open->outer;
                pc += 2;
                continue;
            }
            if (n < code[open->address + 2] && at != open->last) {
                count = job->last_mark + 1;
                RESERVE(2, count);
                PUSH_MARKS(count);
                stack[top++] = open->last;
                stack[top++] = n;
                PUSH_HEAD(F_MAX_TRY, count, pc);
                open->count = n;
                open->last = at;
                pc = open->address + 4;
                continue;
            }
        done:
            RESERVE(0, 0);
            PUSH_HEAD(F_UNDO_LEAVE, 0, pc);
            repeat = memory->repeats[repeat].outer;
            pc += 2;
            continue;

        default: /* FAIL */
            break;
        }

    fail:
        if (top == 0) {
            return FAILED;
        }
        steps[BACKTRACK]++;
        LEAVE_IF_OVER(1);
        const int64_t *frame = FRAME(top);
        uint64_t word = (uint64_t)frame[0];
        int64_t saved = (int64_t)((word >> 8) & 0xffffff);
        int kind = (int)(word & 0xff);
        at = frame[-1];
        pc = (int64_t)(word >> 32);
        repeat = frame[-3];
        top -= FRAME_WORDS;
        switch (kind) {
        case F_UNDO_OPEN:
            repeats--;
            goto fail;
        case F_UNDO_LEAVE:
            goto fail;
        case F_UNDO_COUNT:
            memory->repeats[repeat].count = stack[--top];
            goto fail;
        case F_UNDO_ROUND:
            memory->repeats[repeat].count = stack[--top];
            memory->repeats[repeat].last = stack[--top];
            goto fail;
        case F_BARRIER:
            barrier = stack[--top];
            repeats = stack[--top];
            n = stack[--top];
            if (code[pc] == ASSERT || code[pc] == ATOMIC || (code[pc] == POSSESSIVE && n < code[pc + 1])) {
                goto fail;
            }
            break;
        case F_MANY:
        case F_LAZY:
        case F_MIN_TRY:
            n = stack[--top];
            break;
        case F_MAX_TRY:
            open = &memory->repeats[repeat];
            n = stack[--top];
            open->count = n - 1;
            open->last = stack[--top];
            break;
        }
        job->last_mark = (int32_t)(uint32_t)((uint64_t)frame[-2] & 0xffffffff);
        job->last_index = frame[-2] >> 32;
        top -= (size_t)saved;
        memcpy(marks, stack + top, (size_t)saved * sizeof(int64_t));
        switch (kind) {
        case F_BRANCH:
            if (pc == 0) {
                goto fail;
            }
            head = pc;
            goto alternatives;
        case F_MANY:
            n--;
            at--;
            goto fewer;
        case F_LAZY:
            test = &machine->tests[code[pc + 1]];
            if (n >= code[pc + 3] || at >= end || !passes(test, text[at])) {
                goto fail;
            }
            steps[test->step]++;
            n++;
            at++;
            goto more;
        case F_BARRIER:
            if (code[pc] == POSSESSIVE) {
                goto leave;
            }
            pc = code[pc + 2];
            continue;
        case F_MAX_TRY:
            goto done;
        case F_MIN_TRY:
            open = &memory->repeats[repeat];
            if (n >= code[open->address + 2] || at == open->last) {
                goto fail;
            }
            RESERVE(2, 0);
            stack[top++] = open->last;
            stack[top++] = open->count;
            PUSH_HEAD(F_UNDO_ROUND, 0, pc);
            open->count = n;
            open->last = at;
            pc = open->address + 4;
            continue;
        }
    }
}

/* Match with the marks forgotten, from `start`. */
static int
ENGINE(attempt)(Job *job, Py_ssize_t start, int64_t skip)
{
    job->start = start;
    job->last_mark = job->last_index = NONE;
    job->steps[START]++;
    LEAVE_IF_OVER(1);
    return ENGINE(match)(job, 2 * skip, start + skip);
}

/* The next occurrence of the prefix: Knuth, Morris and Pratt's automaton is in the state `*state` at `at`. Returns the
 * position behind it, or -1. */
static Py_ssize_t
ENGINE(find_prefix)(Job *job, Py_ssize_t at, Py_ssize_t *state)
{
    const Machine *machine = job->machine;
    const CHARACTER *text = job->text;
    const Py_ssize_t end = job->end, from = at, count = machine->prefix_count;
    Py_ssize_t known = *state;
    int found = 0;
    while (at < end && !found) {
        if (known == 0) {
            while (at < end && text[at] != machine->prefix[0]) {
                at++;
            }
            if (at >= end) {
                break;
            }
        }
        while (known > 0 && (known == count || text[at] != machine->prefix[known])) {
            known = (Py_ssize_t)machine->overlap[known - 1];
        }
        if (text[at] == machine->prefix[known]) {
            known++;
        }
        at++;
        found = known == count;
    }
    job->steps[SCAN] += at - from;
    *state = known;
    return found ? at : -1;
}

static int
ENGINE(search)(Job *job, Py_ssize_t at)
{
    const Machine *machine = job->machine;
    const CHARACTER *text = job->text;
    Py_ssize_t end = job->end, last = end;
    int verdict = FAILED;
    if (at > end || end - at < machine->width) {
        return FAILED;
    }
    if (machine->prefix_count > 0) {
        Py_ssize_t state = 0, count = machine->prefix_count;
        for (Py_ssize_t i = 0; i < count; i++) {
            if (machine->prefix[i] > job->widest) {
                return FAILED;
            }
        }
        job->strict = 0;
        while (verdict == FAILED) {
            Py_ssize_t from = at;
            at = ENGINE(find_prefix)(job, at, &state);
            if (at < 0) {
                break;
            }
            LEAVE_IF_OVER(EVENTS_OF_RUN(at - from));
            if (machine->whole) {
                job->steps[START]++;
                job->start = at - count;
                job->at = at;
                job->last_mark = job->last_index = NONE;
                return MATCHED;
            }
            verdict = ENGINE(attempt)(job, at - count, machine->skip);
        }
        return verdict;
    }
    if (machine->first >= 0) {
        const Test *test = &machine->tests[machine->first];
        job->strict = 0;
        for (; verdict == FAILED; at++) {
            Py_ssize_t from = at;
            while (at < end && !passes(test, text[at])) {
                at++;
            }
            job->steps[SCAN_SET] += at - from;
            LEAVE_IF_OVER(EVENTS_OF_RUN(at - from));
            if (at >= end) {
                return FAILED;
            }
            verdict = ENGINE(attempt)(job, at, 0);
        }
        return verdict;
    }
    if (machine->width > 1) {
        last = end - machine->width + 1 > at ? end - (Py_ssize_t)machine->width + 1 : at;
    }
    job->strict = 1;
    verdict = ENGINE(attempt)(job, at, 0);
    job->strict = 0;
    while (verdict == FAILED && at < last && !machine->anchored) {
        verdict = ENGINE(attempt)(job, ++at, 0);
    }
    return verdict;
}
