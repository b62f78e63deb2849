// Limits of the escape suite's sandboxes: small, because probes exceed them. Data only.
const MIB = 1024 * 1024;

export const LIMITS = {
  memoryBytes: 256 * MIB,
  diskBytes: 24 * MIB,
  processes: 96,
  files: 2_000,
  openFiles: 512,
};
