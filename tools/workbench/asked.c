#include "tools/workbench/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collectives/catalogue/catalogue.h"
#include "collectives/check/checker.h"
#include "collectives/reroute/reroute.h"
#include "cube.h"
#include "tools/workbench/apart.h"

enum {
    PACKETS = 3, /* k of pipelined algorithms */
    SHIFT = 3,   /* q of circular shifts */
};

/* The options of a case, each with its member of the shape. */
static const struct {
    const char *name;
    uint32_t member;
} case_options[] = {
    {"--root", VARIES_ROOT},   {"--target", VARIES_TARGET}, {"--packets", VARIES_PACKETS},
    {"--shift", VARIES_SHIFT}, {"--mesh", VARIES_SIDES},
};
enum { CASE_OPTIONS = sizeof case_options / sizeof *case_options };

/* Ends the process with a message. */
static _Noreturn void refuse(const char *tool, const char *what, const char *word) {
    fprintf(stderr, "%s: %s \"%s\"\n", tool, what, word);
    exit(STATUS_ASKED);
}

/* Reads a number up to `most` from *text, and goes behind it. */
static bool number_read(const char **text, uint32_t most, uint32_t *number) {
    char *end;
    if (**text < '0' || **text > '9')
        return false;
    unsigned long value = strtoul(*text, &end, 10);
    *text = end;
    *number = (uint32_t)value;
    return value <= most;
}

static bool read_dimensions(const char *text, struct asked *asked) {
    if (!number_read(&text, CUBE_MAX_DIMENSION, &asked->least))
        return false;
    asked->most = asked->least;
    if (strncmp(text, "..", 2) == 0) {
        text += 2;
        if (!number_read(&text, CUBE_MAX_DIMENSION, &asked->most))
            return false;
    }
    return *text == '\0' && asked->least <= asked->most;
}

static bool read_sides(const char *text, struct shape *shape) {
    for (shape->axes = 0; shape->axes < CUBE_MAX_DIMENSION; text++) {
        if (!number_read(&text, CUBE_MAX_NODES, &shape->side[shape->axes++]))
            return false;
        if (*text != 'x')
            return *text == '\0';
    }
    return false;
}

static bool read_dead(const char *text, struct asked *asked) {
    for (asked->is_round = true;; text++) {
        uint32_t node, port;
        if (!number_read(&text, (1u << asked->most) - 1, &node) || *text++ != ':' ||
            !number_read(&text, asked->most - 1, &port))
            return false;
        asked->dead[node] |= (uint16_t)(1u << port);
        asked->dead[node ^ 1u << port] |= (uint16_t)(1u << port);
        if (*text != ',')
            return *text == '\0';
    }
}

static bool read_number(const char *text, uint32_t most, uint32_t *number) {
    return number_read(&text, most, number) && *text == '\0';
}

/* Reads the value of an option. Returns what is wrong, or null. */
static const char *read_option(const char *name, const char *value, struct asked *asked) {
    struct shape *shape = &asked->shape;
    const uint32_t last = CUBE_MAX_NODES - 1;
    uint32_t member = 0;
    bool is_right;
    for (size_t k = 0; k < CASE_OPTIONS; k++)
        if (strcmp(name, case_options[k].name) == 0)
            member = case_options[k].member;
    asked->given |= member;
    if (strcmp(name, "-n") == 0) {
        is_right = read_dimensions(value, asked);
    } else if (strcmp(name, "--avoid") == 0) {
        is_right = asked->most > 0 && read_dead(value, asked);
    } else if (member == VARIES_SIDES) {
        is_right = read_sides(value, shape);
    } else if (member == VARIES_ROOT) {
        is_right = read_number(value, last, &shape->root);
    } else if (member == VARIES_TARGET) {
        is_right = read_number(value, last, &shape->target);
    } else if (member == VARIES_PACKETS) {
        is_right = read_number(value, CUBE_PACKETS, &shape->packets) && shape->packets > 0;
    } else if (member == VARIES_SHIFT) {
        is_right = read_number(value, last, &shape->shift);
    } else {
        return "unknown option";
    }
    return is_right ? NULL : "invalid value of the option";
}

struct asked asked_read(const char *tool, int count, char *words[], uint32_t least, uint32_t most,
                        const struct algorithm *algorithm) {
    struct asked asked = {.algorithm = algorithm,
                          .least = least,
                          .most = most,
                          .shape = {.target = CUBE_MAX_NODES, .shift = CUBE_MAX_NODES}};
    for (int k = 1; k < count; k++) {
        if (strcmp(words[k], "--own") == 0) {
            asked.algorithm = catalogue_own(0);
            if (!asked.algorithm)
                refuse(tool, "no algorithm is added by CUBE_ALGORITHM in the file linked with",
                       words[0]);
        } else if (strcmp(words[k], "--apart") == 0 && k + 1 < count) {
            asked.algorithm = apart_start(tool, words[++k]);
        } else if (words[k][0] == '-') {
            const char *value = k + 1 < count ? words[k + 1] : "";
            const char *wrong = read_option(words[k], value, &asked);
            if (wrong)
                refuse(tool, wrong, words[k]);
            k++;
        } else {
            asked.algorithm = catalogue_find(words[k]);
            if (!asked.algorithm)
                refuse(tool, "unknown algorithm (check --list lists them):", words[k]);
        }
    }
    if (!asked.algorithm)
        refuse(tool, "no algorithm given (check --list lists them):", "");
    for (size_t k = 0; k < CASE_OPTIONS; k++)
        if (case_options[k].member & asked.given & ~asked.algorithm->varies) {
            fprintf(stderr, "%s: %s: cannot be combined with %s (which does not depend on it)\n",
                    tool, case_options[k].name, asked.algorithm->name);
            exit(STATUS_ASKED);
        }
    return asked;
}

