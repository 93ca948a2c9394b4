// SPDX-License-Identifier: Apache-2.0 OR MIT
//! The functions of one row.

use std::sync::Arc;

use arrow::array::*;
use arrow::compute::cast;
use arrow::datatypes::{DataType, Field, Int32Type, Schema};
use datafusion::scalar::ScalarValue;
use hashlane::{AnyHash, Kind, Options};

use crate::{batch, column, hex, make_table, one, reason, run, session, sha256, with_column};

/// Values of many lengths, some of which are null.
fn values(rows: usize) -> Vec<Option<Vec<u8>>> {
    let value = |i: usize| (i % 10 != 9).then(|| vec![b'a' + (i % 26) as u8; i % 310]);
    (0..rows).map(value).collect()
}

fn each(values: &[Option<Vec<u8>>], f: impl Fn(&[u8]) -> Vec<u8>) -> Vec<Option<Vec<u8>>> {
    values.iter().map(|value| value.as_deref().map(&f)).collect()
}

#[test]
fn every_type_of_text_and_bytes() {
    let values = values(2000);
    let bytes: ArrayRef = Arc::new(BinaryArray::from_iter(values.clone()));
    let expected = each(&values, |value| sha256(value));
    use DataType::*;
    let entry = Dictionary(Box::new(Int16), Box::new(Utf8));
    for data_type in [Binary, LargeBinary, BinaryView, Utf8, LargeUtf8, Utf8View, entry] {
        let made = cast(&bytes, &Utf8).and_then(|text| cast(&text, &data_type)).unwrap();
        let context = with_column(made.clone());
        assert_eq!(column(&context, "SELECT hashlane_digest('sha256', c0) FROM t"), expected, "{data_type}");
        let digits = column(&context, "SELECT hashlane_hex('sha256', c0) FROM t");
        assert_eq!(digits, each(&expected, |digest| hex(digest).into_bytes()), "{data_type}");
        let context = session(1);
        let whole = batch(vec![made], 2000);
        make_table(&context, vec![vec![whole.slice(3, 500), whole.slice(503, 0), whole.slice(503, 1497)]]);
        assert_eq!(column(&context, "SELECT hashlane_digest('sha256', c0) FROM t"), expected[3..], "{data_type}");
    }
    let context = with_column(bytes);
    assert_eq!(column(&context, "SELECT sha256(c0) FROM t"), expected);
    let differ = "SELECT CAST(count(*) AS TEXT) FROM t WHERE hashlane_digest('sha512', c0) <> sha512(c0)";
    assert_eq!(one(&context, differ), b"0");
}

#[test]
fn fixed_sizes_and_dictionaries() {
    for size in [0, 1, 32] {
        let values: Vec<Option<Vec<u8>>> = (0..40).map(|i| (i % 7 != 0).then(|| vec![i; size])).collect();
        let array = FixedSizeBinaryArray::try_from_sparse_iter_with_size(values.iter().cloned(), size as i32).unwrap();
        let context = with_column(Arc::new(array));
        let got = column(&context, "SELECT hashlane_digest('sha3-256', c0) FROM t");
        assert_eq!(got, each(&values, |value| hashlane::Sha3_256::digest(value).to_vec()));
    }
    let words = StringArray::from(vec![Some("a"), None, Some("b"), Some("not used")]);
    for keys in [vec![Some(2), None, Some(0), Some(1), Some(0), Some(2)], vec![None, Some(2)]] {
        let made = DictionaryArray::<Int32Type>::new(Int32Array::from(keys), Arc::new(words.clone()));
        let plain = cast(&made, &DataType::Utf8).unwrap();
        let expected: Vec<_> = plain.as_string::<i32>().iter().map(|word| word.map(sha256)).collect();
        let context = with_column(Arc::new(made));
        assert_eq!(column(&context, "SELECT hashlane_digest('sha256', c0) FROM t"), expected);
        let rows = column(&context, "SELECT hashlane_row('sha256', c0) FROM t");
        assert_eq!(rows, column(&with_column(plain), "SELECT hashlane_row('sha256', c0) FROM t"));
    }
    let none = DictionaryArray::<Int32Type>::new(Int32Array::from(vec![None, None]), new_empty_array(&DataType::Utf8));
    let context = with_column(Arc::new(none));
    assert_eq!(column(&context, "SELECT hashlane_digest('sha256', c0) FROM t"), [None, None]);
    let null = one(&session(1), "SELECT hashlane_row('sha256', NULL)");
    assert_eq!(column(&context, "SELECT hashlane_row('sha256', c0) FROM t"), vec![Some(null); 2]);
}

