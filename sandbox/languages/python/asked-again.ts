// A plain program that makes noted calls again and writes down, a line of JSON each, what else they do:
// what they leave changed in the process, and what becomes of them without an argument, again and
// again, and with a longer list. It judges nothing.

/** In the same program as PLAIN and `root`. */
export const ASK_AGAIN = String.raw`
import builtins, collections, copy, datetime, decimal, functools, inspect, io, itertools, locale, logging, pathlib, random, re, signal, socket, ssl, string, subprocess, threading, time, types, warnings
SHARED = (builtins, collections, copy, datetime, decimal, functools, io, itertools, json, json.encoder, json.decoder, locale, logging, os, os.path, pathlib, random, re, signal, socket, ssl, string, subprocess, threading, time, warnings)
rest_first = os.environ.get('REST_FIRST') == '1'
def things(owner, of):
    for name, value in list(vars(owner).items()):
        if name == '_' or isinstance(value, types.ModuleType):
            continue
        kept = repr(value) if value is None or type(value) in (bool, int, float, str) else ('the same', id(value))
        yield of + '.' + name, kept
        if isinstance(value, type) and getattr(value, '__module__', '') == getattr(owner, '__name__', None):
            yield from things(value, of + '.' + name)
def shared():
    mask = os.umask(0)
    os.umask(mask)
    kept = {'the working directory': os.getcwd(), 'the mask of new files': mask}
    kept.update(('the variable ' + name, value) for name, value in os.environ.items())
    kept['the locale'] = locale.setlocale(locale.LC_ALL)
    kept['the precision of decimals'] = repr(decimal.getcontext()).split('flags')[0]
    kept['the limit of recursion'] = sys.getrecursionlimit()
    kept['which warnings are shown'] = repr(warnings.filters)
    kept['the time limit of sockets'] = socket.getdefaulttimeout()
    kept['hooks'] = [id(one) for one in (sys.excepthook, sys.displayhook, sys.stdout, sys.stderr, sys.stdin)]
    for one in signal.valid_signals():
        kept['what follows signal ' + str(int(one))] = repr(signal.getsignal(one))
    for module in SHARED:
        kept.update(things(module, module.__name__))
    return kept
def changed(before, after):
    return [name for name in {**before, **after} if before.get(name) != after.get(name) or (name in before) != (name in after)]
def say(**line):
    with open(os.path.join(here, 'again.jsonl'), 'a') as file:
        file.write(json.dumps(line) + chr(10))
def own(call):
    module, name = call['name'].split(':')
    if root(call['path'], module) not in sys.path:
        sys.path.insert(0, root(call['path'], module))
    return getattr(importlib.import_module(module), name)
def run(call, args, named):
    try:
        value = own(call)(*args, **named)
        return value, gives(value), None
    except Exception as error:
        return None, throws(error), error
def given(call):
    return ast.literal_eval(call['args'])
def is_there(call):
    try:
        return callable(own(call))
    except Exception:
        return False
def order(made):
    try:
        listed = inspect.signature(made).parameters.values()
    except (TypeError, ValueError):
        return []
    return [one.name for one in listed if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)]
def spoilt(at, call):
    _, said, _ = run(call, *given(call))
    value, again, _ = run(call, *given(call))
    if said != again or type(value) not in (list, dict):
        return
    value.append('spoilt') if type(value) is list else value.update(spoilt=True)
    if run(call, *given(call))[1] == gives(value):
        say(at=at, spoilt=True)
def without(at, call):
    args, named = given(call)
    rests = [(name, args, {one: named[one] for one in named if one != name}) for name in named]
    if len(args) > 1:
        rests.append(('argument ' + str(len(args)), args[:-1], named))
    for label, fewer, others in rests:
        early = run(call, fewer, others)[1] if rest_first else None
        _, full, error = run(call, *given(call))
        is_new = isinstance(error, TypeError) and ('unexpected keyword' in str(error) or 'positional argument' in str(error))
        late = early or run(call, fewer, others)[1]
        steady = full == run(call, *given(call))[1] and late == run(call, fewer, others)[1]
        say(at=at, label=label, isNew=is_new, isThere=is_there(call), isSteady=steady, full=full, rest=late)
def often(at, call):
    end = time.monotonic() + 0.4
    said = run(call, *given(call))[1]
    if not said.startswith('gives '):
        return
    for count in range(2, 301):
        if time.monotonic() > end:
            return
        now = run(call, *given(call))[1]
        if now != said:
            if count > 4:
                say(at=at, time=count, said=said, now=now)
            return
def longer(at, call):
    args, named = given(call)
    places = [*range(len(args)), *named]
    for place in places:
        arg = args[place] if isinstance(place, int) else named[place]
        def put(value):
            if isinstance(place, int):
                return (*args[:place], value, *args[place + 1:]), named
            return args, {**named, place: value}
        if type(arg) is list and arg:
            size = 32
            while size <= 262144:
                start = time.monotonic()
                _, _, error = run(call, *put([arg[one % len(arg)] for one in range(size)]))
                if isinstance(error, RecursionError):
                    say(at=at, long=size)
                    break
                if time.monotonic() - start > 0.1:
                    break
                size *= 2
        if type(arg) is str and any(one.isalpha() for one in arg) and not any(one.isdigit() for one in arg):
            say(at=at, begins=True)
            run(call, *put((arg * 200)[:200] + '!'))
            say(at=at, ends=True)
            size = 256
            while size <= 262144 and all(one.isalpha() or one in ' .,-' for one in arg):
                start = time.monotonic()
                _, _, error = run(call, *put((arg * size)[:size]))
                if isinstance(error, RecursionError):
                    say(at=at, long=size)
                    break
                if time.monotonic() - start > 0.1:
                    break
                size *= 2
def ask_again():
    with open(os.path.join(here, 'calls.json')) as file:
        calls = json.load(file)
    if rest_first:
        for at, call in enumerate(calls):
            without(at, call)
        return
    before = shared()
    for call in calls:
        run(call, *given(call))
    say(left=changed(before, shared()))
    for at, call in enumerate(calls):
        without(at, call)
        if is_there(call):
            say(at=at, order=order(own(call)))
    for one in (spoilt, often, longer):
        counts = {}
        for at, call in enumerate(calls):
            counts[call['name']] = counts.get(call['name'], 0) + 1
            if counts[call['name']] <= 2 and time.process_time() < 3:
                one(at, call)
ask_again()
`;
