#include "mpi/datatype/type.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "mpi/object/error.h"

/* Predefined types by number. Each is made when it is first asked for, and the list is null before
 * the first one. */
static NODE_LOCAL MPI_Datatype *predefined;
NODE_LOCAL uint8_t type_plain[BASIC_HANDLES];
static NODE_LOCAL bool without_plain;

/* Makes a predefined type. Returns null without memory. */
static MPI_Datatype make_predefined(int number) {
    MPI_Datatype type = type_begin(MPI_COMBINER_NAMED);
    if (!type)
        return NULL;
    const struct basic *basic = &basic_types[number];
    struct layout *layout = &type->layout;
    if (basic->kind == BASIC_PAIR) {
        int value = basic_number((MPI_Datatype)(uintptr_t)basic->value);
        int index = basic_number((MPI_Datatype)(uintptr_t)basic->index);
        layout_add_bytes(layout, value, 0, basic_types[value].size, basic->alignment);
        layout_add_bytes(layout, index, basic->index_offset, basic_types[index].size,
                         basic->alignment);
    } else if (basic->kind == BASIC_BOUND) {
        layout->marked_lower = basic->code == (uintptr_t)MPI_LB;
        layout->marked_upper = basic->code == (uintptr_t)MPI_UB;
    } else {
        layout_add_bytes(layout, number, 0, basic->size, basic->alignment);
    }
    type->state = TYPE_COMMITTED;
    if (layout_end(layout))
        return type;
    type_release(type);
    return NULL;
}

static MPI_Datatype find_predefined(MPI_Datatype handle) {
    int number = basic_number(handle);
    if (!predefined)
        predefined = calloc(BASIC_COUNT, sizeof(MPI_Datatype));
    if (number < 0 || !predefined)
        return NULL;
    if (!predefined[number]) {
        predefined[number] = make_predefined(number);
        if (predefined[number] && predefined[number]->layout.contiguous && !without_plain)
            type_plain[(uintptr_t)handle - BASIC_FIRST] = (uint8_t)predefined[number]->layout.size;
    }
    return predefined[number];
}

MPI_Datatype type_object(MPI_Datatype handle) {
    if (!handle_is_address(handle))
        return find_predefined(handle);
    return (handle->state | 1) == TYPE_COMMITTED ? handle : NULL;
}

MPI_Datatype type_argument(MPI_Comm comm, const char *call, MPI_Datatype handle, bool committed) {
    MPI_Datatype type = type_object(handle);
    if (type && (!committed || type->state == TYPE_COMMITTED))
        return type;
    error_raise(comm, call, MPI_ERR_TYPE, "the datatype is %s",
                type                          ? "not committed: call MPI_Type_commit"
                : handle == MPI_DATATYPE_NULL ? "MPI_DATATYPE_NULL"
                                              : "invalid or freed");
    return NULL;
}

void type_without_plain(void) {
    without_plain = true;
    memset(type_plain, 0, sizeof type_plain);
}

void type_free_predefined(void) {
    for (int number = 0; predefined && number < BASIC_COUNT; number++)
        if (predefined[number])
            type_release(predefined[number]);
    free(predefined);
    predefined = NULL;
    memset(type_plain, 0, sizeof type_plain);
}

void type_keep(MPI_Datatype type) {
    if (handle_is_address(type))
        type->references++;
}

void type_release(MPI_Datatype type) {
    if (!handle_is_address(type) || --type->references > 0)
        return;
    for (int i = 0; i < type->contents.type_count; i++)
        type_release(type->contents.types[i]);
    free(type->contents.integers);
    free(type->contents.addresses);
    free(type->contents.types);
    free(type->name);
    layout_free(&type->layout);
    free(type);
}

MPI_Datatype type_begin(int combiner) {
    MPI_Datatype type = calloc(1, sizeof *type);
    if (!type)
        return NULL;
    type->contents.combiner = combiner;
    type->references = type->handles = 1;
    type->state = TYPE_MADE;
    return type;
}

/* Appends `more` items, of `bytes` bytes each, to a list of *count items. Returns the list. Without
 * memory, the list stays as it is, and the type's layout fails. */
static void *append(MPI_Datatype type, void *list, int *count, int more, const void *items,
                    size_t bytes) {
    if (more == 0)
        return list;
    char *grown = realloc(list, (size_t)(*count + more) * bytes);
    if (!grown) {
        type->layout.failed = true;
        return list;
    }
    memcpy(grown + (size_t)*count * bytes, items, (size_t)more * bytes);
    *count += more;
    return grown;
}

void type_made_of_integers(MPI_Datatype type, int count, const int values[]) {
    struct contents *contents = &type->contents;
    contents->integers =
        append(type, contents->integers, &contents->integer_count, count, values, sizeof *values);
}

void type_made_of_addresses(MPI_Datatype type, int count, const MPI_Aint values[]) {
    struct contents *contents = &type->contents;
    contents->addresses =
        append(type, contents->addresses, &contents->address_count, count, values, sizeof *values);
}

/* Such counts are kept where addresses are, which are as long. A call has one or the other. */
static_assert(sizeof(MPI_Count) == sizeof(MPI_Aint), "a count is as long as an address");

void type_made_of_counts(MPI_Datatype type, MPI_Count count, const MPI_Count values[]) {
    type->contents.is_large = true;
    if (count <= INT32_MAX)
        type_made_of_addresses(type, (int)count, (const MPI_Aint *)values);
    else
        type->layout.failed = true;
}

void type_made_of_types(MPI_Datatype type, int count, const MPI_Datatype values[]) {
    struct contents *contents = &type->contents;
    int before = contents->type_count;
    contents->types =
        append(type, contents->types, &contents->type_count, count, values, sizeof(MPI_Datatype));
    for (int i = before; i < contents->type_count; i++)
        type_keep(contents->types[i]);
}

NODE_LOCAL int type_made;

int type_end(const char *call, MPI_Datatype type, MPI_Datatype *newtype) {
    bool complete = type && layout_end(&type->layout);
    bool too_large = type && type->layout.too_large;
    if (complete && newtype) {
        *newtype = type;
        type_made++;
        return MPI_SUCCESS;
    }
    if (type)
        type_release(type);
    if (!newtype)
        return error_null(MPI_COMM_SELF, call, "newtype");
    if (too_large)
        return error_raise(MPI_COMM_SELF, call, MPI_ERR_COUNT,
                           "the type's size or displacement overflows MPI_Count");
    return error_raise(MPI_COMM_SELF, call, MPI_ERR_NO_MEM, FULL_HEAP);
}

/* Section 5.1.9. Types are flattened when they are made, so there is nothing else to do. */
int MPI_Type_commit(MPI_Datatype *datatype) {
    RETURN_IF_NULL(datatype);
    TYPE_OR_RETURN(type, *datatype);
    type->state = TYPE_COMMITTED;
    return MPI_SUCCESS;
}
