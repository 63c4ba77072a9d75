/* What the kernel has of C's <assert.h>. */
#define static_assert _Static_assert
