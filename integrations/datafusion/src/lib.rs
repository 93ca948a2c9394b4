// SPDX-License-Identifier: Apache-2.0 OR MIT
#![doc = include_str!("../README.md")]
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod aggregates;
mod algorithm;
mod arguments;
mod columns;
mod encoding;
mod functions;
mod keys;
mod rows;

use std::sync::Arc;

use datafusion_common::{DataFusionError, Result};
use datafusion_expr::registry::FunctionRegistry;
use datafusion_expr::{AggregateUDF, ScalarUDF};

pub use keys::Keys;

/// Makes all functions known to a `SessionContext` or another registry. `hashlane_mac_named` takes its keys from the
/// file that `HASHLANE_KEYS` names in the environment.
///
/// An error where that file cannot be read, where others than its owner may read it, or where a line of it is wrong.
pub fn register(registry: &mut dyn FunctionRegistry) -> Result<()> {
    register_with_keys(registry, Keys::from_environment()?)
}

/// The same with the keys of the program.
pub fn register_with_keys(registry: &mut dyn FunctionRegistry, keys: Keys) -> Result<()> {
    for function in functions::all(&Arc::new(keys)) {
        registry.register_udf(Arc::new(ScalarUDF::from(function)))?;
    }
    for aggregate in aggregates::all() {
        registry.register_udaf(Arc::new(AggregateUDF::from(aggregate)))?;
    }
    Ok(())
}

/// The error of a query that is refused when it is planned.
fn plan_error(text: impl std::fmt::Display) -> DataFusionError {
    DataFusionError::Plan(format!("hashlane: {text}"))
}

/// The error of a query that fails when it runs.
fn run_error(text: impl std::fmt::Display) -> DataFusionError {
    DataFusionError::Execution(format!("hashlane: {text}"))
}
