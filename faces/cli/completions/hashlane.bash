# SPDX-License-Identifier: Apache-2.0 OR MIT
# Completion of hashlane(1) for bash. tools/completions.py wrote this file out of the program's help.

_hashlane_options() {
    case $1 in
        "check") echo --help -c --check -a --algorithm --ignore-missing --quiet --status --strict -w --warn --extra -z --zero -b --binary -t --text -j --jobs --bits --length --custom --name --domain --block --key-file ;;
        "seal") echo --help -o --output -f --force --key-file --passphrase-file --chunk-size --iterations ;;
        "open") echo --help -o --output -f --force --key-file --passphrase-file --max-iterations ;;
        "merkle root") echo --help -a --algorithm --alg --chunk --rfc9162 --plain --arity --sorted-pairs -j --jobs --json ;;
        "merkle prove") echo --help -a --algorithm --alg --chunk --rfc9162 --plain --arity --sorted-pairs -j --jobs --index --leaf ;;
        "merkle verify") echo --help --root --leaves -a --algorithm --alg --chunk --rfc9162 --plain --arity --sorted-pairs --leaf --chunk-only ;;
        "merkle prove-consistency") echo --help -a --algorithm --alg --chunk --rfc9162 --plain --arity --sorted-pairs -j --jobs --first ;;
        "merkle verify-consistency") echo --help --first-root --root --first --leaves -a --algorithm --alg --chunk --rfc9162 --plain --arity --sorted-pairs ;;
        "acvp") echo --help -o --output -f --force --large --registration ;;
        "list") echo --help --json ;;
        "targets") echo --help --json ;;
        "selftest") echo --help ;;
        "bench") echo --help --json --length --custom --name --domain --block --key-file ;;
        *) echo --help -a --algorithm -b --binary -t --text --tag --json --sri --base64 --raw -z --zero -r --recursive -j --jobs --bits --length --custom --name --domain --block --key-file ;;
    esac
}

_hashlane_algorithms() {
    hashlane list 2>/dev/null | while read -r name kind _; do
        case $kind in hash | xof | mac) echo "$name" ;; esac
    done
}

_hashlane() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} names=
    [ "$verb" = merkle ] && [ "$COMP_CWORD" -gt 2 ] && verb="merkle ${COMP_WORDS[2]}"
    if [ "$COMP_CWORD" -eq 1 ]; then
        names="check seal open merkle acvp list targets selftest bench help --help --version $(_hashlane_algorithms)"
    elif [ "$COMP_CWORD" -eq 2 ] && [ "$verb" = help ]; then
        names="check seal open merkle acvp list targets selftest bench help $(_hashlane_algorithms)"
    elif [ "${COMP_WORDS[COMP_CWORD - 1]}" = merkle ] && [ "$COMP_CWORD" -le 3 ]; then
        names="root prove verify prove-consistency verify-consistency --help"
    else
        case $before in
            --alg | --algorithm | -a) names=$(_hashlane_algorithms) ;;
            *)
                if [[ $word == -* ]]; then
                    names=$(_hashlane_options "$verb")
                elif [ "$verb" = bench ]; then
                    names=$(_hashlane_algorithms)
                fi
                ;;
        esac
    fi
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$names" -- "$word"))
}

complete -o bashdefault -o default -F _hashlane hashlane
