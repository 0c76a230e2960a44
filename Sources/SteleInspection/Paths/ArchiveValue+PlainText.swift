package import Stele
internal import SteleModel

extension ArchiveValue {
  /// Returns the text of a value without parts: a string itself, a number, the name of a case without payload.
  ///
  /// Other scalars have the text of the notation (annex C.5) without quotation marks. The text of a reference is a key path,
  /// and the text of nil is `null`.
  ///
  /// - Parameter classes: The class table, which names cases of enums.
  /// - Returns: The text, or nil if the value has parts.
  package func plainText(_ classes: ArchiveClassTable) -> String? {
    let value = innermost
    switch value {
    case .list, .set, .map, .struct: return nil
    case .enum(let body):
      guard body.values.allSatisfy({ $0 == nil }) else { return nil }
      return classes.caseName(of: body.entry, body.caseIndex)
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .unsigned(let number): return String(number)
    case .reference(let number): return ArchivePath(.object(number)).description
    default:
      var json = JSONWriter(isPretty: false)
      json.scalar(value)
      let text = String(decoding: json.bytes, as: UTF8.self)
      return text.hasPrefix("\"") ? String(text.dropFirst().dropLast()) : text
    }
  }
}
