/* Comparison and membership: the operation itself, and how far it went. */
#ifndef SLOWPATH_COMPARE_H
#define SLOWPATH_COMPARE_H

#include "../_pairs.h"
#include "_tables.h"

/* Nested containers deeper than this count as one element: the walk is recursive, and must end in a list that contains
 * itself. With a much smaller limit the rows of rows of a table would count as one. */
#define DEPTH_MAX 20

/* The length of the common prefix of two texts. */
static Py_ssize_t
text_prefix(PyObject *a, PyObject *b)
{
    Py_ssize_t i = 0;
    if (PyUnicode_Check(a)) {
        Py_ssize_t n = Py_MIN(PyUnicode_GET_LENGTH(a), PyUnicode_GET_LENGTH(b));
        int kind_a = PyUnicode_KIND(a), kind_b = PyUnicode_KIND(b);
        const void *data_a = PyUnicode_DATA(a), *data_b = PyUnicode_DATA(b);
        if (kind_a == kind_b && memcmp(data_a, data_b, (size_t)n * (size_t)kind_a) == 0) {
            return n;
        }
        while (i < n && PyUnicode_READ(kind_a, data_a, i) == PyUnicode_READ(kind_b, data_b, i)) {
            i++;
        }
        return i;
    }
    Py_ssize_t n = Py_MIN(Py_SIZE(a), Py_SIZE(b));
    const char *data_a = PyBytes_Check(a) ? PyBytes_AS_STRING(a) : PyByteArray_AS_STRING(a);
    const char *data_b = PyBytes_Check(b) ? PyBytes_AS_STRING(b) : PyByteArray_AS_STRING(b);
    while (i < n && data_a[i] == data_b[i]) {
        i++;
    }
    return i;
}

/* Elements that a walk looks at below a class with a comparison of its own. What that comparison looked at is not known; a
 * walk over so many takes some milliseconds. */
#define UNSURE_MOST ((Py_ssize_t)1 << 20)

/* A walk over what a comparison looked at. */
typedef struct {
    const Hooks *h;
    int unsure;      /* a class above compares in its own way: each pair is entered once */
    Py_ssize_t left; /* elements that may still be looked at while unsure */
    Pairs entered;
} CompareWalk;

static int64_t pair_work(CompareWalk *walk, PyObject *a, PyObject *b, int op, int equal, int depth);

/* True for containers that are not compared as their builtin type compares. */
static int
compares_itself(PyObject *x)
{
    PyTypeObject *base = PyList_Check(x)    ? &PyList_Type
                         : PyTuple_Check(x) ? &PyTuple_Type
                         : PyDict_Check(x)  ? &PyDict_Type
                                            : NULL;
    return base != NULL && Py_TYPE(x)->tp_richcompare != base->tp_richcompare;
}

/* pair_work of two elements that are said to be equal. CPython compares a pair each time it comes to it, and so does the
 * walk, but for what a class of the target may have decided without a look. */
static int64_t
equal_work(CompareWalk *walk, PyObject *x, PyObject *y, int depth)
{
    int unsure = walk->unsure || compares_itself(x) || compares_itself(y);
    if (!unsure) {
        return pair_work(walk, x, y, Py_EQ, 1, depth);
    }
    Py_ssize_t size = Py_MAX(length_of(walk->h, x), 0) + 1;
    if (walk->left < size || !pairs_enter(&walk->entered, x, y, 0)) {
        return 0;
    }
    int before = walk->unsure;
    walk->left -= size;
    walk->unsure = 1;
    int64_t micro = pair_work(walk, x, y, Py_EQ, 1, depth);
    walk->unsure = before;
    return micro;
}

