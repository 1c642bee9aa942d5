/* A backtracking matcher that counts its steps: CPython's regular expressions, over plain text.
 *
 *   _machine.h  the machine of a program, the memory it keeps, what a step costs
 *   _frames.h   the stack of choices
 *   _check.h    whether a program stays within its bounds
 *   _engine.h   the matcher, compiled for each width of characters
 *   _matcher.h  what the hooks of native work use
 */
#include "_check.h"
#include "_matcher.h"

#define CHARACTER Py_UCS1
#define ENGINE(name) name##_1
#include "_engine.h"
#undef CHARACTER
#undef ENGINE
#define CHARACTER Py_UCS2
#define ENGINE(name) name##_2
#include "_engine.h"
#undef CHARACTER
#undef ENGINE
#define CHARACTER Py_UCS4
#define ENGINE(name) name##_4
#include "_engine.h"

/* ---- texts ---- */

typedef struct {
    const void *data;
    Py_ssize_t length;
    int kind; /* bytes per character; 0: a text that the pattern cannot be applied to */
    Py_buffer view;
} Text;

/* A text must be released. Never leaves an exception. */
static Text
text_of(const Machine *machine, PyObject *object)
{
    Text text = {NULL, 0, 0, {0}};
    if (PyUnicode_Check(object)) {
        if (!machine->of_bytes && PyUnicode_READY(object) == 0) {
            text.data = PyUnicode_DATA(object);
            text.length = PyUnicode_GET_LENGTH(object);
            text.kind = (int)PyUnicode_KIND(object);
        }
    } else if (machine->of_bytes) {
        if (PyObject_GetBuffer(object, &text.view, PyBUF_SIMPLE) == 0) {
            text.data = text.view.buf;
            text.length = text.view.len;
            text.kind = 1;
        }
    }
    PyErr_Clear();
    return text;
}

static void
text_release(Text *text)
{
    if (text->view.obj != NULL) {
        PyBuffer_Release(&text->view);
    }
}

static void
memory_free(Memory *memory)
{
    PyMem_RawFree(memory->marks);
    PyMem_RawFree(memory->stack);
    PyMem_RawFree(memory->repeats);
    *memory = (Memory){0};
}

/* Give a job the memory of its machine, or new memory while another job has that; -1 without. */
static int
job_begin(Job *job)
{
    Machine *machine = job->machine;
    job->memory = machine->kept;
    machine->kept = (Memory){0};
    if (job->memory.marks == NULL) {
        job->memory.marks = PyMem_RawCalloc((size_t)machine->groups * 2 + 1, sizeof(int64_t));
    }
    return job->memory.marks == NULL ? -1 : 0;
}

/* Give the memory back, but for what a catastrophic match took. */
static void
job_end(Job *job)
{
    Memory *memory = &job->memory, *kept = &job->machine->kept;
    if (memory->stack_size > STACK_KEPT) {
        PyMem_RawFree(memory->stack);
        memory->stack = NULL;
        memory->stack_size = 0;
    }
    if (memory->repeats_size > STACK_KEPT) {
        PyMem_RawFree(memory->repeats);
        memory->repeats = NULL;
        memory->repeats_size = 0;
    }
    if (kept->marks == NULL) {
        memory_free(kept);
        *kept = *memory;
    } else {
        memory_free(memory);
    }
}

static int
job_run(Job *job, const Text *text, int mode, Py_ssize_t at)
{
    const Machine *machine = job->machine;
    job->text = text->data;
    job->length = text->length;
    job->widest = text->kind == 1 ? 0xff : text->kind == 2 ? 0xffff : 0x10ffff;
    job->strict = 1;
    job->full = mode == MODE_FULLMATCH;
    if (mode == MODE_SEARCH) {
        return text->kind == 1 ? search_1(job, at) : text->kind == 2 ? search_2(job, at) : search_4(job, at);
    }
    if (machine->width > 0 && job->end - at < machine->width) {
        return FAILED;
    }
    return text->kind == 1   ? attempt_1(job, at, 0)
           : text->kind == 2 ? attempt_2(job, at, 0)
                             : attempt_4(job, at, 0);
}

/* ---- what hooks use ---- */

