/* The Hooks object, its ledger, and the sizes of operands. */
#ifndef SLOWPATH_LEDGER_H
#define SLOWPATH_LEDGER_H

#include "../_extension.h"
#include <stdint.h>

/* A charge of this many milli-ops is reported to the budget at once: the report is a call of Python code,
 * which takes as long as some fifty ops. The last charges of a run may exceed the budget by less than this each. */
#define HEAVY 1000000

/* Work below this many micro-ops is not charged: the instructions around it cost forty times as much. */
#define NEGLIGIBLE 100000

/* Work of this many micro-ops is looked at before it is done: 100,000 ops, some milliseconds. */
#define UNFORESEEN 100000000000

/* Work saturates here, so that the sum of two works fits 64 bits; a million million ops are beyond any budget. */
#define WORK_MAX ((int64_t)1 << 60)

/* The units that operators need, in the order of `UNIT_NAMES`; micro-ops per element. */
#define FOR_EACH_UNIT(X)                                                                                         \
    X(COPY_TEXT, "copy.text")                                                                                    \
    X(COPY_SEQUENCE, "copy.sequence")                                                                            \
    X(COPY_DICT, "copy.dict")                                                                                    \
    X(COPY_SET, "copy.set")                                                                                      \
    X(REPEAT_SEQUENCE, "repeat.sequence")                                                                        \
    X(APPEND, "append")                                                                                          \
    X(MOVE_INSERT, "move.insert")                                                                                \
    X(MOVE_DELETE, "move.delete")                                                                                \
    X(FILL_TEXT, "fill.text")                                                                                    \
    X(NEW_TEXT, "new.text")                                                                                      \
    X(NEW_TUPLE, "new.tuple")                                                                                    \
    X(NEW_SET, "new.set")                                                                                        \
    X(FORMAT, "format")                                                                                          \
    X(SET_ADD, "set.add")                                                                                        \
    X(SET_LOOKUP, "set.lookup")                                                                                  \
    X(DICT_SET, "dict.set")                                                                                      \
    X(DELEGATE, "delegate")                                                                                      \
    X(LAZY_STEP, "lazy.step")                                                                                    \
    X(MAP_CALL, "map.call")                                                                                      \
    X(SCAN_SEQUENCE, "scan.sequence")                                                                            \
    X(SCAN_CHARACTER, "scan.character")                                                                          \
    X(COUNT_CHARACTER, "count.character")                                                                        \
    X(SCAN_TEXT, "scan.text")                                                                                    \
    X(EQUAL_SEQUENCE, "equal.sequence")                                                                          \
    X(EQUAL_TEXT, "equal.text")                                                                                  \
    X(EQUAL_DICT, "equal.dict")                                                                                  \
    X(EQUAL_SET, "equal.set")                                                                                    \
    X(COLLISION, "collision")                                                                                    \
    X(SORT_TUPLE, "sort.tuple")                                                                                  \
    X(INT_ADD, "int.add")                                                                                        \
    X(INT_MULTIPLY, "int.multiply")                                                                              \
    X(INT_DIVIDE, "int.divide")                                                                                  \
    X(INT_DIVIDE_SMALL, "int.divide_small")                                                                      \
    X(INT_NORMALIZE, "int.normalize")                                                                            \
    X(INT_GCD, "int.gcd")                                                                                        \
    X(INT_NEW, "int.new")                                                                                        \
    X(REGEX_FOUND, "regex.found")

#define UNIT_ENUM(name, text) U_##name,
enum unit { FOR_EACH_UNIT(UNIT_ENUM) UNIT_COUNT };

