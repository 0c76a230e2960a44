internal import Foundation

#if canImport(ObjectiveC)
  extension NativeClass {
    /// Values of C types archive themselves on these systems.
    static var values: [NativeClass] { [] }
  }
#else
  // Values of C types. Foundation's initialiser ends the process for unknown types, and allocates
  // whatever memory and objects an archive asks for.
  extension NativeClass {
    static var values: [NativeClass] {
      // The other two are private classes of values, which an archive may name as well.
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
          return try unarchiver.own(NSValue(coder: unarchiver))
        }
        let key = unarchiver.nextKey()
        guard let code = try unarchiver.part(NSString.self, key) else {
          throw KeyedCodingError(.unexpectedValue, className: "NSValue", key: key)
        }
        return try ObjCType.value(code as String, from: unarchiver)
      }
    }
  }
#endif