static Py_ssize_t
cut(Py_ssize_t position, Py_ssize_t length)
{
    return position < 0 ? 0 : position > length ? length : position;
}

static Walk
walk_over(PyObject *text, int mode, Py_ssize_t from, Py_ssize_t end)
{
    Walk walk = {mode, 0, 0, 0, from, end, 0};
    Py_ssize_t length = PyUnicode_Check(text) ? PyUnicode_GET_LENGTH(text) : PY_SSIZE_T_MAX;
    walk.from = cut(from, length);
    walk.end = cut(end, length);
    return walk;
}

static int64_t
walk_cost(PyObject *object, PyObject *subject, Walk *walk, Py_ssize_t count, int64_t limit)
{
    Machine *machine = (Machine *)object;
    Text text = text_of(machine, subject);
    if (text.kind == 0) {
        walk->over = 1;
        return 0;
    }
    Job job = {.machine = machine, .end = cut(walk->end, text.length), .limit = limit, .due = CHECK_EVERY};
    int verdict = job_begin(&job) < 0 ? NO_MEMORY : MATCHED;
    walk->from = cut(walk->from, text.length);
    walk->over = walk->over || verdict != MATCHED;
    for (Py_ssize_t found = 0; !walk->over && (count == 0 || found < count); found++) {
        job.advance = walk->advance;
        verdict = job_run(&job, &text, walk->mode, walk->from);
        if (verdict != MATCHED || job_cost(&job) > limit) {
            walk->over = 1;
            break;
        }
        walk->advance = job.at == job.start;
        walk->over = walk->until_empty && walk->advance;
        walk->from = job.at;
        walk->found++;
    }
    job_end(&job);
    text_release(&text);
    return verdict == INTERRUPTED ? -1 : job_cost(&job);
}

static void
machine_spend(PyObject *object, int64_t micro)
{
    Machine *machine = (Machine *)object;
    if (__builtin_add_overflow(machine->spent, micro, &machine->spent)) {
        machine->spent = INT64_MAX;
    }
}

static MatcherApi API = {walk_over, walk_cost, machine_spend};

/* ---- Machine ---- */

static void
machine_dealloc(PyObject *object)
{
    Machine *self = (Machine *)object;
    PyTypeObject *type = Py_TYPE(self);
    for (Py_ssize_t i = 0; self->tests != NULL && i < self->test_count; i++) {
        PyMem_Free(self->tests[i].spans);
    }
    PyMem_Free(self->tests);
    PyMem_Free(self->code);
    PyMem_Free(self->prefix);
    PyMem_Free(self->overlap);
    memory_free(&self->kept);
    type->tp_free(object);
    Py_DECREF(type);
}

/* A new array with the numbers of a tuple; NULL with an exception. */
static int64_t *
numbers_of(PyObject *tuple)
{
    Py_ssize_t count = PyTuple_GET_SIZE(tuple);
    int64_t *numbers = PyMem_Calloc((size_t)count + 1, sizeof(int64_t));
    if (numbers == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        numbers[i] = PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, i));
    }
    if (PyErr_Occurred()) {
        PyMem_Free(numbers);
        return NULL;
    }
    return numbers;
}

/* Enter a test: (form, step, literal, (first, last, first, last, ...)). */
static int
enter_test(Test *test, PyObject *given)
{
    PyObject *spans;
    long long literal;
    if (!PyTuple_Check(given) || !PyArg_ParseTuple(given, "iiLO!;a test is (form, step, literal, spans)", &test->form,
                                                   &test->step, &literal, &PyTuple_Type, &spans)) {
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_TypeError, "a test is a tuple");
        }
        return -1;
    }
    test->literal = literal < 0 ? 0 : (Py_UCS4)literal;
    if (test->form < 0 || test->form > FOLDED_SET || test->step < 0 || test->step >= STEP_KINDS) {
        PyErr_SetString(PyExc_ValueError, "a test of an unknown form");
        return -1;
    }
    Py_ssize_t count = PyTuple_GET_SIZE(spans) / 2;
    int64_t last = -1;
    int64_t *ends = numbers_of(spans);
    test->spans = ends == NULL ? NULL : PyMem_Calloc((size_t)count * 2 + 1, sizeof(Py_UCS4));
    if (test->spans == NULL) {
        PyMem_Free(ends);
        return PyErr_Occurred() ? -1 : (PyErr_NoMemory(), -1);
    }
    for (Py_ssize_t i = 0; i < 2 * count; last = ends[i++]) {
        if (ends[i] < last || ends[i] > 0x10ffff || (i % 2 == 0 && ends[i] == last)) {
            PyMem_Free(ends);
            PyErr_SetString(PyExc_ValueError, "spans of characters that are in order, and do not overlap");
            return -1;
        }
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        for (int64_t c = ends[2 * i]; c <= ends[2 * i + 1] && c < 256; c++) {
            test->small[c] = 1;
        }
        if (ends[2 * i + 1] >= 256) {
            test->spans[2 * test->span_count] = (Py_UCS4)ends[2 * i];
            test->spans[2 * test->span_count + 1] = (Py_UCS4)ends[2 * i + 1];
            test->span_count++;
        }
    }
    PyMem_Free(ends);
    return 0;
}

