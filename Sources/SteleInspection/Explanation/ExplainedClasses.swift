import Stele

/// The content of a class table that is needed to find the fields of values.
///
/// This is a second implementation of chapter 4, which skips unreadable parts.
struct ExplainedClasses: Sendable {
  /// A stored key.
  struct Key: Sendable {
    let name: String
    /// The type, without the names of classes.
    let type: ArchiveTypeDescriptor
    let isOptional: Bool
  }

  /// The stored keys of a class, a struct or a case.
  struct Body: Sendable {
    var keys: [Key] = []
    /// The number of optional keys among them.
    var optionalCount = 0
  }

  struct Case: Sendable {
    let name: String
    let body: Body
  }

  struct Entry: Sendable {
    let name: Int
    let version: Int
    /// The kind, or `nil` if the entry could not be read.
    let kind: ArchiveClassEntry.Kind?
    let superclass: Int
    var body = Body()
    /// The names of the required keys of type struct.
    var nestedKeys: [String] = []
    var cases: [Case] = []
  }

  var names: [String] = []
  var entries: [Entry] = []

  /// The largest length of a chain of superclasses.
  ///
  /// Spec §4.2, rule L3.
  static let chainCount = 256

  func entry(_ number: Int) -> Entry? {
    guard number > 0, number <= entries.count else { return nil }
    return entries[number - 1]
  }

  func name(_ number: Int) -> String? {
    guard number > 0, number <= names.count else { return nil }
    return names[number - 1]
  }

  /// Returns the name of the class of an entry, or an empty text.
  func className(ofEntry number: Int) -> String {
    entry(number).flatMap { name($0.name) } ?? ""
  }
}
