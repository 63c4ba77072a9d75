/* What <regex.h> of newlib leaves out: the types that it needs. */
#include <sys/types.h>

#include_next <regex.h>
