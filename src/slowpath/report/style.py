"""The style sheet of the HTML report: light and dark, from a phone to a wide screen."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root{--back:#fff;--text:#1d2126;--faint:#667080;--line:#dfe3e8;--card:#f5f7f9;--dot:#c8452e;--fit:#3b6ea8;
--good:#1d7a46;--random:#8a6d1f;--bar:#c8452e33}
@media (prefers-color-scheme:dark){:root{--back:#15181c;--text:#e3e6ea;--faint:#98a2ae;--line:#333a42;
--card:#1e2328;--dot:#ff8066;--fit:#7fb2ea;--good:#5fcf90;--random:#d9b95b;--bar:#ff806640}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:52rem;margin:0 auto;padding:1.2rem 1rem 3rem}
h1{font:600 1.35rem/1.3 ui-monospace,monospace;margin:0;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:2rem 0 .5rem}
h3{font-size:1rem;margin:1.2rem 0 .3rem}
p{margin:.4rem 0;overflow-wrap:anywhere}
.faint,figcaption{color:var(--faint);font-size:.875rem}
.verdict{font-size:1.4rem;font-weight:650;margin:.6rem 0}
.verdict small{font-size:.95rem;font-weight:400;color:var(--text)}
.bad{color:var(--dot)}.good{color:var(--good)}
pre{background:var(--card);border-radius:6px;padding:.7rem .9rem;margin:.5rem 0;white-space:pre-wrap;
overflow-wrap:anywhere}
pre,code{font-family:ui-monospace,monospace;font-size:.875rem}
figure{margin:1rem 0}
figcaption{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem}
svg{display:block;width:100%;height:auto;max-width:44rem}
svg text{font:12px system-ui,sans-serif;fill:var(--faint)}
.grid{stroke:var(--line)}.axis{stroke:var(--faint);fill:none}
.slope{stroke:var(--faint);stroke-dasharray:2 4;opacity:.7}
.fit{stroke:var(--fit);stroke-width:2.5;fill:none}
svg .dot{fill:var(--dot)}
svg .random{stroke:var(--random);stroke-dasharray:6 4;stroke-width:1.5}
.diamond{fill:var(--random)}
.key{display:inline-block;width:.7rem;height:.7rem;margin-right:.4rem;background:var(--dot);border-radius:50%}
.key.fit{background:var(--fit);height:.2rem;border-radius:0;vertical-align:middle}
.key.random{background:var(--random);border-radius:0;transform:rotate(45deg) scale(.8)}
.wide{overflow-x:auto;margin:.5rem 0}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .7rem .2rem 0;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th{font-weight:500;color:var(--faint)}
th b{color:var(--text)}
td.text,th.text{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:6rem}
.code td{border:0}
.code td:last-child,.code th[colspan]{text-align:left}
.code code{white-space:pre}
.share{position:relative;min-width:5.5rem}
.share s{position:absolute;left:0;top:12%;height:76%;background:var(--bar);border-radius:2px}
.share b{position:relative;font-weight:500}
details{border-top:1px solid var(--line);padding:.5rem 0}
summary{cursor:pointer}
figure+details{border:0}
"""
