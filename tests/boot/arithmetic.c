/* Tests that each process reads numbers as C says, and that its heap has an end. */
#include <math.h>
#include <wchar.h>

#include "tests/tap.h"

static bool near(double value, double expected) {
    return fabs(value - expected) <= 1e-12 * fabs(expected);
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
    numerals();
    memory();
    return tap_end();
}
