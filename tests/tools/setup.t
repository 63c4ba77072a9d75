#!/bin/sh
# Finds a tools/setup that installs present or unrequested packages, or fails without an error.
. tests/lib.sh

mkdir "$scratch/bin"
for tool in apt-get sudo; do
    printf '#!/bin/sh\necho "%s $*"\nexit 9\n' $tool >"$scratch/bin/$tool"
    chmod +x "$scratch/bin/$tool"
done

run env PATH="$scratch/bin:$PATH" tools/setup
is "a second setup succeeds without apt-get" "$status" 0
is "and says nothing" "$output$errors" ""

# A machine that lacks one package: dpkg-query knows nothing of cppcheck.
cat >"$scratch/bin/dpkg-query" <<'END'
#!/bin/sh
case $* in *cppcheck) exit 1 ;; esac
echo installed
END
chmod +x "$scratch/bin/dpkg-query"
run env PATH="$scratch/bin:$PATH" tools/setup
is "a failing apt-get is setup's failure" "$status" 9
like "only what is missing is asked for" "$output" '^  APT  cppcheck$'
is "it is said what for, before" "$(echo "$output" | sed -n 1p)" \
    'setup: installs packages of the distribution, to build graycube, to run it and to test it:'

# A machine that lacks picolibc, of which apt has this version, or no package.
sed -i s/cppcheck/picolibc-aarch64-linux-gnu/ "$scratch/bin/dpkg-query"
for version in 1.8.10-2 1.8-1 1.9-1 ''; do
    printf '#!/bin/sh\n%s\n' "[ '$version' ] && echo 'Version: $version'" >"$scratch/bin/apt-cache"
    chmod +x "$scratch/bin/apt-cache"
    run env PATH="$scratch/bin:$PATH" tools/setup
    case $version in
    1.8*) like "picolibc $version is asked for" "$status $output" 'APT  picolibc-aarch64-linux-gnu$' ;;
    *) is "picolibc ${version:-that no package has} is not: programs have newlib" "$status $output" '0 ' ;;
    esac
done
sed -i s/picolibc-aarch64-linux-gnu/cppcheck/ "$scratch/bin/dpkg-query"

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
PATH=$scratch/bin:$PATH
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
sed -i s/cppcheck/chromium-headless-shell/ "$scratch/bin/dpkg-query"
run "$setup" --page
like "a browser is asked for" "$status $output" 'APT  chromium-headless-shell$'
is "    of apt-get" "$status" 9
sed -i s/chromium-headless-shell/frama-c-base/ "$scratch/bin/dpkg-query"
run "$setup" --prove
like "what proofs need is asked for only where it is asked for" "$status $output" 'APT  frama-c-base$'
# Where all users write a name is random. "escaped" is one that programs on the machine try in vain.
is "nothing has a name in /tmp that others can guess" \
    "$(grep -rnE '/tmp/[^/ ]' Makefile README.md docs tests tools | grep -vE 'XXXXXX|/tmp/escaped|/tmp/\[\^')" ''

run tools/setup --pages
is "a word that means nothing is refused" "$status" 64
finish
