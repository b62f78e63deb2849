// Java, Kotlin and their kin: Maven and Gradle, with their wrappers. Pure.
import type { Found } from '../../projects/facts.ts';
import { type Place, present, withoutMembers } from '../../projects/place.ts';
import { filesNamed, matches, type Projects } from '../../projects/projects.ts';

const TEST_SOURCE = /(?:^|\/)src\/[\w-]*[tT]est\/.+\.(?:java|kt|groovy|scala)$/;
const GRADLE = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'];
/** Loads the test runner and its parts, and runs nothing. */
const LOADS_ALL =
  'test -Dtest=NoSuchTest -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false';

const ROOTS: readonly string[] = ['pom.xml', ...GRADLE];
const DEPENDENCIES = 'pom.xml build.gradle build.gradle.kts gradle.lockfile';

export const PROJECTS: Projects = {
  isRoot: filesNamed(ROOTS.join(' ')),
  detect: (places) =>
    withoutMembers(places, isParent).map((place) =>
      place.has('pom.xml') ? maven(place) : gradle(place),
    ),
  files: {
    dependencies: filesNamed(DEPENDENCIES),
    setup: filesNamed(`${DEPENDENCIES} settings.gradle settings.gradle.kts gradle.properties
      libs.versions.toml gradle-wrapper.properties maven-wrapper.properties .sdkmanrc`),
    alsoRead: filesNamed(''),
    neverRead: filesNamed('gradle.lockfile'),
  },
  packages: [
    [/(?:^|\/)pom\.xml$/, mavenPackages],
    [
      /(?:^|\/)build\.gradle(?:\.kts)?$/,
      (text) => matches(text, /["']([\w.-]+:[\w.-]+)(?::[^"']*)?["']/g),
    ],
  ],
  locking: {},
  registries: [
    'repo1.maven.org',
    'repo.maven.apache.org',
    'plugins.gradle.org',
    'services.gradle.org',
  ],
};

/** Modules are built with the project that names them. */
function isParent(place: Place): boolean {
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
      testRunner: test === undefined ? undefined : 'maven',
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
      testRunner: test === undefined ? undefined : 'gradle',
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
  const found = present(place, [...ROOTS, 'mvnw', 'gradlew']).map((path) => `${path} is there`);
  return {
    directory: place.directory,
    language: 'java',
    lockFiles: [],
    why: [...found, ...(test === undefined ? [] : [`${place.path(test)} is a test`])],
  };
}

function mavenPackages(text: string): string[] {
  const [, ...parts] = text.split('<dependency>');
  return parts.flatMap((rest) => {
    const [part = ''] = rest.split('</dependency>', 1);
    const group = /<groupId>\s*([^<\s]+)/.exec(part)?.[1];
    const artifact = /<artifactId>\s*([^<\s]+)/.exec(part)?.[1];
    return group === undefined || artifact === undefined ? [] : [`${group}:${artifact}`];
  });
}
