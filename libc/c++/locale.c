/* Locales, as the C++ library asks for them: by the names and the layout of the C library that it
 * was compiled with (Linux's). Here there is one locale, "C", so nothing depends on a locale. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

#include "compiler.h"
#include "libc/c++/libintl.h"
#include "libc/returns.h"

enum {
    CATEGORIES = 13,
    FIRST = -128, /* the first character that the tables have: some are negative */
    CHARACTERS = 384
};

/* The parts that the C++ library reads are the three tables, by character. */
struct __locale_struct {
    const void *data[CATEGORIES];
    const unsigned short *classes;
    const int *lower, *upper;
    const char *names[CATEGORIES];
};

/* The classes, in the order of their bits (bits/ctype_base.h). */
static int (*const is_in[])(int) = {isblank, iscntrl, ispunct, isalnum};
static int (*const is_in_high[])(int) = {isupper,  islower, isalpha, isdigit,
                                         isxdigit, isspace, isprint, isgraph};
enum { LOW_CLASSES = sizeof is_in / sizeof *is_in, HIGH_CLASSES = 8, HIGH = 8 };

static unsigned short classes[CHARACTERS];
static int lower[CHARACTERS], upper[CHARACTERS];

static struct __locale_struct only = {
    .classes = classes - FIRST, .lower = lower - FIRST, .upper = upper - FIRST};

static void fill(void) {
    for (int place = 0; place < CHARACTERS; place++) {
        int character = place + FIRST;
        bool ascii = character >= 0 && character < 128;
        for (int i = 0; ascii && i < LOW_CLASSES; i++)
            if (is_in[i](character))
                classes[place] |= (unsigned short)(1 << i);
        for (int i = 0; ascii && i < HIGH_CLASSES; i++)
            if (is_in_high[i](character))
                classes[place] |= (unsigned short)(1 << (HIGH + i));
        lower[place] = ascii ? tolower(character) : character;
        upper[place] = ascii ? toupper(character) : character;
    }
    for (int i = 0; i < CATEGORIES; i++)
        only.names[i] = "C";
}

struct __locale_struct *__newlocale(UNUSED int categories, const char *name,
                                    UNUSED struct __locale_struct *base) {
    if (strcmp(name, "C") != 0 && strcmp(name, "POSIX") != 0)
        return NULL;
    if (!only.names[0])
        fill();
    return &only;
}

/* The tables, as functions of <ctype.h> find them: for gfortran's library, too. */
#define TABLE(type, name, member)                                                                  \
    const type **name(void);                                                                       \
    const type **name(void) {                                                                      \
        return &__newlocale(0, "C", NULL)->member;                                                 \
    }
TABLE(unsigned short, __ctype_b_loc, classes)
TABLE(int, __ctype_tolower_loc, lower)
TABLE(int, __ctype_toupper_loc, upper)

RETURNS(struct __locale_struct *__duplocale(struct __locale_struct *locale), locale)

void __freelocale(UNUSED struct __locale_struct *locale) {
}

RETURNS(struct __locale_struct *__uselocale(struct __locale_struct *locale), &only)

/* The C++ library asks only about locales that have a name. */
RETURNS(const char *__nl_langinfo_l(int item, struct __locale_struct *locale), "")
RETURNS(size_t __ctype_get_mb_cur_max(void), MB_CUR_MAX)

/* ---- What depends on a locale ---- */

RETURNS(float __strtof_l(const char *text, char **end, struct __locale_struct *locale),
        strtof(text, end))
RETURNS(double __strtod_l(const char *text, char **end, struct __locale_struct *locale),
        strtod(text, end))
RETURNS(int __strcoll_l(const char *one, const char *other, struct __locale_struct *locale),
        strcmp(one, other))
RETURNS(size_t __strxfrm_l(char *into, const char *text, size_t room,
                           struct __locale_struct *locale),
        strxfrm(into, text, room))
RETURNS(size_t __strftime_l(char *into, size_t room, const char *format, const struct tm *time,
                            struct __locale_struct *locale),
        strftime(into, room, format, time))
RETURNS(wctype_t __wctype_l(const char *name, struct __locale_struct *locale), wctype(name))
RETURNS(int __iswctype_l(wint_t character, wctype_t class, struct __locale_struct *locale),
        iswctype(character, class))
RETURNS(wint_t __towupper_l(wint_t character, struct __locale_struct *locale), towupper(character))
RETURNS(wint_t __towlower_l(wint_t character, struct __locale_struct *locale), towlower(character))
RETURNS(int __wcscoll_l(const wchar_t *one, const wchar_t *other, struct __locale_struct *locale),
        wcscmp(one, other))
RETURNS(size_t __wcsxfrm_l(wchar_t *into, const wchar_t *text, size_t room,
                           struct __locale_struct *locale),
        wcsxfrm(into, text, room))

RETURNS(size_t __wcsftime_l(wchar_t *into, size_t room, const wchar_t *format,
                            const struct tm *time, struct __locale_struct *locale),
        wcsftime(into, room, format, time))

/* ---- Messages ---- */

RETURNS(char *gettext(const char *text), (char *)text)
RETURNS(char *dgettext(const char *domain, const char *text), (char *)text)
RETURNS(char *bindtextdomain(const char *domain, const char *folder), (char *)folder)
RETURNS(char *bind_textdomain_codeset(const char *domain, const char *codeset), (char *)codeset)
RETURNS(char *textdomain(const char *domain), (char *)domain)
