#!/bin/sh
# What the kernel and the tools have to agree on is said in C (formats/) and in Python
# (tools/running/): both say the same.
. tests/lib.sh

cat >"$scratch/formats.c" <<'END'
#include <stdio.h>

#include "cube_abi.h"
#include "formats/folder.h"
#include "formats/initrd.h"
#include "formats/input.h"
#include "formats/record.h"
#include "formats/status.h"

int main(void) {
    printf("input: idle %d, end %d, escape %d\n", INPUT_IDLE, INPUT_END, INPUT_ESCAPE);
    printf("records: head %zu bytes, kernel %u\n", sizeof(struct record_head), RECORD_KERNEL);
    printf("status: usage %d, image %d, signal %d\n", STATUS_USAGE, STATUS_IMAGE, STATUS_SIGNAL);
    printf("initrd: environment %s, input %s\n", INITRD_ENVIRONMENT, INITRD_INPUT);
    printf("folder: request %zu, answer %zu, status %zu, entry %zu bytes\n",
           sizeof(struct folder_request), sizeof(struct folder_answer),
           sizeof(struct folder_status), sizeof(struct folder_entry));
    printf("folder: seek %d, list %d, rename %d, append %d, folder %d\n", FOLDER_SEEK, FOLDER_LIST,
           FOLDER_RENAME, FOLDER_OPEN_APPEND, FOLDER_OPEN_FOLDER);
}
END
cat >"$scratch/formats.py" <<'END'
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "tools")
from running import console, failure, folder, initrd, records

print(f"input: idle {console.IDLE}, end {console.END}, escape {console.ESCAPE}")
print(f"records: head {records.HEAD_BYTES} bytes, kernel {records.KERNEL}")
print(f"status: usage {failure.STATUS_USAGE}, image {failure.STATUS_IMAGE}, signal {failure.STATUS_SIGNAL}")
print(f"initrd: environment {initrd.ENVIRONMENT}, input {initrd.PROGRAM_INPUT}")
print(f"folder: request {folder.REQUEST.size}, answer {folder.ANSWER.size}, status {folder.STATUS.size}, "
      f"entry {folder.ENTRY.size} bytes")
print(f"folder: seek {folder.SEEK}, list {folder.LIST}, rename {folder.RENAME}, "
      f"append {folder.OPEN_APPEND}, folder {folder.OPEN_FOLDER}")
END
succeeds "the C side compiles" gcc -std=c11 -I. -Iinclude "$scratch/formats.c" -o "$scratch/formats"
"$scratch/formats" >"$scratch/c"
/usr/bin/python3 "$scratch/formats.py" >"$scratch/python"
while IFS= read -r line; do
    like "both sides: $line" "$(cat "$scratch/python")" "^$line\$"
done <"$scratch/c"
is "    and no more than these" "$(wc -l <"$scratch/python")" "$(wc -l <"$scratch/c")"
finish
