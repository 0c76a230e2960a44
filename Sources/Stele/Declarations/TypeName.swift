/// The name that the Swift runtime has for a type, for comparisons within one process.
///
/// For private and local types it holds an address, so it is never written anywhere.
struct TypeName {
  private let qualified: Substring

  /// Asks the runtime for the full name of a type.
  // The optimiser knows other spellings of the names of private types than the runtime has; all names have to come
  // from one of the two for one to be a prefix of another.
  @inline(never)
  init(_ type: Any.Type) {
    var name = _typeName(type, qualified: true)[...]
    // Only where a type is found matters here, not in which module the extension stands that declares it.
    while name.hasPrefix("(extension in "), let end = name.utf8.firstIndex(of: UInt8(ascii: ":")) {
      name = name[name.utf8.index(after: end)...]
    }
    qualified = name
  }

  /// The length of the name.
  var byteCount: Int { qualified.utf8.count }

  /// Whether a type is declared somewhere inside of another.
  func isNested(in other: TypeName) -> Bool {
    let bytes = qualified.utf8
    let rest = bytes.dropFirst(other.byteCount)
    return rest.first == UInt8(ascii: ".") && bytes.starts(with: other.qualified.utf8)
  }

  /// Whether the type, a type around it or one of its generic arguments is private, or local to a function.
  ///
  /// There may be many such types of one name in one program.
  var isHidden: Bool {
    let bytes = Array(qualified.utf8)
    return bytes.contains("(unknown context at ".utf8)
      || bytes.contains(" in _".utf8, unlessBehind: "(extension".utf8)
  }

  /// The name that a type has in archives if it declares none: its path within its module, in which generic arguments stand
  /// with the names that they declare; for a private or local type its name alone.
  static func inArchives(_ type: Any.Type) -> String {
    let name = TypeName(type)
    return name.isHidden ? short(type) : RuntimeName.inArchives(name.qualified)
  }

  /// The names that a type that declares none had in archives of earlier versions of this library, the latest one first.
  static func formerly(_ type: Any.Type) -> [String] {
    let (name, current, first) = (TypeName(type), inArchives(type), short(type))
    guard !name.isHidden else { return [] }
    let second = first.contains("<") ? RuntimeName.formerly(name.qualified) : first
    let names = second.isExactly(first) ? [first] : [second, first]
    return names.filter { !$0.isExactly(current) }
  }

  /// The name by which the program may write a type, for the advice of errors.
  static func inSource(_ type: Any.Type) -> String {
    let name = TypeName(type)
    return name.isHidden ? short(type) : RuntimeName.path(name.qualified)
  }

  /// The class of a path in the module of a type, for the texts of errors alone.
  static func classNamed(_ path: String, inModuleOf type: Any.Type) -> AnyClass? {
    guard path.utf8.count < 256,
      let module = TypeName(type).qualified.split(separator: ".").first
    else { return nil }
    return RuntimeName.type(named: "\(module).\(path)") as? AnyClass
  }

  /// The name without module and enclosing types, which has no addresses.
  @inline(never)
  static func short(_ type: Any.Type) -> String { _typeName(type, qualified: false) }
}

extension [UInt8] {
  /// Whether some bytes occur, other than right after certain others.
  fileprivate func contains(
    _ pattern: String.UTF8View, unlessBehind excluded: String.UTF8View? = nil
  ) -> Bool {
    indices.contains { start in
      self[start...].starts(with: pattern)
        && !(excluded.map { self[..<start].suffix($0.count).elementsEqual($0) } ?? false)
    }
  }
}
