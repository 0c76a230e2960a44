/// A walk over everything that a value contains, in the order of the file, without recursion.
///
/// Spec chapter 3.
struct ValueWalk {
  /// What the walk comes across.
  enum Event {
    case strongReference(Int)
    /// The type that a value of type `any` carries.
    case type(ArchiveTypeDescriptor)
    /// A struct value of an entry, with -1 as case, or an enum value, and what it has for each stored key.
    case inlineBody(entry: Int, caseIndex: Int, values: [ArchiveValue?])
  }

  /// The parts of a value that are still to be walked over.
  private enum Rest {
    case one(ArchiveValue, ArchiveTypeDescriptor)
    case values(ArraySlice<ArchiveValue>, ArchiveTypeDescriptor)
    case pairs(ArraySlice<ArchiveMapPair>, key: ArchiveTypeDescriptor, ArchiveTypeDescriptor)
    case slots(ArraySlice<ArchiveValue?>, ArraySlice<ArchiveKey>)
  }

  private let classes: ArchiveClassTable
  private let layouts: [StoredKeys]
  /// The stored keys of classes, with those of their superclasses.
  private var storedKeys = EntryCache<[ArchiveKey]>()
  private var rest: [Rest] = []

  init(_ classes: ArchiveClassTable) {
    self.classes = classes
    layouts = classes.entries.map { StoredKeys($0) }
  }

  /// Walks over the values of an object.
  mutating func walk(_ object: ArchiveObject, _ visit: (Event) -> Void) {
    let keys =
      storedKeys[object.entry]
      ?? storedKeys.keep(
        classes.storedKeys(of: object.entry), of: object.entry, size: object.values.count)
    for case (let value?, let key) in zip(object.values, keys) { walk(value, key.type, visit) }
  }

  /// Walks over one value.
  mutating func walk(_ value: ArchiveValue, _ type: ArchiveTypeDescriptor, _ visit: (Event) -> Void)
  {
    guard type.mayHoldMoreThanScalars else { return }
    begin(value, type, visit)
    while let next = rest.popLast() {
      switch next {
      case .one(let value, let type):
        begin(value, type, visit)
      case .values(var values, let type):
        guard let value = values.popFirst() else { continue }
        rest.append(.values(values, type))
        begin(value, type, visit)
      case .pairs(var pairs, let key, let type):
        guard let pair = pairs.popFirst() else { continue }
        rest.append(.pairs(pairs, key: key, type))
        rest.append(.one(pair.value, type))
        begin(pair.key, key, visit)
      case .slots(var values, var keys):
        guard let slot = values.popFirst(), let key = keys.popFirst() else { continue }
        rest.append(.slots(values, keys))
        if let value = slot { begin(value, key.type, visit) }
      }
    }
  }

  /// Visits a value, and notes its parts.
  private mutating func begin(
    _ value: ArchiveValue, _ type: ArchiveTypeDescriptor, _ visit: (Event) -> Void
  ) {
    switch (type, value) {
    case (.reference, .reference(let number)), (.optional(.reference), .reference(let number)):
      visit(.strongReference(number))
    case (.optional(let part), .some(let inner)):
      rest.append(.one(inner, part))
    case (.any, .any(let part, let inner)):
      visit(.type(part))
      rest.append(.one(inner, part))
    case (.list(let part), .list(let values)), (.set(let part), .set(let values)):
      if part.mayHoldMoreThanScalars { rest.append(.values(values[...], part)) }
    case (.map(let keyType, let valueType), .map(let pairs)):
      rest.append(.pairs(pairs[...], key: keyType, valueType))
    case (.structure, .structure(let value)):
      visit(.inlineBody(entry: value.entry, caseIndex: -1, values: value.values))
      guard layouts.indices.contains(value.entry &- 1) else { return }
      rest.append(.slots(value.values[...], layouts[value.entry - 1].own[...]))
    case (.enumeration, .enumeration(let value)):
      visit(.inlineBody(entry: value.entry, caseIndex: value.caseIndex, values: value.values))
      guard layouts.indices.contains(value.entry &- 1),
        layouts[value.entry - 1].cases.indices.contains(value.caseIndex)
      else { return }
      let keys = layouts[value.entry - 1].cases[value.caseIndex]
      rest.append(.slots(value.values[...], keys[...]))
    default:
      break
    }
  }
}

extension ArchiveTypeDescriptor {
  /// Whether a value can contain a reference, a struct or an enum.
  fileprivate var mayHoldMoreThanScalars: Bool {
    contains(where: { code in
      switch code {
      case .any, .ref, .weak, .struct, .enum: true
      default: false
      }
    })
  }

  /// Whether a code that the descriptor consists of is as asked for.
  package func contains(where predicate: (TypeCode) -> Bool) -> Bool {
    var type = self
    var rest: [ArchiveTypeDescriptor] = []
    while true {
      if predicate(type.code) { return true }
      switch type {
      case .optional(let part), .list(let part), .set(let part):
        type = part
      case .map(let key, let value):
        rest.append(value)
        type = key
      default:
        guard let next = rest.popLast() else { return false }
        type = next
      }
    }
  }
}
