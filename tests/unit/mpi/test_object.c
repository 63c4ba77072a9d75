/* Errors, info objects and attributes (MPI 5.0, sections 9.3 to 9.5, 7.7, chapter 10). */
#include <stdio.h>
#include <string.h>

#include "mpi.h"
#include "mpi/object/attribute.h"
#include "mpi/object/errhandler.h"
#include "mpi/object/error.h"
#include "mpi/object/error_added.h"
#include "mpi/object/error_code.h"
#include "tests/unit/test.h"

static int return_errors(void **state) {
    (void)state;
    errhandler_world = MPI_ERRORS_RETURN;
    return 0;
}
static CMFixtureFunction before_all = return_errors;

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
    assert_string_equal(text, "invalid error handler handle");
    assert_string_equal(error_text(MPI_ERR_TRUNCATE), "message truncated on receive");
    assert_string_equal(error_text(MPI_ERR_NO_MEM), "no memory");
    assert_int_equal(MPI_Error_string(ERROR_LAST_OWN + 1, text, &length), MPI_ERR_ARG);
    assert_int_equal(MPI_Error_string(-1, text, &length), MPI_ERR_ARG);
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
    assert_int_equal(MPI_Add_error_code(code, &length), MPI_ERR_ARG);
    assert_int_equal(MPI_Add_error_string(MPI_ERR_RANK, "no"), MPI_ERR_ARG);
    assert_int_equal(MPI_Remove_error_class(class), MPI_ERR_ARG);
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
    assert_int_equal(MPI_Type_size(MPI_DATATYPE_NULL, &size), MPI_ERR_TYPE);
    assert_int_equal(handled_code, MPI_ERR_TYPE);
    assert_ptr_equal(handled_comm, MPI_COMM_SELF);
    assert_string_equal(error_detail(), "MPI_Type_size: the datatype is MPI_DATATYPE_NULL");
    errhandler_self = NULL;
    assert_int_equal(MPI_Errhandler_free(&handler), 0);
    assert_ptr_equal(handler, MPI_ERRHANDLER_NULL);
    assert_int_equal(MPI_Errhandler_free(&handler), MPI_ERR_ERRHANDLER);
}

TEST(test_info) {
    MPI_Info info, copy;
    int count, flag, length;
    char value[20], key[MPI_MAX_INFO_KEY];
    assert_int_equal(MPI_Info_create(&info), 0);
    assert_int_equal(MPI_Info_set(info, "one", "first"), 0);
    assert_int_equal(MPI_Info_set(info, "two", "second"), 0);
    assert_int_equal(MPI_Info_set(info, "one", "again"), 0);
    MPI_Info_get_nkeys(info, &count);
    assert_int_equal(count, 2);
    MPI_Info_get_nthkey(info, 0, key);
    assert_string_equal(key, "one");
    assert_int_equal(MPI_Info_get_nthkey(info, 2, key), MPI_ERR_ARG);
    assert_int_equal(MPI_Info_get_nthkey(info, -1, key), MPI_ERR_ARG);
    length = 4;
    assert_int_equal(MPI_Info_get_string(info, "two", &length, value, &flag), 0);
    assert_true(flag);
    assert_int_equal(length, 7);
    assert_string_equal(value, "sec");
    MPI_Info_get(info, "two", 3, value, &flag);
    assert_string_equal(value, "sec");
    MPI_Info_get_valuelen(info, "two", &length, &flag);
    assert_int_equal(length, 6);
    assert_int_equal(MPI_Info_dup(info, &copy), 0);
    assert_int_equal(MPI_Info_delete(info, "two"), 0);
    assert_int_equal(MPI_Info_delete(info, "two"), MPI_ERR_INFO_NOKEY);
    MPI_Info_get(info, "two", 3, value, &flag);
    assert_false(flag);
    MPI_Info_get(copy, "two", 10, value, &flag);
    assert_true(flag);
    assert_string_equal(value, "second");
    assert_int_equal(MPI_Info_set(info, "", "x"), MPI_ERR_INFO_KEY);
    assert_int_equal(MPI_Info_set(MPI_INFO_NULL, "a", "x"), MPI_ERR_INFO);
    assert_int_equal(MPI_Info_free(&info), 0);
    assert_ptr_equal(info, MPI_INFO_NULL);
    assert_int_equal(MPI_Info_free(&copy), 0);
    MPI_Info_get_nkeys(MPI_INFO_ENV, &count);
    assert_int_equal(count, 0);
}

/* A log of the user's functions: a letter each, and the value. */
static char log_text[100];

static int copy_value(MPI_Datatype type, int keyval, void *extra, void *value, void *copied,
                      int *flag) {
    (void)type;
    (void)keyval;
    (void)extra;
    sprintf(log_text + strlen(log_text), "c%s ", (char *)value);
    *(void **)copied = value;
    *flag = ((char *)value)[0] != 'x';
    return MPI_SUCCESS;
}

static int delete_value(MPI_Datatype type, int keyval, void *value, void *extra) {
    (void)type;
    (void)keyval;
    sprintf(log_text + strlen(log_text), "d%s ", (char *)value);
    return *(int *)extra;
}

TEST(test_attributes) {
    int fails = MPI_SUCCESS, one, two, three, flag;
    MPI_Datatype type, copy;
    char *value;
    assert_int_equal(MPI_Type_create_keyval(copy_value, delete_value, &one, &fails), 0);
    assert_int_equal(MPI_Type_create_keyval(copy_value, delete_value, &two, &fails), 0);
    assert_int_equal(
        MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &three, NULL), 0);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_set_attr(type, one, "1");
    MPI_Type_set_attr(type, two, "x2");
    MPI_Type_set_attr(type, three, "3");
    MPI_Type_set_attr(type, one, "4"); /* deletes the old value */
    assert_string_equal(log_text, "d1 ");
    MPI_Type_get_attr(type, one, &value, &flag);
    assert_true(flag);
    assert_string_equal(value, "4");
    log_text[0] = '\0';
    assert_int_equal(MPI_Type_dup(type, &copy), 0);
    assert_string_equal(log_text, "c4 cx2 ");
    MPI_Type_get_attr(copy, two, &value, &flag);
    assert_false(flag);
    MPI_Type_get_attr(copy, three, &value, &flag);
    assert_false(flag);
    assert_int_equal(MPI_Type_delete_attr(copy, two), MPI_ERR_KEYVAL);
    /* A key lives until its last attribute is gone. The newest attribute goes first. */
    int saved = one;
    assert_int_equal(MPI_Type_free_keyval(&one), 0);
    assert_int_equal(one, MPI_KEYVAL_INVALID);
    log_text[0] = '\0';
    fails = MPI_ERR_OTHER;
    assert_int_equal(MPI_Type_free(&type), MPI_ERR_OTHER);
    assert_ptr_not_equal(type, MPI_DATATYPE_NULL);
    fails = MPI_SUCCESS;
    log_text[0] = '\0';
    assert_int_equal(MPI_Type_free(&type), 0);
    assert_string_equal(log_text, "dx2 d4 ");
    assert_true(keyval_is(ATTRIBUTE_TYPE, saved));
    assert_int_equal(MPI_Type_free(&copy), 0);
    assert_false(keyval_is(ATTRIBUTE_TYPE, saved));
    assert_int_equal(MPI_Comm_free_keyval(&two), MPI_ERR_KEYVAL);
    assert_int_equal(MPI_Type_free_keyval(&two), 0);
    assert_int_equal(MPI_Type_free_keyval(&three), 0);
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
    assert_int_equal(MPI_Alloc_mem(-1, MPI_INFO_NULL, &memory), MPI_ERR_ARG);
}
