public import Foundation
public import Stele

/// Encodes objects of `NSCoding` classes into a Stele archive.
///
/// It takes the place of `NSKeyedArchiver`: a program changes the name of the type. What is written is an archive like any
/// other, with a class table, typed keys and references.
///
///     let data = try SteleKeyedArchiver.archivedData(
///       withRootObject: person, requiringSecureCoding: true)
///
/// Each key that is encoded outside of an object becomes a root of that name. `encode(with:)` of an object runs once, during the
/// call that names the object first: what changes in the object after the call is not in the archive. An object within 48
/// others, with the collections between them, is encoded after the outermost one, so that a graph may be as deep as it likes. So
/// is an object of a class that is only `Codable`.
///
/// An archiver is for one archive and one thread. The methods of `NSCoder` cannot throw: the first error stays in ``error``,
/// nothing more is encoded, and ``archivedData()`` throws it.
open class SteleKeyedArchiver: NSCoder {
  /// What is told about objects, and may replace them.
  public weak var delegate: (any SteleKeyedArchiverDelegate)?
  /// The adapter of a delegate in Objective-C, which is kept.
  var delegateAdapter: AnyObject?

  /// Whether all objects have to be of classes that support secure coding, as they have to unless this is set to false.
  open override var requiresSecureCoding: Bool {
    get { isSecure }
    set { isSecure = newValue }
  }

  /// What went wrong first.
  open override var error: (any Error)? { failure }

  open override var allowsKeyedCoding: Bool { true }

  open override var systemVersion: UInt32 { 2000 }

  /// What is written.
  ///
  /// It can be set until the first value is encoded; after that it is an error.
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
  /// The data that the archive is appended to when it is complete.
  var target: NSMutableData?
  var isFinished = false
  /// Whether a value has been encoded, after which the format stays.
  var hasBegun = false
  private var format: OutputFormat
  lazy var archiver = Archiver(settings, surrogate: self)
  let settings: SteleEncoder
  /// What takes the place of ``archiver`` when a keyed archive is written.
  private(set) var keyedArchive: KeyedArchiveOutput?
  /// The keys of the object that is being encoded; none outside of objects.
  var keys: ObjectEncoder?
  /// The class of the object that is being encoded.
  var currentType: AnyClass?
  /// The properties that are archived without a line for each, by the classes of the objects; nil for classes without such.
  var codedProperties: [ObjectIdentifier: CodedProperties?] = [:]
  /// Whether it only serves to find out who encodes an object, and whether ``PropertyCoding`` does.
  var isProbe = false
  var hasMetDefault = false
  /// The number of values without keys so far, in the object or outside of objects.
  var unkeyedCount = 0
  var names: [ObjectIdentifier: String] = [:]
  var declarations: [ObjectIdentifier: TypeDeclaration] = [:]
  /// What is declared of classes that the program does not have, by their names and those of their superclasses.
  var unknownDeclarations: [[String]: TypeDeclaration] = [:]
  /// What takes the place of objects; an object that is kept here is not written.
  var replacements: [ObjectIdentifier: (original: AnyObject, replacement: AnyObject?)] = [:]
  /// The objects that the delegate knows; they are kept, so that no other object takes their identity.
  var announced: [ObjectIdentifier: AnyObject] = [:]

  /// Makes an archiver.
  ///
  /// - Parameters:
  ///   - requiringSecureCoding: Whether all objects have to be of classes that support secure coding.
  ///   - outputFormat: What is written.
  public convenience init(
    requiringSecureCoding: Bool = true, outputFormat: OutputFormat = .stele
  ) {
    self.init(
      SteleEncoder(), requiringSecureCoding: requiringSecureCoding, outputFormat: outputFormat)
  }

  /// Makes an archiver.
  ///
  /// - Parameters:
  ///   - settings: What there is to say about the archive.
  ///   - requiringSecureCoding: Whether all objects have to be of classes that support secure coding.
  ///   - outputFormat: What is written.
  public init(
    _ settings: SteleEncoder, requiringSecureCoding: Bool = true,
    outputFormat: OutputFormat = .stele
  ) {
    self.settings = settings
    format = outputFormat
    super.init()
    isSecure = requiringSecureCoding
    if outputFormat != .stele { keyedArchive = KeyedArchiveOutput(self) }
  }

  /// Keeps the first error, and encodes nothing any more.
  open override func failWithError(_ error: any Error) {
    if failure == nil { failure = error }
  }

  // MARK: Values under keys

  open override func encode(_ object: Any?, forKey key: String) {
    attempt(key) { try put(any: object, escaped(key)) }
  }

  open override func encodeConditionalObject(_ object: Any?, forKey key: String) {
    attempt(key) { try put(conditional: object, escaped(key)) }
  }

  open override func encode(_ value: Bool, forKey key: String) {
    attempt(key) { try put(value, escaped(key)) }
  }

  open override func encode(_ value: Int32, forKey key: String) {
    attempt(key) { try put(value, escaped(key)) }
  }

  #if canImport(ObjectiveC)
    open override func encodeCInt(_ value: Int32, forKey key: String) {
      encode(value, forKey: key)
    }
  #endif

  open override func encode(_ value: Int64, forKey key: String) {
    attempt(key) { try put(value, escaped(key)) }
  }

  open override func encode(_ value: Int, forKey key: String) {
    attempt(key) { try put(value, escaped(key)) }
  }

  open override func encode(_ value: Float, forKey key: String) {
    attempt(key) { try put(value, escaped(key)) }
  }

  open override func encode(_ value: Double, forKey key: String) {
    attempt(key) { try put(value, escaped(key)) }
  }

  open override func encodeBytes(
    _ bytes: UnsafePointer<UInt8>?, length: Int, forKey key: String
  ) {
    // Safe: the caller says how many bytes there are.
    let data = unsafe Data(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : length))
    attempt(key) { try put(data, escaped(key)) }
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
    // Safe: the caller says how many bytes there are.
    let data = unsafe Data(
      UnsafeRawBufferPointer(start: byteaddr, count: byteaddr == nil ? 0 : length))
    encode(data)
  }

  open override func encodePropertyList(_ aPropertyList: Any) { encode(aPropertyList) }

  open override func encodeValue(
    ofObjCType type: UnsafePointer<Int8>, at addr: UnsafeRawPointer
  ) {
    // Safe: the caller has a value of that type there.
    attempt { try unsafe ObjCType.encode(String(cString: type), at: addr, to: self) }
  }
}
