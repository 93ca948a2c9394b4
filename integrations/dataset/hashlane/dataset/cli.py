# SPDX-License-Identifier: Apache-2.0 OR MIT
"""The command hashlane-dataset. Exit status: 0 success; 1 objects were refused or differ; 2 the call or an input is wrong."""
import argparse
import json
import pathlib
import sys

from .build import Plan, Unfinished, make_manifest
from .compare import differences, verify
from .engines import NAMES, make_engine
from .manifest import read_manifest
from .progress import Progress
from .proofs import prove, verify_proof
from .rows import Refused, check_algorithm, check_path, public
from .tables import TABLES, open_storage
from .work import digest_file

LARGEST_PROOF = 64 << 10  # bytes of a file


def digesting(parser):
    parser.add_argument("--engine", choices=NAMES, default="local", help="what runs the workers")
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="how many of them; 0: one for each core")
    parser.add_argument("--processes", action="store_true", help="local: processes in the place of threads")
    parser.add_argument("--address", help="of a cluster that runs already: the scheduler of Dask, the node of Ray, the master of Spark")
    parser.add_argument("--range-size", type=int, default=64 << 20, metavar="BYTES",
                        help="a larger object is cut in ranges of that size, a multiple of 8192 and of the block")
    parser.add_argument("--table", choices=TABLES, help="the data set is the data files of a table")
    parser.add_argument("--table-version", type=int, metavar="N", help="of a Delta table; without it the last one")
    parser.add_argument("--log", metavar="FILE", help="add a line of JSON to this file for each event")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def parser_of_all():
    parser = argparse.ArgumentParser(prog="hashlane-dataset", description="One digest for a data set, and a proof for each object.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    one = verbs.add_parser("manifest", help="digest all objects below a URL or a folder, and write a manifest")
    one.add_argument("url")
    one.add_argument("out", help="the Parquet file; OUT.journal holds what is done until then")
    one.add_argument("--algorithm", default="kt128",
                     help="a hash; parallelhash128:1048576 is one with blocks of that size, for objects of more than a TiB")
    one.add_argument("--no-versions", action="store_true", help="leave out ETags and times, so that copies have the same root")
    one.add_argument("--dry-run", action="store_true", help="say how many objects and bytes there are, and read none")
    digesting(one)
    one = verbs.add_parser("verify", help="compare a data set with its manifest")
    one.add_argument("manifest")
    one.add_argument("url")
    digesting(one)
    one = verbs.add_parser("diff", help="compare two manifests: + added, - gone, ~ changed")
    one.add_argument("a")
    one.add_argument("b")
    one = verbs.add_parser("prove", help="print the proof that an object is in a manifest")
    one.add_argument("manifest")
    one.add_argument("object")
    one = verbs.add_parser("verify-proof", help="check a proof against a root, and an object against the proof")
    one.add_argument("root")
    one.add_argument("proof", help="the file of the proof; - is the standard input")
    one.add_argument("file", nargs="?", help="the object itself")
    return parser


def with_plan(args, algorithm, run, **more):
    """Calls run(plan), which returns (what the command needs, the root or None), with an engine and progress, and ends both."""
    if args.workers < 0:
        raise Refused("the number of workers is below 0")
    Plan(algorithm, object(), args.range_size)  # a wrong size starts no engine
    with Progress(args.quiet, args.log) as progress:
        engine = make_engine(args.engine, args.workers, args.processes, args.address)
        try:
            made, root = run(Plan(algorithm, engine, args.range_size, tell=progress.tell, **more))
        finally:
            engine.close()
        progress.finished(root)
    return made


def manifest_or_refused(storage, out, plan):
    """(the manifest or the exception Unfinished, the root or None)."""
    try:
        made = make_manifest(storage, out, plan)
    except Unfinished as error:
        return error, None
    return made, made.root


def do_manifest(args):
    check_algorithm(args.algorithm)
    storage = open_storage(args.url, args.table, args.table_version)
    storage.leave_out(args.out)
    if args.dry_run:
        objects, refused = storage.objects()
        print(f"{len(objects)} objects, {sum(one.size for one in objects)} bytes, {len(refused)} refused")
        return tell(refused)
    made = with_plan(args, args.algorithm, lambda plan: manifest_or_refused(storage, args.out, plan),
                     versions=not args.no_versions)
    if isinstance(made, Unfinished):
        tell(made.refused)
        print(f"hashlane-dataset: {made}; run again to digest the rest", file=sys.stderr)
        return 1
    print(made.root)
    return 0


def tell(refused):
    """Prints what is refused; the exit status."""
    for path, reason in refused:
        print(f"{path}: {reason}", file=sys.stderr)
    return 1 if refused else 0


def verified(manifest, storage, plan):
    """([(path, reason)] of what is not as the manifest says, the root if there is none)."""
    wrong = sorted(verify(manifest, storage, plan))
    return wrong, None if wrong else manifest.root


def do_verify(args):
    manifest, storage = read_manifest(args.manifest), open_storage(args.url, args.table, args.table_version)
    storage.leave_out(args.manifest)
    wrong = with_plan(args, manifest.algorithm, lambda plan: verified(manifest, storage, plan))
    if not wrong:
        print(f"{len(manifest.rows)} objects are as the manifest says: {manifest.root}")
    return tell(wrong)


def do_diff(args):
    found = list(differences(read_manifest(args.a), read_manifest(args.b)))
    for mark, path in found:
        print(mark, path)
    return 1 if found else 0


def do_prove(args):
    check_path(args.object)
    print(json.dumps(prove(read_manifest(args.manifest), args.object), indent=1))
    return 0


def do_verify_proof(args):
    with open(0 if args.proof == "-" else args.proof, "rb") as file:
        text = file.read(LARGEST_PROOF + 1)
    if len(text) > LARGEST_PROOF:
        raise Refused(f"{args.proof}: a proof has at most {LARGEST_PROOF} bytes")
    try:
        proof = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused(f"{args.proof} is no JSON") from None
    row = verify_proof(args.root, proof)
    if args.file is not None:
        size = pathlib.Path(args.file).stat().st_size
        if size != row.size or digest_file(args.file, proof["algorithm"]) != row.digest:
            raise Refused(f"{args.file} is not the object that the proof is about")
    print(f"{row.path}: {row.size} bytes, {proof['algorithm']} {row.digest.hex()}")
    return 0


VERBS = {"manifest": do_manifest, "verify": do_verify, "diff": do_diff, "prove": do_prove, "verify-proof": do_verify_proof}


def main(words=None):
    args = parser_of_all().parse_args(words)
    try:
        return VERBS[args.verb](args)
    except (ValueError, OSError) as error:
        print(public(f"hashlane-dataset: {error}"), file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
