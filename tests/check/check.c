/* Proves every schedule of the catalogue on every cube, and that the proof notices mistakes. Prints
 * TAP. */
#include <stdio.h>
#include <stdlib.h>

#include "collectives/catalogue.h"
#include "tests/check/broken.h"
#include "tests/check/checker.h"

static unsigned tests;
static unsigned failed;

static void ok(bool passed, const char *what, const char *name, uint32_t dimension,
               const char *message) {
    tests++;
    failed += passed ? 0 : 1;
    printf("%sok %u - %s%s, n = %u\n", passed ? "" : "not ", tests, name, what, dimension);
    if (message[0] != '\0')
        printf("# %s\n", message);
}

static void check_catalogue(void) {
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        for (uint32_t n = 0; n <= CUBE_MAX_DIMENSION; n++) {
            struct finding finding;
            bool right = check_schedule(catalogue[entry], n, &finding);
            ok(right, "", catalogue[entry]->name, n, finding.message);
        }
}

static void check_mistakes(void) {
    for (size_t entry = 0; entry < catalogue_entries; entry++)
        for (int mistake = 0; mistake < MISTAKES; mistake++)
            for (uint32_t n = 2; n <= 5; n += 3) {
                char what[80];
                struct finding finding;
                struct schedule broken =
                    broken_schedule(catalogue[entry], n, (enum mistake)mistake);
                bool right = check_schedule(&broken, n, &finding);
                snprintf(what, sizeof what, ", a packet %s: noticed", mistake_names[mistake]);
                ok(!right && finding.message[0] != '\0', what, broken.name, n, finding.message);
            }
}

int main(void) {
    check_catalogue();
    check_mistakes();
    printf("1..%u\n", tests);
    return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
