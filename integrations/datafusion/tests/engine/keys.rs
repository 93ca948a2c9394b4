// SPDX-License-Identifier: Apache-2.0 OR MIT
//! Keys by name.

use std::path::PathBuf;

use datafusion_hashlane::Keys;

/// A file in the folder of cargo's tests.
fn file(name: &str, text: &[u8], mode: u32) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    #[cfg(unix)]
    std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
    path
}

fn wrong(name: &str, text: &[u8], mode: u32) -> String {
    Keys::read(file(name, text, mode)).unwrap_err().to_string()
}

#[test]
fn files() {
    let text = b"# a comment\n\nfirst = 6b6579\r\n\tsecond.key-2_=\t00FFa0 \n";
    let mut context = datafusion::prelude::SessionContext::new();
    datafusion_hashlane::register_with_keys(&mut context, Keys::read(file("right", text, 0o600)).unwrap()).unwrap();
    let sql = "SELECT hashlane_mac_named('hmac-sha256', 'first', 'abc') = hashlane_mac('hmac-sha256', 'key', 'abc')";
    let also = "hashlane_mac_named('kmac128', 'second.key-2_', 'abc') = hashlane_mac('kmac128', X'00ffa0', 'abc')";
    assert_eq!(crate::one(&context, &format!("SELECT CAST(({sql}) AND {also} AS TEXT)")), b"true");
    assert_eq!(format!("{:?}", Keys::read(file("right", text, 0o600)).unwrap()), "Keys { 2 of them }");
}

#[test]
fn wrong_files() {
    let line = "of the key file is no name = key in hexadecimal digits";
    for (i, text) in ["a", "a =", "a = 0", "a = 0g", " = 00", "a b = 00", "a = 00 00"].iter().enumerate() {
        let got = wrong(&format!("wrong{i}"), format!("ok = 00\n{text}\n").as_bytes(), 0o600);
        assert!(got.ends_with(&format!("hashlane: line 2 {line}")), "{text}: {got}");
    }
    assert!(wrong("twice", b"a = 00\na = 01\n", 0o600).ends_with("hashlane: two keys have the name a"));
    assert!(
        wrong("long", format!("a = {}\n", "00".repeat(1025)).as_bytes(), 0o600).ends_with(&format!("line 1 {line}"))
    );
    assert!(wrong("large", &b"#".repeat((1 << 20) + 1), 0o600).ends_with("the key file has more than 1 MiB"));
    assert!(wrong("no text", b"a = \xff\n", 0o600).ends_with("the key file cannot be read"));
    assert!(Keys::read("/no/such/file").unwrap_err().to_string().ends_with("the key file cannot be opened"));
    assert!(
        Keys::read(env!("CARGO_TARGET_TMPDIR")).unwrap_err().to_string().ends_with("the key file is no regular file")
    );
    #[cfg(unix)]
    for mode in [0o640, 0o604, 0o602] {
        let text = "others than the owner of the key file have access to it: chmod 600";
        assert!(wrong(&format!("mode{mode}"), b"a = 00\n", mode).ends_with(text));
    }
}

#[test]
fn of_the_program() {
    assert!(Keys::new().with("a b", b"key").is_err());
    assert!(Keys::new().with("a", b"").is_err());
    assert!(Keys::new().with("a", &[0; 1025]).is_err());
    assert!(Keys::new().with(&"a".repeat(64), &[0; 1024]).is_ok());
}
