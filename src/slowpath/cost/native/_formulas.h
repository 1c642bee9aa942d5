/* The formulas of functions, methods and types: what is read before a call and charged after it. */
#ifndef SLOWPATH_FORMULAS_H
#define SLOWPATH_FORMULAS_H

#include "_operators.h"

/* Runs are not looked for in fewer elements than this; log2(n) levels are assumed. */
#define FEW 12

/* What a formula sees of a call: the operands, and what is known of them before the call. */
typedef struct {
    PyObject *receiver; /* NULL: a function or a type */
    PyObject *const *args;
    Py_ssize_t nargs;
    PyObject *kwnames;
    Py_ssize_t before;   /* size of the receiver */
    Py_ssize_t argument; /* length of the first argument, -1 where it has none */
    Py_ssize_t pending;  /* elements left in the first argument, a builtin iterator; -1 */
    Py_ssize_t measured; /* what `prepare` found for SEEK, SORT */
    PyObject **snapshot; /* addresses of a list's elements; compared, never used */
} Call;

static inline PyObject *
argument_at(const Call *call, Py_ssize_t index)
{
    return index < call->nargs ? call->args[index] : NULL;
}

/* The int at `index`, or `missing`; objects with `__index__` count as missing, their code is not run twice. */
static Py_ssize_t
int_at(const Call *call, Py_ssize_t index, Py_ssize_t missing)
{
    PyObject *x = argument_at(call, index);
    if (x == NULL || !PyLong_Check(x)) {
        return missing;
    }
    Raised raised = raised_take();
    Py_ssize_t value = PyLong_AsSsize_t(x);
    if (value == -1 && PyErr_Occurred()) {
        PyErr_Clear();
        value = int_digits(x) && PyObject_RichCompareBool(x, Py_False, Py_LT) == 1 ? PY_SSIZE_T_MIN / 2
                                                                                  : PY_SSIZE_T_MAX / 2;
    }
    raised_put(raised);
    return value;
}

static inline Py_ssize_t
clamp(Py_ssize_t index, Py_ssize_t length)
{
    index = index < 0 ? index + length : index;
    return index < 0 ? 0 : Py_MIN(index, length);
}

static int
log2_ceiling(Py_ssize_t n)
{
    int bits = 0;
    while (bits < 62 && ((Py_ssize_t)1 << bits) < n) {
        bits++;
    }
    return bits;
}

/* ---- before the call ---- */

/* Ascending and strictly descending runs of a list or tuple of plain values; its length where they are not plain. */
static Py_ssize_t
count_runs(PyObject *sequence)
{
    Py_ssize_t n = Py_SIZE(sequence), runs = 1, i = 1;
    Raised raised = raised_take();
    while (i < n) {
        PyObject *left = PySequence_Fast_GET_ITEM(sequence, i - 1), *right = PySequence_Fast_GET_ITEM(sequence, i);
        int down = is_plain(left) && is_plain(right) ? PyObject_RichCompareBool(right, left, Py_LT) : -1;
        int same = down;
        while (same == down && down >= 0 && ++i < n) {
            left = right;
            right = PySequence_Fast_GET_ITEM(sequence, i);
            same = is_plain(right) ? PyObject_RichCompareBool(right, left, Py_LT) : -1;
        }
        if (same < 0) {
            runs = n;
            break;
        }
        if (i < n) {
            runs++;
            i++;
        }
    }
    PyErr_Clear();
    raised_put(raised);
    return runs;
}

static int
has_keyword(const Call *call, const char *name)
{
    Py_ssize_t n = call->kwnames == NULL ? 0 : PyTuple_GET_SIZE(call->kwnames);
    for (Py_ssize_t i = 0; i < n; i++) {
        if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(call->kwnames, i), name) == 0) {
            return call->args[call->nargs + i] != Py_None;
        }
    }
    return 0;
}

/* The elements left in a builtin iterator, -1 for anything else. */
static Py_ssize_t
pending_in(const Hooks *h, PyObject *x)
{
    if (x == NULL || Py_TYPE(x)->tp_iternext == NULL || PyGen_Check(x)) {
        return -1;
    }
    PyObject *answer = PyObject_CallOneArg(h->remaining, x);
    Py_ssize_t n = answer == NULL ? -1 : PyLong_AsSsize_t(answer);
    Py_XDECREF(answer);
    if (PyErr_Occurred()) {
        PyErr_WriteUnraisable(h->remaining);
        n = -1;
    }
    return n;
}

