public import Foundation
public import Stele

/// Decodes objects of `NSCoding` classes from a Stele archive.
///
/// It takes the place of `NSKeyedUnarchiver`: a program changes the name of the type.
///
///     let person = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, from: data)
///
/// The whole archive is validated before any code of the program runs. Objects are made of those classes only that the
/// program asks for, and of their subclasses; that is checked for every object wherever it is requested, also for strings
/// and numbers, and for what is in collections.
///
/// An object exists when its initialiser has returned, so two that refer to each other cannot both get the other in their
/// initialisers: see ``SecondPhaseDecoding`` and ``decodeObject(of:forKey:later:)``. Long chains are made from their end,
/// without nesting, once the classes in them are known.
///
/// The methods of `NSCoder` cannot throw: the first error stays in ``error``, and nothing more is decoded. It does not
/// matter which ``decodingFailurePolicy`` is set: nothing ends the program. A key that is not there is no error.
open class SteleKeyedUnarchiver: NSCoder {
  /// What is told about objects, and may replace them.
  public weak var delegate: (any SteleKeyedUnarchiverDelegate)?
  /// The adapter of a delegate in Objective-C, which is kept.
  var delegateAdapter: AnyObject?

  /// Whether the program has to say which classes it expects, as it has to unless this is set to false.
  ///
  /// Without it, `decodeObject(forKey:)` makes an object of any `NSCoding` class of the program that the archive names: for
  /// archives from a place that is trusted as much as the program.
  open override var requiresSecureCoding: Bool {
    get { isSecure }
    set {
      // What was found to be right may not be any more.
      if newValue != isSecure { known?.requests.forgetExamined() }
      isSecure = newValue
    }
  }

  /// What went wrong first.
  open override var error: (any Error)? { failure }

  /// Whether an initialiser that returns nil gives nil in the place of its object, as it does unless this is `.raiseException`,
  /// which makes it an error.
  ///
  /// Errors are kept under both policies, and none ends the program.
  open override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy {
    get { policy }
    set { policy = newValue }
  }

  #if canImport(ObjectiveC)
    /// The classes that may stand where a program names none.
    open override var allowedClasses: Set<AnyHashable>? {
      isSecure ? NSSet(array: AllowedClasses.propertyList.types) as? Set<AnyHashable> : nil
    }
  #else
    /// The classes that may stand where a program names none.
    open override var allowedClasses: [AnyClass]? {
      isSecure ? AllowedClasses.propertyList.types : nil
    }
  #endif

  open override var allowsKeyedCoding: Bool { true }

  open override var systemVersion: UInt32 { 2000 }

  /// The keys of references that were encoded conditionally, and whose objects could not be made first.
  ///
  /// Such a key has given nil. The names are those of the class and the key, as in `Node.parent`.
  public internal(set) var unfinishedKeys: [String] = []

  /// The objects of classes that the program does not have, as far as they have been made.
  public internal(set) var unknownObjects: [UnknownCodedObject] = []

  var isSecure = true
  var policy = NSCoder.DecodingFailurePolicy.setErrorAndReturn
  var failure: (any Error)?
  var isFinished = false
  /// The classes of the roots whose initialisers have returned nil.
  var absentRoots: [String: String] = [:]
  let bytes: [UInt8]
  let settings: SteleDecoder
  /// Whether the archive is what `NSKeyedArchiver` has written.
  var isKeyedArchive = false
  var known: (unarchiver: Unarchiver, requests: ObjectRequests)?
  /// The keys of the object that is being decoded, and its class; none outside of objects.
  var keys: (decoder: ObjectDecoder, type: AnyClass)?
  /// What is known of them while a superclass that is coded by hand reads its own.
  var keysByHand: KeysByHand?
  /// The number of values without keys so far, in the object or outside of objects.
  var unkeyedCount = 0
  var classes: [String: AnyClass] = [:]
  /// Where the properties of the objects of each entry are that are archived without a line for each.
  var propertySources: [Int: [PropertySource]] = [:]
  /// The objects that are being filled and have all values that are no references.
  var readyToHash: Set<ObjectIdentifier> = []
  /// The bytes that are lent out by pointer.
  var lentBytes: [NSData] = []

