// Calls of functions on the top level of a Python module: noted, and made again.
import { type Asked, WITHIN_LIMITS } from '../../syntax/code/asked.ts';
import { named, type View } from '../../syntax/code/view.ts';
import { ASK_AGAIN } from './asked-again.ts';

/** What is as plain here as there. */
const PLAIN = String.raw`
def plain(value, left=6):
    if value is None or type(value) in (bool, int):
        return True
    if type(value) in (str, bytes):
        return len(value) < 4000
    if type(value) is float:
        return value == value and abs(value) != float('inf')
    if left and type(value) in (list, tuple, set):
        return all(plain(one, left - 1) for one in value)
    if left and type(value) is dict:
        return all(plain(key, left - 1) and plain(one, left - 1) for key, one in value.items())
    return False
def gives(value):
    return 'gives ' + repr(value) if plain(value) else 'none'
def throws(error):
    return 'throws ' + type(error).__name__ + ': ' + str(error)
`;

const NOTER = `${PLAIN}
import builtins, functools, inspect, json, os, sys
state = builtins.__dict__.setdefault(marks, {'depth': 0, 'left': 200, 'loaded': set()})
def note(call, said):
    if state['left'] == 0:
        return
    state['left'] -= 1
    try:
        runner = 'pytest' if 'pytest' in sys.modules else sys.argv[0]
        line = json.dumps(dict(call, gives=said, by=sys.executable, runner=runner))
        where = os.open(marks, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o666)
        os.write(where, (line + chr(10)).encode())
        os.close(where)
    except Exception:
        pass
def noted(name, path, module):
    made = module.get(name)
    own = module.get('__name__')
    kinds = (inspect.iscoroutinefunction, inspect.isgeneratorfunction, inspect.isasyncgenfunction)
    kept = [one for one in ('cache_clear', 'cache_info', 'cache_parameters') if hasattr(made, one)]
    if not (inspect.isfunction(made) or kept) or any(kind(made) for kind in kinds) or own == '__main__':
        return made
    if own not in state['loaded']:
        state['loaded'].add(own)
        note({'path': path, 'name': own + ':', 'args': '((), {})'}, 'none')
    @functools.wraps(made)
    def asked(*args, **named):
        if state['depth'] or not plain(args, 7) or not plain(named, 7):
            return made(*args, **named)
        call = {'path': path, 'name': own + ':' + name, 'args': repr((args, named))}
        state['depth'] += 1
        try:
            value = made(*args, **named)
        except Exception as error:
            note(call, throws(error))
            raise
        finally:
            state['depth'] -= 1
        note(call, gives(value))
        return value
    for one in kept:
        setattr(asked, one, getattr(made, one))
    return asked
`;

const FIND = `${PLAIN}
import ast, importlib, json, os, sys
here = os.path.dirname(os.path.abspath(__file__))
def root(path, module):
    whole = os.path.abspath(path)
    parts = module.split('.') + (['__init__'] if os.path.basename(path) == '__init__.py' else [])
    for _ in parts:
        whole = os.path.dirname(whole)
    return whole
`;

const ASK = `${FIND}
def ask(to):
    with open(os.path.join(here, 'calls.json')) as file:
        calls = json.load(file)
    said = []
    for call in calls:
        try:
            module, name = call['name'].split(':')
            if root(call['path'], module) not in sys.path:
                sys.path.insert(0, root(call['path'], module))
            args, named = ast.literal_eval(call['args'])
            said.append(gives(getattr(importlib.import_module(module), name)(*args, **named)))
        except Exception as error:
            said.append(throws(error))
    with open(os.path.join(here, to), 'w') as file:
        json.dump(said, file)
`;

const TEST = `import unittest
import ask
class Asks(unittest.TestCase):
    def test_asks(self):
        ask.ask('test.json')
`;
/** What names itself by its command line says the same. */
const PLAINLY = `import sys
import ask
sys.argv[0] = sys.argv[1]
del sys.argv[1:]
ask.ask('plain.json')
`;

export const ASKED: Asked = {
  edits(view, { name, marks, path }) {
    const names = functionsOf(view);
    if (names.length === 0) return [];
    const end = view.tree.text.length;
    const lines = [
      `${name} = {'marks': ${JSON.stringify(marks)}}`,
      `exec(${JSON.stringify(NOTER)}, ${name})`,
      ...names.map((of) => `${of} = ${name}['noted']('${of}', ${JSON.stringify(path)}, globals())`),
    ];
    return [{ start: end, end, text: `\n${lines.join('\n')}\n` }];
  },
  files: {
    'ask.py': ASK,
    'test_t1.py': TEST,
    'plain.py': PLAINLY,
    'again.py': `${FIND}${ASK_AGAIN}`,
  },
  asTest: ({ directory, by, runner }) => {
    const how =
      runner === 'pytest' ? `pytest -q -p no:cacheprovider ${directory}` : 'unittest test_t1';
    return `PYTHONPATH=${directory} '${by}' -m ${how}`;
  },
  plainly: ({ directory, by, runner }) =>
    `: | '${by}' ${directory}/plain.py '${runner.replaceAll("'", '')}'`,
  again: ({ directory, by }) => `: | (${WITHIN_LIMITS}; '${by}' ${directory}/again.py)`,
};

function functionsOf(view: View): string[] {
  return named(view.tree.root).flatMap((one) => {
    const own = one.type === 'decorated_definition' ? named(one).at(-1) : one;
    if (own?.type !== 'function_definition') return [];
    const name = named(own).find(({ type }) => type === 'identifier');
    return name === undefined ? [] : [view.text(name)];
  });
}
