/* The entries of dicts and sets that have a hash, read from their tables: nothing is compared, so no code of the target
 * runs. Both are searched as CPython searches them (Objects/dictobject.c, Objects/setobject.c). */
#ifndef SLOWPATH_TABLES_H
#define SLOWPATH_TABLES_H

#include "_values.h"

#define PROBE_SHIFT 5  /* PERTURB_SHIFT of both */
#define LINEAR_STEPS 9 /* LINEAR_PROBES of sets */

/* The table of a dict, which no public header has, in the releases that it was compared with (Include/internal/
 * pycore_dict.h). In others nothing is known of dicts. */
#define TABLES_KNOWN (PY_VERSION_HEX < 0x030E0000)

typedef struct {
    Py_ssize_t references;
    uint8_t log2_size, log2_index_bytes, kind;
    uint32_t version;
    Py_ssize_t usable, used;
    char indices[]; /* numbers of entries, of 1, 2, 4 or 8 bytes each; then the entries */
} KeyTable;

typedef struct {
    Py_hash_t hash;
    PyObject *key, *value;
} KeyEntry;

typedef struct {
    PyObject *key, *value;
} TextEntry; /* where all keys are of type str: they know their hashes */

typedef struct {
#if PY_VERSION_HEX >= 0x030D0000
    uint8_t capacity, size, embedded, valid;
#endif
    PyObject *values[1];
} SplitValues; /* of dicts that share their keys */

enum { NO_ENTRY = -1, GENERAL_KEYS = 0 };

static inline const KeyTable *
table_of(PyObject *dict)
{
    return (const KeyTable *)((PyDictObject *)dict)->ma_keys;
}

/* A search for the entries of one hash. */
typedef struct {
    PyObject *box;
    Py_hash_t hash;
    size_t slot, perturb;
    size_t next, linear; /* sets: the slot to look at, and how many more follow it */
} Chain;

static Chain
chain_of(PyObject *box, Py_hash_t hash)
{
    Chain chain = {.box = box, .hash = hash, .perturb = (size_t)hash};
    size_t mask =
        PyDict_Check(box) ? ((size_t)1 << table_of(box)->log2_size) - 1 : (size_t)((PySetObject *)box)->mask;
    chain.slot = chain.next = (size_t)hash & mask;
    chain.linear = chain.slot + LINEAR_STEPS <= mask ? LINEAR_STEPS : 0;
    return chain;
}

static inline void
chain_jump(Chain *chain, size_t mask)
{
    chain->perturb >>= PROBE_SHIFT;
    chain->slot = (chain->slot * 5 + 1 + chain->perturb) & mask;
}

/* The number of the entry that a slot of a dict's table refers to; negative for none. */
static inline int64_t
entry_in_slot(const KeyTable *table, size_t slot)
{
    switch (table->log2_index_bytes - table->log2_size) {
    case 0:
        return ((const int8_t *)table->indices)[slot];
    case 1:
        return ((const int16_t *)table->indices)[slot];
    case 2:
        return ((const int32_t *)table->indices)[slot];
    default:
        return ((const int64_t *)table->indices)[slot];
    }
}

/* The entry of a dict with that number; without a key where it was deleted. */
static KeyEntry
entry_at(PyObject *dict, int64_t number)
{
    const KeyTable *table = table_of(dict);
    const char *entries = table->indices + ((size_t)1 << table->log2_index_bytes);
    if (table->kind == GENERAL_KEYS) {
        return ((const KeyEntry *)entries)[number];
    }
    const TextEntry *text = &((const TextEntry *)entries)[number];
    const SplitValues *split = (const SplitValues *)((PyDictObject *)dict)->ma_values;
    Py_hash_t hash = text->key == NULL ? -1 : ((PyASCIIObject *)text->key)->hash;
    return (KeyEntry){hash, text->key, split != NULL ? split->values[number] : text->value};
}

static int
chain_next_in_dict(Chain *chain, PyObject **key, PyObject **value)
{
    const KeyTable *table = table_of(chain->box);
    size_t mask = ((size_t)1 << table->log2_size) - 1;
    for (;;) {
        int64_t number = entry_in_slot(table, chain->slot);
        if (number == NO_ENTRY) {
            return 0;
        }
        chain_jump(chain, mask);
        if (number < 0) {
            continue;
        }
        KeyEntry entry = entry_at(chain->box, number);
        if (entry.hash == chain->hash && entry.key != NULL && entry.value != NULL) {
            *key = entry.key;
            *value = entry.value;
            return 1;
        }
    }
}

static int
chain_next_in_set(Chain *chain, PyObject **key)
{
    const PySetObject *set = (PySetObject *)chain->box;
    size_t mask = (size_t)set->mask;
    for (;;) {
        const setentry *entry = &set->table[chain->next & mask];
        if (entry->key == NULL && entry->hash == 0) {
            return 0;
        }
        if (chain->linear > 0) {
            chain->linear--;
            chain->next++;
        } else {
            chain_jump(chain, mask);
            chain->next = chain->slot;
            chain->linear = chain->slot + LINEAR_STEPS <= mask ? LINEAR_STEPS : 0;
        }
        if (entry->hash == chain->hash && entry->key != NULL) {
            *key = entry->key;
            return 1;
        }
    }
}

/* The next entry of the hash; false at the end. A set has no values. */
static int
chain_next(Chain *chain, PyObject **key, PyObject **value)
{
    *value = NULL;
    return PyDict_Check(chain->box) ? chain_next_in_dict(chain, key, value) : chain_next_in_set(chain, key);
}

/* The next element of a set and its hash; false at the end. */
static int
set_next(PyObject *set, Py_ssize_t *position, PyObject **element, Py_hash_t *hash)
{
    const PySetObject *table = (PySetObject *)set;
    while (*position <= table->mask) {
        const setentry *entry = &table->table[(*position)++];
        if (entry->key != NULL && entry->hash != -1) {
            *element = entry->key;
            *hash = entry->hash;
            return 1;
        }
    }
    return 0;
}

/* The hash of the key that PyDict_Next gave last, when it left `position`. */
static Py_hash_t
hash_before(PyObject *dict, PyObject *key, Py_ssize_t position)
{
    return PyUnicode_CheckExact(key) ? ((PyASCIIObject *)key)->hash
           : TABLES_KNOWN            ? entry_at(dict, position - 1).hash
                                     : -1;
}

/* 1 if a dict or set holds the key, 0 if not, -1 if that needs code of the target. `value` is a dict's. */
static int
holds(PyObject *box, PyObject *key, Py_hash_t hash, PyObject **value)
{
    PyObject *other;
    if (PyDict_Check(box) && !TABLES_KNOWN) {
        return -1;
    }
    Chain chain = chain_of(box, hash);
    while (chain_next(&chain, &other, value)) {
        int same = told_equal(other, key);
        if (same != 0) {
            return same;
        }
    }
    return 0;
}

/* How many entries of a dict or set have that hash. */
static int64_t
entries_with(PyObject *box, Py_hash_t hash)
{
    int64_t count = 0;
    PyObject *key, *value;
    if (PyDict_Check(box) && !TABLES_KNOWN) {
        return 0;
    }
    Chain chain = chain_of(box, hash);
    while (chain_next(&chain, &key, &value)) {
        count++;
    }
    return count;
}

#endif
