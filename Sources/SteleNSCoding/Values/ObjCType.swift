internal import Foundation
internal import Stele

/// Values that are passed as a pointer and the Objective-C code of their type.
enum ObjCType {
  /// Encodes a value: a number, an object, or an array of these.
  // Safe: the caller has a value of the type at the address.
  @unsafe
  static func encode(
    _ code: String, at address: UnsafeRawPointer, to archiver: SteleKeyedArchiver
  ) throws {
    if code == "@" {
      let object = unsafe address.assumingMemoryBound(to: ObjCObject?.self).pointee
      return try archiver.put(any: object, archiver.nextKey())
    }
    if code == "*" {
      // Safe: the caller has a string that ends with a zero there.
      let text = unsafe address.assumingMemoryBound(to: UnsafePointer<CChar>.self).pointee
      return try archiver.put(unsafe String(cString: text), archiver.nextKey())
    }
    if let array = ArrayCode(code) {
      func elements() throws {
        for index in 0..<array.count {
          unsafe try encode(array.element, at: address + index * array.stride, to: archiver)
        }
      }
      guard let keyedArchive = archiver.keyedArchive else { return try elements() }
      return try keyedArchive.put(
        array: array.element, stride: array.stride, count: array.count, archiver.nextKey(),
        elements: elements)
    }
    guard let type = scalars[code] else { throw KeyedCodingError(.notSupported, className: code) }
    try unsafe type.put(from: address, to: archiver)
  }

  /// Decodes a value over an initialised one of its type.
  // Safe: the caller has an initialised value of the type at the address.
  @unsafe
  static func decode(
    _ code: String, at address: UnsafeMutableRawPointer, from unarchiver: SteleKeyedUnarchiver
  ) throws {
    if code == "@" {
      let object = unarchiver.decodeObject().map { $0 as ObjCObject }
      unsafe address.assumingMemoryBound(to: ObjCObject?.self).pointee = object
      return
    }
    if code == "*" {
      let key = unarchiver.nextKey()
      let text = Data(try unarchiver.required(String.self, key).utf8)
      guard !text.contains(0) else {
        throw KeyedCodingError(.unexpectedValue, className: "char *", key: key)
      }
      // Safe: the unarchiver keeps the string, with a zero after it, as long as it lives; the caller has a pointer there.
      unsafe address.storeBytes(
        of: unarchiver.lend(text + [0], nil), as: UnsafePointer<UInt8>?.self)
      return
    }
    if let array = ArrayCode(code) {
      if unarchiver.isKeyedArchive, let type = scalars[array.element] {
        let numbers = try CArray.numbers(for: unarchiver.nextKey(), array.count, in: unarchiver)
        for (index, number) in numbers.enumerated() {
          try unsafe type.set(address + index * array.stride, to: number, of: unarchiver)
        }
        return
      }
      for index in 0..<array.count {
        unsafe try decode(array.element, at: address + index * array.stride, from: unarchiver)
      }
      return
    }
    guard let type = scalars[code] else { throw KeyedCodingError(.notSupported, className: code) }
    try unsafe type.take(to: address, from: unarchiver)
  }

  #if !canImport(ObjectiveC)
    /// The largest count of an array, since memory is allocated before any element is read.
    private static let largestCount = 65_536

    /// Decodes a number, or an array of numbers, as an object.
    ///
    /// - Throws: ``KeyedCodingError`` if the type is neither, or the array is too large.
    static func value(_ code: String, from unarchiver: SteleKeyedUnarchiver) throws -> NSValue {
      let byteCount: Int? =
        if let array = ArrayCode(code) {
          (1...largestCount).contains(array.count) ? array.count * array.stride : nil
        } else {
          scalars[code]?.stride
        }
      guard let byteCount else { throw KeyedCodingError(.notSupported, className: code) }
      var bytes = [UInt64](repeating: 0, count: (byteCount + 7) / 8)
      return try unsafe bytes.withUnsafeMutableBytes { bytes in
        guard let address = bytes.baseAddress else {
          throw KeyedCodingError(.notSupported, className: code)
        }
        // Safe: there are as many bytes as the type takes, aligned for any number, and they are zeros.
        try unsafe decode(code, at: address, from: unarchiver)
        return unsafe NSValue(bytes: address, objCType: code)
      }
    }
  #endif

  #if canImport(ObjectiveC)
    /// The type of the memory at the address of an object: a pointer to it.
    private typealias ObjCObject = AnyObject
  #else
    /// The type of the memory at the address of an object; Foundation on this system has no
    /// pointers to objects.
    private typealias ObjCObject = Any
  #endif

  fileprivate static let scalars: [String: any (Codable & SendableMetatype).Type] = [
    "c": Int8.self, "C": UInt8.self, "s": Int16.self, "S": UInt16.self, "i": Int32.self,
    "I": UInt32.self, "l": Int32.self, "L": UInt32.self, "q": Int64.self, "Q": UInt64.self,
    "f": Float.self, "d": Double.self, "B": Bool.self,
  ]

  /// The code of an array of numbers, such as `[6f]`.
  private struct ArrayCode {
    let count: Int
    let element: String
    let stride: Int

    init?(_ code: String) {
      guard code.first == "[", code.last == "]" else { return nil }
      let inner = code.dropFirst().dropLast()
      let digits = inner.prefix { $0.isASCII && $0.isNumber }
      let element = String(inner.dropFirst(digits.count)).trimmingCharacters(in: .whitespaces)
      guard let count = Int(digits), let stride = ObjCType.scalars[element]?.stride else {
        return nil
      }
      (self.count, self.element, self.stride) = (count, element, stride)
    }
  }
}

// Numbers that have an Objective-C code.
extension Encodable where Self: Decodable {
  fileprivate static var stride: Int { MemoryLayout<Self>.stride }

  // Safe: the caller has a value of the type at the address.
  @unsafe
  fileprivate static func put(
    from address: UnsafeRawPointer, to archiver: SteleKeyedArchiver
  ) throws {
    try archiver.put(
      unsafe address.assumingMemoryBound(to: Self.self).pointee, archiver.nextKey())
  }

  // Safe: the caller has memory for a value of the type at the address.
  @unsafe
  fileprivate static func take(
    to address: UnsafeMutableRawPointer, from unarchiver: SteleKeyedUnarchiver
  ) throws {
    let key = unarchiver.nextKey()
    guard let value = try unarchiver.value(Self.self, forKey: key) else {
      throw KeyedCodingError(.unexpectedValue, className: "\(Self.self)", key: key)
    }
    unsafe address.assumingMemoryBound(to: Self.self).pointee = value
  }

  // Safe: the caller has memory for a value of the type at the address.
  @unsafe
  fileprivate static func set(
    _ address: UnsafeMutableRawPointer, to number: NSNumber, of unarchiver: SteleKeyedUnarchiver
  ) throws {
    unsafe address.assumingMemoryBound(to: Self.self).pointee =
      try CodedValue(unarchiver, .value(number), []).decode(Self.self)
  }
}
