// SPDX-License-Identifier: Apache-2.0 OR MIT
// For hashlane-static: how the program ends when nobody catches an exception. That of libstdc++ prints the exception's
// type, for which it takes 130 KB of code; here main() catches all exceptions.

#include <cstdlib>

#include <exception>

#if defined(__GLIBCXX__)
namespace __gnu_cxx {

void __verbose_terminate_handler() { std::abort(); }

}  // namespace __gnu_cxx
#endif
