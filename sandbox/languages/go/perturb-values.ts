// Values in Go, altered in a way that keeps their type; `h0` as in the helper. Pure.

export const VALUES = String.raw`func h0next(c byte) byte {
	switch {
	case c >= 'a' && c <= 'z': return 'a' + (c - 'a' + h0turn) % 26
	case c >= 'A' && c <= 'Z': return 'A' + (c - 'A' + h0turn) % 26
	case c >= '0' && c <= '9': return '0' + (c - '0' + h0turn) % 10
	}
	return c
}
func h0text(kind, s string) (string, bool) {
	if kind == "more" { return s + ".", true }
	if s == "" { return s, false }
	end := []byte(s)
	if len([]rune(s)) < len(s) && end[len(end)-1] >= 0x80 {
		r := []rune(s)
		end = []byte(string(r[:len(r)-1]) + "~")
	} else if c := end[len(end)-1]; h0next(c) != c {
		end[len(end)-1] = h0next(c)
	} else if c == '~' {
		end[len(end)-1] = '-'
	} else {
		end[len(end)-1] = '~'
	}
	if kind == "one" { return string(end), true }
	other := []byte(s)
	for at := range other {
		if at > 0 || len(other) == 1 { other[at] = h0next(other[at]) }
	}
	if string(other) == s { return string(end), true }
	return string(other), true
}
func h0list(kind string, v h0reflect.Value, left int) (h0reflect.Value, bool) {
	t, n := v.Type(), v.Len()
	made := h0reflect.MakeSlice(h0reflect.SliceOf(t.Elem()), n, n+1)
	h0reflect.Copy(made, v)
	isOther := false
	last := func() bool {
		for at := n - 1; at >= 0; at-- {
			if one, ok := h0alter("other", v.Index(at), left); ok { made.Index(at).Set(one); return true }
		}
		return false
	}
	switch {
	case kind == "other":
		for at := 0; at < n; at++ {
			if one, ok := h0alter(kind, v.Index(at), left); ok { made.Index(at).Set(one); isOther = true }
		}
		if !isOther && n > 0 && t.Kind() == h0reflect.Slice { made = made.Slice(0, n-1); isOther = true }
	case t.Kind() == h0reflect.Array && kind == "one": isOther = last()
	case kind == "one":
		if n > 0 { made = made.Slice(0, n-1); isOther = true }
	default:
		for at := 0; at < n; at++ {
			one := v.Index(n - 1 - at)
			made.Index(at).Set(one)
			if !h0reflect.DeepEqual(one.Interface(), v.Index(at).Interface()) { isOther = true }
		}
		if !isOther && t.Kind() == h0reflect.Slice {
			end := h0reflect.Zero(t.Elem())
			if n > 0 { end = v.Index(n - 1) }
			made = h0reflect.Append(made, end)
			isOther = true
		}
	}
	if !isOther { return v, false }
	if t.Kind() == h0reflect.Array {
		whole := h0reflect.New(t).Elem()
		h0reflect.Copy(whole, made)
		return whole, true
	}
	return made.Convert(t), true
}
func h0fields(kind string, n int, get func(int) h0reflect.Value, set func(int, h0reflect.Value), left int) bool {
	isOther := false
	for turn := 0; turn < n; turn++ {
		at := n - 1 - turn
		if kind == "more" { at = turn }
		one, ok := h0alter(kind, get(at), left)
		if !ok && kind != "other" { one, ok = h0alter("other", get(at), left) }
		if !ok { continue }
		set(at, one)
		isOther = true
		if kind != "other" { break }
	}
	return isOther
}
func h0struct(kind string, v h0reflect.Value, left int) (h0reflect.Value, bool) {
	t := v.Type()
	// One with methods does something: a test asks those.
	for p, at := h0reflect.PointerTo(t), 0; at < p.NumMethod(); at++ {
		switch p.Method(at).Name {
		case "String", "GoString", "MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText":
		default: return v, false
		}
	}
	made := h0reflect.New(t).Elem()
	made.Set(v)
	open := []int{}
	for at := 0; at < t.NumField(); at++ {
		if t.Field(at).IsExported() { open = append(open, at) }
	}
	get := func(at int) h0reflect.Value { return made.Field(open[at]) }
	ok := h0fields(kind, len(open), get, func(at int, one h0reflect.Value) { made.Field(open[at]).Set(one) }, left)
	return made, ok
}
func h0map(kind string, v h0reflect.Value, left int) (h0reflect.Value, bool) {
	made := h0reflect.MakeMap(v.Type())
	keys := v.MapKeys()
	h0sort.Slice(keys, func(a, b int) bool { return h0fmt.Sprint(keys[a]) < h0fmt.Sprint(keys[b]) })
	for _, key := range keys { made.SetMapIndex(key, v.MapIndex(key)) }
	if kind == "other" || len(keys) > 0 {
		get := func(at int) h0reflect.Value { return v.MapIndex(keys[at]) }
		if h0fields(kind, len(keys), get, func(at int, one h0reflect.Value) { made.SetMapIndex(keys[at], one) }, left) { return made, true }
	}
	if len(keys) == 0 || kind == "more" { return v, false }
	made.SetMapIndex(keys[len(keys)-1], h0reflect.Value{})
	return made, true
}
// A number next to it, or on the other side where there is none.
func h0number(kind string, v h0reflect.Value) (h0reflect.Value, bool) {
	made := h0reflect.New(v.Type()).Elem()
	sign := int64(1)
	if kind == "one" { sign = -1 }
	switch {
	case kind == "more": return v, false
	case v.CanInt():
		step := h0max(v.Int()/8) * sign
		if made.OverflowInt(v.Int()+step) || (v.Int()+step > v.Int()) != (step > 0) { step = -step }
		made.SetInt(v.Int() + step)
	case v.CanUint():
		step := uint64(h0max(int64(v.Uint() / 8)))
		isDown := sign < 0 && v.Uint() >= step
		if !isDown && (made.OverflowUint(v.Uint()+step) || v.Uint()+step < v.Uint()) { isDown = true }
		if sign < 0 && v.Uint() == 0 { return v, false }
		if isDown { made.SetUint(v.Uint() - step) } else { made.SetUint(v.Uint() + step) }
	default:
		f := v.Float()
		if h0math.IsNaN(f) || h0math.IsInf(f, 0) { return v, false }
		made.SetFloat(f + float64(sign)*h0math.Max(1, h0math.Ceil(h0math.Abs(f)/8)))
	}
	return made, true
}
func h0max(n int64) int64 {
	if n < 0 { n = -n }
	if n < 1 { return 1 }
	return n
}
func h0alter(kind string, v h0reflect.Value, left int) (h0reflect.Value, bool) {
	if left == 0 || !v.IsValid() || !v.CanInterface() { return v, false }
	if at, ok := v.Interface().(h0time.Time); ok {
		if kind == "more" { return v, false }
		step := h0time.Second
		if kind == "other" { step = 24 * h0time.Hour }
		return h0reflect.ValueOf(at.Add(step)), v.Kind() == h0reflect.Struct
	}
	switch v.Kind() {
	case h0reflect.String:
		text, ok := h0text(kind, v.String())
		return h0reflect.ValueOf(text).Convert(v.Type()), ok
	case h0reflect.Bool: return h0reflect.ValueOf(!v.Bool()).Convert(v.Type()), kind == "other"
	case h0reflect.Int, h0reflect.Int8, h0reflect.Int16, h0reflect.Int32, h0reflect.Int64,
		h0reflect.Uint, h0reflect.Uint8, h0reflect.Uint16, h0reflect.Uint32, h0reflect.Uint64, h0reflect.Uintptr,
		h0reflect.Float32, h0reflect.Float64: return h0number(kind, v)
	case h0reflect.Slice, h0reflect.Array:
		if v.Kind() == h0reflect.Slice && v.Type().Elem().Kind() == h0reflect.Uint8 {
			text, ok := h0text(kind, string(v.Bytes()))
			return h0reflect.ValueOf([]byte(text)).Convert(v.Type()), ok
		}
		return h0list(kind, v, left-1)
	case h0reflect.Map: return h0map(kind, v, left-1)
	case h0reflect.Struct: return h0struct(kind, v, left-1)
	case h0reflect.Pointer:
		if v.IsNil() || v.Type().Name() != "" { return v, false }
		inner, ok := h0alter(kind, v.Elem(), left-1)
		if !ok { return v, false }
		made := h0reflect.New(v.Type().Elem())
		made.Elem().Set(inner)
		return made, true
	case h0reflect.Interface:
		if v.IsNil() { return v, false }
		inner, ok := h0alter(kind, v.Elem(), left)
		if !ok || !inner.Type().AssignableTo(v.Type()) { return v, false }
		made := h0reflect.New(v.Type()).Elem()
		made.Set(inner)
		return made, true
	}
	return v, false
}
`;
