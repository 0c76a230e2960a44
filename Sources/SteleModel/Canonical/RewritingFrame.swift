internal import Stele

/// A container whose parts are being rewritten in place, with the types of its parts.
struct RewritingFrame {
  /// A value, its type, and the type to which it is converted.
  struct Part {
    var value: ArchiveValue
    let from: ArchiveTypeDescriptor
    let to: ArchiveTypeDescriptor
  }

  /// The types of the parts.
  enum Types {
    case one(from: ArchiveTypeDescriptor, to: ArchiveTypeDescriptor)
    case pairs(key: ArchiveTypeDescriptor, value: ArchiveTypeDescriptor)
    case slots(EntryJoin.Body)
  }

  private var container: DismantledValue
  let types: Types
  /// The budget before the payment for the values of a struct or enum.
  var before: MemoryBudget?

  /// Makes a frame of an optional or `any` value.
  init(_ kind: DismantledValue.Kind, _ part: Part) {
    container = DismantledValue(kind, content: part.value)
    types = .one(from: part.from, to: part.to)
  }

  /// Makes a frame of a container that has parts.
  init(_ container: consuming DismantledValue, _ types: Types) {
    self.container = container
    self.types = types
  }

  /// Makes a frame of a struct or enum whose values move to the slots of another entry or case.
  init(
    _ container: consuming DismantledValue, as kind: DismantledValue.Kind, _ body: EntryJoin.Body
  ) {
    container.kind = kind
    container.slots.removeLast(max(0, container.slots.count - body.slots.count))
    self.init(container, .slots(body))
  }

  /// Takes out the next part, or returns nil if there is none.
  mutating func takePart() -> Part? {
    guard let value = container.takePart() else { return nil }
    switch types {
    case .one(let from, let to): return Part(value: value, from: from, to: to)
    case .pairs(let key, let type):
      let type = container.isPairKey ? key : type
      return Part(value: value, from: type, to: type)
    case .slots(let body):
      let slot = body.slots[container.position]
      return Part(value: value, from: slot.from, to: slot.to)
    }
  }

  /// Replaces the part that was taken out by the rewritten one.
  mutating func accept(_ value: consuming ArchiveValue) { container.put(value) }

  /// Returns the rewritten value.
  consuming func value() -> ArchiveValue {
    guard case .slots(let body) = types else { return container.value() }
    var values = [ArchiveValue?](repeating: nil, count: body.valueCount)
    for (value, slot) in zip(container.slots, body.slots)
    where value != nil && values.indices.contains(slot.position) {
      values[slot.position] = value
    }
    container.slots = values
    return container.value()
  }
}
