// Where package managers fetch from by default: what the setup of a repository may reach besides the
// hosts its settings allow. Data only.

export const REGISTRIES: readonly string[] = [
  // Node
  'registry.npmjs.org',
  'registry.yarnpkg.com',
  'jsr.io',
  'npm.jsr.io',
  // Python
  'pypi.org',
  'files.pythonhosted.org',
  // Go
  'proxy.golang.org',
  'sum.golang.org',
  'storage.googleapis.com',
  // Rust
  'crates.io',
  'index.crates.io',
  'static.crates.io',
  // Ruby
  'rubygems.org',
  'index.rubygems.org',
  // PHP
  'repo.packagist.org',
  'packagist.org',
  // Java
  'repo1.maven.org',
  'repo.maven.apache.org',
  'plugins.gradle.org',
  'services.gradle.org',
];
