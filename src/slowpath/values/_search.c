/* A search for a symbolic value in what some values hold, the nearest first.

In C, since every call of code outside the scope asks: in Python the answer "none" took two thirds of such a call. How the
values of a type are looked into is decided in held.py; builtin containers and namespaces are read here. Types are compared by
identity, so no code of a metaclass runs. */

#include "../counting/_extension.h"

#define MOST_TYPES 24 /* in one of the sets of types that a search is made of */
#define NEAR 64       /* identities that are kept on the stack; a power of two */
#define KEPT 64       /* types whose reading is at hand; a power of two */

typedef struct {
    PyTypeObject *types[MOST_TYPES];
    Py_ssize_t count;
} Types;

typedef struct {
    PyObject_HEAD
    vectorcallfunc called;
    Types plain;        /* hold nothing */
    Types leaves;       /* are symbolic */
    Types items;        /* builtin containers that are iterated over */
    PyObject *kinds;    /* owns all these types */
    PyObject *reading;  /* reading(type): may_lend, is_type, is_object, readers; the reader None is the namespace */
    PyObject *kept;     /* a list of KEPT pairs: a weak reference to a type, and its reading */
    Py_ssize_t most;    /* values that are looked at */
} HeldSearch;

static int
is_among(const Types *types, PyTypeObject *type)
{
    for (Py_ssize_t i = 0; i < types->count; i++)
        if (types->types[i] == type)
            return 1;
    return 0;
}

/* Identities that were seen: a table with open addresses, at most half full. */
typedef struct {
    PyObject *near[NEAR];
    PyObject **table;
    size_t size, used;
} Seen;

static size_t
place_of(PyObject **table, size_t size, PyObject *value)
{
    size_t at = ((size_t)value >> 4) * 11400714819323198485u >> 20 & (size - 1);
    while (table[at] != NULL && table[at] != value)
        at = (at + 1) & (size - 1);
    return at;
}

static int
grow(Seen *seen)
{
    size_t size = seen->size * 4;
    PyObject **table = PyMem_Calloc(size, sizeof(PyObject *));
    if (table == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < seen->size; i++)
        if (seen->table[i] != NULL)
            table[place_of(table, size, seen->table[i])] = seen->table[i];
    if (seen->table != seen->near)
        PyMem_Free(seen->table);
    seen->table = table;
    seen->size = size;
    return 0;
}

/* 1 if a value is new among those that were seen, 0 if not, -1 with an exception. */
static int
is_new(Seen *seen, PyObject *value)
{
    size_t at = place_of(seen->table, seen->size, value);
    if (seen->table[at] != NULL)
        return 0;
    seen->table[at] = value;
    seen->used++;
    return seen->used * 2 > seen->size && grow(seen) < 0 ? -1 : 1;
}

static int
wait_for(HeldSearch *self, PyObject *waiting, PyObject *part)
{
    return is_among(&self->plain, Py_TYPE(part)) ? 0 : PyList_Append(waiting, part);
}

static int
wait_for_items(HeldSearch *self, PyObject *waiting, PyObject *parts)
{
    if (PyList_CheckExact(parts) || PyTuple_CheckExact(parts)) {
        for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(parts); i++)
            if (wait_for(self, waiting, PySequence_Fast_GET_ITEM(parts, i)) < 0)
                return -1;
        return 0;
    }
    PyObject *iterator = PyObject_GetIter(parts), *part;
    if (iterator == NULL)
        return -1;
    while ((part = PyIter_Next(iterator)) != NULL) {
        int status = wait_for(self, waiting, part);
        Py_DECREF(part);
        if (status < 0)
            break;
    }
    Py_DECREF(iterator);
    return PyErr_Occurred() ? -1 : 0;
}

/* The values of a dict, behind its keys if these are wanted. No code of the target runs meanwhile. */
static int
wait_for_entries(HeldSearch *self, PyObject *waiting, PyObject *entries, int with_keys)
{
    for (int keys = with_keys; keys >= 0; keys--) {
        PyObject *key, *value;
        Py_ssize_t at = 0;
        while (PyDict_Next(entries, &at, &key, &value))
            if (wait_for(self, waiting, keys ? key : value) < 0)
                return -1;
    }
    return 0;
}

