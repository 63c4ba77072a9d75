/*   PROCESS_STACK_TOP   the strings, the last one's end
 *                       the environment's addresses, null
 *                       argv[0] .. argv[argc - 1], null
 *   first sp            on the 16 bytes that the procedure call standard asks for
 */
#include "kernel/arguments.h"

#include <string.h>

#include "kernel/files.h"
#include "kernel/image.h"
#include "kernel/process.h"

enum { STACK_ALIGNMENT = 16 };

struct sizes {
    size_t strings;   /* bytes */
    size_t addresses; /* how many, the nulls included */
};

static struct sizes sizes(const struct options *options) {
    struct sizes sizes = {.strings = strlen(program_image.name) + 1 + files.environment_bytes};
    sizes.addresses = 1 + (size_t)options->arguments + 1 + 1;
    for (int i = 0; i < options->arguments; i++)
        sizes.strings += strlen(options->argument[i]) + 1;
    for (size_t i = 0; i < files.environment_bytes; i++)
        sizes.addresses += !files.environment[i];
    return sizes;
}

size_t arguments_bytes(const struct options *options) {
    struct sizes all = sizes(options);
    return all.strings + all.addresses * sizeof(uint64_t) + STACK_ALIGNMENT;
}

/* Where the next address and the next string go, in the kernel's memory; `distance` leads from
 * there to the process's. */
struct writer {
    uint64_t *address;
    char *string;
    uint64_t distance;
};

static size_t put(struct writer *writer, const char *string) {
    size_t bytes = strlen(string) + 1;
    *writer->address++ = (uint64_t)writer->string + writer->distance;
    memcpy(writer->string, string, bytes);
    writer->string += bytes;
    return bytes;
}

void arguments_push(uint8_t *top, const struct options *options, struct trap_frame *frame) {
    struct sizes all = sizes(options);
    uint64_t distance = PROCESS_STACK_TOP - (uint64_t)top;
    uint64_t below = (uint64_t)top - all.strings - all.addresses * sizeof(uint64_t);
    below &= ~(uint64_t)(STACK_ALIGNMENT - 1); /* top is on a page's */
    struct writer writer = {(uint64_t *)below, (char *)top - all.strings, distance};

    frame->sp = frame->x[1] = below + distance;
    frame->x[0] = (uint64_t)options->arguments + 1;
    put(&writer, program_image.name);
    for (int i = 0; i < options->arguments; i++)
        put(&writer, options->argument[i]);
    *writer.address++ = 0;

    frame->x[2] = (uint64_t)writer.address + distance;
    for (size_t at = 0; at < files.environment_bytes;)
        at += put(&writer, files.environment + at);
    *writer.address = 0;
}
