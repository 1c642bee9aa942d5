"""What `slowpath find` makes of methods whose slow path needs an object that other calls build; no driver.

Three methods that were named first have no slow path (`flat.py` shows it), and others stand in their place.

python benchmarks/whitesyn/objects.py [--json] [--budget 120] [--seeds 0 1 2] [--only NAME ...] [--at-once K]
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "known"))
from chosen import chosen
from run import Outcome, Problem, searched, show

BAR = 12
WERKZEUG = ("werkzeug==2.2.2", "MarkupSafe==2.1.5")

TARGETS = (
    Problem("etree-findall", "xml.etree.ElementTree:Element.findall", (), "polynomial"),
    Problem("argparse-parse", "argparse:ArgumentParser.parse_known_args", (), "polynomial"),
    Problem("minidom-append", "xml.dom.minidom:Node.appendChild", (), "polynomial"),
    Problem("tarfile-extract", "tarfile:TarFile.extractfile", (), "polynomial"),
    Problem("email-as-string", "email.message:EmailMessage.as_string", (), "polynomial"),
    Problem(
        "asn1crypto-dotted", "asn1crypto.core:ObjectIdentifier.dotted", ("asn1crypto==1.5.1",), "polynomial"
    ),
    Problem("cookiejar-header", "http.cookiejar:CookieJar.add_cookie_header", (), "polynomial"),
    Problem("configparser-get", "configparser:ConfigParser.get", (), "polynomial"),
    Problem("csv-writerows", "csv:DictWriter.writerows", (), "polynomial"),
    Problem("mailbox-add", "mailbox:mbox.add", (), "polynomial"),
    Problem("optparse-parse", "optparse:OptionParser.parse_args", (), "polynomial"),
    Problem("pprint-pformat", "pprint:PrettyPrinter.pformat", (), "polynomial"),
    Problem("email-get-params", "email.message:Message.get_params", (), "polynomial"),
    Problem("difflib-blocks", "difflib:SequenceMatcher.get_matching_blocks", (), "polynomial"),
    Problem(
        "werkzeug-multipart", "werkzeug.sansio.multipart:MultipartDecoder.next_event", WERKZEUG, "polynomial"
    ),
)


def main() -> int:
    """Print a row per search; return 0 if at least 12 of the 15 are found with every seed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--budget", type=float, default=120)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--at-once", type=int, default=1, metavar="K", help="searches side by side")
    options = parser.parse_args()
    names = chosen(parser, options.only, [each.name for each in TARGETS])
    targets = [each for each in TARGETS if each.name in names]
    outcomes: list[Outcome] = []
    with ThreadPoolExecutor(options.at_once) as pool:
        asked = [(each, seed) for each in targets for seed in options.seeds]
        for outcome in pool.map(
            lambda each: searched(
                each[0], each[0].requires, options.budget, each[1], at_once=options.at_once
            ),
            asked,
        ):
            outcomes.append(outcome)
            if not options.json:
                show(outcome)
    found = [sum(each.found for each in outcomes if each.seed == seed) for seed in options.seeds]
    if options.json:
        told = {"budget": options.budget, "seeds": options.seeds, "found": found, "of": len(targets)}
        print(json.dumps({**told, "outcomes": [asdict(each) for each in outcomes]}, indent=1))
    else:
        print(f"\nfound {', '.join(map(str, found))} of {len(targets)} with seeds {options.seeds}")
    return int(min(found) < min(BAR, len(targets)))


if __name__ == "__main__":
    sys.exit(main())
