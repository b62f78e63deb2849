// Go, Rust, Java, Ruby, PHP, make, and mixtures of them.
import type { Repository } from './repository.ts';

const GEMS = { Gemfile: 'gem "rspec"\ngem "minitest"\n', 'Gemfile.lock': '' };
const BUNDLE = 'BUNDLE_FROZEN=true bundle install';
const MAVEN =
  '-B -q test -Dtest=NoSuchTest -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false';
const COMPOSER = 'composer install --no-interaction --no-progress';
const gradle = (command: string) => ({
  setup: `${command} --no-daemon test --continue || ${command} --no-daemon testClasses`,
  test: `${command} --no-daemon test`,
  testRunner: 'gradle',
});

export const OTHERS: readonly Repository[] = [
  {
    name: 'a Go module',
    files: { 'go.mod': 'module shop\n', 'go.sum': '', 'cart/cart.go': '', 'cart/cart_test.go': '' },
    roots: [
      {
        language: 'go',
        by: 'go',
        setup: 'go mod download',
        test: 'go test ./...',
        testRunner: 'go test',
      },
    ],
  },
  {
    name: 'a Go module without tests',
    files: { 'go.mod': 'module shop\n', 'main.go': '' },
    roots: [{ language: 'go', by: 'go', setup: 'go mod download' }],
    hasTests: false,
    notes: [/^No tests/],
  },
  {
    name: 'a Go module with its packages in the repository',
    files: { 'go.mod': '', 'vendor/modules.txt': '', 'vendor/x/x_test.go': '', 'a_test.go': '' },
    roots: [{ language: 'go', by: 'go', test: 'go test ./...', testRunner: 'go test' }],
  },
  {
    name: 'Go modules joined by go.work',
    files: {
      'go.work': 'go 1.23\n\nuse (\n\t./api // the service\n\t"./lib"\n)\n',
      'api/go.mod': '',
      'api/a_test.go': '',
      'lib/go.mod': '',
      'tools/go.mod': '',
    },
    roots: [
      {
        language: 'go',
        by: 'go',
        setup: 'go mod download',
        test: 'go test ./api/... ./lib/...',
        testRunner: 'go test',
      },
      { at: 'tools', language: 'go', by: 'go', setup: 'go mod download' },
    ],
  },
  {
    name: 'go.work that uses its own folder',
    files: { 'go.work': 'use .\nuse ./lib\n', 'go.mod': '', 'a_test.go': '', 'lib/go.mod': '' },
    roots: [
      {
        language: 'go',
        by: 'go',
        setup: 'go mod download',
        test: 'go test ./... ./lib/...',
        testRunner: 'go test',
      },
    ],
  },
  {
    name: 'a crate',
    files: { 'Cargo.toml': '[package]\nname = "shop"\n', 'Cargo.lock': '', 'src/lib.rs': '' },
    roots: [
      {
        language: 'rust',
        by: 'cargo',
        setup: 'cargo fetch --locked',
        test: 'cargo test',
        testRunner: 'cargo test',
      },
    ],
  },
  {
    name: 'a Cargo workspace is one root',
    files: {
      'Cargo.toml': '[workspace]\nmembers = [\n  "crates/*",\n]\nresolver = "2"\n',
      'crates/a/Cargo.toml': '[package]\nname = "a"\n',
      'crates/b/Cargo.toml': '[package]\nname = "b"\n',
    },
    roots: [
      {
        language: 'rust',
        by: 'cargo',
        setup: 'cargo fetch',
        test: 'cargo test --workspace',
        testRunner: 'cargo test',
      },
    ],
  },
  {
    name: 'a broken Cargo.toml',
    files: { 'Cargo.toml': '[package\nname =', 'src/main.rs': '' },
    roots: [
      {
        language: 'rust',
        by: 'cargo',
        setup: 'cargo fetch',
        test: 'cargo test',
        testRunner: 'cargo test',
      },
    ],
    notes: [/^Cargo\.toml is broken/],
  },
  {
    name: 'Maven',
    files: { 'pom.xml': '<project></project>', 'src/test/java/CartTest.java': '' },
    roots: [
      {
        language: 'java',
        by: 'maven',
        setup: `mvn ${MAVEN}`,
        test: 'mvn -B test',
        testRunner: 'maven',
      },
    ],
  },
  {
    name: 'Maven with its wrapper, and modules',
    files: {
      'pom.xml': '<project><modules><module>core</module></modules></project>\n',
      mvnw: '',
      'core/pom.xml': '<project></project>',
      'core/src/test/java/CartTest.java': '',
    },
    roots: [
      {
        language: 'java',
        by: 'maven',
        setup: `./mvnw ${MAVEN}`,
        test: './mvnw -B test',
        testRunner: 'maven',
      },
    ],
  },
  {
    name: 'a pom that is cut short',
    files: { 'pom.xml': '<project><modules>', 'src/main/java/A.java': '' },
    roots: [{ language: 'java', by: 'maven', setup: `mvn ${MAVEN}` }],
    hasTests: false,
    notes: [/^pom\.xml is broken/, /^No tests/],
  },
  {
    name: 'Gradle in Kotlin with its wrapper',
    files: {
      'settings.gradle.kts': 'include("app")',
      'build.gradle.kts': 'plugins { kotlin("jvm") }',
      gradlew: '',
      'gradle/wrapper/gradle-wrapper.properties': '',
      'app/build.gradle.kts': '',
      'app/src/test/kotlin/CartTest.kt': '',
    },
    roots: [{ language: 'java', by: 'gradle', ...gradle('./gradlew') }],
  },
  {
    name: 'Gradle in Groovy without a wrapper',
    files: { 'build.gradle': 'plugins { id "java" }', 'src/test/groovy/CartSpec.groovy': '' },
    roots: [{ language: 'java', by: 'gradle', ...gradle('gradle') }],
  },
  {
    name: 'an Android app',
    files: {
      'build.gradle': "plugins { id 'com.android.application' }",
      'src/main/java/A.java': '',
    },
    roots: [{ language: 'java', by: 'gradle', setup: 'gradle --no-daemon classes' }],
    hasTests: false,
    notes: [/Android SDK/, /^No tests/],
  },
  {
    name: 'a Gemfile with rspec and minitest, and specs',
    files: { ...GEMS, 'spec/cart_spec.rb': '' },
    roots: [
      {
        language: 'ruby',
        by: 'bundler',
        setup: BUNDLE,
        test: 'bundle exec rspec',
        testRunner: 'rspec',
      },
    ],
  },
  {
    name: 'a Gemfile with rspec and minitest, and tests',
    files: { ...GEMS, Rakefile: 'Rake::TestTask.new(:test)', 'test/cart_test.rb': '' },
    roots: [
      {
        language: 'ruby',
        by: 'bundler',
        setup: BUNDLE,
        test: 'bundle exec rake test',
        testRunner: 'minitest',
      },
    ],
  },
  {
    name: 'both specs and tests',
    files: { ...GEMS, Rakefile: 'task :test', 'test/cart_test.rb': '', 'spec/cart_spec.rb': '' },
    roots: [
      {
        language: 'ruby',
        by: 'bundler',
        setup: BUNDLE,
        test: 'bundle exec rspec && bundle exec rake test',
        testRunner: 'rspec',
      },
    ],
    notes: [/^Tests of rspec and minitest/],
  },
  {
    name: 'Rails',
    files: { Gemfile: '', 'bin/rails': '', 'test/models/cart_test.rb': '' },
    roots: [{ language: 'ruby', by: 'bundler', test: 'bin/rails test', testRunner: 'minitest' }],
  },
  {
    name: 'minitest without a Rakefile',
    files: { 'gems.rb': '', 'gems.locked': '', 'test/test_cart.rb': '' },
    roots: [
      {
        language: 'ruby',
        by: 'bundler',
        setup: BUNDLE,
        test: `bundle exec ruby -Ilib -Itest -e 'Dir["./test/**/{*_test,test_*}.rb"].each { |file| require file }'`,
        testRunner: 'minitest',
      },
    ],
  },
  {
    name: 'phpunit',
    files: {
      'composer.json': '{"require-dev": {"phpunit/phpunit": "^11"}}',
      'composer.lock': '',
      'phpunit.xml.dist': '',
    },
    roots: [
      {
        language: 'php',
        by: 'composer',
        setup: COMPOSER,
        test: 'vendor/bin/phpunit',
        testRunner: 'phpunit',
      },
    ],
  },
  {
    name: 'pest, which brings phpunit',
    files: {
      'composer.json': '{"require-dev": {"pestphp/pest": "^3", "phpunit/phpunit": "^11"}}',
      'composer.lock': '',
      'tests/CartTest.php': '',
    },
    roots: [
      {
        language: 'php',
        by: 'composer',
        setup: COMPOSER,
        test: 'vendor/bin/pest',
        testRunner: 'pest',
      },
    ],
  },
  {
    name: 'a script of composer',
    files: {
      'composer.json':
        '{"scripts": {"test": ["@lint", "phpunit"]}, "require-dev": {"phpunit/phpunit": "*"}}',
    },
    roots: [{ language: 'php', by: 'composer', test: 'composer test', testRunner: 'phpunit' }],
  },
  {
    name: 'a broken composer.json',
    files: { 'composer.json': '{', 'composer.lock': '' },
    roots: [{ language: 'php', by: 'composer' }],
    hasTests: false,
    notes: [/^composer\.json is broken/, /^No tests/],
  },
  {
    name: 'a Makefile and nothing else',
    files: { Makefile: '.PHONY: all test\nall:\n\tcc a.c\ntest: all\n\t./run\n', 'tests/a.sh': '' },
    roots: [{ language: 'unknown', test: 'make test', testRunner: 'make' }],
  },
  {
    name: 'a Makefile for a project that says nothing of tests',
    files: { Makefile: 'lint test: build\n\t./t\n', 'package.json': '{}', 'test/run.js': '' },
    roots: [{ language: 'node', by: 'npm', test: 'make test', testRunner: 'make' }],
  },
  {
    name: 'a Makefile does not beat the project, and a variable is no target',
    files: { Makefile: 'test := 1\ntest:\n\tgo test\n', 'go.mod': '', 'a_test.go': '' },
    roots: [
      {
        language: 'go',
        by: 'go',
        setup: 'go mod download',
        test: 'go test ./...',
        testRunner: 'go test',
      },
    ],
  },
  {
    name: 'a Makefile whose test is a variable',
    files: { Makefile: 'test := 1\nall:\n\ttrue\n' },
    roots: [],
    hasTests: false,
    notes: [/^No tests/],
  },
  {
    name: 'an empty repository',
    files: {},
    roots: [],
    hasTests: false,
    notes: [/^No tests/],
  },
  {
    name: 'two languages in one folder',
    files: {
      'package.json': '{"devDependencies": {"prettier": "3"}}',
      'package-lock.json': '',
      'Cargo.toml': '[package]\nname = "shop"\n',
      'Cargo.lock': '',
    },
    roots: [
      { language: 'node', by: 'npm', setup: 'npm ci' },
      {
        language: 'rust',
        by: 'cargo',
        setup: 'cargo fetch --locked',
        test: 'cargo test',
        testRunner: 'cargo test',
      },
    ],
    suite: 'cargo test',
  },
];
