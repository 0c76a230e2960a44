internal import Stele
internal import SteleInspection
internal import SteleModel

extension ArchiveReader {
  /// Parses the value of a type from a text, as `stele set` does.
  ///
  /// A string is the text itself; a reference is a path to an object, or `null`; a case of an enum is its name. Any other value
  /// has the form of the notation, with or without quotation marks.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - text: The text.
  ///   - old: The old value; an `any` value keeps its type.
  /// - Returns: The value.
  /// - Throws: `NotationError` if the text is not a value of the type, ``ArchivePathFailure`` or `ArchivePathError` for a
  ///   reference.
  func value(
    of type: ArchiveTypeDescriptor, text: String, old: ArchiveValue?
  ) throws -> ArchiveValue {
    // The depth of types is limited by rule L1, so recursion is safe.
    switch (type, old) {
    case (.string, _): return .string(text)
    case (.optional(.reference), _), (.reference, _), (.weakReference, _):
      if text == "null", type.code != .ref { return .nil }
      let place = try place(at: ArchivePath(text))
      guard let number = place.objectNumber else { return try notationValue(of: type, text) }
      return .reference(number)
    case (.optional(let part), _):
      if text == "null", part != .string { return .nil }
      var content: ArchiveValue?
      if case .some(let value)? = old { content = value }
      return .some(try value(of: part, text: text, old: content))
    case (.any, .any(let type, let content)?):
      return .any(type, try value(of: type, text: text, old: content))
    case (.float32, _):
      if let number = Float(text), number.isFinite { return .float32(number) }
    case (.float64, _):
      if let number = Double(text), number.isFinite { return .float64(number) }
    case (.date, _):
      if let number = Double(text), number.isFinite { return .date(number) }
    case (.enum(let name), _):
      if let value = caseValue(text, of: name, old) { return value }
    default: break
    }
    return try notationValue(of: type, text)
  }

  private func caseValue(_ text: String, of name: String, _ old: ArchiveValue?) -> ArchiveValue? {
    var entry = classes.entries.lastIndex {
      $0.kind == .enum && $0.name.isExactly(name)
    }.map { $0 + 1 }
    if case .enum(let value)? = old { entry = value.entry }
    guard let entry, let cases = classes[entry]?.cases,
      let index = cases.firstIndex(where: { $0.name.isExactly(text) && !$0.isRetired })
    else { return nil }
    let keys = classes.ownKeys(of: entry, caseIndex: index) ?? []
    guard keys.allSatisfy({ $0.presence != .required }) else { return nil }
    return .enum(
      ArchiveEnumValue(
        entry: entry, caseIndex: index, values: Array(repeating: nil, count: keys.count)))
  }
}

extension ArchiveValue {
  /// Returns the value with the parts of another list, set or map at a position, or at the end.
  ///
  /// The list, set or map may be enclosed in optionals and `any` values. The result is nil if the position does not exist.
  func inserting(_ parts: ArchiveValue, at position: Int?) -> ArchiveValue? {
    // The depth of types is limited by rule L1, so recursion is safe.
    func joined<Part>(_ old: [Part], _ new: [Part]) -> [Part]? {
      let position = position ?? old.count
      guard (0...old.count).contains(position) else { return nil }
      return old[..<position] + new + old[position...]
    }
    return switch (self, parts) {
    case (.some(let content), _):
      content.inserting(parts, at: position).map { ArchiveValue.some($0) }
    case (.any(let type, let content), _):
      content.inserting(parts, at: position).map { .any(type, $0) }
    case (.list(let old), .list(let new)): joined(old, new).map { .list($0) }
    case (.set(let old), .set(let new)): joined(old, new).map { .set($0) }
    case (.map(let old), .map(let new)): joined(old, new).map { .map($0) }
    default: nil
    }
  }
}
