// What alters values in Ruby: the body of a class that is made once in a process, and notes outside
// what it did. Pure.

export const HELPER = String.raw`
Class.new do
  const_set(:NO, Object.new)
  const_set(:KINDS, [:other, :one, :more])
  no, kinds = const_get(:NO), const_get(:KINDS)

  define_method(:initialize) do |given|
    @given, @noted, @firsts = given, {}, {}
  end

  def note(word)
    return if @noted[word]
    @noted[word] = true
    File.open(@given[:marks], 'a') { |file| file.write("#{word}\n") }
  rescue StandardError
    nil
  end

  define_method(:moved) do |s|
    rows = [[*'a'..'z'], [*'A'..'Z'], [*'0'..'9']]
    s.tr(rows.flatten.join, rows.flat_map { |row| row.rotate(@given[:turn]) }.join)
  end

  def text(kind, s)
    return s + '.' if kind == :more
    return nil if s.empty?
    last = s[-1] =~ /[a-zA-Z0-9]/ ? moved(s[-1]) : s[-1] == '~' ? '-' : '~'
    tail = s[0...-1] + last
    return tail if kind == :one
    all = s.length == 1 ? moved(s) : s[0] + moved(s[1..])
    all == s ? tail : all
  end

  define_method(:or_no) { |value| value.nil? ? no : value }

  define_method(:number) do |kind, x|
    next no if kind == :more || (x.is_a?(Float) && !x.finite?)
    step = [1, (x.abs / 8.0).ceil].max
    kind == :other ? x + step : x - step
  end

  define_method(:many) do |kind, all, left|
    next all.empty? ? no : all[0...-1] if kind == :one
    if kind == :more
      next [0] if all.empty?
      turned = all.reverse
      next turned == all ? all + [all.last] : turned
    end
    made = all.map { |one| [one, alter(kind, one, left)] }
    if made.any? { |_, one| !no.equal?(one) }
      made.map { |was, one| no.equal?(one) ? was : one }
    else
      all.empty? ? no : all[0...-1]
    end
  end

  define_method(:fields) do |kind, pairs, left|
    made = pairs.map(&:dup)
    other = false
    order = (0...pairs.length).to_a
    order.reverse! if kind != :more
    order.each do |at|
      one = alter(kind, pairs[at][1], left)
      one = alter(:other, pairs[at][1], left) if no.equal?(one) && kind != :other
      next if no.equal?(one)
      made[at][1] = one
      other = true
      break if kind != :other
    end
    other ? made : no
  end

  define_method(:alter) do |kind, value, left = 4|
    @count += 1
    next no if left == 0 || @count > 2000
    case value
    when String then value.instance_of?(String) && value.valid_encoding? ? or_no(text(kind, value)) : no
    when Symbol then made = text(kind, value.to_s); made.nil? ? no : made.to_sym
    when Integer, Float, Rational then number(kind, value)
    when true, false then kind == :other ? !value : no
    when Array then value.instance_of?(Array) ? many(kind, value, left - 1) : no
    when Hash
      next no unless value.instance_of?(Hash)
      made = fields(kind, value.to_a, left - 1)
      next no if no.equal?(made)
      twin = value.dup
      made.each { |key, one| twin[key] = one }
      twin
    when Struct
      # One with methods does something: a test asks those.
      known = Struct.public_instance_methods + value.members + value.members.map { |one| :"#{one}=" }
      next no unless (value.class.public_instance_methods - known).empty?
      made = fields(kind, value.each_pair.to_a, left - 1)
      next no if no.equal?(made)
      twin = value.dup
      made.each { |key, one| twin[key] = one unless twin[key].equal?(one) }
      twin
    when Time then kind == :more ? no : value + (kind == :other ? 86_400 : 1)
    else
      case value.class.name
      when 'Set'
        next no if value.empty?
        made = many(kind, value.to_a, left - 1)
        no.equal?(made) ? no : value.class.new(made)
      when 'Date', 'DateTime' then kind == :more ? no : value + 1
      when 'BigDecimal' then kind == :more ? no : value + (kind == :other ? 1 : -1)
      else
        next no unless defined?(Data) && value.class.respond_to?(:members) && value.class.superclass == Data
        next no unless (value.class.instance_methods(false) - value.class.members).empty?
        made = fields(kind, value.to_h.to_a, left - 1)
        no.equal?(made) ? no : value.with(**made.to_h)
      end
    end
  end

  define_method(:altered) do |kind, value|
    @count = 0
    alter(kind, value)
  rescue StandardError
    no
  end

  # Functions of the change on the stack. Blocks are not ones of their own, and what is not written in
  # Ruby stands at the line of its caller.
  def inner?
    frames = caller_locations(2) || []
    count = frames.each_with_index.count do |frame, at|
      below = frames[at + 1]
      next false if frame.label =~ /\A(?:block|rescue|ensure)\b/
      next false if below && below.path == frame.path && below.lineno == frame.lineno && below.base_label != frame.base_label
      path = (frame.absolute_path || frame.path).to_s
      @given[:changed].any? do |own, lines|
        (path == own || path.end_with?("/#{own}")) && lines.any? { |from, to| frame.lineno.between?(from, to) }
      end
    end
    count > 1
  end

  define_method(:give) do |index, value|
    note('reached')
    inner = inner?
    can = kinds.reject { |kind| no.equal?(altered(kind, value)) }
    next value if can.empty?
    can.each { |kind| note("#{inner ? 'inner' : 'gives'} #{kind}") }
    kind = @given[:alteration]
    next value if (inner && !@given[:deep]) || kind == :plain
    if kind == :nothing
      note('altered')
      next nil
    end
    if kind == :first
      @firsts[index] = value unless @firsts.key?(index)
      note('altered') unless @firsts[index] == value
      next @firsts[index]
    end
    made = altered(kind, value)
    next value if no.equal?(made)
    note('altered')
    value.frozen? ? made.freeze : made
  end

  define_method(:failure) do |kind, error|
    made =
      if kind == :one
        above = error.class.superclass
        next no unless above <= StandardError
        above.new(error.message)
      else
        words = text(kind, error.message)
        next no if words.nil?
        error.exception(words)
      end
    made.set_backtrace(error.backtrace) if error.backtrace
    made
  rescue StandardError
    no
  end

  define_method(:thrown) do |*given|
    note('reached')
    first, *more = given
    error = first.is_a?(String) ? RuntimeError.new(first) : first.exception(*more)
    inner = inner?
    kinds.each { |kind| note("#{inner ? 'inner' : 'gives'} #{kind} thrown") unless no.equal?(failure(kind, error)) }
    kind = @given[:alteration]
    next error if (inner && !@given[:deep]) || !kinds.include?(kind)
    made = failure(kind, error)
    next error if no.equal?(made)
    note('altered thrown')
    made
  end
end
`;
