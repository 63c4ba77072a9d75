#!/bin/sh
# What the kernel and the tools have to agree on is said in C (formats/) and in Python
# (tools/running/): both say the same.
. tests/lib.sh

cat >"$scratch/formats.c" <<'END'
#include <stdio.h>

#include "cube_abi.h"
#include "formats/initrd.h"
#include "formats/input.h"
#include "formats/record.h"
#include "formats/status.h"

int main(void) {
    printf("input: idle %d, end %d, escape %d\n", INPUT_IDLE, INPUT_END, INPUT_ESCAPE);
    printf("records: head %zu bytes, kernel %u\n", sizeof(struct record_head), RECORD_KERNEL);
    printf("status: usage %d, image %d, signal %d\n", STATUS_USAGE, STATUS_IMAGE, STATUS_SIGNAL);
    printf("initrd: environment %s, input %s\n", INITRD_ENVIRONMENT, INITRD_INPUT);
    printf("names: %u bytes\n", CUBE_NAME_BYTES);
}
END
cat >"$scratch/formats.py" <<'END'
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, "tools")
from running import console, failure, initrd, records

print(f"input: idle {console.IDLE}, end {console.END}, escape {console.ESCAPE}")
print(f"records: head {records.HEAD_BYTES} bytes, kernel {records.KERNEL}")
print(f"status: usage {failure.STATUS_USAGE}, image {failure.STATUS_IMAGE}, signal {failure.STATUS_SIGNAL}")
print(f"initrd: environment {initrd.ENVIRONMENT}, input {initrd.PROGRAM_INPUT}")
print(f"names: {initrd.NAME_BYTES} bytes")
END
succeeds "the C side compiles" gcc -std=c11 -I. -Iinclude "$scratch/formats.c" -o "$scratch/formats"
"$scratch/formats" >"$scratch/c"
/usr/bin/python3 "$scratch/formats.py" >"$scratch/python"
while IFS= read -r line; do
    like "both sides: $line" "$(cat "$scratch/python")" "^$line\$"
done <"$scratch/c"
is "    and no more than these" "$(wc -l <"$scratch/python")" "$(wc -l <"$scratch/c")"
finish
