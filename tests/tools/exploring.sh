# The rows of tests of mpiexec --explore and --replay, about $program.
# shellcheck shell=sh

# explore_within LIMITS RANKS CASE...: all orders, within these limits.
explore_within() {
    limits=$1
    ranks=$2
    shift 2
    tools/mpiexec -n "$ranks" --timeout 60 --explore="$limits" "$program" "$@"
}

# replay RANKS TOKEN CASE...: the order that a token names.
replay() {
    ranks=$1
    token=$2
    shift 2
    tools/mpiexec -n "$ranks" --timeout 60 --replay "$token" "$program" "$@"
}
