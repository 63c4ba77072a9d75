/* A program's own algorithms (cube_algorithm.h) as algorithms of the catalogue. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "cube_algorithm.h"

/* The members about an operation of its own are those of algorithms of this version, and of later
 * ones. */
enum { FIRST_WITH_OPERATIONS = 2 };

/* Returns the operation of that name, or null. An operation without algorithms is not found. */
static const struct operation *operation_of(const char *name) {
    for (size_t k = 0; k < catalogue_entries; k++)
        if (strcmp(operation_name(catalogue[k]->operation->tag), name) == 0)
            return catalogue[k]->operation;
    return NULL;
}

/* Returns the operation that an algorithm brings along, or null if it does not say all of it. The
 * operation lies beside the algorithm, if that is added, and one that is refused is written over.
 */
static const struct operation *own_operation(const struct cube_own_algorithm *own) {
    static struct operation
        made[CUBE_OWN_ALGORITHMS + 1]; /* one more, for which there is no room */
    size_t place = 0;
    if (!own->content || own->outputs == 0)
        return NULL;
    while (catalogue_own(place))
        place++;
    made[place] = (struct operation){
        .tag = OPERATION_OWN,
        .outputs = own->outputs,
        .combines = own->combines,
        .postcondition = own->content,
    };
    return &made[place];
}

static bool is_complete(const struct cube_own_algorithm *own) {
    return own->name && own->name[0] != '\0' && own->operation && own->blocks && own->step &&
           own->ports >= CUBE_ALL_PORT && own->ports <= CUBE_SIMD;
}

int catalogue_add_own(const struct cube_own_algorithm *own) {
    if (own->version == 0 || own->version > CUBE_ALGORITHM_VERSION)
        return -ENOTSUP;
    if (!is_complete(own))
        return -EINVAL;
    if (catalogue_find(own->name))
        return -EEXIST;
    bool is_own =
        own->version >= FIRST_WITH_OPERATIONS && strcmp(own->operation, CUBE_OWN_OPERATION) == 0;
    const struct operation *operation = is_own ? own_operation(own) : operation_of(own->operation);
    if (!operation || own->areas <= operation->outputs || own->areas > SCHEDULE_AREAS ||
        own->accumulators >> own->areas != 0)
        return -EINVAL;
    const struct algorithm algorithm = {
        .name = own->name,
        .operation = operation,
        .ports = (enum port_model)(own->ports - CUBE_ALL_PORT),
        .relay = own->stores ? RELAY_WHOLE : RELAY_PIECES,
        .ordered = own->ordered,
        .varies = own->varies,
        .source = !own->source ? "the program" : own->source,
        .areas = own->areas,
        .accumulators = own->accumulators,
        .own = true,
        .copies = true, /* what it claims is its own: the bound is the one that holds for all */
        .applicable = own->applicable,
        .blocks = own->blocks,
        .steps = own->steps,
        .packets = own->packets,
        .link_words = own->link_words,
        .bound = own->bound,
        .step = own->step,
    };
    return catalogue_add(&algorithm) ? 0 : -ENOSPC;
}

static const char *reason(int error) {
    switch (error) {
    case -ENOTSUP:
        return "it needs a later version of cube_algorithm.h (rebuild it with this one)";
    case -EEXIST:
        return "an algorithm of this name already exists (rename it)";
    case -ENOSPC:
        return "too many algorithms added by a program";
    default:
        return "it needs a name, an operation of the catalogue, or the outputs and the content of "
               "its own, ports, blocks and a step, and areas for input and outputs, at most "
               "CUBE_AREAS";
    }
}

void catalogue_refuse_own(const struct cube_own_algorithm *own, int error) {
    fprintf(stderr, "cube: the algorithm \"%s\" cannot be added: %s\n", !own->name ? "" : own->name,
            reason(error));
}
