#!/bin/sh
# Finds a number of a format that C (formats/) and Python (tools/running/) say differently.
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
    printf("initrd: arguments %s, environment %s, input %s\n", INITRD_ARGUMENTS, INITRD_ENVIRONMENT,
           INITRD_INPUT);
    printf("folder: request %zu, answer %zu, status %zu, entry %zu, locked %zu bytes\n",
           sizeof(struct folder_request), sizeof(struct folder_answer),
           sizeof(struct folder_status), sizeof(struct folder_entry), sizeof(struct folder_locked));
    printf("folder: seek %d, list %d, rename %d, mode %d, lock %d, append %d, folder %d\n", FOLDER_SEEK, FOLDER_LIST,
           FOLDER_RENAME, FOLDER_MODE, FOLDER_LOCK, FOLDER_OPEN_APPEND, FOLDER_OPEN_FOLDER);
    printf("folder: allocate %d, pieces %d %d of %zu bytes\n", FOLDER_ALLOCATE, FOLDER_READ_PIECES,
           FOLDER_WRITE_PIECES, sizeof(struct folder_piece));
    printf("folder: space %d %d of %zu bytes\n", FOLDER_SPACE, FOLDER_SPACE_AT, sizeof(struct folder_space));
    printf("folder: write %d, none %d, ask %d, now %ld, kept %ld\n", FOLDER_LOCK_WRITE, FOLDER_LOCK_NONE,
           FOLDER_LOCK_ASK, (long)FOLDER_TIME_NOW, (long)FOLDER_TIME_KEPT);
}
END
cat >"$scratch/formats.py" <<'END'
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "tools")
from running import console, failure, folder, host_files, initrd, locks, records

print(f"input: idle {console.IDLE}, end {console.END}, escape {console.ESCAPE}")
print(f"records: head {records.HEAD_BYTES} bytes, kernel {records.KERNEL}")
print(f"status: usage {failure.STATUS_USAGE}, image {failure.STATUS_IMAGE}, signal {failure.STATUS_SIGNAL}")
print(f"initrd: arguments {initrd.ARGUMENTS}, environment {initrd.ENVIRONMENT}, input {initrd.PROGRAM_INPUT}")
print(f"folder: request {folder.REQUEST.size}, answer {folder.ANSWER.size}, status {host_files.STATUS.size}, "
      f"entry {folder.ENTRY.size}, locked {locks.LOCKED.size} bytes")
print(f"folder: seek {folder.SEEK}, list {folder.LIST}, rename {folder.RENAME}, mode {folder.MODE}, lock {folder.LOCK}, "
      f"append {folder.OPEN_APPEND}, folder {folder.OPEN_FOLDER}")
print(f"folder: allocate {folder.ALLOCATE}, pieces {folder.READ_PIECES} {folder.WRITE_PIECES} of "
      f"{host_files.PIECE.size} bytes")
print(f"folder: space {folder.SPACE} {folder.SPACE_AT} of {host_files.SPACE.size} bytes")
print(f"folder: write {locks.Locks.WRITE}, none {locks.Locks.NONE}, ask {locks.Locks.ASK}, now {host_files.TIME_NOW}, "
      f"kept {host_files.TIME_KEPT}")
END
succeeds "the C side compiles" gcc -std=c11 -I. -Iinclude "$scratch/formats.c" -o "$scratch/formats"
"$scratch/formats" >"$scratch/c"
/usr/bin/python3 "$scratch/formats.py" >"$scratch/python"
while IFS= read -r line; do
    like "both sides: $line" "$(cat "$scratch/python")" "^$line\$"
done <"$scratch/c"
is "    and no more than these" "$(wc -l <"$scratch/python")" "$(wc -l <"$scratch/c")"
finish
