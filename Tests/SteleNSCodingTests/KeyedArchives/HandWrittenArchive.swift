import Foundation

/// A keyed archive that is written record by record, as no archiver would.
struct HandWrittenArchive {
  /// The objects of the archive; the first is the root.
  private var objects: [Any]

  /// Begins an archive of property lists, of which the first is the root.
  init(objects: [Any]) { self.objects = ["$null"] + objects }

  /// Begins an archive whose root is a record of a class.
  init(_ className: String, _ members: [String: Any]) { self.init([(className, members)]) }

  /// Begins an archive of records of classes, which refer by ``uid(_:)`` to each other and to property lists behind them.
  init(_ records: [(className: String, members: [String: Any])], _ others: [Any] = []) {
    objects = ["$null"] + [Any](repeating: "$null", count: records.count) + others
    for (index, record) in records.enumerated() {
      objects[index + 1] = members(record.className, record.members)
    }
  }

  /// Returns a reference to a record, counted from 1.
  static func uid(_ number: Int) -> [String: Any] { ["CF$UID": number] }

  private mutating func members(_ className: String, _ content: [String: Any]) -> [String: Any] {
    var record = content
    objects.append(["$classname": className, "$classes": [className, "NSObject"]])
    record["$class"] = Self.uid(objects.count - 1)
    return record
  }

  /// The file.
  var data: Data {
    get throws {
      try PropertyListSerialization.data(
        fromPropertyList: [
          "$archiver": "NSKeyedArchiver", "$version": 100_000, "$top": ["root": Self.uid(1)],
          "$objects": objects,
        ], format: .xml, options: 0)
    }
  }
}
