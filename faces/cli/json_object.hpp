// SPDX-License-Identifier: Apache-2.0 OR MIT
#pragma once
// One JSON object from outside. It is read strictly: text that not every reader of JSON accepts is refused.

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common.hpp"

namespace hashlane::cli {

class json_object {
  public:
    // Throws failure with the reason: not one object, bytes before or after it, a name that is given twice, or one
    // that is not among those known.
    json_object(std::string_view text, std::initializer_list<std::string_view> known);

    bool has(const std::string& name) const { return members.contains(name); }

    // The value of a member. Throws failure naming it when it is missing or of another type.
    const std::string& text(const std::string& name) const;
    std::uint64_t number(const std::string& name) const;
    const std::vector<std::string>& texts(const std::string& name) const;

    // The bytes of a member whose value is in base64. Throws failure.
    std::string raw_text(const std::string& name) const;

    // A name of a file: the member `plain`, or `encoded` in base64 when it is not UTF-8. Throws failure unless there is
    // exactly one of them.
    std::string name_of_file(const std::string& plain, const std::string& encoded) const;

  private:
    // std::monostate: a value that no member may have.
    using value = std::variant<std::monostate, std::string, std::uint64_t, std::vector<std::string>>;

    template <class Type>
    const Type& get(const std::string& name) const;

    std::map<std::string, value> members;
};

}  // namespace hashlane::cli
