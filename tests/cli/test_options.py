# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Values of options that make no sense: exit status 2, a message that names the option or the algorithm, no digest."""
import pytest

WRONG = (
    ("sha256", "--length", "16"), ("sha256", "--length", "33"), ("shake128", "--length", "0"), ("shake128", "--length", "-1"), ("shake128", "--length", "x"),
    ("shake128", "--length", ""), ("shake128", "--length", "1e3"), ("shake128", "--length", "99999999999999999999999"), ("shake128", "--length", "0x"),
    ("sha256", "--custom", "c"), ("shake128", "--custom", "c"), ("kt128", "--custom", "c" * 257), ("ascon-cxof128", "--custom", "c" * 257),
    ("sha256", "--name", "n"), ("kmac128", "--key-file", "key", "--name", "n"), ("kt128", "--name", "n"),
    ("sha256", "--domain", "0x1f"), ("turboshake128", "--domain", "0"), ("turboshake128", "--domain", "0x80"), ("turboshake128", "--domain", "256"),
    ("turboshake128", "--domain", "-1"), ("turboshake128", "--domain", "x"), ("kt128", "--domain", "0x07"),
    ("parallelhash128", "--block", "0"), ("parallelhash128", "--block", "x"), ("sha256", "--block", "64"), ("kt128", "--block", "8192"),
    ("sha256", "--key-file", "key"), ("kmac128",), ("hmac-sha256",), ("hopmac128",), ("hmac-sha256", "--key-file", "key", "--length", "16"),
    ("sha256", "--length"), ("sha256", "-j", "x"), ("sha257",), ("SHA256",), ("sha3",), ("hkdf-sha256",), ("ascon-aead128",),
    ("sha256", "--tag=0"), ("sha256", "--json=false"), ("sha256", "--raw=1"), ("sha256", "--recursive="), ("check", "--quiet=0"), ("check", "--strict=false"),
    ("seal", "--force=0", "--key-file", "key"), ("merkle", "root", "--json=0"), ("list", "--json=0"), ("bench", "--json=0"), ("sha256", "--help=0"),
    ("shake128", "--length", "16", "--length", "32"), ("shake128", "--length=16", "--length=16"), ("cshake128", "--custom", "a", "--custom", "b"),
    ("sha256", "-j1", "-j2"), ("sha256", "--bits", "8", "--bits", "8"), ("check", "-a", "sha256", "--algorithm", "sha512"),
    ("seal", "--key-file", "key", "--key-file", "key"), ("seal", "--key-file", "key", "-o", "x", "--output", "y"), ("merkle", "root", "--chunk", "8", "--chunk", "8"),
    ("open", "--max-iterations", "1", "--max-iterations", "2"), ("--tag", "sha256"), ("--tag",),
    ("-a", "sha256,,sha512"), ("-a", "sha256,sha256"), ("-a", ""), ("sha256", "--tag", "--json"), ("sha256", "--raw", "--base64"), ("sha256", "--nosuch"),
    ("sha256", "-5"), ("sha256", "-z5"), ("sha256", "---tag"), ("sha256", "-!"), ("sha256", "-r-tag"), ("sha256", "-z-"), ("check", "-5"), ("seal", "--key-file", "key", "-5"), ("list", "-5"),
)


@pytest.mark.parametrize("words", WRONG, ids=lambda words: " ".join(words)[:50])
def test_wrong_values(run, place, words):
    (place / "key").write_bytes(b"k" * 16)
    (place / "a").write_bytes(b"a")
    done = run(*words, "a")
    assert (done.returncode, done.stdout) == (2, b"")
    lines = done.stderr.decode().splitlines()
    assert len(lines) == 2 and lines[0].startswith("hashlane: ") and "--help` lists the options" in lines[1]


def test_names_that_begin_with_a_dash(run, place):
    for name in ("-5", "---x", "-b", "--"):
        (place / name).write_bytes(b"")
        done = run("sha256", "-z", "--", name)
        assert (done.returncode, done.stderr) == (0, b"") and done.stdout.endswith(f"  {name}\0".encode())
    done = run("sha256", "-z5")
    assert done.returncode == 2 and b"unknown option -z5\n" in done.stderr


