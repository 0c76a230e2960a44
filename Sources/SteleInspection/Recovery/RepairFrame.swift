import Stele

/// A container whose parts are taken out, repaired and put back one after the other, so that there are never two copies of it.
struct RepairFrame {
  enum Kind {
    case some
    case any(ArchiveTypeDescriptor)
    case list
    case set
    case map
    case structure(entry: Int)
    case enumeration(entry: Int, caseIndex: Int)
  }

  let kind: Kind
  /// The type of the elements, of the keys and values of a map, or of what an optional or any holds.
  private let types: [ArchiveTypeDescriptor]
  /// The stored keys of a struct or enum.
  private let keys: [ArchiveKey]
  /// The elements of a list or set, or what an optional or any holds.
  private var values: [ArchiveValue] = []
  private var pairs: [ArchiveMapPair] = []
  private var slots: [ArchiveValue?] = []
  /// The position of the part that is being repaired; keys and values of pairs are counted in turn.
  private(set) var position = 0
  /// The number of losses before the current part was begun, and of those among them that were noted.
  var lossCount = 0
  var notedCount = 0
  /// The elements or pairs to leave out.
  private var leftOut: Set<Int> = []
  /// Whether the type that an `any` value carries has to admit nil.
  var needsOptional = false

  /// Takes the parts out of a value; nil if it has none.
  init?(_ value: inout ArchiveValue, of type: ArchiveTypeDescriptor, _ classes: ArchiveClassTable) {
    var keys: [ArchiveKey] = []
    // A value that has been emptied leaves its parts to the frame alone.
    switch value {
    case .some(let part):
      (kind, types, values) = (.some, type.parts, [part])
    case .any(let type, let part):
      (kind, types, values) = (.any(type), [type], [part])
    case .list(let parts):
      guard !parts.isEmpty else { return nil }
      value = .nil
      (kind, types, values) = (.list, type.parts, parts)
    case .set(let parts):
      guard !parts.isEmpty else { return nil }
      value = .nil
      (kind, types, values) = (.set, type.parts, parts)
    case .map(let parts):
      guard !parts.isEmpty else { return nil }
      value = .nil
      (kind, types, pairs) = (.map, type.parts, parts)
    case .structure(let body):
      (kind, types, slots) = (.structure(entry: body.entry), [], body.values)
      keys = classes[body.entry]?.keys ?? []
    case .enumeration(let body):
      kind = .enumeration(entry: body.entry, caseIndex: body.caseIndex)
      (types, slots) = ([], body.values)
      let cases = classes[body.entry]?.cases ?? []
      keys = cases.indices.contains(body.caseIndex) ? cases[body.caseIndex].keys : []
    default: return nil
    }
    value = .nil
    self.keys = keys.filter(\.isStored)
  }

  /// The key whose value is being repaired, in a struct or enum.
  var place: ReferenceRepair.KeyPlace? {
    switch kind {
    case .structure(let entry): .init(entry: entry, caseIndex: nil, position: position)
    case .enumeration(let entry, let caseIndex):
      .init(entry: entry, caseIndex: caseIndex, position: position)
    default: nil
    }
  }

  /// The type of the part that is being repaired.
  var partType: ArchiveTypeDescriptor {
    switch kind {
    case .structure, .enumeration: keys.indices.contains(position) ? keys[position].type : .any
    case .map: types.count > 1 ? types[position % 2] : .any
    default: types.first ?? .any
    }
  }

  /// The step of a key path to the part that is being repaired.
  var step: String {
    switch kind {
    case .structure, .enumeration:
      keys.indices.contains(position) ? "." + keys[position].name.shortened() : ""
    case .map: position % 2 == 0 ? "[key \(position / 2)]" : "[\(position / 2)]"
    case .list, .set: "[\(position)]"
    case .some, .any: ""
    }
  }

  /// Whether the part that is being repaired is an element of a set or the key of a pair.
  var isKey: Bool {
    switch kind {
    case .set: true
    case .map: position % 2 == 0
    default: false
    }
  }

  /// Takes the next part out of its place; nil if there is none.
  mutating func takePart() -> ArchiveValue? {
    var part = ArchiveValue.nil
    switch kind {
    case .structure, .enumeration:
      while position < slots.count {
        if let value = slots[position].take() { return value }
        position += 1
      }
      return nil
    case .map:
      guard position < 2 * pairs.count else { return nil }
      if isKey {
        swap(&part, &pairs[position / 2].key)
      } else {
        swap(&part, &pairs[position / 2].value)
      }
    case .some, .any, .list, .set:
      guard position < values.count else { return nil }
      swap(&part, &values[position])
    }
    return part
  }

  /// Puts a repaired part into its place.
  mutating func put(_ part: consuming ArchiveValue) {
    switch kind {
    case .structure, .enumeration: slots[position] = part
    case .map where isKey: pairs[position / 2].key = part
    case .map: pairs[position / 2].value = part
    case .some, .any, .list, .set: values[position] = part
    }
    position += 1
  }

  /// Leaves out the element or pair whose element or key was put back last.
  mutating func leaveOut() {
    let last = position - 1
    if case .map = kind { leftOut.insert(last / 2) } else { leftOut.insert(last) }
  }

  /// Leaves out elements and keys that have become equal to an earlier one; returns whether there were any.
  mutating func joinEqual() -> Bool {
    var known: Set<ArchiveValue> = []
    let count = leftOut.count
    switch kind {
    case .set:
      for (index, value) in values.enumerated()
      where !leftOut.contains(index) && !known.insert(value).inserted { leftOut.insert(index) }
    case .map:
      for (index, pair) in pairs.enumerated()
      where !leftOut.contains(index) && !known.insert(pair.key).inserted { leftOut.insert(index) }
    default: break
    }
    return leftOut.count > count
  }

  /// Whether elements may become equal: weak references that named different slots are the same when the slots are lost.
  var mayHoldEqual: Bool {
    switch kind {
    case .set, .map:
      types.first?.contains { code in
        switch code {
        case .weak, .any, .struct, .enum: true
        default: false
        }
      } ?? false
    default: false
    }
  }

  /// The value of the repaired parts.
  consuming func value() -> ArchiveValue {
    switch kind {
    case .some: .some(values.first ?? .nil)
    case .any(let type):
      .any(needsOptional ? type.withOptionalReferences : type, values.first ?? .nil)
    case .list: .list(values)
    case .set: .set(kept(values))
    case .map: .map(kept(pairs))
    case .structure(let entry): .structure(ArchiveStructValue(entry: entry, values: slots))
    case .enumeration(let entry, let caseIndex):
      .enumeration(ArchiveEnumValue(entry: entry, caseIndex: caseIndex, values: slots))
    }
  }

  private func kept<Element>(_ all: [Element]) -> [Element] {
    guard !leftOut.isEmpty else { return all }
    return all.enumerated().filter { !leftOut.contains($0.offset) }.map(\.element)
  }
}
