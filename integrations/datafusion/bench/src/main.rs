// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Nanoseconds a row of the functions of this crate and of DataFusion's own `sha256`: cargo run --release [ROUNDS]
//!
//! Each function is called as DataFusion calls it, with a batch of 8192 rows, on one thread. Every function runs once
//! in each round, and its least time of all rounds counts. Digests of both are compared first.

use std::sync::Arc;
use std::time::Instant;

use arrow::array::{Array, ArrayRef, BinaryArray};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field};
use datafusion_common::config::ConfigOptions;
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::registry::{FunctionRegistry, MemoryFunctionRegistry};
use datafusion_expr::{ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDF};

const ROWS: usize = 8192;
const SIZES: [usize; 3] = [32, 200, 1024];

/// A call of a function: its algorithm, if it takes one, and the column.
struct Call {
    title: &'static str,
    function: Arc<ScalarUDF>,
    algorithm: Option<&'static str>,
}

impl Call {
    fn run(&self, values: &ArrayRef) -> Result<ArrayRef> {
        let algorithm = self.algorithm.map(ScalarValue::from);
        let mut args: Vec<ColumnarValue> = algorithm.iter().cloned().map(ColumnarValue::Scalar).collect();
        args.push(ColumnarValue::Array(Arc::clone(values)));
        let field = |arg: &ColumnarValue| Arc::new(Field::new("x", arg.data_type(), true));
        let arg_fields: Vec<_> = args.iter().map(field).collect();
        let scalar_arguments: Vec<_> = algorithm.iter().map(Some).chain([None]).collect();
        let about = ReturnFieldArgs { arg_fields: &arg_fields, scalar_arguments: &scalar_arguments };
        let return_field = self.function.return_field_from_args(about)?;
        let config_options = Arc::new(ConfigOptions::new());
        let all = ScalarFunctionArgs { args, arg_fields, number_rows: values.len(), return_field, config_options };
        self.function.invoke_with_args(all)?.into_array(values.len())
    }
}

/// Bytes that differ from row to row.
fn values(size: usize) -> ArrayRef {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    let rows = (0..ROWS).map(|_| Some((0..size).map(|_| byte()).collect::<Vec<u8>>()));
    Arc::new(rows.collect::<BinaryArray>())
}

fn calls() -> Result<Vec<Call>> {
    let mut registry = MemoryFunctionRegistry::new();
    datafusion_hashlane::register(&mut registry)?;
    let ours = |title, name, algorithm| Ok(Call { title, function: registry.udf(name)?, algorithm: Some(algorithm) });
    let own = Call {
        title: "sha256(x), DataFusion's own",
        function: datafusion_functions::crypto::sha256(),
        algorithm: None,
    };
    let calls = [
        Ok(own),
        ours("hashlane_digest('sha256', x)", "hashlane_digest", "sha256"),
        ours("hashlane_hex('sha256', x)", "hashlane_hex", "sha256"),
        ours("hashlane_row('sha256', x)", "hashlane_row", "sha256"),
        ours("hashlane_digest('sha3-256', x)", "hashlane_digest", "sha3-256"),
        ours("hashlane_digest('kt128', x)", "hashlane_digest", "kt128"),
    ];
    calls.into_iter().collect()
}

/// The least nanoseconds a row of each call.
fn measure(calls: &[Call], values: &ArrayRef, rounds: usize) -> Result<Vec<f64>> {
    let mut least = vec![f64::INFINITY; calls.len()];
    for _ in 0..rounds {
        for (call, least) in calls.iter().zip(&mut least) {
            let start = Instant::now();
            std::hint::black_box(call.run(values)?);
            *least = least.min(start.elapsed().as_nanos() as f64 / ROWS as f64);
        }
    }
    Ok(least)
}

fn main() -> Result<()> {
    let rounds = std::env::args().nth(1).map_or(200, |text| text.parse().expect("a number of rounds"));
    let calls = calls()?;
    let columns: Vec<_> = SIZES.iter().map(|&size| values(size)).collect();
    let mut times = Vec::new();
    for column in &columns {
        let [own, ours] =
            [&calls[0], &calls[1]].map(|call| call.run(column).and_then(|c| Ok(cast(&c, &DataType::Binary)?)));
        assert_eq!(own?.as_ref(), ours?.as_ref(), "the digests differ");
        times.push(measure(&calls, column, rounds)?);
    }
    println!("| ns a row | {} |", SIZES.map(|size| format!("{size} bytes")).join(" | "));
    println!("|---|{}", "---:|".repeat(SIZES.len()));
    for (i, call) in calls.iter().enumerate() {
        let cells = times.iter().map(|each| format!("{:.0} ({:.1})", each[i], each[0] / each[i]));
        println!("| {} | {} |", call.title, cells.collect::<Vec<_>>().join(" | "));
    }
    Ok(())
}