/* The attributes of an instance, whatever it says of itself. */
static int
wait_for_namespace(HeldSearch *self, PyObject *waiting, PyObject *value)
{
    PyObject *name = PyUnicode_InternFromString("__dict__");
    PyObject *names = name == NULL ? NULL : PyObject_GenericGetAttr(value, name);
    Py_XDECREF(name);
    if (names == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError))
            return -1;
        PyErr_Clear();
        return 0;
    }
    int status = PyDict_Check(names) ? wait_for_entries(self, waiting, names, 0) : 0;
    Py_DECREF(names);
    return status;
}

static int
wait_for_parts(HeldSearch *self, PyObject *waiting, PyObject *value, PyObject *readers)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(readers); i++) {
        PyObject *reader = PyTuple_GET_ITEM(readers, i);
        if (reader == Py_None) {
            if (wait_for_namespace(self, waiting, value) < 0)
                return -1;
            continue;
        }
        PyObject *parts = PyObject_CallOneArg(reader, value);
        int status = parts == NULL ? -1 : wait_for_items(self, waiting, parts);
        Py_XDECREF(parts);
        if (status < 0)
            return -1;
    }
    return 0;
}

/* Whether a value lends a symbolic buffer; -1 with an exception. */
static int
is_lending(PyObject *value)
{
    PyObject *trace = PyObject_GetAttrString(value, "trace");
    int lends = trace == NULL ? -1 : trace != Py_None;
    Py_XDECREF(trace);
    return lends;
}

static int
refers_to(PyObject *reference, PyObject *value)
{
#if PY_VERSION_HEX >= 0x030D0000
    PyObject *found;
    if (PyWeakref_GetRef(reference, &found) <= 0)
        return 0;
    Py_DECREF(found);
    return found == value;
#else
    return PyWeakref_GET_OBJECT(reference) == value;
#endif
}

/* How the values of a type are looked into. The type is not kept alive, and an address may be used again. */
static PyObject *
reading_of(HeldSearch *self, PyObject *type)
{
    Py_ssize_t at = 2 * (Py_ssize_t)(((size_t)type >> 4) * 11400714819323198485u >> 20 & (KEPT - 1));
    PyObject *known = PyList_GET_ITEM(self->kept, at);
    if (known != Py_None && refers_to(known, type))
        return Py_NewRef(PyList_GET_ITEM(self->kept, at + 1));
    PyObject *reading = PyObject_CallOneArg(self->reading, type);
    PyObject *reference = reading == NULL ? NULL : PyWeakref_NewRef(type, NULL);
    if (reference == NULL) {
        Py_XDECREF(reading);
        return NULL;
    }
    PyList_SetItem(self->kept, at, reference);
    PyList_SetItem(self->kept, at + 1, Py_NewRef(reading));
    return reading;
}

typedef enum { FAILED = -1, ON, FOUND, OVER } Step;

/* Look at a value whose type is neither plain nor a builtin container. */
static Step
look_into(HeldSearch *self, PyObject *waiting, PyObject *value, Seen *seen, Py_ssize_t *objects)
{
    if (is_among(&self->leaves, Py_TYPE(value)))
        return FOUND;
    PyObject *reading = reading_of(self, (PyObject *)Py_TYPE(value));
    int may_lend, is_type, is_object, status;
    PyObject *readers;
    Step step = FAILED;
    if (reading == NULL || !PyArg_ParseTuple(reading, "pppO!", &may_lend, &is_type, &is_object, &PyTuple_Type, &readers))
        goto done;
    if (may_lend && (status = is_lending(value)) != 0) {
        step = status < 0 ? FAILED : FOUND;
        goto done;
    }
    step = ON;
    if (is_type)
        goto done;
    if ((Py_ssize_t)seen->used == self->most) {
        step = seen->table[place_of(seen->table, seen->size, value)] == NULL ? OVER : ON;
        goto done;
    }
    if ((status = is_new(seen, value)) <= 0) {
        step = status < 0 ? FAILED : ON;
        goto done;
    }
    if (is_object && --*objects < 0)
        goto done;
    if (wait_for_parts(self, waiting, value, readers) < 0)
        step = FAILED;
done:
    Py_XDECREF(reading);
    return step;
}

/* Look at a builtin container. */
static Step
look_through(HeldSearch *self, PyObject *waiting, PyObject *value, Seen *seen)
{
    if ((Py_ssize_t)seen->used == self->most)
        return seen->table[place_of(seen->table, seen->size, value)] == NULL ? OVER : ON;
    int status = is_new(seen, value);
    if (status == 0)
        return ON;
    if (status > 0)
        status = PyDict_CheckExact(value) ? wait_for_entries(self, waiting, value, 1)
                                          : wait_for_items(self, waiting, value);
    return status < 0 ? FAILED : ON;
}

