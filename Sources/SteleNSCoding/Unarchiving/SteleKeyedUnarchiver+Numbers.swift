internal import Foundation
internal import Stele

extension SteleKeyedUnarchiver {
  /// Decodes any kind of number under a key as an integer; a fraction is cut off, as by `NSNumber`.
  func integer<Integer: FixedWidthInteger & Decodable>(_ key: String) throws -> Integer? {
    guard let value = try any(key, numberRequest()) else { return nil }
    if case .scalar(.integer(let exact), _) = value, let integer = Integer(exactly: exact) {
      return integer
    }
    guard let number = try number(value, key, Integer.self) else { return nil }
    guard let integer = number.integer(Integer.self, cutsFraction: true) else {
      throw KeyedCodingError(.unexpectedValue, className: "\(Integer.self)", key: key)
    }
    return integer
  }

  /// Decodes any kind of number under a key as a floating-point number.
  func real(_ key: String) throws -> Double? {
    guard let value = try any(key, numberRequest()) else { return nil }
    if case .scalar(.float64(let real), _) = value { return real }
    return try number(value, key, Double.self)?.doubleValue
  }

  /// Decodes any kind of number under a key as true or false.
  func truth(_ key: String) throws -> Bool? {
    guard let value = try any(key, numberRequest()) else { return nil }
    if case .scalar(.bool(let truth), _) = value { return truth }
    return try number(value, key, Bool.self)?.boolValue
  }

  /// Returns a request that admits numbers; every request that does has the same effect.
  private func numberRequest() throws -> ObjectRequests.Entry { try open().requests.propertyList }

  /// Decodes any kind of number under a key.
  func number<T>(_ key: String, _ wanted: T.Type) throws -> NSNumber? {
    guard let value = try any(key, numberRequest()) else { return nil }
    return try number(value, key, wanted)
  }

  private func number<T>(_ value: AnyValue, _ key: String, _ wanted: T.Type) throws -> NSNumber? {
    switch value {
    case .scalar(let scalar, let code):
      if let number = scalar.number(code) { return number }
    case .object(let object):
      if let number = object as? NSNumber { return number }
    case .null: return nil
    default: break
    }
    throw KeyedCodingError(.unexpectedValue, className: "\(wanted)", key: key)
  }
}