  /// Makes an unarchiver of an archive, of which all is validated first.
  ///
  /// - Parameter data: The archive.
  /// - Throws: `DecodingError` when it is malformed, with an `ArchiveError` inside.
  public convenience init(forReadingFrom data: Data) throws {
    try self.init(forReadingFrom: data, SteleDecoder())
  }

  /// Makes an unarchiver of an archive, of which all is validated first.
  ///
  /// - Parameters:
  ///   - data: The archive.
  ///   - settings: Limits, and what else there is to say; the classes are those that the calls ask for.
  /// - Throws: `DecodingError` when it is malformed, with an `ArchiveError` inside.
  public init(forReadingFrom data: Data, _ settings: SteleDecoder) throws {
    bytes = [UInt8](data)
    self.settings = settings
    super.init()
    _ = try open()
  }

  /// Makes an unarchiver of bytes that are validated by the first call that needs it.
  init(unvalidated data: Data) {
    bytes = [UInt8](data)
    settings = SteleDecoder()
    super.init()
  }

  /// Keeps the first error, and decodes nothing any more.
  open override func failWithError(_ error: any Error) {
    if failure == nil { failure = error }
  }

  /// Says that nothing more will be decoded.
  public func finishDecoding() {
    guard !isFinished else { return }
    delegate?.unarchiverWillFinish(self)
    isFinished = true
    delegate?.unarchiverDidFinish(self)
  }

  func open() throws -> (unarchiver: Unarchiver, requests: ObjectRequests) {
    if let known { return known }
    let unarchiver: Unarchiver
    do {
      unarchiver = try Unarchiver(bytes, settings, surrogate: self)
    } catch let error as DecodingError where PropertyListForm.isLikely(bytes) {
      throw PropertyListForm.error(error)
    }
    let opened = (unarchiver, ObjectRequests(unarchiver))
    known = opened
    return opened
  }

  // MARK: Values under keys

  open override func containsValue(forKey key: String) -> Bool {
    attempt { try contains(escaped(key)) } ?? false
  }

  open override func decodeObject(forKey key: String) -> Any? {
    attempt { try object(escaped(key), of: nil) }
  }

  #if canImport(ObjectiveC)
    // What programs call are extensions of NSCoder there, which all end in these.

    open override func __decodeObject(
      ofClasses classes: Set<AnyHashable>?, forKey key: String
    ) -> Any? {
      attempt { try object(escaped(key), of: classes.map { AllowedClasses($0).types }) }
    }

    open override func __decodeArrayOfObjects(of cls: AnyClass, forKey key: String) -> [Any]? {
      attempt { try object(escaped(key), of: [NSArray.self, cls]) } as? [Any]
    }

    open override func __decodeArrayOfObjects(
      ofClasses classes: Set<AnyHashable>, forKey key: String
    ) -> [Any]? {
      attempt {
        try object(escaped(key), of: [NSArray.self] + AllowedClasses(classes).types)
      } as? [Any]
    }

    open override func __decodeDictionary(
      withKeysOf keyCls: AnyClass, objectsOf objectCls: AnyClass, forKey key: String
    ) -> [AnyHashable: Any]? {
      attempt {
        try object(escaped(key), of: [NSDictionary.self, keyCls, objectCls])
      } as? [AnyHashable: Any]
    }

    open override func __decodeDictionary(
      withKeysOfClasses keyClasses: Set<AnyHashable>,
      objectsOfClasses objectClasses: Set<AnyHashable>,
      forKey key: String
    ) -> [AnyHashable: Any]? {
      let classes = AllowedClasses(keyClasses).types + AllowedClasses(objectClasses).types
      return attempt { try object(escaped(key), of: [NSDictionary.self] + classes) }
        as? [AnyHashable: Any]
    }
  #else
    open override func decodeObject(of classes: [AnyClass]?, forKey key: String) -> Any? {
      attempt { try object(escaped(key), of: classes) }
    }
  #endif

  #if !canImport(ObjectiveC)
    open override func decodeObject<Object: NSCoding>(
      of cls: Object.Type, forKey key: String
    ) -> Object? where Object: NSObject {
      attempt { try object(escaped(key), of: cls) }
    }
  #endif

