"""What `slowpath find` reports on current releases: the findings to judge for usefulness.

Each release is installed and one public entry point is searched. The output has what a maintainer would see
of the first finding: class, input, reason, seconds at a common length. Whether the input is natural, the
reason right and the finding worth acting on is for a person to say; docs/benchmarks.md has the answers.

    python benchmarks/current.py [--list first] [--budget 30] [--at-once 2] [--only NAME ...] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

CACHE = Path(os.environ.get("SLOWPATH_CACHE", Path.home() / ".cache" / "slowpath")) / "current"
GRACE = 60  # seconds beyond the budget after which a search is ended
# What is installed, with all that it needs, and what is searched: text and data that come from outside.
ENTRIES = (
    ("anytree", "anytree.resolver:Resolver.glob"),
    ("arrow", "arrow.parser:DateTimeParser.parse_iso"),
    ("beautifulsoup4", "bs4.dammit:EntitySubstitution.substitute_xml"),
    ("bleach", "bleach:clean"),
    ("boltons", "boltons.strutils:html2text"),
    ("boltons", "boltons.iterutils:unique_iter"),
    ("cssselect", "cssselect:parse"),
    ("dateparser", "dateparser.utils:normalize_unicode"),
    ("deepdiff", "deepdiff.helper:get_diff_length"),
    ("docopt", "docopt:docopt"),
    ("docutils", "docutils.statemachine:string2lines"),
    ("email-validator", "email_validator:validate_email"),
    ("feedparser", "feedparser.sanitizer:_sanitize_html"),
    ("html5lib", "html5lib:parse"),
    ("humanize", "humanize:intcomma"),
    ("idna", "idna:encode"),
    ("inflection", "inflection:underscore"),
    ("jmespath", "jmespath:compile"),
    ("jsonpatch", "jsonpatch:make_patch"),
    ("lark", "lark.load_grammar:load_grammar"),
    ("markdown", "markdown:markdown"),
    ("markdown2", "markdown2:markdown"),
    ("markdownify", "markdownify:markdownify"),
    ("mistune", "mistune:html"),
    ("more-itertools", "more_itertools:unique_everseen"),
    ("natsort", "natsort:natsorted"),
    ("networkx", "networkx.algorithms.dag:transitive_closure_dag"),
    ("nltk", "nltk.metrics.distance:edit_distance"),
    ("packaging", "packaging.requirements:Requirement"),
    ("parse", "parse:parse"),
    ("phonenumbers", "phonenumbers:parse"),
    ("ply", "ply.cpp:Preprocessor.parse"),
    ("prettytable", "prettytable:from_csv"),
    ("pycodestyle", "pycodestyle:whitespace_around_keywords"),
    ("pyfiglet", "pyfiglet:figlet_format"),
    ("pygments", "pygments.lexers.html:HtmlLexer.get_tokens"),
    ("pyparsing", "pyparsing.results:ParseResults.from_dict"),
    ("python-dateutil", "dateutil.parser:parse"),
    ("python-frontmatter", "frontmatter:parse"),
    ("python-slugify", "slugify:slugify"),
    ("pyyaml", "yaml:safe_load"),
    ("rfc3986", "rfc3986:normalize_uri"),
    ("rich", "rich.markup:render"),
    ("shellingham", "shellingham.posix.ps:get_process_mapping"),
    ("sqlparse", "sqlparse:format"),
    ("tabulate", "tabulate:tabulate"),
    ("textdistance", "textdistance:levenshtein"),
    ("textile", "textile:textile"),
    ("tinycss2", "tinycss2:parse_stylesheet"),
    ("toml", "toml:loads"),
    ("tomlkit", "tomlkit:parse"),
    ("toolz", "toolz.itertoolz:unique"),
    ("uritemplate", "uritemplate:expand"),
    ("validators", "validators:url"),
    ("w3lib", "w3lib.html:remove_tags"),
    ("wcwidth", "wcwidth:wcswidth"),
    ("webcolors", "webcolors:normalize_hex"),
    ("xmltodict", "xmltodict:parse"),
)

# The same, chosen for a second check: packages that stand in no other list of benchmarks/.
SECOND = (
    ("ansi2html", "ansi2html:Ansi2HTMLConverter.convert"),
    ("autopep8", "autopep8:fix_code"),
    ("bbcode", "bbcode:render_html"),
    ("chardet", "chardet:detect"),
    ("cron-descriptor", "cron_descriptor:get_description"),
    ("croniter", "croniter:croniter.expand"),
    ("csscompressor", "csscompressor:compress"),
    ("cssutils", "cssutils:parseString"),
    ("dictdiffer", "dictdiffer:diff"),
    ("diff-match-patch", "diff_match_patch:diff_match_patch.diff_main"),
    ("email-reply-parser", "email_reply_parser:EmailReplyParser.parse_reply"),
    ("emoji", "emoji:demojize"),
    ("esprima", "esprima:parseScript"),
    ("ftfy", "ftfy:fix_text"),
    ("funcy", "funcy:distinct"),
    ("furl", "furl:furl"),
    ("fuzzysearch", "fuzzysearch:find_near_matches"),
    ("geomet", "geomet.wkt:loads"),
    ("graphql-core", "graphql:parse"),
    ("hjson", "hjson:loads"),
    ("hpack", "hpack:Decoder.decode"),
    ("html2text", "html2text:html2text"),
    ("htmlmin", "htmlmin:minify"),
    ("httpagentparser", "httpagentparser:detect"),
    ("humanfriendly", "humanfriendly:parse_timespan"),
    ("hyperlink", "hyperlink:parse"),
    ("icalendar", "icalendar:Calendar.from_ical"),
    ("inflect", "inflect:engine.plural"),
    ("iniconfig", "iniconfig:IniConfig"),
    ("intervaltree", "intervaltree:IntervalTree.from_tuples"),
    ("isodate", "isodate:parse_duration"),
    ("isort", "isort:code"),
    ("jsmin", "jsmin:jsmin"),
    ("json5", "json5:loads"),
    ("jsonpath-ng", "jsonpath_ng:parse"),
    ("ldap3", "ldap3.utils.dn:parse_dn"),
    ("m3u8", "m3u8:loads"),
    ("mdformat", "mdformat:text"),
    ("mistletoe", "mistletoe:markdown"),
    ("nameparser", "nameparser:HumanName"),
    ("parsedatetime", "parsedatetime:Calendar.parse"),
    ("parsimonious", "parsimonious.grammar:Grammar"),
    ("protego", "protego:Protego.parse"),
    ("pybtex", "pybtex.database:parse_string"),
    ("pyflakes", "pyflakes.api:check"),
    ("pyhocon", "pyhocon:ConfigFactory.parse_string"),
    ("pylatexenc", "pylatexenc.latex2text:LatexNodes2Text.latex_to_text"),
    ("pysrt", "pysrt:from_string"),
    ("pystache", "pystache:render"),
    ("pyte", "pyte:Stream.feed"),
    ("python-creole", "creole:creole2html"),
    ("python-dotenv", "dotenv.main:dotenv_values"),
    ("python-mimeparse", "mimeparse:best_match"),
    ("python-stdnum", "stdnum.iban:validate"),
    ("pytimeparse", "pytimeparse:parse"),
    ("rispy", "rispy:loads"),
    ("simpleeval", "simpleeval:simple_eval"),
    ("soupsieve", "soupsieve:compile"),
    ("srt", "srt:parse"),
    ("textstat", "textstat:flesch_reading_ease"),
    ("texttable", "texttable:Texttable.draw"),
    ("titlecase", "titlecase:titlecase"),
    ("transliterate", "transliterate:translit"),
    ("unidiff", "unidiff:PatchSet.from_string"),
    ("url-normalize", "url_normalize:url_normalize"),
    ("vobject", "vobject:readOne"),
    ("wcmatch", "wcmatch.fnmatch:translate"),
    ("webvtt-py", "webvtt:from_string"),
    ("whatthepatch", "whatthepatch:parse_patch"),
    ("wikitextparser", "wikitextparser:remove_markup"),
)

# The same, chosen for a third check.
THIRD = (
    ("airspeed", "airspeed:Template.merge"),
    ("aniso8601", "aniso8601:parse_datetime"),
    ("ansimarkup", "ansimarkup:parse"),
    ("bashlex", "bashlex:parse"),
    ("bencode.py", "bencodepy:decode"),
    ("bibtexparser", "bibtexparser:parse_string"),
    ("boolean.py", "boolean:BooleanAlgebra.parse"),
    ("cssbeautifier", "cssbeautifier:beautify"),
    ("datefinder", "datefinder:find_dates"),
    ("ddlparse", "ddlparse:DdlParse.parse"),
    ("docstring-parser", "docstring_parser:parse"),
    ("editorconfig", "editorconfig.fnmatch:translate"),
    ("edn-format", "edn_format:loads"),
    ("genshi", "genshi.input:HTML"),
    ("gpxpy", "gpxpy:parse"),
    ("hl7", "hl7:parse"),
    ("javalang", "javalang.parse:parse"),
    ("jsbeautifier", "jsbeautifier:beautify"),
    ("kdl-py", "kdl:parse"),
    ("lesscpy", "lesscpy:compile"),
    ("libconf", "libconf:loads"),
    ("LinkHeader", "link_header:parse"),
    ("luqum", "luqum.thread:parse"),
    ("nestedtext", "nestedtext:loads"),
    ("num2words", "num2words:num2words"),
    ("pathspec", "pathspec:PathSpec.from_lines"),
    ("plyara", "plyara:Plyara.parse_string"),
    ("price-parser", "price_parser:Price.fromstring"),
    ("py-expression-eval", "py_expression_eval:Parser.parse"),
    ("pybars3", "pybars:Compiler.compile"),
    ("pyhcl", "hcl:loads"),
    ("pyisemail", "pyisemail:is_email"),
    ("pyjsparser", "pyjsparser:parse"),
    ("pynmea2", "pynmea2:parse"),
    ("pyphen", "pyphen:Pyphen.inserted"),
    ("pysbd", "pysbd:Segmenter.segment"),
    ("python-jsonpath", "jsonpath:compile"),
    ("python-liquid", "liquid:Template"),
    ("robotexclusionrulesparser", "robotexclusionrulesparser:RobotExclusionRulesParser.parse"),
    ("sacremoses", "sacremoses:MosesTokenizer.tokenize"),
    ("semantic-version", "semantic_version:NpmSpec"),
    ("semver", "semver:Version.parse"),
    ("sexpdata", "sexpdata:loads"),
    ("simple-ddl-parser", "simple_ddl_parser:DDLParser.run"),
    ("smartypants", "smartypants:smartypants"),
    ("snowballstemmer", "snowballstemmer.english_stemmer:EnglishStemmer.stemWord"),
    ("striprtf", "striprtf.striprtf:rtf_to_text"),
    ("svg.path", "svg.path:parse_path"),
    ("typogrify", "typogrify.filters:typogrify"),
    ("uritools", "uritools:urisplit"),
    ("vdf", "vdf:loads"),
    ("word2number", "word2number.w2n:word_to_num"),
    ("wordninja", "wordninja:split"),
)
# The same, chosen for a fourth check: data as often as text.
FOURTH = (
    ("baron", "baron:parse"),
    ("babel", "babel.plural:PluralRule"),
    ("bidict", "bidict:bidict.putall"),
    ("bitstring", "bitstring:Bits.fromstring"),
    ("bottle", "bottle:SimpleTemplate"),
    ("cerberus", "cerberus:Validator.validate"),
    ("chess", "chess.pgn:read_game"),
    ("dnspython", "dns.zone:from_text"),
    ("dpath", "dpath:search"),
    ("deepmerge", "deepmerge:always_merger.merge"),
    ("demjson3", "demjson3:decode"),
    ("flatten-json", "flatten_json:flatten"),
    ("fluent.syntax", "fluent.syntax:parse"),
    ("fonttools", "fontTools.svgLib.path:parse_path"),
    ("funcparserlib", "funcparserlib.lexer:make_tokenizer"),
    ("gherkin-official", "gherkin.parser:Parser.parse"),
    ("gitignore-parser", "gitignore_parser:parse_gitignore_str"),
    ("glom", "glom:glom"),
    ("httpx", "httpx:URL"),
    ("interegular", "interegular:parse_pattern"),
    ("iso8601", "iso8601:parse_date"),
    ("jiwer", "jiwer:wer"),
    ("json-repair", "json_repair:repair_json"),
    ("jsonmerge", "jsonmerge:merge"),
    ("kdtree", "kdtree:create"),
    ("latex2mathml", "latex2mathml.converter:convert"),
    ("linkify-it-py", "linkify_it:LinkifyIt.match"),
    ("markovify", "markovify:Text"),
    ("mergedeep", "mergedeep:merge"),
    ("metaphone", "metaphone:doublemetaphone"),
    ("mt-940", "mt940:parse"),
    ("netaddr", "netaddr:cidr_merge"),
    ("numpydoc", "numpydoc.docscrape:NumpyDocString"),
    ("openpyxl", "openpyxl.formula:Tokenizer"),
    ("ordered-set", "ordered_set:OrderedSet.discard"),
    ("parso", "parso:parse"),
    ("parsy", "parsy:string"),
    ("patch-ng", "patch_ng:fromstring"),
    ("polib", "polib:pofile"),
    ("polyline", "polyline:encode"),
    ("portion", "portion:from_string"),
    ("prometheus-client", "prometheus_client.parser:text_string_to_metric_families"),
    ("prompt-toolkit", "prompt_toolkit.formatted_text:ANSI"),
    ("pydot", "pydot:graph_from_dot_data"),
    ("pygeoif", "pygeoif:from_wkt"),
    ("pygtrie", "pygtrie:StringTrie.update"),
    ("pyrsistent", "pyrsistent:freeze"),
    ("pyspellchecker", "spellchecker:SpellChecker.candidates"),
    ("python-box", "box:Box"),
    ("radon", "radon.raw:analyze"),
    ("requests", "requests.utils:parse_header_links"),
    ("sgmllib3k", "sgmllib:SGMLParser.feed"),
    ("sievelib", "sievelib.parser:Parser.parse"),
    ("simplejson", "simplejson:loads"),
    ("svgelements", "svgelements:Path"),
    ("three-merge", "three_merge:merge"),
    ("tomli-w", "tomli_w:dumps"),
    ("toposort", "toposort:toposort"),
    ("treelib", "treelib:Tree.from_map"),
    ("unidecode", "unidecode:unidecode"),
    ("voluptuous", "voluptuous:Schema"),
    ("webob", "webob.acceptparse:create_accept_header"),
    ("yapf", "yapf.yapflib.yapf_api:FormatCode"),
    ("yattag", "yattag:indent"),
    ("zxcvbn", "zxcvbn:zxcvbn"),
)
# The same, chosen for a fifth check: formats, notations of a field, data structures.
FIFTH = (
    ("addict", "addict:Dict"),
    ("ahocorapy", "ahocorapy.keywordtree:KeywordTree.add"),
    ("argcomplete", "argcomplete.lexers:split_line"),
    ("authres", "authres:AuthenticationResultsHeader.parse"),
    ("better-profanity", "better_profanity:profanity.censor"),
    ("bintrees", "bintrees:AVLTree.update"),
    ("budoux", "budoux:Parser.parse"),
    ("bson", "bson:loads"),
    ("chemparse", "chemparse:parse_formula"),
    ("ciscoconfparse", "ciscoconfparse:CiscoConfParse"),
    ("cleantext", "cleantext:clean"),
    ("commentjson", "commentjson:loads"),
    ("configupdater", "configupdater:ConfigUpdater.read_string"),
    ("confusable-homoglyphs", "confusable_homoglyphs.confusables:is_confusable"),
    ("cssmin", "cssmin:cssmin"),
    ("cxxheaderparser", "cxxheaderparser.simple:parse_string"),
    ("dacite", "dacite:from_dict"),
    ("deb-pkg-tools", "deb_pkg_tools.control:parse_control_fields"),
    ("docstring-to-markdown", "docstring_to_markdown:convert"),
    ("eradicate", "eradicate:Eradicator.filter_commented_out_code"),
    ("fastjsonschema", "fastjsonschema:compile"),
    ("fastkml", "fastkml:KML.from_string"),
    ("flatdict", "flatdict:FlatDict"),
    ("gcodeparser", "gcodeparser:GcodeParser"),
    ("genson", "genson:SchemaBuilder.add_object"),
    ("ics", "ics:Calendar"),
    ("intelhex", "intelhex:IntelHex.fromdict"),
    ("interlap", "interlap:InterLap.add"),
    ("jsonpointer", "jsonpointer:resolve_pointer"),
    ("ldap-filter", "ldap_filter:Filter.parse"),
    ("license-expression", "license_expression:Licensing.parse"),
    ("luaparser", "luaparser.ast:parse"),
    ("m2r", "m2r:convert"),
    ("mail-parser", "mailparser:parse_from_string"),
    ("mf2py", "mf2py:parse"),
    ("mslex", "mslex:split"),
    ("msgpack", "msgpack.fallback:unpackb"),
    ("mwparserfromhell", "mwparserfromhell:parse"),
    ("newick", "newick:loads"),
    ("oletools", "oletools.rtfobj:RtfParser.parse"),
    ("packageurl-python", "packageurl:PackageURL.from_string"),
    ("parsel", "parsel.csstranslator:css2xpath"),
    ("pcpp", "pcpp:Preprocessor.parse"),
    ("pe", "pe:compile"),
    ("periodictable", "periodictable:formula"),
    ("poyo", "poyo:parse_string"),
    ("proto-schema-parser", "proto_schema_parser:Parser.parse"),
    ("publicsuffixlist", "publicsuffixlist:PublicSuffixList.publicsuffix"),
    ("pyformlang", "pyformlang.regular_expression:Regex"),
    ("pygdbmi", "pygdbmi.gdbmiparser:parse_response"),
    ("pyld", "pyld.jsonld:normalize"),
    ("pyqtree", "pyqtree:Index.insert"),
    ("pysmiles", "pysmiles:read_smiles"),
    ("python-debian", "debian.deb822:Deb822"),
    ("python-crontab", "crontab:CronTab"),
    ("python-ranges", "ranges:RangeSet"),
    ("requirements-parser", "requirements:parse"),
    ("ruamel.yaml", "ruamel.yaml:YAML.load"),
    ("schema", "schema:Schema.validate"),
    ("selfies", "selfies:encoder"),
    ("sgf", "sgf:parse"),
    ("sgfmill", "sgfmill.sgf:Sgf_game.from_string"),
    ("slpp", "slpp:slpp.decode"),
    ("sql-metadata", "sql_metadata:Parser"),
    ("strictyaml", "strictyaml:load"),
    ("suffix-trees", "suffix_trees.STree:STree"),
    ("tatsu", "tatsu:compile"),
    ("terminaltables", "terminaltables:AsciiTable"),
    ("textfsm", "textfsm:TextFSM"),
    ("tripy", "tripy:earclip"),
    ("urwid", "urwid:Text"),
    ("vulture", "vulture:Vulture.scan"),
    ("yarl", "yarl:URL"),
)
# The same, chosen for a sixth check: mostly parsers of what users send, and some containers.
SIXTH = (
    ("aprslib", "aprslib:parse"),
    ("art", "art:text2art"),
    ("asn1tools", "asn1tools:compile_string"),
    ("asttokens", "asttokens:ASTTokens"),
    ("avro", "avro.schema:parse"),
    ("base58", "base58:b58decode"),
    ("braceexpand", "braceexpand:braceexpand"),
    ("cachetools", "cachetools:LFUCache.popitem"),
    ("chameleon", "chameleon:PageTemplate"),
    ("click", "click.formatting:wrap_text"),
    ("cmakelang", "cmakelang.lex:tokenize"),
    ("commonregex", "commonregex:CommonRegex"),
    ("compressed-rtf", "compressed_rtf:decompress"),
    ("cron-validator", "cron_validator:CronValidator.parse"),
    ("css-html-js-minify", "css_html_js_minify.css_minifier:css_minify"),
    ("cssselect2", "cssselect2:compile_selector_list"),
    ("dirtyjson", "dirtyjson:loads"),
    ("disjoint-set", "disjoint_set:DisjointSet.union"),
    ("dkimpy", "dkim:rfc822_parse"),
    ("dulwich", "dulwich.ignore:translate"),
    ("edtf", "edtf:parse_edtf"),
    ("elementpath", "elementpath:XPath2Parser.parse"),
    ("exrex", "exrex:simplify"),
    ("fire", "fire.parser:DefaultParseValue"),
    ("flatten-dict", "flatten_dict:flatten"),
    ("greenery", "greenery:parse"),
    ("h11", "h11:Connection.receive_data"),
    ("hashids", "hashids:Hashids.decode"),
    ("heapdict", "heapdict:heapdict.popitem"),
    ("hl7apy", "hl7apy.parser:parse_message"),
    ("htmlement", "htmlement:fromstring"),
    ("http-sfv", "http_sfv:Dictionary.parse"),
    ("ijson", "ijson.backends.python:parse"),
    ("imapclient", "imapclient.response_parser:parse_response"),
    ("iniparse", "iniparse:INIConfig"),
    ("iocextract", "iocextract:extract_urls"),
    ("isbnlib", "isbnlib:get_isbnlike"),
    ("javaproperties", "javaproperties:loads"),
    ("jsondiff", "jsondiff:diff"),
    ("jsonpickle", "jsonpickle:decode"),
    ("justhtml", "justhtml:JustHTML"),
    ("jxmlease", "jxmlease:parse"),
    ("langcodes", "langcodes.tag_parser:parse_tag"),
    ("langdetect", "langdetect:detect"),
    ("lat-lon-parser", "lat_lon_parser:parse"),
    ("liberty-parser", "liberty.parser:parse_liberty"),
    ("luadata", "luadata:unserialize"),
    ("mako", "mako.template:Template"),
    ("markdown-it-py", "markdown_it:MarkdownIt.render"),
    ("merge3", "merge3:Merge3.merge_lines"),
    ("metar", "metar.Metar:Metar"),
    ("mido", "mido:parse_all"),
    ("molmass", "molmass:Formula"),
    ("multipart", "multipart:parse_options_header"),
    ("munch", "munch:munchify"),
    ("nested-lookup", "nested_lookup:nested_lookup"),
    ("oauthlib", "oauthlib.common:urldecode"),
    ("objectpath", "objectpath.core.parser:parse"),
    ("orderedmultidict", "orderedmultidict:omdict.add"),
    ("parglare", "parglare:Grammar.from_string"),
    ("phpserialize", "phpserialize:loads"),
    ("pint", "pint.util:string_preprocessor"),
    ("puremagic", "puremagic:from_string"),
    ("pyap", "pyap:parse"),
    ("pycaption", "pycaption:WebVTTReader.read"),
    ("pycparser", "pycparser.c_parser:CParser.parse"),
    ("pydash", "pydash:uniq"),
    ("pydifact", "pydifact.segmentcollection:Interchange.from_str"),
    ("pygcode", "pygcode:Line"),
    ("pylrc", "pylrc:parse"),
    ("pypdf", "pypdf:PdfReader"),
    ("pypng", "png:Reader"),
    ("pyscss", "scss.compiler:compile_string"),
    ("pysubs2", "pysubs2:SSAFile.from_string"),
    ("python-hcl2", "hcl2:loads"),
    ("python-nexus", "nexus:NexusReader.from_string"),
    ("python-nginx", "nginx:loads"),
    ("pyvcd", "vcd.reader:tokenize"),
    ("quads", "quads:QuadTree.insert"),
    ("requests-toolbelt", "requests_toolbelt.multipart.decoder:MultipartDecoder"),
    ("rule-engine", "rule_engine:Rule"),
    ("segtok", "segtok.segmenter:split_single"),
    ("tablib", "tablib:Dataset.load"),
    ("tempora", "tempora:parse_timedelta"),
    ("texsoup", "TexSoup:TexSoup"),
    ("text2digits", "text2digits.text2digits:Text2Digits.convert"),
    ("textx", "textx:metamodel_from_str"),
    ("timelength", "timelength:TimeLength"),
    ("tnefparse", "tnefparse:TNEF"),
    ("tokenize-rt", "tokenize_rt:src_to_tokens"),
    ("tornado", "tornado.template:Template"),
    ("unicodeit", "unicodeit:replace"),
)
# The same, chosen for a seventh check: all kinds of data of users, drawn from a longer list by lot.
SEVENTH = (
    ("arpeggio", "arpeggio.cleanpeg:ParserPEG"),
    ("asteval", "asteval:Interpreter.eval"),
    ("astroid", "astroid:parse"),
    ("autoflake", "autoflake:fix_code"),
    ("automata-lib", "automata.fa.nfa:NFA.from_regex"),
    ("bbpb", "blackboxprotobuf:decode_message"),
    ("beautifultable", "beautifultable:BeautifulTable"),
    ("bigtree", "bigtree:list_to_tree"),
    ("bitmath", "bitmath:parse_string"),
    ("botocore", "botocore.eventstream:EventStreamBuffer.add_data"),
    ("cabarchive", "cabarchive:CabArchive"),
    ("calmjs.parse", "calmjs.parse.parsers.es5:parse"),
    ("cantools", "cantools.database:load_string"),
    ("cattrs", "cattrs:structure"),
    ("cfgv", "cfgv:validate"),
    ("chemformula", "chemformula:ChemFormula"),
    ("cleo", "cleo.formatters.formatter:Formatter.format"),
    ("colour", "colour:Color"),
    ("crossplane", "crossplane:build"),
    ("dahuffman", "dahuffman:HuffmanCodec.from_data"),
    ("daterangeparser", "daterangeparser:parse"),
    ("deepsmiles", "deepsmiles:Converter.decode"),
    ("dict2xml", "dict2xml:dict2xml"),
    ("docker", "docker.utils.ports:split_port"),
    ("dotty-dict", "dotty_dict:dotty"),
    ("dpkt", "dpkt.dns:DNS"),
    ("durationpy", "durationpy:from_str"),
    ("dynaconf", "dynaconf.utils.parse_conf:parse_conf_data"),
    ("fastaparser", "fastaparser:Reader"),
    ("filetype", "filetype:guess"),
    ("fqdn", "fqdn:FQDN"),
    ("fsspec", "fsspec.utils:infer_storage_options"),
    ("gffutils", "gffutils.feature:feature_from_line"),
    ("grapheme", "grapheme:graphemes"),
    ("graphviz", "graphviz.quoting:quote"),
    ("griffe", "griffe:Docstring.parse"),
    ("h2", "h2.connection:H2Connection.receive_data"),
    ("haralyzer", "haralyzer:HarParser"),
    ("httpie", "httpie.cli.nested_json:interpret_nested_json"),
    ("imap-tools", "imap_tools:MailMessage.from_bytes"),
    ("invoke", "invoke.parser:Parser.parse_argv"),
    ("iptools", "iptools:IpRangeList"),
    ("irctokens", "irctokens:tokenise"),
    ("isoduration", "isoduration:parse_duration"),
    ("jc", "jc:parse"),
    ("jdatetime", "jdatetime:datetime.strptime"),
    ("json-e", "jsone:render"),
    ("kajiki", "kajiki:XMLTemplate"),
    ("lizard", "lizard:FileAnalyzer.analyze_source_code"),
    ("lunr", "lunr:lunr"),
    ("lzstring", "lzstring:LZString.decompress"),
    ("macaddress", "macaddress:parse"),
    ("marshmallow", "marshmallow:Schema.load"),
    ("mccabe", "mccabe:get_code_complexity"),
    ("mingus", "mingus.core.chords:from_shorthand"),
    ("mo-sql-parsing", "mo_sql_parsing:parse"),
    ("obonet", "obonet:read_obo"),
    ("odfpy", "odf.opendocument:load"),
    ("olefile", "olefile:OleFileIO"),
    ("omegaconf", "omegaconf:OmegaConf.create"),
    ("paho-mqtt", "paho.mqtt.client:topic_matches_sub"),
    ("partialsmiles", "partialsmiles:ParseSmiles"),
    ("pathvalidate", "pathvalidate:sanitize_filename"),
    ("pdfminer.six", "pdfminer.high_level:extract_text"),
    ("peewee", "playhouse.db_url:parse"),
    ("pefile", "pefile:PE"),
    ("pip-requirements-parser", "pip_requirements_parser:RequirementsFile.from_string"),
    ("pyelftools", "elftools.elf.elffile:ELFFile"),
    ("pygrok", "pygrok:Grok.match"),
    ("pyiso8583", "iso8583:decode"),
    ("PyJWT", "jwt:decode"),
    ("pymarc", "pymarc:MARCReader"),
    ("python-abp", "abp.filters:parse_filterlist"),
    ("python-minifier", "python_minifier:minify"),
    ("pyubx2", "pyubx2:UBXReader.parse"),
    ("PyVCF3", "vcf:Reader"),
    ("scour", "scour.scour:scourString"),
    ("sdp-transform", "sdp_transform:parse"),
    ("simhash", "simhash:Simhash"),
    ("sly", "sly.lex:Lexer.tokenize"),
    ("spdx-tools", "spdx_tools.spdx.parser.tagvalue.parser:Parser.parse"),
    ("sphinx", "sphinx.ext.napoleon:GoogleDocstring"),
    ("sqlfluff", "sqlfluff:parse"),
    ("sqltree", "sqltree:sqltree"),
    ("tap.py", "tap.parser:Parser.parse_text"),
    ("timefhuman", "timefhuman:timefhuman"),
    ("torf", "torf:Magnet.from_string"),
    ("tsplib95", "tsplib95:parse"),
    ("uncertainties", "uncertainties:ufloat_fromstr"),
    ("vaderSentiment", "vaderSentiment.vaderSentiment:SentimentIntensityAnalyzer.polarity_scores"),
    ("Whoosh", "whoosh.qparser:QueryParser.parse"),
    ("xlrd", "xlrd:open_workbook"),
    ("xmlschema", "xmlschema:XMLSchema"),
    ("yamlpath", "yamlpath:YAMLPath"),
    ("zipp", "zipp.glob:Translator.translate"),
)

LISTS = {
    "first": ENTRIES,
    "second": SECOND,
    "third": THIRD,
    "fourth": FOURTH,
    "fifth": FIFTH,
    "sixth": SIXTH,
    "seventh": SEVENTH,
}


@dataclass(frozen=True, slots=True)
class Shown:
    """What a maintainer sees first."""

    package: str
    version: str
    entry: str
    seconds: float
    exit_code: int
    findings: int = 0
    growth: str = ""
    recipe: str = ""
    natural: bool | None = None
    evidence: str = ""
    at_10kb: float | None = None
    reason: str = ""
    note: str = ""


def main() -> int:
    """Print a block for each entry; return 1 if a search ended with an error of ours."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--list", choices=tuple(LISTS), default="first")
    parser.add_argument("--budget", type=float, default=30, help="seconds for each entry")
    parser.add_argument("--at-once", type=int, default=1, metavar="K", help="searches side by side")
    parser.add_argument("--only", nargs="*", default=[], metavar="NAME", help="packages")
    options = parser.parse_args()
    chosen = [each for each in LISTS[options.list] if not options.only or each[0] in options.only]
    with ThreadPoolExecutor(options.at_once) as pool:
        outcomes = []
        for shown in pool.map(lambda each: searched(*each, options.budget), chosen):
            outcomes.append(shown)
            if not options.json:
                print(told(shown), flush=True)
    if options.json:
        print(json.dumps([asdict(each) for each in outcomes], indent=1))
    return int(any("internal error" in each.note for each in outcomes))


