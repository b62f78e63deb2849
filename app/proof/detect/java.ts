// Java, Kotlin and their kin: Maven and Gradle, with their wrappers. Pure.
import type { Found } from './facts.ts';
import { type Place, present } from './place.ts';

const TEST_SOURCE = /(?:^|\/)src\/[\w-]*[tT]est\/.+\.(?:java|kt|groovy|scala)$/;
const GRADLE = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];
/** Loads the runner and its parts, and runs nothing. */
const LOADS_ALL =
  'test -Dtest=NoSuchTest -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false';

export const JAVA_ROOTS: readonly string[] = ['pom.xml', ...GRADLE];

export function detectJava(place: Place): Found {
  return place.has('pom.xml') ? maven(place) : gradle(place);
}

/** Modules are built with the project that names them. */
export function isJavaParent(place: Place): boolean {
  if (place.has('settings.gradle') || place.has('settings.gradle.kts')) return true;
  return /<module>/.test(place.text('pom.xml') ?? '');
}

function maven(place: Place): Found {
  const test = place.below.find((path) => TEST_SOURCE.test(path));
  const command = place.has('mvnw') ? './mvnw' : 'mvn';
  const path = place.path('pom.xml');
  const text = place.text('pom.xml');
  const isBroken = text !== undefined && !/<\/project>\s*$/.test(text);
  return {
    root: {
      ...javaRoot(place, test),
      packageManager: 'maven',
      setup: `${command} -B -q ${LOADS_ALL}`,
      test: test === undefined ? undefined : `${command} -B test`,
      runner: test === undefined ? undefined : 'maven',
      manifests: [path],
    },
    notes: isBroken ? [`${path} is broken: what it says was not heeded.`] : [],
  };
}

function gradle(place: Place): Found {
  const test = place.below.find((path) => TEST_SOURCE.test(path));
  const command = `${place.has('gradlew') ? './gradlew' : 'gradle'} --no-daemon`;
  return {
    root: {
      ...javaRoot(place, test),
      packageManager: 'gradle',
      // What tests need at run time is loaded only by running them; red ones do no harm here.
      setup:
        test === undefined
          ? `${command} classes`
          : `${command} test --continue || ${command} testClasses`,
      test: test === undefined ? undefined : `${command} test`,
      runner: test === undefined ? undefined : 'gradle',
      manifests: present(place, GRADLE),
      lockFiles: present(place, ['gradle.lockfile']),
    },
    notes: isAndroid(place) ? ['An Android project: tests need the Android SDK.'] : [],
  };
}

function isAndroid(place: Place): boolean {
  return GRADLE.some((name) =>
    /com\.android\.(?:application|library)/.test(place.text(name) ?? ''),
  );
}

function javaRoot(place: Place, test: string | undefined) {
  const found = present(place, [...JAVA_ROOTS, 'mvnw', 'gradlew']).map(
    (path) => `${path} is there`,
  );
  return {
    directory: place.directory,
    language: 'java' as const,
    lockFiles: [],
    why: [...found, ...(test === undefined ? [] : [`${place.path(test)} is a test`])],
  };
}
