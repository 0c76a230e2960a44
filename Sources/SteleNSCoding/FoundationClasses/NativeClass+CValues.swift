internal import Foundation

#if canImport(ObjectiveC)
  extension NativeClass {
    /// Values of C types archive themselves on these systems.
    static var values: [NativeClass] { [] }
  }
#else
  // Values of C types. Foundation's initialiser ends the process for unknown types, and allocates any amount of memory and
  // objects that an archive requests.
  extension NativeClass {
    static var values: [NativeClass] {
      // The names are of private classes of values, which an archive may also contain.
      [value(NSValue.self)]
        + ["Foundation.NSSpecialValue", "Foundation.NSConcreteValue"].compactMap {
          (_typeByName($0) as? NSValue.Type).map { value($0) }
        }
    }

    private static func value(_ type: NSValue.Type) -> NativeClass {
      let special = "NS.special"
      return NativeClass(type) { value, archiver in
        value.encode(with: archiver)
      } decode: { unarchiver in
        if let kind: Int = try unarchiver.integer(special) {
          // Points, sizes, rectangles, ranges and edge insets.
          guard [1, 2, 3, 4, 12].contains(kind) else {
            throw KeyedCodingError(.unexpectedValue, className: "NSValue", key: special)
          }
          return try geometry(kind, unarchiver) ?? unarchiver.own(NSValue(coder: unarchiver))
        }
        let key = unarchiver.nextKey()
        guard let code = try unarchiver.part(NSString.self, key) else {
          throw KeyedCodingError(.unexpectedValue, className: "NSValue", key: key)
        }
        return try ObjCType.value(code as String, from: unarchiver)
      }
    }

    /// Decodes a point, size or rectangle, or returns nil for another kind of value.
    ///
    /// From text with anything except finite numbers, Foundation makes values from uninitialised memory.
    private static func geometry(_ kind: Int, _ unarchiver: SteleKeyedUnarchiver) throws -> NSValue?
    {
      let kinds = [
        1: ("NS.pointval", NSValue(point: .zero)), 2: ("NS.sizeval", NSValue(size: .zero)),
        3: ("NS.rectval", NSValue(rect: .zero)),
      ]
      guard let (key, zero) = kinds[kind] else { return nil }
      let text = try unarchiver.part(NSString.self, key)
      guard let numbers = text.flatMap({ GeometryText.numbers(in: $0 as String) }),
        numbers.count == (kind == 3 ? 4 : 2)
      else { throw KeyedCodingError(.unexpectedValue, className: "NSValue", key: key) }
      // Safe: the value consists of that many numbers.
      return unsafe NSValue(bytes: numbers, objCType: zero.objCType)
    }
  }
#endif

/// The text that Foundation archives for a point, size or rectangle, as `{1.0, 2.0}`.
enum GeometryText {
  /// Returns the numbers in a text, or nil for any other text.
  static func numbers(in text: String) -> [Double]? {
    guard text.utf8.first == UInt8(ascii: "{"), text.utf8.count <= 128, text.hasSuffix("}") else {
      return nil
    }
    let parts = text.filter { !"{} ".contains($0) }.split(
      separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0) }
    return numbers.count == parts.count && [2, 4].contains(parts.count) ? numbers : nil
  }

  /// Refuses an object that is the text of numbers, if some are not finite.
  ///
  /// - Throws: ``KeyedCodingError`` unless this module reads the text; Foundation cannot.
  static func validate(_ object: Any?, isReadHere: @autoclosure () -> Bool) throws {
    guard let object, type(of: object) == NSString.self, let text = object as? NSString,
      let numbers = numbers(in: text as String), !numbers.allSatisfy(\.isFinite), !isReadHere()
    else { return }
    throw KeyedCodingError(
      .notSupported, className: "points, sizes and rectangles that are not finite")
  }
}
