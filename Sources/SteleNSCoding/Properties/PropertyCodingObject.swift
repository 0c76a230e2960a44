public import Foundation

/// A superclass for ``PropertyCoding`` classes that are `NSSecureCoding` as well.
///
///     final class Record: PropertyCodingObject {
///       var number = 0
///     }
///
/// ``SteleKeyedArchiver`` archives the properties like those of any ``PropertyCoding`` class; this class has no level in
/// archives. The two methods serve functions that require `NSCoding`, and `NSKeyedArchiver` and other coders of Foundation.
/// `NSKeyedArchiver` receives numbers, strings and objects unchanged, and a value of any other `Codable` type as the bytes of a
/// Stele archive. Its limits, for example on cycles, remain.
///
/// Neither method may be overridden: the compiler refuses an `encode(with:)`, and a class with its own `init(coder:)` is
/// refused at its first object: ``KeyedCodingError/Reason/codesItself``.
open class PropertyCodingObject: NSObject, PropertyCoding, NSSecureCoding {
  /// True, since the type of a property restricts its classes.
  public static var supportsSecureCoding: Bool { true }

  /// Makes an object; its properties are set afterwards.
  public required override init() { super.init() }

  /// Makes an object, and decodes its properties.
  public required convenience init?(coder: NSCoder) {
    self.init()
    guard let unarchiver = coder as? SteleKeyedUnarchiver else {
      OtherCoder(coder).decode(into: self)
      return
    }
    _ = unarchiver.attempt { try unarchiver.fill(self) }
  }

  /// Encodes all stored properties.
  public final func encode(with coder: NSCoder) { encodeProperties(with: coder) }
}

extension PropertyCodingObject {
  /// Returns whether a subclass has its own `init(coder:)`.
  static func overridesInitialiser(_ type: AnyClass) -> Bool {
    #if canImport(ObjectiveC)
      let selector = #selector(PropertyCodingObject.init(coder:))
      // Safe: both are classes.
      return unsafe class_getMethodImplementation(type, selector)
        != class_getMethodImplementation(PropertyCodingObject.self, selector)
    #else
      let (own, table) = (methodTable(of: PropertyCodingObject.self), methodTable(of: type))
      return initialiser.contains { table.indices.contains($0) && table[$0] != own[$0] }
    #endif
  }

  #if !canImport(ObjectiveC)
    private final class Inheriting: PropertyCodingObject {}

    private final class Overriding: PropertyCodingObject {
      required init() { super.init() }
      required init?(coder: NSCoder) { nil }
    }

    /// The slots of the initialiser in method tables.
    ///
    /// A class that inherits the initialiser has the same words there as this class; a class that overrides it has different
    /// words.
    private static let initialiser: [Int] = {
      let own = methodTable(of: PropertyCodingObject.self)
      let inheriting = methodTable(of: Inheriting.self)
      let overriding = methodTable(of: Overriding.self)
      return (0..<min(own.count, inheriting.count, overriding.count)).filter {
        own[$0] == inheriting[$0] && own[$0] != overriding[$0]
      }
    }()

    /// Returns the words of a class after its header, among them its methods.
    ///
    /// The header has the stable class layout of the Swift runtime without Objective-C:
    ///
    ///     word    0           kind
    ///             1           superclass
    ///             2, 3        flags, and sizes of objects, at 4 bytes each or less
    ///             4           size of the class from its beginning, and where in it word 0 is, 4 bytes each
    ///             5           descriptor
    ///             6           destroyer of properties
    ///             7...        methods and offsets of properties, those of superclasses first
    private static func methodTable(of type: AnyClass) -> [UInt] {
      let wordSize = MemoryLayout<UInt>.size
      // Two words, then flags, address point and size of objects, and two halves.
      let sizes = 2 * wordSize + 16
      let header = sizes + 8 + 2 * wordSize
      // Safe: a class is the address of its word 0, and has a header and as many bytes as that says.
      let start = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
      let byteCount =
        Int(unsafe start.load(fromByteOffset: sizes, as: UInt32.self))
        - Int(unsafe start.load(fromByteOffset: sizes + 4, as: UInt32.self))
      return stride(from: header, through: byteCount - wordSize, by: wordSize).map {
        unsafe start.load(fromByteOffset: $0, as: UInt.self)
      }
    }
  #endif
}