/* What comparing two lists or two tuples costs; `equal` is -1 where it is not known. */
static int64_t
sequence_work(CompareWalk *walk, PyObject *a, PyObject *b, int equal, int depth)
{
    Py_ssize_t n = Py_MIN(Py_SIZE(a), Py_SIZE(b));
    int64_t micro = 0;
    for (Py_ssize_t i = 0; i < n; i++) {
        PyObject *x = PySequence_Fast_GET_ITEM(a, i), *y = PySequence_Fast_GET_ITEM(b, i);
        micro = work_plus(micro, walk->h->units[U_EQUAL_SEQUENCE]);
        if (x == y || (equal == 1 && is_small(x) && is_small(y))) {
            continue;
        }
        if (is_scalar(x) && is_scalar(y)) {
            int same = equal == 1 ? 1 : told_equal(x, y);
            micro = work_plus(micro, pair_work(walk, x, y, Py_EQ, same, depth + 1));
            if (!same) {
                break;
            }
            continue;
        }
        if (equal == 1 && depth < DEPTH_MAX) {
            micro = work_plus(micro, equal_work(walk, x, y, depth + 1));
            continue;
        }
        int same = told_equal(x, y);
        if (same < 0 && depth < DEPTH_MAX &&
            ((PyList_Check(x) && PyList_Check(y)) || (PyTuple_Check(x) && PyTuple_Check(y)))) {
            /* Their equality is not known, but how far it went is; the walk ends here. */
            micro = work_plus(micro, sequence_work(walk, x, y, -1, depth + 1));
        }
        if (same != 1) {
            break;
        }
    }
    return micro;
}

/* How many keys of `a` an unequal comparison with `b` looked at, as far as it can be told. */
static Py_ssize_t
dict_prefix(PyObject *a, PyObject *b)
{
    Py_ssize_t position = 0, seen = 0;
    PyObject *key, *value, *other;
    while (PyDict_Next(a, &position, &key, &value)) {
        seen++;
        if (holds(b, key, hash_before(a, key, position), &other) != 1 || told_equal(value, other) != 1) {
            break;
        }
    }
    return seen;
}

/* What comparing the values of two equal dicts costs besides their keys: containers that are not one and the same. Values
 * of keys whose comparison needs code of the target are passed over. */
static int64_t
values_work(CompareWalk *walk, PyObject *a, PyObject *b, int depth)
{
    Py_ssize_t position = 0;
    int64_t micro = 0;
    PyObject *key, *value, *other;
    while (PyDict_Next(a, &position, &key, &value)) {
        if ((!PyList_Check(value) && !PyDict_Check(value)) || !is_scalar(key)) {
            continue;
        }
        if (holds(b, key, hash_before(a, key, position), &other) == 1 && other != value) {
            micro = work_plus(micro, equal_work(walk, value, other, depth + 1));
        }
    }
    return micro;
}

/* How many elements of the set `a` are looked up in `b` before one is missing: an upper bound where `b` is much
 * larger, a lower bound where its elements are of the target's own types. */
static Py_ssize_t
subset_prefix(PyObject *a, PyObject *b)
{
    Py_ssize_t size = PySet_GET_SIZE(a), seen = 0, position = 0;
    PyObject *element, *unused;
    Py_hash_t hash;
    if (PySet_GET_SIZE(b) / 8 > size) {
        return size;
    }
    while (set_next(a, &position, &element, &hash)) {
        seen++;
        if (holds(b, element, hash, &unused) != 1) {
            break;
        }
    }
    return seen;
}

/* True for operands whose comparison can take long. */
static inline int
is_large(PyObject *x)
{
    return PyUnicode_Check(x) ? PyUnicode_GET_LENGTH(x) > 32 : !is_small(x) && x != Py_None;
}