@pytest.mark.parametrize("words,why", ((("absent",), b"absent: No such file"), (("empty",), b"empty: the key is empty"), (("directory",), b"Is a directory")))
def test_keys_that_cannot_be_had(run, place, words, why):
    """No wrong use, but a file that fails: 1."""
    (place / "a").write_bytes(b"a")
    (place / "empty").write_bytes(b"")
    (place / "directory").mkdir()
    done = run("kmac128", "--key-file", *words, "a")
    assert (done.returncode, done.stdout) == (1, b"") and why in done.stderr


@pytest.mark.parametrize("words,why", (
    (("SHA256",), b"no such algorithm: SHA256; did you mean sha256?\n"), (("sha26",), b"no such algorithm: sha26; did you mean sha256?\n"),
    (("sha2256",), b"no such algorithm: sha2256; did you mean sha256?\n"), (("shake-129",), b"no such algorithm: shake-129; did you mean shake128?\n"),
    (("sha3",), b"no such algorithm: sha3; `hashlane list` has all\n"), (("merkle", "root", "-a", "SHA3_256"), b"no such algorithm: SHA3_256; did you mean sha3-256?\n"),
    (("check", "-a", "sha26"), b"no such algorithm: sha26; did you mean sha256?\n"),
    (("--tag", "sha256"), b"no algorithm given: sha256 must be the first word, or stand after -a"),
    (("--tag",), b"no algorithm given: it is the first word, or stands after -a"),
    (("sha256", "--tag=0"), b"--tag: it takes no value"), (("shake128", "--length", "8", "--length", "9"), b"--length: it is given twice"), (("keccak256",), b"no such algorithm: keccak256; did you mean keccak-256?\n"),
    (("-a", "sha256,SHA3_256"), b"no such algorithm: SHA3_256; did you mean sha3-256?\n"), (("md5",), b"no such algorithm: md5; `hashlane list` has all\n"), (("sah256",), b"did you mean sha256?"),
    (("a\x1bb",), b"no such algorithm: 'a\\x1bb'; `hashlane list` has all\n"),
    (("check", "-a", "sha-512"), b"no such algorithm: sha-512; did you mean sha512?\n"), (("bench", "K12"), b"no such algorithm: K12; `hashlane list` has all\n"),
    (("hmac-sha256",), b"hmac-sha256 needs a key: --key-file FILE\n"), (("ascon-aead128",), b"`hashlane seal` encrypts files"),
    (("hkdf-sha256",), b"hkdf-sha256 is a KDF, not a hash, XOF or MAC\n"), (("sha256", "--domain", "1"), b"sha256 takes no domain byte\n"), (("kt128", "--custom", "c" * 257), b"kt128 takes a customization string of at most 256 bytes, not of 257\n"),
    (("sha256", "-za", "--tag=0"), b"no such algorithm: --tag=0; `hashlane list` has all\n"),
    (("sha256", "--length", "16"), b"sha256 has a digest of 32 bytes, not of 16\n"),
))
def test_messages_say_what_to_do(run, place, words, why):
    done = run(*words, "a" if words[0] != "bench" else "sha256")
    assert done.returncode == 2 and why in done.stderr


@pytest.mark.parametrize("words,why", (
    (("chekc",), b"no such verb: chekc; did you mean check?\n"), (("Seal",), b"no such verb: Seal; did you mean seal?\n"),
    (("merk",), b"no such verb: merk; did you mean merkle?\n"), (("selftset",), b"did you mean selftest?\n"),
    (("merkle", "prov"), b"verify-consistency; did you mean prove?\n"), (("merkle", "zzz"), b"verify-consistency\n"),
    (("sha256", "--recursve"), b"unknown option --recursve; did you mean --recursive?\n"),
    (("sha256", "-recursive"), b"unknown option -recursive; did you mean --recursive?\n"),
    (("sha256", "--algo"), b"unknown option --algo; did you mean --algorithm?\n"),
    (("sha256", "--lenght=16"), b"unknown option --lenght=16; did you mean --length?\n"),
    (("seal", "--pasphrase-file"), b"did you mean --passphrase-file?\n"), (("open", "--max-iteration"), b"did you mean --max-iterations?\n"),
    (("check", "--ignore_missing"), b"did you mean --ignore-missing?\n"), (("list", "--jsno"), b"did you mean --json?\n"),
    (("sha256", "--nosuch"), b"unknown option --nosuch\n"), (("sha256", "-x"), b"unknown option -x\n"), (("list", "--" + "j" * 5000), b"jjj\n"),
    (("shake128", "--length"), b"--length: the value is missing\n"), (("sha256", "-zj"), b"-j,--jobs: the value is missing\n"),
    (("sha256", "-r-json"), b"unknown option -r-json"),
    (("x",), b"no such algorithm: x; `hashlane list` has all\n")))
