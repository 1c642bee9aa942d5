/* Formulas of what goes through an iterable: how many elements C code takes from it, and what it does with them. */
#ifndef SLOWPATH_ITERABLES_H
#define SLOWPATH_ITERABLES_H

#include "_operands.h"

static int
first_visited(PyObject *x, void *found)
{
    *(PyObject **)found = x;
    return 1;
}

/* Iterators that are looked at behind one iterable: code has a handful, but one iterator may stand in a zip any number of
 * times, and that zip in another. */
#define SOURCES_MOST 200

/* The elements left in a builtin iterator, -1 for anything else, or after `most` iterators. */
static Py_ssize_t
pending_behind(const Hooks *h, PyObject *x, int depth, int *most)
{
    if (x == NULL || Py_TYPE(x)->tp_iternext == NULL || PyGen_Check(x) || depth > DEPTH_MAX || (*most)-- <= 0) {
        return -1;
    }
    PyTypeObject *type = Py_TYPE(x);
    if (type == &PyMap_Type || type == &PyZip_Type || type == &PyFilter_Type || type == &PyEnum_Type) {
        /* What a collector visits first in each of them: the iterator, or the tuple of iterators, it takes from. */
        PyObject *source = NULL, *last = NULL;
        type->tp_traverse(x, first_visited, &source);
        if (type == &PyFilter_Type || type == &PyEnum_Type) {
            return pending_behind(h, source, depth + 1, most);
        }
        Py_ssize_t least = -1;
        for (Py_ssize_t i = 0; source != NULL && PyTuple_Check(source) && i < PyTuple_GET_SIZE(source); i++) {
            if (PyTuple_GET_ITEM(source, i) == last) {
                continue;
            }
            last = PyTuple_GET_ITEM(source, i);
            Py_ssize_t left = pending_behind(h, last, depth + 1, most);
            least = left >= 0 && (least < 0 || left < least) ? left : least;
        }
        return least;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(h->sized); i++) {
        if ((PyObject *)type == PyTuple_GET_ITEM(h->sized, i)) {
            Raised raised = raised_take();
            Py_ssize_t left = PyObject_LengthHint(x, -1);
            PyErr_Clear();
            raised_put(raised);
            return left;
        }
    }
    return -1;
}

static Py_ssize_t
pending_in(const Hooks *h, PyObject *x)
{
    int most = SOURCES_MOST;
    return pending_behind(h, x, 0, &most);
}

/* The comparisons of a merge sort that starts from the runs of a list or tuple: a run of length k among n elements
 * takes part in log2(n / k) merges. -1 where the order of the elements cannot be told. */
static Py_ssize_t
merge_comparisons(PyObject *sequence)
{
    Py_ssize_t n = Py_SIZE(sequence), i = 0, comparisons = 0;
    while (i < n) {
        Py_ssize_t start = i++;
        int direction = 0, down = 0;
        for (; i < n; i++) {
            down = told(PySequence_Fast_GET_ITEM(sequence, i), PySequence_Fast_GET_ITEM(sequence, i - 1), Py_LT);
            if (down < 0) {
                return -1;
            }
            direction = i == start + 1 ? down : direction;
            if (down != direction) {
                break;
            }
        }
        Py_ssize_t run = i - start;
        int level = 0;
        while (run <= n >> (level + 1)) {
            level++;
        }
        comparisons += run * level + (n >> level) - run; /* log2 is linear between powers of two here */
    }
    return comparisons;
}

/* Where a list differs first from its snapshot; a removed element is the first of a run of one object. */
static Py_ssize_t
changed_at(const Call *call, PyObject *list)
{
    Py_ssize_t n = Py_MIN(call->measured, Py_SIZE(list)), i = 0;
    if (call->snapshot == NULL) {
        return Py_MAX(call->measured, 0);
    }
    while (i < n && call->snapshot[i] == PyList_GET_ITEM(list, i)) {
        i++;
    }
    while (i > 0 && i < call->measured && call->snapshot[i] == call->snapshot[i - 1]) {
        i--;
    }
    return i;
}

/* The elements taken from the iterable argument. */
static int64_t
consumed(const Hooks *h, const Call *call, PyObject *result)
{
    if (call->argument >= 0) {
        return call->argument;
    }
    if (call->pending >= 0) {
        Py_ssize_t left = pending_in(h, iterable_of(call));
        return Py_MAX(call->pending - Py_MAX(left, 0), 0);
    }
    if (call->receiver != NULL) {
        return Py_MAX(size_of(h, call->receiver) - call->before, 0);
    }
    int container = result != NULL && !PyUnicode_Check(result) && !PyBytes_Check(result);
    return container ? Py_MAX(length_of(h, result), 0) : 0;
}

