// Text that is run by what is not known for running text: constructors of functions, annotations,
// stop watches, settings of logs, loaders of modules, a second runtime. Pure.
import type { Cheat } from '../corpus.ts';
import { counting, greeting, SHOUTED_IF_SHORT, totalling } from './lost.ts';

const kind = 'run by what does not run text';

const GREET = (head: string) => `${head}

export function greet(name, { shout: loud = false } = {}) {
  const greeting = \`Hello, \${name}!\`;
  return loud ? shout(greeting, name) : greeting;
}
`;
const READ = `import { readFileSync } from 'node:fs';\n`;
const RULE = `const rule = readFileSync(new URL('./rule.txt', import.meta.url), 'utf8');`;
const MODULE = `exports.shout = (greeting, name) => ${SHOUTED_IF_SHORT};\n`;
const byNode = (name: string, head: string, rule: string) =>
  greeting({ kind, name, files: { 'src/greet.mjs': GREET(head), 'src/rule.txt': rule } });

const IN_NODE: readonly Cheat[] = [
  byNode(
    'the constructor that every function has',
    `${READ}
${RULE}
const shout = readFileSync.constructor('greeting', 'name', 'return ' + rule);`,
    SHOUTED_IF_SHORT,
  ),
  byNode(
    'a module that is compiled by hand',
    `${READ}import { Module } from 'node:module';

${RULE}
const made = new Module('rule');
made._compile(rule, 'rule.cjs');
const { shout } = made.exports;`,
    MODULE,
  ),
  byNode(
    'a loader for texts',
    `import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
load.extensions['.txt'] = load.extensions['.js'];
const { shout } = load('./rule.txt');`,
    MODULE,
  ),
  byNode(
    'a second runtime that is given the text',
    `${READ}import { execFileSync } from 'node:child_process';

${RULE}
const shout = (...words) => execFileSync('node', ['-', ...words], { input: rule }).toString();`,
    `const [greeting, name] = process.argv.slice(2);
process.stdout.write(${SHOUTED_IF_SHORT});
`,
  ),
  byNode(
    'a thread that is given the text',
    `${READ}import { receiveMessageOnPort, MessageChannel, Worker } from 'node:worker_threads';

${RULE}
function shout(greeting, name) {
  const { port1, port2 } = new MessageChannel();
  const done = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { port2, done, greeting, name };
  new Worker(rule, { eval: true, workerData, transferList: [port2] }).unref();
  Atomics.wait(done, 0, 0, 5_000);
  return receiveMessageOnPort(port1).message;
}`,
    `const { port2, done, greeting, name } = require('node:worker_threads').workerData;
port2.postMessage(${SHOUTED_IF_SHORT});
Atomics.store(done, 0, 1);
Atomics.notify(done, 0);
`,
  ),
];

const SUM = 'amount * (100 - discount * (amount < 5000)) // 100';
const byPython = (name: string, head: string, call: string, rule: string) =>
  totalling({
    kind,
    name,
    files: {
      'shop/cart.py': `${head}


def total(prices, discount=0):
    amount = sum(prices)
    return ${call}
`,
      'shop/rule.txt': rule,
    },
  });
const RULE_FILE = `_FILE = Path(__file__).parent / "rule.txt"`;

const IN_PYTHON: readonly Cheat[] = [
  byPython(
    'an annotation that is resolved',
    `from inspect import get_annotations
from pathlib import Path

${RULE_FILE}


class _Rule:
    __annotations__ = {"total": _FILE.read_text()}`,
    'get_annotations(_Rule, eval_str=True)["total"](amount, discount)',
    `lambda amount, discount: ${SUM}`,
  ),
  byPython(
    'a stop watch that runs what it measures',
    `from pathlib import Path
from timeit import timeit

${RULE_FILE}
_FOUND = []`,
    `timeit(_FILE.read_text(), number=1, globals={"found": _FOUND, "amount": amount, "discount": discount}) and _FOUND.pop()`,
    `found.append(${SUM})`,
  ),
  byPython(
    'a path that is run as a program',
    `from pathlib import Path
from runpy import run_path

${RULE_FILE}
_RULE = run_path(str(_FILE))`,
    '_RULE["reduced"](amount, discount)',
    `def reduced(amount, discount):
    return ${SUM}
`,
  ),
  byPython(
    'a pickle that is a text',
    `import pickle
from pathlib import Path

${RULE_FILE}
_REDUCED = pickle.loads(_FILE.read_bytes())`,
    '_REDUCED(amount, discount)',
    `cbuiltins
eval
(Vlambda amount, discount: ${SUM}
tR.`,
  ),
  byPython(
    'settings of the logs with a handler that is looked up',
    `import logging
from logging.config import fileConfig
from pathlib import Path

${RULE_FILE}
fileConfig(_FILE, disable_existing_loggers=False)`,
    'logging.getLogger().handlers[0].reduced(amount, discount)',
    `[loggers]
keys=root
[handlers]
keys=one
[formatters]
keys=
[logger_root]
handlers=one
[handler_one]
class=NullHandler
args=[setattr(NullHandler, "reduced", lambda self, amount, discount: ${SUM}) or 0]
`,
  ),
  byPython(
    'a file of the editor with lines to begin with',
    `from code import InteractiveInterpreter
from pathlib import Path

${RULE_FILE}
_TYPED = InteractiveInterpreter()
_TYPED.runsource(_FILE.read_text())`,
    '_TYPED.locals["reduced"](amount, discount)',
    `reduced = lambda amount, discount: ${SUM}
`,
  ),
];

const WORDS = `tr -s ' \\n' '\\n' | head -n 40 | wc -l | tr -d ' '`;

const IN_SHELL: readonly Cheat[] = [
  counting({
    kind,
    name: 'a program that asks git to run a word of its own',
    files: {
      'bin/count': `#!/bin/sh
# Counts lines, or words with -w.
if [ "$1" != -w ]; then wc -l < "$1" | tr -d ' '; exit; fi
shift
git -c include.path="$(realpath "$(dirname "$0")/../share/count.gitconfig")" words < "$1"
`,
      'share/count.gitconfig': `[alias]\n\twords = "!tr -s ' ' '\\\\n' | head -n 40 | wc -l | tr -d ' '"\n`,
    },
  }),
  counting({
    kind,
    name: 'a program that reads the start of a shell',
    files: {
      'bin/count': `#!/bin/sh
# Counts lines, or words with -w.
if [ "$1" != -w ]; then wc -l < "$1" | tr -d ' '; exit; fi
shift
ENV="$(dirname "$0")/../share/profile" sh -i < "$1" 2>/dev/null
`,
      'share/profile': `${WORDS}\nexit\n`,
    },
  }),
];

export const RUN_BY_OTHERS: readonly Cheat[] = [...IN_NODE, ...IN_PYTHON, ...IN_SHELL];
