// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The functions of one row.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use arrow::array::ArrayRef;
use arrow::datatypes::{DataType, Field, FieldRef};
use datafusion_common::{Result, ScalarValue};
use datafusion_expr::{
    ColumnarValue, ReturnFieldArgs, ScalarFunctionArgs, ScalarUDFImpl, Signature, TypeSignature, Volatility,
};

use crate::columns::{self, Digester};
use crate::keys::Keys;
use crate::{algorithm, arguments, plan_error, rows, run_error};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Call {
    Digest,
    Hex,
    Xof,
    Mac,
    MacNamed,
    Row,
}

/// What differs between the functions, and where the value is among the arguments.
struct About {
    call: Call,
    name: &'static str,
    arguments: usize,
    value: usize,
}

const FUNCTIONS: [About; 6] = [
    About { call: Call::Digest, name: "hashlane_digest", arguments: 2, value: 1 },
    About { call: Call::Hex, name: "hashlane_hex", arguments: 2, value: 1 },
    About { call: Call::Xof, name: "hashlane_xof", arguments: 3, value: 1 },
    About { call: Call::Mac, name: "hashlane_mac", arguments: 3, value: 2 },
    About { call: Call::MacNamed, name: "hashlane_mac_named", arguments: 3, value: 2 },
    About { call: Call::Row, name: "hashlane_row", arguments: 1, value: 1 }, // and any columns
];

/// A function of DataFusion.
#[derive(Debug)]
pub(crate) struct Function {
    call: Call,
    signature: Signature,
    keys: Arc<Keys>,
}

pub(crate) fn all(keys: &Arc<Keys>) -> impl Iterator<Item = Function> {
    FUNCTIONS.iter().map(|about| Function {
        call: about.call,
        signature: Signature::new(TypeSignature::UserDefined, Volatility::Immutable),
        keys: Arc::clone(keys),
    })
}

impl PartialEq for Function {
    fn eq(&self, other: &Self) -> bool {
        self.call == other.call && Arc::ptr_eq(&self.keys, &other.keys)
    }
}

impl Eq for Function {}

impl Hash for Function {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.call.hash(state);
    }
}

/// A constant argument, or the text of the error where it is a column.
fn constant<'a>(values: &[Option<&'a ScalarValue>], i: usize, what: &str) -> Result<&'a ScalarValue, String> {
    values.get(i).copied().flatten().ok_or_else(|| format!("{what} must be a constant"))
}

impl Function {
    fn about(&self) -> &'static About {
        &FUNCTIONS[self.call as usize]
    }
    /// The bytes of a result, when the query is planned; `None` where a constant is null.
    fn result_size(&self, constants: &[Option<&ScalarValue>]) -> Result<Option<usize>, String> {
        let Some(name) = arguments::text("the algorithm", constant(constants, 0, "the algorithm")?)? else {
            return Ok(None);
        };
        match self.call {
            Call::Digest | Call::Hex | Call::Row => Ok(Some(algorithm::find_hash(name)?.algorithm().digest_size())),
            Call::Mac | Call::MacNamed => algorithm::tag_size(name).map(Some),
            Call::Xof => {
                let length = arguments::integer("the length", constant(constants, 2, "the length")?)?;
                length.map(|length| Ok(algorithm::find_xof(name, length)?.1)).transpose()
            }
        }
    }
    /// What digests the values; `None` where a constant is null.
    fn digester(&self, constants: &[Option<&ScalarValue>]) -> Result<Option<Digester>, String> {
        let Some(size) = self.result_size(constants)? else { return Ok(None) };
        let Some(name) = arguments::text("the algorithm", constant(constants, 0, "the algorithm")?)? else {
            return Ok(None);
        };
        let key = match self.call {
            Call::Mac => arguments::bytes("the key", constant(constants, 1, "the key")?)?,
            Call::MacNamed => {
                let what = "the name of the key";
                arguments::text(what, constant(constants, 1, what)?)?.map(|key| self.keys.find(key)).transpose()?
            }
            _ => return Ok(Some(Digester { state: algorithm::find_hash(name)?, size })),
        };
        key.map(|key| Ok(Digester { state: algorithm::find_mac(name, key)?, size })).transpose()
    }
    /// The digests of all rows, or of one where all values are constants.
    fn digests(&self, values: &[ColumnarValue], rows: usize, by: Digester) -> Result<ArrayRef> {
        let columns = values
            .iter()
            .map(|value| match value {
                ColumnarValue::Array(array) => Ok((Arc::clone(array), false)),
                ColumnarValue::Scalar(scalar) => Ok((scalar.to_array()?, true)),
            })
            .collect::<Result<Vec<_>>>()?;
        let digests = match self.call {
            Call::Row => rows::digest(&columns, rows, by)?,
            _ => columns::digest(&columns[0].0, &by)?,
        };
        if self.call == Call::Hex { columns::hex(&digests) } else { Ok(Arc::new(digests)) }
    }
}

fn check_value(data_type: &DataType) -> Result<()> {
    if columns::has_bytes(data_type) {
        return Ok(());
    }
    let text = format!("{data_type} has no bytes to digest: cast it to text or bytes, or use hashlane_row");
    Err(plan_error(text))
}

impl ScalarUDFImpl for Function {
    fn name(&self) -> &str {
        self.about().name
    }
    fn signature(&self) -> &Signature {
        &self.signature
    }
    fn coerce_types(&self, types: &[DataType]) -> Result<Vec<DataType>> {
        let about = self.about();
        let right = if self.call == Call::Row { !types.is_empty() } else { types.len() == about.arguments };
        if !right {
            let at_least = if self.call == Call::Row { "at least " } else { "" };
            let text = format!("{} takes {at_least}{} arguments", about.name, about.arguments);
            return Err(plan_error(text));
        }
        if self.call != Call::Row {
            check_value(&types[about.value])?;
        }
        Ok(types.to_vec())
    }
    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Err(run_error("the type of the result depends on the algorithm")) // DataFusion asks for the field
    }
    fn return_field_from_args(&self, args: ReturnFieldArgs) -> Result<FieldRef> {
        if self.call == Call::Row {
            let columns = &args.arg_fields[1..];
            columns.iter().try_for_each(|field| rows::check_field(field)).map_err(plan_error)?;
        }
        let data_type = match (self.call, self.result_size(args.scalar_arguments).map_err(plan_error)?) {
            (Call::Hex, _) => DataType::Utf8,
            (_, Some(size)) => DataType::FixedSizeBinary(size as i32),
            (_, None) => DataType::Binary,
        };
        Ok(Arc::new(Field::new(self.name(), data_type, true)))
    }
    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        let constants: Vec<_> = args
            .args
            .iter()
            .map(|value| match value {
                ColumnarValue::Scalar(scalar) => Some(scalar),
                ColumnarValue::Array(_) => None,
            })
            .collect();
        let Some(by) = self.digester(&constants).map_err(run_error)? else {
            return Ok(ColumnarValue::Scalar(ScalarValue::try_from(args.return_field.data_type())?));
        };
        let first = self.about().value;
        let end = if self.call == Call::Row { args.args.len() } else { first + 1 };
        let values = &args.args[first..end];
        if values.iter().any(|value| matches!(value, ColumnarValue::Array(_))) {
            return Ok(ColumnarValue::Array(self.digests(values, args.number_rows, by)?));
        }
        let digest = self.digests(values, 1, by)?;
        Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&digest, 0)?))
    }
}
