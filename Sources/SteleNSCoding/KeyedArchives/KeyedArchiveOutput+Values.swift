internal import Foundation
internal import Stele
internal import SteleKeyedArchive

// Values under keys.
extension KeyedArchiveOutput {
  /// Writes a value in place, in the record itself.
  func put(_ node: PropertyListGraph.Node, _ key: String) throws {
    try put(node: arena.add(node), key)
  }

  /// Returns the key of a property in a record, which differs from the name of the property if hand-written code has used that
  /// name.
  func key(for name: PropertyName) -> String {
    record?.has(arena.add(.string(name.flatKey))) == true ? name.qualified : name.flatKey
  }

  /// Writes a value of any type as an object.
  func put(any value: Any?, _ key: String) throws {
    try put(.uid(UInt64(uid(of: value))), key)
  }

  /// Writes a reference to an object if another object refers to it unconditionally.
  func put(conditional object: AnyObject, _ key: String) throws {
    guard let target = try archiver.replacement(for: object) else { return try put(.uid(0), key) }
    let node = arena.addUnknownUID()
    kept.append(target)
    conditional.append((node, ObjectIdentifier(target)))
    try put(node: node, key)
  }

  /// Writes a value of an `Encodable` type: a number or bytes in the record itself, anything else
  /// as an object.
  func put<T: Encodable>(_ value: T, _ key: String) throws {
    if let number = try Self.number(value) { return try put(number, key) }
    if let data = value as? Data { return try put(.data([UInt8](data)), key) }
    if let optional = value as? any OptionalContent {
      guard let content = optional.content as? any Encodable else { return try put(.uid(0), key) }
      return try put(content, key)
    }
    if BridgedType.isObject(T.self) { return try put(any: value, key) }
    if !BridgedType.isFlat(T.self) { try rememberIdentities(in: value) }
    try put(.uid(UInt64(uid(ofEncodable: value))), key)
  }

  /// Writes numbers of the same type as a separate object, as archivers do with C arrays.
  func put(array code: String, stride: Int, count: Int, _ key: String, elements: () throws -> Void)
    throws
  {
    let uid = reserve()
    let outer = archiver.unkeyedCount
    archiver.unkeyedCount = 0
    defer { archiver.unkeyedCount = outer }
    members[uid] = try node(ofClass: [CArray.className, "NSObject"]) {
      try put(.integer(Int128(count)), "NS.count")
      try put(.integer(Int128(stride)), "NS.size")
      try put(.integer(Int128(code.utf8.first ?? 0)), "NS.type")
      try elements()
    }
    try put(.uid(UInt64(uid)), key)
  }

  /// Writes a value of an unknown object.
  func put(kept value: AnyValue, _ key: String, isInPlace: Bool) throws {
    switch value {
    case .scalar(let scalar, let code) where isInPlace || scalar.number(code) != nil:
      try put(node: node(ofKept: value, key), key)
    case .list where isInPlace, .set where isInPlace: try put(node: node(ofKept: value, key), key)
    case .object(let object): try put(any: object, key)
    default: try put(any: value.foundationValue(key), key)
    }
  }

  /// Returns the node of a value that is written in place; the limits of the reader bound the nesting of lists.
  private func node(ofKept value: AnyValue, _ key: String) throws -> Int {
    switch value {
    case .null, .unfinished, .absent: return arena.add(.uid(0))
    case .object(let object): return arena.add(.uid(UInt64(try uid(ofObject: object))))
    case .list(let elements):
      return arena.add(.array(try elements.map { try node(ofKept: $0, key) }))
    case .set(let elements): return arena.add(.set(try elements.map { try node(ofKept: $0, key) }))
    case .scalar(.bool(let value), _): return arena.add(.bool(value))
    case .scalar(.integer(let value), _): return arena.add(.integer(value))
    case .scalar(.float16(let bits), _): return arena.add(.real32(Float(Float16Bits.double(bits))))
    case .scalar(.float32(let value), _): return arena.add(.real32(value))
    case .scalar(.float64(let value), _): return arena.add(.real64(value))
    case .scalar(.string(let value), _): return arena.add(value)
    case .scalar(.bytes(let value), _): return arena.add(.data(value))
    case .scalar(.date(let seconds), _): return arena.add(.date(seconds))
    case .scalar(.unsigned(let value), _):
      guard let integer = Int128(exactly: value) else {
        throw KeyedCodingError(.notSupported, key: key)
      }
      return arena.add(.integer(integer))
    default: throw KeyedCodingError(.notSupported, key: key)
    }
  }

  func put(node: Int, _ key: String) throws {
    let keyNode = arena.add(key)
    guard record == nil else {
      record?.set(node, forKey: keyNode)
      return
    }
    top.set(node, forKey: keyNode)
    try writeWaiting()
  }

  /// Returns the property-list node for a number, or nil for any other value.
  ///
  /// - Throws: ``KeyedCodingError`` for an integer that does not fit into a number of Foundation.
  static func number(_ value: Any) throws -> PropertyListGraph.Node? {
    switch value {
    case let value as Bool: return .bool(value)
    case let value as Int: return .integer(Int128(value))
    case let value as Double: return .real64(value)
    case let value as Float: return .real32(value)
    case let value as CGFloat: return .real64(Double(value))
    case let value as any FixedWidthInteger:
      guard let number = Int128(exactly: value),
        (Int128(Int64.min)...Int128(UInt64.max)).contains(number)
      else {
        throw KeyedCodingError(.notSupported, className: "\(type(of: value)) beyond 64 bits")
      }
      return .integer(number)
    default: return nil
    }
  }
}
