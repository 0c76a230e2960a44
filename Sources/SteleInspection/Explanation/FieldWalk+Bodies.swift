import Stele

/// Bodies of records, structs and enums, and the entry numbers that precede them.
///
/// Spec §3.7, §5.2.
extension FieldWalk {
  /// Reports an entry number, and returns it.
  mutating func entryNumber(_ section: String) throws -> Int {
    try number("entry", "entry", section) { "\($1), \($0.title(ofEntry: $1))" }
  }

  /// Begins a value that has parts.
  mutating func push(_ value: Open) throws {
    guard open.count <= Self.depth else { throw Unreadable("values nest too deep") }
    open.append(value)
  }

  /// Begins the body of a record.
  mutating func openBody(ofChain chain: [Int], isUniform: Bool) throws {
    let segments = chain.compactMap { classes.entry($0)?.body }.filter { !$0.keys.isEmpty }
    try openBody(segments, isUniform: isUniform)
    if segments.count > 1, let index = open.indices.last {
      open[index].qualifiedSteps = qualifiedSteps(ofChain: chain)
    }
  }

  /// Returns, by position, the qualified path steps of keys that several levels of a chain have.
  private mutating func qualifiedSteps(ofChain chain: [Int]) -> [Int: String] {
    guard let last = chain.last else { return [:] }
    if let steps = qualifiedSteps[last] { return steps }
    let keys = chain.flatMap { level in
      (classes.entry(level)?.body.keys ?? []).map { (name: $0.name, level: level) }
    }
    let repetitions = keys.map { ExactString($0.name) }.repetitions()
    var steps: [Int: String] = [:]
    for (position, isRepeated) in repetitions.enumerated() where isRepeated {
      steps[position] = KeyPathText.key(
        keys[position].name, ofClass: classes.className(ofEntry: keys[position].level))
    }
    return qualifiedSteps.keep(steps, of: last, size: keys.count)
  }

  private mutating func openBody(
    _ segments: [ExplainedClasses.Body], isUniform: Bool
  ) throws {
    var body = Open(kind: .body, stepCount: path.count)
    body.segments = segments
    body.isUniform = isUniform
    let optionalCount = segments.reduce(0) { $0 + $1.optionalCount }
    if optionalCount > 0 {
      let byteCount = (optionalCount + 7) / 8
      guard byteCount <= end - position else {
        throw Unreadable("there are not enough bytes for the next field")
      }
      body.presence = window.bytes(in: position..<(position + byteCount))
      try take(
        byteCount, "presence", "presence", "3.7",
        Self.presentKeys(of: segments, presence: body.presence))
    }
    try push(body)
  }

  /// Returns the names of the present optional keys, up to a limit.
  private static func presentKeys(
    of segments: [ExplainedClasses.Body], presence: [UInt8]
  ) -> String {
    let optionals = segments.lazy.flatMap(\.keys).filter(\.isOptional)
    let present = optionals.enumerated().lazy.filter { Open.bit($0.offset, of: presence) }
    var names = Array(present.prefix(9)).map { $0.element.name.shortened(to: 32) }
    if names.count == 9 { names[8] = "…" }
    return names.isEmpty ? "no optional key" : names.joined(separator: ", ")
  }

  /// Reports the next value of a body, or ends the body.
  mutating func continueBody(_ index: Int) throws {
    guard let (key, position) = open[index].nextKey() else {
      open.removeLast()
      return
    }
    let qualified = open[index].qualifiedSteps[position]
    step(.key(position, qualified ?? KeyPathText.key(key.name)), ofValue: index)
    guard open[index].isUniform, !key.isOptional, key.type.code == .struct,
      let last = nested.indices.last
    else { return try startValue(key.type) }
    guard nested[last].next < nested[last].numbers.count else {
      throw Unreadable("the entry of a nested struct is missing")
    }
    let number = nested[last].numbers[nested[last].next]
    nested[last].next += 1
    try openContent(ofEntry: number, isUniform: true)
  }

  mutating func step(_ step: ExplainedStep, ofValue index: Int) {
    path.cut(to: open[index].stepCount)
    path.append(step)
  }

  /// Reports the fields of a struct or enum between its entry number and its values.
  mutating func openContent(ofEntry number: Int, isUniform: Bool) throws {
    guard let entry = classes.entry(number) else {
      throw Unreadable("entry \(number) is not defined")
    }
    switch entry.kind {
    case .struct:
      guard !entry.body.keys.isEmpty else {
        return try take(1, "empty", "empty body", "3.7", "a struct without stored keys")
      }
      try openBody([entry.body], isUniform: isUniform)
    case .enum:
      let (index, byteCount) = try peekNumber()
      guard index < entry.cases.count else { throw Unreadable("there is no case \(index)") }
      let enumCase = entry.cases[index]
      try take(byteCount, "case", "case", "3.7", "\(index), \(enumCase.name.shortened())")
      guard !enumCase.body.keys.isEmpty else { return }
      try openBody([enumCase.body], isUniform: false)
    case .class, nil:
      throw Unreadable("entry \(number) is not that of a struct or enum")
    }
  }
}

extension FieldWalk.Open {
  /// Returns whether an optional key is present.
  static func bit(_ index: Int, of presence: [UInt8]) -> Bool {
    index / 8 < presence.count && presence[index / 8] >> UInt8(index % 8) & 1 == 1
  }

  /// Moves to the next present key of a body, and returns it with the number of stored keys before it in the body; `nil` after the
  /// last one.
  mutating func nextKey() -> (key: ExplainedClasses.Key, position: Int)? {
    while segment < segments.count {
      guard next < segments[segment].keys.count else {
        (segment, next) = (segment + 1, 0)
        continue
      }
      let key = (segments[segment].keys[next], ordinal)
      next += 1
      ordinal += 1
      guard key.0.isOptional else { return key }
      optionalIndex += 1
      if Self.bit(optionalIndex - 1, of: presence) { return key }
    }
    return nil
  }
}