static void
prepare(const Hooks *h, const Formula *formula, Call *call)
{
    PyObject *first = argument_at(call, 0);
    call->before = size_of(h, call->receiver);
    call->argument = length_of(h, first);
    call->pending = -1;
    call->measured = 0;
    call->snapshot = NULL;
    switch (formula->kind) {
    case LINEAR:
        if (formula->c == 0) {
            break;
        }
        /* fall through */
    case CONSUME:
    case EXTREME:
    case HASHED:
    case SUM:
    case QUANTIFIER:
        if (call->argument < 0) {
            call->pending = pending_in(h, first);
        }
        break;
    case SORT: {
        PyObject *sequence = call->receiver != NULL ? call->receiver : first;
        if (sequence != NULL && (PyList_Check(sequence) || PyTuple_Check(sequence)) && Py_SIZE(sequence) >= FEW &&
            !has_keyword(call, "key")) {
            call->measured = count_runs(sequence);
        }
        break;
    }
    case SEEK:
        if (call->receiver != NULL && first != NULL) {
            PyTypeObject *type = is_instance(call->receiver, h->deque) ? h->deque
                                 : is_instance(call->receiver, h->array) ? h->array
                                                                                : NULL;
            call->measured = type == NULL ? call->before : seek(type, call->receiver, first);
        }
        break;
    case REMOVE:
    case INSORT: {
        PyObject *list = call->receiver != NULL ? call->receiver : first;
        if (list != NULL && PyList_Check(list) && Py_SIZE(list) > 0) {
            call->measured = Py_SIZE(list);
            call->snapshot = PyMem_Malloc((size_t)Py_SIZE(list) * sizeof(PyObject *));
            if (call->snapshot != NULL) {
                memcpy(call->snapshot, ((PyListObject *)list)->ob_item, (size_t)Py_SIZE(list) * sizeof(PyObject *));
            }
        }
        break;
    }
    default:
        break;
    }
}

/* ---- after the call ---- */

/* Where a list differs first from its snapshot; a removed element is the first of a run of one object. */
static Py_ssize_t
changed_at(const Call *call, PyObject *list)
{
    Py_ssize_t n = Py_MIN(call->measured, Py_SIZE(list)), i = 0;
    if (call->snapshot == NULL) {
        return call->measured;
    }
    while (i < n && call->snapshot[i] == PyList_GET_ITEM(list, i)) {
        i++;
    }
    while (i > 0 && i < call->measured && call->snapshot[i] == call->snapshot[i - 1]) {
        i--;
    }
    return i;
}

static int64_t
scan_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    Py_ssize_t n = call->before;
    Py_ssize_t start = clamp(int_at(call, 1, 0), n), end = clamp(int_at(call, 2, n), n);
    PyObject *needle = argument_at(call, 0);
    PyObject *box = call->receiver;
    int text = box != NULL && (PyUnicode_Check(box) || PyBytes_Check(box) || PyByteArray_Check(box));
    Py_ssize_t width = !text || (needle != NULL && PyLong_Check(needle)) ? 1 : Py_MAX(length_of(h, needle), 0);
    Py_ssize_t passed = Py_MAX(end - start, 0);
    int64_t hits = 0;
    if (result != NULL && PyLong_CheckExact(result)) {
        Py_ssize_t found = PyLong_AsSsize_t(result);
        if (f->kind == RANGE) {
            hits = found;
        } else if (found >= 0) {
            passed = f->kind == SCAN ? found - start + width : end - found;
        }
    }
    return work_plus(work_times(width == 1 ? f->c : f->a, passed), work_times(f->b, hits));
}

/* The `maxsplit` of a call, -1 where it is not given. */
static Py_ssize_t
split_limit(const Call *call)
{
    for (Py_ssize_t i = 0; call->kwnames != NULL && i < PyTuple_GET_SIZE(call->kwnames); i++) {
        if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(call->kwnames, i), "maxsplit") == 0) {
            PyObject *limit = call->args[call->nargs + i];
            return PyLong_Check(limit) && int_digits(limit) <= 1 ? PyLong_AsSsize_t(limit) : -1;
        }
    }
    return int_at(call, 1, -1);
}

