/* Operators: the operation itself, charged by the sizes of its operands and result. */
#ifndef SLOWPATH_OPERATORS_H
#define SLOWPATH_OPERATORS_H

#include "_integers.h"

/* What building x costs, by its type and size, in micro-ops. */
static int64_t
copy_micro(const Hooks *h, PyObject *x)
{
    if (PyUnicode_Check(x)) {
        return work_times(h->units[U_COPY_TEXT], PyUnicode_GET_LENGTH(x));
    }
    if (PyList_Check(x) || PyTuple_Check(x)) {
        return work_times(h->units[U_COPY_SEQUENCE], Py_SIZE(x));
    }
    if (PyBytes_Check(x) || PyByteArray_Check(x)) {
        return work_times(h->units[U_COPY_TEXT], Py_SIZE(x));
    }
    if (PyDict_Check(x)) {
        return work_times(h->units[U_COPY_DICT], PyDict_GET_SIZE(x));
    }
    if (PyAnySet_Check(x)) {
        return work_times(h->units[U_COPY_SET], PySet_GET_SIZE(x));
    }
    if (is_instance(x, h->deque)) {
        return work_times(h->units[U_COPY_SEQUENCE], Py_SIZE(x));
    }
    if (is_instance(x, h->array)) {
        return work_times(h->units[U_COPY_TEXT], Py_SIZE(x));
    }
    return 0;
}

/* True for receivers that `+=` and `*=` change in place. */
static inline int
grows_in_place(const Hooks *h, PyObject *x)
{
    return PyList_Check(x) || PyByteArray_Check(x) || is_instance(x, h->deque) || is_instance(x, h->array);
}

/* True for receivers whose elements are machine values, which are copied as memory is. */
static inline int
holds_bytes(const Hooks *h, PyObject *x)
{
    return PyByteArray_Check(x) || is_instance(x, h->array);
}

static inline int
is_set_like(PyObject *x)
{
    return PyAnySet_Check(x) || PyDictKeys_Check(x) || PyDictItems_Check(x);
}

static int64_t
add_micro(const Hooks *h, PyObject *a, PyObject *b, PyObject *result)
{
    if (PyLong_Check(a) && PyLong_Check(b)) {
        return larger_micro(h, a, b);
    }
    return length_of(h, a) >= 0 && length_of(h, b) >= 0 ? copy_micro(h, result) : 0;
}

static int64_t
sub_micro(const Hooks *h, PyObject *a, PyObject *b, PyObject *result)
{
    (void)result;
    if (PyLong_Check(a) && PyLong_Check(b)) {
        return larger_micro(h, a, b);
    }
    if (!is_set_like(a) || !is_set_like(b)) {
        return 0;
    }
    return work_plus(h->units[U_NEW_SET], work_times(h->units[U_SET_LOOKUP], length_of(h, a)));
}

static int64_t
mul_micro(const Hooks *h, PyObject *a, PyObject *b, PyObject *result)
{
    if (PyLong_Check(a) && PyLong_Check(b)) {
        return product_micro(h, a, b);
    }
    if (!PyLong_Check(a) && !PyLong_Check(b)) {
        return 0;
    }
    if (PyList_Check(result) || PyTuple_Check(result) || is_instance(result, h->deque)) {
        return work_times(h->units[U_REPEAT_SEQUENCE], Py_SIZE(result));
    }
    Py_ssize_t n = length_of(h, result);
    return n < 0 ? 0 : work_plus(h->units[U_NEW_TEXT], work_times(h->units[U_FILL_TEXT], n));
}

static int64_t
floordiv_micro(const Hooks *h, PyObject *a, PyObject *b, PyObject *result)
{
    (void)result;
    return PyLong_Check(a) && PyLong_Check(b) ? quotient_micro(h, a, b) : 0;
}

/* Formatting: text operands are copied into the result, the rest of it is made character by character. */
static int64_t
format_micro(const Hooks *h, PyObject *template, PyObject *const *operands, Py_ssize_t n, PyObject *result)
{
    int64_t whole = size_of(h, result), made = whole;
    for (Py_ssize_t i = 0; i < n; i++) {
        if (PyUnicode_Check(operands[i]) || PyBytes_Check(operands[i]) || PyByteArray_Check(operands[i])) {
            made -= length_of(h, operands[i]);
        }
    }
    return work_plus(work_times(h->units[U_FORMAT], Py_MAX(made, (int64_t)size_of(h, template))),
                     work_times(h->units[U_COPY_TEXT], whole));
}

