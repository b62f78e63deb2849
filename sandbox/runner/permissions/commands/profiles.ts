// The commands that may run, by tier and language (decision 72). Data.
import type { Profile } from '../../../protocol/permission-policy.ts';

const names = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Look, and change nothing. */
export const BASE_COMMANDS = names(`
  ls pwd cat head tail wc find grep
  tree sort diff date printf uniq cut tr tac jq
  git
  which ps lsof
  echo sleep timeout`);

/** Of the tier `run` alone. */
export const RUN_COMMANDS = names('mkdir cp');

/** Never in the tier `sync`, whatever a configuration says. */
export const CHANGING_COMMANDS: ReadonlySet<string> = new Set(['mkdir', 'cp', 'rm', 'mv']);

/** Words of the shell itself, without which there is no shell. Those that run code are elsewhere. */
export const SHELL_WORDS = names(`
  : true false test [ cd pushd popd dirs exit return break continue shift set export local readonly
  declare typeset unset read wait jobs type let getopts umask times`);

export const PROFILE_COMMANDS: Readonly<Record<Profile, readonly string[]>> = {
  node: names(`
    node deno npm npx yarn pnpm vitest jest mocha tsc eslint prettier biome
    esbuild vite webpack rollup next nuxt astro remix`),
  bun: names('bun bunx'),
  python: names(`
    python python3 pip pip3 pipx uv venv virtualenv conda poetry pdm hatch flit
    pytest tox nox mypy pyright ruff flake8 pylint black
    django-admin flask uvicorn gunicorn`),
  ruby: names(`
    ruby irb gem bundle bundler rake thor rspec minitest cucumber rubocop standard
    rails hanami puma unicorn`),
  go: names('go gofmt goimports golangci-lint staticcheck golint gopls dlv goreleaser'),
  rust: names(`
    rustc rustup cargo rustfmt cargo-fmt clippy cargo-clippy rust-analyzer cargo-watch`),
  php: names(`
    php composer phpunit pest codeception phpcs phpcbf phpstan psalm php-cs-fixer
    artisan symfony laminas`),
};

/** Servers that a session may have started and may end. */
export const PKILL_TARGETS: Readonly<Record<Profile, readonly string[]>> = {
  node: names('node npm npx vite next'),
  bun: names('bun'),
  python: names('python python3 uvicorn gunicorn'),
  ruby: names('ruby puma unicorn rails'),
  go: names('go'),
  rust: names('cargo'),
  php: names('php artisan'),
};
