// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// A file to digest, and what came of it.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <hashlane/any.hpp>

#include "common.hpp"
#include "input.hpp"

namespace hashlane::cli {

using hash_list = std::vector<any_hash>;

struct digested {
    std::string path;
    std::vector<bytes> digests;  // in the order of the hashes
    std::uint64_t size = 0;
    std::string error;  // not empty: there are no digests
    bool missing = false;
};

// What happens to a file that standard output goes to.
enum class own_output { is_read, is_refused, is_left_out };

struct file_job {
    digested found;                           // found.path names the file
    std::shared_ptr<const hash_list> hashes;  // a digest of each is wanted; null: there is nothing to read
    bool only_regular = false;
    own_output output = own_output::is_read;
    bool left_out = false;               // the file is the output's: there is neither a digest nor an error
    std::size_t threads = 1;             // within the file
    std::size_t bits = whole_file;       // of the message; require_bits has passed the hashes
    std::unique_ptr<input_file> opened;  // null: the file is opened by its name
    bool done = false;                   // for the queue
};

// Opens the file unless it is open. False: it is the output's, and the job says what comes of that. Throws failure.
bool open_job(file_job&);

// Reads the file once for all of the hashes, and digests it. Throws nothing: the job has the digests or an error.
void digest_job(file_job&);

// The text of the exception that ended the function, or "".
std::string error_of(const std::function<void()>&);

// The same; an error becomes that of the job.
void note_error(file_job&, const std::function<void()>&);

}  // namespace hashlane::cli