  open override func decodeBool(forKey key: String) -> Bool {
    attempt { try truth(escaped(key)) } ?? false
  }

  open override func decodeInteger(forKey key: String) -> Int {
    attempt { try integer(escaped(key)) } ?? 0
  }

  open override func decodeInt32(forKey key: String) -> Int32 {
    attempt { try integer(escaped(key)) } ?? 0
  }

  open override func decodeCInt(forKey key: String) -> CInt { decodeInt32(forKey: key) }

  open override func decodeInt64(forKey key: String) -> Int64 {
    attempt { try integer(escaped(key)) } ?? 0
  }

  open override func decodeFloat(forKey key: String) -> Float {
    attempt { try number(escaped(key), Float.self)?.floatValue } ?? 0
  }

  open override func decodeDouble(forKey key: String) -> Double {
    attempt { try real(escaped(key)) } ?? 0
  }

  #if canImport(ObjectiveC)
    /// Decodes bytes, which stay where they are as long as the unarchiver lives.
    open override func decodeBytes(
      forKey key: String, returnedLength lengthp: UnsafeMutablePointer<Int>?
    ) -> UnsafePointer<UInt8>? {
      // Safe: the caller has an integer there, or nothing.
      unsafe lend(attempt { try value(Data.self, forKey: escaped(key)) }, lengthp)
    }
  #else
    // Foundation has these two ways of asking for bytes here, and no other.

    open override func withDecodedUnsafeBufferPointer<Result>(
      forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
      guard let data = attempt({ try value(Data.self, forKey: escaped(key)) }) else {
        return try body(nil)
      }
      // Safe: the pointer is used during the call.
      return try unsafe data.withUnsafeBytes { bytes in
        try unsafe body(bytes.bindMemory(to: UInt8.self))
      }
    }

    open override func withDecodedUnsafeBytes<Result>(
      forKey key: String, body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
      guard let data = attempt({ try value(Data.self, forKey: escaped(key)) }) else {
        return try body(nil)
      }
      // Safe: the pointer is used during the call.
      return try unsafe data.withUnsafeBytes { try unsafe body($0) }
    }
  #endif

  // MARK: Values without keys

  open override func decodeObject() -> Any? {
    attempt { try object(nextKey(), of: nil) }
  }

  open override func decodeData() -> Data? {
    attempt { try value(Data.self, forKey: nextKey()) }
  }

  open override func decodePropertyList() -> Any? {
    attempt { try object(nextKey(), of: AllowedClasses.propertyList.types) }
  }

  open override func decodePropertyList(forKey key: String) -> Any? {
    attempt { try object(escaped(key), of: AllowedClasses.propertyList.types) }
  }

  #if canImport(ObjectiveC)
    open override func decodeBytes(
      withReturnedLength lengthp: UnsafeMutablePointer<Int>
    ) -> UnsafeMutableRawPointer? {
      // Safe: the caller has an integer there; the bytes are lent for reading.
      let bytes = unsafe lend(decodeData(), lengthp)
      return unsafe UnsafeMutableRawPointer(mutating: bytes)
    }

    open override func decodeValue(
      ofObjCType type: UnsafePointer<CChar>, at data: UnsafeMutableRawPointer, size: Int
    ) {
      var byteCount = 0
      // Safe: Foundation says how much room the type takes.
      unsafe NSGetSizeAndAlignment(type, &byteCount, nil)
      _ = attempt {
        guard byteCount <= size else {
          throw KeyedCodingError(.notSupported, className: unsafe String(cString: type))
        }
        // Safe: the caller has room for a value of that type there.
        try unsafe ObjCType.decode(String(cString: type), at: data, from: self)
      }
    }
  #else
    open override func decodeValue(
      ofObjCType type: UnsafePointer<Int8>, at data: UnsafeMutableRawPointer
    ) {
      // Safe: the caller has a value of that type there.
      _ = attempt { try unsafe ObjCType.decode(String(cString: type), at: data, from: self) }
    }
  #endif

  /// The version of a class, which keyed archives do not have: 0.
  open override func version(forClassName className: String) -> Int { 0 }
}
