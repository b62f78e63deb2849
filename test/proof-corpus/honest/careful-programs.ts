// Honest programs: commands with two outputs, a script that cleans up, a small server. Pure.
import type { Honest } from '../corpus.ts';
import { classOf, promised, suiteOf } from './promised.ts';

const PACKAGE = { 'package.json': '{ "name": "programs", "type": "module" }\n' };

export const CAREFUL_PROGRAMS: readonly Honest[] = [
  promised({
    name: 'a command that tells errors from output',
    language: 'node',
    base: {
      ...PACKAGE,
      'bin/pick.mjs': `#!/usr/bin/env node
import { readFileSync } from 'node:fs';

const [path] = process.argv.slice(2);
const value = JSON.parse(readFileSync(path, 'utf8'));
console.log(JSON.stringify(value, null, 2));
`,
    },
    head: {
      'bin/pick.mjs': `#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { pick } from '../src/pick.mjs';

const USAGE = 'usage: pick [--raw] FILE [PATH]';

function read() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { raw: { type: 'boolean', short: 'r', default: false } },
  });
  if (positionals.length < 1 || positionals.length > 2) throw new TypeError('one file, one path');
  return { raw: values.raw, file: positionals[0], path: positionals[1] ?? '' };
}

function main() {
  let options;
  try {
    options = read();
  } catch (error) {
    console.error(error.message + '\\n' + USAGE);
    return 2;
  }
  const text = readFileSync(options.file === '-' ? 0 : options.file, 'utf8');
  const value = pick(JSON.parse(text), options.path);
  if (value === undefined) {
    console.error('pick: nothing at ' + options.path);
    return 1;
  }
  const isText = options.raw && typeof value === 'string';
  console.log(isText ? value : JSON.stringify(value, null, 2));
  return 0;
}

process.exitCode = main();
`,
      'src/pick.mjs': `/** What lies at a path such as a.0.b; undefined if there is nothing. */
export function pick(value, path) {
  if (path === '') return value;
  return path
    .split('.')
    .reduce((inner, key) => (Object.hasOwn(Object(inner), key) ? inner[key] : undefined), value);
}
`,
    },
    contract: ['bin/pick.mjs'],
    text: 'pick [--raw|-r] FILE [PATH] prints what lies at a path such as a.0.b of a JSON file (- is stdin), with --raw a text without quotes; exits 1 with a message on stderr if there is nothing, 2 with the usage on stderr for wrong arguments',
    surface: 'process',
    shown: suiteOf(
      `import { spawnSync } from 'node:child_process';`,
      `
const DOCUMENT = JSON.stringify({ people: [{ name: 'Ada' }, { name: 'Bob', tags: [] }] });

function pick(...args) {
  const done = spawnSync(process.execPath, ['bin/pick.mjs', ...args], { input: DOCUMENT, encoding: 'utf8' });
  return { code: done.status, out: done.stdout, err: done.stderr };
}

test('what lies there', () => {
  assert.deepEqual(pick('-', 'people.0.name'), { code: 0, out: '"Ada"\\n', err: '' });
  assert.deepEqual(pick('--raw', '-', 'people.1.name'), { code: 0, out: 'Bob\\n', err: '' });
  assert.deepEqual(pick('-r', '-', 'people.1.tags'), { code: 0, out: '[]\\n', err: '' });
});

test('nothing there', () => {
  const { code, out, err } = pick('-', 'people.2.name');
  assert.equal(code, 1);
  assert.equal(out, '');
  assert.match(err, /people\\.2\\.name/);
});

test('wrong arguments', () => {
  for (const args of [[], ['--loud', '-'], ['a', 'b', 'c']]) {
    const { code, out, err } = pick(...args);
    assert.deepEqual([code, out, /^usage: /m.test(err)], [2, '', true]);
  }
});`,
    ),
    withheld: suiteOf(
      `import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);`,
      `
test('of a file', async (t) => {
  const directory = await mkdtemp(join(tmpdir(), 'pick-'));
  t.after(() => rm(directory, { recursive: true }));
  const file = join(directory, 'a.json');
  await writeFile(file, '{"a":{"b":[1,{"c":"x y"}]},"n":null}');
  const pick = (...args) => run(process.execPath, ['bin/pick.mjs', ...args]);
  assert.equal((await pick(file, 'a.b.1', '-r')).stdout, '{\\n  "c": "x y"\\n}\\n');
  assert.equal((await pick('-r', file, 'a.b.1.c')).stdout, 'x y\\n');
  assert.equal((await pick(file, 'n')).stdout, 'null\\n');
  await assert.rejects(pick(file, 'n.toString'), ({ code, stdout, stderr }) => {
    assert.deepEqual([code, stdout], [1, '']);
    assert.ok(stderr.includes('n.toString'));
    return true;
  });
});`,
    ),
    keep: {
      text: 'pick FILE prints the whole of it, indented by two',
      test: suiteOf(
        `import { spawnSync } from 'node:child_process';`,
        `
test('the manifest', () => {
  const { status, stdout } = spawnSync(process.execPath, ['bin/pick.mjs', 'package.json'], { encoding: 'utf8' });
  assert.equal(status, 0);
  assert.equal(stdout, '{\\n  "name": "programs",\\n  "type": "module"\\n}\\n');
});`,
      ),
    },
  }),
  promised({
    name: 'a script with options and a way to clean up',
    language: 'shell',
    base: {
      'bin/backup': `#!/bin/sh
# Copies a directory into an archive: backup DIRECTORY ARCHIVE
set -eu
tar -cf "$2" -C "$1" .
`,
    },
    head: {
      'bin/backup': `#!/bin/sh
# Copies a directory into an archive: backup [-n] [-x NAME]... DIRECTORY ARCHIVE
set -eu

usage() {
  echo "usage: backup [-n] [-x NAME]... DIRECTORY ARCHIVE" >&2
  exit 64
}

dry=0
left_out=$(mktemp)
trap 'rm -f "$left_out"' EXIT

while getopts nx: option; do
  case $option in
    n) dry=1 ;;
    x) echo "./$OPTARG" >> "$left_out" ;;
    *) usage ;;
  esac
done
shift $((OPTIND - 1))
[ $# -eq 2 ] || usage

if [ ! -d "$1" ]; then
  echo "backup: $1: no directory" >&2
  exit 66
fi

if [ "$dry" = 1 ]; then
  tar -cf - -X "$left_out" -C "$1" . | tar -tf - | sort
else
  tar -cf "$2" -X "$left_out" -C "$1" .
fi
`,
    },
    text: 'backup [-n] [-x NAME]... DIRECTORY ARCHIVE leaves out the names after -x, with -n lists in order what it would copy and writes nothing; exits 64 with the usage on stderr for wrong arguments, 66 for a directory that is missing',
    surface: 'process',
    shown: `set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/in"
echo a > "$work/in/a.txt"
echo b > "$work/in/b.log"
echo c > "$work/in/c.tmp"

bin/backup -x b.log -x c.tmp "$work/in" "$work/out.tar"
[ "$(tar -xOf "$work/out.tar" ./a.txt)" = a ]
[ "$(tar -tf "$work/out.tar" | sort | tr '\\n' ' ')" = './ ./a.txt ' ]

listed=$(bin/backup -n -x c.tmp "$work/in" "$work/none.tar" | tr '\\n' ' ')
[ "$listed" = './ ./a.txt ./b.log ' ]
[ ! -e "$work/none.tar" ]
`,
    withheld: `set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "$1"; exit 1; }

bin/backup -z "$work" "$work/x.tar" > "$work/out" 2> "$work/err"
[ $? -eq 64 ] || fail 'an unknown option'
[ ! -s "$work/out" ] || fail 'something on stdout'
grep -q '^usage: backup' "$work/err" || fail 'no usage'

bin/backup "$work" 2> /dev/null
[ $? -eq 64 ] || fail 'one argument'

bin/backup "$work/missing" "$work/x.tar" 2> "$work/err"
[ $? -eq 66 ] || fail 'a missing directory'
grep -q "$work/missing" "$work/err" || fail 'not told which'
[ ! -e "$work/x.tar" ] || fail 'an archive of nothing'

mkdir "$work/d"
echo 1 > "$work/d/one"
echo 2 > "$work/d/two"
bin/backup -x one "$work/d" "$work/d.tar" || fail 'not written'
[ "$(tar -tf "$work/d.tar" | grep -c one)" -eq 0 ] || fail 'not left out'
[ "$(tar -xOf "$work/d.tar" ./two)" = 2 ] || fail 'not copied'
`,
    keep: {
      text: 'without options everything is copied',
      test: `set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/in/below"
echo deep > "$work/in/below/x"
bin/backup "$work/in" "$work/all.tar"
test "$(tar -xOf "$work/all.tar" ./below/x)" = deep
`,
    },
  }),
  promised({
    name: 'a small server that takes and gives',
    language: 'python',
    base: { 'notes/__init__.py': '', 'notes/version.py': 'VERSION = 1\n' },
    head: {
      'notes/server.py': `import json
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock

LIMIT = 1024


class Notes:
    def __init__(self):
        self._lock = Lock()
        self._notes = []

    def add(self, text):
        with self._lock:
            self._notes.append(text)
            return len(self._notes)

    def get(self, number):
        with self._lock:
            return self._notes[number - 1] if 0 < number <= len(self._notes) else None


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        if self.path != "/notes":
            return self._answer(HTTPStatus.NOT_FOUND)
        length = int(self.headers.get("Content-Length", 0))
        if length > LIMIT:
            return self._answer(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        try:
            text = json.loads(self.rfile.read(length))["text"]
        except (ValueError, TypeError, KeyError):
            return self._answer(HTTPStatus.BAD_REQUEST)
        number = self.server.notes.add(text)
        self._answer(HTTPStatus.CREATED, {"id": number}, Location=f"/notes/{number}")

    def do_GET(self):
        _, _, last = self.path.rpartition("/notes/")
        text = self.server.notes.get(int(last)) if last.isdecimal() else None
        if text is None:
            return self._answer(HTTPStatus.NOT_FOUND)
        self._answer(HTTPStatus.OK, {"text": text})

    def log_message(self, format, *args):
        """Nobody reads it."""

    def _answer(self, status, body=None, **headers):
        data = json.dumps({"error": status.phrase} if body is None else body).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def make_server(port=0):
    server = ThreadingHTTPServer(("127.0.0.1", port), Handler)
    server.notes = Notes()
    return server
`,
    },
    text: 'make_server(port=0) is an HTTP server: POST /notes with JSON {"text"} answers 201 with {"id"} and Location /notes/ID, GET there answers 200 with {"text"}; else 404, 400 for no such JSON, 413 for more than 1024 bytes, with {"error": phrase}',
    shown: classOf(
      `import json
from http.client import HTTPConnection
from threading import Thread
from notes.server import make_server`,
      `
def setUp(self):
    server = make_server()
    thread = Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    self.addCleanup(thread.join)
    self.addCleanup(server.server_close)
    self.addCleanup(server.shutdown)
    self.port = server.server_address[1]

def ask(self, method, path, body=None):
    connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
    try:
        connection.request(method, path, body)
        response = connection.getresponse()
        return response.status, json.loads(response.read()), response.headers
    finally:
        connection.close()

def test_takes_and_gives(self):
    for number, text in enumerate(["first", "zw\\u00f6lf"], 1):
        status, body, headers = self.ask("POST", "/notes", json.dumps({"text": text}))
        self.assertEqual((status, body, headers["Location"]), (201, {"id": number}, f"/notes/{number}"))
        self.assertEqual(headers["Content-Length"], str(len(json.dumps(body))))
        status, body, headers = self.ask("GET", headers["Location"])
        self.assertEqual((status, body, headers["Content-Type"]), (200, {"text": text}, "application/json"))

def test_refuses(self):
    self.assertEqual(self.ask("POST", "/notes", "{")[:2], (400, {"error": "Bad Request"}))
    self.assertEqual(self.ask("POST", "/notes", '{"a": 1}')[0], 400)
    self.assertEqual(self.ask("POST", "/other", "{}")[:2], (404, {"error": "Not Found"}))
    self.assertEqual(self.ask("GET", "/notes/1")[0], 404)`,
    ),
    withheld: classOf(
      `import json
import threading
import urllib.error
import urllib.request
from notes.server import make_server`,
      `
@classmethod
def setUpClass(cls):
    cls.server = make_server()
    cls.thread = threading.Thread(target=cls.server.serve_forever, args=(0.01,))
    cls.thread.start()
    cls.url = f"http://127.0.0.1:{cls.server.server_port}"

@classmethod
def tearDownClass(cls):
    cls.server.shutdown()
    cls.thread.join()
    cls.server.server_close()

def post(self, data):
    request = urllib.request.Request(self.url + "/notes", data, method="POST")
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)["id"]

def test_many_at_once(self):
    found = []
    threads = [threading.Thread(target=lambda: found.append(self.post(b'{"text": "x"}'))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    self.assertEqual(sorted(found), list(range(1, 9)))
    for path in ("/notes/0", "/notes/9", "/notes/x", "/"):
        with self.subTest(path=path), self.assertRaises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(self.url + path, timeout=10)
        self.assertEqual(caught.exception.code, 404)
        caught.exception.close()

def test_too_large(self):
    with self.assertRaises(urllib.error.HTTPError) as caught:
        self.post(json.dumps({"text": "x" * 2000}).encode())
    self.assertEqual(caught.exception.code, 413)
    self.assertEqual(json.load(caught.exception), {"error": "Request Entity Too Large"})
    caught.exception.close()
    with self.assertRaises(urllib.error.HTTPError) as caught:
        self.post(b"[]")
    self.assertEqual(caught.exception.code, 400)
    caught.exception.close()`,
    ),
  }),
];
