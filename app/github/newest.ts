// Edits of one thing, one at a time: while an edit is under way, only the newest of those behind it
// waits, and whoever asked for an older one gets its result.

type Send<C, R> = (change: C) => Promise<R>;
export type Newest<C, R> = (key: string, change: C, send: Send<C, R>) => Promise<R>;

type Waiting<C, R> = { change: C; send: Send<C, R>; result: Promise<R> };

export function createNewest<C, R>(merge: (older: C, newer: C) => C): Newest<C, R> {
  const waiting = new Map<string, Waiting<C, R>>();
  const running = new Map<string, Promise<R>>();

  async function begin(key: string, change: C, send: Send<C, R>): Promise<R> {
    const result = send(change).finally(() => {
      if (running.get(key) === result) running.delete(key);
    });
    running.set(key, result);
    return await result;
  }

  async function follow(key: string, before: Promise<R>): Promise<R> {
    await before.catch(() => undefined);
    const own = waiting.get(key);
    waiting.delete(key);
    if (own === undefined) return await before;
    return await begin(key, own.change, own.send);
  }

  return async (key, change, send) => {
    const older = waiting.get(key);
    if (older !== undefined) {
      older.change = merge(older.change, change);
      older.send = send;
      return await older.result;
    }
    const before = running.get(key);
    if (before === undefined) return await begin(key, change, send);
    const result = follow(key, before);
    waiting.set(key, { change, send, result });
    return await result;
  };
}
