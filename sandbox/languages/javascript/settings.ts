// Files of JavaScript projects that decide how tests run. Pure.
import { parsedJson } from '../../projects/projects.ts';
import {
  matchingLines,
  scriptsOf,
  squeezed,
  type TestSettings,
} from '../../projects/test-settings.ts';

const LIFECYCLE =
  /^(?:(?:pre|post)?(?:install|prepare|test)|dependencies|prepublish|preprepare|postprepare|prepublishOnly)$/;

export const SETTINGS: TestSettings = {
  files: [
    /^(?:jest|vitest|vite|karma|playwright|cypress|ava|wdio|nyc|c8|web-test-runner)\.(?:config|conf|workspace|setup)\.[a-z]+$/,
    /^\.(?:mocharc|nycrc|c8rc|taprc|jasmine)(?:\.[a-z]+)?$/,
    /^(?:jasmine\.json|bunfig\.toml)$/,
  ],
  compiling: [/^(?:tsconfig.*\.json|babel\.config\.\w+|\.babelrc.*)$/],
  mixed: [
    [/^vite\.config\.[a-z]+$/, /\btest\b|setupFiles|poolOptions/],
    [/^deno\.jsonc?$/, /"test"\s*:\s*\{/],
    [/^package\.json$/, /"(?:jest|mocha|ava|nyc|c8|tap)"\s*:\s*\{/],
    [
      /^\.(?:npmrc|yarnrc(?:\.yml)?|env(?:\.\w+)?)$/,
      /script-shell|node-options|NODE_OPTIONS|yarnPath/i,
    ],
  ],
  within: [[/^package\.json$/, packageSettings]],
  installScripts: [
    [/^package\.json$/, (text) => scriptsOf(text, LIFECYCLE)],
    [/^(?:binding\.gyp|\.pnpmfile\.cjs)$/, (text) => [squeezed(text)]],
    [/^\.yarnrc\.yml$/, (text) => matchingLines(text, /^\s*(?:-\s*path|yarnPath):.*$/gm)],
  ],
  nearTests: [
    /(?:^|\/)(?:package\.json|[tj]sconfig[^/]*\.json|babel\.config\.\w+|\.babelrc[^/]*|\.swcrc|jasmine\.json)$/,
  ],
  runsFirst: undefined,
  shadows: [/(?:^|\/)node_modules\//],
};

function packageSettings(text: string): string {
  const content = parsedJson(text);
  if (typeof content !== 'object' || content === null) return text;
  const scripts = 'scripts' in content ? content.scripts : undefined;
  const named = Object.entries(scripts ?? {}).filter(([name]) =>
    /^(?:pre|post)?(?:test|check|ci|coverage)\b/.test(name),
  );
  const runners = Object.entries(content).filter(([name]) =>
    /^(?:jest|vitest|mocha|ava|nyc|c8|tap|type)$/.test(name),
  );
  return JSON.stringify([named, runners]);
}
