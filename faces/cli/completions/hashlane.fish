# SPDX-License-Identifier: Apache-2.0 OR MIT
# Completion of hashlane(1) for fish. tools/completions.py wrote this file out of the program's help.

function __hashlane_algorithms
    hashlane list 2>/dev/null | while read -l name kind rest
        contains -- $kind hash xof mac; and echo $name
    end
end

# Whether the words before the cursor begin with these; without an argument, whether there is none.
function __hashlane_begins
    set -l words (commandline -opc)
    set -e words[1]
    test (count $words) -ge (count $argv); or return 1
    test (count $argv) -gt 0; or test (count $words) -eq 0; or return 1
    for i in (seq (count $argv))
        test "$words[$i]" = "$argv[$i]"; or return 1
    end
end

# Whether the word is the one behind these.
function __hashlane_next
    __hashlane_begins $argv; and test (count (commandline -opc)) -eq (math (count $argv) + 1)
end

# Whether a digest is asked for: the first word is an option or an algorithm, not a verb.
function __hashlane_digest
    set -l words (commandline -opc)
    set -q words[2]; and not contains -- $words[2] check seal open merkle acvp list targets selftest bench help
end

complete -c hashlane -n '__hashlane_next' -f -a '(__hashlane_algorithms)' -d algorithm
complete -c hashlane -n '__hashlane_next' -f -l version -d 'print the version'
complete -c hashlane -n '__hashlane_next' -f -l help -d 'show help'
complete -c hashlane -n '__hashlane_next help' -f -a 'check seal open merkle acvp list targets selftest bench help (__hashlane_algorithms)'
complete -c hashlane -n '__hashlane_begins bench' -f -a '(__hashlane_algorithms)'
complete -c hashlane -n '__hashlane_begins list; or __hashlane_begins targets; or __hashlane_begins selftest' -f
complete -c hashlane -n '__hashlane_next' -f -a check -d 'check the files that lists of digests name'
complete -c hashlane -n '__hashlane_next' -f -a seal -d 'encrypt and authenticate a file (Ascon-AEAD128)'
complete -c hashlane -n '__hashlane_next' -f -a open -d 'decrypt a sealed file, if every part of it is authentic'
complete -c hashlane -n '__hashlane_next' -f -a merkle -d 'make and verify roots and proofs of Merkle trees over files'
complete -c hashlane -n '__hashlane_next' -f -a acvp -d 'answer prompts of NIST\'s validation protocol ACVP'
complete -c hashlane -n '__hashlane_next' -f -a list -d 'list the algorithms'
complete -c hashlane -n '__hashlane_next' -f -a targets -d 'list the instruction sets and which are in use'
complete -c hashlane -n '__hashlane_next' -f -a selftest -d 'compare known answers on every instruction set of this machine'
complete -c hashlane -n '__hashlane_next' -f -a bench -d 'measure the speed of algorithms on this machine'
complete -c hashlane -n '__hashlane_next' -f -a help -d 'list the options of a verb or an algorithm'
complete -c hashlane -n '__hashlane_next merkle; or __hashlane_next help merkle' -f -a root -d 'Prints the root of the Merkle tree over the chunks of a file or the files of a directory.'
complete -c hashlane -n '__hashlane_next merkle; or __hashlane_next help merkle' -f -a prove -d 'Prints a proof, in JSON, that a chunk is in a file or a file in a directory.'
complete -c hashlane -n '__hashlane_next merkle; or __hashlane_next help merkle' -f -a verify -d 'Checks a proof against a root that you trust. FILE is the file that the proof was made of; for a directory it is the one file in it.'
complete -c hashlane -n '__hashlane_next merkle; or __hashlane_next help merkle' -f -a prove-consistency -d 'Prints a proof, in JSON, that an earlier tree is the beginning of this tree: its leaves were not changed, and others were only added.'
complete -c hashlane -n '__hashlane_next merkle; or __hashlane_next help merkle' -f -a verify-consistency -d 'Checks a proof that the tree of --first-root is the beginning of the tree of --root. Take both roots from a source that you trust.'
complete -c hashlane -n '__hashlane_digest' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_digest' -s a -l algorithm -x -a '(__hashlane_algorithms)' -d 'add an algorithm; each file is still read once'
complete -c hashlane -n '__hashlane_digest' -s b -l binary -d 'mark the name with an asterisk'
complete -c hashlane -n '__hashlane_digest' -s t -l text -d 'mark the name with a space (the default)'
complete -c hashlane -n '__hashlane_digest' -l tag -d 'write lines in BSD style: ALG (NAME) = HEX'
complete -c hashlane -n '__hashlane_digest' -l json -d 'write one JSON object a line'
complete -c hashlane -n '__hashlane_digest' -l sri -d 'write digests as Subresource Integrity does: alg-BASE64'
complete -c hashlane -n '__hashlane_digest' -l base64 -d 'write base64 in place of hexadecimal digits'
complete -c hashlane -n '__hashlane_digest' -l raw -d 'write the bytes of one digest and nothing else'
complete -c hashlane -n '__hashlane_digest' -s z -l zero -d 'end each line with NUL, and do not escape names'
complete -c hashlane -n '__hashlane_digest' -s r -l recursive -d 'digest all files under a directory, in the order of their names'
complete -c hashlane -n '__hashlane_digest' -s j -l jobs -x -d 'use N threads; 0 is one for each processor'
complete -c hashlane -n '__hashlane_digest' -l bits -x -d 'the message in each file has N bits; nothing may follow them'
complete -c hashlane -n '__hashlane_digest' -l length -x -d 'the length of the digest of an XOF, or of the tag of a MAC with a choice'
complete -c hashlane -n '__hashlane_digest' -l custom -x -d 'the customization string (cSHAKE, KMAC, TupleHash, ParallelHash, KT, HopMAC, Ascon-CXOF)'
complete -c hashlane -n '__hashlane_digest' -l name -x -d 'the function name (cSHAKE)'
complete -c hashlane -n '__hashlane_digest' -l domain -x -d 'the domain separation byte (TurboSHAKE), 0x01..0x7f'
complete -c hashlane -n '__hashlane_digest' -l block -x -d 'the block size (ParallelHash); 8192 if not given'
complete -c hashlane -n '__hashlane_digest' -l key-file -r -F -d 'the key is all bytes of this file (HMAC, KMAC, HopMAC)'
complete -c hashlane -n '__hashlane_begins check' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins check' -s c -l check -d 'accepted; this verb always checks'
complete -c hashlane -n '__hashlane_begins check' -s a -l algorithm -x -a '(__hashlane_algorithms)' -d 'the algorithm of lines that name none'
complete -c hashlane -n '__hashlane_begins check' -l ignore-missing -d 'do not fail for a file that is not there'
complete -c hashlane -n '__hashlane_begins check' -l quiet -d 'print no line for a good file'
complete -c hashlane -n '__hashlane_begins check' -l status -d 'print nothing; only set the exit status'
complete -c hashlane -n '__hashlane_begins check' -l strict -d 'fail for a malformed line; `hashlane check` always does'
complete -c hashlane -n '__hashlane_begins check' -s w -l warn -d 'report each malformed line'
complete -c hashlane -n '__hashlane_begins check' -l extra -x -a '(__fish_complete_directories)' -d 'report the files under DIR that are in no list'
complete -c hashlane -n '__hashlane_begins check' -s z -l zero -d 'the lines of the list end with NUL'
complete -c hashlane -n '__hashlane_begins check' -s b -l binary -d 'accepted for compatibility with sha256sum'
complete -c hashlane -n '__hashlane_begins check' -s t -l text -d 'accepted for compatibility with sha256sum'
complete -c hashlane -n '__hashlane_begins check' -s j -l jobs -x -d 'use N threads; 0 is one for each processor'
complete -c hashlane -n '__hashlane_begins check' -l bits -x -d 'the message in each file has N bits; nothing may follow them'
complete -c hashlane -n '__hashlane_begins check' -l length -x -d 'the length of the digest of an XOF, or of the tag of a MAC with a choice'
complete -c hashlane -n '__hashlane_begins check' -l custom -x -d 'the customization string (cSHAKE, KMAC, TupleHash, ParallelHash, KT, HopMAC, Ascon-CXOF)'
complete -c hashlane -n '__hashlane_begins check' -l name -x -d 'the function name (cSHAKE)'
complete -c hashlane -n '__hashlane_begins check' -l domain -x -d 'the domain separation byte (TurboSHAKE), 0x01..0x7f'
complete -c hashlane -n '__hashlane_begins check' -l block -x -d 'the block size (ParallelHash); 8192 if not given'
complete -c hashlane -n '__hashlane_begins check' -l key-file -r -F -d 'the key is all bytes of this file (HMAC, KMAC, HopMAC)'
complete -c hashlane -n '__hashlane_begins seal' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins seal' -s o -l output -r -F -d 'write to this file; - is standard output'
complete -c hashlane -n '__hashlane_begins seal' -s f -l force -d 'replace a file that exists'
complete -c hashlane -n '__hashlane_begins seal' -l key-file -r -F -d 'the key is the 16 bytes of this file'
complete -c hashlane -n '__hashlane_begins seal' -l passphrase-file -r -F -d 'the passphrase is the one line of this file'
complete -c hashlane -n '__hashlane_begins seal' -l chunk-size -x -d 'the size of the parts, a power of two; 65536 if not given'
complete -c hashlane -n '__hashlane_begins seal' -l iterations -x -d 'the iterations of PBKDF2-HMAC-SHA-256 over a passphrase; 600000 if not given'
complete -c hashlane -n '__hashlane_begins open' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins open' -s o -l output -r -F -d 'write to this file; - is standard output'
complete -c hashlane -n '__hashlane_begins open' -s f -l force -d 'replace a file that exists'
complete -c hashlane -n '__hashlane_begins open' -l key-file -r -F -d 'the key is the 16 bytes of this file'
complete -c hashlane -n '__hashlane_begins open' -l passphrase-file -r -F -d 'the passphrase is the one line of this file'
complete -c hashlane -n '__hashlane_begins open' -l max-iterations -x -d 'refuse a file that needs more iterations of PBKDF2; 10000000 if not given'
complete -c hashlane -n '__hashlane_begins merkle root' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins merkle root' -s a -l algorithm -l alg -x -a '(__hashlane_algorithms)' -d 'the hash; sha256 if not given'
complete -c hashlane -n '__hashlane_begins merkle root' -l chunk -x -d 'the size of the chunks of a file, which are its leaves; 65536 if not given'
complete -c hashlane -n '__hashlane_begins merkle root' -l rfc9162 -d 'use the prefixes of RFC 9162 for leaves and nodes (the default)'
complete -c hashlane -n '__hashlane_begins merkle root' -l plain -d 'use no prefixes, and fill the tree up with zero digests'
complete -c hashlane -n '__hashlane_begins merkle root' -l arity -x -d 'the number of digests in a node of --plain: 2 or 4'
complete -c hashlane -n '__hashlane_begins merkle root' -l sorted-pairs -d 'use no prefixes, and put the lesser of two digests first'
complete -c hashlane -n '__hashlane_begins merkle root' -s j -l jobs -x -d 'use N threads; 0 is one for each processor'
complete -c hashlane -n '__hashlane_begins merkle root' -l json -d 'write a JSON object, which also has the number of leaves'
complete -c hashlane -n '__hashlane_begins merkle prove' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins merkle prove' -s a -l algorithm -l alg -x -a '(__hashlane_algorithms)' -d 'the hash; sha256 if not given'
complete -c hashlane -n '__hashlane_begins merkle prove' -l chunk -x -d 'the size of the chunks of a file, which are its leaves; 65536 if not given'
complete -c hashlane -n '__hashlane_begins merkle prove' -l rfc9162 -d 'use the prefixes of RFC 9162 for leaves and nodes (the default)'
complete -c hashlane -n '__hashlane_begins merkle prove' -l plain -d 'use no prefixes, and fill the tree up with zero digests'
complete -c hashlane -n '__hashlane_begins merkle prove' -l arity -x -d 'the number of digests in a node of --plain: 2 or 4'
complete -c hashlane -n '__hashlane_begins merkle prove' -l sorted-pairs -d 'use no prefixes, and put the lesser of two digests first'
complete -c hashlane -n '__hashlane_begins merkle prove' -s j -l jobs -x -d 'use N threads; 0 is one for each processor'
complete -c hashlane -n '__hashlane_begins merkle prove' -l index -x -d 'the number of the leaf; the first is 0'
complete -c hashlane -n '__hashlane_begins merkle prove' -l leaf -x -d 'the leaf of a directory: the name of a file within it'
complete -c hashlane -n '__hashlane_begins merkle verify' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins merkle verify' -l root -x -d 'the root, from a source that you trust'
complete -c hashlane -n '__hashlane_begins merkle verify' -l leaves -x -d 'the number of leaves, from the same source'
complete -c hashlane -n '__hashlane_begins merkle verify' -l chunk-only -d 'FILE holds the chunk alone'
complete -c hashlane -n '__hashlane_begins merkle prove-consistency' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins merkle prove-consistency' -s a -l algorithm -l alg -x -a '(__hashlane_algorithms)' -d 'the hash; sha256 if not given'
complete -c hashlane -n '__hashlane_begins merkle prove-consistency' -l chunk -x -d 'the size of the chunks of a file, which are its leaves; 65536 if not given'
complete -c hashlane -n '__hashlane_begins merkle prove-consistency' -l rfc9162 -d 'use the prefixes of RFC 9162 for leaves and nodes (the default)'
complete -c hashlane -n '__hashlane_begins merkle prove-consistency' -l plain -d 'use no prefixes, and fill the tree up with zero digests'
complete -c hashlane -n '__hashlane_begins merkle prove-consistency' -l arity -x -d 'the number of digests in a node of --plain: 2 or 4'
complete -c hashlane -n '__hashlane_begins merkle prove-consistency' -l sorted-pairs -d 'use no prefixes, and put the lesser of two digests first'
complete -c hashlane -n '__hashlane_begins merkle prove-consistency' -s j -l jobs -x -d 'use N threads; 0 is one for each processor'
complete -c hashlane -n '__hashlane_begins merkle prove-consistency' -l first -x -d 'the number of leaves of the earlier tree'
complete -c hashlane -n '__hashlane_begins merkle verify-consistency' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins merkle verify-consistency' -l first-root -x -d 'the root of the earlier tree'
complete -c hashlane -n '__hashlane_begins merkle verify-consistency' -l root -x -d 'the root of the later one'
complete -c hashlane -n '__hashlane_begins merkle verify-consistency' -l first -x -d 'the number of leaves of the earlier tree'
complete -c hashlane -n '__hashlane_begins merkle verify-consistency' -l leaves -x -d 'the number of leaves of the later tree'
complete -c hashlane -n '__hashlane_begins acvp' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins acvp' -s o -l output -r -F -d 'write to this file; - is standard output'
complete -c hashlane -n '__hashlane_begins acvp' -s f -l force -d 'replace a file that exists'
complete -c hashlane -n '__hashlane_begins acvp' -l large -d 'answer large data tests too: messages of some GiB'
complete -c hashlane -n '__hashlane_begins acvp' -l registration -d 'write the capabilities that a registration needs'
complete -c hashlane -n '__hashlane_begins list' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins list' -l json -d 'write a JSON array of objects'
complete -c hashlane -n '__hashlane_begins targets' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins targets' -l json -d 'write a JSON array of objects'
complete -c hashlane -n '__hashlane_begins selftest' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins bench' -l help -d 'show this and exit'
complete -c hashlane -n '__hashlane_begins bench' -l json -d 'write one JSON object a line'
complete -c hashlane -n '__hashlane_begins bench' -l length -x -d 'the length of the digest of an XOF, or of the tag of a MAC with a choice'
complete -c hashlane -n '__hashlane_begins bench' -l custom -x -d 'the customization string (cSHAKE, KMAC, TupleHash, ParallelHash, KT, HopMAC, Ascon-CXOF)'
complete -c hashlane -n '__hashlane_begins bench' -l name -x -d 'the function name (cSHAKE)'
complete -c hashlane -n '__hashlane_begins bench' -l domain -x -d 'the domain separation byte (TurboSHAKE), 0x01..0x7f'
complete -c hashlane -n '__hashlane_begins bench' -l block -x -d 'the block size (ParallelHash); 8192 if not given'
complete -c hashlane -n '__hashlane_begins bench' -l key-file -r -F -d 'the key is all bytes of this file (HMAC, KMAC, HopMAC)'
