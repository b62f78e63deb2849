// Output of programs as plain text: colours, cursor moves, titles and control characters taken out.
// The text comes from a sandbox; everything here is linear in its length. Pure.

const ESCAPES = new RegExp(
  String.raw`\u001B\[[0-9;?<=>!]{0,40}[ -/]{0,4}[@-~]|\u001B\][^\u0007\u001B]{0,2000}(?:\u0007|\u001B\\)|\u001B[@-Z\\-_]`,
  'g',
);
/** All but tab and line feed. A carriage return alone begins its line anew. */
const CONTROLS = new RegExp(String.raw`[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]`, 'g');

export function plainText(output: string): string {
  return output
    .replaceAll(ESCAPES, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll(CONTROLS, '');
}

/** The first and the last part of a long text, with a line that says how much is missing between. */
export function shortened(text: string, longest: number): string {
  if (text.length <= longest) return text;
  if (longest <= 0) return '';
  const head = wholeEnd(text.slice(0, Math.ceil(longest / 3)));
  const tail = wholeStart(text.slice(text.length - Math.floor((longest * 2) / 3)));
  const left = text.length - head.length - tail.length;
  return `${head}\n… ${left} characters left out …\n${tail}`;
}

/** A surrogate without its partner is no character. */
function wholeEnd(text: string): string {
  return /[\uD800-\uDBFF]$/.test(text) ? text.slice(0, -1) : text;
}

function wholeStart(text: string): string {
  return /^[\uDC00-\uDFFF]/.test(text) ? text.slice(1) : text;
}
