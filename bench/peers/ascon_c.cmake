# SPDX-License-Identifier: Apache-2.0 OR MIT
# ascon-c: each folder is a program of its own with the same names, hence the renaming.
set(place ${HASHLANE_BENCH_ASCON_C})
if(NOT EXISTS "${place}/crypto_hash/asconhash256/opt64/hash.c")
    bench_missing(ascon_c "no package; give a checkout with -DHASHLANE_BENCH_ASCON_C=...")
    return()
endif()

function(bench_ascon_c_part name folder)
    file(GLOB sources ${place}/${folder}/*.c)
    list(FILTER sources EXCLUDE REGEX "printstate")
    add_library(bench_ascon_c_${name} OBJECT ${sources})
    target_include_directories(bench_ascon_c_${name} PRIVATE ${place}/${folder} ${place}/tests)
    target_compile_definitions(bench_ascon_c_${name} PRIVATE
        crypto_aead_encrypt=ascon_c_${name} crypto_aead_decrypt=ascon_c_${name}_open crypto_hash=ascon_c_${name}
        ascon_xof=ascon_c_${name}_inner)
    target_compile_options(bench_ascon_c_${name} PRIVATE -O3 -march=native -w)
    set_target_properties(bench_ascon_c_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
    list(APPEND ascon_c_objects $<TARGET_OBJECTS:bench_ascon_c_${name}>)
    set(ascon_c_objects ${ascon_c_objects} PARENT_SCOPE)
endfunction()

bench_ascon_c_part(aead128 crypto_aead/asconaead128/opt64)
bench_ascon_c_part(hash256 crypto_hash/asconhash256/opt64)
bench_ascon_c_part(xof128 crypto_hash/asconxof128/opt64)
bench_module(ascon_c peers/ascon_c.cpp ${ascon_c_objects})
