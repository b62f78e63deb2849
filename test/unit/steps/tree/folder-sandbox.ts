// A sandbox that is a folder of this machine, without isolation: commands run in it, what goes in and
// comes out are its files. Implements the driver port as far as a tree is laid and collected.
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExecOptions, SANDBOX_PATHS, type Sandbox } from '../../../../sandbox/driver/port.ts';

export type FolderSandbox = AsyncDisposable & { sandbox: Sandbox; workspace: string };

export async function openFolderSandbox(): Promise<FolderSandbox> {
  const place = await mkdtemp(join(tmpdir(), 'redgreen-folder-'));
  const workspace = join(place, 'workspace');
  await mkdir(workspace);
  const here = (path: string) => path.replace(SANDBOX_PATHS.workspace, workspace);
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: place };
  const exec = async ({ command, cwd = place }: ExecOptions) => {
    const words = typeof command === 'string' ? (['bash', '-c', command] as const) : command;
    const ran = await run(words, { cwd: here(cwd), env });
    return {
      ...ran,
      ended: 'exit' as const,
      signal: undefined,
      isStdoutCut: false,
      isStderrCut: false,
      resourceLimit: undefined,
      durationMs: 0,
    };
  };
  const sandbox = {
    exec,
    uploadTar: async (directory: string, tar: Uint8Array) => {
      const file = join(place, 'in.tar');
      await writeFile(file, tar);
      await mkdir(here(directory), { recursive: true });
      const { exitCode, stderr } = await run(['tar', '-C', here(directory), '-xf', file], {
        cwd: place,
        env,
      });
      if (exitCode !== 0) throw new Error(stderr);
    },
    download: async (path: string) => await readFile(here(path)),
  };
  return {
    sandbox: sandbox as unknown as Sandbox,
    workspace,
    [Symbol.asyncDispose]: async () => await rm(place, { recursive: true, force: true }),
  };
}

async function run(
  [program, ...args]: readonly [string, ...string[]],
  options: { cwd: string; env: Record<string, string> },
) {
  const child = spawn(program, args, options);
  const out: Buffer[] = [];
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  child.stdin.end();
  const exitCode = await new Promise<number>((resolve) =>
    child.once('close', (code) => resolve(code ?? 137)),
  );
  // Text is what the port gives.
  const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString('utf8');
  return { exitCode, stdout: text(out), stderr: text(said) };
}
