# SPDX-License-Identifier: Apache-2.0 OR MIT
# sha2_benchmark, sha2_benchmark_mt, sha2_benchmark_many: google-benchmark's harness, digests checked against OpenSSL.
find_package(benchmark QUIET)
find_package(OpenSSL QUIET)
if(NOT benchmark_FOUND OR NOT OpenSSL_FOUND)
    bench_missing(sha2_benchmark "Debian: libbenchmark-dev libssl-dev")
    return()
endif()
foreach(name sha2_benchmark sha2_benchmark_mt sha2_benchmark_many)
    add_executable(${name} ${name}.cpp)
    target_compile_options(${name} PRIVATE -O2 -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
    target_link_libraries(${name} PRIVATE hashlane::hashlane benchmark::benchmark OpenSSL::Crypto Threads::Threads)
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endforeach()
