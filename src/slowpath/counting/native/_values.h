/* Values whose order, equality and truth are known without running code of the target.
 *
 * An instance of a subclass counts as the value of its builtin type: methods it overrides are not asked, so that
 * the charge is the one for the builtin value.
 */
#ifndef SLOWPATH_VALUES_H
#define SLOWPATH_VALUES_H

#include "_ledger.h"

static inline int
is_scalar(PyObject *x)
{
    return PyLong_Check(x) || PyUnicode_Check(x) || PyBytes_Check(x) || x == Py_None ||
           is_instance(x, &PyFloat_Type) || is_instance(x, &PyComplex_Type);
}

/* True for a scalar whose hash and comparison are those of its builtin type. */
static inline int
is_exact(PyObject *x)
{
    return is_scalar(x) && !PyType_HasFeature(Py_TYPE(x), Py_TPFLAGS_HEAPTYPE);
}

static inline int
is_real(PyObject *x)
{
    return PyLong_Check(x) || is_instance(x, &PyFloat_Type);
}

/* The type that compares two scalars when it is asked with `a` on the left; NULL where none does. */
static PyTypeObject *
comparing_type(PyObject *a, PyObject *b)
{
    if (PyLong_Check(a) && PyLong_Check(b)) {
        return &PyLong_Type;
    }
    if (PyUnicode_Check(a) && PyUnicode_Check(b)) {
        return &PyUnicode_Type;
    }
    if (PyBytes_Check(a) && PyBytes_Check(b)) {
        return &PyBytes_Type;
    }
    if (is_instance(a, &PyFloat_Type) && is_real(b)) {
        return &PyFloat_Type;
    }
    return is_instance(a, &PyComplex_Type) && (is_real(b) || is_instance(b, &PyComplex_Type)) ? &PyComplex_Type
                                                                                                 : NULL;
}

/* 1 true, 0 false, -1 without an answer; `op` is Py_EQ or Py_LT. */
static int
scalars_told(PyObject *a, PyObject *b, int op)
{
    if (PyLong_Check(a) && PyLong_Check(b) && int_digits(a) <= 2 && int_digits(b) <= 2) {
        long long x = PyLong_AsLongLong(a), y = PyLong_AsLongLong(b);
        return op == Py_EQ ? x == y : x < y;
    }
    PyTypeObject *type = comparing_type(a, b);
    if (type == NULL && (type = comparing_type(b, a)) != NULL) {
        PyObject *swap = a;
        a = b;
        b = swap;
        op = op == Py_EQ ? Py_EQ : Py_GT;
    }
    if (type == NULL) {
        return op == Py_EQ ? a == b : -1;
    }
    Raised raised = raised_take();
    PyObject *answer = type->tp_richcompare(a, b, op);
    int told = answer == Py_True ? 1 : answer == Py_False ? 0 : -1;
    Py_XDECREF(answer);
    PyErr_Clear();
    raised_put(raised);
    return told;
}

/* The answer for scalars and for tuples of them; -1 where it needs code of the target. */
static int
told(PyObject *a, PyObject *b, int op)
{
    if (a == b) {
        return op == Py_EQ;
    }
    if (!PyTuple_Check(a) || !PyTuple_Check(b)) {
        int known = (is_scalar(a) || PyTuple_Check(a)) && (is_scalar(b) || PyTuple_Check(b));
        return known ? scalars_told(a, b, op) : -1;
    }
    Py_ssize_t m = PyTuple_GET_SIZE(a), n = PyTuple_GET_SIZE(b);
    for (Py_ssize_t i = 0; i < Py_MIN(m, n); i++) {
        PyObject *x = PyTuple_GET_ITEM(a, i), *y = PyTuple_GET_ITEM(b, i);
        if (x == y) {
            continue;
        }
        int same = is_scalar(x) && is_scalar(y) ? scalars_told(x, y, Py_EQ) : -1;
        if (same != 1) {
            return same < 0 || op == Py_EQ ? same : scalars_told(x, y, op);
        }
    }
    return op == Py_EQ ? m == n : m < n;
}

static inline int
told_equal(PyObject *a, PyObject *b)
{
    return told(a, b, Py_EQ);
}

/* True, false, or -1 where the truth of x needs code of the target. */
static int
told_truth(const Hooks *h, PyObject *x)
{
    if (PyLong_Check(x)) {
        return int_digits(x) > 0;
    }
    if (is_instance(x, &PyFloat_Type)) {
        return PyFloat_AS_DOUBLE(x) != 0.0;
    }
    if (x == Py_None) {
        return 0;
    }
    Py_ssize_t n = length_of(h, x);
    return n < 0 ? -1 : n > 0;
}

/* The value of the builtin type behind a scalar or a tuple of scalars; NULL, without an exception, for others. */
static PyObject *
exact_of(PyObject *x)
{
    PyObject *exact = NULL;
    if (is_exact(x)) {
        return Py_NewRef(x);
    }
    Raised raised = raised_take();
    if (PyLong_Check(x)) {
        exact = PyLong_Type.tp_as_number->nb_int(x);
    } else if (PyUnicode_Check(x)) {
        exact = PyUnicode_FromObject(x);
    } else if (PyBytes_Check(x)) {
        exact = PyBytes_FromStringAndSize(PyBytes_AS_STRING(x), PyBytes_GET_SIZE(x));
    } else if (is_instance(x, &PyFloat_Type)) {
        exact = PyFloat_FromDouble(PyFloat_AS_DOUBLE(x));
    } else if (PyTuple_Check(x)) {
        exact = PyTuple_New(PyTuple_GET_SIZE(x));
        for (Py_ssize_t i = 0; exact != NULL && i < PyTuple_GET_SIZE(x); i++) {
            PyObject *item = PyTuple_GET_ITEM(x, i);
            PyObject *part = is_scalar(item) ? exact_of(item) : NULL;
            if (part == NULL) {
                Py_CLEAR(exact);
            } else {
                PyTuple_SET_ITEM(exact, i, part);
            }
        }
    }
    PyErr_Clear();
    raised_put(raised);
    return exact;
}

/* True where reading the buffer of x runs code of the target: its class defines `__buffer__`, from Python 3.12 on. */
static int
has_own_buffer(PyObject *x)
{
#if PY_VERSION_HEX >= 0x030C0000
    static PyObject *name = NULL;
    if (!PyType_HasFeature(Py_TYPE(x), Py_TPFLAGS_HEAPTYPE)) {
        return 0;
    }
    if (name == NULL && (name = PyUnicode_InternFromString("__buffer__")) == NULL) {
        PyErr_Clear();
        return 1;
    }
    PyObject *reads = _PyType_Lookup(Py_TYPE(x), name);
    return reads != NULL && !Py_IS_TYPE(reads, &PyWrapperDescr_Type);
#else
    (void)x;
    return 0;
#endif
}

#endif
