internal import Foundation
internal import Stele

extension SteleKeyedUnarchiver {
  /// Reads a key as an integer, whatever kind of number it is; a fraction is cut off, as `NSNumber` does.
  func integer<Integer: FixedWidthInteger & Decodable>(_ key: String) throws -> Integer? {
    guard let number = try number(key, Integer.self) else { return nil }
    if let exact = Integer(exactly: number.int64Value), !number.isReal { return exact }
    guard number.isReal,
      let integer = Integer(exactly: number.doubleValue.rounded(.towardZero))
    else {
      throw KeyedCodingError(.unexpectedValue, className: "\(Integer.self)", key: key)
    }
    return integer
  }

  /// Reads a key as a number of any kind.
  func number<T>(_ key: String, _ wanted: T.Type) throws -> NSNumber? {
    guard let value = try any(key, numberRequest()) else { return nil }
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

extension NSNumber {
  /// Whether the number is one of floating point.
  fileprivate var isReal: Bool {
    // Safe: Foundation's own literal.
    let code = unsafe String(cString: objCType)
    return code == "d" || code == "f"
  }
}