enum kind {
    LINEAR,    /* base + a*receiver + b*result + c*argument */
    CONSUME,   /* base + b*result + c*elements taken from the first argument */
    EXTREME,   /* min, max: a, and c per element of one argument, or per argument */
    HASHED,    /* a, c per element taken from the first argument (b where it is cloned), clashes of keys */
    SCAN,      /* forward search: base + a per element passed (c with a needle of one element) */
    SCAN_BACK, /* backward search */
    RANGE,     /* the whole of start:end: a per element (c with a needle of one element), b per hit */
    TAIL,      /* elements behind an index move: a */
    EDGE,      /* elements up to the nearer end move: a */
    REMOVE,    /* search for a value (a), then move the tail (b) */
    INSORT,    /* binary search (a per step), then move the tail (b) */
    SEEK,      /* search for a value in a container that only iterates: a */
    SPLIT,     /* a per element searched, b per piece, c per element copied */
    SPLIT_BACK,
    STRIP,     /* a per element taken off, b per element kept */
    REPLACED,  /* a per element counted (or the unit of a search), b per element of the result, c per replacement */
    CODED,     /* a per element, b where all text is ASCII */
    FORMATTED, /* str.format */
    PREFIX,    /* a per element of a prefix that matches, b per prefix of a tuple */
    PREDICATE, /* a per character up to the first that fails the test */
    SMALLER,   /* a per element of the smaller of receiver and argument */
    SUBSET,    /* a per element looked up before one is missing */
    SUPERSET,
    LOG,       /* a * log2(size of the first argument) */
    HEAP_PUSH, /* a per level that the pushed item rose */
    SORT,      /* a per element, b per comparison (of tuples: the unit sort.tuple) */
    SUM,       /* a per addend, b per element of growing sequences */
    QUANTIFIER, /* any, all: a per element looked at */
    POWER,     /* pow(x, y[, z]) */
    DIVIDE,    /* divmod(x, y) */
    DIVISOR,   /* gcd(*ints), lcm(*ints) */
    ROOT,      /* isqrt(x) */
    TREE,      /* a balanced tree of products up to the result */
    PRODUCT,   /* c per factor, and the products up to the result one by one */
    REDUCE,    /* c per element taken from the second argument */
    RULE,      /* rule(before, result, receiver, args) */
    RULE_INT,  /* the rule where the first argument is an int of more than a digits, else as LINEAR with b, c */
    RULE_TEXT, /* b where the first argument is a text, and the rule where it is longer than a */
    REGEX,     /* the engine of regular expressions: operation a; b: its pattern is the first argument */
    LOST,      /* cannot be counted: noted in `lost` */
    KIND_COUNT
};

typedef struct {
    const void *key; /* PyMethodDef of a C function or method, else the object called; NULL: empty */
    int kind;
    int method; /* the receiver is `__self__`, or the first argument of an unbound call */
    int64_t base, a, b, c;
    PyObject *name;
    PyObject *rule;
} Formula;

typedef struct {
    PyObject_HEAD
    PyObject *work;
    PyObject *heavy;
    PyObject *lost;
    PyObject *formulas;  /* keeps the callables alive whose addresses are keys */
    PyObject *sized;     /* the builtin types of iterators that know how many elements are left; a tuple */
    PyObject *clashes;   /* clashes(elements) -> comparisons of unequal keys of one hash while they are hashed */
    PyTypeObject *picked_type;
    PyTypeObject *delegate_type;
    PyTypeObject *deque;
    PyTypeObject *array;
    PyTypeObject *finding_type;  /* of what finditer() returns */
    PyTypeObject *scanning_type; /* of what scanner() returns */
    PyTypeObject *counted_method;   /* of what stands for a method of a pattern */
    PyTypeObject *counted_function; /* of what stands for a function of `re` */
    PyObject *counted;   /* {function: what stands for it} */
    PyObject *compile;   /* compile(machines, key, pattern, flags) -> the pattern's machine, or None */
    PyObject *machines;  /* {key: (pattern, machine)}: a key is an address, or the source of a pattern */
    PyObject *left;      /* left(exactly) -> milli-ops that are left of the budget */
    const struct MatcherApi *matcher; /* NULL until a regular expression is counted */
    PyObject *contains_name;
    Formula *table;
    size_t mask;
    int64_t total; /* milli-ops charged since the last reset */
    struct Picked *spare; /* memory of a Picked that is gone */
    int64_t units[UNIT_COUNT];
} Hooks;

/* What a callable that charges its calls holds. */
#define CHARGING_FIELDS                                                                                          \
    vectorcallfunc vectorcall;                                                                                   \
    Hooks *hooks;                                                                                                \
    PyObject *site;                                                                                              \
    PyObject *callable;                                                                                          \
    const Formula *formula;
#define FILL_CHARGING(made, called, owner, at, what, by)                                                         \
    do {                                                                                                         \
        (made)->vectorcall = (called);                                                                           \
        (made)->hooks = (Hooks *)Py_NewRef(owner);                                                               \
        (made)->site = Py_NewRef(at);                                                                            \
        (made)->callable = Py_NewRef(what);                                                                      \
        (made)->formula = (by);                                                                                  \
    } while (0)

