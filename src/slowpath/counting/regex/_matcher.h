/* What the hooks of native work use of the matcher; reached through the capsule `_matcher.API`. */
#ifndef SLOWPATH_MATCHER_H
#define SLOWPATH_MATCHER_H

#include <Python.h>
#include <stdint.h>

#define MATCHER_API "slowpath.counting.regex._matcher.API"

enum mode { MODE_MATCH, MODE_FULLMATCH, MODE_SEARCH };

/* A walk over the matches in a text, as findall(), sub() and scanners make it. */
typedef struct {
    int mode;
    int advance; /* the next match must not be empty: the last one was, and ended here */
    int until_empty; /* an empty match ends the walk, as in re.Scanner */
    int over;
    Py_ssize_t from, end;
    Py_ssize_t found; /* matches so far */
} Walk;

typedef struct MatcherApi {
    /* Make a walk over `text` between two positions, which are cut to its length. */
    Walk (*walk)(PyObject *text, int mode, Py_ssize_t from, Py_ssize_t end);
    /* Return the micro-ops of the next `count` matches (0: all), or of those up to `limit` micro-ops; moves the walk
     * behind them. It is over where no match was found or the limit was reached. A text that the pattern cannot be
     * applied to costs nothing. -1 with an exception where a signal handler raised one. */
    int64_t (*cost)(PyObject *machine, PyObject *text, Walk *walk, Py_ssize_t count, int64_t limit);
    /* Book micro-ops that were charged for a machine. */
    void (*spend)(PyObject *machine, int64_t micro);
} MatcherApi;

#endif
