/* Types missing in <regex.h> of newlib. */
#include <sys/types.h>

#include_next <regex.h>
