#include "mpi/datatype/layout.h"

#include "mpi/datatype/basic.h"

bool signature_walk(const struct signature *signature, MPI_Count *bytes,
                    bool (*each)(void *context, int basic, MPI_Count count), void *context) {
    for (size_t s = 0; s<signature->count && * bytes> 0; s++) {
        const struct elements *elements = &signature->elements[s];
        MPI_Count count = *bytes / elements->bytes;
        if (count > elements->count && signature->count > 1)
            count = elements->count;
        if (!elements->inner) {
            if (!each(context, elements->basic, count))
                return false;
            *bytes -= count * elements->bytes;
            continue;
        }
        for (MPI_Count i = 0; i<elements->count && * bytes> 0; i++)
            if (!signature_walk(elements->inner, bytes, each, context))
                return false;
    }
    return true;
}

MPI_Count signature_elements(const struct signature *signature) {
    MPI_Count sum = 0;
    for (size_t s = 0; signature && s < signature->count; s++) {
        const struct elements *elements = &signature->elements[s];
        sum += elements->count * (elements->inner ? signature_elements(elements->inner) : 1);
    }
    return sum;
}

MPI_Count signature_external(const struct signature *signature) {
    MPI_Count sum = 0;
    for (size_t s = 0; signature && s < signature->count; s++) {
        const struct elements *elements = &signature->elements[s];
        sum += elements->count * (elements->inner ? signature_external(elements->inner)
                                                  : basic_types[elements->basic].external);
    }
    return sum;
}