/* What `a op b` costs in micro-ops; `equal` is 1, 0, or -1 where it is not known. */
static int64_t
pair_work(CompareWalk *walk, PyObject *a, PyObject *b, int op, int equal, int depth)
{
    const Hooks *h = walk->h;
    if (a == b && PyUnicode_Check(a)) {
        return 0;
    }
    int exact = op == Py_EQ || op == Py_NE;
    if (PyUnicode_Check(a) && PyUnicode_Check(b)) {
        if (exact && (PyUnicode_GET_LENGTH(a) != PyUnicode_GET_LENGTH(b) || PyUnicode_KIND(a) != PyUnicode_KIND(b))) {
            return 0;
        }
        return work_times(h->units[U_EQUAL_TEXT], text_prefix(a, b));
    }
    if ((PyBytes_Check(a) || PyByteArray_Check(a)) && (PyBytes_Check(b) || PyByteArray_Check(b))) {
        if (exact && Py_SIZE(a) != Py_SIZE(b)) {
            return 0;
        }
        return work_times(h->units[U_EQUAL_TEXT], text_prefix(a, b));
    }
    if (PyLong_Check(a) && PyLong_Check(b)) {
        Py_ssize_t n = int_digits(a);
        return n > 2 && n == int_digits(b) ? work_times(h->units[U_INT_ADD], n) : 0;
    }
    if (PyList_Check(a) && PyList_Check(b)) {
        return exact && Py_SIZE(a) != Py_SIZE(b) ? 0 : sequence_work(walk, a, b, equal, depth);
    }
    if (PyTuple_Check(a) && PyTuple_Check(b)) {
        return sequence_work(walk, a, b, equal, depth);
    }
    if (PyDict_Check(a) && PyDict_Check(b) && exact) {
        if (PyDict_GET_SIZE(a) != PyDict_GET_SIZE(b)) {
            return 0;
        }
        Py_ssize_t n = equal == 1 ? PyDict_GET_SIZE(a) : dict_prefix(a, b);
        int64_t micro = work_times(h->units[U_EQUAL_DICT], n);
        if (equal == 1 && a != b && depth < DEPTH_MAX) {
            micro = work_plus(micro, values_work(walk, a, b, depth));
        }
        return micro;
    }
    if (PyAnySet_Check(a) && PyAnySet_Check(b)) {
        Py_ssize_t size_a = PySet_GET_SIZE(a), size_b = PySet_GET_SIZE(b);
        if (exact && size_a != size_b) {
            return 0;
        }
        int swap = op == Py_GT || op == Py_GE;
        if (!exact && (swap ? size_b > size_a : size_a > size_b)) {
            return 0;
        }
        if (equal == 1) {
            return work_times(h->units[U_EQUAL_SET], swap ? size_b : size_a);
        }
        return work_times(h->units[U_EQUAL_SET], swap ? subset_prefix(b, a) : subset_prefix(a, b));
    }
    return 0;
}

/* The same, for a comparison that has been made. Nothing that is compared is changed meanwhile: no code runs. */
static int64_t
compare_work(const Hooks *h, PyObject *a, PyObject *b, int op, int equal)
{
    CompareWalk walk = {.h = h, .left = UNSURE_MOST};
    walk.unsure = compares_itself(a) || compares_itself(b);
    int64_t micro = pair_work(&walk, a, b, op, equal, 0);
    pairs_free(&walk.entered);
    return micro;
}

static PyObject *
compare(Hooks *h, PyObject *const *args, Py_ssize_t n, int op)
{
    if (n != 3) {
        PyErr_Format(PyExc_TypeError, "a comparison takes 3 arguments (%zd given)", n);
        return NULL;
    }
    PyObject *a = args[1], *b = args[2];
    PyObject *result = PyObject_RichCompare(a, b, op);
    if (result == NULL || !is_large(a) || !is_large(b)) {
        return result;
    }
    int equal = result != Py_True && result != Py_False               ? -1
                : op == Py_EQ || (op != Py_NE && PyAnySet_Check(a)) ? result == Py_True
                : op == Py_NE                                       ? result == Py_False
                                                                    : -1;
    charge(h, args[0], compare_work(h, a, b, op, equal));
    return result;
}

#define COMPARISON(name, op)                                                                                     \
    static PyObject *hooks_##name(Hooks *h, PyObject *const *args, Py_ssize_t n)                                 \
    {                                                                                                            \
        return compare(h, args, n, op);                                                                          \
    }

