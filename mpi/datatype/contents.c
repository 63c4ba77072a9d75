/* The constructor and arguments of a datatype (MPI 5.0, section 5.1.13). */
#include "mpi/datatype/type.h"
#include "mpi/object/error.h"

/* A call with large counts tells them to calls that can take them. */
#define RETURN_UNLESS_FORM(contents)                                                               \
    if ((contents).is_large)                                                                       \
    return FAIL(MPI_ERR_TYPE, "the type was made with large counts: call %s_c", __func__)

int MPI_Type_get_envelope(MPI_Datatype datatype, int *num_integers, int *num_addresses,
                          int *num_datatypes, int *combiner) {
    TYPE_OR_RETURN(type, datatype, num_integers, num_addresses, num_datatypes, combiner);
    RETURN_UNLESS_FORM(type->contents);
    *num_integers = type->contents.integer_count;
    *num_addresses = type->contents.address_count;
    *num_datatypes = type->contents.type_count;
    *combiner = type->contents.combiner;
    return MPI_SUCCESS;
}

int MPI_Type_get_envelope_c(MPI_Datatype datatype, MPI_Count *num_integers,
                            MPI_Count *num_addresses, MPI_Count *num_large_counts,
                            MPI_Count *num_datatypes, int *combiner) {
    TYPE_OR_RETURN(type, datatype, num_integers, num_addresses, num_large_counts, num_datatypes,
                   combiner);
    const struct contents *contents = &type->contents;
    *num_integers = contents->integer_count;
    *num_addresses = contents->is_large ? 0 : contents->address_count;
    *num_large_counts = contents->is_large ? contents->address_count : 0;
    *num_datatypes = contents->type_count;
    *combiner = contents->combiner;
    return MPI_SUCCESS;
}

/* Copies what a type was made of. `addresses` takes its large counts, if it has such. Types that
 * are not predefined come with a handle that the user has to free. */
static void copy_contents(const struct contents *contents, int integers[], MPI_Aint addresses[],
                          MPI_Datatype datatypes[]) {
    for (int i = 0; i < contents->integer_count; i++)
        integers[i] = contents->integers[i];
    for (int i = 0; i < contents->address_count; i++)
        addresses[i] = contents->addresses[i];
    for (int i = 0; i < contents->type_count; i++) {
        datatypes[i] = contents->types[i];
        type_keep(datatypes[i]);
        if (handle_is_address(datatypes[i])) {
            datatypes[i]->handles++;
            type_made++;
            datatypes[i]->state |= TYPE_MADE;
        }
    }
}

int MPI_Type_get_contents(MPI_Datatype datatype, int max_integers, int max_addresses,
                          int max_datatypes, int integers[], MPI_Aint addresses[],
                          MPI_Datatype datatypes[]) {
    RETURN_IF_NULL_ARRAY(max_integers, integers);
    RETURN_IF_NULL_ARRAY(max_addresses, addresses);
    RETURN_IF_NULL_ARRAY(max_datatypes, datatypes);
    TYPE_OR_RETURN(type, datatype);
    const struct contents *contents = &type->contents;
    if (contents->combiner == MPI_COMBINER_NAMED)
        return FAIL(MPI_ERR_TYPE, "a predefined datatype has no contents");
    RETURN_UNLESS_FORM(*contents);
    if (max_integers < contents->integer_count || max_addresses < contents->address_count ||
        max_datatypes < contents->type_count)
        return FAIL(MPI_ERR_ARG,
                    "room for %d integers, %d addresses, %d datatypes, but the type has %d, %d, %d",
                    max_integers, max_addresses, max_datatypes, contents->integer_count,
                    contents->address_count, contents->type_count);
    copy_contents(contents, integers, addresses, datatypes);
    return MPI_SUCCESS;
}

int MPI_Type_get_contents_c(MPI_Datatype datatype, MPI_Count max_integers, MPI_Count max_addresses,
                            MPI_Count max_large_counts, MPI_Count max_datatypes, int integers[],
                            MPI_Aint addresses[], MPI_Count large_counts[],
                            MPI_Datatype datatypes[]) {
    RETURN_IF_NULL_ARRAY(max_integers, integers);
    RETURN_IF_NULL_ARRAY(max_addresses, addresses);
    RETURN_IF_NULL_ARRAY(max_large_counts, large_counts);
    RETURN_IF_NULL_ARRAY(max_datatypes, datatypes);
    TYPE_OR_RETURN(type, datatype);
    const struct contents *contents = &type->contents;
    if (contents->combiner == MPI_COMBINER_NAMED)
        return FAIL(MPI_ERR_TYPE, "a predefined datatype has no contents");
    if (max_integers < contents->integer_count || max_datatypes < contents->type_count ||
        (contents->is_large ? max_large_counts : max_addresses) < contents->address_count)
        return FAIL(MPI_ERR_ARG, "less room than MPI_Type_get_envelope_c reports");
    copy_contents(contents, integers, contents->is_large ? (MPI_Aint *)large_counts : addresses,
                  datatypes);
    return MPI_SUCCESS;
}
