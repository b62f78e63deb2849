// The stylesheet of a report's page. It stands inside the page: a report is one file.

export const STYLE = `:root {
  color-scheme: light dark;
  --text: #1f2328; --soft: #57606a; --paper: #ffffff; --tint: #f6f8fa; --line: #d0d7de;
  --link: #0550ae; --good: #116329; --good-tint: #dafbe1; --fair: #6b4500; --fair-tint: #fff8c5; --bad: #a40e26; --bad-tint: #ffebe9;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3; --soft: #a4aeb9; --paper: #0d1117; --tint: #161b22; --line: #30363d;
    --link: #79b8ff; --good: #56d364; --good-tint: #12261e; --fair: #e3b341; --fair-tint: #272115; --bad: #ff938a; --bad-tint: #2d1517;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 0.5rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
.verdict { padding: 1rem 1.25rem; border: 1px solid; border-radius: 8px; }
.verdict h1, .verdict p { margin: 0; color: inherit; }
.verdict p, .verdict ul { margin: 0.35rem 0 0; }
.verdict.good { color: var(--good); background: var(--good-tint); }
.verdict.fair { color: var(--fair); background: var(--fair-tint); }
.verdict.bad { color: var(--bad); background: var(--bad-tint); }
p { overflow-wrap: anywhere; }
.prose { white-space: pre-line; }
blockquote { margin: 1rem 0; padding: 0.1rem 1rem; border-left: 4px solid var(--line); color: var(--soft); }
summary h2 { display: inline; margin: 0; }
section > details { margin-top: 1rem; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.45rem 0.75rem; }
tr + tr > *, tbody + tbody > tr > *, thead + tbody > tr > * { border-top: 1px solid var(--line); }
thead th { background: var(--tint); font-weight: 600; }
tbody th { font-weight: 400; min-width: 14rem; }
th, td { overflow-wrap: break-word; }
li { overflow-wrap: anywhere; }
.status { white-space: nowrap; font-weight: 600; }
.red { color: var(--bad); }
.green { color: var(--good); }
.note { display: block; font-weight: 400; white-space: normal; }
.badge {
  display: inline-block; border: 1px solid var(--soft); border-radius: 1rem; padding: 0 0.5rem;
  font-size: 0.8rem; color: var(--soft); white-space: nowrap;
}
code, pre {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: 0.875em;
}
pre {
  margin: 0.35rem 0 0.9rem; padding: 0.6rem 0.8rem; background: var(--tint);
  border: 1px solid var(--line); border-radius: 6px; max-height: 24rem; overflow: auto;
  white-space: pre-wrap; overflow-wrap: anywhere;
}
details { border: 1px solid var(--line); border-radius: 8px; margin: 0.4rem 0; padding: 0 0.9rem; }
details[open] { padding-bottom: 0.3rem; }
summary { cursor: pointer; padding: 0.5rem 0; overflow-wrap: anywhere; }
details h3 { font-size: 1rem; margin: 0.5rem 0 0; font-weight: 600; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
ul { margin: 0.35rem 0; padding-left: 1.3rem; }
@media print { details > * { display: block; } pre { max-height: none; } }
`;
