// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The aggregates of docs/ROW.md.

use std::fmt;
use std::sync::Arc;

use arrow::array::{Array, ArrayRef, AsArray};
use arrow::buffer::NullBuffer;
use arrow::datatypes::{DataType, Field, FieldRef};
use arrow::record_batch::RecordBatch;
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::function::{AccumulatorArgs, StateFieldsArgs};
use datafusion_expr::utils::{AggregateOrderSensitivity, format_state_name};
use datafusion_expr::{
    Accumulator, AggregateUDFImpl, ColumnarValue, ReversedUDAF, Signature, TypeSignature, Volatility,
};
use hashlane::{AnyHash, Merkle, MerkleStream, Shape, Threads};

use crate::columns::{Digester, Visit, has_bytes, visit};
use crate::rows::{self, Messages, encoder};
use crate::{algorithm, arguments, encoding, plan_error, run_error};

/// The most bytes of digests that `hashlane_set_agg` keeps.
const LARGEST_SET: usize = 1 << 30;

/// An aggregate of DataFusion.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(crate) struct Aggregate {
    of: Of,
    signature: Signature,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Of {
    Sequence,
    Set,
    Tree,
}

pub(crate) fn all() -> impl Iterator<Item = Aggregate> {
    [Of::Sequence, Of::Set, Of::Tree]
        .into_iter()
        .map(|of| Aggregate { of, signature: Signature::new(TypeSignature::UserDefined, Volatility::Immutable) })
}

/// The name of the algorithm, which must be a constant.
fn algorithm_of(args: &AccumulatorArgs) -> Result<String> {
    let none = RecordBatch::new_empty(Arc::new(args.schema.clone()));
    let ColumnarValue::Scalar(name) = args.exprs[0].evaluate(&none)? else {
        return Err(run_error("the algorithm of an aggregate must be a constant"));
    };
    match arguments::text("the algorithm", &name).map_err(run_error)? {
        Some(name) => Ok(name.into()),
        None => Err(run_error("the algorithm of an aggregate is NULL")),
    }
}

impl AggregateUDFImpl for Aggregate {
    fn name(&self) -> &str {
        match self.of {
            Of::Sequence => "hashlane_agg",
            Of::Set => "hashlane_set_agg",
            Of::Tree => "hashlane_merkle_root",
        }
    }
    fn signature(&self) -> &Signature {
        &self.signature
    }
    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let [_, value] = types else {
            return Err(plan_error(format!("{} takes 2 arguments", self.name())));
        };
        if self.of != Of::Tree {
            rows::check_type(value).map_err(plan_error)?;
        } else if !has_bytes(value) || *value == DataType::Null {
            return Err(plan_error("a leaf is text or bytes, and not NULL"));
        }
        Ok(types.to_vec())
    }
    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(DataType::Binary)
    }
    fn state_fields(&self, args: StateFieldsArgs) -> Result<Vec<FieldRef>> {
        // The digests of many groups stand in one array, whose offsets of 32 bits would end at 2 GiB.
        let kept = if self.of == Of::Set { DataType::LargeBinary } else { DataType::Binary };
        Ok(vec![Arc::new(Field::new(format_state_name(args.name, "state"), kept, true))])
    }
    fn order_sensitivity(&self) -> AggregateOrderSensitivity {
        match self.of {
            Of::Set => AggregateOrderSensitivity::Insensitive,
            _ => AggregateOrderSensitivity::HardRequirement,
        }
    }
    fn reverse_expr(&self) -> ReversedUDAF {
        // DataFusion 55 sorts the rows of an aggregate only if it can be reversed; what cannot be gets them as they come.
        // This one is always computed forwards, and is no window function, whose rows could come backwards.
        ReversedUDAF::Identical
    }
    fn accumulator(&self, args: AccumulatorArgs) -> Result<Box<dyn Accumulator>> {
        let name = self.name();
        if args.is_distinct {
            return Err(run_error(format!("{name} does not take DISTINCT")));
        }
        args.expr_fields[1..].iter().try_for_each(|field| rows::check_field(field)).map_err(run_error)?;
        let hash = algorithm::find_hash(&algorithm_of(&args)?).map_err(run_error)?;
        if self.of == Of::Set {
            return Ok(Box::new(Set { rows: Messages::new(Digester::new(hash)) }));
        }
        if args.order_bys.is_empty() {
            let text = format!("the order of the rows is not known: write {name}(algorithm, value ORDER BY ...)");
            return Err(run_error(text));
        }
        Ok(match self.of {
            Of::Tree => Box::new(InOrder::new(Tree::new(&hash)?)),
            _ => Box::new(InOrder::new(Sequence::new(hash))),
        })
    }
}

/// What takes values in the order in which they come.
trait Collect: fmt::Debug + Send + Sync + 'static {
    fn add(&mut self, values: &ArrayRef) -> Result<()>;
    fn result(&mut self) -> Result<Vec<u8>>;
    /// Bytes of memory outside the object.
    fn memory(&self) -> usize;
}

/// An aggregate whose rows must come in one order. Parts whose rows came apart cannot be put together.
#[derive(Debug)]
struct InOrder<C> {
    values: C,
    is_empty: bool,
    part: Option<Vec<u8>>,
}

impl<C> InOrder<C> {
    fn new(values: C) -> Self {
        Self { values, is_empty: true, part: None }
    }
}

