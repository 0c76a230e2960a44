import Stele

/// The spelling of the parts of a key path.
enum KeyPathText {
  /// Returns a key, as it follows the value that contains it, such as `.name`.
  ///
  /// A key that has the same name as a key of another level is preceded by its class: `.Pet::name`.
  static func part(of key: ComparedSchema.Key) -> String {
    let name = name(key.name)
    return key.isAmbiguous ? ".\(Self.name(key.level))::\(name)" : ".\(name)"
  }

  /// Returns a name, in quotation marks if it would otherwise be ambiguous.
  static func name(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && name.utf8.count <= 64
      && name.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || $0 == "_" || $0 == "-" || $0.properties.numericType != nil
      }
    return isPlain ? name : ValueText.quoted(name)
  }
}
