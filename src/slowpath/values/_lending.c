/* What lends the buffer of a memoryview to C code, and says so before. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

typedef struct {
    PyObject_HEAD
    PyObject *view; /* the memoryview whose buffer it is */
} Lender;

static PyObject *
lender_new(PyTypeObject *type, PyObject *arguments, PyObject *options)
{
    PyObject *view;
    if (!PyArg_UnpackTuple(arguments, "Lender", 1, 1, &view))
        return NULL;
    if (!PyMemoryView_Check(view) || (options != NULL && PyDict_GET_SIZE(options) > 0)) {
        PyErr_SetString(PyExc_TypeError, "Lender() takes a memoryview");
        return NULL;
    }
    Lender *self = (Lender *)type->tp_alloc(type, 0);
    if (self != NULL)
        self->view = Py_NewRef(view);
    return (PyObject *)self;
}

/* self.lend(changing): `changing` tells whether the borrower may write. One that asks for everything may, too: it finds out
 * whether it can. */
static int
lender_get(Lender *self, Py_buffer *buffer, int flags)
{
    int changing = (flags & PyBUF_WRITABLE) != 0 || (flags & PyBUF_INDIRECT) == PyBUF_INDIRECT;
    PyObject *told = PyObject_CallMethod((PyObject *)self, "lend", "O", changing ? Py_True : Py_False);
    if (told == NULL) {
        buffer->obj = NULL;
        return -1;
    }
    Py_DECREF(told);
    return PyObject_GetBuffer(self->view, buffer, flags);
}

static int
lender_traverse(Lender *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->view);
    return 0;
}

static int
lender_clear(Lender *self)
{
    Py_CLEAR(self->view);
    return 0;
}

static void
lender_dealloc(Lender *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    lender_clear(self);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMemberDef lender_members[] = {
    {"view", T_OBJECT_EX, offsetof(Lender, view), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyType_Slot lender_slots[] = {
    {Py_tp_doc, (void *)PyDoc_STR("Lends the buffer of a memoryview, and says so before.")},
    {Py_tp_new, lender_new},
    {Py_tp_traverse, lender_traverse},
    {Py_tp_clear, lender_clear},
    {Py_tp_dealloc, lender_dealloc},
    {Py_tp_members, lender_members},
    {Py_bf_getbuffer, lender_get},
    {0, NULL},
};

static PyType_Spec lender_spec = {
    .name = "slowpath.values._lending.Lender",
    .basicsize = sizeof(Lender),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = lender_slots,
};

static int
lending_exec(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &lender_spec, NULL);
    int status = type == NULL || PyModule_AddObjectRef(module, "Lender", type) < 0;
    Py_XDECREF(type);
    return status ? -1 : 0;
}

static PyModuleDef_Slot lending_slots[] = {
    {Py_mod_exec, lending_exec},
    {0, NULL},
};

static struct PyModuleDef module_definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "_lending",
    .m_doc = PyDoc_STR("Buffers that C code borrows."),
    .m_size = 0,
    .m_slots = lending_slots,
};

PyMODINIT_FUNC
PyInit__lending(void)
{
    return PyModuleDef_Init(&module_definition);
}
