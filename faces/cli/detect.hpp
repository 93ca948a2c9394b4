// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// Which algorithm a checklist is of, from its name: SHA256SUMS, disk.iso.sha3-256, CHECKSUMS.sha512.txt ...

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hashlane::cli {

struct detected {
    std::string algorithm;  // "" when the name tells nothing, or two things
    bool known = false;     // false: named, but not one of ours (md5, b2 ...)
};

detected algorithm_from_file_name(std::string_view path);

// A name as tags write it ("SHA3-256", "SHA512/256"; of OpenSSL 3 also "SHA2-256", "SHAKE-128", "HMAC-SHA2-512/256") as
// the registry's, or "".
std::string algorithm_from_tag(std::string_view tag);

// Fixed-length hashes without a key whose digests have this size.
std::vector<std::string> algorithms_of_size(std::size_t digest_size);

}  // namespace hashlane::cli
