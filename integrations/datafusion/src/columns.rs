// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Columns of text and bytes, whose values are digested side by side, and the columns that come of it.

use std::marker::PhantomData;
use std::sync::Arc;

use arrow::array::{
    Array, ArrayAccessor, ArrayRef, AsArray, BinaryArray, FixedSizeBinaryArray, LargeBinaryArray, StringArray,
};
use arrow::buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow::compute::take;
use arrow::datatypes::DataType;
use datafusion_common::Result;
use hashlane::{AnyHash, Messages, Threads};

use crate::run_error;

/// A hash, an XOF or a MAC with its key, and the size of what it gives.
pub(crate) struct Digester {
    pub(crate) state: AnyHash,
    pub(crate) size: usize,
}

impl Digester {
    /// With the usual size.
    pub(crate) fn new(state: AnyHash) -> Self {
        let size = state.algorithm().digest_size();
        Self { state, size }
    }
    /// Appends the digest of each message to `digests`.
    pub(crate) fn append<M: Messages + ?Sized>(&self, messages: &M, digests: &mut Vec<u8>) -> Result<()> {
        if messages.count() == 0 || self.size == 0 {
            return Ok(());
        }
        let before = digests.len();
        digests.resize(before + messages.count() * self.size, 0);
        self.state.finalize_many(messages, &mut digests[before..], Threads::One).map_err(run_error)
    }
    /// A column of the digests of a column of messages.
    fn column<M: Messages + ?Sized>(&self, messages: &M, nulls: Option<&NullBuffer>) -> Result<FixedSizeBinaryArray> {
        let mut digests = Vec::new();
        self.append(messages, &mut digests)?;
        self.made(digests, nulls.cloned(), messages.count())
    }
    /// A column of `rows` digests that are there.
    pub(crate) fn made(
        &self,
        digests: Vec<u8>,
        nulls: Option<NullBuffer>,
        rows: usize,
    ) -> Result<FixedSizeBinaryArray> {
        Ok(FixedSizeBinaryArray::try_new_with_len(self.size as i32, Buffer::from_vec(digests), nulls, rows)?)
    }
}

/// The values of a column as messages. What a null has there is digested too, and covered by the null.
struct Values<'a, A>(A, PhantomData<&'a [u8]>);

impl<'a, A: ArrayAccessor<Item = &'a [u8]> + Sync> Messages for Values<'a, A> {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn message(&self, i: usize) -> &[u8] {
        self.0.value(i)
    }
}

/// What is done with the values of a column of text or bytes.
pub(crate) trait Visit {
    type Result;
    fn visit<M: Messages>(self, values: &M, nulls: Option<&NullBuffer>) -> Result<Self::Result>;
}

fn values<'a, A, V>(array: A, visitor: V) -> Result<V::Result>
where
    A: ArrayAccessor<Item = &'a [u8]> + Sync,
    V: Visit,
{
    let nulls = array.nulls().cloned();
    visitor.visit(&Values(array, PhantomData), nulls.as_ref())
}

/// Has a column of this type bytes to digest?
pub(crate) fn has_bytes(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => has_bytes(values),
        DataType::Null | DataType::FixedSizeBinary(_) => true,
        other => other.is_string() || other.is_binary(),
    }
}

/// Gives the values of a column to a visitor. The memory is not copied, but for dictionaries, whose values are looked
/// up.
pub(crate) fn visit<V: Visit>(array: &dyn Array, visitor: V) -> Result<V::Result> {
    match array.data_type() {
        DataType::Binary => values(array.as_binary::<i32>(), visitor),
        DataType::LargeBinary => values(array.as_binary::<i64>(), visitor),
        DataType::BinaryView => values(array.as_binary_view(), visitor),
        DataType::FixedSizeBinary(_) => values(array.as_fixed_size_binary(), visitor),
        DataType::Utf8 => values(&BinaryArray::from(array.as_string::<i32>().clone()), visitor),
        DataType::LargeUtf8 => values(&LargeBinaryArray::from(array.as_string::<i64>().clone()), visitor),
        DataType::Utf8View => values(&array.as_string_view().clone().to_binary_view(), visitor),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            visit(&*take(dictionary.values(), dictionary.keys(), None)?, visitor)
        }
        other => Err(run_error(format!("{other} has no bytes to digest"))),
    }
}

struct Digests<'a>(&'a Digester);

impl Visit for Digests<'_> {
    type Result = FixedSizeBinaryArray;
    fn visit<M: Messages>(self, values: &M, nulls: Option<&NullBuffer>) -> Result<FixedSizeBinaryArray> {
        self.0.column(values, nulls)
    }
}

/// The digests of a column of text or bytes; a null stays null. The values of a dictionary are digested once each,
/// unless there are more of them than rows.
pub(crate) fn digest(array: &dyn Array, by: &Digester) -> Result<FixedSizeBinaryArray> {
    if *array.data_type() == DataType::Null {
        return Ok(FixedSizeBinaryArray::new_null(by.size as i32, array.len()));
    }
    if let Some(dictionary) = array.as_any_dictionary_opt().filter(|d| d.values().len() <= d.len()) {
        let digests = digest(dictionary.values(), by)?;
        return Ok(take(&digests, dictionary.keys(), None)?.as_fixed_size_binary().clone());
    }
    visit(array, Digests(by))
}

/// The digits of a column of digests, in lower case.
pub(crate) fn hex(digests: &FixedSizeBinaryArray) -> Result<ArrayRef> {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let (size, rows) = (2 * digests.value_size(), digests.len());
    if size.saturating_mul(rows) > i32::MAX as usize {
        return Err(run_error("a batch has more than 2 GiB of digits: use smaller batches"));
    }
    let mut digits = vec![0; size * rows];
    for (two, &byte) in digits.chunks_exact_mut(2).zip(digests.value_data()) {
        two[0] = DIGITS[usize::from(byte >> 4)];
        two[1] = DIGITS[usize::from(byte & 15)];
    }
    let offsets = OffsetBuffer::from_repeated_length(size, rows);
    Ok(Arc::new(StringArray::try_new(offsets, Buffer::from_vec(digits), digests.nulls().cloned())?))
}
