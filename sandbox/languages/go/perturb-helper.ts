// What alters values in Go. `h0` stands for a name that nobody knows beforehand. It keeps no state but
// what came first, and notes outside what it did. Pure.

import { VALUES } from './perturb-values.ts';

/** How many results a function may have for its exits to go through the helper. */
export const MOST_RESULTS = 5;

/** Right behind the clause of the package, on its line: no other line moves. */
export const IMPORTS = [
  'fmt',
  'math',
  'os',
  'reflect',
  'runtime',
  'sort',
  'strings',
  'sync',
  'time',
]
  .map((one) => `; import h0${one} "${one}"`)
  .join('');

const LETTERS = ['A', 'B', 'C', 'D', 'E'];

/** `h0r2[A, B](1)(a, b)`: what a function gives back, all of it at once. */
function gate(count: number): string {
  const types = LETTERS.slice(0, count);
  const given = types.map((type, at) => `v${at} ${type}`).join(', ');
  const list = types.map((_type, at) => `&v${at}`).join(', ');
  const results = types.map((_type, at) => `v${at}`).join(', ');
  return `
func h0r${count}[${types.join(', ')} any](part int) func(${types.join(', ')}) (${types.join(', ')}) {
	return func(${given}) (${types.join(', ')}) { h0out(part, ${list}); return ${results} }
}`;
}

export const HELPER = String.raw`
type h0error struct { text string; inner error }
func (e *h0error) Error() string { return e.text }
func (e *h0error) Unwrap() error { return e.inner }
type h0words struct { text string }
func (e *h0words) Error() string { return e.text }
var h0lock h0sync.Mutex
var h0noted = map[string]bool{}
var h0firsts = map[int][]h0reflect.Value{}
func h0note(word string) {
	h0lock.Lock()
	defer h0lock.Unlock()
	if h0noted[word] { return }
	h0noted[word] = true
	if f, err := h0os.OpenFile(h0marks, h0os.O_WRONLY|h0os.O_APPEND|h0os.O_CREATE, 0o666); err == nil {
		f.WriteString(word + "\n")
		f.Close()
	}
}
${VALUES}func h0failure(kind string, err error) (error, bool) {
	if kind == "one" { return &h0words{err.Error()}, true }
	text, ok := h0text(kind, err.Error())
	return &h0error{text, err}, ok
}
// How many functions of the change are on the stack: closures are not ones of their own.
func h0isInner() bool {
	callers := make([]uintptr, 256)
	frames := h0runtime.CallersFrames(callers[:h0runtime.Callers(3, callers)])
	count := 0
	for {
		frame, more := frames.Next()
		for _, one := range h0changed {
			if frame.File != one.path && !h0strings.HasSuffix(frame.File, "/"+one.path) { continue }
			for _, lines := range one.lines {
				isClosure := h0strings.Contains(frame.Function[h0strings.LastIndex(frame.Function, "/")+1:], ".func")
				if !isClosure && frame.Line >= lines[0] && frame.Line <= lines[1] { count++ }
			}
		}
		if !more { return count > 1 }
	}
}
func h0where(isInner bool) string {
	if isInner { return "inner " }
	return "gives "
}
// What panics goes through it as well: the words of it.
func h0panic(v any) any {
	h0note("reached")
	isInner := h0isInner()
	err, isError := v.(error)
	text, isText := v.(string)
	if !isError && !isText { return v }
	for _, kind := range []string{"other", "more"} { h0note(h0where(isInner) + kind + " thrown") }
	if isInner && !h0isDeep || (h0kind != "other" && h0kind != "more") { return v }
	if isError {
		if made, ok := h0failure(h0kind, err); ok { h0note("altered thrown"); return made }
	} else if made, ok := h0text(h0kind, text); ok {
		h0note("altered thrown")
		return made
	}
	return v
}
// What an iterator yields comes later, one by one.
func h0each(part int, isInner bool, v h0reflect.Value) {
	t := v.Type()
	if v.IsNil() || t.NumIn() != 1 || t.NumOut() != 0 || t.In(0).Kind() != h0reflect.Func { return }
	if t.In(0).NumOut() != 1 || t.In(0).Out(0).Kind() != h0reflect.Bool { return }
	inner := h0reflect.ValueOf(v.Interface())
	v.Set(h0reflect.MakeFunc(t, func(all []h0reflect.Value) []h0reflect.Value {
		yield := h0reflect.MakeFunc(t.In(0), func(given []h0reflect.Value) []h0reflect.Value {
			for at, one := range given {
				given[at] = h0reflect.New(one.Type()).Elem()
				given[at].Set(one)
			}
			h0give(part, isInner, given)
			return all[0].Call(given)
		})
		return inner.Call([]h0reflect.Value{yield})
	}).Convert(t))
}
func h0out(part int, given ...any) {
	h0note("reached")
	isInner := h0isInner()
	all := []h0reflect.Value{}
	for _, one := range given { all = append(all, h0reflect.ValueOf(one).Elem()) }
	h0give(part, isInner, all)
}
func h0give(part int, isInner bool, given []h0reflect.Value) {
	defer func() { recover() }()
	values, failed := []h0reflect.Value{}, h0reflect.Value{}
	for _, v := range given {
		if v.Kind() == h0reflect.Func { h0each(part, isInner, v); continue }
		if v.Type() == h0reflect.TypeOf((*error)(nil)).Elem() {
			if !v.IsNil() { failed = v }
			continue
		}
		values = append(values, v)
	}
	if failed.IsValid() {
		// Beside an error nothing is a result.
		for _, kind := range []string{"other", "one", "more"} {
			if _, ok := h0failure(kind, failed.Interface().(error)); ok { h0note(h0where(isInner) + kind + " thrown") }
		}
		if isInner && !h0isDeep { return }
		if h0kind != "other" && h0kind != "one" && h0kind != "more" { return }
		if made, ok := h0failure(h0kind, failed.Interface().(error)); ok {
			h0note("altered thrown")
			failed.Set(h0reflect.ValueOf(made))
		}
		return
	}
	altered := func(kind string) ([]h0reflect.Value, bool) {
		made := append([]h0reflect.Value{}, values...)
		if len(made) == 1 {
			one, ok := h0alter(kind, made[0], 5)
			made[0] = one
			return made, ok
		}
		get := func(at int) h0reflect.Value { return values[at] }
		ok := h0fields(kind, len(made), get, func(at int, one h0reflect.Value) { made[at] = one }, 5)
		return made, ok
	}
	can := false
	for _, kind := range []string{"other", "one", "more"} {
		if _, ok := altered(kind); ok { can = true; h0note(h0where(isInner) + kind) }
	}
	if !can || isInner && !h0isDeep || h0kind == "plain" { return }
	put := func(made []h0reflect.Value) {
		for at, v := range values { v.Set(made[at]) }
		h0note("altered")
	}
	switch h0kind {
	case "nothing":
		made := []h0reflect.Value{}
		for _, v := range values { made = append(made, h0reflect.Zero(v.Type())) }
		put(made)
	case "first":
		h0lock.Lock()
		first, isKnown := h0firsts[part]
		if !isKnown {
			for _, v := range values {
				kept := h0reflect.New(v.Type()).Elem()
				kept.Set(v)
				first = append(first, kept)
			}
			h0firsts[part] = first
		}
		h0lock.Unlock()
		for at, v := range values {
			if !h0reflect.DeepEqual(v.Interface(), first[at].Interface()) { put(first); return }
		}
	default:
		if made, ok := altered(h0kind); ok { put(made) }
	}
}
${LETTERS.map((_letter, at) => gate(at + 1)).join('')}
`;