def test_near_misses_of_verbs_and_options(run, words, why):
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, b"") and why in done.stderr


def test_values_that_look_like_those_of_flags(run, place):
    """Only options without a value refuse one: these are a value and names of files."""
    (place / "--tag=0").write_bytes(b"a")
    assert run("cshake128", "--custom", "--tag=0", "--", "--tag=0").returncode == 0
    assert run("cshake128", "--custom=--tag=0", "--", "--tag=0").returncode == 0
    assert run("-a", "sha256", "-a", "sha512", "--", "--tag=0").returncode == 0  # -a adds one each time
    assert run("sha256", "--tag", "--tag", "--", "--tag=0").returncode == 0


def test_an_empty_value_after_a_flag(run, place):
    """It is the value, and the word after it is still a file."""
    (place / "a").write_bytes(b"a")
    alone = run("cshake128", "--custom=", "a").stdout.split()[0]
    assert run("cshake128", "--tag", "--custom=", "a").stdout == b"CSHAKE128 (a) = " + alone + b"\n"


EMPTY = (
    ("check", "--extra", "", "list"), ("check", "-a", "", "list"), ("check", "--algorithm=", "list"), ("check", "--key-file=", "list"),
    ("seal", "--key-file", "key", "-o", "", "a"), ("seal", "--key-file", "", "a"), ("seal", "--passphrase-file", "", "a"),
    ("seal", "--key-file", "key", "--passphrase-file=", "a"), ("open", "--key-file", "key", "--output=", "a"),
    ("kt128", "--key-file", "", "a"), ("sha256", "--key-file=", "a"), ("turboshake128", "--domain", "", "a"), ("sha256", "--domain=", "a"),
    ("sha256", "-j", "", "a"), ("sha256", "--bits=", "a"), ("sha256", "-a", "", "a"), ("acvp", "-o", "", "a"),
    ("merkle", "prove", "--index", "0", "--leaf", "", "."), ("merkle", "root", "-a", "", "a"), ("merkle", "root", "--chunk=", "a"),
    ("merkle", "verify", "--root", "", "a", "a"), ("merkle", "verify-consistency", "--first-root=", "--root", "00" * 32, "a"))


@pytest.mark.parametrize("words", EMPTY, ids=" ".join)
def test_an_empty_value_is_refused(run, place, words):
    """It does not count as an option that is not given."""
    (place / "key").write_bytes(b"k" * 16)
    (place / "a").write_bytes(b"a")
    (place / "list").write_bytes(run("sha256", "--tag", "a").stdout)
    option = words[words.index("") - 1] if "" in words else next(word[:-1] for word in words if word.endswith("="))
    done = run(*words)
    assert (done.returncode, done.stdout) == (2, b"") and sorted(path.name for path in place.iterdir()) == ["a", "key", "list"]
    assert option in done.stderr.decode().splitlines()[0] and b": the value is empty" in done.stderr


def test_an_empty_text_is_a_value(run, place):
    """An empty customization string and an empty function name are those that an algorithm has without the option."""
    (place / "a").write_bytes(b"a")
    for name, *words in (("cshake128", "--custom", "", "--name="), ("kt128", "--custom="), ("tuplehash128", "--custom", "")):
        assert run(name, *words, "a").stdout == run(name, "a").stdout != b""


@pytest.mark.parametrize("words", (("-cj2", "list"), ("-cj", "2", "list"), ("-wcj2", "list"), ("-ca", "sha256", "list"), ("-casha256", "list")))
def test_letters_of_options_in_one_word(run, place, words):
    (place / "a").write_bytes(b"a")
    (place / "list").write_bytes(run("sha256", "a").stdout)
    assert run("sha256", *words).stdout == b"a: OK\n"
