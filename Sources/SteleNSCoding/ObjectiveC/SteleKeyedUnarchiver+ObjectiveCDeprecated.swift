#if canImport(ObjectiveC)
  public import Foundation

  // The calls of NSKeyedUnarchiver from before errors and secure coding, for Objective-C. Swift
  // does not see them.
  // Safe, wherever there is an error pointer: the caller has room for an error there.
  extension SteleKeyedUnarchiver {
    /// Decodes the root of an archive of one object, of any class of the program that the archive names.
    @available(swift, obsoleted: 1)
    @available(*, deprecated, message: "Use unarchivedObjectOfClass:fromData:error:.")
    @objc(unarchiveObjectWithData:)
    public static func objCUnarchiveObject(with data: Data) -> Any? { unarchiveObject(with: data) }

    /// Decodes the root of an archive of one object in a file, of any class of the program that the archive names.
    @available(swift, obsoleted: 1)
    @available(*, deprecated, message: "Use unarchivedObjectOfClass:fromData:error:.")
    @objc(unarchiveObjectWithFile:)
    public static func objCUnarchiveObject(withFile path: String) -> Any? {
      unarchiveObject(withFile: path)
    }

    /// Decodes the root of an archive of one object, of any class of the program that the archive names.
    @available(swift, obsoleted: 1)
    @available(*, deprecated, message: "Use unarchivedObjectOfClass:fromData:error:.")
    @objc(unarchiveTopLevelObjectWithData:error:)
    public static func objCUnarchiveTopLevelObject(_ data: Data, _ error: NSErrorPointer) -> Any? {
      unsafe reporting(error) { try unarchiveTopLevelObjectWithData(data) }
    }

    /// Makes an unarchiver of an archive, without secure coding; the error of an invalid archive is in `error`.
    @available(swift, obsoleted: 1)
    @available(*, deprecated, message: "Use initForReadingFromData:error:.")
    @objc(initForReadingWithData:)
    public convenience init(objCForReadingWith data: Data) { self.init(forReadingWith: data) }
  }
#endif
