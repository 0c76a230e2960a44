public import Foundation
public import Stele
public import SteleKeyedArchive

extension SteleKeyedUnarchiver {
  /// Makes an unarchiver of what `NSKeyedArchiver` or one of its kin has written, a binary or XML property list.
  ///
  /// The list is taken over as it is, without any class, and then examined like any archive; what keeps Foundation's own
  /// unarchiver from reading it, such as circles, missing classes and other names of archivers, is no obstacle to that.
  ///
  /// - Parameters:
  ///   - data: The property list.
  ///   - settings: Limits, and what else there is to say.
  ///   - limits: Limits for the property list.
  /// - Throws: `KeyedArchiveError` when it is no keyed archive, and what ``init(forReadingFrom:)`` throws.
  public convenience init(
    forReadingKeyedArchive data: Data, _ settings: SteleDecoder = SteleDecoder(),
    limits: KeyedArchiveLimits = KeyedArchiveLimits()
  ) throws {
    let graph = try Graph(keyedArchive: [UInt8](data), limits: limits)
    try self.init(forReadingFrom: Data(graph.encoded()), settings)
  }

  /// Decodes the root of what `NSKeyedArchiver` has written of one object.
  ///
  /// - Throws: `KeyedArchiveError` when it is no keyed archive, and what ``unarchivedObject(ofClass:from:)`` throws.
  public static func unarchivedObject(
    ofClasses classes: [AnyClass], fromKeyedArchive data: Data
  ) throws -> Any? {
    let unarchiver = try SteleKeyedUnarchiver(forReadingKeyedArchive: data)
    return try unarchiver.object(of: classes, forKey: SteleKeyedArchiveRootObjectKey)
  }
}
