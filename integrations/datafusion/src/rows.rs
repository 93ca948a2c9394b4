// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Values of Arrow's columns, encoded as docs/ROW.md says, and the digests of such messages.

use arrow::array::{Array, ArrayRef, ArrowPrimitiveType, AsArray, FixedSizeBinaryArray, OffsetSizeTrait};
use arrow::datatypes::*;
use datafusion_common::Result;
use hashlane::Offsets;

use crate::columns::Digester;
use crate::encoding::{self, Count};
use crate::run_error;

/// What writes value `i` of a column, or says why it cannot.
pub(crate) type Encoder<'a> = Box<dyn Fn(usize, &mut Vec<u8>) -> Written + 'a>;
type Written = Result<(), &'static str>;

const DAY_IN_MILLISECONDS: i64 = 86_400_000;
const DAY_IN_NANOSECONDS: i128 = DAY_IN_MILLISECONDS as i128 * 1_000_000;

fn nanoseconds(unit: TimeUnit) -> i128 {
    match unit {
        TimeUnit::Second => 1_000_000_000,
        TimeUnit::Millisecond => 1_000_000,
        TimeUnit::Microsecond => 1_000,
        TimeUnit::Nanosecond => 1,
    }
}

/// An error that names the type, where a value of it has no encoding.
pub(crate) fn check_type(data_type: &DataType) -> Result<(), String> {
    use DataType::*;
    match data_type {
        Null | Boolean | Date32 | Date64 | Time32(_) | Time64(_) | Timestamp(..) => Ok(()),
        Decimal32(..) | Decimal64(..) | Decimal128(..) | FixedSizeBinary(_) => Ok(()),
        List(field) | LargeList(field) | FixedSizeList(field, _) | ListView(field) | LargeListView(field) => {
            check_field(field)
        }
        Struct(fields) => fields.iter().try_for_each(|field| check_field(field)),
        Dictionary(_, values) => check_type(values),
        other if other.is_integer() || other.is_floating() || other.is_string() || other.is_binary() => Ok(()),
        other => Err(format!("{other} has no encoding in a row")),
    }
}

/// The same of a field, which may have an extension type.
pub(crate) fn check_field(field: &Field) -> Result<(), String> {
    match field.extension_type_name() {
        Some(name) => Err(format!("the extension type {name} has no encoding in a row")),
        None => check_type(field.data_type()),
    }
}

fn values<'a, T: ArrowPrimitiveType>(
    array: &'a dyn Array,
    write: impl Fn(T::Native, &mut Vec<u8>) -> Written + 'a,
) -> Encoder<'a> {
    let values = array.as_primitive::<T>();
    Box::new(move |i, to| write(values.value(i), to))
}

fn integers<T: ArrowPrimitiveType<Native: Into<i128>>>(array: &dyn Array) -> Encoder<'_> {
    values::<T>(array, |value, to| {
        encoding::integer(value.into(), to);
        Ok(())
    })
}

fn floats<T: ArrowPrimitiveType<Native: Into<f64>>>(array: &dyn Array) -> Encoder<'_> {
    values::<T>(array, |value, to| {
        encoding::float64(value.into(), to);
        Ok(())
    })
}

fn decimals<T: ArrowPrimitiveType<Native: Into<i128>>>(array: &dyn Array, scale: i8) -> Encoder<'_> {
    values::<T>(array, move |value, to| {
        encoding::decimal(value.into(), scale, to);
        Ok(())
    })
}

fn moments<T: ArrowPrimitiveType<Native: Into<i128>>>(array: &dyn Array, unit: TimeUnit, of: Count) -> Encoder<'_> {
    values::<T>(array, move |value, to| {
        let count = value.into() * nanoseconds(unit);
        if matches!(of, Count::Time) && !(0..=DAY_IN_NANOSECONDS).contains(&count) {
            return Err("a time is not within 00:00:00 and 24:00:00");
        }
        encoding::count(of, count, to);
        Ok(())
    })
}

fn dates_in_milliseconds(array: &dyn Array) -> Encoder<'_> {
    values::<Date64Type>(array, |value, to| {
        if value % DAY_IN_MILLISECONDS != 0 {
            return Err("a date is not a whole number of days");
        }
        encoding::count(Count::Date, (value / DAY_IN_MILLISECONDS).into(), to);
        Ok(())
    })
}

fn timestamps(array: &dyn Array, unit: TimeUnit, has_zone: bool) -> Encoder<'_> {
    let of = if has_zone { Count::Instant } else { Count::LocalTime };
    match unit {
        TimeUnit::Second => moments::<TimestampSecondType>(array, unit, of),
        TimeUnit::Millisecond => moments::<TimestampMillisecondType>(array, unit, of),
        TimeUnit::Microsecond => moments::<TimestampMicrosecondType>(array, unit, of),
        TimeUnit::Nanosecond => moments::<TimestampNanosecondType>(array, unit, of),
    }
}

