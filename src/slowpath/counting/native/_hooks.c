/* Hooks that perform an operation and charge its native work.
 *
 * A hook has the operation's result, exception, mutations and evaluation; besides, it adds the operation's work in
 * thousandths of an op to work[site]. Sizes are read from the objects themselves: no code of the target runs twice,
 * and none runs that the plain operation would not run.
 *
 *   _ledger.h     the Hooks object, charges, sizes
 *   _values.h     values that can be looked at without code of the target
 *   _tables.h     entries of dicts and sets by hash
 *   _compare.h    comparison and membership
 *   _integers.h   the arithmetic of large ints
 *   _operators.h  operators, slices, deletions
 *   _operands.h   the operands of a call
 *   _texts.h      formulas of text methods
 *   _iterables.h  formulas of what goes through an iterable
 *   _formulas.h   formulas of calls
 *   _regex.h      regular expressions
 *   _calls.h      calls, picked callables, methods
 *   _counted.h    methods and functions of regular expressions that are kept or handed on
 *   _delegate.h   `yield from`
 */
#include "_calls.h"
#include "_counted.h"
#include "_delegate.h"

static const char *const UNIT_NAMES[] = {
#define UNIT_NAME(name, text) text,
    FOR_EACH_UNIT(UNIT_NAME)};

static const char *const KIND_NAMES[] = {
    "LINEAR", "CONSUME", "EXTREME", "HASHED", "SCAN", "SCAN_BACK", "RANGE", "TAIL", "EDGE", "REMOVE",
    "INSORT", "SEEK", "SPLIT", "SPLIT_BACK", "STRIP", "REPLACED", "CODED", "FORMATTED", "PREFIX", "PREDICATE",
    "SMALLER", "SUBSET", "SUPERSET", "LOG", "HEAP_PUSH", "SORT", "SUM", "QUANTIFIER", "POWER", "DIVIDE",
    "DIVISOR", "ROOT", "TREE", "PRODUCT", "REDUCE", "RULE", "RULE_INT", "RULE_TEXT", "REGEX", "LOST"
};

/* ---- Picked ---- */

#define PICKED_FIELDS(X) X(hooks) X(site) X(callable) X(receiver)

static int
picked_traverse(Picked *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    PICKED_FIELDS(VISIT_FIELD)
    return 0;
}

static void
picked_dealloc(Picked *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Hooks *hooks = self->hooks;
    PyObject *callable = self->callable, *receiver = self->receiver;
    PyObject_GC_UnTrack(self);
    Py_DECREF(self->site);
    if (hooks->spare == NULL) {
        hooks->spare = self;
    } else {
        type->tp_free(self);
    }
    Py_DECREF(callable);
    Py_XDECREF(receiver);
    Py_DECREF(hooks);
    Py_DECREF(type);
}

static PyMemberDef picked_members[] = {
    VECTORCALL_MEMBER(Picked, vectorcall),
    NO_MORE_MEMBERS,
};

CONSTANT_TYPE_SPEC(picked, Picked, "slowpath.counting.native._hooks.Picked", Py_TPFLAGS_HAVE_VECTORCALL, picked,
                   {Py_tp_call, PyVectorcall_Call}, {Py_tp_members, picked_members});

/* ---- Hooks ---- */

#define HOOKS_FIELDS(X)                                                                                          \
    X(work) X(heavy) X(lost) X(formulas) X(sized) X(clashes) X(picked_type) X(delegate_type)                     \
    X(finding_type) X(scanning_type) X(counted_method) X(counted_function) X(counted) X(compile)                 \
    X(machines) X(left) X(deque) X(array) X(contains_name)

static void
hooks_free_spare(Hooks *self)
{
    if (self->spare != NULL) {
        PyObject_GC_Del(self->spare);
    }
}

CONSTANT(hooks, Hooks, HOOKS_FIELDS, (PyMem_Free(self->table), hooks_free_spare(self)))

