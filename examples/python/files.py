# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The digest of a file, which is read in pieces."""
import pathlib
import tempfile

import hashlane

path = pathlib.Path(tempfile.mkdtemp(), "message")
path.write_bytes(b"abc")
# README
digest = hashlane.file_digest(path, "sha256")  # OSError if the file cannot be read to its end
print(digest.hexdigest())
# end
path.unlink()
path.parent.rmdir()
# prints ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad
