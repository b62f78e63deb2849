// Runs an action as a runner of GitHub Actions does: inputs and defaults from its action.yml, a
// clean workspace and environment, files for what it says, masks and annotations read from its log.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { sharedCache } from './cli.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const ActionFile = z.object({
  name: z.string(),
  description: z.string(),
  inputs: z.record(
    z.string(),
    z.object({ required: z.boolean().optional(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
  runs: z.object({ using: z.literal('node24'), main: z.string() }),
});
export type ActionFile = z.infer<typeof ActionFile>;

export type RunRequest = {
  event: string;
  payload: unknown;
  /** What stands in `with:`, expressions already replaced. */
  with?: Record<string, string>;
  /** What `${{ github.token }}` is. */
  token: string;
  repository: string;
  apiUrl: string;
  serverUrl: string;
  runId?: number;
  runAttempt?: number;
  /** Where action.yml lies; the clone unless given. */
  actionRoot?: string;
  env?: Record<string, string>;
  /** Another user than the one who tests, as root: GitHub's runners are ordinary users. */
  uid?: number;
  deadlineMs?: number;
  onStarted?(child: ChildProcess): void;
};

export type Annotation = { level: string; title: string; message: string };

export type RunResult = {
  exitCode: number | null;
  /** As the runner would store it: commands taken out, masks applied. */
  log: string;
  /** Everything the step printed. */
  raw: string;
  masks: string[];
  annotations: Annotation[];
  groups: string[];
  outputs: Record<string, string>;
  summary: string;
};

const FILES = ['OUTPUT', 'ENV', 'PATH', 'STATE', 'STEP_SUMMARY'] as const;
const DEADLINE_MS = 300_000;

export async function readActionFile(root = ROOT): Promise<ActionFile> {
  return ActionFile.parse(parse(await readFile(join(root, 'action.yml'), 'utf8')));
}

export async function runAction(request: RunRequest): Promise<RunResult> {
  const home = await mkdtemp('/tmp/actions-runner-');
  // As on GitHub's machines: other users may pass through.
  await chmod(home, 0o755);
  try {
    return await runIn(home, request);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function runIn(home: string, request: RunRequest): Promise<RunResult> {
  const root = request.actionRoot ?? ROOT;
  const action = await readActionFile(root);
  const workspace = join(home, 'work');
  const temp = join(home, 'temp');
  for (const directory of [workspace, temp]) await mkdir(directory, { mode: 0o755 });
  await writeFile(join(home, 'event.json'), JSON.stringify(request.payload));
  for (const name of FILES) await writeFile(join(home, name), '');
  const { uid } = request;
  if (uid !== undefined) {
    const names = ['work', 'temp', 'event.json', ...FILES];
    for (const path of [home, ...names.map((name) => join(home, name))])
      await chown(path, uid, uid);
  }
  const child = spawn(process.execPath, [join(root, action.runs.main)], {
    cwd: workspace,
    env: environment(home, request, action),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  });
  request.onStarted?.(child);
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const timer = setTimeout(() => child.kill('SIGKILL'), request.deadlineMs ?? DEADLINE_MS);
  const [exitCode] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  const raw = Buffer.concat(chunks).toString('utf8');
  return {
    exitCode,
    raw,
    ...readLog(raw),
    outputs: readOutputs(await readFile(join(home, 'OUTPUT'), 'utf8')),
    summary: await readFile(join(home, 'STEP_SUMMARY'), 'utf8'),
  };
}

function environment(
  home: string,
  request: RunRequest,
  action: ActionFile,
): Record<string, string> {
  const cache = sharedCache();
  const files = FILES.map((name) => [`GITHUB_${name}`, join(home, name)] as const);
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: home,
    LANG: 'C.UTF-8',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_WORKSPACE: join(home, 'work'),
    GITHUB_EVENT_NAME: request.event,
    GITHUB_EVENT_PATH: join(home, 'event.json'),
    GITHUB_REPOSITORY: request.repository,
    GITHUB_RUN_ID: String(request.runId ?? 1),
    GITHUB_RUN_ATTEMPT: String(request.runAttempt ?? 1),
    GITHUB_API_URL: request.apiUrl,
    GITHUB_SERVER_URL: request.serverUrl,
    RUNNER_TEMP: join(home, 'temp'),
    RUNNER_OS: 'Linux',
    ...(cache !== undefined && { RUNNER_TOOL_CACHE: cache }),
    ...Object.fromEntries(files),
    ...inputs(request, action),
    ...request.env,
  };
}

/** Hyphens stay, spaces become underscores; an input that was not given has its default. */
function inputs(request: RunRequest, action: ActionFile): Record<string, string> {
  const unknown = Object.keys(request.with ?? {}).filter((name) => !(name in action.inputs));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}`);
  const values = Object.entries(action.inputs).map(([name, facts]) => {
    const value = request.with?.[name] ?? evaluated(facts.default ?? '', request);
    return [`INPUT_${name.replaceAll(' ', '_').toUpperCase()}`, value] as const;
  });
  return Object.fromEntries(values);
}

function evaluated(text: string, { token }: RunRequest): string {
  const value = text.replaceAll(/\$\{\{\s*github\.token\s*\}\}/g, () => token);
  if (value.includes('${{')) throw new Error(`this runner cannot evaluate ${value}`);
  return value;
}

type Log = Pick<RunResult, 'log' | 'masks' | 'annotations' | 'groups'>;

/** `::command name=value::message`, as the runner reads it. */
function readLog(raw: string): Log {
  const masks: string[] = [];
  const annotations: Annotation[] = [];
  const groups: string[] = [];
  const kept: string[] = [];
  for (const line of raw.split('\n')) {
    const [, command, properties = '', message = ''] =
      /^\s*::([a-z-]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/.exec(line) ?? [];
    const text = decoded(message);
    if (command === 'add-mask') masks.push(text);
    else if (command === 'group') groups.push(text);
    else if (command === 'error' || command === 'warning' || command === 'notice') {
      const title = decoded(/title=([^,]*)/.exec(properties)?.[1] ?? '');
      annotations.push({ level: command, title, message: text });
      kept.push(`${command}: ${text}`);
    } else if (command === undefined) kept.push(line);
  }
  const masked = masks.reduce((log, mask) => log.replaceAll(mask, '***'), kept.join('\n'));
  return { log: masked, masks, annotations, groups };
}

function decoded(text: string): string {
  const characters = { '%25': '%', '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',' };
  return text.replaceAll(/%(?:25|0D|0A|3A|2C)/gi, (code) => {
    return characters[code.toUpperCase() as keyof typeof characters];
  });
}

/** `name<<DELIMITER`, the value, the delimiter; or `name=value`. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at += 1) {
    const [, name, delimiter] = /^([^=<]+)<<(.+)$/.exec(lines[at] ?? '') ?? [];
    if (name === undefined || delimiter === undefined) continue;
    const end = lines.indexOf(delimiter, at + 1);
    outputs[name] = lines.slice(at + 1, end).join('\n');
    at = end;
  }
  return outputs;
}
