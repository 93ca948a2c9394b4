// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Groups, partitions and errors of the aggregates. vectors.rs has their values.

use std::sync::Arc;

use arrow::array::{Int32Array, StringArray};
use arrow::datatypes::DataType;
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::SessionContext;

use crate::{batch, column, make_table, one, reason, session};

const ROWS: i32 = 20_000;

/// Rows with a number, a group and a text, in so many partitions.
fn table(partitions: usize, target: usize) -> SessionContext {
    let numbers = Int32Array::from_iter_values(0..ROWS);
    let groups = Int32Array::from_iter_values((0..ROWS).map(|i| i % 50));
    let texts = StringArray::from_iter_values((0..ROWS).map(|i| format!("row {i}")));
    let whole = batch(vec![Arc::new(numbers), Arc::new(groups), Arc::new(texts)], ROWS as usize);
    let context = session(target);
    let each = ROWS as usize / partitions;
    make_table(&context, (0..partitions).map(|k| vec![whole.slice(k * each, each)]).collect());
    context
}

#[test]
fn groups() {
    let context = table(1, 1);
    for name in ["agg", "set_agg", "merkle_root"] {
        let sql = format!("SELECT hashlane_{name}('sha256', c2 ORDER BY c0) FROM t GROUP BY c1 ORDER BY c1");
        let got = column(&context, &sql);
        assert_eq!(got.len(), 50);
        for g in [0, 7, 49] {
            let alone = format!("SELECT hashlane_{name}('sha256', c2 ORDER BY c0) FROM t WHERE c1 = {g}");
            assert_eq!(got[g].as_deref(), Some(&one(&context, &alone)[..]), "{name}, group {g}");
        }
        let forwards = one(&context, &format!("SELECT hashlane_{name}('sha256', c2 ORDER BY c0) FROM t"));
        let back = one(&context, &format!("SELECT hashlane_{name}('sha256', c2 ORDER BY c0 DESC) FROM t"));
        assert_eq!(forwards == back, name == "set_agg");
        let turned = format!("SELECT hashlane_{name}('sha256', c2 ORDER BY c0 DESC) FROM t GROUP BY c1 ORDER BY c1");
        assert_eq!(column(&context, &turned) == got, name == "set_agg");
        let none = format!("SELECT hashlane_{name}('sha256', c2 ORDER BY c0) FROM t WHERE c0 < 0");
        assert_eq!(column(&context, &none), [None]);
        let some = format!("SELECT hashlane_{name}('sha256', c2 ORDER BY c0) FILTER (WHERE c1 = 7) FROM t");
        assert_eq!(got[7].as_deref(), Some(&one(&context, &some)[..]));
    }
}

/// A set does not mind in which partition a row is, and the others say that they do.
#[test]
fn partitions() {
    let (single, several) = (table(1, 1), table(4, 4));
    for more in ["", " GROUP BY c1 ORDER BY c1"] {
        let sql = format!("SELECT hashlane_set_agg('sha256', c2) FROM t{more}");
        assert_eq!(column(&single, &sql), column(&several, &sql), "{more}");
    }
    for name in ["agg", "merkle_root"] {
        let got = reason(&several, &format!("SELECT hashlane_{name}('sha256', c2 ORDER BY c0) FROM t"));
        let text = "hashlane: the rows of an aggregate in order are in several partitions: \
                    SET datafusion.execution.target_partitions = 1";
        assert!(got.contains(text), "{got}");
    }
}

/// The types of the columns that a plan and the plans below it give.
fn types_of(plan: &Arc<dyn ExecutionPlan>) -> Vec<DataType> {
    let mut all: Vec<_> = plan.schema().fields().iter().map(|field| field.data_type().clone()).collect();
    plan.children().into_iter().for_each(|child| all.extend(types_of(child)));
    all
}

/// The digests of many groups stand in one array, which may have more than 2 GiB.
#[test]
fn offsets_of_64_bits() {
    let context = table(4, 4);
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let sql = "SELECT c1, hashlane_set_agg('sha256', c2) FROM t GROUP BY c1";
    let plan = runtime.block_on(async { context.sql(sql).await?.create_physical_plan().await }).unwrap();
    let types = types_of(&plan);
    assert!(types.contains(&DataType::LargeBinary), "{types:?}");
    assert_eq!(plan.schema().field(1).data_type(), &DataType::Binary);
}

#[test]
fn errors() {
    let context = table(1, 1);
    let order = "the order of the rows is not known: write hashlane_agg(algorithm, value ORDER BY ...)";
    for (call, text) in [
        ("agg('sha256', c2)", order),
        ("merkle_root('sha256', c2)", "the order of the rows is not known"),
        ("agg('sha26', c2 ORDER BY c0)", "no such algorithm: sha26; did you mean sha256?"),
        ("set_agg(c2, c2)", "the algorithm of an aggregate must be a constant"),
        ("set_agg(NULL, c2)", "the algorithm of an aggregate is NULL"),
        ("set_agg(DISTINCT 'sha256', c2)", "hashlane_set_agg does not take DISTINCT"),
        ("set_agg('sha256')", "hashlane_set_agg takes 2 arguments"),
        ("set_agg('sha256', INTERVAL '1 day')", "Interval(MonthDayNano) has no encoding in a row"),
        ("merkle_root('sha256', c0 ORDER BY c0)", "a leaf is text or bytes, and not NULL"),
        ("merkle_root('sha256', NULL ORDER BY c0)", "a leaf is text or bytes, and not NULL"),
        ("merkle_root('sha256', CASE WHEN c0 <> 5 THEN c2 END ORDER BY c0)", "a leaf is text or bytes, and not NULL"),
    ] {
        let got = reason(&context, &format!("SELECT hashlane_{call} FROM t"));
        assert!(got.contains(&format!("hashlane: {text}")), "{call}: {got}");
    }
}
