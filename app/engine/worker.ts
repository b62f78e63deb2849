// Who runs effects: one worker of a process, with a name for people and a lock of its own.
import { randomInt, randomUUID } from 'node:crypto';
import type { Worker } from '../store/leases/lease.ts';

export function newWorker(kind: 'app' | 'checks' | 'errands' | 'inbox'): Worker {
  const name = `${kind}-${process.pid}-${randomUUID().slice(0, 8)}`;
  return { name, lock: randomInt(2 ** 31) };
}
