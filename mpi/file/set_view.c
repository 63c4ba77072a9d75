/* The calls about views (MPI 5.0, sections 14.3 and 14.5.1). */
#include <stdlib.h>
#include <string.h>

#include "mpi/datatype/layout.h"
#include "mpi/datatype/pieces.h"
#include "mpi/file/access.h"
#include "mpi/file/file.h"
#include "mpi/file/view.h"
#include "mpi/object/error.h"
#include "mpi/object/info.h"

/* These are weak, so that a program without a shared pointer is linked without windows. */
#pragma weak shared_pointer_set
#pragma weak shared_pointer_get

static const char *const representations[] = {"native", "internal", "external32"};
enum { EXTERNAL = 2, REPRESENTATIONS = 3 };

/* Whether each byte of an element lies behind the one before. A list that is repeated is looked at
 * once: its repetitions are apart if they are longer than it is. */
static bool ascends(const struct runs *runs) {
    MPI_Aint end = 0;
    for (size_t r = 0; r < runs->count; r++) {
        const struct run *run = &runs->run[r];
        MPI_Aint low = 0, high = run->bytes;
        if (run->inner) {
            if (!ascends(run->inner))
                return false;
            low = nested_displacement(run->inner, 0);
            high = nested_displacement(run->inner, run->bytes - 1) + 1;
        }
        if ((r > 0 && run->displacement + low < end) ||
            (run->repeats > 1 && run->stride < high - low))
            return false;
        end = run->displacement + (run->repeats - 1) * run->stride + high;
    }
    return true;
}

/* Returns what is wrong with where the bytes of a filetype are, or null: they have to ascend, from
 * 0 on. Sets *apart to whether those of each element come behind those of the one before. */
static const char *wrong_with(const struct layout *layout, bool writes, bool *apart) {
    bool ascending = layout->size == 0 || ascends(layout->runs);
    *apart = ascending && layout_extent(layout) >= layout->true_upper - layout->true_lower;
    if (layout->true_lower < 0)
        return "the filetype has a negative displacement";
    if (writes && !ascending)
        return "the displacements of the filetype must ascend without overlap";
    return NULL;
}

/* Fills in a view with what the call was given. Returns MPI_SUCCESS or a class, raised. */
static int make(MPI_File file, const char *call, MPI_Offset disp, MPI_Datatype etype,
                MPI_Datatype filetype, const char *datarep, struct view *view) {
    MPI_Comm comm = file->comm;
    int which = 0;
    if (!datarep)
        return error_null(comm, call, "datarep");
    while (which < REPRESENTATIONS && strcmp(representations[which], datarep) != 0)
        which++;
    if (which == REPRESENTATIONS)
        return error_raise(comm, call, MPI_ERR_UNSUPPORTED_DATAREP,
                           "unknown representation %s (supported: native, internal, external32)",
                           datarep);
    bool sequential = (file->amode & MPI_MODE_SEQUENTIAL) != 0;
    if (sequential && disp != MPI_DISPLACEMENT_CURRENT)
        return error_raise(
            comm, call, MPI_ERR_UNSUPPORTED_OPERATION,
            "MPI_MODE_SEQUENTIAL requires the displacement MPI_DISPLACEMENT_CURRENT");
    if (sequential)
        disp = shared_pointer_get
                   ? view_place(&file->view, shared_pointer_get(file) * file->view.etype_bytes)
                   : 0;
    if (disp < 0)
        return error_raise(comm, call, MPI_ERR_ARG,
                           "the displacement is %lld (expected: 0 or more)", (long long)disp);
    MPI_Datatype unit = type_argument(comm, call, etype, true);
    MPI_Datatype type = unit ? type_argument(comm, call, filetype, true) : NULL;
    if (!type)
        return MPI_ERR_TYPE;
    *view = (struct view){.displacement = disp,
                          .etype = etype,
                          .filetype = filetype,
                          .layout = &type->layout,
                          .etype_bytes = unit->layout.size,
                          .representation = representations[which],
                          .is_external = which == EXTERNAL};
    if (view->is_external) {
        view->etype_bytes = external_size(&unit->layout);
        view->placed = portable_type(type);
        if (!view->placed)
            return error_raise(comm, call, MPI_ERR_NO_MEM, FULL_HEAP);
        view->layout = &view->placed->layout;
    }
    const char *wrong =
        wrong_with(view->layout, (file->amode & MPI_MODE_RDONLY) == 0, &view->is_ascending);
    if (!wrong && view->etype_bytes > 0 && view->layout->size % view->etype_bytes != 0)
        return error_raise(
            comm, call, MPI_ERR_IO,
            "the filetype has %lld bytes, which is not a multiple of the etype's %lld",
            (long long)view->layout->size, (long long)view->etype_bytes);
    if (!wrong && view->etype_bytes == 0 && view->layout->size > 0)
        wrong = "the etype has no bytes";
    MPI_Aint end;
    if (!wrong && __builtin_add_overflow(disp, view->layout->true_upper, &end))
        wrong = "the filetype extends beyond the largest offset";
    /* The types are valid, but no view (section 14.3.1): no class of files is for that but IO. */
    return wrong ? error_raise(comm, call, MPI_ERR_IO, "%s", wrong) : MPI_SUCCESS;
}

