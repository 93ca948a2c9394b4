// SPDX-License-Identifier: Apache-2.0 OR MIT
// digest_files(name, paths): small files side by side, larger ones in pieces, all without the GIL.

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "functions.hpp"
#include "held_list.hpp"
#include "options.hpp"

namespace hashlane_python {

namespace {

constexpr std::size_t room_bytes = 256 << 10;  // of the files of a batch, or of a piece of a larger file
constexpr std::size_t least_room = 32 << 10;   // what is left of it when another file is read into it
constexpr std::size_t most_files = 128;        // of a batch
constexpr int no_regular_file = -1;            // in the place of an errno

struct file_result {
    int error;
    std::uint64_t size;  // bytes that were read
    std::int64_t mtime_ns;
};

std::int64_t mtime_ns(const struct stat& info) {
#ifdef __APPLE__
    const timespec& time = info.st_mtimespec;
#else
    const timespec& time = info.st_mtim;
#endif
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

class open_file {
  public:
    // A pipe is opened without a wait; look() then finds that it is no regular file.
    open_file(const char* path, int more) {
        do descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | more);
        while (descriptor < 0 && errno == EINTR);
    }
    open_file(const open_file&) = delete;
    ~open_file() {
        if (descriptor >= 0) close(descriptor);
    }
    bool good() const { return descriptor >= 0; }

    // Bytes that were read, 0 at the end; negative with errno.
    ssize_t read_some(output room) const {
        for (;;) {
            const ssize_t n = read(descriptor, room.data(), room.size());
            if (n >= 0 || errno != EINTR) return n;
        }
    }

    // An errno, or 0.
    int look(struct stat& info) const {
        if (fstat(descriptor, &info) != 0) return errno;
        if (S_ISDIR(info.st_mode)) return EISDIR;
        return S_ISREG(info.st_mode) ? 0 : no_regular_file;
    }

  private:
    int descriptor;
};

// Digests the files of a list one after the other; needs no GIL.
class files_digester {
  public:
    files_digester(const hl::any_hash& prefix_, std::size_t width_, output room_, output digests_)
        : prefix(prefix_), width(width_), room(room_), digests(digests_) {}

    // The next file of the list. `finish()` comes after the last one.
    file_result next(const char* path, int flags) {
        if (count == most_files || room.size() - used < least_room) finish();
        file_result result{};
        result.error = read_next(path, flags, result);
        if (result.error == 0) return result;
        waiting[count++] = {};  // its digest is never used
        return result;
    }

    // Digests what waits.
    void finish() {
        const messages all = messages::list({waiting.data(), count});
        static_cast<void>(hl::digest_many(prefix, all, digests.subspan(first * width, count * width), hl::threads{}));
        first += count;
        count = used = 0;
    }

  private:
    // An errno, or 0 when the file has been digested or waits.
    int read_next(const char* path, int flags, file_result& result) {
        const open_file file(path, flags);
        if (!file.good()) return errno;
        struct stat info;
        if (const int error = file.look(info)) return error;  // a read would take data out of a pipe or device
        const output free = room.subspan(used);
        const ssize_t n = file.read_some(free);
        if (n < 0) return errno;
        const octets begin = free.first(static_cast<std::size_t>(n));
        if (const int error = file.look(info)) return error;
        if (info.st_size != n) return digest_long(file, begin, result);
        waiting[count++] = begin;
        used += begin.size();
        result.size = begin.size();
        result.mtime_ns = mtime_ns(info);
        return 0;
    }

    // A file that has more bytes than `begin`, or whose size the system does not know.
    int digest_long(const open_file& file, octets begin, file_result& result) {
        hl::any_hash hash = prefix;
        hash.update(begin);
        result.size = begin.size();
        finish();
        for (;;) {
            const ssize_t n = file.read_some(room);
            if (n < 0) return errno;
            if (n == 0) break;
            hash.update(room.first(static_cast<std::size_t>(n)));
            result.size += static_cast<std::size_t>(n);
        }
        struct stat info;
        if (const int error = file.look(info)) return error;
        result.mtime_ns = mtime_ns(info);
        static_cast<void>(hash.digest(digests.subspan(first * width, width)));
        ++first;
        return 0;
    }

    const hl::any_hash& prefix;
    std::size_t width;
    output room, digests;
    std::array<octets, most_files> waiting;
    std::size_t first = 0, count = 0, used = 0;  // of the batch: its first file, its files, its bytes
};

// The names of files as the system takes them.
class held_paths {
  public:
    [[nodiscard]] bool hold(PyObject* paths) {
        if (PyUnicode_Check(paths) || PyBytes_Check(paths)) return wrong_type("paths", "a list of paths", paths);
        elements = as_tuple(paths, "paths", "a list of paths");
        if (!elements) return false;
        const Py_ssize_t n = PyTuple_Size(elements.get());
        encoded = owned<>(PyTuple_New(n));
        if (!encoded || !names.reserve(static_cast<std::size_t>(n))) return false;
        for (; count < static_cast<std::size_t>(n); ++count) {
            const auto i = static_cast<Py_ssize_t>(count);
            PyObject* bytes = nullptr;
            if (PyUnicode_FSConverter(PyTuple_GetItem(elements.get(), i), &bytes) == 0) return false;
            names.get()[count] = PyBytes_AsString(bytes);
            if (PyTuple_SetItem(encoded.get(), i, bytes) != 0) return false;
        }
        return true;
    }
    std::size_t size() const { return count; }
    const char* operator[](std::size_t i) const { return names.get()[i]; }
    PyObject* path(std::size_t i) const { return PyTuple_GetItem(elements.get(), static_cast<Py_ssize_t>(i)); }

