"""The style sheet of the HTML report: light and dark, from a phone to a wide screen."""

from __future__ import annotations

from typing import Final

STYLE: Final = """
:root{--back:#fff;--text:#1d2126;--faint:#5d6775;--line:#e2e6ea;--card:#f5f7f9;--dot:#c23b22;--fit:#3b6ea8;
--good:#1d7a46;--random:#8a6d1f;--bar:#c23b2230;--shade:#0003;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace}
@media (prefers-color-scheme:dark){:root{--back:#15181c;--text:#e3e6ea;--faint:#98a2ae;--line:#30363d;
--card:#1e2328;--dot:#ff8066;--fit:#7fb2ea;--good:#5fcf90;--random:#d9b95b;--bar:#ff806640;--shade:#000c}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--text);font:16px/1.55 system-ui,-apple-system,"Segoe UI",
Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:54rem;margin:0 auto;padding:2.2rem 1.1rem 4rem}
h1{font:600 1.5rem/1.3 var(--mono);margin:0;overflow-wrap:anywhere}
h2{font-size:1.15rem;font-weight:600;margin:2.6rem 0 .6rem;padding-top:1rem;border-top:1px solid var(--line)}
h3{font-size:1rem;font-weight:600;margin:1.6rem 0 .3rem}
p{margin:.4rem 0;overflow-wrap:anywhere;max-width:44rem}
sup{font-size:.65em;line-height:0}
.faint,figcaption,dt{color:var(--faint);font-size:.875rem}
.verdict{font-size:1.5rem;font-weight:600;margin:1.2rem 0 .6rem}
.bad{color:var(--dot)}.good{color:var(--good)}
dl{margin:1.2rem 0 0}
dd{margin:0;overflow-wrap:anywhere}
.figures{display:flex;flex-wrap:wrap;gap:1rem 2.8rem}
.figures div{display:flex;flex-direction:column-reverse}
.figures dd{font-size:1.8rem;line-height:1.25;font-weight:600;font-variant-numeric:tabular-nums}
.figures b{font-weight:inherit}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(9.5rem,1fr));gap:.7rem 1.5rem;
margin:.4rem 0 1rem}
pre{background:var(--card);border-radius:6px;padding:.75rem .95rem;margin:.5rem 0;white-space:pre-wrap;
overflow-wrap:anywhere}
pre,code{font-family:var(--mono);font-size:.875rem}
figure{margin:1.6rem 0 .6rem}
figcaption{display:flex;flex-wrap:wrap;gap:.2rem 1.4rem;margin-top:.5rem}
svg{display:block;width:100%;height:auto;max-width:44rem}
svg text{font:11px system-ui,sans-serif;fill:var(--faint)}
.grid{stroke:var(--line)}.axis{stroke:var(--faint);fill:none}
.slope{stroke:var(--faint);stroke-dasharray:2 4;opacity:.7}
.fit{stroke:var(--fit);stroke-width:2;fill:none}
svg .dot{fill:var(--dot)}
.diamond{fill:var(--random)}
.key{display:inline-block;width:.7rem;height:.7rem;margin-right:.45rem;background:var(--dot);border-radius:50%}
.key.fit{background:var(--fit);width:1rem;height:.15rem;border-radius:0;vertical-align:middle}
.key.random{background:var(--random);border-radius:0;transform:rotate(45deg) scale(.75)}
.wide{overflow-x:auto;margin:.5rem 0;scrollbar-width:thin;
background:linear-gradient(90deg,var(--back) 40%,transparent) 0 0/3rem 100%,
linear-gradient(270deg,var(--back) 40%,transparent) 100% 0/3rem 100%,
radial-gradient(farthest-side at 0 50%,var(--shade),transparent) 0 0/1rem 100%,
radial-gradient(farthest-side at 100% 50%,var(--shade),transparent) 100% 0/1rem 100%;
background-repeat:no-repeat;background-attachment:local,local,scroll,scroll}
table{border-collapse:collapse;font-size:.875rem;font-variant-numeric:tabular-nums}
th,td{padding:.28rem 1.1rem .28rem 0;text-align:right;white-space:nowrap;border-bottom:1px solid var(--line)}
th{font-weight:500;color:var(--faint)}
th b{color:var(--text);font-weight:600}
a{color:var(--fit)}
th button{all:unset;cursor:pointer}
th button:focus-visible{outline:2px solid var(--fit);outline-offset:2px}
th[aria-sort] button{color:var(--text);font-weight:600}
th[aria-sort] button::after{content:" \\2193"}
th[aria-sort=ascending] button::after{content:" \\2191"}
td.text,th.text{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:6rem}
.code th,.code td{border:0;padding-top:.12rem;padding-bottom:.12rem}
.code td:last-child,.code th[colspan]{text-align:left}
.code th[colspan]{padding-top:.6rem}
.code code{white-space:pre}
.share{position:relative;min-width:5.5rem}
.share s{position:absolute;left:0;top:8%;height:84%;background:var(--bar);border-radius:2px}
.share b{position:relative;font-weight:500;padding-right:.4rem}
details{padding:.4rem 0}
summary{cursor:pointer}
details summary{color:var(--faint);font-size:.9rem}
main>details{border-top:1px solid var(--line);margin-top:1.2rem;padding-top:1rem}
main>details>summary{color:var(--text);font-size:1rem}
@media (max-width:34rem){main{padding-top:1.4rem}svg text{font-size:14px}.figures{gap:.8rem 2rem}}
@media print{.wide{overflow:visible;background:none}.code code{white-space:pre-wrap}}
"""