static int64_t
split_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    Py_ssize_t n = call->before, pieces = 0, searched = n;
    if (result != NULL && PyTuple_CheckExact(result)) { /* partition */
        PyObject *rest = PyTuple_GET_ITEM(result, f->kind == SPLIT ? 2 : 0);
        searched = size_of(h, PyTuple_GET_ITEM(result, 1)) == 0 ? n : n - size_of(h, rest);
    } else if (result != NULL && PyList_CheckExact(result)) {
        pieces = PyList_GET_SIZE(result);
        if (pieces > 0 && pieces - 1 == split_limit(call)) {
            searched = n - size_of(h, PyList_GET_ITEM(result, f->kind == SPLIT ? pieces - 1 : 0));
        }
    }
    return work_plus(work_times(f->a, searched), work_plus(work_times(f->b, pieces), work_times(f->c, n)));
}

static int64_t
strip_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    Py_ssize_t kept = size_of(h, result);
    int64_t copied = result == call->receiver ? 0 : work_times(f->b, kept);
    return work_plus(copied, work_times(f->a, Py_MAX(call->before - kept, 0)));
}

/* Replacements show in the change of length; where old and new are equally long, they are counted again. */
static int64_t
replaced_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *old = argument_at(call, 0), *new = argument_at(call, 1);
    Py_ssize_t n = call->before, size = size_of(h, result), hits = 0;
    if (result != NULL && result != call->receiver && new != NULL) {
        Py_ssize_t more = length_of(h, new) - length_of(h, old);
        if (more != 0) {
            hits = (size - n) / more;
        } else if (PyUnicode_Check(old) && PyUnicode_Check(call->receiver)) {
            hits = PyUnicode_Count(call->receiver, old, 0, n);
        }
    }
    return work_plus(work_times(f->a, n), work_plus(work_times(f->b, size), work_times(f->c, Py_MAX(hits, 0))));
}

/* False only for a str with other characters. */
static inline int
is_ascii(PyObject *x)
{
    return x == NULL || !PyUnicode_Check(x) || PyUnicode_IS_ASCII(x);
}

static int64_t
prefix_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *first = argument_at(call, 0);
    if (first != NULL && PyTuple_Check(first)) {
        return work_times(f->b, PyTuple_GET_SIZE(first));
    }
    return result == Py_True ? work_times(f->a, length_of(h, first)) : 0;
}

static int
passes(Py_UCS4 c, int64_t test)
{
    switch (test) {
    case 0: return Py_UNICODE_ISALPHA(c);
    case 1: return Py_UNICODE_ISDIGIT(c);
    case 2: return Py_UNICODE_ISDECIMAL(c);
    case 3: return Py_UNICODE_ISNUMERIC(c);
    case 4: return Py_UNICODE_ISALNUM(c);
    case 5: return Py_UNICODE_ISSPACE(c) != 0;
    case 6: return Py_UNICODE_ISPRINTABLE(c);
    default: return 1;
    }
}

/* `c` is the number of the test in `passes`. */
static int64_t
predicate_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *text = call->receiver;
    Py_ssize_t n = call->before, i = n;
    if (result == Py_False && text != NULL && PyUnicode_Check(text)) {
        int kind = PyUnicode_KIND(text);
        const void *data = PyUnicode_DATA(text);
        for (i = 0; i < n && passes(PyUnicode_READ(kind, data, i), f->c); i++) {
        }
    }
    (void)h;
    return work_times(f->a, i);
}

/* The elements taken from the first argument. */
static int64_t
consumed(const Hooks *h, const Call *call, PyObject *result)
{
    if (call->argument >= 0) {
        return call->argument;
    }
    if (call->pending >= 0) {
        Raised raised = raised_take();
        Py_ssize_t left = pending_in(h, argument_at(call, 0));
        raised_put(raised);
        return Py_MAX(call->pending - Py_MAX(left, 0), 0);
    }
    if (call->receiver != NULL) {
        return Py_MAX(size_of(h, call->receiver) - call->before, 0);
    }
    int container = result != NULL && !PyUnicode_Check(result) && !PyBytes_Check(result);
    return container ? Py_MAX(length_of(h, result), 0) : 0;
}