  private:
    owned<> elements, encoded;
    room_for<const char*> names;
    std::size_t count = 0;
};

PyObject* error_of(int error, PyObject* path) {
    if (error == no_regular_file) return PyObject_CallFunction(PyExc_OSError, "isO", EINVAL, "no regular file", path);
    return PyObject_CallFunction(PyExc_OSError, "isO", error, std::strerror(error), path);
}

PyObject* object_of(const file_result& result, PyObject* path, octets digest) {
    if (result.error != 0) return error_of(result.error, path);
    const auto* const p = reinterpret_cast<const char*>(digest.data());
    return Py_BuildValue("(y#KL)", p, static_cast<Py_ssize_t>(digest.size()),
                         static_cast<unsigned long long>(result.size), static_cast<long long>(result.mtime_ns));
}

PyObject* digest_all(const hl::any_hash& prefix, std::size_t width, const held_paths& paths, int flags) {
    const std::size_t n = paths.size();
    std::size_t bytes = 0;
    room_for<std::uint8_t> room, digests;
    room_for<file_result> results;
    if (__builtin_mul_overflow(n, width, &bytes)) return PyErr_NoMemory();
    if (!room.reserve(room_bytes) || !digests.reserve(bytes) || !results.reserve(n)) return nullptr;
    without_gil([&] {
        files_digester digester(prefix, width, {room.get(), room_bytes}, {digests.get(), bytes});
        for (std::size_t i = 0; i < n; ++i) results.get()[i] = digester.next(paths[i], flags);
        digester.finish();
    });
    owned<> out(PyList_New(static_cast<Py_ssize_t>(n)));
    for (std::size_t i = 0; out && i < n; ++i) {
        PyObject* const one = object_of(results.get()[i], paths.path(i), {digests.get() + i * width, width});
        if (one == nullptr || PyList_SetItem(out.get(), static_cast<Py_ssize_t>(i), one) != 0) return nullptr;
    }
    return out.release();
}

PyObject* digest_files(PyObject* module, PyObject* const* args, Py_ssize_t nargs, PyObject* kwnames) {
    static constexpr const char* names[] = {"", "paths", "length", "follow_symlinks", HASHLANE_OPTION_NAMES};
    PyObject* given[std::size(names)];
    std::size_t length = 0;
    held_options options;
    held_paths paths;
    if (!parse({"digest_files", names, 3, 2}, args, nargs, kwnames, given)) return nullptr;
    const entry* what = find_digesting(state_of(module), given[0]);
    if (what == nullptr || !get_length(*what, given[2], length) || !options.take(*what, given + 4)) return nullptr;
    if (what->takes(hl::parameter::elements))
        return fail(PyExc_ValueError, "%.40s: a file is no tuple", what->info.name.data());
    const int follow = given[3] == nullptr ? 1 : PyObject_IsTrue(given[3]);
    if (follow < 0 || !paths.hold(given[1])) return nullptr;
    const auto prefix = hl::any_hash::create(*what->any, options.get());  // the options were checked
    return digest_all(*prefix, length, paths, follow != 0 ? 0 : O_NOFOLLOW);
}

}  // namespace

const PyMethodDef digest_files_method = method(
    "digest_files", digest_files,
    "digest_files(algorithm, /, paths, length=None, *, follow_symlinks=True, key=None, customization=None, "
    "function_name=None, domain=None, parallel_block=None)\n--\n\n"
    "Reads and digests many files. The files are read one after the other; the small ones are digested side by side.\n"
    "Returns a list that has, for each path in turn,\n"
    "  a tuple (digest, size, mtime_ns): the digest as bytes, how many bytes were read, and the time of the last "
    "change\n"
    "  in nanoseconds, as os.stat() has it, after they were read;\n"
    "  or the OSError of a file that cannot be read. What is no regular file is not read, and has one too.\n\n"
    "paths: a list, tuple or iterable of paths.\n"
    "length and the options are those of digest_many().\n"
    "follow_symlinks: whether a symbolic link means its file; if not, it has an OSError. It counts for the last part\n"
    "  of a path.\n"
    "The GIL is released from the first file to the last: other threads work meanwhile, and may call this function "
    "too.\n"
    "No signal is handled until then, so give it some thousand files at a time. TypeError or ValueError for a wrong\n"
    "argument is raised before the first file is read.");

}  // namespace hashlane_python
