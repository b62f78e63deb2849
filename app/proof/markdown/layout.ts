// Small pieces every page is made of: tables, sections, lists, times, money. Everything passed in
// is already safe Markdown. Pure.

export function section(heading: string, ...parts: readonly string[]): string {
  return joined([`### ${heading}`, ...parts]);
}

/** Parts with a blank line between them; empty ones are left out. */
export function joined(parts: readonly string[]): string {
  return parts.filter((part) => part.trim() !== '').join('\n\n');
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function list(items: readonly string[], longest = items.length): string {
  const shown = items.slice(0, longest).map((item) => `- ${item}`);
  const left = items.length - shown.length;
  return [...shown, ...(left > 0 ? [`- … and ${left} more`] : [])].join('\n');
}

/** What people can say now. */
export function sayLines(lines: readonly string[]): string {
  return `**Say one of these** in a comment here, as its first line:\n\n${list(lines)}`;
}

/** On one line. */
export function sequence(items: readonly string[], longest: number): string {
  const left = items.length - longest;
  return items.slice(0, longest).join(', ') + (left > 0 ? ` and ${left} more` : '');
}

export function details(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

export function dollars(amount: number): string {
  return `$${amount > 0 && amount < 0.005 ? amount.toFixed(4) : amount.toFixed(2)}`;
}

/** `2026-08-01 12:40 UTC` */
export function time(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

export function shortSha(sha: string): string {
  return `\`${sha.replaceAll(/[^0-9a-f]/g, '').slice(0, 7)}\``;
}