static int64_t
mod_micro(const Hooks *h, PyObject *a, PyObject *b, PyObject *result)
{
    if (PyUnicode_Check(a) || PyBytes_Check(a) || PyByteArray_Check(a)) {
        return PyTuple_Check(b) ? format_micro(h, a, ((PyTupleObject *)b)->ob_item, PyTuple_GET_SIZE(b), result)
                                : format_micro(h, a, &b, 1, result);
    }
    return floordiv_micro(h, a, b, result);
}

static int64_t
pow_micro(const Hooks *h, PyObject *a, PyObject *b, PyObject *result)
{
    return PyLong_Check(a) && PyLong_Check(b) && PyLong_Check(result) ? power_micro(h, result) : 0;
}

static int64_t
shift_micro(const Hooks *h, PyObject *a, PyObject *b, PyObject *result)
{
    (void)b;
    return PyLong_Check(a) && PyLong_Check(result) ? larger_micro(h, result, result) : 0;
}

static int64_t
or_micro(const Hooks *h, PyObject *a, PyObject *b, PyObject *result)
{
    (void)result;
    if (PyLong_Check(a) && PyLong_Check(b)) {
        return larger_micro(h, a, b);
    }
    if (PyDict_Check(a) && PyDict_Check(b)) {
        int64_t added = work_times(h->units[U_DICT_SET], PyDict_GET_SIZE(b));
        return work_plus(work_plus(h->units[U_NEW_SET], copy_micro(h, a)), added);
    }
    if (is_set_like(a) && is_set_like(b)) {
        int64_t copied = work_times(h->units[U_COPY_SET], length_of(h, a));
        int64_t added = work_times(h->units[U_SET_ADD], length_of(h, b));
        return work_plus(h->units[U_NEW_SET], work_plus(copied, added));
    }
    return 0;
}

static int64_t
and_micro(const Hooks *h, PyObject *a, PyObject *b, PyObject *result)
{
    (void)result;
    if (PyLong_Check(a) && PyLong_Check(b)) {
        return and_digits_micro(h, a, b);
    }
    if (is_set_like(a) && is_set_like(b)) {
        int64_t looked_up = work_times(h->units[U_SET_LOOKUP], Py_MIN(length_of(h, a), length_of(h, b)));
        return work_plus(h->units[U_NEW_SET], looked_up);
    }
    return 0;
}

#define xor_micro or_micro

/* In place, a list and the like pay for what is added; a set for the right operand. */
#define GROWING_MICRO(name, bytes_unit, unit, otherwise)                                                         \
    static int64_t name(const Hooks *h, PyObject *a, PyObject *b, PyObject *result, Py_ssize_t before)           \
    {                                                                                                            \
        if (result == a && grows_in_place(h, a)) {                                                               \
            return work_times(h->units[holds_bytes(h, a) ? bytes_unit : unit], Py_SIZE(result) - before);        \
        }                                                                                                        \
        return otherwise(h, a, b, result);                                                                       \
    }

GROWING_MICRO(iadd_micro, U_COPY_TEXT, U_APPEND, add_micro)
GROWING_MICRO(imul_micro, U_FILL_TEXT, U_REPEAT_SEQUENCE, mul_micro)

static int64_t
ior_micro(const Hooks *h, PyObject *a, PyObject *b, PyObject *result, Py_ssize_t before)
{
    if (result == a && PyAnySet_Check(a)) {
        return work_times(h->units[U_SET_ADD], length_of(h, b));
    }
    if (result == a && PyDict_Check(a)) {
        Py_ssize_t n = length_of(h, b);
        return work_times(h->units[U_DICT_SET], n < 0 ? PyDict_GET_SIZE(a) - before : n);
    }
    return or_micro(h, a, b, result);
}

static int64_t
isub_micro(const Hooks *h, PyObject *a, PyObject *b, PyObject *result, Py_ssize_t before)
{
    (void)before;
    if (result == a && PyAnySet_Check(a)) {
        return work_times(h->units[U_SET_LOOKUP], length_of(h, b));
    }
    return sub_micro(h, a, b, result);
}