/* A symbolic value in what waits, which grows; None if there is none. */
static PyObject *
search_among(HeldSearch *self, PyObject *waiting, Py_ssize_t objects)
{
    Seen seen = {.near = {NULL}, .size = NEAR, .used = 0};
    seen.table = seen.near;
    Step step = ON;
    PyObject *value = NULL;
    for (Py_ssize_t i = 0; step == ON && i < PyList_GET_SIZE(waiting); i++) {
        value = PyList_GET_ITEM(waiting, i);
        if (PyDict_CheckExact(value) || is_among(&self->items, Py_TYPE(value)))
            step = look_through(self, waiting, value, &seen);
        else
            step = look_into(self, waiting, value, &seen, &objects);
    }
    if (seen.table != seen.near)
        PyMem_Free(seen.table);
    if (step == FAILED)
        return NULL;
    return Py_NewRef(step == FOUND ? value : Py_None);
}

static PyObject *
search_call(PyObject *callable, PyObject *const *arguments, size_t flags, PyObject *names)
{
    HeldSearch *self = (HeldSearch *)callable;
    if (PyVectorcall_NARGS(flags) != 2 || names != NULL || !(PyTuple_Check(arguments[0]) || PyList_Check(arguments[0]))) {
        PyErr_SetString(PyExc_TypeError, "a search is given a tuple or a list of values and a number of objects");
        return NULL;
    }
    Py_ssize_t objects = PyLong_AsSsize_t(arguments[1]), at = 0, count = PySequence_Fast_GET_SIZE(arguments[0]);
    if (objects == -1 && PyErr_Occurred())
        return NULL;
    while (at < count && is_among(&self->plain, Py_TYPE(PySequence_Fast_GET_ITEM(arguments[0], at))))
        at++;
    if (at == count)
        return Py_NewRef(Py_None); /* as in most calls */
    PyObject *waiting = PyList_New(0), *found = NULL;
    if (waiting != NULL && wait_for_items(self, waiting, arguments[0]) == 0)
        found = search_among(self, waiting, objects);
    Py_XDECREF(waiting);
    return found;
}

static int
take_types(Types *types, PyObject *given)
{
    types->count = 0;
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(given); i++) {
        if (!PyType_Check(PyTuple_GET_ITEM(given, i)) || types->count == MOST_TYPES) {
            PyErr_Format(PyExc_TypeError, "a search is made of at most %d types of a sort", MOST_TYPES);
            return -1;
        }
        types->types[types->count++] = (PyTypeObject *)PyTuple_GET_ITEM(given, i);
    }
    return 0;
}

static PyObject *
search_new(PyTypeObject *type, PyObject *arguments, PyObject *options)
{
    static char *names[] = {"plain", "leaves", "items", "reading", "most", NULL};
    PyObject *plain, *leaves, *items, *reading;
    Py_ssize_t most;
    if (!PyArg_ParseTupleAndKeywords(arguments, options, "O!O!O!On", names, &PyTuple_Type, &plain, &PyTuple_Type, &leaves,
                                     &PyTuple_Type, &items, &reading, &most))
        return NULL;
    HeldSearch *self = (HeldSearch *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->called = search_call;
    self->reading = Py_NewRef(reading);
    self->most = most;
    self->kinds = PyTuple_Pack(3, plain, leaves, items);
    self->kept = PyList_New(2 * KEPT);
    for (Py_ssize_t i = 0; self->kept != NULL && i < 2 * KEPT; i++)
        PyList_SET_ITEM(self->kept, i, Py_NewRef(Py_None));
    if (self->kinds == NULL || self->kept == NULL || take_types(&self->plain, plain) < 0 || take_types(&self->leaves, leaves) < 0 ||
        take_types(&self->items, items) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

#define SEARCH_FIELDS(X) X(kinds) X(reading) X(kept)
COLLECTED(search, HeldSearch, SEARCH_FIELDS)

CALLABLE_TYPE_SPEC(search, HeldSearch, "slowpath.values._search.HeldSearch",
                   "A search for a symbolic value in what some values hold.");

ONE_TYPE_MODULE(_search, "A search for symbolic values.", HeldSearch, search)
