// What a machine says of itself, as another one would: files of /proc and /etc that are shown instead
// of this one's, and another directory in which programs are found. What system calls answer (sysinfo,
// uname) stays as it is.
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Where programs are found there. */
export const ANOTHER_BIN = '/srv/tools/bin';

/** Links to them are what a program sees as its own path. */
const INTERPRETERS = ['python3', 'ruby', 'perl', 'php', 'bash', 'sh'].map(
  (name) => `/usr/bin/${name}`,
);

const UP_SECONDS = 34_876_543;
const KIB_MORE = 3_145_728;
const OS_RELEASE = `PRETTY_NAME="Alder Linux 7"
NAME="Alder Linux"
VERSION_ID="7"
ID=alder
ID_LIKE="rhel fedora"
`;

/** Where each is shown. */
const SHOWN = {
  cpuinfo: '/proc/cpuinfo',
  stat: '/proc/stat',
  meminfo: '/proc/meminfo',
  uptime: '/proc/uptime',
  loadavg: '/proc/loadavg',
  version: '/proc/version',
  'os-release': '/etc/os-release',
  'machine-id': '/etc/machine-id',
} as const;

const ownName = (name: string) => `another-${name}`;

/** By the name under which it is kept beside the minimal /etc. */
export function machineFiles(): Record<string, string> {
  const files: Record<keyof typeof SHOWN, string> = {
    cpuinfo: oneMore(
      read('/proc/cpuinfo'),
      /^processor\s*:[^]*?\n\n/gm,
      /(?<=^processor\s*: )\d+/m,
    ),
    stat: longAgo(oneMore(read('/proc/stat'), /^cpu\d+ .*\n/gm, /(?<=^cpu)\d+/m)),
    meminfo: read('/proc/meminfo').replaceAll(/(?<=^Mem(?:Total|Free|Available):\s+)\d+/gm, (kib) =>
      String(Number(kib) + KIB_MORE),
    ),
    uptime: `${UP_SECONDS}.21 ${UP_SECONDS}.07\n`,
    loadavg: '3.14 2.71 1.41 3/977 48211\n',
    version: 'Linux version 6.9.7 (build@alder) (gcc 14.1.1, GNU ld 2.42) #1 SMP PREEMPT_DYNAMIC\n',
    'os-release': OS_RELEASE,
    'machine-id': '3f1c9a5e7b2d4c60918e5a7d3b2f6c04\n',
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [ownName(name), text]));
}

/** As arguments of bubblewrap. */
export function machineArguments(parts: { etcDirectory: string; nodeBinary: string }): string[] {
  const shown = Object.entries(SHOWN).flatMap(([name, path]) => {
    return ['--ro-bind', `${parts.etcDirectory}/${ownName(name)}`, path];
  });
  const links = INTERPRETERS.filter((path) => existsSync(path)).flatMap((path) => {
    return ['--symlink', path, `${ANOTHER_BIN}/${basename(path)}`];
  });
  return [...shown, '--ro-bind', parts.nodeBinary, `${ANOTHER_BIN}/node`, ...links];
}

/** With the last of these paragraphs once more, under the next number. */
function oneMore(text: string, paragraph: RegExp, number: RegExp): string {
  const last = [...text.matchAll(paragraph)].at(-1);
  if (last === undefined) return text;
  const [whole] = last;
  const end = last.index + whole.length;
  const next = whole.replace(number, (count) => String(Number(count) + 1));
  return `${text.slice(0, end)}${next}${text.slice(end)}`;
}

function longAgo(stat: string): string {
  const started = Math.round(Date.now() / 1000) - UP_SECONDS;
  return stat.replace(/(?<=^btime )\d+/m, String(started));
}

function read(path: string): string {
  return readFileSync(path, 'utf8');
}
