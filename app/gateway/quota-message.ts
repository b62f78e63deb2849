// Reads what a provider says about a used-up quota: that it is used up, and when it is renewed.
// Pure; the time now comes in.

const HIT = /\byou(?:'|’)ve (?:hit|reached) your (?:[a-z0-9-]+ ){0,3}limit\b/i;
const EPOCH = /\busage limit reached\|(\d{10})\b/i;
const RESET =
  /\bresets?(?: at)? (?:([A-Z][a-z]{2}) (\d{1,2})(?:,| at)? )?(\d{1,2})(?::(\d{2}))? ?([ap]m)(?: \(([A-Za-z_/+-]+)\))?/i;
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const DAY_MS = 24 * 60 * 60 * 1000;
/** A line and not an essay: a model that writes about limits has not reached one. */
const LONGEST_NOTICE = 200;

/** Whether a whole answer is nothing but the notice, e.g. "You've hit your limit · resets 6pm (UTC)". */
export function isQuotaNotice(text: string): boolean {
  const line = text.trim();
  if (line.length > LONGEST_NOTICE || line.includes('\n')) return false;
  return line.search(HIT) === 0 && RESET.test(line);
}

/** Whether an error of the provider speaks of a quota that time renews. */
export function isQuotaError(message: string): boolean {
  return HIT.test(message) || EPOCH.test(message);
}

/** When the quota is renewed, in milliseconds; undefined when the message does not say. */
export function resetTime(message: string, now: number): number | undefined {
  const epoch = EPOCH.exec(message)?.[1];
  if (epoch !== undefined) return Number(epoch) * 1000;
  const [found, month, day, hour, minute = '0', half = '', zone = 'UTC'] =
    RESET.exec(message) ?? [];
  if (found === undefined) return undefined;
  const offsetMs = zoneOffsetMs(zone, now);
  if (offsetMs === undefined) return undefined;
  const hours = (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  if (Number(hour) > 12 || Number(minute) > 59) return undefined;
  const local = new Date(now + offsetMs);
  if (month !== undefined && day !== undefined) {
    const at = dated(local, { month, day: Number(day) }, [hours, Number(minute)]);
    return at === undefined ? undefined : at - offsetMs;
  }
  const today = local.setUTCHours(hours, Number(minute), 0, 0) - offsetMs;
  return today > now ? today : today + DAY_MS;
}

function dated(
  local: Date,
  { month, day }: { month: string; day: number },
  [hours, minutes]: [number, number],
): number | undefined {
  const index = MONTHS.indexOf(month.toLowerCase());
  if (index < 0) return undefined;
  const year = local.getUTCFullYear() + (index < local.getUTCMonth() ? 1 : 0);
  return Date.UTC(year, index, day, hours, minutes);
}

/** How far the zone is ahead of UTC; undefined for one nobody knows. */
function zoneOffsetMs(zone: string, now: number): number | undefined {
  try {
    const text = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    }).format(now);
    const local = Date.parse(`${text.replace(' ', 'T')}Z`);
    return local - Math.floor(now / 1000) * 1000;
  } catch {
    return undefined;
  }
}
