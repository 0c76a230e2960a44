public import Foundation
public import Stele

/// Decodes objects of `NSCoding` classes from a Stele archive.
///
/// It replaces `NSKeyedUnarchiver`: a program changes the name of the type.
///
///     let person = try SteleKeyedUnarchiver.unarchivedObject(ofClass: Person.self, from: data)
///
/// The whole archive is validated before any code of the program runs. Objects are made only from the classes that the program
/// requests, and from their subclasses. Each requested object is checked, including strings and numbers, and the content of
/// collections.
///
/// An object exists when its initialiser has returned, so two objects that refer to each other cannot both receive the other
/// one in their initialisers: see ``SecondPhaseDecoding`` and ``decodeObject(of:forKey:later:)``. Long chains are made from
/// their end, without recursion, once their classes are known.
///
/// The methods of `NSCoder` cannot throw: the first error stays in ``error``, and nothing more is decoded. No error ends the
/// program, regardless of ``decodingFailurePolicy``. A missing key is not an error.
open class SteleKeyedUnarchiver: NSCoder {
  /// The object that is notified of decoded objects, and may replace them.
  public weak var delegate: (any SteleKeyedUnarchiverDelegate)?
  /// The adapter of a delegate in Objective-C, retained here because delegates are not retained.
  var delegateAdapter: AnyObject?

  /// Whether the program must name the classes that it expects; true by default.
  ///
  /// If it is false, `decodeObject(forKey:)` makes an object of any `NSCoding` class of the program that the archive names. Use
  /// this only for archives that you trust as much as the program.
  open override var requiresSecureCoding: Bool {
    get { isSecure }
    set {
      // Collections that were validated may not be valid under the new setting.
      if newValue != isSecure { known?.requests.forgetExamined() }
      isSecure = newValue
    }
  }

  /// The first error.
  open override var error: (any Error)? { failure }

  /// Whether an initialiser that returns nil makes its object nil; under `.raiseException` it is an
  /// error.
  ///
  /// Errors are kept under both policies, and do not end the program.
  open override var decodingFailurePolicy: NSCoder.DecodingFailurePolicy {
    get { policy }
    set { policy = newValue }
  }

  #if canImport(ObjectiveC)
    /// The classes that are allowed if a program names none.
    open override var allowedClasses: Set<AnyHashable>? {
      isSecure ? NSSet(array: AllowedClasses.propertyList.types) as? Set<AnyHashable> : nil
    }
  #else
    /// The classes that are allowed if a program names none.
    open override var allowedClasses: [AnyClass]? {
      isSecure ? AllowedClasses.propertyList.types : nil
    }
  #endif

  open override var allowsKeyedCoding: Bool { true }

  open override var systemVersion: UInt32 { 2000 }

  /// The keys of conditionally encoded references to objects that could not be made in time.
  ///
  /// These keys have returned nil. Each name consists of the class and the key, as in `Node.parent`.
  public internal(set) var unfinishedKeys: [String] = []

  /// The objects made so far for classes that the program does not have.
  public internal(set) var unknownObjects: [UnknownCodedObject] = []

  var isSecure = true
  var policy = NSCoder.DecodingFailurePolicy.setErrorAndReturn
  var failure: (any Error)?
  var isFinished = false
  /// The class of each root with an initialiser that has returned nil.
  var absentRoots: [String: String] = [:]
  let bytes: [UInt8]
  let settings: SteleDecoder
  /// Whether the archive was written by `NSKeyedArchiver`.
  var isKeyedArchive = false
  var known: (unarchiver: Unarchiver, requests: ObjectRequests)?
  /// The keys of the object that is being decoded, and its class; nil outside objects.
  var keys: (decoder: ObjectDecoder, type: AnyClass)?
  /// The further keys of that object while a superclass coded by hand reads its keys.
  var keysByHand: KeysByHand?
  /// The number of values without keys so far, in the current object or outside objects.
  var unkeyedCount = 0
  var classes: [String: AnyClass] = [:]
  /// The places of ``PropertyCoding`` properties, by the entries of their objects.
  var propertySources: [Int: [PropertySource]] = [:]
  /// The objects being filled that already have all values without references.
  var readyToHash: Set<ObjectIdentifier> = []
  /// The bytes to which the program has received pointers.
  var lentBytes: [NSData] = []

