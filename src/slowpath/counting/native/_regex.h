/* Regular expressions: the interpreter's engine answers, the counting matcher tells before what the answer costs. */
#ifndef SLOWPATH_REGEX_H
#define SLOWPATH_REGEX_H

#include "../regex/_matcher.h"
#include "_operands.h"

/* Micro-ops that a call may cost before the budget is asked for, 1,000 ops: asking is a call of Python code, which takes
 * longer than a short match. As much as `HEAVY`. */
#define UNASKED ((int64_t)HEAVY * 1000)

/* Operations by the number in a formula's `a`. */
enum regex_operation { R_MATCH, R_FULLMATCH, R_SEARCH, R_FINDALL, R_SPLIT, R_SUB, R_FINDITER, R_SCANNER, R_SCAN };

/* Stands between the target and what finditer() or scanner() gives; charges each match before it is made. */
typedef struct {
    PyObject_HEAD
    Hooks *hooks;
    PyObject *site;
    PyObject *inner;
    PyObject *machine;
    PyObject *text;
    Walk walk;
} FoundMatches;

/* The machine of a pattern (or of a pattern's source with flags), a borrowed reference; NULL, without an exception, where
 * there is none: the pattern cannot be compiled, or its source is unknown. */
static PyObject *
machine_of(Hooks *h, PyObject *pattern, PyObject *flags)
{
    int by_value = flags == NULL && (PyUnicode_CheckExact(pattern) || PyBytes_CheckExact(pattern));
    Raised raised = raised_take();
    PyObject *key = by_value ? Py_NewRef(pattern) : PyLong_FromVoidPtr(pattern);
    PyObject *known = key == NULL || flags != NULL ? NULL : PyDict_GetItemWithError(h->machines, key);
    PyObject *machine = NULL;
    if (known != NULL) {
        machine = PyTuple_GET_ITEM(known, 1);
    } else if (key != NULL && !PyErr_Occurred()) {
        PyObject *made = PyObject_CallFunctionObjArgs(h->compile, h->machines, key, pattern,
                                                      flags == NULL ? Py_None : flags, NULL);
        machine = made; /* `machines` keeps it */
        Py_XDECREF(made);
    }
    if (PyErr_Occurred()) {
        PyErr_WriteUnraisable(h->compile);
    }
    Py_XDECREF(key);
    if (machine != NULL && h->matcher == NULL) {
        h->matcher = PyCapsule_Import(MATCHER_API, 0);
    }
    PyErr_Clear();
    raised_put(raised);
    return machine == Py_None || h->matcher == NULL ? NULL : machine;
}

/* Charge the next `count` matches of a walk; -1 with BudgetExceeded where the budget ends before they are found, or with the
 * exception that a signal handler raised. */
static int
charge_walk(Hooks *h, PyObject *site, PyObject *machine, PyObject *text, Walk *walk, Py_ssize_t count, int64_t base)
{
    const MatcherApi *matcher = h->matcher;
    Walk first = *walk;
    int64_t limit = UNASKED;
    int64_t micro = matcher->cost(machine, text, walk, count, limit);
    if (micro < 0) {
        return -1;
    }
    if (micro > limit) {
        limit = micro_left(h, 0);
        if (limit < 0) {
            return -1;
        }
        *walk = first;
        micro = matcher->cost(machine, text, walk, count, limit);
        if (micro < 0) {
            return -1;
        }
    }
    if (micro > limit) {
        int64_t exact = micro_left(h, 1);
        if (exact < 0) {
            return -1;
        }
        if (exact > limit) {
            *walk = first;
            micro = matcher->cost(machine, text, walk, count, exact);
            if (micro < 0) {
                return -1;
            }
        }
        if (micro > exact) {
            matcher->spend(machine, exact);
            charge(h, site, exact + 1000000); /* an op more than there are */
            return micro_left(h, 1) < 0 ? -1 : 0;
        }
    }
    micro = work_plus(work_plus(micro, base), work_times(h->units[U_REGEX_FOUND], walk->found));
    matcher->spend(machine, micro);
    charge(h, site, micro);
    return 0;
}

/* The argument at a position, or of that name. */
static PyObject *
given(const Call *call, Py_ssize_t index, const char *name)
{
    return index < call->nargs ? call->args[index] : keyword(call, name);
}

