// The one way a job record is changed: a copy with some fields set and some taken away. Pure.
import type { Job } from './types.ts';

/** `undefined` takes an optional field away; required ones can only be set. */
type JobPatch = Partial<Omit<Job, OptionalField>> & {
  [K in OptionalField]?: Job[K] | undefined;
};

type OptionalField = {
  [K in keyof Job]-?: undefined extends Job[K] ? K : never;
}[keyof Job];

export function change(job: Job, patch: JobPatch): Job {
  const next: Job = { ...job };
  const fields: Record<string, unknown> = next;
  for (const [name, value] of Object.entries(patch)) {
    if (value !== undefined) fields[name] = value;
    else if (name in fields) delete fields[name];
  }
  return next;
}
