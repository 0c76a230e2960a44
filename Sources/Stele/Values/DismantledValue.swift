/// A container whose parts are moved out, rewritten and moved back in sequence, so that a container that is not shared is never
/// copied.
package struct DismantledValue {
  package enum Kind {
    case some
    case any(ArchiveTypeDescriptor)
    case list
    case set
    case map
    case `struct`(entry: Int)
    case `enum`(entry: Int, caseIndex: Int)
  }

  package var kind: Kind
  /// The elements of a list or set, or the content of an optional or `any`.
  package var values: [ArchiveValue] = []
  package var pairs: [ArchiveMapPair] = []
  /// The values of the stored keys of a struct or enum; nil for absent keys.
  package var slots: [ArchiveValue?] = []
  /// The position of the current part; keys and values of pairs alternate.
  package private(set) var position = 0

  /// Moves the parts out of a value; the result is nil if the value has none.
  package init?(_ value: inout ArchiveValue) {
    switch value {
    case .some(let part): (kind, values) = (.some, [part])
    case .any(let type, let part): (kind, values) = (.any(type), [part])
    case .list(let parts) where !parts.isEmpty: (kind, values) = (.list, parts)
    case .set(let parts) where !parts.isEmpty: (kind, values) = (.set, parts)
    case .map(let parts) where !parts.isEmpty: (kind, pairs) = (.map, parts)
    case .struct(let body): (kind, slots) = (.struct(entry: body.entry), body.values)
    case .enum(let body):
      kind = .enum(entry: body.entry, caseIndex: body.caseIndex)
      slots = body.values
    default: return nil
    }
    // Only the container retains the parts after the value has been emptied.
    value = .nil
  }

  /// Leaves out values of a struct or enum, or adds absent keys: only a graph of the program can have another number than keys.
  mutating func setSlotCount(_ count: Int) {
    slots.removeLast(max(0, slots.count - count))
    slots += Array(repeating: nil, count: count - slots.count)
  }

  /// Whether the current part is the key of a pair.
  package var isPairKey: Bool {
    if case .map = kind { position % 2 == 0 } else { false }
  }

  /// Moves the next part out, or returns nil if there is none.
  package mutating func takePart() -> ArchiveValue? {
    var part = ArchiveValue.nil
    switch kind {
    case .struct, .enum:
      while position < slots.count {
        if let value = slots[position].take() { return value }
        position += 1
      }
      return nil
    case .map:
      guard position < 2 * pairs.count else { return nil }
      if isPairKey {
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

  /// Moves a rewritten part to where the last part was.
  package mutating func put(_ part: consuming ArchiveValue) {
    switch kind {
    case .struct, .enum: slots[position] = part
    case .map where isPairKey: pairs[position / 2].key = part
    case .map: pairs[position / 2].value = part
    case .some, .any, .list, .set: values[position] = part
    }
    position += 1
  }

  /// Returns the value of the rewritten parts.
  package consuming func value() -> ArchiveValue {
    switch kind {
    case .some: .some(values.first ?? .nil)
    case .any(let type): .any(type, values.first ?? .nil)
    case .list: .list(values)
    case .set: .set(values)
    case .map: .map(pairs)
    case .struct(let entry): .struct(ArchiveStructValue(entry: entry, values: slots))
    case .enum(let entry, let caseIndex):
      .enum(ArchiveEnumValue(entry: entry, caseIndex: caseIndex, values: slots))
    }
  }
}
