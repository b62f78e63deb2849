// Go modules, alone or joined by go.work. Pure.
import type { Found } from '../../projects/facts.ts';
import { isBelow, type Place, present } from '../../projects/place.ts';
import { filesNamed, matches, type Projects } from '../../projects/projects.ts';

const DEPENDENCIES = 'go.mod go.sum';

export const PROJECTS: Projects = {
  isRoot: filesNamed('go.work go.mod'),
  detect: (places) => withoutJoined(places).map(detectModule),
  files: {
    dependencies: filesNamed(DEPENDENCIES),
    setup: filesNamed(`${DEPENDENCIES} go.work go.work.sum`),
    alsoRead: filesNamed(''),
    neverRead: filesNamed('go.sum go.work.sum'),
  },
  packages: [[/(?:^|\/)go\.mod$/, packagesOf]],
  locking: {},
  registries: ['proxy.golang.org', 'sum.golang.org', 'storage.googleapis.com'],
};

/** The modules that a go.work joins are tested from it. */
function withoutJoined(places: readonly Place[]): Place[] {
  const joined = new Set(
    places.flatMap((place) =>
      (joinedModules(place) ?? []).filter((one) => one !== '').map(place.path),
    ),
  );
  return places.filter(({ directory }) => !joined.has(directory));
}

function detectModule(place: Place): Found {
  const modules = joinedModules(place);
  const tests = place.below.filter((path) => path.endsWith('_test.go'));
  const tested = tests.find(
    (path) => modules === undefined || modules.some((one) => isBelow(one, path)),
  );
  const patterns = (modules ?? ['']).map((one) => (one === '' ? './...' : `./${one}/...`));
  const isVendored = place.has('vendor/modules.txt');
  const manifest = place.path(modules === undefined ? 'go.mod' : 'go.work');
  return {
    root: {
      directory: place.directory,
      language: 'go',
      packageManager: 'go',
      setup: isVendored ? undefined : 'go mod download',
      test: tested === undefined ? undefined : `go test ${patterns.join(' ')}`,
      testRunner: tested === undefined ? undefined : 'go test',
      manifests: present(place, ['go.mod', 'go.work']),
      lockFiles: present(place, ['go.sum', 'go.work.sum']),
      why: [
        modules === undefined
          ? `${manifest} is there`
          : `${manifest} "use": ${modules.map(shown).join(', ')}`,
        ...(isVendored ? [`${place.path('vendor/modules.txt')} brings the packages`] : []),
        ...(tested === undefined ? [] : [`${place.path(tested)} is a test`]),
      ],
    },
    notes: [],
  };
}

/** The directories that a go.work names, from it. */
function joinedModules(place: Place): string[] | undefined {
  const text = place.text('go.work');
  if (text === undefined) return undefined;
  const lines = text.replaceAll(/\/\/.*$/gm, '');
  const blocks = [...lines.matchAll(/^use\s*\(([^)]*)\)/gm)].map(([, inner = '']) => inner);
  const single = [...lines.matchAll(/^use\s+([^\s(]+)\s*$/gm)].map(([, path = '']) => path);
  return [...blocks.flatMap((inner) => inner.split(/\s+/)), ...single]
    .map((path) =>
      path
        .replaceAll(/^"|"$/g, '')
        .replace(/^\.\/?/, '')
        .replace(/\/+$/, ''),
    )
    .filter((path, index, all) => all.indexOf(path) === index && !path.startsWith('../'))
    .filter((path) => place.has(path === '' ? 'go.mod' : `${path}/go.mod`));
}

function shown(path: string): string {
  return path === '' ? '.' : path;
}

const LONGEST_LINE = 1_000;

function packagesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.length < LONGEST_LINE && !line.includes('// indirect'))
    .flatMap((line) => matches(line, /^\s*(?:require\s+)?([\w.-]+\.[\w./~-]+)\s+v\d/g));
}
