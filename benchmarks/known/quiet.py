"""Functions whose cost is known to be linear, or n log n: `slowpath find` must stay silent about them.

python benchmarks/known/quiet.py [--json] [--budget 120] [--only NAME ...]
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from run import Outcome, Problem, searched, show

LINEAR = (
    "base64:b32encode",
    "base64:b64encode",
    "bisect:bisect_left",
    "copy:copy",
    "email.utils:quote",
    "glob:escape",
    "glob:has_magic",
    "heapq:heapify",
    "heapq:nlargest",
    "html:escape",
    "html:unescape",
    "ipaddress:ip_address",
    "json.encoder:py_encode_basestring",
    "mimetypes:guess_type",
    "posixpath:basename",
    "posixpath:commonprefix",
    "posixpath:normpath",
    "reprlib:repr",
    "shlex:join",
    "shlex:quote",
    "statistics:fmean",
    "statistics:mean",
    "statistics:median",
    "statistics:pvariance",
    "string:capwords",
    "urllib.parse:quote",
    "urllib.parse:unquote",
    "urllib.parse:urlsplit",
    "xml.sax.saxutils:escape",
    "xml.sax.saxutils:quoteattr",
)


def main() -> int:
    """Print a row per function; return 0 where nothing was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--budget", type=float, default=120)
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    outcomes: list[Outcome] = []
    for entry in LINEAR:
        if not options.only or entry in options.only:
            outcome = searched(Problem(entry, entry, (), "linear"), (), options.budget, 0)
            outcomes.append(outcome)
            if not options.json:
                show(outcome)
    found = [each.name for each in outcomes if each.found]
    if options.json:
        print(json.dumps({"outcomes": [asdict(each) for each in outcomes], "found": found}))
    else:
        print(f"\nfound {len(found)} of {len(outcomes)}")
    return 0 if not found else 1


if __name__ == "__main__":
    sys.exit(main())
