/* `yield from generator`: an item passes every level of delegation on its way out. */
#ifndef SLOWPATH_DELEGATE_H
#define SLOWPATH_DELEGATE_H

#include "_ledger.h"

/* Stands between a generator and the one it delegates to; forwards everything and charges each item. */
typedef struct {
    PyObject_HEAD
    Hooks *hooks;
    PyObject *site;
    PyObject *generator;
} Delegate;

#define DELEGATE_FIELDS(X) X(generator) X(hooks) X(site)
CONSTANT(delegate, Delegate, DELEGATE_FIELDS, (void)0)

static PyObject *
delegate_next(Delegate *self)
{
    PyObject *item = Py_TYPE(self->generator)->tp_iternext(self->generator);
    if (item != NULL) {
        charge_unit(self->hooks, self->site, U_DELEGATE, 1);
    }
    return item;
}

static PySendResult
delegate_send(PyObject *object, PyObject *value, PyObject **result)
{
    Delegate *self = (Delegate *)object;
    PySendResult status = PyIter_Send(self->generator, value, result);
    if (status == PYGEN_NEXT) {
        charge_unit(self->hooks, self->site, U_DELEGATE, 1);
    }
    return status;
}

/* send(), which Python 3.12 and later look up by name. */
static PyObject *
delegate_send_value(PyObject *self, PyObject *value)
{
    PyObject *result;
    PySendResult status = delegate_send(self, value, &result);
    if (status != PYGEN_RETURN) {
        return status == PYGEN_NEXT ? result : NULL;
    }
    PyObject *stop = PyObject_CallOneArg(PyExc_StopIteration, result);
    if (stop != NULL) {
        PyErr_SetObject(PyExc_StopIteration, stop);
        Py_DECREF(stop);
    }
    Py_DECREF(result);
    return NULL;
}

static PyObject *
delegate_throw(Delegate *self, PyObject *args)
{
    PyObject *method = PyObject_GetAttrString(self->generator, "throw");
    PyObject *item = method == NULL ? NULL : PyObject_CallObject(method, args);
    Py_XDECREF(method);
    return item;
}

static PyObject *
delegate_close(Delegate *self, PyObject *unused)
{
    (void)unused;
    return PyObject_CallMethod(self->generator, "close", NULL);
}

/* Whoever looks at `gi_yieldfrom` finds what the generator tells. */
static PyObject *
delegate_getattro(PyObject *self, PyObject *name)
{
    return attribute_here_or_in(self, ((Delegate *)self)->generator, name);
}

static PyMethodDef delegate_methods[] = {
    {"send", delegate_send_value, METH_O, NULL},
    {"throw", (PyCFunction)delegate_throw, METH_VARARGS, NULL},
    {"close", (PyCFunction)delegate_close, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

CONSTANT_TYPE_SPEC(delegate, Delegate, "slowpath.counting.native._hooks.Delegate", 0, delegate,
                   {Py_tp_getattro, delegate_getattro}, {Py_tp_iter, PyObject_SelfIter},
                   {Py_tp_iternext, delegate_next}, {Py_am_send, delegate_send},
                   {Py_tp_methods, delegate_methods});

static PyObject *
hooks_delegate(Hooks *h, PyObject *const *args, Py_ssize_t n)
{
    NEED(n, 2, "delegate");
    if (!PyGen_CheckExact(args[1])) {
        return Py_NewRef(args[1]);
    }
    Delegate *made = PyObject_GC_New(Delegate, h->delegate_type);
    if (made == NULL) {
        return NULL;
    }
    made->hooks = (Hooks *)Py_NewRef(h);
    made->site = Py_NewRef(args[0]);
    made->generator = Py_NewRef(args[1]);
    PyObject_GC_Track(made);
    return (PyObject *)made;
}

#endif
