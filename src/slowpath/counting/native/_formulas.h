/* The formulas of functions, methods and types: what is read before a call and charged after it. */
#ifndef SLOWPATH_FORMULAS_H
#define SLOWPATH_FORMULAS_H

#include "_iterables.h"
#include "_texts.h"

/* Runs are not looked for in fewer elements than this; log2(n) levels are assumed. Looking compares
 * each element with the next, a good part of what so short a sort does itself. */
#define FEW 12

static void
prepare(const Hooks *h, const Formula *formula, Call *call)
{
    PyObject *first = argument_at(call, 0);
    call->before = size_of(h, call->receiver);
    call->argument = length_of(h, iterable_of(call));
    switch (formula->kind) {
    case LINEAR:
        if (formula->c == 0) {
            break;
        }
        /* fall through */
    case CONSUME:
    case EXTREME:
    case HASHED:
    case PRODUCT:
    case REDUCE:
    case SUM:
    case QUANTIFIER:
        if (call->argument < 0) {
            call->pending = pending_in(h, iterable_of(call));
        }
        break;
    case SORT: {
        PyObject *sequence = call->receiver != NULL ? call->receiver : first;
        if (sequence != NULL && (PyList_Check(sequence) || PyTuple_Check(sequence)) && Py_SIZE(sequence) >= FEW &&
            keyword(call, "key") == NULL) {
            call->measured = merge_comparisons(sequence);
        }
        break;
    }
    case SEEK:
        if (call->receiver != NULL && first != NULL) {
            int known = is_instance(call->receiver, h->deque) || is_instance(call->receiver, h->array);
            call->measured = known ? seek(builtin_type(h, call->receiver), call->receiver, first) : call->before;
        }
        break;
    case REMOVE:
    case INSORT: {
        PyObject *list = call->receiver != NULL ? call->receiver : first;
        if (list != NULL && PyList_Check(list) && Py_SIZE(list) > 0) {
            call->measured = Py_SIZE(list);
            call->snapshot = PyMem_Malloc((size_t)Py_SIZE(list) * sizeof(PyObject *));
            if (call->snapshot != NULL) {
                memcpy(call->snapshot, ((PyListObject *)list)->ob_item, (size_t)Py_SIZE(list) * sizeof(PyObject *));
            }
        }
        break;
    }
    default:
        break;
    }
}

static int64_t
power_call_micro(const Hooks *h, const Call *call, PyObject *result)
{
    PyObject *base = argument_at(call, 0), *exponent = argument_at(call, 1), *modulus = argument_at(call, 2);
    if (result == NULL || base == NULL || exponent == NULL || !PyLong_Check(base) || !PyLong_Check(exponent) ||
        !PyLong_Check(result)) {
        return 0;
    }
    if (modulus != NULL && PyLong_Check(modulus)) {
        return modular_power_micro(h, exponent, modulus);
    }
    return power_micro(h, result);
}

/* The rule's answer in milli-ops as micro-ops. A rule that fails charges nothing and is reported as unraisable. */
static int64_t
rule_micro(const Formula *f, const Call *call, PyObject *result)
{
    Raised raised = raised_take();
    int64_t milli = 0;
    PyObject *args = PyTuple_New(call->nargs), *before = PyLong_FromSsize_t(call->before), *answer = NULL;
    if (args != NULL && before != NULL) {
        for (Py_ssize_t i = 0; i < call->nargs; i++) {
            Py_INCREF(call->args[i]);
            PyTuple_SET_ITEM(args, i, call->args[i]);
        }
        PyObject *operands[4] = {before, result ? result : Py_None, call->receiver ? call->receiver : Py_None, args};
        answer = PyObject_Vectorcall(f->rule, operands, 4, NULL);
    }
    if (answer != NULL) {
        int overflow;
        milli = PyLong_AsLongLongAndOverflow(answer, &overflow);
        milli = overflow || milli > WORK_MAX / 1000 ? WORK_MAX / 1000 : milli;
    }
    if (PyErr_Occurred()) {
        PyErr_WriteUnraisable(f->rule);
        milli = 0;
    }
    Py_XDECREF(answer);
    Py_XDECREF(args);
    Py_XDECREF(before);
    raised_put(raised);
    return work_times(milli, 1000);
}

static int64_t
linear_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *first = argument_at(call, 0);
    int64_t micro = work_times(f->a, call->before);
    if (f->b != 0 && !returns_itself(f, first, result) && !returns_receiver(call, result)) {
        micro = work_plus(micro, work_times(f->b, size_of(h, result)));
    }
    if (f->c != 0 && first != NULL) {
        int64_t more = PyLong_Check(first) ? work_times(f->c, size_of(h, first)) : consumed_micro(h, call, NULL, f->c);
        micro = work_plus(micro, more);
    }
    return micro;
}

/* LINEAR without the receiver: `a` is a limit here. */
static inline int64_t
linear_tail(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    PyObject *first = argument_at(call, 0);
    if (first != NULL && PyType_HasFeature(Py_TYPE(first), Py_TPFLAGS_HEAPTYPE) && call->argument < 0 &&
        !is_scalar(first)) {
        return 0; /* an object of the target's own: its methods count themselves */
    }
    Formula linear = *f;
    linear.a = 0;
    return linear_micro(h, &linear, call, result);
}

