# SPDX-License-Identifier: Apache-2.0 OR MIT
"""A server of PostgreSQL 15 for a test: postgresql.py, integrations/postgresql/bench.py.

The server finds its libraries and extensions beside its program. So its program is copied into a folder of its own, with links
to the rest of Debian's, and the extension under test is installed there and not in the folders of the system. The server runs
as an ordinary user, has a socket in that folder and no TCP port, and ends with the `with` block.
"""
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PREFIX = pathlib.Path("/usr/lib/postgresql/15")
SHARE = pathlib.Path("/usr/share/postgresql/15")
PROGRAMS = ("postgres", "initdb", "pg_config", "psql")
SETTINGS = {"listen_addresses": "''", "fsync": "off", "shared_buffers": "32MB", "max_connections": "20", "jit": "off",
            "log_min_messages": "log", "dynamic_shared_memory_type": "mmap"}
USER = "postgres"


def linked(source, place):
    """A folder with links to all that is in another."""
    place.mkdir(parents=True)
    for one in source.iterdir():
        (place / one.name).symlink_to(one)


class Server:
    """The programs, the data and the socket of a server, in one folder."""

    def __init__(self, place):
        self.place = place
        self.bin = place / "lib" / "postgresql" / "15" / "bin"
        self.bin.mkdir(parents=True)
        for name in PROGRAMS:
            shutil.copy(PREFIX / "bin" / name, self.bin)
        self.libraries = self.bin.parent / "lib"
        linked(PREFIX / "lib", self.libraries)
        share = place / "share" / "postgresql" / "15"
        linked(SHARE, share)
        self.extensions = share / "extension"
        self.extensions.unlink()
        linked(SHARE / "extension", self.extensions)
        self.env = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "HASHLANE_"))}
        self.env |= {"PATH": f"{self.bin}:{os.environ['PATH']}", "LANG": "C.UTF-8", "PGHOST": str(place), "PGUSER": USER,
                     "PGDATABASE": "postgres", "PGOPTIONS": "--client-min-messages=warning"}
        self.process = None

    def as_user(self):
        """What stands before a command so that an ordinary user runs it."""
        return ("runuser", "-u", USER, "--") if os.geteuid() == 0 else ()

    def start(self):
        if os.geteuid() == 0:
            shutil.chown(self.place, USER)
        data = self.place / "data"
        subprocess.run([*self.as_user(), self.bin / "initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N"],
                       env=self.env, cwd=self.place, check=True, capture_output=True)
        settings = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value.strip(chr(39))}")]
        with open(self.place / "log", "wb") as log:
            self.process = subprocess.Popen([*self.as_user(), self.bin / "postgres", "-D", data, "-k", self.place, *settings],
                                            env=self.env, cwd=self.place, stdout=log, stderr=log)
        for _ in range(600):
            if self.process.poll() is not None:
                break
            if subprocess.run([self.bin / "psql", "-c", ""], env=self.env, capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        raise RuntimeError(f"the server does not start: {(self.place / 'log').read_text()}")

    def stop(self):
        """An immediate shutdown: nothing of the data is needed."""
        if self.process is None or self.process.poll() is not None:
            return
        if self.pid() is None:
            self.process.terminate()  # it has just started
        else:
            os.kill(self.pid(), signal.SIGQUIT)
        self.process.wait(60)

    def pid(self):
        """The first process of the server, or None before it has said so."""
        file = self.place / "data" / "postmaster.pid"
        lines = file.read_text().splitlines() if file.exists() else []
        return int(lines[0]) if lines else None

    def psql(self, script, database="postgres", user=USER):
        """Runs statements in one session until the first error; (lines of output, errors)."""
        done = subprocess.run([self.bin / "psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-v", "VERBOSITY=verbose", "-d", database, "-U", user],
                              input=script, env=self.env, cwd=self.place, capture_output=True, text=True)
        return done.stdout.splitlines(), done.stderr

    def rows(self, script, **where):
        """The lines that statements print, none of which may fail."""
        lines, errors = self.psql(script, **where)
        if errors:
            raise RuntimeError(f"{errors[:2000]} after {lines[-3:]}")
        return lines

    def one(self, statement, **where):
        return "\n".join(self.rows(statement + ";", **where))

    def reason(self, statement, **where):
        """The first line of the error, SQLSTATE and text; nothing where there is none."""
        found = re.search(r"(?:ERROR|FATAL):  (.*)", self.psql(statement + ";", **where)[1])
        return found.group(1) if found else None


@contextlib.contextmanager
def place_of_server():
    """A server that does not run yet, in a folder that goes at the end, and stops at the end, also after SIGTERM."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with tempfile.TemporaryDirectory(prefix="hashlane-postgresql-") as folder:
        server = Server(pathlib.Path(folder))
        try:
            yield server
        finally:
            server.stop()


def install(server, built):
    """What the page says with its commands."""
    shutil.copy(built / "hashlane.so", server.libraries)
    for one in (built / "hashlane.control", *built.glob("hashlane--*.sql")):
        shutil.copy(one, server.extensions)
