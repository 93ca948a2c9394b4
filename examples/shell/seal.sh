# SPDX-License-Identifier: Apache-2.0 OR MIT
# A file that is encrypted and authenticated under a key in another file.
printf 'a letter\n' > letter.txt
# README
head -c 16 /dev/urandom > key
hashlane seal --key-file key letter.txt         # writes letter.txt.hlseal
rm letter.txt
hashlane open --key-file key letter.txt.hlseal  # writes letter.txt, or nothing if the sealed file was changed
# end
cat letter.txt
# prints a letter
