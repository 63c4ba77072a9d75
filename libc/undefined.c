/* The runtime of -fsanitize=undefined. Each function reports undefined behaviour with its place in
 * the source on stderr, and aborts. It is linked only into programs compiled so. Names and
 * arguments are those of gcc and clang: the value of an integer of up to 64 bits comes in a
 * register, and of any other type its address. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include "cube.h"
#include "net/system/system.h"

/* The compilers write these structures. */
struct place {
    const char *file; /* null: not known */
    uint32_t line, column;
};

enum kind { INTEGER, FLOATING };

struct type {
    uint16_t kind;
    uint16_t format; /* of an integer: bit 0: it has a sign, above: the logarithm of its bits;
                        FLOATING: its bits */
    char name[];     /* in quotes */
};

struct typed {
    struct place place;
    const struct type *type;
};

struct access {
    struct place place;
    const struct type *type;
    uint8_t alignment; /* the logarithm of what the type asks for */
    uint8_t kind;      /* what was done: `accesses` */
};

struct aligned_as_promised {
    struct place place, promise;
    const struct type *type;
};

struct operands {
    struct place place;
    const struct type *left, *right;
};

struct argument {
    struct place place, promise;
    int number; /* from 1 on */
};

struct bit_function {
    struct place place;
    uint8_t kind;
};

enum { TEXT_BYTES = 256, VALUE_TEXT_BYTES = 48, WORD_BITS = 64 };