/* The formulas that take more than a line or two. */
static int64_t (*const micro_of_kind[KIND_COUNT])(const Hooks *, const Formula *, const Call *, PyObject *) = {
    [LINEAR] = linear_micro,
    [HASHED] = hashed_micro,
    [SCAN] = scan_micro,
    [SCAN_BACK] = scan_micro,
    [RANGE] = scan_micro,
    [SPLIT] = split_micro,
    [SPLIT_BACK] = split_micro,
    [STRIP] = strip_micro,
    [REPLACED] = replaced_micro,
    [PREFIX] = prefix_micro,
    [PREDICATE] = predicate_micro,
    [SORT] = sort_micro,
    [SUM] = sum_micro,
    [QUANTIFIER] = quantifier_micro,
};

static int64_t
call_micro(const Hooks *h, const Formula *f, const Call *call, PyObject *result)
{
    if (micro_of_kind[f->kind] != NULL) {
        return micro_of_kind[f->kind](h, f, call, result);
    }
    PyObject *first = argument_at(call, 0);
    Py_ssize_t n = call->before, i;
    switch (f->kind) {
    case CONSUME:
        if (returns_itself(f, first, result)) {
            return 0;
        }
        return work_plus(work_times(f->b, size_of(h, result)),
                         consumed_micro(h, call, result, work_plus(f->c, pair_unit(h, call))));
    case EXTREME:
        return work_plus(f->a, call->nargs == 1 ? consumed_micro(h, call, NULL, f->c) : work_times(f->c, call->nargs));
    case TAIL:
        i = int_at(call, 0, n);
        i = clamp(i, n);
        return result == NULL ? 0 : work_times(f->a, n - i);
    case EDGE:
        i = int_at(call, 0, call->nargs == 0 ? 1 : 0);
        i = n == 0 ? 0 : (i % n + n) % n;
        return work_times(f->a, Py_MIN(i, n - i));
    case REMOVE:
        if (call->receiver == NULL || !PyList_Check(call->receiver)) {
            return 0; /* list.remove was called with something else, and has raised */
        }
        i = changed_at(call, call->receiver);
        return work_plus(work_times(f->a, result == NULL ? n : i + 1), result == NULL ? 0 : work_times(f->b, n - i));
    case INSORT:
        if (first == NULL || result == NULL || !PyList_Check(first)) {
            return 0;
        }
        return work_plus(work_times(f->a, log2_ceiling(Py_SIZE(first))),
                         work_times(f->b, Py_SIZE(first) - changed_at(call, first)));
    case SEEK:
        return work_times(f->a, call->measured);
    case CODED:
        return work_times(is_ascii(call->receiver) && is_ascii(result) ? f->b : f->a, n);
    case FORMATTED: {
        Py_ssize_t named = call->kwnames == NULL ? 0 : PyTuple_GET_SIZE(call->kwnames);
        return result == NULL ? 0 : format_micro(h, call->receiver, call->args, call->nargs + named, result);
    }
    case SMALLER:
        return work_times(f->a, first != NULL && is_set_like(first) ? Py_MIN(n, length_of(h, first))
                                                                    : Py_MAX(call->argument, 0));
    case SUBSET:
    case SUPERSET:
        if (first == NULL || !PyAnySet_Check(first)) {
            return work_times(f->a, Py_MAX(call->argument, 0));
        }
        return compare_work(h, call->receiver, first, f->kind == SUBSET ? Py_LE : Py_GE, result == Py_True);
    case HEAP_PUSH:
        return result == NULL ? 0 : work_times(f->a, heap_levels(call));
    case LOG:
        return work_times(f->a, log2_ceiling(Py_MAX(call->argument, 1)));
    case POWER:
        return power_call_micro(h, call, result);
    case DIVIDE: {
        PyObject *second = argument_at(call, 1);
        int ints = first != NULL && second != NULL && PyLong_Check(first) && PyLong_Check(second);
        return !ints || (is_small(first) && is_small(second)) ? 0 : quotient_micro(h, first, second);
    }
    case DIVISOR:
        return divisors_micro(h, call->args, call->nargs);
    case ROOT:
        return first == NULL ? 0 : root_micro(h, first);
    case TREE:
        i = result != NULL && PyLong_Check(result) ? int_digits(result) : 0;
        return i <= 2 ? 0 : work_times(h->units[U_INT_MULTIPLY], tree_work(i));
    case PRODUCT:
        i = result != NULL && PyLong_Check(result) ? int_digits(result) : 0;
        return work_plus(consumed_micro(h, call, NULL, f->c),
                         i <= 2 ? 0 : work_times(h->units[U_INT_MULTIPLY], work_times(i, i) / 2));
    case REDUCE:
        return consumed_micro(h, call, NULL, f->c);
    case RULE:
        return rule_micro(f, call, result);
    case RULE_INT:
        return first != NULL && PyLong_Check(first) && int_digits(first) > f->a ? rule_micro(f, call, result)
                                                                                : linear_tail(h, f, call, result);
    case RULE_TEXT:
        if (call->argument < 0) {
            return 0;
        }
        return work_plus(f->b, call->argument > f->a ? rule_micro(f, call, result) : 0);
    default:
        return 0;
    }
}

#endif