/* A callable with a formula, for the call that follows. */
typedef struct Picked {
    PyObject_HEAD
    CHARGING_FIELDS
    PyObject *receiver; /* the first argument of an unbound method; NULL */
} Picked;

/* What stands for a callable with a formula, for who keeps it. */
typedef struct {
    PyObject_HEAD
    CHARGING_FIELDS
    PyObject *weak;
} Counted;

/* ---- exceptions stay as they are while a charge is made ---- */

#if PY_VERSION_HEX >= 0x030C0000
typedef PyObject *Raised;
static inline Raised raised_take(void) { return PyErr_GetRaisedException(); }
static inline void raised_put(Raised raised) { PyErr_SetRaisedException(raised); }
#else
typedef struct {
    PyObject *type, *value, *traceback;
} Raised;
static inline Raised
raised_take(void)
{
    Raised raised;
    PyErr_Fetch(&raised.type, &raised.value, &raised.traceback);
    return raised;
}
static inline void raised_put(Raised raised) { PyErr_Restore(raised.type, raised.value, raised.traceback); }
#endif

/* ---- sizes ---- */

static inline Py_ssize_t
int_digits(PyObject *x)
{
#if PY_VERSION_HEX >= 0x030C0000
    return (Py_ssize_t)(((PyLongObject *)x)->long_value.lv_tag >> 3);
#else
    Py_ssize_t n = Py_SIZE(x);
    return n < 0 ? -n : n;
#endif
}

/* True for instances of a type; quick for objects of the interpreter's static types. */
static inline int
is_instance(PyObject *x, PyTypeObject *type)
{
    return Py_IS_TYPE(x, type) ||
           (PyType_HasFeature(Py_TYPE(x), Py_TPFLAGS_HEAPTYPE) && PyType_IsSubtype(Py_TYPE(x), type));
}

/* True for the numbers whose operations take constant time. */
static inline int
is_small(PyObject *x)
{
    return PyLong_Check(x) ? int_digits(x) <= 2 : is_instance(x, &PyFloat_Type);
}

/* The number of elements of a builtin container, or -1; never runs code of the target. */
static Py_ssize_t
length_of(const Hooks *h, PyObject *x)
{
    if (x == NULL || PyLong_Check(x)) {
        return -1;
    }
    PyTypeObject *type = Py_TYPE(x);
    if (PyUnicode_Check(x)) {
        return PyUnicode_GET_LENGTH(x);
    }
    if (PyList_Check(x) || PyTuple_Check(x) || PyBytes_Check(x) || PyByteArray_Check(x)) {
        return Py_SIZE(x);
    }
    if (PyDict_Check(x)) {
        return PyDict_GET_SIZE(x);
    }
    if (PyAnySet_Check(x)) {
        return PySet_GET_SIZE(x);
    }
    if (is_instance(x, h->deque) || is_instance(x, h->array)) {
        return Py_SIZE(x);
    }
    if (type == &PyRange_Type || type == &PyMemoryView_Type || type == &PyDictKeys_Type ||
        type == &PyDictValues_Type || type == &PyDictItems_Type) {
        Raised raised = raised_take();
        Py_ssize_t n = PyObject_Size(x);
        raised_put(raised);
        return n;
    }
    return -1;
}

/* The size that a formula sees: elements, 30-bit digits of an int, 0 for anything else. Small ints have one size: what
 * they cost does not depend on their values, so it is the same for all inputs of a path. */
static Py_ssize_t
size_of(const Hooks *h, PyObject *x)
{
    if (x != NULL && PyLong_Check(x)) {
        return is_small(x) ? 1 : int_digits(x);
    }
    Py_ssize_t n = length_of(h, x);
    return n < 0 ? 0 : n;
}

/* ---- charges ---- */

static inline int64_t
work_times(int64_t a, int64_t b)
{
    int64_t product;
    return __builtin_mul_overflow(a, b, &product) || product > WORK_MAX ? WORK_MAX : product;
}

static inline int64_t
work_plus(int64_t a, int64_t b)
{
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) || sum > WORK_MAX ? WORK_MAX : sum;
}