/* `unit` per element taken from the first argument, and the step of a map, zip, filter or enumerate behind it. */
static int64_t
consumed_micro(const Hooks *h, const Call *call, PyObject *result, int64_t unit)
{
    if (call->pending >= 0) {
        PyTypeObject *type = Py_TYPE(call->args[0]);
        if (type == &PyMap_Type) {
            unit += h->units[U_MAP_CALL];
        } else if (type == &PyZip_Type || type == &PyFilter_Type || type == &PyEnum_Type) {
            unit += h->units[U_LAZY_STEP];
        }
    }
    return work_times(unit, consumed(h, call, result));
}

/* Comparisons of different keys with one hash while the keys of a new dict or set entered it. */
static int64_t
clashes_micro(const Hooks *h, PyObject *result)
{
    int large = 0;
    Py_ssize_t position = 0;
    PyObject *key, *value;
    if (result == NULL) {
        return 0;
    }
    if (PyDict_Check(result)) {
        while (!large && PyDict_Next(result, &position, &key, &value)) {
            large = PyLong_CheckExact(key) && int_digits(key) > 2;
        }
    } else if (PyAnySet_Check(result)) {
        PyObject *iterator = PySet_Type.tp_iter(result);
        while (!large && iterator != NULL && (key = PyIter_Next(iterator)) != NULL) {
            large = PyLong_CheckExact(key) && int_digits(key) > 2;
            Py_DECREF(key);
        }
        Py_XDECREF(iterator);
    }
    if (!large) {
        return 0;
    }
    PyObject *answer = PyObject_CallOneArg(h->clashes, result);
    int64_t count = answer == NULL ? 0 : PyLong_AsLongLong(answer);
    Py_XDECREF(answer);
    if (PyErr_Occurred()) {
        PyErr_WriteUnraisable(h->clashes);
        return 0;
    }
    return work_times(h->units[U_COLLISION], count);
}

/* The levels that an item rose in a heap: it lies on the way from the last place to the root. */
static Py_ssize_t
heap_levels(const Call *call)
{
    PyObject *heap = argument_at(call, 0), *item = argument_at(call, 1);
    if (heap == NULL || item == NULL || !PyList_Check(heap)) {
        return 0;
    }
    Py_ssize_t at = PyList_GET_SIZE(heap) - 1, levels = 1;
    while (at > 0 && PyList_GET_ITEM(heap, at) != item) {
        at = (at - 1) / 2;
        levels++;
    }
    return levels;
}

static int64_t
sort_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *sorted = call->receiver != NULL ? call->receiver : result;
    Py_ssize_t n = Py_MAX(size_of(h, sorted), 0);
    int levels = log2_ceiling(call->measured > 0 ? call->measured : n);
    int tuples = n > 0 && sorted != NULL && PyList_Check(sorted) && Py_SIZE(sorted) > 0 &&
                 PyTuple_Check(PyList_GET_ITEM(sorted, 0)) && !has_keyword(call, "key");
    int64_t compare = tuples ? h->units[U_SORT_TUPLE] : f->b;
    return work_plus(work_times(f->a, n), work_times(compare, work_times(n, levels)));
}

static int64_t
sum_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    int64_t micro = consumed_micro(h, call, NULL, f->a);
    PyObject *addends = argument_at(call, 0);
    if (result == NULL || addends == NULL || is_small(result) ||
        !(PyList_CheckExact(addends) || PyTuple_CheckExact(addends))) {
        return micro;
    }
    if (PyList_Check(result) || PyTuple_Check(result)) {
        int64_t copied = 0, length = size_of(h, argument_at(call, 1));
        for (Py_ssize_t i = 0; i < Py_SIZE(addends); i++) {
            length += size_of(h, PySequence_Fast_GET_ITEM(addends, i));
            copied = work_plus(copied, length);
        }
        return work_plus(micro, work_times(f->b, copied));
    }
    if (PyLong_Check(result)) {
        return work_plus(micro, work_times(h->units[U_INT_ADD], work_times(int_digits(result), Py_SIZE(addends))));
    }
    return micro;
}

