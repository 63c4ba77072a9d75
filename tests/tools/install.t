#!/bin/sh
# Finds an installed file that does not work without the tree, or from another folder, or touches
# users' files.
. tests/lib.sh

if ! has_usual_tools; then
    echo '1..0 # SKIP what is installed is built with the usual tools'
    exit
fi
root=$PWD
version=$(cat VERSION)
stage=$scratch/stage
cube=$stage/opt/cube
home=$cube/lib/graycube
unset CC CUBE_CC CUBE_OUT LIBC MAKEFLAGS MAKELEVEL MFLAGS
export HOME="$scratch/user" XDG_CACHE_HOME='' PKG_CONFIG_PATH="$cube/share/pkgconfig"

run make -n install PREFIX=/opt/cube DESTDIR=/elsewhere
like "make install passes on where to" "$status $output" "DESTDIR='/elsewhere' tools/install/install '/opt/cube'"
run make -n uninstall PREFIX=/opt/cube
like "    make uninstall too" "$status $output" "DESTDIR='' tools/install/install --remove '/opt/cube'"
run tools/install/install opt/cube
like "a PREFIX is a path from the root" "$status $errors" "^64 install: PREFIX.* 'opt/cube'"

mkdir -p "$cube/bin" "$cube/share/man/man1"
: >"$cube/bin/other"
DESTDIR=$stage succeeds "what is built is installed" tools/install/install /opt/cube
is "    without a word" "$output$errors" ''
is "    four commands are in the user's way" "$(cd "$cube/bin" && echo *)" 'cubec++ cubecc cuberun graycube other'
is "    no link leads to nothing" "$(find "$stage" -xtype l)" ''
is "    no file knows the tree" "$(grep -rlF "$root" "$stage")" ''
is "    nor where it is" "$(grep -rlF "$stage" "$stage")" ''
is "    the page's parts are there, no source of a tool but what a schedule in JSON becomes C by" \
    "$(cd "$home/tools" && ls page/main.js && find . -name '*.[ch]')" "page/main.js
./workbench/table.h"
installed=$(find "$stage" -printf '%p %m %s %T@ %l\n' | sort)

# ---- Each tool, from another folder

mkdir -p "$HOME" "$scratch/work"
cd "$scratch/work" || exit
PATH=$cube/bin:$(dirname "$(command -v make)"):$PATH
run graycube --mpi
is "mpicc and mpiexec have a folder by themselves" "$(cd "$output" && echo *)" 'mpic++ mpicc mpicxx mpiexec mpif77 mpif90 mpifort mpirun'
PATH=$output:$PATH
for tool in cubecc cubec++ cuberun mpicc mpicxx mpic++ mpiexec mpirun graycube 'graycube check' \
    'graycube draw' 'graycube find' 'graycube grade' 'graycube lab' 'graycube lcc' 'graycube mpi-missing' 'graycube page' 'graycube replay' 'graycube reroute' 'graycube speedup' 'graycube table' \
    'graycube wormhole'; do
    run $tool --help
    like "$tool --help" "$status $output" '[Uu]sage: [a-z]'
    like "    with an example" "$output" '^Examples:
  [a-zA-Z]'
    unlike "    names nothing of the tree" "$output" '(^|[^/])(tools/[a-z]|build/)|make (table|page|lcc|workbench)'
done
run graycube nonsense
is "a tool that there is not" "$status $errors" "64 graycube: unknown tool 'nonsense' (see graycube --help)"

# ---- Programs

cp "$root/programs/hello.c" .
succeeds "cubecc compiles" cubecc -Wall -Wextra -Werror hello.c -o hello
run env CUBERUN='-n 2 --exact --timeout 20' ./hello
is "    the program runs" "$status $(echo "$output" | sort | tr '\n' ,)" '0 hello from node 0 of 2,hello from node 1 of 2,'
if [ -f "$home/build/native/libcube.a" ]; then
    succeeds "cubecc compiles for the host" cubecc --host hello.c -o hello.host
    succeeds "    and cuberun runs that" cuberun --host -n 4 hello.host
    rm hello.host
fi
if [ -d "$home/build/newlib" ]; then
    succeeds "cubecc compiles with newlib" cubecc --libc=newlib hello.c -o newlib.elf