static PyObject *
machine_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"code",  "tests", "groups",   "width",    "prefix",           "overlap", "skip",
                            "whole", "first", "anchored", "of_bytes", "possessive_opens", "weights", NULL};
    PyObject *code, *tests, *prefix, *overlap, *weights;
    Py_ssize_t groups;
    long long width, skip, first;
    int whole, anchored, of_bytes, opens;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!O!nLO!O!LpLpppO!:Machine", names, &PyTuple_Type, &code,
                                     &PyTuple_Type, &tests, &groups, &width, &PyTuple_Type, &prefix, &PyTuple_Type,
                                     &overlap, &skip, &whole, &first, &anchored, &of_bytes, &opens, &PyTuple_Type,
                                     &weights)) {
        return NULL;
    }
    if (PyTuple_GET_SIZE(weights) != FREE || PyTuple_GET_SIZE(prefix) != PyTuple_GET_SIZE(overlap)) {
        PyErr_SetString(PyExc_ValueError, "a weight per kind of step, and an overlap per character of the prefix");
        return NULL;
    }
    Machine *self = (Machine *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    int64_t *heavy = numbers_of(weights), *literal = numbers_of(prefix);
    self->code = numbers_of(code);
    self->overlap = numbers_of(overlap);
    self->code_count = PyTuple_GET_SIZE(code);
    self->test_count = PyTuple_GET_SIZE(tests);
    self->prefix_count = PyTuple_GET_SIZE(prefix);
    self->tests = PyMem_Calloc((size_t)self->test_count + 1, sizeof(Test));
    self->prefix = PyMem_Calloc((size_t)self->prefix_count + 1, sizeof(Py_UCS4));
    self->groups = groups;
    self->width = width;
    self->skip = skip;
    self->whole = whole;
    self->first = first;
    self->anchored = anchored;
    self->of_bytes = of_bytes;
    self->possessive_opens = opens;
    if (!heavy || !literal || !self->code || !self->overlap || !self->tests || !self->prefix) {
        if (!PyErr_Occurred()) {
            PyErr_NoMemory();
        }
        goto failed;
    }
    memcpy(self->weights, heavy, FREE * sizeof(int64_t));
    for (Py_ssize_t i = 0; i < self->prefix_count; i++) {
        self->prefix[i] = (Py_UCS4)literal[i];
    }
    for (Py_ssize_t i = 0; i < self->test_count; i++) {
        if (enter_test(&self->tests[i], PyTuple_GET_ITEM(tests, i)) < 0) {
            goto failed;
        }
    }
    if (machine_check(self) < 0) {
        goto failed;
    }
    PyMem_Free(heavy);
    PyMem_Free(literal);
    return (PyObject *)self;
failed:
    PyMem_Free(heavy);
    PyMem_Free(literal);
    Py_DECREF(self);
    return NULL;
}

/* Put a new item into a tuple that is being made; without an item there is no tuple any more. */
static void
put_item(PyObject **tuple, Py_ssize_t place, PyObject *item)
{
    if (item == NULL) {
        Py_CLEAR(*tuple);
    } else {
        PyTuple_SET_ITEM(*tuple, place, item);
    }
}