fn times(array: &dyn Array, unit: TimeUnit) -> Encoder<'_> {
    match unit {
        TimeUnit::Second => moments::<Time32SecondType>(array, unit, Count::Time),
        TimeUnit::Millisecond => moments::<Time32MillisecondType>(array, unit, Count::Time),
        TimeUnit::Microsecond => moments::<Time64MicrosecondType>(array, unit, Count::Time),
        TimeUnit::Nanosecond => moments::<Time64NanosecondType>(array, unit, Count::Time),
    }
}

fn texts<'a>(value: impl Fn(usize) -> &'a str + 'a) -> Encoder<'a> {
    Box::new(move |i, to| {
        encoding::text(value(i), to);
        Ok(())
    })
}

fn binaries<'a>(value: impl Fn(usize) -> &'a [u8] + 'a) -> Encoder<'a> {
    Box::new(move |i, to| {
        encoding::bytes(value(i), to);
        Ok(())
    })
}

/// Lists, where `range(i)` are the values of list `i`.
fn lists<'a>(values: &'a ArrayRef, range: impl Fn(usize) -> (usize, usize) + 'a) -> Result<Encoder<'a>> {
    let inner = encoder(values)?;
    Ok(Box::new(move |i, to| {
        let (first, end) = range(i);
        encoding::list(end - first, to);
        (first..end).try_for_each(|k| inner(k, to))
    }))
}

fn lists_with_offsets<O: OffsetSizeTrait>(array: &dyn Array) -> Result<Encoder<'_>> {
    let list = array.as_list::<O>();
    let offsets = list.value_offsets();
    lists(list.values(), move |i| (offsets[i].as_usize(), offsets[i + 1].as_usize()))
}

fn list_views<O: OffsetSizeTrait>(array: &dyn Array) -> Result<Encoder<'_>> {
    let list = array.as_list_view::<O>();
    let (offsets, sizes) = (list.value_offsets(), list.value_sizes());
    lists(list.values(), move |i| (offsets[i].as_usize(), offsets[i].as_usize() + sizes[i].as_usize()))
}

fn fixed_lists(array: &dyn Array, size: usize) -> Result<Encoder<'_>> {
    lists(array.as_fixed_size_list().values(), move |i| (i * size, (i + 1) * size))
}

fn structs(array: &dyn Array) -> Result<Encoder<'_>> {
    let fields = array.as_struct().columns().iter().map(|column| encoder(column)).collect::<Result<Vec<_>>>()?;
    Ok(Box::new(move |i, to| {
        encoding::structure(fields.len(), to);
        fields.iter().try_for_each(|field| field(i, to))
    }))
}

fn entries(array: &dyn Array) -> Result<Encoder<'_>> {
    let dictionary = array.as_any_dictionary();
    if dictionary.values().is_empty() {
        return Ok(nulls()); // there is no key but null
    }
    let inner = encoder(dictionary.values())?;
    let keys = dictionary.normalized_keys();
    Ok(Box::new(move |i, to| inner(keys[i], to)))
}

/// What writes the values of a column that are no nulls.
fn plain_encoder(array: &dyn Array) -> Result<Encoder<'_>> {
    Ok(match array.data_type() {
        DataType::Boolean => {
            let values = array.as_boolean();
            Box::new(move |i, to| {
                encoding::boolean(values.value(i), to);
                Ok(())
            })
        }
        DataType::Int8 => integers::<Int8Type>(array),
        DataType::Int16 => integers::<Int16Type>(array),
        DataType::Int32 => integers::<Int32Type>(array),
        DataType::Int64 => integers::<Int64Type>(array),
        DataType::UInt8 => integers::<UInt8Type>(array),
        DataType::UInt16 => integers::<UInt16Type>(array),
        DataType::UInt32 => integers::<UInt32Type>(array),
        DataType::UInt64 => integers::<UInt64Type>(array),
        DataType::Float16 => floats::<Float16Type>(array),
        DataType::Float32 => floats::<Float32Type>(array),
        DataType::Float64 => floats::<Float64Type>(array),
        DataType::Decimal32(_, scale) => decimals::<Decimal32Type>(array, *scale),
        DataType::Decimal64(_, scale) => decimals::<Decimal64Type>(array, *scale),
        DataType::Decimal128(_, scale) => decimals::<Decimal128Type>(array, *scale),
        DataType::Date32 => values::<Date32Type>(array, |value, to| {
            encoding::count(Count::Date, value.into(), to);
            Ok(())
        }),
        DataType::Date64 => dates_in_milliseconds(array),
        DataType::Time32(unit) | DataType::Time64(unit) => times(array, *unit),
        DataType::Timestamp(unit, zone) => timestamps(array, *unit, zone.is_some()),
        DataType::Binary => binaries(|i| array.as_binary::<i32>().value(i)),
        DataType::LargeBinary => binaries(|i| array.as_binary::<i64>().value(i)),
        DataType::BinaryView => binaries(|i| array.as_binary_view().value(i)),
        DataType::FixedSizeBinary(_) => binaries(|i| array.as_fixed_size_binary().value(i)),
        DataType::Utf8 => texts(|i| array.as_string::<i32>().value(i)),
        DataType::LargeUtf8 => texts(|i| array.as_string::<i64>().value(i)),
        DataType::Utf8View => texts(|i| array.as_string_view().value(i)),
        DataType::List(_) => lists_with_offsets::<i32>(array)?,
        DataType::LargeList(_) => lists_with_offsets::<i64>(array)?,
        DataType::FixedSizeList(_, size) => fixed_lists(array, *size as usize)?,
        DataType::ListView(_) => list_views::<i32>(array)?,
        DataType::LargeListView(_) => list_views::<i64>(array)?,
        DataType::Struct(_) => structs(array)?,
        DataType::Dictionary(..) => entries(array)?,
        other => return Err(run_error(format!("{other} has no encoding in a row"))),
    })
}

