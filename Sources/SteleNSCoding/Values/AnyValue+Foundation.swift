internal import Foundation
internal import Stele
internal import SteleFoundation

/// The conversion of values to objects of Foundation, from which `as` makes Swift values.
struct FoundationValues {
  /// The key, for errors.
  let key: String
  /// The requested classes, which also apply to values; nil for any class.
  let classes: AllowedClasses?
  /// The unarchiver that checks hashed elements now and when all objects are complete; nil if it has done so already.
  let unarchiver: SteleKeyedUnarchiver?

  /// The largest number of elements of a set that may have the same hash.
  private var limit: Int { (unarchiver?.settings ?? SteleDecoder()).equalHashLimit }

  /// Returns the object of a value, or nil for none.
  ///
  /// - Throws: ``KeyedCodingError`` if the class of a value was not requested.
  func object(_ value: AnyValue, isInside: Bool = false) throws -> AnyObject? {
    func admit(_ type: AnyClass) throws {
      let isAdmitted = isInside ? classes?.admits(inCollections: type) : classes?.admits(type)
      guard isAdmitted ?? true else {
        throw KeyedCodingError(
          .unexpectedClass, className: try CodingClass.runtimeName(of: type), key: key)
      }
    }
    switch value {
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
      return ListOfObjects.array(of: try objects(elements))
    case .set(let elements):
      try admit(NSSet.self)
      let values = try objects(elements)
      try HashableValues.validate(values, key, equalHashLimit: limit)
      let set = NSSet(array: values)
      try unarchiver?.check(values, count: set.count, key)
      return set
    case .map(let pairs):
      try admit(NSDictionary.self)
      return try dictionary(pairs)
    case .coded(let type):
      throw KeyedCodingError(.unexpectedValue, className: type.className ?? "", key: key)
    }
  }

  private func dictionary(_ pairs: [(key: AnyValue, value: AnyValue)]) throws -> NSDictionary {
    var result: [AnyHashable: Any] = [:]
    let pairs = pairs.filter { !$0.key.isAbsent && !$0.value.isAbsent }
    let names = try objects(pairs.map(\.key))
    try HashableValues.validate(names, as: .keys, key, equalHashLimit: limit)
    let values = try objects(pairs.map(\.value))
    for (name, value) in zip(names, values) {
      guard let name = name as? NSObject else {
        throw KeyedCodingError(.unexpectedValue, className: "NSDictionary", key: key)
      }
      result[name] = value
    }
    try unarchiver?.check(names, count: result.count, key)
    return NSDictionary(dictionary: result)
  }

  /// Returns the elements of a collection, with a null object for nil.
  private func objects(_ elements: [AnyValue]) throws -> [AnyObject] {
    try elements.filter { !$0.isAbsent }.map { try object($0, isInside: true) ?? NSNull() }
  }
}

extension AnyValue {
  /// Returns the value as Foundation represents it, of any class.
  func foundationValue(_ key: String) throws -> AnyObject? {
    try FoundationValues(key: key, classes: nil, unarchiver: nil).object(self)
  }

  /// Whether this is an object with an initialiser that has returned nil.
  fileprivate var isAbsent: Bool { if case .absent = self { true } else { false } }
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
    case .uuid: (try? UUID(wireValue: self)).map { $0 as NSUUID }
    case .decimal: (try? Decimal(wireValue: self)).map { NSDecimalNumber(decimal: $0) }
    default: number(code)
    }
  }

  /// Returns the number of the kind that the type code states, or nil if Foundation does not have one.
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
