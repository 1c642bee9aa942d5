/* The operands of a call, as formulas see them. */
#ifndef SLOWPATH_OPERANDS_H
#define SLOWPATH_OPERANDS_H

#include "_operators.h"

/* What a formula sees of a call: the operands, and what is known of them before the call. */
typedef struct {
    PyObject *receiver; /* NULL: a function or a type */
    PyObject *const *args;
    Py_ssize_t nargs;
    PyObject *kwnames;
    Py_ssize_t source;   /* which argument is the iterable */
    Py_ssize_t before;   /* size of the receiver */
    Py_ssize_t argument; /* length of the iterable argument, -1 where it has none */
    Py_ssize_t pending;  /* elements left in the iterable argument, a builtin iterator; -1 */
    Py_ssize_t measured; /* what `prepare` found for SEEK, SORT; -1 */
    PyObject **snapshot; /* addresses of a list's elements; compared, never used */
} Call;

static inline PyObject *
argument_at(const Call *call, Py_ssize_t index)
{
    return index < call->nargs ? call->args[index] : NULL;
}

/* The argument that C code takes elements from. */
static inline PyObject *
iterable_of(const Call *call)
{
    return argument_at(call, call->source);
}

/* The argument of that name, NULL where it is not given or None. */
static PyObject *
keyword(const Call *call, const char *name)
{
    Py_ssize_t n = call->kwnames == NULL ? 0 : PyTuple_GET_SIZE(call->kwnames);
    for (Py_ssize_t i = 0; i < n; i++) {
        if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(call->kwnames, i), name) == 0) {
            PyObject *value = call->args[call->nargs + i];
            return value == Py_None ? NULL : value;
        }
    }
    return NULL;
}

/* The value of an int, or `missing`; objects with `__index__` count as missing, their code is not run twice. */
static Py_ssize_t
int_of(PyObject *x, Py_ssize_t missing)
{
    if (x == NULL || !PyLong_Check(x)) {
        return missing;
    }
    Raised raised = raised_take();
    Py_ssize_t value = PyLong_AsSsize_t(x);
    if (value == -1 && PyErr_Occurred()) {
        PyErr_Clear();
        value = _PyLong_Sign(x) < 0 ? PY_SSIZE_T_MIN / 2 : PY_SSIZE_T_MAX / 2;
    }
    raised_put(raised);
    return value;
}

static Py_ssize_t
int_at(const Call *call, Py_ssize_t index, Py_ssize_t missing)
{
    return int_of(argument_at(call, index), missing);
}

static inline Py_ssize_t
clamp(Py_ssize_t index, Py_ssize_t length)
{
    index = index < 0 ? index + length : index;
    return index < 0 ? 0 : Py_MIN(index, length);
}

/* True where a type gives back an instance of its own, as str(text) does. */
static inline int
returns_itself(const Formula *f, PyObject *first, PyObject *result)
{
    if (first == NULL || f->method) {
        return 0;
    }
    return result == first || (f->key == &PyUnicode_Type && PyUnicode_Check(first)) ||
           (f->key == &PyTuple_Type && PyTuple_Check(first)) || (f->key == &PyBytes_Type && PyBytes_Check(first)) ||
           (f->key == &PyFrozenSet_Type && PyFrozenSet_Check(first));
}

/* True where a text method gives back its receiver. */
static inline int
returns_receiver(const Call *call, PyObject *result)
{
    return result == call->receiver || (call->receiver != NULL && result != NULL && PyUnicode_Check(call->receiver) &&
                                        PyUnicode_Check(result) && PyUnicode_GET_LENGTH(result) == call->before);
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

#endif
