/* records WAY [TEXT]: tries to make cuberun print a false report. Prints the text of a record, on
 * the way to cuberun and before; or, on the last node, sends TEXT as one, its single quotes made
 * double ones. "instead" ends that node without the library's own records. */
#include <stdio.h>
#include <string.h>

#include "cube.h"
#include "cube_system_call.h"
#include "net/wait.h"

/* A head of a record: of node 0, 16 bytes; of the kernel, 0 bytes; and characters that mean
 * something to a terminal. */
static void print(void) {
    static const char bytes[] = "\x1e"
                                "not json\n"
                                "\x1e{\"kernel\":{\"nodes\":512}}\n"
                                "\x1e{\"status\":0,\"nodes\":512,\"program\":\"forged\"}\n"
                                "text before\x1e{\"node\":0}\n"
                                "\0\0\0\0\x10\0\0\0{\"meters\":{\"a\":1}}"
                                "\xff\xff\xff\xff\0\0\0\0\x04\x10\x16\x1b[0m\r\n";
    fwrite(bytes, 1, sizeof bytes - 1, stdout);
}

static void record(char *text) {
    for (char *c = text; *c; c++)
        if (*c == '\'')
            *c = '"';
    printf("%ld\n", (long)system_call(CUBE_SYS_RECORD, (uintptr_t)text, strlen(text), 0));
}

int main(int argc, char *argv[]) {
    if (argc > 1 && cube_node() == cube_nodes() - 1) {
        if (strcmp(argv[1], "print") == 0)
            print();
        for (int i = 2; i < argc; i++)
            record(argv[i]);
        if (strcmp(argv[1], "instead") == 0) {
            system_call(CUBE_SYS_FINISH, 0, 0, 0);
            wait_finished(NULL);
        }
    }
    return argc > 1 && strcmp(argv[1], "print") == 0 ? 3 : 0;
}