impl<C: Collect> Accumulator for InOrder<C> {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        self.is_empty &= values[1].is_empty();
        self.values.add(&values[1])
    }
    fn evaluate(&mut self) -> Result<ScalarValue> {
        let result = match &self.part {
            Some(part) => Some(part.clone()),
            None if self.is_empty => None,
            None => Some(self.values.result()?),
        };
        Ok(ScalarValue::Binary(result))
    }
    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![self.evaluate()?])
    }
    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for part in states[0].as_binary::<i32>().iter().flatten() {
            if self.part.is_some() || !self.is_empty {
                return Err(run_error(
                    "the rows of an aggregate in order are in several partitions: \
                     SET datafusion.execution.target_partitions = 1",
                ));
            }
            self.part = Some(part.into());
        }
        Ok(())
    }
    fn size(&self) -> usize {
        size_of_val(self) + self.values.memory() + self.part.as_ref().map_or(0, Vec::capacity)
    }
}

/// `hashlane_agg`: the state of the hash and up to 4 KiB of encoded values, or one longer value.
struct Sequence {
    state: AnyHash,
    written: Vec<u8>,
}

impl Sequence {
    const MOST: usize = 4096;

    fn new(state: AnyHash) -> Self {
        let mut written = Vec::new();
        encoding::domain("hashlane_agg", &mut written);
        Self { state, written }
    }
    fn absorb(&mut self) {
        self.state.update(&self.written);
        self.written.clear();
        self.written.shrink_to(2 * Self::MOST);
    }
}

impl fmt::Debug for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sequence { .. }")
    }
}

impl Collect for Sequence {
    fn add(&mut self, values: &ArrayRef) -> Result<()> {
        let write = encoder(values)?;
        for i in 0..values.len() {
            write(i, &mut self.written).map_err(run_error)?;
            if self.written.len() >= Self::MOST {
                self.absorb();
            }
        }
        Ok(())
    }
    fn result(&mut self) -> Result<Vec<u8>> {
        self.absorb();
        let mut digest = vec![0; self.state.algorithm().digest_size()];
        self.state.finalize_into(&mut digest).map_err(run_error)?;
        Ok(digest)
    }
    fn memory(&self) -> usize {
        self.written.capacity()
    }
}

/// `hashlane_merkle_root`: a digest for each level.
#[derive(Debug)]
struct Tree(MerkleStream);

impl Tree {
    /// More than it takes.
    const MEMORY: usize = 8192;

    fn new(hash: &AnyHash) -> Result<Self> {
        Ok(Self(Merkle::new(hash.algorithm().name(), Shape::Rfc9162).map_err(run_error)?.stream()))
    }
}

struct Leaves<'a>(&'a mut MerkleStream);

impl Visit for Leaves<'_> {
    type Result = ();
    fn visit<M: hashlane::Messages>(self, leaves: &M, nulls: Option<&NullBuffer>) -> Result<()> {
        if nulls.is_some_and(|nulls| nulls.null_count() != 0) {
            return Err(run_error("a leaf is text or bytes, and not NULL"));
        }
        self.0.extend(leaves, Threads::One);
        Ok(())
    }
}

impl Collect for Tree {
    fn add(&mut self, values: &ArrayRef) -> Result<()> {
        visit(values, Leaves(&mut self.0))
    }
    fn result(&mut self) -> Result<Vec<u8>> {
        Ok(self.0.root())
    }
    fn memory(&self) -> usize {
        Self::MEMORY
    }
}

/// `hashlane_set_agg`: a digest for each row.
struct Set {
    rows: Messages,
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Set { .. }")
    }
}

impl Set {
    fn check_room(&self, more: usize) -> Result<()> {
        if self.rows.bytes_of_digests().saturating_add(more) <= LARGEST_SET {
            return Ok(());
        }
        let each = self.rows.digester().size;
        Err(run_error(format!(
            "hashlane_set_agg keeps {each} bytes for each row, and all rows need more than {LARGEST_SET} bytes"
        )))
    }
}

impl Accumulator for Set {
    fn update_batch(&mut self, values: &[ArrayRef]) -> Result<()> {
        let values = &values[1];
        self.check_room(values.len().saturating_mul(self.rows.digester().size))?;
        let write = encoder(values)?;
        for i in 0..values.len() {
            self.rows.push(|to| {
                encoding::start_row(1, to);
                write(i, to)
            })?;
        }
        Ok(())
    }
    fn evaluate(&mut self) -> Result<ScalarValue> {
        let size = self.rows.digester().size;
        let mut state = self.rows.digester().state.clone();
        let digests = self.rows.digests()?;
        if digests.is_empty() {
            return Ok(ScalarValue::Binary(None));
        }
        let mut sorted: Vec<&[u8]> = digests.chunks_exact(size).collect();
        sorted.sort_unstable();
        let mut first = Vec::new();
        encoding::domain("hashlane_set_agg", &mut first);
        state.update(first);
        sorted.chunks(128).for_each(|some| {
            state.update(some.concat());
        });
        let mut digest = vec![0; size];
        state.finalize_into(&mut digest).map_err(run_error)?;
        Ok(ScalarValue::Binary(Some(digest)))
    }
    fn state(&mut self) -> Result<Vec<ScalarValue>> {
        Ok(vec![ScalarValue::LargeBinary(Some(std::mem::take(self.rows.digests()?)))])
    }
    fn merge_batch(&mut self, states: &[ArrayRef]) -> Result<()> {
        for digests in states[0].as_binary::<i64>().iter().flatten() {
            self.check_room(digests.len())?;
            self.rows.digests()?.extend_from_slice(digests);
        }
        Ok(())
    }
    fn size(&self) -> usize {
        size_of_val(self) + self.rows.memory()
    }
}