/* `unit` per element taken from the iterable argument, and the step of a map, zip, filter or enumerate behind it. */
static int64_t
consumed_micro(const Hooks *h, const Call *call, PyObject *result, int64_t unit)
{
    if (call->pending >= 0) {
        PyTypeObject *type = Py_TYPE(iterable_of(call));
        if (type == &PyMap_Type) {
            unit += h->units[U_MAP_CALL];
        } else if (type == &PyZip_Type || type == &PyFilter_Type || type == &PyEnum_Type) {
            unit += h->units[U_LAZY_STEP];
        }
    }
    return work_times(unit, consumed(h, call, result));
}

/* zip() and enumerate() use one tuple again and again unless the elements are kept. */
static int64_t
pair_unit(const Hooks *h, const Call *call)
{
    PyTypeObject *type = call->pending < 0 ? NULL : Py_TYPE(iterable_of(call));
    return type == &PyZip_Type || type == &PyEnum_Type ? h->units[U_NEW_TUPLE] : 0;
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
            large = PyLong_Check(key) && int_digits(key) > 2;
        }
    } else if (PyAnySet_Check(result)) {
        PyObject *iterator = PySet_Type.tp_iter(result);
        while (!large && iterator != NULL && (key = PyIter_Next(iterator)) != NULL) {
            large = PyLong_Check(key) && int_digits(key) > 2;
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

/* A dict from a dict and a set from a set are clones: `b` per element, else `c`; an update clones into nothing. */
static int64_t
hashed_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *first = argument_at(call, 0), *box = call->receiver != NULL ? call->receiver : result;
    if (result == NULL || first == NULL || returns_itself(f, first, result)) {
        return 0;
    }
    int alike = (PyDict_Check(first) && PyDict_Check(box)) || (PyAnySet_Check(first) && PyAnySet_Check(box));
    int64_t unit = f->b != 0 && alike && call->before == 0 ? f->b : f->c;
    return work_plus(f->a, work_plus(consumed_micro(h, call, result, unit), clashes_micro(h, result)));
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
    int64_t comparisons = call->measured >= 0 ? call->measured : work_times(n, log2_ceiling(n));
    int tuples = n > 0 && sorted != NULL && PyList_Check(sorted) && Py_SIZE(sorted) > 0 &&
                 PyTuple_Check(PyList_GET_ITEM(sorted, 0)) && keyword(call, "key") == NULL;
    int64_t compare = tuples ? h->units[U_SORT_TUPLE] : f->b;
    return work_plus(work_times(f->a, n), work_times(compare, comparisons));
}

static int64_t
sum_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    int64_t micro = consumed_micro(h, call, NULL, f->a);
    PyObject *addends = argument_at(call, 0);
    if (result == NULL || addends == NULL || is_small(result) ||
        !(PyList_Check(addends) || PyTuple_Check(addends))) {
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

/* The list or tuple that sum() begins with, if it takes its addends from an iterator; NULL otherwise. */
static PyObject *
sequence_start(const Call *call)
{
    PyObject *addends = argument_at(call, 0);
    PyObject *start = call->nargs == 2 && call->kwnames == NULL ? call->args[1] : NULL;
    if (call->nargs == 1 && call->kwnames != NULL && PyTuple_GET_SIZE(call->kwnames) == 1) {
        start = keyword(call, "start");
    }
    if (start == NULL || !(PyList_Check(start) || PyTuple_Check(start)) || PyList_Check(addends) ||
        PyTuple_Check(addends)) {
        return NULL;
    }
    return start;
}

/* sum() of the sequences that an iterator gives, as the interpreter adds them up: each step copies all that came before, and
 * afterwards nobody can tell how long they were. */
static PyObject *
sum_sequences(const Call *call, PyObject *start, int64_t *copied)
{
    PyObject *iterator = PyObject_GetIter(call->args[0]), *item = NULL;
    PyObject *total = iterator == NULL ? NULL : Py_NewRef(start);
    while (total != NULL && (item = PyIter_Next(iterator)) != NULL) {
        Py_SETREF(total, PyNumber_Add(total, item));
        Py_DECREF(item);
        if (total != NULL && (PyList_Check(total) || PyTuple_Check(total))) {
            *copied = work_plus(*copied, Py_SIZE(total));
        }
    }
    if (PyErr_Occurred()) {
        Py_CLEAR(total);
    }
    Py_XDECREF(iterator);
    return total;
}

/* any() stops at the first true element, all() at the first false one: `c` is 1 for any(). */
static int64_t
quantifier_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *box = argument_at(call, 0);
    int early = result == (f->c ? Py_True : Py_False);
    if (early && box != NULL && (PyList_Check(box) || PyTuple_Check(box))) {
        Py_ssize_t i = 0;
        while (i < Py_SIZE(box) && told_truth(h, PySequence_Fast_GET_ITEM(box, i)) == !f->c) {
            i++;
        }
        return work_times(f->a, Py_MIN(i + 1, Py_SIZE(box)));
    }
    return consumed_micro(h, call, NULL, f->a);
}

#endif
