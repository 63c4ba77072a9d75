#!/bin/sh
# Finds a cuberun that changes input or a status, or does by --show, without gdb or in another environment
# something else than it says.
. tests/lib.sh

# shellcheck disable=SC2034 # rows expands them
cuberun=$PWD/tools/cuberun probe=$PWD/$out/tests/boot/probe.elf
export TMPDIR="$scratch" # for what --show leaves
mkdir "$scratch/environment" "$scratch/without-gdb"
printf '#!/bin/sh\necho "<%sGLIBC_TUNABLES>"\n' \$ >"$scratch/environment/qemu-system-aarch64"
chmod +x "$scratch/environment/qemu-system-aarch64"
ln -s "$(command -v qemu-system-aarch64)" "$scratch/without-gdb"

rows '' <<'END'
# Input is left to others.
0 printf 'unread\n' | { "$cuberun" --timeout 20 "$probe" && cat; } => = unread
# The last node ends so.
7 "$cuberun" -n 2 --timeout 20 "$probe" status 7 => ^$
# The command that --show prints does the same.
0 eval "timeout 20 $("$cuberun" -n 2 --show "$probe" arguments one 'two words' '' -n --tag 2>/dev/null)"
    => ^<one>$ => ^<two words>$ => ^<>$ => ^<-n>$ => ^5 words, 24 bytes, and no more$
END
rows "env PATH=$scratch/environment:$PATH" <<'END'
# The emulator's heap is of huge pages, unless somebody has said something else.
70 "$cuberun" "$probe" => ^<glibc.malloc.hugetlb=1>$
70 GLIBC_TUNABLES=own "$cuberun" "$probe" => ^<own>$
END
rows "env PATH=$scratch/without-gdb" <<'END'
# Without gdb the machine stops before the first instruction, and it says what installs gdb and how to connect by hand.
124 "$cuberun" --gdb --timeout 1 "$probe" arguments ran => ! <ran> => gdb-multiarch: not installed .run 'make setup'
    => the machine waits for: gdb-multiarch .*/tools/gdb/cube.py .*cube connect [0-9]+ .*kernel.elf
END

finish