fi
cp "$root/tests/mpi/lecture/workers.c" workers.c
printf '#include <mpi.h>\n#include <iostream>\nint main() { MPI_Init(0, 0); std::cout << "C++\\n"; return MPI_Finalize(); }\n' \
    >lines.cpp
succeeds "mpicc compiles" mpicc -Wall -Wextra -Werror workers.c -o workers
run mpiexec -n 3 --timeout 20 ./workers
is "    mpiexec runs it" "$status $output" '0 50 tasks, together 2549'
run cuberun -n 4 --exact --map bit-reverse --timeout 20 "$(pkg-config --variable=programs graycube)/hello.elf"
is "a demonstration runs, placed by lcc" "$status" 0
mkdir empty
run env HOME="$PWD/empty" cuberun --dir empty "$(pkg-config --variable=programs graycube)/hello.elf"
like "but it may not write where the cache is going to be" "$status $errors" '^64 .*/empty/[.]cache/graycube .another folder'
rm -r empty

# ---- Tools that compile, and those that write results

cp "$cube/share/doc/graycube/examples/reduce_on_four.json" own.json
run graycube check own.json
like "check proves a user's own algorithm" "$status $output" '^0 reduce-on-four'
run graycube mpi-missing workers.c
is "mpi-missing finds the headers" "$status $output" '0 missing: 0 in 0 of 1 file'
run graycube grade 4 "$cube/share/doc/graycube/labs/4-allgather"
like "grade grades, and finds the labs beside the pages" "$status $output" '^points: 0 of 10$'
succeeds "draw draws" graycube draw aspc --svg aspc.svg --page play.html
run graycube page 4 bcast-binomial
is "page writes to the current folder" "$status $output" \
    '0 1 schedule on 4 nodes, in page.html: open it in a browser'
is "    nothing else has come there" "$(echo *)" \
    'aspc.svg hello hello.c hello.elf lines.cpp newlib.elf own.json page.html play.html workers workers.c workers.elf'
is "what tools keep is in the user's cache" "$(cd "$HOME/.cache" && echo */*)" 'graycube/emulator graycube/own graycube/python'

printf '#include <stdlib.h>\nint main(void) {\n    abort();\n}\n' >abort.c
cubecc abort.c -o abort.elf
run cuberun --timeout 20 abort.elf
like "a fault is told by file and line" "$status $output$errors" 'main \(abort.c:3\)'

# ---- Other people's build systems

mkdir make cmake
cat >make/product.c <<'END_OF_FILE'
#include <cube.h>
#include <stdio.h>
#include "programs/computations/vector/inner.h"
int main(void) {
    double x[] = {1, 2}, y[] = {3, 4}, product = inner_product(NULL, x, y, 2);
    if (cube_node() == 0)
        printf("product %g\n", product);
    return product != 11 * cube_nodes();
}
END_OF_FILE
cat >make/Makefile <<'END_OF_FILE'
CC     := $(shell pkg-config --variable=cc graycube)
CFLAGS := -Wall -Werror $(shell pkg-config --cflags graycube-computations)
LDLIBS := $(shell pkg-config --libs graycube-computations)
product: product.c
	$(CC) $(CFLAGS) $< $(LDLIBS) -o $@
check: product
	@CUBERUN='-n 2 --timeout 20' ./product
END_OF_FILE
run make -s -C make check
is "a Makefile finds all by pkg-config" "$status $output" '0 product 22'
is "    and the version" "$(pkg-config --modversion graycube-mpi)" "$version"

cp make/product.c workers.c lines.cpp cmake
cat >cmake/CMakeLists.txt <<'END_OF_FILE'
cmake_minimum_required(VERSION 3.18)
project(example C CXX)
find_package(graycube ${WANTED} REQUIRED)
find_package(MPI REQUIRED)
add_executable(product product.c)
target_link_libraries(product graycube::computations)
add_executable(workers workers.c)
target_link_libraries(workers graycube::mpi)
add_executable(lines lines.cpp)
target_link_libraries(lines MPI::MPI_CXX)
enable_testing()
add_test(NAME lines COMMAND ${MPIEXEC_EXECUTABLE} -n3 $<TARGET_FILE:lines>)
add_test(product product)
add_test(NAME workers COMMAND workers)
END_OF_FILE
toolchain=$(pkg-config --variable=toolchain graycube)
succeeds "CMake finds the package" \
    cmake -S cmake -B cmake/build -DCMAKE_TOOLCHAIN_FILE="$toolchain" -DNODES=2 -DWANTED="${version%.*}"
