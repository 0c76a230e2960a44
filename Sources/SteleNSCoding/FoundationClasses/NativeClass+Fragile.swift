internal import Foundation

// For some values of an object or archive, the coding methods of these classes end the process or lose something. The keys here
// are the same.
#if canImport(ObjectiveC)
  extension NativeClass {
    /// These classes raise exceptions on these systems.
    static var fragile: [NativeClass] { [] }
  }
#else
  extension NativeClass {
    static var fragile: [NativeClass] {
      [
        error, url, characters,
        indexes(NSIndexSet.self) { NSIndexSet(indexSet: $0) },
        indexes(NSMutableIndexSet.self) { NSMutableIndexSet(indexSet: $0) },
      ]
    }

    /// Foundation's initialiser does not find text and bytes that are stored in place.
    private static var characters: NativeClass {
      NativeClass(
        NSCharacterSet.self, encode: { $0.encode(with: $1) }, decode: { try Characters.decode($0) })
    }

    /// Foundation's coding converts the code to `Int32`, and needs a domain.
    private static var error: NativeClass {
      let (domain, code, info) = ("NSDomain", "NSCode", "NSUserInfo")
      return NativeClass(NSError.self) { error, archiver in
        try archiver.put(any: error.domain as NSString, domain)
        try archiver.put(error.code, code)
        if !error.userInfo.isEmpty {
          try archiver.put(any: error.userInfo as NSDictionary, info)
        }
      } decode: { unarchiver in
        guard let name = try unarchiver.part(NSString.self, domain) else {
          throw KeyedCodingError(.unexpectedValue, className: "NSError", key: domain)
        }
        var values: [String: Any] = [:]
        if let found = try unarchiver.object(info, of: PropertyClasses.contents) {
          guard let pairs = found as? NSDictionary else {
            throw KeyedCodingError(.unexpectedValue, className: "NSError", key: info)
          }
          for (key, value) in pairs {
            guard let key = key as? String else { continue }
            values[key] = value
          }
        }
        return NSError(
          domain: name as String, code: try unarchiver.integer(code) ?? 0,
          userInfo: values.isEmpty ? nil : values)
      }
    }

    /// Foundation's initialiser ends the process if Swift cannot make a URL from the base.
    private static var url: NativeClass {
      let (base, relative) = ("NS.base", "NS.relative")
      return NativeClass(NSURL.self) { url, archiver in
        guard isAddress(url.relativeString, hasBase: url.baseURL != nil) else {
          throw KeyedCodingError(.notSupported, className: "NSURL", key: relative)
        }
        url.encode(with: archiver)
      } decode: { unarchiver in
        let outer = try unarchiver.part(NSURL.self, base)
        guard let text = try unarchiver.part(NSString.self, relative),
          isAddress(text as String, hasBase: outer != nil),
          let url = NSURL(string: text as String, relativeTo: outer.map { $0 as URL })
        else { throw KeyedCodingError(.unexpectedValue, className: "NSURL", key: relative) }
        return url
      }
    }

    /// Returns whether Swift can make a `URL` from a text; otherwise Foundation ends the process.
    private static func isAddress(_ text: String, hasBase: Bool) -> Bool {
      text.isEmpty ? hasBase : URL(string: text, encodingInvalidCharacters: false) != nil
    }

    /// Foundation's initialiser does not validate the ranges.
    private static func indexes<Indexes: NSIndexSet>(
      _ type: Indexes.Type, _ make: @escaping @Sendable (IndexSet) -> Indexes
    ) -> NativeClass {
      NativeClass(type) { indexes, archiver in
        var ranges: [NSRange] = []
        // Safe: the flag with which the caller would stop is not used.
        unsafe indexes.enumerateRanges(options: []) { range, _ in ranges.append(range) }
        try IndexRanges.encode(ranges, archiver)
      } decode: { unarchiver in
        make(try IndexRanges.decode(unarchiver, "\(type)"))
      }
    }
  }
#endif
