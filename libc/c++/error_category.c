/* std::system_category, which maps the numbers of errors. The C++ library's has Linux's numbers, so
 * the linker replaces it by the function here (tools/cubecc: --wrap). It returns an object that has
 * the library's functions, but for the two that know numbers. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A class without members of its own: all that an object has is the address of its table of
 * virtual functions, which is the Itanium C++ ABI's. */
struct error_category {
    const void *const *functions;
};

/* std::error_condition, and std::error_code, which is the same. */
struct error {
    int number;
    const struct error_category *category;
};

/* The table, from two entries before the address that objects have: where the object begins, and
 * its type; two destructors, the name, and the message in two kinds of strings. */
enum {
    BEFORE = 2,
    DEFAULT_CONDITION = BEFORE + 5,
    IS_EQUIVALENT_TO_CONDITION,
    IS_EQUIVALENT_TO_CODE,
    FUNCTIONS
};

const struct error_category *generic_category(void) __asm__("_ZNSt3_V216generic_categoryEv");
const struct error_category *
librarys_system_category(void) __asm__("__real__ZNSt3_V215system_categoryEv");
const struct error_category *system_category(void) __asm__("__wrap__ZNSt3_V215system_categoryEv");

/* The errors that <cerrno> names: those have the same meaning on all systems. */
static const unsigned char portable[] = {
    0,        E2BIG,        EACCES,          EADDRINUSE,      EADDRNOTAVAIL, EAFNOSUPPORT,
    EAGAIN,   EALREADY,     EBADF,           EBADMSG,         EBUSY,         ECANCELED,
    ECHILD,   ECONNABORTED, ECONNREFUSED,    ECONNRESET,      EDEADLK,       EDESTADDRREQ,
    EDOM,     EEXIST,       EFAULT,          EFBIG,           EHOSTUNREACH,  EIDRM,
    EILSEQ,   EINPROGRESS,  EINTR,           EINVAL,          EIO,           EISCONN,
    EISDIR,   ELOOP,        EMFILE,          EMLINK,          EMSGSIZE,      ENAMETOOLONG,
    ENETDOWN, ENETRESET,    ENETUNREACH,     ENFILE,          ENOBUFS,       ENODATA,
    ENODEV,   ENOENT,       ENOEXEC,         ENOLCK,          ENOLINK,       ENOMEM,
    ENOMSG,   ENOPROTOOPT,  ENOSPC,          ENOSR,           ENOSTR,        ENOSYS,
    ENOTCONN, ENOTDIR,      ENOTEMPTY,       ENOTRECOVERABLE, ENOTSOCK,      ENOTSUP,
    ENOTTY,   ENXIO,        EOPNOTSUPP,      EOVERFLOW,       EOWNERDEAD,    EPERM,
    EPIPE,    EPROTO,       EPROTONOSUPPORT, EPROTOTYPE,      ERANGE,        EROFS,
    ESPIPE,   ESRCH,        ETIME,           ETIMEDOUT,       ETXTBSY,       EWOULDBLOCK,
    EXDEV};

/* The condition that an error of the system's stands for. */
static struct error default_condition(const struct error_category *category, int number) {
    bool known = number >= 0 && number <= UCHAR_MAX && memchr(portable, number, sizeof portable);
    return (struct error){number, known ? generic_category() : category};
}

static bool is_equivalent_to_condition(const struct error_category *category, int number,
                                       const struct error *condition) {
    struct error error = default_condition(category, number);
    return error.number == condition->number && error.category == condition->category;
}

const struct error_category *system_category(void) {
    static const void *table[FUNCTIONS];
    static const struct error_category ours = {table + BEFORE};
    if (!table[DEFAULT_CONDITION]) {
        memcpy(table, librarys_system_category()->functions - BEFORE, sizeof table);
        table[DEFAULT_CONDITION] = (const void *)default_condition;
        table[IS_EQUIVALENT_TO_CONDITION] = (const void *)is_equivalent_to_condition;
    }
    return &ours;
}
