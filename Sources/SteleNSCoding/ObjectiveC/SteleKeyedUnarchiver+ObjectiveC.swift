#if canImport(ObjectiveC)
  public import Foundation

  // The methods for Objective-C besides those of NSCoder, with the selectors of NSKeyedUnarchiver. Swift does not see them.
  // Safe, wherever there is an error pointer: the caller has room for an error there.
  extension SteleKeyedUnarchiver {
    /// Makes an unarchiver of an archive, and validates all of it first.
    @available(swift, obsoleted: 1)
    @objc(initForReadingFromData:error:)
    public convenience init(objCForReadingFrom data: Data) throws {
      try self.init(forReadingFrom: data)
    }

    /// Makes an unarchiver of an archive of `NSKeyedArchiver`.
    @available(swift, obsoleted: 1)
    @objc(initForReadingFromKeyedArchive:error:)
    public convenience init(objCForReadingKeyedArchive data: Data) throws {
      try self.init(forReadingKeyedArchive: data)
    }

    /// Decodes the root of an archive of one object.
    @available(swift, obsoleted: 1)
    @objc(unarchivedObjectOfClass:fromData:error:)
    public static func objCUnarchivedObject(
      _ type: AnyClass, _ data: Data, _ error: NSErrorPointer
    ) -> Any? {
      unsafe reporting(error) { try unarchivedObject(ofClasses: [type], from: data) }
    }

    /// Decodes the root of an archive of one object.
    @available(swift, obsoleted: 1)
    @objc(unarchivedObjectOfClasses:fromData:error:)
    public static func objCUnarchivedObject(
      _ types: Set<AnyHashable>, _ data: Data, _ error: NSErrorPointer
    ) -> Any? {
      unsafe reporting(error) {
        try unarchivedObject(ofClasses: AllowedClasses(types).types, from: data)
      }
    }

    /// Decodes the root of a single-object archive of `NSKeyedArchiver`.
    @available(swift, obsoleted: 1)
    @objc(unarchivedObjectOfClasses:fromKeyedArchive:error:)
    public static func objCUnarchivedObject(
      _ types: Set<AnyHashable>, fromKeyedArchive data: Data, _ error: NSErrorPointer
    ) -> Any? {
      unsafe reporting(error) {
        try unarchivedObject(ofClasses: AllowedClasses(types).types, fromKeyedArchive: data)
      }
    }

    /// Decodes an archive of one array.
    @available(swift, obsoleted: 1)
    @objc(unarchivedArrayOfObjectsOfClass:fromData:error:)
    public static func objCUnarchivedArray(
      _ type: AnyClass, _ data: Data, _ error: NSErrorPointer
    ) -> [Any]? {
      unsafe reporting(error) {
        try KeyedCodingError.validate(
          unarchivedObject(ofClasses: [NSArray.self, type], from: data),
          SteleKeyedArchiveRootObjectKey)
      }
    }

    /// Decodes an archive of one dictionary.
    @available(swift, obsoleted: 1)
    @objc(unarchivedDictionaryWithKeysOfClass:objectsOfClass:fromData:error:)
    public static func objCUnarchivedDictionary(
      _ keyType: AnyClass, _ type: AnyClass, _ data: Data, _ error: NSErrorPointer
    ) -> [AnyHashable: Any]? {
      unsafe reporting(error) {
        try KeyedCodingError.validate(
          unarchivedObject(ofClasses: [NSDictionary.self, keyType, type], from: data),
          SteleKeyedArchiveRootObjectKey)
      }
    }

    /// Ends decoding.
    @available(swift, obsoleted: 1)
    @objc(finishDecoding)
    public func objCFinishDecoding() { finishDecoding() }

    /// The information that the program passes to its types, by the names of its keys.
    @available(swift, obsoleted: 1)
    @objc(userInfo)
    public var objCUserInfo: [String: Any] {
      Dictionary(uniqueKeysWithValues: userInfo.map { ($0.key.rawValue, $0.value) })
    }

    /// The keys of conditionally encoded references to objects that could not be made in time.
    @available(swift, obsoleted: 1)
    @objc(unfinishedKeys)
    public var objCUnfinishedKeys: [String] { unfinishedKeys }

    /// Sets the class for a name in this archive.
    @available(swift, obsoleted: 1)
    @objc(setClass:forClassName:)
    public func objCSetClass(_ type: AnyClass?, _ codedName: String) {
      setClass(type, forClassName: codedName)
    }

    /// Returns the class that has been set for a name.
    @available(swift, obsoleted: 1)
    @objc(classForClassName:)
    public func objCClass(_ codedName: String) -> AnyClass? { `class`(forClassName: codedName) }

    /// Sets the class for a name in all archives.
    @available(swift, obsoleted: 1)
    @objc(setClass:forClassName:)
    public static func objCSetSharedClass(_ type: AnyClass?, _ codedName: String) {
      setClass(type, forClassName: codedName)
    }

    /// Returns the class that has been set for a name, for all unarchivers.
    @available(swift, obsoleted: 1)
    @objc(classForClassName:)
    public static func objCSharedClass(_ codedName: String) -> AnyClass? {
      `class`(forClassName: codedName)
    }

    /// The delegate of a program in Objective-C; it is not retained.
    @available(swift, obsoleted: 1)
    @objc(delegate)
    public var objCDelegate: (any ObjCUnarchiverDelegate)? {
      get { (delegate as? UnarchiverDelegateAdapter)?.delegate }
      set {
        let adapter = newValue.map { UnarchiverDelegateAdapter($0) }
        delegateAdapter = adapter
        delegate = adapter
      }
    }
  }
#endif
