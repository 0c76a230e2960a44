/// The name of a type in the Swift runtime, for comparisons within one process.
///
/// The names of private and local types contain addresses, so they are never written.
struct TypeName {
  private let qualified: Substring

  /// Makes the full name of a type.
  // The optimiser spells the names of private types differently from the runtime; all names must come from one of the two
  // so that they can be prefixes of each other.
  @inline(never)
  init(_ type: Any.Type) {
    var name = _typeName(type, qualified: true)[...]
    // The place of a type matters, not the module of the extension that declares it.
    while name.hasPrefix("(extension in "), let end = name.utf8.firstIndex(of: UInt8(ascii: ":")) {
      name = name[name.utf8.index(after: end)...]
    }
    qualified = name
  }

  /// The length of the name.
  var byteCount: Int { qualified.utf8.count }

  /// Whether a type is declared in another, on any level.
  func isNested(in other: TypeName) -> Bool {
    let bytes = qualified.utf8
    let rest = bytes.dropFirst(other.byteCount)
    return rest.first == UInt8(ascii: ".") && bytes.starts(with: other.qualified.utf8)
  }

  /// Whether the type, an enclosing type or a generic argument is private, or local to a function.
  ///
  /// A program may have many such types of one name.
  var isHidden: Bool {
    let bytes = Array(qualified.utf8)
    return bytes.contains("(unknown context at ".utf8)
      || bytes.contains(" in _".utf8, unlessAfter: "(extension".utf8)
  }

  /// Returns the default name of a type in archives: its path within its module, with the names that generic arguments
  /// declare; for a private or local type its name alone.
  static func inArchives(_ type: Any.Type) -> String {
    let name = TypeName(type)
    return name.isHidden ? short(type) : RuntimeName.inArchives(name.qualified)
  }

  /// Returns the default names of a type in archives of earlier versions of this library, the latest first.
  static func formerly(_ type: Any.Type) -> [String] {
    let (name, current, first) = (TypeName(type), inArchives(type), short(type))
    guard !name.isHidden else { return [] }
    let second = first.contains("<") ? RuntimeName.formerly(name.qualified) : first
    let names = second.isExactly(first) ? [first] : [second, first]
    return names.filter { !$0.isExactly(current) }
  }

  /// Returns the name of a type in source code, for the advice of errors.
  static func inSource(_ type: Any.Type) -> String {
    let name = TypeName(type)
    return name.isHidden ? short(type) : RuntimeName.path(name.qualified)
  }

  /// Returns the class of a path in the module of a type, for the texts of errors.
  static func classNamed(_ path: String, inModuleOf type: Any.Type) -> AnyClass? {
    guard path.utf8.count < 256,
      let module = TypeName(type).qualified.split(separator: ".").first
    else { return nil }
    return RuntimeName.type(named: "\(module).\(path)") as? AnyClass
  }

  /// Returns the name without module and enclosing types, which contains no addresses.
  @inline(never)
  static func short(_ type: Any.Type) -> String { _typeName(type, qualified: false) }
}

extension [UInt8] {
  /// Whether a pattern occurs, except directly after another one.
  fileprivate func contains(
    _ pattern: String.UTF8View, unlessAfter excluded: String.UTF8View? = nil
  ) -> Bool {
    indices.contains { start in
      self[start...].starts(with: pattern)
        && !(excluded.map { self[..<start].suffix($0.count).elementsEqual($0) } ?? false)
    }
  }
}
