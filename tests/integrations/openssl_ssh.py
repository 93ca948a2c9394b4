# SPDX-License-Identifier: Apache-2.0 OR MIT
"""ssh(1), unmodified, with the provider: connections to a server of the Python package asyncssh, which has a cryptography
of its own. For openssl.py."""
import os
import pathlib
import shutil
import subprocess
import sys
import venv

from steps import do, report, skip

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENVIRONMENT = ROOT / "build" / "integrations" / "openssl-ssh"  # stays, since the packages take long to install
PACKAGES = ("asyncssh==2.24.1", "cryptography==50.0.2")
SERVER = """
import asyncio, sys
import asyncssh

async def echo(process):
    process.stdout.write(await process.stdin.read())
    process.exit(0)

async def main():
    server = await asyncssh.listen("127.0.0.1", 0, server_host_keys=["host"], authorized_client_keys="user.pub",
                                   process_factory=echo, encoding=None)
    print(server.get_port(), flush=True)
    await server.wait_closed()

asyncio.run(main())
"""
# What each connection agrees on. The tags of messages are HMAC.
CHOICES = (("curve25519-sha256", "hmac-sha2-256"), ("ecdh-sha2-nistp384", "hmac-sha2-512"),
           ("ecdh-sha2-nistp521", "hmac-sha2-256-etm@openssh.com"))


def python_with_packages():
    """A virtual environment that is kept between runs; its Python, or None after a report."""
    python, stamp = ENVIRONMENT / "bin" / "python", ENVIRONMENT / "packages"
    if stamp.exists() and stamp.read_text() == " ".join(PACKAGES):
        return python
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    venv.create(ENVIRONMENT, with_pip=True)
    if do("pip install", python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES) is None:
        return None
    stamp.write_text(" ".join(PACKAGES))
    return python


def connect(place, port, choice, env):
    """Sends the message and reads it back; (exit status, output, errors)."""
    key_exchange, tag = choice
    options = ("StrictHostKeyChecking=yes", "UserKnownHostsFile=known", f"KexAlgorithms={key_exchange}", f"MACs={tag}",
               "Ciphers=aes128-ctr", "ConnectTimeout=20", "BatchMode=yes", "IdentitiesOnly=yes", "IdentityFile=user")
    words = [word for option in options for word in ("-o", option)]
    with open(place / "message", "rb") as message:
        done = subprocess.run(["ssh", "-F", "none", *words, "-p", str(port), "me@127.0.0.1", "echo"], cwd=place, env=env, stdin=message,
                              capture_output=True)
    return done.returncode, done.stdout, done.stderr.decode()


def planted(place, module, env):
    """The environment with a module whose SHA-384 is another."""
    config = pathlib.Path(env["OPENSSL_CONF"]).read_text().replace(str(module), str(place.parent / "planted-module" / "hashlane.so"))
    (place / "planted.cnf").write_text(config)
    return dict(env, OPENSSL_CONF=str(place / "planted.cnf"))


def check_connections(place, port, built):
    (place / "known").write_text(f"[127.0.0.1]:{port} {(place / 'host.pub').read_text()}")
    preferred = dict(os.environ, OPENSSL_CONF=str(built / "preferred.cnf"))
    sent = (place / "message").read_bytes()
    for choice in CHOICES:
        code, got, said = connect(place, port, choice, preferred)
        good = code == 0 and got == sent
        report(f"ssh, {', '.join(choice)}", good, not good, said)
    code, got, said = connect(place, port, CHOICES[1], planted(place, built / "hashlane.so", preferred))
    noticed = code != 0 and got == b"" and "signature" in said
    report("planted: ssh with another SHA-384", noticed, not noticed, said)


def check(built, work):
    """built: the folder of the provider; work has the folder planted-module."""
    if shutil.which("ssh") is None:
        return skip("ssh", "it is not installed")
    python = python_with_packages()
    if python is None:
        return None
    place = work / "ssh"
    place.mkdir()
    (place / "message").write_bytes(bytes(i * i % 251 for i in range(300_000)))
    for name in ("host", "user"):
        if do("ssh-keygen", "ssh-keygen", "-q", "-t", "ecdsa", "-N", "", "-f", place / name) is None:
            return None
    server = subprocess.Popen([python, "-c", SERVER], cwd=place, stdout=subprocess.PIPE, stderr=sys.stderr, text=True)
    try:
        check_connections(place, int(server.stdout.readline()), built)
    finally:
        server.kill()
        server.wait()
    return None
