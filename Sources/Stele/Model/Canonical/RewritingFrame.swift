/// A container whose parts are being rewritten in place.
///
/// The parts are exchanged one after the other, so that a container that is not shared is never copied.
struct RewritingFrame {
  enum Kind {
    case some
    case any(ArchiveTypeDescriptor)
    case list
    case set(ArchiveTypeDescriptor)
    case map(ArchiveTypeDescriptor)
    case structure(Int)
    case enumeration(Int, Int)
  }

  /// A value, its type, and the type to which it is converted.
  struct Part {
    var value: ArchiveValue
    let from: ArchiveTypeDescriptor
    let to: ArchiveTypeDescriptor
  }

  /// The parts, and those that have been rewritten.
  private enum Content {
    case one(Part?, made: ArchiveValue)
    case values([ArchiveValue], ArchiveTypeDescriptor)
    case pairs([ArchiveMapPair], key: ArchiveTypeDescriptor, ArchiveTypeDescriptor)
    case slots([ArchiveValue?], [EntryJoin.Slot], made: [ArchiveValue?])
  }

  let kind: Kind
  private let isAllInKey: Bool
  private var content: Content
  /// The position of the current part.
  private var next = 0
  /// The budget before the payment for the values of a struct or enum.
  var before: MemoryBudget?

  /// Makes a frame of one part.
  init(_ kind: Kind, _ part: Part, isInKey: Bool) {
    self.init(kind, .one(part, made: .nil), isInKey)
  }

  /// Makes a frame of elements of one type.
  init(
    _ kind: Kind, _ values: consuming [ArchiveValue], _ type: ArchiveTypeDescriptor, isInKey: Bool
  ) {
    self.init(kind, .values(values, type), isInKey)
  }

  /// Makes a frame of the pairs of a map.
  init(
    _ pairs: consuming [ArchiveMapPair], key: ArchiveTypeDescriptor, value: ArchiveTypeDescriptor,
    isInKey: Bool
  ) {
    self.init(.map(key), .pairs(pairs, key: key, value), isInKey)
  }

  /// Makes a frame of the stored keys of a body, which move to the slots of another body.
  init(_ kind: Kind, _ values: consuming [ArchiveValue?], _ body: EntryJoin.Body, isInKey: Bool) {
    let made = [ArchiveValue?](repeating: nil, count: body.valueCount)
    self.init(kind, .slots(values, body.slots, made: made), isInKey)
  }

  private init(_ kind: Kind, _ content: consuming Content, _ isInKey: Bool) {
    self.kind = kind
    self.content = content
    isAllInKey = isInKey
  }

  /// Whether the current part belongs to a set element or map key.
  var isInKey: Bool {
    if case .map = kind, next % 2 == 0 { return true }
    return isAllInKey
  }

  /// Takes out the next part, or returns nil if there is none.
  mutating func takePart() -> Part? {
    // Taken out of the frame, the content is not shared while it is changed.
    var content = Content.one(nil, made: .nil)
    swap(&content, &self.content)
    defer { swap(&content, &self.content) }
    switch content {
    case .one(let part, let made):
      content = .one(nil, made: made)
      return part
    case .values(var values, let type):
      content = .one(nil, made: .nil)
      defer { content = .values(values, type) }
      guard next < values.count else { return nil }
      let value = values[next]
      values[next] = .nil
      return Part(value: value, from: type, to: type)
    case .pairs(var pairs, let key, let type):
      content = .one(nil, made: .nil)
      defer { content = .pairs(pairs, key: key, type) }
      guard next < 2 * pairs.count else { return nil }
      let isKey = next % 2 == 0
      let value = isKey ? pairs[next / 2].key : pairs[next / 2].value
      if isKey { pairs[next / 2].key = .nil } else { pairs[next / 2].value = .nil }
      return Part(value: value, from: isKey ? key : type, to: isKey ? key : type)
    case .slots(var values, let slots, let made):
      content = .one(nil, made: .nil)
      defer { content = .slots(values, slots, made: made) }
      while next < min(values.count, slots.count) {
        if let value = values[next] {
          values[next] = nil
          return Part(value: value, from: slots[next].from, to: slots[next].to)
        }
        next += 1
      }
      return nil
    }
  }

  /// Replaces the part that was taken out by the rewritten one.
  mutating func accept(_ value: consuming ArchiveValue) {
    var content = Content.one(nil, made: .nil)
    swap(&content, &self.content)
    switch content {
    case .one:
      self.content = .one(nil, made: value)
    case .values(var values, let type):
      content = .one(nil, made: .nil)
      values[next] = value
      self.content = .values(values, type)
    case .pairs(var pairs, let key, let type):
      content = .one(nil, made: .nil)
      if next % 2 == 0 { pairs[next / 2].key = value } else { pairs[next / 2].value = value }
      self.content = .pairs(pairs, key: key, type)
    case .slots(let values, let slots, var made):
      content = .one(nil, made: .nil)
      if made.indices.contains(slots[next].position) { made[slots[next].position] = value }
      self.content = .slots(values, slots, made: made)
    }
    next += 1
  }

  /// The rewritten value.
  var value: ArchiveValue {
    switch (kind, content) {
    case (.some, .one(_, let made)): .some(made)
    case (.any(let type), .one(_, let made)): .any(type, made)
    case (.list, .values(let values, _)): .list(values)
    case (.set, .values(let values, _)): .set(values)
    case (_, .pairs(let pairs, _, _)): .map(pairs)
    case (.structure(let entry), .slots(_, _, let made)):
      .structure(ArchiveStructValue(entry: entry, values: made))
    case (.enumeration(let entry, let index), .slots(_, _, let made)):
      .enumeration(ArchiveEnumValue(entry: entry, caseIndex: index, values: made))
    default: .nil
    }
  }
}
