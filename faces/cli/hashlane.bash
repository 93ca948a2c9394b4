# SPDX-License-Identifier: Apache-2.0 OR MIT
# Completion of hashlane(1) for bash.

_hashlane_options() {
    case $1 in
        check) echo --algorithm --check --ignore-missing --quiet --status --strict --warn --extra --zero --binary --text \
            --jobs --bits --length --custom --name --domain --block --key-file ;;
        seal) echo --output --force --key-file --passphrase-file --chunk-size --iterations ;;
        open) echo --output --force --key-file --passphrase-file --max-iterations ;;
        merkle) echo --algorithm --chunk --rfc9162 --plain --arity --sorted-pairs --jobs --json --index --leaf --root \
            --leaves --chunk-only --first --first-root ;;
        list | targets) echo --json ;;
        bench) echo --json --length --custom --name --domain --block --key-file ;;
        selftest) ;;
        *) echo --algorithm --binary --text --tag --json --sri --base64 --raw --zero --recursive --check \
            --jobs --bits --length --custom --name --domain --block --key-file ;;
    esac
    echo --help
}

_hashlane_algorithms() {
    hashlane list 2>/dev/null | while read -r name kind _; do
        case $kind in hash | xof | mac) echo "$name" ;; esac
    done
}

_hashlane() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} verb=${COMP_WORDS[1]} names=
    if [ "$COMP_CWORD" -eq 1 ]; then
        names="check seal open merkle list targets bench selftest --help --version $(_hashlane_algorithms)"
    elif [ "$COMP_CWORD" -eq 2 ] && [ "$verb" = merkle ]; then
        names="root prove verify prove-consistency verify-consistency --help"
    elif [ "$before" = -a ] || [ "$before" = --algorithm ] || { [ "$verb" = bench ] && [[ $word != -* ]]; }; then
        names=$(_hashlane_algorithms)
    elif [[ $word == -* ]]; then
        names=$(_hashlane_options "$verb")
    fi
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$names" -- "$word"))
}

complete -o bashdefault -o default -F _hashlane hashlane
