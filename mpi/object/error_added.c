#include "mpi/object/error_code.h"

#include <stdlib.h>
#include <string.h>

#include "compiler.h"
#include "mpi.h"

struct addition {
    int class; /* the class of a code; of a class, its own number; 0 if it was removed */
    char *text;
};

/* additions[i] has the number MPI_ERR_LASTCODE + 1 + i. */
static NODE_LOCAL struct addition *additions;
static NODE_LOCAL int addition_count;
static NODE_LOCAL int last_used = MPI_ERR_LASTCODE;

static struct addition *find(int code) {
    int index = code - MPI_ERR_LASTCODE - 1;
    if (index < 0 || index >= addition_count || additions[index].class == 0)
        return NULL;
    return &additions[index];
}

const char *error_added_text(int code) {
    const struct addition *addition = find(code);
    if (!addition)
        return NULL;
    return addition->text ? addition->text : "";
}

int error_added_class(int code) {
    const struct addition *addition = find(code);
    return addition ? addition->class : MPI_ERR_UNKNOWN;
}

const int *error_last_used(void) {
    return &last_used;
}

int error_add(int class) {
    struct addition *more = realloc(additions, ((size_t)addition_count + 1) * sizeof *additions);
    if (!more)
        return 0;
    additions = more;
    last_used++;
    additions[addition_count++] = (struct addition){class == 0 ? last_used : class, NULL};
    return last_used;
}

bool error_add_text(int code, const char *text) {
    struct addition *addition = find(code);
    char *copy = NULL;
    if (text) {
        size_t bytes = strlen(text) + 1;
        copy = malloc(bytes);
        if (!copy)
            return false;
        memcpy(copy, text, bytes);
    }
    free(addition->text);
    addition->text = copy;
    return true;
}

int error_code_of(int class) {
    for (int i = 0; i < addition_count; i++)
        if (additions[i].class == class && MPI_ERR_LASTCODE + 1 + i != class)
            return MPI_ERR_LASTCODE + 1 + i;
    return 0;
}

/* Removed numbers in the middle of the sequence are not used again. The last used number decreases
 * only when the end of the sequence is removed. */
void error_remove(int code) {
    struct addition *addition = find(code);
    free(addition->text);
    *addition = (struct addition){0, NULL};
    while (addition_count > 0 && additions[addition_count - 1].class == 0) {
        addition_count--;
        last_used--;
    }
    if (addition_count == 0) {
        free(additions);
        additions = NULL;
    }
}
