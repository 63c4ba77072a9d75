/* Finds an error without its text or class, or that goes to another handler (MPI 5.0, sections 9.3
 * to 9.5). Info objects and attributes are among the corners (tests/mpi/corners/objects.c). */
#include <stdio.h>
#include <string.h>

#include "mpi/object/error.h"
#include "mpi/object/error_code.h"
#include "tests/unit/mpi/errors.h"

TEST(test_error_texts) {
    char text[MPI_MAX_ERROR_STRING], before[MPI_MAX_ERROR_STRING] = "";
    int length, class;
    for (int code = MPI_SUCCESS; code <= ERROR_LAST_OWN; code++) {
        assert_int_equal(MPI_Error_string(code, text, &length), 0);
        assert_int_equal(length, strlen(text));
        assert_true(length > 5 && strcmp(text, before) != 0);
        strcpy(before, text);
        assert_int_equal(MPI_Error_class(code, &class), 0);
        assert_int_equal(class, code);
    }
    /* The last text is that of the last class: none is missing, and none too many. */
    assert_string_equal(text, "the communicator was revoked");
    assert_string_equal(error_text(MPI_ERR_TRUNCATE), "message truncated on receive");
    assert_string_equal(error_text(MPI_ERR_NO_MEM), "no memory");
    refused(MPI_ERR_ARG, MPI_Error_string(ERROR_LAST_OWN + 1, text, &length));
    refused(MPI_ERR_ARG, MPI_Error_string(-1, text, &length));
}

TEST(test_added_errors) {
    int class, code, other, length;
    char text[MPI_MAX_ERROR_STRING];
    assert_int_equal(*error_last_used(), MPI_ERR_LASTCODE);
    assert_int_equal(MPI_Add_error_class(&class), 0);
    assert_true(class > MPI_ERR_LASTCODE);
    assert_int_equal(MPI_Add_error_code(class, &code), 0);
    assert_int_equal(*error_last_used(), code);
    assert_int_equal(MPI_Add_error_code(MPI_ERR_RANK, &other), 0);
    assert_int_equal(MPI_Error_string(code, text, &length), 0);
    assert_string_equal(text, "");
    assert_int_equal(MPI_Add_error_string(code, "a code of mine"), 0);
    MPI_Error_string(code, text, &length);
    assert_string_equal(text, "a code of mine");
    MPI_Error_class(code, &length);
    assert_int_equal(length, class);
    MPI_Error_class(other, &length);
    assert_int_equal(length, MPI_ERR_RANK);
    refused(MPI_ERR_ARG, MPI_Add_error_code(code, &length));
    refused(MPI_ERR_ARG, MPI_Add_error_string(MPI_ERR_RANK, "no"));
    char longest[MPI_MAX_ERROR_STRING + 1] = "";
    memset(longest, 'x', MPI_MAX_ERROR_STRING);
    refused(MPI_ERR_ARG, MPI_Add_error_string(code, longest));
    longest[MPI_MAX_ERROR_STRING - 1] = '\0';
    assert_int_equal(MPI_Add_error_string(code, longest), 0);
    MPI_Error_string(code, text, &length);
    assert_int_equal(length, MPI_MAX_ERROR_STRING - 1);
    refused(MPI_ERR_ARG, MPI_Remove_error_class(class));
    assert_int_equal(MPI_Remove_error_string(code), 0);
    assert_int_equal(MPI_Remove_error_code(code), 0);
    assert_int_equal(*error_last_used(), other);
    assert_int_equal(MPI_Remove_error_class(class), 0);
    assert_int_equal(MPI_Remove_error_code(other), 0);
    assert_int_equal(*error_last_used(), MPI_ERR_LASTCODE);
    MPI_Error_class(code, &length);
    assert_int_equal(length, MPI_ERR_UNKNOWN);
}

static int handled_code;
static MPI_Comm handled_comm;

static void handle(MPI_Comm *comm, int *code, ...) {
    handled_comm = *comm;
    handled_code = *code;
}

TEST(test_handlers) {
    MPI_Errhandler handler;
    int size;
    assert_int_equal(MPI_Comm_create_errhandler(handle, &handler), 0);
    errhandler_self = handler;
    refused(MPI_ERR_TYPE, MPI_Type_size(MPI_DATATYPE_NULL, &size));
    assert_int_equal(handled_code, MPI_ERR_TYPE);
    assert_ptr_equal(handled_comm, MPI_COMM_SELF);
    assert_string_equal(error_detail(), "MPI_Type_size: the datatype is MPI_DATATYPE_NULL");
    errhandler_self = NULL;
    assert_int_equal(MPI_Errhandler_free(&handler), 0);
    assert_ptr_equal(handler, MPI_ERRHANDLER_NULL);
    refused(MPI_ERR_ERRHANDLER, MPI_Errhandler_free(&handler));
}

TEST(test_environment) {
    int version, subversion, length;
    char text[MPI_MAX_LIBRARY_VERSION_STRING], *memory;
    MPI_Get_version(&version, &subversion);
    assert_true(version == 5 && subversion == 0);
    MPI_Get_library_version(text, &length);
    assert_int_equal(length, strlen(text));
    assert_int_equal(MPI_Alloc_mem(10, MPI_INFO_NULL, &memory), 0);
    memset(memory, 1, 10);
    assert_int_equal(MPI_Free_mem(memory), 0);
    refused(MPI_ERR_ARG, MPI_Alloc_mem(-1, MPI_INFO_NULL, &memory));
}
