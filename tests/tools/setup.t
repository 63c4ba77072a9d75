#!/bin/sh
# Finds a tools/setup that installs present or unrequested packages, or fails without an error.
. tests/lib.sh

mkdir "$scratch/bin"
for tool in apt-get sudo; do
    printf '#!/bin/sh\necho "%s $*"\nexit 9\n' $tool >"$scratch/bin/$tool"
    chmod +x "$scratch/bin/$tool"
done

PATH=$scratch/bin:$PATH
run tools/setup
is "a second setup succeeds without apt-get, and says nothing" "$status $output$errors" '0 '

# lacks PACKAGE VERSION WORDS...: setup on a machine that lacks one package, of which apt has this version, or none.
# shellcheck disable=SC2317 # rows calls it
lacks() {
    printf '#!/bin/sh\ncase $* in *%s) exit 1 ;; esac\necho installed\n' "$1" >"$scratch/bin/dpkg-query"
    printf '#!/bin/sh\n%s\n' "[ '$2' ] && echo 'Version: $2'" >"$scratch/bin/apt-cache"
    chmod +x "$scratch/bin/dpkg-query" "$scratch/bin/apt-cache"
    shift 2
    tools/setup "$@"
}
rows lacks <<'END'
# Only what is missing is asked for, and before it is said what for. A failing apt-get is setup's failure.
9 cppcheck '' => ^setup: installs packages of the distribution, to build graycube, to run it and to test it:$ => ^  APT  cppcheck$ => ! APT  [^c]
9 picolibc-aarch64-linux-gnu 1.8.10-2 => APT  picolibc-aarch64-linux-gnu$
9 picolibc-aarch64-linux-gnu 1.8-1 => APT  picolibc-aarch64-linux-gnu$
# Programs have newlib.
0 picolibc-aarch64-linux-gnu 1.9-1 => ! .
0 picolibc-aarch64-linux-gnu '' => ! .
9 frama-c-base '' --prove => APT  frama-c-base$
64 none '' --pages => --pages
END

# In a tree that has no modules, with an npm that says what it is to do, and where.
mkdir -p "$scratch/tree/tools" "$scratch/tree/tests"
cp tools/setup "$scratch/tree/tools"
cp -r tests/npm "$scratch/tree/tests"
cat >"$scratch/bin/npm" <<'END'
#!/bin/sh
echo "npm $* in ${PWD#*/tree/} with $(echo *)" >&2
mkdir node_modules
END
chmod +x "$scratch/bin/npm"
setup=$scratch/tree/tools/setup
succeeds "what the page's tests need is another matter" "$setup" --page
unlike "    and no package is asked for if it is there" "$output" APT
is "    what npm installs is said before, and what for" "$output" \
    "setup: installs modules of npm's registry in build/npm, for tests of traces and of the page's style:
  NPM  speedscope prettier eslint-linter-browserify, and what they need (tests/npm/package-lock.json)"
is "    by the lock, and no program of theirs runs" "$errors" \
    'npm ci --no-audit --no-fund --ignore-scripts --loglevel=error in build/npm with package-lock.json package.json'
run "$setup" --page
is "    and once" "$status $output$errors" '0 '
is "the lock has no address, and a digest of each package" \
    "$(grep -c '"resolved"' tests/npm/package-lock.json) $(grep -c '^    "node_modules/' tests/npm/package-lock.json)" \
    "0 $(grep -c '^      "integrity": "sha512-' tests/npm/package-lock.json)"
sed -i s/none/chromium-headless-shell/ "$scratch/bin/dpkg-query"
rows "$setup" <<'END'
9 --page => APT  chromium-headless-shell$
END
# Where all users write a name is random. "escaped" is one that programs on the machine try in vain.
is "nothing has a name in /tmp that others can guess" \
    "$(grep -rnE '/tmp/[^/ ]' Makefile README.md docs tests tools | grep -vE 'XXXXXX|/tmp/escaped|/tmp/\[\^')" ''
finish
