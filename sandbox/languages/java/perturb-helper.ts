// What alters values in Java: a class of the same file, in Java 8 and without an import. `h0` stands for
// a name that nobody knows beforehand. It notes outside what it did. Pure.

const PRIMITIVES = ['boolean', 'byte', 'short', 'int', 'long', 'float', 'double', 'char'] as const;
const BOXES: Readonly<Record<string, string>> = { int: 'Integer', char: 'Character' };

function boxOf(type: string): string {
  return BOXES[type] ?? `${type.slice(0, 1).toUpperCase()}${type.slice(1)}`;
}

/** A primitive is none of what a type parameter can be. */
const GATES = PRIMITIVES.map(
  (type) =>
    `static ${type} ${type}Of(int part, ${type} v) { return (${boxOf(type)}) out(part, v, (${type}) 0); }`,
)
  .join('\n')
  .replace('(boolean) 0', 'false');

/** Behind it come the fields `MARKS`, `KIND`, `TURN`, `DEEP` and `CHANGED`, and the end of the class. */
export const HELPER = String.raw`
private static final java.util.Set<String> noted = new java.util.HashSet<>();
private static final java.util.Map<Integer, Object> firsts = new java.util.HashMap<>();
private static final String[] KINDS = {"other", "one", "more"};
private static final Object NO = new Object();
private static synchronized void note(String word) {
  if (!noted.add(word)) return;
  try (java.io.FileOutputStream file = new java.io.FileOutputStream(MARKS, true)) {
    file.write((word + "\n").getBytes("UTF-8"));
  } catch (java.io.IOException e) { }
}
private static char next(char c) {
  if (c >= 'a' && c <= 'z') return (char) ('a' + (c - 'a' + TURN) % 26);
  if (c >= 'A' && c <= 'Z') return (char) ('A' + (c - 'A' + TURN) % 26);
  return c >= '0' && c <= '9' ? (char) ('0' + (c - '0' + TURN) % 10) : c;
}
private static Object text(String kind, String s) {
  if (kind.equals("more")) return s + ".";
  if (s.isEmpty()) return NO;
  char c = s.charAt(s.length() - 1);
  String end = s.substring(0, s.length() - 1) + (next(c) != c ? next(c) : c == '~' ? '-' : '~');
  if (kind.equals("one")) return end;
  StringBuilder other = new StringBuilder();
  for (int at = 0; at < s.length(); at++) other.append(at == 0 && s.length() > 1 ? s.charAt(0) : next(s.charAt(at)));
  return other.toString().equals(s) ? end : other.toString();
}
private static Object number(String kind, Number n) {
  if (kind.equals("more")) return NO;
  int sign = kind.equals("other") ? 1 : -1;
  if (n instanceof Double || n instanceof Float) {
    double x = n.doubleValue();
    if (Double.isNaN(x) || Double.isInfinite(x)) return NO;
    double made = x + sign * Math.max(1, Math.ceil(Math.abs(x) / 8));
    return n instanceof Double ? (Object) made : (Object) (float) made;
  }
  if (n instanceof java.math.BigDecimal) return ((java.math.BigDecimal) n).add(java.math.BigDecimal.valueOf(sign));
  if (n instanceof java.math.BigInteger) return ((java.math.BigInteger) n).add(java.math.BigInteger.valueOf(sign));
  long x = n.longValue();
  long step = sign * Math.max(1, Math.abs(x / 8));
  if (n instanceof Long) return x + step > x == step > 0 ? x + step : x - step;
  if (n instanceof Integer) return (int) ((int) (x + step) == x + step ? x + step : x - step);
  if (n instanceof Short) return (short) ((short) (x + step) == x + step ? x + step : x - step);
  return n instanceof Byte ? (Object) (byte) ((byte) (x + step) == x + step ? x + step : x - step) : NO;
}
private static java.util.List<Object> many(String kind, java.util.List<Object> all, int left) {
  java.util.List<Object> made = new java.util.ArrayList<>(all);
  if (kind.equals("one")) return all.isEmpty() ? null : made.subList(0, all.size() - 1);
  if (kind.equals("more")) {
    java.util.Collections.reverse(made);
    if (made.equals(all)) { if (all.isEmpty()) return null; made.add(all.get(all.size() - 1)); }
    return made;
  }
  boolean isOther = false;
  for (int at = 0; at < made.size(); at++) {
    Object one = alter(kind, made.get(at), left);
    if (one != NO) { made.set(at, one); isOther = true; }
  }
  return isOther ? made : all.isEmpty() ? null : made.subList(0, all.size() - 1);
}
private static boolean fields(String kind, java.util.List<Object> values, int left) {
  boolean isOther = false;
  for (int turn = 0; turn < values.size(); turn++) {
    int at = kind.equals("more") ? turn : values.size() - 1 - turn;
    Object one = alter(kind, values.get(at), left);
    if (one == NO && !kind.equals("other")) one = alter("other", values.get(at), left);
    if (one == NO) continue;
    values.set(at, one);
    isOther = true;
    if (!kind.equals("other")) break;
  }
  return isOther;
}
private static <C> C fresh(Class<?> type, C none) {
  try {
    java.lang.reflect.Constructor<?> made = type.getConstructor();
    @SuppressWarnings("unchecked") C one = (C) made.newInstance();
    return one;
  } catch (ReflectiveOperationException | RuntimeException e) { return none; }
}
@SuppressWarnings("unchecked")
private static Object collection(String kind, java.util.Collection<Object> all, int left) {
  java.util.List<Object> made = many(kind, new java.util.ArrayList<>(all), left);
  if (made == null) return NO;
  java.util.Collection<Object> none = all instanceof java.util.Set
    ? new java.util.LinkedHashSet<>() : new java.util.ArrayList<>();
  java.util.Collection<Object> twin = fresh(all.getClass(), none);
  twin.addAll(made);
  if (twin.equals(all)) return NO;
  if (twin != none || all.getClass().getName().contains("Arrays$")) return twin;
  return all instanceof java.util.Set ? java.util.Collections.unmodifiableSet((java.util.Set<Object>) twin)
    : java.util.Collections.unmodifiableList((java.util.List<Object>) twin);
}
private static Object map(String kind, java.util.Map<Object, Object> all, int left) {
  java.util.Map<Object, Object> none = new java.util.LinkedHashMap<>();
  java.util.Map<Object, Object> twin = fresh(all.getClass(), none);
  java.util.List<Object> keys = new java.util.ArrayList<>(all.keySet());
  java.util.List<Object> values = new java.util.ArrayList<>(all.values());
  if (!fields(kind, values, left)) return NO;
  for (int at = 0; at < keys.size(); at++) twin.put(keys.get(at), values.get(at));
  return twin == none ? java.util.Collections.unmodifiableMap(twin) : twin;
}
private static Object array(String kind, Object all, int left) {
  java.util.List<Object> values = new java.util.ArrayList<>();
  int length = java.lang.reflect.Array.getLength(all);
  for (int at = 0; at < length; at++) values.add(java.lang.reflect.Array.get(all, at));
  java.util.List<Object> made = many(kind, values, left);
  if (made == null) return NO;
  Object twin = java.lang.reflect.Array.newInstance(all.getClass().getComponentType(), made.size());
  for (int at = 0; at < made.size(); at++) java.lang.reflect.Array.set(twin, at, made.get(at));
  return twin;
}
/** One with methods does something: a test asks those. */
private static Object record(String kind, Object value, int left) throws ReflectiveOperationException {
  Class<?> type = value.getClass();
  if (type.getSuperclass() == null || !type.getSuperclass().getName().equals("java.lang.Record")) return NO;
  java.util.List<Object> values = new java.util.ArrayList<>();
  java.util.List<Class<?>> types = new java.util.ArrayList<>();
  java.util.Set<String> known = new java.util.HashSet<>(java.util.Arrays.asList("equals", "hashCode", "toString"));
  for (java.lang.reflect.Field field : type.getDeclaredFields()) {
    if (java.lang.reflect.Modifier.isStatic(field.getModifiers())) continue;
    known.add(field.getName());
    types.add(field.getType());
    java.lang.reflect.Method read = type.getDeclaredMethod(field.getName());
    read.setAccessible(true);
    values.add(read.invoke(value));
  }
  for (java.lang.reflect.Method one : type.getDeclaredMethods()) {
    boolean isStatic = java.lang.reflect.Modifier.isStatic(one.getModifiers());
    if (!isStatic && !one.isSynthetic() && !known.contains(one.getName())) return NO;
  }
  if (!fields(kind, values, left)) return NO;
  java.lang.reflect.Constructor<?> make = type.getDeclaredConstructor(types.toArray(new Class<?>[0]));
  make.setAccessible(true);
  return make.newInstance(values.toArray());
}
@SuppressWarnings("unchecked")
private static Object alter(String kind, Object value, int left) {
  if (left == 0 || value == null) return NO;
  if (value instanceof String) return text(kind, (String) value);
  if (value instanceof Number) return number(kind, (Number) value);
  if (value instanceof Boolean) return kind.equals("other") ? (Object) !((Boolean) value) : NO;
  if (value instanceof Character) {
    Object made = kind.equals("more") ? NO : text("one", value.toString());
    return made == NO ? NO : (Object) ((String) made).charAt(0);
  }
  if (value instanceof Enum) {
    Object[] all = ((Enum<?>) value).getDeclaringClass().getEnumConstants();
    return kind.equals("other") && all.length > 1 ? all[(((Enum<?>) value).ordinal() + 1) % all.length] : NO;
  }
  if (value.getClass().isArray()) return array(kind, value, left - 1);
  String name = value.getClass().getName();
  try {
    if (value instanceof java.util.Optional && ((java.util.Optional<?>) value).isPresent()) {
      Object made = alter(kind, ((java.util.Optional<?>) value).get(), left - 1);
      return made == NO ? NO : java.util.Optional.of(made);
    }
    if (value instanceof java.time.LocalDate) return kind.equals("more") ? NO : ((java.time.LocalDate) value).plusDays(1);
    if (value instanceof java.time.Duration) return kind.equals("more") ? NO : ((java.time.Duration) value).plusSeconds(1);
    if (value instanceof java.time.Instant) return kind.equals("more") ? NO : ((java.time.Instant) value).plusSeconds(86400);
    if (name.startsWith("java.util.") && (value instanceof java.util.List || value instanceof java.util.Set)) {
      return collection(kind, (java.util.Collection<Object>) value, left - 1);
    }
    if (name.startsWith("java.util.") && value instanceof java.util.Map) return map(kind, (java.util.Map<Object, Object>) value, left - 1);
    return record(kind, value, left - 1);
  } catch (ReflectiveOperationException | RuntimeException e) { return NO; }
}
/** Functions of the change on the stack; what is written with an arrow is none of its own. */
private static boolean isInner() {
  int count = 0;
  for (StackTraceElement frame : new Throwable().getStackTrace()) {
    String owner = frame.getClassName();
    String place = owner.contains(".") ? owner.substring(0, owner.lastIndexOf('.') + 1).replace('.', '/') : "";
    String path = "/" + place + frame.getFileName();
    if (frame.getMethodName().startsWith("lambda$")) continue;
    for (Object[] one : CHANGED) {
      if (!("/" + one[0]).endsWith(path)) continue;
      boolean isChanged = false;
      for (int[] lines : (int[][]) one[1]) isChanged |= frame.getLineNumber() >= lines[0] && frame.getLineNumber() <= lines[1];
      if (isChanged) { count++; break; }
    }
  }
  return count > 1;
}
@SuppressWarnings("unchecked")
static <T> T of(int part, T value) { return (T) out(part, value, null); }
static synchronized Object out(int part, Object value, Object nothing) {
  note("reached");
  boolean isInner = isInner();
  boolean can = false;
  for (String kind : KINDS) if (alter(kind, value, 5) != NO) { can = true; note((isInner ? "inner " : "gives ") + kind); }
  if (!can || isInner && !DEEP || KIND.equals("plain")) return value;
  if (KIND.equals("nothing")) { note("altered"); return nothing; }
  if (KIND.equals("first")) {
    if (!firsts.containsKey(part)) firsts.put(part, value);
    Object first = firsts.get(part);
    if (!java.util.Objects.deepEquals(first, value)) note("altered");
    return first;
  }
  Object made = alter(KIND, value, 5);
  if (made == NO) return value;
  note("altered");
  return made;
}
private static Throwable failure(String kind, Throwable error) {
  try {
    if (error.getMessage() == null) return null;
    Class<?> type = kind.equals("one") ? error.getClass().getSuperclass() : error.getClass();
    if (type == Throwable.class || !Exception.class.isAssignableFrom(type)) return null;
    Object words = kind.equals("one") ? error.getMessage() : text(kind, error.getMessage());
    if (words == NO) return null;
    java.lang.reflect.Constructor<?> make = type.getDeclaredConstructor(String.class);
    if (!java.lang.reflect.Modifier.isPublic(make.getModifiers())) make.setAccessible(true);
    Throwable made = (Throwable) make.newInstance(words);
    if (error.getCause() != null && made.getCause() == null) made.initCause(error.getCause());
    made.setStackTrace(error.getStackTrace());
    return made;
  } catch (ReflectiveOperationException | RuntimeException e) { return null; }
}
@SuppressWarnings("unchecked")
private static <E extends Throwable> void go(Throwable error) throws E { throw (E) error; }
static <E extends Throwable> E thrown(E error) {
  note("reached");
  boolean isInner = isInner();
  for (String kind : KINDS) if (failure(kind, error) != null) note((isInner ? "inner " : "gives ") + kind + " thrown");
  if (isInner && !DEEP || !java.util.Arrays.asList(KINDS).contains(KIND)) return error;
  Throwable made = failure(KIND, error);
  if (made == null) return error;
  note("altered thrown");
  h0.<RuntimeException>go(made);
  return error;
}
${GATES}
`;
