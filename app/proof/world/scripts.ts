// What Node does in a sandbox to make its tree another, with the same text in every file. Pure.

/** Not below what packages are installed in: it is much, and nobody's promise is about it. */
const WALK = `
const fs = require('fs'), path = require('path');
const MOST = 2500, LARGEST = 48 * 1024 * 1024;
const skipped = new Set(['.git', 'node_modules', '.venv', 'venv', 'site-packages']);
const files = [], directories = ['.'];
let bytes = 0;
for (const directory of directories)
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const at = path.join(directory, entry.name);
    if (entry.isDirectory()) { if (!skipped.has(entry.name)) directories.push(at); }
    else if (entry.isFile()) { const s = fs.lstatSync(at); files.push([at, s]); bytes += s.size; }
    if (files.length > MOST || bytes > LARGEST) process.exit(1);
  }
`;
export const SCRIPTS = {
  /** All by as much: what is newer than another thing stays so. */
  times: `${WALK}
const by = 401 * 86400 + 3723;
for (const at of directories.reverse()) { const s = fs.statSync(at); fs.utimesSync(at, s.atimeMs / 1000 - by, s.mtimeMs / 1000 - by); }
for (const [at, s] of files) fs.utimesSync(at, s.atimeMs / 1000 - by, s.mtimeMs / 1000 - by);`,
  order: `${WALK}
const of = (at) => fs.statSync(at);
const before = new Map(directories.map((at) => [at, of(at)]));
files.sort(([a], [b]) => (a < b ? 1 : -1));
for (const [at, s] of files) {
  const copy = path.join(path.dirname(at), '.' + path.basename(at) + '.' + process.pid);
  fs.copyFileSync(at, copy); fs.chmodSync(copy, s.mode & 0o7777);
  fs.utimesSync(copy, s.atimeMs / 1000, s.mtimeMs / 1000); fs.renameSync(copy, at);
}
for (const [at, s] of before) fs.utimesSync(at, s.atimeMs / 1000, s.mtimeMs / 1000);`,
};
