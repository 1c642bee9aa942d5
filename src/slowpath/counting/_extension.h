/* What the definitions of types and modules have in common. */
#ifndef SLOWPATH_EXTENSION_H
#define SLOWPATH_EXTENSION_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#include <stddef.h>

/* A type whose objects own others names these in a list, `#define POINT_FIELDS(X) X(first) X(second)`. */
#define VISIT_FIELD(field) Py_VISIT(self->field);
#define CLEAR_FIELD(field) Py_CLEAR(self->field);

/* name_traverse, which the garbage collector calls. */
#define TRAVERSED_FIELDS(name, Type, FIELDS)                                                                     \
    static int name##_traverse(Type *self, visitproc visit, void *arg)                                           \
    {                                                                                                            \
        Py_VISIT(Py_TYPE(self));                                                                                 \
        FIELDS(VISIT_FIELD)                                                                                      \
        return 0;                                                                                                \
    }

/* name_dealloc: `release` gives back what is in no field, `clear` the fields. */
#define UNTRACKED_DEALLOC(name, Type, release, clear)                                                            \
    static void name##_dealloc(Type *self)                                                                       \
    {                                                                                                            \
        PyTypeObject *type = Py_TYPE(self);                                                                      \
        PyObject_GC_UnTrack(self);                                                                               \
        release;                                                                                                 \
        clear;                                                                                                   \
        type->tp_free((PyObject *)self);                                                                         \
        Py_DECREF(type);                                                                                         \
    }

/* name_traverse and name_clear. */
#define COLLECTED_FIELDS(name, Type, FIELDS)                                                                     \
    TRAVERSED_FIELDS(name, Type, FIELDS)                                                                         \
    static int name##_clear(Type *self)                                                                          \
    {                                                                                                            \
        FIELDS(CLEAR_FIELD)                                                                                      \
        return 0;                                                                                                \
    }

/* name_dealloc of objects that have a name_clear. */
#define COLLECTED_DEALLOC(name, Type, release) UNTRACKED_DEALLOC(name, Type, release, name##_clear(self))

/* name_traverse and name_dealloc of objects that never change, such as tuples: a cycle of references through them also goes
 * through an object that does, whose fields the collector clears. Theirs it must not: finalizers in that cycle may still
 * use them. */
#define CONSTANT(name, Type, FIELDS, release)                                                                    \
    TRAVERSED_FIELDS(name, Type, FIELDS)                                                                         \
    UNTRACKED_DEALLOC(name, Type, release, FIELDS(CLEAR_FIELD))

#define CONSTANT_SLOTS(name) {Py_tp_traverse, name##_traverse}, {Py_tp_dealloc, name##_dealloc}

/* All three, for objects that own nothing but their fields. */
#define COLLECTED(name, Type, FIELDS)                                                                            \
    COLLECTED_FIELDS(name, Type, FIELDS)                                                                         \
    COLLECTED_DEALLOC(name, Type, (void)0)

#define COLLECTED_SLOTS(name)                                                                                    \
    {Py_tp_traverse, name##_traverse}, {Py_tp_clear, name##_clear}, {Py_tp_dealloc, name##_dealloc}

/* The member of a type whose objects are called through `field`. */
#define VECTORCALL_MEMBER(Type, field) {"__vectorcalloffset__", T_PYSSIZET, offsetof(Type, field), READONLY, NULL}
#define NO_MORE_MEMBERS {NULL, 0, 0, 0, NULL}

/* stem_spec, of a type; behind its flags are its slots. */
#define TYPE_SPEC(stem, Type, dotted, type_flags, ...)                                                           \
    static PyType_Slot stem##_slots[] = {__VA_ARGS__, {0, NULL}};                                                \
    static PyType_Spec stem##_spec = {                                                                           \
        .name = dotted,                                                                                          \
        .basicsize = sizeof(Type),                                                                               \
        .flags = Py_TPFLAGS_DEFAULT | (type_flags),                                                              \
        .slots = stem##_slots,                                                                                   \
    }

/* stem_spec, of a type whose objects never change, and which only C code makes; `owner` has its functions. */
#define CONSTANT_TYPE_SPEC(stem, Type, dotted, more_flags, owner, ...)                                           \
    TYPE_SPEC(stem, Type, dotted, Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION | (more_flags),         \
              CONSTANT_SLOTS(owner), __VA_ARGS__)

/* stem_spec, of an immutable type whose objects are collected, made by stem_new and called through `called`. */
#define CALLABLE_TYPE_SPEC(stem, Type, dotted, doc)                                                              \
    static PyMemberDef stem##_members[] = {VECTORCALL_MEMBER(Type, called), NO_MORE_MEMBERS};                    \
    TYPE_SPEC(stem, Type, dotted, Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_IMMUTABLETYPE,    \
              {Py_tp_doc, (void *)PyDoc_STR(doc)}, {Py_tp_new, stem##_new}, {Py_tp_call, PyVectorcall_Call},     \
              COLLECTED_SLOTS(stem), {Py_tp_members, stem##_members})

/* Make a type and enter it into a module; -1 with an exception where that fails. */
static int
add_type(PyObject *module, const char *name, PyType_Spec *spec)
{
    PyObject *type = PyType_FromModuleAndSpec(module, spec, NULL);
    int status = type == NULL ? -1 : PyModule_AddObjectRef(module, name, type);
    Py_XDECREF(type);
    return status;
}

/* The module `name` with some functions, or NULL; `fill` enters all else. */
#define EXTENSION_MODULE(name, doc, functions, fill)                                                             \
    static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, fill}, {0, NULL}};                                   \
    static struct PyModuleDef module_definition = {                                                              \
        PyModuleDef_HEAD_INIT,                                                                                   \
        .m_name = #name,                                                                                         \
        .m_doc = PyDoc_STR(doc),                                                                                 \
        .m_methods = functions,                                                                                  \
        .m_slots = module_slots,                                                                                 \
    };                                                                                                           \
    PyMODINIT_FUNC PyInit_##name(void)                                                                           \
    {                                                                                                            \
        return PyModuleDef_Init(&module_definition);                                                             \
    }

/* The module `name` with nothing but the type of stem_spec. */
#define ONE_TYPE_MODULE(name, doc, Type, stem)                                                                   \
    static int fill_module(PyObject *module)                                                                     \
    {                                                                                                            \
        return add_type(module, #Type, &stem##_spec);                                                            \
    }                                                                                                            \
    EXTENSION_MODULE(name, doc, NULL, fill_module)

#endif
