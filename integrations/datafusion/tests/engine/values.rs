// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Values of integrations/row/vectors.json as columns of Arrow.

use std::sync::Arc;

use arrow::array::*;
use arrow::buffer::{NullBuffer, OffsetBuffer};
use arrow::compute::{cast, concat};
use arrow::datatypes::{DataType, Field, TimeUnit};
use serde_json::Value;

pub fn kind(value: &Value) -> &str {
    value["kind"].as_str().unwrap()
}

pub fn text(value: &Value) -> &str {
    value["value"].as_str().unwrap()
}

pub fn from_hex(digits: &str) -> Vec<u8> {
    (0..digits.len()).step_by(2).map(|i| u8::from_str_radix(&digits[i..i + 2], 16).unwrap()).collect()
}

/// A column of integers in the narrowest type that has them all; `None` where there is none.
fn integers(values: &[Option<&Value>]) -> Option<ArrayRef> {
    let numbers: Vec<Option<i128>> =
        values.iter().map(|v| v.map(text).map(str::parse).transpose()).collect::<Result<_, _>>().ok()?;
    let wide: ArrayRef = Arc::new(Decimal128Array::from(numbers).with_precision_and_scale(38, 0).ok()?);
    let nulls = wide.null_count();
    let types = [DataType::Int8, DataType::Int16, DataType::Int32, DataType::Int64, DataType::UInt64];
    types.iter().map(|t| cast(&wide, t)).flatten().find(|column| column.null_count() == nulls)
}

/// A decimal as an integer of Arrow and a scale.
fn decimal(number: &str) -> (i128, i8) {
    let (digits, exponent) = number.split_once('e').unwrap_or((number, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let scale = fraction.len() as i32 - exponent.parse::<i32>().unwrap();
    (format!("{whole}{fraction}").parse().unwrap(), scale as i8)
}

fn decimals(values: &[Option<&Value>]) -> ArrayRef {
    let scale = values.iter().flatten().map(|v| decimal(text(v)).1).next().unwrap();
    let numbers = values.iter().map(|v| v.map(|v| decimal(text(v)).0));
    Arc::new(numbers.collect::<Decimal128Array>().with_precision_and_scale(38, scale).unwrap())
}

fn count(value: &Value) -> i128 {
    value["nanoseconds"].as_str().unwrap().parse().unwrap()
}

/// A date and a time in the finest unit that has them all.
fn timestamps(values: &[Option<&Value>], zone: Option<&str>) -> Option<ArrayRef> {
    for (unit, size) in [(TimeUnit::Nanosecond, 1), (TimeUnit::Microsecond, 1000), (TimeUnit::Second, 1_000_000_000)] {
        let one = |v: &Value| (count(v) % size == 0).then(|| i64::try_from(count(v) / size).ok()).flatten();
        if values.iter().flatten().all(|v| one(v).is_some()) {
            let numbers: Int64Array = values.iter().map(|v| v.and_then(one)).collect();
            return cast(&numbers, &DataType::Timestamp(unit, zone.map(Into::into))).ok();
        }
    }
    None
}

fn lists(values: &[Option<&Value>]) -> Option<ArrayRef> {
    let inner: Vec<&Value> = values.iter().flatten().flat_map(|v| v["value"].as_array().unwrap()).collect();
    let items = column(&inner)?;
    let lengths = values.iter().map(|v| v.map_or(0, |v| v["value"].as_array().unwrap().len()));
    let nulls: NullBuffer = values.iter().map(Option::is_some).collect();
    let field = Arc::new(Field::new_list_field(items.data_type().clone(), true));
    Some(Arc::new(ListArray::new(field, OffsetBuffer::from_lengths(lengths), items, Some(nulls))))
}

fn structs(values: &[Option<&Value>]) -> Option<ArrayRef> {
    assert!(values.iter().all(Option::is_some), "a null struct");
    let fields = values.iter().flatten().next()?["value"].as_array().unwrap().len();
    if fields == 0 {
        return Some(Arc::new(StructArray::new_empty_fields(values.len(), None)));
    }
    let null = serde_json::json!({"kind": "null"});
    let mut made = Vec::new();
    for k in 0..fields {
        let of_field: Vec<&Value> = values.iter().map(|v| v.map_or(&null, |v| &v["value"][k])).collect();
        let inner = column(&of_field)?;
        made.push((Arc::new(Field::new(format!("f{k}"), inner.data_type().clone(), true)), inner));
    }
    Some(Arc::new(StructArray::from(made)))
}

/// A column of values of one kind and nulls; `None` where Arrow has no type for them.
pub fn column(values: &[&Value]) -> Option<ArrayRef> {
    let Some(first) = values.iter().find(|v| kind(v) != "null") else {
        return Some(Arc::new(NullArray::new(values.len())));
    };
    if values.iter().any(|v| kind(v) != "null" && kind(v) != kind(first)) {
        return None;
    }
    let some: Vec<Option<&Value>> = values.iter().map(|v| (kind(v) != "null").then_some(*v)).collect();
    let each = some.iter();
    Some(match kind(first) {
        "bool" => Arc::new(each.map(|v| v.map(|v| v["value"].as_bool().unwrap())).collect::<BooleanArray>()),
        "integer" => return integers(&some),
        "float64" => {
            let number = |v: &Value| f64::from_bits(u64::from_str_radix(text(v), 16).unwrap());
            Arc::new(each.map(|v| v.map(number)).collect::<Float64Array>())
        }
        "decimal" => decimals(&some),
        "bytes" => Arc::new(each.map(|v| v.map(|v| from_hex(text(v)))).collect::<BinaryArray>()),
        "text" => Arc::new(each.map(|v| v.map(text)).collect::<StringArray>()),
        "date" => {
            let days = |v: &Value| v["days"].as_str().unwrap().parse::<i32>().unwrap();
            Arc::new(each.map(|v| v.map(days)).collect::<Date32Array>())
        }
        "time" => Arc::new(each.map(|v| v.map(|v| count(v) as i64)).collect::<Time64NanosecondArray>()),
        "local time" => return timestamps(&some, None),
        "instant" => return timestamps(&some, Some("+02:00")),
        "list" => return lists(&some),
        "struct" => return structs(&some),
        other => panic!("the kind {other}"),
    })
}

/// The same values in every other type of Arrow that has them.
pub fn other_types(column: &ArrayRef) -> Vec<ArrayRef> {
    use DataType::*;
    let entry = |values: DataType| Dictionary(Box::new(Int16), Box::new(values));
    let types = match column.data_type() {
        Int8 => vec![Int16, Int32, Int64],
        Int16 | Int32 => vec![Int32, Int64],
        UInt64 => vec![UInt64],
        Binary => vec![LargeBinary, BinaryView, entry(Binary)],
        Utf8 => vec![LargeUtf8, Utf8View, entry(Utf8)],
        Date32 => vec![Date64],
        List(field) => vec![LargeList(field.clone()), ListView(field.clone()), LargeListView(field.clone())],
        _ => vec![],
    };
    let made = types.iter().map(|t| cast(column, t).unwrap()).filter(|made| made.null_count() == column.null_count());
    // A slice, which begins within its memory.
    let twice = concat(&[column.as_ref(), column.as_ref()]).unwrap();
    made.chain([twice.slice(column.len(), column.len())]).collect()
}
