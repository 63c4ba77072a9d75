/* Tests that each process has floating point, libm, text of numbers, setjmp and a heap. That its
 * registers stay as they are is seen by tests/fail/registers.c, for system calls, and by
 * tests/boot/detour.c, for interrupts. */
#include <math.h>
#include <setjmp.h>
#include <wchar.h>

#include "tests/tap.h"

static volatile double one = 1; /* so that the library computes what follows from it */

static bool near(double value, double expected) {
    return fabs(value - expected) <= 1e-12 * fabs(expected);
}

static void mathematics(void) {
    const double pi = 3.14159265358979323846, e = 2.71828182845904523536;
    volatile double x = cube_node() * 0.01 + 0.3;
    ok(near(sin(pi / 6), 0.5) && near(atan2(1, 1), pi / 4) && near(exp(1), e) && near(log(e), 1) &&
           near(pow(2, 0.5), sqrt(2)) && near(cbrt(27), 3) && near(tgamma(5), 24) &&
           near(hypot(3, 4), 5) && near(fmod(7.5, 2), 1.5),
       "libm");
    ok(near(sin(x) * sin(x) + cos(x) * cos(x), 1) && near(exp(log(x)), x) &&
           near(sinh(asinh(x)), x),
       "and its inverses");
    ok(isnan(sqrt(-one)) && isinf(exp(1000 * one)) && exp(-1000 * one) == 0, "and its limits");
}

static void text(void) {
    char line[120];
    double value = -1234.5678 - cube_node();
    snprintf(line, sizeof line, "%.17g", value);
    ok(strtod(line, NULL) == value, "a double to text and back");
    snprintf(line, sizeof line, "%8.3f|%-10.2e|%g|%a|%f", 3.14159, 12345.678, 1e-5, 1.0, HUGE_VAL);
    ok(strcmp(line, "   3.142|1.23e+04  |1e-05|0x1p+0|inf") == 0, "printf of doubles");
    float single = 0;
    double fraction = 0;
    ok(sscanf("0.1 1e-300", "%f %lf", &single, &fraction) == 2 && single == 0.1f &&
           fraction == 1e-300,
       "scanf of them");
}

/* Texts that begin with a number, or with what could be one (C11, 7.22.1.3), and how many bytes of
 * them are it. */
static void numerals(void) {
    static const struct {
        const char *text;
        double value;
        int bytes;
    } numerals[] = {
        {"0x", 0, 1},
        {"-0x ", -0.0, 2},
        {"0xg", 0, 1},
        {"0x.p1", 0, 1},
        {"0x.8", 0.5, 4},
        {" +0X1.8p1z", 3, 9},
        {"0x10p-", 16, 4},
        {"-0x0.00000000000000000000000000000000000000000000000001p+200", -1, 60},
        {"0x1.000000000000080000000000000000000000000000000000001", 1 + 0x1p-52, 55},
        {"0x1p99999999999", HUGE_VAL, 15},
        {"infin", HUGE_VAL, 3},
        {"-InfiNity", -HUGE_VAL, 9},
        {"in", 0, 0},
        {"nan(7_a)1", NAN, 8},
        {"nan(7-", NAN, 3},
        {"-1.5e-", -1.5, 4},
    };
    for (size_t i = 0; i < sizeof numerals / sizeof numerals[0]; i++) {
        const char *text = numerals[i].text;
        double value = numerals[i].value, doubled;
        wchar_t wide[80], *wide_ends[3];
        char *ends[3];
        doubled = strtod(text, &ends[0]);
        float single = strtof(text, &ends[1]);
        long double longer = strtold(text, &ends[2]);
        bool right = signbit(doubled) == signbit(value) || isnan(value);
        mbstowcs(wide, text, sizeof wide / sizeof *wide);
        double widened = wcstod(wide, &wide_ends[0]);
        float wide_single = wcstof(wide, &wide_ends[1]);
        long double wide_longer = wcstold(wide, &wide_ends[2]);
        right = right && memcmp(&widened, &doubled, sizeof doubled) == 0 &&
                memcmp(&wide_single, &single, sizeof single) == 0 &&
                memcmp(&wide_longer, &longer, sizeof longer) == 0;
        for (int type = 0; type < 3; type++)
            right = right && ends[type] - text == numerals[i].bytes &&
                    wide_ends[type] - wide == numerals[i].bytes;
        right = right &&
                (isnan(value) ? isnan(doubled) && isnan(single) && longer != longer
                              : doubled == value && single == (float)value &&
                                    (isinf(value) || near((double)longer, value) || value > 1e300));
        ok(right, text);
    }
}

static jmp_buf place;
static volatile int number_at_bottom = 77;

static int descend(int depth) {
    if (depth > 0)
        return descend(depth - 1) + 1;
    if (number_at_bottom)
        longjmp(place, number_at_bottom);
    return 0;
}

static void jumps(void) {
    volatile double kept = 1.25 + cube_node();
    int number = setjmp(place);
    if (number == 0)
        descend(100);
    ok(number == 77 && kept == 1.25 + cube_node(), "longjmp leaves a hundred calls");
}

/* What is in blocks stays: tests/unit/libc/test_blocks.c, and for many processes
 * tests/fail/memory.c. */
static void memory(void) {
    free(aligned_alloc(4096, 8192));
    void *volatile much = malloc((size_t)1 << 30);
    ok(!much && errno == ENOMEM, "more than the heap's limit: ENOMEM");
    int blocks = 0;
    void *chain = NULL;
    for (void **next; (next = malloc(10000)); blocks++) {
        *next = chain;
        chain = next;
    }
    ok(errno == ENOMEM && blocks > 1, "a heap that is full: ENOMEM");
    while (chain) {
        void *next = *(void **)chain;
        free(chain);
        chain = next;
    }
    void *again = calloc(1, 10000);
    ok(again, "and given back, it is there again");
    free(again);
}

int main(void) {
    mathematics();
    text();
    numerals();
    jumps();
    memory();
    return tap_end();
}