  /// Makes an unarchiver of an archive, and validates all of it first.
  ///
  /// - Parameter data: The archive.
  /// - Throws: `DecodingError` with an underlying `ArchiveError` if the archive is invalid.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public convenience init(forReadingFrom data: Data) throws {
    try self.init(forReadingFrom: data, decoder: SteleDecoder())
  }

  /// Makes an unarchiver of an archive, and validates all of it first.
  ///
  /// - Parameters:
  ///   - data: The archive.
  ///   - settings: The limits, and further settings of the decoder; the calls request the classes.
  /// - Throws: `DecodingError` with an underlying `ArchiveError` if the archive is invalid.
  /// - Complexity: O(*n*), where *n* is the number of bytes and objects.
  public init(forReadingFrom data: Data, decoder settings: SteleDecoder) throws {
    bytes = [UInt8](data)
    self.settings = settings
    super.init()
    _ = try open()
  }

  /// Makes an unarchiver of bytes; the first call that needs them validates them.
  init(unvalidated data: Data) {
    bytes = [UInt8](data)
    settings = SteleDecoder()
    super.init()
  }

  /// Keeps the first error, and stops decoding.
  open override func failWithError(_ error: any Error) {
    if failure == nil { failure = error }
  }

  /// Ends decoding.
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
    } catch let error as DecodingError where MistakenPropertyList.isLikely(bytes) {
      throw MistakenPropertyList.error(error)
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
    // On these systems, programs call extensions of NSCoder, which all call these methods.

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

  private func decode<Value>(_ key: String, _ read: (String) throws -> Value?) -> Value? {
    attempt { try read(escaped(key)) }
  }

  open override func decodeBool(forKey key: String) -> Bool { decode(key, truth) ?? false }

  open override func decodeInteger(forKey key: String) -> Int { decode(key, integer) ?? 0 }

  open override func decodeInt32(forKey key: String) -> Int32 { decode(key, integer) ?? 0 }

  open override func decodeCInt(forKey key: String) -> CInt { decodeInt32(forKey: key) }

  open override func decodeInt64(forKey key: String) -> Int64 { decode(key, integer) ?? 0 }

  open override func decodeFloat(forKey key: String) -> Float {
    attempt { try number(escaped(key), Float.self)?.floatValue } ?? 0
  }

  open override func decodeDouble(forKey key: String) -> Double { decode(key, real) ?? 0 }

  #if canImport(ObjectiveC)
    /// Decodes bytes, which remain valid as long as the unarchiver lives.
    open override func decodeBytes(
      forKey key: String, returnedLength lengthp: UnsafeMutablePointer<Int>?
    ) -> UnsafePointer<UInt8>? {
      // Safe: the caller has an integer there, or nothing.
      unsafe lend(attempt { try value(Data.self, forKey: escaped(key)) }, lengthp)
    }
  #else
    // Foundation on these systems requests bytes only in these two ways.

    open override func withDecodedUnsafeBufferPointer<Result>(
      forKey key: String, body: (UnsafeBufferPointer<UInt8>?) throws -> Result
    ) rethrows -> Result {
      // Safe: the pointer is used during the call.
      try unsafe withDecodedUnsafeBytes(forKey: key) {
        try unsafe body($0?.bindMemory(to: UInt8.self))
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

  open override func decodeObject() -> Any? { attempt { try object(nextKey(), of: nil) } }

  open override func decodeData() -> Data? { attempt { try value(Data.self, forKey: nextKey()) } }

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
      // Safe: Foundation states how much room the type takes.
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

  /// Returns 0: keyed archives do not have class versions.
  open override func version(forClassName className: String) -> Int { 0 }
}