/* Prints where the program was and what it did, and ends it as abort does. */
static _Noreturn __attribute__((format(printf, 2, 3))) void report(const struct place *place,
                                                                   const char *format, ...) {
    char text[TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    system_abort("%s:%u:%u: undefined behaviour at node %d: %s\n", place->file ? place->file : "?",
                 (unsigned)place->line, (unsigned)place->column, cube_node(), text);
}

static unsigned bits_of(const struct type *type) {
    return 1u << (type->format >> 1);
}

static int64_t with_sign(const struct type *type, uintptr_t value) {
    unsigned above = WORD_BITS - bits_of(type);
    return (int64_t)((uint64_t)value << above) >> above;
}

static int is_negative(const struct type *type, uintptr_t value) {
    return (type->format & 1) && bits_of(type) <= WORD_BITS && with_sign(type, value) < 0;
}

/* Writes a value as its type has it. Returns `text`. */
static const char *show(const struct type *type, uintptr_t value, char text[VALUE_TEXT_BYTES]) {
    if (type->kind != INTEGER)
        snprintf(text, VALUE_TEXT_BYTES, "a value");
    else if (bits_of(type) > WORD_BITS)
        snprintf(text, VALUE_TEXT_BYTES, "0x%016" PRIx64 "%016" PRIx64,
                 ((const uint64_t *)value)[1], ((const uint64_t *)value)[0]);
    else if (type->format & 1)
        snprintf(text, VALUE_TEXT_BYTES, "%" PRId64, with_sign(type, value));
    else
        snprintf(text, VALUE_TEXT_BYTES, "%" PRIu64, (uint64_t)value);
    return text;
}

/* CALLED(name, arguments) { ... } defines the function that compilers call for `name`, and the one
 * that they call where they were told not to go on after it. */
#define CALLED(name, ...)                                                                          \
    _Noreturn void __ubsan_handle_##name(__VA_ARGS__);                                             \
    _Noreturn void __ubsan_handle_##name##_abort(__VA_ARGS__)                                      \
        __attribute__((alias("__ubsan_handle_" #name)));                                           \
    _Noreturn void __ubsan_handle_##name(__VA_ARGS__)

/* ---- Arithmetic ---- */

static _Noreturn void overflow(const struct typed *what, uintptr_t left, const char *operator,
                               uintptr_t right) {
    char first[VALUE_TEXT_BYTES], second[VALUE_TEXT_BYTES];
    report(&what->place, "%s %s %s overflows %s", show(what->type, left, first), operator,
           show(what->type, right, second), what->type->name);
}

CALLED(add_overflow, const struct typed *what, uintptr_t left, uintptr_t right) {
    overflow(what, left, "+", right);
}

CALLED(sub_overflow, const struct typed *what, uintptr_t left, uintptr_t right) {
    overflow(what, left, "-", right);
}

CALLED(mul_overflow, const struct typed *what, uintptr_t left, uintptr_t right) {
    overflow(what, left, "*", right);
}

CALLED(negate_overflow, const struct typed *what, uintptr_t value) {
    char text[VALUE_TEXT_BYTES];
    report(&what->place, "-(%s) overflows %s", show(what->type, value, text), what->type->name);
}

CALLED(divrem_overflow, const struct typed *what, uintptr_t left, uintptr_t right) {
    if (what->type->kind == INTEGER && is_negative(what->type, right))
        overflow(what, left, "/", right);
    report(&what->place, "division by zero");
}

CALLED(shift_out_of_bounds, const struct operands *what, uintptr_t left, uintptr_t right) {
    char value[VALUE_TEXT_BYTES], by[VALUE_TEXT_BYTES];
    show(what->left, left, value);
    show(what->right, right, by);
    if (is_negative(what->right, right) || bits_of(what->right) > WORD_BITS ||
        right >= bits_of(what->left))
        report(&what->place, "%s of %u bits shifted by %s", what->left->name, bits_of(what->left),
               by);
    if (is_negative(what->left, left))
        report(&what->place, "the negative value %s shifted left", value);
    report(&what->place, "%s << %s overflows %s", value, by, what->left->name);
}

CALLED(float_cast_overflow, const struct operands *what, uintptr_t value) {
    (void)value;
    report(&what->place, "a value of %s does not fit in %s", what->left->name, what->right->name);
}

CALLED(invalid_builtin, const struct bit_function *what) {
    static const char *const names[] = {"ctz", "clz"};
    enum { NAMES = sizeof names / sizeof *names };
    if (what->kind < NAMES)
        report(&what->place, "__builtin_%s(0) is undefined", names[what->kind]);
    report(&what->place, "a false assumption");
}

/* ---- Memory ---- */

CALLED(type_mismatch_v1, const struct access *what, uintptr_t address) {
    static const char *const accesses[] = {"a load of",
                                           "a store to",
                                           "a reference bound to",
                                           "a member access in",
                                           "a member call on",
                                           "a constructor call on",
                                           "a downcast to",
                                           "a downcast to",
                                           "an upcast of",
                                           "a cast to the virtual base of",
                                           "a null binding of",
                                           "a dynamic operation on"};
    enum { ACCESSES = sizeof accesses / sizeof *accesses };
    const char *access = what->kind < ACCESSES ? accesses[what->kind] : "an access to";
    unsigned long alignment = 1ul << what->alignment;
    if (!address)
        report(&what->place, "%s %s by a null pointer", access, what->type->name);
    if (address & (alignment - 1))
        report(&what->place, "%s %s at 0x%lx, which is not aligned to %lu bytes", access,
               what->type->name, (unsigned long)address, alignment);
    report(&what->place, "%s %s at 0x%lx, where the object does not fit", access, what->type->name,
           (unsigned long)address);
}

CALLED(alignment_assumption, const struct aligned_as_promised *what, uintptr_t address,
       uintptr_t alignment, uintptr_t offset) {
    report(&what->place,
           "pointer 0x%lx less %lu is not aligned to %lu bytes, as an attribute or "
           "__builtin_assume_aligned declares",
           (unsigned long)address, (unsigned long)offset, (unsigned long)alignment);
}

CALLED(out_of_bounds, const struct operands *what, uintptr_t index) {
    char text[VALUE_TEXT_BYTES];
    report(&what->place, "index %s is out of the bounds of %s", show(what->right, index, text),
           what->left->name);
}

CALLED(vla_bound_not_positive, const struct typed *what, uintptr_t bound) {
    char text[VALUE_TEXT_BYTES];
    report(&what->place, "an array with %s elements", show(what->type, bound, text));
}

CALLED(pointer_overflow, const struct place *place, uintptr_t base, uintptr_t result) {
    if (!base)
        report(place, "an offset of %ld from a null pointer", (long)result);
    if (!result)
        report(place, "an offset that makes 0x%lx a null pointer", (unsigned long)base);
    report(place, "an offset that moves 0x%lx to 0x%lx, beyond the address space",
           (unsigned long)base, (unsigned long)result);
}

CALLED(load_invalid_value, const struct typed *what, uintptr_t value) {
    char text[VALUE_TEXT_BYTES];
    report(&what->place, "a load of %s, which is not a value of %s", show(what->type, value, text),
           what->type->name);
}

/* ---- Functions ---- */

CALLED(builtin_unreachable, const struct place *place) {
    report(place, "execution reached __builtin_unreachable()");
}

CALLED(missing_return, const struct place *place) {
    report(place, "the end of a function that returns a value, without a return");
}

CALLED(nonnull_arg, const struct argument *what) {
    report(&what->place, "null passed as argument %d, which is declared nonnull", what->number);
}

CALLED(nonnull_return_v1, const struct place *promise, const struct place *place) {
    (void)promise;
    report(place, "null returned by a function that is declared returns_nonnull");
}

CALLED(function_type_mismatch, const struct typed *what, uintptr_t function) {
    report(&what->place, "a function at 0x%lx called as %s, which is not its type",
           (unsigned long)function, what->type->name);
}

CALLED(implicit_conversion, const struct operands *what, uintptr_t from, uintptr_t to) {
    char before[VALUE_TEXT_BYTES], after[VALUE_TEXT_BYTES];
    report(&what->place, "%s of %s becomes %s of %s", show(what->left, from, before),
           what->left->name, show(what->right, to, after), what->right->name);
}
