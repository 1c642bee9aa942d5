/* The work of CPython's algorithms for ints of more than two 30-bit digits; integer arithmetic only, so that it is
 * the same on every machine. */
#ifndef SLOWPATH_INTEGERS_H
#define SLOWPATH_INTEGERS_H

#include "_compare.h"

/* CPython multiplies by Karatsuba's algorithm from this many digits on; squares from twice as many on
 * (KARATSUBA_CUTOFF in Objects/longobject.c). */
#define KARATSUBA 70

/* Digit products of the square of a number, with what each row of them takes besides. */
static int64_t
square_work(int64_t n)
{
    if (n <= 2 * KARATSUBA) {
        return work_times(n, n + 9) / 2;
    }
    return work_plus(work_times(3, square_work(n / 2 + n % 2)), 4 * n);
}

/* Digit products of a multiplication. */
static int64_t
product_work(int64_t m, int64_t n)
{
    if (m > n) {
        int64_t swap = m;
        m = n;
        n = swap;
    }
    if (m <= KARATSUBA) {
        return work_times(m, n);
    }
    if (2 * m <= n) { /* lopsided: pieces of m digits */
        return work_times(product_work(m, m), n / m + (n % m != 0));
    }
    int64_t half = n / 2 + n % 2;
    return work_plus(work_times(3, product_work(half, half)), 4 * n);
}

/* Digit products of a balanced tree of products whose result has n digits. */
static int64_t
tree_work(int64_t n)
{
    int64_t work = 0;
    for (int64_t trees = 1; n > 2; trees *= 2) {
        n /= 2;
        work = work_plus(work, work_times(trees, product_work(n, n)));
    }
    return work;
}

static int64_t
product_micro(const Hooks *h, PyObject *a, PyObject *b)
{
    int64_t m = int_digits(a), n = int_digits(b);
    return work_plus(h->units[U_INT_NEW],
                     work_times(h->units[U_INT_MULTIPLY], a == b ? square_work(m) : product_work(m, n)));
}

/* A division of m digits by n: one pass by hardware division where n is 1, else both are shifted first. */
static int64_t
division_micro(const Hooks *h, int64_t m, int64_t n)
{
    if (m < n || n == 0) {
        return 0;
    }
    if (n == 1) {
        return work_times(h->units[U_INT_DIVIDE_SMALL], m);
    }
    return work_plus(work_times(h->units[U_INT_NORMALIZE], n),
                     work_times(h->units[U_INT_DIVIDE], work_times(m - n + 1, n)));
}

static int64_t
quotient_micro(const Hooks *h, PyObject *a, PyObject *b)
{
    int64_t micro = division_micro(h, int_digits(a), int_digits(b));
    return micro == 0 ? 0 : work_plus(micro, h->units[U_INT_NEW]);
}

/* A power of so many digits by repeated squaring: the last product dominates, the others add a third of it. */
static int64_t
digits_power_micro(const Hooks *h, int64_t digits)
{
    int64_t half = digits / 2;
    return half < 2 ? 0 : work_times(h->units[U_INT_MULTIPLY], square_work(half) / 3 * 4);
}

static int64_t
power_micro(const Hooks *h, PyObject *result)
{
    return digits_power_micro(h, int_digits(result));
}

/* The bits of an int without its sign. */
static int64_t
int_bits(PyObject *x)
{
    int64_t n = int_digits(x);
    if (n == 0) {
        return 0;
    }
#if PY_VERSION_HEX >= 0x030C0000
    digit last = ((PyLongObject *)x)->long_value.ob_digit[n - 1];
#else
    digit last = ((PyLongObject *)x)->ob_digit[n - 1];
#endif
    int64_t bits = PyLong_SHIFT * (n - 1);
    for (; last != 0; last >>= 1) {
        bits++;
    }
    return bits;
}

/* A power modulo z: a square and a division by z per bit of the exponent, and as much again for about half of
 * the bits. */
static int64_t
modular_power_micro(const Hooks *h, PyObject *exponent, PyObject *modulus)
{
    int64_t n = int_digits(modulus), steps = int_bits(exponent);
    int64_t step = work_plus(work_times(h->units[U_INT_MULTIPLY], product_work(n, n)), division_micro(h, 2 * n, n));
    return work_times(steps, step) / 2 * 3;
}

/* Lehmer's algorithm: a division of the larger by the smaller, then passes over both per digit. */
static int64_t
divisor_micro(const Hooks *h, int64_t m, int64_t n)
{
    if (m < n) {
        int64_t swap = m;
        m = n;
        n = swap;
    }
    return work_plus(m > n ? division_micro(h, m, n) : 0, work_times(h->units[U_INT_GCD], work_times(n, n)));
}

/* gcd(*ints) and lcm(*ints), one after the other. */
static int64_t
divisors_micro(const Hooks *h, PyObject *const *ints, Py_ssize_t count)
{
    int64_t micro = 0, digits = 0;
    for (Py_ssize_t i = 0; i < count; i++) {
        int64_t more = PyLong_Check(ints[i]) ? int_digits(ints[i]) : 0;
        if (more > 2 || digits > 2) {
            micro = work_plus(micro, i == 0 ? 0 : divisor_micro(h, digits, more));
        }
        digits = i == 0 ? more : Py_MIN(digits, more);
    }
    return micro;
}

/* isqrt: the last division is of three quarters of the digits by one quarter; the others add a third of it. */
static int64_t
root_micro(const Hooks *h, PyObject *x)
{
    int64_t quarter = PyLong_Check(x) ? int_digits(x) / 4 : 0;
    return quarter == 0 ? 0 : division_micro(h, 3 * quarter, quarter) / 3 * 4;
}

static int64_t
larger_micro(const Hooks *h, PyObject *a, PyObject *b)
{
    return work_plus(h->units[U_INT_NEW], work_times(h->units[U_INT_ADD], Py_MAX(int_digits(a), int_digits(b))));
}

/* a & b: a number that is not negative cuts the other off. */
static int64_t
and_digits_micro(const Hooks *h, PyObject *a, PyObject *b)
{
    int64_t m = int_digits(a), n = int_digits(b);
    int cut = _PyLong_Sign(a) >= 0 && _PyLong_Sign(b) >= 0;
    int64_t digits = cut ? Py_MIN(m, n) : Py_MAX(m, n);
    return digits <= 2 ? 0 : work_plus(h->units[U_INT_NEW], work_times(h->units[U_INT_ADD], digits));
}

#endif