/* Enter one formula: key -> (kind, name, base, a, b, c, rule). Names and rules are owned by `formulas`. */
static int
enter_formula(Hooks *self, PyObject *callable, PyObject *value)
{
    Formula formula = {0};
    long long base, a, b, c;
    if (!PyTuple_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "a formula is a tuple");
        return -1;
    }
    if (!PyArg_ParseTuple(value, "iOLLLLO;a formula is (kind, name, base, a, b, c, rule)", &formula.kind,
                          &formula.name, &base, &a, &b, &c, &formula.rule)) {
        return -1;
    }
    if (formula.kind < 0 || formula.kind >= KIND_COUNT) {
        PyErr_Format(PyExc_ValueError, "no formula of kind %d", formula.kind);
        return -1;
    }
    if (formula.kind == RULE && !PyCallable_Check(formula.rule)) {
        PyErr_SetString(PyExc_TypeError, "a RULE needs a callable");
        return -1;
    }
    formula.base = base;
    formula.a = a;
    formula.b = b;
    formula.c = c;
    formula.key = callable;
    if (PyCFunction_Check(callable)) {
        formula.key = ((PyCFunctionObject *)callable)->m_ml;
    } else if (Py_IS_TYPE(callable, &PyMethodDescr_Type) || Py_IS_TYPE(callable, &PyClassMethodDescr_Type)) {
        formula.key = ((PyMethodDescrObject *)callable)->d_method;
        formula.method = Py_IS_TYPE(callable, &PyMethodDescr_Type);
    }
    size_t slot = ((uintptr_t)formula.key >> 4) * 0x9E3779B97F4A7C15u >> 20;
    slot &= self->mask;
    while (self->table[slot].key != NULL && self->table[slot].key != formula.key) {
        slot = (slot + 1) & self->mask;
    }
    self->table[slot] = formula;
    return 0;
}