fn nulls<'a>() -> Encoder<'a> {
    Box::new(|_, to| {
        encoding::null(to);
        Ok(())
    })
}

/// What writes the values of a column.
pub(crate) fn encoder(array: &dyn Array) -> Result<Encoder<'_>> {
    if *array.data_type() == DataType::Null {
        return Ok(nulls());
    }
    let plain = plain_encoder(array)?;
    let Some(nulls) = array.nulls().filter(|nulls| nulls.null_count() != 0) else { return Ok(plain) };
    Ok(Box::new(move |i, to| {
        if nulls.is_valid(i) {
            return plain(i, to);
        }
        encoding::null(to);
        Ok(())
    }))
}

/// The digests of messages that are written one after the other. It keeps up to 64 KiB of messages, or one longer
/// message, and all digests.
pub(crate) struct Messages {
    by: Digester,
    written: Vec<u8>,
    ends: Vec<usize>,
    digests: Vec<u8>,
}

impl Messages {
    const MOST: usize = 65536;

    pub(crate) fn new(by: Digester) -> Self {
        Self { by, written: Vec::new(), ends: vec![0], digests: Vec::new() }
    }
    /// Appends one message, which `write` writes.
    pub(crate) fn push(&mut self, write: impl FnOnce(&mut Vec<u8>) -> Written) -> Result<()> {
        write(&mut self.written).map_err(run_error)?;
        self.ends.push(self.written.len());
        if self.written.len() >= Self::MOST { self.digest_pending() } else { Ok(()) }
    }
    fn digest_pending(&mut self) -> Result<()> {
        let messages = Offsets::new(&self.written, &self.ends).map_err(run_error)?;
        self.by.append(&messages, &mut self.digests)?;
        self.written.clear();
        self.written.shrink_to(2 * Self::MOST);
        self.ends.truncate(1);
        Ok(())
    }
    /// The digests of all messages, one after the other.
    pub(crate) fn digests(&mut self) -> Result<&mut Vec<u8>> {
        self.digest_pending()?;
        Ok(&mut self.digests)
    }
    /// What makes the digests.
    pub(crate) fn digester(&self) -> &Digester {
        &self.by
    }
    /// The number of bytes of all digests, those included that are still to come.
    pub(crate) fn bytes_of_digests(&self) -> usize {
        self.digests.len() + (self.ends.len() - 1) * self.by.size
    }
    /// The bytes of memory.
    pub(crate) fn memory(&self) -> usize {
        self.written.capacity() + self.ends.capacity() * size_of::<usize>() + self.digests.capacity()
    }
}

/// The digests of `hashlane_row` for `rows` rows. A column that is the same in all of them has one value.
pub(crate) fn digest(columns: &[(ArrayRef, bool)], rows: usize, by: Digester) -> Result<FixedSizeBinaryArray> {
    let encoders = columns.iter().map(|(column, _)| encoder(column)).collect::<Result<Vec<_>>>()?;
    let mut messages = Messages::new(by);
    for row in 0..rows {
        messages.push(|to| {
            encoding::start_row(encoders.len(), to);
            let each = encoders.iter().zip(columns);
            each.into_iter().try_for_each(|(write, (_, is_constant))| write(if *is_constant { 0 } else { row }, to))
        })?;
    }
    let digests = std::mem::take(messages.digests()?);
    messages.digester().made(digests, None, rows)
}