static void
charge_milli(Hooks *h, PyObject *site, int64_t milli)
{
    if (milli <= 0) {
        return;
    }
    h->total = work_plus(h->total, milli);
    int overflow;
    PyObject *list = h->work;
    Py_ssize_t index = PyLong_Check(site) && int_digits(site) <= 1 ? PyLong_AsSsize_t(site) : -1;
    if (index < 0 || index >= PyList_GET_SIZE(list)) {
        Raised raised = raised_take();
        PyErr_Format(PyExc_IndexError, "no work slot %zd", index);
        PyErr_WriteUnraisable((PyObject *)h);
        raised_put(raised);
        return;
    }
    PyObject *old = PyList_GET_ITEM(list, index), *new;
    long long sum = PyLong_AsLongLongAndOverflow(old, &overflow);
    if (overflow || __builtin_add_overflow(sum, (long long)milli, &sum)) {
        PyObject *more = PyLong_FromLongLong(milli);
        new = more ? PyNumber_Add(old, more) : NULL;
        Py_XDECREF(more);
    } else {
        new = PyLong_FromLongLong(sum);
    }
    if (new == NULL) {
        PyErr_WriteUnraisable((PyObject *)h);
        return;
    }
    PyList_SET_ITEM(list, index, new);
    Py_DECREF(old);
    if (milli >= HEAVY) {
        Raised raised = raised_take();
        PyObject *more = PyLong_FromLongLong(milli);
        PyObject *answer = more ? PyObject_CallOneArg(h->heavy, more) : NULL;
        if (answer == NULL) {
            PyErr_WriteUnraisable(h->heavy);
        }
        Py_XDECREF(answer);
        Py_XDECREF(more);
        raised_put(raised);
    }
}

/* Charge work given in micro-ops. */
static inline void
charge(Hooks *h, PyObject *site, int64_t micro)
{
    if (micro >= NEGLIGIBLE) {
        charge_milli(h, site, micro / 1000);
    }
}

static inline void
charge_unit(Hooks *h, PyObject *site, enum unit unit, int64_t elements)
{
    charge(h, site, work_times(h->units[unit], elements));
}

/* The micro-ops that are left of the budget: at most so many, as of its last check, or exactly; -1 with BudgetExceeded
 * where none are. */
static int64_t
micro_left(Hooks *h, int exactly)
{
    PyObject *left = PyObject_CallOneArg(h->left, exactly ? Py_True : Py_False);
    int64_t milli = left == NULL ? -1 : PyLong_AsLongLong(left);
    Py_XDECREF(left);
    return milli < 0 ? -1 : milli > INT64_MAX / 1000 ? INT64_MAX : milli * 1000;
}

/* Whether work that is not begun ends the budget, with BudgetExceeded: charged when it is done, it would take all
 * memory first. */
static int
ends_budget(Hooks *h, PyObject *site, int64_t micro)
{
    if (micro < UNFORESEEN) {
        return 0;
    }
    int64_t left = micro_left(h, 1);
    if (left < 0 || micro - left <= 1000000) {
        return left < 0;
    }
    charge(h, site, micro);
    return micro_left(h, 1) < 0;
}

static void
note_lost(const Hooks *h, PyObject *site, PyObject *name)
{
    Raised raised = raised_take();
    PyObject *key = PyTuple_Pack(2, site, name);
    PyObject *old = key == NULL ? NULL : PyDict_GetItemWithError(h->lost, key);
    PyObject *new = PyErr_Occurred() ? NULL : PyLong_FromLongLong(old == NULL ? 1 : PyLong_AsLongLong(old) + 1);
    if (key == NULL || new == NULL || PyDict_SetItem(h->lost, key, new) < 0) {
        PyErr_WriteUnraisable(h->lost);
    }
    Py_XDECREF(key);
    Py_XDECREF(new);
    raised_put(raised);
}

/* An attribute of an object, or, if it has none of that name, of the one inside. */
static PyObject *
attribute_here_or_in(PyObject *self, PyObject *inside, PyObject *name)
{
    PyObject *own = PyObject_GenericGetAttr(self, name);
    if (own != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError)) {
        return own;
    }
    PyErr_Clear();
    return PyObject_GetAttr(inside, name);
}

#define NEED(n, count, name)                                                                                     \
    if ((n) != (count)) {                                                                                        \
        PyErr_Format(PyExc_TypeError, name "() takes %d arguments (%zd given)", (count), (n));                   \
        return NULL;                                                                                             \
    }

#endif
