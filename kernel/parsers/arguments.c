/* The top of the stack, from higher to lower addresses:
 *
 *   PROCESS_STACK_TOP   the end of the last string; all strings, those of argv first
 *                       the addresses of the environment's strings, and a null
 *                       the addresses argv[0] .. argv[argc - 1], and a null
 *   first sp            a multiple of 16, as the procedure call standard asks for */
#include "kernel/parsers/arguments.h"

#include <stdio.h>
#include <string.h>

#include "kernel/host/files.h"
#include "kernel/image.h"

enum { STACK_ALIGNMENT = 16 };

/* The variable with a node's secret, which always has the same length. */
enum { SECRET_BYTES = sizeof "CUBE_SECRET=0x00000000" };

/* Returns half of the bits of a permutation of seed and node (Steele, Lea and Flood 2014, section
 * 4). What one node knows leaves 2^32 seeds, which give every other node any number. */
static uint32_t secret_of(uint64_t seed, uint32_t node) {
    uint64_t z = seed + (node + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) >> 32);
}

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
                                     files.environment_bytes +
                                     (options->secrets ? SECRET_BYTES : 0)};
    for (int i = 0; i < options->arguments; i++)
        sizes.strings += strlen(options->argument[i]) + 1;
    sizes.addresses =
        words(options) + count(files.environment, files.environment_bytes) + 2 + options->secrets;
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

void arguments_push(struct process *process, const struct options *options, uint32_t node,
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
    if (options->secrets) {
        char text[SECRET_BYTES];
        snprintf(text, sizeof text, "CUBE_SECRET=0x%08x", secret_of(options->secret, node));
        put(&writer, text);
    }
    put_address(&writer, 0);
}
