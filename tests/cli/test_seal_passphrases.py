# SPDX-License-Identifier: Apache-2.0 OR MIT
"""What belongs to the passphrase in a passphrase file."""


def test_a_cr_that_no_lf_follows_belongs_to_the_passphrase(run, place):
    with_passphrase = ("--passphrase-file", "pass")
    (place / "f").write_bytes(b"secret")
    (place / "pass").write_bytes(b"abc\r")
    assert run("seal", *with_passphrase, "--iterations", "1000", "f").returncode == 0
    for other, status in ((b"abc\r", 0), (b"abc\r\n", 1), (b"abc\r\r\n", 0), (b"abc", 1), (b"abc\n", 1)):
        (place / "pass").write_bytes(other)
        assert run("open", *with_passphrase, "-o", "-", "f.hlseal").returncode == status, other