/* f(*args), a call of the regular expression engine. */
static PyObject *
regex_call(Hooks *h, PyObject *site, const Formula *formula, PyObject *f, const Call *call, PyObject *const *args,
           size_t nargsf)
{
    int operation = (int)formula->a;
    Py_ssize_t index = formula->b ? 1 : 0; /* a function's first argument is the pattern */
    int repl = operation == R_SUB;
    PyObject *pattern = formula->b ? given(call, 0, "pattern") : call->receiver;
    PyObject *text = given(call, index + repl, "string");
    PyObject *flags = NULL;
    Py_ssize_t from = 0, end = PY_SSIZE_T_MAX, count = 1;
    if (operation == R_SPLIT || operation == R_SUB) {
        count = int_of(given(call, index + repl + 1, repl ? "count" : "maxsplit"), 0);
        flags = formula->b ? given(call, index + repl + 2, "flags") : NULL;
    } else if (formula->b) {
        flags = given(call, index + 1, "flags");
    } else if (operation != R_SCAN) {
        from = int_of(given(call, 1, "pos"), 0);
        end = int_of(given(call, 2, "endpos"), PY_SSIZE_T_MAX);
    }
    if (operation == R_FINDALL || operation == R_SCAN) {
        count = 0;
    }
    PyObject *machine =
        pattern == NULL || text == NULL || has_own_buffer(text) ? NULL : machine_of(h, pattern, flags);
    if (machine == NULL || count < 0) {
        PyObject *result = PyObject_Vectorcall(f, args, nargsf, call->kwnames);
        if (result != NULL && count >= 0) {
            note_lost(h, site, formula->name);
        }
        return result;
    }
    int mode = operation == R_FULLMATCH ? MODE_FULLMATCH : operation == R_MATCH || operation == R_SCAN ? MODE_MATCH
                                                                                                       : MODE_SEARCH;
    Walk walk = h->matcher->walk(text, mode, from, end);
    walk.until_empty = operation == R_SCAN;
    Py_INCREF(machine); /* what is called may make others in its place */
    if (operation != R_FINDITER && operation != R_SCANNER) {
        int status = charge_walk(h, site, machine, text, &walk, count, formula->base);
        Py_DECREF(machine);
        return status < 0 ? NULL : PyObject_Vectorcall(f, args, nargsf, call->kwnames);
    }
    charge(h, site, formula->base);
    PyObject *inner = PyObject_Vectorcall(f, args, nargsf, call->kwnames);
    PyTypeObject *type = operation == R_FINDITER ? h->finding_type : h->scanning_type;
    FoundMatches *made = inner == NULL ? NULL : PyObject_GC_New(FoundMatches, type);
    if (made == NULL) {
        Py_DECREF(machine);
        return inner;
    }
    made->hooks = (Hooks *)Py_NewRef(h);
    made->site = Py_NewRef(site);
    made->inner = inner;
    made->machine = machine;
    made->text = Py_NewRef(text);
    made->walk = walk;
    PyObject_GC_Track(made);
    return (PyObject *)made;
}

/* ---- FoundMatches ---- */

#define FINDING_FIELDS(X) X(inner) X(hooks) X(site) X(machine) X(text)
CONSTANT(finding, FoundMatches, FINDING_FIELDS, (void)0)

static int
finding_charge(FoundMatches *self, int mode)
{
    self->walk.mode = mode;
    self->walk.found = 0;
    return self->walk.over ? 0
                           : charge_walk(self->hooks, self->site, self->machine, self->text, &self->walk, 1, 0);
}

static PyObject *
finding_next(FoundMatches *self)
{
    return finding_charge(self, MODE_SEARCH) < 0 ? NULL : Py_TYPE(self->inner)->tp_iternext(self->inner);
}

static PyObject *
scanning_match(FoundMatches *self, PyObject *unused)
{
    (void)unused;
    return finding_charge(self, MODE_MATCH) < 0 ? NULL : PyObject_CallMethod(self->inner, "match", NULL);
}

static PyObject *
scanning_search(FoundMatches *self, PyObject *unused)
{
    (void)unused;
    return finding_charge(self, MODE_SEARCH) < 0 ? NULL : PyObject_CallMethod(self->inner, "search", NULL);
}

static PyObject *
finding_getattro(PyObject *self, PyObject *name)
{
    return attribute_here_or_in(self, ((FoundMatches *)self)->inner, name);
}

static PyMethodDef scanning_methods[] = {
    {"match", (PyCFunction)scanning_match, METH_NOARGS, NULL},
    {"search", (PyCFunction)scanning_search, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

/* Both types have the names of those that they stand for, and no method that these lack. */
CONSTANT_TYPE_SPEC(finding, FoundMatches, "builtins.callable_iterator", 0, finding,
                   {Py_tp_getattro, finding_getattro}, {Py_tp_iter, PyObject_SelfIter},
                   {Py_tp_iternext, finding_next});
CONSTANT_TYPE_SPEC(scanning, FoundMatches, "_sre.SRE_Scanner", 0, finding,
                   {Py_tp_getattro, finding_getattro}, {Py_tp_methods, scanning_methods});

#endif
