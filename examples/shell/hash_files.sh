# SPDX-License-Identifier: Apache-2.0 OR MIT
# One digest of a file, several, and the digest of what comes through a pipe.
printf abc > message
# README
hashlane sha256 message              # one file
hashlane -a sha256,sha3-256 message  # two digests, and the file is read once
printf abc | hashlane kt128          # the standard input
# end
# prints ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  message
# prints SHA256 (message) = ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
# prints SHA3-256 (message) = 3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532
# prints ab174f328c55a5510b0b209791bf8b60e801a7cfc2aa42042dcb8f547fbe3a7d  -
