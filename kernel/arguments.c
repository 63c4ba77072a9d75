/* The top of the stack, from higher to lower addresses:
 *
 *   PROCESS_STACK_TOP   the end of the last string; all strings, those of argv first
 *                       the addresses of the environment's strings, and a null
 *                       the addresses argv[0] .. argv[argc - 1], and a null
 *   first sp            a multiple of 16, as the procedure call standard asks for
 */
#include "kernel/arguments.h"

#include <string.h>

#include "kernel/files.h"
#include "kernel/image.h"

enum { STACK_ALIGNMENT = 16 };

struct sizes {
    size_t strings;   /* bytes of all strings */
    size_t addresses; /* the number of addresses, both nulls included */
};

/* How many strings there are, each with a zero behind it. */
static size_t count(const char *strings, size_t bytes) {
    size_t strings_count = 0;
    for (size_t i = 0; i < bytes; i++)
        strings_count += !strings[i];
    return strings_count;
}

/* How many words main gets. */
static size_t words(const struct options *options) {
    return 1 + (size_t)options->arguments + count(files.arguments, files.arguments_bytes);
}

static struct sizes sizes(const struct options *options) {
    struct sizes sizes = {.strings = strlen(program_image.name) + 1 + files.arguments_bytes +
                                     files.environment_bytes};
    for (int i = 0; i < options->arguments; i++)
        sizes.strings += strlen(options->argument[i]) + 1;
    sizes.addresses = words(options) + count(files.environment, files.environment_bytes) + 2;
    return sizes;
}

size_t arguments_bytes(const struct options *options) {
    struct sizes all = sizes(options);
    return all.strings + all.addresses * sizeof(uint64_t) + STACK_ALIGNMENT;
}

/* Where the next address and the next string are written to in the process. */
struct writer {
    struct process *process;
    uint64_t address;
    uint64_t string;
};

static void put_address(struct writer *writer, uint64_t address) {
    process_write(writer->process, writer->address, &address, sizeof address);
    writer->address += sizeof address;
}

static size_t put(struct writer *writer, const char *string) {
    size_t bytes = strlen(string) + 1;
    put_address(writer, writer->string);
    process_write(writer->process, writer->string, string, bytes);
    writer->string += bytes;
    return bytes;
}

static void put_all(struct writer *writer, const char *strings, size_t bytes) {
    for (size_t at = 0; at < bytes;)
        at += put(writer, strings + at);
}

void arguments_push(struct process *process, const struct options *options,
                    struct trap_frame *frame) {
    struct sizes all = sizes(options);
    uint64_t strings = PROCESS_STACK_TOP - all.strings;
    uint64_t below = strings - all.addresses * sizeof(uint64_t);
    below &= ~(uint64_t)(STACK_ALIGNMENT - 1);
    struct writer writer = {process, below, strings};

    frame->sp = frame->x[1] = below;
    frame->x[0] = words(options);
    put(&writer, program_image.name);
    for (int i = 0; i < options->arguments; i++)
        put(&writer, options->argument[i]);
    put_all(&writer, files.arguments, files.arguments_bytes);
    put_address(&writer, 0);

    frame->x[2] = writer.address;
    put_all(&writer, files.environment, files.environment_bytes);
    put_address(&writer, 0);
}
