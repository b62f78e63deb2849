// What the self-test asks a sandbox to do, and what each answer means. Pure. A probe answers one
// line `name=value`; a line that is missing counts as a failure.
import type { ErrorCode } from '../../../app/error-codes.ts';
import { EGRESS } from '../egress/place.ts';
import type { Limits } from '../options.ts';

export type Finding = { code: ErrorCode; problem: string; hint?: string };

const USE_E2B = 'Or use E2B: set E2B_API_KEY.';

export const Finding = {
  hostReached: {
    code: 'ISOLATION_INCOMPLETE',
    problem: 'a file or a loopback port of the host can be reached from inside',
  },
  hostRoot: {
    code: 'ISOLATION_INCOMPLETE',
    problem: 'the sandbox runs as root of the host',
  },
  noSeccomp: {
    code: 'SECCOMP_REFUSED',
    problem: 'the system call filter is not active',
  },
  powers: {
    code: 'ISOLATION_INCOMPLETE',
    problem: 'the sandbox holds capabilities or may gain them',
    hint: `Update bubblewrap to 0.8 or newer. ${USE_E2B}`,
  },
  nestedUsers: {
    code: 'ISOLATION_INCOMPLETE',
    problem: 'the sandbox can make user namespaces',
    hint: `Update bubblewrap to 0.8 or newer. ${USE_E2B}`,
  },
  descriptors: {
    code: 'ISOLATION_INCOMPLETE',
    problem: 'open files of the host are inherited',
  },
  overlay: {
    code: 'OVERLAY_REFUSED',
    problem: 'a directory of the lower layer cannot be replaced',
    hint: `Use Linux 6.6 or newer (user attributes on tmpfs). ${USE_E2B}`,
  },
  quota: {
    code: 'ISOLATION_INCOMPLETE',
    problem: 'the disk quota is not active',
  },
  noProxy: {
    code: 'ISOLATION_INCOMPLETE',
    problem: 'an allowed host cannot be reached through the egress proxy',
    hint: `The runtime directory must lie on a file system that holds unix sockets. ${USE_E2B}`,
  },
  openProxy: {
    code: 'ISOLATION_INCOMPLETE',
    problem: 'a host that is not allowed can be reached through the egress proxy',
  },
  proxyStays: {
    code: 'ISOLATION_INCOMPLETE',
    problem: 'the egress proxy can be reached although no host is allowed',
  },
} as const satisfies Readonly<Record<string, Finding>>;

/** $1: a file of the host; $2: a loopback port of the host. */
export const PROBE_SCRIPT = `
cat "$1" 2>/dev/null
(exec 3<>"/dev/tcp/127.0.0.1/$2" && cat <&3) 2>/dev/null
while read -r name value; do
  case $name in
    Seccomp:) echo "seccomp=$value" ;;
    NoNewPrivs:) echo "no_new_privs=$value" ;;
    CapEff:) echo "cap_effective=$value" ;;
    CapBnd:) echo "cap_bounding=$value" ;;
  esac
done < /proc/self/status
for f in /proc/$$/fd/*; do
  n=\${f##*/}
  [ "$n" -gt 2 ] && [ -L "$f" ] && echo "descriptor=$n $(readlink "$f")"
done
unshare --user true 2>/dev/null && echo nested_users=made || echo nested_users=refused
rm -rf /workspace/covered && mkdir /workspace/covered 2>/dev/null && [ -z "$(ls /workspace/covered)" ] \\
  && echo overlay=covers || echo overlay=broken
echo "disk=$(($(stat -f -c '%b * %S' /workspace)))"
`;

export function findingsOf(output: string, limits: Limits): Finding[] {
  const answers = new Map(
    output.split('\n').map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)] as const;
    }),
  );
  const isZero = (name: string) => /^0+$/.test(answers.get(name) ?? '');
  const findings: Finding[] = [];
  if (answers.get('seccomp') !== '2') findings.push(Finding.noSeccomp);
  const isPowerless = isZero('cap_effective') && isZero('cap_bounding');
  if (!isPowerless || answers.get('no_new_privs') !== '1') findings.push(Finding.powers);
  if (answers.has('descriptor')) findings.push(Finding.descriptors);
  if (answers.get('nested_users') !== 'refused') findings.push(Finding.nestedUsers);
  if (answers.get('overlay') !== 'covers') findings.push(Finding.overlay);
  const disk = Number(answers.get('disk') ?? Number.NaN);
  // The kernel rounds the size up to whole pages.
  if (!(disk > 0 && disk <= limits.diskBytes + 65_536)) findings.push(Finding.quota);
  return findings;
}

/**
 * $1: the port of a host that is allowed; $2: the port of one that is not. Asks the proxy for both,
 * the second once as a listed name that leads to loopback and once as a name that is not listed,
 * and goes there directly as well.
 */
export const EGRESS_SCRIPT = `
ask() {
  { exec 3<>/dev/tcp/127.0.0.1/${EGRESS.port}; } 2>/dev/null || { echo "$1=none"; return; }
  printf 'GET http://%s/ HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\n\\r\\n' "$2" "$2" >&3
  read -r -t 5 _ status _ <&3
  echo "$1=$status"
  exec 3<&-
}
ask allowed "allowed.invalid:$1"
ask rebound "rebound.invalid:$2"
ask unlisted "unlisted.invalid:$2"
{ exec 3<>"/dev/tcp/127.0.0.1/$2"; } 2>/dev/null && echo direct=open || echo direct=none
`;

/** `strangers`: connections that arrived where none may. */
export function egressFindings(seen: {
  open: string;
  closed: string;
  strangers: number;
}): Finding[] {
  const findings: Finding[] = [];
  const [open, closed] = [seen.open, seen.closed].map((output) => new Set(output.split('\n')));
  if (open?.has('allowed=200') !== true) findings.push(Finding.noProxy);
  const isShut = ['rebound=403', 'unlisted=403', 'direct=none'].every((line) => open?.has(line));
  if (!isShut || seen.strangers > 0) findings.push(Finding.openProxy);
  const names = ['allowed', 'rebound', 'unlisted', 'direct'];
  if (!names.every((name) => closed?.has(`${name}=none`))) findings.push(Finding.proxyStays);
  return findings;
}