/* The spans of the match and of its groups; (-1, -1) for those that did not take part. */
static PyObject *
spans_of(const Job *job)
{
    const int64_t *marks = job->memory.marks;
    PyObject *spans = PyTuple_New(job->machine->groups + 1);
    for (Py_ssize_t group = 0; spans != NULL && group <= job->machine->groups; group++) {
        int64_t first = job->start, last = job->at, m = 2 * group - 2;
        if (group > 0) {
            int known = m + 1 <= job->last_mark && marks[m] >= 0 && marks[m + 1] >= 0;
            first = known ? marks[m] : -1;
            last = known ? marks[m + 1] : -1;
        }
        put_item(&spans, group, Py_BuildValue("(LL)", (long long)first, (long long)last));
    }
    return spans;
}

static PyObject *
steps_of(const Job *job)
{
    PyObject *steps = PyTuple_New(FREE);
    for (int kind = 0; steps != NULL && kind < FREE; kind++) {
        put_item(&steps, kind, PyLong_FromLongLong(job->steps[kind]));
    }
    return steps;
}

static PyObject *
machine_match(Machine *self, PyObject *args)
{
    PyObject *subject;
    int mode, advance = 0;
    Py_ssize_t from = 0, end = PY_SSIZE_T_MAX;
    long long limit = NO_LIMIT;
    if (!PyArg_ParseTuple(args, "Oi|nnpL:match", &subject, &mode, &from, &end, &advance, &limit)) {
        return NULL;
    }
    Text text = text_of(self, subject);
    if (text.kind == 0) {
        PyErr_SetString(PyExc_TypeError, "the pattern cannot be applied to this object");
        return NULL;
    }
    Job job = {.machine = self, .end = cut(end, text.length), .limit = limit, .advance = advance, .due = CHECK_EVERY};
    int verdict = job_begin(&job) < 0 ? NO_MEMORY : job_run(&job, &text, mode, cut(from, text.length));
    PyObject *result = NULL;
    if (verdict == NO_MEMORY) {
        PyErr_NoMemory();
    } else if (verdict != INTERRUPTED) {
        /* New objects may start the collector, and finalizers another match: the memory is still this one's. */
        PyObject *spans = verdict == MATCHED ? spans_of(&job) : Py_NewRef(Py_None);
        PyObject *steps = spans == NULL ? NULL : steps_of(&job);
        if (steps != NULL) {
            result = Py_BuildValue("(iOLO)", verdict, spans, (long long)job.last_index, steps);
        }
        Py_XDECREF(spans);
        Py_XDECREF(steps);
    }
    job_end(&job);
    text_release(&text);
    return result;
}

static PyObject *
machine_cost(Machine *self, PyObject *args)
{
    PyObject *subject;
    int mode;
    Py_ssize_t from = 0, end = PY_SSIZE_T_MAX, count = 1;
    long long limit = NO_LIMIT;
    if (!PyArg_ParseTuple(args, "Oi|nnnL:cost", &subject, &mode, &from, &end, &count, &limit)) {
        return NULL;
    }
    Walk walk = walk_over(subject, mode, from, end);
    int64_t micro = walk_cost((PyObject *)self, subject, &walk, count, limit);
    return micro < 0 ? NULL : PyLong_FromLongLong(micro);
}