static inline PyObject *power(PyObject *a, PyObject *b) { return PyNumber_Power(a, b, Py_None); }
static inline PyObject *inplace_power(PyObject *a, PyObject *b) { return PyNumber_InPlacePower(a, b, Py_None); }

/* Operators whose result is small where both operands are. */
#define OPERATOR(name, operation, micro)                                                                         \
    static PyObject *hooks_##name(Hooks *h, PyObject *const *args, Py_ssize_t n)                                 \
    {                                                                                                            \
        NEED(n, 3, #name);                                                                                       \
        PyObject *a = args[1], *b = args[2];                                                                     \
        PyObject *result = operation(a, b);                                                                      \
        if (result == NULL || (is_small(a) && is_small(b))) {                                                    \
            return result;                                                                                       \
        }                                                                                                        \
        charge(h, args[0], micro(h, a, b, result));                                                              \
        return result;                                                                                           \
    }

/* Operators whose result can be large whatever the operands. */
#define RAISING_OPERATOR(name, operation, micro)                                                                 \
    static PyObject *hooks_##name(Hooks *h, PyObject *const *args, Py_ssize_t n)                                 \
    {                                                                                                            \
        NEED(n, 3, #name);                                                                                       \
        PyObject *result = operation(args[1], args[2]);                                                          \
        if (result != NULL && !is_small(result)) {                                                               \
            charge(h, args[0], micro(h, args[1], args[2], result));                                              \
        }                                                                                                        \
        return result;                                                                                           \
    }

#define INPLACE_OPERATOR(name, operation, micro)                                                                 \
    static PyObject *hooks_##name(Hooks *h, PyObject *const *args, Py_ssize_t n)                                 \
    {                                                                                                            \
        NEED(n, 3, #name);                                                                                       \
        PyObject *a = args[1], *b = args[2];                                                                     \
        if (is_small(a) && is_small(b)) {                                                                        \
            return operation(a, b);                                                                              \
        }                                                                                                        \
        Py_ssize_t before = length_of(h, a);                                                                     \
        PyObject *result = operation(a, b);                                                                      \
        if (result != NULL) {                                                                                    \
            charge(h, args[0], micro(h, a, b, result, before));                                                  \
        }                                                                                                        \
        return result;                                                                                           \
    }

/* The work of `a * b` if one is a sequence and the other says how often to repeat it; else 0. */
static int64_t
repetition_ahead(const Hooks *h, PyObject *a, PyObject *b)
{
    if (PyLong_Check(a) == PyLong_Check(b)) {
        return 0;
    }
    PyObject *sequence = PyLong_Check(a) ? b : a, *count = PyLong_Check(a) ? a : b;
    if (int_digits(count) > 2) {
        return 0; /* OverflowError, or nothing */
    }
    int is_list = PyList_CheckExact(sequence) || PyTuple_CheckExact(sequence);
    if (!is_list && !PyUnicode_CheckExact(sequence) && !PyBytes_CheckExact(sequence)) {
        return 0;
    }
    long long times = PyLong_AsLongLong(count);
    int64_t cells = times <= 0 ? 0 : work_times(times, length_of(h, sequence));
    if (cells > PY_SSIZE_T_MAX / (Py_ssize_t)sizeof(PyObject *)) {
        return 0; /* MemoryError at once */
    }
    return work_times(h->units[is_list ? U_REPEAT_SEQUENCE : U_FILL_TEXT], cells);
}

/* The least work of `a ** b`, by how many bits its result has at least. */
static int64_t
power_ahead(const Hooks *h, PyObject *a, PyObject *b)
{
    if (!PyLong_CheckExact(a) || !PyLong_CheckExact(b) || int_digits(b) > 2) {
        return 0;
    }
    long long exponent = PyLong_AsLongLong(b);
    return exponent <= 0 ? 0 : digits_power_micro(h, work_times(int_bits(a) - 1, exponent) / PyLong_SHIFT);
}

/* An operator that is looked at before it begins: small operands can make large work. */
#define FORESEEN(name, ahead)                                                                                    \
    static PyObject *hooks_##name(Hooks *h, PyObject *const *args, Py_ssize_t n)                                 \
    {                                                                                                            \
        NEED(n, 3, #name);                                                                                       \
        return ends_budget(h, args[0], ahead(h, args[1], args[2])) ? NULL : hooks_charged_##name(h, args, n);    \
    }

OPERATOR(add, PyNumber_Add, add_micro)
OPERATOR(sub, PyNumber_Subtract, sub_micro)
OPERATOR(charged_mul, PyNumber_Multiply, mul_micro)
FORESEEN(mul, repetition_ahead)
OPERATOR(floordiv, PyNumber_FloorDivide, floordiv_micro)
OPERATOR(mod, PyNumber_Remainder, mod_micro)
OPERATOR(bitor, PyNumber_Or, or_micro)
OPERATOR(bitand, PyNumber_And, and_micro)
OPERATOR(bitxor, PyNumber_Xor, xor_micro)
OPERATOR(ifloordiv, PyNumber_InPlaceFloorDivide, floordiv_micro)
OPERATOR(imod, PyNumber_InPlaceRemainder, mod_micro)
OPERATOR(ibitand, PyNumber_InPlaceAnd, and_micro)
RAISING_OPERATOR(charged_pow, power, pow_micro)
FORESEEN(pow, power_ahead)
RAISING_OPERATOR(lshift, PyNumber_Lshift, shift_micro)
RAISING_OPERATOR(rshift, PyNumber_Rshift, shift_micro)
RAISING_OPERATOR(charged_ipow, inplace_power, pow_micro)
FORESEEN(ipow, power_ahead)
RAISING_OPERATOR(ilshift, PyNumber_InPlaceLshift, shift_micro)
RAISING_OPERATOR(irshift, PyNumber_InPlaceRshift, shift_micro)
INPLACE_OPERATOR(iadd, PyNumber_InPlaceAdd, iadd_micro)
INPLACE_OPERATOR(isub, PyNumber_InPlaceSubtract, isub_micro)
INPLACE_OPERATOR(charged_imul, PyNumber_InPlaceMultiply, imul_micro)
FORESEEN(imul, repetition_ahead)
INPLACE_OPERATOR(ibitor, PyNumber_InPlaceOr, ior_micro)
INPLACE_OPERATOR(ibitxor, PyNumber_InPlaceXor, ior_micro)

/* The owners of x in `x += .grown(site, x, y)` when the local variable is its only name:
 * the variable, the left operand on the evaluation stack, the argument. */
#define SOLE_LOCAL 3

/* `x += y` concatenates in place: CPython reallocates a str that only the local variable owns. */
static int
concatenates_in_place(PyObject *x, PyObject *y)
{
    return Py_REFCNT(x) == SOLE_LOCAL && PyUnicode_Check(x) && PyUnicode_Check(y) &&
           PyUnicode_KIND(y) <= PyUnicode_KIND(x) && (!PyUnicode_IS_ASCII(x) || PyUnicode_IS_ASCII(y)) &&
           !PyUnicode_CHECK_INTERNED(x);
}

/* The right operand y of an addition to a local variable x, charged as the addition that follows. `in_place` is
 * whether it is `x += y`, which extends a list; `x = x + y` copies it. A str is extended by both. */
static PyObject *
right_operand(Hooks *h, PyObject *const *args, int in_place)
{
    PyObject *x = args[1], *y = args[2];
    if (!is_small(x)) {
        Py_ssize_t size = length_of(h, y);
        if (PyUnicode_Check(x)) {
            if (PyUnicode_Check(y)) {
                Py_ssize_t whole = concatenates_in_place(x, y) ? size : size + PyUnicode_GET_LENGTH(x);
                charge_unit(h, args[0], U_COPY_TEXT, whole);
            }
        } else if (in_place && grows_in_place(h, x)) {
            charge_unit(h, args[0], holds_bytes(h, x) ? U_COPY_TEXT : U_APPEND, size);
        } else if (PyBytes_Check(x) || holds_bytes(h, x)) {
            charge_unit(h, args[0], U_COPY_TEXT, size < 0 ? 0 : size + Py_SIZE(x));
        } else if ((PyTuple_Check(x) && PyTuple_Check(y)) || (PyList_Check(x) && PyList_Check(y)) ||
                   (is_instance(x, h->deque) && is_instance(y, h->deque))) {
            charge_unit(h, args[0], U_COPY_SEQUENCE, size + Py_SIZE(x));
        } else if (PyLong_Check(x) && PyLong_Check(y)) {
            charge(h, args[0], larger_micro(h, x, y));
        }
    } else if (PyLong_Check(x) && PyLong_Check(y) && !is_small(y)) {
        charge(h, args[0], larger_micro(h, x, y));
    }
    Py_INCREF(y);
    return y;
}

static PyObject *
hooks_grown(Hooks *h, PyObject *const *args, Py_ssize_t n)
{
    NEED(n, 3, "grown");
    return right_operand(h, args, 1);
}

static PyObject *
hooks_summed(Hooks *h, PyObject *const *args, Py_ssize_t n)
{
    NEED(n, 3, "summed");
    return right_operand(h, args, 0);
}

/* x, charged as newly built: slices, f-strings, starred displays. */
static PyObject *
hooks_made(Hooks *h, PyObject *const *args, Py_ssize_t n)
{
    NEED(n, 2, "made");
    PyObject *x = args[1];
    charge(h, args[0], copy_micro(h, x));
    Py_INCREF(x);
    return x;
}

/* The elements behind the end of a deletion: they move. `index` is an int or a slice of ints and Nones. */
static Py_ssize_t
behind(PyObject *index, Py_ssize_t length)
{
    if (PyLong_Check(index)) {
        Py_ssize_t i = PyLong_AsSsize_t(index);
        if (i == -1 && PyErr_Occurred()) {
            PyErr_Clear();
            return 0;
        }
        i = i < 0 ? i + length : i;
        return i < 0 || i >= length ? 0 : length - 1 - i;
    }
    if (PySlice_Check(index)) {
        PySliceObject *slice = (PySliceObject *)index;
        PyObject *parts[3] = {slice->start, slice->stop, slice->step};
        for (int i = 0; i < 3; i++) {
            if (parts[i] != Py_None && !PyLong_Check(parts[i])) {
                return 0;
            }
        }
        Py_ssize_t start, stop, step;
        if (PySlice_Unpack(index, &start, &stop, &step) < 0) {
            PyErr_Clear();
            return 0;
        }
        Py_ssize_t count = PySlice_AdjustIndices(length, &start, &stop, step);
        if (step == 1) {
            return length - Py_MAX(start, stop);
        }
        return count == 0 ? 0 : length - (step > 0 ? start : start + (count - 1) * step);
    }
    return 0;
}

static PyObject *
hooks_delitem(Hooks *h, PyObject *const *args, Py_ssize_t n)
{
    NEED(n, 3, "delitem");
    PyObject *box = args[1], *index = args[2];
    Py_ssize_t before = PyList_Check(box) || PyByteArray_Check(box) ? Py_SIZE(box) : -1;
    if (PyObject_DelItem(box, index) < 0) {
        return NULL;
    }
    if (before >= 0) {
        int64_t freed = PyList_Check(box) ? work_times(h->units[U_COPY_SEQUENCE], before - Py_SIZE(box)) : 0;
        enum unit unit = PyList_Check(box) ? U_MOVE_DELETE : U_COPY_TEXT;
        Py_ssize_t moved = behind(index, before);
        if (PyByteArray_Check(box) && moved == Py_SIZE(box)) {
            moved = 0; /* a bytearray gives up its head without moving the rest */
        }
        charge(h, args[0], work_plus(freed, work_times(h->units[unit], moved)));
    }
    Py_RETURN_NONE;
}

static PyObject *
hooks_setslice(Hooks *h, PyObject *const *args, Py_ssize_t n)
{
    NEED(n, 4, "setslice");
    /* The rewriter passes the value first: an assignment evaluates it before the container and the index. */
    PyObject *value = args[1], *box = args[2], *index = args[3];
    Py_ssize_t before = PyList_Check(box) || PyByteArray_Check(box) ? Py_SIZE(box) : -1;
    Py_ssize_t size = length_of(h, value);
    if (PyObject_SetItem(box, index, value) < 0) {
        return NULL;
    }
    if (before >= 0 && PySlice_Check(index)) {
        Py_ssize_t after = Py_SIZE(box), moved = after == before ? 0 : behind(index, before);
        int list = PyList_Check(box);
        charge(h, args[0],
               work_plus(work_times(h->units[list ? U_COPY_SEQUENCE : U_COPY_TEXT], Py_MAX(size, after - before)),
                         work_times(h->units[list ? U_MOVE_DELETE : U_COPY_TEXT], moved)));
    }
    Py_RETURN_NONE;
}

#endif
