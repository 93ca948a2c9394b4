# SPDX-License-Identifier: Apache-2.0 OR MIT
# The root of a folder, a proof that one file is in it, and its check without the other files.
mkdir release
for name in a b c; do printf '%s' "$name" > "release/$name"; done
# README
root=$(hashlane merkle root release | cut -d ' ' -f 1)               # publish this
hashlane merkle prove --leaf b release > proof.json                  # send this with the file b
hashlane merkle verify --root "$root" --leaf b proof.json release/b  # the receiver has b, the proof and the root
# end
printf 'another b' > release/b
hashlane merkle verify --root "$root" --leaf b proof.json release/b 2> messages || echo "exit status $?"
# prints release/b: OK
# prints release/b: FAILED
# prints exit status 1
