// How a command is written, and who may say it. Types only.

/** One way to write a command. */
export type Form = { usage: string; does: string };

/** The leaf of the setting `approval` that names the role it needs; unset, all are as `role`. */
export type Who = 'role' | 'accept' | 'extend';