succeeds "    builds what it has" cmake --build cmake/build
like "    with the library of this installation" "$(cat cmake/build/CMakeFiles/product.dir/link.txt)" \
    " $home/build/libcomputations.a"
run sh -c 'cd cmake/build && exec ctest'
like "    ctest runs it" "$status $output" '^100% tests passed, 0 tests failed out of 3'
run cmake -DWANTED=99 cmake/build
like "    a version that it is not does not do" "$status $errors" 'requested version "?99'
cat >host.cmake <<'END_OF_FILE'
include(${CONFIG})
message("${graycube_FOUND} ${graycube_NOT_FOUND_MESSAGE}")
END_OF_FILE
run cmake -DCONFIG="$cube/lib/cmake/graycube/graycubeConfig.cmake" -P host.cmake
like "for the host the package says what it is for" "$errors" '^FALSE .*-DCMAKE_TOOLCHAIN_FILE=.*/graycube.cmake$'

# ---- The manual

cd "$cube/share/man/man1" || exit
is "each command and tool has its page" "$(echo *)" "$(printf '%s.1.gz ' cubec++ cubecc cuberun \
    graycube-check graycube-draw graycube-find graycube-grade graycube-lab graycube-lcc graycube-mpi-missing graycube-mpicc graycube-mpicxx graycube-mpiexec \
    graycube-page graycube-replay graycube-reroute graycube-speedup graycube-table graycube-wormhole graycube | sed 's/ $//')"
for option in $(cuberun --help all | grep -o '^  --*[a-z-]*'); do
    zcat cuberun.1.gz | sed 's/\\-/-/g' | grep -q -e "^\.B $option\b" || echo "$option"
done >"$scratch/missing"
is "the page of cuberun has all its options" "$(cat "$scratch/missing")" ''
like "    and its statuses" "$(zcat cuberun.1.gz)" '^\.SH "EXIT STATUS"'
if command -v groff >/dev/null; then
    is "groff formats all pages without a warning" "$(zcat -- *.gz | groff -man -ww -Tutf8 -z 2>&1)" ''
fi

# ---- Nothing has come to where it is installed, and nothing stays there

is "no tool has written to where it is" "$(find "$stage" -printf '%p %m %s %T@ %l\n' | sort)" "$installed"

# ---- Files of users, in the folders that are ours

cd "$root" || exit
labs=$home/programs/labs/4-allgather
page=share/doc/graycube/tutorial.md
echo edited >"$labs/exchange.c"
echo mine >"$home/programs/labs/notes.txt"
echo mine >"$cube/$page"
ln -sf ../elsewhere "$cube/bin/graycube"
echo old >"$home/VERSION" # of an older version, unchanged
sed -i "s|^.*  lib/graycube/VERSION|$(sha256sum <"$home/VERSION" | cut -d ' ' -f 1)  lib/graycube/VERSION|" "$home/manifest"
DESTDIR=$stage succeeds "it is installed again, on top of an older one" tools/install/install /opt/cube
is "    what is unchanged is replaced" "$(cat "$home/VERSION")" "$version"
is "    users' files are kept, and links" \
    "$(cat "$labs/exchange.c" "$home/programs/labs/notes.txt" "$cube/$page") $(readlink "$cube/bin/graycube")" 'edited
