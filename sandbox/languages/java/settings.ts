// Files of Java projects that decide how tests run. Pure.
import type { TestSettings } from '../../projects/test-settings.ts';

const BUILD_MARKS =
  /skipTests|maven\.test\.skip|testFailureIgnore|ignoreFailures|useJUnit|<(?:minimum|exclude|groups)>|excludeTestsMatching/;

export const SETTINGS: TestSettings = {
  files: [/^(?:testng\.xml|junit-platform\.properties)$/],
  compiling: [],
  mixed: [[/^\.env(?:\.\w+)?$/, /^(?:export\s+)?JAVA_TOOL_OPTIONS=/m]],
  within: [[/^(?:pom\.xml|build\.gradle(?:\.kts)?)$/, markedLines]],
  installScripts: [],
  nearTests: [/(?:^|\/)META-INF\/services\/.*$/],
  runsFirst: undefined,
  shadows: [
    /^vendor\/(?:.*\/)?junit\b/,
    /(?:^|\/)org\/(?:junit|testng|assertj|hamcrest)\/.*\.(?:java|kt|class)$/,
  ],
};

function markedLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => BUILD_MARKS.test(line))
    .map((line) => line.trim())
    .join('\n');
}
