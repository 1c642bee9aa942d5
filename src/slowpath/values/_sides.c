/* Binary operations and comparisons that let a symbolic number on the right answer for a plain one on the left.

Python asks the left operand first, unless the type of the right one is a subclass of its type: `1.5 - x` and `True < x`
never reach the methods of a symbolic integer x. Which operands these are is decided here as far as types tell at once. */

#include "../counting/_extension.h"
#include "../counting/_pairs.h"

typedef struct {
    const char *name;
    size_t slot; /* of PyNumberMethods; 0 for comparisons, where `relation` counts */
    binaryfunc perform;
    int relation;
} Operation;

static PyObject *
power(PyObject *left, PyObject *right)
{
    return PyNumber_Power(left, right, Py_None);
}

#define DEEPEST 4 /* lists in lists, as in sides.py */
#define NUMBER(name, slot, function) {name, offsetof(PyNumberMethods, slot), function, -1}
#define RELATION(name, relation) {name, 0, NULL, relation}

static const Operation operations[] = {
    NUMBER("add", nb_add, PyNumber_Add), NUMBER("sub", nb_subtract, PyNumber_Subtract),
    NUMBER("mul", nb_multiply, PyNumber_Multiply), NUMBER("truediv", nb_true_divide, PyNumber_TrueDivide),
    NUMBER("floordiv", nb_floor_divide, PyNumber_FloorDivide), NUMBER("mod", nb_remainder, PyNumber_Remainder),
    NUMBER("pow", nb_power, power), NUMBER("lshift", nb_lshift, PyNumber_Lshift),
    NUMBER("rshift", nb_rshift, PyNumber_Rshift), NUMBER("bitand", nb_and, PyNumber_And),
    NUMBER("bitor", nb_or, PyNumber_Or), NUMBER("bitxor", nb_xor, PyNumber_Xor),
    RELATION("lt", Py_LT), RELATION("le", Py_LE), RELATION("eq", Py_EQ),
    RELATION("ne", Py_NE), RELATION("gt", Py_GT), RELATION("ge", Py_GE),
};

typedef struct {
    PyObject_HEAD
    vectorcallfunc called;
    const Operation *operation;
    PyTypeObject *integer, *real; /* the types of symbolic numbers */
    PyObject *turned;             /* performs it where the right operand might have to answer */
    PyObject *ordinary;           /* performs it elsewhere; NULL where the operation itself does */
} Sided;

/* The C function by which a type performs an operation. */
static void *
performing(PyTypeObject *type, const Operation *operation)
{
    if (operation->relation >= 0)
        return (void *)type->tp_richcompare;
    if (type->tp_as_number == NULL)
        return NULL;
    return *(void **)((char *)type->tp_as_number + operation->slot);
}

/* Whether an object of a class written in Python is given text that may be symbolic: its code may be unseen. */
static int
is_given_text(PyObject *left, PyObject *right)
{
    int text = (PyUnicode_Check(right) && !PyUnicode_CheckExact(right)) ||
               (PyBytes_Check(right) && !PyBytes_CheckExact(right));
    return text && PyType_HasFeature(Py_TYPE(left), Py_TPFLAGS_HEAPTYPE) && !PyLong_Check(left) && !PyFloat_Check(left);
}

/* Whether a left operand might keep a symbolic number on its right from being asked. */
static int
is_turned(Sided *self, PyObject *left, PyObject *right)
{
    PyTypeObject *by = Py_TYPE(left), *asked = Py_TYPE(right);
    if (asked != self->integer && asked != self->real && !is_given_text(left, right))
        return 0;
    if (by == &PyLong_Type || by == self->integer || by == self->real)
        return 0;
    if (asked == self->real && (by == &PyFloat_Type || PyLong_Check(left)))
        return 0;
    if (PyUnicode_Check(left) || PyBytes_Check(left) || PyList_Check(left) || PyTuple_Check(left))
        return 0; /* hooks of their own see to these */
    void *own = performing(by, self->operation);
    return own != NULL && own != performing(&PyBaseObject_Type, self->operation);
}

