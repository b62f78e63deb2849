// Text of agents, people and programs on its way into a page of ours. Pure.
import { clipped, type Redact, visible } from '../markdown/filter.ts';

/** At most so many characters, on one line then. */
export type Escape = (text: string, most?: number) => string;

/** Hidden characters and secrets out, then nothing of it is markup, in text and in attributes. */
export function escaper(redact: Redact): Escape {
  return (text, most) =>
    escaped(most === undefined ? visible(text, redact) : clipped(line(text), most));

  function line(text: string): string {
    return visible(text, redact).replaceAll(/\s+/g, ' ').trim();
  }
}

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
