"""The style of the page: light and dark colours that colour-blind readers can tell apart."""

STYLE = """
:root { color-scheme: light dark; --paper: #fbf9f3; --ink: #22201c; --dim: #625d54; --rule: #d8d2c6;
  --fill: #0072b2; --other: #d55e00; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --ink: #ece7dc; --dim: #a8a296; --rule: #45413a;
  --fill: #56b4e9; --other: #f0915a; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 2.2rem 0 .5rem; }
svg { display: block; width: 100%; height: auto; font-size: 13px; }
svg text { fill: var(--ink); } svg .dim { fill: var(--dim); } .dim { color: var(--dim); }
svg .end { text-anchor: end; } svg .middle { text-anchor: middle; } svg .small { font-size: 11px; }
.grid { stroke: var(--rule); } .even { stroke: var(--dim); stroke-dasharray: 4 3; }
.whisker { stroke: var(--ink); stroke-width: 2.5; } .dot { fill: var(--fill); stroke: var(--ink); }
.fill { fill: var(--fill); fill-opacity: .55; } .ahead { fill: var(--fill); } .behind { fill: var(--other); }
.wide { overflow-x: auto; } .wide > svg { min-width: 34rem; }
table { border-collapse: collapse; margin-top: .75rem; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .8rem .2rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--rule); }
th[scope=row], thead th:first-child { text-align: left; font-weight: 500; }
"""
