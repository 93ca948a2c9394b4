# SPDX-License-Identifier: Apache-2.0 OR MIT
import hashlane

messages = [b"abc"] * 1000
# README
print(hashlane.sha256(b"abc").hexdigest())          # hashlib's protocol
digests = hashlane.digest_many("sha256", messages)  # lists, NumPy tables, Arrow columns
print(digests[-1] == hashlane.digest("sha256", b"abc"))
# end
# prints ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
# prints True
