# SPDX-License-Identifier: Apache-2.0 OR MIT
# The headers of C as XML. The macros of hashlane_typed.h are expanded, so that each function of each state is there.
@INCLUDE               = docs/site/Doxyfile
OUTPUT_DIRECTORY       = build/docs/doxygen/c
INPUT                  = faces/c
FILE_PATTERNS          = *.h
STRIP_FROM_PATH        = faces/c
OPTIMIZE_OUTPUT_FOR_C  = YES
EXPAND_ONLY_PREDEF     = NO
PREDEFINED             = HASHLANE_API= HASHLANE_CHECK=
