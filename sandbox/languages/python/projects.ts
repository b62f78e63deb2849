// Python projects: uv, poetry, pdm, pipenv, pip; pytest, Django, hatch, tox, unittest. Pure.
import type { Found } from '../../projects/facts.ts';
import { type Place, present } from '../../projects/place.ts';
import { filesNamed, matches, type Projects } from '../../projects/projects.ts';
import { readToml, type Toml } from '../../projects/toml.ts';
import {
  findPythonManager,
  namedPackages,
  type PythonManaged,
  readPyproject,
  requirementFiles,
} from './package-manager.ts';

const MANIFESTS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'Pipfile', 'tox.ini', 'pytest.ini'];
const ROOTS: readonly string[] =
  'pyproject.toml setup.py setup.cfg Pipfile tox.ini requirements.txt'.split(' ');
const DEPENDENCIES = 'pyproject.toml poetry.lock uv.lock Pipfile Pipfile.lock';
const REQUIREMENTS = /(?:^|\/)(?:[\w-]*requirements[\w.-]*|constraints[\w.-]*)\.(?:txt|in)$/i;
/** `requirements/dev.txt` */
const REQUIREMENTS_PART = /(?:^|\/)requirements\/[\w.-]+\.(?:txt|in)$/;

export const PROJECTS: Projects = {
  isRoot: filesNamed(ROOTS.join(' ')),
  detect: (places) => places.map(detectProject),
  files: {
    dependencies: filesNamed(DEPENDENCIES, (path) =>
      /(?:^|\/)requirements[\w.-]*\.txt$/.test(path),
    ),
    setup: filesNamed(
      `${DEPENDENCIES} pdm.lock pylock.toml setup.py setup.cfg tox.ini environment.yml
       environment.yaml .python-version`,
      (path) => REQUIREMENTS.test(path) || REQUIREMENTS_PART.test(path),
    ),
    alsoRead: filesNamed('pytest.ini'),
    neverRead: filesNamed('uv.lock poetry.lock pdm.lock Pipfile.lock'),
  },
  packages: [
    [/(?:^|\/)(?:pyproject\.toml|Pipfile)$/, tomlPackages],
    [
      /requirements\/|requirements[\w.-]*\.(?:txt|in)$/i,
      (text) => matches(text, /^[ \t]*([A-Za-z0-9][\w.-]*)/gm),
    ],
  ],
  locking: {
    uv: 'uv lock',
    poetry: 'poetry lock --no-interaction',
    pdm: 'pdm lock --update-reuse',
  },
  registries: ['pypi.org', 'files.pythonhosted.org'],
};

function tomlPackages(text: string): string[] {
  const toml = readToml(text);
  return toml === undefined ? [] : namedPackages(toml).filter((name) => name !== 'python');
}

type Tests = {
  test: string | undefined;
  testRunner: string | undefined;
  why: string[];
  setup?: string;
};

function detectProject(place: Place): Found {
  const read = readPyproject(place);
  const toml = read === 'broken' ? undefined : read;
  const managed = findPythonManager(place, toml);
  const bare = `${place.path(ROOTS.find(place.has) ?? '')} is there`;
  const { setup, ...tested } = findTests(place, toml, managed);
  return {
    root: {
      directory: place.directory,
      language: 'python',
      // Hatch and tox make environments of their own.
      packageManager: setup === undefined ? managed.manager : tested.testRunner,
      setup: setup ?? managed.setup,
      test: tested.test,
      testRunner: tested.testRunner,
      manifests: present(place, [...MANIFESTS, ...requirementFiles(place)]),
      lockFiles: managed.lockFiles,
      why: [...(managed.why.length === 0 ? [bare] : managed.why), ...tested.why],
    },
    notes:
      read === 'broken'
        ? [`${place.path('pyproject.toml')} is broken: it says nothing of setup and tests.`]
        : [],
  };
}

