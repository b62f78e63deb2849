// `npm run chaos -- sandbox`: resource bombs beside working neighbours; a runner that streams while
// its host is killed with -9 or its connections are cut; sandbox sessions that end in all ways. The
// machine and the neighbours live, nothing is lost or doubled, and nothing is left of any sandbox.
import type { Check } from '../support/figures.ts';
import type { Chaos, Outcome } from './chaos.ts';
import { type BombFigures, explodeBombs } from './sandbox/bombs.ts';
import type { StreamFigures } from './sandbox/journal.ts';
import { endSessions, type SessionsFigures } from './sandbox/sessions.ts';
import { type StreamsFigures, streamMessages } from './sandbox/stream.ts';

export type SandboxCounts = {
  bombs: number;
  /** How long a limit may stay used up: the server's own default. */
  strainMs: number;
  messages: number;
  hostKills: number;
  cutMessages: number;
  cuts: number;
  sessions: number;
  snapshots: number;
};

const LONGEST_BOMB_S = 60;

export const sandbox: Chaos<SandboxCounts> = {
  counts: {
    bombs: 6,
    strainMs: 20_000,
    messages: 100_000,
    hostKills: 5,
    cutMessages: 20_000,
    cuts: 50,
    sessions: 200,
    snapshots: 5,
  },
  async run({ counts, random, note, say }): Promise<Outcome> {
    const telling = { note: (what: string) => note(what), say };
    const bombs = await explodeBombs({ ...telling, ...counts });
    const streams = await streamMessages({ ...telling, ...counts, random });
    const sessions = await endSessions({ ...telling, ...counts, random });
    for (const what of sessions.forgeries.notRefused) note(`forgery: ${what}`);
    return {
      checks: [
        ...bombChecks(bombs, counts),
        ...streamsChecks(streams, counts),
        ...sessionChecks(sessions, counts),
      ],
      concerned: [],
    };
  },
};

function none(name: string, value: number, unit: string): Check {
  return { name, value, limit: 0, unit };
}

function atLeast(name: string, value: number, { limit, unit }: { limit: number; unit: string }) {
  return { name, value, limit, unit, isFloor: true } as const;
}

function bombChecks(figures: BombFigures, { bombs }: SandboxCounts): Check[] {
  return [
    atLeast('bombs', figures.exploded, { limit: bombs, unit: 'bombs' }),
    none('bombs that did not end by the name of their limit', figures.unnamed, 'bombs'),
    {
      name: 'longest life of a bomb',
      value: Math.round(figures.longestMs / 1_000),
      limit: LONGEST_BOMB_S,
      unit: 's',
    },
    none('commands of neighbours that failed', figures.neighbourFaults, 'commands'),
    atLeast('commands of neighbours', figures.neighbourCommands, {
      limit: bombs * 40,
      unit: 'commands',
    }),
    none('deaths of the sandbox server', figures.serverDeaths, 'deaths'),
  ];
}

function streamsChecks(figures: StreamsFigures, counts: SandboxCounts): Check[] {
  return [
    atLeast('hosts killed while streaming', figures.kills, {
      limit: counts.hostKills,
      unit: 'kills',
    }),
    ...streamChecks('after kills', figures.killed, counts.messages),
    atLeast('stream cuts', figures.cuts, { limit: counts.cuts, unit: 'cuts' }),
    ...streamChecks('after cuts', figures.cut, counts.cutMessages),
  ];
}

function streamChecks(when: string, figures: StreamFigures, messages: number): Check[] {
  return [
    atLeast(`messages ${when}`, figures.heard, { limit: messages, unit: 'messages' }),
    none(`messages lost ${when}`, figures.lost, 'messages'),
    none(`messages kept twice ${when}`, figures.doubled, 'messages'),
    none(`messages out of order ${when}`, figures.outOfOrder, 'messages'),
    none(`rows of the transcript out of order ${when}`, figures.brokenRows, 'rows'),
  ];
}

function sessionChecks(figures: SessionsFigures, counts: SandboxCounts): Check[] {
  const { forgeries, snapshots } = figures;
  return [
    atLeast('sessions', figures.rows, { limit: counts.sessions, unit: 'sessions' }),
    none('sessions without an end', figures.open, 'sessions'),
    none('sandboxes living at the provider', figures.living, 'sandboxes'),
    none('bubblewraps left', figures.bubblewraps, 'processes'),
    atLeast('bubblewraps seen meanwhile', figures.mostBubblewraps, { limit: 1, unit: 'processes' }),
    none('sessions whose evidence does not verify', figures.unverified, 'sessions'),
    none('sessions that failed untouched', figures.unexpected, 'sessions'),
    none('forgeries not refused by their rule', forgeries.notRefused.length, 'forgeries'),
    atLeast('forgeries', forgeries.tried, { limit: 1, unit: 'forgeries' }),
    atLeast('snapshots', snapshots.made, { limit: counts.snapshots, unit: 'snapshots' }),
    none('snapshots left at the provider', snapshots.left, 'snapshots'),
    none('snapshots without evidence of their end', snapshots.notEnded, 'snapshots'),
  ];
}
