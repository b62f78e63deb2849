// Enters into package-lock.json the optional packages of other platforms that the registry at hand
// does not have: npm leaves those out, and then `npm ci` refuses the file everywhere. Without
// integrity, since nobody on Linux ever fetches one. Usage: npx node test/support/complete-lock.ts
import { readFile, writeFile } from 'node:fs/promises';

type Entry = {
  version: string;
  dev?: boolean;
  license?: string;
  engines?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

const PLATFORM =
  /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|ia32|ppc64|riscv64|s390x|x64)/;

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
  packages: Record<string, Entry>;
};
const packages = { ...lock.packages };
for (const [owner, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (`node_modules/${name}` in packages) continue;
    const [, os, cpu] = PLATFORM.exec(name) ?? [];
    if (os === undefined || cpu === undefined) throw new Error(`${owner}: where does ${name} run?`);
    packages[`node_modules/${name}`] = entryOf(entry, { version, os: [os], cpu: [cpu] });
  }
}
const sorted = Object.entries(packages).toSorted(([one], [other]) =>
  one.localeCompare(other, 'en'),
);
const complete = { ...lock, packages: Object.fromEntries(sorted) };
await writeFile('package-lock.json', `${JSON.stringify(complete, undefined, 2)}\n`);

/** As npm would write it: the keys in its order, what all of one owner's packages have in common. */
function entryOf(owner: Entry, own: { version: string; os: string[]; cpu: string[] }) {
  const { dev, license, engines } = owner;
  const { version, os, cpu } = own;
  return {
    version,
    cpu,
    ...(dev && { dev }),
    ...(license && { license }),
    optional: true,
    os,
    ...(engines && { engines }),
  };
}
