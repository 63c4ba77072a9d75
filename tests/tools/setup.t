#!/bin/sh
# tools/setup on a machine that has everything does nothing, and does not go looking for a network.
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
printf '#!/bin/sh\n' >"$scratch/bin/npm"
chmod +x "$scratch/bin/npm"
succeeds "what the page's tests need is another matter" env PATH="$scratch/bin:$PATH" tools/setup --page
unlike "    and no package is asked for if it is there" "$output" APT
sed -i s/cppcheck/chromium-headless-shell/ "$scratch/bin/dpkg-query"
run env PATH="$scratch/bin:$PATH" tools/setup --page
like "    or is asked for" "$status $output" 'APT  chromium-headless-shell$'
is "    of apt-get" "$status" 9
run tools/setup --pages
is "a word that means nothing is refused" "$status" 64
finish
