// The languages whose grammars we carry, and the file names they are found by. Pure.

export const LANGUAGES = [
  'bash',
  'javascript',
  'typescript',
  'tsx',
  'python',
  'go',
  'rust',
  'java',
  'ruby',
  'php',
] as const;
export type Language = (typeof LANGUAGES)[number];

const EXTENSIONS: Readonly<Record<string, Language>> = {
  sh: 'bash',
  bash: 'bash',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'tsx',
  py: 'python',
  go: 'go',
  rs: 'rust',
  java: 'java',
  rb: 'ruby',
  php: 'php',
};

/** Undefined: a language we do not know, which is said and never guessed. */
export function languageOf(path: string): Language | undefined {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
}

const INTERPRETERS: readonly (readonly [RegExp, Language])[] = [
  [/^(?:ba|da|z|k)?sh$/, 'bash'],
  [/^(?:node|deno|bun)$/, 'javascript'],
  [/^python[\d.]*$/, 'python'],
  [/^ruby$/, 'ruby'],
];

/** Of a program without an ending, by the line that says who runs it. */
export function languageOfScript(text: string): Language | undefined {
  const [, line = ''] = /^#!\s*([^\n]*)/.exec(text) ?? [];
  const program = line.split(/\s+/).find((word) => !/^-|=|\/env$/.test(word));
  const name = program?.replace(/^.*\//, '') ?? '';
  return INTERPRETERS.find(([pattern]) => pattern.test(name))?.[1];
}
