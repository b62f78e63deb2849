// Telling the operator of a moment in a job, beside GitHub.

export type Notice = { title: string; body: string };

/** Never throws and ends in time: what cannot be told is logged. */
export type Notify = (notice: Notice) => Promise<void>;
