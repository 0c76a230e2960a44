public import Foundation
public import Stele

/// Encodes objects of `NSCoding` classes into a Stele archive.
///
/// It replaces `NSKeyedArchiver`: a program changes the name of the type. It writes an ordinary archive, with a class table,
/// typed keys and references.
///
///     let data = try SteleKeyedArchiver.archivedData(
///       withRootObject: person, requiringSecureCoding: true)
///
/// Each key that is encoded outside an object becomes a root with that name. `encode(with:)` of an object runs once, during the
/// call that first encodes the object: later changes of the object are not in the archive. A graph may have any depth: an
/// object within 48 others, including the collections between them, is encoded after the outermost one, and so is an object of
/// a class that is only `Codable`.
///
/// An archiver is for one archive and one thread. The methods of `NSCoder` cannot throw: the first error stays in ``error``,
/// nothing more is encoded, and ``archivedData()`` throws it.
open class SteleKeyedArchiver: NSCoder {
  /// The object that is notified of encoded objects, and may replace them.
  public weak var delegate: (any SteleKeyedArchiverDelegate)?
  /// The adapter of a delegate in Objective-C, retained here because delegates are not retained.
  var delegateAdapter: AnyObject?

  /// Whether the classes of all objects must support secure coding; true by default.
  open override var requiresSecureCoding: Bool {
    get { isSecure }
    set { isSecure = newValue }
  }

  /// The first error.
  open override var error: (any Error)? { failure }

  open override var allowsKeyedCoding: Bool { true }

  open override var systemVersion: UInt32 { 2000 }

  /// The format of the archive.
  ///
  /// It can be set until the first value is encoded; setting it later is an error.
  public var outputFormat: OutputFormat {
    get { format }
    set {
      guard newValue != format else { return }
      guard !hasBegun else {
        return failWithError(
          KeyedCodingError(.notSupported, className: "outputFormat after the first value"))
      }
      format = newValue
      keyedArchive = newValue == .stele ? nil : KeyedArchiveOutput(self)
    }
  }

  var isSecure = true
  var failure: (any Error)?
  var data: Data?
  /// The data to which the complete archive is appended.
  var target: NSMutableData?
  var isFinished = false
  /// Whether a value has been encoded; from then on the format is fixed.
  var hasBegun = false
  private var format: OutputFormat
  lazy var archiver = Archiver(settings, surrogate: self)
  let settings: SteleEncoder
  /// The output that replaces ``archiver`` when a keyed archive is written.
  private(set) var keyedArchive: KeyedArchiveOutput?
  /// The keys of the object that is being encoded, or nil outside objects.
  var keys: ObjectEncoder?
  /// The class of the object that is being encoded.
  var currentType: AnyClass?
  /// The ``PropertyCoding`` properties by class; nil for classes without any.
  var codedProperties: [ObjectIdentifier: CodedProperties?] = [:]
  /// Whether this archiver only determines if ``PropertyCoding`` encodes an object.
  var isProbe = false
  var hasMetDefault = false
  /// The number of values without keys so far, in the current object or outside objects.
  var unkeyedCount = 0
  var names: [ObjectIdentifier: String] = [:]
  var declarations: [ObjectIdentifier: TypeDeclaration] = [:]
  /// The declarations of classes that the program does not have, by the names of each class and its
  /// superclasses.
  var unknownDeclarations: [[String]: TypeDeclaration] = [:]
  /// The replacements of objects; the original objects are retained here, although they are not written.
  var replacements: [ObjectIdentifier: (original: AnyObject, replacement: AnyObject?)] = [:]
  /// The objects that the delegate was notified of; they are retained, so that no other object takes their identity.
  var announced: [ObjectIdentifier: AnyObject] = [:]

  /// Makes an archiver.
  ///
  /// - Parameters:
  ///   - requiringSecureCoding: Whether the classes of all objects must support secure coding.
  ///   - outputFormat: The format of the archive.
  public convenience init(requiringSecureCoding: Bool = true, outputFormat: OutputFormat = .stele) {
    self.init(
      encoder: SteleEncoder(), requiringSecureCoding: requiringSecureCoding,
      outputFormat: outputFormat)
  }

  /// Makes an archiver.
  ///
  /// - Parameters:
  ///   - settings: The settings of the archive.
  ///   - requiringSecureCoding: Whether the classes of all objects must support secure coding.
  ///   - outputFormat: The format of the archive.
  public init(
    encoder settings: SteleEncoder, requiringSecureCoding: Bool = true,
    outputFormat: OutputFormat = .stele
  ) {
    self.settings = settings
    format = outputFormat
    super.init()
    isSecure = requiringSecureCoding
    if outputFormat != .stele { keyedArchive = KeyedArchiveOutput(self) }
  }

  /// Keeps the first error, and stops encoding.
  open override func failWithError(_ error: any Error) {
    if failure == nil { failure = error }
  }

  // MARK: Values under keys

  open override func encode(_ object: Any?, forKey key: String) {
    attempt(key) {
      try GeometryText.validate(
        object, isReadHere: keyedArchive == nil && currentType is NSValue.Type)
      try put(any: object, escaped(key))
    }
  }

  open override func encodeConditionalObject(_ object: Any?, forKey key: String) {
    attempt(key) { try put(conditional: object, escaped(key)) }
  }

  private func encode<T: Encodable>(scalar value: T, _ key: String) {
    attempt(key) { try put(value, escaped(key)) }
  }

  open override func encode(_ value: Bool, forKey key: String) { encode(scalar: value, key) }

  open override func encode(_ value: Int32, forKey key: String) { encode(scalar: value, key) }

  #if canImport(ObjectiveC)
    open override func encodeCInt(_ value: Int32, forKey key: String) {
      encode(value, forKey: key)
    }
  #endif

  open override func encode(_ value: Int64, forKey key: String) { encode(scalar: value, key) }

  open override func encode(_ value: Int, forKey key: String) { encode(scalar: value, key) }

  open override func encode(_ value: Float, forKey key: String) { encode(scalar: value, key) }

  open override func encode(_ value: Double, forKey key: String) { encode(scalar: value, key) }

  open override func encodeBytes(_ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String) {
    // Safe: the caller states how many bytes there are.
    let data = unsafe Data(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : length))
    encode(scalar: data, key)
  }

  // MARK: Values without keys

  open override func encode(_ object: Any?) {
    attempt { try put(any: object, nextKey()) }
  }

  open override func encodeConditionalObject(_ object: Any?) {
    attempt { try put(conditional: object, nextKey()) }
  }

  open override func encodeRootObject(_ rootObject: Any) { encode(rootObject) }

  open override func encode(_ data: Data) {
    attempt { try put(any: data, nextKey()) }
  }

  open override func encodeBytes(_ byteaddr: UnsafeRawPointer?, length: Int) {
    // Safe: the caller states how many bytes there are.
    let data = unsafe Data(
      UnsafeRawBufferPointer(start: byteaddr, count: byteaddr == nil ? 0 : length))
    encode(data)
  }

  open override func encodePropertyList(_ aPropertyList: Any) { encode(aPropertyList) }

  open override func encodeValue(ofObjCType type: UnsafePointer<Int8>, at addr: UnsafeRawPointer) {
    // Safe: the caller has a value of that type there.
    attempt { try unsafe ObjCType.encode(String(cString: type), at: addr, to: self) }
  }
}
