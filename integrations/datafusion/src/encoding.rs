// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The encoding of values of docs/ROW.md. Each function appends one value to a message.

const FALSE: u8 = 1;
const TRUE: u8 = 2;
const NOT_NEGATIVE: u8 = 3;
const NEGATIVE: u8 = 4;
const FLOAT64: u8 = 5;
const DECIMAL: u8 = 6;
const BYTES: u8 = 7;
const TEXT: u8 = 8;
const LIST: u8 = 13;
const STRUCT: u8 = 14;

/// The first byte of an integer that counts days or nanoseconds.
#[derive(Clone, Copy)]
pub(crate) enum Count {
    Date = 9,
    Time = 10,
    LocalTime = 11,
    Instant = 12,
}

/// SP 800-185, section 2.3.1.
fn left_encode(x: u128, to: &mut Vec<u8>) {
    let bytes = x.to_be_bytes();
    let first = bytes.iter().position(|&b| b != 0).unwrap_or(15);
    to.push((16 - first) as u8);
    to.extend_from_slice(&bytes[first..]);
}

/// SP 800-185, section 2.3.2.
fn encode_string(s: &[u8], to: &mut Vec<u8>) {
    left_encode(s.len() as u128 * 8, to);
    to.extend_from_slice(s);
}

/// The beginning of a message: what it is for.
pub(crate) fn domain(name: &str, to: &mut Vec<u8>) {
    encode_string(name.as_bytes(), to);
}

/// The beginning of the message of a row with as many columns.
pub(crate) fn start_row(columns: usize, to: &mut Vec<u8>) {
    domain("hashlane_row", to);
    structure(columns, to);
}

pub(crate) fn null(to: &mut Vec<u8>) {
    to.push(0);
}

pub(crate) fn boolean(value: bool, to: &mut Vec<u8>) {
    to.push(if value { TRUE } else { FALSE });
}

pub(crate) fn integer(value: i128, to: &mut Vec<u8>) {
    to.push(if value < 0 { NEGATIVE } else { NOT_NEGATIVE });
    left_encode(value.unsigned_abs(), to);
}

pub(crate) fn float64(value: f64, to: &mut Vec<u8>) {
    let bits = if value.is_nan() {
        0x7ff8_0000_0000_0000
    } else if value == 0.0 {
        0
    } else {
        value.to_bits()
    };
    to.push(FLOAT64);
    to.extend_from_slice(&bits.to_be_bytes());
}

/// `coefficient * 10^-scale`.
pub(crate) fn decimal(mut coefficient: i128, scale: i8, to: &mut Vec<u8>) {
    let mut exponent = if coefficient == 0 { 0 } else { -i128::from(scale) };
    while coefficient != 0 && coefficient % 10 == 0 {
        coefficient /= 10;
        exponent += 1;
    }
    to.push(DECIMAL);
    integer(coefficient, to);
    integer(exponent, to);
}

pub(crate) fn bytes(value: &[u8], to: &mut Vec<u8>) {
    to.push(BYTES);
    encode_string(value, to);
}

pub(crate) fn text(value: &str, to: &mut Vec<u8>) {
    to.push(TEXT);
    encode_string(value.as_bytes(), to);
}

/// Days of a date, or nanoseconds.
pub(crate) fn count(of: Count, value: i128, to: &mut Vec<u8>) {
    to.push(of as u8);
    integer(value, to);
}

/// `values` values follow.
pub(crate) fn list(values: usize, to: &mut Vec<u8>) {
    to.push(LIST);
    left_encode(values as u128, to);
}

/// `fields` values follow.
pub(crate) fn structure(fields: usize, to: &mut Vec<u8>) {
    to.push(STRUCT);
    left_encode(fields as u128, to);
}
