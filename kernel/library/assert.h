/* The kernel's part of C's <assert.h>. */
#define static_assert _Static_assert
