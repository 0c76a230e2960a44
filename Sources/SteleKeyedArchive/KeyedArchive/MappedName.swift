/// The names to which the mapping of keyed archives assigns a meaning.
///
/// Spec §E.2 to §E.5.
package enum MappedName {
  package static let archiver = "$archiver"
  package static let version = "$version"
  package static let top = "$top"
  package static let objects = "$objects"

  /// Object 0 of every keyed archive, and the item of metadata that records its absence.
  package static let null = "$null"
  /// The item of metadata that contains the keys of the outermost dictionary in their order.
  package static let keys = "$keys"

  /// The key with the class record of a record, and the class of class records.
  package static let classKey = "$class"
  package static let className = "$classname"
  package static let classes = "$classes"
  /// The name of the structs for dictionaries.
  package static let dictionary = "$dictionary"
  /// The only key of objects that are bare values.
  package static let value = "value"

  package static let bareClasses: Set<String> = [
    null, "$bool", "$integer", "$real", "$string", "$data", "$date", "$uid", "$array", "$set",
  ]

  /// Returns the class of a value that is a member of `$objects` itself; nil for a dictionary.
  static func bareClass(of node: PropertyListGraph.Node) -> String? {
    switch node {
    case .null: null
    case .bool: "$bool"
    case .integer: "$integer"
    case .real32, .real64: "$real"
    case .string: "$string"
    case .data: "$data"
    case .date: "$date"
    case .uid: "$uid"
    case .array: "$array"
    case .set: "$set"
    case .dictionary: nil
    }
  }

  /// Returns the name of the entries of a class: never empty, and never a name that the mapping uses.
  static func entryName(ofClass name: String) -> String {
    name.isEmpty || name.utf8.first == UInt8(ascii: "$") ? "$" + name : name
  }

  /// Returns the class name for an entry of records.
  package static func className(ofEntry name: String) -> String {
    name.utf8.first == UInt8(ascii: "$") ? String(name.dropFirst()) : name
  }

  package static func isRecordEntry(_ name: String) -> Bool {
    let bytes = name.utf8
    return bytes.first != UInt8(ascii: "$") || bytes.count == 1
      || bytes.dropFirst().first == UInt8(ascii: "$")
  }

  /// Returns the name of the item of metadata for a key of the outermost dictionary.
  static func itemName(ofKey key: String) -> String {
    isEscapable(key) ? key + "$" : key
  }

  /// Returns the key of the outermost dictionary that an item of metadata describes.
  static func key(ofItem name: String) -> String {
    isEscapable(name) ? String(name.dropLast()) : name
  }

  /// Returns whether a name is `$keys` or `$null`, followed by any number of `$`.
  private static func isEscapable(_ name: String) -> Bool {
    var bytes = Array(name.utf8)
    while bytes.last == UInt8(ascii: "$") { bytes.removeLast() }
    return bytes.elementsEqual(keys.utf8) || bytes.elementsEqual(null.utf8)
  }
}
