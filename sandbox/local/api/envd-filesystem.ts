// E2B's filesystem service for one sandbox: Stat, MakeDir, Move, ListDir, Remove. Watching is not
// offered.
import { z } from 'zod';
import type { LiveSandbox } from '../live-sandbox.ts';
import { answerUnary, ConnectFault, readUnary } from './connect-protocol.ts';
import { parseMessage } from './envd-faults.ts';
import type { EnvdCall } from './envd-process.ts';
import { requireKnownUser } from './envd-user.ts';

const PathRequest = z.object({ path: z.string() });
const MoveRequest = z.object({ source: z.string(), destination: z.string() });
const ListRequest = z.object({ path: z.string(), depth: z.number().int().default(1) });

const Entry = z.object({
  name: z.string(),
  path: z.string(),
  type: z.enum(['file', 'directory', 'symlink', 'other']),
  size: z.number(),
  mode: z.number().int(),
  modifiedMs: z.number(),
  target: z.string().optional(),
});
type Entry = z.infer<typeof Entry>;

export async function handleFilesystem(method: string, call: EnvdCall): Promise<void> {
  requireKnownUser(call.request);
  const message = await readUnary(call.request);
  answerUnary(call.response, await answerOf(method, call.sandbox, message));
}

async function answerOf(method: string, sandbox: LiveSandbox, message: unknown): Promise<unknown> {
  const ask = async (operation: string, options: object) =>
    await sandbox.link.request({ operation, options });
  switch (method) {
    case 'Stat':
      return { entry: toEntry(await ask('stat', parseMessage(PathRequest, message))) };
    case 'MakeDir':
      return { entry: toEntry(await ask('makeDirectory', parseMessage(PathRequest, message))) };
    case 'Move':
      return { entry: toEntry(await ask('move', parseMessage(MoveRequest, message))) };
    case 'Remove':
      await ask('remove', parseMessage(PathRequest, message));
      return {};
    case 'ListDir': {
      const answer = await ask('listDirectory', parseMessage(ListRequest, message));
      const { entries } = z.object({ entries: z.array(z.unknown()) }).parse(answer);
      return { entries: entries.map(toEntry) };
    }
    default:
      throw new ConnectFault('unimplemented', `filesystem.Filesystem/${method} is not offered`);
  }
}

const FILE_TYPES: Readonly<Record<Entry['type'], string>> = {
  file: 'FILE_TYPE_FILE',
  directory: 'FILE_TYPE_DIRECTORY',
  symlink: 'FILE_TYPE_SYMLINK',
  other: 'FILE_TYPE_UNSPECIFIED',
};

function toEntry(value: unknown): unknown {
  const entry = Entry.parse(value);
  return {
    name: entry.name,
    path: entry.path,
    type: FILE_TYPES[entry.type],
    size: String(entry.size),
    mode: entry.mode & 0o7777,
    permissions: permissionsOf(entry),
    owner: 'user',
    group: 'user',
    modifiedTime: new Date(entry.modifiedMs).toISOString(),
    ...(entry.target === undefined ? {} : { symlinkTarget: entry.target }),
  };
}

const TYPE_LETTERS: Readonly<Record<Entry['type'], string>> = {
  file: '-',
  directory: 'd',
  symlink: 'L',
  other: '?',
};

function permissionsOf({ type, mode }: Entry): string {
  const bits = Array.from('rwxrwxrwx', (name, at) => (mode & (0o400 >> at) ? name : '-'));
  return TYPE_LETTERS[type] + bits.join('');
}
