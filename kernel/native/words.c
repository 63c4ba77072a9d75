#include "kernel/native/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cube_abi.h"
#include "formats/status.h"
#include "kernel/native/host.h"

/* cuberun's message: the number of nodes, seconds, the kernel's words. cuberun also recognises a
 * program for this engine by this text (tools/running/native.py). */
#define TOLD "GRAYCUBE_HOST"

__attribute__((format(printf, 1, 2))) static _Noreturn void refuse(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fputs("cube: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    for (;;)
        syscall(SYS_exit_group, STATUS_USAGE);
}

/* The length of an option of cuberun at the beginning of the text that permits what has happened
 * when we read it; 0 if there is none. The second is the old name. */
static int permitted(const char *text) {
    static const char *const options[] = {"--board host", "--host"};
    for (size_t k = 0; k < sizeof options / sizeof options[0]; k++)
        if (strncmp(text, options[k], strlen(options[k])) == 0)
            return (int)strlen(options[k]);
    return 0;
}

void words_read(struct words *words) {
    const char *told = getenv(TOLD), *usual = getenv("CUBERUN"), *rest = "";
    int end = 0, more = 0;
    *words = (struct words){.nodes = 1};
    if (told && sscanf(told, "%u %u %n", &words->nodes, &words->seconds, &end) == 2)
        rest = told + end;
    else
        while (usual && usual[end += (int)strspn(usual + end, " ")]) {
            more = 0;
            if (sscanf(usual + end, "-n %u%n", &words->nodes, &more) != 1)
                more = permitted(usual + end);
            end += more;
            if (more == 0 || (usual[end] && usual[end] != ' '))
                refuse("CUBERUN='%.48s': unsupported options (expected: -n NODES, --board host; "
                       "run cuberun for others)",
                       usual);
        }
    if (words->nodes < 1 || words->nodes > CUBE_MAX_NODES ||
        (words->nodes & (words->nodes - 1)) != 0)
        refuse("-n %u: invalid number of nodes (expected: a power of two, up to %u)", words->nodes,
               CUBE_MAX_NODES);
    if (!options_parse(rest, &host_options))
        refuse("%s", host_options.message);
    unsetenv(TOLD); /* it is not for what the program starts */
}
