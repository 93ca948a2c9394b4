# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The digests of a column of strings, as another column."""
import pyarrow

import hashlane

names = pyarrow.chunked_array([["ada", None], ["grace"]])
digests = pyarrow.array(hashlane.digest_many("sha3-256", names, threads=2))
print(digests.type, len(digests), digests.null_count)
print(digests[2].as_py() == hashlane.sha3_256(b"grace").digest())
# prints fixed_size_binary[32] 3 1
# prints True
