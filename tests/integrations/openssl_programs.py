# SPDX-License-Identifier: Apache-2.0 OR MIT
"""Unmodified programs with the provider, which they find by OPENSSL_CONF: openssl(1), curl(1), nginx(8), ssh-keygen(1) and
Debian's Python. What they compute is compared with what they compute without it. For openssl.py."""
import os
import pathlib
import re
import shutil
import socket
import subprocess
import time

from steps import check_prints, check_refused, report, run, skip

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYTHON = "/usr/bin/python3"
WITHOUT = dict(os.environ, OPENSSL_CONF=os.devnull)
SYSTEM = dict(os.environ)
SYSTEM.pop("OPENSSL_CONF", None)


class Place:
    """A folder for the files of the programs, and the environments with each configuration."""

    def __init__(self, built, work):
        self.folder = work / "programs"
        self.folder.mkdir()
        self.preferred = dict(os.environ, OPENSSL_CONF=str(built / "preferred.cnf"))
        self.additional = dict(os.environ, OPENSSL_CONF=str(built / "additional.cnf"))
        # Hashlane without the default provider: what works, works by Hashlane.
        alone = re.sub(r"^(\.include .*|default = default_sect)\n", "", (built / "preferred.cnf").read_text(), flags=re.M)
        (self.folder / "alone.cnf").write_text(alone)
        self.alone = dict(os.environ, OPENSSL_CONF=str(self.folder / "alone.cnf"))
        (self.folder / "message").write_bytes(bytes(i * i % 251 for i in range(100_000)))

    def openssl(self, *words, env, data=None):
        done = subprocess.run(["openssl", *words], cwd=self.folder, env=env, input=data, capture_output=True)
        return done.returncode, done.stdout + done.stderr

    def same(self, name, *words, envs=None):
        """The command prints the same with and without the provider."""
        right = self.openssl(*words, env=WITHOUT)
        for env in envs or (self.preferred, self.additional):
            got = self.openssl(*words, env=env)
            good = got == right and right[0] == 0
            report(name, good, not good, "" if good else f"{got}, not {right}")

    def do(self, name, *words, env):
        code, text = self.openssl(*words, env=env)
        report(name, code == 0, code != 0, "" if code == 0 else text.decode(errors="replace")[-2000:])
        return text


def check_dgst(place):
    for name in ("SHA224", "SHA256", "SHA512-256", "SHA3-256", "SHA3-512"):
        place.same(f"dgst -{name}", "dgst", f"-{name}", "message", envs=(place.alone, place.preferred, place.additional))
    place.same("dgst -shake256 -xoflen", "dgst", "-shake256", "-xoflen", "100", "message", envs=(place.alone, place.preferred))
    place.same("dgst -hmac", "dgst", "-sha256", "-hmac", "key", "message")
    place.same("dgst -hmac with SHA-1", "dgst", "-sha1", "-hmac", "key", "message")
    for name, ours in (("KT128", "kt128"), ("ASCON-HASH256", "ascon-hash256"), ("KECCAK-256", "keccak-256"), ("TURBOSHAKE128", "turboshake128")):
        right = subprocess.run([ROOT / "build" / "hashlane", ours, "message"], cwd=place.folder, capture_output=True, text=True).stdout.split()[0]
        for env in (place.alone, place.preferred, place.additional):
            text = place.openssl("dgst", f"-{name}", "-r", "message", env=env)[1].decode()
            report(f"dgst -{name}", text.split()[0] == right, text.split()[0] != right, text)
    check_refused("an unknown digest", "unsupported", "openssl", "dgst", "-sha1", "message", cwd=place.folder, env=place.alone)


def check_mac_and_kdf(place):
    for digest in ("SHA256", "SHA3-512", "SHA1", "MD5"):
        place.same(f"mac, {digest}", "mac", "-macopt", f"digest:{digest}", "-macopt", "hexkey:000102", "-in", "message", "HMAC")
        place.same(f"kdf HKDF, {digest}", "kdf", "-keylen", "40", "-kdfopt", f"digest:{digest}", "-kdfopt", "key:secret",
                   "-kdfopt", "salt:salt", "-kdfopt", "info:label", "HKDF")
        place.same(f"kdf PBKDF2, {digest}", "kdf", "-keylen", "40", "-kdfopt", f"digest:{digest}", "-kdfopt", "pass:secret",
                   "-kdfopt", "salt:salt", "-kdfopt", "iter:7", "PBKDF2")
    place.same("mac KMAC-256", "mac", "-macopt", "hexkey:00010203", "-macopt", "custom:text", "-macopt", "size:20", "-in", "message",
               "KMAC-256", envs=(place.alone, place.preferred))
    place.same("kdf TLS1-PRF", "kdf", "-keylen", "32", "-kdfopt", "digest:SHA2-256", "-kdfopt", "secret:secret", "-kdfopt", "seed:seed", "TLS1-PRF")
    place.do("speed", "speed", "-seconds", "1", "-bytes", "64", "-evp", "sha3-256", env=place.preferred)