function findTests(place: Place, toml: Toml | undefined, managed: PythonManaged): Tests {
  const { prefix } = managed;
  const hatch = hatchTests(place, toml);
  if (hatch !== undefined) return hatch;
  const files = place.below.filter(isPythonTest);
  const [first] = files;
  if (first === undefined) return { test: undefined, testRunner: undefined, why: [] };
  const seen = `${place.path(first)} is a test`;
  const pytest = pytestEvidence(place, toml);
  if (pytest !== undefined) {
    const test = prefix === '' ? 'python3 -m pytest' : `${prefix}pytest`;
    return { test, testRunner: 'pytest', why: [pytest, seen] };
  }
  const python = prefix === '' ? 'python3' : `${prefix}python`;
  if (place.has('manage.py')) {
    const why = [`${place.path('manage.py')} is there`, seen];
    return { test: `${python} manage.py test`, testRunner: 'django', why };
  }
  if (place.has('tox.ini')) {
    const why = [`${place.path('tox.ini')} is there, and nothing names a runner`];
    return { test: 'tox run', testRunner: 'tox', why, setup: 'tox run --notest' };
  }
  const test = `${python} -m unittest discover${startOf(place, files)}`;
  return { test, testRunner: 'unittest', why: [seen, 'nothing names another runner'] };
}

/** A folder of tests that is no package is not found from above. */
function startOf(place: Place, files: readonly string[]): string {
  const folder = ['tests', 'test'].find((name) =>
    files.some((path) => path.startsWith(`${name}/`)),
  );
  return folder === undefined || place.has(`${folder}/__init__.py`) ? '' : ` -s ${folder}`;
}

function isPythonTest(path: string): boolean {
  return /(?:^|\/)(?:test_[^/]*|[^/]*_test|tests)\.py$/.test(path);
}

function hatchTests(place: Place, toml: Toml | undefined): Tests | undefined {
  const file = place.path('pyproject.toml');
  const scripts = [...(toml ?? [])].find(
    ([table, keys]) => /^tool\.hatch\.envs\.[\w-]+\.scripts$/.test(table) && keys.has('test'),
  );
  if (scripts !== undefined) {
    const [table] = scripts;
    const env = table.split('.')[3] ?? 'default';
    const test = env === 'default' ? 'hatch run test' : `hatch run ${env}:test`;
    const setup = env === 'default' ? 'hatch env create' : `hatch env create ${env}`;
    return { test, testRunner: 'hatch', why: [`${file} [${table}] test`], setup };
  }
  if (toml?.has('tool.hatch.envs.hatch-test') !== true) return undefined;
  const setup = 'hatch env create hatch-test';
  return {
    test: 'hatch test',
    testRunner: 'hatch',
    why: [`${file} [tool.hatch.envs.hatch-test]`],
    setup,
  };
}

/** The sentence that says why it is pytest. */
function pytestEvidence(place: Place, toml: Toml | undefined): string | undefined {
  if (place.has('pytest.ini')) return `${place.path('pytest.ini')} is there: pytest`;
  if (toml?.has('tool.pytest.ini_options') === true || toml?.has('tool.pytest') === true) {
    return `${place.path('pyproject.toml')} [tool.pytest.ini_options]`;
  }
  if (/^\[tool:pytest\]/m.test(place.text('setup.cfg') ?? '')) {
    return `${place.path('setup.cfg')} [tool:pytest]`;
  }
  if (/^\[pytest\]/m.test(place.text('tox.ini') ?? '')) return `${place.path('tox.ini')} [pytest]`;
  const conftest = place.below.find((path) => /(?:^|\/)conftest\.py$/.test(path));
  if (conftest !== undefined) return `${place.path(conftest)} is there: pytest`;
  const naming = namingFile(place, toml);
  return naming === undefined ? undefined : `${place.path(naming)} names the package pytest`;
}

function namingFile(place: Place, toml: Toml | undefined): string | undefined {
  const isPytest = (text: string) => /^pytest\b/.test(text.trim());
  if (toml !== undefined && namedPackages(toml).some(isPytest)) return 'pyproject.toml';
  const pipfile = readToml(place.text('Pipfile') ?? '');
  if (pipfile !== undefined && namedPackages(pipfile).some(isPytest)) return 'Pipfile';
  const texts = [...requirementFiles(place), 'setup.py', 'setup.cfg', 'tox.ini'];
  return texts.find((name) => /^[\s'"[,=\w]*\bpytest\b/m.test(place.text(name) ?? ''));
}