/* The squarest mesh that has all nodes, or a ring where the algorithm is for that alone. */
static void set_sides(const struct algorithm *algorithm, struct shape *shape) {
    shape->axes = shape->dimension > 1 ? 2 : 1;
    shape->side[0] = 1u << shape->dimension / 2;
    shape->side[1] = shape_nodes(shape) / shape->side[0];
    if (shape->axes == 2 && algorithm_applicable(algorithm, shape))
        return;
    shape->axes = 1;
    shape->side[0] = shape_nodes(shape);
}

bool asked_shape(const struct asked *asked, uint32_t dimension, struct shape *shape) {
    const struct algorithm *algorithm = asked->algorithm;
    uint32_t last = (1u << dimension) - 1;
    *shape = asked->shape;
    shape->dimension = dimension;
    if (shape->target == CUBE_MAX_NODES)
        shape->target = algorithm->varies & VARIES_TARGET ? last : 0;
    if (shape->packets == 0)
        shape->packets = algorithm->varies & VARIES_PACKETS ? PACKETS : 1;
    if (shape->shift == CUBE_MAX_NODES)
        shape->shift = algorithm->varies & VARIES_SHIFT ? SHIFT & last : 0;
    if (shape->axes == 0 && algorithm->varies & VARIES_SIDES)
        set_sides(algorithm, shape);
    return shape->root <= last && shape->target <= last && shape->shift <= last &&
           algorithm_applicable(algorithm, shape);
}

const struct faults *asked_faults(const struct asked *asked, uint32_t dimension) {
    static struct faults faults;
    faults = (struct faults){dimension, asked->dead};
    return asked->is_round ? &faults : NULL;
}

const struct algorithm *asked_round(const struct algorithm *algorithm, const struct shape *shape,
                                    const struct faults *faults, struct rewriting *list,
                                    struct finding *before) {
    *list = (struct rewriting){.of = NULL};
    if (faults && check_schedule_round(algorithm, shape, faults, before, NULL))
        return algorithm;
    if (!check_schedule(algorithm, shape, before))
        return NULL;
    if (!faults)
        return algorithm;
    rewriting_begin(algorithm, shape, list);
    if (reroute(list, faults))
        return rewriting_algorithm(list);
    snprintf(before->message, sizeof before->message,
             "a packet that replaces another cannot be rerouted round a dead link");
    return NULL;
}

void asked_round_end(struct rewriting *list) {
    if (list->of)
        rewriting_end(list);
}

void asked_write_case(uint32_t varies, const struct shape *shape) {
    const struct {
        const char *name;
        uint32_t varies, value;
    } members[] = {
        {"root", VARIES_ROOT, shape->root},
        {"target", VARIES_TARGET, shape->target},
        {"packets", VARIES_PACKETS, shape->packets},
        {"shift", VARIES_SHIFT, shape->shift},
    };
    const char *comma = "";
    printf("\"case\": {");
    for (size_t k = 0; k < sizeof members / sizeof members[0]; k++)
        if ((varies & members[k].varies) != 0) {
            printf("%s\"%s\": %u", comma, members[k].name, members[k].value);
            comma = ", ";
        }
    if ((varies & VARIES_SIDES) != 0) {
        printf("%s\"mesh\": [", comma);
        for (uint32_t axis = 0; axis < shape->axes; axis++)
            printf("%s%u", axis == 0 ? "" : ", ", shape->side[axis]);
        printf("]");
    }
    printf("}");
}

void asked_write_areas(const struct algorithm *algorithm, const struct shape *shape,
                       uint32_t areas) {
    printf("\"areas\": [");
    for (uint32_t area = 0; area < areas; area++)
        for (uint32_t node = 0; node < shape_nodes(shape); node++)
            printf("%s%u%s",
                   node > 0   ? ", "
                   : area > 0 ? ",\n            ["
                              : "[",
                   algorithm_blocks(algorithm, shape, node, area),
                   node + 1 == shape_nodes(shape) ? "]" : "");
    printf("]");
}

void asked_write_content(const struct algorithm *algorithm, const struct shape *shape) {
    const struct operation *operation = algorithm->operation;
    printf("\"content\": [");
    for (uint32_t area = 1; area <= operation->outputs; area++) {
        for (uint32_t node = 0; node < shape_nodes(shape); node++) {
            printf(node > 0 ? ",\n             [" : area > 1 ? ",\n            [[" : "[[");
            for (uint32_t b = 0; b < algorithm_blocks(algorithm, shape, node, area); b++) {
                struct cube_content content = operation_content(operation, shape, node, area, b);
                printf("%s[%u, %u, %u]", b == 0 ? "" : ", ", content.first, content.last,
                       content.block);
            }
            printf("]");
        }
        printf("]");
    }
    printf("]");
}
