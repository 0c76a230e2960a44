/// A type, and the parts of it of which there is a value.
///
/// The types of the other parts are guesses: of an empty list nobody knows what it would have had in it. Types nest
/// no deeper than rule L1 allows, so functions call themselves for parts.
struct ShownType {
  private(set) var type: ArchiveTypeDescriptor
  /// For the type and all its parts, each before its own parts, whether there is a value.
  private var isShown: [Bool]

  /// Makes a type of which there is no value.
  init(_ type: ArchiveTypeDescriptor) {
    self.type = type
    isShown = Array(repeating: false, count: Self.partCount(of: type))
  }

  private init(_ type: ArchiveTypeDescriptor, isShown: [Bool]) {
    self.type = type
    self.isShown = isShown
  }

  /// Whether there is a value of the type.
  var hasValue: Bool { isShown.first ?? false }

  /// Takes note of a value.
  mutating func note(_ value: ArchiveValue) {
    guard isShown.contains(false) else { return }
    var rest = [(value: value, type: type, place: 0)]
    while let (value, type, place) = rest.popLast() {
      isShown[place] = true
      switch (type, value) {
      // An untyped nil is never taken for one of an optional of an optional.
      case (.optional(.optional(let part)), .nil): rest.append((.nil, .optional(part), place + 1))
      case (.optional, .nil): break
      case (.optional(let part), .some(let inner)): rest.append((inner, part, place + 1))
      case (.optional(let part), _): rest.append((value, part, place + 1))
      case (.list(let part), .list(let values)), (.set(let part), .set(let values)):
        // One element shows what all have that have no parts.
        for element in part.parts.isEmpty ? values.prefix(1) : values[...] {
          rest.append((element, part, place + 1))
        }
      case (.map(let key, let part), .map(let pairs)):
        let partPlace = place + 1 + Self.partCount(of: key)
        let isPlain = key.parts.isEmpty && part.parts.isEmpty
        for pair in isPlain ? pairs.prefix(1) : pairs[...] {
          rest.append((pair.key, key, place + 1))
          rest.append((pair.value, part, partPlace))
        }
      default: break
      }
    }
  }

  /// The type that takes the values of two types, as far as there are any.
  func joined(with other: ShownType, names: inout NameNumbers) -> ShownType {
    guard hasValue else { return other }
    guard other.hasValue else { return self }
    if names.areEqual(type, other.type) {
      return ShownType(type, isShown: zip(isShown, other.isShown).map { $0 || $1 })
    }
    switch (type.code, other.type.code) {
    case (.list, .list), (.set, .set), (.map, .map), (.optional, .optional):
      return with(zip(parts, other.parts).map { $0.joined(with: $1, names: &names) })
    case (.optional, _): return with(parts.map { $0.joined(with: other, names: &names) })
    case (_, .optional): return other.with(other.parts.map { joined(with: $0, names: &names) })
    default:
      let type = type.joined(with: other.type, names: &names)
      return ShownType(type, isShown: Array(repeating: true, count: Self.partCount(of: type)))
    }
  }

  /// The type with those of another in place of guesses.
  func filled(from other: ArchiveTypeDescriptor) -> ArchiveTypeDescriptor {
    guard hasValue else { return other }
    guard type != other, type.code == other.code, !type.parts.isEmpty else { return type }
    return type.with(zip(parts, other.parts).map { $0.filled(from: $1) })
  }

  /// The parts, and what is shown of them.
  private var parts: [ShownType] {
    var rest = isShown.dropFirst()
    return type.parts.map { part in
      let shown = rest.prefix(Self.partCount(of: part))
      rest = rest.dropFirst(shown.count)
      return ShownType(part, isShown: Array(shown))
    }
  }

  private func with(_ parts: [ShownType]) -> ShownType {
    ShownType(type.with(parts.map(\.type)), isShown: [true] + parts.flatMap(\.isShown))
  }

  /// The number of the parts of a type and of their parts, with the type itself.
  private static func partCount(of type: ArchiveTypeDescriptor) -> Int {
    var count = 0
    var rest = [type]
    while let type = rest.popLast() {
      count += 1
      rest += type.parts
    }
    return count
  }
}

extension ArchiveTypeDescriptor {
  /// The type with other parts.
  fileprivate func with(_ parts: [ArchiveTypeDescriptor]) -> ArchiveTypeDescriptor {
    switch (self, parts.first, parts.last) {
    case (.optional, let part?, _): .optional(part)
    case (.list, let part?, _): .list(part)
    case (.set, let part?, _): .set(part)
    case (.map, let key?, let value?): .map(key: key, value: value)
    default: self
    }
  }
}
