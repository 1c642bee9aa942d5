/* Calls: finding a callable's formula, calling, charging. */
#ifndef SLOWPATH_CALLS_H
#define SLOWPATH_CALLS_H

#include "_formulas.h"
#include "_regex.h"

/* f(*args), with the interpreter's own shortcuts for str(x) and int(x), which have no vectorcall. */
static inline PyObject *
perform(PyObject *f, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    if (kwnames == NULL && PyVectorcall_NARGS(nargsf) == 1) {
        if (f == (PyObject *)&PyUnicode_Type) {
            return PyObject_Str(args[0]);
        }
        if (f == (PyObject *)&PyLong_Type) {
            return PyNumber_Long(args[0]);
        }
    }
    return PyObject_Vectorcall(f, args, nargsf, kwnames);
}

static inline int
is_counted(const Hooks *h, PyObject *f)
{
    return Py_IS_TYPE(f, h->counted_method) || Py_IS_TYPE(f, h->counted_function);
}

static inline const Formula *
formula_of(const Hooks *h, PyObject *f)
{
    const void *key = f;
    if (is_counted(h, f)) {
        return ((Counted *)f)->formula;
    }
    if (PyCFunction_Check(f)) {
        key = ((PyCFunctionObject *)f)->m_ml;
    } else if (Py_IS_TYPE(f, &PyMethodDescr_Type)) {
        key = ((PyMethodDescrObject *)f)->d_method;
    } else if (PyMethod_Check(f)) {
        key = PyMethod_GET_FUNCTION(f);
    }
    size_t slot = ((uintptr_t)key >> 4) * 0x9E3779B97F4A7C15u >> 20;
    for (slot &= h->mask; h->table[slot].key != NULL; slot = (slot + 1) & h->mask) {
        if (h->table[slot].key == key) {
            return &h->table[slot];
        }
    }
    return NULL;
}

/* Note the methods of patterns among the arguments of a function, and the options of a method: C code calls them, and what
 * they do is not counted. */
static void
note_handed(const Hooks *h, PyObject *site, const Formula *formula, PyObject *const *args, size_t nargsf,
            PyObject *kwnames)
{
    Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
    Py_ssize_t count = nargs + (kwnames == NULL ? 0 : PyTuple_GET_SIZE(kwnames));
    for (Py_ssize_t i = formula->method ? nargs : 0; i < count; i++) {
        const Formula *handed = PyCFunction_Check(args[i]) || PyMethod_Check(args[i]) ? formula_of(h, args[i]) : NULL;
        if (handed != NULL && handed->kind == REGEX) {
            note_lost(h, site, handed->name);
        }
    }
}

static PyObject *charged_call(Hooks *, PyObject *, const Formula *, PyObject *, PyObject *const *, size_t, PyObject *);

/* A function written in Python that is bound to its first argument, as re.Scanner.scan is. */
static PyObject *
bound_call(Hooks *h, PyObject *site, const Formula *formula, PyObject *method, PyObject *const *args, size_t nargsf,
           PyObject *kwnames)
{
    size_t nargs = (size_t)PyVectorcall_NARGS(nargsf);
    size_t count = nargs + (kwnames == NULL ? 0 : (size_t)PyTuple_GET_SIZE(kwnames));
    PyObject **all = PyMem_New(PyObject *, count + 1);
    if (all == NULL) {
        return PyErr_NoMemory();
    }
    all[0] = PyMethod_GET_SELF(method);
    for (size_t i = 0; i < count; i++) {
        all[i + 1] = args[i];
    }
    Py_INCREF(method);
    PyObject *result = charged_call(h, site, formula, PyMethod_GET_FUNCTION(method), all, nargs + 1, kwnames);
    Py_DECREF(method);
    PyMem_Free(all);
    return result;
}

/* A method called unbound finds its receiver in the first argument. */
static PyObject *
charged_call(Hooks *h, PyObject *site, const Formula *formula, PyObject *f, PyObject *const *args, size_t nargsf,
             PyObject *kwnames)
{
    if (is_counted(h, f)) {
        f = ((Counted *)f)->callable;
    }
    if (PyMethod_Check(f)) {
        return bound_call(h, site, formula, f, args, nargsf, kwnames);
    }
    if (formula->kind == LOST) {
        PyObject *result = PyObject_Vectorcall(f, args, nargsf, kwnames);
        note_lost(h, site, formula->name);
        return result;
    }
    Call call = {NULL, args, PyVectorcall_NARGS(nargsf), kwnames, formula->kind == REDUCE, 0, -1, -1, -1, NULL};
    if (formula->method) {
        if (PyCFunction_Check(f)) {
            call.receiver = PyCFunction_GET_SELF(f);
        } else if (call.nargs > 0) {
            call.receiver = args[0];
            call.args++;
            call.nargs--;
        }
    }
    if (formula->kind == REGEX) {
        return regex_call(h, site, formula, f, &call, args, nargsf);
    }
    note_handed(h, site, formula, args, nargsf, kwnames);
    prepare(h, formula, &call);
    int64_t copied = 0;
    PyObject *start = formula->kind == SUM ? sequence_start(&call) : NULL;
    PyObject *result = start != NULL ? sum_sequences(&call, start, &copied) : perform(f, args, nargsf, kwnames);
    int64_t micro = work_plus(formula->base, call_micro(h, formula, &call, result));
    micro = work_plus(micro, work_times(formula->b, copied));
    PyMem_Free(call.snapshot);
    charge(h, site, micro);
    return result;
}

