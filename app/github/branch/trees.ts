// A tree with some files changed. Small text travels inside the request that makes the tree, the
// rest as blobs of its own, so that a usual change costs one write. Objects are named by their
// content: making them twice makes nothing new.
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { RepositoryPath } from '../../../sandbox/protocol/plan.ts';
import { AppError } from '../../errors.ts';
import type { Api } from '../connection.ts';
import { unexpected } from '../faults.ts';
import type { RepositoryRef } from '../port.ts';
import { at, parse } from '../reading.ts';
import type { CommitFile } from '../shapes/port.ts';

const INLINE_BYTES = 128 * 1024;
const REQUEST_BYTES = 2 * 1024 * 1024;
const REQUEST_ENTRIES = 500;
const LARGEST_FILE = 50 * 1024 * 1024;

const ObjectAnswer = z.object({ sha: z.string() });

type Entry = { path: string; mode: '100644' | '100755' | '120000'; type: 'blob' } & (
  | { content: string }
  | { sha: string | null }
);

/** The tree itself when there is nothing to change. */
export async function changeTree(
  api: Api,
  repository: RepositoryRef,
  { treeSha, files }: { treeSha: string; files: readonly CommitFile[] },
): Promise<string> {
  requireFiles(files);
  let tree = treeSha;
  for (const part of parts(files)) {
    const entries: Entry[] = [];
    for (const file of part) entries.push(await entryOf(api, repository, file));
    const what = `a tree of ${entries.length} changed files`;
    const input = { ...at(repository), base_tree: tree, tree: entries };
    const data = await api.ask(what, async () => await api.rest.git.createTree(input));
    tree = parse(what, ObjectAnswer, data).sha;
  }
  return tree;
}

async function entryOf(api: Api, repository: RepositoryRef, file: CommitFile): Promise<Entry> {
  const { path } = file;
  if ('deleted' in file) return { path, mode: '100644', type: 'blob', sha: null };
  const { mode, content: bytes } = file;
  const text = bytes.byteLength <= INLINE_BYTES ? asText(bytes) : undefined;
  if (text !== undefined) return { path, mode, type: 'blob', content: text };
  const what = `the content of ${path}`;
  const content = Buffer.from(bytes).toString('base64');
  const data = await api.ask(
    what,
    async () => await api.rest.git.createBlob({ ...at(repository), content, encoding: 'base64' }),
  );
  const { sha } = parse(what, ObjectAnswer, data);
  if (sha !== blobSha(bytes)) throw unexpected(`${what} arrived changed`);
  return { path, mode, type: 'blob', sha };
}

/** Undefined for what is no text: it would not survive as JSON. */
function asText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // An empty string would mean "no content given".
    return text === '' || text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** As git names a blob. */
function blobSha(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.byteLength}\0`).update(bytes).digest('hex');
}

/** Requests of bounded size, in order. */
function parts(files: readonly CommitFile[]): CommitFile[][] {
  const made: CommitFile[][] = [];
  let bytes = 0;
  for (const file of files) {
    const size = 'deleted' in file ? 0 : Math.min(file.content.byteLength, INLINE_BYTES);
    const last = made.at(-1);
    if (last === undefined || last.length >= REQUEST_ENTRIES || bytes + size > REQUEST_BYTES) {
      made.push([file]);
      bytes = size;
    } else {
      last.push(file);
      bytes += size;
    }
  }
  return made;
}

function requireFiles(files: readonly CommitFile[]): void {
  const seen = new Set<string>();
  for (const file of files) {
    const { path } = file;
    if (!RepositoryPath.safeParse(path).success)
      throw invalid(`'${path}' is not a path of a repository`, path);
    if (seen.has(path)) throw invalid(`'${path}' is named twice`, path);
    seen.add(path);
    if (!('deleted' in file) && file.content.byteLength > LARGEST_FILE) {
      throw invalid(`'${path}' is larger than ${LARGEST_FILE} bytes`, path);
    }
  }
}

function invalid(problem: string, path: string): AppError {
  return new AppError('VALIDATION_ERROR', { problem, details: { path } });
}
