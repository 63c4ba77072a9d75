#include "programs/computations/sparse/entries.h"

#include <errno.h>
#include <stdlib.h>

enum { FIRST_ROOM = 256 }; /* entries */

int sparse_entries_add(struct sparse_entries *entries, size_t row, size_t column, double value) {
    if (entries->count == entries->room) {
        size_t room = entries->room > 0 ? 2 * entries->room : FIRST_ROOM;
        struct sparse_entry *list = realloc(entries->list, room * sizeof *list);
        if (!list)
            return -ENOMEM;
        entries->list = list;
        entries->room = room;
    }
    entries->list[entries->count++] =
        (struct sparse_entry){.row = (uint32_t)row, .column = (uint32_t)column, .value = value};
    return 0;
}

void sparse_entries_free(struct sparse_entries *entries) {
    free(entries->list);
    *entries = (struct sparse_entries){0};
}

void sparse_entries_renumber(struct sparse_entries *entries, const size_t place[]) {
    for (size_t k = 0; k < entries->count; k++) {
        entries->list[k].row = (uint32_t)place[entries->list[k].row];
        entries->list[k].column = (uint32_t)place[entries->list[k].column];
    }
}
