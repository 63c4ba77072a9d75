#!/bin/sh
# Finds a command that takes long, and is no part of `make test`, that cannot start: with QUICK=1 each stage of `make soak`
# and `make bench` starts, and ends where it can do less. `make analyze` is in tests/sources/style.t, and `make fuzz` runs
# what tests/sources/fuzz.t and tests/tools/tools.t do.
. tests/lib.sh

# The make that runs this test hands its options down by the environment: not to these.
unset MAKEFLAGS MAKELEVEL MFLAGS

for command in soak bench; do
    succeeds "make $command: every stage starts" make "$command" QUICK=1
    unlike "    and make test had built what it runs" "$output" '^  [A-Z]+ +[^ ]'
done

# A library that is not fetched, for it is there: its own build system, and its tests.
PORTED=$scratch/ported
export PORTED
mkdir -p "$PORTED/sources" "$scratch/zlib-1"
: >"$PORTED/sources/sources.list"
cat >"$scratch/zlib-1/configure" <<'END'
#!/bin/sh
echo "CC = $CC" | cat - rules >Makefile
END
chmod +x "$scratch/zlib-1/configure"
cat >"$scratch/zlib-1/rules" <<'END'
all:
	$(CC) example.c -o example
check: all
	./example
install:
END

# ported STATUS: main returns it; the results of the steps.
ported() {
    echo "int main(void) { return $1; }" >"$scratch/zlib-1/example.c"
    tar czf "$PORTED/sources/zlib_1.orig.tar.gz" -C "$scratch" zlib-1
    run make ported ARGS=zlib
}
ported 0
is "make ported: a library is unpacked, built and tested" "$status $(echo "$output" | grep -c '^ok')" '0 5'
like "    and counted" "$output" '^# zlib +1 +1 +1 +0 +0$'
ported 1
is "    and a failure of its tests is one of the run" \
    "$status $(echo "$output" | grep '^not ok')" '2 not ok 4 - zlib: make check'
run make ported ARGS=zlob
like "    so is a name that there is not" "$status $errors" "^2 ported: there is no library 'zlob'"

for tool in ar ranlib; do
    like "its recipes find $tool" "$(tools/cubecc -print-prog-name=$tool)" "$tool\$"
done
for tool in cmake ctest; do
    command -v $tool >/dev/null
    ok $? "    and $tool"
done
finish
