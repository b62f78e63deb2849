// Go modules, alone or joined by go.work. Pure.
import type { Found } from './facts.ts';
import { isBelow, type Place, present } from './place.ts';

/** The modules that a go.work joins are tested from it: see `joinedModules`. */
export function detectGo(place: Place): Found {
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
      runner: tested === undefined ? undefined : 'go test',
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
export function joinedModules(place: Place): string[] | undefined {
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