COMPARISON(eq, Py_EQ)
COMPARISON(ne, Py_NE)
COMPARISON(lt, Py_LT)
COMPARISON(le, Py_LE)
COMPARISON(gt, Py_GT)
COMPARISON(ge, Py_GE)

/* ---- membership ---- */

/* The type whose iterator goes through a deque, an array or a view. */
static PyTypeObject *
builtin_type(const Hooks *h, PyObject *box)
{
    return is_instance(box, h->deque) ? h->deque : is_instance(box, h->array) ? h->array : Py_TYPE(box);
}

/* The number of elements of `box` up to the first that is known to equal `item`, or cannot be told from it.
 * `type` is the builtin type whose iterator goes through `box`. */
static Py_ssize_t
seek(PyTypeObject *type, PyObject *box, PyObject *item)
{
    Raised raised = raised_take();
    Py_ssize_t seen = 0;
    PyObject *iterator = type->tp_iter(box), *element;
    while (iterator != NULL && (element = PyIter_Next(iterator)) != NULL) {
        seen++;
        int same = told_equal(element, item);
        Py_DECREF(element);
        if (same != 0) {
            break;
        }
    }
    Py_XDECREF(iterator);
    PyErr_Clear();
    raised_put(raised);
    return seen;
}

/* True for keys of which many different ones can share a hash: ints beyond the hash's modulus. */
static int
may_clash(PyObject *key)
{
    if (PyLong_Check(key)) {
        return int_digits(key) > 2;
    }
    for (Py_ssize_t i = 0; PyTuple_Check(key) && i < PyTuple_GET_SIZE(key); i++) {
        PyObject *x = PyTuple_GET_ITEM(key, i);
        if (PyLong_Check(x) && int_digits(x) > 2) {
            return 1;
        }
    }
    return 0;
}

/* How many entries of a dict or set share the hash of `key`. */
static int64_t
same_hash(PyObject *box, PyObject *key)
{
    PyObject *exact = exact_of(key);
    if (exact == NULL) {
        return 0;
    }
    int64_t count = entries_with(box, PyObject_Hash(exact));
    Py_DECREF(exact);
    return count;
}

static int
sequence_contains(Hooks *h, PyObject *site, PyObject *item, PyObject *box)
{
    int found = 0;
    Py_ssize_t i = 0;
    int64_t micro = 0;
    for (; found == 0 && i < Py_SIZE(box); i++) {
        PyObject *element = PySequence_Fast_GET_ITEM(box, i);
        Py_INCREF(element);
        found = PyObject_RichCompareBool(element, item, Py_EQ);
        if (element != item && found >= 0 && is_large(element) && is_large(item)) {
            micro = work_plus(micro, compare_work(h, element, item, Py_EQ, found));
        }
        Py_DECREF(element);
    }
    charge(h, site, work_plus(micro, work_times(h->units[U_SCAN_SEQUENCE], i)));
    return found;
}

static int
text_contains(Hooks *h, PyObject *site, PyObject *item, PyObject *box)
{
    Py_ssize_t n = PyUnicode_GET_LENGTH(box), m = PyUnicode_GET_LENGTH(item);
    Py_ssize_t at = PyUnicode_Find(box, item, 0, n, 1);
    if (at == -2) {
        return -1;
    }
    charge_unit(h, site, m == 1 ? U_SCAN_CHARACTER : U_SCAN_TEXT, at < 0 ? (m > n ? 0 : n) : at + m);
    return at >= 0;
}

