/* A callable that shows its arguments to another one before it passes them on.

In C, so that no frame stands between a function and its caller: some functions look for it. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    vectorcallfunc called;
    PyObject *function; /* what `note` is told */
    PyObject *perform;  /* what is called */
    PyObject *note;     /* note(function, arguments, options) */
} Noting;

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
    if (noted(self, arguments, PyVectorcall_NARGS(flags), names) < 0)
        return NULL;
    return PyObject_Vectorcall(self->perform, arguments, flags, names);
}

static PyObject *
noting_new(PyTypeObject *type, PyObject *arguments, PyObject *options)
{
    static char *names[] = {"function", "perform", "note", NULL};
    PyObject *function, *perform, *note;
    if (!PyArg_ParseTupleAndKeywords(arguments, options, "OOO", names, &function, &perform, &note))
        return NULL;
    Noting *self = (Noting *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->called = noting_call;
    self->function = Py_NewRef(function);
    self->perform = Py_NewRef(perform);
    self->note = Py_NewRef(note);
    return (PyObject *)self;
}

static int
noting_traverse(Noting *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->function);
    Py_VISIT(self->perform);
    Py_VISIT(self->note);
    return 0;
}

static int
noting_clear(Noting *self)
{
    Py_CLEAR(self->function);
    Py_CLEAR(self->perform);
    Py_CLEAR(self->note);
    return 0;
}

static void
noting_dealloc(Noting *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    noting_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef noting_members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(Noting, called), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot noting_slots[] = {
    {Py_tp_doc, (void *)PyDoc_STR("A callable that shows its arguments to another one first.")},
    {Py_tp_new, noting_new},
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_traverse, noting_traverse},
    {Py_tp_clear, noting_clear},
    {Py_tp_dealloc, noting_dealloc},
    {Py_tp_members, noting_members},
    {0, NULL},
};

static PyType_Spec noting_spec = {
    .name = "slowpath.values._notes.Noting",
    .basicsize = sizeof(Noting),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_IMMUTABLETYPE,
    .slots = noting_slots,
};

static int
notes_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &noting_spec, NULL);
    int status = type == NULL || PyModule_AddObjectRef(module, "Noting", type) < 0;
    Py_XDECREF(type);
    return status ? -1 : 0;
}

static PyModuleDef_Slot notes_slots[] = {
    {Py_mod_exec, notes_exec},
    {0, NULL},
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_notes",
    .m_doc = PyDoc_STR("Callables that show their arguments first."),
    .m_size = 0,
    .m_slots = notes_slots,
};

PyMODINIT_FUNC
PyInit__notes(void)
{
    return PyModuleDef_Init(&module_definition);
}
