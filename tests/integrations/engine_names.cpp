// SPDX-License-Identifier: Apache-2.0 OR MIT
// Algorithms and keys by name: what is refused, and why.
#include <doctest/doctest.h>

#include <cstdio>
#include <filesystem>

#include <sys/stat.h>

#include "engine.hpp"
#include "key_file.hpp"

using namespace engine_test;
using namespace std::literals;

namespace {

// A key file, which is deleted at the end.
class temporary {
  public:
    explicit temporary(std::string_view text, unsigned mode = 0600)
        : path(std::filesystem::temp_directory_path() / ("hashlane-keys-" + std::to_string(::getpid()))) {
        std::ofstream(path, std::ios::binary) << text;
        ::chmod(path.c_str(), mode);
    }
    ~temporary() { std::filesystem::remove(path); }
    const char* name() const { return path.c_str(); }

  private:
    std::filesystem::path path;
};

std::string reading(std::string_view text, unsigned mode = 0600) {
    engine::key_file keys;
    return std::string(keys.read(temporary(text, mode).name()).message());
}

}  // namespace

TEST_CASE("algorithms that are no hash of a message are refused by name") {
    const auto message = [](std::string_view name) { return std::string(engine::find_hash(name).error().message()); };
    CHECK(message("sha256") == "");
    CHECK(message("sha26") == "no such algorithm: sha26; did you mean sha256?");
    CHECK(message("") == "no such algorithm: ");
    CHECK(message("hmac-sha256") == "hmac-sha256 is a MAC, not a hash or XOF of a message alone");
    CHECK(message("tuplehash128") == "tuplehash128 hashes tuples, not a message alone");
    CHECK(message("ascon-aead128") == "ascon-aead128 is an AEAD, not a hash or XOF of a message alone");
}

TEST_CASE("lengths of an XOF") {
    const auto message = [](std::string_view name, std::int64_t n) {
        return std::string(engine::find_xof(name, n).error().message());
    };
    CHECK(message("shake128", 0) == "");
    CHECK(message("shake128", 65536) == "");
    CHECK(message("shake128", 65537) == "the length is above 65536 bytes");
    CHECK(message("shake128", -1) == "the length is below 0");
    CHECK(message("sha256", 32) == "sha256 is no XOF: its digest has 32 bytes");
    CHECK(message("kmacxof128", 32) == "kmacxof128 is a MAC, not a hash or XOF of a message alone");
}

TEST_CASE("keys of a MAC") {
    const auto message = [](std::string_view name, std::size_t n) {
        return std::string(engine::find_mac(name, bytes(n)).error().message());
    };
    CHECK(message("hmac-sha256", 1) == "");
    CHECK(message("kmac256", 1024) == "");
    CHECK(message("hmac-sha256", 0) == "the key is empty");
    CHECK(message("hmac-sha256", 1025) == "the key has 1025 bytes, more than 1024");
    CHECK(message("sha256", 16) == "sha256 is a hash, not a MAC");
    CHECK(message("hmac-sha26", 16) == "no such algorithm: hmac-sha26; did you mean hmac-sha256?");
}

TEST_CASE("a key file gives keys by exact names") {
    const temporary file("# keys\n\n  a.1 = 00ff \r\nlong-name_2=ABCDEF0123\nlast = 31");
    engine::key_file keys;
    CHECK(keys.read(file.name()).message() == "");
    engine::named_key key;
    CHECK(keys.find("a.1", key).message() == "");
    CHECK(hl::to_hex<std::string>(key.view()) == "00ff");
    CHECK(keys.find("long-name_2", key).message() == "");
    CHECK(hl::to_hex<std::string>(key.view()) == "abcdef0123");
    CHECK(keys.find("last", key).message() == "");
    CHECK(hl::to_hex<std::string>(key.view()) == "31");
    for (const std::string_view name : {"a"sv, "A.1"sv, ""sv, "last "sv, "# keys"sv}) {
        CHECK(keys.find(name, key).message() == "no key has the name " + std::string(name));
        CHECK(key.view().empty());
    }
}

TEST_CASE("a name that stands twice is refused, and the others are not") {
    engine::key_file keys;
    CHECK(keys.read(temporary("a = 00\nb = 01\na = 02\n").name()).message() == "");
    engine::named_key key;
    CHECK(keys.find("a", key).message() == "two keys have the name a");
    CHECK(key.view().empty());
    CHECK(keys.find("b", key).message() == "");
    CHECK(hl::to_hex<std::string>(key.view()) == "01");
}

TEST_CASE("a key file that is wrong is refused, and no message shows what it holds") {
    const std::string wrong = "line 2 of the key file is no name = key in hexadecimal digits";
    CHECK(reading("a = 00\n") == "");
    CHECK(reading("") == "");
    for (const std::string_view line :
         {"b"sv, "b ="sv, "= 00"sv, "b = 0"sv, "b = 0g"sv, "b c = 00"sv, "b = 00 00"sv, "b = 0x00"sv})
        CHECK(reading("a = 00\n" + std::string(line) + "\n") == wrong);
    CHECK(reading("a = 00\nb = " + std::string(2048, '0')) == "");
    CHECK(reading("a = 00\nb = " + std::string(2050, '0')) == wrong);
    CHECK(reading("a = 00\n" + std::string(65, 'n') + " = 00") == wrong);
    for (const unsigned mode : {0640u, 0604u, 0620u, 0610u})
        CHECK(reading("a = 00\n", mode) == "others than the owner of the key file have access to it: chmod 600");
    engine::key_file keys;
    CHECK(keys.read("/no/such/file").message() == "the key file cannot be opened");
    CHECK(keys.read("/dev/null").message() == "the key file is no regular file");
    CHECK(keys.read("/").message() == "the key file is no regular file");
}

TEST_CASE("a file that is refused leaves no keys of the file before") {
    engine::key_file keys;
    CHECK(keys.read(temporary("a = 00\n").name()).message() == "");
    CHECK(keys.read("/dev/null").message() != "");
    engine::named_key key;
    CHECK(keys.find("a", key).message() == "no key has the name a");
}