/* Where a text or blob holds `needle` from `start` on, -1 where it does not or where that cannot be told. */
static Py_ssize_t
find_from(PyObject *box, PyObject *needle, Py_ssize_t start)
{
    Py_ssize_t at = -1;
    Raised raised = raised_take();
    if (PyUnicode_Check(box)) {
        at = PyUnicode_Check(needle) ? PyUnicode_Find(box, needle, start, PyUnicode_GET_LENGTH(box), 1) : -1;
    } else if (PyLong_Check(needle) ||
               ((PyBytes_Check(needle) || PyByteArray_Check(needle)) && !has_own_buffer(needle))) {
        PyTypeObject *type = PyBytes_Check(box) ? &PyBytes_Type : &PyByteArray_Type;
        PyObject *position = PyObject_CallMethod((PyObject *)type, "find", "OOn", box, needle, start);
        at = position == NULL ? -1 : PyLong_AsSsize_t(position);
        Py_XDECREF(position);
    }
    PyErr_Clear();
    raised_put(raised);
    return Py_MAX(at, -1);
}

static int
blob_contains(Hooks *h, PyObject *site, PyObject *item, PyObject *box)
{
    int found = PySequence_Contains(box, item);
    if (found < 0) {
        return found;
    }
    Py_ssize_t width = PyLong_Check(item) ? 1 : Py_MAX(length_of(h, item), 0);
    Py_ssize_t at = found ? find_from(box, item, 0) : -1;
    charge_unit(h, site, width == 1 ? U_SCAN_CHARACTER : U_SCAN_TEXT, at < 0 ? Py_SIZE(box) : at + width);
    return found;
}

/* True for builtin containers whose `in` goes through the elements one by one. */
static int
is_linear(const Hooks *h, PyObject *box, objobjproc contains, PyObject *item)
{
    PyTypeObject *type = Py_TYPE(box);
    return type == &PyDictValues_Type || contains == h->deque->tp_as_sequence->sq_contains ||
           contains == h->array->tp_as_sequence->sq_contains || (type == &PyRange_Type && !PyLong_Check(item));
}

/* The C function behind `in box`. A subclass of dict or set that does not override it has a slot that looks it up. */
static objobjproc
contains_of(const Hooks *h, PyObject *box)
{
    PyTypeObject *type = Py_TYPE(box);
    PyTypeObject *base = PyDict_Check(box)        ? &PyDict_Type
                         : PyFrozenSet_Check(box) ? &PyFrozenSet_Type
                         : PyAnySet_Check(box)    ? &PySet_Type
                                                  : type;
    if (type != base && _PyType_Lookup(type, h->contains_name) == _PyType_Lookup(base, h->contains_name)) {
        type = base;
    }
    return type->tp_as_sequence == NULL ? NULL : type->tp_as_sequence->sq_contains;
}

static PyObject *
hooks_contains(Hooks *h, PyObject *const *args, Py_ssize_t n)
{
    NEED(n, 3, "contains");
    PyObject *site = args[0], *item = args[1], *box = args[2];
    objobjproc contains = contains_of(h, box);
    int found;
    if (contains == PyDict_Type.tp_as_sequence->sq_contains || contains == PySet_Type.tp_as_sequence->sq_contains) {
        found = PySequence_Contains(box, item);
        if (found >= 0 && may_clash(item)) {
            charge_unit(h, site, U_COLLISION, same_hash(box, item) - found);
        }
    } else if (contains == PyList_Type.tp_as_sequence->sq_contains ||
               contains == PyTuple_Type.tp_as_sequence->sq_contains) {
        found = sequence_contains(h, site, item, box);
    } else if (contains == PyUnicode_Type.tp_as_sequence->sq_contains && PyUnicode_Check(item)) {
        found = text_contains(h, site, item, box);
    } else if (contains == PyBytes_Type.tp_as_sequence->sq_contains ||
               contains == PyByteArray_Type.tp_as_sequence->sq_contains) {
        found = blob_contains(h, site, item, box);
    } else if (is_linear(h, box, contains, item)) {
        Py_ssize_t seen = length_of(h, box);
        found = PySequence_Contains(box, item);
        if (found > 0) {
            seen = seek(builtin_type(h, box), box, item);
        }
        charge_unit(h, site, U_SCAN_SEQUENCE, seen);
    } else {
        found = PySequence_Contains(box, item);
    }
    return found < 0 ? NULL : PyBool_FromLong(found);
}

#endif
