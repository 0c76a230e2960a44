/// A value that consists of others and is being made again.
struct RewritingFrame {
  enum Kind {
    case some
    case any(TypeDescriptor)
    case list
    case set(TypeDescriptor)
    case map(TypeDescriptor)
    case structure(Int)
    case enumeration(Int, Int)
  }

  /// A value, its type, and the type that it is to have.
  struct Part {
    let value: Value
    let from: TypeDescriptor
    let to: TypeDescriptor
  }

  let kind: Kind
  private let isAllInKey: Bool
  private var parts: [Part]
  private var results: [Value] = []
  private var positions: [Int] = []
  private var next = 0
  /// The number of stored keys of a struct or enum.
  var slotCount = 0

  init(_ kind: Kind, _ parts: [Part], isInKey: Bool) {
    self.kind = kind
    self.parts = parts
    isAllInKey = isInKey
  }

  var hasParts: Bool { !parts.isEmpty }

  /// Whether the part that is being made belongs to a set element or map key.
  var isInKey: Bool {
    if case .map = kind, next % 2 == 1 { return true }
    return isAllInKey
  }

  /// Adds the value of a stored key.
  mutating func add(_ part: Part, at position: Int) {
    parts.append(part)
    positions.append(position)
  }

  mutating func nextPart() -> Part? {
    guard next < parts.count else { return nil }
    next += 1
    return parts[next - 1]
  }

  mutating func accept(_ value: Value) {
    results.append(value)
  }

  /// The value that has been made.
  var value: Value {
    switch kind {
    case .some: return .some(results.first ?? .nil)
    case .any(let type): return .any(type, results.first ?? .nil)
    case .list: return .list(results)
    case .set: return .set(results)
    case .map:
      return .map(
        stride(from: 0, to: results.count - 1, by: 2).map {
          MapPair(key: results[$0], value: results[$0 + 1])
        })
    case .structure(let entry): return .structure(StructValue(entry: entry, values: slots))
    case .enumeration(let entry, let index):
      return .enumeration(EnumValue(entry: entry, caseIndex: index, values: slots))
    }
  }

  private var slots: [Value?] {
    var slots: [Value?] = Array(repeating: nil, count: slotCount)
    for (position, result) in zip(positions, results) where slots.indices.contains(position) {
      slots[position] = result
    }
    return slots
  }
}
