internal import Foundation
internal import Stele
internal import SteleFoundation

/// The values of unknown objects, which are written with the types that the archive had for them.
enum KeptValue {
  /// Returns the encodable form of a value within a number of enclosing collections.
  ///
  /// The closure returns the reference to an object, given the number of collections that enclose it.
  ///
  /// - Throws: ``KeyedCodingError`` when the value cannot be encoded.
  static func encodable(
    of value: AnyValue, depth: Int = 0, _ reference: (AnyObject, Int) throws -> AnyReference
  ) throws -> any Encodable {
    let inner = depth + 1
    func part(_ value: AnyValue) throws -> InlineValue {
      InlineValue(content: try encodable(of: value, depth: inner, reference))
    }
    /// A key of a map or an element of a set is distinct in the program if it was distinct in the archive.
    func key(_ index: Int, _ value: AnyValue) throws -> InlineKey {
      InlineKey(key: index, value: try part(value))
    }
    switch value {
    case .null, .unfinished, .absent: return AnyReference(nil)
    case .object(let object): return try reference(object, depth)
    case .scalar(let value, let code):
      guard let scalar = scalar(value, code) else {
        throw KeyedCodingError(.notSupported, className: "\(code)")
      }
      return scalar
    case .list(let elements):
      let objects = elements.compactMap { element -> AnyObject? in
        guard case .object(let object) = element else { return nil }
        return object
      }
      if objects.count == elements.count { return try objects.map { try reference($0, inner) } }
      return try elements.map(part)
    case .set(let elements):
      return Set(try elements.enumerated().map { try key($0.offset, $0.element) })
    case .map(let pairs):
      return try Dictionary(
        uniqueKeysWithValues: pairs.enumerated().map { index, pair in
          (try key(index, pair.key), try part(pair.value))
        })
    case .coded(let type):
      throw KeyedCodingError(.notSupported, className: type.className ?? "")
    }
  }

  private static func scalar(_ value: ArchiveValue, _ code: TypeCode) -> (any Encodable)? {
    switch value {
    case .bool(let value): value
    case .integer(let value): integer(value, code)
    case .unsigned(let value): integer(value, code)
    case .float16(let bits): float16(bits)
    case .float32(let value): value
    case .float64(let value): value
    case .string(let value): value
    case .bytes(let value): Data(value)
    case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
    case .uuid: try? UUID(wireValue: value)
    case .decimal: try? Decimal(wireValue: value)
    case .nil, .some, .list, .set, .map, .struct, .enum, .reference, .any: nil
    }
  }

  private static func float16(_ bits: UInt16) -> any Encodable {
    #if (os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64)
      // Swift has no Float16 on this system.
      return Float(Float16Bits.double(bits))
    #else
      return Float16(bitPattern: bits)
    #endif
  }

  private typealias Integer = FixedWidthInteger & Encodable & SendableMetatype

  private static let integers: [TypeCode: any Integer.Type] = [
    .int8: Int8.self, .int16: Int16.self, .int32: Int32.self, .int64: Int64.self,
    .int128: Int128.self, .uint8: UInt8.self, .uint16: UInt16.self, .uint32: UInt32.self,
    .uint64: UInt64.self, .uint128: UInt128.self,
  ]

  private static func integer(_ value: some BinaryInteger, _ code: TypeCode) -> (any Encodable)? {
    integers[code].flatMap { $0.init(exactly: value) }
  }
}

extension SteleKeyedArchiver {
  /// Writes a value of an unknown object.
  ///
  /// If it is in place, all values except objects are written in the record itself, also in keyed archives.
  ///
  /// - Throws: ``KeyedCodingError`` when the value cannot be encoded.
  func put(kept value: AnyValue, _ key: String, isInPlace: Bool) throws {
    guard let keyedArchive else {
      return try put(key) { objects in
        try KeptValue.encodable(of: value) { try reference(to: $0, nesting: $1, objects) }
      }
    }
    try keyedArchive.put(kept: value, key, isInPlace: isInPlace)
  }
}
