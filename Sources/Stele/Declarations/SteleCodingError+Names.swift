extension SteleCodingError {
  static func sharedName(
    _ name: String, _ type: TypeDeclaration, _ other: TypeDeclaration
  ) -> SteleCodingError {
    var error = SteleCodingError(
      .duplicateArchiveName(name), className: type.archiveClass.name)
    let types = [other, type].map { TypeName.inSource($0.type).shortened() }
    error.detail = "\(types[0]) and \(types[1]) both have the archive name \(name.quoted)"
    return error
  }

  /// The greatest number of classes that advice names.
  static let advisedClassLimit = 64

  /// Advises to allow classes, by their names in source code, or an alternative.
  mutating func adviseToAllow(_ names: [String], _ alternative: String = "") {
    let list = names.map { "\($0.shortened()).self" }.joined(separator: ", ").shortened(to: 400)
    hint = "Call decoder.allow(\(list))\(alternative)."
  }

  /// Explains how to read an object of a class that is not in the program.
  ///
  /// `isKept` is whether the decoder keeps objects of unknown classes.
  mutating func explainUnknownClass(_ name: String, in type: Any.Type, isKept: Bool) {
    let keeping = "MaybeUnknown<\(TypeName.inSource(type))>"
    hint =
      "A newer program may have written it: "
      + (isKept
        ? "let the type here be \(keeping), which can hold such an object. "
        : "decoder.unknownClasses = .keep keeps such objects, if the type here is \(keeping). ")
      + (name.contains("<")
        ? "If the program has the generic class, call decoder.allow(\(name.shortened()).self)."
        : Self.adviceOnRenamedClass)
  }

  static let adviceOnRenamedClass =
    "If the program has the class, call decoder.allow with it; if it has another name there, declare this one as an alias of it."

  /// Explains that the archive has a name in another spelling, which looks the same and has other bytes.
  ///
  /// The kind is that of the thing that has the name, such as `key`.
  mutating func explainSpelling(_ kind: String, _ name: String, among names: some Sequence<String>)
  {
    guard let other = names.first(where: { $0 == name && !$0.isExactly(name) }) else { return }
    detail =
      "the archive has the \(kind) \(name.quoted) with other code points (\(Self.escaped(other)), not "
      + "\(Self.escaped(name))); names are compared by their bytes"
    hint = "Normalise the name, or declare the other spelling as an alias."
  }

  /// Returns a name with all scalars escaped that are not ASCII.
  private static func escaped(_ name: String) -> String {
    let scalars = name.unicodeScalars.map { scalar in
      scalar.isASCII ? "\(scalar)" : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
    return "\"\(scalars.joined().shortened())\""
  }
}