/* True, false, or -1 where the truth of x needs code of the target. */
static int
told_truth(const Hooks *h, PyObject *x)
{
    if (is_scalar(x)) {
        return PyObject_IsTrue(x);
    }
    if (PyList_CheckExact(x) || PyTuple_CheckExact(x) || PyDict_CheckExact(x) || PyAnySet_CheckExact(x)) {
        return length_of(h, x) > 0;
    }
    return -1;
}

/* any() stops at the first true element, all() at the first false one: `c` is 1 for any(). */
static int64_t
quantifier_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *box = argument_at(call, 0);
    int early = result == (f->c ? Py_True : Py_False);
    if (early && box != NULL && (PyList_CheckExact(box) || PyTuple_CheckExact(box))) {
        Py_ssize_t i = 0;
        while (i < Py_SIZE(box) && told_truth(h, PySequence_Fast_GET_ITEM(box, i)) == !f->c) {
            i++;
        }
        return work_times(f->a, Py_MIN(i + 1, Py_SIZE(box)));
    }
    return consumed_micro(h, call, NULL, f->a);
}

static int64_t
power_call_micro(const Hooks *h, const Call *call, PyObject *result)
{
    PyObject *base = argument_at(call, 0), *exponent = argument_at(call, 1), *modulus = argument_at(call, 2);
    if (result == NULL || base == NULL || exponent == NULL || !PyLong_Check(base) || !PyLong_Check(exponent) ||
        !PyLong_Check(result)) {
        return 0;
    }
    if (modulus != NULL && PyLong_Check(modulus)) {
        return modular_power_micro(h, exponent, modulus);
    }
    return power_micro(h, result);
}

/* The rule's answer in milli-ops as micro-ops. A rule that fails charges nothing and is reported as unraisable. */
static int64_t
rule_micro(const Formula *f, const Call *call, PyObject *result)
{
    Raised raised = raised_take();
    int64_t milli = 0;
    PyObject *args = PyTuple_New(call->nargs), *before = PyLong_FromSsize_t(call->before), *answer = NULL;
    if (args != NULL && before != NULL) {
        for (Py_ssize_t i = 0; i < call->nargs; i++) {
            Py_INCREF(call->args[i]);
            PyTuple_SET_ITEM(args, i, call->args[i]);
        }
        PyObject *operands[4] = {before, result ? result : Py_None, call->receiver ? call->receiver : Py_None, args};
        answer = PyObject_Vectorcall(f->rule, operands, 4, NULL);
    }
    if (answer != NULL) {
        int overflow;
        milli = PyLong_AsLongLongAndOverflow(answer, &overflow);
        milli = overflow || milli > WORK_MAX / 1000 ? WORK_MAX / 1000 : milli;
    }
    if (PyErr_Occurred()) {
        PyErr_WriteUnraisable(f->rule);
        milli = 0;
    }
    Py_XDECREF(answer);
    Py_XDECREF(args);
    Py_XDECREF(before);
    raised_put(raised);
    return work_times(milli, 1000);
}

static int64_t
linear_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *first = argument_at(call, 0);
    int64_t micro = work_times(f->a, call->before);
    if (f->b != 0 && result != first && result != call->receiver) {
        micro = work_plus(micro, work_times(f->b, size_of(h, result)));
    }
    if (f->c != 0 && first != NULL) {
        int64_t more = PyLong_Check(first) ? work_times(f->c, int_digits(first)) : consumed_micro(h, call, NULL, f->c);
        micro = work_plus(micro, more);
    }
    return micro;
}

/* LINEAR without the receiver: `a` is a limit here. */
static inline int64_t
linear_tail(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *first = argument_at(call, 0);
    if (first != NULL && PyType_HasFeature(Py_TYPE(first), Py_TPFLAGS_HEAPTYPE) && call->argument < 0) {
        return 0; /* an object of the target's own: its methods count themselves */
    }
    Formula linear = *f;
    linear.a = 0;
    return linear_micro(h, &linear, call, result);
}

