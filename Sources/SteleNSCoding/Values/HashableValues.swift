internal import Foundation
internal import Stele

/// Numbers, dates and nulls that are to be hashed.
///
/// Foundation finds an integer equal to a floating-point number without giving them the same hash, likewise two nulls, and a date
/// that is no number not even equal to itself. It compares arrays and dictionaries by recursion, and ends the program where sets
/// of them are compared. So values are checked before a collection is given them, and before they are written, in the same way.
struct HashableValues {
  private var integers: Set<Int128> = []
  private var reals: Set<UInt64> = []
  /// What the integers are as floating-point numbers.
  private var realsOfIntegers: Set<UInt64> = []
  private var hasNull = false
  private var hasNaN = false

  /// Whether any arrays and dictionaries may be hashed; otherwise only those that have nothing but strings, numbers and the like.
  #if canImport(ObjectiveC)
    private static let areCollectionsHashed = true
    /// Whether errors and decimal numbers have a hash; otherwise asking for it ends the process.
    private static let areErrorsHashed = true
  #else
    private static let areCollectionsHashed = false
    private static let areErrorsHashed = false
  #endif

  /// Validates that a set can have some elements, or a dictionary some keys.
  ///
  /// - Parameters:
  ///   - values: The elements.
  ///   - key: The key of the collection.
  ///   - limit: How many may have one hash.
  /// - Throws: ``KeyedCodingError`` for the first number that equals one before, the first object that has no hash, or the first one of too
  ///   many with one hash.
  static func validate(_ values: [Any], _ key: String, equalHashLimit limit: Int) throws {
    var validated = HashableValues()
    var tally = HashTally(for: NSObject.self, count: values.count, limit: limit)
    for value in values {
      guard value is AnyHashable, (value as? NSObject).map({ validated.insert($0) }) ?? true else {
        throw KeyedCodingError(.unexpectedValue, className: "\(type(of: value))", key: key)
      }
      if let object = value as? NSObject, !tally.add(object) {
        throw KeyedCodingError(
          .equalHashes, className: CodingClass.name(of: CodingClass.recorded(for: object)),
          key: key)
      }
    }
  }

  /// Validates that a set or dictionary that is written with some elements or keys can be read.
  ///
  /// - Throws: ``KeyedCodingError`` for the first one with which it could not.
  static func validate(writing values: some Collection<Any>, _ key: String) throws {
    if let first = values.first.map({ type(of: $0) }), first == String.self || first == Int.self,
      values.allSatisfy({ type(of: $0) == first })
    {
      return
    }
    var validated = HashableValues()
    for value in values {
      guard let object = value as AnyObject as? NSObject, !validated.insert(object) else {
        continue
      }
      throw KeyedCodingError(
        .notHashable, className: CodingClass.name(of: CodingClass.recorded(for: object)), key: key)
    }
  }

  private mutating func insert(_ value: NSObject) -> Bool {
    switch value {
    case is NSError, is NSDecimalNumber: return Self.areErrorsHashed
    case is NSNull:
      defer { hasNull = true }
      return !hasNull
    case let date as NSDate: return !date.timeIntervalSinceReferenceDate.isNaN
    case let number as NSNumber: return insert(number)
    // Its hash makes an integer of it.
    case let measurement as NSMeasurement: return abs(measurement.doubleValue) < 9e18
    case let list as NSArray: return Self.areCollectionsHashed || list.allSatisfy(Self.isPlain)
    case let map as NSDictionary:
      return Self.areCollectionsHashed
        || map.allSatisfy { Self.isPlain($0.key) && Self.isPlain($0.value) }
    case let set as NSSet: return set.allSatisfy(Self.isSound)
    case let set as NSOrderedSet: return set.array.allSatisfy(Self.isSound)
    default: return true
    }
  }

  /// Whether a value inside of a set that is hashed equals itself at least, and is compared with others without ending the program.
  private static func isSound(_ value: Any) -> Bool {
    switch value as AnyObject {
    case let number as NSNumber: !number.doubleValue.isNaN
    case let date as NSDate: !date.timeIntervalSinceReferenceDate.isNaN
    case is NSArray, is NSDictionary: areCollectionsHashed
    default: true
    }
  }

  /// Whether a value inside of an array or dictionary that is hashed equals itself, and is compared without recursion.
  private static func isPlain(_ value: Any) -> Bool {
    switch value as AnyObject {
    case is NSDecimalNumber: areErrorsHashed
    case let value as NSObject where value is NSNumber || value is NSDate: isSound(value)
    case is NSString, is NSData, is NSNull, is NSUUID, is NSURL: true
    default: false
    }
  }

  private mutating func insert(_ number: NSNumber) -> Bool {
    let real = number.doubleValue
    guard !real.isNaN else {
      defer { hasNaN = true }
      return !hasNaN
    }
    // Zero has two forms that are equal.
    let bits = (real == 0 ? 0 : real).bitPattern
    let integer: Int128
    switch number.kind {
    case .single, .double, .decimal:
      return !realsOfIntegers.contains(bits) && reals.insert(bits).inserted
    case .unsigned: integer = Int128(number.uint64Value)
    case .bool, .int8, .int16, .int32, .signed: integer = Int128(number.int64Value)
    }
    realsOfIntegers.insert(bits)
    return !reals.contains(bits) && integers.insert(integer).inserted
  }
}
