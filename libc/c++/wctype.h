/* Classes of wide characters, in a type that is as large as the C++ library was compiled with: the
 * objects of its locales have some in them. */
#define _WCTYPE_T
typedef unsigned long wctype_t;
#include_next <wctype.h>
