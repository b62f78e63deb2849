// Changed files that cases rest on and nobody can read as what they are: bytes, links, turned texts. Pure.
import { languageOf } from '../../../sandbox/languages/languages.ts';
import type { FileChange, FileContent } from '../../../sandbox/protocol/cases.ts';
import type { TamperFinding } from '../tamper/finding.ts';
import type { Roles } from './roles.ts';

const LINK = 0o120000;

/** Of what no line can be read there are no hunks; as long as nobody knows its role, it is undone whole. */
export function hasHunks(change: FileChange, roles: Roles): boolean {
  if ('deleted' in change || !isOpaque(change)) return true;
  const role = roles.get(change.path);
  return role === 'unknown' || (role === 'unread' && !isPicture(bytesOf(change)));
}

function isOpaque(change: FileContent): boolean {
  return change.mode === LINK || !isText(bytesOf(change));
}

export function opaqueFindings(changes: readonly FileChange[], roles: Roles): TamperFinding[] {
  return changes.flatMap((change): TamperFinding[] => {
    const { path } = change;
    if ('deleted' in change || roles.get(path) !== 'code') return [];
    const bytes = bytesOf(change);
    if (!isOpaque(change))
      return isTurned(path, bytes) ? [{ kind: 'opaque-file', path, detail: TURNED }] : [];
    if (change.mode === LINK) {
      const detail = `a link to ${bytes.toString('utf8').slice(0, 200)} that tests follow`;
      return [{ kind: 'opaque-file', path, detail }];
    }
    if (isPicture(bytes)) return [];
    return [{ kind: 'opaque-file', path, detail: `${bytes.length} bytes that tests read or run` }];
  });
}

const TURNED = 'signs in it turn the direction of writing: it is not what it looks like';

/** Texts for people may be written so, programs are not. */
function isTurned(path: string, bytes: Buffer): boolean {
  return (
    languageOf(path) !== undefined && /[\u202A-\u202E\u2066-\u2069]/.test(bytes.toString('utf8'))
  );
}

function bytesOf({ content }: { content: string }): Buffer {
  return Buffer.from(content, 'base64');
}

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** By their first bytes: pictures, fonts and pages that people can look at. */
const PICTURES: readonly RegExp[] = [
  /^\x89PNG\r\n/,
  /^\xff\xd8\xff/,
  /^GIF8[79]a/,
  /^RIFF.{4}WEBP/s,
  /^%PDF-/,
  /^wOF[F2]/,
];

function isPicture(bytes: Buffer): boolean {
  const first = bytes.toString('latin1', 0, 16);
  return PICTURES.some((one) => one.test(first));
}
