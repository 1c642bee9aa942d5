/* A callable that shows its arguments to another one before it passes them on.

With `skip_plain`, calls with nothing but numbers, text, bytes and None are passed on at once: most are such.

In C, so that no frame stands between a function and its caller: some functions look for it. */

#include "../counting/_extension.h"

typedef struct {
    PyObject_HEAD
    vectorcallfunc called;
    PyObject *function; /* what `note` is told */
    PyObject *perform;  /* what is called */
    PyObject *note;     /* note(function, arguments, options) */
    int skip_plain;     /* do not call `note` if all arguments are plain */
} Noting;

/* Whether a value is of a type that holds nothing and is never symbolic. */
static int
is_plain(PyObject *value)
{
    PyTypeObject *type = Py_TYPE(value);
    return value == Py_None || type == &PyLong_Type || type == &PyUnicode_Type || type == &PyFloat_Type
        || type == &PyBool_Type || type == &PyBytes_Type || type == &PyComplex_Type;
}

static int
all_plain(PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    if (names != NULL)
        count += PyTuple_GET_SIZE(names);
    for (Py_ssize_t i = 0; i < count; i++)
        if (!is_plain(arguments[i]))
            return 0;
    return 1;
}

static int
noted(Noting *self, PyObject *const *arguments, Py_ssize_t count, PyObject *names)
{
    PyObject *given = PyTuple_New(count), *options = PyDict_New(), *result = NULL;
    if (given == NULL || options == NULL)
        goto done;
    for (Py_ssize_t i = 0; i < count; i++)
        PyTuple_SET_ITEM(given, i, Py_NewRef(arguments[i]));
    for (Py_ssize_t i = 0; names != NULL && i < PyTuple_GET_SIZE(names); i++)
        if (PyDict_SetItem(options, PyTuple_GET_ITEM(names, i), arguments[count + i]) < 0)
            goto done;
    result = PyObject_CallFunctionObjArgs(self->note, self->function, given, options, NULL);
done:
    Py_XDECREF(given);
    Py_XDECREF(options);
    Py_XDECREF(result);
    return result == NULL ? -1 : 0;
}

static PyObject *
noting_call(PyObject *callable, PyObject *const *arguments, size_t flags, PyObject *names)
{
    Noting *self = (Noting *)callable;
    Py_ssize_t count = PyVectorcall_NARGS(flags);
    if (!(self->skip_plain && all_plain(arguments, count, names)) && noted(self, arguments, count, names) < 0)
        return NULL;
    return PyObject_Vectorcall(self->perform, arguments, flags, names);
}

static PyObject *
noting_new(PyTypeObject *type, PyObject *arguments, PyObject *options)
{
    static char *names[] = {"function", "perform", "note", "skip_plain", NULL};
    PyObject *function, *perform, *note;
    int skip_plain = 0;
    if (!PyArg_ParseTupleAndKeywords(arguments, options, "OOO|p", names, &function, &perform, &note, &skip_plain))
        return NULL;
    Noting *self = (Noting *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->called = noting_call;
    self->function = Py_NewRef(function);
    self->perform = Py_NewRef(perform);
    self->note = Py_NewRef(note);
    self->skip_plain = skip_plain;
    return (PyObject *)self;
}

#define NOTING_FIELDS(X) X(function) X(perform) X(note)
COLLECTED(noting, Noting, NOTING_FIELDS)

CALLABLE_TYPE_SPEC(noting, Noting, "slowpath.values._notes.Noting",
                   "A callable that shows its arguments to another one first.");

ONE_TYPE_MODULE(_notes, "Callables that show their arguments first.", Noting, noting)