/* Whether comparing two lists or tuples compares a number with a symbolic one on its right that it does not ask. Pairs that
   were entered with as many levels to go, or more, are passed over. */
static int
is_mixed_in(Sided *self, PyObject *left, PyObject *right, int depth, Pairs *entered)
{
    int lists = PyList_Check(left) && PyList_Check(right);
    if (!lists && !(PyTuple_Check(left) && PyTuple_Check(right)))
        return 0;
    Py_ssize_t mine = PySequence_Fast_GET_SIZE(left), theirs = PySequence_Fast_GET_SIZE(right);
    int relation = self->operation->relation;
    if (mine != theirs && lists && (relation == Py_EQ || relation == Py_NE))
        return 0; /* their elements are not compared */
    if (depth < DEEPEST && !pairs_enter(entered, left, right, depth))
        return 0;
    for (Py_ssize_t i = 0; i < mine && i < theirs; i++) {
        PyObject *one = PySequence_Fast_GET_ITEM(left, i), *other = PySequence_Fast_GET_ITEM(right, i);
        if (one != other &&
            (is_turned(self, one, other) || (depth > 0 && is_mixed_in(self, one, other, depth - 1, entered))))
            return 1;
    }
    return 0;
}

static int
is_mixed(Sided *self, PyObject *left, PyObject *right)
{
    Pairs entered = {0};
    int mixed = is_mixed_in(self, left, right, DEEPEST, &entered);
    pairs_free(&entered);
    return mixed;
}

static PyObject *
sided_call(PyObject *callable, PyObject *const *arguments, size_t flags, PyObject *names)
{
    Sided *self = (Sided *)callable;
    Py_ssize_t count = PyVectorcall_NARGS(flags);
    if (count < 2 || names != NULL) {
        PyErr_SetString(PyExc_TypeError, "an operation has two operands");
        return NULL;
    }
    PyObject *left = arguments[count - 2], *right = arguments[count - 1];
    if (is_turned(self, left, right) || (self->operation->relation >= 0 && is_mixed(self, left, right)))
        return PyObject_Vectorcall(self->turned, arguments, flags, NULL);
    if (self->ordinary != NULL)
        return PyObject_Vectorcall(self->ordinary, arguments, flags, NULL);
    if (self->operation->relation >= 0)
        return PyObject_RichCompare(left, right, self->operation->relation);
    return self->operation->perform(left, right);
}

static PyObject *
sided_new(PyTypeObject *type, PyObject *arguments, PyObject *options)
{
    static char *names[] = {"name", "integer", "real", "turned", "ordinary", NULL};
    const char *name;
    PyObject *integer, *real, *turned, *ordinary = Py_None;
    if (!PyArg_ParseTupleAndKeywords(arguments, options, "sO!O!O|O", names, &name, &PyType_Type, &integer,
                                     &PyType_Type, &real, &turned, &ordinary))
        return NULL;
    const Operation *operation = NULL;
    for (size_t i = 0; i < Py_ARRAY_LENGTH(operations); i++)
        if (strcmp(operations[i].name, name) == 0)
            operation = &operations[i];
    if (operation == NULL)
        return PyErr_Format(PyExc_ValueError, "no operation %s", name);
    Sided *self = (Sided *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->called = sided_call;
    self->operation = operation;
    self->integer = (PyTypeObject *)Py_NewRef(integer);
    self->real = (PyTypeObject *)Py_NewRef(real);
    self->turned = Py_NewRef(turned);
    self->ordinary = ordinary == Py_None ? NULL : Py_NewRef(ordinary);
    return (PyObject *)self;
}

#define SIDED_FIELDS(X) X(turned) X(ordinary) X(integer) X(real)
COLLECTED(sided, Sided, SIDED_FIELDS)

CALLABLE_TYPE_SPEC(sided, Sided, "slowpath.values._sides.Sided",
                   "An operation whose last two arguments are its operands.");

ONE_TYPE_MODULE(_sides, "Operations that let a symbolic number on the right answer.", Sided, sided)
