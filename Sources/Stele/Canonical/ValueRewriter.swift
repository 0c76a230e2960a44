/// Makes a new value of a value, without recursion: converted, sorted or renumbered.
///
/// Spec §9.3, §9.4.
struct ValueRewriter {
  /// What becomes of the entries of structs and enums; nil keeps them.
  var join: EntryJoin?
  /// The stored keys of each entry, for values whose entries are kept.
  var layouts: [EntryLayout] = []
  /// The new number of each object, object 1 first, 0 for one that is left out; nil keeps them.
  var numbers: [Int]?
  /// What becomes of references, of the types of `any` values and of entries; nil keeps them.
  var translation: (any ValueTranslation)?
  /// What gives the bytes by which set elements and map pairs are sorted; nil keeps their order.
  var sorter: ElementSorter?
  /// Whether rule K10 is examined.
  var refusesReferencesInKeys = false

  private var frames: [RewritingFrame] = []

  init() {}

  /// Makes a value of a type from one of a type that it is or that it has been joined with.
  mutating func rewrite(
    _ value: Value, from: TypeDescriptor, to: TypeDescriptor
  ) throws(GraphError.Refusal) -> Value {
    frames.removeAll(keepingCapacity: true)
    var part = RewritingFrame.Part(value: value, from: from, to: to)
    while true {
      guard var result = try begin(part) else {
        // The value has a frame now, which has parts.
        if let next = frames[frames.count - 1].nextPart() {
          part = next
          continue
        }
        return value
      }
      while true {
        guard !frames.isEmpty else { return result }
        frames[frames.count - 1].accept(result)
        if let next = frames[frames.count - 1].nextPart() {
          part = next
          break
        }
        result = try finish(frames.removeLast())
      }
    }
  }

  /// Makes a value that consists of no others, or a frame, then giving nil.
  private mutating func begin(
    _ part: RewritingFrame.Part
  ) throws(GraphError.Refusal) -> Value? {
    let isInKey = frames.last?.isInKey ?? false
    switch (part.from, part.to, part.value) {
    case (.reference, .reference, _), (.reference, .optional(.reference), _),
      (.optional(.reference), .optional(.reference), _), (.weakReference, .weakReference, _):
      if isInKey, refusesReferencesInKeys { throw GraphError.Refusal(.breaks(.referenceInKey)) }
      if let translation { return try translation.reference(part.value, from: part.from) }
      return renumbered(part.value)
    case (.optional, .optional, .nil):
      if isInKey, refusesReferencesInKeys, case .optional(.reference) = part.from {
        throw GraphError.Refusal(.breaks(.referenceInKey))
      }
      return .nil
    case (.optional(let from), .optional(let to), .some(let inner)):
      return try open(.some, [(inner, from, to)], isInKey)
    case (.optional(let from), .optional(let to), .reference):
      return try open(.some, [(part.value, from, to)], isInKey)
    case (_, .optional(let to), _) where part.from.code != .optional:
      return try open(.some, [(part.value, part.from, to)], isInKey)
    case (.any, .any, .any(let type, let inner)):
      return try open(
        .any(translation?.type(type) ?? type), [(inner, type, type)], isInKey)
    case (_, .any, _):
      return try open(.any(part.from), [(part.value, part.from, part.from)], isInKey)
    case (.list(let type), _, .list(let values)):
      guard type.isWorthRewriting else { return part.value }
      return try open(.list, values.map { ($0, type, type) }, isInKey)
    case (.set(let type), _, .set(let values)):
      return try open(.set(type), values.map { ($0, type, type) }, true)
    case (.map(let key, let type), _, .map(let pairs)):
      let parts = pairs.flatMap { [($0.key, key, key), ($0.value, type, type)] }
      return try open(.map(key), parts, isInKey)
    case (_, _, .structure(let value)):
      return try open(value, isInKey)
    case (_, _, .enumeration(let value)):
      return try open(value, isInKey)
    default:
      return part.value
    }
  }

