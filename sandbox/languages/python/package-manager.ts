// Who installs the packages of a Python project, and with which line. Pure.
import { type Place, present } from '../../projects/place.ts';
import { listOf, readToml, type Toml } from '../../projects/toml.ts';

export type PythonManaged = {
  manager: string;
  setup: string | undefined;
  /** In front of a command that needs the packages. */
  prefix: string;
  lockFiles: string[];
  why: string[];
};

/** Tables whose values, and tables whose keys, are packages. */
const LISTS = /^(?:project\.optional-dependencies|dependency-groups|tool\.hatch\.envs\..+)$/;
const NAMES = /^(?:tool\.poetry\.(?:dev-|group\.[^.]+\.)?dependencies|(?:dev-)?packages)$/;
/** Extras that hold what tests need. */
const TEST_EXTRAS = ['test', 'tests', 'testing', 'dev'];

/** Undefined: absent or broken. */
export function readPyproject(place: Place): Toml | 'broken' | undefined {
  const text = place.text('pyproject.toml');
  return text === undefined ? undefined : (readToml(text) ?? 'broken');
}

export function findPythonManager(place: Place, toml: Toml | undefined): PythonManaged {
  return uv(place, toml) ?? poetry(place, toml) ?? pdm(place) ?? pipenv(place) ?? pip(place, toml);
}

function uv(place: Place, toml: Toml | undefined): PythonManaged | undefined {
  if (!place.has('uv.lock')) return undefined;
  const [extra] = extrasOf(toml);
  const setup = extra === undefined ? 'uv sync --locked' : `uv sync --locked --extra ${extra}`;
  const lockFiles = [place.path('uv.lock')];
  const prefix = 'uv run --no-sync ';
  return { manager: 'uv', setup, prefix, lockFiles, why: [`${lockFiles[0]} is there: uv`] };
}

function poetry(place: Place, toml: Toml | undefined): PythonManaged | undefined {
  const lockFiles = present(place, ['poetry.lock']);
  if (lockFiles.length === 0 && toml?.has('tool.poetry') !== true) return undefined;
  const [lock] = lockFiles;
  return {
    manager: 'poetry',
    setup: lock === undefined ? undefined : 'poetry install --no-interaction',
    prefix: 'poetry run ',
    lockFiles,
    why: [
      lock === undefined
        ? `${place.path('pyproject.toml')} [tool.poetry]`
        : `${lock} is there: poetry`,
    ],
  };
}

function pdm(place: Place): PythonManaged | undefined {
  if (!place.has('pdm.lock')) return undefined;
  const lock = place.path('pdm.lock');
  const setup = 'pdm install --frozen-lockfile --dev';
  return {
    manager: 'pdm',
    setup,
    prefix: 'pdm run ',
    lockFiles: [lock],
    why: [`${lock} is there: pdm`],
  };
}

function pipenv(place: Place): PythonManaged | undefined {
  if (!place.has('Pipfile')) return undefined;
  const lockFiles = present(place, ['Pipfile.lock']);
  return {
    manager: 'pipenv',
    setup: lockFiles.length === 0 ? undefined : 'pipenv sync --dev',
    prefix: 'pipenv run ',
    lockFiles,
    why: [`${place.path('Pipfile')} is there: pipenv`],
  };
}

/** pip has no lock file: requirements, then the project itself. */
function pip(place: Place, toml: Toml | undefined): PythonManaged {
  const requirements = requirementFiles(place);
  const isProject =
    place.has('setup.py') || toml?.has('project') === true || hasSetupMetadata(place);
  const [extra] = extrasOf(toml);
  const own = extra === undefined ? '-e .' : `-e '.[${extra}]'`;
  const wanted = [...requirements.map((path) => `-r ${path}`), ...(isProject ? [own] : [])];
  return {
    manager: 'pip',
    setup: wanted.length === 0 ? undefined : `python3 -m pip install ${wanted.join(' ')}`,
    prefix: '',
    lockFiles: [],
    why: [
      ...requirements.map((path) => `${place.path(path)} is there: pip`),
      ...(isProject ? [`${place.path(projectFile(place))} describes a project: pip`] : []),
    ],
  };
}

/** The usual file and those for tests and development, as paths from the directory. */
export function requirementFiles(place: Place): string[] {
  const names = ['requirements', 'requirements-dev', 'requirements-test', 'requirements_dev']
    .concat(['requirements_test', 'dev-requirements', 'test-requirements'])
    .concat(['requirements/base', 'requirements/dev', 'requirements/test', 'requirements/tests']);
  return names.map((name) => `${name}.txt`).filter((name) => place.has(name));
}

function extrasOf(toml: Toml | undefined): string[] {
  const extras = toml?.get('project.optional-dependencies');
  return TEST_EXTRAS.filter((name) => extras?.has(name) === true);
}

function hasSetupMetadata(place: Place): boolean {
  return /^\[metadata\]/m.test(place.text('setup.cfg') ?? '');
}

function projectFile(place: Place): string {
  return ['pyproject.toml', 'setup.py', 'setup.cfg'].find((name) => place.has(name)) ?? '';
}

/** Every text in the tables that name packages. */
export function namedPackages(toml: Toml): string[] {
  return [...toml].flatMap(([table, keys]) => {
    if (table === 'project') return listOf(keys.get('dependencies'));
    if (table === 'tool.uv') return listOf(keys.get('dev-dependencies'));
    if (LISTS.test(table)) return keys.values().toArray().flatMap(listOf);
    return NAMES.test(table) ? keys.keys().toArray() : [];
  });
}
