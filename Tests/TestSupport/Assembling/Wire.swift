/// The bytes of small structures, for archives made by hand.
package enum Wire {
  /// An unsigned varint in its shortest form.
  ///
  /// Spec §1.4.
  package static func varint(_ value: some BinaryInteger) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(truncatingIfNeeded: rest)]
  }

  /// A string with its length.
  ///
  /// Spec §1.6.
  package static func string(_ text: String) -> [UInt8] {
    varint(text.utf8.count) + Array(text.utf8)
  }

  /// An integer of 4 bytes, least significant first.
  package static func u32(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// An integer of 8 bytes, least significant first.
  package static func u64(_ value: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// A key of an entry or case.
  ///
  /// Spec §4.3.
  package static func key(
    _ name: String, _ type: [UInt8], since: Int = 1, flags: UInt8 = 0
  ) -> [UInt8] {
    string(name) + type + varint(since) + [flags]
  }

  /// An entry of kind class.
  ///
  /// Spec §4.2.
  package static func classEntry(
    name: Int, version: Int = 1, superclass: Int = 0, keys: [[UInt8]] = []
  ) -> [UInt8] {
    varint(name) + varint(version) + [0] + varint(superclass) + varint(keys.count)
      + keys.flatMap { $0 }
  }

  /// An entry of kind struct.
  ///
  /// Spec §4.2.
  package static func structEntry(name: Int, version: Int = 1, keys: [[UInt8]] = []) -> [UInt8] {
    varint(name) + varint(version) + [1, 0] + varint(keys.count) + keys.flatMap { $0 }
  }

  /// An entry of kind enum.
  ///
  /// Spec §4.2.
  package static func enumEntry(name: Int, version: Int = 1, cases: [[UInt8]] = []) -> [UInt8] {
    varint(name) + varint(version) + [2, 0] + varint(cases.count) + cases.flatMap { $0 }
  }

  /// A case of an enum entry.
  ///
  /// Spec §4.4.
  package static func enumCase(
    _ name: String, since: Int = 1, flags: UInt8 = 0, keys: [[UInt8]] = []
  ) -> [UInt8] {
    string(name) + varint(since) + [flags] + varint(keys.count) + keys.flatMap { $0 }
  }

  /// An entry of version 1 of a class.
  package static func entry(name: Int, superclass: Int = 0, _ keys: [UInt8]...) -> [UInt8] {
    classEntry(name: name, superclass: superclass, keys: keys)
  }

  /// The payload of an instalment of the class table.
  ///
  /// Spec §4.1.
  package static func classes(names: [String], entries: [[UInt8]]) -> [UInt8] {
    varint(names.count) + varint(entries.count) + names.flatMap(string) + entries.flatMap { $0 }
  }

  /// A record: its length, its entry and its values.
  ///
  /// Spec §5.2.
  package static func record(_ entry: Int, _ values: [UInt8]...) -> [UInt8] {
    let content = varint(entry) + values.flatMap { $0 }
    return varint(content.count) + content
  }

  /// The payload of a block of records.
  ///
  /// Spec §5.1.
  package static func block(first: Int, _ records: [UInt8]...) -> [UInt8] {
    varint(first) + varint(records.count) + records.flatMap { $0 }
  }

  /// The payload of an instalment of the roots.
  ///
  /// Spec §6.1.
  package static func roots(_ roots: [UInt8]...) -> [UInt8] {
    varint(roots.count) + roots.flatMap { $0 }
  }

  /// A root, or a value of the metadata.
  package static func root(_ name: String, _ type: [UInt8], _ value: [UInt8]) -> [UInt8] {
    string(name) + type + value
  }
}
