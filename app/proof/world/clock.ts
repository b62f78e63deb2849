// Another date, for runtimes that let their clock be moved from outside. What they start themselves in
// other languages, and the times of files, keep the true one. Pure.

/** `days` shows who only needs clocks that agree. */
export type Shift = 'years' | 'days';
const SECONDS: Record<Shift, number> = { years: 837 * 86_400 + 20_000, days: 2 * 86_400 + 20_000 };

export function clockVariables(directory: string, shift: Shift): Record<string, string> {
  return { RUBYOPT: `-r${directory}/clock.rb`, AHEAD: String(SECONDS[shift]) };
}

/** By name in the directory. */
export const CLOCK_FILES: Readonly<Record<string, string>> = {
  'clock.cjs': `const ahead = Number(process.env.AHEAD) * 1000, True = Date, now = Date.now;
const late = () => now() + ahead;
const Moved = new Proxy(True, {
  construct: (target, args, as) => Reflect.construct(target, args.length === 0 ? [late()] : args, as === Moved ? target : as),
  apply: () => new True(late()).toString(),
});
True.now = late;
True.prototype.constructor = Moved;
globalThis.Date = Moved;
`,
  'clock.py': `import datetime, os, time
_ahead = int(os.environ.get('AHEAD', '0'))
_time, _ns, _gm, _local, _strf = time.time, time.time_ns, time.gmtime, time.localtime, time.strftime
time.time = lambda: _time() + _ahead
time.time_ns = lambda: _ns() + _ahead * 10**9
time.gmtime = lambda s=None: _gm(time.time() if s is None else s)
time.localtime = lambda s=None: _local(time.time() if s is None else s)
time.strftime = lambda f, t=None: _strf(f, time.localtime() if t is None else t)
_Date, _Time = datetime.date, datetime.datetime
class _Of(type):
    def __instancecheck__(cls, one):
        return isinstance(one, cls.__mro__[1]) if cls in (date, datetime_) else type.__instancecheck__(cls, one)
    def __subclasscheck__(cls, one):
        return issubclass(one, cls.__mro__[1]) if cls in (date, datetime_) else type.__subclasscheck__(cls, one)
class date(_Date, metaclass=_Of):
    @classmethod
    def today(cls): return cls.fromtimestamp(time.time())
class datetime_(_Time, metaclass=_Of):
    @classmethod
    def now(cls, tz=None): return cls.fromtimestamp(time.time(), tz)
    @classmethod
    def today(cls): return cls.now()
    @classmethod
    def utcnow(cls): return cls.fromtimestamp(time.time(), datetime.timezone.utc).replace(tzinfo=None)
datetime_.__name__ = datetime_.__qualname__ = 'datetime'
for _one in (date, datetime_): _one.__module__ = 'datetime'
datetime.date, datetime.datetime = date, datetime_
`,
  'clock.rb': `class << Time
  alias_method :true_now, :now
  def now(**given) = true_now(**given) + ENV.fetch('AHEAD', '0').to_i
end
`,
  date: `#!/bin/sh
for word in "$@"; do
  case $word in -d* | -r* | -s* | --date* | --reference* | --set*) exec /usr/bin/date "$@" ;; esac
done
exec /usr/bin/date -d "@$(($(/usr/bin/date +%s) + AHEAD))" "$@"
`,
};
