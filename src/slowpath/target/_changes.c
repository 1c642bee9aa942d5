/* Which containers hold other objects than they did: asked between two runs, of all that a target's modules hold. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* Whether two dictionaries hold the same objects in the same order. */
static int
same_entries(PyObject *names, PyObject *saved)
{
    PyObject *key, *value, *saved_key, *saved_value;
    Py_ssize_t place = 0, saved_place = 0;
    if (PyDict_GET_SIZE(names) != PyDict_GET_SIZE(saved))
        return 0;
    while (PyDict_Next(saved, &saved_place, &saved_key, &saved_value))
        if (!PyDict_Next(names, &place, &key, &value) || key != saved_key || value != saved_value)
            return 0;
    return 1;
}

static int
same_namespace(PyTypeObject *type, PyObject *saved)
{
#if PY_VERSION_HEX >= 0x030c0000
    PyObject *names = PyType_GetDict(type);
#else
    PyObject *names = Py_XNewRef(type->tp_dict);
#endif
    int same = names != NULL && same_entries(names, saved);
    Py_XDECREF(names);
    return same;
}

/* Equality, for containers that do not show their items. An error of a target's `__eq__` is a difference. */
static int
equal(PyObject *answer)
{
    int same = answer == Py_True;
    if (answer == NULL)
        PyErr_Clear();
    Py_XDECREF(answer);
    return same;
}

static int
same(PyObject *holder, PyObject *saved)
{
    if (PyType_Check(holder))
        return PyDict_Check(saved) && same_namespace((PyTypeObject *)holder, saved);
    if (PyCell_Check(holder)) {
        PyObject *content = PyCell_GET(holder);
        return PyTuple_GET_SIZE(saved) == 0 ? content == NULL : content == PyTuple_GET_ITEM(saved, 0);
    }
    if (PyList_Check(holder) && PyList_Check(saved)) {
        Py_ssize_t size = PyList_GET_SIZE(holder);
        return size == PyList_GET_SIZE(saved)
               && (size == 0
                   || memcmp(((PyListObject *)holder)->ob_item, ((PyListObject *)saved)->ob_item,
                             size * sizeof(PyObject *)) == 0);
    }
    if (PyDict_Check(holder) && PyDict_Check(saved)) {
        if (!same_entries(holder, saved))
            return 0;
        return !PyODict_Check(holder) || equal(PyODict_Type.tp_richcompare(holder, saved, Py_EQ));
    }
    if (PySet_Check(holder) && PySet_Check(saved))
        return equal(PySet_Type.tp_richcompare(holder, saved, Py_EQ));
    return equal(PyObject_RichCompare(holder, saved, Py_EQ));
}

PyDoc_STRVAR(changed_doc,
"changed(holders, contents)\n--\n\n"
"Return the places of the holders that no longer hold the very objects of their contents, in their order.\n\n"
"A content is a copy of its holder: of a class, a dictionary of its names; of a cell, a tuple of what is in it.");

static PyObject *
changed(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 2 || !PyList_Check(arguments[0]) || !PyList_Check(arguments[1])
        || PyList_GET_SIZE(arguments[0]) != PyList_GET_SIZE(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "changed() takes two lists of one length");
        return NULL;
    }
    PyObject *holders = arguments[0], *contents = arguments[1], *places = PyList_New(0);
    if (places == NULL)
        return NULL;
    for (Py_ssize_t place = 0; place < PyList_GET_SIZE(holders); place++) {
        PyObject *holder = PyList_GET_ITEM(holders, place);
        /* What is in a cell is read from a tuple. */
        if (PyCell_Check(holder) && !PyTuple_Check(PyList_GET_ITEM(contents, place))) {
            Py_DECREF(places);
            PyErr_SetString(PyExc_TypeError, "the content of a cell is a tuple");
            return NULL;
        }
        if (same(holder, PyList_GET_ITEM(contents, place)))
            continue;
        PyObject *number = PyLong_FromSsize_t(place);
        if (number == NULL || PyList_Append(places, number) < 0) {
            Py_XDECREF(number);
            Py_DECREF(places);
            return NULL;
        }
        Py_DECREF(number);
    }
    return places;
}

static PyMethodDef methods[] = {
    {"changed", (PyCFunction)(void (*)(void))changed, METH_FASTCALL, changed_doc},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_changes",
    .m_doc = PyDoc_STR("What a run has changed."),
    .m_size = 0,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit__changes(void)
{
    return PyModuleDef_Init(&module_definition);
}
