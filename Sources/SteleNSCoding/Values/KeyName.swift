/// The names under which keys stand in archives.
enum KeyName {
  /// The name of a key of the program; one that begins with a dollar sign gets another, since those are for values without
  /// keys.
  static func escaped(_ key: String) -> String {
    key.utf8.first == UInt8(ascii: "$") ? "$" + key : key
  }

  /// The name that the program has for a key; none for values without keys, and for what archives note themselves.
  static func unescaped(_ key: String) -> String? {
    guard key.hasPrefix("$") else { return key }
    return key.hasPrefix("$$") ? String(key.dropFirst()) : nil
  }

  /// The name of the next value without a key, of which there have been some.
  static func next(after count: inout Int) -> String {
    count += 1
    return "$\(count - 1)"
  }
}