static PyObject *
hooks_call(Hooks *h, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    if (n < 2) {
        PyErr_SetString(PyExc_TypeError, "call() needs a site and a callable");
        return NULL;
    }
    const Formula *formula = formula_of(h, args[1]);
    size_t nargsf = (size_t)(n - 2) | PY_VECTORCALL_ARGUMENTS_OFFSET;
    if (formula == NULL) {
        return PyObject_Vectorcall(args[1], args + 2, nargsf, kwnames);
    }
    return charged_call(h, args[0], formula, args[1], args + 2, nargsf, kwnames);
}

#if PY_VERSION_HEX >= 0x030D0000 /* exported, but no longer declared in a public header */
PyAPI_FUNC(int) _PyObject_GetMethod(PyObject *, PyObject *, PyObject **);
#endif

/* The arguments of a call of a picked method, its receiver before them. Where the caller leaves room for it, it is put there
 * for the time of the call. */
static PyObject *
received_call(Picked *picked, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
    PyObject **all = (PyObject **)args - 1, **copy = NULL, *before = NULL;
    if (nargsf & PY_VECTORCALL_ARGUMENTS_OFFSET) {
        before = all[0];
    } else {
        size_t count = (size_t)nargs + (kwnames == NULL ? 0 : (size_t)PyTuple_GET_SIZE(kwnames));
        all = copy = PyMem_New(PyObject *, count + 1);
        if (copy == NULL) {
            return PyErr_NoMemory();
        }
        memcpy(copy + 1, args, count * sizeof(PyObject *));
    }
    all[0] = picked->receiver;
    PyObject *result = charged_call(picked->hooks, picked->site, picked->formula, picked->callable, all,
                                    (size_t)nargs + 1, kwnames);
    if (copy == NULL) {
        all[0] = before;
    }
    PyMem_Free(copy);
    return result;
}

static PyObject *
picked_call(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Picked *picked = (Picked *)self;
    if (picked->receiver != NULL) {
        return received_call(picked, args, nargsf, kwnames);
    }
    return charged_call(picked->hooks, picked->site, picked->formula, picked->callable, args, nargsf, kwnames);
}

static PyObject *
picked_new(Hooks *h, PyObject *site, const Formula *formula, PyObject *f, PyObject *receiver)
{
    Picked *picked = h->spare;
    if (picked != NULL) {
        h->spare = NULL;
        PyObject_Init((PyObject *)picked, h->picked_type);
    } else if ((picked = PyObject_GC_New(Picked, h->picked_type)) == NULL) {
        return NULL;
    }
    FILL_CHARGING(picked, picked_call, h, site, f, formula);
    picked->receiver = Py_XNewRef(receiver);
    PyObject_GC_Track(picked);
    return (PyObject *)picked;
}

/* f, or what charges it: the call itself is the target's own, so that a callee in Python adds no frame in C. */
static PyObject *
hooks_pick(Hooks *h, PyObject *const *args, Py_ssize_t n)
{
    NEED(n, 2, "pick");
    const Formula *formula = formula_of(h, args[1]);
    return formula == NULL ? Py_NewRef(args[1]) : picked_new(h, args[0], formula, args[1], NULL);
}

/* receiver.name, or what charges it, found as the interpreter finds it. */
static PyObject *
hooks_method(Hooks *h, PyObject *const *args, Py_ssize_t n)
{
    NEED(n, 3, "method");
    PyObject *name = args[1], *receiver = args[2], *f = NULL;
    if (!PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_TypeError, "method() needs a site, a name and a receiver");
        return NULL;
    }
    int unbound = _PyObject_GetMethod(receiver, name, &f);
    if (f == NULL) {
        return NULL;
    }
    const Formula *formula = formula_of(h, f);
    PyObject *made = formula != NULL ? picked_new(h, args[0], formula, f, unbound ? receiver : NULL)
                     : unbound       ? Py_TYPE(f)->tp_descr_get(f, receiver, (PyObject *)Py_TYPE(receiver))
                                     : Py_NewRef(f);
    Py_DECREF(f);
    return made;
}

#endif
