internal import Foundation
internal import Stele

/// Numbers, dates and nulls that are to be hashed.
///
/// Foundation finds an integer equal to a floating-point number without giving them the same hash, likewise two nulls, and a NaN
/// not even equal to itself. Arrays and dictionaries have no hash in Swift. A collection that is given such ends the program, so
/// they are checked before.
struct HashableValues {
  private var integers: Set<Int128> = []
  private var reals: Set<UInt64> = []
  /// What the integers are as floating-point numbers.
  private var realsOfIntegers: Set<UInt64> = []
  private var hasNull = false

  /// Whether arrays and dictionaries may be hashed; otherwise Foundation cannot make Swift values of what they are in.
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
    case is NSArray, is NSDictionary: return Self.areCollectionsHashed
    case let set as NSSet: return set.allSatisfy(Self.isSound)
    default: return true
    }
  }

  /// Whether a value inside of a collection that is hashed equals itself at least.
  private static func isSound(_ value: Any) -> Bool {
    switch value {
    case let number as NSNumber: !number.doubleValue.isNaN
    case let date as NSDate: !date.timeIntervalSinceReferenceDate.isNaN
    default: true
    }
  }

  private mutating func insert(_ number: NSNumber) -> Bool {
    let real = number.doubleValue
    guard !real.isNaN else { return false }
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
