import Stele
import SteleModel

/// A short text of a value, of bounded length.
struct ValueText {
  /// The largest number of bytes of UTF-8 before the text is cut.
  private static let limit = 72
  /// The largest depth of values in the text.
  private static let nesting = 3

  private let archive: ComparedArchive
  private(set) var text = ""

  init(_ value: ArchiveValue, in archive: ComparedArchive) {
    self.archive = archive
    write(value, Self.nesting)
  }

  /// Describes an object by its class and its first keys.
  init(_ object: ArchiveObject, in archive: ComparedArchive) {
    self.archive = archive
    write(
      archive.schema.name(ofEntry: object.entry),
      archive.schema.keys(ofRecord: object.entry), object.values, 1)
  }

  private var isFull: Bool { text.utf8.count >= Self.limit }

  // The depth of the text is bounded, so recursion is safe.
  private mutating func write(_ value: ArchiveValue, _ nesting: Int) {
    switch value.innermost {
    case .list(let values): write(values, "[", "]", nesting)
    case .set(let values): write(values, "{", "}", nesting)
    case .map(let pairs):
      guard nesting > 0, !pairs.isEmpty else {
        text += pairs.isEmpty ? "{:}" : "{\(pairs.count)}"
        return
      }
      text += "{"
      for (index, pair) in pairs.enumerated() {
        guard beginPart(index) else { break }
        write(pair.key, nesting - 1)
        text += ": "
        write(pair.value, nesting - 1)
      }
      text += "}"
    case .struct(let value):
      write(
        archive.schema.name(ofEntry: value.entry), archive.schema.keys(ofBody: value.entry),
        value.values, nesting)
    case .enum(let value):
      let keys = archive.schema.keys(ofBody: value.entry, caseIndex: value.caseIndex)
      text += "."
      guard value.values.contains(where: { $0 != nil }) else {
        text += KeyPathText.name(archive.schema.caseName(value))
        return
      }
      write(archive.schema.caseName(value), keys, value.values, nesting)
    case .reference(let number):
      text +=
        archive.isReached(number)
        ? KeyPathText.name(archive.className(of: number)) : "nil"
    case let scalar: text += text(ofScalar: scalar)
    }
  }

  private mutating func beginPart(_ index: Int) -> Bool {
    if index > 0 { text += ", " }
    guard isFull else { return true }
    text += "…"
    return false
  }

  private mutating func write(
    _ values: [ArchiveValue], _ open: String, _ close: String, _ nesting: Int
  ) {
    guard nesting > 0 || values.isEmpty else {
      text += "\(open)\(values.count)\(close)"
      return
    }
    text += open
    for (index, value) in values.enumerated() {
      guard beginPart(index) else { break }
      write(value, nesting - 1)
    }
    text += close
  }

  private mutating func write(
    _ name: String, _ keys: [ComparedSchema.Key], _ values: [ArchiveValue?], _ nesting: Int
  ) {
    text += KeyPathText.name(name)
    guard nesting > 0 else { return }
    var count = 0
    text += "("
    for (key, value) in zip(keys, values) {
      guard let value else { continue }
      guard beginPart(count) else { break }
      text += "\(KeyPathText.name(key.name)): "
      write(value, nesting - 1)
      count += 1
    }
    text += ")"
  }

  private func text(ofScalar value: ArchiveValue) -> String {
    var plain: String { value.plainText(archive.schema.classes) ?? "" }
    return switch value {
    case .float32(let number) where !number.isNaN: number.description
    case .date(let number): CalendarDate.text(number, number: plain)
    case .string(let text): "\"\(text.shortened(to: 48).escaped)\""
    case .bytes(let bytes) where bytes.count > 16:
      "<\(Hexadecimal.digits(bytes.prefix(16)))…(\(bytes.count) bytes)>"
    case .bytes: "<\(plain)>"
    case .uuid(let value): "uuid(\(Hexadecimal.digits(value, count: 32)))"
    case .decimal: "decimal(\(plain))"
    case .nil: "nil"
    default: plain
    }
  }
}