static int64_t
call_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *first = argument_at(call, 0);
    Py_ssize_t n = call->before, i;
    switch (f->kind) {
    case LINEAR:
        return linear_micro(h, f, call, result);
    case CONSUME:
        if (result != NULL && result == first) {
            return 0;
        }
        return work_plus(work_times(f->b, size_of(h, result)), consumed_micro(h, call, result, f->c));
    case EXTREME:
        return call->nargs == 1 ? consumed_micro(h, call, NULL, f->c) : work_times(f->c, Py_MAX(call->nargs - 4, 0));
    case HASHED:
        if (result != NULL && result == first) {
            return 0;
        }
        return work_plus(consumed_micro(h, call, result, f->c), clashes_micro(h, result));
    case SCAN:
    case SCAN_BACK:
    case RANGE:
        return scan_micro(h, f, call, result);
    case TAIL:
        i = int_at(call, 0, n);
        i = clamp(i, n);
        return result == NULL ? 0 : work_times(f->a, n - i);
    case EDGE:
        i = int_at(call, 0, call->nargs == 0 ? 1 : 0);
        i = n == 0 ? 0 : (i % n + n) % n;
        return work_times(f->a, Py_MIN(i, n - i));
    case REMOVE:
        i = changed_at(call, call->receiver);
        return work_plus(work_times(f->a, result == NULL ? n : i + 1), result == NULL ? 0 : work_times(f->b, n - i));
    case INSORT:
        if (first == NULL || result == NULL || !PyList_Check(first)) {
            return 0;
        }
        return work_plus(work_times(f->a, log2_ceiling(Py_SIZE(first))),
                         work_times(f->b, Py_SIZE(first) - changed_at(call, first)));
    case SEEK:
        return work_times(f->a, call->measured);
    case SPLIT:
    case SPLIT_BACK:
        return split_micro(h, f, call, result);
    case STRIP:
        return strip_micro(h, f, call, result);
    case REPLACED:
        return replaced_micro(h, f, call, result);
    case CODED:
        return work_times(is_ascii(call->receiver) && is_ascii(result) ? f->b : f->a, n);
    case FORMATTED: {
        Py_ssize_t named = call->kwnames == NULL ? 0 : PyTuple_GET_SIZE(call->kwnames);
        return result == NULL ? 0 : format_micro(h, call->receiver, call->args, call->nargs + named, result);
    }
    case PREFIX:
        return prefix_micro(h, f, call, result);
    case PREDICATE:
        return predicate_micro(h, f, call, result);
    case SMALLER:
        return work_times(f->a, first != NULL && is_set_like(first) ? Py_MIN(n, length_of(h, first))
                                                                    : Py_MAX(call->argument, 0));
    case SUBSET:
    case SUPERSET:
        if (first == NULL || !PyAnySet_Check(first)) {
            return work_times(f->a, Py_MAX(call->argument, 0));
        }
        return compare_work(h, call->receiver, first, f->kind == SUBSET ? Py_LE : Py_GE, result == Py_True, 0);
    case HEAP_PUSH:
        return result == NULL ? 0 : work_times(f->a, heap_levels(call));
    case LOG:
        return work_times(f->a, log2_ceiling(Py_MAX(call->argument, 1)));
    case SORT:
        return sort_micro(h, f, call, result);
    case SUM:
        return sum_micro(h, f, call, result);
    case QUANTIFIER:
        return quantifier_micro(h, f, call, result);
    case POWER:
        return power_call_micro(h, call, result);
    case DIVIDE: {
        PyObject *second = argument_at(call, 1);
        int ints = first != NULL && second != NULL && PyLong_Check(first) && PyLong_Check(second);
        return ints ? division_micro(h, first, second) : 0;
    }
    case RULE:
        return rule_micro(f, call, result);
    case RULE_INT:
        return first != NULL && PyLong_Check(first) && int_digits(first) > f->a ? rule_micro(f, call, result)
                                                                                : linear_tail(h, f, call, result);
    case RULE_TEXT:
        return first != NULL && !PyLong_Check(first) && call->argument > f->a ? rule_micro(f, call, result)
                                                                              : linear_tail(h, f, call, result);
    default:
        return 0;
    }
}

#endif
