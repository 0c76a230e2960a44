internal import Foundation
internal import Stele

/// Numbers, dates and nulls that are to be hashed.
///
/// To Foundation an integer may equal a floating-point number without having the same hash,
/// likewise two nulls, and a date that is not a number does not equal itself. It compares arrays
/// and dictionaries by recursion, and ends the program if sets of them are compared. So values are
/// checked both before a collection receives them and before they are written.
struct HashableValues {
  private var integers: Set<Int128> = []
  private var reals: Set<UInt64> = []
  /// The integers, as the bits of equal floating-point numbers.
  private var realsOfIntegers: Set<UInt64> = []
  private var hasNull = false
  private var hasNaN = false

  /// Whether any arrays and dictionaries may be hashed; otherwise only those of strings, numbers
  /// and the like.
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
  ///   - limit: The most that may have the same hash.
  /// - Throws: ``KeyedCodingError`` for the first number that equals an earlier one, the first
  ///   object that has no hash, or the first one beyond the limit for its hash.
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

  /// Validates that a set or dictionary with some elements or keys can be read once written.
  ///
  /// - Throws: ``KeyedCodingError`` for the first one that prevents it.
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
    // Foundation's hash converts it to an integer.
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

  /// Returns whether a value in a hashed set at least equals itself, and can be compared without
  /// ending the program.
  private static func isSound(_ value: Any) -> Bool {
    switch value as AnyObject {
    case let number as NSNumber: !number.doubleValue.isNaN
    case let date as NSDate: !date.timeIntervalSinceReferenceDate.isNaN
    case is NSArray, is NSDictionary: areCollectionsHashed
    default: true
    }
  }

  /// Returns whether a value in a hashed array or dictionary equals itself, and is compared without
  /// recursion.
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
