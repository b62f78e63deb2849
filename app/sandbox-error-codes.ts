// The rows of error-codes.ts about sandboxes: faults of drivers, of the local server, and of the
// machine that sandboxes are made on. To the outside all of them are INTERNAL_ERROR. Data only.

const USE_E2B = 'Or use E2B: set E2B_API_KEY.';

/** What a driver meets. The engine makes a new sandbox when it tries an effect again. */
export const SANDBOX_ERRORS = {
  SANDBOX_NOT_FOUND: {
    status: 503,
    retryable: true,
    message: 'The sandbox is gone.',
    hint: 'Try again in a new one; if it stays so, read sandboxd.log in the runtime directory.',
  },
  SANDBOX_TEMPLATE_UNKNOWN: {
    status: 500,
    retryable: false,
    message: 'There is no such template or snapshot.',
    hint: 'Run `redgreen template build` for E2B. A snapshot ends after a day: begin the job anew.',
  },
  SANDBOX_PROCESS_NOT_FOUND: {
    status: 503,
    retryable: true,
    message: 'The process has ended.',
    hint: 'Try again.',
  },
  SANDBOX_FILE_NOT_FOUND: {
    status: 500,
    retryable: false,
    message: 'There is no such file.',
    hint: 'Look at what was to write it in the sandbox.',
  },
  SANDBOX_FILE_TOO_LARGE: {
    status: 500,
    retryable: false,
    message: 'A file is too large to be taken out of the sandbox.',
    hint: 'Let the repository write less into it.',
  },
  SANDBOX_DISK_FULL: {
    status: 500,
    retryable: false,
    message: 'The disk of the sandbox is full.',
    hint: 'Let the setup of the repository install less.',
  },
  SANDBOX_SNAPSHOT_IN_USE: {
    status: 409,
    retryable: false,
    message: 'The snapshot is in use.',
    hint: 'End the sandboxes that were made from it.',
  },
  SANDBOX_UNAUTHORIZED: {
    status: 500,
    retryable: false,
    message: 'The sandbox provider does not know the key.',
    hint: 'Correct E2B_API_KEY, or unset it to use the sandboxes of this machine.',
  },
  SANDBOX_BUSY: {
    status: 503,
    retryable: true,
    message: 'The sandbox provider has no room.',
    hint: 'Try again when other jobs have ended, or raise the limit of the provider.',
  },
  SANDBOX_REFUSED: {
    status: 502,
    retryable: true,
    message: 'The sandbox provider refused.',
    hint: 'Try again; if it stays so, read its answer in the log.',
  },
  SANDBOX_UNREACHABLE: {
    status: 503,
    retryable: true,
    message: 'The sandbox provider cannot be reached.',
    hint: 'Check the network, E2B_API_URL and E2B_DOMAIN, or `redgreen sandboxd status`.',
  },
  SANDBOX_NOT_DESTROYED: {
    status: 503,
    retryable: true,
    message: 'Nobody could say that the sandbox is gone.',
    hint: 'It is tried again; if it stays so, end it at its provider.',
  },
  SANDBOX_RESOURCE_LIMIT: {
    status: 500,
    retryable: false,
    message: 'The sandbox used up one of its limits and was ended.',
    hint: 'Let what runs in it use less memory, disk and processes.',
  },
  SANDBOX_SERVER_FAILED: {
    status: 503,
    retryable: true,
    message: 'The local sandbox server failed.',
    hint: 'Read sandboxd.log in its runtime directory.',
  },
  NETWORK_POLICY_UNAVAILABLE: {
    status: 500,
    retryable: false,
    message: 'The provider cannot enforce this network policy.',
    hint: 'Allow hosts on the ports 80 and 443 only, or use the sandboxes of this machine.',
  },
};

/** What a machine lacks or forbids, so that sandboxes cannot be made on it or would not isolate. */
export const MACHINE_ERRORS = {
  BUBBLEWRAP_MISSING: {
    status: 500,
    retryable: false,
    message: 'The program bwrap is missing, so nothing can be isolated.',
    hint: `Install it: apt-get install bubblewrap. ${USE_E2B}`,
  },
  SYSTEM_TOOL_MISSING: {
    status: 500,
    retryable: false,
    message: 'A program that sandboxes are made with is missing.',
    hint: `Install it with your package manager. ${USE_E2B}`,
  },
  USER_NAMESPACES_REFUSED: {
    status: 500,
    retryable: false,
    message: 'This machine does not let an ordinary user make user namespaces.',
    hint:
      'Ubuntu: sysctl -w kernel.apparmor_restrict_unprivileged_userns=0. Debian: sysctl -w ' +
      'kernel.unprivileged_userns_clone=1. Container: allow user namespaces in its seccomp ' +
      `profile. ${USE_E2B}`,
  },
  OVERLAY_REFUSED: {
    status: 500,
    retryable: false,
    message: 'This machine does not let an ordinary user mount an overlay.',
    hint: `Use Linux 6.6 or newer with overlayfs. ${USE_E2B}`,
  },
  SECCOMP_REFUSED: {
    status: 500,
    retryable: false,
    message: 'The kernel refuses the system call filter.',
    hint: `The kernel needs CONFIG_SECCOMP_FILTER. ${USE_E2B}`,
  },
  DIRECTORY_UNREACHABLE: {
    status: 500,
    retryable: false,
    message: 'The uid of the sandboxes cannot reach a directory that it needs.',
    hint: 'Let every user pass through its parent directories: chmod o+x.',
  },
  ISOLATION_INCOMPLETE: {
    status: 500,
    retryable: false,
    message: 'The sandboxes of this machine would not isolate.',
    hint: `Report this with \`redgreen doctor\`. ${USE_E2B}`,
  },
};
