// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Nothing: Cargo.toml says why.
