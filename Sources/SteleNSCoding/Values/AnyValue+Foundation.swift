internal import Foundation
internal import Stele
internal import SteleFoundation

extension AnyValue {
  /// Returns the value as Foundation represents it: an object that `as` converts to a Swift value;
  /// nil for none.
  ///
  /// - Parameters:
  ///   - key: The key, for errors.
  ///   - classes: The requested classes, which apply to values as well; nil for any.
  ///   - isInside: Whether the value is in a collection.
  ///   - limit: The most elements of a set that may have the same hash.
  ///   - check: Receives the elements that have been hashed, and how many of them the collection
  ///     finds different.
  /// - Returns: The object, or nil.
  /// - Throws: ``KeyedCodingError`` if a value is of a class that was not requested.
  func foundationValue(
    _ key: String, of classes: AllowedClasses?, isInside: Bool = false,
    equalHashLimit limit: Int = SteleDecoder().equalHashLimit,
    _ check: ([AnyObject], Int) throws -> Void
  ) throws -> AnyObject? {
    func admit(_ type: AnyClass) throws {
      let isAdmitted =
        isInside ? classes?.admits(inCollections: type) : classes?.admits(type)
      guard isAdmitted ?? true else {
        throw KeyedCodingError(
          .unexpectedClass, className: try CodingClass.runtimeName(of: type), key: key)
      }
    }
    switch self {
    case .null, .unfinished, .absent: return nil
    case .object(let object): return object
    case .scalar(let scalar, let code):
      guard let value = scalar.foundationValue(code) else {
        throw KeyedCodingError(.unexpectedValue, className: "\(code)", key: key)
      }
      try admit(code.foundationClass)
      return value
    case .list(let elements):
      try admit(NSArray.self)
      return ListOfObjects.array(of: try Self.values(elements, key, classes, limit, check))
    case .set(let elements):
      try admit(NSSet.self)
      let values = try Self.values(elements, key, classes, limit, check)
      try HashableValues.validate(values, key, equalHashLimit: limit)
      let set = NSSet(array: values)
      try check(values, set.count)
      return set
    case .map(let pairs):
      try admit(NSDictionary.self)
      return try Self.dictionary(pairs, key, classes, limit, check)
    case .coded(let type):
      throw KeyedCodingError(.unexpectedValue, className: type.className ?? "", key: key)
    }
  }

  private static func dictionary(
    _ pairs: [(key: AnyValue, value: AnyValue)], _ key: String, _ classes: AllowedClasses?,
    _ limit: Int, _ check: ([AnyObject], Int) throws -> Void
  ) throws -> NSDictionary {
    var result: [AnyHashable: Any] = [:]
    let pairs = pairs.filter { !$0.key.isAbsent && !$0.value.isAbsent }
    let names = try values(pairs.map(\.key), key, classes, limit, check)
    try HashableValues.validate(names, key, equalHashLimit: limit)
    let values = try values(pairs.map(\.value), key, classes, limit, check)
    for (name, value) in zip(names, values) {
      guard let name = name as? NSObject else {
        throw KeyedCodingError(.unexpectedValue, className: "NSDictionary", key: key)
      }
      result[name] = value
    }
    try check(names, result.count)
    return NSDictionary(dictionary: result)
  }

  /// Whether this is an object whose initialiser has returned nil.
  private var isAbsent: Bool { if case .absent = self { true } else { false } }

  /// Returns the elements of a collection, with a null object for nil.
  private static func values(
    _ elements: [AnyValue], _ key: String, _ classes: AllowedClasses?, _ limit: Int,
    _ check: ([AnyObject], Int) throws -> Void
  ) throws -> [AnyObject] {
    try elements.filter { !$0.isAbsent }.map {
      try $0.foundationValue(key, of: classes, isInside: true, equalHashLimit: limit, check)
        ?? NSNull()
    }
  }
}

extension TypeCode {
  /// The class of the objects that represent values of the type.
  fileprivate var foundationClass: AnyClass {
    switch self {
    case .string: NSString.self
    case .bytes: NSData.self
    case .date: NSDate.self
    case .uuid: NSUUID.self
    case .decimal: NSDecimalNumber.self
    default: NSNumber.self
    }
  }
}

extension ArchiveValue {
  /// Returns the value as an object of the kind that the type code states.
  fileprivate func foundationValue(_ code: TypeCode) -> NSObject? {
    switch self {
    case .string(let string): NSString(string: string)
    case .bytes(let bytes): NSData(data: Data(bytes))
    case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
    case .uuid, .decimal: native
    default: number(code)
    }
  }

  private var native: NSObject? {
    if let uuid = try? UUID(wireValue: self) { return uuid as NSUUID }
    if let decimal = try? Decimal(wireValue: self) { return NSDecimalNumber(decimal: decimal) }
    return nil
  }

  /// Returns the number of the kind that the type code states, or nil if Foundation has no such
  /// number.
  func number(_ code: TypeCode) -> NSNumber? {
    switch (self, code) {
    case (.bool(let value), _): NSNumber(value: value)
    case (.float16(let bits), _): NSNumber(value: Float(Float16Bits.double(bits)))
    case (.float32(let value), _): NSNumber(value: value)
    case (.float64(let value), _): NSNumber(value: value)
    case (.integer(let value), .int8): Int8(exactly: value).map { NSNumber(value: $0) }
    case (.integer(let value), .int16): Int16(exactly: value).map { NSNumber(value: $0) }
    case (.integer(let value), .int32): Int32(exactly: value).map { NSNumber(value: $0) }
    case (.integer(let value), _):
      Int64(exactly: value).map { NSNumber(value: $0) }
        ?? UInt64(exactly: value).map { NSNumber(value: $0) }
    case (.unsigned(let value), .uint8): UInt8(exactly: value).map { NSNumber(value: $0) }
    case (.unsigned(let value), .uint16): UInt16(exactly: value).map { NSNumber(value: $0) }
    case (.unsigned(let value), .uint32): UInt32(exactly: value).map { NSNumber(value: $0) }
    case (.unsigned(let value), _): UInt64(exactly: value).map { NSNumber(value: $0) }
    default: nil
    }
  }
}
