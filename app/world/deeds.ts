// What may become of a job when something happens on GitHub, and the usual answers for all ways a job
// can stand. Pure.
import type { Standing } from './standing.ts';

/**
 * `stop`: FAILED with USER_CANCELLED, who did it and what. `hold`: held by `moved`, until a person
 * says how to go on. `note`: kept, and shown in the status comment. `reread`: the text is
 * looked at again. `begin`, `command`, `check`: it is a trigger of its own, with the right of whoever
 * gave it. Nothing of these: it is recorded, and that is all.
 */
export type Deed = 'stop' | 'hold' | 'note' | 'reread' | 'begin' | 'command' | 'check' | '-';

/** Asked of GitHub before anything is stopped or held: is it still so? */
export type Question =
  | 'label-off'
  | 'issue-closed'
  | 'pull-closed'
  | 'base-changed'
  | 'branch-gone'
  | 'archived'
  | 'no-access';

/** Whose jobs are meant. */
type About = 'issue' | 'pull' | 'branch' | 'base' | 'repository' | 'installation' | 'nobody';

export type WorldRow = {
  about: About;
  /** What happened, for the page. */
  when: string;
  deeds: Deeds;
  asks?: Question;
  /** What else follows, for the page. */
  also?: string;
};

type Deeds = Record<Standing, Deed>;

const ENDED: ReadonlySet<Standing> = new Set<Standing>(['given up', 'delivered', 'failed']);

export function all(deed: Deed): Deeds {
  return byStanding(() => deed);
}

/** What can still go another way. */
export function unfinished(deed: Deed): Deeds {
  return byStanding((standing) => (ENDED.has(standing) ? '-' : deed));
}

export function ended(deed: Deed): Deeds {
  return byStanding((standing) => (ENDED.has(standing) ? deed : '-'));
}

/** What the job stands on is another: nobody works on it before a person has said how. */
export function ground(): Deeds {
  return { ...unfinished('note'), working: 'hold', waiting: 'hold' };
}

function byStanding(deedOf: (standing: Standing) => Deed): Deeds {
  return {
    begun: deedOf('begun'),
    working: deedOf('working'),
    waiting: deedOf('waiting'),
    asked: deedOf('asked'),
    winding: deedOf('winding'),
    held: deedOf('held'),
    'given up': deedOf('given up'),
    delivered: deedOf('delivered'),
    failed: deedOf('failed'),
  };
}