static PyMethodDef machine_methods[] = {
    {"match", (PyCFunction)machine_match, METH_VARARGS,
     PyDoc_STR("match(text, mode, pos=0, endpos=..., advance=False, limit=...): one match.\n\n"
               "Returns (verdict, spans, last_index, steps): 1 and the spans of the match and its groups, 0 and None,\n"
               "or -1 and None where more than `limit` micro-ops are needed; the steps by kind. With `advance` the\n"
               "match at `pos` must not be empty.")},
    {"cost", (PyCFunction)machine_cost, METH_VARARGS,
     PyDoc_STR("cost(text, mode, pos=0, endpos=..., count=1, limit=...): the micro-ops of `count` matches, one after\n"
               "the other, or of all (0), up to `limit` and little more.")},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef machine_members[] = {
    {"spent", T_LONGLONG, offsetof(Machine, spent), 0, PyDoc_STR("micro-ops that were charged since it was set to 0")},
    NO_MORE_MEMBERS,
};

TYPE_SPEC(machine, Machine, "slowpath.counting.regex._matcher.Machine", 0,
          {Py_tp_doc, (void *)PyDoc_STR("A program, ready to run over text.")}, {Py_tp_new, machine_new},
          {Py_tp_dealloc, machine_dealloc}, {Py_tp_methods, machine_methods}, {Py_tp_members, machine_members});

/* ---- facts about characters ---- */

static int
has_category(int category, Py_UCS4 c)
{
    switch (category) {
    case 'd':
        return Py_UNICODE_ISDECIMAL(c);
    case 's':
        return Py_UNICODE_ISSPACE(c);
    }
    return Py_UNICODE_ISALNUM(c) || c == '_';
}

/* The spans of the characters in a category: \d, \s or \w. */
static PyObject *
category_spans(PyObject *module, PyObject *name)
{
    (void)module;
    PyObject *spans = PyList_New(0);
    int category = PyUnicode_Check(name) && PyUnicode_GET_LENGTH(name) == 1 ? (int)PyUnicode_READ_CHAR(name, 0) : 'w';
    int64_t first = -1;
    for (Py_UCS4 c = 0; spans != NULL && c <= 0x110000; c++) {
        int has = c <= 0x10ffff && has_category(category, c);
        if (has && first < 0) {
            first = c;
        } else if (!has && first >= 0) {
            PyObject *span = Py_BuildValue("(LL)", (long long)first, (long long)c - 1);
            if (span == NULL || PyList_Append(spans, span) < 0) {
                Py_CLEAR(spans);
            }
            Py_XDECREF(span);
            first = -1;
        }
    }
    return spans;
}

/* What the C library says of the 256 bytes in the locale of now: (lower cases, upper cases, whether alphanumeric). */
static PyObject *
locale_bytes(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    char lower[256], upper[256], alnum[256];
    for (int c = 0; c < 256; c++) {
        lower[c] = (char)tolower(c);
        upper[c] = (char)toupper(c);
        alnum[c] = isalnum(c) != 0;
    }
    return Py_BuildValue("(y#y#y#)", lower, (Py_ssize_t)256, upper, (Py_ssize_t)256, alnum, (Py_ssize_t)256);
}

/* {c: lower case of c} for the characters that have another, or {c: upper case of c}. */
static PyObject *
simple_cases(PyObject *module, PyObject *upper)
{
    (void)module;
    PyObject *cases = PyDict_New();
    int up = PyObject_IsTrue(upper);
    for (Py_UCS4 c = 0; cases != NULL && c <= 0x10ffff; c++) {
        Py_UCS4 other = up ? Py_UNICODE_TOUPPER(c) : Py_UNICODE_TOLOWER(c);
        if (other != c) {
            PyObject *key = PyLong_FromUnsignedLong(c), *value = PyLong_FromUnsignedLong(other);
            if (key == NULL || value == NULL || PyDict_SetItem(cases, key, value) < 0) {
                Py_CLEAR(cases);
            }
            Py_XDECREF(key);
            Py_XDECREF(value);
        }
    }
    return cases;
}

/* ---- module ---- */

static PyMethodDef module_methods[] = {
    {"category_spans", category_spans, METH_O,
     PyDoc_STR("category_spans(letter): the spans of the characters of \\d, \\s or \\w in Unicode.")},
    {"simple_cases", simple_cases, METH_O,
     PyDoc_STR("simple_cases(upper): the characters with another lower (upper) case, and that.")},
    {"locale_bytes", locale_bytes, METH_NOARGS,
     PyDoc_STR("locale_bytes(): lower cases, upper cases and alphanumerics of the 256 bytes in the locale of now.")},
    {NULL, NULL, 0, NULL},
};

static int
matcher_fill(PyObject *module)
{
    PyObject *capsule = PyCapsule_New(&API, MATCHER_API, NULL);
    int status = capsule == NULL ? -1 : PyModule_AddObjectRef(module, "API", capsule);
    Py_XDECREF(capsule);
    return status < 0 ? -1 : add_type(module, "Machine", &machine_spec);
}

EXTENSION_MODULE(_matcher, "A backtracking matcher that counts its steps.", module_methods, matcher_fill)
