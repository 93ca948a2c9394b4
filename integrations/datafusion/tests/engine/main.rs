// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The functions in the released DataFusion.

mod aggregates;
mod functions;
mod keys;
mod values;
mod vectors;

use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray, RecordBatch};
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field, Schema};
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};

/// A session with the functions, and with the keys `first` and `second`.
fn session(partitions: usize) -> SessionContext {
    let mut context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(partitions));
    let keys = datafusion_hashlane::Keys::new().with("first", b"key").and_then(|keys| keys.with("second", &[1; 32]));
    datafusion_hashlane::register_with_keys(&mut context, keys.unwrap()).unwrap();
    context
}

/// A batch with the columns c0, c1, and so on. `rows` counts where there is no column.
fn batch(columns: Vec<ArrayRef>, rows: usize) -> RecordBatch {
    let field = |(i, column): (usize, &ArrayRef)| Field::new(format!("c{i}"), column.data_type().clone(), true);
    let schema = Schema::new(columns.iter().enumerate().map(field).collect::<Vec<_>>());
    let options = arrow::record_batch::RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::new(schema), columns, &options).unwrap()
}

/// Makes `partitions` of batches the table t.
fn make_table(context: &SessionContext, partitions: Vec<Vec<RecordBatch>>) {
    let table = MemTable::try_new(partitions[0][0].schema(), partitions).unwrap();
    context.deregister_table("t").unwrap();
    context.register_table("t", Arc::new(table)).unwrap();
}

/// A session whose table t has one column.
fn with_column(column: ArrayRef) -> SessionContext {
    let (context, rows) = (session(1), column.len());
    make_table(&context, vec![vec![batch(vec![column], rows)]]);
    context
}

fn run(context: &SessionContext, sql: &str) -> Result<Vec<RecordBatch>> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async { context.sql(sql).await?.collect().await })
}

/// The first column of the result, as bytes.
fn column(context: &SessionContext, sql: &str) -> Vec<Option<Vec<u8>>> {
    let batches = run(context, sql).unwrap_or_else(|error| panic!("{sql}: {error}"));
    let mut all = Vec::new();
    for batch in batches {
        let bytes = cast(batch.column(0), &DataType::Binary).unwrap();
        all.extend(bytes.as_binary::<i32>().iter().map(|value| value.map(<[u8]>::to_vec)));
    }
    all
}

/// The one value of a result that is not null.
fn one(context: &SessionContext, sql: &str) -> Vec<u8> {
    let values = column(context, sql);
    let [Some(value)] = &values[..] else { panic!("{sql}: not one value") };
    value.clone()
}

/// The text of the error.
fn reason(context: &SessionContext, sql: &str) -> String {
    match run(context, sql) {
        Ok(_) => panic!("{sql}: no error"),
        Err(error) => error.to_string(),
    }
}

fn sha256(message: impl AsRef<[u8]>) -> Vec<u8> {
    hashlane::Sha256::digest(message).to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