mine
mine ../elsewhere'
is "    which it says" "$(echo "$errors" | sed -n "s|^install: $cube/\\(.*\\): not re[a-z]*: .*|\\1|p" | sort)" "bin/graycube
lib/graycube/programs/labs/4-allgather/exchange.c
lib/graycube/programs/labs/notes.txt
$page"
cp "$home/manifest" "$scratch/manifest"
echo 'folder  ../../../etc' >>"$home/manifest"
DESTDIR=$stage run tools/install/install --remove /opt/cube
like "a manifest that leads out of its folder is refused" "$status $errors" '^1 install: .*/manifest: damaged manifest '
rm "$home/manifest"
DESTDIR=$stage run tools/install/install /opt/cube
like "    so is an installation without one" "$status $errors" '^1 install: .*/lib/graycube: installation without a manifest'
cp "$scratch/manifest" "$home/manifest"
mv "$home/include" "$scratch/include" # and a folder is a link to one of the user's
ln -s "$scratch/include" "$home/include"
DESTDIR=$stage succeeds "it is removed" tools/install/install --remove /opt/cube
is "    but for what was kept" "$(cat "$labs/exchange.c" "$home/programs/labs/notes.txt" "$cube/$page" && ls "$scratch/include/cube.h")" "edited
mine
mine
$scratch/include/cube.h"
is "    it says which" "$(echo "$errors" | sed -n "s|^install: $cube/\(.*\): not re[a-z]*: .*|\1|p" | sort)" "bin/graycube
lib/graycube/include
lib/graycube/programs/labs/4-allgather/exchange.c
lib/graycube/programs/labs/notes.txt
$page"
rm -r "$cube/share/doc" "$stage/opt/cube/lib" "$cube/bin/graycube"
is "    but for what was there before" "$(cd "$stage" && find . | sort | tr '\n' ' ')" \
    '. ./opt ./opt/cube ./opt/cube/bin ./opt/cube/bin/other ./opt/cube/share ./opt/cube/share/man ./opt/cube/share/man/man1 '

# ---- The package of Debian

succeeds "a package of Debian is made" tools/install/deb --quick
package=build/graycube_$version-1_$(dpkg --print-architecture).deb
is "    where make deb says" "$(echo "$output" | head -n 1)$errors" "built: $package"
cp "$package" "$scratch/first.deb"
touch tools/install/lintian-overrides
# shellcheck disable=SC2016 # what sh expands
succeeds "    again, by somebody else" env TZ=Asia/Tokyo LC_ALL=C.UTF-8 sh -c 'umask 077 && exec taskset -c "$1" tools/install/deb --quick' \
    - "$(taskset -pc $$ | sed 's/.*: //; s/[-,].*//')"
succeeds "    as the same bytes" cmp "$scratch/first.deb" "$package"
is "    in which nothing knows the folder of the tree" "$(LC_ALL=C grep -rlF "$PWD" build/deb/debian/graycube)" ''
is "    nor the file system the size" "$(dpkg-deb --field "$package" Installed-Size)" "$(dpkg-deb --contents "$package" |
    awk '$6 != "./" { size += substr($1, 1, 1) == "-" ? int(($3 + 1023) / 1024) : 1 } END { print size + 2 }')" # and two folders: that of all, and DEBIAN
dpkg-deb --contents "$package" >"$scratch/contents"
for path in bin/cubecc bin/cuberun lib/graycube/build/kernel.img lib/graycube/bin/mpicc \
    lib/graycube/build/newlib/libmpi.a share/man/man1/cuberun.1.gz share/doc/graycube/copyright \
    share/doc/graycube/changelog.gz share/doc/graycube/changelog.Debian.gz share/pkgconfig/graycube.pc \
    lib/cmake/graycube/graycubeConfig.cmake share/lintian/overrides/graycube; do
    like "    it has $path" "$(cat "$scratch/contents")" "root/root .* \./usr/$path( ->.*)?\$"
done
is "    nothing outside of /usr, and nothing for all to write" \
    "$(grep -v -e '\./$' -e '\./usr/' "$scratch/contents"; grep '^-.......w' "$scratch/contents")" ''
dpkg-deb --field "$package" >"$scratch/control"
like "    its version" "$(cat "$scratch/control")" "^Version: $version-1\$"
like "    what it needs" "$(cat "$scratch/control")" \
    '^Depends: libc6 .*python3, qemu-system-arm, gcc-aarch64-linux-gnu, picolibc-aarch64-linux-gnu$'
if [ -x build/bridge ]; then
    bridge=build/graycube-bridge_${package#*_}
    like "the bridge is in a package of its own" "$(dpkg-deb --contents "$bridge")" \
        'root/root .* \./usr/lib/graycube/build/bridge$'
    unlike "    and in no other" "$(cat "$scratch/contents")" 'build/bridge$'
    like "    which needs the other, and an MPI library" "$(dpkg-deb --field "$bridge" Depends)" \
        "^graycube \(= $version-1\), .*mpi"
fi
# What has no date is for the next version.
is "the newest version of the changelog is this one" \
    "$(sed -n 's/^## \([^ ]*\) (.*)$/\1/p' CHANGELOG.md | head -n 1)" "$version"
finish