def check_certificates(place):
    """A certificate authority and a certificate for localhost, signed over SHA-3; message syntax; and key stores."""
    place.do("req -x509", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem", "-sha3-256",
             "-subj", "/CN=test authority", "-days", "2", env=place.preferred)
    place.do("req", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "server.key", "-out",
             "server.csr", "-subj", "/CN=localhost", env=place.preferred)
    (place.folder / "names").write_text("subjectAltName=DNS:localhost")
    place.do("x509", "x509", "-req", "-in", "server.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-sha3-256",
             "-extfile", "names", "-out", "server.pem", "-days", "2", env=place.preferred)
    text = place.do("x509 -text", "x509", "-in", "server.pem", "-noout", "-text", env=place.preferred)
    report("signed over SHA-3", b"RSA-SHA3-256" in text, b"RSA-SHA3-256" not in text)
    for env in (place.preferred, SYSTEM):
        place.do("verify", "verify", "-CAfile", "ca.pem", "server.pem", env=env)
    for signer, verifier in ((place.preferred, SYSTEM), (SYSTEM, place.preferred)):
        place.do("cms -sign", "cms", "-sign", "-in", "message", "-signer", "ca.pem", "-inkey", "ca.key", "-md", "sha3-512", "-outform",
                 "DER", "-binary", "-nodetach", "-out", "message.cms", env=signer)
        verify = ("cms", "-verify", "-in", "message.cms", "-inform", "DER", "-CAfile", "ca.pem", "-binary", "-out", "again")
        place.do("cms -verify", *verify, env=verifier)
        signed = (place.folder / "message.cms").read_bytes()
        (place.folder / "message.cms").write_bytes(signed.replace(bytes(i * i % 251 for i in range(60)), bytes(60)))
        check_refused("planted: another message", "digest failure|verification failure|error", "openssl", *verify, cwd=place.folder, env=verifier)
        for more in ((), ("-legacy", "-macalg", "sha1")):
            place.do(f"pkcs12 -export {more}", "pkcs12", "-export", "-inkey", "ca.key", "-in", "ca.pem", "-out", "store", "-passout", "pass:x",
                     *more, env=signer)
            text = place.do(f"pkcs12 {more}", "pkcs12", "-in", "store", "-passin", "pass:x", "-nodes", *more[:1], env=verifier)
            report("the key is there", b"PRIVATE KEY" in text, b"PRIVATE KEY" not in text)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def wait_for(port, server):
    for _ in range(1200):
        with socket.socket() as s:
            if server.poll() is not None or s.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)


def stop(server):
    server.terminate()
    try:
        server.wait(5)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()


CIPHERS = (("--tlsv1.3",), ("--tls-max", "1.2", "--ciphers", "ECDHE-ECDSA-AES128-GCM-SHA256"),
           ("--tls-max", "1.2", "--ciphers", "ECDHE-ECDSA-AES128-SHA256"), ("--tls-max", "1.2", "--ciphers", "ECDHE-ECDSA-AES256-SHA384"),
           ("--tls-max", "1.2", "--ciphers", "ECDHE-ECDSA-AES128-SHA"))


def check_tls(place):
    """s_server and curl, each with and without the provider. -no_etm makes TLS 1.2 with CBC compute tags of secret length."""
    for server_env, client_env, more in ((place.preferred, place.preferred, ()), (place.preferred, SYSTEM, ()),
                                         (SYSTEM, place.preferred, ()), (place.preferred, place.preferred, ("-no_etm",))):
        port = free_port()
        server = subprocess.Popen(["openssl", "s_server", "-accept", f"127.0.0.1:{port}", "-cert", "server.pem", "-key", "server.key",
                                   "-WWW", "-quiet", *more], cwd=place.folder, env=server_env, stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL)
        try:
            wait_for(port, server)
            for words in CIPHERS:
                done = subprocess.run(["curl", "-sS", "--max-time", "20", "--resolve", f"localhost:{port}:127.0.0.1", "--cacert", "ca.pem",
                                       *words, f"https://localhost:{port}/message"], cwd=place.folder, env=client_env, capture_output=True)
                good = done.stdout.endswith((place.folder / "message").read_bytes())
                report(f"curl {' '.join(words)} {' '.join(more)}", good, not good, done.stderr.decode())
            check_refused("planted: an authority that is not known", "SSL certificate problem", "curl", "-sS", "--max-time", "20", "--resolve",
                          f"localhost:{port}:127.0.0.1", f"https://localhost:{port}/message", cwd=place.folder, env=client_env)
        finally:
            stop(server)