/* Both pointers are at the view's beginning then. */
int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                      const char *datarep, MPI_Info info) {
    RETURN_UNLESS_FILE(fh);
    struct view view = {0};
    int error = info == MPI_INFO_NULL ? MPI_SUCCESS : PMPI_File_set_info(fh, info);
    if (error == MPI_SUCCESS && fh->split.begun)
        error = file_unended(fh, __func__, MPI_ERR_UNSUPPORTED_OPERATION);
    if (error == MPI_SUCCESS)
        error = make(fh, __func__, disp, etype, filetype, datarep, &view);
    MPI_Aint extent =
        error == MPI_SUCCESS ? layout_extent(&type_object(etype)->layout) : (MPI_Aint)0;
    error = file_agree(__func__, fh, error, view.is_external ? -extent : extent,
                       "the etype's extent, which counts as negative in external32,");
    if (error != MPI_SUCCESS) {
        if (view.placed)
            type_release(view.placed);
        return error;
    }
    type_keep(etype);
    type_keep(filetype);
    view_end(&fh->view);
    fh->view = view;
    fh->position = 0;
    if (shared_pointer_set)
        shared_pointer_set(fh, 0);
    return MPI_SUCCESS;
}

/* Returns a handle of a type to the program, which frees it unless it is predefined. */
static MPI_Datatype hand_out(MPI_Datatype type) {
    type_keep(type);
    if (handle_is_address(type)) {
        type->handles++;
        type->state |= TYPE_MADE;
    }
    return type;
}

int MPI_File_get_view(MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype, MPI_Datatype *filetype,
                      char *datarep) {
    RETURN_UNLESS_FILE(fh, disp, etype, filetype, datarep);
    *disp = fh->view.displacement;
    *etype = hand_out(fh->view.etype);
    *filetype = hand_out(fh->view.filetype);
    memcpy(datarep, fh->view.representation, strlen(fh->view.representation) + 1);
    return MPI_SUCCESS;
}

/* Sets *extent to that of a type in the file. */
static int get_extent(const char *call, MPI_File file, MPI_Datatype datatype, MPI_Count *extent) {
    if (!file_is(file))
        return file_missing(call, file);
    if (!extent)
        return error_null(file->comm, call, "extent");
    TYPE_ARGUMENT_OR_RETURN(type, file->comm, call, datatype, false);
    MPI_Datatype placed = file->view.is_external ? portable_type(type) : NULL;
    if (file->view.is_external && !placed)
        return error_raise(file->comm, call, MPI_ERR_NO_MEM, FULL_HEAP);
    *extent = layout_extent(placed ? &placed->layout : &type->layout);
    if (placed)
        type_release(placed);
    return MPI_SUCCESS;
}

/* An MPI_Aint and an MPI_Count are alike. */
int MPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent) {
    return get_extent(__func__, fh, datatype, (MPI_Count *)extent);
}

int MPI_File_get_type_extent_c(MPI_File fh, MPI_Datatype datatype, MPI_Count *extent) {
    return get_extent(__func__, fh, datatype, extent);
}
