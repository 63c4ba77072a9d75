/* picolibc's <sys/cdefs.h> defines a word that is not reserved, and that programs use. */
#pragma push_macro("FALLTHROUGH")
#undef FALLTHROUGH
#include_next <sys/cdefs.h>
#undef FALLTHROUGH
#pragma pop_macro("FALLTHROUGH")
