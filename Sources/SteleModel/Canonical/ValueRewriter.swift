package import Stele

/// Converts or sorts values, without recursion.
///
/// Spec §9.7, §9.8.
package struct ValueRewriter {
  /// The joined entries of structs and enums; nil keeps entries.
  package var join: EntryJoin?
  /// Sorts set elements and map pairs; nil keeps their order.
  var sorter: ElementSorter?
  /// Whether values are refused that nest too deep after joining: K13.
  var checksNesting = false
  /// The rest of the memory for rewritten values; nil if they take no more memory than the originals.
  var budget: MemoryBudget?

  private var frames: [RewritingFrame] = []

  package init() {}

  /// Converts a value to its own type or to one that its type has been joined to.
  ///
  /// A value that is not shared is changed in place.
  ///
  /// - Throws: The reason why the value cannot be converted; rule L4 if ``budget`` is too small.
  package mutating func rewrite(
    _ value: consuming ArchiveValue, from: ArchiveTypeDescriptor, to: ArchiveTypeDescriptor
  ) throws(ArchiveWritingError.Refusal) -> ArchiveValue {
    frames.removeAll(keepingCapacity: true)
    var part = RewritingFrame.Part(value: value, from: from, to: to)
    while true {
      guard var result = try begin(&part) else {
        // The value is a container, and has a frame now.
        if let next = frames[frames.count - 1].takePart() {
          part = next
          continue
        }
        var empty = try finish(frames.removeLast())
        if let next = try accept(&empty) {
          part = next
          continue
        }
        return empty
      }
      guard let next = try accept(&result) else { return result }
      part = next
    }
  }

  /// Adds a value to the innermost frame, which may complete it; returns the next part, or nil if the whole value is complete
  /// and has replaced this one.
  private mutating func accept(
    _ value: inout ArchiveValue
  ) throws(ArchiveWritingError.Refusal) -> RewritingFrame.Part? {
    while let last = frames.indices.last {
      frames[last].accept(value)
      if let next = frames[last].takePart() { return next }
      value = try finish(frames.removeLast())
    }
    return nil
  }

  /// Rewrites a value that contains no others, or opens a frame and returns nil.
  private mutating func begin(
    _ part: inout RewritingFrame.Part
  ) throws(ArchiveWritingError.Refusal) -> ArchiveValue? {
    if checksNesting { try checkNesting(of: part) }
    switch (part.from, part.to) {
    case (.reference, .reference), (.reference, .optional(.reference)),
      (.optional(.reference), .optional(.reference)), (.weakReference, .weakReference):
      return part.value
    case (.optional(let from), .optional(let to)):
      switch part.value {
      case .nil: return .nil
      case .some(let inner): return try openOptional(inner, from: from, to: to)
      case .reference: return try openOptional(part.value, from: from, to: to)
      default: return part.value
      }
    case (_, .optional(let to)):
      return try openOptional(part.value, from: part.from, to: to)
    default: return try beginContainer(&part)
    }
  }

  private mutating func beginContainer(
    _ part: inout RewritingFrame.Part
  ) throws(ArchiveWritingError.Refusal) -> ArchiveValue? {
    switch (part.from, part.to, part.value) {
    case (.any, .any, .any(let type, let inner)):
      return try openAny(type, inner, type)
    case (_, .any, _):
      // Each value of the new type is written with the whole descriptor of its own.
      if budget != nil { try pay(part.from.codeCount) }
      return try openAny(part.from, part.value, part.from)
    case (.list(let type), _, .list):
      guard type.isWorthRewriting else { return part.value }
      return try open(&part.value, .one(from: type, to: type))
    case (.set(let type), _, .set):
      return try open(&part.value, .one(from: type, to: type))
    case (.map(let key, let type), _, .map):
      return try open(&part.value, .pairs(key: key, value: type))
    case (_, _, .struct(let body)):
      return try open(&part.value, ofStruct: body.entry)
    case (_, _, .enum(let body)):
      return try open(&part.value, ofEnum: body.entry, caseIndex: body.caseIndex)
    default: return part.value
    }
  }

  private mutating func openOptional(
    _ value: ArchiveValue, from: ArchiveTypeDescriptor, to: ArchiveTypeDescriptor
  ) throws(ArchiveWritingError.Refusal) -> ArchiveValue? {
    try pay(MemoryBudget.box(of: ArchiveValue.self))
    let part = RewritingFrame.Part(value: value, from: from, to: to)
    frames.append(RewritingFrame(.some, part))
    return nil
  }

  private mutating func openAny(
    _ type: ArchiveTypeDescriptor, _ value: ArchiveValue, _ from: ArchiveTypeDescriptor
  ) throws(ArchiveWritingError.Refusal) -> ArchiveValue? {
    try pay(MemoryBudget.box(of: (ArchiveTypeDescriptor, ArchiveValue).self))
    let part = RewritingFrame.Part(value: value, from: from, to: from)
    frames.append(RewritingFrame(.any(type), part))
    return nil
  }

  /// Throws if a value, which is as deep as there are open frames, nests too deep: K13.
  private func checkNesting(
    of part: borrowing RewritingFrame.Part
  ) throws(ArchiveWritingError.Refusal) {
    let limits = ArchiveLimits()
    let room = limits.valueNesting - frames.count
    // A value that is not rewritten nests no deeper than its descriptor.
    guard room <= limits.descriptorNesting + 1, !part.to.isReference else { return }
    var depth = 1
    if !part.to.isWorthRewriting {
      var value = part.value
      if part.from != part.to {
        var rewriter = ValueRewriter()
        value = try rewriter.rewrite(value, from: part.from, to: part.to)
      }
      depth = value.nesting(of: part.to)
    }
    guard depth <= room else { throw ArchiveWritingError.Refusal(.breaks(.canonicalJoin)) }
  }

  /// Pays for memory, if there is a budget.
  mutating func pay(_ byteCount: Int) throws(ArchiveWritingError.Refusal) {
    guard budget?.pay(byteCount) != false else {
      throw ArchiveWritingError.Refusal(.breaks(.memory))
    }
  }

  /// Pays for keys that a join adds to a record; returns `false` if the budget is too small.
  ///
  /// Absent keys take no memory, but a presence bit and time: with *n* entries of one key each and *n* records, both grow with
  /// the square of *n*.
  ///
  /// Spec §11.5.
  mutating func payForAddedKeys(_ count: Int) -> Bool {
    count <= 0 || budget?.pay(count * MemoryLayout<Int32>.stride) != false
  }

  private mutating func finish(_ frame: consuming RewritingFrame) throws(ArchiveWritingError
    .Refusal)
    -> ArchiveValue
  {
    let (types, before) = (frame.types, frame.before)
    let value = frame.value()
    if var rest = budget, let before {
      switch value {
      case .struct(let value): value.stored.refund(&rest, before: before)
      case .enum(let value): value.stored.refund(&rest, before: before)
      default: break
      }
      budget = rest
    }
    guard sorter != nil else { return value }
    switch (types, value) {
    case (.one(let type, _), .set(let values)):
      return .set(try sorter?.sorted(values, by: \.self, type) ?? values)
    case (.pairs(let type, _), .map(let pairs)):
      return .map(try sorter?.sorted(pairs, by: \.key, type) ?? pairs)
    default: return value
    }
  }
}

