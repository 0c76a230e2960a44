public import Foundation
internal import SteleFoundation

// The calls of NSKeyedUnarchiver from before errors and secure coding, for programs that still use
// them.
extension SteleKeyedUnarchiver {
  /// Decodes the root of an archive of one object, of any `NSCoding` class of the program that the archive names.
  ///
  /// - Returns: The object, or nil if an error occurred.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  @available(
    *, deprecated,
    message: "It makes objects of any class, and cannot throw. Use unarchivedObject(ofClass:from:)."
  )
  public class func unarchiveObject(with data: Data) -> Any? {
    try? rootOfAnyClass(in: data)
  }

  /// Decodes the root of an archive of one object in a file, of any `NSCoding` class of the program that the archive names.
  ///
  /// - Returns: The object, or nil if an error occurred.
  @available(
    *, deprecated,
    message:
      "It makes objects of any class, and cannot throw. Use unarchivedObject(ofClass:contentsOf:)."
  )
  public class func unarchiveObject(withFile path: String) -> Any? {
    try? rootOfAnyClass(in: Data(FileSource(URL(fileURLWithPath: path)).bytes()))
  }

  /// Decodes the root of an archive of one object, of any `NSCoding` class of the program that the archive names.
  ///
  /// - Throws: As ``unarchivedObject(ofClass:from:)``.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  @available(
    *, deprecated, message: "It makes objects of any class. Use unarchivedObject(ofClass:from:)."
  )
  public class func unarchiveTopLevelObjectWithData(_ data: Data) throws -> Any? {
    try rootOfAnyClass(in: data)
  }

  /// Makes an unarchiver of an archive, without secure coding; if the archive is invalid, nothing is decoded, and ``error``
  /// states the reason.
  ///
  /// - Parameter data: The archive.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  @available(*, deprecated, message: "It cannot throw. Use init(forReadingFrom:).")
  public convenience init(forReadingWith data: Data) {
    self.init(unvalidated: data)
    requiresSecureCoding = false
    do { _ = try open() } catch { failWithError(error) }
  }

  private static func rootOfAnyClass(in data: Data) throws -> Any? {
    let unarchiver = try SteleKeyedUnarchiver(forReadingFrom: data)
    unarchiver.requiresSecureCoding = false
    return try unarchiver.checked(
      unarchiver.decodeObject(forKey: SteleKeyedArchiveRootObjectKey),
      SteleKeyedArchiveRootObjectKey)
  }
}
