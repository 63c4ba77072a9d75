/* The other end of apart.c: sends the members of the algorithm that is linked with this file, and
 * its steps for each shape received. */
#include <stdio.h>
#include <unistd.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/schedule/own/own_step.h"
#include "tools/workbench/apart.h"

/* Sends all of it. A socket takes it in parts. */
static void tell(const void *data, size_t bytes) {
    for (const char *at = data; bytes > 0;) {
        ssize_t sent = write(APART_SOCKET, at, bytes);
        if (sent <= 0)
            _exit(1);
        at += sent;
        bytes -= (size_t)sent;
    }
}

static void tell_identity(const struct algorithm *algorithm) {
    struct apart_identity identity = {.version = algorithm ? 1 : 0};
    if (algorithm) {
        identity.ports = algorithm->ports;
        identity.stores = algorithm->relay == RELAY_WHOLE;
        identity.ordered = algorithm->ordered;
        identity.varies = algorithm->varies;
        identity.areas = algorithm_areas(algorithm);
        identity.accumulators = algorithm->accumulators;
        snprintf(identity.name, sizeof identity.name, "%s", algorithm->name);
        snprintf(identity.operation, sizeof identity.operation, "%s",
                 operation_name(algorithm->operation->tag));
    }
    tell(&identity, sizeof identity);
}

static void tell_all(const struct algorithm *algorithm, const struct shape *shape) {
    struct apart_case about = {.applicable = algorithm_applicable(algorithm, shape)};
    if (about.applicable)
        about.steps = algorithm_steps(algorithm, shape);
    tell(&about, sizeof about);
    if (!about.applicable)
        return;
    for (uint32_t node = 0; node < shape_nodes(shape); node++)
        for (uint32_t area = 0; area < algorithm_areas(algorithm); area++) {
            uint32_t blocks = algorithm_blocks(algorithm, shape, node, area);
            tell(&blocks, sizeof blocks);
        }
    for (uint32_t number = 1; number <= about.steps + 1; number++)
        for (uint32_t node = 0; node < shape_nodes(shape); node++) {
            struct step step = {0};
            algorithm_step(algorithm, shape, node, number, &step);
            tell(&step, sizeof step);
        }
}

static void tell_case(const struct algorithm *algorithm, const struct shape *shape) {
    shape_reads(); /* forget those before */
    tell_all(algorithm, shape);
    uint32_t reads = shape_reads();
    tell(&reads, sizeof reads);
}

int main(void) {
    const struct algorithm *algorithm = catalogue_own(0);
    struct shape shape;
    tell_identity(algorithm);
    while (read(APART_SOCKET, &shape, sizeof shape) == sizeof shape)
        tell_case(algorithm, &shape);
    return 0;
}
