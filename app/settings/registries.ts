// Where package managers fetch from by default: what the setup of a repository may reach besides the
// hosts its settings allow. Pure.
import { PROJECTS } from '../../sandbox/languages/languages.ts';

export const REGISTRIES: readonly string[] = PROJECTS.flatMap(({ registries }) => registries);