NGINX = """daemon off; pid nginx.pid; error_log error.log;
events {{}}
http {{ access_log off; client_body_temp_path t; proxy_temp_path t; fastcgi_temp_path t; uwsgi_temp_path t; scgi_temp_path t;
server {{ listen 127.0.0.1:{port} ssl; ssl_protocols TLSv1.2 TLSv1.3; ssl_certificate server.pem; ssl_certificate_key server.key; root .; }} }}
"""


def nginx_program():
    """The path of nginx, or None. Where it is not installed, Debian's package is unpacked in the build tree: to install it
    would start a server."""
    installed = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
    place = ROOT / "build" / "integrations" / "openssl-nginx"
    unpacked = place / "usr" / "sbin" / "nginx"
    if installed is None and not unpacked.is_file() and shutil.which("apt-get"):
        place.mkdir(parents=True, exist_ok=True)
        run("apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", "nginx", cwd=place)
        for package in place.glob("nginx_*.deb"):
            run("dpkg-deb", "-x", package, place)
    return installed or (str(unpacked) if unpacked.is_file() else None)


def check_nginx(place):
    nginx = nginx_program()
    if nginx is None:
        return skip("nginx", "it is not installed, and Debian's package could not be had")
    port = free_port()
    (place.folder / "nginx.conf").write_text(NGINX.format(port=port))
    server = subprocess.Popen([nginx, "-p", str(place.folder), "-e", "error.log", "-c", "nginx.conf"], cwd=place.folder, env=place.preferred,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    try:
        wait_for(port, server)
        maps = pathlib.Path(f"/proc/{server.pid}/maps").read_text()
        report("nginx has loaded the module", "hashlane.so" in maps, "hashlane.so" not in maps)
        for words in CIPHERS[:3]:
            done = subprocess.run(["curl", "-sS", "--max-time", "20", "--resolve", f"localhost:{port}:127.0.0.1", "--cacert", "ca.pem", *words,
                                   f"https://localhost:{port}/message"], cwd=place.folder, env=place.preferred, capture_output=True)
            good = done.stdout == (place.folder / "message").read_bytes()
            report(f"nginx and curl {' '.join(words)}", good, not good, done.stderr.decode())
    finally:
        stop(server)


HASHLIB = """
import hashlib, hmac
message = open("message", "rb").read()
for name in ("sha256", "sha3_256", "shake_128"):
    h = getattr(hashlib, name)(message)
    print(name, type(h).__module__, h.hexdigest(*((32,) if "shake" in name else ())))
print(hmac.digest(b"key", message, "sha256").hex(), hashlib.pbkdf2_hmac("sha512", b"password", b"salt", 3).hex())
"""


def check_python(place):
    """hashlib of Debian's Python takes its digests, HMAC and PBKDF2 from OpenSSL: with Hashlane alone they are still there."""
    right = run(PYTHON, "-c", HASHLIB, cwd=place.folder, env=WITHOUT)[1].splitlines()
    for name in ("alone", "preferred", "additional"):
        check_prints(f"hashlib, {name}", right, PYTHON, "-c", HASHLIB, cwd=place.folder, env=getattr(place, name))
    good = len(right) == 4 and all(" _hashlib " in line for line in right[:3])
    report("hashlib asks OpenSSL", good, not good, str(right))
    kt128 = subprocess.run([ROOT / "build" / "hashlane", "kt128", "message"], cwd=place.folder, capture_output=True, text=True).stdout.split()[0]
    check_prints("hashlib.new('KT128')", kt128, PYTHON, "-c",
                 "import hashlib; print(hashlib.new('KT128', open('message', 'rb').read()).hexdigest(32))", cwd=place.folder, env=place.preferred)


def check_ssh_keygen(place):
    """Signs and verifies a file, and prints a fingerprint."""
    key = place.folder / "ssh.key"
    for env in (place.preferred, WITHOUT):
        key.unlink(missing_ok=True)
        (place.folder / "message.sig").unlink(missing_ok=True)
        good = run("ssh-keygen", "-q", "-t", "rsa", "-N", "", "-f", key, env=env)[0] == 0
        (place.folder / "signers").write_text("me " + (place.folder / "ssh.key.pub").read_text() if good else "")
        prints = {run("ssh-keygen", "-l", "-f", key, env=e)[1] for e in (place.preferred, WITHOUT)}
        good = good and len(prints) == 1 and run("ssh-keygen", "-Y", "sign", "-f", key, "-n", "file", "message", cwd=place.folder, env=env)[0] == 0
        other = WITHOUT if env is place.preferred else place.preferred
        with open(place.folder / "message", "rb") as message:
            code, text = run("ssh-keygen", "-Y", "verify", "-f", "signers", "-I", "me", "-n", "file", "-s", "message.sig", cwd=place.folder, env=other,
                             stdin=message)
        report("ssh-keygen", good and code == 0, not (good and code == 0), text)


def check_all(built, work):
    place = Place(built, work)
    for check in (check_dgst, check_mac_and_kdf, check_certificates, check_tls, check_nginx, check_python, check_ssh_keygen):
        check(place)
