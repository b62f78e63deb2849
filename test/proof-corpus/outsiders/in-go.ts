// What a job in Go needs beside its files. Pure.
import type { Cheat } from '../corpus.ts';

/** Of the library only sources are there: compiled once, not in every run. */
const SETUP =
  'go build testing/internal/testdeps errors fmt math math/rand os reflect runtime sort strings sync time';

export function inGo(cheat: Cheat): Cheat {
  const { job } = cheat;
  return { ...cheat, job: { ...job, settings: { ...job.settings, setup: SETUP } } };
}
