// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Arguments that are the same in all rows.

use datafusion_common::ScalarValue;

/// The text of a constant; `None` where it is null. An error where it is no text.
pub(crate) fn text<'a>(what: &str, value: &'a ScalarValue) -> Result<Option<&'a str>, String> {
    if value.is_null() {
        return Ok(None);
    }
    value.try_as_str().ok_or_else(|| format!("{what} is no text"))
}

/// The bytes of a constant that is text or bytes; `None` where it is null.
pub(crate) fn bytes<'a>(what: &str, value: &'a ScalarValue) -> Result<Option<&'a [u8]>, String> {
    match value {
        ScalarValue::Binary(v) | ScalarValue::LargeBinary(v) | ScalarValue::BinaryView(v) => Ok(v.as_deref()),
        ScalarValue::FixedSizeBinary(_, v) => Ok(v.as_deref()),
        _ if value.is_null() => Ok(None),
        _ => match value.try_as_str() {
            Some(text) => Ok(text.map(str::as_bytes)),
            None => Err(format!("{what} is neither text nor bytes")),
        },
    }
}

/// A constant of any integer type; `None` where it is null.
pub(crate) fn integer(what: &str, value: &ScalarValue) -> Result<Option<i64>, String> {
    if value.is_null() {
        return Ok(None);
    }
    let number: Option<i128> = match *value {
        ScalarValue::Int8(v) => v.map(Into::into),
        ScalarValue::Int16(v) => v.map(Into::into),
        ScalarValue::Int32(v) => v.map(Into::into),
        ScalarValue::Int64(v) => v.map(Into::into),
        ScalarValue::UInt8(v) => v.map(Into::into),
        ScalarValue::UInt16(v) => v.map(Into::into),
        ScalarValue::UInt32(v) => v.map(Into::into),
        ScalarValue::UInt64(v) => v.map(Into::into),
        _ => return Err(format!("{what} is no integer")),
    };
    Ok(number.map(|n| n.clamp(i64::MIN.into(), i64::MAX.into()) as i64))
}