extension ValueRewriter {
  /// Opens a frame for a list, set or map, or returns the value if it is empty.
  private mutating func open(
    _ value: inout ArchiveValue, _ types: RewritingFrame.Types
  ) throws(ArchiveWritingError.Refusal) -> ArchiveValue? {
    guard let container = DismantledValue(&value) else { return value }
    try pay(
      container.pairs.isEmpty
        ? MemoryBudget.array(of: ArchiveValue.self, count: container.values.count)
        : MemoryBudget.array(of: ArchiveMapPair.self, count: container.pairs.count))
    frames.append(RewritingFrame(container, types))
    return nil
  }

  private mutating func open(
    _ value: inout ArchiveValue, ofStruct entry: Int
  ) throws(ArchiveWritingError.Refusal) -> ArchiveValue? {
    if let replacement = join?[entry] {
      return try open(
        &value, as: .struct(entry: replacement.entry), replacement.body)
    }
    return value
  }

  private mutating func open(
    _ value: inout ArchiveValue, ofEnum entry: Int, caseIndex: Int
  ) throws(ArchiveWritingError.Refusal) -> ArchiveValue? {
    if let replacement = join?[entry], replacement.cases.indices.contains(caseIndex) {
      let (index, body) = replacement.cases[caseIndex]
      return try open(
        &value, as: .enum(entry: replacement.entry, caseIndex: index), body)
    }
    return value
  }

  private mutating func open(
    _ value: inout ArchiveValue, as kind: DismantledValue.Kind, _ body: EntryJoin.Body
  ) throws(ArchiveWritingError.Refusal) -> ArchiveValue? {
    guard let container = DismantledValue(&value) else { return value }
    guard payForAddedKeys(body.valueCount - container.slots.count) else {
      throw ArchiveWritingError.Refusal(.breaks(.memory))
    }
    var frame = RewritingFrame(container, as: kind, body)
    frame.before = budget
    try pay(MemoryBudget.array(of: ArchiveValue?.self, count: body.valueCount))
    frames.append(frame)
    return nil
  }
}

extension ArchiveTypeDescriptor {
  /// The number of type codes in the descriptor.
  fileprivate var codeCount: Int {
    var count = 0
    _ = contains(where: { _ in
      count += 1
      return false
    })
    return count
  }

  /// Whether values are references, which do not count as nested (spec §3.2).
  fileprivate var isReference: Bool {
    switch self {
    case .reference, .weakReference, .optional(.reference): true
    default: false
    }
  }
}

extension ArchiveValue {
  /// Returns the depth of a value of a type without references, structs, sets and maps.
  fileprivate func nesting(of type: ArchiveTypeDescriptor) -> Int {
    var (depth, deepest) = (0, 0)
    var walk = ValueWalk(ArchiveClassTable())
    walk.begin(self, type)
    while let event = walk.next() {
      guard case .value(let value, let type, _) = event else {
        depth -= 1
        continue
      }
      deepest = max(deepest, depth + 1)
      switch (value, type) {
      // The elements of packed lists do not count as nested.
      case (.list, .list(let part)?) where part.code.scalarLayout != nil: walk.skipParts()
      case (.list, .list?), (.some, .optional?): depth += 1
      default: break
      }
    }
    return deepest
  }
}
