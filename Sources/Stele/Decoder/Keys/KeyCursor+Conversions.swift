// Values of types that the program had for a key before

extension KeyCursor {
  /// Converts the value of a key if its type in the archive is one that the key had before.
  ///
  /// - Returns: The new value, or nil if the value is to be decoded as it is.
  mutating func convertedFirst(
    _ history: KeyHistory, to target: Any.Type, at place: Place
  ) throws -> Any? {
    let start = self
    for conversion in dueConversions(history, to: target, at: place) {
      self = start
      let old: Any?
      if conversion.isCertain {
        old = try erasedValue(as: conversion.source, at: place, history.name)
      } else {
        // The type itself decides what it reads, so that trying is the only way to know.
        old = try? erasedValue(as: conversion.source, at: place, history.name)
      }
      if let old, let new = try conversion.convert(old) { return new }
    }
    self = start
    return nil
  }

  /// Decodes a value that is not of the type of the key as one of the types that the key had before, and converts it.
  mutating func converted<T>(
    _ history: KeyHistory, to type: T.Type, at place: Place
  ) throws -> T? {
    let start = self
    for conversion in history.conversions where mayConvert(conversion) {
      self = start
      guard let old = try? erasedValue(as: conversion.source, at: place, history.name),
        let new = try conversion.convert(old)
      else { continue }
      if let value = DeclaredValue.convert(new, to: type) { return value }
    }
    return nil
  }

  private struct DueConversion {
    let source: any (Decodable & SendableMetatype).Type
    let convert: (Any) throws -> Any?
    let match: TypeMatch
    var isCertain: Bool { match > .unknown }
  }

  /// The conversions that a value has to go through before it is read: the one of its very type first.
  private func dueConversions(
    _ history: KeyHistory, to target: Any.Type, at place: Place
  ) -> [DueConversion] {
    let (type, start): (ArchivedType, ValidCursor)
    switch place {
    case .slot: (type, start) = (self.type, input)
    case .elsewhere(let other, let input): (type, start) = (other, input)
    case .none: return []
    }
    var reading = start
    let inner = session.unwrap(type, &reading)
    return history.conversions.compactMap { conversion -> DueConversion? in
      let match = inner.map { session.types.match(conversion.source, $0) } ?? .unknown
      if inner == nil, !(conversion.source is any OptionalType.Type) { return nil }
      if let end = conversion.before ?? (table.version < history.since ? history.since : nil) {
        guard end > table.version, match != .none else { return nil }
      } else {
        // Without a version the types decide: a value of the current type is a current value.
        guard let inner, match > .unknown,
          [.none, .widened].contains(session.types.match(target, inner))
        else { return nil }
      }
      return DueConversion(source: conversion.source, convert: conversion.convert, match: match)
    }.sorted { $0.match > $1.match }
  }

  /// Whether the level is of an age at which the key had the type of a conversion.
  private func mayConvert(_ conversion: KeyHistory.Conversion) -> Bool {
    conversion.before.map { table.version < $0 } ?? true
  }

  private mutating func erasedValue<Old: Decodable>(
    as type: Old.Type, at place: Place, _ name: String
  ) throws -> Any? {
    try value(as: type, at: place, name)
  }
}