def installed(package: str) -> Path | None:
    """The folder that has the newest release; None if it cannot be installed."""
    folder = CACHE / package
    if not (folder / ".complete").exists():
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), package]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            return None
        (folder / ".complete").touch()
    return folder


def searched(package: str, entry: str, budget: float) -> Shown:
    """Run `slowpath find` on an entry."""
    folder = installed(package)
    if folder is None:
        return Shown(package, "", entry, 0.0, 0, note="cannot be installed")
    command = [
        sys.executable,
        "-m",
        "slowpath",
        "find",
        entry,
        "--json",
        "--budget",
        f"{budget}s",
        "--jobs",
        "1",
    ]
    start = time.monotonic()
    try:
        done = subprocess.run(
            command,
            env={**os.environ, "PYTHONPATH": str(folder)},
            capture_output=True,
            text=True,
            timeout=budget + GRACE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Shown(package, version(folder, package), entry, budget + GRACE, 124, note="no answer")
    seconds = time.monotonic() - start
    if not done.stdout:
        return Shown(
            package,
            version(folder, package),
            entry,
            seconds,
            done.returncode,
            note=done.stderr.strip()[-200:],
        )
    return first(package, version(folder, package), entry, seconds, done.returncode, json.loads(done.stdout))


def _listed(recipe: dict[str, str]) -> str:
    return ", ".join(f"{name}={source}" for name, source in recipe.items())


def first(package: str, release: str, entry: str, seconds: float, code: int, report: dict[str, Any]) -> Shown:
    """The first finding of a report."""
    note = report["inconclusive"] or report["advice"] or ""
    if not report["findings"]:
        return Shown(package, release, entry, seconds, code, note=note)
    best = report["findings"][0]
    return Shown(
        package,
        release,
        entry,
        seconds,
        code,
        len(report["findings"]),
        best["growth"]["class"] or "",
        best["program"] if best["setup"] or not best["recipe"] else _listed(best["recipe"]),
        best["natural"],
        best["evidence"],
        best["seconds_at_10kb"],
        best["reason"],
        note,
    )


def version(folder: Path, package: str) -> str:
    """The release that is installed in a folder."""
    for each in folder.glob("*.dist-info"):
        name, _, release = each.stem.rpartition("-")
        if normalised(name) == normalised(package):
            return release
    return "?"


def normalised(name: str) -> str:
    """The name of a package as the package index compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def told(shown: Shown) -> str:
    """A finding as a block of text."""
    head = f"{shown.package} {shown.version}  {shown.entry}  {shown.seconds:.0f} s  exit {shown.exit_code}"
    if not shown.findings:
        return f"{head}  {shown.note}"
    natural = "natural" if shown.natural else "not natural"
    at = "" if shown.at_10kb is None else f", {shown.at_10kb:.2g} s at 10,000"
    return (
        f"{head}\n    {shown.growth}  {shown.recipe}\n    {natural}, {shown.evidence}{at}, "
        f"{shown.findings} findings\n    {shown.reason}"
    )


if __name__ == "__main__":
    sys.exit(main())
