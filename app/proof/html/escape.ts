// Text of agents, people and programs on its way into a page of ours. Pure.
import { type Redact, visible } from '../markdown/filter.ts';

export type Escape = (text: string) => string;

/** Hidden characters and secrets out, then nothing of it is markup, in text and in attributes. */
export function escaper(redact: Redact): Escape {
  return (text) =>
    visible(text, redact)
      .toWellFormed()
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;');
}
