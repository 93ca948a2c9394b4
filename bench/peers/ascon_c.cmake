# SPDX-License-Identifier: Apache-2.0 OR MIT
# ascon-c: each folder is a program of its own with the same names, hence the renaming.
set(place ${HASHLANE_BENCH_ASCON_C})
if(NOT EXISTS "${place}/crypto_hash/asconhash256/opt64/hash.c")
    bench_missing(ascon_c "no package; give a checkout with -DHASHLANE_BENCH_ASCON_C=...")
    return()
endif()

set(parts aead128 crypto_aead/asconaead128/opt64 hash256 crypto_hash/asconhash256/opt64 xof128 crypto_hash/asconxof128/opt64)

# bench_ascon_c(NAME SHOWN flag)
function(bench_ascon_c name shown flag)
    set(rest ${parts})
    while(rest)
        list(POP_FRONT rest part folder)
        file(GLOB sources ${place}/${folder}/*.c)
        list(FILTER sources EXCLUDE REGEX "printstate")
        add_library(bench_${name}_${part} OBJECT ${sources})
        target_include_directories(bench_${name}_${part} PRIVATE ${place}/${folder} ${place}/tests)
        target_compile_definitions(bench_${name}_${part} PRIVATE
            crypto_aead_encrypt=ascon_c_${part} crypto_aead_decrypt=ascon_c_${part}_open crypto_hash=ascon_c_${part}
            ascon_xof=ascon_c_${part}_inner)
        target_compile_options(bench_${name}_${part} PRIVATE -O3 ${flag} -w)
        set_target_properties(bench_${name}_${part} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
        list(APPEND objects $<TARGET_OBJECTS:bench_${name}_${part}>)
    endwhile()
    bench_module(${name} peers/ascon_c.cpp ${objects} DEFINE "BENCH_NAME=\"${shown}\"")
endfunction()

bench_ascon_c(ascon_c "ascon-c opt64" -march=native)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    bench_ascon_c(ascon_c_avx2 "ascon-c opt64 (avx2)" -march=x86-64-v3)
    bench_ascon_c(ascon_c_baseline "ascon-c opt64 (baseline)" -march=x86-64)
endif()
