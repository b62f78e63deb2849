// A claim is held by a worker for the time of a lease, and as long as the worker's session lives.

/** Who claims work: a name for people, and the key of the lock its session holds. */
export type Worker = { name: string; lock: number };

/** First key of the advisory locks of workers, second key is the worker's own. */
export const WORKER_LOCK_CLASS = 723_750;