#[test]
fn every_algorithm() {
    let context = with_column(Arc::new(BinaryArray::from(vec![Some(&b"abc"[..]), None, Some(b""), Some(b"abc")])));
    let mut tried = 0;
    for algorithm in hashlane::algorithms() {
        let (name, mut expected) = (algorithm.name(), vec![0; algorithm.digest_size()]);
        let (call, options) = match algorithm.kind() {
            Kind::Hash | Kind::Xof if !algorithm.takes_elements() => (format!("digest('{name}', c0)"), Options::new()),
            Kind::Mac => (format!("mac('{name}', 'a key', c0)"), Options::new().key(b"a key")),
            _ => continue,
        };
        AnyHash::with_options(name, &options).unwrap().update("abc").finalize_into(&mut expected).unwrap();
        let got = column(&context, &format!("SELECT hashlane_{call} FROM t"));
        assert_eq!((got[0].as_ref(), &got[1], &got[3]), (Some(&expected), &None, &got[0]), "{name}");
        tried += 1;
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn constants() {
    let context = session(1);
    let expected = hex(&sha256("abc")).into_bytes();
    assert_eq!(one(&context, "SELECT hashlane_hex('sha256', 'abc')"), expected);
    assert_eq!(one(&context, "SELECT hashlane_hex('sha256', X'616263')"), expected);
    let plan = run(&context, "EXPLAIN SELECT hashlane_hex('sha256', 'abc')").unwrap();
    let plan = arrow::util::pretty::pretty_format_batches(&plan).unwrap().to_string();
    assert!(plan.contains(std::str::from_utf8(&expected).unwrap()), "{plan}"); // computed once, by the optimizer
    let many = with_column(Arc::new(Int32Array::from_iter_values(0..100)));
    assert_eq!(column(&many, "SELECT hashlane_digest('sha256', 'abc') FROM t"), vec![Some(sha256("abc")); 100]);
    let rows = column(&many, "SELECT hashlane_row('sha256', c0, 'x') FROM t");
    assert_eq!(rows[7].as_deref().unwrap(), one(&context, "SELECT hashlane_row('sha256', 7, 'x')"));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let parameters = vec![ScalarValue::Binary(Some(b"key".to_vec())), ScalarValue::from("abc")];
    let got = runtime.block_on(async {
        let query = context
            .sql("SELECT hashlane_mac('hmac-sha256', $1, $2) = hashlane_mac('hmac-sha256', 'key', 'abc')")
            .await?;
        query.with_param_values(parameters)?.collect().await
    });
    assert!(got.unwrap()[0].column(0).as_boolean().value(0));
}

#[test]
fn lengths_and_types() {
    let context = with_column(Arc::new(StringArray::from(vec![Some("abc"), None])));
    for length in [0_usize, 1, 32, 137, 65536] {
        let mut expected = vec![0; length];
        AnyHash::new("shake128").unwrap().update("abc").finalize_into(&mut expected).unwrap();
        let batches = run(&context, &format!("SELECT hashlane_xof('shake128', c0, {length}) FROM t")).unwrap();
        let got = batches[0].column(0).as_fixed_size_binary();
        assert_eq!((got.value_length() as usize, got.value(0), got.is_null(1)), (length, &expected[..], true));
    }
    for (call, size) in [("digest('sha512', c0)", 64), ("row('sha3-224', c0)", 28), ("mac('kmac128', 'k', c0)", 32)] {
        let batches = run(&context, &format!("SELECT hashlane_{call} FROM t")).unwrap();
        assert_eq!(*batches[0].column(0).data_type(), DataType::FixedSizeBinary(size), "{call}");
    }
}

#[test]
fn partitions() {
    let values = values(40_000);
    let context = session(4);
    let whole = batch(vec![Arc::new(BinaryArray::from_iter(values.clone()))], values.len());
    let parts = (0..4).map(|k| (0..10).map(|i| whole.slice((4 * i + k) * 1000, 1000)).collect());
    make_table(&context, parts.collect());
    let mut got = column(&context, "SELECT hashlane_digest('sha256', c0) FROM t");
    let mut expected = each(&values, |value| sha256(value));
    got.sort();
    expected.sort();
    assert_eq!(got, expected);
    let most = expected.last().unwrap().as_deref().map(hex).unwrap();
    assert_eq!(one(&context, "SELECT max(hashlane_hex('sha256', c0)) FROM t"), most.into_bytes());
}

#[test]
fn nulls() {
    let context = with_column(Arc::new(StringArray::from(vec!["abc"])));
    for call in [
        "digest('sha256', NULL)",
        "digest(NULL, c0)",
        "hex('sha256', NULL)",
        "hex(NULL, c0)",
        "xof('shake128', NULL, 4)",
        "xof('shake128', c0, NULL)",
        "mac('hmac-sha256', NULL, c0)",
        "mac('hmac-sha256', 'k', NULL)",
        "mac_named('hmac-sha256', NULL, c0)",
        "row(NULL, c0)",
    ] {
        assert_eq!(column(&context, &format!("SELECT hashlane_{call} FROM t")), [None], "{call}");
    }
}

const ERRORS: [(&str, &str); 21] = [
    ("digest('sha26', s)", "no such algorithm: sha26; did you mean sha256?"),
    ("digest('no\n', s)", "no such algorithm: no\\n"),
    ("hex('hmac-sha256', s)", "hmac-sha256 is a MAC, not a hash or XOF of a message alone"),
    ("row('tuplehash128', s)", "tuplehash128 hashes tuples, not a message alone"),
    ("digest(s, s)", "the algorithm must be a constant"),
    ("digest(1, s)", "the algorithm is no text"),
    ("digest('sha256', i)", "Int32 has no bytes to digest: cast it to text or bytes, or use hashlane_row"),
    ("digest('sha256')", "hashlane_digest takes 2 arguments"),
    ("row()", "hashlane_row takes at least 1 arguments"),
    ("xof('shake128', s, 65537)", "the length is above 65536 bytes"),
    ("xof('shake128', s, -1)", "the length is below 0"),
    ("xof('shake128', s, '1')", "the length is no integer"),
    ("xof('sha256', s, 32)", "sha256 is no XOF: its digest has 32 bytes"),
    ("mac('sha256', 'k', s)", "sha256 is a hash, not a MAC"),
    ("mac('hmac-sha256', '', s)", "the key is empty"),
    ("mac('hmac-sha256', s, s)", "the key must be a constant"),
    ("mac('hmac-sha256', 1, s)", "the key is neither text nor bytes"),
    ("mac_named('hmac-sha256', 'third', s)", "no key has the name third"),
    ("row('sha256', m)", "Interval(MonthDayNano) has no encoding in a row"),
    ("row('sha256', 1, d)", "Duration(ns) has no encoding in a row"),
    ("row('sha256', e)", "the extension type arrow.uuid has no encoding in a row"),
];

#[test]
fn errors() {
    let context = session(1);
    let extension = [("ARROW:extension:name".to_owned(), "arrow.uuid".to_owned())].into();
    let schema = Schema::new(vec![
        Field::new("s", DataType::Utf8, true),
        Field::new("i", DataType::Int32, true),
        Field::new("m", DataType::Interval(arrow::datatypes::IntervalUnit::MonthDayNano), true),
        Field::new("d", DataType::Duration(arrow::datatypes::TimeUnit::Nanosecond), true),
        Field::new("e", DataType::FixedSizeBinary(16), true).with_metadata(extension),
    ]);
    let columns = schema.fields().iter().map(|field| new_null_array(field.data_type(), 1)).collect();
    make_table(&context, vec![vec![RecordBatch::try_new(Arc::new(schema), columns).unwrap()]]);
    for (call, text) in ERRORS {
        let got = reason(&context, &format!("SELECT hashlane_{call} FROM t"));
        assert!(got.contains(&format!("hashlane: {text}")), "{call}: {got}");
    }
    let long = format!("SELECT hashlane_mac('hmac-sha256', '{}', s) FROM t", "k".repeat(1025));
    assert!(reason(&context, &long).contains("hashlane: the key has 1025 bytes, more than 1024"));
    assert_eq!(one(&context, "SELECT hashlane_digest('sha256', 'abc')"), sha256("abc")); // the session goes on
}

#[test]
fn values_without_encoding() {
    let late = Time64NanosecondArray::from(vec![Some(0), None, Some(86_400_000_000_001)]);
    let text = "hashlane: a time is not within 00:00:00 and 24:00:00";
    assert!(reason(&with_column(Arc::new(late)), "SELECT hashlane_row('sha256', c0) FROM t").contains(text));
    let odd = Date64Array::from(vec![86_400_000, 1]);
    let text = "hashlane: a date is not a whole number of days";
    assert!(reason(&with_column(Arc::new(odd)), "SELECT hashlane_row('sha256', 1, c0) FROM t").contains(text));
}

/// Batches of messages that are longer than what is kept of them at a time.
#[test]
fn long_values() {
    let values: Vec<_> = (0..9).map(|i| "x".repeat(i * 20_000)).collect();
    let context = with_column(Arc::new(StringArray::from(values.clone())));
    let got = column(&context, "SELECT hashlane_row('sha256', c0) FROM t");
    for (value, got) in values.iter().zip(got) {
        let single = with_column(Arc::new(StringArray::from(vec![value.as_str()])));
        assert_eq!(one(&single, "SELECT hashlane_row('sha256', c0) FROM t"), got.unwrap());
    }
    assert_eq!(
        column(&context, "SELECT hashlane_digest('sha256', c0) FROM t")[8].as_deref(),
        Some(&sha256(&values[8])[..])
    );
}
