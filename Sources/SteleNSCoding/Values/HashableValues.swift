internal import Foundation
internal import Stele

/// Values that are to be hashed.
///
/// In Foundation on Linux, an integer may equal a floating-point number without having the same hash, and so may two nulls,
/// units, converters of units, ordered sets or attributed strings. A date that is not a number does not equal itself, nor does
/// a counted set that contains a counted set. Foundation has no hash for errors and decimal numbers, and no Swift value for an
/// array or a dictionary as a key. It compares arrays and dictionaries by recursion, and ends the program if sets of them are
/// compared. So every value is validated before it is hashed: before a collection receives it, and before it is written.
struct HashableValues {
  /// The use of the values in the collection.
  enum Role { case elements, keys }

  private let role: Role
  /// The number of values in nested arrays and dictionaries.
  private var nestedCount = 0
  private var integers: Set<Int128> = []
  private var reals: Set<UInt64> = []
  /// The integers, as the bits of equal floating-point numbers.
  private var realsOfIntegers: Set<UInt64> = []
  /// The classes of units with their symbols.
  private var units: Set<String> = []
  private var hasNull = false
  private var hasNaN = false

  #if canImport(ObjectiveC)
    /// Whether all classes of Foundation have hashes that agree with equality, and all collections have Swift values.
    private static let areAllHashed = true
  #else
    private static let areAllHashed = false
  #endif

  private init(_ role: Role) { self.role = role }

  /// Returns whether a value may be hashed, apart from the other values.
  static func isHashable(_ value: NSObject) -> Bool {
    var validated = HashableValues(.elements)
    return validated.insert(value)
  }

  /// Validates that a set can have some elements, or a dictionary some keys.
  ///
  /// - Throws: ``KeyedCodingError`` for the first number that equals an earlier one, the first object without a hash, or the
  ///   first value beyond the limit of values with the same hash.
  static func validate(
    _ values: [Any], as role: Role = .elements, _ key: String, equalHashLimit limit: Int
  ) throws {
    var validated = HashableValues(role)
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
  /// - Throws: ``KeyedCodingError`` for the first value that prevents it.
  static func validate(
    writing values: some Collection<Any>, as role: Role = .elements, _ key: String
  ) throws {
    if let first = values.first.map({ type(of: $0) }), first == String.self || first == Int.self,
      values.allSatisfy({ type(of: $0) == first })
    {
      return
    }
    var validated = HashableValues(role)
    for value in values {
      // Foundation's conversion of a URL loses the base.
      let url = type(of: value) == URL.self ? (value as? URL)?.object : nil
      guard let object = url ?? value as AnyObject as? NSObject, !validated.insert(object) else {
        continue
      }
      throw KeyedCodingError(
        .notHashable, className: CodingClass.name(of: CodingClass.recorded(for: object)), key: key)
    }
  }

  private mutating func insert(_ value: NSObject) -> Bool {
    switch value {
    case is NSError, is NSDecimalNumber, is NSOrderedSet, is NSAttributedString, is UnitConverter:
      return Self.areAllHashed
    case let unit as Unit:
      return Self.areAllHashed || units.insert("\(type(of: unit)) \(unit.symbol)").inserted
    case is NSNull:
      defer { hasNull = true }
      return !hasNull
    case let date as NSDate: return !date.timeIntervalSinceReferenceDate.isNaN
    case let number as NSNumber: return insert(number)
    // Foundation's hash converts it to an integer.
    case let measurement as NSMeasurement: return abs(measurement.doubleValue) < 9e18
    case is NSArray, is NSDictionary:
      return Self.areAllHashed || role == .elements && isComparable(value)
    case is NSCountedSet where role == .keys: return Self.areAllHashed
    case let set as NSSet:
      let content = NestedCollections.objects(of: set)
      let isEqualToItself =
        Self.areAllHashed || !(set is NSCountedSet && content.contains { $0 is NSCountedSet })
      return isEqualToItself && content.allSatisfy(Self.isSound) && isFound(set)
    case is NSString, is NSData, is NSUUID: return true
    default: return isFound(value)
    }
  }

  /// Returns whether a dictionary that is converted to a Swift value finds a key again.
  private func isFound(_ key: NSObject) -> Bool {
    guard role == .keys, FoundationContent.isFoundation(type(of: key)) else { return true }
    let converted = ListOfObjects.array(of: [key]).object(at: 0) as AnyObject as? NSObject
    return converted.map { $0.hash == key.hash && $0.isEqual(key) } ?? false
  }

  /// Returns whether a value in a hashed set at least equals itself, and can be compared without
  /// ending the program.
  private static func isSound(_ value: AnyObject) -> Bool {
    switch value {
    case let number as NSNumber: !number.doubleValue.isNaN
    case let date as NSDate: !date.timeIntervalSinceReferenceDate.isNaN
    case is NSArray, is NSDictionary, is NSOrderedSet, is NSAttributedString: areAllHashed
    default: true
    }
  }

  /// Returns whether a value equals itself, contains no objects with an equality that the program defines, and can be compared
  /// by recursion.
  private mutating func isComparable(_ value: AnyObject, depth: Int = 0) -> Bool {
    let content: [AnyObject]
    switch value {
    case is NSString, is NSData, is NSNull, is NSUUID, is NSURL: return true
    case is NSDecimalNumber: return Self.areAllHashed
    case is NSNumber, is NSDate: return Self.isSound(value)
    case let list as NSArray: content = NestedCollections.objects(of: list)
    case let map as NSDictionary: content = NestedCollections.objects(of: map)
    case let set as NSSet where depth > 0:
      content = NestedCollections.objects(of: set)
      guard content.allSatisfy(Self.isSound) else { return false }
    default: return false
    }
    // Foundation visits shared content again for each use.
    nestedCount += depth == 0 ? 0 : content.count + 1
    guard depth < NestedCollections.depthLimit, nestedCount <= NestedCollections.countLimit else {
      return false
    }
    for value in content where !isComparable(value, depth: depth + 1) { return false }
    return true
  }

  private mutating func insert(_ number: NSNumber) -> Bool {
    let real = number.doubleValue
    guard !real.isNaN else {
      defer { hasNaN = true }
      return !hasNaN
    }
    // Zero has two equal bit patterns.
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
