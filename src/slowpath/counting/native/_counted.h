/* What stands for a regular expression's method or function that is kept, or handed to others: it charges each call,
 * whoever makes it, where it was taken from the pattern. In all else it answers as what it stands for. */
#ifndef SLOWPATH_COUNTED_H
#define SLOWPATH_COUNTED_H

#include "_calls.h"

static PyObject *
counted_call(PyObject *self, PyObject *const *args, size_t nargsf, PyObject *kwnames)
{
    Counted *counted = (Counted *)self;
    PyObject *site = Py_NewRef(counted->site); /* what is called may take the function elsewhere */
    PyObject *result =
        charged_call(counted->hooks, site, counted->formula, counted->callable, args, nargsf, kwnames);
    Py_DECREF(site);
    return result;
}

static PyObject *
counted_new(Hooks *h, PyObject *site, PyObject *f, const Formula *formula)
{
    PyTypeObject *type = PyCFunction_Check(f) ? h->counted_method : h->counted_function;
    Counted *made = PyObject_GC_New(Counted, type);
    if (made == NULL) {
        return NULL;
    }
    FILL_CHARGING(made, counted_call, h, site, f, formula);
    made->weak = NULL;
    PyObject_GC_Track(made);
    return (PyObject *)made;
}

/* f, or what stands for it. A method is made anew each time it is looked up; a function is one object, and so is what
 * stands for it, which charges where it was named last. */
static PyObject *
hooks_taken(Hooks *h, PyObject *const *args, Py_ssize_t n)
{
    NEED(n, 2, "taken");
    PyObject *site = args[0], *f = args[1];
    const Formula *formula = formula_of(h, f);
    if (formula == NULL || formula->kind != REGEX || is_counted(h, f)) {
        return Py_NewRef(f);
    }
    if (PyCFunction_Check(f) || PyMethod_Check(f)) {
        return counted_new(h, site, f, formula);
    }
    PyObject *known = PyDict_GetItemWithError(h->counted, f);
    if (known != NULL) {
        Py_SETREF(((Counted *)known)->site, Py_NewRef(site));
        return Py_NewRef(known);
    }
    PyObject *made = PyErr_Occurred() ? NULL : counted_new(h, site, f, formula);
    if (made != NULL && PyDict_SetItem(h->counted, f, made) < 0) {
        Py_CLEAR(made);
    }
    return made;
}

/* ---- Counted ---- */

#define COUNTED_FIELDS(X) X(hooks) X(site) X(callable)
CONSTANT(counted, Counted, COUNTED_FIELDS, if (self->weak != NULL) PyObject_ClearWeakRefs((PyObject *)self))

static PyObject *
counted_getattro(PyObject *self, PyObject *name)
{
    if (PyUnicode_CompareWithASCIIString(name, "__reduce_ex__") == 0 ||
        PyUnicode_CompareWithASCIIString(name, "__reduce__") == 0) {
        return PyObject_GenericGetAttr(self, name);
    }
    return PyObject_GetAttr(((Counted *)self)->callable, name);
}

static int
counted_setattro(PyObject *self, PyObject *name, PyObject *value)
{
    return PyObject_SetAttr(((Counted *)self)->callable, name, value);
}

static PyObject *
plain_of(PyObject *f)
{
    return Py_TYPE(f)->tp_dealloc == (destructor)counted_dealloc ? ((Counted *)f)->callable : f;
}

static PyObject *
counted_compare(PyObject *self, PyObject *other, int op)
{
    return PyObject_RichCompare(plain_of(self), plain_of(other), op);
}

static Py_hash_t
counted_hash(PyObject *self)
{
    return PyObject_Hash(((Counted *)self)->callable);
}

static PyObject *
counted_repr(PyObject *self)
{
    return PyObject_Repr(((Counted *)self)->callable);
}

/* A function is bound where it is found in a class. */
static PyObject *
counted_get(PyObject *self, PyObject *owner, PyObject *type)
{
    PyObject *callable = ((Counted *)self)->callable;
    descrgetfunc get = Py_TYPE(callable)->tp_descr_get;
    return get == NULL ? Py_NewRef(self) : get(callable, owner, type);
}

/* What is copied or pickled is what it stands for. */
static PyObject *
counted_reduce(Counted *self, PyObject *protocol)
{
    (void)protocol;
    PyObject *callable = self->callable;
    if (!PyFunction_Check(callable)) {
        return PyObject_CallMethod(callable, "__reduce__", NULL);
    }
    PyObject *module = PyImport_ImportModule("pkgutil");
    PyObject *resolve = module == NULL ? NULL : PyObject_GetAttrString(module, "resolve_name");
    Py_XDECREF(module);
    PyObject *named = resolve == NULL ? NULL : PyUnicode_FromFormat("%U:%U", ((PyFunctionObject *)callable)->func_module,
                                                                    ((PyFunctionObject *)callable)->func_qualname);
    if (named == NULL) {
        Py_XDECREF(resolve);
        return NULL;
    }
    return Py_BuildValue("N(N)", resolve, named);
}

/* plain(f): what f stands for, or f. */
static PyObject *
module_plain(PyObject *module, PyObject *f)
{
    (void)module;
    return Py_NewRef(plain_of(f));
}

/* charged(counted, f, *args, **kwargs): f(*args, **kwargs), charged where `counted` charges. */
static PyObject *
module_charged(PyObject *module, PyObject *const *args, Py_ssize_t n, PyObject *kwnames)
{
    (void)module;
    if (n < 2 || plain_of(args[0]) == args[0]) {
        PyErr_SetString(PyExc_TypeError, "charged() needs what charges, and a callable");
        return NULL;
    }
    Counted *counted = (Counted *)args[0];
    const Formula *formula = formula_of(counted->hooks, args[1]);
    size_t nargsf = (size_t)(n - 2) | PY_VECTORCALL_ARGUMENTS_OFFSET;
    if (formula == NULL) {
        return PyObject_Vectorcall(args[1], args + 2, nargsf, kwnames);
    }
    PyObject *site = Py_NewRef(counted->site);
    PyObject *result = charged_call(counted->hooks, site, formula, args[1], args + 2, nargsf, kwnames);
    Py_DECREF(site);
    return result;
}

static PyMethodDef counted_methods[] = {
    {"__reduce_ex__", (PyCFunction)counted_reduce, METH_O, NULL},
    {"__reduce__", (PyCFunction)counted_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef counted_members[] = {
    VECTORCALL_MEMBER(Counted, vectorcall),
    {"__weaklistoffset__", T_PYSSIZET, offsetof(Counted, weak), READONLY, NULL},
    NO_MORE_MEMBERS,
};

/* Both types have the names of those that they stand for. */
#define COUNTED_TYPE_SPEC(stem, dotted)                                                                          \
    CONSTANT_TYPE_SPEC(stem, Counted, dotted, Py_TPFLAGS_HAVE_VECTORCALL, counted,                               \
                       {Py_tp_call, PyVectorcall_Call}, {Py_tp_getattro, counted_getattro},                      \
                       {Py_tp_setattro, counted_setattro}, {Py_tp_richcompare, counted_compare},                 \
                       {Py_tp_hash, counted_hash}, {Py_tp_repr, counted_repr}, {Py_tp_descr_get, counted_get},   \
                       {Py_tp_methods, counted_methods}, {Py_tp_members, counted_members})
COUNTED_TYPE_SPEC(counted_method, "builtins.builtin_method");
COUNTED_TYPE_SPEC(counted_function, "builtins.function");

#endif
