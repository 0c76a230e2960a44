import Stele

/// The bytes of the smallest parts, for fixtures that are written by hand.
enum Wire {
  /// A count or number.
  static func number(_ number: Int) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(number: number)
    return writer.bytes
  }

  /// A string.
  static func string(_ string: String) -> [UInt8] {
    number(string.utf8.count) + Array(string.utf8)
  }

  /// A record: its length, its entry and its values.
  static func record(_ entry: Int, _ values: [UInt8]...) -> [UInt8] {
    let content = number(entry) + values.flatMap { $0 }
    return number(content.count) + content
  }

  /// The payload of a block.
  static func block(first: Int, _ records: [UInt8]...) -> [UInt8] {
    number(first) + number(records.count) + records.flatMap { $0 }
  }

  /// The payload of an instalment of the class table.
  static func classes(names: [String], entries: [[UInt8]]) -> [UInt8] {
    number(names.count) + number(entries.count) + names.flatMap(string) + entries.flatMap { $0 }
  }

  /// An entry of version 1 of a class.
  static func entry(name: Int, superclass: Int = 0, _ keys: [UInt8]...) -> [UInt8] {
    number(name) + [1, 0] + number(superclass) + number(keys.count) + keys.flatMap { $0 }
  }

  /// A required key since version 1.
  static func key(_ name: String, _ type: [UInt8]) -> [UInt8] {
    string(name) + type + [1, 0]
  }

  /// The payload of an instalment of the roots.
  static func roots(_ roots: [UInt8]...) -> [UInt8] {
    number(roots.count) + roots.flatMap { $0 }
  }

  /// A root.
  static func root(_ name: String, _ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
    string(name) + type + value
  }
}
