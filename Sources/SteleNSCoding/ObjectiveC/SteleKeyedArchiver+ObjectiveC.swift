#if canImport(ObjectiveC)
  public import Foundation

  // The methods for Objective-C besides those of NSCoder, with the selectors of NSKeyedArchiver. Swift does not see them.
  // Safe, wherever there is an error pointer: the caller has room for an error there.
  extension SteleKeyedArchiver {
    /// Makes an archiver.
    @available(swift, obsoleted: 1)
    @objc(initRequiringSecureCoding:)
    public convenience init(objCRequiringSecureCoding requiresSecureCoding: Bool) {
      self.init(requiringSecureCoding: requiresSecureCoding, outputFormat: .stele)
    }

    /// Makes an archiver that writes for `NSKeyedUnarchiver`, or a Stele archive.
    @available(swift, obsoleted: 1)
    @objc(initRequiringSecureCoding:outputFormat:)
    public convenience init(
      objCRequiringSecureCoding requiresSecureCoding: Bool, outputFormat: OutputFormat
    ) {
      self.init(requiringSecureCoding: requiresSecureCoding, outputFormat: outputFormat)
    }

    /// Encodes an object and all objects that are reachable from it.
    @available(swift, obsoleted: 1)
    @objc(archivedDataWithRootObject:requiringSecureCoding:error:)
    public static func objCArchivedData(
      _ object: Any, _ requiresSecureCoding: Bool, _ error: NSErrorPointer
    ) -> Data? {
      unsafe reporting(error) {
        try archivedData(withRootObject: object, requiringSecureCoding: requiresSecureCoding)
      }
    }

    /// Encodes an object and all objects that are reachable from it, in a format.
    @available(swift, obsoleted: 1)
    @objc(archivedDataWithRootObject:requiringSecureCoding:outputFormat:error:)
    public static func objCArchivedData(
      _ object: Any, _ requiresSecureCoding: Bool, _ outputFormat: OutputFormat,
      _ error: NSErrorPointer
    ) -> Data? {
      unsafe reporting(error) {
        try archivedData(
          withRootObject: object, requiringSecureCoding: requiresSecureCoding,
          outputFormat: outputFormat)
      }
    }

    /// Encodes one object, and replaces a file when the archive is complete.
    @available(swift, obsoleted: 1)
    @objc(archiveRootObject:toURL:requiringSecureCoding:error:)
    @discardableResult
    public static func objCArchive(
      _ object: Any, _ url: URL, _ requiresSecureCoding: Bool, _ error: NSErrorPointer
    ) -> Bool {
      unsafe reporting(error) {
        try archive(rootObject: object, to: url, requiringSecureCoding: requiresSecureCoding)
        return true
      } ?? false
    }

    /// Completes the archive; an error is in `error`.
    @available(swift, obsoleted: 1)
    @objc(finishEncoding)
    public func objCFinishEncoding() { finishEncoding() }

    /// The archive, which is completed if it is not complete yet; empty if an error occurred.
    @available(swift, obsoleted: 1)
    @objc(encodedData)
    public var objCEncodedData: Data { encodedData }

    /// Sets the name under which this archiver archives objects of a class.
    @available(swift, obsoleted: 1)
    @objc(setClassName:forClass:)
    public func objCSetClassName(_ codedName: String?, _ type: AnyClass) {
      setClassName(codedName, for: type)
    }

    /// Returns the name that has been set for a class.
    @available(swift, obsoleted: 1)
    @objc(classNameForClass:)
    public func objCClassName(_ type: AnyClass) -> String? { className(for: type) }

    /// Sets the name under which all archivers archive objects of a class.
    @available(swift, obsoleted: 1)
    @objc(setClassName:forClass:)
    public static func objCSetSharedClassName(_ codedName: String?, _ type: AnyClass) {
      setClassName(codedName, for: type)
    }

    /// Returns the name that has been set for a class, for all archivers.
    @available(swift, obsoleted: 1)
    @objc(classNameForClass:)
    public static func objCSharedClassName(_ type: AnyClass) -> String? { className(for: type) }

    /// The information that the program passes to its types, by the names of its keys.
    @available(swift, obsoleted: 1)
    @objc(userInfo)
    public var objCUserInfo: [String: Any] {
      Dictionary(uniqueKeysWithValues: userInfo.map { ($0.key.rawValue, $0.value) })
    }

    /// The domain of the errors that `SteleKeyedCodingErrorCode` numbers.
    @available(swift, obsoleted: 1)
    @objc(codingErrorDomain)
    public static var objCErrorDomain: String { KeyedCodingError.errorDomain }

    /// The delegate of a program in Objective-C; it is not retained.
    @available(swift, obsoleted: 1)
    @objc(delegate)
    public var objCDelegate: (any ObjCArchiverDelegate)? {
      get { (delegate as? ArchiverDelegateAdapter)?.delegate }
      set {
        let adapter = newValue.map { ArchiverDelegateAdapter($0) }
        delegateAdapter = adapter
        delegate = adapter
      }
    }
  }
#endif
