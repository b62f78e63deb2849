// Numbers of the system calls that no sandbox needs, per architecture. Data only.
//
// Each is refused because it reaches for something outside (mounts, namespaces, keys, the clock,
// kernel modules), for another process's memory or descriptors, or is a large piece of kernel that
// has been escaped through (io_uring, bpf, perf, userfaultfd).

/** Name → [x86_64, aarch64]; undefined where the architecture has no such call. */
type Numbers = readonly [x64: number | undefined, arm64: number | undefined];

export const DENIED = {
  // Memory and descriptors of other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  // Namespaces and mounts.
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  // Kernel surface.
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  lookup_dcookie: [212, 18],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  modify_ldt: [154, undefined],
  // Keys.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Queues that last without a process and that nobody can list.
  mq_open: [240, 180],
  // The machine.
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  reboot: [169, 142],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  syslog: [103, 116],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  vhangup: [153, 58],
  iopl: [172, undefined],
  ioperm: [173, undefined],
  uselib: [134, undefined],
  nfsservctl: [180, 42],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  // What later commands would inherit from the agent, and nobody can read from outside.
  ioprio_set: [251, 30],
  sched_setattr: [314, 274],
} as const satisfies Readonly<Record<string, Numbers>>;

/** Calls that are looked at more closely. */
export const CHECKED = {
  open: [2, undefined],
  openat: [257, 56],
  openat2: [437, 437],
  fcntl: [72, 25],
  copy_file_range: [326, 285],
  ioctl: [16, 29],
  clone: [56, 220],
  clone3: [435, 435],
  socket: [41, 198],
  socketpair: [53, 199],
  setsockopt: [54, 208],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  semget: [64, 190],
  msgget: [68, 186],
} as const satisfies Readonly<Record<string, Numbers>>;

export type Architecture = 'x64' | 'arm64';

export function numberOf(numbers: Numbers, architecture: Architecture): number | undefined {
  return numbers[architecture === 'x64' ? 0 : 1];
}
