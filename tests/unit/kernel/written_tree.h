/* A device tree that a test writes token by token, for the kernel's reader. Each test begins with
 * an empty root, has its nodes written, and ends by accepted() or refused(). */
#ifndef KERNEL_WRITTEN_TREE_H
#define KERNEL_WRITTEN_TREE_H

#include <stdlib.h>
#include <string.h>

#include "kernel/parsers/fdt.h"
#include "tests/unit/test.h"

enum { HEADER_BYTES = 40, TREE_BYTES = 32768 };
enum word { MAGIC, TOTAL, STRUCTURE, STRINGS, RESERVATIONS, VERSION, COMPATIBLE, BOOT };
enum word_sizes { STRINGS_SIZE = BOOT + 1, STRUCTURE_SIZE };

static struct tree {
    uint8_t structure[TREE_BYTES];
    uint32_t structure_bytes;
    char strings[1024];
    uint32_t strings_bytes;
    uint8_t reservations[512];
    uint32_t reservations_bytes;
} tree;

static uint8_t file[3 * TREE_BYTES];
static uint32_t file_bytes;
static struct machine machine;

static void write32(uint8_t *at, uint32_t value) {
    for (int byte = 0; byte < 4; byte++)
        at[byte] = (uint8_t)(value >> (24 - 8 * byte));
}

static void word(uint32_t value) {
    write32(tree.structure + tree.structure_bytes, value);
    tree.structure_bytes += 4;
}

static void bytes(const void *data, uint32_t count) {
    memcpy(tree.structure + tree.structure_bytes, data, count);
    tree.structure_bytes = (tree.structure_bytes + count + 3) & ~3u;
}

static void begin(const char *name) {
    word(1);
    bytes(name, (uint32_t)strlen(name) + 1);
}

static void end(void) {
    word(2);
}

static void property(const char *name, const void *data, uint32_t count) {
    word(3);
    word(count);
    word(tree.strings_bytes);
    bytes(data, count);
    strcpy(tree.strings + tree.strings_bytes, name);
    tree.strings_bytes += (uint32_t)strlen(name) + 1;
}

/* A literal may hold several strings, with \0 between them. */
#define TEXT(name, literal) property(name, literal, sizeof(literal))

#define CELLS(name, ...)                                                                           \
    cells(name, sizeof((uint32_t[]){__VA_ARGS__}) / 4, (uint32_t[]){__VA_ARGS__})

static void cells(const char *name, uint32_t count, const uint32_t *values) {
    uint8_t data[128];
    for (uint32_t i = 0; i < count; i++)
        write32(data + 4 * i, values[i]);
    property(name, data, 4 * count);
}

/* A node with the content written by the other arguments, each of them a call. */
#define NODE(name, ...) (begin(name), __VA_ARGS__, end())

static void reservation(uint64_t base, uint64_t size) {
    uint8_t *at = tree.reservations + tree.reservations_bytes;
    write32(at, (uint32_t)(base >> 32));
    write32(at + 4, (uint32_t)base);
    write32(at + 8, (uint32_t)(size >> 32));
    write32(at + 12, (uint32_t)size);
    tree.reservations_bytes += 16;
}

static int start(void **state) {
    (void)state;
    memset(&tree, 0, sizeof tree);
    begin("");
    CELLS("#address-cells", 2);
    CELLS("#size-cells", 2);
    return 0;
}
static CMFixtureFunction before_each = start;

static void memory(void) {
    NODE("memory@40000000", CELLS("reg", 0, 0x40000000, 0, 0x8000000),
         TEXT("device_type", "memory"));
}

static void core(const char *name, uint32_t affinity) {
    NODE(name, TEXT("device_type", "cpu"), CELLS("reg", affinity));
}

static void cores(void) {
    NODE("cpus", CELLS("#address-cells", 1), CELLS("#size-cells", 0), core("cpu@0", 0),
         core("cpu@101", 0x101));
}

static void usual(void) {
    memory();
    cores();
}

/* Puts the parts together at `file`. */
static void finish(void) {
    end();
    word(9);
    reservation(0, 0);
    uint32_t structure = HEADER_BYTES + tree.reservations_bytes;
    uint32_t strings = structure + tree.structure_bytes;
    file_bytes = strings + tree.strings_bytes;
    const uint32_t header[] = {
        0xd00dfeed, file_bytes,         structure,           strings, HEADER_BYTES, 17, 16,
        0,          tree.strings_bytes, tree.structure_bytes};
    for (uint32_t i = 0; i < sizeof header / sizeof header[0]; i++)
        write32(file + 4 * i, header[i]);
    memcpy(file + HEADER_BYTES, tree.reservations, tree.reservations_bytes);
    memcpy(file + structure, tree.structure, tree.structure_bytes);
    memcpy(file + strings, tree.strings, tree.strings_bytes);
}

/* Reads `file` from a block of exactly its size, at an odd address, so that the address sanitizer
 * sees every byte too many. */
static const char *read_file(void) {
    uint8_t *copy = malloc(file_bytes + 1);
    memcpy(copy + 1, file, file_bytes);
    const char *reason = fdt_read(copy + 1, file_bytes, &machine);
    free(copy);
    return reason;
}

/* The tree that has been written is read, and the next one begun. */
static void accepted(void) {
    finish();
    const char *reason = read_file();
    if (reason)
        fail_msg("refused: %s", reason);
    start(NULL);
}

static void refused_file(const char *expected) {
    const char *reason = read_file();
    assert_non_null(reason);
    assert_string_equal(reason, expected);
    start(NULL);
}

static void refused(const char *expected) {
    finish();
    refused_file(expected);
}

#endif
