# SPDX-License-Identifier: Apache-2.0 OR MIT
# Peers whose source a crate carries: Rust ones, and C libraries that no distribution has this new.
set(rust_peers asmcrypto aws_lc blake3 commonware graviola hashtree keccak_asm keccak_batch ring rs_merkle rscrypto
    rustcrypto tape_sha256)
set(crates_of_aws_lc aws-lc-sys) # others: the crate of that name
set(crates_of_commonware commonware-cryptography)
set(crates_of_hashtree hashtree-rs)
set(crates_of_keccak_asm keccak-asm)
set(crates_of_keccak_batch keccak-batch)
set(crates_of_tape_sha256 tape-sha256)
set(crates_of_rustcrypto sha2 sha3 shake turboshake k12 ascon-hash ascon-aead)
set(c_peers openssl_newest xkcp_avx512 xkcp_avx2 xkcp_baseline xkcp_k12)
find_program(cargo cargo)
if(NOT cargo)
    foreach(name IN LISTS rust_peers c_peers)
        bench_missing(${name} "no cargo")
    endforeach()
    return()
endif()

file(GLOB rust_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/rust/src/*.rs)
foreach(name IN LISTS rust_peers)
    set(stamp ${PROJECT_BINARY_DIR}/stamps/${name})
    set(out ${contestants}/${name}.so)
    if(NOT crates_of_${name})
        set(crates_of_${name} ${name})
    endif()
    add_custom_command(OUTPUT ${stamp}
        COMMAND ${CMAKE_COMMAND} -E rm -f ${out}
        COMMAND ${CMAKE_CURRENT_LIST_DIR}/try.sh ${missing}/${name} ${name}
            ${CMAKE_CURRENT_LIST_DIR}/crate.sh ${name} ${PROJECT_BINARY_DIR}/cargo ${out} ${crates_of_${name}}
        COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
        DEPENDS peers/crate.sh peers/rust/Cargo.lock ${rust_sources}
        VERBATIM)
    add_custom_target(bench_${name} ALL DEPENDS ${stamp})
    # One after the other: cargo locks its folder anyway.
    if(before)
        add_dependencies(bench_${name} bench_${before})
    endif()
    set(before ${name})
endforeach()

# Where cargo keeps the source of a crate.
execute_process(
    COMMAND ${cargo} metadata --format-version 1 --locked --all-features --manifest-path ${CMAKE_CURRENT_LIST_DIR}/rust/Cargo.toml
    OUTPUT_VARIABLE metadata RESULT_VARIABLE failed ERROR_VARIABLE why OUTPUT_STRIP_TRAILING_WHITESPACE)
if(failed)
    string(REGEX MATCH "error: [^\n]*" why "${why}")
    foreach(name IN LISTS c_peers)
        bench_missing(${name} "cargo: ${why}")
    endforeach()
    return()
endif()

# bench_crate(VAR NAME): its folder; and VAR_version.
function(bench_crate variable name)
    string(REGEX MATCH "\"manifest_path\":\"([^\"]*/${name}-([0-9][^\"/]*))/Cargo.toml\"" found "${metadata}")
    set(${variable} ${CMAKE_MATCH_1} PARENT_SCOPE)
    set(${variable}_version ${CMAKE_MATCH_2} PARENT_SCOPE)
endfunction()
bench_crate(openssl openssl-src)
bench_crate(xkcp xkcp-sys)
bench_crate(k12 kangarootwelve_xkcp)

set(stamp ${PROJECT_BINARY_DIR}/stamps/openssl_newest)
add_custom_command(OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} -E rm -f ${contestants}/openssl_newest.so ${contestants}/openssl_avx2.so
        ${contestants}/openssl_baseline.so
    COMMAND ${CMAKE_CURRENT_LIST_DIR}/try.sh ${missing}/openssl_newest openssl_newest
        ${CMAKE_CURRENT_LIST_DIR}/openssl_newest.sh ${openssl}/openssl ${PROJECT_BINARY_DIR}/openssl ${contestants} ${CMAKE_CXX_COMPILER}
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS peers/openssl.cpp peers/openssl_newest.sh VERBATIM)
add_custom_target(bench_openssl_newest ALL DEPENDS ${stamp})

if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    foreach(name xkcp_avx512 xkcp_avx2 xkcp_baseline xkcp_k12)
        bench_missing(${name} "set up for x86-64 only")
    endforeach()
    return()
endif()

set(k12 ${k12}/XKCP-K12/lib)
set(k12_sources ${k12}/KangarooTwelve.c ${k12}/KangarooTwelve-threading.c ${k12}/KT-threadpool.c
    ${k12}/KT-threadpool-pthread.c ${k12}/KT-threadpool-sequential.c)
foreach(part opt64.c runtimeDispatch.c timesN-SSSE3.c timesN-AVX2.c timesN-AVX512.c AVX2.s AVX512.s)
    list(APPEND k12_sources ${k12}/Optimized64/KeccakP-1600-${part})
endforeach()
set_source_files_properties(${k12}/Optimized64/KeccakP-1600-timesN-SSSE3.c PROPERTIES COMPILE_OPTIONS "-mssse3")
set_source_files_properties(${k12}/Optimized64/KeccakP-1600-timesN-AVX2.c PROPERTIES COMPILE_OPTIONS "-mavx2")
set_source_files_properties(${k12}/Optimized64/KeccakP-1600-timesN-AVX512.c PROPERTIES COMPILE_OPTIONS "-mavx512f;-mavx512vl")
add_library(bench_k12 OBJECT ${k12_sources})
target_include_directories(bench_k12 PUBLIC ${k12} ${k12}/Optimized64)
target_compile_definitions(bench_k12 PRIVATE LITTLE_ENDIAN=1 KeccakP1600_enable_simd_options)
target_compile_options(bench_k12 PRIVATE -w)
set_target_properties(bench_k12 PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
function(bench_k12 name shown without)
    bench_module(${name} peers/xkcp_k12.cpp LIBS bench_k12 Threads::Threads
        DEFINE "BENCH_NAME=\"${shown}\"" "BENCH_VERSION=\"${k12_version}\"" BENCH_WITHOUT=${without})
endfunction()
bench_k12(xkcp_k12 "XKCP K12" 0)
bench_k12(xkcp_k12_avx2 "XKCP K12 (avx2)" 1)
bench_k12(xkcp_k12_baseline "XKCP K12 (baseline)" 2)

# XKCP chooses its instruction set at build time: bench_xkcp(NAME SHOWN NEEDS TIMES folders... [SOURCES ...] [FLAGS ...])
function(bench_xkcp name shown needs times)
    cmake_parse_arguments(PARSE_ARGV 4 arg "" "" "FOLDERS;SOURCES;FLAGS")
    set(lib ${xkcp}/XKCP/lib)
    set(config ${PROJECT_BINARY_DIR}/${name})
    file(WRITE ${config}/config.h "#define XKCP_has_KeccakP1600\n#define XKCP_has_Sponge_Keccak\n#define XKCP_has_FIPS202\n"
        "#define XKCP_has_SP800_185\n#define XKCP_has_TurboSHAKE\n#define XKCP_has_KangarooTwelve\n")
    set(times_header)
    if(times GREATER 1)
        set(times_header "BENCH_TIMES_HEADER=<KeccakP-1600-times${times}-SnP.h>")
        file(APPEND ${config}/config.h "#define XKCP_has_KeccakP1600times${times}\n")
    endif()
    set(includes ${config} ${lib}/common ${lib}/low/common ${lib}/low/KeccakP-1600/common ${lib}/high/common ${lib}/high/Keccak
        ${lib}/high/Keccak/FIPS202 ${lib}/high/Keccak/SP800-185 ${lib}/high/TurboSHAKE)
    list(TRANSFORM arg_FOLDERS PREPEND ${lib}/low/)
    list(TRANSFORM arg_SOURCES PREPEND ${lib}/low/)
    bench_module(${name} peers/xkcp.cpp ${arg_SOURCES} ${lib}/high/Keccak/KeccakSponge.c ${lib}/high/Keccak/FIPS202/KeccakHash.c
        ${lib}/high/Keccak/FIPS202/SimpleFIPS202.c ${lib}/high/Keccak/SP800-185/SP800-185.c ${lib}/high/TurboSHAKE/TurboSHAKE.c
        INCLUDE ${includes} ${arg_FOLDERS} FLAGS -w -O3 ${arg_FLAGS}
        DEFINE "BENCH_NAME=\"${shown}\"" "BENCH_VERSION=\"${xkcp_version}\"" "BENCH_NEEDS=\"${needs}\"" BENCH_TIMES=${times} ${times_header})
endfunction()

bench_xkcp(xkcp_avx512 XKCP avx512vl 8
    FOLDERS KeccakP-1600/AVX512 KeccakP-1600-times8/AVX512 KeccakP-1600-times8/AVX512/u12
    SOURCES KeccakP-1600/AVX512/KeccakP-1600-AVX512.s KeccakP-1600-times8/AVX512/KeccakP-1600-times8-SIMD512.c
    FLAGS $<$<NOT:$<COMPILE_LANGUAGE:ASM>>:-mavx512f> $<$<NOT:$<COMPILE_LANGUAGE:ASM>>:-mavx512vl>)
bench_xkcp(xkcp_avx2 "XKCP (avx2)" avx2 4
    FOLDERS KeccakP-1600/AVX2 KeccakP-1600-times4/AVX2 KeccakP-1600-times4/AVX2/u12
    SOURCES KeccakP-1600/AVX2/KeccakP-1600-AVX2.s KeccakP-1600-times4/AVX2/KeccakP-1600-times4-SIMD256.c
    FLAGS $<$<NOT:$<COMPILE_LANGUAGE:ASM>>:-mavx2>)
bench_xkcp(xkcp_baseline "XKCP (baseline)" sse2 1
    FOLDERS KeccakP-1600/plain-64bits KeccakP-1600/plain-64bits/lcua
    SOURCES KeccakP-1600/plain-64bits/KeccakP-1600-opt64.c)
