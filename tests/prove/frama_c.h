/* Read before all else by Frama-C 25, which knows neither these words nor numbers of 128 bits. So a
 * header is copied by words of 64 bits, and structures lie less aligned than they do in the
 * machine. */
#define __int128 long long
#define _Alignas(bytes)
#define _Static_assert(...) struct never_defined
#include <assert.h>
#undef static_assert
#define static_assert(...) struct never_defined
