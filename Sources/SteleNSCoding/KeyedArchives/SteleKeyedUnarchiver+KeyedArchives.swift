public import Foundation
public import Stele
public import SteleKeyedArchive
internal import SteleModel

extension SteleKeyedUnarchiver {
  /// Makes an unarchiver of a binary or XML property list written by `NSKeyedArchiver` or a similar archiver.
  ///
  /// The list is converted unchanged, without the program's classes, and then validated like any archive. Cycles, missing
  /// classes and other names of archivers do not matter, although they stop Foundation's unarchiver.
  ///
  /// - Parameters:
  ///   - data: The property list.
  ///   - settings: The limits, and further settings of the decoder.
  ///   - limits: Limits for the property list.
  /// - Throws: `KeyedArchiveError` when the data is not a keyed archive, and the errors of ``init(forReadingFrom:)``.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public convenience init(
    forReadingKeyedArchive data: Data, decoder settings: SteleDecoder = SteleDecoder(),
    limits: KeyedArchiveLimits = KeyedArchiveLimits()
  ) throws {
    let graph = try ArchiveGraph(keyedArchive: [UInt8](data), limits: limits)
    try self.init(forReadingFrom: Data(graph.encoded()), decoder: settings)
    isKeyedArchive = true
  }

  /// Decodes the root of a single-object archive of `NSKeyedArchiver`.
  ///
  /// - Throws: `KeyedArchiveError` when the data is not a keyed archive, and the errors of ``unarchivedObject(ofClass:from:)``.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public static func unarchivedObject(
    ofClasses classes: [AnyClass], fromKeyedArchive data: Data
  ) throws -> Any? {
    let unarchiver = try SteleKeyedUnarchiver(forReadingKeyedArchive: data)
    return try unarchiver.object(of: classes, forKey: SteleKeyedArchiveRootObjectKey)
  }

  /// Decodes the root of a single-object archive of `NSKeyedArchiver`.
  ///
  /// - Throws: As ``unarchivedObject(ofClasses:fromKeyedArchive:)``.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public static func unarchivedObject<Object: NSObject>(
    ofClass cls: Object.Type, fromKeyedArchive data: Data
  ) throws -> Object? {
    try unarchivedObject(ofClasses: [cls], fromKeyedArchive: data) as? Object
  }

  /// Decodes the root of a single-object archive of `NSKeyedArchiver` as a value of a `Codable`
  /// type.
  ///
  /// `classes` maps class names of the archive that differ from the program's names. The keys of a class are found by the names
  /// of its coding keys, regardless of their kinds of values. A string, number, date, URL, array, set or dictionary is an
  /// object in a keyed archive, and is converted.
  ///
  ///     let person = try SteleKeyedUnarchiver.unarchivedValue(
  ///       of: Person.self, classes: ["XYZPerson": Person.self], fromKeyedArchive: data)
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - classes: The classes for names in the archive; the requested class needs no entry for its own name.
  ///   - data: The property list.
  /// - Returns: The value, or nil when nil was archived.
  /// - Throws: As ``unarchivedObject(ofClasses:fromKeyedArchive:)``.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public static func unarchivedValue<T: Decodable>(
    of type: T.Type, classes: [String: AnyClass] = [:], fromKeyedArchive data: Data
  ) throws -> T? {
    let unarchiver = try SteleKeyedUnarchiver(forReadingKeyedArchive: data)
    for entry in classes { unarchiver.setClass(entry.value, forClassName: entry.key) }
    let value = unarchiver.decodeDecodable(type, forKey: SteleKeyedArchiveRootObjectKey)
    if let error = unarchiver.error { throw error }
    return value
  }
}
