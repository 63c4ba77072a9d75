/* The tools of the workbench as one program, for the page: its first word is the tool. */
#include <stdio.h>
#include <string.h>

int check_main(int argc, char *argv[]);
int schedule_main(int argc, char *argv[]);

int main(int argc, char *argv[]) {
    return argc > 0 && strcmp(argv[0], "check") == 0 ? check_main(argc, argv)
                                                     : schedule_main(argc, argv);
}
