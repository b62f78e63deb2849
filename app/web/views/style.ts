// The one stylesheet, and the icon. Readable in light and dark, on a phone and on a wide screen.

export const STYLE = `:root {
  color-scheme: light dark;
  --text: #1f2328;
  --soft: #57606a;
  --paper: #ffffff;
  --tint: #f6f8fa;
  --line: #d0d7de;
  --edge: #6e7781;
  --link: #0550ae;
  --good: #116329;
  --good-tint: #dafbe1;
  --bad: #a40e26;
  --bad-tint: #ffebe9;
  --on-strong: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6edf3;
    --soft: #a4aeb9;
    --paper: #0d1117;
    --tint: #161b22;
    --line: #30363d;
    --edge: #848d97;
    --link: #79b8ff;
    --good: #56d364;
    --good-tint: #12261e;
    --bad: #ff938a;
    --bad-tint: #2d1517;
    --on-strong: #0d1117;
  }
}
* { box-sizing: border-box; }
html { scroll-padding: 1rem 0 6rem; }
body {
  margin: 0;
  background: var(--paper);
  color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
a { color: var(--link); }
code, pre, textarea, input[type="text"], select {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: 0.9em;
}
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -100rem; background: var(--paper); padding: 0.5rem 1rem; }
.skip:focus { left: 0.5rem; top: 0.5rem; z-index: 1; }
.top {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0.5rem 1.5rem;
  padding: 0.75rem max(1rem, calc((100vw - 48rem) / 2));
  border-bottom: 1px solid var(--line);
  background: var(--tint);
}
.brand { font-weight: 700; font-size: 1.15rem; text-decoration: none; letter-spacing: -0.01em; }
.brand .red { color: var(--bad); }
.brand .green { color: var(--good); }
nav { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; }
nav form { margin: 0; }
main { max-width: 50rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.5rem 0 1rem; }
.repository { overflow-wrap: anywhere; }
.lead { font-size: 1.15rem; }
.hint, .help, .force, .who { color: var(--soft); }
.hint, .force { font-size: 0.9rem; }
button, .button {
  display: inline-block;
  font: inherit;
  font-weight: 600;
  padding: 0.5rem 1.1rem;
  border: 1px solid transparent;
  border-radius: 6px;
  background: var(--good);
  color: var(--on-strong);
  text-decoration: none;
  cursor: pointer;
}
button:hover, .button:hover { filter: brightness(1.1); }
button.quiet {
  background: none;
  color: var(--text);
  border-color: var(--edge);
  font-weight: 400;
  padding: 0.2rem 0.7rem;
}
.repositories { list-style: none; padding: 0; border: 1px solid var(--line); border-radius: 6px; }
.repositories li { padding: 0.7rem 1rem; overflow-wrap: anywhere; }
.repositories li + li { border-top: 1px solid var(--line); }
.badge {
  display: inline-block;
  border: 1px solid var(--edge);
  border-radius: 1rem;
  padding: 0 0.5rem;
  font-size: 0.8rem;
  color: var(--soft);
}
fieldset {
  border: 1px solid var(--line);
  border-radius: 6px;
  margin: 1.5rem 0;
  padding: 0 1rem 0.5rem;
  min-width: 0;
}
legend { font-weight: 700; padding: 0 0.4rem; margin-left: -0.4rem; }
fieldset > .hint { margin: 0.25rem 0 0; }
.field { padding: 0.9rem 0; }
.field + .field { border-top: 1px solid var(--line); }
.field.wrong { border-left: 4px solid var(--bad); padding-left: 0.75rem; margin-left: -1rem; }
.name label { font-weight: 600; }
.name code, .name .badge { color: var(--soft); margin-left: 0.35rem; }
.help { margin: 0.1rem 0 0.4rem; font-size: 0.95rem; }
input[type="text"], textarea, select {
  width: 100%;
  max-width: 100%;
  padding: 0.45rem 0.6rem;
  color: var(--text);
  background: var(--paper);
  border: 1px solid var(--edge);
  border-radius: 6px;
}
input.number { width: 10rem; }
select { width: auto; min-width: 14rem; }
textarea { resize: vertical; line-height: 1.45; }
[aria-invalid="true"] { border-color: var(--bad); border-width: 2px; }
.none { margin-top: 0.3rem; font-size: 0.9rem; color: var(--soft); }
.force { margin: 0.45rem 0 0; overflow-wrap: anywhere; }
.force code, .force pre { color: var(--text); }
pre {
  margin: 0.25rem 0;
  padding: 0.5rem 0.75rem;
  background: var(--tint);
  border-radius: 6px;
  max-height: 14rem;
  overflow: auto;
  white-space: pre-wrap;
}
.source.page { color: var(--good); font-weight: 600; }
.problem, .problems { color: var(--bad); }
.problem { margin: 0.35rem 0 0; font-weight: 600; }
.problems a { color: inherit; }
.notice { padding: 0.75rem 1rem; border-radius: 6px; border: 1px solid; }
.notice.good { color: var(--good); background: var(--good-tint); }
.notice.bad { color: var(--bad); background: var(--bad-tint); }
.notice a { color: inherit; }
.notice > :first-child { margin-top: 0; }
.notice > :last-child { margin-bottom: 0; }
.save {
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0.5rem 1rem;
  padding: 0.75rem 0;
  background: var(--paper);
  border-top: 1px solid var(--line);
}
@media (min-width: 40rem) and (min-height: 30rem) {
  .save { position: sticky; bottom: 0; }
}
@media (max-width: 30rem) {
  select, input.number { width: 100%; min-width: 0; }
}
`;

export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 2a14 14 0 0 0 0 28z" fill="#cf222e"/><path d="M16 2a14 14 0 0 1 0 28z" fill="#1a7f37"/></svg>
`;