  private mutating func open(
    _ kind: RewritingFrame.Kind, _ parts: [(Value, TypeDescriptor, TypeDescriptor)],
    _ isInKey: Bool
  ) throws(GraphError.Refusal) -> Value? {
    let frame = RewritingFrame(
      kind, parts.map { RewritingFrame.Part(value: $0, from: $1, to: $2) }, isInKey: isInKey)
    guard !parts.isEmpty else { return try finish(frame) }
    frames.append(frame)
    return nil
  }

  private mutating func finish(_ frame: RewritingFrame) throws(GraphError.Refusal) -> Value {
    let value = frame.value
    guard sorter != nil else { return value }
    switch (frame.kind, value) {
    case (.set(let type), .set(let values)):
      return .set(try sorter?.sorted(values, by: \.self, type, .duplicateElement) ?? values)
    case (.map(let type), .map(let pairs)):
      return .map(try sorter?.sorted(pairs, by: \.key, type, .duplicateKey) ?? pairs)
    default: return value
    }
  }

  private func renumbered(_ value: Value) -> Value {
    guard case .reference(let number) = value, let numbers,
      numbers.indices.contains(number &- 1)
    else { return value }
    let new = numbers[number - 1]
    return new == 0 ? .nil : .reference(new)
  }
}

/// What becomes of the parts of values that are meaningful in one archive only.
protocol ValueTranslation {
  /// The reference of the other archive.
  func reference(
    _ value: Value, from type: TypeDescriptor
  ) throws(GraphError.Refusal) -> Value
  /// The type of the other archive.
  func type(_ type: TypeDescriptor) -> TypeDescriptor
  /// The number of the entry in the other archive.
  func entry(_ number: Int) throws(GraphError.Refusal) -> Int
}

extension ValueRewriter {
  private mutating func open(
    _ value: StructValue, _ isInKey: Bool
  ) throws(GraphError.Refusal) -> Value? {
    if let replacement = join?[value.entry] {
      return try open(.structure(replacement.entry), value.values, replacement.body, isInKey)
    }
    guard layouts.indices.contains(value.entry &- 1) else { return .structure(value) }
    let body = EntryJoin.Body(unchanged: layouts[value.entry - 1].body.keys)
    let entry = try translation?.entry(value.entry) ?? value.entry
    return try open(.structure(entry), value.values, body, isInKey)
  }

  private mutating func open(
    _ value: EnumValue, _ isInKey: Bool
  ) throws(GraphError.Refusal) -> Value? {
    if let replacement = join?[value.entry],
      replacement.cases.indices.contains(value.caseIndex)
    {
      let (index, body) = replacement.cases[value.caseIndex]
      return try open(
        .enumeration(replacement.entry, index), value.values, body, isInKey)
    }
    guard layouts.indices.contains(value.entry &- 1),
      layouts[value.entry - 1].cases.indices.contains(value.caseIndex)
    else { return .enumeration(value) }
    let body = EntryJoin.Body(
      unchanged: layouts[value.entry - 1].cases[value.caseIndex].keys)
    let entry = try translation?.entry(value.entry) ?? value.entry
    return try open(
      .enumeration(entry, value.caseIndex), value.values, body, isInKey)
  }

  private mutating func open(
    _ kind: RewritingFrame.Kind, _ values: [Value?], _ body: EntryJoin.Body, _ isInKey: Bool
  ) throws(GraphError.Refusal) -> Value? {
    var frame = RewritingFrame(kind, [], isInKey: isInKey)
    frame.slotCount = body.valueCount
    for (value, slot) in zip(values, body.slots) {
      guard let value else { continue }
      frame.add(RewritingFrame.Part(value: value, from: slot.from, to: slot.to), at: slot.position)
    }
    guard frame.hasParts else { return frame.value }
    frames.append(frame)
    return nil
  }
}

extension TypeDescriptor {
  /// Whether values of the type can differ after rewriting; others are shared, not copied.
  var isWorthRewriting: Bool {
    contains(where: { code in
      switch code {
      case .any, .set, .map, .ref, .weak, .struct, .enum: true
      default: false
      }
    })
  }
}

extension EntryJoin.Body {
  /// A body that stays as it is.
  init(unchanged keys: [Key]) {
    valueCount = keys.count
    slots = keys.enumerated().map {
      EntryJoin.Slot(position: $0, from: $1.type, to: $1.type)
    }
  }
}
