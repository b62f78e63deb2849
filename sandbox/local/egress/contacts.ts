// Remembers whom a sandbox spoke to and whom it was refused, for the report. Bounded: after the
// last free entry only counts. Holds no text of a request but a host name in its plain form.
import type { HostContact, HostContacts } from '../../driver/port.ts';

type ContactNote = Pick<HostContact, 'host' | 'port' | 'verdict'> & { why?: string };

export type Contacts = {
  /** One attempt; what passes afterwards is added through the returned function. */
  note(note: ContactNote): (bytes: number) => void;
  list(): HostContacts;
};

const MOST_ENTRIES = 1_000;

export function createContacts(now: () => number, mostEntries = MOST_ENTRIES): Contacts {
  const entries = new Map<string, HostContact>();
  let unlisted = 0;
  let bytes = 0;
  const find = (note: ContactNote): HostContact | undefined => {
    const key = JSON.stringify([note.host, note.port, note.verdict, note.why]);
    const known = entries.get(key);
    if (known !== undefined) return known;
    if (entries.size >= mostEntries) return undefined;
    const at = new Date(now());
    const fresh: HostContact = { ...note, firstAt: at, lastAt: at, count: 0, bytes: 0 };
    entries.set(key, fresh);
    return fresh;
  };
  return {
    note(note) {
      const entry = find(note);
      if (entry === undefined) unlisted += 1;
      else {
        entry.count += 1;
        entry.lastAt = new Date(now());
      }
      return (more) => {
        bytes += more;
        if (entry !== undefined) entry.bytes += more;
      };
    },
    list: () => ({ hosts: structuredClone([...entries.values()]), unlisted, bytes }),
  };
}
