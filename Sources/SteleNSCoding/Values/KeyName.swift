/// The names of keys in archives.
enum KeyName {
  /// Returns the archived name of a key of the program; a name that begins with a dollar sign is escaped, since these names are
  /// for values without keys.
  static func escaped(_ key: String) -> String {
    key.utf8.first == UInt8(ascii: "$") ? "$" + key : key
  }

  /// Returns the program's name for a key, or nil for values without keys and for the archiver's own entries.
  static func unescaped(_ key: String) -> String? {
    guard key.hasPrefix("$") else { return key }
    return key.hasPrefix("$$") ? String(key.dropFirst()) : nil
  }

  /// Returns the name of the next value without a key, given the number of previous ones.
  static func next(after count: inout Int) -> String {
    count += 1
    return "$\(count - 1)"
  }
}
