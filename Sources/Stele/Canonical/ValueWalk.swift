/// A walk over everything that a value contains, in the order of the file, without recursion.
///
/// Spec chapter 3.
struct ValueWalk {
  /// What the walk comes across.
  enum Event {
    case strongReference(Int)
    /// A struct value of an entry, with -1 as case, or an enum value, and what it has for each stored key.
    case inlineBody(entry: Int, caseIndex: Int, values: [Value?])
  }

  private let layouts: [EntryLayout]
  private var rest: [(value: Value, type: TypeDescriptor)] = []

  init(_ classes: ClassTable) {
    layouts = classes.entries.map { EntryLayout($0) }
  }

  /// Walks over one value.
  mutating func walk(_ value: Value, _ type: TypeDescriptor, _ visit: (Event) -> Void) {
    guard type.mayHoldMoreThanScalars else { return }
    rest.append((value, type))
    while let (value, type) = rest.popLast() {
      switch (type, value) {
      case (.reference, .reference(let number)), (.optional(.reference), .reference(let number)):
        visit(.strongReference(number))
      case (.optional(let part), .some(let inner)):
        rest.append((inner, part))
      case (.any, .any(let part, let inner)):
        rest.append((inner, part))
      case (.list(let part), .list(let values)), (.set(let part), .set(let values)):
        guard part.mayHoldMoreThanScalars else { continue }
        for element in values.reversed() { rest.append((element, part)) }
      case (.map(let keyType, let valueType), .map(let pairs)):
        for pair in pairs.reversed() {
          rest.append((pair.value, valueType))
          rest.append((pair.key, keyType))
        }
      case (.structure, .structure(let value)):
        visit(.inlineBody(entry: value.entry, caseIndex: -1, values: value.values))
        guard layouts.indices.contains(value.entry &- 1) else { continue }
        push(value.values, layouts[value.entry - 1].body.keys)
      case (.enumeration, .enumeration(let value)):
        visit(
          .inlineBody(entry: value.entry, caseIndex: value.caseIndex, values: value.values))
        guard layouts.indices.contains(value.entry &- 1),
          layouts[value.entry - 1].cases.indices.contains(value.caseIndex)
        else { continue }
        push(value.values, layouts[value.entry - 1].cases[value.caseIndex].keys)
      default:
        break
      }
    }
  }

  private mutating func push(_ values: [Value?], _ keys: [Key]) {
    for (value, key) in zip(values, keys).reversed() {
      if let value { rest.append((value, key.type)) }
    }
  }
}

extension TypeDescriptor {
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
  func contains(where predicate: (TypeCode) -> Bool) -> Bool {
    var type = self
    var rest: [TypeDescriptor] = []
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
