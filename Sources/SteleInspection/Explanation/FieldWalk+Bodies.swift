import Stele

/// Bodies of records, structs and enums, and the entry numbers that precede them.
///
/// Spec §3.7, §5.2.
extension FieldWalk {
  /// Reports an entry number, and returns it.
  func entryNumber(_ section: String) throws -> Int {
    try number("entry", "entry", section) { "\($0), \(classes.title(ofEntry: $0))" }
  }

  /// Begins a value that has parts.
  func push(_ value: Open) throws {
    guard open.count <= Self.depth else { throw Unreadable("values nest too deep") }
    open.append(value)
  }

  /// Begins the body of a record.
  func openBody(ofChain chain: [Int], isUniform: Bool) throws {
    var segments: [Range<Int>] = []
    var optionalCount = 0
    for entry in chain.lazy.compactMap({ self.classes.entry($0) }) where !entry.keys.isEmpty {
      segments.append(entry.keys)
      optionalCount += entry.optionalCount
    }
    try openBody(segments, optionalCount: optionalCount, isUniform: isUniform)
    if segments.count > 1, let index = open.indices.last {
      open[index].levels = levels(ofChain: chain)
    }
  }

  /// Returns the classes of the keys of a chain of which another level has a key of the same name, by their indices.
  private func levels(ofChain chain: [Int]) -> [Int: String] {
    guard let last = chain.last else { return [:] }
    if let levels = keyLevels[last] { return levels }
    var levels: [Int: String] = [:]
    var known: [ExactString: (key: Int, level: Int)] = [:]
    var keyCount = 0
    for level in chain {
      let keys = classes.entry(level)?.keys ?? 0..<0
      keyCount += keys.count
      for key in keys {
        let name = ExactString(classes.keys[key].name)
        guard let other = known.updateValue((key, level), forKey: name) else { continue }
        levels[key] = classes.className(ofEntry: level)
        levels[other.key] = classes.className(ofEntry: other.level)
      }
    }
    return keyLevels.keep(levels, of: last, size: keyCount)
  }

  private func openBody(
    _ segments: [Range<Int>], optionalCount: Int, isUniform: Bool
  ) throws {
    var body = Open(kind: .body, stepCount: steps.count)
    body.segments = segments
    body.next = segments.first?.lowerBound ?? 0
    body.isUniform = isUniform
    if optionalCount > 0 {
      let byteCount = (optionalCount + 7) / 8
      guard byteCount <= end - position else {
        throw Unreadable("there are not enough bytes for the next field")
      }
      body.presence = window.bytes(in: position..<(position + byteCount))
      try take(
        byteCount, "presence", "presence", "3.7", presentKeys(segments, presence: body.presence))
    }
    try push(body)
  }

  /// Returns the names of the optional keys that are present, up to a limit.
  private func presentKeys(_ segments: [Range<Int>], presence: [UInt8]) -> String {
    var names: [String] = []
    var index = 0
    for key in segments.lazy.joined().map({ self.classes.keys[$0] }) where key.isOptional {
      if Self.bit(index, of: presence) {
        guard names.count < 8 else {
          names.append("…")
          break
        }
        names.append(key.name.shortened(to: 32))
      }
      index += 1
    }
    return names.isEmpty ? "no optional key" : names.joined(separator: ", ")
  }

  private static func bit(_ index: Int, of presence: [UInt8]) -> Bool {
    index / 8 < presence.count && presence[index / 8] >> UInt8(index % 8) & 1 == 1
  }

  /// Moves to the next key that is present in a body, or returns `nil` if there is none.
  private func nextKey(ofValue index: Int) -> (key: ExplainedClasses.Key, ordinal: Int)? {
    while open[index].segment < open[index].segments.count {
      let segment = open[index].segments[open[index].segment]
      guard open[index].next < segment.upperBound else {
        open[index].segment += 1
        if open[index].segment < open[index].segments.count {
          open[index].next = open[index].segments[open[index].segment].lowerBound
        }
        continue
      }
      let key = classes.keys[open[index].next]
      let ordinal = open[index].ordinal
      open[index].next += 1
      open[index].ordinal += 1
      guard key.isOptional else { return (key, ordinal) }
      open[index].optionalIndex += 1
      if Self.bit(open[index].optionalIndex - 1, of: open[index].presence) {
        return (key, ordinal)
      }
    }
    return nil
  }

  /// Reports the next value of a body, or ends the body.
  func continueBody(_ index: Int) throws {
    guard let (key, ordinal) = nextKey(ofValue: index) else {
      open.removeLast()
      return
    }
    let level = open[index].levels.isEmpty ? nil : open[index].levels[open[index].next - 1]
    step(.key(ordinal, key.name, ofClass: level), ofValue: index)
    guard open[index].isUniform, !key.isOptional, classes.nodes[key.type].code == .struct,
      let last = nested.indices.last
    else { return try startValue(key.type) }
    guard nested[last].next < nested[last].numbers.count else {
      throw Unreadable("the entry of a nested struct is missing")
    }
    let number = nested[last].numbers[nested[last].next]
    nested[last].next += 1
    try openContent(ofEntry: number, isUniform: true)
  }

  /// Moves to a part of a value.
  func step(_ step: ExplainedStep, ofValue index: Int) {
    steps.removeSubrange(open[index].stepCount...)
    steps.append(step)
  }

  /// Reports the parts of a struct or enum that follow the entry number, except its values.
  func openContent(ofEntry number: Int, isUniform: Bool) throws {
    guard let entry = classes.entry(number) else {
      throw Unreadable("entry \(number) is not defined")
    }
    switch entry.kind {
    case .structure:
      guard !entry.keys.isEmpty else {
        return try take(1, "empty", "empty body", "3.7", "a struct without stored keys")
      }
      try openBody([entry.keys], optionalCount: entry.optionalCount, isUniform: isUniform)
    case .enumeration:
      let (index, byteCount) = try peekNumber()
      guard index < entry.cases.count else { throw Unreadable("there is no case \(index)") }
      let enumCase = classes.cases[entry.cases.lowerBound + index]
      try take(byteCount, "case", "case", "3.7", "\(index), \(enumCase.name.shortened())")
      guard !enumCase.keys.isEmpty else { return }
      try openBody([enumCase.keys], optionalCount: enumCase.optionalCount, isUniform: false)
    case .class, .unknown:
      throw Unreadable("entry \(number) is not that of a struct or enum")
    }
  }
}
