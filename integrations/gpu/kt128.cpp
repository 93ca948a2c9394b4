// SPDX-License-Identifier: Apache-2.0 OR MIT
// KT128 of one message. A thread of the device digests a chunk of 8192 bytes to its chaining value. The host absorbs the values
// into the tree while the device digests the next ones; the first chunk and a last one that is not whole are digested there.

#include <algorithm>
#include <hashlane/ranges.hpp>
#include <span>
#include <vector>

#include "call.hpp"

namespace hashlane::gpu {
namespace {

using octets = std::vector<std::uint8_t>;

constexpr std::size_t chunks_of_part = std::size_t{1} << 16;  // of one launch

int refused(range_result found) {
    if (found == range_result::accepted) return HASHLANE_GPU_OK;
    return fail(HASHLANE_GPU_ERROR_ARGUMENT, std::string(range_reason(found)));
}

class message_tree {
  public:
    message_tree(const call& c, const void* message, std::uint64_t size)
        : c_(c), message_(static_cast<const std::uint8_t*>(message)), copied_(c.gpu, for_messages),
          tree_(kt128{}, size) {}

    int digest(std::span<const std::uint8_t> customization, std::span<std::uint8_t> out) {
        if (tree_.state() != range_result::incomplete) return refused(tree_.state());
        if (const int error = add_here(std::min(left(), tree_.chunk_size()))) return error;
        if (const int error = add_whole_chunks(left() / tree_.chunk_size())) return error;
        if (left() != 0)
            if (const int error = add_here(left())) return error;
        tree_.whole()->customized_reader(customization).squeeze(out);
        return HASHLANE_GPU_OK;
    }

  private:
    std::uint64_t left() const { return tree_.message_size() - tree_.next(); }

    // Digests the next `size` bytes on the host.
    int add_here(std::uint64_t size) {
        octets bytes(size), range(tree_.range_size(tree_.next(), size));
        const std::uint8_t* at = message_ + tree_.next();
        if (!c_.in_device)
            std::copy_n(at, size, bytes.begin());
        else if (const int error = c_.fetch(bytes.data(), address_of(at), size))
            return error;
        if (const int error = refused(tree_.leaves(tree_.next(), bytes, range))) return error;
        return refused(tree_.add(range));
    }

    // Digests the next `count` chunks on the device, which writes their values to memory of the host. The values of a part
    // are added while the next part is digested, so there are two places for them.
    int add_whole_chunks(std::uint64_t count) {
        if (count == 0) return HASHLANE_GPU_OK;
        const std::uint64_t most = c_.in_device ? chunks_of_part : bytes_of_part / tree_.chunk_size();
        const std::size_t part = static_cast<std::size_t>(std::min(count, most));
        if (!c_.in_device)
            if (const int error = copied_.allocate(part * tree_.chunk_size())) return error;
        for (std::size_t place = 0; place < c_.gpu.mapped.size(); ++place)
            if (const int error = c_.gpu.map(place, part * c_.digest_size())) return error;
        const std::uint8_t* at = message_ + tree_.next();
        std::span<const std::uint8_t> before;
        std::size_t place = 0;
        for (std::uint64_t done = 0; done < count; done += part) {
            const std::size_t number = static_cast<std::size_t>(std::min<std::uint64_t>(part, count - done));
            const mapped_memory& values = c_.gpu.mapped[place];
            if (const int error = start(at + done * tree_.chunk_size(), number, values.address)) return error;
            const int added = add(before);
            if (const int error = c_.gpu.wait()) return error;
            if (added != HASHLANE_GPU_OK) return added;
            before = {static_cast<const std::uint8_t*>(values.host), number * c_.digest_size()};
            place = 1 - place;
        }
        return add(before);
    }

    int start(const std::uint8_t* chunks, std::size_t number, device_address values) {
        if (!c_.in_device)
            if (const int error = copied_.copy_in(chunks, number * tree_.chunk_size())) return error;
        const device_address here = c_.in_device ? address_of(chunks) : copied_.address();
        return start_rows(c_, here, tree_.chunk_size(), number, false, values);
    }

    int add(std::span<const std::uint8_t> values) {
        return values.empty() ? HASHLANE_GPU_OK : refused(tree_.add_values(values));
    }

    const call& c_;
    const std::uint8_t* message_;
    device_memory copied_;
    tree_ranges<kt128> tree_;
};

}  // namespace
}  // namespace hashlane::gpu

using namespace hashlane::gpu;

extern "C" int hashlane_gpu_kt128(hashlane_gpu* gpu, int where, const void* message, size_t size,
                                  const void* customization, size_t customization_size, void* out, size_t out_size) {
    return in_context(gpu, kt128_leaf_module, where, [&](const call& c) {
        if (const int error = check_table(message, 1, size)) return error;
        if (const int error = check_table(customization, 1, customization_size)) return error;
        if (const int error = check_table(out, 1, out_size)) return error;
        return message_tree(c, message, size)
            .digest({static_cast<const std::uint8_t*>(customization), customization_size},
                    {static_cast<std::uint8_t*>(out), out_size});
    });
}
