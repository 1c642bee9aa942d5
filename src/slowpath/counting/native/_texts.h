/* Formulas of str, bytes and bytearray methods. */
#ifndef SLOWPATH_TEXTS_H
#define SLOWPATH_TEXTS_H

#include "_operands.h"

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
    if (result != NULL && PyLong_Check(result)) {
        Py_ssize_t found = PyLong_AsSsize_t(result);
        if (f->kind == RANGE) {
            hits = found;
        } else if (found >= 0) {
            passed = f->kind == SCAN ? found - start + width : end - found;
        }
    }
    return work_plus(work_times(width == 1 ? f->c : f->a, passed), work_times(f->b, hits));
}

/* An int limit given by position or by name, -1 where there is none. */
static Py_ssize_t
limit_of(const Call *call, Py_ssize_t index, const char *name)
{
    PyObject *named = keyword(call, name);
    return int_of(named != NULL ? named : argument_at(call, index), -1);
}

static int64_t
split_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    Py_ssize_t n = call->before, pieces = 0, searched = n;
    if (result != NULL && PyTuple_Check(result)) { /* partition */
        PyObject *rest = PyTuple_GET_ITEM(result, f->kind == SPLIT ? 2 : 0);
        searched = size_of(h, PyTuple_GET_ITEM(result, 1)) == 0 ? n : n - size_of(h, rest);
    } else if (result != NULL && PyList_Check(result)) {
        pieces = PyList_GET_SIZE(result);
        if (pieces > 0 && pieces - 1 == limit_of(call, 1, "maxsplit")) {
            searched = n - size_of(h, PyList_GET_ITEM(result, f->kind == SPLIT ? pieces - 1 : 0));
        }
    }
    return work_plus(work_times(f->a, searched), work_plus(work_times(f->b, pieces), work_times(f->c, n)));
}

static int64_t
strip_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    Py_ssize_t kept = size_of(h, result);
    int64_t copied = kept == call->before ? 0 : work_times(f->b, kept);
    return work_plus(copied, work_times(f->a, Py_MAX(call->before - kept, 0)));
}

/* How often a text or blob holds `needle`. */
static Py_ssize_t
count_of(PyObject *box, PyObject *needle)
{
    Py_ssize_t count = 0;
    Raised raised = raised_take();
    if (PyUnicode_Check(box)) {
        count = PyUnicode_Check(needle) ? PyUnicode_Count(box, needle, 0, PyUnicode_GET_LENGTH(box)) : 0;
    } else if (!has_own_buffer(needle)) {
        PyTypeObject *type = PyBytes_Check(box) ? &PyBytes_Type : &PyByteArray_Type;
        PyObject *answer = PyObject_CallMethod((PyObject *)type, "count", "OO", box, needle);
        count = answer == NULL ? 0 : PyLong_AsSsize_t(answer);
        Py_XDECREF(answer);
    }
    PyErr_Clear();
    raised_put(raised);
    return Py_MAX(count, 0);
}

/* The search of replace() ends at the last replacement it may make; the copy is made where there is any.
 * Replacements show in the change of length; where old and new are equally long, they are counted again. */
static int64_t
replaced_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *old = argument_at(call, 0), *new = argument_at(call, 1);
    Py_ssize_t n = call->before, width = length_of(h, old), more = length_of(h, new) - width;
    Py_ssize_t hits = 0, searched = n, limit = limit_of(call, 2, "count");
    if (result == NULL || new == NULL) {
        return 0;
    }
    if (result != call->receiver) {
        hits = more != 0 ? (size_of(h, result) - n) / more : count_of(call->receiver, old);
        hits = limit >= 0 ? Py_MIN(hits, limit) : hits;
    }
    if (limit >= 0 && hits == limit) {
        searched = 0;
        for (Py_ssize_t i = 0, at; i < limit && (at = find_from(call->receiver, old, searched)) >= 0; i++) {
            searched = at + Py_MAX(width, 1);
        }
    }
    /* Where the length changes, CPython counts what is to be replaced first. */
    int64_t unit = width == 1 ? h->units[more == 0 ? U_SCAN_CHARACTER : U_COUNT_CHARACTER]
                   : more == 0 ? h->units[U_SCAN_TEXT]
                               : f->a;
    int64_t made = hits == 0 ? 0 : work_plus(work_times(f->b, size_of(h, result)), work_times(f->c, hits));
    return work_plus(work_times(unit, searched), made);
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

#endif
