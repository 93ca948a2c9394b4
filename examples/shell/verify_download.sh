# SPDX-License-Identifier: Apache-2.0 OR MIT
# A list of digests that is published beside a file, and the check after the download.
printf 'the release' > release.tar
# README
hashlane sha256 release.tar > SHA256SUMS  # the publisher writes the list
hashlane check SHA256SUMS                 # the user checks the files that it names
# end
printf 'another file' > release.tar
hashlane check SHA256SUMS 2> messages || echo "exit status $?"
# prints release.tar: OK
# prints release.tar: FAILED
# prints exit status 1
