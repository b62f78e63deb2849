// What a subcommand of the command line is, and what it may use of the process.

export type Terminal = {
  /** One line to standard output. */
  print(line: string): void;
  /** One line to standard error. */
  complain(line: string): void;
  /** Aborted by SIGINT or SIGTERM. */
  signal: AbortSignal;
};

export type Subcommand = {
  name: string;
  /** One line in the list of subcommands. */
  summary: string;
  /** Everything behind `redgreen <name>`, for --help. */
  usage: string;
  /** The exit code. Faults are thrown; the caller prints them. */
  run(args: string[], terminal: Terminal): Promise<number>;
};
