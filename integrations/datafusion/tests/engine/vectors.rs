// SPDX-License-Identifier: Apache-2.0 OR MIT
//! integrations/row/vectors.json: rows and columns.

use std::sync::Arc;

use arrow::array::{ArrayRef, Int32Array};
use arrow::compute::take;
use serde_json::Value;

use crate::values::{column, other_types};
use crate::{batch, hex, make_table, one, session};

fn vectors() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../row/vectors.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// What differs from the digests of a row, whose values are in these columns.
fn wrong_row(row: &Value, columns: &[ArrayRef]) -> Vec<String> {
    let context = session(1);
    make_table(&context, vec![vec![batch(columns.to_vec(), 1)]]);
    let names: String = (0..columns.len()).map(|k| format!(", c{k}")).collect();
    let mut wrong = Vec::new();
    for (algorithm, digest) in row["digests"].as_object().unwrap() {
        let got = hex(&one(&context, &format!("SELECT hashlane_row('{algorithm}'{names}) FROM t")));
        if got != digest.as_str().unwrap() {
            wrong.push(format!("{} of {columns:?}, {algorithm}: {got}", row["name"]));
        }
    }
    wrong
}

#[test]
fn rows() {
    let (mut tried, mut missing) = (0, Vec::new());
    for row in vectors()["rows"].as_array().unwrap() {
        let values = row["values"].as_array().unwrap().iter();
        let Some(columns) = values.map(|value| column(&[value])).collect::<Option<Vec<_>>>() else {
            missing.push(row["name"].as_str().unwrap().to_owned());
            continue;
        };
        assert_eq!(wrong_row(row, &columns), [""; 0]);
        if let [only] = &columns[..] {
            for other in other_types(only) {
                assert_eq!(wrong_row(row, &[other]), [""; 0]);
                tried += 1;
            }
        }
        tried += 1;
    }
    let no_type = |name: &String| name.starts_with("integer ");
    assert!(missing.iter().all(no_type) && missing.len() == 5, "{missing:?}");
    println!("{tried} rows");
    assert!(tried > 250, "{tried}");
}

#[test]
fn a_wrong_digest_is_found() {
    let all = vectors();
    let mut row = all["rows"][1].clone();
    let columns = [column(&[&row["values"][0]]).unwrap()];
    assert_eq!(wrong_row(&row, &columns), [""; 0]);
    row["digests"]["sha256"] = all["rows"][2]["digests"]["sha256"].clone();
    assert_eq!(wrong_row(&row, &columns).len(), 1);
}

#[test]
fn columns() {
    let mut tried = 0;
    for vector in vectors()["columns"].as_array().unwrap() {
        let values: Vec<&Value> = vector["values"].as_array().unwrap().iter().collect();
        let Some(values) = column(&values) else { continue }; // of several kinds
        for values in other_types(&values).into_iter().chain([values]) {
            let (context, rows) = (session(1), values.len());
            // The table has the rows backwards, so that they must be sorted.
            let order = Int32Array::from_iter_values((0..rows as i32).rev());
            let whole = batch(vec![take(&values, &order, None).unwrap(), Arc::new(order)], rows);
            make_table(&context, vec![vec![whole.slice(0, rows / 2), whole.slice(rows / 2, rows - rows / 2)]]);
            for name in ["agg", "set_agg", "merkle_root"] {
                let Some(digests) = vector[name].as_object() else { continue };
                for (algorithm, digest) in digests {
                    let sql = format!("SELECT hashlane_{name}('{algorithm}', c0 ORDER BY c1) FROM t");
                    let got = hex(&one(&context, &sql));
                    assert_eq!(got, digest.as_str().unwrap(), "{name} of {}, {algorithm}", vector["name"]);
                    tried += 1;
                }
            }
        }
    }
    println!("{tried} aggregates");
    assert!(tried > 500, "{tried}");
}
