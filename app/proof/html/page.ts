// A report as one page that needs nothing else: no script, no foreign host, no second file. Read by
// people who were sent it. Pure.
import { createHash } from 'node:crypto';
import type { Redact } from '../markdown/filter.ts';
import type { Headline, Report } from '../report.ts';
import { sectionsOf } from '../sections/sections.ts';
import { verdictLine } from '../sections/verdict.ts';
import { sectionHtml } from './blocks.ts';
import { escaper } from './escape.ts';
import { STYLE } from './style.ts';

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

export function reportPage(report: Report, redact: Redact = (text) => text): string {
  const escape = escaper(redact);
  const [first, ...rest] = sectionsOf(report, 'all runs').map((one) => sectionHtml(one, escape));
  const title = escape(verdictLine(report));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title} · Redgreen</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<div class="verdict ${CLASSES[report.headline]}"><h1>${title}</h1>${first}</div>
${rest.join('\n')}
</main>
</body>
</html>
`;
}

const CLASSES = {
  Proven: 'good',
  'Proven with reservations': 'fair',
  'Not proven': 'bad',
} as const satisfies Record<Headline, string>;
