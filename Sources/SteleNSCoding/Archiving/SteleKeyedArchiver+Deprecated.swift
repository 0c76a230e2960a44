public import Foundation
internal import SteleFoundation

// The calls of NSKeyedArchiver from before errors and secure coding, for programs that still use
// them.
extension SteleKeyedArchiver {
  /// Encodes one object, without secure coding.
  ///
  /// - Returns: The archive, empty if an error occurred.
  /// - Complexity: O(*n*), where *n* is the number of values and objects.
  @available(
    *, deprecated,
    message: "It cannot throw. Use archivedData(withRootObject:requiringSecureCoding:)."
  )
  public class func archivedData(withRootObject rootObject: Any) -> Data {
    let archiver = SteleKeyedArchiver(requiringSecureCoding: false)
    archiver.encode(rootObject, forKey: SteleKeyedArchiveRootObjectKey)
    return archiver.encodedData
  }

  /// Encodes one object, without secure coding, and replaces a file when the archive is complete.
  ///
  /// - Returns: Whether it succeeded; otherwise the file stays as it was.
  @available(
    *, deprecated, message: "It cannot throw. Use archive(rootObject:to:requiringSecureCoding:)."
  )
  public class func archiveRootObject(_ rootObject: Any, toFile path: String) -> Bool {
    do {
      try archive(
        rootObject: rootObject, to: URL(fileURLWithPath: path), requiringSecureCoding: false)
      return true
    } catch {
      return false
    }
  }

  /// Makes an archiver that appends the archive to data when it is completed, without secure coding.
  ///
  /// - Parameter data: The data.
  @available(
    *, deprecated, message: "Use init(requiringSecureCoding:outputFormat:) and archivedData()."
  )
  public convenience init(forWritingWith data: NSMutableData) {
    self.init(requiringSecureCoding: false)
    target = data
  }

  #if !canImport(ObjectiveC)
    /// Returns the name that has been set for a class; Foundation on Linux has this name for the method.
    @available(*, deprecated, renamed: "className(for:)")
    public func classNameForClass(_ cls: AnyClass) -> String? { className(for: cls) }

    /// Returns the name that has been set for a class; Foundation on Linux has this name for the method.
    @available(*, deprecated, renamed: "className(for:)")
    public class func classNameForClass(_ cls: AnyClass) -> String? { className(for: cls) }
  #endif
}
