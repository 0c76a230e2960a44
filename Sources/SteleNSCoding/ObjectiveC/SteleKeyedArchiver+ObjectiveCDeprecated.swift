#if canImport(ObjectiveC)
  public import Foundation

  // The calls of NSKeyedArchiver from before errors and secure coding, for Objective-C. Swift does
  // not see them.
  extension SteleKeyedArchiver {
    /// The format of the archive, which can be set until the first value is encoded.
    @available(swift, obsoleted: 1)
    @objc(outputFormat)
    public var objCOutputFormat: OutputFormat {
      get { outputFormat }
      set { outputFormat = newValue }
    }

    /// Encodes one object, without secure coding; the archive is empty if an error occurred.
    @available(swift, obsoleted: 1)
    @available(
      *, deprecated, message: "Use archivedDataWithRootObject:requiringSecureCoding:error:."
    )
    @objc(archivedDataWithRootObject:)
    public static func objCArchivedDataWithoutError(_ object: Any) -> Data {
      archivedData(withRootObject: object)
    }

    /// Encodes one object, without secure coding, and replaces a file when the archive is complete.
    @available(swift, obsoleted: 1)
    @available(*, deprecated, message: "Use archiveRootObject:toURL:requiringSecureCoding:error:.")
    @objc(archiveRootObject:toFile:)
    public static func objCArchive(_ object: Any, toFile path: String) -> Bool {
      archiveRootObject(object, toFile: path)
    }

    /// Makes an archiver that appends the archive to data when it is completed, without secure coding.
    @available(swift, obsoleted: 1)
    @available(*, deprecated, message: "Use initRequiringSecureCoding: and encodedData.")
    @objc(initForWritingWithMutableData:)
    public convenience init(objCForWritingWith data: NSMutableData) {
      self.init(forWritingWith: data)
    }
  }
#endif
