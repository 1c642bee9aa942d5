/* What lends the buffer of a memoryview to C code, and says so before. */

#include "../counting/_extension.h"

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

#define LENDER_FIELDS(X) X(view)
COLLECTED(lender, Lender, LENDER_FIELDS)

static PyMemberDef lender_members[] = {
    {"view", T_OBJECT_EX, offsetof(Lender, view), READONLY, NULL},
    NO_MORE_MEMBERS,
};

TYPE_SPEC(lender, Lender, "slowpath.values._lending.Lender", Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
          {Py_tp_doc, (void *)PyDoc_STR("Lends the buffer of a memoryview, and says so before.")},
          {Py_tp_new, lender_new}, COLLECTED_SLOTS(lender), {Py_tp_members, lender_members},
          {Py_bf_getbuffer, lender_get});

ONE_TYPE_MODULE(_lending, "Buffers that C code borrows.", Lender, lender)
