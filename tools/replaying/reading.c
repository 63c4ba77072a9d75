#include "tools/replaying/reading.h"

#include <stdarg.h>
#include <string.h>
#include <sysexits.h>

void lines_refuse(const struct lines *lines, const char *format, ...) {
    char reason[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    if (lines->number == 0)
        fail(EX_USAGE, "not a valid %s (empty)", lines->form);
    fail(EX_USAGE, "not a valid %s (line %lu: %s)", lines->form, lines->number, reason);
}

char *lines_next(struct lines *lines) {
    if (!fgets(lines->text, sizeof lines->text, lines->file))
        return NULL;
    lines->number++;
    size_t bytes = strlen(lines->text);
    if (bytes > 0 && lines->text[bytes - 1] == '\n')
        lines->text[bytes - 1] = '\0';
    else if (!feof(lines->file))
        lines_refuse(lines, "it has %d bytes or more, or a zero byte", LINE_BYTES);
    return space(lines->text);
}

struct name {
    size_t key;
    uint32_t bytes, hash, generation, number;
};

/* The slot of a key, or the free one for it. There is always a free one. */
static struct name *slot_of(const struct names *names, const char *key, size_t bytes,
                            uint32_t hash) {
    for (size_t i = hash;; i++) {
        struct name *slot = &names->slots[i & (names->size - 1)];
        if (slot->generation != names->generation ||
            (slot->hash == hash && slot->bytes == bytes &&
             memcmp(names->keys + slot->key, key, bytes) == 0))
            return slot;
    }
}

static void enlarge(struct names *names) {
    struct names old = *names;
    names->size = old.size ? 2 * old.size : 64;
    names->slots = zeros(names->size, sizeof *names->slots);
    names->generation += names->generation == 0;
    for (size_t i = 0; i < old.size; i++) {
        const struct name *name = &old.slots[i];
        if (name->generation == old.generation)
            *slot_of(names, names->keys + name->key, name->bytes, name->hash) = *name;
    }
    release(old.slots);
}

uint32_t names_number(struct names *names, const void *key, size_t bytes, bool add) {
    uint64_t hash = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < bytes; i++)
        hash = (hash ^ ((const unsigned char *)key)[i]) * UINT64_C(0x100000001b3);
    hash ^= hash >> 32;
    if (2 * (size_t)names->count >= names->size)
        enlarge(names);
    struct name *slot = slot_of(names, key, bytes, (uint32_t)hash);
    if (slot->generation == names->generation)
        return slot->number;
    if (!add)
        return NONE;
    *slot = (struct name){names->used, (uint32_t)bytes, (uint32_t)hash, names->generation,
                          names->count++};
    for (size_t i = 0; i < bytes; i++) {
        names->keys = grown(names->keys, names->used, 1);
        names->keys[names->used++] = ((const char *)key)[i];
    }
    return slot->number;
}

void names_clear(struct names *names) {
    names->generation++;
    names->used = names->count = 0;
}
