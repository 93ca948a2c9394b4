// SPDX-License-Identifier: Apache-2.0 OR MIT
// The object that holds the precompiled header.