static int
build_table(Hooks *self)
{
    size_t capacity = 64;
    Py_ssize_t position = 0;
    PyObject *key, *value;
    while (capacity < (size_t)PyDict_GET_SIZE(self->formulas) * 4) {
        capacity *= 2;
    }
    self->table = PyMem_Calloc(capacity, sizeof(Formula));
    if (self->table == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    self->mask = capacity - 1;
    while (PyDict_Next(self->formulas, &position, &key, &value)) {
        if (enter_formula(self, key, value) < 0) {
            return -1;
        }
    }
    return 0;
}

static PyTypeObject *
type_from(const char *module_name, const char *name)
{
    PyObject *module = PyImport_ImportModule(module_name);
    PyObject *type = module == NULL ? NULL : PyObject_GetAttrString(module, name);
    Py_XDECREF(module);
    if (type != NULL && !PyType_Check(type)) {
        PyErr_Format(PyExc_TypeError, "%s.%s is not a type", module_name, name);
        Py_CLEAR(type);
    }
    return (PyTypeObject *)type;
}

static PyObject *
hooks_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"work", "formulas", "units", "heavy", "lost", "sized", "clashes",
                            "compile", "left", NULL};
    PyObject *work, *formulas, *units, *heavy, *lost, *sized, *clashes, *compile, *left;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "O!OO!OO!O!OOO:Hooks", names, &PyList_Type, &work, &formulas,
                                     &PyTuple_Type, &units, &heavy, &PyDict_Type, &lost, &PyTuple_Type, &sized,
                                     &clashes, &compile, &left)) {
        return NULL;
    }
    if (PyTuple_GET_SIZE(units) != UNIT_COUNT) {
        PyErr_Format(PyExc_ValueError, "%d units needed, in the order of UNITS", UNIT_COUNT);
        return NULL;
    }
    Hooks *self = (Hooks *)type->tp_alloc(type, 0);
    if (self == NULL) {
        return NULL;
    }
    for (int i = 0; i < UNIT_COUNT; i++) { /* an error shows below */
        self->units[i] = PyLong_AsLongLong(PyTuple_GET_ITEM(units, i));
    }
    self->work = Py_NewRef(work);
    self->heavy = Py_NewRef(heavy);
    self->lost = Py_NewRef(lost);
    self->sized = Py_NewRef(sized);
    self->clashes = Py_NewRef(clashes);
    self->compile = Py_NewRef(compile);
    self->left = Py_NewRef(left);
    self->machines = PyDict_New();
    self->counted = PyDict_New();
    self->formulas = PyDict_New();
    PyObject *module = PyType_GetModule(type);
    self->picked_type = module == NULL ? NULL : (PyTypeObject *)PyObject_GetAttrString(module, "Picked");
    self->delegate_type = module == NULL ? NULL : (PyTypeObject *)PyObject_GetAttrString(module, "Delegate");
    self->finding_type = module == NULL ? NULL : (PyTypeObject *)PyObject_GetAttrString(module, "FoundMatches");
    self->scanning_type = module == NULL ? NULL : (PyTypeObject *)PyObject_GetAttrString(module, "Scanning");
    self->counted_method = module == NULL ? NULL : (PyTypeObject *)PyObject_GetAttrString(module, "CountedMethod");
    self->counted_function = module == NULL ? NULL : (PyTypeObject *)PyObject_GetAttrString(module, "CountedFunction");
    if (PyErr_Occurred() || self->formulas == NULL || self->machines == NULL || self->counted == NULL ||
        PyDict_Update(self->formulas, formulas) < 0 ||
        (self->contains_name = PyUnicode_InternFromString("__contains__")) == NULL ||
        (self->deque = type_from("collections", "deque")) == NULL ||
        (self->array = type_from("array", "array")) == NULL ||
        build_table(self) < 0) {
        Py_DECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyObject *
hooks_reset(Hooks *self, PyObject *Py_UNUSED(nothing))
{
    self->total = 0;
    Py_RETURN_NONE;
}

static PyMemberDef hooks_members[] = {
    {"total", T_LONGLONG, offsetof(Hooks, total), READONLY, "milli-ops charged since the last reset"},
    NO_MORE_MEMBERS,
};

#define METHOD(name, doc) {#name, (PyCFunction)(void (*)(void))hooks_##name, METH_FASTCALL, PyDoc_STR(doc)}

static PyMethodDef hooks_methods[] = {
    {"call", (PyCFunction)(void (*)(void))hooks_call, METH_FASTCALL | METH_KEYWORDS,
     PyDoc_STR("call(site, f, *args, **kwargs): f(*args, **kwargs), charged by f's formula.")},
    {"reset", (PyCFunction)hooks_reset, METH_NOARGS, PyDoc_STR("reset(): total becomes 0.")},
    METHOD(pick, "pick(site, f): f, or a callable that charges f's formula."),
    METHOD(method, "method(site, name, receiver): pick(site, receiver.name), without a bound method if it can be."),
    METHOD(taken, "taken(site, f): f, or what stands for a regular expression's method or function."),
    METHOD(add, "add(site, a, b): a + b."),
    METHOD(sub, "sub(site, a, b): a - b."),
    METHOD(mul, "mul(site, a, b): a * b."),
    METHOD(floordiv, "floordiv(site, a, b): a // b."),
    METHOD(mod, "mod(site, a, b): a % b."),
    METHOD(pow, "pow(site, a, b): a ** b."),
    METHOD(lshift, "lshift(site, a, b): a << b."),
    METHOD(rshift, "rshift(site, a, b): a >> b."),
    METHOD(bitor, "bitor(site, a, b): a | b."),
    METHOD(bitand, "bitand(site, a, b): a & b."),
    METHOD(bitxor, "bitxor(site, a, b): a ^ b."),
    METHOD(iadd, "iadd(site, a, b): a += b."),
    METHOD(isub, "isub(site, a, b): a -= b."),
    METHOD(imul, "imul(site, a, b): a *= b."),
    METHOD(ifloordiv, "ifloordiv(site, a, b): a //= b."),
    METHOD(imod, "imod(site, a, b): a %= b."),
    METHOD(ipow, "ipow(site, a, b): a **= b."),
    METHOD(ilshift, "ilshift(site, a, b): a <<= b."),
    METHOD(irshift, "irshift(site, a, b): a >>= b."),
    METHOD(ibitor, "ibitor(site, a, b): a |= b."),
    METHOD(ibitand, "ibitand(site, a, b): a &= b."),
    METHOD(ibitxor, "ibitxor(site, a, b): a ^= b."),
    METHOD(grown, "grown(site, x, y): y, charged as x += y on a local variable x."),
    METHOD(summed, "summed(site, x, y): y, charged as x = x + y on a local variable x."),
    METHOD(contains, "contains(site, item, box): item in box."),
    METHOD(eq, "eq(site, a, b): a == b."),
    METHOD(ne, "ne(site, a, b): a != b."),
    METHOD(lt, "lt(site, a, b): a < b."),
    METHOD(le, "le(site, a, b): a <= b."),
    METHOD(gt, "gt(site, a, b): a > b."),
    METHOD(ge, "ge(site, a, b): a >= b."),
    METHOD(made, "made(site, x): x, charged as newly built."),
    METHOD(delegate, "delegate(site, x): x, or what charges each item that passes, where x is a generator."),
    METHOD(delitem, "delitem(site, box, index): del box[index]."),
    METHOD(setslice, "setslice(site, value, box, index): box[index] = value."),
    {NULL, NULL, 0, NULL},
};

TYPE_SPEC(hooks, Hooks, "slowpath.counting.native._hooks.Hooks", Py_TPFLAGS_HAVE_GC,
          {Py_tp_doc, (void *)PyDoc_STR("Hooks(work, formulas, units, heavy, lost, sized, clashes, compile, left)")},
          {Py_tp_new, hooks_new}, CONSTANT_SLOTS(hooks), {Py_tp_methods, hooks_methods},
          {Py_tp_members, hooks_members});

/* ---- module ---- */

static int
hooks_fill(PyObject *module)
{
    PyObject *names = PyTuple_New(UNIT_COUNT);
    if (names == NULL) {
        return -1;
    }
    for (int i = 0; i < UNIT_COUNT; i++) {
        PyObject *name = PyUnicode_FromString(UNIT_NAMES[i]);
        if (name == NULL) {
            Py_DECREF(names);
            return -1;
        }
        PyTuple_SET_ITEM(names, i, name);
    }
    int status = PyModule_AddObjectRef(module, "UNITS", names);
    Py_DECREF(names);
    for (int kind = 0; status == 0 && kind < KIND_COUNT; kind++) {
        status = PyModule_AddIntConstant(module, KIND_NAMES[kind], kind);
    }
    if (status < 0 || PyModule_AddIntConstant(module, "HEAVY", HEAVY) < 0 ||
        PyModule_AddIntConstant(module, "NEGLIGIBLE", NEGLIGIBLE / 1000) < 0 ||
        add_type(module, "Picked", &picked_spec) < 0 ||
        add_type(module, "Delegate", &delegate_spec) < 0 || add_type(module, "FoundMatches", &finding_spec) < 0 ||
        add_type(module, "Scanning", &scanning_spec) < 0 || add_type(module, "CountedMethod", &counted_method_spec) < 0 ||
        add_type(module, "CountedFunction", &counted_function_spec) < 0) {
        return -1;
    }
    return add_type(module, "Hooks", &hooks_spec);
}

static PyMethodDef module_methods[] = {
    {"plain", module_plain, METH_O, PyDoc_STR("plain(f): what f stands for, or f.")},
    {"charged", (PyCFunction)(void (*)(void))module_charged, METH_FASTCALL | METH_KEYWORDS,
     PyDoc_STR("charged(counted, f, *args, **kwargs): f(*args, **kwargs), charged where `counted` charges.")},
    {NULL, NULL, 0, NULL},
};

EXTENSION_MODULE(_hooks, "Hooks that perform an operation and charge its native work.", module_methods, hooks_fill)
