// Which files say how a repository is set up: those that detection reads, and those after whose
// change `setup` has to run again. By name alone. Pure.
import { fileName } from '../path-rules.ts';
import { directoryOf, isForeign, isOwnRoot } from './place.ts';

const NODE = `package.json package-lock.json npm-shrinkwrap.json pnpm-lock.yaml pnpm-workspace.yaml
  .pnpmfile.cjs yarn.lock .yarnrc .yarnrc.yml .npmrc bun.lock bun.lockb bunfig.toml .nvmrc
  .node-version deno.json deno.jsonc deno.lock`;
const PYTHON = `pyproject.toml uv.lock poetry.lock pdm.lock pylock.toml Pipfile Pipfile.lock setup.py
  setup.cfg tox.ini environment.yml environment.yaml .python-version`;
const GO = 'go.mod go.sum go.work go.work.sum';
const RUST = 'Cargo.toml Cargo.lock rust-toolchain rust-toolchain.toml';
const JAVA = `pom.xml build.gradle build.gradle.kts settings.gradle settings.gradle.kts
  gradle.properties gradle.lockfile libs.versions.toml gradle-wrapper.properties
  maven-wrapper.properties .sdkmanrc`;
const RUBY = 'Gemfile gems.rb Gemfile.lock gems.locked .ruby-version';
const PHP = 'composer.json composer.lock';

const SETUP_FILES: ReadonlySet<string> = new Set(
  [NODE, PYTHON, GO, RUST, JAVA, RUBY, PHP].join(' ').split(/\s+/),
);
const REQUIREMENTS = /^(?:[\w-]*requirements[\w.-]*|constraints[\w.-]*)\.(?:txt|in)$/i;

/** Files that tell nothing of packages, but of how tests are run. */
const ALSO_READ: ReadonlySet<string> = new Set(
  'Makefile makefile GNUmakefile pytest.ini Rakefile .rspec'.split(' '),
);
/** Long, and read by their names alone. */
const NEVER_READ: ReadonlySet<string> = new Set(
  `package-lock.json npm-shrinkwrap.json pnpm-lock.yaml bun.lock bun.lockb uv.lock poetry.lock
   yarn.lock pdm.lock Pipfile.lock go.sum go.work.sum Cargo.lock composer.lock deno.lock
   gradle.lockfile`.split(/\s+/),
);
const MOST_READ = 200;

/** Those of the given paths after whose change `setup` has to run again. */
export function manifestFiles(paths: readonly string[]): string[] {
  return paths.filter(isSetupFile);
}

export function isSetupFile(path: string): boolean {
  if (isForeign(directoryOf(path))) return false;
  const name = fileName(path);
  return SETUP_FILES.has(name) || REQUIREMENTS.test(name) || isRequirementsPart(path);
}

/** The files whose texts `detect` wants, those near the root first. */
export function wantedFiles(paths: readonly string[]): string[] {
  return paths
    .filter((path) => isOwnRoot(directoryOf(path)) && isRead(path))
    .sort((one, other) => depthOf(one) - depthOf(other) || (one < other ? -1 : 1))
    .slice(0, MOST_READ);
}

function isRead(path: string): boolean {
  const name = fileName(path);
  return (isSetupFile(path) && !NEVER_READ.has(name)) || ALSO_READ.has(name);
}

/** `requirements/dev.txt` */
function isRequirementsPart(path: string): boolean {
  return /(?:^|\/)requirements\/[\w.-]+\.(?:txt|in)$/.test(path);
}

function depthOf(path: string): number {
  return path.split('/').length;
}
